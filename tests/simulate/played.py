"""Plans for the tests: few games by random bots, whose seeds decide all."""

import json
from typing import Any

from oathtools.saga.worlds import first_chronicle
from oathtools.simulate.running import Run, here
from oathtools.simulate.setting import Decided, Origin, Plan, with_words

BOTS = ("random",) * 4
DECIDED = Decided(BOTS)


def plan(*words: str, origin: Origin | None = None, seed: str = "tests", **how: Any) -> Plan:
    """A plan of random worlds; with words, one of two settings."""
    begun = origin or Origin()
    settings = {"A": begun.setting(DECIDED)}
    if words:
        settings["B"] = begun.setting(with_words(DECIDED, words))
    return Plan.from_data(json.loads(json.dumps(Plan(settings, "tests", seed, **how).as_data())))


def first_game() -> Origin:
    """The publisher's first game."""
    return Origin(first_chronicle())


def played(what: Plan, games: int, size: int = 3) -> Run:
    """A run in this process."""
    run = Run(what)
    run.play(games, size, here)
    return run
