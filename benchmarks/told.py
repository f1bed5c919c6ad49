"""Are battles told as they are played? Random campaigns, played in the engine and told from the position.

    python benchmarks/told.py            2,000 campaigns
    python benchmarks/told.py 200 7      so many, from this seed on

Each is a campaign from a random crowded position, with plans of both sides and Allies, played by random answers. It is
told from the journal, and from the position, the declaration, the plans and the dice: the steps must be the same in
every word, and all that they move must lead from the table before to the table after. Where choices are left open, all
before the first of them must be the same. The exit status is 1 if one is different.
"""

import sys
import time
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.procedures.test_told_as_played import Compared, compared  # noqa: E402


def main() -> int:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000
    start = time.perf_counter()
    done: list[Compared] = []
    wrong: list[tuple[int, str]] = []
    for seed in count(first):
        if len(done) + len(wrong) >= wanted:
            break
        try:
            result = compared(seed)
        except Exception as fault:
            wrong.append((seed, f"{type(fault).__name__}: {str(fault)[:200]}"))
            continue
        if result is not None:
            done.append(result)
    plans, allies = sum(each.plans for each in done), sum(each.allies for each in done)
    steps, moved = sum(each.steps for each in done), sum(each.moved for each in done)
    taken = time.perf_counter() - start
    print(f"{len(done) + len(wrong)} campaigns from {seed - first} positions in {taken:.0f} s: {len(wrong)} different")
    print(f"{plans} plans, {allies} users of the defense, {steps} steps, {moved} moves")
    for seed, fault in wrong[:20]:
        print(f"  {seed}: {fault}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
