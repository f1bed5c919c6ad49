"""A saga in numbers, as tables and for programs (``story.svg`` draws them), and its games for other programs.

Those are plays for BG Stats, a table (CSV), a calendar, pages for a wiki. What may lie hidden now is not named, as in
the story; a day is known where a game has one (``dates``).
"""

import csv
import io
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any

from oathtools import catalog
from oathtools.answerers.review import Luck
from oathtools.kit.text import capital, count, listed, minutes, printable
from oathtools.render.document import Block, Columns, Counts, Line, apart
from oathtools.render.game.review import luck_document, luck_json
from oathtools.render.world.chronicle import plainly
from oathtools.render.world.history import oath_name
from oathtools.render.world.story import Story, escaped, roman
from oathtools.saga.past.annals import PastGame
from oathtools.saga.past.diff import Career, Length, Stats
from oathtools.saga.past.story import Names
from oathtools.table.result import WORDS
from oathtools.table.state import ROLE_WORDS

MOST = 12  # cards that are named; all of them are in --json


def as_json(found: Stats) -> dict[str, Any]:
    """The numbers for programs."""
    return {
        "games": len(found.history.games),
        "wins": {what: {each: {"won": won, "games": of} for each, (won, of) in wins.items()}
                 for what, wins in found.wins.items()},
        "suits": found.suits,
        "added": found.history.suits_added(),
        "sites": found.sites,
        "cards": {card: career._asdict() for card, career in found.cards.items()},
        "lengths": [each._asdict() for each in found.lengths],
        "luck": luck_json(found.luck),
        "lucks": {game: luck_json(each) for game, each in found.lucks.items()},
    }  # fmt: skip


def document(found: Stats) -> list[Block]:
    """The numbers to be read at a table."""
    if not found.history.games:
        return ["No game has been written yet."]
    wins = (list(_wins(what, found)) for what in found.wins if found.wins[what])
    luck = [*luck_document(found.luck, str), *_lucks(found)]
    return apart(*wins, _suits(found), list(_sites(found)), list(_cards(found)), list(_lengths(found)), luck)


def called(what: str, key: str) -> str:
    """What a seat, a role, an oath or a way to win is called."""
    words = {"role": ROLE_WORDS.get(key, key), "oath": oath_name(key), "way": WORDS.get(key, key).removeprefix("by ")}
    return capital(words.get(what, key))


def _wins(what: str, found: Stats) -> Iterator[Block]:
    rows = [(called(what, key), f"{won} of {of}", won / of) for key, (won, of) in found.wins[what].items()]
    yield Columns(f"Wins by {what}", tuple(rows))


def _suits(found: Stats) -> list[Block]:
    known = [(game.game, suits) for game, suits in zip(found.history.games, found.suits, strict=True) if suits]
    if not known:
        return []
    came = found.history.suits_added()[-1]
    rows = [(suit.title(), *(str(on[suit] or "-") for _, on in known), str(came[suit])) for suit in catalog.SUITS]
    head = ("game", *(str(game) for game, _ in known), "came")
    return ["Suits at the sites after each game, and how many came to the world deck in all", Counts((head, *rows))]


def _sites(found: Stats) -> Iterator[Block]:
    for at, (site, held) in enumerate(found.sites.items()):
        if not at:
            yield "Who ruled which site, in turns that began so"
        yield Line(f"{plainly(site)}: {', '.join(f'{who} {turns}' for who, turns in held.items())}", "  ", 4)


def _cards(found: Stats) -> Iterator[Block]:
    for at, (card, career) in enumerate(list(found.cards.items())[:MOST]):
        if not at:
            yield f"Cards that did most, {min(MOST, len(found.cards))} of {len(found.cards)}"
        yield Line(f"{plainly(card)}: {did(career)}", "  ", 4)


def did(career: Career) -> str:
    """What became of a card in all games."""
    known = ((career.played, "played"), (career.used, "used"), (career.stood, "left at a site"))
    return listed([f"{what} {number}" for number, what in known if number])


def _lengths(found: Stats) -> Iterator[Block]:
    yield "How long the games were"
    for each in found.lengths:
        yield Line(f"Game {each.game}: {length_in_words(each)}", "  ", 4)


def length_in_words(each: Length) -> str:
    """How long a game was."""
    known = ((each.rounds, "round"), (each.turns, "turn"), (each.answers, "answer"))
    words = listed([count(number, what) for number, what in known if number]) or "nobody wrote it down"
    timed = f", {minutes(each.seconds)} in {count(each.evenings or 1, 'evening')}" if each.seconds is not None else ""
    return words + timed


def _lucks(found: Stats) -> Iterator[Block]:
    """Battles won beyond what was expected, game by game."""
    games = {game: {each.who: beyond(each) for each in of} for game, of in found.lucks.items() if of}
    if games:
        rows = [
            (capital(each.who), *(of.get(each.who, "-") for of in games.values()), beyond(each)) for each in found.luck
        ]
        yield "Battles won beyond what was expected, game by game"
        yield Counts((("game", *map(str, games), "in all"), *rows))


def beyond(each: Luck) -> str:
    """How many battles more than expected somebody has won."""
    return f"{round(float(each.wins.had - each.wins.expected), 1) + 0.0:+.1f}"  # none is less than none


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
