"""Beast: the map, warbands, relics, and what Beast cards do for a Search, a Trade, a Muster, a Travel."""

import pytest

from oathtools import catalog
from oathtools.table.state import FAVOR, SECRET
from tests.support.tables import Script, Table, a_table

TERROR, VINES = "denizen.roving_terror", "denizen.grasping_vines"


def calm(players: int = 4) -> Table:
    """Nobody has the title, nobody takes it."""
    return a_table(players).oath("devotion").title(None)


def played(table: Table, card: str, to: str) -> Script:
    """Red searches, draws one card and plays it."""
    return table.deck(card, rest=False).play().answer("search", to)


@pytest.mark.parametrize(("to", "gained"), [("site.the_tribunal", 3), ("adviser", 2)])
def test_animal_host_a_warband_for_each_beast_card_at_a_site(to: str, gained: int) -> None:
    table = calm().seat("red", at=2, advisers=["mushrooms"]).site("mountain", cards=["wolves", "elders"])
    play = played(table.site("steppe", cards=["rangers"]), "animal_host", to)
    assert play.has("red", "warbands") == gained


def test_a_120_threatening_roar_sweeps_its_region_and_itself_but_no_locked_card() -> None:
    table = calm().seat("red", at=2).site("the_tribunal", cards=["wolves"]).site("steppe", cards=["elders", "keep"])
    table = table.site("mountain", cards=["tents"])
    play = played(table, "threatening_roar", "site.the_tribunal")
    if play.asked[0] == "discard.order":
        play.default()
    assert play.zone("cards.2") == [] and play.zone("cards.3") == ["denizen.keep"]
    assert play.zone("cards.1") == ["denizen.tents"] and play.has("red", FAVOR) == 1, "the favor of playing is kept"


def test_memory_of_nature_a_favor_for_each_beast_card_moves() -> None:
    table = calm().seat("red", secrets=1, advisers=["memory_of_nature"]).site("mountain", cards=["wolves", "rangers"])
    play = table.play().answer("power")
    assert play.asked == ("memory_of_nature.banks", "red") and (play.pending.low, play.pending.high) == (2, 2)
    assert set(play.offered) == {f"bank.{suit}" for suit in catalog.SUITS if suit != "beast"}
    play.answer({"bank.order": 1, "bank.hearth": 1})
    assert play.at("bank.beast", FAVOR) == 5


def terror(**far: object) -> Table:
    return calm().seat("red", at=3, secrets=1).site("steppe", cards=["roving_terror"]).site("mountain", **far)


def test_roving_terror_takes_the_place_of_a_denizen_elsewhere() -> None:
    play = terror(cards=["tents", "longbows"]).play().answer("power")
    assert play.asked == ("roving_terror.card", "red")
    play.answer("tents")
    assert play.zone("cards.1") == ["denizen.longbows", TERROR] and play.zone("cards.3") == []
    assert play.at(TERROR, SECRET) == 1, "what lies on it goes along (A-119)"


def test_faq_roving_terror_1_nothing_to_discard_no_move() -> None:
    assert [row.source for row in terror().refusals("power", card="roving_terror")] == [TERROR]


# -- warbands, relics ----------------------------------------------------------------------------------------------


def test_wolves_any_board_even_ones_own() -> None:
    table = calm().seat("red", secrets=1, warbands=1, advisers=["wolves"]).seat("blue", warbands=2)
    play = table.play().answer("power")
    assert play.offered == ["board.red", "board.blue"]
    assert play.answer("board.red").has("red", "warbands") == 0


def test_second_chance_only_players_with_an_order_or_discord_adviser() -> None:
    table = calm().seat("red", secrets=1, warbands=1, advisers=["second_chance"])
    table = table.seat("blue", warbands=2, advisers=["keep"]).seat("yellow", warbands=2, advisers=["tents"])
    play = table.play().answer("power")
    assert play.has("blue", "warbands") == 1 and play.has("red", "warbands") == 2
    bare = calm().seat("red", secrets=1, warbands=1, advisers=["second_chance"]).seat("yellow", warbands=2)
    assert [row.clause for row in bare.refusals("power", card="second_chance")] == ["7.3.2"]


def test_fae_merchant_draws_one_and_buries_one_but_never_the_scepter() -> None:
    table = calm().seat("red", secrets=1, advisers=["fae_merchant"], relics=["map", "grand_scepter"])
    play = table.relic_deck("whistle", "cracked_horn").play().answer("power", "fae_merchant")
    assert play.asked == ("fae_merchant.relic", "red") and play.offered == ["relic.map", "relic.whistle"]
    play.answer("map")
    assert play.zone("relic_deck.bottom") == ["relic.map"]


