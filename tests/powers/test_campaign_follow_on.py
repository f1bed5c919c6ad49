"""Campaigns that powers grant: Captains, Sneak Attack, Second Wind (A-104, A-105, A-134)."""

from typing import Any

import pytest

from oathtools.engine.decision import Refusal
from oathtools.procedures.machine import facts
from oathtools.table.state import FAVOR, HIDDEN, SECRET
from tests.battles import battle, campaign, declare, roll, war
from tests.support.tables import Script, Table

STEPPE, WOODS = "slot.3", "slot.7"


def act_on(play: Script) -> Script:
    """Plans and offers are passed over, until the act or a roll is asked for."""
    while play.asked[0] in ("campaign.plan", "campaign.join", "campaign.losses"):
        play.default()
    return play


# -- Captains ----------------------------------------------------------------------------------------------------


def captains(warbands: int = 3, red: int = 2) -> Table:
    """Red at the Plains rules the Steppe and the Deep Woods, where Captains is; Blue stands at the Steppe."""
    table = war().seat("red", at=0, warbands=red, favor=1).seat("blue", relics=["map"])
    table = table.site("steppe", warbands={"red": warbands})
    return table.site("deep_woods", warbands={"red": 1}, cards=["captains"])


def lead(
    table: Table, defender: str | None, targets: list[str], dice: int | None = None, site: str = "steppe"
) -> Script:
    """A campaign with Captains."""
    play = table.play().answer("power")
    if play.asked[0] == "power.card":
        play.answer("captains")
    if play.asked[0] == "captains.site":
        play.answer(site)
    return declare(play, defender, targets, dice)


def test_captains_as_if_at_a_site_one_rules_without_supply() -> None:
    play = lead(captains(), "blue", ["pawn"])
    assert (play.state.players["red"].supply, play.at("captains", FAVOR)) == (7, 1)
    assert (battle(play).force, battle(play).attack, battle(play).defense) == (5, 5, 2)
    assert play.state.players["red"].slot == 0, "the pawn itself stays"


def test_captains_only_from_sites_where_somebody_can_be_fought() -> None:
    table = captains().seat("yellow", at=7)
    play = table.play().answer("power")
    assert play.asked == ("captains.site", "red") and play.offered == ["site.steppe", "site.deep_woods"]
    alone = captains().seat("blue", at=0)
    assert alone.refusals("power", card="captains") == [
        Refusal("5.5.1", "red rules no site from which a campaign is possible", "denizen.captains")
    ]


def test_captains_needs_access_and_a_favor() -> None:
    """7.1.1: rule is enough, the pawn at its site would be too."""
    poor = captains().seat("yellow", favor=0)
    poor.do.move(FAVOR, 1, "board.red", "shared", ())
    assert [row.clause for row in poor.refusals("power", card="captains")] == ["7.1.2"]
    barred = war().seat("red", favor=1).site("steppe", warbands={"red": 1}).site("deep_woods", cards=["captains"])
    assert [row.clause for row in barred.refusals("power", card="captains")] == ["7.1.1"]


@pytest.mark.parametrize(("reading", "dice"), [("b", 5), ("a", 2)])
def test_a_104_dice_up_to_the_force_or_by_the_board(reading: str, dice: int) -> None:
    play = lead(captains().reading("A-104", reading), None, ["pawn"], 0)
    assert battle(play).force == 5
    again = captains().reading("A-104", reading).play().answer("power", ["pawn"])
    assert (again.asked[0], again.pending.high) == ("campaign.dice", dice)


def test_a_105_the_site_itself_need_not_be_a_target_but_something_local_must() -> None:
    """An Exile's own site is nobody's to target: a pawn, relic or banner there."""
    table = captains().site("mountain", warbands={"blue": 1})
    play = table.play().answer("power")
    assert play.offered == ["site.mountain", "relic.map", "pawn"]
    assert play.refuses(["mountain"]) == [("5.5.2", "at least one target must be at site.steppe")]
    assert play.refuses(["mountain", "pawn"]) == []


def test_a_105_losses_from_the_whole_force_where_the_attacker_wants() -> None:
    """Skulls and sacrifices: even the last warband of a site."""
    play = lead(captains(warbands=1, red=1), None, ["pawn"], 2)
    roll(play, "00", "kh")
    assert play.asked == ("campaign.losses", "red") and play.pending.caps == {"board.red": 1, STEPPE: 1}
    play.answer({STEPPE: 1})
    assert play.at(STEPPE, "red") == 0 and facts.rulers(play.game, 3) == ("bandits",)


