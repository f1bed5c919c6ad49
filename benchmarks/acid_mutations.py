"""How many single-line mutants of procedures and powers fail the acid test.

    python benchmarks/acid_mutations.py [--number 30] [--seed 1] [--show]

The lines are drawn by seed from all that behave in play: those of the actions, campaigns, turns, victory, glossary and
powers that run while bots play random games, but functions that only tell (sentences, reasons, repairs, forecasts), and
chapters 1 and 8. Of each line one mutant is drawn. ``--show`` names the mutants and runs nothing.
"""

import argparse
import ast
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(Path(__file__).parent), str(ROOT)]

from mutating import Copy, Function, Mutant, mutants  # noqa: E402

GAMES = 10
RULED = tuple(str(ROOT / "oathtools" / folder) for folder in ("procedures", "powers"))
ROOMS = ("actions", "campaign", "glossary", "machine", "minor", "turn", "victory")
RULES = ("cost", "facts", "steps", "title")  # what of the machine is rules; the rest carries them
# What tells, foresees or helps, and what the world between games and the unknown cards need.
TELLING = ("account", "bare", "best", "dice_told", "lines", "named_plans", "outlook", "staged", "changes", "sentences")
TELLING += ("dry_run", "drawing", "parts")
ABOUT = ("private", "heard", "about", "prompt")  # what is only said of a question
# Unknown cards, what is told of an event, and readings that are not the default: no case of the acid test has them.
BESIDE = ("handles", ".known(", ".emit(", "is_told", "game.takes(")
TOLD = ("Sentence", "Changes", "Repair", "str")


def behaves(function: Function) -> bool:
    """Does a function decide or do something, or does it only tell?"""
    returned = ast.unparse(function.returns) if function.returns else ""
    tells = any(word in returned for word in TOLD) or function.name.startswith(("not_", "no_", "why_", "_why", "tell"))
    return not tells and not function.name.endswith(("repairs", "_told"))


def reasons(node: ast.AST) -> Sequence[ast.AST]:
    """Of a row (holds, clause, because) all but what holds; of a question what is only said of it."""
    if isinstance(node, ast.Call):
        return [each for each in node.keywords if each.arg in ABOUT]
    if not isinstance(node, ast.Tuple) or len(node.elts) < 3:
        return ()
    clause = node.elts[1]
    return node.elts[1:] if isinstance(clause, ast.Constant) and str(clause.value)[:1].isdigit() else ()


def candidates() -> dict[tuple[Path, int], list[Mutant]]:
    """The mutants of each line."""
    package = ROOT / "oathtools"
    files = [path for room in ROOMS for path in sorted((package / "procedures" / room).glob("*.py"))]
    files += sorted((package / "powers").glob("*.py"))
    found: dict[tuple[Path, int], list[Mutant]] = {}
    for path in files:
        if path.stem in TELLING or (path.parent.stem == "machine" and path.stem not in RULES):
            continue
        for mutant in mutants(path, ROOT, behaves, reasons):
            if not any(word in mutant.before for word in BESIDE):
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


def drawn(number: int, seed: int, games: int = GAMES) -> list[Mutant]:
    """So many lines by seed, and of each one mutant. ``games``: how many show which lines run in play; 0: any line."""
    rng = Random(seed)
    ran = run_in_play(games) if games else None
    found = {line: made for line, made in candidates().items() if ran is None or line in ran}
    return [rng.choice(found[line]) for line in rng.sample(sorted(found), number)]


def main() -> None:
    """Draw, run, and say how many were noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    told = parser.parse_args()
    chosen = drawn(told.number, told.seed)
    if told.show:
        print(*chosen, sep="\n")
        return
    command = [sys.executable, "-m", "oathtools", "acid", "--json"]
    killed = 0
    with Copy(ROOT) as copy:
        sound = copy.run(None, command, 600)
        assert not sound.killed, sound.out
        for number, mutant in enumerate(chosen, 1):
            outcome = copy.run(mutant, command, 300)
            killed += outcome.killed
            print(f"{number:3} {_said(outcome.status, outcome.out):18} {mutant}", flush=True)
    print(f"{killed} of {len(chosen)} mutants fail the acid test (seed {told.seed})")


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
