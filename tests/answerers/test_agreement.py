"""Does ``why`` say what ``answer`` does? The check ``agree`` does it for long."""

import pytest

from tests.answerers.test_requests import at_the_table
from tests.support.agreement import NO, NOTHING, YES, by_answer, by_why, differences


@pytest.mark.parametrize("number", [0, 1, *(pytest.param(number, marks=pytest.mark.soak) for number in range(2, 6))])
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


@pytest.mark.parametrize(("adviser", "what"), [("Animal Playmates", YES), ("Tents", NO)])
def test_a_verb_that_is_the_answer_to_what_is_asked(adviser: str, what: str) -> None:
    """6.1: *play* once more, while the card is asked for, is a card that is called so, or another action."""
    play = at_the_table("Bo", Bo__advisers=[{"card": adviser, "facedown": True}, {"card": "Keep", "facedown": True}])
    play.answer("play")
    assert play.pending is not None and play.pending.kind == "play.card"
    assert by_why(play, "play").what == what
    assert by_answer(play, "play").what == what
