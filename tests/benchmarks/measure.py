"""What the benchmarks share: runs in turn, processor time, medians and ratios, the command line.

    python -m tests.benchmarks                             lists them
    python -m tests.benchmarks cold-start --rounds 40      the options of each are its function's parameters

Other work on the machine falls on all that is run in turn; of times only those of the processor count, and only beside
one another: the bare import of click, another checkout, another program. The exit status is 1 if a bound is missed.
"""

import argparse
import inspect
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[2]
MODULES = ("learning", "playing", "starts")
BARE = (sys.executable, "-c", "import click")

BENCHMARKS: dict[str, Callable[..., Any]] = {}


def benchmark(name: str) -> Callable[[Any], Any]:
    """Make a function a benchmark: its parameters are options; it prints figures, and returns whether bounds hold."""

    def named(function: Any) -> Any:
        BENCHMARKS[name] = function
        return function

    return named


def checkouts(before: str) -> dict[str, Path]:
    """This checkout, and perhaps another one in turn with it."""
    return {"now": ROOT} | ({"before": Path(before).resolve()} if before else {})


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Processor time of some work in this process, and what it returned."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def spent(command: Sequence[str], folder: Path, allowed: tuple[int, ...] = (0,), **variables: str) -> float:
    """Processor time of a command in a folder, in an environment that knows nothing of ours but some variables.

    Raises ``RuntimeError`` if it fails.
    """
    without = ("OATHTOOLS", "PYTHONDONTWRITEBYTECODE", "PYTHONPATH")  # what was compiled once is there the next time
    environment = {key: value for key, value in os.environ.items() if not key.startswith(without)} | variables
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in allowed:
        raise RuntimeError(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def interleaved(works: Mapping[Any, Callable[[], float]], rounds: int) -> dict[Any, list[float]]:
    """The times of some works, taken in turn; the first turn fills caches and does not count."""
    times: dict[Any, list[float]] = {key: [] for key in works}
    for number in range(rounds + 1):
        for key, work in works.items():
            taken = work()
            if number:
                times[key].append(taken)
    return times


def ratio(times: Sequence[float], unit: Sequence[float]) -> float:
    """The ratio of the medians."""
    return median(times) / median(unit)


def main(words: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    for module in MODULES:
        import_module(f"tests.benchmarks.{module}")
    parser = argparse.ArgumentParser("benchmarks", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    found = parser.add_subparsers(dest="name")
    for name, function in sorted(BENCHMARKS.items()):
        about = inspect.getdoc(function) or ""
        one = found.add_parser(name, help=about.partition("\n")[0], description=about)
        for option, parameter in inspect.signature(function).parameters.items():
            kind = type(parameter.default)
            how: dict[str, Any] = {"action": "store_true"} if kind is bool else {"type": kind}
            one.add_argument(f"--{option}", default=parameter.default, **how)
    given = vars(parser.parse_args(words))
    name = given.pop("name")
    if name is None:
        for name, function in sorted(BENCHMARKS.items()):
            print(f"{name:12} {str(function.__doc__).splitlines()[0]}")
        return 0
    return 1 if BENCHMARKS[name](**given) is False else 0
