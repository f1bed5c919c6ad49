"""The state of a game: plain data, ids instead of references, ordered containers, nothing that runs.

*Pieces* are counted at places, *cards* lie in zones; both kinds of place are plain strings, so that one effect moves
any piece from any place to any other, and conservation is one sum.

Places of pieces: ``shared`` (the shared bank), ``bank.SUIT``, ``board.SEAT``, ``stock.COLOR`` (warbands in the personal
bank), ``slot.N`` (a site, 0 to 7 from the top), the id of a card (tokens on it), ``banner.NAME``, ``aside.NAME``.
Kinds of pieces: ``favor``, ``secret``, ``hidden`` (a facedown secret), and a warband by its color.

Zones of cards, each a list: ``map`` (the eight site cards), ``cards.N`` and ``relics.N`` (at a site),
``advisers.SEAT``, ``held.SEAT`` (relics), ``vision.SEAT``, ``hand.SEAT`` (drawn, not yet placed), ``reliquary.N``,
``discard.REGION``, ``DECK.top`` and ``DECK.bottom`` (cards whose order is known; what lies between is in ``layers``),
``dispossessed``,
``archive``, ``site_box``, ``box``. The first card of a pile is its top.

``variants`` are the house rules in force, each with what it keeps of the game; the rules that it plugs in are found by
its name (``procedures.variant``).
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Final, NamedTuple

from oathtools import catalog
from oathtools.kit.lazy import sha256

SLOTS: Final = 8
REGION_OF_SLOT: Final = ("cradle",) * 2 + ("provinces",) * 3 + ("hinterland",) * 3
SLOT: Final = tuple(f"slot.{n}" for n in range(SLOTS))
CARDS: Final = tuple(f"cards.{n}" for n in range(SLOTS))
RELICS: Final = tuple(f"relics.{n}" for n in range(SLOTS))
RELIQUARY: Final = tuple(f"reliquary.{n}" for n in range(4))
# The same by seat, for what is asked at every decision: a name that is put together each time is hashed each time, too.
# The bandits are asked as players are; nothing lies there.
BANDITS: Final = "bandits"
_SIDES: Final = (*catalog.COLORS, BANDITS)
BOARD: Final = {side: f"board.{side}" for side in _SIDES}
ADVISERS: Final = {side: f"advisers.{side}" for side in _SIDES}
HELD: Final = {side: f"held.{side}" for side in _SIDES}
VISION: Final = {side: f"vision.{side}" for side in _SIDES}
PURPLE: Final = "purple"
CHANCELLOR: Final = "chancellor"
CITIZEN: Final = "citizen"
EXILE: Final = "exile"
ROLE_WORDS: Final = {CHANCELLOR: "the Chancellor", CITIZEN: "a Citizen", EXILE: "an Exile"}
# Before and after these phases nobody is on the map, and no action can be thought of.
PLAYING: Final = ("wake", "act", "rest", "round-end")
# The phases after the last turn: decided, chapter 8, and the Chronicle written.
OVER: Final = "over"
WRITTEN: Final = "written"
ENDED: Final = (OVER, "chronicle", WRITTEN)
SHARED: Final = "shared"
FAVOR: Final = "favor"
SECRET: Final = "secret"
HIDDEN: Final = "hidden"
PEOPLES_FAVOR: Final = "banner.peoples_favor"
DARKEST_SECRET: Final = "banner.darkest_secret"
BANNERS: Final = (PEOPLES_FAVOR, DARKEST_SECRET)
GRAND_SCEPTER: Final = "relic.grand_scepter"
CONSPIRACY: Final = "vision.conspiracy"
WORLD: Final = "world"
RELIC_DECK: Final = "relic_deck"
SITE_DECK: Final = "site_deck"
UNKNOWN_PREFIX: Final = "card#"

# Which group of names a card of each back belongs to while nobody has shown it, by deck.
DECK_GROUPS: Final = {
    WORLD: {"denizen": "denizens", "vision": "visions"},
    RELIC_DECK: {"relic": "relics"},
    SITE_DECK: {"site": "sites"},
}
DECK_GROUP_NAMES: Final = frozenset(group for groups in DECK_GROUPS.values() for group in groups.values())
# The ends of a deck whose cards are known.
TOP: Final = {deck: f"{deck}.top" for deck in DECK_GROUPS}
BOTTOM: Final = {deck: f"{deck}.bottom" for deck in DECK_GROUPS}
# Zones of decks and piles. Who has seen a card there is remembered for their view of it; no rule reads it.
STACKS: Final = ("discard.", *(f"{deck}." for deck in DECK_GROUPS))
_NOT_CANONICAL: Final = ("where", "handles", "next_handle", "apart", "joined", "kept")


class Handle(NamedTuple):
    """A card that nobody has shown the tool: its back, and the groups its name is in."""

    back: str
    groups: tuple[str, ...]


@dataclass(slots=True)
class Player:
    """A seat. Its color is its id; its pieces and cards stand in the state's places and zones."""

    seat: str
    name: str
    role: str
    slot: int | None = None
    supply: int = 0

    @property
    def imperial(self) -> bool:
        """Chancellor or Citizen (10.12), leaving aside campaigns between them (5.5.1)."""
        return self.role != EXILE


