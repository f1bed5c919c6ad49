"""From documents to an index: weighted terms, and the small tables that questions are read with."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from oathtools.kit.datafiles import load
from oathtools.search.answering import forms, saying
from oathtools.search.asking import WAYS, pair, terms, tokens
from oathtools.search.documents import FIELDS, QUESTION, Document
from oathtools.search.store import LAW, build, rarity

# How strongly a long document is held against it (0 not at all, 1 fully), and what a pair of neighbors weighs.
LENGTH, PAIR = 0.3, 1.0
WEIGHED = ("law", "cards", "answers", "told")  # what has weights: questions for rules, for cards, for answers; a book
AGAIN = 0.6  # how fast the same word loses weight when it is said again
_NO_MEANINGS: Mapping[str, Any] = {"step": 1.0, "words": {}, "documents": {}}
_SENTENCE = re.compile(r"[.:;?!]\s|\n")


def index_of(
    documents: Sequence[Document], synonyms: Mapping[str, Any], of: str = "", meanings: Mapping[str, Any] = _NO_MEANINGS
) -> bytes:
    """The packed index of some documents, with the tables of synonyms and stop words in terms, with the weights of its
    own that were learnt for it, if any were (``of``), and with where terms and documents lie (``data/meanings.yaml``).
    """
    weights = load("search_weights")
    tables = compiled(synonyms)
    idle = set(tables["stop"])
    # Terms of the Law with an idle word in them, which is not idle there: *when played*.
    own = {two for two, ways in tables["same"].items() if two.count(" ") == 1 and (two, 1.0) in ways}
    # Long lists and small ones in great number are kept as texts, which are read faster.
    tables["same"] = {
        phrase: WAYS.join(f"{way}{WAYS}{worth}" for way, worth in ways) for phrase, ways in tables["same"].items()
    }
    bags = [_bag(doc, idle, own) for doc in documents]
    lengths = [sum(weight for term, weight in bag.items() if " " not in term) for bag in bags]
    usual = _usual_by_kind(documents, lengths)
    places = {doc.id: number for number, doc in enumerate(documents)}
    law = sum(_letter(doc) in LAW for doc in documents) or len(documents)
    units = _Units(idle, own, Counter(term for bag in bags[:law] for term in bag), law)
    rows = []
    for doc, bag, length in zip(documents, bags, lengths, strict=True):
        share = 1 / (1 - LENGTH + LENGTH * length / usual[doc.kind])
        stored = _stored(doc, idle, units, meanings["documents"].get(doc.id, "").split())
        rows.append(({term: weight * share for term, weight in bag.items()}, doc.facets, stored))
    words = _words(documents, synonyms)
    ours = {token.word for name in _names(documents, synonyms) for token in tokens(name)}
    about = {
        "law": law,  # they come first
        "cards": sum(doc.kind == "card" for doc in documents),
        "kinds": "".join(_letter(doc) for doc in documents),
        "ids": [doc.id for doc in documents],
        "printed": {doc.extra["printed"]: doc.id for doc in documents if doc.extra.get("printed")},
        "parents": [places.get(doc.parent, -1) if doc.parent else -1 for doc in documents],
        "names": [[terms(name) for name in doc.names] for doc in documents],
        "words": " ".join(words),
        "ours": " ".join(word for word in words if word in ours),
        "long names": _long_names(documents),
        "weights": {among: weights.get(f"{of} {among}", weights.get(among, {})) for among in WEIGHED},
        "own": sorted(own),
        "meanings": "\n".join(["", *(f"{term} {vector}" for term, vector in meanings["words"].items()), ""]),
        "step": meanings["step"],
        **tables,
    }
    return build(rows, about)


def _words(documents: Iterable[Document], synonyms: Mapping[str, Any]) -> list[str]:
    """All words as they are written, usual ones first, for mending misspelt ones."""
    counts: dict[str, float] = {}
    for doc in documents:
        for part, text in doc.parts:
            for token in tokens(text) if part is not QUESTION else ():  # people's own words need not be right
                counts[token.word] = counts.get(token.word, 0.0) + part.weight
    for official, others in synonyms["terms"].items():
        for text in (official, *others.get("like", ()), *others.get("loosely", ())):
            for token in tokens(text):
                counts.setdefault(token.word, 0.1)
    return [
        word for word in sorted(counts, key=lambda word: (-counts[word], word)) if len(word) > 2 and not word.isdigit()
    ]


def _names(documents: Iterable[Document], synonyms: Mapping[str, Any]) -> Iterable[str]:
    """What the game calls things: headings, names and terms. Misspelt words are mended to these words only."""
    called = [name for doc in documents for name in (doc.heading, *doc.names) if doc.kind != "ruling"]
    return [*called, *synonyms["terms"], *(one for those in synonyms["sorts"].values() for one in those)]


def _long_names(documents: Iterable[Document]) -> dict[str, list[list[str]]]:
    """The names of cards in several words, as they are written, by their first letter."""
    found: dict[str, list[list[str]]] = {}
    for doc in documents:
        for name in doc.names if doc.kind == "card" else ():
            words = [token.word for token in tokens(name)]
            if len(words) > 1:
                found.setdefault(words[0][0], []).append(words)
    return found


def _letter(doc: Document) -> str:
    """l, g, s, c, r, v for the kinds; d for law that only explains, b for cards of what the Law itself names."""
    if doc.kind == "card" and doc.id.split(".")[0] in ("site", "vision", "banner", "oath", "reliquary"):
        return "b"
    return "d" if doc.definition and doc.kind == "law" else doc.kind[0]


def _usual_by_kind(documents: Iterable[Document], lengths: Iterable[float]) -> dict[str, float]:
    sums: dict[str, list[float]] = {}
    for doc, length in zip(documents, lengths, strict=True):
        sums.setdefault(doc.kind, []).append(length)
    law = [length for kind in ("law", "glossary", "site") for length in sums.get(kind, ())]
    usual = {kind: sum(some) / len(some) or 1.0 for kind, some in sums.items()}
    return {**usual, **{kind: sum(law) / len(law) or 1.0 for kind in ("law", "glossary", "site") if law}}


def _bag(doc: Document, idle: set[str], own: set[str]) -> dict[str, float]:
    """The weighted terms of a document: words, and pairs of words with nothing but idle words between them, or that are
    a set phrase (``own``) with an idle word in it: *when played*."""
    bag: dict[str, float] = {}
    counts: dict[tuple[float, str], int] = {}
    pairs = doc.kind not in ("card", "ruling", "variant")  # the names of these are compared whole
    for part, text in doc.parts:
        weight, paired = part.weight, pairs and part is not QUESTION  # ways to ask are compared as a whole
        if not weight:
            continue
        before = last = None
        for term in terms(text):
            if last is not None and paired and (set_phrase := pair(last, term)) in own:
                bag[set_phrase] = max(bag.get(set_phrase, 0.0), weight * PAIR)
            last = term
            # A word said over and over in parts of one sort counts for little more than once.
            times = counts[weight, term] = counts.get((weight, term), 0) + 1
            bag[term] = bag.get(term, 0.0) + weight / times**AGAIN
            if term in idle or not paired:
                continue
            if before is not None:
                two = pair(before, term)
                bag[two] = max(bag.get(two, 0.0), weight * PAIR)
            before = term
    return bag


class _Units:
    """Cuts documents into phrases and sentences: what is said in one breath belongs together."""

    def __init__(self, idle: set[str], own: set[str], among: Mapping[str, int], law: int) -> None:
        self.idle, self.own, self.among, self.law = idle, own, among, law

    def of(self, doc: Document) -> dict[str, Any]:
        """Each phrase and sentence of a document by field: how rare its terms are in all, and its terms."""
        found: dict[str, dict[str, None]] = {each: {} for each in FIELDS}
        for part, text in doc.parts:
            for sentence in [text] if part.field == "asked" else _SENTENCE.split(text) if part.field else ():
                if kept := self.cut(sentence):
                    found[part.field][kept] = None
        return {each: [(self._rarity(kept), kept) for kept in some] for each, some in found.items()}

    def unit(self, sentence: str) -> tuple[float, str]:
        kept = self.cut(sentence)
        return self._rarity(kept), kept

    def _rarity(self, unit: str) -> float:
        return round(sum(rarity(self.among[term], self.law) for term in unit.split(" ")), 2)

    def cut(self, sentence: str) -> str:
        """The terms of a sentence that say something, each once, space between."""
        return saying(terms(sentence), self.idle, self.own)


def _stored(doc: Document, idle: set[str], units: _Units, vectors: Sequence[str]) -> dict[str, Any]:
    """What is kept of a document; ``vectors``: where it lies, and each of its answers."""
    every = units.of(doc)
    asked = {kept: at for at, (_, kept) in enumerate(every["asked"])}  # an answer names its ways by their places
    return {
        "units": every,
        "vector": next(iter(vectors), ""),
        "kind": doc.kind,
        "id": doc.id,
        "heading": doc.heading,
        "path": doc.path,
        "text": doc.shown,
        "quoted": doc.quoted,
        "above": sorted({term for above in (doc.heading, *doc.path) for term in terms(above)} - idle),
        "answers": [
            [
                answer.says,
                units.unit(answer.says),
                [[asked[kept], forms(words)] for words in answer.asked if (kept := units.cut(words))],
                answer.clauses,
                answer.points,
                vector,
            ]
            for answer, vector in zip(doc.answers, (*vectors[1:], *[""] * len(doc.answers)), strict=False)
        ],
        **doc.extra,
    }


def _phrase(words: str, articles: set[str]) -> str:
    """The terms of a set phrase; articles and the like are left out, for people leave them out too."""
    all_of_them = terms(words)
    return " ".join(term for term in all_of_them if term not in articles) or " ".join(all_of_them)


def compiled(synonyms: Mapping[str, Any]) -> dict[str, Any]:
    """The data file of synonyms in terms.

    ``same``: what people say -> [term of the Law, weight] pairs. ``spelling``: set phrases that are one word.
    ``stop``, ``light`` (with weights), ``small``, ``plain``. ``longest``: the most words a phrase has.
    """
    same: dict[str, dict[str, float]] = {}
    articles = set(terms(synonyms["articles"]))
    pairs = [
        (words, official, weight)
        for key, weight in (("like", 0.95), ("loosely", 0.55))
        for official, like in synonyms["terms"].items()
        for words in like.get(key) or ()
    ]
    # A term with idle words in it is one all the same: *when played*.
    idle = set(terms(synonyms["stop"]))
    pairs += [(each, each, 1.0) for each in synonyms["terms"] if " " in each and not idle.isdisjoint(terms(each))]
    pairs += [(one, sort, 0.5) for sort, those in synonyms["sorts"].items() for one in those]
    for words, official, weight in pairs:
        known = same.setdefault(_phrase(words, articles), {})
        known.setdefault(" ".join(terms(official)), weight)
    spelling = {
        " ".join(terms(words)): " ".join(terms(right))
        for right, written in synonyms["spelling"].items()
        for words in written
    }
    light: dict[str, float] = {}
    for weight, words in synonyms["light"].items():
        for word in words:
            phrase = " ".join(terms(word))
            light[phrase] = min(float(weight), light.get(phrase, 1.0))
    return {
        "same": {like: sorted(means.items()) for like, means in same.items()},
        "spelling": spelling,
        "stop": sorted(set(terms(synonyms["stop"]))),
        "light": light,
        "heavy": [" ".join(terms(word)) for word in synonyms["heavy"]],
        "articles": sorted(articles),
        "plain": sorted({token.word for token in tokens(synonyms["plain"])}),
        "small": sorted(set(terms(synonyms["small"]))),
        "longest": max(phrase.count(" ") + 1 for phrase in (*same, *spelling)),
    }
