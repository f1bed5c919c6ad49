"""The cases themselves: ours at a hundred in a hundred, every face of the box among them, each with its clauses."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from oathtools import catalog
from oathtools.acid.cases import Case, cases, run
from oathtools.acid.engine import Engine
from oathtools.acid.positions import differences, full
from oathtools.law.clauses import missing
from oathtools.procedures.chronicle.procedure import STEPS as CHRONICLE_STEPS
from oathtools.procedures.setup import STEPS as SETUP_STEPS
from tests import described
from tests.support.daily import daily

EVERY = cases()
FILES = sorted({case.id.partition("/")[0] for case in EVERY})
SOURCES = sorted((Path(__file__).parents[2] / "data" / "acid").glob("*.yaml"))


def cards_shown(every: list[Case]) -> dict[str, int]:
    """How many cases are about each card, site, banner and space, by id."""
    shown: dict[str, int] = {}
    for case in every:
        for card in case.cards:
            shown[full(card)] = shown.get(full(card), 0) + 1
    return shown


@pytest.mark.parametrize("file", FILES)
def test_our_engine_passes_every_case(file: str) -> None:
    ours = Engine()
    faults = {case.id: run(case, ours).faults for case in EVERY if case.id.startswith(f"{file}/")}
    assert {name: told for name, told in faults.items() if told} == {}


def test_there_are_enough_and_none_has_anothers_name() -> None:
    assert len(EVERY) >= 1000
    assert [name for name, count in Counter(case.id for case in EVERY).items() if count > 1] == []


@pytest.mark.parametrize("kind", ["denizen", "edifice", "relic", "vision", "site", "banner", "reliquary"])
def test_every_face_has_cases(kind: str) -> None:
    assert set(catalog.ids(kind)) - set(cards_shown(EVERY)) == set()


def test_every_chapter_has_cases() -> None:
    chapters = set(map(str, range(1, 12)))
    assert {case.chapter.partition(".")[0] for case in EVERY} == chapters
    assert {clause.partition(".")[0] for case in EVERY for clause in case.law} == chapters


def test_every_case_names_clauses_of_the_law_and_says_why() -> None:
    for case in EVERY:
        named = [*case.law, *(clause for step in case.steps for clause in step.get("clauses", ()))]
        assert case.law and case.why.endswith((".", ")")) and missing(named) == [], case.id
        assert all(full(card) in cards_shown([case]) and catalog.is_card(full(card)) for card in case.cards)


def test_a_refusal_names_its_clause_but_where_there_is_nothing_to_choose() -> None:
    refused = [step for case in EVERY for step in case.steps if not step["legal"]]
    assert len(refused) > 250
    assert sum(bool(step["clauses"]) for step in refused) > 0.8 * len(refused)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_no_case_is_lost_under_anothers_name(source: Path) -> None:
    """YAML takes the later of two keys that are alike."""
    tree = yaml.compose(source.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    assert list(_doubles(tree)) == []


def _doubles(node: Any) -> Iterator[str]:
    if isinstance(node, yaml.MappingNode):
        names = Counter(key.value for key, _ in node.value)
        yield from (f"{name}, line {node.start_mark.line}" for name, count in names.items() if count > 1)
        for _, value in node.value:
            yield from _doubles(value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from _doubles(value)


@pytest.mark.parametrize("file", FILES)
def test_the_lines_are_what_their_schema_says(file: str) -> None:
    chosen = [case for case in EVERY if case.id.startswith(f"{file}/")]
    assert [fault for case in chosen for fault in described.faults("acid-case", case._asdict())] == []


@pytest.mark.parametrize("file", daily(FILES, 3))
def test_a_position_is_told_as_it_was_set(file: str) -> None:
    for case in EVERY:
        if case.id.startswith(f"{file}/"):
            flat = {key: value for key, value in case.position.items() if key not in ("readings", "discarded", "taken")}
            ours = Engine()
            ours.position(flat)
            assert differences(flat, ours.state()) == {}, case.id


def test_every_numbered_step_of_setup_and_chronicle_that_does_something_has_a_case() -> None:
    """1.3, 1.7, 1.9 lay out what the position tells; 8.7.1 only stacks."""
    named = {
        clause
        for case in EVERY
        for clause in (*case.law, *(each for step in case.steps for each in step.get("clauses", ())))
    }
    assert set(SETUP_STEPS) - named - {"1.1", "1.3", "1.7", "1.9", "1.23"} == set()
    assert set(CHRONICLE_STEPS) - named == set()


def test_before_setup_only_what_was_saved_can_be_told() -> None:
    (begun,) = (case for case in EVERY if case.id == "setup/whole.devotion")
    odd = begun._replace(position={**begun.position, "red.favor": 1})
    assert run(odd, Engine()).faults == ["the engine failed: ValueError: no such key before setup: red.favor"]


def test_names_are_those_of_the_catalogue() -> None:
    for case in EVERY:
        for key, value in case.position.items():
            for name in value if isinstance(value, list) and key not in ("seats", "taken") else ():
                assert name is None or re.sub("^~", "", name) != full(name.lstrip("~")), f"{case.id}: {name}"


def one(**told: Any) -> Case:
    """The first case of Travel, told otherwise."""
    return EVERY[[case.id for case in EVERY].index("travel/cost.cradle-cradle")]._replace(**told)


STEP = one().steps[0]


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ({**STEP, "changes": {"red.at": "mountain", "red.supply": 5}}, "red.supply is 6, not 5"),
        ({**STEP, "changes": {"red.at": "mountain"}}, "red.supply is 6, not 7"),
        ({**STEP, "changes": {**STEP["changes"], "blue.favor": 1}}, "blue.favor is None, not 1"),
        ({"request": STEP["request"], "legal": False, "clauses": ["5.6.1"]}, "legal, but 5.6.1 refuse it"),
        ({**STEP, "request": {"action": "travel", "to": "plains"}}, "refused by 5.6.1, but legal"),
        (
            {"request": {"action": "travel", "to": "plains"}, "legal": False, "clauses": ["5.6.2"]},
            "refused by 5.6.1, not by 5.6.2",
        ),
        ({**STEP, "request": {"action": "travel"}}, "nothing answers travel.to for red"),
        ({**STEP, "request": {**STEP["request"], "choices": [["end.die", ["6"]]]}}, "refused by nothing, but legal"),
    ],
)
def test_a_case_that_says_otherwise_fails(step: dict[str, Any], fault: str) -> None:
    (told,) = run(one(steps=[step]), Engine()).faults
    assert fault in told


def test_a_refusal_without_its_clause_passes_only_where_verdicts_are_enough() -> None:
    wrong = one(steps=[{"request": {"action": "travel", "to": "plains"}, "legal": False, "clauses": ["5.6.2"]}])
    assert not run(wrong, Engine()).passed and run(wrong, Engine(), clauses=False).passed


def test_a_position_that_is_none_fails() -> None:
    odd = one(position={**one().position, "red.hats": 2})
    assert run(odd, Engine()).faults == ["the engine failed: ValueError: no such key: red.hats"]
