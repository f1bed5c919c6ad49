"""The lines that strangers typed, and the tables at which they did (``tests/answerers/strangers``)."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from oathtools.answerers.matching import Misread
from oathtools.answerers.speaker import Needs, Speaker
from oathtools.cli.shared.gaming import labels_for
from oathtools.engine.decision import NotOffered
from oathtools.journal import Play

HERE = Path(__file__).parents[1] / "answerers" / "strangers"
LINES = [json.loads(line) for line in (HERE / "lines.jsonl").read_text(encoding="utf-8").splitlines()]
_UNDERSTOOD = [line for line in LINES if "does" in line]
_BACK = 25  # answers before the line at which a table's folder keeps the game


def understood(number: int) -> dict[str, Any]:
    """The line of a number among those that are understood; behind the last comes the first again."""
    return _UNDERSTOOD[number % len(_UNDERSTOOD)]


@cache
def _tables() -> dict[str, Any]:
    rows = map(json.loads, (HERE / "situations.jsonl").read_text(encoding="utf-8").splitlines())
    return {row["situation"]: row for row in rows}


@cache
def at(situation: str) -> Play:
    """The game of a table as it stands: to be copied (``again``), not to be played on."""
    row = _tables()[situation]
    play = Play(row["header"], takes_snapshots=True)
    for left, (kind, answer) in enumerate(row["answers"], -len(row["answers"])):
        assert play.pending is not None and play.pending.kind == kind
        play.answer(answer, checked=True)
        if left > -_BACK:
            play.stand()  # as a table's folder does: what is only tried goes back to it
    return play


def said(play: Play, line: str) -> list[list[Any]]:
    """What came of a line: nothing if it was refused."""
    try:
        entries = Speaker(play, labels_for(play)).say(line)
    except (Misread, NotOffered, Needs):
        return []
    return [[entry.kind, entry.answer] for entry in entries]


def offered(play: Play, line: str) -> str:
    """What a line that is refused is said to be without what was not understood; nothing if that is not said."""
    try:
        Speaker(play, labels_for(play)).say(line)
    except (Misread, NotOffered, Needs) as fault:
        return getattr(fault, "rest", "")
    return ""
