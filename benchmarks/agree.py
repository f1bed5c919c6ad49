"""Do ``why`` and ``answer`` agree? Random requests in players' words, put to both in positions of random games.

    python benchmarks/agree.py [REQUESTS] [SEED]        20,000 requests, from random game 0 on

Requests are sensible and not: fields are left out, cards and places are taken from anywhere, names are shortened; one
in five is said when its action is under way already. Both must say yes, or no by the same clauses, or find the words
to be nothing. What an answer asks next (chance, the leave of another player) is no part of the request.
"""

import sys
import time
from collections import Counter
from itertools import count, islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.answerers.agreement import differences  # noqa: E402


def main(requests: int, seed: int) -> int:
    """Print what differs, and how many were put; 1 if anything differs."""
    began = time.perf_counter()
    wrong: Counter[str] = Counter()
    every = (each for number in count(seed) for each in differences(number, 12, 40))
    for put, each in enumerate(islice(every, requests), 1):
        if each is not None:
            line, asked, said = each
            wrong[f"{asked.what}/{said.what}"] += 1
            print(f"{line}\n    why: {asked.what} {sorted(asked.clauses)}; answer: {said.what} {sorted(said.clauses)}")
        if put % 1000 == 0:
            print(f"{put} requests, {sum(wrong.values())} differ, {time.perf_counter() - began:.0f} s", flush=True)
    print(f"{requests} requests put to both: {sum(wrong.values())} differ {dict(wrong) or ''}")
    return 1 if wrong else 0


if __name__ == "__main__":
    told = [int(word) for word in sys.argv[1:]]
    raise SystemExit(main(*(told + [20_000, 0][len(told) :])))
