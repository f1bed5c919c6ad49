"""``oathtools play`` open at a terminal while phones and other terminals go on with the same game."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from oathtools.saga import folder
from tests.support.phones import begun, entries, phones, serve, typed
from tests.terminals import CLEAR, Terminal, at_terminal

OVERTAKEN = "Somebody else has answered meanwhile, so nothing was done with this line."


@pytest.fixture
def saga(tmp_path: Path) -> Path:
    return begun(tmp_path)


@pytest.fixture
def terminal(saga: Path) -> Iterator[Terminal]:
    with at_terminal("play", environment={"OATHTOOLS_SAGA": str(saga), "COLUMNS": "100"}) as screen:
        yield screen


def answered(saga: Path) -> list[tuple[str | None, object]]:
    return [(entry.kind, entry.answer) for entry in entries(saga)[7:]]


def test_a_phone_answers_while_the_screen_waits_and_the_screen_says_so(saga: Path, terminal: Terminal) -> None:
    """The line that was typed to the question before is not taken for an answer to the next one."""
    assert "Ann, round 1" in terminal.until("> ")
    ann = phones(serve(saga), "Ann")["Ann"]
    ann.say("travel Mountain")
    assert ann.status == 200, "the journal is held only while something is written"
    shown = terminal.say("end")
    assert OVERTAKEN in " ".join(shown.split()) and "Ann travels to Mountain" in shown and "Ann's Act Phase" in shown
    assert answered(saga) == [("act", "travel"), ("travel.to", "site.mountain")]
    terminal.say("end")
    assert answered(saga)[-1] == ("act", "end")


def test_the_screen_answers_and_phones_are_told(saga: Path, terminal: Terminal) -> None:
    terminal.until("> ")
    table = phones(serve(saga), "Ann", "Bo")
    table["Ann"].get("/question")
    terminal.say("end")
    table["Bo"].get("/question")
    assert "You are asked" in table["Bo"].page
    fields = {name: table["Ann"].field(name) for name in ("mark", "n")}
    table["Ann"].post("/answer", {**fields, "words": "end"})
    assert table["Ann"].status == 409 and "answered meanwhile" in table["Ann"].page


def test_what_somebody_else_answered_is_not_taken_back_unseen(saga: Path, terminal: Terminal) -> None:
    terminal.until("> ")
    typed(saga, "answer", "travel", "Mountain")
    assert OVERTAKEN in " ".join(terminal.say("undo").split())
    assert len(answered(saga)) == 2
    assert "Ann travels to Mountain" in terminal.say("undo")
    assert entries(saga)[-1].undo_to == 7


def test_what_was_taken_back_meanwhile_is_asked_anew(saga: Path, terminal: Terminal) -> None:
    terminal.until("> ")
    terminal.say("travel Mountain")
    typed(saga, "undo")
    assert OVERTAKEN in " ".join(terminal.say("end").split())
    assert entries(saga)[-1].undo_to == 7
    terminal.say("end")
    assert entries(saga)[-1].answer == "end"


def test_an_answer_that_comes_just_before_the_line_is_written_is_first(saga: Path, terminal: Terminal) -> None:
    """The screen waits for whoever writes, and then finds that the game has gone on."""
    terminal.until("> ")
    with folder.going_on(saga) as running:
        typing = threading.Thread(target=lambda: shown.append(terminal.say("travel Plains")))
        shown: list[str] = []
        typing.start()
        typing.join(0.3)
        running.save([running.play.answer("end")])
    typing.join(20)
    assert OVERTAKEN in " ".join(shown[0].split()) and answered(saga) == [("act", "end")]


def test_where_somebody_writes_for_long_nothing_is_lost(saga: Path, terminal: Terminal) -> None:
    terminal.until("> ")
    with folder.going_on(saga):
        assert "Nothing was changed. Try again." in " ".join(terminal.say("end").split())
    terminal.say("end")
    assert answered(saga) == [("act", "end")]


def test_another_game_that_was_started_is_not_gone_on_with(saga: Path, terminal: Terminal) -> None:
    terminal.until("> ")
    typed(saga, "start", "--players", "Ann,Bo", "--anew")
    terminal.type("end\n")
    assert "another one was started" in terminal.end()[0]
    assert len(entries(saga)) == 7


def test_secrets_leave_the_screen_when_somebody_else_answers(tmp_path: Path) -> None:
    """9.4: what one player was shown is cleared before anything else is told."""
    saga = begun(tmp_path, "--seed", "5", answers=())
    with at_terminal("play", environment={"OATHTOOLS_SAGA": str(saga)}) as terminal:
        terminal.until("press Enter ")
        terminal.say("")
        typed(saga, "answer", "1")
        shown = terminal.say("1", "press Enter ", "> ")
        assert CLEAR in shown and OVERTAKEN in " ".join(shown.rpartition(CLEAR)[2].split())


def test_who_stands_in_goes_on_standing_in(tmp_path: Path) -> None:
    """A phone brings the game to a seat that a bot at the screen answers for: it answers with the next line."""
    saga = begun(tmp_path)
    with at_terminal("play", "--bots", "Bo=random", environment={"OATHTOOLS_SAGA": str(saga)}) as terminal:
        terminal.until("> ")
        phones(serve(saga), "Ann")["Ann"].say("end")
        shown = terminal.say("status")
        assert OVERTAKEN in " ".join(shown.split())
    after = entries(saga)[8:]
    assert after and after[0].who != "purple" and next(e for e in after if e.is_answer and not e.is_chance).who == "red"
