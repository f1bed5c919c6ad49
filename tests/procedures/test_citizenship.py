"""6.6 to 6.8: offers of Citizenship, becoming a Citizen, exiling a Citizen and oneself."""

from typing import Any

import pytest

from oathtools import catalog
from oathtools.procedures.machine import facts
from oathtools.procedures.minor.card_powers import scepter_rows
from oathtools.table.state import (
    CITIZEN,
    EXILE,
    FAVOR,
    HIDDEN,
    PEOPLES_FAVOR,
    PURPLE,
    RELIQUARY,
    SECRET,
)
from oathtools.table.views import View
from tests.support.tables import Script, Table, a_table, down, unknown

SCEPTER = "relic.grand_scepter"
SPACES = (down("map"), down("whistle"), down("cup_of_plenty"), down("horned_mask"))
MOST = catalog.SUPPLY_TRACK.most

# -- 6.6.1 offering ----------------------------------------------------------------------------------------------


def court(holder: str = PURPLE, **red: Any) -> Table:
    """The holder of the Scepter in turn; Red an Exile."""
    table = a_table().turn(holder).reliquary(*SPACES).seat("red", **red)
    return table.seat(holder, relics=[SCEPTER]) if holder != PURPLE else table


def offer(
    table: Table, space: int = 1, give: dict[str, int] | None = None, take: dict[str, int] | None = None
) -> Script:
    """An offer to Red, up to Red's answer."""
    play = table.play().answer("offer", "red", f"reliquary-{space}", [])
    if play.asked[0] == "offer.give":
        play.answer(give or {})
    if play.asked[0] == "offer.take":
        play.answer(take or {})
    return play


def test_6_6_1_the_holder_of_the_scepter_offers_one_relic_of_the_reliquary() -> None:
    play = court().play().answer("offer")
    assert play.offered == ["red", "blue", "yellow"]
    play.answer("red")
    assert play.offered == ["reliquary-1", "reliquary-2", "reliquary-3", "reliquary-4"]


def test_6_6_1_exactly_one_and_it_comes_faceup() -> None:
    """A-49: its trait wakes at once."""
    play = offer(court(), 3)
    assert play.asked == ("offer.accept", "red") and play.pending.default == "no"
    play.answer("yes")
    assert play.zone("held.red") == ["relic.cup_of_plenty"] and play.zone(RELIQUARY[2]) == []
    assert not play.state.is_facedown("relic.cup_of_plenty")
    assert "reliquary.careless" in list(facts.in_force(play.game))


def test_6_6_1_an_unknown_relic_is_named_when_it_is_given() -> None:
    table = court().reliquary(unknown("relic"), None, None, None)
    play = table.play().answer("offer", "red", [], {}, "yes")
    assert play.asked[0] == "face"
    assert play.answer("map").zone("held.red") == ["relic.map"]


def test_6_6_1_no_relic_no_offer() -> None:
    """A-71."""
    table = court().reliquary(None, None, None, None)
    assert "offer" not in table.play().offered
    assert ("6.6.1", "no relic is left in the Reliquary", "law") in table.refusals("offer", other="red", relic="x")


def test_6_6_1_nobody_without_the_scepter() -> None:
    table = court().turn("red")
    assert "offer" not in table.play().offered
    assert table.refusals("offer", other="blue", relic="reliquary-1") == [
        ("6.6.1", f"red does not hold {SCEPTER}", "law")
    ]


@pytest.mark.parametrize(("who", "role"), [("red", "citizen"), (PURPLE, "chancellor")])
def test_6_6_1_exiles_only(who: str, role: str) -> None:
    refused = court(role="citizen").refusals("offer", other=who, relic="reliquary-1")
    assert refused == [("6.6.1", f"{who} is no Exile", "law")]


def test_a_71_an_exile_who_holds_the_scepter_even_to_themself() -> None:
    play = court("red", warbands=2).play().answer("offer", "red", "reliquary-1")
    assert play.state.players["red"].role == CITIZEN and play.zone("held.red") == [SCEPTER, "relic.map"]
    assert play.state.turn == "blue", "their Act Phase is over"


def test_a_71_not_in_the_turn_in_which_the_scepter_was_taken() -> None:
    table = court()
    table.state.taken.append(SCEPTER)
    assert table.refusals("offer", other="red", relic="reliquary-1") == [
        ("7.1", f"{SCEPTER} was taken this turn", SCEPTER)
    ]


