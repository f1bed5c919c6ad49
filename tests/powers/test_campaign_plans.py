"""Battle plans (7.5): what each does, its FAQ and rulings, and where it is refused."""

import pytest

from oathtools.kit.datafiles import load as book
from oathtools.odds.battle import ATTACKER
from oathtools.odds.plans import Chosen
from oathtools.powers import load
from oathtools.procedures.campaign.plans import _PLAN_FACTS, may_use, plan_facts
from oathtools.table.state import FAVOR
from tests.battles import GO_ON, battle, campaign, fight_of, pools, refused, roll, war
from tests.support.tables import Script, Table, the

STEPPE = "slot.3"


def attack(*plans: str, red: int = 6, blue: int = 0, table: Table | None = None) -> Script:
    """Red attacks Blue's Steppe with these advisers, and has favor and secrets for them."""
    table = (table or war()).seat("red", warbands=red, advisers=plans, favor=6, secrets=3).seat("blue", warbands=blue)
    return campaign(table.site("steppe", warbands={"blue": 1}).play(), "blue", ["steppe"])


def defense(*plans: str, red: int = 6, blue: int = 0, table: Table | None = None) -> Script:
    """Red attacks Blue's Steppe; Blue has these advisers, and favor and secrets for them."""
    table = (table or war()).seat("blue", warbands=blue, advisers=plans, favor=6, secrets=3).seat("red", warbands=red)
    return campaign(table.site("steppe", warbands={"blue": 1}).play(), "blue", ["steppe"])


def use(play: Script, *plans: str) -> Script:
    """The player who is asked uses plans."""
    for plan in plans:
        assert play.asked[0] == "campaign.plan", play.asked
        play.answer(plan if "=" not in plan else f"denizen.{plan}")
    return play


def go_on(play: Script) -> Script:
    while play.asked[0] == "campaign.plan":
        play.answer(GO_ON)
    return play


def fall(play: Script, shields: str, faces: str) -> Script:
    """The rolls, with no plan more."""
    return roll(go_on(play), shields, faces)


def totals(play: Script) -> tuple[int, int]:
    """Attack and defense as the rolls came out."""
    told = next(event for event in play.events if event.kind == "rolled_battle")
    return told.facts["attack"], told.facts["defense"]


# -- which plans are coded ---------------------------------------------------------------------------------------


def test_plans_that_are_numbers_alone_need_no_code() -> None:
    coded = set(load().coded)
    assert {f"denizen.{name}" for name in ("longbows", "keep", "lancers", "zealots", "specialist")} <= coded
    assert not load().by_card.get("denizen.longbows"), "no code at all"


def test_plans_that_do_more_are_coded_with_their_code_or_not_at_all() -> None:
    """A plan that says ``nothing`` in the data, or counts what nobody counts, does something besides."""
    for card, effects in book("plans")["plans"].items():
        if any("nothing" in effect for effect in effects) and card in load().plans:
            assert load().by_card.get(card), card
    assert set(book("plans")["plans"]) == load().plans, "every battle plan is coded"


# -- Order -------------------------------------------------------------------------------------------------------


def test_longbows_one_die_either_way_for_either_side() -> None:
    assert pools(use(attack("longbows"), "longbows")) == (7, 1)
    assert pools(use(attack("longbows"), "longbows=-1")) == (5, 1)
    assert pools(use(defense("longbows"), "longbows")) == (5, 1)
    assert pools(use(defense("longbows"), "longbows=+1")) == (7, 1)


def test_wrestlers_a_die_for_a_warband() -> None:
    play = use(defense("wrestlers", blue=2), "wrestlers")
    assert play.asked == ("campaign.losses", "blue") and play.pending.caps == {STEPPE: 1, "board.blue": 2}
    play.answer({"board.blue": 1})
    assert pools(play) == (6, 2) and battle(play).defenders == 2
    assert (play.has("blue", "warbands"), play.at("stock.blue", "blue")) == (1, 12)
    assert any(event.kind == "sacrifice" for event in play.events)


