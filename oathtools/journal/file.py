"""Journals on disk: JSON lines, appended one at a time and flushed to the disk, one writer at a time.

A torn last line (a crash in mid-write) is set aside in a file beside the journal and reported; the rest is intact. A
line that cannot be read anywhere else is damage, and said so with its number: nothing is dropped in silence.
"""

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple

from oathtools import catalog
from oathtools.journal import snapshots
from oathtools.journal.entries import Entries, Unread
from oathtools.journal.entry import Entry, dump
from oathtools.kit import files, intake
from oathtools.kit.intake import seal, unseal


class Damaged(Exception):
    """A journal that cannot be read: the file, the line, what is wrong, and the way out."""

    def __init__(self, path: Path, line: int, why: str) -> None:
        super().__init__(f"{path.name}, line {line}: {why}")
        self.path, self.line, self.why = path, line, why


class Content(NamedTuple):
    """What a journal file holds: its header, its entries, and the torn last line, if there is one.

    ``raw`` are its bytes without that; ``ends`` says where the lines end that were read, each by its last entry;
    ``kept`` is what lies beside it, true of it to the byte.
    """

    header: dict[str, Any]
    entries: Entries
    torn: str | None
    raw: bytes
    ends: dict[int, int]
    kept: snapshots.Kept


def read(path: Path, *, anew: bool = False, known: Content | None = None) -> Content:
    """Read a journal. Raises ``Damaged`` for a line that is no entry (but the torn last), ``OSError`` as files do.

    Of what was read before, with nothing wrong in it and a snapshot kept of it, only the end is read at once. ``anew``:
    every line, whatever is kept. ``known``: what it held before; only what has come since is read, if nothing else has.
    """
    raw = intake.content(path, intake.JOURNAL)
    sound = raw.rfind(b"\n") + 1
    torn = raw[sound:].decode("utf-8", "replace") if sound < len(raw) else None
    raw = raw[:sound]
    if not raw:
        raise Damaged(path, 1, "there is no header")
    if known is not None and raw.startswith(known.raw):
        entries, ends = _entries(path, raw, len(known.raw), len(raw), known.entries.last)
        kept = snapshots.read(path, raw) if entries else known.kept
        return Content(known.header, known.entries.copy(entries), torn, raw, {**known.ends, **ends}, kept)
    begun = raw.index(b"\n") + 1
    header = _parse(path, 1, raw[: begun - 1])
    wrong = _fault_of(header) or _unsealed(header)
    if wrong:
        raise Damaged(path, 1, wrong)
    kept = snapshots.Kept() if anew else snapshots.read(path, raw)
    unread, start = _unread(path, raw, begun, kept)
    entries, ends = _entries(path, raw, start, len(raw), 0 if unread is None else unread.last)
    return Content(header, Entries(entries, unread), torn, raw, ends, kept)


def _unread(path: Path, raw: bytes, begun: int, kept: snapshots.Kept) -> tuple[Unread | None, int]:
    """The beginning of a journal that need not be read now, and where it ends."""
    found = kept.beginning()
    if found is None:
        return None, begun
    end, spans, kinds = found
    return Unread(spans, kinds, lambda: _entries(path, raw, begun, end, 0)[0]), end


def _entries(path: Path, raw: bytes, start: int, end: int, last: int) -> tuple[list[Entry], dict[int, int]]:
    """The entries of some lines, those after entry ``last``, and where each line ends, by its last entry."""
    entries: list[Entry] = []
    ends: dict[int, int] = {}
    for number, line in enumerate(raw[start:end].split(b"\n")[:-1], raw.count(b"\n", 0, start) + 1):
        data = _parse(path, number, line)
        for each in data if isinstance(data, list) else [data]:
            try:
                entry = Entry.from_data(each)
            except (KeyError, TypeError, ValueError, AttributeError) as fault:
                raise Damaged(path, number, f"this is not an entry ({fault})") from None
            last += 1
            if entry.n != last:
                raise Damaged(path, number, f"entry {last} is missing; {entry.n} stands in its place")
            entries.append(entry)
        start += len(line) + 1
        ends[last] = start
    return entries, ends


