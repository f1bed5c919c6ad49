"""What a bot is given: the open question, the table as its seat may know it, and what was answered meanwhile.

A question in the midst of an action cannot be tried out where it stands: the rules are under way. So a bot is told how
the table stood before the action, and every answer since; from there it runs the rules again, on a copy.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from oathtools.engine.decision import Answer, Decision
from oathtools.journal.play import Play
from oathtools.procedures.machine.game import Game
from oathtools.table.state import State
from oathtools.table.views import as_known_to

DRAWN = "draw"


class PastAnswer(NamedTuple):
    """An answer that was given: to which kind of question, by whom. ``DRAWN``: cards that came into the seat's hand."""

    kind: str
    who: str
    answer: Answer


class Situation:
    """A question to a bot.

    ``rest`` is the table as it stood when the action under way began, None where no action of this seat is; ``since``
    are the answers from there on. ``acted`` is how many actions the seat has chosen in this turn. ``seed`` names this
    question of this game: whatever is drawn at random for its answer is drawn from it.
    """

    def __init__(
        self, game: Game, decision: Decision, rest: State | None, since: Sequence[PastAnswer], acted: int, seed: str
    ) -> None:
        self.game, self.decision, self.rest, self.since = game, decision, rest, tuple(since)
        self.acted, self.seed = acted, seed

    @property
    def seat(self) -> str:
        """The seat that is asked."""
        return self.decision.who

    @cached_property
    def view(self) -> State | None:
        """The table at rest as this seat may know it, a copy; None where there is none."""
        return None if self.rest is None else as_known_to(self.rest, self.seat)[0]

    @cached_property
    def now(self) -> Game:
        """The game as it stands and as this seat may know it."""
        game = Game(as_known_to(self.game.state, self.seat)[0], self.game.registry, self.game.readings)
        game.frames[:] = self.game.frames
        return game


class Watch:
    """Somebody who looks at a game between its answers, and remembers how it stood before the action under way."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._rest: tuple[int, State] | None = None
        self._hand: dict[str, int] = {}

    def situation(self, seed: int | str, looks: bool = False) -> Situation:
        """The open question, as a bot is asked it; ``looks``: with the table to try answers out at.

        Raises ``RuntimeError`` if no question is open.
        """
        play = self.play
        decision = play.pending
        if decision is None:
            raise RuntimeError("the game is over: nothing is asked")
        number = len(play.live)
        if not looks:
            return Situation(play.game, decision, None, (), 0, f"{seed}/{number}")
        if play.at_boundary:
            self._rest, self._hand = (number, play.state.copy()), {}
        rest, since = (play.state, []) if play.at_boundary else self._begun(decision)
        return Situation(play.game, decision, rest, since, self._acted(decision.who), f"{seed}/{number}")

    def _begun(self, decision: Decision) -> tuple[State | None, list[PastAnswer]]:
        """The table before the action of this seat that is under way, and the answers since."""
        live = self.play.live
        if decision.who != self.play.state.turn:
            return None, []
        start = next((at for at in range(len(live) - 1, -1, -1) if live[at].kind == "act"), None)
        if start is None or live[start].who != decision.who or self.play.state.phase != "act":
            return None, []
        if self._rest is None or self._rest[0] != start:
            before = self.play.again(live[start].n - 1, keep_log=False, digests=False)
            self._rest = (start, before.state)
        past = [PastAnswer(each.kind, each.who, each.answer) for each in live[start:]]
        drawn = self._drawn(decision.who)
        return self._rest[1], [*past[:1], *drawn, *past[1:]]

    def _drawn(self, seat: str) -> list[PastAnswer]:
        """What came into a player's hand at each question since; they have seen it, whatever became of it."""
        state, number = self.play.state, len(self.play.live)
        for card in state.zone(f"hand.{seat}"):
            self._hand.setdefault(card, number)
        drawn: dict[int, list[str]] = {}
        for card, at in self._hand.items():
            drawn.setdefault(at, []).append(card if state.known(card) else state.back(card))
        return [PastAnswer(DRAWN, seat, cards) for cards in drawn.values()]

    def _acted(self, seat: str) -> int:
        """How many actions a seat has chosen since its turn began."""
        number = 0
        for entry in reversed(self.play.live):
            if entry.kind == "act":
                if entry.who != seat or entry.answer == "end":
                    break
                number += 1
        return number


# -- why a bot chose what it chose: the terms before and after, and what else it considered ----------------------------


Words = tuple[Answer, ...]


class Considered(NamedTuple):
    """One thing that a bot could have done: its answers, the chance that it comes off, and the terms it leads to."""

    answers: Words
    value: float
    chance: float | None
    terms: Mapping[str, float]


class Why(NamedTuple):
    """A choice explained: what was asked, how the table stood, and what was considered, the best first."""

    bot: str
    who: str
    kind: str
    before: Mapping[str, float]
    considered: tuple[Considered, ...]
    tried: int  # how many ways were run through the rules
    spends: bool = False  # whether it was chosen because Supply that is left would be lost

    @property
    def chosen(self) -> Considered:
        """What was chosen."""
        return self.considered[0]
