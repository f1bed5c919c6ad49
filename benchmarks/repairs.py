"""Verdicts in a thousand positions of random games: every repair is applied and asked anew, and so is each part of it.

Run from the top of the checkout: ``python benchmarks/repairs.py [COUNT] [SEED] [--rich] [--only ACTION]``. Requests of
every kind are made, sensible or not, by the player whose turn it is and by others; ``--rich``: in the crowded positions
of ``benchmarks/rich.py``. Leaves with status 1 at the first repair that does not mend its request, that is larger than
it need be, or that breaks the counts of the box; prints times of the processor at the end.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks import rich
from oathtools.procedures.adjudicate import after, why
from oathtools.procedures.machine.game import Game
from oathtools.table.invariants import faults
from tests.procedures.asked import NAMES, positions, some_request, unsound


def crowded(first: int) -> Iterator[tuple[Game, Random]]:
    """Rich positions, three requests in each."""
    for number in count(first):
        game = rich.position(number).play().game
        for index in range(3):
            yield game, Random(f"{number}/{index}")


def main(wanted: int, found: Iterator[tuple[Game, Random]], actions: tuple[str, ...]) -> int:
    spent: list[float] = []
    verdicts = {True: 0, False: 0, None: 0}
    repairs = broken_off = 0
    for number, (game, rng) in enumerate(found, 1):
        seat = game.state.turn if rng.random() < 0.8 else rng.choice(game.state.seats)
        request = some_request(game, seat, rng, actions)
        began = time.process_time()
        opinion = why(game, seat, request)
        spent.append(1e3 * (time.process_time() - began))
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
        f"{wanted} requests: {verdicts[True]} yes, {verdicts[False]} no, {verdicts[None]} depend; {repairs} repairs, "
        f"each of which mends and has no part that does; {broken_off} searches broken off. A verdict took "
        f"{sum(spent) / wanted:.1f} ms on average, half of them less than {spent[wanted // 2]:.1f} ms, 95 % less than "
        f"{spent[wanted * 95 // 100]:.1f} ms, the longest {spent[-1]:.0f} ms."
    )
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=1000, help="how many requests (1000)")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="the first of the games or positions (1)")
    parser.add_argument("--rich", action="store_true", help="in crowded positions")
    parser.add_argument("--only", metavar="ACTION", help="requests of one kind, such as campaign")
    told = parser.parse_args()
    where = crowded(told.seed) if told.rich else positions(count(told.seed), every=7)
    sys.exit(main(told.count, where, (told.only,) if told.only else NAMES))
