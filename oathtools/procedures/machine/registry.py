"""House rules, what each plugs into the procedures; the registry of all powers, those of the cards and modifiers (7.4).

A variant is a rule of the table that no card brings: it is in force from the first step on, wherever the cards lie. It
plugs in at the same places as the powers of cards (``machine.places``), speaks for everybody (``me`` is None), and
may put numbered steps of its own between those of the Law. What it keeps of a game is plain data in
``state.variants``, changed by the effect ``keep`` only; what it keeps from game to game stands in the Chronicle.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy, deepcopy
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from oathtools.engine.windows import (
    Kind,
    Place,
    Power,
    RegistrationError,
    Registry,
    Stage,
    check_parameters,
    check_steps,
)
from oathtools.kit.datafiles import load
from oathtools.procedures.machine.hands import Hands, Pull
from oathtools.table.state import State

if TYPE_CHECKING:
    from oathtools.procedures.actions.record import Action
    from oathtools.procedures.machine.game import Game


# The places where powers plug in, declared once, each with its clause (``data/places.yaml``). All places of a kind hand
# over the same things. ``me`` is the subject of the power: the side that rules the card, the player it speaks to, or
# None (see ``powers.define``). A fold returns the changed value, rows yield legality rows: both are pure. A window is a
# generator that may ask; what goes around is one that runs ``proceed`` as often as it wants, or not at all.
_TAKES = {
    Kind.FOLD: ("game", "frame", "value", "me"),
    Kind.ROWS: ("game", "frame", "me"),
    Kind.WINDOW: ("game", "frame", "me"),
    Kind.AROUND: ("game", "frame", "proceed", "me"),
}

PLACES: dict[str, Place] = {
    name: Place(name, kind, clause, takes)
    for kind, takes in _TAKES.items()
    for name, clause in load("places")[kind.name.lower()].items()
}
# Folds whose value is done rather than only asked: a power that changes one is named where that is told.
DONE = frozenset(load("places")["done"])


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


# Cards whose powers are clauses of the Law, carried out by procedures: 4.1.1, 5.1.4.4, 5.4, 6.4, 6.6, 6.7, 3.2.
BY_LAW = (
    *("banner.peoples_favor", "banner.darkest_secret", "relic.grand_scepter", "vision.conspiracy"),
    *("vision.faith", "vision.rebellion", "vision.sanctuary", "vision.conquest"),
)


class Modifier(NamedTuple):
    """A power that may be used at the start of an action (7.4).

    It never asks: ``options(game, frame, me)`` are the parameters it may be used with ("" for none), ``write(game,
    frame, param)`` puts its as-if facts into the frame. What it changes besides is a fold marked ``used``. ``moves``:
    it writes as-if facts: the modifiers used are looked at again with them, itself without them (A-107). ``open``: its
    card says itself who may use it, whoever has access to it. ``serves(game, frame)``: does it do anything in an action
    whose fields are given (A-191)?
    """

    card: str
    action: str
    options: Callable[..., Sequence[str]]
    write: Callable[..., None] | None
    cites: tuple[str, ...]
    moves: bool
    open: bool = False
    serves: Callable[..., bool] | None = None


class Standalone(NamedTuple):
    """An Action or Rest power (7.3.2, 7.3.4): ``does(game, frame, me)`` is what happens, once it is paid for.

    ``may(game, frame, me)`` yields rows of its own: what must be there for it to do anything. ``needed``: the FAQ says
    that without it the power cannot be used, whatever a table reads of others (A-161).
    """

    card: str
    does: Callable[..., Any]
    may: Callable[..., Iterable[Any]] | None
    cites: tuple[str, ...]
    needed: bool = False


# What the functions of a power are handed, and the one that writes as-if facts.
TAKES, WRITES = ("game", "frame", "me"), ("game", "frame", "param")


AFTER_THE_BOX = 1_000  # in the catalogue order cards of a variant come after those of their kind in the box


def _no_variant(name: str) -> Variant:
    raise UnknownVariant(name)


@cache
def rank(card: str) -> tuple[int, int]:
    """The catalogue order of a card; after the cards come the variants."""
    from oathtools import catalog
    from oathtools.catalog import packs

    if card.startswith(VARIANT_PREFIX):
        return len(catalog.KINDS), 0
    entry = catalog.printed(card)
    place = entry.get("tts", 0) if entry else AFTER_THE_BOX + packs.brought()[catalog.card(card).id].place
    return catalog.KINDS.index(card.partition(".")[0]), place


class OathRegistry(Registry):
    """Powers by card, and the modifiers of each action."""

    def __init__(self) -> None:
        super().__init__(PLACES, rank)
        self.modifiers: dict[str, list[Modifier]] = {}
        self.actions: dict[str, Standalone] = {}
        self.rests: dict[str, Standalone] = {}
        self.plans: set[str] = set()
        self.find_variant: Callable[[str], Variant] = _no_variant
        self._coded: dict[str, None] | None = None
        self._beside: dict[tuple[int, ...], tuple[OathRegistry, tuple[OathRegistry, ...]]] = {}

    def add_modifier(self, modifier: Modifier) -> None:
        """Register a modifier. Raises ``RegistrationError`` if it does not fit, or the card has one for this action."""
        check_parameters(modifier.card, "the options of a modifier", modifier.options, TAKES)
        if modifier.write is not None:
            check_parameters(modifier.card, f"a modifier of {modifier.action}", modifier.write, WRITES)
        others = self.modifiers.setdefault(modifier.action, [])
        if any(other.card == modifier.card for other in others):
            raise RegistrationError(f"{modifier.card} already modifies {modifier.action}")
        self._coded = None
        others.append(modifier)
        others.sort(key=lambda each: rank(each.card))

    def add_action(self, power: Standalone) -> None:
        """Register an Action power. Raises ``RegistrationError`` if it does not fit, or the card has one already."""
        self._add_alone(self.actions, power, "an Action power")

    def add_rest(self, power: Standalone) -> None:
        """Register a Rest power. Raises ``RegistrationError`` if it does not fit, or the card has one already."""
        self._add_alone(self.rests, power, "a Rest power")

    def _add_alone(self, others: dict[str, Standalone], power: Standalone, what: str) -> None:
        check_parameters(power.card, what, power.does, TAKES)
        check_steps(power.card, what, power.does)
        if power.may is not None:
            check_parameters(power.card, f"what {what} needs (may)", power.may, TAKES)
        if power.card in others:
            raise RegistrationError(f"{power.card} already has {what}")
        self._coded = None
        others[power.card] = power

    def add_plan(self, card: str) -> None:
        """Register a battle plan (7.5) as coded: the numbers of ``data/plans.yaml`` and what else is registered."""
        self._coded = None
        self.plans.add(card)

    def modifier(self, action: str, card: str) -> Modifier | None:
        """The modifier of an action that a card is."""
        return next((each for each in self.modifiers.get(action, ()) if each.card == card), None)

    def is_coded(self, card: str) -> bool:
        """Is a card's power coded?"""
        return card in (self._coded or self._all_coded())

    def add(self, card: str, place: str, does: Callable[..., Any], **how: Any) -> None:
        """Register a function for a card at a place. Raises ``RegistrationError`` if it does not fit."""
        self._coded = None
        super().add(card, place, does, **how)

    def only(self, cards: Iterable[str]) -> "OathRegistry":
        """The registry reduced to some cards."""
        wanted = set(cards)
        reduced = super().only(wanted)
        assert isinstance(reduced, OathRegistry)
        reduced.modifiers = {
            action: [each for each in group if each.card in wanted] for action, group in self.modifiers.items()
        }
        reduced.actions = {card: power for card, power in self.actions.items() if card in wanted}
        reduced.rests = {card: power for card, power in self.rests.items() if card in wanted}
        reduced.plans = self.plans & wanted
        reduced._coded, reduced._beside = None, {}
        return reduced

    def beside(self, others: Iterable["OathRegistry"]) -> "OathRegistry":
        """These powers and those of other registries: the cards that the variants in force bring."""
        packs = tuple(others)
        if not packs:
            return self
        key = tuple(map(id, packs))
        if key not in self._beside:
            both = copy(self)
            both._coded, both._beside = None, {}
            every = (self, *packs)
            both.by_card = {card: powers for each in every for card, powers in each.by_card.items()}
            both.actions = {card: power for each in every for card, power in each.actions.items()}
            both.rests = {card: power for each in every for card, power in each.rests.items()}
            both.plans = {card for each in every for card in each.plans}
            both.modifiers = {}
            for name in dict.fromkeys(name for each in every for name in each.modifiers):
                group = (modifier for each in every for modifier in each.modifiers.get(name, ()))
                both.modifiers[name] = sorted(group, key=lambda each: rank(each.card))
            self._beside[key] = both, packs
        return self._beside[key][0]

    @property
    def coded(self) -> list[str]:
        """Every card with a coded power, in catalogue order."""
        return list(self._all_coded())

    def _all_coded(self) -> dict[str, None]:
        if self._coded is None:
            cards = set(self.by_card) | set(self.actions) | set(self.rests) | self.plans | set(BY_LAW)
            cards |= {each.card for group in self.modifiers.values() for each in group}
            self._coded = dict.fromkeys(sorted(cards, key=rank))
        return self._coded


REGISTRY = OathRegistry()


def written(game: Any, modifier: Modifier, frame: Any, param: str) -> Any:
    """A copy of a frame in which a modifier is used."""
    other = frame.using(modifier.card, param)
    if modifier.write is not None:
        modifier.write(game, other, param)
    return other
