"""Two or three cards in one campaign (5.5): what they are together, which neither shows alone."""

import pytest

from oathtools.procedures.machine import facts
from oathtools.table.state import FAVOR, HIDDEN, SECRET
from tests.battles import GO_ON, battle, campaign, declare, pools, refused, roll, shields, war, why_not
from tests.support.tables import Script, Table, the

STEPPE, WOODS = "slot.3", "slot.7"
BRUTAL = (None, "map", "cracked_horn", "truthful_harp")  # its space of the Reliquary is uncovered


def at_steppe(red: int = 5, blue: int = 1) -> Table:
    """Red at Blue's Steppe; both can pay for plans."""
    table = war().seat("red", warbands=red, favor=5, secrets=5).seat("blue", favor=5, secrets=5)
    return table.site("steppe", warbands={"blue": blue})


def posted(**red: object) -> Table:
    """Red stands at the Plains and leads Captains from the Steppe, where Blue is; its warbands there are three."""
    table = war().seat("red", at=0, warbands=2, **({"favor": 2} | red)).site("steppe", warbands={"red": 3})
    return table.site("deep_woods", warbands={"red": 1}, cards=["captains"]).seat("purple", at=1)


def attack(table: Table, *targets: str, dice: int | None = None, by: str = "blue") -> Script:
    """A declared campaign, the Steppe its target by default; nobody joins."""
    play = campaign(table.play(), by, list(targets or ("steppe",)), dice)
    while play.asked[0] == "campaign.join":
        play.default()
    return play


def lead(table: Table, *targets: str, dice: int) -> Script:
    """The same with Captains from the Steppe."""
    play = table.play().answer("power")
    if play.asked[0] == "captains.site":
        play.answer("steppe")
    return declare(play, "blue", targets, dice)


def use(play: Script, *plans: str) -> Script:
    """Plans in this order; whoever is asked and does not have the next one goes on."""
    for plan in plans:
        name = the(plan) if "=" not in plan else f"denizen.{plan}"
        while play.asked[0] == "campaign.plan" and name not in play.pending.options:
            play.answer(GO_ON)
        play.answer(name)
    return play


def fall(play: Script, defense: str, attack: str) -> Script:
    """The rolls, with no plan more; the last face is that of all dice that are not told."""
    while play.asked[0] == "campaign.plan":
        play.answer(GO_ON)
    fight = battle(play)
    defense = defense.ljust(fight.defense, defense[-1])[: fight.defense]
    return roll(play, defense, attack.ljust(fight.rolled, attack[-1])[: fight.rolled])


def rest(play: Script, *until: str) -> Script:
    """Default answers up to one of some questions, or to the next act."""
    while play.asked[0] not in (*until, "act"):
        play.default()
    return play


def totals(play: Script) -> tuple[int, int]:
    """Attack and defense as the rolls came out."""
    told = next(event for event in play.events if event.kind == "rolled_battle")
    return told.facts["attack"], told.facts["defense"]


# -- who discards a plan, and what is locked for whom (5.5.8, 7.2.2, 10.5) -----------------------------------------


def test_a_38_ancient_bloodline_locks_nothing_for_its_own_holder_who_discards_a_plan() -> None:
    """The attacker is its enemy, but it is the user who discards Storm Caller at the end."""
    table = at_steppe(3, 4).seat("blue", advisers=["ancient_bloodline"])
    table = table.site("deep_woods", warbands={"blue": 1}, cards=["storm_caller"])
    play = rest(fall(use(attack(table), "storm_caller"), "0", "h"))
    assert play.zone("cards.7") == [] and play.zone("discard.cradle")[:1] == ["denizen.storm_caller"]


@pytest.mark.parametrize(("placed", "stays"), [(1, True), (0, False)])
def test_7_2_2_a_plan_at_a_site_that_ancient_bloodline_has_won_is_locked_for_its_user(placed: int, stays: bool) -> None:
    table = at_steppe(6).seat("red", advisers=["ancient_bloodline"]).site("steppe", cards=["storm_caller"])
    play = fall(use(attack(table), "storm_caller"), "0", "s").answer({"steppe": placed} if placed else {})
    assert (play.zone("cards.3") == ["denizen.storm_caller"]) is stays


