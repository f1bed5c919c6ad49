"""Where the words of a segment name something: an option of a question, a card of the catalogue."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from oathtools import catalog
from oathtools.answerers.clauses import Segment
from oathtools.answerers.matching import Label, Misread, Spellings, key, meant, spellings
from oathtools.answerers.reading import KEEPS
from oathtools.answerers.speech import Token, is_empty, is_joint, is_strange, unit_of, verbs_of, words
from oathtools.catalog.names import index_of_names
from oathtools.engine.decision import Decision
from oathtools.kit import intake
from oathtools.procedures.campaign.fight import PLAN

ASKS = frozenset(("want", "wants", "ask", "demand"))
_LONGEST = 6  # words of a name


class Mention(NamedTuple):
    """An option that words name, and where."""

    option: str
    start: int
    end: int

    @property
    def places(self) -> frozenset[int]:
        """Where its words stand."""
        return frozenset(range(self.start, self.end))


def throws(segment: Segment, at: int) -> bool:
    """Does what stands there belong to a verb that throws away, or is it said to be *out*?"""
    gone, own = frozenset(words()["spots"]["away"]), segment.own_verbs_at(at)
    out = own <= gone and not gone.isdisjoint(segment.lows_of(segment.clause_at(at)))
    return out or bool(segment.verbs_at(at) & words()["throws"])


def goes_so(segment: Segment, at: int, decision: Decision) -> bool:
    """Does it go the way that is asked of both sides of a deal (6.6.1, 7.6.3)? *Wants, asks his favor*: it comes.

    Raises ``Misread`` where it is not said who gives it.
    """
    clause, tie, found, me = segment.clause_at(at), segment.before(at), segment.found, decision.who
    if (side := decision.kind.rpartition(".")[2]) not in ("give", "take"):
        return True
    if tie in ("for", "with") or segment.lows_of(clause) & {"return", "exchange", "back"}:
        return (side == "give") == (tie == "with")
    for place in clause.places:
        owns = (place < at and found[place].low.endswith("'s")) or found[place - 1].low in ("from", "of")
        if (owner := clause.seat_at(place) if owns else None) is not None:
            return (side == "give") == (owner == me)
    ways = (way for each in reversed(found[clause.start : at]) for way, more in (("comes", ASKS), ("leaves", ()))
            if not each.name and {each.low, *verbs_of(each.low)} & words()[way].union(more))  # fmt: skip
    if (way := next(ways, None)) is None:
        return True
    mine = me in (segment.subjects_at(at) or (me,))
    if found[clause.start].low in ("he", "she", "they", "you"):
        mine = way == "leaves" or not any(unit_of(each.low) == "relic" for each in found[clause.start : at])
        if mine:
            raise Misread("it is not said who gives what", "Say it with names: Bo gives 1 favor")
    return (side == "give") == ((way == "leaves") == mine)  # who gets the relic gets that, too


def card_names(
    segment: Segment, used: frozenset[int], kinds: Sequence[str] = ("denizen", "vision")
) -> Iterator[Mention]:
    """Where cards of the catalogue are named, whether they may be here or not."""
    found, names, at = segment.found, index_of_names(), segment.start
    while at < segment.end:
        sizes = range(min(_LONGEST, segment.end - at), 0, -1) if found[at].name and at not in used else ()
        size = next((n for n in sizes if found[at + n - 1].name and _key(found[at : at + n]) in names), 0)
        card = catalog.find(segment.words_of(at, at + size)) if size else ""
        if card.partition(".")[0] in kinds:
            yield Mention(card, at, at + size)
        at += size or 1


def _key(some: Sequence[Token]) -> str:
    return catalog.key_of(" ".join(each.low for each in some))


class Mentions:
    """Finds the options of one question that the words of one segment name. ``used``: words that say another answer."""

    def __init__(self, segment: Segment, decision: Decision, label: Label, used: frozenset[int]) -> None:
        self.segment, self.decision, self.label, self.used = segment, decision, label, used
        self.found, self.kind = segment.found, decision.kind.rpartition(".")[2]
        self.options = list(decision.options)

    @cached_property
    def _known(self) -> Spellings:
        return spellings(self.options, self.label)

    def all(self) -> list[Mention]:
        """Every option that is named, in the order of the words; each word names one thing, the longest name first.

        Names as they stand come before misspelt ones, which are noted (``guesses``).
        """
        result: list[Mention] = []
        for forgiving in (False, True):
            at, end = self.segment.start, self.segment.end
            while at < end:
                taken = any(at in each.places for each in result)
                sizes = range(min(_LONGEST, end - at), 0, -1) if not taken else ()
                at += next((n for n in sizes if self._names(at, at + n, forgiving, result)), 1)
        return sorted(result, key=lambda each: each.start)

    def _names(self, start: int, end: int, forgiving: bool, result: list[Mention]) -> bool:
        """Do some words name an option? It is a mention where it can be meant there."""
        if not self._may_name(start, end) or (forgiving and not (end == start + 1 and is_strange(self.found[start]))):
            return False
        text, known = self.segment.words_of(start, end), self._known
        with intake.listening() as guessed:
            option = meant(text, self.options, self.label, forgiving=forgiving, known=known)
        option = option or (self._by_initials(self.found[start]) if end == start + 1 else None)
        after = self.found[end].low if end < self.segment.end else ""
        if option is not None and after.isdecimal() and re.search(r"\d", self.label(option)):
            return False  # Hinterland 3 is not Hinterland 2
        if option is not None and self._may_be_meant(start, option):
            intake.note(*guessed)
            result.append(Mention(option, start, end))
        return option is not None

    def _by_initials(self, token: Token) -> str | None:
        """The one option whose name has these initials: *bt* for Bear Traps."""
        if not 2 <= len(token.low) <= 3 or token.name or not token.low.isalpha():
            return None
        names = {each: catalog.name_of(each).casefold() for each in self.options if catalog.is_card(each)}
        found = [each for each, name in names.items() if "".join(word[0] for word in name.split()) == token.low]
        return found[0] if len(found) == 1 else None

    def _may_name(self, start: int, end: int) -> bool:
        """Can these words be a name at all: not only verbs, sorts of things, numbers, somebody's name?"""
        some, book = self.found[start:end], words()
        first, last = some[0], some[-1]
        if not self.used.isdisjoint(range(start, end)) or any(map(is_joint, some)) or first.low in book["links"]:
            return False
        sorts = all(each.low in book["sorts"] or unit_of(each.low) or is_empty(each) for each in some)
        mine = len(some) > 1 and first.low in book["owned"] and last.low == "site"
        if sorts and not mine and first.low not in book["pointing"] and first.low not in self.options:
            return False
        if len(some) > 1:
            plain = not (is_empty(first) or is_empty(last)) or first.low in book["owned"]
        else:
            plain = self._alone(start)
        text = self.segment.words_of(start, end)
        owner = text.casefold().endswith("'s") and text[-3:-2] != "s"
        return plain and not owner and (self.kind not in ("modifier", "plan", "power") or self._names_card(text))

    def _alone(self, at: int) -> bool:
        """Can one word be a name by itself?"""
        token, book = self.found[at], words()
        seat = self.segment.clause_at(at).seat_at(at)
        if seat is not None:
            return any(seat in re.split("[.-]", option) for option in self.options)
        if any(at in each.places for each in self.segment.counts):
            return False  # both her favor
        if token.low in book["persons"] and token.low not in book["pointing"]:
            return False
        verb = verbs_of(token.low) & book["verbs"] and token.low not in self.options
        if token.name and token.low in ("a", "an", "the"):
            return False  # A Small Favor is not named by its article
        return token.name or not (token.low.isdecimal() or verb or is_empty(token)) or token.low in book["pointing"]

    def _names_card(self, text: str) -> bool:
        """Is one of the words part of a card's name, not only of how it is used?"""
        cards = [card for option in self.options if catalog.is_card(card := re.split("[=@]", option)[0])]
        known = [key(word) for card in cards for word in (*catalog.name_of(card).split(), catalog.name_of(card))]
        names = [each for each in known if len(each) > 2 and each != "the"]
        some = [key(word) for word in (*text.split(), text) if len(word) > 2]
        return any(name.startswith(word) or catalog.mistyped(word, name) for name in names for word in some)

    def _may_be_meant(self, at: int, option: str) -> bool:
        """May a name that stands there be the answer: by the verb it belongs to, by what ties it, by who acts?"""
        segment, decision = self.segment, self.decision
        who, tie = segment.subjects_at(at), segment.before(at)
        called = option in who and not segment.clause_at(at).verbs  # Ann, only the Plains: she is the defender
        if who and not segment.is_of(decision, at) and not called:
            return False
        if self.found[at].low == "there" and self.found[at - 1].low == "in":
            return False  # the one card in there: in the pile
        beside = self.found[at + 2] if self.found[at].low == "here" and at + 2 < segment.end else None
        if beside is not None and beside.name and self.found[at + 1].low in ("at", "in", "on"):
            return False  # here at Great Slum: that is where
        if not who and not segment.may_mean(decision):
            return False  # the next player is named before what is theirs
        if decision.kind in KEEPS and throws(segment, at):
            return False
        if self.kind in ("to", "pawn", "place") and tie in ("from", "off"):
            return False
        return not (decision.kind == PLAN and tie in ("without", "no"))
