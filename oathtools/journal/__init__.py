"""The journal: a game as the list of answers to its questions, append-only, replayed and compared."""

from oathtools.journal.play import Difference, Play, ReplayError, UnderWay
from oathtools.journal.record import Entry, header_for

__all__ = ["Difference", "Entry", "Play", "ReplayError", "UnderWay", "header_for"]
