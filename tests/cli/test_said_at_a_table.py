"""What is said at a table and once was refused, or answered with less than the table knows."""

from pathlib import Path

import pytest

from oathtools.procedures.actions.recover import repairs
from oathtools.procedures.machine.frame import Cost, Frame, Item
from oathtools.procedures.machine.request import Request
from oathtools.render.game.question import cost_text
from oathtools.render.names import Names
from oathtools.table.state import PEOPLES_FAVOR
from oathtools.table.views import View
from tests.cli.calls import Call, at_table
from tests.cli.test_scribe import TABLE
from tests.support.tables import Table


@pytest.fixture
def oath(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    return at_table(TABLE, tmp_path / "saga", capsys, monkeypatch, "--table")


@pytest.mark.parametrize("said", ["nobody tells", "and no one tells it", "Bo doesn't tell", "untold"])
def test_a_peek_that_nobody_tells_is_one_line(oath: Call, said: str) -> None:
    """6.3, 10.17: whoever looks need not tell."""
    shown = oath("answer", f"peek at the relic, {said}")
    assert shown.status == 0 and "Bo peeks at an unknown relic at Mountain. (6.3, 10.17)" in shown.joined


def test_a_drawn_card_is_kept_as_an_adviser(oath: Call) -> None:
    """5.1.4.2: faceup its face is asked for; which card *it* is, is plain."""
    oath("answer", "search world, drew 3")
    assert "Type its name" in oath("answer", "keep it as an adviser").joined
    assert oath("answer", "Rangers").status == 0


def test_undo_within_an_action_says_what_was_asked(oath: Call) -> None:
    oath("answer", "peek at the relic")
    assert "Bo says: peek at a facedown relic; nothing had happened by it yet." in oath("undo").joined


@pytest.mark.parametrize(
    "asked", ["why cant i campaign Ann", "can i campaign Ann?", "am i not allowed to campaign ann"]
)
def test_why_is_asked_as_people_ask(oath: Call, asked: str) -> None:
    """5.5.1: the same verdict as for the request alone."""
    plain = oath("why", "campaign", "Ann")
    said = oath("why", *asked.split())
    assert (said.status, said.out) == (plain.status, plain.out) and plain.status != 0


def test_a_question_is_no_request(oath: Call) -> None:
    assert oath("answer", "can i travel to the Mine").status != 0
    assert "Bo's Act Phase" in oath("status").joined


def test_search_marks_no_words_where_there_is_no_bold_type(oath: Call) -> None:
    assert "*" not in oath("search", "who loses warbands").out


def test_what_is_paid_alike_is_one_item(oath: Call) -> None:
    """An action's Supply and a house rule's on top."""
    spend = Item("spend", "supply", 1)
    names = Names(View(Table(2).built(), None))
    assert cost_text(Cost((spend, spend._replace(source="variant.toll"))), names) == "2 Supply"
    assert cost_text(Cost((spend, Item("give", "favor", 1, "board.purple"))), names) == "1 Supply, 1 favor to Purple"


def test_who_pays_too_much_for_a_banner_may_pay_less() -> None:
    """5.4.2: any number that exceeds its value; a toll besides may take what the table is short of."""
    game = Table(2).game()
    request = Request("recover", {"target": PEOPLES_FAVOR, "pay": "3"})
    told = [change.says for change in repairs(game, Frame("recover", "red", None, request.given), request)]
    assert "2 are paid" in told


def test_a_wrong_number_of_drawn_cards_blames_no_card(oath: Call) -> None:
    """5.1.2: each of the cards may well have been drawn; what is wrong is how many they are."""
    assert oath("answer", "search world").status == 0
    said = oath("answer", "Jinx, Tutor")
    assert said.status == 1 and "Jinx and Tutor cannot be what came here" in " ".join(said.err.split())
    assert "3 cards are drawn, unless a Vision stops" in " ".join(said.err.split())


def test_1_23_1_a_question_that_must_be_answered_is_not_passed(oath: Call) -> None:
    """``pass`` is no site; what the playbook prints is said by its name, or by ``default``."""
    assert oath("start", "--players", "Ann,Bo", "--table", "--anew").status == 0
    oath("answer", "3")
    oath("answer", "3")
    refused = oath("answer", "pass")
    assert refused.status == 1 and "'pass' is none of the answers here" in " ".join(refused.err.split())
    assert oath("answer", "default").status == 0


@pytest.mark.parametrize(
    "said",
    ["search the Mountain discard pile", "muster not Tents"],
)
def test_what_is_no_name_is_not_taken_for_one(oath: Call, said: str) -> None:
    before = oath("ask", "--json").data["n"]
    assert oath("answer", said).status == 1
    assert oath("ask", "--json").data["n"] == before


def test_a_vision_that_nobody_names_is_no_vision_of_faith(oath: Call) -> None:
    """5.1.2, 5.1.4: it is drawn by its back and discarded; which one it was is not told."""
    said = oath("answer", "search world, drew a Vision first; discards it")
    assert said.status == 0 and "Faith" not in said.out
    assert "draws a Vision." in said.out and "discards a Vision" in " ".join(said.out.split())


def test_the_menu_s_own_words_are_no_aside(oath: Call) -> None:
    """``ask`` alone shows the question again; ``ask for Imperial warbands`` is a request."""
    from tests.terminals import at_terminal

    with at_terminal("play") as terminal:
        terminal.until("> ")
        assert "Error: " in terminal.say("ask for Imperial warbands")
        assert "Error: " not in terminal.say("ask")
