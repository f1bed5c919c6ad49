"""The table on every phone under load: secrets, requests at random, races, kills, and how long a page takes.

    python benchmarks/phones.py secrets --games 200         all pages of random games, searched for what is hidden
    python benchmarks/phones.py requests --count 20000      requests made up at random
    python benchmarks/phones.py races --count 500           two phones and the command line answer at once
    python benchmarks/phones.py kills --count 200           SIGKILL in mid-answer
    python benchmarks/phones.py news --seconds 600          eight phones listen, one answer a second
    python benchmarks/phones.py secrets --seconds 300       any of them, for so long at most

Each does what the tests of ``tests/web`` do, longer. What they say is what was done until it ended; the exit status is
1, with the fault, if something did not hold.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

import httpx

from tests.web import test_secrets as secrets_
from tests.web import test_together as together
from tests.web.phones import FORM, begun, entries, phones, serve, typed
from tests.web.server import process

ROUND = 500  # requests to one table
PHONES, PAGES = 8, ("/table", "/me", "/question", "/log")


def counted(most: int, seconds: float) -> Iterator[int]:
    """Numbers up to one, for so long at most."""
    until = time.monotonic() + seconds
    for number in range(most):
        if time.monotonic() > until:
            return
        yield number


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def secrets(how: argparse.Namespace, folder: Path) -> str:
    """Random games; every page of every viewer at every question."""
    games = pages = 0
    for number in counted(how.count or how.games, how.seconds):
        pages += secrets_.searched(how.first + number, _made(folder / str(number)), how.steps, how.every)
        games += 1
        print(f"{games} games, {pages} pages", flush=True)
    return f"{games} games, at most {how.steps} questions each: {pages} pages and refusals searched, nothing found"


def requests(how: argparse.Namespace, folder: Path) -> str:
    """Requests made up at random, to tables one after the other."""
    sent = taken = 0
    for number in counted((how.count or 20_000) // ROUND, how.seconds):
        taken += secrets_.hostile(how.first + number, _made(folder / str(number)), ROUND)
        sent += ROUND
        print(f"{sent} requests", flush=True)
    return f"{sent} requests, {taken} answers taken: no status 500, nothing changed by a refused one"


def races(how: argparse.Namespace, folder: Path) -> str:
    """The same question answered by two phones and the command line at the same moment."""
    saga = begun(folder)
    typed(saga, "answer", "end")
    table = phones(serve(saga, scribe="Ann"), "Ann", "Bo")
    done = typing = first = 0
    for number in counted(how.count or 500, how.seconds):
        head = len(entries(saga))
        types = number % how.every == 0
        taken = together.at_once(saga, table, typing=types)
        assert sum(taken.values()) == 1
        done, typing, first = done + 1, typing + types, first + taken.get(together.TYPIST, False)
        _undone(saga, head)
        if done % 50 == 0:
            print(f"{done} races", flush=True)
    return (
        f"{done} races ({typing} with the command line, which was first in {first}): one answer took effect in each, "
        "the others were told"
    )


def _undone(saga: Path, head: int) -> None:
    from oathtools.saga import folder

    with folder.writing(folder.latest(saga)) as running:
        running.save([running.play.undo(together.START)])
    assert len(entries(saga)) == head + 3


def kills(how: argparse.Namespace, folder: Path) -> str:
    """A server killed while it takes an answer, again and again."""
    saga, rng, port, killed = begun(folder), Random(how.first), 0, 0
    with httpx.Client(follow_redirects=True, timeout=60) as client:
        for _ in counted(how.count or 200, how.seconds):
            port = together.killed(saga, client, rng, port)
            killed += 1
            if killed % 10 == 0:
                print(f"{killed} kills", flush=True)
    return f"{killed} kills: never more than the answer in flight lost, every phone right after restart"


def news(how: argparse.Namespace, folder: Path) -> str:
    """Eight phones listen, one answer a second; each opens a page of its own when it hears of it."""
    saga = _six(folder)
    watch = Watch()
    with process(saga, 0) as (served, base), ExitStack() as stack:
        cookies = [_sat(base, token) for token in _tokens(served, len(SIX))]
        eyes = [*cookies, *[httpx.Cookies()] * (PHONES - len(cookies))]
        ears = [threading.Thread(target=watch.listen, args=(base, n, eye)) for n, eye in enumerate(eyes)]
        stack.callback(lambda: [ear.join(30) for ear in ears])
        stack.callback(watch.stop.set)
        for ear in ears:
            ear.start()
        time.sleep(2)
        used, answers = _processor(served.pid), 0
        until = time.monotonic() + min(how.seconds, 600)
        while time.monotonic() < until:
            watch.said = began = time.monotonic()
            _answer(saga)
            answers += 1
            time.sleep(max(0.0, 1 - (time.monotonic() - began)))
            if answers % 60 == 0:
                watch.memory.append(_memory(served.pid))
                print(f"{answers} answers; {watch.told(_processor(served.pid) - used)}", flush=True)
        watch.memory.append(_memory(served.pid))
        return f"{answers} answers; {watch.told(_processor(served.pid) - used)}"


SIX = ("Ann", "Bo", "Cy", "Dee", "Ed", "Flo")


def _six(folder: Path) -> Path:
    """A game of six, of whom each holds a phone."""
    saga = folder / "saga"
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
    from oathtools.answerers.bot import bot_answer, chance
    from oathtools.engine.decision import Form
    from oathtools.saga import folder

    with folder.going_on(saga) as running:
        play = running.play
        if play.pending is None:
            running.save([play.undo(0)])
            return
        told = chance(play, "phones") if play.pending.form is Form.OUTCOME else bot_answer(play, "phones")
        running.save([play.answer(told, checked=True)])


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
    return 1000 * statistics.quantiles(times, n=20)[-1]


def _median(times: list[float]) -> float:
    return 1000 * statistics.median(times)


WHAT = {"secrets": secrets, "requests": requests, "races": races, "kills": kills, "news": news}


def main() -> int:
    said = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    said.add_argument("what", choices=WHAT)
    said.add_argument("--games", type=int, default=200)
    said.add_argument("--count", type=int, default=0)
    said.add_argument("--first", type=int, default=0, help="the first seed")
    said.add_argument("--steps", type=int, default=10_000, help="questions of a game, its Chronicle included")
    said.add_argument("--every", type=int, default=1, help="look at every so manieth; type in every so manieth race")
    said.add_argument("--seconds", type=float, default=36_000)
    how = said.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as made:
        told = WHAT[how.what](how, Path(made))
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(f"{told} ({time.monotonic() - began:.0f} s, of the processor {used.ru_utime + used.ru_stime:.0f} s)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
