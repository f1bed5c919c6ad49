"""A game that is kept in memory, for those who keep one open: a screen, a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from oathtools.journal.play import Play
from oathtools.saga.folder import OpenGame, Running, Stamp


class InMemory(OpenGame):
    """A game that is kept in memory; what is refused leaves it as it was."""

    def __init__(self, play: Play) -> None:
        super().__init__(Path("nowhere"))
        self.game = play

    def stamp(self) -> Stamp:
        return "memory", len(self.game.entries), 0

    def shown(self) -> str:
        return self.version(self.stamp())

    def play(self) -> Play:
        return self.game

    @contextmanager
    def writing(self) -> Iterator[Running]:
        header, entries, asked = self.game.header, list(self.game.entries), self.game.pending
        running = _Running(self.game, Path("nowhere.jsonl"), [])
        try:
            yield running
        except BaseException:
            if self.game.head != len(entries) or self.game.pending is not asked:
                self.game = Play(header, entries)
            raise


class _Running(Running):
    def save(self, entries: object) -> None:
        """Nothing is written."""
