"""The story of a saga as one HTML page that holds all it needs: nothing is fetched, nothing runs, nothing is hidden."""

import re
from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path

from oathtools import catalog
from oathtools.kit.datafiles import load
from oathtools.kit.text import filled, printable
from oathtools.render.world import svg as story_svg
from oathtools.render.world.chronicle import KeepingPart, plainly
from oathtools.render.world.stats import MOST, beyond, called, did, length_in_words
from oathtools.render.world.story import SEATS, Chapter, Story, oath_name, roman, won_as
from oathtools.render.world.svg import text
from oathtools.saga.past.diff import Stats
from oathtools.saga.past.story import ENDING, OPENING, UNSEALED, own_html, room, sealed

# -- The style of the story page: paper by day, candlelight by night, ink on print; no font or picture from elsewhere


_HERE = Path(__file__).parent
_COLORS = load("palette")


def _variables(colors: dict[str, str], shade: int) -> str:
    variables = {**colors, **{f"suit-{suit}": pair[shade] for suit, pair in _COLORS["suits"].items()}}
    return "".join(f"--{name}:{color};" for name, color in variables.items())


def palette(day: str = ":root", night: str = "") -> str:
    """The colors by day and by night, of suits and of seats: for any page of ours.

    ``day`` and ``night`` select what is drawn in either; without ``night`` the reader's machine decides.
    """
    suits = "".join(
        f".suit-{suit}{{fill:var(--suit-{suit});background:var(--suit-{suit})}}.line-{suit}{{stroke:var(--suit-{suit})}}"
        for suit in _COLORS["suits"]
    )
    seats = "".join(f".seat-{seat}{{fill:{color};background:{color}}}" for seat, color in _COLORS["seats"].items())
    dark = _variables(_COLORS["night"], 1)
    by_night = f"{night}{{{dark}}}" if night else f"@media (prefers-color-scheme:dark){{{day}{{{dark}}}}}"
    return (
        f"{day}{{{'' if night else 'color-scheme:light dark;'}{_variables(_COLORS['day'], 0)}}}{by_night}{suits}{seats}"
    )


def style() -> str:
    """The whole style sheet of the story."""
    ink = _variables({**_COLORS["day"], "paper": "#fff", "leaf": "#fff"}, 0)
    return filled(_HERE / "story.css", palette=palette(), ink=ink)


_ROOM = "<p>There is room for your own words in every chapter: write them into the .md file beside this one.</p>\n"


def as_html(story: Story, words: Mapping[str, str], own: Mapping[str, str], numbers: str = "") -> str:
    """The whole page. ``words`` are the players' own in Markdown, ``own`` those they wrote into the page itself.

    ``numbers``: the saga in numbers, as a picture without a style.
    """
    return sealed(_page(story, words, own, numbers))


def _page(story: Story, words: Mapping[str, str], own: Mapping[str, str], numbers: str) -> str:
    rooms = _Rooms(words, own)
    opening = rooms.draw(OPENING, "h2")
    return filled(
        _HERE / "story.html",
        name=escape(printable(story.history.name)) or "A chronicle",
        beginning=escape(story.beginning),
        ending=escape(story.ending),
        style=style(),
        unsealed=UNSEALED,
        opening=opening,
        parts="\n".join(_parts(story, rooms, numbers)),
        closing=rooms.draw(ENDING, "h2") + rooms.rest(),
        room="" if any((*words.values(), *own.values())) else _ROOM,
    )


def _parts(story: Story, rooms: "_Rooms", numbers: str) -> Iterator[str]:
    yield from _world(story)
    for part in story.parts:
        yield from _part(part)
    yield from _ages(story)
    if story.chapters:
        yield '<section class="part">'
        yield "<h2>The tale so far</h2>"
        for chapter in story.chapters:
            yield from _chapter(chapter, rooms)
        yield "</section>"
    yield from _players(story)
    if numbers:
        shown = f'<div class="scroll" tabindex="0">{numbers.strip()}</div>'
        yield f'<section class="part"><h2>In numbers</h2>{shown}</section>'


