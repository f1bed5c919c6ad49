"""Many games: what a game costs, whether twice as many cost twice as much, whether all ways to play say the same.

    python benchmarks/simulate.py                          200 games of random bots, and 400
    python benchmarks/simulate.py --bots greedy --games 50
    python benchmarks/simulate.py --cluster                on two workers of Dask besides, one of which is killed

Seconds are those of processors, so that other work on the machine matters less; memory is that of the largest worker
and of the process that adds up, at their highest. Leaves with status 1 if two ways to play the same games do not say
the same, to the letter.
"""

import argparse
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from oathtools.simulate.keeping import Run
from oathtools.simulate.running import SIZE, Chunk, Runner, here, in_processes, memory
from oathtools.simulate.setting import Decided, Origin, Plan, bots_named


def measured(name: str, plan: Plan, games: int, runner: Runner, tell: Callable[[int], None] = lambda _: None) -> str:
    """Play and print a line of figures; returns the results, letter for letter."""
    run, start = Run(plan), time.perf_counter()
    run.play(games, SIZE, runner, tell)
    cost, wall = run.cost, time.perf_counter() - start
    print(
        f"{name:28}{games:6} games {cost.seconds:8.1f} s of processors {wall:8.1f} s by the clock"
        f" {1e3 * cost.seconds / games:7.0f} ms a game {cost.decisions / cost.seconds:7,.0f} decisions a second"
        f"  {cost.memory:.0f} MB a worker, {memory():.0f} MB here",
        flush=True,
    )
    return json.dumps(run.results())


def on_cluster(plan: Plan, games: int) -> str:
    """The same with two workers of Dask, one of which is killed after the first chunk and replaced."""
    from distributed import Client, LocalCluster

    from oathtools.simulate.running import with_client

    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with LocalCluster(**options) as cluster, Client(cluster, set_as_default=False) as client:
        pids = list(client.run(os.getpid).values())

        def run(what: Plan, chunks: Iterable[list[int]]) -> Generator[Chunk, None, None]:
            yield from with_client(client, what, chunks)

        def kill(_: int) -> None:
            if pids:
                os.kill(pids.pop(), signal.SIGKILL)
                pids.clear()

        return measured("Dask, one worker killed", plan, games, run, kill)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--cluster", action="store_true", help="on a cluster of this machine besides")
    given = parser.parse_args()
    plan = Plan({"A": Origin().setting(Decided(bots_named(given.bots, 4)))}, "random worlds", "benchmark")
    found = [measured("one process", plan, given.games, here)]
    found.append(measured("two processes", plan, given.games, in_processes(2)))
    if given.cluster:
        found.append(on_cluster(plan, given.games))
    measured("one process, twice as many", plan, 2 * given.games, here)
    same = len(set(found)) == 1
    print(f"the results are {'the same to the letter' if same else 'NOT the same'}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
