"""A line cut into clauses: who does what in each, its numbers and its names, before anybody asks what they answer."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from oathtools.answerers import speech
from oathtools.answerers.matching import Label
from oathtools.answerers.speech import Number, Token, denies, is_empty, is_joint, number, unit_of, verbs_of, words
from oathtools.engine.decision import Decision
from oathtools.kit.text import NUMBER_WORDS
from oathtools.odds.dice import is_word_of_dice

_NUMBER_LONG = 5  # words of a number with what is counted
_HANDS = ("turn", "go", "over", "next")  # whose it is now
_BANKS = ("discord", "arcane", "order", "hearth", "beast", "nomad")


class Count(NamedTuple):
    """A number in a clause, with what is counted, and where it stands."""

    start: int
    end: int
    number: Number

    @property
    def places(self) -> frozenset[int]:
        """Where its words stand."""
        return frozenset(range(self.start, self.end))


class Clause:
    """The tokens of a line between two joints. ``start`` and ``end`` are their places in the line."""

    def __init__(self, found: Sequence[Token], start: int, end: int, names: Mapping[str, str]) -> None:
        self.found, self.start, self.end = found, start, end
        self._names = names  # of the players, in small letters
        self.heir: tuple[str, ...] = ()  # who acts in the clause before it, where an *and* makes it go on

    @property
    def places(self) -> range:
        """Where its tokens stand in the line."""
        return range(self.start, self.end)

    def seat_at(self, at: int) -> str | None:
        """The player whom a token names, as somebody or as an owner."""
        low = self.found[at].low
        plain = low.removesuffix("'s").removesuffix("'")
        if self.found[at].name and not low.endswith("'s"):
            return None
        if len(plain) == 1 and self.found[at].text.isupper() and self._is_initial(at):  # D musters
            called = [seat for seat, name in self._names.items() if name.startswith(plain)]
            return called[0] if len(called) == 1 else None
        return next((seat for seat, name in self._names.items() if plain == name), None)

    def _is_initial(self, at: int) -> bool:
        """May one large letter stand for a name? *A* and *I* only before what somebody says or does."""
        after = self.found[at + 1].low if at + 1 < len(self.found) else ""
        acts = after.endswith("s") and verbs_of(after) & words()["sure"]
        return bool(self.found[at].low not in ("a", "i") or after == ":" or acts)

    @cached_property
    def subjects(self) -> tuple[str, ...]:
        """The players who are named before the first verb: those who act. *No plans from Dee*: she."""
        found: list[str] = []
        for at in self.places:
            token = self.found[at]
            seat = self.seat_at(at)
            if seat is not None and (not token.low.endswith(("'s", "s'")) or self._is(at + 1)):
                found.append(seat)
            elif seat is None and not is_empty(token):
                if token.low == "target":
                    return ()  # Bo target Steppe: it is Bo who is the target
                break
        if not found and self.denials[:1] == [self.start]:
            some = (at for at in self.places if self.found[at - 1].low in ("from", "by"))
            found = [seat for at in some if (seat := self.seat_at(at)) is not None]
        return tuple(found)

    def _is(self, at: int) -> bool:
        """Does a name with an *'s* stand for somebody who is: *Cy's done*, *Dee's like*?"""
        so = ("done", "finished", "up", "out", "in")
        return at < self.end and (is_empty(self.found[at]) or self.found[at].low in so)

    @cached_property
    def verbs(self) -> dict[int, frozenset[str]]:
        """The words that may be verbs, each with what it may be a form of."""
        forms = {at: verbs_of(self.found[at].low) & words()["verbs"] for at in self.places if not self.found[at].name}
        return {at: several for at, several in forms.items() if several}

    @property
    def begins_with_a_verb(self) -> bool:
        """Does nothing stand before its first verb but who acts?"""
        first = next(iter(self.verbs), self.start)
        return all(is_empty(self.found[at]) or self.seat_at(at) for at in range(self.start, first))

    @cached_property
    def is_over(self) -> bool:
        """Does it say that somebody has done all there is to do: *he's out*, *Bo's spent*, *that's his turn*?"""
        ends = words()["ends_a_turn"]
        kept, said = {*re.findall(r"\w+", " ".join(ends))}, []
        for at in self.places:
            low = self.found[at].low
            who = self.seat_at(at) is not None or words()["persons"].get(low) in ("", "me")
            word = ("@ is" if low.endswith("'s") else "@") if who else low
            said += [word] if who or low in kept or not is_empty(self.found[at]) else []
        return any(re.fullmatch(each, " ".join(said)) for each in ends)

    @property
    def is_done(self) -> bool:
        """Does it only say that somebody is done?"""
        some = (at for at in self.places if not (is_empty(self.found[at]) or self.seat_at(at)))
        return {self.found[at].low for at in some} - words()["persons"].keys() in ({"done"}, {"finished"})

    @property
    def of_bandits(self) -> bool:
        """Does it tell of several who are no players: *they have two dice*?"""
        said = [self.found[at].low for at in self.places if self.found[at].low != "the"]
        return said[:1] in (["they"], ["bandits"])

    def is_turn_of_another(self, who: str) -> bool:
        """Does it only say that it is the turn of another: *Cy's go*, *over to Cy*?"""
        some = [at for at in self.places if not (is_empty(self.found[at]) or self.found[at].low in words()["persons"])]
        owners = [at for at in some if self.seat_at(at) not in (None, who)]
        rest = {self.found[at].low for at in some if at not in owners}
        up = not rest and self.found[self.end - 1].low == "up"  # Bo up
        return len(owners) == 1 and rest <= words()["hands_on"] and (up or not rest.isdisjoint(_HANDS))

    def hands_to(self, who: str) -> bool:
        """Does it hand something on to somebody: *passes to Cy* does not end the turn of Cy?"""
        ties = (at for at in self.places if self.found[at].low == "to" and at + 1 < self.end)
        return any(self.seat_at(at + 1) == who for at in ties)

    @property
    def only_pays(self) -> bool:
        """Does it only say what is spent, on what comes behind it: *pays 4 and searches the deck*?"""
        pays = bool(self.verbs) and all(forms & words()["spends"] for forms in self.verbs.values())
        return pays and not any(self.found[at].name or unit_of(self.found[at].low) == "warband" for at in self.places)

    @property
    def every(self) -> bool:
        """Does it speak of both, or of all?"""
        return any(self.found[at].low in ("both", "all", "each", "every") for at in self.places)

    @cached_property
    def denials(self) -> list[int]:
        """Where it says that something is not, or that nobody does it."""
        persons = words()["persons"]
        return [at for at in self.places if denies(self.found[at]) or persons.get(self.found[at].low) == "none"]

    @cached_property
    def denies_twice(self) -> bool:
        """Does it deny what it denies: *not no plan*? *No no* and *nah, don't* only say it again."""
        first = self.found[self.denials[0]].low if self.denials else ""
        plain = all(at in self.denials or is_empty(self.found[at]) for at in self.places)
        return len(self.denials) > 1 and not plain and first not in ("nah", "nope", "nay")

    @cached_property
    def counts(self) -> list[Count]:
        """Its numbers, the longest reading of each."""
        counts, at = [], self.start
        while at < self.end:
            size = next((n for n in range(min(_NUMBER_LONG, self.end - at), 0, -1) if self._count(at, at + n)), 0)
            if size and (found := self._count(at, at + size)):
                counts.append(Count(at, at + size, found))
            at += size or 1
        return counts

    @cached_property
    def set_against(self) -> list[tuple[Count, Count]]:
        """Its numbers that are set against each other: *2 to 1*, *4 v 2*, *three dice against one*."""
        ties = ("to", "against", "versus", "on")
        return [(one, other) for one, other in pairwise(self.counts)
                if other.start - one.end == 1 and self.found[one.end].low in ties]  # fmt: skip

    def _count(self, start: int, end: int) -> Number | None:
        some = self.found[start:end]
        first, last = some[0], some[-1]
        if any(each.name for each in some) or denies(first):
            return None
        begins = first.low[:1].isdecimal() or first.low in NUMBER_WORDS or first.low in _BEGINS
        if not begins or (is_empty(last) and len(some) > 1 and not unit_of(last.low)):
            return None
        after = self.found[end] if end < self.end else None
        of_bank = {each.low: bank for each in some for bank in _BANKS if bank.startswith(each.low) and each.low[2:]}
        bank = next(iter(of_bank.values()), "")
        found = number(" ".join(each.low for each in some if each.low not in of_bank))
        ends = end + 1 == self.end and after is not None and after.low in words()["spots"]["down"]  # keeps 1 facedown
        if found is None or not (found.unit or bank or after is None or ends or _may_follow(after)):
            return None  # one campaign: what is counted is nothing that is known
        off = after is not None and after.low in ("off", "from")
        lying = {each.low for each in self.found[end + 1 : end + 4]} if off else set()
        unit = "favor" if bank else "card" if lying & {"deck", "pile"} else ""  # four off the deck
        return found._replace(of_bank=bank, unit=found.unit or unit)


