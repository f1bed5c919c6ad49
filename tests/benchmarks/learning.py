"""The weights of the search: learnt from questions with known answers, judged by leaving out one set at a time.

``python -m tests.benchmarks weights`` writes ``data/search_weights.yaml``; docs/search-ranking.md tells how and why.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import yaml

from oathtools.catalog.names import EDITION
from oathtools.kit import datafiles
from oathtools.law import lookup
from oathtools.law.clauses import entries
from oathtools.search import answering, foreign, own
from oathtools.search.answering import signs
from oathtools.search.asking import corrected, read, term, terms
from oathtools.search.documents import Part, documents
from oathtools.search.ranking import CLOSER, Ranking, weighed
from oathtools.search.store import MIDDLE, Index, unpack
from tests.benchmarks.measure import benchmark
from tests.support.question_sets import GROUPS, SETS, of_expansion, questions, ways_in_expansion
from tests.support.question_sets import right as right_of

ROOT = Path(__file__).parents[2]
STEPS, AGAIN = 120, 25  # rounds of the descent; and those of one that begins at known weights
CALM = 0.5  # how strongly a weight is held to zero
HARDEST = 14  # documents of a question that are learnt from: the best by the weights in force, and those that are right
SOME = {"more_questions": 5, "names": 6}  # of these every so manieth is enough
HELD = 5  # of the ways to ask for each thing this part, the newest, is held out
Row = tuple[bool, dict[str, float]]  # whether a document is right, and what speaks for it


class Example(NamedTuple):
    """A question as it is learnt from: its set, what is chosen among (documents of the law, cards by what they do,
    answers), all that can be chosen, and how much it counts."""

    of: str
    among: str
    rows: list[Row]
    counts: float


def a_question(
    index: Index,
    of: str,
    words: str,
    those: Iterable[str],
    counts: float = 1.0,
    answers: Iterable[str] | None = None,
    book: str = "",
) -> Iterator[Example]:
    """A question put to an index; and, where it is known how the answers begin that settle it, or of which ruling they
    are, which to choose. ``book``: what has weights of its own."""
    ranking = _looked(index, words)
    ids, wanted = index.about["ids"], set(those)
    among = "cards" if ranking.sought else "law"
    best = [(number, much) for number, much, _ in ranking.close]
    kept = {number for number, _ in best[:HARDEST]}
    close = [(number, row) for number, _, row in ranking.close]
    documents = [(ids[number] in wanted, row) for number, row in close if number in kept or ids[number] in wanted]
    yield Example(of, f"{book} {among}".strip(), documents, counts)
    if answers is not None:
        begun = tuple(answers)
        chosen = [
            (not {ids[number], *answer.points}.isdisjoint(begun) or answer.says.startswith(begun), row)
            for number, answer, row in answering.rows(ranking, best)
        ]
        for some in (chosen, [each for each in chosen if not each[0]]):  # and as if we had no such answer
            whole = [*some, (not any(right for right, _ in some), answering.NONE)]
            yield Example(of, "answers", whole, max(0.4, counts))


def _looked(index: Index, words: str) -> Ranking:
    """A question, put to an index."""
    question = read(words)
    ranking = Ranking(index, question, [term(word) for word in corrected(question.words, index)[0]])
    ranking.best(CLOSER)
    return ranking


def sets(index: Index) -> Iterator[Example]:
    """The questions of strangers, which count most, and our own."""
    for path in sorted(SETS.values()):
        counts = 4.0 if "strangers" in path.stem else 1.0
        for each in questions(path)[:: SOME.get(path.stem, 1)]:
            yield from a_question(index, path.stem, each["q"], right_of(each), counts, each.get("answers"))


def names(index: Index) -> Iterator[Example]:
    """Headings and names, as all that is typed: that which bears it is meant."""
    for doc in map(index.document, range(0, index.size, SOME["names"])):
        if doc["kind"] != "ruling":
            yield from a_question(index, "names", doc["heading"], [doc["id"], *_twins(doc["id"])], 0.2)


def _twins(site: str) -> list[str]:
    """The clause of the Site Reference that says what a site card says."""
    about = entries("texts").get(site, {}) if site.startswith("site.") else {}
    return [clause for clause in about.get("clauses", ()) if clause.startswith("11.")]


def ways() -> Iterator[Example]:
    """The newest ways to ask for each thing, mostly of other writers, asked of an index that does not know them."""
    load = datafiles.load
    rulings = entries("rulings")
    every = [([key, *_twins(key)], some, [key] if key in rulings else None) for key, some in load("asked").items()]
    every += [(each["for"] or [each["id"]], each["asked"], [each["says"].strip()]) for each in load("answers")]
    with older_ways():
        index = unpack(own())
    for those, some, says in every:
        for words in some[len(_older(some)) :]:
            yield from a_question(index, "ways", words, those, 0.05, says)


@contextmanager
def older_ways() -> Iterator[None]:
    """As if the newest ways to ask were not known."""
    load = datafiles.load
    known = {
        "asked": {key: _older(some) for key, some in load("asked").items()},
        "answers": [{**each, "asked": _older(each["asked"])} for each in load("answers")],
    }
    with mock.patch("oathtools.search.documents.load", lambda book: known.get(book) or load(book)):
        yield


@contextmanager
def older_meanings() -> Iterator[None]:
    """With vectors that are learnt without the newest ways to ask, for these are examples."""
    with older_ways():
        found = meanings()
    load = datafiles.load
    with mock.patch.object(datafiles, "load", lambda book: found if book == "meanings" else load(book)):
        yield


def _older(some: Sequence[str]) -> Sequence[str]:
    return some[: len(some) - len(some) // HELD]


def expansion() -> Iterator[Example]:
    """The questions about New Foundations; and each way to ask for a thing in it, of an index without it."""
    index = unpack(foreign([*lookup.documents()], EDITION))
    for of, words, those, known in of_expansion():
        yield from a_question(index, of, words, those, 2.0, book=EDITION)
        yield Example(of, f"{EDITION} told", [(known, signs(_looked(index, words))), (not known, {})], 1.0)
    for less, ways in ways_in_expansion():
        index = unpack(foreign(less, EDITION))
        for of, words, it in ways:
            yield from a_question(index, of, words, [it], 0.5, book=EDITION)


# -- where terms, documents and answers lie among all that is asked ----------------------------------------------------

LONG, ROUNDS, BATCH, RATE = 24, 20, 512, 0.02  # of a vector; rounds; phrases at a time; the first step
SHARP, LEFT_OUT, HOLD = (
    5.0,
    0.3,
    0.003,
)  # of the shares; words of a phrase that are left out; how terms are held to zero
SELDOM = 4  # phrases that a term stands in at least
PIECE, APART = 20, 14  # terms of a text that are taken together, and from where to where


def meanings() -> dict[str, Any]:
    """Vectors of the terms, of each document and each answer, so that the sum of a question's terms is likest to what
    it asks for. Learnt from all phrases and texts of documents, and from the ways to ask for each answer: each is
    asked, and the right one is to be the likeliest, as in ``learnt``; the steps are those of Adam."""
    docs = documents()
    phrases = [(at, said) for at, doc in enumerate(docs) for part, text in doc.parts for said in _pieces(part, text)]
    answers = [(at, answer) for at, doc in enumerate(docs) for answer in doc.answers]
    ways = [(at, terms(way)) for at, (_, answer) in enumerate(answers, len(docs)) for way in answer.asked]
    counts = Counter(term for _, said in phrases for term in set(said))
    words = sorted(term for term, times in counts.items() if times >= SELDOM)
    rare = [log(1 + len(phrases) / counts[term]) for term in words]
    of_words, of_things = _descend(words, rare, [phrases, ways], [len(docs), len(answers)])
    (steps, written), (others, things) = _written(of_words), _written(of_things)
    every = {doc.id: [things[at]] for at, doc in enumerate(docs)}
    for (at, _), vector in zip(answers, things[len(docs) :], strict=True):
        every[docs[at].id].append(vector)
    return {
        "step": round(float(steps * others), 6),
        "words": dict(zip(words, written, strict=True)),
        "documents": {name: " ".join(some) for name, some in every.items()},
    }


def _pieces(part: Part, text: str) -> Iterator[list[str]]:
    """What is learnt of a part of a document: ways to ask and names whole, a text in overlapping pieces."""
    said = terms(text)
    if part.field in ("asked", "name", "said"):
        yield said
    elif part.field == "text" and part.weight >= 1.0:
        yield from (said[at : at + PIECE] for at in range(0, len(said), APART))


def _descend(words: list[str], rare: list[float], asked: list[list[tuple[int, list[str]]]], sizes: list[int]) -> Any:
    """The vectors of terms and of things. ``asked``: phrases with the thing that is right, which competes with the
    things of its kind; of each kind there are ``sizes``."""
    import numpy as np

    chance = np.random.default_rng(0)
    place = {term: at for at, term in enumerate(words)}
    of_words = chance.normal(0, 0.01, (len(words), LONG)) * np.array(rare)[:, None]
    of_things = chance.normal(0, 0.1, (sum(sizes), LONG))
    moved = [(vectors, np.zeros_like(vectors), np.zeros_like(vectors)) for vectors in (of_words, of_things)]
    kinds = [slice(sum(sizes[:at]), sum(sizes[: at + 1])) for at in range(len(sizes))]
    batches = [
        (kind, [(thing, [place[term] for term in dict.fromkeys(said) if term in place]) for thing, said in some])
        for kind, some in zip(kinds, asked, strict=True)
    ]
    times = 0
    for turn in range(ROUNDS):
        cut = [
            (kind, some[at : at + BATCH])
            for kind, whole in batches
            for some in [[whole[at] for at in chance.permutation(len(whole))]]
            for at in range(0, len(some), BATCH)
        ]
        for at in chance.permutation(len(cut)):
            kind, some = cut[at]
            right = np.array([thing for thing, _ in some]) - kind.start
            bag = np.zeros((len(some), len(words)), np.float32)
            for row, (_, said) in enumerate(some):
                bag[row, said] = chance.random(len(said)) > LEFT_OUT
            bag /= np.sqrt(bag.sum(1) + 1)[:, None]
            placed = bag @ of_words
            shares = SHARP * placed @ of_things[kind].T
            shares = np.exp(shares - shares.max(1)[:, None])
            shares /= shares.sum(1)[:, None]
            shares[np.arange(len(some)), right] -= 1
            pull = np.zeros_like(of_things)
            pull[kind] = SHARP * shares.T @ placed / len(some) + 1e-5 * of_things[kind]
            times += 1
            slopes = (bag.T @ (SHARP * shares @ of_things[kind]) / len(some) + HOLD * of_words, pull)
            for (vectors, first, second), slope in zip(moved, slopes, strict=True):
                first += 0.1 * (slope - first)
                second += 0.01 * (slope * slope - second)
                size = RATE * (1 - turn / ROUNDS) / (1 - 0.9**times)
                vectors -= size * first / (np.sqrt(second / (1 - 0.99**times)) + 1e-6)
    return of_words, SHARP * of_things


def _written(vectors: Any) -> tuple[float, list[str]]:
    """How much a step of a letter is, and vectors in letters."""
    import numpy as np

    most = 11
    step = float(np.quantile(np.abs(vectors), 0.998)) / most
    letters = np.clip(np.round(vectors / step), -most, most).astype(int) + MIDDLE
    return step, ["".join(map(chr, row)) for row in letters]


@benchmark("meanings")
def write_meanings() -> None:
    """Learn where terms, documents and answers lie among all that is asked: ``data/meanings.yaml``."""
    text = (
        "# Where terms, documents and answers lie among all that is asked: python -m tests.benchmarks meanings;\n"
        "# docs/search-ranking.md. A letter is a number, E nought; behind a document are its answers, in their order.\n"
    )
    found = yaml.safe_dump(meanings(), sort_keys=False, width=1000)
    (ROOT / "data" / "meanings.yaml").write_text(text + found, encoding="utf-8")


# -- the weights -------------------------------------------------------------------------------------------------------


def learnt(examples: Sequence[Example], begin: Mapping[str, float] | None = None) -> dict[str, float]:
    """The weights under which the right documents are likeliest: their share of all, each counting for the exponential
    of its sum. The steps are those of Rprop, one size for each weight, longer while its slope keeps its sign."""
    names = list(dict.fromkeys(name for each in examples for _, row in each.rows for name in row))
    at = {name: number for number, name in enumerate(names)}
    kept = [
        (each.counts, [(right, [(at[name], much) for name, much in row.items() if much]) for right, row in each.rows])
        for each in examples
        if any(right for right, _ in each.rows)
    ]
    weights = [begin.get(name, 0.0) if begin else 0.0 for name in names]
    sizes, before = [0.05 if begin else 0.3] * len(names), [0.0] * len(names)
    for _ in range(AGAIN if begin else STEPS):
        slopes = [CALM * 2 * weight for weight in weights]
        for counts, rows in kept:
            scores = [exp(sum(weights[n] * much for n, much in row)) for _, row in rows]
            every = sum(scores)
            good = sum(score for score, (right, _) in zip(scores, rows, strict=True) if right)
            for score, (right, row) in zip(scores, rows, strict=True):
                pull = counts * (score / every - (score / good if right else 0.0))
                if abs(pull) > 0.001:
                    for n, much in row:
                        slopes[n] += pull * much
        for n, slope in enumerate(slopes):
            sizes[n] = min(1.0, sizes[n] * (1.2 if slope * before[n] > 0 else 0.5))
            weights[n] -= sizes[n] * ((slope > 0) - (slope < 0))
        before = slopes
    return dict(zip(names, weights, strict=True))


def places(weights: dict[str, dict[str, float]], examples: Sequence[Example]) -> str:
    """How often what is right comes first, and among the first three; of answers, also what is put on top and wrong."""
    found = {"documents": [0, 0, 0], "answers": [0, 0, 0], "told": [0, 0, 0]}
    for each in examples:
        best = sorted(each.rows, key=lambda row: -weighed(weights[each.among], row[1]))
        counts = found[each.among.split(" ")[-1] if each.among.endswith(("answers", "told")) else "documents"]
        counts[0] += 1
        counts[1] += bool(best) and best[0][0]
        counts[2] += any(right for right, _ in best[:3])
    return ", ".join(f"{name} {first} and {three} of {all_}" for name, (all_, first, three) in found.items() if all_)


Found = dict[str, dict[str, float]]


def learn(examples: Sequence[Example], begin: Found | None = None) -> Found:
    """The weights for questions about the rules, for those that ask for cards by what they do, and for answers; and
    those of a book that has its own."""
    some: dict[str, list[Example]] = {}
    for each in examples:
        some.setdefault(each.among, []).append(each)
    return {among: learnt(those, begin and begin[among]) for among, those in some.items()}


@benchmark("weights")
def weights(judge: str = "all", book: str = "") -> None:
    """Learn the weights of the search from all questions and write them (``book``: those of this book alone, from those
    of the Law); judge that, one set left out at a time."""
    with older_meanings():
        index = unpack(own())
        examples = [*expansion(), *(() if book else (*sets(index), *names(index), *ways()))]
    file, known = ROOT / "data" / "search_weights.yaml", datafiles.load("search_weights")
    begin = {each.among: known.get(each.among.removeprefix(EDITION).strip(), {}) for each in examples if book}
    found = learn(examples, begin or None)
    text = "# How much each feature counts, learnt: python -m tests.benchmarks weights; docs/search-ranking.md.\n"
    if book:
        text = "".join(line for line in file.read_text("utf-8").splitlines(keepends=True) if line.startswith("#"))
    rounded = {kind: {name: round(some[name], 2) for name in sorted(some)} for kind, some in found.items()}
    file.write_text(text + yaml.safe_dump({**(known if book else {}), **rounded}, sort_keys=False), encoding="utf-8")
    for of in dict.fromkeys(each.of for each in examples):
        out = [each for each in examples if each.of == of]
        print(f"{of:22} with all: {places(found, out)}", flush=True)
        if (of in SETS or of in GROUPS) and judge in ("all", of):
            print(f"{'':22} left out: {places(learn([e for e in examples if e.of != of], found), out)}", flush=True)