def test_wrestlers_without_a_warband_add_nothing() -> None:
    table = war().seat("red", warbands=2).seat("blue", advisers=["wrestlers"])
    play = campaign(table.play(), "blue", ["pawn"]).answer("wrestlers")
    assert pools(play) == (2, 2)


def test_faq_wrestlers_1_the_site_is_still_a_target() -> None:
    play = use(defense("wrestlers"), "wrestlers")
    assert play.at(STEPPE, "blue") == 0 and battle(play).defenders == 0
    fall(play, "00", "ssssss")
    assert play.asked == ("campaign.place", "red") and play.pending.options == ["site.steppe"]


@pytest.mark.parametrize(("at", "caps"), [(3, {STEPPE: 1, "board.yellow": 2}), (0, None)])
def test_faq_wrestlers_2_on_an_allys_board_if_it_is_part_of_the_force(at: int, caps: dict[str, int] | None) -> None:
    table = war().seat("red", warbands=2).seat("yellow", role="citizen", at=at, warbands=2)
    table = table.seat("purple", advisers=["wrestlers"]).site("steppe", warbands={"purple": 1})
    play = campaign(table.play(), "purple", ["steppe"])
    if at == 3:
        play.answer("yes", "yes")
    play.answer("wrestlers")
    if caps is None:
        assert play.at(STEPPE, "purple") == 0
    else:
        assert play.asked == ("campaign.losses", "purple") and play.pending.caps == caps


def test_bear_traps_a_die_and_a_warband() -> None:
    play = use(defense("bear_traps"), "bear_traps")
    assert pools(play) == (5, 1) and (battle(play).force, play.has("red", "warbands")) == (5, 5)
    assert play.at("stock.red", "red") == 9


def test_faq_bear_traps_1_not_one_more_die() -> None:
    play = use(defense("bear_traps", red=1), "bear_traps")
    assert pools(play) == (0, 1) and battle(play).force == 0


def test_faq_bear_traps_2_cursed_cauldron_counts_it() -> None:
    table = war().seat("blue", relics=["cursed_cauldron"])
    play = use(defense("bear_traps", red=5, table=table), "cursed_cauldron", "bear_traps")
    fall(play, "2", "hhhh")
    play.answer("no")
    assert play.has("red", "warbands") == 2, "one in the trap, two of four in the defeat"
    assert play.has("blue", "warbands") == 3


def test_bear_traps_nobody_on_the_board() -> None:
    table = war().seat("blue", advisers=["bear_traps"]).site("steppe", warbands={"red": 2}, cards=["captains"])
    play = table.seat("red", favor=1).play().answer("power")
    assert play.asked[0] == "campaign.dice", "Blue's pawn is all there is to fight"
    play.answer(2, "bear_traps")
    assert pools(play) == (1, 2) and battle(play).force == 2 and play.at(STEPPE, "red") == 2
    assert battle(play).attacker_fallen == 0


def test_keep_two_dice_if_its_site_is_a_target() -> None:
    table = war().seat("red", warbands=2).site("steppe", warbands={"blue": 1}, cards=["keep"])
    assert pools(campaign(table.play(), "blue", ["steppe"]).answer("keep")) == (2, 3)
    far = war().seat("red", warbands=2).site("steppe", warbands={"blue": 1})
    far = far.site("deep_woods", warbands={"blue": 1}, cards=["keep"])
    assert pools(campaign(far.play(), "blue", ["steppe"]).answer("keep")) == (2, 1)
    assert pools(campaign(far.play(), "blue", ["steppe", "deep_woods"]).answer("keep")) == (2, 4)


def test_specialist_bars_every_plan_of_the_defender() -> None:
    table = war().seat("blue", advisers=["longbows"])
    play = use(attack("specialist", table=table), "specialist")
    assert play.asked[0] == "campaign.defense-roll", "Blue is left with going on"
    assert play.at("specialist", FAVOR) == 2
    assert ("campaign.plan", GO_ON) in play.skipped


