"""The runner of the checks, which search for faults: case after case, until enough of them are done.

    python -m tests.checks                                      lists them
    python -m tests.checks agree hands                          runs some, each as far as it goes by itself
    python -m tests.checks kill --count 5000 --each 20 --first 7
    python -m tests.checks sagas --jobs 2 --done sagas.jsonl    what that file says is done is not done again
    python -m tests.checks trails --like before.jsonl           compared with what another version left in a file

A case is a number, and the same number is the same case. What a check raises in a case, or names as wrong, is a fault;
the exit status is 1 if there is one. A case that does not end within its limit ends the run, and shows where it was.
"""

import argparse
import faulthandler
import json
import os
import sys
import tempfile
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
MODULES = ("games", "hostile", "mutations", "processes", "verdicts")
SILENT = 60.0  # seconds between two lines of progress where nobody looks on


class NoCase(Exception):
    """The number stands for nothing that could be checked."""


class NoMore(Exception):
    """There are no cases from this number on."""


class Case:
    """A case of a check: its number, how long it is to be, what is asked of it, where it may write; what came of it.

    ``counts``: how often what was seen; names that begin with a dot are for the end of the check alone. ``left``: what
    a run of the same case, perhaps of another version, must leave too.
    """

    def __init__(self, number: int, each: int, of: int = 1, only: str = "", root: Path | None = None) -> None:
        self.number, self.each, self.of, self.only, self._root = number, each, of, only, root
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.notes: list[str] = []
        self.left: str | None = None

    @property
    def folder(self) -> Path:
        """A folder of its own."""
        assert self._root is not None
        folder = self._root / f"case-{self.number}"
        folder.mkdir(exist_ok=True)
        return folder

    def rng(self, *names: object) -> Random:
        """A random stream by its number, and what it is for."""
        return Random(f"{' '.join(map(str, names))} {self.number}")

    def done(self, seconds: float = 0) -> dict[str, Any]:
        """What came of it, as plain data."""
        came = {"counts": dict(self.counts), "wrong": self.wrong, "notes": self.notes, "left": self.left}
        return {"number": self.number, "each": self.each, "only": self.only, **came, "seconds": round(seconds, 3)}


class Check(NamedTuple):
    """A check: what it counts, how many of these it does by itself, how long each case is, how long one may take.

    ``work``: called with each case; a class is made with a folder first, for what all cases share. ``ends``: called
    with a case that has the sums of all.
    """

    name: str
    unit: str
    count: int
    each: int
    limit: float
    work: Callable[..., Any]
    about: str
    ends: Callable[[Case], None] | None

    def begun(self, folder: Path) -> Callable[[Case], object]:
        """What does the cases, in this process."""
        work: Callable[[Case], object] = self.work
        if isinstance(getattr(work, "func", work), type):
            (own := folder / f"{self.name}-{os.getpid()}").mkdir()
            work = self.work(own)
        return work


CHECKS: dict[str, Check] = {}


def check(
    name: str,
    unit: str,
    number: int,
    each: int = 1,
    *,
    limit: float = 600,
    ends: Callable[[Case], None] | None = None,
    **how: Any,
) -> Callable[[Any], Any]:
    """Make a check of a function of a case, or of a class of what cases share; ``how``: what it is called with."""

    def named(work: Any) -> Any:
        about = str(work.__doc__).partition("\n")[0]
        CHECKS[name] = Check(name, unit, number, each, limit, partial(work, **how) if how else work, about, ends)
        return work

    return named


def known() -> dict[str, Check]:
    """All checks, by name."""
    for module in MODULES:
        import_module(f"tests.checks.{module}")
    return dict(sorted(CHECKS.items()))


# -- cases ---------------------------------------------------------------------------------------------------------

_here: dict[str, Any] = {}


def _begin(name: str, folder: Path) -> None:
    """In each process: make ready for a check."""
    _here["check"], _here["folder"] = known()[name], folder
    _here["work"] = _here["check"].begun(folder)


def _one(number: int, each: int, of: int, only: str, limit: float) -> dict[str, Any] | None:
    """Do a case; None if there are no more."""
    which: Check = _here["check"]
    case = Case(number, each, of, only, _here["folder"])
    faulthandler.dump_traceback_later(limit, exit=True)
    began = sum(os.times()[:4])
    try:
        _here["work"](case)
        case.counts[which.unit] += which.unit not in case.counts
    except NoCase:
        case.counts["no case"] += 1
    except NoMore:
        return None
    except Exception as fault:
        where = "".join(traceback.format_tb(fault.__traceback__)[-3:])
        case.wrong.append(f"{type(fault).__name__}: {str(fault)[:2000]}\n{where}")
    finally:
        faulthandler.cancel_dump_traceback_later()
    return case.done(sum(os.times()[:4]) - began)


