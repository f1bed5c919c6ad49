"""``oathtools play`` at a real terminal: passing the screen, private questions, looking, taking back, stopping."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from oathtools.cli.main import main
from oathtools.journal.file import read
from oathtools.saga import folder
from tests.support.made_once import copied
from tests.terminals import CLEAR, Terminal, at_terminal

PROMPT = "> "
PASS = "press Enter "


@pytest.fixture
def saga(tmp_path: Path) -> Path:
    """A first game of three people, cards and dice from a seed, at the Chancellor's first private question."""
    path = tmp_path / "saga"

    def make() -> None:
        for words in (
            ["new", str(path), "--first-game"],
            ["-C", str(path), "start", "--players", "Ann,Bo,Cy", "--seed", "5"],
        ):
            with pytest.raises(SystemExit) as left:
                main(words)
            assert not left.value.code

    copied("screen", path, make)
    return path


@pytest.fixture
def terminal(saga: Path) -> Iterator[Terminal]:
    with at_terminal("play", environment={"OATHTOOLS_SAGA": str(saga)}) as screen:
        yield screen


def head(saga: Path) -> int:
    return len(read(folder.latest(saga)).entries)


def options(shown: str) -> list[str]:
    """The cards of a numbered list."""
    return re.findall(r"^  \d  (.+)$", shown, re.MULTILINE)


def to_the_first_act_phase(terminal: Terminal) -> str:
    """Answer the private questions of setup for all three."""
    shown = terminal.until(PASS)
    while "Act Phase" not in shown:
        line = "" if shown.endswith(PASS) or "In what order" in shown else "1"
        shown = terminal.say(line, PASS, PROMPT)
    return shown


def test_a_private_question_is_shown_after_the_screen_was_passed_on(terminal: Terminal) -> None:
    before = terminal.until(PASS)
    assert "Pass the screen to Ann" in before and not options(before)
    assert len(options(terminal.say(""))) >= 3


def test_what_one_player_saw_is_cleared_once_it_is_answered(terminal: Terminal, saga: Path) -> None:
    terminal.until(PASS)
    cards = options(terminal.say(""))
    after = terminal.say("1")
    assert CLEAR in after and cards[0] not in after.partition(CLEAR)[2], "the card kept is named to nobody"
    assert "keeps a denizen as a facedown adviser" in after
    assert head(saga) > 3


def test_a_mistake_stays_on_the_screen_and_lists_no_cards_beyond_it(terminal: Terminal, saga: Path) -> None:
    terminal.until(PASS)
    terminal.say("")
    before = head(saga)
    again = terminal.say("xyzzy")
    assert "Error: 'xyzzy' is none of the answers here" in again and CLEAR not in again
    assert "Which one?" in again and not options(again), "the question is asked again without its list"
    assert len(options(terminal.say("ask"))) >= 3, "which comes when it is asked for"
    assert head(saga) == before


def test_the_help_fits_a_narrow_terminal(saga: Path) -> None:
    with at_terminal("play", environment={"OATHTOOLS_SAGA": str(saga), "COLUMNS": "50"}) as terminal:
        shown = terminal.until(PASS)
    assert "nothing is ever lost" in " ".join(shown.split())
    assert [line for line in shown.splitlines() if len(line) > 50] == []


def test_looking_answers_nothing(terminal: Terminal, saga: Path) -> None:
    to_the_first_act_phase(terminal)
    before = head(saga)
    assert "CRADLE" in terminal.say("status")
    assert "Ann's turn" in terminal.say("log")
    assert "5.6.1" in terminal.say("why travel Plains")
    assert "Not possible:" in terminal.say("!")
    assert "quit" in terminal.say("?")
    assert "why what?" in terminal.say("why")
    assert head(saga) == before


def test_commands_that_only_look_are_as_at_the_command_line(terminal: Terminal, saga: Path) -> None:
    to_the_first_act_phase(terminal)
    before = head(saga)
    assert "denizen.longbows" in terminal.say("card longbws")
    assert "Defender" in terminal.say("Law 5.5.1") or "defender" in terminal.say("law 5.5.1")
    assert "Ann may:" in terminal.say("legal")
    assert '"ok": true' in terminal.say("legal --json")
    assert '"ok"' not in terminal.say("status"), "an option holds for its line only"
    assert "Error: " in terminal.say("law 99.9")
    assert "Ann's Act Phase" in terminal.say("ask")
    assert head(saga) == before


def test_a_mistake_is_answered_with_the_way_out_as_it_is_typed_here(terminal: Terminal, saga: Path) -> None:
    to_the_first_act_phase(terminal)
    before = head(saga)
    for line, said in (
        ("statsu", "Or did you mean status?"),
        ("und", "Or did you mean undo?"),
        ("travel xyzzy", "'xyzzy' is none of the answers here"),
        ("play xyzzy", "what one player alone may see is asked next"),
        ("campaign Bo --target Mountain", "Law 5.5"),
        ("yes", "is none of the answers here"),
        ("new saga", "new is a command of the shell: quit"),
    ):
        shown = terminal.say(line)
        assert said in " ".join(shown.split())
        assert "oathtools " not in shown
    assert head(saga) == before


