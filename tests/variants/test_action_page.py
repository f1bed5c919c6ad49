"""The whole action of ``docs/writing-an-action.md``, taken from the page and played with."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from oathtools import variants
from oathtools.engine.decision import Refusal
from oathtools.table.invariants import faults
from oathtools.table.position.form import to_position
from tests.cli.calls import caller
from tests.support.tables import Table, a_table

PAGE = Path(__file__).parents[2] / "docs" / "writing-an-action.md"
NAME = "river-barges"
WORDS = {
    "title": "River Barges",
    "mark": "RB",
    "clauses": {
        "RB.1": {
            "heading": "Barges",
            "beside": ["6.5"],
            "text": "Spend one Supply and burn one favor to ship warbands to another site you rule.",
        }
    },
}


@pytest.fixture(autouse=True)
def river_barges() -> Iterator[None]:
    (text,) = re.findall(r"^```py\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    module: dict[str, Any] = {}
    exec(text, module)
    variants.add(module["VARIANT"], WORDS)
    yield
    variants.forget(NAME)


def river(**red: Any) -> Table:
    """Red is at the Mountain and rules the Plains; who has the title does not matter."""
    table = a_table(3).oath("devotion").title(None)
    table.state.variants[NAME] = {}
    return table.site("plains", warbands={"red": 1}).seat("red", at="mountain", **{"favor": 1, "warbands": 3, **red})


def test_rb_1_warbands_travel_for_a_supply_and_a_favor() -> None:
    play = river(supply=3).play().answer("ship")
    assert play.skipped[-1] == ("ship.to", "site.plains"), "no other site is ruled"
    assert play.asked == ("ship.number", "red") and play.offered == ["1", "2", "3"]
    play.answer("2")
    assert (play.has("red", "warbands"), play.at("slot.0", "red"), play.has("red", "favor")) == (1, 3, 0)
    assert play.state.players["red"].supply == 2 and "RB.1" in play.cites()
    assert not faults(play.state) and play.replayed() == play.state


def test_rb_1_is_refused_with_its_reasons() -> None:
    here = "site.mountain"
    assert river().refusals("ship", to=here, number="1") == [
        Refusal("RB.1", f"red does not rule {here}", "law"),
        Refusal("RB.1", f"{here} is where red is", "law"),
    ]
    assert [row.because for row in river().refusals("ship", to="plains", number="4")] == [
        "3 warbands are on the board of red"
    ]
    assert [row.because for row in river(favor=0).refusals("ship", to="plains", number="1")] == [
        "it costs 1 favor and 0 can be paid"
    ]
    assert "ship" not in river(warbands=0).play().offered


def test_rb_1_as_it_is_typed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    call, at = caller(None, capsys, monkeypatch), ("-C", str(tmp_path / "saga"))
    (tmp_path / "p.yaml").write_text(yaml.safe_dump(to_position(river().built())), encoding="utf-8")
    call("new", str(tmp_path / "saga"), "--first-game")
    call(*at, "start", "--position", str(tmp_path / "p.yaml"), "--table")
    assert "ship 1 to 3 warbands to Plains [1 Supply, burn 1 favor]" in call(*at, "legal").joined
    assert "Yes." in call(*at, "why", "ship", "to", "Plains").out
    assert "Mountain is where" in call(*at, "why", "ship", "Mountain").joined
    assert "Yes." in call(*at, "why", "ship", "2", "to", "Plains").out
    assert "3 warbands are on the board" in call(*at, "why", "ship", "4", "warbands", "to", "Plains").joined
    assert "How many warbands does" in call(*at, "answer", "ship", "Plains").joined
    assert "ships warbands to Plains" in call(*at, "answer", "2").joined
    call(*at, "undo", "--to", "0")
    assert "ships warbands to Plains" in call(*at, "answer", "ship 3 warbands to Plains").joined
