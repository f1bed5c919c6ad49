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
import resource
import statistics
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
from tests.web.phones import begun, entries, phones, serve, typed
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
    return f"{games} games of up to {how.steps} questions: {pages} pages and refusals searched, nothing found"


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
    done = typing = 0
    for number in counted(how.count or 500, how.seconds):
        head = len(entries(saga))
        types = number % how.every == 0
        assert sum(together.at_once(saga, table, typing=types)) == 1
        done, typing = done + 1, typing + types
        _undone(saga, head)
        if done % 50 == 0:
            print(f"{done} races", flush=True)
    return f"{done} races ({typing} with the command line): one answer took effect in each, the others were told"


def _undone(saga: Path, head: int) -> None:
    from oathtools.saga import folder

    with folder.writing(folder.latest(saga)) as running:
        running.save([running.play.undo(together.START)])
    assert len(entries(saga)) == head + 3


def kills(how: argparse.Namespace, folder: Path) -> str:
    """A server killed while it takes an answer, again and again."""
    saga, rng, port, killed = begun(folder), Random(how.first), 0, 0
    with httpx.Client(follow_redirects=True) as client:
        for _ in counted(how.count or 200, how.seconds):
            port = together.killed(saga, client, rng, port)
            killed += 1
            if killed % 10 == 0:
                print(f"{killed} kills", flush=True)
    return f"{killed} kills: never more than the answer in flight lost, every phone right after restart"


def news(how: argparse.Namespace, folder: Path) -> str:
    """Eight phones listen, one answer a second; each opens a page when it hears of it."""
    saga = begun(folder)
    waits: list[float] = []
    heard: list[float] = []
    said = [0.0]
    stop = threading.Event()
    with process(saga, 0) as (served, base), ExitStack() as stack:
        ears = [threading.Thread(target=_listens, args=(base, n, said, heard, waits, stop)) for n in range(PHONES)]
        stack.callback(lambda: [ear.join(30) for ear in ears])
        stack.callback(stop.set)
        for ear in ears:
            ear.start()
        time.sleep(2)
        first, answers = _memory(served.pid), 0
        until = time.monotonic() + min(how.seconds, 600)
        while time.monotonic() < until:
            began = time.monotonic()
            said[0] = began
            _answer(saga, answers)
            answers += 1
            time.sleep(max(0.0, 1 - (time.monotonic() - began)))
            if answers == 60:
                first = _memory(served.pid)
        last = _memory(served.pid)
    page, change = _share(waits), _share(heard)
    return (
        f"{answers} answers, {len(waits)} pages: 95 % under {page:.0f} ms (median {_median(waits):.0f}); "
        f"news within {change:.0f} ms in 95 % (median {_median(heard):.0f}, longest {max(heard) * 1000:.0f}); "
        f"memory {first} to {last} MB"
    )


def _answer(saga: Path, number: int) -> None:
    """One more answer, as the command line writes it; a turn ends after each."""
    from oathtools.answerers.bot import bot_answer, chance
    from oathtools.engine.decision import Form
    from oathtools.saga import folder

    with folder.going_on(saga) as running:
        play = running.play
        if play.pending is None:
            running.save([play.undo(together.START)])
            return
        told = chance(play, "phones") if play.pending.form is Form.OUTCOME else bot_answer(play, "phones")
        running.save([play.answer(told, checked=True)])


def _listens(
    base: str, number: int, said: list[float], heard: list[float], waits: list[float], stop: threading.Event
) -> None:
    rng = Random(number)
    with (
        httpx.Client(timeout=30, follow_redirects=True) as client,
        httpx.Client(timeout=None) as ear,
        ear.stream("GET", f"{base}/events") as lines,
    ):
        for line in lines.iter_lines():
            if stop.is_set():
                return
            if not line.startswith("data: ") or not said[0]:
                continue
            heard.append(time.monotonic() - said[0])
            began = time.monotonic()
            assert client.get(f"{base}{rng.choice(PAGES)}").status_code in (200, 403)
            waits.append(time.monotonic() - began)


def _memory(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) // 1024
    return 0


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
    said.add_argument("--steps", type=int, default=120, help="questions of a game")
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
