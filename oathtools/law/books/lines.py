"""How a Law lies in lines: the pieces of a printed one, and a web text that carries the numbers.

Printed: pieces (numbered clauses, list items, paragraphs), titles, gaps where icons were.

The web text (``fill``): a section's number and heading on one line, a clause's on two, its text below. Bare lines carry
the numbers: ``6.5.4``, then ``I``, ``II`` for sub-clauses, then ``a``, ``b``. A roman or a letter belongs to the last
clause number seen. A line such as ``(6.5.4.II - Name.)`` is the site's gloss on a citation, no rule text. Icons are
lost: they cut lines in two, which leaves gaps, and where one stood in the first lines of a sub-clause the end of the
text stands before the heading a second time.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import SequenceMatcher

from oathtools.law.books import model
from oathtools.law.books.draft import Draft, Sheet, Source
from oathtools.law.books.model import GAP, BookDamaged, Number, loose
from oathtools.law.books.text import SMALL_WORDS, is_pictogram

_NUMBER = re.compile(
    r"(?:\*\*|\*)?(\d{1,2}(?:\.\d{1,2}){1,4}(?:\.[IVX]+(?:\.?[a-z])?)?)(\.?)(?:\*\*|\*)?(?:\s+|$)(?=\W{0,4}[A-Z]|$)"
)
_ICON = re.compile(r"(?:[^\w\s(\"“‘'*.…-]{1,3}\s+)+(?=(?:\*\*)?\d)")
_INNER_NUMBER = re.compile(
    r"(?<=[.!?)\]*”\"])\s*(?:\*\*)?(\d{1,2}(?:\.\d{1,2}){1,4}(?:\.[IVX]+)?)\.?(?:\*\*)?\s+(?=\W{0,3}[A-Z])"
)
_NAME = r"(?:\*\*)?([A-Z][\w'’/-]*(?: [A-Z][\w'’/-]*){0,3}):(?:\*\*)?\s+(?=\S)"
TERM = re.compile(rf"^{_NAME}|(?<=[.!?)\]”\"*\n])\s*{_NAME}")
_PAGE = re.compile(r"\d{1,2}\s+(?=\d{1,2}(?:\.\d{1,2}){2}\s)")  # the number of a page, run into the line
_BULLET = re.compile(r"\s*[-•·*–]\s+(?=\S)")
_ITEM = re.compile(r"\s*(?:[-•·*–]\s+)?(\d{1,2})\.\s+(?=\S)")
_MARKDOWN_HEADING = re.compile(r"\s*#{1,6}\s+")
_CONTENTS = re.compile(r"\s*(\d{1,2})\.?\s+(\D{3,60}?)[\s.…·]*\s(\d{1,3})\s*$")


@dataclass(eq=False)
class Piece:
    """A stretch of lines. ``kind``: number, item (of a list), para. ``raw`` keeps its line ends.

    ``number`` and ``label`` for numbered clauses; ``mark`` the number of a numbered item; ``blanks`` the empty lines
    before it; ``icon``: a pictogram stood before the number.
    """

    kind: str
    raw: str
    first: int
    last: int
    blanks: int = 0
    number: Number = ()
    label: str = ""
    mark: int | None = None
    icon: bool = False

    def line_at(self, offset: int) -> int:
        return self.first + self.raw.count("\n", 0, offset)

    @property
    def single(self) -> bool:
        return "\n" not in self.raw

    @property
    def plain(self) -> str:
        return " ".join(self.raw.replace("*", "").split())


def contents(source: Source) -> tuple[dict[int, str], int]:
    """The table of contents at the head of the text: chapter number to heading, and the last line it takes."""
    found: dict[int, str] = {}
    last = 0
    for i, line in enumerate(source.lines[:80], 1):
        match = _CONTENTS.match(line)
        if match and int(match[1]) == len(found) + 1 and is_title(match[2].strip(" .…")):
            found[int(match[1])] = match[2].strip(" .…")
            last = i
        elif line.strip() and len(found) >= 3:
            break
    return (found, last) if len(found) >= 3 else ({}, 0)


def pieces(source: Source, start: int) -> list[Piece]:
    """All pieces after line ``start``."""
    found: list[Piece] = []
    body = source.lines[start:]
    dense = sum(not line.strip() for line in body) * 30 < len(body)  # then a finished sentence ends a paragraph
    blanks = 0
    for at, raw in enumerate(body, start + 1):
        line = _MARKDOWN_HEADING.sub("", raw.rstrip().replace("\t", "    "))
        if not line.strip():
            blanks += 1
            continue
        piece = _opened(line, at)
        if piece is None and found and not blanks and not _closed_line(found[-1], dense):
            found[-1].raw += "\n" + line.strip()
            found[-1].last = at
        else:
            piece = piece or Piece("para", line.strip(), at, at)
            piece.blanks = blanks if found else 0
            found.append(piece)
        blanks = 0
    return found


def _opened(line: str, at: int) -> Piece | None:
    """The numbered clause or list item that a line opens; None for a line of a paragraph."""
    bullet = _BULLET.match(line)
    body = line[bullet.end() :] if bullet else line.lstrip()
    lead = _ICON.match(body)
    bare = body[skipped.end() :] if (skipped := lead or _PAGE.match(body)) else body
    if (match := _NUMBER.match(bare)) and (number := model.parse(match[1])):
        text = bare[match.end() :]
        if match[0].startswith("**") and "**" not in match[0][2:] and "**" in text:
            text = "**" + text  # the bold run goes on over the heading
        return Piece("number", text, at, at, number=number, label=match[1] + match[2], icon=bool(lead))
    if item := _ITEM.match(line):
        return Piece("item", line[item.end() :], at, at, mark=int(item[1]))
    if bullet:
        return Piece("item", body, at, at)
    return Piece("para", line.strip(), at, at) if is_pictogram(body[0]) or body[0] == "§" else None


def _closed_line(piece: Piece, dense: bool) -> bool:
    """Does what follows a piece without an empty line begin a new one? A section's heading fills its line."""
    title = piece.single and is_title(piece.plain)
    if title and len(piece.number) == 2:
        return True
    return dense and (not ends_open(piece.raw[-40:]) or (title and piece.kind == "para"))


