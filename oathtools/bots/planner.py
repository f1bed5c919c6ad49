"""``planner``: the best turn, by what the others would make of it until it is one's turn again.

What is best at first sight is followed by what would be best after it; a battle goes on from both of its ends. Each
of these lines is judged by the table of one's next turn, after the ``replies`` of the others. The budget is a number
of ways tried for each choice: beyond it the terms alone decide. What was planned after an action that left nothing to
chance is done without being looked into again.
"""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from oathtools.bots.branching import Branch, Branching, Stream
from oathtools.bots.policy import usual
from oathtools.bots.prospects import SUPPLY, measured, value
from oathtools.bots.situation import Considered, Situation, Why
from oathtools.engine.decision import Answer, Decision, Form, NotOffered
from oathtools.procedures.actions.search import UNTOLD
from oathtools.procedures.chronicle.decks import NOW, REBUILD
from oathtools.procedures.machine.game import Game
from oathtools.procedures.minor.card_powers import DECLARE, PEEK
from oathtools.procedures.minor.citizenship import EXILE_ACTION, OFFER
from oathtools.procedures.turn import Trial

# -- ``random``: any legal answer. It is what fuzzing wants, and nobody to play against --------------------------------


# The chance that it ends its Act Phase at each question of it.
END_WEIGHT: Final = 0.15


def choose(decision: Decision, rng: Random) -> Answer:
    """Any legal answer, ending the Act Phase with ``END_WEIGHT``.

    Cards are told, nothing is declared, and the world deck is rebuilt at once (8.8).
    """
    if decision.kind == REBUILD:
        return NOW
    if decision.kind == "act":
        return "end" if rng.random() < END_WEIGHT else decision.random(rng, (DECLARE.name,))
    # Only who picks a card in secret may leave untold which one it is (5.1.3).
    untold = [option for option in decision.options if option.startswith(UNTOLD)] if decision.private else ()
    return decision.random(rng, untold)


class RandomBot:
    """Answers at random."""

    name = "random"
    looks = False
    why: Why | None = None

    def answer(self, situation: Situation) -> Answer:
        """Any legal answer to a question."""
        decision = situation.decision
        # The stream is the one that recorded games were played from: nothing that they were is said otherwise.
        seed, _, number = situation.seed.rpartition("/")
        return choose(decision, Random(f"{seed}/{decision.who}/{decision.kind}/{number}"))


# -- ``greedy``: the best action by the terms of the table that it leads to, one action deep ---------------------------


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

    def answer(self, situation: Situation) -> Answer:
        """What leads to the best table that one action can lead to."""
        decision = situation.decision
        self.why, self._spends = None, False
        planned = self._planned(decision)
        if planned is not None:
            return planned
        self._plan = []
        if decision.kind == "act" and situation.acted >= ACTIONS:
            return END
        branching = Branching.of(situation)
        if branching is None or decision.form not in (Form.ONE, Form.SOME, Form.AMOUNT, Form.DISTRIBUTE):
            return self._usual(situation)
        ways = self._ways(situation, branching)
        if not ways:
            return self._usual(situation)
        best = self._best(situation, branching, ways)
        self._explain(situation, branching, ways, best)
        self._plan = list(best.answers[1:])
        return best.answers[0]

    # -- what is tried -------------------------------------------------------------------------------------------

    def _ways(self, situation: Situation, branching: Branching) -> list[Branch]:
        decision = situation.decision
        found: list[Branch] = []
        if decision.kind != "act":
            found += branching.ways((), WAYS, situation.since)
        for name in decision.options if decision.kind == "act" else ():
            if name not in LEFT_OUT and decision.fits(name):
                found += branching.ways((name,), WAYS)
        return [way for way in found if way.answers and decision.allows(way.answers[0])]

    def _best(self, situation: Situation, branching: Branching, ways: Sequence[Branch]) -> Branch:
        return self._or_end(branching, [(value(way.terms), way) for way in ways])

    def _or_end(self, branching: Branching, judged: Sequence[tuple[float, Branch]]) -> Branch:
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

    def _usual(self, situation: Situation) -> Answer:
        if situation.decision.kind == "act":
            return END
        return usual(situation.now, situation.decision, Random(situation.seed))

    def _worth(self, way: Branch) -> float:
        """By what it was chosen, or not."""
        return value(way.terms)

    def _rank(self, way: Branch) -> tuple[bool, float]:
        """The best of those that were not chosen first."""
        return False, -self._worth(way)

    def _explain(self, situation: Situation, branching: Branching, ways: Sequence[Branch], best: Branch) -> None:
        rest = sorted((way for way in ways if way is not best), key=self._rank)
        seen = [Considered(way.answers, self._worth(way), way.chance, way.terms) for way in (best, *rest)]
        kind = situation.decision.kind
        self.why = Why(self.name, situation.seat, kind, branching.stand(), tuple(seen), branching.runs, self._spends)


