"""``oathtools explore``: what if, tried on a copy of the table."""

from pathlib import Path
from secrets import token_hex
from shlex import quote
from tempfile import mkdtemp

import click

from oathtools.answerers.bot import run_plugs
from oathtools.cli.game.game_files import at_rest, named_game
from oathtools.cli.game.start import stand_in
from oathtools.cli.shared.common import Command, Failure, emit, settings
from oathtools.cli.shared.folders import begin_saga
from oathtools.cli.shared.game_shown import only_person, question_data, viewer_seat
from oathtools.cli.shared.worlds import of_data
from oathtools.journal.play import Play
from oathtools.kit.text import Hint, capital
from oathtools.render.document import Document, Line, Message
from oathtools.saga import folder
from oathtools.saga.chronicle.record import of_position
from oathtools.saga.exploring import explored, said

# An entry that no game reaches. What is opened as of an entry leaves the folder of the saga as it is.
NOW = 10**9


@click.command(cls=Command)
@click.argument("game", required=False)
@click.option("--from", "since", type=click.IntRange(0), metavar="N", help="As it stood after entry N of the log.")
@click.option("--seed", metavar="S", help="Another seed deals the hidden cards otherwise.  [default: a new one]")
@click.option("--by-hand", is_flag=True, help="You say what the dice and the draws are; else they fall by the seed.")
@click.option("--bots", metavar="LIST", help="Bots play these seats: Cy,Dee, or Cy,Dee=planner.")
@click.option("--output", "-o", type=click.Path(path_type=Path), metavar="DIR", help="The folder of the copy; a new one"
              " among the temporary files without it.")  # fmt: skip
def explore_command(
    game: str | None, since: int | None, seed: str | None, by_hand: bool, bots: str | None, output: Path | None
) -> int:
    """What if: a copy of the table to try lines on, of now or of any moment of a game of the saga.

    What the --as player may not know is dealt anew, as it may lie for all they know (without --as: for all that
    everybody knows). All commands work in the copy: answer, play, undo without limit, odds, serve. Nothing of it is
    ever written into the saga, and every screen says that it is a copy.
    """
    running = named_game(game, NOW if since is None else since)
    play, notes = at_rest(running.play)
    if play.pending is None:
        hint = f"Name a moment of it: oathtools explore {int(running.path.stem)} --from {max(1, play.head - 1)}"
        raise Failure("not_offered", "this game is over: nothing is left to try", hint=hint)
    play.journal = running.path.stem
    viewer, seed = viewer_seat(play) or only_person(play), seed or token_hex(4)
    try:
        header = explored(play, viewer, seed, by_hand)
    except ValueError as fault:
        raise Failure("not_found", str(fault), hint="Once the table is set up (1) it can be tried on") from None
    copy = Play(header)
    if bots:
        stand_in(copy, bots)
    run_plugs(copy)
    where = output or Path(mkdtemp(prefix="oathtools-explore-")) / "what-if"
    begin_saga(where, of_data(of_position(header["origin"]["position"]))[0])
    folder.begin(where, copy.header, copy.entries)
    who = "" if viewer is None else f" --as {quote(play.state.players[viewer].name)}"
    settings().saga = str(where)
    data = {"saga": str(where), "seed": seed, **header["explores"], "ask": question_data(copy, viewer)}
    shown: Document = [
        Message(f"{capital(said(header))}. It lies in {where}."),
        Line(("To try lines there: ", Hint("play", who.strip()), ", or ", Hint("answer", f"WORDS{who}"))),
        Line("Dealt otherwise: the same command again. To be rid of it: delete the folder."),
    ]
    return emit(data, shown, citations=["9.4"], warnings=notes)
