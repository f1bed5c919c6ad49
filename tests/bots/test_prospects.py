"""How near somebody is to winning, as bots weigh it."""

import pytest

from oathtools.bots.prospects import Ground
from tests.tables import Table, a_table


def empire() -> Table:
    """Blue is a Citizen; the Chancellor has the title of the People, with a favor on the banner."""
    table = a_table(3).oath("people").banner("peoples_favor", "purple", 1).title("purple").round(5)
    return table.seat("purple", favor=0).seat("red", favor=0).seat("blue", role="citizen", favor=0)


def near(table: Table, seat: str) -> float:
    return Ground(table.game()).prospect(seat)


@pytest.mark.parametrize(("rich", "less"), [("red", True), ("blue", False)])
def test_3_3_it_is_the_same_for_the_empire_which_of_it_has_the_title(rich: str, less: bool) -> None:
    """3.3: any Imperial Oathkeeper ends the game for the Empire. What a Citizen could pay for the banner is no threat
    to it, what an Exile could pay is (5.4)."""
    assert (near(empire().seat(rich, favor=5), "purple") < near(empire(), "purple")) is less


def test_2_11_what_an_exile_lacks_for_the_title_makes_each_step_count_more_than_the_one_before() -> None:
    poor, half, rich = (
        near(empire().banner("peoples_favor", "purple", 4).seat("red", favor=n), "red") for n in (0, 3, 5)
    )
    assert 0 < half - poor < rich - half
