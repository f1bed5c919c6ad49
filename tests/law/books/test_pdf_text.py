"""A printed Law as text or Markdown: what copies lose, and how it is found again."""

import re
import textwrap
from collections.abc import Callable

import pytest

from oathtools.law.books import Book, BookDamaged, parse
from oathtools.law.books.model import Outline

_IDS = """1 1.1 1.2 1.3 1.3.1 1.3.2 1.box 2 2.1 2.1.1 2.1.1.1 2.1.1.2 2.1.2 2.1.3 2.1.4 2.2 2.2.1 2.2.2 2.2.box
2.2.box.1 2.2.box.2 3 3.1 3.1.1 3.1.2 3.1.3 3.3 4 4.1 4.2 4.3 4.4 4.5 5@pdf"""
IDS = _IDS.split()


def kinds(book: Book, kind: str) -> list[tuple[str | None, str]]:
    return [(note.clause, note.text) for note in book.notes if note.kind == kind]


def test_every_kind_of_clause_is_found(read: Callable[..., Book]) -> None:
    book = read("hollow.md")
    assert [c.id for c in book.clauses] == IDS
    assert {c.level for c in book.clauses} == {
        *("chapter", "section", "clause", "subclause", "step", "step item", "box", "box item", "term")
    }


def test_labels_are_those_printed(read: Callable[..., Book]) -> None:
    book = read("hollow.md")
    labels = {c.id: c.label for c in book.clauses}
    assert labels["2.1.1.1"] == "2.1.1.I"
    assert labels["2.1.4"] == "2.1.4."
    assert (labels["1.1"], labels["1.3"], labels["1.3.1"], labels["4.1"]) == (None, "3.", None, None)


def test_bulleted_steps_are_counted_from_the_first_number(read: Callable[..., Book]) -> None:
    book = read("hollow.md")
    assert book.find("1.1").printed.startswith("Empty the BASKET")
    assert [clause for clause, _ in kinds(book, "number")] == ["1.1", "1.2"]


def test_a_line_that_goes_on_belongs_to_the_item_above(read: Callable[..., Book]) -> None:
    item = read("hollow.md").find("1.3.2")
    assert item.printed == 'Hides 1 PEBBLE. ("Hide" is told on page 7.)'
    assert item.unresolved == ("page 7",)


def test_boxes_have_no_numbers_of_their_own(read: Callable[..., Book]) -> None:
    book = read("hollow.md")
    assert book.find("1.box").printed.split("\n")[1:] == ["- Shake the tree.", "- Sweep the moss."]
    assert book.find("dawn in short").id == "2.2.box"
    item = book.find("2.2.box.1")
    assert (item.label, item.text, item.refs) == ("2.1.", "", ("2.1", "2.2.1"))
    assert item.reminders[0].startswith("Dusk is skipped")


def test_clauses_that_begin_inside_a_line(read: Callable[..., Book]) -> None:
    book = read("hollow.md")
    assert book.find("2.1.2").printed == 'Ask "who". Then wait [3].'
    assert book.find("2.1.3").heading == "Count Moths"


def test_a_number_inside_a_sentence_opens_nothing(read: Callable[..., Book]) -> None:
    text = "2.1 MOSS\n\n2.1.1 Dew. Drink as told in\n2.1.3 and rest. Then do 2.1.2 Again.\n\n2.1.2 Sun. Greet.\n"
    book = read(text.encode())
    assert [c.id for c in book.clauses] == ["2", "2.1", "2.1.1", "2.1.2"]
    assert book.find("2.1.2").printed == "Greet."


def test_headings_are_believed_if_the_neighbours_have_them(read: Callable[..., Book]) -> None:
    book = read("hollow.md")
    assert book.find("3.1.1").heading == ""
    assert book.find("3.1.1").printed == "Leave the Old Oil in the Big Barrel. It is sour."
    assert book.find("2.1.1.1").heading == "Pay Oil"
    assert book.find("2.1").heading == "DUSK"


def test_a_sentence_over_an_empty_line_is_joined(read: Callable[..., Book]) -> None:
    book = read("hollow.md")
    assert "Whoever feeds them smells of berries for the rest of the evening." in book.find("2.1.3").printed


def test_the_rest_of_a_term_further_down_is_joined_and_noted(read: Callable[..., Book]) -> None:
    book = read("hollow.md")
    assert book.find("hide").printed.endswith("following the rules of stones (2.1, 3.1).")
    assert ("4.2", "the end of its text stood further down; joined") in kinds(book, "joined")


