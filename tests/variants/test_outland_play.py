"""Outland Realms in play: sites revealed (OR.9), campaigns (OR.10), Rest (OR.11), Citizenship (OR.12), OR.13."""

from random import Random
from typing import Any

import pytest

from oathtools.procedures.machine import facts
from oathtools.table.invariants import faults
from oathtools.table.state import CARDS, SLOT
from tests.battles import STEPPE, battle, campaign, fight_of, roll, why_not
from tests.support.outland import NAME, garrisons, kept, realms, with_realms
from tests.support.tables import Script, Table, a_table, down, the

REALM = {"white-1": ["steppe", "ancient_city", "deep_woods"]}
SURVIVORS = f"{NAME}.survivors"


def border(warbands: int = 9, **kept_: Any) -> Table:
    """Red at the Steppe, a realm's site; nobody but the Chancellor rules a site."""
    table = a_table(2).oath("devotion").title(None).seat("red", at=STEPPE, warbands=warbands)
    table.site("plains", warbands={"purple": 1})
    kept_.setdefault("garrisons", {"steppe": 3, "ancient_city": 2})
    return with_realms(table, kept_.pop("realms", REALM), **kept_)


def attack(table: Table, *targets: str, dice: int = 8, defense: str = "", faces: str = "") -> Script:
    """A campaign against the garrisons, won with all swords unless told otherwise."""
    play = campaign(table.play(), "bandits", targets, dice)
    return roll(play, defense or "0" * len(targets), faces or "s" * dice)


def finish(play: Script) -> Script:
    """Place nobody, sacrifice nobody: on to the next action."""
    while play.asked[0] != "act":
        play.answer({} if play.asked[0] == "campaign.place" else play.pending.default)
    assert faults(play.state) == []
    return play


def rested(play: Script) -> Script:
    """The Act Phase ends, and the Rest Phase is over."""
    play.answer("end")
    assert play.state.turn == "purple" and faults(play.state) == []
    return play


# -- OR.9 ----------------------------------------------------------------------------------------------------------


def hidden(**how: Any) -> Script:
    """The Steppe lies facedown; red comes there from the Tribunal."""
    table = a_table(2).map("plains", "mountain", "the_tribunal", down("site.steppe"))
    table.seat("red", at="the_tribunal", warbands=2).deck("longbows", "wolves", rest=False)
    return with_realms(table, {how.get("realm", "red-1"): ["steppe"]}).play()


def test_a_realms_site_that_is_revealed_is_populated_and_garrisoned() -> None:
    """OR.9 (5.6.2): at once, also of one's own color; nobody rules it."""
    play = hidden().answer("travel", "provinces.2")
    assert play.asked == (f"{NAME}.garrison-die", "red")
    assert play.zone(CARDS[STEPPE]) == [the("wolves")]
    play.answer(["4"])
    assert garrisons(play.state) == {"steppe": 4}
    assert facts.rulers(play.game, STEPPE) == ("bandits",) and kept(play.state)["leaders"] == {}
    assert play.replayed() == play.state


def test_a_site_of_no_realm_is_only_revealed() -> None:
    """OR.9 (5.6.2)."""
    table = a_table(2).map("plains", "mountain", "the_tribunal", down("site.steppe")).seat("red", at="the_tribunal")
    play = with_realms(table, {"red-1": ["deep_woods"]}).play().answer("travel", "provinces.2")
    assert play.asked[0] == "act" and play.zone(CARDS[STEPPE]) == [] and garrisons(play.state) == {}


def test_without_the_variant_a_revealed_site_is_only_revealed() -> None:
    """5.6.2: the same table, the variant off."""
    table = a_table(2).map("plains", "mountain", "the_tribunal", down("site.steppe")).seat("red", at="the_tribunal")
    play = table.play().answer("travel", "provinces.2")
    assert play.asked[0] == "act" and play.zone(CARDS[STEPPE]) == [] and play.state.variants == {}


# -- OR.10: who defends --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "bandits"), [("a", 4), ("b", 3)])
def test_or_o_the_bandit_beside_the_garrison(reading: str, bandits: int) -> None:
    """OR-O, OR.10 (2.8.3, 5.5.4)."""
    play = campaign(border().reading("OR-O", reading).play(), "bandits", ["steppe"], 8)
    assert (battle(play).bandits, battle(play).defense) == (bandits, 1)