def test_a_105_a_beaten_attackers_survivors_leave_the_site() -> None:
    play = lead(captains(warbands=3, red=2).seat("blue", warbands=9), None, ["pawn"], 1)
    roll(play, "22", "h")
    assert (play.at(STEPPE, "red"), play.has("red", "warbands"), play.at("stock.red", "red")) == (0, 3, 10)
    assert play.at(WOODS, "red") == 1, "it was no part of the force"


def test_a_105_a_victors_stay_unless_placed_on_a_targeted_site() -> None:
    table = captains(warbands=3, red=2).site("mountain", warbands={"blue": 1})
    play = lead(table, None, ["pawn", "mountain"], 5)
    roll(play, "000", "ssss")
    assert play.asked == ("campaign.place", "red") and play.pending.about.given["source"] == "board.red"
    play.answer({"mountain": 1})
    assert play.pending.about.given["source"] == STEPPE and play.pending.caps == {"site.mountain": 3}
    play.answer({"mountain": 1})
    assert [play.at(f"slot.{slot}", "red") for slot in (1, 3)] == [2, 2] and play.has("red", "warbands") == 1


def test_a_105_conditions_of_the_campaign_are_those_of_that_site() -> None:
    """The Plains' die: the pawn really is there, but the campaign is not."""
    table = captains().site("plains", warbands={"yellow": 1})
    assert battle(lead(table, None, ["pawn"])).attack == 5


def citizen_captains() -> Table:
    """The Citizen Yellow at the Plains; the Empire rules the Steppe and the Deep Woods with Captains."""
    table = war().turn("yellow").seat("yellow", role="citizen", at=0, warbands=1, favor=1)
    table = table.site("steppe", warbands={"purple": 3})
    return table.site("deep_woods", warbands={"purple": 1}, cards=["captains"])


def test_faq_captains_1_a_citizen_against_the_empire() -> None:
    """Access was had when the campaign began; the Chancellor rules the Steppe from afar."""
    play = citizen_captains().play().answer("power", "steppe", "purple")
    assert play.asked[0] == "campaign.targets"
    play.answer(["deep_woods", "steppe"])
    assert play.asked[0] == "campaign.dice"


def test_faq_captains_2_the_warbands_there_join_the_citizen_and_the_site_is_no_due_target() -> None:
    table = citizen_captains().seat("purple", at=3)
    play = table.play().answer("power", "steppe", "purple")
    assert play.refuses(["pawn"]) == [] and play.refuses(["grand_scepter"]) == []
    play.answer(["pawn", "steppe"], 4)
    assert (battle(play).force, battle(play).defenders) == (4, 0), "also where it is a target all the same"
    roll(play, "000", "ssss")
    assert play.asked == ("campaign.place", "yellow") and play.pending.caps == {"site.steppe": 1}
    play.answer({"steppe": 1})
    assert play.asked[0] == "campaign.banish", "5.5.7.1: what stands at the site already is not asked about"


def test_captains_and_the_bandit_crown() -> None:
    """7.6.5: the bandit there joins as a die; it cannot be killed or sacrificed."""
    table = captains(warbands=1, red=0).seat("red", relics=["bandit_crown"])
    play = table.play().answer("power", "captains", "steppe")
    declare(play, None, ["pawn"])
    assert (battle(play).force, battle(play).band, battle(play).attack) == (1, 1, 2)
    roll(play, "22", "kk")
    assert play.at(STEPPE, "red") == 0 and play.asked[0] == "act"


# -- Sneak Attack ------------------------------------------------------------------------------------------------


def sneak(at: int = 3, **seat: Any) -> Table:
    """Red attacks Blue's pawn at the Steppe; Yellow has Sneak Attack."""
    table = war().seat("red", warbands=2, favor=2, secrets=2)
    return table.seat("yellow", at=at, advisers=["sneak_attack"], warbands=2, **seat)


def lost_by_red(table: Table) -> Script:
    play = act_on(campaign(table.play(), "blue", ["pawn"], 1))
    return roll(play, "22", "h")


