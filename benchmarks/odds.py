"""Campaign odds: our arithmetic beside icepool's, in one run.

    python benchmarks/odds.py            times for five campaigns, and equality on 1,000 random ones
    python benchmarks/odds.py --cases N  another number of random campaigns
    python benchmarks/odds.py --cold     also the command from a cold start beside ``import click``

Both sides work out the whole joint distribution of outcome, skulls, sacrifices and losses. "Fresh" empties every cache
before each run; "again" keeps them, as when many campaigns are weighed one after the other. The least of many runs
counts, since this machine is shared.
"""

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from oathtools.odds import Battle, chance, dice, distribution, exact  # noqa: E402
from tests.odds import icepool_model  # noqa: E402

CAMPAIGNS = [(3, 2, 1), (6, 4, 3), (10, 6, 5), (17, 10, 17), (24, 14, 20)]
AT_MOST = 0.005  # seconds
RATIO = 20


def least(run: Callable[[], object], before: Callable[[], object] | None = None, seconds: float = 0.6) -> float:
    """The least time of a run, of as many as fit into some seconds, three at least."""
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < 3 or time.perf_counter() < end:
        if before is not None:
            before()
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def side_by_side(
    mine: Callable[[], object], other: Callable[[], object], before: Callable[[], object] | None
) -> tuple[float, float]:
    """The least times of two runs taken in turn, so that both have the machine as it is at that moment."""
    rounds = [(least(mine, before, 0.15), least(other, seconds=0.15)) for _ in range(6)]
    return min(each[0] for each in rounds), min(each[1] for each in rounds)


def forget() -> None:
    """Empty our pools of dice."""
    for cached in (
        dice.attack_rows_of,
        dice._defense_counts,
        dice.attack_faces,
        dice.defense_faces,
        exact._known_reach,
    ):
        cached.cache_clear()
    dice._KNOWN.clear()


def icepool_again(battle: Battle) -> Callable[[], object]:
    """icepool with dice that are made once, so that it may keep what it knows of them."""
    attack, defense = icepool_model.attack_die(battle), icepool_model.defense_die(battle)

    def run() -> object:
        make = icepool_model.attack_die, icepool_model.defense_die
        icepool_model.attack_die, icepool_model.defense_die = lambda _: attack, lambda _: defense
        try:
            return icepool_model.campaign(battle)
        finally:
            icepool_model.attack_die, icepool_model.defense_die = make

    return run


def race() -> bool:
    """Time the five campaigns; whether every one keeps both bounds."""
    good = True
    print(f"{'dice, force':>14} {'':>8} {'ours':>10} {'icepool':>10} {'ratio':>7}   win chance alone")
    for attack, defense, defenders in CAMPAIGNS:
        battle = Battle(attack, attack, defense, defenders)

        def ours(battle: Battle = battle) -> object:
            return distribution(battle).endings

        def theirs(battle: Battle = battle) -> object:
            return icepool_model.campaign(battle)

        alone = least(lambda battle=battle: chance(battle), seconds=0.1)  # type: ignore[misc]
        for name, mine, other in (
            ("fresh", *side_by_side(ours, theirs, forget)),
            ("again", *side_by_side(ours, icepool_again(battle), None)),
        ):
            kept = other / mine >= RATIO and mine < AT_MOST
            good = good and kept
            label = f"{attack}, {defense}, {defenders}" if name == "fresh" else ""
            tail = f"{alone * 1e6:9.1f} µs" if name == "again" else ""
            print(
                f"{label:>14} {name:>8} {mine * 1e3:7.3f} ms {other * 1e3:7.2f} ms {other / mine:6.1f}x "
                f"{'' if kept else 'MISSED'} {tail}"
            )
    return good & _rerolled()


def _rerolled() -> bool:
    """Time the largest campaign where the attacker may reroll; whether it keeps its bound."""
    attack, defense, defenders = CAMPAIGNS[-1]
    battle = Battle(attack, attack, defense, defenders, rerolls=frozenset({"attacker"}))
    mine = least(lambda: distribution(battle).endings, forget)
    kept = mine < AT_MOST
    print(f"{'with rerolls':>14} {'fresh':>8} {mine * 1e3:7.3f} ms {'' if kept else 'MISSED'}")
    return kept


def compare(cases: int) -> bool:
    """Equality of every chance on random battles."""
    rng = random.Random(5)
    for number in range(cases):
        battle = icepool_model.random_battle(rng)
        odds = distribution(battle)
        told: dict[icepool_model.Ending, Fraction] = {}
        for ending, rolls in odds.endings.items():
            key = (ending.won, ending.skulls, ending.sacrificed, ending.attacker_lost, ending.defender_lost)
            told[key] = told.get(key, Fraction(0)) + Fraction(rolls, odds.total)
        if told != icepool_model.endings(battle):
            print(f"case {number} differs: {battle}")
            return False
    print(f"{cases} random battles: every chance equal")
    return True


def cold(runs: int = 15) -> bool:
    """The command from a cold start beside the import of click, run in turn."""
    command = [sys.executable, "-m", "oathtools", "odds", "--force", "6", "--defense", "4", "--defenders", "3"]
    plain = [sys.executable, "-c", "import click"]
    times: dict[str, list[float]] = {"click": [], "odds": []}
    for _ in range(runs):
        for name, words in (("click", plain), ("odds", command)):
            start = time.perf_counter()
            subprocess.run(words, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
            times[name].append(time.perf_counter() - start)
    click, odds = (sorted(each)[runs // 2] for each in times.values())
    print(f"cold start, median of {runs}: click {click * 1e3:.0f} ms, odds {odds * 1e3:.0f} ms, {odds / click:.2f}x")
    return odds <= 2 * click


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--cases", type=int, default=1000)
    words.add_argument("--cold", action="store_true")
    told = words.parse_args()
    results = [race(), compare(told.cases)]
    if told.cold:
        results.append(cold())
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
