"""The hits of a search as text for people."""

from collections.abc import Mapping
from types import MappingProxyType

from oathtools.render.document import Block, Bold, Line, Piece, apart
from oathtools.search import Answer, Hit

_INDENT = "  "


def answer(asked: str, found: Answer, standing: Mapping[str, str] = MappingProxyType({})) -> list[Block]:
    """Hits, best first: number or id and heading, the way there, the passage that answers best.

    ``standing`` says of each house rule that was found whether it is in force; it stands under its first hit.
    """
    lines = [Line(note[:1].upper() + note[1:]) for note in notes(found)]
    if not found.hits:
        shown = asked if len(asked) <= 40 else f"{asked[:40]}..."
        nothing = f"Nothing found for {shown!r}." if asked.strip() else "Nothing to look for."
        return [nothing, *lines]
    left = dict(standing)
    return apart(*([line] for line in lines), *(_hit(hit, left.pop(hit.variant or "", "")) for hit in found.hits))


def notes(found: Answer) -> list[str]:
    """What a reader should know about how the question was read."""
    foreign = list(found.beyond)
    if found.meant:
        return [*foreign, f'did you mean "{found.meant}"?']
    if found.near:
        return [*foreign, f"did you mean {' or '.join(found.near)}?"]
    return foreign


def _hit(hit: Hit, note: str) -> list[Block]:
    # Ids of cards and FAQ answers say no more than their headings.
    plain = hit.kind == "card" or hit.id.startswith("faq.")
    block: list[Block] = [
        Line(hit.heading, "" if plain else f"{hit.id}  ", 4),
        Line(" > ".join(hit.path), _INDENT, 4),
    ]
    if hit.snippet:
        block.append(Line(_marked(hit.snippet), _INDENT * 2))
    if note:
        block.append(Line(f"{note}.", _INDENT, 4))
    return block


def _marked(snippet: str) -> tuple[Piece, ...]:
    """A snippet, the words in asterisks in bold."""
    return tuple(Bold(each) if at % 2 else each for at, each in enumerate(snippet.split("*")))
