"""The pictures of results, each one SVG element: shares with their intervals, lengths, titles round by round."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from oathtools.kit.text import capital, count, filled
from oathtools.render import results
from oathtools.render.results import ROLES, WORDS, Data, between, number
from oathtools.render.world.story_page import palette
from oathtools.render.world.svg import text

_WIDE, _LEFT, _RIGHT, _ROW = 780, 270, 190, 26
_LAYERS = (("chancellor", "purple"), ("citizen", "blue"), ("exile", "red"), ("nobody", "none"))


def shares(rows: Sequence[tuple[str, Data]], label: str) -> str:
    """Bars of shares of games, each with its interval; a full bar is all games, so that pictures can be compared."""
    return _picture(_ROW * len(rows) + 8, label, (part for at, row in enumerate(rows) for part in _share(at, *row)))


def _share(at: int, name: str, data: Data) -> Iterator[str]:
    scale, y = _WIDE - _LEFT - _RIGHT - 10, 4 + _ROW * at
    value, low, high = (data[key] or 0 for key in ("value", "low", "high"))
    yield text(_LEFT - 8, y + 16, name, anchor="end")
    yield f'<rect x="{_LEFT}" y="{y + 4}" width="{value * scale:.1f}" height="14" class="bar"/>'
    yield _whisker(_LEFT + low * scale, _LEFT + high * scale, y + 11)
    yield text(_WIDE - _RIGHT, y + 16, f"{number(data['value'], True)}  ({between(data, True)})", "small")


def differences(rows: Sequence[Data], label: str) -> str:
    """Differences of shares around zero, each with its interval."""
    most = max([abs(each[key] or 0) for each in rows for key in ("low", "high")], default=0) or 1
    middle, scale = (_LEFT + _WIDE - _RIGHT - 10) / 2, (_WIDE - _LEFT - _RIGHT - 20) / 2 / most
    parts = [f'<line x1="{middle:g}" y1="0" x2="{middle:g}" y2="{_ROW * len(rows) + 8}" class="rule"/>']
    for at, each in enumerate(rows):
        y = 4 + _ROW * at
        value, low, high = (middle + (each[key] or 0) * scale for key in ("value", "low", "high"))
        parts += [
            text(_LEFT - 8, y + 16, capital(WORDS[each["name"]]), anchor="end"),
            _whisker(low, high, y + 11),
            f'<circle cx="{value:.1f}" cy="{y + 11}" r="4.5" class="{"sure" if each["sure"] else "dot"}"/>',
            text(_WIDE - _RIGHT, y + 16, f"{number(each['value'], True, signed=True)}  ({_ends(each)})", "small"),
        ]
    return _picture(_ROW * len(rows) + 8, label, parts)


def _ends(data: Data) -> str:
    return between(data, True, signed=True)


def columns(settings: Sequence[Data], label: str) -> str:
    """How many rounds games lasted: for each number a column, side by side for two settings."""
    names = sorted({each["name"] for setting in settings for each in setting["rounds"]}, key=int)
    most = max([each["value"] or 0 for setting in settings for each in setting["rounds"]], default=0) or 1
    high, base, step = 130, 150, 62
    wide = (step - 18) / len(settings)
    parts = [f'<line x1="10" y1="{base}" x2="{20 + step * len(names)}" y2="{base}" class="rule"/>']
    for column, name in enumerate(names):
        parts.append(text(20 + step * column + (step - 18) / 2, base + 18, name, anchor="middle"))
        for at, setting in enumerate(settings):
            value = next((each["value"] or 0 for each in setting["rounds"] if each["name"] == name), 0)
            x, tall = 20 + step * column + wide * at, high * value / most
            caption = f"{setting['name']}: {name} rounds in {number(value, True)}"
            kind = "bar" if at == 0 else "other"
            parts.append(
                f'<g><title>{escape(caption)}</title><rect x="{x:.1f}" y="{base - tall:.1f}" width="{wide:.1f}"'
                f' height="{tall:.1f}" class="{kind}"/></g>'
            )
            if len(settings) == 1:
                parts.append(text(x + wide / 2, base - tall - 5, number(value, True), "small", "middle"))
    return _picture(base + 26, label, parts)


def titles(setting: Data, what: str, label: str) -> str:
    """Round by round, whose the title or the lead is, by role, one on the other: a share of the games so far."""
    high, base, step = 130, 150, 62
    parts = [f'<line x1="10" y1="{base}" x2="{20 + step * len(setting["ends"])}" y2="{base}" class="rule"/>']
    for column, end in enumerate(setting["ends"]):
        x, y = 20 + step * column, float(base)
        parts.append(text(x + (step - 18) / 2, base + 18, str(end["round"]), anchor="middle"))
        for role, color in _LAYERS:
            part = end[what].get(role, 0)
            y -= high * part
            caption = f"round {end['round']}, {end['games']} games: {ROLES[role]} {number(part, True)}"
            parts.append(
                f'<g><title>{escape(caption)}</title><rect x="{x}" y="{y:.1f}" width="{step - 18}"'
                f' height="{high * part:.1f}" class="seat-{color}"/></g>'
            )
    return _picture(base + 26, label, parts)


def legend() -> str:
    """Which color is which role."""
    return _legend([(f"seat-{color}", ROLES[role]) for role, color in _LAYERS])


def legend_of(settings: Sequence[Data]) -> str:
    """Which color is which setting, where there are two."""
    names = [each["name"] for each in settings]
    return _legend(list(zip(("bar", "other"), names, strict=True))) if len(names) > 1 else ""


def _legend(keys: Sequence[tuple[str, str]]) -> str:
    shown = "".join(f'<li><i class="{kind}"></i>{escape(name)}</li>' for kind, name in keys)
    return f'<ul class="key">{shown}</ul>'


def _whisker(low: float, high: float, y: float) -> str:
    return f'<path d="M{low:.1f} {y - 4}v8M{low:.1f} {y}H{high:.1f}M{high:.1f} {y - 4}v8" class="whisker"/>'


def _picture(height: float, label: str, parts: Iterable[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {height:g}" width="{_WIDE}"'
    return f'{head} role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'


# -- results as one HTML page that holds all it needs: tables, charts drawn here, no script, nothing from elsewhere ----


def html(data: Data, cost: Data) -> str:
    """The whole page. ``cost`` is what the games cost."""
    title = f"{count(data['settings'][0]['games'], 'game')} of {data['of']}"
    body = "\n".join([*_head(data, title), *_parts(data), *_foot(data, cost)])
    return filled(Path(__file__).parent / "results.html", title=escape(title), palette=palette(), body=body)


def _head(data: Data, title: str) -> Iterator[str]:
    yield f"<h1>{escape(capital(title))}</h1>"
    yield from (f"<p>{escape(line)}</p>" for line in (*results.lead(data), *results.failed(data)))


def _foot(data: Data, cost: Data) -> Iterator[str]:
    yield "<section><h2>How to read this</h2>"
    yield from (f"<p>{escape(line)}</p>" for line in results.method(data))
    spent = f"{cost['seconds']:,.0f} seconds of a processor, {cost['decisions']:,} decisions"
    yield f'<p class="small">Played in {spent}.</p></section>'


def _parts(data: Data) -> Iterator[str]:
    if data["pair"] is not None:
        yield from _pair(data)
    settings = [each for each in data["settings"] if each["games"]]
    for setting in settings:
        of = f"{setting['name']}: " if data["pair"] is not None else ""
        yield f"<section><h2>{escape(capital(of + 'who won, and how'))}</h2>"
        yield shares([(ROLES[each["name"]], each) for each in setting["roles"]], "Won by role")
        yield shares([(results.way(each["name"]), each) for each in setting["ways"]], "Won by way")
        yield shares([(f"seat {each['seat']}", each) for each in setting["seats"]], "Won by seat")
        if len(setting["bots_won"]) > 1:
            yield shares([(each["name"], each) for each in setting["bots_won"]], "Won by bot")
        yield "</section>"
    if settings:
        yield f"<section><h2>Rounds</h2>{legend_of(settings)}{columns(settings, 'Rounds')}</section>"
    for setting in settings:
        of = f"{setting['name']}: " if data["pair"] is not None else ""
        yield f"<section><h2>{of}Title and lead, round by round</h2>{legend()}"
        yield f"<h3>Has the title</h3>{titles(setting, 'title', 'The title')}"
        yield f"<h3>Would win if this round were the last (3.4)</h3>{titles(setting, 'lead', 'The lead')}"
        yield f"</section><section><h2>{of}Cards</h2>{_cards(setting)}</section>"


def _pair(data: Data) -> Iterator[str]:
    pair, (first, second) = data["pair"], data["settings"]
    yield f"<section><h2>{escape(second['name'])} less {escape(first['name'])}</h2>"
    yield f"<p>{escape(results.pairs(pair))}.</p>"
    yield differences([each for each in pair["measures"] if each["share"]], "Differences of shares")
    head = ("", first["name"], second["name"], "difference", "between", "")
    yield f"{_table(head, _differences(first, second, pair))}</section>"


def _differences(first: Data, second: Data, pair: Data) -> Iterator[list[str]]:
    for one, other, by in zip(first["measures"], second["measures"], pair["measures"], strict=True):
        share = by["share"]
        found = [number(each["value"], share) for each in (one, other)]
        found += [number(by["value"], share, signed=True), results.bounds(by), results.mark(by)]
        yield [capital(WORDS[by["name"]]), *found]


def _cards(setting: Data) -> str:
    head = ("card", "games played in", "used in", "times used", "at the end", "with the winner", "won who played it")
    rows = []
    for card in setting["cards"]:
        win = card["won_by_who_played_it"]
        text = f"{number(win['value'], True)} ({between(win, True)})" if card["players"] else ""
        counts = (card[key] for key in ("played", "used", "times", "held", "with_winner"))
        rows.append([card["name"], *map(str, counts), text])
    return f'<div class="scroll" tabindex="0">{_table(head, rows)}</div>'


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(each)}</th>" if each else "<td></td>" for each in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(each)}</td>' for each in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
