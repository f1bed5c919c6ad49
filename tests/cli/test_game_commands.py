"""A saga and its running game at the command line, as people and scripts use it."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from oathtools import catalog
from oathtools.journal.file import Writer
from oathtools.saga import folder
from tests.cli.calls import caller
from tests.support.daily import daily
from tests.support.made_once import copied


@pytest.fixture
def oath(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Call oathtools in a saga of its own."""
    return caller(tmp_path / "saga", capsys, monkeypatch, columns=80)


def begin(oath: Any, saga: Path) -> None:
    """A first game of four people, the tool dealing from a seed, at the Chancellor's first choice of an adviser."""
    assert oath("new", str(saga), "--first-game").status == 0
    assert oath("start", "--players", "Ann,Bo,Cy,Dee", "--seed", "7").status == 0


@pytest.fixture
def seeded(oath: Any, tmp_path: Path) -> Any:
    """Calls in a game that has just begun."""
    copied("seeded", tmp_path / "saga", lambda: begin(oath, tmp_path / "saga"))
    return oath


@pytest.fixture
def acting(oath: Any, tmp_path: Path) -> Any:
    """Calls in that game at its first Act Phase, each question before it answered with the first option."""

    def make() -> None:
        begin(oath, tmp_path / "saga")
        while (question := oath("ask", "--json").answer["data"])["kind"] != "act":
            question = oath("ask", "--json", "--as", question["who"]).answer["data"]
            assert oath("answer", "1" if question["options"] else "default").status == 0

    copied("acting", tmp_path / "saga", make)
    return oath


def journal(tmp_path: Path) -> Path:
    return folder.latest(tmp_path / "saga")


# -- beginning -----------------------------------------------------------------------------------------------------


def test_no_saga_says_how_to_begin_one(oath: Any) -> None:
    said = oath("ask")
    assert said.status == 1
    assert "there is no saga" in said.err and "oathtools new" in said.err


def test_new_wants_one_world(oath: Any, tmp_path: Path) -> None:
    said = oath("new", str(tmp_path / "other"), "--json")
    assert said.status == 2
    assert said.answer["error"]["kind"] == "usage"


def test_new_does_not_overwrite(seeded: Any, tmp_path: Path) -> None:
    said = seeded("new", str(tmp_path / "saga"), "--first-game")
    assert said.status == 1 and "already" in said.err


def test_an_incomplete_world_is_refused_with_all_that_is_missing_and_mended_on_request(
    oath: Any, tmp_path: Path
) -> None:
    """1.1, 1.19, 1.box: the mod's own default string has five empty slots and no deck at all."""
    bare = "030301000110Empire and Exile0000000123450403FFFFFFFFFFFF0724FFFFFFFFFFFFFFFFFFFF0B19FFFFFFFFFFFFFFFFFFFF"
    bare += "000000002007UNKNOWN"
    said = oath("new", str(tmp_path / "bare"), "--tts", bare, "--json")
    assert said.status == 3
    faults = said.answer["error"]["faults"]
    assert any("no site" in fault for fault in faults) and any("world deck" in fault for fault in faults)
    assert not (tmp_path / "bare" / "chronicle.yaml").exists()
    mended = oath("new", str(tmp_path / "bare"), "--tts", bare, "--repair", "--seed", "1", "--json")
    assert mended.status == 0
    assert any("repaired" in note for note in mended.answer["warnings"])
    assert oath("-C", str(tmp_path / "bare"), "start", "--bots", "3", "--seed", "2").status == 0


def test_players_are_named_as_words_or_as_a_list(oath: Any, tmp_path: Path) -> None:
    """1.7: in turn order, the Chancellor first; colors may be chosen."""
    assert oath("new", str(tmp_path / "saga"), "--first-game").status == 0
    words = oath("start", "Ann", "Bo:blue", "Cy", "--seed", "4", "--json").answer["data"]["seats"]
    listed = oath("start", "--players", "Ann,Bo:blue,Cy", "--seed", "4", "--anew", "--json").answer["data"]["seats"]
    assert words == listed and [seat["name"] for seat in words] == ["Ann", "Bo", "Cy"]
    said = oath("start", "Ann", "Bo", "--players", "Ann,Bo", "--anew")
    assert said.status == 2 and "named twice" in said.err and "oathtools start Ann Bo Cy" in said.err


