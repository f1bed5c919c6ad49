"""Every pair of readings that meets in one computation is tested, or it is told why neither touches the other.

Two scans find the pairs. The sources say which points one function asks for, itself or through others of its module;
a survey plays, looks ahead and weighs campaigns, and notes which points one call of the rules asks for, wherever.
``python -m tests.readings.survey 10`` looks at ten times as many positions.
"""

import ast
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import combinations, product
from pathlib import Path
from typing import Final

import pytest

import oathtools
from oathtools.law import rulings
from oathtools.law.coverage import engine_reads
from tests.compiled import plain_only
from tests.readings.meeting import MET, TESTS, TITLE, Pair, cases, listening
from tests.readings.survey import surveyed

for each in sorted(Path(__file__).parent.glob("test_*.py")):
    import_module(f"tests.readings.{each.stem}")

# What the goals of the title and of Visions count are sites, relics and banners. These points are about other things.
COUNTED_BY_NO_GOAL: Final = {
    "cards": "A-137 A-141 A-152 A-155 A-157 A-162 A-163 A-38 A-177 A-35",
    "favor, secrets and Supply": (
        "A-47 A-138 A-139 A-144 A-148 A-153 A-156 A-158 A-160 A-166 A-168 A-170 A-173 A-27 "
        "A-79 A-108 A-178 A-179 A-186 A-187 A-188 A-190"
    ),
    "pawns, and warbands on boards": "A-164 A-167 A-183",
    "what one does to oneself: nothing changes hands": "A-145 A-159 A-169 A-171",
    "the dead of a defeat: its sites are lost anyway, and the Crown's holder rules without them": "A-59",
}
# Pairs that are asked for together and never matter to one thing: why neither changes what the other decides.
WHY: Final = (
    ("A-02 A-03", "A-59", "whose Vision a victory meets does not hang on the dead of a defeat"),
    ("A-02 A-03", "A-09 A-147 A-154 A-174", "the one is what a victory is worth, the other its chance"),
    ("A-04", "A-09", "the one counts sites, for Supremacy; the other is about every other oath"),
    ("A-04", "A-140 A-149", "the one counts sites; the others are about relics"),
    (
        *("A-04 A-07", "A-24 A-76 A-143"),
        "who leaves the Empire changes what is counted by the Crown only: bandits have nothing then, and somebody has",
    ),
    ("A-104", "A-161", "a campaign may be begun with no dice at all (A-52): there is somebody to fight anyway"),
    ("A-147", "A-161", "what is barred are relics, banners and plans: a pawn or a site can be attacked anyway"),
    ("A-104 A-145 A-149 A-159", "A-160", "asked in one's own turn: there the player whose turn it is discards"),
    ("A-174", "A-47", "a banner is a target where its holder's pawn is: then Peace Envoy needs no pawn of an Ally's"),
    ("A-144 A-160", "A-154", "the secrets come to the board facedown, and pay for nothing"),
    ("A-145", "A-38", "whoever is here is in the region of one's own pawn: both name one pile"),
    ("A-149", "A-47", "when a thief may take relics, and what is left on a banner that was taken beside them"),
    ("A-159", "A-162", "whose relic a card that is played is about, and how often a modifier of playing counts"),
    ("A-150", "A-163", "no deal is about sites and about advisers"),
    ("A-151", "A-174", "the one bars an Ally's plan; only an attacker meets the enemy's Allies, and has none"),
    (
        " ".join(TITLE),
        "A-136 A-182 A-184 A-185 A-191",
        "they decide what is done; the title counts what lies there once it is",
    ),
    (
        "A-59 A-09 A-104",
        "A-108 A-182 A-191",
        "what a plan costs and whom it serves: the dice of the pools and the dead are others",
    ),
    ("A-108", "A-142", "bandits have no side whose players pass"),
    ("A-108", "A-191", "a cost that is added, and a plan that serves: either alone bars it for the bandits"),
    (
        "A-142 A-147 A-148 A-164",
        "A-182",
        "when plans are used, and who is an enemy, is settled; then relics are looked at",
    ),
    ("A-147 A-154 A-156 A-164 A-174", "A-191", "what bars a plan or modifier bars it whether or not it would serve"),
    ("A-104 A-47 A-156 A-160", "A-136", "what each power does is the same, whichever comes first"),
    ("A-160", "A-185", "the one is about secrets, the other about warbands"),
    ("A-177", "A-35 A-179", "where discards go, and whether anything is drawn or due, are asked apart"),
    *((" ".join(TITLE), points, f"{what}: the title counts none of it") for what, points in COUNTED_BY_NO_GOAL.items()),
)
# Points that no computation asks for beside another.
ALONE: Final = {
    "A-16": "where the pawn starts: a step of setup for itself",
    "A-18": "Visions on the discard piles: a step of setup for itself",
    "A-22": "relics at sites: a step of setup for itself",
    "A-94": "the most common suit: a step of the Chronicle for itself",
}


