"""A game that keeps account of what a verdict rests on: the powers that were asked, and the readings of open points."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from oathtools.engine.rows import Row
from oathtools.engine.windows import Power
from oathtools.procedures.machine.cost import Cost
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Changed, Game
from oathtools.procedures.machine.registry import OathRegistry
from oathtools.procedures.machine.sentences import clause_of
from oathtools.table.state import State

# A power that changed a number, by the clause it rests on first: the clause, the card.
By = tuple[str, str]


class Heard(NamedTuple):
    """What powers said while somebody listened: values they changed, and those that were asked for rows."""

    changed: list[Changed]
    asked: list[Power]

    def by(self, *places: str) -> tuple[By, ...]:
        """Who changed a cost, or a value at one of these places."""
        told = [each for each in self.changed if isinstance(each.before, Cost) or each.place in places]
        return tuple(dict.fromkeys((clause_of(each.power), each.power.card) for each in told))


class Witness(Game):
    """A game in which nothing happens: it is only asked.

    ``readings_used`` are the open points whose reading was asked for. Within ``listening()`` every power that changes
    a value or is asked for rows is noted. The state is shared with the game it was made from and is never changed.
    """

    __slots__ = ("_ears", "readings_used")

    def __init__(self, state: State, registry: OathRegistry, readings: dict[str, str] | None = None) -> None:
        super().__init__(state, registry, readings)
        self._ears: Heard | None = None
        self.readings_used: dict[str, str] = {}

    @contextmanager
    def listening(self) -> Iterator[Heard]:
        """Note what powers say meanwhile."""
        before, self._ears = self._ears, Heard([], [])
        try:
            yield self._ears
        finally:
            self._ears = before

    def like(self, other: Game) -> "Witness":
        """The same game; of a copy made to try things on, the readings that it asks for are noted here too.

        So is what powers say there, while somebody listens.
        """
        if isinstance(other, Witness) and self.readings == other.readings:
            self.readings_used, self._ears = other.readings_used, other._ears
        super().like(other)
        return self

    def takes(self, ruling: str, default: str) -> str:
        """The reading in force of an open point, noted."""
        reading = super().takes(ruling, default)
        self.readings_used[ruling] = reading
        return reading

    def fold(self, place: str, value: Any, frame: Frame | None = None) -> Any:
        """A value changed by every live power at a place, each change noted."""
        if self._ears is None:
            return super().fold(place, value, frame)
        for change in self.changes(place, value, frame or self.frame):
            self._ears.changed.append(change)
            value = change.after
        return value

    def rows(self, place: str, frame: Frame, given: dict[str, Any] | None = None) -> Iterable[Row]:
        """The rows of every live power at a place; those that are asked are noted."""
        frame = frame.with_(**given) if given else frame
        if self._ears is not None:
            self._ears.asked.extend(power for power, _ in self._about(place, frame))
        return super().rows(place, frame)

    def deaf_to(self, card: str) -> "Witness":
        """The same table, asked as if the powers of one card in play were not there."""
        other = Witness(self.state, self.registry, dict(self.readings))
        other._find_live()
        other._live = {
            place: [power for power in powers if power.card != card] for place, powers in other._live.items()
        }
        return other


def witness_of(game: Game) -> Witness:
    """The same table, to be asked."""
    return Witness(game.state, game.registry, dict(game.readings))
