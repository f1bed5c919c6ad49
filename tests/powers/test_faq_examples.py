"""Answers of the card FAQ, each shown by the very case it tells of, where another case had to stand for it before."""

import pytest

from oathtools.procedures.glossary import taking
from oathtools.procedures.machine import facts
from oathtools.table.invariants import faults
from oathtools.table.state import DARKEST_SECRET, FAVOR, HIDDEN, PURPLE, SECRET
from tests.battles import GO_ON, battle, campaign, pools, roll, shields, war
from tests.support.tables import Script, Table, a_table, down, unknown


def calm(players: int = 4) -> Table:
    """Nobody has the title, nobody takes it."""
    return a_table(players).oath("devotion").title(None)


def played(table: Table, card: str, to: str) -> Script:
    """Red draws a card and plays it."""
    return table.deck(card, rest=False).play().answer("search", to)


def test_faq_ancient_bloodline_1_a_relic_there_is_recovered_by_its_ruler_only() -> None:
    for seat, legal in (("red", False), ("blue", True)):
        table = calm().turn(seat).seat("blue", at=1, favor=4, advisers=["ancient_bloodline"]).seat("red", at=1, favor=4)
        table = table.site("mountain", relics=["map"], warbands={"blue": 1})
        rows = table.refusals("recover", seat=seat, target="relic-1", pay="")
        assert (rows == []) is legal, rows
        if not legal:
            assert {row.source for row in rows} == {"denizen.ancient_bloodline"}


def test_faq_bandit_crown_4_a_facedown_site_that_a_citizen_turns_up_stays_empty() -> None:
    table = calm().map("plains", "mountain", "the_tribunal", down("site.steppe")).turn("yellow")
    table = table.seat("yellow", role="citizen", at=2, warbands=2, relics=["bandit_crown"])
    play = table.play().answer("travel", "provinces.2")
    assert "site.steppe" not in play.state.facedown and play.state.players["yellow"].slot == 3
    assert play.state.pieces.get("slot.3", {}) == {} and facts.rulers(play.game, 3) == (PURPLE,)


@pytest.mark.parametrize(("region", "zone"), [("cradle", "discard.cradle"), ("hinterland", "discard.hinterland")])
def test_faq_bracken_1_the_peoples_favor_discards_in_the_search_itself(region: str, zone: str) -> None:
    table = calm().seat("red", at=0, advisers=["bracken"]).banner("peoples_favor", "red", 2)
    table = table.site("plains", cards=["wolves"]).deck("elders", rest=False)
    play = table.play().answer("search", "bracken", "site.plains")
    assert play.asked[0] == "play.first"
    assert "denizen.wolves" in play.answer("wolves", f"discard.{region}").zone(zone)


def test_faq_code_of_honor_1_the_chancellor_uses_it_and_the_citizen_who_defends_is_barred() -> None:
    table = war().seat("red", warbands=5).seat("yellow", role="citizen", at=3, advisers=["longbows"])
    table = table.seat("purple", advisers=["code_of_honor"]).site("steppe", warbands={"purple": 1})
    play = campaign(table.play(), "yellow", ["steppe"]).answer(GO_ON)
    assert play.asked == ("campaign.plan", "purple")
    assert play.answer("code_of_honor").asked[0] == "campaign.defense-roll", "Longbows cannot follow"


def test_faq_deed_writer_2_a_citizen_who_buys_places_warbands_of_the_own_board() -> None:
    """The Chancellor's board has many and gives none."""
    table = calm().turn("yellow").seat("yellow", role="citizen", favor=2, warbands=2, advisers=["deed_writer"])
    table = table.seat("purple", warbands=5).seat("blue").site("steppe", warbands={"blue": 1})
    play = table.play().answer("power", "blue", {FAVOR: 1}, {"steppe": 1}, "yes")
    assert play.asked == ("exchange.warbands", "yellow") and (play.pending.low, play.pending.high) == (1, 2)
    play.answer(2)
    assert (play.state.count("board.yellow", PURPLE), play.state.count("board.purple", PURPLE)) == (0, 5)
    assert play.state.count("slot.3", PURPLE) == 2
    table = calm().turn("yellow").seat("yellow", role="citizen", favor=2, advisers=["deed_writer"])
    table = table.seat("purple", warbands=5).seat("blue").site("steppe", warbands={"blue": 1})
    offer = table.play().answer("power", "blue", {FAVOR: 1})
    assert offer.asked[0] == "exchange.accept", "the Citizen has none to place, so the site cannot be asked for"


