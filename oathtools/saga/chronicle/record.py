"""The Chronicle: the world between two games, as plain data (chapter 8 writes it, setup deals from it).

Cards and sites are catalogue ids. A card that nobody has told is an ``Unknown``; ``None`` in a deck is an empty entry
of a save string, kept as it is. The file form (YAML and JSON) is in ``saga/chronicle/form``, the save
string in ``saga/save_string``.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.catalog.names import AmbiguousName, UnknownName, match
from oathtools.table.state import GRAND_SCEPTER

REGIONS = ("cradle", "cradle", "provinces", "provinces", "provinces", "hinterland", "hinterland", "hinterland")
ROWS = len(REGIONS)
EXILE_COLORS = ("red", "blue", "white", "yellow", "black")
DEFAULT_NAME = "Empire and Exile"
# The kinds of cards that each part of the world holds.
HOLDS = {
    "site": ("site",),
    "cards": ("denizen", "edifice"),
    "relics": ("relic",),
    "world_deck": ("denizen", "vision"),
    "dispossessed": ("denizen",),
    "relic_deck": ("relic",),
}
# What an unknown card whose back says nothing may be, by the part of the world it lies in.
BACKS = {
    "map": ("denizen",),
    "world_deck": ("denizen", "vision"),
    "dispossessed": ("denizen",),
    "relic_deck": ("relic",),
    "archive": ("denizen",),
}


UNCOUNTED = "unknown"  # among the Dispossessed: and perhaps others, nobody knows how many


class Unknown(NamedTuple):
    """A card or site that nobody has told: its back, who has seen it, and what it may be (ids; none: anything)."""

    what: str  # site | denizen | vision | relic | card
    seen_by: tuple[str, ...] = ()
    may_be: tuple[str, ...] = ()


Card = str | Unknown | None


class Joined(NamedTuple):
    """Cards that were shuffled with others, so that only of all of them is it known: ``n`` have one of these names.

    They lie in ``parts`` of the world, each another card than those of any other ``Joined``.
    """

    n: int
    names: tuple[str, ...]
    parts: tuple[str, ...]


@dataclass(slots=True)
class Row:
    """One of the eight site slots of the map, from the top of the Cradle down.

    ``site`` None: no site lies there. ``cards`` are denizens and edifices (by the side that shows), ``relics`` lie
    facedown. ``slots`` says where a save string keeps them when it is not the usual place: for each of ``cards`` and
    then of ``relics`` a number from 1 to 3.
    """

    site: Card = None
    facedown: bool = False
    cards: list[Card] = field(default_factory=list)
    relics: list[Card] = field(default_factory=list)
    slots: tuple[int, ...] | None = None

    def places(self) -> tuple[int, ...]:
        """The slot of each of ``cards`` and then of ``relics``: as kept, else cards from 1 up, relics from 3 down."""
        if self.slots is not None and len(self.slots) == len(self.cards) + len(self.relics):
            return self.slots
        return (*range(1, len(self.cards) + 1), *range(3, 3 - len(self.relics), -1))


@dataclass(slots=True)
class Deck:
    """The world deck. Either ``order``, top to bottom, or ``layers`` from the top (8.8) between known ends.

    A layer is ``{"denizens": n, "visions": n}``; ``pool`` names the denizens that the layers hold, if that is known.
    """

    order: list[Card] | None = None
    layers: list[dict[str, int]] = field(default_factory=list)
    top: list[Card] = field(default_factory=list)
    bottom: list[Card] = field(default_factory=list)
    pool: list[str] = field(default_factory=list)

    def known(self) -> bool:
        """Whether every card has its place."""
        return self.order is not None and not any(isinstance(card, Unknown) for card in self.order)


@dataclass(slots=True)
class SaveNote:
    """What a save string says beyond the world itself, so that writing it again gives the same string.

    Masks are lists of colors in the order of their bits. ``also_citizen`` are bits of the citizenship byte that stand
    for no board. The last three are None where the version has no previous-game block.
    """

    version: str | None = None
    status: int = 0
    suit_order: list[str] = field(default_factory=lambda: ["discord", "hearth", "nomad", "arcane", "order", "beast"])
    name_unit: str = "utf-16"  # utf-16 | code-points | utf-8: what the lengths of the names count
    also_citizen: list[str] = field(default_factory=list)
    previous_citizenship: list[str] | None = None
    winner: list[str] | None = None
    winner_name: str | None = None


@dataclass(slots=True)
class Chronicle:
    """The world between games. ``relic_deck`` runs from the top to the bottom; None: no deck has been made yet.

    The Archive holds what lies nowhere else. ``archive`` lists only those of its cards that are not known by that.
    ``joined`` is what is known of unknown cards taken together.
    """

    name: str = DEFAULT_NAME
    game: int = 1  # the number of the game to be played next
    oath: str = "supremacy"
    boards: dict[str, str] = field(default_factory=lambda: dict.fromkeys(EXILE_COLORS, "exile"))
    map: list[Row] = field(default_factory=lambda: [Row() for _ in range(ROWS)])
    world_deck: Deck = field(default_factory=Deck)
    dispossessed: list[Card] = field(default_factory=list)
    uncounted: bool = False  # there may be others among the Dispossessed: nobody knows how many
    relic_deck: list[Card] | None = None
    archive: list[Card] = field(default_factory=list)
    joined: list[Joined] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)
    variants: dict[str, Any] = field(default_factory=dict)
    tts: SaveNote = field(default_factory=SaveNote)

    def contents(self) -> Iterator[tuple[str, Card]]:
        """Every card and site with the place it is named for: ``map.3.site``, ``world_deck.17``; empty places left out.

        The world deck is walked by its order, or by its known ends; what only its layers hold is left out.
        """
        for number, row in enumerate(self.map, 1):
            if row.site is not None:
                yield f"map.{number}.site", row.site
            for part, cards in (("cards", row.cards), ("relics", row.relics)):
                for at, card in enumerate(cards, 1):
                    yield f"map.{number}.{part}.{at}", card
        deck = self.world_deck
        lists: list[tuple[str, list[Card]]] = [("world_deck", deck.order or [])]
        if deck.order is None:
            lists = [("world_deck.top", deck.top), ("world_deck.bottom", deck.bottom)]
        lists += [("dispossessed", self.dispossessed), ("relic_deck", self.relic_deck or [])]
        for name, cards in lists:
            for at, card in enumerate(cards, 1):
                if card is not None:
                    yield f"{name}.{at}", card

    def unknown(self) -> list[str]:
        """The places that keep the world from being exact, in plain words; empty if it is wholly known."""
        places = [f"{place}: unknown {card.what}" for place, card in self.contents() if isinstance(card, Unknown)]
        if self.world_deck.order is None:
            places.append("world_deck: its order is not known")
        if self.uncounted:
            places.append("dispossessed: how many there are is not known")
        if self.relic_deck is None:
            places.append("relic_deck: not made yet")
        return places


class Fault(NamedTuple):
    """What is wrong: the place, the words with the names of hidden cards in them, the words without, a way out."""

    where: str
    message: str
    public: str
    hint: str | None = None


def is_hidden(chronicle: Chronicle, place: str) -> bool:
    """May people not know what lies there?"""
    words = place.split(".")
    if words[0] != "map":
        return True
    return chronicle.map[int(words[1]) - 1].facedown or words[2] == "relics"


def place_words(place: str) -> str:
    """A place in plain words: ``map slot 3``, ``the world deck``."""
    words = place.split(".")
    if words[0] == "map":
        return f"map slot {words[1]}"
    return {"world_deck": "the world deck", "relic_deck": "the relic deck", "archive": "the Archive"}.get(
        words[0], "the Dispossessed"
    )


def same_card(card: str) -> str:
    """One id for both sides of an edifice: the intact one's."""
    return catalog.edifice(card).other_side if card.startswith("edifice.") and catalog.edifice(card).ruined else card


