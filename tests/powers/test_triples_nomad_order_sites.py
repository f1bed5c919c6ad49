"""Three cards or more at once, and off turn: Nomad, Order, the sites, the banners, the Visions and the traits."""

from typing import Any

import pytest

from oathtools.procedures.machine import facts
from oathtools.table.state import FAVOR, SECRET
from tests.battles import GO_ON, battle, campaign, declare, roll, war, why_not
from tests.support.tables import Script, Table, a_table, down, unknown


def calm(players: int = 4) -> Table:
    """Nobody has the title, nobody takes it."""
    return a_table(players).oath("devotion").title(None)


def rest(play: Script, *until: str) -> Script:
    """Default answers up to one of some questions, or to the next act."""
    while play.asked[0] not in (*until, "act"):
        play.default()
    return play


# -- tolls, and who rules their cards ------------------------------------------------------------------------------


@pytest.mark.parametrize(("mask", "due"), [(True, False), (False, True)])
@pytest.mark.parametrize(
    ("card", "act", "given"),
    [
        ("toll_roads", "travel", {"to": "mountain"}),
        ("forced_labor", "search", {"source": "world"}),
        ("curfew", "trade", {"card": "elders", "for": "favor"}),
    ],
)
def test_a_78_the_grand_mask_lifts_the_tolls_of_the_empire(
    card: str, act: str, given: dict[str, str], mask: bool, due: bool
) -> None:
    """In their own turn its holder rules the card, and nobody is their own enemy (10.7); the sites stay Imperial."""
    table = calm().seat("red", at=0, secrets=1, relics=["grand_mask"] if mask else [])
    table = table.site("plains", cards=["elders", card], warbands={"purple": 1})
    assert bool(table.site("mountain", warbands={"purple": 1}).refusals(act, **given)) is due


@pytest.mark.parametrize("mask", [True, False])
def test_a_78_with_the_grand_mask_a_vision_goes_faceup_past_the_empires_secret_police(mask: bool) -> None:
    table = calm().seat("red", at=0, relics=["grand_mask"] if mask else []).deck("vision.faith", rest=False)
    table = table.site("plains", cards=["secret_police"], warbands={"purple": 1})
    assert ("vision" in table.play().answer("search").offered) is mask


def test_a_78_a_chancellor_made_to_travel_pays_the_exile_with_the_grand_mask_for_the_empires_toll_roads() -> None:
    """Off turn: in Red's turn Red rules the card at the Imperial site, so enemies pay Red at Red's sites (A-132)."""
    table = war().seat("red", warbands=9, relics=["grand_mask"]).seat("purple", at=3, favor=2)
    table = table.site("plains", cards=["toll_roads"], warbands={"purple": 1}).site("mountain", warbands={"red": 1})
    play = roll(campaign(table.play(), "purple", ["pawn"]), "00", "sssssssss")
    play = rest(play, "campaign.banish").answer("yes", "mountain")
    assert play.asked == ("travel.toll", "purple")
    play.answer("yes")
    assert (play.state.players["purple"].slot, play.has("red", FAVOR)) == (1, 1)


@pytest.mark.parametrize(("reading", "asked"), [("a", ("travel.toll", "blue")), ("b", ("campaign.burn", "purple"))])
def test_a_147_a_citizen_whom_the_chancellor_banishes_owes_the_empire_its_toll(
    reading: str, asked: tuple[str, str]
) -> None:
    """Off turn: the Citizen is not Imperial in this Campaign (5.5.1, A-62)."""
    table = war().reading("A-147", reading).turn("purple").seat("purple", at=3, warbands=9).seat("red", at=5)
    table = table.seat("blue", role="citizen", favor=2)
    table = table.site("mountain", cards=["toll_roads"], warbands={"purple": 1})
    play = roll(campaign(table.play(), "blue", ["pawn"]), "00", "sssssssss")
    assert rest(play, "campaign.banish").answer("yes", "mountain").asked == asked


@pytest.mark.parametrize(("role", "paid"), [("exile", "board.blue"), ("citizen", "board.purple")])
def test_a_85_tolls_at_empty_sites_are_for_the_holder_of_the_bandit_crown(role: str, paid: str) -> None:
    """10.21, 7.6.5: nothing is burned; by a Citizen's Crown the site is Imperial, and the Chancellor is given it."""
    table = calm().seat("red", at=0, favor=1).seat("blue", at=5, role=role, relics=["bandit_crown"])
    play = table.site("mountain", cards=["toll_roads"]).play().answer("travel", "mountain")
    assert play.at(paid, FAVOR) == 1


