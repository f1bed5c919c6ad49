"""What a table reads otherwise than is usual, where that decides what is said of it."""

from collections.abc import Callable, Mapping
from typing import Any

from oathtools.law.deciding import deciding_otherwise
from oathtools.odds.battle import SIDES
from oathtools.procedures.adjudicate.witness import Witness
from oathtools.procedures.campaign.outlook import Outlook, title_settled
from oathtools.procedures.machine.game import Game


def deciding_here(table: Game, said: Callable[[Witness], Any]) -> dict[str, str]:
    """The points read otherwise than is usual by which it is said so, each with its reading.

    ``said`` says it of the table, or of the same one with other readings: what can be compared.
    """

    def reading(others: Mapping[str, str]) -> Witness:
        return Witness(table.state, table.registry, {**table.readings, **others})

    asked = reading({})
    said(asked)
    return deciding_otherwise(asked.readings_used, lambda others: said(reading(others)))


def deciding_odds(table: Game, look: Outlook) -> dict[str, str]:
    """The same of what the odds of a declaration rest on.

    That is the title, the numbers, the plans used and those that may be, the rerolls. ``table``: the game before the
    title was laid where it is due.
    """

    def rests_on(game: Witness) -> Any:
        anew = Outlook(title_settled(game, table.frame), look.bare_frame, look.on.allies)
        for used in look.on.used:
            anew = anew.then(used.who, used.chosen)
        rows = [anew.options(seat) for side in SIDES for seat in anew.players(side)]
        return anew.battle, anew.addends(), rows

    return deciding_here(table, rests_on)
