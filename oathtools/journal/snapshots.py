"""Games at rest: how a game stood at some moments, so that opening it need not begin at its first answer.

A snapshot is plain data, taken where a player chooses the first action of a turn: no rule is under way there, so the
state alone says everything. What was told until then is not in it; who must tell it replays it. A snapshot is true of
a game whose answers in force begin with those it was taken after, and by the rules by which it was taken.

They are kept in a file beside the journal (``0001.states``), each line under a digest of the rules, of the header, of
the answers before it, and of itself. A line that is cut, edited, older, or of another game or version has another
digest and is passed over; a file that is missing or cannot be written costs time and nothing else.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools import datafiles, whole
from oathtools.journal.record import Entry, live_entries
from oathtools.table.state import Handle, Player, State

if TYPE_CHECKING:
    from oathtools.journal.file import Content

# How many turns back a game is kept, and how much of a file is read at all.
KEPT, _MOST = 24, 1 << 26
# The key under which a tuple stands in JSON.
_TUPLE = "()"
_PACKAGE = Path(__file__).parent.parent


class Snapshot(NamedTuple):
    """A game as it stood after some answers: those in force, whose turn it was (``turn_of``), and the rest as JSON."""

    after: list[Entry]
    turn: bytes
    data: bytes

    def holds(self, live: list[Entry]) -> bool:
        """Do these answers begin with those it was taken after?"""
        return live[: len(self.after)] == self.after


def turn_of(state: State) -> bytes:
    """The round and whose turn it is, as one word."""
    return f"{state.round}.{state.turn}".encode()


# -- a state as plain data -------------------------------------------------------------------------------------------


def packed(state: State) -> dict[str, Any]:
    """A state as JSON data from which ``unpacked`` makes one that is the same to the order. Raises ``TypeError``."""
    data = {name: getattr(state, name) for name in State.__slots__}
    data["players"] = [[each.seat, each.name, each.role, each.slot, each.supply] for each in state.players.values()]
    data["handles"] = {card: [handle.back, list(handle.groups)] for card, handle in state.handles.items()}
    return {name: _plain(value) for name, value in data.items()}


def unpacked(data: dict[str, Any]) -> State:
    """The state of such data."""
    found = {name: _again(data[name]) for name in State.__slots__}
    found["players"] = {row[0]: Player(*row) for row in found["players"]}
    found["handles"] = {card: Handle(back, tuple(groups)) for card, (back, groups) in found["handles"].items()}
    return State(**found)


def _plain(value: Any) -> Any:
    kind = type(value)
    if value is None or kind in (str, int, bool):
        return value
    if kind is list:
        return [_plain(each) for each in value]
    if kind is tuple:
        return {_TUPLE: [_plain(each) for each in value]}
    if kind is dict and all(type(key) is str and key != _TUPLE for key in value):
        return {key: _plain(each) for key, each in value.items()}
    raise TypeError(f"{kind.__name__} in a state: JSON would not give it back as it was")


def _again(value: Any) -> Any:
    kind = type(value)
    if kind is list:
        return [_again(each) for each in value]
    if kind is dict:
        if _TUPLE in value:
            return tuple(_again(each) for each in value[_TUPLE])
        return {key: _again(each) for key, each in value.items()}
    return value


# -- which of them a game goes on from -------------------------------------------------------------------------------


def last_whole_turn(snapshots: Iterable[Snapshot], live: list[Entry]) -> Snapshot | None:
    """The one from which a game is best replayed: between it and the last answer a turn has begun, for the log."""
    true = [each for each in snapshots if each.holds(live)]
    return true[-2] if len(true) > 1 else None


# -- the file beside the journal -------------------------------------------------------------------------------------


def beside(journal: Path) -> Path:
    """The file of a journal's snapshots."""
    return journal.with_suffix(".states")


def read(journal: Path, content: "Content") -> list[Snapshot]:
    """The snapshots of a journal that are true of it today, the oldest first. Never raises."""
    live = live_entries(content.entries)[0]
    try:
        file = beside(journal)
        if not file.is_file() or file.stat().st_size > _MOST:
            return []
        rows = [line.split(b" ", 3) for line in file.read_bytes().split(b"\n")]
    except OSError:
        return []
    counted = {int(row[0]): row[1:] for row in rows if len(row) == 4 and row[0].isdigit() and len(row[0]) < 9}
    keys = _keys(content, live, set(counted))
    return [
        Snapshot(live[:count], turn, data)
        for count, (digest, turn, data) in sorted(counted.items())
        if count in keys and digest == _digest(keys[count], turn, data)
    ]


def keep(journal: Path, content: "Content", snapshots: list[Snapshot]) -> None:
    """Write the last snapshots of a journal, if it can be done. Never raises."""
    with suppress(OSError):
        live = live_entries(content.entries)[0]
        last = [each for each in snapshots if each.holds(live)][-KEPT:]
        keys = _keys(content, live, {len(each.after) for each in last})
        lines = []
        for after, turn, data in last:
            count = len(after)
            lines.append(b"%d %s %s %s\n" % (count, _digest(keys[count], turn, data), turn, data))
        whole.write(beside(journal), b"".join(lines))


def _keys(content: "Content", live: list[Entry], counts: set[int]) -> dict[int, bytes]:
    """For some numbers of answers in force, the digest of the rules, the header and these answers."""
    so_far = hashlib.sha256(f"{rules()} ".encode() + content.said[0])
    found = {}
    for count, entry in enumerate(live[: max(counts, default=0)], 1):
        so_far.update(content.said[entry.n])
        if count in counts:
            found[count] = so_far.digest()
    return found


def _digest(key: bytes, turn: bytes, data: bytes) -> bytes:
    return hashlib.sha256(b"%s %s %s" % (key, turn, data)).hexdigest().encode()


@cache
def rules() -> str:
    """A digest of everything that this program is made of: by any change in it a game might go on otherwise."""
    stamp = hashlib.sha256()
    for root in (_PACKAGE, *datafiles.sources()):
        for path, status in sorted(_files(str(root))):
            stamp.update(f"{path}:{status.st_size}:{status.st_mtime_ns};".encode())
    return stamp.hexdigest()


def _files(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    yield from _files(entry.path)
            else:
                yield entry.path, entry.stat()
