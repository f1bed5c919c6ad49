"""4 and 4.2: the order of turns, actions one at a time, what is offered."""

import pytest

from oathtools.engine.decision import Decision
from oathtools.procedures.turn import ACTIONS, END, program
from tests.support.tables import Table, a_table, down


@pytest.mark.parametrize("players", range(2, 7))
def test_4_everybody_in_turn_order_then_the_next_round(players: int) -> None:
    """Chapter 4: each player one turn, the Chancellor first; then the round ends and the next one begins."""
    play = a_table(players).turn("purple").play()
    order = []
    for _ in range(players):
        order.append(play.state.turn)
        assert play.state.round == 2
        play.answer("end")
    assert order == play.state.seats
    assert (play.state.turn, play.state.round, play.asked[0]) == ("purple", 3, "act")


def act(table: Table) -> Decision:
    """The question of the Act Phase itself, even where only its end is left."""
    return next(program(table.game()))  # type: ignore[arg-type]


def test_4_2_ending_is_always_offered_and_alone_it_is_taken() -> None:
    table = a_table().seat("red", supply=0)
    assert list(act(table).legal()) == [END] and act(table).cites == ("4.2",)
    play = table.play()
    assert play.skipped == [("act", END)] and play.asked == ("act", "blue")


@pytest.mark.parametrize("action", ["search", "muster", "trade", "travel", "play"])
def test_4_2_an_action_without_a_legal_way_is_refused(action: str) -> None:
    table = a_table().seat("red", supply=0, favor=5, secrets=5).site(0, cards=["longbows"])
    assert act(table).refusals(action) == [(ACTIONS[action].clause, f"there is no legal way to {action} now", "law")]


def test_4_2_actions_may_be_repeated_while_they_can_be_paid() -> None:
    play = a_table().seat("red", at="mountain", supply=4).play()
    play.answer("travel", "the_tribunal").answer("travel", "mountain")
    assert play.skipped == [("act", END)], "no Supply is left"


def test_4_2_supply_is_spent_on_the_own_track() -> None:
    play = a_table().seat("red", at="mountain").play().answer("travel", "plains")
    assert [player.supply for player in play.state.players.values()] == [7, 6, 7, 7]


@pytest.mark.parametrize("action", ["search", "muster", "trade", "travel", "play"])
def test_4_2_what_can_be_finished_is_offered(action: str) -> None:
    table = a_table().seat("red", favor=2, secrets=2, advisers=[down("elders")]).site(0, cards=["longbows"])
    assert action in table.play().offered
