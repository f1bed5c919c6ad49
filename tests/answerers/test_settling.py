"""1.20, 1.23: setup in the sentences of a table, and in those of the log."""

import pytest

from oathtools.answerers.adjusting import DRAW, PAWN, setup_clauses
from oathtools.answerers.matching import Elsewhere, Misread
from oathtools.answerers.speaker import Speaker
from oathtools.cli.shared.gaming import labels_for
from oathtools.engine.decision import NotOffered
from oathtools.journal import Play, new_game
from oathtools.procedures.machine.world import first_game_world, seats_for
from oathtools.render.game.log import lines
from oathtools.render.names import Names
from oathtools.table.views import View
from tests.support.random_games import answerer, header

DRAWS = ("Ann draws 3", "Bo draws Tents, Wolves and Rangers", "Cy drew 3")


def at_the_pawns() -> Play:
    """The Chancellor's pawn stands (1.23.1), Bo is to place one: of Bo's cards the table knows the names."""
    world = first_game_world()
    play = new_game(seats_for([(name, None, False) for name in ("Ann", "Bo", "Cy")], world.citizens), world)
    for line in DRAWS:
        say(play, line)
    return play


def say(play: Play, line: str) -> list[tuple[str, object]]:
    return [(entry.kind, entry.answer) for entry in Speaker(play, labels_for(play)).say(line)]


def test_1_20_draws_are_told_in_a_sentence() -> None:
    play = at_the_pawns()
    told = [entry.answer for entry in play.entries]
    assert told == [["denizen"] * 3, ["denizen.tents", "denizen.wolves", "denizen.rangers"], ["denizen"] * 3]
    assert play.pending is not None and (play.pending.kind, play.pending.who) == ("setup.pawn", "red")


@pytest.mark.parametrize(
    "line",
    [
        "Bo starts at Plains and keeps Wolves",
        "Bo begins in the Plains; he keeps Wolves",
        "starts at Plains, keeps Wolves as an adviser",
        "Bo puts his pawn on Plains then keeps wolves",
        "Bo sets up at Plains, keeps Wolves",
        "red places the pawn at Plains and keeps 2",
    ],
)
def test_1_23_a_pawn_and_an_adviser_in_one_line(line: str) -> None:
    play = at_the_pawns()
    assert say(play, line) == [("setup.pawn", "site.plains"), ("setup.adviser", "denizen.wolves")]
    assert [entry.line for entry in play.entries[-2:]] == [None, 1]


def test_1_23_2_a_card_of_which_only_the_back_is_told() -> None:
    play = at_the_pawns()
    line = "Bo places the pawn at Plains, keeps a denizen as a facedown adviser and discards 2 denizens to the pile."
    assert [answer for _, answer in say(play, line)][:2] == ["site.plains", "untold.denizen"]


def test_1_23_3_discards_in_an_order_that_is_told() -> None:
    play = at_the_pawns()
    said = say(play, "Bo starts at Plains, keeps Wolves and discards Rangers, Tents")
    assert said[2] == ("setup.order", ["denizen.rangers", "denizen.tents"])


@pytest.mark.parametrize("words", ["them both", "both", "the others", "2 denizens", "the rest to the pile"])
def test_1_23_3_discards_without_their_names(words: str) -> None:
    play = at_the_pawns()
    assert say(play, f"Bo starts at Plains, keeps Wolves and discards {words}")[2][0] == "setup.order"


def test_1_23_1_no_pawn_starts_where_the_site_lies_facedown() -> None:
    play = at_the_pawns()
    with pytest.raises(NotOffered) as refused:
        say(play, "Bo starts at Provinces 2 and keeps Wolves")
    assert [row.clause for row in refused.value.refusals] == ["1.23.1"]


def test_what_nobody_drew_by_name_is_kept_without_a_question() -> None:
    play = at_the_pawns()
    say(play, "Bo starts at Plains and keeps Wolves and discards the others")
    assert say(play, "Cy starts in Mountain and she keeps one") == [("setup.pawn", "site.mountain")]
    play = at_the_pawns()
    say(play, "Bo starts at Plains and keeps Wolves and discards the others")
    with pytest.raises(Misread, match="nobody said that it was drawn"):
        say(play, "Cy starts in Mountain and keeps Tutor")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Cy starts at Plains", "Cy is not the one who is asked"),
        ("Zed starts at Plains", "Zed is no player here"),
        ("Bo keeps Wolves", "'Wolves' is no answer to it"),
        ("Bo draws 3", "'3' is no answer to it"),
    ],
)
def test_what_is_asked_of_others_or_later_is_refused(line: str, why: str) -> None:
    play = at_the_pawns()
    with pytest.raises(Elsewhere, match=why):
        say(play, line)
    assert len(play.entries) == len(DRAWS)


def test_other_lines_are_none_of_it() -> None:
    for line in ("Plains", "2", "Longbows, Elders, ?", "at Plains", "Bo starts", "muster Longbows and keep one"):
        assert setup_clauses(line) == []


@pytest.mark.parametrize("number", range(12))
def test_the_log_of_a_setup_can_be_typed_as_it_stands(number: int) -> None:
    """In any world: what is printed of a draw, of a pawn and of the card kept is understood where it was asked."""
    play, choose = Play(header(number)), answerer(number)
    typed = set()
    while play.pending is not None and play.state.phase == "setup":
        before = play.head
        entry = play.answer(choose(play.pending), checked=True)
        for line in lines(play, Names(View(play.state, None)), before):
            asked = DRAW if " draws " in str(line) else PAWN if " places the pawn " in str(line) else ""
            if line.n == entry.n and asked == entry.kind:
                again = play.as_it_was(before)
                done = Speaker(again, labels_for(again)).say(str(line))
                backs = [play.state.back(card) for card in entry.answer] if asked == DRAW else entry.answer
                assert done[0].kind == asked and done[0].answer in (entry.answer, backs, [])
                typed.add(asked)
    assert PAWN in typed
