"""Which bots sit where: lists of bots from the command line, and bots that stand in for players at a running table."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from oathtools.bots import NAMES, UnknownBot, named
from oathtools.cli.shared.common import Failure

if TYPE_CHECKING:
    from oathtools.journal.play import Play

# Whoever is a bot and no more is said of it.
USUAL = "greedy"


def bots_in_turn(text: str, seats: int) -> list[str]:
    """The bots of a list, in turn order, for so many seats at least; the last one plays the seats that are left.

    Raises ``Failure``.
    """
    found = [known(word.strip()) for word in text.split(",") if word.strip()]
    if not found:
        raise Failure("usage", "--bots names nobody", hint=f"--bots {USUAL}, or --bots {','.join(NAMES)}")
    return [*found, *[found[-1]] * (seats - len(found))]


def bots_added(text: str) -> list[str]:
    """The bots of ``N`` or ``N=NAME``. Raises ``Failure``."""
    number, _, bot = text.partition("=")
    if not number.strip().isdecimal():
        raise Failure(
            "usage", f"--bots {text}: a number of seats, and which bot", hint=f"--bots 2, or --bots 2={USUAL}"
        )
    return [known(bot.strip() or USUAL)] * int(number)


def known(name: str) -> str:
    """The name of a bot. Raises ``Failure``."""
    try:
        return named(name.casefold()).name
    except UnknownBot as fault:
        raise Failure("usage", str(fault), hint=f"--bots {USUAL}") from None


def stand_in(play: "Play", text: str) -> None:
    """Let bots answer for players of a running game: ``Cy,Dee=planner``; the journal's file is not told of it.

    Raises ``Failure`` for a player or a bot that there is not.
    """
    by_name = {str(seat["name"]).casefold(): seat["color"] for seat in play.header["seats"]}
    by_name |= {seat["color"]: seat["color"] for seat in play.header["seats"]}
    away = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, bot = part.partition("=")
        seat = by_name.get(name.strip().casefold())
        if seat is None:
            players = ", ".join(str(each["name"]) for each in play.header["seats"])
            raise Failure("usage", f"no player is called {name.strip()}", hint=f"The players: {players}")
        away[seat] = known(bot.strip() or USUAL)
    _sit(play, away)


def _sit(play: "Play", away: dict[str, str]) -> None:
    seats: Sequence[dict[str, object]] = play.header["seats"]
    seated = [{**seat, "bot": away.get(str(seat["color"]), seat.get("bot", False))} for seat in seats]
    play.header = {**play.header, "seats": seated}