def test_a_refusal_says_which_name_was_taken_for_another_and_once(terminal: Terminal) -> None:
    to_the_first_act_phase(terminal)
    shown = " ".join(terminal.say("muster Elderz").split())
    assert shown.count("'Elderz'; taken as Elders") == 1 and "Error: " in shown


def test_answer_alone_is_no_command_of_the_shell(terminal: Terminal, saga: Path) -> None:
    to_the_first_act_phase(terminal)
    before = head(saga)
    shown = terminal.say("answer")
    assert "say what the answer is" in shown and "shell" not in shown and head(saga) == before
    terminal.say("answer end", PASS, PROMPT)
    assert head(saga) > before


def test_a_question_in_between_fits_a_narrow_terminal(tmp_path: Path) -> None:
    path = str(tmp_path / "saga")
    for words in (["new", path, "--first-game"], ["-C", path, "start", "--players", "Ann,Bo,Cy"]):
        with pytest.raises(SystemExit):
            main(words)
    with at_terminal("play", environment={"OATHTOOLS_SAGA": path, "COLUMNS": "50"}) as terminal:
        terminal.until(PROMPT)
        terminal.say("3")
        shown = terminal.say("undo", "[y/N] ")
        assert [line for line in shown.splitlines() if len(line) > 50] == []
        assert "Nothing was taken back." in terminal.say("")


def test_a_request_where_cards_are_to_be_told(tmp_path: Path) -> None:
    """5.1.2: the draw is asked for; a request is no answer to it, and the program's own name may be typed along."""
    path = tmp_path / "saga"
    for words in (["new", str(path), "--first-game"], ["-C", str(path), "start", "--players", "Ann,Bo", "--table"]):
        with pytest.raises(SystemExit) as left:
            main(words)
        assert not left.value.code
    with at_terminal("play", environment={"OATHTOOLS_SAGA": str(path)}) as terminal:
        terminal.until(PROMPT)
        for line in ("3", "oathtools answer 3", "", "search world"):
            terminal.say(line)
        assert "'search world' does not answer this question" in terminal.say("search world")


def test_an_answer_is_told_and_may_be_taken_back_and_brought_back(terminal: Terminal, saga: Path) -> None:
    to_the_first_act_phase(terminal)
    before = head(saga)
    told = terminal.say("travel Mountain")
    assert "Ann travels to Mountain" in told and "Act Phase" in told
    assert "Taken back: 1 answer of Ann." in terminal.say("undo 1")
    assert "Taken back: 1 answer of Ann." in terminal.say("undo 1")
    assert "Ann's Act Phase" in terminal.say("")
    assert "Brought back: 1 answer." in terminal.say("redo")
    assert "Brought back: 1 answer." in terminal.say("redo")
    assert head(saga) == before + 6
    assert "Taken back: 2 answers of Ann." in terminal.say("undo"), "all that the line said"
    assert "the log tells nothing like" in terminal.say("undo all")


def test_taking_back_what_cards_told_is_asked_for(terminal: Terminal, saga: Path) -> None:
    to_the_first_act_phase(terminal)
    terminal.say("search world", PASS)
    terminal.say("")
    before = head(saga)
    terminal.say("undo", "[y/N] ")
    assert "Nothing was taken back." in terminal.say("n")
    assert head(saga) == before
    terminal.say("undo", "[y/N] ")
    assert "Taken back" in terminal.say("y")
    assert head(saga) == before + 1


def test_quitting_loses_nothing_and_leaves_no_private_question_on_the_screen(terminal: Terminal, saga: Path) -> None:
    terminal.until(PASS)
    terminal.say("")
    before = head(saga)
    terminal.type("quit\n")
    shown, status = terminal.end()
    assert status == 0 and "nothing is lost" in shown.partition(CLEAR)[2]
    assert head(saga) == before


def test_the_end_of_the_input_quits(terminal: Terminal) -> None:
    terminal.until(PASS)
    terminal.type("\x04")
    assert terminal.end()[1] == 0


@pytest.mark.parametrize("at", [PASS, PROMPT])
def test_an_interrupt_stops_with_the_status_that_shells_expect(terminal: Terminal, saga: Path, at: str) -> None:
    terminal.until(PASS)
    if at == PROMPT:
        terminal.say("")
    before = head(saga)
    shown, status = terminal.interrupt()
    assert status == 130 and "nothing is lost" in shown and "Traceback" not in shown
    assert head(saga) == before


def test_lines_fit_a_narrow_terminal(terminal: Terminal) -> None:
    to_the_first_act_phase(terminal)
    for line in ("?", "log", "status", "!", "travel xyzzy", "why campaign Bo --target pawn"):
        shown = terminal.say(line)
        assert all(len(each) <= 60 for each in shown.replace(CLEAR, "").splitlines()[1:]), shown


