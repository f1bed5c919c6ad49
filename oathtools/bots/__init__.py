"""Bots: whoever answers for a seat without being a person; each knows what its seat may know, and no more.

``named("greedy")`` is a bot; ``bot.answer(asked)`` its answer to a question; ``bot.why`` says why. ``random`` answers
anything legal; ``greedy`` looks one action deep by the terms of ``terms``; ``planner`` looks for the best turn.
"""

from typing import Protocol, cast

from oathtools.bots.situation import Situation, Why
from oathtools.engine.decision import Answer


class Bot(Protocol):
    """Whoever answers for a seat.

    ``looks``: whether it tries answers out. ``why`` explains the last answer that there was something to say about.
    """

    name: str
    looks: bool
    why: Why | None

    def answer(self, situation: Situation) -> Answer:
        """A legal answer to a question."""
        ...


class UnknownBot(ValueError):
    """No bot has this name."""


_BOTS = {"random": "RandomBot", "greedy": "Greedy", "planner": "Planner"}
NAMES = tuple(_BOTS)


def named(name: str | bool) -> Bot:
    """A bot by its name, for one seat of one game; a bare ``True``, as old journals have it, is ``random``.

    Raises ``UnknownBot``.
    """
    kind = _BOTS.get("random" if name is True else str(name))
    if kind is None:
        raise UnknownBot(f"no bot is called {name}: {', '.join(NAMES)}")
    from oathtools.bots import planner  # looks ahead by all of the rules: people alone at a table wait for none of it

    return cast(Bot, getattr(planner, kind)())
