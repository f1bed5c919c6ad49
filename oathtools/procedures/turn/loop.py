"""Chapter 4: the order of play. The place of the turn loop is kept in the state; each numbered step is a boundary."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from oathtools import catalog
from oathtools.engine.decision import Answer, Decision
from oathtools.engine.driver import Driver
from oathtools.engine.rows import Row
from oathtools.procedures.actions.action import possible, take
from oathtools.procedures.actions.kinds import Actions
from oathtools.procedures.actions.muster import MUSTER
from oathtools.procedures.actions.recover import RECOVER
from oathtools.procedures.actions.search import SEARCH
from oathtools.procedures.actions.trade import TRADE
from oathtools.procedures.actions.travel import TRAVEL
from oathtools.procedures.campaign.declaration import CAMPAIGN
from oathtools.procedures.declared.action import DECLARE
from oathtools.procedures.machine.asking import Ask, choose, roll
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.steps import begin_turn, in_order
from oathtools.procedures.machine.variant import Inserted
from oathtools.procedures.minor.advisers import PLAY
from oathtools.procedures.minor.card_powers import USE
from oathtools.procedures.minor.citizenship import OFFER
from oathtools.procedures.minor.exile import EXILE_ACTION, SELF_EXILE
from oathtools.procedures.minor.peeks import PEEK
from oathtools.procedures.minor.warbands import GIVE, MOVE, TAKE
from oathtools.procedures.turn import rest, wake
from oathtools.procedures.victory import check as victory
from oathtools.procedures.victory.end_die import end_roll
from oathtools.table.state import PLAYING

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

END: Final = "end"
ACTIONS: Final = Actions(
    *(SEARCH, MUSTER, TRADE, RECOVER, CAMPAIGN, TRAVEL),
    *(PLAY, USE, DECLARE, PEEK, MOVE, GIVE, TAKE, OFFER, EXILE_ACTION, SELF_EXILE),
)

Step = Callable[["Game"], Ask]
WAKE: Final[dict[str, Step]] = {
    "4.1.1": wake.peoples_favor,
    "4.1.2": wake.check_for_win,
    "4.1.3": wake.flip_to_usurper,
    "4.1.4": wake.site_power,
}
REST: Final[dict[str, Step]] = {
    "4.3.1": rest.return_favor,
    "4.3.2": rest.return_secrets,
    "4.3.3": rest.refresh_supply,
    "4.3.5": rest.rest_powers,
}


def program(game: "Game") -> Ask | None:
    """What happens next, by the place kept in the state; None when the game is over."""
    phase = game.state.phase
    game.frames = [Frame("turn", game.state.turn)]
    if game.do.is_told:
        game.do.begin_anew()
    if phase in PLAYING and (first := game.first_settled()) is not None:
        return first
    if phase == "act":
        return act(game)
    if phase == "wake":
        return _steps(game, "wake", WAKE, _begin_act)
    if phase == "rest":
        return _steps(game, "rest", REST, _end_turn)
    if phase == "round-end":
        return round_end(game)
    if phase == "setup":
        from oathtools.procedures.setup import procedure as setup

        return setup.next_step(game)
    if phase == "chronicle":
        from oathtools.procedures.chronicle import procedure as chronicle

        return chronicle.next_step(game)
    return None


class Trial:
    """What comes of some answers at a table at rest: tried on a table of its own, until that is at rest again.

    Generators cannot be forked, so each way is run from the beginning, along the ``trace`` of another one: all that was
    answered there, by whomever, with what had one answer only. Nothing on the way is judged again. ``pending`` is asked
    now, None at the end; ``skipped`` had one answer only since the last question; ``begun``: was there anything to do?
    """

    __slots__ = ("_driver", "begun", "game", "trace")

    def __init__(self, base: "Game", trace: Sequence[Answer] = ()) -> None:
        self.game = base.apart()
        self.trace = list(trace)
        steps = program(self.game)
        self.begun = steps is not None
        self._driver = Driver.once(steps)
        self._driver.follow(trace)
        self._passed()

    @property
    def pending(self) -> Decision | None:
        """The open question."""
        return self._driver.pending

    @property
    def skipped(self) -> Sequence[tuple[str, Answer]]:
        """The questions since the last answer that had one legal answer, with it."""
        return self._driver.skipped

    def answer(self, answer: Answer) -> None:
        """Go on with an answer that is known to be legal."""
        self.trace.append(answer)
        self._driver.send(answer)
        self._passed()

    def _passed(self) -> None:
        self.trace += [answer for _, answer in self._driver.skipped]


def _steps(game: "Game", phase: str, steps: dict[str, Step], then: Callable[["Game"], None]) -> Ask:
    """One step of a phase, as one scope; then the place moves on: every step in its order (4.1, 4.3)."""
    if game.variants:
        steps = in_order(game, phase, steps, alone)
    names = list(steps)
    name = game.state.step or names[0]
    yield from game.scope(steps[name](game))
    if game.state.phase == "over":
        return
    after = names.index(name) + 1
    if after < len(names):
        game.do.go_to(phase, names[after])
    else:
        then(game)


def alone(step: Inserted) -> Step:
    """A step of a variant as the steps of a turn are: it acts for the player whose turn it is."""
    return lambda game: step.does(game, game.state.turn)


def _begin_act(game: "Game") -> None:
    game.do.go_to("act", "")


def _end_turn(game: "Game") -> None:
    """The next player clockwise, or the end of the round once everybody has had a turn."""
    seats = game.state.seats
    after = seats.index(game.state.turn) + 1
    if after < len(seats):
        begin_turn(game, seats[after])
    else:
        game.do.go_to("round-end", "")


def act(game: "Game") -> Ask:
    """4.2: one action, or the end of the phase. Nothing need be done, and anything may be done again."""
    seat = game.state.turn

    def rows(name: str) -> Iterable[Row]:
        return () if name == END else possible(game, ACTIONS[name], seat)

    answer = yield from choose("act", seat, (*ACTIONS.at(game.variants), END), "4.2", rows=rows)
    if answer == END:
        game.do.go_to("rest", "")
        return
    yield from take(game, ACTIONS[answer], seat)


def round_end(game: "Game") -> Ask:
    """The end of a round (chapter 4): Stable Regime (3.3) or War Exhaustion (3.4); then the marker moves (2.1.4)."""
    verdict = victory.at_round_end(game)
    if verdict.needs_roll is not None:
        number = yield from end_roll(game, lambda: _end_die(game))
        verdict = victory.at_round_end(game, number)
    if verdict.winner is not None:
        cites = tuple(dict.fromkeys(reason.clause for reason in verdict.reasons))
        game.do.end_game(verdict.result(), cites, verdict.visions)
        return
    game.do.go_to("round-end", "", round_=game.state.round + 1)
    game.do.emit("round", ("4",), round=game.state.round)
    begin_turn(game, game.state.seats[0])


def _end_die(game: "Game") -> Ask:
    """3.3: the end die is rolled; returns its number."""
    faces = tuple(str(face) for face in catalog.END_FACES)
    fell = yield from roll("end.die", game.state.seats[0], faces, 1, "3.3")
    game.do.emit("rolled", ("3.3",), die="end", faces=fell)
    return int(fell[0])
