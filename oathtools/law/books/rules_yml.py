"""The publisher's ``rules.yml``: nested lists of entries, in one format for every game.

An entry has ``name`` (and ``plainName`` where the name has markup), its text under ``pretext``, ``text``, ``subtext``
or ``posttext`` (they are interchangeable; the last is printed after the children), and its entries under ``children``
or ``subchildren``. Numbers are not in the file: they follow from the order. ``color``, ``icon`` and ``appendix`` are
looks.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from oathtools.law.books import model
from oathtools.law.books.draft import Draft, Sheet, Source
from oathtools.law.books.model import BookDamaged, loose
from oathtools.law.books.text import plain_heading

TEXT_KEYS = ("pretext", "text", "subtext", "posttext")
CHILD_KEYS = ("children", "subchildren")
NAME_KEYS = ("name", "plainName", "color", "icon", "appendix")
DEEPEST = 8

_LEAD = re.compile(r"^\s*\*\*([^*\n]{1,60}?)[.:]?\*\*\s*([.:])\s*")


def fill(sheet: Sheet) -> None:
    """Read the nested form. Raises ``BookDamaged`` where it is no valid YAML, or not a list of entries."""
    root = _compose(sheet.source)
    if not _is(root, "sequence"):
        name = sheet.source.name
        raise BookDamaged(f"{name}: the file must be a list of chapters, each beginning with '- name:'", line=1)
    _Reader(sheet).entries(root, (), sheet.chapters)
    letter_labels(sheet)


def _compose(source: Source) -> Any:
    import yaml

    from oathtools.kit.handwritten import compose

    line = None
    try:
        return compose(source.text)
    except yaml.MarkedYAMLError as fault:
        line = fault.problem_mark.line + 1 if fault.problem_mark else None
        why = fault.problem
    except yaml.YAMLError as fault:
        why = str(fault).splitlines()[0]
    except RecursionError:
        why = "it is nested without end"
    where = f" at line {line}" if line else ""
    raise BookDamaged(f"{source.name} is broken{where}: {why}", "Nothing was imported.", line)


def _is(node: Any, kind: str) -> bool:
    return node is not None and node.id == kind


class _Reader:
    """Walks the composed YAML, which knows its line numbers."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.seen: set[int] = set()

    def entries(self, node: Any, above: model.Number, into: list[Draft]) -> None:
        name = self.sheet.source.name
        if len(above) >= DEEPEST:
            raise BookDamaged(f"{name} is nested too deeply", line=_first(node))
        for position, entry in enumerate(node.value, len(into) + 1):
            if id(entry) in self.seen:
                raise BookDamaged(f"{name}: an entry refers to itself or to another one", line=_first(entry))
            self.seen.add(id(entry))
            if _is(entry, "mapping"):
                self.entry(entry, (*above, position), into)
            else:
                self.aside(entry, entry, "an entry without keys")

    def entry(self, node: Any, number: model.Number, into: list[Draft]) -> None:
        keys: list[tuple[str, str, int]] = []
        lists = []
        for key, value in node.value:
            name = key.value if _is(key, "scalar") else ""
            scalar = _is(value, "scalar")
            if name in CHILD_KEYS and (_is(value, "sequence") or (scalar and not value.value.strip())):
                self.sheet.use(_first(key), _first(key))
                lists += [] if scalar else [value]
            elif not scalar:
                self.aside(key, value, f"{name or 'a key'} holds something unexpected")
            elif name in TEXT_KEYS or name in NAME_KEYS:
                block = value.style in (">", "|")
                self.sheet.use(_first(key), _last(value))
                keys.append((name, value.value, _first(key) + 1 if block else _first(value)))
            else:
                self.aside(key, value, f"an unknown key: {name}")
        draft = entry_draft(self.sheet, number, _first(node), keys, into)
        for value in lists:
            self.entries(value, number, draft.children)

    def aside(self, first: Any, last: Any, why: str) -> None:
        self.sheet.set_aside(_first(first), max(_last(last), _first(first)), why)


def _first(node: Any) -> int:
    return int(node.start_mark.line) + 1


def _last(node: Any) -> int:
    mark = node.end_mark
    return int(mark.line + (1 if mark.column else 0)) or 1


# --- what both forms of the file share ----------------------------------------------------------


