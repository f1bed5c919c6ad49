"""``chronicle export``: the games of a saga for other programs, each in its form, with nothing that lies facedown."""

import csv
import json
from pathlib import Path

import pytest

from oathtools.saga.chronicle.form import dumps
from oathtools.saga.past.story import leaks
from oathtools.saga.worlds import first_chronicle
from tests.cli.calls import Call, caller

PAST = [
    {
        "game": 1, "journal": "0001", "winner": "=Ann; the, Great", "color": "purple", "role": "chancellor",
        "how": "stable_regime", "round": 7, "players": {"=Ann; the, Great": "purple", "Bo": "red"},
        "oath": "supremacy", "next_oath": "people", "removed": 6, "suits": {"beast": 3, "order": 2, "nomad": 1},
        "map": [{"site": "site.plains", "cards": ["denizen.longbows"]}, *[None] * 6,
                {"site": "site.great_slum", "cards": ["denizen.elders"], "relics": 1}],
    },
    {"game": 2, "winner": "Bo", "color": "red", "role": "exile", "how": "usurper", "players": {"Bo": "red"}},
]  # fmt: skip


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.chdir(tmp_path)
    world = first_chronicle()
    world.game, world.history, world.name = 3, PAST, "Ours"
    Path("chronicle.yaml").write_text(dumps(world, sealed=True))
    Path("games").mkdir()
    Path("games/0001.jsonl").write_text("")
    return caller(None, capsys, monkeypatch)


def test_plays_as_bg_stats_takes_them(call: Call) -> None:
    assert call("chronicle", "export", "bgstats").status == 0
    first, second = json.loads(Path("plays.json").read_text())
    assert first["game"]["bggId"] == 291572 and first["game"]["noPoints"]
    assert [(each["name"], each["winner"]) for each in first["players"]] == [("=Ann; the, Great", True), ("Bo", False)]
    assert len(first["playDate"]) == 19 and "playDate" not in second
    assert first["sourcePlayId"] != second["sourcePlayId"]
    assert call("chronicle", "export", "bgstats").status == 1  # it is there
    assert call("chronicle", "export", "bgstats", "--replace").status == 0


def test_a_table_that_no_spreadsheet_takes_for_formulas(call: Call) -> None:
    assert call("chronicle", "export", "csv", "-o", "ours.csv").status == 0
    rows = list(csv.DictReader(Path("ours.csv").read_text(encoding="utf-8").splitlines()))
    assert [(row["game"], row["player"], row["won"]) for row in rows] == [
        ("1", "'=Ann; the, Great", "1"), ("1", "Bo", "0"), ("2", "Bo", "1"),
    ]  # fmt: skip
    assert rows[0]["how"] == "stable_regime" and rows[1]["how"] == "" and rows[2]["date"] == ""


def test_a_calendar_of_the_days_that_are_known(call: Call) -> None:
    assert call("chronicle", "export", "calendar").status == 0
    text = Path("games.ics").read_bytes().decode()
    assert text.count("BEGIN:VEVENT") == text.count("END:VEVENT") == 1 and text.endswith("END:VCALENDAR\r\n")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    whole = text.replace("\r\n ", "")
    assert "SUMMARY:Ours\\, game 1: " in whole and "=Ann\\; the\\, Great" in whole


def test_a_wiki_names_nothing_that_lies_facedown(call: Call) -> None:
    """9.4: the Great Slum lies facedown now, the Elders elsewhere; every link has its page."""
    assert call("chronicle", "export", "wiki").status == 0
    pages = {path.stem: path.read_text() for path in Path("wiki").iterdir()}
    assert {"Chronicle", "Game 1", "Game 2", "Bo", "Plains", "Longbows", "Elders"} <= set(pages)
    assert "Great Slum" not in pages and "Great Slum" not in "".join(pages.values())
    world = first_chronicle()
    assert not leaks("".join(text for name, text in pages.items()).replace("the, Great", ""), world)
    links = {part.split("]]")[0] for text in pages.values() for part in text.split("[[")[1:]}
    assert links <= set(pages)
    assert "[[Game 1]]" in pages["Longbows"] and "at [[Plains]]" in pages["Longbows"]
    assert call("chronicle", "export", "wiki", "-o", "all", "--name-lost").status == 0
    assert Path("all/Great Slum.md").exists()


def test_a_form_that_is_none(call: Call) -> None:
    assert call("chronicle", "export", "excel").status == 2
    assert call("chronicle", "export", "csv", "-o", "wiki/x/plays.csv").status == 0
