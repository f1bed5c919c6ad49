"""Worlds for a saga that begins anew, fresh or of chance: counted on a bare table, and played to the first turn there.

The hands of ``box`` lay them out of a box in its stacks by the pull list alone; what then lies there is counted against
the printed box and the Law. From there the hands of ``hands`` follow the log of a game of that world, and both tables
are compared.
"""

from collections import Counter
from itertools import pairwise
from random import Random

from oathtools import catalog
from oathtools.bots.planner import choose
from oathtools.cli.world.new import SETTLED, begun_anew
from oathtools.procedures.machine.hands import by_stack
from oathtools.saga.chronicle.check import check
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.guide.plan import SetupPlan, saved_world, seats_of
from oathtools.saga.guide.pulls_setup import setup_pulls
from oathtools.table.state import CARDS, RELICS, State
from tests.support.box import SLOTS, Box, setup_faults, sorted_away
from tests.support.followed import game_of
from tests.support.handled import Watched

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay")
KINDS = (None, *SETTLED)  # a fresh world, and those of chance
BOX = {"denizen": 198, "edifice": 6, "relic": 21, "site": 23, "vision": 5}
REGIONS = ((0, 1), (2, 3, 4), (5, 6, 7))
# What the sheet of the first game shows faceup.
FRESH = {
    "site.plains": "denizen.longbows",
    "site.mountain": "denizen.taming_charm",
    "site.rocky_coast": "denizen.elders",
}


def world(number: int) -> tuple[str | None, Chronicle]:
    """World number so-and-so and its kind; None: a fresh one."""
    kind = KINDS[number % len(KINDS)]
    return kind, begun_anew(kind, str(number))[0]


def laid_out(found: Chronicle, number: int) -> tuple[Box, list[str]]:
    """The table as hands lay it by the pull list, and where it is another one than the Chronicle says."""
    seats, known = seats_of([(name, None) for name in NAMES[: 2 + number % 5]])
    plan = SetupPlan(seats, known, named=True, saved=saved_world(found))
    box = sorted_away(found, str(number))
    for stack in box.places.values():
        box.rng.shuffle(stack.cards)  # what is drawn unseen is any of them
    box.follow((list, by_stack)[number % 2](setup_pulls(plan, packed=False)))
    return box, setup_faults(box, found, len(seats), hidden=True)


def counted(box: Box) -> list[str]:
    """Is each card of the box there once (2.8, 2.9), by kind and suit; is the world one that 8 may leave?"""
    cards = [card for place in box.places.values() for card in (*place.cards, *([place.site] if place.site else []))]
    there = Counter(card.partition(".")[0] for card in cards)
    wrong = [f"{there[kind]} {kind}s" for kind, number in BOX.items() if there[kind] != number]
    wrong += [f"{card} lies twice" for card, number in Counter(cards).items() if number > 1]
    suits = Counter(catalog.card(card).suit for card in cards if card.startswith("denizen."))
    wrong += [f"{number} of {suit}" for suit, number in suits.items() if number != 33]
    for slot in SLOTS:
        site = box.at(slot)
        room = [card for card in site.cards if not card.startswith("relic.")]
        record = catalog.site(str(site.site))
        if site.facedown and site.cards:
            wrong.append(f"{slot} lies facedown with cards (8.3)")
        if len(room) > record.capacity or len(site.cards) - len(room) > record.reveal.relics:
            wrong.append(f"{site.site} holds {site.cards} (2.8.1, 8.6)")
    bare = [region for region in REGIONS if all(box.at(SLOTS[slot]).facedown for slot in region)]
    return wrong + [f"no faceup site in slots {region} (8.3)" for region in bare]


def stacked(box: Box, players: int) -> list[str]:
    """The world deck as 8.8 and 1.box build it: two Visions in the first dozen, three in the eighteen below, no more.

    From its bottom three cards were taken for the piles (1.19) and three for each player (1.20).
    """
    deck = box.at("world deck").cards
    sizes = [0, 12, 30, max(30, len(deck))]
    visions = [sum(card.startswith("vision.") for card in deck[low:high]) for low, high in pairwise(sizes)]
    taken = sum(len(place.cards) for name, place in box.places.items() if name.endswith(("hand", "pile")))
    right = visions == [2, 3, 0] or (len(deck) + taken < 30 + 3 * (players + 1))
    return [] if right and taken == 3 * (players + 1) else [f"the world deck: {visions}, {taken} taken off it"]


def fresh(box: Box) -> list[str]:
    """The faceup sites of the first game with their cards, its 51 denizens and no other in play."""
    up = [box.at(slot) for slot in SLOTS if not box.at(slot).facedown]
    faceup = {place.site: [card for card in place.cards if not card.startswith("relic.")] for place in up}
    wrong = [] if faceup == {site: [card] for site, card in FRESH.items()} else [f"faceup: {faceup}"]
    stored = {card for name, place in box.places.items() if name.startswith("Archive") for card in place.cards}
    used = {card for card in catalog.ids("denizen") if card not in stored}
    return wrong + ([] if used == set(catalog.first_game().starting_pool) else [f"{len(used)} denizens in play"])


def first_turn(found: Chronicle, box: Box, number: int) -> list[str]:
    """A game of the world, its log followed move by move to the first turn (1.23); its map against the other table.

    Raises ``Untold`` where the log cannot be followed.
    """
    play = game_of(found, Random(number), hidden=True)
    watched = Watched(play, Random(number), lets=False, chosen=choose)
    while play.pending is not None and play.pending.kind != "act":
        play.answer(choose(play.pending, watched.rng), checked=True)
        watched.look()
    return [f"{slot}: {wrong}" for at, slot in enumerate(SLOTS) for wrong in _other(play.state, box, at)]


def _other(state: State, box: Box, slot: int) -> list[str]:
    place, up = box.at(SLOTS[slot]), state.faceup_site(slot)
    cards = sorted(card for card in place.cards if not card.startswith("relic."))
    relics = len(place.cards) - len(cards)
    same = (place.facedown, cards, relics) == (not up, sorted(state.zone(CARDS[slot])), len(state.zone(RELICS[slot])))
    return [] if same and (not up or place.site == state.site(slot)) else [f"{place}, but {state.site(slot)}"]


def faults(number: int) -> list[str]:
    """Everything that is wrong with world number so-and-so."""
    kind, found = world(number)
    box, wrong = laid_out(found, number)
    players = 2 + number % 5
    wrong += counted(box) + stacked(box, players) + ([] if kind else fresh(box)) + first_turn(found, box, number)
    return wrong + [fault.message for fault in check(found).faults]
