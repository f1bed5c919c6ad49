"""The kinds of actions by name: those of the Law, and those that variants bring."""

from collections.abc import Iterable
from typing import Any

from oathtools.procedures.actions.record import Action
from oathtools.procedures.machine.variant import ACTIONS_BROUGHT, Variant


class Actions(dict[str, Action]):
    """The actions of the Law, in their order. One that a variant brings is found by its name once that is loaded.

    What may be done at a table is ``at(variants)``: the Law's actions, then those of the variants in force.
    """

    def __init__(self, *actions: Action) -> None:
        super().__init__((action.name, action) for action in actions)
        self._names = tuple(self)

    def __missing__(self, name: str) -> Action:
        return ACTIONS_BROUGHT[name]

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in ACTIONS_BROUGHT

    def get(self, name: str, default: Any = None) -> Any:
        """The action of that name, or the default."""
        return super().get(name, ACTIONS_BROUGHT.get(name, default))

    def at(self, variants: Iterable[Variant]) -> tuple[str, ...]:
        """The names of the actions at a table that plays with some variants."""
        more = tuple(action.name for variant in variants for action in variant.actions)
        return (*self._names, *more) if more else self._names

    def known(self) -> tuple[str, ...]:
        """The names of all actions that are found by name now."""
        return (*self._names, *ACTIONS_BROUGHT)
