"""A game under the rules: its first table, the rules run on by an answer, and what may change between two actions.

A recorded entry is said again to the rules of today, and what differs is noted.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from oathtools.engine.decision import Answer, Decision
from oathtools.engine.driver import Driver
from oathtools.journal.entries import Difference, ReplayError, UnderWay
from oathtools.journal.entry import Entry, Noted, begun, options_of, stated
from oathtools.procedures.machine import promises
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn import program
from oathtools.table.effects import Event
from oathtools.table.state import State

# -- what happened between the answers of a game, and what telling it leans on of what came before ---------------------


# By these a turn begins, or is stated to be somebody's, and something in it of which all that follows is a part.
_TURNS, _PARTS = ("turn", "adjusted", "chronicle"), ("step", "action", "failed")


Listener = Callable[[list[Event]], None]


class Batch(NamedTuple):
    """What happened between one answer and the next: the entry's number, and the events it caused."""

    n: int
    events: list[Event]


class Thread:
    """What remains of the past for those who tell what comes next.

    ``lead`` are the beginning of the turn and all since the last action in it began: to be followed, not to be told,
    for it is not kept how the cards lay. ``last`` says with which entry each kind of event came last (``battle``), of a
    roll each kind of dice (``rolled attack``).
    """

    def __init__(self, lead: list[Batch] | None = None, last: dict[str, int] | None = None) -> None:
        self.lead = lead or []
        self.last = last or {}

    def follow(self, options: Batch) -> None:
        """Something more has happened."""
        for event in options.events:
            self.last[f"{event.kind} {event.facts['die']}" if "die" in event.facts else event.kind] = options.n
            if event.kind in _TURNS:
                turns = [each for each in self.lead if each.events[0].kind in _TURNS]
                self.lead = [] if event.kind == "turn" else turns
            elif event.kind in _PARTS:
                self.lead = [each for each in self.lead if each.events[0].kind in _TURNS]
            self.lead.append(Batch(options.n, [Event(*event[:4])]))

    def copy(self) -> "Thread":
        """The same, to be followed otherwise."""
        return Thread(self.lead[:], self.last.copy())

    def as_data(self) -> dict[str, Any]:
        """As plain data, with the tuples that events have."""
        lead = [[batch.n, *tuple(event)[:4]] for batch in self.lead for event in batch.events]
        return {"lead": lead, "last": self.last}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Thread":
        """What ``as_data`` gave."""
        return cls([Batch(n, [Event(*event)]) for n, *event in data["lead"]], data["last"])


