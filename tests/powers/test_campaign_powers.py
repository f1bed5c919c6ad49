"""Powers that bear on campaigns without being battle plans: persistent ones, relics, the Rampart, Brutal, bandits."""

import pytest

from oathtools.engine.decision import Refusal
from oathtools.engine.driver import finish
from oathtools.odds.battle import DEFENDER
from oathtools.odds.plans import Chosen
from oathtools.procedures.campaign.plans import may_use
from oathtools.procedures.glossary.verbs import roll_dice
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.title import leaders
from oathtools.procedures.minor.citizenship import become_citizen
from oathtools.table.state import FAVOR, HIDDEN, SECRET
from tests.battles import GO_ON, battle, campaign, fight_of, pools, refused, roll, shields, war, why_not
from tests.support.tables import Script, Table, a_table, unknown

ARMOR, TAMER = "denizen.gleaming_armor", "denizen.beast_tamer"
PYTHON, CROWN, CIRCLET = "denizen.giant_python", "relic.bandit_crown", "relic.circlet_of_command"


def on_steppe(red: int = 5, blue: int = 1) -> Table:
    """Red at Blue's Steppe."""
    return war().seat("red", warbands=red).site("steppe", warbands={"blue": blue})


def imperial(defender: str = "yellow") -> Table:
    """Red at the Imperial Steppe with the Citizen Yellow; the Chancellor is at the Plains."""
    return war().seat("red", warbands=5).seat("yellow", role="citizen", at=3).site("steppe", warbands={"purple": 1})


# -- Gleaming Armor ----------------------------------------------------------------------------------------------


def test_gleaming_armor_a_secret_more_on_each_plan_of_the_enemy() -> None:
    table = on_steppe().seat("red", advisers=["longbows", "mercenaries"], secrets=2, favor=1)
    play = campaign(table.seat("blue", advisers=["gleaming_armor"]).play(), "blue", ["steppe"])
    play.answer("longbows", "mercenaries")
    assert (play.at("longbows", SECRET), play.at("mercenaries", SECRET), play.at("mercenaries", FAVOR)) == (1, 1, 1)
    assert play.has("red", SECRET) == 0


def test_gleaming_armor_of_the_attacker_outside_the_defenders_turn() -> None:
    table = on_steppe().seat("red", advisers=["gleaming_armor"]).seat("blue", advisers=["longbows"], secrets=1)
    play = campaign(table.play(), "blue", ["steppe"]).answer("longbows")
    assert (play.at("longbows", SECRET), play.has("blue", SECRET), play.has("blue", HIDDEN)) == (0, 0, 1)


def test_gleaming_armor_names_itself_in_the_refusal() -> None:
    table = on_steppe().seat("red", advisers=["longbows", "mercenaries"], favor=1, relics=["cursed_cauldron"])
    table = table.seat("yellow", secrets=5).seat("blue", advisers=["gleaming_armor"])
    play = table.play().answer("campaign", ["steppe"], 5)
    assert ("campaign.plan", GO_ON) in play.skipped, "no secret, no plan"
    fight = fight_of(play)
    for card in ("denizen.mercenaries", "relic.cursed_cauldron"):
        rows = [row for row in may_use(play.game, fight, "red", Chosen(card)) if not row[0]]
        assert [row[1:] for row in rows] == [("7.1.2", "it costs 1 secret and 0 can be paid", ARMOR)]


def test_gleaming_armor_costs_its_holder_nothing() -> None:
    table = on_steppe().seat("red", advisers=["gleaming_armor", "longbows"])
    play = campaign(table.play(), "blue", ["steppe"]).answer("longbows")
    assert pools(play) == (6, 1)


