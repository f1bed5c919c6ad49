"""A printed Law (PDF) as text or Markdown: numbers are printed, the rest is told from how lines look.

Copies of a book differ in what they lose: headings of chapters, numbers of setup steps, empty lines between clauses,
icons, italics. So nothing rests on one sign alone. A number opens a clause only where it goes on counting; a heading is
believed if its neighbours have headings too; a number that goes backwards belongs to a box; what has no place
(captions, page numbers, credits) is set aside and reported.
"""

import re
from difflib import SequenceMatcher

from oathtools.law.books import numbers
from oathtools.law.books.draft import Draft, Sheet
from oathtools.law.books.model import BookDamaged, loose
from oathtools.law.books.numbers import Number
from oathtools.law.books.outline import outline_for
from oathtools.law.books.pdf_after import mark_gaps, split_headings
from oathtools.law.books.pdf_pieces import Piece, contents, ends_open, is_title, pieces
from oathtools.law.books.pdf_state import State
from oathtools.law.books.reading import Source

_TERM = re.compile(r"(?:\*\*)?([A-Z][\w'’/-]*(?: [A-Z][\w'’/-]*){0,3}):(?:\*\*)?\s+(?=\S)")
_INNER_TERM = re.compile(r"(?<=[.!?)\]”\"*\n])\s*(?:\*\*)?([A-Z][\w'’/-]*(?: [A-Z][\w'’/-]*){0,3}):(?:\*\*)?\s+(?=\S)")
_INNER_NUMBER = re.compile(
    r"(?<=[.!?)\]*”\"])\s*(?:\*\*)?(\d{1,2}(?:\.\d{1,2}){1,4}(?:\.[IVX]+)?)\.?(?:\*\*)?\s+(?=\W{0,3}[A-Z])"
)
_NOTICE = re.compile(r"(?:^|(?<=[.!?)”\"])\s)([A-Z][^.!?\n]*\b[\w-]+\.(?:com|org|net|io)\b\S*)\s*$")
_BEFORE_STEP = re.compile(r"\bbefore step (\d+)\b")
_AHEAD = 200  # pieces to look ahead for a number that shows what a list is
_CREDITS = re.compile(r"(?:credits|acknowledg\w+|colophon)$", re.IGNORECASE)


def read_pdf_text(source: Source) -> Sheet:
    """Read a printed Law. Raises ``BookDamaged`` if it has no numbered clause."""
    sheet = Sheet(source, "pdf-text", "pdf", outline=outline_for(source.text))
    titles, last = contents(source)
    if last:
        sheet.set_aside(1, last, "title and table of contents")
    found = pieces(source, last)
    if not any(p.kind == "number" for p in found):
        raise BookDamaged(f"{source.name}: no numbered clause was found")
    reader = _Reader(sheet, titles, found)
    reader.read()
    split_headings(sheet, reader.icons)
    mark_gaps(sheet)
    return sheet


