"""The kinds of actions by name: those of the Law, and those that variants bring."""

from collections.abc import Iterable, Iterator, Mapping

from oathtools.procedures.actions.record import Action
from oathtools.procedures.machine.variant import ACTIONS_BROUGHT, Variant


class Actions(Mapping[str, Action]):
    """The actions of the Law, in their order. One that a variant brings is found by its name once that is loaded.

    What may be done at a table is ``at(variants)``: the Law's actions, then those of the variants in force.
    """

    def __init__(self, *actions: Action) -> None:
        self._of_the_law = {action.name: action for action in actions}
        self._names = tuple(self._of_the_law)

    def __getitem__(self, name: str) -> Action:
        found = self._of_the_law.get(name)
        return ACTIONS_BROUGHT[name] if found is None else found

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def at(self, variants: Iterable[Variant]) -> tuple[str, ...]:
        """The names of the actions at a table that plays with some variants."""
        more = tuple(action.name for variant in variants for action in variant.actions)
        return (*self._names, *more) if more else self._names

    def known(self) -> tuple[str, ...]:
        """The names of all actions that are found by name now."""
        return (*self._names, *ACTIONS_BROUGHT)
