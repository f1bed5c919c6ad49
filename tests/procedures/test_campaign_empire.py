"""Campaigns of and against the Empire: who is Imperial in them (5.5.1), Allies (5.5.2), losses and homecoming."""

import pytest

from oathtools.engine.decision import Refusal
from oathtools.odds.battle import SIDES
from oathtools.procedures.campaign.fight import recount
from oathtools.procedures.machine import facts
from tests.battles import GO_ON, battle, campaign, fight_of, pools, refused, roll, war, why_not
from tests.support.tables import Script, Table, a_table

STEPPE = "slot.3"


def empire(turn: str = "red", steppe: int = 2) -> Table:
    """The Chancellor at the Plains, the Citizens Yellow at the Steppe and White at the Mountain.

    Red and Blue are Exiles at the Steppe, which is Imperial.
    """
    table = war(5).turn(turn).seat("yellow", role="citizen", at=3).seat("white", role="citizen", at=1)
    return table.site("steppe", warbands={"purple": steppe})


# -- Allies (5.5.2, A-63) ----------------------------------------------------------------------------------------


def test_a_63_the_chancellor_is_an_ally_whether_wanted_or_not() -> None:
    play = campaign(empire().seat("yellow", at=0).play(), "yellow", ["steppe"])
    assert play.asked == ("campaign.defense-roll", "yellow"), "nobody is asked"
    assert fight_of(play).allies == ["purple"]


@pytest.mark.parametrize(("joins", "allowed"), [("yes", "yes"), ("yes", "no"), ("no", None)])
def test_a_63_a_citizen_who_is_there_joins_with_the_defenders_leave(joins: str, allowed: str | None) -> None:
    play = campaign(empire().seat("red", warbands=2).seat("yellow", warbands=3).play(), "purple", ["steppe"])
    assert play.asked == ("campaign.join", "yellow") and play.pending.default == "no"
    play.answer(joins)
    if allowed:
        assert play.asked == ("campaign.ally", "purple")
        play.answer(allowed)
    assert play.asked[0] == "campaign.defense-roll"
    ally = allowed == "yes"
    assert fight_of(play).allies == (["yellow"] if ally else [])
    assert battle(play).defenders == 2 + 3 * ally


def test_a_63_a_chancellor_whom_a_table_lets_be_a_citizen_is_an_ally_once() -> None:
    """The search for who has not passed yet never ended otherwise (5.5.3)."""
    table = empire().seat("purple", at=3, advisers=["longbows"], favor=2)
    play = table.play()
    play.game.do.set_role("purple", "citizen", ())
    play = campaign(play, "yellow", ["steppe"])
    assert fight_of(play).allies == ["purple"]
    while play.asked[0] == "campaign.plan":
        play.answer(GO_ON)
    assert play.asked == ("campaign.defense-roll", "yellow")


def test_a_63_the_defenders_leave_not_the_chancellors() -> None:
    play = campaign(empire().seat("white", at=3).play(), "white", ["steppe"])
    assert play.answer("yes").asked == ("campaign.ally", "white")


def test_a_63_or_at_a_targeted_site_but_nowhere_else() -> None:
    table = empire().site("mountain", warbands={"purple": 1}).seat("red", warbands=1)
    play = campaign(table.play(), "purple", ["steppe", "mountain"])
    asked = [play.asked[1], play.answer("no").asked[1]]
    assert asked == ["yellow", "white"]
    alone = campaign(table.play(), "purple", ["steppe"])
    assert alone.asked[1] == "yellow" and alone.answer("no").asked[0] == "campaign.defense-roll"


def test_a_63_boards_count_only_with_the_pawn_near() -> None:
    """The Chancellor is an Ally at the Plains: the warbands there stay out of it, until the Plains are a target."""
    table = empire().seat("purple", warbands=5).site("plains", warbands={"purple": 1}).seat("yellow", at=0, warbands=2)
    far = campaign(table.play(), "yellow", ["steppe"])
    assert battle(far).defenders == 2
    near = campaign(table.play(), "yellow", ["steppe", "plains"])
    assert battle(near).defenders == 2 + 1 + 5 + 2


