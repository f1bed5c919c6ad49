"""YAML that people write by hand: a key that stands twice is refused, and what is wrong is told with its line.

Imported only when YAML is read, since it takes the YAML reader with it.
"""

from typing import Any, NamedTuple

import yaml

from oathtools.kit import intake

_NO_VALUE = "looks like a date or a number, and is none"
_CONFLICT = ("<<<<<<<", "=======", ">>>>>>>")
_GENERIC = "Look at that line and the one above it: a bracket, a quotation mark, a colon, the indent."


class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """As the safe loader; YAML itself would let the later of two equal keys win in silence.

    A value that looks like a date or a number and is none is told with its line, and so is too large a number.
    """

    def construct_object(self, node: Any, deep: bool = False) -> Any:
        try:
            value = super().construct_object(node, deep=deep)
        except (ValueError, OverflowError, AttributeError, TypeError, KeyError):
            raise _constructor_error(f"{str(node.value)[:20]!r} {_NO_VALUE}", node) from None
        if value != value:
            raise _constructor_error("this is no number", node)
        if isinstance(value, int | float) and abs(value) > intake.LARGEST:
            raise _constructor_error("this number is too large", node)
        if isinstance(value, bytes | set):
            raise _constructor_error("only words, numbers, lists and mappings are read here", node)
        return value


def _constructor_error(problem: str, node: Any) -> yaml.YAMLError:
    return yaml.constructor.ConstructorError(None, None, problem, node.start_mark)


def _mapping(loader: Any, node: Any) -> dict[Any, Any]:
    loader.flatten_mapping(node)
    data: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        try:
            doubled = key in data
        except TypeError:
            raise _constructor_error("a key must be a word or a number", key_node) from None
        if doubled:
            raise _constructor_error(f"the key {key!r} stands twice", key_node)
        data[key] = loader.construct_object(value_node, deep=True)
    return data


Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


def load(text: str) -> Any:
    """The data of a YAML text. Raises ``yaml.YAMLError``, also for what is too deep or too much."""
    _weigh(text)
    return yaml.load(text, Loader=Loader)


def compose(text: str) -> Any:
    """The nodes of a YAML text, each with its line; None for an empty one. Raises ``yaml.YAMLError``."""
    _weigh(text)
    return yaml.compose(text, Loader=Loader)


def _weigh(text: str) -> None:
    try:
        found = intake.weigh(yaml.parse(text, Loader=Loader))
    except yaml.scanner.ScannerError as fault:  # from PyYAML 6.0.4 on the scanner counts, too, before the parser does
        if "nesting depth" not in str(fault.problem):
            raise
        found = intake.TOO_DEEP, fault.problem_mark
    if found:
        raise TooMuchYaml(None, None, *found)


class TooMuchYaml(yaml.MarkedYAMLError):
    """Too deep, or too much for the file of a person."""


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
    message = str(getattr(wrong, "problem", None) or getattr(wrong, "context", None) or str(wrong).splitlines()[0])
    if mark is None:
        return Problem(None, None, f"this is not YAML: {message}", "Look for an odd character.")
    line, column = mark.line + 1, mark.column + 1
    if isinstance(wrong, yaml.constructor.ConstructorError):
        hint = "Keep one of them." if message.endswith("twice") else _GENERIC
        return Problem(line, column, message, "Put a name in quotation marks." if message.endswith(_NO_VALUE) else hint)
    if isinstance(wrong, TooMuchYaml):
        return Problem(line, column, message, "Is this the file that was meant?")
    if mark.line < len(lines) and lines[mark.line][mark.column : mark.column + 1] == "\t":
        return Problem(line, column, "a tab stands here; YAML is indented with blanks", "Put blanks in its place.")
    if not "".join(lines[mark.line :])[mark.column :].strip():
        hint = "Was the file cut off? Bring back a copy of it, or close the bracket or the quotation mark."
        return Problem(
            max(1, min(line, len(lines))), column, f"the file ends in the midst of something: {message}", hint
        )
    return Problem(line, column, f"this is not YAML: {message}", _GENERIC)
