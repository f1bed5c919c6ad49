"""The words of a clause as the answer to one question: a yes, a number, cards, shares, a piece, a name."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from oathtools import catalog
from oathtools.answerers.grammar import THROWS, Head, Slot, covers, match_strictly, strictly
from oathtools.answerers.matching import Misread
from oathtools.answerers.reading import KEEP, PLACE, in_hand
from oathtools.answerers.speech import (
    Number,
    Token,
    is_empty,
    is_joint,
    number,
    ordinal,
    unit_of,
    verbs_of,
    words,
)
from oathtools.answerers.words import generic
from oathtools.engine.decision import Answer, Decision, Form
from oathtools.journal.entry import Entry
from oathtools.kit import guesses
from oathtools.procedures.actions.play import ADVISER, DISCARD, FACEDOWN
from oathtools.procedures.campaign.ground import PLAN

if TYPE_CHECKING:
    from oathtools.answerers.speaker import Speaker

Done = Callable[[], list[Entry]]
_OF_DICE = ("dice", "die", "end", "bandits", "bandit", "on")


class Needs(Exception):
    """The words did not suffice, or say more than is asked: this question stands in between."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(f"{decision.kind} needs an answer")
        self.decision = decision


def by_the_way(decision: Decision, actor: str) -> Answer:
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


def _names(plan: str, text: str) -> bool:
    """Do words name the card of a plan, or nothing that is one?"""
    card = plan.partition("=")[0]
    said = {catalog.key_of(each) for each in text.split()} - {""}
    return (
        not catalog.is_card(card)
        or any(
            catalog.key_of(word).startswith(each)
            for word in catalog.name_of(card).split()
            for each in said
            if len(each) > 2
        )
        or catalog.key_of(catalog.name_of(card)) in "".join(sorted(said, key=text.casefold().find))
    )


_ONE = ("third", "last", "one", "it")
_ADDS = (
    r"add|remove|knock|take|get|one|two|an?|more|less|fewer|extra|die|dice|off|from|of|attack|defense|the"
    r"|\w+'s|me|his|her"
)