def test_a_63_an_allys_things_are_no_targets() -> None:
    table = empire().seat("purple", at=3).seat("yellow", relics=["map"])
    rows = why_not(table, "purple", ["steppe", "map"])
    assert rows == [Refusal("5.5.2", "purple does not have relic.map")]


def test_a_63_no_allies_of_exiles() -> None:
    table = war(5).seat("yellow", role="citizen", at=3).seat("purple", at=3)
    play = campaign(table.play(), "blue", ["pawn"])
    assert fight_of(play).allies == [] and play.asked[0] == "campaign.defense-roll"


def test_5_5_3_each_player_of_the_side_uses_plans_and_pays() -> None:
    """At Imperial sites and among one's own advisers; never another player's; each plan once for the whole side."""
    table = empire().seat("red", warbands=9).seat("purple", advisers=["village_constable"], favor=2)
    table = table.seat("yellow", advisers=["extra_provisions"], favor=2)
    table = table.site("deep_woods", warbands={"purple": 1}, cards=["longbows"])
    play = campaign(table.play(), "purple", ["steppe"]).answer("yes", "yes")
    assert play.asked == ("campaign.plan", "purple")
    assert {"denizen.village_constable", "denizen.longbows"} <= set(play.offered)
    assert "denizen.extra_provisions" not in play.offered
    play.answer("longbows", GO_ON)
    assert play.asked == ("campaign.plan", "yellow") and play.offered == [GO_ON, "denizen.extra_provisions"]
    play.answer("extra_provisions")
    assert (play.has("yellow", "favor"), play.has("purple", "favor"), pools(play)) == (1, 2, (8, 2))


@pytest.mark.parametrize(("reading", "again"), [("a", True), ("b", False)])
def test_a_142_who_has_passed_may_use_a_plan_after_an_allys(reading: str, again: bool) -> None:
    """5.5.3 names no order among the players of a side."""
    table = empire().reading("A-142", reading).seat("red", warbands=3)
    table = table.seat("purple", favor=1, advisers=["encirclement"]).seat("yellow", warbands=2, advisers=["longbows"])
    play = campaign(table.play(), "purple", ["steppe"]).answer("yes", "yes")
    assert play.asked == ("campaign.plan", "purple")
    assert play.answer(GO_ON).asked == ("campaign.plan", "yellow")
    play.answer("longbows")
    assert (play.asked == ("campaign.plan", "purple")) is again


# -- losses and homecoming (5.5.6, A-58, A-60) ---------------------------------------------------------------------


def beaten_empire(**boards: int) -> Script:
    """Red has beaten the Chancellor and the Ally Yellow at the Steppe; both stand there."""
    table = empire(steppe=boards.get("steppe", 2)).seat("red", warbands=9)
    table = table.seat("purple", at=3, warbands=boards.get("purple", 0))
    table = table.seat("yellow", warbands=boards.get("yellow", 0))
    play = campaign(table.play(), "purple", ["steppe"], 9).answer("yes", "yes")
    return roll(play, "0", "sssssssss")


def test_a_60_the_chancellor_picks_across_the_boards_of_allies() -> None:
    play = beaten_empire(steppe=2, purple=1, yellow=3)
    assert play.asked == ("campaign.losses", "purple") and play.pending.low == 3
    assert play.pending.caps == {"board.purple": 3, "board.yellow": 3}, "what is left at sites comes to the first"
    play.answer({"board.purple": 1, "board.yellow": 2})
    assert (play.has("purple", "warbands"), play.has("yellow", "warbands")) == (2, 1)
    assert play.at(STEPPE, "purple") == 0


def test_a_60_survivors_at_sites_go_to_the_chancellor_even_if_a_citizen_defends() -> None:
    table = empire(steppe=5).seat("red", warbands=9).seat("yellow", at=0)
    play = roll(campaign(table.play(), "yellow", ["steppe"]), "0", "sssssssss")
    assert (play.has("purple", "warbands"), play.has("yellow", "warbands")) == (3, 0)
    assert play.at("stock.purple", "purple") == 21


def test_a_60_those_on_citizens_boards_stay_there() -> None:
    play = beaten_empire(steppe=1, yellow=2)
    play.answer({"board.purple": 1})
    assert (play.has("purple", "warbands"), play.has("yellow", "warbands")) == (0, 2)


