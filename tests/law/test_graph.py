"""The tree of references: each reference stands in a sentence, and both directions tell the same."""

import pytest

from oathtools import law
from oathtools.law import lookup

CITING = [cid for cid, clause in law.all_clauses().items() if clause.refs and cid != "11@pdf"]


def test_every_reference_has_the_sentence_that_makes_it() -> None:
    for citing in CITING:
        clause = law.get(citing)
        texts = " ".join(" ".join((clause.binding, *clause.reminders)).replace("- ", "").split())
        for one in lookup.refers_to(citing):
            assert one.reason in texts, citing
            assert any(lookup._graph_names(found[0], one.id) for found in lookup._CITED.finditer(one.reason)), citing


@pytest.mark.parametrize("clause_id", ["2.8.3", "5.5", "5.5.2", "7.1.1", "10.5"])
def test_what_names_a_clause_is_what_it_is_named_by(clause_id: str) -> None:
    for one in lookup.referred_by(clause_id):
        back = next(each for each in lookup.refers_to(one.id) if each.id == clause_id)
        assert back.reason == one.reason


def test_a_range_names_what_stands_within_it() -> None:
    assert [one.id for one in lookup.refers_to("4.1")] == ["4.1.1", "4.1.2", "4.1.3", "4.1.4"]
    assert {one.reason for one in lookup.refers_to("4.1")} == {"You must carry out these steps in order (4.1.1-4.1.4)."}


def test_the_second_level_goes_on_and_never_back() -> None:
    for one in lookup.referred_by("2.11", 2):
        assert "2.11" not in {below.id for below in one.below}
        assert [below.id for below in one.below] == [
            cid for cid in law.cited_by_clauses(one.id) if cid not in ("2.11", one.id, "11@pdf")
        ]


def test_no_clause_no_tree() -> None:
    with pytest.raises(law.UnknownClause):
        lookup.refers_to("5.5.9")
