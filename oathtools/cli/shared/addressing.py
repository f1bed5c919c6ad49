"""Commands that an answer says to type next, as they reach the same saga: with the ``-C DIR`` of the call, if any.

Whoever writes a hint names the command alone; ``cli.common`` sends all that it tells through here.
"""

import re
from collections.abc import Mapping
from functools import cache
from shlex import quote
from typing import Any

from oathtools.patterns import pattern

# These ask nothing of a saga, or name their own.
_WITHOUT_SAGA = ("books", "demo", "law", "new", "search")

# What stands for a space at which no line is broken; and the spaces that are such in a command.
_JOINT = "\N{NO-BREAK SPACE}"
_WHOLE = pattern(r"(?<=: )oathtools [^\n]*?(?=[,;.)] |[,;.)]?$)", re.MULTILINE)
_JOINTS = pattern(r"(?<=\boathtools) (?=\S)|(?<=\boathtools chronicle) (?=[a-z])|(?<=\S) (?=--?[A-Za-z])")


def text(told: str, saga: str | None) -> str:
    """A text with ``-C`` in each command of it that asks a saga; as it is where none was named."""
    if saga is None or "oathtools" not in told:
        return told
    where = f"oathtools -C {quote(saga)}"
    return _commands().sub(lambda _: where, told)


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


def joined(told: str) -> str:
    """A text in which no line breaks between the program's name and its command, nor before an option.

    A command that follows a colon is one piece up to the next comma, semicolon or end.
    """
    if "oathtools" not in told:
        return told
    return _JOINTS.sub(_JOINT, _WHOLE.sub(lambda found: found[0].replace(" ", _JOINT), told))


def parted(told: str) -> str:
    """The same with spaces again, once its lines are broken."""
    return told.replace(_JOINT, " ")


@cache
def _commands() -> re.Pattern[str]:
    """The program's name before a command that asks a saga, but where its help is meant, which needs none."""
    from oathtools.cli.shared.commands import COMMANDS

    names = "|".join(name for name in COMMANDS if name not in _WITHOUT_SAGA)
    return pattern(rf"(?<![\w/.-])oathtools(?=\s+(?:{names})\b(?!(?: [a-z]+)? --help))")
