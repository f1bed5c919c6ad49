"""The publisher's rules.yml: levels, keys, markup, slips; and the same copied from a web page."""

import re
from collections.abc import Callable

from oathtools.law.books import Book
from oathtools.law.books.model import Outline

_IDS = """1 1.1 1.2 1.3 1.3.1 1.3.2 2 2.1 2.1.1 2.1.1.1 2.1.1.1.1 2.1.1.1.2 2.1.1.2 2.1.2 2.1.3 2.1.4 2.2 2.2.1 2.2.2
3 3.1 3.2 4 4.1 4.2 4.2.1 5 5.1 5.2 5.3"""
IDS = _IDS.split()


def kinds(book: Book, kind: str) -> list[tuple[str | None, str]]:
    return [(note.clause, note.text) for note in book.notes if note.kind == kind]


def test_numbers_follow_from_the_order_at_every_level(read: Callable[..., Book]) -> None:
    book = read("hollow.yml")
    assert [c.id for c in book.clauses] == IDS
    assert {c.level for c in book.clauses} == {"chapter", "section", "clause", "subclause", "item"}
    assert book.find("2.1.1.I.b").label == "2.1.1.I.b"
    assert book.find("2.1.1.1.2").parent == "2.1.1.1"


def test_text_keys_are_interchangeable_and_posttext_closes(read: Callable[..., Book]) -> None:
    book = read("hollow.yml")
    assert book.find("2.1").text.startswith("Go through")
    assert book.find("2.2.2").text == "The word never beats all others."
    dawn = book.find("2.2")
    assert not dawn.spans
    assert dawn.closing[0].text == dawn.text == "A dawn without dew still is a dawn (2.1)."


def test_reminders_stand_apart_and_the_print_is_whole(read: Callable[..., Book]) -> None:
    clause = read("hollow.yml").find("1.2")
    assert clause.text == "Each badger draws a lantern."
    assert clause.reminders == ("Cracked lanterns count.",)
    assert clause.printed == "Each badger draws a lantern. (Cracked lanterns count.)"


def test_lists_and_icon_paragraphs_are_lines(read: Callable[..., Book]) -> None:
    assert read("hollow.yml").find("2.1.3").printed.split("\n") == [
        "Count the moths, then choose:",
        "- Feed them 1. berry.",
        "- Let them sleep. (They may snore.)",
        "Whoever feeds them smells of berries.",
        "{elder} If you are an elder, count twice.",
    ]


def test_references_are_resolved_expanded_and_the_lost_ones_listed(read: Callable[..., Book]) -> None:
    book = read("hollow.yml")
    assert book.find("2.1").refs == ("2.1.1", "2.1.2", "2.1.3", "2.1.4")
    assert book.find("2").refs == ("2.1", "2.2")
    assert book.find("2.1.2").refs == ("4.1",)
    assert (book.find("2.2.1").refs, book.find("2.2.1").unresolved) == (("3",), ("9.9",))
    assert book.counts()["unresolved"] == 1


def test_a_citation_without_markup_counts_and_is_noted(read: Callable[..., Book]) -> None:
    book = read("hollow.yml")
    assert book.find("4.1").refs == ("2.1.4",)
    assert kinds(book, "reference") == [("4.1", "cites 2.1.4 without markup")]


def test_citations_by_names_mean_the_nearest(read: Callable[..., Book]) -> None:
    chapter = "- name: {0}\n  children:\n    - name: Acts\n      children:\n        - name: Dig.\n          text: x\n"
    cites = (
        "        - name: Nap.\n          text: '`rule-relative:Acts$Dig`, `rule-relative:Dig`, `rule-relative:Fly`'\n"
    )
    book = read((chapter.format("Moles") + chapter.format("Voles") + cites).encode())
    nap = book.find("nap")
    assert (nap.printed, nap.refs, nap.unresolved) == ("Dig, Dig, Fly", ("2.1.1",), ("Fly",))


