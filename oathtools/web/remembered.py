"""What pages have in common: made once while a game stands still; the log is told on from where it was told to."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, NamedTuple

from starlette.responses import Response

from oathtools.journal.play import Play
from oathtools.render.game import log
from oathtools.render.names import Names
from oathtools.saga.folder import OpenGame
from oathtools.table.views import View
from oathtools.web.seats import Person

_AWAY = 30  # answers after which nobody is taken to look further back than is asked for since


class LogSoFar(NamedTuple):
    """What a viewer has heard of a game: the lines after entry ``since``, up to entry ``upto``.

    ``asked``: which entry was the last when as much as that was asked for.
    """

    since: int
    upto: int
    question: int
    lines: list[log.LogLine]


class Remembered:
    """What was made for a page, for those that ask for the same: whatever a single viewer may see is kept by viewer.

    Nothing is kept of a game that is another one now, or was opened anew.
    """

    def __init__(self) -> None:
        self._begin(None)

    def _begin(self, play: Play | None) -> None:
        self._play, self._stood = play, 0
        self._made: dict[Any, Any] = {}
        self._lasting: dict[str, tuple[Any, Any]] = {}
        self._logs: dict[str | None, LogSoFar] = {}

    def _of(self, play: Play) -> None:
        if self._play is not play:
            self._begin(play)

    def once(self, play: Play, what: Any, make: "Callable[[], Any]") -> Any:
        """What ``what`` names, made once for each state of the game."""
        self._of(play)
        if self._stood != play.head:
            self._stood, self._made = play.head, {}
        if what not in self._made:
            self._made[what] = make()
        return self._made[what]

    def lasting(self, play: Play, what: str, mark: Any, make: "Callable[[], Any]") -> Any:
        """What stays as it is until its mark is another one, however the game goes on."""
        self._of(play)
        there = self._lasting.get(what)
        if there is None or there[0] != mark:
            there = self._lasting[what] = mark, make()
        return there[1]

    def lines(self, play: Play, viewer: str | None, last: int | None) -> list[log.LogLine]:
        """What the last so many answers brought, all of them if None, as a viewer may hear it."""
        self._of(play)
        since = log.ALL if last is None else log.before_last(play, last)
        log_so_far = self._logs.get(viewer)
        if log_so_far is None or log_so_far.since > since or not _only_answers(play, log_so_far.upto):
            log_so_far = LogSoFar(since, since, play.head, [])
        elif log_so_far.since < since and play.head - log_so_far.question > _AWAY:  # nobody looks so far back any more
            log_so_far = log_so_far._replace(since=since, lines=[line for line in log_so_far.lines if line.n > since])
        if log_so_far.since == since:
            log_so_far = log_so_far._replace(question=play.head)
        if log_so_far.upto < play.head:
            names = Names(View(play.state, viewer))
            log_so_far = log_so_far._replace(
                upto=play.head, lines=[*log_so_far.lines, *log.lines(play, names, log_so_far.upto)]
            )
        self._logs[viewer] = log_so_far
        return [line for line in log_so_far.lines if line.n > since]


def _only_answers(play: Play, upto: int) -> bool:
    """Has nothing but answers come since? What was taken back, brought back or put right is told anew."""
    return all(entry.is_answer and entry.overruled is None for entry in play.entries.since(upto))


# -- News for all phones: that the game has gone on, never what happened. Each phone then asks for its own page again


LOOK = 0.1  # seconds between two looks at the journal, for what the command line writes
_STILL = 15.0  # seconds after which the version is said again on a silent line
_SOON = 2.0  # seconds within which a phone asks for what it was told of
EACH = 24  # phones of one device that listen; for one more the first is let go


Ready = Callable[[], Awaitable[None]]


async def _at_once() -> None:
    """Nothing is made before a phone is told."""


class News:
    """Watches the journal and wakes whoever waits. ``version`` changes with every state of it.

    ``over``: the server stops, and no phone is to wait any longer.
    """

    def __init__(self, kept: OpenGame | None) -> None:
        self.kept = kept
        self.over = False
        self._changed = asyncio.Event()
        self._last = self.version()
        self._listening: dict[str, list[object]] = {}

    def version(self) -> str:
        """Which state of the game a page shows."""
        return self.kept.version(self.kept.stamp()) if self.kept is not None else "0"

    async def watch(self) -> None:
        """Look at the journal for ever."""
        while True:
            await asyncio.sleep(LOOK)
            self.look()

    def look(self) -> None:
        """Tell those who wait if the journal has changed."""
        now = self.version()
        if now != self._last or self.over:
            self._last = now
            self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def events(self, device: str = "", ready: Ready = _at_once) -> AsyncIterator[str]:
        """The events for one phone: the version now, and each one after it. A device has so many of them at a time.

        ``ready``: done before each one after the first.
        """
        last_seen: str | None = None
        me = object()
        own = self._listening.setdefault(device, [])
        own.append(me)
        if len(own) > EACH:
            del own[0]
            self._wake()
        try:
            while not self.over and me in own:
                changed = self._changed
                now = self.version()
                if now != last_seen:
                    if last_seen is not None:
                        await ready()
                    last_seen = now
                    yield f"event: at\ndata: {now}\n\n"
                try:
                    await asyncio.wait_for(changed.wait(), _STILL)
                except TimeoutError:
                    last_seen = None  # said again, so that a phone knows that it is told, and what it has missed
        finally:
            if me in own:
                own.remove(me)
            if not own and self._listening.get(device) is own:
                del self._listening[device]


class Ahead:
    """Pages that were made before they are asked for: each for one person, one address and one state of the game.

    So no phone waits for the pages of others, all of which are told at once. Soon they are made anew for whoever asks.
    """

    def __init__(self, news: News) -> None:
        self._news = news
        self._made: dict[tuple[Person, str], tuple[str, float, Response]] = {}

    async def make(self, person: Person, address: str, page: Callable[[], Awaitable[Response]]) -> None:
        """Make a page, unless it is made."""
        if self.made(person, address) is None:
            began = self._news.version()
            self._made[person, address] = began, time.monotonic() + _SOON, await page()

    def made(self, person: Person, address: str) -> Response | None:
        """A page that was made, if the game still stands so."""
        now = time.monotonic()
        self._made = {key: each for key, each in self._made.items() if each[1] > now}
        version, _, page = self._made.get((person, address), ("", 0.0, None))
        return page if page is not None and version == self._news.version() else None
