"""Journals and positions in which somebody has changed something, left it out or put it in: what is said of them."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from oathtools.journal import Play, file
from oathtools.journal.entry import Entry
from oathtools.kit.lazy import sha256
from oathtools.table.invariants import faults
from oathtools.table.position.cards import PositionError
from oathtools.table.position.form import check_position, from_position, normal, to_position
from oathtools.table.position.write import as_yaml
from tests.support.games import some_answer, table_game
from tests.support.rich import position
from tests.support.told import Told

ALTERED, BEHIND = 30, 12  # changes of a journal, and entries that follow one
POSITIONS, TOLD = 120, 70  # changes of a position, and answers of people before it
Data = dict[str, Any]


def _asked(key: str, value: Any) -> Callable[[Data, Random], Any]:
    return lambda data, rng: data.setdefault("asked", {}).update({key: value})


def _said(key: str, *values: Any) -> Callable[[Data, Random], Any]:
    return lambda data, rng: data.update({key: rng.choice(values)})


CHANGED = (
    _said("answer", "zzz", [], None, 7, "end", ["zzz"], {"zzz": 1}),
    _said("state", "0"),
    _said("skipped", [], [["zzz", "x"]], [["travel.to", "site.mine"]]),
    _said("overruled", [["5.2", "so", "law"]]),
    *(_asked("kind", kind) for kind in ("zzz", "act", "muster.card")),
    *(_asked("who", who) for who in ("red", "purple", "zzz")),
    *(_asked("options", options) for options in (["zzz"], [], None, "sha256:0")),
)
PUT_IN: tuple[Data, ...] = (
    {"chronicle": {}},
    {"readings": {"A-05": "b"}, "state": "0"},
    {"readings": {"A-05": "zzz"}},
    {"readings": {"A-999": "a"}},
    {"variants": {"zzz": {}}},
    {"remark": {"ended": 9, "how": "kept"}},
    {"remark": {"note": "longbows", "by": "red", "for": "red"}},
    {"remark": {"promise": {"between": ["red", "zzz"], "text": "so"}}},
    {"remark": {"zzz": 1}},
    {"adjust": {"players": []}, "said": "so"},
    {"adjust": {"round": 3}, "said": "so"},
    {"undo_to": 2, "head": 9},
    {"undo_to": 99, "head": 9},
    {"redo_to": 1, "head": 9},
    {"redo_to": 99, "head": 9},
)


def altered_game(path: Path) -> Told:
    """A recorded game with one entry otherwise, again and again: where it stops, what differs, what stands then."""
    told, content = Told(f"altered {path.stem}"), file.read(path)
    lines = [entry.as_data() for entry in content.entries]
    for _ in range(ALTERED):
        at, way = told.rng.randrange(min(len(lines), 90)), told.rng.random()
        data = dict(lines[at], asked=dict(lines[at]["asked"])) if "asked" in lines[at] else dict(lines[at])
        if way < 0.5:
            told.rng.choice(CHANGED)(data, told.rng)
            changed = [data]
        else:
            changed = [] if way < 0.6 else [dict(told.rng.choice(PUT_IN), n=data["n"]), data]
        _opened(told, content.header, [*lines[:at], *changed, *lines[at + 1 : at + BEHIND]])
    return told


def _opened(told: Told, header: dict[str, Any], lines: list[Data]) -> None:
    try:
        play = Play(header, [Entry.from_data(dict(data, n=n)) for n, data in enumerate(lines, 1)])
    except (LookupError, ValueError, TypeError) as fault:
        told.note("told", [type(fault).__name__, str(fault)])
        return
    told.note("told", [play.stopped, play.differences, [each.shown_to(None) for each in play.differences]])
    told.note("shown", [play.head, [entry.n for entry in play.live], play.undone, play.state.digest()])
    told.asked(play.pending)


# -- positions ---------------------------------------------------------------------------------------------------------

_PUT: tuple[Any, ...] = (None, "", "zzz", -1, 0, 1, 2, 3, 5, 9, 40, True, [], {}, ["zzz"], {"zzz": 1}, [None])
_PUT += ("Longbows", "Mine", "Faith", "red", "purple", "Ann", "facedown", "supremacy", "act")
_PUT += (["Longbows", "Longbows"], {"favor": 3}, {"red": 2})
_KEYS = ("zzz", "favor", "secrets", "warbands", "relics", "cards", "facedown", "site")


def altered_positions(number: int) -> Told:
    """A table as a position, in which a few things are otherwise: each fault by its place, or how it stands then.

    A crowded one, or one of people who have told the tool some of it.
    """
    told = Told(f"positions {number}")
    state = position(400 + number).built()
    if number % 2:
        play, rng = table_game(number), Random(number)
        while play.pending is not None and len(play.live) < TOLD:
            play.answer(some_answer(play.pending, rng))
        state = play.state
    whole = to_position(state)
    for _ in range(POSITIONS):
        data = json.loads(json.dumps(whole))
        for _ in range(told.rng.choice((1, 1, 1, 2))):
            _altered(data, told.rng)
        try:
            found = check_position(data)
            state = from_position(data)
        except PositionError as wrong:
            told.note("told", [wrong.faults, str(wrong)])
            continue
        told.note("told", [found.warnings, faults(state)])
        told.note("shown", [state.digest(), normal(data), sha256(as_yaml(to_position(state)).encode()).hexdigest()])
    return told


def _altered(data: Any, rng: Random) -> None:
    """Go down to some place, and put something else there, or nothing, or something more."""
    keys = [*data] if isinstance(data, dict) else [*range(len(data))]
    key = rng.choice(keys) if keys else None
    if key is not None and isinstance(data[key], dict | list) and data[key] and rng.random() < 0.85:
        _altered(data[key], rng)
    elif key is not None and rng.random() < 0.25:
        del data[key]
    elif key is not None and rng.random() < 0.8:
        data[key] = rng.choice(_PUT)
    elif isinstance(data, dict):
        data[rng.choice(_KEYS)] = rng.choice(_PUT)
    else:
        data.append(rng.choice((*_PUT, *data)))
