"""Arcane and Beast in campaigns and in other players' turns: three cards and more at once."""

from collections.abc import Sequence

import pytest

from oathtools.procedures.adjudicate import Request, why
from oathtools.table.state import FAVOR, HIDDEN, SECRET
from tests.battles import battle, campaign, roll, war, why_not
from tests.powers.test_pairs_in_campaigns import attack, fall, rest, use
from tests.powers.test_triples_arcane_beast import calm
from tests.support.tables import the

RANGERS, SWARM = "denizen.rangers", "denizen.insect_swarm"


# -- in another player's turn --------------------------------------------------------------------------------------


def test_10_10_a_recover_with_magicians_code_pays_the_holder_of_vow_of_silence_for_all_three() -> None:
    """Two come by the Code, one is Red's; they are placed all the same. Yellow gets the rest of the old ones."""
    table = calm().seat("red", at=2, favor=2, secrets=1, advisers=["magicians_code"]).seat("yellow", at=3)
    table = table.seat("blue", at=0, advisers=["vow_of_silence"]).site("steppe", cards=["elders"])
    play = table.banner("darkest_secret", "yellow", 2).play().answer("recover", "magicians_code")
    assert play.asked[0] == "act", "it can be paid in one way"
    assert [play.has(seat, SECRET) for seat in ("red", "blue", "yellow")] == [1, 3, 1]
    assert play.at("darkest_secret", SECRET) == 3


def test_a_132_one_who_is_made_to_travel_loses_to_the_vines_before_the_drum_sounds() -> None:
    """Red's Palanquin, Yellow's Vines, Blue's Drum (7.1.4, 10.2); Red, who is put there, loses nobody."""
    table = calm().seat("red", at=0, favor=2, secrets=2, warbands=1, advisers=["palanquin"]).seat("purple", at=3)
    table = table.seat("blue", at=0, warbands=1, relics=["dragonskin_drum"]).seat("yellow", at=3)
    play = table.site("plains", cards=["grasping_vines"], warbands={"yellow": 1}).play().answer("power", "mountain")
    assert play.asked == ("dragonskin_drum.gain", "blue") and play.has("blue", "warbands") == 0
    play.answer("yes")
    assert play.has("blue", "warbands") == 1 and play.has("red", "warbands") == 1


def test_a_79_the_vines_of_two_rulers_hold_once() -> None:
    """One warband, says the card; who leaves is the enemy of both."""
    table = calm().seat("red", at=0, warbands=3).site("plains", cards=["grasping_vines"])
    play = table.site("plains", warbands={"yellow": 1, "blue": 1}).play().answer("travel", "mountain")
    assert play.has("red", "warbands") == 2


@pytest.mark.parametrize(("relics", "asked"), [(["grand_mask"], ["red"]), ([], ["purple"])])
def test_a_78_jinx_at_an_imperial_site_serves_whoever_rules_its_card_in_this_turn(
    relics: Sequence[str], asked: list[str]
) -> None:
    """The Empire's Jinx rerolls Ann's defense, paid outside her turn (7.1.2); with the Mask it is Red's attack."""
    table = war().seat("red", at=3, warbands=3, secrets=1, relics=relics).seat("purple", at=3, warbands=2, secrets=1)
    table = table.site("mountain", cards=["jinx"], warbands={"purple": 1}).site("steppe", warbands={"purple": 1})
    play, heard = campaign(table.play(), "purple", ["steppe"], 3), []
    for dice in (("0", ""), ("", "sss")):
        play = roll(play, *dice)
        if play.asked[0] == "jinx.reroll":
            heard.append(play.asked[1])
            play.answer("yes")
            play = roll(play, *dice)
    assert heard == asked
    assert (play.has("purple", HIDDEN), play.at("jinx", SECRET)) == ((0, 1) if relics else (1, 0))


def test_7_5_marsh_spirit_bars_plans_and_not_jinx_which_is_none() -> None:
    """FAQ Jinx 3: a persistent power."""
    table = war().seat("red", at=3, warbands=3, secrets=2, advisers=["jinx", "longbows"]).seat("blue", at=3, warbands=2)
    table = table.site("steppe", warbands={"blue": 1}, cards=["marsh_spirit"])
    play = campaign(table.play(), "blue", ["steppe"], 3)
    assert play.asked[0] == "campaign.defense-roll", "no plan is offered"
    assert roll(play, "0", "sss").asked == ("jinx.reroll", "red")


def test_7_1_2_insect_swarm_and_gleaming_armor_off_turn_the_favor_goes_to_renewal() -> None:
    """Each of Blue's plans costs a favor more, which Ann's Vow takes (10.4), and a secret, which flips."""
    table = (
        war().seat("red", warbands=4, advisers=["insect_swarm", "gleaming_armor"]).site("steppe", warbands={"blue": 1})
    )
    table = table.seat("blue", warbands=3, favor=3, secrets=2, advisers=["longbows", "extra_provisions"])
    play = attack(table.seat("purple", advisers=["vow_of_renewal"])).answer("longbows")
    assert (play.has("blue", FAVOR), play.has("blue", HIDDEN), play.has("purple", FAVOR)) == (2, 1, 1)
    hearth = play.at("bank.hearth", FAVOR)
    play.answer("extra_provisions")
    assert (play.has("blue", FAVOR), play.has("blue", HIDDEN), play.has("purple", FAVOR)) == (0, 2, 2)
    assert play.at("bank.hearth", FAVOR) == hearth + 1


