"""Requests in the words of the grammar, in ids: what ``answer`` and ``why`` take.

A value is written as the reader of its kind (``values``) reads it, a field by its flag if it has one.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from oathtools.procedures.actions.play import ADVISER, DISCARD, FACEDOWN, VISION
from oathtools.procedures.actions.record import Action, Field
from oathtools.procedures.adjudicate import Request
from oathtools.procedures.turn.loop import ACTIONS


def spoken(request: Request) -> str:
    """A request as it was understood, whole or not, with the faces that unknown cards are said to have."""
    faces = request.faces
    told = {name: faces.get(each, each) if isinstance(each, str) else each for name, each in request.given.items()}
    return " ".join([words_of(request.action, told, request.modifiers), *_flagged("--plan", request.plans)])


def words_of(action: str, fields: Mapping[str, Any], modifiers: Iterable[tuple[str, str]] = ()) -> str:
    """A request in the words of the grammar, in ids: what ``answer`` and ``why`` take."""
    told = [field for field in _in_order(ACTIONS[action]) if field.name in fields] if action in ACTIONS else []
    verb = "discard" if any(field.kind == "placement" and fields[field.name] == DISCARD for field in told) else action
    words = {field.name: _WRITERS.get(field.kind, _plain)(fields[field.name]) for field in told}
    words |= {field.name: [] for field in told if _goes_without_saying(field, words)}
    line = [verb, *(word for field in told if not field.flag for word in words[field.name])]
    line += [word for field in told if field.flag for word in _flagged(field.flag, words[field.name])]
    return " ".join([*line, *_flagged("--with", [f"{card}@{param}" if param else card for card, param in modifiers])])


def _in_order(action: Action) -> list[Field]:
    """The fields as they are said: in the order of its menu, the others behind them."""
    places = {field.name: action.menu.find(f"{{{field.name}}}") for field in action.fields}
    return sorted(action.fields, key=lambda field: (places[field.name] < 0, places[field.name]))


def _goes_without_saying(field: Field, words: Mapping[str, list[str]]) -> bool:
    """The printed price, of a relic that is named by where it lies."""
    return (
        field.kind == "price"
        and words[field.name] == ["printed"]
        and ["relic"] in (each[:1] for each in words.values())
    )


def _flagged(flag: str, values: Iterable[str]) -> list[str]:
    return [word for value in values for word in (flag, value)]


def _plain(value: Any) -> list[str]:
    return [str(value)]


def _placed(to: str) -> list[str]:
    return _PLACES.get(to, ["site", to])


_PLACES: dict[str, list[str]] = {
    DISCARD: [],
    ADVISER: ["adviser"],
    FACEDOWN: ["adviser", "--facedown"],
    VISION: ["vision"],
}
# How values of a kind are written where they do not stand for themselves.
_WRITERS: dict[str, Callable[[Any], list[str]]] = {
    "oneself": lambda value: [],
    "text": lambda value: [] if value == "nothing" else [value],
    "prize": lambda value: value.split("-"),
    "relic": lambda value: value.split("-") if value.startswith("reliquary") else [value],
    "space": lambda value: [value.removeprefix("reliquary-")],
    "placement": _placed,
    "targets": list,
}
