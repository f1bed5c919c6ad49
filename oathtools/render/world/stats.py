"""A saga in numbers, as tables and for programs; ``story.svg`` draws them."""

from collections.abc import Iterator
from typing import Any

from oathtools import catalog
from oathtools.answerers.review import Luck
from oathtools.kit.text import capital, count, listed, minutes
from oathtools.render.document import Block, Columns, Counts, Line, apart
from oathtools.render.game.review import luck_document, luck_json
from oathtools.render.world.chronicle import plainly
from oathtools.render.world.history import oath_name
from oathtools.saga.past.diff import Career, Length, Stats
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