def test_a_71_as_often_as_one_likes() -> None:
    play = offer(court()).answer("no")
    assert play.asked == ("act", PURPLE) and play.zone("held.red") == []
    assert [event.kind for event in play.events] == ["declined"]
    play.answer("offer", "blue", "reliquary-1", [], {}, "yes")
    assert play.state.players["blue"].role == CITIZEN and "offer" in play.offered


def test_6_6_1_the_holder_may_show_relics_of_the_reliquary() -> None:
    play = court().play().answer("offer", "red", "reliquary-1")
    assert play.asked == ("offer.show", PURPLE) and play.pending.default == []
    play.answer(["reliquary-1", "reliquary-4"])
    assert [space for space, relic in enumerate(SPACES) if View(play.state, "red").shows(f"relic.{relic.card}")] == [
        0,
        3,
    ]
    assert not View(play.state, "blue").shows("relic.map")


# -- the exchange ------------------------------------------------------------------------------------------------


def test_a_126_what_each_may_put_in() -> None:
    """6.6.1: favor, secrets, banners, relics; the Scepter is a relic."""
    table = court(favor=2, secrets=1, hidden=1, relics=["bandit_crown"]).seat(PURPLE, favor=3, secrets=2)
    table.banner("peoples_favor", PURPLE).banner("darkest_secret", "red")
    play = table.play().answer("offer", "red", "reliquary-1", [])
    assert play.asked == ("offer.give", PURPLE)
    assert play.pending.caps == {FAVOR: 3, SECRET: 2, PEOPLES_FAVOR: 1, SCEPTER: 1}
    play.answer({})
    assert play.asked == ("offer.take", PURPLE)
    assert play.pending.caps == {FAVOR: 2, SECRET: 1, HIDDEN: 1, "banner.darkest_secret": 1, "relic.bandit_crown": 1}


def test_6_6_2_it_all_changes_hands() -> None:
    table = court(favor=2, secrets=1, relics=["bandit_crown"]).seat(PURPLE, favor=3).banner("peoples_favor", PURPLE, 4)
    play = offer(table, 1, {FAVOR: 2, PEOPLES_FAVOR: 1}, {SECRET: 1, "relic.bandit_crown": 1}).answer("yes")
    assert (play.has(PURPLE, FAVOR), play.has("red", FAVOR)) == (1, 4)
    assert (play.has(PURPLE, SECRET), play.has("red", SECRET)) == (1, 0)
    assert play.zone("held.purple") == [SCEPTER, "relic.bandit_crown"] and play.zone("held.red") == ["relic.map"]
    assert play.state.holders[PEOPLES_FAVOR] == "red"
    assert play.at(PEOPLES_FAVOR, FAVOR) == 4 and not play.state.mob, "A-126: a gift has no penalty"


def test_6_6_2_declined_nothing_changes_hands() -> None:
    table = court(favor=2).seat(PURPLE, favor=3)
    play = offer(table, 1, {FAVOR: 2}, {FAVOR: 1}).answer("no")
    assert (play.has(PURPLE, FAVOR), play.has("red", FAVOR)) == (3, 2)
    assert play.state.players["red"].role == EXILE and len(play.zone(RELIQUARY[0])) == 1


def test_a_126_faq_grand_scepter_1_the_scepter_given_away_may_be_used_in_the_same_turn() -> None:
    """FAQ Grand Scepter: it was given, not taken."""
    play = offer(court("blue"), 1, {SCEPTER: 1}).answer("yes")
    assert SCEPTER in play.zone("held.red") and play.state.taken == []
    game = play.game
    game.state.turn, game.state.phase = "red", "act"
    assert all(holds for holds, *_ in scepter_rows(game, "red", "6.7")), "given, it may be used at once"
    game.do.note_taken(SCEPTER)
    assert not all(holds for holds, *_ in scepter_rows(game, "red", "6.7")), "taken, it may not"


def test_a_126_the_terms_are_told_to_the_one_who_is_asked() -> None:
    play = offer(court(favor=1).seat(PURPLE, favor=1), 2, {FAVOR: 1}, {FAVOR: 1})
    assert play.pending.about == {"from": PURPLE, "relic": "reliquary-2", "give": {FAVOR: 1}, "take": {FAVOR: 1}}


