"""Who may know what (9.4, and the readings A-100 to A-103): the faces a viewer may see, and the sizes one may count.

Private are the fronts of facedown cards, of the cards in hands and in all piles and decks, and the size of the world
deck. Backs are public, but for those inside a deck (A-100). A player may know their own facedown advisers, and the
cards they have peeked at for as long as those lie facedown (A-102), or in the deck or pile they looked into (A-118).
"""

from collections import Counter
from random import Random
from typing import Any, Final

from oathtools.table.effects import Effects, TableError, deck_size, next_known
from oathtools.table.knowledge import possible_names
from oathtools.table.position.cards import GROUP_OF_BACK
from oathtools.table.state import UNKNOWN_PREFIX, WORLD, Handle, State

# Zones whose cards everybody sees, unless a card lies facedown there; and those outside the game, whose cards are mere
# names: to hide them would tell them apart from the names that may still be drawn.
_OPEN: Final = ("map", "cards", "relics", "advisers", "held", "vision", "reliquary", "box")
_OUTSIDE: Final = ("archive", "dispossessed", "site_box")
_STACKED: Final = ("saved",)


def may_know(card: str, zone: str | None, seen_by: tuple[str, ...] | None, viewer: str | None) -> bool:
    """May a viewer know the face of a card in a zone?

    ``seen_by`` are the seats that have seen it while it lies facedown, or in a deck or pile; None if it lies faceup, or
    nobody has. ``viewer`` None stands for what everybody may know. A card without a zone is a mere name, which gives
    nothing away.
    """
    if zone is None:
        return True
    kind, _, place = zone.partition(".")
    if kind == "hand":
        return viewer == place
    if kind in _STACKED:
        return seen_by is None and not place.startswith("relics")
    if kind in _OUTSIDE:
        return True
    if seen_by is None:
        return kind in _OPEN
    return viewer is not None and (viewer in seen_by or (kind == "advisers" and viewer == place))


class View:
    """What a viewer may know of a state: a seat, or None for what everybody may know; ``spoil``: everything.

    Raises ``ValueError`` for a seat that is not in the game.
    """

    __slots__ = ("spoil", "state", "viewer")

    def __init__(self, state: State, viewer: str | None = None, spoil: bool = False) -> None:
        self.state, self.viewer, self.spoil = state, viewer and state.seat(viewer), spoil

    def shows(self, card: str) -> bool:
        """May the viewer know the face of this card? Nobody knows that of an unknown card."""
        state = self.state
        if card in state.handles:
            return False
        if self.spoil:
            return True
        return may_know(card, state.where.get(card), state.facedown.get(card), self.viewer)

    def deck_size(self, deck: str) -> int | None:
        """How many cards a deck holds; None where that is private (9.4, A-101)."""
        return deck_size(self.state, deck) if self.spoil else None

    def next_back(self, deck: str = WORLD) -> str | None:
        """The back of the top card of a deck, which everybody sees; None if the deck is empty or nobody told it."""
        state = self.state
        try:
            card = next_known(state, deck, False)
        except TableError:
            return None
        if card is not None:
            return state.back(card)
        backs = [back for back, left in state.layers[deck][0].items() if left]
        return backs[0] if len(backs) == 1 else None

    def backs(self, zone: str) -> dict[str, int]:
        """How many cards of each back a zone holds; of a pile too, since its backs are public (9.4)."""
        return dict(Counter(map(self.state.back, self.state.zone(zone))))


# -- A state as one viewer may know it: what they may not know becomes unknown. For positions that are to be shown -----


# What is told by elimination and gives no facedown card away.
_LEFT = ("archive", "box", "site_box")


