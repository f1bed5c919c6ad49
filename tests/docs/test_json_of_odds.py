"""docs/formats.md names every key that ``odds`` and ``campaign`` print, and no other."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from oathtools.cli.main import cli
from oathtools.cli.shared.common import Failure, Settings
from oathtools.odds import Battle
from tests.cli.test_odds_command import TABLE

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
# Keys that are ids or fields of a battle, whichever they are: the page says so with ``NAME``.
FREE = ("places", "changes")
NOT_FREE = ("pairs[].changes",)
PLAIN = ("--force", "6", "--defense", "4", "--defenders", "3")
AT_TABLE = ("--against", "Ann", "--target", "site:Steppe", "--target", "pawn")
RICH = TABLE.replace("advisers: [Longbows, Mercenaries]", "advisers: [Longbows, Mercenaries, Hearts and Minds]")


def paths(value: Any, path: str = "") -> Iterator[str]:
    """Every key in a JSON value, as a path: ``endings[].won``."""
    if isinstance(value, list):
        for each in value:
            yield from paths(each, f"{path}[]")
    elif isinstance(value, dict):
        for key, inner in value.items():
            free = path not in NOT_FREE and path.rpartition(".")[2].removesuffix("[]") in FREE
            name = "NAME" if free else key
            here = f"{path}.{name}" if path else name
            yield here
            yield from paths(inner, here)


def spread(key: str) -> Iterator[str]:
    """``a.{b,c}`` is ``a.b`` and ``a.c``; what a key stands in is documented with it."""
    found = re.fullmatch(r"(.*?)\{([^}]*)\}(.*)", key)
    if found is None:
        yield key
        return
    for each in found[2].split(","):
        yield from spread(f"{found[1]}{each.strip()}{found[3]}")


def documented(heading: str) -> set[str]:
    """The keys that the page lists under a heading, paths in backticks before the dash."""
    section = PAGE.split(f"### {heading}\n", 1)[1].split("\n#", 1)[0].replace("\n  ", " ")
    lists = (line.split(" - ", 1)[0] for line in section.splitlines() if line.startswith("* "))
    keys = {each for line in lists for key in re.findall(r"`([^`]+)`", line) for each in spread(key)}
    keys |= {key[:at].removesuffix("[]") for key in keys for at, sign in enumerate(key) if sign == "."}
    assert keys, heading
    return keys


def printed(*words: str) -> set[str]:
    result = CliRunner().invoke(cli, [*words, "--json"], obj=Settings(), standalone_mode=False)
    assert result.exception is None, result.exception
    return set(paths(json.loads(result.stdout)["data"]))


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "table.yaml"
    path.write_text(RICH, encoding="utf-8")
    return str(path)


@pytest.fixture
def saga(tmp_path: Path, table: str) -> str:
    """A running game at the defense roll."""
    folder = str(tmp_path / "saga")
    told = ["campaign Ann --target site:Steppe --target pawn --dice 6", "no", "go-on"]
    for words in (["new", folder, "--first-game"], ["-C", folder, "start", "--position", table, "--table"]):
        assert CliRunner().invoke(cli, words, obj=Settings(), standalone_mode=False).exception is None
    for line in told:
        words = ["-C", folder, "answer", *line.split()]
        assert CliRunner().invoke(cli, words, obj=Settings(), standalone_mode=False).exception is None
    return folder


ODDS = "`odds`: the chances"
SETTING = "`odds` and `campaign`: what is fought"
DECLARED = "At a table: what is declared"
RESULT = "`campaign`: what came of it"


def test_odds_by_numbers() -> None:
    found = printed("odds", *PLAIN, "--plan", "longbows", "--defender-plan", "bear traps")
    assert found == documented(ODDS) | documented(SETTING)


def test_odds_at_a_table(table: str) -> None:
    found = printed("odds", "--position", table, *AT_TABLE, "--plan", "longbows")
    every = documented(ODDS) | documented(SETTING) | documented(DECLARED) | documented("`odds` at a table besides")
    assert found <= every
    # What is only there where there is something to say.
    assert {key.split("[]")[0].split(".")[0] for key in every} == {key.split("[]")[0].split(".")[0] for key in found}


def test_odds_of_the_step_at_hand(saga: str) -> None:
    besides = documented("`odds` in the midst of a campaign")
    chances = documented(ODDS) | {key for key in documented(SETTING) if not key.startswith("plans[]")}
    before = printed("-C", saga, "odds")
    assert before == chances | {"step", "shields"} and before - chances <= besides
    printed("-C", saga, "campaign", "--defense-roll", "1 2 x2 -")
    assert printed("-C", saga, "odds") == {key for key in before if not key.startswith("shifts.defense_die")}
    printed("-C", saga, "campaign", "--attack-roll", "4s 2k")
    after = printed("-C", saga, "odds")
    assert {key.split(".")[0] for key in after} == {key.split(".")[0] for key in besides - {"shields"}}


def test_best(table: str) -> None:
    assert printed("odds", "--position", table, "--best") <= documented("`odds --best`")
    assert {"pairs", "lines", "battles", "complete"} <= documented("`odds --best`")


def test_dice_and_plans() -> None:
    assert printed("odds", "--dice") == documented("`odds --dice`")
    listed = printed("odds", "--plans")
    keys = {key.removeprefix("[].") for key in listed if ".effects[]." not in key}
    assert keys == documented("`odds --plans`")


def test_campaign_by_numbers() -> None:
    rolls = ("--defense-roll", "1 2 x2 -", "--attack-roll", "s h h k k s")
    found = printed("campaign", *PLAIN, "--plan", "longbows=-1", "--plan", "mountain giant=1", *rolls)
    there = {key for key in documented(RESULT) if not key.startswith(("ask", "win", "steps[].choices[]"))}
    assert found == documented(SETTING) | there


def test_campaign_at_a_table(table: str) -> None:
    rolls = ("--defense-roll", "1 - - -", "--attack-roll", "6s")
    found = printed("campaign", "--position", table, *AT_TABLE, *rolls)
    assert found <= documented(SETTING) | documented(DECLARED) | documented(RESULT)
    assert "steps[].moves[].places.NAME" in found and "declaration.targets" in found


def test_campaign_in_the_running_game(saga: str) -> None:
    half = printed("-C", saga, "campaign", "--defense-roll", "1 2 x2 -")
    every = documented(SETTING) | documented(DECLARED) | documented(RESULT)
    assert {key for key in half if not key.startswith("ask.")} <= every
    assert {"win", "ask"} <= half
    whole = printed("-C", saga, "campaign", "--attack-roll", "4s 2k", "--no-sacrifice")
    assert {key for key in whole if not key.startswith("ask.")} <= every


def test_a_roll_to_be_told() -> None:
    """The error of a campaign whose dice nobody told has the question, and the chance to win as it stands."""
    result = CliRunner().invoke(cli, ["campaign", *PLAIN], obj=Settings(), standalone_mode=False)
    assert isinstance(result.exception, Failure)
    assert {"question", "win"} == set(result.exception.extra)
    for key in result.exception.extra:
        assert f"`error.{key}`" in PAGE


def test_every_field_of_a_battle_is_named() -> None:
    fields = {key.removeprefix("battle.") for key in documented(SETTING) if key.startswith("battle.")}
    assert fields == set(Battle._fields)