class Running:
    """A game under the rules, with what is told of it; it knows nothing of what was recorded before.

    ``table``: the state that it begins with, where that is no beginning that a header could tell.
    ``keep_log``: what is done is kept for the log. ``listener`` is given the events of each answer where none is kept:
    bare, without how the cards lay. ``differences`` are those from what was recorded, where it was.
    """

    game: Game
    driver: Driver
    hurries = False  # is what is done now not to be told, because it is long ago?

    def __init__(
        self, header: dict[str, Any], *, keep_log: bool, listener: Listener | None = None, table: State | None = None
    ) -> None:
        self.header, self.table = header, table
        self.keep_log = keep_log
        self.listener = listener
        self.differences: list[Difference] = []
        self._batches: list[Batch] = []
        self._storyline = Thread()

    @property
    def state(self) -> State:
        """The state as it stands."""
        return self.game.state

    @property
    def pending(self) -> Decision | None:
        """The open question; None when the game is over."""
        return self.driver.pending

    @property
    def at_boundary(self) -> bool:
        """Does the open question stand first after an action boundary, so that the state alone says everything?"""
        return self.driver.questions_here == 1

    def start(self) -> Noted:
        """Run from the beginning to the first question."""
        state, left_out = begun(self.header) if self.table is None else (self.table.copy(), None)
        self.differences = [] if left_out is None else [Difference(0, left_out, {}, None, False)]
        self.game = self._new_game(state, dict(self.header.get("readings", {})))
        if "position" in self.header.get("origin", ()):
            self.game.do.emit("adjusted", (), said="", who=self.state.turn)
        self.driver = Driver(partial(program, self.game))
        self.run(self.driver.start, 0)
        return []

    def _new_game(self, state: State, readings: dict[str, str]) -> Game:
        from oathtools.powers import load

        registry, named = load(), self.header.get("cards")  # headers of 0.1 name the cards that have code
        if named is not None and set(named) != set(registry.coded):
            registry = registry.only(named)
        game = Game(state, registry, readings)
        if self.keep_log:
            if not self.hurries:
                game.do.narrate()
        elif self.listener is None:
            game.do.unheard()
        return game

    def run(self, step: Callable[..., None], n: int, *answer: Answer) -> None:
        """Run the rules on; what they did is kept for the log, or goes to whoever listens."""
        if self.keep_log:
            self.game.do.begin_anew()
        step(*answer)
        events = self.game.do.events
        if self.keep_log:
            self._batches.append(Batch(n, events[:]))
            self._storyline.follow(self._batches[-1])
        elif self.listener is not None:
            self.listener(events)
        events.clear()

    def stand_as_stated(self, entry: Entry) -> None:
        """Begin anew from a position: the rest of the journal goes on from there."""
        assert entry.adjust is not None
        self.game = self._new_game(stated(entry.adjust), self.game.readings)
        self.game.do.emit("adjusted", (), said=entry.said, who=self.state.turn)
        self.driver = Driver(partial(program, self.game))
        self.run(self.driver.start, entry.n)

    def take_down(self, entry: Entry) -> None:
        """Keep what the table said beside the rules. Raises ``LookupError`` for a promise that is none."""
        assert entry.remark is not None
        self.run(partial(promises.take_down, self.game, entry.remark), entry.n)

    def begin_chronicle(self, entry: Entry) -> None:
        """Go on with chapter 8. Raises ``NotOver`` if the game is not over, or if nobody has won."""
        from oathtools.procedures.chronicle.procedure import begin

        begin(self.game)
        self.run(self.driver.start, entry.n)

    def go_on_with(self, entry: Entry) -> None:
        """Other readings or other variants from here on: the open question is asked anew by them.

        Only between two actions: there the state alone says everything, so that the rules can begin again from it.
        Raises ``UnderWay`` elsewhere, and in a step of a variant that goes.
        """
        if self.pending is not None and not self.at_boundary:
            raise UnderWay(f"{self.pending.kind} is open: an action is under way")
        if entry.variants is not None:
            gone = [each for each in self.game.variants if each.name not in entry.variants]
            if any(self.state.step.partition(":")[0] in each.step_names for each in gone):
                raise UnderWay(f"{self.state.step} is a step of a variant")
            self.game.do.play_with(entry.variants)
        self.game = self._new_game(self.state, {**self.game.readings, **(entry.readings or {})})
        self.driver = Driver(partial(program, self.game))
        self.run(self.driver.start, entry.n)


def say_again(game: Running, entry: Entry, noted: Noted, *, compares: bool = True) -> Noted:
    """Say an entry again. ``noted`` are the questions skipped before it; returns those skipped after it.

    ``compares``: what was offered and what came of it are compared with what was recorded. Soft differences are noted
    with the game; raises ``ReplayError`` for a hard one.
    """
    left = list(entry.skipped)
    if entry.adjust is not None:
        _adjust_again(game, entry)
        return left
    if entry.remark is not None:
        _remark_again(game, entry)
        return left
    if entry.readings is not None or entry.variants is not None:
        _change_again(game, entry)
    elif entry.chronicle is not None:
        _chronicle_again(game, entry)
    elif entry.overruled is not None:
        _same_question(game, entry)
        game.run(lambda: game.driver.force(entry.answer), entry.n)
    else:
        if not _bring_to(game, entry, noted):
            return left
        decision = _same_question(game, entry)
        if not decision.allows(entry.answer):
            raise ReplayError(_difference(game, entry, "its answer is no longer legal", True))
        if compares and entry.options is not None and options_of(decision) != entry.options:
            game.differences.append(_difference(game, entry, "other options are offered now", False))
        game.run(lambda: game.driver.send(entry.answer), entry.n)
    # It ended at a boundary: what is asked now before that was not asked then.
    while entry.state is not None and not game.at_boundary and _pass(game, entry, left, "after"):
        pass
    if entry.state is not None and compares and entry.state != game.state.digest():
        raise ReplayError(_difference(game, entry, "the state after it is another one", True))
    return left


