"""The gate for all that people hand over: files, standard input, the texts in them.

Nothing is parsed before it is known to be a text of a size, depth and breadth that a file of its kind may have: no
device, no endless pipe, no list in a list in a list, no handful of lines that stand for a million. What is too much is
refused with the line where it became so.

Names that were not spelt as they stand are noted: whoever takes a word for another name notes it, and the answer tells
it. ``catalog.find`` and ``matching.match`` note what they guessed, a command (or a line at the prompt of ``play``)
listens while it runs. Where nobody listens nothing is kept. What is only tried, and may come to nothing, is to be tried
under ``listening`` of its own; ``note`` it again once it holds.
"""

import errno
import json
import os
import re
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, TypeVar

from oathtools.kit import schemas

if TYPE_CHECKING:
    from pathlib import Path

# The largest files of each kind, in bytes: several times the largest that anybody could mean.
POSITION, PLAYERS, ANSWERS, SAVE_STRING = 200_000, 20_000, 500_000, 1_000_000
TABLE, CHRONICLE, BOOK, JOURNAL = 500_000, 2_000_000, 4_000_000, 16_000_000
# How deep lists and mappings may lie in one another, how many values a text may stand for, how large numbers may be.
DEEPEST, MOST, LARGEST = 40, 200_000, 10**12
MANY = 9_999  # no heap of cardboard is larger, whatever the Law leaves unlimited (9.3)
# So many faults are told one by one; of the others, how many they are.
MOST_FAULTS = 20

Fault = TypeVar("Fault")
_instead: ContextVar[tuple[str, str] | None] = ContextVar("instead", default=None)


class Unfit(OSError):
    """What is no regular file, or larger than a file of its kind. ``strerror`` says it."""

    def __init__(self, path: "Path | str", why: str) -> None:
        super().__init__(errno.EINVAL, why, str(path))


class TooMuch(ValueError):
    """A text that is nested too deeply, or has too large a number."""