def _performed(which: Check, given: argparse.Namespace, before: dict[int, Any], root: Path) -> Iterator[dict[str, Any]]:
    """The cases in their order, those done before as they were."""
    how = (given.each or which.each, given.count or which.count, given.only, given.limit or which.limit)
    if given.jobs == 1:
        _begin(which.name, root)
        cases = (before.get(number) or _one(number, *how) for number in count(given.first))
        yield from iter(lambda: next(cases), None)
        return
    with ProcessPoolExecutor(given.jobs, initializer=_begin, initargs=(which.name, root)) as pool:
        numbers, ahead = count(given.first), deque[Any]()
        try:
            while True:
                while len(ahead) < 2 * given.jobs:
                    number = next(numbers)
                    ahead.append(before[number] if number in before else pool.submit(_one, number, *how))
                came = ahead.popleft()
                if (came := came if isinstance(came, dict) else came.result()) is None:
                    return
                yield came
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


# -- a run ---------------------------------------------------------------------------------------------------------


def _lines(file: Path | None, name: str) -> dict[int, dict[str, Any]]:
    """The cases of a check in a file; a line that was torn when a run was broken off is none."""
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file is not None and file.exists() else ():
        try:
            case = json.loads(line)
        except ValueError:
            continue
        if case.get("check") == name:
            found[case["number"]] = case
    return found


def run(which: Check, given: argparse.Namespace) -> int:
    """Run a check, and say what came of it; returns how many faults there are."""
    like = _lines(given.like, which.name)
    each = given.each or which.each
    before = {
        number: case
        for number, case in _lines(given.done, which.name).items()
        if (case["each"], case["only"]) == (each, given.only) and not case["wrong"]
    }
    wanted = given.count or (len(like) if like else which.count)
    total = Case(given.first, each, wanted, given.only)
    cases = failed = 0
    seconds, began, shown = 0.0, time.monotonic(), time.monotonic()
    with tempfile.TemporaryDirectory(
        ignore_cleanup_errors=True
    ) as name:  # a browser that was killed may still write there
        performed = _performed(which, given, before, Path(name))
        for case in performed:
            number = case["number"]
            if number in like and like[number]["left"] != case["left"]:
                case["wrong"] = [*case["wrong"], f"it leaves {case['left']}, where {like[number]['left']} was left"]
            if given.done and number not in before:
                with given.done.open("a", encoding="utf-8") as out:
                    out.write(json.dumps({"check": which.name, **case}) + "\n")
            cases, failed, seconds = cases + 1, failed + bool(case["wrong"]), seconds + case["seconds"]
            total.counts.update(case["counts"])
            total.wrong += case["wrong"]
            for line in (*case["notes"], *(f"WRONG {each}" for each in case["wrong"])):
                print(f"{which.name} {number}: {line}", flush=True)
            shown = _progress(f"{which.name} {number}: {total.counts[which.unit]} {which.unit}, {failed} wrong", shown)
            # A case that failed may have got to nothing of what is counted.
            enough = total.counts[which.unit] + failed * (which.unit not in case["counts"]) >= wanted
            if enough or (given.stop and failed) or time.monotonic() - began > given.seconds:
                break
        performed.close()
    found = len(total.wrong)
    if which.ends is not None:
        which.ends(total)
        print(*total.notes, *(f"WRONG {each}" for each in total.wrong[found:]), sep="\n")
    print(_summary(which, total, cases, failed + len(total.wrong) - found, seconds), flush=True)
    return len(total.wrong)


def _progress(line: str, shown: float) -> float:
    """One line that is written over, or one a minute; returns when it was shown last."""
    now = time.monotonic()
    if sys.stderr.isatty():
        print(f"\r{line}\x1b[K\r", end="", file=sys.stderr, flush=True)
    elif now - shown > SILENT:
        print(line, file=sys.stderr, flush=True)
        return now
    return shown


def _summary(which: Check, total: Case, cases: int, wrong: int, seconds: float) -> str:
    done = total.counts[which.unit]
    others = [f"{n} {what}" for what, n in sorted(total.counts.items()) if what != which.unit and what[0] != "."]
    cost = f"{seconds:.0f} s of the processor, {1e3 * seconds / max(1, done):.1f} ms each"
    return f"{which.name}: {done} {which.unit} in {cases} cases, {', '.join([*others, cost])}: {wrong} wrong"


def main(words: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    every = known()
    parser = argparse.ArgumentParser("checks", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "name", nargs="*", metavar="NAME", help="what is to be checked; nothing: which checks there are"
    )
    parser.add_argument("--count", type=int, help="do so many of what the check counts")
    parser.add_argument("--each", type=int, help="how long a case is: answers, games, throws, seconds")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--only", default="", metavar="WORD", help="only what has this word: an action, a file")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for so long at most")
    parser.add_argument("--limit", type=float, help="a case may take so many seconds")
    parser.add_argument("--stop", action="store_true", help="stop at the first fault")
    parser.add_argument("--jobs", type=int, default=1, help="so many processes")
    parser.add_argument("--done", type=Path, metavar="FILE", help="keep what was done, and go on from there")
    parser.add_argument("--like", type=Path, metavar="FILE", help="each case must leave what it left there")
    given = parser.parse_args(words)
    if unknown := [name for name in given.name if name not in every]:
        parser.error(f"no such check: {', '.join(unknown)}")
    if not given.name:
        print(*(f"{name:20} {each.count:6} {each.unit:10} {each.about}" for name, each in every.items()), sep="\n")
        return 0
    return 1 if sum([run(every[name], given) for name in given.name]) else 0
