"""How far everybody is from winning follows from what the win checks ask (chapter 3)."""

from itertools import product
from random import Random

import pytest

from oathtools.ahead.standing import SURE, next_winners
from oathtools.procedures.machine import title
from oathtools.procedures.machine.game import Game
from tests.support.crowded import mustered
from tests.support.daily import daily
from tests.support.passing import passed_on
from tests.support.random_games import played


def boundaries(number: int, every: int = 9) -> list[Game]:
    """Positions of a random game between two actions, a few of them."""
    found: list[Game] = []
    seen = 0

    def keep(game: Game) -> None:
        nonlocal seen
        if game.state.phase == "act":
            seen += 1
            if seen % every == 0:
                found.append(Game(game.state.copy(), game.registry, game.readings))

    played(number, keep)
    return found


@pytest.mark.parametrize("number", daily(range(12), 3))
def test_3_who_wins_if_nobody_does_anything_more_is_as_the_rules_play_on(number: int) -> None:
    """3.1 to 3.4: every winner up to the first that is certain, by the same way at the same check."""
    positions = boundaries(number)
    for game in positions:
        winners = next_winners(game)
        assert winners[-1].ends == SURE
        told = [(each.who, each.claim.how, each.claim.clause, each.moment.at, each.moment.round) for each in winners]
        assert told == [tuple(won) for won in passed_on(game)]


@pytest.mark.parametrize("number", range(40))
def test_2_11_a_goal_that_is_met_is_a_title_that_is_held(number: int) -> None:
    """What it takes to have the title, for sure, agrees with who may have it once it is looked at, whoever holds it.

    So it does however a table reads ties (A-01), bandits (A-04) and a goal that nobody meets (A-07), alone or together.
    """
    rng = Random(f"titles {number}")
    game = mustered(rng)
    if game is None:
        pytest.skip("no such position")
    for a01, a04, a07, holder in product("ab", "ab", "abc", (None, *game.state.seats)):
        game.readings = {"A-01": a01, "A-04": a04, "A-07": a07}
        game.state.oathkeeper = holder
        heirs = title.heirs_to(game)
        for seat in title.contenders(game, game.state.oath):
            sure = heirs == [seat]
            met = title.title_goal(game, seat).met
            assert met == sure or (sure and holder is None), (seat, holder, game.readings)