def test_sneak_attack_against_the_attacker_without_supply() -> None:
    play = lost_by_red(sneak(supply=0))
    assert play.asked == ("sneak_attack.campaign", "yellow") and play.pending.default == "no"
    play.answer("yes")
    assert ("campaign.defender", "red") in play.skipped
    assert play.asked == ("campaign.dice", "yellow"), "Red's pawn is the only target"
    play.answer(2)
    assert battle(play).force == 2 and play.asked == ("campaign.defense-roll", "red")
    roll(play, "00", "ss")
    assert play.state.players["yellow"].supply == 0 and play.asked == ("campaign.banish", "yellow")
    assert play.state.turn == "red"


def test_sneak_attack_is_a_choice() -> None:
    play = lost_by_red(sneak()).answer("no")
    assert play.asked == ("act", "red")


def test_sneak_attack_also_after_a_victory_and_against_bandits() -> None:
    play = campaign(sneak().play(), "bandits", ["steppe"])
    roll(play, "0", "ss").answer({})
    assert play.asked == ("sneak_attack.campaign", "yellow")


def test_faq_sneak_attack_1_only_if_the_ordinary_rules_allow_it() -> None:
    """Red neither rules Yellow's site nor is there."""
    assert lost_by_red(sneak(at=0)).asked == ("act", "red")
    ruled = lost_by_red(sneak(at=0).site("plains", warbands={"red": 1}))
    assert ruled.asked == ("sneak_attack.campaign", "yellow")


def test_faq_sneak_attack_2_as_soon_as_the_campaign_has_ended() -> None:
    """After the discards at the end of the other campaign, before Red acts again."""
    play = act_on(campaign(sneak().seat("red", advisers=["horse_archers"]).play(), "blue", ["pawn"], 1))
    roll(play, "22", "h")
    assert play.asked[0] == "sneak_attack.campaign"
    used = campaign(sneak().seat("red", advisers=["horse_archers"]).play(), "blue", ["pawn"], 1)
    used.answer("horse_archers")
    roll(used, "22", "hhhh")
    assert used.zone("advisers.red") == [] and used.asked[0] == "sneak_attack.campaign"


def test_sneak_attack_not_after_the_own_campaign() -> None:
    table = war().seat("red", warbands=2, advisers=["sneak_attack"])
    assert lost_by_red(table).asked == ("act", "red")


def test_a_64_plans_of_sneak_attack_are_paid_outside_the_own_turn() -> None:
    table = sneak(favor=1).seat("yellow", advisers=["mercenaries"])
    play = lost_by_red(table).answer("yes")
    declare(play, None, None, 2).answer("mercenaries")
    assert play.at("mercenaries", FAVOR) == 0 and play.at("bank.discord", FAVOR) == 4


def test_a_134_vow_of_peace_closes_it() -> None:
    assert lost_by_red(sneak().seat("yellow", advisers=["vow_of_peace"])).asked == ("act", "red")


# -- Second Wind -------------------------------------------------------------------------------------------------


def winded(table: Table, won: bool = True) -> Script:
    """Red attacks Blue's pawn with Second Wind."""
    play = campaign(table.seat("red", advisers=["second_wind"]).play(), "blue", ["pawn"], 2)
    while play.asked == ("campaign.plan", "red") and "denizen.second_wind" in play.offered:
        play.answer("second_wind")
    act_on(play)
    roll(play, "00" if won else "22", "ss" if won else "hh")
    if play.asked[0] == "campaign.banish":
        play.answer("no")
    return play


def fresh(**red: Any) -> Table:
    return war().seat("red", warbands=4, **({"favor": 1, "secrets": 1} | red))


def test_second_wind_travel_then_campaign_both_without_supply() -> None:
    play = winded(fresh(supply=2).seat("yellow", at=7))
    assert play.state.players["red"].supply == 0
    assert (play.at("second_wind", SECRET), play.has("red", SECRET), play.has("red", FAVOR)) == (1, 0, 0)
    assert play.asked == ("second_wind.travel", "red")
    play.answer("yes")
    assert play.asked == ("travel.to", "red")
    play.answer("deep_woods")
    assert play.state.players["red"].slot == 7 and play.asked == ("second_wind.campaign", "red")
    play.answer("yes", "yellow")
    declare(play, None, None, 4)
    roll(play, "00", "ssss")
    assert play.state.players["red"].supply == 0


def test_a_134_travel_without_a_fight_or_a_fight_where_one_is() -> None:
    gone = winded(fresh()).answer("yes", "deep_woods", "no")
    assert gone.asked[0] == "act" and gone.state.players["red"].slot == 7
    stayed = winded(fresh()).answer("no")
    assert stayed.asked == ("second_wind.campaign", "red")
    stayed.answer("yes")
    assert stayed.offered == ["blue", "bandits"]


