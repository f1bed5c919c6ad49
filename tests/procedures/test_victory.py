"""Chapter 3: the four ways to win, each with the cases that look like a win and are none."""

import pytest

from oathtools.procedures.machine import facts, title
from oathtools.procedures.machine.game import Game
from oathtools.procedures.victory import check as victory
from oathtools.procedures.victory import claims
from oathtools.procedures.victory.check import Verdict
from oathtools.procedures.victory.claims import WAKE, Moment
from oathtools.table.state import CITIZEN
from tests.support.tables import Script, Table, a_table

VISION_OF = {"conquest": "supremacy", "rebellion": "people", "sanctuary": "protection", "faith": "devotion"}


def meet_it(game: Game) -> list[str]:
    """The Citizens who meet the Successor goal (3.3.1)."""
    return [seat for seat in facts.players(game, (CITIZEN,)) if title.successor_goal(game, seat).met]


def wake(table: Table, seat: str = "red") -> Script:
    return table.turn(seat, "wake").play()


def result(play: Script) -> tuple[str, str, str]:
    assert play.over and play.state.result is not None
    return play.state.result["winner"], play.state.result["how"], play.state.result["clause"]


def clauses(verdict: Verdict) -> list[str]:
    return [reason.clause for reason in verdict.reasons]


# -- 3.1 Usurper -------------------------------------------------------------------------------------------------


def test_3_1_the_usurper_wins_in_the_wake_phase() -> None:
    play = wake(a_table().title("red", usurper=True))
    assert result(play) == ("red", "usurper", "3.1")
    assert play.cites()[:2] == ["4.1.2", "3.1"]


def test_3_1_the_oathkeeper_side_does_not_win_and_flips_afterwards() -> None:
    """A-12: the check comes before the flip, so a win takes two Wakes."""
    play = wake(a_table().title("red"))
    assert not play.over and play.state.usurper
    assert "4.1.3" in play.cites()


def test_3_1_only_in_the_own_wake_phase() -> None:
    assert not wake(a_table().title("red", usurper=True), "blue").over
    assert not a_table().title("red", usurper=True).turn("red").play().over


@pytest.mark.parametrize("role", ["chancellor", "citizen"])
def test_4_1_2_imperial_players_do_not_check(role: str) -> None:
    seat = "purple" if role == "chancellor" else "red"
    table = a_table().seat(seat, role=role).oath("people").banner("peoples_favor", "blue").title("blue")
    verdict = victory.at_wake(table.game(), seat)
    assert (verdict.winner, clauses(verdict)) == (None, ["4.1.2"])


def test_3_1_an_instant_without_the_title_resets_the_clock() -> None:
    """A-06."""
    table = a_table().title("red", usurper=True).site(0, warbands={"blue": 1}).turn("purple", "wake", "4.1.4")
    play = table.play()
    assert (play.state.oathkeeper, play.state.usurper) == ("blue", False)


# -- 3.2 Visionary -----------------------------------------------------------------------------------------------


def visionary(vision: str, drawn: int = 3) -> Table:
    """Red meets the goal of a Vision that it has revealed; the title is out of the way."""
    oath = "people" if vision != "rebellion" else "devotion"
    table = a_table().oath(oath).visions(drawn).seat("red", vision=vision)
    if vision == "conquest":
        table.site(0, warbands={"red": 1}).site(1, warbands={"red": 1}).site(2, warbands={"purple": 1})
    elif vision == "sanctuary":
        table.seat("red", relics=["map"]).banner("darkest_secret", "red")
    else:
        table.banner("peoples_favor" if vision == "rebellion" else "darkest_secret", "red")
    return table


@pytest.mark.parametrize("vision", VISION_OF)
def test_3_2_a_revealed_vision_wins(vision: str) -> None:
    assert result(wake(visionary(vision))) == ("red", "visionary", "3.2")


@pytest.mark.parametrize("vision", VISION_OF)
@pytest.mark.parametrize("drawn", [0, 2])
def test_3_2_fewer_than_three_visions_drawn(vision: str, drawn: int) -> None:
    table = visionary(vision, drawn)
    assert not wake(table).over
    reasons = victory.at_wake(table.game(), "red").reasons
    assert f"{drawn} of the 3 Visions needed have been drawn" in reasons[-1].because


