"""The tree of clauses: what is there, what it refers to, what refers to it."""

import re
from collections import Counter

import pytest

from oathtools import law
from oathtools.law import clauses as module


def test_every_clause_is_there() -> None:
    clauses = law.all_clauses()
    assert len(clauses) == 245
    assert Counter(clause.chapter for clause in clauses.values()) == {
        1: 28, 2: 37, 3: 10, 4: 16, 5: 36, 6: 17, 7: 29, 8: 19, 9: 7, 10: 31, 11: 15,
    }  # fmt: skip
    assert sum("pdf" in clause.printed_in for clause in clauses.values()) == 231
    assert sum("yml" in clause.printed_in for clause in clauses.values()) == 238


def test_tree() -> None:
    for cid, clause in law.all_clauses().items():
        assert clause.id == cid
        assert all(law.get(child).parent == cid for child in clause.children)
        assert all(above.chapter == clause.chapter for above in law.path(cid))
        assert clause.title, f"{cid} has neither heading nor gist"
    assert [above.id for above in law.path("5.1.4.2")] == ["5", "5.1", "5.1.4"]
    assert [above.id for above in law.path("6.6.box.3")] == ["6", "6.6", "6.6.box"]
    assert law.get("4.1").children == ("4.1.1", "4.1.2", "4.1.3", "4.1.4")
    assert law.get("1").children[-1] == "1.box"
    assert law.get("11@pdf").parent is None
    assert law.subtree("4.1") == ("4.1", "4.1.1", "4.1.1.1", "4.1.1.2", "4.1.1.3", "4.1.2", "4.1.3", "4.1.4")


def test_order_is_that_of_the_law() -> None:
    order = list(law.all_clauses())
    assert order[0] == "1"
    assert order.index("1.9") < order.index("1.10") < order.index("1.23.1") < order.index("1.box") < order.index("2")
    assert order.index("6.6.3") < order.index("6.6.box") < order.index("6.7")
    assert order.index("10.9") < order.index("10.10")
    assert list(dict.fromkeys(cid for root in order if not law.path(root) for cid in law.subtree(root))) == order


def test_records_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        law.get("5.5").heading = "Battle"  # type: ignore[misc]


def test_headings() -> None:
    assert law.get("5.1.4.2").heading == "Playing to Your Advisers"
    assert law.get("5.1.4.2").pdf == "5.1.4.II"
    assert law.get("10.5").heading == "Discard"
    assert law.get("7.6.3").heading == "Binding Promises"
    assert law.get("1.12").heading == ""
    assert law.get("1.12").title == "Chancellor's starting warbands"


def test_printed_references_as_printed() -> None:
    clauses = law.all_clauses().values()
    book = law.get("11@pdf")
    assert len(book.printed_refs) == 66
    assert sum(len(c.printed_refs) for c in clauses if "yml" in c.printed_in) == 153
    assert sum(len(c.printed_refs) for c in clauses if "pdf" in c.printed_in and c is not book) == 162
    assert law.get("5.1.4").printed_refs == ("5.1.4.1", "5.1.4.2", "7.2", "5.1.4.3", "5.1.4.4")
    assert law.get("3.4").printed_refs == ("3.4.1", "3.4.2", "3.4.3", "3.4.4")
    assert law.get("6.6.box.3").printed_refs == ("5.5", "5.5.1", "5.5.3", "5.5.4", "5.5.6", "5.5.7.1")
    assert law.get("10.29").printed_refs == ("5.5.2",)
    assert law.get("1.19").printed_refs == ()


@pytest.mark.parametrize(
    ("cid", "printed", "meant"),
    [
        ("7.3.1", {"6.1"}, {"4.1"}),
        ("7.3.2", {"6.2"}, {"4.2", "6.2"}),
        ("2.8.3", {"5.5.1"}, {"5.5.2"}),
        ("5.1.3", {"10"}, {"10.5"}),
        ("6.6.box.3", set(), {"5.5.2"}),
        ("1.19", set(), {"1.box"}),
        ("2.8.5", set(), {"11"}),
        ("4.1.4", set(), {"11.1"}),
        ("10.22", set(), {"10.13"}),
        ("11@pdf", {"9.5"}, {"9.6", "5.4.1", "6.6.box"}),
    ],
)
def test_references_corrected_and_named(cid: str, printed: set[str], meant: set[str]) -> None:
    clause = law.get(cid)
    assert printed <= set(clause.printed_refs)
    assert meant <= set(clause.refs)
    assert not (printed - meant) & set(clause.refs)


def test_every_changed_reference_is_accounted_for() -> None:
    for clause in law.all_clauses().values():
        dropped = set(clause.printed_refs) - set(clause.refs)
        assert dropped <= {erratum.cites for erratum in clause.errata}, clause.id


def test_references_lead_somewhere_and_back() -> None:
    for cid, clause in law.all_clauses().items():
        assert law.cites_exist([*clause.refs, *clause.printed_refs, *(m for e in clause.errata for m in e.meant)])
        for target in clause.refs:
            assert cid in law.cited_by_clauses(target)
        for source in law.cited_by_clauses(cid):
            assert cid in law.get(source).refs
    assert law.cited_by_clauses("4.1.3") == ("2.11", "3.1", "4.1", "11@pdf")
    assert "7.3.1" in law.cited_by_clauses("4.1")
    assert "7.3.1" not in law.cited_by_clauses("6.1")