def entry_draft(
    sheet: Sheet, number: model.Number, line: int, keys: Iterable[tuple[str, str, int]], into: list[Draft]
) -> Draft:
    """Add the clause of an entry, given as (key, value, line): its heading is worked out, and slips that such files
    are known to have are looked for."""
    draft = Draft(number, model.label(number), "", line, placed=True)
    into.append(draft)
    names: dict[str, str] = {}
    for key, raw, at in keys:
        if key not in TEXT_KEYS:
            names[key] = raw
        elif raw.strip():
            parts = draft.closing if key == "posttext" else draft.parts
            parts.append((_without_stray_quotes(sheet, draft, raw, at), at))
    draft.heading = plain_heading(names.get("plainName") or names.get("name", ""))
    if len(number) == 1 and names.get("appendix"):
        draft.label = names["appendix"].strip()
    lead = _LEAD.match(draft.parts[0][0]) if draft.parts else None
    if lead and not draft.heading:
        draft.heading = plain_heading(lead[1])
        draft.parts[0] = (draft.parts[0][0][lead.end() :], draft.parts[0][1])
    elif lead and lead[2] == ":" and len(number) == 2 and sheet.outline.is_glossary(number[0], _chapter(sheet)):
        draft.also.append(plain_heading(lead[1]))
        why = f"headed {draft.heading!r} here, but its text defines {draft.also[0]!r}"
        sheet.note("heading", why, draft.parts[0][1], draft)
    return draft


def _chapter(sheet: Sheet) -> str:
    return sheet.chapters[-1].heading


def letter_labels(sheet: Sheet) -> None:
    """An appendix is printed with a letter in place of its chapter number; citations in the file count positions."""
    for chapter in sheet.chapters:
        for draft, parent in chapter.walk():
            if parent is not None:
                draft.label = ".".join([chapter.label or "", *model.label(draft.number).split(".")[1:]])


def _without_stray_quotes(sheet: Sheet, draft: Draft, raw: str, line: int) -> str:
    """Drop quotation marks that belong to the file's syntax and slipped into the text (never a pair inside it)."""
    text = raw.strip()
    wrapped = len(text) > 1 and text[0] == text[-1] == '"'
    if wrapped and ('\\"' in text or (text.count('"') == 2 and len(text.split()) > 8)):
        sheet.note("quotes", "the whole text stands in stray quotation marks; they were left out", line, draft)
        return text[1:-1].replace('\\"', '"')
    for at_end in (text.endswith('"'), False) if text.count('"') % 2 else ():
        if at_end or text.startswith('"'):
            where = "ends" if at_end else "begins"
            sheet.note("quotes", f"{where} with a stray quotation mark; it was left out", line, draft)
            return text[:-1] if at_end else text[1:]
    return raw


# -- ``rules.yml`` as copied from a web page: every line at the left margin, the lines of the page around it -----------
#
# The order of keys survives: ``children:`` (or ``subchildren:``) opens a level, and an entry closes levels again. Which
# level an entry belongs to is told by, in this order: a ``color`` key (only chapters have one); the outline, where it
# knows the heading at the next number of one level only; steps that go on counting; the style of its level (named or
# not, full stop after the heading or not). Where several levels fit alike it stays in the innermost, unless numbers
# cited elsewhere need the outer list to be longer.


_KEY = re.compile(rf"(- )?({'|'.join((*NAME_KEYS, *TEXT_KEYS, *CHILD_KEYS))}):(?:\s+(.*))?$")
_STEP = re.compile(r"['\"]?step (\d+)\b", re.IGNORECASE)
_CITED = re.compile(r"`rule:([\d.]+)`")
_ITEM = re.compile(r"(?:[-•*]|\d+\.)\s")


@dataclass
class _Entry:
    """One ``- key:`` entry with its keys, as (key, value, line)."""

    line: int
    keys: list[tuple[str, str, int]] = field(default_factory=list)

    def has(self, *names: str) -> bool:
        return any(key in names for key, _, _ in self.keys)

    @property
    def heading(self) -> str:
        return next((value for key, value, _ in self.keys if key == "name"), "").strip().strip("'\"").strip()

    @property
    def style(self) -> tuple[bool, bool]:
        """What entries of one list have in common: named or not, and a full stop after the name or not."""
        return bool(self.heading), self.heading.replace("*", "").endswith(".")


def rules_page_fill(sheet: Sheet) -> None:
    """Read the flattened form. Raises ``BookDamaged`` if no entry is found."""
    entries = _entries(sheet)
    if not entries:
        raise BookDamaged(f"{sheet.source.name}: no entry ('- name:') was found")
    _Levels(sheet, entries).build()
    letter_labels(sheet)


# --- lines to entries ---------------------------------------------------------------------------


def _entries(sheet: Sheet) -> list[_Entry]:
    """All entries in order; lines before the first and lines that continue nothing are set aside."""
    entries: list[_Entry] = []
    lines = [line.strip() for line in sheet.source.lines]
    i = 0
    while i < len(lines):
        match = _KEY.match(lines[i])
        if match and (match[1] or entries):
            if match[1]:
                entries.append(_Entry(i + 1))
            end = next((n for n in range(i + 1, len(lines)) if _KEY.match(lines[n])), len(lines))
            value, taken = _value(sheet, [(match[3] or "").strip(), *lines[i + 1 : end]], i + 1)
            entries[-1].keys.append((match[2], value, i + 1))
            sheet.use(i + 1, i + taken)
            i += taken
            continue
        if lines[i]:
            why = "line numbers of a web page" if lines[i].isdigit() else "furniture of a web page"
            sheet.set_aside(i + 1, i + 1, "not understood" if entries else why)
        i += 1
    return entries


