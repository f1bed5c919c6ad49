"""A printed Law, once its clauses are found: headings told from texts, lost icons marked, lines run together."""

import re

from oathtools.law.books.draft import Sheet
from oathtools.law.books.model import GAP
from oathtools.law.books.pdf_pieces import heading_in


def split_headings(sheet: Sheet, icons: set[int]) -> None:
    """Tell headings from texts. Among the clauses of one section either most have headings or none has.

    ``icons``: the drafts (by ``id``) before whose number a pictogram stood.
    """
    for parent in [d for chapter in sheet.chapters for d in chapter.walk()]:
        family = [c for c in parent.children if c.kind == "" and not c.placed and c.parts and len(c.number) > 1]
        family = [c for c in family if parent.kind != "box"]
        cut = {id(c): heading_in(c.parts[0][0]) for c in family}
        if sum(bool(v) for v in cut.values()) * 2 <= len(family):
            continue
        for child in family:
            found = cut[id(child)]
            if found is None:
                sheet.note("heading", "has no heading here, unlike its neighbours", child.line, child)
                continue
            line = child.parts[0][1]
            child.heading = found[0].rstrip(".")
            child.parts[:1] = [(found[1], line)] if found[1] else []
    for draft in sheet.drafts():
        if id(draft) in icons and draft.parts:
            draft.parts[0] = (f"{GAP} {draft.parts[0][0]}", draft.parts[0][1])


def mark_gaps(sheet: Sheet) -> None:
    """Mark places where an icon was lost: a space before a stop, a double space in a text that has few of them."""
    doubles = sum(len(re.findall(r"\w  +\w", raw)) for d in sheet.drafts() for raw, _ in d.parts)
    rare = doubles <= max(10, len(sheet.source.lines) // 50)
    words = set(re.findall(r"[^\W\d_]+", sheet.source.text.casefold()))
    for draft in sheet.drafts():
        if draft.kind == "index":
            continue
        for parts in (draft.parts, draft.closing):
            parts[:] = [(_gaps(raw, rare, words), line) for raw, line in parts]


def _gaps(raw: str, rare: bool, words: set[str]) -> str:
    lines = []
    for line in raw.split("\n"):
        line = re.sub(r"^§ ", f"{GAP} ", line)
        line = re.sub(r"(?<=\w) (?=[,;](?:\s|$)|\.(?:\s|$))", f" {GAP}", line)
        lines.append(re.sub(r"(?<=\w)  +(?=\w)", f" {GAP} ", line) if rare else line)
    return _flowed(lines, words)


def _flowed(lines: list[str], words: set[str]) -> str:
    """Printed lines run on; list items and paragraphs behind an icon stay lines of their own.

    A hyphen at the end of a line stays, unless the word stands elsewhere in the text without one.
    """
    out: list[str] = []
    for i, line in enumerate(lines):
        if i == 0 or re.match(r"- |\d{1,2}\. ", line) or line.startswith(GAP):
            out += ["\n", line] if i else [line]
        elif (head := re.search(r"([^\W\d_]+)-$", out[-1][-40:])) and (tail := re.match(r"[^\W\d_]+", line)):
            if (head[1] + tail[0]).casefold() in words:
                out[-1] = out[-1][:-1]
            out.append(line)
        else:
            out += [" ", line]
    return "".join(out)
