"""Places where powers plug in, and the registry that holds what is plugged in.

A game declares its places once, in one table. A power registers a function for a card at a place; registration checks
the name of the place and the parameters of the function and names the mistake. Order is declared, never import order.
"""

import copy
import inspect
from collections.abc import Callable, Iterable
from enum import Enum
from types import FunctionType
from typing import Any, NamedTuple


class Kind(Enum):
    """What a power may do at a place."""

    FOLD = "changes a value; pure"
    ROWS = "adds legality rows; pure"
    WINDOW = "happens at a moment; may ask"
    AROUND = "is given the rest as proceed; may ask"


class Place(NamedTuple):
    """A declared place: its name, what a power may do there, the clause it rests on, the parameters it hands over."""

    name: str
    kind: Kind
    clause: str
    takes: tuple[str, ...]


class Stage(int, Enum):
    """The order of folds at one place (what is set first, then added, then limited, then overruled)."""

    SET = 0
    ADD = 1
    LIMIT = 2
    MUST = 3
    CANNOT = 4
    IGNORE = 5


class Power(NamedTuple):
    """One function of one card at one place.

    ``subject`` says whom it concerns (a word of the game's own); ``used``: only when the card was chosen; ``when``: the
    condition on which it acts at a window, in the parameters of the function.
    """

    card: str
    place: Place
    does: Callable[..., Any]
    subject: str
    stage: Stage
    cites: tuple[str, ...]
    used: bool
    when: Callable[..., Any] | None = None


class RegistrationError(Exception):
    """A power that does not fit its place. ``does``: its function, where that is looked at after it was registered."""

    def __init__(self, what: str, does: Callable[..., Any] | None = None) -> None:
        self.does = does
        super().__init__(what)


class Registry:
    """All powers by card. ``rank(card)`` gives their order among equals (a catalogue order)."""

    def __init__(self, places: dict[str, Place], rank: Callable[[str], Any]) -> None:
        self.places = places
        self.by_card: dict[str, list[Power]] = {}
        self._rank = rank

    def place(self, name: str) -> Place:
        """The declared place of that name. Raises ``RegistrationError`` with the nearest names."""
        try:
            return self.places[name]
        except KeyError:
            import difflib

            near = difflib.get_close_matches(name, self.places, n=2)
            hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
            raise RegistrationError(f"{name!r} is not a place{hint}") from None

    def add(
        self,
        card: str,
        place: str,
        does: Callable[..., Any],
        *,
        subject: str,
        stage: Stage = Stage.ADD,
        cites: tuple[str, ...] = (),
        used: bool = False,
        when: Callable[..., Any] | None = None,
    ) -> None:
        """Register a function for a card at a place. Raises ``RegistrationError`` if it does not fit."""
        where = self.place(place)
        _check(card, where, does)
        if when is not None:
            check_parameters(card, f"the condition at {place}", when, where.takes)
        power = Power(card, where, does, subject, stage, cites or (where.clause,), used, when)
        self.by_card.setdefault(card, []).append(power)

    def only(self, cards: Iterable[str]) -> "Registry":
        """The registry reduced to some cards: those whose powers a game is played with."""
        wanted = set(cards)
        reduced = copy.copy(self)
        reduced.by_card = {card: powers for card, powers in self.by_card.items() if card in wanted}
        return reduced

    @property
    def cards(self) -> list[str]:
        """The cards that have at least one power, in catalogue order."""
        return sorted(self.by_card, key=self._rank)

    def ordered(self, powers: list[Power]) -> list[Power]:
        """Powers of one place in the order in which they apply."""
        return sorted(powers, key=lambda power: (power.stage, self._rank(power.card)))


def parameters(does: Callable[..., Any]) -> tuple[str, ...]:
    """The names of the parameters of a function."""
    if not isinstance(does, FunctionType) or hasattr(does, "__wrapped__"):
        return tuple(inspect.signature(does).parameters)
    code = does.__code__
    many = code.co_argcount + code.co_kwonlyargcount
    more = (code.co_flags & inspect.CO_VARARGS > 0) + (code.co_flags & inspect.CO_VARKEYWORDS > 0)
    return code.co_varnames[: many + more]


def check_parameters(card: str, where: str, does: Callable[..., Any], takes: tuple[str, ...]) -> None:
    """Raise ``RegistrationError`` if a function for a card has other parameters than what it is handed."""
    given = parameters(does)
    if given != takes:
        name = getattr(does, "__name__", repr(does))
        raise RegistrationError(
            f"{card}: {name}({', '.join(given)}) does not fit {where}, which hands over ({', '.join(takes)})"
        )


def check_steps(card: str, where: str, does: Callable[..., Any]) -> None:
    """Raise ``RegistrationError`` if a function that is run step by step is no generator."""
    if not inspect.isgeneratorfunction(does):
        raise RegistrationError(f"{card}: {where} runs steps, so its function must be a generator")


def _check(card: str, place: Place, does: Callable[..., Any]) -> None:
    check_parameters(card, place.name, does, place.takes)
    if place.kind in (Kind.WINDOW, Kind.AROUND):
        check_steps(card, place.name, does)
    if place.kind is Kind.FOLD and inspect.isgeneratorfunction(does):
        raise RegistrationError(f"{card}: {place.name} folds a value, so its function must not be a generator")