def _looks_around(branching: Branching, way: Branch, left: float) -> bool:
    """Does it spend some of the Supply that is left, to draw something or to be elsewhere?"""
    if way.terms[SUPPLY] >= left:
        return False
    seat = branching.seat
    here = branching.base.state.players[seat].slot
    return way.drawn or any(game.state.players[seat].slot != here for _, game in way.ends)


def _first(pair: tuple[float, Branch]) -> float:
    return pair[0]


# -- what the others make of a table, until it is one's turn again -----------------------------------------------------
#
# Each of them takes an action or two, those that look best to them one action deep, and ends the turn. They are thought
# to know what the seat that thinks knows. A battle goes on from both of its ends by their exact chances, the end of a
# round from every face of its die; other chance is drawn from the same streams for all tables that are compared.


# How many ways of one action each of them tries, and how many actions they take in a turn.
REPLY_WAYS = 8
ACTS = 2
# What the end of the game is worth, as a chance of it has to be weighed against the terms of tables that go on.
OVER = 220.0
# An end that is less likely than this is not followed: its weight goes to the other.
SELDOM = 0.1
END_DIE = "end.die"


class _Stand(NamedTuple):
    """A table on the way, with its weight, and how many actions whoever acts there has taken."""

    weight: float
    game: Game
    acted: int = 0


def replied(game: Game, seat: str, seed: str) -> float:
    """What a table is worth to a player who ends the turn here, once it is their turn again."""
    total = 0.0
    open_ = [_Stand(1.0, game, ACTS)]
    while open_:
        stand = open_.pop()
        state = stand.game.state
        if state.result:
            total += stand.weight * (OVER if state.result["winner"] == seat else -OVER)
        elif state.phase == "act" and state.turn == seat and stand.game is not game:
            total += stand.weight * value(measured(stand.game, seat))
        else:
            open_ += _acts(stand, seed) if state.phase == "act" and stand.acted < ACTS else _goes_on(stand, seed)
    return total


def _acts(stand: _Stand, seed: str) -> list[_Stand]:
    """Whoever is to act takes the action that looks best to them, if any is better than none."""
    game = stand.game
    branching = Branching(game, game.state.turn, f"{seed}/{game.state.turn}")
    best = max(_ways(branching), key=lambda way: value(way.terms), default=None)
    if best is None or value(best.terms) <= value(branching.stand()) + MARGIN:
        return [_Stand(stand.weight, game, ACTS)]
    likely = [(weight, end) for weight, end in best.ends if weight * stand.weight >= SELDOM] or list(best.ends)
    share = stand.weight / sum(weight for weight, _ in likely)
    return [_Stand(share * weight, end, stand.acted + 1) for weight, end in likely]


def _ways(branching: Branching) -> Iterator[Branch]:
    for name in acts(branching.opening.legal()) if branching.opening is not None else ():
        yield from branching.ways((name,), REPLY_WAYS)


def _goes_on(stand: _Stand, seed: str, replies: Sequence[Answer] = ()) -> Iterator[_Stand]:
    """One step of the turn, after some answers of it: the end of the Act Phase, a step of Rest or Wake, a round's end.

    Every face of the end die is gone on from, to the end of the step: what it calls for may be asked for in turn.
    """
    state = stand.game.state
    rng = Stream(f"{seed}/{state.phase}/{state.turn}").as_random
    trial = Trial(stand.game, replies)
    if not trial.begun:
        return
    while (decision := trial.pending) is not None:
        if decision.kind == END_DIE and decision.chances is not None:
            for face, chance in decision.chances():
                fell = stand._replace(weight=stand.weight * float(chance))
                yield from _goes_on(fell, seed, [*trial.trace, face])
            return
        trial.answer(_usual(trial.game, decision, rng))
    yield _Stand(stand.weight, trial.game)


def _usual(game: Game, decision: Decision, rng: Random) -> Answer:
    if decision.kind == "act":
        return END
    return decision.random(rng) if decision.form is Form.OUTCOME else usual(game, decision, rng)


# How many ways are followed at each depth, of one action at most so many, and how many ways are tried for one choice.
BREADTH = (5,)
OF_ONE_ACTION = 2
BUDGET = 400
# How many ways of one action are tried beyond the first.
FEWER = 8


