"""Our own engine under the protocol of the acid test: positions are set, requests judged and played, states told."""

import re
from typing import Any

from oathtools.acid.positions import SETUP, Flat, before_setup, flat_of, full, short, state_of
from oathtools.engine.decision import Answer, Decision, Form, NotOffered, Refusal
from oathtools.engine.driver import Driver, Program
from oathtools.powers import load
from oathtools.procedures import adjudicate
from oathtools.procedures.actions.action import GO_ON
from oathtools.procedures.adjudicate import Request
from oathtools.procedures.chronicle.procedure import PHASE, NotOver, begin
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn import ACTIONS, END, program
from oathtools.table.state import SLOT, State

ON, WRITE = "go-on", "chronicle"
_BESIDE = ("action", "using", "choices")
# What is said where something may be chosen or divided, and nothing need be.
_NOTHING: dict[Form, Any] = {Form.SOME: list, Form.DISTRIBUTE: dict}
_RELIC_AT = re.compile(r"([a-z_]+)-(\d+)")


class Refused(Exception):
    """A request that the rules refuse, with the clauses."""

    def __init__(self, refusals: list[Refusal], at: str) -> None:
        super().__init__(f"refused at {at}: {'; '.join(f'{each.because} ({each.clause})' for each in refusals)}")
        self.clauses = list(dict.fromkeys(each.clause for each in refusals if each.clause))


class Unclear(Exception):
    """A request that leaves a question open, or answers one that is never asked."""


class Engine:
    """One table, driven from outside."""

    def __init__(self) -> None:
        self._state: State | None = None
        self._readings: dict[str, str] = {}

    def position(self, flat: Flat) -> None:
        """Set a position. Raises ``ValueError`` for one that is none."""
        flat = dict(flat)
        self._readings = flat.pop("readings", {})
        self._state = before_setup(flat) if flat.get("phase") == SETUP else state_of(flat)

    def state(self) -> Flat:
        """The table as it stands."""
        return flat_of(self._stands())

    def verdict(self, request: dict[str, Any]) -> list[str] | None:
        """None if a request is legal, else the clauses that refuse it; nothing has changed. Raises ``Unclear``."""
        try:
            self._after(request)
        except Refused as no:
            return list(dict.fromkeys([*no.clauses, *self._judged(request)]))
        if against := self._judged(request):
            raise Unclear(f"it can be played, but is judged illegal by {', '.join(against)}")
        return None

    def play(self, request: dict[str, Any]) -> None:
        """Carry a request out. Raises ``Refused`` and ``Unclear``; then nothing has changed."""
        self._state = self._after(request)

    def _stands(self) -> State:
        if self._state is None:
            raise Unclear("no position has been set")
        return self._state

    def _game(self) -> Game:
        return Game(self._stands().copy(), load(), dict(self._readings))

    def _after(self, request: dict[str, Any]) -> State:
        game = self._game()
        CaseRun(game, request).through()
        return game.state

    def _judged(self, request: dict[str, Any]) -> list[str]:
        """The clauses by which an action as such is judged illegal, where it is told whole before it begins."""
        action = request["action"]
        if action not in ACTIONS or self._stands().phase != "act":
            return []
        game = self._game()
        fields = [field.name for field in ACTIONS[action].fields]
        given = {name: _value(game.state, request[name]) for name in fields if name in request}
        using = tuple((card, param) for card, _, param in (full_with(each) for each in request.get("using", ())))
        try:
            opinion = adjudicate.why(game, game.state.turn, Request(action, given, using), repairs=False)
        except ValueError:  # it names a site that is not on the map: playing it has said why not
            return []
        return [] if opinion.legal is not False else [each.clause for each in opinion.refusals]


def full_with(modifier: str) -> tuple[str, str, str]:
    """``CARD`` or ``CARD@SITE`` in ids, parted at the sign."""
    card, at, param = modifier.partition("@")
    return full(card), at, full(param)


