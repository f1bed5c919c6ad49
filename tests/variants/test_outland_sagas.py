"""Random sagas with Outland Realms: its limits hold at every boundary, nothing is lost, games are their answers."""

from random import Random

import pytest

from oathtools.journal import Play, new_game
from oathtools.procedures.machine.world import seats_for
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.worlds import world_of
from oathtools.saga.writing import chronicle_after
from tests.support.daily import daily
from tests.support.outland_sagas import a_saga, play_out, seeded
from tests.support.sagas import first_world

SAGAS = 8
GAMES = 2


@pytest.mark.parametrize("number", daily(range(SAGAS), 5))
def test_a_random_saga(number: int) -> None:
    """8.2, OR.1 to OR.13: at every boundary of setup, play and Chronicle; replayed, saved and read again the same."""
    a_saga(number, GAMES)


def test_without_the_variant_nothing_changes() -> None:
    """The same seats, seed and answers, once from a world that keeps realms with the variant off, once without any."""

    def played(world: Chronicle) -> Play:
        rng = Random("off")
        begun = world_of(world)
        seats = seats_for([("Ann", None, True), ("Bo", "red", True), ("Cy", "blue", True)], begun.citizens)
        play = new_game(seats, begun, seed=1, keep_log=False)
        play_out(play, rng, 0.0, set())
        play.write_chronicle()
        play_out(play, rng, 0.0, set())
        return play

    bare, keeping = played(first_world("off")), played(seeded(first_world("off"), Random("off")))
    assert [entry.as_data() for entry in bare.entries] == [entry.as_data() for entry in keeping.entries]
    assert bare.state == keeping.state and bare.state.variants == {} and "variants" not in bare.state.canonical()
    before = seeded(first_world("off"), Random("off"))
    assert chronicle_after(keeping, before).variants == before.variants
