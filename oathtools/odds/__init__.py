"""Exact odds of a campaign: no simulation, whole numbers of equally likely rolls until the last step.

``distribution(Battle(force=6, attack=6, defense=4, defenders=3)).win`` is a ``Fraction``. ``resolve(battle, faces)``
turns the dice that fell into the result by the same definitions. Importing this costs next to nothing.
"""

from typing import TYPE_CHECKING

from oathtools.kit.lazy import names_in
from oathtools.odds.battle import ATTACKER, DEFENDER, Battle, Ending, settle

__all__ = ["ATTACKER", "DEFENDER", "Battle", "Distribution", "Ending", "Faces", "Result", "chance", "distribution"]
__all__ += ["Use", "resolve", "settle"]

if TYPE_CHECKING:
    from oathtools.odds.exact import Distribution, chance, distribution
    from oathtools.odds.using import Faces, Result, Use, resolve

__getattr__ = names_in(
    __name__, exact=("Distribution", "chance", "distribution"), using=("Faces", "Result", "Use", "resolve")
)
