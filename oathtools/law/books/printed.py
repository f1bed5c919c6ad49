"""A printed Law (PDF) as text or Markdown: numbers are printed, the rest is told from how lines look.

Copies of a book differ in what they lose: headings of chapters, numbers of setup steps, empty lines between clauses,
icons, italics. So nothing rests on one sign alone. A number opens a clause only where it goes on counting; headings of
chapters and terms are those that are known, from the outline or the table of contents; a number that goes backwards
belongs to a box; what has no place (captions, page numbers, credits) is set aside and reported.
"""

import re

from oathtools.law.books import model
from oathtools.law.books.draft import Draft, Sheet
from oathtools.law.books.lines import (
    TERM,
    Piece,
    alike,
    begins_inside,
    contents,
    ends_open,
    is_term,
    is_title,
    mark_gaps,
    pieces,
    same_line,
    split_headings,
    three,
)
from oathtools.law.books.model import BookDamaged, Number, loose

_NOTICE = re.compile(r"(?:^|(?<=[.!?)”\"])\s)([A-Z][^.!?\n]*\b[\w-]+\.(?:com|org|net|io)\b\S*)\s*$")
_BEFORE_STEP = re.compile(r"\bbefore step (\d+)\b")
_DURING_STEP = re.compile(r"(?:before|during|after) step \d+$", re.IGNORECASE)
_CREDITS = re.compile(r"(?:credits|acknowledg\w+|colophon)$", re.IGNORECASE)
_AHEAD = 200  # pieces to look ahead for a number that shows what a list is


def fill(sheet: Sheet) -> None:
    """Read a printed Law. Raises ``BookDamaged`` if it has no numbered clause."""
    titles, last = contents(sheet.source)
    if last:
        sheet.set_aside(1, last, "title and table of contents")
    found = pieces(sheet.source, last)
    if not any(p.kind == "number" for p in found):
        raise BookDamaged(f"{sheet.source.name}: no numbered clause was found")
    reader = _Reader(sheet, titles, found)
    i = 0
    while i < len(found):
        i += reader.take(i)
    split_headings(sheet, reader.icons)
    mark_gaps(sheet)


