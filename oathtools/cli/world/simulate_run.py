"""A run of ``oathtools simulate``: who plays, how far it is, what is written when it is done or stopped."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from oathtools.cli.shared.common import Failure

if TYPE_CHECKING:
    from oathtools.simulate.keeping import Kept, Run
    from oathtools.simulate.running import Runner

REPORT = "report.html"


def runner(workers: int | None, scheduler: str | None, left: int, chunk: int) -> "Runner":
    """Who plays what is left. Raises ``Failure`` where it takes what is not installed."""
    from oathtools.simulate import running

    if scheduler is not None:
        from oathtools.simulate.running import INSTALL, NoDask, at_scheduler

        try:
            return at_scheduler(scheduler)
        except NoDask:
            hint = f"Install it: {INSTALL}, here and on every machine that plays. On this machine alone: --workers N."
            raise Failure("usage", "--scheduler needs Dask, which is not installed", hint=hint) from None
    wanted = min(workers or _processors(), -(-left // chunk))
    return running.here if wanted < 2 else running.in_processes(wanted)


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def play(run: "Run", games: int, chunk: int, workers: int | None, scheduler: str | None) -> bool:
    """Play what is left, with a bar of what is left on the error stream; False if Ctrl-C stopped it.

    Raises ``Failure``.
    """
    from oathtools.simulate.running import OtherRules, WorkersDie

    left = len(run.left(games))
    if not left:
        return True
    try:
        with bar(left) as tell:
            run.play(games, chunk, runner(workers, scheduler, left, chunk), tell)
    except KeyboardInterrupt:
        return False
    except WorkersDie as fault:
        raise Failure("usage", str(fault), hint=fault.hint) from None
    except OtherRules as fault:
        hint = "Install the same version on every machine; nothing of what that worker played was kept."
        raise Failure("usage", str(fault), hint=hint) from None
    return True


@contextmanager
def bar(left: int) -> Iterator[Callable[[int], None]]:
    """How many of the games that are left are played, and how long the others will take; on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with click.progressbar(length=left, label="Games", file=sys.stderr, show_pos=True, width=0) as progress:
        yield progress.update


def write(kept: "Kept", run: "Run", data: Any) -> list[str]:
    """Write results beside the games: JSON, CSV, a page; returns the names of the files."""
    import json

    from oathtools.render.simulate import tables
    from oathtools.render.simulate.html import html

    games = sorted((records for chunk in kept.chunks() for records in chunk.games), key=lambda each: each[0]["game"])
    files = {
        "results.json": json.dumps(data, ensure_ascii=False, indent=1) + "\n",
        "measures.csv": tables.measures(data),
        "cards.csv": tables.cards(data),
        "games.csv": tables.games(games, list(run.plan.settings)),
        REPORT: html(data, run.cost.as_data()),
    }
    return [str(kept.write(name, text)) for name, text in files.items()]
