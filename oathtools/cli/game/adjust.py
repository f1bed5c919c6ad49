"""``oathtools adjust``: state how the table really stands."""

import click

from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.cli.shared.correcting import adjust
from oathtools.cli.shared.folders import faults
from oathtools.cli.shared.game_shown import question_data
from oathtools.cli.shared.gaming import after, write_game


@click.command(cls=Command)
@click.argument("words", nargs=-1)
@click.option("--position", metavar="FILE", help="The whole position, as `oathtools position export` writes it.")
def command(words: tuple[str, ...], position: str | None) -> int:
    """Say how the table really stands, after a mis-step that everybody noticed late. The game goes on from there.

    WORDS name one thing at a time: `Bo favor 4`, `Bo supply 3`, `Bo warbands 5`, `Bo pawn Mountain`, `Plains warbands
    red 2`, `round 4`, `visions 3`, `Bo usurper`, `Map to Bo`, `Wolves to Mine`, `Wolves to Bo facedown`, `Wolves to
    the Cradle discard pile`, `Tents favor 1`, `People's Favor Bo 3`, `Bo role citizen`, `Bo vision Faith`, `turn Bo`,
    `phase act`; several with semicolons or commas between. Favor moves from and to the shared bank, warbands from and
    to their own. A house rule may add to this what it keeps of a site or a player: see `oathtools variants
    NAME`. What would break conservation is refused, every fault at once.
    """
    if bool(words) == (position is not None):
        raise Failure("usage", "say what is different, or give a position file", hint="oathtools adjust Bo favor 4")
    said = " ".join(words) if words else f"position {position}"
    with write_game() as running:
        play = running.play
        since = play.head
        with faults():
            adjust(play, said, position)
        running.save(play.entries[since:])
    data = {"said": said, "ask": question_data(play)}
    return emit(data, lambda: after(play, since), warnings=running.notes)