def test_terms_that_share_a_line(read: Callable[..., Book]) -> None:
    book = read("hollow.md")
    assert [book.find(word).printed for word in ("moth", "root", "stump")] == [
        "Dust with wings.",
        "A seat.",
        "A better seat.",
    ]


def test_chapters_whose_headings_are_lost(read: Callable[..., Book]) -> None:
    book = read("hollow.md")
    lanterns, glossary = book.find("3"), book.find("4")
    assert (lanterns.implied, lanterns.heading, lanterns.label) == (True, "Lanterns", None)  # from the contents
    assert glossary.heading == "Glossary"
    assert [clause for clause, _ in kinds(book, "heading")] == ["3", "4"]


def test_lost_icons_leave_a_gap(read: Callable[..., Book]) -> None:
    assert read("hollow.md").find("2.1.1.1").printed == "Pour out one oil {?} per lantern {?}, or two in the wind {?}."


def test_a_line_that_a_scrape_read_twice_is_set_aside(read: Callable[..., Book]) -> None:
    book = read("hollow.md")
    assert book.find("2.1.3").printed.split("\n")[-1] == "{?} If you are an elder, count twice."
    assert [(u.first, u.text[:4]) for u in book.unplaced if u.why == "repeats the line above it"] == [(64, "☸ Uf")]


def test_captions_notices_contents_and_credits_are_reported(read: Callable[..., Book]) -> None:
    book = read("hollow.md")
    assert [(u.first, u.last, u.why) for u in book.unplaced if u.first != 64] == [
        (1, 9, "title and table of contents"),
        (20, 20, "no sentence: a caption or a page's furniture"),
        (22, 22, "no sentence: a caption or a page's furniture"),
        (24, 24, "no sentence: a caption or a page's furniture"),
        (90, 90, "a notice, no rule text"),
        (113, 115, "credits"),
    ]
    assert book.find("3.1.3").printed == "Of two barrels, keep the smaller."


def test_a_missing_number_is_noted(read: Callable[..., Book]) -> None:
    assert kinds(read("hollow.md"), "missing") == [(None, "3.2 is not in this copy")]


def test_the_index_is_one_clause_and_cites_chapters_too(read: Callable[..., Book]) -> None:
    index = read("hollow.md").find("5@pdf")
    assert index.heading == "Index"
    assert index.refs == ("2.2.1", "4", "2.1.1", "2.1.2", "2.1.3")


def test_asides_are_no_reminders_since_italics_are_lost(read: Callable[..., Book]) -> None:
    moths = read("hollow.md").find("2.1.3")
    assert moths.reminders == ()
    assert moths.asides == ("They may snore, or worse.",)
    assert "(They may snore, or worse.)" in moths.text


# --- with an outline -----------------------------------------------------------------------------


def test_closing_text_of_a_section_is_told_from_its_last_clause(read: Callable[..., Book], outline: Outline) -> None:
    book = read("hollow.md")
    assert book.find("2.2.2").printed == "Greet the sun."
    assert book.find("2.2").closing[0].text == "The Dawn Chorus sings for whoever is last."


def test_the_known_icon_of_a_clause_is_named(read: Callable[..., Book], outline: Outline) -> None:
    assert read("hollow.md").find("2.1.3").printed.endswith("{chancellor} If you are an elder, count twice.")


def test_a_misread_chapter_heading_is_kept_and_understood(read: Callable[..., Book], outline: Outline, texts) -> None:
    text = (texts / "hollow.md").read_text(encoding="utf-8").replace("\nGathering\n", "\nCathering\n")
    book = read(text.encode())
    assert book.find("1").heading == "Cathering"
    assert book.find("gathering").id == "1"


# --- other copies of the same book ---------------------------------------------------------------


def spoilt(text: str, how: str) -> str:
    plain = re.sub(r"\*\*|(?<![\w])\*(?=\S)|(?<=\S)\*(?!\w)", "", text)
    if how == "no markup":
        return plain
    if how == "wrapped":
        return "\n".join("\n".join(textwrap.wrap(line, 40)) or line for line in plain.split("\n"))
    if how == "page breaks":
        return text.replace("\n\n2.2 Dawn", "\n\n3\n\x0c\n2.2 Dawn")
    if how == "headings marked":
        return re.sub(r"^(2\.\d (?:DUSK|Dawn))$", r"## \1", text, flags=re.MULTILINE)
    if how == "bullets before numbers":
        return re.sub(r"^(\*\*)?(2\.1\.\d+)", r"- \1\2", text, flags=re.MULTILINE)
    return text.split("Gathering\n\n1\n", 1)[1]  # no title page and no contents


