"""Toll Roads, Initiation Rite, Forced Labor, Family Wagon and Small Friends, with what the FAQ says of them."""

from typing import Any

import pytest

from oathtools.engine.driver import Driver
from oathtools.procedures.actions.play import DISCARD, FACEDOWN
from oathtools.procedures.actions.travel import make_travel
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import Frame
from oathtools.table.state import FAVOR, PURPLE, SECRET, SHARED
from tests.support.tables import Lay, Script, Table, a_table, down, the, unknown

# -- Toll Roads --------------------------------------------------------------------------------------------------


def tolls(ruler: str | None, **red: int) -> Table:
    """Toll Roads at the Mountain; its ruler rules the Steppe too. Red stands at the Tribunal."""
    table = a_table().site("mountain", cards=["toll_roads"])
    if ruler:
        table.site("mountain", warbands={ruler: 1}).site("steppe", warbands={ruler: 1})
    table.site("plains", warbands={"yellow": 1}).site("the_tribunal", warbands={"yellow": 1}).title("yellow")
    return table.seat("red", at="the_tribunal", **red)


def to(table: Table, site: str) -> Script:
    return table.play().answer("travel", site)


@pytest.mark.parametrize("site", ["mountain", "steppe"])
def test_toll_roads_an_enemy_gives_its_ruler_a_favor(site: str) -> None:
    play = to(tolls("blue", favor=1), site)
    assert (play.has("red", FAVOR), play.has("blue", FAVOR)) == (0, 1)
    assert play.state.players["red"].slot == (1 if site == "mountain" else 3)
    assert [event.facts["to"] for event in play.events if event.kind == "give"] == ["board.blue"]


@pytest.mark.parametrize("site", ["mountain", "steppe"])
def test_toll_roads_refuses_one_without_favor(site: str) -> None:
    assert tolls("blue").refusals("travel", to=site) == [
        ("5.6.1", "it costs 1 favor and 0 can be paid", "denizen.toll_roads")
    ]


def test_toll_roads_elsewhere_nothing_is_due() -> None:
    assert to(tolls("blue", favor=1), "plains").has("red", FAVOR) == 1
    assert to(tolls("blue", favor=1), "ancient_city").has("red", FAVOR) == 1, "the bandits' site is not its ruler's"


def test_toll_roads_its_ruler_passes() -> None:
    assert to(tolls("red"), "steppe").has("red", FAVOR) == 0


def test_toll_roads_under_the_empire_the_chancellor_is_paid() -> None:
    table = tolls(PURPLE, favor=1).seat("blue", role="citizen")
    assert to(table, "steppe").has(PURPLE, FAVOR) == 1


def test_toll_roads_imperial_players_are_no_enemies() -> None:
    table = tolls(PURPLE).seat("red", role="citizen")
    assert table.refusals("travel", to="steppe") == []


def test_toll_roads_the_chancellor_pays_an_exile() -> None:
    table = tolls("blue").seat(PURPLE, at="the_tribunal", favor=2).turn(PURPLE)
    assert to(table, "steppe").has("blue", FAVOR) == 1


def test_toll_roads_of_the_bandits_burns_the_favor() -> None:
    """10.7: everybody is the bandits' enemy; they rule every faceup site without warbands."""
    table = tolls(None, favor=1)
    before = table.built().count(SHARED, FAVOR)
    play = to(table, "ancient_city")
    assert play.has("red", FAVOR) == 0 and play.at(SHARED, FAVOR) == before + 1
    assert [event.kind for event in play.events if event.facts.get("what") == FAVOR] == ["burn"]


def test_faq_toll_roads_2_a_facedown_site_is_ruled_by_nobody() -> None:
    table = (
        a_table().map("plains", "mountain", "the_tribunal", down("site.steppe")).site("mountain", cards=["toll_roads"])
    )
    assert table.seat("red", at="the_tribunal").refusals("travel", to="provinces.2") == []


def test_toll_roads_without_supply_it_is_still_due() -> None:
    """As the FAQ has it for other ways to travel without Supply: a toll is no Supply."""
    table = tolls("blue").site("buried_giant", slot=4).seat("red", at=4, secrets=1, supply=0)
    using = [("buried_giant", "")]
    assert [clause for clause, _, source in table.refusals("travel", using=using, to="steppe")] == ["5.6.1"]
    assert table.seat("red", favor=1).refusals("travel", using=using, to="steppe") == []


