"""Which documents answer a question, best first.

Each concept of the question scores a document by its best way of saying it (BM25 over weights that are already added up
over heading, keywords and text). A document is then judged by the sum, by how much of the question it covers, by
whether its heading is what was asked for, and by its kind.
"""

from collections.abc import Collection, Mapping, Sequence
from math import log
from typing import TYPE_CHECKING, Any

from oathtools.search.asking import Concept, Question, concepts, exactly, pair, passing, spelled, terms, within
from oathtools.search.store import Index

if TYPE_CHECKING:
    from oathtools.search.snippets import Wanted


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
        self.asked_for = {n for sort in question.sorts for n in index.with_facet(sort)}
        self.among: Collection[int] = self.asked_for or range(law)
        self.small = set(index.about["small"])
        self.words = spelled(words, index.about)
        self.concepts = concepts(self.words, index.about)
        self.rarities: list[float] = []
        self.asked = 0.0
        # For comparing with names: the question's words, and what each concept may be called.
        self.plain_words = [word for word in self.words if word not in self.small]
        self.said = [
            {part for way, worth in concept.ways if worth >= _SAME for part in way.split(" ")}
            for concept in self.concepts
        ]
        self.together = set(self.plain_words).union(*self.said)
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
        common = set.intersection(*(set(said) for said in each))
        found = {n: self.tuning.apart * sum(said[n] for said in each) / len(each) for n in common}
        if len(parts) == 2:
            for n, w in self.index.postings(pair(*parts)):
                found[n] = w * (k1 + 1) / (w + k1)
        return found

    def _concept(self, concept: Concept) -> tuple[float, dict[int, float], dict[int, float]]:
        """How rare it is, the score of each document, and how well each covers it (0 to 1)."""
        ways = [(worth, self._way(way)) for way, worth in concept.ways]
        # What means the same is one term: a rare word for a common thing is no rarer than the thing.
        same = {number for worth, said in ways if worth >= _SAME for number in said}
        shared = self._rarity(same)
        rarest = 0.0
        best: dict[int, float] = {}
        covers: dict[int, float] = {}
        for worth, said in ways:
            rarity = worth * (shared if worth >= _SAME else self._rarity(said))
            rarest = max(rarest, rarity)
            for number, much in said.items():
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
        self.asked = sum(concept.weight for concept, rarity in zip(self.concepts, self.rarities, strict=True) if rarity)
        whole = sum(self.rarities)
        if not whole:
            return {}
        self._add_pairs(total)
        scores = {n: score * self._judged(n, covered.get(n, 0.0) / whole) for n, score in total.items()}
        breath = self.tuning.doing if self.asked_for else self.tuning.breath
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
        unit = self.tuning.short if self.asked_for else self.tuning.unit
        for said in self.index.units(number):
            if said.isdisjoint(self.anything):
                continue
            met = 0.0
            used: set[str] = set()
            for words, ways, rarity in zip(self.sayings, self.parts, self.rarities, strict=True):
                if said.isdisjoint(words):
                    continue
                for worth, parts in ways:
                    if said.issuperset(parts):
                        met += rarity * worth
                        used.update(parts)
                        break
            if met:
                best = max(best, met / whole * (len(used) / len(said)) ** unit)
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
        if self.asked_for:
            # Cards of what the Law itself names come after those that only cards can be.
            share = tuning.leads if kind == "b" and not self.question.sorts[0].startswith("sort") else 1.0
            return factor * (share if number in self.asked_for else tuning.others)
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
            met = sum(concept.weight for concept, parts in zip(self.concepts, self.said, strict=True) if parts & few)
            best = max(best, len(self.together & few) / len(few) * met / self.asked)
            named = named or (len(words) > 1 and within(words, question))
            same = same or words == question
        return best, named, same
