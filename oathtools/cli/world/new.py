"""``oathtools new``: begin a saga."""

from pathlib import Path

import click

from oathtools import schemas_beside, whole
from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.cli.shared.folders import write_folder
from oathtools.cli.shared.worlds import world_from
from oathtools.saga import folder
from oathtools.saga.chronicle.form import dumps
from oathtools.saga.worlds import Incomplete, world_of


@click.command(cls=Command)
@click.argument("directory", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--first-game", is_flag=True, help="The publisher's first game.")
@click.option("--tts", metavar="STRING|FILE|-", help="The world of a save string.")
@click.option("--chronicle", metavar="FILE", help="The world of a Chronicle file.")
@click.option("--repair", is_flag=True, help="Mend an incomplete world: missing relics, Visions, sites.")
@click.option("--seed", default="0", help="With --repair: the seed for what is drawn at random.")
@click.option("--name", help="The name of the saga.")
def command(
    directory: Path, first_game: bool, tts: str | None, chronicle: str | None, repair: bool, seed: str, name: str | None
) -> int:
    """Begin a saga in DIR: a folder with the Chronicle, the table's rulings and the journals of its games."""
    from shlex import quote

    if sum(map(bool, (first_game, tts, chronicle))) != 1:
        raise Failure("usage", "name one world to begin with", hint="--first-game, --tts STRING or --chronicle FILE")
    target, there = directory / folder.CHRONICLE, quote(str(directory))
    if target.exists():
        raise Failure("not_found", f"there is a saga in {directory} already", hint=f"oathtools -C {there} start")
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
    try:
        with whole.folder(directory), write_folder(directory):
            text = schemas_beside.heading("chronicle") + dumps(world, sealed=True)
            whole.write(target, text, new=True)
            schemas_beside.lay(target, "chronicle", text)
    except FileExistsError:
        raise Failure("not_found", f"there is something called {directory} already") from None
    except OSError as fault:
        raise Failure("usage", f"no saga can be written in {directory}: {fault.strerror}") from None
    data = {
        "saga": str(directory),
        "chronicle": str(target),
        "name": world.name,
        "game": world.game,
        "oath": world.oath,
    }
    text = (
        f"{world.name}: a saga in {directory}, game {world.game}, oath of {world.oath}.\n"
        f"Next: oathtools -C {there} start --players Ann,Bo,Cy"
    )
    return emit(data, text, citations=["1"], warnings=notes)
