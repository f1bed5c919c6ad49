"""The weights of the search: learnt from questions with known answers, judged by leaving out one set at a time.

``python -m tests.benchmarks weights`` writes ``data/search_weights.yaml``; docs/search-ranking.md tells how and why.
"""

from collections.abc import Iterable, Sequence
from math import exp
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import yaml

from oathtools.kit import datafiles
from oathtools.search import own
from oathtools.search.asking import corrected, read, term
from oathtools.search.ranking import CLOSER, Ranking
from oathtools.search.store import Index, unpack
from tests.benchmarks.measure import benchmark

ROOT = Path(__file__).parents[2]
SETS = ROOT / "tests" / "search"
STEPS, CALM = 120, 0.5  # rounds of the descent; how strongly a weight is held to zero
Row = tuple[bool, dict[str, float]]  # whether a document is right, and what speaks for it


class Example(NamedTuple):
    """A question as it is learnt from: its set, whether cards are asked for by what they do, the documents of the first
    choice, and how much it counts."""

    of: str
    cards: bool
    rows: list[Row]
    counts: float


def asked(index: Index, of: str, words: str, right: Iterable[str], counts: float = 1.0) -> Example:
    """A question put to an index."""
    question = read(words)
    ranking = Ranking(index, question, [term(word) for word in corrected(question.words, index)[0]])
    first, ids, wanted = ranking.candidates()[:CLOSER], index.about["ids"], set(right)
    rows = [(ids[each.number] in wanted, ranking.features(each, first[0])) for each in first]
    return Example(of, bool(ranking.sought), rows, counts)


def sets(index: Index) -> list[Example]:
    """The questions of strangers, which count most, and our own."""
    found = []
    for path in sorted(SETS.glob("*questions.yaml")):
        counts = 4.0 if "strangers" in path.stem else 1.0
        for each in yaml.safe_load(path.read_text(encoding="utf-8"))["questions"]:
            right = (each_id for key in ("clauses", "cards", "absent") for each_id in each.get(key, ()))
            found.append(asked(index, path.stem, each["q"], right, counts))
    return found


def names(index: Index) -> list[Example]:
    """Each heading and name, as all that is typed: that which bears it is meant."""
    documents = ((number, index.document(number)) for number in range(index.size))
    return [
        asked(index, "names", doc["heading"], [doc["id"]], 0.2)
        for number, doc in documents
        if doc["kind"] != "ruling" and index.about["names"][number]
    ]


def ways() -> list[Example]:
    """One way to ask for each thing, asked of an index that does not know it: the last one of those we wrote."""
    less = {key: some[:-1] for key, some in datafiles.load("asked").items()}
    answers = [{**each, "asked": each["asked"][:-1]} for each in datafiles.load("answers")]
    load = datafiles.load
    known = {"asked": less, "answers": answers}
    with mock.patch("oathtools.search.documents.load", lambda book: known.get(book) or load(book)):
        index = unpack(own())
    left = [([key], some[-1]) for key, some in load("asked").items()]
    left += [(each["for"] or [each["id"]], each["asked"][-1]) for each in load("answers")]
    return [asked(index, "ways", words, right, 0.1) for right, words in left]


def learnt(examples: Sequence[Example]) -> dict[str, float]:
    """The weights under which the right documents are likeliest: their share of all, each counting for the exponential
    of its sum. The steps are those of Rprop, one size for each weight, longer while its slope keeps its sign."""
    weights: dict[str, float] = dict.fromkeys((name for each in examples for _, row in each.rows for name in row), 0.0)
    sizes, before = dict.fromkeys(weights, 0.3), dict.fromkeys(weights, 0.0)
    kept = [each for each in examples if any(right for right, _ in each.rows)]
    for _ in range(STEPS):
        slopes = {name: CALM * 2 * weight for name, weight in weights.items()}
        for each in kept:
            scores = [exp(sum(weights[name] * much for name, much in row.items())) for _, row in each.rows]
            every = sum(scores)
            good = sum(score for score, (right, _) in zip(scores, each.rows, strict=True) if right)
            for score, (right, row) in zip(scores, each.rows, strict=True):
                pull = each.counts * (score / every - (score / good if right else 0.0))
                if abs(pull) > 0.001:
                    for name, much in row.items():
                        slopes[name] += pull * much
        for name, slope in slopes.items():
            sizes[name] = min(1.0, sizes[name] * (1.2 if slope * before[name] > 0 else 0.5))
            weights[name] -= sizes[name] * ((slope > 0) - (slope < 0))
            before[name] = slope
    return weights


def places(weights: dict[str, dict[str, float]], examples: Sequence[Example]) -> tuple[float, float]:
    """Which share of some questions has a right document first, and among the first three."""
    first = three = 0
    for each in examples:
        by = weights["cards" if each.cards else "law"]
        best = sorted(each.rows, key=lambda row: -sum(by.get(name, 0.0) * much for name, much in row[1].items()))
        first += best[0][0] if best else 0
        three += any(right for right, _ in best[:3])
    return first / len(examples), three / len(examples)


def both(examples: Sequence[Example]) -> dict[str, dict[str, float]]:
    """The weights for questions about the rules, and for those that ask for cards by what they do."""
    return {
        "law": learnt([each for each in examples if not each.cards]),
        "cards": learnt([each for each in examples if each.cards]),
    }


@benchmark("weights")
def weights(judge: str = "yes") -> None:
    """Learn the weights of the search from all questions and write them; first judge that by leaving out each set."""
    index = unpack(own())
    examples = [*sets(index), *names(index), *ways()]
    for of in dict.fromkeys(each.of for each in examples) if judge == "yes" else ():
        out = [each for each in examples if each.of == of]
        first, three = places(both([each for each in examples if each.of != of]), out)
        print(f"{of:20} {len(out):5} questions, left out: first {first:.1%}, within three {three:.1%}", flush=True)
    found = both(examples)
    for of in dict.fromkeys(each.of for each in examples):
        first, three = places(found, [each for each in examples if each.of == of])
        print(f"{of:20} with all: first {first:.1%}, within three {three:.1%}")
    text = "# How much each feature counts, learnt: python -m tests.benchmarks weights; docs/search-ranking.md.\n"
    rounded = {kind: {name: round(some[name], 2) for name in sorted(some)} for kind, some in found.items()}
    (ROOT / "data" / "search_weights.yaml").write_text(
        text + yaml.safe_dump(rounded, sort_keys=False), encoding="utf-8"
    )