@pytest.mark.parametrize("joins", ["yes", "no"])
def test_faq_gleaming_armor_1_a_citizens_if_they_join_as_an_ally(joins: str) -> None:
    table = imperial().seat("yellow", advisers=["gleaming_armor"]).seat("red", advisers=["longbows", "outriders"])
    play = campaign(table.play(), "purple", ["steppe"]).answer(joins)
    if joins == "yes":
        play.answer("yes")
        assert play.asked[0] == "campaign.defense-roll", "Red has no secret for any plan"
    else:
        play.answer("longbows")
        assert battle(play).attack == 6


def test_faq_gleaming_armor_2_an_exile_cannot_help_another() -> None:
    table = on_steppe().seat("yellow", at=3, advisers=["gleaming_armor"]).seat("red", advisers=["longbows"])
    play = campaign(table.play(), "blue", ["steppe"]).answer("longbows")
    assert battle(play).attack == 6


# -- Beast Tamer -------------------------------------------------------------------------------------------------


def test_beast_tamer_bars_beast_and_nomad_plans_against_its_holder() -> None:
    table = on_steppe().seat("red", advisers=["longbows", "horse_archers", "war_tortoise"], favor=1)
    play = campaign(table.seat("blue", advisers=["beast_tamer"]).play(), "blue", ["steppe"])
    assert play.offered == [GO_ON, "denizen.longbows", "denizen.longbows=-1"]
    assert play.refuses("horse_archers") == [("9.2", f"{TAMER} bars it")]
    assert refused(play, "war_tortoise") == [("9.2", TAMER)]


def test_beast_tamer_of_the_attacker() -> None:
    table = on_steppe().seat("red", advisers=["beast_tamer"]).seat("blue", advisers=["storm_caller", "longbows"])
    play = campaign(table.play(), "blue", ["steppe"])
    assert play.asked == ("campaign.plan", "blue") and "denizen.storm_caller" not in play.offered


@pytest.mark.parametrize(("reading", "barred"), [("a", True), ("b", False)])
@pytest.mark.parametrize("attacker", ["red", "purple"])
def test_a_147_beast_tamer_of_the_chancellor_against_a_citizen(attacker: str, reading: str, barred: bool) -> None:
    """10.7: by (b) the Citizen outside the Empire is no enemy of the Chancellor, whoever attacks."""
    table = war().reading("A-147", reading).turn(attacker).seat("red", role="citizen", warbands=4)
    table.seat("red", advisers=["horse_archers"], favor=1, secrets=1)
    table.seat("purple", at=3, warbands=4, advisers=["beast_tamer"])
    play = campaign(table.play(), "purple" if attacker == "red" else "red", ["pawn"])
    while play.asked == ("campaign.plan", "purple"):
        play.answer(GO_ON)
    offered = play.asked == ("campaign.plan", "red") and "denizen.horse_archers" in play.offered
    assert offered is not barred


def test_beast_tamer_of_one_who_takes_no_part() -> None:
    table = on_steppe().seat("yellow", at=3, advisers=["beast_tamer"]).seat("red", advisers=["horse_archers"])
    assert "denizen.horse_archers" in campaign(table.play(), "blue", ["steppe"]).offered


def test_beast_tamer_of_an_ally() -> None:
    table = imperial().seat("purple", advisers=["beast_tamer"]).seat("red", advisers=["horse_archers", "longbows"])
    play = campaign(table.play(), "yellow", ["steppe"])
    assert refused(play, "horse_archers") == [("9.2", TAMER)]


def test_beast_tamer_the_bandits_too() -> None:
    """10.7: they are enemies of every player."""
    table = (
        war().seat("red", warbands=4, advisers=["beast_tamer"]).site("deep_woods", cards=["storm_caller", "longbows"])
    )
    play = campaign(table.play(), "bandits", ["steppe"])
    assert [used.card for used in fight_of(play).used] == ["denizen.longbows"]


def test_beast_tamer_its_holders_own_plans_stay() -> None:
    table = on_steppe().seat("red", advisers=["beast_tamer", "horse_archers"])
    assert "denizen.horse_archers" in campaign(table.play(), "blue", ["steppe"]).offered


