"""From a Chronicle to the world a game is set up from, and back for the publisher's first game."""

from collections.abc import Iterable, Mapping
from typing import Any

from oathtools import catalog
from oathtools.procedures.machine.world import Saved, SavedSite, World, built_layers, first_game_world, printed_pawns
from oathtools.saga.chronicle.record import Card, Chronicle, Deck, Joined, Row, Unknown
from oathtools.table.state import GRAND_SCEPTER


class Incomplete(ValueError):
    """A Chronicle from which no game can be set up; ``faults`` says why, each with its way out."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def world_of(chronicle: Chronicle, variants: Mapping[str, Any] | None = None) -> World:
    """The world that chapter 1 deals from, with the variants it is played with, each with what the saga keeps of it.

    Raises ``Incomplete`` with every fault at once.
    """
    faults = list(_faults(chronicle))
    if faults:
        raise Incomplete(faults)
    deck = chronicle.world_deck
    order = _known(deck.order) if deck.order is not None and not deck.top and not deck.bottom else None
    names = {**chronicle.variants, **(variants or {})}
    layers, pool = _layers(chronicle, names) if order is None else ((), ())
    relics = None if chronicle.relic_deck is None else _slots(chronicle.relic_deck)
    none_named = relics is not None and len(relics) > 0 and not any(relics)
    ends = deck.order is None
    rows = tuple(_saved(row) for row in chronicle.map)
    return World(
        chronicle.oath,
        rows,
        order,
        None if none_named else relics,
        layers,
        pool,
        len(relics) + len(_new_relics(chronicle, names)) if relics is not None else _relics_left(chronicle, names),
        _slots(chronicle.dispossessed),
        tuple(color for color, role in chronicle.boards.items() if role == "citizen"),
        printed_pawns(rows) if chronicle.game == 1 else {},
        archive=_slots(chronicle.archive),
        top=_slots(deck.top) if ends else (),
        bottom=_slots(deck.bottom) if ends else (),
        variants=dict(variants or {}),
        joined=tuple((each.n, each.names, each.parts) for each in chronicle.joined),
    )


def _faults(chronicle: Chronicle) -> list[str]:
    from oathtools.saga.chronicle.record import doubled, misplaced

    # Of a card that everybody sees in two places only the people can say which of them is it.
    doubtful = [*doubled(chronicle), *misplaced(chronicle)]
    faults = [f"{fault.public}. {fault.hint or '--repair takes it out.'}" for fault in doubtful]
    empty = [number for number, row in enumerate(chronicle.map, 1) if row.site is None]
    if empty:
        slots = ", ".join(map(str, empty))
        faults.append(f"no site lies at slot {slots} of the map (1.1): --repair fills them with random facedown sites")
    lost = lost_relics(chronicle)
    if lost and chronicle.relic_deck is not None:
        many = "1 relic is" if lost == 1 else f"{lost} relics are"
        faults.append(f"{many} missing (1.18): --repair lays them on top of the relic deck")
    deck = chronicle.world_deck
    size = len(deck.order or []) + sum(sum(layer.values()) for layer in deck.layers) + len(deck.top) + len(deck.bottom)
    visions = sum(_is_vision(card) for card in deck.order or [])
    if not size:
        faults.append("the world deck is empty (1.19): --repair builds one by 8.8, of the first game's denizens")
    elif deck.order is not None and visions < len(catalog.ids("vision", chronicle.variants)):
        missing = len(catalog.ids("vision", chronicle.variants)) - visions
        faults.append(f"{missing} of the Visions are missing from the world deck (1.box): --repair rebuilds it by 8.8")
    if chronicle.oath not in ("supremacy", "people", "devotion", "protection"):
        faults.append(f"{chronicle.oath} is not an oath of the game (1.3)")
    return faults


def lost_relics(chronicle: Chronicle) -> int:
    """How many relics lie nowhere in a Chronicle, the Grand Scepter aside."""
    cards = [card for _, card in chronicle.contents()]
    named = {card for card in cards if isinstance(card, str) and card.startswith("relic.")} - {GRAND_SCEPTER}
    unknown = sum(isinstance(card, Unknown) and card.what == "relic" for card in cards)
    return max(0, len(catalog.ids("relic", chronicle.variants)) - 1 - len(named) - unknown)


def _is_vision(card: Card) -> bool:
    return card.what == "vision" if isinstance(card, Unknown) else card is not None and card.startswith("vision.")


def _known(cards: list[Card] | None) -> tuple[str, ...] | None:
    """An order of cards if every one of them is known."""
    if cards is None or not all(isinstance(card, str) for card in cards):
        return None
    return tuple(card for card in cards if isinstance(card, str))


def _slots(cards: list[Card]) -> tuple[Saved, ...]:
    """Cards as a world saves them; empty entries of a save string are left out."""
    return tuple(_slot(card) for card in cards if card is not None)


def _slot(card: Card) -> Saved:
    if isinstance(card, Unknown):
        return tuple(card.may_be) or None
    return card


def _saved(row: Row) -> SavedSite:
    site = _slot(row.site)
    cards = tuple(card for card in row.cards if isinstance(card, str))
    return SavedSite(site, row.facedown or not isinstance(site, str), cards, _slots(row.relics))


def _layers(chronicle: Chronicle, names: Iterable[str]) -> tuple[tuple[dict[str, int], ...], tuple[str, ...]]:
    """The layers of a world deck whose order is not known, and the denizens that may be in it."""
    deck = chronicle.world_deck
    if deck.order is not None:
        backs = [card if isinstance(card, str) else f"{card.what}." for card in deck.order if card is not None]
        visions = sum(back.startswith("vision") for back in backs)
        layers: tuple[dict[str, int], ...] = ({"denizen": len(backs) - visions, "vision": visions},)
    else:
        layers = tuple(
            {back: layer[key] for back, key in (("denizen", "denizens"), ("vision", "visions")) if layer.get(key)}
            for layer in deck.layers
        )
    if deck.pool:
        return layers, tuple(deck.pool)
    elsewhere = {card for _, card in chronicle.contents() if isinstance(card, str)}
    return layers, tuple(card for card in catalog.ids("denizen", names) if card not in elsewhere)


def _new_relics(chronicle: Chronicle, names: Iterable[str]) -> set[str]:
    """The relics of variants that the world has not been played with yet."""
    return set(catalog.ids("relic", names)) - set(catalog.ids("relic", chronicle.variants))


def _relics_left(chronicle: Chronicle, names: Iterable[str]) -> int:
    on_map = sum(len(row.relics) for row in chronicle.map)
    return len(catalog.ids("relic", names)) - 1 - on_map


def first_chronicle() -> Chronicle:
    """The publisher's first game as a Chronicle."""
    world = first_game_world()
    first = catalog.first_game().map
    rows = [
        Row(slot.site, slot.facedown, list(slot.cards), [relic or Unknown("relic") for relic in slot.relics])
        for slot in first
    ]
    layers = [
        {"denizens": layer.get("denizen", 0), "visions": layer.get("vision", 0)}
        for layer in built_layers(len(world.pool))
    ]
    deck = Deck(layers=layers, pool=list(world.pool))
    relics: list[Card] = [Unknown("relic") for _ in range(world.relics_left)]
    return Chronicle(oath=world.oath, map=rows, world_deck=deck, relic_deck=relics)