def test_7_2_2_wild_mounts_gives_up_a_beast_card_that_ancient_bloodline_locks_for_the_attacker() -> None:
    table = at_steppe(3, 4).seat("blue", advisers=["ancient_bloodline", "wild_mounts", "storm_caller"])
    table = table.site("deep_woods", warbands={"blue": 1}, cards=["walled_garden"])
    play = fall(use(attack(table), "wild_mounts", "storm_caller"), "0", "h")
    assert "denizen.walled_garden" in rest(play, "wild_mounts.instead").offered


def test_7_4_3_wild_mounts_cannot_give_up_a_plan_in_use() -> None:
    table = at_steppe().seat("red", advisers=["wild_mounts", "horse_archers", "rangers"])
    table = table.site("deep_woods", warbands={"red": 1}, cards=["walled_garden"])
    play = fall(use(attack(table), "wild_mounts", "horse_archers", "rangers"), "0", "s").answer({})
    assert play.asked[0] == "wild_mounts.instead"
    assert "denizen.walled_garden" in play.offered and "denizen.rangers" not in play.offered


def test_10_5_the_banished_discard_where_they_are_then() -> None:
    """5.5.7.3 comes before 5.5.8: from the Hinterland to the pile of the Cradle."""
    table = war().seat("red", warbands=9).seat("blue", advisers=["storm_caller"])
    play = rest(fall(use(attack(table, "pawn"), "storm_caller"), "0", "s").answer("yes", "deep_woods"))
    assert play.zone("discard.cradle")[:1] == ["denizen.storm_caller"]


def test_a_105_with_captains_plans_are_discarded_by_the_site_of_the_campaign() -> None:
    play = use(lead(posted(advisers=["horse_archers"]), "pawn", dice=5), "horse_archers")
    rest(fall(play, "0", "s"))
    assert play.zone("discard.hinterland")[:1] == ["denizen.horse_archers"]


def test_10_5_a_secret_of_gleaming_armor_comes_back_facedown_from_a_discarded_plan() -> None:
    table = at_steppe().seat("red", advisers=["horse_archers"]).seat("blue", advisers=["gleaming_armor"])
    play = use(attack(table), "horse_archers")
    assert play.at("horse_archers", SECRET) == 1
    fall(play, "0", "s").answer({})
    assert (play.has("red", HIDDEN), play.has("red", SECRET)) == (1, 4)


def test_a_54_bandits_lose_the_plans_that_did_nothing_for_them() -> None:
    """Traveling Doctor at the defeat, Warning Signals at the end."""
    table = war().seat("red", warbands=3).site("steppe", cards=["traveling_doctor", "warning_signals"])
    play = rest(fall(attack(table, by="bandits"), "0", "s").answer({"steppe": 1}))
    assert play.zone("cards.3") == []


# -- rule during the battle (7.5.1, 10.21) -------------------------------------------------------------------------


@pytest.mark.parametrize("crown", [False, True])
def test_7_5_1_a_site_whose_last_warband_was_sacrificed_lends_no_plan(crown: bool) -> None:
    """Wrestlers, then Keep; with the Bandit Crown the site is still ruled (7.6.5)."""
    table = at_steppe(3).site("steppe", cards=["keep"]).seat("blue", advisers=["wrestlers"])
    play = use(attack(table.seat("blue", relics=["bandit_crown"] if crown else [])), "wrestlers")
    assert (play.asked[0] == "campaign.plan" and "denizen.keep" in play.offered) is crown
    if crown:
        assert use(play, "keep") and (pools(play), battle(play).bandits) == ((3, 4), 1)


def test_7_1_4_jinx_is_gone_with_the_last_warband_of_its_site() -> None:
    table = at_steppe(3).site("steppe", cards=["jinx"]).seat("blue", advisers=["wrestlers"])
    play = use(attack(table), "wrestlers").answer(shields("00"))
    assert play.asked[0] == "campaign.attack-roll"


