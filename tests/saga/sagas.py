"""Random sagas: a world, game after game by bots, each with its Chronicle."""

from collections.abc import Callable
from random import Random

from oathtools import catalog
from oathtools.answerers.bot import backs_only, choose
from oathtools.journal import Play, header_for
from oathtools.powers import load
from oathtools.procedures.game import Game
from oathtools.procedures.world import seats_for
from oathtools.saga.chronicle import Chronicle
from oathtools.saga.tts_fill import fill
from oathtools.saga.worlds import first_chronicle, world_of
from oathtools.saga.writing import chronicle_after
from oathtools.table.invariants import faults


def first_world(seed: str) -> Chronicle:
    """The publisher's first game with every card in its place."""
    return fill(first_chronicle(), seed)


def new_game(chronicle: Chronicle, rng: Random, *, hidden: bool = False, keep_log: bool = False) -> Play:
    """The next game of a saga, with two to six seats in any colors."""
    world = world_of(chronicle)
    if hidden:
        world = world.hidden()
    colors = rng.sample(catalog.EXILE_COLORS, rng.randint(1, 5))
    seats = seats_for([("Ann", None, True), *((color.title() + "a", color, True) for color in colors)], world.citizens)
    header = header_for({"world": world.as_data()}, [s._asdict() for s in seats], {"seed": "1"}, load().coded, {})
    return Play(header, keep_log=keep_log, digests=False)


def play_out(play: Play, rng: Random, *, untold: float = 0) -> None:
    """Bots and chance answer until nothing is asked any more; with ``untold`` cards often stay unknown."""
    while play.pending is not None:
        answer = backs_only if untold and rng.random() < untold else choose
        play.answer(answer(play.pending, rng), checked=True)


def write(play: Play, rng: Random, before: Chronicle, *, untold: float = 0) -> Chronicle:
    """Chapter 8 by bots, every boundary checked."""

    def sound(game: Game) -> None:
        found = faults(game.state)
        assert not found, (game.state.step, found)

    play.driver.at_boundary = lambda: sound(play.game)
    play.write_chronicle()
    play_out(play, rng, untold=untold)
    return chronicle_after(play, before)


def saga(
    seed: int | str, games: int, each: Callable[[Chronicle, Chronicle, Play], None] | None = None, *, untold: float = 0
) -> Chronicle:
    """A whole saga; ``each`` is called after each Chronicle with the world before it, the one after it, and the game.

    ``untold``: the people deal, and that share of what they see or draw is not told to the tool.
    """
    hidden = bool(untold)
    rng = Random(f"saga {seed}")
    world = first_chronicle() if hidden else first_world(str(seed))
    for _ in range(games):
        play = new_game(world, rng, hidden=hidden)
        play_out(play, rng, untold=untold)
        assert faults(play.state) == []
        after = write(play, rng, world, untold=untold)
        if each is not None:
            each(world, after, play)
        world = after
    return world
