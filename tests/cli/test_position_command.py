"""``oathtools position`` as people and scripts see it."""

import json
import os
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from oathtools.cli.game import game_files as command
from oathtools.cli.shared.common import Failure
from oathtools.kit.datafiles import remembered
from oathtools.table.position.form import from_position, read_position
from tests.cli.invoked import run

GOOD = """
oath: protection
round: 6
turn: {player: Bo}
visions_drawn: 0
banners: {}
oathkeeper: Ann
players: [{name: Ann, relics: [Grand Scepter]}, {name: Bo, advisers: [{card: Keep, facedown: true}]}]
sites: [Plains]
world_deck: {layers: []}
"""


def failure(*args: str, text: str | None = None) -> Failure:
    raised = run(*args, text=text).exception
    assert isinstance(raised, Failure)
    return raised


@pytest.fixture
def good(tmp_path: Path) -> str:
    file = tmp_path / "good.yaml"
    file.write_text(GOOD, encoding="utf-8")
    return str(file)


def test_check_says_what_a_position_states(good: str) -> None:
    result = run("position", "check", good, COLUMNS="60")
    assert result.exception is None and result.return_value == 0
    text = " ".join(result.stdout.split())
    assert text.startswith("A position of the Oath of Protection, round 6, Bo's turn, act.")
    assert "Ann (chancellor, purple) and Bo (exile, red)" in text
    assert "Oathkeeper title: Ann." in text
    assert max(map(len, result.stdout.splitlines())) <= 60


def test_check_gives_the_normal_form_as_json_and_as_yaml(good: str) -> None:
    told = json.loads(run("position", "check", good, "--json").stdout)
    assert told["ok"] is True and told["warnings"] == []
    short = told["data"]["position"]
    assert short["players"][1]["advisers"] == [{"card": "Keep", "facedown": True}]
    text = run("position", "check", good, "--normal").stdout
    assert read_position(text) == short
    assert from_position(short).canonical() == from_position(read_position(GOOD)).canonical()


def test_check_says_what_contradicts_the_title_and_what_is_left_out() -> None:
    """2.11, 3: Bo alone rules a site; without the title in the file it is the Chancellor's, and that is said, too."""
    text = "players: [Ann, Bo]\nsites: [{site: Plains, warbands: {red: 1}}]\n"
    said = json.loads(run("position", "check", "-", "--json", text=text).stdout)["warnings"]
    assert any("left out, and taken as at the start: the oath of Supremacy, round 1, " in each for each in said)
    assert (
        "as stated Ann has the Oathkeeper title, but it is Bo's by the goal of Supremacy; so it is judged (2.11)"
        in said
    )
    said = json.loads(run("position", "check", "-", "--json", text=text + "oathkeeper: Bo\n").stdout)["warnings"]
    assert not any("as stated" in each or "the title with" in each for each in said)


def test_check_reads_standard_input() -> None:
    assert run("position", "check", "-", text=GOOD).exception is None
    assert run("position", "check", "-", text="oath: people").exception is None


def test_check_names_every_fault() -> None:
    fault = failure("position", "check", "-", text="oath: x\nround: 9\nplayers: [{pawn: Mine}, {warbands: 15}]\n")
    assert (fault.kind, fault.exit_code) == ("position", 3)
    assert fault.message == "standard input states no position: 4 faults"
    faults: list[dict[str, Any]] = fault.extra["faults"]
    assert [each["where"] for each in faults] == ["oath", "round", "players.1.pawn", "warbands"]
    assert all(set(each) == {"where", "message", "hint", "clause"} for each in faults)
    assert fault.citations == ["1.9"]
    lines = " ".join(" ".join(line.split()) for line in fault.detail)
    assert "players.1.pawn: Mine is not on the map. On the map: no known site" in lines
    assert "15 red warbands in all; there are 14: 15 at Red (1.9)" in lines


def test_check_of_a_broken_file(tmp_path: Path) -> None:
    fault = failure("position", "check", "-", text="oath: [")
    assert fault.kind == "position" and fault.extra["faults"][0]["where"].startswith("line ")
    fault = failure("position", "check", str(tmp_path / "none.yaml"))
    assert (fault.kind, fault.exit_code) == ("not_found", 1)
    assert "No such file" in fault.message


