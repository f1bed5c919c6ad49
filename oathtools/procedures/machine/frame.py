"""Frames: what is going on. One for each action in progress; the facts that hold only within it are kept there."""

from collections.abc import Sequence
from typing import Any

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