def test_specialist_names_itself_in_the_refusal() -> None:
    table = war().seat("red", warbands=1, advisers=["specialist"], favor=2).seat("blue", advisers=["longbows"])
    play = campaign(table.play(), "blue", ["pawn"]).answer("specialist")
    rows = [row for row in may_use(play.game, fight_of(play), "blue", Chosen("denizen.longbows")) if not row[0]]
    assert [row[1:] for row in rows] == [("9.2", "denizen.specialist bars it", "denizen.specialist")]


def test_faq_specialist_1_allies_too() -> None:
    table = war().seat("red", warbands=3, advisers=["specialist"], favor=2).seat("yellow", role="citizen", at=3)
    table = table.seat("yellow", advisers=["longbows"]).site("steppe", warbands={"purple": 1}, cards=["wrestlers"])
    play = campaign(table.play(), "purple", ["steppe"]).answer("yes", "yes", "specialist")
    assert play.asked[0] == "campaign.defense-roll"


def test_specialist_the_bandits_too() -> None:
    table = war().seat("red", warbands=3, advisers=["specialist"], favor=2).site("deep_woods", cards=["longbows"])
    play = campaign(table.play(), "bandits", ["steppe"]).answer("specialist")
    assert pools(play) == (3, 1)


def test_code_of_honor_alone_and_two_dice() -> None:
    play = attack("code_of_honor", "longbows")
    assert "denizen.code_of_honor" in play.offered
    use(play, "code_of_honor")
    assert play.asked[0] == "campaign.defense-roll" and pools(play) == (8, 1)


def test_code_of_honor_not_after_another_plan() -> None:
    play = use(attack("code_of_honor", "longbows", "outriders"), "longbows")
    assert play.offered == [GO_ON, "denizen.outriders"]
    assert play.refuses("code_of_honor") == [
        ("5.5.3", "denizen.code_of_honor is used alone, and denizen.longbows is in use")
    ]


def test_faq_code_of_honor_1_an_ally_shuts_out_the_whole_side() -> None:
    table = war().seat("red", warbands=5).seat("yellow", role="citizen", at=3, advisers=["longbows"])
    table = table.seat("purple", advisers=["code_of_honor"]).site("steppe", warbands={"purple": 1})
    play = campaign(table.play(), "yellow", ["steppe"])
    assert play.asked == ("campaign.plan", "yellow")
    play.answer(GO_ON)
    assert play.asked == ("campaign.plan", "purple") and "denizen.code_of_honor" in play.offered
    first = campaign(table.play(), "yellow", ["steppe"]).answer("longbows")
    assert first.asked[0] == "campaign.defense-roll", "once Yellow has used one, the Chancellor cannot"
    other = campaign(table.play(), "purple", ["steppe"])
    other.answer("yes", "yes", "code_of_honor")
    assert other.asked[0] == "campaign.defense-roll", "and the other way round"


def test_faq_code_of_honor_2_the_bandits_use_it_and_no_other() -> None:
    table = war().seat("red", warbands=5).site("plains", cards=["longbows"]).site("deep_woods", cards=["code_of_honor"])
    play = campaign(table.play(), "bandits", ["steppe"])
    assert pools(play) == (3, 1) and [used.card for used in fight_of(play).used] == ["denizen.code_of_honor"]


def test_peace_envoy_a_favor_for_each_die_and_the_battle_is_won() -> None:
    """The attacker uses it first; no plans, rolls, deaths after it; the beaten force goes home, the victor places."""
    table = war().seat("blue", advisers=["longbows"], favor=3)
    play = use(attack("peace_envoy", blue=2, table=table), "peace_envoy")
    assert play.asked == ("campaign.place", "red")
    assert (play.has("red", FAVOR), play.has("blue", FAVOR), play.at("peace_envoy", FAVOR)) == (4, 4, 1)
    assert (play.has("blue", "warbands"), play.at(STEPPE, "blue"), play.has("red", "warbands")) == (3, 0, 6)


def test_a_133_the_defender_wins_by_it_and_nobody_dies() -> None:
    play = use(defense("peace_envoy"), "peace_envoy")
    assert play.asked[0] == "act" and play.has("red", "warbands") == 6 and play.at(STEPPE, "blue") == 1
    assert (play.has("blue", FAVOR), play.has("red", FAVOR), play.at("bank.order", FAVOR)) == (4, 1, 4)


