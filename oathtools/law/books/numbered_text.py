"""The numbered web text of a law: a section's number and heading on one line, a clause's on two, its text below.

Bare lines carry the numbers: ``6.5.4``, then ``I``, ``II`` for sub-clauses, then ``a``, ``b``. A roman or a letter
belongs to the last clause number seen. A line such as ``(6.5.4.II - Name.)`` is the site's gloss on a citation, no rule
text. Icons are lost: they cut lines in two, which leaves gaps, and where one stood in the first lines of a sub-clause
the end of the text stands before the heading a second time.
"""

import re
from dataclasses import dataclass

from oathtools.law.books import numbers
from oathtools.law.books.draft import Draft, Sheet
from oathtools.law.books.model import GAP, BookDamaged, loose
from oathtools.law.books.numbers import Number
from oathtools.law.books.reading import Source
from oathtools.law.books.text import SMALL_WORDS

_SECTION = re.compile(r"(\d{1,2}\.\d{1,2})\.?\s+(\S.*)$")
_CHAPTER = re.compile(r"(\d{1,2})\.?\s+([A-Z][A-Z'’&,/ -]+)$")
_BARE = re.compile(r"(\d{1,2}(?:\.\d{1,2}){1,4})\.?$")
_GLOSS = re.compile(r"\(\s*([\d.]+(?:\.[IVX]+)?(?:\.?[a-z])?)\s+[-–—]\s+(.+?)\)$")
_ENDS = (".", "!", "?", ".)", "!)", "?)", '."', ".”", ":", '.")', '!"', '?"')


@dataclass
class _Gloss:
    """A gloss of the site: which number it explains, and with which heading."""

    number: str
    heading: str
    line: int
    draft: Draft


def read_numbered_text(source: Source) -> Sheet:
    """Read the numbered form. Raises ``BookDamaged`` if no number stands on a line of its own or before a heading."""
    reader = _Reader(Sheet(source, "numbered-text", "plain"))
    reader.read()
    if not reader.sheet.chapters:
        raise BookDamaged(f"{source.name}: no clause numbers on lines of their own")
    reader.check_glosses()
    return reader.sheet


