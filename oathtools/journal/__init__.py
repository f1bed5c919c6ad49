"""The journal: a game as the list of answers to its questions, append-only, replayed and compared."""

from typing import TYPE_CHECKING

from oathtools.kit.lazy import names_in

if TYPE_CHECKING:
    from oathtools.journal.begin import game_at, header_of_position, header_of_world, new_game, seats_at
    from oathtools.journal.entries import Difference, ReplayError, UnderWay
    from oathtools.journal.entry import Entry, header_for
    from oathtools.journal.play import Play
    from oathtools.journal.running import Batch
    from oathtools.table.effects import Event

__all__ = ["Batch", "Difference", "Entry", "Event", "Play", "ReplayError", "UnderWay", "game_at", "header_for"]
__all__ += ["header_of_position", "header_of_world", "new_game", "seats_at"]

__getattr__ = names_in(
    __name__,
    begin=("game_at", "header_of_position", "header_of_world", "new_game", "seats_at"),
    entries=("Difference", "ReplayError", "UnderWay"),
    entry=("Entry", "header_for"),
    play=("Play",),
    running=("Batch", "Event"),
)
