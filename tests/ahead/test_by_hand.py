"""Positions made by hand, their answers known before: who wins next, what is missing, what can be done (chapter 3)."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from oathtools.ahead.standing import Prospect, breakers, distance, next_winners
from oathtools.ahead.ways import ways
from oathtools.procedures.machine.game import Game
from tests.support.tables import Table, a_table, down, unknown

Won = tuple[str, str, str, str, int]
DISTRICT = "edifice.squalid_district"


def sites(table: Table, **many: int) -> Table:
    """So many sites from the top to each color, one warband each."""
    slot = 0
    for color, number in many.items():
        for _ in range(number):
            table.site(slot, warbands={color: 1})
            slot += 1
    return table


def won(prospect: Prospect) -> Won:
    claim, moment = prospect.claim, prospect.moment
    return claim.who, claim.how, claim.clause, moment.at, moment.round


def first(table: Table) -> Won:
    return won(next_winners(table.game())[0])


def nearest(game: Game, seat: str, how: str = "visionary") -> Prospect:
    return next(each for each in distance(game, seat) if each.claim.how == how)


def missing(prospect: Prospect) -> list[tuple[str, int]]:
    return [(part.what, part.missing) for part in prospect.missing]


def done(table: Table, effect: str, who: str) -> list[tuple[list[str], Fraction, Fraction]]:
    """The ways of the one whose turn it is to one end: the actions, the chance, that if others agree."""
    game = table.game()
    found = ways(game, game.state.turn).ways
    mine = [way for way in found if (way.effect, way.won.who) == (effect, who)]
    return [([each.action for each in way.actions], way.sure, way.likely) for way in mine]


# -- who wins next ---------------------------------------------------------------------------------------------------


def visionary(vision: str, **more: Any) -> Table:
    """Blue with a Vision revealed and three drawn, in Red's turn of round 2."""
    return a_table().visions(3).seat("blue", vision=vision, **more)


def prophecy(table: Table) -> Table:
    """Yellow has the False Prophet, and a warband on the Vision of Faith."""
    table.seat("yellow", advisers=["false_prophet"])
    table.do.move("yellow", 1, "stock.yellow", "vision.faith", ())
    return table