def test_10_11_a_toll_for_the_crowns_holder_who_has_vow_of_kinship_goes_to_the_nomad_bank() -> None:
    table = calm().seat("red", at=0, favor=2).seat("blue", at=5, relics=["bandit_crown"], advisers=["vow_of_kinship"])
    play = table.site("mountain", cards=["way_station", "toll_roads"]).play()
    bank = play.at("bank.nomad", FAVOR)
    play.answer("travel", "way_station", "mountain")
    assert (play.at("bank.nomad", FAVOR), play.state.players["red"].supply) == (bank + 2, 7)


def test_6_1_the_oracle_under_forced_labor_is_paid_out_of_the_nomad_bank() -> None:
    """FAQ Oracle 5, FAQ Vow of Kinship: and the Vision may not be shown where Secret Police watch (5.1.4.3)."""
    table = calm().seat("red", at=3, secrets=2, advisers=["vow_of_kinship"]).deck("vision.faith", rest=False)
    table = table.site("mountain", cards=["secret_police"], warbands={"blue": 1})
    play = table.site("steppe", cards=["oracle", "forced_labor"], warbands={"blue": 1}).play().answer("power")
    assert (play.has("blue", FAVOR), play.at("bank.nomad", FAVOR)) == (1, 2)
    assert play.asked[0] == "play.to" and play.offered == ["adviser-facedown", "discard"]


@pytest.mark.parametrize("bandits", [True, False])
def test_7_1_2_who_is_taken_along_by_palanquin_flips_nothing_under_spell_breaker(bandits: bool) -> None:
    """FAQ Spell Breaker 2: so The Hidden Place is closed to Blue, and with that to Red (5.6.1)."""
    table = calm().site("the_hidden_place", slot=5).seat("red", at=3, favor=1, advisers=["palanquin"])
    table = table.seat("blue", at=3, secrets=2).site("mountain", cards=["spell_breaker"])
    table = table.site("mountain", warbands={} if bandits else {"blue": 1})
    assert ("site.the_hidden_place" in table.play().answer("power").offered) is not bandits


# -- Ancient Bloodline and Lost Tongue -----------------------------------------------------------------------------


def test_a_85_ancient_bloodline_and_the_bandit_crown_lock_what_lies_at_empty_sites() -> None:
    table = (
        calm().seat("blue", at=0, advisers=["ancient_bloodline"], relics=["bandit_crown"]).seat("red", at=4, favor=6)
    )
    refused = table.site("ancient_city", relics=[unknown("relic")]).refusals("recover", target="relic-1", pay="printed")
    assert [row.source for row in refused] == ["denizen.ancient_bloodline"]


def test_7_2_2_great_herd_at_a_site_of_ancient_bloodline_is_locked_for_the_enemy_who_plays_it() -> None:
    """10.16: it counts as locked as soon as it lies there, so it cannot be swapped away."""
    table = calm().seat("red", at=3).seat("blue", at=0, advisers=["ancient_bloodline"]).deck("great_herd", rest=False)
    table = table.site("steppe", warbands={"blue": 1}).site("deep_woods", cards=["elders"])
    play = table.play().answer("search", "site.steppe")
    assert play.zone("cards.3") == ["denizen.great_herd"] and play.asked[0] == "act"


@pytest.mark.parametrize(("adviser", "open_"), [("ancient_bloodline", False), ("tents", True)])
def test_11_9_resettle_finds_no_room_in_a_great_slum_that_ancient_bloodline_locks(adviser: str, open_: bool) -> None:
    table = calm().seat("red", at=0, advisers=["elders"]).site("plains", cards=["resettle"])
    table = table.seat("blue", at=4, advisers=[adviser])
    table = table.site("great_slum", slot=3, cards=["wolves", "longbows", "scouts"], warbands={"blue": 1})
    play = table.play().answer("power")
    if play.asked[0] == "resettle.card":
        play.answer("elders")
    assert ("site.great_slum" in play.offered) is open_


