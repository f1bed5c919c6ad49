"""A saga is a folder: ``chronicle.yaml``, ``rulings.yaml`` perhaps, and ``games/0001.jsonl``, one journal a game."""

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from oathtools import datafiles, whole
from oathtools.journal import file, snapshots
from oathtools.journal.origin import NoBeginning
from oathtools.journal.parting import Difference
from oathtools.journal.play import Play
from oathtools.journal.record import Entry

CHRONICLE = "chronicle.yaml"
GAMES = "games"
_NAMED = re.compile(r"[0-9]{4,9}")


class NoSaga(LookupError):
    """There is no saga, or no game in it, where one was looked for."""


class NotStarted(NoSaga):
    """There is a saga, and no game was started in it."""


class Running(NamedTuple):
    """The running game of a saga: the game, its journal, and what is to be said about the file."""

    play: Play
    path: Path
    notes: list[str]
    writer: file.Writer | None = None

    def save(self, entries: list[Entry]) -> None:
        """Append what was answered. All of it is kept, or none."""
        if self.writer is None:
            raise RuntimeError("this game was opened for reading")
        self.writer.append(entries)
        _as_read(self.play, self.writer.content)
        self.play.stand()
        _keep(self.path, self.writer.content, self.play)


def folder(named: str | None) -> Path:
    """The saga's folder: the one named, else ``OATHTOOLS_SAGA``, else this one. It need not exist."""
    return Path(named or os.environ.get("OATHTOOLS_SAGA") or ".")


def require(named: str | None) -> Path:
    """The folder of an existing saga. Raises ``NoSaga``."""
    path = folder(named)
    if not (path / CHRONICLE).is_file():
        raise NoSaga(f"there is no saga in {path} ({CHRONICLE} is missing)")
    return path


def games(saga: Path) -> list[Path]:
    """The journals of a saga, oldest first: the files that are named like one."""
    found = [path for path in (saga / GAMES).glob("*.jsonl") if _NAMED.fullmatch(path.stem)]
    return sorted(found, key=lambda path: (int(path.stem), path.stem))


def strays(saga: Path) -> list[Path]:
    """What lies beside the journals and is called like one but for its number: copies that somebody made."""
    return sorted(set((saga / GAMES).glob("*.jsonl")) - set(games(saga)))


def latest(saga: Path) -> Path:
    """The journal of the saga's last game. Raises ``NotStarted`` if none was started."""
    journals = games(saga)
    if not journals:
        raise NotStarted(f"no game was started in {saga}")
    return journals[-1]


def next_journal(saga: Path) -> Path:
    """Where the next game's journal will stand."""
    numbers = [int(path.stem) for path in games(saga)]
    return saga / GAMES / f"{max(numbers, default=0) + 1:04d}.jsonl"


def begin(saga: Path, header: dict[str, Any], entries: Sequence[Entry]) -> Path:
    """Begin a game with its header and the first answers; the folder is to be ``locked``. Raises ``OSError``."""
    path = next_journal(saga)
    file.create(path, header, entries)
    return path


def view(path: Path, *, until: int | None = None, kept: Play | None = None, anew: bool = False) -> Running:
    """A game for reading: a torn last line is reported and left where it is.

    ``kept`` is the game as it was opened before, if it was: it is brought to what the journal says now, or replayed.
    ``anew``: from the first answer, whatever is kept beside the journal.
    """
    content = file.read(path, anew=anew or bool(datafiles.ADDED))
    notes = []
    if content.torn is not None:
        notes.append(f"the last line of {path.name} is torn (a crash in mid-write); the answers before it are intact")
    play = _replayed(path, content, until, kept, takes_snapshots=until is None and not anew)
    return Running(play, path, [*notes, *_beside(path), *_soft(play)])


@contextmanager
def locked(saga: Path) -> Iterator[None]:
    """Write in a saga's folder, alone. What killed processes left there half written is taken away first.

    Who goes on with a game holds its journal besides (``writing``), and the folder only while it is opened. Raises
    ``whole.Busy`` if another process writes there for long, ``OSError`` if there is no such folder.
    """
    with whole.alone(saga):
        whole.tidy(saga / GAMES)
        yield


