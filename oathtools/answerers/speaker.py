"""Answers the open questions of a game from lines of words, several questions with one line.

All of a line is answered or nothing of it: whoever gets an exception throws the game away and opens it again.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import NoReturn

from oathtools import catalog
from oathtools.answerers import adjusting
from oathtools.answerers.accounting import account
from oathtools.answerers.longhand import refuse_doubled, refuse_doubt
from oathtools.answerers.matching import Elsewhere, Label, Labels, Misread, Unoffered, called_at, meant
from oathtools.answerers.reading import (
    KEEP,
    PLACE,
    ParsedRequest,
    Placing,
    goes_on,
    in_hand,
    is_placing,
    parse_request,
    placing,
    same,
    table_of,
)
from oathtools.answerers.requests import SpokenRequest, TypedLine, begins, explain_typing, one_by_one, request_of, split
from oathtools.answerers.speech import Unexplained, refuse_question, to_type
from oathtools.answerers.values import a_card
from oathtools.answerers.words import (
    AGREES,
    Needs,
    as_printed,
    by_the_way,
    count_of,
    does_nothing,
    for_eyes_of,
    generic,
    instead,
)
from oathtools.engine.decision import Answer, Decision, Form, NotOffered
from oathtools.journal.entry import Entry
from oathtools.journal.play import Play
from oathtools.kit.lazy import pattern
from oathtools.procedures import adjudicate
from oathtools.procedures.actions.action import GO_ON
from oathtools.procedures.adjudicate import Request
from oathtools.procedures.campaign.fight import PLAN
from oathtools.procedures.glossary.verbs import discard_pile
from oathtools.procedures.turn import END

ACT, FACE, LOOKS = "act", "face", ("look", "look.top")
_LONGEST_LINE = 2_000  # characters
_BEGUN = 4  # words of a line after which what is wrong with it is said of the first that is not understood
_SEEN = ("cards.", "held.", "advisers.", "vision.", "map")


class Speaker:
    """Answers the open questions of a game from lines of words.

    ``labels(decision)`` gives the text that people see for the options of a question. A request is read as ``why``
    reads it (``reading.heard``), and its values are given to the questions in whatever order the rules ask them;
    questions to the same player in between that the words do not speak of take their default. A question to somebody
    else is never answered by the way. ``lets``: the reason of a table that lets pass what is refused of it;
    ``between``: who answers for bots between the requests of a line; ``pauses``: whether an action that is begun waits
    for the rest of what is said of it, because something is to be read first.
    """

    def __init__(
        self,
        play: Play,
        labels: Labels,
        lets: str = "",
        between: Callable[[Play], object] | None = None,
        pauses: Callable[[Play], object] | None = None,
    ) -> None:
        self.play, self.labels, self.lets, self.between, self.pauses = play, labels, lets, between, pauses
        self._paused = False
        self._head = play.head

    def say(self, line: str | Sequence[str]) -> list[Entry]:
        """Answer from one line. Raises ``Misread``, ``NotOffered`` or ``Needs``; then the game is to be thrown away."""
        text = line if isinstance(line, str) else " ".join(line)
        is_line = self._open().form is not Form.NOTE and not text.casefold().startswith("declare")
        if is_line:
            refuse_question(text, (player.name for player in self.play.state.players.values()))
            refuse_doubled(text)
        before = self.play.head
        try:
            entries = self._read(line)
        except (Misread, Needs, NotOffered) as fault:
            if not is_line or "--" in text or self.lets:
                raise
            entries = self._listened(text, before, fault)
        for entry in entries[1:]:
            entry.line = entry.n - entries[0].n
        return entries

    def _listened(self, text: str, before: int, fault: Exception) -> list[Entry]:
        """A line as people tell it, read clause by clause. Raises what was wrong with it as a request."""
        if len(text) > _LONGEST_LINE:
            raise fault  # nobody says so much at once
        from oathtools.answerers.ear import Ear  # brings all of speech: an answer as it is printed needs none

        refuse_doubt(text, [str(player.name) for player in self.play.state.players.values()])
        far = self.play.head > before
        self.play.forget_since(before)
        self._head = before
        ear = Ear(self, text)
        try:
            entries = ear.hear()
            if isinstance(fault, NotOffered) and not self.play.at_boundary and entries[0].kind in ("act", KEEP):
                raise fault  # a whole request was understood and refused: it is not begun and left open
            return entries
        except (Misread, Needs, NotOffered) as unheard:
            ruled = isinstance(unheard, NotOffered | Needs) or (ear.entries and not far)
            plain = isinstance(fault, Unoffered | Elsewhere | Unexplained) and not self._open().private
            begun = ear.far[0] >= _BEGUN and not isinstance(fault, Unexplained)
            part = isinstance(unheard, Unexplained) and (unheard.rest or begun)
            ruled = ruled or bool(plain and part)
            if ear.clauses and all(each.denials for each in ear.clauses) and not isinstance(fault, NotOffered):
                raise Unexplained(f"{text!r}: what is not done is not recorded", "Say what is done") from None
            told = unheard if ruled and not isinstance(fault, NotOffered | Needs) else fault
            self._offer(before, told, *ear.so_far())
            raise told from None

    def _offer(self, before: int, fault: Exception, said: str, part: str) -> None:
        """Let a fault of a line say in which part it is, and what was said before that, if that alone would be done."""
        if not said or (isinstance(fault, Misread) and fault.rest):
            return
        self.play.forget_since(before)
        with suppress(Misread, Needs, NotOffered):
            Speaker(self.play, self.labels).say(said)
            way = f"That is the part {part!r}; what comes before it: {to_type(said)}"
            if isinstance(fault, Misread):
                fault.hint, fault.rest = "\n".join(filter(None, (fault.hint, way))), said
            else:
                fault.__notes__ = [way]
        self.play.forget_since(before)

    def _read(self, line: str | Sequence[str]) -> list[Entry]:
        clauses = adjusting.setup_clauses(line) if self.play.state.phase == "setup" else []
        return adjusting.settle(self.play, clauses, self._give, self.labels) if clauses else self._in_turn(line)

    def _in_turn(self, line: str | Sequence[str]) -> list[Entry]:
        """The requests and answers of a line, one after the other."""
        entries: list[Entry] = []
        parts = one_by_one(line, self.play.pending)
        for part in parts:
            if entries and begins(part):
                entries += untold(self.play)
            if entries and self.between is not None:
                self.between(self.play)
            self._head = self.play.head
            try:
                with self._accounted(part) as answered:
                    answered += self._part(part)
            except NotOffered as fault:
                fault.__notes__ = [f"That is the part {part!r}"] if len(parts) > 1 else []
                raise
            entries += answered
            if self._paused:
                break
        return entries

    def _part(self, part: str) -> list[Entry]:
        """One request or answer."""
        parsed = split(part)
        with explain_typing(parsed):
            return self._say(parsed)

    @contextmanager
    def _accounted(self, text: str) -> Iterator[list[Entry]]:
        """The answers that come of some words, all of which must be part of them. Raises ``Misread``."""
        entries: list[Entry] = []
        before, skipped, head = self.play.state.copy(), list(self.play.driver.skipped), self.play.head
        given = getattr(self._open().about, "given", None)
        skipped += list(given.items()) if isinstance(given, dict) else [("", self._open().about)]
        yield entries
        if self._paused:
            return
        skipped += [each for entry in entries for each in entry.skipped] + list(self.play.driver.skipped)
        events = [event for batch in self.play.batches_since(head) if batch.n > head for event in batch.events]
        account(text, entries, skipped, events, before, self._label_of)

    def _say(self, parsed: TypedLine) -> list[Entry]:
        entries, parsed = self._addressed(parsed)
        return [*entries, *self._answered(parsed)]

    def _addressed(self, parsed: TypedLine) -> tuple[list[Entry], TypedLine]:
        """An answer by somebody who is named: *Cy accepts*; what is asked before theirs takes its default."""
        decision, (who, *rest) = self._open(), parsed.words or [""]
        is_named = rest and not who.isdecimal()  # 2 swords are not Bot 2's
        named = meant(who, list(self.play.state.seats), self._label_of(""), forgiving=False) if is_named else None
        if named is None or decision.kind == ACT or begins(" ".join(rest)):
            return [], parsed
        entries: list[Entry] = []
        if " ".join(rest).casefold() in AGREES:
            while (decision := self._open()).who != named:
                entries.append(self._give(by_the_way(decision, decision.who)))
        if decision.form is Form.NOTE or decision.who != named:
            return entries, parsed
        return entries, parsed._replace(words=rest)

    def _answered(self, parsed: TypedLine) -> list[Entry]:
        decision = self._open()
        printed = not parsed.flags and as_printed(decision, parsed.words, lambda kind: self.labels(decision))
        request = None if printed else request_of(parsed, decision)
        if request is None:
            if parsed.flags:
                raise Misread(f"{next(iter(parsed.flags))} says nothing here", "oathtools ask shows the question")
            return self._plain(decision, parsed)
        if decision.kind == ACT:
            return self._act(decision, request)
        if is_placing(decision, request):
            return self._place(decision, request)
        if goes_on(decision, request):
            return self._go_on(decision, request, " ".join(parsed.words))
        if decision.form is Form.OUTCOME and decision.kind.startswith(f"{request.action}."):
            raise Needs(decision)
        return [self._give(self._instead(decision, parsed))]

    def _give(self, answer: Answer) -> Entry:
        return self.play.overrule(answer, self.lets) if self.lets else self.play.answer(answer)

    def _open(self) -> Decision:
        if self.play.pending is None:
            raise Misread("the game is over: nothing is asked")
        return self.play.pending

    def _label_of(self, kind: str) -> Label:
        return self.labels(Decision(kind, self.play.state.turn, Form.ONE))

    def _label(self, decision: Decision) -> Label:
        """What the options of a question are called by the one who answers."""
        return called_at(self.labels(decision), self.play.state, decision)

    # -- one question ----------------------------------------------------------------------------------------------

    def _plain(self, decision: Decision, parsed: TypedLine) -> list[Entry]:
        """Words for this one question: an option, a number, a card nobody has named yet."""
        label = self._label(decision)
        if does_nothing(decision, parsed.words):
            return [self._give("no")]
        if (where := _done_to(decision, parsed.words)) is not None:
            done, there = self._give("yes"), self._open()
            return [done, self._give(generic(there, [where], self._label(there)))] if where else [done]
        try:
            return [self._give(generic(decision, parsed.words, label))]
        except Misread:
            if decision.kind != KEEP:
                raise
            card, face = a_card(self.play.state, " ".join(parsed.words), list(decision.options), label)
            if not face:
                raise
        return [self._give(card), *self._tell_faces({card: face})]

    def _instead(self, decision: Decision, parsed: TypedLine) -> Answer:
        """A request where something else is asked: perhaps its words are an answer all the same, spelt as it stands."""
        try:
            return instead(decision, parsed.words, self._label(decision))
        except Misread as fault:
            hint = f"{fault.hint or 'oathtools ask shows the question'}\noathtools undo takes back the last answer"
            raise Elsewhere(str(fault), hint) from None

    # -- requests --------------------------------------------------------------------------------------------------

    def _act(self, decision: Decision, parsed: SpokenRequest) -> list[Entry]:
        if parsed.action == END:
            return [self._give(END)]
        parsed_request = self._parsed(decision, parsed)
        if not decision.allows(parsed.action) and not self.lets:
            self._refuse(parsed_request.request, NotOffered(decision, parsed.action, decision.refusals(parsed.action)))
        begun = self._give(parsed.action)
        if self.pauses is not None and self.pauses(self.play):
            self._paused = True
            return [begun]
        return [begun, *self._fill(decision, parsed_request)]

    def _parsed(self, decision: Decision, parsed: SpokenRequest, pending: Decision | None = None) -> ParsedRequest:
        return parse_request(table_of(self.play, decision.who, None, spoil=True), parsed, self._label_of, pending)

    def _go_on(self, decision: Decision, parsed: SpokenRequest, words: str) -> list[Entry]:
        """A request of the action under way, perhaps with what was said before."""
        parsed_request = self._parsed(decision, parsed, decision)
        entries = self._fill(decision, parsed_request)
        if not entries:
            raise Misread(f"{words!r} is settled already, and something else is asked", "oathtools ask shows it")
        return entries

    def _fill(self, decision: Decision, parsed: ParsedRequest) -> list[Entry]:
        """Give the values of a request to the questions about them, in whatever order they are asked."""
        actor = decision.who
        left = _Left(parsed, decision)
        entries: list[Entry] = []
        try:
            self._check_pile(decision, parsed.request)
            left.strike(self.play)
            while left and (decision := self._open()).kind != ACT:
                answer = left.answer_to(decision, actor, self._label(decision))
                entries.append(self._given(by_the_way(decision, actor) if answer is None else answer))
                left.strike(self.play)
            if left:
                raise NotOffered(decision, left.first(), [])
        except NotOffered as fault:
            self._refuse(parsed.request, fault)
        return [*entries, *self._tell_faces(parsed.request.faces), *self._tell_more(parsed.more, actor)]

    def _given(self, answer: Answer) -> Entry:
        """One answer; a card that lies elsewhere is told to be there, where it could be one nobody has named."""
        decision = self._open()
        if decision.kind == "play.card" and answer not in decision.options and answer in self.play.state.where:
            self._refuse_elsewhere(answer, decision.options)
        return self._give(answer)

    def _check_pile(self, decision: Decision, request: Request) -> None:
        """10.5: which pile a discard goes to is not a choice; a wrong one is refused."""
        if request.pile is not None and discard_pile(self.play.game, decision.who, "") != f"discard.{request.pile}":
            raise NotOffered(decision, request.pile, [])

    def _tell_faces(self, faces: Mapping[str, str]) -> list[Entry]:
        """The face of an unknown card that was named, if the rules ask for it now."""
        decision = self.play.pending
        if decision is None or decision.kind != FACE or not faces.get(decision.about["card"]):
            return []
        return [self._give(faces[decision.about["card"]])]

    def _tell_more(self, more: str, actor: str) -> list[Entry]:
        """The words behind a card's name answer what its power asks."""
        if not more:
            return []
        entries: list[Entry] = []
        phrases = [_TO_WHOM.sub("", more)]
        if len(parts := [part.strip() for part in _TERMS.split(phrases[0]) if part.strip()]) > 1:
            phrases = parts  # whom it is with, what is given, what is taken
        for part in phrases:
            decision = self._open()
            if decision.who != actor:
                raise Needs(decision)
            entries.append(self._give(generic(decision, part.split(), self._label(decision))))
        return entries

    # -- a card in hand --------------------------------------------------------------------------------------------

    def _place(self, decision: Decision, parsed: SpokenRequest) -> list[Entry]:
        """``play CARD site`` or ``discard CARD`` where a drawn card is to be kept, or one kept is to be placed."""
        entries: list[Entry] = []
        actor, game = decision.who, self.play.game
        found = placing(game, decision, parsed, self._label_of)
        if not found.is_in(game, decision):
            self._refuse_card(decision, found, parsed.fields.get("card", ""))
        if decision.kind == KEEP:
            entries.append(self._give(found.card))
        if found.to is not None:
            while (decision := self._open()).kind != PLACE:
                entries.append(self._give(by_the_way(decision, actor)))
            entries.append(self._give(found.to))
        return [*entries, *self._tell_faces({found.card: found.face})]

    # -- refusing --------------------------------------------------------------------------------------------------

    def _refuse_card(self, decision: Decision, found: Placing, words: str) -> NoReturn:
        """A card that is none of those in hand."""
        options = decision.options if decision.kind == KEEP else [in_hand(self.play.game, decision)]
        if any(option in self.play.state.handles for option in options) and found.card in self.play.state.where:
            self._refuse_elsewhere(found.card, options)
        if decision.kind == KEEP:
            raise Misread(f"{words!r} is none of the cards drawn", for_eyes_of(decision.who, self.labels(decision)))
        raise Misread(f"{words!r} is not the card to be placed", f"It is {self.labels(decision)(options[0])}.")

    def _refuse_elsewhere(self, card: str, options: Sequence[str]) -> None:
        """A card that lies elsewhere is none of these, though some of them have no name; where, if all see it."""
        state = self.play.state
        if any(option in state.handles for option in options):
            place = state.where[card]
            seen = card not in state.facedown and place.startswith(_SEEN)
            there = f": {self.labels(self._open())(place)}" if seen else ""
            raise Misread(f"{catalog.name_of(card)} is already elsewhere{there}")

    def _refuse(self, request: Request, fault: NotOffered) -> NoReturn:
        """Raise ``NotOffered`` with every reason against a request, all of it taken back.

        It is of the question that refused one of its options, or else of the request as a whole.
        """
        self.play.undo(self._head)
        decision = self._open()
        table = table_of(self.play, decision.who, decision.who)
        refusals = list(adjudicate.why(table.game, table.seat, request, repairs=False).refusals)
        refusals = refusals or [*fault.refusals] or decision.refusals(request.action)
        if fault.answer in fault.decision.options and fault.decision.kind != ACT:
            raise NotOffered(fault.decision, fault.answer, refusals) from None
        if refusals:
            raise NotOffered(decision, request.action, refusals) from None
        why = f"{fault.answer!r} answers no question of this {request.action}"
        raise Misread(why, "oathtools ask shows the question")


