"""Is what is printed understood? Menu lines, options, names, hints and the log of random games, typed as they stand.

    python benchmarks/typed_back.py [GAMES] [FIRST]        300 games, from random game 0 on

Each must be what it was printed for, or it is asked which of several things it means; a line of the log that is no
request now must be told to be one.
"""

import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.answerers.typed_back import all_of  # noqa: E402


def main(games: int, first: int) -> int:
    """Print what was not understood, and how much was typed; 1 if anything was not."""
    began = time.perf_counter()
    typed: Counter[str] = Counter()
    wrong = 0
    for number in range(first, first + games):
        for each in all_of(number):
            typed[each.where.partition(".")[0]] += 1
            if each.wrong:
                wrong += 1
                print(f"game {number}, {each.where}: {each.line!r}: {each.wrong}")
        if (number - first) % 25 == 24:
            print(f"{number - first + 1} games, {typed.total()} lines, {wrong} not understood, "
                  f"{time.perf_counter() - began:.0f} s", flush=True)  # fmt: skip
    print(f"{games} games: {typed.total()} lines typed back, {wrong} not understood; {dict(typed)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    told = [int(word) for word in sys.argv[1:]]
    raise SystemExit(main(*(told + [300, 0][len(told) :])))
