"""Where a card has been, game after game: at which site it lay before and after each, and what the history says of it.

What happened to it within a game is told by the log of that game (``Leg.play``); ``ids`` are the ids that stand for the
card there: an edifice has two sides, and a card that was told late was an unknown one first.
"""

from pathlib import Path
from typing import NamedTuple

from oathtools.journal.play import Play
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.past.annals import PastGame, intact
from oathtools.saga.past.diff import place_of
from oathtools.saga.past.worlds_of_games import games_of, played

_DEEDS = ("built", "replaced", "repaired", "fell", "ruins_lost", "sites_lost", "sites_found")


class Leg(NamedTuple):
    """A card in one game: its places before and after it (``saga.diff``; None: out of sight), its deeds by the history.

    ``deeds`` are keys of a history entry. ``play`` is the game replayed, or None; ``known``: the worlds before and
    after it are known, so that None means out of sight and not that nobody wrote it down.
    """

    game: int
    before: str | None
    after: str | None
    known: tuple[bool, bool]
    deeds: tuple[str, ...]
    play: Play | None
    ids: frozenset[str]
    notes: tuple[str, ...] = ()


class Trail(NamedTuple):
    """A card through a saga: ``now`` is its place in the world as it stands, None: out of sight."""

    card: str
    legs: list[Leg]
    now: str | None


def blame(saga: Path, chronicle: Chronicle, card: str, *, spoil: bool = False) -> Trail:
    """The trail of a card, an edifice (either side) or a site; ``spoil``: hidden places too, where they are known."""
    legs = [_leg(saga, chronicle, game, card, spoil) for game in games_of(chronicle)]
    return Trail(card, legs, place_of(chronicle, card, spoil=spoil))


def _leg(saga: Path, chronicle: Chronicle, game: int, card: str, spoil: bool) -> Leg:
    told, play, before, after, notes = played(saga, chronicle, game)
    return Leg(
        game,
        None if before is None else place_of(before, card, spoil=spoil),
        None if after is None else place_of(after, card, spoil=spoil),
        (before is not None, after is not None),
        tuple(_deeds(told, card)),
        play,
        _ids(play, card),
        tuple(notes),
    )


def _deeds(game: PastGame, card: str) -> list[str]:
    same = intact(card)
    return [deed for deed in _DEEDS if same in map(intact, getattr(game, deed))]


def _ids(play: Play | None, card: str) -> frozenset[str]:
    from oathtools import catalog

    ids = {card}
    if card.startswith("edifice."):
        ids.add(catalog.edifice(card).other_side)
    for told in play.told if play is not None else ():
        ids |= {event.facts["card"] for event in told.events if event.kind == "learned" and event.facts["name"] in ids}
    return frozenset(ids)
