"""A saga is a folder: ``chronicle.yaml``, ``rulings.yaml`` perhaps, and ``games/0001.jsonl``, one journal a game."""

import os
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from oathtools.journal import file, snapshots
from oathtools.journal.begin import header_of_position
from oathtools.journal.entries import Difference
from oathtools.journal.entry import Entry, NoBeginning
from oathtools.journal.play import Play
from oathtools.kit import datafiles, files
from oathtools.kit.text import listed
from oathtools.saga.timing import tick
from oathtools.table.views import dealt

CHRONICLE = "chronicle.yaml"
GAMES = "games"
TICKS = "pulls.json"  # how far a list of what to fetch is ticked off
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
        self.play.journal_read = self.writer.content
        self.play.stand()
        _keep(self.path, self.writer.content, self.play)
        tick(self.path, self.play)


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
    names = os.listdir(saga / GAMES) if (saga / GAMES).is_dir() else ()
    found = sorted((int(each[:-6]), each) for each in names if each.endswith(".jsonl") and _NAMED.fullmatch(each[:-6]))
    return [saga / GAMES / name for _, name in found]


def strays(saga: Path) -> list[Path]:
    """What lies beside the journals and is called like one but for its number: copies that somebody made."""
    return sorted(set((saga / GAMES).glob("*.jsonl")) - set(games(saga)))


def latest(saga: Path) -> Path:
    """The journal of the saga's last game. Raises ``NotStarted`` if none was started."""
    journals = games(saga)
    if not journals:
        raise NotStarted(f"no game was started in {saga}")
    return journals[-1]


def begin_anew(saga: Path, world: str) -> Path:
    """Let a saga begin anew with the text of a Chronicle; the folder is to be ``locked``. Returns where the old one is.

    That is a saga of its own, there before anything is changed. What a table decided stays. Raises ``OSError``.
    """
    import shutil

    number = next(number for number in count(1) if not (saga / f"before-{number}").exists())
    aside, kept = saga / f".before-{number}.tmp", saga / f"before-{number}"
    shutil.rmtree(aside, ignore_errors=True)
    shutil.copytree(saga, aside, ignore=shutil.ignore_patterns("before-*", ".*.tmp"))
    aside.rename(kept)
    shutil.rmtree(saga / GAMES, ignore_errors=True)
    for name in (TICKS, "story.md", "story.html"):
        (saga / name).unlink(missing_ok=True)
    files.write(saga / CHRONICLE, world)
    return kept


def next_journal(saga: Path) -> Path:
    """Where the next game's journal will stand."""
    numbers = [int(path.stem) for path in games(saga)]
    return saga / GAMES / f"{max(numbers, default=0) + 1:04d}.jsonl"


def begin(saga: Path, header: dict[str, Any], entries: Sequence[Entry]) -> Path:
    """Begin a game with its header and the first answers; the folder is to be ``locked``. Raises ``OSError``."""
    path = next_journal(saga)
    file.create(path, header, entries)
    return path


def next_game(saga: Path, header: dict[str, Any]) -> Play:
    """Begin a game, up to its first question for people; the folder is to be ``locked``. Raises what ``view`` does.

    What its players promised each other in the last game for games to come holds on (9.6).
    """
    from oathtools.answerers.bot import run_plugs
    from oathtools.procedures.machine.promises import carried_over

    play, journals = Play(header), games(saga)
    if journals and "world" in header["origin"]:
        seats = {str(seat["name"]): seat["color"] for seat in header["seats"]}
        for promise in carried_over(view(journals[-1]).play.state, seats):
            play.remark(promise)
    run_plugs(play)
    play.journal = begin(saga, header, play.entries).stem
    return play


def view(
    path: Path, *, until: int | None = None, kept: Play | None = None, anew: bool = False, glances: bool = False
) -> Running:
    """A game for reading: a torn last line is reported and left where it is.

    ``kept`` is the game as it was opened before, if it was: it is brought to what the journal says now, or replayed.
    ``anew``: from the first answer, whatever is kept beside the journal. ``glances``: as in ``Play``.
    """
    content = file.read(path, anew=anew or bool(datafiles.ADDED), known=kept.journal_read if kept else None)
    notes = []
    if content.torn is not None:
        notes.append(f"the last line of {path.name} is torn (a crash in mid-write); the answers before it are intact")
    play = _replayed(path, content, until, kept, takes_snapshots=until is None and not anew, glances=glances)
    return Running(play, path, [*notes, *_remarks(path, play)])


