"""The Law on the site: its contents, and a page for each clause with what leads to it."""

from collections.abc import Iterator

from marks import boxed, head, link, linked, listed, page, paragraphs, plain

from oathtools.law import Clause, all_clauses, contents
from oathtools.render.rules.law import EDITION_LINE, ClausePage, RuleStep, body, clause_page, errata, heading, number

UNSEARCHED = "{ data-search-exclude }"  # what is found on a page of its own already


def pages() -> Iterator[tuple[str, str]]:
    """Each page by the path of its source."""
    yield "law/index.md", _contents()
    for clause in all_clauses().values():
        yield f"law/{clause.id}.md", _clause(clause_page(clause))


def _contents() -> str:
    blocks = [head("The Law"), "# The Law", _ABOUT, plain(EDITION_LINE)]
    chapters: dict[str, list[Clause]] = {}
    for clause in contents():
        chapters.setdefault(clause.parent or clause.id, []).append(clause)
    for chapter, *below in chapters.values():
        blocks.append(f"## {_to(chapter)}")
        if below:
            blocks += boxed("contents", [listed(map(_to, below))])
    return page(*blocks)


_ABOUT = (
    "The rules in our words, under the official numbers. Each clause has an address of its own, `law/5.5.2/`, by which "
    "it can be cited, and tells what it refers to, what refers to it, which open points bear on it and which cards "
    "rest on it."
)


def _to(clause: Clause) -> str:
    return link(clause.id, heading(clause).replace("  ", " "))


def _clause(told: ClausePage) -> str:
    clause = told.clause
    first, *below = told.steps
    above = " › ".join(map(_to, told.path)) or "[The Law](index.md)"
    blocks = [head(heading(clause).replace("  ", " "), clause.gloss)]
    blocks += [*boxed("over", [above]), f"# {plain(heading(clause).replace('  ', ' '))}", *_body(first)]
    for step in below:
        blocks.append(f"{'#' * min(step.depth + 1, 4)} {_to(step.clause)} {UNSEARCHED}")
        blocks += [*_body(step), *_marks(step)]
    return page(*blocks, *_links(told), *boxed("over", [plain(EDITION_LINE)]))


def _body(step: RuleStep) -> list[str]:
    blocks = []
    for part in body(step.clause):
        told = paragraphs(part.text, part.label)
        blocks += told if part.kind == "text" else boxed(part.kind, told)
    return blocks


def _marks(step: RuleStep) -> list[str]:
    """What a clause below the one of the page refers to, in one line."""
    seen = [*step.clause.refs, *step.points]
    return boxed("over", ["See " + ", ".join(map(link, seen))]) if seen else []


def _links(told: ClausePage) -> Iterator[str]:
    clause = told.clause
    yield from map(linked, errata(clause))
    yield from _section(f"{number(clause)} refers to", [_glossed(one) for one in told.refers])
    yield from _section("Quoted by", [_to(one) for one in told.referred])
    yield from _section("Rulings", [f"{link(one['id'])} {plain(one['title'])}" for one in told.rulings])
    yield from _section("Cards that rest on it", [", ".join(map(link, told.cards))] if told.cards else [])
    yield from _section("From the card FAQ", [link(one["id"], one["question"]) for one in told.answers])


def _glossed(clause: Clause) -> str:
    return f"{_to(clause)}: {plain(clause.gloss)}" if clause.gloss else _to(clause)


def _section(title: str, lines: list[str]) -> list[str]:
    if not lines:
        return []
    return [f"## {plain(title)} {UNSEARCHED}", listed(lines) if len(lines) > 1 else lines[0]]
