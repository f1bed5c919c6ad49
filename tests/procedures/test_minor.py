"""Chapter 6, the minor actions that move and look: 6.1 in short, 6.3, 6.4, 6.5. Citizenship and powers stand apart."""

import pytest

from oathtools.procedures.machine import facts
from oathtools.table.state import PURPLE
from oathtools.table.views import View
from tests.support.tables import Lay, Script, Table, a_table, down, unknown

SCEPTER = "relic.grand_scepter"

# -- 6 -----------------------------------------------------------------------------------------------------------


def test_6_minor_actions_cost_no_supply() -> None:
    table = a_table().seat("red", at="mountain", supply=0, warbands=2, advisers=[down("tents")])
    table.site("mountain", relics=["map"], warbands={"red": 2}).seat("yellow", supply=0)
    assert table.play().offered == ["play", "peek", "move-warbands", "end"]
    play = table.play().answer("play", "tents", "adviser").answer("peek").answer("move-warbands", "site", "1")
    assert play.state.players["red"].supply == 0


def test_6_any_number_of_times_and_in_any_order() -> None:
    table = a_table().seat("red", at="mountain", warbands=2).site("mountain", relics=["map"], warbands={"red": 2})
    play = table.play().answer("peek", "move-warbands", "site", "1", "peek", "move-warbands", "board", "2", "peek")
    assert play.asked == ("act", "red")


# -- 6.3 ---------------------------------------------------------------------------------------------------------


def relics(at: str = "mountain", *here: Lay) -> Table:
    """Two relics at the Mountain, one at the Steppe that Red has seen."""
    table = a_table().seat("red", at=at).site("mountain", relics=here or ["map", "cup_of_plenty"])
    return table.site("steppe", relics=[down("whistle", ("red",))]).site("plains", relics=["ivory_eye"])


def sees(play: Script, card: str) -> list[str]:
    return [seat for seat in (*play.state.seats,) if View(play.state, seat).shows(card)]


def test_6_3_a_facedown_relic_at_ones_site() -> None:
    play = relics().play().answer("peek")
    assert play.asked == ("peek.what", "red") and play.offered == ["relic-2-1", "relic-2-2", "relic-4-1"]
    play.answer("relic-2-2")
    assert sees(play, "relic.cup_of_plenty") == ["red"] and sees(play, "relic.map") == []
    assert not View(play.state, None).shows("relic.cup_of_plenty")
    assert play.state.is_facedown("relic.cup_of_plenty") and play.cites()[:2] == ["6.3", "10.17"]


def test_6_3_nowhere_else() -> None:
    play = relics().play().answer("peek")
    because = "red is not at that site and has not seen that relic before"
    assert play.refuses("relic-1-1") == [("6.3", because)]


def test_a_102_what_one_has_seen_one_may_see_again_from_anywhere() -> None:
    play = relics("deep_woods").play().answer("peek")
    assert play.skipped == [("peek.what", "relic-4-1")] and sees(play, "relic.whistle") == ["red"]


def test_a_102_not_what_another_has_seen() -> None:
    table = a_table().seat("red", at="plains").site("steppe", relics=[down("whistle", ("blue",))])
    assert "peek" not in table.play().offered


def test_6_3_ruling_the_site_is_no_matter() -> None:
    table = relics().site("mountain", warbands={"blue": 2})
    assert "relic-2-1" in table.play().answer("peek").offered
    table = a_table().seat("red", at="plains").site("mountain", relics=["map"], warbands={"red": 2})
    assert table.refusals("peek", what="relic-2-1") != []


def test_6_3_an_unknown_relic_may_be_told_or_not() -> None:
    """9.4: what one saw need not be told."""
    table = a_table().seat("red", at="mountain").site("mountain", relics=[unknown("relic")])
    play = table.play().answer("peek")
    assert play.asked == ("look", "red") and play.pending.private and play.pending.default == "relic"
    untold = table.play().answer("peek").default()
    (card,) = untold.zone("relics.1")
    assert not untold.state.known(card) and untold.state.facedown[card] == ("red",)
    told = play.answer("map")
    assert told.zone("relics.1") == ["relic.map"] and sees(told, "relic.map") == ["red"]
    assert told.state.is_facedown("relic.map")


def test_6_3_a_face_that_cannot_be_is_refused() -> None:
    table = a_table().seat("red", at="mountain", relics=["cup_of_plenty"]).site("mountain", relics=[unknown("relic")])
    play = table.play().answer("peek")
    assert play.refuses("cup_of_plenty") == [("6.3", "relic.cup_of_plenty is already elsewhere: held.red")]


