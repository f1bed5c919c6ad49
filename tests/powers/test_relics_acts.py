"""Relics and edifices: searching, trading, traveling, peeking, calling; the forges, the temple, the festival."""

import pytest

from oathtools.engine.decision import Refusal
from oathtools.table.state import FAVOR, SECRET
from tests.support.tables import Script, Table, a_table, down

TEMPLE, WHISTLE = "edifice.ruined_temple", "relic.whistle"


def calm(players: int = 4) -> Table:
    """Nobody has the title, nobody takes it."""
    return a_table(players).oath("devotion").title(None)


# -- searching, trading, traveling ---------------------------------------------------------------------------------


def book(site: int, card: str = "elders") -> Script:
    table = calm().seat("red", at=site, relics=["book_of_records"]).deck(card, rest=False)
    return table.play().answer("search", ("site." + ("fertile_valley" if site == 6 else "plains")))


def test_book_of_records_a_secret_instead_of_the_favor() -> None:
    play = book(0)
    assert (play.has("red", SECRET), play.has("red", FAVOR)) == (1, 0)


def test_faq_book_of_records_1_the_homelands_reward_is_favor_all_the_same() -> None:
    play = book(6, "wayside_inn")
    assert (play.has("red", SECRET), play.has("red", FAVOR)) == (1, 1)


def test_faq_cracked_horn_1_visions_may_be_buried_and_the_track_stays() -> None:
    table = calm().seat("red", at=0, relics=["cracked_horn"]).deck("vision.faith", rest=False)
    play = table.play().answer("search", "cracked_horn")
    drawn = play.state.visions_drawn
    play.answer("discard")
    assert play.zone("world.bottom") == ["vision.faith"] and play.state.visions_drawn == drawn


def harp(*cards: str) -> Script:
    table = calm().seat("red", at=0, relics=["truthful_harp"]).deck(*cards, rest=False)
    return table.play().answer("search", "truthful_harp")


def test_faq_truthful_harp_2_named_first_two_more_and_all_of_them_shown() -> None:
    play = harp("elders", "tents", "wolves", "keep", "marriage", "gossip")
    assert len(play.zone("hand.red")) == 5
    assert [event.facts["card"] for event in play.events if event.kind == "revealed"] == play.zone("hand.red")
    play.answer("tents").default()
    assert [event.facts["card"] for event in play.events if event.kind == "revealed"] == ["denizen.tents"]


def test_faq_truthful_harp_1_a_vision_stops_the_draw() -> None:
    assert len(harp("elders", "vision.faith", "tents", "wolves").zone("hand.red")) == 2


@pytest.mark.parametrize(("adviser", "free"), [("elders", True), ("keep", False)])
def test_cup_of_plenty_without_supply_where_an_adviser_matches(adviser: str, free: bool) -> None:
    table = calm().seat("red", at=1, secrets=1, supply=0, advisers=[adviser], relics=["cup_of_plenty"])
    assert ("trade" in table.site("mountain", cards=["tents"]).play().offered) is free


def test_dragonskin_drum_a_warband_after_traveling() -> None:
    play = calm().seat("red", at=3, relics=["dragonskin_drum"]).play().answer("travel", "mountain")
    assert play.asked == ("dragonskin_drum.gain", "red")
    assert play.answer("yes").has("red", "warbands") == 1


def test_faq_dragonskin_drum_1_also_when_made_to_travel() -> None:
    table = calm().seat("red", at=0, secrets=1, relics=["whistle"]).seat("blue", at=3, relics=["dragonskin_drum"])
    play = table.play().answer("power")
    assert play.asked == ("dragonskin_drum.gain", "blue")


# -- Action --------------------------------------------------------------------------------------------------------


def test_dowsing_sticks_take_or_bury() -> None:
    table = calm().seat("red", secrets=1, favor=2, relics=["dowsing_sticks"]).relic_deck("map", "whistle")
    play = table.play().answer("power")
    assert play.asked == ("dowsing_sticks.relic", "red")
    assert "relic.map" in play.answer("take").zone("held.red")


