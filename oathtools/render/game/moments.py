"""The events of a game as a viewer could see them when they happened.

The journal is read from its beginning with a shadow of the state beside it that follows places and faces only, so that
a sentence about entry 12 tells what was open then, whatever has been seen or hidden since.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools.render.names import Names
from oathtools.table.effects import Event
from oathtools.table.state import PLACE_NAMES, STACKS, UNKNOWN_PREFIX, Handle, State
from oathtools.table.views import View

if TYPE_CHECKING:
    from oathtools.journal.play import Play, Told
    from oathtools.journal.record import Entry

_IN_PLAY = ("map", "cards.", "relics.", "advisers.", "held.", "vision.", "reliquary.", "saved.")
_BACK_BY_ZONE = {"relics": "relic", "reliquary": "relic", "held": "relic", "map": "site", "saved": "card"}


class Moment(NamedTuple):
    """An event with what could be said of it when it happened.

    ``words`` are the names of the ids in its facts. ``shown``: the viewer could know the face of the card it is about,
    before or after; ``back`` is that card's back, ``facedown`` whether it lies facedown after the event.
    """

    n: int
    kind: str
    cites: tuple[str, ...]
    facts: dict[str, Any]
    words: dict[str, str]
    shown: bool
    back: str
    facedown: bool

    def name(self, fact: str) -> str:
        """The name of what a fact holds."""
        value = self.facts[fact]
        return self.words.get(f"slot.{value}" if isinstance(value, int) else value, str(value))

    @property
    def card(self) -> str:
        """The card of the event: its name, or ``a denizen``."""
        return self.name("card") if self.shown else f"a {'Vision' if self.back == 'vision' else self.back}"


def moments(play: "Play", view: View) -> Iterator[tuple[int, list[Moment]]]:
    """The events of each answer, with its number, as the viewer of ``view`` could see them."""
    from oathtools.journal.play import first_state

    entries = {entry.n: entry for entry in play.live}
    shadow = _Shadow(first_state(play.header), view, _backs(play))
    for told in play.told:
        entry = entries.get(told.n)
        if entry is not None and entry.adjust is not None:
            shadow = _Shadow(_adjusted(entry), view, _backs(play))
        yield told.n, [shadow.see(told, index) for index in range(len(told.events))]


def _adjusted(entry: "Entry") -> State:
    from oathtools.table.position.form import from_position

    assert entry.adjust is not None
    return from_position(entry.adjust)


def _backs(play: "Play") -> dict[str, str]:
    """The backs of all unknown cards, those that have been named since included."""
    backs = {card: handle.back for card, handle in play.state.handles.items()}
    for told in play.told:
        for event in told.events:
            if event.kind == "learned":
                backs[event.facts["card"]] = event.facts["name"].partition(".")[0]
    return backs


class _Shadow:
    """Where the cards lie and which way up, event by event."""

    def __init__(self, start: State, view: View, backs: dict[str, str]) -> None:
        self.state = start
        self.names = Names(View(start, view.viewer if view.viewer in start.players else None, view.spoil))
        self.backs = backs

    def see(self, told: "Told", index: int) -> Moment:
        """The next event: its names are taken before and after it changes the shadow, whichever tells more."""
        event = told.events[index]
        facts = event.facts
        card = facts.get("card")
        if card is not None:
            self._meet(card, facts)
        words = self._words(facts)
        shown = self._shows(card)
        self._apply(event, self._face_after(told.events, index))
        if card is not None and not shown:
            shown = self._shows(card)
            words[card] = self.names.name(card)
        back = self.state.back(card) if card is not None else ""
        return Moment(told.n, event.kind, event.cites, facts, words, shown, back, card in self.state.facedown)

    def _shows(self, card: str | None) -> bool:
        """May the viewer know the face of a card that lies somewhere? The name of a card still to come is no news."""
        return card is not None and card in self.state.where and self.names.view.shows(card)

    def _words(self, facts: dict[str, Any]) -> dict[str, str]:
        """The names of all ids in the facts of an event."""
        words: dict[str, str] = {}
        for key, value in (*facts.items(), *facts.get("given", {}).items()):
            if isinstance(value, str):
                words[value] = self.names.name(value)
            elif key in ("from", "to") and isinstance(value, int) and 0 <= value < len(PLACE_NAMES):
                words[f"slot.{value}"] = self.names.site(value)
            elif isinstance(value, list):
                words.update((each, self.names.name(each)) for each in _flat(value))
        return words

    def _meet(self, card: str, facts: dict[str, Any]) -> None:
        """An unknown card that is named for the first time."""
        if card.startswith(UNKNOWN_PREFIX) and card not in self.state.handles:
            zone = str(facts.get("to") or facts.get("at") or "").partition(".")[0]
            back = self.backs.get(card) or _BACK_BY_ZONE.get(zone, "card")
            self.state.handles[card] = Handle(back, ())

    @staticmethod
    def _face_after(events: list[Event], index: int) -> str | None:
        """Which way up a card that is moved comes to lie: the next word about it, before it is moved again."""
        card = events[index].facts.get("card")
        for event in events[index + 1 :] if card is not None else ():
            if event.facts.get("card") != card:
                continue
            if event.kind in ("faceup", "facedown"):
                return event.kind
            if "to" in event.facts:
                return None
        return None

    def _apply(self, event: Event, face: str | None) -> None:
        """Follow an event, as far as it is about cards."""
        state, facts = self.state, event.facts
        card = facts.get("card")
        if event.kind == "map":
            state.zones["map"] = list(facts["sites"])
        if card is None:
            return
        if event.kind == "learned":
            self._rename(card, facts["name"])
            state.handles.pop(card, None)
        elif event.kind == "peeked":
            state.facedown[card] = (*state.facedown.get(card, ()), facts["who"])
        elif event.kind == "faceup":
            state.facedown.pop(card, None)
        elif event.kind == "facedown":
            state.facedown[card] = ()
        elif event.kind == "site_discarded":
            state.handles[facts["to"]] = Handle("site", ())
            self._rename(card, facts["to"])
            state.facedown[facts["to"]] = ()
        elif "from" in facts:
            self._put(card, facts.get("to"), face)
        elif "to" in facts:
            self._rename(card, facts["to"])

    def _put(self, card: str, zone: str | None, face: str | None) -> None:
        state = self.state
        if state.where.get(card, "").startswith(STACKS):
            state.facedown.pop(card, None)
        sites = state.zones.setdefault("map", [])
        if card in sites and zone != "map":
            sites.remove(card)
        if zone is None:
            state.where.pop(card, None)
            return
        if zone == "map" and card not in sites:
            sites.append(card)
        state.where[card] = zone
        if not zone.startswith(_IN_PLAY) or face == "faceup":
            state.facedown.pop(card, None)
        elif face == "facedown":
            state.facedown.setdefault(card, ())

    def _rename(self, card: str, other: str) -> None:
        """Another id stands where a card stands."""
        state = self.state
        sites = state.zones.get("map", [])
        if card in sites:
            sites[sites.index(card)] = other
        if card in state.where:
            state.where[other] = state.where.pop(card)
        if card in state.facedown:
            state.facedown[other] = state.facedown.pop(card)


def _flat(values: list[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from _flat(value)
