"""Campaigns in the wake of campaigns with other cards (A-134, A-136): each is fought by what holds when it begins."""

from typing import Any

import pytest

from oathtools.table.state import FAVOR, HIDDEN, SECRET
from tests.battles import GO_ON, battle, declare, fight_of, roll, war
from tests.powers.test_pairs_in_campaigns import BRUTAL, attack, fall, lead, posted, rest, use
from tests.support.tables import Script, Table, the

SNEAK, TRIP, FIGHT = "sneak_attack.campaign", "second_wind.travel", "second_wind.campaign"


def quarrel(**yellow: Any) -> Table:
    """Red attacks Blue's pawn at the Steppe; Yellow has Sneak Attack there."""
    table = war().seat("red", warbands=4)
    return table.seat("yellow", **({"at": 3, "warbands": 6, "advisers": ["sneak_attack"]} | yellow))


def beaten(table: Table) -> Script:
    """Red has lost with one die, and half of the force."""
    return rest(fall(attack(table, "pawn", dice=1), "2", "h"), SNEAK, "herald.bank")


def cultured(table: Table) -> Script:
    """Red has beaten Blue and become a Citizen by Martial Culture."""
    play = use(attack(table.seat("red", advisers=["martial_culture"]), "pawn"), "martial_culture")
    play = rest(fall(play, "0", "s"), "martial_culture.citizen").answer("yes")
    assert play.state.players["red"].role == "citizen"
    return play


# -- after Captains --------------------------------------------------------------------------------------------------


def test_a_105_sneak_attack_finds_a_captain_where_the_pawn_is() -> None:
    """Red has lost as if from the Steppe and stands at the Plains; the Deep Woods are Red's, the Steppe no more."""
    for at, targets in ((0, ["site.deep_woods", "pawn"]), (3, None)):
        play = lead(posted().seat("yellow", at=at, warbands=2, advisers=["sneak_attack"]), "pawn", dice=1)
        rest(fall(play, "2", "h"), SNEAK)
        assert (play.asked[0] == SNEAK) is bool(targets)
        assert not targets or play.answer("yes").offered == targets


def test_a_105_second_wind_after_captains_is_from_the_pawns_own_site_with_the_board_alone() -> None:
    table = posted(secrets=1, advisers=["second_wind"]).seat("yellow", at=0)
    play = rest(fall(use(lead(table, "pawn", dice=5), "second_wind"), "0", "s"), TRIP).answer("no", "yes")
    assert "blue" not in play.offered
    assert battle(declare(play, "yellow", ["pawn"])).force == 2


def test_a_105_a_captain_takes_relics_in_the_region_of_the_campaign() -> None:
    """Relic Thief in the Provinces, Red's own pawn in the Cradle."""
    table = posted().seat("blue", relics=["map"]).seat("yellow", at=4, favor=1, secrets=1, advisers=["relic_thief"])
    assert fall(lead(table, "map", dice=5), "0", "s").asked == ("relic_thief.use", "yellow")


# -- Sneak Attack ----------------------------------------------------------------------------------------------------


def test_a_64_one_who_is_attacked_in_the_own_turn_pays_onto_the_card() -> None:
    play = beaten(quarrel().seat("red", favor=1, advisers=["mercenaries"])).answer("yes")
    use(declare(play, "red", ["pawn"]), "mercenaries")
    assert play.at("mercenaries", FAVOR) == 1


def test_11_12_free_of_supply_is_not_free_of_the_hidden_places_flip() -> None:
    """Sneak Attack without a secret is impossible there; with one it turns facedown."""
    for secrets in (0, 1):
        table = quarrel(secrets=secrets, supply=0).site("the_hidden_place", slot=3).seat("red", secrets=1)
        play = beaten(table)
        assert (play.asked[0] == SNEAK) is bool(secrets)
    assert declare(play.answer("yes"), "red", ["pawn"]).has("yellow", HIDDEN) == 1


