"""Chunks: a few games that one worker plays in one go and hands over whole. What a game is does not depend on them."""

import gc
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from oathtools.simulate.game import played
from oathtools.simulate.setting import Plan, rules

# How many games a worker plays in one go, and may lose at most when it dies.
SIZE = 10


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
