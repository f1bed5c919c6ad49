"""Bytes to lines, and which importer they are for."""

from collections.abc import Callable

import pytest

from oathtools.law.books import Book, BookDamaged, BookError
from oathtools.law.books.store import read, recognise

FILES = {"hollow.yml": "rules-yml", "hollow.md": "pdf-text", "hollow.txt": "numbered-text"}


@pytest.mark.parametrize(("name", "expected"), FILES.items())
def test_the_format_is_recognised_by_content(read: Callable[..., Book], name: str, expected: str) -> None:
    assert read(name).format == expected


def test_the_format_can_be_named(read: Callable[..., Book]) -> None:
    assert read("hollow.txt", format_name="pdf-text").format == "pdf-text"


def test_an_unknown_format(read: Callable[..., Book]) -> None:
    with pytest.raises(BookError, match="no format 'scroll'"):
        read("hollow.txt", format_name="scroll")


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("spoil", ["crlf", "cr", "bom", "utf16", "blank ends"])
def test_line_ends_marks_and_encodings_change_nothing(read: Callable[..., Book], texts, name: str, spoil: str) -> None:
    text = (texts / name).read_text(encoding="utf-8")
    content = {
        "crlf": text.replace("\n", "\r\n").encode(),
        "cr": text.replace("\n", "\r").encode(),
        "bom": b"\xef\xbb\xbf" + text.encode(),
        "utf16": text.encode("utf-16"),
        "blank ends": (text + "\n\n  \n").encode(),
    }[spoil]
    plain, spoiled = read(name), read(content)
    assert spoiled.clauses == plain.clauses
    assert [(u.first, u.last, u.why) for u in spoiled.unplaced] == [(u.first, u.last, u.why) for u in plain.unplaced]


def test_a_form_feed_is_an_empty_line(read: Callable[..., Book]) -> None:
    book = read(b"2.1 MOSS\n\x0c\n2.1.1 Dew. Drink.\n\x0c2.1.2 Sun. Greet.\n2.1.3 Rain. Hide.\n")
    assert [c.id for c in book.clauses] == ["2", "2.1", "2.1.1", "2.1.2", "2.1.3"]


def test_windows_text_is_read_with_a_warning(read: Callable[..., Book]) -> None:
    text = "2.1 MOSS\n\n2.1.1 Dew. Drink it – “all”.\n\n2.1.2 Sun. Greet.\n"
    book = read(text.encode("cp1252"))
    assert book.find("2.1.1").printed == "Drink it – “all”."
    assert any(note.kind == "encoding" for note in book.notes)


def test_letters_of_all_scripts_stay(read: Callable[..., Book]) -> None:
    yml = "- name: Größe\n  children:\n    - name: 森の掟\n      pretext: 木 über `rule:1.1` ñandú.\n"
    book = read(yml.encode())
    assert book.find("1.1").heading == "森の掟"
    assert book.find("größe").id == "1"
    assert book.find("1.1").text == "木 über 1.1 ñandú."


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b" \r\n\t\n", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b"%PDF-1.7\n...", "the PDF itself"),
        (b"\x00\x01\x02rules", "not a text file"),
        (b"\xff\xfeA", "UTF-16"),
        (b"Just a story without numbers.\n", "does not look like a law"),
        (b"<!DOCTYPE html><html></html>", "does not look like a law"),
        (b"- name: [unclosed\n  text: x\n", "is broken at line"),
        (b"- name: A\n\ttext: tab\n", "is broken at line 2"),
        (b"- name: A\n  children:\n    - &a\n      name: B\n    - *a\n", "refers to itself"),
        (b"name: A\ntext: no list\nchildren:\n- name: B\n", "must be a list"),
    ],
)
def test_what_is_no_law_is_refused_with_a_reason(content: bytes, message: str) -> None:
    from oathtools.law.books import parse

    given = "rules-yml" if b"name:" in content else ""
    with pytest.raises(BookDamaged, match=message):
        parse(content, "given", format_name=given)


def test_a_text_far_too_large_is_refused() -> None:
    with pytest.raises(BookDamaged, match="too large"):
        read(b"x" * 4_000_001, "big")


def test_deep_nesting_is_refused() -> None:
    yml = "".join(f"{'    ' * i}- name: A\n{'    ' * i}  children:\n" for i in range(12)) + "    " * 12 + "- name: B\n"
    from oathtools.law.books import parse

    with pytest.raises(BookDamaged, match="nested too deeply"):
        parse(yml.encode(), "deep.yml")


def test_a_page_of_rules_yml_is_told_from_the_file() -> None:
    flat = b"- name: A\nchildren:\n- name: B\npretext: x\n- name: C\npretext: y\n"
    assert recognise(read(flat, "page")) == "rules-page"
