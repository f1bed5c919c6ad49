"""5.5.3 to 5.5.5: battle plans, the defense roll, the attack roll, skulls and sacrifices."""

from typing import Any

import pytest

from oathtools.table.state import FAVOR, HIDDEN, SECRET
from tests.battles import GO_ON, battle, campaign, pools, refused, roll, war
from tests.support.tables import Script, Table, down


def raid(warbands: int, *, defenders: int = 0, dice: int | None = None) -> Script:
    """Red attacks Blue's Steppe."""
    table = war().seat("red", warbands=warbands).seat("blue", warbands=defenders)
    return campaign(table.site("steppe", warbands={"blue": 1}).play(), "blue", ["steppe"], dice)


# -- 5.5.4 -------------------------------------------------------------------------------------------------------


def test_5_5_4_the_defender_rolls_the_defense_pool() -> None:
    play = raid(3, defenders=2)
    assert play.asked == ("campaign.defense-roll", "blue") and play.pending.cites == ("5.5.4",)
    assert play.pending.low == play.pending.high == 1
    assert sorted(play.pending.options) == ["blank", "doubler", "shield", "two_shields"]


def test_5_5_4_for_the_bandits_the_attacker_throws() -> None:
    play = campaign(war().seat("red", warbands=1).play(), "bandits", ["steppe"])
    assert play.asked == ("campaign.defense-roll", "red")


@pytest.mark.parametrize("faces", [[], ["blank", "blank"], ["sword"], "blank"])
def test_5_5_4_as_many_faces_as_dice(faces: Any) -> None:
    assert raid(3).refuses(faces)


def defense_of(play: Script, faces: str) -> int:
    """What the defense comes to."""
    roll(play, faces)
    told = next(event for event in roll(play, "", "h" * battle(play).rolled).events if event.kind == "rolled_battle")
    return int(told.facts["defense"])


@pytest.mark.parametrize(
    ("faces", "total"),
    [("00000", 4), ("1120x", 12), ("12xx0", 16), ("xxx00", 4), ("1xxx0", 12), ("11111", 9)],
)
def test_a_57_doublers_double_the_shields_never_the_warbands(faces: str, total: int) -> None:
    """Several doublers multiply; without shields there is nothing to double."""
    table = war().seat("red", warbands=2).seat("blue", warbands=3, relics=["map"])
    table = table.site("steppe", warbands={"blue": 1}).banner("peoples_favor", "blue", 1)
    play = campaign(table.play(), "blue", ["steppe", "map", "peoples_favor"])
    assert battle(play).defense == 5
    assert defense_of(play, faces) == total


def test_5_5_4_bandits_in_place_of_warbands_one_for_each_targeted_site() -> None:
    play = campaign(war().seat("red", warbands=2).play(), "bandits", ["steppe", "mountain", "deep_woods"])
    assert battle(play).bandits == 3 and battle(play).defense == 3
    assert defense_of(play, "000") == 3


@pytest.mark.parametrize(
    ("at", "warbands"),
    [("steppe", 3 + 2), ("mountain", 3 + 2), ("plains", 3)],
)
def test_a_58_the_board_counts_with_the_pawn_at_either_site_or_a_target(at: str, warbands: int) -> None:
    """Warbands at sites that are no targets, and on a board elsewhere, are no part of the force."""
    table = war().seat("red", warbands=2).seat("blue", at=at, warbands=2)
    table = table.site("steppe", warbands={"blue": 1}).site("mountain", warbands={"blue": 2})
    play = campaign(table.site("deep_woods", warbands={"blue": 4}).play(), "blue", ["steppe", "mountain"])
    assert battle(play).defenders == warbands


def test_5_5_4_no_defense_dice_no_roll() -> None:
    table = war().seat("red", warbands=1).banner("peoples_favor", "blue", 0)
    play = campaign(table.play(), "blue", ["peoples_favor"])
    assert play.asked == ("campaign.attack-roll", "red")


# -- 5.5.5 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "swords", "skulls"),
    [("h", 0, 0), ("hh", 1, 0), ("hhh", 1, 0), ("hhs", 2, 0), ("ss", 2, 0), ("k", 2, 1), ("kkh", 4, 2)],
)
def test_a_57_hollow_swords_by_pairs(faces: str, swords: int, skulls: int) -> None:
    play = roll(raid(5, dice=len(faces)), "0")
    assert play.asked == ("campaign.attack-roll", "red") and play.pending.cites == ("5.5.5",)
    roll(play, "", faces)
    told = next(event for event in play.events if event.kind == "rolled_battle")
    assert told.facts["attack"] == swords
    dead = sum(event.facts["count"] for event in play.events if event.kind == "kill" and "5.5.5" in event.cites)
    assert dead == skulls


