"""One of the people keeps the screen of ``oathtools play`` and types what the table says: nobody passes it on."""

import os
from pathlib import Path

import pytest

from oathtools.journal.file import read
from oathtools.saga import folder
from tests.cli.calls import Call, at_table
from tests.terminals import Terminal, at_terminal

TABLE = """\
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, pawn: Plains, favor: 2, relics: [Grand Scepter, Map]}
  - {name: Bo, color: red, pawn: Mountain, supply: 7, favor: 3, secrets: 2,
     advisers: [Elders, {unknown: denizen}, {card: Messenger, facedown: true}]}
sites: [Plains, Buried Giant, {site: Mountain, cards: [Tents, Wolves], relics: [{unknown: relic}]}, Steppe, Mine]
"""


@pytest.fixture
def saga(tmp_path: Path) -> Path:
    return tmp_path / "saga"


@pytest.fixture
def oath(saga: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """A told game in Bo's Act Phase."""
    return at_table(TABLE, saga, capsys, monkeypatch, "--table")


def playing(saga: Path, *words: str, **environment: str) -> object:
    return at_terminal("play", *words, environment={"OATHTOOLS_SAGA": str(saga), **environment})


def joined(shown: str) -> str:
    return " ".join(shown.split())


def said(terminal: Terminal, line: str) -> str:
    return joined(terminal.say(line))


def test_nobody_passes_the_screen_where_people_deal(oath: Call, saga: Path) -> None:
    """1.23.2: which adviser is kept is a private question; at a table that tells the scribe answers it."""
    oath("start", "--players", "Ann,Bo", "--table", "--replace")
    with playing(saga) as terminal:
        terminal.until("> ")
        shown = said(terminal, "search world, drew 3")
        assert "press Enter" not in shown and "draws 3" in shown
        kept = said(terminal, "1")
        assert "press Enter" not in kept and "Only Bo may see" not in kept


def test_the_screen_goes_round_if_the_table_wants_it(oath: Call, saga: Path) -> None:
    with playing(saga, "--pass") as terminal:
        terminal.until("> ")
        assert "Pass the screen to Bo" in terminal.say("search world, drew 3", "press Enter ")
        shown = joined(terminal.say("keep 1 here", "> "))
        assert "keep 1 here" in shown, "typed ahead, where nothing but Enter is waited for"
        assert "Error: " in shown or "keeps" in shown or "plays" in shown, "it answered the question that follows"


def test_a_facedown_adviser_is_revealed_in_one_line(oath: Call, saga: Path) -> None:
    """6.2: one that nobody has named, and one that was named."""
    with playing(saga) as terminal:
        terminal.until("> ")
        assert "Messenger faceup" in said(terminal, "reveal Messenger")
        assert "Scryer faceup" in said(terminal, "reveal Scryer")


def test_a_peek_whose_result_nobody_tells_is_one_line(oath: Call, saga: Path) -> None:
    """6.3"""
    with playing(saga) as terminal:
        terminal.until("> ")
        shown = said(terminal, "peek at the relic")
        assert "Bo peeks at" in shown and "Bo's Act Phase" in shown


def test_a_private_question_of_a_card_that_is_named_is_shown_to_its_player_only_if_they_ask(
    oath: Call, saga: Path
) -> None:
    """9.4"""
    with playing(saga) as terminal:
        terminal.until("> ")
        asked = said(terminal, "7")
        assert "Messenger" not in asked and "Only Bo may see" in asked and "To see them: show" in asked
        assert "Pass the screen to Bo" in terminal.say("show", "press Enter ")
        assert "Messenger" in terminal.say("")


def test_corrections_are_made_without_leaving(oath: Call, saga: Path) -> None:
    with playing(saga) as terminal:
        terminal.until("> ")
        shown = said(terminal, "adjust Bo favor 4; Ann favor 1")
        assert "put right: Bo favor 4; Ann favor 1" in shown and "Bo's Act Phase" in shown
        assert "the table cannot stand like that" in said(terminal, "adjust Bo favor 40")
        terminal.say("muster Tents")
        refused = said(terminal, "muster Tents")  # 5.2.1
        assert "5.2" in refused
        terminal.say("muster Wolves")
        assert "The table let the next pass: agreed." in said(terminal, "overrule muster Tents because agreed")
        assert "overrule what, and why?" in said(terminal, "overrule Tents")
    entries = read(folder.latest(saga)).entries
    assert [entry.said for entry in entries if entry.adjust] == ["Bo favor 4; Ann favor 1"]
    assert [entry.reason for entry in entries if entry.overruled] == ["agreed", "agreed"]


def test_a_correction_speaks_all_of_the_table(oath: Call) -> None:
    """Cards where they lie and what lies on them, banners, roles, whose turn: several with semicolons."""
    what = "Map to Bo; Wolves to Mine; Elders to Ann; Tents favor 1; People's Favor Bo 3; Darkest Secret Ann"
    assert oath("adjust", what).status == 0
    told = oath("position", "export", "--all").out
    assert "relics: [Map]" in told and "Wolves" in told.partition("site: Mine")[2]
    assert "{card: Tents, favor: 1}" in told and "peoples_favor: {holder: Bo, favor: 3" in told
    players = {row["name"]: row for row in oath("position", "export", "--all", "--json").data["players"]}
    assert players["Ann"]["advisers"] == ["Elders"]
    assert oath("adjust", "Bo vision Faith; Whistle to Ann; Jinx to Mine; Bo is usurper").status == 0
    data = oath("position", "export", "--all", "--json").data
    assert data["players"][1]["vision"] == "Vision of Faith" and "Whistle" in data["players"][0]["relics"]
    assert data["sites"][4]["cards"][0] == "Jinx" and data["oathkeeper"] == {"holder": "Bo", "side": "usurper"}
    assert oath("adjust", "Vision of Faith to the Cradle discard pile; Vision of Conquest to Bo").status == 0
    data = oath("position", "export", "--all", "--json").data
    assert data["players"][1]["vision"] == "Vision of Conquest"
    assert "Vision of Faith" in data["discard_piles"]["cradle"]
    assert oath("adjust", "Ann oathkeeper; Bo role citizen; turn Ann; Wolves to the Cradle discard pile").status == 0
    data = oath("position", "export", "--all", "--json").data
    assert data["players"][1]["role"] == "citizen" and data["turn"]["player"] == "Ann"
    assert data["discard_piles"]["cradle"][0] == "Wolves"
    wrong = oath("adjust", "Wolves to Nowhere")
    assert wrong.status == 1 and "'Nowhere' is no place for a card" in wrong.err


def test_the_rules_are_searched_and_the_table_is_written_without_leaving(oath: Call, saga: Path) -> None:
    with playing(saga) as terminal:
        terminal.until("> ")
        before = len(read(folder.latest(saga)).entries)
        for line, answer in (
            ("? who loses warbands", "5.5"),
            ("search rules who's the defender", "5.5"),
            ("position", "players:"),
            ("odds --force 6 --defense 4 --defenders 3", "%"),
            ("win", "3."),
        ):
            shown = terminal.say(line)
            assert answer in shown and "Bo's Act Phase" in shown, "and the question comes again"
        assert "search for what?" in terminal.say("search rules")
        assert len(read(folder.latest(saga)).entries) == before


def test_the_prompt_tells_whose_turn_it_is_the_round_and_the_supply(oath: Call, saga: Path) -> None:
    with playing(saga) as terminal:
        assert terminal.until("> ").endswith("\nBo, round 1, Supply 7 > ")
        assert terminal.say("muster Tents").endswith("\nBo, round 1, Supply 6 > ")


def test_the_help_is_one_screen(oath: Call, saga: Path) -> None:
    with playing(saga) as terminal:
        terminal.until("> ")
        shown = terminal.say("help").partition("\n\n")[0].splitlines()
        assert len(shown) <= 23 and max(map(len, shown)) <= 60


def test_colors_have_a_meaning_and_are_left_out_where_nobody_wants_them(oath: Call, saga: Path) -> None:
    with playing(saga, NO_COLOR="") as terminal:
        begun = terminal.until("> ")
        assert "\x1b[1mIt is Bo's Act Phase." in begun and "(4.2)\x1b[0m" in begun and " [0m" not in begun
        assert "\x1b[32m" in terminal.say("muster Tents")
        assert "\x1b[31mError: " in terminal.say("travel xyzzy")
    with playing(saga, TERM="dumb", NO_COLOR="") as terminal:
        assert "\x1b[3" not in terminal.until("> ") + terminal.say("travel xyzzy")
    assert os.environ.get("FORCE_COLOR") is None and "\x1b" not in oath("log").out


def test_a_line_of_the_log_is_told_to_be_one_where_it_is_no_request(oath: Call, saga: Path) -> None:
    """As it was printed, clauses and all; what can be done again is done again."""
    with playing(saga) as terminal:
        terminal.until("> ")
        assert "Bo travels to Steppe" in said(terminal, "travel Steppe")
        shown = said(terminal, "Bo travels to Steppe and spends 2 Supply. (5.6.1, 5.6.2)")
        assert "the log says that already, at " in shown and ": nothing was done now" in shown
        assert "Bo travels to Mountain" in said(terminal, "Bo travels to Mountain and spends 3 Supply. (5.6.1, 5.6.2)")


def test_a_site_may_be_called_by_its_place(oath: Call, saga: Path) -> None:
    with playing(saga) as terminal:
        terminal.until("> ")
        assert "Bo travels to Steppe" in said(terminal, "travel Provinces 2")
