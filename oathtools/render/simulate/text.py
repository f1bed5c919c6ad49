"""Results as text for a terminal, narrow ones too: two settings stand side by side."""

from collections.abc import Callable, Iterator, Sequence

from oathtools.render.document import Block, Columns, Line, apart
from oathtools.render.simulate import words
from oathtools.render.simulate.words import ROLES, Data, between, number
from oathtools.text import capital

_CARDS, _BOUNDS = 10, "between"


def document(data: Data) -> list[Block]:
    """All that is shown at a prompt."""
    tables = ([table] for table in _tables(data) if table.rows)
    return apart([Line(line, hang=2) for line in words.lead(data)], *tables, map(Line, words.method(data)))


def _tables(data: Data) -> Iterator[Columns]:
    settings: Sequence[Data] = [each for each in data["settings"] if each["games"]]
    if data["pair"] is not None:
        yield _pairs(data)

    def shares(title: str, key: str, label: Callable[[Data], str]) -> Columns:
        return _shares(title, [each[key] for each in settings], label, settings)

    yield shares("Won by", "roles", lambda each: ROLES[each["name"]])
    yield shares("Won", "ways", lambda each: words.way(each["name"]))
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
    told = [{label(each): each for each in rows} for rows in found]
    names = list(dict.fromkeys(name for rows in told for name in rows))
    rows = []
    for name in names:
        cells: list[str | float] = [cell for each in told for cell in _cells(each.get(name))]
        rows.append((name, *cells, *([float(told[0][name]["value"] or 0)] if len(told) == 1 else [])))
    head = ("", *(cell for each in settings for cell in (each["name"], _BOUNDS))) if len(settings) > 1 else None
    return Columns(title, tuple(rows), head, _BOUNDS)


def _cells(data: Data | None) -> tuple[str, str]:
    return ("0.0 %", "") if data is None else (number(data["value"], True), between(data, True))


def _means(setting: Data) -> Columns:
    rows = (
        (capital(words.WORDS[each["name"]]), number(each["value"], False), between(each, False))
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
    for card in words.seen(setting["cards"], _CARDS):
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
        row = (capital(words.WORDS[by["name"]]), *found, number(by["value"], share, signed=True))
        rows.append((*row, words.bounds(by), words.mark(by)))
    by_name = f"{second['name']} - {first['name']}"
    head = ("", first["name"], second["name"], by_name, _BOUNDS, "")
    return Columns(words.pairs(pair), tuple(rows), head, _BOUNDS)
