"""2.11 The Oathkeeper title under the four oaths, with its ties."""

import pytest

from oathtools.procedures.machine import title
from oathtools.procedures.machine.game import Game
from tests.battles import campaign, roll, war
from tests.support.tables import Script, Table, a_table


def rule(table: Table, **sites: int) -> Table:
    """Each color rules so many sites, laid out from the top."""
    slot = 0
    for color, count in sites.items():
        for _ in range(count):
            table.site(slot, warbands={color: 1})
            slot += 1
    return table


def settled(table: Table) -> Script:
    """The title is checked as soon as a step has ended: here 4.1.3 of the Chancellor's Wake, which does nothing."""
    return table.turn("purple", "wake", "4.1.3").play()


def holder(table: Table) -> tuple[str | None, bool]:
    play = settled(table)
    return play.state.oathkeeper, play.state.usurper


# -- the four goals ----------------------------------------------------------------------------------------------


def test_supremacy_rules_the_most_sites() -> None:
    assert holder(rule(a_table(), red=3, purple=2, blue=1)) == ("red", False)


def test_supremacy_counts_faceup_sites_with_warbands_only() -> None:
    """A-04: bandits rule more sites than anybody, and are no player."""
    assert holder(rule(a_table(), red=1)) == ("red", False)


def test_supremacy_the_empire_counts_once() -> None:
    """A-08: Citizens have no tally of their own; the Chancellor stands for all Imperial players."""
    table = rule(a_table().seat("blue", role="citizen"), purple=3, red=2)
    assert title.contenders(table.game(), "supremacy") == ["purple", "red", "yellow"]
    assert title.tally(table.game(), "supremacy", "blue") == 3
    assert holder(table.title("red")) == ("purple", False)


def test_supremacy_the_chancellor_loses_it_to_an_exile_with_more() -> None:
    assert holder(rule(a_table().seat("blue", role="citizen"), purple=2, red=3)) == ("red", False)


@pytest.mark.parametrize(("oath", "banner"), [("people", "peoples_favor"), ("devotion", "darkest_secret")])
def test_banner_oaths_the_one_who_holds_it(oath: str, banner: str) -> None:
    assert holder(a_table().oath(oath).banner(banner, "blue", 3)) == ("blue", False)
    other = "darkest_secret" if banner == "peoples_favor" else "peoples_favor"
    assert holder(a_table().oath(oath).banner(other, "blue", 3)) == ("purple", False)


def test_protection_counts_relics_and_banners_together() -> None:
    table = a_table().oath("protection").seat("red", relics=["map"]).banner("darkest_secret", "red")
    assert holder(table) == ("red", False)


def test_protection_does_not_count_the_reliquary_or_other_players() -> None:
    """2.3: the four relics of the Reliquary are nobody's; Imperial totals are not added up (A-08)."""
    table = a_table().oath("protection").seat("red", relics=["map", "whistle"])
    table.seat("blue", role="citizen", relics=["horned_mask"])
    assert holder(table) == ("red", False)


@pytest.mark.parametrize("oath", ["people", "devotion", "protection"])
def test_a_citizen_may_be_oathkeeper_but_not_of_supremacy(oath: str) -> None:
    """A-08."""
    table = a_table().oath(oath).seat("blue", role="citizen", relics=["map", "whistle"])
    table.banner("peoples_favor", "blue").banner("darkest_secret", "blue")
    assert holder(table) == ("blue", False)


# -- ties --------------------------------------------------------------------------------------------------------


def test_a_tied_holder_keeps_it() -> None:
    """A-01: catching up is not enough."""
    assert holder(rule(a_table().title("purple"), purple=2, red=2)) == ("purple", False)
    assert holder(rule(a_table().title("red", usurper=True), purple=2, red=2)) == ("red", True)


def test_a_holder_who_is_not_among_the_tied_picks_one_of_them() -> None:
    play = settled(rule(a_table().title("purple"), red=2, blue=2, yellow=1))
    assert play.asked == ("title.give", "purple") and play.pending.cites == ("2.11",)
    assert play.offered == ["red", "blue"]
    assert play.refuses("yellow") and play.refuses("purple")
    play.answer("blue")
    assert (play.state.oathkeeper, play.cites()[0]) == ("blue", "2.11")


def test_a_losing_exile_picks_too() -> None:
    play = settled(rule(a_table().title("yellow", usurper=True), red=2, purple=2))
    assert play.asked == ("title.give", "yellow") and play.offered == ["purple", "red"]
    play.answer("purple")
    assert (play.state.oathkeeper, play.state.usurper) == ("purple", False)


