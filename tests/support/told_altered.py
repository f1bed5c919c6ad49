"""Journals in which somebody has changed an entry, left one out or put one in: what is said when they are opened."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from oathtools.journal import Play, file
from oathtools.journal.entry import Entry
from tests.support.told import Told

ALTERED, BEHIND = 30, 12  # changes of a journal, and entries that follow one
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