def _adjust_again(game: Running, entry: Entry) -> None:
    from oathtools.table.position.cards import PositionError

    try:
        game.stand_as_stated(entry)
    except PositionError as fault:
        why = f"the table cannot stand as it was stated: {fault}"
        raise ReplayError(_difference(game, entry, why, True)) from None


def _remark_again(game: Running, entry: Entry) -> None:
    try:
        game.take_down(entry)
    except LookupError as fault:
        raise ReplayError(_difference(game, entry, str(fault), True)) from None


def _change_again(game: Running, entry: Entry) -> None:
    try:
        game.go_on_with(entry)
    except UnderWay:
        raise ReplayError(_difference(game, entry, "an action is under way here now", True)) from None
    except (LookupError, ValueError) as fault:
        why = f"what was taken up there is not known: {fault}"
        raise ReplayError(_difference(game, entry, why, True)) from None


def _chronicle_again(game: Running, entry: Entry) -> None:
    from oathtools.procedures.chronicle.procedure import NotOver

    try:
        game.begin_chronicle(entry)
    except NotOver as fault:
        raise ReplayError(_difference(game, entry, str(fault), True)) from None


def _bring_to(game: Running, entry: Entry, noted: Noted) -> bool:
    """Pass questions that were not asked before an entry. False if it is one that is skipped alike now."""
    pending = game.driver.pending
    if (entry.kind, entry.answer) in game.driver.skipped and (pending is None or pending.kind != entry.kind):
        game.differences.append(_difference(game, entry, "it is no longer asked: one answer is left", False))
        return False
    while game.driver.pending and game.driver.pending.kind != entry.kind and _pass(game, entry, noted, "before"):
        pass
    return True


def _pass(game: Running, entry: Entry, noted: Noted, when: str) -> bool:
    """Take the answer noted for a question that was not asked then, or its default, if either is possible."""
    decision = game.driver.pending
    if decision is None:
        return False
    note = next((note for note in noted if note[0] == decision.kind), None)
    if note is not None:
        noted.remove(note)
    answer = decision.default if note is None else note[1]
    if answer is None or not decision.allows(answer):
        return False
    why = f"{decision.kind} is asked {when} it: {'its default' if note is None else 'what was noted for it'} taken"
    game.differences.append(_difference(game, entry, why, False))
    game.run(partial(game.driver.send, answer), entry.n)
    return True


def _same_question(game: Running, entry: Entry) -> Decision:
    decision = game.driver.pending
    if decision is None:
        raise ReplayError(_difference(game, entry, "the game is over before it", True))
    if (decision.kind, decision.who, decision.form.value) != (entry.kind, entry.who, entry.form):
        raise ReplayError(_difference(game, entry, "another question is asked", True))
    return decision


def _difference(game: Running, entry: Entry, why: str, hard: bool) -> Difference:
    recorded = {key: getattr(entry, key) for key in ("kind", "who", "form", "options", "answer")}
    now, recorded_question = game.driver.pending, None
    if now is not None:
        recorded_question = {"kind": now.kind, "who": now.who, "form": now.form.value, "options": options_of(now)}
    return Difference(entry.n, why, recorded, recorded_question, hard)