class _Reader:
    """Goes through the pieces once; knows what is open: chapter, clause, box, glossary or index."""

    def __init__(self, sheet: Sheet, titles: dict[int, str], found: list[Piece]) -> None:
        self.sheet = sheet
        self.pieces = found
        self.known = {n: [title] for n, title in titles.items()}
        for n, headings in sheet.outline.chapters.items():
            self.known.setdefault(n, []).extend(headings)
        self.drafts = sheet.drafts
        self.chapter: Draft | None = None
        self.current: Draft | None = None
        self.last: Number = ()
        self.box: Draft | None = None
        self.mode = ""  # "", glossary, index
        self.icons: set[Draft] = set()  # clauses before whose number a pictogram stood
        self.above = Piece("", "", 0, 0)  # the piece whose text was added last

    # --- one piece -------------------------------------------------------------------------------

    def take(self, i: int) -> int:
        """Place the piece at ``i``; returns how many pieces were taken."""
        piece, ahead = self.pieces[i], self.pieces[i + 1 : i + _AHEAD]
        if _CREDITS.match(piece.plain) and not any(p.kind == "number" for p in self.pieces[i:]):
            self.sheet.set_aside(piece.first, self.pieces[-1].last, "credits")
            return len(self.pieces) - i
        if piece.kind == "number" and self.mode != "index":
            return self.take_number(piece, ahead)
        if piece.kind == "para" and (number := self.chapter_number(piece, ahead)):
            self.open_chapter(number, piece.plain, piece.first, label=str(number))
            printed = ahead[:1] if ahead and ahead[0].plain == str(number) else []
            self.sheet.use(piece.first, (printed or [piece])[0].last)
            return 1 + len(printed)
        if self.mode == "glossary" and piece.kind == "para" and self.index_begins(piece, ahead):
            self.implied_chapter(self.chapter_done() + 1, piece.first, "Index")
        if self.mode == "index":
            self.index_line(piece)
        elif piece.kind == "item":
            self.take_item(piece, ahead)
        else:
            self.take_paragraph(piece, ahead)
        return 1

    def take_number(self, piece: Piece, ahead: list[Piece]) -> int:
        number = piece.number
        taken = 1
        if not piece.raw.strip():
            after = ahead[0] if ahead else None
            if after is None or after.kind != "para" or number in self.drafts:
                self.aside(piece, "a number alone")
                return 1
            piece.raw, piece.last, taken = after.raw, after.last, 2
        if number > self.last or (number == self.last and self.box is None):
            self.text(self.opens(piece), piece)
        elif self.box is not None:
            self.enter(self.add_child(self.box, piece), piece)
        else:
            self.sheet.note("order", f"{piece.label} goes back in the count; kept as text", piece.first, self.current)
            piece.raw = f"{piece.label} {piece.raw}"
            self.add(piece)
        return taken

    def opens(self, piece: Piece) -> Draft:
        """A numbered clause begins."""
        number = piece.number
        self.box = None
        self.mode = ""
        if number[:1] not in self.drafts:
            self.unheaded_chapter(number[0], piece.first)
        siblings = self.sheet.siblings(number, piece.first)
        if siblings and siblings[-1].number[:-1] == number[:-1] and number[-1] > siblings[-1].number[-1] + 1:
            lost = model.label((*number[:-1], siblings[-1].number[-1] + 1))
            self.sheet.note("missing", f"{lost} is not in this copy", piece.first)
        draft = Draft(number, piece.label, "", piece.first)
        if self.drafts.setdefault(number, draft) is not draft:
            self.sheet.note("duplicate", "its number stands here a second time", piece.first, draft)
        siblings.append(draft)
        self.last, self.current = number, draft
        if piece.icon:
            self.icons.add(draft)
        self.sheet.use(piece.first, piece.last)
        return draft

    def enter(self, draft: Draft, piece: Piece) -> None:
        """Make a clause the open one and give it the text of its own piece."""
        self.current = draft
        self.sheet.use(piece.first, piece.last)
        self.text(draft, piece)

    def add_child(self, parent: Draft, piece: Piece, kind: str = "") -> Draft:
        """A clause that has its place by position: an item of a box or of a step, a step, a term, a box."""
        nth = len(parent.children) + 1
        draft = Draft((*parent.number, nth), piece.label or None, "", piece.first, kind=kind, placed=True)
        if parent.kind == "box":
            draft.placed, draft.id = False, f"{parent.id}.{nth}"
        parent.children.append(draft)
        return draft

    def aside(self, piece: Piece, why: str) -> None:
        self.sheet.set_aside(piece.first, piece.last, why)

    # --- chapters --------------------------------------------------------------------------------

    def chapter_done(self) -> int:
        return self.chapter.number[0] if self.chapter else 0

    def chapter_number(self, piece: Piece, ahead: list[Piece]) -> int | None:
        """The number of the chapter that a line heads; None if it heads none."""
        if not piece.single or piece.plain.isdigit() or len(piece.plain.split()) > 7 or not is_title(piece.plain):
            return None
        follows = self.chapter_done() + 1
        near = next((n for n, p in enumerate(ahead[:5]) if p.kind != "para"), 5)
        opening = ahead[near].number if near < min(5, len(ahead)) else ()
        leads_to = opening[0] if opening and set(opening[1:]) == {1} else 0
        for number, names in self.known.items():
            if number >= follows and any(alike(piece.plain, name) for name in names):
                return number if number in (follows, leads_to) or not self.drafts else None
        if ahead and ahead[0].kind == "para" and ahead[0].plain == str(follows):
            return follows
        named = loose(piece.plain) == "index" or self.sheet.outline.is_glossary(0, piece.plain)
        better = any(p.single and not p.plain.isdigit() and is_title(p.plain) for p in ahead[:near])
        return follows if (follows > 1 and named) or (leads_to == follows and not better) else None

    def open_chapter(self, number: int, heading: str, line: int, *, label: str | None) -> Draft:
        draft = Draft((number,), label, heading, line, implied=label is None)
        known = {loose(name): name for name in self.known.get(number, [])}
        if label and heading and known and loose(heading) not in known:
            meant = next((name for name in known.values() if alike(heading, name)), None)
            if meant:
                draft.also.append(meant)
                self.sheet.note("heading", f"headed {heading!r} here, meant is {meant!r}", line, draft)
        self.mode = "glossary" if self.sheet.outline.is_glossary(number, heading) else ""
        if loose(heading) == "index":
            self.mode = draft.kind = "index"
            draft.id = f"{number}@pdf"
        self.sheet.chapters.append(draft)
        self.drafts[draft.number] = self.chapter = self.current = draft
        self.box = None
        self.last = max(self.last, draft.number)
        return draft

    def implied_chapter(self, number: int, line: int, heading: str = "") -> Draft:
        heading = heading or next(iter(self.known.get(number, [])), "")
        draft = self.open_chapter(number, heading, line, label=None)
        self.sheet.note("heading", "the heading of this chapter is lost here", line, draft)
        return draft

    def unheaded_chapter(self, number: int, line: int) -> None:
        """Open the chapter of a clause whose heading was lost, and give it the paragraph that opens it."""
        before = self.current
        chapter = self.implied_chapter(number, line)
        if before is None or len(before.parts) < 2:
            return
        raw, line = before.parts[-1]
        cites = [n for n in map(model.parse, re.findall(r"\d+(?:\.\d+)+", raw)) if n]
        lone = self.above.raw == raw and self.above.blanks >= 3
        if not raw.lstrip().startswith("- ") and (lone or any(n[0] == number for n in cites)):
            chapter.parts.append(before.parts.pop())
            self.sheet.note("joined", "taken for the opening text of this chapter", line, chapter)

    # --- lists -----------------------------------------------------------------------------------

    def take_item(self, piece: Piece, ahead: list[Piece]) -> None:
        """A list item: a setup step, an item of a step, or a line in the text of the open clause."""
        steps = self.steps()
        if step := self.step_number(piece, ahead):
            chapter = self.chapter or self.implied_chapter(1, piece.first)
            draft = self.add_child(chapter, piece, "step")
            draft.placed, draft.label = False, f"{step}." if piece.mark else None
            if not piece.mark:
                self.sheet.note("number", f"printed without its number here; it is step {step}", piece.first, draft)
            self.drafts[draft.number] = draft
            self.last = draft.number
            self.enter(draft, piece)
        elif self.box is None and piece.mark is None and steps:
            self.enter(self.add_child(steps[-1], piece), piece)
        elif not self.opens_box(piece, ahead):
            piece.raw = f"{piece.mark}. {piece.raw}" if piece.mark is not None else f"- {piece.raw}"
            self.add(piece)

    def steps(self) -> list[Draft]:
        """The steps of the open chapter, if the last of its clauses is one."""
        found = self.chapter.children if self.chapter else []
        return found if found and found[-1].kind == "step" else []

    def step_number(self, piece: Piece, ahead: list[Piece]) -> int | None:
        """The number of the step that an item is, in a chapter made of steps; None if it is none.

        Items without numbers are steps if the first number that follows them counts on from them.
        """
        steps = self.chapter.children if self.chapter else []
        if self.mode or self.box is not None or any(c.kind != "step" for c in steps):
            return None
        done = len(steps)
        if piece.mark is not None:
            return piece.mark if piece.mark == done + 1 else None
        if steps and steps[-1].label:
            return None
        items = 1
        for other in ahead:
            if other.kind == "number":
                return None
            if other.mark is not None:
                return done + 1 if other.mark == done + items + 1 else None
            items += other.kind == "item"
        return None

    # --- paragraphs ------------------------------------------------------------------------------

    def take_paragraph(self, piece: Piece, ahead: list[Piece]) -> None:
        if not self.mode and self.chapter and self.box is None and three([piece, *ahead], is_term):
            self.implied_chapter(self.chapter_done() + 1, piece.first)
            self.mode = "glossary"
        if (self.mode == "glossary" and self.terms(piece)) or self.opens_box(piece, ahead):
            return
        if piece.plain.isdigit() or self.is_caption(piece, ahead[:1]):
            self.aside(piece, "no sentence: a caption or a page's furniture")
        else:
            self.add(piece)

    def is_caption(self, piece: Piece, after: list[Piece]) -> bool:
        """Short, without a stop, and nothing that the text above is waiting for."""
        words = len(piece.plain.split())
        if words > 6 or not ends_open(piece.raw):
            return False
        begins = piece.plain[:1].isupper() and words >= 3 and not is_title(piece.plain)
        if begins and any(p.kind == "para" and p.plain[:1].islower() and not ends_open(p.raw) for p in after):
            return False  # the next paragraph finishes the sentence
        last = self.current.parts[-1][0] if self.current and self.current.parts else ""
        return is_title(piece.plain) or not ends_open(last) or last.lstrip().startswith("- ")

    def heads_box(self, piece: Piece, ahead: list[Piece]) -> bool:
        """Is it a heading without a number: capitals above prose, or (without an outline) a title above a list?"""
        after = ahead[0] if ahead else None
        if after is None or not piece.single or len(piece.plain.split()) < 2:
            return False
        if piece.kind == after.kind == "para":
            return piece.plain.isupper() and len(after.plain.split()) > 4 and not ends_open(after.raw)
        if self.sheet.outline.entries or after.kind != "item" or after.mark is not None:
            return False
        title = piece.kind == "para" and is_title(piece.plain) and not self.steps()
        return title or bool(_DURING_STEP.search(piece.plain))

    def opens_box(self, piece: Piece, ahead: list[Piece]) -> bool:
        """A box: under a heading without a number, or a paragraph among the steps that speaks of an earlier one."""
        if self.chapter is None or self.current is None:
            return False
        heading = self.heads_box(piece, ahead)
        before = _BEFORE_STEP.search(piece.raw)
        if not heading and (self.box or before is None or int(before[1]) > len(self.steps())):
            return False
        owner = self.chapter
        if heading and piece.plain.isupper():
            owner = self.drafts.get(self.current.number[:2], owner)
        taken = sum(child.kind == "box" for child in owner.children)
        box = Draft((*owner.number, 0), None, piece.plain if heading else "", piece.first, kind="box")
        box.id = f"{model.dotted(owner.number)}.box{taken + 1 if taken else ''}"
        owner.children.append(box)
        self.box = self.current = box
        self.sheet.use(piece.first, piece.last)
        if not heading:
            self.text(box, piece)
        return True

    # --- text ------------------------------------------------------------------------------------

    def add(self, piece: Piece) -> None:
        """Text of the open clause: a new paragraph, or the rest of one that was broken off."""
        draft = self.current
        if draft is None:
            self.aside(piece, "before the first clause")
            return
        self.sheet.use(piece.first, piece.last)
        starts_low = piece.kind == "para" and piece.plain[:1].islower()
        last = draft.parts[-1][0] if draft.parts else ""
        goes_on = piece.kind == "para" and ends_open(last) and (starts_low or not last.lstrip().startswith("- "))
        home = draft if goes_on else self.broken_off() if starts_low else None
        if home is not None:
            raw, line = home.parts[-1]
            home.parts[-1] = (f"{raw}\n{piece.raw}", line)
            if home is not draft:
                why = "the end of its text stood further down; joined"
                self.sheet.note("joined", why, piece.first, home)
            return
        for clause_id, start in self.sheet.outline.closings.items():
            owner = self.drafts.get(model.parse(clause_id) or ())
            if owner and draft in owner.children and piece.plain.startswith(start) and not owner.closing:
                owner.closing.append((piece.raw, piece.first))
                why = "printed after its last clause without a number: its closing text"
                self.sheet.note("joined", why, piece.first, owner)
                return
        if starts_low:
            self.sheet.note("joined", "a paragraph begins in mid-sentence", piece.first, draft)
        self.text(draft, piece)

    def text(self, draft: Draft, piece: Piece) -> None:
        """Add a paragraph to a clause, looking for clauses that begin inside it, notices and repeated lines."""
        while cut := begins_inside(piece.raw, self.last):
            match, number = cut
            if head := piece.raw[: match.start()].rstrip():
                draft.parts.append((head, piece.first))
            at = piece.line_at(match.start(1))
            piece = Piece("number", piece.raw[match.end() :], at, piece.last, number=number, label=match[1])
            draft = self.opens(piece)
        raw = piece.raw
        if notice := _NOTICE.search(raw):
            self.sheet.set_aside(piece.line_at(notice.start(1)), piece.last, "a notice, no rule text", notice[1])
            raw = raw[: notice.start()].rstrip()
        if piece.blanks == 0 and piece.kind == "para" and same_line(raw, self.above.raw):
            # a scrape read a line behind an icon again, with mistakes: the first reading stands
            self.sheet.set_aside(piece.first, piece.last, "repeats the line above it", raw)
        elif raw.strip():
            draft.parts.append((raw, piece.first))
        self.above = Piece(piece.kind, raw, piece.first, piece.last, piece.blanks)

    def broken_off(self) -> Draft | None:
        """The nearest clause above whose text breaks off, among the last eight of this chapter."""
        inside = [d for d, _ in self.chapter.walk() if d is not self.current and d.parts] if self.chapter else []
        return next((d for d in reversed(inside[-8:]) if ends_open(d.parts[-1][0]) and d.kind != "box"), None)

    # --- glossary and index ----------------------------------------------------------------------

    def terms(self, piece: Piece) -> bool:
        """Cut a paragraph of the glossary into its terms; False if it begins with none."""
        if not is_term(piece) or self.chapter is None:
            return False
        known = self.sheet.outline.entries_below(str(self.chapter.number[0]))
        found = [(m[1] or m[2], m) for m in TERM.finditer(piece.raw)]
        cuts = [(name, m) for name, m in found if m.start() == 0 or not known or loose(name) in known]
        self.sheet.use(piece.first, piece.last)
        for (name, match), end in zip(cuts, [m.start() for _, m in cuts[1:]] + [len(piece.raw)], strict=True):
            draft = self.add_child(self.chapter, piece, "term")
            draft.heading, draft.line = name, piece.line_at(match.start(1 if match[1] else 2))
            draft.parts.append((piece.raw[match.end() : end].strip(), draft.line))
            self.current = draft
        return True

    def index_begins(self, piece: Piece, ahead: list[Piece]) -> bool:
        """After the terms, entries in lower case without stops: an index whose heading is lost."""
        waiting = self.broken_off() and len(piece.plain.split()) > 8
        return not waiting and three([piece, *ahead], lambda p: p.plain[:1].islower() and ends_open(p.raw))

    def index_line(self, piece: Piece) -> None:
        assert self.current is not None
        self.sheet.use(piece.first, piece.last)
        lead = "- " if piece.kind == "item" else f"{piece.label} " if piece.label else ""
        self.current.parts.append((lead + piece.raw, piece.first))