@pytest.mark.parametrize("vision", VISION_OF)
def test_3_2_the_goal_is_not_met(vision: str) -> None:
    table = a_table().visions(5).seat("red", vision=vision)
    if vision == "conquest":
        table.site(0, warbands={"red": 1}).site(1, warbands={"purple": 2}).site(2, warbands={"purple": 1})
    elif vision == "sanctuary":
        table.seat("red", relics=["map"]).seat("blue", relics=["whistle", "horned_mask"])
    else:
        table.banner("peoples_favor" if vision == "rebellion" else "darkest_secret", "blue")
    assert not wake(table).over
    assert victory.at_wake(table.game(), "red").reasons[-1].because.endswith("but its goal is not met")


def tied(vision: str) -> Table:
    table = a_table().oath("people").visions(3).seat("red", vision=vision)
    if vision == "conquest":
        return table.site(0, warbands={"red": 1}).site(1, warbands={"purple": 1})
    return table.seat("red", relics=["map"])


@pytest.mark.parametrize("vision", ["conquest", "sanctuary"])
def test_3_2_a_tie_for_most_is_not_enough(vision: str) -> None:
    """A-02: the verdict says that it took this reading; a table may take the other one."""
    table = tied(vision)
    assert not wake(table).over
    assert "A-02" in victory.at_wake(table.game(), "red").reasons[-1].because
    assert result(wake(tied(vision).reading("A-02", "a"))) == ("red", "visionary", "3.2")
    both = tied(vision).reading("A-02", "a").reading("A-01", "b")
    assert result(wake(both)) == ("red", "visionary", "3.2"), "A-01 is about the title"


@pytest.mark.parametrize("vision", ["conquest", "sanctuary"])
def test_3_2_nothing_is_not_the_most(vision: str) -> None:
    table = a_table().oath("people").visions(3).seat("red", vision=vision).box("grand_scepter")
    assert not wake(table.reading("A-02", "a")).over


def test_3_2_conquest_compares_with_the_empire_once() -> None:
    """A-03: three Imperial players with the same two sites are one rival with two."""
    table = a_table().visions(3).seat("red", vision="conquest").seat("blue", role="citizen")
    for slot, color in enumerate(("purple", "purple", "red", "red", "red")):
        table.site(slot, warbands={color: 1})
    table.oath("people")
    assert result(wake(table)) == ("red", "visionary", "3.2")


def test_3_2_sanctuary_compares_with_every_other_player() -> None:
    table = a_table().oath("people").visions(3).seat("red", vision="sanctuary", relics=["map", "whistle"])
    table.seat("blue", role="citizen", relics=["horned_mask", "ivory_eye"])
    assert not wake(table).over


def test_both_at_once_are_one_win_in_two_ways() -> None:
    """A-12."""
    table = visionary("faith").title("red", usurper=True)
    play = wake(table)
    assert result(play) == ("red", "usurper", "3.1")
    assert play.state.result is not None and play.state.result["ways"] == [["usurper", "3.1"], ["visionary", "3.2"]]


def test_a_facedown_vision_is_no_vision() -> None:
    table = a_table().visions(3).oath("devotion").banner("peoples_favor", "red")
    table.seat("red", advisers=["vision.rebellion"])
    table.state.facedown["vision.rebellion"] = ("red",)
    assert not wake(table).over


def test_3_2_what_a_table_let_pass_onto_the_space_of_a_vision_is_none() -> None:
    table = a_table().visions(3).oath("devotion").banner("peoples_favor", "red")
    play = wake(table)
    play.game.do.put("denizen.convoys", "vision.red", ())
    assert facts.revealed_visions(play.game, "red") == ()
    assert not [claim for claim in claims.at(play.game, Moment(WAKE, "red", 1)) if claim.card]


def test_3_2_nor_is_it_one_for_the_warband_of_a_false_prophet() -> None:
    """A table let it pass; what stands on it is revealed for nobody."""
    play = wake(a_table().visions(3).oath("devotion").seat("red", advisers=["false_prophet"]))
    play.game.do.put("denizen.convoys", "vision.blue", ())
    play.game.do.move("red", 1, "stock.red", "denizen.convoys", ())
    assert facts.revealed_visions(play.game, "red") == ()
    assert not [claim for claim in claims.at(play.game, Moment(WAKE, "red", 1)) if claim.card]


# -- 3.3 Stable Regime -------------------------------------------------------------------------------------------


def round_end(number: int, table: Table | None = None) -> Script:
    return (table or a_table()).round(number).turn("yellow", "round-end").play()


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_3_3_no_die_before_the_fifth_round(number: int) -> None:
    play = round_end(number)
    assert play.asked[0] == "act" and play.state.round == number + 1
    assert (play.state.turn, play.cites()) == ("purple", ["4"])


ENDS = {5: {6}, 6: {5, 6}, 7: {3, 4, 5, 6}}


