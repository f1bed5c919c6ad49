"""Lines that seven writers typed who had not seen the tool, at 36 tables: done as meant, or nothing is done.

``strangers/lines.jsonl`` has each with its meaning; those with ``does`` were judged by reading: their answers are what
was meant. All others are asked back.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from oathtools.answerers.matching import Misread
from oathtools.answerers.speaker import Needs, Speaker
from oathtools.cli.shared.gaming import labels_for
from oathtools.engine.decision import NotOffered
from oathtools.journal import Play

HERE = Path(__file__).with_name("strangers")
LINES = [json.loads(line) for line in (HERE / "lines.jsonl").read_text(encoding="utf-8").splitlines()]


@cache
def _tables() -> dict[str, Any]:
    rows = map(json.loads, (HERE / "situations.jsonl").read_text(encoding="utf-8").splitlines())
    return {row["situation"]: row for row in rows}


@cache
def _at(situation: str) -> Play:
    row = _tables()[situation]
    play = Play(row["header"], takes_snapshots=True)
    for left, (kind, answer) in enumerate(row["answers"], -len(row["answers"])):
        assert play.pending is not None and play.pending.kind == kind
        play.answer(answer, checked=True)
        if left > -25:
            play.stand()  # as a table's folder does: what is only tried goes back to it
    return play


def said(play: Play, line: str) -> list[list[Any]]:
    """What came of a line: nothing if it was refused."""
    try:
        entries = Speaker(play, labels_for(play)).say(line)
    except (Misread, NotOffered, Needs):
        return []
    return [[entry.kind, entry.answer] for entry in entries]


@pytest.mark.parametrize("case", LINES, ids=lambda case: case["id"])
def test_a_stranger_s_line_does_what_is_meant_or_nothing(case: dict[str, Any]) -> None:
    if _at(case["in"]).pending is None:
        return  # the game is over
    assert said(_at(case["in"]).again(), case["say"]) == case.get("does", [])


def test_what_must_do_nothing_does_nothing() -> None:
    assert not [case["id"] for case in LINES if case["sort"] == "nothing" and "does" in case]
    assert sum("does" in case for case in LINES) >= 150


@pytest.mark.parametrize("case", [each for each in LINES if "does" in each][::4], ids=lambda case: case["id"])
@pytest.mark.parametrize("change", ["{}?", "if he can, {}", "maybe {}", "{} banana", "Zed {}"])
def test_a_stranger_s_line_changed_does_nothing(case: dict[str, Any], change: str) -> None:
    """A question, a condition, a doubt, a word that means nothing, somebody who is not there."""
    assert said(_at(case["in"]).again(), change.format(case["say"])) == []
