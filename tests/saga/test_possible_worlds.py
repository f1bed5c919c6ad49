"""What everybody saw leave or enter a deck bounds what the rest may be: worlds made whole are possible (8.4 to 8.8)."""

import pytest

from oathtools import catalog
from oathtools.procedures.machine.world import opening, seats_for
from oathtools.saga.chronicle.record import Chronicle, Joined
from oathtools.saga.save_string.fill import fill, put_off
from oathtools.saga.worlds import world_of
from oathtools.table import knowledge
from oathtools.table.effects import Effects
from oathtools.table.state import State
from oathtools.table.views import as_known_to
from tests.support.daily import daily
from tests.support.possible import DECK, impossible, spots
from tests.support.sagas import Written, saga


@pytest.mark.parametrize("number", daily([3, 7, 11, 15, 19, 87], 3))
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


def opened(chronicle: Chronicle) -> State:
    world = world_of(chronicle)
    return opening(world, seats_for([("Ann", None, True), ("Bo", None, True)], world.citizens))


@pytest.mark.parametrize("number", daily([3, 7, 15, 19], 4))
def test_what_was_shuffled_together_bears_on_the_next_game(number: int) -> None:
    """8.4 to 8.8, 1.20: what can be is never refused when it comes up, whichever card it is, in any stack."""
    seen = 0

    def played_from(game: Written) -> None:
        nonlocal seen
        if game.after.world_deck.order is not None or put_off(game.after):
            return
        for seed in ("1", "2"):
            state, truth = opened(game.after), fill(game.after, seed)
            do = Effects(state)
            assert knowledge.goes_round(state.kept) and bool(state.kept) == bool(game.after.joined)
            for card, name in zip(list(state.zone("dispossessed")), truth.dispossessed, strict=True):
                if card in state.handles:
                    assert knowledge.contradiction(state, state.handles[card].groups, str(name)) is None
                    do.learn(card, str(name), ("8.5",))
            for name in reversed(truth.world_deck.order or []):
                back = str(name).partition(".")[0]
                assert name in knowledge.possible_names(state, (f"{back}s",))
                assert knowledge.contradiction(state, (f"{back}s",), str(name)) is None
                do.take_from_deck("world", back, str(name), "hand.purple", ("1.20",), True)
                seen += bool(state.kept)

    saga(number, 2, played_from)
    assert seen


def test_at_most_one_of_these_four_comes_up() -> None:
    """8.5: one of four cards was shuffled into the deck, which is known of all of them only: no second one is drawn."""
    chronicle = fill(saga(2, 1), "1")
    deck = [str(card) for card in chronicle.world_deck.order or [] if str(card).startswith("denizen.")]
    lies = {card for _, card in chronicle.contents()}
    four = tuple(card for card in catalog.ids("denizen") if card not in lies)[:4]
    chronicle.world_deck.order, chronicle.world_deck.layers = None, [{"denizens": len(deck), "visions": 5}]
    chronicle.world_deck.pool = [*deck[1:], *four]
    chronicle.joined = [Joined(1, four, ("world_deck",)), Joined(len(deck) - 1, tuple(deck[1:]), ("world_deck",))]
    state = opened(chronicle)
    assert knowledge.contradiction(state, ("denizens",), four[0]) is None
    named = [(("denizens",), four[0])]
    assert knowledge.contradiction(state, ("denizens",), four[1], named) == []
    Effects(state).take_from_deck("world", "denizen", four[0], "hand.purple", ("1.20",), True)
    assert set(knowledge.possible_names(state, ("denizens",))) == set(deck[1:])
    assert knowledge.contradiction(state, ("denizens",), four[2]) == []
    assert state.kept and as_known_to(state, "red")[0].kept == []  # 9.4: it tells nobody what came up
    chronicle.joined = [Joined(5, four, ("world_deck",))]  # people may write what cannot be: then it counts for nothing
    assert opened(chronicle).kept == []
