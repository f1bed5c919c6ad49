"""6.1: a facedown adviser is played or discarded as if one had searched, so the modifiers of a Search apply to it."""

import pytest

from oathtools.engine.decision import Refusal
from oathtools.table.state import FAVOR, SECRET
from tests.support.tables import Table, a_table, down


def hidden(*advisers: str, card: str = "wolves", at: str = "mountain") -> Table:
    """Red, at a site with two cards, has a facedown adviser beside others."""
    table = a_table().oath("devotion").title(None).seat("red", at=at, supply=4, advisers=[down(card), *advisers])
    return table.site("mountain", cards=["longbows", "tents"])


def test_6_1_crop_rotation_makes_room_for_a_card_turned_up() -> None:
    play = hidden("crop_rotation").play().answer("play", "crop_rotation", "wolves", "site.mountain")
    assert play.asked[0] == "play.first"
    assert play.answer("tents").zone("cards.1") == ["denizen.longbows", "denizen.wolves"]


def test_6_1_without_a_modifier_the_site_stays_full() -> None:
    table = hidden("crop_rotation")
    assert table.refusals("play", card="wolves", to="site.mountain") == [
        Refusal("5.1.4.1", "site.mountain holds 2 cards and has room for 2", "law")
    ]
    assert table.refusals("play", using=[("crop_rotation", "")], card="wolves", to="site.mountain") == []


def test_6_1_new_growth_opens_every_site() -> None:
    play = hidden("new_growth").play().answer("play", "new_growth", "wolves")
    assert "site.steppe" in play.offered
    assert play.answer("site.steppe").zone("cards.3") == ["denizen.wolves"]


def test_6_1_wild_cry_rewards_a_beast_card_turned_up() -> None:
    play = hidden("wild_cry").play().answer("play", "wild_cry", "wolves", "adviser")
    assert play.has("red", "warbands") == 2 and play.state.players["red"].supply == 5


@pytest.mark.parametrize(
    ("answer", "pile", "zone"),
    [("bracken", ["discard.hinterland_bottom"], "discard.hinterland"), ("go-on", [], "discard.provinces")],
)
def test_6_1_bracken_says_where_a_facedown_adviser_is_discarded(answer: str, pile: list[str], zone: str) -> None:
    play = hidden("bracken").play().answer("play", answer, "wolves", "discard", *pile)
    assert play.zone(zone) == ["denizen.wolves"]


def test_6_1_cracked_horn_buries_a_discarded_adviser() -> None:
    play = hidden().seat("red", relics=["cracked_horn"]).play().answer("play", "cracked_horn", "wolves", "discard")
    assert play.zone("world.bottom") == ["denizen.wolves"]


def test_6_1_book_of_records_a_secret_for_a_card_turned_up() -> None:
    play = hidden(at="steppe").seat("red", relics=["book_of_records"]).play().answer("play", "wolves", "site.steppe")
    assert (play.has("red", SECRET), play.has("red", FAVOR)) == (1, 0)


def test_6_1_what_speaks_of_the_draw_is_no_modifier_of_it() -> None:
    """Welcoming Party pays for what comes straight from the draw (FAQ), Land Warden and Truthful Harp count draws."""
    table = hidden("land_warden", "augury").seat("red", favor=1, relics=["truthful_harp"])
    assert table.play().answer("play").asked[0] == "play.card"