# -- Vow of Peace ------------------------------------------------------------------------------------------------


def test_vow_of_peace_its_holder_cannot_campaign() -> None:
    play = on_steppe().seat("red", advisers=["vow_of_peace"]).play()
    assert play.refused["campaign"] == [
        Refusal("9.2", "denizen.vow_of_peace does not let its holder campaign", "denizen.vow_of_peace")
    ]


def test_a_56_no_sacrifices_against_its_holder() -> None:
    table = on_steppe().seat("blue", advisers=["vow_of_peace"])
    play = roll(campaign(table.play(), "blue", ["steppe"], 1), "0", "s")
    assert play.asked[0] == "act" and play.has("red", "warbands") == 3


def test_vow_of_peace_of_an_ally_is_active_too() -> None:
    """5.5.2 names this very card."""
    table = imperial().seat("purple", advisers=["vow_of_peace"])
    play = roll(campaign(table.play(), "yellow", ["steppe"], 1), "0", "s")
    assert play.asked[0] == "act"


def test_faq_vow_of_peace_1_citizens_of_a_chancellor_under_the_vow_may_campaign() -> None:
    table = imperial().turn("yellow").seat("purple", advisers=["vow_of_peace"])
    assert "campaign" in table.play().offered


# -- Marsh Spirit ------------------------------------------------------------------------------------------------


def test_marsh_spirit_no_plans_for_one_who_targets_its_site() -> None:
    table = on_steppe().site("steppe", cards=["marsh_spirit"]).seat("red", advisers=["longbows"], warbands=0)
    table = table.seat("blue", advisers=["wrestlers"])
    play = campaign(table.play(), "blue", ["steppe"])
    assert play.asked == ("campaign.plan", "blue"), "nothing was left for Red but to go on"


def test_marsh_spirit_its_site_must_be_a_target_itself() -> None:
    """Whoever rules it; a pawn there is not the site."""
    table = war().seat("red", warbands=5, advisers=["longbows"]).site("steppe", cards=["marsh_spirit"])
    assert "denizen.longbows" in campaign(table.play(), "blue", ["pawn"]).offered
    play = campaign(table.play(), "bandits", ["steppe"])
    assert play.asked[0] == "campaign.defense-roll"


# -- Giant Python ------------------------------------------------------------------------------------------------


def python(holder: str = "blue") -> Table:
    """Red at Blue's Steppe; Blue rules the Deep Woods too, and has a relic of one die."""
    table = on_steppe().site("deep_woods", warbands={"blue": 1}).seat("blue", relics=["circlet_of_command"])
    return table.seat(holder, advisers=["giant_python"])


@pytest.mark.parametrize(
    ("targets", "dice"),
    [
        (["steppe"], 1),
        (["steppe", "deep_woods"], 2),
        (["steppe", "deep_woods", "circlet_of_command"], 3),
        (["steppe", "pawn"], 4),
    ],
)
def test_giant_python_an_even_number_of_dice_from_the_targets(targets: list[str], dice: int) -> None:
    """With the Circlet the pawn is three dice."""
    rows = why_not(python(), "blue", targets)
    because = f"the targets add {dice} dice, and with {PYTHON} it must be an even number"
    assert rows == ([Refusal("9.2", because, PYTHON)] if dice % 2 else [])


def test_giant_python_two_targets_of_odd_dice_make_a_campaign_possible() -> None:
    """5.5.2, 9.2: the Circlet is one die, the pawn with it three: neither is enough alone, both together are."""
    table = war().seat("red", warbands=3).seat("blue", advisers=["giant_python"], relics=["circlet_of_command"])
    assert why_not(table, "blue", ["pawn"]) and why_not(table, "blue", ["circlet_of_command"])
    assert why_not(table, "blue", ["circlet_of_command", "pawn"]) == []
    assert "campaign" in table.play().offered


