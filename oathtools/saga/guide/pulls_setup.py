"""What to fetch for setup and where it goes: out of the World Box as 8.7 packed it, or out of the sorted stacks.

Nothing hidden is named unless ``spoil`` says that whoever fetches may see it: without it a world that lies packed can
be laid out unseen, and one that must be picked out of the stacks cannot, which its list then says.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from oathtools import catalog
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.hands import (
    BOARDS,
    DISPOSSESSED,
    EDIFICES,
    RELIC_STACK,
    RELICS_KEPT,
    SITES,
    WORLD_BOX,
    WORLD_STACK,
    Hands,
    Pull,
    archive_of,
    cards_words,
    relics_words,
    slot_words,
    with_variants,
)
from oathtools.procedures.machine.steps import in_order
from oathtools.procedures.machine.world import Saved, SavedSite, built_layers
from oathtools.procedures.setup.procedure import STEPS, relics_added
from oathtools.procedures.turn.dry_run import laid_out
from oathtools.saga.guide.plan import SavedWorld
from oathtools.table.effects import deck_size
from oathtools.table.state import RELIC_DECK, SLOTS
from oathtools.variants import find

_UNSEEN = "(--spoil names them)"


def untyped(pull: Pull) -> str:
    """What a pull is of, for whoever types no commands."""
    return pull.what.removesuffix(f" {_UNSEEN}")


def setup_pulls(
    saved: SavedWorld,
    *,
    packed: bool,
    spoil: bool = False,
    variants: Mapping[str, Any] | None = None,
    readings: Mapping[str, str] | None = None,
) -> list[Pull]:
    """What hands do to lay a world out, in their order.

    ``packed``: it lies in the World Box as its Chronicle left it; else its cards are sorted away in their stacks, and
    are picked out stack by stack. ``variants`` are the house rules in force, each with what a game begins with; what
    they make hands do follows the steps that they name.
    """
    game = laid_out(saved.world.hidden()._replace(variants=dict(variants or {})), readings, find)
    added = list(_added(game))
    needed = added[0].step if added else "1.17"
    found = [*(_packed(saved, spoil, needed) if packed else _sorted(saved, spoil, needed)), *added, *_same(saved)]
    order = list(in_order(game, "setup", STEPS))
    order.insert(order.index("1.19"), "1.box")
    return with_variants(found, [*order, "8.5"], Hands(game, game.state))


def _same(saved: SavedWorld) -> Iterator[Pull]:
    """What is done alike however the world was kept."""
    citizens = [color for color, side in saved.boards.items() if side == "citizen"]
    sides = f"{', '.join(citizens)} on the Citizen side" if citizens else "all on the Exile side"
    yield Pull("1.9", BOARDS, f"the boards of the others: {sides}", "the players", ())
    reliquary = len(catalog.cards("reliquary"))
    yield Pull("1.17", RELIC_STACK, f"{relics_words(reliquary)} off the top, unseen", "the Imperial Reliquary")
    yield Pull("1.18", RELIC_STACK, "the rest, in the order they have", "the Relic Deck space")
    each = cards_words(int(catalog.STARTING["discard_pile_cards_each"]))
    yield Pull("1.19", WORLD_STACK, f"{each} for each pile off the bottom, unseen", "the discard piles")
    yield Pull("1.21", WORLD_STACK, "the rest, once everybody has drawn off the bottom (1.20)", "its space on the map")


def _added(game: Game) -> Iterator[Pull]:
    """1.16: the relics that prompts ask for besides those saved with their sites (A-22), as far as the deck goes."""
    left = deck_size(game.state, RELIC_DECK)
    for slot in range(SLOTS):
        count = min(left, relics_added(game, slot))
        left -= count
        if count:
            site = f"{catalog.name_of(game.state.site(slot))} ({slot_words(slot)}), facedown"
            yield Pull("1.16", RELIC_STACK, f"{relics_words(count)} off the top, unseen", site)


def _goal(saved: SavedWorld) -> Pull:
    oath = f"oath.{saved.world.oath}"
    return Pull("1.3", WORLD_BOX, f"the goal reference of {catalog.name_of(oath)}", "beside the map", (oath,))


# -- out of the World Box ----------------------------------------------------------------------------------------------


def _packed(saved: SavedWorld, spoil: bool, relics: str) -> Iterator[Pull]:
    """``relics`` is the step that first takes from the relic deck."""
    for slot, row in enumerate(saved.world.map):
        shown = _shown(row.site, spoil or not row.facedown)
        name = "the facedown site" if row.facedown else "the site"
        site = (f"{catalog.name_of(shown)}, facedown" if row.facedown else catalog.name_of(shown)) if shown else name
        if slot in saved.empty:
            yield Pull("1.1", SITES, "a facedown site, unseen: none was saved for this slot", slot_words(slot))
            continue
        inside = [catalog.name_of(card) for card in row.cards] + _relics_at(row, spoil)
        told = f" with {', '.join(inside)}" if inside else ""
        cards = tuple(card for card in (shown, *row.cards) if card)
        yield Pull("1.1", WORLD_BOX, f"off the pile: {site}{told}", slot_words(slot), cards)
    yield _goal(saved)
    yield Pull("1.8", WORLD_BOX, "the Grand Scepter", "the Chancellor", ("relic.grand_scepter",))
    yield Pull(relics, WORLD_BOX, "the relic deck", "beside the map, facedown")
    if saved.deck_built:
        yield Pull("1.19", WORLD_BOX, "the world deck", "beside the map, facedown")
        return
    yield Pull("1.box", WORLD_BOX, "the denizens and the five Visions", "beside the map, for the world deck")
    yield _build(sum(layer.get("denizen", 0) for layer in saved.world.layers))


def _relics_at(row: SavedSite, spoil: bool) -> list[str]:
    known = [catalog.name_of(relic) for relic in row.relics if isinstance(relic, str)] if spoil else []
    rest = len(row.relics) - len(known)
    return [*known, *([relics_words(rest)] if rest else [])]


def _shown(card: Saved, may: bool) -> str | None:
    return card if may and isinstance(card, str) else None


# -- out of the stacks -------------------------------------------------------------------------------------------------


def _sorted(saved: SavedWorld, spoil: bool, relics: str) -> Iterator[Pull]:
    world = saved.world
    yield _goal(saved)
    yield from _sites(saved, spoil)
    at_sites = [(card, slot) for slot, row in enumerate(world.map) for card in row.cards]
    for source, listed in _by_stack(at_sites):
        for card, slot in listed:
            side = ", ruined side up" if card.startswith("edifice.") and catalog.edifice(card).ruined else ""
            yield Pull("1.1", source, catalog.name_of(card), f"{_site_at(saved, slot, spoil)}{side}", (card,))
    yield from _relics(saved, spoil, relics)
    yield Pull("1.8", RELICS_KEPT, "the Grand Scepter", "the Chancellor", ("relic.grand_scepter",))
    yield from _world_deck(saved, spoil)
    yield from _dispossessed(saved, spoil)


def _sites(saved: SavedWorld, spoil: bool) -> Iterator[Pull]:
    rows = list(enumerate(saved.world.map))
    named = [(slot, row.site) for slot, row in rows if isinstance(row.site, str) and (spoil or not row.facedown)]
    for slot, site in sorted(named, key=lambda each: catalog.name_of(each[1])):
        down = ", facedown" if saved.world.map[slot].facedown else ""
        yield Pull("1.1", SITES, catalog.name_of(site), f"{slot_words(slot)}{down}", (site,))
    others = [slot for slot, _ in rows if slot not in dict(named)]
    known = [slot for slot in others if isinstance(saved.world.map[slot].site, str)]
    unknown = [slot for slot in others if slot not in known]
    if known:
        what = f"{len(known)} facedown site{'' if len(known) == 1 else 's'} {_UNSEEN}"
        yield Pull("1.1", SITES, what, ", ".join(map(slot_words, known)))
    if unknown:
        what = f"{len(unknown)} facedown site{'' if len(unknown) == 1 else 's'}, unseen, of those left"
        yield Pull("1.1", SITES, what, ", ".join(map(slot_words, unknown)))


def _site_at(saved: SavedWorld, slot: int, spoil: bool) -> str:
    row = saved.world.map[slot]
    shown = _shown(row.site, spoil or not row.facedown)
    return f"{catalog.name_of(shown)} ({slot_words(slot)})" if shown else slot_words(slot)


def _by_stack(cards: Iterable[tuple[str, int]]) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Denizens and edifices by the stacks of the Archive, in its order and by name in each."""
    listed = sorted(cards, key=lambda each: catalog.name_of(each[0]))
    edifices = [each for each in listed if each[0].startswith("edifice.")]
    if edifices:
        yield EDIFICES, edifices
    for suit in catalog.SUITS:
        found = [each for each in listed if each not in edifices and catalog.card(each[0]).suit == suit]
        if found:
            yield archive_of(suit), found


