"""The goals of Visions (3.2) under their own readings, with those of the title, of campaigns, and of the vow (8.1)."""

import pytest

from oathtools.ahead.standing import next_winners
from oathtools.ahead.ways import ways
from tests.readings.meeting import meets, read
from tests.readings.test_together import conquest
from tests.support.chronicles import VISION, over
from tests.support.passing import passed_on
from tests.support.tables import Script, a_table

EVERY = pytest.mark.parametrize
# Red has three sites and the Vision of Conquest, the Empire of two players two sites, bandits three.
MET = [("b", "a", "b", True), ("a", "a", "b", True), ("b", "b", "b", False), ("a", "b", "b", False)]
MET += [("b", "a", "a", False), ("a", "a", "a", True), ("b", "b", "a", False), ("a", "b", "a", False)]
EACH_VISION = EVERY(("a02", "a03", "a04", "met"), MET)
USURPER, VISIONARY = ["usurper", "3.1"], ["visionary", "3.2"]


def won(play: Script) -> list[list[str]]:
    """The ways in which Red has won; none if somebody else has, or nobody yet."""
    result = play.state.result or {}
    return result["ways"] if result.get("winner") == "red" else []


@meets("A-01", "A-02", "A-03")
@meets("A-01", "A-04")
@EACH_VISION
@EVERY("a01", ["a", "b"])
def test_3_1_3_2_two_ways_to_win_at_one_wake(a01: str, a02: str, a03: str, a04: str, met: bool) -> None:
    """Purple and Yellow tie for Protection above Red, the Usurper, who gives the title away or keeps it."""
    table = read(conquest(3, 2), a01=a01, a02=a02, a03=a03, a04=a04).oath("protection").title("red", usurper=True)
    table = table.seat("purple", relics=["map", "whistle"]).seat("yellow", relics=["horned_mask", "ivory_eye"])
    play = table.seat("red", relics=["cracked_horn"]).box("grand_scepter").turn("red", "wake").play()
    assert (play.asked == ("title.give", "red")) if a01 == "a" else True
    if a01 == "a":
        play.answer("purple")
    assert won(play) == [*([USURPER] if a01 == "b" else []), *([VISIONARY] if met else [])]


@meets("A-02", "A-03", "A-07")
@meets("A-04", "A-07")
@EACH_VISION
@EVERY("a07", ["a", "b", "c"])
def test_3_1_3_2_two_ways_to_win_and_a_goal_that_nobody_meets(
    a07: str, a02: str, a03: str, a04: str, met: bool
) -> None:
    """Nobody has the banner of Devotion, and Red is the Usurper: the title stays, goes back, or is set aside."""
    table = read(conquest(3, 2), a02=a02, a03=a03, a04=a04, a07=a07).oath("devotion").title("red", usurper=True)
    ways = won(table.turn("red", "wake").play())
    assert ways == [*([USURPER] if a07 == "a" else []), *([VISIONARY] if met else [])]


@meets("A-02", "A-03", "A-05", "A-07")
@meets("A-04", "A-05")
@EACH_VISION
@EVERY("a07", ["a", "b", "c"])
def test_3_2_who_wins_next_where_the_title_waits_for_a_wake(a07: str, a02: str, a03: str, a04: str, met: bool) -> None:
    """The same in Purple's turn, at a table that looks at the title in a Wake only (A-05): the next is Red's.

    Else the Chancellor wins in the end (3.4.1, or 3.4.4 without the title).
    """
    table = read(conquest(3, 2), a02=a02, a03=a03, a04=a04, a05="c", a07=a07).oath("devotion")
    game = table.title("red", usurper=True).round(8).turn("purple").game()
    first = next_winners(game)[0]
    told = first.who, first.claim.how, first.claim.clause
    if a07 == "a" or met:
        assert told == ("red", *(USURPER if a07 == "a" else VISIONARY))
    else:
        assert told == ("purple", "war_exhaustion", {"b": "3.4.1", "c": "3.4.4"}[a07])
    assert tuple(next(passed_on(game)))[:3] == told