def test_check_passes_warnings_on() -> None:
    text = "players: [Ann, {name: Bo, advisers: [{unknown: denizen, n: 4}]}]\nthen: [end]\n"
    told = json.loads(run("position", "check", "-", "--json", text=text).stdout)
    assert "Bo has 4 advisers, and the limit is 3 (5.1.4.2)" in told["warnings"]
    assert any("then is left as it is" in warning for warning in told["warnings"])
    assert told["data"]["position"]["then"] == ["end"]


def test_export_without_a_game_says_so(tmp_path: Path) -> None:
    assert failure("position", "export", "-C", str(tmp_path)).kind == "not_found"


@pytest.fixture
def saga(tmp_path: Path, good: str) -> str:
    """A saga whose game began from a position."""
    folder = str(tmp_path / "saga")
    for args in (("new", folder, "--first-game"), ("-C", folder, "start", "--position", good, "--table")):
        result = run(*args)
        if result.exception is not None:
            raise result.exception
    return folder


def test_export_of_the_running_game(saga: str) -> None:
    told = json.loads(run("-C", saga, "position", "export", "--json").stdout)
    assert from_position(told["data"]).canonical() == from_position(read_position(GOOD)).canonical()
    assert "rulings" not in told["data"]


def test_a_pipe_gets_everything_and_a_screen_what_everyone_may_know(saga: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def adviser(*args: str) -> Any:
        result = run("-C", saga, *args, "position", "export")
        assert result.exception is None
        return read_position(result.stdout)["players"][1]["advisers"][0]

    assert adviser() == {"card": "Keep", "facedown": True}
    monkeypatch.setattr(command, "_is_screen", lambda: True)
    assert adviser() == {"unknown": "denizen"}
    assert adviser("--as", "Bo") == {"card": "Keep", "facedown": True}
    assert adviser("--as", "Ann") == {"unknown": "denizen"}
    result = run("-C", saga, "position", "export")
    assert "1 facedown card is left unknown here" in result.stderr


def test_export_options(saga: str, tmp_path: Path) -> None:
    public = read_position(run("-C", saga, "position", "export", "--public").stdout)
    assert public["players"][1]["advisers"] == [{"unknown": "denizen"}]
    out = tmp_path / "out.yaml"
    assert run("-C", saga, "position", "export", "-o", "-").stdout == run("-C", saga, "position", "export").stdout
    result = run("-C", saga, "position", "export", "-o", str(out))
    assert result.stdout == f"Position written to {out}\n"
    assert read_position(out)["players"][1]["advisers"] == [{"card": "Keep", "facedown": True}]
    assert failure("-C", saga, "position", "export", "--public", "--all").kind == "usage"
    assert failure("-C", saga, "position", "export", "-o", str(tmp_path / "no" / "out")).kind == "usage"


def test_a_file_that_says_nothing_is_told(tmp_path: Path) -> None:
    """What it leaves out has its default; whoever meant another file hears of it."""
    empty = tmp_path / "empty.yaml"
    empty.write_text("# nothing yet\n", encoding="utf-8")
    for words in (("position", "check", str(empty)), ("win", "--position", str(empty))):
        result = run(*words)
        assert result.exception is None
        assert "the position says nothing" in " ".join(result.stderr.split())
    empty.write_text("round: 2\n", encoding="utf-8")
    assert "says nothing" not in run("win", "--position", str(empty)).stderr


# -- what was read last is kept beside the books -----------------------------------------------------------------------


def test_a_file_that_was_changed_is_told_as_it_stands_now(good: str) -> None:
    for round_ in (6, 7, 6):
        Path(good).write_text(GOOD.replace("round: 6", f"round: {round_}"), encoding="utf-8")
        assert f"round {round_}," in run("position", "check", good).output


@pytest.mark.parametrize("made", [{"a": [1, 1.0, None]}, {1: "a"}, {"day": date(2024, 1, 2)}])
def test_what_is_kept_of_a_text_is_what_was_made_of_it(
    made: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OATHTOOLS_CACHE", str(tmp_path))
    assert (
        repr(remembered("given", "text", lambda: made)) == repr(remembered("given", "text", lambda: made)) == repr(made)
    )
    assert remembered("given", "texts", lambda: "other") == "other"
    for file in tmp_path.iterdir():
        assert file.stat().st_mode & 0o77 == 0 or os.name == "nt"  # a position has what others may not see
