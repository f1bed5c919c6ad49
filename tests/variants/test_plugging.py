"""How a variant plugs in: by its name in the state only; what does not fit is refused with the reason."""

import re
import sys
from functools import partial
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from oathtools import law, variants
from oathtools.catalog import is_card
from oathtools.engine.windows import RegistrationError
from oathtools.law import rulings_variants as texts
from oathtools.law.rulings import Readings, in_force, points, ruling
from oathtools.powers.define import Cards
from oathtools.procedures.machine.game import Game, in_order
from oathtools.procedures.machine.registry import OathRegistry, UnknownVariant, Variant
from oathtools.procedures.turn import check_for_win
from tests.support.tables import a_table

ROOT = Path(__file__).parents[2]
KNOWN = list(texts.all_texts().values())


def named(path: Path) -> list[str]:
    """The variants whose name, title or mark a source mentions."""
    text = path.read_text(encoding="utf-8")
    return [
        found.id
        for found in KNOWN
        if any(word in text for word in (found.id, found.id.replace("-", "_"), found.title, f'"{found.mark}'))
    ]


SOURCES = sorted(path for path in (ROOT / "oathtools").rglob("*.py") if "variants" not in path.relative_to(ROOT).parts)


def test_nothing_outside_its_own_module_knows_a_variant() -> None:
    for path in SOURCES:
        assert named(path) == [], path


def test_the_scan_finds_what_it_is_for() -> None:
    assert KNOWN and len(SOURCES) > 200
    for found in KNOWN:
        home = ROOT / "oathtools" / "variants" / found.id.replace("-", "_")
        assert any(named(path) for path in (home.rglob("*.py") if home.is_dir() else [home.with_suffix(".py")]))


@pytest.mark.parametrize("found", KNOWN, ids=lambda found: found.id)
def test_the_words_of_a_variant_are_whole(found: texts.VariantText) -> None:
    """Clauses stand beside clauses of the Law, points are whole, steps and code go together."""
    variant = variants.find(found.id)
    assert variant.name == found.id and found.summary
    beside = [each for clause in found.clauses.values() for each in clause.beside]
    assert law.missing(beside) == []
    for clause in found.clauses.values():
        assert clause.heading and clause.text and clause.beside, clause
    for point in found.points.values():
        assert point.title and point.question and point.why and point.table
        assert list(point.readings) == list("abc"[: len(point.readings)]) and point.take in point.readings
        assert law.missing(point.clauses) == [] and point.clauses
    assert {step.name: (step.sequence, step.after) for step in variant.steps} == {
        name: (entry["sequence"], entry["after"]) for name, entry in found.steps.items()
    }
    assert set(found.steps) <= set(found.clauses)
    assert {entry["by"] for entry in found.guide.values()} <= set(found.clauses)
    assert law.missing(found.guide) == []
    cited = {cite for power in variant.powers for cite in power.cites}
    assert law.missing(cited - set(found.clauses)) == []


# -- loading -------------------------------------------------------------------------------------------------------


