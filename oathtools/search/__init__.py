"""One search over the Law, its Glossary and sites, the cards, the rulings and the house rules.

``search("can i attack someone who isnt at my site")`` gives the best hits, best first. The index of the data
books comes with the package, or is made when it is first needed and kept (``store``). Everything heavy is imported when
it is used.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools.catalog.names import EDITION, ONLY_NAMES, index_of_names, key_of, spoken_of

if TYPE_CHECKING:
    from oathtools.search.answering import Settling
    from oathtools.search.asking import Question
    from oathtools.search.ranking import Ranking
    from oathtools.search.store import Index

# So likely an answer stands before all hits with its yes or no, without it, so likely the nearest ruling stands there
# with its question beside it, and so likely an answer under its own hit.
CERTAIN, SURE, NEAR, LIKELY = 0.35, 0.25, 0.03, 0.01
RATHER = 1.5  # so many times likelier, what is so of all powers of a kind stands before what is so of the card named
TOLD = 0.8  # and so likely the expansion's book tells what is asked, or it is said that it may not
# Wants neither yes nor no: its last question is openly asked.
_OPENLY = (
    r"(?i)(?:^\W*|[.:;?!]\s+|,\s+(?=what|how))(?:(?:and|so|but|ok|hey) )*"
    r"(?:what|how|which|who|whose|where|why|when (?:do|does|did|can|may|is|are|must|will|should))\b"
    r"(?!.*[.:;?!,]\s+(?:(?:and|so|but|or) )?(?:can|may|could|do|does|did|is|are|am|must|will|should|would)\b)"
)
_BRIEF = 80  # letters of a first sentence that has room beside it
_FIRST, _WHOLE = 3, 700  # hits that stand whole, or in so many letters: people read no further

__all__ = ["Hit", "Missing", "SearchAnswer", "search"]


class Hit(NamedTuple):
    """One thing found. ``path`` leads to it, outermost first; ``snippet`` has the words looked for in asterisks.

    ``answer`` settles what was asked, in a sentence or two that stand alone; None where we have none that fits.
    """

    kind: str  # law, glossary, site (of the Site Reference), card, ruling, variant (a clause of a house rule), absent
    id: str
    heading: str
    path: tuple[str, ...]
    snippet: str
    score: float
    clauses: tuple[str, ...] = ()  # that a card or ruling rests on, that a house rule stands beside
    variant: str | None = None  # the house rule that a clause or ruling belongs to
    answer: str | None = None
    readings: int = 0  # of an open point: how many there are; the answer is the one in force
    points: tuple[str, ...] = ()  # open points that the answer rests on


class SearchAnswer(NamedTuple):
    """What a search found. ``meant`` is the question as it was read if words in it had to be mended; ``near`` are known
    words near to unknown ones if nothing was found; ``beyond`` says what of the expansion was asked for."""

    hits: tuple[Hit, ...]
    meant: str | None = None
    near: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    settled: Hit | None = None  # whose answer comes before all hits
    ruled: Hit | None = None  # and the ruling nearest to the question, if that is another one
    doubted: bool = False  # whether the book may say nothing of what is asked, and none of the hits does


class Missing(Exception):
    """There is no imported book of that name, or it cannot be read; ``hint`` says the way out."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def search(
    words: str, limit: int = 8, book: str | None = None, taken: Mapping[str, str] = MappingProxyType({})
) -> SearchAnswer:
    """The best hits for a question in plain words, or for words with fields, phrases and the like (``asking``).

    Any text can be asked; one that says nothing finds nothing. ``book`` names an imported book to search instead of our
    own data. Raises ``Missing`` if there is no such book.
    """
    from oathtools.search.asking import read

    foreign, named = ((), False) if book else _beyond(words)
    book = EDITION if named else book  # searched as a book of its own: the base game answers nothing of it
    question = read(re.sub("(?i)new foundations", " ", words) if book == EDITION else words)
    asks = question.words or question.wanted or question.prefixes
    found = _found(question, limit, book, taken) if asks else SearchAnswer(())
    if named and "new foundations" in words.casefold():  # first that the Law does not have it
        found = found._replace(hits=(*_found(read("new-foundations"), 1, None, taken).hits, *found.hits)[:limit])
    return found._replace(beyond=foreign)


