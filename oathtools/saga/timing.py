"""The clock of a game: whose turn it was when, beside the journal and never part of it (``games/NNNN.clock``)."""

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from oathtools.journal.play import Play
from oathtools.kit import intake
from oathtools.table.state import ENDED

_MOST_CLOCK = 4_000_000  # bytes
_OFTEN, _GONE = 60.0, 3600.0  # a line a minute is enough; whoever says nothing for an hour has gone home


class Clock(NamedTuple):
    """How long turns took, in seconds: ``(round, seat, seconds)`` in their order, the last perhaps still going on.

    ``mark``: after so many minutes a turn is marked, 0 for never; ``evenings``: in how many the game was played.
    """

    turns: tuple[tuple[int, str, float], ...] = ()
    going_on: bool = False
    paused: bool = False
    mark: int = 0
    evenings: int = 0

    @property
    def seconds(self) -> float:
        """How long it was played, pauses left out."""
        return sum(seconds for *_, seconds in self.turns)


def now() -> float:
    """The time."""
    return time.time()


def clock(path: Path) -> Clock:
    """The clock of a game; an empty one where none was kept. What lies between two evenings is nobody's time."""
    turns: list[tuple[int, str, float]] = []
    before, turn, paused, mark, evenings = 0.0, None, False, 0, 0
    lines = _lines(path)
    for line in [*lines, {"at": now(), "end": True}] if lines else ():
        passed = float(line["at"]) - before
        evenings += passed > _GONE and "end" not in line
        if turns and turn and not paused and 0 < passed <= _GONE:
            turns[-1] = (*turns[-1][:2], turns[-1][2] + passed)
        before, paused, mark = line["at"], line.get("paused", paused), line.get("mark", mark)
        if "turn" in line and line["turn"] != turn:
            turn = line["turn"]
            turns += [(turn[0], turn[1], 0.0)] if turn else []
    return Clock(tuple(turns), bool(turn), paused, mark, evenings)


def set_clock(path: Path, **line: Any) -> None:
    """Note something of the clock: ``turn``, ``paused``, ``mark``, never later than it is. Raises ``OSError``."""
    with path.with_suffix(".clock").open("a", encoding="utf-8") as file:
        file.write(json.dumps({"at": int(now()), **line}) + "\n")


def tick(path: Path, play: Play) -> None:
    """Note whose turn it is, if that is news. A clock that cannot be written is no reason to stop a game."""
    turn = None if play.state.phase in ENDED or play.state.phase == "setup" else [play.state.round, play.state.turn]
    lines = _lines(path)
    last: Any = next((line["turn"] for line in reversed(lines) if "turn" in line), ())
    if last != turn or now() - lines[-1]["at"] >= _OFTEN:
        with suppress(OSError):
            set_clock(path, turn=turn)


def _lines(path: Path) -> list[dict[str, Any]]:
    try:
        text = intake.read(path.with_suffix(".clock"), _MOST_CLOCK)
    except (OSError, ValueError, intake.Unfit):
        return []
    found = []
    for line in text.splitlines():
        with suppress(ValueError, TypeError):
            read = json.loads(line)
            found += [read] if isinstance(read, dict) and isinstance(read.get("at"), int) else []
    return found
