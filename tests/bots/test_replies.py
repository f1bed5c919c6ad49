"""What a planner expects of the others until it is its turn again."""

import pytest

from oathtools.bots.planner import OVER, replied
from oathtools.procedures.machine.game import Game
from tests.support.tables import Table, a_table

SEED = "a stream"


def alone() -> Table:
    """Nobody but Red can do anything: no warbands, no favor, no Supply."""
    table = a_table(3).seat("red", at="mountain")
    for seat in ("purple", "blue"):
        table.seat(seat, supply=0, warbands=0, favor=0, secrets=0)
    return table


def after(table: Table) -> Game:
    game = table.game()
    game.rest(True)
    return game


def test_3_1_a_usurper_who_wakes_next_has_won() -> None:
    """Red ends the turn, and Blue, who has the title on its Usurper side, checks for a win before doing anything."""
    table = alone().oath("people").banner("peoples_favor", "blue", 5).title("blue", usurper=True)
    assert replied(after(table), "red", SEED) == -OVER


def test_3_1_a_title_that_nobody_can_take_is_won_by_at_ones_next_wake() -> None:
    table = alone().oath("people").banner("peoples_favor", "red", 5).title("red", usurper=True)
    assert replied(after(table), "red", SEED) == OVER


@pytest.mark.parametrize(("round_", "faces"), [(5, 1), (6, 2), (7, 4)])
def test_3_3_the_end_die_is_weighed_face_by_face(round_: int, faces: int) -> None:
    """Blue is the last of the round, and the Chancellor has the title: so many of six faces end the game."""
    table = alone().oath("people").banner("peoples_favor", "purple", 5).title("purple").turn("blue").round(round_)
    ends = replied(after(table), "blue", SEED)
    calm = replied(after(table.round(4)), "blue", SEED)
    # What a round more or less counts for in how near the Empire is, is little beside the end of the game.
    assert ends == pytest.approx(-OVER * faces / 6 + calm * (6 - faces) / 6, abs=6)


def test_3_3_what_the_end_die_calls_for_is_answered_too() -> None:
    """Squalid District asks its ruler after the roll (its FAQ 1): each face goes on to the round that follows."""
    table = alone().oath("people").banner("peoples_favor", "purple", 5).title("purple").turn("blue").round(6)
    table.site("steppe", cards=["edifice.squalid_district"], warbands={"red": 1})
    calm = replied(after(table.round(4)), "blue", SEED)
    assert replied(after(table.round(6)), "blue", SEED) == pytest.approx(-OVER * 2 / 6 + calm * 4 / 6, abs=6)


def test_4_a_rival_who_can_take_the_title_is_expected_to() -> None:
    """2.11, 5.4: whoever has more favor than lies on the banner recovers it."""
    table = alone().oath("people").banner("peoples_favor", "red", 1).title("red")
    safe = replied(after(table), "red", SEED)
    rich = replied(after(table.seat("blue", supply=4, favor=6)), "red", SEED)
    assert rich < safe - 10


def test_the_table_that_is_judged_stays_as_it_is() -> None:
    """It is played on on copies, and the same streams come to the same."""
    game = after(alone())
    before = game.state.canonical()
    assert replied(game, "red", SEED) == replied(game, "red", SEED)
    assert game.state.canonical() == before