def _done_to(decision: Decision, words: Sequence[str]) -> str | None:
    """``banish him to Plains`` where it is asked whether: where to, perhaps not said; None if it is not said so.

    Raises ``Misread`` for another number than the rules give.
    """
    what = decision.kind.rpartition(".")[2]
    match = re.fullmatch(rf"{what}(?:e?s)?(?: (?!to\b)(.+?))?(?: to (?:the )?(.+))?", " ".join(words), re.IGNORECASE)
    if match is None or set(decision.options) != {"yes", "no"}:
        return None
    so_many = isinstance(decision.about, int) and match[1]
    if so_many and (number := count_of(match[1], decision.about)) != decision.about:
        clauses = ", ".join(decision.cites)
        raise Misread(f"{what} must be just {decision.about}, not {number} ({clauses})", f"{what}, or no")
    return match[2] or ""


_TO_WHOM = pattern(r"^(?:with|on|at|to|against)\s+", re.IGNORECASE)
_TERMS = pattern(r"\s*:\s*|\s+for\s+", re.IGNORECASE)


class _Left:
    """What of a request has not been asked for yet."""

    def __init__(self, parsed: ParsedRequest, decision: Decision) -> None:
        before = getattr(decision.about, "given", {}) if decision.kind != ACT else {}
        self.action = parsed.request.action
        self.fields = {name: each for name, each in parsed.request.given.items() if name not in before}
        used = getattr(decision.about, "modifiers", ()) if decision.kind != ACT else ()
        self.modifiers, self.plans = list(parsed.request.modifiers[len(used) :]), list(parsed.request.plans)
        self.later, self.unread = dict(parsed.later), dict(parsed.unread)

    def __bool__(self) -> bool:
        return bool(self.fields or self.modifiers or self.plans or self.later or self.unread)

    def first(self) -> str:
        """One thing that was said and is not asked for."""
        named = [*map(str, self.fields.values()), *self.later.values(), *self.unread.values()]
        return [*named, *(card for card, _ in self.modifiers), *self.plans][0]

    def answer_to(self, decision: Decision, actor: str, label: Label) -> Answer:
        """The answer to a question; None if nothing is said of it. Raises ``NotOffered`` for a power used too late."""
        action, _, name = decision.kind.partition(".")
        mine = action == self.action
        if mine and name == "modifier":
            return _way(decision, "@".join(filter(None, self.modifiers.pop(0))), "@") if self.modifiers else GO_ON
        if self.modifiers:
            raise NotOffered(decision, self.modifiers[0][0], [])
        if mine and name in self.fields:
            return self.fields.pop(name)
        if decision.kind == PLAN and self.plans and decision.who == actor:
            return _way(decision, self.plans.pop(0), "=")
        return generic(decision, [self.later.pop(decision.kind)], label) if decision.kind in self.later else None

    def strike(self, play: Play) -> None:
        """Questions that were skipped need no words. Raises ``NotOffered`` where the words meant another answer."""
        for kind, answer in play.driver.skipped:
            action, _, name = kind.partition(".")
            if action == self.action and name == "modifier" and self.modifiers:
                card, param = self.modifiers.pop(0)
                if answer in (card, f"{card}@{param}"):
                    continue
                raise NotOffered(Decision(kind, play.state.turn, Form.ONE), card, [])
            if action == self.action and name in self.fields and not same(meant := self.fields.pop(name), answer):
                raise NotOffered(Decision(kind, play.state.turn, Form.ONE), meant, [])


def untold(play: Play) -> list[Entry]:
    """What somebody looks at and no line tells is told by nobody (10.17)."""
    entries = []
    while (decision := play.pending) is not None and decision.kind in LOOKS and decision.default is not None:
        entries.append(play.answer(decision.default))
    return entries


def _way(decision: Decision, words: str, mark: str) -> str:
    """The option that uses a power or a plan; without its parameter where it has but one."""
    ways = [option for option in decision.legal() if option.partition(mark)[0] == words]
    return ways[0] if words not in decision.options and len(ways) == 1 else words
