"""Playing what is left of a plan: here, in processes of this machine, or wherever a scheduler of Dask has workers.

Whoever plays, a chunk is handed over whole and in any order, and the sums are the same. A process that dies (killed,
out of memory) takes the chunk that it was at with it; that chunk is played again, by another one.
"""

import gc
import json
import os
import signal
import socket
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from oathtools.kit import files, intake
from oathtools.kit.text import installs
from oathtools.simulate.game import played
from oathtools.simulate.results import LEVEL, Sums, add, faults, results
from oathtools.simulate.setting import Plan, rules

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from distributed import Client


# -- Chunks: a few games that one worker plays in one go and hands over whole. What a game is does not depend on them


def size(games: int) -> int:
    """How many of so many games a worker plays in one go, and may lose at most: so few that one sees it go on."""
    return max(1, min(10, games // 100))


class Chunk(NamedTuple):
    """Games that were played: of each its records, one for each setting; and what they cost.

    ``seconds`` of a processor, ``memory`` of the worker at its highest in MB (None where nobody says); ``rules`` are
    those that the worker played by.
    """

    games: list[list[dict[str, Any]]]
    seconds: float
    memory: float | None
    rules: str

    def as_data(self) -> dict[str, Any]:
        """The chunk as JSON data."""
        return self._asdict()


def play_chunk(plan: Mapping[str, Any], numbers: list[int]) -> dict[str, Any]:
    """Play games so-and-so of a plan, under each of its settings. Plain data in and out, for any kind of worker."""
    read = Plan.from_data(plan)
    start = time.process_time()
    with _seldom_collected():
        games = [[played(read, name, number) for name in read.settings] for number in numbers]
    return Chunk(games, round(time.process_time() - start, 3), memory(), rules()).as_data()


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Bots make and leave tables by the thousand: a tenth of the time would go into looking for circles among them."""
    before = gc.get_threshold()
    gc.set_threshold(100 * before[0], *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def parted(numbers: Iterable[int], size: int) -> Iterator[list[int]]:
    """Numbers in chunks of a size, in their order."""
    chunk: list[int] = []
    for number in numbers:
        chunk.append(number)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def memory() -> float | None:
    """How much memory this process has taken at its highest, in MB; None where nobody says."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    import sys

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(most / (1 << 20 if sys.platform == "darwin" else 1 << 10), 1)


Numbers = list[int]
# Plays chunks; each comes back with the numbers of its games, in whatever order they are done.
Runner = Callable[[Plan, Iterable[Numbers]], Generator[Chunk, None, None]]
# How often in a row processes may die before anything is handed over.
PATIENCE = 3


class WorkersDie(Exception):
    """Workers die again and again, or cannot be reached; what was handed over stays."""

    def __init__(self, why: str, hint: str) -> None:
        super().__init__(why)
        self.hint = hint


class OtherRules(Exception):
    """A worker plays by another version of this program."""


def here(plan: Plan, chunks: Iterable[Numbers]) -> Generator[Chunk, None, None]:
    """In this process, one after another."""
    data = plan.as_data()
    for numbers in chunks:
        yield Chunk(**play_chunk(data, numbers))


def in_processes(workers: int) -> Runner:
    """In so many processes of this machine. Raises ``WorkersDie``."""
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor  # a browser has none

    def run(plan: Plan, chunks: Iterable[Numbers]) -> Generator[Chunk, None, None]:
        data, left = plan.as_data(), iter(chunks)
        open_: list[Numbers] = []
        deaths = 0
        while deaths < PATIENCE:
            pool = ProcessPoolExecutor(workers, initializer=_as_a_worker)
            try:
                for chunk, numbers in _through(pool, data, open_, left, 2 * workers):
                    open_.remove(numbers)
                    deaths = 0
                    yield chunk
                return
            except BrokenProcessPool:
                deaths += 1
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
        games = f"games {open_[0][0]} to {open_[-1][-1]}"
        hint = "Is there memory enough? --workers 1 takes least. What was played is kept."
        raise WorkersDie(f"{PATIENCE} times in a row a process died that played {games}", hint)

    return run


def checked(data: dict[str, Any]) -> Chunk:
    """A chunk that a worker has handed over. Raises ``OtherRules`` if it was played by others than ours."""
    chunk = Chunk(**data)
    if chunk.rules != rules():
        raise OtherRules(f"a worker plays by rules {chunk.rules}, and these are {rules()}")
    return chunk


def _through(
    pool: "ProcessPoolExecutor", plan: dict[str, Any], open_: list[Numbers], left: Iterator[Numbers], most: int
) -> Iterator[tuple[Chunk, Numbers]]:
    """Chunks as they are done, never more than ``most`` handed out; ``open_`` are those handed out and not back."""
    futures: dict[Future[Any], Numbers] = {}
    for numbers in open_:
        futures[pool.submit(play_chunk, plan, numbers)] = numbers
    while True:
        while len(futures) < most and (more := next(left, None)) is not None:
            open_.append(more)
            futures[pool.submit(play_chunk, plan, more)] = more
        if not futures:
            return
        for future in wait(futures, return_when=FIRST_COMPLETED).done:
            numbers = futures.pop(future)
            yield checked(future.result()), numbers


def _as_a_worker() -> None:
    """Ctrl-C ends a worker at once and in silence: what it was at is played again when the run goes on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


# -- Playing on many machines: the same chunks, handed to the workers of a scheduler of Dask (``oathtools[cluster]``)
#
# Nothing of scheduling is ours: Dask hands a chunk out again when its worker dies or leaves, and takes in workers that
# come later. Each worker needs this version of oathtools, and plays one chunk at a time, however many threads it has.


INSTALL = installs("cluster")
_PORT = 8786  # where a scheduler of Dask listens if it is told nothing else
_ONE_AT_A_TIME = Lock()


class NoDask(Exception):
    """The extra that speaks with a scheduler is not installed."""


def at_scheduler(address: str, timeout: float = 10.0) -> Runner:
    """With the workers of the scheduler at an address (``tcp://host:8786``).

    Raises ``NoDask`` where it is not installed; running raises ``WorkersDie`` if the scheduler does not answer.
    """
    try:
        from distributed import Client
    except ImportError:
        raise NoDask from None

    def run(plan: Plan, chunks: Iterable[Numbers]) -> Generator[Chunk, None, None]:
        try:
            at = _answering(address, timeout)
            client = Client(at, timeout=timeout, set_as_default=False)
        except (OSError, ValueError) as fault:
            hint = "dask scheduler starts one and prints its address; dask worker ADDRESS, on each machine, a worker."
            raise WorkersDie(f"no scheduler answers at {address} ({fault})", hint) from None
        with client:
            yield from with_client(client, plan, chunks)

    return run


def _answering(address: str, timeout: float) -> str:
    """The whole address, if anybody listens there: a client would try for long. Raises ``OSError``, ``ValueError``."""
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    port = parts.port or _PORT
    socket.create_connection((parts.hostname or "", port), timeout).close()
    return f"{parts.scheme}://{parts.netloc if parts.port else f'{parts.netloc}:{port}'}"


def with_client(client: "Client", plan: Plan, chunks: Iterable[Numbers]) -> Generator[Chunk, None, None]:
    """With the workers that a client of Dask speaks to, those that come later too. Raises ``WorkersDie``."""
    from distributed import Future, KilledWorker, as_completed
    from distributed.client import FutureCancelledError

    # The plan goes with each chunk: data that lay with one worker would be lost with it.
    data, left = plan.as_data(), iter(chunks)
    out: set[Future] = set()
    done = as_completed(loop=client.loop)

    def hand_out() -> None:
        for numbers in islice(left, max(0, _room(client) - len(out))):
            future = client.submit(one_at_a_time, data, numbers, pure=False)
            out.add(future)
            done.add(future)

    try:
        hand_out()
        for future in done:
            chunk = checked(future.result())
            out.discard(future)
            hand_out()
            yield chunk
    except KilledWorker as fault:
        hint = "Have they memory enough? --chunk 1 takes least. What was played is kept."
        raise WorkersDie(f"workers died again and again over the same chunk ({fault})", hint) from None
    except (FutureCancelledError, OSError, TimeoutError) as fault:
        hint = "What was played is kept: go on when it is back."
        raise WorkersDie(f"the scheduler has gone ({fault})", hint) from None
    except ImportError as fault:
        hint = f"On every machine of the cluster: {INSTALL}, the same version as here."
        raise WorkersDie(f"a worker has no oathtools ({fault})", hint) from None
    finally:
        client.cancel(list(out))


def one_at_a_time(plan: dict[str, Any], numbers: Numbers) -> dict[str, Any]:
    """A chunk in a worker that may have several threads: they would only wait for one another."""
    with _ONE_AT_A_TIME:
        return play_chunk(plan, numbers)


def _room(client: "Client") -> int:
    """How many chunks may be handed out: two for each thread there is, so that nobody waits and little is lost."""
    return 2 * max(1, sum(client.nthreads().values()))


PLAN, GAMES = "plan.json", "games.jsonl"


class NotKept(Exception):
    """A folder that cannot be gone on with: why, and the way out."""

    def __init__(self, why: str, hint: str) -> None:
        super().__init__(why)
        self.hint = hint


class RunFolder:
    """A run in a folder. ``games`` is how many were wanted the last time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.games = 0

    @property
    def exists(self) -> bool:
        """Is a run kept there?"""
        return (self.folder / PLAN).is_file()

    def plan(self) -> Plan:
        """The plan of the run. Raises ``NotKept``."""
        try:
            data = intake.from_json(intake.content(self.folder / PLAN, intake.POSITION))
            self.games = int(data["games"])
            found = Plan.from_data(data["plan"])
            if data["rules"] != rules():
                hint = "Games by two versions are not added up: --out another folder."
                raise NotKept(f"the games in {self.folder} were played by another version of oathtools", hint)
            return found
        except (ValueError, LookupError, TypeError, AttributeError, intake.Unfit) as fault:
            hint = "Take it from a copy, or begin anew: --out another folder."
            raise NotKept(f"{self.folder / PLAN} is no plan ({fault})", hint) from None

    def begin(self, plan: Plan, games: int) -> None:
        """Keep a plan, or that more games of it are wanted."""
        header = {"rules": rules(), "games": games, "plan": plan.as_data()}
        files.write(self.folder / PLAN, json.dumps(header, ensure_ascii=False, indent=1) + "\n")
        self.games = games

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else writes there meanwhile. Raises ``whole.Busy``, ``OSError``."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with files.alone(self.folder):
            yield

    def append(self, chunk: Chunk) -> None:
        """Write a chunk to the disk, in one line."""
        line = json.dumps(chunk.as_data(), ensure_ascii=False, separators=(",", ":")) + "\n"
        with (self.folder / GAMES).open("ab") as out:
            out.write(line.encode())
            out.flush()
            os.fsync(out.fileno())

    def mend(self) -> bool:
        """Cut off a line that was torn when a process was killed; says whether there was one."""
        path = self.folder / GAMES
        if not path.is_file():
            return False
        with path.open("r+b") as file:
            size = file.seek(0, os.SEEK_END)
            end = _last_newline(file, size)
            file.truncate(end)
        return end < size

    def chunks(self) -> Iterator[Chunk]:
        """What was played, chunk by chunk, a torn last line left out. Raises ``NotKept`` for a damaged line."""
        path = self.folder / GAMES
        if not path.is_file():
            return
        with path.open(encoding="utf-8", newline="\n") as lines:
            for number, line in enumerate(lines, 1):
                if line.endswith("\n"):
                    yield self._read(number, line)

    def _read(self, number: int, line: str) -> Chunk:
        try:
            return Chunk(**json.loads(line))
        except (ValueError, TypeError) as fault:
            hint = "Take that line out: its games are played again."
            raise NotKept(f"{self.folder / GAMES}, line {number} cannot be read ({fault})", hint) from None

    def write(self, name: str, text: str) -> Path:
        """Write a file of results beside the games."""
        files.write(self.folder / name, text)
        return self.folder / name


def _last_newline(file: Any, size: int) -> int:
    """Where the last whole line of a file ends."""
    block, at = 1 << 16, size
    while at > 0:
        start = max(0, at - block)
        file.seek(start)
        found: int = file.read(at - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        at = start
    return 0


# -- A run: what is left of a plan is played, kept and summed up as it comes -------------------------------------------


Data = dict[str, Any]


class Cost(NamedTuple):
    """What games cost: seconds of processors, decisions, and the memory of the largest worker in MB."""

    seconds: float = 0.0
    decisions: int = 0
    memory: float | None = None

    def as_data(self) -> Data:
        """The cost as JSON data, with decisions a second."""
        speed = round(self.decisions / self.seconds) if self.seconds else None
        return {**self._asdict(), "seconds": round(self.seconds, 3), "decisions_a_second": speed}


class Run:
    """Games of a plan, in memory or in a folder. Only sums stay in memory, and which games were played."""

    def __init__(self, plan: Plan, kept: RunFolder | None = None) -> None:
        self.plan, self.kept = plan, kept
        self.sums = Sums()
        self.done: set[int] = set()
        self.failed: list[Data] = []
        self.cost = Cost()
        for chunk in kept.chunks() if kept else ():
            self._take(chunk)

    def left(self, games: int) -> list[int]:
        """Which of so many games are still to be played."""
        return [number for number in range(games) if number not in self.done]

    def play(self, games: int, size: int, runner: Runner, tell: Callable[[int], None] = lambda _: None) -> None:
        """Play what is left of so many games, in chunks of a size; ``tell`` is told how many were just played."""
        with closing(runner(self.plan, parted(self.left(games), size))) as chunks:
            for chunk in chunks:
                if self.kept is not None:
                    self.kept.append(chunk)
                tell(self._take(chunk))

    def results(self, level: float = LEVEL) -> Data:
        """What the games say; the same for the same games, however they were played."""
        found = results(self.plan, self.sums, level)
        return {**found, "faults": sorted(self.failed, key=lambda each: (each["game"], each["setting"]))}

    def _take(self, chunk: Chunk) -> int:
        new = [records for records in chunk.games if records[0]["game"] not in self.done]
        names: Sequence[str] = list(self.plan.settings)
        add(self.sums, names, new)
        self.failed += faults(new, names)
        self.done |= {records[0]["game"] for records in new}
        decisions = sum(record.get("decisions", 0) for records in new for record in records)
        memory = max(filter(None, (self.cost.memory, chunk.memory)), default=None)
        self.cost = Cost(self.cost.seconds + chunk.seconds, self.cost.decisions + decisions, memory)
        return len(new)
