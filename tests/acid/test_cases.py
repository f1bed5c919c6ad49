"""The cases themselves: ours at a hundred in a hundred, every face of the box among them, each with its clauses."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from oathtools import catalog
from oathtools.acid.cases import Case, cards_shown, cases
from oathtools.acid.engine import Engine
from oathtools.acid.judging import run
from oathtools.acid.positions import differences, flat_of, full, state_of
from oathtools.law.clauses import missing
from tests import described

EVERY = cases()
FILES = sorted({case.id.partition("/")[0] for case in EVERY})
SOURCES = sorted((Path(__file__).parents[2] / "data" / "acid").glob("*.yaml"))


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


def test_every_chapter_of_play_has_cases() -> None:
    """Chapter 1 is before play; of chapter 8 the first steps have cases."""
    chapters = set(map(str, range(2, 12)))
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
    tree = yaml.compose(source.read_text(encoding="utf-8"))
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


@pytest.mark.parametrize("file", FILES)
def test_a_position_is_told_as_it_was_set(file: str) -> None:
    for case in EVERY:
        if case.id.startswith(f"{file}/"):
            flat = {key: value for key, value in case.position.items() if key not in ("readings", "discarded", "taken")}
            assert differences(flat, flat_of(state_of(flat))) == {}, case.id


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
