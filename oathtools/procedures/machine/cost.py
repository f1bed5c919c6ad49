"""A cost is a value: a list of items. Folds change it, rows are made from it, one ``pay`` carries it out (7.1.2)."""

from functools import cache
from typing import Final, NamedTuple

SUPPLY: Final = "supply"


class Item(NamedTuple):
    """One item of a cost.

    ``verb`` is spend (Supply), place, burn, give, flip (a secret facedown) or sacrifice; ``to`` the place that
    receives it; ``toll``: somebody else's price for passing, which one who is made to act may refuse (5.5.7.3);
    ``power``: it is the cost of a power, or added to it (7.1.2), and not what an action itself asks for; ``ruling``:
    the one that says how much it is.
    """

    verb: str
    what: str
    amount: int
    to: str = ""
    clause: str = "7.1.2"
    source: str = "law"
    toll: bool = False
    power: bool = False
    ruling: str = ""


class Cost(NamedTuple):
    """Items in the order in which they were asked for."""

    items: tuple[Item, ...] = ()

    def plus(self, *items: Item) -> "Cost":
        """The cost with more items."""
        return Cost(self.items + items)

    def __add__(self, other: object) -> "Cost":
        assert isinstance(other, Cost)
        return Cost(self.items + other.items)

    @property
    def supply(self) -> int:
        """The Supply it takes."""
        return sum(item.amount for item in self.items if item.what == SUPPLY)

    def with_supply(self, count: int, clause: str, source: str = "law") -> "Cost":
        """The cost with its Supply replaced by a flat number."""
        others = tuple(item for item in self.items if item.what != SUPPLY)
        return Cost((Item("spend", SUPPLY, count, "", clause, source), *others) if count else others)

    def more_supply(self, count: int, clause: str, source: str = "law") -> "Cost":
        """The cost with Supply added."""
        return self.plus(Item("spend", SUPPLY, count, "", clause, source))

    def without_supply(self) -> "Cost":
        """The cost where no Supply is spent, increases included (7.6.2)."""
        return Cost(tuple(item for item in self.items if item.what != SUPPLY))

    def instead(self, verb: str, what: str, by: Item) -> "Cost":
        """The cost with each item of a kind replaced by another one."""
        return Cost(tuple(by if (item.verb, item.what) == (verb, what) else item for item in self.items))

    @property
    def summed(self) -> tuple[Item, ...]:
        """The items as they are said: what is paid alike as one, an action's Supply and a house rule's on top."""
        sums: dict[tuple[str, str, str], Item] = {}
        for item in self.items:
            alike = (item.verb, item.what, item.to)
            sums[alike] = sums[alike]._replace(amount=sums[alike].amount + item.amount) if alike in sums else item
        return tuple(sums.values())

    @property
    def places(self) -> bool:
        """Is something placed on a card or elsewhere?"""
        return any(item.verb == "place" for item in self.items)

    @property
    def tolls(self) -> tuple[Item, ...]:
        """The items that are somebody's price for passing."""
        return tuple(item for item in self.items if item.toll)


FREE: Final = Cost()


@cache
def supply(count: int, clause: str) -> Cost:
    """A cost of Supply alone."""
    return Cost((Item("spend", SUPPLY, count, "", clause),)) if count else FREE
