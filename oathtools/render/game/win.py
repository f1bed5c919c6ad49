"""The win check (chapter 3) as an answer: which check comes next, what it says, for programs and for people."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.ahead.standing import at_check, with_title
from oathtools.kit.text import capital, listed
from oathtools.law.rulings import notes
from oathtools.procedures.adjudicate.walk import deciding_here
from oathtools.procedures.machine import title
from oathtools.procedures.machine.game import Game
from oathtools.procedures.victory import check as victory
from oathtools.procedures.victory import claims
from oathtools.procedures.victory.check import Ends, Way
from oathtools.procedures.victory.claims import ROUND_END, WAKE, Moment
from oathtools.render.document import Block, Line
from oathtools.render.game.verdict import chooses, objections
from oathtools.render.names import Names
from oathtools.table.result import WORDS
from oathtools.table.state import ENDED, OVER, State


class Check(NamedTuple):
    """A moment at which the Law asks for a winner: the end of a round, or an Exile's Wake Phase."""

    at: str  # wake | round-end | over
    seat: str | None
    round: int


class Report(NamedTuple):
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
    coming = list(claims.to_come(state))
    wakes = [moment for moment in coming if moment.at == WAKE] if wakes_only else []
    at, seat, number, _ = (wakes or coming)[0]
    return Check(at, seat, number)


def answer(game: Game, check: Check, names: Names, die: int | None = None) -> Report:
    """What a check says as the table stands. ``die`` is the end die, if it was rolled."""
    if check.at == OVER:
        return _over(game, names)._replace(warnings=objections(game, names))
    moment = Moment(check.at, check.seat, check.round)
    heirs = title.astray(game)
    if len(heirs) > 1:
        found = _whoever_takes_it(game, moment, names, die, heirs)
    else:
        found = _found(at_check(game, moment), moment, names, die)
    decided = deciding_here(game, lambda table: _found(at_check(table, moment), moment, names, die).data)
    cautions = [*objections(game, names), *_unused(game, moment, die), *notes(decided)]
    return found._replace(citations=[*found.citations, *decided], warnings=cautions)


def _whoever_takes_it(game: Game, moment: Moment, names: Names, die: int | None, heirs: Sequence[str | None]) -> Report:
    """A check before which the holder of the title picks who takes it (2.11): what it says whoever that is, or each."""
    each = {names.seat(str(heir)): _found(with_title(game, heir), moment, names, die) for heir in heirs}
    first, *others = each.values()
    if all(_outcome(found) == _outcome(first) for found in others):
        return first
    cases = [f"if it is {who}, {_says(found, '')}" for who, found in each.items()]
    because = f"{chooses(game, names, heirs)}: {'; '.join(cases)}"
    data = {**first.data, **_winner(None, (), names), "ways": [], "needs_roll": None, "roll": None, "if_rolled": None}
    data |= {"chance": None, "depends": [{"on": "the title", "clause": "2.11", "because": because}]}
    data["reasons"] = [{"clause": "2.11", "because": because}]
    return Report(data, ["2.11"], [])


def _outcome(found: Report) -> tuple[Any, ...]:
    return tuple(found.data[key] for key in ("seat", "ways", "needs_roll", "may_end", "if_rolled"))


def _unused(game: Game, moment: Moment, die: int | None) -> list[str]:
    """Whether a die that was told is for nothing at this check."""
    if die is None:
        return []
    if moment.at == WAKE:
        return ["no die is rolled in a Wake Phase; the one given is not used (4.1.2)"]
    if victory.at_round_end(at_check(game, moment), None, moment.round).needs_roll is None:
        return ["no roll of the end die is due; the one given is not used (3.3)"]
    return []


def _share(ends: victory.Ends) -> str:
    from fractions import Fraction

    return str(Fraction(len(ends.sure), len(catalog.END_FACES)))