def test_toll_roads_faq_coasts_ignore_sites_not_cards() -> None:
    table = a_table().site("rocky_coast", slot=2, warbands={"red": 1}).site("lush_coast", slot=3, warbands={"blue": 1})
    table.site("lush_coast", cards=["toll_roads"]).seat("red", at="rocky_coast")
    assert [source for _, _, source in table.refusals("travel", to="lush_coast")] == ["denizen.toll_roads"]


def test_toll_roads_facedown_does_nothing() -> None:
    table = a_table().seat("blue", advisers=[down("toll_roads")]).site("steppe", warbands={"blue": 1})
    assert table.refusals("travel", to="steppe") == []


def made_to_travel(table: Table) -> tuple[Script, list[str | None]]:
    """Blue makes Red travel (5.5.7.3)."""
    moved: list[str | None] = []
    play = table.play()
    game = play.game

    def program() -> Any:
        def steps() -> Any:
            moved.append((yield from make_travel(game, "red", "blue", Frame("campaign", "blue"), "5.5.7.3")))

        return None if moved else steps()

    play.driver = Driver(program)
    play.driver.start()
    return play, moved


def test_faq_toll_roads_1_made_to_travel_one_may_refuse_the_toll() -> None:
    play, moved = made_to_travel(tolls("blue", favor=1))
    assert play.asked == ("travel.made-to", "blue")
    play.answer("steppe")
    assert play.asked == ("travel.toll", "red")
    play.answer("no")
    assert play.asked[0] == "travel.made-to" and "site.steppe" not in play.offered
    play.answer("mountain").answer("no").answer("plains")
    assert moved == ["site.plains"] and play.state.players["red"].slot == 0 and play.has("red", FAVOR) == 1


def test_faq_toll_roads_1_or_choose_to_pay_it() -> None:
    play, moved = made_to_travel(tolls("blue", favor=1))
    play.answer("steppe", "yes")
    assert moved == ["site.steppe"] and play.state.players["red"].slot == 3
    assert (play.has("red", FAVOR), play.has("blue", FAVOR), play.state.players["red"].supply) == (0, 1, 7)


def test_faq_toll_roads_1_nobody_is_sent_where_they_cannot_pay() -> None:
    play, _ = made_to_travel(tolls("blue"))
    assert "site.steppe" not in play.offered and "site.plains" in play.offered


# -- Initiation Rite ---------------------------------------------------------------------------------------------


def rite(card: Lay = "initiation_rite", **red: int) -> Table:
    return a_table().seat("red", at="mountain", advisers=[card], **red).site("mountain", cards=["longbows"])


def test_initiation_rite_a_secret_instead_of_the_favor() -> None:
    play = rite(secrets=1).play().answer("muster")
    assert (play.has("red", SECRET), play.at("longbows", SECRET), play.at("longbows", FAVOR)) == (0, 1, 0)
    assert play.has("red", "warbands") == 2 and play.state.players["red"].supply == 6


def test_initiation_rite_refuses_a_favor() -> None:
    """7.4.1: it says must, so it is not optional."""
    assert rite(favor=3).refusals("muster", card="longbows") == [
        ("5.2.1", "it costs 1 secret and 0 can be paid", "denizen.initiation_rite")
    ]
    assert rite(favor=3, hidden=1).refusals("muster", card="longbows")


@pytest.mark.parametrize("card", [down("initiation_rite"), "wolves"])
def test_initiation_rite_only_faceup_among_the_own_advisers(card: Lay) -> None:
    table = rite(card, favor=1)
    if card == "wolves":
        table.seat("blue", at="mountain", advisers=["initiation_rite"])
    assert table.refusals("muster", card="longbows") == []


def test_initiation_rite_a_card_with_a_secret_is_not_free() -> None:
    table = rite(secrets=1).on("longbows", favor=1)
    assert [clause for clause, _, _ in table.refusals("muster", card="longbows")] == ["5.2.1"]


def test_initiation_rite_the_secret_comes_back_in_rest() -> None:
    play = rite(secrets=1).play().answer("muster").answer("end")
    assert play.has("red", SECRET) == 1


# -- Forced Labor ------------------------------------------------------------------------------------------------


