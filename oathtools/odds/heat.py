"""The chance to win over a field of forces and defense pools."""

from typing import NamedTuple

from oathtools.odds.exact import chance
from oathtools.odds.numbers import Numbers, prepare


class HeatMap(NamedTuple):
    """Chances to win over the attacker's force (columns) and the defense dice (rows), plans included."""

    numbers: Numbers
    forces: tuple[int, ...]
    defenses: tuple[int, ...]
    chances: tuple[tuple[tuple[int, int], ...], ...]  # rolls won and rolls in all, by row


def heat_map(numbers: Numbers) -> HeatMap:
    """The chance to win for every force and defense pool around these numbers.

    Attack dice keep their distance from the force. Raises as ``weigh`` does.
    """
    dice = numbers.battle.attack - numbers.force
    forces = tuple(range(max(1, numbers.force - 8), max(12, numbers.force + 4) + 1))
    defenses = tuple(range(max(0, numbers.defense - 6), max(8, numbers.defense + 4) + 1))
    return HeatMap(
        numbers,
        forces,
        defenses,
        tuple(
            tuple(
                chance(prepare(numbers._replace(force=force, attack=max(0, force + dice), defense=defense))[1])
                for force in forces
            )
            for defense in defenses
        ),
    )
