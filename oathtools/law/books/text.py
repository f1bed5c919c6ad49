"""Markup to spans: reminders told from rules, icons kept as tokens, citations found.

Three styles: ``yml`` (Markdown with `rule:5.1` tokens; italics are reliable), ``pdf`` (Markdown of a scrape; some
italics and most icons are lost) and ``plain`` (no markup at all).
"""

import re
import unicodedata
from dataclasses import dataclass, field

from oathtools.law.books import model
from oathtools.law.books.model import GAP, Number, Span

# A citation inside the text while it is worked on; the marks are removed at the end.
_OPEN, _CLOSE = "\x02", "\x03"
_DASH = r"\s*(?:–|—|-|\bto\b)\s*"

_SMALL = "a an and are as at by for from if in into is of on onto or over per the to upon vs when with without"
SMALL_WORDS = frozenset(_SMALL.split())
"""Words that need no capital in a heading."""

_EMPHASIS = re.compile(r"\*\*|__|[*_]")
_TOKEN = re.compile(r"`([^`\n]*)`")
_BREAK = re.compile(r"\s*<br\s*/?>\s*", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>\n]{0,80}>", re.IGNORECASE)
_LINK = re.compile(r"\[([^\[\]\n]+)\]\(([^()\s]+)\)")
_LATEX = re.compile(r"\$?\\[a-z]+\s*\{[^{}\n]*\}\$?")

_NUM = r"\d{1,2}(?:\.\d{1,2})*(?:\.[IVX]+(?:\.?[a-z])?)?(?:\.[a-z])?"
_DOTTED = r"\d{1,2}(?:\.\d{1,2})*(?:\.\d{1,2}|\.[IVX]+)(?:\.?[a-z]\b)?"
_TAIL = rf"(?:{_DASH}(?:{_NUM}|[IVX]+\b))?"
_MARKED = re.compile(rf"{_OPEN}([^{_CLOSE}]*){_CLOSE}(?:{_DASH}{_OPEN}([^{_CLOSE}]*){_CLOSE})?")
_ONLY = rf"\s*{_NUM}{_TAIL}\s*"
_BRACKETED = re.compile(rf"[(\[]({_ONLY}(?:[,;]{_ONLY})*)[)\]]")
_IN_TEXT = re.compile(r"(?<![\w.$§×x+/-])(" + _DOTTED + _TAIL + r")(?![\w%])")
_IN_INDEX = re.compile(r"(?<![\w.])(" + _NUM + _TAIL + r")(?![\w%])")
_PAGE = re.compile(r"\b(?:on |see )?(page \d+)\b", re.IGNORECASE)
_SPLIT = re.compile(rf"^({_NUM}){_DASH}({_NUM}|[IVX]+)$")


@dataclass
class Citation:
    """A citation as written: its numbers in arabic form (a range is expanded), and whether it was marked as one."""

    printed: str
    targets: list[str]
    marked: bool = False


@dataclass
class TextReading:
    """What one raw text says: its spans, its citations, the markup that did not fit."""

    spans: list[Span] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def read_text(raw: str, style: str, *, index: bool = False) -> TextReading:
    """Read one text of a clause.

    ``index``: the text is a book's index, in which every number is a citation.
    """
    reading = TextReading()
    marked = _tokens(raw, reading.faults) if style == "yml" else raw
    marked = _LATEX.sub(GAP, marked)
    marked = _pictograms(_paragraphs(marked, style))
    plain, italic = _emphasis(marked, reading.faults, markup=style != "plain")
    reading.citations = _citations(plain, index=index)
    reading.spans = [Span(kind, _unmark(run)) for kind, run in _runs(plain, italic, reliable=style == "yml")]
    return reading


def plain_heading(raw: str) -> str:
    """A heading without markup, tokens and its full stop."""
    text = _unmark(_emphasis(_tokens(raw, []), [])[0])
    return re.sub(r"\s+", " ", text).strip().rstrip(".").strip()


