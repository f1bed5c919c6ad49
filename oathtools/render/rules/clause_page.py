"""What a page about a clause holds, for whoever makes pages: where it stands, what is below it, what leads to it."""

from typing import Any, NamedTuple

from oathtools.law import Clause, cited_by_cards, cited_by_clauses, get, path, rulings_on
from oathtools.law.rulings import Readings, as_json, rulings_for
from oathtools.render.rules.law import INDEX, own_points


class Step(NamedTuple):
    """A clause on a page, how deep it lies below the one that was asked for, and the open points that bear on it."""

    clause: Clause
    depth: int
    points: list[str]


class ClausePage(NamedTuple):
    """A clause with what is below it, where it stands, and what leads to it. ``rulings`` are open points and rules of
    the table, ``answers`` those of the card FAQ.
    """

    clause: Clause
    path: tuple[Clause, ...]
    steps: list[Step]
    refers: list[Clause]
    referred: list[Clause]
    cards: list[str]
    rulings: list[dict[str, Any]]
    answers: list[dict[str, Any]]


def clause_page(clause: Clause, table: Readings | None = None) -> ClausePage:
    """The page of a clause, its rulings as the table reads them."""
    rests = [as_json(one, table) for one in rulings_for(clause=clause.id, table=table)]
    return ClausePage(
        clause,
        path(clause.id),
        _below(clause, 0),
        [get(cid) for cid in clause.refs],
        [get(cid) for cid in cited_by_clauses(clause.id) if cid != INDEX],
        list(cited_by_cards(clause.id)),
        [one for one in rests if one["kind"] != "faq"],
        [one for one in rests if one["kind"] == "faq"],
    )


def _below(one: Clause, depth: int) -> list[Step]:
    first = Step(one, depth, own_points(rulings_on(one.id)))
    return [first, *(step for child in one.children for step in _below(get(child), depth + 1))]
