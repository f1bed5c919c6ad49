"""A game in progress with its journal in memory: asked, answered, undone, replayed.

``Play`` knows nothing of files: ``journal.file`` appends what it says. Whoever answers is a plug.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from oathtools.engine.decision import Answer, Decision, NotOffered
from oathtools.engine.driver import Driver
from oathtools.journal.entries import Entries, live_entries
from oathtools.journal.origin import begun, stated
from oathtools.journal.record import Entry, Noted, options_of
from oathtools.journal.snapshots import Snapshot, again, enveloped, packed, plain, unpacked, worth
from oathtools.journal.told import Thread, Told
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn.loop import program
from oathtools.table.state import State


class Difference(NamedTuple):
    """Where a journal and the rules of today part: the entry, what it recorded, what is asked now.

    ``hard``: the game stops before this entry; else the answer stood and the difference is only reported.
    """

    n: int
    why: str
    recorded: dict[str, Any]
    asked: dict[str, Any] | None
    hard: bool


class NoWayOn(Exception):
    """The rules cannot go on with an answer, in a game in which one was overruled: nothing of it is kept."""


class ReplayError(Exception):
    """A hard difference on replay."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(f"entry {difference.n}: {difference.why}")
        self.difference = difference


class UnderWay(RuntimeError):
    """What is possible only between two actions was asked for in the middle of one."""


