"""The arithmetic of battles beside icepool's, the ranking of campaigns, verdicts."""

import time
from collections.abc import Callable
from itertools import count, islice

from oathtools.ahead.campaigns import ranked
from oathtools.odds import Battle, chance, dice, distribution, exact
from oathtools.powers import load
from oathtools.procedures.adjudicate import why
from oathtools.procedures.machine.game import Game
from oathtools.table.position.form import from_position, normal, read_position
from tests.benchmarks.measure import ROOT, benchmark, timed
from tests.support import icepool_model
from tests.support.random_requests import positions, some_request

CAMPAIGNS = [(3, 2, 1), (6, 4, 3), (10, 6, 5), (17, 10, 17), (24, 14, 20)]
AT_MOST, RATIO = 0.005, 20  # seconds, times


def least(run: Callable[[], object], before: Callable[[], object] = lambda: None, seconds: float = 0.15) -> float:
    """The least time of a run, of as many as fit into some seconds, three at least."""
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < 3 or time.perf_counter() < end:
        before()
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def forget() -> None:
    """Empty our pools of dice."""
    pools = (dice.attack_rows_of, dice._defense_counts, dice.attack_faces, dice.defense_faces, exact._known_reach)
    for cached in pools:
        cached.cache_clear()
    dice._KNOWN.clear()


def _icepool_again(battle: Battle) -> Callable[[], object]:
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


@benchmark("odds")
def odds(rounds: int = 6) -> bool:
    """Five campaigns beside icepool, which works out the same whole distribution of outcome, skulls and losses.

    "Fresh" empties every cache before each run; "again" keeps them, as when many campaigns are weighed one after the
    other. The least of many runs in turn counts.
    """
    good = True
    print(f"{'dice, force':>14} {'':>8} {'ours':>10} {'icepool':>10} {'ratio':>7}   win chance alone")
    for attack, defense, defenders in CAMPAIGNS:
        battle = Battle(attack, attack, defense, defenders)

        def ours(battle: Battle = battle) -> object:
            return distribution(battle).endings

        def theirs(battle: Battle = battle) -> object:
            return icepool_model.campaign(battle)

        alone = least(lambda battle=battle: chance(battle))  # type: ignore[misc]
        for name, other, before in (("fresh", theirs, forget), ("again", _icepool_again(battle), lambda: None)):
            both = [(least(ours, before), least(other)) for _ in range(rounds)]
            mine, its = min(each[0] for each in both), min(each[1] for each in both)
            kept = its / mine >= RATIO and mine < AT_MOST
            good = good and kept
            label = f"{attack}, {defense}, {defenders}" if name == "fresh" else ""
            tail = f"{alone * 1e6:9.1f} µs" if name == "again" else ""
            figures = f"{mine * 1e3:7.3f} ms {its * 1e3:7.2f} ms {its / mine:6.1f}x"
            print(f"{label:>14} {name:>8} {figures} {'' if kept else 'MISSED'} {tail}")
    rerolled = Battle(attack, attack, defense, defenders, rerolls=frozenset({"attacker"}))
    mine = least(lambda: distribution(rerolled).endings, forget)
    print(f"{'with rerolls':>14} {'fresh':>8} {mine * 1e3:7.3f} ms {'' if mine < AT_MOST else 'MISSED'}")
    return good and mine < AT_MOST


@benchmark("best")
def best(file: str = str(ROOT / "tests" / "support" / "six.yaml"), rounds: int = 15) -> bool:
    """``odds --best`` on a six-player table in mid-game: every legal pair of defender and targets, under 200 ms.

    Nothing is kept from one run to the next but the dice tables, which the first run makes. The least counts.
    """
    state = from_position(normal(read_position(file)))
    game, good = Game(state, load()), True
    for by in ("chance", "losses", "win"):
        runs = [timed(lambda by=by: ranked(game, state.turn, by).ranking) for _ in range(rounds)]  # type: ignore[misc]
        times, ranking = [taken for taken, _ in runs], runs[0][1]
        good = good and min(times) < 0.2
        print(
            f"{len(state.seats)} players, by {by}: {len(ranking.pairs)} pairs, {ranking.lines} lines, "
            f"{ranking.battles} battles worked out; least {1e3 * min(times):.0f} ms, first {1e3 * times[0]:.0f} ms"
        )
    return good


@benchmark("verdicts")
def verdicts(requests: int = 1000) -> None:
    """How long a verdict takes, its repairs included, on random requests in positions of random games."""
    times = []
    for game, rng in islice(positions(count(1)), requests):  # type: ignore[arg-type]
        request = some_request(game, game.state.turn, rng)
        start = time.process_time()
        why(game, game.state.turn, request)
        times.append(1e3 * (time.process_time() - start))
    times.sort()
    half, most = times[len(times) // 2], times[len(times) * 95 // 100]
    print(
        f"{len(times)} verdicts: {sum(times) / len(times):.1f} ms on average, half of them less than {half:.1f} ms, "
        f"95 % less than {most:.1f} ms, the longest {times[-1]:.0f} ms"
    )