class Answers:
    """Reads the words of one clause for the question that is open.

    ``fault`` is what is wrong with them, if they are none; ``unlikely`` gives an answer that the rules refuse.
    """

    speaker: "Speaker"
    text: str
    fault: Misread | None
    unlikely: Done | None

    def _answered(self, decision: Decision, said: Head, body: Sequence[Token]) -> Done | None:
        """The words of a clause as the answer to the open question."""
        kind = decision.kind.rpartition(".")[2]
        verbs = {*words()["answers"].get(kind, ()), kind, f"{kind}s", "roll"}
        if decision.kind == "act":
            return None
        core: list[str] = []
        dice = decision.kind.endswith(("-roll", ".die"))
        for each in body:
            if each.name or not (is_empty(each) or verbs_of(each.low) & verbs or (dice and each.low in _OF_DICE)
                                or (kind == "bank" and each.low in ("first", "bank", "favor"))):  # fmt: skip
                core.append(each.text if each.name else each.low)
        text = " ".join(core)
        text = re.sub(r"\s+([,.;])", r"\1", text).strip(" ,.;!:")
        if decision.kind in (KEEP, "setup.adviser") and said.verbs & THROWS:
            return self._all_but(decision, text)
        if decision.form is Form.ORDER:
            cards = [catalog.key_of(catalog.name_of(each)) for each in decision.options if catalog.is_card(each)]
            if any(card not in catalog.key_of(self.text) for card in cards):
                return None  # which is thrown first, and which last
            text = re.sub(r"\b(?:on top(?: of it)?|at the bottom|last|away|down|rid of|of it)\b", " ", text)
            text = re.sub(r",? *\bthen\b *", ", ", " ".join(text.split())).strip(" ,")
        if decision.form is Form.DISTRIBUTE:
            return self._shared(decision, body, verbs)
        if decision.kind.endswith(".die") and (fell := number(text)) is not None:
            return lambda: [self.speaker._give([str(fell.many)])]
        if decision.form is Form.AMOUNT:
            count = number(re.sub(r"\b(?:with|to|on|at)\b", " ", text))
            amount = (
                None if count is None or count.unit not in ("", "die", "warband", "favor") else count.of(decision.high)
            )
            return None if amount is None else lambda: [self.speaker._give(amount)]
        if said.verbs & set(decision.options) - {"yes", "no"} and decision.form is Form.ONE:
            verb = next(iter(said.verbs & set(decision.options)))
            beside = [each for each in body[1:] if not (is_empty(each) or each.low in words()["links"] or each.name)]
            if number(" ".join(each.low for each in beside)) or not beside or unit_of(beside[-1].low):
                return lambda: [self.speaker._give(verb)]
        if decision.form is Form.ONE and (piece := self._piece(decision, body)):
            return lambda: [self.speaker._give(piece)]
        speaker, label = self.speaker, self.speaker._label(decision)
        if set(decision.options) == {"yes", "no"}:
            return self._agreed(decision, said, body, text, verbs)
        if decision.kind.endswith(".draw") and (row := self._row(decision, body, verbs)) is not None:
            return lambda: [speaker._give(row)]
        if decision.kind.endswith((".draw", "adviser", ".keep")) and (drawn := self._cards(decision, text)) is not None:
            return lambda: [speaker._give(drawn)]
        if decision.form is Form.ONE and decision.kind != "act":
            text = re.sub(r"^(?:(?:to|at|on|in|from|with|off|of|for)\s+)+", "", text)
        if not text or (number(text) and decision.form is Form.ONE):
            return None
        if decision.kind.endswith("adviser"):
            text = re.sub(r" ?\b(?:facedown|adviser|advisers|as)\b", "", text)
        if decision.kind == PLAN:
            text = re.sub(rf" (?:to|for) (?:(?:{_ADDS}) ?)*$", "", text)  # Longbows to add a die
        try:
            with guesses.listening() as guessed:
                answer = generic(decision, [text], label)
        except Misread as fault:
            self.fault = self.fault or fault
            return None
        if guessed and " " in text:  # of several words one may be another
            return None
        guesses.note(*guessed)
        if decision.kind == PLAN and not _names(str(answer), text):
            return None
        if decision.form is Form.OUTCOME and not decision.allows(answer):
            self.unlikely = self.unlikely or (lambda: [speaker._give(answer)])
            return None
        return lambda: [speaker._give(answer)]

    def _placed(self, decision: Decision, said: Head, body: Sequence[Token]) -> Done | None:
        """Where the card in hand goes: facedown beside the board, up with the advisers, to the site, away."""
        if decision.kind != PLACE:
            return None
        book, speaker = words(), self.speaker
        here = {catalog.key_of(catalog.name_of(each)): each for each in decision.options if each.startswith("site.")}
        card = in_hand(speaker.play.game, decision)
        called = {catalog.key_of(speaker._label(decision)(card))}
        called |= {catalog.key_of(catalog.name_of(card))} if catalog.is_card(card) else set()
        known = {*book["answers"]["to"], *book["answers"]["keep"]} - THROWS
        left = [
            each for each in body if not (is_joint(each) or (is_empty(each) and each.low not in book["spots"]["site"]))
        ]
        key = catalog.key_of(" ".join(each.low for each in left if each.name))
        spots = {"site"} if key in here else {""} if key and not any(key in each for each in called) else set()
        for low in (each.low for each in left if not each.name and each.low not in book["links"]):
            spot = next((name for name, several in book["spots"].items() if low in several), "")
            if spot or verbs_of(low) & THROWS:
                spots.add(spot or "away")
            elif not (verbs_of(low) & known or unit_of(low) in ("card", "denizen", "vision") or low in _ONE):
                return None
        site = next(iter(here.values()), "")
        to = {"away": DISCARD, "site": site, "site up": site, "down": FACEDOWN, "by down": FACEDOWN}
        to |= dict.fromkeys(("by", "by up", "up"), ADVISER)
        answer = to.get(" ".join(sorted(spots)), "")
        return (lambda: [speaker._give(answer)]) if answer else None

    def _piece(self, decision: Decision, body: Sequence[Token]) -> str:
        """A piece that is offered, by what it is; it lies where the pawn stands, or on the banner asked about."""
        options = set(decision.options) & {"favor", "secret", "place"}
        verbs = frozenset[str]().union(*(verbs_of(each.low) for each in body))
        if "place" in options and not verbs & {"place", "put", "add", "lay"}:
            options -= {"place"}
        said = {unit_of(each.low) for each in body if not each.name}
        found = options & (said | {"place"})
        state = self.speaker.play.state
        slot = state.players[decision.who].slot
        here = {catalog.name_of(site) for site in state.zone("map")[slot : slot + 1]} if slot is not None else set()
        names = " ".join(each.low for each in body if each.name)
        there = not names or names in {each.casefold() for each in here} or ("place" in found and "favor" in names)
        counts = [number(each.low) for each in body if not each.name and number(each.low)]
        known = {*words()["answers"]["site"], "place", "put", "add", "last"}

        def plain(each: Token) -> bool:
            if each.name or is_empty(each) or is_joint(each) or number(each.low):
                return True
            return bool(each.low in words()["links"] or unit_of(each.low) or verbs_of(each.low) & known)

        single = all(each is not None and each.many == 1 for each in counts)
        return next(iter(found)) if len(found) == 1 and there and all(map(plain, body)) and single else ""

    def _all_but(self, decision: Decision, text: str) -> Done | None:
        """Who discards all cards but one keeps that one."""
        named = [part for part in re.split(r",| and ", text) if part.strip()]
        label = self.speaker._label(decision)
        with suppress(Misread):
            gone = {match_strictly(list(decision.options), label, part.strip()) for part in named}
            kept = [each for each in decision.options if each not in gone]
            if len(kept) == 1 and named:
                return lambda: [self.speaker._give(kept[0])]
        return None

    def _shared(self, decision: Decision, body: Sequence[Token], verbs: set[str]) -> Done | None:
        """*Two at Plains and one there*: numbers, each with its place; one without a place where there is but one."""
        label, legal = self.speaker._label(decision), list(decision.legal())

        def count(text: str) -> Number | None:
            found = number(text)
            return found if found is not None and found.unit in ("", "warband") else None

        slots = (
            Slot("number", strictly(count), many=True),
            Slot("option", strictly(partial(match_strictly, legal, label)), many=True),
        )

        def soft(token: Token) -> bool:
            low = token.low
            return not token.name and (
                is_empty(token)
                or is_joint(token)
                or low in words()["links"]
                or bool(verbs_of(low) & verbs)
                or low in ("each", "every", "last", "top", "site", "sites")
            )

        for reading in covers(self.text, body, slots, soft):
            numbers = [each.value for each in reading.filled if each.slot == "number"]
            options = [each.value for each in reading.filled if each.slot == "option"]
            every = any(each.low in ("each", "every") for each in body)
            if every and any(each.low in ("site", "sites") for each in body):
                options = []
            if every and len(numbers) == 1:
                options = options or legal
                numbers = numbers * len(options)
            if not options and len(legal) == 1:
                options = legal
            if not numbers and len(options) == 1 and any(each.low in ("last", "it") for each in body):
                numbers = [Number(1)]
            if numbers and len(numbers) == len(options) and len(set(options)) == len(options):
                shares = {option: each.of(decision.high) for option, each in zip(options, numbers, strict=True)}
                return lambda: [self.speaker._give({option: n for option, n in shares.items() if n})]
        return None

    def _agreed(self, decision: Decision, said: Head, body: Sequence[Token], text: str, verbs: set[str]) -> Done | None:
        """A yes: the verb of what is asked, with no other number than the rules give."""
        loses = decision.kind.endswith(".sacrifice") and said.verbs & {"lose", "fail"}
        if loses and all(each in words()["of_battle"] or verbs_of(each) & said.verbs for each in text.split()):
            return lambda: [self.speaker._give("no")]
        yes = {"yes", "yep", "yup", "deal", "win", "accept", "agree", "die"} | verbs
        if not any(verbs_of(each.low) & yes for each in body):
            return None
        left = " ".join(each for each in text.split() if not verbs_of(each) & yes)
        left = re.sub(r"\b(?:to|in|away|of|as|a|citizen)\b", " ", left).strip()
        count = number(left) if left else None
        if left and (count is None or count.unit not in ("", "warband", "favor")):
            return None
        if count is not None and isinstance(decision.about, int) and count.of(decision.about) != decision.about:
            what = decision.kind.rpartition(".")[2]
            needed = f"{what} must be just {decision.about}, not {count.many} ({', '.join(decision.cites)})"
            raise Misread(needed, f"{what}, or no")
        return lambda: [self.speaker._give("yes")]

    def _row(self, decision: Decision, body: Sequence[Token], verbs: set[str]) -> list[str] | None:
        """Cards in a row as they were drawn: names, backs, numbers of either."""

        def one(text: str) -> list[str] | None:
            said = number(text)
            if said is not None and said.unit in ("card", "denizen", "vision") and 0 < said.many <= decision.high:
                return [said.unit.replace("card", "denizen")] * said.many
            back = unit_of(text.casefold())
            if back in ("denizen", "vision"):
                return [back]
            found = catalog.find(text)
            return [found] if found.startswith(("denizen.", "vision.")) else None

        def soft(token: Token) -> bool:
            low, beside = token.low, words()["links"] | words()["row"]
            return (
                is_empty(token)
                or is_joint(token)
                or (not token.name and (low in beside or bool(verbs_of(low) & verbs)))
            )

        found = covers(self.text, body, [Slot("card", strictly(one), many=True)], soft)
        rows = [[card for each in reading.filled for card in each.value] for reading in found]
        return rows[0] if len(rows) == 1 and len(rows[0]) > 1 else None

    def _cards(self, decision: Decision, text: str) -> Answer:
        """Cards by their number, their place in the row or their backs; None if they are named."""
        plain = re.sub(
            r"\b(?:from|off|the|bottom|top|of|his|her|my|world|deck|as|facedown|adviser|advisers)\b", " ", text
        )
        plain = " ".join(plain.replace(",", " ").split())
        if decision.kind.endswith(".draw"):
            said = number(plain)
            if said is not None and said.unit in ("", "card", "denizen"):
                if said.many != decision.high and said.many != 1:
                    raise Misread(f"{decision.high} cards are drawn, not {said.many}", "Name them, or say how many")
                return ["denizen"] * said.of(decision.high) if said.many == decision.high else None
            place = ordinal(plain)
            if place is not None and "vision" in plain.casefold():
                return ["denizen"] * (place - 1) + ["vision"]
            return None
        alike = list(decision.legal())
        if re.fullmatch(
            r"(?:first|second|third|middle|last|\d(?:st|nd|rd|th))(?: (?:one|card|denizen|his cards|cards))?", plain
        ):
            if "untold.denizen" in alike:
                return "untold.denizen"
            return alike[0] if len({self.speaker.labels(decision)(each) for each in alike}) == 1 else None
        said = number(plain)
        if (
            said is not None
            and said.unit in ("", "card", "denizen")
            and said.many != 1
            and (said.many < 1 or said.unit)
        ):
            raise Misread(f"one card is kept, not {said.many}", "Which one?")
        if said is not None and said.many == 1 and f"untold.{'denizen'}" in alike:
            return "untold.denizen"
        if said == Number(1) or (said is not None and said.many == 1 and said.unit in ("card", "denizen")):
            return alike[0] if len({self.speaker.labels(decision)(each) for each in alike}) == 1 else None
        return None
