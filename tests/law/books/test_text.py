"""Markup to spans: reminders, icons, citations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oathtools.law.books.text import plain_heading, read_text


def spans(raw: str, style: str = "yml") -> list[tuple[str, str]]:
    return [(span.kind, span.text) for span in read_text(raw, style).spans]


def cited(raw: str, style: str = "yml", **options: bool) -> list[tuple[str, list[str]]]:
    return [(c.printed, c.targets) for c in read_text(raw, style, **options).citations]


def test_italics_in_brackets_are_a_reminder() -> None:
    assert spans("Dig. _(Moles help.)_ Rest.") == [
        ("text", "Dig. "),
        ("reminder", "(Moles help.)"),
        ("text", " Rest."),
    ]


def test_brackets_without_italics_bind_where_italics_are_reliable() -> None:
    assert spans("Dig (not at noon).") == [("text", "Dig (not at noon).")]


def test_brackets_without_italics_are_asides_in_a_copy_that_lost_them() -> None:
    assert ("aside", "(not at noon)") in spans("Dig (not at noon).", "pdf")
    assert ("aside", "(not at noon)") in spans("Dig (not at noon).", "plain")


@pytest.mark.parametrize("raw", ["Dig (*not even at 12*).", "Dig *(not even at 12)*.", "Dig (*not even* at 12)."])
def test_italics_inside_or_around_the_brackets(raw: str) -> None:
    assert ("reminder", "(not even at 12)") in spans(raw, "pdf")


def test_a_citation_in_brackets_is_neither() -> None:
    assert spans("Dig (5.1).", "pdf") == [("text", "Dig (5.1).")]


def test_a_word_in_italics_is_emphasis() -> None:
    assert spans("_Hollow Hill_ is deep.") == [("text", "Hollow Hill is deep.")]


def test_a_paragraph_in_italics_is_a_reminder() -> None:
    assert spans("Dig.\n*This is only a summary of digging.*", "pdf")[-1] == (
        "reminder",
        "This is only a summary of digging.",
    )


def test_nested_brackets_are_one_reminder() -> None:
    assert spans("_(Dig [`rule:5.1`] (or nap) now.)_") == [("reminder", "(Dig [5.1] (or nap) now.)")]


def test_bold_and_escapes_go_icons_and_words_stay() -> None:
    assert spans(r"Take **three** `item:boot` \(3 Boots\).") == [("text", "Take three {boot} (3 Boots).")]


def test_pictograms_become_gaps() -> None:
    assert spans("Each 🛡️🛡️ doubles \\mathscr{A} now.", "pdf") == [("text", "Each {?} doubles {?} now.")]


def test_breaks_quotes_and_bullets_become_lines() -> None:
    raw = "One.\n<br><br>\n> `symbol:elder` Two.\n  * three\n• four"
    assert spans(raw) == [("text", "One.\n{elder} Two.\n- three\n- four")]


def test_an_unclosed_emphasis_is_told_and_loses_nothing() -> None:
    reading = read_text("Dig *deep.", "pdf")
    assert reading.spans[0].text == "Dig deep."
    assert "not closed" in reading.faults[0]


def test_underscores_and_stars_inside_words_are_no_emphasis() -> None:
    assert spans("snake_case_word stays") == [("text", "snake_case_word stays")]


def test_tokens_cite() -> None:
    assert cited("See `rule:2.1` and `rule:22.`; `faction:owls$4.1`.") == [
        ("2.1", ["2.1"]),
        ("22", ["22"]),
        ("4.1", ["4.1"]),
    ]


def test_a_citation_by_names_shows_the_last_name() -> None:
    reading = read_text("Take `rule-relative:Acts of Moles$Dig` now.", "yml")
    assert reading.spans[0].text == "Take Dig now."
    assert reading.citations[0].printed == "Acts of Moles$Dig"


def test_links_keep_their_words_and_are_told() -> None:
    reading = read_text("See [the pond](https://pond.example) ***now***.", "yml")
    assert reading.spans[0].text == "See the pond now."
    assert reading.faults == ["a link, left out: https://pond.example"]


@pytest.mark.parametrize("dash", ["–", "-", "—", " – "])
def test_ranges_of_tokens_and_of_plain_numbers(dash: str) -> None:
    run = ["2.1.1", "2.1.2", "2.1.3"]
    assert cited(f"Go `rule:2.1.1`{dash}`rule:2.1.3`.")[0][1] == run
    assert cited(f"Go 2.1.1{dash}2.1.3 now.", "pdf")[0][1] == run


def test_a_range_may_show_the_last_part_only() -> None:
    assert cited("Follow (7.2, 5.1.4.I–III).", "pdf") == [
        ("7.2", ["7.2"]),
        ("5.1.4.I–III", ["5.1.4.1", "5.1.4.2", "5.1.4.3"]),
    ]


def test_whole_numbers_cite_in_brackets_only() -> None:
    assert cited("Take 3, 4, or 5 (7). See [10, 2.1].", "pdf") == [("7", ["7"]), ("10", ["10"]), ("2.1", ["2.1"])]


def test_numbers_of_a_sentence_are_none() -> None:
    assert cited("Roll 4 dice, x4, at 50%, in 3 to 5 rounds (3 at most).", "pdf") == []


def test_every_number_of_an_index_cites() -> None:
    assert cited("moles, 5–6, 2.1\n- owls, 10 (*Owl*)", "pdf", index=True) == [
        ("5–6", ["5", "6"]),
        ("2.1", ["2.1"]),
        ("10", ["10"]),
    ]


def test_a_page_is_cited_without_a_target() -> None:
    assert cited("Told on page 11.", "pdf") == [("page 11", [])]


def test_a_number_at_the_end_of_a_sentence() -> None:
    assert cited("See 2.2.2.", "pdf") == [("2.2.2", ["2.2.2"])]


def test_headings_lose_markup_and_stop() -> None:
    assert plain_heading("'**Plains, Moor**.'".strip("'")) == "Plains, Moor"
    assert plain_heading("Use of **Never**.") == "Use of Never"


@given(st.text(alphabet='ab (){}[]*_`.5:rule<br>\n\\"“’–☹', max_size=60), st.sampled_from(["yml", "pdf", "plain"]))
def test_any_text_can_be_read(raw: str, style: str) -> None:
    reading = read_text(raw, style)
    letters = [c for c in raw if c in "a“’"]
    if style == "plain":
        assert [c for c in "".join(s.text for s in reading.spans) if c in "a“’"] == letters
