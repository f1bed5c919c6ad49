"""What is described, before anybody prints it: lines of words, columns, and commands to type next.

A room of ``render`` returns a ``Document``: blocks in their order. It knows no width and no program's name;
``render/printers`` makes of it lines for a terminal, paragraphs for a page or a sheet of paper, a short text.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from oathtools.text import Hint


@dataclass(frozen=True, slots=True)
class Typed:
    """Words for whoever types commands alone, a hint among them: pages and paper leave them out."""

    words: "Words"


@dataclass(frozen=True, slots=True)
class Bold:
    """Words that are found at a glance, where a printer can show them so."""

    words: str


Piece: TypeAlias = str | Hint | Typed | Bold
Words: TypeAlias = Piece | tuple[Piece, ...]


class Line(NamedTuple):
    """Words that are broken into as many lines as they need.

    ``first`` stands before them: blanks to set them in, a bullet, a number. ``hang``: how far the further lines are
    set in; None for as far as the words themselves begin. ``most``: of so many lines the rest is left out.
    """

    words: Words
    first: str = ""
    hang: int | None = None
    most: int | None = None


class Message(NamedTuple):
    """What is said in passing: as a line, but that no command in it is broken where that can be helped."""

    words: Words


class Reason(NamedTuple):
    """Why something may not be, and where that comes from."""

    because: str
    clause: str


class Reasons(NamedTuple):
    """Reasons with their clauses in one column beside them, below them where it is narrow; under names, if any.

    ``spare``: so many columns stay free at the end of the lines.
    """

    groups: tuple[tuple[str, tuple[Reason, ...]], ...]
    indent: int = 2
    spare: int = 0


class Ends(NamedTuple):
    """Words at the two ends of a line, or below each other where both do not fit."""

    left: str
    right: str
    hang: int = 0


class Choices(NamedTuple):
    """Choices by what answers them: the number, the name, a note in a column or behind the name where it is narrow."""

    rows: tuple[tuple[str, str, str], ...]


class Counts(NamedTuple):
    """Numbers in columns, under a head: a name, one for each thing counted, the sum; in parts where it is narrow."""

    rows: tuple[tuple[str, ...], ...]


# Words alone stand as they are, in a line of their own.
Block: TypeAlias = Words | Line | Message | Reasons | Ends | Choices | Counts
Document: TypeAlias = Iterable[Block]


def apart(*parts: Document) -> list[Block]:
    """Documents with a blank line between them; of those that are empty nothing."""
    found: list[Block] = []
    for part in map(list, parts):
        found += ["", *part] if found and part else part
    return found


def reasons(rows: Iterable[Reason], indent: int = 2, spare: int = 0) -> Sequence[Block]:
    """Reasons as a block; nothing where there are none."""
    found = tuple(rows)
    return [Reasons((("", found),), indent, spare)] if found else []
