"""What if: a copy of a table to try lines on, as one player knows it, in a folder of its own.

The copy is a game that goes on from a position, so that all that can be done in a game can be done in it. Its header
says what it was made from; whoever opens it is told so (``said``).
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from oathtools.journal.begin import header_of_position
from oathtools.journal.play import Play
from oathtools.table.dealing import dealt
from oathtools.table.position.form import to_position

KEY = "explores"


def explored(play: Play, viewer: str | None, seed: str, by_hand: bool = False) -> dict[str, Any]:
    """The header of a copy of a game between two actions: hidden cards dealt anew by a seed.

    ``by_hand``: dice and draws are told, not rolled. Raises ``ValueError`` where no position can be stated.
    """
    state = dealt(play.state, viewer, Random(f"{seed}/explore"))
    header = header_of_position(to_position(state), seed=None if by_hand else seed, readings=play.game.readings)
    who = None if viewer is None else state.players[viewer].name
    return {**header, "bot_seed": seed, KEY: {"game": play.journal, "after": play.live.last, "player": who}}


def said(header: Mapping[str, Any]) -> str:
    """What is said wherever a copy is shown; empty for a game."""
    found = header.get(KEY)
    if found is None:
        return ""
    whom = f"{found['player']} knows" if found["player"] else "everybody knows"
    return (
        f"this is what if: a copy of game {int(found['game'])} after entry {found['after']}, hidden cards dealt anew "
        f"from what {whom}; nothing of it is in the saga"
    )
