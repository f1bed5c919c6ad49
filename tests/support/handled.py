"""Games at whose table a pair of hands (``hands``) sits, which hears nothing but the log."""

from collections.abc import Callable
from random import Random
from typing import Any

from oathtools.answerers.adjusting import adjusted
from oathtools.answerers.matching import Misread
from oathtools.engine.decision import DeadEnd, Decision, NotOffered
from oathtools.journal import Play
from oathtools.journal.begin import header_of_position
from oathtools.journal.entries import NoWayOn
from oathtools.procedures.actions.search import UNTOLD
from oathtools.render.game import log, status
from oathtools.render.names import Names
from oathtools.table.effects import TableError
from oathtools.table.position.cards import PositionError
from oathtools.table.position.form import normal, to_position
from oathtools.table.views import View
from tests.support.hands import Hands

# Steps of the Chronicle before which the map is half taken down.
UNDER_WAY = ("8.3.3", "8.3.4", "8.3.5")
LIVELY = ("power", "search", "muster", "trade", "travel", "campaign", "recover", "play", "peek", "offer", "declare")
Chosen = Callable[[Decision, Random], Any]
DECLARED = (
    "favor 1 from bank hearth to me",
    "secrets 1 from shared to me; supply 1",
    "warbands 1 from me to dead",
    "peek world 2",
    "nothing",
)


class Watched:
    """A game and the hands that follow it, as one viewer hears it; ``spoil``: everything.

    ``lets``: the table lets a refused option pass now and then, which may lead nowhere; ``chosen``: who answers.
    """

    def __init__(
        self,
        play: Play,
        rng: Random,
        viewer: str | None = None,
        spoil: bool = False,
        lets: bool = True,
        chosen: Chosen | None = None,
    ) -> None:
        self.play, self.rng, self.viewer, self.spoil, self.lets = play, rng, viewer, spoil, lets
        self.chosen = some if chosen is None else chosen
        self.first = self.righted = self.status()
        self.begun = self.since = play.head
        self.hands = Hands(self.first)
        self.said: list[str] = []
        self.overruled = False
        self.compared = 0

    def view(self) -> View:
        return View(self.play.state, self.viewer, self.spoil)

    def status(self) -> dict[str, Any]:
        return status.as_json(self.play.state, self.view())

    def look(self) -> None:
        """Hear what the log tells of the last answers, and compare the tables."""
        lines = log.lines(self.play, Names(self.view()), self.since)
        self.since = self.play.head
        self.said = [str(line) for line in lines]
        if [line for line in lines if line.kind == log.UNTOLD]:
            if self.overruled:
                raise StopIteration
            raise AssertionError(self.said)
        for line in lines:
            self.hands.hear(line.moves)
        if self.play.state.step in UNDER_WAY:
            return  # sites set aside are still shown where they lay
        self.hands.compare(self.status())
        self.compared += 1

    def play_on(self, most: int) -> None:
        """So many random answers, or other things that happen at a table, each looked at."""
        for _ in range(most):
            if self.play.pending is None and not self._write_chronicle():
                return
            try:
                self._something()(self.rng)
                self.look()
            except (StopIteration, DeadEnd, TableError, NoWayOn, ValueError):
                if self.overruled:
                    return  # what the table let pass may lead nowhere
                raise

    def _write_chronicle(self) -> bool:
        """Once the game is won its Chronicle is written (8)."""
        if self.play.state.phase != "over" or (self.play.state.result or {}).get("winner") is None:
            return False
        self.play.write_chronicle()
        self.look()
        return self.play.pending is not None

    def _something(self) -> Callable[[Random], None]:
        free = self.play.at_boundary and self.play.pending is not None and self.play.pending.kind == "act"
        ways: list[Callable[[Random], None]] = [self._answer, self._overrule, self._undo]
        weights = [40, int(self.lets), 1]
        if free:
            ways.append(self._adjust)
            weights.append(3)
        return self.rng.choices(ways, weights)[0]

    def _answer(self, rng: Random) -> None:
        decision = self.play.pending
        assert decision is not None
        if decision.kind == "declare.moves":
            for words in rng.sample(DECLARED, len(DECLARED)):
                try:
                    self.play.answer(words)
                    return
                except NotOffered:
                    continue
            return
        self.play.answer(self.chosen(decision, rng), checked=True)

    def _overrule(self, rng: Random) -> None:
        """The table lets a refused option pass."""
        decision = self.play.pending
        assert decision is not None
        refused = [option for option in decision.options if not decision.allows(option)]
        if decision.form.value != "one of" or not refused or decision.kind == "act":
            return self._answer(rng)
        self.overruled = True
        try:
            self.play.overrule(rng.choice(refused), "so we play")
        except (NotOffered, NoWayOn):  # nothing of it is kept
            self._answer(rng)
        return None

    def _undo(self, rng: Random) -> None:
        """Some answers are taken back; half of the time all of them are brought back."""
        floor = max((entry.n for entry in self.play.live if entry.adjust is not None), default=self.begun)
        after = [entry.n for entry in self.play.live if entry.n > floor]
        if not after:
            return
        head = self.play.live[-1].n
        self.play.undo(rng.choice([floor, *after][-8:]))
        if rng.random() < 0.5:
            self.play.redo(head)
        self._hear_all(floor)

    def _hear_all(self, floor: int) -> None:
        """The table as it was laid, at the beginning or when it was put right, and the log from there."""
        self.hands = Hands(self.first if floor == self.begun else self.righted)
        self.since = floor

    def _adjust(self, rng: Random) -> None:
        """The table is put right, as it is said: the hands lay it so."""
        player = self.play.state.players[rng.choice(self.play.state.seats)]
        said = f"{player.name} {rng.choice(('favor', 'secrets', 'warbands', 'supply'))} {rng.randrange(6)}"
        try:
            self.play.adjust(normal(adjusted(to_position(self.play.state), said, self.play.state)), said)
        except (PositionError, Misread):
            return
        self.since = self.play.head
        self.righted = self.status()
        self.hands = Hands(self.righted)


def some(decision: Decision, rng: Random) -> object:
    """A legal answer; actions are taken more often than turns end, and half of what is drawn stays untold."""
    if decision.kind == "act":
        lively = [option for option in decision.legal() if option in LIVELY]
        if lively and rng.random() < 0.85:
            return rng.choice(lively)
    untold = [option for option in decision.legal() if isinstance(option, str) and option.startswith(UNTOLD)]
    return rng.choice(untold) if untold and rng.random() < 0.5 else decision.random(rng)


def from_position(position: dict[str, Any], missing: tuple[str, ...] = ()) -> Play:
    """A game that goes on from a position; powers of ``missing`` cards are not coded, and are declared."""
    from oathtools.powers import load

    return Play({**header_of_position(position), "cards": [card for card in load().coded if card not in missing]})
