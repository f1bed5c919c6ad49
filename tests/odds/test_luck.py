"""How lucky a battle was: the same numbers as ``exact``."""

from fractions import Fraction

import pytest

from oathtools.odds import ATTACKER, Battle, Faces, distribution, resolve
from oathtools.odds.battle import BOTH
from oathtools.odds.exact import luck
from tests.odds import brute


@pytest.mark.parametrize(
    "battle", [Battle(3, 3, 2, 2), Battle(1, 2, 1, 0), Battle(3, 2, 2, 1, rerolls=BOTH), Battle(2, 2, 1, 3, worth=3)]
)
def test_luck_is_the_share_of_rolls_at_least_as_good(battle: Battle) -> None:
    """Victory first, then fewer warbands lost; for the defender the other way round. By brute force."""
    ends = brute.endings(battle)
    seen = set()
    for attack in brute.rolls(brute.ATTACK_DIE, battle.rolled):
        for defense in brute.rolls(brute.DEFENSE_DIE, battle.defense):
            result = resolve(battle, Faces(attack, defense))
            here = (result.won, -result.ending.attacker_lost)
            seen.add(here)
            found = luck(battle, result)
            better = sum((chance for end, chance in ends.items() if (end[0], -end[3]) >= here), Fraction(0))
            worse = sum((chance for end, chance in ends.items() if (end[0], -end[3]) <= here), Fraction(0))
            assert (Fraction(*found.attacker), Fraction(*found.defender)) == (better, worse)
            assert Fraction(*found.attacker) + Fraction(*found.defender) == 1 + Fraction(*found.exactly)
    assert len(seen) > 2


def test_luck_of_the_dice_by_themselves() -> None:
    """How likely each side's dice were to show as much or more, or as little or less."""
    battle = Battle(3, 3, 2, 2)
    attacks = brute.chances(brute.rolls(brute.ATTACK_DIE, 3))
    defenses = brute.chances(brute.rolls(brute.DEFENSE_DIE, 2))
    result = resolve(battle, Faces(["sword", "hollow_sword", "sword"], ["shield", "doubler"]))
    found = luck(battle, result)
    assert found.attack is not None and found.defense is not None
    assert (found.attack.value, found.defense.value) == (2, 2)
    more = sum(chance for shown, chance in attacks.items() if brute.attack_of(battle, shown)[0] >= 2)
    fewer = sum(chance for shown, chance in defenses.items() if brute.defense_of(battle, shown) - 2 <= 2)
    assert (Fraction(*found.attack.at_least), Fraction(*found.defense.at_most)) == (more, fewer)


def test_the_best_and_the_worst_result() -> None:
    battle = Battle(3, 3, 2, 2)
    best = luck(battle, resolve(battle, Faces(["two_swords_skull"] * 3, ["blank"] * 2)))
    worst = luck(battle, resolve(battle, Faces(["hollow_sword"] * 3, ["two_shields", "doubler"])))
    assert Fraction(*best.attacker) <= distribution(battle).win < 1
    assert Fraction(*worst.attacker) > distribution(battle).win


def test_nothing_is_lucky_where_a_plan_decides() -> None:
    battle = Battle(4, 3, 2, 3, victor=ATTACKER)
    found = luck(battle, resolve(battle, Faces()))
    assert (found.attacker, found.defender, found.attack, found.defense) == ((1, 1), (1, 1), None, None)
