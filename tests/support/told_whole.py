"""All that some games ask, offer, refuse, tell, show and judge, in ids, clauses and numbers, as digests by chapter.

Games are played at random, from crowded tables, on phones; campaigns are told and staged; odds are reckoned by numbers;
tables read the open points as they like. Sentences are no part of it, so that they may be said better: of each only the
ids and numbers in it. What comes out is kept in ``tests/games/told.yaml``: where a game comes to be told otherwise,
somebody meant that or it is a fault.
``python -m tests.support.told_whole`` writes that file anew; with the name of a game it prints all that is digested, a
thing a line, to be compared with what another revision prints.
"""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from oathtools.answerers.battles import at_hand
from oathtools.answerers.judge import last_fought
from oathtools.engine.decision import Decision
from oathtools.journal import Play, file
from oathtools.law.rulings import points
from oathtools.odds import dice
from oathtools.odds.battle import SIDES, Battle
from oathtools.odds.dice import die_faces
from oathtools.odds.exact import beforehand, expected_losses, measured
from oathtools.odds.numbers import Numbers, as_json, curve, numbers_of, prepare, weigh
from oathtools.odds.plans import Chosen, PlanFault, plans
from oathtools.odds.using import Faces, resolve
from oathtools.powers import load
from oathtools.procedures.actions.play import placements
from oathtools.procedures.adjudicate import judge_placing, legal, repairs
from oathtools.procedures.campaign.account import account, roll_by_roll
from oathtools.procedures.campaign.fight import BANDITS, ROLLS
from oathtools.procedures.campaign.outlook import Outlook, declared
from oathtools.procedures.campaign.staged import declared_scene, stage
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import OathRegistry
from oathtools.render.battles.campaign import campaign_as_json
from oathtools.render.names import Names
from oathtools.table.views import View
from tests.support.games import some_answer, table_game
from tests.support.random_games import answerer, header
from tests.support.random_requests import some_request
from tests.support.rich import ACTING, position
from tests.support.told import Told, at_table, verdict
from tests.support.told_altered import altered_game, altered_positions, broken_states
from tests.support.told_as_played import Played, played
from tests.support.told_pages import PHONES, table_of_phones

KEPT = Path(__file__).parent.parent / "games" / "told.yaml"
OLDER = KEPT.parent / "older"
RANDOM, RICH, FIGHTS, TABLES, NUMBERS, POSITIONS = 8, 40, 16, 40, 10, 16  # so many games, and blocks of campaigns
EACH = 16  # campaigns of a block
MOMENTS = 60  # at a table whose readings are drawn
ANSWERS = 60  # from a rich position


def _answered(told: Told, play: Play, answer: Callable[[Decision], Any], most: int) -> None:
    """Answer, and take down all that comes of it."""
    play.driver.at_boundary = lambda: told.looked_at(play.game)
    told.asked(play.pending)
    for _ in range(most):
        if play.pending is None:
            return
        play.answer(answer(play.pending))
        told.asked(play.pending)
        told.note("shown", play.state.digest())
        if (odds := at_hand(play)) is not None:
            told.note("judged", odds)


def _remembered(told: Told, play: Play) -> Told:
    """What a journal keeps of a game, and all that happened."""
    for entry in play.entries:
        told.note("told", entry.as_data())
    told.note("told", play._storyline.as_data())
    for batch in play.batches:
        told.note("told", [batch.n, [event[:4] for event in batch.events]])
    return told


def random_game(number: int) -> Told:
    """A random game, and the Chronicle that follows it."""
    told, play = Told(f"random {number}"), Play(header(number))
    answer = answerer(number)
    _answered(told, play, answer, 10_000)
    if (play.state.result or {}).get("winner"):
        play.write_chronicle()
        _answered(told, play, answer, 10_000)
    return _remembered(told, play)


def people_game(number: int) -> Told:
    """A game at a table, where people tell what dice and cards show, to each question any answer."""
    told, play = Told(f"people {number}"), table_game(50 + number)
    answer = partial(some_answer, rng=Random(f"people {number}"))
    _answered(told, play, answer, 400)
    if (play.state.result or {}).get("winner"):
        play.write_chronicle()
        _answered(told, play, answer, 400)
    return _remembered(told, play)


def rich_game(number: int) -> Told:
    """Some answers from a crowded position, more of them actions than a bot would take."""
    told, script = Told(f"rich {number}"), position(number).play()

    def answer(decision: Decision) -> Any:
        lively = [option for option in decision.legal() if option in ACTING] if decision.kind == "act" else []
        return told.rng.choice(lively) if lively and told.rng.random() < 0.9 else decision.random(told.rng)

    script.driver.at_boundary = lambda: told.looked_at(script.game)
    for _ in range(ANSWERS):
        if script.driver.pending is None:
            break
        told.asked(script.pending)
        script.answer(answer(script.pending))
        told.note("told", [script.answers[-1], [event[:4] for event in script.events]])
        told.note("shown", script.state.digest())
    return told


