"""House rules: what a variant plugs into the procedures.

A variant is a rule of the table that no card brings: it is in force from the first step on, wherever the cards lie. It
plugs in at the same places as the powers of cards (``procedures.places``), speaks for everybody (``me`` is None), and
may put numbered steps of its own between those of the Law. What it keeps of a game is plain data in
``state.variants``, changed by the effect ``keep`` only; what it keeps from game to game stands in the Chronicle.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from oathtools.engine.windows import Power, RegistrationError, Registry, Stage
from oathtools.procedures.machine.hands import Hands, Pull
from oathtools.procedures.machine.places import PLACES
from oathtools.table.state import State

if TYPE_CHECKING:
    from oathtools.procedures.actions.record import Action
    from oathtools.procedures.machine.game import Game
    from oathtools.procedures.machine.registry import OathRegistry

VARIANT_PREFIX = "variant."
SEQUENCES = ("setup", "wake", "rest", "chronicle")
STEP_TAKES = ("game", "who")

# Every action that a loaded variant brings, by its name.
ACTIONS_BROUGHT: "dict[str, Action]" = {}

F = TypeVar("F", bound=Callable[..., Any])
Data = dict[str, Any]


class UnknownVariant(LookupError):
    """There is no variant of this name."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(name)

    def __str__(self) -> str:
        return f"there is no variant {self.name!r}"


class VariantFault(ValueError):
    """What somebody wrote of a variant in a file cannot be. ``faults`` are (where, what, the way out)."""

    def __init__(self, faults: Iterable[tuple[str, str, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{where}: {what}" for where, what, _ in self.faults))


class Inserted(NamedTuple):
    """A numbered step of a variant, by the step of the Law that it follows; ``each``: every player in turn (setup)."""

    sequence: str
    after: str
    name: str
    does: Callable[..., Any]
    each: bool


class StepMoment(NamedTuple):
    """What happened in a game to something that a variant keeps: a key of its words, and the cards it is about."""

    game: int
    says: str
    cards: tuple[str, ...] = ()


class Kept(NamedTuple):
    """Something that a variant keeps in the world, or kept once, for the story of a saga.

    ``color`` is a seat's, or an empty text; ``since`` the game it came up in, if that is known; ``cards`` are the ids
    of what it consists of now, none if it ``stands`` no more. The story names no card that lies hidden.
    """

    color: str
    since: int | None
    cards: tuple[str, ...]
    moments: tuple[StepMoment, ...] = ()
    stands: bool = True


class Past(NamedTuple):
    """A game that changed what a variant keeps: what was kept before it, and after it."""

    game: int
    before: Data
    after: Data


class Variant:
    """One house rule: its powers and steps, and what becomes of its data.

    ``opened(kept)`` completes and checks what a file says of it (raises ``VariantFault``), ``kept(data, game)`` is what
    the saga keeps after game number ``game``, ``told(data)`` are lines about it for the status, with ids in them.
    ``figures(game)`` are what its words in the guide through setup tell, as the table stands when a step begins.
    ``story(past, now)`` is what it keeps in the world: ``past`` are the games that changed it, in order, ``now`` is
    what is kept now. ``adjusted(data, state, subject, words)`` is its data as people say that it stands (``oathtools
    adjust Plains garrison 3``: a site by its id, a player by their seat, and the words after it); None where the words
    are not its own; raises ``VariantFault`` for what cannot be.
    """

    def __init__(
        self,
        name: str,
        *,
        cards: "OathRegistry | None" = None,
        opened: Callable[[Mapping[str, Any]], Data] = lambda kept: deepcopy(dict(kept)),
        kept: Callable[[Data, int], Data] = lambda data, game: deepcopy(data),
        told: Callable[[Data], list[str]] = lambda data: [],
        figures: Callable[["Game"], Mapping[str, Any]] = lambda game: {},
        story: Callable[[Sequence[Past], Data], Iterable[Kept]] = lambda past, now: (),
        adjusted: Callable[[Data, State, str, list[str]], Data | None] = lambda data, state, subject, words: None,
    ) -> None:
        self.name, self.cards = name, cards
        self.opened, self.kept, self.told = opened, kept, told
        self.figures, self.story, self.adjusted = figures, story, adjusted
        self.steps: list[Inserted] = []
        self.actions: list[Action] = []
        self.hands: list[tuple[str, Callable[[Hands], Iterable[Pull]]]] = []
        self._registry = Registry(PLACES, lambda _: 0)

    @property
    def source(self) -> str:
        """Its id where a card's would stand: in refusals and frames."""
        return VARIANT_PREFIX + self.name

    @property
    def powers(self) -> list[Power]:
        """Everything it does at places of the procedures."""
        return self._registry.by_card.get(self.source, [])

    @property
    def step_names(self) -> frozenset[str]:
        """The names of its steps."""
        return frozenset(step.name for step in self.steps)

    def power(self, place: str, *cites: str, stage: Stage = Stage.ADD) -> Callable[[F], F]:
        """Register a function at a place, as for a card. Raises ``RegistrationError`` if it does not fit."""

        def register(does: F) -> F:
            self._registry.add(self.source, place, does, subject="all", stage=stage, cites=cites)
            return does

        return register

    def action(self, action: "Action") -> "Action":
        """Bring a kind of action, by a name that no other has. Raises ``RegistrationError`` if one has it."""
        if ACTIONS_BROUGHT.setdefault(action.name, action) is not action:
            raise RegistrationError(f"{self.name}: there is an action {action.name} already")
        self.actions.append(action)
        return action

    def forget_actions(self) -> None:
        """Its actions are found by their names no more."""
        for action in self.actions:
            ACTIONS_BROUGHT.pop(action.name, None)

    def pulls(self, after: str) -> Callable[[F], F]:
        """Register what it makes hands fetch and put away after a step of setup or the Chronicle, for the pull lists.

        ``(hands)``: a ``pulling.Hands``; yields ``pulling.Pull``. Raises ``RegistrationError`` if it does not fit.
        """

        def register(does: F) -> F:
            if tuple(inspect.signature(does).parameters) != ("hands",):
                raise RegistrationError(f"{self.name}: what is fetched after {after} is a function (hands)")
            self.hands.append((after, does))
            return does

        return register

    def step(self, sequence: str, name: str, *, after: str, each: bool = False) -> Callable[[F], F]:
        """Put a step after one of the Law's: a generator ``(game, who)``.

        ``who`` is the Chancellor in setup (with ``each`` every player in turn), the winner in the Chronicle, in a turn
        the player whose turn it is. Raises ``RegistrationError`` if it does not fit.
        """

        def register(does: F) -> F:
            if sequence not in SEQUENCES:
                raise RegistrationError(f"{name}: {sequence!r} is none of {', '.join(SEQUENCES)}")
            if tuple(inspect.signature(does).parameters) != STEP_TAKES or not inspect.isgeneratorfunction(does):
                raise RegistrationError(f"{name}: a step is a generator ({', '.join(STEP_TAKES)})")
            if name in self.step_names:
                raise RegistrationError(f"{name} is a step of {self.name} already")
            self.steps.append(Inserted(sequence, after, name, does, each))
            return does

        return register
