"""``oathtools serve``: the table on every phone."""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from oathtools.cli.shared.common import Command, Failure, echo, settings, wrapped

if TYPE_CHECKING:
    import socket

_NEEDS = ("starlette", "uvicorn", "jinja2", "segno")
LAPTOP = "laptop"


@click.command(cls=Command)
@click.option("--lan", is_flag=True, help="For all devices of the network this machine is in, not for this one alone.")
@click.option("--host", metavar="ADDRESS", help="Listen at this address only.  [default: 127.0.0.1, or all with --lan]")
@click.option("--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="0: any that is free.")
@click.option("--read-only", is_flag=True, help="Show the table; answers are given at the command line.")
@click.option("--scribe", metavar="NAME", help="Answers for all: a player, or laptop (the browser here).")
@click.option("--qr/--no-qr", default=True, show_default=True, help="Print a QR code for each seat and for all to see.")
def command(lan: bool, host: str | None, port: int, read_only: bool, scribe: str | None, qr: bool) -> int:
    """The table on every phone: pages that follow the running game, for each player what that player may know.

    Needs the extra `web`: pip install 'oathtools[web]'. A seat is claimed by its code, once; who has none sees what
    all may see. A private question is shown to its player alone, whoever writes. Answers go into the journal as those
    of oathtools answer do, and both may be used at once. Without a saga it is the reference: law, search, cards,
    rulings, odds.

    Only this machine can open the pages unless --lan is given. Then whoever is in the same network can see the table,
    and nothing is encrypted on the way: use it among friends, not in a cafe.
    """
    missing = [name for name in _NEEDS if find_spec(name) is None]
    if missing:
        raise Failure(
            "usage", f"serve needs what is not installed: {', '.join(missing)}", hint="pip install 'oathtools[web]'"
        )
    if settings().json:
        raise Failure("usage", "serve answers browsers, not scripts", hint="Leave --json out")
    from oathtools.saga import folder
    from oathtools.web import running

    saga = folder.folder(settings().saga)
    if not (saga / folder.CHRONICLE).is_file():
        if settings().saga is not None:
            folder_missing(saga)
        saga = None  # type: ignore[assignment]
    return _serve(saga, host or (running.EVERYWHERE if lan else running.LOOPBACK), port, read_only, scribe, qr)


def folder_missing(saga: Path) -> None:
    """There is no saga where one was named. Raises ``Failure``."""
    from oathtools.cli.shared.folders import faults
    from oathtools.saga import folder

    with faults():
        folder.require(str(saga))


def _serve(saga: Path | None, host: str, port: int, read_only: bool, scribe: str | None, qr: bool) -> int:
    from oathtools.cli.shared.folders import faults
    from oathtools.web import running
    from oathtools.web.app import How, Served

    opened = _port(host, port)
    number = opened.getsockname()[1]
    with opened, faults():
        base, hosts = running.shown_at(host, number), running.hosts_of(host)
        served = Served(How(saga, read_only, _scribe(saga, scribe), hosts, number, base))
        for line in running.greeting(served, qr):
            echo(line if "\n" in line.strip() else wrapped(line) if len(line) < 200 and "http" not in line else line)
        echo("Stop with Ctrl-C; nothing is lost.")
        running.run(served, opened)
    return 0


def _port(host: str, port: int) -> "socket.socket":
    from oathtools.web import running

    try:
        return running.listening(host, port)
    except OSError as fault:
        hint = "Is it served already? Take another one: --port 8081"
        raise Failure("usage", f"{host}, port {port}: {fault.strerror}", hint=hint) from None


def _scribe(saga: Path | None, named: str | None) -> str | None:
    """The name of the player who writes for all. Raises ``Failure``."""
    if named is None or saga is None or named.casefold() == LAPTOP:
        return named and LAPTOP
    from oathtools.cli.shared.folders import faults
    from oathtools.cli.shared.game_shown import seat_named
    from oathtools.saga import folder

    with faults():
        state = folder.view(folder.latest(saga)).play.state
    return str(state.players[seat_named(state, named)].name)
