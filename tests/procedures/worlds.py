"""Worlds and games for the random tests: the first game, worlds as a Chronicle leaves them, hidden ones."""

from collections.abc import Callable
from random import Random
from typing import Any

from oathtools import catalog
from oathtools.answerers.bot import backs_only, choose
from oathtools.engine.decision import Decision
from oathtools.journal import Play, header_of_world
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.world import SavedSite, World, first_game_world, seats_for
from oathtools.table.state import GRAND_SCEPTER

OATHS = ("supremacy", "people", "devotion", "protection")
REGIONS = ((0, 1), (2, 3, 4), (5, 6, 7))


def chronicled(rng: Random, oath: str | None = None, built: bool = True) -> World:
    """A world as chapter 8 may leave it: some sites faceup with cards, edifices and relics, others facedown and bare.

    ``built``: the world deck was rebuilt (8.8); otherwise its Visions lie anywhere in it.
    """
    denizens = rng.sample(catalog.ids("denizen"), 198)
    edifices = [side for side in catalog.cards("edifice") if not side.ruined]
    rng.shuffle(edifices)
    relics = [relic for relic in catalog.ids("relic") if relic != GRAND_SCEPTER]
    rng.shuffle(relics)
    up = {rng.choice(region) if index else 0 for index, region in enumerate(REGIONS)}
    up |= {slot for slot in range(8) if rng.random() < 0.5}
    rows = []
    for slot, site in enumerate(rng.sample(catalog.cards("site"), 8)):
        if slot not in up:
            rows.append(SavedSite(site.id, True))
            continue
        cards = [denizens.pop() for _ in range(rng.randint(0, site.capacity))]
        if cards and edifices and rng.random() < 0.4:
            side = edifices.pop()
            cards[0] = side.other_side if rng.random() < 0.4 else side.id
        rows.append(SavedSite(site.id, False, tuple(cards), tuple(relics.pop() for _ in range(site.reveal.relics))))
    visions = rng.sample(catalog.ids("vision"), 5)
    deck = [denizens.pop() for _ in range(rng.choice((30, 54, 54)))]
    if built:
        top, middle = deck[:10] + visions[:2], deck[10:25] + visions[2:]
        rng.shuffle(top)
        rng.shuffle(middle)
        deck = top + middle + deck[25:]
    else:
        deck += visions
        rng.shuffle(deck)
    dispossessed = tuple(denizens.pop() for _ in range(6 * rng.randrange(3)))
    citizens = tuple(color for color in catalog.EXILE_COLORS if rng.random() < 0.4)
    return World(
        oath or rng.choice(OATHS),
        tuple(rows),
        tuple(deck),
        tuple(relics),
        dispossessed=dispossessed,
        citizens=citizens,
    )


def is_hidden(number: int) -> bool:
    """Do the people of random game number so-and-so tell little?"""
    return number % 4 == 3


def world_for(number: int) -> World:
    """The world of random game number so-and-so."""
    rng = Random(f"world {number}")
    kind = number % 4
    if kind == 0:
        return first_game_world()
    if is_hidden(number):
        world = first_game_world() if number % 8 == 3 else chronicled(rng, OATHS[number // 8 % 4])
        return world.hidden()
    return chronicled(rng, OATHS[number // 4 % 4], built=kind == 1)


def header(number: int) -> dict[str, Any]:
    """The header of random game number so-and-so: two to six seats."""
    world = world_for(number)
    seats = seats_for([(f"P{seat}", None, True) for seat in range(2 + number % 5)], world.citizens)
    return header_of_world(world, seats, seed=number)


def answerer(number: int) -> Callable[[Decision], Any]:
    """Who plays it: a bot that ends its turn now and then; in a hidden world half of what it sees stays untold."""
    rng = Random(f"game {number}")
    hidden = is_hidden(number)

    def answer(decision: Decision) -> Any:
        if hidden and rng.random() < 0.5:
            return backs_only(decision, rng)
        return choose(decision, rng)

    return answer


def played(number: int, at_boundary: Callable[[Game], None] | None = None, **how: Any) -> Play:
    """Random game number so-and-so, to its end; ``at_boundary`` is called at each action boundary."""
    play = Play(header(number), keep_log=False, digests=how.pop("digests", False), **how)
    answer = answerer(number)
    if at_boundary is not None:
        play.driver.at_boundary = lambda: at_boundary(play.game)
        at_boundary(play.game)
    while play.pending is not None:
        play.answer(answer(play.pending), checked=True)
    return play
