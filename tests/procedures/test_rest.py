"""4.3 The Rest Phase: favor to the banks, secrets to the board, Supply refreshed and saved."""

import pytest

from oathtools.procedures.turn import refreshed_supply
from oathtools.table.state import FAVOR, HIDDEN, PURPLE, SECRET
from tests.support.tables import Script, Table, a_table, unknown


def rest(table: Table, seat: str = "red") -> Script:
    return table.turn(seat, "rest").play()


# -- 4.3.1 -------------------------------------------------------------------------------------------------------


def test_4_3_1_all_favor_on_cards_goes_to_the_matching_banks() -> None:
    """A-26: everybody's favor, on cards at sites and among advisers; nothing comes back to a board."""
    table = a_table().banks(2).site(0, cards=["longbows", "wolves"]).site(3, cards=["forest_temple"])
    table.seat("blue", advisers=["elders"]).seat("red", favor=1)
    table.on("longbows", favor=2).on("wolves", favor=1).on("forest_temple", favor=1).on("elders", favor=2)
    play = rest(table)
    assert [play.at(f"bank.{suit}", FAVOR) for suit in ("order", "beast", "nomad", "hearth")] == [4, 4, 4, 2]
    assert play.has("red", FAVOR) == 1 and play.has("blue", FAVOR) == 0
    assert all(play.at(card, FAVOR) == 0 for card in ("longbows", "wolves", "forest_temple", "elders"))
    assert "4.3.1" in play.cites()


def test_4_3_1_not_from_sites_boards_or_banners() -> None:
    table = a_table().site("mine", slot=3, favor=3).banner("peoples_favor", "red", 4).seat("blue", favor=2)
    play = rest(table)
    assert (play.at("slot.3", FAVOR), play.at("peoples_favor", FAVOR), play.has("blue", FAVOR)) == (3, 4, 2)


def test_4_3_1_favor_on_a_relic_stays() -> None:
    """A-25: a relic has no suit, so no bank."""
    play = rest(a_table().seat("red", relics=["map"]).on("relic.map", favor=1))
    assert play.at("relic.map", FAVOR) == 1


def test_4_3_1_favor_on_a_card_without_a_suit_stays() -> None:
    """A-25: as on a relic; the table let somebody muster from a ruin."""
    play = rest(a_table().site(0, cards=["hall_of_mockery"]).on("hall_of_mockery", favor=1))
    assert play.at("hall_of_mockery", FAVOR) == 1
    assert "bank.None" not in play.state.pieces


# -- 4.3.2 -------------------------------------------------------------------------------------------------------


def test_4_3_2_every_secret_on_cards_comes_to_the_one_who_rests() -> None:
    """A-24: on cards at any site, on anybody's advisers and relics; not on sites, boards and the Darkest Secret."""
    table = a_table().site(0, cards=["longbows"]).site(3, cards=["forest_temple"], secrets=1)
    table.seat("blue", advisers=["elders"], relics=["horned_mask"], secrets=2).banner("darkest_secret", "red", 3)
    table.on("longbows", secrets=1).on("forest_temple", secrets=2).on("elders", secrets=1).on("horned_mask", secrets=1)
    play = rest(table)
    assert play.has("red", SECRET) == 5
    assert (play.has("blue", SECRET), play.at("slot.3", SECRET), play.at("darkest_secret", SECRET)) == (2, 1, 3)
    assert "4.3.2" in play.cites()


def test_4_3_2_the_reading_in_force_says_whose() -> None:
    play = rest(a_table().seat("blue", advisers=["elders"]).on("elders", secrets=1))
    assert play.has("red", SECRET) == 1


@pytest.mark.parametrize(("reading", "back"), [("a", 3), ("b", 2), ("c", 3)])
def test_a_24_whose_secrets_come_back(reading: str, back: int) -> None:
    """On another's adviser, on one's own, at a site."""
    table = a_table().reading("A-24", reading).seat("blue", advisers=["elders"]).seat("red", advisers=["wolves"])
    table.site(0, cards=["tents"]).on("elders", secrets=1).on("wolves", secrets=1).on("tents", secrets=1)
    assert rest(table).has("red", SECRET) == back


def test_4_3_2_facedown_secrets_on_the_own_board_turn_up() -> None:
    table = a_table().seat("red", secrets=1, hidden=2).seat("blue", hidden=1).site(0, cards=["elders"])
    play = rest(table.on("elders", hidden=1))
    assert (play.has("red", SECRET), play.has("red", HIDDEN)) == (4, 0)
    assert play.has("blue", HIDDEN) == 1, "only one's own"


# -- 4.3.3 and 4.3.4 ---------------------------------------------------------------------------------------------

