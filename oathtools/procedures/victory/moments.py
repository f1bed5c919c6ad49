"""When the Law asks for a winner: the Wake of each Exile (4.1.2) and the ends of rounds five to eight (3.3, 3.4)."""

from collections.abc import Iterator
from typing import NamedTuple

from oathtools import catalog
from oathtools.table.state import ENDED, EXILE, State

WAKE, ROUND_END = "wake", "round-end"
CHECK, FLIP = "4.1.2", "4.1.3"
_BEFORE_CHECK = ("", "4.1.1", CHECK)


class Moment(NamedTuple):
    """One check: at whose Wake, or at the end of a round.

    ``woken`` are the seats with a flip of the title (4.1.3) between now and then, if they have it.
    """

    at: str  # wake | round-end
    seat: str | None
    round: int
    woken: tuple[str, ...] = ()


def now(state: State, at: str, seat: str | None = None) -> Moment:
    """A check made as the table stands, in this round."""
    return Moment(at, seat, state.round)


def to_come(state: State) -> Iterator[Moment]:
    """Every check from here to the end of the last round, in order; none once the game is over."""
    if state.phase in ENDED:
        return
    seats = state.seats
    woken: list[str] = []
    first = len(seats) if state.phase == "round-end" else seats.index(state.turn) if state.turn in seats else 0
    for number in range(state.round, catalog.LAST_ROUND + 1):
        for seat in seats[first:]:
            if number == state.round and seat == state.turn and _has_checked(state):
                woken += [seat] if _flips_yet(state) else []
            elif state.players[seat].role == EXILE:
                yield Moment(WAKE, seat, number, tuple(woken))
                woken.append(seat)
        first = 0
        if asks_at_end(number):
            yield Moment(ROUND_END, None, number, tuple(woken))


def _has_checked(state: State) -> bool:
    """Is the check in the Wake of the one whose turn it is over? None is made before the game has begun."""
    return state.phase not in ("setup", "wake") or (state.phase == "wake" and state.step not in _BEFORE_CHECK)


def _flips_yet(state: State) -> bool:
    return state.phase == "wake" and state.step == FLIP


def asks_at_end(number: int) -> bool:
    """Is a winner asked for at the end of a round? (3.3, 3.4)"""
    return number == catalog.LAST_ROUND or any(roll.round == number for roll in catalog.END_ROLLS)


def turns_before(state: State, seat: str, moment: Moment) -> int:
    """How many Act Phases a player has between now and a moment; the one under way is one."""
    seats = state.seats
    own = seats.index(seat)
    here = len(seats) if state.phase == "round-end" else seats.index(state.turn)
    if state.phase == "rest":
        here += 1
    there = len(seats) if moment.seat is None else seats.index(moment.seat)
    return moment.round - state.round + (own < there) - (own < here)
