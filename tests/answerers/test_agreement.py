"""Does ``why`` say what ``answer`` does? The long test is ``benchmarks/agree.py``."""

import pytest

from tests.answerers.agreement import NO, NOTHING, YES, by_answer, by_why, differences
from tests.answerers.test_requests import at_the_table


@pytest.mark.parametrize("number", range(6))
def test_why_and_answer_say_the_same_of_random_requests(number: int) -> None:
    """In positions of random games: yes, no by the same clauses, or words that are nothing."""
    put = list(differences(number, 4, 25))
    assert len(put) > 20 and not [each for each in put if each is not None]


@pytest.mark.parametrize(
    ("line", "what", "clauses"),
    [
        ("travel Plains", YES, set()),
        ("travel Mountain", NO, {"5.6.1"}),
        ("muster Longbows", NO, {"5.2.1"}),
        ("travel Plains --with 'Buried Giant'", NO, {"7.1", "7.1.1"}),
        ("travel nowhere at all", NOTHING, set()),
    ],
)
def test_both_say_yes_no_and_nothing(line: str, what: str, clauses: set[str]) -> None:
    play = at_the_table("Bo")
    assert by_why(play, line) == by_answer(play, line) == (what, clauses)
