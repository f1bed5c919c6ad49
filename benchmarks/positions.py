"""A thousand positions of random games: each must come back as the state it was written from.

Run from the top of the checkout: ``python benchmarks/positions.py [COUNT] [SEED]``. States are taken at action
boundaries of games of two to six players, with and without hidden cards; each is written, put through YAML or JSON,
read, compared, and checked for conservation. Leaves with status 1 at the first difference, and prints the position.
"""

import json
import sys
import time
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from oathtools.table.invariants import faults
from oathtools.table.position.form import from_position, position_text, read_position, to_position
from tests.table.games import states


def main(wanted: int = 1000, seed: int = 1) -> int:
    spent = {"write": 0.0, "read": 0.0, "check": 0.0}
    done = 0
    phases: dict[str, int] = {}
    for game in count(seed):
        for state in states(game):
            began = time.perf_counter()
            position = to_position(state)
            written = time.perf_counter()
            text = position_text(position) if done % 10 == 0 else json.dumps(position)
            data = read_position(text)
            middle = time.perf_counter()
            again = from_position(data)
            read = time.perf_counter()
            wrong = faults(state)
            spent["check"] += time.perf_counter() - read
            spent["write"] += written - began
            spent["read"] += read - middle
            if wrong or again.canonical() != state.canonical() or to_position(again) != position:
                print(f"game {game}, {state.phase} of round {state.round}: {wrong or 'another state'}\n{text}")
                return 1
            phases[state.phase] = phases.get(state.phase, 0) + 1
            done += 1
            if done == wanted:
                each = ", ".join(f"{part} {1e3 * total / done:.2f} ms" for part, total in spent.items())
                print(
                    f"{done} positions of {game - seed + 1} games came back as they were ({phases}); on average {each}"
                )
                return 0
    return 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