class CaseRun:
    """One request, from the first question to the last: what it says is given to the questions as they come."""

    def __init__(self, game: Game, request: dict[str, Any]) -> None:
        self.game, self.action = game, request["action"]
        fields = {key: value for key, value in request.items() if key not in _BESIDE}
        self.left: list[tuple[str, Any]] = [
            *((f"{self.action}.modifier", "".join(full_with(card))) for card in request.get("using", ())),
            *((f"{self.action}.{name}", value) for name, value in fields.items()),
            *((str(kind), answer) for kind, answer in request.get("choices", ())),
        ]
        self.driver = Driver(_program(game, self.action), overheard=self._hears)

    def through(self) -> None:
        """Play it through. Raises ``Refused`` and ``Unclear``."""
        self.driver.start()
        begun = self.action == ON
        while (decision := self.driver.pending) is not None:
            if decision.kind == "act":
                if begun:
                    break
                begun, answer = True, END if self.action == END else self.action
            else:
                answer = self._answer(decision)
            self._give(decision, answer)
        if self.left:
            raise Refused([Refusal("", f"nobody asks for {self.left[0][0]}", "law")], self.left[0][0])

    def _give(self, decision: Decision, answer: Answer) -> None:
        try:
            self.driver.answer(answer)
        except NotOffered as no:
            reason = (
                f"{decision.kind} for {decision.who}, given {answer!r}, where {list(decision.options)} are the options"
            )
            raise Refused(no.refusals, reason) from None

    def speaks_of(self, decision: Decision) -> int | None:
        """Which of the things still to be said answers this question."""
        names = (decision.kind, f"{decision.kind}@{decision.who}")
        return next((at for at, (kind, _) in enumerate(self.left) if kind in names), None)

    def _hears(self, decision: Decision) -> bool:
        """Is it asked though one answer is all there is? What the request speaks of is, and what it could begin with.

        So no Act Phase ends and no modifier is used by itself.
        """
        return decision.kind == "act" or decision.kind.endswith(".modifier") or self.speaks_of(decision) is not None

    def _answer(self, decision: Decision) -> Answer:
        at = self.speaks_of(decision)
        if at is not None:
            return _meant(self.game.state, decision, self.left.pop(at)[1])
        if decision.kind.endswith(".modifier"):
            return GO_ON
        if decision.default is not None:
            return decision.default
        if decision.form in _NOTHING and not decision.low:
            return _NOTHING[decision.form]()
        options_shown = [short(option) for option in decision.options]
        raise Unclear(f"nothing answers {decision.kind} for {decision.who} ({decision.form.value}: {options_shown})")


def _program(game: Game, action: str) -> Program:
    """What runs for a request: the rules from here on, one step of chapter 8, or chapter 1 and no more."""
    if action == WRITE:
        return _one_step(game)
    if action == SETUP:
        if game.state.phase != SETUP:
            raise Refused([Refusal("1", "the game has begun", "law")], SETUP)
        return lambda: program(game) if game.state.phase == SETUP else None
    return lambda: program(game)


def _one_step(game: Game) -> Program:
    """The next step of chapter 8, which begins where the game is over, and no more. Raises ``Refused``."""
    if game.state.phase != PHASE:
        try:
            begin(game)
        except NotOver as no:
            raise Refused([Refusal("8", str(no), "law")], WRITE) from None
    left = [program(game)]
    return lambda: left.pop() if left else None


def _meant(state: State, decision: Decision, value: Any) -> Answer:
    """What is said, in the ids that the question uses."""
    names = {short(option): option for option in decision.options}
    names |= {_named(state, option): option for option in decision.options}

    def one(word: Any) -> Any:
        if isinstance(word, bool):
            return "yes" if word else "no"
        if decision.form is Form.ONE and isinstance(word, int):
            return str(word)
        return names.get(word, _value(state, word)) if isinstance(word, str) else word

    if isinstance(value, list):
        return [one(each) for each in value]
    if isinstance(value, dict):
        return {one(key): count for key, count in value.items()}
    return [one(value)] if decision.form is Form.SOME else one(value)


def _named(state: State, option: str) -> str:
    """An option by the thing that it is: a place of pieces by its site or seat, a card with a number behind it."""
    if option in SLOT:
        return short(state.site(SLOT.index(option)))
    card, equals, number = option.partition("=")
    return f"{short(card.removeprefix('board.'))}{equals}{number}"


def _value(state: State, value: Any) -> Any:
    """Names as ids; ``SITE-N`` is the N-th relic there."""
    if isinstance(value, list):
        return [_value(state, each) for each in value]
    if not isinstance(value, str):
        return value
    at = _RELIC_AT.fullmatch(value)
    if at and full(at[1]) in state.zone("map"):
        return f"relic-{state.zone('map').index(full(at[1])) + 1}-{at[2]}"
    return full(value)
