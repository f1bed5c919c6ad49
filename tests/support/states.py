"""States out of random games, for tests of what must hold of every state."""

from collections.abc import Iterator
from random import Random

from oathtools.journal import Play, new_game
from oathtools.procedures.machine.world import first_game_world, seats_for
from oathtools.table.state import State


def started(rng: Random, players: int, *, hidden: bool = True, citizens: int = 0) -> Play:
    """A game of the first world, hidden as at a table or not, with some Citizens among the players."""
    world = first_game_world()
    if hidden:
        world = world.hidden()
    world = world._replace(citizens=("red", "blue", "yellow")[:citizens])
    seats = seats_for([(f"Player {number}", None, True) for number in range(players)], world.citizens)
    return new_game(seats, world, seed=rng.randrange(1000), keep_log=False, digests=False)


def step(play: Play, rng: Random, untold: float = 0.4) -> None:
    """Answer the open question at random; now and then nobody tells which cards were drawn."""
    decision = play.pending
    assert decision is not None
    if decision.kind == "act" and rng.random() < 0.15:
        answer = "end"
    elif decision.kind.endswith("draw") and decision.default is not None and rng.random() < untold:
        answer = decision.default
    else:
        answer = decision.random(rng)
    play.answer(answer, checked=True)


def states(seed: int, chance: float = 0.1, answers: int = 400) -> Iterator[State]:
    """Copies of states at action boundaries of a random game of two to six players, after setup; each with this chance.

    Boundaries at which nothing is asked are among them: every step of the Wake and Rest Phases, the end of a round.
    """
    rng, picks = Random(seed), Random(-seed - 1)
    play = started(rng, 2 + seed % 5, hidden=seed % 3 > 0, citizens=seed % 2)
    kept: list[State] = []

    def keep() -> None:
        if play.state.phase != "setup" and picks.random() < chance:
            kept.append(play.state.copy())

    play.driver.at_boundary = keep
    for _ in range(answers):
        if play.pending is None:
            break
        step(play, rng)
        yield from kept
        kept.clear()