@pytest.mark.parametrize("reading", ["a", "b"])
def test_a_site_without_a_garrison_has_its_bandit(reading: str) -> None:
    """OR-O, OR.10 (2.8.3)."""
    table = border(garrisons={}).reading("OR-O", reading)
    play = campaign(table.play(), "bandits", ["steppe"], 8)
    assert battle(play).bandits == 1


def test_several_sites_of_a_realm_may_be_targets() -> None:
    """OR.10 (5.5.2): one bandit each, and both garrisons."""
    play = campaign(border().play(), "bandits", ["steppe", "ancient_city"], 8)
    assert (battle(play).bandits, battle(play).defense) == (7, 2)


def test_or_s_a_realm_and_bandits_are_no_targets_together() -> None:
    """OR-S, OR.10 (5.5.2): the site of the campaign says which; b lets them be."""
    (row,) = why_not(border(), "bandits", ["steppe", "fertile_valley"])
    assert row.clause == "OR.10" and row.source == "variant.outland-realms"
    assert row.because == "site.fertile_valley is a target only if the site of the campaign is of no realm"
    assert why_not(border(), "bandits", ["steppe", "ancient_city"]) == []
    assert why_not(border().reading("OR-S", "b"), "bandits", ["steppe", "fertile_valley"]) == []
    elsewhere = border().seat("red", at="fertile_valley")
    (row,) = why_not(elsewhere, "bandits", ["fertile_valley", "ancient_city"])
    assert row.because == "site.ancient_city is a target only if the site of the campaign is of the same realm"


def test_or_s_another_realm_is_another_defender() -> None:
    """OR-S (5.5.2)."""
    two = {"white-1": ["steppe"], "black-1": ["ancient_city"]}
    (row,) = why_not(border(realms=two), "bandits", ["steppe", "ancient_city"])
    assert row.clause == "OR.10"


def planned(where: str, reading: str = "a") -> list[str]:
    """The battle plans used for the Steppe with Mercenaries at some site."""
    play = campaign(
        border().reading("OR-S", reading).site(where, cards=["mercenaries"]).play(), "bandits", ["steppe"], 8
    )
    return [used.card for used in fight_of(play).used]


def test_battle_plans_at_its_sites_are_free() -> None:
    """OR.10 (5.5.3): Mercenaries have a cost, and the bandits use no plan that has one."""
    assert planned("steppe") == planned("deep_woods") == ["denizen.mercenaries"]
    assert planned("fertile_valley") == []
    table = with_realms(a_table(2).seat("red", at=STEPPE, warbands=9).site("steppe", cards=["mercenaries"]), {})
    play = campaign(table.play(), "bandits", ["steppe"], 8)
    assert fight_of(play).used == []


@pytest.mark.parametrize(("reading", "used"), [("a", []), ("b", ["denizen.keep"])])
def test_or_s_the_bandits_plans_elsewhere_are_not_the_realms(reading: str, used: list[str]) -> None:
    """OR-S (5.5.3): Longbows have no cost, and lie at a site of no realm."""
    table = border().reading("OR-S", reading).site("fertile_valley", cards=["longbows"])
    play = campaign(table.play(), "bandits", ["steppe"], 8)
    assert [each.card for each in fight_of(play).used] == ["denizen.longbows" for _ in used]


# -- OR.10: defeat -------------------------------------------------------------------------------------------------


def test_or_p_survivors_go_to_a_site_that_was_not_attacked() -> None:
    """OR-P, OR.10 (5.5.6): of three one is killed, and two go to the other sites, each to one at random."""
    play = attack(border(), "steppe")
    assert play.asked == (SURVIVORS, "red")
    assert play.refuses(["steppe", "deep_woods"])[0][0] == "OR.10"
    finish(play.answer(["deep_woods", "ancient_city"]))
    assert garrisons(play.state) == {"ancient_city": 3, "deep_woods": 1}
    assert play.replayed() == play.state


def test_or_p_all_survive() -> None:
    """OR-P, b (5.5.6)."""
    play = attack(border().reading("OR-P", "b"), "steppe").answer(["deep_woods"] * 3)
    assert garrisons(finish(play).state) == {"ancient_city": 2, "deep_woods": 3}


@pytest.mark.parametrize("reading", ["a", "b"])
def test_or_p_without_another_site_all_are_lost(reading: str) -> None:
    """OR-P, OR.10 (5.5.6)."""
    play = finish(
        attack(border(realms={"white-1": ["steppe"]}, garrisons={"steppe": 3}).reading("OR-P", reading), "steppe")
    )
    assert garrisons(play.state) == {}


