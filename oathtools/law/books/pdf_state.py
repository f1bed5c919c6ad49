"""What an importer of a printed Law knows while it reads, and how it recognises chapters."""

import re
from difflib import SequenceMatcher

from oathtools.law.books import numbers
from oathtools.law.books.draft import Draft, Sheet
from oathtools.law.books.model import loose
from oathtools.law.books.numbers import Number
from oathtools.law.books.outline import is_glossary, is_index
from oathtools.law.books.pdf_pieces import Piece, is_title


class State:
    """The pieces, the clauses found so far, and what is open: chapter, clause, box, glossary or index."""

    def __init__(self, sheet: Sheet, titles: dict[int, str], found: list[Piece]) -> None:
        self.sheet = sheet
        self.pieces = found
        self.known = {n: [*([titles[n]] if n in titles else [])] for n in titles}
        for n, headings in (sheet.outline.chapters if sheet.outline else {}).items():
            self.known.setdefault(n, []).extend(headings)
        self.chapter: Draft | None = None
        self.current: Draft | None = None
        self.last: Number | None = None
        self.box: Draft | None = None
        self.drafts: dict[Number, Draft] = {}
        self.mode = ""  # "", glossary, index
        self.icons: set[int] = set()
        self.above = ""
        self.blanks: dict[int, int] = {}  # by id of a draft: the empty lines before its last paragraph

    def siblings(self, number: Number, line: int) -> list[Draft]:
        """Where a clause of that number goes; missing parents are put in as implied."""
        above = number[:-1]
        if above not in self.drafts:
            grand = self.siblings(above, line)
            implied = Draft(above, None, "", line, implied=True)
            self.sheet.note("missing", "is not printed here, but what is below it is", line, implied)
            grand.append(implied)
            self.drafts[above] = implied
        return self.drafts[above].children

    def append(self, draft: Draft, raw: str, line: int, blanks: int) -> None:
        draft.parts.append((raw, line))
        self.blanks[id(draft)] = blanks

    def aside(self, piece: Piece, why: str) -> None:
        self.sheet.set_aside(piece.first, piece.last, why)

    # --- chapters --------------------------------------------------------------------------------

    def take_chapter(self, i: int) -> int:
        """A line that is the heading of the next chapter, with the number printed below it; 0 if it is none."""
        piece = self.pieces[i]
        if not piece.single or piece.plain.isdigit():
            return 0
        number = self.chapter_number(i)
        if number is None:
            return 0
        self.open_chapter(number, piece.plain, piece.first, label=str(number))
        self.sheet.use(piece.first, piece.last)
        after = self.pieces[i + 1] if i + 1 < len(self.pieces) else None
        if after and after.kind == "para" and after.plain == str(number):
            self.sheet.use(after.first, after.last)
            return 2
        return 1

    def chapter_number(self, i: int) -> int | None:
        piece = self.pieces[i]
        done = self.chapter.number[0] if self.chapter else 0
        if len(piece.plain.split()) > 7 or not is_title(piece.plain):
            return None
        for number, names in self.known.items():
            if number > done and any(_alike(piece.plain, name) for name in names):
                return number if number == done + 1 or self.leads_to(i, number) or not self.drafts else None
        after = self.pieces[i + 1] if i + 1 < len(self.pieces) else None
        if after and after.plain == str(done + 1) and after.kind == "para":
            return done + 1
        if done and (is_glossary(piece.plain) or is_index(piece.plain)):
            return done + 1
        if self.leads_to(i, done + 1) and not self.better_heading(i):
            return done + 1
        return None

    def leads_to(self, i: int, number: int) -> bool:
        """Is the next numbered clause the first one of that chapter, with only a few paragraphs before it?"""
        for piece in self.pieces[i + 1 : i + 6]:
            if piece.kind == "number":
                return piece.number is not None and piece.number[0] == number and set(piece.number[1:]) == {1}
            if piece.kind == "item":
                return False
        return False

    def better_heading(self, i: int) -> bool:
        """Does another heading follow before the next clause? Then this line is a caption."""
        for piece in self.pieces[i + 1 : i + 6]:
            if piece.kind == "number":
                return False
            if piece.kind == "para" and piece.single and not piece.plain.isdigit() and is_title(piece.plain):
                return True
        return False

    def open_chapter(self, number: int, heading: str, line: int, *, label: str | None, implied: bool = False) -> Draft:
        draft = Draft((number,), label, heading, line, implied=implied)
        known = self.known.get(number, [])
        if heading and not implied and known and loose(heading) not in map(loose, known):
            best = max(known, key=lambda name: _ratio(heading, name))
            if _alike(heading, best):
                draft.also.append(best)
                self.sheet.note("heading", f"headed {heading!r} here, meant is {best!r}", line, draft)
        self.mode = ""
        if is_index(heading):
            draft.kind = "index"
            draft.id = f"{number}@pdf"
            self.mode = "index"
        elif is_glossary(heading) or (self.sheet.outline and self.sheet.outline.terms_chapter() == number):
            self.mode = "glossary"
        self.sheet.chapters.append(draft)
        self.drafts[(number,)] = draft
        self.chapter = self.current = draft
        self.box = None
        self.last = max(self.last or (0,), (number,))
        return draft

    def implied_chapter(self, number: int, line: int) -> Draft:
        heading = next(iter(self.known.get(number, [])), "")
        draft = self.open_chapter(number, heading, line, label=None, implied=True)
        self.sheet.note("heading", "the heading of this chapter is lost here", line, draft)
        return draft

    def need_chapter(self, number: Number, piece: Piece) -> None:
        """Open the chapter of a clause if its heading was lost, and give it the paragraph that opens it."""
        if (number[0],) in self.drafts:
            return
        before = self.current
        chapter = self.implied_chapter(number[0], piece.first)
        if before is None or len(before.parts) < 2:
            return
        raw, line = before.parts[-1]
        cites = [n for n in map(numbers.parse, re.findall(r"\d+(?:\.\d+)+", raw)) if n]
        lone = self.blanks.get(id(before), 0) >= 3
        if not raw.lstrip().startswith("- ") and (lone or (cites and any(n[0] == number[0] for n in cites))):
            before.parts.pop()
            chapter.parts.append((raw, line))
            self.sheet.note("joined", "taken for the opening text of this chapter", line, chapter)


def _ratio(a: str, b: str) -> float:
    return SequenceMatcher(None, loose(a), loose(b), autojunk=False).ratio()


def _alike(a: str, b: str) -> bool:
    """The same heading but for a letter or two that a scrape misread."""
    return loose(a) == loose(b) or (len(a) > 8 and _ratio(a, b) >= 0.9)
