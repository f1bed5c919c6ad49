"""A table with eight phones: how soon they hear of an answer, and how long a page takes."""

import os
import subprocess
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median, quantiles

import httpx

from oathtools.answerers.bot import bot_answer, chance
from oathtools.engine.decision import Form
from oathtools.saga import folder
from tests.benchmarks.measure import benchmark
from tests.support.phones import FORM, typed
from tests.support.server import process

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
        self.said, self.stop = 0.0, threading.Event()
        self.pages: dict[str, list[float]] = {page: [] for page in PAGES}
        self.heard: list[float] = []
        self.shown: list[float] = []
        self.memory: list[float] = []

    def listen(self, base: str, number: int, cookies: httpx.Cookies) -> None:
        """A phone: it hears of an answer, and opens a page."""
        rng = Random(number)
        with (
            httpx.Client(timeout=30, cookies=cookies) as client,
            httpx.Client(timeout=None) as ear,
            ear.stream("GET", f"{base}/events") as lines,
        ):
            for line in lines.iter_lines():
                if self.stop.is_set():
                    return
                if not line.startswith("data: ") or not self.said:
                    continue
                said, began, page = self.said, time.monotonic(), rng.choice(PAGES)
                self.heard.append(began - said)
                assert client.get(f"{base}{page}").status_code == 200 or page == "/me"
                self.pages[page].append(time.monotonic() - began)
                self.shown.append(time.monotonic() - said)

    def told(self, used: float) -> str:
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
def listening(seconds: float = 600.0) -> None:
    """Eight phones listen, one answer a second; each opens a page of its own when it hears of it."""
    watch = Watch()
    with tempfile.TemporaryDirectory() as made, ExitStack() as stack:
        saga = _six(Path(made))
        served, base = stack.enter_context(process(saga, 0))
        cookies = [_sat(base, token) for token in _tokens(served, len(SIX))]
        eyes = [*cookies, *[httpx.Cookies()] * (PHONES - len(cookies))]
        ears = [threading.Thread(target=watch.listen, args=(base, n, eye)) for n, eye in enumerate(eyes)]
        stack.callback(lambda: [ear.join(30) for ear in ears])
        stack.callback(watch.stop.set)
        for ear in ears:
            ear.start()
        time.sleep(2)
        used, answers = _processor(served.pid), 0
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            watch.said = began = time.monotonic()
            _answer(saga)
            answers += 1
            time.sleep(max(0.0, 1 - (time.monotonic() - began)))
            if answers % 60 == 0:
                watch.memory.append(_memory(served.pid))
        watch.memory.append(_memory(served.pid))
        print(f"{answers} answers; {watch.batches(_processor(served.pid) - used)}", flush=True)
