"""The worlds of the games that were played: as each found it, and as each left it.

They come from the journals: the world a game was set up from stands in its header, and the one it left is what its
chapter 8 says when it is replayed. Where a journal is missing or can no longer be replayed, the map that the history
keeps stands in, on which what lies facedown is unknown.
"""

from pathlib import Path
from typing import NamedTuple

from oathtools.journal.file import Damaged
from oathtools.journal.play import Play
from oathtools.procedures.machine.world import World
from oathtools.saga import folder
from oathtools.saga.chronicle.record import Chronicle, Deck, Row, Unknown
from oathtools.saga.past.annals import PastGame, history_of
from oathtools.saga.worlds import chronicle_of
from oathtools.saga.writing import chronicle_after, is_written


class NoGame(LookupError):
    """The history has no such game. ``games`` are those it has."""

    def __init__(self, game: int, games: list[int]) -> None:
        self.game, self.games = game, games
        super().__init__(f"no game {game} is in the history")


class Played(NamedTuple):
    """A game of the past: its entry, its journal replayed, the worlds before and after; None where nothing is known.

    ``notes`` say why something is missing.
    """

    told: PastGame
    play: Play | None
    before: Chronicle | None
    after: Chronicle | None
    notes: list[str]


def games_of(chronicle: Chronicle) -> dict[int, PastGame]:
    """The games of a history by their numbers."""
    return {game.game: game for game in history_of(chronicle).games}


def played(saga: Path, chronicle: Chronicle, game: int) -> Played:
    """A game that the history of a saga's Chronicle tells. Raises ``NoGame``."""
    told = games_of(chronicle)
    if game not in told:
        raise NoGame(game, sorted(told))
    entry, earlier = told[game], told.get(game - 1)
    notes: list[str] = []
    play = _replayed(saga, entry, notes)
    before = after = None
    if play is not None and "world" in play.header["origin"]:
        before = chronicle_of(World.from_data(play.header["origin"]["world"]))
        before.game, before.name = game, chronicle.name
    if before is None and earlier is not None:
        before = seen(earlier, chronicle)
    if play is not None and is_written(play):
        after = chronicle_after(play, before or Chronicle(chronicle.name, game))
    elif play is not None:
        notes.append(f"game {game}: the Chronicle was taken back in its journal {entry.journal}")
    if after is None:
        after = seen(entry, chronicle)
    return Played(entry, play, before, after, notes)


def seen(game: PastGame, chronicle: Chronicle) -> Chronicle | None:
    """What everybody saw of the world after a game; None if the history did not keep its map."""
    if not game.map:
        return None
    rows = [
        Row(Unknown("site"), True)
        if row.site is None
        else Row(row.site, False, list(row.cards), [Unknown("relic")] * row.relics)
        for row in game.map
    ]
    # Of the boards in the box the entry of a game says nothing.
    played = [color for color in chronicle.boards if color in (*game.players.values(), *game.citizens)]
    boards = {color: "citizen" if color in game.citizens else "exile" for color in played}
    oath = game.next_oath or chronicle.oath
    return Chronicle(chronicle.name, game.game + 1, oath, boards, rows, Deck(), relic_deck=None)


def _replayed(saga: Path, entry: PastGame, notes: list[str]) -> Play | None:
    """The journal of a game, replayed; None with a note if there is none or it cannot be replayed to its end."""
    path = saga / folder.GAMES / f"{entry.journal}.jsonl"
    source = entry.also.get("source")
    if source and not entry.journal:
        notes.append(f"game {entry.game}: known from a {source}; what lay facedown is not told")
        return None
    if not entry.journal or not path.is_file():
        notes.append(f"game {entry.game}: its journal is not here, so only its entry in the history speaks")
        return None
    try:
        play = folder.view(path).play
    except (Damaged, OSError, ValueError, KeyError) as fault:
        notes.append(f"game {entry.game}: its journal {entry.journal} cannot be read ({fault})")
        return None
    if play.stopped is not None:
        notes.append(f"game {entry.game}: today's rules part from its journal at entry {play.stopped.n}")
        return None
    return play
