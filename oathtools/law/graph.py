"""The references of the Law as a tree: what a clause refers to, what refers to it, and the sentence that does."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from oathtools.law.clauses import Clause, cited_by_clauses, get
from oathtools.law.refs import span, spelling
from oathtools.patterns import pattern

LEVELS = 2
"""How far a tree may go: beyond, everything hangs together with everything."""

_INDEX = "11@pdf"  # the Index of the book cites everything
_SENTENCE = pattern(r"(?<=[.!?])\s+|\n+(?:- )?")
_CITED = pattern(r"\b\d+(?:\.(?:\d+|box))*(?:-\d+(?:\.(?:\d+|box))*)?")


class Reference(NamedTuple):
    """A clause at the other end of a reference.

    ``reason``: the sentence in which the one names the other, in the text of whichever does. ``below``: its own
    references in the same direction, those aside that stand above it in the tree.
    """

    id: str
    heading: str
    reason: str
    below: tuple["Reference", ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Plain data, the references below as a list of the same."""
        return self._asdict() | {"below": [one.as_json() for one in self.below]}


def refers_to(clause_id: str, levels: int = 1) -> tuple[Reference, ...]:
    """The clauses that a clause names, in its order. Raises ``UnknownClause``."""
    return _tree((clause_id,), levels, lambda cid: get(cid).refs, reason)


def referred_by(clause_id: str, levels: int = 1) -> tuple[Reference, ...]:
    """The clauses that name a clause, in the order of the Law, the Index of the book left out."""
    return _tree((clause_id,), levels, cited_by_clauses, lambda here, there: reason(there, here))


def _tree(
    above: tuple[str, ...], levels: int, following: Callable[[str], Sequence[str]], why: Callable[[str, str], str]
) -> tuple[Reference, ...]:
    here = above[-1]
    return tuple(
        Reference(
            cid,
            get(cid).title,
            why(here, cid),
            _tree((*above, cid), levels - 1, following, why) if levels > 1 else (),
        )
        for cid in following(here)
        if cid not in (*above, _INDEX)
    )


def reason(citing: str, cited: str) -> str:
    """The sentence in which one clause names another by its number; if there is none, what the clause is about."""
    clause = get(citing)
    for sentence in _sentences(clause):
        if any(_names(found[0], cited) for found in _CITED.finditer(sentence)):
            return sentence
    return clause.gloss


def _names(number: str, cited: str) -> bool:
    """Is this the number of the clause, or a range that it stands in?"""
    ends = span(number)
    if ends is None:
        return spelling(number) == cited
    house, _, last = cited.rpartition(".")
    first, final = ends
    same = house == first.rpartition(".")[0] and last.isdigit()
    return same and int(first.rpartition(".")[2]) <= int(last) <= int(final.rpartition(".")[2])


def _sentences(clause: Clause) -> Iterator[str]:
    readings = (reading.text for reading in clause.readings if reading.in_force)
    for text in (clause.text, clause.imperial, clause.reminder, clause.overview, *readings):
        for sentence in _SENTENCE.split(text):
            if words := " ".join(sentence.removeprefix("- ").split()):
                yield words
