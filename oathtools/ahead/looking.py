"""All that is ahead of a game at once: who would win, how far everybody is, and what whoever acts can do about it."""

from typing import NamedTuple

from oathtools.ahead.standing import Prospect, distance, next_winners, standing
from oathtools.ahead.ways import ANSWERS, Search, ways
from oathtools.procedures.adjudicate.otherwise import deciding_here
from oathtools.procedures.machine.game import Game
from oathtools.procedures.victory import moments
from oathtools.procedures.victory.moments import Moment


class Ahead(NamedTuple):
    """The next check, the winners as the table stands (up to the first that is certain), everybody's prospects, nearest
    first, and a search of what one player can do; None where that was not asked.
    """

    game: Game
    coming: Moment | None
    winners: tuple[Prospect, ...]
    standing: dict[str, list[Prospect]]
    search: Search | None

    @property
    def at_once(self) -> Prospect | None:
        """Who wins at the very next check as the table stands, if anybody does."""
        return next((won for won in self.winners if won.moment == self.coming), None)


def deciding_ahead(game: Game) -> dict[str, str]:
    """The points read otherwise than is usual that decide who would win or how far somebody is, with their readings."""
    return deciding_here(game, lambda table: (next_winners(table), standing(table)))


def looked(game: Game, seat: str | None = None, answers: int = ANSWERS, deep: int = 2) -> Ahead:
    """What is ahead; with a search for one player's ways, up to ``deep`` actions."""
    coming = next(moments.to_come(game.state), None)
    search = None if seat is None or coming is None else ways(game, seat, answers, deep)
    everybody = {} if coming is None else {each: distance(game, each) for each in game.state.seats}
    return Ahead(game, coming, tuple(next_winners(game)), everybody, search)
