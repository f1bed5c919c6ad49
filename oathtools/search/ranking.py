"""Which documents answer a question, best first.

Each concept of the question scores a document by its best way of saying it (BM25 over weights that are already added up
over heading, keywords and text). A document is then judged by the sum, by how much of the question it covers, by
whether its heading is what was asked for, and by its kind.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log
from typing import Any, NamedTuple

from oathtools.search.asking import (
    REFERENCE,
    Concept,
    Question,
    concepts,
    exactly,
    pair,
    passing,
    spelled,
    terms,
    tokens,
    within,
)
from oathtools.search.store import Index


class Tuning:
    """The knobs, with the values that practice has shown (the benchmark ``search``)."""

    k1 = 3.0  # how soon a term is said often enough
    coverage = 0.6  # exponent of the share of the question that a document covers
    pairs = 0.4  # neighboring words that are neighbors in the document too
    heading = 0.6  # the heading says just what was asked
    exactly = 3.0  # how exactly
    title = 2.5  # the heading is all that was typed
    named = 1.3  # a site whose name of several words stands in the question
    breath = 1.5  # all said in one phrase or sentence
    unit = 0.8  # exponent of the share of that phrase that was asked for
    apart = 0.6  # of what a two-word way is worth when its words stand apart
    definition = 1.6  # a question for a meaning, answered by the glossary
    leads = 0.75  # documents that only explain or lead to others
    glossary = 0.9
    card = 0.5
    board = 0.5  # on top: cards of what the Law itself names
    ruling = 0.45
    point = 2.5  # an open point whose title says all that was asked
    variant = 0.5  # a house rule: the Law comes first where it answers
    others = 0.12  # where cards are asked for by what they do: everything else
    doing = 4.0  # there: all said in one sentence
    short = 0.3  # and the exponent of the share of that sentence

    def changed(self, **knobs: float) -> "Tuning":
        """The same with some knobs turned."""
        other = Tuning()
        for knob in knobs:
            if not hasattr(Tuning, knob):
                raise AttributeError(knob)
        other.__dict__.update(self.__dict__, **knobs)
        return other


CLOSER = 14  # documents that are looked at more closely
USUAL = Tuning()
_LAW = "ldgs"  # letters of the kinds that carry a clause
_IDLE = 0.3  # concepts of this weight are not marked in snippets
_SAME = 0.9  # ways worth this much mean the same
_DEFINED = 0.45  # how far the name of a term is what a question for a meaning asks for


class Ranking:
    """One question put to one index. ``words`` are its terms, mended."""

    def __init__(self, index: Index, question: Question, words: Sequence[str], tuning: Tuning = USUAL) -> None:
        self.index, self.question, self.tuning = index, question, tuning
        self.about: Mapping[str, Any] = index.about
        self.kinds: str = index.about["kinds"]
        law = sum(kind in _LAW for kind in self.kinds) or len(self.kinds)
        # What is asked for: the cards of a sort, or the Law, which answers everything else.
        self.sought = {n for sort in question.sorts for n in index.with_facet(sort)}
        self.among: Collection[int] = self.sought or range(law)
        self.small = set(index.about["small"])
        self.words = spelled(words, index.about)
        self.concepts = concepts(self.words, index.about)
        self.rarities: list[float] = []
        self.query = 0.0
        # For comparing with names: the question's words, and what each concept may be called.
        self.plain_words = [word for word in self.words if word not in self.small]
        self.phrases = [
            {part for way, worth in concept.ways if worth >= _SAME for part in way.split(" ")}
            for concept in self.concepts
        ]
        self.together = set(self.plain_words).union(*self.phrases)
        # The ways of each concept in words, the best first, and all words of them.
        self.parts = [
            [(worth, way.split(" ")) for worth, way in sorted(((w, way) for way, w in concept.ways), reverse=True)]
            for concept in self.concepts
        ]
        self.sayings = [{part for _, parts in ways for part in parts} for ways in self.parts]
        self.anything = set().union(*self.sayings)

    def _rarity(self, numbers: Collection[int]) -> float:
        """The idf of a term: among the law (or the cards asked for) if it occurs there, else among everything."""
        few = sum(1 for number in numbers if number in self.among)
        n, of = (few, len(self.among)) if few else (len(numbers), self.index.size)
        return log(1 + (of - n + 0.5) / (n + 0.5)) if n else 0.0

    def _way(self, way: str) -> dict[int, float]:
        """How much each document says of one way to put it (0 to k1 + 1); of several words, all must be there."""
        k1 = self.tuning.k1
        parts = way.split(" ")
        each = [{n: w * (k1 + 1) / (w + k1) for n, w in self.index.postings(part)} for part in parts]
        if len(parts) == 1:
            return each[0]
        common = set.intersection(*(set(phrase) for phrase in each))
        found = {n: self.tuning.apart * sum(phrase[n] for phrase in each) / len(each) for n in common}
        if len(parts) == 2:
            for n, w in self.index.postings(pair(*parts)):
                found[n] = w * (k1 + 1) / (w + k1)
        return found

    def _concept(self, concept: Concept) -> tuple[float, dict[int, float], dict[int, float]]:
        """How rare it is, the score of each document, and how well each covers it (0 to 1)."""
        ways = [(worth, self._way(way)) for way, worth in concept.ways]
        # What means the same is one term: a rare word for a common thing is no rarer than the thing.
        same = {number for worth, phrase in ways if worth >= _SAME for number in phrase}
        shared = self._rarity(same)
        rarest = 0.0
        best: dict[int, float] = {}
        covers: dict[int, float] = {}
        for worth, phrase in ways:
            rarity = worth * (shared if worth >= _SAME else self._rarity(phrase))
            rarest = max(rarest, rarity)
            for number, much in phrase.items():
                best[number] = max(best.get(number, 0.0), rarity * much)
                covers[number] = max(covers.get(number, 0.0), worth)
        return rarest, best, covers

    def scores(self, allowed: set[int] | None = None) -> dict[int, float]:
        """Document number -> score, for all (of those allowed) that say anything of what was asked."""
        total: dict[int, float] = {}
        covered: dict[int, float] = {}
        self.rarities = []
        for concept in self.concepts:
            rarity, best, covers = self._concept(concept)
            self.rarities.append(concept.weight * rarity)
            for number, score in best.items():
                if allowed is not None and number not in allowed:
                    continue
                total[number] = total.get(number, 0.0) + concept.weight * score
                covered[number] = covered.get(number, 0.0) + concept.weight * rarity * covers[number]
        self.query = sum(concept.weight for concept, rarity in zip(self.concepts, self.rarities, strict=True) if rarity)
        whole = sum(self.rarities)
        if not whole:
            return {}
        self._add_pairs(total)
        scores = {n: score * self._judged(n, covered.get(n, 0.0) / whole) for n, score in total.items()}
        breath = self.tuning.doing if self.sought else self.tuning.breath
        for number in sorted(scores, key=lambda n: -scores[n])[:CLOSER]:
            scores[number] *= 1 + breath * self._in_one_breath(number, whole)
            if self.kinds[number] == "r" and self._just_this_point(number):
                scores[number] *= self.tuning.point
        return scores

    def best(self, limit: int) -> list[tuple[int, float]]:
        """The best documents with their scores, after the filters of the question."""
        exact = exactly(self.index, self.question.text)
        if exact is not None:
            below = [number for number, parent in enumerate(self.about["parents"]) if parent == exact]
            return [(number, 1.0) for number in (exact, *below)][:limit]
        allowed = passing(self.index, self.question)
        scores = self.scores(allowed)
        if not scores and allowed is not None and not self.concepts:
            return [(number, 1.0) for number in sorted(allowed)[:limit]]
        return sorted(scores.items(), key=lambda hit: (-hit[1], hit[0]))[:limit]

    def wanted(self) -> "list[Wanted]":
        """What to look for in a text: what each concept is worth, the ways to say it, and whether these are marked."""
        return [
            (rarity, concept.ways, concept.weight > _IDLE)
            for concept, rarity in zip(self.concepts, self.rarities, strict=False)
        ]

    def _add_pairs(self, total: dict[int, float]) -> None:
        """Neighbors in the question that are neighbors in the document."""
        k1 = self.tuning.k1
        for first, second in zip(self.concepts, self.concepts[1:], strict=False):
            best: dict[int, float] = {}
            for one, worth_one in first.ways[:4]:
                for two, worth_two in second.ways[:4]:
                    hits = self.index.postings(pair(one.split(" ")[-1], two.split(" ")[0]))
                    rarity = worth_one * worth_two * self._rarity([n for n, _ in hits])
                    for number, weight in hits:
                        best[number] = max(best.get(number, 0.0), rarity * weight * (k1 + 1) / (weight + k1))
            share = self.tuning.pairs * min(first.weight, second.weight)
            for number, score in best.items():
                if number in total:
                    total[number] += share * score

    def _in_one_breath(self, number: int, whole: float) -> float:
        """How much of the question stands in one phrase or sentence of a document, and how little else (0 to 1)."""
        best = 0.0
        unit = self.tuning.short if self.sought else self.tuning.unit
        for unit_terms in self.index.units(number):
            if unit_terms.isdisjoint(self.anything):
                continue
            met = 0.0
            used: set[str] = set()
            for words, ways, rarity in zip(self.sayings, self.parts, self.rarities, strict=True):
                if unit_terms.isdisjoint(words):
                    continue
                for worth, parts in ways:
                    if unit_terms.issuperset(parts):
                        met += rarity * worth
                        used.update(parts)
                        break
            if met:
                best = max(best, met / whole * (len(used) / len(unit_terms)) ** unit)
        return best

    def _just_this_point(self, number: int) -> bool:
        """Whether a document is an open point whose title says all of what was asked."""
        doc = self.index.document(number)
        title = set(terms(doc["heading"]))
        return doc["path"][-1] == "Open points" and all(
            any(worth >= _SAME and title.issuperset(parts) for worth, parts in ways) for ways in self.parts
        )

    def _judged(self, number: int, share: float) -> float:
        tuning, kind = self.tuning, self.kinds[number]
        called, named, same = self._called(number)
        factor: float = share**tuning.coverage * (1 + tuning.heading * called**tuning.exactly)
        if self.sought:
            # Cards of what the Law itself names come after those that only cards can be.
            share = tuning.leads if kind == "b" and not self.question.sorts[0].startswith("sort") else 1.0
            return factor * (share if number in self.sought else tuning.others)
        if kind == "s" and named:
            factor *= tuning.named
        if same and kind in _LAW:
            return factor * tuning.title
        if kind == "d":
            return factor * tuning.leads
        if kind == "g":
            return factor * (tuning.definition if self.question.definition and called > _DEFINED else tuning.glossary)
        if kind in "cb":
            # What the Law explains itself (a site, a Vision, a banner) comes after the Law, whatever it is called.
            return factor * tuning.card * (1.0 if kind == "c" or not called else tuning.board)
        return factor * {"r": tuning.ruling, "v": tuning.variant}.get(kind, 1.0)

    def _called(self, number: int) -> tuple[float, bool, bool]:
        """How far a name of the document is what was asked for (0 to 1), whether a name of several words stands in the
        question, and whether a name is all that was typed."""
        best, named, same = 0.0, False, False
        question = self.plain_words
        for name in self.about["names"][number]:
            if self.together.isdisjoint(name):
                continue
            words = [word for word in name if word not in self.small] or name
            few = set(words)
            met = sum(concept.weight for concept, parts in zip(self.concepts, self.phrases, strict=True) if parts & few)
            best = max(best, len(self.together & few) / len(few) * met / self.query)
            named = named or (len(words) > 1 and within(words, question))
            same = same or words == question
        return best, named, same


# -- what a document says to a question: its best sentences, with the words that were looked for marked ----------------
#
# Marks are asterisks: ``the *attack pool*``. Our texts contain none of their own.


MARK = "*"
_LONGEST = 240
_END = r"[.!?](?=\s)|\n"
_LIST = r":\s*$"
_GAP = " ... "

Wanted = tuple[float, Sequence[tuple[str, float]], bool]
_ABOVE = 0.3  # of what a word is worth that the heading says already: all sentences below it are about that
_SHARE = 0.15  # exponent of the share of a passage that was asked for
_LEAD = 0.6  # of what a word is worth that only the words before a list say
_BESIDE = 0.4  # of the best sentence: what is worth quoting beside it
_NEXT = 1.2  # and more readily what follows it


class _Passage(NamedTuple):
    """A sentence or list item: of which text, its words, those before its list, and how well it answers."""

    text: int
    words: str
    lead: str
    value: float


def snippet(
    texts: Sequence[str],
    concepts: Sequence[Wanted],
    quoted: Sequence[float] = (),
    above: Sequence[str] = (),
) -> str:
    """The best sentences of some texts.

    A concept is what it is worth, the ways to say it, each with its own worth, and whether these are marked. The best
    sentence or list item comes with what else answers and with what follows, as long as that fits; where something is
    left out between, it is dotted. ``quoted``: how readily each text is quoted; ``above``: terms of the headings that
    the texts stand under.
    """
    headings = frozenset(above)
    damped = [
        (worth * (_ABOVE if any(headings.issuperset(way.split(" ")) for way, w in ways if w > 0.9) else 1.0), ways)
        for worth, ways, _ in concepts
    ]
    passages = [
        _Passage(number, words, lead, readily * _value(words, lead, damped))
        for number, (text, readily) in enumerate(zip(texts, quoted or [1.0] * len(texts), strict=True))
        for words, lead in _passages(text)
    ]
    found = _joined(passages, _chosen(passages)) if passages else ""
    if len(found) > _LONGEST + 40:
        found = found[:_LONGEST].rsplit(" ", 1)[0] + " ..."
    return _marked(
        found, {part for _, ways, marked in concepts if marked for way, _ in ways for part in way.split(" ")}
    )


def _passages(text: str) -> Iterator[tuple[str, str]]:
    """The sentences and list items of a text, each with the words before its list."""
    lead = last = ""
    start = 0
    for match in (*re.finditer(_END, text), None):
        end = match.end() if match else len(text)
        part = text[start:end].strip()
        if not part.strip("-"):
            continue
        item = part.startswith("- ")
        words = " ".join(part.removeprefix("- ").split())
        if item and last.endswith(":"):
            lead = last
        elif not item and text[start:end].startswith("\n"):
            lead = ""
        yield words, lead if item else ""
        last, start = words, end


def _value(words: str, lead: str, concepts: Sequence[tuple[float, Sequence[tuple[str, float]]]]) -> float:
    """How much of what was asked a passage says, and how little else."""
    seen = _passage_terms(words)
    before = _passage_terms(lead) if lead else seen
    value, met = 0.0, 0
    for worth, ways in concepts:
        best = max((w for way, w in ways if seen.issuperset(way.split(" "))), default=0.0)
        met += best > 0
        if lead:
            led = max((w for way, w in ways if (seen | before).issuperset(way.split(" "))), default=0.0)
            best = max(best, _LEAD * led)
        value += worth * best
    return value * (met / len(seen)) ** _SHARE if seen else 0.0


@lru_cache(maxsize=8192)
def _passage_terms(passage: str) -> frozenset[str]:
    """The terms of a passage: the good documents answer many questions."""
    return frozenset(token.term for token in tokens(_without_references(passage)))


def _without_references(text: str) -> str:
    return REFERENCE.sub(lambda match: " " * len(match.group()), text)


def _chosen(passages: Sequence[_Passage]) -> set[int]:
    """The best passage, what else answers, and what follows the best: as much as fits."""
    best = max(range(len(passages)), key=lambda at: passages[at].value)
    chosen = {best}
    worth = {at: each.value * (_NEXT if at == best + 1 else 1.0) for at, each in enumerate(passages) if at != best}
    for at in sorted(worth, key=lambda at: -worth[at]):
        if worth[at] >= _BESIDE * passages[best].value and len(_joined(passages, chosen | {at})) <= _LONGEST:
            chosen.add(at)
    for at in range(best + 1, len(passages)):
        if passages[at].text != passages[best].text or len(_joined(passages, chosen | {at})) > _LONGEST:
            break
        chosen.add(at)
    return chosen


def _joined(passages: Sequence[_Passage], chosen: Collection[int]) -> str:
    """Some passages as one text, an item with the words before its list."""
    text, last = "", -2
    for at in sorted(chosen):
        each = passages[at]
        leads = each.lead and not (last == at - 1 or (last >= 0 and passages[last].lead == each.lead))
        if text:
            follows = last == at - 1 and passages[last].text == each.text
            text += (" " if text[-1] in ".:;!?," else "; ") if follows else _GAP
        text += f"{each.lead} {each.words}" if leads else each.words
        last = at
    return text


def _marked(passage: str, wanted: Collection[str]) -> str:
    shown, at, last = "", 0, -1
    for token in tokens(_without_references(passage)):
        if token.term not in wanted:
            continue
        if last >= 0 and passage[last : token.start].strip() == "":
            # Neighbors share one pair of marks.
            shown = shown.removesuffix(MARK) + passage[at : token.end] + MARK
        else:
            shown += passage[at : token.start] + MARK + passage[token.start : token.end] + MARK
        at = last = token.end
    return shown + passage[at:]
