"""``oathtools setup``: chapter 1 of the Law, one step at a time."""

import os
import shlex
import sys
from pathlib import Path
from typing import Any, NoReturn

import click

from oathtools import catalog
from oathtools.cli.shared.common import Command, Failure, did_you_mean, echo, emit, in_lines, settings, wrapped
from oathtools.cli.shared.folders import faults, played
from oathtools.cli.shared.worlds import show_pulls, variant_failure, world_from
from oathtools.law.rulings_variants import get
from oathtools.procedures.machine.registry import VariantFault
from oathtools.render.rules.rulings import remark
from oathtools.render.world.setup_guide import Guide, Step, document, guide, headline, step_document
from oathtools.saga import folder
from oathtools.saga.guide.plan import SavedWorld, SetupPlan, saved_world, seats_of
from oathtools.saga.guide.pulls_setup import setup_pulls
from oathtools.saga.worlds import Incomplete

# -- what the options of ``setup`` say, and the saga: the players, their boards, the world, the table's readings -------


Players = list[tuple[str, str | None]]
_DEFAULT = 4


def plan_of(
    players: str | None, citizens: str | None, saved: SavedWorld | None, deck_built: bool | None, spoil: bool, tts: bool
) -> SetupPlan:
    """The plan of these options. Raises ``Failure``."""
    entries, named = _players(players)
    boards = _citizens(citizens)
    if boards is not None and not named:
        entries = _seated(entries, boards)
    if boards is None and saved is not None:
        boards = [color for color, side in saved.boards.items() if side == "citizen"]
    try:
        seats, known = seats_of(entries, boards or ())
    except ValueError as fault:
        raise Failure(
            "usage", str(fault), hint="Try: --players 4, or --players Ann,Bo:red,Cy", citations=["1.9"]
        ) from None
    return SetupPlan(
        seats,
        known,
        named,
        None if boards is None else tuple(boards),
        saved,
        deck_built,
        spoil,
        tts,
        readings_of_table(),
        variants_of(saved),
    )


def _players(text: str | None) -> tuple[Players, bool]:
    """The players, the Chancellor first; and whether they were named."""
    count = _DEFAULT if text is None else None
    if text is not None and text.strip().lstrip("-").isdigit():
        count = int(text)
    if count is not None:
        if not 2 <= count <= catalog.PLAYERS[1]:
            alone = "; for one the box calls for the Clockwork Prince, whose rules are not here" if count == 1 else ""
            raise Failure(
                "usage",
                f"this guide is for 2 to {catalog.PLAYERS[1]} players, not {count}{alone}",
                hint="Try: --players 4",
                citations=["1.7", "1.9"],
            )
        return [("", None)] * count, False
    entries: Players = []
    for part in (text or "").split(","):
        name, _, color = part.strip().partition(":")
        if name.strip():
            chancellor = not entries
            entries.append((name.strip(), _color(color, chancellor) if color.strip() else None))
    names = [name.casefold() for name, _ in entries]
    if len(set(names)) < len(names):
        raise Failure("usage", "two players have the same name", hint="Tell them apart: Ann B, Ann C")
    return entries, True


def _color(word: str, chancellor: bool = False) -> str:
    """A color of the box. Raises ``Failure``, with the nearest one."""
    color = word.strip().casefold()
    known = (catalog.CHANCELLOR_COLOR,) if chancellor else catalog.EXILE_COLORS
    if color in known:
        return color
    if color in catalog.COLORS:
        _refuse_color(color)
    near = did_you_mean(color, catalog.COLORS, limit=1) if color else None
    listed = f"Colors: {', '.join(catalog.EXILE_COLORS)}; purple is the Chancellor's."
    raise Failure(
        "usage",
        f"{word.strip()!r} is no color of the box",
        hint=f"{near} {listed}" if near else listed,
        citations=["1.8", "1.9"],
    )


def _refuse_color(color: str) -> NoReturn:
    if color == "purple":
        message = "purple is the Chancellor's color, and the Chancellor is no Exile or Citizen"
    else:
        message = f"the first player is the Chancellor, whose color is purple, not {color}"
    raise Failure("usage", message, hint="Name the Chancellor first: --players Ann,Bo:red", citations=["1.8", "1.9"])


def _citizens(text: str | None) -> list[str] | None:
    """The boards on their Citizen side; None if nothing was said."""
    if text is None:
        return None
    words = [word for word in text.replace(" ", ",").split(",") if word]
    if [word.casefold() for word in words] in ([], ["none"]):
        return []
    return list(dict.fromkeys(_color(word) for word in words))


def _seated(entries: Players, citizens: list[str]) -> Players:
    """Players without names, of whom these colors are Citizens."""
    if len(citizens) > len(entries) - 1:
        raise Failure(
            "usage",
            f"{len(citizens)} Citizens are too many for {len(entries)} players, one of whom is the Chancellor",
            hint=f"Try: --players {len(citizens) + 1}",
            citations=["1.7", "1.9"],
        )
    return [entries[0], *(("", color) for color in citizens), *entries[1 + len(citizens) :]]