def labor(ruler: str | None, *advisers: Lay, **red: int) -> Table:
    """Forced Labor at the Mountain; its ruler rules the Steppe too, where Red stands."""
    table = a_table().site("mountain", cards=["forced_labor"]).site("plains", warbands={"yellow": 1})
    if ruler:
        table.site("mountain", warbands={ruler: 1}).site("steppe", warbands={ruler: 1})
    table.pile("provinces", "elders").deck("wolves", rest=False)
    return table.seat("red", at="steppe", advisers=advisers, **red)


@pytest.mark.parametrize("source", ["world", "provinces"])
def test_forced_labor_a_search_costs_an_enemy_a_favor(source: str) -> None:
    play = labor("blue", favor=1).play().answer("search", source).answer(DISCARD)
    assert play.has("blue", FAVOR) == 1
    play = labor("blue", favor=1).play().answer("search", source)
    assert (play.has("red", FAVOR), play.has("blue", FAVOR)) == (0, 1)


@pytest.mark.parametrize("source", ["world", "provinces"])
def test_forced_labor_refuses_one_without_favor(source: str) -> None:
    assert labor("blue").refusals("search", source=source) == [
        ("5.1.1", "it costs 1 favor and 0 can be paid", "denizen.forced_labor")
    ]


def test_forced_labor_only_at_sites_its_ruler_rules() -> None:
    for site in ("plains", "ancient_city"):
        table = labor("blue").seat("red", at=site)
        assert table.refusals("search", source="world") == []


def test_forced_labor_not_for_friends() -> None:
    assert labor("red").refusals("search", source="world") == []
    assert labor(PURPLE).seat("red", role="citizen").refusals("search", source="world") == []


def test_forced_labor_pays_the_chancellor_and_burns_for_bandits() -> None:
    assert labor(PURPLE, favor=1).play().answer("search", "world").has(PURPLE, FAVOR) == 1
    table = labor(None, favor=1)
    before = table.built().count(SHARED, FAVOR)
    assert table.play().answer("search", "world").at(SHARED, FAVOR) == before + 1


def test_forced_labor_at_a_bandit_site_of_another_ruler() -> None:
    """Ruled by bandits it reaches every site without warbands, and only those."""
    assert labor(None).refusals("search", source="world")
    assert labor(None).seat("red", at="plains").refusals("search", source="world") == []


@pytest.mark.parametrize("where", ["adviser", DISCARD])
def test_faq_forced_labor_1_playing_a_facedown_adviser_too(where: str) -> None:
    table = labor("blue", down("longbows"))
    assert table.refusals("play", card="longbows", to=where) == [
        ("6.1", "it costs 1 favor and 0 can be paid", "denizen.forced_labor")
    ]
    play = table.seat("red", favor=1).play().answer("play", "longbows", where)
    assert play.has("blue", FAVOR) == 1


def test_faq_forced_labor_2_paid_again_when_the_card_is_turned_up() -> None:
    play = labor("blue", favor=2).play().answer("search", "world", FACEDOWN)
    assert play.has("blue", FAVOR) == 1
    play.answer("play", "wolves", "adviser")
    assert play.has("blue", FAVOR) == 2 and not play.state.is_facedown("denizen.wolves")


def test_forced_labor_is_not_asked_of_what_a_search_plays() -> None:
    """The one favor for the Search is all: playing its card is no action of its own."""
    play = labor("blue", favor=1).play().answer("search", "world", "adviser")
    assert play.zone("advisers.red") == ["denizen.wolves"]


# -- Family Wagon ------------------------------------------------------------------------------------------------

WAGON, NOMADS, OTHERS = "family_wagon", ("tents", "elders", "horse_archers"), ("longbows", "wolves", "alchemist")


def playing(card: str, *row: Lay) -> Script:
    play = a_table().seat("red", at=2, advisers=row).deck(card, rest=False).play().answer("search")
    assert play.asked[0] == "play.to"
    return play


def test_faq_family_wagon_2_three_nomads_and_the_wagon() -> None:
    play = playing(WAGON, *NOMADS).answer("adviser")
    assert len(play.zone("advisers.red")) == 4 and play.asked[0] == "act"


def test_family_wagon_any_number_of_nomads() -> None:
    play = playing("ancient_binding", WAGON, *NOMADS, "warning_signals", "longbows").answer("adviser")
    assert len(play.zone("advisers.red")) == 7 and play.asked[0] == "act"


