"""A campaign resolved with the dice that fell, step by step, for people and for programs."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from oathtools.odds.course import ASIDE, BOARD, Move, Step
from oathtools.odds.course import as_json as steps_as_json
from oathtools.odds.luck import ORDERS, Luck, Roll
from oathtools.odds.numbers import ratio
from oathtools.odds.resolution import Faces, Result
from oathtools.text import percent, wrap

Say = Callable[[str], str]
_HANGING = " " * 9
_WHY = {"skulls": "killed by skulls", "sacrifice": "sacrificed", "defeat": "killed in the defeat", "plan": "killed"}


def plain(sentence: str) -> str:
    """A sentence as it stands: where nothing has a name of its own."""
    return sentence


def as_text(head: str, steps: Iterable[Step], tail: Iterable[str], width: int, say: Say = plain) -> str:
    """A head line, the steps, then what is to be said at the end."""
    lines = [*wrap(head, width), ""] if head else []
    for step in steps:
        lines += step_lines(step, width, say)
    tail = list(tail)
    return "\n".join([*lines, "", *tail] if tail else lines)


def step_lines(step: Step, width: int, say: Say = plain) -> Iterator[str]:
    """One step: its clause and name, what happens, and what is to be moved."""
    cites = f" ({', '.join(step.cites)})" if step.cites else ""
    yield from wrap(f"{step.clause:<8} {step.name}{cites}", width, "", _HANGING)
    for said in step.says:
        yield from wrap(say(said), width, _HANGING, _HANGING + "  ")
    for move in step.moves:
        yield from wrap("> " + move_words(move, say), width, _HANGING, _HANGING + "  ")


def move_words(move: Move, say: Say = plain) -> str:
    """What is to be done with warbands on the table."""
    count = "1 warband" if move.warbands == 1 else f"{move.warbands} warbands"
    to = {ASIDE: "aside, until the end of the campaign", BOARD: "to the board"}.get(move.to, "to their personal bank")
    words = f"{count} of the {move.side} {to} ({_WHY[move.why]})"
    if len(move.places) > 1:
        where = ", ".join(f"{say(_place(place))} {here}" for place, here in move.places.items())
        words += f"; they lie at: {where}"
    return words + (f"; {say(move.choice)} chooses which" if move.choice else "")


def _place(place: str) -> str:
    return f"the board of {place.partition('.')[2]}" if place.startswith("board.") else place


def luck_lines(luck: Luck, width: int) -> list[str]:
    """How likely a result at least this good was, what that means, and the dice by themselves."""
    lines = ["Luck: a result at least this good"]
    for side, chance in (("attacker", luck.attacker), ("defender", luck.defender)):
        lines += wrap(f"for the {side}: {percent(*chance)}", width, "  ", "    ")
        lines += wrap(f"({ORDERS[side]})", width, "    ", "    ")
    for name, roll, what in (("Defense dice", luck.defense, "shields"), ("Attack dice", luck.attack, "swords")):
        if roll is not None:
            shown = f"{roll.value} {what if roll.value != 1 else what[:-1]}"
            said = f"{name}: {shown}; as many or more {percent(*roll.at_least)}, "
            lines += wrap(said + f"as many or fewer {percent(*roll.at_most)}", width, "  ", "    ")
    return lines


def luck_as_json(luck: Luck) -> dict[str, Any]:
    """The luck for programs."""
    return {
        "attacker": ratio(*luck.attacker),
        "attacker_float": luck.attacker[0] / luck.attacker[1],
        "defender": ratio(*luck.defender),
        "defender_float": luck.defender[0] / luck.defender[1],
        "exactly": ratio(*luck.exactly),
        "order": dict(ORDERS),
        "defense_roll": _roll_as_json(luck.defense),
        "attack_roll": _roll_as_json(luck.attack),
    }


def _roll_as_json(roll: Roll | None) -> dict[str, Any] | None:
    if roll is None:
        return None
    return {"value": roll.value, "at_least": ratio(*roll.at_least), "at_most": ratio(*roll.at_most)}


def result_as_json(faces: Faces, result: Result, steps: Iterable[Step], luck: Luck) -> dict[str, Any]:
    """What a resolved campaign came to, for programs."""
    return {
        "rolls": {"defense": list(faces.defense), "attack": list(faces.attack)},
        "won": result.won,
        "defense": result.defense,
        "attack": result.attack,
        "skulls": result.skulls,
        "needed": result.needed,
        "enough": result.enough,
        "ending": result.ending._asdict(),
        "steps": steps_as_json(steps),
        "luck": luck_as_json(luck),
    }


def citations(steps: Iterable[Step]) -> list[str]:
    """The clauses and rulings of some steps."""
    return list(dict.fromkeys(cite for step in steps for cite in (step.clause, *step.cites)))