@contextmanager
def writing(path: Path) -> Iterator[Running]:
    """A game for writing: nobody else can write it meanwhile. Raises ``whole.Busy`` if somebody does already."""
    with locked(path.parent.parent):
        opened = file.Writer(path, anew=bool(datafiles.ADDED))
    with opened as writer:
        yield _running(writer)


@contextmanager
def going_on(saga: Path, kept: Play | None = None) -> Iterator[Running]:
    """The same for the last game of a saga, ``kept`` as in ``view``. Raises ``NotStarted`` if there is none."""
    with locked(saga):
        opened = file.Writer(latest(saga), anew=bool(datafiles.ADDED))
    with opened as writer:
        yield _running(writer, kept)


def _running(writer: file.Writer, kept: Play | None = None) -> Running:
    notes, path = [], writer.path
    if writer.set_aside is not None:
        notes.append(f"the torn last line of {path.name} was set aside in {writer.set_aside.name}; the rest is intact")
    play = _replayed(path, writer.content, kept=kept)
    return Running(play, path, [*notes, *_beside(path), *_soft(play)], writer)


def _beside(path: Path) -> Iterator[str]:
    """What is to be said of files that could be taken for the running game."""
    for stray in strays(path.parent.parent):
        yield f"{stray.name} is not named like a game (as {path.name} is), and is passed over"


def _replayed(
    path: Path,
    content: file.Content,
    until: int | None = None,
    kept: Play | None = None,
    takes_snapshots: bool = True,
) -> Play:
    snapshots = content.kept.snapshots
    if kept is not None and until is None and _brought_on(kept, path, content):
        _as_read(kept, content)
        kept.snapshots = snapshots[:] or kept.snapshots  # what others have kept meanwhile is near at hand for an undo
        return kept
    # What a program adds is no part of the rules' digest.
    takes_snapshots = takes_snapshots and not datafiles.ADDED
    try:
        how: dict[str, Any] = {"snapshots": snapshots, "takes_snapshots": takes_snapshots}
        play = Play(content.header, content.entries, until=until, **how)
    except NoBeginning as fault:
        raise file.Damaged(path, 1, str(fault)) from None
    play.journal = path.stem
    if until is None:
        _as_read(play, content)
    _keep(path, content, play)
    return play


def _keep(path: Path, content: file.Content, play: Play) -> None:
    """Keep beside a journal how the game stood at the ends of its lines."""
    if play.takes_snapshots:
        ends = {**{each.n: each.end for each in content.kept.snapshots}, **content.ends}
        true = [each for each in play.snapshots if play.live.has(each.n)]
        snapshots.keep(path, content.raw, content.kept, [each._replace(end=ends.get(each.n, 0)) for each in true])


def _brought_on(kept: Play, path: Path, content: file.Content) -> bool:
    """Say what a journal has more than a game that is kept open. False if it is to be replayed from its beginning.

    Where an entry says more than an answer, or does not come out as it was recorded, only a replay can tell.
    """
    known, (said, size, digest) = len(kept.entries), kept.journal_read
    if (kept.journal, kept.header, said) != (path.stem, content.header, known):
        return False
    if _digest(content.raw[:size]) != digest:
        return False
    for entry in content.entries[known:]:
        if not entry.is_answer or entry.overruled is not None or kept.pending is None:
            return False
        if not kept.pending.allows(entry.answer) or kept.answer(entry.answer, checked=True) != entry:
            return False
    return True


def _as_read(play: Play, content: file.Content) -> None:
    """Note what a game says of its journal: what comes after that is told to it without reading all of it again."""
    play.journal_read = len(play.entries), len(content.raw), _digest(content.raw)


def _digest(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()


def _soft(play: Play) -> list[str]:
    """The soft differences of a replay, told in words."""
    return [told(difference) for difference in play.differences if not difference.hard]


def told(difference: Difference) -> str:
    """A difference of a replay in words."""
    return f"entry {difference.n}: {difference.why}" if difference.n else difference.why
