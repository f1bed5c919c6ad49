"""How many single-line mutants of the rules do the tests notice?

    python benchmarks/mutations.py [--number 400] [--seed 1] [--part 0-400] [--only WORD] [--budget 15] [--show]

The lines are drawn by seed from all of procedures, powers, table, answerers and odds that have mutants; of each line
one mutant is drawn. ``--part`` takes some of these, ``--only`` those that tell of a word (a file, a line's words). The
tests are collected once; each mutant lives in a forked child of that process alone, where the code of its functions is
taken for the changed one: no file is touched. The child runs the tests, those first that name the function or its
module, until one fails or ``--budget`` seconds of the processor are used; a test that takes half a minute more counts
as failed. What the budget left undecided is counted apart. A mutant that only code run while modules are read could
show is asked about in a copy of the project, by the nearest tests, where no child noticed it. What is
changed without changing what anybody can see stands in ``mutations_equal.yaml`` with its reason, and is not counted.
"""

import argparse
import gc
import inspect
import os
import re
import resource
import shutil
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from types import CodeType, FunctionType

import pytest
import yaml
from _pytest.runner import runtestprotocol
from coverage import Coverage

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(Path(__file__).parent), str(ROOT)]

from mutating import Copy, Mutant, mutants  # noqa: E402

FLOORS = ("procedures", "powers", "table", "answerers", "odds")
FOLDERS = "odds table answerers powers procedures ahead engine journal render acid cli saga variants bots simulate"
FILES = "test_recorded_games.py test_handed.py test_whole.py"
TESTS = [f"tests/{each}" for each in (*FOLDERS.split(), *FILES.split())]
EQUAL = Path(__file__).with_name("mutations_equal.yaml")
HANGS = 30  # seconds of the processor that no test takes
KILLED = 1
NEAREST = 20  # files of tests that are asked in a copy
OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist")
SIDES = {"attacker": "defender", "defender": "attacker", ".attacker": "defender", ".defender": "attacker"}
PLACES = {"bank": "board", "top": "bottom", "bottom": "top", "relic": "site", "site": "relic", "sites": "relics"}
PLACES |= {"relics": "sites", "advisers": "sites", "adviser": "relic", "secrets": "favor"}


def candidates() -> dict[tuple[str, int], list[Mutant]]:
    """The mutants of each line of the five floors."""
    found: dict[tuple[str, int], list[Mutant]] = defaultdict(list)
    for floor in FLOORS:
        for path in sorted((ROOT / "oathtools" / floor).rglob("*.py")):
            for mutant in mutants(path, ROOT, taken=SIDES | PLACES):
                found[str(mutant.path), mutant.line].append(mutant)
    return dict(found)


def drawn(number: int, seed: int) -> list[Mutant]:
    """So many lines by seed, and of each one mutant."""
    rng = Random(seed)
    found = candidates()
    return [rng.choice(found[line]) for line in rng.sample(sorted(found), number)]


def equals() -> dict[tuple[str, str, str], str]:
    """Why mutants change nothing that can be seen: by file, line as it stands, line as it is changed."""
    read = yaml.safe_load(EQUAL.read_text(encoding="utf-8")) if EQUAL.exists() else None
    return {(each["file"], each["before"], each["after"]): each["because"] for each in read or ()}


def is_equal(mutant: Mutant, known: dict[tuple[str, str, str], str]) -> bool:
    """Was it judged to change nothing?"""
    return (str(mutant.path), mutant.before.strip(), mutant.after.strip()) in known


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code and all within it, always in the same order."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from codes(each)


def put_in(mutant: Mutant, functions: Sequence[FunctionType]) -> None:
    """Take the changed code for that of all functions of the mutant's file, in this process."""
    path = ROOT / mutant.path
    lines = path.read_text(encoding="utf-8").split("\n")
    old = compile("\n".join(lines), str(path), "exec", dont_inherit=True)
    assert lines[mutant.line - 1] == mutant.before
    lines[mutant.line - 1] = mutant.after
    new = compile("\n".join(lines), str(path), "exec", dont_inherit=True)
    pairs = {was: now for was, now in zip(codes(old), codes(new), strict=True) if was != now}
    changed = 0
    for function in functions:
        if function.__code__ in pairs:
            function.__code__ = pairs[function.__code__]
            changed += 1
    assert changed, f"no function of {mutant}"


class Near:
    """The tests in the order in which they are asked about a mutant: those first that seem to be about it."""

    def __init__(self, items: Sequence[pytest.Item]) -> None:
        self.items = items
        self.files = {item.path: item.path.read_text(encoding="utf-8") for item in items}

    @cached_property
    def _sources(self) -> dict[str, str]:
        functions = {item.nodeid: getattr(item, "function", None) for item in self.items}
        return {name: inspect.getsource(each) if each else "" for name, each in functions.items()}

    def to(self, mutant: Mutant) -> list[pytest.Item]:
        """All of them; of the many cases of one test one after another waits for other tests."""
        named = re.compile(rf"\b{re.escape(mutant.function)}\b").search
        of_file = {file: self._of_file(file, text, mutant, named) for file, text in self.files.items()}
        of = [of_file[item.path] + 3 * bool(named(self._sources[item.nodeid])) for item in self.items]
        before = Counter[tuple[Path, str]]()
        order = []
        for score, item in sorted(zip(of, self.items, strict=True), key=lambda each: -each[0]):
            case = item.path, getattr(item, "originalname", item.name)
            order.append((score - 2 * before[case], item))
            before[case] += 1
        return [item for _, item in sorted(order, key=lambda each: -each[0])]

    @staticmethod
    def _of_file(file: Path, text: str, mutant: Mutant, named: Callable[[str], object]) -> int:
        module = ".".join(mutant.path.with_suffix("").parts)
        floor, *rooms = mutant.path.parts[1:-1]
        score = 4 * bool(named(text)) + 4 * (module in text) + 4 * (mutant.path.stem in file.stem)
        return score + 3 * any(room in file.stem for room in rooms) + 2 * (floor in file.parts)


