"""Which open points decide something: those of which another reading would make it otherwise."""

from collections.abc import Callable, Mapping
from typing import Any

from oathtools.law.rulings import points


def deciding(used: Mapping[str, str], said: Callable[[Mapping[str, str]], Any]) -> dict[str, str]:
    """The points that decide what is said, each with its reading in force.

    ``used`` are the points that were asked for, with their readings; ``said`` says it anew with another reading of one.
    A point of a variant, which the register of the Law does not have, counts as deciding.
    """
    now = said({})

    def decides(point: str, reading: str) -> bool:
        others = [letter for letter in points()[point].readings if letter != reading] if point in points() else None
        return others is None or any(said({point: letter}) != now for letter in others)

    return {point: reading for point, reading in used.items() if decides(point, reading)}


def deciding_otherwise(used: Mapping[str, str], said: Callable[[Mapping[str, str]], Any]) -> dict[str, str]:
    """The same, of the points that the table reads otherwise than is usual."""
    known = points()
    own = {point: reading for point, reading in used.items() if point in known and known[point].take != reading}
    return deciding(own, said) if own else {}


def notes(decided: Mapping[str, str]) -> list[str]:
    """A sentence for each point that decides, with what its reading says."""
    return [
        f"this table reads {point} as ({letter}): {points()[point].readings[letter]}"
        for point, letter in decided.items()
    ]
