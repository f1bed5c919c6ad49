"""The win check (chapter 3) as an answer: which check comes next, what it says, for programs and for people."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools import catalog
from oathtools.ahead.standing import at_check
from oathtools.law.deciding import notes
from oathtools.procedures.adjudicate.otherwise import deciding_here
from oathtools.procedures.machine import facts
from oathtools.procedures.victory import check as victory
from oathtools.procedures.victory import moments
from oathtools.procedures.victory.moments import ROUND_END, WAKE, Moment
from oathtools.render.document import Block, Line
from oathtools.render.game.log import won_by
from oathtools.render.names import Names
from oathtools.table.state import CARDS, ENDED, SLOTS, State
from oathtools.text import capital, listed

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game
    from oathtools.procedures.victory.check import Verdict, Way

OVER = "over"
SQUALID_DISTRICT = "edifice.squalid_district"
FALSE_PROPHET = "denizen.false_prophet"
BANDIT_CROWN = "relic.bandit_crown"
HOW = {
    "usurper": "as the Usurper",
    "visionary": "by a Vision",
    "stable_regime": "by a Stable Regime",
    "successor": "as the Successor",
    "war_exhaustion": "by War Exhaustion",
}


class Check(NamedTuple):
    """A moment at which the Law asks for a winner: the end of a round, or an Exile's Wake Phase."""

    at: str  # wake | round-end | over
    seat: str | None
    round: int


class Answer(NamedTuple):
    """What a win check says: the public data, the clauses, what it could not take into account, and the ways in which
    the winner wins in words."""

    data: dict[str, Any]
    citations: list[str]
    warnings: list[str]
    won: Sequence[str] = ()


# -- which check -----------------------------------------------------------------------------------------------------


def next_check(state: State, wakes_only: bool = False) -> Check:
    """The next check to come: of the Exiles still to wake this round (4.1.2), else the end of the round (3.3, 3.4).

    The end of rounds one to four asks for no winner: there the next Exile to wake comes next.
    """
    if state.phase in ENDED:
        return Check(OVER, None, state.round)
    coming = list(moments.to_come(state))
    wakes = [moment for moment in coming if moment.at == WAKE] if wakes_only else []
    at, seat, number, _ = (wakes or coming)[0]
    return Check(at, seat, number)


def answer(game: "Game", check: Check, names: Names, die: int | None = None) -> Answer:
    """What a check says as the table stands. ``die`` is the end die, if it was rolled."""
    if check.at == OVER:
        return _over(game, names)
    found = _found(game, check, names, die)
    decided = deciding_here(game, lambda table: _found(table, check, names, die).data)
    return found._replace(
        citations=[*found.citations, *decided], warnings=[*_cautions(game, check, names, die), *notes(decided)]
    )


def _found(game: "Game", check: Check, names: Names, die: int | None) -> Answer:
    """What the claims of a check come to, with the title where it lies by then (A-05)."""
    game = at_check(game, Moment(check.at, check.seat, check.round))
    if check.at == WAKE:
        assert check.seat is not None
        verdict = victory.at_wake(game, check.seat)
    else:
        verdict = _round_end(game, check, die)
    verdict = verdict._replace(round=check.round)
    reasons = list(verdict.reasons)
    ended = None
    if verdict.needs_roll is not None:
        ended = _round_end(game, check, max(verdict.needs_roll))
        reasons += [reason for reason in ended.reasons if reason.clause == "3.3.1"]
    rolled = die if check.at == ROUND_END and _roll_due(game, check, die) else None
    data: dict[str, Any] = {
        "at": _at(check, names),
        "round": verdict.round,
        **_winner(verdict.winner, verdict.ways, names),
        "ways": [{"how": way.how, "clause": way.clause} for way in verdict.ways],
        "needs_roll": list(verdict.needs_roll) if verdict.needs_roll is not None else None,
        "roll": rolled,
        "if_rolled": _winner(ended.winner, ended.ways, names) if ended else None,
        "chance": None if verdict.needs_roll is None else _fraction(len(verdict.needs_roll), len(catalog.END_FACES)),
        "depends": _depends(verdict, names),
        "reasons": [{"clause": reason.clause, "because": _plain(names.text(reason.because))} for reason in reasons],
    }
    clauses = [*(way.clause for way in verdict.ways), *(reason.clause for reason in reasons)]
    won = won_by(game.state, verdict.winner, verdict.ways, names, HOW) if verdict.winner is not None else []
    return Answer(data, list(dict.fromkeys(clauses)), [], won)


