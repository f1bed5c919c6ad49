"""What is ahead, as text and for programs: who would win next, what is missing, who is nearest to taking it away."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from oathtools.render.game.win import HOW
from oathtools.text import capital

if TYPE_CHECKING:
    from oathtools.ahead.changes import Wins
    from oathtools.ahead.standing import Prospect
    from oathtools.procedures.victory.moments import Moment
    from oathtools.render.names import Names


# -- a win -----------------------------------------------------------------------------------------------------------


def moment_text(moment: "Moment", names: "Names") -> str:
    """``Bo's Wake in round 4``, ``the end of round 5``."""
    if moment.seat is not None:
        return f"{names.seat(moment.seat)}'s Wake in round {moment.round}"
    return f"the end of round {moment.round}"


def how_text(won: "Prospect") -> str:
    """``as the Usurper (3.1)``."""
    return f"{HOW[won.claim.how]} ({won.claim.clause})"


def win_text(won: "Prospect", names: "Names") -> str:
    """A next win in words that may follow on *makes* or *prevents*: whose, when, how."""
    when = f"the Wake in round {won.moment.round}" if won.moment.seat is not None else moment_text(won.moment, names)
    return f"{names.seat(won.who)}'s win at {when} {how_text(won)}"


def wins_text(wins: "Wins", names: "Names") -> Iterator[str]:
    """What is made and what is prevented, a line each."""
    for verb, several in (("makes", wins.made), ("prevents", wins.broken)):
        for won in several:
            yield f"{verb} {win_text(won, names)}"


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
    """Several."""
    return [win_json(won, names) for won in wins]
