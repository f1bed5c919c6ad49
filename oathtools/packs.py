"""Cards that house rules bring: their printed facts stand in the words of a variant, in the form of ``data/cards``.

They are known by name wherever a card is, and lie in the box of those tables only that play with the variant.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from oathtools.datafiles import load, variants


class Brought(NamedTuple):
    """A card of a variant: whose it is, its place among that variant's cards, its printed facts."""

    variant: str
    place: int
    entry: Mapping[str, Any]


@cache
def brought() -> Mapping[str, Brought]:
    """Every card that a known variant brings, by id. Raises ``ValueError`` for one that the box has already."""
    box = {card for book in load("cards").values() for card in book}
    found: dict[str, Brought] = {}
    for name, words in variants().items():
        entries = ((card, entry) for book in (words.get("cards") or {}).values() for card, entry in book.items())
        for place, (card, entry) in enumerate(entries):
            if card in box or card in found:
                raise ValueError(f"{name}: there is a card {card} already")
            found[card] = Brought(name, place, entry)
    return MappingProxyType(found)


@cache
def ids(kind: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The ids of a kind that some variants bring, variant by variant."""
    return tuple(
        card
        for name in names
        for card, each in brought().items()
        if each.variant == name and card.startswith(f"{kind}.")
    )


def variant_of(card: str) -> str | None:
    """The variant that brings a card; None for a card of the box."""
    each = brought().get(card)
    return each.variant if each else None


def texts() -> dict[str, dict[str, Any]]:
    """What the cards of variants say, in our words, by id (``texts`` of their words, in the form of ``data/texts``)."""
    return {card: entry for words in variants().values() for card, entry in (words.get("texts") or {}).items()}


def plan(card: str) -> list[Mapping[str, Any]] | None:
    """What the battle plan of a card of a variant does in numbers (``plans`` of its words, as ``data/plans.yaml``)."""
    name = variant_of(card)
    found: list[Mapping[str, Any]] | None = (variants()[name].get("plans") or {}).get(card) if name else None
    return found


def forget() -> None:
    """Look again: what variants bring has changed."""
    brought.cache_clear()
    ids.cache_clear()