class PlannedLine(NamedTuple):
    """What a table is worth with the best that follows, that, and the tables that it comes to."""

    value: float
    then: Branch | None
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

    def answer(self, situation: Situation) -> Answer:
        """What leads to the best turn."""
        decision, planned, self._judged = situation.decision, self._next, {}
        if decision.kind != "act":
            return super().answer(situation)
        self._next = ()
        if planned and decision.allows(planned[0]):
            self.why, self._plan = None, list(planned[1:])
            return planned[0]
        return super().answer(situation)

    def _best(self, situation: Situation, branching: Branching, ways: Sequence[Branch]) -> Branch:
        if situation.decision.kind != "act":
            return super()._best(situation, branching, ways)
        self._spent = branching.runs
        found = self._answered(branching, self._followed(branching, ways))
        self._judged = {str(way.answers): line.value for line, way in found}
        best = self._or_end(branching, [(line.value, way) for line, way in found])
        then = next(line.then for line, way in found if way is best)
        sure = len(best.ends) == 1 and not best.drawn
        self._next = then.answers if sure and then is not None else ()
        return best

    def _worth(self, way: Branch) -> float:
        return self._judged.get(str(way.answers), value(way.terms))

    def _rank(self, way: Branch) -> tuple[bool, float]:
        """Those that were followed come first: at one's next turn tables are worth something else than now."""
        return str(way.answers) not in self._judged, -self._worth(way)

    def _followed(self, branching: Branching, ways: Sequence[Branch]) -> list[tuple[PlannedLine, Branch]]:
        """The ways that look best after what would follow them, and to end the turn."""
        found = [(self._ahead(branching, way, 0), way) for way in _promising(ways, BREADTH[0])]
        found = sorted(found, key=lambda each: -each[0].value)
        ends = [way for way in ways if way.answers[0] == END and not any(way is each for _, each in found)]
        return [*found, *((self._ahead(branching, way, 0), way) for way in ends)]

    def _answered(
        self, branching: Branching, found: list[tuple[PlannedLine, Branch]]
    ) -> list[tuple[PlannedLine, Branch]]:
        """The same, each by what its ends are worth when it is one's turn again."""
        if len(found) == 1:
            return found
        seat, seed = branching.seat, branching.seed
        values = [sum(weight * replied(game, seat, seed) for weight, game in line.ends) for line, _ in found]
        return [(line._replace(value=value), way) for value, (line, way) in zip(values, found, strict=True)]

    def _ahead(self, branching: Branching, way: Branch, depth: int) -> PlannedLine:
        """What a way is worth with the best that follows it in this turn."""
        if way.answers[0] == END:
            return PlannedLine(value(way.terms), None, way.ends)
        lines = [(weight, self._beyond(branching, game, depth + 1)) for weight, game in way.ends]
        ends = tuple((weight * part, game) for weight, line in lines for part, game in line.ends)
        return PlannedLine(sum(weight * line.value for weight, line in lines), lines[0][1].then, ends)

    def _beyond(self, before: Branching, game: Game, depth: int) -> PlannedLine:
        """What a table is worth in the midst of the turn: with the best that may follow, or as it is."""
        stands = PlannedLine(value(measured(game, before.seat)), None, ((1.0, game),))
        state = game.state
        if depth > len(BREADTH) or self._spent > BUDGET or (state.phase, state.turn) != ("act", before.seat):
            return stands
        branching = Branching(game, before.seat, f"{before.seed}/{depth}")
        ways = [way for name in _actions(game) for way in branching.ways((name,), FEWER)]
        self._spent += branching.runs
        followed = _promising(ways, BREADTH[depth] if depth < len(BREADTH) else 1)
        lines = [self._ahead(branching, way, depth)._replace(then=way) for way in followed]
        return max([stands, *lines], key=lambda line: line.value)


def _promising(ways: Sequence[Branch], most: int) -> list[Branch]:
    """The best ways by the table that they lead to, not all of them of one action."""
    found: list[Branch] = []
    for way in sorted(ways, key=lambda way: -value(way.terms)):
        if sum(other.answers[0] == way.answers[0] for other in found) < OF_ONE_ACTION:
            found.append(way)
    return found[:most]


def _actions(game: Game) -> Iterator[str]:
    """The actions that may be taken at a table at rest."""
    pending = Trial(game).pending
    if pending is not None and pending.kind == "act":
        yield from acts(pending.legal())
