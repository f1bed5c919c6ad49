"""What a guide through setup is for: the saved world, gaps and all, and the seats as far as they are known."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from oathtools import catalog
from oathtools.procedures.machine.world import Seat, World, built_layers, first_game_world, seats_for
from oathtools.saga.chronicle.record import Chronicle, Deck, Unknown
from oathtools.saga.worlds import Incomplete, lost_relics, world_of
from oathtools.table.state import PLACE_NAMES
from oathtools.text import printable


@dataclass(frozen=True, slots=True)
class SavedWorld:
    """A saved world as the guide knows it.

    ``empty`` are the map slots without a saved site, ``lost_relics`` counts the relics that lie nowhere,
    ``lost_visions`` the Visions missing from the world deck. ``deck_built``: that deck was rebuilt by 8.8.
    ``pool`` are the denizens of a world deck that is still to be built, where everybody may know them: in a new world.
    ``first``: the publisher's first game. ``winner``: the name of the last one, or an empty text. ``variants`` is what
    the saga keeps of house rules, as its file says it.
    """

    world: World
    boards: Mapping[str, str]
    empty: tuple[int, ...] = ()
    lost_relics: int = 0
    lost_visions: int = 0
    deck_built: bool = True
    pool: tuple[str, ...] = ()
    first: bool = False
    winner: str = ""
    variants: Mapping[str, Any] = field(default_factory=dict)
    typed: bool = True


@dataclass(frozen=True, slots=True)
class Plan:
    """What a guide is for.

    ``seats`` in turn order, the Chancellor first. ``known`` are the colors that somebody is sure to play; the other
    seats take boards in step 1.9, and their colors here are stand-ins. ``named``: the seats have names and their order
    is the turn order. ``citizens`` are the boards that lie on their Citizen side, None: not known. ``saved`` None: no
    world is told. ``spoil``: facedown cards and decks too. ``readings`` are the table's own, by point. ``variants`` are
    the house rules in force, each with what a game begins with. ``typed``: whoever reads it types commands.
    """

    seats: tuple[Seat, ...]
    known: frozenset[str] = frozenset()
    named: bool = False
    citizens: tuple[str, ...] | None = None
    saved: SavedWorld | None = None
    deck_built: bool | None = None
    spoil: bool = False
    tts: bool = False
    readings: Mapping[str, str] = field(default_factory=dict)
    variants: Mapping[str, Any] = field(default_factory=dict)
    typed: bool = True


def saved_world(chronicle: Chronicle) -> SavedWorld:
    """The world of a Chronicle, gaps and all.

    An empty slot is an unknown facedown site; lost relics lie unseen on top of the others; a world deck without all the
    Visions is one that is still to be built. Raises ``Incomplete`` for a map that cannot be laid out.
    """
    faults = _twice_on_map(chronicle)
    if faults:
        raise Incomplete(faults)
    mended = deepcopy(chronicle)
    empty = tuple(slot for slot, row in enumerate(mended.map) if row.site is None)
    for slot in empty:
        mended.map[slot].site, mended.map[slot].facedown = Unknown("site"), True
    relics = lost_relics(mended)
    if mended.relic_deck is not None:
        mended.relic_deck[:0] = [Unknown("relic")] * relics
    visions = _lost_visions(mended)
    fresh = chronicle.game == 1 and not (mended.world_deck.order or mended.world_deck.layers)
    if visions:
        mended.world_deck = _deck_to_build(mended)
    world = world_of(mended)
    first = _is_first(chronicle, world)
    return SavedWorld(
        world,
        dict(chronicle.boards),
        empty,
        relics if mended.relic_deck is not None else 0,
        visions,
        not (visions or first),
        world.pool if fresh or first else (),
        first,
        _winner(chronicle),
        deepcopy(chronicle.variants),
    )


def _winner(chronicle: Chronicle) -> str:
    """The name of the last winner, if the Chronicle tells it; names may hold anything."""
    from oathtools.saga.save_string.parse import facts

    name = (chronicle.tts.winner_name or "") if chronicle.game > 1 else ""
    if name == facts()["placeholder"]["winner_name"]:
        return ""
    return printable(name)


def _twice_on_map(chronicle: Chronicle) -> list[str]:
    seen: dict[str, int] = {}
    faults = []
    for slot, row in enumerate(chronicle.map):
        for card in (row.site, *row.cards):
            if isinstance(card, str) and seen.setdefault(card, slot) != slot:
                what = "a facedown card" if row.facedown else catalog.name_of(card)
                faults.append(f"{what} lies at {place(seen[card])} and at {place(slot)}: there is only one (1.1)")
    return faults


def _lost_visions(chronicle: Chronicle) -> int:
    """How many Visions are missing from the world deck of a Chronicle: more than none, and it is still to be built."""
    deck = chronicle.world_deck
    order = [*deck.top, *deck.bottom] if deck.order is None else deck.order
    told = {card for card in order if isinstance(card, str) and card.startswith("vision.")}
    unknown = sum(isinstance(card, Unknown) and card.what != "denizen" for card in order)
    layered = sum(layer.get("visions", 0) for layer in deck.layers)
    return max(0, len(catalog.ids("vision", chronicle.variants)) - len(told) - unknown - layered)


def _deck_to_build(chronicle: Chronicle) -> Deck:
    """The deck that 1.box will make of the denizens saved for it."""
    deck = chronicle.world_deck
    order = deck.order or []
    pool = list(dict.fromkeys(card for card in order if isinstance(card, str) and card.startswith("denizen.")))
    size = len(pool)
    if deck.pool and not order:
        pool, size = list(deck.pool), sum(layer.get("denizens", 0) for layer in deck.layers)
    if not pool:
        elsewhere = {card for _, card in chronicle.contents()}
        pool = [card for card in catalog.first_game().starting_pool if card not in elsewhere]
        size = len(pool)
    layers = [{"denizens": layer.get("denizen", 0), "visions": layer.get("vision", 0)} for layer in built_layers(size)]
    return Deck(layers=layers, pool=pool)


def _is_first(chronicle: Chronicle, world: World) -> bool:
    """Is this the world of the publisher's first game, not yet played?"""
    return chronicle.game == 1 and not chronicle.tts.version and world.hidden().map == first_game_world().hidden().map


def seats_of(
    players: Sequence[tuple[str, str | None]], citizens: Sequence[str] = ()
) -> tuple[tuple[Seat, ...], frozenset[str]]:
    """The seats of players, each (name or "", color or None), the Chancellor first; and the colors known to be played.

    A seat whose color is open stands for an Exile. Raises ``ValueError`` as ``seats_for`` does.
    """
    known = frozenset(color for _, color in players[1:] if color)
    free = [color for color in catalog.EXILE_COLORS if color not in known]
    free.sort(key=lambda color: color in citizens)
    told = [(name, color or (free.pop(0) if at and free else None), False) for at, (name, color) in enumerate(players)]
    return tuple(seats_for(told, [color for color in citizens if color in known])), known


def place(slot: int) -> str:
    """A map slot for people: ``Cradle 1`` to ``Hinterland 3``, counted from the top."""
    region, _, number = PLACE_NAMES[slot].partition(".")
    return f"{region.title()} {number}"
