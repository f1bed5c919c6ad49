"""``rules.yml`` as copied from a web page: every line at the left margin, the lines of the page around it.

The order of keys survives: ``children:`` (or ``subchildren:``) opens a level, and an entry closes levels again. Which
level an entry belongs to is told by, in this order: a ``color`` key (only chapters have one); a heading that the
outline knows at one level only; steps that go on counting; the style of its level (named or not, full stop after the
heading or not). Where several levels fit alike it stays in the innermost, unless numbers cited elsewhere need the outer
list to be longer.
"""

import re
from dataclasses import dataclass, field

from oathtools.law.books import numbers
from oathtools.law.books.draft import Draft, Sheet
from oathtools.law.books.model import BookDamaged, loose
from oathtools.law.books.outline import outline_for
from oathtools.law.books.reading import Source
from oathtools.law.books.rules_yml import CHILD_KEYS, LOOK_KEYS, TEXT_KEYS, letter_labels, settle

_KEY = re.compile(rf"(- )?(name|plainName|{'|'.join((*TEXT_KEYS, *CHILD_KEYS, *LOOK_KEYS))}):(?:\s+(.*))?$")
_STEP = re.compile(r"['\"]?step (\d+)\b", re.IGNORECASE)
_CITED = re.compile(r"`rule:([\d.]+)`")
_ITEM = re.compile(r"(?:[-•*]|\d+\.)\s")


@dataclass
class _Entry:
    """One ``- key:`` entry with its keys, as (key, raw value, line)."""

    line: int
    keys: list[tuple[str, str, int]] = field(default_factory=list)

    def value(self, name: str) -> str:
        return next((v for k, v, _ in self.keys if k == name), "")

    def has(self, *names: str) -> bool:
        return any(k in names for k, _, _ in self.keys)

    @property
    def opens(self) -> bool:
        return bool(self.keys) and self.keys[-1][0] in CHILD_KEYS

    @property
    def heading(self) -> str:
        return self.value("name").strip().strip("'\"").strip()

    @property
    def style(self) -> tuple[bool, bool]:
        """What entries of one list have in common: named or not, and a full stop after the name or not."""
        return bool(self.heading), self.heading.replace("*", "").endswith(".")


def read_rules_page(source: Source) -> Sheet:
    """Read the flattened form. Raises ``BookDamaged`` if no entry is found."""
    sheet = Sheet(source, "rules-page", "yml", outline=outline_for(source.text))
    entries = _entries(sheet)
    if not entries:
        raise BookDamaged(f"{source.name}: no entry ('- name:') was found")
    _Levels(sheet, entries).build()
    return sheet


# --- lines to entries ---------------------------------------------------------------------------


def _entries(sheet: Sheet) -> list[_Entry]:
    """All entries in order; lines before the first and lines that continue nothing are set aside."""
    entries: list[_Entry] = []
    lines = sheet.source.lines
    i = 0
    while i < len(lines):
        line = lines[i].strip()
        match = _KEY.match(line)
        if match and (match[1] or entries):
            if match[1]:
                entries.append(_Entry(i + 1))
            last = _value_end(lines, i, (match[3] or "").strip())
            raw = _value(sheet, lines[i : last + 1], (match[3] or "").strip(), i + 1)
            entries[-1].keys.append((match[2], raw, i + 1))
            sheet.use(i + 1, last + 1)
            i = last + 1
            continue
        if line:
            why = "line numbers of a web page" if line.isdigit() else "furniture of a web page"
            sheet.set_aside(i + 1, i + 1, why if not entries else "not understood")
        i += 1
    return entries


def _value_end(lines: list[str], start: int, first: str) -> int:
    """The index of the last line of a value that starts on a key's line."""
    if first[:1] in ("'", '"') and _quote_closed(first):
        return start
    end = start
    quoted = first[:1] in ("'", '"')
    for i in range(start + 1, len(lines)):
        if _KEY.match(lines[i].strip()):
            break
        if not quoted and not first.startswith((">", "|")) and not lines[i].strip():
            break
        end = i
        if quoted and _quote_closed(f"{first[0]} {lines[i].strip()}"):
            break
    while end > start and not lines[end].strip():
        end -= 1
    return end


def _quote_closed(value: str) -> bool:
    mark = value[0]
    if len(value) < 2 or not value.endswith(mark):
        return False
    if mark == "'":
        return (len(value) - len(value.rstrip("'"))) % 2 == 1
    return (len(value[:-1]) - len(value[:-1].rstrip("\\"))) % 2 == 0


def _value(sheet: Sheet, lines: list[str], first: str, line: int) -> str:
    if first[:1] in (">", "|"):
        return _folded(lines[1:])
    if first[:1] in ("'", '"'):
        return _unquoted(sheet, [first, *lines[1:]], line)
    return _folded([first, *lines[1:]])