# -- 6.6.2 becoming a Citizen ------------------------------------------------------------------------------------


def test_a_72_board_and_map_turn_purple_one_for_one() -> None:
    table = court(warbands=3, supply=2).site("mountain", warbands={"red": 2}).site("steppe", warbands={"red": 1})
    play = offer(table).answer("yes")
    assert (play.at("board.red", PURPLE), play.at("slot.1", PURPLE), play.at("slot.3", PURPLE)) == (3, 2, 1)
    assert play.at("stock.red", "red") == 14 and play.at("stock.purple", PURPLE) == 24 - 6
    assert play.state.players["red"].supply == MOST
    assert facts.sites_ruled(play.game, PURPLE) == facts.sites_ruled(play.game, "red") == [1, 3]


def test_a_72_where_purple_runs_short_the_exile_picks() -> None:
    """9.3."""
    table = court(warbands=3).site("mountain", warbands={"red": 2}).seat(PURPLE, bank=3)
    play = offer(table).answer("yes")
    assert play.asked == ("citizen.warbands", "red") and play.pending.caps == {"board.red": 3, "slot.1": 2}
    assert (play.pending.low, play.pending.high) == (3, 3)
    play.answer({"board.red": 1, "slot.1": 2})
    assert (play.at("board.red", PURPLE), play.at("slot.1", PURPLE)) == (1, 2)
    assert play.at("stock.red", "red") == 14 and play.at("stock.purple", PURPLE) == 0


def test_a_72_warbands_on_cards_wait_and_other_players_do_not_turn() -> None:
    table = court(warbands=1).site("mountain", warbands={"blue": 2}).seat("blue", relics=["obsidian_cage"])
    table.do.move("red", 2, "stock.red", "relic.obsidian_cage", ())
    play = offer(table).answer("yes")
    assert play.at("relic.obsidian_cage", "red") == 2 and play.at("slot.1", "blue") == 2


def test_a_72_a_revealed_vision_goes_and_a_facedown_one_stays() -> None:
    table = court(vision="vision.faith", advisers=[down("vision.conquest")])
    play = offer(table).answer("yes")
    assert play.zone("vision.red") == [] and play.zone("advisers.red") == ["vision.conquest"]
    assert play.zone("discard.provinces")[:1] == ["vision.faith"]


@pytest.mark.parametrize(("oath", "holder"), [("supremacy", PURPLE), ("people", "red")])
def test_a_73_the_title_of_a_new_citizen(oath: str, holder: str) -> None:
    """The Usurper side turns back; under Supremacy the Chancellor takes the title over."""
    table = court().oath(oath).title("red", usurper=True).site("mountain", warbands={"red": 1})
    if oath == "people":
        table.banner("peoples_favor", "red")
    play = offer(table).answer("yes")
    assert (play.state.oathkeeper, play.state.usurper) == (holder, False)


def test_6_6_2_in_their_own_turn_the_act_phase_ends() -> None:
    play = offer(court()).answer("yes")
    assert play.asked == ("act", PURPLE), "in another's turn it does not"


def test_6_6_3_imperial_players_rule_what_is_imperial() -> None:
    table = court().site("plains", warbands={PURPLE: 1})
    play = offer(table).answer("yes")
    assert facts.rules_site(play.game, "red", 0)


# -- 6.7 exiling -------------------------------------------------------------------------------------------------


def realm(holder: str = PURPLE, *, favor: int = 9, **red: Any) -> Table:
    """Red is a Citizen; the holder of the Scepter has favor."""
    table = a_table().turn(holder).oath("people").seat("red", role="citizen", **red)
    table.seat(holder, favor=favor, relics=[] if holder == PURPLE else [SCEPTER])
    return table.title("yellow")


PRICES = [
    ({}, 5),
    ({"title": "red"}, 6),
    ({"banner": "red"}, 6),
    ({"title": "red", "banner": "red"}, 7),
    ({"title": PURPLE}, 4),
    ({"banner": PURPLE}, 4),
    ({"title": PURPLE, "banner": PURPLE}, 3),
    ({"title": PURPLE, "banner": "red"}, 5),
    ({"title": "red", "banner": PURPLE}, 5),
    ({"title": "blue", "banner": "blue"}, 5),
]


