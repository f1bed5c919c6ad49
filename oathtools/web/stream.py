"""News for all phones: that the game has gone on, never what happened. Each phone then asks for its own page again."""

import asyncio
from collections.abc import AsyncIterator

from oathtools.saga.kept import Kept

LOOK = 0.1  # seconds between two looks at the journal, for what the command line writes
_STILL = 15.0  # seconds after which a silent line is proved alive
EACH = 24  # phones of one device that listen; for one more the first is let go


class News:
    """Watches the journal and wakes whoever waits. ``version`` changes with every state of it.

    ``over``: the server stops, and no phone is to wait any longer.
    """

    def __init__(self, kept: Kept | None) -> None:
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

    async def events(self, device: str = "") -> AsyncIterator[str]:
        """The events for one phone: the version now, and each one after it. A device has so many of them at a time."""
        told, me = None, object()
        own = self._listening.setdefault(device, [])
        own.append(me)
        if len(own) > EACH:
            del own[0]
            self._wake()
        try:
            while not self.over and me in own:
                changed = self._changed
                now = self.version()
                if now != told:
                    told = now
                    yield f"event: at\ndata: {now}\n\n"
                try:
                    await asyncio.wait_for(changed.wait(), _STILL)
                except TimeoutError:
                    yield ": here\n\n"
        finally:
            if me in own:
                own.remove(me)
            if not own and self._listening.get(device) is own:
                del self._listening[device]
