"""What is told names each reading that has decided, also where several did: ``win``, ``odds`` and ``why``."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from oathtools.cli.main import cli
from oathtools.cli.shared.common import Settings
from oathtools.procedures.adjudicate import Request, why
from oathtools.table.position.form import position_text, to_position
from oathtools.table.state import PURPLE
from tests.battles import war
from tests.cli.invoked import answered
from tests.readings.meeting import read
from tests.readings.test_battles import revolt
from tests.readings.test_powers import calm
from tests.readings.test_together import conquest
from tests.support.tables import Table

EVERY = pytest.mark.parametrize
AB = ["a", "b"]


def points(answer: dict[str, Any]) -> tuple[set[str], set[str]]:
    """The points among the citations, and those of which a warning says how the table reads them."""
    told = {words.split()[3] for words in answer["warnings"] if words.startswith("this table reads")}
    return {cite for cite in answer["citations"] if cite[:2] == "A-" and cite not in CITED}, told


CITED = {"A-55", "A-56", "A-57", "A-58"}  # of every battle


def asked(tmp_path: Path, table: Table, *words: str) -> dict[str, Any]:
    """What a command says of a table."""
    game, file = table.game(), tmp_path / "table.yaml"
    file.write_text(position_text({**to_position(game.state), "rulings": dict(game.readings)}), encoding="utf-8")
    result = CliRunner().invoke(cli, [*words, "--position", str(file), "--json"], obj=Settings(), standalone_mode=False)
    return answered(result)


@EVERY(
    ("red", "purple", "a02", "a03", "a04", "decided"),
    [
        (3, 2, "b", "a", "b", set()),
        (3, 2, "a", "a", "a", {"A-02"}),  # the bandits tie; with A-04 b Red would win all the same, but by no tie
        (3, 2, "b", "b", "b", {"A-03"}),
        (3, 2, "b", "b", "a", {"A-03", "A-04"}),  # the Empire and the bandits are in the way
        (3, 2, "b", "a", "a", {"A-04"}),
        (4, 2, "a", "b", "b", {"A-02", "A-03"}),  # a tie, with an Empire that counts twice
        (2, 2, "a", "b", "a", {"A-03", "A-04"}),
    ],
)
def test_3_2_a_win_check_names_what_has_decided(
    tmp_path: Path, red: int, purple: int, a02: str, a03: str, a04: str, decided: set[str]
) -> None:
    table = read(conquest(red, purple), a02=a02, a03=a03, a04=a04).turn("red", "wake")
    cited, told = points(asked(tmp_path, table, "win"))
    assert decided <= told and cited == told
    said = asked(tmp_path, table, "win")["data"]["reasons"][-1]["because"]
    assert {point for point in ("A-02", "A-03", "A-04") if point in said} <= told | {"A-02"}


@EVERY(("a02", "a03", "a04"), [(a02, a03, a04) for a02 in AB for a03 in AB for a04 in AB])
def test_3_2_what_is_ahead_names_what_has_decided(tmp_path: Path, a02: str, a03: str, a04: str) -> None:
    """What decides Red's win at a Wake decides what is ahead of it, too, and nothing that is read as usual is named."""
    table = read(conquest(3, 2), a02=a02, a03=a03, a04=a04)
    cited, told = points(asked(tmp_path, table.turn(PURPLE), "win", "--ahead", "--deep", "0"))
    _, at_wake = points(asked(tmp_path, table.turn("red", "wake"), "win"))
    reads = {"A-02": a02, "A-03": a03, "A-04": a04}
    usual = {"A-02": "b", "A-03": "a", "A-04": "b"}
    assert at_wake <= told == cited <= {point for point in reads if reads[point] != usual[point]}