def test_a_133_the_dice_as_they_are_when_it_is_used() -> None:
    """Dice that a plan made of attack dice count; a plan used before it cannot be."""
    table = war().seat("blue", favor=9, advisers=["peace_envoy"]).seat("red", warbands=1, advisers=["longbows"])
    play = campaign(table.play(), "blue", ["pawn"], 0).answer("denizen.longbows=-1", "peace_envoy")
    assert play.has("red", FAVOR) == 3


def test_peace_envoy_not_where_the_enemys_pawn_is_elsewhere() -> None:
    table = war().seat("red", warbands=1, advisers=["peace_envoy", "longbows"], favor=9).seat("blue", at=0)
    play = campaign(table.site("steppe", warbands={"blue": 1}).play(), "blue", ["steppe"])
    assert refused(play, "peace_envoy") == [("10.30", "denizen.peace_envoy")]
    play = campaign(table.reading("A-191", "b").play(), "blue", ["steppe"])
    assert refused(play, "peace_envoy") == [("5.5.3", "denizen.peace_envoy"), ("10.30", "denizen.peace_envoy")]


def test_a_133_never_against_bandits() -> None:
    table = war().seat("red", warbands=1, advisers=["peace_envoy", "longbows"], favor=9)
    play = campaign(table.play(), "bandits", ["steppe"])
    assert refused(play, "peace_envoy") == [("10.30", "denizen.peace_envoy")]


def test_peace_envoy_beside_no_other_plan() -> None:
    play = use(attack("peace_envoy", "longbows", "outriders"), "longbows")
    assert [clause for clause, _ in play.refuses("peace_envoy")] == ["5.5.3"]


def test_faq_peace_envoy_1_only_the_player_under_attack_is_given_favor() -> None:
    table = war().seat("red", warbands=1, advisers=["peace_envoy"], favor=5).seat("purple", at=3)
    table = table.seat("yellow", role="citizen", at=3).site("steppe", warbands={"purple": 1})
    play = campaign(table.play(), "yellow", ["steppe"]).answer("peace_envoy")
    assert (play.has("yellow", FAVOR), play.has("purple", FAVOR)) == (1, 0)


def test_faq_peace_envoy_1_it_is_their_pawn_that_must_be_there() -> None:
    table = war().seat("red", warbands=1, advisers=["peace_envoy", "longbows"], favor=5).seat("purple", at=3)
    table = table.seat("yellow", role="citizen", at=0).site("steppe", warbands={"purple": 1})
    play = campaign(table.play(), "yellow", ["steppe"])
    assert refused(play, "peace_envoy") == [("10.30", "denizen.peace_envoy")]


def test_faq_peace_envoy_2_with_too_little_favor_it_cannot_be_used() -> None:
    table = war().seat("red", warbands=1, advisers=["peace_envoy", "longbows"], favor=2)
    play = campaign(table.play(), "blue", ["pawn"])
    assert play.refuses("peace_envoy") == [("7.1.2", "it costs 3 favor and 2 can be paid")]


def test_faq_peace_envoy_3_half_of_the_gift_may_be_burned() -> None:
    table = war().seat("red", warbands=1, advisers=["peace_envoy"], favor=3)
    play = campaign(table.play(), "blue", ["pawn"]).answer("peace_envoy")
    assert play.has("blue", FAVOR) == 2
    play.answer("no", "yes")
    assert play.has("blue", FAVOR) == 1


# -- Discord, Beast, Nomad ---------------------------------------------------------------------------------------


def test_mercenaries_three_dice_and_gone_if_beaten() -> None:
    play = use(attack("mercenaries"), "mercenaries")
    assert pools(play) == (9, 1)
    fall(play, "2", "hhhhhhhhh")
    assert play.asked[0] == "campaign.place" and play.zone("advisers.red") == ["denizen.mercenaries"]
    lost = fall(use(attack("mercenaries", blue=9), "mercenaries"), "2", "hhhhhhhhh")
    assert lost.asked[0] == "act" and lost.zone("advisers.red") == []


