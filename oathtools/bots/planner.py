"""``planner``: the best turn."""

from oathtools.bots.greedy import Greedy


class Planner(Greedy):
    """A search over a turn."""

    name = "planner"
