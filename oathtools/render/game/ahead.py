"""Next wins in words and for programs: whose, when, how; and the one line that every view of a game shows."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from oathtools.ahead.standing import next_winners
from oathtools.procedures.machine import title
from oathtools.procedures.victory import moments
from oathtools.table.result import WORDS
from oathtools.table.state import PLAYING
from oathtools.text import capital, listed

if TYPE_CHECKING:
    from oathtools.ahead.changes import Wins
    from oathtools.ahead.standing import Prospect
    from oathtools.procedures.machine.game import Game
    from oathtools.procedures.victory.moments import Moment
    from oathtools.render.names import Names


SHOUT = "!!!"


def moment_text(moment: "Moment", names: "Names", whose: str | None = None) -> str:
    """``Bo's Wake in round 4`` (``the Wake`` for Bo alone), ``the end of round 5``."""
    if moment.seat is None:
        return f"the end of round {moment.round}"
    wake = "the Wake" if moment.seat == whose else f"{names.seat(moment.seat)}'s Wake"
    return f"{wake} in round {moment.round}"


def how_text(won: "Prospect") -> str:
    """``as the Usurper (3.1)``."""
    return f"{WORDS[won.claim.how]} ({won.claim.clause})"


def win_text(won: "Prospect", names: "Names") -> str:
    """A next win in words that may follow on *makes* or *prevents*: whose, when, how."""
    return f"{names.seat(won.who)}'s win at {moment_text(won.moment, names, won.who)} {how_text(won)}"


def wins_text(wins: "Wins", names: "Names") -> Iterator[str]:
    """What is made and what is prevented, a line each."""
    for verb, several in (("makes", wins.made), ("prevents", wins.broken)):
        for won in several:
            yield f"{verb} {win_text(won, names)}"


def faces_text(won: "Prospect") -> str:
    """The faces of the end die that end the game, with their chance, and those that a power may make end it."""
    told = f"{listed([str(face) for face in won.ends.sure], 'or')} ({won.chance[0]})" if won.ends.sure else "no face"
    maybe = listed([str(face) for face in won.ends.maybe], "or")
    return f"{told}, perhaps on {maybe}" if maybe else told


def next_line(game: "Game", names: "Names") -> str:
    """Who wins next if nobody does anything more; shouted where it is the very next check. Empty but in the rounds."""
    if game.state.phase not in PLAYING:
        return ""
    coming = next(moments.to_come(game.state))
    won = next_winners(game)[0]
    who = names.seat(won.who)
    on = "" if won.chance[0] == 1 else f" on {faces_text(won)}"
    told = f"at {moment_text(won.moment, names, won.who)}{on} {how_text(won)}{_unless_given(game, names)}"
    if won.moment == coming:
        return f"{SHOUT} {capital(who)} {'WINS' if not on else 'MAY WIN'} AT THE NEXT CHECK {SHOUT} {capital(told)}"
    return f"Ahead: as it stands, {who} {'wins' if not on else 'may win'} {told}"


def _unless_given(game: "Game", names: "Names") -> str:
    """That the holder of the title first chooses who takes it (2.11), and then it may be otherwise; else nothing."""
    heirs = title.astray(game)
    several = listed([names.seat(str(heir)) for heir in heirs], "or")
    return f", before the title is given to {several} (2.11)" if len(heirs) > 1 else ""


def shout(game: "Game", names: "Names") -> str:
    """The same only where somebody wins at the very next check, for sure or by the die; else nothing."""
    line = next_line(game, names)
    return line if line.startswith(SHOUT) else ""


# -- for programs ----------------------------------------------------------------------------------------------------


def at_next_check(game: "Game", names: "Names") -> dict[str, Any] | None:
    """Who wins at the very next check as the table stands; None if nobody does."""
    if game.state.phase not in PLAYING:
        return None
    won = next_winners(game)[0]
    return win_json(won, names) if won.moment == next(moments.to_come(game.state)) else None


def win_json(won: "Prospect", names: "Names") -> dict[str, Any]:
    """A next win for programs."""
    return {
        "seat": won.who,
        "name": capital(names.seat(won.who)),
        "how": won.claim.how,
        "clause": won.claim.clause,
        "vision": won.claim.card,
        "at": won.moment.at,
        "round": won.moment.round,
    }


def wins_json(wins: "Iterable[Prospect]", names: "Names") -> list[dict[str, Any]]:
    """Several prospects, each as ``win_json`` has it."""
    return [win_json(won, names) for won in wins]
