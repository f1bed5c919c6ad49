"""From what people type to clauses."""

import pytest

from oathtools import law
from oathtools.law import UnknownClause, completions, find, find_all


@pytest.mark.parametrize(
    ("ref", "roots", "count"),
    [
        ("5.5.2", ("5.5.2",), 1),
        ("5.1.4.II", ("5.1.4.2",), 1),
        ("4.1", ("4.1",), 8),
        ("5.5", ("5.5",), 12),
        ("4.1.1-4.1.4", ("4.1.1", "4.1.2", "4.1.3", "4.1.4"), 7),
        ("4.1.4-4.1.1", ("4.1.1", "4.1.2", "4.1.3", "4.1.4"), 7),
        ("5.1.4.I\u2013IV", ("5.1.4.1", "5.1.4.2", "5.1.4.3", "5.1.4.4"), 4),
        ("1.21-1.23", ("1.21", "1.22", "1.23"), 6),
        ("3-4", ("3", "4"), 26),
    ],
)
def test_numbers_ranges_subtrees(ref: str, roots: tuple[str, ...], count: int) -> None:
    found = find(ref)
    assert found.roots == roots
    assert len(found.ids) == count
    assert found.notes == ()


@pytest.mark.parametrize(
    ("name", "cid"),
    [
        ("burn", "10.4"),
        ("Discard", "10.5"),
        ("campaign", "5.5"),
        ("Oathkeeper Title", "2.11"),
        ("oathkeeper", "2.11"),
        ("people's favor", "4.1.1"),
        ("Step 2: Resolve Trade", "5.3.2"),
        ("resolve trade", "5.3.2"),
        ("binding sprite", "7.6.3"),
        ("binding promises", "7.6.3"),
        ("technical rules", "9"),
        ("your region", "10.30"),
        ("your site", "10.30"),
        ("empire rules summary", "6.6.box"),
        ("war exhaustion", "3.4"),
        ("index", "11@pdf"),
        ("setup", "1"),
        ("rule", "10.21"),
        ("plains", "11.4"),
        ("Mountain", "11.4"),
        ("mine", "11.1"),
        ("The Drowned City", "11.1"),
        ("ancient city", "11.2"),
        ("lush coast", "11.3"),
        ("Great Slum", "11.9"),
        ("great slums", "11.9"),
        ("hidden place", "11.12"),
        ("tribunal", "11.13"),
        ("imperial seat", "11.13"),
    ],
)
def test_names(name: str, cid: str) -> None:
    found = find(name)
    assert found.roots == (cid,)
    assert found.notes == ()


def test_one_name_of_several_clauses_gives_all() -> None:
    assert find("locked").roots == ("7.2.2", "10.16")
    assert find("shared bank").roots == ("2.1.7", "10.24")
    assert find("defense dice").roots == ("2.4.2", "2.5.2")


def test_words_of_a_heading() -> None:
    assert find("exile").roots == ("6.7", "6.8")
    found = find("usurper")
    assert found.roots == ("3.4.2",)
    assert set(found.also) == {"3.1", "4.1.3"}


@pytest.mark.parametrize(
    ("typo", "cid"),
    [
        ("campain", "5.5"),
        ("oathkeper", "2.11"),
        ("oathkeper titel", "2.11"),
        ("charmed valey", "11.6"),
        ("sacrifise", "10.22"),
    ],
)
def test_typos_are_read_and_said(typo: str, cid: str) -> None:
    found = find(typo)
    assert found.roots == (cid,)
    assert len(found.notes) == 1
    assert typo in found.notes[0]


def test_a_slip_in_a_heading_is_no_name() -> None:
    with pytest.raises(UnknownClause):
        find("cradle")


def test_unknown_names_say_so_with_the_nearest() -> None:
    with pytest.raises(UnknownClause, match="nothing in the Law is called 'zzz'") as unknown:
        find("zzz")
    assert unknown.value.near == ()
    with pytest.raises(UnknownClause) as unknown:
        find("binding oaths")
    assert "7.6.3" in unknown.value.near
    with pytest.raises(UnknownClause, match=r"no clause 4\.9"):
        find("4.1-4.9")


@pytest.mark.parametrize(
    ("words", "roots"),
    [
        (["5.5.2", "3.1"], ("5.5.2", "3.1")),
        (["5.5.2,5.5.3"], ("5.5.2", "5.5.3")),
        (["oathkeeper", "title"], ("2.11",)),
        (["oathkeeper", "title", "burn", "5.1"], ("2.11", "10.4", "5.1")),
        (["4.1.1", "-", "4.1.4"], ("4.1.1", "4.1.2", "4.1.3", "4.1.4")),
        (["Law", "5.1"], ("5.1",)),
        (["rule", "5.5"], ("5.5",)),
        (["5.1.4", "II", "3.1"], ("5.1.4.2", "3.1")),
        (["setup", "5"], ("1.5",)),
        (["Plains,", "Mountain"], ("11.4",)),
        (["Must,", "If", "Able,", "Cannot,", "and", "Ignore"], ("9.2",)),
        (["bandit", "crown", "rule"], ("7.6.5", "10.21")),
        (["5.1", "5.1.4"], ("5.1",)),
        (["1.box", "2"], ("1.box", "2")),
        (["1.box", "3.1"], ("1.box", "3.1")),
        (["5.1", "1.box", "2", "3.1"], ("5.1", "1.box", "2", "3.1")),
        (["6.6", "box", "3"], ("6.6.box.3",)),
        (["6.6.box", "3", "2.11"], ("6.6.box.3", "2.11")),
        (["5,5,2"], ("5.5.2",)),
        (["5,5,2", "3,1"], ("5.5.2", "3.1")),
        (["3,", "4"], ("3", "4")),
        (["5,9"], ("5", "9")),
    ],
)
def test_command_lines(words: list[str], roots: tuple[str, ...]) -> None:
    assert find_all(words).roots == roots


def test_commas_typed_for_dots_are_told() -> None:
    """Where there is such a clause; else it is a list."""
    found = find_all(["5,5,2"])
    assert found.notes == ("5,5,2 read as 5.5.2",) and found.ids == law.subtree("5.5.2")
    assert find_all(["5,9"]).notes == () and find_all(["5.5.2,5.5.3"]).notes == ()


def test_nothing_asked() -> None:
    with pytest.raises(UnknownClause):
        find_all([" "])


def test_completions() -> None:
    assert [cid for cid, _ in completions("5.1.4.")] == ["5.1.4.1", "5.1.4.2", "5.1.4.3", "5.1.4.4"]
    assert ("2.11", "Oathkeeper Title") in completions("oathk")
    assert completions("zzz") == []
    assert len(completions("")) == 245
