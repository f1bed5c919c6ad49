"""A game in which nobody does anything more: the rules themselves say who wins then, and when."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.engine.decision import Decision, Form
from oathtools.engine.driver import Driver
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn import program
from oathtools.procedures.victory.claims import ROUND_END, WAKE


class Won(NamedTuple):
    """A winner, how, and at which check."""

    who: str
    how: str
    clause: str
    at: str
    round: int


def passed_on(game: Game) -> Iterator[Won]:
    """Who wins if everybody passes: at each roll of the end die if it ends the game, and in the end for sure."""
    die: list[str] = []
    while True:
        copy = Game(game.state.copy(), game.registry, game.readings)
        driver = Driver(lambda game=copy: program(game))  # type: ignore[misc]
        driver.start()
        rolled = 0
        while driver.pending is not None:
            if driver.pending.kind == "end.die":
                face = die[rolled] if rolled < len(die) else str(max(catalog.END_FACES))
                driver.answer([face])
                rolled += 1
            else:
                driver.answer(passing(driver.pending))
        result = copy.state.result
        assert result is not None
        for how, clause in result["ways"]:
            at = WAKE if copy.state.phase == "over" and clause in ("3.1", "3.2") else ROUND_END
            yield Won(result["winner"], how, clause, at, result["round"])
        if rolled == len(die):
            return
        die = [str(min(catalog.END_FACES))] * rolled


def passing(decision: Decision) -> Any:
    """Whoever passes ends the phase, and declines what may be declined."""
    if decision.kind == "act":
        return "end"
    if decision.default is not None and decision.allows(decision.default):
        return decision.default
    if decision.form is Form.ONE:
        return next(decision.legal())
    if decision.form is Form.SOME:
        return list(decision.legal())[: decision.low]
    if decision.form is Form.AMOUNT:
        return decision.low
    from random import Random

    return decision.random(Random(0))
