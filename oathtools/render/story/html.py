"""The story of a saga as one HTML page that holds all it needs: nothing is fetched, nothing runs, nothing is hidden."""

import re
from collections.abc import Iterator, Mapping
from html import escape

from oathtools import catalog
from oathtools.kit.text import printable
from oathtools.render.story import svg as story_svg
from oathtools.render.story.story import SEATS, Chapter, Story, oath_name, roman, won_as
from oathtools.render.world.chronicle import KeepingPart
from oathtools.saga.past.story import ENDING, OPENING, UNSEALED, own_html, room, sealed

# -- The style of the story page: paper by day, candlelight by night, ink on print; no font or picture from elsewhere


_SUITS = {
    "discord": ("#7d2e46", "#c56a86"),
    "arcane": ("#6d55b0", "#a796e6"),
    "order": ("#2f68a8", "#76aee6"),
    "hearth": ("#9c680f", "#e6b04e"),
    "beast": ("#b1492c", "#e58a68"),
    "nomad": ("#2f7d5f", "#6cc49f"),
}
_SEATS = {
    "purple": "#5d3f86",
    "red": "#b23a34",
    "blue": "#2f5f9e",
    "yellow": "#c79a1b",
    "white": "#f4efe4",
    "black": "#2b2927",
    "none": "#8d8577",
}
_DAY = {
    "paper": "#f5eedf",
    "leaf": "#fbf7ee",
    "ink": "#2b241d",
    "quiet": "#6b5f50",
    "line": "#d8c9ad",
    "gold": "#7d5b1b",
    "mist": "#e9e0cd",
    "on": "#fff",
}
_NIGHT = {
    "paper": "#171411",
    "leaf": "#211d18",
    "ink": "#ece3d2",
    "quiet": "#a99c88",
    "line": "#453c31",
    "gold": "#d8ac58",
    "mist": "#2a251f",
    "on": "#171411",
}


def _variables(colors: dict[str, str], shade: int) -> str:
    variables = {**colors, **{f"suit-{suit}": pair[shade] for suit, pair in _SUITS.items()}}
    return "".join(f"--{name}:{color};" for name, color in variables.items())


def palette(day: str = ":root", night: str = "") -> str:
    """The colors by day and by night, of suits and of seats: for any page of ours.

    ``day`` and ``night`` select what is drawn in either; without ``night`` the reader's machine decides.
    """
    suits = "".join(
        f".suit-{suit}{{fill:var(--suit-{suit});background:var(--suit-{suit})}}.line-{suit}{{stroke:var(--suit-{suit})}}"
        for suit in _SUITS
    )
    seats = "".join(f".seat-{seat}{{fill:{color};background:{color}}}" for seat, color in _SEATS.items())
    dark = _variables(_NIGHT, 1)
    by_night = f"{night}{{{dark}}}" if night else f"@media (prefers-color-scheme:dark){{{day}{{{dark}}}}}"
    return f"{day}{{{'' if night else 'color-scheme:light dark;'}{_variables(_DAY, 0)}}}{by_night}{suits}{seats}"


def style() -> str:
    """The whole style sheet of the story."""
    ink = _variables({**_DAY, "paper": "#fff", "leaf": "#fff"}, 0)
    return f"{palette()}{_PAGE}{_PICTURES}@media print{{:root{{{ink}}}{_PRINT}}}"