@EVERY(("a07", "ways"), [("a", ["3.1", "3.2"]), ("b", ["3.2"]), ("c", ["3.2"])])
def test_3_1_a_win_check_to_come_knows_that_the_title_moves_before_it(
    tmp_path: Path, a07: str, ways: list[str]
) -> None:
    """A-05 c: the title is looked at in Red's Wake, else at once, all the same. Nobody meets the goal (A-07)."""
    table = read(conquest(3, 2), a05="c", a07=a07).oath("devotion").title("red", usurper=True).turn(PURPLE)
    answer = asked(tmp_path, table, "win", "--at", "wake:red")
    assert [way["clause"] for way in answer["data"]["ways"]] == ways
    assert points(answer) == ((set(), set()) if a07 == "a" else ({"A-07"},) * 2)


@EVERY("a09", AB)
@EVERY("a104", AB)
@EVERY("a147", AB)
@EVERY("a174", AB)
def test_5_5_odds_name_what_has_decided(tmp_path: Path, a09: str, a104: str, a147: str, a174: str) -> None:
    """Each that is read otherwise and decides a number or a plan, alone or beside others."""
    usual = {"A-09": "a", "A-104": "b", "A-147": "a", "A-174": "a"}
    reads = {"A-09": a09, "A-104": a104, "A-147": a147, "A-174": a174}
    table = revolt(a09=a09, a104=a104, a147=a147, a174=a174)
    answer = asked(tmp_path, table, "odds", "--against", "yellow", "--target", "steppe")
    decided = {point for point in usual if reads[point] != usual[point]}
    assert points(answer) == (decided, decided)
    addends = json.dumps(answer["data"])
    assert ("A-09" in addends) is (a09 == "b"), "the addend itself names it"
    cited, told = points(asked(tmp_path, table, "odds", "--best", "--against", "yellow"))
    assert decided <= told and cited == told, "so they decide the campaign among all others"


@EVERY("a05", ["a", "b", "c"])
@EVERY("a07", AB)
@EVERY("a09", AB)
def test_2_11_odds_name_the_readings_that_give_the_die_of_a_title(tmp_path: Path, a05: str, a07: str, a09: str) -> None:
    """Nobody has the banner of Devotion: the die is there if the title goes back, is looked at, and is shared."""
    table = read(war(), a05=a05, a07=a07, a09=a09).title("blue").seat("red", warbands=3)
    table = table.seat("yellow", role="citizen", at=3)
    answer = asked(tmp_path, table, "odds", "--against", "yellow", "--target", "pawn")
    decided = set()
    if (a07, a09) == ("b", "b"):
        # Between actions it went back before: what is left to decide is what it is worth.
        decided = {"a": {"A-07", "A-09"}, "b": {"A-09"}, "c": {"A-05"}}[a05]
    assert points(answer) == (decided, decided)


@EVERY("a165", AB)
@EVERY("a167", AB)
def test_7_1_a_verdict_names_both_readings_that_bar_a_power(a165: str, a167: str) -> None:
    """Each has a reason of its own, so that both are named whether one bars it or both do."""
    table = calm(a165=a165, a167=a167).oath("people").turn("yellow").banner("darkest_secret", PURPLE)
    table = table.seat("yellow", role="citizen", at=3, secrets=1, advisers=["terror_spells"])
    game = table.seat("blue", at=0, warbands=1).game()
    opinion = why(game, "yellow", Request("power", {"card": "denizen.terror_spells"}))
    assert opinion.legal is ((a165, a167) == ("b", "b"))
    named = dict(opinion.rulings)
    assert (named["A-165"], named["A-167"]) == (a165, a167)


@EVERY("a145", AB)
@EVERY("a171", AB)
def test_7_1_a_verdict_names_what_lets_one_be_oneself(a145: str, a171: str) -> None:
    """A Palanquin with nobody else here: only A-171 b asks for A-145 at all. A-171 is about the card that refuses."""
    game = calm(a145=a145, a171=a171).seat("red", at=3, favor=1, advisers=["palanquin"]).game()
    opinion = why(game, "red", Request("power", {"card": "denizen.palanquin"}))
    assert opinion.legal is ((a145, a171) == ("b", "b"))
    named = set(dict(opinion.rulings)) & {"A-145", "A-171"}
    assert named == ({"A-171"} if a171 == "a" else {"A-145", "A-171"})
