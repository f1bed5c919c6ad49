"""How well the search finds the clause that answers a question, and how long that takes.

    python benchmarks/search_questions.py [FILE ...]      (default: the two question files of the tests)

A question is right at place n if the n-th hit of the whole list, whatever its kind, is the first that is one of the
question's clauses. Every question that is not right at the first place is printed with its first hits.
"""

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import yaml

from oathtools.search import search

TESTS = Path(__file__).parent.parent / "tests" / "search"
CLAUSE_KINDS = ("law", "glossary", "site")
LIMIT = 8


def place(question: dict[str, object]) -> tuple[int, list[str]]:
    """At which place the first right hit stands (0: not among the first eight), and the ids of the hits."""
    hits = search(str(question["q"]), LIMIT).hits
    wanted = question["clauses"]
    right = (n for n, hit in enumerate(hits, 1) if hit.kind in CLAUSE_KINDS and hit.id in wanted)  # type: ignore[operator]
    return next(right, 0), [hit.id for hit in hits]


def report(file: Path) -> None:
    questions = yaml.safe_load(file.read_text(encoding="utf-8"))["questions"]
    started = time.perf_counter()
    places = [place(question) for question in questions]
    took = (time.perf_counter() - started) / len(questions)
    for question, (at, ids) in zip(questions, places, strict=True):
        if at != 1:
            print(f"  {at or '-'}  {question['q']}  ({', '.join(question['clauses'])})  got {', '.join(ids[:4])}")
    first = sum(at == 1 for at, _ in places) / len(places)
    third = sum(1 <= at <= 3 for at, _ in places) / len(places)
    print(f"{file.name}: {len(places)} questions, {took * 1000:.1f} ms each")
    print(f"  first hit {first:.1%}, within three {third:.1%}\n")


def cold(command: list[str], times: int = 11) -> float:
    """The usual wall time of a command, in seconds."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        taken.append(time.perf_counter() - started)
    return median(taken)


def main() -> None:
    files = [Path(name) for name in sys.argv[1:]] or [TESTS / "questions.yaml", TESTS / "more_questions.yaml"]
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