def _relics(saved: SavedWorld, spoil: bool, step: str) -> Iterator[Pull]:
    unseen: dict[int, int] = {}
    for slot, row in enumerate(saved.world.map):
        for relic in row.relics:
            if isinstance(relic, str) and spoil:
                there = f"{_site_at(saved, slot, spoil)}, facedown"
                yield Pull("1.1", RELICS_KEPT, catalog.name_of(relic), there, (relic,))
            else:
                unseen[slot] = unseen.get(slot, 0) + 1
    told = any(isinstance(relic, str) for row in saved.world.map for relic in row.relics)
    for slot, count in unseen.items():
        what = f"{relics_words(count)}{f' {_UNSEEN}' if told and not spoil else ', unseen'}"
        yield Pull("1.1", RELICS_KEPT, what, _site_at(saved, slot, spoil))
    deck = saved.world.relic_deck
    if deck is not None and all(isinstance(card, str) for card in deck):
        names = [catalog.name_of(card) for card in deck if isinstance(card, str)]
        what = f"from the top: {', '.join(names)}" if spoil else f"{relics_words(len(names))} {_UNSEEN}"
        yield Pull(step, RELICS_KEPT, what, "the relic deck, facedown")
    else:
        yield Pull(step, RELICS_KEPT, "all the others but the Grand Scepter, shuffled", "the relic deck, facedown")


