"""Documents printed: for a terminal of a width, as a text on a page, as paragraphs for pages and paper.

Nothing beside this room knows how wide a line is (``tests/render/test_printers.py`` scans for it).
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from oathtools.kit.text import HARD, Hint, bar, frame, wrap
from oathtools.render import document as blocks

# -- colors with a meaning, where a terminal shows them: what is new, the question, what went wrong, what is secret ----
#
# ``NO_COLOR`` is heeded, and what is no terminal gets none. The words say all that the colors say.


_CODES = {"news": "32", "question": "1", "error": "31", "warning": "33", "secret": "35"}
BOLD, NO_LONGER = "\x1b[1m", "\x1b[22m"


def painted(text: str, means: str, *, err: bool = False) -> str:
    """A text in the color of what it means, each line by itself; as it is where no color is wanted."""
    code = _CODES.get(means)
    if not code or not text or not wanted(err):
        return text
    return "\n".join(f"\x1b[{code}m{line}\x1b[0m" if line else line for line in text.split("\n"))


def prompt(text: str) -> str:
    """A prompt in bold; the line editing, if there is one, is told that the codes take no room."""
    if not wanted(False):
        return text
    begin, end = ("\x01", "\x02") if "readline" in sys.modules else ("", "")
    return f"{begin}\x1b[1m{end}{text}{begin}\x1b[0m{end}"


def wanted(err: bool = False) -> bool:
    """May colors and bold print be shown there?"""
    stream = sys.stderr if err else sys.stdout
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


Way = Callable[[Hint], str]  # how a command to type next is typed where it is read

_ON_A_PAGE = 100  # the width of a text that a page shows with its blanks
_NARROW = 24  # a column of reasons is at least so wide, or the clauses go below them
# Marks while lines are broken, a letter each: where a command names its saga, where bold print begins and ends.
_ADDRESS = "\N{MATHEMATICAL DOUBLE-STRUCK SMALL O}"
_BOLD, _PLAIN = "\N{LEFT WHITE LENTICULAR BRACKET}\N{RIGHT WHITE LENTICULAR BRACKET}"


def pieces(words: blocks.Words) -> tuple[blocks.Piece, ...]:
    """Words as the pieces that they consist of."""
    return words if isinstance(words, tuple) else (words,)


def in_shell(saga: str | None) -> Way:
    """Commands as a shell takes them, with the folder of the saga where one was named."""
    from shlex import quote

    if saga is None:
        return str
    return lambda hint: f"oathtools -C {quote(saga)}{str(hint)[9:]}" if hint.asks_saga else str(hint)


def at_prompt(hint: Hint) -> str:
    """Commands as the prompt of a running game takes them."""
    return "show" if hint.command == "ask" and hint.args else str(hint)[10:]


# -- for a terminal --------------------------------------------------------------------------------------------------


def terminal(document: blocks.Document, width: int, way: Way = str) -> str:
    """A document in lines of a width.

    Where lines are broken does not depend on the saga's folder: a line with a command may stand out by it.
    """
    text = "\n".join(line for block in document for line in _lines(block, width, way))
    for mark, what in ((_BOLD, BOLD), (_PLAIN, NO_LONGER)):
        text = text.replace(mark, what if wanted() else "")
    return text.replace(f"{_ADDRESS}athtools ", way(Hint("status")).removesuffix("status"))


def text_on_a_page(document: blocks.Document) -> str:
    """A document as a text that a page shows as it stands, its blanks and all."""
    return terminal(document, _ON_A_PAGE)


def _marked(words: blocks.Words, way: Way) -> str:
    """Words with a mark for the folder of the saga in their commands, if they need it."""

    def without_folder(hint: Hint) -> str:
        typed = way(hint)
        return f"{_ADDRESS}{str(hint)[1:]}" if typed.startswith("oathtools -C") and hint.asks_saga else typed

    return _laid(words, without_folder)


def _laid(words: blocks.Words, way: Way) -> str:
    """Words as they stand in lines."""
    return "".join(_piece(piece, way) for piece in pieces(words))


def _piece(piece: blocks.Piece, way: Way) -> str:
    if isinstance(piece, Hint):
        return way(piece)
    if isinstance(piece, blocks.Typed):
        return _laid(piece.words, way)
    return f"{_BOLD}{piece.words}{_PLAIN}" if isinstance(piece, blocks.Bold) else piece


def _lines(block: blocks.Block, width: int, way: Way = str) -> list[str]:
    match block:
        case blocks.Line():
            return _broken(block, width, way)
        case blocks.Cut():
            return [block.text if len(block.text) <= width else f"{block.text[: width - 1]}…"]
        case blocks.Message():
            return message(block.words, width, way).split("\n")
        case blocks.Reasons():
            return list(_reasons(block, width))
        case blocks.Ends():
            return _ends(block, width)
        case blocks.Figures():
            return _figures(block, width)
        case blocks.Listed():
            room = width - len(block.first)
            whole = (item.replace(" ", HARD) if len(item) < room else item for item in block.items)
            return wrap(block.head + ", ".join(whole), width, block.first) or [""]
        case blocks.Parts():
            return _parts(block, width, way)
        case blocks.Choices():
            return list(_choices(block, width))
        case blocks.Columns():
            return list(_columns(block, width))
        case blocks.Bars():
            return [
                f"  {words} {share}  {bar(part, width - len(words) - 12)}".rstrip() for words, share, part in block.rows
            ]
        case blocks.Counts():
            return list(_counts(block, width))
        case blocks.Box():
            return list(_box(block, width))
        case blocks.Beside():
            return list(_abreast(block, width, way))
    return [_marked(block, way)]


def _broken(line: blocks.Line, width: int, way: Way) -> list[str]:
    then, words = None if line.hang is None else " " * line.hang, _marked(line.words, way)
    if line.most is None:
        return wrap(words, width, line.first, then)
    import textwrap

    return textwrap.wrap(
        words,
        width,
        initial_indent=line.first,
        subsequent_indent=then or "",
        max_lines=line.most,
        placeholder=" ...",
        break_on_hyphens=False,
    )


def _reasons(block: blocks.Reasons, width: int) -> Iterator[str]:
    """A line for each reason, its clause in a column that is the same for all groups; longer ones are broken."""
    lead, room = " " * block.indent, width - block.indent - block.spare
    rows = [row for _, group in block.groups for row in group]
    left = room - 2 - max((len(row.clause) for row in rows), default=0)
    wide = min(left, max((len(row.because) for row in rows), default=0)) if left >= _NARROW else 0
    for name, group in block.groups:
        if name:
            yield lead[2:] + name
        for row in group:
            yield from (lead + line for line in (_beside(*row, wide) if wide else _below(*row, room)))


def _beside(because: str, clause: str, left: int) -> list[str]:
    first, *rest = wrap(because, left, then="  ") or [""]
    return [f"{first:<{left}}  {clause}".rstrip(), *rest]


def _below(because: str, clause: str, room: int) -> list[str]:
    return [*wrap(because, room, then="  "), *(f"  {line}" for line in wrap(clause, room - 2, then="  "))]


def _ends(block: blocks.Ends, width: int) -> list[str]:
    left, below = block.left.rstrip(), " " * block.hang
    if block.right and len(left) + 2 + len(block.right) <= width:
        return [f"{left}{block.right:>{width - len(left)}}"]
    return [*(wrap(left, width, "", below) or [""]), *(wrap(block.right, width, below) if block.right else [])]


def _figures(block: blocks.Figures, width: int) -> list[str]:
    columns = "".join(f"{figure:>{room}}" for figure, room in block.figures)
    room = width - len(columns)
    if len(block.name) > room:
        return [*wrap(block.name, width), f"{'':<{max(room, 0)}}{columns}"]
    return [f"{block.name:<{room}}{columns}"]


def _parts(block: blocks.Parts, width: int, way: Way) -> list[str]:
    parts = [[line for each in part for line in _lines(each, width, way)] for part in block.parts]
    airy = sum(map(len, parts)) + len(parts) - 1 <= block.most
    return [line for at, part in enumerate(parts) for line in ([""] * (airy and at > 0) + part)]


def _choices(block: blocks.Choices, width: int) -> Iterator[str]:
    digits = max((len(number) for number, _, _ in block.rows), default=1)
    room = width - digits - 4
    longest = max((len(name) for _, name, note in block.rows if note), default=0)
    inline = longest + 2 + max((len(note) for _, _, note in block.rows), default=0) > room
    for number, name, note in block.rows:
        lead = f"  {number:>{digits}}  "
        text = f"{name}: {note}" if note and inline else f"{name:<{longest}}  {note}" if note and name else name or note
        first, *rest = wrap(text, room) or [""]
        yield f"{lead}{first}".rstrip()
        yield from (" " * len(lead) + line.strip() for line in rest)


def _columns(block: blocks.Columns, width: int) -> Iterator[str]:
    """The first column to the left, numbers to the right, bars where there is room; in words where there is none."""
    yield from wrap(block.title, width, then="  ")
    rows = [*([block.head] if block.head else []), *block.rows]
    printed = [[_cell(each, width) for each in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*printed, strict=True)]
    if sum(widths) + 2 * len(widths) > width:
        for each in block.rows:
            yield from wrap(_in_words(each, block), width, "  ", "    ")
        return
    for row, cells in zip(rows, printed, strict=True):
        aligned = [
            text if isinstance(cell, float) else text.rjust(wide)
            for cell, text, wide in zip(row, cells, widths, strict=True)
        ]
        yield "  ".join([f"  {cells[0].ljust(widths[0])}", *aligned[1:]]).rstrip()


def _cell(cell: str | float, width: int) -> str:
    return bar(cell, max(0, min(24, width - 58))) if isinstance(cell, float) else cell


def _in_words(row: Sequence[str | float], block: blocks.Columns) -> str:
    """A row where there is no room for columns: each number after its name, its bounds in brackets behind it."""
    parts: list[str] = []
    head = block.head
    for name, cell in zip((head or row)[1:], row[1:], strict=True):
        if isinstance(cell, float):
            continue
        if parts and (name == block.bounds or (head is None and cell)):
            parts[-1] += f" ({cell})"
        elif cell:
            parts.append(f"{name if head else ''} {cell}".strip())
    name = f"{head[0]} {row[0]}".strip() if head else row[0]
    return f"{name}: {', '.join(parts)}"


def _counts(block: blocks.Counts, width: int) -> Iterator[str]:
    first = max(8, *(len(row[0]) for row in block.rows))
    each_wide = max(4, *(len(each) + 1 for row in block.rows for each in row[1:-1]))
    room, many = max(1, (width - 10 - first) // each_wide), len(block.rows[0]) - 2
    for start in range(0, many, room):
        last = start + room >= many
        for name, *counted, total in block.rows:
            row = "".join(f"{each:>{each_wide}}" for each in counted[start : start + room])
            yield f"  {name:<{first}}{row}" + (f"{total:>9}" if last else "")


def _box(block: blocks.Box, width: int) -> Iterator[str]:
    """A head that is too long for the upper edge is the first row."""
    left, right, low_left, low_right, line, side = frame()
    room, fits = width - 4, len(block.head) <= width - 6
    head = f"{line} {block.head} " if fits else ""
    yield f"{left}{head:{line}<{width - 2}}{right}"
    for row in block.rows if fits else (block.head, *block.rows):
        yield from (f"{side} {words:<{room}} {side}" for words in wrap(row, room, then="  "))
    yield f"{low_left}{line * (width - 2)}{low_right}"


def _abreast(block: blocks.Beside, width: int, way: Way) -> Iterator[str]:
    if width < block.least:
        yield from (line for each in block.narrow for line in _lines(each, width, way))
        return
    for row in block.rows:
        room = (width + 1) // len(row) - 1
        printed = [[line for each in column for line in _lines(each, room, way)] for column in row]
        for cells in zip_longest(*printed, fillvalue=""):
            yield " ".join(f"{cell:<{room}}" for cell in cells).rstrip()


# -- messages, hints, data ---------------------------------------------------------------------------------------------


def message(words: blocks.Words, width: int, way: Way = str) -> str:
    """What is said in passing, in lines of a width; its own line breaks stay, and a command is not broken.

    A command that follows a colon is one piece with its arguments; elsewhere it may be broken between two of them.
    """
    laid, before = "", ""
    for piece in pieces(words):
        shown = _piece(piece, way)
        if isinstance(piece, Hint):
            shown = shown.replace(" ", HARD) if before.endswith(": ") else _joined(shown, piece)
        laid, before = laid + shown, shown
    return "\n".join(line for part in laid.split("\n") for line in wrap(part, width, then="  ") or [""])


def _joined(typed: str, hint: Hint) -> str:
    """A command in which no line breaks between the program, its name and what goes with an option."""
    head, _, args = typed.partition(f" {hint.command}")
    return f"{head} {hint.command}".replace(" ", HARD) + args.replace(" -", f"{HARD}-")


def plain(words: blocks.Words, way: Way = str) -> str:
    """Words in one piece: for programs, and for whoever breaks no lines."""
    return _laid(words, way)


# -- for pages and paper ---------------------------------------------------------------------------------------------


class Paragraph(NamedTuple):
    """A block on a page: how deep it stands in, the bullet or number before it, its words; ``table``: blanks count."""

    depth: int
    mark: str
    words: str
    table: bool = False

    def __str__(self) -> str:
        return f"{self.mark} {self.words}".strip()


def paragraphs(document: blocks.Document) -> Iterator[Paragraph]:
    """A document without what is typed: words for whoever types are left out, and lines that tell a command."""
    for block in document:
        match block:
            case blocks.Reasons():
                for name, group in block.groups:
                    if name:
                        yield Paragraph(block.indent // 2 - 1, "", name)
                    yield from (Paragraph(block.indent // 2, "", f"{row.because} {row.clause}") for row in group)
            case blocks.Choices():
                yield from (Paragraph(1, number, " ".join(rest)) for number, *rest in block.rows)
            case blocks.Counts():
                yield from (Paragraph(1, "", line.strip(), True) for line in _counts(block, 10_000))
            case blocks.Bars():
                yield from (Paragraph(1, "", f"{words.rstrip()}: {share.strip()}") for words, share, _ in block.rows)
            case blocks.Ends():
                yield Paragraph(0, "", f"{block.left} {block.right}")
            case blocks.Cut():
                yield Paragraph(0, "", block.text)
            case blocks.Beside():
                yield from paragraphs(block.narrow)
            case blocks.Figures() | blocks.Listed() | blocks.Parts() | blocks.Columns() | blocks.Box():
                yield from (Paragraph(0, "", line, True) for line in _lines(block, _ON_A_PAGE))
            case blocks.Line() | blocks.Message():
                first = block.first if isinstance(block, blocks.Line) else ""
                yield from _untyped(block.words, first)
            case _:
                yield from _untyped(block)


def _untyped(words: blocks.Words, first: str = "") -> Iterator[Paragraph]:
    if not any(isinstance(piece, Hint) for piece in pieces(words)):
        shown = _without_typed(pieces(words))
        before = first or shown
        yield Paragraph((len(before) - len(before.lstrip())) // 2, first.strip(), shown.strip())


def _without_typed(pieces_shown: Iterable[blocks.Piece]) -> str:
    return "".join(
        each.words if isinstance(each, blocks.Bold) else each
        for each in pieces_shown
        if isinstance(each, str | blocks.Bold)
    )
