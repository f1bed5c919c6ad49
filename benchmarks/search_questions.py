"""How well the search finds the clause that answers a question, and how long that takes.

    python benchmarks/search_questions.py [FILE ...]      (default: the question files of the tests)

A question is right at place n if the n-th hit of the whole list, whatever its kind, is the first that is one of the
question's clauses (or cards). Where the question has the words of the sentence that answers (``says``), that hit must
quote them. Every question that fails in one of both is printed with its first hits.
"""

import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

import yaml

from oathtools.search import search

TESTS = Path(__file__).parent.parent / "tests" / "search"
FILES = (
    "questions", "more_questions", "dispute_questions", "plain_questions", "evening_questions", "table_questions",
    "late_questions", "drawn_questions",
)  # fmt: skip
LIMIT = 8


def place(question: dict[str, Any]) -> tuple[int, list[str], bool]:
    """At which place the first right hit stands (0: not among the first eight), the ids of the hits, and whether that
    hit quotes the sentence that answers."""
    hits = search(question["q"], LIMIT).hits
    wanted = [*question.get("clauses", ()), *question.get("cards", ())]
    at = next((n for n, hit in enumerate(hits, 1) if hit.id in wanted), 0)
    quoted = hits[at - 1].snippet.replace("*", "") if at else ""
    return at, [hit.id for hit in hits], any(words in quoted for words in question.get("says", ()))


def report(file: Path) -> None:
    questions = yaml.safe_load(file.read_text(encoding="utf-8"))["questions"]
    started = time.perf_counter()
    places = [place(question) for question in questions]
    took = (time.perf_counter() - started) / len(questions)
    for question, (at, ids, quoted) in zip(questions, places, strict=True):
        unquoted = " not quoted" if "says" in question and not quoted else ""
        if at != 1 or unquoted:
            wanted = ", ".join([*question.get("clauses", ()), *question.get("cards", ())])
            print(f"  {at or '-'}{unquoted}  {question['q']}  ({wanted})  got {', '.join(ids[:4])}")
    first = sum(at == 1 for at, _, _ in places) / len(places)
    third = sum(1 <= at <= 3 for at, _, _ in places) / len(places)
    said = [quoted for question, (_, _, quoted) in zip(questions, places, strict=True) if "says" in question]
    print(f"{file.name}: {len(places)} questions, {took * 1000:.1f} ms each")
    print(f"  first hit {first:.1%}, within three {third:.1%}", end="\n\n" if not said else "")
    if said:
        print(f", the sentence that answers is quoted {sum(said) / len(said):.1%}\n")


def cold(command: list[str], times: int = 11) -> float:
    """The usual wall time of a command, in seconds."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        taken.append(time.perf_counter() - started)
    return median(taken)


def main() -> None:
    files = [Path(name) for name in sys.argv[1:]] or [TESTS / f"{name}.yaml" for name in FILES]
    started = time.perf_counter()
    search("warband")
    print(
        f"first search of this process: {time.perf_counter() - started:.2f} s (with building, if there was no index)\n"
    )
    for file in files:
        report(file)
    click = cold([sys.executable, "-c", "import click"])
    ours = cold([sys.executable, "-m", "oathtools", "search", "can i attack someone who isnt at my site"])
    print(f"cold: import click {click * 1000:.0f} ms, oathtools search {ours * 1000:.0f} ms, {ours / click:.2f} times")


if __name__ == "__main__":
    main()
