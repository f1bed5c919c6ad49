"""The games of a saga for other programs: plays for BG Stats, a table (CSV), a calendar, pages for a wiki.

What may lie hidden now is not named, as in the story; a day is known where a game has one (``dates``).
"""

import csv
import io
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any

from oathtools.kit.text import printable
from oathtools.render.story.story import Story, escaped, roman
from oathtools.saga.past.annals import PastGame
from oathtools.saga.past.story import Names

Dates = Mapping[int, date]
_GAME = {"name": "Oath: Chronicles of Empire and Exile", "bggId": 291572, "highestWins": True, "noPoints": True}
COLUMNS = ("saga", "game", "date", "player", "color", "won", "role", "how", "round", "oath")


def plays(story: Story, dates: Dates) -> list[dict[str, Any]]:
    """Each game as BG Stats takes a play from other programs."""
    saga, found = story.history.name, list[dict[str, Any]]()
    for chapter in story.chapters:
        game = chapter.game
        players = [
            {"name": name, "sourcePlayerId": name, "winner": name == game.winner, "startPlayer": not at, "role": color}
            for at, (name, color) in enumerate(game.players.items())
        ]
        day = {"playDate": f"{dates[game.game]} 00:00:00"} if game.game in dates else {}
        play = {
            "sourceName": "oathtools",
            "sourcePlayId": f"{saga}/{game.game}",
            "game": {**_GAME, "sourceGameId": "oath"},
        }
        found.append({**play, **day, "board": saga, "players": players, "comments": " ".join(chapter.sentences)})
    return found


def table(story: Story, dates: Dates) -> str:
    """A line for each player of each game."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    for game in (chapter.game for chapter in story.chapters):
        for name, color in game.players.items():
            won = name == game.winner
            how = (game.role, game.how) if won else ("", "")
            head = (story.history.name, game.game, dates.get(game.game, ""), name, color, int(won))
            rows.writerow([_cell(each) for each in (*head, *how, game.round, game.oath)])
    return out.getvalue()


def _cell(value: object) -> object:
    """A name that a spreadsheet would take for a formula is a text."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@" and value else value


def calendar(story: Story, dates: Dates) -> str:
    """A day for each game whose day is known (RFC 5545)."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//oathtools//chronicle//EN"]
    for chapter in story.chapters:
        if (day := dates.get(chapter.game.game)) is None:
            continue
        summary = _ical(f"{story.history.name}, game {chapter.game.game}: {chapter.title}")
        lines += [
            *("BEGIN:VEVENT", f"UID:game-{chapter.game.game}-{day:%Y%m%d}@oathtools", f"DTSTAMP:{day:%Y%m%d}T000000Z"),
            *(f"DTSTART;VALUE=DATE:{day:%Y%m%d}", f"DTEND;VALUE=DATE:{day + timedelta(1):%Y%m%d}"),
            *_folded(f"SUMMARY:{summary}"),
            *_folded(f"DESCRIPTION:{_ical(' '.join(chapter.sentences))}"),
            "END:VEVENT",
        ]
    return "\r\n".join([*lines, "END:VCALENDAR", ""])


def _ical(text: str) -> str:
    return "".join(f"\\{each}" if each in "\\;," else each for each in printable(text))


def _folded(line: str) -> Iterator[str]:
    """A line in pieces of 75 octets at most."""
    piece = ""
    for char in line:
        if len(f"{piece}{char}".encode()) > 74:
            yield piece
            piece = " "
        piece += char
    yield piece


def wiki(story: Story, names: Names) -> dict[str, str]:
    """Pages in Markdown with links as wikis (Obsidian) have them, by file name: games, players, sites and cards."""
    pages, seen = dict[str, list[str]](), dict[str, list[str]]()
    for chapter in story.chapters:
        game, link = chapter.game, f"Game {chapter.game.game}"
        pages[link] = [
            f"# {roman(game.game)}. {escaped(chapter.title)}",
            "",
            *(f"{escaped(each)}" for each in chapter.sentences),
        ]
        pages[link] += ["", *(f"- [[{_file(name)}]]: {color}" for name, color in game.players.items())]
        for name in game.players:
            seen.setdefault(name, []).append(f"- [[{link}]]{': won' if name == game.winner else ''}")
        for card, words in _lay(game, names):
            pages[link].append(f"- [[{_file(card)}]]{words}")
            seen.setdefault(card, []).append(f"- [[{link}]]{words}")
    pages |= {name: [f"# {escaped(name)}", "", *lines] for name, lines in seen.items()}
    index = [
        f"# {escaped(story.history.name)}",
        "",
        story.beginning,
        "",
        *(f"- [[{each}]]" for each in map(_file, pages)),
    ]
    return {f"{_file(name)}.md": "\n".join([*lines, ""]) for name, lines in {**pages, "Chronicle": index}.items()}


def _lay(game: PastGame, names: Names) -> Iterator[tuple[str, str]]:
    """What lay faceup on the map after a game, as far as it is named: sites, and cards with where they lay."""
    for row in game.map:
        site = names.of(row.site)
        for card in (row.site, *row.cards):
            if (name := names.of(card)) is not None:
                yield name, f": at [[{_file(site)}]]" if card != row.site and site else ": it lay there"


def _file(name: str) -> str:
    """A name as the name of a page."""
    return "".join(char if char.isalnum() or char in " '-_" else "_" for char in printable(name)).strip() or "_"
