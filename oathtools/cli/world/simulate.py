"""``oathtools simulate``: many games by bots, and two settings weighed against each other on the same seeds."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from shlex import quote
from typing import Any

import click
from click.core import ParameterSource

from oathtools.cli.shared.common import Command, Failure, did_you_mean, emit, settings
from oathtools.cli.shared.folders import chronicle, faults, position_faults, read_source
from oathtools.cli.shared.folders import decided as of_table
from oathtools.cli.shared.worlds import variant_failure, world_from
from oathtools.journal.begin import seats_at
from oathtools.kit.text import listed
from oathtools.law.rulings import FILE, DamagedRulings, read_table
from oathtools.law.rulings_variants import all_texts
from oathtools.procedures.machine.registry import VariantFault
from oathtools.render import results
from oathtools.render.document import Message, apart
from oathtools.render.results import document
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.folder import CHRONICLE, folder
from oathtools.saga.worlds import Incomplete
from oathtools.simulate import running
from oathtools.simulate.setting import Decided, Misnamed, Origin, Plan, Setting, bots_named, with_words, without_use

# -- from the options of ``oathtools simulate`` to the plan of what is played ------------------------------------------


Given = Mapping[str, Any]
_WORLDS = {
    "first_game": "--first-game",
    "chronicle": "--chronicle",
    "tts": "--tts",
    "position": "--position",
    "random_worlds": "--random-worlds",
}
FIRST, SECOND = "A", "B"
_PLAYERS = 4


def plan_of(given: Given) -> tuple[Plan, list[str]]:
    """What the options ask for, and what is to be said of it. Raises ``Failure``."""
    origin, of, notes = _origin(given)
    with _refused(given):
        base = origin.decided(Decided.by(of_table(), ()))
        base = with_words(base._replace(bots=bots_named(given["bots"], _players(given, origin))), given["words"])
        decided = {FIRST: base}
        if given["against"]:
            decided[SECOND] = _against(base, given["against"])
        made = {name: origin.setting(each) for name, each in decided.items()}
    if given["against"] and made[FIRST] == made[SECOND]:
        hint = "It is what is in force already: --against A-05=b, --against VARIANT=on, --against bots=random"
        raise Failure("usage", "--against changes nothing: the two settings are the same", hint=hint)
    notes += [f"{key} is not asked by the rules as coded: no game goes otherwise by it" for key in _useless(decided)]
    plan = Plan(made, of, given["seed"], given["rotate"])
    return Plan.from_data(json.loads(json.dumps(plan.as_data()))), notes


def _useless(decided: Mapping[str, Decided]) -> list[str]:
    return list(dict.fromkeys(key for each in decided.values() for key in without_use(each)))


def _origin(given: Given) -> tuple[Origin, str, list[str]]:
    """What games begin from, its name, and what is to be said of it."""
    named = [option for key, option in _WORLDS.items() if given[key]]
    if len(named) > 1:
        raise Failure("usage", f"{' and '.join(named)} exclude each other", hint="Games begin from one of them.")
    if given["random_worlds"]:
        return Origin(), "random worlds", []
    if given["position"]:
        data = read_source(given["position"])
        notes = ["then is left out: games begin where the position stands"] if data.get("then") else []
        return Origin(position=data), f"the position {_name(given['position'])}", notes
    if not named and (saga := _of_saga()):
        return Origin(saga), f"the world of {saga.name}", []
    chronicle, notes = world_from(given["tts"], given["chronicle"], False, "0")
    named_so = given["tts"] or given["chronicle"]
    return Origin(chronicle), f"the world of {chronicle.name}" if named_so else "the first game", notes


def _of_saga() -> Chronicle | None:
    """The Chronicle of the saga that is named or stood in, if there is one. Raises ``Failure`` if one is named only."""
    named = settings().saga
    return chronicle() if named or (folder(named) / CHRONICLE).is_file() else None


def _name(source: str) -> str:
    return "on standard input" if source == "-" else Path(source).name


def _players(given: Given, origin: Origin) -> int:
    """How many play: as many as the position seats, or as are asked for, or as there are bots named."""
    if origin.position is not None:
        seats = len(seats_at(dict(origin.position)))
        if given["players"] not in (None, seats):
            raise Failure("usage", f"the position has {seats} players", hint="Leave --players out.")
        return seats
    named = len([name for name in given["bots"].split(",") if name.strip()])
    return int(given["players"] or (named if named > 1 else _PLAYERS))


def _against(base: Decided, words: tuple[str, ...]) -> Decided:
    """The second setting: what a table has decided whose folder is named, and changes."""
    changes = [word for word in words if "=" in word]
    for word in words:
        if "=" not in word:
            base = Decided.by(_table(word), base.bots)
    return with_words(base, changes)


def _table(word: str) -> Any:
    folder = Path(word).parent if Path(word).name == FILE else Path(word)
    if not (folder / FILE).is_file():
        near = did_you_mean(word, [f"{name}=on" for name in all_texts()])
        hint = near or f"POINT=LETTER (A-05=b), VARIANT=on or off, bots=LIST, or a folder with a {FILE}"
        raise Failure("usage", f"{word!r} is no change, and no {FILE} is there", hint=hint)
    return read_table(folder)


@contextmanager
def _refused(given: Given) -> Iterator[None]:
    """What no game can begin from or be played by, as failures."""
    try:
        with position_faults(given["position"] or ""):
            yield
    except Misnamed as wrong:
        raise Failure("usage", str(wrong), hint=wrong.hint) from None
    except DamagedRulings as wrong:
        detail = [f"{each.place}: {each.message}. {each.hint}" for each in wrong.faults]
        raise Failure("damaged", "these rulings cannot be read", detail=detail) from None
    except Incomplete as wrong:
        hint = "Mend it first: oathtools chronicle check --repair, or oathtools new --repair"
        raise Failure("position", "no game can be set up from this world", detail=wrong.faults, hint=hint) from None
    except VariantFault as wrong:
        raise variant_failure(wrong) from None


def differing(kept: Plan, wanted: Plan) -> list[str]:
    """In what two plans differ, in words for people."""
    found = [f"{what}: {one}, not {other}" for what, one, other in (
        ("games of", kept.of, wanted.of), ("seed", kept.seed, wanted.seed), ("rotate", kept.rotate, wanted.rotate),
        ("settings", len(kept.settings), len(wanted.settings)), ("players", kept.players, wanted.players),
    ) if one != other]  # fmt: skip
    for name, setting in kept.settings.items():
        other = wanted.settings.get(name)
        found += [f"{name}, {what}" for what in _parts(setting, other)] if other else []
    return found


def _parts(one: Setting, other: Setting) -> list[str]:
    titles = {"bots": "the bots", "readings": "the readings", "variants": "the house rules"}
    return [words for key, words in {**titles, "world": "the world", "position": "the position"}.items()
            if getattr(one, key) != getattr(other, key)]  # fmt: skip


# -- A run of ``oathtools simulate``: who plays, how far it is, what is written when it is done or stopped -------------


REPORT = "report.html"


def runner(workers: int | None, scheduler: str | None, left: int, chunk: int) -> running.Runner:
    """Who plays what is left. Raises ``Failure`` where it takes what is not installed."""
    if scheduler is not None:
        try:
            return running.at_scheduler(scheduler)
        except running.NoDask:
            where = "here and on every machine that plays. On this machine alone: --workers N."
            hint = f"Install it: {running.INSTALL}, {where}"
            raise Failure("usage", "--scheduler needs Dask, which is not installed", hint=hint) from None
    wanted = min(workers or _processors(), -(-left // chunk))
    return running.here if wanted < 2 or sys.platform == "emscripten" else running.in_processes(wanted)


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def play(run: running.Run, games: int, chunk: int, workers: int | None, scheduler: str | None) -> bool:
    """Play what is left, with a bar of what is left on the error stream; False if Ctrl-C stopped it.

    Raises ``Failure``.
    """
    left = len(run.left(games))
    if not left:
        return True
    try:
        with bar(left) as tell:
            run.play(games, chunk, runner(workers, scheduler, left, chunk), tell)
    except KeyboardInterrupt:
        return False
    except running.WorkersDie as fault:
        raise Failure("usage", str(fault), hint=fault.hint) from None
    except running.OtherRules as fault:
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


def write(kept: running.RunFolder, run: running.Run, data: Any) -> list[str]:
    """Write results beside the games: JSON, CSV, a page; returns the names of the files."""
    from oathtools.render.results_page import html

    games = sorted((records for chunk in kept.chunks() for records in chunk.games), key=lambda each: each[0]["game"])
    files = {
        "results.json": json.dumps(data, ensure_ascii=False, indent=1) + "\n",
        "measures.csv": results.measures(data),
        "cards.csv": results.cards(data),
        "games.csv": results.games(games, list(run.plan.settings)),
        REPORT: html(data, run.cost.as_data()),
    }
    return [str(kept.write(name, text)) for name, text in files.items()]


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
@click.option(
    "--chunk",
    type=click.IntRange(1),
    metavar="N",
    help="Games handed out at a time.  [default: a hundredth, at most 10]",
)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Keep all in a folder, or go on there.")
@click.pass_context
def simulate_command(context: click.Context, **given: Any) -> int:
    """Let bots play many games: who wins, how and when, which cards are played, used and win.

    The world, the readings and the house rules are those of the saga (-C DIR), changed by --set; what lies facedown is
    drawn anew in each game. --against plays each game a second time,
    on the same seed, with further changes, and tells the differences with their intervals: so a reading or a house rule
    is weighed. DIR has a rulings.yaml to be weighed as a whole.

    The numbers are the same however many workers play. With --out what is played is kept, each chunk as it is done:
    Ctrl-C stops, and oathtools simulate --out DIR goes on; --games N makes it longer. There lie results.json, CSV files
    and a page with charts, report.html. How to read them: docs/weighing.md. --scheduler takes the extra cluster.
    """
    kept = running.RunFolder(given["out"]) if given["out"] else None
    with _kept_faults(kept):
        plan, games, notes = _planned(context, given, kept)
        with kept.alone() if kept else nullcontext():
            if kept is not None:
                notes += _begun(kept, plan, games)
            run = running.Run(plan, kept)
            finished = play(run, games, given["chunk"] or running.size(games), given["workers"], given["scheduler"])
            if kept is not None and not finished:
                kept.mend()
                run = running.Run(plan, kept)  # what is on the disk counts, wherever it was stopped
            data = run.results(given["level"] / 100)
            files = write(kept, run, data) if kept is not None else []
    progress = {"wanted": games, "finished": finished, "files": files, "cost": run.cost.as_data()}
    return _emit_results({**data, **progress}, kept, notes)


def _planned(
    context: click.Context, given: dict[str, Any], kept: running.RunFolder | None
) -> "tuple[Plan, int, list[str]]":
    """The plan, how many games of it are wanted, and what is to be said. Raises ``Failure``, ``NotKept``."""
    if kept is None or not kept.exists:
        plan, notes = plan_of(given)
        return plan, given["games"] or _GAMES, notes
    there, notes = kept.plan(), []
    options = [key for key in given if context.get_parameter_source(key) is ParameterSource.COMMANDLINE]
    if set(options) - set(_NOT_OF_THE_PLAN):
        wanted, notes = plan_of(given)
        if wanted.digest() != there.digest():
            hint = f"Go on with it: oathtools simulate --out {quote(str(kept.folder))}; or take another folder."
            other = differing(there, wanted)
            raise Failure("not_offered", f"another run is kept in {kept.folder}", detail=other, hint=hint)
    return there, given["games"] or kept.games, notes


def _begun(kept: running.RunFolder, plan: "Plan", games: int) -> list[str]:
    """Keep what is to be played; what is to be said of what was played before."""
    torn = kept.mend()
    if not kept.exists or kept.games != games:
        kept.begin(plan, games)
    return ["the last line of games.jsonl was torn; its games are played again"] if torn else []


@contextmanager
def _kept_faults(kept: running.RunFolder | None) -> Iterator[None]:
    """What is wrong with the folder of a run, as failures."""
    with faults():
        try:
            yield
        except running.NotKept as fault:
            raise Failure("damaged", str(fault), hint=fault.hint) from None
        except OSError as fault:
            if kept is None:
                raise
            text = f"nothing can be kept in {kept.folder}: {fault.strerror or fault}"
            raise Failure("usage", text, hint="What was kept before is as it was.") from None


def _emit_results(data: dict[str, Any], kept: running.RunFolder | None, notes: list[str]) -> int:
    notes += [*results.failed(data), *results.in_vain(data)]
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
