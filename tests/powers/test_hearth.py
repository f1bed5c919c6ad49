"""Land Warden, Marriage and Wayside Inn, with their FAQ."""

import pytest

from oathtools import catalog
from oathtools.procedures.actions.play import DISCARD, FACEDOWN
from oathtools.procedures.machine import facts
from oathtools.table.state import CITIZEN, FAVOR, SECRET
from tests.support.tables import Lay, Script, Table, a_table, down

GO_ON = "go-on"
WARDEN, MARRIAGE, INN = "denizen.land_warden", "denizen.marriage", "denizen.wayside_inn"

# -- Land Warden -------------------------------------------------------------------------------------------------


def warden(*cards: Lay, **red: object) -> Table:
    told = {"favor": 1, "at": "plains", **red}
    table = a_table().site("plains", cards=[WARDEN]).seat("red", **told)
    return table.deck(*(cards or ("longbows", "elders", "wolves")), rest=False)


def two(table: Table, first: str = "longbows", second: str = "elders") -> Script:
    """Red searches with Land Warden and keeps two cards."""
    return table.play().answer("search", WARDEN, first, "yes", second)


def test_land_warden_two_cards_are_played() -> None:
    play = two(warden())
    assert play.asked == ("play.to", "red") and play.zone("discard.provinces") == ["denizen.wolves"]
    play.answer("site.plains")
    assert play.asked == ("play.to", "red") and play.at(WARDEN, FAVOR) == 1
    play.answer("site.plains")
    assert play.zone("cards.0") == [WARDEN, "denizen.longbows", "denizen.elders"] and play.has("red", FAVOR) == 2


@pytest.mark.parametrize("where", ["adviser", FACEDOWN, "site.plains"])
def test_faq_land_warden_2_the_other_one_anywhere(where: str) -> None:
    play = two(warden()).answer("site.plains", where)
    assert play.asked[0] == "act" and len(play.zone("hand.red")) == 0


@pytest.mark.parametrize("where", ["adviser", FACEDOWN])
def test_land_warden_one_at_least_must_go_to_a_site(where: str) -> None:
    play = two(warden()).answer(where)
    assert play.offered == ["site.plains", DISCARD]
    because = f"with {WARDEN} one of the two cards must go to a site"
    assert play.refuses("adviser") == [("5.1.4", because)]
    assert play.answer("site.plains").zone("cards.0")[-1] == "denizen.elders"


def test_land_warden_a_discarded_card_is_not_played() -> None:
    play = two(warden()).answer(DISCARD)
    assert "adviser" in play.offered, "the other one is the only card played"


def test_land_warden_one_is_enough() -> None:
    play = warden().play().answer("search", WARDEN, "longbows")
    assert play.asked == ("search.more", "red") and play.pending.default == "no"
    play.answer("no").default()
    assert play.asked[0] == "play.to" and play.answer("adviser").asked[0] == "act"


def test_land_warden_optional_and_paid() -> None:
    assert warden().play().answer("search", GO_ON, "longbows").asked[0] == "search.order"
    assert warden(favor=0).play().answer("search").skipped[0] == ("search.modifier", GO_ON)


def test_land_warden_with_a_single_card() -> None:
    play = warden("longbows").play().answer("search", WARDEN)
    assert play.asked[0] == "play.to"


def test_faq_land_warden_1_the_peoples_favor_twice() -> None:
    table = warden().banner("peoples_favor", "red").site("mountain", cards=["scouts", "tents"])
    play = two(table).answer("site.mountain")
    assert play.asked[0] == "play.first"
    play.answer("scouts", "site.mountain")
    assert play.asked[0] == "play.first"
    play.answer("tents")
    assert play.zone("cards.1") == ["denizen.longbows", "denizen.elders"]


def test_land_warden_in_use_cannot_be_discarded() -> None:
    """7.4.3: neither by the People's Favor, nor to make room among the advisers."""
    table = warden().banner("peoples_favor", "red").site("plains", cards=["scouts", "tents"])
    play = two(table).answer("site.plains")
    assert play.asked[0] == "play.first" and WARDEN not in play.pending.options
    row = [WARDEN, "curfew", "tents"]
    table = a_table().seat("red", at="plains", favor=1, advisers=row).deck("longbows", "elders", "wolves", rest=False)
    play = two(table).answer("site.plains", "adviser")
    assert play.asked[0] == "play.replace" and play.offered == ["denizen.curfew", "denizen.tents"]
    play = table.play().answer("search", GO_ON, "longbows").default().answer("adviser")
    assert WARDEN in play.offered