@pytest.mark.parametrize("number", ENDS)
@pytest.mark.parametrize("die", range(1, 7))
def test_3_3_the_die_ends_the_game(number: int, die: int) -> None:
    play = round_end(number)
    assert play.asked == ("end.die", "purple") and play.pending.cites == ("3.3",)
    play.answer([str(die)])
    if die in ENDS[number]:
        assert result(play) == ("purple", "stable_regime", "3.3")
        assert play.state.round == number, "the check comes before the marker moves (A-13)"
    else:
        assert not play.over and play.state.round == number + 1


def test_3_3_refusals_of_the_die() -> None:
    play = round_end(5)
    for wrong in ("6", ["7"], ["1", "2"], [], [6]):
        assert [clause for clause, _ in play.refuses(wrong)] == ["3.3"]


@pytest.mark.parametrize("number", [5, 6, 7])
@pytest.mark.parametrize("usurper", [False, True])
def test_3_3_no_die_while_an_exile_has_the_title(number: int, usurper: bool) -> None:
    """A-13: either side of the title stops the roll."""
    play = round_end(number, a_table().title("red", usurper=usurper))
    assert play.asked[0] == "act" and play.state.round == number + 1


def test_3_3_a_citizen_with_the_title_has_the_chancellor_win() -> None:
    """A-13: rolled, but the Oathkeeper Citizen wins only as a Successor."""
    table = a_table().oath("people").seat("blue", role="citizen").banner("peoples_favor", "blue").title("blue")
    assert result(round_end(7, table).answer(["6"])) == ("purple", "stable_regime", "3.3")


def test_3_3_who_is_due_is_told_before_the_roll() -> None:
    verdict = victory.at_round_end(a_table().round(6).game())
    assert (verdict.winner, verdict.needs_roll) == (None, (5, 6))
    verdict = victory.at_round_end(a_table().round(6).game(), 5)
    assert (verdict.winner, verdict.needs_roll, verdict.how) == ("purple", None, "stable_regime")


# -- 3.3.1 Successor ---------------------------------------------------------------------------------------------


def heirs(table: Table) -> list[str]:
    return meet_it(table.game())


def citizens(oath: str) -> Table:
    return a_table(5).oath(oath).seat("red", role="citizen").seat("blue", role="citizen")


def test_3_3_1_supremacy_more_relics_and_banners_than_each() -> None:
    """A-15: strictly more than the Chancellor and than every other Citizen, one by one."""
    assert heirs(citizens("supremacy").seat("red", relics=["map", "whistle"])) == ["red"]
    assert heirs(citizens("supremacy").seat("red", relics=["map"]).banner("darkest_secret", "red")) == ["red"]
    assert heirs(citizens("supremacy").seat("red", relics=["map"])) == [], "the Chancellor has the Scepter"
    tie = citizens("supremacy").seat("red", relics=["map", "whistle"]).seat("blue", relics=["ivory_eye", "horned_mask"])
    assert heirs(tie) == []


def test_3_3_1_whom_nobody_of_the_empire_is_beside_is_compared_with_none() -> None:
    """The Chancellor cannot be exiled (6.8), but a table may let it pass."""
    table = a_table(3).oath("supremacy").seat("red", role="citizen")
    play = table.play()
    play.game.do.set_role("purple", "exile", ())
    assert title.successor_goal(play.game, "red").met and meet_it(play.game) == ["red"]


def test_3_3_1_exiles_do_not_count() -> None:
    table = citizens("supremacy").seat("red", relics=["map", "whistle"])
    table.seat("yellow", relics=["horned_mask", "ivory_eye", "brass_horse"])
    assert heirs(table) == ["red"]


@pytest.mark.parametrize(("oath", "banner"), [("people", "darkest_secret"), ("protection", "peoples_favor")])
def test_3_3_1_a_banner(oath: str, banner: str) -> None:
    assert heirs(citizens(oath).banner(banner, "blue")) == ["blue"]
    assert heirs(citizens(oath).banner(banner, "yellow")) == []
    assert heirs(citizens(oath).banner(banner, "purple")) == []
    assert heirs(citizens(oath).banner(banner, None)) == []


def test_3_3_1_devotion_the_grand_scepter() -> None:
    assert heirs(citizens("devotion").seat("red", relics=["grand_scepter"])) == ["red"]
    assert heirs(citizens("devotion")) == []
    assert heirs(citizens("devotion").seat("yellow", relics=["grand_scepter"])) == []


@pytest.mark.parametrize(("number", "clause"), [(7, "3.3.1"), (8, "3.4.1")])
def test_3_3_1_the_successor_wins_instead(number: int, clause: str) -> None:
    table = citizens("people").banner("peoples_favor", "purple").banner("darkest_secret", "red")
    play = round_end(number, table)
    if number == 7:
        play.answer(["3"])
    assert result(play) == ("red", "successor", clause)


