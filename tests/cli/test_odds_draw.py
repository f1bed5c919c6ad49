"""``oathtools odds draw``: what Searches may still bring, for the eyes of one viewer (5.1.2, 9.4)."""

from pathlib import Path

import pytest

from tests.cli.calls import Call, at_table

TABLE = """\
turn: {player: Bo, phase: act}
round: 3
players:
  - {name: Ann, color: purple, pawn: Plains}
  - {name: Bo, color: red, pawn: Plains, supply: 7}
  - {name: Cy, color: blue, pawn: Mountain}
sites: [Plains, Buried Giant, {site: Mountain, cards: [Longbows]}, Steppe, Mine]
discard_piles: {cradle: [Wolves, Tents]}
world_deck: {top: [{unknown: denizen}, {unknown: vision}, {unknown: denizen}]}
"""


@pytest.fixture
def oath(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """A table whose deck has a denizen on top, then a Vision, then a denizen."""
    return at_table(TABLE, tmp_path / "saga", capsys, monkeypatch, "--table")


def chance(oath: Call, *words: str) -> str:
    found = oath("odds", "draw", *words, "--json")
    assert found.status == 0, found.err
    (row,) = found.data
    return str(row["chance"])


def test_a_pile_of_two_cards_holds_what_lies_in_it(oath: Call) -> None:
    assert "Hearth" in oath("odds", "draw", "from", "the", "cradle").joined
    assert chance(oath, "Longbows") == "0/1"  # it lies faceup at the Mountain
    assert chance(oath, "a", "Vision", "from", "the", "cradle") == "0/1"
    assert chance(oath, "Tents", "from", "the", "discard", "pile", "of", "the", "cradle") != "0/1"


def test_all_kinds_are_told_where_none_is_named(oath: Call) -> None:
    said = oath("odds", "draw")
    assert said.status == 0 and all(word in said.joined for word in ("Vision", "Nomad", "Battle plan", "(5.1.2)"))


@pytest.mark.parametrize(
    ("words", "why"),
    [("a Vision from Narnia", "nothing to search"), ("Zzzzyx", "no card"), ("Vision in 0 searches", "0 searches")],
)
def test_what_is_no_search_and_no_card_is_refused_with_a_way_out(oath: Call, words: str, why: str) -> None:
    refused = oath("odds", "draw", *words.split())
    assert refused.status == 2 or refused.status == 1
    assert why in refused.err, refused.err
