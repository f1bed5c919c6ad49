"""What was answered is there after a power cut: what is written is synced, and the folder that lists it."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from oathtools.journal import file, new_game
from oathtools.kit import files
from tests.support import power
from tests.support.random_games import answerer


@pytest.mark.parametrize("left", [0, 1, 2, 3, 5, 8, 13, 40])
def test_what_was_answered_is_there_after_a_power_cut(left: int, tmp_path: Path) -> None:
    power.cut(1, tmp_path, left)


def test_an_answer_that_was_appended_stands_in_the_file_while_it_is_open(tmp_path: Path) -> None:
    play = new_game(("Ann", "Bo", "Cy"), seed=1)
    file.create(tmp_path / "journal.jsonl", play.header)
    assert play.pending is not None
    with file.Writer(tmp_path / "journal.jsonl") as writer:
        writer.append([play.answer(answerer(4)(play.pending))])
        assert file.read(tmp_path / "journal.jsonl").entries == play.entries


def test_a_folder_that_is_not_synced_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_sync", lambda folder: None)
    with pytest.raises(AssertionError, match="the saga is lost"):
        power.cut(1, tmp_path, 13)


def test_a_journal_that_is_not_synced_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "os", SimpleNamespace(**{**vars(os), "fsync": lambda file: None}))
    with pytest.raises(AssertionError, match="answers are there"):
        power.cut(1, tmp_path, 40)
