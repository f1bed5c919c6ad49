"""The hits of a search as text for people."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from oathtools.catalog.names import EDITION
from oathtools.kit.datafiles import load
from oathtools.kit.text import Hint
from oathtools.render.document import Block, Bold, Line, Piece, apart
from oathtools.search import Hit, SearchAnswer

_INDENT = "  "


def answer(
    query: str, found: SearchAnswer, standing: Mapping[str, str] = MappingProxyType({}), *, book: str | None = None
) -> list[Block]:
    """What settles the question and the nearest ruling, then the hits, best first: number or id and heading, the way
    there, the passage that answers best.

    ``standing`` says of each house rule that was found whether it is in force; it stands under its first hit. ``book``:
    they are clauses of this book and not of the Law, whose numbers stand as it prints them.
    """
    lines = [Line(note[:1].upper() + note[1:]) for note in notes(found)]
    if not found.hits:
        shown = query if len(query) <= 40 else f"{query[:40]}..."
        if not query.strip():
            return ["Nothing to look for."]
        way: list[Block] = [Line(("In the order of the Law: ", Hint("law"), "; its index: ", Hint("law", "index")))]
        if book == EDITION:
            way = [Line(("By topic, and what is not known here: ", Hint("law", f"--edition {EDITION}")))]
        return [f"Nothing found for {shown!r}.", *lines, *([] if found.beyond else way)]
    left = dict(standing)
    shown_hits = [hit._replace(id=_as_printed(hit.id)) if book else hit for hit in found.hits]
    blocks = [_hit(hit, left.pop(hit.variant or "", ""), settled=hit is found.settled) for hit in shown_hits]
    return apart(*([line] for line in lines), [Line(each) for each in rests(found)], _on_top(found), *blocks)


def _as_printed(clause: str) -> str:
    """The number of a clause as laws print it: 8.4.2.II.a."""
    from oathtools.law.books.model import label, parse

    number = parse(clause)
    return label(number) if number else clause


class OnTop(NamedTuple):
    """What stands before all hits: the question that a ruling answers (empty: the one that was asked), its answer, what
    that rests on."""

    asks: str
    says: str
    rests: str


def on_top(found: SearchAnswer) -> list[OnTop]:
    """What settles a question, where a sentence of ours does, and the ruling nearest to it."""
    return [
        OnTop(_asks(hit, found), hit.answer, source(hit)) for hit in (found.settled, found.ruled) if hit and hit.answer
    ]


def _asks(hit: Hit, found: SearchAnswer) -> str:
    """What a ruling is about: a point by its title. The question of one that settles stands right below it where it is
    the first hit, as its heading; one that is only the nearest has it beside it, for it may be another question."""
    if hit.readings:
        return f"{hit.heading}:"
    return hit.heading if hit.kind == "ruling" and not (hit is found.settled is found.hits[0]) else ""


def _on_top(found: SearchAnswer) -> list[Block]:
    return [
        Line((f"{asks} " if asks else "", Bold(says), *([f" ({rests})"] if rests else [])))
        for asks, says, rests in on_top(found)
    ]


def source(hit: Hit) -> str:
    """What an answer rests on: its clauses, the FAQ, an open point with the number of its readings."""
    if hit.kind in ("law", "glossary", "site"):
        return "; ".join(", ".join(some) for some in (hit.clauses or (hit.id,), hit.points) if some)
    if hit.readings:
        return f"open point {hit.id}: the reading in force{f', one of {hit.readings}' if hit.readings > 1 else ''}"
    return ", ".join((*hit.clauses[:2], "FAQ")) if hit.kind == "ruling" else ""


def notes(found: SearchAnswer) -> list[str]:
    """What a reader should know about how the question was read."""
    foreign = list(found.beyond)
    if found.meant:
        return [*foreign, f'did you mean "{found.meant}"?']
    if found.near:
        return [*foreign, f"did you mean {' or '.join(found.near)}?"]
    return foreign


def rests(found: SearchAnswer) -> list[str]:
    """What is said before whatever the expansion's book answers; and where that may be nothing of what was asked."""
    of_it = any(hit.path[:1] == (load("new_foundations")["name"],) for hit in found.hits)
    return [load("new_foundations_rules")[each] for each in ("rests", *(["doubted"] * found.doubted))] if of_it else []


def _hit(hit: Hit, note: str, *, settled: bool) -> list[Block]:
    # Ids of cards and FAQ answers say no more than their headings.
    plain = hit.kind in ("card", "absent") or hit.id.startswith("faq.")
    block: list[Block] = [Line(hit.heading, "" if plain else f"{hit.id}  ", 4), Line(" > ".join(hit.path), _INDENT, 4)]
    if hit.answer and not settled and hit.answer[:40] not in hit.snippet.replace("*", ""):
        block.append(Line(hit.answer, _INDENT * 2))
    if hit.snippet and not (settled and hit.kind == "absent"):
        block.append(Line(_marked(hit.snippet), _INDENT * 2))
    if note:
        block.append(Line(f"{note}.", _INDENT, 4))
    return block


def _marked(snippet: str) -> tuple[Piece, ...]:
    """A snippet, the words in asterisks in bold."""
    return tuple(Bold(each) if at % 2 else each for at, each in enumerate(snippet.split("*")))