def test_second_wind_only_after_a_victory() -> None:
    play = winded(fresh().seat("blue", warbands=9), won=False)
    assert play.asked[0] == "act"


def test_second_wind_is_paid_when_it_is_used() -> None:
    """A secret on the card, a favor burned; refused without either."""
    play = winded(fresh())
    assert play.at("second_wind", SECRET) == 1
    for lacking in ({"favor": 0}, {"secrets": 0}):
        table = fresh(**lacking).seat("red", advisers=["second_wind", "longbows"])
        asked = campaign(table.play(), "blue", ["pawn"], 2)
        assert asked.asked[0] == "campaign.plan" and [clause for clause, _ in asked.refuses("second_wind")] == ["7.1.2"]


def test_7_6_2_free_travel_ignores_what_would_make_it_dearer() -> None:
    table = (
        war().map("plains", "mountain", "the_tribunal", "charming_valley").seat("red", warbands=4, favor=1, secrets=1)
    )
    play = winded(table.seat("red", supply=2)).answer("yes", "fertile_valley")
    assert play.state.players["red"].slot == 7 and play.state.players["red"].supply == 0


def test_a_134_a_second_campaign_uses_plans_anew() -> None:
    """Longbows once more; Second Wind too, if it can be paid again (7.5.3)."""
    table = fresh(favor=2, secrets=2).seat("red", advisers=["longbows"])
    play = campaign(table.seat("red", advisers=["second_wind"]).play(), "blue", ["pawn"], 2)
    play.answer("longbows", "second_wind")
    roll(play, "00", "sss").answer("no")
    play.answer("no", "yes", "blue")
    declare(play, None, ["pawn"], 2)
    assert play.asked[0] == "campaign.plan"
    assert {"denizen.longbows", "denizen.second_wind"} <= set(play.offered)


def test_faq_sneak_attack_3_sneak_attack_comes_before_second_wind() -> None:
    table = fresh().seat("yellow", at=3, advisers=["sneak_attack"], warbands=1)
    play = winded(table)
    assert play.asked == ("sneak_attack.campaign", "yellow")
    play.answer("no")
    assert play.asked == ("second_wind.travel", "red")


def test_a_136_what_a_trigger_causes_is_finished_first() -> None:
    """Yellow's campaign is over before Second Wind; Red may have been banished by it."""
    table = fresh().seat("yellow", at=3, advisers=["sneak_attack"], warbands=4)
    play = winded(table).answer("yes")
    declare(play, None, None, 4)
    roll(play, "00", "ssss")
    assert play.asked[0] == "campaign.sacrifice", "Red's four defend"
    play.answer("yes", "yes", "plains")
    assert play.state.players["red"].slot == 0 and play.asked == ("second_wind.travel", "red")


def test_a_134_and_sneak_attack_again_after_the_second_campaign() -> None:
    table = fresh().seat("yellow", at=3, advisers=["sneak_attack"], warbands=1)
    play = winded(table).answer("no", "no", "yes", "blue")
    declare(play, None, ["pawn"], 2)
    act_on(play)
    roll(play, "22", "hh")
    while play.asked[0] in ("campaign.sacrifice", "campaign.banish"):
        play.answer("no")
    assert play.asked == ("sneak_attack.campaign", "yellow")


def test_a_134_vow_of_peace_closes_second_wind_to_a_fight_not_to_travel() -> None:
    """Its holder could not have campaigned at all; a Vow that came in between is the only way."""
    play = winded(fresh())
    play.game.do.put("denizen.vow_of_peace", "advisers.red", ())
    play.answer("yes", "deep_woods")
    assert play.asked[0] == "act"


def test_faq_martial_culture_1_no_second_wind_once_the_act_phase_is_over() -> None:
    """A-129: whoever became a Citizen in the campaign rests."""
    play = campaign(fresh().seat("red", advisers=["second_wind"]).play(), "blue", ["pawn"], 2)
    play.answer("second_wind")
    roll(play, "00", "ss")
    assert play.asked[0] == "campaign.banish"
    play.game.do.go_to("rest", "")
    play.answer("no")
    assert play.state.turn != "red" or play.state.phase != "act"
    assert not [kind for kind, _ in play.skipped if kind.startswith("second_wind")]
    assert (play.has("red", HIDDEN), play.at("second_wind", SECRET)) == (0, 0), "the Rest gave it back"
