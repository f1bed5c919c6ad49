"""Results as text for a terminal, narrow ones too: two settings stand side by side."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from oathtools.render.simulate import words
from oathtools.render.simulate.words import ROLES, Data, between, number
from oathtools.text import bar, capital, fill

_CARDS, _BOUNDS = 10, "between"
Row = list[str]


class Table(NamedTuple):
    """Rows under a title; ``head`` names the columns, where they need names."""

    title: str
    rows: Sequence[Row]
    head: Row | None = None


def text(data: Data, width: int) -> str:
    """All that is shown at a prompt."""
    parts = ["\n".join(fill(line, width, then="  ") for line in words.lead(data))]
    parts += ["\n".join(_shown(table, width)) for table in _tables(data, width) if table.rows]
    parts.append("\n".join(fill(line, width) for line in words.method(data)))
    return "\n\n".join(parts)


def _tables(data: Data, width: int) -> Iterator[Table]:
    settings: Sequence[Data] = [each for each in data["settings"] if each["games"]]
    if data["pair"] is not None:
        yield _pairs(data)

    def shares(title: str, key: str, label: Callable[[Data], str]) -> Table:
        return _shares(title, [each[key] for each in settings], label, settings, width)

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
    title: str, found: Sequence[Sequence[Data]], label: Callable[[Data], str], settings: Sequence[Data], width: int
) -> Table:
    """Shares of games by what they are of; a bar for one setting, both beside one another for two."""
    told = [{label(each): each for each in rows} for rows in found]
    names = list(dict.fromkeys(name for rows in told for name in rows))
    rows = []
    for name in names:
        cells = [_cells(each.get(name)) for each in told]
        if len(cells) == 1:
            value = told[0][name]["value"] or 0
            cells[0].append(bar(value, max(0, min(24, width - 58))))
        rows.append([name, *(cell for each in cells for cell in each)])
    head = ["", *(cell for each in settings for cell in (each["name"], _BOUNDS))] if len(settings) > 1 else None
    return Table(title, rows, head)


def _cells(data: Data | None) -> Row:
    return ["0.0 %", ""] if data is None else [number(data["value"], True), between(data, True)]


def _means(setting: Data) -> Table:
    rows = [
        [capital(words.WORDS[each["name"]]), number(each["value"], False), between(each, False)]
        for each in setting["measures"]
        if not each["share"]
    ]
    return Table("On average", rows)


def _oaths(setting: Data, of: str) -> Table:
    rows = []
    for oath in setting["oaths"]:
        won = {each["name"]: number(each["value"], True) for each in oath["won"]}
        rows.append([oath["oath"], str(oath["games"]), *(won.get(role, "-") for role in ROLES)])
    return Table(f"{of}By oath", rows, ["oath", "games", *ROLES.values()])


def _ends(setting: Data, of: str) -> Table:
    rows = []
    for end in setting["ends"]:
        title, leads = end["title"], end["lead"]
        empire = title.get("chancellor", 0) + title.get("citizen", 0)
        shares = (empire, title.get("exile", 0), end["usurper"], leads.get("exile", 0), end["leader_wins"])
        rows.append([str(end["round"]), str(end["games"]), *(number(each, True) for each in shares)])
    head = ["round", "games", "Empire's title", "Exile's", "Usurper", "Exile leads", "leader wins"]
    return Table(f"{of}At the end of each round", rows, head)


def _cards(setting: Data) -> Table:
    rows = []
    for card in words.seen(setting["cards"], _CARDS):
        win = card["won_by_who_played_it"]
        counts = [str(card[key]) for key in ("played", "used", "with_winner")]
        rows.append([card["name"], *counts, number(win["value"], True), between(win, True)])
    head = ["", "games", "used in", "with winner", "players won", _BOUNDS]
    return Table("Cards most played", rows, head)


def _pairs(data: Data) -> Table:
    pair, (first, second) = data["pair"], data["settings"]
    rows = []
    for one, other, by in zip(first["measures"], second["measures"], pair["measures"], strict=True):
        share = by["share"]
        found = [number(each["value"], share) for each in (one, other)]
        row = [capital(words.WORDS[by["name"]]), *found, number(by["value"], share, signed=True)]
        rows.append([*row, words.bounds(by), words.mark(by)])
    by_name = f"{second['name']} - {first['name']}"
    return Table(words.pairs(pair), rows, ["", first["name"], second["name"], by_name, _BOUNDS, ""])


# -- columns -----------------------------------------------------------------------------------------------------------


def _shown(table: Table, width: int) -> Iterator[str]:
    """Rows under one another: the first column to the left, numbers to the right; where that is too wide, in words."""
    yield from fill(table.title, width, then="  ").split("\n")
    rows = [table.head, *table.rows] if table.head else list(table.rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if sum(widths) + 2 * len(widths) <= width:
        yield from (_columns(row, widths) for row in rows)
    else:
        yield from (fill(_in_words(row, table.head), width, "  ", "    ") for row in table.rows)


def _columns(row: Row, widths: Sequence[int]) -> str:
    cells = [each if _is_bar(each) else each.rjust(wide) for each, wide in zip(row[1:], widths[1:], strict=True)]
    return "  ".join([f"  {row[0].ljust(widths[0])}", *cells]).rstrip()


def _in_words(row: Row, head: Row | None) -> str:
    """A row where there is no room for columns: each number after its name, its bounds in brackets behind it."""
    said: list[str] = []
    for name, cell in zip((head or row)[1:], row[1:], strict=True):
        if said and (name == _BOUNDS or (head is None and cell)) and not _is_bar(cell):
            said[-1] += f" ({cell})"
        elif cell and not _is_bar(cell):
            said.append(f"{name if head else ''} {cell}".strip())
    name = f"{head[0]} {row[0]}".strip() if head else row[0]
    return f"{name}: {', '.join(said)}"


def _is_bar(cell: str) -> bool:
    return cell[:1] in ("#", *"█▏▎▍▌▋▊▉")
