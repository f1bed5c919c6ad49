"""The story of a saga as one HTML page that holds all it needs: nothing is fetched, nothing runs, nothing is hidden."""

import re
from collections.abc import Iterator, Mapping
from html import escape

from oathtools import catalog
from oathtools.render.story import svg as story_svg
from oathtools.render.story.story import SEATS, Chapter, Story, oath_name, roman, won_as
from oathtools.render.story.style import style
from oathtools.render.world.keepings import Part
from oathtools.saga.past.story import ENDING, OPENING, UNSEALED, own_html, room, sealed
from oathtools.text import printable

_FLOURISH = (
    '<svg class="flourish" xmlns="http://www.w3.org/2000/svg" width="220" height="22" viewBox="0 0 220 22" '
    'aria-hidden="true"><path d="M2 11h78q12 0 18 -7q6 14 12 7q6 7 12 -7q6 7 18 7h78"/>'
    '<path d="M110 3l5 8 -5 8 -5 -8z"/></svg>'
)


def as_html(story: Story, words: Mapping[str, str], own: Mapping[str, str]) -> str:
    """The whole page. ``words`` are the players' own in Markdown, ``own`` those they wrote into the page itself."""
    return sealed("\n".join(_lines(story, words, own)) + "\n")


def _lines(story: Story, words: Mapping[str, str], own: Mapping[str, str]) -> Iterator[str]:
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
    yield f'<section class="opening">{rooms.draw(OPENING)}</section>'
    yield from _world(story)
    for part in story.parts:
        yield from _part(part)
    yield from _ages(story)
    if story.chapters:
        yield '<section class="part">'
        yield "<h3>The tale so far</h3>"
        for chapter in story.chapters:
            yield from _chapter(chapter, rooms)
        yield "</section>"
    yield from _players(story)
    yield f'<section class="closing">{rooms.draw(ENDING)}{rooms.rest()}</section>'
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

    def draw(self, key: str) -> str:
        words, own = self._words.pop(key, ""), self._own.pop(key, None)
        inside = own_html(own) if own is not None else prose(words)
        held = room(key, inside)
        return f'<div class="own">{held}</div>' if inside else f'{held}<div class="own"></div>'

    def rest(self) -> str:
        """The rooms of games that the history does not hold any more."""
        return "".join(self.draw(key) for key in list(dict.fromkeys((*self._words, *self._own))))


def prose(words: str) -> str:
    """Words of the players, a little Markdown in them, as HTML: paragraphs, lists, headings, quotes, emphasis."""
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
            parts.append(f"<h4>{_inline(lines[0].lstrip('# '))}</h4>")
        else:
            parts.append(f"<p>{'<br>'.join(map(_inline, lines))}</p>")
    return "\n".join(parts)


def _inline(words: str) -> str:
    told = escape(words, quote=False)
    told = re.sub(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", r"<strong>\1</strong>", told)
    told = re.sub(r"(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])", r"<em>\1</em>", told)
    return re.sub(r"(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)", r"<em>\1</em>", told)


def _world(story: Story) -> Iterator[str]:
    yield '<section class="part">'
    yield "<h3>The world as it stands</h3>"
    yield '<div class="regions">'
    for name in dict.fromkeys(land.place.split()[0] for land in story.lands):
        yield "<div>" + story_svg.region(name, [land for land in story.lands if land.place.startswith(name)]) + "</div>"
    yield "</div>"
    yield "</section>"


def _part(part: Part) -> Iterator[str]:
    """What a variant keeps in the world, and what became of it."""
    yield '<section class="part">'
    yield f"<h3>{escape(part.title)}</h3>"
    yield '<ul class="kept">'
    for thing in part.things:
        seal = f'<span class="seal {_seat(thing.color)}"></span>' if thing.color else ""
        yield f"<li><p>{seal}<strong>{escape(thing.name)}</strong>{escape(thing.now)}.</p>"
        if thing.moments:
            told = "".join(f"<li>Game {game}: {escape(printable(sentence))}</li>" for game, sentence in thing.moments)
            yield f"<ul>{told}</ul>"
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
    yield "<h3>The oaths, and who won</h3>"
    yield from _seats(story)
    yield f'<div class="scroll">{story_svg.oaths(history)}</div></div>'
    if any(sum(total.values()) for total in history.suits_added()):
        yield '<div class="age">'
        yield "<h3>The suits that came into the world</h3>"
        yield '<ul class="key">'
        for suit in catalog.SUITS:
            yield f'<li><i class="suit-{suit}"></i>{suit.title()}</li>'
        yield "</ul>"
        yield f'<div class="scroll">{story_svg.suits(history)}</div></div>'
    found = [each for each in history.edifices() if each.edifice.startswith("edifice.")]
    if found:
        yield '<div class="age">'
        yield "<h3>What was built, and what fell</h3>"
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
    yield f"<h2>{seal}{escape(chapter.title)}</h2>"
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
    yield "<h3>Those who played</h3>"
    yield "<table>"
    yield '<tr><th>Name</th><th class="count">Games</th><th class="count">Won</th><th>As</th></tr>'
    for player in players:
        figures = f'<td class="count">{player.games}</td><td class="count">{player.wins}</td>'
        yield f"<tr><td>{escape(printable(player.name))}</td>{figures}<td>{escape(won_as(player))}</td></tr>"
    yield "</table>"
    yield "</section>"