def test_a_variant_is_imported_only_for_a_game_that_names_it() -> None:
    import subprocess

    code = """
import sys
from oathtools.law.rulings import in_force, ruling
from oathtools.powers import load
from tests.support.tables import a_table
a_table().play()
in_force(); ruling("OR-A")
print([name for name in sys.modules if name.startswith("oathtools.variants.")])
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_state_that_names_none_has_none() -> None:
    game = Game(a_table().built(), OathRegistry())
    assert game.variants == ()


def test_an_unknown_variant_is_no_game() -> None:
    state = a_table().built()
    state.variants["nowhere"] = {}
    with pytest.raises(UnknownVariant, match="nowhere"):
        Game(state, OathRegistry())
    with pytest.raises(UnknownVariant, match="nowhere"):
        variants.find("nowhere")


# -- registration --------------------------------------------------------------------------------------------------


def test_a_power_at_no_place_is_refused() -> None:
    with pytest.raises(RegistrationError, match=r"'travel\.costs' is not a place; did you mean 'travel\.cost'"):
        Variant("x").power("travel.costs")(lambda game, frame, value, me: value)


def test_a_power_with_other_parameters_is_refused() -> None:
    with pytest.raises(RegistrationError, match=r"does not fit travel\.cost"):
        Variant("x").power("travel.cost")(lambda game, value: value)


def two(game: Any, me: str) -> Any:
    yield


def three(game: Any, frame: Any, me: str) -> None: ...


def whole(game: Any, frame: Any, me: str) -> Any:
    yield


@pytest.mark.parametrize(
    ("register", "does", "because"),
    [
        (Cards.action, two, r"two\(game, me\) does not fit an Action power, which hands over \(game, frame, me\)"),
        (Cards.action, three, "an Action power runs steps, so its function must be a generator"),
        (Cards.rest, two, "does not fit a Rest power"),
        (Cards.rest, three, "a Rest power runs steps"),
        (partial(Cards.action, may=two), whole, r"does not fit what an Action power needs \(may\)"),
        (partial(Cards.modifier, action="trade"), whole, r"does not fit a modifier of trade, which hands .* param\)"),
        (partial(Cards.modifier, action="trade", options=two), whole, "does not fit the options of a modifier"),
    ],
)
def test_a_power_of_a_card_that_does_not_fit_is_refused(register: Any, does: Any, because: str) -> None:
    """7.3.2, 7.3.4, 7.4: what is handed over is told where it is registered, not when it is first used."""
    with pytest.raises(RegistrationError, match=because):
        register(Cards(OathRegistry()), card="denizen.elders")(does)


@pytest.mark.parametrize(
    ("changed", "because"),
    [
        ({"mark": ""}, "x: its words lack mark"),
        ({"title": None, "mark": None}, "x: its words lack title, mark"),
        ({"promts": {}}, "x: nothing reads 'promts'; did you mean prompts?"),
        ({"cards": {"denizens": {"elders": {"name": "Elders"}}}}, "x: elders stands under denizens"),
        ({"cards": {"denizen": {"denizen.x": {"name": "X"}}}}, "the books are banners, denizens"),
        ({"cards": {"denizens": {"denizen.x": {"suit": "beast"}}}}, r"denizen\.x has no name"),
        ({"cards": {"denizens": {"denizen.x": {"name": "X", "suit": "heart"}}}}, "'heart' is not a suit .* hearth?"),
        ({"cards": {"denizens": {"denizen.x": {"name": "X", "suite": "beast"}}}}, "'suite' is not a fact .* suit?"),
        ({"cards": {"denizens": {"denizen.x": {"name": "X", "powers": [{"kind": "acton"}]}}}}, "not a kind .* action?"),
    ],
)
def test_words_that_are_not_whole_are_refused(changed: dict[str, Any], because: str) -> None:
    try:
        with pytest.raises(ValueError, match=because):
            variants.add(Variant("x"), {"title": "X", "mark": "XX", **changed})
            assert texts.all_texts() and not is_card("relic.nothing")
    finally:
        variants.forget("x")


@pytest.mark.parametrize(
    ("holds", "because"),
    [
        (None, r"bare-words has words, but no rules: there is no module oathtools\.variants\.bare_words"),
        ({}, r"oathtools\.variants\.bare_words must hold VARIANT = Variant\('bare-words'\)"),
        ({"VARIANT": Variant("bare_words")}, r"must hold VARIANT = Variant\('bare-words'\)"),
    ],
)
def test_words_without_their_rules_are_refused(
    holds: dict[str, Any] | None, because: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if holds is not None:
        module = ModuleType("oathtools.variants.bare_words")
        module.__spec__ = ModuleSpec(module.__name__, None)
        vars(module).update(holds)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    texts.add("bare-words", {"title": "Bare Words", "mark": "BW"})
    try:
        with pytest.raises(RegistrationError, match=because):
            variants.find("bare-words")
    finally:
        texts.forget("bare-words")


def plain(game: Any, who: str) -> None: ...


def steps(game: Any, who: str) -> Any:
    yield


@pytest.mark.parametrize(
    ("sequence", "does", "because"),
    [
        ("act", steps, "'act' is none of setup, wake"),
        ("rest", plain, "a generator"),
        ("rest", lambda who: who, "game, who"),
    ],
)
def test_a_step_that_does_not_fit_is_refused(sequence: str, does: Any, because: str) -> None:
    with pytest.raises(RegistrationError, match=because):
        Variant("x").step(sequence, "X.1", after="4.3.1")(does)


def test_a_step_of_a_name_that_is_taken_is_refused() -> None:
    variant = Variant("x")
    variant.step("rest", "X.1", after="4.3.1")(steps)
    with pytest.raises(RegistrationError, match=r"X\.1 is a step of x already"):
        variant.step("rest", "X.1", after="4.3.2")(steps)


def game_with(variant: Variant) -> Game:
    registry = OathRegistry()
    registry.find_variant = {variant.name: variant}.__getitem__
    state = a_table().built()
    state.variants[variant.name] = {}
    return Game(state, registry)


def test_steps_stand_after_the_ones_they_name_in_the_order_of_registration() -> None:
    variant = Variant("x")
    for name, after in (("X.1", "4.1.2"), ("X.2", "4.1.2"), ("X.3", "4.1.1")):
        variant.step("wake", name, after=after)(steps)
    own = {"4.1.1": check_for_win, "4.1.2": check_for_win, "4.1.3": check_for_win}
    order = in_order(game_with(variant), "wake", own, lambda step: check_for_win)
    assert list(order) == ["4.1.1", "X.3", "4.1.2", "X.1", "X.2", "4.1.3"]


def test_a_step_after_none_of_the_sequence_is_refused() -> None:
    variant = Variant("x")
    variant.step("wake", "X.1", after="4.3.1")(steps)
    with pytest.raises(RegistrationError, match=r"X\.1 follows 4\.3\.1, which is no step of wake"):
        in_order(game_with(variant), "wake", {"4.1.1": check_for_win}, lambda step: check_for_win)


# -- its points ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("found", KNOWN, ids=lambda found: found.id)
def test_its_points_are_rulings_in_any_spelling_and_in_force_only_with_it(found: texts.VariantText) -> None:
    for point in found.points:
        assert {ruling(words).id for words in (point, point.lower(), point.replace("-", " "))} == {point}
    assert set(in_force()) == set(points())
    assert set(in_force(Readings(variants=(found.id,)))) == {*points(), *found.points}


@pytest.mark.parametrize("found", KNOWN, ids=lambda found: found.id)
def test_every_point_and_clause_has_a_test_that_says_so(found: texts.VariantText) -> None:
    """By its id in the name or the first words of a test; a point of which the code reads nothing too."""
    pages = (ROOT / "tests" / "variants").glob("test_*.py")
    said = " ".join(path.read_text(encoding="utf-8") for path in pages).replace("_", "-").upper()
    for each in (*found.points, *found.clauses):
        assert re.search(rf"\b{re.escape(each.upper())}\b", said) or f"-{each.upper()}-" in said, each


def test_names_in_any_spelling_and_the_nearest_for_others() -> None:
    found = KNOWN[0]
    assert texts.named(found.title.upper()).id == texts.named(found.id).id == found.id
    with pytest.raises(texts.UnknownVariantName) as wrong:
        texts.named(found.title[:-1] + "z")
    assert wrong.value.hint == f"Did you mean {found.id}?"
    with pytest.raises(texts.UnknownVariantName) as wrong:
        texts.named("zzqqxx")
    assert found.id in wrong.value.hint