def test_a_55_skulls_beyond_the_force_do_nothing_more() -> None:
    """Two dice of Plains on one warband: it dies, the swords count."""
    table = war().map("steppe", "mountain", "the_tribunal", "plains").seat("red", warbands=1, at="plains")
    play = campaign(table.seat("blue", at="plains").play(), "blue", ["pawn"])
    assert battle(play).attack == 2
    roll(play, "12", "kk")
    assert play.asked[0] == "campaign.banish", "4 swords beat 3 shields"
    assert play.has("red", "warbands") == 0 and play.at("stock.red", "red") == 14


def test_a_55_skulls_come_before_sacrifices() -> None:
    """Three warbands, one skull: two are left, and three would be needed."""
    play = roll(raid(3, defenders=3, dice=1), "0", "k")
    assert play.asked[0] == "act", "4 against 2: nothing is offered"
    assert play.has("red", "warbands") == 1, "of the two left, half died"


@pytest.mark.parametrize(("defense", "needed"), [("0", 1), ("1", 2), ("2", 3)])
def test_a_56_just_as_many_as_victory_needs(defense: str, needed: int) -> None:
    play = roll(raid(4, dice=2), defense, "hs")
    assert play.asked == ("campaign.sacrifice", "red") and play.pending.about == needed
    assert play.pending.options == ("yes", "no") and play.pending.default == "no"
    assert play.pending.cites == ("5.5.5", "9.5")
    play.answer("yes")
    assert play.has("red", "warbands") == 4 - needed
    assert any(event.kind == "sacrifice" and event.facts["count"] == needed for event in play.events)
    assert play.asked[0] == ("campaign.place" if needed < 4 else "act")


def test_a_56_all_or_nothing() -> None:
    play = roll(raid(4, dice=2), "0", "hs").answer("no")
    assert play.asked[0] == "act" and play.has("red", "warbands") == 2 and play.at("slot.3", "blue") == 1


def test_a_56_not_more_than_are_left() -> None:
    play = roll(raid(1), "2", "h")
    assert play.asked[0] == "act" and play.has("red", "warbands") == 1, "half of one is none"


def test_a_56_no_sacrifice_when_ahead() -> None:
    play = roll(raid(3, dice=2), "0", "ss")
    assert play.asked[0] == "campaign.place"


def test_5_5_5_a_tie_is_the_defenders() -> None:
    play = roll(raid(1), "0", "s")
    assert play.asked[0] == "campaign.sacrifice", "1 against 1 is one short"
    play.answer("no")
    assert play.at("slot.3", "blue") == 1


def test_a_56_the_last_warband_may_be_sacrificed() -> None:
    """10.22: what is sacrificed is killed, and goes to the personal bank (10.13)."""
    play = roll(raid(1), "0", "s")
    bank = play.at("stock.red", "red")
    play.answer("yes")
    assert play.has("red", "warbands") == 0 and play.at("slot.3", "blue") == 0
    assert play.at("stock.red", "red") == bank + 1
    assert play.has("blue", "warbands") == 1, "half of one is none; it went home"


# -- 5.5.3 -------------------------------------------------------------------------------------------------------


def planned(red: tuple[str, ...] = (), blue: tuple[str, ...] = ()) -> Script:
    """Red has four warbands, Blue two; advisers are plans."""
    table = war().seat("red", warbands=4, advisers=red, favor=3, secrets=2)
    table = table.seat("blue", warbands=1, advisers=blue, favor=3, secrets=2)
    return campaign(table.site("steppe", warbands={"blue": 1}).play(), "blue", ["steppe"])


def test_5_5_3_first_the_attacker_then_the_defender_each_plan_once() -> None:
    play = planned(("longbows", "outriders"), ("wrestlers",))
    assert play.asked == ("campaign.plan", "red") and play.pending.default == GO_ON
    assert play.offered == [GO_ON, "denizen.longbows", "denizen.longbows=-1", "denizen.outriders"]
    play.answer("longbows")
    assert play.offered == [GO_ON, "denizen.outriders"]
    play.answer("outriders")
    assert play.asked == ("campaign.plan", "blue")
    assert play.offered == [GO_ON, "denizen.wrestlers"]
    play.answer(GO_ON)
    assert play.asked == ("campaign.defense-roll", "blue")


def test_5_5_3_plans_are_optional() -> None:
    play = planned(("longbows",))
    play.answer(GO_ON)
    assert play.asked[0] == "campaign.defense-roll" and pools(play) == (4, 1)