def test_family_wagon_one_other() -> None:
    play = playing("longbows", WAGON, *NOMADS).answer("adviser")
    assert play.asked[0] == "act" and len(play.zone("advisers.red")) == 5
    play = playing("wolves", WAGON, *NOMADS, "longbows").answer("adviser")
    assert play.asked[0] == "play.replace" and play.offered == ["denizen.longbows"], "Nomads are not in the way"


@pytest.mark.parametrize("to", ["adviser", FACEDOWN])
@pytest.mark.parametrize("other", [down("elders"), unknown("denizen"), down("vision.faith")])
def test_family_wagon_facedown_cards_are_others(to: str, other: Lay) -> None:
    """A-128: facedown they have no suit."""
    play = playing("wolves", WAGON, "tents", other).answer(to)
    assert play.asked[0] == "play.replace" and play.offered[1:] == [the(WAGON)], "or the Wagon itself makes room"


def test_family_wagon_a_nomad_played_facedown_is_another_one() -> None:
    play = playing("elders", WAGON, "tents", "longbows").answer(FACEDOWN)
    assert play.offered == ["denizen.longbows", the(WAGON)]


@pytest.mark.parametrize(("others", "gone"), [(1, 0), (2, 1), (3, 2)])
def test_family_wagon_arriving_cuts_the_row_to_one_other(others: int, gone: int) -> None:
    """7.6.4: as many as bring the row down to the new limit, before the Wagon lands."""
    play = playing(WAGON, *OTHERS[:others]).answer("adviser")
    if not gone:
        assert play.asked[0] == "act"
        return
    assert (play.asked[0], play.pending.low, play.pending.high) == ("play.replace", gone, gone)
    play.answer([f"denizen.{card}" for card in OTHERS[:gone]])
    if gone > 1:
        assert play.asked[0] == "discard.order"
        play.default()
    assert play.zone("advisers.red") == [*(f"denizen.{card}" for card in OTHERS[gone:others]), the(WAGON)]


def test_family_wagon_cannot_push_out_the_locked() -> None:
    """A-83."""
    play = playing(WAGON, "a_small_favor", "long_lost_heir")
    assert play.refuses("adviser") == [("9.2", "the row holds 2 advisers of 1 and too few of them can be discarded")]
    assert "adviser" in playing(WAGON, "a_small_favor", "longbows").offered


def test_family_wagon_facedown_sets_no_limit() -> None:
    play = playing(WAGON, "longbows", "wolves").answer(FACEDOWN)
    assert play.asked[0] == "act" and len(play.zone("advisers.red")) == 3


def test_family_wagon_turned_up_in_its_row() -> None:
    """6.1 with A-37: the limit it brings counts at that moment."""
    table = a_table().seat("red", at=2, advisers=[down(WAGON), "longbows", "wolves"])
    play = table.play().answer("play", WAGON, "adviser")
    assert play.asked[0] == "play.replace" and play.offered == ["denizen.longbows", "denizen.wolves"]


def test_family_wagon_is_its_owners_alone() -> None:
    table = a_table().seat("blue", advisers=[WAGON]).seat("red", advisers=OTHERS).deck("elders", rest=False)
    play = table.play().answer("search", "adviser")
    assert (play.asked[0], play.pending.low) == ("play.replace", 1)


def test_family_wagon_may_go_for_a_site_not_for_one() -> None:
    assert "site.the_tribunal" not in playing(WAGON).offered


# -- Small Friends -----------------------------------------------------------------------------------------------


def friends(*advisers: Lay, **red: int) -> Table:
    """Red at the Mountain; Beast cards lie at the Mountain, at the Steppe and at the Standing Stones."""
    told = {"secrets": 1, "favor": 2, **red}
    table = a_table().seat("red", at="mountain", advisers=["small_friends", *advisers], **told)
    table.site("mountain", cards=["rangers", "longbows"]).site("steppe", cards=["wolves", "elders"])
    return table.site("standing_stones", cards=["forest_temple"]).site("plains", cards=["alchemist"])


def test_small_friends_any_other_site_with_a_beast_card() -> None:
    play = friends().play().answer("trade")
    assert play.asked == ("trade.modifier", "red") and play.pending.default == "go-on"
    assert play.offered == [
        "go-on",
        "denizen.small_friends@site.steppe",
        "denizen.small_friends@site.standing_stones",
    ]