# -- Imperial against Imperial (5.5.1, A-62) ---------------------------------------------------------------------


def test_a_62_a_citizen_who_attacks_the_chancellor_is_not_imperial() -> None:
    """The purple warbands at the Steppe are the enemy's; those on the own board are the force, whatever their color."""
    table = empire("yellow").seat("yellow", warbands=4).seat("purple", warbands=1)
    play = table.play().answer("campaign")
    assert play.offered == ["purple", "red", "blue", "white"]
    play.answer("purple")
    assert (play.asked[0], play.pending.high) == ("campaign.dice", 4)
    play.answer(4)
    assert (battle(play).force, battle(play).defenders) == (4, 2)
    assert fight_of(play).allies == [], "the defender is the Chancellor, White is far away"


def test_a_62_nor_does_the_attacker_rule_imperial_sites() -> None:
    """The own site must be targeted, for the defender rules it; its plans serve the defender alone."""
    table = empire("yellow").seat("yellow", warbands=4).site("deep_woods", warbands={"purple": 1}, cards=["longbows"])
    table = table.seat("purple", relics=["map"])
    rows = why_not(table, "purple", ["deep_woods"])
    assert [row.because for row in rows][-1] == "purple rules site.steppe, so it must be a target"
    play = campaign(table.play(), "purple", ["steppe"])
    assert play.asked == ("campaign.plan", "purple") and "denizen.longbows" in play.offered


def test_a_62_the_attackers_losses_are_purple() -> None:
    table = empire("yellow").seat("yellow", warbands=4)
    play = roll(campaign(table.play(), "purple", ["steppe"], 1), "2", "h")
    assert play.asked[0] == "act", "five are needed, four are there"
    assert play.has("yellow", "warbands") == 2 and play.at("stock.purple", "purple") == 20


@pytest.mark.parametrize(("placed", "ruler"), [(0, "bandits"), (1, "purple")])
def test_a_61_a_citizens_warbands_leave_the_site_imperial_none_frees_it(placed: int, ruler: str) -> None:
    table = empire("yellow").seat("yellow", warbands=6)
    play = roll(campaign(table.play(), "purple", ["steppe"]), "0", "ssssss")
    assert play.asked == ("campaign.place", "yellow") and play.has("purple", "warbands") == 1
    play.answer({"steppe": placed})
    assert facts.rulers(play.game, 3) == (ruler,)
    assert play.at(STEPPE, "purple") == placed


def test_a_62_a_citizen_who_attacks_a_citizen() -> None:
    """The defender keeps the status, and the Chancellor joins; Yellow may attack White, who is at the Mountain."""
    table = empire("yellow").seat("yellow", warbands=4)
    play = campaign(table.play(), "white", ["steppe"])
    assert fight_of(play).allies == ["purple"] and battle(play).defenders == 2


def test_a_62_a_citizen_whom_the_chancellor_attacks() -> None:
    """No Allies, no Imperial sites, but the purple warbands on the own board; only where their pawn is."""
    table = empire("purple").seat("purple", at=3, warbands=5).seat("yellow", warbands=3, relics=["map"])
    table = table.site("deep_woods", warbands={"purple": 1}, cards=["longbows"]).seat("white", at=3)
    play = table.play().answer("campaign")
    assert play.offered == ["red", "blue", "yellow", "white"]
    play.answer("yellow")
    assert play.offered == ["relic.map", "pawn"]
    play.answer(["pawn"], 5)
    assert play.asked == ("campaign.plan", "purple"), "the Chancellor still rules the Deep Woods"
    play.answer(GO_ON)
    assert play.asked == ("campaign.defense-roll", "yellow"), "Yellow does not, and White cannot join"
    assert (battle(play).defenders, fight_of(play).allies) == (3, [])
    roll(play, "00", "sssss")
    assert (play.has("yellow", "warbands"), play.at("stock.purple", "purple")) == (2, 24 - 5 - 2 - 1 - 2)


def test_a_62_the_chancellor_cannot_name_a_citizen_who_is_elsewhere() -> None:
    table = empire("purple").seat("purple", at=3).seat("yellow", at=0)
    play = table.play().answer("campaign")
    assert play.refused["yellow"] == [Refusal("5.5.1", "yellow neither rules site.steppe nor is there")]


