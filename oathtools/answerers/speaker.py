"""Answers the open questions of a game from lines of words, several questions with one line.

All of a line is answered or nothing of it: whoever gets an exception throws the game away and opens it again.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NoReturn

from oathtools import catalog, guesses
from oathtools.answerers import judge
from oathtools.answerers.lines import Line, split, told_how
from oathtools.answerers.requests import (
    WITH_MORE,
    Said,
    card_and_more,
    peeked,
    place_word,
    request_of,
)
from oathtools.answerers.words import (
    Elsewhere,
    Label,
    Labels,
    Misread,
    Unoffered,
    generic,
    match,
    means,
    meant,
    named,
    near,
)
from oathtools.engine.decision import Answer, Decision, Form, NotOffered
from oathtools.journal.play import Play
from oathtools.journal.record import Entry
from oathtools.procedures.actions.action import GO_ON
from oathtools.procedures.glossary.verbs import discard_pile
from oathtools.procedures.turn.loop import ACTIONS, END
from oathtools.table import knowledge

ACT, KEEP, ORDER, PLACE, PLAN, FACE = "act", "search.keep", "search.order", "play.to", "campaign.plan", "face"
_SEEN = ("cards.", "held.", "advisers.", "vision.", "map")


class Needs(Exception):
    """The words did not suffice, or say more than is asked: this question stands in between."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(f"{decision.kind} needs an answer")
        self.decision = decision


