"""The campaign of the Law written down a second time, as slowly and plainly as can be, to check the fast one against.

It rolls every face of every die, and knows nothing of ``oathtools.odds`` but the names of a battle's fields.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

# How many sides of a die show each face.
ATTACK_DIE = {"hollow_sword": 3, "sword": 2, "two_swords_skull": 1}
DEFENSE_DIE = {"blank": 2, "shield": 2, "two_shields": 1, "doubler": 1}

Faces = tuple[str, ...]
# won, skull deaths, sacrificed, attacker lost, attacker left, defender lost, defender left
Course = tuple[bool, int, int, int, int, int, int]


def rolls(die: dict[str, int], dice: int) -> Counter[Faces]:
    """Every roll of some dice, faces sorted, and how many of the equally likely ones look so."""
    return Counter(_rolls(tuple(die.items()), dice))


@cache
def _rolls(sides: tuple[tuple[str, int], ...], dice: int) -> Counter[Faces]:
    die = dict(sides)
    found: Counter[Faces] = Counter()
    for faces in product(die, repeat=dice):
        weight = 1
        for face in faces:
            weight *= die[face]
        found[tuple(sorted(faces))] += weight
    return found


def defense_of(battle: Any, faces: Faces) -> int:
    """5.5.4."""
    shields = 0
    for face in faces:
        if face == "shield" and "shield" not in battle.ignored:
            shields += 1
        if face == "two_shields" and "two_shields" not in battle.ignored:
            shields += 2
    for face in faces:
        if face == "doubler" and "doubler" not in battle.ignored:
            shields *= 2
    return shields + battle.defenders + battle.bandits


def attack_of(battle: Any, faces: Faces) -> tuple[int, int]:
    """5.5.5: swords with hollow ones paired, and skulls."""
    twice = [face for face in faces for _ in range(2**battle.doublings)]
    swords = sum({"sword": 1, "two_swords_skull": 2}.get(face, 0) for face in twice if face not in battle.ignored)
    hollow = sum(face == "hollow_sword" for face in twice if face not in battle.ignored)
    skulls = sum(face == "two_swords_skull" for face in twice) if battle.skulls else 0
    return swords + hollow // 2, skulls


def outcome(battle: Any, attack: Faces, defense: Faces) -> Course:
    """What becomes of one pair of rolls, sacrificing if that wins (5.5.5, 5.5.6)."""
    target = defense_of(battle, defense)
    swords, skulls = attack_of(battle, attack)
    force = battle.force
    killed = 0
    while skulls and force:
        skulls, force, killed = skulls - 1, force - 1, killed + 1
    won, given = swords > target, 0
    if not won and battle.may_sacrifice:
        for number in range(1, force + 1):
            if swords + number * battle.worth > target:
                won, given = True, number
                break
    return finish(battle, won, killed, given)


def finish(battle: Any, won: bool, killed: int, given: int) -> Course:
    """5.5.6, and the plans that change it."""
    force = battle.force - killed - given
    defenders = battle.defenders
    loser, winner = ("defender", "attacker") if won else ("attacker", "defender")
    beaten, bandits = (defenders, battle.bandits) if won else (force, battle.band)
    if battle.bloodless or loser in battle.spared:
        dead = 0
    elif loser in battle.doomed or winner in battle.slaying:
        dead = beaten
    else:
        dead = min(beaten, (beaten + bandits) // 2)
    if won:
        defenders -= dead
    else:
        force -= dead
    return (
        won,
        killed,
        given,
        battle.attacker_fallen + battle.force - force,
        force,
        battle.defender_fallen + battle.defenders - defenders,
        defenders,
    )


def endings(battle: Any) -> dict[Course, Fraction]:
    """Every way the battle may end, with its chance."""
    if battle.victor:
        return {finish(battle, battle.victor == "attacker", 0, 0): Fraction(1)}
    attack_rolls = rolls(ATTACK_DIE, battle.attack // 2**battle.halvings)
    defense_rolls = rolls(DEFENSE_DIE, battle.defense)
    if not battle.rerolls:
        counted: Counter[Course] = Counter()
        for attack, ways in attack_rolls.items():
            for defense, more in defense_rolls.items():
                counted[outcome(battle, attack, defense)] += ways * more
        return {course: Fraction(weight, counted.total()) for course, weight in counted.items()}
    attacks, defenses = chances(attack_rolls), chances(defense_rolls)

    def fight(defense: Faces) -> dict[Course, Fraction]:
        """After the defense roll is final: the attacker rolls, and rolls again if that is better."""
        fresh = spread(attacks, lambda attack: {outcome(battle, attack, defense): Fraction(1)})
        if "attacker" not in battle.rerolls:
            return fresh
        hope = win(fresh)

        def decide(attack: Faces) -> dict[Course, Fraction]:
            kept = {outcome(battle, attack, defense): Fraction(1)}
            return fresh if hope > win(kept) else kept

        return spread(attacks, decide)

    fresh = spread(defenses, fight)
    if "defender" not in battle.rerolls:
        return fresh
    hope = win(fresh)

    def decide(defense: Faces) -> dict[Course, Fraction]:
        kept = fight(defense)
        return fresh if win(kept) > hope else kept

    return spread(defenses, decide)


def chances(counted: Counter[Faces]) -> dict[Faces, Fraction]:
    """Each roll with its chance."""
    total = sum(counted.values())
    return {faces: Fraction(weight, total) for faces, weight in counted.items()}


def win(ends: dict[Course, Fraction]) -> Fraction:
    """The attacker's chance to win."""
    return sum((chance for course, chance in ends.items() if course[0]), Fraction(0))


def spread(rolled: dict[Faces, Fraction], then: Callable[[Faces], dict[Course, Fraction]]) -> dict[Course, Fraction]:
    """All that may follow a roll."""
    total: dict[Course, Fraction] = {}
    for faces, chance in rolled.items():
        for course, after in then(faces).items():
            total[course] = total.get(course, Fraction(0)) + chance * after
    return total


def pools(most: int = 4) -> Iterator[tuple[int, int]]:
    """All pools of attack and defense dice up to this many."""
    yield from product(range(most + 1), repeat=2)