def doubled(chronicle: Chronicle) -> Iterator[Fault]:
    """Cards that lie in two places at once; an edifice is one card with two sides (2.9)."""
    seen: dict[str, str] = {}
    for place, card in chronicle.contents():
        if not isinstance(card, str):
            continue
        first = seen.setdefault(same_card(card), place)
        if first != place:
            where = f"{place_words(first)} and {place_words(place)}"
            secret = is_hidden(chronicle, place) or is_hidden(chronicle, first)
            name = catalog.name_of(card)
            public = f"a card lies twice, in {where}" if secret else f"{name} lies twice, in {where}"
            yield Fault(
                place, f"{name} lies twice, in {where}", public, "Each card exists once: take one of the two out."
            )


def kind_of(place: str, card: Card) -> str:
    """The kind of a card, or of what an unknown one is; nothing where there is none."""
    if isinstance(card, Unknown):
        return card.what
    return "" if card is None else card.partition(".")[0]


def _part(place: str) -> str:
    """The part of the world a place is in: site, cards, relics, or a deck."""
    words = place.split(".")
    return words[2] if words[0] == "map" else words[0]


def allowed(place: str, card: Card) -> bool:
    """May a card of this kind lie in such a place? An unknown card of which nothing is told may."""
    kind = kind_of(place, card)
    return kind == "card" or kind in HOLDS[_part(place)]


