"""What a Chronicle holds, as far as it is known: who lies on the map, in the decks, in the Archive by elimination."""

from collections.abc import Iterator

from oathtools import catalog
from oathtools.saga.chronicle.record import REGIONS, Chronicle, Row
from oathtools.table.state import GRAND_SCEPTER, PLACE_NAMES

SLOTS = range(len(REGIONS))


class Holdings:
    """A Chronicle seen as sets of cards. A set is None where the Chronicle does not say what is in it.

    ``sites``: the site of each slot, None if it is empty or unknown. ``places``: every card (an edifice by its intact
    side) with the places where it lies. ``deck`` and ``dispossessed``: their denizens. ``on_map``: denizen -> slot.
    ``archive``: denizens that lie nowhere else. ``edifices``: suit -> (slot, the side that shows).
    """

    def __init__(self, chronicle: Chronicle) -> None:
        self.chronicle = chronicle
        rows = list(chronicle.map[: len(SLOTS)])
        self.rows = rows + [Row() for _ in SLOTS[len(rows) :]]
        self.sites = [row.site if isinstance(row.site, str) else None for row in self.rows]
        self.places: dict[str, list[str]] = {}
        for place, card in chronicle.contents():
            if isinstance(card, str):
                self.places.setdefault(same_card(card), []).append(place)
        self.on_map = {card: slot for slot in SLOTS for card in self.denizens_at(slot)}
        self.deck = _denizens_of_deck(chronicle)
        lost = [card for card in chronicle.dispossessed if card is not None]
        told = [card for card in lost if isinstance(card, str) and card.startswith("denizen.")]
        self.dispossessed = frozenset(told) if len(told) == len(lost) else None
        self.archive = self._archive()
        self.edifices = dict(self._edifices())
        relics = chronicle.relic_deck
        self.relics = None if relics is None else frozenset(filter(_is_relic, self.places))

    def _archive(self) -> frozenset[str] | None:
        if self.deck is None or self.dispossessed is None:
            return None
        return (
            frozenset(catalog.ids("denizen", self.chronicle.variants))
            - self.deck
            - self.dispossessed
            - set(self.on_map)
        )

    def _edifices(self) -> Iterator[tuple[str, tuple[int, str]]]:
        for slot in SLOTS:
            for card in self.cards_at(slot):
                if card.startswith("edifice."):
                    yield catalog.edifice(card).card_suit, (slot, card)

    def cards_at(self, slot: int) -> list[str]:
        """The known denizens and edifices of a slot."""
        return [card for card in self.rows[slot].cards if isinstance(card, str)]

    def denizens_at(self, slot: int) -> list[str]:
        """The known denizens of a slot."""
        return [card for card in self.cards_at(slot) if card.startswith("denizen.")]

    def faceup(self, slot: int) -> bool:
        """Does a known site lie faceup there?"""
        return self.sites[slot] is not None and not self.rows[slot].facedown

    def ruin_at(self, slot: int) -> bool:
        """Does a ruin lie there?"""
        return any(card.startswith("edifice.") and catalog.edifice(card).ruined for card in self.cards_at(slot))

    def edifice_at(self, slot: int) -> bool:
        """Does an edifice lie there, on either side?"""
        return any(card.startswith("edifice.") for card in self.cards_at(slot))

    @property
    def in_play(self) -> frozenset[str] | None:
        """The denizens of the world deck and the map."""
        return None if self.deck is None else self.deck | set(self.on_map)

    def seen(self, card: str) -> bool:
        """Does a card lie faceup on the map, for everyone to see?"""
        return any(card in (self.sites[slot], *self.cards_at(slot)) for slot in SLOTS if self.faceup(slot))


def same_card(card: str) -> str:
    """One id for both sides of an edifice: the intact one's."""
    if not card.startswith("edifice."):
        return card
    side = catalog.edifice(card)
    return side.other_side if side.ruined else card


def slot_words(slot: int) -> str:
    """A slot for people: ``Cradle 1``."""
    return PLACE_NAMES[slot].replace(".", " ").title()


def _is_relic(card: str) -> bool:
    return card.startswith("relic.") and card != GRAND_SCEPTER


def _denizens_of_deck(chronicle: Chronicle) -> frozenset[str] | None:
    deck = chronicle.world_deck
    order = [*deck.top, *deck.bottom] if deck.order is None else deck.order
    told = {card for card in order if isinstance(card, str) and card.startswith("denizen.")}
    unknown = sum(not isinstance(card, str) for card in order if card is not None)
    layered = 0 if deck.order is not None else sum(layer.get("denizens", 0) for layer in deck.layers)
    if unknown or not (told or layered):
        return None
    pool = set(deck.pool) - told
    return frozenset(told | pool) if layered in (0, len(pool)) else None
