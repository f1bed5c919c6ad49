"""Passages: ways that cost no Supply and on which no site hinders the traveler; tolls of cards are due all the same."""

from oathtools.engine.windows import Stage
from oathtools.powers.define import modifies, power
from oathtools.powers.sites import BARRIERS


def passage(card):
    """Register a modifier of Travel for the trips that the decorated function ``(game, frame)`` says are its own."""

    def register(goes):
        @modifies(card, "travel", "travel.cost", stage=Stage.LIMIT, cites=("7.4", "5.6.1", "7.6.2"), serves=goes)
        def free(game, frame, value, me):
            return value.without_supply()

        @power("travel.ignores", card, used=True, subject="all", cites=("9.2", "5.6.1"))
        def unhindered(game, frame, value, me):
            return value | BARRIERS if goes(game, frame) else value

        return goes

    return register
