"""Bots know what their seats may know (9.4): other faces where they may not look change no answer and no reason."""

import pytest

from tests.support.hidden_faces import answers_apart


@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_hidden_faces_change_no_answer(bot: str) -> None:
    assert answers_apart(12, bot) == 0
