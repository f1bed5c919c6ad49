"""Bots know what their seats may know (9.4): other faces where they may not look change no answer and no reason."""

import pytest

from tests.support.hidden_faces import answers_apart


@pytest.mark.parametrize(
    ("bot", "pairs"), [("greedy", 12), ("planner", 1), pytest.param("planner", 12, marks=pytest.mark.soak)]
)
def test_hidden_faces_change_no_answer(bot: str, pairs: int) -> None:
    assert answers_apart(pairs, bot) == 0
