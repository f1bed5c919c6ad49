"""A hint that names a command to type next works where it stands: called with ``-C DIR`` it has that, too."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from oathtools.cli.shared.addressing import hints, text
from oathtools.cli.shared.common import wrapped
from tests.cli.calls import Said, caller

FOLDER = "our saga"


@pytest.fixture
def oath(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Call oathtools beside a saga whose name has a space, with a game that the tool deals."""
    monkeypatch.chdir(tmp_path)
    call = caller(None, capsys, monkeypatch, columns=100)
    assert call("new", FOLDER, "--first-game").status == 0
    assert call("-C", FOLDER, "start", "--players", "Ann Lee,Bo,Cy", "--seed", "3").status == 0
    return call


def commands(told: str) -> list[list[str]]:
    """The commands of a text, as a shell reads them when they are copied to the end of the line."""
    return [shlex.split(found)[1:] for found in re.findall(r"oathtools -C .*", told)]


def test_what_a_new_saga_says_to_type_next(tmp_path: Path, oath: Any) -> None:
    said = oath("new", "to come", "--first-game")
    (words,) = commands(said.out)
    assert oath(*words).status == 0
    again = oath("new", "to come", "--first-game")
    assert commands(again.err) == [["-C", "to come", "start"]]


@pytest.mark.parametrize("at", ["before", "behind"])
def test_the_way_to_a_private_question(oath: Any, at: str) -> None:
    said = oath("-C", FOLDER, "ask") if at == "before" else oath("ask", "-C", FOLDER)
    (words,) = commands(said.out)
    assert words == ["-C", FOLDER, "ask", "--as", "Ann Lee"]
    shown = oath(*words)
    assert shown.status == 0 and "  1  " in shown.out


def test_refusals_say_it_to_people_and_programs(oath: Any) -> None:
    words = ("-C", FOLDER, "answer", "xyzzy")
    refused = oath(*words)
    assert refused.status == 1 and commands(refused.err) == [["-C", FOLDER, "ask", "--as", "Ann Lee"]]
    assert oath(*words, "--json").answer["error"]["hint"].endswith("oathtools -C 'our saga' ask --as 'Ann Lee'")
    unfinished = oath("-C", FOLDER, "start", "--bots", "3").err
    assert "oathtools -C 'our saga' play" in unfinished and "oathtools -C 'our saga' start --anew" in unfinished


def test_without_a_folder_named_nothing_is_added(oath: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OATHTOOLS_SAGA", FOLDER)
    said = oath("ask")
    assert "To see them: oathtools ask --as 'Ann Lee'" in said.out


def test_a_saga_that_is_not_there_is_begun_where_it_was_looked_for(oath: Any) -> None:
    said: Said = oath("-C", "not here", "ask")
    assert "oathtools new 'not here' --first-game" in said.err and "-C 'not here' start" in said.err


@pytest.mark.parametrize(
    ("told", "addressed"),
    [
        ("oathtools log numbers them", "oathtools -C d log numbers them"),
        ("Mend it: oathtools\n  chronicle check", "Mend it: oathtools -C d\n  chronicle check"),
        ("oathtools law 10.5", "oathtools law 10.5"),
        ("oathtools new DIR, then oathtools -C DIR start", "oathtools new DIR, then oathtools -C DIR start"),
        ("See: oathtools chronicle write --help", "See: oathtools chronicle write --help"),
        ("oathtools -C d ask", "oathtools -C d ask"),
        ("a power oathtools does not know", "a power oathtools does not know"),
        ("/home/oathtools play", "/home/oathtools play"),
    ],
)
def test_only_commands_that_ask_a_saga_are_addressed(told: str, addressed: str) -> None:
    assert text(told, "d") == addressed
    assert text(told, None) == told
    assert hints({"faults": [{"hint": told, "said": told}]}, "d") == {"faults": [{"hint": addressed, "said": told}]}


@pytest.mark.parametrize("words", [(), ("chronicle",), ("tts",), ("position",)])
def test_a_group_called_alone_shows_its_help_and_no_error(oath: Any, words: tuple[str, ...]) -> None:
    said = oath(*words)
    assert "Usage: oathtools" in said.err + said.out and "Error" not in said.err
    if words:
        error = oath("--json", *words).answer["error"]
        assert error["kind"] == "usage" and error["hint"] == f"See: oathtools {words[0]} --help"


@pytest.mark.parametrize("width", range(20, 60, 3))
def test_a_command_is_not_broken_from_its_program_or_before_an_option(width: int, monkeypatch: Any) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = wrapped(
        "Stopped here; oathtools chronicle write --auto goes on, oathtools new our-saga --first-game begins."
    )
    assert "oathtools chronicle write --auto" in lines and "oathtools new" in lines and "our-saga --first-game" in lines
    assert "\N{NO-BREAK SPACE}" not in lines


def test_a_command_after_a_colon_is_one_piece_with_its_words(monkeypatch: Any) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    assert wrapped("Its answers are for Ann to see: oathtools ask --as Ann, alone").split("\n") == [
        "Its answers are for Ann to see:",
        "  oathtools ask --as Ann, alone",
    ]
    assert "\n  oathtools card vision:conspiracy" in wrapped(
        "Type its kind, not only: oathtools card vision:conspiracy"
    )


def test_a_request_where_something_else_is_asked_is_told_what(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    call = caller(None, capsys, monkeypatch, columns=200)
    call("new", "saga", "--first-game")
    call("-C", "saga", "start", "--players", "Ann,Bo,Cy,Dee")
    told = call("-C", "saga", "answer", "travel", "Mountain")
    assert told.status != 0
    assert "another question is open. Ann draws from the bottom of the world deck: 3 cards." in told.err
    assert "'travel Mountain' is no answer to it" in told.err
