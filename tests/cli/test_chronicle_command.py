"""``oathtools chronicle`` as people and scripts use it."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from oathtools.saga import folder
from oathtools.saga.chronicle.form import loads, to_data
from oathtools.saga.worlds import world_of
from tests.cli.calls import caller, typed
from tests.cli.invoked import run
from tests.support.daily import daily
from tests.support.games import named_in
from tests.support.made_once import a_line_an_action, made_once

ENDED = """
format: 1
oath: supremacy
round: 6
visions_drawn: 3
turn: {player: Bo, phase: over}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains, favor: 3, secrets: 1, warbands: 4,
     relics: [Grand Scepter], advisers: [Longbows, {unknown: denizen}]}
  - {name: Bo, color: red, role: exile, warbands: 3, advisers: [Elders, {unknown: vision}], relics: [Whistle]}
  - {name: Cy, color: blue, role: exile, warbands: 2, advisers: [{card: Wolves, facedown: true}]}
  - {name: Di, color: white, role: citizen, warbands: 2}
sites:
  - {site: Plains, warbands: {purple: 2}, cards: [Taming Charm]}
  - {unknown: site}
  - {site: Mine, cards: [Hall of Mockery]}
  - {site: Mountain, warbands: {red: 2}, cards: [Keep]}
  - {unknown: site}
  - {site: Steppe, warbands: {blue: 1}, cards: [Tents]}
  - {unknown: site}
  - {unknown: site}
discard_piles:
  {cradle: [Gossip, {unknown: denizen, n: 4}], provinces: [Insomnia], hinterland: [{unknown: denizen, n: 3}]}
box: {boards: {black: citizen}}
result: {winner: Bo, how: usurper, clause: "3.1", ways: [[usurper, "3.1"]], round: 6}
"""
# Bo vows Protection and makes Cy a Citizen; two regions turn a site up; the Archive is not known to the tool.
ANSWERS = (
    "protection",
    "Cy",
    "yes",
    "face: River",
    "Deep Woods",
    "chronicle.suit: Nomad",
    "chronicle.archive: yes",
    "now",
)


@pytest.fixture
def oath(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Call oathtools in a saga of its own."""
    return caller(tmp_path / "saga", capsys, monkeypatch)


@pytest.fixture
def ended(oath: Any, tmp_path: Path) -> Any:
    """A game at a table that is over: Bo has won as the Usurper, and nobody has told much."""
    assert oath("new", str(tmp_path / "saga"), "--first-game").status == 0
    (tmp_path / "ended.yaml").write_text(ENDED, encoding="utf-8")
    assert oath("start", "--position", str(tmp_path / "ended.yaml")).status == 0
    return oath