@dataclass(slots=True)
class State:
    """Everything there is to know about a game at an action boundary (and, for undo and digests, at any moment).

    Three are for the world between games. ``apart``: the names that an unknown card could have before others came to
    its deck. ``joined``: of cards that were shuffled together how many had one of which names, the groups they drew
    on, and those that all of them draw on since (``stacking``). ``kept``: what the last Chronicle kept of such cards,
    ``[how many, their names, keys of the groups they draw on, names that came up since]``; each is another card than
    those of any other entry.
    """

    oath: str = "supremacy"
    round: int = 1
    visions_drawn: int = 0
    phase: str = "setup"
    step: str = ""
    turn: str = PURPLE
    seats: list[str] = field(default_factory=list)
    players: dict[str, Player] = field(default_factory=dict)
    pieces: dict[str, dict[str, int]] = field(default_factory=dict)
    zones: dict[str, list[str]] = field(default_factory=dict)
    where: dict[str, str] = field(default_factory=dict)
    facedown: dict[str, tuple[str, ...]] = field(default_factory=dict)
    handles: dict[str, Handle] = field(default_factory=dict)
    groups: dict[str, list[str]] = field(default_factory=dict)
    layers: dict[str, list[dict[str, int]]] = field(default_factory=dict)
    next_handle: int = 1
    holders: dict[str, str | None] = field(default_factory=dict)
    mob: bool = False
    oathkeeper: str | None = PURPLE
    usurper: bool = False
    discarded: dict[str, list[str]] = field(default_factory=dict)
    taken: list[str] = field(default_factory=list)
    lasting: dict[str, Any] = field(default_factory=dict)
    variants: dict[str, Any] = field(default_factory=dict)
    result: dict[str, Any] | None = None
    apart: dict[str, list[str]] = field(default_factory=dict)
    joined: list[tuple[int, list[str], str, str]] = field(default_factory=list)
    kept: list[list[Any]] = field(default_factory=list)

    # -- reading -------------------------------------------------------------------------------------------------

    def seat(self, words: str) -> str:
        """The seat of a player by color or name, in any case. Raises ``ValueError``, with the seats there are."""
        seats = {word.casefold(): each.seat for each in self.players.values() for word in (each.name, each.seat)}
        if words not in self.players and words.casefold() not in seats:
            raise ValueError(f"there is no player {words!r}: {', '.join(seats)}")
        return words if words in self.players else seats[words.casefold()]

    def count(self, place: str, kind: str) -> int:
        """How many pieces of a kind lie at a place."""
        pile = self.pieces.get(place)
        return pile.get(kind, 0) if pile else 0

    def zone(self, name: str) -> list[str]:
        """The cards of a zone, top first; an empty list if the zone has none."""
        return self.zones.get(name, [])

    def is_facedown(self, card: str) -> bool:
        """Does the card lie facedown (in play)?"""
        return card in self.facedown

    def known(self, card: str) -> bool:
        """Does the tool know the card's name?"""
        return card not in self.handles

    def back(self, card: str) -> str:
        """``denizen``, ``vision``, ``relic``, ``site`` or ``edifice``: what its back tells everybody."""
        handle = self.handles.get(card)
        return handle.back if handle else card.partition(".")[0]

    def site(self, slot: int) -> str:
        """The site card of a slot."""
        return self.zones["map"][slot]

    def faceup_site(self, slot: int) -> bool:
        """Is the site of that slot faceup?"""
        return self.zones["map"][slot] not in self.facedown

    def copy(self) -> "State":
        """An independent copy."""
        return State(*[copied(each) if copied else each for each, copied in zip(_ALL(self), _COPIES, strict=True)])

    def twin(self) -> "State":
        """A copy that shares its lists and piles, for effects alone: they put others in their places."""
        twin = State(*_ALL(self))
        for name, copied in _TWIN:
            setattr(twin, name, copied(getattr(self, name)))
        return twin

    # -- canonical form ------------------------------------------------------------------------------------------

    def canonical(self) -> str:
        """The state as text that is equal for equal states: empty piles, zones and counters left out, keys sorted.

        An unknown card is named by where it lies and described by what it may be, so that it does not matter when it
        came to the table nor by which groups its names are kept: a state read from a position file compares equal.
        Who has seen cards in decks and piles is left out: nothing turns on it.
        """
        spots = {card: f"@{zone}:{self.zones[zone].index(card)}" for card, zone in self._spots()}
        plain = {name: getattr(self, name) for name in FIELDS if name not in _NOT_CANONICAL}
        plain["players"] = {p.seat: [p.name, p.role, p.slot, p.supply] for p in self.players.values()}
        plain["pieces"] = {spots.get(place, place): pile for place, pile in self.pieces.items() if pile}
        plain["facedown"] = {
            spots.get(card, card): sorted(seen)
            for card, seen in self.facedown.items()
            if not self.where.get(card, "").startswith(STACKS)
        }
        plain["layers"] = {deck: layers for deck, layers in self.layers.items() if layers}
        decks = {name: sorted(names) for name, names in self.groups.items() if names and name in DECK_GROUP_NAMES}
        plain["groups"] = decks
        faces = {groups: self.faces(groups) for groups in {handle.groups for handle in self.handles.values()}}
        plain["loose"] = self.loose_names()
        plain["lasting"] = renamed(self.lasting, spots)
        if not self.variants:
            del plain["variants"]
        plain["zones"] = {
            name: [
                [self.handles[card].back, *faces[self.handles[card].groups]] if card in spots else card
                for card in cards
            ]
            for name, cards in self.zones.items()
            if cards
        }
        return json.dumps(plain, sort_keys=True, separators=(",", ":"))

    def _spots(self) -> list[tuple[str, str]]:
        return [(card, self.where[card]) for card in self.handles if card in self.where]

    def faces(self, groups: tuple[str, ...]) -> tuple[list[str], list[str]]:
        """What an unknown card with these groups may be: the deck groups with names left, and the names beyond them."""
        decks = sorted(group for group in groups if group in DECK_GROUP_NAMES and self.groups.get(group))
        beyond = {name for group in groups if group not in DECK_GROUP_NAMES for name in self.groups.get(group, ())}
        return decks, sorted(beyond.difference(*(self.groups[group] for group in decks)) if beyond else ())

    def loose_names(self) -> list[str]:
        """Names that nobody has located and that no card on the table or in a deck can have."""
        drawn = {group for handle in self.handles.values() for group in handle.groups} | DECK_GROUP_NAMES
        held = {name for group in drawn for name in self.groups.get(group, ())}
        return sorted({name for group, names in self.groups.items() if group not in drawn for name in names} - held)

    def digest(self) -> str:
        """A short digest of the canonical form."""
        return sha256(self.canonical().encode()).hexdigest()[:12]