def test_horse_archers_three_dice_and_gone_at_the_end() -> None:
    play = use(defense("horse_archers"), "horse_archers")
    assert pools(play) == (3, 1)
    fall(play, "2", "hhh")
    play.answer("no")
    assert play.zone("advisers.blue") == [] and play.zone("discard.hinterland") == ["denizen.horse_archers"]


@pytest.mark.parametrize(("faces", "attack_total"), [("hhh", 3), ("shh", 4), ("sss", 6), ("h", 1)])
def test_lancers_every_face_counts_twice(faces: str, attack_total: int) -> None:
    """A-57: three hollow swords are six, which is three swords."""
    play = use(attack("lancers", red=len(faces)), "lancers")
    fall(play, "0", faces)
    assert totals(play)[0] == attack_total


def test_faq_lancers_1_skulls_kill_twice() -> None:
    play = fall(use(attack("lancers"), "lancers"), "0", "khhhhh")
    assert totals(play)[0] == 4 + 5
    assert play.at("stock.red", "red") == 8 + 2
    play.answer({})
    assert play.zone("advisers.red") == []


@pytest.mark.parametrize(("faces", "defense_total"), [("1", 1), ("2", 3), ("x", 1), ("0", 1)])
def test_rain_boots_single_shields_do_not_count(faces: str, defense_total: int) -> None:
    play = fall(use(attack("rain_boots"), "rain_boots"), faces, "hhhhhh")
    assert totals(play)[1] == defense_total


def test_war_tortoise_for_the_attacker() -> None:
    play = fall(use(attack("war_tortoise"), "war_tortoise"), "2", "hhhhhk")
    assert totals(play) == (2 + 2, 1), "only the enemy's faces are ignored"


def test_war_tortoise_for_the_defender_skulls_still_kill() -> None:
    play = fall(use(defense("war_tortoise"), "war_tortoise"), "2", "hhhhhk")
    assert totals(play) == (2, 3)
    assert play.at("stock.red", "red") == 8 + 1


def test_zealots_each_sacrifice_is_worth_three() -> None:
    """5 attackers against 6: short by 5, two are needed, and overshoot (A-56)."""
    play = use(attack("zealots", red=5, blue=5), "zealots")
    fall(play, "1", "hhhhh")
    assert totals(play) == (2, 7) and play.asked == ("campaign.sacrifice", "red") and play.pending.about == 2
    play.answer("yes")
    assert play.asked[0] == "campaign.place" and play.has("red", "warbands") == 3


def test_zealots_not_against_an_equal_or_smaller_force() -> None:
    play = fall(use(attack("zealots", red=5, blue=4), "zealots"), "1", "hhhhh")
    assert play.pending.about == 5


def test_faq_zealots_1_forces_are_compared_when_it_is_used() -> None:
    play = fall(use(attack("zealots", red=5, blue=4), "zealots"), "2", "kkhhh")
    assert totals(play) == (5, 7) and play.asked == ("campaign.sacrifice", "red")
    assert play.pending.about == 3, "three left against five, but it came too late"


def test_faq_mountain_giant_1_one_stays_three_leaves() -> None:
    for number, stays in ((1, True), (3, False)):
        play = attack("mountain_giant")
        assert play.offered == [GO_ON, *(f"denizen.mountain_giant={n}" for n in (1, 3, -1, -3))]
        use(play, f"mountain_giant={number}")
        assert pools(play) == (6 + number, 1)
        fall(play, "0", "s" * (6 + number)).answer({})
        assert (play.zone("advisers.red") == ["denizen.mountain_giant"]) is stays


def mounted(*plans: str) -> Script:
    """Red has used Wild Mounts and other plans, and has won."""
    table = (
        war().seat("red", advisers=["wild_mounts", *plans]).site("deep_woods", warbands={"red": 1}, cards=["wolves"])
    )
    play = use(attack(table=table), *plans, "wild_mounts")
    return fall(play, "0", "s" * battle(play).attack).answer({})


def test_wild_mounts_one_beast_card_for_all_nomads() -> None:
    play = mounted("horse_archers", "rain_boots")
    assert play.asked == ("wild_mounts.instead", "red") and play.offered == ["none", "denizen.wolves"]
    play.answer("wolves")
    assert play.asked[0] == "act" and play.zone("cards.7") == []
    assert len(play.zone("advisers.red")) == 3


