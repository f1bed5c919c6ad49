"""What a group's hands meet at the end of a game and before the next: each once was wrong, or was not said."""

import re
from pathlib import Path
from typing import Any

import pytest

from oathtools.saga import folder
from oathtools.web import table as tables
from tests.cli.calls import caller
from tests.cli.ended import Saga, ended
from tests.cli.test_chronicle_command import ENDED

SHORT = """
oath: supremacy
oathkeeper: {holder: Bo, side: usurper}
players: [{name: Ann, color: purple, role: chancellor}, {name: Bo, color: red, role: exile}]
sites: [{site: Plains, warbands: {red: 2}}]
result: {winner: Bo, how: usurper, clause: "3.1", ways: [[usurper, "3.1"]], round: 6}
"""


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    return caller(tmp_path / "saga", capsys, monkeypatch)


@pytest.fixture
def told(call: Any, tmp_path: Path) -> Any:
    """A game at a table that is over: Bo has won as the Usurper; Elders lie faceup before him, Wolves facedown."""
    assert call("new", str(tmp_path / "saga"), "--first-game").status == 0
    (tmp_path / "ended.yaml").write_text(ENDED, encoding="utf-8")
    assert call("start", "--position", str(tmp_path / "ended.yaml")).status == 0
    return call


@pytest.fixture
def chancellor(call: Any, tmp_path: Path) -> Saga:
    """The Chancellor has won; every card is known."""
    return ended(tmp_path / "saga", "purple", call)


# -- the seed of a Chronicle, taking back in it ------------------------------------------------------------------------


def test_8_the_seed_of_a_chronicle_holds_for_answers_given_one_by_one(told: Any) -> None:
    """What is drawn and shuffled unseen is nobody's question once the tool draws, whichever command goes on."""
    assert told("chronicle", "write", "--seed", "7").status == 2, "the oath is asked for"
    for words in ("protection", "Cy"):
        assert told("answer", words).status == 0
    asked = told("answer", "yes", "--json").answer["data"]["ask"]
    assert asked["kind"] == "chronicle.archive", "the site deck was shuffled and dealt by the tool (8.3.5)"


def test_8_without_a_seed_people_may_tell_what_they_draw(told: Any) -> None:
    assert told("chronicle", "write").status == 2
    for words in ("protection", "Cy"):
        assert told("answer", words).status == 0
    asked = told("answer", "yes", "--json").answer["data"]["ask"]
    assert asked["kind"] == "chronicle.sites", "they are dealt facedown (8.3.5): who looks may tell"


def test_8_3_1_what_only_went_into_a_deck_is_taken_back_without_more(chancellor: Saga) -> None:
    """After "neither" sites, relics and cards go back into their decks; nobody has come to see one."""
    call = chancellor.call
    assert call("chronicle", "write").status == 2
    assert call("answer", "People").status == 0
    assert call("ask", "--json").answer["data"]["kind"] == "chronicle.build"
    assert call("answer", "neither").status == 0
    back = call("undo")
    assert back.status == 0 and "The relic deck gets a relic from Mountain" in back.out
    assert "The Chronicle, step 8.3.1." in back.out and "turn, round" not in back.out


def test_8_3_5_a_site_that_was_turned_up_is_lost_by_taking_back(told: Any) -> None:
    told("chronicle", "write")
    for words in ("protection", "Cy", "yes", "-"):
        assert told("answer", words).status == 0, words
    assert told("ask", "--json").answer["data"]["kind"] == "face"
    assert told("answer", "River").status == 0
    refused = told("undo", "2")
    assert refused.status == 1 and "would be lost" in refused.err and "River" in refused.err


# -- after the next game has begun -------------------------------------------------------------------------------------


def test_8_the_pulls_of_the_last_chronicle_stay_once_the_next_game_has_begun(chancellor: Saga) -> None:
    call = chancellor.call
    chancellor.write("--auto")
    before = call("chronicle", "pulls").out
    assert before.startswith("8.1") and call("start", "Ann", "Bo", "Cy").status == 0
    assert call("chronicle", "pulls").out == before


