"""Do the engine and the exact odds agree? Random campaigns, each resolved many times by the seeded engine.

    python benchmarks/fit.py [CAMPAIGNS] [ROLLS] [SEED]        200 campaigns, 1,000 times each, seed 1

A campaign is taken from a random crowded position as it stands before the first roll, plans in use and paid for. Each
time the state of that moment is copied, and the engine goes on from there, by its own ``rolls`` and ``lose``, with dice
from a seed of its own; the attacker sacrifices whenever that wins. What came of it (who won, the losses of either side)
is compared with ``oathtools.odds.exact.distribution`` of the same battle by Pearson's chi-square; outcomes expected
fewer than five times are counted together, and one that cannot happen at all is a fault at once.

The level is 0.001, for the sum over all campaigns, and, divided by their number, for each. Left out: campaigns with a
reroll (its use is a decision, not chance), those whose losses are set aside, and those decided without a roll.
"""

import sys
import time
from collections import Counter
from itertools import count
from math import exp, lgamma, log
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from oathtools.engine.driver import Driver  # noqa: E402
from oathtools.odds import Battle, distribution  # noqa: E402
from oathtools.odds.battle import enemy  # noqa: E402
from oathtools.powers import load  # noqa: E402
from oathtools.procedures.campaign.aftermath import lose  # noqa: E402
from oathtools.procedures.campaign.battle import rolls  # noqa: E402
from oathtools.procedures.campaign.fight import Fight  # noqa: E402
from oathtools.procedures.machine import facts  # noqa: E402
from oathtools.procedures.machine.game import Game  # noqa: E402
from oathtools.procedures.turn.loop import program  # noqa: E402
from oathtools.table.state import State  # noqa: E402
from tests.procedures.test_campaign_random import mustered  # noqa: E402

LEVEL = 0.001
ROLLS = ("campaign.defense-roll", "campaign.attack-roll")
JINX = "denizen.jinx"

Key = tuple[bool, int, int]
Case = tuple[State, Fight]


def case(seed: int) -> Case | None:
    """A campaign of a random position, as it stands before its first roll; None if there is none to be rolled."""
    rng = Random(seed)
    game = mustered(rng)
    if game is None:
        return None
    driver = Driver(lambda: program(game))
    driver.start()
    for _ in range(60):
        decision = driver.pending
        if decision is None:
            return None
        if decision.kind in ROLLS:
            fight = game.frame.fact("fight")
            apart = JINX in facts.in_force(game) or not isinstance(fight, Fight) or fight.battle.saved
            return None if apart else (game.state.copy(), fight)
        if decision.kind == "act":
            if not decision.allows("campaign"):
                return None
            driver.send("campaign")
        elif decision.kind == "campaign.dice" and rng.random() < 0.8:
            driver.send(decision.default)
        else:
            driver.send(decision.random(rng))
    return None


def resolved(found: Case, rng: Random) -> Key:
    """The campaign once, by the engine: who won, and the losses of either side."""
    state, begun = found
    game = Game(state.copy(), load())
    frame = begun.frame.with_()
    on = Fight(frame)
    frame.facts = {**begun.frame.facts, "fight": on}
    on.battle, on.allies, on.standing = begun.battle, begun.allies, begun.standing
    on.ours, on.theirs, on.used, on.lost = dict(begun.ours), dict(begun.theirs), list(begun.used), dict(begun.lost)
    game.frames.append(frame)
    _drive(rolls(game, on), rng)
    _drive(lose(game, on, enemy(on.victor)), rng)
    return on.won, on.lost["attacker"], on.lost["defender"]


def _drive(steps: Any, rng: Random) -> None:
    """Answer every question of the engine: chance and whose warbands die by the seed, a sacrifice always offered."""
    answer = None
    while True:
        try:
            decision = steps.send(answer)
        except StopIteration:
            return
        answer = "yes" if decision.kind == "campaign.sacrifice" else decision.random(rng)


def expected(battle: Battle) -> dict[Key, float]:
    """The exact chances of the same: up to 5.5.6, before a victor may kill more."""
    odds = distribution(battle._replace(slaying=frozenset()))
    chances: dict[Key, float] = {}
    for end, ways in odds.endings.items():
        key = end.won, end.attacker_lost, end.defender_lost
        chances[key] = chances.get(key, 0.0) + ways / odds.total
    return chances


def statistic(seen: Counter[Key], chances: dict[Key, float], times: int) -> tuple[float, int]:
    """Pearson's chi-square and its degrees of freedom; rare outcomes together."""
    cells = [(chance * times, seen[key]) for key, chance in chances.items()]
    large = [cell for cell in cells if cell[0] >= 5]
    rare = [cell for cell in cells if cell[0] < 5]
    if rare:
        together = sum(cell[0] for cell in rare), sum(cell[1] for cell in rare)
        if together[0] >= 5 or not large:
            large.append(together)
        else:
            least = min(range(len(large)), key=lambda at: large[at][0])
            large[least] = (large[least][0] + together[0], large[least][1] + together[1])
    return sum((got - due) ** 2 / due for due, got in large), len(large) - 1


def beyond(value: float, degrees: int) -> float:
    """The chance of a chi-square at least so large: the upper incomplete gamma function."""
    if degrees <= 0 or value <= 0:
        return 1.0
    a, x = degrees / 2, value / 2
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in count(1):
            term *= x / (a + n)
            total += term
            if term < total * 1e-14:
                return max(0.0, 1 - front * total)
    b = x + 1 - a
    c, d = 1e300, 1 / b
    h = d
    for n in count(1):
        an = -n * (n - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= d * c
        if abs(d * c - 1) < 1e-14:
            return front * h
    raise AssertionError


def main(campaigns: int = 200, times: int = 1000, seed: int = 1) -> int:
    began = time.perf_counter()
    total, degrees, done, tried, least = 0.0, 0, 0, 0, 1.0
    good = True
    for number in count(seed):
        if done == campaigns:
            break
        tried += 1
        found = case(number)
        if found is None:
            continue
        chances = expected(found[1].battle)
        seen = Counter(resolved(found, Random(f"{number}/{each}")) for each in range(times))
        strange = [key for key in seen if key not in chances]
        value, free = statistic(seen, chances, times)
        chance = beyond(value, free)
        least = min(least, chance)
        if strange or chance < LEVEL / campaigns:
            good = False
            print(f"position {number}: {strange or 'does not fit'}, chi-square {value:.1f} of {free}, p = {chance:.2g}")
            print(f"  {found[1].battle}")
        total, degrees, done = total + value, degrees + free, done + 1
    overall = beyond(total, degrees)
    good = good and overall >= LEVEL
    print(
        f"{done} campaigns (of {tried} positions), {times} times each: chi-square {total:.1f} with {degrees} degrees "
        f"of freedom, p = {overall:.3f}; least p of one campaign {least:.2g}, bound {LEVEL / campaigns:.1g}; "
        f"level {LEVEL}: "
        f"{'they agree' if good else 'THEY DO NOT AGREE'} ({time.perf_counter() - began:.0f} s)"
    )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
