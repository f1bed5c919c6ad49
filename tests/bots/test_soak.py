"""Bots in all sorts of worlds: chronicled ones, hidden ones, two to six seats; sound at each action boundary."""

import pytest

from oathtools.answerers.bot import run_plugs
from oathtools.journal.play import Play
from oathtools.table.invariants import faults
from tests.support.random_games import header

DAILY = (1,)  # a chronicled world with edifices


@pytest.mark.parametrize(
    "number", [each if each in DAILY else pytest.param(each, marks=pytest.mark.soak) for each in range(12)]
)
def test_greedy_plays_any_world_to_its_end(number: int) -> None:
    head = header(number)
    head["seats"] = [{**seat, "bot": "greedy"} for seat in head["seats"]]
    play = Play(head, keep_log=False, digests=False)

    def sound() -> None:
        assert not faults(play.state)

    play.driver.at_boundary = sound
    run_plugs(play)
    assert play.pending is None and play.state.result