@pytest.mark.parametrize(("reading", "hunted"), [("a", 0), ("b", 1)])
def test_a_147_a_citizens_relic_hunter_and_the_chancellors_ancient_bloodline(reading: str, hunted: int) -> None:
    """10.7: in this Campaign the Citizen is an enemy, so the relic at the Imperial site counts as locked."""
    table = war().reading("A-147", reading).turn("blue").seat("red", at=0)
    table = table.seat("blue", role="citizen", warbands=5, advisers=["relic_hunter"])
    table = table.seat("purple", at=3, advisers=["ancient_bloodline"])
    table = table.site("steppe", warbands={"purple": 1}, relics=[unknown("relic")])
    play = campaign(table.play(), "purple", ["steppe"])
    assert (f"denizen.relic_hunter={hunted}" in play.offered, "denizen.relic_hunter=1" in play.offered) == (
        True,
        bool(hunted),
    )


def test_a_62_a_citizen_rules_no_imperial_nomad_card_against_the_chancellors_lost_tongue() -> None:
    """In a Campaign against the Empire; otherwise the Citizen rules it, and may recover the Chancellor's banner."""
    table = war().turn("blue").seat("blue", role="citizen", warbands=3, favor=2).seat("red", at=0)
    table = table.seat("purple", at=3, advisers=["lost_tongue"], relics=["map"]).banner("peoples_favor", "purple")
    table = table.site("mountain", cards=["elders"], warbands={"purple": 1})
    assert [row.source for row in why_not(table, "purple", ["pawn", "map"])] == ["denizen.lost_tongue"]
    assert table.refusals("recover", target="peoples_favor", pay="2") == []


@pytest.mark.parametrize(("card", "open_"), [("elders", True), ("horse_archers", False)])
def test_a_78_lost_tongue_and_the_grand_mask_which_rules_no_battle_plans(card: str, open_: bool) -> None:
    table = calm().seat("red", at=3, favor=2, relics=["grand_mask"]).seat("blue", at=3, advisers=["lost_tongue"])
    table = table.banner("peoples_favor", "blue").site("plains", cards=[card], warbands={"purple": 1})
    assert (table.refusals("recover", target="peoples_favor", pay="2") == []) is open_


# -- in campaigns --------------------------------------------------------------------------------------------------


def beaten(table: Table, *targets: str) -> Script:
    """Red attacks Blue with all dice and wins; nobody uses a plan but those asked for by default."""
    play = campaign(table.play(), "blue", targets)
    while play.asked[0] == "campaign.plan":
        play.answer(next((each for each in play.offered if each != GO_ON), GO_ON))
    fight = battle(play)
    return roll(play, "0" * fight.defense, "s" * fight.rolled)


def test_a_106_the_hospital_saves_whom_the_banished_tyrant_kills() -> None:
    """Off turn: Tyrant takes the warband that Red has just placed (5.5.7.1); it was of Red's force, and comes home."""
    table = war().seat("red", warbands=9).seat("blue", advisers=["tyrant"]).seat("purple", at=1)
    table = table.site("steppe", warbands={"blue": 1}).site("deep_woods", warbands={"blue": 1})
    table = table.site("plains", cards=["hospital"], warbands={"red": 1})
    play = beaten(table, "steppe", "deep_woods", "pawn").answer({"steppe": 1, "deep_woods": 1}, "yes", "deep_woods")
    assert not facts.rules_site(play.game, "red", 7)
    assert (rest(play).at("slot.0", "red"), play.has("red", "warbands")) == (2, 7)


def test_10_13_the_cauldron_counts_whom_the_banished_tyrant_must_kill_of_their_own() -> None:
    """FAQ Tyrant 3: the only warband there dies though it is Blue's own: to Red an enemy's, killed in this Campaign."""
    table = war().seat("red", warbands=9, relics=["cursed_cauldron"]).seat("blue", advisers=["tyrant"])
    table = table.site("steppe", warbands={"blue": 2}).site("deep_woods", warbands={"blue": 1})
    play = rest(beaten(table, "steppe", "pawn").answer({}, "yes", "deep_woods"))
    assert (play.has("red", "warbands"), play.at("slot.7", "blue")) == (9 + 2, 0)


def test_11_8_captains_past_the_narrow_pass_and_peace_envoy_where_they_stand() -> None:
    """10.30: the pawn counts as being at the Captains' site, so no Narrow Pass lies between, and Blue is met there."""
    table = war().site("narrow_pass", slot=4).seat("red", at=0, favor=5, warbands=2, advisers=["peace_envoy"])
    table = table.site("steppe", warbands={"red": 2}).site(7, warbands={"red": 1}, cards=["captains"])
    play = table.play().answer("power")
    if play.asked[0] == "captains.site":
        play.answer("steppe")
    declare(play, "blue", ["pawn"], 4)
    assert play.answer("peace_envoy").has("blue", FAVOR) == 2


