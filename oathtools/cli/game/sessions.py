"""``oathtools play``: ask and answer at one screen."""

import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from oathtools import catalog
from oathtools.answerers.bot import bots_of, chance, follow, read_file, run_plugs
from oathtools.bots import Bot
from oathtools.bots.planner import RandomBot
from oathtools.bots.situation import Watch, Why
from oathtools.cli.game.start import USUAL, bots_in_turn, stand_in
from oathtools.cli.shared import gaming
from oathtools.cli.shared.common import Command, Failure, at_terminal, echo, emit, in_lines, settings, wrapped
from oathtools.cli.shared.folders import faults, write_out
from oathtools.engine.decision import Form
from oathtools.journal.begin import new_game
from oathtools.journal.play import Play
from oathtools.kit.text import Hint, installs
from oathtools.procedures.machine.world import first_game_world, seats_for
from oathtools.render.document import Block, Message, apart
from oathtools.render.game.log import LogLine, by_round
from oathtools.render.game.verdict import why_data, why_text
from oathtools.saga import folder
from oathtools.saga.folder import OpenGame, Running

if TYPE_CHECKING:
    import socket


@click.command(cls=Command)
@click.option("--auto", is_flag=True, help="Bots (--bots; the others at random) and a seed answer everything.")
@click.option("--seed", default="0", show_default=True, metavar="S", help="With --auto: the seed.")
@click.option(
    "--answers",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Lines to answer from.",
)
@click.option("--pass", "passing", is_flag=True, help="The screen goes round: each sees their own questions alone.")
@click.option(
    "--bots", metavar="LIST", help="Bots answer for these players, from here on: Cy,Dee, or Cy,Dee=planner (greedy)."
)
@click.option("--why-bot", is_flag=True, help="Whenever bots have acted: why, and what else they considered.")
def play_command(auto: bool, seed: str, answers: Path | None, passing: bool, bots: str | None, why_bot: bool) -> int:
    """Play the running game at this screen: the question, your answer, what comes of it.

    Where people deal and roll, one of them keeps the screen and types what is said; nothing on it is for one player's
    eyes alone, unless they ask for it (`show`). Where the tool deals, private questions are shown when the screen was
    passed on.

    Who is away may be stood in for (`--bots`), for as long as this goes on; the game remains theirs. To play alone:
    `start` with `--bots`. What a bot explains may tell of its hidden cards no more than you may know.

    Each answer is in the journal before the next question is asked: stop whenever you like. Where the terminal has line
    editing, the Tab key completes answers, names and the words of a request.
    """
    shown = False
    with gaming.write_game() as running:
        since = running.play.head
        if bots is not None:
            stand_in(running.play, bots)
            run_plugs(running.play)
            running.save(running.play.entries[since:])
        if auto:
            _auto(running, seed)
        elif answers is not None:
            _follow(running, answers)
        else:
            shown = running.play.pending is not None
            _can_ask(running)
    if shown:
        return _asking(bots, passing, why_bot)
    if answers is not None and not auto:
        return emit(
            gaming.question_data(running.play), lambda: gaming.after(running.play, since), warnings=running.notes
        )
    return _over(running, since if auto else None)


def _can_ask(running: Running) -> None:
    """Raises ``Failure`` where there is something to ask and nobody at the screen."""
    if running.play.pending is not None and not at_terminal():
        question = gaming.question_data(running.play)
        hint = "Answer with: oathtools answer WORDS, or play --answers FILE, or play --auto"
        raise Failure("needs_answer", "play asks at a terminal; here nobody can answer", hint=hint, question=question)


def _asking(bots: str | None, passing: bool, why_bot: bool) -> int:
    """At the screen, with those who stand in."""
    from oathtools.cli.shared.screen import at_the_table

    def sit(play: Play) -> None:
        if bots is not None:
            stand_in(play, bots)

    with faults():
        return at_the_table(OpenGame(folder.require(settings().saga), sit), passing, why_bot)


