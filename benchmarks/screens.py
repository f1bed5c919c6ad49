"""Every screen after every answer: does each tell something, or refuse with a reason, whoever looks on?

    python benchmarks/screens.py                        50,000 answers, half of them in games from mid-game positions
    python benchmarks/screens.py --answers 1000         fewer of them
    python benchmarks/screens.py --first 200            from game 200 on

The commands themselves are called, in one process, over a game in memory. It goes on by random answers, undo, redo,
adjustments, options that the table let pass, and the Chronicle of games that were won. After each of these everybody,
one who knows what is open, and one who knows all look at every screen, as text and as JSON by turns; the whole log,
the ranking of campaigns, what is ahead and a verdict are for one of them, by turns as well. A screen fails if it
tells a fault of ours, leaves an event untold, is refused where it should not be, prints what is no JSON, or if the game
is another one afterwards. Now and then the game is opened as it is from a file: the same must be told then.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.hands import begun
from oathtools.table.position.faults import PositionError
from tests.render.mid_game import WAYS, mid_game
from tests.screens import Looked, Screens

EVERY = 1000


def game(number: int, screens: Screens) -> Looked:
    """Game number so-and-so: of four one from the middle of another, one from a rich position, two from setup."""
    rng = Random(f"screens {number}")
    if number % 4 == 1:
        return Looked(mid_game(number, WAYS[number // 4 % 4]), rng, screens)
    return Looked(begun(number // 4 * 2 if number % 4 == 3 else number + 1), rng, screens)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=50_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--each", type=int, default=100, help="so many answers in a game at most")
    given = parser.parse_args()
    screens, found, number, told = Screens(), Counter[str](), given.first, EVERY
    while found["answers"] < given.answers:
        try:
            looked = game(number, screens)
        except PositionError:  # a rich position that is none
            number += 1
            continue
        try:
            looked.play_on(given.each)
        except Exception as fault:
            found["failed"] += 1
            print(f"game {number}, entry {looked.play.head}: {type(fault).__name__}: {str(fault)[:2000]}", flush=True)
        found["games"] += 1
        found["answers"] += looked.compared
        found["from positions"] += looked.compared * (number % 2)
        found["adjustments"] += sum(entry.adjust is not None for entry in looked.play.entries)
        number += 1
        if found["answers"] >= told:
            print(f"{found['answers']} answers, {screens.calls} screens, {time.process_time():.0f} s", flush=True)
            told += EVERY
    for because, count in screens.refused.most_common(40):
        print(f"{count:8} {because}")
    print(", ".join(f"{count} {what}" for what, count in found.items()), f"{screens.calls} screens", sep=", ")
    return 1 if found["failed"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
