"""How lucky a battle was: exactly how likely a result at least this good was, for either side."""

from collections.abc import Callable
from typing import NamedTuple

from oathtools.odds.battle import ATTACKER, DEFENDER, Battle, Ending
from oathtools.odds.dice import attack_rows, attack_sides, defense_counts, defense_sides
from oathtools.odds.exact import distribution
from oathtools.odds.resolution import Result

# What "at least this good" orders by. Everything else that a battle brings either side follows from these two.
ORDERS = {
    ATTACKER: "victory before defeat, then fewer of the attacker's warbands lost",
    DEFENDER: "the attacker's defeat before a victory, then more of the attacker's warbands lost",
}
# Rolls of this kind, out of all of them.
Chance = tuple[int, int]


class Roll(NamedTuple):
    """How likely the dice of one side were to come to this much or more, and to this much or less; rerolls apart."""

    value: int
    at_least: Chance
    at_most: Chance


class Luck(NamedTuple):
    """The chance of a result at least as good for each side, and of one just as good; then the dice by themselves.

    ``defense`` counts shields, doubled; ``attack`` swords before sacrifices. None where nothing was rolled.
    """

    attacker: Chance
    defender: Chance
    exactly: Chance
    defense: Roll | None
    attack: Roll | None


def luck(battle: Battle, result: Result) -> Luck:
    """How lucky the result of a battle was, before any die was rolled.

    The attacker is taken to sacrifice whenever that wins, unless the battle says that it may not; where a side may
    reroll, it does as ``exact`` says.
    """
    odds = distribution(battle)
    here = _rank(result.ending)
    better = sum(rolls for ending, rolls in odds.endings.items() if _rank(ending) > here)
    same = sum(rolls for ending, rolls in odds.endings.items() if _rank(ending) == here)
    total = odds.total
    if battle.victor is not None:
        return Luck((better + same, total), (total - better, total), (same, total), None, None)
    attacks: dict[int, int] = {}
    for _, lowest, counts, _ in attack_rows(battle):
        for attack, rolls in enumerate(counts, lowest):
            attacks[attack] = attacks.get(attack, 0) + rolls
    shields = result.defense - battle.defenders - battle.bandits
    return Luck(
        (better + same, total),
        (total - better, total),
        (same, total),
        _roll(shields, dict(defense_counts(battle)), defense_sides() ** battle.defense) if battle.defense else None,
        _roll(result.attack, attacks, attack_sides() ** battle.rolled) if battle.rolled else None,
    )


def measured(battle: Battle, result: Result) -> Luck:
    """``luck`` by what the attacker did: one who sacrifices none, though it would have won, is measured by that."""
    if result.enough and not result.won:
        battle = battle._replace(may_sacrifice=False)
    return luck(battle, result)


def _rank(ending: Ending) -> tuple[bool, int]:
    """By which results are better for the attacker, and so worse for the defender."""
    return ending.won, -ending.attacker_lost


def _roll(value: int, counts: dict[int, int], total: int) -> Roll:
    def rolls(fits: Callable[[int], bool]) -> Chance:
        return sum(number for each, number in counts.items() if fits(each)), total

    return Roll(value, rolls(lambda each: each >= value), rolls(lambda each: each <= value))
