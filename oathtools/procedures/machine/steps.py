"""The numbered steps of setup, of a turn and of the Chronicle, with those that variants in force put between them."""

from collections.abc import Callable
from typing import TypeVar

from oathtools.engine.windows import RegistrationError
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import Inserted

Step = TypeVar("Step")


def in_order(
    game: Game, sequence: str, own: dict[str, Step], fitted: Callable[[Inserted], Step] | None = None
) -> dict[str, Step]:
    """The steps of a sequence (``setup``, ``wake``, ``rest``, ``chronicle``) by name, in their order.

    A step of a variant follows the one it names, and the variants' steps that follow that one already. ``fitted``
    makes of it what the sequence runs; without it that is its function. Raises ``RegistrationError`` for a step that
    follows none of the sequence.
    """
    if not game.variants:
        return own
    steps = dict(own)
    for variant in game.variants:
        for step in variant.steps:
            if step.sequence == sequence:
                names = _placed(list(steps), step, variant.step_names)
                steps[step.name] = fitted(step) if fitted else step.does  # type: ignore[assignment]
                steps = {name: steps[name] for name in names}
    return steps


def _placed(names: list[str], step: Inserted, own: frozenset[str]) -> list[str]:
    if step.after not in names:
        raise RegistrationError(f"{step.name} follows {step.after}, which is no step of {step.sequence}", step.does)
    at = names.index(step.after) + 1
    while at < len(names) and names[at] in own:
        at += 1
    return [*names[:at], step.name, *names[at:]]


def for_each(game: Game, name: str) -> bool:
    """Is a step of a variant carried out by each player in turn?"""
    return any(step.name == name and step.each for variant in game.variants for step in variant.steps)


def begin_turn(game: Game, seat: str) -> None:
    """A player's turn begins with the Wake Phase (chapter 4)."""
    game.do.new_turn()
    game.do.go_to("wake", "", turn=seat)
    game.do.emit("turn", ("4",), who=seat, round=game.state.round)
