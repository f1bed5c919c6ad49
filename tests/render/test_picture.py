"""The picture of the table: every piece that ``status`` names stands in it once, and nothing that is hidden (9.4)."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from oathtools import catalog
from oathtools.render.document import Box
from oathtools.render.game import status
from oathtools.render.names import Names
from oathtools.render.printers import terminal
from oathtools.render.table import parts
from oathtools.render.table.parts import Parts, face
from oathtools.render.table.picture import Picture, picture
from oathtools.table.state import State
from oathtools.table.views import View
from tests.cli.calls import caller
from tests.support import pictured
from tests.support.daily import daily
from tests.support.games import hidden_cards, named_in, new_game
from tests.support.outland import ending, with_realms
from tests.support.random_games import played
from tests.support.rich import position
from tests.support.tables import a_table, down

SVG = "{http://www.w3.org/2000/svg}"
LAST = 12


def table_of(number: int) -> State:
    """A crowded table; the last has realms of the Outland."""
    if number < LAST:
        return position(number).built()
    return with_realms(ending(), {"red-1": ["river"], "blue-2": ["mine"]}).built()


def names_in(data: Any) -> Iterator[str]:
    """The cards and relics of ``status`` as they are called, wherever they lie."""
    lying = [card for site in data["sites"] for card in (*site["cards"], *site["relics"])]
    for player in data["players"]:
        lying += [
            *player["advisers"],
            *player["relics"],
            *player["hand"],
            *([player["vision"]] if player["vision"] else []),
        ]
    lying += [card for card in data["reliquary"] if card]
    yield from map(face, lying)
    yield from (catalog.name_of(site["id"]) for site in data["sites"] if site["id"] and not site["facedown"])
    yield from (catalog.name_of(banner).removeprefix("Banner of the ") for banner in data["banners"])


def pieces_in(data: Any, kind: str) -> int:
    """How many favor, or secrets of either side, ``status`` counts, but for the banks of the suits."""
    if isinstance(data, list):
        return sum(pieces_in(each, kind) for each in data)
    if not isinstance(data, dict):
        return 0
    here = data.get("secrets", {}).get(kind, 0) if kind != "favor" else data.get("favor", 0)
    return here + sum(
        pieces_in(each, kind) for key, each in data.items() if key not in ("secrets", "favor", "favor_banks")
    )


@pytest.mark.parametrize("number", daily(range(LAST + 1), 3))
def test_every_piece_that_status_names_is_in_the_picture_once_and_nothing_else(number: int) -> None:
    state = table_of(number)
    for viewer in (None, *state.seats):
        assert list(pictured.faults(state, viewer)) == []


@pytest.mark.parametrize("number", [1, 2])
def test_the_same_in_a_game_from_its_setup_to_its_end(number: int) -> None:
    """Random moments, hands and battles among them; 2 has realms of the Outland."""
    for state in pictured.tables(number, 0.02):
        assert list(pictured.faults(state, Random(number).choice((None, *state.seats)))) == []


@pytest.mark.parametrize("what", ["use", "text"])
@pytest.mark.parametrize("many", [0, 2])
def test_whatever_is_left_out_or_drawn_twice_is_noticed(what: str, many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    own, state, calls, at = getattr(parts, what), table_of(3), 0, 0

    def slips(*given: Any) -> str:
        nonlocal calls
        calls += 1
        return str(own(*given)) * (many if calls == at else 1)

    monkeypatch.setattr(parts, what, slips)
    assert list(pictured.faults(state, None)) == []
    drawn = calls
    for at in range(1, drawn, 7):
        calls = 0
        with suppress(AssertionError):
            assert list(pictured.faults(state, None)) == [], at
            pytest.fail(f"nobody noticed {what} {at}")


def boxes(block: Any) -> Iterator[str]:
    """The heads and rows of a table in letters."""
    for column in (column for row in block.rows for column in row):
        yield from (words for each in column if isinstance(each, Box) for words in (each.head, *each.rows))


def added(rows: list[str], what: str) -> int:
    """The numbers before a word, added up."""
    return sum(int(found) for row in rows for found in re.findall(rf"(\d+) (?:\w+ )?{what}\b", row))


@pytest.mark.parametrize("number", daily(range(LAST + 1), 3))
def test_every_piece_that_status_names_is_in_the_letters_once(number: int) -> None:
    """The same facts as in the picture: cards, sites, pawns, warbands, favor, secrets; whole where a line has room."""
    state = table_of(number)
    for viewer in (None, *state.seats):
        view = View(state, viewer)
        data = status.as_json(state, view)
        rows = list(boxes(Parts(view).letters()))
        bare = Counter(re.sub(r"^\d, | [(\[].*$", "", row) for row in rows)
        for name, many in Counter(names_in(data)).items():
            assert bare[name] == many, name
        here = [name for row in rows if row.endswith(" here") for name in re.split(", | and ", row[:-5])]
        names = Names(view)
        assert sorted(here) == sorted(names.seat(each["seat"]) for each in data["players"] if each["pawn"])
        lying = {**data, "seen": {}, "variants": {}, "promises": []}
        told = [row for row in rows if not row.startswith(("Realm of", "Garrison"))]
        assert added(told, "favor") == pieces_in(lying, "favor")
        assert added([row.replace("facedown secret", "") for row in told], "secrets?") == pieces_in(lying, "up")
        assert added(told, "warbands?") == sum(piles(lying))
        for suit, many in data["favor_banks"].items():
            assert f"{suit.title()} {many}" in ", ".join(rows)


def piles(data: Any) -> Iterator[int]:
    """The warbands that ``status`` counts."""
    if isinstance(data, dict):
        yield from data.get("warbands", {}).values()
    if isinstance(data, dict | list):
        for each in data.values() if isinstance(data, dict) else data:
            yield from piles(each)


@pytest.mark.parametrize("number", range(LAST + 1))
def test_letters_fill_a_wide_terminal_and_a_list_a_narrow_one(number: int) -> None:
    state = table_of(number)
    view = View(state)
    shown = Parts(view).letters()
    wide = terminal([shown], 100)
    assert max(map(len, wide.split("\n"))) <= 100
    words = Counter(word for row in boxes(shown) for word in row.split())
    assert not words - Counter(wide.split())
    assert terminal([shown], 98) == terminal(status.document(state, view), 98)


@pytest.mark.parametrize("number", range(LAST + 1))
def test_each_part_says_in_words_what_it_shows(number: int) -> None:
    state = table_of(number)
    parts = [part for column in Picture(View(state)).columns for part in column]
    for part in parts:
        drawn = ElementTree.fromstring(f"<svg>{part.drawn}</svg>")
        for each in drawn.iter("text"):
            if each.get("class", "") == "":
                assert str(each.text) in part.words
    words = Picture(View(state)).text
    assert all(catalog.name_of(state.site(slot)) in words for slot in range(8))


@pytest.mark.parametrize("number", daily([7, 4, 5, 10], 4))
def test_nothing_hidden_is_in_the_source_of_a_picture(number: int) -> None:
    """For each viewer, at some moments of random games (9.4)."""
    rng, looked = Random(number), 0

    def look(game: Any) -> None:
        nonlocal looked
        if rng.random() > 0.04 or looked > 12:
            return
        looked += 1
        for viewer in (None, *game.state.seats):
            shown = Picture(View(game.state, viewer), link="/card/")
            source = shown.svg + shown.narrow + shown.html
            assert list(named_in(source, hidden_cards(game.state, viewer))) == [], viewer

    played(number, look)
    assert looked


def test_a_facedown_adviser_is_a_back_but_for_its_player() -> None:
    state = a_table(3).seat("red", at="mountain", advisers=[down("scouts")]).built()
    assert "facedown denizen" in Picture(View(state)).svg and "Scouts" not in Picture(View(state, "blue")).html
    assert "Scouts, facedown" in Picture(View(state, "red")).svg


def test_a_notebook_shows_the_picture_of_a_game_by_itself() -> None:
    play = new_game(3)
    shown = picture(play.game, "red")
    assert shown._repr_svg_() == shown.svg and shown.svg.startswith("<svg")
    with pytest.raises(ValueError, match="there is no player 'green'"):
        picture(play.game, "green")


def test_names_stay_within_the_picture_and_break_no_markup() -> None:
    state = a_table(2).built()
    state.players["red"].name = "<b>Bo & the very long name of a house</b>" * 2
    root = ElementTree.fromstring(Picture(View(state)).svg)
    name = next(each for each in root.iter(f"{SVG}text") if each.get("class") == "name" and "Bo &" in str(each.text))
    assert float(name.get("textLength", "0")) < 250


# -- the commands ------------------------------------------------------------------------------------------------------


EVENING = "docs/pictures/evening.yaml"


def test_position_show_draws_a_file(tmp_path: Any, capsys: Any, monkeypatch: Any) -> None:
    call = caller(None, capsys, monkeypatch)
    svg, html = tmp_path / "a.svg", tmp_path / "a.html"
    assert "Round 3 of 8: Bo's Act Phase" in call("position", "show", EVENING).out
    said = call("position", "show", EVENING, "--svg", str(svg), "--html", str(html))
    assert said.status == 0 and "The table is drawn in" in said.joined
    assert ElementTree.parse(svg).getroot().tag == f"{SVG}svg" and "The table in words" in html.read_text("utf-8")
    refused = call("position", "show", EVENING, "--svg", str(svg))
    assert refused.status == 1 and "--replace" in refused.err
    assert call("position", "show", EVENING, "--svg", str(svg), "--replace", "--json").data["svg"] == str(svg)


def test_position_show_as_a_player_knows_no_more(tmp_path: Any, capsys: Any, monkeypatch: Any) -> None:
    text = Path(EVENING).read_text(encoding="utf-8")
    text = text.replace("warbands: 3}", "warbands: 3, advisers: [{card: Wolves, facedown: true}]}")
    file = tmp_path / "p.yaml"
    file.write_text(text, encoding="utf-8")
    call = caller(None, capsys, monkeypatch)
    assert "Wolves" in call("position", "show", str(file)).out
    assert "Wolves" in call("position", "show", str(file), "--as", "Bo").out
    assert "Wolves" not in call("position", "show", str(file), "--as", "Ann").out
