"""Frames: what is going on, with the facts that hold only within it; and costs, which are values (7.1.2)."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

Chosen = tuple[str, str | None]


class Frame:
    """A record that questions fill; nothing changes before it is whole, legal and payable.

    ``action`` names the procedure, ``actor`` the seat that acts (not always the one whose turn it is). ``given`` are
    the answers so far, by field. ``modifiers`` are the cards used for it, each with its parameter. ``facts`` are as-if
    facts: ``at`` (the slot where the actor acts as if standing), ``advisers_of`` (whose advisers count as the
    actor's). A *part* of an action sees the facts of the outer frame; a *fresh* one sees nothing of what is outside.
    """

    __slots__ = ("action", "actor", "depth", "facts", "given", "modifiers", "outer")

    def __init__(
        self,
        action: str,
        actor: str,
        outer: "Frame | None" = None,
        given: dict[str, Any] | None = None,
        modifiers: Sequence[Chosen] = (),
        facts: dict[str, Any] | None = None,
    ) -> None:
        self.action, self.actor, self.outer = action, actor, outer
        self.given: dict[str, Any] = {} if given is None else given
        self.modifiers = modifiers
        self.facts: dict[str, Any] = {} if facts is None else facts
        self.depth = 0

    def fact(self, name: str) -> Any:
        """An as-if fact of this frame or of one it is a part of; None if there is none."""
        frame: Frame | None = self
        while frame is not None:
            if name in frame.facts:
                return frame.facts[name]
            frame = frame.outer
        return None

    def fact_of(self, name: str, actor: str) -> Any:
        """An as-if fact about one who acts in this frame or in one it is a part of; about others there is none."""
        frame: Frame | None = self
        while frame is not None:
            if frame.actor == actor and name in frame.facts:
                return frame.facts[name]
            frame = frame.outer
        return None

    def uses(self, card: str) -> bool:
        """Was this card's power used for the action, or for one it is a part of?"""
        return self.user(card) is not None

    def user(self, card: str) -> str | None:
        """Whose action it is for which this card's power was used: this one, or one it is a part of."""
        frame: Frame | None = self
        while frame is not None:
            for chosen, _ in frame.modifiers:
                if chosen == card:
                    return frame.actor
            frame = frame.outer
        return None

    def param(self, card: str) -> str | None:
        """The parameter with which a card's power is used, for this action or for one it is a part of."""
        frame: Frame | None = self
        while frame is not None:
            for chosen, param in frame.modifiers:
                if chosen == card:
                    return param
            frame = frame.outer
        return None

    def used_with(self, param: str | None) -> str | None:
        """The card whose power is used with a parameter, for this action or for one it is a part of."""
        found = next((card for card, chosen in self.modifiers if chosen == param), None)
        return found or (self.outer.used_with(param) if self.outer else None)

    def with_(self, **given: Any) -> "Frame":
        """A copy with more fields given: for trying a candidate."""
        return Frame(self.action, self.actor, self.outer, {**self.given, **given}, self.modifiers, self.facts)

    def giving(self, name: str, value: Any) -> "Frame":
        """The same with one field: what trying thousands of candidates calls."""
        given = self.given.copy()
        given[name] = value
        return Frame(self.action, self.actor, self.outer, given, self.modifiers, self.facts)

    def using(self, card: str, param: str | None) -> "Frame":
        """A copy that also uses a card's power."""
        used = (*self.modifiers, (card, param))
        return Frame(self.action, self.actor, self.outer, dict(self.given), used, dict(self.facts))


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
