"""Calls that nobody means, and positions between two Act Phases."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from oathtools import catalog
from oathtools.odds import numbers
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


NUMBERS = ["law D", "law 5.5.D", "law 5.1-D", "rulings A-D", "setup --players D", "why move-warbands D", "redo D",
           "odds --plan Longbows=D --force 1 --defense 1 --defenders 1", "odds --force D --defense 1 --defenders 1",
           "answer D", "undo --to D", "search D", "card D"]  # fmt: skip


@pytest.mark.parametrize("digits", [4300, 5000])
@pytest.mark.parametrize("words", NUMBERS)
def test_a_number_of_thousands_of_digits_is_refused(words: str, digits: int, call: Call) -> None:
    said = call(*words.replace("D", "9" * digits).split())
    assert said.status in (1, 2) and "digits" in said.err and len(said.err) < 500


@pytest.mark.parametrize("option", ["--force", "--attack", "--defense", "--defenders"])
@pytest.mark.parametrize("command", ["odds", "campaign"])
def test_a_campaign_has_no_more_than_the_box_holds(command: str, option: str, call: Call) -> None:
    most = {"--force": "94", "--attack": "94", "--defense": "94", "--defenders": "94"}
    assert sum(catalog.WARBANDS.values()) == numbers.MOST == 94
    given = [word for pair in {**most, option: "95"}.items() for word in pair]
    said = call(command, *given)
    assert said.status == 2 and "the box holds 94 warbands" in " ".join(said.err.split())
    if command == "odds":
        assert call("odds", *(word for pair in most.items() for word in pair)).status == 0
    assert call("odds", "--force", "3", "--defense", "2", "--defenders", "1", "--plan", "Longbows=100").status == 2


def test_more_words_than_a_request_has_are_not_looked_through(tmp_path: Path, call: Call) -> None:
    for words in (["campaign", "Ann", *["and"] * 160], ["qx", "zvb"] * 57, ["campaign Ann " + "and " * 160]):
        said = call("why", *words, "--position", position(tmp_path, "act"))
        assert said.status in (1, 2) and "none has more than 60" in " ".join(said.err.split())
    assert "is no request" not in call("why", "travel", "Plains", "--position", position(tmp_path, "act")).err


def test_where_memory_ends_a_sentence_says_so(capsys, monkeypatch):
    """What tells it is there already: nothing is imported, no report is written."""
    from oathtools.cli import main

    def greedy(*args, **given):
        raise MemoryError

    monkeypatch.setattr(main.cli, "main", greedy)
    monkeypatch.setattr(main, "report", greedy)
    for words, stream in ((["odds"], "err"), (["odds", "--json"], "out")):
        with pytest.raises(SystemExit) as left:
            main.main(words)
        told = getattr(capsys.readouterr(), stream)
        assert left.value.code == 4 and "memory of this machine was not enough" in told
        assert stream == "err" or json.loads(told)["error"]["kind"] == "internal"
