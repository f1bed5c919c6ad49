"""The rules of New Foundations by topic, and what of the base Law stands under them: derived from a paraphrase.

The book ``new_foundations_rules`` has the topics; each names the clauses that stand and that are changed. A clause
goes by the longest number above it that a topic names; of a clause of which none speaks nothing is known.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from oathtools.kit.datafiles import load

STANDS, CHANGED, UNKNOWN = "stands", "changed", "unknown"


class Topic(NamedTuple):
    """A topic: its sentences in our words, and the pages of the print that the paraphrase names."""

    id: str
    title: str
    pages: str
    text: tuple[str, ...]


class Standing(NamedTuple):
    """Whether a clause stands in the expansion, is changed, or nothing is known of it; by which topic."""

    clause: str
    standing: str
    topic: str | None


def topics() -> dict[str, Topic]:
    """The topics in the order of the book, by their ids."""
    rows = load("new_foundations_rules")["topics"].items()
    return {name: Topic(name, row["title"], row["pages"], tuple(row["text"])) for name, row in rows}


def standing(clause: str) -> Standing:
    """What becomes of a clause of the base Law."""
    named: dict[str, Standing] = {}
    for topic, row in load("new_foundations_rules")["topics"].items():
        for what in (STANDS, CHANGED):
            named |= {each: Standing(clause, what, topic) for each in row.get(what, ())}
    above = [clause[:at] for at in range(len(clause), 0, -1) if at == len(clause) or clause[at] == "."]
    return next((named[each] for each in above if each in named), Standing(clause, UNKNOWN, None))


def found(words: str) -> list[Topic]:
    """The topics that some words name, by id or in the title."""
    wanted = words.casefold().replace("-", " ").replace("_", " ").split()
    return [
        each
        for each in topics().values()
        if set(wanted) <= set(f"{each.id} {each.title}".casefold().replace("_", " ").replace(",", "").split())
    ]


def documents() -> Iterator[dict[str, Any]]:
    """The topics as the clauses of a book that can be searched, with the cards of the expansion after them."""
    book = load("new_foundations")["name"]
    for topic in topics().values():
        for number, text in enumerate(topic.text, 1):
            yield {
                "id": f"{topic.id}.{number}",
                "heading": topic.title,
                "text": text,
                "path": [topic.pages],
                "book": book,
            }
    for kind, cards in load("new_foundations_cards").items():
        for name, facts in cards.items():
            text = " ".join(str(facts[key]) for key in ("text", "ruined", "kind", "forge") if facts.get(key))
            yield {"id": f"{kind}.{name}", "heading": name, "text": text or kind, "path": [kind], "book": book}
