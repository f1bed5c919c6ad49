"""Clause numbers as people type and print them, and their one canonical form.

``5.1.4.II``, ``§5.1.4.2``, ``5.1.4 (ii)`` and ``Law 5.1.4.2.`` all spell the id ``5.1.4.2``. Nothing here knows which
clauses exist; ``oathtools.law.clauses`` does.
"""

import re
import unicodedata

from oathtools.kit.lazy import pattern

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
_LABEL = pattern(
    r"(?:law of oath|law|rules?|clauses?|sections?|chapters?|steps?|setup|set-up|glossary|ref)\b[\s:.]*|[§#][§\s:]*"
)
_PART = r"(?:\d+|[ivxl]+|box)"
_NUMBER = pattern(rf"\d+(?:@pdf)?(?:\.{_PART})*|[ivxl]+(?:\.{_PART})+")
_RANGE = pattern(r"\s*(?:-+|\.\.+|\bto\b|\bthrough\b)\s*")


def spelling(ref: str) -> str | None:
    """The canonical form of a clause number in any spelling; None if it is no clause number at all.

    Knows arabic and roman parts, paragraph signs, brackets, trailing dots, words such as *Law* or *step* in front,
    set-up steps (``setup 5`` is 1.5) and boxes (``6.6 box 3``).
    """
    text = unicodedata.normalize("NFKC", ref).translate(_DASHES).casefold().strip()
    lead = ""
    while label := _LABEL.match(text):
        lead += label[0]
        text = text[label.end() :]
    text = re.sub(r"[\[\]()]+|\s+(?=[ivxl(\[]|box)|(?<=\d)(?=box)|(?<=box)\s+|\s*\.\s*", ".", text)
    text = re.sub(r"\.{2,}", ".", text).strip(".,;:")
    if "setup" in lead.replace("-", "") and re.fullmatch(r"(?:\d+|box)(?:\..*)?", text) and not text.startswith("1."):
        text = f"1.{text}"
    elif "glossary" in lead and re.fullmatch(r"\d+", text) and text != "10":
        text = f"10.{text}"
    if boxed := re.fullmatch(r"box\.(\d+(?:\.\d+)?)", text):
        text = f"{boxed[1]}.box"
    text = re.sub(r"^11\.pdf$", "11@pdf", text)
    if not _NUMBER.fullmatch(text):
        return None
    parts = [_part(part) for part in text.split(".")]
    return ".".join(parts) if all(parts) else None


def _part(part: str) -> str:
    if part in ("box", "11@pdf"):
        return part
    if part.isdigit():
        return str(int(part))
    value = 0
    for this, following in zip(part, [*part[1:], ""], strict=True):
        worth = _ROMAN.get(this, 0)
        value += -worth if worth < _ROMAN.get(following, 0) else worth
    return str(value) if value > 0 else ""


def span(ref: str) -> tuple[str, str] | None:
    """First and last number of a range in any spelling; None if it is no range.

    An end that gives only its last parts takes the others from the first: ``5.1.4.I-IV``, ``4.1.1-4``.
    """
    text = unicodedata.normalize("NFKC", ref).translate(_DASHES).casefold()
    ends = _RANGE.split(text)
    if len(ends) != 2:
        return None
    first, last = spelling(ends[0]), spelling(ends[1]) or _lone_roman(ends[1])
    if first is None or last is None:
        return None
    head, tail = first.split("."), last.split(".")
    if len(tail) < len(head):
        last = ".".join([*head[: len(head) - len(tail)], *tail])
    return first, last


def _lone_roman(text: str) -> str | None:
    """A roman numeral on its own: a number only as the short end of a range."""
    text = text.strip(" .")
    return (_part(text) or None) if re.fullmatch(r"[ivxl]+", text) else None


def ancestors(clause_id: str) -> list[str]:
    """The ids above a clause, the chapter first. Says nothing of whether they exist."""
    parts = clause_id.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts))]
