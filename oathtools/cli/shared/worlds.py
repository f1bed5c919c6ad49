"""The world that ``new`` and ``setup`` begin from: a save string, a Chronicle file, or the publisher's first game."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oathtools.catalog.names import ONLY_NAMES
from oathtools.cli.shared.common import Failure, at_terminal, echo, emit, in_lines, wrapped
from oathtools.kit import intake
from oathtools.procedures.machine.hands import Pull, by_stack
from oathtools.procedures.machine.registry import VariantFault
from oathtools.render.document import Block
from oathtools.saga.chronicle.check import mended
from oathtools.saga.chronicle.form import migrate, parse_text
from oathtools.saga.chronicle.read import from_data
from oathtools.saga.chronicle.record import Chronicle, ChronicleError, completed
from oathtools.saga.folder import CHRONICLE
from oathtools.saga.guide.plan import Ticks
from oathtools.saga.worlds import first_chronicle

if TYPE_CHECKING:
    from oathtools.saga.save_string.string import ForeignString


def world_from(tts: str | None, chronicle: str | None, repair: bool, seed: str) -> tuple[Chronicle, list[str]]:
    """The world that a command names, a save string, a Chronicle file or the first game; and what is to be said of it.

    Raises ``Failure`` for a text that is no world.
    """
    from oathtools.cli.shared.folders import chronicle_failure
    from oathtools.saga.save_string.string import ForeignString, SaveStringError, examine

    if tts:
        try:
            reading = examine(_text(tts), repair=repair, relics=False, seed=seed)
        except ForeignString as fault:
            raise foreign(fault) from None
        except SaveStringError as fault:
            hint = "oathtools tts read --repair says what can be mended"
            raise Failure("damaged", str(fault), hint=hint, position=fault.position, field=fault.field) from None
        notes = [note.public for note in reading.notes]
        world = reading.chronicle
        notes += [f"repaired: {note.public}" for note in reading.repairs] if repair else []
        return repaired(world, notes, seed) if repair else (world, notes)
    if chronicle:
        if chronicle != "-" and not _is_there(chronicle):
            raise Failure("not_found", f"there is no file {chronicle}", hint="--tts takes a save string itself")
        try:
            world, notes = of_box(_text(chronicle))
        except ChronicleError as fault:
            raise chronicle_failure(fault, "this is not a Chronicle") from None
        return repaired(world, notes, seed) if repair else (world, notes)
    return first_chronicle(), []


def of_box(text: str) -> tuple[Chronicle, list[str]]:
    """The world in a Chronicle file, with what it leaves out unknown; and what was added. Raises ``ChronicleError``."""
    data = parse_text(text)
    migrate(data)
    return of_data(data)


def of_data(data: dict[str, Any]) -> tuple[Chronicle, list[str]]:
    """The same from plain data."""
    whole, notes = completed(data)
    return from_data(whole), notes


def repaired(world: Chronicle, notes: list[str], seed: str) -> tuple[Chronicle, list[str]]:
    """A world mended, and what was done to it after other notes."""
    world, done = mended(world, seed)
    return world, [*notes, *(f"repaired: {note.public}" for note in done)]


def foreign(fault: "ForeignString", name: str = "") -> Failure:
    """A save string that is none of the base game; ``name``: of where it stood."""
    return Failure("not_offered", f"{name}: {fault}" if name else str(fault), hint=ONLY_NAMES)


def emit_template(output: str, kind: str, text: str, way: str) -> int:
    """A file of a kind to fill in, written or shown, and the command that takes it."""
    from oathtools.cli.shared.folders import write_out
    from oathtools.kit import schemas

    text = schemas.heading(kind) + text
    if output == "-":
        return emit({"template": text}, lambda: text.rstrip("\n"))
    write_out(Path(output), text, replace=None)
    schemas.put(Path(output), kind, text)
    return emit({"template": text}, f"Written to {output}. Fill it in, then: oathtools {way}")


def kept_variants(saga: Path, names: Iterable[str]) -> dict[str, Any]:
    """Some variants, each with what the saga's Chronicle file keeps of it. Raises ``Failure``."""
    from oathtools.cli.shared.folders import reading
    from oathtools.saga.writing import read
    from oathtools.variants import opened

    with reading():
        kept = read(saga / CHRONICLE).variants
    try:
        return opened(names, kept)
    except VariantFault as fault:
        raise variant_failure(fault) from None


