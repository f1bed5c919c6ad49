"""How many single-line mutants of the rules do the tests notice?

    python benchmarks/mutations.py --map                 once: which test runs which line, and how long each takes
    python benchmarks/mutations.py [--number 400] [--seed 1] [--only WORD] [--budget 15] [--show]

The lines are drawn by seed from all of procedures, powers, table, answerers and odds that have mutants; of each line
one mutant is drawn. ``--only`` keeps those that tell of a word (a file, a line's words). The tests are collected once;
each mutant lives in a forked child of that process alone, where the code of its functions is taken for the changed
one: no file is touched. The child runs the tests that run the line, the quickest of each file first, until one fails
or they have taken ``--budget`` seconds by the map. A test that takes ten times as long as it should counts as failed.
A line that runs when modules are read is asked about in a copy of the project, by all tests, where no child noticed.
What the budget left undecided is counted apart. What is changed without changing what anybody can see stands in
``mutations_equal.yaml`` with its reason, and is not counted.
"""

import argparse
import gc
import json
import os
import resource
import shutil
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType

import pytest
import yaml
from _pytest.runner import runtestprotocol
from coverage import Coverage, CoverageData

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(Path(__file__).parent), str(ROOT)]

from mutating import Copy, Mutant, mutants  # noqa: E402

FLOORS = ("procedures", "powers", "table", "answerers", "odds")
FOLDERS = "odds table answerers powers procedures ahead engine journal render acid cli saga variants bots simulate"
TESTS = (*FOLDERS.split(), "test_recorded_games.py", "test_handed.py", "test_whole.py")
EQUAL = Path(__file__).with_name("mutations_equal.yaml")
SLOW = 10  # seconds: a test that takes longer is given up when mapped, and not asked about a mutant
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


class Mapping:
    """Which test runs which line (``coverage``), and how long each takes; kept in a folder."""

    def __init__(self, folder: Path) -> None:
        self.file, self.times = folder / "lines.sqlite", folder / "seconds.json"
        self._of: dict[str, dict[int, list[str]]] = {}

    def began(self) -> Coverage:
        """Begin to write down anew what runs."""
        floors = [str(ROOT / "oathtools" / floor / "*") for floor in FLOORS]
        coverage = Coverage(data_file=str(self.file), include=floors, config_file=False)
        coverage.erase()
        coverage.start()
        return coverage

    def read(self) -> None:
        """Read what was kept."""
        self._data = CoverageData(str(self.file))
        self._data.read()
        self.seconds: dict[str, float] = json.loads(self.times.read_text(encoding="utf-8"))

    def ran(self, mutant: Mutant, first: int) -> set[str]:
        """What runs a mutant's line (``first``: where its function begins): tests, "" for the reading of modules."""
        path = str(ROOT / mutant.path)
        if path not in self._of:
            self._of[path] = self._data.contexts_by_lineno(path)
        lines = self._of[path]
        # A statement of several lines may have run under the number of its first.
        return set(next((lines[each] for each in range(mutant.line, first, -1) if lines.get(each)), ()))

    def quickest(self, ran: set[str]) -> list[str]:
        """The tests among them that may be asked, those to be asked first first."""
        tests = [each for each in ran if each and self.seconds.get(each, SLOW) < SLOW]
        return self._mixed(sorted(tests, key=lambda each: (self.seconds[each], each)))

    def _mixed(self, tests: Sequence[str]) -> list[str]:
        """The quickest of each file, then the second of each, and so on: those of one file often see the same."""
        rank, before = {}, Counter[str]()
        for each in tests:
            rank[each] = before[each.split("::")[0]]
            before[each.split("::")[0]] += 1
        return sorted(tests, key=lambda each: rank[each])


