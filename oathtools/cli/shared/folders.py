"""A saga's folder opened for a command: whoever writes holds its lock, and what goes wrong is told as a failure."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from shlex import quote
from typing import TYPE_CHECKING, Any

from oathtools.cli.shared.common import Failure, settings
from oathtools.kit import datafiles, files, intake, schemas
from oathtools.kit.files import Busy

if TYPE_CHECKING:
    from pathlib import Path

    from oathtools.law.rulings import DamagedRulings, Readings
    from oathtools.saga.chronicle.record import Chronicle, ChronicleError
    from oathtools.table.position.cards import PositionError
    from oathtools.table.position.form import AtTable


def write_out(path: "Path", text: str, replace: bool | None) -> None:
    """Write what somebody asked for into a file of theirs: whole, and over another one only if they say so.

    ``replace`` None: the command has no word for that. Raises ``Failure``.
    """
    if path.exists() and not path.is_file():
        raise Failure("usage", f"{path} cannot be written: it is no regular file")
    try:
        files.write(path, text, new=not replace)
    except FileExistsError:
        way = "Name another one, or take it away." if replace is None else "To write over it: --replace"
        hint = f"Nothing was written. {way}"
        raise Failure("not_offered", f"there is a file {path} already", hint=hint) from None
    except OSError as fault:
        raise Failure("usage", f"{path} cannot be written: {fault.strerror}") from None


NO_GAME = (
    "Start one: oathtools start Ann Bo Cy. One that is over, and that nobody tracked, begins with a file to fill in: "
    "oathtools chronicle write -o end.yaml; then: oathtools chronicle write --position end.yaml"
)


@contextmanager
def write_folder(path: "Path | None" = None) -> "Iterator[Path]":
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
    try:
        yield
    except Exception as fault:
        if failure := _readable(fault):
            raise failure from None
        raise


def _readable(fault: Exception) -> Failure | None:
    from oathtools.answerers.matching import Misread
    from oathtools.journal.file import Damaged
    from oathtools.saga.folder import NoSaga, NotStarted

    if isinstance(fault, NotStarted):
        if edition() is not None:
            from oathtools.saga.chronicle.form import KEPT, NOT_PLAYED

            return Failure("not_offered", NOT_PLAYED, hint=KEPT)
        return Failure("not_found", str(fault), hint=NO_GAME)
    if isinstance(fault, NoSaga):
        there = quote(settings().saga or "DIR")
        hint = (
            f"Begin one: oathtools new {there} --first-game, then oathtools -C {there} start. "
            f"What lies in your own box is asked by: oathtools new {there}"
        )
        return Failure("not_found", str(fault), hint=hint)
    if isinstance(fault, Busy):
        return Failure("busy", str(fault), hint="Nothing was changed. Try again.")
    if isinstance(fault, Damaged):
        hint = "The lines before it are intact. Mend or cut that line in an editor; keep a copy."
        if fault.line == 1:
            hint = "Its first line tells what all the others rest on. Keep the file, and bring back a copy of it."
        return Failure("damaged", str(fault), hint=hint, file=str(fault.path), line=fault.line)
    return Failure("not_offered", str(fault), hint=fault.hint) if isinstance(fault, Misread) else None


def here() -> "Path":
    """The folder that is named or stood in, whether it holds a saga or not."""
    from pathlib import Path

    return Path(named())


def named() -> str:
    """The same as it is named: what only looks something up has no use for more."""
    return settings().saga or os.environ.get("OATHTOOLS_SAGA") or "."


def refuse_saga(directory: "Path") -> None:
    """Raises ``Failure`` where there is a saga already."""
    from oathtools.saga import folder

    if (directory / folder.CHRONICLE).exists():
        there = quote(str(directory))
        raise Failure("not_found", f"there is a saga in {directory} already", hint=f"oathtools -C {there} start")


def begin_saga(directory: "Path", world: "Chronicle") -> "Path":
    """Begin a saga with a world; returns its Chronicle file. Raises ``Failure`` where none can be written."""
    from oathtools.saga import folder
    from oathtools.saga.chronicle.form import dumps

    target = directory / folder.CHRONICLE
    try:
        with files.folder(directory), write_folder(directory):
            text = schemas.heading("chronicle") + dumps(world, sealed=True)
            files.write(target, text, new=True)
            schemas.put(target, "chronicle", text)
    except FileExistsError:
        raise Failure("not_found", f"there is something called {directory} already") from None
    except OSError as fault:
        raise Failure("usage", f"no saga can be written in {directory}: {fault.strerror}") from None
    return target


# -- what the commands around a saga's Chronicle share: its file, read, with its faults as failures --------------------


def chronicle_path() -> "Path":
    """The Chronicle file of the saga that is named or stood in. Raises ``Failure``."""
    from oathtools.saga import folder

    with faults():
        return folder.require(settings().saga) / folder.CHRONICLE


def edition() -> str | None:
    """The edition that the saga names which is named or stood in; None for the base game, and without a saga."""
    from oathtools.catalog.names import EDITION

    # Without what opens a saga: most who look something up have none.
    path = os.path.join(named(), "chronicle.yaml")
    with suppress(OSError, UnicodeDecodeError), open(path, encoding="utf-8") as file:
        return EDITION if f"edition: {EDITION}" in file.read(400) else None
    return None


@contextmanager
def reading() -> Iterator[None]:
    """Turn the faults of a Chronicle file into failures."""
    from oathtools.saga.chronicle.record import ChronicleError

    try:
        yield
    except ChronicleError as fault:
        raise chronicle_failure(fault) from None
    except UnicodeDecodeError:
        raise Failure("damaged", "chronicle.yaml is not a text in UTF-8", hint="Save it as UTF-8.") from None
    except OSError as fault:
        raise Failure("not_found", f"chronicle.yaml: {fault.strerror}") from None


@contextmanager
def replacing(there: "Chronicle") -> Iterator[None]:
    """For writing the Chronicle file as it was read. Raises ``Failure`` if somebody changed it meanwhile."""
    with write_folder(chronicle_path().parent):
        if chronicle() != there:
            raise Failure("busy", "chronicle.yaml was changed meanwhile", hint="Nothing was written. Do it again.")
        yield


def chronicle_failure(fault: "ChronicleError", message: str = "chronicle.yaml cannot be read") -> Failure:
    """Every fault of a Chronicle file: where, what, the way out."""
    foreign = any(each["where"] == "edition" for each in fault.faults)
    hint = "Nothing was changed." if foreign else "Mend it and try again. Nothing was changed."
    return Failure("position", message, detail=fault_lines(fault.faults), hint=hint, faults=fault.faults)


def chronicle() -> "Chronicle":
    """The saga's Chronicle. Raises ``Failure``."""
    from oathtools.saga.writing import read

    path = chronicle_path()
    with reading():
        return read(path)