@pytest.mark.parametrize(("given", "price"), PRICES)
def test_a_74_the_price(given: dict[str, str], price: int) -> None:
    table = realm().oath("devotion")
    if "title" in given:
        table.title(given["title"])
    if "banner" in given:
        table.banner("peoples_favor", given["banner"])
    play = table.play().answer("exile")
    assert (play.has(PURPLE, FAVOR), play.has("red", FAVOR)) == (9 - price, price)
    assert play.state.players["red"].role == EXILE
    refused = realm(favor=price - 1).oath("devotion")
    if "title" in given:
        refused.title(given["title"])
    if "banner" in given:
        refused.banner("peoples_favor", given["banner"])
    assert refused.refusals("exile", other="red") == [
        ("6.7", f"it costs {price} favor and {price - 1} can be paid", "law")
    ]


def test_a_11_the_usurper_is_still_the_oathkeeper_for_the_price() -> None:
    table = realm("blue").title("blue", usurper=True)
    assert table.play().answer("exile").has("red", FAVOR) == 4
    other = realm("blue").title("blue", usurper=True).reading("A-11", "b")
    assert other.play().answer("exile").has("red", FAVOR) == 5, "as a table may read it"


def test_a_75_only_the_warbands_on_the_board_change() -> None:
    table = realm(warbands=3, supply=1, relics=["map"], advisers=["tents"]).site("mountain", warbands={PURPLE: 2})
    table.banner("darkest_secret", "red")
    play = table.play().answer("exile")
    assert (play.at("board.red", "red"), play.at("board.red", PURPLE), play.at("slot.1", PURPLE)) == (3, 0, 2)
    assert play.at("stock.purple", PURPLE) == 24 - 2 and play.state.players["red"].supply == MOST
    assert play.zone("held.red") == ["relic.map"] and play.zone("advisers.red") == ["denizen.tents"]
    assert play.state.holders["banner.darkest_secret"] == "red" and facts.sites_ruled(play.game, "red") == []


def test_a_75_a_short_bank() -> None:
    play = realm(warbands=5).seat("red", role="citizen", bank=2).play().answer("exile")
    assert (play.at("board.red", "red"), play.at("board.red", PURPLE)) == (2, 0)
    assert play.at("stock.purple", PURPLE) == 24


def test_a_74_an_exile_with_the_scepter_may_exile_too() -> None:
    play = realm("blue").play().answer("exile")
    assert play.state.players["red"].role == EXILE and play.has("red", FAVOR) == 5


def test_a_74_whom_not() -> None:
    """The Chancellor, Exiles, oneself."""
    table = realm("blue").seat("blue", role="citizen")
    assert [row[:2] for row in table.refusals("exile", other=PURPLE)] == [("6.7", "purple is no Citizen")]
    assert [row[:2] for row in table.refusals("exile", other="yellow")] == [("6.7", "yellow is no Citizen")]
    assert [row[:2] for row in table.refusals("exile", other="blue")] == [
        ("6.7", "the Scepter does not exile its own holder")
    ]


def test_a_74_nobody_without_the_scepter_nor_when_it_is_fresh() -> None:
    table = realm(favor=1).turn("yellow").seat("yellow", favor=9)
    assert ("6.7", f"yellow does not hold {SCEPTER}", "law") in table.refusals("exile", other="red")
    table = realm()
    table.state.taken.append(SCEPTER)
    assert table.refusals("exile", other="red") == [("7.1", f"{SCEPTER} was taken this turn", SCEPTER)]


def test_6_7_the_title_is_looked_at_again() -> None:
    """2.11: an Exile may hold Supremacy in person, a Citizen may not."""
    table = realm().oath("protection").title(PURPLE).seat("red", relics=["map"])
    play = table.play().answer("exile")
    assert play.state.oathkeeper == PURPLE, "one relic each: tied"


# -- 6.8 exiling oneself -----------------------------------------------------------------------------------------


def leaving(*, holder: str = PURPLE, **red: Any) -> Table:
    table = a_table().turn("red").oath("people").title("yellow").seat("red", role="citizen", **red)
    return table.seat(holder, relics=[SCEPTER]) if holder != PURPLE else table


