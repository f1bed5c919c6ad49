"""A position as YAML for people: one line for each player and site, long lines broken between entries."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_WIDTH = 110
_PLAIN = re.compile(r"[A-Za-z][\w '.-]*[\w'.]|[A-Za-z]", re.ASCII)
# What YAML would not read as text.
_WORDS = ("true", "false", "null", "yes", "no", "on", "off")
_ROWS = ("players", "sites", "promises")
_PARTS = ("banners", "discard_piles", "world_deck", "relic_deck", "site_deck")


def as_yaml(data: Mapping[str, Any]) -> str:
    """A position in block style on the outside and flow style within."""
    lines: list[str] = []
    for key, value in data.items():
        if key in _ROWS and isinstance(value, list) and value:
            lines.append(f"{key}:")
            for row in value:
                lines += _fill("  - ", "      ", row)
        elif key in _PARTS and isinstance(value, dict) and value:
            lines.append(f"{key}:")
            for name, part in value.items():
                lines += _fill(f"  {scalar(name)}: ", "    ", part)
        else:
            lines += _fill(f"{scalar(key)}: ", "  ", value)
    return "\n".join(lines) + "\n"


def _fill(first: str, later: str, value: Any) -> list[str]:
    """The pieces of a value on as many lines as they need."""
    lines = [first]
    for piece in _pieces(value):
        if len(lines[-1]) + len(piece) > _WIDTH and lines[-1].strip() not in ("", "-", first.strip()):
            lines[-1] = lines[-1].rstrip()
            lines.append(later)
        lines[-1] += piece + " "
    return [line.rstrip() for line in lines]


def _pieces(value: Any) -> list[str]:
    """A value in flow style, in pieces between which a line may be broken."""
    if isinstance(value, Mapping):
        return _joined("{", [_keyed(key, each) for key, each in value.items()], "}")
    if isinstance(value, list | tuple):
        return _joined("[", [_pieces(each) for each in value], "]")
    return [scalar(value)]


def _keyed(key: Any, value: Any) -> list[str]:
    first, *rest = _pieces(value)
    return [f"{scalar(key)}: {first}", *rest]


def _joined(opens: str, entries: list[list[str]], closes: str) -> list[str]:
    if not entries:
        return [opens + closes]
    pieces = list(_with_commas(entries))
    pieces[0] = opens + pieces[0]
    pieces[-1] += closes
    return pieces


def _with_commas(entries: list[list[str]]) -> Iterator[str]:
    for entry in entries[:-1]:
        yield from entry[:-1]
        yield f"{entry[-1]},"
    yield from entries[-1]


def scalar(value: Any) -> str:
    """One value: words bare where YAML reads them as text, else in quotation marks."""
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.casefold() not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)
