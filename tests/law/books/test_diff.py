"""Two texts compared: pairs, numbers aligned, words."""

from collections.abc import Callable

import pytest

from oathtools.law import all_clauses
from oathtools.law.books import Book, BookMissing, compare
from oathtools.law.books.diff import Comparison, Difference, as_json, restatement, word_changes

LAW_A = """- name: Rounds
  children:
    - name: Dusk
      children:
        - name: Light.
          text: Light **one** lantern (`rule:1.1.2`). _(Or "two".)_
        - name: Rest.
          text: Rest until the frog croaks three times.
        - name: Count.
          text: Count all the moths above the pond.
    - name: Dawn
      pretext: Drink the dew from every leaf.
"""
LAW_B = """- name: Rounds
  children:
    - name: Dusk
      children:
        - name: Light.
          text: Light one Lantern (`rule:1.1.3`). _(Or “two”.)_
        - name: Feed.
          text: Feed the owl before anything else happens.
        - name: Rest.
          text: Rest until the toad croaks three times
        - name: Number the Moths.
          text: Count all the moths above the pond.
"""


@pytest.fixture
def both(read: Callable[..., Book]) -> tuple[Book, Book]:
    return read(LAW_A.encode(), name="a"), read(LAW_B.encode(), name="b")


def pair(result: Comparison, clause_id: str) -> Difference:
    return next(p for p in result.pairs if p.a and p.a.id == clause_id)


def test_moved_clauses_are_paired_by_heading(both: tuple[Book, Book]) -> None:
    rest = pair(compare(*both), "1.1.2")
    assert rest.b is not None
    assert rest.b.id == "1.1.3"
    assert "number" in rest.changes


def test_renamed_clauses_are_paired_by_text(both: tuple[Book, Book]) -> None:
    count = pair(compare(*both), "1.1.3")
    assert count.b is not None
    assert (count.b.id, count.changes) == ("1.1.4", ("number", "heading"))


def test_what_only_one_has_stands_in_its_place(both: tuple[Book, Book]) -> None:
    result = compare(*both)
    ids = [(p.a and p.a.id, p.b and p.b.id) for p in result.pairs]
    assert ids == [
        ("1", "1"),
        ("1.1", "1.1"),
        ("1.1.1", "1.1.1"),
        (None, "1.1.2"),
        ("1.1.2", "1.1.3"),
        ("1.1.3", "1.1.4"),
        ("1.2", None),
    ]
    assert result.counts() == {
        "clauses": 7,
        "same": 3,
        "only_b": 1,
        "number": 2,
        "words": 1,
        "heading": 1,
        "only_a": 1,
    }


def test_words_that_differ(both: tuple[Book, Book]) -> None:
    rest = pair(compare(*both), "1.1.2")
    changed = [(w.op, w.a, w.b) for w in rest.words if w.op != "equal"]
    assert changed == [("replace", "frog", "toad"), ("delete", ".", "")]


def test_a_reference_that_follows_its_clause_is_the_same(both: tuple[Book, Book]) -> None:
    light = pair(compare(*both), "1.1.1")
    assert light.changes == ()
    assert "words" in pair(compare(*both, exact=True), "1.1.1").changes


def test_case_emphasis_and_the_shape_of_marks_do_not_count() -> None:
    assert [w.op for w in word_changes("Dig “one” HOLE—or two…", 'dig "one" hole - or two.')] == ["equal"]


def test_number_styles_do_not_count() -> None:
    assert [w.op for w in word_changes("See 5.1.4.II, 5.1.4.I–IV.", "See 5.1.4.2, 5.1.4.1–5.1.4.4.")] == ["equal"]


def test_exact_counts_everything_but_spaces() -> None:
    assert [w.op for w in word_changes("Dig “one”", 'Dig  "one"', exact=True)] != ["equal"]
    assert [w.op for w in word_changes("Dig one", "Dig   one", exact=True)] == ["equal"]


def test_icons_count_only_where_no_copy_lost_them(read: Callable[..., Book]) -> None:
    yml = b"- name: A\n  children:\n    - name: B\n      pretext: Take `item:nut` now.\n"
    other = yml.replace(b"item:nut", b"item:fig")
    pdf = b"1.1 B\n\nTake \xe2\x98\xb9 now.\n\n1.1.1 Extra. More.\n"
    assert "words" in pair(compare(read(yml), read(other)), "1.1").changes
    assert pair(compare(read(yml), read(pdf, format_name="pdf-text")), "1.1").changes == ()


