"""``declare CARD MOVES`` as a line, in one answer or in two, and as a verdict."""

import pytest

from oathtools.answerers import judge
from oathtools.answerers.matching import Misread
from oathtools.answerers.reading import table_of
from oathtools.answerers.requests import split
from oathtools.cli.shared.gaming import labels_for
from oathtools.engine.decision import NotOffered
from oathtools.journal import Play
from oathtools.procedures.adjudicate import Opinion
from tests.answerers.test_requests import at_the_table, pending, say

ALCHEMIST = "denizen.alchemist"


def table(*advisers: str) -> Play:
    """Bo's turn at the Mountain, with advisers whose powers are not coded."""
    gone = (ALCHEMIST, "denizen.ballot_box")
    return at_the_table(
        "Bo", gone, Bo__advisers=list(advisers or ("Alchemist", "Ballot Box")), sites=["Mountain", "Plains"]
    )


def why(play: Play, line: str) -> Opinion:
    labels = labels_for(play)
    return judge.verdict(table_of(play, "red", "red"), split(line), lambda kind: str, repairs=bool(not labels))


def test_the_card_and_its_moves_in_one_line() -> None:
    assert say(table(), "declare Alchemist favor 2 from bank order to me; favor 2 from bank hearth to me") == [
        ("act", "declare"),
        ("declare.card", ALCHEMIST),
        ("declare.moves", "favor 2 from bank order to me; favor 2 from bank hearth to me"),
    ]


def test_the_moves_may_follow() -> None:
    play = table()
    say(play, "declare Alchemist")
    assert pending(play) == ("declare.moves", "red")
    assert say(play, "favor 1 from bank order to me") == [("declare.moves", "favor 1 from bank order to me")]


def test_where_only_one_card_can_be_declared() -> None:
    answers = say(table("Ballot Box"), "declare Ballot Box supply 1")
    assert answers == [("act", "declare"), ("declare.moves", "supply 1")]


def test_a_card_whose_power_is_known_is_refused() -> None:
    with pytest.raises((NotOffered, Misread)):
        say(table("Elders", "Ballot Box"), "declare Elders secrets 1 from shared to me")


def test_moves_that_cannot_be_are_refused_with_the_reason() -> None:
    with pytest.raises(NotOffered) as no:
        say(table(), "declare Alchemist favor 99 from bank order to me")
    assert "not 99" in no.value.refusals[0].because


def test_why_reads_the_moves_too() -> None:
    play = table()
    assert why(play, "declare Alchemist favor 1 from bank order to me").legal is True
    verdict = why(play, "declare Alchemist favor 99 from bank order to me")
    assert verdict.legal is False and [row.clause for row in verdict.refusals] == ["7.1.3"]
