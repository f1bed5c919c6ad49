"""``oathtools why``: may this be done here?"""

import click

from oathtools.cli.shared.common import EXIT_NO, Command, emit


@click.command(cls=Command, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--position", metavar="FILE", help="In this position instead of the running game.")
@click.option("--player", metavar="NAME", help="For this player.  [default: the one whose turn it is]")
@click.option("--explain", is_flag=True, help="The derivation: the facts used and the clauses, in order.")
def command(words: tuple[str, ...], position: str | None, player: str | None, explain: bool) -> int:
    """May this be done here? Yes; or no, with every reason, its clause, and the smallest changes that would mend it.

    For a player whose turn it is not it is judged as in that player's turn, and the answer says so.
    What is left out may be anything: `why muster` asks whether there is any way to muster.

    \b
    why travel "Rocky Coast" --with "Buried Giant"
    why trade Elders --for secrets --explain
    why campaign Bo --target site:Plains --target pawn --dice 3 --plan Longbows
    why move-warbands 2 board --player Cy
    """
    from oathtools.answerers.judge import judged
    from oathtools.answerers.lines import split
    from oathtools.cli.shared.folders import faults
    from oathtools.cli.shared.judging import bench
    from oathtools.render.game import verdict as render

    judge = bench(position, player)
    if words[:1] != ("end",):  # a turn can be ended only while it is one's own
        judge = judge.in_own_turn()
    with faults():
        line, labels = split(list(words)), render.labels(judge.names)
        opinion, request = judged(judge.table, line, labels)
    told = (*opinion.refusals, *opinion.depends, *(() if opinion.refusals else opinion.derivation))
    cites = [*(each.clause for each in told), *(ruling for ruling, _ in opinion.rulings)]
    return emit(
        {"request": request, **render.as_json(opinion, judge.names)},
        lambda: judge.first(
            render.document(opinion, judge.names, explain=explain, taken=render.taken_as(request, words, judge.names))
        ),
        citations=list(dict.fromkeys(cites)),
        warnings=judge.warnings,
        status=0 if opinion.legal else EXIT_NO,
    )
