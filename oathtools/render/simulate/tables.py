"""Results for a spreadsheet: games a line each, cards a line each, measures a line each."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from oathtools.render.simulate.words import WORDS, Data
from oathtools.simulate.game import MEASURES, way, winner

_GAME = ("setting", "game", "oath", "winner", "role", "bot", "way", "decisions")
_CARD = ("setting", "card", "name", "played", "players", "players_won", "used", "times", "held", "with_winner")
_MEASURE = ("setting", "measure", "words", "value", "low", "high")


def games(chunks: Iterable[Sequence[Mapping[str, Any]]], names: Sequence[str]) -> str:
    """A line for each game under each setting; of one that failed what is known of it."""
    rows = (
        {"setting": name, **_game(record)} for records in chunks for name, record in zip(names, records, strict=True)
    )
    return _csv((*_GAME, *(each.name for each in MEASURES), "fault"), rows)


def cards(data: Data) -> str:
    """A line for each card under each setting."""
    rows = ({"setting": each["name"], **card} for each in data["settings"] for card in each["cards"])
    return _csv(_CARD, rows)


def measures(data: Data) -> str:
    """A line for each measure under each setting, and for each difference."""
    return _csv(_MEASURE, _measures(data))


def _measures(data: Data) -> Iterator[dict[str, Any]]:
    found = [(each["name"], each["measures"]) for each in data["settings"]]
    if data["pair"] is not None:
        first, second = data["settings"]
        found.append((f"{second['name']} - {first['name']}", data["pair"]["measures"]))
    for name, rows in found:
        for row in rows:
            yield {"setting": name, "measure": row["name"], "words": WORDS[row["name"]], **row}


def _game(record: Mapping[str, Any]) -> dict[str, Any]:
    if "fault" in record:
        return dict(record)
    won = winner(record) or {}
    return {
        **{key: record[key] for key in ("game", "oath", "winner", "decisions")},
        "role": won.get("role"),
        "bot": won.get("bot"),
        "way": way(record),
        **{each.name: each.of(record) for each in MEASURES},
    }


def _csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: "" if value is None else value for key, value in row.items()} for row in rows)
    return out.getvalue()
