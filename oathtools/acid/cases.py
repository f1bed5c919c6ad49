"""The cases, as they are written (``data/acid``) and as any engine reads them: one JSON object a line.

A file of cases has a chapter of the Law, what all its cases have in common (``base``), and the cases by name. A case
says why, by which clauses, what differs from the base (``at``), what is done, and what that changes (``gives``) or the
clauses that refuse it (``bar``). What it does not name stays as it was. ``each`` are several cases that share the rest.
See ``docs/acid.md``.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from oathtools import catalog, datafiles
from oathtools.acid.positions import Flat, full, short
from oathtools.procedures.campaign.kinds import PLAN, ROLL_OF
from oathtools.procedures.turn.loop import ACTIONS
from oathtools.table.state import SLOTS

BOOK = "acid"
_STEP = ("using", "plans", "attack", "defense", "with", "gives", "bar")

_ATTACK = {"h": "hollow_sword", "s": "sword", "k": "two_swords_skull"}
_DEFENSE = {"0": "blank", "1": "shield", "2": "two_shields", "x": "doubler"}
_COUNTED = re.compile(r"(\d+) (more|less)")


class Case(NamedTuple):
    """A case: its name, the chapter, the cards it is about, clauses and reason, the position, and what is done."""

    id: str
    chapter: str
    cards: list[str]
    law: list[str]
    why: str
    position: Flat
    steps: list[dict[str, Any]]


def cases() -> list[Case]:
    """Every case, in the order of the files."""
    book = datafiles.load(BOOK)
    common = book["base"]
    return [case for name, file in book.items() if name != "base" for case in _of_file(name, file, common)]


def _of_file(name: str, file: dict[str, Any], common: Flat) -> Iterator[Case]:
    base = {**common, **file.get("base", {})}
    for key, told in file["cases"].items():
        for suffix, each in _rows(told):
            try:
                yield _case(f"{name}/{key}{suffix}", str(each.get("chapter", file["chapter"])), each, base)
            except (KeyError, ValueError, TypeError, AttributeError) as wrong:
                raise ValueError(f"{name}/{key}{suffix}: {type(wrong).__name__} {wrong}") from wrong


def _rows(told: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A case alone, or each of those that share the rest."""
    if "each" not in told:
        yield "", told
        return
    shared = {key: value for key, value in told.items() if key != "each"}
    for suffix, row in told["each"].items():
        other = "gives" if "bar" in row else "bar" if "gives" in row else ""
        rest = {key: value for key, value in shared.items() if key != other}
        yield f".{suffix}", {**rest, **row, **{key: _both(key, rest, row) for key in ("at", "do", "gives")}}


def _both(key: str, shared: dict[str, Any], row: dict[str, Any]) -> Any:
    if isinstance(shared.get(key), list) or isinstance(row.get(key), list):
        return row.get(key, shared.get(key))
    return {**shared.get(key, {}), **row.get(key, {})}


_KEYS = ("why", "law", "card", "chapter", "at", "do", "gives", "bar")


def _case(name: str, chapter: str, told: dict[str, Any], base: Flat) -> Case:
    if strange := [key for key in told if key not in _KEYS]:
        raise ValueError(f"no such key: {strange[0]}")
    law = told["law"]
    cards = told.get("card", [])
    at = told.get("at", {})
    position = _position({**_without(base, set(_named_in(at))), **at})
    return Case(
        name,
        chapter,
        [cards] if isinstance(cards, str) else cards,
        [str(clause) for clause in (law if isinstance(law, list) else [law])],
        told["why"],
        position,
        list(_steps(told, position)),
    )


def _without(base: Flat, named: set[str]) -> Flat:
    """What the cases of a file have in common, its decks without the cards that a case has elsewhere."""
    decks = {key: [card for card in base[key] if card not in named] for key in ("world_deck",) if key in base}
    return {**base, **decks}


def _position(flat: Flat) -> Flat:
    """A position in full: the map filled up, and relics that are nowhere else in the Reliquary."""
    flat = {key: value for key, value in flat.items() if value is not None}
    named = set(_named_in(flat))
    if flat.get("reliquary") == "covered":
        free = (short(card) for card in catalog.ids("relic") if short(card) not in named)
        flat["reliquary"] = [next(free) for _ in range(4)]
    if len(flat["map"]) != SLOTS:
        raise ValueError(f"the map has {len(flat['map'])} sites")
    return flat


def _named_in(flat: Flat) -> Iterator[str]:
    for value in flat.values():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, str):
                yield each.removeprefix("~")


# -- what is done -----------------------------------------------------------------------------------------------------


def _steps(told: dict[str, Any], position: Flat) -> Iterator[dict[str, Any]]:
    does = told["do"]
    if isinstance(does, dict):
        end = "bar" if "bar" in told else "gives"
        ends = {end: told.get(end)}
        does = [{**does, **ends}]
    state = dict(position)
    for step in does:
        request = _request(step)
        if "bar" in step:
            clauses = step["bar"] if isinstance(step["bar"], list) else [step["bar"]]
            yield {"request": request, "legal": False, "clauses": [str(clause) for clause in clauses]}
            continue
        changes = {key: _becomes(state.get(key), value) for key, value in (step.get("gives") or {}).items()}
        state |= changes
        yield {"request": request, "legal": True, "changes": changes}


def _request(step: dict[str, Any]) -> dict[str, Any]:
    """A request in full: the action, its fields, the modifiers used, and the choices in its course."""
    action = next(iter(step))
    request: dict[str, Any] = {"action": action}
    if action in ACTIONS and step[action] is not None:
        request[ACTIONS[action].fields[0].name] = step[action]
    request |= {key: value for key, value in step.items() if key != action and key not in _STEP}
    if "using" in step:
        request["using"] = _several(step["using"])
    choices: list[list[Any]] = [[PLAN, card] for card in _several(step.get("plans", []))]
    for side, faces in (("defense", _DEFENSE), ("attack", _ATTACK)):
        if side in step:
            choices.append([ROLL_OF[side], [faces[face] for face in str(step[side])]])
    more = step.get("with", {})
    choices += [list(choice) for choice in (more.items() if isinstance(more, dict) else more)]
    if choices:
        request["choices"] = choices
    return request


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _becomes(before: Any, told: Any) -> Any:
    """What a key holds afterwards: as told, or by what it held (``2 more``, ``gets CARD``, ``loses CARD``)."""
    if not isinstance(told, str):
        return told
    counted = _COUNTED.fullmatch(told)
    if counted:
        return int(before or 0) + int(counted[1]) * (1 if counted[2] == "more" else -1)
    verb, _, names = told.partition(" ")
    cards = names.split()
    if verb == "gets":
        return [*(before or []), *cards]
    if verb == "loses":
        missing = [card for card in cards if card not in (before or [])]
        if missing:
            raise ValueError(f"{missing[0]} is not there")
        return [card for card in before if card not in cards]
    return told


def cards_shown(every: list[Case]) -> dict[str, int]:
    """How many cases are about each card, site, banner and space, by id."""
    shown: dict[str, int] = {}
    for case in every:
        for card in case.cards:
            shown[full(card)] = shown.get(full(card), 0) + 1
    return shown