def test_start_names_what_is_wrong_with_the_players(oath: Any, tmp_path: Path) -> None:
    oath("new", str(tmp_path / "saga"), "--first-game")
    assert "purple" in oath("start", "--players", "Ann:red,Bo").err
    assert "same name" in oath("start", "--players", "Ann,ann").err
    assert "2 to 6 seats" in oath("start", "--players", "Ann").err
    assert "exclude" in oath("start", "--players", "Ann,Bo", "--seed", "1", "--table").err


def test_two_seats_go_on_with_a_warning(oath: Any, tmp_path: Path) -> None:
    oath("new", str(tmp_path / "saga"), "--first-game")
    said = oath("start", "--players", "Ann,Bo", "--json")
    assert said.status == 0
    assert any("Clockwork Prince" in note for note in said.answer["warnings"])


def test_chance_is_the_tables_when_people_play_and_seeded_when_only_bots_do(oath: Any, tmp_path: Path) -> None:
    oath("new", str(tmp_path / "saga"), "--first-game")
    assert oath("start", "--players", "Ann,Bo", "--json").answer["data"]["chance"] == {"table": True}
    assert "seed" in oath("start", "--bots", "3=random", "--anew", "--json").answer["data"]["chance"]


# -- answering -----------------------------------------------------------------------------------------------------


def test_ask_shows_the_question_to_scripts(seeded: Any) -> None:
    question = seeded("ask", "--json").answer["data"]
    assert {"n", "kind", "who", "form", "private", "default", "min", "max", "caps", "options", "refused"} <= set(
        question
    )
    assert question["kind"] == "setup.adviser" and question["who"] == "purple" and question["private"]


def test_nothing_of_a_refused_line_is_kept(acting: Any, tmp_path: Path) -> None:
    before = journal(tmp_path).read_bytes()
    assert acting("answer", "end; travel Atlantis").status == 1
    assert acting("answer", "campaign", "nobody;", "end").status == 1
    assert journal(tmp_path).read_bytes() == before


def test_an_answer_that_is_not_offered_says_what_is(acting: Any, tmp_path: Path) -> None:
    before = journal(tmp_path).read_bytes()
    said = acting("answer", "travel", "Plains")
    assert said.status == 1
    assert "5.6.1" in said.err and "You can travel to" in said.err
    assert journal(tmp_path).read_bytes() == before


def test_a_refusal_as_data(acting: Any) -> None:
    error = acting("answer", "travel", "Plains", "--json").answer["error"]
    assert error["kind"] == "not_offered"
    assert error["refusals"][0]["clause"] == "5.6.1"


def test_a_word_that_is_nothing_says_what_it_may_be(acting: Any) -> None:
    said = acting("answer", "travel", "Mountainn")
    assert said.status == 0, "a typo is forgiven"
    said = acting("answer", "travel", "Xyzzy")
    assert said.status == 1 and "Xyzzy" in said.err


def test_one_line_answers_several_questions_all_or_none(acting: Any, tmp_path: Path) -> None:
    lines = len(journal(tmp_path).read_text().splitlines())
    answers = acting("answer", "travel", "Mountain", "--json").answer["data"]["answers"]
    assert [entry["asked"]["kind"] for entry in answers] == ["act", "travel.to"]
    assert len(journal(tmp_path).read_text().splitlines()) == lines + 1, (
        "they are one line: kept together or not at all"
    )


def test_an_answer_for_an_older_head_is_refused(seeded: Any) -> None:
    head = seeded("ask", "--json").answer["data"]["n"]
    assert seeded("answer", "1", "--n", "99").status == 1
    assert seeded("answer", "1", "--n", str(head - 1)).status == 0


def test_without_words_nothing_waits(seeded: Any) -> None:
    assert seeded("answer").status == 2


def test_play_without_a_terminal_fails_with_the_question(seeded: Any) -> None:
    said = seeded("play", "--json")
    assert said.status == 2
    assert said.answer["error"]["kind"] == "needs_answer"
    assert said.answer["error"]["question"]["kind"] == "setup.adviser"