RED_3_1 = ("red", "usurper", "3.1", "wake")
BLUE_3_2 = ("blue", "visionary", "3.2", "wake")
NEXT: list[tuple[str, Table, Won]] = [
    ("3.1 the Usurper's next Wake", a_table().title("red", usurper=True).turn("purple"), (*RED_3_1, 2)),
    ("3.1 at the check itself", a_table().title("red", usurper=True).turn("red", "wake", "4.1.2"), (*RED_3_1, 2)),
    ("4.1.3 a title flips first: one Wake later", a_table().title("red").turn("purple"), (*RED_3_1, 3)),
    ("4.1.3 a title to be flipped now", a_table().title("red").turn("red", "wake", "4.1.3"), (*RED_3_1, 3)),
    ("3.1 in the own turn: the next round", a_table().title("red", usurper=True), (*RED_3_1, 3)),
    ("2.11, 4.1.3 a title won in the own turn", a_table().title("red"), (*RED_3_1, 4)),
    ("3.2 Rebellion", visionary("rebellion").banner("peoples_favor", "blue"), (*BLUE_3_2, 2)),
    ("3.2 Faith", visionary("faith").banner("darkest_secret", "blue"), (*BLUE_3_2, 2)),
    ("3.2 Sanctuary", visionary("sanctuary", relics=["map", "cracked_horn"]), (*BLUE_3_2, 2)),
    ("3.2 Conquest", sites(visionary("conquest").title("blue"), blue=2, purple=1), (*BLUE_3_2, 2)),
    ("A-04 bandits do not compete", sites(visionary("conquest").title("blue"), blue=1), (*BLUE_3_2, 2)),
    (
        "A-02 a tie where a table reads it so",
        visionary("sanctuary", relics=["map"]).reading("A-02", "a"),
        (*BLUE_3_2, 2),
    ),
    (
        "3.2 False Prophet: the Vision counts for its other holder",
        prophecy(visionary("faith").banner("darkest_secret", "yellow")),
        ("yellow", "visionary", "3.2", "wake", 2),
    ),
    ("3.3 the Chancellor's title", a_table(), ("purple", "stable_regime", "3.3", "round-end", 5)),
    ("3.3 at the end of round six", a_table().round(6), ("purple", "stable_regime", "3.3", "round-end", 6)),
    (
        "3.3 a Citizen's title",
        a_table().seat("blue", role="citizen").oath("people").banner("peoples_favor", "blue").title("blue").round(5),
        ("purple", "stable_regime", "3.3", "round-end", 5),
    ),
    (
        "3.3.1 supremacy: more relics and banners",
        a_table().seat("blue", role="citizen", relics=["map", "cracked_horn"]),
        ("blue", "successor", "3.3.1", "round-end", 5),
    ),
    (
        "3.3.1 the People: the Darkest Secret",
        a_table().oath("people").seat("blue", role="citizen").banner("darkest_secret", "blue"),
        ("blue", "successor", "3.3.1", "round-end", 5),
    ),
    (
        "3.3.1 Protection: the People's Favor",
        a_table().oath("protection").seat("blue", role="citizen").banner("peoples_favor", "blue"),
        ("blue", "successor", "3.3.1", "round-end", 5),
    ),
    (
        "3.3.1 Devotion: the Grand Scepter",
        a_table().oath("devotion").seat("blue", role="citizen", relics=["grand_scepter"]),
        ("blue", "successor", "3.3.1", "round-end", 5),
    ),
    (
        "3.3.1 as many relics are too few",
        a_table().seat("blue", role="citizen", relics=["map"]),
        ("purple", "stable_regime", "3.3", "round-end", 5),
    ),
    ("3.4.1", a_table().round(8), ("purple", "war_exhaustion", "3.4.1", "round-end", 8)),
    (
        "3.4.1 the Successor instead",
        a_table().round(8).seat("blue", role="citizen", relics=["map", "cracked_horn"]),
        ("blue", "successor", "3.4.1", "round-end", 8),
    ),
    (
        "3.4.2 after the own Wake",
        a_table().round(8).title("red", usurper=True),
        ("red", "war_exhaustion", "3.4.2", "round-end", 8),
    ),
    (
        "3.4.2, 4.1.3 it still flips this round",
        a_table().round(8).title("red").turn("purple"),
        ("red", "war_exhaustion", "3.4.2", "round-end", 8),
    ),
    (
        "3.4.4 a title that cannot flip any more",
        a_table().round(8).title("red"),
        ("purple", "war_exhaustion", "3.4.4", "round-end", 8),
    ),
    (
        "3.4.4 nobody has the title",
        a_table().round(8).title(None),
        ("purple", "war_exhaustion", "3.4.4", "round-end", 8),
    ),
    (
        "3.4.4 the Successor instead",
        a_table().round(8).title("red").seat("blue", role="citizen", relics=["map", "cracked_horn"]),
        ("blue", "successor", "3.4.4", "round-end", 8),
    ),
    (
        "3.4.3 a Vision met after its Wake",
        visionary("faith").round(8).title(None).turn("yellow").banner("darkest_secret", "blue"),
        ("blue", "war_exhaustion", "3.4.3", "round-end", 8),
    ),
    (
        "3.4.3 Rebellion before Sanctuary",
        visionary("rebellion")
        .seat("red", vision="sanctuary", relics=["map", "cracked_horn"])
        .banner("peoples_favor", "blue")
        .round(8)
        .title(None)
        .turn("yellow"),
        ("blue", "war_exhaustion", "3.4.3", "round-end", 8),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("table", "told"), [row[1:] for row in NEXT], ids=[row[0] for row in NEXT])
def test_3_who_wins_next(table: Table, told: Won) -> None:
    assert first(table) == told


# -- what is missing -------------------------------------------------------------------------------------------------

WANTS: list[tuple[str, Table, str, str, list[tuple[str, int]]]] = [
    (
        "3.2 two Visions drawn of three",
        visionary("faith").visions(2).banner("darkest_secret", "blue"),
        *("blue", "visionary", [("visions_drawn", 1)]),
    ),
    ("A-02 a tie is one too few", visionary("sanctuary", relics=["map"]), "blue", "visionary", [("goal", 1)]),
    (
        "3.2 Conquest: three more, two if taken from the one ahead",
        sites(visionary("conquest"), blue=1, purple=3),
        *("blue", "visionary", [("goal", 2)]),
    ),
    (
        "A-03 the Empire counts once for each of its players: one more, if it is one of theirs",
        sites(visionary("conquest").seat("yellow", role="citizen").reading("A-03", "b"), blue=3, purple=2),
        *("blue", "visionary", [("goal", 1)]),
    ),
    (
        "A-04 bandits compete where a table reads it so",
        sites(visionary("conquest").title("blue").reading("A-04", "a"), blue=4),
        *("blue", "visionary", [("goal", 1)]),
    ),
    (
        "6.1 a Vision that is not revealed",
        a_table().visions(3).seat("blue", advisers=[down("faith")]).banner("darkest_secret", "blue"),
        *("blue", "visionary", [("revealed", 1)]),
    ),
    (
        "2.11 the title and the Wake in which it flips",
        sites(a_table().round(8).turn("blue"), purple=2),
        *("red", "war_exhaustion", [("title", 2), ("usurper", 1)]),
    ),
    (
        "3.3.1 one relic short of the Successor",
        a_table().seat("blue", role="citizen", relics=["map"]),
        *("blue", "successor", [("successor", 1)]),
    ),
    (
        "3.3 an Exile has the title",
        a_table().title("red").site(0, warbands={"red": 1}),
        *("purple", "stable_regime", [("imperial_title", 1)]),
    ),
]


@pytest.mark.parametrize(("table", "seat", "how", "wants"), [row[1:] for row in WANTS], ids=[row[0] for row in WANTS])
def test_3_what_is_missing(table: Table, seat: str, how: str, wants: list[tuple[str, int]]) -> None:
    prospect = nearest(table.game(), seat, how)
    assert missing(prospect) == wants and not prospect.stands


def test_3_1_and_3_2_both_at_one_wake() -> None:
    game = visionary("faith").title("blue", usurper=True).banner("darkest_secret", "blue").game()
    stand = [won(each) for each in distance(game, "blue") if each.stands][:2]
    assert sorted(stand) == [("blue", "usurper", "3.1", "wake", 2), ("blue", "visionary", "3.2", "wake", 2)]


@pytest.mark.parametrize(("number", "chance"), [(5, Fraction(1, 6)), (6, Fraction(1, 3)), (7, Fraction(2, 3))])
def test_3_3_the_end_die(number: int, chance: Fraction) -> None:
    prospect = next_winners(a_table().round(number).game())[0]
    assert prospect.moment.round == number and prospect.chance == (chance, chance)


def test_a_135_squalid_district_sways_the_die() -> None:
    """Its ruler shifts the result by one: in round six only a 6 is sure, a 4 and a 5 are as its ruler wants."""
    game = a_table().round(6).site(0, cards=[DISTRICT], warbands={"purple": 1}).game()
    prospect = next_winners(game)[0]
    assert prospect.ends == ((6,), (4, 5), ("purple",))
    assert prospect.chance == (Fraction(1, 6), Fraction(1, 2))


def test_a_135_bandits_sway_nothing() -> None:
    prospect = next_winners(a_table().round(6).site(0, cards=[DISTRICT]).game())[0]
    assert prospect.ends == ((5, 6), (), ())


def test_2_11_who_is_nearest_to_taking_the_title() -> None:
    """A tied holder keeps it: Blue, who ties, wants one more; Yellow two, if one of them is Red's."""
    game = sites(a_table().title("red", usurper=True).turn("purple"), red=2, blue=2, yellow=0).game()
    near = breakers(game, next_winners(game)[0])
    assert [(each.who, each.what, each.short, each.turns) for each in near] == [
        ("purple", "title", 2, 1),
        ("blue", "title", 1, 0),
        ("yellow", "title", 2, 0),
    ]


def test_9_4_an_unknown_vision_may_be_any_that_is_left() -> None:
    """But not the Conspiracy, by which nobody wins (2.7), and none that lies open."""
    table = a_table().visions(3).seat("blue", advisers=[unknown("vision")]).seat("red", vision="faith")
    found = [each for each in distance(table.game(), "blue") if each.claim.how == "visionary"]
    assert {each.unless.face for each in found if each.unless} == {
        *("vision.conquest", "vision.rebellion", "vision.sanctuary"),
    }
    assert all(missing(each)[0] == ("revealed", 1) for each in found)


def test_7_6_5_the_bandit_crown_rules_where_bandits_are() -> None:
    """So its holder rules the most sites."""
    table = sites(visionary("conquest", relics=["bandit_crown"]).title("blue"), purple=3)
    assert first(table) == (*BLUE_3_2, 2)


def test_4_1_3_a_title_wants_two_turns() -> None:
    """Taken in the own turn it flips at the next Wake and wins at the one after; late in the game there are none."""
    early, late = a_table().game(), a_table().round(7).game()
    assert nearest(early, "red", "usurper").in_reach and nearest(early, "red", "usurper").moment.round == 4
    assert not nearest(late, "red", "usurper").in_reach


# -- what can be done ------------------------------------------------------------------------------------------------


def ends(several: Iterable[tuple[list[str], Fraction, Fraction]], action: str) -> list[tuple[Fraction, Fraction]]:
    return [(sure, likely) for actions, sure, likely in several if actions == [action]]


def rebels(**red: Any) -> Table:
    """Blue wins by Rebellion at the next check; it is Red's turn."""
    table = visionary("rebellion").seat("red", at="mountain", **red).pool("longbows", "keep", "elders")
    return table.banner("peoples_favor", "blue", 2)


def test_5_4_recover_breaks_a_rebellion() -> None:
    """Three favor onto the two that are there, and whatever Blue says."""
    assert ends(done(rebels(favor=3), "prevents", "blue"), "recover")[0] == (1, 1)
    assert ends(done(rebels(favor=2), "prevents", "blue"), "recover") == []


def test_2_5_the_mob_is_recovered_alike() -> None:
    """5.4: the side of the People's Favor is no hindrance, and changes nothing in who holds it."""
    table = rebels(favor=3).banner("peoples_favor", "blue", 2, mob=True)
    assert first(table) == (*BLUE_3_2, 2)
    assert ends(done(table, "prevents", "blue"), "recover")[0] == (1, 1)


def test_5_4_1_the_darkest_secret_wants_a_suit() -> None:
    """A-42: Blue stands where no card has a suit; then where one matches no adviser of Blue's."""
    table = visionary("faith", at="steppe").seat("red", at="mountain", secrets=2).pool("keep", "elders", "tents")
    table.banner("darkest_secret", "blue", 1)
    assert ends(done(table, "prevents", "blue"), "recover") == []
    table = visionary("faith", at="steppe").seat("red", at="mountain", secrets=2).pool("keep", "elders", "tents")
    table.banner("darkest_secret", "blue", 1).site("steppe", cards=["longbows"])
    assert ends(done(table, "prevents", "blue"), "recover")[0] == (1, 1)


def test_6_1_to_reveal_a_vision_makes_ones_own_win() -> None:
    table = a_table().visions(3).seat("red", advisers=[down("faith")]).banner("darkest_secret", "red")
    table.pool("longbows", "keep", "elders")
    assert ends(done(table, "makes", "red"), "play")[0] == (1, 1)


def test_5_1_4_4_the_conspiracy_takes_what_a_win_rests_on() -> None:
    """Two advisers that match one of Blue's, a secret, and the same site."""
    table = visionary("rebellion", at="mountain", advisers=["longbows"]).banner("peoples_favor", "blue", 6)
    table.seat("red", at="mountain", secrets=1, advisers=["curfew", "pressgangs", down("conspiracy")])
    table.pool("keep", "elders", "tents")
    assert ends(done(table, "prevents", "blue"), "play")[0] == (1, 1)


def conquest(warbands: int) -> Table:
    """Red rules one site, as many as the Empire, and stands where bandits rule; three Visions are drawn."""
    table = a_table().visions(3).seat("red", at="mountain", warbands=warbands, vision="conquest")
    table.pool("longbows", "keep", "elders")
    return table.site("plains", warbands={"red": 1}).site("steppe", warbands={"purple": 1}).title("purple")


def test_5_5_without_dice_nothing_is_left_to_luck() -> None:
    """5.5.2, 5.5.6: no die, no skull: two of four sacrificed beat the one bandit, and two are left to rule."""
    chances = ends(done(conquest(4), "makes", "red"), "campaign")
    assert chances[0] == (1, 1) and all(0 < sure <= 1 and sure == likely for sure, likely in chances)


def test_5_5_7_1_nobody_left_nobody_rules() -> None:
    """Both sacrificed would win and rule nothing: the chance is that of a victory with one left, not of a victory."""
    found = ways(conquest(2).game(), "red", deep=1).ways
    way = next(way for way in found if way.best is not None and way.best.targets == ("site.mountain",))
    assert (way.effect, way.won.who) == ("makes", "red") and way.best is not None
    assert 0 < way.sure < Fraction(*way.best.win)


def test_6_6_citizenship_is_others_to_take() -> None:
    """6.6.1: the Usurper who becomes a Citizen is none; it turns on Red's leave."""
    table = a_table().title("red", usurper=True).turn("purple").seat("purple", at="mountain").seat("red", at="mountain")
    table.site("plains", warbands={"red": 1}).pool("longbows", "keep", "elders")
    found = [each for each in done(table, "prevents", "red") if each[0] == ["offer"]]
    assert found and found[0][1:] == (0, 1)


def test_2_11_a_relic_taken_from_the_one_ahead_counts_twice() -> None:
    """Under Protection: one relic of Purple's two makes Red the Oathkeeper, so purple's Stable Regime is no more."""
    table = a_table().oath("protection").round(5).pool("longbows", "keep", "elders")
    table.seat("red", at="mountain", relics=["map"], warbands=6).seat("purple", at="mountain", relics=["cracked_horn"])
    assert ends(done(table, "prevents", "purple"), "campaign")


def test_4_2_nothing_is_found_in_the_turn_of_another() -> None:
    game = rebels(favor=3).game()
    found = ways(game, "yellow")
    assert (found.ways, found.answers, found.tables) == ((), 0, 0)


def test_two_actions_reach_farther_than_one() -> None:
    """Trade (5.3) for the favor that Recover wants, or muster and travel for a battle: a second action is tried."""
    table = rebels(favor=2, secrets=1, advisers=["longbows"]).site("mountain", cards=["wrestlers"])
    found = done(table, "prevents", "blue")
    assert not ends(found, "recover") and any(
        actions == ["trade", "recover"] and sure == 1 for actions, sure, _ in found
    )


def test_a_search_says_what_it_did_not_look_at() -> None:
    """With few answers to try nothing is claimed to be whole."""
    game = rebels(favor=3).site("mountain", cards=["wrestlers"]).game()
    few = ways(game, "red", answers=12)
    assert not few.first and few.untried and few.answers <= 12
    assert {"search", "travel"} < set(few.untried), "what nothing was left for is named, too"


# -- what brute force found ------------------------------------------------------------------------------------------


def test_5_5_7_1_a_defense_answers_as_is_worst_for_a_victory_that_leaves_somebody() -> None:
    """A site won without a warband to put there is nobody's: the plan that kills is worse than it is for a victory."""
    table = a_table(2).oath("supremacy").round(8).title("red").turn("purple").seat("red", at=2)
    table.seat("purple", at=0, supply=2, warbands=2).site(0, cards=["wrestlers"], warbands={"red": 1})
    table.site(1, warbands={"purple": 1}).site(2, warbands={"red": 1})
    with_wrestlers, without = Fraction(107, 243), Fraction(5305, 11664)
    assert ends(done(table, "makes", "purple"), "campaign")[0] == (with_wrestlers, without)
    assert ends(done(table, "prevents", "red"), "campaign")[0] == (with_wrestlers, without)


def test_5_5_3_nobody_has_to_use_a_plan() -> None:
    """A campaign that is lost if the defender uses a plan is still a threat, for a plan need not be used (7.5)."""
    table = a_table(2).oath("supremacy").round(7).title("purple").turn("red").seat("purple", at=1)
    table.seat("red", at=2, supply=2, warbands=1).site(0, warbands={"red": 1}).site(1, warbands={"purple": 1})
    table.site(2, cards=["wrestlers"], warbands={"purple": 1})
    assert done(table, "makes", "red") == [(["campaign"], Fraction(0), Fraction(1, 24))]
    asked = [way.asks for way in ways(table.game(), "red").ways if way.actions[0].action == "campaign"]
    assert set(asked) == {("purple",)}


def test_3_4_2_one_more_exile_who_wakes_before_it_does_not_put_off_a_win() -> None:
    """6.6.3: a Citizen who leaves the Empire has a Wake of their own again; the end of the last round stays the end."""
    table = a_table(3).oath("supremacy").round(7).title("red").turn("blue").seat("purple", at=1).seat("red", at=2)
    table.seat("blue", role="citizen", at=0, supply=2).site(0, warbands={"red": 1}).site(1, warbands={"purple": 1})
    table.site(2, warbands={"red": 1})
    assert not table.refusals("self-exile", seat="blue", who="blue")
    assert not done(table, "prevents", "red")
