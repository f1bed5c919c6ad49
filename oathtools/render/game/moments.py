"""The events of a game as a viewer could see them when they happened.

Each event brings along how its cards lay before and after it (``table.sight``), so that a sentence about entry 12 tells
what was open then, whatever has been seen, hidden or put right since.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools import catalog
from oathtools.render.names import Names
from oathtools.table.effects import Event
from oathtools.table.state import PLACE_NAMES, SLOT, State
from oathtools.table.views import View

if TYPE_CHECKING:
    from oathtools.journal.play import Play


_UNSEEN = "dispossessed"
# The kind of a moment that cannot be told.
UNTOLD = "untold"


class Moment(NamedTuple):
    """An event with what could be said of it when it happened.

    ``words`` are the names of the ids in its facts. ``shown``: the viewer could know the face of the card it is about,
    before or after; ``back`` is that card's back, ``facedown`` whether it lies facedown after the event, ``zone``
    where (a site: its slot). ``cites``: the
    clauses that it rests on, and the powers by which it was so.
    """

    n: int
    kind: str
    cites: tuple[str, ...]
    facts: dict[str, Any]
    words: dict[str, str]
    shown: bool
    back: str
    facedown: bool
    zone: str | None = None

    def name(self, fact: str) -> str:
        """The name of what a fact holds."""
        value = self.facts[fact]
        return self.words.get(f"slot.{value}" if isinstance(value, int) else value, str(value))

    @property
    def clauses(self) -> tuple[str, ...]:
        """What it rests on without the powers: for words that no power has changed."""
        return tuple(cite for cite in self.cites if not catalog.is_card(cite))

    @property
    def card(self) -> str:
        """The card of the event: its name, or ``a denizen``."""
        return self.name("card") if self.shown else f"a {'Vision' if self.back == 'vision' else self.back}"


def moments(play: "Play", view: View, since: int = -1) -> Iterator[tuple[int, list[Moment]]]:
    """The events of each answer, with its number, as the viewer of ``view`` could see them. Never raises.

    Those after entry ``since``, and before them all that a whole turn needs to be followed.
    """
    for told in play.told_since(since):
        if told.n <= since:
            yield told.n, [_followed(told.n, event) for event in told.events]
        else:
            yield told.n, [_seen(told.n, told.events, index, view) for index in range(len(told.events))]


def seen(events: list[Event], view: View) -> list[Moment]:
    """Some events that follow one another, as the viewer could see them. Never raises."""
    return [_seen(0, events, index, view) for index in range(len(events))]


def untold(moment: Moment, fault: Exception) -> Moment:
    """The moment as one that could not be told for a fault: its kind, and its facts in words."""
    words = {key: _said(moment, value) for key, value in moment.facts.items()}
    facts = {"event": moment.kind, "fault": type(fault).__name__}
    return moment._replace(kind=UNTOLD, facts=facts, words={key: word for key, word in words.items() if word})


def _said(moment: Moment, value: Any) -> str:
    """A fact in words; nothing of an id that has no name for the viewer."""
    if isinstance(value, list):
        return ", ".join(filter(None, (_said(moment, each) for each in value)))
    return moment.words.get(value, "") if isinstance(value, str) else str(value) if isinstance(value, int) else ""


def _followed(n: int, event: Event) -> Moment:
    """An event that is only there to be followed, for what comes after it: it has no names."""
    return Moment(n, event.kind, (*event.cites, *event.powers), event.facts, {}, False, "", True)


def _seen(n: int, events: list[Event], index: int, view: View) -> Moment:
    try:
        return _moment(n, events, index, view)
    except Exception as fault:
        kind, cites, facts, *_ = events[index]
        return untold(Moment(n, kind, cites, facts, {}, False, "", True), fault)


def _moment(n: int, events: list[Event], index: int, view: View) -> Moment:
    """An event with the names of what it speaks of, from before or after it, whichever tells more."""
    event = events[index]
    facts = event.facts
    if event.before is None or event.after is None:
        return _followed(n, event)
    card = facts.get("card")
    before, after = _names(event.before, view), _names(_come_to_lie(events, index), view)
    words = _words(facts, before)
    shown = _shows(before, card)
    if card is not None and not shown:
        shown = _shows(after, card)
        unseen = not shown and after.state.where.get(card) == _UNSEEN
        words[card] = after.hidden(card) if unseen else after.name(card)
    back = (after if card in after.state.handles else before).state.back(card) if card is not None else ""
    cites = (*event.cites, *event.powers)
    facedown, zone = card in after.state.facedown, _zone(after.state, card)
    return Moment(n, event.kind, cites, facts, words, shown, back, facedown, zone)


def _zone(state: State, card: str | None) -> str | None:
    """Where a card lies; of a site, its slot."""
    zone = state.where.get(card) if card is not None else None
    return SLOT[state.zones["map"].index(card)] if zone == "map" and card is not None else zone


def _names(state: State, view: View) -> Names:
    return Names(View(state, view.viewer if view.viewer in state.players else None, view.spoil))


def _shows(names: Names, card: str | None) -> bool:
    """May the viewer know the face of a card that lies somewhere? The name of a card still to come is no news.

    That a card is among the Dispossessed is no news either, but which one comes or goes there nobody may see (8.4).
    """
    zone = names.state.where.get(card) if card is not None else None
    if card is None or zone is None or (zone == _UNSEEN and not names.view.spoil):
        return False
    return names.view.shows(card)


def _words(facts: dict[str, Any], names: Names) -> dict[str, str]:
    """The names of all ids in the facts of an event."""
    words: dict[str, str] = {}
    for key, value in (*facts.items(), *facts.get("given", {}).items()):
        if isinstance(value, str):
            words[value] = names.name(value)
        elif key in ("from", "to") and isinstance(value, int) and 0 <= value < len(PLACE_NAMES):
            words[f"slot.{value}"] = names.site(value)
        elif isinstance(value, list):
            words.update((each, names.name(each)) for each in _flat(value))
    return words


def _come_to_lie(events: list[Event], index: int) -> State:
    """How the cards of an event lie once it is done: a card that is moved may be turned over before it comes to rest.

    The next word about which way up it lies counts, before it is moved again.
    """
    event = events[index]
    assert event.after is not None
    card = event.facts.get("card")
    for later in events[index + 1 :] if card is not None else ():
        if later.facts.get("card") != card:
            continue
        if later.kind in ("faceup", "facedown") and later.after is not None:
            return later.after
        if "to" in later.facts:
            break
    return event.after


def _flat(values: list[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from _flat(value)
