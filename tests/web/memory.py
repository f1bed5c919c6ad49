"""Random games of people at a table, served from memory: nothing is on the disk but who holds which phone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from oathtools.journal.play import Play
from oathtools.saga.folder import Running
from oathtools.web.kept import Kept, Stamp
from tests.render.test_leaks_commands import table_game
from tests.web.phones import Browser, Phone, serve


class InMemory(Kept):
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


class Table:
    """A random game with a phone for each player, one for whoever looks on, one for whoever sits at the terminal."""

    def __init__(self, seed: int, folder: Path, client: Any = Browser, **how: object) -> None:
        self.rng = Random(f"served {seed}")
        self.kept = InMemory(table_game(seed))
        self.served = serve(folder, **how)
        self.served.kept = self.served.desk.kept = self.served.news.kept = self.kept
        names = {seat: player.name for seat, player in self.kept.game.state.players.items()}
        self.phones: dict[str | None, Phone] = {None: Phone(self.served, client)}
        self.phones |= {seat: Phone(self.served, client).sit(name) for seat, name in names.items()}

    @property
    def play(self) -> Play:
        return self.kept.game
