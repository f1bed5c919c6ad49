"""What is asked of an adjudicator, and what it says."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from oathtools.engine.rows import Refusal
from oathtools.table.state import State

END = "end"


class Misread(ValueError):
    """Words that answer nothing here. ``hint`` says what would."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class Request(NamedTuple):
    """Something a player wants to do, in ids: the action (or ``end``), what was said of its fields, and besides.

    ``modifiers`` are the powers to be used for it, each with its parameter; ``plans`` the battle plans of a campaign,
    as the question offers them (``denizen.longbows``, ``relic.x=2``); ``pile`` the discard pile that was named;
    ``faces`` what unknown cards are said to be, ``doubted`` those of them that nobody here can know.
    """

    action: str
    given: dict[str, Any]
    modifiers: tuple[tuple[str, str], ...] = ()
    plans: tuple[str, ...] = ()
    pile: str | None = None
    faces: Mapping[str, str] = {}
    doubted: tuple[str, ...] = ()


class Change(NamedTuple):
    """One change that a repair proposes.

    ``key`` tells changes apart, ``says`` is a sentence that is true afterwards, ``ease`` says how hard it is to bring
    about (0: ask otherwise; 9: hardly ever). ``apply`` changes a state, ``ask`` the request itself.
    """

    key: str
    says: str
    ease: int
    apply: Callable[[State], None]
    ask: Callable[[Request], Request] | None = None


Changes = Iterator[Change]
Repair = tuple[Change, ...]


class Opinion(NamedTuple):
    """A verdict.

    ``legal`` is None if it turns on something unknown, which ``depends`` names (its ``source`` is what it turns on).
    ``repairs`` are smallest sets of changes after which it would be legal, the easiest first; ``searched_all`` is
    False if the search for them was broken off. ``derivation`` are the facts that hold, in the order of the rules;
    ``rulings`` the open points and FAQ answers that bear on it, by their ids, with the reading in force or "".
    """

    legal: bool | None
    refusals: tuple[Refusal, ...]
    depends: tuple[Refusal, ...] = ()
    repairs: tuple[Repair, ...] = ()
    cautions: tuple[Refusal, ...] = ()
    derivation: tuple[Refusal, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    searched_all: bool = True
