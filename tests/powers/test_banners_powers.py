"""2.5: the banners in a Search. Their part in the Wake Phase and in playing cards stands with those procedures."""

import pytest

from oathtools import catalog
from tests.support.tables import a_table


@pytest.mark.parametrize("visions", range(6))
def test_darkest_secret_a_flat_two_for_the_world_deck(visions: int) -> None:
    table = a_table().visions(visions).banner("darkest_secret", "red").deck("longbows", "elders", "wolves")
    assert table.play().answer("search").state.players["red"].supply == 5


def test_darkest_secret_is_cited() -> None:
    table = a_table().visions(3).banner("darkest_secret", "red").deck("longbows", "elders", "wolves")
    refused = table.seat("red", supply=1).refusals("search", source="world")
    assert refused == [("5.1.1", "it costs 2 Supply and 1 is left", "banner.darkest_secret")]


@pytest.mark.parametrize("holder", [None, "blue", "purple"])
def test_darkest_secret_only_for_its_holder(holder: str | None) -> None:
    table = a_table().visions(3).banner("darkest_secret", holder).deck("longbows", "elders", "wolves")
    assert table.play().answer("search").state.players["red"].supply == 7 - catalog.search_supply(3)


def test_darkest_secret_piles_cost_2_anyway() -> None:
    table = a_table().visions(3).banner("darkest_secret", "red").pile("cradle", "longbows")
    assert table.play().answer("search", "cradle").state.players["red"].supply == 5


def test_darkest_secret_a_toll_comes_on_top() -> None:
    table = a_table().visions(3).banner("darkest_secret", "red").site(0, cards=["forced_labor"], warbands={"blue": 1})
    table.deck("longbows").seat("red", favor=1)
    play = table.play().answer("search")
    assert (play.state.players["red"].supply, play.has("blue", "favor")) == (5, 1)
