"""The account of a game between two save strings, for people: what happened, what cannot have, what nobody can tell."""

from collections.abc import Collection, Iterator, Sequence

from oathtools.saga.transitions import Finding, Transition
from oathtools.text import printable, wrap

_CLAUSE = 6  # the room for a clause before its text


def as_text(step: Transition, width: int = 80, *, spoil: bool = False, known_unknown: Collection[Finding] = ()) -> str:
    """One game: its steps by clause, what is flagged with its place and a way out, what is not known.

    ``known_unknown`` is told elsewhere: what no string tells.
    """
    return "\n".join(_lines(step, width, spoil, known_unknown))


def never_known(steps: Sequence[Transition]) -> list[Finding]:
    """What none of several accounts can tell."""
    if len(steps) < 2:
        return []
    return [each for each in steps[0].unknown if all(each in step.unknown for step in steps)]


def never_text(found: Collection[Finding], width: int = 80) -> str:
    """What no string tells, once for all games."""
    return "\n".join(wrap(f"Not known of any of them: {'; '.join(each.public for each in found)}.", width, "", "  "))


def _lines(step: Transition, width: int, spoil: bool, told_elsewhere: Collection[Finding]) -> Iterator[str]:
    name = printable(step.after.name)
    yield from wrap(f"Game {step.game}, {name}: {verdict(step)}", width, "", "  ")
    for each in step.steps:
        yield from _finding(each, width, spoil)
    for note in step.notes:
        yield from wrap(note, width, "  " + "note".ljust(_CLAUSE), " " * (_CLAUSE + 2))
    if step.flags:
        yield "Cannot follow:"
        for each in step.flags:
            yield from _finding(each, width, spoil, mark="! ")
            if each.hint:
                yield from wrap(each.hint, width, " " * (_CLAUSE + 2), " " * (_CLAUSE + 2))
    open_ = [each for each in step.unknown if each not in told_elsewhere]
    if open_:
        told = [each.full if spoil else each.public for each in open_]
        yield from wrap(f"Not known: {'; '.join(told)}.", width, "", "  ")


def verdict(step: Transition) -> str:
    """``explained``, or how many things are flagged."""
    count = len(step.flags)
    return f"{count} thing{'' if count == 1 else 's'} that cannot follow" if count else "explained"


def _finding(each: Finding, width: int, spoil: bool, mark: str = "  ") -> Iterator[str]:
    where = f" [{each.where}]" if each.where and mark.strip() else ""
    text = (each.full if spoil else each.public) + where
    lead = f"{mark}{each.clause}".ljust(_CLAUSE + 2)
    yield from wrap(text[:1].upper() + text[1:], width, lead, " " * (_CLAUSE + 2))


def summary(steps: Sequence[Transition]) -> str:
    """How many games were explained."""
    flagged = sum(bool(step.flags) for step in steps)
    games = f"{len(steps)} game{'' if len(steps) == 1 else 's'}"
    if not flagged:
        return f"{games}: every step follows from chapter 8."
    return f"{games}: {len(steps) - flagged} explained, {flagged} with something that cannot follow."
