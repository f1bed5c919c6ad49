"""The numbered web text of a law: a section's number and heading on one line, a clause's on two, its text below.

Bare lines carry the numbers: ``6.5.4``, then ``I``, ``II`` for sub-clauses, then ``a``, ``b``. A roman or a letter
belongs to the last clause number seen. A line such as ``(6.5.4.II - Name.)`` is the site's gloss on a citation, no rule
text. Icons are lost: they cut lines in two, which leaves gaps, and where one stood in the first lines of a sub-clause
the end of the text stands before the heading a second time.
"""

import re

from oathtools.law.books import model
from oathtools.law.books.draft import Draft, Sheet
from oathtools.law.books.model import GAP, BookDamaged, Number, loose
from oathtools.law.books.pieces import is_title
from oathtools.law.books.text import SMALL_WORDS

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
        number = _opened(sheet, here, line)
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


def _opened(sheet: Sheet, here: Draft | None, line: str) -> Number | None:
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