def _folded(lines: list[str]) -> str:
    """A folded block whose indentation is lost: list items, quoted paragraphs and breaks keep lines of their own."""
    out: list[str] = []
    for line in map(str.strip, lines):
        if not line:
            continue
        own_line = _ITEM.match(line) or line.startswith(("> ", "<br"))
        if out and not own_line and not _ITEM.match(out[-1]) and not out[-1].endswith(("<br>", "<br/>")):
            out[-1] += " " + line
        else:
            out.append(line)
    return "\n".join(out)


def _unquoted(sheet: Sheet, lines: list[str], line: int) -> str:
    import yaml

    try:
        value = yaml.safe_load("\n ".join(text.strip() for text in lines))
    except yaml.YAMLError:
        value = None
    if isinstance(value, str):
        return value
    sheet.note("markup", "the quotation marks around this text do not match; read as it stands", line)
    return _folded(lines).strip("'\"")


# --- entries to levels --------------------------------------------------------------------------


@dataclass
class _Open:
    """A list that is still open: whose children it holds, and the style of its entries."""

    draft: Draft | None
    into: list[Draft]
    style: tuple[bool, bool] | None = None


def _next_number(here: _Open) -> numbers.Number:
    return (*(here.draft.number if here.draft else ()), len(here.into) + 1)


class _Levels:
    """Gives each entry its place."""

    def __init__(self, sheet: Sheet, entries: list[_Entry]) -> None:
        self.sheet = sheet
        self.entries = entries
        self.letters: list[tuple[Draft, str]] = []
        self.cited = {n for text in sheet.source.lines for c in _CITED.findall(text) if (n := numbers.parse(c))}

    def build(self) -> None:
        open_lists = [_Open(None, self.sheet.chapters)]
        for i, entry in enumerate(self.entries):
            depth = self.depth(open_lists, i)
            del open_lists[depth + 1 :]
            here = open_lists[-1]
            here.style = here.style or entry.style
            draft = self.draft(entry, here)
            here.into.append(draft)
            if entry.opens:
                open_lists.append(_Open(draft, draft.children))
        for chapter, letter in self.letters:
            letter_labels(chapter, letter)

    def depth(self, open_lists: list[_Open], i: int) -> int:
        """The index of the open list that an entry belongs to."""
        entry = self.entries[i]
        if entry.has("color"):
            return 0
        inner = len(open_lists) - 1
        if not open_lists[inner].into or inner == 0:
            return inner
        known = self.by_outline(open_lists, entry)
        if known is not None:
            return known
        step = _STEP.match(entry.heading)
        if step:
            for depth in range(inner, 0, -1):
                last = _STEP.match(open_lists[depth].into[-1].heading)
                if last and int(last[1]) + 1 == int(step[1]):
                    return depth
        fits = [d for d in range(inner, 0, -1) if open_lists[d].style == entry.style]
        if not fits:
            self.sheet.note("level", "its level is not clear; kept in the innermost open list", entry.line)
            return inner
        return fits[0] if len(fits) == 1 else self.by_citations(open_lists, fits, i)

    def by_outline(self, open_lists: list[_Open], entry: _Entry) -> int | None:
        """The only open list in which the outline has this heading at the next number; None if it cannot tell."""
        if not self.sheet.outline or not entry.heading:
            return None
        found = []
        for depth in range(1, len(open_lists)):
            here = open_lists[depth]
            assert here.draft is not None
            known = self.sheet.outline.entries.get(numbers.dotted((*here.draft.number, len(here.into) + 1)))
            if known and loose(entry.heading) in map(loose, (known.heading, known.misprint, *known.others)):
                found.append(depth)
        return found[0] if len(found) == 1 else None

    def by_citations(self, open_lists: list[_Open], fits: list[int], i: int) -> int:
        """Innermost, unless the entries left in this run are needed further out to reach numbers that are cited."""
        left = next(
            (n for n, e in enumerate(self.entries[i:]) if e.style != self.entries[i].style or e.has("color")),
            len(self.entries) - i,
        )
        needs = {depth: self.needed(open_lists[depth]) for depth in fits}
        chosen = next((d for d in fits[1:] if sum(needs[n] for n in fits if n <= d) >= left), fits[0])
        number = numbers.label(_next_number(open_lists[chosen]))
        self.sheet.note("level", f"read as {number}: the page has lost what shows it", self.entries[i].line)
        return chosen

    def needed(self, here: _Open) -> int:
        """How many more entries a list must have for the numbers that are cited to exist."""
        base = here.draft.number if here.draft else ()
        last = max((n[len(base)] for n in self.cited if n[: len(base)] == base and len(n) > len(base)), default=0)
        return max(0, last - len(here.into))

    def draft(self, entry: _Entry, here: _Open) -> Draft:
        number = _next_number(here)
        draft = Draft(number, numbers.label(number), "", entry.line, placed=True)
        names: dict[str, str] = {}
        for key, raw, line in entry.keys:
            if key in TEXT_KEYS:
                (draft.closing if key == "posttext" else draft.parts).append((raw, line))
            elif key not in CHILD_KEYS:
                names[key] = raw.strip("'\"") if key == "name" else raw
        settle(self.sheet, draft, names)
        if names.get("appendix") and not here.draft:
            self.letters.append((draft, names["appendix"].strip()))
        return draft