def as_known_to(state: State, viewer: str | None) -> tuple[State, int]:
    """A copy of a state with every card unknown that the viewer may not know, and how many names were taken out.

    ``viewer`` None: what everybody may know. Each such card may then be any of its deck's names or of those taken out,
    which stand in no order that a card would give away (9.4). Raises ``ValueError`` for a seat that is not in the game.
    """
    shown = state.copy()
    view = View(state, viewer)
    hidden = 0
    for zone, cards in shown.zones.items():
        kind = zone.partition(".")[0]
        if kind in _LEFT:
            continue
        for at, card in enumerate(cards):
            if kind in _OPEN and card not in state.facedown and card not in state.handles:
                continue
            back = state.back(card)
            if back not in GROUP_OF_BACK or view.shows(card):
                continue
            _forget(shown, zone, at, card, back)
            hidden += card not in state.handles
    shown.kept = []  # it says what came up, whoever saw it
    _close_deck(shown, view.viewer)
    _in_no_order_of_theirs(shown)
    shown.where, shown.handles = {**shown.where}, {**shown.handles}  # without gaps: copied again ten times as fast
    return shown, hidden


def shown_to(state: State, viewer: str | None) -> tuple[State, int]:
    """The same for showing it: the Dispossessed, whom nobody looks at (8.4), are unknown too."""
    shown, hidden = as_known_to(state, viewer)
    for at, card in enumerate(shown.zone("dispossessed")):
        if card not in shown.handles:
            _forget(shown, "dispossessed", at, card, state.back(card))
    _in_no_order_of_theirs(shown)
    return shown, hidden


def without_size(data: dict[str, Any]) -> dict[str, Any]:
    """A position that does not tell how many cards the world deck holds (A-101)."""
    deck = {key: value for key, value in data.get("world_deck", {}).items() if key != "layers"}
    rest = {key: value for key, value in data.items() if key != "world_deck"}
    return {**rest, "world_deck": deck} if deck else rest


def _in_no_order_of_theirs(state: State) -> None:
    for names in state.groups.values():
        names.sort()


def _close_deck(state: State, viewer: str | None) -> None:
    """Backs inside the world deck are private (A-100): what the viewer has not seen lies unordered below its top."""
    top, layers = state.zone(f"{WORLD}.top"), state.layers.get(WORLD, [])
    within = [card for card in top[1:] if card in state.handles and viewer not in state.facedown.get(card, ())]
    if not within:
        return
    first = dict(layers[0]) if layers else {}
    for card in within:
        back = state.handles.pop(card).back
        first[back] = first.get(back, 0) + 1
        top.remove(card)
        del state.where[card]
        state.facedown.pop(card, None)
    state.layers[WORLD] = [first, *layers[1:]]


def _forget(state: State, zone: str, at: int, card: str, back: str) -> None:
    """Let an unknown card of a back stand for a card; its name, or those it may have, join the names of its deck."""
    group = GROUP_OF_BACK[back]
    names = state.groups.setdefault(group, [])
    handle = state.handles.get(card)
    if handle is not None:
        state.handles[card] = Handle(back, (group,))
        for each in handle.groups:
            names += [name for name in state.groups.get(each, ()) if name not in names]
        return
    names.append(card)
    unknown = f"{UNKNOWN_PREFIX}{state.next_handle}"
    state.next_handle += 1
    state.handles[unknown] = Handle(back, (group,))
    state.zones[zone][at] = unknown
    del state.where[card]
    state.where[unknown] = zone
    if card in state.pieces:
        state.pieces[unknown] = state.pieces.pop(card)
    if card in state.facedown:
        state.facedown[unknown] = state.facedown.pop(card)


def dealt(state: State, viewer: str | None, rng: Random) -> State:
    """A copy in which each unknown card on the table, in hands and piles has a name; of all ways each is as likely.

    What lies unordered in a deck stays so: it is drawn when it is drawn. ``viewer`` None: what everybody may know.
    """
    table, _ = as_known_to(state, viewer)
    do = Effects(table)
    handles = list(table.handles)
    rng.shuffle(handles)
    for handle in handles:
        do.learn(handle, rng.choice(possible_names(table, table.handles[handle].groups)), ())
    return table