def content(path: "Path", most: int) -> bytes:
    """What stands in a file of at most so many bytes. Raises ``Unfit``, and ``OSError`` as files do."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # to open a pipe would wait
    opened = os.open(path, flags)
    try:
        mode = os.fstat(opened).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise Unfit(path, "it is no regular file")
        with os.fdopen(opened, "rb", closefd=False) as file:
            return _at_most(file.read(most + 1), most, path)
    finally:
        os.close(opened)


def standard_input(most: int) -> bytes:
    """What comes on standard input, at most so many bytes. Raises ``Unfit``."""
    import sys

    instead = _instead.get()
    raw = sys.stdin.buffer.read(most + 1) if instead is None else instead[1].encode()
    return _at_most(raw, most, called("-"))


@contextmanager
def in_its_place(name: str, given: str) -> Iterator[None]:
    """A text stands where standard input would be read; faults call it by ``name``."""
    token = _instead.set((name, given))
    try:
        yield
    finally:
        _instead.reset(token)


def called(source: "Path | str") -> str:
    """What a source is called in what is told of it: the name of the file, for ``-`` what is read in its place."""
    instead = _instead.get()
    return str(source) if str(source) != "-" else "standard input" if instead is None else instead[0]


def _at_most(raw: bytes, most: int, name: "Path | str") -> bytes:
    if len(raw) > most:
        raise Unfit(name, f"it is larger than {most // 1000} KB, and no file of its kind is")
    return raw


def text(raw: bytes) -> str:
    """The text that bytes are, without the mark at its beginning. Raises ``UnicodeDecodeError``."""
    return raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")


def read(path: "Path", most: int) -> str:
    """The text in a file. Raises ``UnicodeDecodeError``, ``Unfit`` and ``OSError``."""
    return text(content(path, most))


def from_json(words: str | bytes, pairs: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """The data of a JSON text; ``pairs`` makes a mapping of its pairs. Raises ``TooMuch`` and ``ValueError``."""
    given = words if isinstance(words, str) else words.decode(json.detect_encoding(words))
    # Read only when that is known: in a browser, a text that is too deep ends Python itself.
    opened = given.count("[") + given.count("{")
    if opened > DEEPEST and _depth(given) > DEEPEST:
        raise TooMuch("it is nested too deeply")
    data = _decoder(pairs).decode(given)
    if opened >= DEEPEST or len(given) > MOST:  # else it can be neither too deep nor too much
        measure(data)
    return data


_decoder = cache(lambda pairs: json.JSONDecoder(object_pairs_hook=pairs, parse_int=_whole, parse_constant=_no_number))


def _depth(words: str) -> int:
    """How deep a JSON text opens lists and mappings."""
    marks = re.findall(r'"(?:[^"\\]|\\.)*+"?|([][{}])', words, re.DOTALL)
    return max(accumulate((mark in "[{") - (mark in "]}") for mark in marks if mark), default=0)


def measure(data: Any) -> None:
    """Raise ``TooMuch`` for data that is too deep or too much, each value counted wherever it stands."""
    level, depth, count = [data], 0, 0
    while level:
        count += len(level)
        depth += 1
        if depth > DEEPEST:
            raise TooMuch("it is nested too deeply")
        if count > MOST:
            raise TooMuch("it says too much")
        inside = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list)]
        level = [each for some in inside for each in some]


def _whole(digits: str) -> int:
    if len(digits) > len(str(LARGEST)):
        raise TooMuch(f"{digits[:12]}... is too large a number")
    return int(digits)


def _no_number(word: str) -> Any:
    raise TooMuch(f"{word} is no number")


def first(faults: Sequence[Fault], tell: Callable[[Fault], str], most: int = MOST_FAULTS) -> list[str]:
    """The first faults, told, and how many more there are."""
    lines = list(map(tell, faults[:most]))
    return [*lines, f"and {len(faults) - most} more"] if len(faults) > most else lines


# -- YAML ----------------------------------------------------------------------------------------------------------


TOO_DEEP = "this is nested too deeply"


def weigh(events: Iterable[Any]) -> tuple[str, Any] | None:
    """What is too much in a YAML text, and its mark, by the events of its parser; None if nothing is.

    What an alias stands for is counted wherever it is named, so that a few lines cannot stand for a million.
    """
    import yaml

    sizes: dict[str, int] = {}
    open_: list[tuple[str | None, int]] = []
    count = 0
    for event in events:
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in sizes:
                return f"*{event.anchor} stands for nothing that is written before it", event.start_mark
            count += sizes[event.anchor]
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, since = open_.pop()
            if anchor is not None:
                sizes[anchor] = count - since
        elif isinstance(event, yaml.NodeEvent):
            count += 1
            if isinstance(event, yaml.ScalarEvent):
                if event.anchor is not None:
                    sizes[event.anchor] = 1
            else:
                open_.append((event.anchor, count - 1))
        if len(open_) > DEEPEST:
            return TOO_DEEP, event.start_mark
        if count > MOST:
            return "this stands for too much: what it refers to refers to more and more", event.start_mark
    return None


# -- an envelope for what a file must keep and people must not read by accident, such as a deck in its order -----------
#
# It is no lock: anyone can open it on purpose.


# More than any world has: a seal that somebody made by hand must not fill the memory.
SEALED_MOST = 1_000_000


def seal(value: Any) -> dict[str, str]:
    """``{"sealed": TEXT}`` for a value of JSON; the same value always gives the same text."""
    import base64
    import zlib

    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return {"sealed": base64.b64encode(zlib.compress(text.encode(), 9)).decode()}


def unseal(text: str) -> Any:
    """The value under a seal. Raises ``ValueError`` if the text is damaged."""
    import base64
    import zlib

    try:
        opened = zlib.decompressobj()
        content = opened.decompress(base64.b64decode("".join(text.split()), validate=True), SEALED_MOST)
        if not opened.eof:
            raise ValueError("it says too much, or ends too soon")
        return from_json(content)
    except (ValueError, zlib.error) as fault:
        raise ValueError("the seal is damaged") from fault


# -- reading plain values that people write: each method returns something usable, and notes what is wrong with it -----
#
# Positions and Chronicles are read with it; each adds what it alone knows.


ValueFault = dict[str, str | None]  # where, message, hint, clause


class Values:
    """Collects faults and warnings while values are read."""

    def __init__(self) -> None:
        self.faults: list[ValueFault] = []
        self.warnings: list[str] = []

    def fault(self, where: str, message: str, hint: str | None = None, clause: str | None = None) -> None:
        """Note a fault: where, what, the way out, and the clause that it breaks."""
        self.faults.append({"where": where, "message": message, "hint": hint, "clause": clause})

    def warn(self, where: str, message: str) -> None:
        """Note something odd that is not wrong."""
        self.warnings.append(f"{where}: {message}")

    # -- plain values --------------------------------------------------------------------------------------------

    def number(self, where: str, value: Any, most: int | None = None, least: int = 0) -> int:
        """A whole number in a range: where nothing else bounds it, as many as cardboard could ever be."""
        most = MANY if most is None else most
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return int(value)
        self.fault(where, f"{value!r} is not a number from {least} to {most}")
        return least

    def truth(self, where: str, value: Any) -> bool:
        """True or false."""
        if isinstance(value, bool):
            return value
        self.fault(where, f"{value!r} is neither true nor false")
        return False

    def word(self, where: str, value: Any, known: Collection[str], default: str | None = None) -> str:
        """One of some words, or of those of a form, in any case; where it is none the default, or the first of them."""
        if isinstance(known, str):
            known = schemas.words(known)
        word = str(value).strip().casefold().replace(" ", "_").replace("-", "_")
        for each in known:
            if word == each.replace("-", "_"):
                return each
        self.fault(where, f"{value!r} is none of {', '.join(known)}", near(word, known))
        return default or next(iter(known))

    def text(self, where: str, value: Any) -> str:
        """Some text."""
        if isinstance(value, str):
            return value
        self.fault(where, f"{value!r} is not text", "Put it in quotation marks.")
        return ""

    def named(self, where: str, value: Any) -> str:
        """A name: some text that is not blank; a number will do."""
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if not str(value).strip():
            self.fault(where, "a name is expected")
            return ""
        return self.text(where, value)

    def listed(self, where: str, value: Any) -> list[Any]:
        """A list; nothing is an empty one."""
        if value is None:
            return []
        if isinstance(value, list | tuple):
            return list(value)
        self.fault(where, "a list is expected: [..., ...]")
        return []

    def numbered(self, where: str, value: Any) -> Iterator[tuple[str, Any]]:
        """The entries of a list, each with where it stands."""
        for number, each in enumerate(self.listed(where, value), 1):
            yield f"{where}.{number}", each

    def mapping(self, where: str, value: Any) -> dict[str, Any]:
        """A mapping; nothing is an empty one."""
        if value is None:
            return {}
        if isinstance(value, dict):
            return value
        self.fault(where, "a mapping is expected: {key: value, ...}")
        return {}

    def keys(self, where: str, data: Iterable[Any], known: Collection[str]) -> None:
        """Note every key that is not known here; ``known`` may be the form that names them (``schemas.keys``)."""
        if isinstance(known, str):
            known = schemas.keys(known)
        for key in data:
            if key not in known:
                hint = near(str(key), known) or f"Keys: {', '.join(known)}"
                self.fault(where, f"the key {key!r} is not known here", hint)


def near(word: str, known: Collection[str]) -> str | None:
    """A hint that names the known word nearest to one that is not known."""
    from difflib import get_close_matches

    found = get_close_matches(word.casefold(), list(known), 1, 0.5)
    return f"Did you mean {found[0]}?" if found else None


_noted: ContextVar[list[str] | None] = ContextVar("heard", default=None)


def note(*text: str) -> None:
    """Say what was guessed, in words for the people; each thing once."""
    noted = _noted.get()
    if noted is not None:
        noted += [each for each in text if each not in noted]


def taken(words: str, name: str, kind: str | None = None) -> None:
    """Note that words were taken for a name, which is that of a ``kind`` of thing (a card, a site) or of anything."""
    note(f"no {kind} is called {words!r}; taken as {name}" if kind else f"{words!r} is taken as {name}")


def noted() -> tuple[str, ...]:
    """What was noted so far, to whoever listens."""
    return tuple(_noted.get() or ())


@contextmanager
def listening() -> Iterator[list[str]]:
    """Hear what is noted inside. Whoever listens outside does not hear it."""
    own: list[str] = []
    token = _noted.set(own)
    try:
        yield own
    finally:
        _noted.reset(token)
