"""The exact distribution of how a battle ends.

Every number in here counts equally likely rolls; ``total`` is their number. Fractions are made only when one is asked
for. Where a side may reroll (Jinx), it does so exactly when that raises its chance to win (see ``_choosing``).
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from operator import mul
from typing import TYPE_CHECKING, Literal, NamedTuple

from oathtools.odds.battle import ATTACKER, DEFENDER, Battle, Course, Ending, endings, losses, slain
from oathtools.odds.dice import (
    MOST,
    AttackRow,
    attack_faces,
    attack_rows,
    attack_rows_of,
    attack_sides,
    defense_counts,
    defense_sides,
    hollow_per_sword,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from oathtools.odds.using import Result

# Pairs of a defense, warbands included, and how many rolls come to it; ascending.
Defenses = list[tuple[int, int]]
_Lost = Literal["skulls", "sacrificed", "attacker_lost", "defender_lost"]
# The numbers of an ``Ending``, by their names.
Number = Literal[_Lost, "attacker_left", "defender_left", "gained", "captured"]


class Distribution:
    """How a battle may end. ``courses`` and ``endings`` count rolls, out of ``total``; the rest are Fractions."""

    def __init__(self, battle: Battle, courses: dict[Course, int], total: int, shields: int | None) -> None:
        self.battle, self.courses, self.total, self.shields = battle, courses, total, shields

    def __repr__(self) -> str:
        mine, theirs = float(self.mean("attacker_lost")), float(self.mean("defender_lost"))
        lost = f"{mine:.2f} by the attacker, {theirs:.2f} by the defender"
        return f"<won {float(self.win):.1%}; warbands lost on average: {lost}>"

    @cached_property
    def endings(self) -> dict[Ending, int]:
        """The joint distribution: each way to end and the number of rolls that lead to it."""
        return endings(self.battle, self.courses)

    @property
    def wins(self) -> int:
        """Rolls, out of ``total``, that the attacker wins."""
        return sum(rolls for course, rolls in self.courses.items() if course[0])

    @property
    def win(self) -> "Fraction":
        """The attacker's chance to win, sacrificing wherever that wins."""
        return self._fraction(self.wins)

    @property
    def win_no_sacrifice(self) -> "Fraction":
        """The attacker's chance to win if none are ever sacrificed (with the rerolls that are best then)."""
        from fractions import Fraction

        return Fraction(*self.no_sacrifice)

    @cached_property
    def no_sacrifice(self) -> tuple[int, int]:
        """``win_no_sacrifice`` as rolls won and rolls in all."""
        return chance(self.battle._replace(may_sacrifice=False), self.shields)

    @property
    def win_and_lost(self) -> list["Fraction"]:
        """Entry i: the chance of a victory with i of the attacker's warbands lost, earlier ones included."""
        return [self._fraction(rolls) for rolls in self.lost(won=True)]

    @property
    def defeat_and_lost(self) -> list["Fraction"]:
        """Entry i: the chance of a defeat with i of the attacker's warbands lost, earlier ones included."""
        return [self._fraction(rolls) for rolls in self.lost(won=False)]

    def lost(self, *, won: bool) -> list[int]:
        """Entry i: rolls of this outcome with i of the attacker's warbands lost, earlier ones included."""
        counts = [0] * (self.battle.force + self.battle.attacker_fallen + 1)
        for ending, rolls in self.endings.items():
            if ending.won is won:
                counts[ending.attacker_lost] += rolls
        return counts

    @property
    def needed(self) -> list["Fraction"]:
        """Entry i: the chance that victory needs i sacrifices, whether or not they are left; the last entry: more.

        Empty if a plan has decided the battle.
        """
        from fractions import Fraction

        return [Fraction(*each) for each in self.needing]

    @cached_property
    def needing(self) -> list[tuple[int, int]]:
        """``needed`` as rolls and rolls in all."""
        battle = self.battle
        if battle.victor is not None:
            return []
        defenses = _defenses(battle, self.shields)[0]
        if ATTACKER in battle.rerolls:
            again, won = _rerolling(battle, defenses)
            counts = _needing(battle, again)
            for (_, _, spent), rolls in won.items():
                counts[spent] += rolls
        else:
            counts = _needing(battle, defenses)
        return [(rolls, self.total) for rolls in counts]

    def chances(self, field: Number) -> dict[int, "Fraction"]:
        """What a number of ``Ending`` may come to, ascending, each with its chance: how many warbands are lost.

        Raises ``ValueError``, with the numbers there are, for another name.
        """
        if field not in Ending._fields[1:]:
            raise ValueError(f"an ending has no number called {field!r}: {', '.join(Ending._fields[1:])}")
        counts: dict[int, int] = {}
        for ending, rolls in self.endings.items():
            number = getattr(ending, field)
            counts[number] = counts.get(number, 0) + rolls
        return {number: self._fraction(counts[number]) for number in sorted(counts)}

    def mean(self, field: Number) -> "Fraction":
        """The expected value of a number of ``Ending``. Raises as ``chances`` does."""
        return sum((number * likely for number, likely in self.chances(field).items()), self._fraction(0))

    def _fraction(self, rolls: int) -> "Fraction":
        from fractions import Fraction

        return Fraction(rolls, self.total)


