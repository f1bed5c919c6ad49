"""What the table page shows to all, and a player's own page to that player: the picture of the table, or of a board."""

from typing import NamedTuple

from markupsafe import Markup

from oathtools.journal.play import Play
from oathtools.procedures.machine.promises import standing
from oathtools.render.game import status
from oathtools.render.game.ahead import next_line, shout
from oathtools.render.names import Names
from oathtools.render.table.parts import Parts
from oathtools.render.table.picture import Picture, framed
from oathtools.table.views import View

CARD = "/card/"  # the page of a card


class TablePage(NamedTuple):
    """All that everybody sees of the table: the head, who wins next, the picture, the same in words."""

    head: str
    oath: str
    ahead: str
    picture: Markup
    text: str
    leads: list[tuple[str, str]]


class Own(NamedTuple):
    """A player's own board, drawn with what they have seen beside it, its figures in a line, what was promised."""

    name: str
    head: str
    drawn: Markup
    figures: list[tuple[str, int]]
    promises: list[str]
    leads: list[tuple[str, str]]


def own(play: Play, seat: str) -> Own:
    """A player's own board as they know it."""
    parts = Parts(View(play.state, seat), CARD)
    row = next(each for each in parts.data["players"] if each["seat"] == seat)
    drawn = "".join(map(framed, [parts.board(row), *parts.seen()]))
    secrets, warbands = row["secrets"]["up"], sum(row["warbands"].values())
    figures = [("Supply", row["supply"]), ("favor", row["favor"]), ("secret" if secrets == 1 else "secrets", secrets)]
    figures.append(("warband" if warbands == 1 else "warbands", warbands))
    figures = [(what, number) for what, number in figures if number is not None]
    promises = [f"{parts.names.text(each.says)} ({each.clause})" for each in standing(play.state) if seat in each[1:3]]
    return Own(
        parts.names.seat(seat),
        status.head(play.state, parts.view),
        Markup(drawn),
        figures,
        promises,
        sorted(parts.leads.items()),
    )


def shouted(play: Play) -> str:
    """Who wins at the very next check, which every page says; empty if nobody does."""
    return shout(play.game, Names(View(play.state, None)))


def table(play: Play) -> TablePage:
    """The table as all may see it."""
    view = View(play.state, None)
    shown = Picture(view, next_line(play.game, Names(view)), CARD)
    drawn = Markup(shown.body)
    return TablePage(*shown.titles, shown.ahead, drawn, shown.text, sorted(shown.parts.leads.items()))
