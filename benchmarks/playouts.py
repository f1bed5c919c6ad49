"""Random playouts: how many decisions a second, and whether a few thousand games are sound.

    python benchmarks/playouts.py                       the figures
    python benchmarks/playouts.py --games 2000 --check  random games with invariants and replay
    python benchmarks/playouts.py --games 60 --check --bots greedy
                                                        the same by bots that mean it
    python benchmarks/playouts.py --profile             where the time goes
    python benchmarks/playouts.py --actions search muster trade travel
                                                        the figures with these actions only, and no power of a denizen

The games are those of the random tests: the first game, chronicled worlds with Citizens and all oaths, hidden worlds in
which half of what is seen stays untold; two to six seats. Legality rows are always on, refusals are lazy, the journal
is kept in memory. Times are process times, so that other work on the machine matters less. The first line says how fast
this machine is just now, since machines differ more than programs do. Only ``all processors`` is wall time: the same
games dealt out to one process for each processor, which is what somebody gets who wants many games.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from oathtools.answerers.bot import run_plugs
from oathtools.bots import NAMES
from oathtools.journal import Play
from oathtools.journal.file import Writer, create
from oathtools.procedures.machine.game import Game
from oathtools.table.invariants import faults
from tests.procedures.worlds import answerer, header, played

FIRST_CARDS = [f"denizen.{name}" for name in ("toll_roads", "initiation_rite", "forced_labor", "family_wagon")]
FIRST_CARDS.append("denizen.small_friends")


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Process time of some work, and what it returned."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def to_file(number: int, folder: Path) -> Play:
    """A game whose journal is written as it is played, options and digests included."""
    play = Play(header(number), keep_log=True, digests=True)
    path = folder / f"{number}.jsonl"
    create(path, play.header)
    answer = answerer(number)
    with Writer(path) as writer:
        while play.pending is not None:
            writer.append([play.answer(answer(play.pending), checked=True)])
    return play


def additions() -> int:
    """A million additions in a plain loop: what this machine is worth."""
    total = 0
    for number in range(1_000_000):
        total += number
    return total


def few(number: int, actions: tuple[str, ...]) -> Play:
    """A game of some actions only, with the powers of sites, banners, the Reliquary and the first five cards."""
    head = header(number)
    head["cards"] = [card for card in head["cards"] if not card.startswith(("denizen.", "relic.", "edifice."))]
    head["cards"] += FIRST_CARDS
    play = Play(head, keep_log=False, digests=False)
    answer = answerer(number)
    while (decision := play.pending) is not None:
        if decision.kind == "act":
            decision.options = [option for option in decision.options if option in actions or option == "end"]
        play.answer(answer(decision), checked=True)
    return play


def answers_of(number: int, actions: tuple[str, ...]) -> int:
    """How many decisions a game has: what a worker process sends back."""
    return len((few(number, actions) if actions else played(number)).live)


def together(games: int, actions: tuple[str, ...]) -> tuple[int, float]:
    """Decisions a second, by the clock on the wall, of one process for each processor; and how many those are."""
    workers = os.cpu_count() or 1
    with ProcessPoolExecutor(workers) as pool:
        list(pool.map(answers_of, [0] * workers * 4, [actions] * workers * 4))  # imports and caches are no part of it
        start = time.perf_counter()
        total = sum(pool.map(answers_of, range(games), [actions] * games))
        return workers, total / (time.perf_counter() - start)


def figures(games: int, actions: tuple[str, ...] = ()) -> None:
    """Print the figures."""
    played(0)  # imports and caches are no part of it
    speed = 1 / min(timed(additions)[0] for _ in range(5))
    print(f"this machine         {speed:10.1f} million additions a second in a plain loop")
    spent, plays = timed(lambda: [few(number, actions) if actions else played(number) for number in range(games)])
    lengths = [len(play.live) for play in plays]
    total = sum(lengths)
    print(f"in memory            {total / spent:10,.0f} decisions a second ({games} games)")
    workers, speed = together(games, actions)
    print(f"all processors       {speed:10,.0f} decisions a second ({workers} processes)")
    print(f"decisions a game     {total / games:10.0f} (from {min(lengths)} to {max(lengths)})")
    spent, _ = timed(lambda: [Play(play.header, play.entries, keep_log=False, digests=False) for play in plays])
    print(f"replay, compared     {total / spent:10,.0f} decisions a second")
    spent, again = timed(lambda: [play.state.digest() for play in plays * 20])
    print(f"digest of a state    {spent / len(again) * 1e3:10.3f} ms")
    with tempfile.TemporaryDirectory() as folder:
        spent, written = timed(lambda: [to_file(number, Path(folder)) for number in range(games)])
        size = sum(path.stat().st_size for path in Path(folder).iterdir())
    answers = sum(len(play.live) for play in written)
    print(f"file and digests     {answers / spent:10,.0f} decisions a second, {size / answers:.0f} bytes each")
    undos = [timed(lambda play=play: play.undo(len(play.live) // 2))[0] for play in plays]
    print(f"undo to the middle   {statistics.median(undos) * 1e3:10.1f} ms (most {max(undos) * 1e3:.1f})")


def by_bots(number: int, bots: str, at_boundary: Callable[[Game], None]) -> Play:
    """Random game number so-and-so, every seat played by a bot of that name."""
    head = header(number)
    head["seats"] = [{**seat, "bot": bots} for seat in head["seats"]]
    play = Play(head, keep_log=False, digests=False)
    play.driver.at_boundary = lambda: at_boundary(play.game)
    run_plugs(play)
    return play


def check(games: int, first: int = 0, bots: str | None = None) -> int:
    """Play random games with everything checked at each action boundary, and replay them; returns how many failed."""
    failed = answers = boundaries = 0

    def sound(game: Game) -> None:
        nonlocal boundaries
        boundaries += 1
        found = faults(game.state)
        if found:
            raise AssertionError("; ".join(found))

    for number in range(first, first + games):
        try:
            play = by_bots(number, bots, sound) if bots else played(number, sound)
            again = Play(play.header, play.entries, keep_log=False, digests=False)
            if again.differences or again.state != play.state:
                raise AssertionError(f"replay differs: {again.differences[:1]}")
            answers += len(play.live)
        except Exception as fault:
            failed += 1
            print(f"game {number}: {type(fault).__name__}: {fault}")
    print(f"{games} games, {answers} answers, {boundaries} boundaries: {failed} failed")
    return failed


def profile(games: int) -> None:
    """Print where the time goes."""
    import cProfile
    import pstats

    played(0)
    profiler = cProfile.Profile()
    profiler.enable()
    for number in range(games):
        played(number)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(35)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game to check")
    parser.add_argument("--bots", choices=NAMES, help="with --check: who plays, instead of answers at random")
    parser.add_argument("--check", action="store_true", help="check invariants and replay instead of timing")
    parser.add_argument("--profile", action="store_true", help="profile instead of timing")
    parser.add_argument("--actions", nargs="+", default=(), help="only these actions of the Act Phase")
    given = parser.parse_args()
    if given.check:
        return 1 if check(given.games, given.first, given.bots) else 0
    profile(given.games) if given.profile else figures(given.games, tuple(given.actions))
    return 0


if __name__ == "__main__":
    sys.exit(main())
