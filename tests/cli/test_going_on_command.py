"""``rulings adopt``: what a running game takes up between two actions."""

import json
from pathlib import Path
from typing import Any

import pytest

from oathtools.saga import folder
from tests.cli.calls import at_table

POSITION = """\
turn: {player: Bo, phase: act}
players:
  - {name: Ann, role: chancellor}
  - {name: Bo, color: red, pawn: Mountain}
  - {name: Cy, color: blue}
sites:
  - {site: Plains, warbands: {blue: 1}, cards: [Toll Roads]}
  - Steppe
  - Mountain
"""


@pytest.fixture
def oath(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Call oathtools in a saga with a game from the position above: (exit status, standard output, error stream)."""
    return at_table(POSITION, tmp_path / "saga", capsys, monkeypatch)


def data(said: tuple[int, str, str]) -> Any:
    return json.loads(said[1])["data"]


# -- rulings adopt -----------------------------------------------------------------------------------------------------


def test_adopt_enters_the_readings_that_differ(oath: Any) -> None:
    assert "adopt" in oath("rulings", "set", "A-02", "a")[2]
    oath("rulings", "set", "A-27", "b")
    status, out, _ = oath("rulings", "adopt")
    assert status == 0 and "A-02" in out and "A-27" in out and "From here on" in out
    assert all(len(line) <= 60 for line in out.splitlines())
    assert "A-02 is read as (a)" in oath("log")[1]
    assert data(oath("rulings", "adopt", "--json"))["adopted"] == []


def test_adopt_takes_only_the_points_named(oath: Any) -> None:
    oath("rulings", "set", "A-02", "a")
    oath("rulings", "set", "A-27", "b")
    assert data(oath("rulings", "adopt", "a-27", "--json"))["adopted"] == [{"id": "A-27", "was": "a", "now": "b"}]
    assert [each["id"] for each in data(oath("rulings", "adopt", "--json"))["adopted"]] == ["A-02"]


def test_the_position_of_the_game_says_what_was_adopted_and_undo_takes_it_back(oath: Any) -> None:
    oath("rulings", "set", "A-02", "a")
    oath("rulings", "adopt")
    assert data(oath("position", "export", "--json"))["rulings"] == {"A-02": "a"}
    assert oath("undo")[0] == 0
    assert "rulings" not in data(oath("position", "export", "--json"))


def test_adopt_waits_for_the_end_of_an_action(oath: Any, tmp_path: Path) -> None:
    oath("rulings", "set", "A-02", "a")
    oath("answer", "travel")
    before = folder.latest(tmp_path / "saga").read_bytes()
    status, _, err = oath("rulings", "adopt")
    assert status == 1 and "under way" in err and "undo" in err
    assert folder.latest(tmp_path / "saga").read_bytes() == before


@pytest.mark.parametrize(
    ("word", "status", "says"),
    [("A-999", 1, "there is no ruling"), ("FAQ-toll-roads-1", 2, "no readings"), ("xyzzy", 1, "there is no ruling")],
)
def test_adopt_names_what_is_no_point(oath: Any, word: str, status: int, says: str) -> None:
    said = oath("rulings", "adopt", word)
    assert said[0] == status and says in said[2]


def test_adopt_without_a_game_says_how_to_begin_one(oath: Any, tmp_path: Path) -> None:
    status, _, err = oath("-C", str(tmp_path), "rulings", "adopt")
    assert status == 1 and "no saga" in err
