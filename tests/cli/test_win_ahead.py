"""``oathtools win --ahead``, and the line of ``status`` and ``play``: what is told, and to whom (3)."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oathtools.ahead.ways import looked
from oathtools.cli.main import cli
from oathtools.cli.shared.common import Failure, Settings
from oathtools.render.game.ahead import next_line
from oathtools.render.names import Names
from oathtools.table.views import View
from tests.support.tables import a_table

SIX = str(Path(__file__).parents[1] / "support" / "six.yaml")
TABLE = """
round: 5
visions_drawn: 3
turn: {player: Bo, phase: act}
players:
  - {name: Ann, role: chancellor, pawn: Plains, warbands: 1}
  - {name: Bo, color: red, pawn: Mountain, warbands: 6, favor: 3, advisers: [{card: Vision of Faith, facedown: true}]}
  - {name: Cy, color: blue, pawn: Steppe, vision: Vision of Rebellion}
sites: [{site: Plains, warbands: {purple: 1}}, {site: Steppe}, {site: Mountain, warbands: {red: 1}}]
banners: {peoples_favor: {holder: Cy, favor: 2}, darkest_secret: {holder: Bo, secrets: 1}}
"""


@cache  # what is only looked at is looked for once
def run(*args: str, **settings: Any) -> Result:
    return CliRunner().invoke(
        cli, ["win", *args], obj=Settings(**settings), standalone_mode=False, env={"COLUMNS": "60"}
    )


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("ahead") / "table.yaml"
    path.write_text(TABLE, encoding="utf-8")
    return str(path)


def data(*args: str, **settings: Any) -> dict[str, Any]:
    result = run("--ahead", *args, "--json", **settings)
    assert result.exception is None, result.exception
    answer: dict[str, Any] = json.loads(result.stdout)["data"]
    return answer


def prospects(told: dict[str, Any], seat: str) -> list[tuple[str, str | None, bool, int]]:
    mine = next(each for each in told["players"] if each["seat"] == seat)["prospects"]
    return [(each["how"], each["vision"], each["stands"], each["short"]) for each in mine]


def test_3_2_who_wins_at_the_next_check_is_shouted(table: str) -> None:
    told = data("--position", table)
    assert told["at_next_check"]["seat"] == "blue" and told["at_next_check"]["clause"] == "3.2"
    text = run("--ahead", "--position", table).stdout
    assert text.startswith("!!! Cy WINS AT THE NEXT CHECK !!!") and max(map(len, text.splitlines())) <= 60


def test_4_1_2_what_is_told_of_each_player(table: str) -> None:
    told = data("--position", table, "--deep", "0")
    assert told["ways"] is None
    assert ("visionary", "vision.rebellion", True, 0) in prospects(told, "blue")
    # A facedown Vision wants to be revealed; the file is open to whoever wrote it.
    assert ("visionary", "vision.faith", False, 1) in prospects(told, "red")


def test_9_4_a_facedown_vision_is_any_to_those_who_may_not_know_it(table: str) -> None:
    """Everybody sees the back of a Vision: it may be any that nobody has located, and the one that it is among them."""
    told = prospects(data("--position", table, "--deep", "0", viewer="Cy"), "red")
    assert {vision for how, vision, _, _ in told if how == "visionary"} == {
        *("vision.conquest", "vision.faith", "vision.sanctuary"),
    }


def test_the_ways_of_the_one_who_acts(table: str) -> None:
    """6.1: to reveal the Vision; what is found has its request, its chance and what it takes."""
    ways = data("--position", table)["ways"]
    assert ways["seat"] == "red" and "play" not in ways["looked"]["untried"]
    first = ways["found"][0]
    assert (first["effect"], first["win"]["seat"], first["chance"]) == ("makes", "red", "1/1")
    assert first["actions"][0]["words"].startswith("play")


def test_ways_of_somebody_else_are_judged_as_in_their_own_turn_only(table: str) -> None:
    told = data("--position", table, "--player", "Cy")["ways"]
    assert told["found"] == [] and told["looked"]["answers"] == 0
    assert "one's own Act Phase" in " ".join(run("--ahead", "--position", table, "--player", "Cy").stdout.split())


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--ahead", "--die", "3"), "--die"),
        (("--ahead", "--at", "wake:Bo"), "--at"),
        (("--ahead", "--round", "6"), "--round"),
        (("--deep", "1"), "--deep"),
    ],
)
def test_flags_that_do_not_go_together_are_refused(args: tuple[str, ...], said: str, table: str) -> None:
    fault = run(*args, "--position", table).exception
    assert isinstance(fault, Failure) and fault.kind == "usage" and str(fault).startswith(said)


def fits_and_says_how_deep(text: str) -> bool:
    deep = "Looked one action deep" in text or "Looked at every way" in text
    return deep and max(map(len, text.splitlines())) <= 60


def test_it_fits_sixty_columns_and_says_how_deep_it_looked(table: str) -> None:
    assert fits_and_says_how_deep(run("--ahead", "--position", table).stdout)


@pytest.mark.soak
def test_at_a_table_of_six_it_does_so_too() -> None:
    text = run("--ahead", "--position", SIX).stdout
    assert fits_and_says_how_deep(text)
    assert "Ann may win at the end of round 5 on 6 (1/6)" in " ".join(text.split())


def test_3_the_game_that_is_over_has_nothing_ahead() -> None:
    table = a_table().round(8)
    table.state.phase, table.state.result = "over", {"winner": "purple", "ways": [["war_exhaustion", "3.4.4"]]}
    found = looked(table.game(), "purple")
    assert (found.coming, found.winners, found.standing, found.search) == (None, (), {}, None)
    assert next_line(table.game(), Names(View(table.game().state))) == ""


def test_the_line_says_who_wins_and_shouts_only_at_the_next_check() -> None:
    """3.1, 3.3, 3.4.4: by whose turn it is the same Usurper is near or at the door."""
    lines = {}
    for turn in ("purple", "red", "yellow"):
        game = a_table().title("red", usurper=True).turn(turn).site(0, warbands={"red": 1}).game()
        lines[turn] = next_line(game, Names(View(game.state)))
    assert lines["purple"].startswith("!!! Red WINS AT THE NEXT CHECK !!! At the Wake in round 2 as the Usurper (3.1)")
    assert lines["red"].startswith("Ahead: as it stands, Red wins at the Wake in round 3")
    assert lines["yellow"].startswith("!!! Red WINS AT THE NEXT CHECK !!! At the Wake in round 3")
