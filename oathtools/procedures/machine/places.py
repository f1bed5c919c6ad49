"""The places where powers plug in, declared once, each with its clause: ``data/places.yaml``.

All places of a kind hand over the same things. ``me`` is the subject of the power: the side that rules the card, the
player it speaks to, or None (see ``powers.define``).

* a fold: ``(game, frame, value, me)`` returns the changed value; pure
* rows: ``(game, frame, me)`` yields legality rows; pure
* a window: ``(game, frame, me)`` is a generator that may ask
* around: ``(game, frame, proceed, me)`` is a generator that runs ``proceed`` as often as it wants, or not at all
"""

from oathtools.engine.windows import Kind, Place
from oathtools.kit.datafiles import load

_TAKES = {
    Kind.FOLD: ("game", "frame", "value", "me"),
    Kind.ROWS: ("game", "frame", "me"),
    Kind.WINDOW: ("game", "frame", "me"),
    Kind.AROUND: ("game", "frame", "proceed", "me"),
}

PLACES: dict[str, Place] = {
    name: Place(name, kind, clause, takes)
    for kind, takes in _TAKES.items()
    for name, clause in load("places")[kind.name.lower()].items()
}
# Folds whose value is done rather than only asked: a power that changes one is named where that is told.
DONE = frozenset(load("places")["done"])
