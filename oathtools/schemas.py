"""JSON Schemas of every ``--json`` answer and of every file that a table owns, from the book ``schemas``.

``docs/formats.md`` says what the keys mean; a schema says what may stand there, to editors and to programs.
"""

import re
from collections.abc import Iterator
from typing import Any

from oathtools import datafiles, edition

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PART = re.compile(r"#/\$defs/(.+)")


def names() -> tuple[list[str], list[str]]:
    """The names of the schemas: those of answers, by command, and those of files."""
    book = datafiles.load("schemas")
    return sorted(book["answers"]), sorted(book["files"])


def named(name: str) -> str | None:
    """The name of the schema that is meant: a file, a command in any spelling, a group of commands by what it shows."""
    bare = "-".join(re.split(r"[\s.\-_]+", name.strip().casefold().removesuffix(".yaml")))
    answers, files = names()
    return next((each for each in (bare, f"{bare}-show", f"{bare}-file") if each in (*answers, *files)), None)


def schema(name: str) -> dict[str, Any]:
    """The schema of that name, whole: an answer's is that of the one object on standard output.

    Raises ``KeyError`` if there is none.
    """
    book = datafiles.load("schemas")
    if name in book["files"]:
        made = {"$schema": DIALECT, **book["files"][name]}
    else:
        made = {"$schema": DIALECT, "title": f"oathtools {name.replace('-', ' ')} --json", **_envelope(name)}
    return made | {"$defs": dict(sorted(_parts(made, {}).items()))}


def data(name: str) -> dict[str, Any]:
    """The schema of an answer's data alone, with its parts. Raises ``KeyError`` if there is none."""
    made = datafiles.load("schemas")["answers"][name]
    return {**made, "$defs": dict(sorted(_parts(made, {}).items()))}


def _envelope(name: str) -> dict[str, Any]:
    told = {
        "citations": _texts("The clauses (5.5.2) and rulings (A-02) that the answer rests on."),
        "edition": {"const": edition.LAW, "description": "The edition of the Law that they are of."},
        "warnings": _texts("What to be aware of, in sentences for people."),
    }
    data = datafiles.load("schemas")["answers"][name]
    return {
        "type": "object",
        "required": ["ok", "citations", "edition", "warnings"],
        "anyOf": [
            {"required": ["data"], "properties": {"ok": {"const": True}, "data": {"anyOf": [data, {"type": "null"}]}}},
            {"required": ["error"], "properties": {"ok": {"const": False}, "error": {"$ref": "#/$defs/error"}}},
        ],
        "properties": {"ok": {"type": "boolean"}, "data": {}, "error": {}, **told},
    }


def _texts(said: str) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string"}, "description": said}


def _parts(made: Any, known: dict[str, Any]) -> dict[str, Any]:
    """The parts that a schema names, and those that they name."""
    for name in _named_in(made):
        if name not in known:
            known[name] = _part(name)
            _parts(known[name], known)
    return known


def _part(name: str) -> Any:
    book = datafiles.load("schemas")
    return next(found[name] for found in (book["parts"], book["stated"], book["files"]) if name in found)


def _named_in(made: Any) -> Iterator[str]:
    if isinstance(made, dict):
        ref = made.get("$ref")
        if isinstance(ref, str) and (found := _PART.fullmatch(ref)):
            yield found[1]
        for each in made.values():
            yield from _named_in(each)
    elif isinstance(made, list):
        for each in made:
            yield from _named_in(each)