class Biting:
    """The loop of a pytest session that has collected its tests: the map, or the mutants one by one."""

    def __init__(self, mapping: Mapping, chosen: Sequence[Mutant], budget: float) -> None:
        self.mapping, self.chosen, self.budget = mapping, chosen, budget
        # Begun before any module of the project is read: what runs while they are is told by an empty context.
        self.coverage = None if chosen else mapping.began()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In the place of running the tests."""
        if not self.chosen:
            self._map(session.items)
        else:
            self._bite(session.items)
        return True

    def _map(self, items: Sequence[pytest.Item]) -> None:
        seconds = {}
        signal.signal(signal.SIGPROF, give_up)
        coverage = self.coverage
        assert coverage is not None
        for number, item in enumerate(items, 1):
            coverage.switch_context(item.nodeid)
            began = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, SLOW)
            runtestprotocol(item, nextitem=None, log=False)
            signal.setitimer(signal.ITIMER_PROF, 0)
            seconds[item.nodeid] = round(time.process_time() - began, 3)
            if number % 200 == 0:
                say(f"{number} of {len(items)} tests, {sum(seconds.values()):.0f} s")
        coverage.stop()
        coverage.save()
        self.mapping.times.write_text(json.dumps(seconds, indent=0), encoding="utf-8")

    def _bite(self, items: Sequence[pytest.Item]) -> None:
        of = {item.nodeid: item for item in items}
        functions: dict[str, list[FunctionType]] = defaultdict(list)
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                functions[each.__code__.co_filename].append(each)
        known, told = equals(), Counter[str]()
        for number, mutant in enumerate(self.chosen, 1):
            if is_equal(mutant, known):
                told["equal"] += 1
                continue
            live = functions[str(ROOT / mutant.path)]
            firsts = [each.__code__.co_firstlineno for each in live if each.__code__.co_firstlineno <= mutant.line]
            ran = self.mapping.ran(mutant, max(firsts, default=0))
            tests = [of[each] for each in self.mapping.quickest(ran) if each in of]
            outcome = self._outcome(mutant, tests, live) if tests else "SURVIVES (no test)"
            if "" in ran and not outcome.startswith("killed"):
                outcome = self._anew(mutant)
            told[outcome.split()[0]] += 1
            say(f"{number:3} {outcome:22} {mutant}")
        judged, alive = told["killed"] + told["SURVIVES"], told["SURVIVES"]
        unknown, share = len(self.chosen) - judged - told["equal"], f"{alive / max(1, judged):.1%}"
        say(
            f"{len(self.chosen)} lines; {told['equal']} equal, {unknown} not judged; of {judged} {alive} live ({share})"
        )

    def _outcome(self, mutant: Mutant, tests: Sequence[pytest.Item], live: Sequence[FunctionType]) -> str:
        """What becomes of a mutant in a child of its own."""
        child = os.fork()
        if child == 0:
            os._exit(self._asked(mutant, tests, live))
        status = os.waitpid(child, 0)[1]
        if os.WIFSIGNALED(status):
            return "killed (never ends)"
        code = os.WEXITSTATUS(status)
        return {0: f"SURVIVES ({len(tests)} tests)", 1: "killed", 2: "UNJUDGED (budget)"}.get(code, "UNJUDGED (broken)")

    def _anew(self, mutant: Mutant) -> str:
        """What becomes of it where all modules are read anew, with the changed line in its place."""
        with Copy(ROOT, ("oathtools", "data", "tests")) as copy:
            shutil.copy(ROOT / "pyproject.toml", copy.path)
            asked = [sys.executable, "-m", "pytest", "-x", *tests_asked()]
            return "killed (read anew)" if copy.run(mutant, asked, patience=3600).killed else "SURVIVES (read anew)"

    def _asked(self, mutant: Mutant, tests: Sequence[pytest.Item], live: Sequence[FunctionType]) -> int:
        """In the child: 1 if a test fails, 0 if none does, 2 if there were more than the budget allowed."""
        try:
            put_in(mutant, live)
            left = self.budget
            for item in tests:
                takes = self.mapping.seconds[item.nodeid]
                if (left := left - takes) < 0:
                    return 2
                used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
                limit = int(used + 10 * takes + 10)
                resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
                if any(report.failed for report in runtestprotocol(item, nextitem=None, log=False)):
                    return 1
            return 0
        except BaseException as fault:
            say(f"{mutant}: {fault!r}")
            return 3


class Slow(BaseException):
    """A test takes longer than the map waits for."""


def give_up(signal: int, frame: FrameType | None) -> None:
    """Leave the test that runs."""
    raise Slow


def tests_asked() -> list[str]:
    """Where the tests are, and how pytest is called: one test after the other, nothing kept."""
    return ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *(f"tests/{folder}" for folder in TESTS)]


def say(line: str) -> None:
    """Print past pytest, which catches what tests print."""
    os.write(OUT, f"{line}\n".encode())


OUT = os.dup(1)


def main() -> None:
    """Map, or draw, ask the tests, and say how many were noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--map", action="store_true")
    parser.add_argument("--number", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--budget", type=float, default=15)
    parser.add_argument("--folder", type=Path, default=ROOT / ".mutations", help="where the map is kept")
    parser.add_argument("--show", action="store_true")
    told = parser.parse_args()
    chosen = [] if told.map else [each for each in drawn(told.number, told.seed) if told.only in str(each)]
    if told.show:
        print(*chosen, sep="\n")
        return
    told.folder.mkdir(exist_ok=True)
    mapping = Mapping(told.folder)
    if not told.map:
        mapping.read()
    os.chdir(ROOT)
    raise SystemExit(pytest.main(tests_asked(), plugins=[Biting(mapping, chosen, told.budget)]))


if __name__ == "__main__":
    main()