def test_protection_ties() -> None:
    table = a_table().oath("protection").title("yellow").seat("red", relics=["map"])
    play = settled(table)
    assert play.offered == ["purple", "red"], "the Grand Scepter is a relic"


@pytest.mark.parametrize("oath", ["supremacy", "people", "devotion"])
def test_nobody_meets_the_goal(oath: str) -> None:
    """A-07: the title stays where it is, on the side it shows."""
    assert holder(a_table().oath(oath)) == ("purple", False)
    assert holder(a_table().oath(oath).title("red", usurper=True)) == ("red", True)


def test_nobody_meets_protection() -> None:
    """A-07: zero each is a tie that includes the holder."""
    table = a_table().oath("protection").title("red", usurper=True).box("grand_scepter")
    assert title.leaders(table.game(), "protection") == []
    assert holder(table) == ("red", True)


def test_taking_it_turns_it_to_the_oathkeeper_side() -> None:
    """A-06: whoever takes the title takes it on that side."""
    assert holder(rule(a_table().title("red", usurper=True), blue=2, red=1)) == ("blue", False)


def test_the_sites_of_an_empire_without_a_warband_are_nobodys() -> None:
    play = settled(rule(a_table().title("purple"), red=1))
    assert play.state.oathkeeper == "red"


# -- when it is checked ------------------------------------------------------------------------------------------


def test_checked_after_the_step_that_changes_it() -> None:
    """A-05: a relic won from the Deep Woods gives the Oath of Protection away before the turn goes on."""
    table = a_table().oath("protection").seat("red", at="deep_woods", relics=["whistle"], supply=2)
    table.map("deep_woods", "mountain", "the_tribunal", "steppe", "ancient_city", "standing_stones", "river", "plains")
    table.site("deep_woods", relics=["map"]).visions(0).deck("wolves", rest=False)
    play = table.play()
    assert play.state.oathkeeper == "purple"
    play.answer("search").answer("deep_woods")
    assert [event.kind for event in play.events].count("title") == 1
    assert (play.state.oathkeeper, play.zone("held.red")) == ("red", ["relic.whistle", "relic.map"])


def overtaken(reading: str) -> Script:
    """Supremacy: Blue, the Usurper, rules two sites, Red one. Red wins both of Blue's."""
    table = war().oath("supremacy").title("blue", usurper=True).reading("A-05", reading)
    for site, color in (("steppe", "blue"), ("standing_stones", "blue"), ("mountain", "red")):
        table.site(site, warbands={color: 1})
    play = campaign(table.seat("red", warbands=9).play(), "blue", ["steppe", "standing_stones"], 9)
    return roll(play, "0000", "s" * 9)


@pytest.mark.parametrize(
    ("reading", "during", "after"),
    [("a", "red", "red"), ("b", "blue", "red"), ("c", "blue", "blue")],
)
def test_a_5_the_moments_as_the_table_reads_them(reading: str, during: str, after: str) -> None:
    """After each step of the Campaign; only once it is over; only in a Wake Phase, that of the next player."""
    play = overtaken(reading)
    assert play.asked[0] == "campaign.place" and play.state.oathkeeper == during
    play.answer({"site.steppe": 2, "site.standing_stones": 2})
    assert play.asked[0] == "act" and play.state.oathkeeper == after
    assert play.answer("end").state.oathkeeper == "red", "Blue's Wake Phase is over"


def test_not_asked_again_while_nothing_changes() -> None:
    play = settled(rule(a_table().title("purple"), red=2, blue=2)).answer("red")
    assert play.asked[0] == "act"
    play.answer("end")
    assert play.state.oathkeeper == "red" and "2.11" not in play.cites()


# -- as a table may read it otherwise ----------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "after"), [("a", "red"), ("b", "purple")])
def test_a_1_a_tie_above_the_holder(reading: str, after: str) -> None:
    """Red and Blue rule two sites each, the holder one: both meet the goal, or only a sole leader would."""
    play = settled(rule(a_table().title("purple").reading("A-01", reading), red=2, blue=2, purple=1))
    if reading == "a":
        play.answer("red")
    assert play.state.oathkeeper == after


@pytest.mark.parametrize("reading", ["b", "c"])
def test_a_1_b_with_a_7_a_tied_holder_keeps_the_title(reading: str) -> None:
    """2.11: A-07 speaks of a goal that nobody can meet, not of a tie, though a tie meets nothing by A-01 b."""
    table = rule(a_table().title("blue").reading("A-01", "b").reading("A-07", reading), red=2, blue=2)
    assert settled(table).state.oathkeeper == "blue"