def _world_deck(saved: SavedWorld, spoil: bool) -> Iterator[Pull]:
    order = saved.world.world_deck
    pool: Sequence[str] = saved.pool or (saved.world.pool if spoil else ())
    if order is not None:
        if not spoil:
            yield Pull("1.19", WORLD_STACK, f"the world deck {_UNSEEN}", "beside the map, facedown")
            return
        denizens = [(card, 0) for card in order if card.startswith("denizen.")]
        for source, listed in _by_stack(denizens):
            names = ", ".join(catalog.name_of(card) for card, _ in listed)
            yield Pull("1.19", source, f"{len(listed)}: {names}", "the world deck", tuple(card for card, _ in listed))
        stacked = ", ".join(map(catalog.name_of, order))
        yield Pull("1.19", WORLD_STACK, f"stacked, from the top: {stacked}", "beside the map, facedown")
        return
    size = sum(layer.get("denizen", 0) for layer in saved.world.layers)
    if len(pool) != size:
        yield Pull("1.box", WORLD_STACK, f"{size} denizens {_UNSEEN}", "the world deck")
        return
    for source, listed in _by_stack((card, 0) for card in pool):
        names = ", ".join(catalog.name_of(card) for card, _ in listed)
        yield Pull("1.box", source, f"{len(listed)}: {names}", "the world deck", tuple(card for card, _ in listed))
    yield _build(size)


def _build(denizens: int) -> Pull:
    """1.box: the layers, top first."""
    layers = built_layers(denizens)
    piles = [f"{layer['denizen']} and {layer['vision']} Visions" for layer in layers if layer.get("vision")]
    rest = sum(layer.get("denizen", 0) for layer in layers if not layer.get("vision"))
    what = f"its {cards_words(denizens)} shuffled, with Visions: {' on '.join(piles)} on the other {rest}"
    return Pull("1.box", WORLD_STACK, what, "beside the map, facedown")


def _dispossessed(saved: SavedWorld, spoil: bool) -> Iterator[Pull]:
    cards = saved.world.dispossessed
    known = [card for card in cards if isinstance(card, str)]
    if not cards:
        return
    if not spoil or len(known) < len(cards):
        yield Pull("8.5", DISPOSSESSED, f"{cards_words(len(cards))} {_UNSEEN}", "its own stack in the World Box")
        return
    for source, listed in _by_stack((card, 0) for card in known):
        names = ", ".join(catalog.name_of(card) for card, _ in listed)
        yield Pull("8.5", source, names, "the Dispossessed", tuple(card for card, _ in listed))
