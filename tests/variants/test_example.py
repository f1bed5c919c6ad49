"""The worked example of ``docs/writing-a-variant.md`` is what it says: taken from the page and played with."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from oathtools import variants
from oathtools.bots.planner import choose
from oathtools.journal import Play, new_game
from oathtools.law.rulings import Readings, in_force
from oathtools.law.rulings import choose as choose_reading
from oathtools.law.rulings_variants import get
from oathtools.procedures.machine.registry import VariantFault
from oathtools.procedures.machine.world import first_game_world, seats_for
from oathtools.render.game.log import lines
from oathtools.render.names import Names
from oathtools.search import search
from oathtools.table.invariants import faults
from oathtools.table.views import View
from tests.support.tables import Script, Table, a_table

PAGE = Path(__file__).parents[2] / "docs" / "writing-a-variant.md"
NAME = "hard-winters"


def block(language: str) -> str:
    (text,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M)
    return str(text)


@pytest.fixture(autouse=True)
def hard_winters() -> Iterator[Any]:
    """The variant of the page, known for as long as a test runs."""
    module: dict[str, Any] = {}
    exec(block("python"), module)
    variants.add(module["VARIANT"], yaml.safe_load(block("yaml")))
    yield module["VARIANT"]
    variants.forget(NAME)


def winter(number: int = 5, **red: Any) -> Table:
    table = a_table(2).round(number).oath("devotion").title(None).seat("red", at="steppe", **red)
    table.site("plains", warbands={"purple": 1})
    table.state.variants[NAME] = {"lost": 2}
    return table


def rest(table: Table) -> Script:
    return table.play().answer("end")


@pytest.mark.parametrize("lost", ["many", -1, None])
def test_what_a_file_says_of_it_is_checked(hard_winters: Any, lost: Any) -> None:
    """People edit what is kept: a fault has its place and the way out, what is left out is completed."""
    assert hard_winters.opened({}) == {"lost": 0}
    with pytest.raises(VariantFault) as wrong:
        hard_winters.opened({"lost": lost})
    assert wrong.value.faults == (
        ("hard-winters.lost", f"{lost!r} is not a number of warbands", "Say how many were lost."),
    )


def test_its_words_and_its_rules_go_together(hard_winters: Any) -> None:
    """HW.1, HW.2: every step has its words, every clause is cited by what carries it out."""
    text = get(NAME)
    assert {step.name for step in hard_winters.steps} == set(text.steps)
    cited = {cite for power in hard_winters.powers for cite in power.cites} | hard_winters.step_names
    assert set(text.clauses) <= cited


@pytest.mark.parametrize(("number", "reading", "supply"), [(4, "a", 2), (5, "a", 3), (5, "b", 2), (6, "b", 3)])
def test_deep_snow(number: int, reading: str, supply: int) -> None:
    """HW.1 (5.6.1), HW-A: within the Provinces it costs two Supply, three in winter."""
    play = winter(number, supply=4).reading("HW-A", reading).play().answer("travel", "the_tribunal")
    assert play.state.players["red"].supply == 4 - supply


def test_deep_snow_refuses_a_trip_that_cannot_be_paid() -> None:
    """HW.1 (5.6.1)."""
    (row,) = winter(5, supply=1).refusals("travel", to="the_tribunal")
    assert (row.clause, row.because) == ("5.6.1", "it costs 3 Supply and 1 is left")


@pytest.mark.parametrize(("number", "favor", "left"), [(5, 0, 2), (5, 1, 3), (4, 0, 3)])
def test_frost(number: int, favor: int, left: int) -> None:
    """HW.2 (4.3.2): only in winter, and only without favor."""
    play = rest(winter(number, warbands=3, favor=favor))
    assert play.has("red", "warbands") == left and faults(play.state) == []
    assert play.state.variants[NAME]["lost"] == 2 + 3 - left
    assert play.replayed() == play.state


def test_search_finds_one_that_is_kept_elsewhere() -> None:
    """HW.2, HW-A: by their words, as a house rule; and no more once it is forgotten."""
    hits = search("frost takes warbands in winter").hits
    assert (hits[0].id, hits[0].variant, hits[0].path) == ("HW.2", NAME, ("House rules", "Hard Winters"))
    assert search("HW-A").hits[0].id == "HW-A"
    variants.forget(NAME)
    assert all(hit.variant != NAME for hit in search("frost takes warbands in winter").hits)


def test_its_point_is_a_ruling() -> None:
    """HW-A."""
    assert choose_reading("hw a", "b")[0].id == "HW-A"
    assert in_force(Readings(variants=(NAME,)))["HW-A"] == "a" and "HW-A" not in in_force()


def test_a_whole_game_with_it() -> None:
    """HW.1, HW.2: conserved at every boundary, replayed the same, told in its own words, kept by the saga."""
    world = first_game_world()._replace(variants=variants.opened([NAME], {}))
    seats = seats_for([("Ann", None, True), ("Bo", "red", True)], ())
    for seed in range(40):
        play = new_game(seats, world, seed=1, digests=False)
        play.driver.at_boundary = lambda play=play: check(play)  # type: ignore[misc]
        rng = Random(seed)
        while play.pending is not None:
            play.answer(choose(play.pending, rng), checked=True)
        if play.state.variants[NAME]["lost"]:
            break
    again = Play(play.header, play.entries, digests=False)
    assert again.differences == [] and again.state == play.state
    said = [line for line in lines(play, Names(View(play.state))) if "HW.2" in line.cites]
    assert any(re.search(r"The frost takes a warband of (Ann|Bo), the 1\. of this saga", str(line)) for line in said)
    assert variants.kept(play.state.variants, 3)[NAME]["lost"] == play.state.variants[NAME]["lost"]
    assert variants.status_lines(play.state.variants)["Hard Winters"][0].startswith("warbands lost to the frost: ")


def check(play: Play) -> None:
    assert faults(play.state) == []
