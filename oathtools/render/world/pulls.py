"""Pull lists for people: what to fetch and where it goes, to read, to tick off, or on paper."""

from collections.abc import Collection, Sequence
from itertools import groupby

from oathtools.procedures.machine.hands import Pull
from oathtools.render.document import Block, Line
from oathtools.text import capital


def document(
    found: Sequence[Pull], *, boxes: bool = False, stacks: bool = False, done: Collection[int] = ()
) -> list[Block]:
    """A pull list by its clauses, or with ``stacks`` by the stacks of the box.

    ``boxes``: with boxes to tick, for paper; ``done`` are the places of those that are ticked already.
    """
    lines: list[Block] = []
    at = 0
    for key, group in groupby(found, key=lambda pull: pull.source if stacks else pull.step):
        lines += [*([""] if lines else []), Line(capital(key) if stacks else title(key), hang=2)]
        for pull in group:
            mark = f"[{'x' if at in done else ' '}] " if boxes or done else "- "
            lines.append(Line(_says(pull, stacks), f"  {mark}"))
            at += 1
    return lines


def line(pull: Pull, number: int, of: int) -> Line:
    """One pull alone, as it is asked for when a list is ticked off."""
    return Line(f"{capital(pull.source)}: {pull.what} -> {pull.target} ({pull.step})", f"{number}/{of}  ")


def _says(pull: Pull, stacks: bool) -> str:
    if stacks:
        return f"{pull.what} -> {pull.target} ({pull.step})"
    return f"{capital(pull.source)}: {pull.what} -> {pull.target}"


def title(clause: str) -> str:
    """A clause and its heading, as a list has them."""
    from oathtools.datafiles import load
    from oathtools.law.clauses import get
    from oathtools.law.variants import clause as own

    if found := own(clause):
        return f"{clause}  {found[1].heading}"
    guide = load("setup_guide").get(clause) if clause.startswith("1.") else None
    return f"{clause}  {guide['title'] if guide else get(clause).title}"
