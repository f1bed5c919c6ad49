"""The running game of a saga kept open between answers: read again only where its journal has changed."""

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from oathtools import whole
from oathtools.journal.play import Play
from oathtools.saga import folder
from oathtools.saga.folder import NoSaga, Running
from oathtools.saga.guide.ticks import FILE as TICKS

# What tells one state of the journal from another: the file, its size, when it was written.
Stamp = tuple[str, int, int]
_NONE: Stamp = ("", 0, 0)
# How long a request waits while somebody else writes, and how often it looks.
_PATIENCE, _AGAIN = 3.0, 0.05
# So many states are numbered at a time: pages that are being made show one of the last.
_NUMBERED = 64


class Kept:
    """The last game of a saga, for a screen or for many: its journal is held only while something is written.

    One at a time looks at it or answers: hold ``lock`` for as long as you look, where several do. ``ready`` is done
    with a game whenever it was opened anew.
    """

    def __init__(self, saga: Path, ready: Callable[[Play], None] = lambda play: None) -> None:
        self.saga, self.lock, self._ready = saga, threading.RLock(), ready
        self.notes: list[str] = []
        self._play: Play | None = None
        self._seen: Stamp = _NONE
        self._opened_as = secrets.token_hex(4)
        self._numbers: dict[tuple[Stamp, tuple[int, int]], int] = {}
        self._counting = threading.Lock()

    def stamp(self) -> Stamp:
        """Which state of the journal lies on the disk."""
        try:
            path = folder.latest(self.saga)
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

    def shown(self) -> str:
        """The version that was read last: what a page about the game is made of."""
        return self.version(self._seen)

    def play(self) -> Play:
        """The game as the journal has it. Raises ``NoSaga``, ``Damaged``, ``OSError``."""
        with self.lock:
            now = self.stamp()
            if self._play is None or now != self._seen or now == _NONE:
                before, self._play = self._play, None
                running = folder.view(folder.latest(self.saga), kept=before)
                self._play, self.notes, self._seen = running.play, running.notes, now
                self._play.forget()
                self._ready(self._play)
            return self._play

    @contextmanager
    def writing(self) -> Iterator[Running]:
        """The game for writing: what is not saved when it ends is forgotten. Raises ``Busy`` besides."""
        with self.lock, self._opened() as running:
            play, head, asked = running.play, running.play.head, running.play.pending
            kept = False
            try:
                yield running
                kept = running.writer is not None and running.writer.wrote
            finally:
                if kept or (play.head == head and play.pending is asked):  # it is as the journal has it
                    play.forget()
                    self._play, self._seen = play, self.stamp()

    @contextmanager
    def _opened(self) -> Iterator[Running]:
        until = time.monotonic() + _PATIENCE
        before, self._play = self._play, None
        with ExitStack() as stack:
            while True:
                try:
                    running = stack.enter_context(folder.going_on(self.saga, before))
                    self._ready(running.play)
                    break
                except whole.Busy:
                    if time.monotonic() > until:
                        raise
                time.sleep(_AGAIN)
            yield running