def _fault_of(header: Any) -> str | None:
    """What is wrong with the form of a header; what it tells of the table is read when the game is begun from it."""
    if not isinstance(header, dict) or "origin" not in header:
        return "this is not the header of a journal"
    for key, kind in _HEADER.items():
        if not isinstance(header.get(key, kind()), kind) and not (key == "cards" and header[key] is None):
            return f"{key} should be a {'mapping' if kind is dict else 'list'}"
    seats, chance = header.get("seats"), header.get("chance")
    if not seats or not all(isinstance(row, dict) and _words(row, "name", "color", "role") for row in seats):
        return "seats should be the players, each with name, color and role"
    if not chance:
        return "chance should say who deals"
    if not all(isinstance(each, str) for each in (*(header.get("cards") or ()), *header.get("readings", {}).values())):
        return "cards and readings should be words"
    return None


def _unsealed(header: dict[str, Any]) -> str | None:
    """Open the world of a header, if it is under a seal; what is wrong with the seal, if it is damaged."""
    world = header["origin"].get("world")
    if isinstance(world, dict) and "sealed" in world:
        try:
            header["origin"]["world"] = unseal(str(world["sealed"]))
        except ValueError as fault:
            return f"the world: {fault}"
    return None


def _sealed(header: dict[str, Any]) -> dict[str, Any]:
    """A header as a file has it: with the digest of the catalogue, which a game that is not kept need not have, and
    the world under a seal, since it says in which order the decks lie (8.4)."""
    origin = header["origin"]
    if "world" in origin:
        origin = {**origin, "world": seal(origin["world"])}
    return {"catalogue": catalog.digest(), **header, "origin": origin}


def _words(row: dict[str, Any], *keys: str) -> bool:
    return all(isinstance(row.get(key), str) for key in keys)


_HEADER: dict[str, type] = {"origin": dict, "seats": list, "chance": dict, "readings": dict, "cards": list}


def _parse(path: Path, number: int, line: bytes) -> Any:
    try:
        return intake.from_json(line)
    except intake.TooMuch as fault:
        raise Damaged(path, number, str(fault)) from None
    except ValueError:
        raise Damaged(path, number, "this line is not JSON") from None


def create(path: Path, header: dict[str, Any], entries: Sequence[Entry] = ()) -> None:
    """Begin a journal with its first answers: whole, or not at all. Raises ``FileExistsError`` if there is one."""
    lines = [
        json.dumps(_sealed(header), ensure_ascii=False, separators=(",", ":")),
        *([dump(entries)] if entries else []),
    ]
    with files.folder(path.parent):
        files.write(path, "".join(f"{line}\n" for line in lines), new=True)


class Writer:
    """Appends to a journal; holds its lock as long as it is open. Use it as a context manager.

    Opening sets a torn last line aside (``set_aside`` is the file it went to). Raises ``whole.Busy`` if
    another process has the journal. ``wrote``: something was appended; ``content`` says what is there; ``known`` as in
    ``read``.
    """

    def __init__(self, path: Path, *, anew: bool = False, known: Content | None = None) -> None:
        self.path = path
        self._file: IO[bytes] = path.open("r+b", buffering=0)  # nothing waits to be written when a write has failed
        try:
            files.lock(self._file.fileno())
        except OSError:
            self._file.close()
            raise files.Busy(path) from None
        try:
            self.content = read(path, anew=anew, known=known)
        except BaseException:
            self._file.close()
            raise
        self.set_aside: Path | None = None
        self.wrote = False
        if self.content.torn is not None:
            self._put_aside(self.content.torn)

    def _put_aside(self, torn: str) -> None:
        number = 1
        while (aside := self.path.with_suffix(f".torn-{number}")).exists():
            number += 1
        files.write(aside, torn, new=True)
        self._file.truncate(len(self.content.raw))
        self.set_aside = aside

    def append(self, entries: list[Entry]) -> None:
        """Write entries as one line, and only return when it is on the disk.

        All of it is kept, or none: raises ``OSError`` as files do, with the journal as it was.
        """
        if not entries:
            return
        left = line = (dump(entries) + "\n").encode()
        end = self._file.seek(0, os.SEEK_END)
        try:
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
            self.wrote = True
            raw = self.content.raw + line
            self.content.ends[entries[-1].n] = len(raw)
            self.content = self.content._replace(raw=raw, entries=self.content.entries.copy(entries))
        except BaseException as fault:
            with suppress(OSError):
                self._file.truncate(end)
            if isinstance(fault, OSError):
                fault.filename = str(self.path)
            raise

    def close(self) -> None:
        """Let the journal go."""
        self._file.close()

    def __enter__(self) -> "Writer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