@pytest.mark.parametrize(("reading", "wins"), [("a", True), ("b", False)])
def test_a_3_the_sites_of_citizens_in_a_conquest(reading: str, wins: bool) -> None:
    """Red rules three sites, the Empire of two players two: once two, or twice two."""
    table = rule(a_table().reading("A-03", reading), red=3, purple=2).seat("blue", role="citizen")
    assert title.fulfils_vision(table.game(), "supremacy", "red") is wins


@pytest.mark.parametrize(("reading", "leads"), [("b", ["red"]), ("a", [])])
def test_a_4_whether_bandits_compete(reading: str, leads: list[str]) -> None:
    """Red rules two sites, the bandits six."""
    game = rule(a_table().reading("A-04", reading), red=2).game()
    assert title.leaders(game, "supremacy") == leads
    assert title.fulfils_vision(game, "supremacy", "red") is bool(leads)


@pytest.mark.parametrize(("sole", "want"), [("a", 1), ("b", 2)])
def test_a_4_a_with_nobody_else_near_the_bandits_are_what_it_takes(sole: str, want: int) -> None:
    """One site of bandits, none of anybody: as many are enough, or more than theirs where a table reads A-01 so."""
    table = a_table().oath("supremacy").title("purple").reading("A-04", "a").reading("A-01", sole)
    state = table.built()
    for slot in range(1, 8):
        state.facedown[state.zone("map")[slot]] = ()
    goal = title.title_goal(Game(state, table._registry, table._readings), "red")
    assert (goal.have, goal.want, [each.who for each in goal.against]) == (0, want, ["bandits"])


@pytest.mark.parametrize(("reading", "after"), [("a", "red"), ("b", "purple"), ("c", None)])
def test_a_7_where_nobody_meets_the_goal(reading: str, after: str | None) -> None:
    """The banner lies in the shared bank."""
    assert settled(a_table().oath("people").title("red").reading("A-07", reading)).state.oathkeeper == after


def test_how_far_the_title_is_can_be_told_at_a_table_without_a_chancellor() -> None:
    """A table that let the Chancellor accept an Offer of their own (6.6.1): the Empire's sites count."""
    table = a_table().oath("supremacy").title("purple").site("plains", warbands={"purple": 1})
    game = table.game()
    game.state.players["purple"].role = "citizen"
    assert title.title_goal(game, "purple").have == title.tally(game, "supremacy", "purple")


# -- a table that was only stated: it is looked at before the first action --------------------------------------------


@pytest.mark.parametrize(("phase", "step"), [("wake", ""), ("wake", "4.1.2"), ("act", ""), ("rest", "4.3.1")])
@pytest.mark.parametrize("reading", ["a", "b", "c"])
def test_2_11_a_stated_table_has_the_title_where_it_is_due(reading: str, phase: str, step: str) -> None:
    """A-05: before anything is done, unless it waits for a Wake; so the Usurper of before wins nothing (4.1.2)."""
    table = rule(a_table().title("red", usurper=True).reading("A-05", reading), blue=2, red=1)
    play = table.turn("red", phase, step).play()
    waits = reading == "c" and phase == "act"
    assert play.state.oathkeeper == ("red" if waits else "blue")
    assert not play.over


@pytest.mark.parametrize("reading", ["a", "b"])
def test_2_11_a_holder_of_a_stated_table_picks_among_the_tied_first(reading: str) -> None:
    """It is asked before the action, at its boundary: the action is not part of it."""
    play = rule(a_table().title("purple").reading("A-05", reading), red=2, blue=2, purple=1).play()
    assert play.asked == ("title.give", "purple") and play.offered == ["red", "blue"]
    assert play.driver.questions_here == 1
    assert play.answer("blue").asked == ("act", "red") and play.driver.questions_here == 1
    assert play.state.oathkeeper == "blue"


@pytest.mark.parametrize("reading", ["a", "b"])
def test_10_2_what_answers_the_title_follows_it_at_once(reading: str) -> None:
    """A-05 b, as a: Chaos Cult has its favor before the next action, not at the end of that."""
    table = a_table().oath("people").title("blue").banner("peoples_favor", "blue", 1).seat("red", favor=4, at=3)
    table = table.seat("yellow", advisers=["chaos_cult"]).site("steppe", cards=["elders"]).reading("A-05", reading)
    play = table.play().answer("recover")
    while play.asked[0].startswith("recover"):
        play.answer(play.offered[0])
    assert play.asked[0] == "act" and play.state.oathkeeper == "red" and play.has("yellow", "favor") == 1