EXILE = {0: 4, 3: 4, 4: 5, 8: 5, 9: 6, 14: 6}
CHANCELLOR = {0: 3, 3: 3, 4: 4, 10: 4, 11: 5, 17: 5, 18: 6, 24: 6}


@pytest.mark.parametrize(("bank", "supply"), EXILE.items())
def test_4_3_3_an_exile_by_the_own_bank(bank: int, supply: int) -> None:
    """A-29: what counts is the warbands still in the personal bank."""
    play = rest(a_table().seat("red", supply=0, bank=bank))
    assert play.state.players["red"].supply == supply and "4.3.3" in play.cites()


@pytest.mark.parametrize(("bank", "supply"), CHANCELLOR.items())
def test_4_3_3_the_chancellor_by_purple_warbands(bank: int, supply: int) -> None:
    play = rest(a_table().seat("purple", supply=0, bank=bank), "purple")
    assert play.state.players["purple"].supply == supply


@pytest.mark.parametrize("chancellor", [0, 3, 7])
def test_4_3_3_a_citizen_matches_the_chancellors_marker(chancellor: int) -> None:
    """A-27: where the Chancellor's marker stands now, whatever is in the banks."""
    table = a_table().seat("purple", supply=chancellor, bank=24).seat("red", role="citizen", supply=0, bank=0)
    assert rest(table).state.players["red"].supply == chancellor


@pytest.mark.parametrize("reading", ["a", "b"])
def test_4_3_3_a_chancellor_whom_a_table_lets_be_a_citizen_refreshes_by_the_own_bank(reading: str) -> None:
    """It followed the Chancellor's own marker without end."""
    game = a_table().reading("A-27", reading).game()
    before = refreshed_supply(game, PURPLE)
    game.do.set_role(PURPLE, "citizen", ())
    assert refreshed_supply(game, PURPLE) == before


def test_4_3_3_a_table_may_read_it_otherwise() -> None:
    """A-27 (b): the space to which the Chancellor would refresh."""
    table = a_table().seat("purple", supply=1, bank=12).seat("red", role="citizen", supply=0)
    assert rest(table.reading("A-27", "b")).state.players["red"].supply == 5


@pytest.mark.parametrize(("left", "supply"), [(0, 5), (1, 6), (2, 7), (3, 7), (7, 7)])
def test_4_3_4_unspent_supply_is_saved_up_to_the_leftmost_space(left: int, supply: int) -> None:
    """A-28."""
    play = rest(a_table().seat("red", supply=left, bank=6))
    assert play.state.players["red"].supply == supply
    assert ("4.3.4" in play.cites()) == (left > 0)


def test_4_3_4_a_citizen_saves_too() -> None:
    table = a_table().seat("purple", supply=4).seat("red", role="citizen", supply=2)
    assert rest(table).state.players["red"].supply == 6


def test_warbands_on_the_map_mean_little_supply() -> None:
    table = a_table().seat("red", supply=0, warbands=4).site(0, warbands={"red": 7})
    assert rest(table).state.players["red"].supply == 4


# -- the phase ---------------------------------------------------------------------------------------------------


def test_4_3_in_order_and_on_to_the_next_player() -> None:
    table = a_table().site(0, cards=["longbows"]).on("longbows", favor=1, secrets=1).seat("red", supply=1, bank=6)
    play = rest(table)
    assert play.cites()[:4] == ["4.3.1", "4.3.2", "4.3.3", "4.3.4"]
    assert play.asked == ("act", "blue")


def test_4_3_starts_when_the_player_ends_the_act_phase() -> None:
    play = a_table().seat("red", supply=3, bank=6).play().answer("end")
    assert (play.asked, play.state.players["red"].supply) == (("act", "blue"), 7)


def test_what_was_noted_for_the_turn_is_forgotten() -> None:
    play = a_table().discarded(3, "nomad").play().answer("end")
    assert play.state.discarded == {} and play.state.taken == []


def test_supply_of_others_stays() -> None:
    play = rest(a_table().seat("red", supply=0).seat("blue", supply=2).seat("purple", supply=3))
    assert (play.state.players["blue"].supply, play.state.players[PURPLE].supply) == (2, 3)


def test_4_3_1_an_unknown_card_without_favor_is_not_asked_for_its_suit() -> None:
    """A secret may lie on a card that nobody has told; no favor does, and none goes to a bank."""
    table = a_table().seat("red", at=0, advisers=[unknown("denizen")]).banks(2)
    (card,) = table.state.zone("advisers.red")
    table.do.move(SECRET, 1, "shared", card, ())
    play = rest(table)
    assert play.at("bank.order", FAVOR) == 2 and play.state.phase != "rest"
