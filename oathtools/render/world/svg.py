"""The pictures of a story, each one SVG element: lands, oaths, suits, edifices. Their colors are the page's."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from oathtools import catalog
from oathtools.render.world.story import SEATS
from oathtools.saga.past.annals import Edifice, History
from oathtools.saga.past.story import Land

OATHS = ("supremacy", "people", "devotion", "protection")
_OATH_WORDS = {"supremacy": "Supremacy", "people": "The People", "devotion": "Devotion", "protection": "Protection"}
_LEFT, _STEP = 104, 46
NARROW = 7  # columns that two pictures side by side have room for


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Words in a picture."""
    more = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{more}>{escape(words)}</text>'


def _picture(width: float, height: float, label: str, parts: Iterable[str], kind: str = "") -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
    return f'{head} height="{height:g}" role="img" aria-label="{escape(label)}" class="{kind}">{"".join(parts)}</svg>'


def diamond(x: float, y: float, size: float, suit: str) -> str:
    """The mark of a suit."""
    points = f"{x:g},{y - size:g} {x + size:g},{y:g} {x:g},{y + size:g} {x - size:g},{y:g}"
    return f'<polygon points="{points}" class="suit-{suit}"/>'


# -- lands ---------------------------------------------------------------------------------------------------------


def region(name: str, lands: Sequence[Land]) -> str:
    """One region of the world as it lies now, to be read on a phone."""
    parts, y = [], 0.0
    for land in lands:
        drawn, height = _land(land, y)
        parts += drawn
        y += height + 12
    text = "; ".join(f"{land.site or 'not yet known'}" for land in lands)
    return _picture(320, y - 10, f"{name}: {text}", parts, "region")


def _land(land: Land, y: float) -> tuple[list[str], float]:
    """A land and its height."""
    if not land.known:
        mist = [f'<rect x="2" y="{y + 2:g}" width="316" height="62" rx="9" class="mist"/>']
        waves = [f'<path d="M{x} {y + 40:g}q12 -12 24 0t24 0" class="wave"/>' for x in (84, 136, 188)]
        return [*mist, *waves, text(16, y + 24, land.place, "small")], 66
    rows = len(land.cards) + bool(land.edifice) + bool(land.ruin) + bool(land.relics)
    height = 62 + 23 * rows
    kind = "land ruined" if land.ruin else "land crowned" if land.edifice else "land"
    parts = [f'<rect x="2" y="{y + 2:g}" width="316" height="{height - 4:g}" rx="9" class="{kind}"/>']
    parts += [text(16, y + 22, land.place, "small"), text(16, y + 45, land.site or "A land of old", "site")]
    at = y + 70
    for name, suit in land.cards:
        parts += [diamond(23, at - 5, 6.5, str(suit)), text(40, at, name or str(suit).title())]
        at += 23
    for name, ruined in ((land.edifice, False), (land.ruin, True)):
        if name:
            parts += [_pillars(16, at - 12, ruined), text(40, at, f"{name}, in ruins" if ruined else name, "edifice")]
            at += 23
    if land.relics:
        parts += [f'<circle cx="{23 + 11 * n}" cy="{at - 5:g}" r="4" class="relic"/>' for n in range(land.relics)]
        parts.append(text(29 + 11 * land.relics, at, f"relic{'' if land.relics == 1 else 's'}, unseen", "quiet"))
    return parts, height


def _pillars(x: float, y: float, ruined: bool) -> str:
    tops = (4, 0, 6) if ruined else (2, 2, 2)
    columns = "".join(
        f'<rect x="{x + 1 + 5 * n:g}" y="{y + top:g}" width="3" height="{12 - top:g}"/>' for n, top in enumerate(tops)
    )
    roof = "" if ruined else f'<polygon points="{x:g},{y + 1:g} {x + 7.5:g},{y - 4:g} {x + 15:g},{y + 1:g}"/>'
    return f'<g class="pillars">{columns}{roof}<rect x="{x:g}" y="{y + 12:g}" width="15" height="2"/></g>'


def small_lands(lands: Sequence[Land]) -> str:
    """The world after a game, small: a column for each region, a mark for each card."""
    parts: list[str] = []
    columns: dict[str, list[Land]] = {}
    for land in lands:
        columns.setdefault(land.place.split()[0], []).append(land)
    for column, (name, row) in enumerate(columns.items()):
        x = 2 + column * 113
        parts.append(text(x + 55, 12, name, "small", "middle"))
        for at, land in enumerate(row):
            parts += _small_land(land, x, 18 + at * 44)
    return _picture(340, 152, "The world after this game", parts, "lands")


def _small_land(land: Land, x: float, y: float) -> Iterator[str]:
    kind = "land" if land.known else "mist"
    yield f'<rect x="{x:g}" y="{y:g}" width="110" height="40" rx="6" class="{kind}"/>'
    if not land.known:
        return
    if land.site:
        yield text(x + 55, y + 16, land.site, "tiny", "middle")
    marks = len(land.cards) + bool(land.edifice or land.ruin) + land.relics
    at = x + 55 - 7.5 * (marks - 1)
    for _, suit in land.cards:
        yield diamond(at, y + 28, 5.5, str(suit))
        at += 15
    if land.edifice or land.ruin:
        yield _pillars(at - 7, y + 22, bool(land.ruin))
        at += 15
    for _ in range(land.relics):
        yield f'<circle cx="{at:g}" cy="{y + 28:g}" r="3.5" class="relic"/>'
        at += 15


