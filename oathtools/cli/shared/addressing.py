"""Commands that an answer says to type next, as they reach the same saga: with the ``-C DIR`` of the call, if any.

Whoever writes a hint names the command alone; ``cli.common`` sends all that it tells through here.
"""

import os
import re
import sys
from collections.abc import Mapping
from functools import cache
from shlex import quote
from typing import Any

from oathtools.kit.lazy import pattern

# These ask nothing of a saga, or name their own.
_WITHOUT_SAGA = ("books", "demo", "law", "new", "search")

# What stands for a space at which no line is broken; and the spaces that are such in a command.
_JOINT = "\N{NO-BREAK SPACE}"
_WHOLE = pattern(r"(?<=: )oathtools [^\n]*?(?=[,;.)] |[,;.)]?$)", re.MULTILINE)
_JOINTS = pattern(r"(?<=\boathtools) (?=\S)|(?<=\boathtools chronicle) (?=[a-z])|(?<=\S) (?=--?[A-Za-z])")


def text(text: str, saga: str | None) -> str:
    """A text with ``-C`` in each command of it that asks a saga; as it is where none was named."""
    if saga is None or "oathtools" not in text:
        return text
    where = f"oathtools -C {quote(saga)}"
    return _commands().sub(lambda _: where, text)


def hints(data: Any, saga: str | None) -> Any:
    """Data for programs: what it says under ``hint`` is addressed like what people are told."""
    if saga is None:
        return data
    if isinstance(data, Mapping):
        return {
            key: text(value, saga) if key == "hint" and isinstance(value, str) else hints(value, saga)
            for key, value in data.items()
        }
    return [hints(each, saga) for each in data] if isinstance(data, list | tuple) else data


def joined(text: str) -> str:
    """A text in which no line breaks between the program's name and its command, nor before an option.

    A command that follows a colon is one piece up to the next comma, semicolon or end.
    """
    if "oathtools" not in text:
        return text
    return _JOINTS.sub(_JOINT, _WHOLE.sub(lambda found: found[0].replace(" ", _JOINT), text))


def parted(text: str) -> str:
    """The same with spaces again, once its lines are broken."""
    return text.replace(_JOINT, " ")


@cache
def _commands() -> re.Pattern[str]:
    """The program's name before a command that asks a saga, but where its help is meant, which needs none."""
    from oathtools.cli.shared.commands import COMMANDS

    names = "|".join(name for name in COMMANDS if name not in _WITHOUT_SAGA)
    return pattern(rf"(?<![\w/.-])oathtools(?=\s+(?:{names})\b(?!(?: [a-z]+)? --help))")


# -- how large the terminal is: what ``shutil`` says, without the archives that it brings along ------------------------


_USUAL = os.terminal_size((80, 24))


def size() -> os.terminal_size:
    """Columns and lines: what COLUMNS and LINES say, else those of the terminal, else 80 and 24."""
    try:
        found = os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else -1)
    except (ValueError, OSError):
        found = _USUAL
    columns, lines = _from_environment("COLUMNS") or found.columns, _from_environment("LINES") or found.lines
    return os.terminal_size((columns or _USUAL.columns, lines or _USUAL.lines))


def clear() -> None:
    """Take what is shown off the screen; a terminal that cannot clear it (``TERM=dumb``) has it moved out of sight."""
    import click

    if os.environ.get("TERM") == "dumb":
        click.echo("\n" * size().lines, nl=False)
    else:
        click.clear()


def _from_environment(name: str) -> int:
    value = os.environ.get(name, "")
    return int(value) if value.isdecimal() else 0
