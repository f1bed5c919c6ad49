"""What whoever acts can do about who wins next: the ways to make one's own win, or to prevent another's.

Every action is tried on copies at an action boundary, each question answered in every way that the rules offer
(``trying``); a campaign is weighed by the exact chance of its victory (``campaigns``). The seat picks what is best for
it, others what is worst. Two actions are tried as far as a budget of answers reaches. It says how deep it looked.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from oathtools.ahead.chances import Changes
from oathtools.ahead.standing import Prospect, Wins, difference, distance, next_winners, standing, winning
from oathtools.ahead.trying import CHANCE, Budget, Leaf, Node, TriedStep, tree
from oathtools.procedures.adjudicate.walk import deciding_here
from oathtools.procedures.campaign.best import Best, Weigher, declarations
from oathtools.procedures.campaign.fight import is_site
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import END
from oathtools.procedures.turn import ACTIONS, Trial
from oathtools.procedures.victory import claims
from oathtools.procedures.victory.claims import Moment
from oathtools.table.state import FAVOR, SECRET, State

MAKES, PREVENTS = "makes", "prevents"
# Answers that a search may try: one action of a full table takes some hundreds, a second one as many for each first.
ANSWERS = 12_000
# Of these, a first action takes no more than the third part, and each of a second one the thirtieth.
SHARE, LATER = 3, 30
MOST_SHOWN = 4  # ways to the same end that are kept, the best first
Effect = tuple[str, str]


class Done(NamedTuple):
    """One action of a way: what it is, its fields and modifiers, and what else is answered on the way."""

    action: str
    given: Mapping[str, Any]
    modifiers: tuple[tuple[str, str], ...] = ()
    then: tuple[TriedStep, ...] = ()


class Way(NamedTuple):
    """One way to make or prevent a next win: the actions, the chance, and what is spent.

    ``sure``: the chance whatever others answer; ``likely``: if those in ``asks`` answer as is best for it, though none
    of them turns a plan against their own side. ``spent``:
    Supply, favor, secrets and warbands that the player has fewer of. ``best``: the line of a campaign.
    """

    effect: str  # makes | prevents
    won: Prospect
    actions: tuple[Done, ...]
    sure: Fraction
    likely: Fraction
    spent: tuple[int, int, int, int]
    asks: tuple[str, ...] = ()
    best: Best | None = None


class Search(NamedTuple):
    """What a search found, best first, and how deep it looked.

    ``first``: is every way of one action tried; ``second``: after how many of the tables that one action leads to, out
    of ``tables``, every second one was; ``answers``: how many were tried; ``untried``: first actions and questions that
    were not, or not in every way, each with the reason; ``later``: second ones.
    """

    seat: str
    ways: tuple[Way, ...]
    first: bool
    second: int
    tables: int
    answers: int
    untried: Mapping[str, str]
    later: Mapping[str, str]


def ways(game: Game, seat: str, answers: int = ANSWERS, deep: int = 2) -> Search:
    """Every way of the player whose Act Phase it is, up to ``deep`` actions. Nothing is found at another moment."""
    budget = Budget(answers)
    state = game.state
    if state.phase != "act" or state.turn != seat:
        return Search(seat, (), True, 0, 0, 0, {}, {})
    found = _Found(game, seat)
    ends = list(found.one_action(game, budget, (), answers // SHARE))
    untried, budget.untried = budget.untried, {}
    tables = _different(game, ends) if deep > 1 else []
    second = 0
    for done, then in tables:
        if not budget.spent:
            copy = Game(then, game.registry, game.readings).like(game)
            list(found.one_action(copy, budget, (done,), answers // LATER))
            second += not budget.spent
    return Search(
        seat, found.in_order(), not untried, second, len(tables), answers - budget.left, untried, budget.untried
    )


class _Found:
    """The ways to each end, the best of each first action; ``before`` is who would win as the table stands."""

    def __init__(self, game: Game, seat: str) -> None:
        self.origin, self.seat, self.before = game, seat, winning(game)
        self.by_effect: dict[Effect, list[Way]] = {}

    def add(self, way: Way) -> None:
        """Keep a way, unless one of fewer actions is as good."""
        kept = self.by_effect.setdefault((way.effect, way.won.who), [])
        if not any(len(each.actions) < len(way.actions) and each.sure >= way.sure for each in kept):
            kept.append(way)

    def least(self, effect: Effect) -> float:
        """The chance that a way to an end must have to be among those that are kept."""
        sures = sorted((way.sure for way in self.by_effect.get(effect, ())), reverse=True)
        return float(sures[MOST_SHOWN - 1]) if len(sures) >= MOST_SHOWN else -1.0

    def in_order(self) -> tuple[Way, ...]:
        """One's own win first, then what prevents another's, then what would prevent one's own or make another's."""
        ordered = sorted(self.by_effect.items(), key=lambda each: _order(each[0], self.seat))
        return tuple(way for _, kept in ordered for way in sorted(kept, key=_merit)[:MOST_SHOWN])

    def one_action(
        self, game: Game, budget: Budget, done: tuple[Done, ...], share: int
    ) -> Iterator[tuple[Done, State]]:
        """Try every action, up to a share of the budget each; note what it makes and prevents.

        Yields the tables that it leads to where neither chance nor others decide.
        """
        decision = Trial(game).pending
        if decision is None or decision.who != self.seat or decision.kind != "act":
            return
        for name in decision.legal():
            action = ACTIONS.get(name)
            if name == END or action is None:
                continue
            own, node = budget.share(share), None
            if action.families is not None:
                self.campaigns(game, own, done)
            elif not own.spent:
                node = tree(game, self.seat, own, (name,))
            budget.spend(min(budget.left, share) - own.left)
            if own.spent:
                budget.untried[name] = "more ways than could be tried"
            for steps, end in _requests(node, name, self.seat) if node is not None else ():
                this = _done(name, steps)
                self.weigh((*done, this), end)
                for then, leaf in _own_ends(end, self.seat):
                    yield this._replace(then=then), leaf.state

    def weigh(self, done: tuple[Done, ...], node: Node) -> None:
        """Note the best way to each end that can be reached from here."""
        ends = {id(leaf): dict(_effects(self._difference(leaf))) for leaf in _leaves(node)}
        for effect, won in {effect: won for wins in ends.values() for effect, won in wins.items()}.items():
            value = _value(node, self.seat, partial(_reaches, ends, effect), self.origin.state)
            last = done[-1]._replace(then=value.path)
            self.add(Way(effect[0], won, (*done[:-1], last), value.sure, value.likely, value.spent, value.asks))

    def _difference(self, leaf: Leaf) -> Wins:
        game = self.origin
        after = winning(Game(leaf.state, game.registry, game.readings).like(game))
        return difference(game.state.seats, self.before, after)

    def campaigns(self, game: Game, budget: Budget, done: tuple[Done, ...]) -> None:
        """The campaigns whose victory makes or prevents a win, with the chance of one that leaves warbands enough."""
        changes, weigher = Changes(game, self.seat, self.before), Weigher(game, self.seat)
        spent = _spent(self.origin.state, game.state, self.seat)
        for frame in sorted(declarations(game, self.seat), key=lambda frame: len(frame.given["targets"])):
            defender, targets = frame.given["defender"], tuple(frame.given["targets"])
            wanted: dict[int, list[tuple[Effect, Prospect]]] = {}
            found = set[Effect]()
            for placed in range(sum(map(is_site, targets)) + 1):
                new = dict(_effects(changes.taking(defender, targets, placed).wins))
                wanted[placed] = [each for each in new.items() if each[0] not in found]
                found |= new.keys()
            before = weigher.worked
            for placed, effects in wanted.items():
                chance = effects and _chance(weigher, frame, placed, min(self.least(effect) for effect, _ in effects))
                if chance and chance.likely:
                    given = {"defender": defender, "targets": list(targets), "dice": chance.best.dice}
                    total = (spent[0] + int(ACTIONS[frame.action].cost(game, frame).supply), *spent[1:])
                    acts = (*done, Done(frame.action, given))
                    for effect, won in effects:
                        self.add(Way(effect[0], won, acts, chance.sure, chance.likely, total, chance.asks, chance.best))
            if not budget.spend(2 * len(wanted) + weigher.worked - before):
                return


class _Chance(NamedTuple):
    """The chance of a campaign if the defense answers as is worst for it, and as is best; who answers; its line."""

    sure: Fraction
    likely: Fraction
    asks: tuple[str, ...]
    best: Best


def _chance(weigher: Weigher, frame: Frame, leaving: int, least: float) -> _Chance | None:
    """Of a victory that leaves so many warbands; None if the chance is below the least that is wanted."""
    best = weigher.pair(frame, leaving, least)
    if best is None:
        return None
    sure = Fraction(*weigher.exactly(best.battle, leaving))
    likely = Fraction(*weigher.kindest(frame, leaving))
    return _Chance(sure, likely, weigher.answering(frame) if sure != likely else (), best)


def _reaches(ends: Mapping[int, Mapping[Effect, Prospect]], effect: Effect, leaf: Leaf) -> bool:
    return effect in ends[id(leaf)]


def _order(effect: Effect, seat: str) -> tuple[bool, bool]:
    verb, who = effect
    return (verb == MAKES) != (who == seat), verb != MAKES


def _merit(way: Way) -> Any:
    return -way.sure, -way.likely, len(way.actions), sum(way.spent), way.spent


# -- one action ------------------------------------------------------------------------------------------------------


def _requests(
    node: Node, action: str, seat: str, steps: tuple[TriedStep, ...] = ()
) -> Iterator[tuple[tuple[TriedStep, ...], Node]]:
    """Each whole request with what it comes to: what the player is asked before the action is carried out."""
    fields = {f"{action}.modifier", *(f"{action}.{field.name}" for field in ACTIONS[action].fields)}
    steps = (*steps, *(TriedStep(kind, seat, answer) for kind, answer in node.before if kind in fields))
    if isinstance(node, Leaf) or node.who != seat or node.kind not in fields:
        yield steps, node
        return
    for answer, then in node.branches:
        yield from _requests(then, action, seat, (*steps, TriedStep(node.kind, seat, answer)))


def _done(action: str, steps: Iterable[TriedStep]) -> Done:
    given, modifiers = {}, []
    for step in steps:
        field = step.kind.removeprefix(f"{action}.")
        if field != "modifier":
            given[field] = step.answer
        elif step.answer != "go-on":
            card, _, param = step.answer.partition("@")
            modifiers.append((card, param))
    return Done(action, given, tuple(modifiers))


def _own_ends(node: Node, seat: str, steps: tuple[TriedStep, ...] = ()) -> Iterator[tuple[tuple[TriedStep, ...], Leaf]]:
    """The ends that neither chance nor others decide, with the player's answers on the way."""
    if isinstance(node, Leaf):
        yield steps, node
    elif node.who == seat:
        for answer, then in node.branches:
            yield from _own_ends(then, seat, (*steps, TriedStep(node.kind, seat, answer)))