@pytest.mark.parametrize(("sneak", "left"), [("purple", 0), ("yellow", 1)])
def test_2_3_brutal_serves_the_chancellor_in_another_players_turn_and_no_citizen(sneak: str, left: int) -> None:
    table = war().reliquary(*BRUTAL).seat("red", warbands=4).seat("yellow", role="citizen")
    play = beaten(table.seat(sneak, at=3, warbands=5, advisers=["sneak_attack"]))
    assert play.has("red", "warbands") == 2, "Red's own campaign is none of the Chancellor's"
    fall(declare(play.answer("yes"), "red", ["pawn"]), "0", "s")
    assert play.has("red", "warbands") == left


def test_a_62_a_citizen_strikes_back_at_the_chancellor_in_the_chancellors_turn() -> None:
    """Not Imperial for that campaign alone: purple warbands at the Steppe and on the Chancellor's board defend."""
    table = war().turn("purple").seat("purple", at=3, warbands=4).site("steppe", warbands={"purple": 2})
    play = beaten(table.seat("yellow", role="citizen", at=3, warbands=4, advisers=["sneak_attack"])).answer("yes")
    assert play.offered == ["site.steppe", "relic.grand_scepter", "pawn"]
    declare(play, "purple", ["steppe", "pawn"])
    assert (battle(play).force, battle(play).defenders) == (4, 2 + 2)


def test_a_136_heralds_favor_comes_before_the_sneak_attack_that_it_may_pay_for() -> None:
    """10.2: own powers in the order that serves their player; the gain is due anyway."""
    play = beaten(quarrel(advisers=["herald", "sneak_attack", "mercenaries"]))
    assert play.asked == ("herald.bank", "yellow")
    declare(play.answer("bank.order", "yes"), "red", ["pawn"])
    assert play.asked == ("campaign.plan", "yellow") and the("mercenaries") in play.offered


# -- Second Wind and Martial Culture ---------------------------------------------------------------------------------


def test_7_1_2_jinx_once_used_is_occupied_in_the_campaign_of_second_wind() -> None:
    table = war().seat("red", warbands=4, favor=1, secrets=3, advisers=["jinx", "second_wind"]).seat("yellow", at=3)
    play = fall(use(attack(table, "pawn", dice=2), "second_wind"), "0", "h").answer("yes")
    rest(roll(play, "", "ss"), TRIP).answer("no", "yes")
    declare(play, "yellow", ["pawn"], 2)
    assert fall(play, "0", "h").asked[0] != "jinx.reroll" and play.at("jinx", SECRET) == 1


@pytest.mark.parametrize(("way", "asked"), [("special_envoy", "act"), (GO_ON, FIGHT)])
def test_a_129_special_envoy_in_the_travel_of_second_wind_ends_the_act_phase_before_the_campaign(
    way: str, asked: str
) -> None:
    """10.2: nothing comes between a travel and what is after it; Blue's turn is next."""
    table = war().seat("red", warbands=4, favor=1, secrets=1, advisers=["second_wind", "special_envoy"])
    play = fall(use(attack(table.seat("yellow", at=7), "pawn"), "second_wind"), "0", "s")
    rest(play, TRIP).answer("yes", way, "deep_woods")
    assert rest(play, FIGHT).asked == (asked, "red" if asked == FIGHT else "blue")


def test_a_129_the_end_of_reds_act_phase_does_not_take_yellows_second_wind() -> None:
    """Red becomes a Citizen, Yellow's Sneak Attack against the Empire wins and goes on: no Act Phase of Yellow's."""
    table = quarrel(favor=1, secrets=1, advisers=["sneak_attack", "second_wind"]).seat("purple", at=3, warbands=1)
    play = rest(cultured(table), SNEAK).answer("yes")
    declare(play, "red", ["pawn"])
    assert fight_of(play).allies == ["purple"] and battle(play).defenders == 4 + 1
    fall(use(play, "second_wind"), "0", "s").answer({"board.red": 2})
    assert rest(play, TRIP).asked == (TRIP, "yellow")