def test_6_3_told_later_it_is_the_same_card() -> None:
    """Seen once untold, then recovered: the face is told when the rules read it."""
    table = a_table().seat("red", at="mountain", favor=2).site("mountain", relics=[unknown("relic")])
    play = table.play().answer("peek").default().answer("recover", "relic-1", "map")
    assert play.zone("held.red") == ["relic.map"]


# -- 6.4 ---------------------------------------------------------------------------------------------------------


def scepter(holder: str = "red", **red: object) -> Table:
    table = a_table().seat(holder, relics=[SCEPTER]).reliquary(down("map"), None, unknown("relic"), down("whistle"))
    return table.seat("red", **red) if holder == "red" else table


@pytest.mark.parametrize("holder", ["red", PURPLE])
def test_6_4_the_holder_of_the_scepter_peeks_into_the_reliquary(holder: str) -> None:
    play = scepter(holder).turn(holder).play().answer("peek")
    assert play.offered == ["reliquary-1", "reliquary-3", "reliquary-4"]
    play.answer("reliquary-4")
    assert sees(play, "relic.whistle") == [holder] and play.cites()[1:] == ["6.4", "10.17"]


def test_6_4_nobody_else() -> None:
    table = scepter(PURPLE)
    assert table.refusals("peek", what="reliquary-1") == [("6.4", f"red does not hold {SCEPTER}", "law")]


def test_a_102_for_the_reliquary_the_scepter_is_needed_each_time() -> None:
    table = a_table().reliquary(down("map", ("red",)), unknown("relic"), unknown("relic"), unknown("relic"))
    assert [clause for clause, _, _ in table.refusals("peek", what="reliquary-1")] == ["6.4"]


def test_6_4_not_in_the_turn_in_which_the_scepter_was_taken() -> None:
    """Its card; a Scepter that was given is ready at once (FAQ Grand Scepter)."""
    table = scepter()
    table.state.taken.append(SCEPTER)
    assert table.refusals("peek", what="reliquary-1") == [("7.1", f"{SCEPTER} was taken this turn", SCEPTER)]
    assert scepter().refusals("peek", what="reliquary-1") == []


def test_a_102_setup_fills_the_reliquary_unseen() -> None:
    assert all(scepter().built().facedown[card] == () for card in ("relic.map", "relic.whistle"))


# -- 6.5 to and from the site ------------------------------------------------------------------------------------


def army(at_site: int, on_board: int, *, color: str = "red", **red: object) -> Table:
    table = a_table().seat("red", at="mountain", warbands=on_board, **red)
    return table.site("mountain", warbands={color: at_site} if at_site else None)


def test_6_5_from_the_site_all_but_the_last_one() -> None:
    play = army(4, 0).play().answer("move-warbands")
    assert play.skipped == [("move-warbands.to", "board")] and play.offered == ["1", "2", "3"]
    play.answer("3")
    assert (play.at("slot.1", "red"), play.has("red", "warbands")) == (1, 3) and play.cites()[0] == "6.5"


@pytest.mark.parametrize("there", [0, 1])
def test_6_5_never_the_last_one(there: int) -> None:
    because = f"red has no warband at site.mountain{' but the last one' if there else ''}"
    assert army(there, 1).refusals("move-warbands", to="board", number="1") == [("6.5", because, "law")]


def test_6_5_to_the_site_any_number_if_one_rules_it() -> None:
    play = army(1, 3).play().answer("move-warbands")
    assert play.skipped == [("move-warbands.to", "site")] and play.offered == ["1", "2", "3"]
    play.answer("2")
    assert (play.at("slot.1", "red"), play.has("red", "warbands")) == (3, 1)


@pytest.mark.parametrize("ruler", [None, "blue", PURPLE])
def test_6_5_not_to_a_site_that_one_does_not_rule(ruler: str | None) -> None:
    table = army(1 if ruler else 0, 2, color=ruler or "red")
    assert table.refusals("move-warbands", to="site", number="1") == [("6.5", "red does not rule site.mountain", "law")]


def test_6_5_not_to_it_without_warbands() -> None:
    assert army(2, 0).refusals("move-warbands", to="site", number="1") == [
        ("6.5", "no warbands are on the board of red", "law")
    ]


