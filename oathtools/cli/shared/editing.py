"""A draft in the player's editor, checked each time it is closed: a position, or whatever else a ``Kind`` reads.

The draft lies beside the file and is what the editor writes to, so nothing typed is lost, whatever ends the trip; the
file itself is only ever replaced by a position without a fault.
"""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click
import yaml

from oathtools.cli.shared.common import Failure, at_terminal, echo
from oathtools.cli.shared.folders import fault_lines, fault_text, position_failure
from oathtools.kit import files, intake, schemas
from oathtools.kit.datafiles import load
from oathtools.kit.handwritten import compose
from oathtools.table.position.cards import PositionError
from oathtools.table.position.form import check_position, read_position

INTRO: str = load("help")["position"]
_MARK = "#! "
_STEP = re.compile(r"[^.\s]+")


class Kind(NamedTuple):
    """What is edited. ``check`` reads a text, or raises ``wrong``, whose ``faults`` say where; ``failure`` tells them.

    ``again`` is the command that goes on with a draft, braces for the file. ``kept``: the text is written to the file.
    """

    schema: str
    check: Callable[[str], Any]
    wrong: type[Exception]
    failure: Callable[[str, Any], Failure]
    again: str
    kept: bool = True


POSITION = Kind(
    "position",
    lambda text: check_position(read_position(f"{text}\n")),
    PositionError,
    position_failure,
    "oathtools position edit {}",
)


class Trip:
    """A file being edited: where its draft lies, and what stood in the file when the trip began."""

    def __init__(self, path: Path, kind: Kind = POSITION) -> None:
        self.path, self.kind = path, kind
        self.draft = path.with_name(f"{path.stem}.draft{path.suffix or '.yaml'}")
        self.before = _text_of(path)

    def run(self, beginning: Callable[[], str]) -> Any:
        """Edit until the text has no fault, then write it; what ``check`` made of it, or None if nothing was changed.

        Begins with the draft of an earlier trip, else with the file, else with ``beginning()``. Raises ``Failure``.
        """
        left = _text_of(self.draft)
        untouched = None  # the draft as we wrote it, as long as nothing of the player's is in it
        try:
            if left is None:
                untouched = beginning() if self.before is None else self.before
                files.write(self.draft, marked(untouched, self._faults_of(untouched)))
                schemas.put(self.draft, self.kind.schema, untouched)
            while True:
                self._open_editor(untouched)
                text = bare(_text_of(self.draft) or "")
                if text == untouched:
                    self.draft.unlink()
                    return None
                untouched = None
                checked = self._checked(text)
                if checked is not None:
                    self._write(text)
                    return checked
        except OSError as fault:
            raise Failure("usage", f"{fault.filename or self.draft} cannot be written: {fault.strerror}") from None
        finally:
            if not self.path.exists() and not self.draft.exists():
                schemas.remove(self.path, self.kind.schema)

    def _open_editor(self, untouched: str | None) -> None:
        try:
            if not (os.environ.get("VISUAL") or os.environ.get("EDITOR") or sys.stdin.isatty()):
                raise click.ClickException("there is no terminal to open one at")
            click.edit(filename=str(self.draft))
        except click.ClickException as fault:
            if bare(_text_of(self.draft) or "") == untouched:
                self.draft.unlink()
            hint = "Name yours in the environment: EDITOR=nano"
            raise Failure("usage", f"no editor: {fault.format_message()}", hint=hint) from None

    def _checked(self, text: str) -> Any:
        """What the text states, or None to edit it again. Raises ``Failure`` if the player stops with faults left."""
        try:
            return self.kind.check(text)
        except self.kind.wrong as fault:
            faults: list[dict[str, str | None]] = getattr(fault, "faults", [])
            files.write(self.draft, marked(text, faults))
            failure = self.kind.failure(str(self.path), fault)
            failure.hint = f"What you wrote is kept in {self.draft}. Go on with it: {self.kind.again.format(self.path)}"
            if not at_terminal():
                raise failure from None
            echo(f"{failure.message}:")
            for line in fault_lines(faults):
                echo(f"  {line}")
            if not click.confirm("Edit again?", default=True):
                failure.detail = []  # they stand above
                raise failure from None
            return None

    def _write(self, text: str) -> None:
        if _text_of(self.path) != self.before:
            raise Failure(
                "busy",
                f"{self.path} was changed by somebody else meanwhile",
                hint=f"It was left alone; what you wrote is in {self.draft}",
            )
        if self.kind.kept:
            files.write(self.path, text)
        self.draft.unlink()

    def _faults_of(self, text: str) -> list[dict[str, str | None]]:
        try:
            self.kind.check(text)
        except self.kind.wrong as fault:
            return list(getattr(fault, "faults", []))
        return []


def _text_of(path: Path) -> str | None:
    """What stands in a file; None if there is none. Raises ``Failure``."""
    try:
        return intake.read(path, intake.POSITION)
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise Failure("position", f"{path} is not text in UTF-8", faults=[]) from None
    except OSError as fault:
        raise Failure("not_found", f"{path} cannot be read: {fault.strerror}") from None


# -- marks -----------------------------------------------------------------------------------------------------------


def marked(text: str, faults: list[dict[str, str | None]]) -> str:
    """The text under one line for each of its faults, with the line where it is."""
    lines = []
    for line, fault in sorted((line_of(text, str(fault["where"])) or 0, fault_text(fault)) for fault in faults):
        at = f"line {line + len(faults)}"  # the marks push the text down
        note = " ".join(fault.split())
        if note.startswith("line "):
            note = re.sub(r"^line \d+", at, note)
        elif line:
            note = f"{at}: {note}"
        lines.append(f"{_MARK}{note}\n")
    return "".join(lines) + text


def bare(text: str) -> str:
    """The text without the marks."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(_MARK.rstrip()))


def line_of(text: str, where: str) -> int | None:
    """The line (from 1) of the place that a fault names, as near as the text says; None if it names none of it."""
    if where.startswith("line "):
        return int(where.split()[1].rstrip(","))
    try:
        node = compose(text)
    except yaml.YAMLError:
        return None
    line = None
    for step in _STEP.findall(where):
        node = _below(node, step)
        if node is None:
            break
        line = node.start_mark.line + 1
    return line


def _below(node: Any, step: str) -> Any:
    """The node that a step of a fault's place leads to: a key, or the number of an item."""
    if isinstance(node, yaml.MappingNode):
        return next((value for key, value in node.value if key.value == step), None)
    if isinstance(node, yaml.SequenceNode) and step.isdigit() and 0 < int(step) <= len(node.value):
        return node.value[int(step) - 1]
    return None