def test_or_aa_survivors_go_to_no_players_site_and_to_no_facedown_one() -> None:
    """OR-AA (5.5.6): the Chancellor holds one of the others, one lies facedown, one is not on the map: all are lost."""
    table = a_table(2).oath("devotion").title(None).seat("red", at=STEPPE, warbands=9)
    table.map("plains", "mountain", "the_tribunal", "steppe", down("site.mine")).site("plains", warbands={"purple": 1})
    table = with_realms(table, {"white-1": ["steppe", "plains", "mine", "wastes"]}, garrisons={"steppe": 5})
    assert garrisons(finish(attack(table, "steppe")).state) == {}


def test_survivors_of_several_sites() -> None:
    """OR.10 (5.5.6): five at two sites: two are killed, three go to the one site that was not attacked."""
    play = finish(attack(border(), "steppe", "ancient_city"))
    assert garrisons(play.state) == {"deep_woods": 3}


def test_or_q_a_garrison_that_wins_loses_nothing() -> None:
    """OR-Q (5.5.6)."""
    play = finish(attack(border(), "steppe", dice=2, defense="2", faces="hh"))
    assert garrisons(play.state) == {"steppe": 3, "ancient_city": 2}


@pytest.mark.parametrize(("reading", "left"), [("a", REALM["white-1"]), ("b", REALM["white-1"][1:])])
def test_or_t_a_conquered_site(reading: str, left: list[str]) -> None:
    """OR-T (5.5.7.1): a: it stays in its realm; b: it leaves it."""
    play = attack(border().reading("OR-T", reading), "steppe").answer(["deep_woods", "deep_woods"])
    play.answer({"steppe": 2})
    assert play.at(SLOT[STEPPE], "red") == 2
    assert realms(play.state) == {"white-1": left} and garrisons(play.state) == {"ancient_city": 2, "deep_woods": 2}


@pytest.mark.parametrize("reading", ["a", "b"])
def test_or_t_its_own_leader_takes_a_site_back(reading: str) -> None:
    """OR-T (5.5.7.1): what the leader conquers stays in the realm."""
    red = {"red-1": ["steppe", "ancient_city"]}
    play = attack(border(realms=red, leaders={"red": "red-1"}).reading("OR-T", reading), "steppe")
    finish_with = play.answer({"steppe": 1}) if play.asked[0] == "campaign.place" else play
    assert realms(finish_with.state) == red


# -- OR.11 ---------------------------------------------------------------------------------------------------------


def test_a_site_that_held_is_reinforced_in_rest() -> None:
    """OR.11 (4.3): by one, once; not in the next player's Rest."""
    play = finish(attack(border(), "steppe", dice=2, defense="2", faces="hh"))
    assert kept(play.state)["attacked"] == [the("steppe")]
    rested(play)
    assert garrisons(play.state) == {"steppe": 4, "ancient_city": 2} and kept(play.state)["attacked"] == []


def test_a_conquered_site_is_not_reinforced() -> None:
    """OR.11 (4.3): a site that was won and left to the bandits is."""
    play = attack(border(), "steppe").answer(["deep_woods", "deep_woods"]).answer({"steppe": 1})
    assert garrisons(rested(play).state) == {"ancient_city": 2, "deep_woods": 2}
    play = attack(border(), "steppe").answer(["deep_woods", "deep_woods"]).answer({})
    assert garrisons(rested(play).state) == {"ancient_city": 2, "deep_woods": 2, "steppe": 1}


def test_or_r_one_for_each_site_or_one_for_the_realm() -> None:
    """OR-R, OR.11 (4.3): after an attack on two sites that held."""

    def held(reading: str) -> Script:
        table = border().reading("OR-R", reading)
        return finish(attack(table, "steppe", "ancient_city", dice=2, defense="22", faces="hh")).answer("end")

    assert garrisons(held("a").state) == {"steppe": 4, "ancient_city": 3}
    play = held("b")
    assert play.asked == (f"{NAME}.reinforced", "red")
    play.answer(["ancient_city"])
    assert garrisons(play.state) == {"steppe": 3, "ancient_city": 3}


@pytest.mark.parametrize(("reading", "count"), [("a", 4), ("b", 3)])
def test_or_bb_a_realm_that_is_led_in_part(reading: str, count: int) -> None:
    """OR-BB, OR.11 (4.3)."""
    table = border(realms={"red-1": REALM["white-1"]}, leaders={"red": "red-1"})
    play = finish(attack(table.reading("OR-BB", reading), "steppe", dice=2, defense="2", faces="hh"))
    assert garrisons(rested(play).state)["steppe"] == count


