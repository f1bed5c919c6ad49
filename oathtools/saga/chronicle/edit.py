"""Editing the Chronicle file in place: comments, the order of keys and the spelling of what stays are kept.

This is the only part of the saga that loads ruamel.yaml.
"""

import io
import re
from typing import Any

from oathtools.saga.chronicle.form import migrate


def edited(text: str, before: dict[str, Any], after: dict[str, Any]) -> str:
    """The text of a Chronicle file that says ``before``, made to say ``after`` (both as ``to_data`` has them).

    A key whose value is the same is left as it is written. Rows of the map keep their comments with their sites; the
    history is added to at its end.
    """
    from ruamel.yaml import YAML

    ends = "\r\n" if "\r\n" in text else "\n"
    text = text.replace("\r\n", "\n")
    editor = YAML()
    editor.preserve_quotes = True
    editor.brace_single_entry_mapping_in_flow_sequence = True  # a site alone reads like the others
    editor.width = 4096  # lines stay as long as people made them
    indented = re.search(r"^\w+:[^\n]*\n(?:\s*#[^\n]*\n)*(\s+)- ", text, re.MULTILINE) is not None
    editor.indent(mapping=2, sequence=4 if indented else 2, offset=2 if indented else 0)
    editor.explicit_start = re.search(r"^---", text, re.MULTILINE) is not None
    data = editor.load(text)
    migrate(data)
    tail = _cut_tail(data)
    for key, value in after.items():
        if key in data and before.get(key) == value:
            continue
        if key == "map":
            data[key] = _rows(data.get(key), before.get(key) or [], value)
        elif key == "history":
            _append(data, before.get(key) or [], value)
        else:
            _put(data, key, value)
    for key in [key for key in data if key not in after and key in before]:
        del data[key]
    out = io.StringIO()
    editor.dump(data, out)
    shown = out.getvalue()
    return (shown if not tail else f"{shown.rstrip()}\n{tail}").replace("\n", ends)


def _put(holder: Any, key: Any, value: Any) -> None:
    """Set a value; a mapping is changed key by key, so that what stands beside its keys stays."""
    old = holder.get(key)
    if isinstance(old, dict) and isinstance(value, dict) and old:
        for inner in [inner for inner in old if inner not in value]:
            del old[inner]
        for inner, each in value.items():
            if inner not in old or old[inner] != each:
                _put(old, inner, each)
        return
    holder[key] = _node(value)


def _node(value: Any, flow: bool = False) -> Any:
    """A value as the editor writes it: short lists on one line."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq

    if isinstance(value, dict):
        made = CommentedMap({key: _node(each, flow) for key, each in value.items()})
        if flow:
            made.fa.set_flow_style()
        return made
    if isinstance(value, list):
        plain = all(not isinstance(each, dict) or set(each) <= {"unknown", "n", "may_be"} for each in value)
        listed = CommentedSeq([_node(each, True) for each in value])
        if flow or plain:
            listed.fa.set_flow_style()
        return listed
    return value


def _rows(old: Any, before: list[Any], after: list[Any]) -> Any:
    """The rows of the map: a row that stays, moved or not, keeps how it is written and the comment beside it."""
    from ruamel.yaml.comments import CommentedSeq

    rows = CommentedSeq()
    if old is None:
        old = CommentedSeq()
    free = list(range(len(before)))
    for number, row in enumerate(after):
        at = next((each for each in free if _site(before[each]) == _site(row) is not None), None)
        if at is None or at >= len(old):
            rows.append(_node(row, True))
            continue
        free.remove(at)
        node = old[at]
        if before[at] != row:
            if isinstance(node, dict):
                _change_row(node, row)
            else:
                node = _node(row, True)
        rows.append(node)
        beside = old.ca.items.get(at) if hasattr(old, "ca") else None
        if beside is not None:
            rows.ca.items[number] = beside
    if hasattr(old, "ca"):
        rows.ca.comment = old.ca.comment
    return rows


def _site(row: Any) -> str | None:
    site = row.get("site") if isinstance(row, dict) else None
    return site if isinstance(site, str) else None


def _change_row(node: Any, row: dict[str, Any]) -> None:
    for key in [key for key in node if key not in row]:
        del node[key]
    for key, value in row.items():
        if node.get(key) != value and key != "site":
            node[key] = _node(value, True)


def _append(data: Any, before: list[Any], after: list[Any]) -> None:
    """Add to the history; entries that are no longer the same are written anew."""
    from ruamel.yaml.comments import CommentedSeq

    if not data.get("history"):
        data["history"] = CommentedSeq()
    listed = data["history"]
    listed.fa.set_block_style()
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    del listed[same:]
    for entry in after[same:]:
        node = _node(entry)
        if isinstance(node, dict):
            for key, value in node.items():
                if isinstance(value, dict | list):
                    node[key].fa.set_flow_style()
        listed.append(node)


def _cut_tail(data: Any) -> str:
    """Take off the comment that ends the file: ruamel hangs it on the last value, which may be replaced."""
    node: Any = data
    holder: Any = None
    last: Any = None
    while _is_block(node):
        holder = node
        last = next(reversed(node)) if isinstance(node, dict) else len(node) - 1
        node = node[last]
    slots = holder.ca.items.get(last) if holder is not None else None
    token = next((slot for slot in slots or () if slot is not None and not isinstance(slot, list)), None)
    if token is None:
        return ""
    first, newline, rest = token.value.partition("\n")
    if not rest.strip():
        return ""
    token.value = first + newline
    return rest.strip("\n") + "\n"


def _is_block(node: Any) -> bool:
    """Is this a mapping or list of several lines, with something in it?"""
    return bool(isinstance(node, dict | list) and node) and not node.fa.flow_style()