class Biting:
    """The loop of a pytest session that has collected its tests: the mutants one by one."""

    def __init__(self, chosen: Sequence[Mutant], budget: float) -> None:
        self.chosen, self.budget, self.read = chosen, budget, Read()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In the place of running the tests."""
        self.read.over()
        near, functions, known = Near(session.items), living(), equals()
        gc.freeze()
        told = Counter[str]()
        for number, mutant in enumerate(self.chosen, 1):
            if is_equal(mutant, known):
                outcome = "equal"
            else:
                outcome = self._outcome(mutant, near.to(mutant), functions[str(ROOT / mutant.path)])
            told[outcome.split()[0]] += 1
            say(f"{number:3} {outcome:22} {mutant}")
        judged, alive = told["killed"] + told["SURVIVES"], told["SURVIVES"]
        unknown, share = told["UNJUDGED"], f"{alive / max(1, judged):.1%}"
        say(
            f"{len(self.chosen)} lines; {told['equal']} equal, {unknown} not judged; of {judged} {alive} live ({share})"
        )
        return True

    def _outcome(self, mutant: Mutant, tests: Sequence[pytest.Item], live: Sequence[FunctionType]) -> str:
        """What becomes of a mutant in a child of its own; in a copy where no child can tell."""
        child = os.fork()
        if child == 0:
            os._exit(self._asked(mutant, tests, live))
        status = os.waitpid(child, 0)[1]
        if os.WIFSIGNALED(status):
            return "killed (never ends)"
        code = os.WEXITSTATUS(status)
        if code != KILLED and self.read.runs(mutant):
            return self._anew(mutant, tests)
        return {0: "SURVIVES", KILLED: "killed", 2: "UNJUDGED (budget)"}.get(code, "UNJUDGED (broken)")

    def _anew(self, mutant: Mutant, tests: Sequence[pytest.Item]) -> str:
        """What becomes of it where all modules are read anew: by the nearest files of tests, which pass without it."""
        files = list(dict.fromkeys(str(item.path.relative_to(ROOT)) for item in tests))[:NEAREST]
        with Copy(ROOT, ("oathtools", "data", "tests", "benchmarks", "docs")) as copy:
            shutil.copy(ROOT / "pyproject.toml", copy.path)
            asked = [sys.executable, "-m", "pytest", "-x", *OPTIONS, *files]
            if copy.run(None, asked, patience=3600).killed:
                return "UNJUDGED (copy)"
            return "killed (read anew)" if copy.run(mutant, asked, patience=3600).killed else "SURVIVES (read anew)"

    def _asked(self, mutant: Mutant, tests: Sequence[pytest.Item], live: Sequence[FunctionType]) -> int:
        """In the child: ``KILLED`` if a test fails, 0 if none does, 2 if there were more than the budget allowed."""
        try:
            put_in(mutant, live)
            began = seconds()
            for item in tests:
                if seconds() - began > self.budget:
                    return 2
                resource.setrlimit(resource.RLIMIT_CPU, (int(seconds()) + HANGS, resource.RLIM_INFINITY))
                if any(report.failed for report in runtestprotocol(item, nextitem=None, log=False)):
                    return KILLED
            return 0
        except BaseException as fault:
            say(f"{mutant}: {fault!r}")
            return 3


class Read:
    """The lines that run while modules are read, and while the tests are collected (``coverage``)."""

    def __init__(self) -> None:
        floors = [str(ROOT / "oathtools" / floor / "*") for floor in FLOORS]
        self._coverage = Coverage(data_file=None, include=floors, config_file=False)
        self._coverage.start()

    def over(self) -> None:
        """All has been read."""
        self._coverage.stop()

    def runs(self, mutant: Mutant) -> bool:
        """Did a mutant's line run, or the one where its statement begins?"""
        ran = set(self._coverage.get_data().lines(str(ROOT / mutant.path)) or ())
        return mutant.line in ran or mutant.line - 1 in ran


def living() -> dict[str, list[FunctionType]]:
    """Every function there is, by the file that it was read from."""
    found: dict[str, list[FunctionType]] = defaultdict(list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            found[each.__code__.co_filename].append(each)
    return found


def seconds() -> float:
    """The time of the processor that this process has used."""
    return sum(resource.getrusage(resource.RUSAGE_SELF)[:2])


def say(line: str) -> None:
    """Print past pytest, which catches what tests print."""
    os.write(OUT, f"{line}\n".encode())


OUT = os.dup(1)


def main() -> None:
    """Map, or draw, ask the tests, and say how many were noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", default="0-", help="of these, from one to before another: 100-200")
    parser.add_argument("--only", default="")
    parser.add_argument("--budget", type=float, default=15)
    parser.add_argument("--show", action="store_true")
    told = parser.parse_args()
    first, _, end = told.part.partition("-")
    part = drawn(told.number, told.seed)[int(first) : int(end or told.number)]
    chosen = [each for each in part if told.only in str(each)]
    if told.show:
        print(*chosen, sep="\n")
        return
    os.chdir(ROOT)
    raise SystemExit(pytest.main([*OPTIONS, *TESTS], plugins=[Biting(chosen, told.budget)]))


if __name__ == "__main__":
    main()