class _Reader(State):
    """Goes through the pieces once."""

    def read(self) -> None:
        i = 0
        while i < len(self.pieces):
            i += self.take(i)

    # --- one piece -------------------------------------------------------------------------------

    def take(self, i: int) -> int:
        """Place the piece at ``i``; returns how many pieces were taken."""
        piece = self.pieces[i]
        if _CREDITS.match(piece.plain) and not any(p.kind == "number" for p in self.pieces[i:]):
            self.sheet.set_aside(piece.first, self.pieces[-1].last, "credits")
            return len(self.pieces) - i
        if piece.kind == "number" and self.mode != "index":
            return self.take_number(i)
        if piece.kind == "para" and (taken := self.take_chapter(i)):
            return taken
        if self.mode == "index":
            self.index_line(piece)
            return 1
        if piece.kind == "item":
            self.take_item(i)
            return 1
        self.take_paragraph(i)
        return 1

    def take_number(self, i: int) -> int:
        piece = self.pieces[i]
        assert piece.number is not None
        number = piece.number
        after = self.pieces[i + 1] if i + 1 < len(self.pieces) else None
        if not piece.raw.strip():
            if (after and after.number == number) or number in self.drafts or after is None or after.kind != "para":
                self.aside(piece, "a number alone")
                return 1
            piece.raw, piece.last = after.raw, after.last
            self.opens(piece)
            return 2
        if self.last is None or number > self.last:
            self.opens(piece)
        elif self.box is not None:
            self.box_item(piece)
        elif number in self.drafts and number == self.last:
            draft = Draft(number, piece.label, "", piece.first)
            self.siblings(number, piece.first).append(draft)
            self.sheet.note("duplicate", "its number stands here a second time", piece.first, draft)
            self.enter(draft, piece)
        else:
            self.sheet.note("order", f"{piece.label} goes back in the count; kept as text", piece.first, self.current)
            piece.raw = f"{piece.label} {piece.raw}"
            self.add(piece)
        return 1

    def opens(self, piece: Piece) -> None:
        """A numbered clause begins."""
        assert piece.number is not None
        number = piece.number
        self.box = None
        if self.mode == "glossary":
            self.mode = ""
        self.need_chapter(number, piece)
        siblings = self.siblings(number, piece.first)
        if siblings and siblings[-1].number[:-1] == number[:-1] and number[-1] > siblings[-1].number[-1] + 1:
            lost = numbers.label((*number[:-1], siblings[-1].number[-1] + 1))
            self.sheet.note("missing", f"{lost} is not in this copy", piece.first)
        draft = Draft(number, piece.label, "", piece.first)
        siblings.append(draft)
        self.drafts[number] = draft
        self.last = number
        if piece.icon:
            self.icons.add(id(draft))
        self.enter(draft, piece)

    def enter(self, draft: Draft, piece: Piece) -> None:
        """Make a clause the open one and give it the text of its own piece."""
        self.current = draft
        self.sheet.use(piece.first, piece.last)
        self.text(draft, piece.raw, piece, 0)

    # --- lists -----------------------------------------------------------------------------------

    def take_item(self, i: int) -> None:
        """A list item: a setup step, an item of a step, or a line in the text of the open clause."""
        piece = self.pieces[i]
        step = self.step_number(i)
        if step is not None:
            if self.chapter is None:
                self.implied_chapter(1, piece.first)
            assert self.chapter is not None
            label = f"{step}." if piece.mark else None
            draft = Draft((*self.chapter.number, step), label, "", piece.first, kind="step")
            if not piece.mark:
                self.sheet.note("number", f"printed without its number here; it is step {step}", piece.first, draft)
            self.chapter.children.append(draft)
            self.drafts[draft.number] = draft
            self.last = draft.number
            self.enter(draft, piece)
            return
        steps = self.chapter.children if self.chapter else []
        if self.box is None and piece.mark is None and steps and steps[-1].kind == "step":
            step_draft = steps[-1]
            draft = Draft((*step_draft.number, len(step_draft.children) + 1), None, "", piece.first, placed=True)
            step_draft.children.append(draft)
            self.enter(draft, piece)
            return
        piece.raw = f"{piece.mark}. {piece.raw}" if piece.mark is not None else f"- {piece.raw}"
        self.add(piece)

    def step_number(self, i: int) -> int | None:
        """The number of the step that an item is, in a chapter made of steps; None if it is none.

        Items without numbers are steps if the first number that follows them counts on from them.
        """
        piece = self.pieces[i]
        if self.mode or self.box is not None or (self.chapter and any(c.kind != "step" for c in self.chapter.children)):
            return None
        if (
            self.chapter
            and self.current is not self.chapter
            and not any(self.current is d for d in self.chapter.walk())
        ):
            return None
        done = self.chapter.children[-1].number[-1] if self.chapter and self.chapter.children else 0
        if piece.mark is not None:
            return piece.mark if piece.mark == done + 1 else None
        if self.chapter and self.chapter.children and self.chapter.children[-1].label:
            return None
        ahead = 0
        for other in self.pieces[i : i + _AHEAD]:
            if other.kind == "number":
                return None
            if other.mark is not None:
                return done + 1 if other.mark == done + ahead + 1 and ahead + done > 1 else None
            ahead += other.kind == "item"
        return None

    # --- paragraphs ------------------------------------------------------------------------------

    def take_paragraph(self, i: int) -> None:
        piece = self.pieces[i]
        if self.mode == "glossary" and self.index_begins(i):
            self.begin_index(piece)
            self.index_line(piece)
        elif self.mode == "glossary" and self.terms(piece):
            pass
        elif self.mode != "glossary" and self.glossary_begins(i):
            assert self.chapter is not None
            self.implied_chapter(self.chapter.number[0] + 1, piece.first)
            self.mode = "glossary"
            self.terms(piece)
        elif piece.plain.isdigit() or self.is_caption(piece):
            self.aside(piece, "no sentence: a caption or a page's furniture")
        elif self.current is None:
            self.aside(piece, "before the first clause")
        elif self.opens_box(i):
            pass
        else:
            self.add(piece)

    def is_caption(self, piece: Piece) -> bool:
        """Short, without a stop, and nothing that the text above is waiting for."""
        if len(piece.plain.split()) > 6 or not ends_open(piece.raw):
            return False
        if self.goes_on(piece):
            return False
        if self.current is None or is_title(piece.plain):
            return not self.box_heading(piece)
        last = self.current.parts[-1][0] if self.current.parts else ""
        return not ends_open(last) or last.lstrip().startswith("- ")

    def goes_on(self, piece: Piece) -> bool:
        """Does the next paragraph finish a sentence that this one begins?"""
        after = self.pieces[piece.at + 1 : piece.at + 2]
        begins = piece.plain[:1].isupper() and len(piece.plain.split()) >= 3 and not is_title(piece.plain)
        return begins and any(p.kind == "para" and p.plain[:1].islower() and not ends_open(p.raw) for p in after)

    def box_heading(self, piece: Piece) -> bool:
        """A line in capitals, followed by prose."""
        if not piece.single or not piece.plain.isupper() or len(piece.plain.split()) < 2 or self.current is None:
            return False
        after = self.pieces[piece.at + 1] if piece.at + 1 < len(self.pieces) else None
        return bool(after and after.kind == "para" and len(after.plain.split()) > 4 and not ends_open(after.raw))

    def opens_box(self, i: int) -> bool:
        """A box: under a heading in capitals, or a paragraph among the steps that speaks of an earlier one."""
        piece = self.pieces[i]
        heading = self.box_heading(piece)
        before = _BEFORE_STEP.search(piece.raw)
        steps = self.chapter.children if self.chapter else []
        among_steps = bool(before and steps and steps[-1].kind == "step" and int(before[1]) <= steps[-1].number[-1])
        if not (heading or (among_steps and self.box is None)):
            return False
        assert self.chapter is not None and self.current is not None
        owner = self.chapter
        if not among_steps:
            owner = self.drafts.get(self.current.number[:2], self.chapter)
        box = Draft((*owner.number, 0), None, piece.plain if heading else "", piece.first, kind="box")
        taken = sum(child.kind == "box" for child in owner.children)
        box.id = f"{numbers.dotted(owner.number)}.box{taken + 1 if taken else ''}"
        owner.children.append(box)
        self.box = self.current = box
        self.sheet.use(piece.first, piece.last)
        if not heading:
            self.text(box, piece.raw, piece, 0)
        return True

    def box_item(self, piece: Piece) -> None:
        """A number that goes backwards inside a box heads one of its items."""
        assert self.box is not None
        nth = len(self.box.children) + 1
        draft = Draft((*self.box.number, nth), piece.label, "", piece.first)
        draft.id = f"{self.box.id}.{nth}"
        self.box.children.append(draft)
        self.enter(draft, piece)

    # --- text ------------------------------------------------------------------------------------

    def add(self, piece: Piece) -> None:
        """Text of the open clause: a new paragraph, or the rest of one that was broken off."""
        if self.current is None:
            self.aside(piece, "before the first clause")
            return
        self.sheet.use(piece.first, piece.last)
        draft = self.current
        starts_low = piece.kind == "para" and piece.plain[:1].islower()
        last = draft.parts[-1][0] if draft.parts else ""
        if piece.kind == "para" and last and ends_open(last) and (starts_low or not last.lstrip().startswith("- ")):
            raw, line = draft.parts[-1]
            draft.parts[-1] = (f"{raw}\n{piece.raw}", line)
            return
        if starts_low and (home := self.broken_off()) is not None:
            raw, line = home.parts[-1]
            home.parts[-1] = (f"{raw}\n{piece.raw}", line)
            self.sheet.note("joined", "the end of its text stood further down; joined", piece.first, home)
            return
        owner = self.closing_of(piece)
        if owner is not None:
            owner.closing.append((piece.raw, piece.first))
            why = "printed after its last clause without a number: its closing text"
            self.sheet.note("joined", why, piece.first, owner)
            return
        if starts_low:
            self.sheet.note("joined", "a paragraph begins in mid-sentence", piece.first, draft)
        self.text(draft, piece.raw, piece, piece.blanks)

    def text(self, draft: Draft, raw: str, piece: Piece, blanks: int) -> None:
        """Add a paragraph to a clause, looking for clauses that begin inside it, notices and repeated lines."""
        for match in _INNER_NUMBER.finditer(raw):
            number = numbers.parse(match[1])
            if number and self.last is not None and number in _successors(self.last) and number not in self.drafts:
                if raw[: match.start()].strip():
                    self.append(draft, raw[: match.start()].rstrip(), piece.first, blanks)
                inner = Piece("number", raw[match.end() :], piece.line_at(match.start(1)), piece.last, number=number)
                inner.label = match[1]
                self.opens(inner)
                return
        notice = _NOTICE.search(raw) if draft.kind != "index" else None
        if notice:
            line = piece.line_at(notice.start(1))
            self.sheet.set_aside(line, piece.last, "a notice, no rule text", notice[1])
            raw = raw[: notice.start()].rstrip()
        if not blanks and _same_icon(raw, self.above) and _common_words(raw, self.above) >= 4:
            # a scrape read a line behind an icon again, with mistakes: the first reading stands
            self.sheet.set_aside(piece.first, piece.last, "repeats the line above it", raw)
        elif raw.strip():
            self.append(draft, raw, piece.first, blanks)
        self.above = raw

    def broken_off(self) -> Draft | None:
        """The nearest clause above whose text breaks off, among the last eight of this chapter."""
        if self.chapter is None:
            return None
        above = [d for d in self.chapter.walk() if d is not self.current and d.parts][-8:]
        return next((d for d in reversed(above) if ends_open(d.parts[-1][0]) and d.kind != "box"), None)

    def closing_of(self, piece: Piece) -> Draft | None:
        """The clause that a paragraph closes, where the outline knows how its closing text begins."""
        for clause_id, start in self.sheet.outline.closings.items() if self.sheet.outline else ():
            owner = self.drafts.get(numbers.parse(clause_id) or ())
            inside = owner is not None and self.current in owner.children
            if inside and piece.plain.startswith(start) and owner is not None and not owner.closing:
                return owner
        return None

    # --- glossary and index ----------------------------------------------------------------------

    def glossary_begins(self, i: int) -> bool:
        """Three paragraphs of the form *Term: text* in a row, between chapters."""
        ahead = self.pieces[i : i + 3]
        return (
            self.chapter is not None
            and self.box is None
            and len(ahead) == 3
            and all(p.kind == "para" and _TERM.match(p.raw) for p in ahead)
        )

    def terms(self, piece: Piece) -> bool:
        """Cut a paragraph of the glossary into its terms; False if it begins with none."""
        if not _TERM.match(piece.raw) or self.chapter is None:
            return False
        known = set(self.sheet.outline.by_heading(str(self.chapter.number[0]))) if self.sheet.outline else set()
        self.sheet.use(piece.first, piece.last)
        first = _TERM.match(piece.raw)
        cuts = [first, *_INNER_TERM.finditer(piece.raw)] if first else []
        cuts = [m for n, m in enumerate(cuts) if m and (n == 0 or not known or loose(m[1]) in known)]
        for match, end in zip(cuts, [m.start() for m in cuts[1:]] + [len(piece.raw)], strict=True):
            number = (*self.chapter.number, len(self.chapter.children) + 1)
            draft = Draft(number, None, match[1], piece.line_at(match.start(1)), kind="term", placed=True)
            self.chapter.children.append(draft)
            self.current = draft
            self.append(draft, piece.raw[match.end() : end].strip(), draft.line, 0)
        return True

    def index_begins(self, i: int) -> bool:
        """After the terms, entries in lower case without stops: an index whose heading is lost."""
        ahead = self.pieces[i : i + 3]
        waiting = self.current is not None and self.broken_off() is not None
        low = all(p.plain[:1].islower() and ends_open(p.raw) for p in ahead)
        return len(ahead) == 3 and low and not (waiting and len(ahead[0].plain.split()) > 8)

    def begin_index(self, piece: Piece) -> None:
        assert self.chapter is not None
        number = self.chapter.number[0] + 1
        draft = self.open_chapter(number, "Index", piece.first, label=None, implied=True)
        self.sheet.note("heading", "the heading of this chapter is lost here", piece.first, draft)

    def index_line(self, piece: Piece) -> None:
        assert self.current is not None
        self.sheet.use(piece.first, piece.last)
        lead = "- " if piece.kind == "item" else ""
        label = f"{piece.label} " if piece.kind == "number" else ""
        self.append(self.current, f"{lead}{label}{piece.raw}", piece.first, 0)


def _successors(number: Number) -> set[Number]:
    """Numbers that may come next: the first below, or the next at any level above (chapters apart)."""
    found = {(*number, 1)}
    for depth in range(2, len(number) + 1):
        found.add((*number[: depth - 1], number[depth - 1] + 1))
    return found


def _same_icon(line: str, above: str) -> bool:
    first, second = line.strip()[:1], above.strip()[:1]
    return bool(first) and first == second and not first.isalnum() and first not in "-(\"“'*"


def _common_words(line: str, above: str) -> int:
    a, b = line.split(), above.split()
    match = SequenceMatcher(None, a, b, autojunk=False).find_longest_match()
    return match.size
