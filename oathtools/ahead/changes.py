"""What becomes of everybody's next win when something changes at the table: the difference, not how it stands."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from oathtools.ahead.standing import Prospect

Winning = Mapping[str, Prospect]


class Wins(NamedTuple):
    """The next wins that come about, or come sooner, and those that are no more, or come later."""

    made: tuple[Prospect, ...] = ()
    broken: tuple[Prospect, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.made or self.broken)


def difference(seats: Sequence[str], before: Winning, after: Winning) -> Wins:
    """What is made and what is broken between two moments of a game; ``seats`` in turn order."""

    def when(won: Prospect) -> tuple[int, int]:
        """By round; the end of one comes after its Wakes, which come in turn order."""
        moment = won.moment
        return moment.round, len(seats) if moment.seat is None else seats.index(moment.seat)

    made = [won for who, won in after.items() if who not in before or when(won) < when(before[who])]
    broken = [won for who, won in before.items() if who not in after or when(won) < when(after[who])]
    return Wins(tuple(made), tuple(broken))


def common(several: Iterable[Wins]) -> Wins:
    """What all of several differences have in common: what holds whichever of them comes about."""
    first, *others = list(several)
    made = [won for won in first.made if all(won.who in _whose(each.made) for each in others)]
    broken = [won for won in first.broken if all(won.who in _whose(each.broken) for each in others)]
    return Wins(tuple(made), tuple(broken))


def _whose(wins: Iterable[Prospect]) -> list[str]:
    return [won.who for won in wins]
