"""What can be refused is refused before anything is written, and what is written is never told as refused."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from oathtools.cli.game import turn as answer_command
from tests.cli.calls import Call, caller
from tests.support.made_once import copied

FULL = Path("/dev/full")


@pytest.fixture
def saga(tmp_path: Path) -> Path:
    return tmp_path / "saga"


@pytest.fixture
def call(saga: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    call = caller(saga, capsys, monkeypatch)
    assert call("new", str(saga), "--first-game").status == 0
    return call


def files(saga: Path) -> dict[str, bytes]:
    """All that stands in the folder of a saga."""
    return {str(path.relative_to(saga)): path.read_bytes() for path in saga.rglob("*") if path.is_file()}


@pytest.fixture
def started(saga: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """A game in its first turn, with something to take back and to bring back."""
    call = caller(saga, capsys, monkeypatch)
    begun = (["new", str(saga), "--first-game"], ["start", "--players", "Ann,Bo,Cy", "--seed", "1"])
    turned = (["answer", "1"], ["answer", "1"], ["undo", "--past-chance"])

    def make() -> None:
        for words in (*begun, *turned):
            assert call(*words).status == 0

    copied("recorded", saga, make)
    return call


@pytest.mark.parametrize(
    "words",
    [
        ["answer", "1"],
        ["undo", "--past-chance"],
        ["redo"],
        ["overrule", "1", "--because", "so"],
        ["play", "--auto"],
        ["rulings", "adopt"],
    ],
)
@pytest.mark.parametrize("json_", [[], ["--json"]])
def test_a_player_who_is_not_there_is_refused_before_anything_is_recorded(
    words: list[str], json_: list[str], started: Call, saga: Path
) -> None:
    before = files(saga)
    said = started("--as", "Nobody", *json_, *words)
    assert said.status == 1 and "Nobody" in said.out + said.err
    assert files(saga) == before


def test_nor_is_a_game_begun_or_a_table_adjusted(call: Call, saga: Path) -> None:
    before = files(saga)
    assert call("--as", "Nobody", "start", "--players", "Ann,Bo,Cy", "--seed", "1").status == 1
    assert files(saga) == before
    assert call("start", "--bots", "3", "--seed", "1", "--table").status == 2
    assert files(saga) == before


@pytest.mark.skipif(not FULL.exists(), reason="this system has no full disk to write to")
@pytest.mark.parametrize("json_", [[], ["--json"]])
def test_what_is_recorded_and_cannot_be_shown_is_recorded(json_: list[str], started: Call, saga: Path) -> None:
    """A script that obeys the exit status answers once."""
    (journal,) = (saga / "games").glob("*.jsonl")
    before = len(journal.read_text().splitlines())
    with FULL.open("w") as full:
        command = [sys.executable, "-m", "oathtools", *json_, "answer", "1"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0
    assert len(journal.read_text().splitlines()) == before + 1
    assert "this is recorded, do not do it again" in " ".join(done.stderr.split())
    if json_:
        assert json.loads(done.stderr)["ok"] is True


def test_a_fault_in_telling_does_not_deny_what_is_recorded(
    started: Call, saga: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise RuntimeError("cannot be told")

    monkeypatch.setattr(answer_command, "emit", fails)
    before = files(saga)
    said = started("--json", "answer", "1")
    assert said.status == 0 and said.answer["ok"] is True
    assert "this is recorded" in said.answer["warnings"][0]
    assert files(saga) != before


def test_a_fault_before_anything_is_recorded_is_a_fault(
    started: Call, saga: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise RuntimeError("cannot be answered")

    monkeypatch.setattr("oathtools.answerers.speaker.Speaker.say", fails)
    before = files(saga)
    assert started("answer", "1").status == 4
    assert files(saga) == before
