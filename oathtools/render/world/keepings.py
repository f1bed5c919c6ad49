"""What variants keep in the world, in sentences: for the story of a saga and its history."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from oathtools import catalog
from oathtools.procedures.machine.variant import Kept, Moment
from oathtools.saga.past.annals import History, PastGame
from oathtools.saga.past.story import Keeping
from oathtools.text import listed, number_word

Naming = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Thing:
    """Something a variant keeps or kept: its name, a color or an empty text, what it is now (it follows the name), and
    what became of it."""

    name: str
    color: str
    now: str
    moments: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the story: what one variant keeps."""

    title: str
    things: tuple[Thing, ...]


def parts(history: History, naming: Naming) -> Iterator[Part]:
    """What every variant keeps; ``naming`` gives the names of cards that may be named."""
    players = {game.game: _players(game) for game in history.games}
    for keeping in history.keepings:
        told = tuple(
            Thing(
                _name(keeping, kept),
                kept.color,
                _now(kept, naming),
                tuple((each.game, _sentence(keeping, kept, each, players, naming)) for each in kept.moments),
            )
            for kept in keeping.things
        )
        yield Part(keeping.text.story.get("title") or keeping.text.title, told)


def of_game(told: "tuple[Part, ...]", game: int) -> Iterator[str]:
    """What became of it all in one game."""
    for part in told:
        for thing in part.things:
            yield from (sentence for number, sentence in thing.moments if number == game)


def _players(game: PastGame) -> dict[str, str]:
    return {color: name for name, color in game.players.items()}


def _name(keeping: Keeping, kept: Kept) -> str:
    template = keeping.text.story.get("name") or keeping.text.title
    return str(template).format(color=kept.color)


def _now(kept: Kept, naming: Naming) -> str:
    """What follows the name: since when, and what it is now, or until when it stood."""
    since = f", since game {kept.since}" if kept.since else ""
    if not kept.stands:
        return since + (f", until game {kept.moments[-1].game}" if kept.moments else ", gone")
    return since + (f": {cards_told(kept.cards, naming)}" if kept.cards else "")


def _sentence(
    keeping: Keeping, kept: Kept, moment: Moment, players: Mapping[int, Mapping[str, str]], naming: Naming
) -> str:
    who = players.get(moment.game, {}).get(kept.color) or kept.color.title()
    said = str(keeping.text.story["says"][moment.says])
    text = said.format(who=who, color=kept.color, cards=cards_told(moment.cards, naming))
    return text[:1].upper() + text[1:]


def cards_told(cards: tuple[str, ...], naming: Naming) -> str:
    """Cards by their names, those that are not to be named as a number."""
    told = [name for card in cards if (name := naming(card))]
    rest = len(cards) - len(told)
    if rest:
        lands = all(card.startswith("site.") for card in cards)
        noun = f"{'land' if lands else 'card'}{'' if rest == 1 else 's'}"
        told.append(f"{number_word(rest)} {'more ' if told else ''}{noun} out of sight")
    return listed(told)


def plainly(card: str) -> str | None:
    """Every card by its name: for the history, which keeps no secret of what everybody saw."""
    return catalog.name_of(card) if catalog.is_card(card) else card
