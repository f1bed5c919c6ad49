"""Equality with icepool on random battles. The check ``odds`` does the same for a thousand."""

import random
from fractions import Fraction

import pytest

from oathtools.odds import Battle, distribution
from tests.support import icepool_model
from tests.support.daily import daily


def check(battle: Battle) -> None:
    odds = distribution(battle)
    told: dict[icepool_model.Ending, Fraction] = {}
    for ending, rolls in odds.endings.items():
        key = (ending.won, ending.skulls, ending.sacrificed, ending.attacker_lost, ending.defender_lost)
        told[key] = told.get(key, Fraction(0)) + Fraction(rolls, odds.total)
    assert told == icepool_model.endings(battle), battle


@pytest.mark.parametrize("seed", daily(range(40), 3))
def test_random_battles(seed: int) -> None:
    check(icepool_model.random_battle(random.Random(seed)))


@pytest.mark.parametrize(("attack", "defense", "defenders"), [(3, 2, 1), (6, 4, 3), (10, 6, 5), (17, 10, 17)])
def test_battles_of_the_benchmark(attack: int, defense: int, defenders: int) -> None:
    check(Battle(attack, attack, defense, defenders))