# -- A position file that is named, read; its faults told: what is wrong, where, the way out ---------------------------


@contextmanager
def position_faults(source: str) -> Iterator[None]:
    """Turn what reading a position raises into failures that a player can read."""
    from oathtools.table.position.cards import PositionError

    try:
        yield
    except PositionError as fault:
        raise position_failure(source, fault) from None
    except OSError as fault:
        raise Failure("not_found", f"{intake.called(source)} cannot be read: {fault.strerror or fault}") from None


def read_source(source: str) -> dict[str, Any]:
    """The data of a position file, ``-`` for standard input. Raises ``Failure``."""
    from pathlib import Path

    from oathtools.table.position.form import file_text, read_position

    with position_faults(source):
        is_file = source != "-"
        text = file_text(Path(source)) if is_file else intake.text(intake.standard_input(intake.POSITION))
        data: dict[str, Any] = datafiles.remembered("position", text, lambda: read_position(f"{text}\n"))
        return data


def position_failure(source: str, wrong: "PositionError") -> Failure:
    """Every fault of a position, for people and for programs."""
    count = len(wrong.faults)
    return Failure(
        "position",
        f"{intake.called(source)} states no position: {count} fault{'' if count == 1 else 's'}",
        detail=fault_lines(wrong.faults),
        faults=wrong.faults,
        citations=list(dict.fromkeys(str(fault["clause"]) for fault in wrong.faults if fault["clause"])),
    )


