"""``oathtools chronicle import``: consecutive save strings of one group into one saga, each step explained."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oathtools import schemas
from oathtools.cli.shared.common import Command, Failure, emit, settings
from oathtools.cli.shared.folders import write_folder
from oathtools.cli.shared.sagas import reading, replacing
from oathtools.cli.shared.worlds import foreign
from oathtools.cli.world.tts import source_text
from oathtools.render.document import Block, Words, apart
from oathtools.render.world.transition import document, never, never_known, summary
from oathtools.saga.chronicle.form import dumps
from oathtools.saga.importing import Nothing, Unreadable, imported, worlds_in
from oathtools.saga.save_string.string import ForeignString, SaveStringError
from oathtools.saga.writing import read, save
from oathtools.text import Hint

if TYPE_CHECKING:
    from oathtools.saga.chronicle.record import Chronicle
    from oathtools.saga.importing import Import, World


@click.command(cls=Command, name="import")
@click.argument("sources", metavar="STRING|FILE|-...", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Only explain; write nothing.")
@click.option("--anyway", is_flag=True, help="Import also what cannot follow; the history says so.")
@click.option("--repair", is_flag=True, help="Mend damaged strings where one way stands out.")
@click.option("--spoil", is_flag=True, help="Name hidden cards: what was added, removed, drawn.")
def command(sources: tuple[str, ...], check: bool, anyway: bool, repair: bool, spoil: bool) -> int:
    """Explain the games between consecutive save strings, and make one saga of them.

    Give the strings of one group, the oldest first: each a string, a file (one string a line) or a Chronicle file.
    Every game between two of them is told by the steps of chapter 8: who won, which oath, what was built, fell, was
    added and lost. What cannot follow is flagged with its clause and place (exit status 1), and then nothing is
    written. -C DIR names the saga that they begin or continue.
    """
    worlds = _worlds(sources, repair)
    path, saga = _saga()
    found = imported(worlds, saga)
    if not found.transitions and saga is None and len(worlds) < 2:
        raise Failure("usage", "one world alone explains nothing", hint="Give the strings of two games or more.")
    may_write = path is not None and not check and bool(found.transitions) and (found.explained or anyway)
    if may_write and path is not None:
        _save(path, found, saga)
    data: dict[str, Any] = {
        "games": [step.as_data(spoil) for step in found.transitions],
        "explained": found.explained,
        "saga": str(path.parent) if may_write and path is not None else None,
        "game": found.saga.game,
        "notes": found.notes,
    }
    nowhere = never_known(found.transitions)
    told = [document(step, spoil=spoil, known_unknown=nowhere) for step in found.transitions]
    ending: list[Block] = [summary(found.transitions) if found.transitions else "No game lies between these worlds."]
    ending += _outcome(found, path, may_write, check)
    odd = [f"{world.name}: {note}" for world in worlds for note in (world.full if spoil else world.public)]
    cites = dict.fromkeys(each.clause for step in found.transitions for each in (*step.steps, *step.flags))
    shown = apart(*told, never(nowhere) if nowhere else [], ending)
    status = 0 if found.explained or may_write else 1
    return emit(data, shown, citations=cites, warnings=[*found.notes, *odd], status=status, pager=True)


def _outcome(found: "Import", path: Path | None, written: bool, check: bool) -> "list[Words]":
    if written and path is not None:
        return [(f"They stand in the history of {path}. Next: ", Hint(f"-C {path.parent} chronicle story"))]
    if check or not found.transitions:
        return []
    if path is None:
        return [("Nothing was written. To make a saga of them: ", Hint("-C DIR chronicle import", "..."))]
    return ["Nothing was written. Mend the strings, or import them as they are: --anyway"]


def _worlds(sources: tuple[str, ...], repair: bool) -> "list[World]":
    worlds = []
    for number, source in enumerate(sources, 1):
        text = source_text(source)
        name = "standard input" if source == "-" else source if Path(source[:200]).is_file() else f"string {number}"
        try:
            worlds += worlds_in(name, text, repair=repair)
        except Nothing as error:
            raise Failure("damaged", str(error), hint="One string a line; what begins with # is a comment.") from None
        except Unreadable as error:
            raise _unreadable(error, repair) from None
    return worlds


def _unreadable(error: "Unreadable", repair: bool) -> Failure:
    fault = error.fault
    if isinstance(fault, ForeignString):
        return foreign(fault, error.name)
    if isinstance(fault, SaveStringError):
        detail = [f"offset {fault.position} ({fault.field}): expected {fault.expected}, found {fault.found}"]
        hint = "--repair mends it." if fault.repair and not repair else "oathtools tts read lists the ways to mend it."
        faults = [{"where": error.name, "message": detail[0]}]
        return Failure("damaged", f"{error.name}: a damaged save string", detail=detail, hint=hint, faults=faults)
    told = [f"{each['where']}: {each['message']}" for each in fault.faults]
    return Failure("damaged", f"{error.name} is no Chronicle", detail=told, faults=fault.faults)


def _saga() -> "tuple[Path | None, Chronicle | None]":
    """The Chronicle file to write, and what stands in it; both None where no saga is named or stood in."""
    import os

    from oathtools.saga import folder

    path = folder.folder(settings().saga) / folder.CHRONICLE
    if not path.is_file():
        named = settings().saga or os.environ.get("OATHTOOLS_SAGA")
        return (path if named else None), None
    with reading():
        saga = read(path)
    written = {entry.get("journal") for entry in saga.history if isinstance(entry, dict)}
    open_ = [journal.stem for journal in folder.games(path.parent) if journal.stem not in written]
    if open_:
        hint = "End it and write its Chronicle first, or import into another folder: -C DIR"
        raise Failure("not_offered", f"game {open_[-1]} of this saga is not written in its Chronicle yet", hint=hint)
    return path, saga


def _save(path: Path, found: "Import", saga: "Chronicle | None") -> None:
    from oathtools.whole import folder, write

    try:
        if saga is None:
            with folder(path.parent), write_folder(path.parent):
                text = schemas.heading("chronicle") + dumps(found.saga, sealed=True)
                write(path, text, new=True)
                schemas.put(path, "chronicle", text)
        else:
            with replacing(saga):
                save(path, found.saga)
    except FileExistsError:
        raise Failure("busy", f"there is a saga in {path.parent} now", hint="Nothing was changed.") from None
    except OSError as fault:
        raise Failure("usage", f"{path} cannot be written: {fault.strerror}") from None
