"""The effects on cards: moved, turned, seen, named, taken out of decks. ``effects`` adds what changes the rest.

A card lies in one zone; an unknown one goes by a handle until its name is told. ``cards_stamp`` and ``title_stamp``
count the changes that live powers and the title depend on.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from oathtools.table import state as table
from oathtools.table.knowledge import Groups, shuffled_before

# Cards that may be named by their place (a site, a facedown relic), which an event can do without their ids.
_BY_PLACE: Final = ("map", *table.RELICS, *table.RELIQUARY)


class _Cards(NamedTuple):
    """The cards of a state at one moment; ``zones`` are those whose cards may be named by their place."""

    zones: dict[str, list[str]]
    where: dict[str, str]
    facedown: dict[str, tuple[str, ...]]
    handles: dict[str, table.Handle]

    def around(self, cards: Iterable[str], state: table.State) -> table.State:
        """Some of the cards, and those that may be named by their place, with the players; pieces are left out."""
        wanted = {*cards, *(card for zone in self.zones.values() for card in zone)}
        return table.State(
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

    def __init__(self, state: table.State) -> None:
        self._state = state
        self._last = _cards_of(state, {})

    @property
    def up_to_date(self) -> bool:
        """Do the cards lie as they did at the last look?"""
        return self._last == _cards_of(self._state, {})

    def around(self, facts: dict[str, Any]) -> tuple[table.State, table.State]:
        """How the cards of an event lay before it and after it; to be asked once for each, just after it."""
        cards = set(_words(facts.values()))
        before, now = self._last, _cards_of(self._state, self._last.zones)
        earlier = before.around(cards, self._state)
        if now == before:
            return earlier, earlier
        self._last = now
        return earlier, now.around(cards, self._state)


def _cards_of(state: table.State, last: dict[str, list[str]]) -> _Cards:
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


Cites = tuple[str, ...]


class Event(NamedTuple):
    """What happened: a kind, the clauses it rests on, and the facts in ids.

    In a game that is to be told, besides: ``powers``, those by which it was so; ``before`` and ``after``, how the cards
    lay that it speaks of.
    """

    kind: str
    cites: Cites
    facts: dict[str, Any]
    powers: tuple[str, ...] = ()
    before: table.State | None = None
    after: table.State | None = None


class TableError(Exception):
    """An effect that cannot be: a fault of the rules as coded, never of a player."""


# On the cards of which zones does the title depend, and on which do live powers?
_FOR_TITLE: Final = frozenset(("map", *table.HELD.values()))
_IN_PLAY: Final = _FOR_TITLE.union(
    table.CARDS, table.RELICS, table.RELIQUARY, table.ADVISERS.values(), table.VISION.values()
)


class CardEffects:
    """The mutators of the cards of one state, and the events that they and their heirs emitted."""

    __slots__ = (
        *("_changed", "_doing", "_sights", "cards_stamp", "events", "is_watched", "is_narrated"),
        *("state", "title_stamp"),
    )

    def __init__(self, state: table.State) -> None:
        self.state = state
        self.events: list[Event] = []
        self._sights: Sights | None = None
        self.is_narrated = False  # is it a game that is to be told?
        self.is_watched = True  # does anybody read the events?
        self._doing: list[tuple[str, ...]] = [()]
        self._changed: dict[str, None] = {}
        self.cards_stamp = 0
        self.title_stamp = 0

    def emit(self, kind: str, cites: Cites, **facts: Any) -> None:
        """Record an event that needs no change of the state of its own."""
        if self.is_watched:
            self._tell(kind, cites, facts)

    def _tell(self, kind: str, cites: Cites, facts: dict[str, Any]) -> None:
        """Record what has just been done, with all that telling it takes."""
        if not self.is_watched:
            return
        if self._sights is None:
            self.events.append(Event(kind, cites, facts))
            return
        powers = dict.fromkeys([*self._changed, *self._doing[-1]])
        self._changed = {}
        self.events.append(Event(kind, cites, facts, tuple(powers), *self._sights.around(facts)))

    # -- what is kept with the events of a game that is to be told ------------------------------------------------

    def narrate(self) -> None:
        """Keep with each event from here on how its cards lay, and the powers by which it was so."""
        self._sights, self.is_narrated = Sights(self.state), True

    def unheard(self) -> None:
        """Nobody reads what happens from here on: no event is kept."""
        self._sights, self.is_narrated, self.is_watched = None, False, False

    @property
    def at_rest(self) -> bool:
        """Is nothing being done by powers, and everything that has happened to the cards been told?"""
        return len(self._doing) == 1 and (self._sights is None or self._sights.up_to_date)

    def begin(self, powers: tuple[str, ...]) -> None:
        """What is done from here on is done by these powers; by none: by the rules alone."""
        self._doing.append(powers)

    def end(self) -> None:
        """The powers, or what stood within them, are done."""
        self._doing.pop()

    def changed(self, power: str) -> None:
        """A power has changed a value: the next event owes it to this power too."""
        self._changed[power] = None

    def begin_anew(self) -> None:
        """What has been asked until here has no bearing on what is done from here on."""
        self._changed = {}

    def put(
        self, card: str, zone: str, cites: Cites, *, at: int | None = None, why: str = "card", who: str | None = None
    ) -> None:
        """Move a card from where it lies into a zone, at a position (the end by default); ``who`` does it, if told."""
        state = self.state
        source = state.where.get(card)
        if source is not None:
            self._out_of(source, card)
        cards = state.zones[zone] = state.zones.get(zone, [])[:]
        cards.insert(len(cards) if at is None else at, card)
        state.where[card] = zone
        if zone not in _IN_PLAY or (source is not None and source.startswith(table.STACKS)):
            state.facedown.pop(card, None)
        self._moved(source, zone)
        if not self.is_watched:
            return
        by: dict[str, Any] = {} if who is None else {"who": who}
        if at is None and len(cards) > 1 and zone.startswith("discard."):
            by["bottom"] = True
        self._tell(why, cites, {"card": card, "from": source, "to": zone, **by})

    def swap(self, card: str, other: str, cites: Cites) -> None:
        """Two cards change places, each with what lies on it."""
        state = self.state
        here, there = state.where[card], state.where[other]
        one, two = state.zones[here].index(card), state.zones[there].index(other)
        for zone, at, each in ((here, one, other), (there, two, card)):
            cards = state.zones[zone]
            state.zones[zone] = [*cards[:at], each, *cards[at + 1 :]]
        state.where[card], state.where[other] = there, here
        for each, source, target in ((card, here, there), (other, there, here)):
            self._moved(source, target)
            self._tell("card", cites, {"card": each, "from": source, "to": target})

    def replace(self, card: str, other: str, cites: Cites, why: str = "turned") -> None:
        """Let another id stand where a card stands: an edifice turned to its other side."""
        zone = self.stand_for(card, other)
        self._moved(zone, zone)
        self._tell(why, cites, {"card": card, "to": other})

    def stand_for(self, card: str, other: str) -> str:
        """Another id takes the place of a card, with what lies on it and who has seen it; nothing is told of it.

        Returns the zone.
        """
        state = self.state
        zone = state.where.pop(card)
        state.zones[zone] = [other if each == card else each for each in state.zones[zone]]
        state.where[other] = zone
        if card in state.pieces:
            state.pieces[other] = state.pieces.pop(card)
        if card in state.facedown:
            state.facedown[other] = state.facedown.pop(card)
        return zone

    def remove(self, card: str, cites: Cites, why: str = "removed") -> None:
        """Take a card off the table; its name, if known, is nowhere until it is put again."""
        state = self.state
        zone = state.where.pop(card)
        self._out_of(zone, card)
        state.facedown.pop(card, None)
        self._moved(zone, zone)
        self._tell(why, cites, {"card": card, "from": zone})

    def face(self, card: str, up: bool, cites: Cites, seen_by: tuple[str, ...] = (), *, who: str | None = None) -> None:
        """Turn a card faceup, so that everybody sees it (10.20), or facedown with the seats that have seen it.

        ``who`` does it, if it may be another than whoever acts.
        """
        facedown = self.state.facedown
        if up:
            if facedown.pop(card, None) is None:
                return
        elif facedown.get(card) == seen_by:
            return
        else:
            facedown[card] = seen_by
        zone = self.state.where.get(card)
        self._moved(zone, zone)
        self._tell("faceup" if up else "facedown", cites, {"card": card, "at": zone, "who": who})

    def saw(self, card: str, seat: str, cites: Cites) -> None:
        """Remember that a seat has seen a facedown card. Raises ``TableError`` if it is nobody's seat."""
        self._remember(card, seat)
        self._tell("peeked", cites, {"card": card, "who": seat})

    def saw_top(self, source: str, count: int, seen: list[str], seat: str, cites: Cites) -> None:
        """Remember that a seat has seen the top cards of a deck or pile: those of them that lie at known places."""
        for card in seen:
            self._remember(card, seat)
        self._tell("looked", cites, {"who": seat, "at": source, "count": count, "seen": seen})

    def _remember(self, card: str, seat: str) -> None:
        if seat not in self.state.players:
            raise TableError(f"{card} cannot be seen by {seat!r}, who does not play")
        seen = self.state.facedown.get(card, ())
        if seat not in seen:
            self.state.facedown[card] = (*seen, seat)

    def _out_of(self, zone: str, card: str) -> None:
        cards = self.state.zones[zone] = self.state.zones[zone][:]
        cards.remove(card)

    def _moved(self, source: str | None, target: str | None) -> None:
        """A card went from one zone to another, or turned in its own."""
        if source in _IN_PLAY or target in _IN_PLAY:
            self.cards_stamp += 1
            if source in _FOR_TITLE or target in _FOR_TITLE:
                self.title_stamp += 1

    # -- unknown cards -------------------------------------------------------------------------------------------

    def new_handle(self, back: str, groups: tuple[str, ...], zone: str, cites: Cites, *, at: int | None = None) -> str:
        """A card enters the table that nobody has shown; returns its handle."""
        card = self._handle(table.Handle(back, groups))
        self.put(card, zone, cites, at=at, why="card")
        return card

    def unnamed(self, card: str, handle: table.Handle) -> str:
        """A card whose name was known is an unknown one from now on; returns its id. Nothing is told of it."""
        unknown = self._handle(handle)
        self.stand_for(card, unknown)
        return unknown

    def _handle(self, handle: table.Handle) -> str:
        """An id for one more unknown card."""
        state = self.state
        card = f"{table.UNKNOWN_PREFIX}{state.next_handle}"
        state.next_handle += 1
        state.handles[card] = handle
        return card

    def locate(self, name: str, groups: Groups = ()) -> None:
        """A name is now known to be somewhere: it leaves the groups of names still possible elsewhere.

        ``groups``: on which the card drew that has it.
        """
        self.state.kept = shuffled_before(self.state.kept, groups, name)
        for group, names in self.state.groups.items():
            if name in names:
                self.state.groups[group] = [each for each in names if each != name]

    def learn(self, handle: str, name: str, cites: Cites) -> None:
        """The name of an unknown card becomes known: it takes the handle's place everywhere."""
        self.locate(name, self.state.handles.pop(handle).groups)
        zone = self.stand_for(handle, name)
        self._moved(zone, zone)
        self._tell("learned", cites, {"card": handle, "name": name})

    def blur(self, cards: list[str]) -> list[str]:
        """Nobody told which of these cards (of one back) is which: make them alike, sharing all their groups.

        Known names among them become possible faces of each. Returns the cards, by their handles, in the same order.
        """
        state = self.state
        groups: dict[str, None] = {}
        backs = {state.back(card) for card in cards}
        if len(backs) != 1:
            raise TableError("cards with different backs are told apart by everybody")
        for card in cards:
            handle = state.handles.get(card)
            if handle:
                groups.update(dict.fromkeys(handle.groups))
            else:
                group = f"of:{card}"
                state.groups[group] = [card]
                groups[group] = None
        alike = table.Handle(backs.pop(), tuple(groups))
        result = []
        for card in cards:
            if card in state.handles:
                state.handles[card] = alike
                result.append(card)
                continue
            result.append(self.unnamed(card, alike))
        return result

    # -- decks ---------------------------------------------------------------------------------------------------

    def take_from_deck(
        self, deck: str, back: str | None, name: str | None, zone: str, cites: Cites, bottom: bool
    ) -> str:
        """The top (or bottom) card of a deck goes to a zone; returns its id.

        ``back`` is what its back shows where the deck leaves it open, ``name`` its face where somebody told it.
        """
        state = self.state
        card = next_known(state, deck, bottom)
        if card is None:
            assert back is not None
            self._leave_layer(deck, back, bottom)
            if name is None:
                return self.new_handle(back, (table.DECK_GROUPS[deck][back],), zone, cites)
            self.locate(name, (table.DECK_GROUPS[deck][back],))
            self.put(name, zone, cites)
            return name
        if name is not None and card in state.handles:
            self.learn(card, name, cites)
            card = name
        self.put(card, zone, cites)
        return card

    def uncover(self, deck: str, back: str, name: str | None) -> None:
        """The first card that lies unordered in a deck is known now, by its name or its back, and stays where it lies.

        Nothing moves, so nothing is told.
        """
        state = self.state
        self._leave_layer(deck, back, False)
        if name is None:
            card = self._handle(table.Handle(back, (table.DECK_GROUPS[deck][back],)))
        else:
            self.locate(name, (table.DECK_GROUPS[deck][back],))
            card = name
        zone = table.TOP[deck]
        state.zones[zone] = [*state.zones.get(zone, ()), card]
        state.where[card] = zone

    def _leave_layer(self, deck: str, back: str, bottom: bool) -> None:
        """One card of a back is no longer among the unordered cards at an end of a deck."""
        layers = self.state.layers[deck][:]
        layer = layers[-1 if bottom else 0] = layers[-1 if bottom else 0].copy()
        assert layer.get(back, 0) > 0, (deck, back)
        layer[back] -= 1
        if not layer[back]:
            del layer[back]
        self.state.layers[deck] = [layer for layer in layers if layer]

    def vision_from_layer(self, deck: str, index: int, above: int, zone: str, cites: Cites) -> str:
        """The first Vision of a layer goes to a zone, with so many cards of the layer above it; returns its handle."""
        layers = self.state.layers[deck]
        layer = layers[index]
        before = {"denizen": above}
        after = {**layer, "denizen": layer.get("denizen", 0) - above, "vision": layer["vision"] - 1}
        parts = [{back: count for back, count in part.items() if count} for part in (before, after)]
        self.state.layers[deck] = [*layers[:index], *(part for part in parts if part), *layers[index + 1 :]]
        return self.new_handle("vision", (table.DECK_GROUPS[deck]["vision"],), zone, cites)


def next_known(state: table.State, deck: str, bottom: bool) -> str | None:
    """The top (bottom) card of a deck if it is one whose place is known; None if it comes out of a layer.

    Raises ``TableError`` if the deck is empty.
    """
    top, last, layers = state.zone(table.TOP[deck]), state.zone(table.BOTTOM[deck]), state.layers.get(deck)
    if bottom:
        if last:
            return last[-1]
        if layers:
            return None
        if top:
            return top[-1]
    else:
        if top:
            return top[0]
        if layers:
            return None
        if last:
            return last[0]
    raise TableError(f"the {deck} is empty")


def deck_size(state: table.State, deck: str) -> int:
    """How many cards a deck holds."""
    layered = sum(sum(layer.values()) for layer in state.layers.get(deck, ()))
    return layered + len(state.zone(table.TOP[deck])) + len(state.zone(table.BOTTOM[deck]))