def test_giant_python_nobody_can_be_attacked_with_one_target_of_one_die() -> None:
    table = on_steppe().seat("blue", at=0, advisers=["giant_python"])
    play = table.play()
    assert "campaign" not in play.offered


def test_giant_python_of_another_does_nothing() -> None:
    assert why_not(python("yellow"), "blue", ["steppe"]) == []
    assert why_not(python("red"), "blue", ["steppe"]) == []


def test_faq_giant_python_1_dice_of_the_title_and_of_plans_do_not_count() -> None:
    table = on_steppe().seat("blue", advisers=["giant_python"]).title("blue").banner("darkest_secret", "blue")
    table = table.site("deep_woods", warbands={"blue": 1}, cards=["keep"])
    assert why_not(table, "blue", ["steppe", "deep_woods"]) == []
    play = campaign(table.play(), "blue", ["steppe", "deep_woods"]).answer("keep")
    assert battle(play).defense == 2 + 1 + 2


def test_faq_giant_python_2_with_the_sprawling_rampart_a_site_is_two_dice() -> None:
    table = python().site("standing_stones", warbands={"blue": 1}, cards=["sprawling_rampart"])
    assert why_not(table, "blue", ["steppe"]) == []
    assert [row.clause for row in why_not(table, "blue", ["steppe", "circlet_of_command"])] == ["9.2"]


@pytest.mark.parametrize(("holder", "defender", "works"), [("purple", "yellow", True), ("yellow", "purple", False)])
def test_faq_giant_python_3_the_chancellor_is_a_sure_ally_a_citizen_is_not(
    holder: str, defender: str, works: bool
) -> None:
    table = imperial().seat(holder, advisers=["giant_python"])
    assert bool(why_not(table, defender, ["steppe"])) is works


# -- Sealing Ward, Sprawling Rampart, Circlet of Command -----------------------------------------------------------


def test_sealing_ward_each_targeted_relic_of_its_holder_adds_one_more() -> None:
    table = on_steppe().seat("blue", relics=["map", "cracked_horn"], advisers=["sealing_ward"])
    play = campaign(table.play(), "blue", ["steppe", "map", "cracked_horn"])
    bare = on_steppe().seat("blue", relics=["map", "cracked_horn"])
    other = campaign(bare.play(), "blue", ["steppe", "map", "cracked_horn"])
    assert battle(play).defense == battle(other).defense + 2


def test_sealing_ward_of_an_ally_serves_the_allys_relics_only() -> None:
    table = imperial().seat("purple", advisers=["sealing_ward"]).seat("yellow", relics=["map"])
    assert battle(campaign(table.play(), "yellow", ["steppe", "map"])).defense == 1 + 3


@pytest.mark.parametrize(("ruler", "dice"), [("blue", 4), ("yellow", 2), ("red", 2)])
def test_sprawling_rampart_each_targeted_site_of_its_ruler_adds_one_more(ruler: str, dice: int) -> None:
    """Its own site need not be a target."""
    table = on_steppe().site("deep_woods", warbands={"blue": 1})
    table = table.site("standing_stones", warbands={ruler: 1}, cards=["sprawling_rampart"])
    assert battle(campaign(table.play(), "blue", ["steppe", "deep_woods"])).defense == dice


def test_sprawling_rampart_for_the_bandits_and_for_the_empire() -> None:
    table = war().seat("red", warbands=5).site("deep_woods", cards=["sprawling_rampart"])
    assert battle(campaign(table.play(), "bandits", ["steppe", "deep_woods"])).defense == 4
    table = imperial().site("deep_woods", warbands={"purple": 1}, cards=["sprawling_rampart"])
    assert battle(campaign(table.play(), "yellow", ["steppe"])).defense == 2


def circlet() -> Table:
    return on_steppe().seat("blue", relics=["map", "circlet_of_command"]).banner("peoples_favor", "blue", 2)


