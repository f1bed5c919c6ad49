"""``status --coverage``: generated from what code and tests cite, and nothing claimed without a test."""

from pathlib import Path

import pytest

from oathtools.cli.game.turn import clause_by_clause
from oathtools.kit.datafiles import derived
from oathtools.law import coverage
from oathtools.law.coverage import Covered, citations, cited_in, measured, report
from oathtools.render.printers import terminal

BUILT = ("1", "2", "3", "4", "5", "6", "7", "9", "10", "11")


def chapter(row: Covered) -> str:
    return row.id.partition("@")[0].partition(".")[0]


def states(**cited: tuple[list[str], list[str]]) -> dict[str, str]:
    """The states of a small Law: a heading with two parts, a rule, a definition."""
    clauses = {
        "5": {"heading": "Heading", "kind": "definition"},
        "5.1": {"heading": "Rule"},
        "5.2": {"heading": "Other rule"},
        "9": {"heading": "Reading", "kind": "reading"},
    }
    code = {f"5.{name[-1]}": where for name, (where, _) in cited.items()}
    tests = {f"5.{name[-1]}": shown for name, (_, shown) in cited.items()}
    return {row.id: row.state for row in measured(clauses, code, tests)}


def test_every_clause_that_is_built_is_done_or_a_reading_rule() -> None:
    """Fails when code claims a clause that no test cites, and when nothing claims one."""
    open_ = [(row.id, row.state, row.heading) for row in report() if chapter(row) in BUILT]
    assert [each for each in open_ if each[1] not in ("done", "reading rule")] == []


def test_what_is_done_names_a_function_and_a_test() -> None:
    assert [row.id for row in report() if row.state == "done" and not (row.where and row.tests)] == []


def test_only_definitions_and_reading_rules_need_no_code() -> None:
    """No clause with a rule in it passes as one: those that are left without code are these."""
    left = [row.id for row in report() if row.state == "reading rule" and chapter(row) in BUILT]
    assert left == [
        "2.1.3", "2.1.5", "2.1.7", "2.4.1", "2.5.1", "2.6", "2.6.1", "2.6.2", "2.6.3", "2.7.2", "2.8.5", "2.10",
        "6.6.box", "6.6.box.1", "6.6.box.2", "6.6.box.3", "6.6.box.4",
        "9", "9.1",
        "10.1", "10.3", "10.18", "10.24", "10.27",
        "11@pdf",
    ]  # fmt: skip


def test_states() -> None:
    nothing, code, both = ([], []), (["rule"], []), (["rule"], ["test"])
    assert states(c1=nothing, c2=nothing) == {"5": "not yet", "5.1": "not yet", "5.2": "not yet", "9": "reading rule"}
    assert states(c1=code, c2=both) == {"5": "partly", "5.1": "partly", "5.2": "done", "9": "reading rule"}
    assert states(c1=([], ["test"]), c2=both)["5.1"] == "partly"


def test_a_heading_is_done_when_its_parts_are() -> None:
    assert states(c1=(["rule"], ["test"]), c2=(["other"], ["test"]))["5"] == "done"


def test_what_counts_as_a_citation() -> None:
    assert cited_in("paid (5.1.1), then 5.1.2 to 5.1.4; at 1.box and 6.6.box.2") == {
        "5.1.1", "5.1.2", "5.1.4", "1.box", "6.6.box.2",
    }  # fmt: skip
    assert cited_in("no version 3.3.1.2.9, no 0x5.1, no plain 4") == set()
    assert cited_in("chapter 4; the end (3) of it") == {"3", "4"}


def test_tests_cite_by_name_text_and_docstring_but_helpers_do_not(tmp_path: Path) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(
        'def helper():\n    """5.2.1"""\n'
        'def test_5_1_4_1_it() -> None:\n    """Also 5.3.2."""\n    assert ["5.6.1"]\n'
        "def test_2_players() -> None: ...\n"
    )
    cited = citations([path], tests=True)
    assert cited == {clause: ["test_it.test_5_1_4_1_it"] for clause in ("5.1.4.1", "5.3.2", "5.6.1")}
    assert citations([path])["5.2.1"] == ["test_it.helper"]


def test_text_at_sixty_columns_names_function_and_test() -> None:
    lines = terminal(clause_by_clause(report()), 60).splitlines()
    assert all(len(line) <= 60 for line in lines)
    at = next(number for number, line in enumerate(lines) if line.startswith("5.4.2 "))
    assert "done" in lines[at] and lines[at + 1].strip().startswith("recover.")
    assert lines[at + 2].strip().startswith("test_recover.test_5_4_2_")


def test_a_wheel_has_no_tests_and_says_what_those_of_its_sources_cite(monkeypatch: pytest.MonkeyPatch) -> None:
    """The build writes what the sources cite as books; where there is one, nothing is scanned."""
    here = {row.id: row for row in report()}
    books = {book: made() for book, (_files, made) in coverage.BOOKS.items()}
    monkeypatch.setattr(coverage, "derived", lambda book, files, make: books[book])
    monkeypatch.setattr(coverage, "_TESTS", Path("nowhere"))
    assert {row.id: row for row in report.__wrapped__()} == here
    monkeypatch.setitem(books, "test_citations", {})
    assert "done" not in {row.state for row in report.__wrapped__()}


def test_what_is_worked_out_is_made_anew_when_a_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table kept from older sources is never taken for one of today's."""
    monkeypatch.setenv("OATHTOOLS_CACHE", str(tmp_path / "cache"))
    source = tmp_path / "a.py"
    made: list[str] = []

    def make() -> list[str]:
        made.append(source.read_text())
        return made[-1:]

    for text in ("one", "two and more"):
        source.write_text(text)
        assert derived("points_tried", lambda: [source], make) == [text]
        assert derived("points_tried", lambda: [source], make) == [text]
    assert made == ["one", "two and more"]
