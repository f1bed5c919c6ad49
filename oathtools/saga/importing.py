"""Save strings of one group, one after another, into one saga: each step explained (``transitions``), then its history.

A source holds one string, several (one a line, with ``#`` comments, labels, quotation marks; or a JSON list), or is a
Chronicle file. Strings that say the same
world twice are taken once. Nothing here writes a file.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.kit import intake
from oathtools.saga.chronicle.form import loads
from oathtools.saga.chronicle.record import Chronicle, ChronicleError
from oathtools.saga.save_string import string as tts
from oathtools.saga.save_string.parse import facts
from oathtools.saga.transitions import Transition, explain, same_world

_START = re.compile(r"0[1-3]0[0-9]0[0-9][0-9A-Fa-f]{4}")  # a version and the number of a game
SAVED = "save string"  # what an entry of the history says of its source


class Unreadable(ValueError):
    """A source that is neither a save string nor a Chronicle: ``name`` is where it stands, ``fault`` what is wrong."""

    def __init__(self, name: str, fault: tts.SaveStringError | ChronicleError) -> None:
        super().__init__(f"{name}: {fault}")
        self.name, self.fault = name, fault


class Nothing(ValueError):
    """A source without any save string in it: empty, or comments only. ``name`` is where it stands."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} holds no save string")
        self.name = name


class World(NamedTuple):
    """A world that was read, where it stood, and what is odd about it in words without hidden cards, and with them."""

    name: str
    chronicle: Chronicle
    public: tuple[str, ...] = ()
    full: tuple[str, ...] = ()


@dataclass(slots=True)
class Import:
    """Worlds in a row and the games between them. ``saga`` is the last world with its whole history."""

    saga: Chronicle
    transitions: list[Transition] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def explained(self) -> bool:
        """Does every world follow from the one before it?"""
        return not any(each.flags for each in self.transitions)


def worlds_in(name: str, text: str, *, repair: bool = False) -> list[World]:
    """The worlds in a text. ``repair`` mends a damaged string where one way stands out.

    Raises ``Unreadable``, ``Nothing``.
    """
    if _is_chronicle(text):
        try:
            return [World(name, loads(text))]
        except ChronicleError as fault:
            raise Unreadable(name, fault) from None
    held = sum(map(_holds, text.splitlines()))
    if not held:
        raise Nothing(name)
    try:
        return [_world(name, text, repair and held == 1)]  # several lines are not one damaged string
    except Unreadable:
        lines = _lines(name, text)
        if not lines:
            raise
    return [_world(where, line, repair) for where, line in lines]


def _lines(name: str, text: str) -> list[tuple[str, str]]:
    """The strings of a text that is not one itself: a JSON list of them, or one a line, with what is around them."""
    if text.lstrip("\ufeff \n\r\t").startswith("["):
        try:
            listed = intake.from_json(text.lstrip("\ufeff"))
        except ValueError:
            listed = []
        if listed and all(isinstance(each, str) for each in listed):
            return [(f"{name}, number {number}", each) for number, each in enumerate(listed, 1)]
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if _holds(line)]
    if len(lines) == 1 and lines[0][1] == text.strip():
        return [(name, within)] if (within := _within(text)) != text else []
    return [(f"{name}, line {number}", _within(line)) for number, line in lines]


def _within(line: str) -> str:
    """The save string in a line that says more, a label or quotation marks; the line itself if there is none."""
    for found in _START.finditer(line):
        within = line[found.start() :]
        for end in ("", " \t\r\n\"'`,;]"):
            with suppress(tts.SaveStringError):
                tts.read_raw(string := within.rstrip(end) if end else within)
                return string
    return line


def _is_chronicle(text: str) -> bool:
    return text.lstrip("\ufeff \n\r\t").startswith("{") or any(
        line.startswith(("map:", "format:", "world_deck:")) for line in text.splitlines()
    )


