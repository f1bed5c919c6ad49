"""Bots in all sorts of worlds: chronicled ones, hidden ones, two to six seats; sound at each action boundary."""

import pytest

from oathtools.answerers.bot import run_plugs
from oathtools.journal.play import Play
from oathtools.table.invariants import faults
from tests.support.random_games import header


@pytest.mark.parametrize("number", range(0, 12, 2))
@pytest.mark.parametrize("shift", [0, 1])
def test_greedy_plays_any_world_to_its_end(number: int, shift: int) -> None:
    head = header(number + shift)
    head["seats"] = [{**seat, "bot": "greedy"} for seat in head["seats"]]
    play = Play(head, keep_log=False, digests=False)

    def sound() -> None:
        assert not faults(play.state)

    play.driver.at_boundary = sound
    run_plugs(play)
    assert play.pending is None and play.state.result
