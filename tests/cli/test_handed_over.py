"""Hostile files in every command that reads one: refused with their place, never by a fault of ours."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.calls import Call, caller
from tests.support.made_once import copied
from tests.test_handed import BOMB

SHAPES = {
    "nested": "players: " + "[" * 100_000,
    "brackets": "players: " + "[" * 500 + "]" * 500,
    "aliases": BOMB,
    "date": "name: 2026-02-30\n",
    "hex": "name: 0x_\n",
    "digits": "round: " + "9" * 5000 + "\n",
}
READERS = {
    "position": ["position", "check", "F"],
    "start": ["start", "--anew", "--position", "F"],
    "why": ["why", "travel", "Plains", "--position", "F"],
    "players": ["start", "--anew", "--players", "F"],
    "chronicle": ["new", "other", "--chronicle", "F"],
    "import": ["chronicle", "import", "--check", "F"],
    "tts": ["tts", "read", "F"],
    "journal": ["journal", "check", "F"],
    "answers": ["answer", "--answers", "F"],
    "book": ["books", "import", "F", "--name", "odd"],
    "rulings": ["rulings", "A-02"],
}


@pytest.fixture
def saga(tmp_path: Path) -> Path:
    return tmp_path / "saga"


@pytest.fixture
def call(saga: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.setenv("OATHTOOLS_DATA", str(saga.parent / "data"))
    monkeypatch.chdir(saga.parent)
    call = caller(saga, capsys, monkeypatch)

    def make() -> None:
        assert call("new", str(saga), "--first-game").status == 0
        assert call("start", "--players", "Ann,Bo,Cy", "--seed", "1").status == 0

    copied("handed over", saga, make)
    return call


def place(reader: str, saga: Path) -> Path:
    return saga / "rulings.yaml" if reader == "rulings" else saga.parent / "given.yaml"


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("reader", READERS)
def test_a_hostile_text_is_refused(reader: str, shape: str, call: Call, saga: Path) -> None:
    path = place(reader, saga)
    path.write_text(SHAPES[shape], encoding="utf-8")
    said = call(*(str(path) if word == "F" else word for word in READERS[reader]))
    assert said.status in (1, 2, 3), said.out + said.err
    assert len(said.err) < 20_000
    if reader in ("position", "start", "why", "players", "chronicle", "rulings") and shape != "digits":
        assert "line" in said.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("reader", READERS)
def test_a_pipe_is_not_waited_for(reader: str, call: Call, saga: Path) -> None:
    path = place(reader, saga)
    os.mkfifo(path)
    said = call(*(str(path) if word == "F" else word for word in READERS[reader]))
    assert said.status in (1, 2, 3) and "regular file" in " ".join(said.err.split())


@pytest.mark.parametrize("name", ["chronicle.yaml", "rulings.yaml", "games/0001.jsonl"])
def test_a_folder_or_a_loop_in_place_of_a_file_of_the_saga(name: str, call: Call, saga: Path) -> None:
    path = saga / name
    path.unlink(missing_ok=True)
    path.mkdir()
    for words in (["status"], ["rulings", "A-02"], ["chronicle", "show"], ["answer", "1"], ["start"]):
        assert call(*words).status in (0, 1, 2, 3), words
    path.rmdir()
    path.symlink_to(path.name)
    for words in (["status"], ["rulings", "A-02"], ["chronicle", "show"], ["answer", "1"], ["start"]):
        assert call(*words).status in (0, 1, 2, 3), words


def test_a_file_of_thousands_of_faults_is_told_in_a_few_lines(call: Call, saga: Path) -> None:
    path = saga.parent / "faults.yaml"
    path.write_text("".join(f"key{at}: {at}\n" for at in range(3000)), encoding="utf-8")
    said = call("position", "check", str(path))
    assert said.status == 3 and len(said.err) < 10_000 and "more" in said.err
    error = call("position", "check", "--json", str(path)).answer["error"]
    assert len(error["faults"]) == 20 and error["more_faults"] >= 2980


HEADERS = {
    "seats": [7, {}, "Ann", [{"name": "Ann"}], [1], []],
    "origin": [7, [], {"position": 7}, {"world": {}}, {"world": []}, {"position": {"players": 7}}, {}],
    "readings": [7, [], {"A-02": 1}],
    "chance": [7, [], {}],
    "cards": [7, {}, [1]],
}


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in HEADERS.items() for value in values])
def test_a_header_of_another_kind_is_damage_with_its_line(key: str, value: object, call: Call, saga: Path) -> None:
    path = saga / "games" / "0001.jsonl"
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([json.dumps({**json.loads(first), key: value}), *rest]) + "\n", encoding="utf-8")
    for words in (["status"], ["journal", "check"], ["answer", "1"]):
        said = call("--json", *words)
        assert said.status == 3 and said.answer["error"]["line"] == 1, said.out


@pytest.mark.parametrize(
    "entry",
    [{"undo_to": "x"}, {"undo_to": True}, {"adjust": 7}, {"readings": []}, {"cards": {}}, {"chronicle": 1}, 7, None],
)
def test_an_entry_of_another_kind_is_damage_with_its_line(entry: object, call: Call, saga: Path) -> None:
    path = saga / "games" / "0001.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    number = sum(len(each) if isinstance(each, list) else 1 for each in map(json.loads, lines[1:])) + 1
    odd = {"n": number, **entry} if isinstance(entry, dict) else entry
    path.write_text("\n".join([*lines, json.dumps(odd)]) + "\n", encoding="utf-8")
    said = call("--json", "status")
    assert said.status == 3 and said.answer["error"]["line"] == len(lines) + 1


ESCAPE = "A\x1b[2Jnn\x07\u202e\x9b"


def test_control_characters_reach_no_terminal(call: Call, saga: Path) -> None:
    """From names of players: in what start says, what is possible after a wrong --as, the log, in JSON."""
    path = saga.parent / "players.yaml"
    path.write_text(json.dumps([{"name": ESCAPE}, {"name": "Bo"}]), encoding="utf-8")
    for words in (
        ["start", "--anew", "--seed", "1", "--players", str(path)],
        ["--as", "Nobody", "status"],
        ["status"],
        ["log"],
        ["ask"],
        ["--json", "status"],
        ["--json", "--as", "Nobody", "ask"],
        ["answer", ESCAPE],
    ):
        said = call(*words)
        for char in said.out + said.err:
            assert char == "\n" or (ord(char) >= 32 and char not in "\x7f\x9b\u202e"), (words, char)


def test_an_adjustment_that_is_refused_today_opens_the_game_just_before_it(call: Call, saga: Path) -> None:
    """A stricter reader of tomorrow strands no game: it is a hard difference like any other."""
    table = saga.parent / "table.yaml"
    table.write_text("players: [{name: Ann, pawn: Plains}, {name: Bo}]\nsites: [Plains]\n", encoding="utf-8")
    assert call("start", "--anew", "--seed", "1", "--position", str(table)).status == 0
    assert call("adjust", "Bo", "favor", "2").status == 0
    path = saga / "games" / "0002.jsonl"
    first, adjusted, *rest = path.read_text(encoding="utf-8").splitlines()
    entry = json.loads(adjusted)
    entry["adjust"]["colour"] = "red"
    path.write_text("\n".join([first, json.dumps(entry), *rest]) + "\n", encoding="utf-8")
    said = call("--json", "status")
    assert said.status == 3 and said.answer["error"]["kind"] == "replay" and "colour" in said.answer["error"]["message"]
    checked = call("--json", "journal", "check")
    assert checked.status == 1 and checked.data["stopped"] and checked.data["differences"][0]["n"] == 1
    assert call("undo", "--to", "0").status == 0
    assert call("status").status == 0


# -- what lies in the folder of games ------------------------------------------------------------------------------


def _no_game(saga: Path) -> None:
    (saga / "games" / "0001.states").unlink(missing_ok=True)
    (saga / "games" / "0001.jsonl").unlink()


def _link(saga: Path, name: str, to: str) -> None:
    (saga / "games" / name).unlink(missing_ok=True)
    (saga / "games" / name).symlink_to(to)


def _in_place_of_games(saga: Path, make: Callable[[Path], object]) -> None:
    _no_game(saga)
    (saga / "games").rmdir()
    make(saga / "games")


ODD_GAMES: dict[str, Callable[[Path], object]] = {
    "a link to nothing": lambda saga: _link(saga, "0001.jsonl", "nowhere"),
    "a link to itself": lambda saga: _link(saga, "0001.jsonl", "0001.jsonl"),
    "states that link to themselves": lambda saga: _link(saga, "0001.states", "0001.states"),
    "a file in place of the folder": lambda saga: _in_place_of_games(saga, Path.touch),
    "a pipe in place of the folder": lambda saga: _in_place_of_games(saga, os.mkfifo),
    "a number that is none": lambda saga: (saga / "games" / "1\u00b2.jsonl").touch(),
}


@pytest.mark.skipif(os.name == "nt", reason="no such things there")
@pytest.mark.parametrize("odd", ODD_GAMES)
def test_whatever_lies_where_games_should_is_no_fault_of_ours(odd: str, call: Call, saga: Path) -> None:
    ODD_GAMES[odd](saga)
    for words in (["ask"], ["answer", "3"], ["journal", "check"], ["start", "--players", "Ann,Bo,Cy"], ["new", "."]):
        said = call(*words)
        assert said.status in (0, 1, 2, 3), said.out + said.err
    left = {each.name for each in saga.glob("games/*")} if (saga / "games").is_dir() else set()
    assert not any(name.endswith(".tmp") for name in left)


def test_a_copy_beside_a_game_is_told_of_and_never_the_game(call: Call, saga: Path) -> None:
    games = saga / "games"
    before = (games / "0001.jsonl").read_bytes()
    copies = ("0001_backup.jsonl", "0001 (2).jsonl", "1.jsonl", "9999x.jsonl")
    for name in copies:
        (games / name).write_bytes(before)
    (warning,) = call("ask", "--json").answer["warnings"]
    assert "passed over" in warning and all(name in warning for name in copies)
    assert call("review", "--deep", "0", str(games / copies[0]), "--json").answer["warnings"] == []
    assert call("undo", "--to", "2", "--past-chance").status == 0
    assert (games / "0001.jsonl").read_bytes() != before
    assert all(path.read_bytes() == before for path in games.glob("*.jsonl") if path.name != "0001.jsonl")
    assert call("start", "--anew", "--players", "Ann,Bo,Cy").status == 0
    assert (games / "0002.jsonl").is_file(), "the next number is that of games"