@contextmanager
def locked(saga: Path) -> Iterator[None]:
    """Write in a saga's folder, alone. What killed processes left there half written is taken away first.

    Who goes on with a game holds its journal besides (``writing``), and the folder only while it is opened. Raises
    ``whole.Busy`` if another process writes there for long, ``OSError`` if there is no such folder.
    """
    with files.alone(saga):
        files.tidy(saga / GAMES)
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
        known = kept.journal_read if kept else None
        opened = file.Writer(latest(saga), anew=bool(datafiles.ADDED), known=known)
    with opened as writer:
        yield _running(writer, kept)


def _running(writer: file.Writer, kept: Play | None = None) -> Running:
    notes, path = [], writer.path
    if writer.set_aside is not None:
        notes.append(f"the torn last line of {path.name} was set aside in {writer.set_aside.name}; the rest is intact")
    play = _replayed(path, writer.content, kept=kept)
    return Running(play, path, [*notes, *_remarks(path, play)], writer)


def _remarks(path: Path, play: Play) -> Iterator[str]:
    """What is to be said of a game that is opened: a copy, files that could be taken for it, soft differences."""
    yield from filter(None, [origin_note(play.header)])
    yield from _beside(path)
    yield from (difference_in_words(difference) for difference in play.differences if not difference.hard)


def _beside(path: Path) -> Iterator[str]:
    """What is to be said of files that could be taken for the game of a saga."""
    others = [stray.name for stray in strays(path.parent.parent)]
    if others and path.name not in others:
        yield f"passed over, as not named like a game (like {path.name}): {listed(others)}"


def _replayed(
    path: Path,
    content: file.Content,
    until: int | None = None,
    kept: Play | None = None,
    takes_snapshots: bool = True,
    glances: bool = False,
) -> Play:
    snapshots = content.kept.snapshots
    if kept is not None and until is None and _brought_on(kept, path, content):
        kept.journal_read = content
        kept.snapshots = snapshots[:] or kept.snapshots  # what others have kept meanwhile is near at hand for an undo
        return kept
    # What a program adds is no part of the rules' digest.
    takes_snapshots = takes_snapshots and not datafiles.ADDED
    try:
        how: dict[str, Any] = {"snapshots": snapshots, "takes_snapshots": takes_snapshots, "glances": glances}
        play = Play(content.header, content.entries, until=until, **how)
    except NoBeginning as fault:
        raise file.Damaged(path, 1, str(fault)) from None
    play.journal = path.stem
    if until is None:
        play.journal_read = content
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
    known, before = len(kept.entries), kept.journal_read
    if before is None or not content.raw.startswith(before.raw):
        return False
    if (kept.journal, kept.header, len(before.entries)) != (path.stem, content.header, known):
        return False
    for entry in content.entries[known:]:
        if not entry.is_answer or entry.overruled is not None or kept.pending is None:
            return False
        if not kept.pending.allows(entry.answer) or kept.answer(entry.answer, checked=True) != entry:
            return False
    return True


def difference_in_words(difference: Difference) -> str:
    """A difference of a replay in words."""
    return f"entry {difference.n}: {difference.why}" if difference.n else difference.why


# -- the running game of a saga kept open between answers: read again only where its journal has changed ---------------


# What tells one state of the journal from another: the file, its size, when it was written.
Stamp = tuple[str, int, int]
_NONE: Stamp = ("", 0, 0)
# How long a request waits while somebody else writes, and how often it looks.
_PATIENCE, _AGAIN = 3.0, 0.05
# So many states are numbered at a time: pages that are being made show one of the last.
_NUMBERED = 64


