"""The chance to win over a field of forces and defense pools, or along a line of forces."""

from typing import NamedTuple

from oathtools.odds.exact import chance
from oathtools.odds.numbers import Numbers, prepare


class HeatMap(NamedTuple):
    """Chances to win over the attacker's force (columns) and the defense dice (rows), plans included."""

    numbers: Numbers
    forces: tuple[int, ...]
    defenses: tuple[int, ...]
    chances: tuple[tuple[tuple[int, int], ...], ...]  # rolls won and rolls in all, by row


class Curve(NamedTuple):
    """Chances to win over the attacker's force, plans included: rolls won and rolls in all for each force."""

    numbers: Numbers
    forces: tuple[int, ...]
    chances: tuple[tuple[int, int], ...]
    no_sacrifice: tuple[tuple[int, int], ...]


def curve(numbers: Numbers) -> Curve:
    """The chance to win for every force around these numbers, with sacrifices and without.

    Attack dice keep their distance from the force. Raises as ``weigh`` does.
    """
    forces = _forces(numbers)
    battles = [prepare(_with_force(numbers, force))[1] for force in forces]
    return Curve(
        numbers,
        forces,
        tuple(map(chance, battles)),
        tuple(chance(battle._replace(may_sacrifice=False)) for battle in battles),
    )


def _forces(numbers: Numbers) -> tuple[int, ...]:
    return tuple(range(max(1, numbers.force - 8), max(12, numbers.force + 4) + 1))


def _with_force(numbers: Numbers, force: int) -> Numbers:
    dice = numbers.battle.attack - numbers.force
    return numbers._replace(force=force, attack=max(0, force + dice))


def heat_map(numbers: Numbers) -> HeatMap:
    """The chance to win for every force and defense pool around these numbers.

    Attack dice keep their distance from the force. Raises as ``weigh`` does.
    """
    forces = _forces(numbers)
    defenses = tuple(range(max(0, numbers.defense - 6), max(8, numbers.defense + 4) + 1))
    return HeatMap(
        numbers,
        forces,
        defenses,
        tuple(
            tuple(chance(prepare(_with_force(numbers, force)._replace(defense=defense))[1]) for force in forces)
            for defense in defenses
        ),
    )