@pytest.mark.parametrize("target", ["map", "peoples_favor"])
def test_a_123_circlet_of_command_nobody_else_targets_its_holders_relics_and_banners(target: str) -> None:
    rows = why_not(circlet(), "blue", ["steppe", target])
    assert [(row.clause, row.source) for row in rows] == [("9.2", CIRCLET)]


def test_a_123_the_circlet_itself_is_open_and_the_pawn_is_three_dice() -> None:
    play = campaign(circlet().play(), "blue", ["steppe", "circlet_of_command", "pawn"])
    assert battle(play).defense == 1 + 1 + 3


def test_a_123_fixed_at_the_declaration() -> None:
    """Winning the Circlet frees nothing in that battle."""
    play = campaign(circlet().seat("red", warbands=4).play(), "blue", ["steppe", "circlet_of_command"])
    roll(play, "00", "s" * 9).answer({})
    assert play.zone("held.red") == [CIRCLET] and play.zone("held.blue") == ["relic.map"]
    assert play.state.holders["banner.peoples_favor"] == "blue"


@pytest.mark.parametrize(("who", "barred"), [("red", True), ("blue", False)])
def test_faq_circlet_of_command_1_the_own_banner_may_be_recovered(who: str, barred: bool) -> None:
    table = war().seat("blue", relics=["circlet_of_command"], favor=4).seat("red", favor=4)
    table = table.banner("peoples_favor", "blue", 1).site("steppe", cards=["longbows"]).turn(who)
    rows = table.refusals("recover", target="peoples_favor", pay="2")
    assert ([row.source for row in rows if row.clause == "9.2"] == [CIRCLET]) is barred


def test_2_11_the_circlets_die_is_the_defenders_not_an_allys() -> None:
    table = imperial().seat("purple", relics=["circlet_of_command"])
    assert battle(campaign(table.play(), "yellow", ["steppe", "pawn"])).defense == 3


# -- Jinx --------------------------------------------------------------------------------------------------------


def jinx(holder: str, secrets: int = 1) -> Table:
    return on_steppe(red=2).seat(holder, advisers=["jinx"], secrets=secrets)


def test_faq_jinx_1_faq_jinx_2_own_dice_once_paid_after_seeing_them() -> None:
    """The secret is placed on the card after the roll; there is no third throw."""
    play = roll(campaign(jinx("red", 2).play(), "blue", ["steppe"]), "2", "hh")
    assert play.asked == ("jinx.reroll", "red") and play.pending.default == "no"
    assert play.has("red", SECRET) == 2, "nothing is paid yet"
    play.answer("yes")
    assert play.asked == ("campaign.attack-roll", "red")
    assert (play.has("red", SECRET), play.at("jinx", SECRET)) == (1, 1)
    roll(play, "", "ss")
    assert play.asked[0] == "campaign.sacrifice", "once only, and these count: 2 against 3"
    assert play.pending.about == 2


def test_jinx_may_be_left_alone() -> None:
    play = roll(campaign(jinx("red").play(), "blue", ["steppe"]), "0", "ss").answer("no")
    assert play.asked[0] == "campaign.place" and play.has("red", SECRET) == 1


def test_a_64_jinx_of_the_defender_is_paid_outside_the_own_turn() -> None:
    play = campaign(jinx("blue").play(), "blue", ["steppe"]).answer(shields("0"))
    assert play.asked == ("jinx.reroll", "blue")
    play.answer("yes", shields("2"))
    assert (play.has("blue", HIDDEN), play.at("jinx", SECRET)) == (1, 0)
    assert fight_of(play).battle.defense == 1 and play.asked[0] == "campaign.attack-roll"
    roll(play, "", "ss")
    told = next(event for event in play.events if event.kind == "rolled_battle")
    assert told.facts["defense"] == 3, "the second roll counts"