def _may_follow(token: Token) -> bool:
    """May a word stand behind a number that says of nothing what is counted?"""
    book, low = words(), token.low
    plain = token.name or is_empty(token) or low.isdecimal() or low in ("each", "left")
    acts = verbs_of(low) & book["acts"].keys()  # one campaign, 1 musters
    says = low in book["links"] or low in book["persons"] or (verbs_of(low) & book["verbs"] and not acts)
    return bool(plain or says)


_BEGINS = ("all", "both", "a", "an", "every", "everything", "max", "another", "last")


def clauses(found: Sequence[Token], seats: Sequence[str], label: Label) -> list[Clause]:
    """The clauses of a line, in their order."""
    names = {seat: label(seat).casefold() for seat in seats}
    known = set(names.values())

    def cut() -> Iterator[Clause]:
        start = 0
        for at in range(len(found) + 1):
            joint = at == len(found) or is_joint(found[at]) or found[at].low in ("(", ")")
            if joint or (at > start and (_without(found, at, known) or _somebody_else(found, at, known))):
                clause = Clause(found, start, at, names)
                says = any(not is_empty(found[each]) or clause.seat_at(each) for each in clause.places)
                if says and not _denies_nothing(found[start:at]):
                    yield clause
                start = at + joint

    row = list(cut())
    for before, each in pairwise(row):
        if found[each.start - 1].low in ("and", "&") and each.begins_with_a_verb and not each.subjects:
            each.heir = before.subjects or before.heir
    return row


