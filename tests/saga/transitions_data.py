"""Consecutive worlds of random sagas, and the save strings that say them."""

import itertools
from collections.abc import Iterator
from functools import cache
from random import Random

from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.importing import World, worlds_in
from oathtools.saga.save_string import string as tts
from oathtools.saga.save_string.fill import fill
from tests.support.sagas import first_world, new_game, play_out, write

VERSION = "3.3.2"  # its strings say who played


@cache
def strings(seed: int, games: int) -> tuple[str, ...]:
    """The save strings of a saga, before its first game and after each of its games."""
    rng = Random(f"strings {seed}")
    world = first_world(str(seed))
    world.tts.version = VERSION
    told = [tts.write(world)]
    for _ in range(games):
        play = new_game(world, rng)
        play_out(play, rng)
        world = write(play, rng, world)
        told.append(tts.write(ordered(world)))
    return tuple(told)


def ordered(world: Chronicle) -> Chronicle:
    """A world with an order for a deck that is still to be rebuilt, as a save string needs it."""
    return fill(world, "an order")


SAGAS = 4  # those that every test looks at
MORE = 60  # and how many are played at most until one has what an edit needs


@cache
def pairs_of(seed: int) -> tuple[tuple[Chronicle, Chronicle], ...]:
    """Successive worlds of a saga, as their strings say them."""
    return tuple(itertools.pairwise(tts.read(string) for string in strings(seed, 8)))


def pairs() -> list[tuple[Chronicle, Chronicle]]:
    """Successive worlds of a few sagas."""
    return [pair for seed in range(SAGAS) for pair in pairs_of(seed)]


def ever_more_pairs() -> Iterator[tuple[Chronicle, Chronicle]]:
    """Successive worlds of as many sagas as are asked for."""
    return (pair for seed in range(MORE) for pair in pairs_of(seed))


def as_worlds(*chronicles: Chronicle) -> list[World]:
    """Worlds that went through their save strings."""
    return worlds_in("test", "\n".join(tts.write(world, VERSION) for world in chronicles))