@pytest.mark.parametrize(("targets", "dice"), [(["pawn"], 3), (["pawn", "steppe"], 7)])
def test_faq_disgraced_captain_1_the_pawns_site_among_several_targets(targets: list[str], dice: int) -> None:
    table = war().seat("red", warbands=3, favor=2, advisers=["disgraced_captain"])
    ruler = "blue" if "steppe" in targets else "yellow"
    table = table.site("steppe", cards=["longbows"], warbands={ruler: 1})
    play = campaign(table.play(), "blue", targets, 3).answer("disgraced_captain")
    assert pools(play)[0] == dice


def test_faq_dragonskin_drum_1_one_who_is_whistled_for_gains_the_warband() -> None:
    table = calm().seat("red", at=0, secrets=1, relics=["whistle"]).seat("blue", at=3, relics=["dragonskin_drum"])
    play = table.play().answer("power")
    assert play.asked == ("dragonskin_drum.gain", "blue") and play.answer("yes").has("blue", "warbands") == 1


def test_faq_forest_paths_2_with_less_than_two_supply_the_ruler_may_let_the_travel_fail() -> None:
    """A-116: out of the Wood it costs 2, but nothing to a site with a Beast card."""
    table = calm().site("shrouded_wood", slot=3, warbands={"blue": 1}).site("deep_woods", cards=["wolves"])
    table = table.seat("red", at=3, favor=1, supply=1, advisers=["forest_paths"], relics=["oracular_pig"])
    play = table.play().answer("travel")
    if play.asked[0] == "travel.modifier":
        play.answer("forest_paths")
    assert play.asked == ("travel.to", "blue") and {"site.plains", "site.deep_woods"} <= set(play.offered)
    play.answer("plains")
    assert (play.state.players["red"].slot, play.state.players["red"].supply) == (3, 1), "it failed"
    free = table.play().answer("travel")
    if free.asked[0] == "travel.modifier":
        free.answer("forest_paths")
    free.answer("deep_woods")
    assert (free.state.players["red"].slot, free.state.players["red"].supply) == (7, 1)


@pytest.mark.parametrize("card", ["forgotten_vault", "storyteller"])
def test_faq_forgotten_vault_1_faq_storyteller_1_what_is_left_over_goes_to_the_bank_when_it_is_recovered(
    card: str,
) -> None:
    """Two lie on the banner; Red recovers it with three, takes one of the two (5.4.4), and the other goes."""
    table = calm().seat("red", at=0, favor=2, secrets=3).site("plains", cards=[card])
    play = table.play().answer("power")
    assert play.at(DARKEST_SECRET, SECRET) == 2
    play.answer("recover")
    assert ("recover.pay", "3") in play.skipped
    assert play.state.holders[DARKEST_SECRET] == "red" and play.at(DARKEST_SECRET, SECRET) == 3
    assert play.has("red", SECRET) == 1 and not faults(play.state)
    (left,) = (event.facts for event in play.events if event.facts.get("to") == "shared")
    assert (left["what"], left["count"], left["from"]) == (SECRET, 1, DARKEST_SECRET)


def test_faq_jinx_3_the_dice_of_gambling_hall_are_rolled_again() -> None:
    table = calm().seat("red", at=0, favor=2, secrets=2, advisers=["jinx"]).site("plains", cards=["gambling_hall"])
    play = table.play().answer("power").answer(shields("0000"))
    assert play.asked == ("jinx.reroll", "red")
    play.answer("yes", shields("2200"))
    assert play.asked == ("gambling_hall.bank", "red"), "once only"
    assert play.answer("bank.order").at("bank.order", FAVOR) == 0, "three of four are there"


