"""Squalid District, Hall of Mockery and Hall of Debate, with their FAQ."""

import pytest

from oathtools.table.state import FAVOR, PEOPLES_FAVOR, PURPLE
from tests.battles import war, why_not
from tests.support.tables import Script, Table, a_table

DISTRICT, MOCKERY, DEBATE = "edifice.squalid_district", "edifice.hall_of_mockery", "edifice.hall_of_debate"

# -- Squalid District --------------------------------------------------------------------------------------------


def district(ruler: str | None, round_: int = 5) -> Table:
    """The end of a round with an Imperial Oathkeeper."""
    table = a_table().oath("people").title(PURPLE).banner("peoples_favor", PURPLE).round(round_)
    table.turn("yellow", "round-end").site("steppe", cards=[DISTRICT], warbands={ruler: 1} if ruler else None)
    return table


def rolled(table: Table, face: int) -> Script:
    play = table.play()
    assert play.asked[0] == "end.die"
    return play.answer([str(face)])


@pytest.mark.parametrize(
    ("face", "shift", "ends"),
    [
        (6, "none", True),
        (6, "lower", False),
        (5, "higher", True),
        (5, "none", False),
        (4, "higher", False),
    ],
)
def test_faq_squalid_district_1_its_ruler_shifts_the_end_die(face: int, shift: str, ends: bool) -> None:
    """FAQ 1: after the roll. Round five ends on six."""
    play = rolled(district("red"), face)
    assert play.asked == ("squalid_district.shift", "red") and play.pending.default == "none"
    play.answer(shift)
    assert play.over == ends


def test_faq_squalid_district_2_seven_ends_the_game_too() -> None:
    assert rolled(district("red"), 6).answer("higher").over


def test_squalid_district_the_chancellor_for_the_empire() -> None:
    """A Citizen cannot use it."""
    table = district(PURPLE).seat("blue", role="citizen")
    assert rolled(table, 5).asked == ("squalid_district.shift", PURPLE)


def test_a_135_squalid_district_bandits_never_choose() -> None:
    """A-135."""
    assert rolled(district(None), 5).asked[0] != "squalid_district.shift"


def test_squalid_district_no_roll_no_shift() -> None:
    """3.3: an Exile holds the title."""
    table = district("red").title("blue").banner("peoples_favor", "blue")
    assert table.play().asked[0] != "end.die"


def test_squalid_district_intact_it_has_another_power() -> None:
    table = a_table().oath("people").title(PURPLE).banner("peoples_favor", PURPLE).round(5)
    table.turn("yellow", "round-end").site("steppe", cards=["festival_district"], warbands={"red": 1})
    assert rolled(table, 5).asked[0] != "squalid_district.shift"


# -- Hall of Mockery, Hall of Debate -----------------------------------------------------------------------------


@pytest.mark.parametrize("mob", [False, True])
@pytest.mark.parametrize(("card", "after"), [(MOCKERY, True), (DEBATE, False)])
def test_a_46_hall_of_mockery_leaves_the_peoples_favor_on_its_mob_side(card: str, mob: bool, after: bool) -> None:
    """A-46."""
    table = a_table().seat("red", favor=2).banner("peoples_favor", None, mob=mob).site("steppe", cards=[card])
    play = table.play().answer("recover").answer("bank.order")
    assert play.state.holders[PEOPLES_FAVOR] == "red" and play.state.mob == after
    assert play.at(PEOPLES_FAVOR, FAVOR) == 2


def test_hall_of_debate_nobody_can_target_the_peoples_favor() -> None:
    table = war().seat("red", warbands=3).banner("peoples_favor", "blue").site("plains", cards=[DEBATE])
    assert ("9.2", f"{DEBATE} does not let banner.peoples_favor be targeted", DEBATE) in why_not(
        table, "blue", ["peoples_favor"], 1
    )
    assert why_not(table, "blue", ["pawn"], 1) == []


def test_hall_of_debate_bars_neither_recover_nor_other_banners() -> None:
    """A-123."""
    table = war().seat("red", warbands=3, favor=2).site("plains", cards=[DEBATE])
    table.banner("peoples_favor", "blue").banner("darkest_secret", "blue")
    assert table.refusals("recover", target="peoples_favor", pay="2") == []
    assert why_not(table, "blue", ["darkest_secret"], 1) == []