def test_a_118_oracular_pig_looks_and_draws_nothing() -> None:
    play = calm().seat("red", relics=["oracular_pig"]).deck("elders", "vision.faith", "tents").play().answer("power")
    looked = next(event for event in play.events if event.kind == "looked")
    assert (looked.facts["at"], looked.facts["count"]) == ("world", 3)
    assert play.state.visions_drawn == 0 and play.zone("hand.red") == []


@pytest.mark.parametrize(("supply", "after"), [(1, 5), (7, 7)])
def test_a_117_the_map_goes_under_the_deck_for_4_supply(supply: int, after: int) -> None:
    play = calm().seat("red", supply=supply, relics=["map"]).relic_deck("whistle").play().answer("power")
    assert play.zone("relic_deck.bottom") == ["relic.map"] and play.state.players["red"].supply == after


def test_a_119_faq_horned_mask_1_a_swap_is_no_play() -> None:
    table = calm().seat("red", at=1, secrets=1, advisers=["elders", "vow_of_peace"], relics=["horned_mask"])
    play = table.site("mountain", cards=["tents", "keep"]).play().answer("power")
    if play.asked[0] == "horned_mask.card":
        play.answer("tents")
    assert play.zone("cards.1")[0] == "denizen.elders" and "denizen.tents" in play.zone("advisers.red")
    assert play.has("red", FAVOR) == 0


def test_horned_mask_a_card_for_sites_only_cannot_become_an_adviser() -> None:
    table = calm().seat("red", at=1, secrets=1, advisers=["elders"], relics=["horned_mask"])
    rows = table.site("mountain", cards=["rowdy_pub"]).refusals("power", card="horned_mask")
    assert [row.clause for row in rows] == ["10.25"]


def test_ivory_eye_sites_relics_and_advisers() -> None:
    table = calm().map("plains", "mountain", "the_tribunal", "steppe", down("mine"))
    table = table.seat("red", at=0, secrets=1, relics=["ivory_eye"]).seat("blue", advisers=[down("elders")])
    play = table.site("steppe", relics=["map"]).play().answer("power")
    assert play.offered == ["provinces.3", "relic-4-1", "adviser-blue-1"]
    play.answer("adviser-blue-1")
    assert "red" in play.state.facedown["denizen.elders"]


def skeleton(ruler: str) -> Table:
    table = calm().seat("red", at=0, secrets=2, relics=["skeleton_key"]).site("plains", warbands={ruler: 1})
    return table.reliquary("map", None, None, None)


def test_skeleton_key_a_look_and_perhaps_a_relic() -> None:
    play = skeleton("purple").play().answer("power")
    assert play.asked == ("skeleton_key.take", "red")
    assert "relic.map" in play.answer("yes").zone("held.red") and play.zone("reliquary.0") == []


def test_skeleton_key_only_where_the_chancellor_rules() -> None:
    assert [row.clause for row in skeleton("blue").refusals("power", card="skeleton_key")] == ["7.3.2"]


def test_faq_skeleton_key_1_the_chancellor_may_use_it() -> None:
    table = calm().turn("purple").seat("purple", at=0, secrets=2, relics=["skeleton_key"])
    table = table.site("plains", warbands={"purple": 1}).reliquary("map", None, None, None)
    assert table.refusals("power", card="skeleton_key") == []


def whistle(at: int = 0, **blue: object) -> Table:
    return calm().seat("red", at=at, secrets=1, relics=["whistle"]).seat("blue", at=7, **blue).seat("yellow", at=at)


def test_faq_whistle_4_whoever_comes_is_given_the_secret_faceup() -> None:
    play = whistle().play().answer("power")
    assert play.state.players["blue"].slot == 0 and play.has("blue", SECRET) == 1
    assert play.at(WHISTLE, SECRET) == 0


def test_faq_whistle_1_the_hidden_place_takes_their_own_will() -> None:
    table = calm().map("the_hidden_place", "mountain").seat("red", at=0, secrets=1, relics=["whistle"])
    table = table.seat("blue", at=7, secrets=1).seat("yellow", at=0).seat("purple", at=0)
    play = table.play().answer("power")
    assert play.asked == ("travel.toll", "blue")
    assert play.answer("no").state.players["blue"].slot == 7


