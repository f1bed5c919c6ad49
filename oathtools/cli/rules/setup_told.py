"""What the options of ``setup`` say, and the saga: the players, their boards, the world, the table's readings."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from oathtools.cli.shared.common import Failure, settings
from oathtools.cli.shared.house_rules import played

if TYPE_CHECKING:
    from oathtools.saga.guide.plan import Plan, SavedWorld

Players = list[tuple[str, str | None]]
_DEFAULT = 4


def plan_of(
    players: str | None,
    citizens: str | None,
    saved: "SavedWorld | None",
    deck_built: bool | None,
    spoil: bool,
    tts: bool,
) -> "Plan":
    """The plan of these options. Raises ``Failure``."""
    from oathtools.saga.guide.plan import Plan, seats_of

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
    return Plan(
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


def _players(told: str | None) -> tuple[Players, bool]:
    """The players, the Chancellor first; and whether they were named."""
    from oathtools import catalog

    count = _DEFAULT if told is None else None
    if told is not None and told.strip().lstrip("-").isdigit():
        count = int(told)
    if count is not None:
        if not 2 <= count <= catalog.PLAYERS[1]:
            alone = "; one player is the Clockwork Prince's variant" if count == 1 else ""
            raise Failure(
                "usage",
                f"this guide is for 2 to {catalog.PLAYERS[1]} players, not {count}{alone}",
                hint="Try: --players 4",
                citations=["1.7", "1.9"],
            )
        return [("", None)] * count, False
    entries: Players = []
    for part in (told or "").split(","):
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
    from oathtools import catalog

    color = word.strip().casefold()
    known = (catalog.CHANCELLOR_COLOR,) if chancellor else catalog.EXILE_COLORS
    if color in known:
        return color
    if color in catalog.COLORS:
        _refuse_color(color)
    from oathtools.cli.shared.common import did_you_mean

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


def _citizens(told: str | None) -> list[str] | None:
    """The boards on their Citizen side; None if nothing was said."""
    if told is None:
        return None
    words = [word for word in told.replace(" ", ",").split(",") if word]
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


def world_told(chronicle: str | None, tts: str | None, first_game: bool) -> "tuple[SavedWorld | None, list[str]]":
    """The world that is told, or that of the saga one stands in, and what is odd about it. Raises ``Failure``."""
    from oathtools.cli.shared.worlds import world_from
    from oathtools.saga.guide.plan import saved_world
    from oathtools.saga.worlds import Incomplete

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
    import os

    from oathtools.cli.shared.folders import faults
    from oathtools.saga import folder

    named = settings().saga
    with faults():
        if named or os.environ.get("OATHTOOLS_SAGA"):
            return str(folder.require(named) / folder.CHRONICLE)
    path = folder.folder(None) / folder.CHRONICLE
    return str(path) if path.is_file() else None


def readings_of_table() -> dict[str, str]:
    """The table's own readings, in a saga. A damaged file is the business of ``oathtools rulings``."""
    from oathtools.saga import folder

    path = folder.folder(settings().saga)
    if not (path / "rulings.yaml").is_file():
        return {}
    from oathtools.law.rulings import DamagedRulings, in_force, read_table

    try:
        return in_force(read_table(path))
    except DamagedRulings as fault:
        raise Failure("damaged", f"rulings.yaml cannot be read: {fault}", hint="oathtools rulings says more") from None


def variants_of(saved: "SavedWorld | None") -> dict[str, Any]:
    """The house rules of the table, each with what a game in this world begins with. Raises ``Failure``."""
    names = played()
    if not names:
        return {}
    from oathtools.cli.shared.worlds import variant_failure
    from oathtools.procedures.machine.variant import VariantFault
    from oathtools.variants import opened

    try:
        return opened(names, saved.variants if saved else {})
    except VariantFault as fault:
        raise variant_failure(fault) from None