def is_title(text: str) -> bool:
    """Set like a heading: every word begins with a capital or is a small one; no stop, no sentence inside."""
    words = re.findall(r"[\w'’]+", text)
    if not words or len(words) > 14 or re.search(r"[.!?;:]$|[.!?;]\s|\d{2,}", text.strip()):
        return False
    return not words[0][0].islower() and all(
        w[0].isupper() or w[0].isdigit() or w.lower() in SMALL_WORDS for w in words
    )


def ends_open(text: str) -> bool:
    """Does the text break off in mid-sentence?"""
    tail = text.rstrip().rstrip("*_").rstrip()
    return bool(tail) and tail[-1] not in '.!?:…)"”]»' and not tail.endswith("...")


def alike(a: str, b: str) -> bool:
    """The same heading but for a letter or two that a scrape misread."""
    a, b = loose(a), loose(b)
    return a == b or (len(a) > 8 and SequenceMatcher(None, a, b, autojunk=False).ratio() >= 0.9)


def begins_inside(raw: str, last: Number) -> tuple[re.Match[str], Number] | None:
    """Where a clause begins inside a paragraph: at a number that may come next after the last one."""
    for match in _INNER_NUMBER.finditer(raw) if last else ():
        number = model.parse(match[1])
        if number and number in _successors(last):
            return match, number
    return None


def three(ahead: list[Piece], fits: Callable[[Piece], bool]) -> bool:
    """Do three pieces in a row look alike?"""
    return len(ahead) > 2 and all(map(fits, ahead[:3]))


def is_term(piece: Piece) -> bool:
    """A paragraph of the form *Term: text*."""
    return piece.kind == "para" and bool(TERM.match(piece.raw))


def _successors(number: Number) -> set[Number]:
    """Numbers that may come next: the first below, or the next at any level above (chapters apart)."""
    return {(*number, 1), *((*number[:d], number[d] + 1) for d in range(1, len(number)))}


def same_line(line: str, above: str) -> bool:
    """Do both stand behind the same icon and have four words in a row in common?"""
    first = line.strip()[:1]
    if not first or first != above.strip()[:1] or first.isalnum() or first in "-(\"“'*":
        return False
    matcher = SequenceMatcher(None, line.split(), above.split(), autojunk=False)
    return matcher.find_longest_match().size >= 4


# --- once the clauses are found -----------------------------------------------------------------


def split_headings(sheet: Sheet, icons: set[Draft]) -> None:
    """Tell headings from texts. Among the clauses of one section either most have headings or none has."""
    for parent in [d for d, _ in sheet.all() if d.kind != "box"]:
        family = [c for c in parent.children if c.kind == "" and not c.placed and c.parts]
        cut = {child: _heading_in(child.parts[0][0]) for child in family}
        if sum(map(bool, cut.values())) * 2 <= len(family):
            continue
        for child, found in cut.items():
            if found is None:
                sheet.note("heading", "has no heading here, unlike its neighbours", child.line, child)
                continue
            child.heading = found[0].rstrip(".")
            child.parts[:1] = [(found[1], child.parts[0][1])] if found[1] else []
    for draft in icons:
        draft.parts[:1] = [(f"{GAP} {raw}", line) for raw, line in draft.parts[:1]]


