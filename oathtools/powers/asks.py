"""What several powers ask."""

from oathtools import catalog
from oathtools.procedures.asking import choose


def a_bank(game, seat, kind, clause="10.26", suits=catalog.SUITS):
    """One of the favor banks, or of those of some suits; returns its suit."""
    bank = yield from choose(kind, seat, [f"bank.{suit}" for suit in suits], clause)
    return bank.removeprefix("bank.")
