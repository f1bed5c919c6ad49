"""Exact odds of a campaign: no simulation, whole numbers of equally likely rolls until the last step.

``distribution(Battle(force=6, attack=6, defense=4, defenders=3)).win`` is a ``Fraction``. ``resolve(battle, faces)``
turns the dice that fell into the result by the same definitions. Importing this costs next to nothing.
"""

from typing import TYPE_CHECKING, Any

from oathtools.odds.battle import ATTACKER, DEFENDER, Battle, Ending, settle

__all__ = [
    "ATTACKER",
    "DEFENDER",
    "Battle",
    "Distribution",
    "Ending",
    "Faces",
    "Result",
    "chance",
    "distribution",
    "resolve",
    "settle",
]

if TYPE_CHECKING:
    from oathtools.odds.exact import Distribution, chance, distribution
    from oathtools.odds.using import Faces, Result, resolve

_HOMES = {"Distribution": "exact", "chance": "exact", "distribution": "exact"}
_HOMES |= dict.fromkeys(("Faces", "Result", "resolve"), "using")


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
    return value