def fresh_chronicle() -> Chronicle:
    """A world begun anew: faceup sites, cards and denizens of the first game; facedown sites and relics by chance."""
    world = first_chronicle()
    world.map = [Row(Unknown("site"), facedown=True) if row.facedown else row for row in world.map]
    for row in world.map:
        row.relics = [Unknown("relic")] * len(row.relics)
    return world


def chronicle_of(world: World) -> Chronicle:
    """A world as a Chronicle again: what ``world_of`` made it from, but for its name, its history and its save note."""
    deck = Deck(order=list(world.world_deck)) if world.world_deck is not None else _layered(world)
    relics: list[Card] = [Unknown("relic")] * world.relics_left
    if world.relic_deck is not None:
        relics = [_card("relic", saved) for saved in world.relic_deck]
    boards = {color: "citizen" if color in world.citizens else "exile" for color in catalog.EXILE_COLORS}
    return Chronicle(
        oath=world.oath,
        boards=boards,
        map=[
            Row(_card("site", row.site), row.facedown, list(row.cards), [_card("relic", relic) for relic in row.relics])
            for row in world.map
        ],
        world_deck=deck,
        dispossessed=[_card("denizen", saved) for saved in world.dispossessed],
        relic_deck=relics,
        archive=[_card("denizen", saved) for saved in world.archive],
        joined=[Joined(*each) for each in world.joined],
    )


def _layered(world: World) -> Deck:
    keys = {"denizen": "denizens", "vision": "visions"}
    return Deck(
        layers=[{keys[back]: count for back, count in layer.items()} for layer in world.layers],
        top=[_card("card", saved) for saved in world.top],
        bottom=[_card("card", saved) for saved in world.bottom],
        pool=list(world.pool),
    )


def _card(back: str, saved: Saved) -> Card:
    if isinstance(saved, str):
        return saved
    return Unknown(back, (), tuple(saved or ()))