def variant_failure(fault: VariantFault) -> Failure:
    """What a Chronicle file keeps of a variant is wrong: every fault, each with its way out."""
    faults_shown = [f"chronicle.yaml, {where}: {what}. {way}" for where, what, way in fault.faults]
    return Failure("position", "what the saga keeps of a variant cannot be", detail=faults_shown, faults=faults_shown)


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def _text(source: str) -> str:
    """A text given itself, by a file's name, or on standard input. Raises ``Failure`` for one that is not UTF-8."""

    try:
        if source == "-":
            return intake.text(intake.standard_input(intake.CHRONICLE))
        if len(source) < 4096 and Path(source).exists():
            return intake.read(Path(source), intake.CHRONICLE)
    except UnicodeDecodeError:
        raise Failure("damaged", f"{source} is not a text in UTF-8", hint="Save it as UTF-8 and try again") from None
    except intake.Unfit as fault:
        raise Failure("damaged", f"{fault.filename} cannot be read: {fault.strerror}") from None
    except (OSError, ValueError):
        pass
    return source


# -- pull lists at the command line: shown, on paper, or ticked off one by one -----------------------------------------


HELP = "Enter: done. s: not yet. b: back. l: the list. q: stop."


def show_pulls(
    found: list[Pull], *, key: str, saga: Path | None, paper: bool, tick: bool, stacks: bool, notes: list[str]
) -> int:
    """Answer with a pull list; ``tick``: item by item, as the people at the screen say. Raises ``Failure``."""
    from oathtools.cli.shared.folders import faults
    from oathtools.render.world.setup_guide import pulls_document

    if stacks:
        found = by_stack(found)
    ticks = Ticks(saga, f"{key}{':stacks' if stacks else ''}", found)
    if tick:
        if not at_terminal():
            hint = "Without --check the whole list is shown; --print gives it boxes to tick"
            raise Failure("needs_answer", "--check asks item by item, and there is no terminal", hint=hint)
        with faults():
            return _walk(found, ticks)
    done = () if paper else ticks.done
    data = [{**pull._asdict(), "done": at in ticks.done} for at, pull in enumerate(found)]
    cites = list(dict.fromkeys(pull.step for pull in found))

    def shown() -> list[Block]:
        listed = pulls_document(found, boxes=paper, stacks=stacks, done=done)
        return [*listed, "", f"{len(done)} of {len(found)} done."] if done else listed

    return emit(data, shown, citations=cites, warnings=notes, pager=True)


def _walk(found: list[Pull], ticks: Ticks) -> int:
    """One item after the other; every tick is kept at once."""
    from oathtools.render.world.setup_guide import line, pulls_document

    echo(wrapped(HELP))
    at, came = _next(found, ticks.done, -1), list[int]()
    while at is not None:
        echo(in_lines(["", line(found[at], at + 1, len(found))]))
        try:
            word = click.prompt("[ ]", prompt_suffix=" ", default="", show_default=False).strip().casefold()
        except click.Abort:  # Ctrl-C or Ctrl-D
            echo()
            return _stop(found, ticks, 130)
        if word in ("", "x", "y", "yes", "done"):
            ticks.tick(at)
            came.append(at)
            at = _next(found, ticks.done, at)
        elif word in ("s", "skip"):
            came.append(at)
            at = _next(found, ticks.done, at)
        elif word in ("b", "back"):
            if came:
                at = came.pop()
                ticks.tick(at, False)
        elif word in ("l", "list"):
            echo(in_lines(pulls_document(found, boxes=True, done=ticks.done)))
        elif word in ("q", "quit", "exit"):
            return _stop(found, ticks, 0)
        else:
            echo(wrapped(HELP))
    return _stop(found, ticks, 0)


def _next(found: list[Pull], done: set[int], at: int) -> int | None:
    """The next item that is not ticked; after the last one those before it that were left; None if all are."""
    left = [each for each in range(len(found)) if each not in done]
    return next((each for each in left if each > at), left[0] if left and at >= 0 and left[0] != at else None)


def _stop(found: list[Pull], ticks: Ticks, status: int) -> int:
    left = len(found) - len(ticks.done)
    kept = " Call it again to go on." if left and ticks.path is not None else ""
    echo(f"{len(ticks.done)} of {len(found)} done.{kept}" if left else "All is fetched and in its place.")
    return status
