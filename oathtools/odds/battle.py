"""A battle as a plain record, and how one ends: the definitions that the engine and the odds share.

A ``Battle`` holds the numbers of a campaign as they stand when the dice are rolled, with every effect of the plans in
use. Nothing in it names a card: ``oathtools.odds.plans`` turns cards into these switches. Everything is pure; this
module imports nothing else of ours.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

ATTACKER = "attacker"
DEFENDER = "defender"
SIDES = (ATTACKER, DEFENDER)
NOBODY: frozenset[str] = frozenset()
ATTACKERS = frozenset((ATTACKER,))
DEFENDERS = frozenset((DEFENDER,))
BOTH = frozenset(SIDES)


class PlanFault(Exception):
    """A battle plan that cannot be used so, or that there is none of (``odds.plans``)."""


def enemy(side: str) -> str:
    """The other side. Raises ``ValueError`` for a word that is no side."""
    if side not in SIDES:
        raise ValueError(f"no side is called {side!r}: {ATTACKER} or {DEFENDER}")
    return DEFENDER if side == ATTACKER else ATTACKER


class Battle(NamedTuple):
    """A campaign before the roll of the dice (5.5.4, 5.5.5). Fields that hold sides are sets of ATTACKER, DEFENDER."""

    force: int  # the attacker's warbands in the force (10.9)
    attack: int  # dice in the attack pool
    defense: int  # dice in the defense pool
    defenders: int = 0  # warbands that add to the defense: the defending force
    bandits: int = 0  # bandits that add to the defense; never killed (2.8.3, 7.6.5)
    band: int = 0  # bandits in the attacking force; never killed or sacrificed (7.6.5)
    attacker_fallen: int = 0  # warbands the attacker has lost to plans already
    defender_fallen: int = 0
    attacker_buried: int = 0  # of these, those killed before a plan set the others aside
    defender_buried: int = 0
    halvings: int = 0  # how often the attack dice that are rolled are halved, rounded down
    doublings: int = 0  # how often the total attack roll is doubled
    skulls: bool = True  # the attacker's skulls kill
    ignored: frozenset[str] = NOBODY  # ids of die faces whose swords or shields do not count
    may_sacrifice: bool = True
    worth: int = 1  # what one sacrificed warband adds to the attack
    victor: str | None = None  # the side that a plan has made victorious already; then nothing is rolled
    bloodless: bool = False  # the defeat kills nobody
    spared: frozenset[str] = NOBODY  # sides that kill none of their force if they are defeated
    doomed: frozenset[str] = NOBODY  # sides that kill all of their force if they are defeated
    slaying: frozenset[str] = NOBODY  # sides that kill all of the enemy's force if they are victorious
    saved: frozenset[str] = NOBODY  # sides whose lost warbands are not killed but set aside
    mourned: frozenset[str] = NOBODY  # of these, sides whose warbands are killed after all, if beaten
    capturing: frozenset[str] = NOBODY  # sides that take what is left of the enemy's force if they are victorious
    reaping: frozenset[str] = NOBODY  # sides that gain a warband for each enemy warband killed if they are victorious
    attacker_gains: int = 0  # warbands the attacker gains by being victorious
    defender_gains: int = 0
    rerolls: frozenset[str] = NOBODY  # sides that may roll all of their dice a second time
    joiners_roll: bool = True  # warbands that a power adds to the attacking force bring a die each
    bandits_halve: bool = True  # bandits in a force count when half of it is killed

    @property
    def rolled(self) -> int:
        """How many attack dice are rolled: those of the pool, after the halvings."""
        return self.attack >> self.halvings

    def strength(self, side: str) -> int:
        """How large the force of a side is, with the bandits who add to it (10.9, 2.8.3, 7.6.5)."""
        return self.force + self.band if side == ATTACKER else self.defenders + self.bandits

    def more_attack(self, dice: int) -> "Battle":
        """With so many attack dice more, or fewer if negative (5.5.3).

        Each die that an empty attack pool would lose is added to the defense pool instead.
        """
        left = self.attack + dice
        if left >= 0:
            return self._replace(attack=left)
        return self._replace(attack=0, defense=self.defense - left)

    def more_defense(self, dice: int) -> "Battle":
        """With so many defense dice more, or fewer if negative; never below zero."""
        return self._replace(defense=max(0, self.defense + dice))

    def plus(self, by: Mapping[str, int]) -> "Battle | None":
        """With so many more of some numbers, fewer if negative; None if one would be below zero."""
        row: dict[str, Any] = {field: getattr(self, field) + more for field, more in by.items()}
        return None if min(row.values()) < 0 else self._replace(**row)

    def fallen(self, side: str, warbands: int) -> "Battle":
        """After the loss of so many warbands of a side's force, as far as they go, before the roll; of fewer than none:
        so many of those who fell last are back in it after all."""
        if side == ATTACKER:
            lost = max(min(warbands, self.force), -self.attacker_fallen)
            return self._replace(force=self.force - lost, attacker_fallen=self.attacker_fallen + lost)
        lost = max(min(warbands, self.defenders), -self.defender_fallen)
        return self._replace(defenders=self.defenders - lost, defender_fallen=self.defender_fallen + lost)

    def saving(self, side: str) -> "Battle":
        """With the warbands that a side loses from here on set aside; those who fell before are killed."""
        saved = self.saved | {side}
        if side == ATTACKER:
            return self._replace(saved=saved, attacker_buried=self.attacker_fallen)
        return self._replace(saved=saved, defender_buried=self.defender_fallen)

    def check(self) -> "Battle":
        """This battle. Raises ``ValueError`` if a number of it is negative or a side is misspelt."""
        numbers = (self.force, self.attack, self.defense, self.defenders, self.bandits, self.band, self.worth)
        fallen = (self.attacker_fallen, self.defender_fallen, self.attacker_buried, self.defender_buried)
        if min(numbers) < 0 or min(fallen) < 0 or min(self.halvings, self.doublings) < 0:
            rows = zip(self._fields, self, strict=True)
            below = ", ".join(f"{field} is {value}" for field, value in rows if isinstance(value, int) and value < 0)
            raise ValueError(f"a battle has no negative numbers: {below}")
        losing = (self.spared, self.doomed, self.slaying, self.saved, self.mourned)
        sides = (*losing, self.capturing, self.reaping, self.rerolls)
        if self.victor is not None or any(sides):
            wrong = frozenset((self.victor or ATTACKER,)).union(*sides) - BOTH
            if wrong:
                raise ValueError(f"no side is called {', '.join(sorted(wrong))}: {ATTACKER} or {DEFENDER}")
        return self


class Ending(NamedTuple):
    """How a battle ends. Lost warbands include those that fell to plans before the roll."""

    won: bool  # by the attacker
    skulls: int  # warbands of the attacker killed by skulls
    sacrificed: int
    attacker_lost: int  # in all: earlier, to skulls, sacrificed, in the defeat
    attacker_left: int  # of the force, bandits not counted
    defender_lost: int
    defender_left: int
    gained: int  # warbands the victor gains
    captured: int  # of those left, how many the victor takes from the defeated side


# How a battle went: won by the attacker, warbands killed by skulls, warbands sacrificed.
Course = tuple[bool, int, int]


def needed(attack: int, defense: int, worth: int = 1) -> int:
    """The least number of sacrifices, each worth so much, that lets the attack exceed the defense (5.5.5, 9.5)."""
    short = defense - attack + 1
    return -(-short // worth) if short > 0 else 0


def losses(battle: Battle, side: str, warbands: int, bandits: int) -> int:
    """How many warbands of its force the defeated side kills at once (5.5.6, 9.2).

    ``warbands`` are the physical ones of the force, ``bandits`` those that add to it.

    Half of the force, rounded down. Bandits are part of that force where the table reads it so (``bandits_halve``), but
    only physical warbands are killed, as far as they go (7.6.5, A-59). A plan that spares the force beats every power
    that kills all of it.
    """
    if battle.bloodless or side in battle.spared:
        return 0
    if side in battle.doomed:
        return warbands
    return min(warbands, (warbands + (bandits if battle.bandits_halve else 0)) >> 1)


def slain(battle: Battle, side: str, left: int) -> int:
    """How many of the warbands left to the defeated side its enemy may kill afterwards (5.5.8, 9.2)."""
    spared = battle.bloodless or side in battle.spared or enemy(side) not in battle.slaying
    return 0 if spared else left


def settle(battle: Battle, won: bool, skulls: int = 0, sacrificed: int = 0) -> Ending:
    """The end of a battle that the attacker won or lost after these deaths by skulls and sacrifices (5.5.6, 5.5.8)."""
    return next(iter(endings(battle, {(won, skulls, sacrificed): 1})))


def endings(battle: Battle, courses: Mapping[Course, int]) -> dict[Ending, int]:
    """``settle`` for many courses of one battle, each with its number of rolls."""
    force, fallen, defenders, band = battle.force, battle.attacker_fallen, battle.defenders, battle.band
    dead = losses(battle, DEFENDER, defenders, battle.bandits)
    dead += slain(battle, DEFENDER, defenders - dead)
    fell, rest = battle.defender_fallen + dead, defenders - dead
    beaten = (fell, rest, *_spoils(battle, ATTACKER, fell, rest))
    unbeaten = (battle.defender_fallen, defenders)
    plain = not (battle.defender_gains or DEFENDER in battle.reaping or DEFENDER in battle.capturing)
    found: dict[Ending, int] = {}
    for (won, skulls, sacrificed), rolls in courses.items():
        left = force - skulls - sacrificed
        if won:
            found[_ending((True, skulls, sacrificed, fallen + force - left, left, *beaten))] = rolls
            continue
        left -= losses(battle, ATTACKER, left, band)
        left -= slain(battle, ATTACKER, left)
        lost = fallen + force - left
        spoils = _NO_SPOILS if plain else _spoils(battle, DEFENDER, lost, left)
        found[_ending((False, skulls, sacrificed, lost, left, *unbeaten, *spoils))] = rolls
    return found


_NO_SPOILS = (0, 0)
# As Ending._make, at half the cost: a distribution makes hundreds of them.
_ending: Callable[[tuple[int, ...]], Ending] = partial(tuple.__new__, Ending)


def _spoils(battle: Battle, victor: str, lost: int, left: int) -> tuple[int, int]:
    """Warbands the victor gains, and captures, when its enemy has lost so many and has so many left."""
    gained = battle.attacker_gains if victor == ATTACKER else battle.defender_gains
    if victor in battle.reaping:
        beaten = enemy(victor)
        buried = battle.attacker_buried if beaten == ATTACKER else battle.defender_buried
        gained += buried if beaten in battle.saved and beaten not in battle.mourned else lost
    return gained, left if victor in battle.capturing else 0
