"""Giving each taker something of its own, of what it is offered (augmenting paths)."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

Taker = TypeVar("Taker")
Thing = TypeVar("Thing")


def serve(taker: Taker, offers: Mapping[Taker, Iterable[Thing]], holder: dict[Thing, Taker], tried: set[Thing]) -> bool:
    """Give a taker a thing, others theirs anew if need be; whoever has one, and what is held, stays served and held.

    ``holder`` says who has what; ``tried`` is every thing that was thought of: all that it and those whom it could
    displace may have, if there is none.
    """
    for thing in offers[taker]:
        if thing in tried:
            continue
        tried.add(thing)
        if thing not in holder or serve(holder[thing], offers, holder, tried):
            holder[thing] = taker
            return True
    return False
