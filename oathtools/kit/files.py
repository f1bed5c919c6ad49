"""Files that are there whole or not at all: a crash in mid-write leaves the old one, or none, never half of one.

And locks: that of a file that is written, by which what a killed process left behind is told from what another one is
writing, and that of a folder, which lets one process write there at a time.
"""

import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

# How long somebody waits who wants to write where somebody else does, and how often they look.
_PATIENCE, _LOOKS = 5.0, 100
# Where an open file can be neither moved nor taken away, and no folder opened.
_WINDOWS = os.name == "nt"
# A byte that no file of ours has.
_BEYOND = 2**30


class Busy(Exception):
    """Another process is writing the same journal, or in the same folder."""

    def __init__(self, path: "Path") -> None:
        super().__init__(f"another process is writing {path.name or path}")
        self.path = path


def write(path: "Path", content: str | bytes, *, new: bool = False) -> None:
    """Write a file aside, to the disk, and then move it into place; a link stays a link.

    ``new``: raises ``FileExistsError`` if there is such a file, also if another process made it meanwhile. What killed
    processes left of the same file is taken away. Only a file takes the place of a file, never that of a device, a
    pipe or a folder. Raises ``OSError`` as files do; whatever goes wrong once it is in its place is no fault.
    """
    target = path if new else _replaceable(path)
    aside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        tidy(target.parent, f".{target.name}.*.tmp")
        with _opened(aside) as out:
            out.write(content.encode() if isinstance(content, str) else content)
            out.flush()
            os.fsync(out.fileno())
            if new:
                _as_new(aside, target)
            else:
                if target.exists():
                    import shutil

                    shutil.copymode(target, aside)
                _replace(out, aside, target)
        _sync(target.parent)
    except OSError as fault:
        if fault.filename in (None, str(aside)):
            fault.filename = str(path)
        raise
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)


def _replaceable(path: "Path") -> "Path":
    """The file that a path leads to, if another may take its place. Raises ``OSError``."""
    try:
        target = path.resolve()
    except RuntimeError:  # what links that lead to one another raise before Python 3.13
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None
    if os.path.lexists(target):
        if not stat.S_ISREG(target.lstat().st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        if not os.access(target, os.W_OK):
            # Moving another file into its place would go, and would not be what read-only is meant to say.
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return target


def _sync(folder: "Path") -> None:
    """Have what a folder lists on the disk: a power cut may else take away the name of a file that was written."""
    if _WINDOWS:
        return
    with suppress(OSError):  # it is in its place, and some file systems cannot do this
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def add(path: "Path", content: bytes) -> None:
    """Add to the end of a file of which half a line does no harm. Raises ``OSError`` as files do."""
    with path.open("ab") as file:
        file.write(content)


def _opened(aside: "Path") -> IO[bytes]:
    """A new file, locked, so that nobody takes it for what a killed process left."""
    for _ in range(_LOOKS):
        out = aside.open("wb")
        with suppress(OSError):
            lock(out.fileno())
            if aside.exists():
                return out
        out.close()
    return aside.open("wb")  # a file system without locks


def _replace(out: IO[bytes], aside: "Path", target: "Path") -> None:
    if _WINDOWS:
        out.close()
        _once_let_go(aside, target)
    else:
        aside.replace(target)


def _once_let_go(aside: "Path", target: "Path") -> None:
    """Move a file into a place that somebody may be reading: a phone's page, a search for viruses, for a moment."""
    for _ in range(_LOOKS):
        with suppress(PermissionError):
            aside.replace(target)
            return
        time.sleep(_PATIENCE / _LOOKS)
    aside.replace(target)


def _as_new(aside: "Path", target: "Path") -> None:
    try:
        os.link(aside, target)
    except FileExistsError:
        raise
    except (AttributeError, OSError):
        # A system or a file system without links: two that begin at the very same moment are not told apart there.
        with target.open("xb") as out:
            out.write(aside.read_bytes())
            out.flush()
            os.fsync(out.fileno())


def tidy(folder: "Path", pattern: str = ".*.tmp") -> None:
    """Take away what processes that were killed in mid-write left in a folder; what is being written is locked."""
    for left in folder.glob(pattern):
        with suppress(OSError):
            with left.open("r+b") as file:
                lock(file.fileno())
                if not _WINDOWS:
                    left.unlink()
                    continue
            left.unlink()  # no open file can be taken away there


def lock(file: int) -> None:
    """Take the lock of an open file, or raise ``OSError`` at once. It goes when the process ends, however it ends."""
    try:
        import fcntl
    except ImportError:
        _lock_byte(file)
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lock_byte(file: int) -> None:
    """The lock of an open file on Windows: one byte, where no file has any, for a locked byte cannot be read there."""
    import msvcrt

    here = os.lseek(file, 0, os.SEEK_CUR)
    os.lseek(file, _BEYOND, os.SEEK_SET)
    try:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    finally:
        os.lseek(file, here, os.SEEK_SET)


@contextmanager
def alone(folder: "Path") -> Iterator[None]:
    """Write in a folder while no other process does; what killed ones left there is taken away first.

    Waits a little for another process to end. Raises ``Busy`` if it does not, ``OSError`` if there is no such folder.
    """
    held = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT) if _WINDOWS else os.open(folder, os.O_RDONLY)
    try:
        _wait_for(held, folder)
        tidy(folder)
        yield
    finally:
        os.close(held)


def _wait_for(held: int, folder: "Path") -> None:
    for _ in range(_LOOKS):
        with suppress(OSError):
            lock(held)
            return
        time.sleep(_PATIENCE / _LOOKS)
    raise Busy(folder)


@contextmanager
def folder(path: "Path") -> Iterator[None]:
    """Make a folder, with those above it that are missing; take them away again if what follows fails in them.

    Raises ``OSError`` as folders do.
    """
    missing = [each for each in (path, *path.parents) if not each.exists()]
    try:
        path.mkdir(parents=True, exist_ok=True)
        for each in missing:
            _sync(each.parent)
        yield
    except BaseException:
        for each in missing:
            with suppress(OSError):
                each.rmdir()
        raise
