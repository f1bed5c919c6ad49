"""The numbered web text: five levels, glosses, lost icons."""

from collections.abc import Callable

import pytest

from oathtools.law.books import Book, BookDamaged, parse


def kinds(book: Book, kind: str) -> list[tuple[str | None, str]]:
    return [(note.clause, note.text) for note in book.notes if note.kind == kind]


def test_levels_and_labels(read: Callable[..., Book]) -> None:
    book = read("hollow.txt")
    assert [(c.id, c.label, c.level) for c in book.clauses] == [
        ("6", None, "chapter"),
        ("6.1", "6.1", "section"),
        ("6.2", "6.2", "section"),
        ("6.2.1", "6.2.1", "clause"),
        ("6.2.2", "6.2.2", "clause"),
        ("6.2.2.1", "6.2.2.I", "subclause"),
        ("6.2.2.2", "6.2.2.II", "subclause"),
        ("6.2.2.2.1", "6.2.2.II.a", "item"),
        ("6.2.2.2.2", "6.2.2.II.b", "item"),
        ("6.2.3", "6.2.3", "clause"),
        ("6.2.10", "6.2.10", "clause"),
        ("6.3", "6.3", "section"),
        ("6.3.1", "6.3.1", "clause"),
    ]
    assert book.find("6").implied


def test_headings_and_texts(read: Callable[..., Book]) -> None:
    book = read("hollow.txt")
    assert book.find("6.2").heading == "RULES OF MOLES"
    assert book.find("6.2").printed == "Moles dig. (They also nap.)"
    assert book.find("6.3.1").heading == "Step 1: Rake Lawns"
    assert book.find("6.2.10").printed == "Wake up. Then stretch.\nThen yawn (4.1)."


def test_lost_icons_leave_gaps_and_never_close_up(read: Callable[..., Book]) -> None:
    book = read("hollow.txt")
    assert book.find("6.2.2.I").printed == "A short nap takes one {?}, or one {?} and a {?}."
    assert book.find("6.2.2.II").printed == "Only a {?}, {?}, or {?} wakes you from it."


def test_the_end_of_a_text_before_its_heading_is_set_aside(read: Callable[..., Book]) -> None:
    book = read("hollow.txt")
    assert book.find("6.2.2.II").heading == "Deep Naps"
    assert (20, 22, "6.2.2.II: repeats the end of the text below it") in [
        (u.first, u.last, u.why) for u in book.unplaced
    ]


def test_debris_of_a_section_is_reported(read: Callable[..., Book]) -> None:
    book = read("hollow.txt")
    assert book.find("6.3").printed == ""
    assert [u.first for u in book.unplaced if "its beginning is lost" in u.why] == [41]


def test_glosses_are_no_text_and_are_reported(read: Callable[..., Book]) -> None:
    book = read("hollow.txt")
    glosses = [u.first for u in book.unplaced if "gloss" in u.why]
    assert glosses == [8, 9, 34]
    assert "Tunnels" not in book.find("6.2.1").printed


def test_glosses_show_stale_numbers(read: Callable[..., Book]) -> None:
    notes = dict(kinds(read("hollow.txt"), "reference"))
    assert "which the page calls 'Paint Fences'; here that is 'Step 1: Rake Lawns'" in notes["6.2.2.2.2"]
    assert "of which the text says nothing" in notes["6.2.1"]


def test_references_outside_the_copy_are_listed_not_faults(read: Callable[..., Book]) -> None:
    book = read("hollow.txt")
    assert (book.find("6.2.1").refs, book.find("6.2.1").unresolved) == (("6.2.2.2",), ("7.1",))
    assert book.find("6.2.2.II.a").unresolved == ("6.2.9",)


def test_a_pronoun_is_no_roman_number(read: Callable[..., Book]) -> None:
    assert read("hollow.txt").find("6.2.2.II.a").printed == "I snore, you snore (6.2.9)."


def test_two_digit_numbers_sort_after_one_digit_ones(read: Callable[..., Book]) -> None:
    book = read("hollow.txt")
    ids = [c.id for c in book.clauses]
    assert ids.index("6.2.10") > ids.index("6.2.3")
    assert ("6.2.10", "comes straight after 6.2.3") in kinds(book, "missing")


def test_empty_clauses_are_kept(read: Callable[..., Book]) -> None:
    assert ("6.2.3", "has neither heading nor text here") in kinds(read("hollow.txt"), "empty")


def test_lines_before_the_first_number_are_reported(read: Callable[..., Book]) -> None:
    assert read("hollow.txt").unplaced[0].why == "before the first clause"


def test_printed_chapters_open_chapters(read: Callable[..., Book]) -> None:
    text = "6 MOLES\n6.1 DIGGING\n6.1.1\nDeep.\nDig.\n6.1.2\nWide.\nDig.\n7 VOLES\n7.1 NAPS\n7.1.1\nLong.\nNap.\n"
    book = read(text.encode())
    assert [(c.id, c.heading, c.implied) for c in book.clauses if c.level == "chapter"] == [
        ("6", "MOLES", False),
        ("7", "VOLES", False),
    ]


def test_a_missing_parent_is_put_in(read: Callable[..., Book]) -> None:
    book = read(b"6.1.1\nDeep.\nDig.\n6.2.1\nWide.\nDig.\n6.2.2\nLong.\nDig.\n")
    assert [c.id for c in book.clauses if c.implied] == ["6", "6.1", "6.2"]


def test_a_number_that_stands_twice_keeps_both(read: Callable[..., Book]) -> None:
    book = read(b"6.1 MOLES\n6.1.1\nDeep.\nDig.\n6.1.1\nDeeper.\nDig on.\n6.1.2\nLong.\nDig.\n")
    assert [(c.id, c.heading) for c in book.clauses][2:] == [
        ("6.1.1", "Deep"),
        ("6.1.1@2", "Deeper"),
        ("6.1.2", "Long"),
    ]


def test_no_numbers_is_no_law() -> None:
    with pytest.raises(BookDamaged, match="no clause numbers"):
        parse(b"Only prose here.\n", "prose", format_name="numbered-text")
