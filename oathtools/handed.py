"""The gate for all that people hand over: files, standard input, the texts in them.

Nothing is parsed before it is known to be a text of a size, depth and breadth that a file of its kind may have: no
device, no endless pipe, no list in a list in a list, no handful of lines that stand for a million. What is too much is
refused with the line where it became so.
"""

import errno
import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar

# The largest files of each kind, in bytes: several times the largest that anybody could mean.
POSITION, PLAYERS, ANSWERS, SAVE_STRING = 200_000, 20_000, 500_000, 1_000_000
TABLE, CHRONICLE, BOOK, JOURNAL = 500_000, 2_000_000, 4_000_000, 16_000_000
# How deep lists and mappings may lie in one another, how many values a text may stand for, how large numbers may be.
DEEPEST, MOST, LARGEST = 40, 200_000, 10**12
# So many faults are told one by one; of the others, how many they are.
TOLD = 20

Fault = TypeVar("Fault")
_instead: ContextVar[tuple[str, str] | None] = ContextVar("instead", default=None)


class Unfit(OSError):
    """What is no regular file, or larger than a file of its kind. ``strerror`` says it."""

    def __init__(self, path: Path | str, why: str) -> None:
        super().__init__(errno.EINVAL, why, str(path))


class TooMuch(ValueError):
    """A text that is nested too deeply, or has too large a number."""


def content(path: Path, most: int) -> bytes:
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


def called(source: Path | str) -> str:
    """What a source is called in what is told of it: the name of the file, for ``-`` what is read in its place."""
    instead = _instead.get()
    return str(source) if str(source) != "-" else "standard input" if instead is None else instead[0]


def _at_most(raw: bytes, most: int, name: Path | str) -> bytes:
    if len(raw) > most:
        raise Unfit(name, f"it is larger than {most // 1000} KB, and no file of its kind is")
    return raw


def text(raw: bytes) -> str:
    """The text that bytes are, without the mark at its beginning. Raises ``UnicodeDecodeError``."""
    return raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")


def read(path: Path, most: int) -> str:
    """The text in a file. Raises ``UnicodeDecodeError``, ``Unfit`` and ``OSError``."""
    return text(content(path, most))


def from_json(said: str | bytes, pairs: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """The data of a JSON text; ``pairs`` makes a mapping of its pairs. Raises ``TooMuch`` and ``ValueError``."""
    try:
        data = json.loads(said, object_pairs_hook=pairs, parse_int=_whole, parse_constant=_no_number)
    except RecursionError:
        raise TooMuch("it is nested too deeply") from None
    measure(data)
    return data


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


def first(faults: Sequence[Fault], tell: Callable[[Fault], str], most: int = TOLD) -> list[str]:
    """The first faults, told, and how many more there are."""
    told = list(map(tell, faults[:most]))
    return [*told, f"and {len(faults) - most} more"] if len(faults) > most else told


# -- YAML ----------------------------------------------------------------------------------------------------------


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
            return "this is nested too deeply", event.start_mark
        if count > MOST:
            return "this stands for too much: what it refers to refers to more and more", event.start_mark
    return None
