"""Ten thousand generated save strings, read and written back: each must come out as it was.

Run from the top of the checkout: ``python benchmarks/save_strings.py [COUNT] [SEED]``. Odd worlds (cards anywhere,
doubled, missing, any version, names in any script and unit) and honest ones take turns. Leaves with status 1 at the
first difference, and prints the string.
"""

import json
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from oathtools.saga.chronicle.form import loads, to_data
from oathtools.saga.save_string import string as tts
from oathtools.saga.save_string.parse import assemble, facts
from tests.saga.worlds import any_world, honest


def main(count: int = 10_000, seed: int = 1) -> int:
    chance = Random(seed)
    versions = list(facts()["versions"])
    spent = {"read": 0.0, "write": 0.0}
    for number in range(count):
        raw, unit = any_world(chance) if number % 2 else (honest(chance, chance.choice(versions)), "utf-16")
        text = assemble(raw, unit)
        began = time.perf_counter()
        chronicle = tts.read(text)
        read = time.perf_counter()
        again = tts.write(chronicle)
        spent["read"] += read - began
        spent["write"] += time.perf_counter() - read
        same = again == text and tts.read(again) == chronicle
        if same and not number % 10:  # through the file form too, which takes longer
            same = tts.write(loads(json.dumps(to_data(chronicle, sealed=bool(number % 20))))) == text
        if not same:
            print(f"number {number} of seed {seed} came out otherwise:\n{text!r}\n{again!r}")
            return 1
    each = ", ".join(f"{part} {1e6 * total / count:.0f} µs" for part, total in spent.items())
    print(f"{count} strings came out as they were; on average {each}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
