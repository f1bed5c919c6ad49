"""The account of a game between two save strings, for people: what happened, what cannot have, what nobody can tell."""

from collections.abc import Collection, Iterator, Sequence

from oathtools.render.document import Block, Line
from oathtools.saga.transitions import Finding, Transition
from oathtools.text import printable

_CLAUSE = 6  # the room for a clause before its text


def document(step: Transition, *, spoil: bool = False, known_unknown: Collection[Finding] = ()) -> Iterator[Block]:
    """One game: its steps by clause, what is flagged with its place and a way out, what is not known.

    ``known_unknown`` is told elsewhere: what no string tells.
    """
    name = printable(step.after.name)
    yield Line(f"Game {step.game}, {name}: {verdict(step)}", hang=2)
    for each in step.steps:
        yield from _finding(each, spoil)
    for note in step.notes:
        yield Line(note, "  " + "note".ljust(_CLAUSE), _CLAUSE + 2)
    if step.flags:
        yield "Cannot follow:"
        for each in step.flags:
            yield from _finding(each, spoil, mark="! ")
            if each.hint:
                yield Line(each.hint, " " * (_CLAUSE + 2), _CLAUSE + 2)
    open_ = [each for each in step.unknown if each not in known_unknown]
    if open_:
        told = [each.full if spoil else each.public for each in open_]
        yield Line(f"Not known: {'; '.join(told)}.", hang=2)


def never_known(steps: Sequence[Transition]) -> list[Finding]:
    """What none of several accounts can tell."""
    if len(steps) < 2:
        return []
    return [each for each in steps[0].unknown if all(each in step.unknown for step in steps)]


def never(found: Collection[Finding]) -> list[Block]:
    """What no string tells, once for all games."""
    return [Line(f"Not known of any of them: {'; '.join(each.public for each in found)}.", hang=2)]


def verdict(step: Transition) -> str:
    """``explained``, or how many things are flagged."""
    count = len(step.flags)
    return f"{count} thing{'' if count == 1 else 's'} that cannot follow" if count else "explained"


def _finding(each: Finding, spoil: bool, mark: str = "  ") -> Iterator[Block]:
    where = f" [{each.where}]" if each.where and mark.strip() else ""
    text = (each.full if spoil else each.public) + where
    lead = f"{mark}{each.clause}".ljust(_CLAUSE + 2)
    yield Line(text[:1].upper() + text[1:], lead, _CLAUSE + 2)


def summary(steps: Sequence[Transition]) -> str:
    """How many games were explained."""
    flagged = sum(bool(step.flags) for step in steps)
    games = f"{len(steps)} game{'' if len(steps) == 1 else 's'}"
    if not flagged:
        return f"{games}: every step follows from chapter 8."
    return f"{games}: {len(steps) - flagged} explained, {flagged} with something that cannot follow."