def test_headings(read: Callable[..., Book]) -> None:
    book = read("hollow.yml")
    assert book.find("2.2.2").heading == "Use of Never"
    assert book.find("5.1").heading == "Acorn"
    assert book.find("5.3").heading == "Moth"  # from the text, where the entry has no name
    assert book.find("5.3").text == "Dust with wings."


def test_an_entry_under_a_wrong_heading_is_kept_noted_and_found(read: Callable[..., Book]) -> None:
    book = read("hollow.yml")
    assert book.find("5.2").heading == "Basket"
    assert book.find("hide").id == "5.2"
    assert kinds(book, "heading") == [("5.2", "headed 'Basket' here, but its text defines 'Hide'")]


def test_stray_quotation_marks_are_left_out_and_noted(read: Callable[..., Book]) -> None:
    book = read("hollow.yml")
    assert book.find("3.1").text == 'Oil is "slow" and cannot be drunk by badgers, moles or voles of any age.'
    assert book.find("3.2").text.endswith("in wind.")
    assert [clause for clause, _ in kinds(book, "quotes")] == ["3.1", "3.2"]
    assert book.find("2.1.2").printed == 'Ask "who". {owls} 4.1'  # a pair that belongs to the text


def test_empty_clauses_are_kept_and_noted(read: Callable[..., Book]) -> None:
    book = read("hollow.yml")
    assert book.find("4.2.1").printed == ""
    assert kinds(book, "empty") == [("4.2.1", "has a heading and no text here")]


def test_unknown_keys_and_comments_are_reported_with_their_lines(read: Callable[..., Book]) -> None:
    assert [(u.first, u.why) for u in read("hollow.yml").unplaced] == [(1, "a comment"), (62, "an unknown key: colour")]


def test_appendices_are_printed_with_letters(read: Callable[..., Book]) -> None:
    book = read("hollow.yml")
    assert book.find("5.1").label == "G.1"
    assert book.find("g.1").id == "5.1"


def test_something_else_where_text_should_be_is_reported(read: Callable[..., Book]) -> None:
    yml = b"- name: A\n  text: [1, 2]\n  children:\n    - just words\n    - name: B\n      text: yes\n    -\n"
    book = read(yml)
    assert [(u.first, u.why) for u in book.unplaced] == [
        (2, "text holds something unexpected"),
        (4, "an entry without keys"),
        (7, "an entry without keys"),
    ]
    assert book.find("1.2").text == "yes"


def test_lines_of_clauses(read: Callable[..., Book]) -> None:
    book = read("hollow.yml")
    assert (book.find("1").line, book.find("1.2").line, book.find("2.1.1.1.2").line) == (2, 6, 27)


# --- with an outline -----------------------------------------------------------------------------


def test_entries_follow_the_outline_by_their_headings(read: Callable[..., Book], outline: Outline) -> None:
    book = read("hollow.yml")
    silence = [c for c in book.clauses if c.heading == "Silence"]
    assert [(c.id, c.label) for c in silence] == [("4.1", "4.1"), ("4.1@2", "4.2")]
    assert ("4.1", "stands here again as 4.2; kept as 4.1@2") in kinds(book, "duplicate")
    assert kinds(book, "missing") == [("4.2", "Hooting is not in this copy")]
    assert book.find("4.1@2").level == "site entry"
    assert book.children("4.1@2")[0].id == "4.1@2.1"


def test_a_known_heading_finds_a_misnamed_entry(read: Callable[..., Book], outline: Outline) -> None:
    book = read("hollow.yml")
    assert (book.find("5.2").heading, book.find("5.2").also) == ("Basket", ("Hide",))


def test_another_heading_than_the_outline_has_is_noted(read: Callable[..., Book], outline: Outline) -> None:
    yml = b"- name: Gathering\n- name: Rounds\n  children:\n    - name: Dusk\n    - name: Sunrise\n      text: x\n"
    book = read(yml)
    assert kinds(book, "heading") == [("2.2", "headed 'Sunrise' here, elsewhere 'Dawn'")]
    assert book.find("dawn").id == "2.2"


# --- copied from a web page ----------------------------------------------------------------------


