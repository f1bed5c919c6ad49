"""How the cards lay around each event, kept for those who tell a game afterwards.

What is told of a moment rests on that moment alone: an event carries how the cards that it speaks of lay before it and
after it, which way up, and who had seen them. Nothing that comes later (another name, an adjustment with other ids)
can change it, and nobody follows the cards a second time.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from oathtools.table.state import RELICS, RELIQUARY, Handle, State

# Cards that may be named by their place (a site, a facedown relic), which an event can do without their ids.
_BY_PLACE: Final = ("map", *RELICS, *RELIQUARY)


class _Cards(NamedTuple):
    """The cards of a state at one moment; ``zones`` are those whose cards may be named by their place."""

    zones: dict[str, list[str]]
    where: dict[str, str]
    facedown: dict[str, tuple[str, ...]]
    handles: dict[str, Handle]

    def around(self, cards: Iterable[str], state: State) -> State:
        """Some of the cards, and those that may be named by their place, with the players; pieces are left out."""
        wanted = {*cards, *(card for zone in self.zones.values() for card in zone)}
        return State(
            oath=state.oath,
            seats=state.seats,
            players=state.players,
            zones=self.zones,
            where={card: self.where[card] for card in wanted if card in self.where},
            facedown={card: self.facedown[card] for card in wanted if card in self.facedown},
            handles={card: self.handles[card] for card in wanted if card in self.handles},
        )


class Sights:
    """Looks at the cards of a state whenever something has happened to it."""

    __slots__ = ("_last", "_state")

    def __init__(self, state: State) -> None:
        self._state = state
        self._last = _cards_of(state, {})

    @property
    def up_to_date(self) -> bool:
        """Do the cards lie as they did at the last look?"""
        return self._last == _cards_of(self._state, {})

    def around(self, facts: dict[str, Any]) -> tuple[State, State]:
        """How the cards of an event lay before it and after it; to be asked once for each, just after it."""
        cards = set(_words(facts.values()))
        before, now = self._last, _cards_of(self._state, self._last.zones)
        earlier = before.around(cards, self._state)
        if now == before:
            return earlier, earlier
        self._last = now
        return earlier, now.around(cards, self._state)


def _cards_of(state: State, last: dict[str, list[str]]) -> _Cards:
    """The cards as they lie now; lists that are as before are shared."""
    zones = {zone: _same(last.get(zone), cards) for zone in _BY_PLACE if (cards := state.zones.get(zone))}
    return _Cards(zones, state.where.copy(), state.facedown.copy(), state.handles.copy())


def _same(last: list[str] | None, cards: list[str]) -> list[str]:
    return cards[:] if last is None or last != cards else last


def _words(values: Iterable[Any]) -> Iterator[str]:
    """All the words in plain data."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            yield from _words(value.values())
        elif isinstance(value, list | tuple):
            yield from _words(value)
