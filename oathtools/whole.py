"""Files that are there whole or not at all: a crash in mid-write leaves the old one, or none, never half of one."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def write(path: Path, content: str | bytes, *, new: bool = False) -> None:
    """Write a file aside, to the disk, and then move it into place; a link stays a link.

    ``new``: raises ``FileExistsError`` if there is such a file, also if another process made it meanwhile. Raises
    ``OSError`` as files do.
    """
    target = path if new else path.resolve()
    if not new and target.exists() and not os.access(target, os.W_OK):
        # Moving another file into its place would go, and would not be what read-only is meant to say.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    aside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with aside.open("wb") as out:
            out.write(content.encode() if isinstance(content, str) else content)
            out.flush()
            os.fsync(out.fileno())
        if new:
            _as_new(aside, target)
        else:
            if target.exists():
                shutil.copymode(target, aside)
            aside.replace(target)
    except OSError as fault:
        if fault.filename in (None, str(aside)):
            fault.filename = str(path)
        raise
    finally:
        aside.unlink(missing_ok=True)


def _as_new(aside: Path, target: Path) -> None:
    try:
        os.link(aside, target)
    except FileExistsError:
        raise
    except OSError:
        # A file system without links: two that begin at the very same moment are not told apart there.
        if target.exists():
            raise FileExistsError(str(target)) from None
        aside.rename(target)


@contextmanager
def folder(path: Path) -> Iterator[None]:
    """Make a folder, with those above it that are missing; take them away again if what follows fails in them.

    Raises ``OSError`` as folders do.
    """
    missing = [each for each in (path, *path.parents) if not each.exists()]
    try:
        path.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for each in missing:
            with suppress(OSError):
                each.rmdir()
        raise
