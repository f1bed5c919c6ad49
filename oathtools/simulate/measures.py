"""What is measured of each game: a share of games (it is so, or not) or a number, each read from its record."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

Record = Mapping[str, Any]
ROLES = ("chancellor", "citizen", "exile")
WAYS = {
    "usurper": "as the Usurper",
    "visionary": "by a Vision",
    "stable_regime": "by a stable regime",
    "successor": "as the Successor",
    "war_exhaustion": "by war exhaustion",
}


class Measure(NamedTuple):
    """Something that is measured: its name in data, its words for people, and how it is read from a record."""

    name: str
    words: str
    is_share: bool
    of: Callable[[Record], int]


def winner(record: Record) -> Mapping[str, Any] | None:
    """The seat that won, if one did."""
    return next((seat for seat in record["seats"] if seat["color"] == record["winner"]), None)


def way(record: Record) -> str:
    """How it was won, with the clause; both ways where two were open at once. Empty if nobody won."""
    return " and ".join(record["ways"])


def _won_as(role: str) -> Callable[[Record], int]:
    return lambda record: int((seat := winner(record)) is not None and seat["role"] == role)


def _won_by(how: str) -> Callable[[Record], int]:
    return lambda record: int(any(each.partition(" ")[0] == how for each in record["ways"]))


def _new_leads(record: Record) -> int:
    """How often another player led at the end of a round than at the end of the one before."""
    return sum(before["leader"] != after["leader"] for before, after in pairwise(record["ends"]))


def _citizens(record: Record) -> int:
    return sum(seat["role"] == "citizen" for seat in record["seats"])


MEASURES = (
    *(Measure(f"won.{role}", f"won by {words}", True, _won_as(role)) for role, words in zip(
        ROLES, ("the Chancellor", "a Citizen", "an Exile"), strict=True)),
    *(Measure(f"way.{how}", f"won {words}", True, _won_by(how)) for how, words in WAYS.items()),
    Measure("rounds", "rounds", False, lambda record: record["rounds"]),
    Measure("turns", "turns", False, lambda record: record["turns"]),
    Measure("titles", "times that the title changed hands", False, lambda record: record["titles"]),
    Measure("leads", "times that the lead changed", False, _new_leads),
    Measure("campaigns", "campaigns", False, lambda record: sum(record["battles"].values())),
    Measure("citizens", "Citizens at the end", False, _citizens),
)  # fmt: skip