class Speaker:
    """Answers the open questions of a game from lines of words.

    ``labels(decision)`` gives the text that people see for the options of a question. A request fills the fields of an
    action in whatever order the rules ask for them; questions to the same player in between that the words do not speak
    of take their default. A question to somebody else is never answered by the way.
    """

    def __init__(self, play: Play, labels: Labels) -> None:
        self.play, self.labels = play, labels
        self._face: tuple[str, str] | None = None
        self._more = ""

    def say(self, line: str | Sequence[str]) -> list[Entry]:
        """Answer from one line. Raises ``Misread``, ``NotOffered`` or ``Needs``; then the game is to be thrown away."""
        parsed = split(line)
        with told_how(parsed):
            return self._say(parsed)

    def _say(self, parsed: Line) -> list[Entry]:
        self._face, self._more = None, ""
        decision = self._open()
        said = request_of(parsed, forgiving=decision.kind == ACT)
        if said is None:
            if parsed.flags:
                raise Misread(f"{next(iter(parsed.flags))} says nothing here", "oathtools ask shows the question")
            return [self.play.answer(self._plain(decision, parsed))]
        if decision.kind == ACT:
            return self._act(decision, said, parsed)
        if said.action == "play" and decision.kind in (KEEP, ORDER, PLACE):
            return self._placing(decision, said)
        if decision.kind.startswith(f"{said.action}.") and said.fields:
            self._strike_given(decision, said)
            try:
                entries = self._fill(said)
            except _Skipped as other:
                raise Misread(f"{other.words!r} is not possible here", "oathtools ask shows the question") from None
            if not entries:
                settled = " ".join(parsed.words)
                raise Misread(f"{settled!r} is settled already, and something else is asked", "oathtools ask shows it")
            return entries
        return [self.play.answer(self._instead(decision, parsed))]

    def _open(self) -> Decision:
        if self.play.pending is None:
            raise Misread("the game is over: nothing is asked")
        return self.play.pending

    # -- one question ----------------------------------------------------------------------------------------------

    def _plain(self, decision: Decision, parsed: Line) -> Answer:
        """Words for this one question: an option, a number, a card nobody has named yet."""
        label = self.labels(decision)
        try:
            return generic(decision, parsed.words, label)
        except Misread:
            unknown = [option for option in decision.options if option in self.play.state.handles]
            card = self._name(" ".join(parsed.words), unknown) if unknown and decision.kind == KEEP else None
            if card is None:
                raise
            return card

    def _instead(self, decision: Decision, parsed: Line) -> Answer:
        """A request where something else is asked: perhaps its words are an answer all the same, spelt as it stands."""
        try:
            with guesses.listening() as guessed:
                answer = generic(decision, [*parsed.words], self.labels(decision))
            if guessed:
                raise Misread(f"{' '.join(parsed.words)!r} is no answer to it")
            return answer
        except Misread as fault:
            hint = f"{fault.hint or 'oathtools ask shows the question'}\noathtools undo takes back the last answer"
            raise Elsewhere(str(fault), hint) from None

    # -- requests --------------------------------------------------------------------------------------------------

    def _act(self, decision: Decision, said: Said, line: Line) -> list[Entry]:
        if said.action == END:
            return [self.play.answer(END)]
        before = self.play.head
        self._refuse_hopeless(decision, said, line)
        entries = [self.play.answer(said.action)]
        try:
            return [*entries, *self._fill(said)]
        except _Skipped as other:
            self.play.undo(before)
            self._refuse(self._open(), said, line, other)
        except Unoffered as fault:
            self.play.undo(before)
            self._refuse_unoffered(self._open(), said, line, fault)

    def _fill(self, said: Said) -> list[Entry]:
        """Answer the questions of an action from the words said of its fields, in whatever order they are asked."""
        wanted = {f"{said.action}.{field}": words for field, words in said.fields.items() if field != "pile"}
        modifiers, plans = list(said.modifiers), list(said.plans)
        entries: list[Entry] = []
        self._check_pile(said)
        self._strike_skipped(wanted)
        actor = self.play.state.turn if self.play.pending is None else self.play.pending.who
        while (decision := self.play.pending) is not None and (wanted or modifiers or plans):
            kind, label = decision.kind, self.labels(decision)
            if kind == f"{said.action}.modifier":
                word = modifiers.pop(0) if modifiers else GO_ON
                answer: Answer = match(word, decision.options, label, decision.legal())
            elif kind in wanted:
                answer = self._field(decision, wanted.pop(kind))
            elif kind == PLAN and plans and decision.who == actor:
                answer = match(plans.pop(0), decision.options, label, decision.legal())
            else:
                answer = _by_the_way(decision, actor)
            entries.append(self.play.answer(answer))
            self._strike_skipped(wanted)
        if wanted or modifiers or plans:
            left = [*wanted.values(), *modifiers, *plans]
            raise Misread(f"{left[0]!r} answers no question of this {said.action}")
        return [*entries, *self._rest(actor)]

    def _strike_given(self, decision: Decision, said: Said) -> None:
        """What an action under way was told needs no answer again; words that mean something else are refused."""
        for field, answer in getattr(decision.about, "given", {}).items():
            words, kind = said.fields.pop(field, None), f"{said.action}.{field}"
            if words is not None and not self._meant(kind, words, answer):
                chosen = self._label_of(kind)(answer) if isinstance(answer, str) else "something else"
                raise Misread(f"{chosen} was chosen before", "oathtools undo takes back the last answer")

    def _strike_skipped(self, wanted: dict[str, str]) -> None:
        """Questions that were skipped need no words; words that meant another answer than the only one are refused."""
        for kind, answer in self.play.driver.skipped:
            words = wanted.pop(kind, None)
            if words is not None and not self._meant(kind, words, answer):
                raise _Skipped(kind, words, answer)

    def _meant(self, kind: str, words: str, answer: Answer) -> bool:
        """Did the words for a field mean the one answer that was left?"""
        label = self._label_of(kind)
        if kind in WITH_MORE:
            card, self._more = card_and_more(words, [answer], label)
            return bool(card == answer)
        if kind == PLACE:
            words = place_word(words, [answer])
        elif kind == "peek.what":
            words = peeked(words, [answer], self.play.state.players[self.play.state.turn].slot)
        if isinstance(answer, str) and answer in self.play.state.handles:
            return self._name(words, [answer]) is not None
        return means(words, answer, label)

    def _check_pile(self, said: Said) -> None:
        """10.5: which pile a discard goes to is not a choice; a wrong one is refused."""
        pile, decision = said.fields.get("pile"), self.play.pending
        if pile is None or decision is None:
            return
        due = discard_pile(self.play.game, decision.who, "")
        if due != f"discard.{pile}":
            label = self.labels(decision)
            raise Misread(f"it cannot go to {label(f'discard.{pile}')}", f"It goes to {label(due)}: oathtools law 10.5")

    def _rest(self, actor: str) -> list[Entry]:
        """What the words said beyond the fields: the face of a card that was played, the words after a power's name."""
        entries: list[Entry] = []
        decision = self.play.pending
        if self._face and decision is not None and decision.kind == FACE and decision.about["card"] == self._face[0]:
            entries.append(self.play.answer(self._face[1]))
        if self._more:
            decision = self._open()
            if decision.who != actor:
                raise Needs(decision)
            entries.append(self.play.answer(generic(decision, self._more.split(), self.labels(decision))))
        return entries

    def _field(self, decision: Decision, words: str) -> Answer:
        kind, label = decision.kind, self.labels(decision)
        if decision.form is not Form.ONE:
            return generic(decision, [words], label)
        options = list(decision.options)
        if kind == PLACE:
            words = place_word(words, options)
        elif kind == "peek.what":
            said = words.replace("-", " ")
            words = peeked(words, options, self.play.state.players[decision.who].slot, list(decision.legal()))
            if words.startswith(("relic-", "reliquary-")) and words not in options:
                raise Misread(f"there is no {said} to peek at", f"Possible: {_all(label, decision.legal())}")
        elif kind == "recover.target" and re.fullmatch(r"relic-\d+", words) and words not in options:
            raise Misread(f"there is no {words.replace('-', ' ')} here", f"Possible: {_all(label, decision.legal())}")
        elif kind in WITH_MORE:
            card, self._more = card_and_more(words, options, label)
            return card
        unknown = [option for option in options if option in self.play.state.handles]
        if unknown and kind in ("play.card", KEEP) and not near(words, options, label, forgiving=False):
            return self._unknown_card(decision, options, words)
        return named(decision, words, label)

    # -- unknown cards ---------------------------------------------------------------------------------------------

    def _unknown_card(self, decision: Decision, options: list[str], words: str) -> str:
        """A name that nobody told before: it stands for one of the unknown cards that may have it."""
        card = self._name(words, [option for option in options if option in self.play.state.handles])
        if card is not None:
            return card
        return named(decision, words, self.labels(decision))

    def _name(self, words: str, cards: list[str]) -> str | None:
        """The unknown card that a name is for, kept for the question about its face; None if they are none of its kind.

        Raises ``Misread`` with the place where the card stands if it is elsewhere, or why it cannot be here.
        """
        try:
            found = catalog.match(words)
        except LookupError:
            return None
        name = found.id
        state = self.play.state
        alike = [card for card in cards if state.handles[card].back == name.partition(".")[0]]
        if not alike:
            return None
        said = catalog.name_of(name)
        place = state.where.get(name)
        if place is not None:
            seen = name not in state.facedown and place.startswith(_SEEN)
            label = self.labels(self._open())
            raise Misread(f"{said} is already elsewhere" + (f": {label(place)}" if seen else ""))
        faults = {card: knowledge.contradiction(state, state.handles[card].groups, name) for card in alike}
        card = next((card for card, fault in faults.items() if fault is None), None)
        if card is not None:
            self._face = (card, catalog.chosen(words, found))
            return card
        needed = next((fault for fault in faults.values() if fault), None)
        if needed:
            others = ", ".join(map(catalog.name_of, needed))
            raise Misread(f"{said} cannot be here: the unknown cards elsewhere need {others}")
        raise Misread(f"{said} cannot be here: it is not among the cards this one may be")

    # -- a card in hand --------------------------------------------------------------------------------------------

    def _placing(self, decision: Decision, said: Said) -> list[Entry]:
        """``play CARD site`` or ``discard CARD`` where a drawn card is to be kept, or one kept is to be placed."""
        entries: list[Entry] = []
        actor = decision.who
        self._check_pile(said)
        words = said.fields.get("card", "")
        if decision.kind == KEEP and not words:
            raise Misread("which of the cards drawn?", "play CARD site, play CARD adviser, discard CARD")
        if decision.kind == KEEP:
            entries.append(self.play.answer(self._field(decision, words)))
            words = ""
        if "to" not in said.fields and decision.kind != PLACE:
            return entries or _say_where()
        while (decision := self._open()).kind != PLACE:
            entries.append(self.play.answer(_by_the_way(decision, actor)))
        if words:
            self._refuse_other_card(decision, words)
        if "to" not in said.fields:
            return entries or _say_where()
        entries.append(self.play.answer(self._field(decision, said.fields["to"])))
        return [*entries, *self._rest(actor)]

    def _refuse_other_card(self, decision: Decision, words: str) -> None:
        """One card is left to be placed: the words must mean it."""
        card = decision.about.given["card"]
        label = self.labels(decision)
        if meant(words, [card], label) or (card in self.play.state.handles and self._name(words, [card])):
            return
        raise Misread(f"{words!r} is not the card to be placed", f"It is {label(card)}.")

    # -- refusing --------------------------------------------------------------------------------------------------

    def _refuse_hopeless(self, decision: Decision, said: Said, line: Line) -> None:
        """A request that is refused as a whole is refused with all its reasons before anything is answered."""
        if said.action in ACTIONS and not decision.allows(said.action):
            self._refuse(decision, said, line)

    def _refuse(self, decision: Decision, said: Said, line: Line, other: "_Skipped | None" = None) -> NoReturn:
        """Raise ``NotOffered`` with every reason against the request."""
        table = judge.table_of(self.play, decision.who, decision.who)
        try:
            opinion = judge.verdict(table, line, self._label_of, repairs=False)
            refusals = list(opinion.refusals)
        except Misread:
            if not decision.refusals(said.action):
                raise
            refusals = []
        refusals = refusals or decision.refusals(said.action)
        if other is not None and not refusals:
            parts = other.answer if isinstance(other.answer, list) else [str(other.answer)]
            only = _all(self._label_of(other.kind), parts)
            raise Misread(f"{other.words!r} is not possible here", f"Possible: {only}")
        raise NotOffered(decision, said.action, refusals)

    def _refuse_unoffered(self, decision: Decision, said: Said, line: Line, fault: Unoffered) -> NoReturn:
        """What is not among the candidates of a field may be there all the same: then the Law's reasons are told."""
        table = judge.table_of(self.play, decision.who, decision.who)
        try:
            refusals = list(judge.verdict(table, line, self._label_of, repairs=False).refusals)
        except Misread:
            refusals = []
        if not refusals:
            raise fault
        raise NotOffered(decision, said.action, refusals) from None

    def _label_of(self, kind: str) -> Label:
        return self.labels(Decision(kind, self.play.state.turn, Form.ONE))


def _by_the_way(decision: Decision, actor: str) -> Answer:
    """The answer to a question that a line does not speak of: its default, nothing where nothing may be chosen.

    Raises ``Needs`` where there is none, where chance answers, and where somebody else is asked.
    """
    if decision.form is Form.OUTCOME or decision.who != actor:
        raise Needs(decision)
    nothing: Answer = {Form.SOME: [], Form.DISTRIBUTE: {}}.get(decision.form) if decision.low == 0 else None
    answer = nothing if decision.default is None else decision.default
    if answer is None or not decision.allows(answer):
        raise Needs(decision)
    return answer


def _say_where() -> NoReturn:
    raise Misread("where does it go?", "play CARD site, play CARD adviser, discard CARD")


def _all(label: Label, options: Iterable[str]) -> str:
    return ", ".join(map(label, options)) or "nothing"


class _Skipped(Exception):
    """A field had one legal answer, and the words meant another."""

    def __init__(self, kind: str, words: str, answer: Answer) -> None:
        super().__init__(kind)
        self.kind, self.words, self.answer = kind, words, answer
