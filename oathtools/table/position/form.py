"""Position files: a short YAML or JSON text that states how a game stands (what FEN is to chess).

``read_position`` gives the data of a file, ``from_position`` the state it states, ``to_position`` the canonical short
form of a state. ``normal`` is the canonical form of a position. The complete form with the default of every key is in
``docs/formats.md``; in short, everything may be left out:

* ``format`` 1, ``oath`` supremacy, ``round`` 1, ``visions_drawn`` 0, ``turn`` the Chancellor's, phase ``act``; a phase
  stands before its first step unless ``turn.step`` names another one
* ``players``: the Chancellor and a red Exile. Of a player: the role of the first is chancellor, else exile; the color
  is purple for the Chancellor, else the next one free in the box's order; the name is the color; the pawn stands at the
  topmost faceup site; Supply is on its first space; nothing is held. The Grand Scepter is the Chancellor's if it is
  named nowhere.
* ``sites``: each one left out is unknown and facedown, with nothing at it
* ``banners`` in the shared bank with what setup puts on them; the title with the Chancellor on its Oathkeeper side;
  favor banks as at setup (1.6), or what is left of the 36; the Reliquary covered by four unknown relics
* ``world_deck`` one unordered layer of the denizens and Visions that are nowhere else, so many that a usual game's
  cards are complete; any denizen not named elsewhere may be in it; ``relic_deck`` all other relics; piles empty
* the Archive and the site deck: the rest, by elimination

``rulings`` and ``then`` (answers to be played from the position) say nothing of the table: they are checked in form and
left to whoever asked. ``variants`` names the house rules in force, each with what it keeps of the game.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from oathtools.kit import intake
from oathtools.kit.intake import ValueFault
from oathtools.law.rulings import Readings, in_force
from oathtools.table.position.cards import BESIDE, PositionError, Reading
from oathtools.table.position.read import read
from oathtools.table.position.write import as_yaml, write
from oathtools.table.state import State


def check_position(data: Mapping[str, Any]) -> Reading:
    """The state that a position states, with warnings. Raises ``PositionError`` with every fault."""
    return read(data)


def from_position(data: Mapping[str, Any]) -> State:
    """The state that a position states (``data`` as parsed from YAML or JSON).

    Raises ``PositionError`` with every fault at once.
    """
    return check_position(data).state


def to_position(
    state: State, *, rulings: Mapping[str, str] | None = None, then: Iterable[str] | None = None
) -> dict[str, Any]:
    """The canonical short form of a state at an action boundary, as plain data for YAML or JSON.

    ``rulings`` and ``then`` are put in as they are. Raises ``ValueError`` for what a position cannot say:
    a game still in setup, or cards and pieces in places that only exist in the middle of an action.
    """
    return write(state, {"rulings": rulings, "then": then})


def normal(data: Mapping[str, Any]) -> dict[str, Any]:
    """The canonical short form of a position. Raises ``PositionError``."""
    return to_position(from_position(data), **{key: data.get(key) for key in BESIDE})


def position_text(data: Mapping[str, Any]) -> str:
    """A position as YAML for people: one line for each player and site."""
    return as_yaml(data)


def read_position(source: str | Path) -> dict[str, Any]:
    """The data of a position, from a file or from its text (YAML or JSON; also the ``--json`` answer of an export).

    A string is a text if it has several lines or begins with a brace, else the name of a file. Raises ``OSError`` for a
    file that cannot be read and ``PositionError`` for a text that is no mapping.
    """
    is_text = isinstance(source, str) and ("\n" in source or ": " in source or source.lstrip()[:1] == "{")
    text = str(source) if is_text else file_text(Path(source))
    data = _parse(text.removeprefix("\ufeff"))
    if isinstance(data, dict) and data.get("ok") is True and isinstance(data.get("data"), dict):
        data = data["data"]
    if data is None:
        intake.note("the position says nothing: everything in it has its default")
        data = {}
    if not isinstance(data, dict):
        raise PositionError([_fault("file", "a position is a mapping: oath, round, players, sites ...")])
    return data


def file_text(path: Path) -> str:
    """The text of a position file. Raises ``OSError`` and ``PositionError``."""
    try:
        return intake.read(path, intake.POSITION)
    except UnicodeDecodeError:
        raise PositionError([_fault("file", "this is not text in UTF-8")]) from None


def _parse(text: str) -> Any:
    if text.lstrip()[:1] == "{":
        try:
            return intake.from_json(text, _without_doubles)
        except ValueError:
            pass  # a brace also begins YAML, whose reader says where a fault is
    return _parse_yaml(text)


def _parse_yaml(text: str) -> Any:
    import yaml

    from oathtools.kit.handwritten import load, problem

    try:
        return load(text)
    except yaml.YAMLError as wrong:
        found = problem(wrong, text)
        where = f"line {found.line}, column {found.column}" if found.line else "file"
        raise PositionError([_fault(where, found.message, found.hint)]) from None


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise ValueError(f"the key {key!r} stands twice")
        data[key] = value
    return data


def _fault(where: str, message: str, hint: str | None = None) -> ValueFault:
    return {"where": where, "message": message, "hint": hint, "clause": None}


# -- A position as a table plays it: its readings of open points and its house rules beside what the file says ---------


class AtTable(NamedTuple):
    """A position as a table plays it: its data, the variants in force among them, and the readings to go by.

    ``state``: as it was read, before the data took their short form; unknown cards may have other numbers.
    """

    data: dict[str, Any]
    readings: dict[str, str]
    warnings: list[str]
    state: State | None = None


def at_table(arguments: Mapping[str, Any], table: Readings) -> AtTable:
    """The data of a position with what a table has decided: what the file says of it comes first.

    Raises ``PositionError``.
    """
    own = arguments.get("variants") or {}
    own = {name: {} for name in own} if isinstance(own, list) else own
    if table.variants and isinstance(own, Mapping):
        arguments = {**arguments, "variants": {**{name: {} for name in table.variants}, **own}}
    state, warnings = check_position(arguments)
    data = to_position(state, **{key: arguments.get(key) for key in BESIDE})
    readings = in_force(table) | {str(key): str(letter) for key, letter in (data.get("rulings") or {}).items()}
    return AtTable(data, readings, warnings, state)
