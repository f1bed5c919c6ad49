"""Playing what is left of a plan: here, in processes of this machine, or wherever a scheduler of Dask has workers.

Whoever plays, a chunk is handed over whole and in any order, and the sums are the same. A process that dies (killed,
out of memory) takes the chunk that it was at with it; that chunk is played again, by another one.
"""

import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from oathtools.simulate.chunks import Chunk, play_chunk
from oathtools.simulate.setting import Plan, rules

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
    pool: ProcessPoolExecutor, plan: dict[str, Any], open_: list[Numbers], left: Iterator[Numbers], most: int
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
