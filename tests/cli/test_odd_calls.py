"""Calls that nobody means, and positions between two Act Phases."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from oathtools.saga.folder import CHRONICLE
from tests.cli.calls import Call, caller

LONG = "a" * 5000
BARE = """
turn: {{player: Bo, phase: {phase}}}
players:
- {{name: Ann, color: purple, role: chancellor, pawn: Plains}}
- {{name: Bo, color: red, pawn: Mountain}}
sites: [Plains, Mountain]
"""


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.chdir(tmp_path)
    return caller(None, capsys, monkeypatch)


def position(folder: Path, phase: str) -> str:
    (folder / "bare.yaml").write_text(BARE.format(phase=phase), encoding="utf-8")
    return str(folder / "bare.yaml")


@pytest.mark.parametrize("words", [["status"], ["rulings", "set", "A-02", "a"], ["start"], ["chronicle", "show"]])
def test_a_name_that_no_folder_can_have(words: list[str], call: Call) -> None:
    said = call("-C", LONG, *words)
    assert said.status in (1, 2) and len(said.err) < 3000
    assert call("new", LONG, "--first-game").status in (1, 2)


@pytest.mark.skipif(os.name == "nt", reason="locales as POSIX has them")
def test_a_name_in_letters_that_the_locale_has_not(tmp_path: Path) -> None:
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    here = {**os.environ, **ascii_only, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "oathtools", "new", str(tmp_path / "saga"), "--first-game", "--name", "Zoë"]
    done = subprocess.run(command, env=here, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Zoë" in (tmp_path / "saga" / CHRONICLE).read_text(encoding="utf-8")


def test_5_4_2_a_payment_of_nothing_for_a_banner_is_refused(call: Call, tmp_path: Path) -> None:
    said = call("why", "recover", "darkest-secret", "--pay", "0", "--position", position(tmp_path, "act"))
    assert said.status == 1 and "5.4.2" in said.out


@pytest.mark.parametrize(("phase", "who"), [("wake", "Bo"), ("rest", "Ann")])
def test_a_position_between_two_act_phases_says_which_one_it_is_about(
    phase: str, who: str, call: Call, tmp_path: Path
) -> None:
    """4: in a Wake or Rest Phase no action can be taken; what is told is about the Act Phase that comes next."""
    file = position(tmp_path, phase)
    for words in (["why", "travel", "Plains"], ["legal"]):
        first = call(*words, "--position", file).out.split(".\n")[0]
        assert f"{phase.title()} Phase" in first and f"{who}'s Act Phase" in " ".join(first.split())
        assert any(
            f"{who}'s Act Phase" in note for note in call("--json", *words, "--position", file).answer["warnings"]
        )
    assert "comes next" not in call("why", "travel", "Plains", "--position", position(tmp_path, "act")).out


def test_json_is_one_object(call: Call) -> None:
    assert json.loads(call("--json", "-C", LONG, "status").out)["ok"] is False
