"""A table's own readings and rules: writing ``rulings.yaml``; comments survive, and nothing is ever half written."""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from oathtools import schemas, whole
from oathtools.law.rulings import (
    FILE,
    TableRule,
    Taken,
    choose,
    number_of,
    point_spelled,
)
from oathtools.law.rulings_read import parse, read_table


def set_reading(folder: Path | str, words: str, letter: str, day: dt.date, note: str | None = None) -> Taken | None:
    """Record a table's reading of a point in ``rulings.yaml``; gives what the file said of that point before.

    Without ``note`` an older note stays as long as the reading does. Raises ``UnknownRuling``, ``NotAPoint``,
    ``UnknownReading``, ``DamagedRulings`` (nothing is written then) and ``OSError``.
    """
    point, letter = choose(words, letter)
    table = read_table(folder)
    before = table.taken.get(point.id)
    if note is None:
        note = before.note if before and before.reading == letter else ""
    decided = Taken(letter, day, " ".join(note.split()))

    def change(data: Any) -> None:
        section = _section(data, "readings")
        key = next((one for one in section if point_spelled(str(one)) == point.id), point.id)
        entry = section.get(key)
        shared = any(other is entry for one, other in section.items() if one != key)  # by an anchor
        if shared or not isinstance(entry, dict):
            entry = _mapping(flow=True)
            _put(section, key, entry)
        entry["reading"], entry["date"] = decided.reading, decided.date
        if decided.note:
            entry["note"] = decided.note
        else:
            entry.pop("note", None)

    _edit(Path(folder), change, {**table.taken, point.id: decided}, table.rules)
    return before


def add_rule(
    folder: Path | str,
    ruled: str,
    day: dt.date,
    *,
    clauses: Iterable[str] = (),
    cards: Iterable[str] = (),
    question: str = "",
) -> TableRule:
    """Record a rule of a table's own in ``rulings.yaml``, under the next free number; gives its record.

    ``clauses`` and ``cards`` are ids. Raises ``DamagedRulings`` (nothing is written then) and ``OSError``.
    """
    table = read_table(folder)
    number = 1 + max((number_of(rule.id) for rule in table.rules), default=0)
    ruled, question = " ".join(ruled.split()), " ".join(question.split())
    rule = TableRule(f"T-{number}", tuple(clauses), tuple(cards), question, ruled, day)

    def change(data: Any) -> None:
        entry = _mapping()
        entry["id"] = rule.id
        for key in ("clauses", "cards"):
            if getattr(rule, key):
                entry[key] = _flow_list(getattr(rule, key))
        if rule.question:
            entry["question"] = rule.question
        entry["ruling"] = rule.ruling
        entry["date"] = day
        section = _section(data, "rules", listed=True)
        tail = _lift_tail(section)
        section.append(entry)
        _lay_tail(section, tail)

    _edit(Path(folder), change, table.taken, (*table.rules, rule))
    return rule


_HEADER = "# What this table has decided; see: oathtools rulings --help\n"


def _edit(folder: Path, change: Callable[[Any], None], taken: Mapping[str, Taken], rules: Iterable[TableRule]) -> None:
    """Change the file, if our own reader then finds exactly these decisions and rules in it."""
    import io

    from ruamel.yaml import YAML

    path = folder / FILE
    text = path.read_bytes().decode("utf-8-sig") if path.exists() else schemas.heading("rulings") + _HEADER
    ends = "\r\n" if "\r\n" in text else "\n"
    text = text.replace("\r\n", "\n")
    editor = YAML()
    editor.preserve_quotes = True
    editor.width = 4096  # lines stay as long as people made them
    editor.indent(mapping=2, sequence=4, offset=2)
    editor.explicit_start = re.search(r"^---", text, re.MULTILINE) is not None
    data = editor.load(text)
    # A file of comments alone has no place in the parsed data to hang them on: it stays in front as it is.
    lead = ""
    if data is None:
        data = _mapping()
        lead = text if not text or text.endswith("\n") else f"{text}\n"
    change(data)
    out = io.StringIO()
    editor.dump(data, out)
    changed = (lead + out.getvalue()).replace("\n", ends)
    again = parse(changed.encode())
    if again.taken != dict(taken) or list(map(_facts, again.rules)) != list(map(_facts, rules)):
        raise RuntimeError(f"{FILE} would not say what was recorded")
    whole.write(path, changed)
    schemas.put(path, "rulings", changed)


def _facts(rule: TableRule) -> tuple[Any, ...]:
    return rule.id, rule.clauses, rule.cards, rule.question, rule.ruling, rule.date


def _mapping(*, flow: bool = False) -> Any:
    from ruamel.yaml.comments import CommentedMap

    made = CommentedMap()
    if flow:
        made.fa.set_flow_style()
    return made


def _flow_list(values: Iterable[str]) -> Any:
    from ruamel.yaml.comments import CommentedSeq
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString

    made = CommentedSeq([DoubleQuotedScalarString(value) for value in values])
    made.fa.set_flow_style()
    return made


def _section(data: Any, name: str, *, listed: bool = False) -> Any:
    """A part of the file, made if it is missing or empty."""
    from ruamel.yaml.comments import CommentedSeq

    if not data.get(name):
        data[name] = CommentedSeq() if listed else _mapping()
    return data[name]


def _put(section: Any, key: str, value: Any) -> None:
    """Set a key; a new last one goes before the comments that introduce the next section."""
    tail = "" if key in section else _lift_tail(section)
    section[key] = value
    _lay_tail(section, tail)


def _lift_tail(section: Any) -> str:
    """Take off what follows the last entry but stands further left: blank lines and comments of the next section.

    ruamel hangs them on the last entry, so an entry added after it would come below them.
    """
    from ruamel.yaml.scalarstring import FoldedScalarString, LiteralScalarString

    holder, last = _last(section)
    slots = holder.ca.items.get(last) if holder is not None else None
    token = next((slot for slot in slots or () if slot is not None and not isinstance(slot, list)), None)
    if token is None:
        return ""
    first, *lines = token.value.split("\n")
    if isinstance(holder[last], FoldedScalarString | LiteralScalarString) and first:
        # After a block of text no comment can stand on the same line: the first one is a line of its own.
        first, lines = "", [" " * token.start_mark.column + first, *lines]
    column = section.lc.col or 0
    listed = isinstance(section, list)  # its dashes may stand in the same column as the next section's key
    cut = len(lines)
    for index, line in enumerate(lines):
        left = len(line) - len(line.lstrip())
        if line.strip() and (left < column or (listed and left == column)):
            cut = index
            break
    while cut and not lines[cut - 1].strip():
        cut -= 1
    if first or cut:
        token.value = "\n".join([first, *lines[:cut]]) + "\n"
    else:
        del holder.ca.items[last]
    return "\n".join(lines[cut:])


def _last(node: Any) -> tuple[Any, Any]:
    """The innermost block at the very end of a section, and its last key or index; None for both if it is empty."""
    holder, last = None, None
    while node:
        holder, last = node, next(reversed(node)) if isinstance(node, dict) else len(node) - 1
        inner = node[last]
        holds = isinstance(inner, dict | list)
        node = inner if holds and not inner.fa.flow_style() else None
    return holder, last


def _lay_tail(section: Any, tail: str) -> None:
    """Put back after the last entry what ``_lift_tail`` took off."""
    if not tail:
        return
    from ruamel.yaml.error import CommentMark
    from ruamel.yaml.tokens import CommentToken

    node = section
    if isinstance(section, list):
        node = section[-1]
    node.ca.items[next(reversed(node))] = [None, None, CommentToken(f"\n{tail}", CommentMark(0), None), None]
