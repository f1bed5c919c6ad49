"""The numbers of a saga as one picture: bars of wins, who ruled which site, how long the games were."""

from collections.abc import Callable, Iterator
from html import escape

from oathtools import catalog
from oathtools.render.story.html import style
from oathtools.render.story.svg import text
from oathtools.render.world.history import name
from oathtools.render.world.stats import called, length_in_words
from oathtools.saga.past.stats import Stats

_LEFT, _BAR, _WIDE, _ROW = 190, 300, 900, 24
Bar = tuple[str, list[tuple[str, int]], int, str]  # its name, its parts by kind, the whole, what stands behind it


def picture(found: Stats, of: Callable[[str], str | None] = name, styled: bool = True) -> str:
    """All of it, as one SVG file; ``of`` names a site (None: it is left out), ``styled`` brings its style along."""
    y, parts = 8.0, []
    for title, bars in sections(found, of):
        drawn, y = _section(title, bars, y)
        parts.append(drawn)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {y:g}" width="{_WIDE}" height="{y:g}"'
    label = escape(f"{found.history.name} in numbers")
    paper = '<rect width="100%" height="100%" style="fill:var(--paper)"/>'
    own = f"<style>{style()}</style>{paper}" if styled else ""
    return f'{head} role="img" aria-label="{label}">{own}{"".join(parts)}</svg>\n'


def sections(found: Stats, of: Callable[[str], str | None]) -> Iterator[tuple[str, list[Bar]]]:
    """The parts of the picture, each with its bars."""
    for what, wins in found.wins.items():
        kind = "seat-{}" if what == "seat" else "suit-order"
        bars = [
            (called(what, key), [(kind.format(key), won)], all_, f"{won} of {all_}")
            for key, (won, all_) in wins.items()
        ]
        yield f"Wins by {what}", bars
    seats = {who: color for game in found.history.games for who, color in game.players.items()}
    seats["the Empire"] = "purple"
    most = max((sum(held.values()) for held in found.sites.values()), default=0)
    rows: list[Bar] = []
    for site, held in found.sites.items():
        ruled = [(f"seat-{seats.get(who, 'none')}", turns) for who, turns in held.items()]
        if called_so := of(site):
            rows.append((called_so, ruled, most, ", ".join(f"{who} {turns}" for who, turns in held.items())))
    yield "Who ruled which site, in turns that began so", rows
    suits = zip(found.history.games, found.suits, strict=True)
    known = [(game.game, on_map) for game, on_map in suits if on_map]
    most = max((sum(on_map.values()) for _, on_map in known), default=0)
    yield "Suits at the sites after each game", [
        (f"Game {game}", [(f"suit-{suit}", on_map[suit]) for suit in catalog.SUITS], most,
         ", ".join(f"{suit.title()} {number}" for suit, number in on_map.items() if number)) for game, on_map in known
    ]  # fmt: skip
    most = catalog.LAST_ROUND
    rows = [
        (f"Game {each.game}", [("suit-nomad", each.rounds or 0)], most, length_in_words(each)) for each in found.lengths
    ]
    yield "How long the games were", rows


def _section(title: str, bars: list[Bar], y: float) -> tuple[str, float]:
    if not bars:
        return "", y
    drawn, y = text(12, y + 22, title, "site"), y + 34
    for label, parts, whole, note in bars:
        drawn += text(12, y + 16, label, "tiny")
        x = float(_LEFT)
        for kind, number in parts:
            wide = _BAR * number / whole if whole else 0
            drawn += f'<rect x="{x:g}" y="{y + 4:g}" width="{wide:.1f}" height="15" class="{kind}"/>' if wide else ""
            x += wide
        drawn += f"<g><title>{escape(note)}</title>{text(x + 8, y + 16, note, 'small')}</g>"
        y += _ROW
    return drawn, y + 10
