"""Ways on from a table at rest: an action carried out on a copy, once for each way to answer what it asks.

Generators cannot be forked, so a way is a list of answers, and each is run from the beginning of the action. What the
seat answers before chance has spoken is tried in every way; after that, and whatever others are asked, by ``policy``.
Chance is drawn as the seat may expect it, from what it does not know. Battles are not left to luck: each is run once as
won and once as lost, weighed by the exact chance (``odds``).
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from oathtools import catalog
from oathtools.bots.asked import DRAWN, Asked, Said
from oathtools.bots.candidates import candidates
from oathtools.bots.policy import usual
from oathtools.bots.terms import Terms, measured, mixed
from oathtools.engine.decision import Answer, Decision, Form
from oathtools.odds.battle import Battle
from oathtools.odds.exact import chance
from oathtools.odds.resolution import Faces, resolve
from oathtools.procedures.campaign.kinds import ROLLS
from oathtools.procedures.campaign.staged import once
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn.loop import program
from oathtools.table.state import State

# A battle as good as won or lost is run once.
SURE = 0.02
# How many throws are tried for one that wins, or loses.
THROWS = 40
_ATTACK = [face.id for face in catalog.ATTACK_FACES for _ in range(face.sides)]
_DEFENSE = [face.id for face in catalog.DEFENSE_FACES for _ in range(face.sides)]


class Way(NamedTuple):
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

    def __init__(self, view: State, like: Game, seat: str, seed: str) -> None:
        self.base = Game(view, like.registry, like.readings)
        self.seat, self.seed = seat, seed
        self.runs = 0

    @classmethod
    def of(cls, asked: Asked) -> "Branching | None":
        """The ways on from the table before the action under way; None where there is none to begin from."""
        return None if asked.view is None else cls(asked.view, asked.game, asked.seat, asked.seed)

    def stand(self) -> Terms:
        """The terms as the table stands."""
        return measured(self.base, self.seat)

    def ways(self, first: Sequence[Answer], most: int, told: Sequence[Said] = ()) -> Iterator[Way]:
        """Up to ``most`` ways that begin with some answers of the seat, after what was told; first choices first."""
        open_ = [list(first)]
        for _ in range(most):
            if not open_:
                return
            mine = open_.pop(0)
            run = _Run(self, told, mine)
            run.through()
            open_ += run.forks
            yield self._way(run, told)

    def _way(self, run: "_Run", told: Sequence[Said]) -> Way:
        odds = run.odds
        if odds is None or not SURE < odds < 1 - SURE:
            return Way(tuple(run.given), ((1.0, run.game),), odds, measured(run.game, self.seat), run.drawn)
        lost = _Run(self, told, run.given, wins=False)
        lost.through()
        ends = ((odds, run.game), (1 - odds, lost.game))
        terms = mixed([(weight, measured(game, self.seat)) for weight, game in ends])
        return Way(tuple(run.given), ends, odds, terms, run.drawn)


class _Run:
    """One run of the rules to the next table at rest. ``forks`` are the ways not taken: answers of the seat so far."""

    def __init__(self, branching: Branching, told: Sequence[Said], mine: list[Answer], wins: bool = True) -> None:
        base = branching.base
        branching.runs += 1
        self.seat, self.wins = branching.seat, wins
        self.game = Game(base.state.copy(), base.registry, base.readings).like(base)
        self.told, self.mine = list(told), mine
        self.given: list[Answer] = []
        self.forks: list[list[Answer]] = []
        self.odds: float | None = None
        self.free, self.drawn = True, False
        self.throw: dict[str, list[str]] = {}
        self.rng = Random(branching.seed)

    def through(self) -> None:
        """Run to the end of the action."""
        steps = program(self.game)
        if steps is None:
            return
        driver = once(steps)
        driver.start()
        while (decision := driver.pending) is not None:
            driver.send(self._answer(decision))
        self.game.do.events.clear()

    def _answer(self, decision: Decision) -> Answer:
        said = self._told(decision)
        if said is not None:
            return said.answer
        if decision.form is Form.OUTCOME:
            self.free = False
            return self._fell(decision)
        if decision.who != self.seat or not self.free:
            return usual(self.game, decision, self.rng)
        at = len(self.given)
        if at < len(self.mine) and decision.allows(self.mine[at]):
            answer = self.mine[at]
        else:
            options = candidates(self.game, decision, self.rng)
            answer = options[0]
            self.forks += [[*self.given, option] for option in options[1:]]
        self.given.append(answer)
        return answer

    def _told(self, decision: Decision) -> Said | None:
        """What was answered to this question at the table. What the rules do not ask here is passed over."""
        if decision.form is Form.OUTCOME and decision.kind.endswith(DRAWN) and decision.who == self.seat:
            return self._drawn(decision)
        for at, said in enumerate(self.told):
            if said.kind == decision.kind and said.who == decision.who:
                del self.told[: at + 1]
                return said if decision.allows(said.answer) else None
        return None

    def _drawn(self, decision: Decision) -> Said | None:
        """What the seat drew at the table, in an order in which it can have come."""
        said = next((said for said in self.told if said.kind == DRAWN), None)
        if said is None:
            return None
        self.told.remove(said)
        cards = sorted(said.answer, key=lambda card: card.startswith("vision"))
        orders = (order for order in (cards, cards[::-1]) if decision.allows(order))
        return next((said._replace(answer=order) for order in orders), None)

    # -- chance --------------------------------------------------------------------------------------------------

    def _fell(self, decision: Decision) -> Answer:
        """What chance says: of a battle, dice that go as this run wants them to."""
        side = ROLLS.get(decision.kind)
        fight = self.game.frame.fact("fight") if side else None
        if side is None or fight is None:
            self.drawn = True
            return decision.random(self.rng)
        if self.odds is None:
            won, total = chance(fight.battle)
            self.odds = won / total
            if self.odds <= SURE:
                self.wins = False
            self.throw = _throw(fight.battle, self.wins, self.rng)
        faces = self.throw.get(side, [])
        return faces if decision.allows(faces) else decision.random(self.rng)


def _throw(battle: Battle, wins: bool, rng: Random) -> dict[str, list[str]]:
    """Dice with which a battle is won, or lost: the first such throw."""
    attack: list[str] = []
    defense: list[str] = []
    for _ in range(THROWS):
        attack = [_ATTACK[int(rng.random() * len(_ATTACK))] for _ in range(battle.rolled)]
        defense = [_DEFENSE[int(rng.random() * len(_DEFENSE))] for _ in range(battle.defense)]
        if resolve(battle, Faces(attack, defense)).won == wins:
            break
    return {"attack": attack, "defense": defense}