def test_a_123_fixed_at_declaration_though_the_nomad_card_is_lost() -> None:
    """Lost Tongue, Vow of Union: the last warband beside the Nomad card is sacrificed for the victory."""
    table = war().seat("red", advisers=["vow_of_union"]).seat("blue", relics=["map"], advisers=["lost_tongue"])
    play = fall(attack(table.site("deep_woods", warbands={"red": 1}, cards=["elders"]), "map", dice=1), "0", "h")
    play.answer("yes")
    assert facts.rulers(play.game, 7) == ("bandits",) and play.zone("held.red") == ["relic.map"]


def test_a_78_with_the_grand_mask_an_exile_rules_tome_guardians_and_the_rampart_of_the_empire() -> None:
    table = war().oath("people").seat("purple", at=3).seat("red", warbands=3).banner("darkest_secret", "purple")
    table = table.site("steppe", warbands={"purple": 1}, cards=["sprawling_rampart"])
    table = table.site("deep_woods", warbands={"purple": 1}, cards=["tome_guardians"])
    assert [row.clause for row in why_not(table, "purple", ["steppe", "darkest_secret"])] == ["9.2"]
    assert battle(attack(table, by="purple")).defense == 2
    masked = table.seat("red", relics=["grand_mask"])
    assert why_not(masked, "purple", ["steppe", "darkest_secret"]) == []
    assert battle(attack(masked, by="purple")).defense == 1


# -- the Bandit Crown (7.6.5) --------------------------------------------------------------------------------------


def test_a_106_with_the_bandit_crown_the_hospital_is_kept_where_the_victor_places_nobody() -> None:
    table = at_steppe(9, 5).seat("blue", relics=["bandit_crown"]).site("steppe", cards=["hospital"])
    play = fall(use(attack(table), "hospital"), "0", "s").answer({})
    assert facts.rulers(play.game, 3) == ("blue",) and play.at(STEPPE, "blue") == 3


def test_a_85_the_crown_is_won_after_the_sites_and_brings_those_where_nobody_was_placed() -> None:
    """5.5.7.1, then 5.5.7.2, and then the title (A-05)."""
    table = war().oath("supremacy").title("blue").seat("red", warbands=9).seat("blue", relics=["bandit_crown"])
    play = fall(attack(table.site("plains", warbands={"purple": 1}), "steppe", "bandit_crown"), "0", "s")
    assert play.state.oathkeeper == "blue"
    play.answer({})
    assert facts.rulers(play.game, 3) == ("red",) and play.state.oathkeeper == "red"


@pytest.mark.parametrize(("placed", "asked"), [(0, "campaign.burn"), (1, "campaign.banish")])
def test_a_132_vow_of_union_and_the_crown_keep_a_pawn_where_the_victor_places_nobody(placed: int, asked: str) -> None:
    table = war().seat("red", warbands=9)
    table = table.seat("blue", warbands=3, favor=4, relics=["bandit_crown"], advisers=["vow_of_union"])
    table.reading("A-164", "c")
    play = fall(attack(table, "steppe", "pawn"), "0", "s").answer({"steppe": placed} if placed else {})
    assert play.asked[0] == asked


def test_7_6_5_bandits_who_join_by_vow_of_union_are_dice_and_no_sacrifices() -> None:
    """One physical warband, seven bandits: two sacrifices cannot be made."""
    table = war().seat("red", warbands=1, relics=["bandit_crown"], advisers=["vow_of_union"]).seat("blue", warbands=9)
    play = attack(table.site("plains", warbands={"purple": 1}), "pawn")
    assert (battle(play).band, battle(play).attack) == (7, 8)
    assert totals(fall(play, "0", "s")) == (8, 9) and play.asked[0] == "act"


# -- deaths (5.5.5, 5.5.6, 10.13) ----------------------------------------------------------------------------------


def test_10_22_cursed_cauldron_counts_the_sacrifice_of_wrestlers() -> None:
    table = at_steppe(6, 5).seat("red", relics=["cursed_cauldron"]).seat("blue", advisers=["wrestlers"])
    play = fall(use(attack(table), "cursed_cauldron", "wrestlers"), "0", "s").answer({})
    assert play.has("red", "warbands") == 6 + 1 + 2