class OpenGame:
    """The last game of a saga, for a screen or for many: its journal is held only while something is written.

    One at a time looks at it or answers: hold ``lock`` for as long as you look, where several do. ``ready`` is done
    with a game whenever it was opened anew.
    """

    def __init__(self, saga: Path, ready: Callable[[Play], None] = lambda play: None) -> None:
        self.saga, self.lock, self._ready = saga, threading.RLock(), ready
        self.notes: list[str] = []
        self._play: Play | None = None
        self._seen: Stamp = _NONE
        self._opened_as = os.urandom(4).hex()
        self._numbers: dict[tuple[Stamp, tuple[int, int]], int] = {}
        self._counting = threading.Lock()

    def twin(self) -> "OpenGame":
        """The same game, opened for itself: who looks at the one does not wait for the other. Versions are shared."""
        other = OpenGame(self.saga)
        other._opened_as, other._numbers, other._counting = self._opened_as, self._numbers, self._counting
        return other

    def stamp(self) -> Stamp:
        """Which state of the journal lies on the disk."""
        try:
            path = latest(self.saga)
            at = path.stat()
        except (NoSaga, OSError):
            return _NONE
        return path.name, at.st_size, at.st_mtime_ns

    def ticked(self) -> tuple[int, int]:
        """Which state of the ticks of pull lists lies there."""
        try:
            at = (self.saga / TICKS).stat()
        except OSError:
            return 0, 0
        return at.st_size, at.st_mtime_ns

    def version(self, stamp: Stamp) -> str:
        """A state of the journal, and the ticks as they are, in a word that says nothing of what either holds.

        It counts the states that were met since the game was opened, after a word of chance that is this opening's: the
        size of a journal would tell how long a private answer is (9.4).
        """
        state = stamp, self.ticked()
        with self._counting:
            if state not in self._numbers:
                self._numbers[state] = max(self._numbers.values(), default=0) + 1
                if len(self._numbers) > _NUMBERED:
                    del self._numbers[next(iter(self._numbers))]
            return f"{self._opened_as}-{self._numbers[state]}"

    @property
    def copy(self) -> str:
        """What is to be said of it on every screen if it is a copy to try lines on."""
        return "" if self._play is None else origin_note(self._play.header)

    def shown(self) -> str:
        """The version that was read last: what a page about the game is made of."""
        return self.version(self._seen)

    def play(self) -> Play:
        """The game as the journal has it. Raises ``NoSaga``, ``Damaged``, ``OSError``."""
        with self.lock:
            now = self.stamp()
            if self._play is None or now != self._seen or now == _NONE:
                before, self._play = self._play, None
                running = view(latest(self.saga), kept=before)
                self._play, self.notes, self._seen = running.play, running.notes, now
                self._play.forget()
                self._ready(self._play)
            return self._play

    @contextmanager
    def writing(self) -> Iterator[Running]:
        """The game for writing: what is not saved when it ends is forgotten. Raises ``Busy`` besides."""
        with self.lock, self._opened() as running:
            play, head, pending = running.play, running.play.head, running.play.pending
            kept = False
            try:
                yield running
                kept = running.writer is not None and running.writer.wrote
            finally:
                if kept or (play.head == head and play.pending is pending):  # it is as the journal has it
                    play.forget()
                    self._play, self._seen = play, self.stamp()

    @contextmanager
    def _opened(self) -> Iterator[Running]:
        until = time.monotonic() + _PATIENCE
        before, self._play = self._play, None
        with ExitStack() as stack:
            while True:
                try:
                    running = stack.enter_context(going_on(self.saga, before))
                    self._ready(running.play)
                    break
                except files.Busy:
                    if time.monotonic() > until:
                        raise
                time.sleep(_AGAIN)
            yield running


# -- a copy of a game, to try lines on ---------------------------------------------------------------------------------


KEY = "explores"


def explored(play: Play, viewer: str | None, seed: str, by_hand: bool = False) -> dict[str, Any]:
    """The header of a copy of a game between two actions: hidden cards dealt anew by a seed.

    ``by_hand``: dice and draws are told, not rolled. Raises ``ValueError`` where no position can be stated.
    """
    from oathtools.table.position.form import to_position

    state = dealt(play.state, viewer, Random(f"{seed}/explore"))
    header = header_of_position(to_position(state), seed=None if by_hand else seed, readings=play.game.readings)
    who = None if viewer is None else state.players[viewer].name
    return {**header, "bot_seed": seed, KEY: {"game": play.journal, "after": play.live.last, "player": who}}


def origin_note(header: Mapping[str, Any]) -> str:
    """What is said wherever a copy is shown; empty for a game."""
    found = header.get(KEY)
    if found is None:
        return ""
    whom = f"{found['player']} knows" if found["player"] else "everybody knows"
    return (
        f"this is what if: a copy of game {int(found['game'])} after entry {found['after']}, hidden cards dealt anew "
        f"from what {whom}; nothing of it is in the saga"
    )
