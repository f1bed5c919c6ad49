"""``oathtools simulate``: many games by bots, and two settings weighed against each other on the same seeds."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.cli.shared.folders import faults
from oathtools.cli.world.simulate_plan import differing, plan_of
from oathtools.cli.world.simulate_run import play, write
from oathtools.render.document import Message, apart
from oathtools.text import listed

if TYPE_CHECKING:
    from oathtools.simulate.keeping import Kept
    from oathtools.simulate.setting import Plan

_GAMES, _STOPPED = 200, 130
# What says how a run goes on, and nothing of what is played.
_NOT_OF_THE_PLAN = ("games", "out", "workers", "scheduler", "chunk", "level")


@click.command(cls=Command)
@click.option("--games", type=click.IntRange(1), help=f"How many.  [default: {_GAMES}]")
@click.option("--bots", default="greedy", show_default=True, metavar="LIST", help="One for all seats, or one for each.")
@click.option("--rotate", is_flag=True, help="The bots change seats from game to game.")
@click.option("--players", type=click.IntRange(2, 6), help="How many.  [default: 4]")
@click.option("--first-game", is_flag=True, help="Games of the publisher's first game.  [default outside a saga]")
@click.option("--chronicle", metavar="FILE", help="Games of this world.  [default: the saga's]")
@click.option("--tts", metavar="STRING|FILE", help="Games of the world of a save string.")
@click.option("--position", metavar="FILE", help="Games that go on from a position.")
@click.option("--random-worlds", is_flag=True, help="A random world for each game, all oaths in turn.")
@click.option("--set", "words", multiple=True, metavar="WORD", help="A-05=b, VARIANT=on; may be repeated.")
@click.option("--against", multiple=True, metavar="WORD|DIR", help="The same games again with these changes.")
@click.option("--seed", default="oath", show_default=True, metavar="S", help="Another seed plays other games.")
@click.option("--level", type=click.FloatRange(50, 99.99), default=95.0, show_default=True, help="Of intervals, in %.")
@click.option("--workers", type=click.IntRange(1), metavar="N", help="Processes here.  [default: one a processor]")
@click.option("--scheduler", metavar="ADDRESS", help="The workers of a scheduler of Dask: tcp://host:8786.")
@click.option("--chunk", type=click.IntRange(1), metavar="N", help="Games handed out at a time.  [default: 10]")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Keep all in a folder, or go on there.")
@click.pass_context
def command(context: click.Context, **given: Any) -> int:
    """Let bots play many games: who wins, how and when, which cards are played, used and win.

    The world, the readings and the house rules are those of the saga (-C DIR), changed by --set; what lies facedown is
    drawn anew in each game. --against plays each game a second time,
    on the same seed, with further changes, and tells the differences with their intervals: so a reading or a house rule
    is weighed. DIR has a rulings.yaml to be weighed as a whole.

    The numbers are the same however many workers play. With --out what is played is kept, each chunk as it is done:
    Ctrl-C stops, and oathtools simulate --out DIR goes on; --games N makes it longer. There lie results.json, CSV files
    and a page with charts, report.html. How to read them: docs/weighing.md. --scheduler takes the extra cluster.

    \b
    Examples:
      oathtools simulate --games 1000 --out runs/first
      oathtools simulate --random-worlds --bots greedy,random --players 2 --rotate
      oathtools simulate -C our-saga --against VARIANT=off --out runs/realms
      oathtools simulate --against A-05=c --scheduler tcp://10.0.0.5:8786 --out runs/title
    """
    from oathtools.simulate.keeping import Kept, Run
    from oathtools.simulate.running import SIZE

    kept = Kept(given["out"]) if given["out"] else None
    with _kept_faults(kept):
        plan, games, notes = _planned(context, given, kept)
        with kept.alone() if kept else nullcontext():
            if kept is not None:
                notes += _begun(kept, plan, games)
            run = Run(plan, kept)
            finished = play(run, games, given["chunk"] or SIZE, given["workers"], given["scheduler"])
            if kept is not None and not finished:
                kept.mend()
                run = Run(plan, kept)  # what is on the disk counts, wherever it was stopped
            data = run.results(given["level"] / 100)
            files = write(kept, run, data) if kept is not None else []
    asked = {"wanted": games, "finished": finished, "files": files, "cost": run.cost.as_data()}
    return _told({**data, **asked}, kept, notes)


def _planned(context: click.Context, given: dict[str, Any], kept: "Kept | None") -> "tuple[Plan, int, list[str]]":
    """The plan, how many games of it are wanted, and what is to be said. Raises ``Failure``, ``NotKept``."""
    if kept is None or not kept.exists:
        plan, notes = plan_of(given)
        return plan, given["games"] or _GAMES, notes
    there, notes = kept.plan(), []
    said = [key for key in given if context.get_parameter_source(key) is ParameterSource.COMMANDLINE]
    if set(said) - set(_NOT_OF_THE_PLAN):
        asked, notes = plan_of(given)
        if asked.digest() != there.digest():
            hint = f"Go on with it: oathtools simulate --out {quote(str(kept.folder))}; or take another folder."
            other = differing(there, asked)
            raise Failure("not_offered", f"another run is kept in {kept.folder}", detail=other, hint=hint)
    return there, given["games"] or kept.games, notes


def _begun(kept: "Kept", plan: "Plan", games: int) -> list[str]:
    """Keep what is to be played; what is to be said of what was played before."""
    torn = kept.mend()
    if not kept.exists or kept.games != games:
        kept.begin(plan, games)
    return ["the last line of games.jsonl was torn; its games are played again"] if torn else []


@contextmanager
def _kept_faults(kept: "Kept | None") -> Iterator[None]:
    """What is wrong with the folder of a run, as failures."""
    from oathtools.simulate.keeping import NotKept

    with faults():
        try:
            yield
        except NotKept as fault:
            raise Failure("damaged", str(fault), hint=fault.hint) from None
        except OSError as fault:
            if kept is None:
                raise
            told = f"nothing can be kept in {kept.folder}: {fault.strerror or fault}"
            raise Failure("usage", told, hint="What was kept before is as it was.") from None


def _told(data: dict[str, Any], kept: "Kept | None", notes: list[str]) -> int:
    from oathtools.render.simulate import words
    from oathtools.render.simulate.text import document

    notes += [*words.failed(data), *words.in_vain(data)]
    done, stopped = data["settings"][0]["games"] + data["settings"][0]["failed"], not data["finished"]
    if stopped:
        way = f"Go on: oathtools simulate --out {quote(str(kept.folder))}" if kept else "--out DIR would keep them"
        notes.append(f"stopped: {done} of {data['wanted']} games are played. {way}")
    status = _STOPPED if stopped else 0
    if not done:
        return emit(data, "No game is played yet.", warnings=notes, status=status)
    return emit(data, lambda: apart(document(data), *([each] for each in _below(data))), warnings=notes, status=status)


def _below(data: dict[str, Any]) -> Iterator[Message]:
    """What the games cost, and where all is kept."""
    cost = data["cost"]
    memory = f", {cost['memory']:.0f} MB a process" if cost["memory"] else ""
    speed = f", {cost['decisions_a_second']:,} decisions a second" if cost["decisions_a_second"] else ""
    yield Message(f"{cost['seconds']:,.0f} seconds of a processor{speed}{memory}.")
    if data["files"]:
        folder, names = Path(data["files"][0]).parent, [Path(file).name for file in data["files"]]
        yield Message(f"In {folder}: {listed(names)}, which a browser shows.")