def wooded(ruler: str, **blue: object) -> Table:
    """Blue stands in a Shrouded Wood that somebody rules."""
    return whistle(**blue).site("shrouded_wood", slot=7, warbands={ruler: 1}).seat("purple", at=0)


def test_faq_shrouded_wood_2_its_ruler_says_where_one_who_is_whistled_for_goes() -> None:
    """11.7: also elsewhere, and then no secret is given (FAQ Palanquin 2)."""
    play = wooded("yellow").play().answer("power")
    assert play.asked == ("travel.made-to", "yellow") and len(play.offered) == 7
    away = wooded("yellow").play().answer("power", "mountain")
    assert (away.state.players["blue"].slot, away.has("blue", SECRET), away.at(WHISTLE, SECRET)) == (1, 0, 1)
    here = play.answer("plains")
    assert (here.state.players["blue"].slot, here.has("blue", SECRET), here.at(WHISTLE, SECRET)) == (0, 1, 0)


def test_11_7_who_whistles_and_rules_the_wood_picks_too() -> None:
    assert wooded("red").play().answer("power").asked == ("travel.made-to", "red")


def test_faq_shrouded_wood_1_from_ones_own_wood_one_comes() -> None:
    play = wooded("blue").play().answer("power")
    assert (play.state.players["blue"].slot, play.has("blue", SECRET)) == (0, 1)


def test_faq_whistle_2_behind_the_narrow_pass_nobody_can_come() -> None:
    table = calm().map("plains", "narrow_pass").seat("red", at=0, secrets=1, relics=["whistle"])
    table = table.seat("blue", at=7).seat("yellow", at=0).seat("purple", at=0)
    assert table.refusals("power", card="whistle") == [
        ("5.6.1", "nobody can travel to the site of red", WHISTLE),
        ("11.8", "into the cradle one must travel to site.narrow_pass", "site.narrow_pass"),
    ]
    there = calm().map("plains", "narrow_pass").seat("red", at=1, secrets=1, relics=["whistle"]).seat("blue", at=7)
    assert there.refusals("power", card="whistle") == []


def test_faq_whistle_3_under_vow_of_silence_the_secret_stays() -> None:
    play = whistle().seat("red", advisers=["vow_of_silence"]).play().answer("power")
    assert play.state.players["blue"].slot == 0 and play.at(WHISTLE, SECRET) == 1


# -- Brass Horse ---------------------------------------------------------------------------------------------------


def horse(top: str, at: int = 0, **sites: list[str]) -> Table:
    table = calm().seat("red", at=at, supply=0, secrets=1, relics=["brass_horse", "oracular_pig"])
    for site, cards in sites.items():
        table = table.site(site, cards=cards)
    return table.pile("cradle", top, "marriage")


def test_a_125_faq_brass_horse_3_to_a_site_with_a_card_of_the_suit_and_the_card_stays() -> None:
    play = horse("keep", steppe=["longbows"], deep_woods=["scouts"]).play().answer("power", "brass_horse")
    assert play.asked == ("travel.to", "red") and play.offered == ["site.steppe", "site.deep_woods"]
    play.answer("steppe")
    assert play.state.players["red"].slot == 3 and play.state.players["red"].supply == 0
    assert play.zone("discard.cradle")[0] == "denizen.keep"


def test_faq_brass_horse_1_an_empty_pile_shuts_it() -> None:
    table = calm().seat("red", at=0, secrets=1, relics=["brass_horse"])
    assert [row.clause for row in table.refusals("power", card="brass_horse")] == ["10.20"]


def test_faq_brass_horse_2_after_a_vision_anywhere() -> None:
    play = horse("vision.faith", steppe=["longbows"]).play().answer("power", "brass_horse")
    assert len(play.offered) == 7


def test_faq_brass_horse_5_a_70_only_the_own_site_matches_so_anywhere_else() -> None:
    play = horse("keep", plains=["longbows"]).play().answer("power", "brass_horse")
    assert len(play.offered) == 7 and "site.plains" not in play.offered