def test_a_106_the_hospital_saves_from_bear_traps_and_the_cauldron_counts_none() -> None:
    table = at_steppe(3, 4).seat("blue", advisers=["bear_traps"], relics=["cursed_cauldron"])
    table = table.site("deep_woods", warbands={"red": 1}, cards=["hospital"])
    play = use(attack(table), "hospital", "cursed_cauldron", "bear_traps")
    assert play.at("aside.attacker", "red") == 1 and pools(play) == (2, 1)
    fall(play, "0", "h")
    assert play.at(WOODS, "red") == 1 + 2 and play.has("blue", "warbands") == 0


@pytest.mark.parametrize(("reading", "gained"), [("a", 0), ("b", 2)])
def test_a_148_were_the_dead_of_a_lost_hospital_killed(reading: str, gained: int) -> None:
    table = at_steppe(9, 5).reading("A-148", reading).seat("red", relics=["cursed_cauldron"])
    play = use(attack(table.site("steppe", cards=["hospital"])), "cursed_cauldron", "hospital")
    fall(play, "0", "s").answer({"steppe": 1})
    assert (play.has("red", "warbands"), play.at("stock.blue", "blue")) == (8 + gained, 9 + 2)


def test_9_2_traveling_doctor_ignores_the_users_own_shield_wall() -> None:
    table = at_steppe(9, 5).seat("blue", advisers=["shield_wall", "traveling_doctor"])
    play = fall(use(attack(table), "shield_wall", "traveling_doctor"), "0", "s")
    assert play.zone("advisers.blue") == ["denizen.shield_wall"], "gone at the defeat, before 5.5.7"
    assert play.answer({}).has("blue", "warbands") == 5


def test_a_106_the_hospital_saves_all_whom_shield_wall_kills() -> None:
    table = at_steppe(9, 5).seat("blue", advisers=["shield_wall"])
    table = table.site("deep_woods", warbands={"blue": 1}, cards=["hospital"])
    play = fall(use(attack(table), "hospital", "shield_wall"), "0", "s").answer({})
    assert play.at(WOODS, "blue") == 6


@pytest.mark.parametrize(("plan", "caged"), [("billowing_fog", 5), ("shield_wall", 0)])
def test_a_124_obsidian_cage_takes_whom_the_other_plan_spared(plan: str, caged: int) -> None:
    table = at_steppe(9, 5).seat("red", relics=["obsidian_cage"]).seat("blue", advisers=[plan])
    play = fall(use(attack(table), "obsidian_cage", plan), "0", "s").answer({})
    assert play.at("obsidian_cage", "blue") == caged


def test_a_124_a_warband_gained_by_the_banished_is_not_of_the_force_that_is_caged() -> None:
    """Dragonskin Drum: a third warband on the board, two of them of the beaten force."""
    table = war().seat("red", warbands=9, relics=["obsidian_cage"]).seat("blue", warbands=4, relics=["dragonskin_drum"])
    play = fall(use(attack(table, "pawn"), "obsidian_cage"), "0", "s").answer("yes", "deep_woods")
    assert play.asked == ("dragonskin_drum.gain", "blue")
    rest(play.answer("yes"))
    assert (play.at("obsidian_cage", "blue"), play.has("blue", "warbands")) == (2, 1)


def test_a_133_peace_envoy_lets_nobody_die_of_brutal_either() -> None:
    table = war().turn("purple").reliquary(*BRUTAL).seat("blue", warbands=4)
    table = table.seat("purple", at=3, warbands=3, favor=4, advisers=["peace_envoy"])
    assert rest(use(attack(table, "pawn"), "peace_envoy")).has("blue", "warbands") == 4


def test_a_133_hearts_and_minds_leaves_brutal_to_a_beaten_chancellor_and_keeps_plans_used_before() -> None:
    """Battle Honors pays, Cursed Cauldron counts all three."""
    table = war().turn("purple").reliquary(*BRUTAL).seat("purple", at=3, warbands=3)
    table = table.seat("blue", favor=3, advisers=["battle_honors"], relics=["cursed_cauldron"])
    table = table.site("steppe", warbands={"blue": 1}, cards=["hearts_and_minds"])
    play = rest(use(attack(table), "battle_honors", "cursed_cauldron", "hearts_and_minds"))
    assert (play.has("purple", "warbands"), play.has("blue", "warbands"), play.has("blue", FAVOR)) == (0, 3, 2)


