"""``oathtools WORDS`` without a command, and questions of the table: led to what answers, and never done."""

from pathlib import Path

import pytest

from oathtools.answerers.questions import commands_for, is_question
from oathtools.cli.game import sessions
from oathtools.cli.shared.commands import COMMANDS
from oathtools.journal.file import read
from oathtools.kit import datafiles
from oathtools.saga import folder
from tests.cli.calls import Call, caller

PLAYERS = ("Ann", "Bo")
POSITION = """
round: 3
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, pawn: Plains}
  - {name: Bo, color: red, pawn: Mountain, supply: 6, favor: 2, secrets: 3}
sites: [Plains, Buried Giant, {site: Mountain, cards: [Longbows]}]
"""


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Calls in a saga with a game in Bo's Act Phase."""
    call = caller(tmp_path / "saga", capsys, monkeypatch)
    (tmp_path / "position.yaml").write_text(POSITION, encoding="utf-8")
    assert call("new", str(tmp_path / "saga"), "--first-game").status == 0
    assert call("start", "--position", str(tmp_path / "position.yaml")).status == 0
    return call


@pytest.fixture
def outside(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Call:
    """Calls in a folder without a saga."""
    monkeypatch.chdir(tmp_path)
    return caller(None, capsys, monkeypatch)


@pytest.mark.parametrize(
    ("words", "says", "command"),
    [
        ("5.5.2", "5.5.2", "law 5.5.2"),
        ("clause 10.13", "10.13", "law 10.13"),
        ("a-2", "A-02", "rulings a-2"),
        ("longbows", "Longbows", "card longbows"),
        ("rocky coast", "Rocky Coast", "card rocky coast"),
        ("version", "oathtools", "--version"),
        ("help odds", "Usage: oathtools odds", "odds --help"),
        ("who loses warbands", "5.5.6", "search"),
        ("what are the odds of 5 against 3?", "win", "odds --force 5 --defense 3"),
    ],
)
def test_words_without_a_command_lead_to_it_and_one_line_says_so(
    outside: Call, words: str, says: str, command: str
) -> None:
    said = outside(*words.split())
    assert said.status == 0 and says in said.out
    assert f"oathtools {command}" in " ".join(said.err.split())


def test_a_question_is_said_again_as_a_shell_takes_it_and_a_long_one_in_short(outside: Call) -> None:
    story = (
        "Ann's pawn is at the Mine and mine is at the Steppe, we fought, and attack and defense are equal. Who's won?"
    )
    for asked, shown in (
        ("who's first?", "who's first?"),
        (story, "Ann's pawn is at the Mine and mine is at the Steppe, we ..."),
    ):
        said = " ".join(outside(*asked.split()).err.split())
        assert said.startswith(f'{shown}: oathtools search "{asked.removesuffix("?")}')


def test_programs_hear_of_it_beside_the_answer(outside: Call) -> None:
    answer = outside("5.5.2", "--json").answer
    assert answer["ok"] and answer["warnings"] == ["5.5.2: oathtools law 5.5.2"]


LED = """
help: --help, history: log, 5.5.2: law 5.5.2, version: --version, glossary: law 10, longbows: card longbows,
rules: law, rule 5.2: law 5.2, clause 10.13: law 10.13, cards: card NAME, map: status, stats: status, score: win,
who is winning: search, whose turn is it: search, what can I do: search, muster: law muster,
muster Longbows: law muster, travel Mountain: law travel, trade: law trade, recover: law recover, end: law end,
end turn: law end, rest: law rest, wake: law wake, back: undo, save: journal, load: play, quit: play, exit: play,
players: status, add player: search, turn: ask, round: law round, board: status, supply: status, favor: law favor,
secrets: law secrets, warbands: law warbands, relics: law relics, banners: law banners, visions: law visions,
oath: card NAME, oathkeeper: law oathkeeper, chancellor: law chancellor, exile: law exile, citizen: law citizen,
usurper: law usurper, sites: law sites, Mountain: card Mountain, rocky coast: card rocky coast, deck: law deck,
discard: law discard, dispossessed: law dispossessed, world deck: law world deck, darkest secret: card darkest,
people's favor: card "people's favor", dice: roll, export: position export, import: chronicle import FILE,
pdf: print SHEET, tutorial: demo, example: demo, faq: rulings, errata: rulings, A-02: rulings A-02, bot: start --bots,
ai: mcp, phone: serve, how do I win: search, how does a campaign work: search, what does Longbows do: card Longbows,
can a citizen win: search, do skulls kill: search, next: ask, commands: --help, conspiracy: card conspiracy
"""
# Commands by their own names, that say what they need.
OWN = {"roll": "new DIR", "undo": "new DIR", "redo": "new DIR", "start": "new DIR", "hint": "new DIR",
       "campaign Bo": "new DIR", "new": "--first-game", "new game": "--first-game", "new --random": "--random",
       "print": "SHEET", "search": "look for", "search world deck": "2.1.5", "schema foo": "oathtools schema",
       "odds": "--force 6", "odds 5 vs 3": "win", "roll 3": "roll 3 attack", "setup": "Law, chapter 1",
       "chronicle": "Usage", "law 7": "Powers", "card": "Wrestlers (order denizen)", "status": "new DIR"}  # fmt: skip


def test_ninety_things_that_people_type_behind_the_name_of_the_program_lead_on(
    outside: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words were written down before any was tried; in a folder without a saga. The demo's bots are quick."""
    (bots,) = (each for each in sessions.demo_command.params if each.name == "bots")
    monkeypatch.setattr(bots, "default", "random")
    led = {each[0].strip(): f"oathtools {each[1].strip()}" for each in (pair.split(": ") for pair in LED.split(","))}
    led |= {"save": "journal", "quit": "quit leaves", "exit": "quit leaves"}  # what does not exist says so
    assert len(led) + len(OWN) >= 90
    for words, leads in {**led, **OWN}.items():
        said = outside(*words.split())
        assert leads in " ".join(f"{said.out} {said.err}".split()), (words, said.out[:200], said.err[:200])


@pytest.mark.parametrize("words", ["save", "timer", "config"])
def test_what_does_not_exist_says_so_by_name(outside: Call, words: str) -> None:
    said = outside(words)
    assert said.status == 2 and f"there is no '{words}' here" in said.err


@pytest.mark.parametrize(("word", "way"), [("rewind", "undo"), ("phone", "serve"), ("fix", "adjust WORDS")])
def test_what_writes_or_begins_something_is_named_and_not_begun(outside: Call, word: str, way: str) -> None:
    said = outside(word)
    assert said.status == 2 and f"Type: oathtools {way}" in said.err


def test_a_typo_of_a_command_is_named_and_not_done_and_nonsense_suggests_nothing(outside: Call) -> None:
    assert "Did you mean answer?" in outside("answr", "travel", "Mountain").err
    assert "Did you mean" not in outside("xyzzy").err
    assert (
        "Did you mean" not in outside("schema", "foo").err
        and "Did you mean books-diff" in outside("schema", "book-diff").err
    )
    assert outside("xyzzy").status == outside("whoo").status == outside("foo", "--bar").status == 2


def test_every_other_name_leads_to_a_command_that_there_is() -> None:
    known = datafiles.load("front_door")
    for name, way in known["ways"].items():
        assert name not in COMMANDS, name
        assert way.split()[0] in COMMANDS or way in ("--help", "--version"), way
    assert not known["ways"].keys() & known["absent"].keys()


def test_5_6_what_may_be_done_in_a_game_is_judged_not_done(call: Call, tmp_path: Path) -> None:
    def head() -> int:
        return len(read(folder.latest(tmp_path / "saga")).entries)

    before = head()
    said = call("travel", "Plains")
    assert said.status == 0 and "Yes" in said.out and "oathtools answer travel Plains" in " ".join(said.err.split())
    assert call("travel", "Mountain").status == 1, "Bo is there"
    assert call("travel Plains?").status == 0
    assert head() == before


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("whose turn is it?", "Bo's Act Phase"),
        ("what can I do?", "Bo may"),
        ("how much favor does Bo have?", "Bo, red Exile: whose turn it is, 6 Supply, 2 favor"),
        ("where is Ann", "The pawn is at Plains"),
        ("who's winning?", "win"),
        ("so what does Longbows do again?", "Longbows"),
        ("can I travel to Plains?", "Yes"),
        ("why can't I travel to Mountain?", "No"),
        ("what happens if I travel to Plains", "Yes"),
        ("can people lose warbands?", "warband"),
    ],
)
def test_a_question_of_the_table_is_answered(call: Call, line: str, says: str) -> None:
    assert says in call(line).joined


