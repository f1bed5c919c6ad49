"""What the static folder costs in a tab: its size, how long starts, look-ups and answers take, the memory of the page.

    for figure in figures(folder, root, rounds=5): print(figure)

A processor slowed so many times is one that the page has every so many moments only: its processes are stopped and
go on. The browsers' own slowing does not reach a worker, where all the work is done here.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from tests.support import long_games
from tests.support.server import wait_for
from tests.support.static_folder import STARTED, Host, Tab, tab

LONG = 500
SLICE = 0.005  # seconds that the page has at a time where it is slowed
LOOK_UPS = ("/law/5.5.2", "/card/denizen.longbows", "/ruling/A-02", "/odds?force=6&defense=4&defenders=3", "/law/8.3")
SEARCH = "/rules?q=who+kills+warbands"


class Figure(NamedTuple):
    """A figure: what it is of, how much in which unit, and the most it may be (0: as much as it likes)."""

    name: str
    value: float
    unit: str
    most: float = 0

    def __str__(self) -> str:
        bound = f"  (at most {self.most:g})" if self.most else ""
        return f"{self.name:52} {self.value:8.2f} {self.unit}{bound}"


@contextmanager
def slowed(page: Tab, times: float) -> Iterator[None]:
    """The page has the processor for one of so many moments; whatever processes it has by then."""
    over = threading.Event()

    def slow() -> None:
        while not over.is_set():
            pids, until = [int(path.name) for path in page.processes()], time.monotonic() + 0.5
            while pids and time.monotonic() < until and not over.is_set():
                for sign, pause in ((signal.SIGSTOP, SLICE * (times - 1)), (signal.SIGCONT, SLICE)):
                    for pid in pids:
                        with suppress(ProcessLookupError):
                            os.kill(pid, sign)
                    time.sleep(pause)

    thread = threading.Thread(target=slow, daemon=True)
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if times > 1:
            thread.join()


def _took(act: Callable[[], Any]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def _answered(page: Tab, where: str) -> float:
    """Milliseconds until the worker has answered a page, as the page sees it."""
    script = """const [where, done] = arguments; const start = performance.now();
        oathtools.ask(where).then((came) => came.text()).then(() => done(performance.now() - start));"""
    return float(page.web.execute_async_script(script, where))


def _sent(page: Tab, form: str, **fields: str) -> float:
    """Milliseconds from a form that is sent until what came of it is kept and shown."""
    script = """const [selector, fields, done] = arguments; const form = document.querySelector(selector);
        for (const [name, value] of Object.entries(fields)) form.querySelector(`[name=${name}]`).value = value;
        form.querySelectorAll("[type=checkbox]").forEach((each) => (each.checked = true));
        const start = performance.now();
        document.addEventListener("shown", () => done(performance.now() - start), { once: true });
        form.requestSubmit();"""
    return float(page.web.execute_async_script(script, form, fields))


def _memory(page: Tab) -> float:
    """Megabytes that the process of the page has for itself, and its share of what it has with others."""
    rows = (page.processes()[0] / "smaps_rollup").read_text().splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("Pss:")) / 1e3


def _spent(page: Tab) -> dict[Path, float]:
    """Seconds of the processor that each process of pages has had: these say something on a busy machine, too."""
    rows = {path: (path / "stat").read_text().rpartition(")")[2].split()[11:13] for path in page.processes()}
    return {path: sum(map(int, row)) / os.sysconf("SC_CLK_TCK") for path, row in rows.items()}


def sizes(folder: Path) -> Iterator[Figure]:
    """What a host has to send."""
    version = next(path for path in folder.iterdir() if path.is_dir())
    files = {path.name: path.stat().st_size / 1e6 for path in version.iterdir()}
    seldom = files.pop("python.tar.packed")
    yield Figure("the folder, packed", sum(files.values()), "MB", 12)
    yield Figure("what more a browser loads that does not take Python's memory", seldom, "MB")


def starts(page: Tab, name: str, most: float) -> Iterator[Figure]:
    """From nothing on the page to what is there at once, and to the worker's first answer."""
    page.open("about:blank")
    before, start = _spent(page), time.perf_counter()
    page.open(f"{page.host.base}#/law/5.5.2")
    wait_for(lambda: "5.5.2" in page.title(), STARTED * 4)
    yield Figure(f"{name}: a look-up is shown", time.perf_counter() - start, "s")
    page.settled()
    yield Figure(f"{name}: Python answers", time.perf_counter() - start, "s", most)
    spent = sum(seconds - before.get(path, 0) for path, seconds in _spent(page).items())
    yield Figure(f"{name}: of the processor for that", spent, "s")


def answers(page: Tab, rounds: int) -> Iterator[Figure]:
    """Look-ups, a search, answers in the game of the saga that is open; the memory after all that."""
    first = median(_answered(page, where) for where in LOOK_UPS)
    yield Figure("a look-up, the first time", first, "ms")
    again = [_answered(page, where) for where in LOOK_UPS for _ in range(rounds)]
    yield Figure("a look-up", median(again), "ms", 50)
    yield Figure("the first search", _answered(page, SEARCH), "ms")
    yield Figure("a search", median(_answered(page, SEARCH) for _ in range(rounds)), "ms")
    taken = []
    for _ in range(rounds):
        page.go("/question")
        taken.append(_sent(page, "form.say", words="end"))
        page.go("/log")
        _sent(page, "form[action='/undo']")
    yield Figure(f"an answer in a game of {LONG}", median(taken), "ms", 300)
    yield Figure("memory of the page after that", _memory(page), "MB", 300)


def figures(folder: Path, root: Path, rounds: int, times: float = 1, firefox: bool = False) -> Iterator[Figure]:
    """All figures of a folder, with the processor slowed so many times."""
    host = Host(folder)
    long_games.make(root, [LONG])
    with tab(host, root / "profile", firefox=firefox) as page, slowed(page, times):
        yield from sizes(folder)
        yield from starts(page, "the first time", 6)
        wait_for(lambda: page.holds("document.body.dataset.offline === 'yes'"), STARTED)
        yield from starts(page, "later", 2.5)
        page.load(root / str(LONG), root)
        yield from answers(page, rounds)
    host.cut()