def _found(question: "Question", limit: int, book: str | None, taken: Mapping[str, str]) -> SearchAnswer:
    from oathtools.kit.datafiles import ADDED
    from oathtools.search.store import opened, renewed, shipped

    ready = shipped() if book is None and not any(ADDED.values()) else None
    if ready is not None:
        with suppress(Exception):  # it opens and then cannot be read: another version has made it
            return _answer(ready, question, limit, taken)
    name, make = _source(book)
    try:
        return _answer(opened(name, make), question, limit, taken)
    except Exception:
        # A pack that opens and then cannot be read: made anew, and if that does not help the fault is ours.
        return _answer(renewed(name, make), question, limit, taken)


def _beyond(words: str) -> tuple[tuple[str, ...], bool]:
    """What of the expansion a question speaks of; and whether it can mean nothing else, by its name or a card's."""
    known = index_of_names()  # a variant may bring it; and Shrouded Woods is somebody's Shrouded Wood
    found = [each for each in spoken_of(words) if known.keys().isdisjoint((key := key_of(each.name), key[:-1]))]
    named = any(each.is_long for each in found) or "new foundations" in words.casefold()
    return tuple(f"{each}. {ONLY_NAMES}" for each in found), named


def _source(book: str | None) -> tuple[str, Any]:
    """The name of the index to use and how to make it."""
    import json

    from oathtools.kit.datafiles import ADDED
    from oathtools.search.store import data_content, digest

    if book is None:
        added = json.dumps(ADDED, ensure_ascii=False, sort_keys=True) if any(ADDED.values()) else ""
        return digest([_own_name().encode(), added.encode()]) if added else _own_name(), own
    clauses = _clauses_of(book)
    content = json.dumps(clauses, ensure_ascii=False, sort_keys=True).encode()
    named = book if book == EDITION else ""
    return digest([content, *data_content(["synonyms", "search_weights"])]), lambda: foreign(clauses, named)


@cache
def _own_name() -> str:
    """The name of the index of our own data books, which a process reads only once too (``datafiles.load``)."""
    from oathtools.search.store import BOOKS, data_content, digest

    return digest(data_content(BOOKS))


def own() -> bytes:
    """The index of our own data books, packed: for the build, and for a checkout."""
    from oathtools.kit.datafiles import load
    from oathtools.search import store
    from oathtools.search.documents import documents
    from oathtools.search.indexing import index_of

    ready = store.shipped()  # what was learnt is shipped in the index alone
    return index_of(documents(), load("synonyms"), meanings=ready.meanings() if ready else load(store.LEARNT))


def shipped() -> dict[str, bytes]:
    """What is shipped ready beside the modules (``_data``): the books, what is read off sources, and the index."""
    import json

    from oathtools.kit import datafiles
    from oathtools.law import coverage
    from oathtools.search import store

    books = {book: datafiles.load(book) for book in datafiles.books() if book != store.LEARNT}
    books |= {book: datafiles.derived(book, *how) for book, how in coverage.BOOKS.items()}
    books[coverage.BOOK] = coverage.points()
    texts = {book: json.dumps(content, ensure_ascii=False, separators=(",", ":")) for book, content in books.items()}
    return {f"{book}.json": text.encode() for book, text in texts.items()} | {store.SHIPPED: own()}


def foreign(clauses: list[dict[str, Any]], of: str = "") -> bytes:
    """The index of a book that is not ours; ``of``: for which weights were learnt (``data/search_weights.yaml``)."""
    from oathtools.kit.datafiles import load
    from oathtools.search.documents import of_books
    from oathtools.search.indexing import index_of

    return index_of(of_books(clauses), load("synonyms"), of)


def _clauses_of(book: str) -> list[dict[str, Any]]:
    if book == EDITION:
        from oathtools.law import lookup

        return list(lookup.documents())
    try:
        from oathtools.law import books
    except ImportError:
        raise Missing("imported books cannot be searched here") from None
    try:
        return list(books.documents(book))
    except books.BookError as fault:
        raise Missing(fault.message, fault.hint) from None


