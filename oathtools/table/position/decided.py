"""A position as a table plays it: its readings of open points and its house rules beside what the file says."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from oathtools.law.rulings import Readings, in_force
from oathtools.table.position.faults import BESIDE
from oathtools.table.position.form import check_position, to_position


class AtTable(NamedTuple):
    """A position as a table plays it: its data, the variants in force among them, and the readings to go by."""

    data: dict[str, Any]
    readings: dict[str, str]
    warnings: list[str]


def at_table(said: Mapping[str, Any], table: Readings) -> AtTable:
    """The data of a position with what a table has decided: what the file says of it comes first.

    Raises ``PositionError``.
    """
    own = said.get("variants") or {}
    own = {name: {} for name in own} if isinstance(own, list) else own
    if table.variants and isinstance(own, Mapping):
        said = {**said, "variants": {**{name: {} for name in table.variants}, **own}}
    state, warnings = check_position(said)
    data = to_position(state, **{key: said.get(key) for key in BESIDE})
    readings = in_force(table) | {str(key): str(letter) for key, letter in (data.get("rulings") or {}).items()}
    return AtTable(data, readings, warnings)
