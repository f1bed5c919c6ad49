"""JSON Schemas of every ``--json`` answer and of every file that a table owns, from the book ``schemas``.

``docs/formats.md`` says what the keys mean; a schema says what may stand there, to editors and to programs.
"""

import re
from collections.abc import Iterator
from typing import Any

from oathtools import datafiles, edition

_OK = {"type": "boolean", "description": "Was the question answered? A no is an answer."}
_DATA = {"description": "The answer; null where it is recorded and could not be told."}
_ERROR = {"description": "Why it was not answered, and the way out."}
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
    """The schema of that name, whole, with what each key means: an answer's is of the one object on standard output.

    Raises ``KeyError`` if there is none.
    """
    book = datafiles.load("schemas")
    if name in book["files"]:
        made = {"$schema": DIALECT, **_described(book["files"][name], name)}
    else:
        told = _described(book["answers"][name], name)
        made = {"$schema": DIALECT, "title": f"oathtools {name.replace('-', ' ')} --json", **_envelope(told)}
    return made | {"$defs": {each: _described(part, each) for each, part in sorted(_parts(made, {}).items())}}


def _described(made: Any, where: str) -> Any:
    """A schema in which every key says what it means: in its own words, or in those of the book for keys of its name.

    ``where``: the name of the schema or the part, under which a key may have words of its own.
    """
    if isinstance(made, list):
        return [_described(each, where) for each in made]
    if not isinstance(made, dict):
        return made
    told = {key: _described(each, where) for key, each in made.items()}
    if isinstance(made.get("properties"), dict):
        told["properties"] = {key: _worded(each, where, key) for key, each in told["properties"].items()}
    return told


def _worded(made: Any, where: str, key: str) -> Any:
    words = datafiles.load("schemas")["words"]
    word = words.get(f"{where}.{key}") or words.get(key)
    return {**made, "description": word} if word and "description" not in made else made


def data(name: str) -> dict[str, Any]:
    """The schema of an answer's data alone, with its parts. Raises ``KeyError`` if there is none."""
    made = datafiles.load("schemas")["answers"][name]
    return {**made, "$defs": dict(sorted(_parts(made, {}).items()))}


def _envelope(data: Any) -> dict[str, Any]:
    told = {
        "citations": _texts("The clauses (5.5.2) and rulings (A-02) that the answer rests on."),
        "edition": {"const": edition.LAW, "description": "The edition of the Law that they are of."},
        "warnings": _texts("What to be aware of, in sentences for people."),
    }
    return {
        "type": "object",
        "required": ["ok", "citations", "edition", "warnings"],
        "anyOf": [
            {"required": ["data"], "properties": {"ok": {"const": True}, "data": {"anyOf": [data, {"type": "null"}]}}},
            {"required": ["error"], "properties": {"ok": {"const": False}, "error": {"$ref": "#/$defs/error"}}},
        ],
        "properties": {"ok": _OK, "data": _DATA, "error": _ERROR, **told},
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