def test_an_answers_file(seeded: Any, tmp_path: Path) -> None:
    script = tmp_path / "answers.txt"
    script.write_text("# the Chancellor keeps the first card\nsetup.adviser: 1\nsetup.order: default\n")
    assert seeded("answer", "--answers", str(script)).status == 0
    script.write_text("campaign.plan: 1\n")
    said = seeded("answer", "--answers", str(script), "--json")
    assert said.status == 2 and "no line answers" in said.answer["error"]["message"]


def test_play_auto_runs_to_the_end(seeded: Any) -> None:
    said = seeded("play", "--auto", "--json")
    assert said.status == 0
    assert said.answer["data"]["result"]["winner"] in ("purple", "red", "blue", "yellow")
    assert seeded("ask", "--json").answer["data"] is None
    assert "over" in seeded("answer", "1").err


# -- undo, redo, adjust, overrule ----------------------------------------------------------------------------------


def test_undo_and_redo_are_entries(acting: Any, tmp_path: Path) -> None:
    acting("answer", "travel", "Mountain")
    lines = journal(tmp_path).read_text().splitlines()
    assert acting("undo", "1").status == 0
    assert acting("ask", "--json").answer["data"]["kind"] == "travel.to"
    assert acting("redo").status == 0
    assert acting("ask", "--json").answer["data"]["kind"] == "act"
    assert journal(tmp_path).read_text().splitlines()[: len(lines)] == lines, "nothing is erased"
    assert acting("redo").status == 1


def test_undo_past_chance_is_asked_for_by_name(acting: Any) -> None:
    acting("answer", "search", "world")
    said = acting("undo", "--to", "0")
    assert said.status == 1 and "--past-chance" in said.err
    assert acting("undo", "--to", "0", "--past-chance").status == 0


def test_seeded_chance_is_not_rerolled_by_an_undo(acting: Any) -> None:
    acting("answer", "search", "world")
    first = acting("ask", "--json").answer["data"]["options"]
    acting("undo", "--past-chance")
    acting("answer", "search", "world")
    assert acting("ask", "--json").answer["data"]["options"] == first


def test_adjust_puts_a_misstep_right_and_the_game_goes_on(acting: Any) -> None:
    assert acting("adjust", "Bo", "favor", "4,", "Ann", "supply", "3").status == 0
    players = {row["name"]: row for row in acting("status", "--json").answer["data"]["players"]}
    assert players["Bo"]["favor"] == 4 and players["Ann"]["supply"] == 3
    assert acting("answer", "travel", "Mountain").status == 0
    assert any("Bo favor 4" in line["text"] for line in acting("log", "--json").answer["data"])


def test_adjust_does_not_tell_which_sites_lie_facedown(acting: Any, tmp_path: Path) -> None:
    """9.4: a site that the tool dealt facedown is answered like one that is not on the map."""
    state = folder.view(journal(tmp_path)).play.state
    hidden = [catalog.name_of(site) for site in state.zone("map") if site in state.facedown]
    absent = [site.name for site in catalog.cards("site") if site.id not in state.zone("map")]
    said = {name: acting("adjust", name, "favor", "0") for name in (hidden[0], absent[0])}
    told = {(each.status, (each.out + each.err).replace(name, "SITE")) for name, each in said.items()}
    assert len(told) == 1 and said[hidden[0]].status != 0


def test_adjust_refuses_what_breaks_conservation(acting: Any) -> None:
    said = acting("adjust", "Bo", "favor", "40", "--json")
    assert said.status == 3
    assert said.answer["error"]["faults"]


def test_overrule_lets_a_refused_answer_pass_and_marks_it(acting: Any) -> None:
    """5.2.1 forbids a second Muster from the same card; the table lets it pass."""
    acting("adjust", "Ann", "favor", "4")
    assert acting("answer", "muster", "Longbows").status == 0
    assert acting("answer", "muster", "Longbows").status == 1
    both = acting("overrule", "muster", "Longbows", "--because", "agreed")
    assert both.status == 0 and "Longbows" in both.out
    assert acting("overrule", "muster", "--because", "agreed").status == 0
    assert acting("overrule", "Longbows", "--because", "agreed", "--json").data["reason"] == "agreed"
    log = acting("log", "--json").answer["data"]
    assert any("agreed" in line["text"] for line in log)


