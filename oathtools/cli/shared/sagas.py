"""What the commands around a saga's Chronicle share: its file, read, with its faults as failures."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from oathtools.cli.shared.common import Failure, settings

if TYPE_CHECKING:
    from oathtools.saga.chronicle.fault import ChronicleError
    from oathtools.saga.chronicle.record import Chronicle


def chronicle_path() -> Path:
    """The Chronicle file of the saga that is named or stood in. Raises ``Failure``."""
    from oathtools.cli.shared.folders import faults
    from oathtools.saga import folder

    with faults():
        return folder.require(settings().saga) / folder.CHRONICLE


@contextmanager
def reading() -> Iterator[None]:
    """Turn the faults of a Chronicle file into failures."""
    from oathtools.saga.chronicle.fault import ChronicleError

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
    from oathtools.cli.shared.folders import write_folder

    with write_folder(chronicle_path().parent):
        if chronicle() != there:
            raise Failure("busy", "chronicle.yaml was changed meanwhile", hint="Nothing was written. Do it again.")
        yield


def chronicle_failure(fault: "ChronicleError", message: str = "chronicle.yaml cannot be read") -> Failure:
    """Every fault of a Chronicle file: where, what, the way out."""
    from oathtools.cli.shared.position_faults import fault_lines

    hint = "Mend it and try again. Nothing was changed."
    return Failure("position", message, detail=fault_lines(fault.faults), hint=hint, faults=fault.faults)


def chronicle() -> "Chronicle":
    """The saga's Chronicle. Raises ``Failure``."""
    from oathtools.saga.writing import read

    path = chronicle_path()
    with reading():
        return read(path)
