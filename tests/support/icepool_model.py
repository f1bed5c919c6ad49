"""The same campaign in icepool, a dice library by other people, to check ours against and to race it.

It covers what touches the dice and the sacrifice: forces, bandits, ignored faces, doubled rolls, skulls, worth.
"""

from fractions import Fraction
from functools import cache
from typing import Any

import icepool
from icepool import Die, vectorize

Ending = tuple[bool, int, int, int, int]  # won, skull deaths, sacrificed, attacker lost, defender lost


def attack_die(battle: Any) -> Any:
    """One attack die as swords, hollow swords and skulls."""
    times = 2**battle.doublings
    faces = {"hollow_sword": (0, 1, 0, 3), "sword": (1, 0, 0, 2), "two_swords_skull": (2, 0, 1, 1)}
    die: dict[Any, int] = {}
    for face, (swords, hollow, skulls, sides) in faces.items():
        if face in battle.ignored:
            swords = hollow = 0
        shown = vectorize(swords * times, hollow * times, skulls * times if battle.skulls else 0)
        die[shown] = die.get(shown, 0) + sides
    return Die(die)


def defense_die(battle: Any) -> Any:
    """One defense die as shields and doublers."""
    faces = {"blank": (0, 0, 2), "shield": (1, 0, 2), "two_shields": (2, 0, 1), "doubler": (0, 1, 1)}
    die: dict[Any, int] = {}
    for face, (shields, doubles, sides) in faces.items():
        shown = vectorize(0, 0) if face in battle.ignored else vectorize(shields, doubles)
        die[shown] = die.get(shown, 0) + sides
    return Die(die)


def campaign(battle: Any) -> Any:
    """The die of all endings."""
    attack = (battle.rolled @ attack_die(battle)).map(
        lambda swords, hollow, skulls: (swords + hollow // 2, min(skulls, battle.force))
    )
    standing = battle.defenders + battle.bandits
    defense = (battle.defense @ defense_die(battle)).map(lambda shields, doubles: shields * 2**doubles + standing)
    beaten = min(battle.defenders, standing // 2)

    def end(rolled: Any, target: int) -> Ending:
        swords, killed = rolled
        left = battle.force - killed
        short = target - swords + 1
        spent = max(0, -(-short // battle.worth))
        if spent == 0 or (battle.may_sacrifice and spent <= left):
            return (True, killed, spent, killed + spent, beaten)
        return (False, killed, 0, killed + min(left, (left + battle.band) // 2), 0)

    return icepool.map(end, attack, defense, star=False)


@cache
def endings(battle: Any) -> dict[Ending, Fraction]:
    """Each ending with its chance."""
    die = campaign(battle)
    return {ending: Fraction(weight, die.denominator()) for ending, weight in die.items()}


def random_battle(rng: Any, most: int = 12) -> Any:
    """A battle of up to so many dice, with some of the switches that this model knows."""
    from oathtools.odds import Battle

    attack = rng.randint(0, most)
    faces = ["hollow_sword", "sword", "two_swords_skull", "blank", "shield", "two_shields", "doubler"]
    return Battle(
        force=rng.choice([attack, attack, rng.randint(0, most + 4)]),
        attack=attack,
        defense=rng.randint(0, most * 2 // 3),
        defenders=rng.randint(0, most),
        bandits=rng.choice([0, 0, 0, rng.randint(1, 4)]),
        band=rng.choice([0, 0, 0, rng.randint(1, 4)]),
        halvings=rng.choice([0, 0, 0, 1]),
        doublings=rng.choice([0, 0, 0, 1]),
        skulls=rng.random() < 0.8,
        ignored=frozenset(rng.sample(faces, rng.choice([0, 0, 1, 2]))),
        may_sacrifice=rng.random() < 0.8,
        worth=rng.choice([1, 1, 3]),
    )