def world_described(chronicle: str | None, tts: str | None, first_game: bool) -> tuple[SavedWorld | None, list[str]]:
    """The world that is told, or that of the saga one stands in, and what is odd about it. Raises ``Failure``."""
    if sum(map(bool, (first_game, tts, chronicle))) > 1:
        raise Failure("usage", "name one world at most", hint="--first-game, --tts STRING or --chronicle FILE")
    if not (first_game or tts or chronicle):
        chronicle = _of_saga()
        if chronicle is None:
            return None, []
    if chronicle and chronicle != "-" and "\n" not in chronicle and not Path(chronicle).is_file():
        raise Failure(
            "not_found", f"there is no file {chronicle}", hint="A Chronicle file: oathtools tts read writes one"
        )
    world, notes = world_from(tts, chronicle, False, "0")
    try:
        return saved_world(world), notes
    except Incomplete as fault:
        hint = "Mend it, or leave the world out: the guide then speaks of your saved sites in general."
        raise Failure(
            "position", "this world cannot be laid out", detail=fault.faults, hint=hint, faults=fault.faults
        ) from None


def _of_saga() -> str | None:
    """The Chronicle of the saga named, or of this folder if it is one. Raises ``Failure`` for a named one without."""
    named = settings().saga
    with faults():
        if named or os.environ.get("OATHTOOLS_SAGA"):
            return str(folder.require(named) / folder.CHRONICLE)
    path = folder.folder(None) / folder.CHRONICLE
    return str(path) if path.is_file() else None


def readings_of_table() -> dict[str, str]:
    """The table's own readings, in a saga. A damaged file is the business of ``oathtools rulings``."""
    path = folder.folder(settings().saga)
    if not (path / "rulings.yaml").is_file():
        return {}
    from oathtools.law.rulings import DamagedRulings, in_force, read_table

    try:
        return in_force(read_table(path))
    except DamagedRulings as fault:
        raise Failure("damaged", f"rulings.yaml cannot be read: {fault}", hint="oathtools rulings says more") from None


def variants_of(saved: SavedWorld | None) -> dict[str, Any]:
    """The house rules of the table, each with what a game in this world begins with. Raises ``Failure``."""
    names = played()
    if not names:
        return {}
    from oathtools.variants import opened

    try:
        return opened(names, saved.variants if saved else {})
    except VariantFault as fault:
        raise variant_failure(fault) from None


# What a guide that is gone on with is told again.
_SAID = ("players", "citizens", "chronicle", "tts", "first_game", "deck_built", "spoil")
_HELP = "Enter: go on. b: back. A number: that step. q: stop."


@click.command(cls=Command)
@click.option("--players", metavar="N|LIST", help="How many; or NAME[:COLOR], commas between, the Chancellor first.")
@click.option("--citizens", metavar="COLORS", help="The players who are Citizens: red,blue; or none.")
@click.option("--chronicle", metavar="FILE", help="The world of a Chronicle file.  [default: the saga's]")
@click.option("--tts", metavar="STRING|FILE|-", help="The world of a save string.")
@click.option("--first-game", is_flag=True, help="The world of the publisher's first game.")
@click.option(
    "--deck-built/--deck-not-built", default=None, help="Was the world deck rebuilt after the last game (8.8)?"
)
@click.option(
    "--step",
    "at",
    metavar="N",
    help="Begin at this step; into a pipe, only this step. 1 to 23, box, a house rule's own.",
)
@click.option("--all", "everything", is_flag=True, help="All steps at once, on a terminal too.")
@click.option("--print", "boxes", is_flag=True, help="All steps at once, with boxes to tick.")
@click.option("--pull", is_flag=True, help="Only what to fetch and where it goes, in the order in which hands move.")
@click.option(
    "--packed/--sorted", default=None, help="With --pull: is the world packed in the World Box, or sorted away?"
)
@click.option("--by", type=click.Choice(["step", "stack"]), default="step", help="With --pull: in which order.")
@click.option("--check", "tick", is_flag=True, help="With --pull: tick it off item by item, to go on with later.")
@click.option("--spoil", is_flag=True, help="Name facedown cards and decks, for someone who must pick them out.")
def setup_command(
    players: str | None,
    citizens: str | None,
    chronicle: str | None,
    tts: str | None,
    first_game: bool,
    deck_built: bool | None,
    at: str | None,
    everything: bool,
    boxes: bool,
    pull: bool,
    packed: bool | None,
    by: str,
    tick: bool,
    spoil: bool,
) -> int:
    """Set a game up: what to fetch, where to put it, who decides, with the numbers for your players and your world.

    Needs no saga; in one, it takes the saga's world. On a terminal it goes step by step: Enter goes on, b goes back,
    q stops. Elsewhere it prints all steps.
    """
    saved, odd = world_described(chronicle, tts, first_game)
    plan = plan_of(players, citizens, saved, deck_built, spoil, tts is not None)
    if pull or tick:
        return _pull(plan, odd, packed, boxes=boxes, tick=tick, stacks=by == "stack", by_words=bool(tts or chronicle))
    odd += _remarks()
    found = guide(plan)
    start = None if at is None else _step_named(at, found)
    walks = sys.stdin.isatty() and sys.stdout.isatty() and not (settings().json or everything or boxes)
    if walks:
        again = _again()
        for note in odd:
            echo(f"Warning: {note}", err=True)
        return _walk(found, plan, start or 0, again)
    if start is not None and not (everything or boxes):
        found = found._replace(steps=[found.steps[start]])
        shown = step_document(found.steps[0])
    else:
        shown = document(found, plan, boxes=boxes)
    cites = dict.fromkeys(cite for step in found.steps for cite in step.cites)
    data = [step.as_json() for step in found.steps]
    # For people, the sheet begins with the remarks.
    remarks = found.remarks if settings().json or len(data) == 1 else []
    return emit(data, shown, citations=cites, warnings=[*odd, *remarks], pager=True)