@pytest.mark.parametrize(("favor", "named"), [(1, [RANGERS, SWARM]), (0, [RANGERS])])
def test_7_1_2_why_names_the_swarm_where_it_alone_makes_a_plan_too_dear(favor: int, named: list[str]) -> None:
    """One favor would do for Rangers, but for Blue's Insect Swarm; none would not anyhow. What is short is told."""
    table = war().seat("red", warbands=3, favor=favor, advisers=["rangers"]).site("steppe", warbands={"blue": 1})
    request = Request("campaign", {"defender": "blue", "targets": [the("steppe")]}, plans=(RANGERS,))
    verdict = why(table.seat("blue", advisers=["insect_swarm"]).game(), "red", request)
    assert [row.source for row in verdict.refusals] == named
    assert f"red has {2 - favor} more favor on the board" in [repair[0].says for repair in verdict.repairs]


def test_9_2_billowing_fog_spares_what_shield_wall_and_sticky_fire_would_kill() -> None:
    """Off turn Blue uses both plans of the own; Red's Fire still costs its favor (FAQ Sticky Fire 2)."""
    table = (
        war().seat("red", warbands=8, favor=3, secrets=3, relics=["sticky_fire"]).site("steppe", warbands={"blue": 3})
    )
    table = table.seat("blue", favor=3, secrets=3, warbands=1, advisers=["shield_wall", "billowing_fog"])
    play = use(attack(table), "sticky_fire", "shield_wall", "billowing_fog")
    play = rest(fall(play, "0", "s").answer({}), "sticky_fire.kill")
    assert play.asked == ("sticky_fire.kill", "red")
    before = play.has("blue", FAVOR)
    rest(play.answer("yes"))
    assert play.has("blue", "warbands") == 4 and play.has("blue", FAVOR) == before + 1


def test_5_5_2_true_names_of_a_citizen_bar_plans_once_that_citizen_has_joined() -> None:
    """10.29: an Ally is the enemy of the attacker. Yellow's adviser is a Beast as Red's Rangers are."""
    table = war().seat("red", warbands=3, favor=3, advisers=["rangers"]).seat("blue", role="citizen", at=3, warbands=1)
    table = table.seat("yellow", role="citizen", at=3, advisers=["true_names"]).site("steppe", warbands={"purple": 1})
    joined = campaign(table.play(), "blue", ["steppe"], 3).answer("yes", "yes")
    assert joined.asked[0] == "campaign.defense-roll", "no plan is left to use"
    alone = campaign(table.play(), "blue", ["steppe"], 3).answer("no")
    assert alone.asked == ("campaign.plan", "red") and "denizen.rangers" in alone.offered


@pytest.mark.parametrize(
    ("targets", "dice"), [(["pawn"], 3), (["circlet_of_command"], None), (["circlet_of_command", "pawn"], 5)]
)
def test_5_5_2_giant_python_counts_the_circlets_die_and_the_wards(targets: list[str], dice: int | None) -> None:
    """The pawn is three dice by the Circlet, the Circlet two by the Ward (FAQ Giant Python 2)."""
    table = war().seat("red", warbands=3).seat("blue", advisers=["giant_python", "sealing_ward"])
    refused = why_not(table.seat("blue", relics=["circlet_of_command"]), "blue", targets)
    assert [row.source for row in refused] == ([] if dice is None else [the("giant_python")])
    assert all(f"add {dice} dice" in row.because for row in refused)


@pytest.mark.parametrize(("advisers", "dice"), [([], 1 + 3), (["insect_swarm"], 1)])
def test_a_108_the_bandits_walled_garden_counts_the_temple_and_falls_silent_under_the_swarm(
    advisers: list[str], dice: int
) -> None:
    """The Garden, the Temple and the Wolves are three Beast cards at sites; a cost that is added is a cost (5.5.3)."""
    table = war().seat("red", warbands=3, advisers=advisers).seat("blue", at=0).site("steppe", cards=["walled_garden"])
    play = campaign(table.site("mountain", cards=["forest_temple", "wolves"]).play(), "bandits", ["steppe"], 3)
    assert battle(play).defense == dice


@pytest.mark.parametrize(("relics", "ways"), [(["grand_mask"], range(4)), ([], range(2))])
def test_a_78_kindred_warriors_count_what_the_grand_mask_rules_but_its_battle_plans(
    relics: Sequence[str], ways: range
) -> None:
    """Red's own Beast adviser, and with the Mask two suits of the Empire's cards; its Longbows stay Ann's."""
    table = war().seat("red", warbands=3, secrets=1, advisers=["kindred_warriors", "wolves"], relics=relics)
    table = table.site("mountain", cards=["tents", "tavern_songs", "longbows"], warbands={"purple": 1})
    play = campaign(table.site("steppe", warbands={"blue": 1}).play(), "blue", ["steppe"], 3)
    number = {f"denizen.kindred_warriors={n}" for n in ways}
    assert {way for way in play.offered if way.startswith("denizen.kindred_warriors=") and "=-" not in way} == number