def test_a_56_zealots_sacrifice_the_fewest_and_the_hospital_takes_them() -> None:
    """2 against 9: three warbands at three each, though that is 11."""
    table = at_steppe(4, 9).seat("red", advisers=["zealots"])
    table = table.site("deep_woods", warbands={"red": 1}, cards=["hospital"])
    play = fall(use(attack(table), "hospital", "zealots"), "0", "sshh")
    assert play.asked[0] == "campaign.sacrifice" and play.pending.about == 3
    assert play.answer("yes", {}).at(WOODS, "red") == 4


# -- dice (5.5.3 to 5.5.5) -----------------------------------------------------------------------------------------


def test_a_53_dice_that_an_empty_pool_gave_to_the_defense_count_for_rangers() -> None:
    """A-53: Horse Archers against oneself, without a die to lose."""
    table = at_steppe(0).seat("red", advisers=["rangers", "horse_archers"])
    assert pools(use(attack(table), "horse_archers=-3", "rangers")) == (2, 4)


def test_a_57_lancers_double_skulls_whose_swords_war_tortoise_ignores() -> None:
    table = at_steppe(4).seat("red", advisers=["lancers"]).seat("blue", advisers=["war_tortoise"])
    play = fall(use(attack(table), "lancers", "war_tortoise"), "2", "khhh")
    assert totals(play) == (3, 3) and play.has("red", "warbands") == 2


def test_9_2_outriders_ignore_skulls_alone_and_rusting_ray_hollow_swords_alone() -> None:
    table = at_steppe(4).oath("people").seat("red", advisers=["lancers", "outriders"]).banner("darkest_secret", "blue")
    play = use(attack(table.seat("blue", advisers=["rusting_ray"])), "lancers", "outriders", "rusting_ray")
    assert totals(fall(play, "2", "khhh")) == (4, 3) and play.has("red", "warbands") == 4


@pytest.mark.parametrize(("plans", "dice"), [(("encirclement", "bear_traps"), 2), (("bear_traps", "encirclement"), 0)])
def test_5_5_3_bear_traps_first_make_the_force_larger_for_encirclement(plans: tuple[str, str], dice: int) -> None:
    table = at_steppe(3, 3).seat("blue", advisers=["encirclement", "bear_traps"])
    assert pools(use(attack(table), *plans))[0] == dice


def test_10_30_mounted_patrol_halves_what_jinx_rolls_again() -> None:
    table = at_steppe().seat("red", advisers=["jinx"]).seat("blue", advisers=["mounted_patrol", "longbows"])
    play = fall(use(attack(table), "mounted_patrol", "longbows"), "0", "hh").answer("yes")
    assert play.asked == ("campaign.attack-roll", "red") and totals(roll(play, "", "ss"))[0] == 2


@pytest.mark.parametrize("bar", ["code_of_honor", "specialist", "marsh_spirit"])
def test_a_135_no_bar_on_battle_plans_bars_jinx(bar: str) -> None:
    table = at_steppe(3).seat("blue" if bar == "specialist" else "red", advisers=["jinx"])
    table = table.site("steppe", cards=[bar]) if bar == "marsh_spirit" else table.seat("red", advisers=[bar])
    play = attack(table) if bar == "marsh_spirit" else use(attack(table), bar)
    rolled = play.answer(shields("0")) if bar == "specialist" else fall(play, "0", "h")
    assert rolled.asked[0] == "jinx.reroll"


def test_5_5_2_the_wards_on_targets_count_for_giant_python() -> None:
    """Circlet of Command: the pawn is three dice. Sealing Ward: a relic of two is three."""
    for relic, fits in (("circlet_of_command", True), ("cup_of_plenty", False)):
        table = war().seat("red", warbands=3).seat("blue", relics=[relic], advisers=["giant_python", "sealing_ward"])
        odd = ["pawn"] if fits else [relic]
        assert [row.clause for row in why_not(table, "blue", odd)] == ["9.2"]


