"""4.1 The Wake Phase: the People's Favor and its Mob, the flip to Usurper, the sites that give."""

import pytest

from oathtools import catalog
from oathtools.procedures import turn
from oathtools.table.state import FAVOR, PEOPLES_FAVOR, SECRET
from tests.support.tables import Script, Table, a_table


def banner(favor: int, *, hand: int = 0, mob: bool = False) -> Table:
    return a_table().seat("red", favor=hand).banner("peoples_favor", "red", favor, mob=mob).turn("red", "wake")


def on_it(play: Script) -> int:
    return play.state.count(PEOPLES_FAVOR, FAVOR)


# -- 4.1.1 The People's Favor ------------------------------------------------------------------------------------


def test_4_1_1_only_its_holder_resolves_it() -> None:
    play = a_table().seat("red", favor=2).banner("peoples_favor", "blue", 3).turn("red", "wake").play()
    assert play.asked[0] == "act" and on_it(play) == 3
    assert a_table().seat("red", favor=2).turn("red", "wake").play().asked[0] == "act"


def test_4_1_1_1_place_one() -> None:
    play = banner(2, hand=2).play()
    assert play.asked == ("wake.favor", "red") and play.offered == ["place", "return"]
    play.answer("place")
    assert (on_it(play), play.has("red", FAVOR), play.cites()) == (3, 1, ["4.1.1.1"])
    assert play.asked[0] == "act", "once only while it is not the Mob"


def test_4_1_1_1_return_one_to_the_emptiest_bank() -> None:
    """A-46: the choice among tied banks is the holder's."""
    play = banner(3, hand=1).bank("hearth", 1).bank("nomad", 1).play().answer("return")
    assert play.asked == ("wake.bank", "red") and play.offered == ["bank.hearth", "bank.nomad"]
    assert play.refuses("bank.order")
    play.answer("bank.nomad")
    assert (on_it(play), play.at("bank.nomad", FAVOR), play.has("red", FAVOR)) == (2, 2, 1)


def test_4_1_1_1_a_single_emptiest_bank_is_not_asked_for() -> None:
    play = banner(3, hand=1).bank("beast", 0).play().answer("return")
    assert ("wake.bank", "bank.beast") in play.skipped and play.at("bank.beast", FAVOR) == 1


def test_4_1_1_1_refusals() -> None:
    play = banner(1, hand=1).play()
    assert play.skipped == [("wake.favor", "place")], "with one on it, one must be placed"
    assert on_it(play) == 2
    play = banner(3, hand=0).bank("beast", 0).play()
    assert play.skipped == [("wake.favor", "return"), ("wake.bank", "bank.beast")], "with none in hand, one goes back"


def test_4_1_1_1_why_one_is_not_offered() -> None:
    placing = next(turn.place_or_return(banner(3).game(), "red"))
    assert placing.refused() == [("place", [("4.1.1.1", "there is no favor on the board to place", "law")])]
    returning = next(turn.place_or_return(banner(1, hand=1).game(), "red"))
    assert returning.refused() == [("return", [("4.1.1.1", "the banner has only one favor on it", "law")])]


def test_4_1_1_1_it_is_mandatory() -> None:
    play = banner(2, hand=1).play()
    assert play.pending.default is None and play.refuses("none")


def test_4_1_1_1_faq_peoples_favor_1_one_on_it_and_none_in_hand() -> None:
    """A-45: nothing moves."""
    play = banner(1).play()
    assert play.asked[0] == "act" and on_it(play) == 1 and play.skipped == []


def test_4_1_1_1_an_emptied_banner() -> None:
    """A-45: its holder still holds it; with favor in hand one is placed."""
    assert on_it(banner(0).play()) == 0
    play = banner(0, hand=1).play()
    assert play.skipped == [("wake.favor", "place")] and on_it(play) == 1


def test_4_1_1_2_faq_peoples_favor_4_the_mob_does_it_twice_each_time_as_one_chooses() -> None:
    play = banner(4, hand=1, mob=True).banks(2).bank("hearth", 0).play()
    play.answer("place")
    assert play.skipped == [("wake.favor", "return"), ("wake.bank", "bank.hearth")]
    assert (on_it(play), play.at("bank.hearth", FAVOR)) == (4, 1)
    play = banner(4, hand=2, mob=True).play().answer("place", "place")
    assert on_it(play) == 6 and play.asked[0] == "act"


def test_4_1_1_2_the_emptiest_bank_is_looked_for_again() -> None:
    play = banner(4, mob=True).banks(2).bank("hearth", 0).bank("order", 1).play()
    assert play.asked[0] == "wake.bank" and play.offered == ["bank.order", "bank.hearth"]


def test_4_1_1_2_the_mob_with_one_favor_and_none_in_hand() -> None:
    assert banner(1, mob=True).play().asked[0] == "act"