def misplaced(chronicle: Chronicle) -> Iterator[Fault]:
    """Cards where none of their kind may lie, and the Grand Scepter anywhere."""
    for place, card in chronicle.contents():
        kind, where = kind_of(place, card), place_words(place)
        if card == GRAND_SCEPTER:
            name = catalog.name_of(GRAND_SCEPTER)
            yield Fault(place, f"{name} is in {where}", f"{name} is in {where}", "It waits in the World Box (8.6.1).")
        elif not allowed(place, card):
            name = catalog.name_of(card) if isinstance(card, str) else f"an unknown {kind}"
            public = f"a {kind}" if is_hidden(chronicle, place) else name
            yield Fault(place, f"{name} cannot lie in {where}", f"{public} cannot lie in {where}")


# -- A world as people take it out of their box: what they say of it, and the rest unknown -----------------------------


PLACES = tuple(
    f"{region}, {number} of {size} from the top"
    for region, size in (("Cradle", 2), ("Provinces", 3), ("Hinterland", 3))
    for number in range(1, size + 1)
)
"""The slots of the map in words, from the top (2.1.1)."""

TEMPLATE = """\
# Our world, as it lies in the box. Save and close the editor: it is checked, and every fault is named.
# What is left out, and what nobody knows any more, is unknown: the cards are told as they come up.
# Names in any spelling. The oath: supremacy, people, devotion or protection.
name: Our saga
game: 2                  # the number of the game to be played next
oath: supremacy
# Who was what: the boards that are on their Citizen side. The others are Exiles.
boards: {}               # {red: citizen, blue: citizen}
# The eight sites from the top, with the cards at them; one that nobody knows: {unknown: site, facedown: true}.
#   - {site: Plains, cards: [Longbows, Tents], relics: [{unknown: relic}]}
#   - {site: Mountain, facedown: true}
# Relics that are left out are drawn as the site shows (8.6).
map:
"""
_AFTER = """\
# The Dispossessed. unknown: nobody knows how many there are; [Longbows, unknown]: Longbows, and perhaps others.
dispossessed: unknown    # [Longbows, {unknown: denizen, n: 4}]: these five; []: none
# The world deck, if you count it: world_deck: {layers: [{denizens: 10, visions: 2}, {denizens: 15, visions: 3}, ...]}
"""


def template() -> str:
    """A text to be filled in: a Chronicle file with a comment at everything that can be told."""
    rows = "".join(f"  - {{unknown: site, facedown: true}}   # {place}\n" for place in PLACES)
    return TEMPLATE + rows + _AFTER


_RELIC = ("relic", "a relic", "1 relic", "facedown relic", "a facedown relic")


def site_row(words: str) -> dict[str, Any]:
    """A site as people say it: ``Plains: Longbows, Tents``, ``Mountain facedown``; nothing or ``?`` is unknown.

    Relics stand among the cards; names are read later, with the file.
    """
    name, _, cards = words.strip().partition(":")
    name = name.strip()
    if name in ("", "?") or name.casefold() in ("unknown", "facedown"):
        return {"unknown": "site", "facedown": True}
    bare = name.removesuffix(")").casefold().removesuffix("facedown").rstrip(" (,")
    row: dict[str, Any] = {"site": name[: len(bare)], "facedown": len(bare) < len(name)}
    for card in card_names(cards):
        unknown = card.casefold() in _RELIC
        row.setdefault("relics" if unknown or _is_relic(card) else "cards", []).append(
            {"unknown": "relic"} if unknown else card
        )
    return row