def _at(check: Check, names: Names) -> str:
    return f"{WAKE}:{names.seat(check.seat)}" if check.seat is not None else check.at


def _round_end(game: "Game", check: Check, die: int | None) -> "Verdict":
    """The end of a round that may still be ahead, as the table stands now."""
    return victory.at_round_end(game, die, check.round)


def _roll_due(game: "Game", check: Check, die: int | None) -> bool:
    return die is not None and _round_end(game, check, None).needs_roll is not None


def _winner(seat: str | None, ways: "Sequence[Way]", names: Names) -> dict[str, Any]:
    first = ways[0] if ways else None
    return {
        "winner": None if seat is None else names.seat(seat),
        "seat": seat,
        "how": first.how if first else None,
        "clause": first.clause if first else None,
    }


def _over(game: "Game", names: Names) -> Answer:
    """The game has been decided before."""
    result = game.state.result or {}
    ways = [{"how": way[0], "clause": way[1]} for way in result.get("ways", ())]
    winner = result.get("winner")
    clause = result.get("clause")
    because = f"the game is over; {winner or 'nobody'} won" if result else "the game is over; how it ended is not told"
    data: dict[str, Any] = {
        "at": OVER,
        "round": result.get("round", game.state.round),
        "winner": None if winner is None else names.seat(winner),
        "seat": winner,
        "how": result.get("how"),
        "clause": clause,
        "ways": ways,
        "needs_roll": None,
        "roll": None,
        "if_rolled": None,
        "chance": None,
        "depends": [],
        "reasons": [{"clause": clause or "3", "because": names.text(because)}],
    }
    won = won_by(game.state, winner, result.get("ways", ()), names, HOW) if winner is not None else []
    return Answer(data, [clause or "3"], [], won)


def _depends(verdict: "Verdict", names: Names) -> list[dict[str, str]]:
    if verdict.needs_roll is None:
        return []
    faces = listed([str(face) for face in verdict.needs_roll], "or")
    return [{"on": "the end die", "clause": "3.3", "because": f"the game ends on a roll of {faces}"}]


def _fraction(part: int, whole: int) -> str:
    from fractions import Fraction

    chance = Fraction(part, whole)
    return f"{chance.numerator}/{chance.denominator}"


def _plain(text: str) -> str:
    """A sentence about players who have no names: the Chancellor is the Chancellor and ... says one thing twice."""
    import re

    def once(found: re.Match[str]) -> str:
        return f"{found[1]} has" if found[3] == "has" else f"{found[1]} is the"

    return re.sub(r"\b(the (Chancellor|Citizen|Exile)) is (?:the|an?) \2 and (has|the)\b", once, text)


# -- what is not taken into account ----------------------------------------------------------------------------------


def _cautions(game: "Game", check: Check, names: Names, die: int | None) -> list[str]:
    """Faceup cards that touch the check and are not coded yet: an answer never passes over them in silence."""
    coded = set(game.registry.coded)
    notes = []
    if die is not None and check.at == WAKE:
        notes.append("no die is rolled in a Wake Phase; the one given is not used (4.1.2)")
    elif die is not None and not _roll_due(game, check, die):
        notes.append("no roll of the end die is due; the one given is not used (3.3)")
    if check.at == ROUND_END and SQUALID_DISTRICT not in coded:
        notes += _squalid_district(game, check, names, die)
    if FALSE_PROPHET not in coded:
        notes += _false_prophet(game, names)
    if BANDIT_CROWN not in coded:
        owner = facts.owner(game, BANDIT_CROWN)
        if owner is not None and any(_goal(vision) == "supremacy" for vision in _revealed(game)):
            notes.append(
                f"{names.seat(owner)} holds the Bandit Crown, which lets its holder rule sites without warbands; "
                "that is not counted here yet (7.6.5)"
            )
    return notes