def test_6_5_only_at_ones_own_site() -> None:
    table = army(3, 0).seat("red", at="plains")
    assert "move-warbands" not in table.play().offered


def test_6_5_the_chancellor_needs_no_leave() -> None:
    table = a_table().turn(PURPLE).seat(PURPLE, at="mountain").site("mountain", warbands={PURPLE: 3})
    play = table.play().answer("move-warbands", "2")
    assert play.has(PURPLE, "warbands") == 2 and play.asked == ("act", PURPLE)


# -- 6.5 Imperial players ----------------------------------------------------------------------------------------


def citizen(at_site: int, on_board: int) -> Table:
    return army(at_site, on_board, color=PURPLE, role="citizen")


def test_a_77_a_citizen_needs_leave_to_pick_up() -> None:
    play = citizen(3, 0).play().answer("move-warbands", "2")
    assert play.asked == ("warbands.leave", PURPLE) and play.pending.default == "no"
    play.answer("yes")
    assert (play.at("slot.1", PURPLE), play.at("board.red", PURPLE)) == (1, 2)


def test_a_77_without_leave_nothing_moves() -> None:
    play = citizen(3, 0).play().answer("move-warbands", "2", "no")
    assert (play.at("slot.1", PURPLE), play.at("board.red", PURPLE)) == (3, 0)
    assert [event.kind for event in play.events][-1] == "declined" and play.asked == ("act", "red")


def test_a_77_dropping_needs_no_leave() -> None:
    play = citizen(1, 2).play().answer("move-warbands", "2")
    assert play.at("slot.1", PURPLE) == 3 and play.asked == ("act", "red")


def test_a_77_never_the_last_one_either() -> None:
    assert citizen(1, 0).refusals("move-warbands", to="board", number="1") != []


def sharing(red: int, blue: int, *, at: str = "mountain", role: str = "citizen") -> Table:
    """Red and Blue, Citizens, with purple warbands."""
    table = a_table().seat("red", at="mountain", role="citizen", warbands=red)
    return table.seat("blue", at=at, role=role, warbands=blue)


def test_6_5_giving_with_the_others_leave() -> None:
    play = sharing(3, 0).play().answer("give-warbands")
    assert play.skipped == [("give-warbands.other", "blue")] and play.offered == ["1", "2", "3"]
    play.answer("2")
    assert play.asked == ("warbands.share", "blue")
    play.answer("yes")
    assert (play.at("board.red", PURPLE), play.at("board.blue", PURPLE)) == (1, 2)


def test_6_5_taking_with_the_others_leave() -> None:
    play = sharing(0, 3).play().answer("take-warbands", "3", "yes")
    assert (play.at("board.red", PURPLE), play.at("board.blue", PURPLE)) == (3, 0)
    play = sharing(0, 3).play().answer("take-warbands", "3", "no")
    assert (play.at("board.red", PURPLE), play.at("board.blue", PURPLE)) == (0, 3)


def test_6_5_with_the_chancellor_too() -> None:
    table = sharing(2, 0, at="plains").seat(PURPLE, at="mountain")
    play = table.play().answer("give-warbands", "1")
    assert play.asked == ("warbands.share", PURPLE)


def test_6_5_only_between_imperial_players_at_one_site() -> None:
    assert "give-warbands" not in sharing(2, 0, at="plains").play().offered
    table = sharing(2, 3, role="exile")
    assert table.refusals("give-warbands", other="blue", number="1") == [("6.5", "blue is no Imperial player", "law")]
    table = a_table().seat("red", warbands=2).seat("blue", role="citizen", warbands=1)
    assert ("6.5", "red is no Imperial player", "law") in table.refusals("take-warbands", other="blue", number="1")


def test_6_5_none_to_give() -> None:
    assert sharing(0, 3).refusals("give-warbands", other="blue", number="1") == [
        ("6.5", "no Imperial warbands are on the board of red", "law")
    ]


def test_6_5_supremacy_is_looked_at_again() -> None:
    """2.11: with the Bandit Crown even the last warband may leave (7.6.5), and the site stays ruled."""
    table = army(1, 0, relics=["bandit_crown"])
    play = table.play().answer("move-warbands")
    assert play.at("slot.1", "red") == 0 and play.has("red", "warbands") == 1
    assert facts.rules_site(play.game, "red", 1) and play.state.oathkeeper == "red"


def test_6_5_replays() -> None:
    play = citizen(3, 0).play().answer("move-warbands", "2", "yes")
    assert play.replayed() == play.state
