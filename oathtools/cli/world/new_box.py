"""``oathtools new`` with a world of one's own: told in options, asked for line by line, or written in an editor."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oathtools import catalog, schemas
from oathtools.cli.game.position_edit import Kind, Trip
from oathtools.cli.shared.common import Failure, echo, emit, settings, wrapped
from oathtools.cli.shared.folders import write_out
from oathtools.cli.shared.position_faults import fault_text
from oathtools.cli.shared.sagas import chronicle_failure
from oathtools.cli.shared.worlds import of_box, of_data
from oathtools.saga.chronicle.box import PLACES, card_names, site_row, template
from oathtools.saga.chronicle.fault import ChronicleError
from oathtools.saga.worlds import Incomplete, world_of

if TYPE_CHECKING:
    from oathtools.saga.chronicle.record import Chronicle

Told = dict[str, Any]


def at_terminal() -> bool:
    """Is somebody there who can be asked?"""
    return sys.stdin.isatty() and not settings().json


def write_template(output: str) -> int:
    """A file to fill in, written or shown."""
    text = schemas.heading("chronicle") + template()
    if output == "-":
        return emit({"template": text}, lambda: text.rstrip("\n"))
    write_out(Path(output), text, replace=False)
    schemas.put(Path(output), "chronicle", text)
    way = f"Fill it in, then: oathtools new DIR --chronicle {output}"
    return emit({"template": text}, f"Written to {output}. {way}")


def told(sites: Sequence[str], oath: str | None, citizens: Sequence[str], dispossessed: str | None) -> Told:
    """What options say of our own world; nothing if they say nothing."""
    if not (sites or oath or citizens or dispossessed):
        return {}
    data: Told = {"oath": oath or "supremacy", "game": 2, "map": [site_row(said) for said in sites]}
    data["boards"] = {color.casefold(): "citizen" for color in citizens}
    data["dispossessed"] = card_names(dispossessed or "")
    return data


def of_told(data: Told) -> "tuple[Chronicle, list[str]]":
    """The world that was told. Raises ``Failure`` with every fault."""
    try:
        return of_data(data)
    except ChronicleError as fault:
        raise chronicle_failure(fault, "this is no world") from None


def asked() -> tuple[bool, str | None, Told, bool]:
    """Which world, asked at the terminal: the first game, a save string, our own told in answers, in the editor."""
    echo("Which world do you begin with?")
    for line in (
        "1  the publisher's first game",
        "2  our own, told here",
        "3  our own, in an editor",
        "4  a save string",
    ):
        echo(f"  {line}")
    choice = _answer("1 to 4", lambda said: "" if said in ("1", "2", "3", "4") else "One of 1, 2, 3 and 4.")
    if choice == "4":
        return False, _answer("The save string, or its file", lambda said: "" if said else "Paste it here."), {}, False
    return choice == "1", None, _interview() if choice == "2" else {}, choice == "3"


def _interview() -> Told:
    """Our own world, question by question; each answer is read at once, so that a slip is mended where it was made."""
    echo(wrapped("Enter alone: unknown, or none. Nothing is written before the last question is answered."))
    data: Told = {"oath": "supremacy", "game": 2, "map": [], "boards": {}, "dispossessed": []}

    def put(key: str, value: Callable[[str], Any]) -> Callable[[str], str]:
        def tried(said: str) -> str:
            return _fault({**data, key: value(said)})

        return tried

    oaths = [oath.removeprefix("oath.") for oath in catalog.ids() if oath.startswith("oath.")]
    data["oath"] = _answer("The oath", put("oath", lambda said: said or "supremacy"), oaths) or "supremacy"
    echo(wrapped("The sites: their name, then a colon and the cards there (Plains: Longbows, Tents)."))
    there = _named("site", "denizen", "edifice")
    for place in PLACES:
        said = _answer(place, put("map", lambda said: [*data["map"], site_row(said)]), there)
        data["map"] = [*data["map"], site_row(said)]
    data["boards"] = _citizens(_answer("Citizens, by color", put("boards", _citizens), catalog.COLORS))
    data["dispossessed"] = card_names(
        _answer("The Dispossessed you know", put("dispossessed", card_names), _named("denizen"))
    )
    return data


def _citizens(said: str) -> dict[str, str]:
    return {color.casefold(): "citizen" for color in card_names(said)}


def _fault(data: Told) -> str:
    """What is wrong with a world as far as it is told; nothing if it can be."""
    try:
        world_of(of_data(data)[0])
    except ChronicleError as fault:
        return " ".join(fault_text({"clause": None, **each}).partition(": ")[2] for each in fault.faults)
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
            said = input(f"{question} > ").strip()
        except (EOFError, KeyboardInterrupt):
            echo("")
            raise Failure("usage", "stopped before the last question", hint="Nothing was written.") from None
        wrong = fault(said)
        if not wrong:
            return said
        echo(wrapped(wrong))


def edited(directory: Path) -> "tuple[Chronicle, list[str]]":
    """Our own world from the editor. Raises ``Failure``; what was typed is kept in a draft until it has no fault."""

    def failure(_: str, fault: Any) -> Failure:
        return chronicle_failure(fault, "this is no world yet")

    kind = Kind("chronicle", _checked, ChronicleError, failure, f"oathtools new {directory} --edit", kept=False)
    beginning = schemas.heading("chronicle") + template()
    found: tuple[Chronicle, list[str]] | None = Trip(directory.with_name(f"{directory.name}.yaml"), kind).run(
        lambda: beginning
    )
    if found is None:
        raise Failure(
            "usage", "nothing was filled in", hint="Nothing was written. oathtools new -o FILE to do it later."
        )
    return found


def _checked(text: str) -> "tuple[Chronicle, list[str]]":
    found = of_box(text)
    try:
        world_of(found[0])
    except Incomplete as fault:
        raise ChronicleError({"where": "file", "message": each, "hint": None} for each in fault.faults) from None
    return found