def _denies_nothing(some: Sequence[Token]) -> bool:
    """Is there nothing that it says is not: *no hard feelings*?"""
    said, color = [each.low for each in some if not is_empty(each)], words()["color"]
    return said in (["no"], ["not"]) and any(speech.is_company(each.low) or each.low in color for each in some)


def _without(found: Sequence[Token], at: int, names: Set[str]) -> bool:
    """Does a clause of its own begin there, of what there is not: *without plans*, *with no plans*?"""
    if found[at - 1].low in names:
        return False  # Bo no sacrifice: it is Bo who says no
    if found[at].low == "no" and not found[at - 1].name:  # two swords no sacrifice
        before = found[at - 1]
        return not (is_empty(before) or before.low in words()["links"] or verbs_of(before.low) & words()["verbs"])
    return found[at].low == "without" or (found[at].low == "with" and at + 1 < len(found) and denies(found[at + 1]))


def _somebody_else(found: Sequence[Token], at: int, names: Set[str]) -> bool:
    """Does somebody begin to act there without a joint before it: *for 1 favor Cy accepts*?"""
    verb, before = found[at + 1] if at + 1 < len(found) else found[at], found[at - 1]
    forms = verbs_of(verb.low) & words()["verbs"] if verb.low.endswith("s") and not verb.name else frozenset[str]()
    tied = before.low in words()["links"] or verbs_of(before.low) & words()["verbs"]
    tied = tied or (is_empty(before) and before.low not in ("his", "hers"))  # at the start of hers Dee places
    return bool(forms) and not tied and found[at].low in names