def _unmark(text: str) -> str:
    """The text as people read it: a citation by names shows the last of them."""
    text = re.sub(rf"{_OPEN}[^{_CLOSE}]*\$([^${_CLOSE}]*){_CLOSE}", r"\1", text)
    return text.replace(_OPEN, "").replace(_CLOSE, "")


def _tokens(raw: str, faults: list[str]) -> str:
    """Backtick tokens: citations are marked, icons become ``{name}``, a faction's number is kept beside its icon.

    ``rule`` cites by number, ``rule-relative`` by headings from above downwards, with ``$`` between them.
    """

    def replace(match: re.Match[str]) -> str:
        kind, _, value = match[1].partition(":")
        name, _, number = value.partition("$")
        if kind.startswith("rule"):
            return f"{_OPEN}{value.strip().rstrip('.')}{_CLOSE}"
        if not value:
            faults.append(f"a token without a kind: {match[0]}")
            return match[1]
        return f"{{{name.strip()}}}" + (f" {_OPEN}{number.strip().rstrip('.')}{_CLOSE}" if number else "")

    def link(match: re.Match[str]) -> str:
        faults.append(f"a link, left out: {match[2]}")
        return match[1]

    return _TOKEN.sub(replace, _LINK.sub(link, raw))


def _paragraphs(text: str, style: str) -> str:
    """One paragraph or list item a line: breaks, quoted paragraphs and escapes of the markup resolved."""
    text = _BREAK.sub("\n", text)
    if style != "plain":
        text = _TAG.sub("", text)
        text = re.sub(r"\\([\\`*_{}\[\]()#+.!>\"-])", r"\1", text)
    lines = []
    for line in text.split("\n"):
        line = re.sub(r"^\s*>\s+(?=\S)", "", line) if style != "plain" else line
        lines.append(re.sub(r"^\s*[•·*]\s+", "- ", line))
    return "\n".join(line for line in lines if line.strip())


def _emphasis(text: str, faults: list[str], *, markup: bool = True) -> tuple[str, list[bool]]:
    """The text without emphasis marks, and for each character whether it was in italics."""
    out: list[str] = []
    italic: list[bool] = []
    closer = ""

    def keep(run: str) -> None:
        out.append(run)
        italic.extend([bool(closer)] * len(run))

    at = 0
    for match in _EMPHASIS.finditer(text) if markup else ():
        mark, before, after = match[0], text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        keep(text[at : match.start()])
        at = match.end()
        if len(mark) == 2:
            continue
        if closer == mark and not before.isspace() and (mark == "*" or not after.isalnum()):
            closer = ""
        elif not closer and after.strip() and (mark == "*" or not before.isalnum()):
            if _closes(text, at, mark):
                closer = mark
            else:
                faults.append(f"an emphasis mark is not closed: {text[at - 1 : at + 29].strip()!r}")
        else:
            keep(mark)
    keep(text[at:])
    return "".join(out), italic


def _closes(text: str, start: int, mark: str) -> bool:
    """Is there a mark that closes an emphasis begun just before ``start``? It may not cross more than one line end."""
    end = re.compile(rf"(?<=\S){re.escape(mark)}" + (r"(?!\w)" if mark == "_" else ""))
    match = end.search(text, start, start + 4000)
    return bool(match and text.count("\n", start, match.start()) <= 1)


_JOINERS = "\u200d\ufe0e\ufe0f"


def is_pictogram(char: str) -> bool:
    """A character that a scrape put where the print has an icon."""
    if char.isascii() or char in "°×÷±½¼¾©®™":
        return False
    return unicodedata.category(char) in ("So", "Co", "Cn", "Sk") or 0x2460 <= ord(char) <= 0x27BF


def _pictograms(text: str) -> str:
    """Pictograms and runs of them become one gap mark each."""
    marked = "".join(GAP if is_pictogram(char) else char for char in text if char not in _JOINERS)
    return re.sub(rf"(?:{re.escape(GAP)})+", GAP, marked)