def test_faq_master_of_disguise_1_secret_signal_of_the_other_player() -> None:
    table = calm().seat("red", at=1, favor=2, secrets=2, advisers=["master_of_disguise"])
    table = table.seat("blue", advisers=["secret_signal"]).site("mountain", cards=["elders"])
    play = table.play().answer("trade", "denizen.master_of_disguise@blue")
    assert "denizen.secret_signal" in play.offered
    assert "denizen.secret_signal" not in table.play().answer("trade").offered, "not without the disguise"


def palanquin(**ruler: int) -> Script:
    """Red and Blue are at the Shrouded Wood, which somebody rules; Red goes to the Mountain by Palanquin."""
    table = calm().site("shrouded_wood", slot=3, warbands=dict(ruler))
    table = table.seat("red", at=3, favor=1, advisers=["palanquin"]).seat("blue", at=3)
    return table.play().answer("power", "mountain")


def test_faq_palanquin_2_who_rules_the_wood_and_uses_it_sends_the_other_elsewhere() -> None:
    play = palanquin(red=1)
    assert play.asked == ("travel.made-to", "red")
    play.answer("plains")
    assert [play.state.players[seat].slot for seat in ("red", "blue")] == [1, 0]


def test_faq_palanquin_2_the_other_who_rules_the_wood_comes_along() -> None:
    play = palanquin(blue=1)
    assert play.asked[0] == "act"
    assert [play.state.players[seat].slot for seat in ("red", "blue")] == [1, 1]


def test_faq_palanquin_1_the_other_who_rules_toll_roads_owes_no_toll() -> None:
    table = calm().seat("red", at=3, favor=1, advisers=["palanquin"]).seat("blue", at=3)
    table = table.site("mountain", cards=["toll_roads"], warbands={"blue": 1})
    play = table.play().answer("power", "mountain")
    assert play.asked[0] == "act"
    assert [play.state.players[seat].slot for seat in ("red", "blue")] == [1, 1]


def test_faq_peoples_favor_4_one_placed_and_one_returned_by_choice() -> None:
    """With favor in hand for two, one of each leaves the banner as it was."""
    table = calm().banner("peoples_favor", "red", 4, mob=True).seat("red", favor=2).turn("red", "wake", "4.1.1")
    play = table.banks(2).bank("hearth", 0).play().answer("place")
    assert play.asked[0] == "wake.favor" and set(play.offered) == {"place", "return"}
    play.answer("return")
    assert (play.at("peoples_favor", FAVOR), play.has("red", FAVOR), play.at("bank.hearth", FAVOR)) == (4, 1, 1)


def test_faq_relic_thief_3_a_relic_of_tinkers_fair_is_given() -> None:
    table = calm().seat("red", at=0, favor=1, advisers=["tinkers_fair"]).seat("blue", at=0, relics=["map"])
    table = table.seat("yellow", at=0, favor=1, secrets=1, advisers=["relic_thief"])
    play = table.play().answer("power", "blue")
    while play.asked[0] == "exchange.give":
        play.answer({})
    play.answer({"relic.map": 1}, "yes")
    assert play.zone("held.red") == ["relic.map"] and play.asked == ("act", "red")


def test_faq_riots_2_advisers_are_not_counted() -> None:
    """Two Discord cards lie at sites, Riots itself one of them, and three Beast cards are advisers."""
    table = calm().seat("red", at=2, advisers=["wolves", "rangers"]).seat("blue", advisers=["errand_boy"])
    table = table.banner("peoples_favor", "blue", mob=True).site("steppe", cards=["slander", "elders"])
    play = played(table, "riots", "site.the_tribunal")
    assert play.zone("cards.3") == ["denizen.elders"] and play.zone("cards.2") == ["denizen.riots"]
    assert play.zone("advisers.blue") == ["denizen.errand_boy"]


def test_faq_saddle_makers_1_its_favor_comes_before_what_the_card_does_when_played() -> None:
    """Garrison, played to the Tribunal by Red, who rules it: the favor of playing, Saddle Makers, then the warband."""
    table = calm().seat("red", at=2).site("the_tribunal", warbands={"red": 1}).seat("blue", advisers=["saddle_makers"])
    play = played(table, "garrison", "site.the_tribunal")
    gains = [(event.facts["to"], event.facts["what"]) for event in play.events if event.kind == "gain"]
    assert gains[:3] == [("board.red", FAVOR), ("board.blue", FAVOR), ("board.red", "red")]


