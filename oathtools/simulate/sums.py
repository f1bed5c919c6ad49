"""Sums over games: whole numbers under names, so that they are the same in whatever order games were played.

A name is a path: ``A/way/usurper 3.1`` counts in the setting ``A``, ``pair/rounds/squares`` the pairs of two settings.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from oathtools.simulate.measures import MEASURES, Record, way, winner

Sums = Counter[str]


def add(sums: Sums, names: Sequence[str], games: Iterable[Sequence[Record]]) -> None:
    """Add games to sums, each as its records under the settings of these names. Those that failed are only counted."""
    for records in games:
        for name, record in zip(names, records, strict=True):
            sums.update(_under(name, _of_game(record)))
        if len(names) == 2 and not any("fault" in record for record in records):
            sums.update(_under("pair", _of_pair(*records)))


def below(sums: Mapping[str, int], path: str) -> dict[str, int]:
    """What stands directly below a path: the last part of each name, and its number."""
    start = f"{path}/"
    found = ((name[len(start) :], number) for name, number in sums.items() if name.startswith(start))
    return {name: number for name, number in found if "/" not in name}


def _under(path: str, parts: Iterator[tuple[str, int]]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for name, number in parts:
        found[f"{path}/{name}"] += number
    return found


def _of_game(record: Record) -> Iterator[tuple[str, int]]:
    if "fault" in record:
        yield "failed", 1
        return
    yield "games", 1
    yield "decisions", record["decisions"]
    for measure in MEASURES:
        value = measure.of(record)
        yield f"measure/{measure.name}", value
        yield f"squares/{measure.name}", value * value
    yield f"rounds/{record['rounds']}", 1
    yield f"way/{way(record) or 'nobody'}", 1
    yield from _of_winner(record)
    yield from _of_ends(record)
    yield from _of_cards(record)
    yield from ((f"actions/{action}", count) for action, count in record["actions"].items())


def _of_winner(record: Record) -> Iterator[tuple[str, int]]:
    won, oath = winner(record), record["oath"]
    yield f"oath/{oath}", 1
    yield f"under/{oath}/{won['role'] if won else 'nobody'}", 1
    for number, seat in enumerate(record["seats"], 1):
        yield f"seat/{number}", int(seat is won)
        yield f"seats/{number}", 1
        for what in (f"bot/{seat['bot']}", f"began/{seat['began']}", f"role/{seat['role']}"):
            yield f"{what}/seats", 1
            yield f"{what}/won", int(seat is won)


def _of_ends(record: Record) -> Iterator[tuple[str, int]]:
    """Round by round: the role of the title's holder and of the leader, and whether the leader won in the end."""
    roles = {seat["color"]: seat["role"] for seat in record["seats"]}
    for number, end in enumerate(record["ends"], 1):
        yield f"end/{number}/games", 1
        yield f"end/{number}/usurper", int(end["usurper"])
        yield f"end/{number}/title {roles.get(end['title'], 'nobody')}", 1
        yield f"end/{number}/lead {roles.get(end['leader'], 'nobody')}", 1
        yield f"end/{number}/held", int(end["leader"] == record["winner"])


def _of_cards(record: Record) -> Iterator[tuple[str, int]]:
    """Of each card: the games in which it was played and used, how often, by how many players, winners among them."""
    for what in ("played", "used", "held"):
        for card in {card for seat in record["seats"] for card in seat[what]}:
            yield f"card/{card}/{what}", 1
    for seat in record["seats"]:
        won = int(seat["color"] == record["winner"])
        for card in seat["played"]:
            yield f"card/{card}/players", 1
            yield f"card/{card}/players_won", won
        for card, times in seat["used"].items():
            yield f"card/{card}/times", times
        for card in seat["held"]:
            yield f"card/{card}/with_winner", won


def _of_pair(first: Record, second: Record) -> Iterator[tuple[str, int]]:
    yield "games", 1
    yield "other_course", int(first["course"] != second["course"])
    yield "other_winner", int(first["winner"] != second["winner"])
    for measure in MEASURES:
        by = measure.of(second) - measure.of(first)
        yield f"{measure.name}/more", int(by > 0)
        yield f"{measure.name}/less", int(by < 0)
        yield f"{measure.name}/sum", by
        yield f"{measure.name}/squares", by * by


def faults(games: Iterable[Sequence[Any]], names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """What failed: the setting, the number of the game, and the fault."""
    for records in games:
        for name, record in zip(names, records, strict=True):
            if "fault" in record:
                yield {"setting": name, "game": record["game"], "fault": record["fault"]}
