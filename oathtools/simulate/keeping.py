"""A run that is kept in a folder: its plan, and what was played as JSON lines, each chunk written whole or not at all.

``plan.json`` says what is played; ``games.jsonl`` has a line for each chunk. A line that was torn is cut off: its games
are played again. So a run can be stopped at any moment, gone on with, and be made longer.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from oathtools.kit import files, intake
from oathtools.simulate.results import LEVEL, Sums, add, faults, results
from oathtools.simulate.running import Chunk, Runner, parted
from oathtools.simulate.setting import Plan, rules

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