@pytest.mark.parametrize(
    ("red", "on_cards", "price"),
    [
        ({"favor": 9}, 0, 0),
        ({"favor": 9, "warbands": 3}, 0, 3),
        ({"favor": 9, "secrets": 2, "hidden": 1}, 0, 3),
        ({"favor": 9, "secrets": 1, "warbands": 2}, 2, 5),
    ],
)
def test_a_76_the_price(red: dict[str, int], on_cards: int, price: int) -> None:
    """Secrets on the board, both faces, and on any card; the warbands on the board."""
    table = leaving(**red).site("mountain", cards=["elders"]).on("elders", secrets=on_cards)
    table.banner("darkest_secret", "red", 4)
    play = table.play().answer("self-exile")
    assert (play.has("red", FAVOR), play.has(PURPLE, FAVOR)) == (9 - price, price)
    assert play.state.players["red"].role == EXILE and play.at("board.red", "red") == red.get("warbands", 0)
    assert play.state.players["red"].supply == MOST
    assert play.state.turn == "blue", "the Act Phase ends"


def test_a_76_secrets_on_relics_count_too() -> None:
    table = leaving(favor=3).seat("blue", relics=["horned_mask"]).on("relic.horned_mask", secrets=2)
    assert table.play().answer("self-exile").has(PURPLE, FAVOR) == 2


@pytest.mark.parametrize(
    ("price_by", "rest_by", "price"), [("a", "a", 6), ("a", "b", 6), ("b", "a", 6), ("b", "c", 6), ("b", "b", 4)]
)
def test_a_76_b_secrets_that_others_placed_do_not_count(price_by: str, rest_by: str, price: int) -> None:
    """They lie on cards only where a Rest leaves them there, on other players' cards (A-24, b): else all are one's own.

    One secret on the board, one on the own adviser, one at a site, one of them facedown; two on another's relic.
    """
    table = leaving(favor=9, hidden=1, advisers=["wolves"]).on("wolves", secrets=1)
    table.seat("blue", relics=["horned_mask"]).on("relic.horned_mask", secrets=2)
    table.site("mountain", cards=["elders"]).on("elders", secrets=2).banner("darkest_secret", "blue", 4)
    play = table.reading("A-76", price_by).reading("A-24", rest_by).play().answer("self-exile")
    assert play.has(PURPLE, FAVOR) == price


def test_a_76_all_or_nothing() -> None:
    table = leaving(favor=2, warbands=3)
    assert table.refusals("self-exile", who="red") == [("6.8", "it costs 3 favor and 2 can be paid", "law")]
    assert "self-exile" not in table.play().offered


@pytest.mark.parametrize(("reading", "warbands", "may"), [("a", 2, False), ("a", 0, True), ("b", 2, True)])
def test_a_143_with_nobody_holding_the_scepter(reading: str, warbands: int, may: bool) -> None:
    """Relic Hunter may have put it under the relic deck (A-140)."""
    table = leaving(favor=9, warbands=warbands).reading("A-143", reading).relic_deck(SCEPTER)
    play = table.play()
    assert ("self-exile" in play.offered) is may
    if not may:
        because = "2 favor are due to the holder of relic.grand_scepter, and nobody holds it"
        assert ("6.8", because) in play.refuses("self-exile")


def test_a_76_paid_to_whoever_holds_the_scepter() -> None:
    play = leaving(holder="blue", favor=2, warbands=2).play().answer("self-exile")
    assert play.has("blue", FAVOR) == 2


def test_6_8_not_the_holder_of_the_scepter_and_citizens_only() -> None:
    assert leaving(holder="red").play().refuses("self-exile") == [
        ("6.8", f"red holds {SCEPTER}"),
    ]
    play = a_table().play()
    assert ("6.8", "red is no Citizen") in play.refuses("self-exile")


def test_6_8_warbands_on_the_map_stay_imperial() -> None:
    table = leaving(favor=1, warbands=1).site("mountain", warbands={PURPLE: 3})
    play = table.play().answer("self-exile")
    assert play.at("slot.1", PURPLE) == 3 and facts.sites_ruled(play.game, "red") == []


def test_citizenship_replays() -> None:
    table = court(favor=2, secrets=1, warbands=2).seat(PURPLE, favor=3)
    play = offer(table, 2, {FAVOR: 1}, {SECRET: 1}).answer("yes")
    assert play.replayed() == play.state