def _pull(
    plan: SetupPlan, odd: list[str], packed: bool | None, *, boxes: bool, tick: bool, stacks: bool, by_words: bool
) -> int:
    """What to fetch for a world. Raises ``Failure`` where there is none."""
    saved = plan.saved
    if saved is None:
        hint = "In a saga it takes the saga's world; else --chronicle FILE, --tts STRING or --first-game"
        raise Failure("usage", "--pull needs a world: what to fetch depends on it", hint=hint)
    if packed is None:
        packed = bool(saved.winner)
        how = "packed in the World Box (8.7)" if packed else "sorted away in its stacks"
        odd = [*odd, f"this list is for a world that is {how}; --{'sorted' if packed else 'packed'} says otherwise"]
    found = setup_pulls(plan, packed=packed)
    place = folder.folder(settings().saga)
    saga = place if not by_words and (place / folder.CHRONICLE).is_file() else None
    return show_pulls(found, key="setup", saga=saga, paper=boxes, tick=tick, stacks=stacks, notes=odd)


def _remarks() -> list[str]:
    """Which house rules change setup."""
    return [remark(get(name), ["1"]) for name in played()]


# -- step by step ------------------------------------------------------------------------------------------------------


def _step_named(word: str, found: Guide) -> int:
    """The place of a step in the guide: ``12``, ``1.12``, ``§1.12``, ``box``. Raises ``Failure``."""
    bare = word.strip().casefold().removeprefix("§").strip().removeprefix("1.")
    for place, step in enumerate(found.steps):
        if bare == str(step.number).casefold():
            return place
    others = ["box", *(str(step.number) for step in found.steps if step.number == step.clause)]
    hint = f"Steps: 1 to {found.steps[-1].number}, and {', '.join(others)}"
    raise Failure("not_found", f"there is no step {word.strip()!r}", hint=hint, citations=["1"])


def _walk(found: Guide, plan: SetupPlan, place: int, again: str) -> int:
    """One step after the other, as the people at the screen say."""
    echo(in_lines(headline(found, plan)))
    echo(wrapped(_HELP))
    steps = found.steps
    shown = True
    while place < len(steps):
        if shown:
            echo(in_lines(["", *step_document(steps[place])]))
        shown = True
        try:
            word = click.prompt(_prompt(steps[place], steps), prompt_suffix=" ", default="", show_default=False)
        except click.Abort:  # Ctrl-C or Ctrl-D
            echo()
            return _stop(steps[place], again, 130)
        word = word.strip().casefold()
        if word in ("", "n", "next"):
            place += 1
        elif word in ("b", "back"):
            place = max(0, place - 1)
        elif word in ("q", "quit", "exit"):
            return _stop(steps[place], again, 0)
        else:
            try:
                place = _step_named(word, found)
            except Failure:
                echo(wrapped(_HELP))
                shown = False
    echo(f"To see a step again:\n  {again} --step N")
    return 0


def _prompt(step: Step, steps: list[Step]) -> str:
    return f"[step {step.number} of {steps[-1].number}; Enter, b or q]"


def _stop(step: Step, again: str, status: int) -> int:
    """The way back in."""
    echo(f"Go on with:\n  {again} --step {step.number}")
    return status


def _again() -> str:
    """The command line of this guide, with what was said of players and world; a long save string is left out."""
    context, saga = click.get_current_context(), settings().saga
    words = ["oathtools", *(["-C", saga] if saga else []), "setup"]
    for param in context.command.params:
        value = context.params.get(str(param.name)) if param.name in _SAID else None
        if isinstance(value, str):
            words += [param.opts[0], value if param.name != "tts" or len(value) <= 60 else "STRING"]
        elif value or (value is False and param.secondary_opts):
            words.append((param.opts if value else param.secondary_opts)[0])
    return shlex.join(words)