@pytest.mark.parametrize(
    "table",
    [
        jinx("red", 0),
        jinx("yellow"),
        jinx("red").on("jinx", secrets=1),
        on_steppe(red=2).seat("red", secrets=1).site("steppe", cards=["jinx"]),
    ],
    ids=["no secret", "of a third player", "occupied", "not ruled"],
)
def test_jinx_is_not_offered(table: Table) -> None:
    """7.1.2: no secret, or one on it already; 7.1.4: it says its ruler, so that a pawn at its site is not enough."""
    play = roll(campaign(table.play(), "blue", ["steppe"]), "0", "ss")
    assert play.asked[0] == "campaign.place"


def test_a_135_nobody_rerolls_the_dice_of_bandits() -> None:
    """Neither the attacker, whose hand throws them, nor they themselves: they pay nothing."""
    table = war().seat("red", warbands=2, advisers=["jinx"], secrets=1)
    play = campaign(table.play(), "bandits", ["steppe"]).answer(shields("2"))
    assert play.asked[0] == "campaign.attack-roll"
    ruled = war().seat("red", warbands=2).site("deep_woods", cards=["jinx"])
    assert campaign(ruled.play(), "bandits", ["steppe"]).answer(shields("2")).asked[0] == "campaign.attack-roll"


def test_jinx_at_an_imperial_site_serves_the_defender_who_rolls() -> None:
    table = imperial().site("deep_woods", warbands={"purple": 1}, cards=["jinx"]).seat("yellow", secrets=1)
    play = campaign(table.seat("purple", secrets=1).play(), "yellow", ["steppe"]).answer(shields("0"))
    assert play.asked == ("jinx.reroll", "yellow")


def test_faq_jinx_3_dice_of_other_powers_too() -> None:
    game = jinx("red").game()
    steps = roll_dice(game, DEFENDER, "red", 2, "7.1.3", why="relic_thief")
    assert next(steps).kind == "relic_thief.defense-roll"
    assert steps.send(shields("12")).kind == "jinx.reroll"
    assert steps.send("yes").kind == "relic_thief.defense-roll"
    with pytest.raises(StopIteration) as end:
        steps.send(shields("00"))
    assert end.value.value == ["blank", "blank"]


# -- Brutal ------------------------------------------------------------------------------------------------------


def brutal(covered: bool = False) -> Table:
    relics = ["map" if covered else None, "cracked_horn", "truthful_harp", "ring_of_devotion"]
    return war().turn("purple").reliquary(*relics).seat("purple", at=3, warbands=5)


@pytest.mark.parametrize(("covered", "left"), [(False, 0), (True, 2)])
def test_brutal_the_beaten_defender_loses_the_whole_force(covered: bool, left: int) -> None:
    table = brutal(covered).seat("blue", warbands=3)
    play = roll(campaign(table.play(), "blue", ["pawn"]), "00", "sssss")
    assert play.has("blue", "warbands") == left


@pytest.mark.parametrize(("covered", "left"), [(False, 0), (True, 3)])
def test_brutal_or_the_chancellor_who_is_beaten(covered: bool, left: int) -> None:
    play = roll(campaign(brutal(covered).seat("blue", warbands=9).play(), "blue", ["pawn"]), "00", "hhhhh")
    assert play.has("purple", "warbands") == left


def test_brutal_only_in_campaigns_of_the_chancellor() -> None:
    table = brutal().turn("red").seat("red", warbands=5).seat("purple", warbands=0)
    play = roll(campaign(table.play(), "purple", ["pawn"]), "22", "hhhhh")
    assert play.has("red", "warbands") == 3


# -- Bandit Chief ------------------------------------------------------------------------------------------------


def chief_is_played(table: Table) -> Script:
    """Red draws the Chief and plays it at the Steppe."""
    return table.deck("bandit_chief", rest=False).play().answer("search").answer("steppe")