# -- over time -----------------------------------------------------------------------------------------------------


def _column(at: int) -> float:
    """Where a column of a picture over time stands."""
    return _LEFT + _STEP / 2 + at * _STEP


def _width(columns: int) -> float:
    """How wide a picture with so many columns is."""
    return _LEFT + columns * _STEP + 8


def oaths(history: History) -> str:
    """Which oath each game was played under, and who won it; the next game at the end."""
    names = history.oaths()
    lanes = [oath for oath in OATHS if oath in names]
    top, lane = 34, 46
    width, height = _width(len(names)), top + lane * len(lanes) + 8
    parts = []
    for at, oath in enumerate(lanes):
        y = top + lane * at + lane / 2
        parts += [f'<line x1="{_LEFT}" y1="{y:g}" x2="{width - 6}" y2="{y:g}" class="rule"/>']
        parts.append(text(4, y + 5, _OATH_WORDS[oath]))
    spots = [(_column(at), top + lane * lanes.index(oath) + lane / 2) for at, oath in enumerate(names) if oath in lanes]
    if len(spots) == len(names):
        way = f"M{spots[0][0]:g} {spots[0][1]:g}"
        for (x0, y0), (x1, y1) in itertools.pairwise(spots):
            way += f"C{x0 + _STEP / 2:g} {y0:g} {x1 - _STEP / 2:g} {y1:g} {x1:g} {y1:g}"
        parts.append(f'<path d="{way}" class="way"/>')
    for at, game in enumerate(history.games):
        parts.append(text(_column(at), 18, str(game.game), "small", "middle"))
        if game.oath in lanes:
            x, y = _column(at), top + lane * lanes.index(game.oath) + lane / 2
            parts += [
                f'<circle cx="{x:g}" cy="{y:g}" r="14" class="seat-{game.color if game.color in SEATS else "none"}"/>',
                _sign(game.role, x, y),
            ]
    if names[-1] in lanes:
        x, y = _column(len(names) - 1), top + lane * lanes.index(names[-1]) + lane / 2
        parts += [text(x, 18, "next", "small", "middle"), f'<circle cx="{x:g}" cy="{y:g}" r="13" class="next"/>']
    return _picture(width, height, "The oaths, game by game", parts, "time")


def _sign(role: str, x: float, y: float) -> str:
    """A crown for the Chancellor, half a crown for a Citizen, a blade for an Exile."""
    if role == "chancellor":
        return f'<path d="M{x - 7:g} {y + 5:g}v-9l4 4 3 -6 3 6 4 -4v9z" class="sign"/>'
    if role == "citizen":
        return f'<path d="M{x - 6:g} {y + 5:g}v-5l6 -5 6 5v5z" class="sign"/>'
    if role == "exile":
        return f'<path d="M{x:g} {y - 8:g}l2.5 3v6h3v2h-4v4h-3v-4h-4v-2h3v-6z" class="sign"/>'
    return ""


def suits(history: History) -> str:
    """How many cards of each suit have come into the world by each game, one on the other."""
    sums = history.suits_added()
    most = max((sum(total.values()) for total in sums), default=0)
    width, base, high = _width(len(sums) + 1), 196, 160
    parts = [f'<line x1="{_LEFT}" y1="{base}" x2="{width - 6}" y2="{base}" class="rule"/>']
    parts += [text(4, base - 4, "Cards that"), text(4, base + 14, "came, in all")]
    for at, total in enumerate(sums):
        y, x = float(base), _column(at)
        for suit in catalog.SUITS:
            if not total[suit]:
                continue
            tall = high * total[suit] / most
            y -= tall
            parts.append(f'<rect x="{x - 18:g}" y="{y:g}" width="36" height="{tall:.2f}" class="suit-{suit}"/>')
            if tall >= 14:
                parts.append(text(x, y + tall / 2 + 5, f"{suit[0].upper()} {total[suit]}", "on", "middle"))
        parts.append(text(x, y - 6, str(sum(total.values()) or ""), "small", "middle"))
        parts.append(text(x, base + 18, str(history.games[at].game), "small", "middle"))
    return _picture(width, base + 26, "The suits that came into the world, game by game", parts, "time")


def edifices(history: History, found: Sequence[Edifice]) -> str:
    """When each edifice stood, lay in ruins, was lost."""
    games = [game.game for game in history.games]
    width, row = _width(len(games) + 1), 34
    parts = [text(_column(at), 18, str(game), "small", "middle") for at, game in enumerate(games)]
    for at, each in enumerate(found):
        y = 30 + at * row
        parts.append(text(4, y + 16, catalog.name_of(each.edifice), "tiny"))
        suit = catalog.edifice(each.edifice).card_suit
        marks = [*each.moments, None]
        for moment, after in itertools.pairwise(marks):
            if moment is None or moment.game not in games:
                continue
            start = _column(games.index(moment.game))
            end = _column(games.index(after.game)) if after is not None and after.game in games else width - 10
            if moment.what == "lost":
                parts.append(f'<path d="M{start - 5:g} {y + 6:g}l10 10m0 -10l-10 10" class="lost"/>')
                continue
            kind = f"suit-{suit}" if moment.what in ("built", "repaired") else f"fallen line-{suit}"
            long = max(end - start - 2, 8)
            parts.append(f'<rect x="{start:g}" y="{y + 4:g}" width="{long:g}" height="14" rx="4" class="{kind}"/>')
    return _picture(width, 36 + row * len(found), "The edifices, game by game", parts, "time")
