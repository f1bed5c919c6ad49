"""What people wait for: commands from a cold start, lines of a game that grows, the search."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from oathtools.search import search as searched
from tests.benchmarks.measure import BARE, ROOT, benchmark, checkouts, interleaved, ratio, spent
from tests.support import long_games
from tests.support.question_sets import SETS, Judged, questions, summed_up

LIMITS = {
    "oathtools --help": 2.0,
    "oathtools card Longbows": 2.0,
    "oathtools law 5.5.2": 2.0,
    "oathtools odds --force 6 --defense 4 --defenders 3": 2.0,
    "oathtools search warbands killed": 3.5,
}


def _installed(folder: Path, checkout: Path) -> Path:
    """The wheel of a checkout in a fresh venv; the folder of its programs."""
    wheels = folder / "wheels"
    pip = [sys.executable, "-m", "pip", "--quiet", "wheel", "--no-deps", "--wheel-dir", str(wheels), str(checkout)]
    subprocess.run(pip, check=True, stdout=subprocess.DEVNULL)
    (wheel,) = wheels.glob("*.whl")
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    pip = [str(programs / "python"), "-m", "pip", "--quiet", "install", str(wheel)]
    subprocess.run(pip, check=True, stdout=subprocess.DEVNULL)
    return programs


@benchmark("cold-start")
def cold_start(rounds: int = 20, before: str = "") -> bool:
    """What an answer costs beside `python -c "import click"`, from the wheel in a fresh venv.

    ``before``: another checkout, in turn with this one.
    """
    codes = checkouts(before)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (empty := folder / "empty").mkdir()
        works = {}
        for code, path in codes.items():
            programs, cache = _installed(folder / code, path), str(folder / code / "cache")
            for command in ('python -c "import click"', *LIMITS):
                program, *words = shlex.split(command)
                call = [str(programs / program), *words]
                works[code, command] = partial(spent, call, empty, OATHTOOLS_CACHE=cache)
        times = interleaved(works, rounds)
    good = True
    for (code, command), each in times.items():
        measured, limit = ratio(each, times[code, 'python -c "import click"']), LIMITS.get(command, 1.0)
        good = good and (code != "now" or measured <= limit)
        print(f"{code:<8}{command:<55} {median(each) * 1e3:6.0f} ms  ratio {measured:.2f} (at most {limit})")
    return good


# -- a game that grows -----------------------------------------------------------------------------------------------

LENGTHS = (20, 200, 500, 1000, 3000)
COMMANDS = {
    "ask": ("ask",),
    "answer": ("answer", "{answer}"),
    "status": ("status",),
    "legal": ("legal",),
    "why": ("why", "travel", "Mountain"),
    "undo": ("undo", "--past-chance"),
    "log": ("log", "--last", "5"),
}


@benchmark("waiting")
def waiting(rounds: int = 7, before: str = "") -> None:
    """What people wait after a line of a running game, beside the bare import, as the game grows to 3,000 answers.

    One game of five players is made by bots that seldom end a turn, and cut after so many answers. Each command is
    given to it as it stands, once before its time is taken, as at a table where other commands came before.
    ``before``: another checkout, in turn with this one; its game is made by its own rules.
    """
    codes = checkouts(before)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        works: dict[Any, Any] = {("bare", "", 0): partial(spent, BARE, folder)}
        for code, path in codes.items():
            # From elsewhere: the folder one stands in comes before the path, and may hold another version.
            making = [sys.executable, "-P", long_games.__file__, str(folder / code), *map(str, LENGTHS)]
            spent(making, folder, PYTHONPATH=f"{path}{os.pathsep}{ROOT}")
            for number in LENGTHS:
                saga = folder / code / str(number)
                works |= {(code, each, number): partial(_line, saga, words, path) for each, words in COMMANDS.items()}
                _call(saga, path, "ask")
                shutil.copytree(saga / "games", saga / "kept")
        times = interleaved(works, rounds)
    print(f"{'':16}" + "".join(f"{number:>8,}" for number in LENGTHS))
    for each in COMMANDS:
        for code in codes:
            row = [ratio(times[code, each, number], times["bare", "", 0]) for number in LENGTHS]
            print(f"{each:8}{code:8}" + "".join(f"{each:8.2f}" for each in row))


def _call(saga: Path, code: Path, *words: str) -> float:
    variables = {"OATHTOOLS_SAGA": str(saga), "PYTHONPATH": str(code), "OATHTOOLS_CACHE": str(saga / "cache")}
    variables["PYTHONPYCACHEPREFIX"] = str(saga.parent.parent / "compiled")
    return spent([sys.executable, "-m", "oathtools", *words], saga, (0, 1), **variables)


def _line(saga: Path, words: tuple[str, ...], code: Path) -> float:
    """Give a line; the game stands as it did afterwards."""
    answer = (saga / "next").read_text(encoding="utf-8")
    taken = _call(saga, code, *(word.format(answer=answer) for word in words))
    shutil.rmtree(saga / "games")
    shutil.copytree(saga / "kept", saga / "games")
    return taken


# -- the search ------------------------------------------------------------------------------------------------------


@benchmark("search")
def search(files: str = "", rounds: int = 11) -> None:
    """How well the search finds what answers a question, and how long that takes. What fails is printed."""
    searched("warband")
    for path in [Path(name) for name in files.split()] or sorted(SETS.values()):
        started = time.perf_counter()
        judged = [Judged.of(question) for question in questions(path)]
        took = (time.perf_counter() - started) / len(judged)
        for each in judged:
            if each.at != 1 or each.quoted is False or each.settled is False:
                print(f"  {each}")
        print(f"{path.name}: {summed_up(judged)}, {took * 1000:.1f} ms each\n")
    ours = [sys.executable, "-m", "oathtools", "search", "can i attack someone who isnt at my site"]
    times = interleaved({"bare": partial(spent, BARE, ROOT), "ours": partial(spent, ours, ROOT)}, rounds)
    print(f"cold: {ratio(times['ours'], times['bare']):.2f} times the import of click")


# -- a browser -------------------------------------------------------------------------------------------------------


@benchmark("browser")
def in_a_browser(rounds: int = 5, slowed: float = 4, folder: str = "", firefox: bool = False) -> bool:
    """How large the static folder is, how quick its pages are in a browser, and what memory they take.

    With the processor as it is, and ``slowed`` so many times. ``folder``: one that was made already; ``firefox``: in
    that instead of Chromium.
    """
    from tests.support.in_a_tab import figures
    from tests.support.static_folder import made

    good = True
    with tempfile.TemporaryDirectory() as name:
        made_one = Path(folder) if folder else made(Path(name) / "folder")
        for times in (1.0, slowed) if slowed > 1 else (1.0,):
            print(f"the processor slowed {times:g} times, at a load of {os.getloadavg()[0]:.1f}")
            (root := Path(name) / f"slowed {times:g}").mkdir()
            for figure in figures(made_one, root, rounds, times, firefox):
                good = good and not (figure.most and figure.value > figure.most)
                print(figure, flush=True)
    return good
