"""A table's rulings.yaml and its variants hold in every command that takes a position file."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.calls import Call, caller

TABLE = """
turn: {player: Cy, phase: act}
players:
- {name: Ann, color: purple, role: chancellor, pawn: Plains}
- {name: Bo, color: red, pawn: Mountain, warbands: 2, vision: Conquest}
- {name: Cy, color: blue, role: citizen, pawn: Mountain, warbands: 3, favor: 6, relics: [Cursed Cauldron]}
- {name: Dee, color: white, role: citizen, pawn: Mountain, warbands: 2}
sites:
- Plains
- {site: Mountain, relics: [Grand Scepter]}
"""
OUTLAND = "variants: [outland-realms]\n"


@pytest.fixture
def position(tmp_path: Path) -> str:
    (tmp_path / "table.yaml").write_text(TABLE, encoding="utf-8")
    return str(tmp_path / "table.yaml")


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    return caller(tmp_path, capsys, monkeypatch)


def decide(folder: Path, text: str) -> None:
    (folder / "rulings.yaml").write_text(text, encoding="utf-8")


def test_why_and_legal_go_by_the_table_s_readings(call: Call, position: str, tmp_path: Path) -> None:
    """6.8, A-143: where nobody holds the Grand Scepter, whether a Citizen may leave who owes its holder favor."""
    may = ("why", "self-exile", "--position", position, "--json")
    actions = ("legal", "--position", position, "--json")

    def offered() -> bool:
        return any(each["words"] == "self-exile" for each in call(*actions).data["actions"])

    assert call(*may).data["refusals"][0]["clause"] == "6.8" and not offered()
    decide(tmp_path, "readings: {A-143: b}\n")
    assert call(*may).data["legal"] is True and offered()


def test_a_position_that_says_its_readings_keeps_them(call: Call, position: str, tmp_path: Path) -> None:
    decide(tmp_path, "readings: {A-143: b}\n")
    Path(position).write_text(f"rulings: {{A-143: a}}\n{TABLE}", encoding="utf-8")
    assert call("why", "self-exile", "--position", position).status == 1


def campaigns(position: str) -> list[list[str]]:
    against = ["--position", position, "--against", "Bo", "--target", "pawn", "--json"]
    return [["odds", *against], ["campaign", *against, "--seed", "1"]]


@pytest.mark.parametrize("command", [0, 1])
def test_odds_and_campaign_go_by_the_table_s_readings(command: int, call: Call, position: str, tmp_path: Path) -> None:
    """5.5.2, A-104: whether warbands that join bring dice."""
    words = campaigns(position)[command]
    assert call(*words).data["battle"]["joiners_roll"] is True
    decide(tmp_path, "readings: {A-104: a}\n")
    assert call(*words).data["battle"]["joiners_roll"] is False


@pytest.mark.parametrize(
    "words",
    [
        ["why", "travel", "Plains"],
        ["legal"],
        ["odds", "--against", "Bo", "--target", "pawn"],
        ["campaign", "--against", "Bo", "--target", "pawn", "--seed", "1"],
        ["win"],
    ],
)
def test_the_variants_of_the_table_are_played(
    words: list[str], call: Call, position: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from oathtools.procedures.machine import game

    played: list[set[str]] = []
    before = game.Game.__init__

    def noted(self: Any, state: Any, *rest: Any, **how: Any) -> None:
        played.append(set(state.variants))
        before(self, state, *rest, **how)

    monkeypatch.setattr(game.Game, "__init__", noted)
    decide(tmp_path, OUTLAND)
    said = call(*words, "--position", position)
    assert said.status in (0, 1), said.err
    assert played and set.union(*played) == {"outland-realms"} and all(played)


@pytest.mark.parametrize("words", [["why", "travel", "Plains"], ["legal"], ["win"], ["start"]])
def test_damaged_rulings_are_told_with_their_line_not_left_out(
    words: list[str], call: Call, position: str, tmp_path: Path
) -> None:
    assert call("new", str(tmp_path), "--first-game").status == 0
    decide(tmp_path, "readings:\n  A-02: {reading: q}\n")
    said = call(*words, "--position", position)
    assert said.status == 3 and "line 2" in said.err