def _value(sheet: Sheet, lines: list[str], line: int) -> tuple[str, int]:
    """A value that begins on a key's line, and how many of the lines up to the next key it takes."""
    mark = lines[0][:1]
    if mark in (">", "|"):
        return _folded(lines[1:]), len(lines)
    if mark not in ("'", '"'):
        taken = lines.index("", 1) if "" in lines[1:] else len(lines)
        return _folded(lines[:taken]), taken
    import yaml

    from oathtools.kit.handwritten import load

    for taken in (n for n, text in enumerate(lines, 1) if text.endswith(mark)):
        try:
            return str(load("\n ".join(lines[:taken]))), taken
        except yaml.YAMLError:
            continue
    sheet.note("markup", "the quotation marks around this text do not match; read as it stands", line)
    return _folded(lines).strip("'\""), len(lines)


def _folded(lines: list[str]) -> str:
    """A folded block whose indentation is lost: list items, quoted paragraphs and breaks keep lines of their own."""
    out: list[str] = []
    for line in filter(None, lines):
        own_line = _ITEM.match(line) or line.startswith(("> ", "<br"))
        if out and not own_line and not _ITEM.match(out[-1]) and not out[-1].endswith(("<br>", "<br/>")):
            out[-1] += " " + line
        else:
            out.append(line)
    return "\n".join(out)


# --- entries to levels --------------------------------------------------------------------------


@dataclass
class _OpenList:
    """A list that is still open: the number of the clause whose children it holds, and the style of its entries."""

    above: model.Number
    into: list[Draft]
    style: tuple[bool, bool] | None = None
    last: str = ""

    @property
    def next(self) -> model.Number:
        return (*self.above, len(self.into) + 1)


class _Levels:
    """Gives each entry its place."""

    def __init__(self, sheet: Sheet, entries: list[_Entry]) -> None:
        self.sheet = sheet
        self.entries = entries
        self.open = [_OpenList((), sheet.chapters)]
        self.cited = [n for text in sheet.source.lines for c in _CITED.findall(text) if (n := model.parse(c))]

    def build(self) -> None:
        for i, entry in enumerate(self.entries):
            del self.open[self.depth(entry, i) + 1 :]
            here = self.open[-1]
            here.style = here.style or entry.style
            here.last = entry.heading
            keys = [key for key in entry.keys if key[0] not in CHILD_KEYS]
            draft = entry_draft(self.sheet, here.next, entry.line, keys, here.into)
            if entry.keys[-1][0] in CHILD_KEYS:
                self.open.append(_OpenList(draft.number, draft.children))

    def depth(self, entry: _Entry, i: int) -> int:
        """The index of the open list that an entry belongs to."""
        inner = len(self.open) - 1
        if entry.has("color"):
            return 0
        if inner == 0 or not self.open[inner].into:
            return inner
        depths = range(inner, 0, -1)
        known = [d for d in depths if self.knows(self.open[d].next, entry.heading)]
        step = _STEP.match(entry.heading)
        counted = [
            d for d in depths if step and (last := _STEP.match(self.open[d].last)) and int(last[1]) + 1 == int(step[1])
        ]
        fits = [d for d in depths if self.open[d].style == entry.style]
        for sure in (known if len(known) == 1 else [], counted, fits if len(fits) == 1 else []):
            if sure:
                return sure[0]
        if not fits:
            self.sheet.note("level", "its level is not clear; kept in the innermost open list", entry.line)
            return inner
        return self.by_citations(fits, i)

    def knows(self, number: model.Number, heading: str) -> bool:
        """Has the outline this at a number? An entry without a heading is known only in a chapter that is known."""
        outline = self.sheet.outline
        known = outline.of(model.dotted(number))
        chapter = loose(self.sheet.chapters[-1].heading) in map(loose, outline.chapters.get(number[0], ()))
        names = map(loose, (known.heading, known.misprint, *known.others))
        return bool(known.level) and loose(heading) in names and (chapter or bool(heading))

    def by_citations(self, fits: list[int], i: int) -> int:
        """Innermost, unless the entries left in this run are needed further out to reach numbers that are cited."""
        style = self.entries[i].style
        run = (n for n, e in enumerate(self.entries[i:]) if e.style != style or e.has("color"))
        left = next(run, len(self.entries) - i)
        needs = [self.needed(self.open[depth]) for depth in fits]
        chosen = next((d for n, d in enumerate(fits) if n and sum(needs[n:]) >= left), fits[0])
        number = model.label(self.open[chosen].next)
        self.sheet.note("level", f"read as {number}: the page has lost what shows it", self.entries[i].line)
        return chosen

    def needed(self, here: _OpenList) -> int:
        """How many more entries a list must have for the numbers that are cited to exist."""
        deep = len(here.above)
        last = max((n[deep] for n in self.cited if n[:deep] == here.above and len(n) > deep), default=0)
        return max(0, last - len(here.into))
