"""What to fetch and where it goes: for chapter 8, in the order in which hands move; nothing hidden is named.

``saga.pulls_setup`` has the same for setup.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from oathtools import catalog
from oathtools.journal.play import Play
from oathtools.procedures.chronicle.procedure import STEPS, WRITTEN, NotOver, winner_of
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.hands import (
    BOARDS,
    DISPOSSESSED,
    EDIFICES,
    LOSERS,
    MAP,
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
from oathtools.procedures.setup.procedure import STEPS as SETUP_STEPS
from oathtools.procedures.setup.procedure import relics_added
from oathtools.procedures.turn.loop import laid_out
from oathtools.saga.guide.plan import SavedWorld
from oathtools.table import stacking
from oathtools.table.effects import Event, deck_size
from oathtools.table.state import CARDS, CITIZEN, RELIC_DECK, RELICS, RELIQUARY, SLOTS, State
from oathtools.variants import find


def pulls(play: Play) -> list[Pull]:
    """What hands do in a Chronicle that has been carried out, in their order; ``by_stack`` sorts it otherwise.

    With what the variants in force make hands do, after the steps that they name. Raises ``NotOver`` if it has not
    been carried out to its end.
    """
    if play.state.phase != WRITTEN:
        raise NotOver("the Chronicle of this game is not written to its end")
    law = _Law(play)
    order = list(in_order(play.game, "chronicle", STEPS))
    return with_variants(list(law.all()), order, Hands(play.game, law.before, law.events))


class _Law:
    """Chapter 8 of one game as movements of hands: the table before it, what happened, the table after it."""

    def __init__(self, play: Play) -> None:
        if not play.keep_log:
            play = play.again()
        begun = next(entry.n for entry in reversed(play.live) if entry.chronicle is not None)
        self.before = play.again(begun - 1, keep_log=False).state
        self.events = [event for batch in play.batches_since(begun - 1) if batch.n >= begun for event in batch.events]
        self.state, self.winner = play.state, winner_of(play.game)

    def all(self) -> Iterator[Pull]:
        oath = f"oath.{self.noted('oath')}"
        yield Pull(
            "8.1", WORLD_BOX, f"the goal reference of {catalog.name_of(oath)}", "on top in the World Box", (oath,)
        )
        yield from self.citizens()
        yield from self.edifice()
        yield from self.discarded()
        yield from self.ruined()
        yield Pull("8.3.4", MAP, "all pawns, favor, secrets and warbands", "their banks and players")
        yield from self.refilled()
        yield from self.decks()
        yield from self.relics()
        yield from self.packed()

    def noted(self, key: str, default: Any = None) -> Any:
        value = stacking.noted(self.state, key, default)
        return default if value is None else value

    def of(self, kind: str, clause: str) -> list[Event]:
        return [event for event in self.events if event.kind == kind and clause in event.cites]

    def site(self, slot: int) -> str:
        """A site as it lay before the Chronicle: its name, or that it lay facedown."""
        before = self.before
        return (
            catalog.name_of(before.site(slot)) if before.faceup_site(slot) else f"the facedown site {slot_words(slot)}"
        )

    # -- the steps -----------------------------------------------------------------------------------------------------

    def citizens(self) -> Iterator[Pull]:
        for seat in self.noted("flipped", []):
            yield Pull("8.2", BOARDS, f"the {seat} board", "its Exile side up")
        for seat in self.noted("converts", []):
            yield Pull("8.2", BOARDS, f"the {seat} board", "its Citizen side up")
        replaced = {event.facts["to"] for event in self.of("replace", "8.2") if "count" in event.facts}
        for slot in range(SLOTS):
            if f"slot.{slot}" in replaced:
                what = f"the new Citizen's warbands at {self.site(slot)}"
                yield Pull("8.2", MAP, what, f"their bank; one {self.winner} warband takes their place")

    def edifice(self) -> Iterator[Pull]:
        for edifice, card in zip(self.noted("built", []), self.noted("replaced", []), strict=True):
            there = f"in the place of {catalog.name_of(card)}, intact side up"
            yield Pull("8.3.1", MAP, catalog.name_of(card), "world deck", (card,))
            yield Pull("8.3.1", EDIFICES, catalog.name_of(edifice), there, (edifice, card))
        for edifice in self.noted("repaired", []):
            ruin = catalog.edifice(edifice).other_side
            yield Pull("8.3.1", MAP, catalog.name_of(ruin), f"turned over: {catalog.name_of(edifice)}", (edifice,))

    def discarded(self) -> Iterator[Pull]:
        for slot in self.noted("gone", []):
            yield from self.denizens("8.3.2", slot)
            for card in self.noted("ruins_lost", []):
                if card in self.before.zone(CARDS[slot]):
                    yield Pull("8.3.2", MAP, catalog.name_of(card), EDIFICES, (card,))
            held = len(self.before.zone(RELICS[slot]))
            if held:
                yield Pull("8.3.2", MAP, f"{relics_words(held)} at {self.site(slot)}, unseen", "under the relic deck")
            known = (self.before.site(slot),) if self.before.faceup_site(slot) else ()
            yield Pull("8.3.2", MAP, self.site(slot), SITES, known)

    def denizens(self, clause: str, slot: int) -> Iterator[Pull]:
        cards = tuple(
            event.facts["card"] for event in self.of("discard", clause) if event.facts.get("from") == CARDS[slot]
        )
        if cards:
            what = f"{', '.join(map(catalog.name_of, cards))} at {self.site(slot)}"
            yield Pull(clause, MAP, what, "a discard pile", cards)

    def ruined(self) -> Iterator[Pull]:
        fell = self.noted("fell", [])
        for slot in range(SLOTS):
            for card in self.before.zone(CARDS[slot]):
                if card in fell:
                    ruin = catalog.edifice(card).other_side
                    yield Pull("8.3.3", MAP, catalog.name_of(card), f"turned over: {catalog.name_of(ruin)}", (card,))
            yield from self.denizens("8.3.3", slot)

    def refilled(self) -> Iterator[Pull]:
        for event in self.of("moved_site", "8.3.5"):
            site = event.facts["site"]
            yield Pull(
                "8.3.5", MAP, f"{catalog.name_of(site)} with its cards", slot_words(event.facts["slot"]), (site,)
            )
        slots = [slot for event in self.of("filled", "8.3.5") for slot in event.facts["slots"]]
        if slots:
            what = f"{len(slots)} facedown site{'' if len(slots) == 1 else 's'}, unseen"
            yield Pull("8.3.5", SITES, what, ", ".join(map(slot_words, slots)))
        for site in self.noted("flipped_up", []):
            yield Pull("8.3.5", MAP, f"the facedown site that is {catalog.name_of(site)}", "turned faceup", (site,))

    def decks(self) -> Iterator[Pull]:
        for suit, count in self.noted("added", {}).items():
            yield Pull("8.4", archive_of(suit), f"{cards_words(count)}, unseen", WORLD_STACK)
        for suit, count in self.noted("healed", {}).items():
            yield Pull("8.4", DISPOSSESSED, f"{cards_words(count)} of {suit.title()}, unseen", WORLD_STACK)
            yield Pull("8.4", DISPOSSESSED, "all others, sorted by suit", "the stacks of the Archive")
        yield Pull("8.5", WORLD_STACK, "the five Visions, from wherever they are", "aside, for 8.8")
        removed = self.noted("removed", 0)
        if removed:
            yield Pull("8.5", LOSERS, f"{cards_words(removed)} of them, shuffled, unseen", DISPOSSESSED)

    def relics(self) -> Iterator[Pull]:
        before = self.before
        yield Pull("8.6.1", BOARDS, "the Grand Scepter", WORLD_BOX, ("relic.grand_scepter",))
        for seat in before.seats:
            cards = [card for card in before.zone(f"held.{seat}") if card != "relic.grand_scepter"]
            if cards and seat != self.winner:
                yield Pull(
                    "8.6.1", BOARDS, f"{before.players[seat].name}'s relics: {self.relics_in_words(cards)}", RELIC_STACK
                )
        yield Pull("8.6.1", RELIC_STACK, "all of it", "shuffled")
        given: dict[str, int] = {}
        for event in self.events:
            if "8.6.2" in event.cites and str(event.facts.get("to", "")).startswith("relics."):
                given[event.facts["to"]] = given.get(event.facts["to"], 0) + 1
        for zone, count in given.items():
            slot = int(zone.partition(".")[2])
            site = self.state.site(slot)
            what, there = f"{relics_words(count)} off the top, unseen", f"{catalog.name_of(site)} ({slot_words(slot)})"
            yield Pull("8.6.2", RELIC_STACK, what, there, (site,))
        mine = [card for card in before.zone(f"held.{self.winner}") if card != "relic.grand_scepter"]
        left = sum(len(before.zone(space)) for space in RELIQUARY)
        parts = [f"{before.players[self.winner].name}'s {self.relics_in_words(mine)}"] if mine else []
        parts += [f"{relics_words(left)} of the Reliquary, unseen"] if left else []
        if parts:
            yield Pull("8.6.3", BOARDS, " and ".join(parts), "shuffled together, on top of the relic deck")

    def relics_in_words(self, cards: list[str]) -> str:
        """Relics by their names, those that nobody may know as a number."""
        shown = [catalog.name_of(card) for card in cards if catalog.is_card(card) and card not in self.before.facedown]
        rest = len(cards) - len(shown)
        return ", ".join([*shown, *([f"{relics_words(rest)} facedown"] if rest else [])])

    def packed(self) -> Iterator[Pull]:
        state = self.state
        for slot in reversed(range(SLOTS)):  # the top Cradle site is to lie uppermost
            site, held = state.site(slot), len(state.zone(RELICS[slot]))
            place = slot_words(slot)
            if not state.faceup_site(slot):
                yield Pull("8.7.1", MAP, f"{place}: the facedown site", "on the pile of the World Box")
                continue
            inside = [catalog.name_of(card) for card in state.zone(CARDS[slot])]
            inside += [relics_words(held)] if held else []
            text = f" with {', '.join(inside)}" if inside else ""
            cards = (site, *state.zone(CARDS[slot]))
            yield Pull("8.7.1", MAP, f"{place}: {catalog.name_of(site)}{text}", "on the pile of the World Box", cards)
        citizens = [color for color in catalog.EXILE_COLORS if self.side(state, color) == CITIZEN]
        sides = (
            f"{', '.join(citizens)} on the Citizen side, the others on the Exile side"
            if citizens
            else "all on the Exile side"
        )
        yield Pull("8.7.2", BOARDS, "all boards", f"{WORLD_BOX}: {sides}")
        yield Pull("8.8", WORLD_STACK, "the stack of 8.5 and the winner's advisers", "with the world deck, shuffled")
        if self.noted("rebuilt", True):
            there = f"10 denizens and 2 Visions on 15 and 3 on the rest; {WORLD_BOX}"
            yield Pull("8.8", WORLD_STACK, "the world deck, rebuilt", there)
        else:
            yield Pull("8.8", WORLD_STACK, "the denizens, and the Visions beside them", f"{WORLD_BOX}, for 1.box")

    def side(self, state: State, color: str) -> str:
        if color in state.players:
            return state.players[color].role
        boxed: dict[str, str] = state.lasting.get("boards", {})
        return boxed.get(color, "exile")


# -- what to fetch for setup and where it goes: out of the World Box as 8.7 packed it, or out of the sorted stacks -----
#
# Nothing hidden is named unless ``spoil`` says that whoever fetches may see it: without it a world that lies packed can
# be laid out unseen, and one that must be picked out of the stacks cannot, which its list then says.


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
    order = list(in_order(game, "setup", SETUP_STEPS))
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
        text = f" with {', '.join(inside)}" if inside else ""
        cards = tuple(card for card in (shown, *row.cards) if card)
        yield Pull("1.1", WORLD_BOX, f"off the pile: {site}{text}", slot_words(slot), cards)
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
    named = any(isinstance(relic, str) for row in saved.world.map for relic in row.relics)
    for slot, count in unseen.items():
        what = f"{relics_words(count)}{f' {_UNSEEN}' if named and not spoil else ', unseen'}"
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