@pytest.mark.parametrize(("joins", "dice"), [("yes", 5), ("no", 7)])
def test_10_29_an_ally_with_the_peoples_favor_shuts_village_constable(joins: str, dice: int) -> None:
    table = war().seat("red", warbands=5).site("deep_woods", warbands={"red": 1}, cards=["village_constable"])
    table = table.site("steppe", warbands={"purple": 1}).seat("yellow", role="citizen", at=3)
    play = campaign(table.banner("peoples_favor", "yellow").play(), "purple", ["steppe"])
    play.answer(joins, joins) if joins == "yes" else play.answer(joins)
    assert pools(use(play, "village_constable"))[0] == dice


# -- favor (10.4, 10.11, 2.5.3) ------------------------------------------------------------------------------------


def test_10_4_vow_of_renewal_takes_favor_burned_for_insect_swarm_or_by_the_seizing() -> None:
    table = at_steppe(9).seat("red", advisers=["longbows"]).banner("peoples_favor", "blue", 4)
    table = table.seat("blue", advisers=["insect_swarm"]).seat("yellow", advisers=["vow_of_renewal"])
    play = use(attack(table, "steppe", "peoples_favor"), "longbows")
    assert (play.has("red", FAVOR), play.has("yellow", FAVOR)) == (4, 1)
    fall(play, "0", "s").answer({"steppe": 1})
    assert (play.at("peoples_favor", FAVOR), play.has("yellow", FAVOR)) == (2, 3)


@pytest.mark.parametrize(("holder", "left"), [("blue", (0, 5)), ("red", (5, 0)), ("yellow", (0, 0))])
def test_10_4_vow_of_renewal_takes_what_slander_burns(holder: str, left: tuple[int, int]) -> None:
    """The one who loses it has it back under the Vow."""
    table = war().seat("red", warbands=5, favor=1, advisers=["slander"]).seat("blue", favor=5)
    table = table.seat(holder, advisers=["vow_of_renewal"])
    play = fall(use(attack(table, "pawn"), "slander"), "0", "s").answer("no", "yes")
    assert (play.has("red", FAVOR), play.has("blue", FAVOR)) == left


def test_a_133_peace_envoy_with_insect_swarm_takes_a_favor_more_and_kinship_pays_it() -> None:
    """Three dice: three favor for Blue, one on the card, one burned; all of it from the Nomad bank."""
    for advisers in (["peace_envoy", "longbows"], ["peace_envoy", "vow_of_kinship"]):
        table = war().seat("red", warbands=3, advisers=advisers).site("steppe", warbands={"blue": 1}).bank("nomad", 5)
        play = attack(table.seat("blue", advisers=["insect_swarm"]), "steppe", "pawn")
        assert bool(refused(play, "peace_envoy")) is ("longbows" in advisers)
    use(play, "peace_envoy")
    assert (play.has("blue", FAVOR), play.at("peace_envoy", FAVOR), play.at("bank.nomad", FAVOR)) == (3, 1, 0)


def test_a_05_chaos_cult_takes_its_favor_between_the_seizing_and_the_burning() -> None:
    """5.5.7.2, the title, then 5.5.7.3: half of four."""
    table = war().oath("people").title("blue").seat("red", warbands=9, favor=2)
    table = table.seat("blue", favor=3, advisers=["chaos_cult"]).banner("peoples_favor", "blue", 3)
    play = rest(fall(attack(table, "peoples_favor", "pawn"), "0", "s"), "campaign.burn")
    assert (play.has("blue", FAVOR), play.pending.about["number"]) == (4, 2)


def test_7_2_relic_thief_takes_the_circlet_and_no_relic_that_the_circlet_keeps() -> None:
    """5.5.7.2: taken together with the Circlet of Command, the Map is already under its protection; two dice."""
    table = war().seat("red", warbands=9, advisers=["relic_hunter"]).seat("blue", relics=["circlet_of_command"])
    table = table.site("steppe", warbands={"blue": 1}, relics=["map"])
    table = table.seat("yellow", at=4, favor=1, secrets=1, advisers=["relic_thief"])
    play = use(attack(table, "steppe", "circlet_of_command"), "relic_hunter=1")
    play = rest(fall(play.default() if play.asked[0] == "relic_hunter.relics" else play, "0", "s").answer({}),
                "relic_thief.use").answer("yes", shields("00"))  # fmt: skip
    assert play.zone("held.yellow") == ["relic.circlet_of_command"] and "relic.map" in play.zone("held.red")