def _auto(running: Running, seed: str) -> None:
    """Bots for every seat, any answer where nobody is named, and seeded chance, to the end of the game."""
    play = running.play
    seed = str(play.header["chance"].get("seed", seed))
    bots, watch = bots_of(play), Watch(play)
    while (decision := play.pending) is not None:
        if decision.form is Form.OUTCOME:
            answer = chance(play, seed)
        else:
            bot = bots.get(decision.who) or RandomBot()
            answer = bot.answer(watch.situation(seed, bot.looks))
        running.save([play.answer(answer, checked=True)])


def _follow(running: Running, answers: Path) -> None:
    """Answer from a file."""
    running.save(follow(running.play, read_file(answers), gaming.labels_for(running.play)))


def _over(running: Running, since: int | None = None) -> int:
    play = running.play
    shown = since if since is not None else max(0, play.head - 1)
    data = {"result": play.state.result, "entries": play.head}
    return emit(data, lambda: gaming.after(play, shown), warnings=running.notes)


# -- ``oathtools serve``: the table on every phone ---------------------------------------------------------------------


_NEEDS = ("starlette", "uvicorn", "jinja2", "segno")
LAPTOP = "laptop"


@click.command(cls=Command)
@click.option("--lan", is_flag=True, help="For all devices of the network this machine is in, not for this one alone.")
@click.option("--host", metavar="ADDRESS", help="Listen at this address only.  [default: 127.0.0.1, or all with --lan]")
@click.option("--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="0: any that is free.")
@click.option("--read-only", is_flag=True, help="Show the table; answers are given at the command line.")
@click.option("--scribe", metavar="NAME", help="Answers for all: a player, or laptop (the browser here).")
@click.option("--qr/--no-qr", default=True, show_default=True, help="Print a QR code for each seat and for all to see.")
def serve_command(lan: bool, host: str | None, port: int, read_only: bool, scribe: str | None, qr: bool) -> int:
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
        raise Failure("usage", f"serve needs what is not installed: {', '.join(missing)}", hint=installs("web"))
    if settings().json:
        raise Failure("usage", "serve answers browsers, not scripts", hint="Leave --json out")
    from oathtools.web import connections

    saga = folder.folder(settings().saga)
    if not (saga / folder.CHRONICLE).is_file():
        if settings().saga is not None:
            folder_missing(saga)
        saga = None  # type: ignore[assignment]
    return _serve(saga, host or (connections.EVERYWHERE if lan else connections.LOOPBACK), port, read_only, scribe, qr)


def folder_missing(saga: Path) -> None:
    """There is no saga where one was named. Raises ``Failure``."""
    with faults():
        folder.require(str(saga))


def _serve(saga: Path | None, host: str, port: int, read_only: bool, scribe: str | None, qr: bool) -> int:
    from oathtools.web import connections
    from oathtools.web.app import How, Served

    if saga is not None:
        with faults():
            folder.latest(saga)  # before any address is shown
    opened = _port(host, port)
    number = opened.getsockname()[1]
    with opened, faults():
        base, hosts = connections.shown_at(host, number), connections.hosts_of(host)
        served = Served(How(saga, read_only, _scribe(saga, scribe), hosts, number, base))
        for line in connections.greeting(served, qr):
            echo(line if "\n" in line.strip() else wrapped(line) if len(line) < 200 and "http" not in line else line)
        echo("Stop with Ctrl-C; nothing is lost.")
        connections.run(served, opened)
    return 0


def _port(host: str, port: int) -> "socket.socket":
    from oathtools.web import connections

    try:
        return connections.listening(host, port)
    except OSError as fault:
        hint = "Is it served already? Take another one: --port 8081"
        raise Failure("usage", f"{host}, port {port}: {fault.strerror}", hint=hint) from None


def _scribe(saga: Path | None, named: str | None) -> str | None:
    """The name of the player who writes for all. Raises ``Failure``."""
    if named is None or saga is None or named.casefold() == LAPTOP:
        return named and LAPTOP
    with faults():
        state = folder.view(folder.latest(saga)).play.state
    return str(state.players[gaming.seat_named(state, named)].name)


# -- ``oathtools demo``: a whole first game by bots, told step by step -------------------------------------------------


NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo")
SEATS = 4
STOPS = "\nEnter: the next round; q: enough > "
NEXT = ("To watch it: ", Hint("demo", "--replay demo.html"), ". Your own: ", Hint("new", "our-saga --first-game"))


@click.command(cls=Command)
@click.option("--seed", default="5", show_default=True, metavar="S", help="Another seed tells another game.")
@click.option("--spoil", is_flag=True, help="Also name the cards that the table would not see.")
@click.option("--all", "whole", is_flag=True, help="Every turn line by line; the last one always is.")
@click.option(
    "--bots",
    default=USUAL,
    show_default=True,
    metavar="LIST",
    help="Who plays, in turn order: random, greedy, planner; the last one also the seats left of four.",
)
@click.option("--why-bot", is_flag=True, help="With each action: why, and what else its bot considered.")
@click.option(
    "--replay", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write a page to watch it."
)
def demo_command(seed: str, spoil: bool, whole: bool, bots: str, why_bot: bool, replay: Path | None) -> int:
    """Play the publisher's first game with four seeded bots, from setup to its end; say who won, by which clauses.

    --replay FILE writes a page instead, on which the game is watched step by step.
    """
    world = first_game_world()
    sitting = bots_in_turn(bots, SEATS)
    if len(sitting) > catalog.PLAYERS[1]:
        raise Failure("usage", f"{len(sitting)} bots, and {catalog.PLAYERS[1]} seats at most", citations=["1.7"])
    seats = seats_for([(name, None, bot) for name, bot in zip(NAMES, sitting, strict=False)], world.citizens)
    play = new_game(seats, world, seed=seed, digests=False)
    reasons = _played(play)
    if replay is not None:
        from oathtools.render.table.replay import of_game

        write_out(replay, of_game(play, spoil=spoil), False)
        return emit({"file": str(replay)}, f"The game is drawn in {replay}. Open it in a browser.")
    names = gaming.names_for(play, spoil=spoil)
    lines = gaming.happened_since(play, -1, names)
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
    line_by_line = None if whole or why_bot else Hint("demo", "--all")
    *rounds, folds = by_round(lines, line_by_line)
    parts: list[list[Block]] = [*rounds, apart(folds, [Message(NEXT)])]
    has_screen = at_terminal() and sys.stdout.isatty() and settings().pager
    if has_screen and line_by_line is not None:
        return _stopping(list(filter(None, parts)))
    return emit(data, lambda: apart(*parts), citations=cites, pager=True)


def _stopping(parts: list[list[Block]]) -> int:
    """Print one round after the other, each when somebody wants it, and what is said at the end."""
    with suppress(EOFError):
        for part in parts[:-2]:
            echo(in_lines(part))
            if input(STOPS).strip().casefold() in ("q", "quit"):
                break
        else:
            echo(in_lines(parts[-2]))
    echo(in_lines(["", *parts[-1]]))
    return 0


def _played(play: Play) -> dict[int, Why]:
    """Play a game to its end; returns why each action was chosen, by the number of its answer."""
    reasons: dict[int, Why] = {}

    def seen(bot: Bot) -> None:
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


# -- ``oathtools mcp``: the rules as tools for an assistant that cites -------------------------------------------------


@click.command(cls=Command)
def mcp_command() -> int:
    """The rules as read-only tools for an assistant: law, search, card, rulings, odds, win, why, legal, status ...

    Needs the extra `mcp`: pip install 'oathtools[mcp]'. An assistant's program starts it and talks to it on standard
    input and output (Model Context Protocol); people do not type it. How to enter it there: docs/assistants.md.

    In a saga (-C DIR) the tools know the running game as everybody may know it, and the table's readings; --as NAME
    shows them what that player may know. Nothing can be changed through them.
    """
    if find_spec("mcp") is None:
        raise Failure("usage", "mcp needs what is not installed: mcp", hint=installs("mcp"))
    given = settings()
    if given.json:
        raise Failure("usage", "mcp answers assistants, not scripts", hint="Leave --json out")
    if given.saga or given.viewer:
        _known(given.viewer)
    from oathtools.assistants import Asker, serve

    serve(Asker(given.saga, given.viewer))
    return 0


def _known(viewer: str | None) -> None:
    """The saga that is named is there, and so is the player in its running game. Raises ``Failure``."""
    with faults():
        folder.require(settings().saga)
    if viewer:
        gaming.viewer_seat(gaming.view_game().play)