def test_a_62_no_shared_die_for_a_citizen_whom_the_chancellor_attacks() -> None:
    table = a_table(5).turn("purple").oath("supremacy").title("purple").seat("purple", at=3)
    table = table.seat("yellow", role="citizen", at=3).site("steppe", warbands={"purple": 1})
    assert pools(campaign(table.play(), "yellow", ["pawn"])) == (0, 2)


@pytest.mark.parametrize("turn", ["yellow", "purple"])
def test_a_62_the_status_comes_back(turn: str) -> None:
    """Afterwards Yellow rules the Imperial sites again, and is no enemy of the Empire."""
    table = empire(turn).seat("yellow", warbands=1).seat("purple", at=3, warbands=1)
    play = campaign(
        table.play(), "yellow" if turn == "purple" else "purple", ["pawn"] if turn == "purple" else ["steppe"]
    )
    assert facts.side_of(play.game, "yellow") == "yellow"
    roll(play, "2" * play.pending.high, "h")
    while play.asked[0] != "act":
        play.default()
    assert facts.side_of(play.game, "yellow") == "purple"
    assert facts.sites_ruled(play.game, "yellow") == [3]


# -- plans and powers of a side ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("plan", "left"), [("traveling_doctor", (4, 2)), ("shield_wall", (0, 0))])
def test_a_146_an_allys_plan_speaks_of_the_whole_force(plan: str, left: tuple[int, int]) -> None:
    """Yellow's card, and the warbands at the Steppe, which come home to the Chancellor."""
    table = empire(steppe=4).seat("red", warbands=9).seat("yellow", warbands=2, favor=1, advisers=[plan])
    play = campaign(table.play(), "purple", ["steppe"]).answer("yes", "yes", plan)
    roll(play, "0" * battle(play).defense, "s" * 9)
    assert (play.has("purple", "warbands"), play.has("yellow", "warbands")) == left


@pytest.mark.parametrize(("reading", "barred"), [("a", True), ("b", False)])
def test_a_147_what_the_chancellor_has_against_enemies_and_a_citizen_who_attacks(reading: str, barred: bool) -> None:
    """Tome Guardians of the Empire, Spell Breaker of the Chancellor."""
    table = empire("yellow").reading("A-147", reading).oath("people").seat("yellow", warbands=2, secrets=1)
    table = table.seat("yellow", advisers=["fire_talkers", "longbows"], favor=1).seat("purple", at=3)
    table = table.site("deep_woods", warbands={"purple": 1}, cards=["tome_guardians"])
    table = table.seat("purple", advisers=["spell_breaker"]).banner("darkest_secret", "purple")
    refusals = why_not(table, "purple", ["steppe", "darkest_secret"])
    assert [row.source for row in refusals] == (["denizen.tome_guardians"] if barred else [])
    play = campaign(table.play(), "purple", ["steppe"])
    assert refused(play, "fire_talkers") == ([("9.2", "denizen.spell_breaker")] if barred else [])


def test_a_147_what_that_citizen_has_against_enemies_holds_for_the_chancellor() -> None:
    """10.7 itself: every other player is an enemy of a Citizen who is not Imperial."""
    for reading in "ab":
        table = empire("purple").reading("A-147", reading).seat("yellow", advisers=["spell_breaker"])
        table = table.seat("purple", at=3, warbands=3, secrets=1, favor=2, advisers=["second_wind", "longbows"])
        play = campaign(table.play(), "yellow", ["pawn"])
        assert refused(play, "second_wind") == [("9.2", "denizen.spell_breaker")]


def test_5_5_7_3_warbands_that_have_died_meanwhile_belong_to_no_force() -> None:
    """What else lies there does not join it."""
    play = campaign(war().seat("red", warbands=5).seat("blue", warbands=3).play(), "blue", ["pawn"], 2)
    fight, do = fight_of(play), play.game.do
    do.move("red", 3, "board.red", "stock.red", ())
    do.move("blue", 2, "stock.blue", "board.blue", ())
    recount(play.game, fight)
    assert [sum(fight.places(side).values()) for side in SIDES] == [2, 3]
