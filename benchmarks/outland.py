"""Random sagas with Outland Realms: no realm over four sites, all within nine, nothing lost, games are their answers.

    python benchmarks/outland.py                       100 sagas of ten games
    python benchmarks/outland.py --sagas 5 --first 40

Half of them are played with any readings of the open points, a third by people who tell half of what they see. What
holds at every boundary is in ``tests/variants/outland_sagas``. Says which questions of the variant came up. Leaves with
status 1 if a saga failed.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.variants.outland import KINDS
from tests.variants.outland_sagas import a_saga


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sagas", type=int, default=100)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0, help="the number of the first saga")
    given = parser.parse_args()
    asked: Counter[str] = Counter()
    failed = 0
    start = time.process_time()
    for number in range(given.first, given.first + given.sagas):
        try:
            asked.update(kind.removeprefix(KINDS) for kind in a_saga(number, given.games) if kind.startswith(KINDS))
        except Exception as fault:
            failed += 1
            print(f"saga {number}: {type(fault).__name__}: {fault}\n{traceback.format_exc(limit=-4)}", flush=True)
    seconds = time.process_time() - start
    games = given.sagas * given.games
    print(f"{given.sagas} sagas, {games} games: {failed} failed; {seconds / games * 1e3:.0f} ms a game, checked")
    print("sagas in which each question came up: " + ", ".join(f"{kind} {n}" for kind, n in asked.most_common()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
