"""A table dealt anew as one player knows it: every card that they may not know gets a name that it may have."""

from random import Random

from oathtools.table.effects import Effects
from oathtools.table.knowledge import possible_names
from oathtools.table.state import State
from oathtools.table.views import as_known_to


def dealt(state: State, viewer: str | None, rng: Random) -> State:
    """A copy in which each unknown card on the table, in hands and piles has a name; of all ways each is as likely.

    What lies unordered in a deck stays so: it is drawn when it is drawn. ``viewer`` None: what everybody may know.
    """
    table, _ = as_known_to(state, viewer)
    do = Effects(table)
    handles = list(table.handles)
    rng.shuffle(handles)
    for handle in handles:
        do.learn(handle, rng.choice(possible_names(table, table.handles[handle].groups)), ())
    return table