class Segment:
    """Clauses that are read together. What a clause leaves out, its verb or who does it, it has from those before."""

    def __init__(self, text: str, members: Sequence[Clause]) -> None:
        self.text, self.members = text, members
        self.actor, self.asked = "", False  # who is asked as it begins; whether the line begins with it
        self.found = members[0].found
        self.start, self.end = members[0].start, members[-1].end

    @cached_property
    def places(self) -> list[int]:
        """Where its words stand that say something, or tie."""
        return [at for each in self.members for at in each.places]

    @cached_property
    def counts(self) -> list[Count]:
        """Its numbers."""
        return [count for each in self.members for count in each.counts]

    @cached_property
    def denials(self) -> list[int]:
        """Where it says that something is not."""
        return [at for each in self.members for at in each.denials]

    @cached_property
    def lows(self) -> set[str]:
        """Its words in small letters, with the verbs and the units they may be."""
        lows = {self.found[at].low for at in self.places if not self.found[at].name}
        return lows | {form for low in lows for form in (*verbs_of(low), unit_of(low))} - {""}

    def lows_of(self, clause: Clause) -> set[str]:
        """The words of one clause in small letters."""
        return {self.found[at].low for at in clause.places}

    def clause_at(self, at: int) -> Clause:
        """The clause in which a token stands."""
        return next(each for each in self.members if at < each.end)

    def subjects_at(self, at: int) -> tuple[str, ...]:
        """Who is said to do what a token belongs to; nobody is named: nothing. *Bo, Cy and Dee draw*: all of them."""
        found = self.members[0].heir
        plain = False  # was there only a name, to which others may be added?
        for each in self.members:
            if each.start > at:
                break
            if each.subjects:
                found = (*found, *each.subjects) if plain else each.subjects
                plain = not each.verbs and len(each.places) == len(each.subjects)
            else:
                plain = False
        return found

    def is_of(self, decision: Decision, at: int) -> bool:
        """Is what stands there said of whoever is asked, or of whom they move: *Cy banished to Plains* (5.5.7.3)?"""
        about, who = decision.about, self.subjects_at(at)
        kind = decision.kind.rpartition(".")[2]
        moved = about.given.get("defender") if kind == "banish" else about.actor if kind == "made-to" else None
        return decision.who in who or moved in who

    def may_mean(self, decision: Decision) -> bool:
        """May it answer what another is asked who does not act in it, though nobody is named: not as they begin."""
        named = any(self.clause_at(at).seat_at(at) == decision.who for at in self.places)
        mine = decision.who == self.actor or (decision.kind.startswith("wake.") and named)
        return mine or not decision.kind.startswith(("setup.", "wake."))

    def verbs_at(self, at: int) -> frozenset[str]:
        """The verb to which a token belongs: the one before it, in its clause or in one before; else the next."""
        clause = self.clause_at(at)
        before = [place for place in clause.verbs if place <= at]
        if before:
            return clause.verbs[before[-1]]
        if clause.verbs:
            return next(iter(clause.verbs.values()))
        for each in reversed([each for each in self.members if each.end <= at]):
            if each.verbs:
                return each.verbs[max(each.verbs)]
        return frozenset()

    def own_verbs_at(self, at: int) -> frozenset[str]:
        """The verb before a token in its own clause, or those that may be its; nothing where that has none."""
        verbs = self.clause_at(at).verbs
        if any(place <= at for place in verbs):
            return self.verbs_at(at)
        return frozenset[str]().union(*verbs.values())

    def before(self, at: int) -> str:
        """The word that stands before a token, of those that tie or say something, not whose it is."""
        clause = self.clause_at(at)
        for place in range(at - 1, clause.start - 1, -1):
            owner = clause.seat_at(place) is not None and self.found[place].low.endswith(("'s", "s'"))
            if not (is_empty(self.found[place]) or owner):
                return self.found[place].low
        return ""

    def die_before(self, count: Count) -> str:
        """The die of which faces stand right before a number that ends a clause, so that it is what they come to."""
        at = count.start - 1
        while at > 0 and (is_joint(token := self.found[at]) or is_empty(token) or token.low in words()["comes_to"]):
            at -= 1  # two swords, which makes two
        alone = not count.number.unit and at >= 0 and count.end == self.clause_at(count.start).end
        low = self.found[at].low if alone else ""
        dice = [die for die in ("attack", "defense") if low in words()["faces"] and is_word_of_dice(die, low)]
        return dice[0] if len(dice) == 1 else ""

    def apart(self, count: Count, places: Sequence[Any], mention: Any) -> tuple[bool, bool, int]:
        """How far a place stands from a number: in its clause, on the side where the first one of that stands."""
        clause = self.clause_at(count.start)
        first = next((each.start < count.start for each in places if each.start in clause.places), False)
        near = mention.start in clause.places
        return not near, (mention.start < count.start) != (first and near), abs(mention.start - count.start)

    def is_of_totals(self, count: Count) -> bool:
        """Is it one of two numbers that are set against each other: *2 to 1*, *three dice against one*?"""
        against = self.found[max(count.start - 1, 0)].low in ("against", "versus")
        return against or any(count in pair for pair in self.clause_at(count.start).set_against)

    def words_of(self, start: int, end: int) -> str:
        """The text from one token to another."""
        return self.text[self.found[start].start : self.found[end - 1].end].strip("\"'")
