"""``greedy``: the best action by the terms of the table that it leads to, one action deep."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from oathtools.bots.asked import Asked
from oathtools.bots.branching import Branching, Way
from oathtools.bots.policy import usual
from oathtools.bots.terms import SUPPLY, value
from oathtools.bots.why import Considered, Why
from oathtools.engine.decision import Answer, Decision, Form, NotOffered
from oathtools.procedures.declared.action import DECLARE
from oathtools.procedures.minor.citizenship import OFFER
from oathtools.procedures.minor.exile import EXILE_ACTION
from oathtools.procedures.minor.peeks import PEEK

END = "end"
# What it never does of its own accord: deals and declarations are for people, and to look at a card changes no table.
LEFT_OUT = (DECLARE.name, OFFER.name, EXILE_ACTION.name, PEEK.name)
# How many ways of one action are tried, and how many actions a turn may have.
WAYS = 24
ACTIONS = 30
# So much better than to end the turn an action must be.
MARGIN = 0.05
# An action that looks around is taken if it is worse than to end the turn by no more than this: Supply that is left at
# the end of a turn is mostly lost (4.3.4). Of what may be done over and over (a Recover of one's own) nothing comes.
SLACK = 0.3


def acts(names: Iterable[str]) -> Iterator[str]:
    """Of the actions that may be taken, those that a bot considers, to end the turn aside."""
    return (name for name in names if name != END and name not in LEFT_OUT)


class Greedy:
    """One action deep."""

    name = "greedy"
    looks = True

    def __init__(self) -> None:
        self.why: Why | None = None
        self._plan: list[Answer] = []
        self._spends = False

    def answer(self, asked: Asked) -> Answer:
        """What leads to the best table that one action can lead to."""
        decision = asked.decision
        self.why, self._spends = None, False
        planned = self._planned(decision)
        if planned is not None:
            return planned
        self._plan = []
        if decision.kind == "act" and asked.acted >= ACTIONS:
            return END
        branching = Branching.of(asked)
        if branching is None or not self._looks_into(decision):
            return self._usual(asked)
        ways = self._ways(asked, branching)
        if not ways:
            return self._usual(asked)
        best = self._best(asked, branching, ways)
        self._explain(asked, branching, ways, best)
        self._plan = list(best.answers[1:])
        return best.answers[0]

    # -- what is tried -------------------------------------------------------------------------------------------

    def _looks_into(self, decision: Decision) -> bool:
        """Is it worth running the rules for this question?"""
        return decision.form in (Form.ONE, Form.SOME, Form.AMOUNT, Form.DISTRIBUTE)

    def _ways(self, asked: Asked, branching: Branching) -> list[Way]:
        decision = asked.decision
        found: list[Way] = []
        if decision.kind != "act":
            found += branching.ways((), WAYS, asked.since)
        for name in decision.legal() if decision.kind == "act" else ():
            if name not in LEFT_OUT:
                found += branching.ways((name,), WAYS)
        return [way for way in found if way.answers and decision.allows(way.answers[0])]

    def _best(self, asked: Asked, branching: Branching, ways: Sequence[Way]) -> Way:
        return self._or_end(branching, [(value(way.terms), way) for way in ways])

    def _or_end(self, branching: Branching, judged: Sequence[tuple[float, Way]]) -> Way:
        """The best of some ways, each with what it is worth, unless it is as good to end the turn."""
        worth, best = max(judged, key=_first)
        stay = next((each for each in judged if each[1].answers[0] == END), None)
        if stay is None or worth >= stay[0] + MARGIN:
            return best
        left = branching.stand()[SUPPLY]
        worth, best = max(
            (each for each in judged if _looks_around(branching, each[1], left)), key=_first, default=stay
        )
        self._spends = best is not stay[1] and worth >= stay[0] - SLACK
        return best if self._spends else stay[1]

    # -- what was planned ----------------------------------------------------------------------------------------

    def _planned(self, decision: Decision) -> Answer:
        """The answer that was chosen with the action, if this is its next question."""
        if not self._plan or decision.kind == "act" or decision.form is Form.OUTCOME:
            return None
        answer = self._plan.pop(0)
        try:
            decision.check(answer)
        except NotOffered:
            self._plan = []
            return None
        return answer

    def _usual(self, asked: Asked) -> Answer:
        if asked.decision.kind == "act":
            return END
        return usual(asked.now, asked.decision, Random(asked.seed))

    def _worth(self, way: Way) -> float:
        """By what it was chosen, or not."""
        return value(way.terms)

    def _rank(self, way: Way) -> tuple[bool, float]:
        """The best of those that were not chosen first."""
        return False, -self._worth(way)

    def _explain(self, asked: Asked, branching: Branching, ways: Sequence[Way], best: Way) -> None:
        rest = sorted((way for way in ways if way is not best), key=self._rank)
        seen = [Considered(way.answers, self._worth(way), way.chance, way.terms) for way in (best, *rest)]
        kind = asked.decision.kind
        self.why = Why(self.name, asked.seat, kind, branching.stand(), tuple(seen), branching.runs, self._spends)


def _looks_around(branching: Branching, way: Way, left: float) -> bool:
    """Does it spend some of the Supply that is left, to draw something or to be elsewhere?"""
    if way.terms[SUPPLY] >= left:
        return False
    seat = branching.seat
    here = branching.base.state.players[seat].slot
    return way.drawn or any(game.state.players[seat].slot != here for _, game in way.ends)


def _first(pair: tuple[float, Way]) -> float:
    return pair[0]
