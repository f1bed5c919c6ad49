"""How a game begins: set up from a world (chapter 1), or going on from a position.

``new_game(["Ann", "Bo", "Cy"], seed="oath")`` and ``game_at(position)`` are games to play; ``header_of_world`` and
``header_of_position`` are the first lines of their journals, for those who keep them in a file.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from oathtools import catalog
from oathtools.journal.entry import header_for, stated
from oathtools.journal.play import Play
from oathtools.kit.text import is_name
from oathtools.procedures.machine.world import Seat, World, first_game_world, seats_for

Readings = Mapping[str, str]


def new_game(
    players: Sequence[str | Seat],
    world: World | None = None,
    *,
    seed: int | str | None = None,
    bots: bool | str = False,
    readings: Readings | None = None,
    keep_log: bool = True,
    digests: bool = True,
) -> Play:
    """A game before its first question: setup, from a world; the publisher's first game by default.

    ``players`` are in turn order, the Chancellor first: names, whose colors are dealt in the order of the box, or
    seats; ``bots``: those named are bots, or all of them the bot of that name (``oathtools.bots``). ``seed``: chance is
    seeded, and ``answerers.bot`` answers for it; without one every die and card is told. ``readings`` maps open points
    to the reading in force; ``keep_log`` and ``digests`` are those of ``Play``. Raises ``ValueError`` for too few or
    too many players, for names among seats, and for names that tell no players apart.
    """
    world = world or first_game_world()
    named = [each for each in players if isinstance(each, str)]
    seats = [each for each in players if isinstance(each, Seat)]
    if named and seats:
        raise ValueError("players are all names or all seats")
    seats = seats or seats_for([(name, None, bots) for name in named], world.citizens)
    check_names([seat.name for seat in seats])
    return Play(header_of_world(world, seats, seed=seed, readings=readings), keep_log=keep_log, digests=digests)


def game_at(
    position: Mapping[str, Any],
    *,
    seed: int | str | None = None,
    readings: Readings | None = None,
    keep_log: bool = True,
    digests: bool = True,
) -> Play:
    """A game that goes on from a position (``table.position``), at its next question.

    The readings that the position names come first. Raises ``PositionError`` for one that cannot be.
    """
    return Play(header_of_position(position, seed=seed, readings=readings), keep_log=keep_log, digests=digests)


def header_of_world(
    world: World, seats: Sequence[Seat], *, seed: int | str | None = None, readings: Readings | None = None
) -> dict[str, Any]:
    """The header of a game that is set up from a world."""
    origin = {"world": world.as_data()}
    return header_for(origin, [seat._asdict() for seat in seats], _chance(seed), dict(readings or {}))


def header_of_position(
    position: Mapping[str, Any], *, seed: int | str | None = None, readings: Readings | None = None
) -> dict[str, Any]:
    """The header of a game that goes on from a position. Raises ``PositionError`` for one that cannot be."""
    data = dict(position)
    read = {**(readings or {}), **(data.get("rulings") or {})}
    return header_for({"position": data}, seats_at(data), _chance(seed), read)


def seats_at(position: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The seats of a position, as the header of a journal has them. Raises ``PositionError``."""
    players = stated(dict(position)).players.values()
    return [{"name": each.name, "color": each.seat, "role": each.role, "bot": False} for each in players]


def _chance(seed: int | str | None) -> dict[str, Any]:
    return {"table": True} if seed is None else {"seed": seed}


# -- who plays -------------------------------------------------------------------------------------------------------


class Misnamed(ValueError):
    """Players who cannot be called so; ``hint`` says how they can."""

    def __init__(self, fault: str, hint: str) -> None:
        super().__init__(fault)
        self.hint = hint


def players_of(text: str) -> list[tuple[str, str | None]]:
    """The players of a list with commas, ``Ann, Bo:red``, each by name and color (None where none is told)."""
    parts = (part.strip().partition(":") for part in text.split(","))
    return [(name.strip(), color.strip().casefold() or None) for name, _, color in parts if name]


def check_names(names: Sequence[str]) -> None:
    """Raises ``Misnamed`` for what is no name, and for names that tell no players apart, or a player from a board."""
    odd = next((name for name in names if not is_name(name)), None)
    if odd is not None:
        raise Misnamed(f"{odd!r} is not a name", "A name is in one line, without @: Ann B")
    plain = [name.casefold() for name in names]
    if len(set(plain)) < len(plain):
        raise Misnamed("two players have the same name", "Tell them apart: Ann B, Ann C")
    color = next((name for name in names if name.casefold() in catalog.COLORS), None)
    if color:
        raise Misnamed(f"{color} is a color, not a player's name", f"A name and its color: Ann:{color.lower()}")
