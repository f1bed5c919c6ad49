"""Bots against one another: who wins, how long games last, what they may not know.

    python benchmarks/bots.py                                    greedy against random seats, 500 games
    python benchmarks/bots.py --one planner --others greedy --games 200 --two
                                                                 two planners against two greedy seats
    python benchmarks/bots.py --one greedy --others greedy       a table of equals: how long games last
    python benchmarks/bots.py --hidden 500                       the same view, other hidden faces: the same answer

Game number so-and-so is always the same game: four seats; the first game and worlds as chapter 8 leaves them in turn,
with all oaths; the one sits at each seat in turn, and is Chancellor, Citizen or Exile as it falls out. An even chance
is one in four; with ``--two`` it sits at the seat opposite too, and an even chance is one in two. Intervals are
Wilson's, of 95 %. Times are process times.
"""

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from oathtools.answerers.bot import run_plugs
from oathtools.bots import NAMES
from oathtools.journal.begin import new_game
from oathtools.journal.play import Play
from oathtools.procedures.machine.world import World, first_game_world, seats_for
from tests.bots.hidden import answers_apart
from tests.procedures.worlds import OATHS, chronicled

SEATS = 4


def world_of(number: int) -> World:
    """Every other game is the publisher's first one; the others go through the oaths."""
    if number % (2 * SEATS) < SEATS:
        return first_game_world()
    return chronicled(Random(f"bots {number}"), OATHS[number // (2 * SEATS) % len(OATHS)])


def table(number: int, one: str, others: str, two: bool = False) -> tuple[Play, list[str]]:
    """A game before its first question, and the seats of the one."""
    world = world_of(number)
    at = [number % SEATS, (number + 2) % SEATS][: 1 + two]
    bots = [one if seat in at else others for seat in range(SEATS)]
    seats = seats_for([(f"P{seat}", None, bot) for seat, bot in enumerate(bots)], world.citizens)
    return new_game(seats, world, seed=f"bots {number}", digests=False, keep_log=False), [
        seats[seat].color for seat in at
    ]


def interval(won: int, games: int) -> str:
    """Wilson's interval of 95 %, in percent."""
    if not games:
        return "-"
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    return f"{won:4d} of {games:4d}  {100 * share:5.1f} %  ({100 * (middle - half):.1f} to {100 * (middle + half):.1f})"


def match(one: str, others: str, numbers: Sequence[int], told: bool, two: bool) -> None:
    """Play games of one against others, and print who won."""
    won: Counter[str] = Counter()
    games: Counter[str] = Counter()
    ways: Counter[str] = Counter()
    rounds, start = [], time.process_time()
    for number in numbers:
        play, mine = table(number, one, others, two)
        begins = " and ".join(play.state.players[seat].role for seat in mine)
        run_plugs(play)
        result = play.state.result or {}
        wins = result["winner"] in mine
        kind = "first game" if number % (2 * SEATS) < SEATS else "chronicled"
        for key in ("all", f"as {begins}", kind):
            games[key] += 1
            won[key] += wins
        ways[result["how"]] += 1
        rounds.append(result["round"])
        if told:
            print(
                number, begins, "won" if wins else "lost", result["how"], result["round"], play.state.oath, flush=True
            )
    spent = time.process_time() - start
    print(f"{one} against {others}")
    for key in games:
        print(f"  {key:24} {interval(won[key], games[key])}")
    print(f"  ways of winning          {', '.join(f'{how} {count}' for how, count in ways.most_common())}")
    print(f"  rounds                   median {statistics.median(rounds)}, from {min(rounds)} to {max(rounds)}")
    print(f"  time                     {spent / len(numbers):.2f} s a game")


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--one", choices=NAMES, default="greedy")
    parser.add_argument("--others", choices=NAMES, default="random")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--two", action="store_true", help="two of the one against two others")
    parser.add_argument("--told", action="store_true", help="a line for each game")
    parser.add_argument("--hidden", type=int, metavar="N", help="compare answers in N pairs of worlds instead")
    given = parser.parse_args()
    if given.hidden:
        apart = answers_apart(given.hidden, given.one)
        print(f"{given.hidden} questions asked twice, with other hidden faces: {apart} answered otherwise")
        return 1 if apart else 0
    match(given.one, given.others, range(given.first, given.first + given.games), given.told, given.two)
    return 0


if __name__ == "__main__":
    sys.exit(main())