class _Rooms:
    """The rooms as the page draws them; each once."""

    def __init__(self, words: Mapping[str, str], own: Mapping[str, str]) -> None:
        self._words, self._own = dict(words), dict(own)

    def draw(self, key: str, heading: str = "h4") -> str:
        words, own = self._words.pop(key, ""), self._own.pop(key, None)
        inside = own_html(own) if own is not None else prose(words, heading)
        held = room(key, inside)
        return f'<div class="own">{held}</div>' if inside else f'{held}<div class="own"></div>'

    def rest(self) -> str:
        """The rooms of games that the history does not hold any more."""
        return "".join(self.draw(key, "h3") for key in list(dict.fromkeys((*self._words, *self._own))))


def prose(words: str, heading: str = "h4") -> str:
    """Words of the players, a little Markdown in them, as HTML: paragraphs, lists, headings, quotes, emphasis.

    ``heading`` is the element of a heading: a level below what the words stand under.
    """
    parts = []
    for block in re.split(r"\n\s*\n", words.strip()):
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        if not lines:
            continue
        if all(line.startswith(("- ", "* ")) for line in lines):
            parts.append("<ul>" + "".join(f"<li>{_inline(line[2:])}</li>" for line in lines) + "</ul>")
        elif all(line.startswith(">") for line in lines):
            quoted = " ".join(line.lstrip("> ") for line in lines)
            parts.append(f"<blockquote><p>{_inline(quoted)}</p></blockquote>")
        elif lines[0].startswith("#") and len(lines) == 1:
            parts.append(f"<{heading}>{_inline(lines[0].lstrip('# '))}</{heading}>")
        else:
            parts.append(f"<p>{'<br>'.join(map(_inline, lines))}</p>")
    return "\n".join(parts)


