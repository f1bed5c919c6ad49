"""What hands do to set a world up: out of the World Box as 8.7 packed it, or out of the sorted stacks.

Nothing hidden is named; ``spoil`` names it for somebody who must pick it out.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from oathtools import catalog
from oathtools.kit.text import count as counted
from oathtools.kit.text import listed
from oathtools.procedures.machine.game import in_order
from oathtools.procedures.machine.hands import (
    BOARDS,
    CARRY,
    DISPOSSESSED,
    EDIFICES,
    GAME_BOX,
    RELIC_STACK,
    RELICS_KEPT,
    SHUFFLE,
    SITE,
    SITES,
    SPOILED,
    STACKS,
    WORLD_BOX,
    WORLD_STACK,
    Hands,
    Pull,
    archive_of,
    with_variants,
)
from oathtools.procedures.setup import STEPS
from oathtools.procedures.turn import dry_run, laid_out
from oathtools.saga.guide.plan import SetupPlan
from oathtools.saga.guide.pulls import VISIONS_ASIDE, Lines, cards_words, with_cards
from oathtools.table.effects import Event
from oathtools.table.state import CITIZEN, PURPLE, SLOTS, State, slot_words
from oathtools.table.views import View
from oathtools.variants import find


def setup_pulls(plan: SetupPlan, *, packed: bool) -> list[Pull]:
    """What hands do to set a world up for the seats of a plan, in their order, up to 1.22.

    ``packed``: it lies in the World Box as its Chronicle left it; else its cards are sorted away in their stacks, and
    are picked out stack by stack. What the house rules of the plan make hands do follows the steps that they name.
    """
    assert plan.saved is not None
    world = plan.saved.world._replace(variants=dict(plan.variants))
    stages = dry_run(world, plan.seats, plan.readings, find)
    lines = _SetupLines(plan, packed, stages["1.1"].state)
    events = [event for clause, stage in stages.items() if clause != "1.23" for event in stage.events]
    game = laid_out(world.hidden(), plan.readings, find)
    order = list(in_order(game, "setup", STEPS))
    order.insert(order.index("1.19"), "1.box")
    return with_variants(lines.whole(events), [*order, "8.5"], Hands(game, game.state))


_ALL_LEFT = "the denizens of all suits"


class _SetupLines(Lines):
    """The lines of setup; players who are not told yet are all the others."""

    def __init__(self, plan: SetupPlan, packed: bool, state: State) -> None:
        assert plan.saved is not None
        super().__init__(state, self.owner, "bottom")
        self.plan, self.packed, self.saved, self.spoil = plan, packed, plan.saved, plan.spoil
        self.seats = {seat.color: seat for seat in plan.seats}

    def whole(self, events: Iterable[Event]) -> list[Pull]:
        """All lines: each deck is fetched before its first card is drawn."""
        found = [pull for pull in self.of(events) if pull.step]
        for stack, fetched, step in ((RELIC_STACK, self.relic_deck, "1.17"), (WORLD_STACK, self.world_deck, "1.19")):
            at = next((at for at, pull in enumerate(found) if pull.source == stack), len(found))
            first = found[at].step if at < len(found) else step
            found[at:at] = fetched("1.box" if first == "1.box" else first)
        return [*found, *self.dispossessed()]

    def owner(self, color: str) -> str:
        seat = self.seats[color]
        if self.plan.named:
            return f"{seat.name}'s"
        if color == PURPLE:
            return "the Chancellor's"
        return f"{color.title()}'s" if color in self.plan.known else "each other player's"

    def piece(self, what: str, number: int) -> str:
        is_known = what not in self.seats or what == PURPLE or what in self.plan.known
        return super().piece(what, number) if is_known else f"{counted(number, 'warband')} of one's own side"

    def step(self, step: str, events: list[Event]) -> Iterator[Pull]:
        if step == "1.1":
            yield from self.laid(events)
        elif step == "1.9":
            citizens = [color for color, side in self.saved.boards.items() if side == CITIZEN]
            sides = f"{listed(citizens)} on the Citizen side" if citizens else "all on the Exile side"
            yield Pull(step, BOARDS, f"the boards of the others: {sides}", "the players")
        elif step in STEPS:  # what chance does in the steps of house rules, those tell themselves
            yield from dict.fromkeys(super().step(step, events))  # what each of the others does is told once

    def laid(self, events: Iterable[Event]) -> Iterator[Pull]:
        """1.1: slot by slot off the pile, or card by card out of the stacks."""
        zones = {event.facts["card"]: event.facts["to"] for event in events if event.kind == "lay"}
        sites = [card for card, zone in zones.items() if zone == "map"]
        at = {card: sites.index(card) if zone == "map" else int(zone.partition(".")[2]) for card, zone in zones.items()}
        empty = [sites[slot] for slot in self.saved.empty]
        for card in empty if self.packed else ():
            what = "1 site off the top, unseen: none was saved for this slot"
            yield Pull("1.1", SITES, what, slot_words(at[card]), "facedown", (), CARRY, 1, "site")
        for slot in range(SLOTS) if self.packed else ():
            if sites[slot] not in empty:
                what, known = with_cards(self.state, slot, self.spoil)
                yield Pull("1.1", WORLD_BOX, f"off the pile: {what}", slot_words(slot), "", known, SITE, 1, "site")
        if not self.packed:
            yield from self.picked((card, slot_words(at[card])) for card in zones)

    def picked(self, cards: Iterable[tuple[str, str]], step: str = "1.1") -> Iterator[Pull]:
        """Cards out of the stacks, by name in each; those that nobody may know, by their number."""
        view = View(self.state, spoil=self.spoil)
        rows = [(self.stack_of(card), not view.shows(card), target, card) for card, target in cards]
        rows.sort(key=lambda row: (row[0] != SITES, STACKS.index(row[0]), row[1], row[1] or catalog.name_of(row[3])))
        for (source, hidden, target), group in groupby(rows, key=lambda row: row[:3]):
            found = tuple(card for *_, card in group)
            back = self.state.back(found[0])
            how = "facedown" if back == "relic" or any(card in self.state.facedown for card in found) else ""
            if any(catalog.is_card(card) and back == "edifice" and catalog.edifice(card).ruined for card in found):
                how = "ruined side up"
            if not hidden:
                yield Pull(
                    step, source, listed(map(catalog.name_of, found)), target, how, found, CARRY, len(found), back
                )
                continue
            unseen = ", unseen, of those left" if found[0] in self.state.handles else f" {SPOILED}"
            what = f"{cards_words(len(found), back)}{unseen}"
            yield Pull(step, source, what, target, how, (), CARRY, len(found), back)

    def stack_of(self, card: str) -> str:
        """The stack in which a card is sorted away."""
        back = self.state.back(card)
        stacks = {"site": SITES, "relic": RELICS_KEPT, "edifice": EDIFICES}
        return stacks.get(back) or archive_of(str(catalog.card(card).suit))

    # -- the decks, which lie made before the first step ---------------------------------------------------------------

    def relic_deck(self, step: str) -> Iterator[Pull]:
        """The relic deck comes to the table."""
        deck = self.saved.world.relic_deck
        if self.packed:
            yield Pull(step, WORLD_BOX, "the relic deck", RELIC_STACK, "facedown", does=CARRY, back="relic")
        elif deck is None or not all(isinstance(card, str) for card in deck):
            what = "all the others but the Grand Scepter, shuffled"
            yield Pull(step, RELICS_KEPT, what, RELIC_STACK, "facedown", does=CARRY, back="relic")
        else:
            known = tuple(str(card) for card in deck) if self.spoil else ()
            what = (
                f"from the top: {', '.join(map(catalog.name_of, known))}" if known else f"those of the deck {SPOILED}"
            )
            yield Pull(step, RELICS_KEPT, what, RELIC_STACK, "facedown", known, CARRY, len(deck), "relic")

    def world_deck(self, step: str) -> Iterator[Pull]:
        """The world deck comes to the table, or the denizens of which it is built; how many they are is private."""
        world, order = self.saved.world, self.saved.world.world_deck
        if self.packed and self.saved.deck_built:
            yield Pull(step, WORLD_BOX, "the world deck", WORLD_STACK, "facedown", does=CARRY)
            return
        if order is not None:
            if not self.spoil:
                yield Pull(step, WORLD_STACK, f"the world deck {SPOILED}", "beside the map", "facedown")
                return
            yield from self.by_suit([str(card) for card in order if str(card).startswith("denizen.")], step)
            stacked = ", ".join(catalog.name_of(str(card)) for card in order)
            yield Pull(step, WORLD_STACK, f"stack it, from the top: {stacked}", how="facedown", does=SHUFFLE)
            return
        pool = self.saved.pool or (world.pool if self.spoil else ())
        denizens = sum(layer.get("denizen", 0) for layer in world.layers)
        if self.packed:
            yield Pull("1.box", WORLD_BOX, "the denizens", WORLD_STACK, "facedown", does=CARRY, back="denizen")
        elif len(pool) == denizens:
            yield from self.by_suit(pool, "1.box")
        elif len(world.pool) > denizens and not (world.top or world.bottom):
            yield from self._drawn("1.box", denizens)
        else:
            yield Pull("1.box", WORLD_STACK, f"the denizens of the world deck {SPOILED}", "beside the map", "facedown")
            return
        visions = WORLD_BOX if self.packed else GAME_BOX
        yield Pull("1.box", visions, "all five Visions", VISIONS_ASIDE, does=CARRY, back="vision")
        yield Pull("1.box", WORLD_STACK, "shuffle it", does=SHUFFLE)
        yield from self._rebuilt("1.box", {"layers": world.layers}, Event("rebuilt", ("1.box",), {}))

    def _drawn(self, step: str, denizens: int) -> Iterator[Pull]:
        """A deck of which nobody knows a card: so many of those that no site has, unseen."""
        suits = [(archive_of(suit), suit) for suit in catalog.SUITS]
        for stack, _ in suits:
            yield Pull(step, stack, "all its denizens", _ALL_LEFT, "facedown", does=CARRY, back="denizen")
        yield Pull(step, _ALL_LEFT, "shuffle them", does=SHUFFLE)
        what = f"{cards_words(denizens, 'denizen')} off the top, unseen"
        yield Pull(step, _ALL_LEFT, what, WORLD_STACK, "facedown", (), CARRY, denizens, "denizen")
        for stack, suit in suits:
            yield Pull(step, _ALL_LEFT, f"those of {suit.title()} that are left", stack, does=CARRY, back=suit)

    def by_suit(self, cards: Iterable[str], step: str, target: str = WORLD_STACK) -> Iterator[Pull]:
        """Denizens that are named, a line for each stack of the Archive."""
        for suit in catalog.SUITS:
            mine = tuple(sorted((card for card in cards if catalog.card(card).suit == suit), key=catalog.name_of))
            if mine:
                what = f"{len(mine)}: {', '.join(map(catalog.name_of, mine))}"
                yield Pull(step, archive_of(suit), what, target, "", mine, CARRY, len(mine), "denizen")

    def dispossessed(self) -> Iterator[Pull]:
        """8.5: they have a stack of their own, which a sorted box has not."""
        cards = self.saved.world.dispossessed
        known = [card for card in cards if isinstance(card, str)]
        if self.packed or not cards:
            return
        if self.spoil and len(known) == len(cards):
            yield from self.by_suit(known, "8.5", DISPOSSESSED)
        else:
            yield Pull("8.5", DISPOSSESSED, f"{cards_words(len(cards))} {SPOILED}", "its own stack in the World Box")
