"""A game in progress with its journal in memory: asked, answered, undone, replayed.

``Play`` knows nothing of files: ``journal.file`` appends what it says. Whoever answers is a plug.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any

from oathtools.engine.decision import Answer, Decision, NotOffered
from oathtools.engine.driver import Driver
from oathtools.journal.entries import Difference, Entries, NoWayOn, ReplayError, live_entries
from oathtools.journal.entry import Entry, Noted, answered
from oathtools.journal.running import Batch, Listener, Running, Thread, say_again
from oathtools.journal.snapshots import Snapshot, again, enveloped, packed, plain, thinned, unpacked, worth
from oathtools.procedures.turn import program
from oathtools.table.effects import Event
from oathtools.table.state import State
from oathtools.table.views import may_know

if TYPE_CHECKING:
    from oathtools.journal.file import Content

# Of so many answers at least what happened stays known in a game that forgets.
_REMEMBERED = 48
# Where so many are to be replayed, whoever only looks is not told what was offered long ago.
_LONG = 10 * _REMEMBERED


class Play(Running):
    """A game from its header and entries.

    ``differences`` are those found on replay; after a hard one the game stands just before it and ``stopped`` is set.
    ``told`` are the events by entry, for the log (kept only with ``keep_log``); ``digests``: write options and state
    digests into new entries and compare those of old ones (a journal file wants them, a playout does not).
    ``journal`` is the name by which whoever keeps it knows it, ``journal_read`` what stood there when it was read or
    written last. ``snapshots`` are how it stood at earlier moments: the game goes on from one of them where it can;
    ``takes_snapshots``: it takes further ones as it is replayed, and when it is told to ``stand``. ``glances``: only
    to look at how it stands now: of what was answered long ago the answers are judged, and what came of them all, not
    what else was offered.
    """

    journal = ""
    journal_read: "Content | None" = None

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
        listener: Listener | None = None,
        table: State | None = None,
        glances: bool = False,
    ) -> None:
        super().__init__(header, keep_log=keep_log, listener=listener, table=table)
        self.entries: Entries
        self.digests = digests
        self.stopped: Difference | None
        self.snapshots = list(snapshots)
        self.takes_snapshots = takes_snapshots
        self._glanced = False  # is there anything of which it was not compared what was offered?
        self._lead: list[Batch] = []  # to be followed before the entry from which on it is told (``_from``)
        self._begin(entries or [], until, glances)

    # -- building ------------------------------------------------------------------------------------------------

    def _begin(self, entries: Sequence[Entry], until: int | None = None, glances: bool = False) -> None:
        self.entries = entries.copy() if isinstance(entries, Entries) else Entries(entries)
        self.differences, self.stopped = [], None
        self.live, self.undone = live_entries(self.entries)
        if until is not None:
            self.live.cut(until)
        self._batches, self._lead, self._from, self._storyline = [], [], 0, Thread()
        compared = self._compared()
        found = self._wake_up()
        if found is None:
            self.hurries = self._glanced = glances and len(self.live) > _LONG
            replay, noted = self.live.cut(0), self.start()
        else:
            replay, noted = found
        taken, last = self.live.last, replay[-1].n if replay else 0
        for entry, ahead in zip_longest(replay, replay[1:]):
            self.driver.ahead = None if ahead is None else ahead.answer
            if self.hurries and entry.n > last - 3 * _REMEMBERED // 2 and self.at_boundary and self.live[-1].state:
                if self.live[-1].state != self.state.digest():
                    return self._begin(entries, until)
                self._look(noted)
            try:
                noted = say_again(self, entry, noted, compares=self.digests and entry.n > compared and not self.hurries)
            except ReplayError as stop:
                if self.hurries:
                    return self._begin(entries, until)
                self.stopped = stop.difference
                self.differences.append(stop.difference)
                return None
            self.live.append(entry)
            if self.takes_snapshots and not self.hurries and worth(entry.n, taken, last) and self._take_snapshot(noted):
                taken = entry.n
        if self.hurries:  # it never stood where it could be looked at
            return self._begin(entries, until)
        return None

    def _look(self, noted: Noted) -> None:
        """From here on all is compared and told; what came before is told anew if somebody asks."""
        self.hurries = False
        self.game.do.narrate()
        self._batches, self._lead, self._from = [], self._storyline.lead[:], self.live.last
        if self.takes_snapshots:
            self._take_snapshot(noted)

    def again(self, until: int | None = None, *, keep_log: bool = True, digests: bool = True) -> "Play":
        """The same game once more, up to an entry: one to go on with that leaves this one as it is."""
        how: dict[str, Any] = {"keep_log": keep_log, "digests": digests, "until": until, "table": self.table}
        return Play(self.header, self.entries, **how, snapshots=self.snapshots)

    def before_action(self) -> "Play":
        """The same game at its last action boundary, where a position can be stated: this one if it stands there.

        Raises ``ValueError`` if there has been none.
        """
        if self.pending is None or self.at_boundary:
            return self
        for entry in reversed(self.live[:-1]):
            earlier = self.again(entry.n, digests=False)
            if earlier.at_boundary:
                return earlier
        raise ValueError("no action boundary has been reached yet")

    def as_it_was(self, head: int, *, keep_log: bool = True) -> "Play":
        """The same game as it stood when entry ``head`` was its last."""
        how: dict[str, Any] = {"keep_log": keep_log, "takes_snapshots": self.takes_snapshots, "table": self.table}
        earlier = Play(self.header, self.entries.until(head), snapshots=self.snapshots, **how)
        earlier.journal = self.journal
        return earlier

    def replayed(self, since: int = 0) -> Iterator[tuple["Play", Decision | None, Entry, list[Event]]]:
        """The same game once more after entry ``since``, answer by answer, those in force: how it stands after each,
        what had been asked, the answer, and what happened. It is one game that goes on.

        Raises ``ReplayError`` where the rules of today part from it.
        """
        again = self.again(since, digests=False)
        noted: Noted = []
        for entry in self.live.since(since):
            decision, count = again.pending, len(again._batches)
            noted = say_again(again, entry, noted, compares=False)
            yield again, decision, entry, [event for batch in again._batches[count:] for event in batch.events]

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
                    self._glanced = not rest.sound and not self.differences
                    return self.live.cut(rest.n), noted
                self.differences = []
                self.snapshots.remove(rest)
        return None

    def _go_on_from(self, rest: Snapshot) -> Noted:
        """Stand as a snapshot says, with its question open; returns the questions that were skipped before it."""
        data = rest.opened()
        thread = Thread.from_data(again(data["thread"]))
        self.differences = [Difference(*row) for row in data["differences"]]
        self.game = self._new_game(unpacked(data["state"]), data["readings"])
        self.game.rest(data["settled"])
        self.driver = Driver(partial(program, self.game))
        self.driver.start()
        self.driver.skipped = [(kind, answer) for kind, answer in data["skipped"]]
        self._storyline, self._lead, self._from = thread, thread.lead[:], rest.n
        return [(kind, answer) for kind, answer in data["noted"]]

    def stand(self, *, anyway: bool = False) -> None:
        """Note how the game stands after an answer, if it can go on from there: it may be kept beside the journal.

        ``anyway``: also where none are taken as the game is built, since it will be gone back to.
        """
        if (self.takes_snapshots or anyway) and self.live.last == self.head > 0:
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
                "readings": self.game.readings,
                "skipped": self.driver.skipped,
                "differences": self.differences,
                "noted": noted,
                "thread": plain(self._storyline.as_data()),
                "spans": self.live.spans(),
                "kinds": self.live.kinds(),
            }
            sound = self.digests and not self.differences and not self._glanced
            self.snapshots.append(Snapshot(n, sound, enveloped(data)))
            return True
        return False

    def forget(self) -> None:
        """Let go of what can be had again: of a game that is kept open for long only its own answers grow.

        What happened up to a snapshot is told from the snapshots before it if somebody asks; those that lie too dense
        for what is long past go, too.
        """
        if len(self._batches) < 2 * _REMEMBERED:
            return
        late = [each for each in self.snapshots if each.n > self._from and self._is_true(each)]
        past = [each for each in late if each.n <= self._batches[-_REMEMBERED].n]
        if past:
            with suppress(LookupError, TypeError, ValueError):
                self._lead = Thread.from_data(again(past[-1].opened()["thread"])).lead
                self._batches = [each for each in self._batches if each.n > past[-1].n]
                self._from = past[-1].n
            self.snapshots = thinned(filter(self._is_true, self.snapshots), self.head)
        elif not late:
            self.stand()

    def _is_true(self, snapshot: Snapshot) -> bool:
        return self.live.has(snapshot.n)

    # -- what is told --------------------------------------------------------------------------------------------

    @property
    def batches(self) -> list[Batch]:
        """The events by entry."""
        return self._batches_from(0)

    def batches_since(self, n: int) -> list[Batch]:
        """The events by entry since entry ``n``, and of those before what they lean on (``Thread``), or more."""
        batches = self._batches_from(n)
        for at in range(bisect_right(batches, n, key=lambda each: each.n) - 1, -1, -1):
            if any(event.kind == "turn" for event in batches[at].events):
                return batches[at:]
        return [*self._lead, *batches]

    def last_entry_with(self, *kinds: str) -> int:
        """The entry with which an event of these kinds came last, in all that is in force; 0 if none did."""
        return max((self._storyline.last.get(kind, 0) for kind in kinds), default=0)

    def _batches_from(self, n: int) -> list[Batch]:
        """The events by entry, from some entry up to this one on."""
        if self._from > max(n, 0):
            before = [each for each in self.snapshots if each.n <= n]
            earlier = Play(self.header, self.entries, until=self.live.last, digests=False, snapshots=before)
            self._batches, self._lead, self._from = earlier._batches, earlier._lead, earlier._from
        return self._batches

    def _go(self, step: Callable[[Answer], None], answer: Answer, entry: Entry) -> None:
        """Run the rules on with an answer.

        What a table let pass may lead where they have no way on: then the game is as it was.
        """
        try:
            self.run(step, entry.n, answer)
        except Exception as fault:
            if not entry.overruled and not any(each.overruled for each in self.live):
                raise
            self._begin(self.entries)
            raise NoWayOn(str(fault)) from fault

    # -- playing -------------------------------------------------------------------------------------------------

    @property
    def recorded(self) -> Entries:
        """The entries in force, those beyond a hard difference included."""
        return live_entries(self.entries)[0]

    @property
    def head(self) -> int:
        """The number of the last entry, undone ones included."""
        return self.entries.last

    def answer(self, answer: Answer, *, checked: bool = False) -> Entry:
        """Answer the open question. Raises ``NotOffered`` and changes nothing if the answer is not legal.

        ``checked``: the answer was drawn from the legal ones just now.
        """
        decision = self.driver.pending or self._open()
        if not checked:
            decision.check(answer)
        entry = self._entry(decision, answer)
        self._go(self.driver.send, answer, entry)
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
        self._go(self.driver.force, answer, entry)
        return self._keep(entry)

    def adjust(self, position: dict[str, Any], words: str) -> Entry:
        """State how the table really stands, as a position in JSON form. Raises what ``from_position`` raises."""
        entry = Entry(self.head + 1, adjust=position, said=words)
        self.stand_as_stated(entry)
        return self._keep(entry)

    def adopt(self, readings: dict[str, str], variants: dict[str, Any] | None = None) -> Entry:
        """Take up other readings of open points from here on, and other variants (None: as they are).

        ``variants`` are all that are in force then, each with what the saga keeps of it; one that is in force already
        keeps its own. Raises ``UnderWay`` in the middle of an action, or of a step of a variant that goes.
        """
        entry = Entry(self.head + 1, readings=readings, variants=variants)
        self.go_on_with(entry)
        return self._keep(entry)

    def remark(self, said: dict[str, Any]) -> Entry:
        """Take down what the table says beside the rules: a note, a promise, what the tool rolled (``Entry``).

        Raises ``LookupError`` for a promise that is none.
        """
        entry = Entry(self.head + 1, remark=said)
        self.take_down(entry)
        return self._keep(entry)

    @property
    def unlooked(self) -> bool:
        """Do people draw cards for a bot now, and look at none that is not turned over (9.4)?"""
        decision = self.pending
        if decision is None or "seed" in self.header["chance"] or not decision.kind.endswith("draw"):
            return False
        return any(seat.get("bot") and seat["color"] == decision.who for seat in self.header["seats"])

    def chronicle_seed(self) -> str | None:
        """The seed with which chapter 8 was begun, if it was, and with one."""
        begun = (entry.chronicle for entry in reversed(self.live) if entry.chronicle is not None)
        return next(begun, {}).get("seed") if self.state.phase in ("chronicle", "written") else None

    def write_chronicle(self, seed: str | None = None) -> Entry:
        """Begin chapter 8 once the game is over. Raises ``NotOver`` if it is not, or if nobody has won.

        ``seed`` is recorded: with it the tool draws and shuffles what nobody may see, else the people do.
        """
        entry = Entry(self.head + 1, chronicle={} if seed is None else {"seed": seed})
        self.begin_chronicle(entry)
        return self._keep(entry)

    def undo(self, to: int, by: str | None = None, as_at: int | None = None, said: str | None = None) -> Entry:
        """Go back to just after entry ``to`` (0: the beginning); ``by`` the name of whoever does, where it is known.

        ``as_at``: to how it stood when that entry was the last, which has what came of entry ``to`` before a
        correction; ``said``: it is what a correction begins with, in these words.
        """
        entry = Entry(self.head + 1, undo_to=to, head=self.head, by=by, as_at=as_at, said=said)
        self.entries.append(entry)
        self._begin(self.entries)
        return entry

    def forget_since(self, to: int) -> None:
        """Stand as just after entry ``to`` again: the answers since then were only tried, and are kept nowhere."""
        if self.head > to:
            self.snapshots = [each for each in self.snapshots if each.n <= to]
            self._begin(self.entries.until(to))

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
        return answered(self.entries.last + 1, decision, answer, self.digests)

    def _keep(self, entry: Entry) -> Entry:
        if entry.kind:
            entry.skipped = self.driver.skipped  # the driver begins a new list at each answer
        if self.digests and entry.adjust is None and (self.at_boundary or self.driver.pending is None):
            entry.state = self.game.state.digest()
        self.entries.append(entry)
        self.live.append(entry)
        self.undone = []
        return entry


# -- what taking back means at a table -------------------------------------------------------------------------------


# By these somebody has come to know a card; what was seen cannot be taken back.
_SEEN = ("looked", "peeked")


def target_of(play: Play, number: int) -> int:
    """The entry before the last ``number`` answers that people gave; all of them if only bots play."""
    chosen = list(islice(_by_people(play), number)) or list(islice(reversed(play.live), number))
    return chosen[-1].n - 1 if chosen else 0


def line_began(play: Play) -> int:
    """The entry before the last line that people typed, whatever it answered; before the last answer of bots alone."""
    last = next(_by_people(play), None) or next(iter(reversed(play.live)), None)
    return last.n - (last.line or 0) - 1 if last is not None else 0


def action_began(play: Play, n: int) -> int:
    """The entry before the action in the course of which an entry was told; before the entry itself outside of any."""
    for entry in reversed(play.live):
        if entry.n <= n and entry.kind == "act":
            return entry.n - 1
        if entry.n < n and entry.state is not None:
            break
    return n - 1


def turn_began(play: Play, seat: str | None = None) -> int:
    """The entry with which the turn began in which people answered last; the beginning of the game before any turn.

    ``seat``: the last turn of this player instead, 0 if there was none.
    """
    if seat is not None:
        turns = [
            batch for batch in play.batches if any(each.kind == "turn" and _is_of(each, seat) for each in batch.events)
        ]
        return turns[-1].n if turns else 0
    answered = next(_by_people(play), None)
    last = play.live.last if answered is None else answered.n
    before = play.batches_since(last - 1)
    began = [batch.n for batch in before if batch.n < last and any(event.kind == "turn" for event in batch.events)]
    return max(began, default=0)


def _is_of(event: Event, seat: str) -> bool:
    return bool(event.facts.get("who") == seat)


def lost_by(play: Play, to: int) -> list[Entry]:
    """The entries after ``to`` that answering once more does not bring back.

    What dice or cards told, what somebody has seen, and corrections, unless such a one is all that is taken back.
    """
    gone = play.live.since(to)
    seen = {batch.n for batch in play.batches_since(to) if any(map(_shows, batch.events))}
    return [
        entry
        for entry in gone
        if entry.is_chance or entry.n in seen or (entry.adjust is not None and entry is not gone[0])
    ]


def _by_people(play: Play) -> Iterator[Entry]:
    """The answers of people, the last one first."""
    bots = {seat["color"] for seat in play.header["seats"] if seat.get("bot")}
    seeded = "seed" in play.header["chance"]
    return (entry for entry in reversed(play.live) if entry.who not in bots and not (entry.is_chance and seeded))


def _shows(event: Event) -> bool:
    """Has somebody come to see a card by it that was hidden from them?"""
    card = event.facts.get("card")
    if event.kind in _SEEN or event.before is None or event.after is None:
        return event.kind in _SEEN
    if card not in event.before.facedown or card not in event.after.where:
        return False
    return may_know(card, event.after.where[card], event.after.facedown.get(card), None)