def test_list_marks_do_not_count() -> None:
    assert [w.op for w in word_changes("Choose:\n- one\n- two", "Choose:\none\n• two")] == ["equal"]


def test_only_marks_differ(read: Callable[..., Book]) -> None:
    a = b"- name: A\n  text: Dig, then rest.\n"
    b = b"- name: A\n  text: Dig then rest\n"
    assert compare(read(a), read(b)).counts()["punctuation"] == 1


@pytest.mark.parametrize(
    ("refs", "ids"),
    [
        (["1.1.1"], ["1.1.1"]),
        (["1.1.I"], ["1.1.1"]),
        (["dusk"], ["1.1", "1.1.1", "1.1.2", "1.1.3"]),
        (["1.1.1-1.1.2"], ["1.1.1", "1.1.2"]),
        (["1.1.1–2"], ["1.1.1", "1.1.2"]),
        (["1.2", "1.1.3"], ["1.1.2", "1.1.3", "1.2"]),  # 1.1.3 is another clause on each side
    ],
)
def test_a_part_can_be_named(both: tuple[Book, Book], refs: list[str], ids: list[str]) -> None:
    result = compare(*both, refs)
    assert [p.a.id for p in result.pairs if p.a] == ids


def test_an_unknown_part_is_refused(both: tuple[Book, Book]) -> None:
    with pytest.raises(BookMissing, match=r"neither a nor b has a clause '9\.9'"):
        compare(*both, ["9.9"])


def test_what_is_cited_outside_a_copy_counts(read: Callable[..., Book]) -> None:
    a = b"- name: A\n  text: See `rule:4.2`.\n"
    b = b"- name: A\n  text: See `rule:4.3`.\n"
    only = compare(read(a), read(b)).pairs[0]
    assert (only.refs_only_a, only.refs_only_b) == (("4.2",), ("4.3",))


def test_three_forms_of_one_law_are_paired(read: Callable[..., Book]) -> None:
    result = compare(read("hollow.yml", name="yml"), read("hollow.md", name="print"))
    ids = {p.a.id: p.b.id for p in result.pairs if p.a and p.b}
    assert ids["2.1.1.2"] == "2.1.1.2"
    assert ids["5.1"] == "4.1"  # Acorn moved with its chapter
    assert ids["5.3"] == "4.3"


def test_our_restatement_as_a_side() -> None:
    ours = restatement()
    assert ours.name == "law"
    assert len(ours.clauses) == len(all_clauses())
    assert ours.find("5.5.2") is not None
    result = compare(ours, ours, ["5.5.2"])
    assert result.pairs[0].changes == ("restated",)
    assert result.pairs[0].words == ()


def test_a_house_rule_beside_the_law_shows_what_it_adds() -> None:
    """Each of its clauses below the one that it stands beside; all others are the same."""
    result = compare("law", "outland-realms")
    counts = result.counts()
    assert counts == {"clauses": len(all_clauses()) + counts["only_b"], "same": len(all_clauses()), "only_b": 13}
    founding = next(
        pair.b for pair in compare("law", "outland-realms", ["8.2"]).pairs if pair.b and pair.b.id == "OR.1"
    )
    assert (founding.label, founding.parent, founding.refs) == ("8.2.5.1", "8.2", ("8.2",))


def test_the_name_law_is_our_restatement(read: Callable[..., Book]) -> None:
    yml = b"- name: Setup\n- name: Key Components\n  children:\n    - name: Somewhere\n      pretext: x (`rule:1`).\n"
    result = compare("LAW", read(yml, name="mine"), ["2.1"])
    first = result.pairs[0]
    assert first.a is not None
    assert first.b is not None
    assert (first.a.id, first.b.heading) == ("2.1", "Somewhere")
    assert {"restated", "heading", "references"} == set(first.changes)


def test_public_form(both: tuple[Book, Book]) -> None:
    data = as_json(pair(compare(*both), "1.1.2"))
    assert data["a"] == {
        "id": "1.1.2",
        "label": "1.1.2",
        "heading": "Rest",
        "text": "Rest until the frog croaks three times.",
    }
    assert data["changes"] == ["number", "words"]
    assert {"op": "replace", "a": "frog", "b": "toad"} in data["words"]
