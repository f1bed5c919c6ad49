"""A disk whose power is cut: what was not synced is gone.

Of a file there remains what it held when it was last synced, of a folder the names that it listed when *it* was last
synced. So a file that was written and never synced is empty, and one whose folder was not synced after it came there
(made, moved, linked) is not there, or stands as it was before. Nothing of what is written is known here: only calls of
``os.fsync`` are listened to.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path

import pytest

from oathtools.answerers.bot import bot_answer, chance
from oathtools.engine.decision import Form
from oathtools.journal.begin import header_of_world
from oathtools.journal.file import read
from oathtools.law.rulings import read_table
from oathtools.procedures.machine.world import first_game_world, seats_for
from oathtools.saga import folder
from oathtools.saga.writing import read as read_chronicle
from tests.support.alike import main_in

NEVER = 100_000  # so many calls are made by no saga


class Cut(BaseException):
    """The power is cut."""


class Disk:
    """What is on the disk below a folder; ``left`` calls of ``fsync`` until the power is cut."""

    def __init__(self, root: Path, patch: pytest.MonkeyPatch, left: int) -> None:
        self.root, self.left, self.calls = root, left, 0
        self.files: dict[int, bytes] = {}
        self.folders: dict[int, dict[str, tuple[int, bool]]] = {}
        self._open: list[int] = []  # no number of a file is given twice as long as it is open
        self._own = os.fsync
        patch.setattr(os, "fsync", self._synced)

    def _synced(self, file: int) -> None:
        self.calls += 1
        if self.calls > self.left:
            raise Cut
        self._own(file)
        about = os.fstat(file)
        self._open.append(os.open(f"/proc/self/fd/{file}", os.O_RDONLY))  # not a copy, which would share its lock
        if stat.S_ISDIR(about.st_mode):
            self.folders[about.st_ino] = {each.name: (each.inode(), each.is_dir()) for each in os.scandir(file)}
        else:
            self.files[about.st_ino] = os.pread(self._open[-1], about.st_size, 0)

    def after(self, root: Path) -> Path:
        """The folder as it is found when the power is back."""
        self._lay(self.root.stat().st_ino, root)
        for file in self._open:
            os.close(file)
        return root

    def _lay(self, folder: int, where: Path) -> None:
        where.mkdir()
        for name, (number, is_folder) in self.folders.get(folder, {}).items():
            if is_folder:
                self._lay(number, where / name)
            else:
                (where / name).write_bytes(self.files.get(number, b""))


def cut(number: int, where: Path, left: int) -> dict[str, int]:
    """A saga is begun, played to its end and chronicled, until the power is cut; what was answered must be there.

    What was answered before, each thing by its name; of the game, how many answers.
    """
    (root := where / "disk").mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patch:
        disk = Disk(root, patch, left)
        answered = _until_cut(root / "saga", number)
    found = disk.after(where / "after") / "saga"
    if "new" in answered:
        assert (found / folder.CHRONICLE).exists(), "the saga is lost"
        read_chronicle(found / folder.CHRONICLE)
    if "ruled" in answered:
        assert "A-05" in read_table(found).taken, "the ruling is lost"
    if "begun" in answered:
        assert folder.games(found), "the game is lost"
        kept, differences = len(read(folder.latest(found)).entries), folder.view(folder.latest(found)).play.differences
        assert answered["begun"] <= kept, f"{answered} was answered, {kept} answers are there"
        assert not differences, differences[0]
    if "chronicle" in answered:
        live = root / "saga" / folder.CHRONICLE
        assert (found / folder.CHRONICLE).read_bytes() == live.read_bytes(), "the Chronicle is lost"
    return answered


def _until_cut(saga: Path, number: int) -> dict[str, int]:
    answered: dict[str, int] = {}
    world, seed = first_game_world(), f"{number:04d}"
    seats = seats_for([(name, None, True) for name in ("Ann", "Bo", "Cy")], world.citizens)
    with suppress(Cut):
        assert main_in(saga.parent, "new", "saga", "--first-game")[1] == 0
        answered["new"] = 1
        assert main_in(saga, "rulings", "set", "A-05", "b")[1] == 0
        answered["ruled"] = 1
        path = folder.begin(saga, header_of_world(world, seats, seed=seed), [])
        answered["begun"] = 0
        with folder.writing(path) as running:
            play = running.play
            while play.pending is not None:
                plug = chance if play.pending.form is Form.OUTCOME else bot_answer
                running.save([play.answer(plug(play, seed), checked=True)])
                answered["begun"] = play.head
        if (play.state.result or {}).get("winner"):
            assert main_in(saga, "chronicle", "write", "--auto")[1] == 0
            answered["chronicle"] = 1
    return answered
