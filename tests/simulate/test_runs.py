"""Runs: the same numbers whoever plays; stopped, gone on with, made longer; workers that die."""

import json
import os
import signal
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

from oathtools.simulate import running
from oathtools.simulate.running import (
    GAMES,
    PLAN,
    Chunk,
    NotKept,
    OtherRules,
    Run,
    RunFolder,
    WorkersDie,
    here,
    in_processes,
    parted,
    play_chunk,
)
from oathtools.simulate.setting import Plan
from tests.simulate.played import plan, played
from tests.support.daily import daily

KILLED = "OATHTOOLS_TEST_KILLED"


def told(run: Run) -> str:
    """The results, letter for letter."""
    return json.dumps(run.results())


def in_folder(what: Plan, folder: Path) -> Run:
    """A run that is kept, from what is kept there."""
    kept = RunFolder(folder)
    with kept.alone():
        kept.mend()
        kept.begin(what, 0)
    return Run(what, kept)


@pytest.mark.parametrize("games", daily([6, 14], 2))
def test_two_processes_and_any_chunks_give_the_same_numbers(games: int) -> None:
    what = plan("A-05=c")
    alone = told(played(what, games, games))
    assert told(played(what, games, 1)) == alone
    run = Run(what)
    run.play(games, 2, in_processes(2))
    assert told(run) == alone


def test_what_is_played_backwards_sums_up_the_same() -> None:
    what = plan("A-02=b")

    def backwards(of: Plan, numbers: Iterable[list[int]]) -> Generator[Chunk, None, None]:
        yield from here(of, reversed(list(numbers)))

    run = Run(what)
    run.play(9, 2, backwards)
    assert told(run) == told(played(what, 9))


def test_a_run_that_is_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    what = plan()

    def stopped(of: Plan, numbers: Iterable[list[int]]) -> Generator[Chunk, None, None]:
        for at, chunk in enumerate(here(of, numbers)):
            if at == 2:
                raise KeyboardInterrupt
            yield chunk

    with pytest.raises(KeyboardInterrupt):
        in_folder(what, tmp_path).play(10, 2, stopped)
    run = in_folder(what, tmp_path)
    assert run.left(10) == [4, 5, 6, 7, 8, 9]
    run.play(10, 3, here)
    assert told(run) == told(in_folder(what, tmp_path)) == told(played(what, 10))


def test_a_longer_run_plays_the_others_only_and_twice_the_games_are_twice_the_work(tmp_path: Path) -> None:
    asked: list[int] = []

    def counting(of: Plan, numbers: Iterable[list[int]]) -> Generator[Chunk, None, None]:
        for each in numbers:
            asked.extend(each)
            yield from here(of, [each])

    what = plan()
    in_folder(what, tmp_path).play(6, 4, counting)
    once = list(asked)
    in_folder(what, tmp_path).play(12, 4, counting)
    assert once == list(range(6)) and asked == list(range(12))


@pytest.mark.parametrize("cut", daily([500, 1, 2], 3))
def test_a_torn_line_is_played_again(tmp_path: Path, cut: int) -> None:
    what = plan()
    in_folder(what, tmp_path).play(6, 2, here)
    file = tmp_path / GAMES
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    assert RunFolder(tmp_path).mend()
    run = in_folder(what, tmp_path)
    assert run.left(6) == [4, 5]
    run.play(6, 2, here)
    assert told(run) == told(played(what, 6))
    assert len(file.read_bytes().splitlines()) == 3 and not RunFolder(tmp_path).mend()


def test_a_file_of_one_torn_line_is_empty(tmp_path: Path) -> None:
    (tmp_path / GAMES).write_bytes(b'{"games": [' + b"x" * 200_000)
    assert RunFolder(tmp_path).mend() and (tmp_path / GAMES).read_bytes() == b""


