"""The words of results: what a setting is, what a number is, how the intervals were made."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from oathtools.kit.text import capital, count, listed
from oathtools.law.rulings_variants import get
from oathtools.render.document import Block, Columns, Line, apart
from oathtools.simulate.game import MEASURES, winner
from oathtools.simulate.game import way as game_way
from oathtools.table.result import WORDS as WAYS
from oathtools.table.state import ROLE_WORDS

Data = Mapping[str, Any]
WORDS = {each.name: each.words for each in MEASURES}
ROLES = {**ROLE_WORDS, "nobody": "nobody"}


def setting(data: Data) -> str:
    """What a setting is played by, where it is not the default."""
    parts = [f"{key} read as ({letter})" for key, letter in data["readings"].items()]
    parts += [get(name).title for name in data["variants"]]
    bots = list(dict.fromkeys(data["bots"]))
    who = f"{bots[0]} bots" if len(bots) == 1 else f"bots {', '.join(data['bots'])}"
    return f"{listed(parts) or 'the Law by its default readings'}; {who}"


def lead(data: Data) -> list[str]:
    """What was played, in sentences."""
    first = data["settings"][0]
    played = (
        f"{count(first['games'], 'game')} of {data['of']}, {count(len(first['bots']), 'player')}, seed {data['seed']}."
    )
    if data["pair"] is None:
        return [f"{capital(played)} Played by {setting(first)}."]
    named = [f"{each['name']}: {setting(each)}." for each in data["settings"]]
    return [f"{capital(played)} Each was played twice, on the same seeds.", *named]


def failed(data: Data) -> list[str]:
    """What is to be said of games that failed."""
    faults = data["faults"]
    if not faults:
        return []
    first = faults[0]
    text = f"{count(len(faults), 'game')} failed and {'is' if len(faults) == 1 else 'are'} left out"
    return [f"{text}: the first is {first['game']} ({first['setting']}): {first['fault']}"]


def in_vain(data: Data) -> list[str]:
    """Where no pair parted: what was weighed never came up."""
    pair = data["pair"]
    if pair is None or not pair["pairs"] or pair["other_course"]:
        return []
    return ["no game went another way: what differs between the settings never came up in these games"]


def method(data: Data) -> list[str]:
    """How the intervals were made, and what they do not say."""
    level = f"{100 * data['level']:g} %"
    sentences = [
        f"Intervals hold in {level} of such runs: Wilson's for shares of games, Student's t for means. They tell of the"
        " luck of the seeds alone: other bots, or people, play otherwise."
    ]
    if data["pair"] is not None:
        many = len(data["pair"]["measures"])
        sentences.append(
            "Differences are second less first, game by game on the same seed: Bonett and Price's interval for shares,"
            f" Student's t for the rest. + leaves out zero by itself; of {many} measures about one in twenty does so by"
            " luck. * leaves it out for all of them at once (Bonferroni)."
        )
    return sentences


def way(name: str) -> str:
    """A way of winning: ``usurper 3.1 and visionary 3.2`` in words, each with its clause."""
    if name == "nobody":
        return "nobody won"
    return " and ".join(_one_way(each) for each in name.split(" and "))


def _one_way(name: str) -> str:
    how, _, clause = name.partition(" ")
    return f"{WAYS.get(how, how)} ({clause})"


def number(value: float | None, is_share: bool, *, signed: bool = False) -> str:
    """A share in percent, a mean with two digits; with its sign where it is a difference."""
    if value is None:
        return "?"
    sign = "+" if signed else ""
    return f"{100 * value:{sign}.1f} %" if is_share else f"{value:{sign}.2f}"


def between(data: Data, is_share: bool, *, signed: bool = False) -> str:
    """The bounds of an interval."""
    if data["low"] is None:
        return "?"
    low, high = (number(data[key], is_share, signed=signed).removesuffix(" %") for key in ("low", "high"))
    return f"{low} to {high}"


def bounds(data: Data) -> str:
    """The bounds of a difference; where no pair differs nothing is known of how far apart pairs may be."""
    if not data["more"] + data["less"]:
        return "no pair differs"
    return between(data, data["share"], signed=True)


def pairs(pair: Data) -> str:
    """How many pairs there are, and how many of them parted."""
    parted = f"{pair['other_course']} went another way, {pair['other_winner']} had another winner"
    return f"{count(pair['pairs'], 'pair')}; {parted}"


def mark(data: Data) -> str:
    """Whether a difference leaves out zero: by itself, or with all others at once."""
    return "*" if data["sure"] else "+" if data["clear"] else ""


def seen(cards: Iterable[Data], most: int) -> list[Data]:
    """The cards that were played most."""
    return [card for card in cards if card["played"]][:most]


# -- results for a spreadsheet: games a line each, cards a line each, measures a line each -----------------------------


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
        "way": game_way(record),
        **{each.name: each.of(record) for each in MEASURES},
    }


def _csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: "" if value is None else value for key, value in row.items()} for row in rows)
    return out.getvalue()


# -- results as text for a terminal, narrow ones too: two settings stand side by side ----------------------------------


_CARDS, _BOUNDS = 10, "between"


def document(data: Data) -> list[Block]:
    """All that is shown at a prompt."""
    tables = ([table] for table in _tables(data) if table.rows)
    return apart([Line(line, hang=2) for line in lead(data)], *tables, map(Line, method(data)))


def _tables(data: Data) -> Iterator[Columns]:
    settings: Sequence[Data] = [each for each in data["settings"] if each["games"]]
    if data["pair"] is not None:
        yield _pairs(data)

    def shares(title: str, key: str, label: Callable[[Data], str]) -> Columns:
        return _shares(title, [each[key] for each in settings], label, settings)

    yield shares("Won by", "roles", lambda each: ROLES[each["name"]])
    yield shares("Won", "ways", lambda each: way(each["name"]))
    yield shares("By seat, in turn order", "seats", lambda each: f"seat {each['seat']}")
    if any(len(each["bots_won"]) > 1 for each in settings):
        yield shares("By bot", "bots_won", lambda each: f"{each['name']}, {each['seats']} seats")
    yield shares("Length", "rounds", lambda each: f"{each['name']} rounds")
    if data["pair"] is None:
        yield from (_means(each) for each in settings)
    for setting in settings:
        of = f"{setting['name']}: " if len(settings) > 1 else ""
        if len(setting["oaths"]) > 1:
            yield _oaths(setting, of)
        yield _ends(setting, of)
        if len(settings) == 1:
            yield _cards(setting)


def _shares(
    title: str, found: Sequence[Sequence[Data]], label: Callable[[Data], str], settings: Sequence[Data]
) -> Columns:
    """Shares of games by what they are of; a bar for one setting, both beside one another for two."""
    labels = [{label(each): each for each in rows} for rows in found]
    names = list(dict.fromkeys(name for rows in labels for name in rows))
    rows = []
    for name in names:
        cells: list[str | float] = [cell for each in labels for cell in _cells(each.get(name))]
        rows.append((name, *cells, *([float(labels[0][name]["value"] or 0)] if len(labels) == 1 else [])))
    head = ("", *(cell for each in settings for cell in (each["name"], _BOUNDS))) if len(settings) > 1 else None
    return Columns(title, tuple(rows), head, _BOUNDS)


def _cells(data: Data | None) -> tuple[str, str]:
    return ("0.0 %", "") if data is None else (number(data["value"], True), between(data, True))


def _means(setting: Data) -> Columns:
    rows = (
        (capital(WORDS[each["name"]]), number(each["value"], False), between(each, False))
        for each in setting["measures"]
        if not each["share"]
    )
    return Columns("On average", tuple(rows))


def _oaths(setting: Data, of: str) -> Columns:
    rows = []
    for oath in setting["oaths"]:
        won = {each["name"]: number(each["value"], True) for each in oath["won"]}
        rows.append((oath["oath"], str(oath["games"]), *(won.get(role, "-") for role in ROLES)))
    return Columns(f"{of}By oath", tuple(rows), ("oath", "games", *ROLES.values()))


def _ends(setting: Data, of: str) -> Columns:
    rows = []
    for end in setting["ends"]:
        title, leads = end["title"], end["lead"]
        empire = title.get("chancellor", 0) + title.get("citizen", 0)
        shares = (empire, title.get("exile", 0), end["usurper"], leads.get("exile", 0), end["leader_wins"])
        rows.append((str(end["round"]), str(end["games"]), *(number(each, True) for each in shares)))
    head = ("round", "games", "Empire's title", "Exile's", "Usurper", "Exile leads", "leader wins")
    return Columns(f"{of}At the end of each round", tuple(rows), head)


def _cards(setting: Data) -> Columns:
    rows = []
    for card in seen(setting["cards"], _CARDS):
        win = card["won_by_who_played_it"]
        counts = [str(card[key]) for key in ("played", "used", "with_winner")]
        rows.append((card["name"], *counts, number(win["value"], True), between(win, True)))
    head = ("", "games", "used in", "with winner", "players won", _BOUNDS)
    return Columns("Cards most played", tuple(rows), head, _BOUNDS)


def _pairs(data: Data) -> Columns:
    pair, (first, second) = data["pair"], data["settings"]
    rows = []
    for one, other, by in zip(first["measures"], second["measures"], pair["measures"], strict=True):
        share = by["share"]
        found = [number(each["value"], share) for each in (one, other)]
        row = (capital(WORDS[by["name"]]), *found, number(by["value"], share, signed=True))
        rows.append((*row, bounds(by), mark(by)))
    by_name = f"{second['name']} - {first['name']}"
    head = ("", first["name"], second["name"], by_name, _BOUNDS, "")
    return Columns(pairs(pair), tuple(rows), head, _BOUNDS)
