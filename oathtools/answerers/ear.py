"""Lines as people tell them: clause by clause, each with all its readings; the open question decides which is meant.

Nothing is answered unless every word of a clause is part of its reading (``grammar.covers``) or means nothing.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from oathtools.answerers.answers import Answers, Done, Needs, by_the_way
from oathtools.answerers.grammar import (
    Head,
    Said,
    Slot,
    actions_for,
    begins_clause,
    colloquial,
    head,
    parts,
    requests,
)
from oathtools.answerers.matching import Misread
from oathtools.answerers.reading import KEEP, ORDER, PLACE, in_hand, is_placing, parse_request, table_of
from oathtools.answerers.requests import SpokenRequest
from oathtools.answerers.speech import (
    Number,
    Token,
    Unexplained,
    denies,
    is_empty,
    is_joint,
    is_strange,
    takes_back,
    tokens,
    unit_of,
    verbs_of,
    words,
    written_out,
)
from oathtools.answerers.told import Came, Told
from oathtools.engine.decision import Answer, Decision, Form, NotOffered
from oathtools.journal.entry import Entry
from oathtools.kit import guesses
from oathtools.procedures.campaign.ground import PLAN
from oathtools.procedures.turn.loop import ACTIONS, END

if TYPE_CHECKING:
    from oathtools.answerers.speaker import Speaker

_ENDS = frozenset(("end", "finish", "done", "rest", "pass", "call"))
_OF_TURN = frozenset(("turn", "phase", "act", "that", "finished"))
LOOKS = ("look", "look.top")
_MOST = 12  # questions that a clause passes by
_TRIED = 48  # places of a line from which it is read on


class Ear(Answers, Told):
    """Reads one line for a speaker, whose game goes on with each clause."""

    def __init__(self, speaker: "Speaker", text: str) -> None:
        self.speaker, self.text = speaker, written_out(text)
        self.found = tokens(self.text)
        self.entries: list[Entry] = []
        self.fault: Misread | None = None
        self.unlikely: Done | None = None
        self.best: Exception | None = None
        self.far, self.tried = -1, 0
        self.gone: list[Any] = []
        self.spoke, self.joined = "", True
        self.marks: tuple[int, ...] = ()
        self.slots: dict[Any, dict[Any, list[Slot]]] = {}

    def hear(self) -> list[Entry]:
        """Answer from the whole line. Raises ``Misread`` for the first clause that cannot be meant."""
        if not self._goes_on(0):
            raise self.best or Misread(f"{self.text!r} says nothing that is asked")
        return self.entries

    # -- the search ------------------------------------------------------------------------------------------------

    def _goes_on(self, at: int, passed: int = 0) -> bool:
        """Answer from the words from one on, in the first way that leaves none of them over."""
        while at < len(self.found) and (is_joint(self.found[at]) or self.found[at].low == ")"):
            at += 1
        if all(is_empty(each) or is_joint(each) for each in self.found[at:]):
            return bool(self.entries) and (not self.gone or self.are_gone(self.gone, self.speaker.play.pending))
        self.tried += 1
        if self.tried > _TRIED:
            return False
        if (size := takes_back(self.found[at:])) and self.marks:
            return self._instead(at + size)
        play, found = self.speaker.play, self.found[at:]
        self.fault, self.unlikely = None, None
        decision = self.speaker.play.pending
        joined = self.joined = at == 0 or is_joint(self.found[at - 1])
        if decision is not None:
            calls = self.speaker._label_of("")
            ends = self._ends(found, self._verbs(decision))
            for end in ends:
                said = head(found[:end], play.state.seats, calls)
                self.joined = joined
                for done in self._ways(decision, said, found[said.at : end]):
                    if self._holds(done, at, end):
                        return True
            fault, unlikely = self.fault, self.unlikely
            tells = (joined or found[0].low == "without") and (not passed or self.entries[-1].kind.endswith(".dice"))
            for end in reversed(ends) if tells else ():
                if self._holds(partial(self._told, found[:end]), at, end):
                    return True
            if (
                passed < _MOST
                and self._passes(decision)
                and self._holds(partial(self._passed, decision), at, 0, passed)
            ):
                return True
            if unlikely is not None:
                self._holds(unlikely, at, ends[-1])  # refused by the rules, with their reasons
            words_ = self.text[found[0].start : found[ends[-1] - 1].end]
            self._note(
                at,
                fault
                or Unexplained(
                    f"{words_!r} was not understood, so nothing of the line was done",
                    "Leave it out, or say it in other words",
                ),
            )
        elif self._holds(partial(self._told, found), at, len(found)):
            return True
        return False

    def _holds(self, done: Done, at: int, end: int, passed: int = -1) -> bool:
        """Give some answers, and go on; all of it is taken back where the rest of the line cannot be meant."""
        play = self.speaker.play
        before, entries, gone, spoke, marks = play.head, list(self.entries), list(self.gone), self.spoke, self.marks
        self.speaker._head = before
        try:
            with guesses.listening() as guessed:
                self.entries += done()
                if len(self.entries) > len(entries) and passed < 0:
                    self.marks = (len(entries), before)
                holds = self._goes_on(at + end, passed + 1)
            if holds:
                guesses.note(*guessed)
                return True
        except (Misread, NotOffered, Needs) as fault:
            self._note(at, fault)
        play.forget_since(before)
        self.entries, self.gone, self.spoke, self.marks = entries, gone, spoke, marks
        return False

    def _instead(self, at: int) -> bool:
        """Somebody takes back what was just told, and says another thing: the last answers are given anew."""
        play, entries, marks, self.marks = self.speaker.play, self.entries, self.marks, ()
        for before in range(len(entries) - 1, marks[0] - 1, -1):
            again = [entry.answer for entry in entries[marks[0] : before]]
            play.forget_since(marks[1])
            self.entries = [*entries[: marks[0]], *map(self.speaker._give, again)]
            if self._goes_on(at):
                return True
        play.forget_since(marks[1])
        return False

    def _note(self, at: int, fault: Exception) -> None:
        """Keep what is wrong with the line: the farthest fault, of those that of the rules."""
        if self.best is None or (at, isinstance(fault, NotOffered)) > (self.far, isinstance(self.best, NotOffered)):
            self.far, self.best = at, fault

    def _whose(self, decision: Decision) -> str:
        return decision.who if decision.kind == PLAN else self.spoke

    def _ends(self, found: Sequence[Token], verbs: set[str]) -> list[int]:
        """Where the first clause of some words may end, the farthest first."""
        seats, calls = self.speaker.play.state.seats, self.speaker._label_of("")
        return list(
            parts(
                found,
                lambda to: begins_clause(found, to, seats, calls, verbs),
                lambda to: head(found[:to], seats, calls).at < to,
            )
        )

    def _verbs(self, decision: Decision) -> set[str]:
        """What may begin a clause here: the verbs of actions and of answers."""
        known = {
            begins.split()[0].casefold()
            for name in ACTIONS.known()
            for begins in (name, *ACTIONS[name].verbs, *ACTIONS[name].begins, *colloquial(name))
            if begins
        }
        return known | {verb for several in words()["answers"].values() for verb in several} | _ENDS | {"roll"} - {"be"}

    def _passed(self, decision: Decision) -> list[Entry]:
        return [self.speaker._give(by_the_way(decision, self._whose(decision)))]

    def _passes(self, decision: Decision) -> bool:
        """May the line go by a question that it does not speak of? Only where its default does nothing, or is all."""
        if decision.kind == "act" or decision.kind.endswith((".place", ".losses", ".sacrifice", ".accept")):
            return False
        nothing = decision.default in ("go-on", "none", "no", "nothing", []) or (
            decision.form in (Form.SOME, Form.DISTRIBUTE) and decision.low == 0 and decision.default is None
        )
        all_ = decision.kind.endswith((".dice", ".order")) or decision.kind in LOOKS
        return (nothing or all_) and (bool(self.entries) or decision.kind == PLAN)

    def _ways(self, decision: Decision, said: Head, body: Sequence[Token]) -> Iterator[Done]:
        """What a clause may answer, said of one player or of several in turn."""
        if len(said.who) < 2 or decision.form is not Form.OUTCOME:
            yield from self._one(decision, said, body)
        elif decision.who in said.who and any(True for _ in self._one(decision, said, body)):
            yield lambda: self._of_each(said, body)

    def _of_each(self, said: Head, body: Sequence[Token]) -> list[Entry]:
        entries: list[Entry] = []
        for seat in said.who:
            one = next(self._one(self.speaker._open(), said._replace(who=(seat,)), body), None)
            if one is None:
                raise Misread(f"{self.text!r} cannot be said of {self.speaker._label_of('')(seat)}")
            entries += one()
        return entries

    def _one(self, decision: Decision, said: Head, body: Sequence[Token]) -> Iterator[Done]:
        label = self.speaker._label_of("")
        if said.who and decision.who not in said.who:
            self.fault = Unexplained(
                f"{label(said.who[0])} is another player than the one who acts",
                "Leave the name out, or see whose turn it is",
            )
            return
        self.spoke = decision.who
        if said.never or any(map(denies, body)):
            if not self.joined:
                return
            yield from filter(None, [self._denied(decision, said, body)])
            return
        for way in (self._ended, self._same, self._placed, self._asked_for, self._answered):
            done = way(decision, said, body)
            if done is not None:
                yield done

    def _denied(self, decision: Decision, said: Head, body: Sequence[Token]) -> Done | None:
        """What is not done: *no*, *no plans*, *sacrifices nothing*."""
        denials = [each for each in body if denies(each)]
        if len(denials) + said.never > 1 and denials[0].low not in ("nope", "nah") and len(denials) < len(body):
            return None
        left = [each for each in body if not (denies(each) or is_empty(each) or is_joint(each))]
        kind = decision.kind.rpartition(".")[2]
        mine = words()["of_plans"] | {kind, f"{kind}s", *words()["answers"].get(kind, ())}
        if any(each.name or not (verbs_of(each.low) & mine or unit_of(each.low)) for each in left):
            return None
        else_ = bool(left) and all(each.low in ("else", "other", "others", "more") for each in left)
        if else_ and decision.kind == PLAN and self.entries and self.entries[-1].kind != PLAN:
            return None  # no other targets
        answer: Answer = None
        if set(decision.options) == {"yes", "no"}:
            answer = "no"
        elif decision.form in (Form.DISTRIBUTE, Form.SOME) and decision.low == 0:
            answer = {} if decision.form is Form.DISTRIBUTE else []
        elif decision.default in ("go-on", "none", "nothing", "no"):
            answer = decision.default
        return None if answer is None else lambda: [self.speaker._give(answer)]

    def _ended(self, decision: Decision, said: Head, body: Sequence[Token]) -> Done | None:
        """The turn ends: *done*, *that was my turn*, *passes to Cy*."""
        if decision.kind != "act":
            return None
        state, calls = self.speaker.play.state, self.speaker._label_of("")
        left = [each for each in body if not is_empty(each) and not verbs_of(each.low) & (_ENDS | _OF_TURN)]
        lows = [each.low for each in body]
        ends = any(verbs_of(low) & _ENDS for low in lows) or (
            bool({"that", "this"} & set(lows))
            and ("turn" in lows or lows[:3] in (["that", "is", "it"], ["that", "is", "all"]))
        )
        after = [seat for seat in state.seats for each in left if calls(seat).casefold() == each.low]
        left = [
            each
            for each in left
            if each.low not in {"to", "for", "me", "now", *(calls(seat).casefold() for seat in after)}
        ]
        if not ends or left:
            return None

        def done() -> list[Entry]:
            entries = [self.speaker._give(END)]
            if after and self.speaker.play.state.turn != after[0]:
                raise Unexplained(f"{calls(after[0])} is not the next player", "Leave the name out")
            return entries

        return done

    def _same(self, decision: Decision, said: Head, body: Sequence[Token]) -> Done | None:
        """What the one before did, somebody does, too; *rest same*: all others."""
        left = [each.low for each in body if not (is_empty(each) or is_joint(each))]
        alike = {"same", "likewise", "ditto"}
        if not alike & set(left) or not set(left) <= alike | {"thing", "do", "does", "rest", "others", "all", "too"}:
            return None
        told = next((entry.answer for entry in reversed(self.entries) if entry.kind == decision.kind), None)
        if told is None or not (
            "untold" in str(told) or (isinstance(told, list) and not any("." in str(each) for each in told))
        ):
            return None

        def done() -> list[Entry]:
            entries = [self.speaker._give(told)]
            while {"rest", "others", "all"} & set(left) and self.speaker._open().kind == decision.kind:
                entries.append(self.speaker._give(told))
            return entries

        return done

    # -- requests --------------------------------------------------------------------------------------------------

    def _asked_for(self, decision: Decision, said: Head, body: Sequence[Token]) -> Done | None:
        speaker = self.speaker
        table = table_of(speaker.play, decision.who, None, spoil=True)
        action = decision.kind.partition(".")[0]
        names = actions_for(said, body) if decision.kind == "act" else [action] if action in ACTIONS else []
        if decision.kind in (KEEP, ORDER, PLACE):
            names = ["play"]
        begun = decision.about if decision.kind not in ("act", KEEP, ORDER, PLACE) else None
        name_ = decision.kind.rpartition(".")[2]
        if begun is not None and name_ not in (
            "modifier",
            *(field.name for each in names for field in ACTIONS[each].fields),
        ):
            return None
        options = list(decision.options) if decision.kind == KEEP else []
        hand = [in_hand(speaker.play.game, decision)] if decision.kind in (ORDER, PLACE) else options
        known = words()["answers"].get(decision.kind.rpartition(".")[2], ())
        told = body[1:] if body and said.verbs & {*known, *self._verbs(decision)} and not body[0].name else body
        kept = self.slots.setdefault(tuple((entry.kind, str(entry.answer)) for entry in self.entries), {})
        for forgiving in (False, True) if any(map(is_strange, told)) else (False,):
            found: list[SpokenRequest] = []
            said_besides: dict[int, tuple[Number, ...]] = {}
            for name in names:
                frame = begun if hasattr(begun, "given") else None
                for each, besides in requests(
                    Said(self.text, told, said.verbs),
                    name,
                    table,
                    speaker._label_of,
                    begun=frame,
                    forgiving=forgiving,
                    hand=hand,
                    kept=kept,
                ):
                    with suppress(Misread):
                        self._parsed(decision, each)
                        found.append(each)
                        said_besides[id(each)] = besides
            own = {each for name in names for each in (name, *ACTIONS[name].verbs)}
            bare = found if decision.kind == "act" and said.verbs & own and len(body) == 1 else []
            found = [each for each in found if each.fields] or bare
            if found:
                return self._do(decision, found, body, said_besides)
        return None

    def _parsed(self, decision: Decision, said: SpokenRequest) -> object:
        if is_placing(decision, said):
            if not {"card", "to"} & said.fields.keys():
                raise Misread("which card?")
            return None
        table = table_of(self.speaker.play, decision.who, None, spoil=True)
        return parse_request(table, said, self.speaker._label_of, None if decision.kind == "act" else decision)

    def _do(
        self, decision: Decision, found: list[SpokenRequest], body: Sequence[Token], told: dict[int, tuple[Number, ...]]
    ) -> Done | None:
        speaker = self.speaker
        if decision.kind == "act":
            may = [each for each in found if decision.allows(each.action)]
            found = may or found
        if len({each.action for each in found}) > 1:
            names = ", ".join(dict.fromkeys(ACTIONS[each.action].label or each.action for each in found))
            self.fault = Misread(
                f"{self.text[body[0].start : body[-1].end]!r} may mean several things", f"Which one: {names}?"
            )
            return None
        one = found[0]
        if decision.kind == "act":
            return lambda: self._borne_out(lambda: speaker._act(decision, one), told[id(one)])
        if is_placing(decision, one):
            return (lambda: speaker._place(decision, one)) if "to" in one.fields or decision.kind == KEEP else None
        return lambda: self._borne_out(lambda: speaker._go_on(decision, one, self.text), told[id(one)])

    def _borne_out(self, done: Done, told: Sequence[Number]) -> list[Entry]:
        """What is done, with the numbers that are told besides: so many must have been paid, or gained."""
        play, head_ = self.speaker.play, self.speaker.play.head
        entries = done()
        came = Came([each for batch in play.batches_since(head_) if batch.n > head_ for each in batch.events])
        for each in told:
            if not came.has(each):
                raise Unexplained(
                    f"'{each.many} {each.unit}' is no number of what would be done",
                    "Leave the number out to see what it is",
                )
        return entries