def _leaves(node: Node) -> Iterator[Leaf]:
    if isinstance(node, Leaf):
        yield node
        return
    for _, then in node.branches:
        yield from _leaves(then)


def _effects(wins: Wins) -> Iterator[tuple[Effect, Prospect]]:
    yield from (((MAKES, won.who), won) for won in wins.made)
    yield from (((PREVENTS, won.who), won) for won in wins.broken)


class _Value(NamedTuple):
    """How good a node is for an end: whatever others answer, as they may answer, what it takes, and the answers."""

    sure: Fraction
    likely: Fraction
    spent: tuple[int, int, int, int]
    path: tuple[TriedStep, ...] = ()
    asks: tuple[str, ...] = ()


def _value(node: Node, seat: str, reached: Any, origin: State) -> _Value:
    """The player picks the best, others the worst, chance neither."""
    if isinstance(node, Leaf):
        met = Fraction(bool(reached(node)))
        return _Value(met, met, _spent(origin, node.state, seat))
    values = [(answer, _value(then, seat, reached, origin)) for answer, then in node.branches]
    if node.who == CHANCE:
        sure = sum((part * value.sure for part, (_, value) in zip(node.weights, values, strict=True)), Fraction(0))
        likely = sum((part * value.likely for part, (_, value) in zip(node.weights, values, strict=True)), Fraction(0))
        answer, good = max(values, key=lambda each: (each[1].sure, each[1].likely))
        return _Value(sure, likely, good.spent, (TriedStep(node.kind, CHANCE, answer), *good.path), good.asks)
    answer, good = min(values, key=lambda each: (-each[1].sure, -each[1].likely, sum(each[1].spent)))
    step = (TriedStep(node.kind, node.who, answer), *good.path)
    if node.who == seat:
        return good._replace(path=step)
    sure = min(value.sure for _, value in values) if node.whole else Fraction(0)
    likely = max(value.likely for _, value in values)
    asks = good.asks if sure == likely else tuple(dict.fromkeys((node.who, *good.asks)))
    return _Value(sure, likely, good.spent, step, asks)


