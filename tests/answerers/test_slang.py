"""Requests as players say them (``slang.yaml``): what was meant is done, and nothing else silently."""

from pathlib import Path
from typing import Any

import pytest

from oathtools.answerers.matching import Misread
from oathtools.answerers.speaker import Needs, Speaker
from oathtools.cli.shared.gaming import labels_for
from oathtools.engine.decision import NotOffered
from oathtools.journal import Play, game_at
from oathtools.kit.datafiles import compile_book
from oathtools.table.position.form import normal

BOOK = compile_book("slang", Path(__file__).parent)


def table(case: dict[str, Any]) -> Play:
    play = game_at(normal(BOOK["positions"][case.get("in", "mountain")]))
    for line in case.get("after", ()):
        Speaker(play, labels_for(play)).say(line)
    return play


def answers(play: Play, line: str) -> dict[str, Any]:
    """What a line answered, by the kinds of the questions: said, or settled since nothing else was possible."""
    before = play.head
    Speaker(play, labels_for(play)).say(line)
    new = play.entries[before:]
    skipped = [question for entry in new for question in entry.skipped] + list(play.driver.skipped)
    settled = {kind: answer for kind, answer in skipped if not kind.endswith(".modifier")}
    return settled | {entry.kind: entry.answer for entry in new if entry.answer != "go-on" or ".plan" in entry.kind}


@pytest.mark.parametrize(
    "case", BOOK["requests"] + BOOK["more"], ids=lambda case: f"{case.get('in', '')}:{case['say']}".strip(":")
)
def test_what_players_say(case: dict[str, Any]) -> None:
    play = table(case)
    if "does" in case:
        did = answers(play, case["say"])
        settled = {kind for entry in play.entries for kind, _ in entry.skipped}
        settled |= {"search.order", *(kind for kind, _ in play.driver.skipped)}
        assert {kind: did.get(kind) for kind in case["does"]} == case["does"]
        assert did.keys() - case["does"].keys() <= settled, "nothing that was not said is done"
        assert "open" not in case or (play.pending is not None and play.pending.kind == case["open"])
    elif "refused" in case:
        with pytest.raises(NotOffered) as refused:
            answers(play, case["say"])
        assert case["refused"] in [row.clause for row in refused.value.refusals]
    else:
        with pytest.raises((Misread, Needs)) as asked:
            answers(play, case["say"])
        told = f"{asked.value} {getattr(asked.value, 'hint', '')}"
        assert all(name in told for name in case["asks"])


def test_there_are_enough_of_them() -> None:
    assert len(BOOK["requests"]) >= 120 and len(BOOK["more"]) >= 40