def distribution(battle: Battle, shields: int | None = None) -> Distribution:
    """How the battle may end, before the defense roll, or after it if ``shields`` says what it came to (doubled).

    The attacker sacrifices exactly what is needed whenever that wins. Raises ``ValueError`` for a negative number.
    """
    battle.check()
    if battle.victor is not None:
        return Distribution(battle, {(battle.victor == ATTACKER, 0, 0): 1}, 1, shields)
    defenses, total = _defenses(battle, shields)
    dice = attack_sides() ** (battle.attack >> battle.halvings)
    if ATTACKER in battle.rerolls:
        return Distribution(battle, _courses_with_reroll(battle, defenses), total * dice * dice, shields)
    return Distribution(battle, _courses(battle, defenses, total), total * dice, shields)


def expected_losses(battle: Battle) -> float:
    """How many warbands the attacker loses on average, earlier ones included; without making every ending."""
    odds = distribution(battle)
    lost = 0
    for (won, skulls, sacrificed), rolls in odds.courses.items():
        dead = skulls + sacrificed
        if not won:
            dead += losses(battle, ATTACKER, battle.force - dead, battle.band)
            dead += slain(battle, ATTACKER, battle.force - dead)
        lost += rolls * dead
    return battle.attacker_fallen + lost / odds.total


def chance(battle: Battle, shields: int | None = None) -> tuple[int, int]:
    """The attacker's chance to win as rolls won and rolls in all, not in lowest terms; much faster than the rest."""
    if battle.victor is not None:
        return int(battle.victor == ATTACKER), 1
    against = _reach(battle)
    won, wins, top = 0, against.wins, against.top
    defenses: Iterable[tuple[int, int]]
    if shields is None and DEFENDER not in battle.rerolls:
        defenses, total = defense_counts(battle, _beyond(battle)), defense_sides() ** battle.defense
        standing = battle.defenders + battle.bandits
    else:
        defenses, total = _defenses(battle, shields)
        standing = 0
    for value, rolls in defenses:
        if value + standing >= top:
            break
        won += rolls * wins[value + standing]
    return won, total * against.total


class Beforehand(NamedTuple):
    """What comes of sacrificing up to so many warbands before the defense is rolled: rolls that win, of all; and how
    many warbands the attacker loses on the average, skulls and half of a beaten force included."""

    sacrificed: int
    win: tuple[int, int]
    losses: float