def _runs(text: str, italic: list[bool], *, reliable: bool) -> list[tuple[str, str]]:
    """Cut a text into (kind, run): text, reminder, aside."""
    lines = _slanted_lines(text, italic)
    found = [(start, end, "reminder") for start, end in lines]
    for start, end in _brackets(text):
        if not any(a < end and start < b for a, b in lines):
            bracketed = text[start:end]
            if _share(bracketed, italic[start:end]) >= 0.6 and re.search(r"[^\W\dIVX]{2,}", bracketed):
                found.append((start, end, "reminder"))
            elif not reliable and _says_something(bracketed):
                found.append((start, end, "aside"))
    runs: list[tuple[str, str]] = []
    at = 0
    for start, end, kind in sorted(found):
        runs += [("text", text[at:start]), (kind, text[start:end])]
        at = end
    return [(kind, run) for kind, run in (*runs, ("text", text[at:])) if run]


def _share(text: str, italic: list[bool]) -> float:
    """The share of its letters that are in italics."""
    letters = [slanted for char, slanted in zip(text, italic, strict=True) if char.isalpha()]
    return sum(letters) / len(letters) if letters else 0.0


def _brackets(text: str) -> list[tuple[int, int]]:
    """The outermost round brackets, as (start, end); those without a partner are passed over."""
    outer: list[tuple[int, int]] = []
    stack: list[int] = []
    for i, char in enumerate(text):
        if char == "(":
            stack.append(i)
        elif char == ")" and stack:
            start = stack.pop()
            while outer and outer[-1][0] > start:
                outer.pop()
            outer.append((start, i + 1))
    return outer


def _says_something(bracketed: str) -> bool:
    """Prose in brackets, not a citation, an icon's name or a label."""
    return any(len(word) > 1 and word.isalpha() and word[0].islower() for word in re.split(r"[^\w’']+", bracketed))


def _slanted_lines(text: str, italic: list[bool]) -> list[tuple[int, int]]:
    """Whole paragraphs in italics (four words or more) are reminders, brackets or not."""
    found: list[tuple[int, int]] = []
    at = 0
    for line in text.split("\n"):
        end = at + len(line)
        if len(line.split()) >= 4 and _share(line, italic[at:end]) >= 0.9:
            found.append((at, end))
        at = end + 1
    return found


def _citations(text: str, *, index: bool) -> list[Citation]:
    """All citations of a text, in order."""
    found = [(m.start(), _cited(m[1], m[2], marked=True)) for m in _MARKED.finditer(text)]
    bare = _MARKED.sub(lambda m: " " * len(m[0]), text)
    written = [(m.start(), m[0]) for m in (_IN_INDEX if index else _IN_TEXT).finditer(bare)]
    for at, printed in [*written, *([] if index else _chapters_in_brackets(bare))]:
        ends = _SPLIT.match(printed)
        found.append((at, _cited(ends[1] if ends else printed, ends[2] if ends else None, printed)))
    found += [(match.start(), Citation(match[1], [])) for match in _PAGE.finditer(bare)]
    return [citation for _, citation in sorted(found, key=lambda pair: pair[0])]


def _chapters_in_brackets(text: str) -> list[tuple[int, str]]:
    """Chapter numbers cited as (7) or [3, 10]: whole numbers in brackets that hold nothing but numbers."""
    groups = [(group.start(1), re.finditer(_NUM + _TAIL, group[1])) for group in _BRACKETED.finditer(text)]
    return [(at + m.start(), m[0]) for at, items in groups for m in items if not re.match(_DOTTED, m[0])]


def _cited(start: str, end: str | None, printed: str = "", *, marked: bool = False) -> Citation:
    first = model.parse(start)
    run: list[Number | None] = [first]
    if first and end:
        run = [*(model.expand(first, end) or (first, model.parse(end)))]
    shown = printed or (f"{start}-{end}" if end else start)
    return Citation(shown, [model.dotted(n) for n in run if n], marked)