def test_faq_fae_merchant_1_the_title_is_not_looked_at_between_its_parts() -> None:
    """Red has one as Blue, the most for a moment, and one again."""
    table = calm().oath("protection").title("blue").seat("red", secrets=1, advisers=["fae_merchant"], relics=["map"])
    table = table.seat("blue", relics=["ivory_eye"]).seat("purple", relics=[]).box("grand_scepter")
    play = table.relic_deck("whistle", "cracked_horn").play().answer("power", "fae_merchant")
    assert play.asked[0] == "fae_merchant.relic" and len(play.zone("held.red")) == 2
    assert play.state.oathkeeper == "blue" and play.answer("map").state.oathkeeper == "blue"


def merchant_and_thief(reading: str = "a") -> Script:
    """Red's Fae Merchant draws the Whistle while Blue's Relic Thief is in the region."""
    table = calm().reading("A-149", reading).seat("red", secrets=1, advisers=["fae_merchant"], relics=["map"])
    table = table.seat("blue", at=1, favor=1, secrets=1, advisers=["relic_thief"]).relic_deck("whistle", "cracked_horn")
    return table.play().answer("power", "fae_merchant")


def test_a_149_relic_thief_is_asked_before_fae_merchant_buries() -> None:
    """10.2: nothing happens between the taking and what comes right after it."""
    play = merchant_and_thief()
    assert play.asked == ("relic_thief.use", "blue")
    play.answer("yes", ["blank"])
    assert play.zone("held.blue") == ["relic.whistle"]
    assert play.zone("relic_deck.bottom") == ["relic.map"], "what is left is buried: one relic, so no question"
    assert play.zone("held.red") == []


def test_a_149_a_the_merchant_goes_on_when_the_thief_does_not() -> None:
    play = merchant_and_thief().answer("no")
    assert play.asked == ("fae_merchant.relic", "red") and play.offered == ["relic.map", "relic.whistle"]
    assert play.answer("whistle").asked[0] == "act", "the thief is not asked twice"


def test_a_149_b_fae_merchant_is_done_first() -> None:
    play = merchant_and_thief("b")
    assert play.asked == ("fae_merchant.relic", "red")
    assert play.answer("whistle").asked[0] == "act", "what is buried cannot be taken"


def test_faq_fae_merchant_1_the_title_waits_though_relic_thief_does_not() -> None:
    """Red has the most for as long as the merchant is at it, and loses the map in the end."""
    table = calm().oath("protection").title("yellow").seat("purple", relics=[]).seat("yellow", relics=["cup_of_plenty"])
    table = table.seat("red", secrets=1, advisers=["fae_merchant"], relics=["map"]).relic_deck("whistle")
    table = table.seat("blue", at=1, favor=1, secrets=1, advisers=["relic_thief"])
    play = table.play().answer("power", "fae_merchant")
    assert play.asked == ("relic_thief.use", "blue") and play.state.oathkeeper == "yellow"
    play.answer("no", "whistle")
    assert play.state.oathkeeper == "yellow" and play.asked[0] == "act"


# -- modifiers -----------------------------------------------------------------------------------------------------


def test_animal_playmates_muster_on_a_beast_card_without_supply() -> None:
    table = (
        calm().seat("red", at=1, favor=1, supply=0, advisers=["animal_playmates"]).site("mountain", cards=["wolves"])
    )
    assert table.play().answer("muster").has("red", "warbands") == 2
    other = calm().seat("red", at=1, favor=1, supply=0, advisers=["animal_playmates"]).site("mountain", cards=["keep"])
    assert "muster" not in other.play().offered


@pytest.mark.parametrize(("card", "free"), [("wolves", True), ("elders", True), ("keep", False)])
def test_birdsong_trade_with_beast_or_nomad_without_supply(card: str, free: bool) -> None:
    table = calm().seat("red", at=1, secrets=1, supply=0, advisers=["birdsong"]).site("mountain", cards=[card])
    assert ("trade" in table.play().offered) is free


@pytest.mark.parametrize(("adviser", "secrets"), [("mushrooms", 1), ("keep", 0)])
def test_the_old_oak_a_secret_more_with_a_beast_adviser(adviser: str, secrets: int) -> None:
    table = calm().seat("red", at=1, favor=3, advisers=[adviser]).site("mountain", cards=["the_old_oak"])
    play = table.play().answer("trade", "the_old_oak")
    assert play.has("red", SECRET) == secrets + (adviser == "mushrooms")


def paths(beast: int = 7, **red: object) -> Table:
    told = {"favor": 1, "supply": 0, "relics": ["oracular_pig"], **red}
    return calm().seat("red", at=3, advisers=["forest_paths"], **told).site(beast, cards=["wolves"])