def _holds(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _world(name: str, text: str, repair: bool) -> World:
    try:
        reading = tts.examine(text, repair=repair, relics=False)
    except tts.SaveStringError as fault:
        raise Unreadable(name, fault) from None
    every = len(catalog.ids("vision"))  # a deck without any Vision is one that was not rebuilt (1.box)
    put_off = [note for note in reading.notes if note.kind == "missing_visions" and note.weight == every]
    notes = [*reading.repairs, *(note for note in reading.notes if note not in put_off)]
    return World(name, reading.chronicle, tuple(n.public for n in notes), tuple(n.full for n in notes))


def imported(worlds: Sequence[World], saga: Chronicle | None = None) -> Import:
    """The saga that worlds in a row make, or add to ``saga``, with every game between two of them explained.

    Raises ``ValueError`` if there is no world at all.
    """
    chain = list(worlds)
    result = Import(saga if saga is not None else Chronicle())
    there = [at for at, (_, world, *_) in enumerate(chain) if saga is not None and same_world(saga, world)]
    if there and there[-1]:
        result.notes.append(f"left out: {there[-1]} worlds before the one that this saga has come to")
        del chain[: there[-1]]
    elif saga is not None and chain and all(world.game < saga.game for _, world, *_ in chain):
        result.notes.append(f"left out: {len(chain)} worlds, all before game {saga.game}, which this saga has come to")
        chain.clear()
    if saga is not None and saga.variants:
        kept = ", ".join(saga.variants)
        result.notes.append(
            f"this saga keeps {kept}: save strings say nothing of it, and chapter 8 alone is looked for"
        )
    last = saga
    history = list(saga.history) if saga is not None else []
    for name, world, *_ in chain:
        if last is None:
            history += _from_the_first(world)
        elif same_world(last, world) or (last is saga and last.game == world.game and last.unknown()):
            result.notes.append(f"{name}: the world before game {world.game}, which is there already")
        else:
            step = explain(last, world)
            result.transitions.append(step)
            history.append(_entry(step))
        last = world
    if last is None:
        raise ValueError("no world was given")
    variants = deepcopy(saga.variants) if saga is not None else {}
    result.saga = replace(last, history=history, variants=variants or last.variants)
    if saga is not None and not result.transitions:
        result.saga = saga
    return result


def _entry(step: Transition) -> dict[str, Any]:
    entry = {**step.entry, "map": public_map(step.after), "source": SAVED}
    if step.flags:
        entry["flagged"] = [f"{flag.clause}: {flag.public}" for flag in step.flags]
    return entry


def _from_the_first(world: Chronicle) -> list[dict[str, Any]]:
    """What the first string says of the game before it: who won, and the world that came of it."""
    note, placeholder = world.tts, facts()["placeholder"]["winner_name"]
    if world.game < 2 or not note.winner or (note.winner_name or placeholder) == placeholder:
        return []
    citizens = [color for color, side in world.boards.items() if side == "citizen"]
    color = note.winner[0]
    role = "chancellor" if color == "purple" else world.boards.get(color, "")
    entry = {"game": world.game - 1, "winner": note.winner_name, "color": color, "role": role}
    more = {"next_oath": world.oath, "citizens": citizens, "map": public_map(world), "source": SAVED}
    return [{**entry, **{key: value for key, value in more.items() if value}}]


def public_map(world: Chronicle) -> list[dict[str, Any] | None]:
    """The map as everybody sees it, as an entry of the history keeps it; None is a facedown site."""
    rows: list[dict[str, Any] | None] = []
    for row in world.map:
        if row.facedown or not isinstance(row.site, str):
            rows.append(None)
            continue
        cards = [card for card in row.cards if isinstance(card, str)]
        entry: dict[str, Any] = {"site": row.site}
        rows.append(
            {**entry, **({"cards": cards} if cards else {}), **({"relics": n} if (n := len(row.relics)) else {})}
        )
    return rows
