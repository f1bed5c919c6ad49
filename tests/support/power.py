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


class Cut(BaseException):
    """The power is cut."""


class Disk:
    """What is on the disk below a folder; ``left`` calls of ``fsync`` until the power is cut."""

    def __init__(self, root: Path, patch: pytest.MonkeyPatch, left: int) -> None:
        self.root, self.left, self.calls = root, left, 0
        self.files: dict[int, bytes] = {}
        self.folders: dict[int, dict[str, int]] = {}
        self._open: list[int] = []  # no number of a file is given twice as long as it is open
        self._own = os.fsync
        patch.setattr(os, "fsync", self._synced)

    def _synced(self, file: int) -> None:
        self.calls += 1
        if self.calls > self.left:
            raise Cut
        self._own(file)
        about = os.fstat(file)
        self._open.append(os.dup(file))
        if stat.S_ISDIR(about.st_mode):
            self.folders[about.st_ino] = {each.name: each.inode() for each in os.scandir(file)}
        else:
            size = about.st_size
            with suppress(OSError):  # a file open for writing only is read by its name
                self.files[about.st_ino] = os.pread(file, size, 0)
                return
            self.files[about.st_ino] = Path(os.readlink(f"/proc/self/fd/{file}")).read_bytes()

    def after(self, root: Path) -> Path:
        """The folder as it is found when the power is back."""
        self._lay(self.root.stat().st_ino, root)
        for file in self._open:
            os.close(file)
        return root

    def _lay(self, folder: int, where: Path) -> None:
        where.mkdir()
        for name, number in self.folders.get(folder, {}).items():
            if number in self.folders or (number not in self.files and self._was_folder(number)):
                self._lay(number, where / name)
            else:
                (where / name).write_bytes(self.files.get(number, b""))

    def _was_folder(self, number: int) -> bool:
        return any(each.is_dir() and each.stat().st_ino == number for each in self.root.rglob("*"))
