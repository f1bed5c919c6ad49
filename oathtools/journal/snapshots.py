"""Games at rest: how a game stood at some moments, so that opening it need not begin at its first answer.

A snapshot is plain data, taken where a player chooses an action: no rule is under way there, so the state alone says
how it goes on. With it is kept what telling the next answers leans on, and what replaying the journal up to there has
shown. It is true of a game in which the last answer it was taken after is in force (then all before it are, too), and
by the rules by which it was taken.

They are kept in a file beside the journal (``0001.states``), a line each, under a digest of the rules, of the journal
up to there to the byte, and of the line itself. A line that is cut, edited, older, or of another game or version has
another digest and is passed over; a file that is missing or cannot be written costs time and nothing else.
"""

import json
import os
import zlib
from binascii import a2b_base64, b2a_base64
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from oathtools.journal.entries import Spans
from oathtools.kit import datafiles, files
from oathtools.kit.lazy import sha256
from oathtools.table.state import FIELDS, Handle, Player, State

# How much of a file is read at all, and how many lines it may have before those that are too dense are left out.
_MOST, _LINES = 1 << 26, 64
# A snapshot is kept if the next newer one is this part of its own distance from the last answer away.
_APART = 2
# So many entries at least are read in any case: what people take back is among them.
_NEAR = 48
# The key under which a tuple stands in JSON.
_TUPLE = "()"
_PACKAGE = Path(__file__).parent.parent
# Rooms above this one in the house (``docs/architecture.md``): nothing by which a game is played imports them.
_NOT_READ = ("acid", "answerers", "assistants", "bots", "browser", "cli", "render", "saga", "search", "simulate", "web")


class Snapshot(NamedTuple):
    """A game as it stood after entry ``n``: its ``data`` (``enveloped``), and the digest that these had when kept.

    ``end``: where the line of that entry ends in the journal's file; 0 if that is not known. ``sound``: replaying
    the journal up to there has shown no difference.
    """

    n: int
    sound: bool
    data: bytes
    end: int = 0
    digest: bytes | None = None

    def opened(self) -> dict[str, Any]:
        """The data. Raises ``ValueError`` if they are not what was kept."""
        if self.digest is not None and self.digest != _digest(self.data):
            raise ValueError("this was changed since it was kept")
        try:
            data = json.loads(zlib.decompress(a2b_base64(self.data)))
        except zlib.error:
            raise ValueError("this is no snapshot") from None
        if not isinstance(data, dict):
            raise ValueError("this is no snapshot")
        return data


class Kept:
    """The snapshots that lie beside a journal and are true of it to the byte, the oldest first.

    ``lines`` are how many the file has, true or not.
    """

    def __init__(self, snapshots: "list[Snapshot] | None" = None, lines: int = 0) -> None:
        self.snapshots = snapshots or []
        self.lines = lines

    def beginning(self) -> tuple[int, Spans, dict[str, int]] | None:
        """Up to where the journal need not be read now; the numbers of the entries in force there, and their kinds.

        None if all is to be read: people take back, and ask for, what came last.
        """
        last = self.snapshots[-1].n if self.snapshots else 0
        for each in reversed(self.snapshots):
            if each.n <= last - _NEAR and each.end:
                with suppress(LookupError, TypeError, ValueError):
                    data = each.opened()
                    return each.end, tuple((first, to) for first, to in data["spans"]), data["kinds"]
        return None


def enveloped(data: dict[str, Any]) -> bytes:
    """Data of JSON as one word, in which nobody reads by accident how the decks lie (8.4)."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    return b2a_base64(zlib.compress(text, 1), newline=False)


# -- a state as plain data -------------------------------------------------------------------------------------------


def packed(state: State) -> dict[str, Any]:
    """A state as JSON data from which ``unpacked`` makes one that is the same to the order. Raises ``TypeError``."""
    data = {name: getattr(state, name) for name in FIELDS}
    data["players"] = [[each.seat, each.name, each.role, each.slot, each.supply] for each in state.players.values()]
    data["handles"] = {card: [handle.back, list(handle.groups)] for card, handle in state.handles.items()}
    return {name: plain(value) for name, value in data.items()}


def unpacked(data: dict[str, Any]) -> State:
    """The state of such data."""
    found = {name: again(data[name]) for name in FIELDS}
    found["players"] = {row[0]: Player(*row) for row in found["players"]}
    found["handles"] = {card: Handle(back, tuple(groups)) for card, (back, groups) in found["handles"].items()}
    return State(**found)


def plain(value: Any) -> Any:
    """A value as JSON data from which ``again`` makes the same. Raises ``TypeError``."""
    kind = type(value)
    if value is None or kind in (str, int, bool):
        return value
    if kind is list:
        return [plain(each) for each in value]
    if kind is tuple:
        return {_TUPLE: [plain(each) for each in value]}
    if kind is dict and all(type(key) is str and key != _TUPLE for key in value):
        return {key: plain(each) for key, each in value.items()}
    raise TypeError(f"{kind.__name__} in a state: JSON would not give it back as it was")


def again(value: Any) -> Any:
    """The value of such data."""
    kind = type(value)
    if kind is list:
        return [again(each) for each in value]
    if kind is dict:
        if _TUPLE in value:
            return tuple(again(each) for each in value[_TUPLE])
        return {key: again(each) for key, each in value.items()}
    return value


# -- which of them are kept ------------------------------------------------------------------------------------------


def worth(n: int, before: int, last: int) -> bool:
    """Is one after entry ``n`` worth its place, if the next older one is ``before`` and the game has come to ``last``?

    The nearer to where a game stands, the denser they are: every one of the last few, further back in growing steps.
    """
    return (n - before) * _APART >= last - n


def thinned(snapshots: Iterable[Snapshot], last: int) -> list[Snapshot]:
    """Those that are worth their place, the oldest first."""
    found: list[Snapshot] = []
    for each in sorted(snapshots, key=lambda one: one.n):
        if worth(each.n, found[-1].n if found else 0, last):
            found.append(each)
    return found


# -- the file beside the journal -------------------------------------------------------------------------------------


def beside(journal: Path) -> Path:
    """The file of a journal's snapshots."""
    return journal.with_suffix(".states")


