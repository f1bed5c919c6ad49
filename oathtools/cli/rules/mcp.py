"""``oathtools mcp``: the rules as tools for an assistant that cites."""

from importlib.util import find_spec

import click

from oathtools.cli.shared.common import Command, Failure, settings


@click.command(cls=Command)
def command() -> int:
    """The rules as read-only tools for an assistant: law, search, card, rulings, odds, win, why, legal, position_check.

    Needs the extra `mcp`: pip install 'oathtools[mcp]'. An assistant's program starts it and talks to it on standard
    input and output (Model Context Protocol); people do not type it. How to enter it there: docs/assistants.md.

    In a saga (-C DIR) the tools know the running game as everybody may know it, and the table's readings; --as NAME
    shows them what that player may know. Nothing can be changed through them.
    """
    if find_spec("mcp") is None:
        raise Failure("usage", "mcp needs what is not installed: mcp", hint="pip install 'oathtools[mcp]'")
    given = settings()
    if given.json:
        raise Failure("usage", "mcp answers assistants, not scripts", hint="Leave --json out")
    if given.saga or given.viewer:
        _known(given.viewer)
    from oathtools.assistants.calls import Asker
    from oathtools.assistants.server import serve

    serve(Asker(given.saga, given.viewer))
    return 0


def _known(viewer: str | None) -> None:
    """The saga that is named is there, and so is the player in its running game. Raises ``Failure``."""
    from oathtools.cli.shared.folders import faults
    from oathtools.cli.shared.game_shown import viewer_seat
    from oathtools.cli.shared.gaming import view_game
    from oathtools.saga import folder

    with faults():
        folder.require(settings().saga)
    if viewer:
        viewer_seat(view_game().play)
