"""``oathtools new``: begin a saga."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from secrets import token_hex
from shlex import quote
from typing import Any

import click

from oathtools import catalog
from oathtools.catalog.names import EDITION
from oathtools.cli.shared import folders
from oathtools.cli.shared.common import Command, Failure, at_terminal, echo, emit, wrapped
from oathtools.cli.shared.editing import Kind, Trip
from oathtools.cli.shared.worlds import emit_template, of_box, of_data, repaired, world_from
from oathtools.cli.world import atlas
from oathtools.kit import schemas
from oathtools.render.document import Line, Typed
from oathtools.render.world.history import oath_name
from oathtools.saga import folder
from oathtools.saga.chronicle import record
from oathtools.saga.chronicle.form import dumps
from oathtools.saga.worlds import Incomplete, chronicle_of, fresh_chronicle, world_of
from oathtools.simulate.game import random_world

# -- ``oathtools new`` with a world of one's own: told in options, asked for line by line, or written in an editor -----


BoxAnswers = dict[str, Any]


def box_of_options(
    sites: Sequence[str], oath: str | None, citizens: Sequence[str], dispossessed: str | None
) -> BoxAnswers:
    """What options say of our own world; nothing if they say nothing."""
    if not (sites or oath or citizens or dispossessed):
        return {}
    data: BoxAnswers = {"oath": oath or "supremacy", "game": 2, "map": [record.site_row(site) for site in sites]}
    data["boards"] = {color.casefold(): "citizen" for color in citizens}
    data["dispossessed"] = _lost(dispossessed or "")
    return data


def world_of_answers(data: BoxAnswers) -> tuple[record.Chronicle, list[str]]:
    """The world that was told. Raises ``Failure`` with every fault."""
    try:
        return of_data(data)
    except record.ChronicleError as fault:
        raise folders.chronicle_failure(fault, "this is no world") from None


def interviewed() -> tuple[dict[str, Any], BoxAnswers]:
    """Which world, asked at the terminal, as the options name it; our own, if it is told here."""
    echo("Which world do you begin with?")
    for line in (
        "1  the publisher's first game",
        "2  our own, told here",
        "3  our own, in an editor",
        "4  a save string",
        "5  a fresh one: the first game's cards, most sites by chance",
    ):
        echo(f"  {line}")
    choice = _answer("1 to 5", lambda reply: "" if reply in tuple("12345") else "One of 1, 2, 3, 4 and 5.")
    string = None
    if choice == "4":
        string = _answer("The save string, or its file", lambda reply: "" if reply else "Paste it here.")
    return {"first_game": choice == "1", "tts": string, "edit": choice == "3", "fresh": choice == "5"}, (
        _interview() if choice == "2" else {}
    )


def _interview() -> BoxAnswers:
    """Our own world, question by question; each answer is read at once, so that a slip is mended where it was made."""
    echo(wrapped("Enter alone: unknown, or none. back: the line before. Nothing is written before the last answer."))
    there = _named("site", "denizen", "edifice", "relic")
    oaths = [oath.removeprefix("oath.") for oath in catalog.ids() if oath.startswith("oath.")]
    questions: list[tuple[str, str, Callable[[str], Any], Sequence[str]]] = [
        ("oath", "The oath", lambda reply: reply or "supremacy", oaths),
        ("game", "The number of your next game (Enter: 2)", _game, ()),
        *(("map", place, record.site_row, there) for place in record.PLACES),
        ("boards", "Citizens, by color", _citizens, catalog.COLORS),
        ("dispossessed", "The Dispossessed", _lost, _named("denizen")),
    ]
    replies: list[str] = []

    def world(more: str) -> BoxAnswers:
        data: BoxAnswers = {"oath": "supremacy", "game": 2, "map": [], "boards": {}, "dispossessed": [record.UNCOUNTED]}
        for (key, _, read, _), reply in zip(questions, [*replies, more], strict=False):
            data[key] = [*data["map"], read(reply)] if key == "map" else read(reply)
        return data

    while len(replies) < len(questions):
        key, question, _, names = questions[len(replies)]
        if key in _BEFORE and questions[len(replies) - 1][0] != key:
            echo(wrapped(_BEFORE[key]))
        reply = _answer(question, lambda reply: "" if reply == "back" else _fault(world(reply)), names)
        if reply == "back":
            del replies[-1:]
        else:
            replies.append(reply)
    return world("")


_BEFORE = {
    "map": "The sites: their name, then a colon and the cards there (Plains: Longbows, Tents, a relic). facedown alone "
    "or after a name: it lies facedown. Relics that you leave out are as many as the site shows (8.6).",
    "dispossessed": "The Dispossessed: commas between; unknown at the end: and perhaps others; none: there are none.",
}


def _game(words: str) -> Any:
    return int(words) if words.isdigit() else words or 2


def _lost(words: str) -> list[str]:
    """The Dispossessed as people name them; nothing said is not known, *none* is nobody."""
    named = record.card_names(words)
    return [] if [name.casefold() for name in named] == ["none"] else named or [record.UNCOUNTED]


def _citizens(words: str) -> dict[str, str]:
    return {color.casefold(): "citizen" for color in record.card_names(words)}


def _fault(data: BoxAnswers) -> str:
    """What is wrong with a world as far as it is told; nothing if it can be."""
    try:
        world_of(of_data(data)[0])
    except record.ChronicleError as fault:
        return " ".join(folders.fault_text({"clause": None, **each}).partition(": ")[2] for each in fault.faults)
    except Incomplete as fault:
        return " ".join(f"{each.rstrip('.')}." for each in fault.faults)
    return ""


def _named(*sorts: str) -> list[str]:
    """The names of the cards of some sorts, in their order."""
    return [catalog.name_of(card) for sort in sorts for card in catalog.ids() if card.startswith(f"{sort}.")]


def _answer(question: str, fault: Callable[[str], str], names: Sequence[str] = ()) -> str:
    """A line that has no fault; told what is wrong with it, and asked again, as long as it has.

    The Tab key completes ``names``.
    """
    from oathtools.cli.shared.completing import ended, listen

    listen((lambda line: ended(line, names)) if names else None)
    while True:
        try:
            reply = input(f"{question} > ").strip()
        except (EOFError, KeyboardInterrupt):
            echo("")
            raise Failure("usage", "stopped before the last question", hint="Nothing was written.") from None
        wrong = fault(reply)
        if not wrong:
            return reply
        echo(wrapped(wrong))


def edited(directory: Path) -> tuple[record.Chronicle, list[str]]:
    """Our own world from the editor. Raises ``Failure``; what was typed is kept in a draft until it has no fault."""

    def failure(_: str, fault: Any) -> Failure:
        return folders.chronicle_failure(fault, "this is no world yet")

    kind = Kind("chronicle", _checked, record.ChronicleError, failure, f"oathtools new {directory} --edit", kept=False)
    beginning = schemas.heading("chronicle") + record.template()
    found: tuple[record.Chronicle, list[str]] | None = Trip(directory.with_name(f"{directory.name}.yaml"), kind).run(
        lambda: beginning
    )
    if found is None:
        raise Failure(
            "usage", "nothing was filled in", hint="Nothing was written. oathtools new -o FILE to do it later."
        )
    return found


def _checked(text: str) -> tuple[record.Chronicle, list[str]]:
    found = of_box(text)
    try:
        world_of(found[0])
    except Incomplete as fault:
        raise record.ChronicleError({"where": "file", "message": each, "hint": None} for each in fault.faults) from None
    return found


# How likely a site is faceup, with what lies there.
SETTLED = {"mild": 0.2, "wild": 0.9}


def by_chance(kind: str, seed: str) -> tuple[record.Chronicle, list[str]]:
    """A random world as chapter 8 may leave it, as people at a table know it: what is facedown they draw themselves."""
    world = random_world(Random(f"{seed}/{kind}"), settled=SETTLED[kind])
    chronicle = chronicle_of(world.hidden())
    denizens = sum(layer.get("denizens", 0) for layer in chronicle.world_deck.layers)
    # Its cards are drawn by hand out of the Archive, and built into it with the Visions (1.box).
    chronicle.world_deck = record.Deck(layers=[{"denizens": denizens}])
    chronicle.dispossessed = []
    chronicle.game = 2
    chronicle.name = f"A {kind} world ({seed})"
    return chronicle, [f"this world again: --random {kind} --seed {seed}", _PULLS]


def begun_anew(chance: str | None, seed: str | None) -> tuple[record.Chronicle, list[str]]:
    """A world for a saga that begins anew: of chance, or a fresh one; and what is to be said of it."""
    return by_chance(chance, seed or token_hex(4)) if chance else (fresh_chronicle(), [_PULLS])


_PULLS = "what to fetch for it, and where it goes: oathtools setup --pull"


_CHANCE = click.option(
    "--random", "chance", type=click.Choice(list(SETTLED)), help="A world of chance, as chapter 8 may leave it."
)


@click.command(cls=Command)
@click.argument("directory", metavar="[DIR]", required=False, type=click.Path(file_okay=False, path_type=Path))
@click.option("--first-game", is_flag=True, help="The publisher's first game.")
@click.option("--tts", metavar="STRING|FILE|-", help="The world of a save string.")
@click.option("--chronicle", metavar="FILE|-", help="The world of a Chronicle file; what it leaves out is unknown.")
@click.option("--site", "sites", metavar="SITE[: CARDS]", multiple=True, help="Our own world: its sites, from the top.")
@click.option("--oath", help="Our own world: supremacy, people, devotion or protection.")
@click.option(
    "--citizen", "citizens", metavar="COLOR", multiple=True, help="Our own world: whose board is a Citizen's."
)
@click.option(
    "--dispossessed",
    metavar="CARDS",
    help="Our own world: the Dispossessed, commas between; unknown among them: and others; none.  [default: unknown]",
)
@click.option("--edit", is_flag=True, help="Our own world, in your editor.")
@click.option("--fresh", is_flag=True, help="A world begun anew: the first game's cards, most sites by chance.")
@_CHANCE
@click.option("--output", "-o", metavar="FILE", help="Write a commented file to fill in for --chronicle; - shows it.")
@click.option("--repair", is_flag=True, help="Mend an incomplete world: missing relics, Visions, sites.")
@click.option("--seed", help="With --repair or --random: the seed for what is drawn.  [default: 0; a new one]")
@click.option("--name", help="The name of the saga.")
@click.option(
    "--edition", type=click.Choice([EDITION]), help="A saga of New Foundations, by itself: no world is told yet."
)
def new_command(
    directory: Path | None,
    first_game: bool,
    tts: str | None,
    chronicle: str | None,
    sites: tuple[str, ...],
    oath: str | None,
    citizens: tuple[str, ...],
    dispossessed: str | None,
    edit: bool,
    fresh: bool,
    chance: str | None,
    output: str | None,
    repair: bool,
    seed: str | None,
    name: str | None,
    edition: str | None,
) -> int:
    """Begin a saga in DIR: a folder with the Chronicle, the table's rulings and the journals of its games.

    At a terminal it asks which world to begin with. Our own world is what lies in your box: the sites and their cards,
    who was what, the Dispossessed if anybody knows; all else is unknown and told as it comes up.
    """
    if output:
        return emit_template(output, "chronicle", record.template(), f"new DIR --chronicle {quote(output)}")
    box = box_of_options(sites, oath, citizens, dispossessed)
    named = sum(map(bool, (first_game, tts, chronicle, box, edit, fresh, chance, edition)))
    if directory is None or named > 1 or (not named and not at_terminal()):
        what = "name one world to begin with" if directory else "in which folder is the saga to be?"
        hint = "oathtools new DIR --first-game, --fresh, --random mild, --tts STRING, --chronicle FILE, --site, --edit"
        raise Failure("usage", what, hint=hint)
    folders.refuse_saga(directory)
    if edition:
        return atlas.begin(directory, name)
    if not named:
        choices, box = interviewed()
        first_game, tts, edit, fresh = choices["first_game"], choices["tts"], choices["edit"], choices["fresh"]
    if chance or fresh:
        world, notes = begun_anew(chance, seed)
    elif box or edit:
        world, notes = edited(directory) if edit else world_of_answers(box)
        world, notes = repaired(world, notes, seed or "0") if repair else (world, notes)
    else:
        world, notes = world_from(tts, chronicle, repair, seed or "0")
    if name:
        world.name = name
    try:
        world_of(world)
    except Incomplete as fault:
        hint = "Add --repair to mend it, or mend it by hand: oathtools tts read ... > world.yaml"
        raise Failure(
            "position", "no game can be set up from this world yet", detail=fault.faults, hint=hint, faults=fault.faults
        ) from None
    target = folders.begin_saga(directory, world)
    there = quote(str(directory))
    data = {
        "saga": str(directory),
        "chronicle": str(target),
        "name": world.name,
        "game": world.game,
        "oath": world.oath,
    }
    text = (
        f"{world.name}: a saga in {directory}, game {world.game}, {oath_name(world.oath)}.\n"
        f"Next: oathtools -C {there} start Ann Bo Cy"
    )
    return emit(data, text, citations=["1"], warnings=notes)


# -- ``oathtools chronicle reset``: the saga begins anew where it is, and the old one is kept --------------------------


@click.command(cls=Command)
@_CHANCE
@click.option("--seed", help="With --random: the seed for what is drawn.  [default: a new one]")
@click.option("--name", help="The name of the saga that begins.")
def reset_command(chance: str | None, seed: str | None, name: str | None) -> int:
    """Begin the Chronicle anew in this folder, with a fresh world; the old saga is kept whole in a folder beside it.

    The fresh world has the faceup sites and the denizens of the first game; what lies facedown comes by chance. What
    the table decided (rulings, house rules) stays in force. The old saga is a saga: all commands work there.
    """
    world, notes = begun_anew(chance, seed)
    world.name = name or folders.chronicle().name
    with folders.write_folder() as saga:
        kept = folder.begin_anew(saga, schemas.heading("chronicle") + dumps(world, sealed=True))
    data = {"saga": str(saga), "kept": str(kept), "name": world.name, "oath": world.oath}
    old = Line(("The old saga is kept: ", Typed(f"oathtools -C {quote(str(kept))} chronicle history")), hang=2)
    return emit(data, [f"{world.name} begins anew, {oath_name(world.oath)}.", old], citations=["1"], warnings=notes)
