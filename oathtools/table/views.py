"""Who may know what (9.4, and the readings A-100 to A-103): the faces a viewer may see, and the sizes one may count.

from typing import Final, Final
Private are the fronts of facedown cards, of the cards in hands and in all piles and decks, and the size of the world
deck. Backs are public, but for those inside a deck (A-100). A player may know their own facedown advisers, and the
cards they have peeked at for as long as those lie facedown (A-102), or in the deck or pile they looked into (A-118).
"""

from typing import Final

from oathtools.table.effects import TableError, deck_size, next_known
from oathtools.table.state import WORLD, State

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
        if viewer is not None and viewer not in state.players:
            raise ValueError(f"no seat is {viewer}; seats: {', '.join(state.seats)}")
        self.state, self.viewer, self.spoil = state, viewer, spoil

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
        counts: dict[str, int] = {}
        for card in self.state.zone(zone):
            back = self.state.back(card)
            counts[back] = counts.get(back, 0) + 1
        return counts
