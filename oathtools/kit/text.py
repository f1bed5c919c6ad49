"""Words on a screen: lines of a width, lists, numbers with their nouns, percentages, bars. All is told with these."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from oathtools.kit.lazy import pattern

if TYPE_CHECKING:
    from pathlib import Path

HARD = "\N{NO-BREAK SPACE}"  # holds words together at the end of a line
_PIECE = pattern("( *)([^ ]+)")
_PLURAL = pattern(r"(.*?)($| in | with | at | on )(.*)")
_PLACE = pattern(r"\[\[(\w+)\]\]")
_WITHOUT_SAGA = ("-C", "books", "demo", "law", "new", "search")


class Hint:
    """A command to type next, with its arguments as a shell reads them: ``Hint("law", "5.5.2 --all")``.

    How it is typed where it is read (with the folder of the saga, at a prompt, by an assistant) its printer knows.
    """

    __slots__ = ("args", "command")

    def __init__(self, command: str, args: str = "") -> None:
        self.command, self.args = command, args

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hint) and (self.command, self.args) == (other.command, other.args)

    def __hash__(self) -> int:
        return hash((self.command, self.args))

    def __str__(self) -> str:
        """As it is typed beside a saga."""
        return " ".join(filter(None, ("oathtools", self.command, self.args)))

    @property
    def asks_saga(self) -> bool:
        """Does it need the folder of the saga? Some commands ask nothing of one, or name their own."""
        return self.command.split()[0] not in _WITHOUT_SAGA and "--help" not in self.args


# What numbers and places in a row are called: whoever writes them out, or reads them, takes them from here.
NUMBER_WORDS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def number_word(number: int | None, most: int = len(NUMBER_WORDS) - 1) -> str:
    """``three``; those above ``most`` in figures."""
    return NUMBER_WORDS[number] if number is not None and 0 <= number <= most else str(number)


def wrap(text: str, width: int, first: str = "", then: str | None = None) -> list[str]:
    """A text in lines of a width: the first begins with ``first``, the others with ``then`` (by default the same room).

    Words stay whole, so that what is told can be typed: a word that is longer than the line stands out. Spaces within a
    line stay as many as they were; what would move a cursor is a blank. A percentage keeps its sign.
    """
    below = " " * len(first) if then is None else then
    lines: list[str] = []
    line, fresh = first, True
    held = HARD.join(map(_harmless, text.replace(" %", f"{HARD}%").split(HARD)))
    for blank, word in _PIECE.findall(held):
        if fresh or len(line) + len(blank) + len(word) <= width:
            line += f"{'' if fresh and lines else ' ' * len(blank)}{word}"
        else:
            lines.append(line)
            line = below + word
        fresh = False
    return [each.replace(HARD, " ") for each in ([*lines, line] if not fresh else lines)]


def fill(text: str, width: int, first: str = "", then: str | None = None) -> str:
    """``wrap`` as one text."""
    return "\n".join(wrap(text, width, first, then))


def installs(extra: str) -> str:
    """How an extra comes to where this runs: pipx keeps each program in an environment of its own."""
    import sys
    from pathlib import PurePath

    tool = "pipx install --force" if "pipx" in PurePath(sys.prefix).parts else "pip install"
    return f"{tool} 'oathtools[{extra}]'"


def shortened(text: str, most: int) -> str:
    """A text of at most so many letters, whole words of it."""
    import textwrap

    return textwrap.shorten(text, most, placeholder=" ...")


def in_ascii(markup: str) -> str:
    """A page with references for all other letters, so that no code page on its way to a file loses one."""
    return markup.encode("ascii", "xmlcharrefreplace").decode()


def filled(template: "Path", **words: str) -> str:
    """A template, a file beside the module that fills it, with words in its places (``[[name]]``)."""
    return _PLACE.sub(lambda place: words[place[1]], template.read_text(encoding="utf-8"))


def printable(text: str) -> str:
    """What people wrote, as one line: without what would move a cursor, each run of blanks as one."""
    return " ".join(_harmless(text).split())


def _harmless(text: str) -> str:
    return text if text.isprintable() else "".join(char if char.isprintable() else " " for char in text)


def capital(sentence: str) -> str:
    """A sentence with a capital at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def listed(words: Iterable[str], last: str = "and") -> str:
    """``a, b and c``; an empty text for nothing."""
    items: Sequence[str] = list(words)
    return f"{', '.join(items[:-1])} {last} {items[-1]}" if len(items) > 1 else "".join(items)


def counted(words: Iterable[str]) -> list[str]:
    """Equal words counted: ``a denizen`` three times is ``3 denizens``."""
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return [many(word, count) for word, count in counts.items()]


def many(word: str, count: int) -> str:
    """A word with its article as so many of them."""
    if count == 1:
        return word
    for article in ("an ", "a "):
        if word.startswith(article):
            noun, link, rest = _PLURAL.match(word.removeprefix(article)).groups()  # type: ignore[union-attr]
            return f"{count} {noun}s{link}{rest}"
    return f"{word} ({count} times)"


def minutes(seconds: float) -> str:
    """A length of time: ``12 min``, ``1 h 05 min``."""
    hours, left = divmod(round(seconds / 60), 60)
    return f"{hours} h {left:02} min" if hours else f"{left} min"


def count(number: int, one: str, more: str | None = None) -> str:
    """A number with its noun: ``1 die``, ``2 dice``. Favor and Supply have no plural."""
    plural = more or (one if one in ("favor", "Supply") else f"{one}s")
    return f"{number} {one if number == 1 else plural}"


def percent(part: int, whole: int) -> str:
    """A chance in percent; never 0 or 100 where it is not."""
    if 0 < part * 20000 < whole:
        return "<0.01 %"
    if part < whole and part * 20000 > whole * 19999:
        return ">99.99 %"
    return f"{100 * part / whole:.2f} %"


def bar(part: float, full: int) -> str:
    """A bar of up to ``full`` columns for a part of 1; of plain signs where the screen has no blocks."""
    if not _has_blocks():
        return "#" * round(part * full)
    eighths = round(part * full * 8)
    return "█" * (eighths // 8) + ("", *"▏▎▍▌▋▊▉")[eighths % 8]


def frame() -> tuple[str, ...]:
    """What a frame is made of: the upper corners, the lower corners, a line, a side; of plain signs, too."""
    return tuple("┌┐└┘─│" if _has_blocks() else "++++-|")


def _has_blocks() -> bool:
    import sys

    return (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "").startswith("utf")


def is_name(word: str) -> bool:
    """Can this be what a person is called: something that is seen, in one line, and no address?"""
    return word.isprintable() and "@" not in word and bool(word.strip())
