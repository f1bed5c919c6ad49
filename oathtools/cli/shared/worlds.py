"""The world that ``new`` and ``setup`` begin from: a save string, a Chronicle file, or the publisher's first game."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oathtools import handed
from oathtools.cli.shared.common import Failure

if TYPE_CHECKING:
    from oathtools.procedures.machine.variant import VariantFault
    from oathtools.saga.chronicle.record import Chronicle
    from oathtools.saga.save_string.string import ForeignString


def world_from(tts: str | None, chronicle: str | None, repair: bool, seed: str) -> "tuple[Chronicle, list[str]]":
    """The world that a command names, a save string, a Chronicle file or the first game; and what is to be said of it.

    Raises ``Failure`` for a text that is no world.
    """
    from oathtools.cli.shared.sagas import chronicle_failure
    from oathtools.saga.chronicle.fault import ChronicleError
    from oathtools.saga.save_string.string import ForeignString, SaveStringError, examine
    from oathtools.saga.worlds import first_chronicle

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


def of_box(text: str) -> "tuple[Chronicle, list[str]]":
    """The world in a Chronicle file, with what it leaves out unknown; and what was added. Raises ``ChronicleError``."""
    from oathtools.saga.chronicle.migrate import migrate
    from oathtools.saga.chronicle.parse import parse_text

    data = parse_text(text)
    migrate(data)
    return of_data(data)


def of_data(data: dict[str, Any]) -> "tuple[Chronicle, list[str]]":
    """The same from plain data."""
    from oathtools.saga.chronicle.box import completed
    from oathtools.saga.chronicle.read import from_data

    whole, notes = completed(data)
    return from_data(whole), notes


def repaired(world: "Chronicle", notes: list[str], seed: str) -> "tuple[Chronicle, list[str]]":
    """A world mended, and what was done to it after other notes."""
    from oathtools.saga.chronicle.mend import mended

    world, done = mended(world, seed)
    return world, [*notes, *(f"repaired: {note.public}" for note in done)]


def foreign(fault: "ForeignString", name: str = "") -> Failure:
    """A save string that is none of the base game; ``name``: of where it stood."""
    from oathtools.catalog.expansion import ONLY_NAMES

    return Failure("not_offered", f"{name}: {fault}" if name else str(fault), hint=ONLY_NAMES)


def kept_variants(saga: Path, names: Iterable[str]) -> dict[str, Any]:
    """Some variants, each with what the saga's Chronicle file keeps of it. Raises ``Failure``."""
    from oathtools.cli.shared.sagas import reading
    from oathtools.procedures.machine.variant import VariantFault
    from oathtools.saga.folder import CHRONICLE
    from oathtools.saga.writing import read
    from oathtools.variants import opened

    with reading():
        kept = read(saga / CHRONICLE).variants
    try:
        return opened(names, kept)
    except VariantFault as fault:
        raise variant_failure(fault) from None


def variant_failure(fault: "VariantFault") -> Failure:
    """What a Chronicle file keeps of a variant is wrong: every fault, each with its way out."""
    told = [f"chronicle.yaml, {where}: {what}. {way}" for where, what, way in fault.faults]
    return Failure("position", "what the saga keeps of a variant cannot be", detail=told, faults=told)


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def _text(source: str) -> str:
    """A text given itself, by a file's name, or on standard input. Raises ``Failure`` for one that is not UTF-8."""

    try:
        if source == "-":
            return handed.text(handed.standard_input(handed.CHRONICLE))
        if len(source) < 4096 and Path(source).exists():
            return handed.read(Path(source), handed.CHRONICLE)
    except UnicodeDecodeError:
        raise Failure("damaged", f"{source} is not a text in UTF-8", hint="Save it as UTF-8 and try again") from None
    except handed.Unfit as fault:
        raise Failure("damaged", f"{fault.filename} cannot be read: {fault.strerror}") from None
    except (OSError, ValueError):
        pass
    return source