class Play:
    """A game from its header and entries.

    ``differences`` are those found on replay; after a hard one the game stands just before it and ``stopped`` is set.
    ``told`` are the events by entry, for the log (kept only with ``keep_log``); ``digests``: write options and state
    digests into new entries and compare those of old ones (a journal file wants them, a playout does not).
    ``cards`` are those whose powers are used: the ones of the header, and what ``upgrade`` added; None means all that
    are coded. ``journal`` is the name by which whoever keeps it knows it. ``snapshots`` are how it stood at earlier
    moments: the game goes on from one of them where it can; ``takes_snapshots``: it takes further ones as it is
    replayed, and when it is told to ``stand``.
    """

    journal = ""

    def __init__(
        self,
        header: dict[str, Any],
        entries: Sequence[Entry] | None = None,
        *,
        keep_log: bool = True,
        digests: bool = True,
        until: int | None = None,
        snapshots: Sequence[Snapshot] = (),
        takes_snapshots: bool = False,
    ) -> None:
        self.header = header
        self.entries: Entries
        self.keep_log, self.digests = keep_log, digests
        self.differences: list[Difference]
        self.stopped: Difference | None
        self.snapshots = list(snapshots)
        self.takes_snapshots = takes_snapshots
        self._told: list[Told] = []
        self._from = 0  # the entry from which on it is told; 0: from the beginning
        self._lead: list[Told] = []  # what is to be followed before that
        self._begin(entries or [], until)

    # -- building ------------------------------------------------------------------------------------------------

    def _begin(self, entries: Sequence[Entry], until: int | None = None) -> None:
        self.entries = entries.copy() if isinstance(entries, Entries) else Entries(entries)
        self.differences, self.stopped = [], None
        self.live, self.undone = live_entries(self.entries)
        if until is not None:
            self.live.cut(until)
        self._told, self._lead, self._from, self._thread = [], [], 0, Thread()
        compared = self._compared()
        found = self._wake_up()
        if found is None:
            replay, noted = self.live.cut(0), self._start()
        else:
            replay, noted = found
        taken, last = self.live.last, replay[-1].n if replay else 0
        for entry in replay:
            try:
                noted = self._replay(entry, noted, compared=entry.n <= compared)
            except ReplayError as stop:
                self.stopped = stop.difference
                self.differences.append(stop.difference)
                return
            self.live.append(entry)
            if self.takes_snapshots and worth(entry.n, taken, last) and self._take_snapshot(noted):
                taken = entry.n

    def again(self, until: int | None = None, *, keep_log: bool = True, digests: bool = True) -> "Play":
        """The same game once more, up to an entry: one to go on with that leaves this one as it is."""
        how: dict[str, Any] = {"keep_log": keep_log, "digests": digests, "until": until}
        return Play(self.header, self.entries, **how, snapshots=self.snapshots)

    def as_it_was(self, head: int, *, keep_log: bool = True) -> "Play":
        """The same game as it stood when entry ``head`` was its last."""
        how: dict[str, Any] = {"keep_log": keep_log, "takes_snapshots": self.takes_snapshots}
        earlier = Play(self.header, self.entries.until(head), snapshots=self.snapshots, **how)
        earlier.journal = self.journal
        return earlier

    def _start(self) -> Noted:
        """Run from the beginning to the first question."""
        self.cards: list[str] | None = self.header.get("cards")
        self.game = self._new_game(begun(self.header), dict(self.header.get("readings", {})))
        self._look_for_lost_powers()
        self.driver = Driver(partial(program, self.game))
        self._run(self.driver.start, 0)
        return []

    # -- snapshots -----------------------------------------------------------------------------------------------

    def _compared(self) -> int:
        """Up to which entry a replay has shown before that nothing differs."""
        return max((each.n for each in self.snapshots if each.sound), default=0)

    def _wake_up(self) -> tuple[list[Entry], Noted] | None:
        """Go on from the newest snapshot that is true of the answers in force.

        Returns what is still to be replayed, and the questions skipped before that.
        """
        for rest in sorted(self.snapshots, key=lambda each: -each.n):
            if self.live.has(rest.n):
                with suppress(LookupError, TypeError, ValueError, AttributeError):
                    noted = self._go_on_from(rest)
                    return self.live.cut(rest.n), noted
                self.differences = []
                self.snapshots.remove(rest)
        return None

    def _go_on_from(self, rest: Snapshot) -> Noted:
        """Stand as a snapshot says, with its question open; returns the questions that were skipped before it."""
        data = rest.opened()
        thread = Thread.from_data(again(data["thread"]))
        self.differences = [Difference(*row) for row in data["differences"]]
        self.cards = data["cards"]
        self.game = self._new_game(unpacked(data["state"]), data["readings"])
        self.game.rest(data["settled"])
        self.driver = Driver(partial(program, self.game))
        self.driver.start()
        self.driver.skipped = [(kind, answer) for kind, answer in data["skipped"]]
        self._thread, self._lead, self._from = thread, thread.lead[:], rest.n
        return [(kind, answer) for kind, answer in data["noted"]]

    def stand(self) -> None:
        """Note how the game stands after an answer, if it can go on from there: it may be kept beside the journal."""
        if self.takes_snapshots and self.live.last == self.head > 0:
            self._take_snapshot(list(self.live[-1].skipped))

    def _take_snapshot(self, noted: Noted) -> bool:
        """Note how the game stands, if a player is to choose an action: no rule is under way then."""
        n = self.live.last
        if not self.at_boundary or self.pending is None or self.pending.kind != "act" or not self.keep_log:
            return False
        if not self.game.at_rest or any(each.n == n for each in self.snapshots):
            return False
        with suppress(TypeError, ValueError):
            data = {
                "state": packed(self.state),
                "settled": self.game.is_settled,
                "cards": self.cards,
                "readings": self.game.readings,
                "skipped": self.driver.skipped,
                "differences": self.differences,
                "noted": noted,
                "thread": plain(self._thread.as_data()),
                "spans": self.live.spans(),
                "kinds": self.live.kinds(),
            }
            self.snapshots.append(Snapshot(n, self.digests and not self.differences, enveloped(data)))
            return True
        return False

    # -- what is told --------------------------------------------------------------------------------------------

    @property
    def told(self) -> list[Told]:
        """The events by entry."""
        return self._told_from(0)

    def told_since(self, n: int) -> list[Told]:
        """The events by entry since entry ``n``, and of those before what they lean on (``Thread``), or more."""
        told = self._told_from(n)
        return [*self._lead, *told]

    def last_told(self, *kinds: str) -> int:
        """The entry with which an event of these kinds came last, in all that is in force; 0 if none did."""
        return max((self._thread.last.get(kind, 0) for kind in kinds), default=0)

    def _told_from(self, n: int) -> list[Told]:
        """The events by entry, from some entry up to this one on."""
        if self._from > max(n, 0):
            before = [each for each in self.snapshots if each.n <= n]
            earlier = Play(self.header, self.entries, until=self.live.last, digests=False, snapshots=before)
            self._told, self._lead, self._from = earlier._told, earlier._lead, earlier._from
        return self._told

    def _new_game(self, state: State, readings: dict[str, str]) -> Game:
        from oathtools.powers import load

        registry = load()
        if self.cards is not None and set(self.cards) != set(registry.coded):
            registry = registry.only(self.cards)
        game = Game(state, registry, readings)
        if self.keep_log:
            game.do.to_be_told()
        return game

    def _look_for_lost_powers(self) -> None:
        """Powers that this journal counts on and that are not coded any more: a soft difference, told once."""
        from oathtools.powers import load

        lost = sorted(set(self.cards or ()) - set(load().coded))
        if lost:
            self.differences.append(
                Difference(0, f"not coded any more: {', '.join(lost)}", {"cards": self.cards}, None, False)
            )

    def _go(self, step: Callable[[], None], entry: Entry) -> None:
        """Run the rules on. What a table let pass may lead where they have no way on: then the game is as it was."""
        try:
            self._run(step, entry.n)
        except Exception as fault:
            if not entry.overruled and not any(each.overruled for each in self.live):
                raise
            self._begin(self.entries)
            raise NoWayOn(str(fault)) from fault

    def _run(self, step: Callable[[], None], n: int) -> None:
        """Run the rules on, and keep what they did for the log."""
        if self.keep_log:
            self.game.do.begin_anew()
        step()
        events = self.game.do.events
        if self.keep_log:
            self._told.append(Told(n, events[:]))
            self._thread.follow(self._told[-1])
        events.clear()

    # -- replay --------------------------------------------------------------------------------------------------

    def _replay(self, entry: Entry, noted: Noted, *, compared: bool = False) -> Noted:
        """Say an entry again. ``noted`` are the questions skipped before it; returns those skipped after it.

        ``compared``: it came out as it was recorded when it was said again before.
        """
        compares = self.digests and not compared
        left = list(entry.skipped)
        if entry.adjust is not None:
            self._replay_adjust(entry)
            return left
        if entry.readings is not None or entry.variants is not None or entry.cards is not None:
            self._replay_change(entry)
        elif entry.chronicle is not None:
            self._replay_chronicle(entry)
        elif entry.overruled is not None:
            self._same_question(entry)
            self._run(lambda: self.driver.force(entry.answer), entry.n)
        else:
            if not self._bring_to(entry, noted):
                return left
            decision = self._same_question(entry)
            if not decision.allows(entry.answer):
                raise ReplayError(self._difference(entry, "its answer is no longer legal", True))
            if compares and entry.options is not None and options_of(decision) != entry.options:
                self.differences.append(self._difference(entry, "other options are offered now", False))
            self._run(lambda: self.driver.send(entry.answer), entry.n)
        # It ended at a boundary: what is asked now before that was not asked then.
        while entry.state is not None and not self.at_boundary and self._pass(entry, left, "after"):
            pass
        if entry.state is not None and compares and entry.state != self.game.state.digest():
            raise ReplayError(self._difference(entry, "the state after it is another one", True))
        return left

    def _replay_adjust(self, entry: Entry) -> None:
        from oathtools.table.position.faults import PositionError

        try:
            self._stand(entry)
        except PositionError as fault:
            why = f"the table cannot stand as it was stated: {fault}"
            raise ReplayError(self._difference(entry, why, True)) from None

    def _replay_change(self, entry: Entry) -> None:
        try:
            self._go_on_with(entry)
        except UnderWay:
            raise ReplayError(self._difference(entry, "an action is under way here now", True)) from None
        except (LookupError, ValueError) as fault:
            why = f"what was taken up there is not known: {fault}"
            raise ReplayError(self._difference(entry, why, True)) from None

    def _replay_chronicle(self, entry: Entry) -> None:
        from oathtools.procedures.chronicle.procedure import NotOver

        try:
            self._begin_chronicle(entry)
        except NotOver as fault:
            raise ReplayError(self._difference(entry, str(fault), True)) from None

    def _bring_to(self, entry: Entry, noted: Noted) -> bool:
        """Pass questions that were not asked before an entry. False if it is one that is skipped alike now."""
        pending = self.driver.pending
        if (entry.kind, entry.answer) in self.driver.skipped and (pending is None or pending.kind != entry.kind):
            self.differences.append(self._difference(entry, "it is no longer asked: one answer is left", False))
            return False
        while self.driver.pending and self.driver.pending.kind != entry.kind and self._pass(entry, noted, "before"):
            pass
        return True

    def _pass(self, entry: Entry, noted: Noted, when: str) -> bool:
        """Take the answer noted for a question that was not asked then, or its default, if either is possible."""
        decision = self.driver.pending
        if decision is None:
            return False
        note = next((note for note in noted if note[0] == decision.kind), None)
        if note is not None:
            noted.remove(note)
        answer = decision.default if note is None else note[1]
        if answer is None or not decision.allows(answer):
            return False
        why = f"{decision.kind} is asked {when} it: {answer or 'nothing'} taken"
        self.differences.append(self._difference(entry, why, False))
        self._run(partial(self.driver.send, answer), entry.n)
        return True

    def _same_question(self, entry: Entry) -> Decision:
        decision = self.driver.pending
        if decision is None:
            raise ReplayError(self._difference(entry, "the game is over before it", True))
        if (decision.kind, decision.who, decision.form.value) != (entry.kind, entry.who, entry.form):
            raise ReplayError(self._difference(entry, "another question is asked", True))
        return decision

    def _difference(self, entry: Entry, why: str, hard: bool) -> Difference:
        recorded = {key: getattr(entry, key) for key in ("kind", "who", "form", "options", "answer")}
        decision = self.driver.pending
        asked = None
        if decision is not None:
            asked = {
                "kind": decision.kind,
                "who": decision.who,
                "form": decision.form.value,
                "options": options_of(decision),
            }
        return Difference(entry.n, why, recorded, asked, hard)

    # -- playing -------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state as it stands."""
        return self.game.state

    @property
    def pending(self) -> Decision | None:
        """The open question; None when the game is over."""
        return self.driver.pending

    @property
    def recorded(self) -> Entries:
        """The entries in force, those beyond a hard difference included."""
        return live_entries(self.entries)[0]

    @property
    def head(self) -> int:
        """The number of the last entry, undone ones included."""
        return self.entries.last

    @property
    def at_boundary(self) -> bool:
        """Does the open question stand first after an action boundary, so that the state alone says everything?"""
        return self.driver.asked_here == 1

    def answer(self, answer: Answer, *, checked: bool = False) -> Entry:
        """Answer the open question. Raises ``NotOffered`` and changes nothing if the answer is not legal.

        ``checked``: the answer was drawn from the legal ones just now.
        """
        decision = self._open()
        if not checked:
            decision.check(answer)
        entry = self._entry(decision, answer)
        self._go(partial(self.driver.send, answer), entry)
        return self._keep(entry)

    def overrule(self, answer: Answer, reason: str) -> Entry:
        """Let a refused answer pass, marked, with the reason. Raises ``NotOffered`` if it makes no sense at all."""
        decision = self._open()
        refusals = decision.refusals(answer)
        if not refusals:
            return self.answer(answer)
        if decision.misshapen(answer):
            raise NotOffered(decision, answer, refusals)
        entry = self._entry(decision, answer)
        entry.overruled = [list(refusal) for refusal in refusals]
        entry.reason = reason
        self._go(lambda: self.driver.force(answer), entry)
        return self._keep(entry)

    def adjust(self, position: dict[str, Any], said: str) -> Entry:
        """State how the table really stands, as a position in JSON form. Raises what ``from_position`` raises."""
        entry = Entry(self.head + 1, adjust=position, said=said)
        self._stand(entry)
        return self._keep(entry)

    def adopt(self, readings: dict[str, str], variants: dict[str, Any] | None = None) -> Entry:
        """Take up other readings of open points from here on, and other variants (None: as they are).

        ``variants`` are all that are in force then, each with what the saga keeps of it; one that is in force already
        keeps its own. Raises ``UnderWay`` in the middle of an action, or of a step of a variant that goes.
        """
        entry = Entry(self.head + 1, readings=readings, variants=variants)
        self._go_on_with(entry)
        return self._keep(entry)

    def upgrade(self, cards: list[str]) -> Entry:
        """Use the powers of further cards from here on. Raises ``UnderWay`` in the middle of an action."""
        entry = Entry(self.head + 1, cards=cards)
        self._go_on_with(entry)
        return self._keep(entry)

    def write_chronicle(self, seed: str | None = None) -> Entry:
        """Begin chapter 8 once the game is over. Raises ``NotOver`` if it is not, or if nobody has won.

        ``seed`` is recorded: with it the tool draws and shuffles what nobody may see, else the people do.
        """
        entry = Entry(self.head + 1, chronicle={} if seed is None else {"seed": seed})
        self._begin_chronicle(entry)
        return self._keep(entry)

    def coded_since(self) -> list[str]:
        """The cards whose powers were coded after this game began, in catalogue order."""
        from oathtools.powers import load

        return [] if self.cards is None else [card for card in load().coded if card not in self.cards]

    def undo(self, to: int, by: str | None = None) -> Entry:
        """Go back to just after entry ``to`` (0: the beginning); ``by`` the name of whoever does, where it is known."""
        entry = Entry(self.head + 1, undo_to=to, head=self.head, by=by)
        self.entries.append(entry)
        self._begin(self.entries)
        return entry

    def redo(self, to: int) -> Entry:
        """Bring back undone entries up to number ``to``."""
        entry = Entry(self.head + 1, redo_to=to, head=self.head)
        self.entries.append(entry)
        self._begin(self.entries)
        return entry

    def counter(self, kind: str) -> int:
        """How often a kind of question has been answered: seeded chance counts so, and an undo is no way to reroll."""
        return self.live.answered(kind)

    def _open(self) -> Decision:
        if self.driver.pending is None:
            raise RuntimeError("the game is over: nothing is asked")
        return self.driver.pending

    def _entry(self, decision: Decision, answer: Answer) -> Entry:
        options = options_of(decision) if self.digests else None
        who, form = decision.who, str(decision.form)
        return Entry(self.head + 1, decision.kind, who, form, options, answer, private=decision.private)

    def _keep(self, entry: Entry) -> Entry:
        if entry.kind:
            entry.skipped = self.driver.skipped  # the driver begins a new list at each answer
        if entry.adjust is None and self.digests and (self.at_boundary or self.driver.pending is None):
            entry.state = self.game.state.digest()
        self.entries.append(entry)
        self.live.append(entry)
        self.undone = []
        return entry

    def _stand(self, entry: Entry) -> None:
        """Begin anew from a position: the rest of the journal goes on from there."""
        assert entry.adjust is not None
        self.game = self._new_game(stated(entry.adjust), self.game.readings)
        self.game.do.emit("adjusted", (), said=entry.said)
        self.driver = Driver(partial(program, self.game))
        self._run(self.driver.start, entry.n)

    def _begin_chronicle(self, entry: Entry) -> None:
        from oathtools.procedures.chronicle.procedure import begin

        begin(self.game)
        self._run(self.driver.start, entry.n)

    def _go_on_with(self, entry: Entry) -> None:
        """Other readings, other variants or further cards from here on: the open question is asked anew by them.

        Only between two actions: there the state alone says everything, so that the rules can begin again from it.
        """
        if self.pending is not None and not self.at_boundary:
            raise UnderWay(f"{self.pending.kind} is open: an action is under way")
        if entry.variants is not None:
            gone = [each for each in self.game.variants if each.name not in entry.variants]
            if any(self.state.step.partition(":")[0] in each.step_names for each in gone):
                raise UnderWay(f"{self.state.step} is a step of a variant")
            self.game.do.play_with(entry.variants)
        if entry.cards is not None and self.cards is not None:
            self.cards = [*self.cards, *(card for card in entry.cards if card not in self.cards)]
        self.game = self._new_game(self.state, {**self.game.readings, **(entry.readings or {})})
        self.driver = Driver(partial(program, self.game))
        self._run(self.driver.start, entry.n)
