"""Clause numbers in every printed style."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oathtools.law.books import model


@pytest.mark.parametrize(
    ("printed", "canonical"),
    [
        ("5.1.4.II", "5.1.4.2"),
        ("5.1.4.ii", "5.1.4.2"),
        ("§ 5.1.4.2", "5.1.4.2"),
        ("§5.3.1.", "5.3.1"),
        ("9.2.9.IIa", "9.2.9.2.1"),
        ("9.2.9.II.a", "9.2.9.2.1"),
        ("9.2.9.2.1", "9.2.9.2.1"),
        ("9.2.9.II.i", "9.2.9.2.9"),
        ("22.", "22"),
        ("rule:22.", "22"),
        ("5.10", "5.10"),
    ],
)
def test_one_canonical_form(printed: str, canonical: str) -> None:
    assert model.canonical(printed) == canonical


@pytest.mark.parametrize("text", ["", "x", "5..1", "5.1.Q", "page 11", "5.1.4.IIII", "I", "5.1 and"])
def test_what_is_no_number(text: str) -> None:
    assert model.canonical(text) is None


def test_labels_mix_styles_as_print_does() -> None:
    assert model.label((9, 2, 9, 2, 1)) == "9.2.9.II.a"
    assert model.label((5, 1, 4)) == "5.1.4"


@given(st.lists(st.integers(1, 20), min_size=1, max_size=5))
def test_label_and_back(parts: list[int]) -> None:
    assert model.parse(model.label(tuple(parts))) == tuple(parts)


@pytest.mark.parametrize("value", [1, 3, 4, 9, 14, 19, 39])
def test_roman_and_back(value: int) -> None:
    assert model.from_roman(model.roman(value)) == value


def test_roman_refuses_what_no_law_counts() -> None:
    with pytest.raises(ValueError, match="no number of a sub-clause"):
        model.roman(40)


@pytest.mark.parametrize(
    ("start", "end", "last"),
    [((4, 1, 1), "4.1.4", (4, 1, 4)), ((5, 1, 4, 1), "IV", (5, 1, 4, 4)), ((4, 1), "3", (4, 3)), ((5,), "6", (6,))],
)
def test_ranges_expand(start: tuple[int, ...], end: str, last: tuple[int, ...]) -> None:
    run = model.expand(start, end)
    assert run is not None
    assert run[0] == start
    assert run[-1] == last
    assert len(run) == last[-1] - start[-1] + 1


def test_a_range_over_two_parents_is_none() -> None:
    assert model.expand((4, 1, 1), "4.2.3") is None
    assert model.expand((4, 1, 3), "4.1.1") is None