def test_a_game_that_is_over_says_so_and_asks_nothing(tmp_path: Path) -> None:
    path = tmp_path / "saga"
    for words in (["new", str(path), "--first-game"], ["-C", str(path), "start", "--bots", "3=random", "--seed", "4"]):
        with pytest.raises(SystemExit) as left:
            main(words)
        assert not left.value.code
    with at_terminal("play", environment={"OATHTOOLS_SAGA": str(path)}) as terminal:
        shown, status = terminal.end()
    assert status == 0 and "The game is over." in shown and "> " not in shown


# -- looking at hidden cards -------------------------------------------------------------------------------------------

LOOK = """\
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, pawn: Plains}
  - {name: Bo, color: red, pawn: Mountain, supply: 6, favor: 2, secrets: 3, advisers: [Scryer]}
sites: [Plains, Buried Giant, {site: Mountain, relics: [Map]}]
discard_piles: {cradle: [Wolves, Longbows, {unknown: denizen}]}
"""
SEEN = "Wolves, Longbows and Alchemist"  # the last by seeded chance, for nobody had named it


@pytest.fixture
def scrying(tmp_path: Path) -> Path:
    """A seeded game of two people in which Bo has looked at a pile (A-118) and at a relic (6.3)."""
    path = tmp_path / "scrying"
    (tmp_path / "table.yaml").write_text(LOOK)
    for words in (
        ["new", str(path), "--first-game"],
        ["-C", str(path), "start", "--position", str(tmp_path / "table.yaml"), "--seed", "4"],
    ):
        with pytest.raises(SystemExit):
            main(words)
    return path


def test_a_118_what_was_seen_is_shown_to_the_one_who_looked_and_cleared(scrying: Path) -> None:
    with at_terminal("play", environment={"OATHTOOLS_SAGA": str(scrying)}) as terminal:
        terminal.until(PROMPT)
        handed = terminal.say("power Scryer cradle", PASS)
        assert "Pass the screen to Bo" in handed and "top 3 cards of the Cradle discard pile." in handed
        assert "Longbows" not in handed
        assert SEEN in " ".join(terminal.say("", "seen it ").split())
        cleared = terminal.say("")
        assert CLEAR in cleared and "Longbows" not in cleared.partition(CLEAR)[2]
        assert "Map" not in terminal.say("peek relic", PASS)
        assert "Bo peeks at Map." in terminal.say("", "seen it ")


def test_a_118_the_log_tells_what_was_seen_to_the_one_who_looked(
    scrying: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")

    def says(*words: str) -> str:
        capsys.readouterr()
        with pytest.raises(SystemExit):
            main(["-C", str(scrying), *words])
        return " ".join(capsys.readouterr().out.split())

    answered = says("answer", "power", "Scryer", "cradle")
    assert f"To see what was seen: oathtools -C {scrying} log --as Bo" in answered and "Longbows" not in answered
    assert SEEN in says("log", "--as", "Bo") and SEEN in says("log", "--spoil")
    for viewer in ([], ["--as", "Ann"]):
        assert "Longbows" not in says("log", *viewer)
    assert "Bo peeks at Map." in says("answer", "peek", "relic", "--as", "Bo")


def test_what_is_possible_is_not_told_twice_and_a_guess_stands_before_what_came_of_it(scrying: Path) -> None:
    with at_terminal("play", environment={"OATHTOOLS_SAGA": str(scrying)}) as terminal:
        terminal.until(PROMPT)
        assert "Possible" not in terminal.say("xyzzy")
        assert "Possible" in terminal.say("travel xyzzy"), "the question below names actions, no sites"
        assert "Or did you mean why?" in terminal.say("wyh travel Plains")
        assert "Did you mean campaign?" in terminal.say("campain Bo"), "a verb is never guessed"
        shown = terminal.say("campaign Annn, Rokcy Coast, 99 dice")
        assert shown.index("Warning: 'Annn' is taken as Ann") < shown.index("Error: ")


def test_9_4_the_one_person_against_bots_sees_what_is_theirs(tmp_path: Path) -> None:
    path = tmp_path / "alone"
    for words in (["new", str(path), "--first-game"], ["-C", str(path), "start", "--players", "Ann", "--bots", "3"]):
        with pytest.raises(SystemExit):
            main([*words, *(["--seed", "3"] if "start" in words else [])])
    with at_terminal("play", environment={"OATHTOOLS_SAGA": str(path)}) as terminal:
        card = options(terminal.until(PROMPT))[0]
        assert card in terminal.say("1") and "Pass" not in terminal.say("-")
        assert f"{card}" in terminal.say("status") and "facedown denizen" in terminal.say("status")
        assert f"keeps {card}" in " ".join(terminal.say("log").split())


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (("win",), "round-end): "),
        (("campaign", "--force", "4", "--defense", "2", "--defenders", "1"), "dice (2): "),
    ],
    ids=["win", "campaign"],
)
def test_a_question_that_is_broken_off_is_left_in_a_line_of_its_own(
    tmp_path: Path, words: tuple[str, ...], asked: str
) -> None:
    with at_terminal(*words, "-C", str(tmp_path)) as terminal:
        terminal.until(asked)
        shown, status = terminal.interrupt()
    assert status == 130 and "\nStopped; nothing was lost." in shown.replace("\r", "") and "Error" not in shown
