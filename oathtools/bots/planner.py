"""``planner``: the best turn, by what the others would make of it until it is one's turn again.

What is best at first sight is followed by what would be best after it; a battle goes on from both of its ends. Each
of these lines is judged by the table of one's next turn, after the ``replies`` of the others. The budget is a number
of ways tried for each choice: beyond it the terms alone decide. What was planned after an action that left nothing to
chance is done without being looked into again.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from oathtools.bots.asked import Asked
from oathtools.bots.branching import Branching, Way
from oathtools.bots.greedy import END, Greedy, acts
from oathtools.bots.replies import replied
from oathtools.bots.terms import measured, value
from oathtools.engine.decision import Answer
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn.loop import Trial

# How many ways are followed at each depth, of one action at most so many, and how many ways are tried for one choice.
BREADTH = (5,)
OF_ONE_ACTION = 2
BUDGET = 400
# How many ways of one action are tried beyond the first.
FEWER = 8


class Line(NamedTuple):
    """What a table is worth with the best that follows, that, and the tables that it comes to."""

    value: float
    then: Way | None
    ends: tuple[tuple[float, Game], ...]


class Planner(Greedy):
    """Two actions deep within one turn, and on to the next one."""

    name = "planner"

    def __init__(self) -> None:
        super().__init__()
        self._spent = 0
        self._next: tuple[Answer, ...] = ()
        # What the ways that were followed to the next turn are worth there, by their answers.
        self._judged: dict[str, float] = {}

    def answer(self, asked: Asked) -> Answer:
        """What leads to the best turn."""
        decision, planned, self._judged = asked.decision, self._next, {}
        if decision.kind != "act":
            return super().answer(asked)
        self._next = ()
        if planned and decision.allows(planned[0]):
            self.why, self._plan = None, list(planned[1:])
            return planned[0]
        return super().answer(asked)

    def _best(self, asked: Asked, branching: Branching, ways: Sequence[Way]) -> Way:
        if asked.decision.kind != "act":
            return super()._best(asked, branching, ways)
        self._spent = branching.runs
        found = self._answered(branching, self._followed(branching, ways))
        self._judged = {str(way.answers): line.value for line, way in found}
        best = self._or_end(branching, [(line.value, way) for line, way in found])
        then = next(line.then for line, way in found if way is best)
        sure = len(best.ends) == 1 and not best.drawn
        self._next = then.answers if sure and then is not None else ()
        return best

    def _worth(self, way: Way) -> float:
        return self._judged.get(str(way.answers), value(way.terms))

    def _rank(self, way: Way) -> tuple[bool, float]:
        """Those that were followed come first: at one's next turn tables are worth something else than now."""
        return str(way.answers) not in self._judged, -self._worth(way)

    def _followed(self, branching: Branching, ways: Sequence[Way]) -> list[tuple[Line, Way]]:
        """The ways that look best after what would follow them, and to end the turn."""
        found = [(self._ahead(branching, way, 0), way) for way in _promising(ways, BREADTH[0])]
        found = sorted(found, key=lambda each: -each[0].value)
        ends = [way for way in ways if way.answers[0] == END and not any(way is each for _, each in found)]
        return [*found, *((self._ahead(branching, way, 0), way) for way in ends)]

    def _answered(self, branching: Branching, found: list[tuple[Line, Way]]) -> list[tuple[Line, Way]]:
        """The same, each by what its ends are worth when it is one's turn again."""
        if len(found) == 1:
            return found
        seat, seed = branching.seat, branching.seed
        values = [sum(weight * replied(game, seat, seed) for weight, game in line.ends) for line, _ in found]
        return [(line._replace(value=value), way) for value, (line, way) in zip(values, found, strict=True)]

    def _ahead(self, branching: Branching, way: Way, depth: int) -> Line:
        """What a way is worth with the best that follows it in this turn."""
        if way.answers[0] == END:
            return Line(value(way.terms), None, way.ends)
        lines = [(weight, self._beyond(branching, game, depth + 1)) for weight, game in way.ends]
        ends = tuple((weight * part, game) for weight, line in lines for part, game in line.ends)
        return Line(sum(weight * line.value for weight, line in lines), lines[0][1].then, ends)

    def _beyond(self, before: Branching, game: Game, depth: int) -> Line:
        """What a table is worth in the midst of the turn: with the best that may follow, or as it is."""
        stands = Line(value(measured(game, before.seat)), None, ((1.0, game),))
        state = game.state
        if depth > len(BREADTH) or self._spent > BUDGET or (state.phase, state.turn) != ("act", before.seat):
            return stands
        branching = Branching(game, before.seat, f"{before.seed}/{depth}")
        ways = [way for name in _actions(game) for way in branching.ways((name,), FEWER)]
        self._spent += branching.runs
        followed = _promising(ways, BREADTH[depth] if depth < len(BREADTH) else 1)
        lines = [self._ahead(branching, way, depth)._replace(then=way) for way in followed]
        return max([stands, *lines], key=lambda line: line.value)


def _promising(ways: Sequence[Way], most: int) -> list[Way]:
    """The best ways by the table that they lead to, not all of them of one action."""
    found: list[Way] = []
    for way in sorted(ways, key=lambda way: -value(way.terms)):
        if sum(other.answers[0] == way.answers[0] for other in found) < OF_ONE_ACTION:
            found.append(way)
    return found[:most]


def _actions(game: Game) -> Iterator[str]:
    """The actions that may be taken at a table at rest."""
    asked = Trial(game).pending
    if asked is not None and asked.kind == "act":
        yield from acts(asked.legal())
