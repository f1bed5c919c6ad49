"""Single-line mutants of the rules: how many do the tests notice, and how many the acid test?

``mutations``: lines drawn from all of procedures, powers, table, answerers, odds, journal and web, one mutant of
each; ``--only`` those that have a word (a file, a line's words). The tests are collected once; each mutant
lives in a forked child of that process alone, where the code of its functions is taken for the changed one: no file is
touched. The child runs the tests, those first that name the function or its module, until one fails or ``--each``
seconds of the processor are used; a test that takes half a minute more, or waits for five, counts as failed. What the
budget left undecided is counted apart. A mutant that only code run while modules are read could show is asked about in
a copy of the project, by the nearest tests, where no child noticed it. What is changed without changing what anybody
can see stands in ``mutations_equal.yaml`` with its reason, and is not counted.

``acid-mutations``: lines of setup, actions, campaigns, turns, victory, glossary and powers that run while bots play
random games. A mutant counts only if it behaves: if in any of the ``trails`` something else is offered, or the table
comes to stand otherwise. So neither words nor what comes to the same count, by measurement.
"""

import faulthandler
import gc
import inspect
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
import yaml
from _pytest.config import _prepareconfig
from _pytest.main import Session
from _pytest.runner import runtestprotocol
from coverage import CoverageData

from tests.checks.runner import ROOT, Case, NoCase, NoMore, check
from tests.support.mutating import Copy, Mutant, acid_files, candidates, drawn
from tests.support.random_games import played

FLOORS = ("procedures", "powers", "table", "answerers", "odds", "journal", "web")
FOLDERS = "odds table answerers powers procedures ahead engine journal render acid cli saga variants bots simulate web"
FILES = "test_recorded_games.py test_handed.py test_whole.py"
TESTS = [f"tests/{each}" for each in (*FOLDERS.split(), *FILES.split())]
EQUAL = Path(__file__).with_name("mutations_equal.yaml")
HANGS = 30  # seconds of the processor that no test takes
KILLED = 1
NEAREST = 20  # files of tests that are asked in a copy
OPTIONS = ("-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning")
SIDES = {"attacker": "defender", "defender": "attacker", ".attacker": "defender", ".defender": "attacker"}
PLACES = {"bank": "board", "top": "bottom", "bottom": "top", "relic": "site", "site": "relic", "sites": "relics"}
PLACES |= {"relics": "sites", "advisers": "sites", "adviser": "relic", "secrets": "favor"}


def equals() -> dict[tuple[str, str, str], str]:
    """Why mutants change nothing that can be seen: by file, line as it stands, line as it is changed."""
    read = yaml.safe_load(EQUAL.read_text(encoding="utf-8"))
    return {(each["file"], each["before"], each["after"]): each["because"] for each in read}


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
    changed = [function for function in functions if function.__code__ in pairs]
    for function in changed:
        function.__code__ = pairs[function.__code__]
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


@check("mutations", "mutants", 400, 15, limit=4 * 3600)
class Mutations:
    """Single-line mutants of the rules, put to the tests: what no test notices is a fault (of the tests)."""

    def __init__(self, folder: Path) -> None:
        os.chdir(ROOT)
        # Which lines run as modules are read: in a process that has read none of them.
        floors = ",".join(str(ROOT / "oathtools" / floor / "*") for floor in FLOORS)
        collecting = ["-m", "coverage", "run", f"--data-file={folder}/lines", f"--include={floors}", "--rcfile="]
        collecting += ["-m", "pytest", "--collect-only", *OPTIONS, *TESTS]
        subprocess.run([sys.executable, *collecting], check=True, stdout=subprocess.DEVNULL)
        self.read = CoverageData(f"{folder}/lines")
        self.read.read()
        config = _prepareconfig([*OPTIONS, *TESTS])
        config._do_configure()
        session = Session.from_config(config)
        config.hook.pytest_sessionstart(session=session)
        session.perform_collect()
        self.near, self.functions, self.known = Near(session.items), living(), equals()
        files = [path for floor in FLOORS for path in sorted((ROOT / "oathtools" / floor).rglob("*.py"))]
        self.chosen = drawn(candidates(ROOT, files, SIDES | PLACES), Random(1))
        gc.freeze()

    def __call__(self, case: Case) -> None:
        if case.number >= len(self.chosen):
            raise NoMore
        mutant = self.chosen[case.number]
        if case.only not in str(mutant):
            raise NoCase
        is_equal = (str(mutant.path), mutant.before.strip(), mutant.after.strip()) in self.known
        outcome = "equal" if is_equal else self._outcome(mutant, case.each)
        case.counts[outcome] += 1
        if outcome.startswith("SURVIVES"):
            case.wrong.append(f"{outcome} {mutant}")
        else:
            case.notes.append(f"{outcome:22} {mutant}")

    def _outcome(self, mutant: Mutant, budget: float) -> str:
        """What becomes of a mutant in a child of its own; in a copy where no child can tell."""
        tests = self.near.to(mutant)
        # A child in which a test fails would wait for the thread that watches the limit, which it has not.
        faulthandler.cancel_dump_traceback_later()
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            os._exit(_asked(mutant, tests, self.functions[str(ROOT / mutant.path)], budget))
        status = os.waitpid(child, 0)[1]
        if os.WIFSIGNALED(status):
            return "killed (never ends)"
        code = os.WEXITSTATUS(status)
        ran = set(self.read.lines(str(ROOT / mutant.path)) or ())
        if code != KILLED and {mutant.line, mutant.line - 1} & ran:  # it, or the line where its statement begins
            return _anew(mutant, tests)
        return {0: "SURVIVES", KILLED: "killed", 2: "UNJUDGED (budget)"}.get(code, "UNJUDGED (broken)")