def test_small_friends_trade_there_with_any_card() -> None:
    play = friends().play().answer("trade", "denizen.small_friends@site.steppe")
    assert play.asked[0] == "trade.card" and play.offered == ["denizen.wolves", "denizen.elders"]
    play.answer("elders", "favor")
    assert play.at("elders", SECRET) == 1 and play.at("bank.nomad", FAVOR) == 2
    assert (play.has("red", FAVOR), play.state.players["red"].supply) == (3, 6)
    assert play.state.players["red"].slot == 1, "the pawn has not moved"


def test_small_friends_is_optional_and_matches_itself() -> None:
    play = friends().play().answer("trade", "go-on", "rangers", "favor")
    assert play.has("red", FAVOR) == 2 + 2, "Small Friends is a Beast adviser"


def test_small_friends_where_the_own_site_has_nothing() -> None:
    table = a_table().seat("red", at="plains", advisers=["small_friends"], secrets=1).site("steppe", cards=["wolves"])
    play = table.play()
    assert "trade" in play.offered
    play.answer("trade")
    assert play.skipped[0] == ("trade.modifier", "denizen.small_friends@site.steppe")


def test_small_friends_refused_where_nothing_can_be_done() -> None:
    table = a_table().seat("red", at="plains", advisers=["small_friends"], secrets=1).site("steppe", cards=["wolves"])
    table.on("wolves", favor=1).site("mountain", cards=["rangers"])
    play = table.play().answer("trade")
    assert play.skipped[0] == ("trade.modifier", "denizen.small_friends@site.mountain")
    assert table.refusals("trade", using=[("small_friends", "steppe")], card="wolves", **{"for": "favor"}) == [
        ("5.3.2", "denizen.wolves already holds 1 favor", "law")
    ]


def test_small_friends_sites_without_a_beast_card_and_facedown_cards() -> None:
    table = a_table().seat("red", at="mountain", advisers=["small_friends"], secrets=1)
    table.site("mountain", cards=["longbows"]).site("plains", cards=["alchemist"])
    play = table.site("steppe", cards=["ruined_temple"]).play().answer("trade")
    assert play.skipped[0] == ("trade.card", "denizen.longbows")


def test_small_friends_facedown_or_anothers_does_nothing() -> None:
    table = a_table().seat("red", at="mountain", advisers=[down("small_friends")], secrets=1, favor=2)
    table.site("mountain", cards=["longbows"]).site("steppe", cards=["wolves"])
    assert table.play().answer("trade").asked[0] == "trade.for"


def test_a_107_who_acts_from_another_site_has_what_is_there_at_hand() -> None:
    """A-107: from the moment it is used one acts from the other site; what is here is not at hand, what is there is."""
    game = friends().game()
    frame = Frame("trade", "red")
    frame.facts["at"] = 3
    game.frames.append(frame)
    assert facts.site_of(game, "red") == 3
    assert not facts.has_access(game, "red", the("rangers")) and facts.has_access(game, "red", the("wolves"))
    game.frames.pop()
    assert facts.has_access(game, "red", the("rangers")) and not facts.has_access(game, "red", the("wolves"))


def test_a_107_small_friends_the_modifiers_of_the_new_site_are_at_hand_those_of_the_old_one_are_not() -> None:
    """Acting Troupe, a Trade modifier, at the Steppe: open once Small Friends acts from there, shut again at home."""
    table = friends().site("steppe", cards=["acting_troupe"])
    assert not any("acting_troupe" in option for option in table.play().answer("trade").offered)
    play = table.play().answer("trade", "denizen.small_friends@site.steppe")
    assert any("acting_troupe" in option for option in play.offered)
    # Where the pawn stands it is no longer at hand; used before, Small Friends cannot be added to it.
    home = friends().site("mountain", cards=["acting_troupe"])
    play = home.play().answer("trade", "denizen.small_friends@site.steppe")
    assert play.asked[0] == "trade.card", "no modifier is left to ask for"
    play = home.play().answer("trade")
    first = next(option for option in play.offered if "acting_troupe" in option)
    play.answer(first)
    assert not any("small_friends" in option for option in (play.offered if play.asked[0] == "trade.modifier" else ()))


def test_small_friends_does_not_reach_other_players_or_actions() -> None:
    play = friends().play().answer("muster")
    assert play.offered == ["denizen.rangers", "denizen.longbows"]


@pytest.mark.parametrize("what", ["favor", "secrets"])
def test_small_friends_replays(what: str) -> None:
    play = friends().play().answer("trade", "denizen.small_friends@site.steppe", "wolves", what)
    assert play.replayed() == play.state
