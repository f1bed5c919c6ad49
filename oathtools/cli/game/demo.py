"""``oathtools demo``: a whole first game by bots, told step by step."""

from typing import TYPE_CHECKING

import click

from oathtools import catalog
from oathtools.answerers.bot import run_plugs
from oathtools.cli.shared.bot_seats import USUAL, bots_in_turn
from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.cli.shared.game_shown import names_for
from oathtools.cli.shared.gaming import told
from oathtools.journal.begin import new_game
from oathtools.procedures.machine.world import first_game_world, seats_for
from oathtools.render.document import Message, apart
from oathtools.render.game.bots import why_data, why_text
from oathtools.render.game.log import LogLine, document
from oathtools.text import Hint

if TYPE_CHECKING:
    from oathtools.bots import Bot
    from oathtools.bots.why import Why
    from oathtools.journal.play import Play

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo")
SEATS = 4
NEXT = ("Your own: ", Hint("new", "our-saga --first-game"))


@click.command(cls=Command)
@click.option("--seed", default="5", show_default=True, metavar="S", help="Another seed tells another game.")
@click.option("--spoil", is_flag=True, help="Also name the cards that the table would not see.")
@click.option(
    "--bots",
    default=USUAL,
    show_default=True,
    metavar="LIST",
    help="Who plays, in turn order: random, greedy, planner; the last one also the seats left of four.",
)
@click.option("--why-bot", is_flag=True, help="With each action: why, and what else its bot considered.")
def command(seed: str, spoil: bool, bots: str, why_bot: bool) -> int:
    """Play the publisher's first game with four seeded bots, from setup to its end; say who won, by which clauses."""
    world = first_game_world()
    sitting = bots_in_turn(bots, SEATS)
    if len(sitting) > catalog.PLAYERS[1]:
        raise Failure("usage", f"{len(sitting)} bots, and {catalog.PLAYERS[1]} seats at most", citations=["1.7"])
    seats = seats_for([(name, None, bot) for name, bot in zip(NAMES, sitting, strict=False)], world.citizens)
    play = new_game(seats, world, seed=seed, digests=False)
    reasons = _played(play)
    names = names_for(play, spoil=spoil)
    lines = told(play, -1, names)
    cites = list(dict.fromkeys(cite for line in lines for cite in line.cites))
    data = {
        "seed": seed,
        "bots": sitting,
        "decisions": play.head,
        "result": play.state.result,
        "log": [line.as_data() for line in lines],
    }
    if why_bot:
        data["why"] = [{"n": n, **why_data(why)} for n, why in reasons.items()]
        lines = _with_reasons(lines, {n: why_text(why, names) for n, why in reasons.items()})
    return emit(data, lambda: apart(document(lines), [Message(NEXT)]), citations=cites)


def _played(play: "Play") -> "dict[int, Why]":
    """Play a game to its end; returns why each action was chosen, by the number of its answer."""
    reasons: dict[int, Why] = {}

    def seen(bot: "Bot") -> None:
        if bot.why is not None and bot.why.kind == "act":
            reasons[play.head + 1] = bot.why

    run_plugs(play, seen=seen)
    return reasons


def _with_reasons(lines: list[LogLine], reasons: dict[int, str]) -> list[LogLine]:
    """The lines of a log, each action after the reasons for it."""
    found: list[LogLine] = []
    left = dict(reasons)
    for line in lines:
        found += [LogLine(n, left.pop(n)) for n in [n for n in left if n <= line.n]]
        found.append(line)
    return found