def test_7_6_5_warning_signals_may_empty_a_site_of_the_bandit_crowns_holder() -> None:
    """6.5: no warband is the last where bandits count; the one bandit still defends, and Encirclement counts anew."""
    table = war().seat("red", warbands=4).site("steppe", warbands={"blue": 3}).site("deep_woods", warbands={"blue": 2})
    table = table.seat("blue", relics=["bandit_crown"], advisers=["warning_signals"])
    play = campaign(table.play(), "blue", ["steppe"]).answer("warning_signals", {"slot.3": 3}, {"slot.7": 3})
    assert (battle(play).defenders, battle(play).bandits) == (0, 1)
    assert facts.rules_site(play.game, "blue", 3) and play.at("slot.7", "blue") == 5


def test_10_14_military_parade_of_marriage_and_of_the_allies_advisers() -> None:
    """10.29, A-128: two Hearth favor for Marriage, one for the Chancellor's Elders, one for the Citizen's Longbows."""
    table = war().seat("red", warbands=5, advisers=["military_parade"])
    table = table.seat("purple", at=3, advisers=["marriage", down("keep"), "elders"]).site(
        "steppe", warbands={"purple": 1}
    )
    play = campaign(table.seat("blue", role="citizen", advisers=["longbows"]).play(), "blue", ["steppe"])
    play.answer("military_parade")
    while play.asked[0] == "campaign.plan":
        play.answer(GO_ON)
    roll(play, "0" * battle(play).defense, "s" * battle(play).rolled).answer({})
    banks = {suit: play.at(f"bank.{suit}", FAVOR) for suit in ("hearth", "nomad", "order")}
    assert (rest(play).has("red", FAVOR), banks) == (4, {"hearth": 1, "nomad": 2, "order": 2})


def test_10_28_wild_mounts_of_an_ally_keep_no_plan_of_the_defenders() -> None:
    """You is its user alone: the Citizen's Storm Caller goes, and the Chancellor's Wolves stay."""
    table = war().seat("red", warbands=4).seat("blue", role="citizen", advisers=["storm_caller"])
    table = table.seat("purple", at=3, advisers=["wild_mounts", "wolves"]).site("steppe", warbands={"purple": 2})
    play = campaign(table.play(), "blue", ["steppe"]).answer("storm_caller", "wild_mounts")
    play = rest(roll(play, "2" * battle(play).defense, "hhhh"))
    assert (play.zone("advisers.blue"), "denizen.wolves" in play.zone("advisers.purple")) == ([], True)


# -- playing, mustering, dealing -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruler", "refused"), [("blue", True), ("red", False)])
def test_7_4_3_a_full_site_has_no_room_where_forced_labor_would_have_to_go_that_taxes_the_play(
    ruler: str, refused: bool
) -> None:
    """The People's Favor may discard it (5.1.4.1), but not in an action for which it takes its toll (FAQ)."""
    table = calm().map("mine").seat("red", at=1, favor=1, advisers=[down("longbows")]).banner("peoples_favor", "red")
    table = table.site(0, cards=["forced_labor"], warbands={ruler: 1}).site(1, warbands={ruler: 1})
    because = "site.mine holds 1 card and has room for 1"
    found = table.refusals("play", card="longbows", to="mine")
    assert [(row.clause, row.because) for row in found] == [("5.1.4.1", because)] * refused
    assert ("site.mine" in table.play().answer("play", "longbows").offered) is not refused


@pytest.mark.parametrize(
    ("card", "at", "faceup"),
    [("secret_police", 0, False), ("secret_police", 1, True), ("sacred_ground", 1, False), ("sacred_ground", 0, True)],
)
def test_a_109_a_vision_inherited_off_turn_goes_faceup_where_its_player_stands(
    card: str, at: int, faceup: bool
) -> None:
    """Red becomes a Citizen, and Blue's False Prophet plays Red's Vision in Red's turn (5.1.4.3)."""
    table = calm().seat("red", at=0, advisers=[down("long_lost_heir")], vision="vision.faith")
    table = table.seat("blue", at=at, advisers=["false_prophet"]).site("plains", cards=[card], warbands={"yellow": 1})
    table.do.move("blue", 1, "stock.blue", "vision.faith", ())
    play = table.play().answer("play", "long_lost_heir", "adviser", "yes")
    assert play.asked == ("play.to", "blue") and ("vision" in play.offered) is faceup