def test_1_7_the_winner_is_suggested_as_chancellor_when_a_game_begins(told: Any) -> None:
    """1.7: the table decides; where it names another one first it is told of the suggestion, once."""
    assert told("chronicle", "write", "--auto").status == 0
    warned = " ".join(told("start", "Ann", "Bo", "Cy").err.split())
    assert "suggested as Chancellor is Bo, who won the last game; named first is Ann (1.7)" in warned
    for others in (("Bo", "Ann", "Cy"), ("Ann", "Cy", "Di")):
        assert "1.7" not in told("start", "--anew", *others).err, others


# -- what a file says too little of ------------------------------------------------------------------------------------


def test_8_3_2_sites_that_a_short_file_does_not_name_are_named(call: Any, tmp_path: Path) -> None:
    """They lie there by the Chronicle, and nobody has said who rules them: the new map hangs on it."""
    assert call("new", str(tmp_path / "saga"), "--first-game").status == 0
    (tmp_path / "short.yaml").write_text(SHORT, encoding="utf-8")
    said = call("chronicle", "write", "--position", str(tmp_path / "short.yaml"), "--anew")
    warned = " ".join(said.err.split())
    for site in ("sites.3: Mountain lies there by the Chronicle", "sites.6: Rocky Coast lies there by the Chronicle"):
        assert site in warned
    assert "sites.1" not in warned and "sites.2" not in warned, "Plains is named, the next lies facedown"


# -- a saga that was begun with a result that cannot be ----------------------------------------------------------------


@pytest.mark.parametrize("begun", [False, True])
def test_3_an_old_saga_with_a_result_that_cannot_be_opens_and_is_told_who_won(chancellor: Saga, begun: bool) -> None:
    """The Chancellor is never the Usurper (2.11, 3.1). The result is left out, and that is said; nothing is locked."""
    call = chancellor.call
    if begun:  # its Chronicle was begun, and one question answered
        call("chronicle", "write")
        assert call("answer", "People").status == 0
    old = chancellor.journal.read_text(encoding="utf-8")
    assert old.count("stable_regime") == 2
    old = old.replace("stable_regime", "usurper").replace('"3.3"', '"3.1"')
    chancellor.journal.write_text(old, encoding="utf-8")
    if begun:
        parted = call("ask")
        assert parted.status == 3 and "oathtools undo --to 0" in parted.err, "what was answered rests on another winner"
        assert "the result that its position states is left out" in " ".join(parted.err.split())
        assert call("undo", "--to", "0").status == 0
    asked = call("ask")
    said = " ".join(asked.err.split())
    assert asked.status == 0 and "the result that its position states is left out" in said
    assert "no way in which the Chancellor wins" in said
    assert call("chronicle", "write").status == 2
    assert call("ask", "--json").answer["data"]["kind"] == "chronicle.winner"
    for words in ("Purple", "stable regime"):
        assert call("answer", words).status == 0, words
    assert call("chronicle", "write", "--auto").status == 0
    assert "stable_regime" in chancellor.chronicle() and "usurper" not in chancellor.chronicle()


def test_3_a_new_file_with_a_result_that_cannot_be_is_refused_as_before(chancellor: Saga, tmp_path: Path) -> None:
    file = tmp_path / "saga" / "ended.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("stable_regime", "usurper"), encoding="utf-8")
    refused = chancellor.call("start", "--anew", "--position", str(file))
    assert refused.status == 3 and "no way in which the Chancellor wins" in " ".join(refused.err.split())
    assert folder.latest(chancellor.path) == chancellor.journal, "nothing was begun"


# -- who was seen where ------------------------------------------------------------------------------------------------


def test_blame_tells_what_lay_faceup_before_whom(told: Any) -> None:
    """Elders lay faceup before Bo, Longbows before Ann; Wolves lay facedown before Cy, and stay out of sight (9.4)."""
    assert told("chronicle", "write", "--auto").status == 0
    elders = told("chronicle", "blame", "Elders").out
    assert "start   Bo has it as an adviser." in elders and "over    Bo has it as an adviser." in elders
    assert "Game 1: nobody saw it." in told("chronicle", "blame", "Wolves").out
    held = told("chronicle", "blame", "Whistle", "--json").answer["data"]["games"][0]["held"]
    assert held == [{"when": "start", "zone": "held.red"}, {"when": "over", "zone": "held.red"}]
    assert "Cy has it as an adviser" in told("chronicle", "blame", "Wolves", "--spoil").out