def test_7_5_only_the_side_that_the_card_names() -> None:
    """Keep is the defender's, Lancers the attacker's."""
    table = war().seat("red", warbands=4).site("steppe", warbands={"blue": 1}, cards=["keep"])
    table = table.site("mountain", warbands={"red": 1}, cards=["extra_provisions"])
    table = table.site("deep_woods", warbands={"blue": 1}, cards=["lancers"]).seat("blue", favor=1)
    play = campaign(table.play(), "blue", ["steppe"])
    assert play.asked == ("campaign.plan", "blue") and play.offered == [GO_ON, "denizen.keep"]


def test_7_5_1_one_must_rule_it() -> None:
    """Red's pawn is at the site of the card, which Blue rules: that is not enough. Facedown advisers are nothing."""
    table = war().seat("red", warbands=4, advisers=[down("longbows")])
    table = table.site("steppe", warbands={"blue": 1}, cards=["horse_archers"])
    play = campaign(table.play(), "blue", ["steppe"])
    assert play.asked == ("campaign.plan", "blue")
    assert play.offered == [GO_ON, "denizen.horse_archers", "denizen.horse_archers=+3"]


def test_7_5_1_relics_edifices_and_advisers_too() -> None:
    table = war().seat("red", warbands=4, relics=["cursed_cauldron"], advisers=["longbows"])
    table = table.seat("blue").site("steppe", warbands={"blue": 1}, cards=["bandit_rampart"])
    play = campaign(table.play(), "blue", ["steppe"])
    assert "relic.cursed_cauldron" in play.offered and "denizen.longbows" in play.offered
    play.answer(GO_ON)
    assert play.offered == [GO_ON, "edifice.bandit_rampart"]
    play.answer("bandit_rampart")
    assert pools(play) == (2, 1)


@pytest.mark.parametrize(
    ("who", "plan", "attack"), [("red", "longbows", 5), ("red", "longbows=-1", 3), ("blue", "longbows", 3)]
)
def test_7_5_4_plus_or_minus(who: str, plan: str, attack: int) -> None:
    play = planned(("longbows",)) if who == "red" else planned((), ("longbows",))
    play.answer("denizen." + plan)
    assert pools(play) == (attack, 1)


def test_7_5_4_the_defender_may_add_attack_dice() -> None:
    play = planned((), ("longbows",)).answer("denizen.longbows=+1")
    assert pools(play) == (5, 1)


def test_7_5_4_a_plan_without_a_sign_does_one_thing() -> None:
    play = planned((), ("bear_traps",))
    assert play.offered == [GO_ON, "denizen.bear_traps"]


def test_a_53_dice_that_cannot_be_removed_become_defense_dice() -> None:
    """2 attack dice, minus 3: none, and one defense die more. Dice added later would not undo it."""
    table = war().seat("red", warbands=2).seat("blue", favor=1, advisers=["mercenaries"])
    play = campaign(table.play(), "blue", ["pawn"])
    play.answer("mercenaries")
    assert pools(play) == (0, 3)


def test_a_53_in_the_order_in_which_plans_are_used() -> None:
    table = war().seat("red", warbands=1, advisers=["longbows"]).seat("blue", advisers=["horse_archers"])
    play = campaign(table.play(), "blue", ["pawn"], 0)
    play.answer("denizen.longbows=-1")
    assert pools(play) == (0, 3)
    play.answer("horse_archers")
    assert pools(play) == (0, 6)


def test_a_53_dice_added_later_do_not_undo_it() -> None:
    table = war().seat("red", warbands=1).seat("blue", advisers=["horse_archers", "longbows"])
    play = campaign(table.play(), "blue", ["pawn"])
    play.answer("horse_archers", "denizen.longbows=+1")
    assert pools(play) == (1, 4)


def test_a_53_halving_is_no_loss_and_comes_last() -> None:
    table = war().seat("red", warbands=5).seat("blue", advisers=["mounted_patrol", "longbows"])
    play = campaign(table.play(), "blue", ["pawn"])
    play.answer("mounted_patrol", "longbows")
    assert pools(play) == (4, 2) and battle(play).rolled == 2
    roll(play, "00")
    assert play.pending.high == 2


# -- paying (7.1.2, 7.5.3, A-64) ---------------------------------------------------------------------------------


def test_a_64_in_turn_the_attacker_pays_onto_the_card() -> None:
    play = planned(("mercenaries", "fire_talkers")).answer("mercenaries", "fire_talkers")
    assert (play.at("mercenaries", FAVOR), play.at("fire_talkers", SECRET)) == (1, 1)
    assert (play.has("red", FAVOR), play.has("red", SECRET)) == (2, 1)


