"""Random games of people at a table, served from memory: nothing is on the disk but who holds which phone."""

from pathlib import Path
from random import Random
from typing import Any

from oathtools.journal.play import Play
from tests.support.games import table_game
from tests.support.in_memory import InMemory
from tests.support.phones import Browser, Phone, serve


class Table:
    """A random game with a phone for each player, one for whoever looks on, one for whoever sits at the terminal."""

    def __init__(self, seed: int, folder: Path, client: Any = Browser, **how: object) -> None:
        self.rng = Random(f"served {seed}")
        self.kept = InMemory(table_game(seed))
        self.served = serve(folder, **how)
        self.served.kept = self.served.desk.kept = self.served._thinking.kept = self.served.news.kept = self.kept
        names = {seat: player.name for seat, player in self.kept.game.state.players.items()}
        self.phones: dict[str | None, Phone] = {None: Phone(self.served, client)}
        self.phones |= {seat: Phone(self.served, client).sit(name) for seat, name in names.items()}

    @property
    def play(self) -> Play:
        return self.kept.game
