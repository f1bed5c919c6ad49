"""Cards by their ids, by their kind, and by the numbers that save strings write for them.

With them the publisher's first game (1.box and the first-game sheet), every name resolved to its id.
"""

import copyreg
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, overload

from oathtools.catalog import packs
from oathtools.catalog.names import find, index_of_names, names_of_cards, suggestions
from oathtools.catalog.records import RECORDS, Banner, Card, Denizen, Edifice, Oath, Relic, ReliquarySpace, Site, Vision
from oathtools.kit.datafiles import load

if TYPE_CHECKING:
    from oathtools.catalog.pieces import Layer

Record = TypeVar("Record", bound=Card)
KINDS: tuple[str, ...] = tuple(RECORDS)
_BOOKS = {
    "denizen": "denizens",
    "edifice": "edifices",
    "relic": "relics",
    "vision": "visions",
    "site": "sites",
    "banner": "banners",
    "reliquary": "reliquary",
    "oath": "oaths",
}


class UnknownCard(KeyError):
    """No card has this id. ``suggestions`` are the nearest ids."""

    def __init__(self, card_id: str) -> None:
        self.id = card_id
        super().__init__(card_id)

    @property
    def suggestions(self) -> tuple[str, ...]:
        return suggestions(self.id)

    def __str__(self) -> str:
        near = " or ".join(self.suggestions)
        return f"no card has the id {self.id!r}" + (f"; did you mean {near}?" if near else "")


@cache
def card(card_id: str) -> Card:
    """The record with this id.

    Raises ``UnknownCard``, a ``KeyError`` that names the nearest ids.
    """
    entry = printed(card_id)
    if entry is None and card_id in packs.brought():
        entry = packs.brought()[card_id].entry
    if entry is None:
        raise UnknownCard(card_id)
    return RECORDS[card_id.partition(".")[0]](card_id, entry)


def printed(card_id: str) -> Mapping[str, Any] | None:
    """What the data say of a card of the box, as they say it: cheaper than the record. None if it is not of the box."""
    book = _BOOKS.get(card_id.partition(".")[0])
    found: Mapping[str, Any] | None = load("cards")[book].get(card_id) if book else None
    return found


def _kept(record: Card) -> tuple[Callable[[str], Card], tuple[str]]:
    """A record is pickled as its id, and is the same one again when it comes back."""
    return card, (record.id,)


for _record in RECORDS.values():
    copyreg.pickle(_record, _kept)


def denizen(card_id: str) -> Denizen:
    """``card`` for an id that must be a denizen's. Raises ``UnknownCard``."""
    return _typed(card_id, Denizen)


def edifice(card_id: str) -> Edifice:
    """``card`` for an id that must be an edifice side's. Raises ``UnknownCard``."""
    return _typed(card_id, Edifice)


def relic(card_id: str) -> Relic:
    """``card`` for an id that must be a relic's. Raises ``UnknownCard``."""
    return _typed(card_id, Relic)


def vision(card_id: str) -> Vision:
    """``card`` for an id that must be a Vision's. Raises ``UnknownCard``."""
    return _typed(card_id, Vision)


@cache
def site(card_id: str) -> Site:
    """``card`` for an id that must be a site's. Raises ``UnknownCard``."""
    return _typed(card_id, Site)


@cache
def banner(card_id: str) -> Banner:
    """``card`` for an id that must be a banner's. Raises ``UnknownCard``."""
    return _typed(card_id, Banner)


def oath(card_id: str) -> Oath:
    """``card`` for an id that must be an oath's. Raises ``UnknownCard``."""
    return _typed(card_id, Oath)


def _typed(card_id: str, kind: type[Record]) -> Record:
    found = card(card_id)
    if not isinstance(found, kind):
        raise UnknownCard(card_id)
    return found


@overload
def cards(kind: Literal["denizen"], names: Iterable[str] = ()) -> tuple[Denizen, ...]: ...
@overload
def cards(kind: Literal["edifice"], names: Iterable[str] = ()) -> tuple[Edifice, ...]: ...
@overload
def cards(kind: Literal["relic"], names: Iterable[str] = ()) -> tuple[Relic, ...]: ...
@overload
def cards(kind: Literal["vision"], names: Iterable[str] = ()) -> tuple[Vision, ...]: ...
@overload
def cards(kind: Literal["site"], names: Iterable[str] = ()) -> tuple[Site, ...]: ...
@overload
def cards(kind: Literal["banner"], names: Iterable[str] = ()) -> tuple[Banner, ...]: ...
@overload
def cards(kind: Literal["reliquary"], names: Iterable[str] = ()) -> tuple[ReliquarySpace, ...]: ...
@overload
def cards(kind: Literal["oath"], names: Iterable[str] = ()) -> tuple[Oath, ...]: ...
@overload
def cards(kind: str | None = None, names: Iterable[str] = ()) -> tuple[Card, ...]: ...
def cards(kind: str | None = None, names: Iterable[str] = ()) -> tuple[Card, ...]:
    """All records of a kind, or of all kinds, in catalogue order: of the box, and of the variants named (``packs``).

    Raises ``ValueError`` for a word that is no kind.
    """
    if kind is not None and kind not in _BOOKS:
        raise ValueError(f"no kind of card is called {kind!r}; kinds: {', '.join(KINDS)}")
    return _cards(kind, tuple(sorted(names)))