@meets("A-02", "A-03", "A-05")
@meets("A-04", "A-05")
@EACH_VISION
@EVERY("a05", ["a", "b", "c"])
def test_3_4_the_end_of_the_last_round_before_the_title_was_looked_at(
    a05: str, a02: str, a03: str, a04: str, met: bool
) -> None:
    """The last turn: Yellow, the Usurper, has lost the banner of Devotion to Red, and no Wake follows (A-05 c).

    Else Red has the title on its first side, and Visions are asked for, then the Chancellor.
    """
    table = read(conquest(3, 2), a02=a02, a03=a03, a04=a04, a05=a05).oath("devotion").round(8).turn("yellow")
    game = table.title("yellow", usurper=True).banner("darkest_secret", "red").game()
    end = next(passed_on(game))
    if a05 == "c":
        first = next_winners(game)[0]
        assert (first.who, first.claim.clause, end.who, end.clause) == ("yellow", "3.4.2", "yellow", "3.4.2")
    else:
        assert (end.who, end.clause) == (("red", "3.4.3") if met else ("purple", "3.4.4"))


@meets("A-02", "A-03", "A-87")
@meets("A-04", "A-87")
@EACH_VISION
@EVERY("a87", ["a", "b"])
def test_8_1_the_oath_of_two_visions_one_of_them_met_or_not(a87: str, a02: str, a03: str, a04: str, met: bool) -> None:
    """Faith is met, and Conquest by False Prophet or not: the oath of either, or any but the present one (A-87)."""
    table = read(conquest(3, 2), a02=a02, a03=a03, a04=a04, a87=a87).oath("people").title(None)
    table = table.seat("red", advisers=["false_prophet"]).seat("yellow", vision="faith").banner("darkest_secret", "red")
    table.do.move("red", 1, "stock.red", "vision.faith", ())
    play = over(table, "red", VISION)
    if met:
        oaths = ["devotion", "supremacy"] if a87 == "a" else ["devotion", "protection", "supremacy"]
        assert play.asked[0] == "chronicle.oath"
        assert sorted(oath.removeprefix("oath.") for oath in play.offered) == oaths
    else:
        vowed = [event.facts["oath"] for event in play.events if event.kind == "vow"]
        assert vowed == ["devotion"], "the one Vision that is met"


@meets("A-02", "A-03", "A-104")
@EVERY("a02", ["a", "b"])
@EVERY("a03", ["a", "b"])
def test_3_2_a_campaign_that_makes_a_vision_and_its_chance(a02: str, a03: str) -> None:
    """Red has two sites, the Empire of two players three, Blue three: with one of the Empire's Red ties with Blue.

    The Empire has two then, or four; with two of its sites Red wins whatever is read. Vow of Union brings two warbands:
    one die, or three.
    """
    chances = []
    for a104 in "ab":
        table = read(a_table().oath("devotion").title(None).visions(3), a02=a02, a03=a03, a104=a104)
        table = table.seat("red", at=3, warbands=1, advisers=["vow_of_union"], vision="conquest", supply=2)
        table = table.seat("yellow", role="citizen")
        for slot, color in enumerate(("red", "red", "purple", "purple", "purple", "blue", "blue", "blue")):
            table.site(slot, warbands={color: 1})
        found = ways(table.game(), "red", deep=1).ways
        made = [way for way in found if (way.effect, way.won.who, way.won.claim.how) == ("makes", "red", "visionary")]
        best = max(made, key=lambda way: way.sure, default=None)
        chances.append(best.sure if best is not None else 0)
        if best is not None:
            assert len(best.actions[0].given["targets"]) == (1 if (a02, a03) == ("a", "a") else 2)
    assert chances[0] < chances[1] and (chances[0] > 0) is (a02 == "a"), "two warbands are left of one die never"
