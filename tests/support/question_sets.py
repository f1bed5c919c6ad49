"""Questions with known answers, and how the search does with one: for the tests and the benchmarks of the search."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from oathtools.catalog.names import EDITION
from oathtools.kit.datafiles import compile_book
from oathtools.law import lookup
from oathtools.search import Hit, search, without_yes

FOLDER = Path(__file__).parents[1] / "search"
SETS = {path.stem: path for path in FOLDER.glob("*questions.yaml")}
# Of the questions about New Foundations.
GROUPS = ("first", "again", "stranger", "sealed", "sealed_again", "sealed_third")
HITS = 8


def questions(path: Path) -> list[dict[str, Any]]:
    """A set; of a stranger's set it is known how those answers of ours begin that settle each question, or of which
    ruling they are, if any does."""
    found: list[dict[str, Any]] = compile_book(path.stem, path.parent)["questions"]
    return [{"answers": [], **each} for each in found] if "strangers" in path.stem else found


def of_expansion() -> Iterator[tuple[str, str, list[str], bool]]:
    """The questions about New Foundations: the set, the words, and what answers; where that is not known, what says so:
    the things that are not known, and the card that is named. And whether it is known."""
    asked = compile_book("expansion_asked", FOLDER)
    every = list(lookup.documents())
    for group in GROUPS:
        for each in asked[group]:
            yield group, each["asked"], [doc["id"] for doc in every if answers(each["says"], doc)], True
        for words in asked[f"{group}_unknown"]:
            those = [doc for doc in every if doc["kind"] == "absent" or doc["heading"].casefold() in words.casefold()]
            yield group, words, [doc["id"] for doc in those if says_unknown(doc["text"])], False


def ways_in_expansion(parts: int = 4) -> Iterator[tuple[list[dict[str, Any]], list[tuple[str, str, str]]]]:
    """What is known of New Foundations without one part of the ways to ask for it, and these ways: of which kind, the
    words, and for what."""
    whole = list(lookup.documents())
    for out in range(parts):
        ways = []
        for doc in whole:
            some = [f"card that {words}" for words in doc["about"]] if doc["kind"] == "card" else doc["asked"]
            ways += [(f"{EDITION} {doc['kind']}", words, doc["id"]) for words in some[out::parts]]
        yield (
            [
                {**doc, "asked": _less(doc, "asked", out, parts), "about": _less(doc, "about", out, parts)}
                for doc in whole
            ],
            ways,
        )


def _less(doc: Mapping[str, Any], key: str, out: int, parts: int) -> list[str]:
    return [each for at, each in enumerate(doc.get(key, ())) if at % parts != out]


def answers(says: Iterable[str], doc: Mapping[str, Any]) -> bool:
    """Whether a sentence of the expansion is one that answers, or a card is the one that is meant (after #)."""
    return any(words == f"#{doc['heading']}" or words in doc["text"] for words in says)


def says_unknown(text: str) -> bool:
    return "not known" in text or "No official" in text


def right(question: dict[str, Any]) -> list[str]:
    """The clauses, cards and absent things, any of which answers."""
    return [each for key in ("clauses", "cards", "absent") for each in question.get(key, ())]


class Judged(NamedTuple):
    """A question put to the search: where the first right hit stands (0: not among the first eight), whether it quotes
    the sentence that answers, and whether what stands on top settles it (None where that is not known, or there is
    nothing)."""

    asked: str
    at: int
    ids: Sequence[str]
    quoted: bool | None
    settled: bool | None
    top: str

    @classmethod
    def of(cls, question: dict[str, Any]) -> "Judged":
        answer = search(question["q"], HITS)
        wanted, ids = right(question), [hit.id for hit in answer.hits]
        at = next((n for n, id in enumerate(ids, 1) if id in wanted), 0)
        shown = answer.hits[at - 1].snippet.replace("*", "") if at else ""
        top = without_yes((answer.settled.answer if answer.settled else None) or "")
        return cls(
            question["q"],
            at,
            ids,
            any(words in shown for words in question["says"]) if "says" in question else None,
            _settles(answer.settled, top, question["answers"]) if top and "answers" in question else None,
            top,
        )

    def __str__(self) -> str:
        marks = " not quoted" * (self.quoted is False) + f" on top: {self.top}" * (self.settled is False)
        return f"{self.at or '-'}{marks}  {self.asked}  got {', '.join(self.ids[:4])}"


def _settles(on_top: Hit | None, says: str, known: Sequence[str]) -> bool:
    """Whether what stands on top is known to settle it: by how it begins, or the ruling that it is of."""
    return bool(on_top and on_top.id in known) or says.startswith(tuple(map(without_yes, known)))


def summed_up(judged: Sequence[Judged]) -> str:
    first, three = (_share(1 <= each.at <= most for each in judged) for most in (1, 3))
    quoted = [each.quoted for each in judged if each.quoted is not None]
    tops = [each.settled for each in judged if each.settled is not None]
    return (
        f"{len(judged)} questions: first {first:.1%}, within three {three:.1%}"
        + (f", the sentence that answers is quoted {_share(quoted):.1%}" if quoted else "")
        + (f", {len(tops)} answers on top, {sum(tops)} of them right" if tops else "")
    )


def _share(some: Iterable[bool]) -> float:
    every = list(some)
    return sum(every) / len(every)