def test_faq_scouts_1_a_campaign_for_nothing_brings_supply() -> None:
    """Captains campaign without Supply, so the one of Scouts is a gain."""
    table = war().seat("red", at=0, favor=2, secrets=2, supply=3, advisers=["scouts"])
    table = table.site("steppe", warbands={"red": 3}, cards=["captains"])
    play = table.play().answer("power")
    for kind, answer in (("captains.site", "steppe"), ("campaign.defender", "blue"), ("campaign.targets", ["pawn"])):
        if play.asked[0] == kind:
            play.answer(answer)
    if play.asked[0] == "campaign.dice":
        play.answer(play.pending.default)
    assert play.answer("scouts").state.players["red"].supply == 4


def test_faq_small_friends_1_trade_modifiers_of_the_real_site_are_out_of_reach() -> None:
    """Secret Signal lies where the pawn is, Awaited Return where one acts as if one were."""
    table = calm().seat("red", at=0, secrets=3, favor=3, warbands=1, advisers=["small_friends"])
    table = table.site("plains", cards=["secret_signal"]).site("steppe", cards=["wolves", "awaited_return"])
    play = table.play().answer("trade")
    assert "denizen.secret_signal" in play.offered and "denizen.awaited_return" not in play.offered
    play.answer(next(option for option in play.offered if option.startswith("denizen.small_friends")))
    assert "denizen.awaited_return" in play.offered and "denizen.secret_signal" not in play.offered


@pytest.mark.parametrize(("ruler", "supply"), [("blue", 5), ("red", 7)])
def test_faq_spell_breaker_2_the_buried_giant_too(ruler: str, supply: int) -> None:
    """An enemy of its ruler cannot flip the secret that the Giant asks for, and pays Supply."""
    table = calm().site("buried_giant", slot=0).site("mountain", cards=["spell_breaker"], warbands={ruler: 1})
    table = table.seat("red", at=0, secrets=1)
    play = table.play().answer("travel")
    if play.asked[0] == "travel.modifier":
        play.answer("site.buried_giant")
    play.answer("steppe")
    assert play.state.players["red"].supply == supply
    assert play.has("red", HIDDEN) == (supply == 7)


def test_faq_the_hidden_place_2_two_secrets_in_all_for_traveling_and_targeting() -> None:
    table = war().map("plains", "mountain", "the_hidden_place", "steppe").seat("red", at=3, warbands=3, secrets=2)
    table = table.seat("blue", at=2).site("the_hidden_place", warbands={"blue": 1})
    play = table.play().answer("travel", "the_hidden_place")
    assert (play.has("red", SECRET), play.has("red", HIDDEN)) == (1, 1)
    campaign(play, "blue", ["the_hidden_place", "pawn"])
    assert (play.has("red", SECRET), play.has("red", HIDDEN)) == (0, 2)


def test_faq_vow_of_kinship_1_royal_tax_does_not_reach_the_nomad_bank() -> None:
    table = calm().seat("red", at=0).seat("blue", at=0, advisers=["vow_of_kinship"]).seat("yellow", at=0, favor=2)
    table = table.site("plains", warbands={"red": 1}).bank("nomad", 3)
    play = played(table, "royal_tax", "adviser")
    assert (play.has("red", FAVOR), play.at("bank.nomad", FAVOR), play.has("yellow", FAVOR)) == (2, 3, 0)


def test_faq_vow_of_kinship_3_favor_of_witchs_bargain_goes_to_the_nomad_bank() -> None:
    table = calm().seat("red", at=3, favor=3, secrets=1, advisers=["witchs_bargain"])
    table = table.seat("blue", at=3, secrets=1, advisers=["vow_of_kinship"]).bank("nomad", 0)
    play = table.play().answer("power", "give-favor@blue")
    assert (play.has("blue", FAVOR), play.at("bank.nomad", FAVOR), play.has("red", SECRET)) == (0, 2, 1)


