"""Which documents answer a question, best first.

Each concept of the question scores a document by its best way of saying it (BM25 over weights that are already added up
over heading, keywords and text). The best of these are then looked at closely: what speaks for a document is said in
numbers with names (``Ranking.features``), and how much each counts was learnt from questions with known answers
(``data/search_weights.yaml``, made by the benchmark ``weights``; docs/search-ranking.md).
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from math import log, sqrt
from operator import mul
from typing import Any, NamedTuple

from oathtools.search.asking import (
    Concept,
    Question,
    concepts,
    exactly,
    pair,
    passing,
    spelled,
    terms,
    within,
)
from oathtools.search.store import Index, Unit, numbers, rarity

K1 = 3.0  # how soon a term is said often enough
COVERAGE = 0.6  # exponent of the share of the question that a document covers, for the first choice
PAIRS = 0.4  # neighboring words that are neighbors in the document too
APART = 0.6  # of what a two-word way is worth when its words stand apart
CLOSER, FEW = 60, 20  # documents that are looked at closely, and so many more of the sort that is asked for
ENOUGH = 8.0  # so much of rare words, and a phrase is met by more than chance
_KINDS = {"d": "leads", "g": "glossary", "s": "site", "c": "card", "b": "board", "r": "ruling", "v": "variant",
          "a": "absent"}  # fmt: skip
_IDLE = 0.3  # concepts of this weight are not marked in what a hit shows
_SAME, _LOOSE = 0.9, 0.5  # ways worth this much mean the same; are of the same thing
_LONG, _BEHIND, _NAMED = 30, 8.0, 0.7  # words of a long question; farther is no farther; a card that is named is nearer
_BREAK = re.compile(r"(?<=[.?!])\s+")
_UNLIKE = (0.0, 0.0, 0.0)


Wanted = tuple[float, Sequence[tuple[str, float]], bool]


class Candidate(NamedTuple):
    """A document of the first choice: what its words score, and the share of the question that it covers."""

    number: int
    score: float
    covered: float


def weighed(weights: Mapping[str, float], row: Mapping[str, float]) -> float:
    """What features come to."""
    return sum(weights.get(name, 0.0) * much for name, much in row.items())


class Ranking:
    """One question put to one index. ``words`` are its terms, mended."""

    def __init__(self, index: Index, question: Question, words: Sequence[str]) -> None:
        self.index, self.question = index, question
        self.about: Mapping[str, Any] = index.about
        self.kinds: str = index.about["kinds"]
        # What is asked for: the cards of a sort, or the Law, which answers everything else.
        self.sought = {n for sort in question.sorts for n in index.with_facet(sort)}
        self.among: Collection[int] = self.sought or range(index.about["law"])
        self.small = set(index.about["small"])
        self.asked = words
        self.words = spelled(words, index.about)
        self.concepts = concepts(self.words, index.about)
        self.rarities: list[float] = []
        self.whole = 0.0  # of the rarities
        self.close: list[tuple[int, float, dict[str, float]]] = []  # documents looked at closely, best first; and why
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
        return rarity(n, of) if n else 0.0

    def _way(self, way: str) -> dict[int, float]:
        """How much each document says of one way to put it (0 to K1 + 1); of several words, all must be there."""
        parts = way.split(" ")
        each = [{n: w * (K1 + 1) / (w + K1) for n, w in self.index.postings(part)} for part in parts]
        if len(parts) == 1:
            return each[0]
        common = set.intersection(*(set(phrase) for phrase in each))
        found = {n: APART * sum(phrase[n] for phrase in each) / len(each) for n in common}
        if len(parts) == 2:
            for n, w in self.index.postings(pair(*parts)):
                found[n] = w * (K1 + 1) / (w + K1)
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
            rare = worth * (shared if worth >= _SAME else self._rarity(phrase))
            rarest = max(rarest, rare)
            for number, much in phrase.items():
                best[number] = max(best.get(number, 0.0), rare * much)
                covers[number] = max(covers.get(number, 0.0), worth)
        return rarest, best, covers

    def candidates(self, allowed: set[int] | None = None) -> list[Candidate]:
        """The first choice among all documents (of those allowed) that say anything of what was asked, best first."""
        total: dict[int, float] = {}
        covered: dict[int, float] = {}
        self.rarities = []
        for concept in self.concepts:
            rare, best, covers = self._concept(concept)
            self.rarities.append(concept.weight * rare)
            for number, score in best.items():
                if allowed is None or number in allowed:
                    total[number] = total.get(number, 0.0) + concept.weight * score
                    covered[number] = covered.get(number, 0.0) + concept.weight * rare * covers[number]
        self._add_pairs(total)
        whole = self.whole = sum(self.rarities)
        found = [Candidate(n, score, covered[n] / whole) for n, score in total.items()] if whole else []
        return sorted(found, key=lambda each: (-each.score * each.covered**COVERAGE, each.number))

    def best(self, limit: int) -> list[tuple[int, float]]:
        """The best documents with their scores, after the filters of the question."""
        exact = exactly(self.index, self.question.text)
        if exact is not None:
            below = [number for number, parent in enumerate(self.about["parents"]) if parent == exact]
            return [(number, 1.0) for number in (exact, *below)][:limit]
        allowed = passing(self.index, self.question)
        first = self.candidates(allowed)
        if not first and allowed is not None and not self.concepts:
            return [(number, 1.0) for number in sorted(allowed)[:limit]]
        weights = self.about["weights"]["cards" if self.sought else "law"]
        # And those of a sort that is asked for, though others say more of the words.
        rest = sorted(first[CLOSER:], key=lambda each: each.number not in self.sought)
        more = min(FEW, sum(each.number in self.sought for each in rest))
        self.close = [
            (number, weighed(weights, row), row) for number, row in self.rows([*first[:CLOSER], *rest[:more]])
        ]
        self.close.sort(key=lambda hit: (-hit[1], hit[0]))
        last = self.close[-1][1] if self.close else 0.0
        return [*(hit[:2] for hit in self.close), *((each.number, last) for each in rest[more:])][:limit]

    def wanted(self) -> list[Wanted]:
        """What to look for in a text: what each concept is worth, the ways to say it, and whether these are marked."""
        return [
            (rarity, concept.ways, concept.weight > _IDLE)
            for concept, rarity in zip(self.concepts, self.rarities, strict=False)
        ]

    def _add_pairs(self, total: dict[int, float]) -> None:
        """Neighbors in the question that are neighbors in the document."""
        for first, second in zip(self.concepts, self.concepts[1:], strict=False):
            best: dict[int, float] = {}
            for one, worth_one in first.ways[:4]:
                for two, worth_two in second.ways[:4]:
                    hits = self.index.postings(pair(one.split(" ")[-1], two.split(" ")[0]))
                    rare = worth_one * worth_two * self._rarity([n for n, _ in hits])
                    for number, weight in hits:
                        best[number] = max(best.get(number, 0.0), rare * weight * (K1 + 1) / (weight + K1))
            share = PAIRS * min(first.weight, second.weight)
            for number, score in best.items():
                if number in total:
                    total[number] += share * score

    def strange(self) -> float:
        """Which share of the words that say something is known to no text."""
        pairs = zip(self.concepts, self.rarities, strict=False)  # an id alone is not weighed
        telling = [rare for concept, rare in pairs if concept.weight > _IDLE]
        return telling.count(0.0) / len(telling) if telling else 0.0

    def left(self, spoken: set[str]) -> tuple[float, float]:
        """Which share of the question some terms leave open, and the rarest of what they leave."""
        rest = [
            rare
            for ways, rare in zip(self.parts, self.rarities, strict=True)
            if not any(worth > _LOOSE and spoken.issuperset(parts) for worth, parts in ways)
        ]
        return sum(rest) / self.whole, max(rest, default=0.0) / self.index.rarity("")

    # -- what speaks for a document ------------------------------------------------------------------------------------

    def rows(self, first: Sequence[Candidate]) -> list[tuple[int, dict[str, float]]]:
        """What speaks for each document of the first choice, by name (docs/search-ranking.md)."""
        found = {each.number: self._features(each, first[0]) for each in first}
        asked = {number: row["asked both"] for number, row in found.items()}
        near = self.near([self.index.document(number)["vector"] for number in found])
        for (number, row), lies in zip(found.items(), near, strict=True):
            row |= {name: far * (1 - _NAMED * self.named_cards.get(number, 0.0)) for name, far in lies.items()}
            row["below asked"] = max((asked[n] for n in asked if self.about["parents"][n] == number), default=0.0)
            row["above asked"] = asked.get(self.about["parents"][number], 0.0)
        return list(found.items())

    def _features(self, each: Candidate, best: Candidate) -> dict[str, float]:
        number, kind = each.number, self.kinds[each.number]
        called, named, whole = self._called(number)
        found = {"words": log(each.score / best.score), "covered": each.covered}
        for field, units in self.index.units(number).items():
            alike = [self.alike(unit) for unit in units if not unit.terms.isdisjoint(self.anything)] or [_UNLIKE]
            for name, much in zip(("part", "like", "in"), map(max, zip(*alike, strict=True)), strict=True):
                found[f"{field} {name}"] = much
            if field == "asked":
                both = sorted((part * said for part, _, said in alike), reverse=True)[:3]
                found |= {"asked both": both[0], "asked often": sum(both) / 3}
                found["asked, covered"] = found["asked like"] * each.covered
                found["asked words"] = self.usual(units)
        found |= {"called": called**3, "name within": named, "name alone": whole}
        if kind in _KINDS:
            found[_KINDS[kind]] = 1.0
        found["meaning of it"] = called * (self.question.definition and kind == "g")
        found["asked for"] = float(number in self.sought)
        found["of that sort"] = float(number in self.sought and len(self.sought) < self.about["cards"])
        found |= self.near_a_card(number, kind)
        return found

    def alike(self, unit: Unit) -> tuple[float, float, float]:
        """How much of the question stands in a phrase or sentence (``part``), how alike they are whatever else the
        question says (``like``), how much of the phrase was asked (``in``)."""
        met = 0.0
        used: dict[str, float] = {}
        for words, ways, rare in zip(self.sayings, self.parts, self.rarities, strict=True):
            if unit.terms.isdisjoint(words):
                continue
            for worth, parts in ways:
                if unit.terms.issuperset(parts):
                    met += rare * worth
                    used.update((term, max(worth, used.get(term, 0.0))) for term in parts)
                    break
        got = sum(self.index.rarity(term) * worth for term, worth in used.items())
        return met / self.whole, got / sqrt(unit.rarity), got / unit.rarity * min(1.0, got / ENOUGH)

    def usual(self, units: Collection[Unit]) -> float:
        """Which share of the question's words these phrases use, each the more surely the more of them use it."""
        among = [unit.terms for unit in units]
        found = 0.0
        for words, rare in zip(self.sayings, self.rarities, strict=True):
            times = sum(not terms.isdisjoint(words) for terms in among)
            found += rare * times / (times + 1)
        return found / self.whole

    @cached_property
    def lies(self) -> dict[str, list[float]]:
        """Where the question lies among all that is asked, and where its last sentence that asks does."""
        sentences = enumerate(_BREAK.split(self.question.text))
        said = [(each.endswith("?"), at, words) for at, each in sentences if (words := terms(each))]
        last = max(said)[-1] if len(said) > 1 else self.words
        return {"near": self.index.vector(self.words), "near, asked": self.index.vector(last)}

    def near(self, vectors: Sequence[str]) -> list[dict[str, float]]:
        """How far each of some documents or answers is behind the nearest to the question (-2 to 0), and more so in a
        long one; of which it is not known where it lies, as the others in the middle."""
        found, long = [dict[str, float]() for _ in vectors], min(1.0, len(self.words) / _LONG)
        for name, at in self.lies.items():
            dots = [sum(map(mul, at, numbers(vector))) if vector else None for vector in vectors] if at else []
            known = [dot for dot in dots if dot is not None]
            top, middle = max(known, default=0.0), sum(known) / (len(known) or 1)
            for row, dot in zip(found, dots, strict=False):
                behind = max(-_BEHIND, (middle if dot is None else dot) - top) / 4
                row |= {name: behind, f"{name}, long": behind * long}
        return found

    def _called(self, number: int) -> tuple[float, bool, bool]:
        """How far a name of the document is what was asked for (0 to 1), whether a name of several words stands in the
        question, and whether a name is all that was typed."""
        best, named, same = 0.0, False, False
        asked = sum(concept.weight for concept, rare in zip(self.concepts, self.rarities, strict=True) if rare)
        for name in self.about["names"][number]:
            if self.together.isdisjoint(name):
                continue
            words = self._content(name)
            few = set(words)
            met = sum(concept.weight for concept, parts in zip(self.concepts, self.phrases, strict=True) if parts & few)
            best = max(best, len(self.together & few) / len(few) * met / asked)
            named = named or (len(words) > 1 and within(words, self.plain_words))
            same = same or words == self.plain_words
        return best, named, same

    def _content(self, name: Sequence[str]) -> Sequence[str]:
        """The words of a name without its small ones, if it has any others."""
        return [word for word in name if word not in self.small] or name

    def is_name(self, number: int) -> bool:
        """Whether all that was typed is a name of a document."""
        return self._called(number)[2]

    def in_place_of(self, number: int, words: Sequence[str]) -> "Ranking | None":
        """The same question with other words for a document's name; None where no name of it stands there whole."""
        for name in self.about["names"][number]:
            for at in range(len(self.asked) - len(name) + 1):
                if self.asked[at : at + len(name)] == name:
                    return Ranking(self.index, self.question, [*self.asked[:at], *words, *self.asked[at + len(name) :]])
        return None

    @cached_property
    def capital(self) -> set[str]:
        """The terms of the words that are written as names are, within a sentence."""
        return {term for word in re.findall(r"(?<=[a-z,;] )[A-Z][a-z]+", self.question.text) for term in terms(word)}

    @cached_property
    def named_cards(self) -> dict[int, float]:
        """The cards that the question names, with how surely: a name of one common word may be that word (0 to 1)."""
        found = {}
        for number, kind in enumerate(self.kinds):
            names = [self._content(name) for name in self.about["names"][number]] if kind in "cb" else ()
            sure = max((self._sure(name) for name in names if not self.together.isdisjoint(name)), default=0.0)
            if sure:
                found[number] = sure
        return found

    def _sure(self, name: Sequence[str]) -> float:
        """How surely a name is meant (0 to 1): a part of it by its rare words, one common word less than a rare one."""
        rare = {word: self.index.rarity(word) for word in name}
        whole = sum(rare.values()) or 1.0
        nickname = len(name) == 1 and name[0] in self.together  # mercs
        if within(name, self.plain_words) or within(name, self.words) or nickname:
            sure = len(name) > 1 or name[0] in self.capital
            return 1.0 if sure else whole / self.index.rarity("")
        return 0.5 * (sum(rare[word] for word in rare if word in self.words) / whole) ** 2

    def near_a_card(self, number: int, kind: str) -> dict[str, float]:
        """Whether a document is a card that is named, rules on it, or is a clause that it rests on."""
        found: dict[str, float] = {}
        doc = self.index.document(number) if self.named_cards and kind in "rv" else {}
        for card, sure in self.named_cards.items():
            sort = _KINDS[self.kinds[card]]
            if card == number:
                near = "named"
            elif self.about["ids"][card] in doc.get("cards", ()):
                near = "ruling on"
            elif self.about["ids"][number] in self.index.document(card).get("clauses", ()):
                near = "clause of"
            else:
                continue
            found[f"{near} {sort}"] = max(sure, found.get(f"{near} {sort}", 0.0))
        return found
