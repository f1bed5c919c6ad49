"""Random campaigns in crowded positions: nothing lost, nothing stuck, the same again from the same answers."""

from random import Random

import pytest

from oathtools.engine.decision import Decision
from oathtools.table.invariants import faults
from tests.support.crowded import crowded
from tests.support.daily import daily
from tests.support.tables import Script

POSITIONS = 40
ANSWERS = 80


def answer(decision: Decision, rng: Random) -> object:
    """Campaigns and powers before anything else."""
    if decision.kind == "act":
        wanted = [option for option in decision.legal() if option in ("campaign", "power")]
        if wanted and rng.random() < 0.8:
            return rng.choice(wanted)
    return decision.random(rng)


@pytest.mark.parametrize("number", daily(range(POSITIONS), 7))
def test_a_crowded_position(number: int) -> None:
    rng = Random(number)
    play: Script = crowded(rng).play()
    for _ in range(ANSWERS):
        if play.over:
            break
        if play.pending.kind == "act":
            assert faults(play.state) == []
            assert not [place for place, pile in play.state.pieces.items() if place.startswith("aside.") and pile]
        said = answer(play.pending, rng)
        assert play.pending.allows(said), (play.asked, said)
        play.driver.send(said)
        play.answers.append(said)
        play.game.do.events.clear()
    assert play.replayed().canonical() == play.state.canonical()