def beforehand(battle: Battle, attack: int | None = None) -> list[Beforehand]:
    """New Foundations: the attacker sacrifices after the attack roll and before the defense roll.

    One row for each number of warbands; ``attack``: what was rolled already, by a force that has had its skulls.
    """
    known = [(0, attack or 0, (1,), 1)] if attack is not None else attack_rows(battle)
    defenses, total = _defenses(battle, None)
    rows = []
    for most in range(battle.force + 1):
        won = lost = every = 0
        for skulls, low, counts, _ in known:
            left = max(battle.force - skulls, 0)
            given = min(most, left)
            for total_attack, rolls in enumerate(counts, low + given):
                wins = sum(number for defense, number in defenses if defense < total_attack)
                won, every = won + rolls * wins, every + rolls * total
                lost += rolls * (total * (battle.force - left + given) + (total - wins) * ((left - given) // 2))
        rows.append(Beforehand(most, (won, every), lost / every))
    return rows


def _reach(battle: Battle) -> "_Reach":
    """The attack rolls of a battle by what they beat; the same for every defense."""
    spare = battle.force * battle.worth if battle.may_sacrifice else 0
    worth = battle.worth if spare else 0
    dice = (battle.rolled, battle.ignored, battle.doublings, battle.skulls)
    return _known_reach(dice, battle.force, worth, ATTACKER in battle.rerolls)


class _Reach:
    """How many attack rolls beat a defense, sacrifices and the attacker's own reroll included.

    ``dice``: those rolled, as ``attack_rows_of`` takes them; ``worth``: what a sacrifice adds, 0 if none may be made.
    """

    def __init__(self, dice: tuple[int, frozenset[str], int, bool], force: int, worth: int, again: bool) -> None:
        reach: dict[int, int] = {}
        rolls = attack_sides() ** dice[0]
        for skulls, lowest, counts, _ in attack_rows_of(*dice):
            spare = max(0, force - skulls) * worth
            for most, number in enumerate(counts, lowest + spare):
                reach[most] = reach.get(most, 0) + number
        self.rolls, self.again = rolls, again
        self.top = max(reach)
        # Entry i: rolls that reach more than i.
        self.beyond = list(accumulate((reach.get(most, 0) for most in range(self.top, 0, -1)), initial=0))[:0:-1]
        # Entry i: rolls, out of ``total``, that beat a defense of i; none beats one of ``top`` or more.
        self.wins = [once * rolls + (rolls - once) * once for once in self.beyond] if again else self.beyond
        self.total = rolls * rolls if again else rolls

    def once(self, defense: int) -> int:
        """Rolls, out of ``rolls``, that beat this defense without a reroll."""
        return self.beyond[defense] if defense < self.top else 0

    def against(self, defense: int) -> int:
        """Rolls, out of ``total``, that beat this defense."""
        return self.wins[defense] if defense < self.top else 0


_known_reach = lru_cache(maxsize=1024)(_Reach)


def _beyond(battle: Battle) -> int:
    """Shields that no attack comes to, with all that can be sacrificed; the same for many battles."""
    faces = attack_faces(battle.ignored, battle.doublings).values()
    best = max([hollow for _, hollow, _ in faces]) // hollow_per_sword()
    return 1 << (battle.rolled * best + battle.force * battle.worth).bit_length()


def _defenses(battle: Battle, shields: int | None) -> tuple[Defenses, int]:
    """The defense that the attack must exceed, with the number of rolls for each, and their sum."""
    standing = battle.defenders + battle.bandits
    if shields is not None:
        return [(shields + standing, 1)], 1
    rolled = [(value + standing, rolls) for value, rolls in defense_counts(battle, _beyond(battle))]
    total = defense_sides() ** battle.defense
    if DEFENDER not in battle.rerolls:
        return rolled, total
    return _choosing(battle, rolled, total), total * total


def _choosing(battle: Battle, rolled: Defenses, total: int) -> Defenses:
    """The defense after the defender's best choice of whether to reroll.

    A roll is given up if the attacker's chance against it is above the attacker's chance against a fresh roll. The
    attacker sees the final defense, and answers it as well as can be.
    """
    wins = _reach(battle).against
    fresh = sum(rolls * wins(defense) for defense, rolls in rolled)
    given_up = sum(rolls for defense, rolls in rolled if wins(defense) * total > fresh)
    return [
        (defense, rolls * (given_up if wins(defense) * total > fresh else total + given_up))
        for defense, rolls in rolled
    ]


def _courses(battle: Battle, defenses: Defenses, total: int) -> dict[Course, int]:
    """How many pairs of rolls take each course, if the attacker does not reroll.

    For each number of skulls the sum over attack and defense is one product of two rows of numbers per number of
    sacrifices: rolls of the attack against rolls of a defense that lies just so far above it.
    """
    force, worth = battle.force, battle.worth
    rows = _up_to(force, attack_rows(battle))
    spending = force if battle.may_sacrifice else 0
    # Defenses that nothing can beat are left out: their rolls are what remains.
    top = max([lowest + len(counts) for _, lowest, counts, _ in rows]) + spending * worth
    exact = [0] * top
    for defense, rolls in defenses:
        if defense >= top:
            break
        exact[defense] = rolls
    below = list(accumulate(exact, initial=0))  # entry i: rolls of a defense below i
    highest = defenses[-1][0]
    # Entry i: rolls of a defense that is exactly one sacrifice too high for an attack of i.
    beaten = exact if worth == 1 else [below[min(at + worth, top)] - below[at] for at in range(top)]
    courses: dict[Course, int] = {}
    for killed, lowest, counts, rolls in rows:
        size = len(counts)
        rest = rolls * total
        won = sum(map(mul, counts, below[lowest : lowest + size]))
        if won:
            courses[True, killed, 0] = won
            rest -= won
        at = lowest
        for spent in range(1, spending - killed + 1):
            if not rest or at > highest:
                break
            won = sum(map(mul, counts, beaten[at : at + size]))
            if won:
                courses[True, killed, spent] = won
                rest -= won
            at += worth
        if rest:
            courses[False, killed, 0] = rest
    return courses


def _needing(battle: Battle, defenses: Defenses) -> list[int]:
    """Pairs of rolls by the sacrifices they need, if the attacker does not reroll; the last entry: beyond the force."""
    attacks: dict[int, int] = {}
    for _, lowest, counts, _ in attack_rows(battle):
        for attack, rolls in enumerate(counts, lowest):
            attacks[attack] = attacks.get(attack, 0) + rolls
    beyond = battle.force + 1
    # The least defense that needs more sacrifices than there are for any attack.
    top = max(attacks) + battle.force * battle.worth
    needs = [0] * (beyond + 1)
    lost = 0
    exact = [0] * (top + 1)
    for defense, rolls in defenses:
        if defense < top:
            exact[defense] = rolls
        else:
            lost += rolls
    below = list(accumulate(exact, initial=0))
    for attack, rolls in attacks.items():
        start = 0
        for number in range(beyond):
            end = below[min(attack + number * battle.worth, top)]
            needs[number] += rolls * (end - start)
            start = end
        needs[beyond] += rolls * (below[top] - start + lost)
    return needs


def _up_to(force: int, rows: tuple[AttackRow, ...]) -> Sequence[AttackRow]:
    """The rows by warbands killed: skulls beyond the force kill nobody, so those rows are one (A-55)."""
    if rows[-1][0] <= force:
        return rows
    few = [row for row in rows if row[0] < force]
    many = rows[len(few) :]
    lowest = min(row[1] for row in many)
    counts = [0] * (max(row[1] + len(row[2]) for row in many) - lowest)
    for _, low, several, _ in many:
        for at, rolls in enumerate(several, low - lowest):
            counts[at] += rolls
    return [*few, (force, lowest, tuple(counts), sum(counts))]


def _rerolling(battle: Battle, defenses: Defenses) -> tuple[Defenses, dict[Course, int]]:
    """The two ways in which a pair of rolls ends if the attacker rerolls what loses (A-135).

    Either the second roll counts, whatever it is: the defenses, each with the pairs in which the first one loses to
    it. Or the first one wins, and any second might have been: the courses that it takes.
    """
    against = _reach(battle)
    again = [(defense, rolls * (against.rolls - against.once(defense))) for defense, rolls in defenses]
    any_second = [(defense, rolls * against.rolls) for defense, rolls in defenses]
    first = _courses(battle, any_second, sum(rolls for _, rolls in any_second))
    return again, {course: rolls for course, rolls in first.items() if course[0]}


def _courses_with_reroll(battle: Battle, defenses: Defenses) -> dict[Course, int]:
    """``_courses`` for an attacker who may reroll."""
    again, won = _rerolling(battle, defenses)
    courses = _courses(battle, again, sum(rolls for _, rolls in again))
    for course, rolls in won.items():
        courses[course] = courses.get(course, 0) + rolls
    return courses


# -- how lucky a battle was: exactly how likely a result at least this good was, for either side -----------------------


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


def luck(battle: Battle, result: "Result") -> Luck:
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
        _roll(shields, dict(defense_counts(battle, shields + 1)), defense_sides() ** battle.defense)
        if 0 < battle.defense <= MOST
        else None,
        _roll(result.attack, attacks, attack_sides() ** battle.rolled) if battle.rolled else None,
    )


def measured(battle: Battle, result: "Result") -> Luck:
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