def test_4_1_1_2_no_repeat_on_the_wake_that_makes_the_mob() -> None:
    play = banner(5, hand=3).play().answer("place")
    assert play.state.mob and play.asked[0] == "act" and on_it(play) == 6
    assert "4.1.1.3" in play.cites()


@pytest.mark.parametrize(("before", "answer", "mob"), [(5, "place", True), (6, "return", False), (7, "return", True)])
def test_4_1_1_3_six_make_a_mob(before: int, answer: str, mob: bool) -> None:
    play = banner(before, hand=1).bank("hearth", 0).play().answer(answer)
    assert play.state.mob is mob


def test_4_1_1_3_it_stays_the_mob_below_six() -> None:
    """A-46: only Recover turns it back."""
    play = banner(3, mob=True).banks(2).bank("hearth", 0).play()
    while play.asked[0] == "wake.bank":
        play.answer(play.offered[0])
    assert on_it(play) == 1 and play.state.mob


# -- 4.1.3 and the order of steps --------------------------------------------------------------------------------


def test_4_1_3_the_title_flips() -> None:
    play = a_table().title("red").turn("red", "wake").play()
    assert play.state.usurper and play.cites() == ["4.1.3"]


@pytest.mark.parametrize("role", ["citizen", "chancellor"])
def test_4_1_3_not_for_imperial_players(role: str) -> None:
    seat = "purple" if role == "chancellor" else "red"
    play = a_table().seat(seat, role=role).oath("people").title(seat).turn(seat, "wake").play()
    assert not play.state.usurper


def test_4_1_3_only_the_one_whose_turn_it_is() -> None:
    assert not a_table().title("red").turn("blue", "wake").play().state.usurper


def test_4_1_in_order() -> None:
    """The People's Favor comes before the win check: a holder who empties nothing wins all the same."""
    table = banner(2, hand=1).oath("people").title("red", usurper=True)
    play = table.play()
    assert play.asked[0] == "wake.favor"
    play.answer("place")
    assert play.over and play.cites() == ["4.1.1.1", "4.1.2", "3.1"]


# -- 4.1.4 Opportunity sites -------------------------------------------------------------------------------------


def at_site(site: str, favor: int = 0, secrets: int = 0) -> Script:
    table = a_table().site(site, slot=3, favor=favor, secrets=secrets).seat("red", at=3).turn("red", "wake")
    return table.play()


@pytest.mark.parametrize(
    ("site", "offered"),
    [("mine", ["none", "favor"]), ("drowned_city", ["none", "secret"]), ("salt_flats", ["none", "favor", "secret"])],
)
def test_4_1_4_what_a_site_gives(site: str, offered: list[str]) -> None:
    """A-31: the Mine gives favor, the Drowned City a secret, the Salt Flats either."""
    play = at_site(site, favor=1, secrets=1)
    assert play.asked == ("wake.site", "red") and play.offered == offered and play.pending.default == "none"
    taken = offered[-1]
    play.answer(taken)
    assert play.has("red", taken) == 1 and play.at("slot.3", taken) == 0
    assert play.cites() == ["4.1.4", "11.1"] and play.asked[0] == "act", "one token only"


def test_4_1_4_is_optional() -> None:
    play = at_site("salt_flats", favor=1, secrets=1).answer("none")
    assert (play.has("red", FAVOR), play.has("red", SECRET), play.at("slot.3", FAVOR)) == (0, 0, 1)


@pytest.mark.parametrize(("site", "favor", "secrets"), [("mine", 0, 2), ("drowned_city", 2, 0), ("salt_flats", 0, 0)])
def test_4_1_4_only_what_lies_there(site: str, favor: int, secrets: int) -> None:
    assert at_site(site, favor, secrets).asked[0] == "act"


def test_4_1_4_only_where_the_pawn_is_and_without_ruling_it() -> None:
    table = a_table().site("mine", slot=3, favor=3, warbands={"red": 2}).seat("red", at=4).turn("red", "wake")
    assert table.play().asked[0] == "act"
    table = a_table().site("mine", slot=3, favor=3, warbands={"blue": 2}).seat("red", at=3).turn("red", "wake")
    assert table.play().asked[0] == "wake.site"


@pytest.mark.parametrize("site", [site.id for site in catalog.cards("site") if site.group != "opportunity"])
def test_4_1_4_no_other_site(site: str) -> None:
    """Another opportunity site on the map changes nothing."""
    table = a_table().map("plains", "mountain", "the_tribunal", site, "mine", "salt_flats", "river", "barren_coast")
    if site in ("site.plains", "site.mountain", "site.the_tribunal", "site.river", "site.barren_coast"):
        table = a_table().map("drowned_city", "narrow_pass", "marshes", site, "mine", "salt_flats", "steppe", "wastes")
    table.site(3, favor=2, secrets=2).seat("red", at=3).turn("red", "wake")
    assert table.play().asked[0] == "act"
