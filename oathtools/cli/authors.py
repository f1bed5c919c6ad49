"""Faults of those who write variants: told as theirs, with the file and the line, and not as ours."""

import os
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import oathtools.variants
from oathtools.cli.shared.common import Failure, report_of
from oathtools.engine.windows import RegistrationError
from oathtools.kit import intake
from oathtools.kit.datafiles import BadData
from oathtools.procedures.machine.registry import UnknownVariant

_RULES = Path(oathtools.variants.__file__).parent


def theirs(fault: BaseException) -> Failure | None:
    """How a fault in the words or the rules of a variant is told; None if it is another one."""
    if isinstance(fault, UnknownVariant):
        way = "Bring its files back, or begin a game without it: oathtools start --anew"
        return Failure("damaged", f"this is played with {fault.name}, and {fault}", hint=way)
    return _in_words(fault) or _in_rules(fault)


def _in_words(fault: BaseException) -> Failure | None:
    if isinstance(fault, BadData):
        return _failure(str(fault), fault.file, _line(fault.file, fault.at) if fault.file else None)
    file = Path(str(getattr(getattr(fault, "problem_mark", None), "name", "")))
    if not file.is_file():
        return None
    from oathtools.kit.handwritten import problem

    found = problem(fault, intake.read(file, intake.BOOK))  # type: ignore[arg-type]
    return _failure(found.message, file, found.line, found.hint)


def _in_rules(fault: BaseException) -> Failure | None:
    if isinstance(fault, SyntaxError) and _is_of_rules(fault.filename or ""):
        return _failure(fault.msg, Path(str(fault.filename)), fault.lineno)
    steps = [step for step in traceback.extract_tb(fault.__traceback__) if _is_of_rules(step.filename)]
    at = (steps[-1].filename, steps[-1].lineno) if steps else None
    if isinstance(fault, RegistrationError):
        code = getattr(fault.does, "__code__", None)
        at = (code.co_filename, code.co_firstlineno) if code else at
        return _failure(str(fault), Path(at[0]), at[1]) if at else _failure(str(fault), None, None)
    if at is None:
        return None
    way = f"Look there first. The journal is intact. A report was written to {report_of(fault)}"
    return _failure(f"{type(fault).__name__}: {fault}", Path(at[0]), at[1], way)


def _is_of_rules(file: str) -> bool:
    path = Path(file)
    return path.is_relative_to(_RULES) and path != _RULES / "__init__.py"


def _failure(what: str, file: Path | None, line: int | None, way: str = "Mend it there.") -> Failure:
    if file is None:
        return Failure("damaged", f"a variant cannot be read: {what}")
    shown = os.path.relpath(file) if file.is_relative_to(Path.cwd()) else str(file)
    where = f"{shown}, line {line}" if line else shown
    more: dict[str, Any] = {"file": shown, **({"line": line} if line else {})}
    return Failure("damaged", f"{where}: {what}", hint=way, **more)


def _line(file: Path, at: tuple[str, ...]) -> int | None:
    """The line of a file at which some keys lead to their value, or as far as they lead."""
    import yaml

    from oathtools.kit.handwritten import compose

    try:
        node = compose(intake.read(file, intake.BOOK))
    except (yaml.YAMLError, UnicodeDecodeError, OSError):
        return None
    line = None
    for key in at:
        name, node = next(_named(node, key), (None, None))
        if name is None:
            break
        line = name.start_mark.line + 1
    return line


def _named(node: Any, key: str) -> Iterator[tuple[Any, Any]]:
    """The key and the value in a mapping that have this name."""
    pairs = getattr(node, "value", None)
    for pair in pairs if isinstance(pairs, list) else ():
        if isinstance(pair, tuple) and pair[0].value == key:
            yield pair
