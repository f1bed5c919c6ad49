"""The Tab key at the prompt of ``oathtools play``, and the completion of the shell: what they offer, and what never."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from oathtools.cli.main import main
from oathtools.cli.shared import completing
from oathtools.cli.shared.completing import completer, ended
from oathtools.cli.shared.screen_asides import LOOKS
from oathtools.engine.decision import Decision, Form
from oathtools.table.position.form import from_position
from tests.terminals import at_terminal

TABLE = {
    "turn": {"player": "Bo", "phase": "act"},
    "players": [
        {"name": "Ann", "pawn": "Plains"},
        {"name": "Bo", "pawn": "Narrow Pass", "advisers": ["Elders", {"card": "Tents", "facedown": True}]},
    ],
    "sites": ["Plains", "Buried Giant", {"site": "Narrow Pass", "cards": ["Taming Charm"], "relics": ["Map"]}],
}
ACT = Decision("act", "red", Form.ONE, options=("travel", "trade", "end"))
KEEP = Decision("search.keep", "red", Form.ONE, options=("denizen.longbows", "denizen.keep"), private=True)


def offered(line: str, decision: Decision = ACT, shown_to: str | None = None) -> list[str]:
    return completer(from_position(TABLE), decision, shown_to, LOOKS)(line)


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("tra", ["travel", "trade"]),
        ("whe", []),
        ("wh", ["why"]),
        ("travel ", ["travel Plains", "travel Buried Giant", "travel Narrow Pass"]),
        ("travel nar", ["travel Narrow Pass"]),
        ("why muster ta", ["why muster Taming Charm"]),
        ("trade Elders --f", ["trade Elders --for"]),
        ("campaign a", ["campaign Ann"]),
        ("campaign Ann --target narrow p", ["campaign Ann --target Narrow Pass"]),
        ("campaign Ann --target site:pl", ["campaign Ann --target site:Plains"]),
        ("campaign Ann --target the pe", ["campaign Ann --target the People's Favor"]),
        ("law 5.5.1", ["law 5.5.1"]),
        ("card tinke", ["card Tinker's Fair"]),
    ],
)
def test_a_line_that_is_begun(line: str, lines: list[str]) -> None:
    assert offered(line) == lines


def test_9_4_what_lies_facedown_is_not_told_from_any_other_card() -> None:
    """Names of the catalogue are offered where nothing on the table fits, wherever the cards lie."""
    assert "play Tents" not in offered("play ") and "play Elders" in offered("play ")
    assert offered("play Tent") == ["play Tents"] and offered("play Longb") == ["play Longbows"]


def test_9_4_private_options_are_offered_to_the_one_they_are_shown_to() -> None:
    assert offered("Lo", KEEP, "red") == ["Longbows", "log"]
    assert offered("Lo", KEEP) == offered("Lo", KEEP, "purple") == ["log"]


def test_a_list_goes_on_behind_its_comma() -> None:
    order = Decision("search.order", "red", Form.ORDER, options=("denizen.longbows", "denizen.keep"), private=True)
    assert offered("Longbows, ke", order, "red") == ["Longbows, Keep"]


def test_names_are_completed_behind_the_last_comma_or_colon() -> None:
    names = ["Plains", "Longbows", "Long-Lost Heir"]
    assert ended("pl", names) == ["Plains"]
    assert ended("Plains: lo", names) == ["Plains: Longbows", "Plains: Long-Lost Heir"]
    assert ended("Plains: Elders,longb", names) == ["Plains: Elders,Longbows"]
    assert ended("", names) == names and ended("xyz", names) == []


def test_the_tab_key_where_a_box_is_asked_for(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    with at_terminal("new", str(tmp_path / "saga")) as terminal:
        terminal.until("1 to 5 > ")
        terminal.say("2")
        for typed, becomes in (("peo\t", "people"), ("plai\t", "Plains"), ("mountain: longb\t", "Longbows")):
            terminal.type(typed)
            terminal.until(becomes)
            terminal.say("")
            if becomes == "people":
                terminal.say("2")  # the number of the game that comes next


def test_the_tab_key_at_a_terminal(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    for words in (
        ["new", str(tmp_path / "saga"), "--first-game"],
        ["-C", str(tmp_path / "saga"), "start", "--players", "Ann,Bo,Cy", "--seed", "5"],
    ):
        with pytest.raises(SystemExit):
            main(words)
    with at_terminal("play", environment={"OATHTOOLS_SAGA": str(tmp_path / "saga")}) as terminal:
        terminal.until("press Enter ")
        terminal.say("")
        terminal.type("card longb\t")
        terminal.until("Longbows")
        assert "Longbows  (denizen.longbows)" in terminal.say("")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("oathtools ca", "card"),
        ("oathtools position ex", "export"),
        ("oathtools chronicle bl", "blame"),
        ("oathtools card longb", "longbows"),
        ("oathtools chronicle blame longb", "longbows"),
        ("oathtools rulings add --card longb", "longbows"),
        ("oathtools law 5.5.2", "5.5.2"),
        ("oathtools rulings add --clause 5.5.2", "5.5.2"),
        ("oathtools odds --plan longb", "longbows"),
        ("oathtools rulings set A-10", "A-104"),
    ],
)
def test_the_completion_of_the_shell(words: str, answer: str) -> None:
    asked = {"_OATHTOOLS_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    done = subprocess.run(
        [sys.executable, "-c", "from oathtools.cli.main import main; main()"],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"plain,{answer}" in done.stdout.splitlines(), done.stderr


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("oathtools answer tra", "travel"),
        ("oathtools answer travel moun", "Mountain"),
        ("oathtools why travel moun", "Mountain"),
        ("oathtools overrule travel moun", "Mountain"),
    ],
)
def test_the_shell_completes_what_play_does(tmp_path: Path, words: str, answer: str) -> None:
    table = (
        "turn: {player: Bo, phase: act}\nplayers: [{name: Ann, pawn: Plains}, {name: Bo}]\nsites: [Plains, Mountain]\n"
    )
    (tmp_path / "t.yaml").write_text(table)
    saga = str(tmp_path / "saga")
    for call in (["new", saga, "--first-game"], ["-C", saga, "start", "--position", str(tmp_path / "t.yaml")]):
        with pytest.raises(SystemExit):
            main(call)
    asked = {"_OATHTOOLS_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    program = [sys.executable, "-c", "from oathtools.cli.main import main; main()"]
    for environment, there in (({"OATHTOOLS_SAGA": saga}, True), ({"OATHTOOLS_SAGA": str(tmp_path)}, False)):
        done = subprocess.run(program, env={**os.environ, **asked, **environment}, capture_output=True, text=True)
        assert (f"plain,{answer}" in done.stdout.splitlines()) is there, done.stderr


def test_what_would_be_done_stands_at_the_next_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    readline = pytest.importorskip("readline")
    typed: list[str] = []
    monkeypatch.setattr(readline, "insert_text", typed.append)
    hooks: list[Callable[[], None] | None] = []
    monkeypatch.setattr(readline, "set_startup_hook", hooks.append)
    completing.listen(None, "travel Mountain")
    assert hooks[0] is not None
    hooks[0]()
    completing.listen(None)
    assert typed == ["travel Mountain"] and hooks[1] is None