# -- files that are damaged or busy --------------------------------------------------------------------------------


def test_a_torn_last_line_is_set_aside_and_reported(seeded: Any, tmp_path: Path) -> None:
    path = journal(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"n":9,"asked":{"ki')
    assert "torn" in seeded("ask").err
    said = seeded("answer", "1")
    assert said.status == 0 and "set aside" in said.err
    assert path.read_bytes().startswith(whole)
    assert path.with_suffix(".torn-1").read_text() == '{"n":9,"asked":{"ki'
    for number in (2, 3):
        path.write_bytes(path.read_bytes() + b"{%d" % number)
        seeded("answer", "1")
        assert path.with_suffix(f".torn-{number}").read_text() == f"{{{number}", "none takes the place of another"


def test_a_damaged_line_is_named(seeded: Any, tmp_path: Path) -> None:
    path = journal(tmp_path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([lines[0], "not json\n", *lines[1:]]))
    said = seeded("ask", "--json")
    assert said.status == 3
    assert said.answer["error"]["kind"] == "damaged" and said.answer["error"]["line"] == 2


def _check_that_answers_are_their_players(seeded: Any) -> None:
    """9.4: what could be answered, and was, is told to whoever was asked; it may have been for their eyes only."""
    for words in (["ask"], ["journal", "check"]):
        told = {who: seeded(*words, "--json", *who).out for who in ((), ("--as", "red"), ("--as", "purple"))}
        own, *others = told["--as", "red"], told[()], told["--as", "purple"]
        assert "denizen." in own
        assert not any("denizen." in each for each in others)
    assert "answered denizen." in " ".join(seeded("ask", "--as", "red").err.split())
    assert "answered" not in seeded("ask", "--as", "purple").err + seeded("ask").err


def test_a_journal_of_other_rules_shows_both_questions(acting: Any, tmp_path: Path) -> None:
    path = journal(tmp_path)
    text = path.read_text().replace('"kind":"setup.adviser","who":"red"', '"kind":"setup.advisers","who":"red"')
    path.write_text(text)
    said = acting("ask", "--json")
    assert said.status == 3
    error = said.answer["error"]
    assert error["kind"] == "replay"
    assert error["difference"]["recorded"]["kind"] == "setup.advisers"
    assert error["difference"]["asked"]["kind"] == "setup.adviser"
    _check_that_answers_are_their_players(acting)
    before = error["difference"]["n"] - 1
    assert acting("undo", "--to", str(before), "--past-chance").status == 0
    assert acting("ask", "--json").answer["data"]["kind"] == "setup.adviser"


@pytest.mark.parametrize(
    ("text", "status", "word"),
    [
        (b"- {name: Ann\n- Bo", 3, "the file ends in the midst"),
        (b"- name: Ann\n\tcolor: purple", 3, "a tab stands here"),
        (b"- name: Caf\xe9", 3, "Save it as UTF-8"),
        (b"- {name: Ann}\n- {name: Bo, color: [red]}", 2, "look at number 2"),
        (b"- {name: Ann, colour: purple}", 2, "look at number 1"),
        (b"Ann", 2, "name: Ann, color: purple"),
        (b"[]", 2, "names no player"),
        (b"# nobody yet", 2, "names no player"),
        (None, 1, "No such file"),
    ],
)
def test_a_file_of_players_that_cannot_be_read(
    oath: Any, tmp_path: Path, text: bytes | None, status: int, word: str
) -> None:
    assert oath("new", str(tmp_path / "saga"), "--first-game").status == 0
    if text is not None:
        (tmp_path / "players.yaml").write_bytes(text)
    said = oath("start", "--players", str(tmp_path / "players.yaml"))
    assert said.status == status and word in " ".join(said.err.split())
    assert not (tmp_path / "saga" / "games").exists()


def test_what_adjust_has_no_words_for_is_said_by_a_position(acting: Any) -> None:
    said = acting("adjust", "Plains", "weather", "rain")
    assert said.status == 1 and "--position FILE" in " ".join(said.err.split())


def test_nobody_has_odds_against_themselves(acting: Any) -> None:
    """5.5.1"""
    said = acting("odds", "--against", "Ann", "--target", "pawn")
    assert said.status == 1 and "Ann cannot campaign against Ann" in said.err and "--player" in said.err


@pytest.mark.parametrize("named", ["", " , "])
def test_players_who_are_nobody_are_no_four_bots(oath: Any, tmp_path: Path, named: str) -> None:
    assert oath("new", str(tmp_path / "saga"), "--first-game").status == 0
    said = oath("start", "--players", named)
    assert said.status == 2 and "names nobody" in said.err and "--bots N" in said.err
    assert not (tmp_path / "saga" / "games").exists()


def test_a_saga_without_a_game_says_how_to_start_one(oath: Any, tmp_path: Path) -> None:
    assert oath("new", str(tmp_path / "saga"), "--first-game").status == 0
    said = oath("ask")
    assert said.status == 1 and "no game was started" in said.err
    assert "oathtools start" in said.err and "oathtools new" not in said.err


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "--against", "Bo", "--target", "pawn"),
        ("odds", "--best"),
        ("campaign", "--against", "Bo", "--target", "pawn"),
    ],
)
def test_before_the_pawns_are_placed_nobody_campaigns(oath: Any, tmp_path: Path, words: tuple[str, ...]) -> None:
    """1.23, 4.2"""
    assert oath("new", str(tmp_path / "saga"), "--first-game").status == 0
    assert oath("start", "--players", "Ann,Bo,Cy").status == 0
    said = oath(*words, "--json")
    assert said.status == 1 and said.answer["error"]["kind"] == "not_offered"
    assert "not all pawns are on the map" in said.answer["error"]["message"]