def older_game(name: str) -> Told:
    """A recorded game with undo, corrections and answers that were let pass: what is told of it when it is opened."""
    told, content = Told(name), file.read(OLDER / f"{name}.jsonl")
    play = Play(content.header, content.entries)
    told.note("shown", [[entry.n for entry in play.live], play.undone, play.differences, play.state.digest()])
    told.asked(play.pending)
    return _remembered(told, play)


# -- campaigns --------------------------------------------------------------------------------------------------------


def fights(block: int) -> Told:
    """Campaigns as they are played, told step by step, and staged from the table before them, more or less known."""
    told = Told(f"fights {block}")
    for seed in range(block * EACH, block * EACH + EACH):
        if (case := played(5000 + seed)) is not None:
            _fought(told, case)
    return told


def _fought(told: Told, case: Played) -> None:
    names = Names(View(case.play.state, None, True))
    beats = last_fought(case.play, rolled=False) or []
    for count in range(1, len(beats) + 1):
        course = account(beats[:count])
        told.note("told", [course, course.resolved] if count < len(beats) else [course, course.resolved, beats])
    told.note("told", campaign_as_json(account(beats), names, case.seat))
    game = Game(case.before.copy(), case.play.game.registry, case.readings)
    frame, refusals = declared(game, case.seat, case.given["defender"], case.given["targets"], case.given["dice"])
    scene, known = declared_scene(game, frame), case.known
    rolls = [each for each in known.choices if each[0] in ROLLS]
    for less in (
        {},
        {"choices": rolls},
        {"choices": rolls, "sacrifice": not known.sacrifice},
        {"rolls": {}, "choices": ()},
    ):
        found = stage(scene, known._replace(**less))
        told.note(
            "judged",
            [account(found.beats), found.beats, found.pending and found.pending.kind, found.game.state.digest()],
        )
    rolled = roll_by_roll(scene, known._replace(rolls={}, choices=()), lambda asked, course: asked.random(told.rng))
    told.note("judged", [refusals, rolled])
    look = Outlook(game, frame, known.allies)
    for who, chosen in (*known.plans, (BANDITS, None)):
        told.note("judged", [look.battle, look.options(who), look.may_join, look.unknown(), look.rerolls])
        if who != BANDITS and look.battle.victor is None:
            look = look.then(who, chosen)
    told.note("judged", look.with_bandits().battle)


def odds_by_numbers(block: int) -> Told:
    """Campaigns by bare numbers with any plans on any side, by any readings: the odds, how they shift, the luck."""
    told = Told(f"numbers {block}")
    for _ in range(EACH * 4):
        numbers = _some_numbers(told.rng)
        try:
            answer = weigh(numbers)
        except PlanFault as fault:
            told.note(
                "judged", [type(fault).__name__, str(fault), getattr(fault, "clause", ""), getattr(fault, "hint", "")]
            )
            continue
        told.note("judged", [numbers, answer.uses, answer.warnings, answer.citations, as_json(answer)])
        _, battle = prepare(numbers)
        _luck(told, battle)
        _dice_said(told)
        told.note("judged", [expected_losses(battle), beforehand(battle), curve(numbers), numbers_of(battle)])
    return told


def _luck(told: Told, battle: Battle) -> None:
    dice = (("attack", battle.rolled), ("defense", battle.defense)) if battle.victor is None else ()
    fell = [[told.rng.choice([*die_faces(die)]) for _ in range(count)] for die, count in dice]
    for sacrifice in (True, False):
        result = resolve(battle, Faces(*fell), sacrifice=sacrifice) if fell else None
        told.note("judged", [fell, result, result and [result.ending, measured(battle, result)]])


_DICE = (
    *"sh2xdb",
    "sword",
    "swords",
    "hollow",
    "skull",
    "two swords",
    "shield",
    "shields",
    "doubler",
    "blank",
    "blanks",
)
_DICE += ("none", "and", "all", "two", "three", "3", "2 x", "0", "zzz", "ten", "one", "miss", "x2", "-")


def _dice_said(told: Told) -> None:
    """Faces in words, of whichever die, so many as fell or not."""
    rng = told.rng
    for _ in range(6):
        die = rng.choice(("attack", "defense"))
        text = rng.choice((" ", ", ", "")).join(rng.choices((*_DICE, *die_faces(die)), k=rng.randrange(1, 5)))
        try:
            told.note("asked", [die, text, dice.faces(die, text, rng.choice((None, None, 1, 2, 3, 4)))])
        except ValueError as fault:
            told.note("asked", [die, text, str(fault)])
        told.note("asked", [dice.is_face(die, text), dice.is_of_some_die(text), dice.is_word_of_dice(die, text)])