def test_a_122_one_warband_dies_at_every_site() -> None:
    """The player's own too; a site may so fall to the bandits."""
    table = war().seat("red", supply=7).site("steppe", warbands={"red": 2}).site("mountain", warbands={"blue": 1})
    play = chief_is_played(table.site("deep_woods", warbands={"purple": 3}).pile("hinterland"))
    assert [play.at(f"slot.{slot}", color) for slot, color in ((3, "red"), (1, "blue"), (7, "purple"))] == [1, 0, 2]
    assert facts.rulers(play.game, 1) == ("bandits",)
    assert {"7.3.3", "10.13"} <= set(play.cites())


def test_a_122_at_a_site_of_two_colors_the_player_says_whose() -> None:
    table = war().seat("red", supply=7).site("mountain", warbands={"blue": 1, "yellow": 1})
    play = chief_is_played(table)
    assert play.asked == ("bandit_chief.color", "red")
    play.answer("yellow")
    assert (play.at("slot.1", "blue"), play.at("slot.1", "yellow")) == (1, 0)


@pytest.mark.parametrize(("chief", "bandits"), [(True, 6), (False, 2)])
def test_a_122_three_bandits_at_every_site_the_die_stays_one(chief: bool, bandits: int) -> None:
    table = (
        war().seat("red", warbands=1).site("plains", warbands={"yellow": 1}, cards=["bandit_chief"] if chief else [])
    )
    play = campaign(table.play(), "bandits", ["steppe", "deep_woods"])
    assert (battle(play).bandits, battle(play).defense) == (bandits, 2)


def test_a_122_for_the_bandit_crown_alike() -> None:
    table = war().seat("red", warbands=1).seat("blue", relics=["bandit_crown"]).site("plains", cards=["bandit_chief"])
    play = campaign(table.play(), "blue", ["steppe"])
    assert battle(play).bandits == 3


# -- Bandit Crown (7.6.5, A-85, A-59) ----------------------------------------------------------------------------


def crowned(holder: str = "blue") -> Table:
    return war().seat(holder, relics=["bandit_crown"])


def test_a_85_the_holder_rules_every_faceup_site_without_warbands() -> None:
    game = crowned().site("mountain", warbands={"red": 1}).map(*("plains", "mountain"), unknown("site")).game()
    game.state.facedown[game.state.site(2)] = ()
    assert [facts.rulers(game, slot) for slot in range(8)] == [("blue",), ("red",), ()] + [("blue",)] * 5
    assert facts.sites_ruled(game, "blue") == [0, 3, 4, 5, 6, 7]


def test_a_85_they_count_for_the_title() -> None:
    """A-04: as the holder's."""
    game = a_table().seat("blue", relics=["bandit_crown"]).site("plains", warbands={"purple": 1}).game()
    assert leaders(game, "supremacy") == ["blue"]


def test_a_85_such_sites_are_targets_of_one_die_and_the_bandits_fight_for_the_holder() -> None:
    play = crowned().seat("red", warbands=3).play().answer("campaign")
    assert play.skipped == [("campaign.defender", "blue")], "nobody can choose the bandits"
    assert why_not(crowned(), "bandits", ["steppe"])[0].because == "site.steppe is ruled by blue, not by the bandits"
    table = crowned().seat("red", warbands=3).site("steppe", warbands={"blue": 2})
    play = campaign(table.play(), "blue", ["steppe", "deep_woods"])
    assert (battle(play).defense, battle(play).defenders, battle(play).bandits) == (2, 2, 2)


def test_faq_bandit_crown_1_one_warband_more_at_each_site_the_holder_rules() -> None:
    table = crowned().seat("red", warbands=4).site("steppe", warbands={"blue": 1})
    play = campaign(table.play(), "blue", ["steppe"])
    roll(play, "0", "hhhh")
    assert next(event for event in play.events if event.kind == "rolled_battle").facts["defense"] == 2


def test_a_85_at_sites_of_enemies_the_bandits_are_nobodys() -> None:
    table = crowned("red").seat("red", warbands=4).site("steppe", warbands={"blue": 1})
    play = campaign(table.play(), "blue", ["steppe"])
    assert (battle(play).bandits, battle(play).band) == (0, 0)