def test_forest_paths_to_a_site_with_a_beast_card() -> None:
    play = paths().play().answer("travel")
    assert play.state.players["red"].slot == 7 and play.at("forest_paths", FAVOR) == 1


def test_faq_forest_paths_1_cards_there_are_not_ignored() -> None:
    table = paths().site(7, cards=["toll_roads"], warbands={"blue": 1})
    assert "travel" not in table.play().offered, "no second favor for the toll"


def test_faq_forest_paths_2_out_of_an_enemys_shrouded_wood_its_ruler_decides() -> None:
    table = paths().site("shrouded_wood", slot=3, warbands={"blue": 1})
    play = table.play().answer("travel")
    assert play.asked == ("travel.to", "blue")
    assert play.answer("site.deep_woods").state.players["red"].slot == 7


def vines() -> Table:
    return calm().seat("red", at=3, warbands=2).site("steppe", cards=["grasping_vines"], warbands={"blue": 1})


def test_grasping_vines_an_enemy_who_leaves_loses_a_warband() -> None:
    play = vines().play().answer("travel", "mountain")
    assert play.has("red", "warbands") == 1 and "9.2" in play.cites()
    free = calm().seat("red", at=2, warbands=2).site("steppe", cards=["grasping_vines"], warbands={"blue": 1})
    assert free.play().answer("travel", "mountain").has("red", "warbands") == 2


def test_faq_grasping_vines_1_if_able() -> None:
    table = calm().seat("red", at=3).site("steppe", cards=["grasping_vines"], warbands={"blue": 1})
    assert table.play().answer("travel", "mountain").state.players["red"].slot == 1


def test_faq_grasping_vines_2_also_when_made_to_travel() -> None:
    table = vines().seat("blue", at=3, favor=1, advisers=["palanquin"]).turn("blue")
    play = table.play().answer("power", "mountain")
    assert play.has("red", "warbands") == 1


def test_new_growth_beast_and_hearth_cards_to_any_site() -> None:
    def growing(card: str) -> Script:
        return (
            calm()
            .seat("red", at=2, advisers=["new_growth"])
            .deck(card, rest=False)
            .play()
            .answer("search", "new_growth")
        )

    assert "site.steppe" in growing("wolves").offered
    play = growing("keep")
    assert "site.steppe" not in play.offered and "site.the_tribunal" in play.offered


def test_wild_cry_a_supply_and_two_warbands_for_a_beast_card() -> None:
    table = calm().seat("red", at=2, supply=4, advisers=["wild_cry"]).deck("wolves", rest=False)
    play = table.play().answer("search", "wild_cry")
    spent = play.state.players["red"].supply
    play.answer("adviser")
    assert play.has("red", "warbands") == 2 and play.state.players["red"].supply == spent + 1


def test_bracken_all_discards_to_one_end_of_one_pile() -> None:
    table = calm().seat("red", at=0, advisers=["bracken"]).pile("hinterland", "elders")
    table = table.deck("keep", "wolves", "tents", rest=False)
    play = table.play().answer("search", "bracken").answer("keep")
    assert play.asked == ("bracken.pile", "red") and len(play.offered) == 1 + 6
    play.answer("discard.hinterland_bottom")
    if play.asked[0] == "search.order":
        play.default()
    play.answer("discard")
    assert play.zone("discard.hinterland")[0] == "denizen.elders" and len(play.zone("discard.hinterland")) == 4


def test_bracken_on_top_is_above_all_others() -> None:
    """10.5: a discard goes on top of its pile; the power only says which pile, or that it is the bottom."""
    table = calm().seat("red", at=0, advisers=["bracken"]).pile("hinterland", "elders", "longbows")
    table = table.deck("keep", "wolves", "tents", rest=False)
    play = table.play().answer("search", "bracken").answer("keep", "discard.hinterland")
    if play.asked[0] == "search.order":
        play.default()
    play.answer("discard")
    pile = play.zone("discard.hinterland")
    assert pile[-2:] == ["denizen.elders", "denizen.longbows"]
    assert set(pile[:3]) == {"denizen.keep", "denizen.wolves", "denizen.tents"} and len(pile) == 5


def test_faq_bracken_1_not_what_a_card_discards_when_played() -> None:
    table = calm().seat("red", at=0, advisers=["bracken"]).site("mountain", cards=["longbows"])
    table = table.deck("dazzle", rest=False)
    play = table.play().answer("search", "bracken", "adviser")
    if play.asked[0] == "discard.order":
        play.default()
    assert play.zone("discard.cradle") == [] and "denizen.longbows" in play.zone("discard.provinces")
