"""The weights of the search: learnt from questions with known answers, judged by leaving out one set at a time.

``python -m tests.benchmarks weights`` writes ``data/search_weights.yaml``; docs/search-ranking.md tells how and why.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import exp
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import yaml

from oathtools.catalog.names import EDITION
from oathtools.kit import datafiles
from oathtools.law import lookup
from oathtools.law.clauses import entries
from oathtools.search import answering, foreign, own
from oathtools.search.answering import signs
from oathtools.search.asking import corrected, read, term
from oathtools.search.ranking import CLOSER, Ranking, weighed
from oathtools.search.store import Index, unpack
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
    known = {
        "asked": {key: _older(some) for key, some in load("asked").items()},
        "answers": [{**each, "asked": _older(each["asked"])} for each in load("answers")],
    }
    with mock.patch("oathtools.search.documents.load", lambda book: known.get(book) or load(book)):
        index = unpack(own())
    for those, some, says in every:
        for words in some[len(_older(some)) :]:
            yield from a_question(index, "ways", words, those, 0.05, says)


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
