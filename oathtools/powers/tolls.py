"""Tolls: a favor that enemies give to a card's ruler for what they could not do otherwise."""

from oathtools.procedures.machine import facts
from oathtools.procedures.machine.cost import Item
from oathtools.table.state import FAVOR, SHARED


def toll(game, frame, cost, ruler, card, clause):
    """The cost with a favor for the ruler, if an enemy acts: to the Chancellor for the Empire, burned if bandits."""
    if not facts.enemies(game, ruler, frame.actor):
        return cost
    if ruler == facts.BANDITS:
        return cost.plus(Item("burn", FAVOR, 1, SHARED, clause, card, toll=True))
    return cost.plus(Item("give", FAVOR, 1, f"board.{ruler}", clause, card, toll=True))
