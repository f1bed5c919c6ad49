"""Taking back says what it takes back, in the words of the log, and what would be lost, before anything is."""

from pathlib import Path

import pytest

from oathtools.journal.file import read
from oathtools.saga import folder
from tests.cli.calls import Call, at_table
from tests.terminals import at_terminal

TABLE = """\
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, pawn: Plains}
  - {name: Bo, color: red, pawn: Mountain, supply: 7, favor: 3, advisers: [Elders, {card: Messenger, facedown: true}]}
sites: [Plains, Buried Giant, {site: Mountain, cards: [Tents, Wolves]}, Steppe, Mine]
"""


@pytest.fixture
def saga(tmp_path: Path) -> Path:
    return tmp_path / "saga"


@pytest.fixture
def oath(saga: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """A told game in Bo's Act Phase."""
    return at_table(TABLE, saga, capsys, monkeypatch, "--table")


def test_undo_tells_what_it_takes_back_and_which_turn_it_is_then(oath: Call) -> None:
    oath("answer", "travel Steppe")
    oath("answer", "end")
    said = oath("undo").joined
    assert "Taken back: 1 answer of Bo." in said and "It is Bo's turn, round 1." in said and "Steppe" not in said
    assert "Bo travels to Steppe" in oath("undo").joined
    assert "Bo travels to Steppe" in oath("redo").joined


def test_undo_by_number_by_turn_and_by_the_words_of_the_log(oath: Call) -> None:
    def asked() -> int:
        return int(oath("ask", "--json").data["n"])

    oath("answer", "travel Steppe")
    oath("answer", "muster Elders")
    oath("answer", "travel Mine")
    said = oath("undo", "to", "Bo's", "travel to Steppe").joined
    assert "Bo travels to Mine" in said and "Bo travels to Steppe" not in said
    oath("redo")
    both = oath("undo", "turn").joined
    assert "Bo travels to Mine" in both and "Bo travels to Steppe" in both
    assert asked() > 1 and "there is nothing to take back" in oath("undo").err
    wrong = oath("undo", "to", "Ann's campaign")
    assert (wrong.status, "the log tells nothing like" in wrong.err) == (1, True)
    assert "undo Bo's travel" in oath("undo", "everything").err


def test_undo_takes_back_all_of_the_line_that_was_typed_last(oath: Call) -> None:
    oath("answer", "muster Tents")
    oath("answer", "travel Steppe; travel Mine")
    said = oath("undo").joined
    assert "Bo travels to Steppe" in said and "Bo travels to Mine" in said and "Tents" not in said
    assert "Bo musters from Tents" in oath("undo").joined


def test_undo_by_what_the_log_tells_takes_that_back_and_all_since(oath: Call) -> None:
    oath("answer", "travel Steppe; travel Mine")
    said = oath("undo", "Bo's", "travel", "to", "Steppe").joined
    assert "Bo travels to Steppe" in said and "Bo travels to Mine" in said
    assert oath("ask", "--json").data["kind"] == "act" and "nothing to take back" in oath("undo").err


def test_a_correction_further_back_is_lost_only_if_the_table_agrees(oath: Call) -> None:
    oath("answer", "travel Steppe")
    oath("adjust", "Bo favor 4")
    oath("answer", "travel Mine")
    lost = oath("undo", "3")  # where to, that it is a travel, and the correction
    assert lost.status == 0, "the correction is where it begins: it is what is meant"
    assert "put right: Bo favor 4" in lost.joined
    assert "put right: Bo favor 4" in oath("redo").joined
    refused = oath("undo", "4")
    assert refused.status == 1 and "put right: Bo favor 4" in " ".join(refused.err.split())
    assert oath("undo", "4", "--past-chance").status == 0


def test_at_the_screen_a_refused_line_is_no_answer_to_take_back(oath: Call, saga: Path) -> None:
    with at_terminal("play", environment={"OATHTOOLS_SAGA": str(saga)}) as terminal:
        terminal.until("> ")
        terminal.say("travel Steppe")
        terminal.say("travel Steppe")  # 5.6.1: refused, Bo is there
        asked = " ".join(terminal.say("undo", "[y/N] ").split())
        assert "The last line was refused" in asked and "Bo travels to Steppe" in asked
        assert "Nothing was taken back." in terminal.say("n")
        terminal.say("travel Steppe")
        terminal.say("law 5.6")
        terminal.say("undo", "[y/N] ")
        assert "Taken back: 3 answers of Bo." in terminal.say("y")
        assert "Brought back: 3 answers." in terminal.say("redo")


def test_redo_survives_asides(oath: Call, saga: Path) -> None:
    with at_terminal("play", environment={"OATHTOOLS_SAGA": str(saga)}) as terminal:
        terminal.until("> ")
        terminal.say("travel Steppe")
        terminal.say("undo")
        for aside in (
            "law 5.6",
            "card Tents",
            "why travel Mine",
            "status",
            "log",
            "win",
            "legal",
            "!",
            "help",
            "xyzzy",
        ):
            terminal.say(aside)
        assert "Bo travels to Steppe" in terminal.say("redo")
    assert read(folder.latest(saga)).entries[-1].redo_to is not None


def test_what_an_undo_loses_is_said_before_it_is_asked(oath: Call, saga: Path) -> None:
    with at_terminal("play", environment={"OATHTOOLS_SAGA": str(saga)}) as terminal:
        terminal.until("> ")
        terminal.say("travel Steppe")
        terminal.say("reveal Messenger")  # 6.2
        asked = " ".join(terminal.say("undo turn", "[y/N] ").split())
        assert "This is lost with it:" in asked and "Messenger" in asked and "travels" not in asked
        assert "Nothing was taken back." in terminal.say("")


def test_undo_of_a_turn_goes_back_to_where_that_turn_began_and_no_further(oath: Call) -> None:
    oath("answer", "travel Steppe")
    oath("answer", "end")
    oath("answer", "end")  # Ann's turn
    oath("answer", "travel Mine")
    said = oath("undo", "Bo's", "turn").joined
    assert "Bo travels to Mine" in said and "Steppe" not in said and "It is Bo's turn, round 2." in said
    assert "Bo travels to Steppe" in oath("log").joined


@pytest.mark.parametrize("words", ["undo Cy's turn", "undo turn order", "undo to Zed's turn"])
def test_undo_of_a_turn_that_nobody_had_takes_nothing_back(oath: Call, words: str) -> None:
    oath("answer", "travel Steppe")
    refused = oath(*words.split())
    assert refused.status == 1 and "to go back to" in refused.err
    assert "Bo travels to Steppe" in oath("log").joined
