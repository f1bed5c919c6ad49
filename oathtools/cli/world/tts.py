"""``oathtools tts``: the Chronicle save string of the Tabletop Simulator mod."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from oathtools.catalog.names import EDITION
from oathtools.cli.shared.common import Command, Failure, Group, emit, settings
from oathtools.cli.shared.folders import here, reading, replacing, write_folder
from oathtools.cli.shared.worlds import foreign
from oathtools.cli.world import atlas
from oathtools.kit import intake, schemas
from oathtools.kit.text import Hint
from oathtools.render.document import Block, Document, Words, apart
from oathtools.render.rules.expansion import world_document
from oathtools.render.world.chronicle import document, never, never_known, summary, transition_document
from oathtools.saga.atlas import as_yaml, shown
from oathtools.saga.chronicle.form import dumps, loads, parse_text, to_data
from oathtools.saga.chronicle.record import Chronicle, ChronicleError
from oathtools.saga.importing import Import, Nothing, Unreadable, World, imported, worlds_in
from oathtools.saga.save_string.fill import fill as fill_in
from oathtools.saga.save_string.fill import put_off
from oathtools.saga.save_string.scrambled import is_foreign
from oathtools.saga.save_string.string import ForeignString, SaveStringError, Unwritable, examine, odd_in
from oathtools.saga.save_string.string import write as write_string
from oathtools.saga.writing import read as writing_read
from oathtools.saga.writing import save

_SHOWN = 12  # faults told to people


@click.group(cls=Group)
def tts_command() -> None:
    """Save strings of the Tabletop Simulator mod.

    They hold a Chronicle between two games. Both ways are exact, character for character. What happened between
    consecutive ones: oathtools chronicle import.
    """


@tts_command.command(cls=Command)
@click.argument("source", metavar="STRING|FILE|-")
@click.option("--repair", is_flag=True, help="Mend a damaged string, and relics that are missing or doubled.")
@click.option("--pick", type=click.IntRange(1), metavar="N", help="Mend it in the Nth of the ways that were listed.")
@click.option("--seed", metavar="S", help="With --repair: for shuffling a relic deck that is missing altogether.")
@click.option("--spoil", is_flag=True, help="On a terminal too, show decks, relics and facedown sites.")
@click.option("--sealed", is_flag=True, help="As the Chronicle file of a saga: all of it, hidden cards under seals.")
def read(source: str, repair: bool, pick: int | None, seed: str | None, spoil: bool, sealed: bool) -> int:
    """Print the Chronicle in a save string.

    On a terminal you see what everyone at the table may know. Into a pipe or a file, and with --json, goes all of it.
    """
    text = source_text(source)
    try:
        reading = examine(text, repair=repair, pick=pick, seed=seed or os.urandom(4).hex())
    except ForeignString:
        return _read_other(text, repair, pick, spoil)
    except SaveStringError as error:
        raise _damaged(error, text, repair, pick) from None
    as_json = settings().json
    full = spoil or as_json

    def listing() -> str | Document:
        if spoil or sealed or not sys.stdout.isatty():
            return dumps(reading.chronicle, sealed=sealed).rstrip("\n")
        return document(reading.chronicle)

    warnings = [f"repaired: {note.full if full else note.public}" for note in reading.repairs]
    if (repair or pick) and not warnings:
        warnings.append("nothing needed repair")
    warnings += [note.full if full else note.public for note in reading.notes]
    data = to_data(reading.chronicle, sealed=sealed) if as_json else None
    return emit(data, listing, warnings=warnings)


def _read_other(text: str, repair: bool, pick: int | None, spoil: bool) -> int:
    """The same with a string of New Foundations."""
    try:
        world, done = atlas.string_read(text, repair, pick)
    except SaveStringError as error:
        raise _damaged(error, "".join(text.split()), repair, pick) from None
    whole, public = {"edition": EDITION, **world}, shown(world)

    def listing() -> str | Document:
        return as_yaml(whole) if spoil or not sys.stdout.isatty() else world_document(public)

    return emit(whole, listing, warnings=done)


@tts_command.command(cls=Command)
@click.argument("source", metavar="[FILE|-]", required=False)
@click.option("--fill", metavar="SEED", help="Choose unknown cards by elimination, at random from this seed.")
@click.option("--for", "version", metavar="VERSION", help="The version of the string.  [default: the one it came in]")
@click.option("--spoil", is_flag=True, help="Name hidden cards in warnings.")
def write(source: str | None, fill: str | None, version: str | None, spoil: bool) -> int:
    """Print the save string of a Chronicle.

    FILE is a Chronicle in YAML or JSON, or the whole --json answer of tts read. Without one: the saga's Chronicle.
    """
    try:
        text = _chronicle_text(source)
        if (data := parse_text(text)).get("edition") == EDITION:
            return atlas.string_written(data)
        chronicle = loads(text)
    except ChronicleError as error:
        raise _no_chronicle(error) from None
    warnings = []
    try:
        if fill is not None:
            if put_off(chronicle):
                warnings.append("the world deck was still to be rebuilt: it is built by 8.8 for the string")
            chronicle = fill_in(chronicle, fill)
        string = write_string(chronicle, version)
        notes = odd_in(chronicle, version)
    except Unwritable as error:
        raise _unwritable(error) from None
    warnings += [note.full if spoil or settings().json else note.public for note in notes]
    lost = [part for part in ("history", "variants") if getattr(chronicle, part)]
    if lost:
        warnings.append(f"a save string has no place for: {', '.join(lost)}")
    data = {"string": string, "version": ".".join(str(int(string[at : at + 2], 16)) for at in (0, 2, 4))}
    return emit(data, string, warnings=warnings)


def source_text(source: str) -> str:
    """The text behind STRING|FILE|-. A save string given as such comes back as it is."""
    if source == "-":
        return _decoded(intake.standard_input(intake.SAVE_STRING), "standard input")
    if not source.strip():
        raise Failure("usage", "nothing was given; a save string, a file or - is expected")
    if any("\ud800" <= char <= "\udfff" for char in source):
        raise Failure("damaged", "the save string is not text", hint="Put it in a file, saved as UTF-8.")
    path = Path(source)
    try:
        if path.exists() and not path.is_dir():
            return _decoded(intake.content(path, intake.SAVE_STRING), source)
        if path.is_dir():
            raise Failure("usage", f"{source} is a folder; a save string or a file with one is expected")
    except (OSError, ValueError) as fault:  # too long, or with characters that no file name has: a string
        if isinstance(fault, PermissionError | intake.Unfit):
            raise Failure("not_found", f"{source} cannot be read: {fault.strerror}") from None
    if not is_foreign(source) and _may_be_file_name(source):
        raise Failure(
            "not_found", f"there is no file {source}", hint="A save string starts with its version, as in 030301."
        )
    return source


def _may_be_file_name(source: str) -> bool:
    """Whether words that are neither a file nor hex at the start were rather meant as a file name."""
    start = source.lstrip(" \t\r\n\"'`")[:4].upper()
    looks_hex = len(start) == 4 and not set(start) - set("0123456789ABCDEFOIL")
    return len(source) < 100 and not looks_hex


def _chronicle_text(source: str | None) -> str:
    if source == "-":
        return _decoded(intake.standard_input(intake.SAVE_STRING), "standard input")
    if source is None:
        path = here() / "chronicle.yaml"
        if not path.is_file():
            raise Failure(
                "usage",
                f"no file was given, and there is no saga in {path.parent}",
                hint="oathtools tts write FILE, or - for standard input, or -C DIR for a saga.",
            )
    else:
        path = Path(source)
    try:
        return _decoded(intake.content(path, intake.SAVE_STRING), str(path))
    except (OSError, ValueError) as fault:
        hint = "That is a save string already; oathtools tts read reads it." if source and source[:2] == "03" else None
        reason = getattr(fault, "strerror", None) or "it is no file name"
        raise Failure("not_found", f"{_short(str(path))} cannot be read: {reason}", hint=hint) from None


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def _decoded(content: bytes, name: str) -> str:
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as fault:
        raise Failure(
            "damaged",
            f"{name} is not {encoding.removesuffix('-sig').upper()} text (byte {fault.start})",
            hint="Save it as UTF-8 and try again.",
            faults=[{"where": name, "message": f"byte {fault.start} is not text"}],
        ) from None


def _damaged(error: "SaveStringError", text: str, repair: bool, pick: int | None) -> Failure:
    """What is wrong with a save string, where, and the ways to mend it."""
    ways = error.repairs
    detail = [f"expected {error.expected}, found {error.found}"]
    detail += _excerpt(text, error.position)
    if ways and error.repair:
        detail.append(f"One way to mend it: {ways[0].what}.")
    elif ways:
        detail.append("Ways to mend it, none of them certain:")
        detail += [f"  {number}. {way.what}" for number, way in enumerate(ways, 1)]
    if error.hint:
        hint = f"{error.hint[0].upper()}{error.hint[1:]}."
    elif pick is not None and ways:
        hint = f"--pick takes 1 to {len(ways)}."
    elif error.position < 6 and "oath" in text and "map" in text:
        hint = "This looks like a Chronicle file; oathtools tts write makes a save string of it."
    elif ways and error.repair:
        hint = "--repair mends it."
    elif ways:
        hint = "Better copy the string again; --pick N mends it in the Nth way."
    else:
        hint = "No single slip explains it. Copy the string again from the mod."
    fault = {
        "position": error.position,
        "field": error.field,
        "expected": error.expected,
        "found": error.found,
        "repairs": [{"what": way.what, "string": way.string} for way in ways],
        "certain": error.repair is not None,
    }
    message = f"the save string is damaged at offset {error.position} ({error.field})"
    if repair and ways and not error.repair:
        message += ", and no repair is certain"
    return Failure("damaged", message, hint=hint, detail=detail, faults=[fault])


def _excerpt(text: str, position: int) -> list[str]:
    """The surroundings of a place, with a mark under it."""
    start = max(0, position - 16)
    around = "".join(char if char.isprintable() else " " for char in text[start : position + 16])
    return [around, " " * (position - start) + "^"] if text else []


def _no_chronicle(error: "ChronicleError") -> Failure:
    lines = [
        " ".join(filter(None, (f"{fault['where']}: {fault['message']}.", fault["hint"]))) for fault in error.faults
    ]
    if len(error.faults) == 1:
        return Failure("damaged", lines[0], faults=error.faults)
    shown = lines if len(lines) <= _SHOWN else [*lines[:_SHOWN], f"and {len(lines) - _SHOWN} more"]
    return Failure("damaged", f"the Chronicle has {len(lines)} faults", detail=shown, faults=error.faults)


def _in_rows(faults: Iterable[str]) -> list[str]:
    """Faults for people: those of neighbors that are alike in one line (``relic_deck.1 to 19: unknown relic``)."""
    rows: list[tuple[str, int, int, str]] = []
    lines: list[str] = []
    for fault in faults:
        place, _, what = fault.partition(": ")
        stack, _, number = place.rpartition(".")
        if not (stack and number.isdigit()):
            stack, number = fault, "0"
        if rows and (rows[-1][0], rows[-1][2], rows[-1][3]) == (stack, int(number) - 1, what):
            rows[-1] = (stack, rows[-1][1], int(number), what)
            lines[-1] = f"{stack}.{rows[-1][1]} to {number}: {what}"
        else:
            rows.append((stack, int(number), int(number), what))
            lines.append(fault)
    return lines


def _unwritable(error: "Unwritable") -> Failure:
    faults = [{"where": fault.partition(": ")[0], "message": fault} for fault in error.faults]
    if error.unknown:
        return Failure(
            "position",
            "a world with unknown cards has no exact save string",
            detail=_in_rows(error.faults),
            hint="Name them in the file, or choose them at random: --fill SEED",
            faults=faults,
        )
    return Failure("damaged", "no save string can hold this Chronicle", detail=error.faults, faults=faults)


# -- ``oathtools chronicle import``: consecutive save strings of one group into one saga, each step explained ----------


@click.command(cls=Command, name="import")
@click.argument("sources", metavar="STRING|FILE|-...", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Only explain; write nothing.")
@click.option("--anyway", is_flag=True, help="Import also what cannot follow; the history says so.")
@click.option("--repair", is_flag=True, help="Mend damaged strings where one way stands out.")
@click.option("--spoil", is_flag=True, help="Name hidden cards: what was added, removed, drawn.")
@click.option(
    "--words", multiple=True, metavar="TEXT", help="Of New Foundations: what the table tells of the last game."
)
def import_strings(
    sources: tuple[str, ...], check: bool, anyway: bool, repair: bool, spoil: bool, words: tuple[str, ...]
) -> int:
    """Explain the games between consecutive save strings, and make one saga of them.

    Give the strings of one group, the oldest first: each a string, a file (one string a line) or a Chronicle file.
    Every game between two of them is told by the steps of chapter 8: who won, which oath, what was built, fell, was
    added and lost. What cannot follow is flagged with its clause and place (exit status 1), and then nothing is
    written. -C DIR names the saga that they begin or continue.
    """
    texts = [(name, source_text(source)) for name, source in _named(sources)]
    mark = f"edition: {EDITION}"  # of a world of it, in a file
    given = [(name, atlas.string_in(text) if mark in text[:400] else text) for name, text in texts]
    lines = [(name, line) for name, text in given for line in text.splitlines() if line.strip()]
    if lines and all(is_foreign(line) for _, line in lines):
        return atlas.taken(_path(), lines, repair, words, check)
    worlds = _worlds(given, repair)
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
    remarks = [transition_document(step, spoil=spoil, known_unknown=nowhere) for step in found.transitions]
    ending: list[Block] = [summary(found.transitions) if found.transitions else "No game lies between these worlds."]
    ending += _outcome(found, path, may_write, check)
    odd = [f"{world.name}: {note}" for world in worlds for note in (world.full if spoil else world.public)]
    cites = dict.fromkeys(each.clause for step in found.transitions for each in (*step.steps, *step.flags))
    shown = apart(*remarks, never(nowhere) if nowhere else [], ending)
    status = 0 if found.explained or may_write else 1
    return emit(data, shown, citations=cites, warnings=[*found.notes, *odd], status=status, pager=True)


def _outcome(found: Import, path: Path | None, written: bool, check: bool) -> "list[Words]":
    if written and path is not None:
        return [(f"They stand in the history of {path}. Next: ", Hint(f"-C {path.parent} chronicle story"))]
    if check or not found.transitions:
        return []
    if path is None:
        return [("Nothing was written. To make a saga of them: ", Hint("-C DIR chronicle import", "..."))]
    return ["Nothing was written. Mend the strings, or import them as they are: --anyway"]


def _named(sources: tuple[str, ...]) -> "list[tuple[str, str]]":
    """Each source with what it is called."""

    def name(number: int, source: str) -> str:
        return "standard input" if source == "-" else source if Path(source[:200]).is_file() else f"string {number}"

    return [(name(number, source), source) for number, source in enumerate(sources, 1)]


def _worlds(given: "list[tuple[str, str]]", repair: bool) -> list[World]:
    worlds = []
    for name, text in given:
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
    remarks = [f"{each['where']}: {each['message']}" for each in fault.faults]
    return Failure("damaged", f"{error.name} is no Chronicle", detail=remarks, faults=fault.faults)


def _path() -> "Path | None":
    """The Chronicle file to write; None where no saga is named or stood in."""
    from oathtools.saga import folder

    path = folder.folder(settings().saga) / folder.CHRONICLE
    return path if path.is_file() or settings().saga or os.environ.get("OATHTOOLS_SAGA") else None


def _saga() -> tuple[Path | None, Chronicle | None]:
    """That file, and what stands in it."""
    from oathtools.saga import folder

    path = _path()
    if path is None or not path.is_file():
        return path, None
    with reading():
        saga = writing_read(path)
    written = {entry.get("journal") for entry in saga.history if isinstance(entry, dict)}
    open_ = [journal.stem for journal in folder.games(path.parent) if journal.stem not in written]
    if open_:
        hint = "End it and write its Chronicle first, or import into another folder: -C DIR"
        raise Failure("not_offered", f"game {open_[-1]} of this saga is not written in its Chronicle yet", hint=hint)
    return path, saga


def _save(path: Path, found: Import, saga: Chronicle | None) -> None:
    from oathtools.kit.files import folder, write

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
