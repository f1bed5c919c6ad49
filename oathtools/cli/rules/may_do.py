"""``oathtools legal`` and ``why``: what may be done, may this be done? In a position or the running game."""

import click

from oathtools.cli.shared import commands
from oathtools.cli.shared.common import EXIT_NO, Command, emit
from oathtools.cli.shared.folders import faults
from oathtools.render.document import Document, Line


@click.command(cls=Command)
@click.option("--position", metavar="FILE", help="In this position instead of the running game.")
@click.option("--player", metavar="NAME", help="For this player.  [default: the one whose turn it is]")
def legal_command(position: str | None, player: str | None) -> int:
    """Everything that may be done now, with its cost, and the powers that may be used with it.

    For a player whose turn it is not it is told as in that player's turn, and the answer says so, as `why` does.
    Campaigns are told by defender, with the targets and the dice they add. --as NAME also shows what is to be done
    with the facedown advisers of that player.
    """
    from oathtools.answerers.judge import may_do
    from oathtools.answerers.words import words_of
    from oathtools.cli.shared.judging import bench
    from oathtools.procedures.adjudicate import END
    from oathtools.render.game import verdict as render

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


@click.command(cls=Command, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED, shell_complete=commands.answers)
@click.option("--position", metavar="FILE", help="In this position instead of the running game.")
@click.option("--player", metavar="NAME", help="For this player.  [default: the one whose turn it is]")
@click.option("--explain", is_flag=True, help="The derivation: the facts used and the clauses, in order.")
def why_command(words: tuple[str, ...], position: str | None, player: str | None, explain: bool) -> int:
    """May this be done here? Yes; or no, with every reason, its clause, and the smallest changes that would mend it.

    For a player whose turn it is not it is judged as in that player's turn, and the answer says so.
    What is left out may be anything: `why muster` asks whether there is any way to muster.
    """
    from oathtools.answerers.judge import judged
    from oathtools.answerers.requests import split
    from oathtools.cli.shared.judging import bench
    from oathtools.render.game import verdict as render

    judge = bench(position, player)
    if words[:1] != ("end",):  # a turn can be ended only while it is one's own
        judge = judge.in_own_turn()
    with faults():
        line, labels = split(list(words)), render.labels(judge.names)
        opinion, request = judged(judge.table, line, labels)
    reasons = (*opinion.refusals, *opinion.depends, *(() if opinion.refusals else opinion.derivation))
    cites = [*(each.clause for each in reasons), *(ruling for ruling, _ in opinion.rulings)]
    return emit(
        {"request": request, **render.as_json(opinion, judge.names)},
        lambda: judge.first(
            render.document(opinion, judge.names, explain=explain, taken=render.taken_as(request, words, judge.names))
        ),
        citations=list(dict.fromkeys(cites)),
        warnings=judge.warnings,
        status=0 if opinion.legal else EXIT_NO,
    )
