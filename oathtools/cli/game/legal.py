"""``oathtools legal``: everything that may be done now."""

import click

from oathtools.answerers.judge import may_do
from oathtools.answerers.spoken import words_of
from oathtools.cli.shared.common import Command, emit
from oathtools.cli.shared.judging import bench
from oathtools.procedures.adjudicate import END
from oathtools.render.document import Document, Line
from oathtools.render.game import verdict as render


@click.command(cls=Command)
@click.option("--position", metavar="FILE", help="In this position instead of the running game.")
@click.option("--player", metavar="NAME", help="For this player.  [default: the one whose turn it is]")
def command(position: str | None, player: str | None) -> int:
    """Everything that may be done now, with its cost, and the powers that may be used with it.

    For a player whose turn it is not it is told as in that player's turn, and the answer says so, as `why` does.
    Campaigns are told by defender, with the targets and the dice they add. --as NAME also shows what is to be done
    with the facedown advisers of that player.
    """
    now = bench(position, player)
    judge = now.in_own_turn()
    legal = may_do(judge.table)
    if judge is not now:  # a turn can be ended only while it is one's own
        legal = legal._replace(actions=tuple(offer for offer in legal.actions if offer.action != END))

    def shown() -> Document:
        if not legal.actions:
            return [Line(f"{judge.names.seat(judge.seat)} can take no action now: {judge.why_not}.")]
        return render.may_document(legal, judge.names, judge.seat)

    return emit(
        render.legal_json(legal, words_of), lambda: judge.first(shown()), citations=["4.2"], warnings=judge.warnings
    )
