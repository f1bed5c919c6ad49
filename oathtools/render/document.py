"""What is described, before anybody prints it: lines of words, columns, and commands to type next.

A room of ``render`` returns a ``Document``: blocks in their order. It knows no width and no program's name;
``render/printers`` makes of it lines for a terminal, paragraphs for a page or a sheet of paper, a short text.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from oathtools.kit.text import Hint


class Typed:
    """Words for whoever types commands alone, a hint among them: pages and paper leave them out."""

    __slots__ = ("words",)

    def __init__(self, words: "Words") -> None:
        self.words = words


class Bold:
    """Words that are found at a glance, where a printer can show them so."""

    __slots__ = ("words",)

    def __init__(self, words: str) -> None:
        self.words = words


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


class Cut(NamedTuple):
    """A text in one line, cut off where the line ends."""

    text: str


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


class Figures(NamedTuple):
    """A name at the beginning of a line, or above it where it is long, and figures at its end, each in its room."""

    name: str
    figures: tuple[tuple[str, int], ...]


class Listed(NamedTuple):
    """Items with commas between them, none broken unless it is longer than a line."""

    items: tuple[str, ...]
    first: str = ""
    head: str = ""


class Parts(NamedTuple):
    """Documents with a blank line between them, or without where they would be more than so many lines."""

    parts: "tuple[tuple[Block, ...], ...]"
    most: int


class Choices(NamedTuple):
    """Choices by what answers them: the number, the name, a note in a column or behind the name where it is narrow."""

    rows: tuple[tuple[str, str, str], ...]


class Bars(NamedTuple):
    """Shares, each with a bar for the part of the longest: words of one length, the share, the part."""

    rows: tuple[tuple[str, str, float], ...]


class Columns(NamedTuple):
    """Rows under a title, their cells in columns, in words where that is too wide; ``head`` names the columns.

    A cell that is a number is a bar for that part of 1. Cells under the name ``bounds`` belong to those before them.
    """

    title: str
    rows: tuple[tuple[str | float, ...], ...]
    head: tuple[str, ...] | None = None
    bounds: str = ""


class Counts(NamedTuple):
    """Numbers in columns, under a head: a name, one for each thing counted, the sum; in parts where it is narrow."""

    rows: tuple[tuple[str, ...], ...]


class Box(NamedTuple):
    """Rows in a frame with a head."""

    head: str
    rows: tuple[str, ...]


class Beside(NamedTuple):
    """Documents beside one another, such rows below one another; where a line is shorter than ``least``: ``narrow``."""

    rows: "tuple[tuple[tuple[Block, ...], ...], ...]"
    least: int
    narrow: "tuple[Block, ...]"


# Words alone stand as they are, in a line of their own.
Block: TypeAlias = (
    Words | Line | Cut | Message | Reasons | Ends | Figures | Listed | Parts | Choices | Bars | Counts | Columns
    | Box | Beside
)  # fmt: skip
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
