"""What is said of the step from one Chronicle to the next: what happened, what cannot have, what nobody can tell.

Each part of the world (``people``, ``sites``, ``edifices``, ``decks``, ``relics``) writes into one ``Account``.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.kit.text import listed
from oathtools.saga.chronicle.record import REGIONS, Chronicle, Row, same_card
from oathtools.table.state import GRAND_SCEPTER

# -- what a Chronicle holds, as far as it is known: who lies on the map, in the decks, in the Archive by elimination ---


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
        lost_relics = [card for card in lost if isinstance(card, str) and card.startswith("denizen.")]
        self.dispossessed = (
            frozenset(lost_relics) if len(lost_relics) == len(lost) and not chronicle.uncounted else None
        )
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


def _is_relic(card: str) -> bool:
    return card.startswith("relic.") and card != GRAND_SCEPTER


def _denizens_of_deck(chronicle: Chronicle) -> frozenset[str] | None:
    deck = chronicle.world_deck
    order = [*deck.top, *deck.bottom] if deck.order is None else deck.order
    denizens = {card for card in order if isinstance(card, str) and card.startswith("denizen.")}
    unknown = sum(not isinstance(card, str) for card in order if card is not None)
    layered = 0 if deck.order is not None else sum(layer.get("denizens", 0) for layer in deck.layers)
    if unknown or not (denizens or layered):
        return None
    pool = set(deck.pool) - denizens
    return frozenset(denizens | pool) if layered in (0, len(pool)) else None


# The order in which an account is told: what happened in the game, who won, the steps of chapter 8, then the rest.
_IN_PLAY = "8 1.9 2.8.1 5.1.4 10.5 6.6 6.7 7.1 7.3.2 3"
_CHRONICLE = "8.1 8.2 8.3.1 8.3.2 8.3.3 8.3.5 8.4 8.5 8.6.1 8.6.2 8.6.3 8.7.1 8.7.2 8.8 1.box"
_ORDER = (*_IN_PLAY.split(), *_CHRONICLE.split())


class Finding(NamedTuple):
    """One thing found out: the clause it rests on or breaks, where, and the words without hidden cards and with them.

    ``where`` is a place as ``Chronicle.contents`` names it, or a key of the Chronicle; ``hint`` is for what is flagged.
    """

    clause: str
    where: str
    public: str
    full: str
    hint: str | None = None


@dataclass(slots=True)
class Account:
    """The two worlds, and what was found so far.

    ``facts`` is what one part found and another needs; ``entry`` becomes the history entry of the game between.
    """

    before: Holdings
    after: Holdings
    steps: list[Finding] = field(default_factory=list)
    flags: list[Finding] = field(default_factory=list)
    unknown: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    entry: dict[str, Any] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)

    def tell(self, clause: str, public: str, full: str | None = None, where: str = "") -> None:
        """This happened, by this clause."""
        self.steps.append(Finding(clause, where, public, full or public))

    def flag(self, clause: str, where: str, public: str, full: str | None = None, hint: str | None = None) -> None:
        """This cannot follow from the world before, by this clause."""
        self.flags.append(Finding(clause, where, public, full or public, hint))

    def cannot_tell(self, clause: str, public: str, full: str | None = None, where: str = "") -> None:
        """The two worlds do not say this."""
        self.unknown.append(Finding(clause, where, public, full or public))

    def sort(self) -> None:
        """Bring what was found into the order of the steps of chapter 8."""
        for found in (self.steps, self.flags, self.unknown):
            found.sort(key=lambda each: _ORDER.index(each.clause) if each.clause in _ORDER else len(_ORDER))


@dataclass(frozen=True, slots=True)
class Transition:
    """The account of one game, between two successive Chronicles.

    ``steps`` explain what happened; ``flags`` cannot follow; ``unknown`` is what the two worlds do not say; ``notes``
    are oddities that contradict nothing. ``entry`` is the history entry of the game, in ids, with nothing hidden in it.
    """

    before: Chronicle
    after: Chronicle
    steps: Sequence[Finding]
    flags: Sequence[Finding]
    unknown: Sequence[Finding]
    notes: Sequence[str]
    entry: dict[str, Any]

    @property
    def game(self) -> int:
        """The number of the game that was played between the two; if games are missing, of the last one."""
        return max(self.before.game, self.after.game - 1)

    def as_data(self, spoil: bool = False) -> dict[str, Any]:
        """The account as plain data for a program; hidden cards are named only with ``spoil``."""

        def as_row(each: Finding) -> dict[str, Any]:
            data = {"clause": each.clause, "where": each.where, "text": each.full if spoil else each.public}
            return {**data, "hint": each.hint} if each.hint else data

        return {
            "game": self.game,
            "name": self.after.name,
            "explained": not self.flags,
            "steps": list(map(as_row, self.steps)),
            "flags": list(map(as_row, self.flags)),
            "unknown": list(map(as_row, self.unknown)),
            "notes": list(self.notes),
            "entry": self.entry,
        }


def names(cards: Iterable[str]) -> str:
    """The names of cards, by name."""
    return listed(sorted(map(catalog.name_of, cards)))


def suits(cards: Iterable[str]) -> dict[str, int]:
    """How many denizens there are of each suit, in the order of the wheel; suits without any left out."""
    found = [str(catalog.card(card).suit) for card in cards]
    return {suit: found.count(suit) for suit in catalog.SUITS if suit in found}


def suit_words(found: dict[str, int]) -> str:
    """``3 Order, 2 Hearth and 1 Beast``."""
    return listed(f"{number} {suit.title()}" for suit, number in found.items())