def _heading_in(text: str) -> tuple[str, str] | None:
    """A clause's text cut into heading and rest, if it begins like one: a title and a stop, or a title line alone."""
    flat = text.replace("**", "")
    first, _, more = flat.partition("\n")
    if is_title(first.strip()) and len(first.split()) <= 12:
        return first.strip(), more.strip()
    match = re.match(r"\s*(.{2,90}?)[.](?=\s|$)", flat, re.DOTALL)
    title = " ".join(match[1].split()) if match else ""
    return (title, flat[match.end() :].strip()) if match and is_title(title.replace(":", "")) else None


def mark_gaps(sheet: Sheet) -> None:
    """Mark places where an icon was lost: a space before a stop, a double space in a text that has few of them."""
    texts = [parts for d, _ in sheet.all() if d.kind != "index" for parts in (d.parts, d.closing)]
    doubles = sum(len(re.findall(r"\w  +\w", raw)) for parts in texts for raw, _ in parts)
    rare = doubles <= max(10, len(sheet.source.lines) // 50)
    words = set(re.findall(r"[^\W\d_]+", sheet.source.text.casefold()))
    for parts in texts:
        parts[:] = [(_flowed([_gaps(text, rare) for text in raw.split("\n")], words), line) for raw, line in parts]


def _gaps(line: str, rare: bool) -> str:
    line = re.sub(r"^§ ", f"{GAP} ", line)
    line = re.sub(r"(?<=\w) (?=[,;](?:\s|$)|\.(?:\s|$))", f" {GAP}", line)
    return re.sub(r"(?<=\w)  +(?=\w)", f" {GAP} ", line) if rare else line


def _flowed(lines: list[str], words: set[str]) -> str:
    """Printed lines run on; list items and paragraphs behind an icon stay lines of their own.

    A hyphen at the end of a line stays, unless the word stands elsewhere in the text without one.
    """
    out = lines[:1]
    for line in lines[1:]:
        head, tail = re.search(r"([^\W\d_]+)-$", out[-1][-40:]), re.match(r"[^\W\d_]+", line)
        if re.match(r"- |\d{1,2}\. ", line) or line.startswith(GAP):
            out += ["\n", line]
        elif head:
            if tail and (head[1] + tail[0]).casefold() in words:
                out[-1] = out[-1][:-1]
            out.append(line)
        else:
            out += [" ", line]
    return "".join(out)


# -- the numbered web text ---------------------------------------------------------------------------------------------

_SECTION = re.compile(r"(\d{1,2}\.\d{1,2})\.?\s+(?=\W*[^\W\d_a-z])(\S.*)$")
_CHAPTER = re.compile(r"(\d{1,2})\.?\s+([A-Z][A-Z'’&,/ -]+)$")
_BARE = re.compile(r"(\d{1,2}(?:\.\d{1,2}){1,4})\.?$")
_GLOSS = re.compile(r"\(\s*([\d.]+(?:\.[IVX]+)?(?:\.?[a-z])?)\s+[-–—]\s+(.+?)\.?\)$")
_END = re.compile(r"([.!?][)\"”]?|:|[.!][')]{2})$")
_BEGIN = re.compile(r"[^\W_a-z]|[(\"“‘'\[]")

_Line = tuple[str, int]


def fill(sheet: Sheet) -> None:
    """Read the numbered form. Raises ``BookDamaged`` if no number stands on a line of its own or before a heading."""
    glosses: list[tuple[str, str, int, Draft]] = []  # number, heading, line, the clause it stands in
    body: list[_Line] = []
    here: Draft | None = None
    for at, line in enumerate(map(str.strip, sheet.source.lines), 1):
        number = _number_opened(sheet, here, line)
        if number:
            _close(sheet, here, body)
            here, body = _open(sheet, number, line, at), []
        elif here is None and line:
            sheet.set_aside(at, at, "before the first clause")
        elif here and (gloss := _GLOSS.match(line)):
            sheet.set_aside(at, at, "the page's gloss on a citation, no rule text")
            glosses.append((gloss[1], gloss[2], at, here))
        else:
            body.append((line, at))
    if here is None:
        raise BookDamaged(f"{sheet.source.name}: no clause numbers on lines of their own")
    _close(sheet, here, body)
    for gloss_number, heading, at, draft in glosses:
        _check(sheet, gloss_number, heading, at, draft)


# --- numbers ------------------------------------------------------------------------------------


def _number_opened(sheet: Sheet, here: Draft | None, line: str) -> Number | None:
    """The number that a line opens, if it opens one: a roman or a letter only if it is the next one at its level."""
    if match := _BARE.match(line):
        return model.parse(match[1])
    if (match := _SECTION.match(line)) and is_title(match[2].rstrip(".")):
        return model.parse(match[1])
    if (match := _CHAPTER.match(line)) and (here is None or int(match[1]) == here.number[0] + 1):
        return (int(match[1]),)
    if here is None or len(here.number) < 3:
        return None
    clause = sheet.drafts[here.number[:3]]
    roman = clause.children[-1] if clause.children else None
    if line.isupper() and model.from_roman(line) == len(clause.children) + 1:
        return (*clause.number, len(clause.children) + 1)
    if roman and len(line) == 1 and line.islower() and ord(line) - 96 == len(roman.children) + 1:
        return (*roman.number, len(roman.children) + 1)
    return None


def _open(sheet: Sheet, number: Number, line: str, at: int) -> Draft:
    sheet.use(at, at)
    draft = Draft(number, model.label(number), "", at)
    if match := _SECTION.match(line) or _CHAPTER.match(line):
        draft.heading = match[2].strip().rstrip(".")
    siblings = sheet.siblings(number, at)
    if number in sheet.drafts:
        sheet.note("duplicate", "its number stands here a second time", at, draft)
    elif siblings and number[-1] != siblings[-1].number[-1] + 1:
        sheet.note("missing", f"comes straight after {model.label(siblings[-1].number)}", at, draft)
    siblings.append(draft)
    sheet.drafts.setdefault(number, draft)
    return draft


# --- text ---------------------------------------------------------------------------------------


def _close(sheet: Sheet, draft: Draft | None, body: list[_Line]) -> None:
    """Give the lines read since the last number to its clause.

    The heading is the first line; where the text begins with an icon its end stands before the heading.
    """
    lines = [(line, at) for line, at in body if line]
    if draft is None or not lines:
        return
    for _, at in lines:
        sheet.use(at, at)
    if draft.heading:
        if not _BEGIN.match(lines[0][0]):
            _set_aside(sheet, lines, "its beginning is lost: only the end of a text with icons is left", draft)
            return
    else:
        heads = (n for n, (line, _) in enumerate(body) if line.endswith(".") and is_title(line[:-1]))
        head = next(heads, None)
        if head is None or (body[head] != lines[0] and _BEGIN.match(lines[0][0])):
            sheet.note("heading", "has no heading here", lines[0][1], draft)
        else:
            draft.heading = body[head][0].rstrip(".")
            early, body = [pair for pair in body[:head] if pair[0]], body[head + 1 :]
            repeated = _squeezed(body).endswith(_squeezed(early))
            why = "repeats the end of the text below it" if repeated else "stands before its heading"
            if early:
                _set_aside(sheet, early, why, draft)
    draft.parts.extend(_joined(body))


def _set_aside(sheet: Sheet, lines: list[_Line], why: str, draft: Draft) -> None:
    shown = "\n".join(line for line, _ in lines)
    sheet.set_aside(lines[0][1], lines[-1][1], f"{model.label(draft.number)}: {why}", shown)


def _joined(body: list[_Line]) -> list[_Line]:
    """Lines to paragraphs. A line that breaks off in mid-sentence was cut by a lost icon: a gap mark goes there."""
    parts: list[_Line] = []
    new = True
    for line, at in body:
        begins = _BEGIN.match(line)
        if line and parts and (not begins or (not new and not _END.search(parts[-1][0]))):
            text, start = parts[-1]
            parts[-1] = (f"{text} {GAP}{'' if line[0] in '.,;:)!?' else ' '}{line}", start)
        elif line:
            parts.append((line if begins else f"{GAP} {line}", at))
        new = not line
    return parts


def _squeezed(body: list[_Line]) -> str:
    return re.sub(r"\s", "", "".join(line for line, _ in body))


# --- glosses ------------------------------------------------------------------------------------


def _check(sheet: Sheet, printed: str, heading: str, at: int, draft: Draft) -> None:
    """A gloss is no rule text, but it shows which citations are stale: the heading must fit the clause of that number,
    and the citing clause must speak of it. One word in common, by its first letters, is enough."""
    target = sheet.drafts.get(model.parse(printed) or ())
    stems = {w[:4] for w in loose(heading).split() if len(w) > 2 and w not in SMALL_WORDS | {"step", "you", "must"}}
    stems_found = {w[:4] for text in (draft.heading, *(raw for raw, _ in draft.parts)) for w in loose(text).split()}
    if target and target.heading and loose(heading) != loose(target.heading):
        why = f"cites {printed}, which the page calls {heading!r}; here that is {target.heading!r}"
    elif stems and not stems & stems_found:
        why = f"cites {printed}, headed {heading!r}, of which the text says nothing: perhaps a stale number"
    else:
        return
    sheet.note("reference", why, at, draft)