@pytest.mark.parametrize("holder", ["blue", "red"])
def test_faq_vow_of_renewal_1_the_favor_for_a_relic_of_a_site_whoever_recovers_it(holder: str) -> None:
    """At the Mountain two favor are burned for a relic; Red recovers it, with the Vow or under Blue's."""
    table = calm().seat("red", at=1, favor=3).site("mountain", relics=["map"])
    play = table.seat(holder, advisers=["vow_of_renewal"]).play().answer("recover")
    if holder == "blue":
        play.answer("relic-1")  # under one's own Vow there is no banner to choose
    assert play.zone("held.red") == ["relic.map"]
    assert (play.has("red", FAVOR), play.has("blue", FAVOR)) == ((1, 2) if holder == "blue" else (3, 0))


def test_faq_vow_of_silence_1_by_the_bargain_of_others_its_holders_secrets_may_be_taken() -> None:
    table = calm().seat("red", at=3, favor=3, secrets=1, advisers=["witchs_bargain"])
    table = table.seat("blue", at=3, secrets=1, favor=2, advisers=["vow_of_silence"])
    play = table.play().answer("power", "give-favor@blue")
    assert (play.has("red", SECRET), play.has("blue", SECRET), play.has("blue", FAVOR)) == (1, 0, 4)


def test_faq_vow_of_union_5_the_physical_warbands_alone_are_killed() -> None:
    """With the Crown: three warbands and the bandits of seven sites attack; the defeat kills half of the ten."""
    table = war().seat("red", warbands=2, relics=["bandit_crown"], advisers=["vow_of_union"])
    table = table.site("mountain", warbands={"red": 1}).site("steppe", warbands={"blue": 9})
    play = campaign(table.play(), "blue", ["steppe"])
    assert (battle(play).force, battle(play).band) == (3, 7)
    roll(play, "0", "h" * pools(play)[0])
    while play.asked[0] == "campaign.losses":
        play.default()
    assert play.at("stock.red", "red") == 14, "all three of them, and no bandit"
    assert facts.rulers(play.game, 7) == ("red",) and not faults(play.state)


@pytest.mark.parametrize("kills", [True, False])
def test_faq_wolves_1_a_warband_of_ones_own_killed_brings_more_supply_in_rest(kills: bool) -> None:
    """4.3.3: by the warbands in the bank; the one that dies is the one that makes the step."""
    steps = {}
    for stock in range(15):
        table = calm().seat("red", secrets=1, supply=0, warbands=14 - stock, advisers=["wolves"])
        play = table.play()
        if kills and stock < 14:
            play.answer("power")
        steps[stock] = play.answer("end").state.players["red"].supply if not kills or stock < 14 else None
    if kills:
        assert [steps[stock] for stock in range(13)] == [rested(stock + 1) for stock in range(13)]
        assert any(rested(stock + 1) > rested(stock) for stock in range(13))
    else:
        assert steps == {stock: rested(stock) for stock in range(15)}


def rested(stock: int) -> int:
    """The Supply of an Exile with so many warbands in the bank after a Rest."""
    table = calm().seat("red", supply=0, warbands=14 - stock)
    return table.play().answer("end").state.players["red"].supply


def test_faq_mushrooms_1_augury_and_the_greedy_trait_together() -> None:
    """One of Mushrooms, one of Augury, two of Greedy."""
    table = calm().turn(PURPLE).seat(PURPLE, at=0, favor=2, secrets=2, advisers=["mushrooms", "augury"])
    table = table.reliquary(unknown("relic"), unknown("relic"), unknown("relic"), None)
    table = table.pile("cradle", "keep", "elders", "tents", "wolves", "longbows")
    play = table.play().answer("search")
    while play.asked[0] == "search.modifier":
        play.answer(next(option for option in play.offered if option != GO_ON))
    assert len(play.zone("hand.purple")) == 4


def test_faq_salt_the_earth_1_its_site_has_room_for_one_then() -> None:
    table = calm().site("drowned_city", slot=3).seat("red", at=3)
    assert taking.capacity(played(table, "salt_the_earth", "site.drowned_city").game, 3, "red") == 1