@cache
def _cards(kind: str | None, names: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(card(card_id) for card_id in ids(kind, names))


def ids(kind: str | None = None, names: Iterable[str] = ()) -> tuple[str, ...]:
    """All ids of a kind, or of all kinds, as ``cards`` has them; cheaper than the records."""
    return _ids(kind, tuple(sorted(names)))


@cache
def _ids(kind: str | None, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        card_id
        for each in KINDS
        if kind in (None, each)
        for card_id in (*load("cards")[_BOOKS[each]], *(packs.ids(each, names) if names else ()))
    )


def is_card(card_id: str) -> bool:
    """Whether this is an id of the catalogue, letter for letter: of the box or of a variant that is known."""
    book = _BOOKS.get(card_id.partition(".")[0], "")
    return card_id in load("cards").get(book, ()) or (book != "" and card_id in packs.brought())


def look_again() -> None:
    """What variants bring has changed: forget what was read of it."""
    packs.forget()
    for kept in (card, _cards, _ids, names_of_cards, index_of_names):
        kept.cache_clear()


def name_of(card_id: str) -> str:
    """The printed name of a card. Raises ``UnknownCard``."""
    return card(card_id).name


@cache
def _tts(kinds: tuple[str, ...]) -> dict[int, str]:
    return {
        entry["tts"]: card_id
        for kind in kinds
        for card_id, entry in load("cards")[_BOOKS[kind]].items()
        if "tts" in entry
    }


_CARD_KINDS = tuple(kind for kind in KINDS if kind not in ("site", "oath"))


def by_tts(number: int) -> Card:
    """The denizen, edifice side, Vision, banner or relic that save strings write as this number.

    Raises ``UnknownCard``. Sites and oaths have numbers of their own: ``site_by_tts``, ``oath_by_tts``.
    """
    return card(_at(_tts(_CARD_KINDS), number, "card"))


def site_by_tts(number: int) -> tuple[Site, bool]:
    """The site that save strings write as this number, and whether it is facedown. Raises ``UnknownCard``."""
    numbers = _tts(("site",))
    facedown = number not in numbers
    return site(_at(numbers, number - FACEDOWN_SITE if facedown else number, "site", number)), facedown


def oath_by_tts(number: int) -> Oath:
    """The oath that save strings write as this number. Raises ``UnknownCard``."""
    return oath(_at(_tts(("oath",)), number, "oath"))


# What save strings add to the number of a site to say that it lies facedown.
FACEDOWN_SITE = 24


def _at(numbers: dict[int, str], number: int, space: str, shown: int | None = None) -> str:
    try:
        return numbers[number]
    except KeyError:
        raise UnknownCard(f"{space} number {number if shown is None else shown}") from None


class FirstSite(NamedTuple):
    """One slot of the first game's map."""

    region: str
    slot: int
    site: str
    facedown: bool
    cards: tuple[str, ...]
    relics: tuple[str, ...]


class Deal(NamedTuple):
    """What the tutorial deals one player: the adviser kept, and the cards discarded to a region's pile."""

    adviser: str
    discarded: tuple[str, ...]
    to: str


class FirstGame(NamedTuple):
    """The first game: map, decks, seats; and the fixed order of cards of its tutorial."""

    oath: str
    players: int
    seats: tuple[str, ...]  # colors, in turn order
    pawns: Mapping[str, str]  # color -> site
    map: tuple[FirstSite, ...]  # from the top
    starting_pool: tuple[str, ...]  # the denizens in use; the others are the Archive
    layers: "tuple[Layer, ...]"  # of the world deck, from the top
    tutorial_deck: tuple[str, ...]  # from the top
    tutorial_discards: Mapping[str, str]  # region -> the card its pile starts with
    tutorial_deal: Mapping[str, Deal]  # by color
    tutorial_relics: Mapping[str, tuple[str, ...]]  # script version -> relic deck, from the bottom
    unsure: tuple[str, ...]

    @property
    def archive(self) -> tuple[str, ...]:
        """The denizens that the first game leaves in the Archive."""
        used = set(self.starting_pool)
        return tuple(denizen.id for denizen in cards("denizen") if denizen.id not in used)


@cache
def first_game() -> FirstGame:
    """The facts of the first game."""
    from oathtools.catalog.pieces import Layer

    data = load("first_game")
    deck = data["tutorial_deal"]
    pool = data["starting_denizen_pool"]["tts_ids"]
    world = data["world_deck"]["structure"]
    return FirstGame(
        oath=f"oath.{data['oath']}",
        players=data["prescribed_players"],
        seats=tuple(data["seats"]),
        pawns=MappingProxyType({color: find(site, "site") for color, site in data["pawns"].items()}),
        map=tuple(
            FirstSite(
                row["region"],
                row["slot"],
                find(row["site"], "site"),
                row["facedown"],
                tuple(find(name) for name in row["cards"]),
                tuple(find(name, "relic") for name in row["relics"]),
            )
            for row in data["map"]
        ),
        starting_pool=tuple(by_tts(number).id for number in range(pool["from"], pool["to"] + 1)),
        layers=tuple(Layer(row["denizens"], row["visions"]) for row in world),
        tutorial_deck=tuple(find(name) for name in data["tutorial_world_deck_top_to_bottom"]),
        tutorial_discards=MappingProxyType({region: find(name) for region, name in deck["discard_seed"].items()}),
        tutorial_deal=MappingProxyType(
            {
                color: Deal(find(row["adviser_facedown"]), tuple(map(find, row["discarded"])), row["to"])
                for color, row in deck.items()
                if color in data["seats"]
            }
        ),
        tutorial_relics=MappingProxyType(
            {
                version.removeprefix("v").replace("_", "."): tuple(find(name, "relic") for name in names)
                for version, names in data["tutorial_relic_deck_bottom_to_top"].items()
            }
        ),
        unsure=tuple(data["unsure"]),
    )
