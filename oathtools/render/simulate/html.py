"""Results as one HTML page that holds all it needs: tables, charts drawn here, no script, nothing from elsewhere."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from oathtools.render.simulate import charts, words
from oathtools.render.simulate.words import ROLES, WORDS, Data, between, number
from oathtools.render.story.style import palette
from oathtools.text import capital, count


def html(data: Data, cost: Data) -> str:
    """The whole page. ``cost`` is what the games cost."""
    title = f"{count(data['settings'][0]['games'], 'game')} of {data['of']}"
    body = "\n".join([*_head(data, title), *_parts(data), *_foot(data, cost)])
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title>\n'
        f"<style>{palette()}{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _head(data: Data, title: str) -> Iterator[str]:
    yield f"<h1>{escape(capital(title))}</h1>"
    yield from (f"<p>{escape(line)}</p>" for line in (*words.lead(data), *words.failed(data)))


def _foot(data: Data, cost: Data) -> Iterator[str]:
    yield "<section><h2>How to read this</h2>"
    yield from (f"<p>{escape(line)}</p>" for line in words.method(data))
    spent = f"{cost['seconds']:,.0f} seconds of a processor, {cost['decisions']:,} decisions"
    yield f'<p class="small">Played in {spent}.</p></section>'


def _parts(data: Data) -> Iterator[str]:
    if data["pair"] is not None:
        yield from _pair(data)
    settings = [each for each in data["settings"] if each["games"]]
    for setting in settings:
        of = f"{setting['name']}: " if data["pair"] is not None else ""
        yield f"<section><h2>{escape(capital(of + 'who won, and how'))}</h2>"
        yield charts.shares([(ROLES[each["name"]], each) for each in setting["roles"]], "Won by role")
        yield charts.shares([(words.way(each["name"]), each) for each in setting["ways"]], "Won by way")
        yield charts.shares([(f"seat {each['seat']}", each) for each in setting["seats"]], "Won by seat")
        if len(setting["bots_won"]) > 1:
            yield charts.shares([(each["name"], each) for each in setting["bots_won"]], "Won by bot")
        yield "</section>"
    if settings:
        yield f"<section><h2>Rounds</h2>{charts.legend_of(settings)}{charts.columns(settings, 'Rounds')}</section>"
    for setting in settings:
        of = f"{setting['name']}: " if data["pair"] is not None else ""
        yield f"<section><h2>{of}Title and lead, round by round</h2>{charts.legend()}"
        yield f"<h3>Has the title</h3>{charts.titles(setting, 'title', 'The title')}"
        yield f"<h3>Would win if this round were the last (3.4)</h3>{charts.titles(setting, 'lead', 'The lead')}"
        yield f"</section><section><h2>{of}Cards</h2>{_cards(setting)}</section>"


def _pair(data: Data) -> Iterator[str]:
    pair, (first, second) = data["pair"], data["settings"]
    yield f"<section><h2>{escape(second['name'])} less {escape(first['name'])}</h2>"
    yield f"<p>{escape(words.pairs(pair))}.</p>"
    yield charts.differences([each for each in pair["measures"] if each["share"]], "Differences of shares")
    head = ("", first["name"], second["name"], "difference", "between", "")
    yield f"{_table(head, _differences(first, second, pair))}</section>"


def _differences(first: Data, second: Data, pair: Data) -> Iterator[list[str]]:
    for one, other, by in zip(first["measures"], second["measures"], pair["measures"], strict=True):
        share = by["share"]
        found = [number(each["value"], share) for each in (one, other)]
        found += [number(by["value"], share, signed=True), words.bounds(by), words.mark(by)]
        yield [capital(WORDS[by["name"]]), *found]


def _cards(setting: Data) -> str:
    head = ("card", "games played in", "used in", "times used", "at the end", "with the winner", "won who played it")
    rows = []
    for card in setting["cards"]:
        win = card["won_by_who_played_it"]
        told = f"{number(win['value'], True)} ({between(win, True)})" if card["players"] else ""
        counts = (card[key] for key in ("played", "used", "times", "held", "with_winner"))
        rows.append([card["name"], *map(str, counts), told])
    return f'<div class="scroll">{_table(head, rows)}</div>'


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(each)}</th>" for each in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(each)}</td>' for each in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


_STYLE = """
*{box-sizing:border-box}
body{font:1rem/1.5 Georgia,"Times New Roman",serif;color:var(--ink);background:var(--paper);max-width:52rem;
margin:0 auto;padding:1.5rem 1rem 4rem;overflow-wrap:anywhere}
h1{font-size:1.6rem;margin:0 0 .5rem}
h2{font-size:1.15rem;color:var(--gold);margin:2.2rem 0 .6rem;border-top:1px solid var(--line);padding-top:.8rem}
h3{font-size:.95rem;margin:1rem 0 .2rem;font-weight:600}
p{margin:0 0 .6rem}
.small{font-size:.85rem;color:var(--quiet)}
svg{display:block;max-width:100%;height:auto;margin:0 0 .8rem}
svg text{fill:var(--ink);font-size:13px;font-family:inherit}
svg .small{font-size:12px;fill:var(--quiet)}
.bar{fill:var(--gold);background:var(--gold)}.other{fill:var(--suit-order);background:var(--suit-order)}
.whisker{stroke:var(--ink);stroke-width:1.3;fill:none}
.rule{stroke:var(--line)}
.dot{fill:var(--quiet)}.sure{fill:var(--suit-beast)}
.scroll{max-height:34rem;overflow:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:right;padding:.25rem .5rem;border-bottom:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child{text-align:left;white-space:normal}
th{color:var(--quiet);font-weight:600;white-space:normal}
.key{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:0;margin:0;font-size:.9rem}
.key i{display:inline-block;width:.8em;height:.8em;margin-right:.4em;border-radius:2px;border:1px solid var(--line)}
@media print{.scroll{max-height:none;overflow:visible}body{background:#fff}}
"""
