"""``random``: any legal answer. It is what fuzzing wants, and nobody to play against."""

from random import Random
from typing import Final

from oathtools.bots.asked import Asked
from oathtools.bots.why import Why
from oathtools.engine.decision import Answer, Decision
from oathtools.procedures.actions.search import UNTOLD
from oathtools.procedures.chronicle.decks import NOW, REBUILD
from oathtools.procedures.declared.action import DECLARE

# The chance that it ends its Act Phase at each question of it.
END_WEIGHT: Final = 0.15


def choose(decision: Decision, rng: Random) -> Answer:
    """Any legal answer, ending the Act Phase with ``END_WEIGHT``.

    Cards are told, nothing is declared, and the world deck is rebuilt at once (8.8).
    """
    if decision.kind == REBUILD:
        return NOW
    if decision.kind == "act":
        return "end" if rng.random() < END_WEIGHT else decision.random(rng, (DECLARE.name,))
    # Only who picks a card in secret may leave untold which one it is (5.1.3).
    untold = [option for option in decision.options if option.startswith(UNTOLD)] if decision.private else ()
    return decision.random(rng, untold)


class RandomBot:
    """Answers at random."""

    name = "random"
    looks = False
    why: Why | None = None

    def answer(self, asked: Asked) -> Answer:
        """Any legal answer to a question."""
        decision = asked.decision
        # The stream is the one that recorded games were played from: nothing that they were is said otherwise.
        seed, _, number = asked.seed.rpartition("/")
        return choose(decision, Random(f"{seed}/{decision.who}/{decision.kind}/{number}"))
