"""Campaigns (5.5) under many readings at once: each decides its own number, as foreseen and as played."""

import pytest

from oathtools.procedures.campaign.outlook import Outlook, declared
from oathtools.table.state import DARKEST_SECRET, FAVOR, HIDDEN, PURPLE, SECRET
from tests.battles import GO_ON, battle, campaign, pools, roll, war
from tests.readings.meeting import meets, read
from tests.support.tables import Table

EVERY = pytest.mark.parametrize
AB = ["a", "b"]
ENVOY, ARCHERS = "denizen.peace_envoy", "denizen.horse_archers"


def revolt(**readings: str) -> Table:
    """Red, a Citizen with the Bandit Crown and Vow of Union, attacks Yellow, a Citizen, at the Steppe.

    The Chancellor, who has the title of Devotion, is there, Yellow is not. Seven sites are empty.
    """
    table = read(war(), **readings).title(PURPLE).banner(DARKEST_SECRET, PURPLE).site("steppe", warbands={PURPLE: 1})
    table = table.seat("red", role="citizen", warbands=2, favor=9, secrets=1, relics=["bandit_crown"])
    table = table.seat("red", role="citizen", advisers=["vow_of_union", ENVOY, ARCHERS]).seat("blue", at=0)
    table = table.seat("yellow", role="citizen", at=0, favor=1, secrets=1, advisers=["longbows", "jinx"])
    return table.on("jinx", secrets=1).seat(PURPLE, at=3, favor=1, advisers=["beast_tamer", "extra_provisions"])


@meets("A-09", "A-104", "A-142", "A-147", "A-154", "A-174", "A-59")
@EVERY("a09", AB)
@EVERY("a59", AB)
@EVERY("a104", AB)
@EVERY("a142", AB)
@EVERY("a147", AB)
@EVERY("a154", AB)
@EVERY("a174", AB)
def test_5_5_a_citizens_revolt_under_every_reading(
    a09: str, a59: str, a104: str, a142: str, a147: str, a154: str, a174: str
) -> None:
    """A-09: the title's die. A-104: two dice, or nine. A-147: the Archers. A-174: Peace Envoy. A-142: who is asked.

    A-154: Jinx with a secret on it. A-59: half of two die, or of two and seven bandits, as far as there are any.
    """
    table = revolt(a09=a09, a59=a59, a104=a104, a142=a142, a147=a147, a154=a154, a174=a174)
    attack, defense = {"a": 2, "b": 9}[a104], {"a": 1, "b": 2}[a09]
    plans = {*([ARCHERS] if a147 == "b" else []), *([ENVOY] if a174 == "b" else [])}
    game = table.game()
    look = Outlook(game, declared(game, "red", "yellow", ["site.steppe"])[0])
    foreseen = {option.chosen.id for option in look.options("red") if not option.refusals}
    assert (look.before.attack, look.before.defense, look.before.band, foreseen) == (attack, defense, 7, plans)
    assert ("defender" in look.rerolls()) is (a154 == "a")
    play = campaign(table.play(), "yellow", ["steppe"])
    assert pools(play) == (attack, defense) and battle(play).band == 7
    if plans:
        assert play.asked == ("campaign.plan", "red")
        assert {plan.partition("=")[0] for plan in play.offered} == {GO_ON, *plans}
        play.answer(GO_ON)
    asked = []
    while play.asked[0] == "campaign.plan":
        asked.append(play.asked[1])
        play.answer("extra_provisions" if play.asked[1] == PURPLE else GO_ON)
    assert asked == ["yellow", PURPLE, *(["yellow"] if a142 == "a" else [])]
    roll(play, "2" * pools(play)[1])
    assert (play.asked == ("jinx.reroll", "yellow")) is (a154 == "a")
    if a154 == "a":
        play.answer("no")
    roll(play, "", "h" * attack)
    if play.asked[0] == "campaign.sacrifice":
        play.answer("no")
    assert play.asked[0] == "act" and play.has("red", "warbands") == {"a": 1, "b": 0}[a59]


@meets("A-09", "A-104", "A-148", "A-59")
@EVERY("a09", AB)
@EVERY("a59", AB)
@EVERY("a104", AB)
@EVERY("a148", AB)
def test_5_5_8_the_dead_of_a_lost_hospital_with_bandits_among_them(a09: str, a59: str, a104: str, a148: str) -> None:
    """Five and a bandit at the Steppe, another at the Tribunal, by Yellow's Crown (A-85): three die, or half of five.

    The Hospital at the Steppe, which Red takes, had saved them; by A-148 b the Cauldron brings as many.
    """
    table = read(war(), a09=a09, a59=a59, a104=a104, a148=a148).title(PURPLE).banner(DARKEST_SECRET, PURPLE)
    table = table.seat("red", warbands=8, relics=["cursed_cauldron"], advisers=["vow_of_union"])
    table = table.site("deep_woods", warbands={"red": 3}).seat("yellow", role="citizen", at=3, relics=["bandit_crown"])
    table = table.site("steppe", warbands={PURPLE: 5}, cards=["hospital"])
    play = campaign(table.play(), "yellow", ["steppe", "the_tribunal"])
    attack, defense = {"a": 8, "b": 11}[a104], {"a": 2, "b": 3}[a09]
    assert pools(play) == (attack, defense)
    play.answer("cursed_cauldron")
    while play.asked[0] == "campaign.plan":
        play.answer("hospital" if "denizen.hospital" in play.offered else GO_ON)
    roll(play, "0" * pools(play)[1], "s" * attack)
    while play.asked[0] == "campaign.place":
        play.answer({"site.steppe": 1} if play.pending.about.given["source"].startswith("board") else {})
    gained = {"a": 0, "b": {"a": 2, "b": 3}[a59]}[a148]
    assert play.has("red", "warbands") == 8 - 1 + gained


