"""How near somebody is to winning, as bots weigh it."""

import pytest

from oathtools.bots.prospects import Ground
from tests.support.tables import Table, a_table


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


def test_4_3_2_a_secret_on_a_card_counts_for_the_darkest_secret_since_it_comes_back() -> None:
    """Under the Oath of Devotion (2.11) the Darkest Secret is the title, and secrets recover it (5.4)."""

    def with_secrets(board: int, lent: int) -> float:
        table = a_table(3).oath("devotion").banner("darkest_secret", None, 2).turn("red").seat("red", secrets=board)
        return near(table.site("mountain", cards=["denizen.wolves"]).on("denizen.wolves", secrets=lent), "red")

    assert with_secrets(1, 1) == with_secrets(2, 0) > with_secrets(1, 0)


def test_2_11_what_an_exile_lacks_for_the_title_makes_each_step_count_more_than_the_one_before() -> None:
    poor, half, rich = (
        near(empire().banner("peoples_favor", "purple", 4).seat("red", favor=n), "red") for n in (0, 3, 5)
    )
    assert 0 < half - poor < rich - half