def _inline(words: str) -> str:
    html = escape(words, quote=False)
    html = re.sub(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", r"<strong>\1</strong>", html)
    html = re.sub(r"(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])", r"<em>\1</em>", html)
    return re.sub(r"(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)", r"<em>\1</em>", html)


def _world(story: Story) -> Iterator[str]:
    yield '<section class="part">'
    yield "<h2>The world as it stands</h2>"
    yield '<div class="regions">'
    for region in dict.fromkeys(land.place.split()[0] for land in story.lands):
        lands = [land for land in story.lands if land.place.startswith(region)]
        yield "<div>" + story_svg.region(region, lands) + "</div>"
    yield "</div>"
    yield "</section>"


def _part(part: KeepingPart) -> Iterator[str]:
    """What a variant keeps in the world, and what became of it."""
    yield '<section class="part">'
    yield f"<h2>{escape(part.title)}</h2>"
    yield '<ul class="kept">'
    for thing in part.things:
        seal = f'<span class="seal {_seat(thing.color)}"></span>' if thing.color else ""
        yield f"<li><p>{seal}<strong>{escape(thing.name)}</strong>{escape(thing.now)}.</p>"
        if thing.moments:
            text = "".join(f"<li>Game {game}: {escape(printable(sentence))}</li>" for game, sentence in thing.moments)
            yield f"<ul>{text}</ul>"
        yield "</li>"
    yield "</ul>"
    yield "</section>"


def _ages(story: Story) -> Iterator[str]:
    """What changed from game to game: oaths, suits, edifices."""
    history = story.history
    if not history.games:
        return
    narrow = " side" if len(history.games) < story_svg.NARROW else ""
    yield f'<section class="part ages{narrow}">'
    yield '<div class="age">'
    yield "<h2>The oaths, and who won</h2>"
    yield from _seats(story)
    yield f'<div class="scroll" tabindex="0">{story_svg.oaths(history)}</div></div>'
    if any(sum(total.values()) for total in history.suits_added()):
        yield '<div class="age">'
        yield "<h2>The suits that came into the world</h2>"
        yield '<ul class="key">'
        for suit in catalog.SUITS:
            yield f'<li><i class="suit-{suit}"></i>{suit.title()}</li>'
        yield "</ul>"
        yield f'<div class="scroll" tabindex="0">{story_svg.suits(history)}</div></div>'
    found = [each for each in history.edifices() if each.edifice.startswith("edifice.")]
    if found:
        yield '<div class="age">'
        yield "<h2>What was built, and what fell</h2>"
        yield f'<div class="scroll" tabindex="0">{story_svg.edifices(history, found)}</div></div>'
    yield "</section>"


def _seats(story: Story) -> Iterator[str]:
    """Who played which color, where it won."""
    games = [game for game in story.history.games if game.color in SEATS]
    won = dict.fromkeys((game.color, printable(game.winner)) for game in games)
    yield '<ul class="key">'
    for color, who in won:
        yield f'<li><span class="seal {_seat(color)}"></span>{escape(who or color)}</li>'
    yield "</ul>"


def _seat(color: str) -> str:
    return f"seat-{color}" if color in SEATS else "seat-none"


def _chapter(chapter: Chapter, rooms: _Rooms) -> Iterator[str]:
    game = chapter.game
    yield f'<article class="chapter{" pictured" if chapter.lands else ""}" id="{chapter.key}">'
    yield "<div>"
    under = f" · under {oath_name(game.oath)}" if game.oath else ""
    yield f'<p class="over">{roman(game.game)}{escape(under)}</p>'
    seal = f'<span class="seal {_seat(game.color)}"></span>' if game.color else ""
    yield f"<h3>{seal}{escape(chapter.title)}</h3>"
    yield f'<p class="tale">{escape(" ".join(chapter.sentences))}</p>'
    yield rooms.draw(chapter.key)
    yield "</div>"
    if chapter.lands:
        yield f"<div>{story_svg.small_lands(chapter.lands)}</div>"
    yield "</article>"


def _players(story: Story) -> Iterator[str]:
    players = story.history.players()
    if not players:
        return
    yield '<section class="part">'
    yield "<h2>Those who played</h2>"
    yield "<table>"
    yield '<tr><th>Name</th><th class="count">Games</th><th class="count">Won</th><th>As</th></tr>'
    for player in players:
        figures = f'<td class="count">{player.games}</td><td class="count">{player.wins}</td>'
        yield f"<tr><td>{escape(printable(player.name))}</td>{figures}<td>{escape(won_as(player))}</td></tr>"
    yield "</table>"
    yield "</section>"


_LEFT, _BAR, _WIDE, _ROW = 190, 300, 900, 24
Bar = tuple[str, list[tuple[str, int]], int, str]  # its name, its parts by kind, the whole, what stands behind it


def picture(found: Stats, of: Callable[[str], str | None] = plainly, styled: bool = True) -> str:
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
    done = [(of(card), each) for card, each in list(found.cards.items())[:MOST]]
    most = max((sum(each) for _, each in done), default=0)
    kinds = ("suit-nomad", "suit-order", "suit-hearth")  # played, used, left at a site
    yield (
        "Cards that did most",
        [(called_so, list(zip(kinds, each, strict=True)), most, did(each)) for called_so, each in done if called_so],
    )
    lucks = {game: luck for game, luck in found.lucks.items() if luck}
    most = max((sum(each.wins.had for each in luck) for luck in lucks.values()), default=0)
    yield "Battles won in each game, and how many more than expected", [
        (f"Game {game}", [(f"seat-{seats.get(each.who, 'none')}", each.wins.had) for each in luck], most,
         ", ".join(f"{each.who} {beyond(each)}" for each in luck)) for game, luck in lucks.items()
    ]  # fmt: skip


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
