"""What a position may be faulted for, and what reading one gives."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from oathtools.table.state import State
from oathtools.values import Fault

FORMAT = 1
BESIDE = ("rulings", "then")


class PositionError(ValueError):
    """A text that states no position. ``faults`` are all of them: ``{"where", "message", "hint", "clause"}``."""

    def __init__(self, faults: Iterable[Mapping[str, str | None]]) -> None:
        self.faults: list[Fault] = [dict(fault) for fault in faults]
        super().__init__("; ".join(f"{fault['where']}: {fault['message']}" for fault in self.faults))


class Reading(NamedTuple):
    """What a position says: the state, and what is odd about it without being wrong."""

    state: State
    warnings: list[str]