def test_cards_and_rulings_from_their_books(monkeypatch: pytest.MonkeyPatch) -> None:
    books = {
        "texts": {"order": {"denizen.longbows": {"text": "...", "clauses": ["7.5.4", "5.5.3", "5.5.3"]}}},
        "rulings": {
            "points-a": {"A-02": {"title": "Tie and a Vision", "clauses": ["3.2", "3.4.3"]}},
            "faq-a": {"faq.longbows.1": {"question": "One die,\n or two?", "clauses": ["5.5.3"]}, "faq.tents.1": {}},
            "faq-b": None,
        },
    }
    monkeypatch.setattr(module, "load", books.__getitem__)
    module._cited_in.cache_clear()
    try:
        assert law.cited_by_cards("5.5.3") == ("denizen.longbows",)
        assert law.rulings_on("5.5.3") == ("faq.longbows.1",)
        assert law.rulings_on("3.2") == ("A-02",)
        assert law.rulings_on("1.1") == ()
        assert law.ruling_titles(["A-02", "faq.longbows.1"]) == {
            "A-02": "Tie and a Vision",
            "faq.longbows.1": "One die, or two?",
        }
    finally:
        module._cited_in.cache_clear()


def test_absent_books_are_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(book: str) -> None:
        raise FileNotFoundError(book)

    monkeypatch.setattr(module, "load", load)
    module._cited_in.cache_clear()
    try:
        assert law.cited_by_cards("5.5.3") == law.rulings_on("5.5.3") == ()
    finally:
        module._cited_in.cache_clear()


def test_normalise_wants_an_existing_clause() -> None:
    assert law.normalise("§5.1.4.II.") == "5.1.4.2"
    with pytest.raises(law.UnknownClause, match=r"no clause 5\.5\.9") as unknown:
        law.normalise("Law 5.5.9")
    assert unknown.value.near == ("5.5.8", "5.5.7", "5.5.6")
    with pytest.raises(law.UnknownClause, match="called 'burn'"):
        law.normalise("burn")


@pytest.mark.parametrize(
    ("number", "near"),
    [("13", ("11", "10", "9")), ("5.7", ("5.6", "5.5", "5.4")), ("3.1.1", ("3.1",)), ("5.9.4", ("5.6", "5.5", "5.4"))],
)
def test_nearest_numbers(number: str, near: tuple[str, ...]) -> None:
    with pytest.raises(law.UnknownClause) as unknown:
        law.get(number)
    assert unknown.value.near == near


def test_missing() -> None:
    assert law.cites_exist(["5.5.2", "6.6.box", "11@pdf"])
    assert not law.cites_exist(["5.5.2", "5.5.9"])
    assert law.missing(["5.5.9", "5.5.2", "12", "5.5.9"]) == ["5.5.9", "12"]


def test_kinds_are_marked() -> None:
    kinds = {cid: clause.kind for cid, clause in law.all_clauses().items()}
    assert set(kinds.values()) == {"rule", "reading", "definition"}
    assert kinds["9.1"] == "reading"
    assert kinds["5"] == kinds["2.6.1"] == kinds["10.1"] == "definition"
    assert kinds["5.5.2"] == kinds["2.11"] == kinds["10.5"] == kinds["9.3"] == "rule"


def test_json_form() -> None:
    shape = law.as_json(law.get("5.1.4.2"))
    assert {
        "id", "pdf", "heading", "text", "reminders", "chapter", "parents", "children", "refs", "printed_refs",
        "cited_by", "rulings", "editions",
    } <= set(shape)  # fmt: skip
    assert shape["id"] == "5.1.4.2"
    assert shape["pdf"] == "5.1.4.II"
    assert shape["chapter"] == 5
    assert shape["parents"] == ["5", "5.1", "5.1.4"]
    assert shape["children"] == []
    assert shape["refs"] == ["6.1"]
    assert "5.1.4" in shape["cited_by"]
    assert isinstance(shape["text"], str)
    assert isinstance(shape["reminders"], list)


def test_json_form_keeps_what_binds_apart() -> None:
    title = law.as_json(law.get("2.11"))
    assert "Under Supremacy, if the Empire meets the goal" in title["text"]
    (reminder,) = title["reminders"]
    assert reminder.startswith("For Protection, relics and banners are added together.")
    heading = law.as_json(law.get("2.8"))
    assert heading["text"] == ""
    assert len(heading["reminders"]) == 1
    box = law.as_json(law.get("1.box"))
    assert [(one["id"], one["in_force"]) for one in box["editions"]] == [("pdf", True), ("yml", False)]


_NUMBER = re.compile(r"(?<![\d.])\d{1,2}(?:\.(?:\d{1,2}|box))+(?!\d)")


def test_every_clause_that_our_text_names_is_in_the_graph() -> None:
    """But for what is below it, which is its contents, and for the Index, whose overview tells of its misprints."""
    for clause in law.all_clauses().values():
        words = " ".join((clause.binding, *clause.reminders))
        named = {number for number in _NUMBER.findall(words) if number not in law.subtree(clause.id)}
        if clause.id != "11@pdf":
            assert named <= set(clause.refs), clause.id
            assert all(clause.id in law.cited_by_clauses(number) for number in named), clause.id


def test_a_glossary_entry_says_something_of_its_own() -> None:
    """Not only where to look."""
    for clause in law.all_clauses().values():
        if clause.level == "term":
            assert not re.search(r"as described (?:there|under)|\bSee\b", clause.text), clause.id


@pytest.mark.parametrize(
    ("cid", "literal", "reading"),
    [
        ("8.2", "For all the warbands they have at the sites under their rule, one of yours comes in", "A-88"),
        ("2.11", "always", "A-09"),
    ],
)
def test_a_clause_is_literal_and_names_the_point_that_reads_it(cid: str, literal: str, reading: str) -> None:
    clause = law.get(cid)
    assert literal in clause.binding and reading in clause.reminder and reading not in clause.binding