_PAGE = """
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);
font:1.0625rem/1.62 "Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif}
header,main,footer{max-width:64rem;margin:0 auto;padding:0 1.1rem}
header{text-align:center;padding-top:3.2rem;padding-bottom:1.2rem}
h1{font-size:clamp(2rem,7vw,3.6rem);line-height:1.1;margin:.2em 0;font-weight:600;letter-spacing:.01em;
overflow-wrap:anywhere}
h3{font-size:1.65rem;line-height:1.2;font-weight:600;margin:0 0 .5rem;text-wrap:balance;overflow-wrap:anywhere}
h2{font-size:1rem;letter-spacing:.12em;text-transform:uppercase;color:var(--gold);margin:0 0 .6rem;font-weight:600}
p{margin:0 0 .85rem;overflow-wrap:anywhere}
.over{letter-spacing:.22em;text-transform:uppercase;font-size:.8rem;color:var(--gold);margin:0}
.lead{font-size:1.15rem;color:var(--quiet);max-width:36rem;margin:.6rem auto}
.flourish{display:block;margin:1.1rem auto;fill:none;stroke:var(--gold)}
section{margin:0 0 3rem}
.part{border-top:1px solid var(--line);padding-top:1.6rem}
.regions{display:grid;grid-template-columns:repeat(auto-fit,minmax(16rem,1fr));gap:1.4rem;align-items:start}
.regions svg,.chapter .lands{width:100%;height:auto;max-width:24rem;display:block;margin:0 auto}
.side{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr));gap:.6rem 2rem}
.age{min-width:0}
.scroll{overflow-x:auto;padding-bottom:.4rem;margin-bottom:1.8rem}
.scroll svg{display:block}
.chapter{background:var(--leaf);border:1px solid var(--line);border-radius:14px;padding:1.5rem 1.4rem;margin:0 0 1.6rem;
display:grid;grid-template-columns:1fr;gap:1.2rem}
.chapter .over{margin-bottom:.35rem}
.chapter .tale::first-letter{font-size:2.9em;line-height:.85;float:left;padding:.08em .1em 0 0;color:var(--gold)}
@media (min-width:52rem){.chapter.pictured{grid-template-columns:1fr 21rem}}
.seal{display:inline-block;width:.85em;height:.85em;border-radius:50%;border:1px solid var(--line);
margin-right:.5em;vertical-align:-.06em}
.own{border-left:3px solid var(--gold);padding:.1rem 0 .1rem 1.1rem;margin:1rem 0 0;font-style:italic}
.own:empty{display:none}
.own p:last-child{margin-bottom:0}
.opening,.closing{max-width:40rem;margin:0 auto 2.5rem}
table{border-collapse:collapse;width:100%;max-width:34rem}
th,td{text-align:left;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
th{font-size:.8rem;letter-spacing:.1em;text-transform:uppercase;color:var(--quiet);font-weight:600}
td.count,th.count{text-align:right;white-space:nowrap}
.key{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;list-style:none;padding:0;margin:0 0 1rem;font-size:.92rem}
.kept{list-style:none;padding:0;margin:0;max-width:40rem}
.kept p{margin:0}
.kept>li{margin:0 0 1rem}
.kept ul{margin:.2rem 0 0;padding-left:1.6rem;color:var(--quiet);font-size:.95rem}
.key i{display:inline-block;width:.8em;height:.8em;margin-right:.4em;border-radius:2px}
footer{color:var(--quiet);font-size:.85rem;text-align:center;padding-bottom:3rem}
"""
_PICTURES = """
svg text{fill:var(--ink);font-size:16px;font-family:inherit}
svg .small{font-size:12.5px;fill:var(--quiet);letter-spacing:.04em}
svg .tiny{font-size:12.5px}
svg .quiet{fill:var(--quiet);font-size:14.5px}
svg .site{font-size:20px;font-weight:600}
svg .edifice{font-weight:600}
svg .on{fill:var(--on);font-size:12.5px;font-weight:600}
.land{fill:var(--leaf);stroke:var(--line);stroke-width:1.4}
.crowned{stroke:var(--gold);stroke-width:2.2}
.ruined{stroke-dasharray:6 4;stroke:var(--quiet)}
.mist{fill:var(--mist);stroke:var(--line);stroke-width:1.2;stroke-dasharray:3 5}
.wave{fill:none;stroke:var(--quiet);stroke-width:1.4;opacity:.45}
.pillars{fill:var(--gold)}
.relic{fill:none;stroke:var(--gold);stroke-width:1.8}
.rule{stroke:var(--line);stroke-width:1}
.way{fill:none;stroke:var(--gold);stroke-width:2.5;opacity:.8}
.next{fill:none;stroke:var(--gold);stroke-width:2.5;stroke-dasharray:4 4}
circle[class^=seat]{stroke:var(--paper);stroke-width:2}
circle.seat-white{stroke:var(--quiet)}
.sign{fill:#fff}
.seat-white+.sign{fill:#3a332b}
.fallen{fill:none;stroke-width:2;stroke-dasharray:4 3}
.lost{stroke:var(--quiet);stroke-width:2.2;fill:none}
"""
_PRINT = """
body{font-size:10pt;background:#fff}
header{padding-top:0;padding-bottom:0}
section{margin-bottom:1.4rem}
.regions{grid-template-columns:repeat(3,1fr);gap:.8rem}
.chapter.pictured{grid-template-columns:1fr 13.5rem}
.chapter,svg,tr,.age,.kept>li{break-inside:avoid}
.chapter{border-color:#bbb;border-radius:0;padding:.9rem;margin-bottom:.9rem}
h2,h3{break-after:avoid}
footer{padding:0}
footer .flourish{display:none}
.scroll{overflow:visible;margin-bottom:.6rem}
.scroll svg{max-width:100%;height:auto}
.own:empty{display:block;height:4.5rem;border:0;padding:0;--rule:linear-gradient(#999,#999);
background:var(--rule) 0 33%/100% 1px no-repeat,var(--rule) 0 66%/100% 1px no-repeat,
var(--rule) 0 100%/100% 1px no-repeat;-webkit-print-color-adjust:exact;print-color-adjust:exact}
"""


