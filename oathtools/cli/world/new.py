"""``oathtools new``: begin a saga."""

from pathlib import Path
from shlex import quote

import click

from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.cli.shared.folders import begin_saga, refuse_saga
from oathtools.cli.shared.worlds import repaired, world_from
from oathtools.cli.world import new_box
from oathtools.render.world.history import oath_name
from oathtools.saga.worlds import Incomplete, world_of


@click.command(cls=Command)
@click.argument("directory", metavar="[DIR]", required=False, type=click.Path(file_okay=False, path_type=Path))
@click.option("--first-game", is_flag=True, help="The publisher's first game.")
@click.option("--tts", metavar="STRING|FILE|-", help="The world of a save string.")
@click.option("--chronicle", metavar="FILE|-", help="The world of a Chronicle file; what it leaves out is unknown.")
@click.option("--site", "sites", metavar="SITE[: CARDS]", multiple=True, help="Our own world: its sites, from the top.")
@click.option("--oath", help="Our own world: supremacy, people, devotion or protection.")
@click.option(
    "--citizen", "citizens", metavar="COLOR", multiple=True, help="Our own world: whose board is a Citizen's."
)
@click.option("--dispossessed", metavar="CARDS", help="Our own world: the Dispossessed that are known, commas between.")
@click.option("--edit", is_flag=True, help="Our own world, in your editor.")
@click.option("--output", "-o", metavar="FILE", help="Write a commented file to fill in for --chronicle; - shows it.")
@click.option("--repair", is_flag=True, help="Mend an incomplete world: missing relics, Visions, sites.")
@click.option("--seed", default="0", help="With --repair: the seed for what is drawn at random.")
@click.option("--name", help="The name of the saga.")
def command(
    directory: Path | None,
    first_game: bool,
    tts: str | None,
    chronicle: str | None,
    sites: tuple[str, ...],
    oath: str | None,
    citizens: tuple[str, ...],
    dispossessed: str | None,
    edit: bool,
    output: str | None,
    repair: bool,
    seed: str,
    name: str | None,
) -> int:
    """Begin a saga in DIR: a folder with the Chronicle, the table's rulings and the journals of its games.

    At a terminal it asks which world to begin with. Our own world is what lies in your box: the sites and their cards,
    who was what, the Dispossessed if anybody knows; all else is unknown and told as it comes up.

    \b
    oathtools new empire --first-game
    oathtools new empire --oath people --site "Plains: Longbows"
    """
    if output:
        return new_box.write_template(output)
    told = new_box.told(sites, oath, citizens, dispossessed)
    named = sum(map(bool, (first_game, tts, chronicle, told, edit)))
    if directory is None or named > 1 or (not named and not new_box.at_terminal()):
        what = "name one world to begin with" if directory else "in which folder is the saga to be?"
        hint = "oathtools new DIR --first-game, --tts STRING, --chronicle FILE, --site SITE or --edit"
        raise Failure("usage", what, hint=hint)
    refuse_saga(directory)
    if not named:
        first_game, tts, told, edit = new_box.asked()
    if told or edit:
        world, notes = new_box.edited(directory) if edit else new_box.of_told(told)
        world, notes = repaired(world, notes, seed) if repair else (world, notes)
    else:
        world, notes = world_from(tts, chronicle, repair, seed)
    if name:
        world.name = name
    try:
        world_of(world)
    except Incomplete as fault:
        hint = "Add --repair to mend it, or mend it by hand: oathtools tts read ... > world.yaml"
        raise Failure(
            "position", "no game can be set up from this world yet", detail=fault.faults, hint=hint, faults=fault.faults
        ) from None
    target = begin_saga(directory, world)
    there = quote(str(directory))
    data = {
        "saga": str(directory),
        "chronicle": str(target),
        "name": world.name,
        "game": world.game,
        "oath": world.oath,
    }
    text = (
        f"{world.name}: a saga in {directory}, game {world.game}, {oath_name(world.oath)}.\n"
        f"Next: oathtools -C {there} start Ann Bo Cy"
    )
    return emit(data, text, citations=["1"], warnings=notes)
