"""The hits of a search as text for people."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from oathtools.render import paint
from oathtools.search import Answer, Hit
from oathtools.text import fill

_MARKED = r"\*([^*]+)\*"
_INDENT = "  "


def answer(asked: str, found: Answer, width: int, standing: Mapping[str, str] = MappingProxyType({})) -> str:
    """Hits, best first: number or id and heading, the way there, the passage that answers best.

    ``standing`` says of each house rule that was found whether it is in force; it stands under its first hit.
    """
    lines = [fill(note[:1].upper() + note[1:], width, "", "") for note in notes(found)]
    if not found.hits:
        shown = asked if len(asked) <= 40 else f"{asked[:40]}..."
        nothing = f"Nothing found for {shown!r}." if asked.strip() else "Nothing to look for."
        return "\n".join([nothing, *lines])
    left = dict(standing)
    blocks = [*lines, *(_hit(hit, width, left.pop(hit.variant or "", "")) for hit in found.hits)]
    return "\n\n".join(blocks)


def notes(found: Answer) -> list[str]:
    """What a reader should know about how the question was read."""
    foreign = list(found.beyond)
    if found.meant:
        return [*foreign, f'did you mean "{found.meant}"?']
    if found.near:
        return [*foreign, f"did you mean {' or '.join(found.near)}?"]
    return foreign


def _hit(hit: Hit, width: int, note: str) -> str:
    # Ids of cards and FAQ answers say no more than their headings.
    plain = hit.kind == "card" or hit.id.startswith("faq.")
    block = [
        fill(hit.heading, width, "" if plain else f"{hit.id}  ", _INDENT * 2),
        fill(" > ".join(hit.path), width, _INDENT, _INDENT * 2),
    ]
    if hit.snippet:
        block.append(_styled(fill(hit.snippet, width, _INDENT * 2, _INDENT * 2)))
    if note:
        block.append(fill(f"{note}.", width, _INDENT, _INDENT * 2))
    return "\n".join(block)


def _styled(text: str) -> str:
    """Marks as bold type on a terminal that may show it; as plain words elsewhere."""
    return re.sub(_MARKED, lambda match: paint.bold(match[1]), text)