@pytest.mark.parametrize("how", ["no markup", "wrapped", "page breaks", "headings marked", "bullets before numbers"])
def test_other_copies_give_the_same_clauses(read: Callable[..., Book], texts, how: str) -> None:
    text = (texts / "hollow.md").read_text(encoding="utf-8")
    assert [c.id for c in read(spoilt(text, how).encode()).clauses] == IDS


def test_a_copy_without_contents_and_first_heading(read: Callable[..., Book], texts) -> None:
    book = read(spoilt((texts / "hollow.md").read_text(encoding="utf-8"), "no contents").encode())
    assert [c.id for c in book.clauses] == IDS
    assert book.find("3").heading == ""
    assert book.find("4").heading == ""


def test_the_opening_text_of_a_chapter_without_a_heading(read: Callable[..., Book]) -> None:
    text = "2.1 MOSS\n\n2.1.1 Dew. Drink.\n\nOil is poured as 3.1 says.\n\n3.1 OIL\n\nPour.\n\n3.2 WICKS\n\nBurn.\n"
    book = read(text.encode())
    assert book.find("3").printed == "Oil is poured as 3.1 says."
    assert book.find("2.1.1").printed == "Drink."
    assert ("3", "taken for the opening text of this chapter") in kinds(book, "joined")


def test_what_stands_under_headings_without_numbers_is_in_no_numbered_clause(read: Callable[..., Book]) -> None:
    """A variant that is appended to a law numbers some of its paragraphs, and not what comes between and after them."""
    text = """This variant adds moles.
During the Night
8.2.1 Waking of Moles
- A mole wakes up. Roll a die.
8.3 Digging.
- Dig as usual.
At Dawn
- Step 3: No mole may be counted.
12 22.5.1 Feeding of Moles
- Feed each mole once.
- During step 6
- Any badger may wake a mole.
During the Day
- Moles sleep (8.2.1).
"""
    book = read(text.encode(), format_name="pdf-text")
    printed = {c.id: (c.heading, c.printed) for c in book.clauses if not c.implied}
    assert printed == {
        "8.2.1": ("Waking of Moles", "- A mole wakes up. Roll a die."),
        "8.3": ("Digging", "- Dig as usual."),
        "8.box": ("At Dawn", "- Step 3: No mole may be counted."),
        "22.5.1": ("Feeding of Moles", "- Feed each mole once."),
        "22.box": ("During step 6", "- Any badger may wake a mole."),
        "22.box2": ("During the Day", "- Moles sleep (8.2.1)."),
    }
    assert book.find("22.box2").refs == ("8.2.1",)
    assert [(u.first, u.last) for u in book.unplaced] == [(1, 1), (2, 2)]


def test_numbers_that_go_back_outside_a_box_are_text(read: Callable[..., Book]) -> None:
    text = "2.1 MOSS\n\n2.1.1 Dew. Drink.\n\n2.1.2 Sun. Greet.\n\n2.1.1 Says otherwise.\n"
    book = read(text.encode())
    assert book.find("2.1.2").printed.endswith("2.1.1 Says otherwise.")
    assert kinds(book, "order") == [("2.1.2", "2.1.1 goes back in the count; kept as text")]


def test_a_number_printed_twice_keeps_both(read: Callable[..., Book]) -> None:
    text = "2.1 MOSS\n\n2.1.1 Dew. Drink.\n\n2.1.1 Rain. Hide.\n\n2.1.2 Sun. Greet.\n"
    book = read(text.encode())
    assert [(c.id, c.heading) for c in book.clauses][2:4] == [("2.1.1", "Dew"), ("2.1.1@2", "Rain")]


def test_words_are_conserved(read: Callable[..., Book], texts) -> None:
    book = read("hollow.md")
    source = (texts / "hollow.md").read_text(encoding="utf-8")
    kept = " ".join([*(f"{c.heading} {c.printed}" for c in book.clauses), *(u.text for u in book.unplaced)])
    words = re.findall(r"[^\W\d_]{2,}", source)
    assert not set(words) - set(re.findall(r"[^\W\d_]+", kept)) - {"II"}


def test_no_clause_is_no_law() -> None:
    with pytest.raises(BookDamaged, match="no numbered clause"):
        parse(b"A tale of moles.\n", "tale", format_name="pdf-text")
