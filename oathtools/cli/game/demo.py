"""``oathtools demo``: a whole first game by bots, told step by step."""

import click

from oathtools.answerers.bot import run_plugs
from oathtools.cli.shared.common import Command, emit, terminal_width, wrapped
from oathtools.cli.shared.game_shown import names_for
from oathtools.cli.shared.gaming import told
from oathtools.journal.begin import new_game
from oathtools.procedures.machine.world import first_game_world, seats_for
from oathtools.render.game.log import as_text

NAMES = ("Ann", "Bo", "Cy", "Dee")
NEXT = "Your own: oathtools new our-saga --first-game"


@click.command(cls=Command)
@click.option("--seed", default="oath", show_default=True, metavar="S", help="Another seed tells another game.")
@click.option("--spoil", is_flag=True, help="Also name the cards that the table would not see.")
def command(seed: str, spoil: bool) -> int:
    """Play the publisher's first game with four seeded bots, from setup to its end; say who won, by which clauses."""
    world = first_game_world()
    seats = seats_for([(name, None, True) for name in NAMES], world.citizens)
    play = new_game(seats, world, seed=seed, digests=False)
    run_plugs(play)
    lines = told(play, -1, names_for(play, spoil=spoil))
    cites = list(dict.fromkeys(cite for line in lines for cite in line.cites))
    data = {
        "seed": seed,
        "decisions": play.head,
        "result": play.state.result,
        "log": [line.as_data() for line in lines],
    }
    return emit(data, lambda: f"{as_text(lines, terminal_width())}\n\n{wrapped(NEXT)}", citations=cites)