def fault_lines(faults: list[dict[str, str | None]]) -> list[str]:
    """Faults, a line each."""
    return intake.first(faults, fault_text)


def fault_text(fault: dict[str, str | None]) -> str:
    """A fault in one line: where, what, the clause, the way out."""
    clause = f" ({fault['clause']})" if fault.get("clause") else ""
    text = f"{fault['where']}: {fault['message']}{clause}"
    if fault["hint"]:
        text += f"{'' if text.endswith('?') else '.'} {fault['hint']}"
    return text


# -- what the table of a command has decided: its readings of open points, the house rules it plays with ---------------


def decided() -> "Readings":
    """What this table has decided; nothing where there is no file of it. Raises ``Failure`` for a damaged one."""
    from oathtools.law.rulings import DamagedRulings, read_table

    try:
        return read_table(here())
    except DamagedRulings as fault:
        raise damaged(fault, "rulings.yaml cannot be read", "Mend it. Nothing was changed.") from None


def damaged(fault: "DamagedRulings", words: str, hint: str) -> Failure:
    """The failure of a command whose table has a file of decisions that cannot be read."""
    detail = [f"{each.place}: {each.message}. {each.hint}" for each in fault.faults]
    return Failure("damaged", words, detail=detail, faults=[each._asdict() for each in fault.faults], hint=hint)


def unusable(fault: "DamagedRulings") -> Failure:
    """The same for a command that would write that file."""
    text = f"{table_folder() / 'rulings.yaml'} cannot be used"
    return damaged(fault, text, "Nothing was changed. Mend the file, or call again with another -C DIR")


def table_folder() -> "Path":
    """The folder whose decisions are shown or written: the saga's, or this one. Raises ``Failure`` if there is none."""
    folder = here()
    if not folder.is_dir():
        raise Failure("not_found", f"there is no folder {folder}", hint="-C DIR names the saga's folder")
    return folder


def position_at_table(source: str) -> "AtTable":
    """A position file as this table plays it, for all commands: what it says of rulings and variants comes first.

    Raises ``Failure``.
    """
    from oathtools.table.position.form import at_table

    data = read_source(source)
    with position_faults(source):
        return at_table(data, decided())


def played() -> tuple[str, ...]:
    """The variants of the table whose saga this is; none where its file cannot be used: the Law can be read still."""
    if not os.path.isfile(os.path.join(named(), "rulings.yaml")):
        return ()
    from oathtools.law.rulings import DamagedRulings, read_table

    try:
        return read_table(named()).variants
    except DamagedRulings:
        return ()


def standing(title: str, variant: str) -> str:
    """That a variant is a house rule, in force at this table or not, and where it is told in full."""
    is_not = "is" if variant in played() else "is not"
    return f"{title}, a house rule, {is_not} in force at this table (oathtools variants {variant})"


def readings_in_force(choices: Iterable[str] = (), before: "Mapping[str, str] | None" = None) -> dict[str, str]:
    """The readings to judge by: those of a game, ``before``, or else of this saga; and over them those told.

    ``choices``: ``A-104=a`` and the like. Raises ``Failure`` for what is no reading.
    """
    from oathtools.law.rulings import NotAPoint, UnknownReading, UnknownRuling, choose, in_force

    found = in_force(decided()) if before is None else dict(before)
    for words in choices:
        point, _, letter = words.replace(":", "=").partition("=")
        try:
            ruling, reading = choose(point.strip(), letter.strip())
        except (UnknownRuling, UnknownReading, NotAPoint) as fault:
            raise Failure("usage", str(fault), hint=fault.hint or "For example: --reading A-104=a") from None
        found[ruling.id] = reading
    return found
