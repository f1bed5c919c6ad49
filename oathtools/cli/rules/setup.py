"""``oathtools setup``: chapter 1 of the Law, one step at a time."""

import sys
from typing import TYPE_CHECKING

import click

from oathtools.cli.rules.setup_told import plan_of, readings_of_table, variants_of, world_told
from oathtools.cli.shared.common import Command, Failure, echo, emit, in_lines, settings, wrapped
from oathtools.cli.shared.house_rules import played

if TYPE_CHECKING:
    from oathtools.render.world.setup_guide import Guide, Step
    from oathtools.saga.guide.plan import Plan, SavedWorld

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
def command(
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

    \b
    oathtools setup --players 4 --first-game
    oathtools setup --players Ann,Bo:red,Cy:blue --citizens blue
    oathtools setup --players 5 --tts save.txt --step 12
    """
    from oathtools.render.world.setup_guide import document, guide, step_document

    saved, odd = world_told(chronicle, tts, first_game)
    if pull or tick:
        return _pull(
            saved, odd, packed, spoil, boxes=boxes, tick=tick, stacks=by == "stack", told=bool(tts or chronicle)
        )
    plan = plan_of(players, citizens, saved, deck_built, spoil, tts is not None)
    odd += _remarks()
    found = guide(plan)
    start = None if at is None else _step_named(at, found)
    walks = sys.stdin.isatty() and sys.stdout.isatty() and not (settings().json or everything or boxes)
    if walks:
        again = _again(players, citizens, chronicle, tts, first_game, deck_built, spoil)
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
    saved: "SavedWorld | None",
    odd: list[str],
    packed: bool | None,
    spoil: bool,
    *,
    boxes: bool,
    tick: bool,
    stacks: bool,
    told: bool,
) -> int:
    """What to fetch for a world. Raises ``Failure`` where there is none."""
    from oathtools.cli.shared.ticking import show_pulls
    from oathtools.saga import folder
    from oathtools.saga.guide.pulls_setup import setup_pulls

    if saved is None:
        hint = "In a saga it takes the saga's world; else --chronicle FILE, --tts STRING or --first-game"
        raise Failure("usage", "--pull needs a world: what to fetch depends on it", hint=hint)
    if packed is None:
        packed = bool(saved.winner)
        how = "packed in the World Box (8.7)" if packed else "sorted away in its stacks"
        odd = [*odd, f"this list is for a world that is {how}; --{'sorted' if packed else 'packed'} says otherwise"]
    found = setup_pulls(saved, packed=packed, spoil=spoil, variants=variants_of(saved), readings=readings_of_table())
    place = folder.folder(settings().saga)
    saga = place if not told and (place / folder.CHRONICLE).is_file() else None
    return show_pulls(found, key="setup", saga=saga, paper=boxes, tick=tick, stacks=stacks, notes=odd)


def _remarks() -> list[str]:
    """Which house rules change setup."""
    from oathtools.law.variants import get
    from oathtools.render.rules.variants import remark

    return [remark(get(name), ["1"]) for name in played()]


# -- step by step ------------------------------------------------------------------------------------------------------


def _step_named(word: str, found: "Guide") -> int:
    """The place of a step in the guide: ``12``, ``1.12``, ``§1.12``, ``box``. Raises ``Failure``."""
    bare = word.strip().casefold().removeprefix("§").strip().removeprefix("1.")
    for place, step in enumerate(found.steps):
        if bare == str(step.number).casefold():
            return place
    others = ["box", *(str(step.number) for step in found.steps if step.number == step.clause)]
    hint = f"Steps: 1 to {found.steps[-1].number}, and {', '.join(others)}"
    raise Failure("not_found", f"there is no step {word.strip()!r}", hint=hint, citations=["1"])


def _walk(found: "Guide", plan: "Plan", place: int, again: str) -> int:
    """One step after the other, as the people at the screen say."""
    from oathtools.render.world.setup_guide import headline, step_document

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


def _prompt(step: "Step", steps: "list[Step]") -> str:
    return f"[step {step.number} of {steps[-1].number}; Enter, b or q]"


def _stop(step: "Step", again: str, status: int) -> int:
    """The way back in."""
    echo(f"Go on with:\n  {again} --step {step.number}")
    return status


def _again(
    players: str | None,
    citizens: str | None,
    chronicle: str | None,
    tts: str | None,
    first_game: bool,
    deck_built: bool | None,
    spoil: bool,
) -> str:
    """The command line of this guide."""
    import shlex

    saga = settings().saga
    words = ["oathtools", *(["-C", saga] if saga else []), "setup"]
    for option, value in (("players", players), ("citizens", citizens), ("chronicle", chronicle)):
        words += [f"--{option}", value] if value is not None else []
    if tts:
        words += ["--tts", tts if len(tts) <= 60 else "STRING"]
    words += ["--first-game"] if first_game else []
    if deck_built is not None:
        words.append("--deck-built" if deck_built else "--deck-not-built")
    words += ["--spoil"] if spoil else []
    return shlex.join(words)