def test_a_disk_that_is_full_leaves_no_empty_folder(oath: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        said = oath("new", str(tmp_path / "saga"), "--first-game")
    assert said.status == 2 and "No space left" in " ".join(said.err.split())
    assert not (tmp_path / "saga").exists()
    assert oath("new", str(tmp_path / "saga"), "--first-game").status == 0


def test_a_game_that_is_not_over_is_not_put_out_of_reach(seeded: Any, tmp_path: Path) -> None:
    said = seeded("start", "--bots", "3")
    assert said.status == 1 and "game 0001 is not over" in said.err and "--anew" in said.err
    assert [path.name for path in journal(tmp_path).parent.iterdir()] == ["0001.jsonl"]
    assert seeded("start", "--bots", "3=random", "--anew").status == 0
    # The second one was played to its end, and its Chronicle is still to be written (8).
    said = seeded("start", "--bots", "3")
    assert said.status == 1 and "Chronicle of game 0002 is not written" in said.err
    assert seeded("chronicle", "write", "--auto").status == 0 and seeded("start", "--bots", "3=random").status == 0


def test_a_damaged_first_line_is_said_so(seeded: Any, tmp_path: Path) -> None:
    path = journal(tmp_path)
    path.write_bytes(b"")
    said = seeded("ask")
    assert said.status == 3 and "line 1: there is no header" in said.err and "Keep the file" in said.err


def test_a_second_writer_is_refused(seeded: Any, tmp_path: Path) -> None:
    with Writer(journal(tmp_path)):
        said = seeded("answer", "1", "--json")
    assert said.status == 1
    assert said.answer["error"]["kind"] == "busy"


@pytest.mark.parametrize(
    ("number", "way"), daily([(errno.ENOSPC, "Make room on the disk"), (errno.EROFS, "read-only")], 2)
)
def test_what_the_disk_refuses_is_said_so_and_nothing_is_half_kept(
    seeded: Any, tmp_path: Path, monkeypatch: Any, number: int, way: str
) -> None:
    before = journal(tmp_path).read_bytes()

    def full(_: int) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        said = seeded("answer", "1")
        assert said.status == 2 and way in " ".join(said.err.split()) and "0001.jsonl" in "".join(said.err.split())
        assert journal(tmp_path).read_bytes() == before
        assert seeded("start", "--bots", "3", "--anew", "--json").answer["error"]["kind"] == "usage"
    assert [path.name for path in journal(tmp_path).parent.iterdir()] == ["0001.jsonl"]
    assert seeded("answer", "1").status == 0


@pytest.mark.parametrize("wait", daily([0.9, 0.5, 1.3], 3))
def test_a_killed_process_loses_at_most_the_answer_in_flight(seeded: Any, wait: float) -> None:
    """Kill -9 at any moment: every answer that was reported is there, and the game opens."""
    loop = (
        "import sys\nfrom oathtools.cli.main import main\n"
        "for number in range(400):\n"
        "    try:\n        main(['answer', '-' if number % 2 else '1', '--json'])\n"
        "    except SystemExit:\n        pass\n"
    )
    process = subprocess.Popen([sys.executable, "-c", loop], stdout=subprocess.PIPE, text=True)
    try:
        out, _ = process.communicate(timeout=wait)
    except subprocess.TimeoutExpired:
        process.kill()
        out, _ = process.communicate()
    reported = [json.loads(line) for line in out.splitlines() if line.endswith("}")]
    answers = [entry for said in reported if said["ok"] for entry in said["data"]["answers"]]
    last = max((entry["n"] for entry in answers), default=0)
    said = seeded("ask", "--json")
    assert said.status == 0
    assert said.answer["data"]["n"] > last


# -- looking -------------------------------------------------------------------------------------------------------


def test_why_and_legal(acting: Any) -> None:
    said = acting("why", "travel", "Plains", "--json")
    assert said.status == 1, "a no is an answer, with exit 1"
    verdict = said.answer["data"]
    assert verdict["legal"] is False and verdict["refusals"][0]["clause"] == "5.6.1"
    assert verdict["repairs"]
    assert acting("why", "travel", "Mountain", "--json").answer["data"]["legal"] is True
    words = [offer["words"] for offer in acting("legal", "--json").answer["data"]["actions"]]
    assert "travel site.mountain" in words and words[-1] == "end"


def test_why_for_a_player_whose_turn_it_is_not(acting: Any) -> None:
    """4.2: it is judged as in that player's turn, and the answer says so."""
    answer = acting("why", "travel", "Plains", "--player", "Bo", "--json").answer
    assert not any(refusal["clause"] == "4.2" for refusal in answer["data"]["refusals"])
    assert any("judged as in Bo's Act Phase" in warning for warning in answer["warnings"])


def test_options_stand_before_or_after_the_command(seeded: Any, tmp_path: Path) -> None:
    assert seeded("--json", "ask").answer == seeded("ask", "--json").answer
    assert seeded("-C", str(tmp_path), "ask").status == 1


def test_an_unknown_command_says_what_was_meant(oath: Any) -> None:
    said = oath("serch", "x")
    assert said.status == 2 and "search" in said.err


def test_a_pipe_that_closes_is_no_fault(seeded: Any) -> None:
    run = CliRunner()
    assert run is not None
    command = f"{sys.executable} -m oathtools demo --bots random | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout == "SETUP\n" and done.stderr == ""


def test_why_while_a_private_question_is_open(seeded: Any) -> None:
    """9.4: what may be an answer depends on what only one player sees; what is none at any table is said to be none."""
    for words in (["2"], ["longbows"], ["adviser"], ["garrison,", "elders"]):
        verdict = seeded("why", *words, "--json").answer["data"]
        assert verdict["legal"] is None and verdict["depends"][0]["on"] == "purple"
    for words in (["xyzzy"], ["the", "thing", "over", "there"]):
        said = seeded("why", *words, "--json")
        assert said.status == 1 and "is none of the answers here" in said.answer["error"]["message"]
        assert said.answer["error"]["hint"] == "Its answers are for Ann to see: oathtools ask --as Ann"


def test_a_moment_that_was_never_reached_is_refused(seeded: Any) -> None:
    said = seeded("status", "--at", "999", "--json")
    assert said.status == 1 and said.answer["error"]["message"].startswith("there is no entry 999")
    assert seeded("status", "--at", "2").status == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to write to")
def test_a_full_disk_under_the_output_leaves_no_traceback(seeded: Any) -> None:
    command = f"{sys.executable} -m oathtools ask --json > /dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and json.loads(done.stderr)["ok"] is False


def test_the_last_answers_are_those_in_force(acting: Any) -> None:
    """What was taken back is not counted."""
    assert acting("answer", "travel Mountain").status == 0
    before = acting("log", "--last", "2").out
    assert acting("answer", "end").status == 0
    assert acting("undo").status == 0
    assert acting("log", "--last", "2").out == before
    assert "travels to Mountain" in before