class _Reader:
    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.lines = sheet.source.lines
        self.by_number: dict[Number, Draft] = {}
        self.glosses: list[_Gloss] = []
        self.body: list[tuple[str, int]] = []
        self.current: Draft | None = None
        self.numbered: Draft | None = None  # the last clause with an arabic number: romans and letters are below it

    def read(self) -> None:
        for i, raw in enumerate(self.lines, 1):
            line = raw.strip()
            if not line:
                self.body.append(("", i))
                continue
            number = self.opened_by(line)
            if number is not None:
                self.close()
                self.open(number, line, i)
            elif self.current is None:
                self.sheet.set_aside(i, i, "before the first clause")
            elif match := _GLOSS.match(line):
                self.sheet.set_aside(i, i, "the page's gloss on a citation, no rule text")
                self.glosses.append(_Gloss(match[1], match[2].rstrip("."), i, self.current))
            else:
                self.body.append((line, i))
        self.close()

    # --- numbers ---------------------------------------------------------------------------------

    def opened_by(self, line: str) -> Number | None:
        """The number that a line opens, if it opens one."""
        if match := _BARE.match(line):
            return numbers.parse(match[1])
        if (match := _SECTION.match(line)) and _is_heading(match[2]):
            return numbers.parse(match[1])
        if (match := _CHAPTER.match(line)) and (self.current is None or int(match[1]) == self.current.number[0] + 1):
            return (int(match[1]),)
        return self.below(line) if self.numbered is not None else None

    def below(self, line: str) -> Number | None:
        """A bare roman or letter, if it is the next one at its level."""
        assert self.numbered is not None
        base = self.numbered.number
        if len(base) < 3:
            return None
        value = numbers.from_roman(line) if line.isupper() else None
        if value is not None and value == len(self.numbered.children) + 1:
            return (*base, value)
        if len(line) == 1 and line.islower() and self.numbered.children:
            roman = self.numbered.children[-1]
            if ord(line) - 96 == len(roman.children) + 1:
                return (*roman.number, ord(line) - 96)
        return None

    def open(self, number: Number, line: str, at: int) -> None:
        self.sheet.use(at, at)
        draft = Draft(number, numbers.label(number), "", at)
        if match := _SECTION.match(line) or _CHAPTER.match(line):
            draft.heading = match[2].strip().rstrip(".")
        parent = self.parent(number, at)
        siblings = parent.children if parent else self.sheet.chapters
        if number in self.by_number:
            self.sheet.note("duplicate", "its number stands here a second time", at, draft)
        elif siblings and number[-1] != siblings[-1].number[-1] + 1 and number[:-1] == siblings[-1].number[:-1]:
            between = f"after {numbers.label(siblings[-1].number)}"
            self.sheet.note("missing", f"comes straight {between}", at, draft)
        siblings.append(draft)
        self.by_number.setdefault(number, draft)
        self.current = draft
        if len(number) <= 3:
            self.numbered = draft

    def parent(self, number: Number, at: int) -> Draft | None:
        """The draft above a number; what the text does not print (chapters) is put in as implied."""
        if len(number) == 1:
            return None
        above = number[:-1]
        if above not in self.by_number:
            grand = self.parent(above, at)
            implied = Draft(above, None, "", at, implied=True)
            (grand.children if grand else self.sheet.chapters).append(implied)
            self.by_number[above] = implied
            if len(above) > 1:
                self.sheet.note("missing", "is not printed, but what is below it is", at, implied)
        return self.by_number[above]

    # --- text ------------------------------------------------------------------------------------

    def close(self) -> None:
        """Give the lines read since the last number to its clause."""
        body, self.body = self.body, []
        draft = self.current
        while body and not body[0][0]:
            body.pop(0)
        if draft is None or not any(line for line, _ in body):
            return
        for line, at in body:
            if line:
                self.sheet.use(at, at)
        if not draft.heading:
            body = self.take_heading(draft, body)
        elif body and not _begins(body[0][0]):
            self.set_aside(body, "its beginning is lost: only the end of a text with icons is left", draft)
            return
        draft.parts.extend(_joined(body))

    def take_heading(self, draft: Draft, body: list[tuple[str, int]]) -> list[tuple[str, int]]:
        """The heading is the first line; where the text begins with an icon its end stands before the heading."""
        for i, (line, _) in enumerate(body):
            if line and line.endswith(".") and _is_heading(line) and (i == 0 or not _begins(body[0][0])):
                draft.heading = line.rstrip(".")
                early, rest = body[:i], body[i + 1 :]
                if early:
                    repeated = _squeezed(rest).endswith(_squeezed(early))
                    why = "repeats the end of the text below it" if repeated else "stands before its heading"
                    self.set_aside(early, why, draft)
                return rest
        self.sheet.note("heading", "has no heading here", body[0][1], draft)
        return body

    def set_aside(self, body: list[tuple[str, int]], why: str, draft: Draft) -> None:
        text = [(line, at) for line, at in body if line]
        label = numbers.label(draft.number)
        self.sheet.set_aside(text[0][1], text[-1][1], f"{label}: {why}", "\n".join(line for line, _ in text))

    # --- glosses ---------------------------------------------------------------------------------

    def check_glosses(self) -> None:
        """Glosses are no rule text, but they show which citations are stale: the heading must fit."""
        for gloss in self.glosses:
            number = numbers.parse(gloss.number)
            target = self.by_number.get(number) if number else None
            said = loose(gloss.heading)
            if target and target.heading and said != loose(target.heading):
                self.sheet.note(
                    "reference",
                    f"cites {gloss.number}, which the page calls {gloss.heading!r}; here that is {target.heading!r}",
                    gloss.line,
                    gloss.draft,
                )
            elif not _fits(said, gloss.draft):
                self.sheet.note(
                    "reference",
                    f"cites {gloss.number}, headed {gloss.heading!r}, of which the text says nothing: perhaps a stale "
                    "number",
                    gloss.line,
                    gloss.draft,
                )


def _is_heading(line: str) -> bool:
    """All words begin with a capital or are small ones; no sentence inside."""
    words = re.findall(r"[\w'’]+", line)
    if not words or len(words) > 14 or re.search(r"[.!?;]\s", line):
        return False
    return words[0][0].isupper() and all(w[0].isupper() or w[0].isdigit() or w in SMALL_WORDS for w in words)


def _begins(line: str) -> bool:
    """Can a text begin like this?"""
    return line[0].isupper() or line[0].isdigit() or line[0] in "(\"“‘'["


def _joined(body: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Lines to paragraphs. A line that breaks off in mid-sentence was cut by a lost icon: a gap mark goes there."""
    parts: list[tuple[str, int]] = []
    new = True
    for line, at in body:
        if not line:
            new = True
            continue
        cut = parts and (not _begins(line) or (not new and not parts[-1][0].endswith(_ENDS)))
        if cut:
            text, start = parts[-1]
            parts[-1] = (f"{text} {GAP}{'' if line[0] in '.,;:)!?' else ' '}{line}", start)
        else:
            parts.append((line if _begins(line) else f"{GAP} {line}", at))
        new = False
    return parts


def _squeezed(body: list[tuple[str, int]]) -> str:
    return "".join(re.sub(r"\s", "", line) for line, _ in body)


def _fits(heading: str, draft: Draft) -> bool:
    """Does the citing clause speak of what the heading says? One word in common, by its first letters, is enough."""
    stems = {w[:4] for w in heading.split() if len(w) > 2 and w not in SMALL_WORDS | {"step", "you", "must"}}
    said = {w[:4] for raw, _ in draft.parts for w in loose(raw).split()} | {w[:4] for w in loose(draft.heading).split()}
    return not stems or bool(stems & said)