def test_a_64_outside_the_own_turn_favor_goes_to_the_bank_and_secrets_turn_facedown() -> None:
    play = planned((), ("mercenaries", "billowing_fog")).answer("mercenaries", "billowing_fog")
    assert (play.at("mercenaries", FAVOR), play.at("bank.discord", FAVOR), play.has("blue", FAVOR)) == (0, 4, 2)
    assert (play.at("billowing_fog", SECRET), play.has("blue", SECRET), play.has("blue", HIDDEN)) == (0, 1, 1)
    assert "7.1.2" in play.cites()


@pytest.mark.parametrize(("favor", "secrets", "hidden"), [(0, 1, 0), (1, 0, 5)])
def test_a_64_what_cannot_be_paid_is_refused(favor: int, secrets: int, hidden: int) -> None:
    """Facedown secrets are no payment."""
    table = war().seat("red", warbands=2, advisers=["cracked_sage"], favor=favor, secrets=secrets, hidden=hidden)
    table = table.seat("blue", advisers=["longbows"])
    play = campaign(table.play(), "blue", ["pawn"])
    assert play.asked == ("campaign.plan", "blue"), "going on is all that was left"
    assert ("campaign.plan", GO_ON) in play.skipped


def test_7_5_3_tokens_on_the_card_do_not_bar_a_plan() -> None:
    table = war().seat("red", warbands=4, advisers=["mercenaries"], favor=1).on("mercenaries", favor=2)
    play = campaign(table.play(), "blue", ["pawn"]).answer("mercenaries")
    assert play.at("mercenaries", FAVOR) == 3


def test_5_5_3_the_reasons_against_a_plan() -> None:
    table = war().seat("red", warbands=4, advisers=["mercenaries", "longbows"])
    play = campaign(table.play(), "blue", ["pawn"])
    assert refused(play, "mercenaries") == [("7.1.2", "denizen.mercenaries")]
    assert play.refuses("mercenaries") == [("7.1.2", "it costs 1 favor and 0 can be paid")]


# -- the bandits (A-54) ------------------------------------------------------------------------------------------


def bandit_plans(*cards: str, table: Table | None = None) -> Script:
    """Red fights the bandits at the Steppe; they rule the cards elsewhere."""
    table = (table or war().seat("red", warbands=4)).site("deep_woods", cards=cards)
    return campaign(table.play(), "bandits", ["steppe"])


def used(play: Script) -> list[str]:
    """The plans in use, by the log."""
    return [event.facts["card"].partition(".")[2] for event in play.events if event.kind == "plan"]


def test_a_54_all_they_rule_wherever_it_lies() -> None:
    play = bandit_plans("longbows", "village_constable")
    assert play.asked == ("campaign.defense-roll", "red"), "nobody is asked"
    assert used(play) == ["longbows", "village_constable"] and pools(play) == (1, 1)


def test_a_54_against_the_attacker_and_from_the_top_of_the_cradle() -> None:
    table = war().seat("red", warbands=2).site("plains", cards=["horse_archers"])
    play = bandit_plans("longbows", table=table.site("mountain", cards=["encirclement"]))
    assert used(play) == ["horse_archers", "longbows"] and pools(play) == (0, 3)


@pytest.mark.parametrize("card", ["mercenaries", "lancers", "elders"])
def test_a_54_not_those_with_a_cost_nor_for_attackers(card: str) -> None:
    assert used(bandit_plans(card)) == []


def test_a_54_not_at_sites_that_players_rule() -> None:
    table = war().seat("red", warbands=4).site("mountain", warbands={"yellow": 1}, cards=["longbows"])
    assert used(bandit_plans("bear_traps", table=table)) == ["bear_traps"]


def test_a_54_counts_are_those_of_the_bandits() -> None:
    """Great Crusade counts the Nomad cards they rule, itself among them."""
    table = war().seat("red", warbands=9).site("plains", cards=["elders"])
    table = table.site("mountain", cards=["tents"], warbands={"yellow": 1})
    play = bandit_plans("great_crusade", table=table)
    assert pools(play) == (7, 1)


def test_a_54_their_plans_end_like_others() -> None:
    play = roll(bandit_plans("horse_archers"), "1", "h").answer("no")
    assert play.zone("discard.cradle")[:1] == ["denizen.horse_archers"]
    assert play.zone("cards.7") == []


def test_a_108_an_added_cost_is_a_cost() -> None:
    table = war().seat("red", warbands=4, advisers=["gleaming_armor"])
    assert used(bandit_plans("longbows", table=table)) == []