def _spent(before: State, after: State, seat: str) -> tuple[int, int, int, int]:
    """Supply, favor, secrets and warbands of a player's board that are gone."""
    board = f"board.{seat}"
    color = seat if before.players[seat].role != "citizen" else "purple"
    supply = before.players[seat].supply - after.players[seat].supply
    gone = (before.count(board, what) - after.count(board, what) for what in (FAVOR, SECRET, color))
    favor, secrets, warbands = (max(0, number) for number in gone)
    return max(0, supply), favor, secrets, warbands


def _different(game: Game, ends: list[tuple[Done, State]]) -> list[tuple[Done, State]]:
    """The tables that actions lead to, each once: those on which the same player may still act."""
    seen = {game.state.canonical()}
    found = []
    for done, state in ends:
        key = state.canonical()
        if key not in seen and state.phase == game.state.phase and state.turn == game.state.turn:
            seen.add(key)
            found.append((done, state))
    return found


# -- all that is ahead of a game at once: who would win, how far everybody is, and what whoever acts can do about it ---


class Ahead(NamedTuple):
    """The next check, the winners as the table stands (up to the first that is certain), everybody's prospects, nearest
    first, and a search of what one player can do; None where that was not asked.
    """

    game: Game
    coming: Moment | None
    winners: tuple[Prospect, ...]
    standing: dict[str, list[Prospect]]
    search: Search | None

    @property
    def at_once(self) -> Prospect | None:
        """Who wins at the very next check as the table stands, if anybody does."""
        return next((won for won in self.winners if won.moment == self.coming), None)


def deciding_ahead(game: Game) -> dict[str, str]:
    """The points read otherwise than is usual that decide who would win or how far somebody is, with their readings."""
    return deciding_here(game, lambda table: (next_winners(table), standing(table)))


def looked(game: Game, seat: str | None = None, answers: int = ANSWERS, deep: int = 2) -> Ahead:
    """What is ahead; with a search for one player's ways, up to ``deep`` actions."""
    coming = next(claims.to_come(game.state), None)
    search = None if seat is None or coming is None else ways(game, seat, answers, deep)
    everybody = {} if coming is None else {each: distance(game, each) for each in game.state.seats}
    return Ahead(game, coming, tuple(next_winners(game)), everybody, search)
