"""Lines as people tell them: clause by clause, each with all its readings; the open question decides which is meant.

Nothing is answered unless every word of a clause is part of its reading (``grammar.covers``) or means nothing.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from oathtools.answerers.answers import Answers, Done, Needs, by_the_way
from oathtools.answerers.grammar import (
    THROWS,
    Head,
    Said,
    actions_for,
    begins_clause,
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
    number,
    tokens,
    unit_of,
    verbs_of,
    words,
    written_out,
)
from oathtools.engine.decision import Answer, Decision, Form
from oathtools.journal.entry import Entry
from oathtools.procedures.campaign.ground import PLAN, ROLLS
from oathtools.procedures.turn.loop import ACTIONS, END

if TYPE_CHECKING:
    from oathtools.answerers.speaker import Speaker

_ENDS = frozenset(("end", "finish", "done", "rest", "pass"))
_OF_TURN = frozenset(("turn", "phase", "act", "that", "finished"))
_OF_PLANS = frozenset(
    (
        "plan",
        "plans",
        "battle",
        "use",
        "power",
        "powers",
        "anything",
        "any",
        "other",
        "more",
        "card",
        "go",
        "side",
        "either",
        "else",
    )
)
_MOST = 12  # questions that a clause passes by
_REST = frozenset(
    ("rest", "other", "others", "discard", "throw", "toss", "dump", "chuck", "bin", "away", "gone", "pile")
)


class Ear(Answers):
    """Reads one line for a speaker, whose game goes on with each clause."""

    def __init__(self, speaker: "Speaker", text: str) -> None:
        self.speaker, self.text = speaker, written_out(text)
        self.found = tokens(self.text)
        self.entries: list[Entry] = []
        self.fault: Misread | None = None
        self.unlikely: Done | None = None
        self.spoke = ""

    def hear(self) -> list[Entry]:
        """Answer from the whole line. Raises ``Misread`` for the first clause that cannot be meant."""
        at = 0
        while at < len(self.found):
            if is_joint(self.found[at]) or self.found[at].low == ")":
                at += 1
            elif all(is_empty(each) or is_joint(each) for each in self.found[at:]):
                break
            else:
                at = self._clause(at)
        if not self.entries:
            raise Misread(f"{self.text!r} says nothing that is asked")
        return self.entries

    # -- one clause ------------------------------------------------------------------------------------------------

    def _clause(self, at: int) -> int:
        play, self.fault, self.unlikely = self.speaker.play, None, None
        for _ in range(_MOST):
            decision, found = self.speaker._open(), self.found[at:]
            calls = self.speaker._label_of("")
            verbs = self._verbs(decision)
            ends = self._ends(found, verbs)
            for end in ends:
                said = head(found[:end], play.state.seats, calls)
                done = self._several(decision, said, found[said.at : end])
                if done is not None:
                    self.entries += done()
                    return at + end
            if self.unlikely is not None:
                self.unlikely()  # refused by the rules, with their reasons
            for end in reversed(ends):
                said = head(found[:end], play.state.seats, calls)
                if self._is_told(said, found[said.at : end]):
                    return at + end
            if not self._passes(decision, head(found, play.state.seats, calls)):
                break
        words_ = self.text[found[0].start : found[ends[0] - 1].end]
        raise self.fault or Unexplained(
            f"{words_!r} was not understood, so nothing of the line was done", "Leave it out, or say it in other words"
        )

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
        known = {begins.split()[0].casefold() for name in ACTIONS.known()
                  for begins in (name, *ACTIONS[name].verbs, *ACTIONS[name].begins) if begins}  # fmt: skip
        return known | {verb for several in words()["answers"].values() for verb in several} | _ENDS | {"roll"} - {"be"}

    def _passes(self, decision: Decision, said: Head) -> bool:
        """Go by a question that the line does not speak of, if it may be: its default is given."""
        rolls = decision.kind == PLAN and bool(said.verbs & {"roll", "get", "show"})
        if decision.kind == "act" or not (self.entries or rolls):
            return False
        actor = decision.who if decision.kind == PLAN else self.spoke
        with suppress(Needs):
            self.entries.append(self.speaker._give(by_the_way(decision, actor)))
            return True
        return False

    def _several(self, decision: Decision, said: Head, body: Sequence[Token]) -> Done | None:
        """What a clause answers, said of one player or of several in turn."""
        if len(said.who) < 2 or decision.form is not Form.OUTCOME:
            return self._one(decision, said, body)

        def done() -> list[Entry]:
            entries: list[Entry] = []
            for seat in said.who:
                one = self._one(self.speaker._open(), said._replace(who=(seat,)), body)
                if one is None:
                    raise Misread(f"{self.text!r} cannot be said of {self.speaker._label_of('')(seat)}")
                entries += one()
            return entries

        return done if decision.who in said.who and self._one(decision, said, body) is not None else None

    def _one(self, decision: Decision, said: Head, body: Sequence[Token]) -> Done | None:
        label = self.speaker._label_of("")
        if said.who and decision.who not in said.who:
            self.fault = Unexplained(
                f"{label(said.who[0])} is another player than the one who acts",
                "Leave the name out, or see whose turn it is",
            )
            return None
        self.spoke = decision.who
        never = [each for each in body if denies(each)]
        if said.never or never:
            return self._denied(decision, said, body)
        for way in (self._ended, self._asked_for, self._answered):
            done = way(decision, said, body)
            if done is not None:
                return done
        return None

    def _denied(self, decision: Decision, said: Head, body: Sequence[Token]) -> Done | None:
        """What is not done: *no*, *no plans*, *sacrifices nothing*."""
        if len([each for each in body if denies(each)]) + said.never > 1:
            return None
        left = [each for each in body if not (denies(each) or is_empty(each) or is_joint(each))]
        kind = decision.kind.rpartition(".")[2]
        mine = _OF_PLANS | {kind, f"{kind}s", *words()["answers"].get(kind, ())}
        if any(each.name or not (verbs_of(each.low) & mine or unit_of(each.low)) for each in left):
            return None
        answer: Answer = None
        if set(decision.options) == {"yes", "no"}:
            answer = "no"
        elif decision.form in (Form.DISTRIBUTE, Form.SOME) and decision.low == 0:
            answer = {} if decision.form is Form.DISTRIBUTE else []
        elif decision.default in ("go-on", "none", "nothing", "no"):
            answer = decision.default
        return None if answer is None else lambda: [self.speaker._give(answer)]

    def _ended(self, decision: Decision, said: Head, body: Sequence[Token]) -> Done | None:
        if decision.kind != "act":
            return None
        left = [each for each in body if not is_empty(each) and not verbs_of(each.low) & (_ENDS | _OF_TURN)]
        ends = any(verbs_of(each.low) & _ENDS for each in body)
        return (lambda: [self.speaker._give(END)]) if ends and not left else None

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
        for forgiving in (False, True):
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
        return lambda: speaker._go_on(decision, one, self.text)

    def _borne_out(self, done: Done, told: Sequence[Number]) -> list[Entry]:
        """What is done, with the numbers that are told besides: so many must have been paid, or gained."""
        play, head_ = self.speaker.play, self.speaker.play.head
        entries = done()
        moved = set()
        for batch in play.batches_since(head_):
            for event in batch.events if batch.n > head_ else ():
                facts_ = event.facts
                if isinstance(facts_.get("count"), int):
                    moved.add((str(facts_.get("what")), facts_["count"]))
                if isinstance(facts_.get("from"), int) and isinstance(facts_.get("to"), int):
                    moved.add(("supply", facts_["from"] - facts_["to"]))
        for each in told:
            if (each.unit, each.many) not in moved and each.unit != "warband":
                raise Unexplained(
                    f"'{each.many} {each.unit}' is no number of what would be done",
                    "Leave the number out to see what it is",
                )
        return entries

    # -- what is only told -----------------------------------------------------------------------------------------

    def _is_told(self, said: Head, body: Sequence[Token]) -> bool:
        """Does a clause tell no more than what has come of those before it?"""
        if not self.entries:
            return False
        left = [each for each in body if not (is_empty(each) or is_joint(each))]
        silent = any(each.low in words()["untold"] for each in left)
        if silent and (said.never or any(map(denies, left))):
            return all(
                denies(each) or each.low in words()["untold"] | words()["links"] | {"anybody", "anything"}
                for each in left
            )
        if said.who and {each.low for each in left} <= {"go", "goes", "up", "ahead"}:
            return self.entries[-1].answer == END
        if said.never or any(map(denies, left)):
            beside = _OF_PLANS | {"else", "either", "vision"}
            last = self.entries[-1].answer
            no_vision = not isinstance(last, list) or "vision" not in str(last)
            return no_vision and all(denies(each) or verbs_of(each.low) & beside for each in left)
        if any(entry.kind == PLAN for entry in self.entries) and said.verbs & {"remove", "add", "take"}:
            plain = [each for each in left[1:] if each.low not in words()["links"]]
            return all(unit_of(each.low) == "die" or each.low in ("one", "1", "attack", "defense") for each in plain)
        decision = self.speaker._open()
        if said.verbs & THROWS and decision.kind in (KEEP, "setup.adviser"):
            gone = number(" ".join(each.low for each in left if not verbs_of(each.low) & THROWS))
            return gone is not None and gone.many in (2, -1) and gone.unit in ("", "card", "denizen")
        if any(
            verbs_of(each.low) & {"throw", "discard", "toss", "dump", "chuck", "bin", "rest", "other"} for each in left
        ):
            beside = _REST | words()["links"] | {"i", "he", "she", "we", "go", "are"}
            rest = [each for each in left if each.name or not (verbs_of(each.low) & beside or unit_of(each.low))]
            return all((said_ := number(each.low)) is not None and said_.many in self._discarded() for each in rest)
        return bool(left) and all(self._happened(each) for each in left)

    def _discarded(self) -> Iterator[int]:
        for entry in self.entries:
            for kind, answer in [(entry.kind, entry.answer), *entry.skipped, *self.speaker.play.driver.skipped]:
                if kind.endswith(".order") and isinstance(answer, list):
                    yield len(answer)
            if entry.kind.endswith((".keep", "adviser")):
                yield 2

    def _happened(self, token: Token) -> bool:
        """Is it a word for what came of the answers of this line? Winning is said of a battle that was won."""
        verbs = verbs_of(token.low)
        if verbs & {"win", "lose", "defeat", "accept", "grab"}:
            return any(entry.kind in ROLLS or entry.kind.endswith(".sacrifice") for entry in self.entries)
        return bool(verbs & {"stop", "refuse"})