def test_the_form_of_a_question_decides_who_is_meant() -> None:
    assert is_question("May Bo trade with Longbows") and is_question("travel Plains?")
    assert not is_question("travel Plains") and not is_question("muster from Longbows")
    assert commands_for("may Bo trade with Longbows", "Ann", PLAYERS)[0][-2:] == ["--player", "Bo"]
    assert commands_for("may I trade with Longbows", "Ann", PLAYERS)[0][-2:] == ["--player", "Ann"]
    assert commands_for("may Zed trade with Longbows", "Ann", PLAYERS) == [["search", "may Zed trade with Longbows"]]


def test_2_2_one_player_is_shown_with_pawn_and_sites(call: Call) -> None:
    shown = call("status", "Bo")
    assert "The pawn is at Mountain, in the Provinces, ruled by the bandits. Sites ruled" in shown.joined
    assert call("status", "Zed").status == 1


def test_a_question_given_as_an_answer_is_answered_and_nothing_is_done(call: Call, tmp_path: Path) -> None:
    before = len(read(folder.latest(tmp_path / "saga")).entries)
    said = call("answer", "how much does a deck search cost Bo now?")
    assert said.status == 1 and "is a question: nothing was done" in " ".join(said.err.split())
    assert "Of the world deck 2 Supply, with 0 Visions drawn" in said.joined
    assert call("answer", "whos at Mountain", "--json").answer["ok"] is False, "programs hear that it was not done"
    assert len(read(folder.latest(tmp_path / "saga")).entries) == before


def test_names_that_nobody_has_are_refused_with_what_there_is(call: Call) -> None:
    refused = " ".join(call("status", "moon").err.split())
    assert "nothing on the table is called 'moon'" in refused and "Ann, Bo; a site, a card or a banner there" in refused
    near = call("status", "Montain")
    assert "taken as Mountain" in near.err and near.out.startswith("Mountain: ")
    shown = call("status", "title", "Mountain", "visions").joined
    assert "The title: " in shown and "Mountain: Provinces; " in shown and "Visions: 0 drawn" in shown


def test_5_5_1_who_attacks_is_named_before_it_and_a_battle_that_cannot_be_says_why(call: Call) -> None:
    said = call("how many dice does Ann get if Bo attacks her?")
    assert "Ann neither rules Mountain nor is there Law 5.5.1" in said.joined
    assert "odds --player Bo --against Ann --target pawn" in " ".join(said.err.split())