def _found(game: Game, check: Moment, names: Names, die: int | None) -> Report:
    """What the claims of a check come to, on a table with the title where it lies by then."""
    if check.at == WAKE:
        assert check.seat is not None
        verdict, ends, ended = victory.at_wake(game, check.seat)._replace(round=check.round), None, None
    else:
        verdict = victory.at_round_end(game, None, check.round)
        ends, ended = verdict.ends, None
        if ends is not None:
            ended = victory.at_round_end(game, max(catalog.END_FACES), check.round)
            if die is not None and die not in ends.maybe:
                verdict, ended = victory.at_round_end(game, die, check.round), None
    reasons = list(verdict.reasons)
    if ended is not None:
        reasons += [reason for reason in ended.reasons if reason.clause == "3.3.1"]
    open_ = ends if ended is not None else None
    to_roll = open_ is not None and die is None
    data: dict[str, Any] = {
        "at": f"{WAKE}:{names.seat(check.seat)}" if check.seat is not None else check.at,
        "round": verdict.round,
        **_winner(verdict.winner, verdict.ways, names),
        "ways": [{"how": way.how, "clause": way.clause} for way in verdict.ways],
        "needs_roll": list(open_.sure) if open_ is not None and to_roll else None,
        "may_end": list(open_.maybe) if open_ is not None else [],
        "roll": die if ends is not None else None,
        "if_rolled": _winner(ended.winner, ended.ways, names) if ended else None,
        "chance": _share(open_) if open_ is not None and to_roll else None,
        "depends": list(_depends(open_, die, names)) if open_ is not None else [],
        "reasons": [{"clause": reason.clause, "because": _plain(names.text(reason.because))} for reason in reasons],
    }
    clauses = [*(way.clause for way in verdict.ways), *(reason.clause for reason in reasons)]
    return Report(data, list(dict.fromkeys(clauses)), [], _won(game, verdict.winner, verdict.ways, names))


def _winner(seat: str | None, ways: Sequence[Way], names: Names) -> dict[str, Any]:
    first = ways[0] if ways else None
    return {
        "winner": None if seat is None else names.seat(seat),
        "seat": seat,
        "how": first.how if first else None,
        "clause": first.clause if first else None,
    }


def _over(game: Game, names: Names) -> Report:
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
        "may_end": [],
        "roll": None,
        "if_rolled": None,
        "chance": None,
        "depends": [],
        "reasons": [{"clause": clause or "3", "because": names.text(because)}],
    }
    return Report(data, [clause or "3"], [], _won(game, winner, result.get("ways", ()), names))


def _won(game: Game, winner: str | None, ways: Any, names: Names) -> list[str]:
    if winner is None:
        return []
    from oathtools.render.game.phrases import won_by

    return won_by(game.state, winner, ways, names)


def _depends(ends: Ends, die: int | None, names: Names) -> Iterator[dict[str, str]]:
    """What the end of a round still turns on: the end die, and whoever may shift it."""
    if die is None and ends.sure:
        yield {"on": "the end die", "clause": "3.3", "because": f"the game ends on a roll of {faces(ends.sure)}"}
    if ends.maybe:
        on = "it" if die is not None else f"a roll of {faces(ends.maybe)}"
        because = f"{listed([names.seat(seat) for seat in ends.by])} may shift {on}, and the game ends, or not"
        yield {"on": "a power", "clause": "3.3", "because": because}


def _plain(text: str) -> str:
    """A sentence about players who have no names: the Chancellor is the Chancellor and ... says one thing twice."""

    def once(found: re.Match[str]) -> str:
        return f"{found[1]} has" if found[3] == "has" else f"{found[1]} is the"

    return re.sub(r"\b(the (Chancellor|Citizen|Exile)) is (?:the|an?) \2 and (has|the)\b", once, text)


# -- for people ------------------------------------------------------------------------------------------------------


def document(answer: Report, unless: str | None = None) -> list[Block]:
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


def _says(answer: Report, unless: str) -> str:
    data = answer.data
    if data["if_rolled"] is not None:
        then = _wins(data["if_rolled"], [data["if_rolled"]]) + unless
        by = next((each["because"] for each in data["depends"] if each["on"] == "a power"), "")
        if data["needs_roll"] is None:
            return f"the roll of {data['roll']} may end the game, for {by}: then {then}"
        sure = f"{faces(data['needs_roll'])} ({data['chance']})" if data["needs_roll"] else "no face for sure"
        maybe = f", perhaps on {faces(data['may_end'])}: {by}" if by else ""
        return f"roll the end die. On {sure} {then}{maybe}; else the game goes on"
    if data["at"] != OVER and any(each["on"] == "the title" for each in data["depends"]):
        return f"it depends on who takes the title: {data['depends'][0]['because']}"
    if data["winner"] is None:
        return "nobody wins" if data["at"] != OVER else "nobody is noted as its winner"
    if answer.won:
        return f"{data['winner']} wins {listed(list(answer.won))}{unless}"
    return _wins(data, data["ways"]) + unless


def faces(several: Sequence[int]) -> str:
    """Faces of the end die: ``5 or 6``."""
    return listed([str(face) for face in several], "or")


def _wins(data: dict[str, Any], ways: Sequence[dict[str, Any]]) -> str:
    ways_in_words = [f"{WORDS.get(way['how'], way['how'])} ({way['clause']})" for way in ways]
    return f"{data['winner']} wins {listed(ways_in_words)}" if ways_in_words else f"{data['winner']} won"
