"""What the table's favourite cards do, and what is undecided about them."""

import sys
from collections.abc import Iterable

from oathtools import catalog, law
from oathtools.law.rulings import point, rulings_for
from oathtools.render.rules.card import page
from oathtools.search import search


def sheet(names: Iterable[str]) -> list[str]:
    lines: list[str] = []
    for name in names:
        ident = catalog.find(name)
        card = catalog.card(ident)
        whole = page(ident)
        text: str = whole["text"]
        lines.append(f"{card.name} ({card.suit}): {text}")
        for clause in whole["clauses"]:
            number: str = clause["id"]
            found = law.get(number)
            lines.append(f"  {found.id} {found.heading}: {found.gloss or found.text}")
            lines.append(f"    cited by {len(law.cited_by_clauses(number))} clauses")
        for one in rulings_for(card=ident):
            if one.kind == "point":
                open_point = point(one.id)
                reading: str = open_point.readings[open_point.take]
                lines.append(f"  {open_point.id} {open_point.question} {reading} ({open_point.firmness})")
    return lines


def ask(question: str) -> dict[str, str]:
    return {hit.id: hit.heading for hit in search(question, limit=3).hits}


def headings(words: str) -> tuple[list[str], list[str]]:
    found = law.find(words)
    roots: tuple[str, ...] = found.roots
    return [law.get(root).title for root in roots], list(found.notes) + list(found.ids)


if __name__ == "__main__":
    print("\n".join(sheet(sys.argv[1:] or ["long bows", "Wolves"])))
    print(ask("who moves first"))
    print(headings("burn"))