def read(journal: Path, raw: bytes) -> Kept:
    """The snapshots of a journal with these bytes that are true of it today. Never raises."""
    try:
        file = beside(journal)
        if not file.is_file() or file.stat().st_size > _MOST:
            return Kept()
        lines = file.read_bytes().split(b"\n")[:-1]
    except OSError:
        return Kept()
    rows = sorted((row for row in map(_row, lines) if row is not None), key=lambda row: row[0].end)
    keys = _keys(raw, [each.end for each, _ in rows])
    found = {each.n: each for (each, key), here in zip(rows, keys, strict=True) if here and key == _key(here, each)}
    return Kept([found[n] for n in sorted(found)], len(lines))


def _row(line: bytes) -> tuple[Snapshot, bytes] | None:
    """A line of the file as it wants to be understood, and the key that it was kept under."""
    parts = line.split(b" ", 5)
    if len(parts) < 6 or not all(each.isdigit() and len(each) < 10 for each in parts[:3]):
        return None
    n, end, sound, key, digest, data = parts
    return Snapshot(int(n), sound == b"1", data, int(end), digest), key


def _keys(raw: bytes, ends: list[int]) -> Iterator[bytes | None]:
    """For the ends of some lines, in their order, the digest of the rules and of the journal up to there."""
    so_far, at = sha256(rules().encode()), 0
    for end in ends:
        if not end or end > len(raw) or raw[end - 1 : end] != b"\n":
            yield None
            continue
        so_far.update(memoryview(raw)[at:end])
        at = end
        yield so_far.digest()


def _key(here: bytes, snapshot: Snapshot) -> bytes:
    digest = snapshot.digest or _digest(snapshot.data)
    return _digest(b"%s %d %d %d %s" % (here, snapshot.n, snapshot.end, snapshot.sound, digest))


def _digest(content: bytes) -> bytes:
    return sha256(content).hexdigest().encode()


def keep(journal: Path, raw: bytes, kept: Kept, snapshots: list[Snapshot]) -> None:
    """Write the snapshots of a journal with these bytes, if it can be done. Never raises.

    ``kept`` are those that lie there. New ones are added to them; too many are thinned out.
    """
    there = {each.n for each in kept.snapshots}
    last = max((each.n for each in snapshots), default=0)
    new = [each for each in snapshots if each.end and each.n not in there]
    if not new:
        return
    anew = not kept.lines or len(kept.snapshots) < kept.lines or kept.lines + len(new) > _LINES
    if anew:
        new = thinned((each for each in snapshots if each.end), last)
    new.sort(key=lambda each: each.end)
    with suppress(OSError):
        lines = []
        for each, here in zip(new, _keys(raw, [each.end for each in new]), strict=True):
            if here is not None:
                digest = each.digest or _digest(each.data)
                values = (each.n, each.end, each.sound, _key(here, each), digest, each.data)
                lines.append(b"%d %d %d %s %s %s\n" % values)
        if anew:
            files.write(beside(journal), b"".join(lines))
            kept.lines = 0
        else:
            files.add(beside(journal), b"".join(lines))
    kept.lines += len(new)
    kept.snapshots = new if anew else sorted([*kept.snapshots, *new], key=lambda each: each.n)


@cache
def rules() -> str:
    """A digest of everything that a game is played by: by any change in it a game might go on otherwise."""
    stamp = sha256()
    for root in (_PACKAGE, *datafiles.sources()):
        for path, status in sorted(_files(str(root), _NOT_READ if root is _PACKAGE else ())):
            stamp.update(f"{path}:{status.st_size}:{status.st_mtime_ns};".encode())
    return stamp.hexdigest()


def _files(folder: str, leave_out: Collection[str] = ()) -> Iterator[tuple[str, os.stat_result]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__" and entry.name not in leave_out:
                    yield from _files(entry.path)
            else:
                yield entry.path, entry.stat()
