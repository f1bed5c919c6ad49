"""What people wait for: commands from a cold start, lines of a game that grows, the search."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import venv
from contextlib import ExitStack, closing
from functools import partial
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

import httpx

from oathtools.answerers.bot import bot_answer, chance
from oathtools.engine.decision import Form
from oathtools.saga import folder
from oathtools.search import search as searched
from tests.benchmarks.measure import BARE, ROOT, benchmark, checkouts, interleaved, ratio, spent
from tests.support import long_games
from tests.support.phones import FORM, typed
from tests.support.question_sets import SETS, Judged, questions, summed_up
from tests.support.server import process

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


PHONES, PAGES = 8, ("/table", "/me", "/question", "/log")
SIX = ("Ann", "Bo", "Cy", "Dee", "Ed", "Flo")


def _six(at: Path) -> Path:
    """A game of six, of whom each holds a phone."""
    saga = at / "saga"
    typed(saga.parent, "new", str(saga), "--first-game")
    typed(saga, "start", "--players", ",".join(SIX))
    return saga


def _tokens(served: subprocess.Popen[str], seats: int) -> list[str]:
    """The invitations that the server prints."""
    assert served.stdout is not None
    found: list[str] = []
    while len(found) < seats:
        line = served.stdout.readline().strip()
        if line.partition(": ")[0] in SIX:
            found.append(line.rpartition("/")[2])
    return found


def _sat(base: str, token: str) -> httpx.Cookies:
    """The cookie of a phone that has claimed its seat."""
    with httpx.Client() as client:
        client.post(f"{base}/join/{token}", content="", headers={"origin": base, "content-type": FORM})
        assert client.cookies
        return client.cookies


class Watch:
    """What phones see: when each heard of an answer, when it showed the new page, how long that page took.

    ``memory``: what the server holds, in MB, at the end of each minute.
    """

    def __init__(self) -> None:
        self.noted, self.stop = 0.0, threading.Event()
        self.pages: dict[str, list[float]] = {page: [] for page in PAGES}
        self.notices: list[float] = []
        self.shown: list[float] = []
        self.memory: list[float] = []

    def listen(self, base: str, number: int, cookies: httpx.Cookies, moving: float) -> None:
        """A phone, as a browser is one: it listens from the page that it shows, and asks for it when it hears of news.

        ``moving``: how often it opens another page instead.
        """
        rng, kept = Random(number), HTTPConnection(base.removeprefix("http://"), timeout=30)
        shows, cookie = rng.choice(PAGES), "; ".join(f"{name}={value}" for name, value in cookies.items())
        while not self.stop.is_set():
            with closing(HTTPConnection(kept.host, kept.port)) as ear:
                ear.request("GET", "/events", headers={"cookie": cookie, "referer": f"{base}{shows}"})
                events = (line for line in ear.getresponse() if line.startswith(b"data: "))
                for _ in islice(events, 1, None):  # the first is what it shows
                    if self.stop.is_set():
                        return
                    opens = rng.choice(PAGES) if rng.random() < moving else shows
                    self._open(kept, opens, cookie)
                    if opens != shows:
                        shows = opens
                        break

    def _open(self, kept: HTTPConnection, page: str, cookie: str) -> None:
        noted, began = self.noted, time.monotonic()
        kept.request("GET", page, headers={"cookie": cookie})
        answer = kept.getresponse()
        assert answer.read() and (answer.status == 200 or page == "/me")
        if noted:
            self.notices.append(began - noted)
            self.pages[page].append(time.monotonic() - began)
            self.shown.append(time.monotonic() - noted)

    def summary(self, used: float) -> str:
        """What came of it."""
        times = [each for page in self.pages.values() for each in page]
        pages = ", ".join(f"{page} {_share(found):.0f}" for page, found in self.pages.items())
        return (
            f"{len(times)} pages: 95 % under {_share(times):.0f} ms (median {_median(times):.0f}; {pages}); heard of "
            f"within {_share(self.heard):.0f} ms in 95 %, shown within {_share(self.shown):.0f} ms in 95 % (median "
            f"{_median(self.shown):.0f}, longest {max(self.shown) * 1000:.0f}), from before it was written; memory "
            f"{', '.join(f'{each:.1f}' for each in self.memory)} MB; of the processor {1000 * used / len(times):.1f} "
            "ms a page, reading answers included"
        )


def _answer(saga: Path) -> None:
    """One more answer, as the command line writes it; a game that is over begins anew."""
    with folder.going_on(saga) as running:
        play = running.play
        if play.pending is None:
            running.save([play.undo(0)])
            return
        answer = chance(play, "phones") if play.pending.form is Form.OUTCOME else bot_answer(play, "phones")
        running.save([play.answer(answer, checked=True)])


def _memory(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def _processor(pid: int) -> float:
    """Seconds of the processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _share(times: list[float]) -> float:
    return 1000 * quantiles(times, n=20)[-1]


def _median(times: list[float]) -> float:
    return 1000 * median(times)


@benchmark("listening")
def listening(seconds: float = 600.0, moving: float = 0.1) -> None:
    """Eight phones listen, one answer a second; each opens its page anew when it hears of it, or moves to another."""
    sys.setswitchinterval(0.0005)  # eight phones are one process here
    watch = Watch()
    with tempfile.TemporaryDirectory() as made, ExitStack() as stack:
        saga = _six(Path(made))
        served, base = stack.enter_context(process(saga, 0))
        cookies = [_sat(base, token) for token in _tokens(served, len(SIX))]
        eyes = [*cookies, *[httpx.Cookies()] * (PHONES - len(cookies))]
        ears = [threading.Thread(target=watch.listen, args=(base, n, eye, moving)) for n, eye in enumerate(eyes)]
        stack.callback(lambda: [ear.join(30) for ear in ears])
        stack.callback(watch.stop.set)
        for ear in ears:
            ear.start()
        time.sleep(2)
        used, answers = _processor(served.pid), 0
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            watch.noted = began = time.monotonic()
            _answer(saga)
            answers += 1
            time.sleep(max(0.0, 1 - (time.monotonic() - began)))
            if answers % 60 == 0:
                watch.memory.append(_memory(served.pid))
        watch.memory.append(_memory(served.pid))
        print(f"{answers} answers; {watch.told(_processor(served.pid) - used)}", flush=True)