def test_10_2_hunting_party_campaigns_from_where_the_gathering_has_put_the_pawn() -> None:
    """5.1.4.1: the People's Favor plays The Gathering to another site; its player may come there too (FAQ)."""
    table = calm().seat("red", at=3, warbands=3, advisers=["hunting_party"]).seat("blue", at=2)
    table = table.banner("peoples_favor", "red", 2).deck("the_gathering", rest=False)
    play = table.play().answer("search", "hunting_party", "site.the_tribunal")
    play = rest(play, "the_gathering.come").answer("no", "yes", "no")
    while play.asked[0] == "the_gathering.deal":
        play.default()
    assert play.state.players["red"].slot == 2 and play.asked == ("hunting_party.campaign", "red")
    assert "blue" in play.answer("yes").offered


def test_faq_vow_of_kinship_3_in_the_gathering_it_gives_and_is_given_out_of_the_nomad_bank() -> None:
    """Playing a Nomad card to the Steppe brings a favor, which stays in that bank, and a secret (11.2)."""
    table = calm().seat("red", at=3, advisers=["vow_of_kinship"]).seat("blue", at=3, favor=2, secrets=2)
    play = table.deck("the_gathering", rest=False).play().answer("search", "site.steppe", "no", "no")
    play.answer("blue", {FAVOR: 2}, {FAVOR: 1, SECRET: 1}, "yes")
    assert (play.has("blue", FAVOR), play.at("bank.nomad", FAVOR), play.has("red", SECRET)) == (2 + 2 - 1, 2, 2)


def test_11_5_a_muster_at_the_river_with_ring_of_devotion_pressgangs_and_knights_errant() -> None:
    table = calm().site("river", slot=3, cards=["elders"], warbands={"red": 1}).on("elders", favor=1)
    table = table.seat("red", at=3, favor=3, relics=["ring_of_devotion"], advisers=["pressgangs", "knights_errant"])
    play = table.seat("blue", at=3).play().answer("muster", "pressgangs", "knights_errant")
    assert play.asked == ("knights_errant.campaign", "red") and play.has("red", "warbands") == 2 + 1 + 2


@pytest.mark.parametrize(("relics", "there"), [(["bandit_crown"], 3), (["bandit_crown", "ring_of_devotion"], 0)])
def test_a_131_garrison_counts_the_empty_sites_of_the_bandit_crown(relics: list[str], there: int) -> None:
    """7.6.5, 9.3: eight sites, two warbands in the bank and one on the board; with the Ring none is placed."""
    table = calm().seat("red", at=3, warbands=1, relics=relics, bank=2).deck("garrison", rest=False)
    play = table.play().answer("search", "site.steppe")
    if there:
        assert (play.pending.low, play.pending.high, len(play.pending.options)) == (there, there, 8)
    else:
        assert play.asked[0] == "act" and play.has("red", "warbands") == 3


def test_10_26_royal_tax_at_the_empty_sites_of_the_bandit_crown() -> None:
    """FAQ Vow of Kinship 1: Yellow's favor is out of reach; the Chancellor is in another region; Blue has but one."""
    table = calm().seat("red", at=3, relics=["bandit_crown"]).seat("blue", at=2, favor=1).seat("purple", at=0, favor=5)
    table = table.seat("yellow", at=4, advisers=["vow_of_kinship"]).deck("royal_tax", rest=False)
    play = table.play().answer("search", "adviser")
    assert (play.has("red", FAVOR), play.has("purple", FAVOR), play.at("bank.nomad", FAVOR)) == (1, 5, 3)


@pytest.mark.parametrize(("fits", "offered"), [(True, ["none", "relic.map"]), (False, None)])
def test_2_7_1_the_oracle_draws_the_conspiracy_which_takes_a_relic_of_a_player_here(fits: bool, offered: Any) -> None:
    """It moves the marker; the secret it burns is the third; Marriage is two of the matching advisers (A-130)."""
    table = calm().seat("red", at=3, secrets=3, advisers=["marriage"]).deck("wolves", "vision.conspiracy", rest=False)
    table = table.seat("blue", at=3, advisers=["tavern_songs" if fits else "tents"], relics=["map"])
    play = table.site("steppe", cards=["oracle"]).play().answer("power", "vision")
    if offered:
        assert play.offered == offered
        play.answer("map")
    assert (play.zone("held.red") == ["relic.map"]) is fits
    assert (play.state.visions_drawn, play.zone("world.top")) == (1, ["denizen.wolves"])
    assert play.state.where["vision.conspiracy"] == "box"
