"""YAML that people write by hand: a key that stands twice is refused, and what is wrong is told with its line.

Imported only when YAML is read, since it takes the YAML reader with it.
"""

from typing import Any, NamedTuple

import yaml

_CONFLICT = ("<<<<<<<", "=======", ">>>>>>>")
_GENERIC = "Look at that line and the one above it: a bracket, a quotation mark, a colon, the indent."


class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """As the safe loader; YAML itself would let the later of two equal keys win in silence."""


def _mapping(loader: Any, node: Any) -> dict[Any, Any]:
    loader.flatten_mapping(node)
    data: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        try:
            doubled = key in data
        except TypeError:
            problem = "a key must be a word or a number"
            raise yaml.constructor.ConstructorError(None, None, problem, key_node.start_mark) from None
        if doubled:
            problem = f"the key {key!r} stands twice"
            raise yaml.constructor.ConstructorError(None, None, problem, key_node.start_mark)
        data[key] = loader.construct_object(value_node, deep=True)
    return data


Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


class Problem(NamedTuple):
    """Why a text is not read: where (lines and columns from 1, None if nothing tells), what is wrong, the way out."""

    line: int | None
    column: int | None
    message: str
    hint: str


def problem(wrong: yaml.YAMLError, text: str) -> Problem:
    """What the YAML reader stumbled over, in the words of someone who looks at the file."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith(_CONFLICT[0]) and any(each.startswith(_CONFLICT[2]) for each in lines[number:]):
            hint = f"Keep one of the two sides, and take out the lines with {', '.join(_CONFLICT)}."
            return Problem(number, 1, "two versions of this file were merged, and nobody has chosen", hint)
    mark = getattr(wrong, "problem_mark", None) or getattr(wrong, "context_mark", None)
    said = str(getattr(wrong, "problem", None) or getattr(wrong, "context", None) or str(wrong).splitlines()[0])
    if mark is None:
        return Problem(None, None, f"this is not YAML: {said}", "Look for an odd character.")
    line, column = mark.line + 1, mark.column + 1
    if isinstance(wrong, yaml.constructor.ConstructorError):
        return Problem(line, column, said, "Keep one of them." if said.endswith("twice") else _GENERIC)
    if mark.line < len(lines) and lines[mark.line][mark.column : mark.column + 1] == "\t":
        return Problem(line, column, "a tab stands here; YAML is indented with blanks", "Put blanks in its place.")
    if not "".join(lines[mark.line :])[mark.column :].strip():
        hint = "Was the file cut off? Bring back a copy of it, or close the bracket or the quotation mark."
        return Problem(max(1, min(line, len(lines))), column, f"the file ends in the midst of something: {said}", hint)
    return Problem(line, column, f"this is not YAML: {said}", _GENERIC)