BANNER = "banner.peoples_favor"


def left_on_banner(lost: bool, a47: str) -> int:
    """Of two favor on a banner that is lost all but the last burns, or all."""
    return {"a": 1, "b": 0}[a47] if lost else 2


@meets("A-142", "A-47")
@EVERY("a47", AB)
@EVERY("a142", AB)
def test_2_5_3_a_banner_that_peace_may_keep(a47: str, a142: str) -> None:
    """Yellow waits with Peace Envoy until the Chancellor has used a plan."""
    table = read(war(), a47=a47, a142=a142).seat("red", warbands=9).banner("peoples_favor", "yellow", 2)
    table = table.seat("yellow", role="citizen", at=3, favor=9, advisers=["peace_envoy"])
    table = table.seat(PURPLE, at=3, favor=1, advisers=["extra_provisions"]).site("steppe", warbands={PURPLE: 1})
    play = campaign(table.play(), "yellow", ["steppe", BANNER], 9).answer(GO_ON, "extra_provisions")
    peace = play.asked == ("campaign.plan", "yellow")
    assert peace is (a142 == "a")
    if peace:
        play.answer("peace_envoy")
    else:
        roll(play, "0" * pools(play)[1], "s" * 9).answer({})
    assert play.state.holders[BANNER] == ("yellow" if peace else "red")
    assert play.at(BANNER, FAVOR) == left_on_banner(not peace, a47)


@meets("A-104", "A-47")
@EVERY("a47", AB)
@EVERY("a104", AB)
def test_2_5_3_a_banner_won_by_the_dice_of_those_who_join(a47: str, a104: str) -> None:
    """Vow of Union: one warband on the board, four at a site; one die, or five against two warbands."""
    table = read(war(), a47=a47, a104=a104).seat("red", warbands=1, advisers=["vow_of_union"])
    table = table.banner("peoples_favor", "blue", 2).seat("blue", at=3, warbands=2)
    table = table.site("deep_woods", warbands={"red": 4})
    play = campaign(table.play(), "blue", [BANNER])
    attack, defense = pools(play)
    assert attack == {"a": 1, "b": 5}[a104]
    roll(play, "0" * defense, "s" * attack)
    if play.asked[0] == "campaign.sacrifice":
        play.answer("no")
    assert play.asked[0] == "act" and play.state.holders[BANNER] == ("red" if a104 == "b" else "blue")
    assert play.at(BANNER, FAVOR) == left_on_banner(a104 == "b", a47)


@meets("A-142", "A-153")
@EVERY("a142", AB)
@EVERY("a153", AB)
def test_7_1_2_a_secret_burned_by_one_of_a_side_and_the_other_who_has_passed(a142: str, a153: str) -> None:
    table = read(war(), a142=a142, a153=a153).seat("red", warbands=5)
    table = table.seat("yellow", role="citizen", at=3, favor=1, advisers=["longbows"])
    table = table.seat(PURPLE, at=3, secrets=1, advisers=["cracking_ground"]).site("steppe", warbands={PURPLE: 1})
    play = campaign(table.play(), "yellow", ["steppe"]).answer(GO_ON)
    assert play.asked == ("campaign.plan", PURPLE)
    play.answer(next(plan for plan in play.offered if plan != GO_ON))
    assert (play.asked == ("campaign.plan", "yellow")) is (a142 == "a")
    assert (play.has(PURPLE, SECRET), play.has(PURPLE, HIDDEN)) == (0, int(a153 == "b"))


@meets("A-148", "A-153")
@EVERY("a148", AB)
@EVERY("a153", AB)
def test_5_5_8_the_dead_of_a_lost_hospital_and_a_secret_burned_beside_it(a148: str, a153: str) -> None:
    """The Chancellor uses Cracking Ground and the Hospital of the Steppe; of five two die, and the Steppe is lost."""
    table = read(war(), a148=a148, a153=a153).seat("red", warbands=9, relics=["cursed_cauldron"])
    table = table.seat("yellow", role="citizen", at=3).seat(PURPLE, at=3, secrets=1, advisers=["cracking_ground"])
    table = table.site("steppe", warbands={PURPLE: 5}, cards=["hospital"])
    play = campaign(table.play(), "yellow", ["steppe"], 9).answer("cursed_cauldron")
    while play.asked[0] == "campaign.plan":
        play.answer(next((plan for plan in play.offered if plan != GO_ON), GO_ON) if play.asked[1] == PURPLE else GO_ON)
    assert (play.has(PURPLE, SECRET), play.has(PURPLE, HIDDEN)) == (0, int(a153 == "b"))
    roll(play, "0" * pools(play)[1], "s" * pools(play)[0]).answer({"site.steppe": 1})
    assert play.has("red", "warbands") == 8 + (2 if a148 == "b" else 0)
