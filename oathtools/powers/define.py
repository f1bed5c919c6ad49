"""How a power is written: a decorator that says where it plugs in, over a function as short as its card.

``subject`` says for whom it speaks:

* ``you``: the acting player, if they have access to the card (7.1.1)
* ``owner``: the acting player, if the card is among their advisers, relics or banners
* ``player``: the one who has just played the card, or who uses it as the battle plan that is spoken of
* ``ruler``: whatever side rules the card; it is handed over as ``me`` (a color, purple for the Empire, the bandits);
  for an adviser or a relic that is the player who has it, whose turn ever it is
* ``all``: everybody; ``me`` is None
* ``here``: the same, of a site, where the slot that is spoken of is its own
* ``at``, ``reaching``: the same, of a site, where whoever acts is there, or travels there

Cards of a variant are written with the same decorators: ``CARDS = Cards(OathRegistry())``, ``@CARDS.power(...)``.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any, TypeVar

from oathtools.engine.windows import Stage
from oathtools.procedures.machine.registry import REGISTRY, Modifier, OathRegistry, Standalone

F = TypeVar("F", bound=Callable[..., Any])


class Cards:
    """The decorators that register the powers of cards, in one registry: that of the box, or one of a variant."""

    def __init__(self, registry: OathRegistry) -> None:
        self.registry = registry

    def power(
        self,
        place: str,
        *cards: str,
        subject: str = "you",
        stage: Stage = Stage.ADD,
        cites: tuple[str, ...] = (),
        used: bool = False,
        when: Callable[..., bool] | None = None,
    ) -> Callable[[F], F]:
        """Register a function at a place for one or more cards; ``when``: the condition on which it acts at a window.

        A condition that stands there, and not in the function, is known before: powers of one player that act at once
        are put in an order by that player (A-136), and only those that act.
        """

        def register(does: F) -> F:
            for card in cards:
                self.registry.add(card, place, does, subject=subject, stage=stage, cites=cites, used=used, when=when)
            return does

        return register

    def modifier(
        self,
        card: str,
        action: str,
        *,
        options: Callable[..., Sequence[str]] | None = None,
        moves: bool = False,
        open: bool = False,
        cites: tuple[str, ...] = ("7.4",),
    ) -> Callable[[F], F]:
        """Register a modifier; the decorated function writes its as-if facts into the frame."""

        def register(write: F) -> F:
            self.registry.add_modifier(Modifier(card, action, options or _no_parameter, write, cites, moves, open))
            return write

        return register

    def modifies(
        self,
        card: str,
        action: str | tuple[str, ...],
        place: str,
        *,
        options: Callable[..., Sequence[str]] | None = None,
        open: bool = False,
        subject: str = "all",
        stage: Stage = Stage.ADD,
        cites: tuple[str, ...] = ("7.4",),
        when: Callable[..., bool] | None = None,
        serves: Callable[..., bool] | None = None,
    ) -> Callable[[F], F]:
        """Register a modifier that does one thing: the decorated function, at a place, in the actions it serves.

        ``serves(game, frame)``: the condition that the whole action meets, if it does anything (A-191).
        """

        def register(does: F) -> F:
            for each in (action,) if isinstance(action, str) else action:
                others = (options or _no_parameter, None, cites, False, open, serves)
                self.registry.add_modifier(Modifier(card, each, *others))
            acts = does if serves is None else _where(serves, does)
            self.power(place, card, subject=subject, stage=stage, cites=cites, used=True, when=when)(acts)
            return does

        return register

    def action(
        self,
        card: str,
        *,
        may: Callable[..., Iterable[Any]] | None = None,
        needed: bool = False,
        cites: tuple[str, ...] = ("7.3.2",),
    ) -> Callable[[F], F]:
        """Register an Action power: a generator ``(game, frame, me)``, run once its cost (from the data) is paid.

        ``needed``: the FAQ says that it cannot be used where ``may`` fails.
        """

        def register(does: F) -> F:
            self.registry.add_action(Standalone(card, does, may, cites, needed))
            return does

        return register

    def rest(
        self, card: str, *, may: Callable[..., Iterable[Any]] | None = None, cites: tuple[str, ...] = ("7.3.4",)
    ) -> Callable[[F], F]:
        """Register a Rest power: a generator ``(game, frame, me)``, run once if its player wants it (4.3.5)."""

        def register(does: F) -> F:
            self.registry.add_rest(Standalone(card, does, may, cites))
            return does

        return register

    def when_played(self, card: str, *, cites: tuple[str, ...] = ("7.3.3",)) -> Callable[[F], F]:
        """Register what happens when a card has been played faceup: a generator ``(game, frame, me)``."""
        return self.power("when_played", card, subject="player", cites=cites)

    def battle_plan(self, *cards: str) -> None:
        """Register battle plans (7.5): numbers of the data, and the code of their own that stands beside."""
        for card in cards:
            self.registry.add_plan(card)


BOX = Cards(REGISTRY)
power, modifier, modifies = BOX.power, BOX.modifier, BOX.modifies
action, rest, when_played, battle_plan = BOX.action, BOX.rest, BOX.when_played, BOX.battle_plan


def there_is(
    found: Callable[[Any, str], Iterable[Any]], clause: str, because: str
) -> Callable[..., Iterator[tuple[bool, str, str]]]:
    """The ``may`` of a power that needs something to work on: ``found(game, me)``; ``because`` may name ``{me}``."""

    def may(game: Any, frame: Any, me: str) -> Iterator[tuple[bool, str, str]]:
        yield any(True for _ in found(game, me)), clause, because.format(me=me)

    return may


def _where(serves: Callable[..., bool], does: Callable[..., Any]) -> Callable[..., Any]:
    """What a modifier changes, where it serves."""

    @wraps(does)
    def acts(game: Any, frame: Any, value: Any, me: str | None) -> Any:
        return does(game, frame, value, me) if serves(game, frame) else value

    return acts


def _no_parameter(game: Any, frame: Any, me: str) -> tuple[str, ...]:
    return ("",)