def _revealed(game: "Game") -> Iterable[str]:
    return [card for seat in game.state.seats for card in facts.vision_shown(game, seat)]


def _goal(vision: str) -> str:
    return (catalog.vision(vision).oath or "").removeprefix("oath.")


def _squalid_district(game: "Game", check: Check, names: Names, die: int | None) -> list[str]:
    state = game.state
    slot = next((slot for slot in range(SLOTS) if SQUALID_DISTRICT in state.zone(CARDS[slot])), None)
    if slot is None or _round_end(game, check, None).needs_roll is None:
        return []
    sides = [side for side in facts.rulers(game, slot) if side != facts.BANDITS]
    rulers = [names.seat(side) for side in sides] or ["nobody, since the bandits rule its site"]
    ruler = f"Squalid District's ruler ({listed(rulers)})"
    note = f"{ruler} may change the end die by one; that is not counted here yet (3.3)"
    if die is not None and sides:
        turned = {_ends(game, check, face) for face in (die - 1, die, die + 1)}
        note += "; it could turn this roll" if len(turned) > 1 else "; it could not turn this roll"
    return [note]


def _ends(game: "Game", check: Check, die: int) -> bool:
    return _round_end(game, check, die).winner is not None


def _false_prophet(game: "Game", names: Names) -> list[str]:
    notes = []
    for vision in _revealed(game):
        pile = game.state.pieces.get(vision, {})
        for seat in game.state.seats:
            if pile.get(seat):
                notes.append(
                    f"a warband of {names.seat(seat)} lies on {names.name(vision)}: with False Prophet it counts as "
                    f"revealed for {names.seat(seat)} too; that is not counted here yet (3.2)"
                )
    return notes


# -- for people ------------------------------------------------------------------------------------------------------


def document(answer: Answer, unless: str | None = None) -> list[Block]:
    """The answer first, then the reasoning line by line with its clauses. ``unless``: what it still turns on."""
    data = answer.data
    head = Line(f"{_when(data)}: {_says(answer, '' if unless is None else f', unless {unless}')}.")
    lines: list[Block] = [head, ""]
    wide = max((len(reason["clause"]) for reason in data["reasons"]), default=0)
    for reason in data["reasons"]:
        lead = f"  {reason['clause']:<{wide}}  "
        lines.append(Line(f"{capital(reason['because'])}.", lead))
    return lines


def _when(data: dict[str, Any]) -> str:
    if data["at"] == ROUND_END:
        return f"End of round {data['round']}"
    if data["at"] == OVER:
        return "The game is over"
    name = data["at"].partition(":")[2]
    at = f"{capital(name)}'s Wake Phase"
    return f"{at} in round {data['round']}" if data["round"] else at


def _says(answer: Answer, unless: str) -> str:
    data = answer.data
    if data["needs_roll"] is not None:
        faces = listed([str(face) for face in data["needs_roll"]], "or")
        then = data["if_rolled"]
        told = f"On {faces} ({data['chance']}) {_wins(then, [then])}{unless}"
        return f"roll the end die. {told}; else the game goes on"
    if data["winner"] is None:
        return "nobody wins" if data["at"] != OVER else "nobody is noted as its winner"
    if answer.won:
        return f"{data['winner']} wins {listed(list(answer.won))}{unless}"
    return _wins(data, data["ways"]) + unless


def _wins(data: dict[str, Any], ways: Sequence[dict[str, Any]]) -> str:
    told = [f"{HOW.get(way['how'], way['how'])} ({way['clause']})" for way in ways]
    return f"{data['winner']} wins {listed(told)}" if told else f"{data['winner']} won"