def test_a_129_land_warden_no_second_card_after_citizenship() -> None:
    play = two(warden("long_lost_heir", "elders", "wolves"), "long_lost_heir").answer("adviser", "yes")
    assert play.state.players["red"].role == CITIZEN and play.state.turn == "blue"
    assert play.zone("discard.provinces") == ["denizen.elders", "denizen.wolves"]


def test_land_warden_replays() -> None:
    play = two(warden()).answer("site.plains", "adviser")
    assert play.replayed() == play.state


# -- Marriage ----------------------------------------------------------------------------------------------------


def wed(*advisers: Lay) -> Table:
    table = a_table().seat("red", at="plains", secrets=1, favor=2, advisers=advisers)
    return table.bank("hearth", 6).site("plains", cards=[INN])


@pytest.mark.parametrize(
    ("advisers", "count"), [((MARRIAGE,), 2), ((MARRIAGE, WARDEN), 3), ((down(MARRIAGE),), 0), ((WARDEN,), 1)]
)
def test_a_128_marriage_is_two_hearth_advisers(advisers: tuple[Lay, ...], count: int) -> None:
    """A-128: wherever advisers are counted."""
    assert facts.adviser_suits(wed(*advisers).game(), "red") == ["hearth"] * count
    assert wed(*advisers).play().answer("trade", "favor").has("red", FAVOR) == 3 + count
    assert wed(*advisers).play().answer("trade", "secrets").has("red", SECRET) == 1 + count


def test_marriage_fills_one_place() -> None:
    table = wed(MARRIAGE, "longbows").deck("wolves", rest=False)
    play = table.play().answer("search", "adviser")
    assert play.asked[0] == "act" and len(play.zone("advisers.red")) == 3


def test_marriage_is_its_owners_alone() -> None:
    table = wed("longbows").seat("blue", advisers=[MARRIAGE])
    assert table.play().answer("trade", "favor").has("red", FAVOR) == 3


# -- Wayside Inn -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("supply", "left"), [(0, 2), (4, 6), (6, 7), (7, 7)])
def test_a_117_wayside_inn_two_supply(supply: int, left: int) -> None:
    """A-117: no further than the leftmost space."""
    assert catalog.SUPPLY_TRACK.most == 7
    table = a_table().seat("red", at="plains", favor=1, supply=supply).site("plains", cards=[INN])
    play = table.play().answer("power")
    assert (play.state.players["red"].supply, play.at(INN, FAVOR)) == (left, 1)


def test_wayside_inn_from_afar_only_for_its_ruler() -> None:
    table = a_table().seat("red", at="mountain", favor=1).site("plains", cards=[INN], warbands={"red": 1})
    assert table.refusals("power", card=INN) == []
    table = a_table().seat("red", at="mountain", favor=1).site("plains", cards=[INN])
    assert [clause for clause, _, _ in table.refusals("power", card=INN)] == ["7.1.1"]


# -- Memory of Home ----------------------------------------------------------------------------------------------


def test_memory_of_home_all_favor_of_one_bank() -> None:
    """A-80: it burns, so it may be used again in the same turn."""
    table = a_table().seat("red", secrets=2, advisers=["memory_of_home"])
    play = table.play().answer("power", "bank.order")
    assert (play.at("bank.order", FAVOR), play.at("bank.hearth", FAVOR), play.has("red", SECRET)) == (0, 6, 1)
    play.answer("power", "bank.nomad")
    assert play.at("bank.hearth", FAVOR) == 9 and play.has("red", SECRET) == 0


def test_memory_of_home_refused_without_a_faceup_secret() -> None:
    table = a_table().seat("red", hidden=2, advisers=["memory_of_home"])
    assert table.refusals("power", card="memory_of_home") == [
        ("7.1.2", "it costs 1 secret and 0 can be paid", "denizen.memory_of_home")
    ]