def test_a_109_martial_culture_frees_a_vision_for_the_false_prophet_in_the_midst_of_the_campaign() -> None:
    table = war().seat("red", warbands=4, vision="vision.conquest").seat("yellow", at=3, advisers=["false_prophet"])
    table.do.move("yellow", 1, "stock.yellow", "vision.conquest", ())
    play = cultured(table)
    assert play.asked == ("play.to", "yellow") and play.offered == ["adviser-facedown", "vision", "discard"]
    rest(play.answer("vision"))
    assert play.zone("vision.yellow") == ["vision.conquest"] and play.at("stock.yellow", "yellow") == 14


@pytest.mark.parametrize(("card", "offered"), [("vow_of_union", FIGHT), ("longbows", TRIP)])
def test_a_132_vow_of_union_leaves_second_wind_its_campaign_where_it_stands(card: str, offered: str) -> None:
    """With warbands on the board there is no travel from a site just conquered."""
    table = war().seat("red", warbands=3, favor=1, secrets=1, advisers=["second_wind", card])
    play = use(attack(table.site("steppe", warbands={"blue": 1})), "second_wind")
    assert fall(play, "0", "s").answer({"steppe": 1}).asked[0] == offered


def test_2_4_a_scepter_taken_by_a_sneak_attack_and_given_back_is_ready_at_once() -> None:
    """FAQ Grand Scepter: it rests for who took it, and Red was given it."""
    table = war().seat("red", warbands=1, relics=["grand_scepter"], advisers=["tinkers_fair"])
    table.seat("blue", warbands=9, advisers=["sneak_attack"])
    play = rest(fall(attack(table, "steppe", by="bandits", dice=1), "0", "s"), SNEAK).answer("yes")
    rest(fall(declare(play, "red", ["grand_scepter"]), "00", "s" * 9), "act")
    assert (play.asked, play.zone("held.blue")) == (("act", "red"), ["relic.grand_scepter"])
    play.answer("power", "blue", {"grand_scepter": 1}, "yes")
    assert play.zone("held.red") == ["relic.grand_scepter"]
    assert "offer" in play.offered
    assert "reliquary-1" in play.answer("peek").offered


def test_faq_toll_roads_1_the_toll_is_asked_for_on_the_free_travel_of_second_wind_from_anothers_wood() -> None:
    """7.6.2, A-132: no Supply is no leave; on no, Yellow sends Red elsewhere."""
    table = war().site("shrouded_wood", slot=3, warbands={"yellow": 1}).site("mountain", warbands={"yellow": 1})
    table.site("mountain", cards=["toll_roads"]).seat("red", warbands=4, favor=2, secrets=1, advisers=["second_wind"])
    play = fall(use(attack(table, "pawn"), "second_wind"), "0", "s")
    before = rest(play, TRIP).answer("yes").has("red", FAVOR)
    assert play.asked == ("travel.to", "yellow")
    assert play.answer("mountain").asked == ("travel.toll", "red")
    play.answer("no")
    assert play.asked == ("travel.to", "yellow") and the("mountain") not in play.offered
    play.answer("plains")
    assert (play.state.players["red"].slot, play.has("red", FAVOR)) == (0, before)


@pytest.mark.parametrize(("reading", "offered"), [("a", True), ("b", False)])
def test_a_154_a_modifier_may_be_used_in_anothers_turn_though_its_card_is_occupied(reading: str, offered: bool) -> None:
    """7.1.2: Blue's Sneak Attack is won with Second Wind; nothing is placed on Tents in the Travel that follows."""
    table = quarrel().reading("A-154", reading).on("tents", secrets=1)
    table.seat("yellow", favor=2, secrets=1, advisers=["second_wind", "tents"])
    play = use(declare(beaten(table).answer("yes"), "red", ["pawn"]), "second_wind")
    rest(fall(play, "0", "s"), TRIP).answer("yes")
    assert (play.asked == ("travel.modifier", "yellow") and the("tents") in play.offered) is offered
    if offered:
        bank = play.at("bank.nomad", FAVOR)
        play.answer("tents", "the_tribunal")
        assert (play.at("tents", FAVOR), play.at("bank.nomad", FAVOR)) == (0, bank + 1)