@pytest.fixture
def bots(oath: Any, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A game by bots, dealt by the tool, that is over: played once, then copied."""
    shutil.copytree(made_once(tmp_path_factory, "played", played), tmp_path / "saga")
    return oath


@pytest.fixture
def written(oath: Any, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The same with its Chronicle, written once, too."""

    def write(saga: Path) -> None:
        shutil.copytree(made_once(tmp_path_factory, "played", played), saga)
        carried_out(saga, "chronicle", "write", "--auto")

    shutil.copytree(made_once(tmp_path_factory, "written", write), tmp_path / "saga")
    return oath


def played(saga: Path) -> None:
    """Four bots play a saga's first game."""
    carried_out(saga, "new", str(saga), "--first-game")
    carried_out(saga, "start", "--bots", "4", "--seed", "3")
    a_line_an_action(saga)


def carried_out(saga: Path, *words: str) -> None:
    result = run(*words, OATHTOOLS_SAGA=str(saga))
    assert result.exception is None, result.exception


def path(tmp_path: Path) -> Path:
    return tmp_path / "saga" / "chronicle.yaml"


def script(tmp_path: Path, *lines: str) -> str:
    file = tmp_path / "answers.txt"
    file.write_text("# the Chronicle\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


def known(tmp_path: Path) -> dict[str, Any]:
    """The Chronicle in the file, without what comes from the way there."""
    return to_data(loads(path(tmp_path).read_text(encoding="utf-8")))


# -- refusals ------------------------------------------------------------------------------------------------------


def test_no_chronicle_before_the_game_is_over(oath: Any, tmp_path: Path) -> None:
    assert oath("chronicle", "write").status == 1
    assert oath("new", str(tmp_path / "saga"), "--first-game").status == 0
    assert "no game was started" in oath("chronicle", "write").err
    assert oath("start", "--players", "Ann,Bo,Cy").status == 0
    before = path(tmp_path).read_bytes()
    said = oath("chronicle", "write", "--auto", "--json")
    assert said.status == 1 and said.answer["error"]["kind"] == "not_offered"
    assert "not over" in said.answer["error"]["message"] and path(tmp_path).read_bytes() == before


def test_nobody_to_answer(ended: Any, tmp_path: Path) -> None:
    said = ended("chronicle", "write", "--json")
    assert said.status == 2
    error = said.answer["error"]
    assert error["kind"] == "needs_answer" and error["question"]["kind"] == "chronicle.oath"
    assert [option["id"] for option in error["question"]["options"]] == [
        "oath.people",
        "oath.devotion",
        "oath.protection",
    ]
    # It has begun, and waits.
    assert ended("ask", "--json").answer["data"]["kind"] == "chronicle.oath"
    assert "step 8.1" in ended("status").out


# -- writing -------------------------------------------------------------------------------------------------------


def test_from_an_answers_file(ended: Any, tmp_path: Path) -> None:
    said = ended("chronicle", "write", "--json", "--answers", script(tmp_path, *ANSWERS))
    assert said.status == 0, said.err
    data = said.answer["data"]
    assert (data["game"], data["oath"]) == (2, "protection")
    entry = data["history"]
    assert (entry["game"], entry["winner"], entry["how"], entry["clauses"]) == (1, "Bo", "usurper", ["3.1"])
    assert entry["suits"] == {"nomad": 3, "discord": 2, "arcane": 1} and entry["removed"] == 6
    assert entry["sites_lost"] == ["site.plains", "site.mine"] and entry["sites_found"] == [
        "site.river",
        "site.deep_woods",
    ]
    world = loads(path(tmp_path).read_text(encoding="utf-8"))
    assert world.boards == {"red": "exile", "blue": "citizen", "white": "exile", "yellow": "exile", "black": "exile"}
    assert [row.site for row in world.map if isinstance(row.site, str)] == [
        *("site.mountain", "site.steppe", "site.river", "site.deep_woods")
    ]
    assert world.history[-1]["journal"] == "0001"


def test_the_same_guided_from_a_file_one_by_one_and_interrupted(ended: Any, tmp_path: Path, monkeypatch: Any) -> None:
    assert ended("chronicle", "write", "--answers", script(tmp_path, *ANSWERS)).status == 0
    wanted = known(tmp_path)
    journal = folder.latest(tmp_path / "saga")
    header = journal.read_text(encoding="utf-8").splitlines()[0]
    assert ended("new", str(tmp_path / "other"), "--first-game").status == 0
    first = (tmp_path / "other" / "chronicle.yaml").read_text(encoding="utf-8")

    def again() -> None:
        journal.write_text(header + "\n", encoding="utf-8")
        path(tmp_path).write_text(first, encoding="utf-8")

    # Guided at a terminal.
    again()
    typed(monkeypatch, "protection", "Cy", "yes", "River", "Deep Woods", "yes", "1")
    assert ended("chronicle", "write").status == 0
    assert known(tmp_path) == wanted
    # Stopped at every question, and gone on with.
    again()
    for line in ("protection", "Cy", "yes", "River", "Deep Woods", "yes"):
        typed(monkeypatch, line, "quit")
        said = ended("chronicle", "write")
        assert said.status == 0 and "Stopped; nothing is lost" in said.err
    typed(monkeypatch, "1")
    assert ended("chronicle", "write").status == 0
    assert known(tmp_path) == wanted
    # With other commands in between, and with the journal cut at every line.
    whole = journal.read_text(encoding="utf-8").splitlines()
    for cut in range(1, len(whole)):
        again()
        journal.write_text("\n".join(whole[:cut]) + "\n", encoding="utf-8")
        left = ["protection", "Cy", "yes", "River", "Deep Woods", "yes", "1"]
        kinds = ("oath", "offer", "accept", "face", "archive", "rebuild")
        done = sum(str(entry["asked"]["kind"]).endswith(kinds) for entry in answers_in(whole[1:cut]))
        said = ended("chronicle", "write", "--answers", script(tmp_path, *left[done:]))
        assert said.status == 0, (cut, said.err)
        assert known(tmp_path) == wanted


def test_a_terminal_guides_step_by_step(ended: Any, monkeypatch: Any) -> None:
    typed(monkeypatch, "?", "!", "supremacy", "protection", "back", "people", "-", "log", "quit")
    said = ended("chronicle", "write")
    assert "8.1  Vow an Oath" in said.out and "8.2  Offer Citizenship" in said.out
    assert "this game was played with the goal of Supremacy" in said.out
    assert "Supremacy is not allowed here" in said.err
    assert "Taken back." in said.out and "Bo vows the Oath of the People. (8.1)" in said.out
    assert max(map(len, said.out.splitlines())) <= 60
    assert "Stopped; nothing is lost" in said.err


def test_a_line_that_is_left_over_is_named_and_nothing_is_kept(ended: Any, tmp_path: Path) -> None:
    said = ended("chronicle", "write", "--answers", script(tmp_path, *ANSWERS, "chronicle.stack: order"))
    assert said.status == 2 and "line 10 was never used" in said.err
    assert ended("ask", "--json").answer["data"]["kind"] == "chronicle.oath"


def test_a_question_without_a_line_is_named_and_waits(ended: Any, tmp_path: Path) -> None:
    said = ended("chronicle", "write", "--json", "--answers", script(tmp_path, *ANSWERS[:3]))
    assert said.status == 2 and said.answer["error"]["question"]["kind"] == "face"
    assert ended("chronicle", "write", "--answers", script(tmp_path, *ANSWERS[3:])).status == 0


def test_the_luck_of_a_saga_s_battles_is_that_of_each_game(written: Any) -> None:
    """5.5.4, 5.5.5: of one game it is the same in all."""
    told = written("chronicle", "stats", "--json").data
    assert told["luck"] and told["lucks"] == {"1": told["luck"]}
    assert all(each["battles"] > 0 and each["wins"]["had"] <= each["battles"] for each in told["luck"])


def test_auto(bots: Any, tmp_path: Path) -> None:
    said = bots("chronicle", "write", "--auto", "--json")
    assert said.status == 0
    assert said.answer["data"]["game"] == 2 and said.answer["citations"] == ["8"]
    assert any(line["cites"] == ["8.5"] for line in said.answer["data"]["log"])
    world = loads(path(tmp_path).read_text(encoding="utf-8"))
    assert not world.unknown()
    # The same seed, the same Chronicle; and writing it again changes nothing.
    text = path(tmp_path).read_text(encoding="utf-8")
    assert bots("chronicle", "write").status == 0
    assert path(tmp_path).read_text(encoding="utf-8") == text


def test_undo_and_write_anew(written: Any, tmp_path: Path) -> None:
    one = known(tmp_path)
    assert written("undo", "--past-chance", "--to", str(_head(tmp_path, "chronicle"))).status == 0
    said = written("chronicle", "write", "--auto", "--seed", "9")
    assert said.status == 0
    two = known(tmp_path)
    assert two["game"] == one["game"] == 2 and len(two["history"]) == 1


EDITS = {
    "an oath corrected": ("oath", lambda text: text.replace(f"oath: {_oath(text)}\n", f"oath: {_other(text)}\n", 1)),
    "a note in the history": ("history", lambda text: text.replace("- game: 1\n", "- game: 1\n  note: ours\n", 1)),
}


def _oath(text: str) -> str:
    return str(loads(text).oath)


def _other(text: str) -> str:
    return "supremacy" if _oath(text) != "supremacy" else "devotion"


@pytest.mark.parametrize(("undone", "edit"), daily([(undone, edit) for undone in (False, True) for edit in EDITS], 3))
def test_what_was_changed_by_hand_in_a_written_chronicle_is_not_written_over(
    edit: str, undone: bool, written: Any, tmp_path: Path
) -> None:
    where, change = EDITS[edit]
    text = change(path(tmp_path).read_text(encoding="utf-8"))
    path(tmp_path).write_text(text, encoding="utf-8")
    if undone:
        assert written("undo", "--past-chance", "--to", str(_head(tmp_path, "chronicle"))).status == 0
    said = written("chronicle", "write", "--auto", "--json")
    error = said.answer["error"]
    assert said.status == 1 and where in error["message"] and "--over" in error["hint"]
    assert path(tmp_path).read_text(encoding="utf-8") == text
    said = written("chronicle", "write", "--auto", "--over")
    assert said.status == 0 and "chronicle.yaml.1.bak" in said.err
    assert path(tmp_path).with_name("chronicle.yaml.1.bak").read_text(encoding="utf-8") == text
    assert path(tmp_path).read_text(encoding="utf-8") != text
    assert written("chronicle", "write").status == 0  # what stands there now is what was written


def test_whoever_changed_it_by_hand_is_asked(written: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = EDITS["a note in the history"][1](path(tmp_path).read_text(encoding="utf-8"))
    path(tmp_path).write_text(text, encoding="utf-8")
    typed(monkeypatch, "n")
    assert written("chronicle", "write").status == 1
    assert path(tmp_path).read_text(encoding="utf-8") == text
    typed(monkeypatch, "y")
    assert written("chronicle", "write").status == 0
    assert path(tmp_path).with_name("chronicle.yaml.1.bak").read_text(encoding="utf-8") == text


def test_comments_and_the_name_are_no_changes_of_the_world(written: Any, tmp_path: Path) -> None:
    text = "# ours\n" + path(tmp_path).read_text(encoding="utf-8")
    path(tmp_path).write_text(text, encoding="utf-8")
    assert written("chronicle", "write").status == 0
    assert path(tmp_path).read_text(encoding="utf-8") == text


def test_a_chronicle_that_is_written_is_not_advised_again(bots: Any, tmp_path: Path) -> None:
    assert "chronicle write" in bots("ask").out
    assert bots("chronicle", "write", "--auto").status == 0
    assert "chronicle write" not in bots("ask").out and "oathtools start" in bots("ask").out


def _head(tmp_path: Path, what: str) -> int:
    lines = folder.latest(tmp_path / "saga").read_text(encoding="utf-8").splitlines()[1:]
    return int(next(entry["n"] for entry in entries_in(lines) if what in entry))


def entries_in(lines: list[str]) -> list[dict[str, Any]]:
    """The entries in the lines of a journal."""
    return [each for line in map(json.loads, lines) for each in (line if isinstance(line, list) else [line])]


def answers_in(lines: list[str]) -> list[dict[str, Any]]:
    return [entry for entry in entries_in(lines) if "asked" in entry]


def test_the_log_tells_each_step_with_its_clause(written: Any) -> None:
    log = written("log", "--json").answer["data"]
    told = {cite for line in log for cite in line["cites"] if cite.startswith("8")}
    assert {"8.1", "8.3.2", "8.3.4", "8.3.5", "8.4", "8.5", "8.6.1", "8.7.1", "8.7.2", "8.8", "8"} <= told
    assert any(line["text"] == "Writing the Chronicle" for line in log)


# -- stopping ------------------------------------------------------------------------------------------------------


def test_ctrl_c_at_every_question_loses_nothing(ended: Any, tmp_path: Path, monkeypatch: Any) -> None:
    """What was answered is in the journal; the next call goes on there, and the new world is the same."""
    assert ended("chronicle", "write", "--answers", script(tmp_path, *ANSWERS)).status == 0
    wanted = known(tmp_path)
    assert ended("new", str(tmp_path / "other"), "--first-game").status == 0
    path(tmp_path).write_bytes((tmp_path / "other" / "chronicle.yaml").read_bytes())
    journal = folder.latest(tmp_path / "saga")
    journal.write_text(journal.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")
    for line in ("protection", "Cy", "yes", "River", "Deep Woods", "yes"):
        before = len(answers_in(journal.read_text(encoding="utf-8").splitlines()[1:]))
        typed(monkeypatch, line, "^C")
        said = ended("chronicle", "write")
        assert said.status == 130 and "chronicle write goes on from here" in " ".join(said.err.split())
        assert len(answers_in(journal.read_text(encoding="utf-8").splitlines()[1:])) > before
        assert not folder.view(journal).notes
    typed(monkeypatch, "1")
    assert ended("chronicle", "write").status == 0
    assert known(tmp_path) == wanted


def test_ctrl_c_while_the_file_is_replaced_leaves_the_old_world(bots: Any, tmp_path: Path, monkeypatch: Any) -> None:
    """The file is the old one or the new one, never half of either; nothing is left lying beside it."""
    before = path(tmp_path).read_bytes()

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", interrupted)
        assert bots("chronicle", "write", "--auto").status == 130
    assert path(tmp_path).read_bytes() == before
    assert [each.name for each in path(tmp_path).parent.iterdir() if "chronicle" in each.name] == ["chronicle.yaml"]
    assert bots("chronicle", "write").status == 0 and known(tmp_path)["game"] == 2


# -- a table that tracked nothing ----------------------------------------------------------------------------------

UNTRACKED = """
players:
  - {name: Ann, color: purple, role: chancellor}
  - {name: Bo, color: red, role: exile, advisers: [Elders]}
sites:
  - {site: Plains, warbands: {purple: 2}, cards: [Longbows]}
  - {unknown: site}
  - {site: Mountain, warbands: {red: 1}, cards: [Taming Charm]}
  - {site: Steppe, warbands: {red: 1}}
"""
TELLS = ("Bo", "usurper", "devotion", "face: River", "face: Wastes", "chronicle.piles: 12", "now")


@pytest.fixture
def untracked(oath: Any, tmp_path: Path) -> Any:
    assert oath("new", str(tmp_path / "saga"), "--first-game").status == 0
    (tmp_path / "end.yaml").write_text(UNTRACKED, encoding="utf-8")
    return oath


def test_a_table_that_tracked_nothing(untracked: Any, tmp_path: Path) -> None:
    """A map and two seats are enough: who won, how, and what the steps need is asked for, nothing else."""
    file = str(tmp_path / "end.yaml")
    said = untracked("chronicle", "write", "--json", "--position", file, "--answers", script(tmp_path, *TELLS))
    assert said.status == 0, said.err
    entry = said.answer["data"]["history"]
    assert (entry["winner"], entry["how"], entry["clauses"], entry["removed"]) == ("Bo", "usurper", ["3.1"], 6)
    assert entry["suits"] == {"nomad": 3, "discord": 2, "arcane": 1}
    checked = untracked("chronicle", "check", "--json")
    assert checked.status == 0 and "unknown to the tool" in checked.answer["warnings"][-1]
    assert untracked("start", "--players", "Ann,Bo", "--table").status == 0


def test_the_same_guided_and_gone_on_with(untracked: Any, tmp_path: Path, monkeypatch: Any) -> None:
    file = str(tmp_path / "end.yaml")
    typed(monkeypatch, "Bo", "^C")
    said = untracked("chronicle", "write", "--position", file)
    assert said.status == 130 and "Who has won the game?" in said.out and "How did Bo win?" in said.out
    again = untracked("chronicle", "write", "--position", file)
    assert again.status == 1 and "is being written (8)" in again.err
    typed(monkeypatch, "back", "Bo", "usurper", "devotion", "River", "Wastes", "12", "now")
    said = untracked("chronicle", "write")
    assert said.status == 0 and max(len(line) for line in said.out.splitlines() if "/" not in line) <= 60, said.err
    shown = " ".join(said.out.split())
    assert "Are there seven denizens or more, in all, in the three discard piles" in shown
    assert "8.2 Offer Citizenship Step 8.2 is skipped: there is no Exile to offer Citizenship to" in shown
    assert "8.3.3 Ruin edifices, set ruin sites aside Skipped, because no edifice falls" in shown
    assert (
        "* Site deck: shuffle it" in shown
        and "[ ]" not in shown
        and "The most common suit among Bo's advisers is Nomad" in shown
    )
    assert "Game 1 was won by Bo" in " ".join(said.out.split())


def test_a_wrong_position_is_begun_again(untracked: Any, tmp_path: Path) -> None:
    """What is strange beside the Chronicle is said; --anew begins again, and what was answered before stays."""
    file = tmp_path / "end.yaml"
    wrong = UNTRACKED.replace("  - {unknown: site}\n", "")
    file.write_text(wrong, encoding="utf-8")
    said = untracked("chronicle", "write", "--position", str(file))
    assert said.status == 2 and "Mountain lay at Provinces 1 (sites.3)" in " ".join(said.err.split())
    assert "Who has won the game? (8)" in " ".join(said.err.split())
    assert "Round" not in untracked("status").out, "nobody has told it"
    refused = untracked("chronicle", "write", "--position", str(file))
    assert refused.status == 1 and "chronicle write --anew --position FILE" in " ".join(refused.err.split())
    file.write_text(UNTRACKED, encoding="utf-8")
    lines = script(tmp_path, *TELLS)
    said = untracked("chronicle", "write", "--json", "--anew", "--position", str(file), "--answers", lines)
    entry = said.answer["data"]["history"]
    # Nobody has told the round (3.1), and Rocky Coast, of which the file says nothing, lay there all the time (8.3.2).
    assert entry["journal"] == "0002" and "round" not in entry
    assert entry["sites_lost"] == ["site.plains", "site.rocky_coast"]
    assert (tmp_path / "saga" / "games" / "0001.jsonl").exists()
    assert untracked("chronicle", "write", "--anew").status == 2


@pytest.mark.parametrize(("way", "number"), [("4", 8), ("usurper", None)])
def test_the_round_is_what_the_way_to_win_says(untracked: Any, tmp_path: Path, way: str, number: int | None) -> None:
    """3.4.2 is the end of round eight; a win in a Wake Phase (3.1) tells no round."""
    lines = script(tmp_path, "Bo", way, *TELLS[2:])
    said = untracked("chronicle", "write", "--json", "--position", str(tmp_path / "end.yaml"), "--answers", lines)
    assert said.answer["data"]["history"].get("round") == number, said.err


def test_no_game_begins_from_the_old_world_while_the_new_one_is_not_kept(ended: Any, tmp_path: Path) -> None:
    """8: the Chronicle of a game comes before the next one; who wants otherwise says so."""
    again = ("start", "--players", "Ann,Bo", "--table")

    def refused(why: str) -> None:
        said = ended(*again)
        assert said.status == 1 and why in said.err and "start --anew" in " ".join(said.err.split())

    refused("the Chronicle of game 0001 is not written yet")
    assert "oathtools chronicle write" in " ".join(ended("ask").out.split())
    assert ended("chronicle", "write").status == 2
    refused("the Chronicle of game 0001 is being written")
    assert ended("win", "--json").answer["data"]["at"] == "over"
    assert ended("legal").out.endswith("the game is over (4.2).\n")
    faces = iter(("River", "Deep Woods"))
    while (question := ended("ask", "--json").answer["data"]) is not None:
        first = question["options"][0]["id"] if question["form"] == "one of" else "-"
        assert ended("answer", next(faces) if question["kind"] == "face" else first).status == 0, question
    assert ended(*again).status == 0  # its last answer keeps the world


def test_the_table_is_put_right_before_its_chronicle_and_not_in_it(bots: Any) -> None:
    """A late correction counts for chapter 8 as long as that has not begun."""
    assert bots("adjust", "Bot 2", "favor", "2").status == 0
    assert bots("chronicle", "write", "--auto").status == 0
    late = bots("adjust", "Bot 2", "favor", "3")
    back = "undo --past-chance --to "
    assert late.status == 1 and back in " ".join(late.err.split())
    number = " ".join(late.err.split()).partition(back)[2].partition(".")[0]
    assert bots("undo", "--past-chance", "--to", number).status == 0
    assert bots("adjust", "Bot 2", "favor", "3").status == 0
    assert bots("chronicle", "write", "--auto").status == 0


def test_a_position_that_says_too_little_begins_nothing(untracked: Any, tmp_path: Path) -> None:
    file = tmp_path / "short.yaml"
    file.write_text("oath: people\nplayers: [{name: Ann, advisers: [Longbow]}]\n", encoding="utf-8")
    said = untracked("chronicle", "write", "--position", str(file), "--json")
    assert said.status == 3 and said.answer["error"]["faults"][0]["where"] == "sites"
    assert untracked("chronicle", "write", "--position", str(tmp_path / "none.yaml")).status == 1
    assert not list((tmp_path / "saga").glob("games/*"))


# -- the next game -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [1, pytest.param(3, marks=pytest.mark.soak)])
def test_a_saga_of_so_many_games(bots: Any, tmp_path: Path, games: int) -> None:
    for game in range(2, games + 2):
        assert bots("chronicle", "write", "--auto").status == 0
        assert bots("chronicle", "check").status == 0
        world = loads(path(tmp_path).read_text(encoding="utf-8"))
        assert world.game == game
        if not world.unknown():
            string = bots("tts", "write", "--json").answer["data"]["string"]
            assert world_of(loads(bots("tts", "read", string, "--json").out)) == world_of(world)
        if game <= games:
            assert bots("start", "--bots", "3=greedy", "--seed", str(game)).status == 0
    assert [entry["game"] for entry in world.history] == [1, 2, 3][:games]
    assert [entry["journal"] for entry in world.history] == ["0001", "0002", "0003"][:games]


def test_people_go_on_from_a_chronicle_with_unknown_cards(ended: Any, tmp_path: Path) -> None:
    assert ended("chronicle", "write", "--answers", script(tmp_path, *ANSWERS)).status == 0
    said = ended("start", "--players", "Ann,Bo:red,Cy:blue", "--table", "--json")
    assert said.status == 0, said.err
    roles = {seat["name"]: seat["role"] for seat in said.answer["data"]["seats"]}
    assert roles == {"Ann": "chancellor", "Bo": "exile", "Cy": "citizen"}
    assert said.answer["data"]["ask"]["kind"] == "setup.draw"
    filled = ended("tts", "write", "--fill", "1")
    assert filled.status == 0 and ended("tts", "write").status == 3


# -- looking -------------------------------------------------------------------------------------------------------


def test_show_spoils_nothing(written: Any, tmp_path: Path) -> None:
    shown = written("chronicle", "show")
    assert "before game 2" in shown.out and "Not shown: world deck" in shown.out
    world = loads(path(tmp_path).read_text(encoding="utf-8"))
    data = written("chronicle", "show", "--json").answer["data"]
    assert set(data["world_deck"]) == {"sealed"} and to_data(loads(json.dumps(data))) == to_data(world)
    facedown = {row.site for row in world.map if row.facedown and row.site}
    relics = {relic for relic in (*world.relic_deck, *(each for row in world.map for each in row.relics)) if relic}
    # What the history names everybody saw when it happened, wherever it lies now.
    now = {key: part for key, part in data.items() if key != "history"}
    assert facedown and relics and not list(named_in(json.dumps(now), frozenset(facedown | relics)))
    assert not list(named_in(shown.out, frozenset(relics)))
    assert "order" in written("chronicle", "show", "--json", "--spoil").answer["data"]["world_deck"]
    assert "World deck" in written("chronicle", "show", "--spoil").out


def test_pulls(bots: Any) -> None:
    """Every step of chapter 8 that moves a card, with its clause; the same by the stacks of the box."""
    assert bots("chronicle", "pulls").status == 1
    assert bots("chronicle", "write", "--auto").status == 0
    data = bots("chronicle", "pulls", "--json").answer["data"]
    steps = [pull["step"] for pull in data]
    assert {"8.1", "8.3.2", "8.3.5", "8.4", "8.5", "8.6.1", "8.7.1", "8.8"} <= set(steps) and steps == sorted(steps)
    assert sum(int(pull["what"].split()[0]) for pull in data if pull["step"] == "8.4") == 6
    for order in ("step", "stack"):
        shown = bots("chronicle", "pulls", "--print", "--by", order).out
        assert shown.count("[ ]") == len(data) and max(map(len, shown.splitlines())) <= 60
    assert "8.3.2  Discard the other sites" in bots("chronicle", "pulls").out


def test_pulls_are_ticked_off_and_gone_on_with(written: Any, tmp_path: Path, monkeypatch: Any) -> None:
    """Each tick is kept at once; back takes one away; what was passed over comes again at the end."""
    said = written("chronicle", "pulls", "--check")
    assert said.status == 2 and "--print" in said.err
    total = len(written("chronicle", "pulls", "--json").answer["data"])
    typed(monkeypatch, "", "s", "x", "b", "?", "^C")
    said = written("chronicle", "pulls", "--check")
    assert said.status == 130 and f"1 of {total} done. Call it again to go on." in said.out
    assert [pull["done"] for pull in written("chronicle", "pulls", "--json").answer["data"]][:3] == [True, False, False]
    shown = written("chronicle", "pulls").out
    assert shown.count("[x]") == 1 and f"1 of {total} done." in shown
    typed(monkeypatch, "l", *[""] * (total - 1))
    said = written("chronicle", "pulls", "--check")
    assert said.status == 0 and f"2/{total}  " in said.out and "All is fetched and in its place." in said.out


def test_setup_pulls_for_the_world_of_the_saga(written: Any, tmp_path: Path, monkeypatch: Any) -> None:
    """A world that was written lies packed in the World Box; --sorted picks it out of the stacks (8.7, 1.1)."""
    said = written("setup", "--pull", "--json")
    assert "packed in the World Box" in said.answer["warnings"][-1]
    assert [pull["source"] for pull in said.answer["data"]][:8] == ["World Box"] * 8
    sorted_ = written("setup", "--pull", "--sorted", "--print")
    assert sorted_.status == 0 and "(--spoil names them)" in " ".join(sorted_.out.split())
    assert max(map(len, sorted_.out.splitlines())) <= 60
    typed(monkeypatch, "", "q")
    assert "1 of " in written("setup", "--pull", "--check").out
    assert written("setup", "--pull", "--json").answer["data"][0]["done"] is True
    monkeypatch.setenv("OATHTOOLS_SAGA", str(tmp_path / "none"))
    assert written("setup", "--pull", "--first-game").status == 0


def test_check_tells_all_faults_and_says_no(oath: Any, tmp_path: Path) -> None:
    assert oath("new", str(tmp_path / "saga"), "--first-game").status == 0
    assert oath("chronicle", "check").out.startswith("All 198 denizens, 20 relics, 23 sites")
    text = path(tmp_path).read_text(encoding="utf-8")
    text = text.replace(
        "{site: Plains, cards: [Longbows]}", "{site: Plains, cards: [Longbows, Elders, Whistle Blower]}"
    )
    path(tmp_path).write_text(text, encoding="utf-8")
    assert oath("chronicle", "check").status == 3
    path(tmp_path).write_text(text.replace(", Whistle Blower", ", Longbows"), encoding="utf-8")
    said = oath("chronicle", "check", "--json")
    assert said.status == 1 and said.answer["ok"] is True and said.answer["data"]["ok"] is False
    assert [fault["message"] for fault in said.answer["data"]["faults"]] == [
        "Longbows lies twice, in map slot 1 and map slot 1",
        "Elders lies twice, in map slot 1 and map slot 6",
    ]
    # No game begins while a card lies in two places that everybody sees.
    begun = oath("start", "--bots", "4")
    assert begun.status == 3 and "Elders lies twice" in begun.err and "Nothing was started" in begun.err
    assert not (tmp_path / "saga" / "games").exists()


def test_a_file_that_nobody_can_read_is_told_alike_everywhere(oath: Any, tmp_path: Path) -> None:
    """Each fault with its way out, whichever command reads the Chronicle."""
    assert oath("new", str(tmp_path / "saga"), "--first-game").status == 0
    text = path(tmp_path).read_text(encoding="utf-8")
    for broken, word in (
        (text.replace("oath: supremacy", "oath: supremacy\noaht: people"), "Did you mean oath?"),
        (text.replace("game: 1", "\tgame: 1"), "Put blanks in its place"),
        (text.replace("Longbows", "Long\xe9bows").encode("latin-1"), "Save it as UTF-8"),
    ):
        path(tmp_path).write_bytes(broken if isinstance(broken, bytes) else broken.encode())
        for command in (("start", "--bots", "4"), ("chronicle", "show"), ("chronicle", "check"), ("tts", "write")):
            said = oath(*command)
            assert said.status == 3 and word in " ".join(said.err.split()), command


def test_what_is_told_wrongly_of_hidden_cards_is_said_when_a_game_begins(oath: Any, tmp_path: Path) -> None:
    assert oath("new", str(tmp_path / "saga"), "--first-game").status == 0
    text = path(tmp_path).read_text(encoding="utf-8")
    path(tmp_path).write_text(text.replace("dispossessed: []", "dispossessed: [Longbows]"), encoding="utf-8")
    said = oath("start", "--bots", "4", "--json")
    assert said.status == 3 and "a card lies twice" in said.answer["error"]["faults"][0]
    assert "Longbows" not in said.out and not folder.games(tmp_path / "saga")
    assert oath("chronicle", "check", "--repair").status == 0
    assert oath("start", "--bots", "4=random").status == 0


def test_an_unknown_subcommand_is_answered_with_the_nearest(oath: Any) -> None:
    said = oath("chronicle", "histroy")
    assert said.status == 2 and "Did you mean history" in said.err


# -- history -------------------------------------------------------------------------------------------------------


def test_history(bots: Any, tmp_path: Path) -> None:
    assert "0 games in its history" in bots("chronicle", "history").out
    assert bots("chronicle", "write", "--auto").status == 0
    said = bots("chronicle", "history")
    assert said.status == 0 and "Game 1, under the Oath of Supremacy" in said.out
    assert max(map(len, said.out.splitlines())) <= 60
    data = bots("chronicle", "history", "--json").answer["data"]
    assert [game["game"] for game in data["games"]] == [1] and len(data["games"][0]["map"]) == 8
    assert data["suits"][0]["in_all"] == data["suits"][0]["added"] and sum(data["suits"][0]["added"].values()) == 6


def test_the_past_cannot_be_rewritten(bots: Any, tmp_path: Path) -> None:
    """There is no such command; the next Chronicle leaves the bytes of the earlier entries alone."""
    said = bots("chronicle", "rewrite")
    assert said.status == 2 and "has no 'rewrite'" in said.err
    assert bots("chronicle", "write", "--auto").status == 0
    first = _entries(path(tmp_path))
    assert bots("start", "--bots", "3=random", "--seed", "5").status == 0
    assert bots("chronicle", "write", "--auto").status == 0
    second = _entries(path(tmp_path))
    assert second.startswith(first) and second.count("\n- game:") == 1


def _entries(file: Path) -> str:
    """The text of the history in a Chronicle file."""
    return file.read_text(encoding="utf-8").partition("\nhistory:\n")[2].partition("\nvariants:")[0]


# -- diff and blame ------------------------------------------------------------------------------------------------


def test_diff_of_a_first_game_that_nobody_tracked(untracked: Any, tmp_path: Path) -> None:
    file = str(tmp_path / "end.yaml")
    assert untracked("chronicle", "write", "--position", file, "--answers", script(tmp_path, *TELLS)).status == 0
    said = untracked("chronicle", "diff")
    assert said.status == 1
    told = " ".join(said.err.split())
    assert "was not tracked" in told and "how the world stood before game" in told
    for way in ("chronicle history", "chronicle show"):
        assert f"oathtools {way}" in told and untracked(*way.split()).status == 0


def test_diff(bots: Any) -> None:
    assert "no game is written" in bots("chronicle", "diff").err
    assert bots("chronicle", "write", "--auto").status == 0
    said = bots("chronicle", "diff")
    assert said.status == 0 and "What game 1 did to the world" in said.out and "Oath of Supremacy ->" in said.out
    assert max(map(len, said.out.splitlines())) <= 60
    data = bots("chronicle", "diff", "1", "--json").answer["data"]
    assert data["games"] == [1] and data["oath"][0] == "supremacy" and sum(data["added"].values()) == 6
    known = {each["card"] for each in data["cards"]}
    assert known <= {each["card"] for each in bots("chronicle", "diff", "--spoil", "--json").answer["data"]["cards"]}
    assert bots("chronicle", "diff", "4").status == 1 and "Games: 1" in bots("chronicle", "diff", "4").err
    assert bots("chronicle", "diff", "first").status == 2


def test_blame(written: Any) -> None:
    said = written("chronicle", "blame", "plains")
    assert said.status == 0 and said.out.startswith("Plains (site)") and "At Cradle 1" in said.out
    data = written("chronicle", "blame", "site:plains", "--json").answer["data"]
    assert (data["card"], data["games"][0]["before"]) == ("site.plains", "cradle.1")
    typo = written("chronicle", "blame", "longbowz")
    assert typo.status == 0 and "taken as Longbows" in typo.err
    wrong = written("chronicle", "blame", "the", "xqzv")
    assert wrong.status == 1 and "no card is called" in wrong.err


# -- repairs -------------------------------------------------------------------------------------------------------


def test_check_offers_repairs_and_makes_them_on_request(oath: Any, tmp_path: Path) -> None:
    """Comments and what people wrote stay; the file as it was is kept beside the new one."""
    assert oath("new", str(tmp_path / "saga"), "--first-game").status == 0
    text = path(tmp_path).read_text(encoding="utf-8")
    text = "# ours\n" + text.replace("relic_deck: [{unknown: relic, n: 19}]", "relic_deck: [{unknown: relic, n: 16}]")
    text = text.replace("dispossessed: []", "dispossessed: [Faith]  # found under the couch")
    path(tmp_path).write_text(text, encoding="utf-8")
    said = oath("chronicle", "check")
    assert said.status == 1 and "check --repair would write:" in said.out and "Faith" not in said.out
    assert max(map(len, said.out.splitlines())) <= 60 and path(tmp_path).read_text(encoding="utf-8") == text
    assert "Vision of Faith taken out" in " ".join(oath("chronicle", "check", "--spoil").out.split())
    data = oath("chronicle", "check", "--repair", "--json").answer["data"]
    assert data["ok"] and data["repaired"] and len(data["repairs"]) == 2
    assert Path(data["kept"]).read_text(encoding="utf-8") == text
    written = path(tmp_path).read_text(encoding="utf-8")
    assert "# ours" in written and "# found under the couch" in written
    again = oath("chronicle", "check", "--repair", "--json").answer["data"]
    assert again["ok"] and not again["repaired"] and path(tmp_path).read_text(encoding="utf-8") == written


def test_what_people_find_out_later_is_put_together(oath: Any, tmp_path: Path) -> None:
    """A relic named by hand is gone for the others; what cannot be is said with its place."""
    assert oath("new", str(tmp_path / "saga"), "--first-game").status == 0
    text = path(tmp_path).read_text(encoding="utf-8")
    two = "{unknown: relic, may_be: [Map, Whistle]}"
    told = text.replace("relic_deck: [{unknown: relic, n: 19}]", f"relic_deck: [{{unknown: relic, n: 17}}, {two}, Map]")
    path(tmp_path).write_text(told, encoding="utf-8")
    said = oath("chronicle", "check", "--spoil")
    assert said.status == 0 and "is Whistle by elimination" in " ".join(said.out.split())
    assert oath("chronicle", "check", "--repair").status == 0
    world = loads(path(tmp_path).read_text(encoding="utf-8"))
    assert world.relic_deck is not None and world.relic_deck[17:] == ["relic.whistle", "relic.map"]
    path(tmp_path).write_text(told.replace("17}", "16}, Whistle"), encoding="utf-8")
    wrong = oath("chronicle", "check", "--json")
    assert wrong.status == 1 and wrong.answer["data"]["faults"][0]["where"] == "relic_deck.18"