def _answer(index: "Index", question: "Question", limit: int, taken: Mapping[str, str]) -> SearchAnswer:
    from oathtools.search.answering import AMONG, in_general, settling, told
    from oathtools.search.asking import corrected, near, term
    from oathtools.search.ranking import Ranking

    meant, changed = corrected(question.words, index)
    ranking = Ranking(index, question, [term(word) for word in meant])
    best = ranking.best(max(limit, AMONG))
    if not best and not changed:
        return SearchAnswer((), None, tuple(near(question.words, index)))
    answers = settling(ranking, best)
    hits = [
        _hit(index.document(number), ranking, score, answers.get(number), taken, at < _FIRST)
        for at, (number, score) in enumerate(best)
    ]
    likely = {hit: answers[number].likely for (number, _), hit in zip(best, hits, strict=True) if number in answers}
    bare = bool(answers) and ranking.is_name(best[0][0])  # and a name alone asks nothing that a ruling answers
    itself = bool(best) and best[0][0] in ranking.sought  # the card that is asked for is the answer
    asks = len(question.words) > 1  # one word asks nothing: *warband*; but it may be of what is not in the Law: *solo*
    answering = [
        hit
        for hit in likely
        if hit.answer and not itself and not (bare and hit.kind == "ruling") and (asks or hit.kind == "absent")
    ]
    rising = sorted(answering, key=likely.__getitem__)
    settled = rising[-1] if rising else None
    if settled and likely[settled] < SURE:
        settled = None
    if not bare and not itself and (of_all := in_general(ranking)):
        general, number, usual = of_all
        if usual.likely >= SURE and (not rising or _odds(usual.likely) > RATHER * _odds(likely[rising[-1]])):
            settled = _hit(index.document(number), general, best[0][1], usual, taken)
    rulings = [hit for hit in rising if hit.kind == "ruling" and likely[hit] >= NEAR]
    ruled = rulings[-1] if rulings else None
    if ruled and settled and (ruled is settled or ruled.id in settled.points):
        ruled = None  # it is said already
    read = question.begins + " ".join(meant[question.suits :]) if changed else None
    return SearchAnswer(tuple(hits[:limit]), read, settled=settled, ruled=ruled, doubted=told(ranking) < TOLD)


def _odds(likely: float) -> float:
    return likely / (1.0 + 1e-6 - likely)


def without_yes(answer: str) -> str:
    """An answer without its *Yes* or *No*, where what stands behind says it alone: it may be another question's."""
    return re.sub(r"^(?:Yes|No)\. (?=\w)", "", answer)


def _hit(
    doc: dict[str, Any],
    ranking: "Ranking",
    score: float,
    settles: "Settling | None",
    taken: Mapping[str, str],
    whole: bool = False,
) -> Hit:
    from oathtools.search.answering import BRIEF, snippet

    readings = doc.get("readings", {})
    reading = _taken(doc, taken)
    shown = [_rest(reading)] if reading else doc["text"]
    said = settles if settles and settles.likely >= LIKELY else None
    sure = said is not None and said.likely >= CERTAIN and not re.search(_OPENLY, ranking.question.text)
    answer = said.says if said and sure else without_yes(said.says) if said else None
    for point in said.points if said else ():
        about = ranking.index.document(ranking.about["ids"].index(point))
        if taken.get(point, about.get("take")) != about.get("take"):  # the table has decided otherwise
            answer = _first(_taken(about, taken))
    if doc["kind"] == "ruling":  # its question stands beside it
        answer = doc["answers"][0][0]
    return Hit(
        doc["kind"],
        doc["id"],
        doc["heading"],
        tuple(doc["path"]),
        snippet(shown, ranking.wanted(), doc["quoted"], doc["above"], _WHOLE if whole else BRIEF),
        round(score, 2),
        tuple(doc.get("clauses", said.clauses if said else ())),
        doc.get("variant"),
        _first(reading) if reading else answer,
        len(readings),
        tuple(said.points if said else ()),
    )


def _taken(doc: Mapping[str, Any], taken: Mapping[str, str]) -> str:
    """The reading of an open point that is in force; empty for all else."""
    return str(doc.get("readings", {}).get(taken.get(doc["id"], doc.get("take")), ""))


def _rest(text: str) -> str:
    """What a reading says behind its first sentences, if anything."""
    return " ".join(text.split()).removeprefix(_first(text)).strip()


def _first(text: str) -> str:
    """The first sentences of a reading, two at most; the second only where the first is short."""
    sentences = re.split(r"(?<=[.!?])\s+", " ".join(text.split()))
    return " ".join(sentences[: 2 if len(sentences[0]) < _BRIEF else 1])