def test_faq_brass_horse_4_an_enemy_ruler_of_the_wood_picks_among_those_sites() -> None:
    table = calm().site("shrouded_wood", slot=0, warbands={"blue": 1}).pile("cradle", "keep")
    table = table.seat("red", at=0, supply=0, secrets=1, relics=["brass_horse"])
    play = table.site("steppe", cards=["longbows"]).site("deep_woods", cards=["scouts"]).play().answer("power")
    assert play.asked == ("travel.to", "blue") and play.offered == ["site.steppe", "site.deep_woods"]


def test_a_125_from_anothers_wood_a_toll_that_was_agreed_to_is_not_asked_for_twice() -> None:
    """FAQ Toll Roads 1: the Steppe alone matches, and Blue asks a favor there; on no, Blue picks among all sites."""
    table = calm().site("shrouded_wood", slot=0, warbands={"blue": 1}).pile("cradle", "keep")
    table = table.seat("red", at=0, supply=0, favor=1, secrets=1, relics=["brass_horse"])
    table.site("steppe", cards=["toll_roads"], warbands={"blue": 1})
    play = table.play().answer("power")
    assert play.asked == ("brass_horse.toll", "red")
    play.answer("yes")
    assert (play.state.players["red"].slot, play.has("red", FAVOR), play.has("blue", FAVOR)) == (3, 0, 1)
    play = table.play().answer("power", "no")
    assert play.asked == ("travel.to", "blue") and len(play.offered) == 7
    assert play.answer("steppe").asked == ("travel.toll", "red")


# -- edifices ------------------------------------------------------------------------------------------------------


def test_ruined_temple_enemies_play_no_beast_cards_faceup() -> None:
    table = calm().seat("red", at=0).site("steppe", cards=[TEMPLE], warbands={"blue": 1}).deck("wolves", rest=False)
    play = table.play().answer("search")
    assert play.offered == ["adviser-facedown", "discard"]
    because = f"{TEMPLE} does not let enemies of its ruler play Beast cards faceup"
    assert play.refused["adviser"] == [Refusal("9.2", because, TEMPLE)]


def test_ancient_forge_draws_a_relic() -> None:
    table = calm().seat("red", at=0, favor=2, secrets=1).site("plains", cards=["edifice.ancient_forge"])
    play = table.relic_deck("map", "whistle").play().answer("power")
    assert play.asked == ("ancient_forge.relic", "red")
    assert play.answer("bury").zone("relic_deck.bottom") == ["relic.map"]


def test_broken_forge_turns_to_its_other_side_with_what_lies_on_it() -> None:
    table = calm().seat("red", at=0, favor=2, secrets=2).site("plains", cards=["edifice.broken_forge"])
    play = table.play().answer("power")
    assert play.zone("cards.0") == ["edifice.ancient_forge"] and play.at("edifice.ancient_forge", SECRET) == 2


def test_a_128_both_sides_hand_over_before_a_row_is_cut() -> None:
    """What one side has pledged cannot be discarded first."""
    table = calm().seat("red", at=0, advisers=["wolves"]).seat("blue", advisers=["elders", "tents", "keep"])
    table = table.site("plains", cards=["edifice.festival_district"]).seat("blue", advisers=["longbows"])
    play = table.play().answer("power")
    if play.asked[0] == "power.card":
        play.answer("edifice.festival_district")
    play.answer("blue", {"denizen.wolves": 1}, {"denizen.elders": 1}, "yes")
    assert play.asked == ("play.replace", "blue") and "denizen.wolves" not in play.offered
    assert play.zone("advisers.red") == ["denizen.elders"]


def test_festival_district_exchanges_advisers_facedown_ones_by_number() -> None:
    table = calm().seat("red", at=0, favor=2, advisers=["wolves", down("tents"), "vow_of_peace"])
    play = table.site("plains", cards=["edifice.festival_district"]).play().answer("power", "blue")
    assert play.offered == [FAVOR, "denizen.wolves", "facedown"], "locked ones stay"
    play.answer({"facedown": 1, "denizen.wolves": 1})
    while play.asked[0] != "act":
        play.answer("yes") if play.asked[0] == "exchange.accept" else play.answer({})
    assert set(play.zone("advisers.blue")) == {"denizen.tents", "denizen.wolves"}
    assert "blue" in play.state.facedown["denizen.tents"]