def apart() -> set[Pair]:
    """The pairs of which it is told why neither touches the other."""
    told = (pair for some, others, _ in WHY for pair in product(some.split(), others.split()))
    return {(min(pair), max(pair)) for pair in told}


# -- what the sources say ----------------------------------------------------------------------------------------------


def _asked(function: ast.FunctionDef) -> Iterator[str]:
    for call in ast.walk(function):
        if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "takes":
            yield from (one.value for one in call.args if isinstance(one, ast.Constant) and str(one.value)[:2] == "A-")


def _reached(source: str) -> Iterator[set[str]]:
    """For each function of a module the points that it asks for, those of the functions it names included."""
    functions = {node.name: node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)}
    asked = {name: set(_asked(node)) for name, node in functions.items()}
    words = (ast.Name, ast.Attribute)
    named = {
        name: {getattr(one, "id", getattr(one, "attr", "")) for one in ast.walk(node) if isinstance(one, words)}
        for name, node in functions.items()
    }
    for name in functions:
        reached, left = set(), [name]
        while left:
            one = left.pop()
            if one in functions and one not in reached:
                reached.add(one)
                left += named[one]
        yield set().union(*(asked[one] for one in reached))


def pairs_in(folder: Path) -> set[Pair]:
    found: set[Pair] = set()
    for path in folder.rglob("*.py"):
        if "variants" not in path.parts:
            for points in _reached(path.read_text(encoding="utf-8")):
                found.update(combinations(sorted(points), 2))
    return found


@pytest.mark.soak
def test_every_pair_that_one_function_asks_for_is_combined() -> None:
    found = pairs_in(Path(oathtools.__file__).parent)
    assert ("A-02", "A-03") in found, "the scan finds pairs at all"
    assert sorted(found - MET) == []


# -- what is asked -----------------------------------------------------------------------------------------------------


@plain_only
@pytest.mark.soak
def test_every_pair_that_one_computation_asks_for_is_combined_or_told_why_not() -> None:
    found = surveyed().pairs
    assert ("A-01", "A-104") in found, "the survey finds pairs of two modules"
    assert {pair: sorted(where) for pair, where in found.items() if pair not in MET | apart()} == {}


def test_no_pair_is_both_combined_and_told_to_be_apart() -> None:
    assert sorted(MET & apart()) == []


def test_every_point_with_several_readings_has_its_place() -> None:
    """A new one fails here until it is combined with those that it meets, or told apart from them."""
    points = {point.id for point in rulings.points().values() if len(point.readings) > 1}
    placed = {point for pair in MET | apart() for point in pair}
    assert placed | set(ALONE) == points and not placed & set(ALONE)
    assert points <= engine_reads()


@plain_only
@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.__name__)
def test_what_a_test_combines_it_asks_for(test: Callable[..., None]) -> None:
    """For every two points that it names there is a case that asks for both."""
    left = set(TESTS[test])
    for given in cases(test):
        with listening() as heard:
            test(**given)
        left -= set(combinations(sorted(heard.points), 2))
        if not left:
            return
    assert sorted(left) == []
