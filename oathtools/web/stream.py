"""News for all phones: that the game has gone on, never what happened. Each phone then asks for its own page again."""

import asyncio
from collections.abc import AsyncIterator

from oathtools.saga.kept import Kept

LOOK = 0.1  # seconds between two looks at the journal, for what the command line writes
_STILL = 15.0  # seconds after which a silent line is proved alive


class News:
    """Watches the journal and wakes whoever waits. ``version`` changes with every state of it.

    ``over``: the server stops, and no phone is to wait any longer.
    """

    def __init__(self, kept: Kept | None) -> None:
        self.kept = kept
        self.over = False
        self._changed = asyncio.Event()
        self._last = self.version()

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
            self._changed.set()
            self._changed = asyncio.Event()

    async def events(self) -> AsyncIterator[str]:
        """The events for one phone: the version now, and each one after it."""
        told = None
        while not self.over:
            changed = self._changed
            now = self.version()
            if now != told:
                told = now
                yield f"event: at\ndata: {now}\n\n"
            try:
                await asyncio.wait_for(changed.wait(), _STILL)
            except TimeoutError:
                yield ": here\n\n"
