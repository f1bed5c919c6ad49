"""The publisher's ``rules.yml``: nested lists of entries, in one format for every game.

An entry has ``name`` (and ``plainName`` where the name has markup), its text under ``pretext``, ``text``, ``subtext``
or ``posttext`` (they are interchangeable; the last is printed after the children), and its entries under ``children``
or ``subchildren``. Numbers are not in the file: they follow from the order. ``color``, ``icon`` and ``appendix`` are
looks.
"""

import re
from typing import Any

from oathtools.law.books import numbers
from oathtools.law.books.draft import Draft, Sheet
from oathtools.law.books.model import BookDamaged
from oathtools.law.books.outline import is_glossary, outline_for
from oathtools.law.books.reading import Source
from oathtools.law.books.text import plain_heading

TEXT_KEYS = ("pretext", "text", "subtext", "posttext")
CHILD_KEYS = ("children", "subchildren")
LOOK_KEYS = ("color", "icon", "appendix")
DEEPEST = 8

_LEAD = re.compile(r"^\s*\*\*([^*\n]{1,60}?)[.:]?\*\*\s*([.:])\s*")


def read_rules_yml(source: Source) -> Sheet:
    """Read the nested form. Raises ``BookDamaged`` where it is no valid YAML, or not a list of entries."""
    root = _compose(source)
    sheet = Sheet(source, "rules-yml", "yml", outline=outline_for(source.text))
    if not _is(root, "sequence"):
        raise BookDamaged(f"{source.name}: the file must be a list of chapters, each beginning with '- name:'", line=1)
    _Reader(sheet).entries(root, (), sheet.chapters)
    return sheet


def _compose(source: Source) -> Any:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return yaml.compose(source.text, Loader=loader)
    except yaml.MarkedYAMLError as fault:
        line = fault.problem_mark.line + 1 if fault.problem_mark else None
        where = f" at line {line}" if line else ""
        raise BookDamaged(f"{source.name} is broken{where}: {fault.problem}", "Nothing was imported.", line) from None
    except yaml.YAMLError as fault:
        raise BookDamaged(f"{source.name} is broken: {str(fault).splitlines()[0]}", "Nothing was imported.") from None
    except RecursionError:
        raise BookDamaged(f"{source.name} is broken: it is nested without end", "Nothing was imported.") from None


def _is(node: Any, kind: str) -> bool:
    return node is not None and node.id == kind


class _Reader:
    """Walks the composed YAML, which knows its line numbers."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.seen: set[int] = set()

    def entries(self, node: Any, above: numbers.Number, into: list[Draft]) -> None:
        if len(above) >= DEEPEST:
            raise BookDamaged(f"{self.sheet.source.name} is nested too deeply", line=node.start_mark.line + 1)
        for position, entry in enumerate(node.value, len(into) + 1):
            number = (*above, position)
            if id(entry) in self.seen:
                line = entry.start_mark.line + 1
                raise BookDamaged(f"{self.sheet.source.name}: an entry refers to itself or to another one", line=line)
            self.seen.add(id(entry))
            if _is(entry, "mapping"):
                into.append(self.entry(entry, number))
            else:
                self.aside(entry, entry, "an entry without keys")

    def entry(self, node: Any, number: numbers.Number) -> Draft:
        line = node.start_mark.line + 1
        draft = Draft(number, numbers.label(number), "", line, placed=True)
        names: dict[str, str] = {}
        for key, value in node.value:
            name = key.value if _is(key, "scalar") else ""
            if name in CHILD_KEYS and (_is(value, "sequence") or _empty(value)):
                self.use(key, key if _empty(value) else None)
                if _is(value, "sequence"):
                    self.entries(value, number, draft.children)
            elif not _is(value, "scalar"):
                self.aside(key, value, f"{name or 'a key'} holds something unexpected")
            elif name in TEXT_KEYS:
                self.use(key, value)
                parts = draft.closing if name == "posttext" else draft.parts
                if value.value.strip():
                    parts.append((value.value, _text_line(key, value)))
            elif name in ("name", "plainName", *LOOK_KEYS):
                self.use(key, value)
                names[name] = value.value
            else:
                self.aside(key, value, f"an unknown key: {name}")
        settle(self.sheet, draft, names)
        if names.get("appendix") and len(number) == 1:
            letter_labels(draft, names["appendix"].strip())
        return draft

    def use(self, key: Any, value: Any | None) -> None:
        last = _last(value) if value is not None else key.start_mark.line + 1
        self.sheet.use(key.start_mark.line + 1, last)

    def aside(self, first: Any, last: Any, why: str) -> None:
        self.sheet.set_aside(first.start_mark.line + 1, max(_last(last), first.start_mark.line + 1), why)


def _empty(value: Any) -> bool:
    return _is(value, "scalar") and not value.value.strip()


def _last(node: Any) -> int:
    mark = node.end_mark
    return int(mark.line + (1 if mark.column else 0)) or 1


def _text_line(key: Any, value: Any) -> int:
    block = value.style in (">", "|")
    return int((value if not block else key).start_mark.line) + (2 if block else 1)


def letter_labels(chapter: Draft, letter: str) -> None:
    """An appendix is printed with a letter in place of its chapter number; citations in the file count positions."""
    for draft in chapter.walk():
        draft.label = ".".join([letter, *numbers.label(draft.number).split(".")[1:]])


def settle(sheet: Sheet, draft: Draft, names: dict[str, str]) -> None:
    """Work out an entry's heading and look for the slips that such files are known to have."""
    draft.heading = plain_heading(names.get("plainName") or names.get("name", ""))
    for parts in (draft.parts, draft.closing):
        parts[:] = [(_without_stray_quotes(sheet, draft, raw, line), line) for raw, line in parts]
    lead = _LEAD.match(draft.parts[0][0]) if draft.parts else None
    if not lead:
        return
    raw, line = draft.parts[0]
    if not draft.heading:
        draft.heading = plain_heading(lead[1])
        draft.parts[0] = (raw[lead.end() :], line)
    elif _in_glossary(sheet, draft) and lead[2] == ":":
        draft.also.append(plain_heading(lead[1]))
        sheet.note("heading", f"headed {draft.heading!r} here, but its text defines {draft.also[0]!r}", line, draft)


def _in_glossary(sheet: Sheet, draft: Draft) -> bool:
    if len(draft.number) != 2:
        return False
    if sheet.outline and sheet.outline.terms_chapter() == draft.number[0]:
        return True
    line = next((s for s in reversed(sheet.source.lines[: draft.line]) if s.startswith("- name:")), "")
    return is_glossary(plain_heading(line.partition(":")[2].strip(" '\"")))


def _without_stray_quotes(sheet: Sheet, draft: Draft, raw: str, line: int) -> str:
    """Drop quotation marks that belong to the file's syntax and slipped into the text (never a pair inside it)."""
    text = raw.strip()
    wrapped = len(text) > 1 and text[0] == text[-1] == '"'
    if wrapped and ('\\"' in text or (text.count('"') == 2 and len(text.split()) > 8)):
        sheet.note("quotes", "the whole text stands in stray quotation marks; they were left out", line, draft)
        return text[1:-1].replace('\\"', '"')
    if text.count('"') % 2 and text.endswith('"'):
        sheet.note("quotes", "ends with a stray quotation mark; it was left out", line, draft)
        return text[:-1]
    if text.count('"') % 2 and text.startswith('"'):
        sheet.note("quotes", "begins with a stray quotation mark; it was left out", line, draft)
        return text[1:]
    return raw
