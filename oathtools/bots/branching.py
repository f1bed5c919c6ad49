"""Ways on from a table at rest: an action carried out on a copy, once for each way to answer what it asks.

A way is a list of answers, and each is run from the beginning of the action, along what was answered before it parted
from another way (``Trial``). What the seat answers before chance has
spoken is tried in every way; after that, and whatever others are asked, by ``policy``.
Chance is drawn as the seat may expect it, from what it does not know, and more than once: whoever looks at many ways by
one draw each finds the luckiest. Battles are not left to luck: each is run once as won and once as lost, weighed by the
exact chance (``odds``).
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property
from itertools import chain, combinations, islice, tee
from random import Random
from typing import Any, NamedTuple, cast

from oathtools import catalog
from oathtools.bots.policy import spread, usual
from oathtools.bots.prospects import Ground, Terms, measured, mixed
from oathtools.bots.situation import DRAWN, PastAnswer, Situation
from oathtools.engine.decision import Answer, Decision, Form
from oathtools.kit.lazy import Memo
from oathtools.odds.battle import Battle
from oathtools.odds.exact import chance
from oathtools.odds.using import compared
from oathtools.procedures.actions.search import UNTOLD
from oathtools.procedures.campaign.fight import ROLLS
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn import ACTIONS, Trial, program
from oathtools.table.state import State

# -- the answers to a question that are worth trying: every option where there are few, a few of each kind otherwise ---


# How many options of one question are tried.
MOST = 16
# What a deal is about, by the question that voids it: of what is declined it is all the same what it was.
VOID = dict.fromkeys(("exchange.give", "exchange.take"), "exchange.accept")
VOID |= dict.fromkeys(("give-warbands.number", "take-warbands.number"), "warbands.share")


def candidates(game: Game, decision: Decision, rng: Random, most: int = MOST) -> list[Answer]:
    """Up to ``most`` legal answers worth trying, one at least; no more are judged than it takes to find them."""
    form = decision.form
    found: Iterable[Answer] = ()
    if form is Form.ONE:
        found = _options(decision)
    elif form is Form.SOME:
        found = _sets(decision)
    elif form is Form.AMOUNT:
        found = filter(decision.allows, (decision.high,))
    elif form is Form.DISTRIBUTE:
        found = filter(decision.allows, _shares(decision))
    return list(islice(found, most)) or [usual(game, decision, rng)]


def _options(decision: Decision) -> Iterable[Answer]:
    options = [option for option in dict.fromkeys(decision.options) if not option.startswith(UNTOLD)]
    if len(options) <= MOST and not any(map(str.isdecimal, options)):
        return filter(decision.fits, options)
    legal = list(filter(decision.fits, options))
    if len(legal) > 3 and all(map(str.isdecimal, legal)):
        numbers = sorted(legal, key=int)
        return [numbers[-1], numbers[len(numbers) // 2], numbers[0]]
    return legal[:: max(1, -(-len(legal) // MOST))]


def _sets(decision: Decision) -> Iterable[Answer]:
    legal = list(decision.legal())
    sizes = dict.fromkeys([*range(decision.low, min(decision.high, 2) + 1), min(decision.high, len(legal))])
    tried = (islice(filter(decision.allows, map(list, combinations(legal, size))), MOST) for size in sizes)
    return islice(chain.from_iterable(tried), MOST)


def _shares(decision: Decision) -> list[Answer]:
    """As few as may be, one at each, all spread evenly, all in one place."""
    caps = decision.caps or dict.fromkeys(decision.options, decision.high)
    legal = list(decision.legal())
    even = [spread(legal, caps, total) for total in (decision.low, len(legal), decision.high // 2, decision.high)]
    heaped = [{option: min(caps[option], decision.high)} for option in legal[:3]]
    found: list[Answer] = []
    for shares in (*even, *heaped):
        if shares not in found and shares is not None:
            found.append(shares)
    return found


# -- A random stream that is seeded when something is first drawn from it: most ways that a bot tries draw nothing -----


# What ``Random`` says of itself, or how many numbers were drawn since the beginning.
StreamState = tuple[Any, ...] | int


class Stream:
    """The stream of a seed, or as it stood ``at`` some moment. It stands in for a ``Random``: ``stream.random``."""

    def __init__(self, seed: str, at: StreamState | None = None) -> None:
        self._seed, self._at = seed, at
        self._made: Random | None = None

    @property
    def at(self) -> StreamState | None:
        """How it stands; None where nothing has been drawn from it."""
        return self._at if self._made is None else self._made.getstate()

    @property
    def was_drawn_from(self) -> bool:
        """Has anything been drawn from it, ever?"""
        return self._made is not None or self._at is not None

    @property
    def as_random(self) -> Random:
        """The same for whoever draws."""
        return cast(Random, self)

    def go_on_at(self, at: StreamState | None) -> None:
        """Stand as it did at some moment."""
        self._made, self._at = None, at

    def __getattr__(self, name: str) -> Any:
        if self._made is None:
            self._made = Random(self._seed)
            if isinstance(self._at, int):
                for _ in range(self._at):
                    self._made.random()
            elif self._at is not None:
                self._made.setstate(self._at)
        return getattr(self._made, name)


# The faces of both pools of dice, and how many numbers were drawn for them.
_Throw = tuple[dict[str, list[str]], int]
# A battle as good as won or lost is run once.
SURE = 0.02
# How many throws are tried for one that wins, or loses.
THROWS = 40
# How often other chance is asked, each time as from another stream.
SAMPLES = 2
_ATTACK = [face.id for face in catalog.ATTACK_FACES for _ in range(face.sides)]
_DEFENSE = [face.id for face in catalog.DEFENSE_FACES for _ in range(face.sides)]


class Branch(NamedTuple):
    """A way on: the seat's answers, the table each end leads to with its weight, and the terms of these together.

    ``chance``: that of the battle, if it is one; ``drawn``: whether it rests on other chance.
    """

    answers: tuple[Answer, ...]
    ends: tuple[tuple[float, Game], ...]
    chance: float | None
    terms: Terms
    drawn: bool


class Branching:
    """The ways on from one table at rest, as one seat may know it. ``runs`` counts what was run through the rules."""

    def __init__(self, base: Game, seat: str, seed: str) -> None:
        self.base, self.seat, self.seed = base, seat, seed
        self.runs = 0
        self.ground = Ground(base)
        self._measured: dict[Any, tuple[State, Terms]] = {}
        stream = Stream(seed).as_random
        # Each battle is thrown from the beginning of the stream; its numbers are drawn once for all.
        luck = tee(iter(lambda: stream.random(), None), 1)[0]
        self.throws = Memo[tuple[Battle, bool], _Throw](lambda key: _throw(*key, copy(luck).__next__))

    @classmethod
    def of(cls, situation: Situation) -> "Branching | None":
        """The ways on from the table before the action under way; None where there is none to begin from."""
        if situation.view is None:
            return None
        base = Game(situation.view, situation.game.registry, situation.game.readings).like(situation.game)
        base.rest(situation.decision.kind == "act" and situation.game.is_settled)
        return cls(base, situation.seat, situation.seed)

    @cached_property
    def opening(self) -> Decision | None:
        """The first question at the table; None where there is none."""
        steps = program(self.base.apart())
        return None if steps is None else next(steps, None)

    def stand(self) -> Terms:
        """The terms as the table stands."""
        return self._terms(self.base)

    def _terms(self, game: Game) -> Terms:
        """The terms of a table that ways lead to; one that another way has led to is not measured again."""
        state = game.state
        before = self.base.state.pieces  # a pile that no effect has put in the place of one of these is the same
        moved = [(at, *pile.values()) for at, pile in state.pieces.items() if pile is not before.get(at)]
        alike = (*moved, *[(each.slot, each.supply) for each in state.players.values()])
        known = self._measured.get(alike)
        if known is None or known[0] != state:
            known = self._measured[alike] = state, measured(game, self.seat, self.ground)
        return known[1]

    def ways(self, first: Sequence[Answer], most: int, given: Sequence[PastAnswer] = ()) -> Iterator[Branch]:
        """Up to ``most`` ways that begin with some answers of the seat, after what was told; first choices first.

        A campaign that is as good as lost is none: to stay at home comes to the same and costs nothing.
        """
        if any(self.opening is None or not self.opening.allows(answer) for answer in first):
            return
        open_: deque[tuple[Fork, _Run | None]] = deque([(Fork(tuple(first), tuple(first), tuple(given)), None)])
        for tried in range(1, most + 1):
            if not open_:
                return
            fork, run = open_.popleft()
            if run is not None and fork.void in run.declined:
                self.runs += 1
                forks = [each.along(fork) for each in run.forks if len(each.given) > len(fork.given)]
            else:
                run = _Run(self, fork)
                run.room = most - tried - len(open_)
                run.through(hopeless=not _is_campaign(first))
                run.way = self._way(run) if run.over and not run.unlooked else None
                forks = run.forks
            open_ += [(each, run) for each in forks]
            if run.way is not None:
                answers = (*fork.given, *run.given[len(fork.given) :])
                yield run.way if answers == run.way.answers else run.way._replace(answers=answers)

    def _way(self, run: "_Run") -> Branch:
        ends = tuple((weight, each.game) for weight, each in self._ends(run))
        terms = mixed([(weight, self._terms(game)) for weight, game in ends])
        return Branch(tuple(run.given), ends, run.odds, terms, run.drawn)

    def _ends(self, run: "_Run") -> list[tuple[float, "_Run"]]:
        """What a way may come to: a battle won and lost, or what else chance may say, so many times."""
        odds = run.odds
        if odds is not None and SURE < odds < 1 - SURE:
            assert run.rolled is not None
            return [(odds, run), (1 - odds, self._again(run.rolled, wins=False))]
        if odds is not None or run.unknown is None:
            return [(1.0, run)]
        others = [self._again(run.unknown, seed=f"{self.seed}/{number}") for number in range(1, SAMPLES)]
        return [(1 / SAMPLES, each) for each in (run, *others)]

    def _again(self, fork: "Fork", wins: bool = True, seed: str = "") -> "_Run":
        """What a way comes to if chance says something else."""
        run = _Run(self, fork, wins, seed)
        run.through()
        return run


def _is_campaign(first: Sequence[Answer]) -> bool:
    action = ACTIONS.get(first[0]) if first else None
    return action is not None and action.families is not None


class Fork(NamedTuple):
    """Where ways part: all that was answered since the beginning, what of it the seat chose, what is still told.

    ``drawn``: whether chance has spoken; ``stream``: how the random stream stood, None where nothing was drawn from it;
    ``void``: the question that voids what is answered here, if it is answered no.
    """

    answers: tuple[Answer, ...]
    given: tuple[Answer, ...]
    past_answers: tuple[PastAnswer, ...] = ()
    stream: StreamState | None = None
    drawn: bool = False
    void: str | None = None

    def along(self, other: "Fork") -> "Fork":
        """The same way to part after what was answered on another one, which is no longer."""
        answers, given = self.answers[len(other.answers) :], self.given[len(other.given) :]
        return self._replace(answers=(*other.answers, *answers), given=(*other.given, *given))


class _Run:
    """One run of the rules to the next table at rest. ``forks`` are the ways not taken, as many as there is ``room``.

    ``rolled`` is the first battle, ``unknown`` the first other chance; ``over``: whether the end was reached;
    ``unlooked``: whether it turns up a denizen of the seat's that nobody has looked at for it, which may not go there;
    ``declined``: the questions to which others said no, bound by no promise; ``way``: what it came to.
    """

    def __init__(self, branching: Branching, fork: Fork, wins: bool = True, seed: str = "") -> None:
        branching.runs += 1
        self.seat, self.throws, self.wins = branching.seat, branching.throws, wins
        self.trial = Trial(branching.base, fork.answers)
        self.game = self.trial.game
        self.past_answers, self.given = list(fork.past_answers), list(fork.given)
        self.forks: list[Fork] = []
        self.room = 0
        self.rolled: Fork | None = None
        self.odds: float | None = None
        self.over = self.unlooked = False
        self.declined: set[str] = set()
        self.way: Branch | None = None
        self.free, self.drawn = not fork.drawn, fork.drawn
        self.throw: dict[str, list[str]] = {}
        self.unknown: Fork | None = None
        self.stream = Stream(seed) if seed else Stream(branching.seed, fork.stream)
        self.rng = self.stream.as_random

    def through(self, hopeless: bool = True) -> None:
        """Run to the end of the action; not beyond a battle as good as lost, unless ``hopeless`` ones are run too."""
        while (decision := self.trial.pending) is not None:
            answer = self._answer(decision)
            if not hopeless and self.odds is not None and self.odds <= SURE:
                return
            self.trial.answer(answer)
        self.over = self.trial.begun

    def _fork(self, void: str | None = None) -> Fork:
        """The way that goes another way from here."""
        told, at = tuple(self.past_answers), self.stream.at
        return Fork(tuple(self.trial.trace), tuple(self.given), told, at, self.drawn, void)

    def _answer(self, decision: Decision) -> Answer:
        given = self._given_answer(decision)
        if given is not None:
            return given.answer
        if decision.form is Form.OUTCOME:
            self.free = False
            self.unlooked |= decision.kind == "face" and self._is_own(decision.about["card"])
            return self._fell(decision)
        if decision.who != self.seat or not self.free:
            answer = usual(self.game, decision, self.rng)
            if answer == "no" and "promises" not in self.game.state.lasting:
                self.declined.add(decision.kind)
            return answer
        first, *others = candidates(self.game, decision, self.rng, 1 + max(0, self.room))
        if others:
            self.room -= len(others)
            trace, chosen, past, at, drawn, void = self._fork(VOID.get(decision.kind))
            self.forks += [Fork((*trace, each), (*chosen, each), past, at, drawn, void) for each in others]
        self.given.append(first)
        return first

    def _is_own(self, card: str) -> bool:
        state = self.game.state
        own = (f"hand.{self.seat}", f"advisers.{self.seat}")
        return state.where.get(card) in own and state.back(card) == "denizen"

    def _given_answer(self, decision: Decision) -> PastAnswer | None:
        """What was answered to this question at the table. What the rules do not ask here is passed over."""
        if decision.form is Form.OUTCOME and decision.kind.endswith(DRAWN) and decision.who == self.seat:
            return self._drawn(decision)
        for at, given in enumerate(self.past_answers):
            if given.kind == decision.kind and given.who == decision.who:
                del self.past_answers[: at + 1]
                return given if decision.allows(given.answer) else None
        return None

    def _drawn(self, decision: Decision) -> PastAnswer | None:
        """What the seat drew at the table, in an order in which it can have come."""
        given = next((given for given in self.past_answers if given.kind == DRAWN), None)
        if given is None:
            return None
        self.past_answers.remove(given)
        cards = sorted(given.answer, key=lambda card: card.startswith("vision"))
        orders = (order for order in (cards, cards[::-1]) if decision.allows(order))
        return next((given._replace(answer=order) for order in orders), None)

    # -- chance --------------------------------------------------------------------------------------------------

    def _fell(self, decision: Decision) -> Answer:
        """What chance says: of a battle, dice that go as this run wants them to."""
        side = ROLLS.get(decision.kind)
        fight = self.game.frame.fact("fight") if side else None
        if side is None or fight is None:
            if not self.drawn:
                self.unknown = self._fork()
            self.drawn = True
            return decision.random(self.rng)
        if self.odds is None:
            self.rolled = self._fork()
            won, total = chance(fight.battle)
            self.odds = won / total
            if self.odds <= SURE:
                self.wins = False
            self.throw = self._throw(fight.battle)
        faces = self.throw.get(side, [])
        return faces if len(faces) == decision.low else decision.random(self.rng)

    def _throw(self, battle: Battle) -> dict[str, list[str]]:
        """Dice that go as this run wants them to; another way to the same battle throws the same."""
        if self.stream.was_drawn_from:
            return _throw(battle, self.wins, self.rng.random)[0]
        throw, drawn = self.throws[battle, self.wins]
        self.stream.go_on_at(drawn or None)
        return throw


def _throw(battle: Battle, won: bool, number: Callable[[], float]) -> _Throw:
    """Dice with which a battle is won, or lost: the first such throw."""
    attack: list[str] = []
    defense: list[str] = []
    tried = 0
    while tried < THROWS and (not tried or compared(battle, attack, defense)[-1] != won):
        attack = [_ATTACK[int(number() * len(_ATTACK))] for _ in range(battle.rolled)]
        defense = [_DEFENSE[int(number() * len(_DEFENSE))] for _ in range(battle.defense)]
        tried += 1
    return {"attack": attack, "defense": defense}, tried * (battle.rolled + battle.defense)