_FLOURISH = (
    '<svg class="flourish" xmlns="http://www.w3.org/2000/svg" width="220" height="22" viewBox="0 0 220 22" '
    'aria-hidden="true"><path d="M2 11h78q12 0 18 -7q6 14 12 7q6 7 12 -7q6 7 18 7h78"/>'
    '<path d="M110 3l5 8 -5 8 -5 -8z"/></svg>'
)


def as_html(story: Story, words: Mapping[str, str], own: Mapping[str, str], numbers: str = "") -> str:
    """The whole page. ``words`` are the players' own in Markdown, ``own`` those they wrote into the page itself.

    ``numbers``: the saga in numbers, as a picture without a style.
    """
    return sealed("\n".join(_lines(story, words, own, numbers)) + "\n")


def _lines(story: Story, words: Mapping[str, str], own: Mapping[str, str], numbers: str) -> Iterator[str]:
    name = escape(printable(story.history.name)) or "A chronicle"
    rooms = _Rooms(words, own)
    yield "<!doctype html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f'<meta name="description" content="{escape(story.beginning)} {escape(story.ending)}">'
    yield f"<title>{name}</title>"
    yield f"<style>{style()}</style>"
    yield "</head>"
    yield "<body>"
    yield UNSEALED
    yield "<header>"
    yield '<p class="over">A chronicle of empire and exile</p>'
    yield f"<h1>{name}</h1>"
    yield _FLOURISH
    yield f'<p class="lead">{escape(story.beginning)}<br>{escape(story.ending)}</p>'
    yield "</header>"
    yield "<main>"
    yield f'<section class="opening">{rooms.draw(OPENING, "h2")}</section>'
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
        yield f'<section class="part"><h2>In numbers</h2><div class="scroll">{numbers.strip()}</div></section>'
    yield f'<section class="closing">{rooms.draw(ENDING, "h2")}{rooms.rest()}</section>'
    yield "</main>"
    yield "<footer>"
    yield _FLOURISH
    yield "<p>Told from the chronicle file. Whatever lies facedown is not named here.</p>"
    if not any((*words.values(), *own.values())):
        yield "<p>There is room for your own words in every chapter: write them into the .md file beside this one.</p>"
    yield "</footer>"
    yield "</body>"
    yield "</html>"


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
    for name in dict.fromkeys(land.place.split()[0] for land in story.lands):
        yield "<div>" + story_svg.region(name, [land for land in story.lands if land.place.startswith(name)]) + "</div>"
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
    yield f'<div class="scroll">{story_svg.oaths(history)}</div></div>'
    if any(sum(total.values()) for total in history.suits_added()):
        yield '<div class="age">'
        yield "<h2>The suits that came into the world</h2>"
        yield '<ul class="key">'
        for suit in catalog.SUITS:
            yield f'<li><i class="suit-{suit}"></i>{suit.title()}</li>'
        yield "</ul>"
        yield f'<div class="scroll">{story_svg.suits(history)}</div></div>'
    found = [each for each in history.edifices() if each.edifice.startswith("edifice.")]
    if found:
        yield '<div class="age">'
        yield "<h2>What was built, and what fell</h2>"
        yield f'<div class="scroll">{story_svg.edifices(history, found)}</div></div>'
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
