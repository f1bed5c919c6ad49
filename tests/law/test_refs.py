"""Spellings of clause numbers (what exists is another matter)."""

import pytest

from oathtools.law.clauses import ancestors, span, spelling


@pytest.mark.parametrize(
    "ref",
    [
        "5.1.4.2",
        "5.1.4.II",
        "5.1.4.ii",
        "§5.1.4.2",
        "§ 5.1.4.2",
        "Law 5.1.4.2",
        "law of Oath 5.1.4.II.",
        "rule:5.1.4.2",
        "clause 5.1.4.2",
        "5.1.4.2.",
        " 5.1.4.2 ",
        "(5.1.4.2)",
        "5.1.4(2)",
        "5.1.4 (ii)",
        "5.1.4 II",
        "5.1.4.\u2161",
        "V.1.4.2",
        "05.01.04.02",
        "5.1.4.2\u2013",
    ],
)
def test_one_clause_in_many_spellings(ref: str) -> None:
    assert spelling(ref.rstrip("\u2013") if ref.endswith("\u2013") else ref) == "5.1.4.2"


@pytest.mark.parametrize(
    ("ref", "number"),
    [
        ("1.5", "1.5"),
        ("setup 5", "1.5"),
        ("Setup 1.5", "1.5"),
        ("set-up step 23", "1.23"),
        ("5", "5"),
        ("chapter 5", "5"),
        ("1.box", "1.box"),
        ("setup box", "1.box"),
        ("6.6.box", "6.6.box"),
        ("6.6 box 3", "6.6.box.3"),
        ("box 6.6", "6.6.box"),
        ("glossary 5", "10.5"),
        ("10.5", "10.5"),
        ("11@pdf", "11@pdf"),
        ("5.5.7.III", "5.5.7.3"),
        ("5.1.4.iv", "5.1.4.4"),
    ],
)
def test_steps_boxes_terms(ref: str, number: str) -> None:
    assert spelling(ref) == number


@pytest.mark.parametrize(
    "ref", ["", "burn", "rule", "law", "the exile", "5.x.y", "5.1 5.2", "II", "v", "5.0.0.z", "§", "5.1-5.3"]
)
def test_no_number(ref: str) -> None:
    assert spelling(ref) is None


@pytest.mark.parametrize(
    ("ref", "ends"),
    [
        ("4.1.1-4.1.4", ("4.1.1", "4.1.4")),
        ("4.1.1\u20134.1.4", ("4.1.1", "4.1.4")),
        ("4.1.1 \u2014 4.1.4", ("4.1.1", "4.1.4")),
        ("§4.1.1 to §4.1.4", ("4.1.1", "4.1.4")),
        ("4.1.1..4.1.4", ("4.1.1", "4.1.4")),
        ("4.1.1-4", ("4.1.1", "4.1.4")),
        ("5.1.4.I\u2013IV", ("5.1.4.1", "5.1.4.4")),
        ("1-3", ("1", "3")),
    ],
)
def test_ranges(ref: str, ends: tuple[str, str]) -> None:
    assert span(ref) == ends


@pytest.mark.parametrize("ref", ["5.5", "set-up", "self-exiling", "site/adviser only", "1-2-3", "how to muster"])
def test_no_range(ref: str) -> None:
    assert span(ref) is None


def test_ancestors_chapter_first() -> None:
    assert ancestors("5.1.4.2") == ["5", "5.1", "5.1.4"]
    assert ancestors("6.6.box.1") == ["6", "6.6", "6.6.box"]
    assert ancestors("11@pdf") == []
