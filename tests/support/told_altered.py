"""Journals, positions and states in which something was changed, left out or put in: what is said of them."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from oathtools.journal import Play, file
from oathtools.journal.entry import Entry
from oathtools.kit.lazy import sha256
from oathtools.table.invariants import cautions, faults
from oathtools.table.position.cards import PositionError
from oathtools.table.position.form import check_position, from_position, normal, to_position
from oathtools.table.position.write import as_yaml
from oathtools.table.state import State
from tests.support.games import some_answer, table_game
from tests.support.rich import position
from tests.support.told import Told

ALTERED, BEHIND = 30, 12  # changes of a journal, and entries that follow one
POSITIONS, TOLD = 120, 70  # changes of a position, and answers of people before it
STATES = 300  # changes of a state
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


# -- states ------------------------------------------------------------------------------------------------------------

_FIELDS: dict[str, tuple[Any, ...]] = {
    "oath": ("zzz", "people"),
    "round": (0, 9),
    "visions_drawn": (-1, 6),
    "phase": ("zzz", "act", "wake", "over", "setup"),
    "turn": ("zzz", "red"),
    "mob": (True,),
    "oathkeeper": (None, "zzz", "red"),
    "usurper": (True, False),
}
_LAYERS = ({"relic": 1}, {"vision": 9}, {"denizen": 0})
_PILES = ("favor", "secret", "hidden", "red", "purple", "zzz")


def broken_states(number: int) -> Told:
    """A table at which something cannot be, as no rule brings it about: what is found to be wrong, and what is odd."""
    told = Told(f"states {number}")
    whole = position(500 + number).built()
    for _ in range(STATES):
        state = whole.copy()
        for _ in range(told.rng.choice((1, 1, 1, 2))):
            _broken(state, told.rng)
        try:
            found: Any = [faults(state), cautions(state)]
        except (LookupError, ValueError, AttributeError, TypeError) as fault:
            found = type(fault).__name__
        told.note("judged", found)
    return told


def _broken(state: State, rng: Random) -> None:
    player, card = state.players[rng.choice(state.seats)], rng.choice(sorted(state.where))
    zone, place = rng.choice(sorted(state.zones)), rng.choice([*sorted(state.pieces), card, "board.red", "slot.2"])
    match rng.randrange(10):
        case 0:
            name = rng.choice([*_FIELDS])
            setattr(state, name, rng.choice(_FIELDS[name]))
        case 1:
            player.slot, player.supply = rng.choice((None, 0, 8)), rng.choice((-1, 0, 7, 8))
        case 2:
            player.role = rng.choice(("exile", "citizen", "chancellor", "zzz"))
        case 3:
            state.facedown.pop(card, None) if card in state.facedown else state.facedown.update({card: ()})
        case 4:
            pile = state.pieces.setdefault(place, {})
            what = rng.choice(_PILES)
            pile[what] = pile.get(what, 0) + rng.choice((-9, -1, 0, 1, 2))
        case 5:
            state.zones[zone] = [*state.zones[zone], card]
        case 6:
            state.zones[state.where[card]] = [each for each in state.zones[state.where[card]] if each != card]
            state.zones[zone] = [*state.zones[zone], card]
            state.where[card] = zone
        case 7:
            state.holders[rng.choice([*state.holders])] = rng.choice((None, "red", "zzz"))
        case 8:
            deck = rng.choice(sorted(state.layers) or ["world"])
            state.layers[deck] = [
                *state.layers.get(deck, ()),
                rng.choice(({"relic": 1}, {"vision": 9}, {"denizen": 0})),
            ]
        case _:
            group = rng.choice(sorted(state.groups) or ["zzz"])
            state.groups[group] = rng.choice(([], [card], [*state.groups.get(group, ()), card]))