def _some_numbers(rng: Random) -> Numbers:
    sides = [[_some_plan(side, rng) for _ in range(rng.choice((0, 1, 1, 2)))] for side in SIDES]
    few, some = rng.randrange(5), rng.randrange(9)
    attack = rng.choice((None, None, rng.randrange(9)))
    return Numbers(
        some, few, rng.randrange(6), attack, *sides, rng.random() < 0.2, rng.random() < 0.9, _some_readings(rng)
    )


def _some_plan(side: str, rng: Random) -> Chosen:
    """Mostly one of that side, with a number where it has one."""
    found = rng.choice([each for each in plans() if side in each.sides or rng.random() < 0.05])
    numbered = (found.number is not None) is (rng.random() < 0.9)
    return Chosen(found.id, *((rng.randrange(4), rng.choice((None, 1, -1))) if numbered else ()))


def _some_readings(rng: Random) -> dict[str, str]:
    return {
        key: rng.choice([*point.readings]) for key, point in points().items() if point.readings and rng.random() < 0.5
    }


# -- verdicts at tables that read the open points otherwise, and have cards whose powers are not coded -----------------


def table_that_reads(number: int) -> Told:
    """A crowded table that goes on: what is asked of everybody, sensible or not, whatever it reads and has coded."""
    told, table = Told(f"table {number}"), position(200 + number)
    for key, reading in _some_readings(told.rng).items():
        table.reading(key, reading)
    script, coded = table.play(), sorted(load().coded)
    for _ in range(MOMENTS):
        decision = script.driver.pending
        if decision is None:
            break
        told.asked(decision)
        _placed_anywhere(told, script.game, decision.who)
        if decision.kind == "act":
            _asked_anything(told, script.game, load().only(told.rng.sample(coded, len(coded) // 2)))
        lively = [option for option in decision.legal() if option in ACTING] if decision.kind == "act" else []
        script.answer(told.rng.choice(lively) if lively and told.rng.random() < 0.9 else decision.random(told.rng))
        told.note("told", [script.answers[-1], [event[:4] for event in script.events]])
    return told


def _asked_anything(told: Told, game: Game, fewer: OathRegistry) -> None:
    seat, rng = game.state.turn, told.rng
    told.note("judged", [legal(game, seat, knows=False), *at_table(game, rng)])
    other = rng.choice([each for each in game.state.seats if each != seat])
    for who, coded in ((seat, fewer), (seat, game.registry), (other, game.registry)):
        at = Game(game.state.copy(), coded, dict(game.readings))
        request = some_request(at, who, rng)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(repairs, "TRIES", rng.choice((1, 2, 5, 20, repairs.TRIES)))
            told.note("judged", [who, request, verdict(at, who, request)])


def _placed_anywhere(told: Told, game: Game, seat: str) -> None:
    for card in game.state.zone(f"hand.{seat}")[:2]:
        for to in (None, *placements(game, Frame("play", seat, game.frame, {"card": card, "drawn": True}))):
            told.note("judged", [card, to, judge_placing(game, seat, card, to, {})])


def games() -> dict[str, Callable[[], Told]]:
    """Every game that is kept, by its name."""
    found: dict[str, Callable[[], Told]] = {}
    found |= {f"random {number}": partial(random_game, number) for number in range(RANDOM)}
    found |= {f"rich {number}": partial(rich_game, number) for number in range(RICH)}
    found |= {f"phones {number}": partial(table_of_phones, number) for number in range(PHONES + 1)}
    found |= {f"people {number}": partial(people_game, number) for number in range(RANDOM)}
    found |= {f"fights {number}": partial(fights, number) for number in range(FIGHTS)}
    found |= {f"table {number}": partial(table_that_reads, number) for number in range(TABLES)}
    found |= {f"numbers {number}": partial(odds_by_numbers, number) for number in range(NUMBERS)}
    found |= {f"altered {path.stem}": partial(altered_game, path) for path in sorted(OLDER.glob("*.jsonl"))}
    found |= {f"positions {number}": partial(altered_positions, number) for number in range(POSITIONS)}
    found |= {f"states {number}": partial(broken_states, number) for number in range(POSITIONS)}
    return found | {f"older {path.stem}": partial(older_game, path.stem) for path in sorted(OLDER.glob("*.jsonl"))}


if __name__ == "__main__":
    if len(sys.argv) > 1:
        for chapter, lines in games()[" ".join(sys.argv[1:])]().lines.items():
            print(*(f"{chapter} {line}" for line in lines), sep="\n")
    else:
        kept = {name: game().digests() for name, game in games().items()}
        KEPT.write_text(yaml.safe_dump(kept, sort_keys=False), encoding="utf-8")
