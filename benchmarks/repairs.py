"""Verdicts in a thousand positions of random games: every repair is applied and asked anew, and so is each part of it.

Run from the top of the checkout: ``python benchmarks/repairs.py [COUNT] [SEED]``. Requests of every kind are made,
sensible or not, by the player whose turn it is and by others. Leaves with status 1 at the first repair that does not
mend its request, that is larger than it need be, or that breaks the counts of the box; prints times at the end.
"""

import argparse
import sys
import time
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from oathtools.procedures.adjudicate import after, why
from oathtools.table.invariants import faults
from tests.procedures.asked import positions, some_request, unsound


def main(wanted: int, seed: int) -> int:
    spent: list[float] = []
    verdicts = {True: 0, False: 0, None: 0}
    repairs = broken_off = 0
    for number, (game, rng) in enumerate(positions(count(seed), every=7), 1):
        seat = game.state.turn if rng.random() < 0.8 else rng.choice(game.state.seats)
        request = some_request(game, seat, rng)
        began = time.perf_counter()
        opinion = why(game, seat, request)
        spent.append(time.perf_counter() - began)
        verdicts[opinion.legal] += 1
        broken_off += not opinion.searched_all
        for repair in opinion.repairs:
            wrong = unsound(game, seat, request, repair) or faults(after(game, request, repair)[0].state)
            if wrong:
                print(f"{seat}, {request}: {[change.says for change in repair]}: {wrong}")
                return 1
        repairs += len(opinion.repairs)
        if number == wanted:
            break
    spent.sort()
    print(
        f"{wanted} positions: {verdicts[True]} yes, {verdicts[False]} no, {verdicts[None]} depend; {repairs} repairs, "
        f"each of which mends and has no part that does; {broken_off} searches broken off. A verdict took "
        f"{1e3 * sum(spent) / wanted:.1f} ms on average, half of them less than {1e3 * spent[wanted // 2]:.1f} ms, the "
        f"longest {1e3 * spent[-1]:.0f} ms."
    )
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=1000, help="how many positions (1000)")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="the first of the random games (1)")
    told = parser.parse_args()
    sys.exit(main(told.count, told.seed))
