"""Answers files: lines for questions, lines for a kind of question, skipped questions, what is left over."""

from pathlib import Path

import pytest

from oathtools.answerers.bot import ScriptError, follow, read_file, read_script
from oathtools.cli.shared.gaming import labels_for
from oathtools.engine.decision import NotOffered
from oathtools.journal import Play, game_at
from oathtools.table.position.form import to_position
from tests.support.tables import a_table


def trader() -> Play:
    """Red's Act Phase at the Mountain, with two cards to muster from and to trade with."""
    table = a_table().seat("red", at="mountain", favor=3, secrets=2).seat("purple", supply=2)
    return game_at(to_position(table.site("mountain", cards=["longbows", "elders"], warbands={"red": 2}).built()))


def run(play: Play, *lines: str) -> list[tuple[str, object]]:
    return [(entry.kind, entry.answer) for entry in follow(play, read_script("\n".join(lines)), labels_for(play))]


def test_lines_comments_and_kinds() -> None:
    text = "# a game\ntravel Mountain   # by the pass\n\nsetup.pawn: Plains\nact: end\n"
    text += "campaign Bo --target site:Plains\nlook: -\n"
    assert [(line.number, line.kind, line.words) for line in read_script(text)] == [
        (2, None, "travel Mountain"),
        (4, "setup.pawn", "Plains"),
        (5, "act", "end"),
        (6, None, "campaign Bo --target site:Plains"),
        (7, "look", "-"),
    ]


def test_a_card_by_its_handle_is_no_comment() -> None:
    assert read_script("play card#3 adviser")[0].words == "play card#3 adviser"


def test_lines_are_answers_in_turn() -> None:
    play = trader()
    assert run(play, "muster Elders", "trade Longbows --for favor") == [
        ("act", "muster"),
        ("muster.card", "denizen.elders"),
        ("act", "trade"),
        ("trade.for", "favor"),
    ]


def test_a_line_for_a_kind_waits_for_its_question() -> None:
    play = trader()
    answers = run(play, "trade.for: secrets", "act: trade", "trade.card: Elders")
    assert answers == [("act", "trade"), ("trade.card", "denizen.elders"), ("trade.for", "secrets")]


@pytest.mark.parametrize("line", ["trade.card: Longbows", "trade.card: denizen.longbows", "Longbows"])
def test_a_line_whose_question_was_skipped_with_that_answer_counts_as_used(line: str) -> None:
    """Elders hold a favor after the Muster: Longbows are the only card left to trade with."""
    play = trader()
    assert run(play, "muster Elders", "trade", line, "favor")[-1] == ("trade.for", "favor")
    assert play.state.count("denizen.longbows", "secret") == 1


def test_a_line_whose_question_was_skipped_with_another_answer_is_left_over() -> None:
    with pytest.raises(ScriptError, match=r"no line answers act; line 3 is left, for trade\.card"):
        run(trader(), "muster Elders", "trade", "trade.card: Elders", "trade.for: favor")


def test_a_question_without_a_line_is_named() -> None:
    with pytest.raises(ScriptError, match=r"no line answers muster\.card") as none:
        run(trader(), "muster", "trade.for: favor")
    assert none.value.decision is not None and none.value.decision.kind == "muster.card"


def test_a_line_that_was_never_used_is_named() -> None:
    with pytest.raises(ScriptError, match=r"no line answers act; line 2 is left, for wake\.site") as left:
        run(trader(), "muster Elders", "wake.site: none")
    assert left.value.line is not None and left.value.line.number == 2


def test_words_that_are_nothing_name_their_line_and_the_way_out() -> None:
    with pytest.raises(ScriptError, match="line 2: 'xyzzy' is none of the answers") as none:
        run(trader(), "muster Elders", "travel xyzzy")
    assert none.value.hint is not None and "Plains" in none.value.hint


def test_a_refused_answer_names_its_line() -> None:
    with pytest.raises(NotOffered) as no:
        run(trader(), "travel Mountain")
    assert no.value.__notes__ == ["line 1: travel Mountain"]


def test_a_line_that_says_too_little() -> None:
    with pytest.raises(ScriptError, match=r"line 1: campaign\.targets stands between"):
        run(attacker(), "campaign Blue --dice 1")


def attacker() -> Play:
    """Red's Act Phase at the Mountain, which Blue rules and stands at with a relic."""
    table = a_table(3).seat("red", at="mountain", warbands=3).seat("blue", at="mountain", relics=["whistle"])
    return game_at(to_position(table.seat("purple", supply=2).site("mountain", warbands={"blue": 1}).built()))


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "answers.txt"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ScriptError, match="not a text in UTF-8"):
        read_file(path)
    path.write_bytes(b"\xef\xbb\xbfend\n")
    assert read_file(path)[0].words == "end"