def card_names(words: str) -> list[str]:
    """Names with commas between."""
    return [part.strip() for part in words.split(",") if part.strip()]


def _is_relic(name: str) -> bool:
    try:
        return match(name, ("denizen", "edifice", "relic")).id.startswith("relic.")
    except (AmbiguousName, UnknownName):
        return False


def completed(data: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """What a file says of a world, with unknown cards where it says nothing; and what was added, in sentences.

    A faceup site has as many relics as it shows (8.6); the world deck has the denizens of a first game that are not on
    the map, stacked as 8.8 has it, for as many come in as leave (8.4); nobody has counted the Dispossessed.
    """
    rows = data.get("map")
    notes = []
    if isinstance(rows, list):
        rows = [_with_relics(row) for row in rows]
        data = {**data, "map": rows}
    if data.get("dispossessed") is None and data.get("game", 1) != 1:  # nobody is before the first game (8.5)
        data = {**data, "dispossessed": [UNCOUNTED]}
    if not data.get("world_deck"):
        layers = deck_layers(sum(_denizens(row) for row in rows or ()))
        data = {**data, "world_deck": {"layers": layers}}
        size = sum(layer.get("denizens", 0) for layer in layers)
        notes.append(f"of the world deck nothing is told: {size} denizens and the Visions are taken to be in it (8.8)")
    return data, notes


def deck_layers(on_map: int = 0) -> list[dict[str, int]]:
    """The layers of a world deck of which nothing is known, with so many denizens on the map."""
    return stacked(len(catalog.first_game().starting_pool) - on_map)  # those on its map are among them


def stacked(denizens: int) -> list[dict[str, int]]:
    """The layers of a world deck of so many denizens and the Visions (8.8)."""
    from oathtools.procedures.machine.world import built_layers

    return [
        {"denizens": layer.get("denizen", 0), "visions": layer.get("vision", 0)}
        for layer in built_layers(max(0, denizens))
    ]


def _denizens(row: Any) -> int:
    cards = row.get("cards") if isinstance(row, dict) else None
    return sum(not _is_edifice(card) for card in cards) if isinstance(cards, list) else 0


def _is_edifice(card: Any) -> bool:
    """Does a word name an edifice? The denizen in whose place it was built is back in the world deck (8.3.1)."""
    try:
        return isinstance(card, str) and match(card, "edifice").id.startswith("edifice.")
    except (AmbiguousName, UnknownName):
        return False


def _with_relics(row: Any) -> Any:
    row = {"site": row} if isinstance(row, str) else row
    if not isinstance(row, dict) or "relics" in row or row.get("facedown") or not isinstance(row.get("site"), str):
        return row
    try:
        shown = catalog.site(match(row["site"], "site").id).reveal.relics
    except (AmbiguousName, UnknownName):
        return row
    return {**row, "relics": [{"unknown": "relic"}] * shown}


def of_position(position: dict[str, Any]) -> dict[str, Any]:
    """What a position in its canonical form says of the world that its game was begun from: the file of a Chronicle.

    The cards at a site are taken to have lain there; who was what, too.
    """
    people = [player for player in position.get("players", ()) if player.get("role") == "citizen"]
    rows = []
    for site in position.get("sites", ()):
        row = {key: site[key] for key in ("site", "unknown", "facedown") if key in site}
        rows.append({**row, "cards": [card for card in map(_plain, site.get("cards", ())) if card]})
        if "unknown" in row:
            rows[-1]["facedown"] = True
    return {"oath": position["oath"], "boards": {player["color"]: "citizen" for player in people}, "map": rows}


def _plain(card: Any) -> str | None:
    return card.get("card") if isinstance(card, dict) else card


# -- the format of a Chronicle file, and what reading one may raise ----------------------------------------------------


FORMAT = 1


class ChronicleError(ValueError):
    """A file that is no Chronicle. ``faults`` are ``{"where", "message", "hint"}``, the hint perhaps None."""

    def __init__(self, faults: Iterable[Mapping[str, str | None]]) -> None:
        self.faults = [dict(fault) for fault in faults]
        super().__init__("; ".join(f"{fault['where']}: {fault['message']}" for fault in self.faults))