def test_wild_mounts_is_a_choice() -> None:
    play = mounted("horse_archers").answer("none")
    assert play.zone("cards.7") == ["denizen.wolves"] and play.zone("advisers.red") == ["denizen.wild_mounts"]


def test_wild_mounts_saves_no_other_suit() -> None:
    assert mounted("longbows").asked[0] == "act"


@pytest.mark.parametrize(("plans", "saved"), [(("horse_archers", "storm_caller"), True), (("horse_archers",), False)])
def test_faq_wild_mounts_1_the_bandits_save_two_or_more(plans: tuple[str, ...], saved: bool) -> None:
    """With the first Beast card they rule from the top of the Cradle down."""
    table = (
        war().seat("red", warbands=9).site("plains", cards=["wild_mounts", "tents"]).site("mountain", cards=["wolves"])
    )
    table = table.site("deep_woods", cards=["walled_garden"]).site("standing_stones", cards=plans)
    play = campaign(table.play(), "bandits", ["steppe"])
    roll(play, "0" * battle(play).defense, "s" * battle(play).attack).answer({})
    while play.asked[0] == "discard.order":
        play.default()
    assert (play.zone("cards.1") == []) is saved
    assert (len(play.zone("cards.5")) == len(plans)) is saved
    assert play.zone("cards.7") == ["denizen.walled_garden"]


# -- Hearth, Arcane, relics --------------------------------------------------------------------------------------


def hospital(ruler: str = "red") -> Table:
    return war().site("deep_woods", warbands={ruler: 1}, cards=["hospital"])


def test_hospital_skulls_losses_and_sacrifices_come_back_at_the_end() -> None:
    """A-106: any death; they wait aside until the end, and then go to its site."""
    play = use(attack(red=6, table=hospital()), "hospital")
    fall(play, "1", "khhhhh")
    assert totals(play) == (4, 2) and play.at("aside.attacker", "red") == 1
    play.answer({})
    assert play.at("slot.7", "red") == 1 + 1 and play.at("aside.attacker", "red") == 0
    lost = use(attack(red=6, blue=6, table=hospital()), "hospital")
    fall(lost, "1", "khhhhh")
    assert lost.asked[0] == "campaign.sacrifice" and lost.pending.about == 5
    lost.answer("yes")
    assert lost.has("red", "warbands") == 0 and lost.at("slot.7", "red") == 1 + 6


def test_a_106_losses_of_a_defeat() -> None:
    play = fall(use(attack(red=4, blue=9, table=hospital()), "hospital"), "2", "hhhh")
    assert play.asked[0] == "act"
    assert (play.has("red", "warbands"), play.at("slot.7", "red"), play.at("stock.red", "red")) == (2, 3, 9)


def test_faq_hospital_1_only_if_its_user_rules_the_site_at_the_end() -> None:
    """Blue's Hospital stands at the Steppe, which Red takes: the dead go to the bank after all."""
    table = war().site("steppe", warbands={"blue": 5}, cards=["hospital"]).seat("red", warbands=9)
    play = campaign(table.play(), "blue", ["steppe"]).answer("hospital")
    roll(play, "0", "sssssssss")
    assert play.at("aside.defender", "blue") == 2 and play.has("blue", "warbands") == 3
    play.answer({"steppe": 1})
    assert play.at("aside.defender", "blue") == 0 and play.at("stock.blue", "blue") == 11
    assert play.at(STEPPE, "blue") == 0


def test_hospital_needs_rule_of_its_site() -> None:
    table = hospital("yellow")
    play = attack("longbows", table=table)
    assert "denizen.hospital" not in play.pending.options


def test_faq_cursed_cauldron_1_the_saved_were_not_killed() -> None:
    table = hospital("blue").seat("red", relics=["cursed_cauldron"])
    play = use(attack(red=9, blue=5, table=table), "cursed_cauldron")
    use(play, "hospital")
    fall(play, "0", "sssssssss").answer({})
    assert play.at("slot.7", "blue") == 1 + 3 and play.has("red", "warbands") == 9


