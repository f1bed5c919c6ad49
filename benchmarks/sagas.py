"""Random sagas of many games: setup, play, Chronicle, setup ..., each world counted, checked and handed on.

    python benchmarks/sagas.py                              1,000 sagas of ten games, one process
    python benchmarks/sagas.py --jobs 2 --done sagas.jsonl  two processes; what the file says is done is not done again
    python benchmarks/sagas.py --sagas 20 --first 300       numbers 300 to 319
    python benchmarks/sagas.py --profile --sagas 8          where the time goes

Of four sagas one begins with few cards left in the Archive; in one the winners are drawn by lot, so that Exiles and
Visions win as well; in one the people tell the tool half of what they see. After each Chronicle everything in
``tests/saga/sagas.sound`` must hold: no card lost or doubled, ``chronicle check`` clean, the file and the save string
come out as they went in, the same game is set up from the string, and map, boards and decks are what a second hand at
chapter 8 comes to (``tests/saga/by_hand``); the last game of a saga is replayed from its answers. Times are process
times. Leaves with status 1 if a saga failed.
"""

import argparse
import json
import sys
import time
import traceback
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from oathtools.journal import Play
from tests.saga.sagas import Written, saga, sound

EVERY = 50  # sagas between two lines of progress


def one(number: int, games: int) -> dict[str, Any]:
    """Play a saga and say what was seen; ``fault`` is there if something did not hold."""
    seen: dict[str, Any] = {"saga": number, "games": 0, "answers": 0, "healed": 0, "unknown": 0, "how": {}}

    def each(game: Written) -> None:
        play = game.play
        seen["games"] += 1
        seen["answers"] += len(play.live)
        seen["healed"] += game.noted("healed") is not None
        seen["unknown"] += bool(game.after.unknown())
        how = " and ".join(clause for _, clause in (play.state.result or {})["ways"])
        seen["how"][how] = seen["how"].get(how, 0) + 1
        sound(game)
        if seen["games"] == games and number % 4 != 2:  # those have had their winner drawn
            again = Play(play.header, play.entries, keep_log=False, digests=False)
            assert not again.differences and again.state == play.state, again.differences[:1]

    start = time.process_time()
    try:
        saga(number, games, each)
    except Exception as fault:
        seen["fault"] = f"game {seen['games']}: {type(fault).__name__}: {fault}"[:2000]
        seen["where"] = traceback.format_exc(limit=-4)
    seen["seconds"] = round(time.process_time() - start, 3)
    return seen


def played(numbers: Iterable[int], games: int, jobs: int) -> Iterator[dict[str, Any]]:
    """What was seen in each saga, as they end."""
    if jobs == 1:
        yield from (one(number, games) for number in numbers)
        return
    numbers = list(numbers)
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, numbers, [games] * len(numbers), chunksize=5)


def done_before(file: Path | None, games: int) -> dict[int, dict[str, Any]]:
    """The sagas a file says were played to their end without a fault."""
    if file is None or not file.exists():
        return {}
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            seen = json.loads(line)
        except ValueError:
            continue  # torn when the last run was stopped
        if seen.get("games") == games and "fault" not in seen:
            found[seen["saga"]] = seen
    return found


def figures(seen: list[dict[str, Any]]) -> str:
    """The figures of some sagas."""
    games, answers = (sum(each[key] for each in seen) for key in ("games", "answers"))
    seconds = sum(each["seconds"] for each in seen) or 1e-9
    how: dict[str, int] = {}
    for each in seen:
        for way, count in each["how"].items():
            how[way] = how.get(way, 0) + count
    failed = sum("fault" in each for each in seen)
    return "\n".join(
        (
            f"{len(seen)} sagas, {games} games, {answers} answers: {failed} failed",
            f"{seconds / max(1, games) * 1e3:.0f} ms a game with all that is checked, {seconds:.0f} s in all",
            f"won by clause: {', '.join(f'{way} {count}' for way, count in sorted(how.items()))}",
            f"the Archive was healed {sum(each['healed'] for each in seen)} times;"
            f" worlds with unknown cards: {sum(each['unknown'] for each in seen)}",
        )
    )


def run(numbers: range, games: int, jobs: int, file: Path | None) -> int:
    """Play the sagas that are not done yet; returns how many failed."""
    before = done_before(file, games)
    seen = [before[number] for number in numbers if number in before]
    left = [number for number in numbers if number not in before]
    if seen:
        print(f"{len(seen)} sagas were done before", flush=True)
    for at, result in enumerate(played(left, games, jobs), 1):
        seen.append(result)
        if file is not None:
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(result) + "\n")
        if "fault" in result:
            print(f"saga {result['saga']}, {result['fault']}\n{result['where']}", flush=True)
        if at % EVERY == 0:
            print(f"{at} of {len(left)}: {sum('fault' in each for each in seen)} failed", flush=True)
    print(figures(seen))
    return sum("fault" in each for each in seen)


def profile(numbers: range, games: int) -> None:
    """Print where the time goes."""
    import cProfile
    import pstats

    one(0, 1)
    profiler = cProfile.Profile()
    profiler.enable()
    for number in numbers:
        one(number, games)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(35)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sagas", type=int, default=1000)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0, help="the number of the first saga")
    parser.add_argument("--jobs", type=int, choices=(1, 2), default=1, help="processes")
    parser.add_argument("--done", type=Path, metavar="FILE", help="keep what was seen, and go on from there")
    parser.add_argument("--profile", action="store_true", help="profile instead")
    given = parser.parse_args()
    numbers = range(given.first, given.first + given.sagas)
    if given.profile:
        profile(numbers, given.games)
        return 0
    return 1 if run(numbers, given.games, given.jobs, given.done) else 0


if __name__ == "__main__":
    sys.exit(main())
