"""Lines that strangers typed who had not seen the tool: done as meant, or nothing is done.

``strangers/lines.jsonl`` has each with its meaning; those with ``does`` were judged by reading: their answers are what
was meant. All others are asked back.
"""

from random import Random
from typing import Any

import pytest

from tests.support import misheard
from tests.support.daily import daily, of_some
from tests.support.strangers import LINES, at, offered, said, understood

# Daily the lines of each thirtieth table, since a game is played to each; all of them: -m "soak or not soak".
DAILY = set(list(dict.fromkeys(line["in"] for line in LINES))[::30])


@pytest.mark.parametrize("case", of_some(LINES, lambda line: line["in"] in DAILY), ids=lambda case: case["id"])
def test_a_stranger_s_line_does_what_is_meant_or_nothing(case: dict[str, Any]) -> None:
    if at(case["in"]).pending is None:
        return  # the game is over
    assert said(at(case["in"]).again(), case["say"]) == case.get("does", [])


def test_what_must_do_nothing_does_nothing() -> None:
    assert not [case["id"] for case in LINES if case["sort"] == "nothing" and "does" in case]
    assert sum("does" in case for case in LINES) >= 150


@pytest.mark.parametrize("number", daily(range(0, 300, 30), 3))
def test_a_line_of_which_one_thing_is_changed_does_that_or_nothing(number: int) -> None:
    """All of them, and more of each: ``python -m tests.checks misheard``."""
    row = understood(number)
    for change in misheard.changes(Random(number), row["say"], at(row["in"])):
        came = said(at(row["in"]).again(), change.line)
        assert not misheard.is_wrong(change, row["does"], came), f"{change.kind}: {change.line!r} did {came}"


@pytest.mark.parametrize("number", daily(range(5, 300, 15), 3))
def test_a_line_with_a_word_too_many_is_offered_without_it_as_it_was_or_up_to_it(number: int) -> None:
    row = understood(number)
    for change in misheard.changes(Random(number), row["say"], at(row["in"])):
        rest = offered(at(row["in"]).again(), change.line) if change.kind == "strange" else ""
        does = said(at(row["in"]).again(), rest) if rest else []
        assert bool(does) == bool(rest) and does == row["does"][: len(does)]


@pytest.mark.parametrize("case", of_some([each for each in LINES if each["sort"] == "does" and "does" not in each],
                                         lambda line: line["in"] in DAILY), ids=lambda case: case["id"])  # fmt: skip
def test_what_is_offered_of_a_line_that_is_refused_is_done_as_it_is_offered(case: dict[str, Any]) -> None:
    rest = offered(at(case["in"]).again(), case["say"])
    assert not rest or said(at(case["in"]).again(), rest)
