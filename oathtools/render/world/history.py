"""The history of a saga for people and for programs."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from oathtools import catalog
from oathtools.render.document import Block, Counts, Line, apart
from oathtools.render.game.phrases_chronicle import suit_cards
from oathtools.render.world.keepings import parts, plainly
from oathtools.saga.past.annals import Edifice, History, PastGame
from oathtools.table.result import WORDS
from oathtools.text import listed

_DONE = {"built": "built", "repaired": "repaired", "fell": "fell to ruin", "lost": "its ruin was lost"}


def as_json(history: History) -> dict[str, Any]:
    """The history with what follows from it."""
    sums = history.suits_added()
    return {
        "name": history.name,
        "game": history.game,
        "oath": history.oath,
        "games": [_game_data(game) for game in history.games],
        "oaths": history.oaths(),
        "players": [player._asdict() for player in history.players()],
        "suits": [
            {"game": game.game, "added": game.added(), "in_all": total, "map": game.on_map() if game.map else None}
            for game, total in zip(history.games, sums, strict=True)
        ],
        "edifices": [
            {**each._asdict(), "moments": [moment._asdict() for moment in each.moments]} for each in history.edifices()
        ],
        "keepings": [
            {**kept._asdict(), "variant": keeping.text.id, "moments": [moment._asdict() for moment in kept.moments]}
            for keeping in history.keepings
            for kept in keeping.things
        ],
    }


def _game_data(game: PastGame) -> dict[str, Any]:
    data = asdict(game)
    data["map"] = [{"site": row.site, "cards": list(row.cards), "relics": row.relics} for row in game.map]
    return data


def document(history: History) -> list[Block]:
    """The history to be read at a table."""
    return apart(*sections(history))


def sections(history: History) -> list[list[Block]]:
    """The history in its parts: what is to be said first, then each under its heading."""
    games = f"{_games(len(history.games))} in its history, the next is game {history.game}"
    head: list[Block] = [Line(f"{history.name}: {games}.", hang=2)]
    if not history.games:
        return [[*head, Line(f"It is played under {oath_name(history.oath)}. Nothing has been written yet.", hang=2)]]
    oaths = ", ".join(_of(each) for each in history.oaths()[:-1])
    found = [[*head, Line(f"Oaths: {oaths}; now {_of(history.oath)}.", hang=2)]]
    found += [list(_game(game)) for game in history.games]
    found.append(list(_players(history)))
    edifices = history.edifices()
    if edifices:
        found.append(["Edifices", *(Line(_edifice(each), "  ", 4) for each in edifices)])
    for part in parts(history, plainly):
        section: list[Block] = [part.title]
        for thing in part.things:
            section.append(Line(f"{thing.name}{thing.now}", "  ", 4))
            section += [Line(f"Game {number}: {sentence}", "    ", 6) for number, sentence in thing.moments]
        found.append(section)
    return [*found, ["Suits added to the world deck", _suits(history)]]


def oath_name(oath: str) -> str:
    """``the Oath of Supremacy``, ``the Oath of the People``."""
    return f"the Oath of {_of(oath)}"


def _of(oath: str) -> str:
    known = f"oath.{oath}"
    return catalog.name_of(known).replace("The ", "the ") if catalog.is_card(known) else oath.title() or "unknown"


def _games(count: int) -> str:
    return f"{count} game{'' if count == 1 else 's'}"


def _game(game: PastGame) -> Iterator[Block]:
    under = f", under {oath_name(game.oath)}" if game.oath else ""
    yield Line(f"Game {game.game}{under}", hang=2)
    for text in told(game):
        yield Line(text, "  ", 4)


def told(game: PastGame) -> Iterator[str]:
    """What is known of a game and of what it did to the world, a sentence each."""
    if game.winner:
        what = ", ".join(part for part in (game.color, game.role.title() if game.role else "") if part)
        when = f" in round {game.round}" if game.round else ""
        clauses = f" ({', '.join(game.clauses)})" if game.clauses else ""
        how = f" {WORDS.get(game.how, game.how)}" if game.how else ""
        yield f"{game.winner}{f' ({what})' if what else ''} won{how}{when}{clauses}."
    others = [name for name in game.players if name != game.winner]
    if others:
        yield f"With {listed(others)}."
    if game.next_oath:
        yield f"Vowed: {oath_name(game.next_oath)}."
    if game.converts:
        yield f"Made Citizens: {listed(list(game.converts))}."
    for number, edifice in enumerate(game.built):
        site = _at(game.site_of(edifice))
        instead = f", in the place of {name(game.replaced[number])}" if number < len(game.replaced) else ""
        yield f"Built: {name(edifice)}{site}{instead}."
    for label, cards in (("Repaired", game.repaired), ("Fell to ruin", game.fell)):
        if cards:
            yield f"{label}: {listed([name(card) + _at(game.site_of(card)) for card in cards])}."
    for label, cards in (
        ("Ruins lost", game.ruins_lost),
        ("Sites lost", game.sites_lost),
        ("Sites turned up", game.sites_found),
    ):
        if cards:
            yield f"{label}: {listed([name(card) for card in cards])}."
    if any(game.suits.values()):
        yield f"Added to the world deck: {suit_cards(dict(game.suits))}."
    if any(game.healed.values()):
        yield f"The Archive was healed; added to the world deck: {suit_cards(dict(game.healed))}."
    if game.removed:
        yield f"Into the Dispossessed, unseen: {game.removed}."
    if not game.rebuilt:
        yield "The world deck was left to be rebuilt at the next setup (1.box)."
    yield from _also(game)


def _also(game: PastGame) -> Iterator[str]:
    """What stands in an entry beside what a Chronicle writes: how it was imported, and the people's own words."""
    told = dict(game.also)
    source, flagged, gap = (told.pop(key, None) for key in ("source", "flagged", "gap"))
    seats = told.pop("seats", None)
    if isinstance(seats, list) and seats:
        yield f"Played: {listed([str(seat) for seat in seats])}."
    if source:
        yield f"Known from a {source}."
    if flagged:
        yield "It was imported although not all of it can follow from chapter 8."
    if gap:
        yield "Games are missing before it."
    for key, value in told.items():
        yield f"{key}: {', '.join(map(str, value)) if isinstance(value, list) else value}"


def name(card: str) -> str:
    """A card's name; an id that is none stands for itself."""
    return catalog.name_of(card) if catalog.is_card(card) else card


def _at(site: str | None) -> str:
    return f" at {name(site)}" if site else ""


def _players(history: History) -> Iterator[Block]:
    yield "Players"
    for player in history.players():
        roles = listed([f"{count} as {role.title()}" for role, count in player.roles.items()])
        won = f"{player.wins} won" + (f" ({roles})" if roles else "")
        yield Line(f"{player.name}: {_games(player.games)}, {won}", "  ", 4)


def _edifice(edifice: Edifice) -> str:
    moments = []
    for moment in edifice.moments:
        by = f" by {moment.who}" if moment.what in ("built", "repaired") and moment.who else ""
        moments.append(f"{_DONE[moment.what]} in game {moment.game}{by}{_at(moment.site)}")
    return f"{name(edifice.edifice)}, {edifice.state}: {'; '.join(moments)}."


def _suits(history: History) -> Counts:
    """The suits added, game by game."""
    games, totals = history.games, history.suits_added()[-1]
    rows = [
        (suit.title(), *(str(game.added()[suit] or "-") for game in games), str(totals[suit])) for suit in catalog.SUITS
    ]
    return Counts((("game", *(str(game.game) for game in games), "in all"), *rows))