def flattened(texts) -> str:
    """The file as a web page shows it: the margin gone, line numbers and the lines of the page above it."""
    lines = (texts / "hollow.yml").read_text(encoding="utf-8").split("\n")
    body = [line.strip() for line in lines[1:] if line.strip() and "colour" not in line]
    return "\n".join(["Hollow / rules", "Sign in", "", *map(str, range(1, 90)), *body])


def test_the_page_gives_the_clauses_of_the_file(read: Callable[..., Book], texts) -> None:
    page, tree = read(flattened(texts).encode()), read("hollow.yml")
    assert page.format == "rules-page"
    assert [(c.id, c.label, c.heading, c.printed, c.refs) for c in page.clauses] == [
        (c.id, c.label, c.heading, c.printed, c.refs) for c in tree.clauses
    ]


def test_what_the_page_adds_is_reported_in_runs(read: Callable[..., Book], texts) -> None:
    page = read(flattened(texts).encode())
    assert [(u.first, u.last, u.why) for u in page.unplaced] == [
        (1, 2, "furniture of a web page"),
        (4, 92, "line numbers of a web page"),
    ]


def test_a_level_that_only_citations_show_is_noted(read: Callable[..., Book], texts) -> None:
    levels = [text for _, text in kinds(read(flattened(texts).encode()), "level")]
    assert "read as 2.1.2: the page has lost what shows it" in levels


def test_steps_go_on_counting_where_they_left_off(read: Callable[..., Book]) -> None:
    page = b"""- name: Acts
color: red
children:
- name: Dig
children:
- name: "Step 1: Look."
text: Look.
- name: "Step 2: Dig."
text: Dig.
subchildren:
- name: Deep.
text: Deeper.
- name: Deeper.
text: Deepest.
- name: "Step 3: Rest."
text: Rest.
- name: Nap
pretext: Nap.
"""
    book = read(page)
    assert [c.id for c in book.clauses] == ["1", "1.1", "1.1.1", "1.1.2", "1.1.2.1", "1.1.2.2", "1.1.3", "1.2"]


def test_a_heading_that_the_outline_knows_settles_the_level(read: Callable[..., Book], outline: Outline) -> None:
    page = """- name: Gathering
color: a
- name: Rounds
color: a
children:
- name: Dusk
children:
- name: Light Lanterns.
text: x
subchildren:
- name: Pay Oil.
text: x
- name: Ask the Owl.
text: x
- name: Count Moths.
text: x
"""
    assert read(page.encode()).find("count moths").id == "2.1.1.3"  # nothing speaks against it
    better = page.replace("- name: Ask the Owl.\ntext: x\n", "")
    better = better.replace("text: x\nsub", "text: x\n- name: Ask.\ntext: x\nsub")
    assert read(better.encode()).find("count moths").id == "2.1.3"


def test_a_quoted_text_over_several_lines(read: Callable[..., Book]) -> None:
    page = (
        b'- name: A\ncolor: a\nchildren:\n- name: B\npretext: "One \\"two\\"\n<br>\nthree: four"\n- name: C\ntext: x\n'
    )
    assert read(page).find("1.1").printed == 'One "two"\nthree: four'


def test_broken_quotation_marks_lose_no_words(read: Callable[..., Book]) -> None:
    page = b'- name: A\ncolor: a\nchildren:\n- name: B\npretext: "One two\n- name: C\npretext: x\n'
    book = read(page)
    assert book.find("1.1").printed == "One two"
    assert book.find("1.2").heading == "C"


def test_words_are_conserved(read: Callable[..., Book], texts) -> None:
    book = read("hollow.yml")
    source = re.sub(r"`\w+:([^`]*)`", r" \1 ", (texts / "hollow.yml").read_text(encoding="utf-8"))
    kept = " ".join([*(f"{c.heading} {c.printed}" for c in book.clauses), *(u.text for u in book.unplaced)])
    keys = {"name", "plainName", "text", "pretext", "posttext", "subtext", "children", "subchildren", "color"}
    keys |= {"appendix", "br"}
    missing = set(re.findall(r"[^\W\d_]+", source)) - set(re.findall(r"[^\W\d_]+", kept)) - keys - {"G"}
    assert not missing
