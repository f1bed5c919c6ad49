"""A saga's folder opened for a command: whoever writes holds its lock, and what goes wrong is told as a failure."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from oathtools.cli.shared.common import Failure, settings

if TYPE_CHECKING:
    from oathtools.saga.chronicle.record import Chronicle


def write_out(path: Path, text: str, replace: bool) -> None:
    """Write what somebody asked for into a file of theirs: whole, and over another one only if they say so.

    Raises ``Failure``.
    """
    from oathtools import whole

    if path.exists() and not path.is_file():
        raise Failure("usage", f"{path} cannot be written: it is no regular file")
    try:
        whole.write(path, text, new=not replace)
    except FileExistsError:
        hint = "Nothing was written. To write over it: --replace"
        raise Failure("not_offered", f"there is a file {path} already", hint=hint) from None
    except OSError as fault:
        raise Failure("usage", f"{path} cannot be written: {fault.strerror}") from None


@contextmanager
def write_folder(path: Path | None = None) -> Iterator[Path]:
    """A folder for writing, the saga's by default: nobody else writes there meanwhile. Raises ``Failure``."""
    from oathtools.saga import folder

    with faults():
        saga = folder.require(settings().saga) if path is None else path
        with folder.locked(saga):
            yield saga
    settings().kept = True


@contextmanager
def faults() -> Iterator[None]:
    """Turn what the library raises into failures that a player can read."""
    from oathtools.answerers.matching import Misread
    from oathtools.journal.file import Damaged
    from oathtools.saga.folder import NoSaga, NotStarted
    from oathtools.whole import Busy

    try:
        yield
    except NotStarted as fault:
        raise Failure("not_found", str(fault), hint="Start one: oathtools start Ann Bo Cy") from None
    except NoSaga as fault:
        there = quote(settings().saga or "DIR")
        hint = f"Begin one: oathtools new {there} --first-game, then oathtools -C {there} start"
        raise Failure("not_found", str(fault), hint=hint) from None
    except Busy as fault:
        raise Failure("busy", str(fault), hint="Nothing was changed. Try again.") from None
    except Damaged as fault:
        hint = "The lines before it are intact. Mend or cut that line in an editor; keep a copy."
        if fault.line == 1:
            hint = "Its first line tells what all the others rest on. Keep the file, and bring back a copy of it."
        raise Failure("damaged", str(fault), hint=hint, file=str(fault.path), line=fault.line) from None
    except Misread as fault:
        raise Failure("not_offered", str(fault), hint=fault.hint) from None


def refuse_saga(directory: Path) -> None:
    """Raises ``Failure`` where there is a saga already."""
    from oathtools.saga import folder

    if (directory / folder.CHRONICLE).exists():
        there = quote(str(directory))
        raise Failure("not_found", f"there is a saga in {directory} already", hint=f"oathtools -C {there} start")


def begin_saga(directory: Path, world: "Chronicle") -> Path:
    """Begin a saga with a world; returns its Chronicle file. Raises ``Failure`` where none can be written."""
    from oathtools import schemas, whole
    from oathtools.saga import folder
    from oathtools.saga.chronicle.form import dumps

    target = directory / folder.CHRONICLE
    try:
        with whole.folder(directory), write_folder(directory):
            text = schemas.heading("chronicle") + dumps(world, sealed=True)
            whole.write(target, text, new=True)
            schemas.put(target, "chronicle", text)
    except FileExistsError:
        raise Failure("not_found", f"there is something called {directory} already") from None
    except OSError as fault:
        raise Failure("usage", f"no saga can be written in {directory}: {fault.strerror}") from None
    return target
