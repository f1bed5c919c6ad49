"""How many single-line mutants of procedures and powers fail the acid test.

    python benchmarks/acid_mutations.py [--number 30] [--seed 1] [--show]

The lines are drawn by seed from all of setup, actions, campaigns, turns, victory, glossary and powers that run while
bots play random games; these end where chapter 8 begins. Of each line one mutant is drawn, and it counts only if it
behaves: if in any of some fixed games of bots (``trails.py``) something else is offered, or the table comes to stand
otherwise, than without it. So neither words nor what comes to the same count, by measurement. ``--show`` names what is
drawn and runs nothing; what takes ten times as long as the sound engine never ends.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(Path(__file__).parent), str(ROOT)]

from mutating import Copy, Mutant, mutants  # noqa: E402

GAMES = 10
RULED = tuple(str(ROOT / "oathtools" / folder) for folder in ("procedures", "powers"))
ROOMS = ("actions", "campaign", "glossary", "machine", "minor", "setup", "turn", "victory")
RULES = ("cost", "facts", "steps", "title")  # what of the machine is rules; the rest carries them
ACID = [sys.executable, "-m", "oathtools", "acid", "--json"]
TRAILS = [sys.executable, "-m", "benchmarks.trails"]
FOLDERS = ("oathtools", "data", "tests/procedures", "benchmarks")


def candidates() -> dict[tuple[Path, int], list[Mutant]]:
    """The mutants of each line."""
    package = ROOT / "oathtools"
    files = [path for room in ROOMS for path in sorted((package / "procedures" / room).glob("*.py"))]
    files += sorted((package / "powers").glob("*.py"))
    found: dict[tuple[Path, int], list[Mutant]] = {}
    for path in files:
        if path.parent.stem == "machine" and path.stem not in RULES:
            continue
        for mutant in mutants(path, ROOT):
            found.setdefault((mutant.path, mutant.line), []).append(mutant)
    return found


def run_in_play(games: int) -> set[tuple[Path, int]]:
    """The lines that run while bots play some random games: nobody asks there why something is refused."""
    from tests.procedures.worlds import played

    found: dict[str, set[int]] = {}

    def lines(frame: FrameType, event: str, argument: object) -> Any:
        if not frame.f_code.co_filename.startswith(RULED):
            return None
        seen = found.setdefault(frame.f_code.co_filename, set())

        def line(frame: FrameType, event: str, argument: object) -> Any:
            seen.add(frame.f_lineno)
            return line

        return line

    sys.settrace(lines)
    try:
        for number in range(games):
            played(number)
    finally:
        sys.settrace(None)
    return {(Path(name).relative_to(ROOT), line) for name, seen in found.items() for line in seen}


def drawn(seed: int, games: int = GAMES) -> list[Mutant]:
    """All lines in an order by seed, and of each one mutant.

    ``games``: how many show which lines run in play; 0: any line.
    """
    rng = Random(seed)
    ran = run_in_play(games) if games else None
    found = {line: made for line, made in candidates().items() if ran is None or line in ran}
    return [rng.choice(found[line]) for line in rng.sample(sorted(found), len(found))]


def behaving(copy: Copy, chosen: list[Mutant]) -> Iterator[Mutant]:
    """Those that change what is offered or done in any of the fixed games."""
    sound = copy.run(None, TRAILS, 600)
    assert not sound.killed, sound.out
    kept = copy.path / "trails.json"
    kept.write_text(sound.out, encoding="utf-8")
    for mutant in chosen:
        if copy.run(mutant, [*TRAILS, str(kept)], 10 * sound.seconds).killed:
            yield mutant
        else:
            print(f"      comes to the same {mutant}", flush=True)


def main() -> None:
    """Draw, run, and say how many were noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    told = parser.parse_args()
    chosen = drawn(told.seed)
    if told.show:
        print(*chosen[: told.number], sep="\n")
        return
    killed = number = 0
    with Copy(ROOT, FOLDERS) as copy:
        sound = copy.run(None, ACID, 600)
        assert not sound.killed, sound.out
        for number, mutant in enumerate(islice(behaving(copy, chosen), told.number), 1):
            outcome = copy.run(mutant, ACID, max(30, 10 * sound.seconds))
            killed += outcome.killed
            print(f"{number:3} {_said(outcome.status, outcome.out):18} {mutant}", flush=True)
    print(f"{killed} of {number} mutants that behave fail the acid test (seed {told.seed})")


def _said(status: int | None, out: str) -> str:
    if status == 0:
        return "SURVIVES"
    if status is None:
        return "never ends"
    try:
        return f"{len(json.loads(out)['data']['failed'])} cases fail"
    except (ValueError, KeyError):
        return "breaks"


if __name__ == "__main__":
    main()
