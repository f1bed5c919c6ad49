"""What everybody saw leave or enter a deck bounds what the rest may be: worlds made whole are possible (8.4 to 8.8)."""

import pytest

from oathtools.saga.save_string.fill import fill
from tests.support.possible import DECK, impossible, spots
from tests.support.sagas import Written, saga


@pytest.mark.parametrize("number", [3, 7, 11, 15, 19, 87])
def test_a_world_of_which_half_was_told_is_filled_with_what_can_be(number: int) -> None:
    """8.4: a card added is not among the Dispossessed; nor is an adviser of the winner, who goes to the deck (8.8)."""

    def possible(game: Written) -> None:
        for seed in ("1", "2"):
            assert impossible(game, fill(game.after, seed)) == []

    saga(number, 2, possible)


def test_what_cannot_be_is_seen() -> None:
    """8.8: a world in which the winner's adviser is dispossessed is none that came out of the game."""

    def wrong(game: Written) -> None:
        world = fill(game.after, "1")
        order, gone = world.world_deck.order, world.dispossessed
        mine = next(card for card, spot, _ in spots(game) if spot == DECK and card in (order or ()))
        assert mine is not None and order is not None
        order[order.index(mine)], gone[0] = gone[0], mine
        assert any(mine in fault for fault in impossible(game, world))

    saga(3, 2, wrong)
