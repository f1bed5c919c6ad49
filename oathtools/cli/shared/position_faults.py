"""A position file that is named, read; its faults told: what is wrong, where, the way out."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oathtools import handed
from oathtools.cli.shared.common import Failure

if TYPE_CHECKING:
    from oathtools.table.position.faults import PositionError


@contextmanager
def position_faults(source: str) -> Iterator[None]:
    """Turn what reading a position raises into failures that a player can read."""
    from oathtools.table.position.faults import PositionError

    try:
        yield
    except PositionError as fault:
        raise position_failure(source, fault) from None
    except OSError as fault:
        raise Failure("not_found", f"{handed.called(source)} cannot be read: {fault.strerror or fault}") from None


def read_source(source: str) -> dict[str, Any]:
    """The data of a position file, ``-`` for standard input. Raises ``Failure``."""
    from oathtools.table.position.form import read_position

    with position_faults(source):
        if source == "-":
            return read_position(f"{handed.text(handed.standard_input(handed.POSITION))}\n")
        return read_position(Path(source))


def position_failure(source: str, wrong: "PositionError") -> Failure:
    """Every fault of a position, for people and for programs."""
    count = len(wrong.faults)
    return Failure(
        "position",
        f"{handed.called(source)} states no position: {count} fault{'' if count == 1 else 's'}",
        detail=fault_lines(wrong.faults),
        faults=wrong.faults,
        citations=list(dict.fromkeys(str(fault["clause"]) for fault in wrong.faults if fault["clause"])),
    )


def fault_lines(faults: list[dict[str, str | None]]) -> list[str]:
    """Faults, a line each."""
    return handed.first(faults, fault_text)


def fault_text(fault: dict[str, str | None]) -> str:
    """A fault in one line: where, what, the clause, the way out."""
    clause = f" ({fault['clause']})" if fault.get("clause") else ""
    text = f"{fault['where']}: {fault['message']}{clause}"
    if fault["hint"]:
        text += f"{'' if text.endswith('?') else '.'} {fault['hint']}"
    return text
