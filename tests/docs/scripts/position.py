"""A position judged: what may be done, what not and why, what a campaign would bring."""

import sys
from fractions import Fraction
from pathlib import Path

from oathtools.engine.decision import NotOffered
from oathtools.journal import Play, game_at
from oathtools.odds import Battle, Faces, distribution, plans, resolve
from oathtools.odds.numbers import Numbers, weigh
from oathtools.procedures.adjudicate import Request, legal, why
from oathtools.procedures.victory import check as victory
from oathtools.render.table.picture import picture
from oathtools.table.position.form import normal, read_position

TABLE = """
format: 1
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains, favor: 4, warbands: 5}
  - {name: Bo, color: red, role: exile, pawn: Mountain, secrets: 1, warbands: 2}
sites:
  - {site: Plains, warbands: {purple: 2}}
  - {site: Mountain, cards: [Longbows]}
"""


def refused(play: Play, actions: tuple[str, ...]) -> dict[str, list[str]]:
    question = play.pending
    if question is None:
        return {}
    return {each: [f"{row.clause} {row.because}" for row in question.refusals(each)] for each in actions}


def attempt(play: Play, answer: str) -> str:
    try:
        entry = play.answer(answer)
    except NotOffered as fault:
        return "; ".join(f"{each.clause} {each.because}" for each in fault.refusals)
    play.undo(entry.n - 1)
    return "done, and taken back"


def mended(play: Play, seat: str, request: Request) -> list[list[str]]:
    opinion = why(play.game, seat, request)
    return [[change.says for change in repair] for repair in opinion.repairs]


def chance(force: int, defense: int, names: list[str]) -> Fraction:
    numbers = Numbers(force=force, defense=defense, defenders=3, attacker_plans=[plans.parse(each) for each in names])
    return weigh(numbers).odds.win


def rolled(battle: Battle, swords: int) -> bool:
    faces = Faces(attack={"sword": swords, "hollow_sword": battle.attack - swords}, defense=["blank"] * battle.defense)
    result = resolve(battle, faces)
    return result.won and result.needed == 0


def main() -> None:
    play = game_at(normal(read_position(TABLE)))
    seat = play.state.turn
    print(refused(play, ("recover", "muster")), attempt(play, "muster"), attempt(play, "travel"))
    print(mended(play, seat, Request("muster", {"card": "denizen.longbows"})))
    may = legal(play.game, seat)
    for offer in may.actions:
        print(offer.action)
    verdict = victory.at_wake(play.game, seat)
    print(verdict.winner, [(reason.clause) for reason in verdict.reasons])
    battle = Battle(force=6, attack=6, defense=4, defenders=3)
    odds = distribution(battle)
    best: float = float(odds.win) - float(odds.win_no_sacrifice)
    print(best, chance(6, 4, ["longbows"]), rolled(battle, 3))
    shown = picture(play.game, seat)
    Path(sys.argv[1]).write_text(shown.html, encoding="utf-8")
    words: list[str] = [part.words for column in shown.columns for part in column]
    print(len(words), shown.narrow[:4])


if __name__ == "__main__":
    main()
