"""``oathtools chronicle history, diff, blame``: how the world came about."""

from typing import TYPE_CHECKING

import click

from oathtools import catalog
from oathtools.catalog.expansion import ONLY_NAMES
from oathtools.cli.shared import shell
from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.cli.shared.sagas import chronicle as read_chronicle
from oathtools.cli.shared.sagas import chronicle_path
from oathtools.saga.past.annals import history_of
from oathtools.saga.past.diff import NoGame, games_of, played
from oathtools.saga.past.diff import blame as trail_of
from oathtools.saga.past.diff import diff as between

if TYPE_CHECKING:
    from oathtools.saga.chronicle.record import Chronicle
    from oathtools.saga.past.diff import Played

_SPOIL = click.option("--spoil", is_flag=True, help="What lies hidden too, as far as it is known.")


@click.command(cls=Command)
def history() -> int:
    """The games of this saga: who won and how, the oaths, the suits over time, what was built and lost."""
    from oathtools.render.world.history import as_json, document

    found = history_of(read_chronicle())
    return emit(as_json(found), lambda: document(found), warnings=found.odd, pager=True)


@click.command(cls=Command)
@click.argument("games", required=False, metavar="[GAME|FROM-TO]")
@_SPOIL
def diff(games: str | None, spoil: bool) -> int:
    """What a game did to the world: oath, boards, sites, cards. The last game, if none is named.

    Several games in one: 2-5. Hidden decks are not shown without --spoil.
    """
    from oathtools.render.world.diff import as_json, document

    chronicle, saga = read_chronicle(), chronicle_path().parent
    first, last = _numbers(games, chronicle)
    try:
        one = played(saga, chronicle, first)
        other = one if last == first else played(saga, chronicle, last)
    except NoGame as fault:
        raise _no_game(fault.game, fault.games) from None
    notes = list(dict.fromkeys((*one.notes, *other.notes)))
    if one.before is None:
        raise _no_world_before(first, one, notes)
    if other.after is None:
        raise Failure(
            "not_found",
            f"nothing tells how the world stood after game {last}",
            detail=notes,
            hint="oathtools chronicle history tells what was written down of it",
        )
    told = [game for number, game in games_of(chronicle).items() if first <= number <= last]
    found = between(one.before, other.after, spoil=spoil)
    return emit(
        as_json(told, found),
        lambda: document(told, found),
        citations=["8"],
        warnings=notes,
        pager=True,
    )


@click.command(cls=Command)
@click.argument("card", nargs=-1, required=True, metavar="CARD", shell_complete=shell.cards)
@_SPOIL
def blame(card: tuple[str, ...], spoil: bool) -> int:
    """Where a card has been: a denizen, an edifice, a relic or a site, game after game.

    Only what everybody could see, unless --spoil is given.
    """
    from oathtools.render.world.blame import as_json, document

    chronicle, saga = read_chronicle(), chronicle_path().parent
    trail = trail_of(saga, chronicle, _card(" ".join(card)), spoil=spoil)
    notes = [note for leg in trail.legs for note in leg.notes]
    return emit(
        as_json(trail, spoil=spoil),
        lambda: document(trail, spoil=spoil),
        warnings=notes,
        pager=True,
    )


def _numbers(told: str | None, chronicle: "Chronicle") -> tuple[int, int]:
    """The games meant, first and last. Raises ``Failure``."""
    known = list(games_of(chronicle))
    if not known:
        raise Failure("not_found", "no game is written in this Chronicle yet", hint="oathtools chronicle write")
    if told is None:
        return known[-1], known[-1]
    first, dash, last = told.strip().replace("..", "-").partition("-")
    numbers = [word.strip() for word in ((first, last) if dash else (first, first))]
    if not all(word.isdigit() for word in numbers):
        raise Failure("usage", f"{told!r} is no game", hint="Try: oathtools chronicle diff 2, or 2-5")
    low, high = sorted(map(int, numbers))
    missing = next((game for game in (low, high) if game not in known), None)
    if missing is not None:
        raise _no_game(missing, known)
    return low, high


def _no_world_before(game: int, one: "Played", notes: list[str]) -> Failure:
    """A world is kept by the game that was set up from it, and by what the game before it left behind."""
    untracked = one.play is not None and "position" in one.play.header["origin"]
    why = f"game {game} was not tracked from its setup on, and no game before it was written: " if untracked else ""
    hint = "\n".join(
        (
            "What was written down of it: oathtools chronicle history",
            "The world it left: oathtools chronicle show",
            "What the games after it do to that world is told by diff again",
        )
    )
    return Failure("not_found", f"{why}nothing tells how the world stood before game {game}", detail=notes, hint=hint)


def _no_game(game: int, known: list[int]) -> Failure:
    games = ", ".join(map(str, known))
    return Failure("not_found", f"there is no game {game} in the history", hint=f"Games: {games}")


def _card(words: str) -> str:
    """The id of a card by any spelling. Raises ``Failure``."""
    kinds = ("denizen", "edifice", "relic", "site", "vision")
    try:
        return catalog.find(words, kinds)
    except catalog.AmbiguousName as several:
        told = ", ".join(f"{each.partition('.')[0]}:{catalog.name_of(each)}" for each in several.ids)
        raise Failure("usage", f"{words!r} may mean several cards", hint=f"Say which: {told}") from None
    except catalog.UnknownName as unknown:
        near = " or ".join(map(catalog.name_of, unknown.suggestions))
        hint = f"Did you mean {near}?" if near else "oathtools card NAME finds a card by any spelling"
        hint = ONLY_NAMES if unknown.beyond else hint
        raise Failure("not_found", unknown.told(), hint=hint) from None
