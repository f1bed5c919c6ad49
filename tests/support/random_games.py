"""Worlds and games for the random tests: the first game, worlds as a Chronicle leaves them, hidden ones."""

from collections.abc import Callable
from random import Random
from typing import Any

from oathtools.bots.planner import choose
from oathtools.engine.decision import Answer, Decision, Form
from oathtools.journal import Play, header_of_world
from oathtools.procedures.actions.search import UNTOLD
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.world import World, first_game_world, seats_for
from oathtools.simulate.game import OATHS
from oathtools.simulate.game import random_world as chronicled


def backs_only(decision: Decision, rng: Random) -> Answer:
    """What a table tells that shows no card: draws by their backs where that is certain, kept cards untold."""
    if decision.form is Form.OUTCOME and decision.default is not None:
        return decision.default
    if decision.form is Form.OUTCOME and decision.kind.endswith("draw"):
        drawn = decision.random(rng)
        return [face.partition(".")[0] for face in drawn]
    untold = [option for option in decision.options if option.startswith(UNTOLD)]
    if untold and decision.form is Form.ONE:
        return untold[int(rng.random() * len(untold))]
    return choose(decision, rng)


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
