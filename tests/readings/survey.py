"""Which points are asked for in one computation, found by playing, looking ahead and weighing campaigns at random.

    python -m tests.readings.survey 10        ten times as many positions as the test takes
    python -m tests.readings.survey 10 30     as many, after thirty times as many

Each table reads every point at random, because what is asked next may hang on what was read. A pair is told with the
calls that asked for both.
"""

import sys
from collections.abc import Iterator
from random import Random

from oathtools.ahead.chances import ranked
from oathtools.ahead.ways import looked
from oathtools.engine.decision import Answer, Decision
from oathtools.journal import Play
from oathtools.law import rulings
from oathtools.procedures.machine.game import Game
from oathtools.table.effects_cards import TableError
from tests.readings.meeting import Listening, listening
from tests.support.brute_force import settled, small
from tests.support.crowded import mustered
from tests.support.random_games import answerer, header
from tests.support.rich import ACTING, position

GAMES, RICH, RANKED, LATE = 3, 120, 6, 6
ANSWERS = 100


def read_at_random(rng: Random) -> dict[str, str]:
    """A reading of every point that has several."""
    return {point.id: rng.choice([*point.readings]) for point in rulings.points().values() if len(point.readings) > 1}


def surveyed(times: int = 1, after: int = 0) -> Listening:
    """Everything that met, in some positions."""
    with listening() as heard:
        for survey, number in ((_games, GAMES), (_rich, RICH), (_ranked, RANKED), (_late, LATE)):
            for each in range(number * after, number * (after + times)):
                for _ in survey(each, Random(f"readings {each}")):
                    heard.anew()
                heard.anew()
    return heard


def _games(number: int, rng: Random) -> Iterator[None]:
    """A whole game, from setup to the Chronicle."""
    play = Play({**header(number), "readings": read_at_random(rng)}, keep_log=False, digests=False)
    choose = answerer(number)
    while play.pending is not None:
        yield
        play.answer(choose(play.pending), checked=True)


def _rich(number: int, rng: Random) -> Iterator[None]:
    """Turns with many cards in play."""
    table = position(number)
    for point, reading in read_at_random(rng).items():
        table.reading(point, reading)
    try:
        play = table.play()
    except TableError:  # it takes more than the box holds
        return
    for _ in range(ANSWERS):
        if play.driver.pending is None:
            return
        yield
        play.driver.answer(_lively(play.driver.pending, rng))
        play.game.do.events.clear()


def _lively(asked: Decision, rng: Random) -> Answer:
    acting = [option for option in asked.legal() if option in ACTING] if asked.kind == "act" else []
    return rng.choice(acting) if acting and rng.random() < 0.9 else asked.random(rng)


def _ranked(number: int, rng: Random) -> Iterator[None]:
    """Every campaign of a crowded position, with its odds and what it changes."""
    crowded = mustered(rng)
    if crowded is not None:
        game = Game(crowded.state, crowded.registry, read_at_random(rng))
        ranked(game, game.state.turn, "win")
        yield


def _late(number: int, rng: Random) -> Iterator[None]:
    """Who wins next in a late position, and what can be done about it."""
    late = small(number).game()
    game = settled(Game(late.state, late.registry, read_at_random(rng)), rng)
    looked(game, game.state.turn, answers=300, deep=1)
    yield


if __name__ == "__main__":
    for (one, other), where in sorted(surveyed(*map(int, sys.argv[1:])).pairs.items()):
        print(one, other, *sorted(where))