def _anew(mutant: Mutant, tests: Sequence[pytest.Item]) -> str:
    """What becomes of it where all modules are read anew: by the nearest files of tests, which pass without it."""
    files = list(dict.fromkeys(str(item.path.relative_to(ROOT)) for item in tests))[:NEAREST]
    with Copy(ROOT, ("oathtools", "data", "tests", "docs")) as copy:
        shutil.copy(ROOT / "pyproject.toml", copy.path)
        command = [sys.executable, "-m", "pytest", "-x", *OPTIONS, *files]
        if copy.run(None, command, patience=3600).killed:
            return "UNJUDGED (copy)"
        return "killed (read anew)" if copy.run(mutant, command, patience=3600).killed else "SURVIVES (read anew)"


def _asked(mutant: Mutant, tests: Sequence[pytest.Item], live: Sequence[FunctionType], budget: float) -> int:
    """In the child: ``KILLED`` if a test fails, 0 if none does, 2 if there were more than the budget allowed."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        put_in(mutant, live)
        began = seconds()
        for item in tests:
            if seconds() - began > budget:
                return 2
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds()) + HANGS, resource.RLIM_INFINITY))
            signal.alarm(10 * HANGS)  # for one that only waits: it ends the child, as the limit does
            if any(report.failed for report in runtestprotocol(item, nextitem=None, log=False)):
                return KILLED
        return 0
    except BaseException as fault:
        print(f"{mutant}: {fault!r}", file=sys.stderr, flush=True)
        return 3


def living() -> dict[str, list[FunctionType]]:
    """Every function there is, by the file that it was read from."""
    gc.unfreeze()  # what was collected is frozen (tests/conftest.py), and of that nothing is listed
    found: dict[str, list[FunctionType]] = defaultdict(list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            found[each.__code__.co_filename].append(each)
    return found


def seconds() -> float:
    """The time of the processor that this process has used."""
    return sum(resource.getrusage(resource.RUSAGE_SELF)[:2])


# -- the acid test ---------------------------------------------------------------------------------------------------

GAMES = 10  # that show which lines run in play
RULED = tuple(str(ROOT / "oathtools" / floor) for floor in ("procedures", "powers"))
ACID = [sys.executable, "-m", "oathtools", "acid", "--json"]
TRAILS = [sys.executable, "-m", "tests.checks", "trails", "--stop"]


def run_in_play(games: int) -> set[tuple[Path, int]]:
    """The lines that run while bots play some random games: nobody asks there why something is refused."""
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


@check("acid-mutations", "mutants", 30, limit=3600)
class AcidMutations:
    """Single-line mutants of what runs in play, and that behave: how many fail the acid test."""

    def __init__(self, folder: Path) -> None:
        ran = run_in_play(GAMES)
        found = candidates(ROOT, acid_files(ROOT))
        self.chosen = drawn({line: made for line, made in found.items() if line in ran}, Random(1))
        self.copy = Copy(ROOT, ("oathtools", "data", "tests/support", "tests/checks")).__enter__()
        self.trails = self.copy.run(None, [*TRAILS, "--done", "trails.jsonl"], 600)
        self.acid = self.copy.run(None, ACID, 600)
        assert not self.trails.killed and not self.acid.killed, self.trails.out + self.acid.out

    def __call__(self, case: Case) -> None:
        if case.number >= len(self.chosen):
            raise NoMore
        mutant = self.chosen[case.number]
        if not self.copy.run(mutant, [*TRAILS, "--like", "trails.jsonl"], 10 * self.trails.seconds).killed:
            case.notes.append(f"comes to the same   {mutant}")
            raise NoCase
        outcome = self.copy.run(mutant, ACID, max(30, 10 * self.acid.seconds))
        case.counts["fail the acid test" if outcome.killed else "survive it"] += 1
        case.notes.append(f"{_came(outcome.status, outcome.out):19} {mutant}")


def _came(status: int | None, out: str) -> str:
    if status == 0:
        return "SURVIVES"
    if status is None:
        return "never ends"
    try:
        return f"{len(json.loads(out)['data']['failed'])} cases fail"
    except (ValueError, KeyError):
        return "breaks"
