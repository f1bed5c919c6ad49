"""A table's own readings and rules: reading ``rulings.yaml``, every fault at once with its place and the way out."""

import datetime as dt
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from oathtools.catalog import AmbiguousName, UnknownName, find
from oathtools.kit import files, intake, schemas
from oathtools.law import rulings_variants
from oathtools.law.clauses import exists, near_numbers, spelling
from oathtools.law.rulings import (
    FILE,
    DamagedRulings,
    Fault,
    NotAPoint,
    Readings,
    TableRule,
    Taken,
    UnknownReading,
    UnknownRuling,
    card_name,
    choose,
    number_of,
    point_spelled,
    ruling,
)


def read_table(folder: Path | str) -> Readings:
    """What the table of a saga has decided; empty if its folder has no ``rulings.yaml``.

    Raises ``DamagedRulings`` with everything that is wrong with the file.
    """
    path = Path(folder) / FILE
    try:
        raw = intake.content(path, intake.TABLE)
    except FileNotFoundError:
        return Readings()
    except OSError as wrong:
        raise DamagedRulings([Fault(FILE, f"cannot be read: {wrong.strerror}", f"Look at {path}.")]) from None
    return parse(raw)


def parse(raw: bytes) -> Readings:
    """What a table's file says. Raises ``DamagedRulings`` with every fault and its line."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = raw[: wrong.start].count(b"\n") + 1
        raise DamagedRulings([Fault(f"{FILE} line {line}", "is not UTF-8 text", "Save the file as UTF-8.")]) from None
    return _RulingsReader(text).readings()


class _RulingsReader:
    """Reads the text of a table's file by its nodes, so that each fault has a line and 5.10 stays 5.10."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.faults: list[Fault] = []

    def readings(self) -> Readings:
        import yaml

        from oathtools.kit.handwritten import compose, problem

        try:
            root = compose(self.text)
        except yaml.YAMLError as wrong:
            found = problem(wrong, self.text)
            place = f"{FILE} line {found.line}, column {found.column}" if found.line else FILE
            self.faults.append(Fault(place, found.message, found.hint))
            root = None
        taken: dict[str, Taken] = {}
        rules: list[TableRule] = []
        played: list[str] = []
        for key, key_node, value in self._pairs(root, "the file", schemas.keys("rulings")):
            if key == "readings":
                self._readings(value, taken)
            elif key == "rules":
                self._rules(value, rules)
            elif key == "variants":
                played = list(self._variants(value))
            elif key == "format" and self._text(value, "format") not in (None, "", "1"):
                self._fault(key_node, "format", "is not 1, the only format known", "Leave it out, or update oathtools.")
        if self.faults:
            raise DamagedRulings(self.faults)
        return Readings(MappingProxyType(taken), tuple(rules), tuple(played))

    def _fault(self, node: Any, where: str, message: str, hint: str) -> None:
        self.faults.append(Fault(f"{FILE} line {node.start_mark.line + 1}, {where}", message, hint))

    def _pairs(self, node: Any, where: str, known: Iterable[str] | None = None) -> Iterator[tuple[str, Any, Any]]:
        """Key, key node and value node of a mapping; faults for anything else, unknown keys and keys given twice."""
        if node is None or _is_null(node):
            return
        if node.id != "mapping":
            self._fault(node, where, "should be a mapping (key: value)", "Its form: oathtools rulings --help")
            return
        seen: set[str] = set()
        for key_node, value in node.value:
            key = key_node.value if key_node.id == "scalar" else ""
            if not key:
                self._fault(key_node, where, "has a key that is no plain word", "Put a word before the colon.")
            elif known is not None and key not in known:
                self._fault(key_node, where, f"has no key {key!r}", _among(key, known))
            elif key in seen:
                self._fault(key_node, f"{where}, {key}", "is given twice", "Keep one of them.")
            else:
                seen.add(key)
                yield key, key_node, value

    def _text(self, node: Any, where: str) -> str | None:
        """The bare text of a scalar, letter for letter; None and a fault if it is none."""
        if node.id != "scalar":
            self._fault(node, where, "should be plain text", "Write it in quotes on one line.")
            return None
        return "" if _is_null(node) else " ".join(node.value.split())

    def _texts(self, node: Any, where: str) -> Iterator[tuple[Any, str]]:
        """The texts of a list, each with its node; one bare text is a list of one."""
        if _is_null(node):
            return
        for one in node.value if node.id == "sequence" else (node,):
            text = self._text(one, where)
            if text:
                yield one, text

    def _variants(self, node: Any) -> Iterator[str]:
        """The ids of the variants that a table plays with, named in any spelling."""
        seen: set[str] = set()
        for one, text in self._texts(node, "variants"):
            try:
                name = rulings_variants.named(text).id
            except rulings_variants.UnknownVariantName as wrong:
                self._fault(one, "variants", str(wrong), wrong.hint)
                continue
            if name in seen:
                self._fault(one, "variants", f"{name} is named twice", "Keep one of them.")
            seen.add(name)
            yield name

    def _date(self, node: Any, where: str) -> dt.date | None:
        text = self._text(node, where)
        if not text:
            return None
        try:
            return dt.date.fromisoformat(text)
        except ValueError:
            self._fault(node, where, f"{text!r} is no date", "Write dates as 2026-11-20.")
            return None

    def _readings(self, node: Any, taken: dict[str, Taken]) -> None:
        for key, key_node, value in self._pairs(node, "readings"):
            where = f"readings, {key}"
            decided: Taken | None = None
            if value.id == "mapping":
                decided = self._long_form(value, where)
            else:
                letter = self._text(value, where)
                if letter == "":
                    self._fault(value, where, "names no reading", f"Write {key}: a, or remove the line.")
                elif letter:
                    decided = Taken(letter)
            try:
                if decided is None:
                    ruling(key)
                    continue
                point, letter = choose(key, decided.reading)
            except (UnknownRuling, UnknownReading, NotAPoint) as wrong:
                at = value if isinstance(wrong, UnknownReading) else key_node
                self._fault(at, where, str(wrong), wrong.hint or "oathtools rulings lists all of them.")
                continue
            if point.id in taken:
                self._fault(key_node, where, f"{point.id} is decided twice", "Keep one of them.")
            taken[point.id] = decided._replace(reading=letter)

    def _long_form(self, node: Any, where: str) -> Taken | None:
        letter, day, note = None, None, ""
        found = False
        for key, _, value in self._pairs(node, where, schemas.keys("rulings.readings.*")):
            if key == "reading":
                found, letter = True, self._text(value, where)
            elif key == "date":
                day = self._date(value, f"{where}, date")
            else:
                note = self._text(value, f"{where}, note") or ""
        if not letter:
            if not found or letter == "":
                self._fault(node, where, "names no reading", "Add reading: and its letter.")
            return None
        return Taken(letter, day, note)

    def _rules(self, node: Any, rules: list[TableRule]) -> None:
        if _is_null(node):
            return
        if node.id != "sequence":
            self._fault(node, "rules", "should be a list", "Begin each rule with a dash: - id: T-1")
            return
        seen: set[str] = set()
        for number, one in enumerate(node.value, 1):
            rule = self._rule(one, f"rules, number {number}")
            if rule is None:
                continue
            if rule.id in seen:
                self._fault(one, f"rules, {rule.id}", "is given twice", "Give each rule a number of its own.")
            seen.add(rule.id)
            rules.append(rule)

    def _rule(self, node: Any, where: str) -> TableRule | None:
        if node.id != "mapping":
            self._fault(node, where, "should be a mapping", "Write - id: T-1, then clauses, question, ruling, date.")
            return None
        values: dict[str, Any] = {}
        for key, _, value in self._pairs(node, where, schemas.keys("rule_of_table")):
            values[key] = value
        spelled = self._text(values["id"], where) if "id" in values else ""
        rule_id = point_spelled(spelled or "")
        if rule_id is None or not rule_id.startswith("T-"):
            shown = f"the id {spelled!r} is not of the form T-1" if spelled else "has no id"
            self._fault(values.get("id", node), where, shown, "Number your rules T-1, T-2 and so on.")
            rule_id = None
        where = f"rules, {rule_id}" if rule_id else where
        ruled = self._text(values["ruling"], where) if "ruling" in values else ""
        if ruled == "":
            self._fault(values.get("ruling", node), where, "says nothing", "Add ruling: and what you decided.")
        clauses = tuple(self._clauses(values["clauses"], where)) if "clauses" in values else ()
        cards = tuple(self._cards(values["cards"], where)) if "cards" in values else ()
        question = self._text(values["question"], where) if "question" in values else ""
        day = self._date(values["date"], f"{where}, date") if "date" in values else None
        return TableRule(rule_id, clauses, cards, question or "", ruled, day) if rule_id and ruled else None

    def _clauses(self, node: Any, where: str) -> Iterator[str]:
        for one, text in self._texts(node, f"{where}, clauses"):
            number = spelling(text)
            if number is not None and exists(number):
                yield number
            else:
                near = " or ".join(near_numbers(number)) if number else ""
                hint = f"Did you mean {near}?" if near else "oathtools law lists the clauses."
                self._fault(one, f"{where}, clauses", f"the Law has no clause {text}", hint)

    def _cards(self, node: Any, where: str) -> Iterator[str]:
        for one, text in self._texts(node, f"{where}, cards"):
            try:
                yield card_id(text)
            except UnknownRuling as wrong:
                self._fault(one, f"{where}, cards", f"no card is called {text!r}", wrong.hint or "oathtools card NAME")


def _is_null(node: Any) -> bool:
    return bool(node.tag == "tag:yaml.org,2002:null")


def _among(word: str, known: Iterable[str]) -> str:
    from rapidfuzz import process

    names = list(known)
    near = process.extractOne(word, names, score_cutoff=60)
    return f"Did you mean {near[0]}?" if near else f"Known here: {', '.join(names)}."


def card_id(words: str) -> str:
    """The id of the card that some words name. Raises ``UnknownRuling`` with the names of the nearest cards."""
    try:
        return find(words)
    except (UnknownName, AmbiguousName) as wrong:
        raise UnknownRuling(words, map(card_name, wrong.suggestions), getattr(wrong, "beyond", None)) from None


# -- A table's own readings and rules: writing ``rulings.yaml``; comments survive, and nothing is ever half written ----


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
    files.write(path, changed)
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
