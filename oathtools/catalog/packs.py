"""Cards that house rules bring: their printed facts stand in the words of a variant, in the form of ``data/cards``.

They are known by name wherever a card is, and lie in the box of those tables only that play with the variant.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from oathtools.kit.datafiles import load, reading, variants


class Brought(NamedTuple):
    """A card of a variant: whose it is, its place among that variant's cards, its printed facts."""

    variant: str
    place: int
    entry: Mapping[str, Any]


@cache
def brought() -> Mapping[str, Brought]:
    """Every card that a known variant brings, by id.

    Raises ``ValueError`` for one that the box has already, or whose facts are not in the form of ``data/cards``.
    """
    box = {card for book in load("cards").values() for card in book}
    found: dict[str, Brought] = {}
    for name, words in variants().items():
        books = words.get("cards") or {}
        with reading(name, "cards"):
            entries = [(book, card, entry) for book in books for card, entry in books[book].items()]
        for place, (book, card, entry) in enumerate(entries):
            with reading(name, "cards", book, card):
                _check(name, book, card, entry)
                if card in box or card in found:
                    raise ValueError(f"{name}: there is a card {card} already")
            found[card] = Brought(name, place, entry)
    return MappingProxyType(found)


def _check(name: str, book: str, card: str, entry: Mapping[str, Any]) -> None:
    """Raise ``ValueError`` for an id or facts of a form that no card of the box has."""
    box = load("cards")
    if book not in box or not card.startswith(f"{book.removesuffix('s')}."):
        raise ValueError(
            f"{name}: {card} stands under {book}; the books are {', '.join(box)}, ids begin with their kind"
        )
    if not entry.get("name"):
        raise ValueError(f"{name}: {card} has no name")
    named: dict[str, set[Any]] = {
        "a fact": set(entry),
        "a suit": {entry.get("suit")},
        "a kind of power": _kinds([entry]),
    }
    every = [each for cards in box.values() for each in cards.values()]
    known: dict[str, set[Any]] = {
        "a fact": {key for each in every for key in each},
        "a suit": {each.get("suit") for each in every},
        "a kind of power": _kinds(every),
    }
    for what, values in named.items():
        strange = next((value for value in values if value not in known[what]), None)
        if strange is not None:
            import difflib

            near = difflib.get_close_matches(str(strange), filter(None, known[what]), n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise ValueError(f"{name}: {card}: {strange!r} is not {what} of any card of the box{hint}")


def _kinds(entries: Iterable[Mapping[str, Any]]) -> set[str]:
    return {power.get("kind") for entry in entries for power in entry.get("powers") or ()}


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
