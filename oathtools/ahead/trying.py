"""An action tried in every way on copies of the table: the tree of what it asks, and what stands at its ends.

Each way is run from the boundary with its own answers (``Trial``). Questions are those of the rules, answers those that
they offer; whoever acts, others and chance answer them alike, and each is known by who answered.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import NamedTuple

from oathtools.engine.decision import Answer, Decision, Form
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn import Trial
from oathtools.table.state import State

# A question with more answers than these is not tried in all of them, and that is said.
MOST = 64


class TriedStep(NamedTuple):
    """One answer: the kind of the question, who answers (``chance`` for an outcome), and what."""

    kind: str
    who: str
    answer: Answer


class Leaf(NamedTuple):
    """The end of an action: the table then, at rest. ``before``: what had one answer only, since the last question."""

    state: State
    before: tuple[tuple[str, Answer], ...] = ()


class Fork(NamedTuple):
    """A question, its answers, where each of them leads; ``weights`` are the chances, where chance answers.

    ``whole``: is every answer among them, tried to its ends?
    """

    kind: str
    who: str
    branches: tuple[tuple[Answer, "Node"], ...]
    weights: tuple[Fraction, ...] = ()
    whole: bool = True
    before: tuple[tuple[str, Answer], ...] = ()


Node = Leaf | Fork
CHANCE = "chance"


class Budget:
    """How many answers may still be tried, and what was left untried: kinds of questions, each with the reason."""

    def __init__(self, answers: int) -> None:
        self.left = answers
        self.untried: dict[str, str] = {}

    def spend(self, answers: int) -> bool:
        """Take so many; False if they are used up."""
        self.left = max(0, self.left - answers)
        return self.left > 0

    @property
    def spent(self) -> bool:
        """Is nothing left?"""
        return self.left == 0

    def share(self, part: int) -> "Budget":
        """As much of it as one action may take, so that none starves the others."""
        other = Budget(min(self.left, part))
        other.untried = self.untried
        return other


def tree(base: Game, seat: str, budget: Budget, trace: tuple[Answer, ...], chances: int = 1) -> Node | None:
    """All that an action may come to from these answers on, of which so many were asked for; None where the budget
    does not reach.
    """
    if not budget.spend(chances + 1):
        return None
    run = Trial(base, trace)
    decision = run.pending
    if decision is None:
        return Leaf(run.game.state, tuple(run.skipped))
    if decision.form is Form.OUTCOME:
        node = _by_chance(base, seat, budget, run, chances)
        return node and node._replace(before=(*run.skipped, *node.before))
    answers, whole = _answers(decision, budget)
    branches = []
    for answer in answers:
        node = None if budget.spent else tree(base, seat, budget, (*run.trace, answer), chances + 1)
        if node is not None:
            branches.append((answer, node))
    whole = whole and len(branches) == len(answers)
    return Fork(decision.kind, decision.who, tuple(branches), (), whole, tuple(run.skipped)) if branches else None


def _by_chance(base: Game, seat: str, budget: Budget, run: Trial, count: int) -> Node | None:
    """Whatever may come, with its chances. A look that nobody need tell of tells nothing."""
    decision = run.pending
    assert decision is not None
    if decision.private and decision.default is not None:
        return tree(base, seat, budget, (*run.trace, decision.default), count + 1)
    chances = list(decision.chances()) if decision.chances is not None else []
    if not chances or len(chances) > MOST:
        budget.untried[decision.kind] = "chance has too many ways" if chances else "chance cannot be counted"
        return None
    branches, weights = [], []
    for answer, weight in chances:
        node = tree(base, seat, budget, (*run.trace, answer), count + 1)
        if node is None:
            return None
        branches.append((answer, node))
        weights.append(weight)
    return Fork(decision.kind, CHANCE, tuple(branches), tuple(weights))


# -- what may be answered --------------------------------------------------------------------------------------------


def _answers(decision: Decision, budget: Budget) -> tuple[list[Answer], bool]:
    """Every legal answer, and whether these are all: of many the first ones."""
    found: list[Answer] = []
    for answer in _ANSWERS[decision.form](decision):
        if len(found) == MOST:
            budget.untried[decision.kind] = f"more than {MOST} answers"
            return found, False
        if decision.form in (Form.ONE, Form.ORDER, Form.NOTE) or decision.allows(answer):
            found.append(answer)
    return found, True


def _some(decision: Decision) -> Iterator[list[str]]:
    legal = list(decision.legal())
    for number in range(decision.low, min(decision.high, len(legal)) + 1):
        yield from map(list, combinations(legal, number))


def _shares(decision: Decision) -> Iterator[dict[str, int]]:
    legal = list(decision.legal())
    caps = [decision.high if decision.caps is None else decision.caps.get(option, 0) for option in legal]
    for shares in product(*(range(min(cap, decision.high) + 1) for cap in caps)):
        if decision.low <= sum(shares) <= decision.high:
            yield {option: share for option, share in zip(legal, shares, strict=True) if share}


def _orders(decision: Decision) -> Iterator[list[str]]:
    """Every order; of cards that are laid away facedown the one in which they lie: none is nearer to a win by it."""
    return iter([list(decision.options)]) if decision.private else map(list, permutations(decision.options))


_ANSWERS: dict[Form, Callable[[Decision], Iterator[Answer]]] = {
    Form.ONE: lambda decision: decision.legal(),
    Form.AMOUNT: lambda decision: iter(range(decision.low, decision.high + 1)),
    Form.SOME: _some,
    Form.DISTRIBUTE: _shares,
    Form.ORDER: _orders,
    Form.NOTE: lambda decision: iter([""]),
}