# -- three Chronicles that a stranger wrote of games that nobody had tracked -------------------------------------------

# Cy has won by a Vision; all fourteen blue warbands are on the table (9.3). Three Visions are drawn, two are in sight.
STRANGERS = """
oath: supremacy
round: 6
visions_drawn: 3
players:
  - {name: Ann, color: purple, role: chancellor}
  - {name: Bo, color: red, role: exile, warbands: 3}
  - {name: Cy, color: blue, role: exile, warbands: 11, vision: Sanctuary, advisers: [Storyteller, {unknown: denizen}]}
  - {name: Eve, color: white, role: exile, warbands: 4, advisers: [Wolves, {unknown: vision}]}
sites:
  - {site: Plains, cards: [Longbows]}
  - {site: Lush Coast}
  - {site: Mountain, warbands: {blue: 3}, cards: [Taming Charm]}
  - {site: Salt Flats, warbands: {red: 2}}
oathkeeper: {holder: Cy}
result: {winner: Cy, how: Visionary, clause: "3.2"}
"""
STRANGERS_TELL = ("Bo", "yes", "face: Wastes", "face: Steppe", "chronicle.archive: yes", "chronicle.piles: 12", "later")


def strangers_written(call: Any, tmp_path: Path, text: str = STRANGERS, *lines: str) -> Any:
    """The Chronicle of that game is written in the saga of an own box."""
    assert call("new", str(tmp_path / "saga"), "--site", "Plains: Longbows").status == 0
    (tmp_path / "end.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "lines").write_text("\n".join(lines or STRANGERS_TELL) + "\n", encoding="utf-8")
    file, answers = str(tmp_path / "end.yaml"), str(tmp_path / "lines")
    said = call("chronicle", "write", "--position", file, "--answers", answers)
    assert said.status == 0, said.err
    return said


def test_1_box_a_deck_left_for_setup_is_told_in_words_when_setup_builds_it(call: Any, tmp_path: Path) -> None:
    """8.8, 1.box: the winner's advisers went into it in the last game; at setup nobody's do."""
    strangers_written(call, tmp_path)
    assert call("start", "--bots", "3=random", "--seed", "1").status == 0
    told = call("log", "--all").joined
    assert "The world deck is rebuilt. (1.box)" in told and "cannot be told" not in told
    assert "advisers go into the world deck" not in told


def test_8_2_a_winner_without_a_warband_left_puts_none_and_hands_are_told_why(call: Any, tmp_path: Path) -> None:
    """8.2, 9.3: one of the winner's warbands comes to each site of the new Citizen, as far as there are any."""
    strangers_written(call, tmp_path)
    assert (
        "Cy has no blue warband left in the personal bank: none comes to Provinces 2. (8.2, 9.3)" in call("log").joined
    )
    pulls = call("chronicle", "pulls").joined
    assert "Provinces 2: 2 red warbands -> personal banks" in pulls
    assert "Personal banks: no blue warband, for none is left (9.3) -> Provinces 2" in pulls


def test_8_2_a_warband_that_is_left_replaces_those_of_the_new_citizen(call: Any, tmp_path: Path) -> None:
    strangers_written(call, tmp_path, STRANGERS.replace("warbands: 11", "warbands: 10"))
    assert "Personal banks: 1 blue warband -> Provinces 2" in call("chronicle", "pulls").joined
    assert "for none is left" not in call("chronicle", "pulls").joined


def test_no_diff_is_hinted_at_where_nobody_knows_the_world_before(call: Any, tmp_path: Path) -> None:
    said = strangers_written(call, tmp_path)
    assert "chronicle pulls" in said.joined and "chronicle diff" not in said.joined
    assert call("chronicle", "diff").status == 1


def test_where_no_saga_is_both_ways_to_begin_one_are_named(call: Any, tmp_path: Path) -> None:
    (tmp_path / "end.yaml").write_text(STRANGERS, encoding="utf-8")
    said = call("chronicle", "write", "--position", str(tmp_path / "end.yaml"))
    told = " ".join(said.err.split())
    assert (
        said.status == 1 and "What lies in your own box is asked by: oathtools new" in told and "--first-game" in told
    )


@pytest.mark.parametrize("how", ["war exhaustion", "War-Exhaustion", "war_exhaustion"])
def test_a_way_to_win_is_read_as_names_are_and_a_result_says_that_the_game_is_over(
    call: Any, tmp_path: Path, how: str
) -> None:
    """3.4.2; one opinion in `position check` and `chronicle write`: no phase need be said beside a result."""
    file = tmp_path / "end.yaml"
    won = f'result: {{winner: Cy, how: {how}, clause: "3.4.2"}}'
    file.write_text(STRANGERS.partition("result:")[0] + won, encoding="utf-8")
    said = call("position", "check", str(file), "--json")
    assert said.status == 0, said.out
    position = said.data["position"]
    assert position["turn"]["phase"] == "over" and position["result"]["how"] == "war_exhaustion"
    file.write_text(STRANGERS + "turn: {phase: act}\n", encoding="utf-8")
    assert "a game with a result is over" in " ".join(call("position", "check", str(file)).err.split())


def test_8_5_drawn_visions_that_are_nowhere_are_warned_of_and_looked_for_in_untold_piles(
    call: Any, tmp_path: Path
) -> None:
    """8.5: all five Visions are set aside before the piles are shuffled together; 9.4: their backs are public."""
    warned = "3 Visions are drawn, and 1 of them is nowhere here"
    said = strangers_written(call, tmp_path)
    assert warned in " ".join(said.err.split())
    checked = call("position", "check", str(tmp_path / "end.yaml"))
    assert checked.status == 0 and warned in " ".join(checked.err.split())
    pulls = call("chronicle", "pulls").joined
    aside = ["pile: every Vision in it, by the backs -> Visions set aside", "pile: all of it, unseen -> stack of 8.5"]
    for region in ("Cradle", "Provinces", "Hinterland"):
        found, gathered = (pulls.index(f"{region} {words}") for words in aside)
        assert found < gathered


def test_8_5_no_vision_is_looked_for_in_piles_that_are_told(call: Any, tmp_path: Path) -> None:
    piles = "discard_piles: {cradle: [{unknown: vision}, {unknown: denizen, n: 9}]}\n"
    told = [line for line in STRANGERS_TELL if "piles" not in line]
    said = strangers_written(call, tmp_path, STRANGERS + piles, *told)
    assert "nowhere here" not in " ".join(said.err.split())
    pulls = call("chronicle", "pulls").joined
    assert "pile: every Vision in it" not in pulls and "Cradle pile: 1 Vision" in pulls


def test_what_a_file_says_and_no_game_comes_to_is_said_when_the_chronicle_is_written(call: Any, tmp_path: Path) -> None:
    """2.1.4, 5.1.4.4, 5.6.2, 6.6.2, 7.2.1: the same that `position check` says of it; the table may insist."""
    text = STRANGERS.replace("advisers: [Wolves", "vision: Conspiracy, pawn: hinterland.3, advisers: [Wayside Inn")
    text = text.replace("name: Bo, color: red, role: exile", "name: Bo, color: red, role: citizen")
    text = text.replace('clause: "3.2"', 'clause: "3.2", round: 5')
    written = " ".join(strangers_written(call, tmp_path, text, "Eve", *STRANGERS_TELL[1:]).err.split())
    checked = " ".join(call("position", "check", str(tmp_path / "end.yaml")).err.split())
    for remark in (
        "stated to have ended in round 5, and the table is in 6 (2.1.4)",
        "the Conspiracy is Eve's revealed Vision; played, it goes to the box (5.1.4.4)",
        "hinterland.3 lies facedown with a pawn on it; where a pawn arrives a site is turned up (5.6.2)",
        "Bo is a Citizen with red warbands in play; a Citizen's are purple (6.6.2)",
        "Wayside Inn is for sites only, and is Eve's faceup adviser (7.2.1)",
    ):
        assert remark.lower() in written.lower() and remark.lower() in checked.lower(), remark


def test_the_round_of_a_result_is_the_round_where_the_file_says_no_other(call: Any, tmp_path: Path) -> None:
    (tmp_path / "end.yaml").write_text(STRANGERS.replace("round: 6\n", "").replace('"3.2"', '"3.2", round: 5'), "utf-8")
    said = call("position", "check", str(tmp_path / "end.yaml"), "--json")
    assert said.data["position"]["round"] == 5 and "2.1.4" not in str(said.data)


# -- answers one by one ------------------------------------------------------------------------------------------------


def test_8_the_last_answer_saves_the_world_whichever_command_gave_it(told: Any) -> None:
    assert told("chronicle", "write").status == 2
    for words in ("protection", "Cy", "yes"):
        assert told("answer", words).status == 0
    assert "Turn the facedown site Provinces 1 faceup." in " ".join(answer_until(told, "face").split())
    sites = iter(("River", "Mine", "Island", "Steppe"))
    while (pending := told("ask", "--json").answer["data"]) is not None:
        known = {"chronicle.archive": "yes", "chronicle.rebuild": "now"}
        last = told("answer", next(sites) if pending["kind"] == "face" else known.get(pending["kind"], "-"))
        assert last.status == 0, (pending["kind"], last.err)
    assert "The new world is in" in last.joined and "was won by Bo" in last.joined
    assert told("chronicle", "show").status == 0 and told("chronicle", "pulls").status == 0


def answer_until(call: Any, kind: str) -> str:
    """Whatever may stay untold is not told until such a question is asked; what it says."""
    while call("ask", "--json").answer["data"]["kind"] != kind:
        assert call("answer", "-").status == 0
    return str(call("ask").out)


def test_8_3_2_pawns_leave_a_site_before_it_goes(told: Any) -> None:
    """A site that is shuffled into its deck bears no pawn; 8.3.4 takes the others."""
    assert told("chronicle", "write", "--auto").status == 0
    lines = told("chronicle", "pulls").joined
    off, gone = lines.index("every pawn on it -> the players"), lines.index("-> site deck")
    assert lines.index("8.3.2") < off < gone < lines.index("all pawns that are left -> the players")
    assert "take their pawns back from" in told("log").joined


def test_no_figure_is_shown_that_nobody_told(call: Any, tmp_path: Path) -> None:
    """8 needs neither Supply nor favor nor secrets: where no file names them, no page says 7, 0 and 0."""
    strangers_written(call, tmp_path)
    boards = call("status").joined
    assert "Supply" in boards and re.search(r"Bo, red \w+ +- +- +- ", boards)
    players = call("status", "--json").answer["data"]["players"]
    assert {(row["supply"], row["favor"], row["secrets"]["up"]) for row in players} == {(None, None, None)}
    own = tables.own(folder.view(folder.latest(tmp_path / "saga")).play, "red")
    assert [what.rstrip("s") for what, _ in own.figures] == ["warband"]
    assert "Supply" not in own.drawn and "warbands" in own.drawn


def test_what_the_file_tells_of_boards_is_shown(call: Any, tmp_path: Path) -> None:
    strangers_written(call, tmp_path, STRANGERS.replace("warbands: 3}", "warbands: 3, supply: 2, favor: 1}"))
    bo = call("status", "--json").answer["data"]["players"][1]
    assert (bo["supply"], bo["secrets"]["up"]) == (2, None) and bo["favor"] is not None


def test_of_visions_that_a_file_leaves_out_none_is_taken_for_drawn(call: Any, tmp_path: Path) -> None:
    """2.7.1: a file that tells no number is not held against one; as many as lie revealed were drawn."""
    assert call("new", str(tmp_path / "saga"), "--site", "Plains: Longbows").status == 0
    (tmp_path / "end.yaml").write_text(STRANGERS.replace("visions_drawn: 3\n", ""), encoding="utf-8")
    checked = call("position", "check", str(tmp_path / "end.yaml"))
    assert checked.status == 0 and "Visions drawn: not told" in checked.joined and "2.7.1" not in checked.err
    (tmp_path / "end.yaml").write_text(STRANGERS.replace("drawn: 3", "drawn: 0"), encoding="utf-8")
    assert "1 Vision revealed, and 0 are drawn" in " ".join(
        call("position", "check", str(tmp_path / "end.yaml")).err.split()
    )
