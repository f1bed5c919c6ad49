"""Our texts as Markdown: nothing in them is taken for a mark, and each reference is a link."""

import json
import re
from collections.abc import Iterable

from oathtools import catalog
from oathtools.render.rules import law

FAQ = "faq."
_MARKS = re.compile(r"([\\`*_{}\[\]<>|~^])")
_AT_START = re.compile(r"^(\s*)([#+>-]|\d+\.)(?=\s)")


def plain(text: str) -> str:
    """A sentence in which nothing is a mark."""
    return _AT_START.sub(r"\1\\\2", _MARKS.sub(r"\\\1", " ".join(text.split())))


def address(what: str) -> str | None:
    """The source of the page on which an id is told, with the place on it; None for what is no id."""
    if what.startswith(FAQ):
        _, card, number = what.split(".")
        return f"card/{_card_of(card)}.md#faq-{number}"
    kind = law.kind(what)
    return f"{kind}/{what}.md" if kind else None


def _card_of(stem: str) -> str:
    return next(card for card in catalog.ids() if card.partition(".")[2] == stem)


def link(what: str, shown: str = "") -> str:
    """A link to what an id names, for a page one folder down; by its name where it is a card."""
    where = address(what)
    said = plain(shown or (catalog.name_of(what) if catalog.is_card(what) else what))
    return f"[{said}](../{where})" if where else said


def linked(text: str) -> str:
    """A sentence with a link for each reference in it."""
    pieces = list(law.parts(" ".join(text.split())))
    return "".join(link(piece) if kind else _inner(piece, at == 0) for at, (piece, kind) in enumerate(pieces))


def _inner(piece: str, first: bool) -> str:
    marked = _MARKS.sub(r"\\\1", piece)
    return _AT_START.sub(r"\1\\\2", marked) if first else marked


def paragraphs(text: str, label: str = "") -> list[str]:
    """The blocks of a text of several paragraphs and lists; a label stands before the first."""
    blocks: list[str] = []
    for number, paragraph in enumerate(filter(None, text.split("\n\n"))):
        head = f"**{plain(label)}:** " if label and not number else ""
        lines = paragraph.splitlines()
        run = [line for line in lines if not line.startswith("- ")]
        if run:
            blocks.append(head + " ".join(map(linked, run)))
        items = [f"- {linked(line[2:])}" for line in lines if line.startswith("- ")]
        if items:
            blocks.append("\n".join(items))
    return blocks


def boxed(kind: str, blocks: Iterable[str]) -> list[str]:
    """Blocks in a frame of their own."""
    return [f'<div class="{kind}" markdown="1">', *blocks, "</div>"]


def listed(lines: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"- {line}" for line in lines)


def head(title: str, about: str = "") -> str:
    """What stands before a page: its title in tabs and finds, what it is about, and that it comes first in a search."""
    said = [f"title: {quoted(title)}", *([f"description: {quoted(about)}"] if about else [])]
    return "\n".join(["---", *said, "search: { boost: 2 }", "---"])


def quoted(text: str) -> str:
    """A text as YAML takes it for a text."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)


def page(*blocks: str) -> str:
    """Blocks with an empty line between them."""
    return "\n\n".join(block for block in blocks if block) + "\n"