def test_a_turn_without_a_campaign_reinforces_nothing() -> None:
    """OR.11 (4.3)."""
    assert garrisons(rested(border().play()).state) == {"steppe": 3, "ancient_city": 2}


# -- OR.12 ---------------------------------------------------------------------------------------------------------


def offered(**how: Any) -> Script:
    """The Chancellor offers red Citizenship; red rules the Steppe and the Deep Woods."""
    table = a_table(2).turn("purple").site("plains", warbands={"purple": 1})
    table.site("steppe", warbands={"red": 1}).site("deep_woods", warbands={"red": 1})
    play = with_realms(table, how["realms"], leaders=how.get("leaders", {})).play()
    answers = {"offer.other": "red", "offer.give": {}, "offer.take": {}, "offer.accept": how.get("accept", "yes")}
    play.answer("offer")
    while not play.over and play.asked[0] != "act":
        kind = play.asked[0]
        answer: Any = answers.get(kind, play.pending.default)
        play.answer(play.pending.random(Random(0)) if answer is None else answer)
    return play


RED = {"red-1": ["steppe", "mine"], "white-1": ["deep_woods", "wastes"]}


def test_a_leader_who_becomes_a_citizen_takes_the_sites_out_of_the_realms() -> None:
    """OR.12 (6.6.2): all sites they rule, of whatever realm; and leads no more."""
    play = offered(realms=RED, leaders={"red": "red-1"})
    assert realms(play.state) == {"red-1": ["mine"], "white-1": ["wastes"]}
    assert kept(play.state)["leaders"] == {} and play.at(SLOT[STEPPE], "purple") == 1


def test_one_who_declines_or_leads_none_takes_nothing_out() -> None:
    """OR.12 (6.6.2)."""
    assert realms(offered(realms=RED, leaders={"red": "red-1"}, accept="no").state) == RED
    assert realms(offered(realms=RED).state) == RED


def test_a_citizen_who_is_exiled_gets_nothing_back() -> None:
    """OR.12 (6.8): neither the sites nor the lead."""
    play = offered(realms=RED, leaders={"red": "red-1"})
    play.answer("end")
    while play.asked != ("act", "red"):
        play.answer(play.pending.default)
    play.answer("self-exile")
    assert play.state.players["red"].role == "exile"
    assert realms(play.state) == {"red-1": ["mine"], "white-1": ["wastes"]} and kept(play.state)["leaders"] == {}


# -- OR.13, OR-X, OR-N ---------------------------------------------------------------------------------------------


def test_the_bandit_crown_has_no_effect_at_sites_of_realms() -> None:
    """OR.13 (7.6.5): red, with the Crown, rules the Fertile Valley and not the Steppe."""
    play = border().seat("red", at=STEPPE, relics=["bandit_crown"]).play()
    assert facts.rulers(play.game, STEPPE) == ("bandits",)
    assert facts.rulers(play.game, 6) == ("red",)


def test_or_x_garrisons_rule_for_nobody() -> None:
    """OR-X (10.21, 2.11): not even for the player of the realm's color."""
    play = border(realms={"red-1": REALM["white-1"]}).play()
    assert facts.sites_ruled(play.game, "red") == []


def test_led_sites_are_ordinary_sites() -> None:
    """OR.8 (5.5.1): a campaign against them is one against their ruler, and no garrison defends."""
    table = a_table(3).oath("devotion").title(None).seat("red", at=STEPPE, warbands=9)
    table.site("steppe", warbands={"blue": 2})
    table = with_realms(table, {"blue-1": ["steppe", "ancient_city"]}, leaders={"blue": "blue-1"})
    play = campaign(table.play(), "blue", ["steppe"], 8)
    assert (battle(play).defenders, battle(play).bandits) == (2, 0)


def test_a_position_there_and_back() -> None:
    """The variant's slot in a position (OR.7): read, written and read again it is the same state."""
    from oathtools.journal.entry import stated
    from oathtools.table.position.form import to_position

    state = border(leaders={}, attacked=["steppe"]).built()
    position = to_position(state)
    assert position["variants"][NAME]["garrisons"] == {the("steppe"): 3, the("ancient_city"): 2}
    again = stated(position)
    assert again.variants == state.variants and to_position(again) == position
