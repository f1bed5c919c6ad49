"""The publisher's ``rules.yml``: nested lists of entries, in one format for every game.

An entry has ``name`` (and ``plainName`` where the name has markup), its text under ``pretext``, ``text``, ``subtext``
or ``posttext`` (they are interchangeable; the last is printed after the children), and its entries under ``children``
or ``subchildren``. Numbers are not in the file: they follow from the order. ``color``, ``icon`` and ``appendix`` are
looks.
"""

import re
from collections.abc import Iterable
from typing import Any

from oathtools.law.books import numbers
from oathtools.law.books.draft import Draft, Sheet, Source
from oathtools.law.books.model import BookDamaged
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

    from oathtools.handwritten import compose

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

    def entries(self, node: Any, above: numbers.Number, into: list[Draft]) -> None:
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

    def entry(self, node: Any, number: numbers.Number, into: list[Draft]) -> None:
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
    sheet: Sheet, number: numbers.Number, line: int, keys: Iterable[tuple[str, str, int]], into: list[Draft]
) -> Draft:
    """Add the clause of an entry, given as (key, value, line): its heading is worked out, and slips that such files
    are known to have are looked for."""
    draft = Draft(number, numbers.label(number), "", line, placed=True)
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
                draft.label = ".".join([chapter.label or "", *numbers.label(draft.number).split(".")[1:]])


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
