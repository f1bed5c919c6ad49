"""The structure of the Law of Oath (numbers and headings) guides an import. The texts here are invented."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import yaml

from oathtools.kit.datafiles import load
from oathtools.law.books import Book, compare

TREE: dict[str, dict[str, Any]] = load("law")["clauses"]
FILLER = "The Chancellor asks, the Oathkeeper answers, as invented here for {}."


def entries(edition: str) -> list[str]:
    return [cid for cid, row in TREE.items() if edition in row["editions"]]


def below(cid: str, ids: list[str]) -> list[str]:
    return [other for other in ids if other.rpartition(".")[0] == cid]


def as_yml(ids: list[str], headings: dict[str, str] | None = None) -> bytes:
    """A rules.yml with the official structure and sentences of our own."""

    def node(cid: str) -> dict[str, Any]:
        entry: dict[str, Any] = {}
        heading = (headings or {}).get(cid, TREE[cid]["heading"])
        if heading:
            entry["name"] = heading if TREE[cid]["level"] in ("chapter", "section") else f"{heading}."
        if "." not in cid:
            entry["color"] = "#000000"
        cites = "".join(f" See `rule:{ref}`." for ref in TREE[cid].get("printed_refs", ()))
        entry["pretext"] = FILLER.format(cid.replace(".", "-")) + cites
        if children := below(cid, ids):
            entry["children"] = [node(child) for child in children]
        return entry

    chapters = [cid for cid in ids if "." not in cid]
    return yaml.safe_dump([node(cid) for cid in chapters], sort_keys=False, allow_unicode=True).encode()


def flat(text: bytes) -> bytes:
    """A rules.yml as a web page shows it: the margin is gone."""
    return b"\n".join(line.strip() for line in text.split(b"\n"))


def as_print(ids: list[str]) -> bytes:
    """The printed book: numbers as labels, steps, boxes, terms and an index."""

    def lines() -> Iterator[str]:
        for cid in ids:
            row = TREE[cid]
            cites = "".join(f" See {ref}." for ref in row.get("printed_refs", ()))
            text = FILLER.format(f"no. {cid.replace('.', '-')}") + cites
            heading = row.get("heading_pdf") or row["heading"]
            if row["level"] == "chapter":
                yield f"{heading}\n\n{row['pdf']}\n\n" + ("- an entry, 2.1" if heading == "Index" else text)
            elif row["level"] == "section":
                yield f"{row['pdf']} {heading.upper()}\n\n{text}"
            elif row["level"] == "step":
                yield f"{row['pdf']} {text}"
            elif row["level"] == "step item":
                yield f" - {text}"
            elif row["level"] == "term":
                yield f"{heading}: {text}"
            elif cid == "1.box":
                yield "Otherwise do the following before step 19, as invented."
            elif row["level"] == "box":
                yield f"{heading.upper()}\n\n{text}"
            elif row["level"] == "box item":
                yield f"{row.get('printed_refs', ['2.1'])[0]}. {text}"
            else:
                yield f"{row['pdf']} {heading + '. ' if heading else ''}{text}"

    return "\n\n".join(lines()).encode()


def test_the_whole_structure_of_the_site(read: Callable[..., Book]) -> None:
    ids = entries("yml")
    book = read(as_yml(ids))
    assert (book.game, book.edition) == ("oath", "yml")
    assert [c.id for c in book.clauses] == ids
    assert {c.id: c.level for c in book.clauses} == {cid: TREE[cid]["level"] for cid in ids}
    assert {c.id: list(c.refs) for c in book.clauses} == {cid: TREE[cid].get("printed_refs", []) for cid in ids}
    assert book.unplaced == []


def test_the_whole_structure_of_the_printed_book(read: Callable[..., Book]) -> None:
    ids = entries("pdf")
    book = read(as_print(ids))
    assert (book.format, book.edition) == ("pdf-text", "pdf")
    assert sorted(c.id for c in book.clauses) == sorted(ids)
    assert {c.id: c.level for c in book.clauses} == {cid: TREE[cid]["level"] for cid in ids}


def test_the_whole_structure_copied_from_a_web_page(read: Callable[..., Book]) -> None:
    """Where indentation is lost, the outline says what is below what: the items of step 23 (1.23), too."""
    ids = entries("yml")
    book = read(flat(as_yml(ids)))
    assert book.format == "rules-page"
    assert [c.id for c in book.clauses] == ids
    assert not [n for n in book.notes if n.kind == "level"]


def test_numbers_of_the_outline_say_nothing_in_a_copy_that_counts_otherwise(read: Callable[..., Book]) -> None:
    """9.3 of a copy with one more chapter is 8.3, where entries have no headings."""
    foreword = b"- name: Foreword\n  color: red\n"
    ids = entries("yml")
    tree, page = read(foreword + as_yml(ids)), read(flat(foreword + as_yml(ids)))
    assert [c.id for c in page.clauses if c.id[:2] == "9."] == [c.id for c in tree.clauses if c.id[:2] == "9."]


def test_misplaced_doubled_and_missing_site_entries(read: Callable[..., Book]) -> None:
    lost = {"11.9", "11.10", "11.11", "11.12"}
    ids = [cid for cid in entries("yml") if cid not in lost]
    chapters = yaml.safe_load(as_yml(ids))
    sites = chapters[-1]["children"]
    sites[8:8] = [dict(sites[6]), dict(sites[7])]  # two entries stand twice before the last one
    book = read(yaml.safe_dump(chapters, sort_keys=False).encode())
    assert len(book.clauses) == len(entries("yml")) - 4 + 2
    assert [(c.id, c.label) for c in book.children("11")][6:] == [
        ("11.7", "11.7"),
        ("11.8", "11.8"),
        ("11.7@2", "11.9"),
        ("11.8@2", "11.10"),
        ("11.13", "11.11"),
    ]
    assert {n.clause for n in book.notes if n.kind == "missing"} == lost
    assert {n.clause for n in book.notes if n.kind == "duplicate"} == {"11.7", "11.8"}
    assert book.find("11.13").heading == "The Tribunal"


def test_entries_with_wrong_headings_keep_their_number(read: Callable[..., Book]) -> None:
    book = read(as_yml(entries("yml"), {"10.5": "Cradle", "7.6.3": "Binding Sprite"}))
    assert book.find("10.5").heading == "Cradle"
    assert book.find("discard").id == "10.5"
    assert book.find("binding promises").id == "7.6.3"
    assert {n.clause for n in book.notes if n.kind == "heading"} == {"10.5", "7.6.3"}


def test_headings_of_the_other_edition_are_no_slip(read: Callable[..., Book]) -> None:
    book = read(as_print(entries("pdf")))
    assert book.find("9").heading == "Technical Rules"
    assert not [n for n in book.notes if n.kind == "heading"]


def test_the_chancellors_icon_is_missed_where_it_should_be(read: Callable[..., Book]) -> None:
    book = read(as_print(entries("pdf")))
    imperial = {cid for cid in entries("pdf") if TREE[cid].get("imperial")}
    assert {n.clause for n in book.notes if n.kind == "icon"} == imperial


def test_closing_text_of_2_4(read: Callable[..., Book]) -> None:
    text = as_print(entries("pdf")).decode()
    text = text.replace("\n\n2.5 ", "\n\nThe Grand Scepter closes this, as invented.\n\n2.5 ", 1)
    book = read(text.encode())
    assert book.find("2.4").closing[0].text == "The Grand Scepter closes this, as invented."
    assert "Scepter" not in book.find("2.4.2").printed


@pytest.mark.parametrize("words", ["Oathkeeper Chancellor " * 3, ""])
def test_a_text_that_shares_no_headings_gets_no_outline(read: Callable[..., Book], words: str) -> None:
    book = read(f"- name: Moss\n  pretext: Soft. {words}\n  children:\n    - name: Sites\n      text: x\n".encode())
    assert not [n for n in book.notes if n.kind in ("heading", "missing")]


def test_a_heading_that_is_known_to_differ_is_told_as_a_difference(read: Callable[..., Book]) -> None:
    site = read(as_yml(entries("yml"), {"10.5": "Cradle", "7.6.3": "Binding Sprite"}))
    pairs = compare(read(as_print(entries("pdf"))), site).pairs
    same = [(p.a, p.b, p.changes) for p in pairs if p.a and p.b and p.a.id == p.b.id]
    headings = {a.id: (a.heading, b.heading) for a, b, changes in same if "heading" in changes}
    assert headings == {
        "7.6.3": ("Binding Promises", "Binding Sprite"),
        "9": ("Technical Rules", "Interpreting Rules"),
        "10.5": ("Discard", "Cradle"),
    }