def test_a_damaged_line_is_told_with_its_number(tmp_path: Path) -> None:
    what = plan()
    in_folder(what, tmp_path).play(4, 2, here)
    lines = (tmp_path / GAMES).read_bytes().splitlines(keepends=True)
    (tmp_path / GAMES).write_bytes(lines[0] + b"{no\n" + lines[1])
    with pytest.raises(NotKept, match="line 2 cannot be read") as wrong:
        in_folder(what, tmp_path)
    assert "played again" in wrong.value.hint


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"rules": 3, "games": "x", "plan": {}}', '{"plan": null}'])
def test_a_plan_that_is_none_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / PLAN).write_text(text, encoding="utf-8")
    with pytest.raises(NotKept, match="is no plan"):
        RunFolder(tmp_path).plan()


def test_games_of_another_version_are_not_added_up(tmp_path: Path) -> None:
    RunFolder(tmp_path).begin(plan(), 5)
    kept = json.loads((tmp_path / PLAN).read_text(encoding="utf-8"))
    (tmp_path / PLAN).write_text(json.dumps({**kept, "rules": "other"}), encoding="utf-8")
    with pytest.raises(NotKept, match="another version"):
        RunFolder(tmp_path).plan()


def test_a_plan_comes_back_as_it_was(tmp_path: Path) -> None:
    what = plan("A-05=b", "outland-realms=on", rotate=True)
    RunFolder(tmp_path).begin(what, 70)
    kept = RunFolder(tmp_path)
    assert kept.plan() == what and kept.plan().digest() == what.digest() and kept.games == 70
    assert plan().digest() != plan("A-05=b").digest() != plan("A-05=c").digest()


def test_only_sums_stay_in_memory() -> None:
    """What a run holds grows with the cards that are seen, and not with the games but by their numbers."""
    run = played(plan(), 4)
    before = len(run.sums)
    run.play(12, 4, here)
    assert not any(isinstance(each, dict) for each in vars(run).values() if each is not run.sums)
    assert len(run.sums) < 3 * before and len(run.done) == 12


# -- workers -----------------------------------------------------------------------------------------------------------


def dies_once(data: Any, numbers: list[int]) -> dict[str, Any]:
    """A worker that is killed over its first chunk, whoever it is."""
    marker = Path(os.environ[KILLED])
    if not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_chunk(data, numbers)


def always_dies(data: Any, numbers: list[int]) -> dict[str, Any]:
    """A chunk that kills whoever plays it."""
    if 4 in numbers:
        os.kill(os.getpid(), signal.SIGKILL)
    return play_chunk(data, numbers)


@pytest.mark.skipif(os.name == "nt", reason="no such signal there")
def test_a_process_that_is_killed_is_replaced_and_its_games_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KILLED, str(tmp_path / "killed"))
    monkeypatch.setattr(running, "play_chunk", dies_once)
    what, run = plan(), Run(plan())
    run.play(8, 2, in_processes(2))
    assert (tmp_path / "killed").exists()
    monkeypatch.undo()
    assert told(run) == told(played(what, 8))


@pytest.mark.skipif(os.name == "nt", reason="no such signal there")
def test_games_that_kill_whoever_plays_them_end_the_run_and_the_others_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "play_chunk", always_dies)
    run = in_folder(plan(), tmp_path)
    with pytest.raises(WorkersDie, match="3 times in a row a process died") as died:
        run.play(6, 1, in_processes(1))
    assert "4" in str(died.value) and "kept" in died.value.hint
    assert 4 in run.left(6) and {0, 1} <= run.done
    assert in_folder(plan(), tmp_path).done == run.done


def test_a_worker_of_another_version_is_refused() -> None:
    data = play_chunk(plan().as_data(), [0])
    assert running.checked(data).games[0][0]["game"] == 0
    with pytest.raises(OtherRules):
        running.checked({**data, "rules": "other"})


def test_chunks_are_consecutive_and_hold_everything_once() -> None:
    assert list(parted(range(7), 3)) == [[0, 1, 2], [3, 4, 5], [6]]
    assert list(parted([], 3)) == []
    # P9: of forty games the bar stood at none for half a minute, and Ctrl-C lost as much.
    assert [running.size(games) for games in (1, 40, 200, 1000, 10_000)] == [1, 1, 2, 10, 10]
