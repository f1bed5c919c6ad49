"""What lies between two worlds of a saga: oath, boards, sites, cards.

A place is a site's id, or ``world_deck``, ``dispossessed``, ``relic_deck``, ``archive``, ``site_deck``; None is out of
sight. Without ``spoil`` only what lies faceup on the map has a place, so a card that went from one hidden place to
another does not appear at all; with it, only if both places are known.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from oathtools import catalog
from oathtools.saga.chronicle.record import Chronicle, Unknown
from oathtools.saga.past.annals import intact
from oathtools.table.state import GRAND_SCEPTER

HIDDEN = None


class Moved(NamedTuple):
    """A card that has another place than before; None is out of sight."""

    card: str
    before: str | None
    after: str | None


class Shifted(NamedTuple):
    """A site that is in another slot than before (0 to 7 from the top); None is not faceup on the map."""

    site: str
    before: int | None
    after: int | None


class Turned(NamedTuple):
    """An edifice that shows its other side: ``before`` and ``after`` are its sides, at a site."""

    before: str
    after: str
    site: str


@dataclass(frozen=True, slots=True)
class Difference:
    """What changed between two worlds. ``oath`` and each of ``boards`` are before and after, where they differ.

    ``sites`` came, went or moved; ``cards`` are denizens, edifices and, where their faces may be told, relics; an
    edifice is named by the side that shows. ``turned`` are edifices at the same site that show their other side.
    ``facedown`` counts the facedown sites before and after; ``relics`` the facedown relics at sites that stayed.
    """

    oath: tuple[str, str] | None
    boards: Mapping[str, tuple[str, str]]
    sites: tuple[Shifted, ...]
    cards: tuple[Moved, ...]
    turned: tuple[Turned, ...]
    facedown: tuple[int, int]
    relics: Mapping[str, tuple[int, int]]

    def __bool__(self) -> bool:
        counted = self.facedown[0] != self.facedown[1]
        return bool(self.oath or self.boards or self.sites or self.cards or self.turned or self.relics or counted)


def diff(before: Chronicle, after: Chronicle, *, spoil: bool = False) -> Difference:
    """What changed from one world to another; ``spoil``: what lies hidden too, as far as it is known."""
    was, now = places(before, spoil=spoil), places(after, spoil=spoil)
    cards, turned = [], []
    for card in dict.fromkeys((*was, *now)):
        (old, at), (new, to) = was.get(card, (card, HIDDEN)), now.get(card, (card, HIDDEN))
        if at != to and (_on_map(at) or _on_map(to) or (at and to)):
            cards.append(Moved(new if to is not None else old, at, to))
        elif old != new and at is not None:
            turned.append(Turned(old, new, at))
    slots, later = _slots(before, spoil), _slots(after, spoil)
    shifted = [
        Shifted(site, slots.get(site), later.get(site))
        for site in dict.fromkeys((*slots, *later))
        if slots.get(site) != later.get(site)
    ]
    held, holds = _relics(before), _relics(after)
    return Difference(
        None if before.oath == after.oath else (before.oath, after.oath),
        {
            color: (before.boards[color], side)
            for color, side in after.boards.items()
            if before.boards.get(color, side) != side
        },
        tuple(shifted),
        tuple(cards),
        tuple(turned),
        (_facedown(before), _facedown(after)),
        {site: (held[site], count) for site, count in holds.items() if site in held and held[site] != count},
    )


def _on_map(place: str | None) -> bool:
    return place is not None and place.startswith("site.")


def places(chronicle: Chronicle, *, spoil: bool = False) -> dict[str, tuple[str, str]]:
    """Card -> the side that shows and its place, for cards whose place may be told. Both sides of an edifice are one.

    With ``spoil`` also what is known of the decks, and the Archive, if all that lies elsewhere is known.
    """
    found: dict[str, tuple[str, str]] = {}
    for row in chronicle.map:
        if not isinstance(row.site, str) or (row.facedown and not spoil):
            continue
        for card in (*row.cards, *(row.relics if spoil else ())):
            if isinstance(card, str):
                found[intact(card)] = (card, row.site)
    if not spoil:
        return found
    deck = chronicle.world_deck
    for place, cards in (
        ("world_deck", [*(deck.order or ()), *deck.top, *deck.bottom]),
        ("dispossessed", chronicle.dispossessed),
        ("relic_deck", chronicle.relic_deck or []),
    ):
        for card in cards:
            if isinstance(card, str):
                found.setdefault(intact(card), (card, place))
    if not chronicle.unknown():
        sides = map(intact, catalog.ids("edifice", chronicle.variants))
        rest = [*catalog.ids("denizen", chronicle.variants), *dict.fromkeys(sides)]
        for card in rest:
            found.setdefault(card, (card, "archive"))
    return found


def place_of(chronicle: Chronicle, card: str, *, spoil: bool = False) -> str | None:
    """The place of a card or a site in a world; for a site on the map its slot, as ``provinces.2``; None: not told."""
    from oathtools.table.state import PLACE_NAMES

    if card.startswith("site."):
        slot = _slots(chronicle, spoil).get(card)
        if slot is not None:
            return PLACE_NAMES[slot]
        known = all(isinstance(row.site, str) for row in chronicle.map)
        return "site_deck" if spoil and known else None
    if card == GRAND_SCEPTER:
        return "box"
    return places(chronicle, spoil=spoil).get(intact(card), (card, None))[1]


def _slots(chronicle: Chronicle, spoil: bool) -> dict[str, int]:
    return {
        row.site: slot
        for slot, row in enumerate(chronicle.map)
        if isinstance(row.site, str) and (spoil or not row.facedown)
    }


def _facedown(chronicle: Chronicle) -> int:
    return sum(row.facedown or isinstance(row.site, Unknown) for row in chronicle.map)


def _relics(chronicle: Chronicle) -> dict[str, int]:
    return {row.site: len(row.relics) for row in chronicle.map if isinstance(row.site, str) and not row.facedown}