def test_cursed_cauldron_a_warband_for_each_that_was_killed() -> None:
    table = war().seat("red", relics=["cursed_cauldron"])
    play = use(attack(red=8, blue=5, table=table), "cursed_cauldron")
    fall(play, "0", "ssssssss").answer({})
    assert play.has("red", "warbands") == 8 + 3 and play.has("blue", "warbands") == 3


def test_faq_cursed_cauldron_2_purple_ones_for_a_citizen() -> None:
    table = war().turn("yellow").seat("yellow", role="citizen", at=3, warbands=8, relics=["cursed_cauldron"])
    table = table.site("steppe", warbands={"purple": 4})
    play = campaign(table.play(), "purple", ["steppe"]).answer("cursed_cauldron")
    roll(play, "0", "ssssssss").answer({})
    assert play.at("board.yellow", "purple") == 8 + 2


def test_traveling_doctor_nobody_dies_and_it_is_discarded() -> None:
    play = fall(use(attack("traveling_doctor", red=4, blue=9), "traveling_doctor"), "2", "hhhh")
    assert play.has("red", "warbands") == 4 and play.zone("advisers.red") == []


def test_traveling_doctor_skulls_still_kill_and_a_victor_keeps_it() -> None:
    play = fall(use(attack("traveling_doctor", red=6), "traveling_doctor"), "0", "kkssss").answer({})
    assert play.has("red", "warbands") == 4 and play.zone("advisers.red") == ["denizen.traveling_doctor"]


def test_traveling_doctor_survivors_still_go_home() -> None:
    play = use(defense("traveling_doctor", blue=3, red=9), "traveling_doctor")
    fall(play, "0", "sssssssss")
    assert play.has("blue", "warbands") == 4 and play.at(STEPPE, "blue") == 0


def test_traveling_doctor_ignores_powers_that_kill_the_whole_force() -> None:
    """Brutal, and the user's own Shield Wall."""
    table = (
        war().turn("purple").reliquary(None, *["map", "cracked_horn", "truthful_harp"]).seat("purple", at=3, warbands=6)
    )
    table = table.seat("blue", warbands=3, advisers=["traveling_doctor", "shield_wall"], favor=1)
    play = campaign(table.play(), "blue", ["pawn"]).answer("traveling_doctor", "shield_wall")
    roll(play, "0000", "ssssss")
    assert play.has("blue", "warbands") == 3


def test_hearts_and_minds_the_defender_has_won() -> None:
    table = war().site("deep_woods", warbands={"blue": 1}, cards=["hearts_and_minds"])
    play = use(defense(table=table), "hearts_and_minds")
    assert play.asked[0] == "act" and play.has("red", "warbands") == 3, "half of the attackers die as usual"
    assert play.zone("cards.7") == []


def test_hearts_and_minds_stays_with_the_peoples_favor() -> None:
    table = war().site("deep_woods", warbands={"blue": 1}, cards=["hearts_and_minds"]).banner("peoples_favor", "blue")
    play = use(defense(table=table), "hearts_and_minds")
    assert play.zone("cards.7") == ["denizen.hearts_and_minds"]


@pytest.mark.parametrize(("holder", "dice"), [("purple", 7), ("yellow", 7), ("red", 4)])
def test_faq_fire_talkers_1_the_chancellors_darkest_secret_serves_a_citizen(holder: str, dice: int) -> None:
    table = war().oath("people").turn("yellow").banner("darkest_secret", holder)
    table = table.seat("yellow", role="citizen", at=3, warbands=4, advisers=["fire_talkers"], secrets=1)
    play = campaign(table.play(), "blue", ["pawn"]).answer("fire_talkers")
    assert battle(play).attack == dice


# -- what a plan counts as the game stands -----------------------------------------------------------------------


