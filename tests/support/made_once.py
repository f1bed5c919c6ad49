"""What is dear to make and only looked at is made once for all workers of a run."""

import os
import shutil
import time
from collections.abc import Callable, Hashable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from oathtools.journal import file
from oathtools.journal.entry import Entry, dump
from oathtools.saga import folder


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that ``make`` fills: by the first worker that asks, while the others wait for it."""
    root = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent
    folder, over = root / name, root / f"{name}.over"
    try:
        (root / f"{name}.begun").mkdir()
    except FileExistsError:
        while not over.exists():
            time.sleep(0.1)
    else:
        try:
            make(folder)
        finally:
            over.touch()
    return folder


_LAID: dict[Hashable, TemporaryDirectory[str]] = {}


def copied(what: Hashable, folder: Path, make: Callable[[], None]) -> None:
    """A folder as ``make`` fills it: once in a process for all who want just this; who comes later has a copy."""
    if what in _LAID:
        shutil.copytree(_LAID[what].name, folder)
    else:
        make()
        _LAID[what] = TemporaryDirectory()
        shutil.copytree(folder, _LAID[what].name, dirs_exist_ok=True)


def a_line_an_action(saga: Path) -> None:
    """A game that bots played in one go, as a table types it: a line for each action; and how it stood is kept beside.

    Each call then goes on from there, where it would say four hundred answers again.
    """
    path = folder.latest(saga)
    lines = path.read_text(encoding="utf-8").splitlines()[:1]
    together: list[Entry] = []
    for entry in file.read(path).entries:
        together.append(entry)
        if entry.state is not None:
            lines.append(dump(together))
            together = []
    path.write_text("\n".join([*lines, *([dump(together)] if together else [])]) + "\n", encoding="utf-8")
    folder.view(path)