# -- 3.4 War Exhaustion ------------------------------------------------------------------------------------------


def test_3_4_1_an_imperial_oathkeeper() -> None:
    assert result(round_end(8)) == ("purple", "war_exhaustion", "3.4.1")


def test_3_4_1_a_citizen_oathkeeper() -> None:
    table = citizens("people").banner("peoples_favor", "red").title("red")
    assert result(round_end(8, table)) == ("purple", "war_exhaustion", "3.4.1")


def test_3_4_1_the_reason_names_who_has_the_title() -> None:
    """An Exile who has it is named; only without any Oathkeeper it is nobody."""

    def told(holder: str | None) -> str:
        verdict = victory.at_round_end(a_table().round(8).title(holder).game())
        return next(reason.because for reason in verdict.reasons if reason.clause == "3.4.1")

    assert told("red").startswith("red has the title")
    assert told(None).startswith("nobody has the title")


def test_3_4_1_comes_before_a_vision() -> None:
    assert result(round_end(8, visionary("faith"))) == ("purple", "war_exhaustion", "3.4.1")


def test_3_4_2_the_usurper() -> None:
    assert result(round_end(8, a_table().title("red", usurper=True))) == ("red", "war_exhaustion", "3.4.2")


def test_3_4_2_comes_before_a_vision() -> None:
    table = visionary("faith").title("blue", usurper=True)
    assert result(round_end(8, table)) == ("blue", "war_exhaustion", "3.4.2")


def test_3_4_2_not_on_the_oathkeeper_side() -> None:
    """A-14: the Chancellor wins, even without the title."""
    play = round_end(8, a_table().title("red"))
    assert result(play) == ("purple", "war_exhaustion", "3.4.4")
    verdict = victory.at_round_end(a_table().round(8).title("red").game())
    assert clauses(verdict) == ["3.4", "3.4.1", "3.4.2", "3.4.3", "3.4.4"]


@pytest.mark.parametrize("vision", VISION_OF)
def test_3_4_3_a_vision(vision: str) -> None:
    assert result(round_end(8, visionary(vision).title("blue"))) == ("red", "war_exhaustion", "3.4.3")


def test_3_4_3_needs_three_visions_and_no_tie() -> None:
    assert result(round_end(8, visionary("faith", drawn=2).title("blue"))) == ("purple", "war_exhaustion", "3.4.4")
    assert result(round_end(8, tied("conquest").title("blue")))[2] == "3.4.4"


def test_3_4_3_ties_by_the_order_of_the_visions() -> None:
    everybody = a_table(6).title("black").visions(3).oath("people")
    everybody.seat("yellow", vision="conquest").site(0, warbands={"yellow": 1})
    everybody.seat("white", vision="rebellion").banner("peoples_favor", "white")
    everybody.seat("blue", vision="sanctuary", relics=["map", "whistle", "horned_mask"])
    everybody.seat("red", vision="faith").banner("darkest_secret", "red")
    order = []
    for vision in ("conquest", "rebellion", "sanctuary", "faith"):
        verdict = victory.at_round_end(everybody.round(8).game())
        order.append(verdict.winner)
        assert verdict.clause == "3.4.3"
        everybody.do.put(f"vision.{vision}", "box", ())
    assert order == ["yellow", "white", "blue", "red"]


def test_3_4_4_the_chancellor_or_a_successor() -> None:
    table = citizens("people").banner("darkest_secret", "red").title("yellow")
    assert result(round_end(8, table)) == ("red", "successor", "3.4.4")


def test_3_4_no_roll_at_the_end_of_the_eighth_round() -> None:
    assert round_end(8).over


def test_the_last_turn_of_a_round_ends_it() -> None:
    """4: once each player has had a turn."""
    play = a_table().round(5).turn("yellow", "rest").play()
    assert play.asked[0] == "end.die"
    play = a_table().round(5).turn("blue", "rest").play()
    assert (play.asked, play.state.round) == (("act", "yellow"), 5)


def test_what_is_missing_for_a_claim_are_the_parts_that_are_not_met() -> None:
    """3.1: who holds the title on its first side lacks one part, and no other."""
    moment = claims.Moment(claims.WAKE, "red", 2)
    claim = claims.usurper(a_table().title("red").turn("red", "wake").game(), "red", moment)
    assert [part.what for part in claim.missing] == [claims.SIDE] and not claim.stands
    assert [part.what for part in claim.parts if part.met] == [claims.TITLE]
