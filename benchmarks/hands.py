"""The hands test: a reader that knows no rule moves pieces as the log tells, and its table is compared with ``status``.

    python benchmarks/hands.py                      100 games, half of them from rich positions in mid-game
    python benchmarks/hands.py --games 2000         more of them
    python benchmarks/hands.py --answers 200        so many answers in each; of one in ten the Chronicle only

After every answer, undo, redo, adjustment and overruling the table of the hands must equal the one that is shown, for
one who sees everything, for one who sees what is open, or for a player. What they cannot move, the log did not tell.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.rich import position
from oathtools import catalog
from oathtools.journal import Play
from oathtools.table.position.faults import PositionError
from oathtools.table.position.form import to_position
from tests.handled import Watched, from_position, some
from tests.hands import Untold
from tests.procedures.worlds import header

VIEWS = ("all", "open", "a player")


def begun(number: int) -> Play:
    """Game number so-and-so: from setup, from its end (for the Chronicle), or from a rich position.

    There some of the powers are declared.
    """
    rng = Random(f"hands {number}")
    if number % 2:
        play = Play(header(number // 2))
        while number % 10 == 3 and play.pending is not None:
            play.answer(some(play.pending, rng), checked=True)
        return play
    table = to_position(position(number).built())
    sites = [card for site in table["sites"] for card in site.get("cards", ()) if isinstance(card, str)]
    cards = [card for card in map(catalog.find, sites) if card.startswith("denizen.")]
    return from_position(table, tuple(rng.sample(cards, min(len(cards), 3))))


def run(number: int, answers: int) -> int:
    """Follow a game; returns how often the tables were compared. Raises ``Untold``."""
    rng = Random(number)
    play = begun(number)
    view = VIEWS[number // 2 % 3]
    watched = Watched(play, rng, play.state.seats[0] if view == "a player" else None, view == "all")
    try:
        watched.play_on(answers)
    except Untold as fault:
        raise Untold(f"{view}: {fault}\n    " + "\n    ".join(watched.said)) from None
    return watched.compared


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--answers", type=int, default=120)
    given = parser.parse_args()
    found: Counter[str] = Counter()
    for number in range(given.first, given.first + given.games):
        try:
            found["compared"] += run(number, given.answers)
        except PositionError:
            found["no position"] += 1
            continue
        except Exception as fault:
            found["failed"] += 1
            print(f"game {number}: {type(fault).__name__}: {fault}")
            continue
        found["games"] += 1
    print(", ".join(f"{count} {what}" for what, count in found.items()))
    return 1 if found["failed"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