FIELDS: Final = tuple(each.name for each in fields(State))


def _copied(value: Any) -> Any:
    """Plain data again, in containers of its own; what cannot change is shared."""
    if type(value) is dict:
        return {key: _copied(each) for key, each in value.items()}
    return [_copied(each) for each in value] if type(value) is list else value


def _each_copied(groups: dict[str, Any]) -> dict[str, Any]:
    return {name: each.copy() for name, each in groups.items()}


def _players_copied(players: dict[str, Player]) -> dict[str, Player]:
    return {seat: Player(seat, each.name, each.role, each.slot, each.supply) for seat, each in players.items()}


# How each field is copied: a search copies states by the thousand, so where the contents are known nothing
# is asked of each value. None: what cannot change is shared.
_CONTAINERS: Final[dict[str, Callable[[Any], Any]]] = {
    "seats": list.copy,
    "players": _players_copied,
    "pieces": _each_copied,
    "zones": _each_copied,
    "where": dict.copy,
    "facedown": dict.copy,
    "handles": dict.copy,
    "groups": _each_copied,
    "layers": _copied,
    "holders": dict.copy,
    "discarded": _each_copied,
    "taken": list.copy,
    "lasting": _copied,
    "variants": _copied,
    "result": _copied,
    "apart": dict.copy,
    "joined": list.copy,
    "kept": list.copy,
}
_SHALLOW: Final = ("players", "pieces", "zones", "groups", "layers", "discarded", "lasting", "variants")
_SHARED: Final = ("seats", "result")
_TWIN: Final[Sequence[tuple[str, Callable[[Any], Any]]]] = [
    (name, dict.copy if name in _SHALLOW else copied) for name, copied in _CONTAINERS.items() if name not in _SHARED
]
_ALL: Final = attrgetter(*FIELDS)
_COPIES: Final = [_CONTAINERS.get(name) for name in FIELDS]


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Plain data with some strings replaced, keys too: the ids of unknown cards by where they lie, or back."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {names.get(key, key): renamed(each, names) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(each, names) for each in value]
    return value


def place_name(slot: int) -> str:
    """The id of a slot as a place for people: ``cradle.1`` ... ``hinterland.3``."""
    region = REGION_OF_SLOT[slot]
    return f"{region}.{slot - REGION_OF_SLOT.index(region) + 1}"


PLACE_NAMES: Final = tuple(place_name(slot) for slot in range(SLOTS))


def slot_words(slot: int) -> str:
    """A map slot for people: ``Provinces 2``."""
    return place_name(slot).replace(".", " ").title()


def blank(seats: list[Player], oath: str) -> State:
    """A state with every piece in its bank and no card on the table (1.4, 1.8, 1.9)."""
    state = State(oath=oath, seats=[p.seat for p in seats], players={p.seat: p for p in seats})
    state.turn = seats[0].seat
    state.pieces[SHARED] = {FAVOR: catalog.FAVOR}
    for player in seats:
        state.pieces[f"stock.{player.seat}"] = {player.seat: catalog.WARBANDS[player.seat]}
    state.holders = dict.fromkeys(BANNERS)
    return state


def region_of_slot(slot: int) -> str:
    """The region of a slot (2.1.1)."""
    return REGION_OF_SLOT[slot]
