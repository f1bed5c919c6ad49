"""``oathtools print``: sheets for paper that say what the text commands say, and nothing hidden."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from oathtools import catalog
from oathtools.cli.world.print import SHEETS
from tests.cli.calls import Call, Said, caller
from tests.render.pages import outlined
from tests.support.made_once import copied


class _Words(HTMLParser):
    """The text of a page, without its style."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)


def words(page: str) -> str:
    """What stands on a page, in one line; every element is closed."""
    parser = _Words()
    parser.feed(page)
    parser.close()
    assert not parser.open
    return " ".join(" ".join(parser.words).split())


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    call = caller(tmp_path / "saga", capsys, monkeypatch)
    assert call("new", str(tmp_path / "saga"), "--first-game").status == 0
    return call


@pytest.fixture
def started(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    saga = tmp_path / "saga"
    call = caller(saga, capsys, monkeypatch)

    def make() -> None:
        assert call("new", str(saga), "--first-game").status == 0
        assert call("start", "--players", "Ann,Bo<i>,Cy", "--seed", "1").status == 0

    copied("printed", saga, make)
    return call


def test_the_setup_sheet_has_the_numbers_of_this_world_and_a_box_for_each_thing(call: Call) -> None:
    steps = call("setup", "--players", "3", "--json").data
    page = call("print", "setup", "--players", "3").out
    shown = words(page)
    for step in steps:
        for line in (*step["do"], *step["decide"], *step["notes"]):
            said = line.partition(" --")[0].rstrip(":.")  # paper has no options
            assert " ".join(said.split()) in shown, line
    assert "--spoil" not in shown
    assert page.count('class="box"') == sum(len(step["do"]) for step in steps)


def test_the_pulls_are_those_of_setup_before_a_chronicle_and_of_the_chronicle_after_it(call: Call) -> None:
    def listed(said: Said) -> None:
        shown = words(call("print", "pulls").out)
        for pull in said.data:
            end = f" \u2192 {pull['target']}" if pull["target"] else ""
            assert f"{pull['what']}{end}" in shown, pull

    listed(call("setup", "--pull", "--json"))
    for line in ("start --bots 3=random --seed 2", "play --auto", "chronicle write"):
        assert call(*line.split()).status == 0
    listed(call("chronicle", "pulls", "--json"))
    page = call("print", "pulls").out
    before, after = page.partition("The map before")[2].split("The map after")
    sites = [site["id"] for site in call("status", "--json").data["sites"] if site["id"] and not site["facedown"]]
    played = [catalog.name_of(site) for site in sites]
    assert played and all('aria-label="Cradle 1' in each for each in (before, after))
    assert all(name in after for name in played) and "pawn" in before and 'use href="#pawn' not in after


@pytest.mark.parametrize(
    ("sheet", "chapters"),
    [
        ("turn", ("4.1", "4.2", "4.3", "5.1", "5.2", "5.3", "5.4", "5.6", "6.1", "6.2", "6.3", "6.4", "6.5")),
        ("campaign", ("5.5",)),
        ("offer", ("6.6.1", "6.6.2", "6.6.3", "6.7", "6.8", "7.6.3")),
    ],
)
def test_an_aid_holds_every_clause_of_its_chapters_whole(call: Call, sheet: str, chapters: tuple[str, ...]) -> None:
    """What binds stands on it, for Imperial players too (9.1)."""
    shown = words(call("print", sheet).out).replace("\u2022", "-")
    for chapter in chapters:
        for clause in call("law", chapter, "--json").data:
            if ".box" not in clause["id"]:
                for line in filter(None, clause["text"].splitlines()):
                    assert " ".join(line.split()) in shown, (clause["id"], line)


def test_the_aids_leave_no_clause_of_actions_out(call: Call) -> None:
    """4, 5, 6: each stands on one of the three."""
    shown = " ".join(words(call("print", sheet).out).replace("\u2022", "-") for sheet in ("turn", "campaign", "offer"))
    for clause in (each for chapter in "456" for each in call("law", chapter, "--json").data):
        if "." in clause["id"] and ".box" not in clause["id"]:
            for line in filter(None, clause["text"].splitlines()):
                assert " ".join(line.split()) in shown, (clause["id"], line)


def test_the_campaign_aid_shows_the_faces_of_the_dice(call: Call) -> None:
    shown = words(call("print", "campaign").out)
    for die in ("attack", "defense"):
        for face in call("odds", "--dice", "--json").data[die]:
            assert f"{face['id'].replace('_', ' ')}, {face['sides']} of 6" in shown


def test_powers_are_those_that_lie_faceup_and_no_hidden_card_is_named(started: Call) -> None:
    everything = json.dumps(started("status", "--spoil", "--json").data)
    known = json.dumps(started("status", "--json").data)
    shown = words(started("print", "powers").out)
    for card in ("Longbows", "Taming Charm", "Elders", "Grand Scepter"):
        assert f"{card}: {started('card', card, '--json').data['text']}" in shown
    hidden = set(re.findall(r'"id": "((?:denizen|relic|vision)\.\w+)"', everything)) - set(
        re.findall(r'"([\w.]+)"', known)
    )
    assert len(hidden) > 3
    for card in hidden:
        assert started("card", card, "--json").data["name"] + ":" not in shown


def test_names_are_words_on_a_page_and_no_marks(started: Call) -> None:
    page = started("print", "powers").out + started("print", "offer").out
    assert "<i>" not in page and "Bo&lt;i&gt;" in page


def test_the_ledger_says_what_the_history_says(call: Call) -> None:
    for line in ("start --bots 3=random --seed 2", "play --auto", "chronicle write"):
        assert call(*line.split()).status == 0
    told = call("chronicle", "history").joined
    assert words(call("print", "chronicle").out).split(" The next game ")[0].endswith(told[-40:])


def test_an_offer_needs_no_game_and_names_the_players_of_one(call: Call, tmp_path: Path) -> None:
    """6.6.1: exactly one relic of the Reliquary is part of it; the Scepter's holder offers it to an Exile."""
    blank = words(call("print", "offer").out)
    assert "Reliquary" in blank and "Ann" not in blank and blank.count("Signed") == 2
    assert call("start", "--players", "Ann,Bo,Cy", "--seed", "1").status == 0
    shown = words(call("print", "offer").out)
    assert "Grand Scepter (Ann):" in shown and "the Exile (Bo, Cy):" in shown and "exactly one:" in shown


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize(("paper", "size"), [("a4", "A4"), ("letter", "letter")])
def test_each_sheet_is_one_file_for_that_paper_and_written_over_nothing(
    started: Call, tmp_path: Path, sheet: str, paper: str, size: str
) -> None:
    out = tmp_path / "sheet.html"
    assert started("print", sheet, "--paper", paper, "-o", str(out), "--json").data["file"] == str(out)
    page = out.read_text(encoding="utf-8")
    assert f"@page{{size:{size};" in page and "http" not in page and "src=" not in page
    words(page)
    outlined(page)
    again = started("print", sheet, "-o", str(out))
    assert again.status == 1 and "--replace" in again.err
    assert started("print", sheet, "-o", str(out), "--replace").status == 0


def test_what_depends_on_a_world_says_so_where_there_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bare = caller(None, capsys, monkeypatch)
    assert bare("print", "pulls").status == 2
    assert bare("print", "powers").status == 1
    assert bare("print", "chronicle").status == 1
    assert bare("print", "campains").status == 2
    for sheet in ("setup", "turn", "campaign", "offer"):
        assert bare("print", sheet).status == 0