def counted(card: str, **known: object) -> dict[str, object]:
    """What the engine tells a plan among Red's advisers, in an attack on the Steppe."""
    table = war().seat("red", warbands=3, advisers=[card, *known.pop("advisers", ())])  # type: ignore[misc]
    table.site("steppe", warbands={"blue": 1}, cards=known.pop("at_steppe", ()))  # type: ignore[arg-type]
    for site, cards in known.items():
        table.site(site, warbands={"blue": 1}, cards=cards)  # type: ignore[arg-type]
    play = campaign(table.play(), "blue", ["steppe"], 3)
    return plan_facts(play.game, fight_of(play), ATTACKER, the(card), "red")


def test_faq_great_crusade_1_it_counts_itself() -> None:
    assert counted("great_crusade")["nomad_cards_ruled"] == 1
    assert counted("great_crusade", advisers=["elders"])["nomad_cards_ruled"] == 2


def test_faq_kindred_warriors_1_every_suit_but_arcane() -> None:
    """Kindred Warriors is an Arcane card; a second Arcane one adds nothing, nor does a suit that is there twice."""
    assert counted("kindred_warriors")["other_suits_ruled"] == 0
    assert counted("kindred_warriors", advisers=["alchemist", "wolves"])["other_suits_ruled"] == 1
    assert counted("kindred_warriors", advisers=["rangers", "wolves"])["other_suits_ruled"] == 1
    assert counted("kindred_warriors", advisers=["elders", "wolves"])["other_suits_ruled"] == 2


def test_faq_disgraced_captain_1_the_site_must_be_a_target_itself() -> None:
    """An Order card where the targeted pawn stands is not enough."""
    assert counted("disgraced_captain", at_steppe=["longbows"])["order_card_at_targeted_site"] is True
    assert counted("disgraced_captain", plains=["longbows"])["order_card_at_targeted_site"] is False
    table = war().seat("red", warbands=3, advisers=["disgraced_captain"]).site("steppe", cards=["longbows"])
    play = campaign(table.play(), "blue", ["pawn"], 3)
    known = plan_facts(play.game, fight_of(play), ATTACKER, the("disgraced_captain"), "red")
    assert known["order_card_at_targeted_site"] is False


def test_targeted_sites_are_counted_by_who_rules_them() -> None:
    """Whatever a plan counts of its targets: sites, and relics beside them, never a pawn."""
    table = war().seat("red", warbands=3).seat("blue", at="steppe", relics=["map"])
    table.site("steppe", warbands={"blue": 1}).site("deep_woods", warbands={"blue": 1})
    play = campaign(table.play(), "blue", ["steppe", "deep_woods", "map", "pawn"], 3)
    on = fight_of(play)
    known = {
        key: count(play.game, on, "defender", "") for key, count in _PLAN_FACTS.items() if key.startswith("targeted")
    }
    assert known == {"targeted_sites": 2, "targeted_sites_ruled": 2, "targeted_relics": 1}
    play.game.state.pieces["slot.3"] = {}
    assert _PLAN_FACTS["targeted_sites_ruled"](play.game, on, "defender", "") == 1, "the Steppe is free now"


def boiled(**red: object) -> Script:
    """Red beats Blue, whose four warbands stand on the board, and banishes Blue to the Boiling Lake."""
    table = war().seat("red", warbands=9, **red).seat("blue", warbands=4).site("mountain", cards=["boiling_lake"])
    table = table.site("deep_woods", warbands={"blue": 1}, cards=["hospital"])
    play = campaign(table.play(), "blue", ["pawn"])
    while play.asked[0] == "campaign.plan":
        play.answer("cursed_cauldron" if play.asked[1] == "red" else "hospital" if not red else GO_ON)
    return fall(play, "00", "s" * 9).answer("yes", "mountain")


def test_10_13_whoever_dies_of_the_banishing_was_killed_in_the_campaign_too() -> None:
    """5.5.7.3 comes before 5.5.8: two died of the defeat, two of the Lake (FAQ Boiling Lake)."""
    play = boiled(relics=["cursed_cauldron"])
    assert play.has("blue", "warbands") == 0 and play.has("red", "warbands") == 9 + 4


def test_a_106_the_hospital_saves_those_too() -> None:
    play = boiled()
    assert play.has("blue", "warbands") == 0 and play.at("slot.7", "blue") == 1 + 4
