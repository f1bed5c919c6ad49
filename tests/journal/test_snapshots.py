"""How a game stood, kept beside its journal: a game goes on from there, and nobody sees the difference."""

import errno
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from oathtools.journal import file, header_of_position, snapshots
from oathtools.journal.entry import Entry, options_of
from oathtools.journal.play import Play
from oathtools.journal.running import Running, say_again
from oathtools.kit import files
from oathtools.saga import folder
from oathtools.table.state import State
from tests.cli.calls import Call, caller
from tests.docs.test_house import FLOORS
from tests.support import sameness
from tests.support.daily import daily
from tests.support.long_games import long_game
from tests.support.sameness import GAMES, standing

# With dice that were told, undo, redo, corrections and overruled answers; others are by bots, and from a position.
LONG, OTHERS = "told-5", ("bots-6-with-chronicle", "outland-realms", "readings", "rich-2", "seeded-2", "told-4")
TWO = ("Mountain", "Mine")
COMMANDS = (
    ["ask"],
    ["ask", "--json"],
    ["status"],
    ["legal"],
    ["log", "--last", "5"],
    ["log", "--last", "20", "--json"],
    ["log"],
    ["journal", "check"],
    ["undo", "--past-chance"],
    ["answer", "no such word"],
)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A saga with the long game, opened once: to be copied."""
    path = tmp_path_factory.mktemp("opened") / "saga"
    (path / "games").mkdir(parents=True)
    (path / "chronicle.yaml").write_text("oath: supremacy\n", encoding="utf-8")
    cut(path, LONG)
    folder.view(folder.latest(path))
    return path


@pytest.fixture
def saga(opened: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(opened, tmp_path / "saga"))


@pytest.fixture
def call(saga: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    return caller(saga, capsys, monkeypatch)


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[Entry]:
    """The entries that are given to the rules again from now on."""
    given: list[Entry] = []

    def noting(game: Running, entry: Entry, noted: Any, **how: Any) -> Any:
        given.append(entry)
        return say_again(game, entry, noted, **how)

    monkeypatch.setattr("oathtools.journal.play.say_again", noting)
    return given


def cut(saga: Path, name: str, lines: int | None = None) -> Path:
    """The saga's game is the first lines of a recorded one."""
    journal = saga / "games" / "0001.jsonl"
    recorded = (GAMES / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(recorded[:lines]))
    return journal


def kept(saga: Path) -> Path:
    return saga / "games" / "0001.states"


def as_anew(saga: Path) -> None:
    """The game is what a replay from its first answer says."""
    journal = folder.latest(saga)
    assert standing(folder.view(journal).play) == standing(folder.view(journal, anew=True).play)


