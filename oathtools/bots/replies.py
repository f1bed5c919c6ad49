"""What the others make of a table, until it is one's turn again.

Each of them takes an action or two, those that look best to them one action deep, and ends the turn. They are thought
to know what the seat that thinks knows. A battle goes on from both of its ends by their exact chances, the end of a
round from every face of its die; other chance is drawn from the same streams for all tables that are compared.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from oathtools.bots.branching import Branching, Way
from oathtools.bots.greedy import END, MARGIN, acts
from oathtools.bots.policy import usual
from oathtools.bots.stream import Stream
from oathtools.bots.terms import measured, value
from oathtools.engine.decision import Answer, Decision, Form
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn.loop import Trial

# How many ways of one action each of them tries, and how many actions they take in a turn.
WAYS = 8
ACTS = 2
# What the end of the game is worth, as a chance of it has to be weighed against the terms of tables that go on.
OVER = 220.0
# An end that is less likely than this is not followed: its weight goes to the other.
SELDOM = 0.1
END_DIE = "end.die"


class _Stand(NamedTuple):
    """A table on the way, with its weight, and how many actions whoever acts there has taken."""

    weight: float
    game: Game
    acted: int = 0


def replied(game: Game, seat: str, seed: str) -> float:
    """What a table is worth to a player who ends the turn here, once it is their turn again."""
    total = 0.0
    open_ = [_Stand(1.0, game, ACTS)]
    while open_:
        stand = open_.pop()
        state = stand.game.state
        if state.result:
            total += stand.weight * (OVER if state.result["winner"] == seat else -OVER)
        elif state.phase == "act" and state.turn == seat and stand.game is not game:
            total += stand.weight * value(measured(stand.game, seat))
        else:
            open_ += _acts(stand, seed) if state.phase == "act" and stand.acted < ACTS else _goes_on(stand, seed)
    return total


def _acts(stand: _Stand, seed: str) -> list[_Stand]:
    """Whoever is to act takes the action that looks best to them, if any is better than none."""
    game = stand.game
    branching = Branching(game, game.state.turn, f"{seed}/{game.state.turn}")
    best = max(_ways(branching), key=lambda way: value(way.terms), default=None)
    if best is None or value(best.terms) <= value(branching.stand()) + MARGIN:
        return [_Stand(stand.weight, game, ACTS)]
    likely = [(weight, end) for weight, end in best.ends if weight * stand.weight >= SELDOM] or list(best.ends)
    share = stand.weight / sum(weight for weight, _ in likely)
    return [_Stand(share * weight, end, stand.acted + 1) for weight, end in likely]


def _ways(branching: Branching) -> Iterator[Way]:
    for name in acts(branching.opening.legal()) if branching.opening is not None else ():
        yield from branching.ways((name,), WAYS)


def _goes_on(stand: _Stand, seed: str, said: Sequence[Answer] = ()) -> Iterator[_Stand]:
    """One step of the turn, after some answers of it: the end of the Act Phase, a step of Rest or Wake, a round's end.

    Every face of the end die is gone on from, to the end of the step: what it calls for may be asked for in turn.
    """
    state = stand.game.state
    rng = Stream(f"{seed}/{state.phase}/{state.turn}").as_random
    trial = Trial(stand.game, said)
    if not trial.begun:
        return
    while (decision := trial.pending) is not None:
        if decision.kind == END_DIE and decision.chances is not None:
            for face, chance in decision.chances():
                fell = stand._replace(weight=stand.weight * float(chance))
                yield from _goes_on(fell, seed, [*trial.trace, face])
            return
        trial.answer(_usual(trial.game, decision, rng))
    yield _Stand(stand.weight, trial.game)


def _usual(game: Game, decision: Decision, rng: Random) -> Answer:
    if decision.kind == "act":
        return END
    return decision.random(rng) if decision.form is Form.OUTCOME else usual(game, decision, rng)