@pytest.mark.parametrize(("reading", "dead"), [("b", 2), ("a", 1)])
def test_a_59_half_of_the_force_with_the_bandits_in_it(reading: str, dead: int) -> None:
    """Three physical warbands and two bandits."""
    table = crowned().reading("A-59", reading).seat("red", warbands=9).site("steppe", warbands={"blue": 3})
    play = campaign(table.play(), "blue", ["steppe", "deep_woods"])
    roll(play, "00", "sssssssss")
    assert play.at("stock.blue", "blue") == 11 + dead and play.has("blue", "warbands") == 3 - dead


def test_a_59_bandits_are_never_killed() -> None:
    table = crowned().seat("red", warbands=4)
    play = roll(campaign(table.play(), "blue", ["steppe"]), "0", "ssss")
    assert play.asked[0] == "campaign.place" and play.at("stock.blue", "blue") == 14
    assert not [event for event in play.events if event.kind == "kill"]


def test_faq_bandit_crown_2_the_last_warband_may_leave_and_one_may_come_to_an_empty_site() -> None:
    table = crowned("red").seat("red", warbands=1).site("steppe", warbands={"red": 1})
    play = table.play().answer("move-warbands", "board")
    assert play.at("slot.3", "red") == 0 and play.has("red", "warbands") == 2
    assert facts.rulers(play.game, 3) == ("red",)
    play.answer("move-warbands")
    assert ("move-warbands.to", "site") in play.skipped
    play.answer("2")
    assert play.at("slot.3", "red") == 2
    bare = war().seat("red", warbands=1).site("steppe", warbands={"red": 1}).play().answer("move-warbands")
    assert bare.skipped[0] == ("move-warbands.to", "site"), "without the Crown the last one stays"


@pytest.mark.parametrize(("holder", "side"), [("blue", "blue"), ("purple", "purple"), ("yellow", "purple")])
def test_faq_bandit_crown_3_own_color_or_purple(holder: str, side: str) -> None:
    game = crowned(holder).seat("yellow", role="citizen").game()
    assert facts.rulers(game, 3) == (side,)


def test_faq_bandit_crown_3_a_citizen_who_attacks_an_imperial_player() -> None:
    """For that campaign the bandits are of the Citizen's own color: the empty sites are no targets, nor Imperial."""
    table = war().turn("yellow").seat("yellow", role="citizen", at=3, warbands=3, relics=["bandit_crown"])
    table = table.site("steppe", warbands={"purple": 1})
    play = campaign(table.play(), "purple", ["steppe"])
    assert facts.rulers(play.game, 7) == ("yellow",) and facts.sites_ruled(play.game, "purple") == [3]
    assert battle(play).bandits == 0
    roll(play, "2", "hhh")
    while play.asked[0] != "act":
        play.default()
    assert facts.rulers(play.game, 7) == ("purple",)


def test_a_85_a_citizens_crown_serves_the_whole_empire() -> None:
    """Attacked by an Exile: every empty site is Imperial, and its bandit defends."""
    table = war().seat("red", warbands=4).seat("yellow", role="citizen", at=0, relics=["bandit_crown"])
    play = campaign(table.play(), "purple", ["steppe", "deep_woods"])
    assert (battle(play).bandits, battle(play).defense) == (2, 2)


def test_faq_bandit_crown_4_no_warbands_are_placed_when_its_holder_becomes_a_citizen() -> None:
    game = crowned().seat("blue", warbands=2).site("mountain", warbands={"blue": 1}).game()
    game.frames.append(Frame("power", "purple"))
    finish(become_citizen(game, "blue", "6.6.2"))
    assert game.state.count("slot.1", "purple") == 1
    assert [slot for slot in range(8) if game.state.count(f"slot.{slot}", "purple")] == [1]
    assert facts.rulers(game, 7) == ("purple",)