# -- the same --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", daily([LONG, *OTHERS], 7))
def test_a_game_goes_on_from_a_snapshot_as_from_its_first_answer(saga: Path, name: str) -> None:
    """The table, the question, what is told, what was skipped and found different: at many answers of seven games."""
    kept(saga).unlink()
    length = len((GAMES / f"{name}.jsonl").read_bytes().splitlines())
    gone_on = 0
    for lines in range(30, length, length // 6):
        journal = cut(saga, name, lines)
        folder.view(journal)
        play, anew = folder.view(journal).play, folder.view(journal, anew=True).play
        gone_on += play._from > 0
        back = anew.live[-3].n
        assert standing(play) == standing(anew)
        play, anew = folder.view(journal).play, folder.view(journal, anew=True).play
        play.undo(back)
        anew.undo(back)
        assert standing(play) == standing(anew)
    assert gone_on > 2


@pytest.mark.parametrize("words", daily(COMMANDS, 5), ids=" ".join)
def test_commands_say_the_same_to_the_byte(call: Call, saga: Path, words: list[str]) -> None:
    """With and without what is kept; ``undo`` and a refused answer, too, which write or do not write the same."""
    for lines in (120, 247, 383):
        journal = cut(saga, LONG, lines)
        folder.view(journal)
        assert kept(saga).is_file()
        with_it = call(*words), journal.read_bytes()
        cut(saga, LONG, lines)
        kept(saga).unlink()
        assert (call(*words), journal.read_bytes()) == with_it


def test_what_is_told_of_the_last_answers_leans_on_the_turn(saga: Path) -> None:
    """``told_since`` says what the whole says, and before it how the turn had begun."""
    anew = folder.view(folder.latest(saga), anew=True).play
    for n in range(0, anew.head, 37):
        play = folder.view(folder.latest(saga)).play
        assert play._from > 0
        told = play.batches_since(n)
        assert (
            any(event.kind == "turn" for each in told if each.n <= n for event in each.events) or told == anew.batches
        )
        assert [each for each in told if each.n > n] == [each for each in anew.batches if each.n > n]


@pytest.mark.parametrize(
    "name", daily(["told-4", "bots-3", "outland-realms", "readings", "rich-2", "seeded-2", LONG], 7)
)
def test_a_game_that_is_played_on_is_told_as_one_that_is_replayed(tmp_path: Path, name: str) -> None:
    """Each line written by one opening and told by the next; the check ``snapshots`` compares every line."""
    compared = list(sameness.differences(name, tmp_path, 40))
    assert [found for found in compared if found] == []
    assert len(compared) >= 3


# -- little is replayed ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", [120, 247, 383])
def test_opening_and_taking_back_replay_a_few_answers(saga: Path, replayed: list[Entry], lines: int) -> None:
    """Of hundreds in force."""
    journal = cut(saga, LONG, lines)
    folder.view(journal)
    replayed.clear()
    play = folder.view(journal).play
    assert len(replayed) < 20
    replayed.clear()
    told = play.batches_since(play.live[-2].n)
    play.undo(play.live[-2].n)
    assert told and len(replayed) < 40


def test_lines_of_long_ago_are_not_even_read(saga: Path) -> None:
    """Until somebody asks for them: then they are those of the file."""
    play, anew = (folder.view(folder.latest(saga), anew=anew).play for anew in (False, True))
    assert play.entries.unread is not None and len(play.entries.read) < 120
    assert (len(play.live), play.head, play.live[-1]) == (len(anew.live), anew.head, anew.live[-1])
    assert [play.counter(kind) for kind in ("act", "setup.draw", "")] == [
        anew.counter(kind) for kind in ("act", "setup.draw", "")
    ]
    assert play.entries.unread is not None
    assert play.live == anew.live and play.entries == anew.entries


def test_what_was_compared_once_is_not_compared_again(saga: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Old answers are compared with today's rules once for each version of these; ``journal check`` does it again."""
    compared: list[bool] = []
    monkeypatch.setattr("oathtools.journal.running.options_of", lambda decision: compared.append(True))
    folder.view(folder.latest(saga))
    few = len(compared)
    play = folder.view(folder.latest(saga)).play
    play.undo(20)
    assert few < 20 and len(compared) == 2 * few
    folder.view(folder.latest(saga), anew=True)
    assert len(compared) > 200


def test_a_check_replays_every_answer(call: Call, saga: Path, replayed: list[Entry]) -> None:
    """``journal check`` trusts nothing that is kept."""
    assert call("journal", "check").status == 0
    assert len(replayed) == len(folder.view(folder.latest(saga)).play.live)


# -- what is kept is wrong ---------------------------------------------------------------------------------------------


def _line(change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """A change to each line."""
    return lambda content: b"".join(change(line) for line in content.splitlines(keepends=True))


def _data(change: Callable[[dict[str, Any]], Any]) -> Callable[[bytes], bytes]:
    """A change to what each line says."""

    def changed(line: bytes) -> bytes:
        *before, last = line.split(b" ")
        data = snapshots.Snapshot(0, True, last).opened()
        change(data)
        return b" ".join((*before, snapshots.enveloped(data))) + b"\n"

    return _line(changed)


WRONG: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "cut in mid-line": lambda content: content[: len(content) // 2],
    "cut by a byte": lambda content: content[:-2],
    "no text": lambda content: bytes(range(256)) * 40,
    "another round": _data(lambda data: data["state"].update(round=1)),
    "another title": _data(lambda data: data["state"].update(oathkeeper="red")),
    "other skipped questions": _data(lambda data: data.update(skipped=[["wake", ""]])),
    "no data": _data(dict.clear),
    "another number": _line(lambda line: b"1" + line),
    "a huge number": _line(lambda line: b"9" * 5000 + line),
    "lines of each other": lambda content: b"".join(
        b" ".join((line.split(b" ", 1)[0], other.split(b" ", 1)[1]))
        for line, other in zip(content.splitlines(keepends=True), content.splitlines(keepends=True)[1:], strict=False)
    ),
    "another digest": _line(lambda line: line.replace(b" 1 ", b" 0 ", 1)),
    "twice": lambda content: content + content,
    "in another order": lambda content: b"".join(reversed(content.splitlines(keepends=True))),
    "no base 64": _line(lambda line: line[:-30] + b"\x80" * 29 + line[-1:]),
    "half of each line": _line(lambda line: line[: len(line) // 2] + b"\n"),
}


@pytest.mark.parametrize("wrong", daily(WRONG, 6))
def test_what_was_cut_or_edited_is_passed_over_and_made_anew(saga: Path, wrong: str) -> None:
    before = kept(saga).read_bytes()
    damaged = WRONG[wrong](before)
    assert damaged != before
    kept(saga).write_bytes(damaged)
    as_anew(saga)
    as_anew(saga)


@pytest.mark.parametrize("damages", daily([range(3, 24, 3), range(24)], 2))
def test_nothing_that_lies_there_makes_a_wrong_state(tmp_path: Path, damages: range) -> None:
    """Deleted, cut, edited, swapped, mixed, of another version; the check ``snapshots-damaged`` tries more."""
    done = sameness.Damages(tmp_path)
    assert [found for number in damages if (found := done.wrong(number)) is not None] == []


@pytest.mark.parametrize("name", daily(OTHERS[::-1], 6))
def test_what_is_kept_of_another_game_is_passed_over(saga: Path, name: str) -> None:
    """Two games change their files: none stands as the other did."""
    other = cut(saga, name)
    as_anew(saga)
    foreign = kept(saga).read_bytes()
    cut(saga, LONG)
    assert file.read(other).kept.snapshots == []
    as_anew(saga)
    assert kept(saga).read_bytes() != foreign
    assert file.read(other).kept.snapshots != []


def test_what_another_version_kept_is_passed_over(saga: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By any change in the program a game might go on otherwise."""
    journal, before = folder.latest(saga), kept(saga).read_bytes()
    monkeypatch.setattr(snapshots, "rules", lambda: "those of tomorrow")
    assert file.read(journal).kept.snapshots == []
    as_anew(saga)
    assert kept(saga).read_bytes() != before


def test_a_journal_that_was_changed_is_replayed(saga: Path) -> None:
    """An answer, a reading of the header: what is kept after it is true no more."""
    journal = folder.latest(saga)
    lines = journal.read_text(encoding="utf-8").splitlines()
    header = json.loads(lines[0])
    header["readings"] = {**header["readings"], "A-05": "b"}
    content = "\n".join([json.dumps(header), *lines[1:]]) + "\n"
    journal.write_text(content, encoding="utf-8")
    assert file.read(journal).kept.snapshots == []
    as_anew(saga)


@pytest.mark.parametrize("fault", daily([errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO], 2), ids=os.strerror)
def test_where_nothing_can_be_kept_the_game_is_replayed(
    call: Call, saga: Path, monkeypatch: pytest.MonkeyPatch, fault: int
) -> None:
    """A full disk, a folder that is read-only: nothing is said of it."""
    with_it = call("ask")
    kept(saga).unlink()
    folder.view(cut(saga, LONG, 247))
    before = kept(saga).read_bytes()

    def failing(path: Path, content: bytes, **how: Any) -> None:
        raise OSError(fault, os.strerror(fault), str(path))

    monkeypatch.setattr(files, "add", failing)
    cut(saga, LONG)
    assert call("ask") == with_it
    assert kept(saga).read_bytes() == before
    kept(saga).unlink()
    monkeypatch.setattr(files, "write", failing)
    assert call("ask") == with_it
    assert not kept(saga).exists()


def test_a_folder_in_the_place_of_the_file_is_left_alone(call: Call, saga: Path) -> None:
    with_it = call("ask")
    kept(saga).unlink()
    kept(saga).mkdir()
    assert call("ask") == with_it
    assert list(kept(saga).iterdir()) == []


def test_of_two_that_write_the_last_one_s_are_kept(saga: Path) -> None:
    """One who opened an earlier game writes later: what is kept is true all the same."""
    journal = cut(saga, LONG, 200)
    kept(saga).unlink()
    earlier, old = file.read(journal), folder.view(journal).play
    before = kept(saga).read_bytes()
    cut(saga, LONG)
    folder.view(journal)
    kept(saga).unlink()
    true = [each._replace(end=earlier.ends[each.n]) for each in old.snapshots if each.n in earlier.ends]
    snapshots.keep(journal, earlier.raw, earlier.kept, true)
    assert kept(saga).read_bytes() == before
    as_anew(saga)


def test_what_was_taken_back_is_not_gone_on_from(saga: Path) -> None:
    """After an undo and other answers the snapshots of the answers that were taken back are true no more."""
    with folder.writing(folder.latest(saga)) as running:
        running.save([running.play.undo(100)])
    as_anew(saga)
    with folder.writing(folder.latest(saga)) as running:
        running.save([running.play.redo(running.play.undone[0].n)])
    as_anew(saga)


def test_the_file_shows_no_deck(saga: Path) -> None:
    """1.9 and 1.14: the decks lie facedown, so a look into the file must not show their order."""
    assert b"denizen." not in kept(saga).read_bytes()


def test_a_title_that_is_due_later_is_due_when_the_game_goes_on() -> None:
    """2.11, A-05 c: the title is looked at in the Wake Phase only, also where the Act Phase before it was kept."""
    people = [
        {"name": "Ann", "color": "purple", "role": "chancellor", "pawn": "Plains"},
        {"name": "Bo", "color": "red", "pawn": "Mountain", "warbands": 4},
    ]
    sites = [{"site": "Plains", "warbands": {"purple": 1}}, *({"site": name, "warbands": {"red": 1}} for name in TWO)]
    turn = {"player": "Bo", "phase": "act"}
    position = {"oath": "supremacy", "turn": turn, "players": people, "sites": sites, "rulings": {"A-05": "c"}}
    play = Play(header_of_position(position), takes_snapshots=True)
    play.answer("move-warbands")
    play.answer("2")
    play.stand()
    assert len(play.snapshots) == 1 and play.state.oathkeeper == "purple"
    for each in (play, play.again()):
        each.answer("end")
        assert each.state.oathkeeper == "red"


# -- plain data --------------------------------------------------------------------------------------------------------


def test_a_state_comes_back_as_it_was() -> None:
    """Tuples are tuples again, and everything is in its order."""
    state = State(facedown={"site.plains": ("red", "blue"), "site.mountain": ()}, lasting={"b": [(1, None)], "a": True})
    again = snapshots.unpacked(json.loads(json.dumps(snapshots.packed(state))))
    assert again == state
    assert list(again.lasting) == ["b", "a"]


@pytest.mark.parametrize("odd", [{1: "a"}, {"()": []}, {"red"}, 1.5, b"red"], ids=repr)
def test_a_state_that_json_would_change_is_not_kept(odd: Any) -> None:
    with pytest.raises(TypeError):
        snapshots.packed(State(lasting={"odd": odd}))


def test_what_is_left_out_of_the_digest_of_the_rules_is_above_the_journal() -> None:
    """Nothing below imports it (``tests/docs/test_house.py``), so no game goes on otherwise by a change in it."""
    at = next(number for number, floor in enumerate(FLOORS) if "journal" in floor)
    above = {room for floor in FLOORS[:at] for room in floor}
    assert set(snapshots._NOT_READ) <= above


# -- a long game of which nothing is kept, looked at -------------------------------------------------------------------


@pytest.fixture(scope="module")
def long() -> Play:
    return long_game(700)


@pytest.mark.parametrize("upto", [700, 683, 500])
def test_whoever_only_looks_sees_the_same(long: Play, upto: int) -> None:
    """Of what was answered long ago is not asked what else was offered; how it stands and what happened is the same."""
    looked, replayed = (Play(long.header, long.entries.until(upto), **how) for how in ({"glances": True}, {}))
    assert looked.state == replayed.state and options_of(looked.pending) == options_of(replayed.pending)
    assert looked.last_entry_with("battle", "turn") == replayed.last_entry_with("battle", "turn")
    for since in (upto - 5, upto - 60, 0):
        told, expected = looked.batches_since(since), replayed.batches_since(since)
        assert told[-5:] == expected[-5:]
    assert looked.batches == replayed.batches
    assert looked.undo(20) and replayed.undo(20) and looked.state == replayed.state


def test_what_it_was_not_shown_to_be_is_not_said_of_it(long: Play) -> None:
    looked = Play(long.header, long.entries, glances=True, takes_snapshots=True)
    assert looked.snapshots and not any(each.sound for each in looked.snapshots)
    on = Play(long.header, long.entries, snapshots=looked.snapshots)
    on.stand(anyway=True)
    assert on.state == looked.state and not any(each.sound for each in on.snapshots)


@pytest.mark.parametrize("back", [650, 300, 5])
def test_an_answer_that_stands_no_longer_stops_it_there(long: Play, back: int) -> None:
    entries = [Entry.from_data(each.as_data()) for each in long.entries]
    wrong = next(each for each in entries[-back:] if each.kind == "act")
    wrong.answer = "no such action"
    looked, replayed = (Play(long.header, entries, **how) for how in ({"glances": True}, {}))
    assert looked.stopped is not None and looked.stopped == replayed.stopped
    assert looked.state == replayed.state and looked.stopped.n == wrong.n


def test_where_it_came_to_stand_otherwise_it_stops_where_that_began(long: Play) -> None:
    entries = [Entry.from_data(each.as_data()) for each in long.entries]
    for each in entries[200:]:
        each.state = each.state and "0" * 12
    looked, replayed = (Play(long.header, entries, **how) for how in ({"glances": True}, {}))
    assert looked.stopped is not None and looked.stopped == replayed.stopped and looked.stopped.n < 220


def test_what_a_game_is_played_by_are_files_but_of_no_folder_that_is_left_out(tmp_path: Path) -> None:
    for name in ("cli", "table", "__pycache__", "table/__pycache__"):
        (tmp_path / name).mkdir(parents=True, exist_ok=True)
        (tmp_path / name / "a.py").touch()
    found = [str(Path(path).relative_to(tmp_path)) for path, _ in snapshots._files(str(tmp_path), ("cli",))]
    assert found == [str(Path("table/a.py"))]


def test_a_game_that_is_kept_open_for_long_begins_to_forget_from_a_moment_at_which_it_stands() -> None:
    """Whoever asks is told all of it still."""
    content = file.read(GAMES / "told-5.jsonl")
    for many, stands in ((60, 0), (150, 1)):
        play = Play(content.header, content.entries[:many]).before_action()
        play.takes_snapshots = True
        told = [(batch.n, len(batch.events)) for batch in play.batches]
        play.forget()
        assert len(play.snapshots) == stands and [(batch.n, len(batch.events)) for batch in play.batches] == told


@pytest.mark.parametrize(
    ("name", "last", "asked", "keep_log", "stands"),
    [("told-4", 100, "wake.favor", True, 0), ("told-5", 150, "act", True, 1), ("told-5", 150, "act", False, 0)],
)
def test_it_is_noted_how_a_game_stands_where_an_action_is_chosen_and_its_past_is_told(
    name: str, last: int, asked: str, keep_log: bool, stands: int
) -> None:
    content = file.read(GAMES / f"{name}.jsonl")
    play = Play(content.header, content.entries[:last], keep_log=keep_log)
    assert play.at_boundary and play.pending is not None and play.pending.kind == asked
    play.stand(anyway=True)
    assert len(play.snapshots) == stands
