"""A run: what is left of a plan is played, kept and summed up as it comes."""

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any, NamedTuple

from oathtools.simulate.chunks import Chunk, parted
from oathtools.simulate.keeping import Kept
from oathtools.simulate.results import LEVEL, results
from oathtools.simulate.running import Runner
from oathtools.simulate.setting import Plan
from oathtools.simulate.sums import Sums, add, faults

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

    def __init__(self, plan: Plan, kept: Kept | None = None) -> None:
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
