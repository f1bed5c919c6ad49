"""JSON Schemas of every ``--json`` answer and of every file that a table owns, from the book ``schemas``.

``docs/formats.md`` says what the keys mean; a schema says what may stand there, to editors and to programs. The
book has each form in a notation of its own:

* ``str int num bool obj any null``, the name of a part or a file, ``<a b>`` one of these words, ``=a`` this one alone;
* ``[T]`` a list, ``{a: T, b?: T}`` an object (``b`` may be missing; of those with ``^`` exactly one is there), ``*: T``
  keys of any name, ``suit*: T`` and ``/^a/*: T`` of such names, ``...part`` the keys of a part;
* ``T | T`` either, ``T?`` or null, ``(T or T)`` forms apart; bounds ``int 0..7``, ``[T, 1..]``, a pattern ``str /^a/``;
* ``#title T`` and ``T "what it means"``; the words of keys are in ``words``, by name or by form and name.
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from oathtools.kit import datafiles, lazy
from oathtools.kit import files as whole

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = ".oathtools"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
_OK = {"type": "boolean", "description": "Was the question answered? A no is an answer."}
_DATA = {"description": "The answer; null where it is recorded and could not be told."}
_ERROR = {"description": "Why it was not answered, and the way out."}
_PART = lazy.pattern(r"#/\$defs/(.+)")
_SIMPLE = {"str": "string", "int": "integer", "num": "number", "bool": "boolean", "obj": "object", "null": "null"}
_TOKEN = lazy.pattern(r'\s*("[^"]*"|#(?:\w+|"[^"]*")|/[^/]*/|<[^>]*>|=\w+|\.{3}|\d*\.\.\d*|[\w$-]+|\S)')


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
    if name in datafiles.load("schemas")["files"]:
        made = {"$schema": DIALECT, **_described(part(name), name)}
    else:
        answer = _described(_form("answers", name), name)
        made = {"$schema": DIALECT, "title": f"oathtools {name.replace('-', ' ')} --json", **_envelope(answer)}
    return made | {"$defs": {each: _described(form, each) for each, form in sorted(_parts(made, {}).items())}}


def _described(made: Any, where: str) -> Any:
    """A schema in which every key says what it means: in its own words, or in those of the book for keys of its name.

    ``where``: the name of the schema or the part, under which a key may have words of its own.
    """
    if isinstance(made, list):
        return [_described(each, where) for each in made]
    if not isinstance(made, dict):
        return made
    described = {key: _described(each, where) for key, each in made.items()}
    if isinstance(made.get("properties"), dict):
        described["properties"] = {key: _worded(each, where, key) for key, each in described["properties"].items()}
    return described


def _worded(made: Any, where: str, key: str) -> Any:
    words = datafiles.load("schemas")["words"]
    word = words.get(f"{where}.{key}") or words.get(key)
    return {**made, "description": word} if word and "description" not in made else made


def data(name: str) -> dict[str, Any]:
    """The schema of an answer's data alone, with its parts. Raises ``KeyError`` if there is none."""
    made = _form("answers", name)
    return {**made, "$defs": dict(sorted(_parts(made, {}).items()))}


def _envelope(data: Any) -> dict[str, Any]:
    beside_data = {
        "citations": _texts("The clauses (5.5.2) and rulings (A-02) that the answer rests on."),
        "edition": {"const": datafiles.LAW, "description": "The edition of the Law that they are of."},
        "warnings": _texts("What to be aware of, in sentences for people."),
    }
    return {
        "type": "object",
        "required": ["ok", "citations", "edition", "warnings"],
        "anyOf": [
            {"required": ["data"], "properties": {"ok": {"const": True}, "data": {"anyOf": [data, {"type": "null"}]}}},
            {"required": ["error"], "properties": {"ok": {"const": False}, "error": {"$ref": "#/$defs/error"}}},
        ],
        "properties": {"ok": _OK, "data": _DATA, "error": _ERROR, **beside_data},
    }


def _texts(words: str) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string"}, "description": words}


def _parts(made: Any, known: dict[str, Any]) -> dict[str, Any]:
    """The parts that a schema names, and those that they name."""
    for name in _named_in(made):
        if name not in known:
            known[name] = part(name)
            _parts(known[name], known)
    return known


def part(name: str) -> dict[str, Any]:
    """The schema of a part or of a file, without its words and what it names. Raises ``KeyError`` if there is none."""
    return _form("parts" if name in datafiles.load("schemas")["parts"] else "files", name)


@cache
def _form(room: str, name: str) -> dict[str, Any]:
    return Notation(datafiles.load("schemas")[room][name]).schema


def keys(path: str) -> tuple[str, ...]:
    """The keys that a form names, in their order, or what stands in it under keys (``*``: under any, in a list).

    Readers know by it what may stand in a file. Raises ``KeyError`` for a form that names none.
    """
    return tuple(_at(path)["properties"])


def words(path: str) -> tuple[str, ...]:
    """The words of which one may stand under a key: ``position.turn.phase``. Raises ``KeyError`` where others may."""
    return tuple(_at(path)["enum"])


def _at(path: str) -> dict[str, Any]:
    name, *inner = path.split(".")
    form = part(name)
    for key in inner:
        form = form.get("additionalProperties") or form["items"] if key == "*" else _mapping(form)["properties"][key]
    return _mapping(form)


def _mapping(form: dict[str, Any]) -> dict[str, Any]:
    """A form itself, or the one of several that names keys."""
    return next((each for each in form.get("anyOf", ()) if "properties" in each), form)


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


# -- beside a file -----------------------------------------------------------------------------------------------------


def heading(name: str) -> str:
    """The first line of a new YAML file: which schema it has, for editors; ``put`` lays it there."""
    return f"# yaml-language-server: $schema={_address(name)}\n"


def put(path: "Path", name: str, text: str) -> None:
    """The schema that a file's text names, as this version has it, in ``.oathtools`` beside the file.

    A text that names none has none. A folder where nothing can be written goes without.
    """
    if _address(name) not in text:
        return
    target = path.parent / _address(name)
    content = json.dumps(schema(name), indent=1, ensure_ascii=False) + "\n"
    with suppress(OSError):
        if not target.is_file() or target.read_bytes() != content.encode():
            target.parent.mkdir(exist_ok=True)
            whole.write(target, content)


def remove(path: "Path", name: str) -> None:
    """No schema beside a file that was not written after all."""
    target = path.parent / _address(name)
    target.unlink(missing_ok=True)
    with suppress(OSError):  # others lie there
        target.parent.rmdir()


def _address(name: str) -> str:
    return f"{FOLDER}/{name}.schema.json"


# -- the notation ------------------------------------------------------------------------------------------------------


class Notation:
    """Reads one form of the book; ``schema`` is its JSON Schema, in which parts are named. Raises ``ValueError``."""

    def __init__(self, text: str) -> None:
        self._tokens = _TOKEN.findall(text)
        self.schema = self._form()
        if self._tokens:
            raise ValueError(f"what is {self._tokens[0]} in {text}?")

    def _take(self, wanted: str = "") -> str:
        """The next token, which has to be the wanted one, if one is."""
        if not self._tokens or wanted not in ("", self._tokens[0]):
            raise ValueError(f"{wanted or 'something'} is missing before {' '.join(self._tokens) or 'the end'}")
        return str(self._tokens.pop(0))

    def _has(self, *starts: str) -> str:
        """The next token, taken if it begins with one of these; else an empty text."""
        return self._take() if self._tokens and self._tokens[0].startswith(starts) else ""

    def _form(self) -> dict[str, Any]:
        title = self._has("#").strip('#"')
        made = self._one()
        while self._has("|"):
            made = _either(made, self._one())
        if self._has("?"):
            made = _or_null(made)
        words = self._has('"').strip('"')
        return {**({"title": title} if title else {}), **made, **({"description": words} if words else {})}

    def _one(self) -> dict[str, Any]:
        token = self._take()
        if token in _SIMPLE:
            bounds = self._bounds("minimum", "maximum") if token in ("int", "num") else {}
            return {"type": _SIMPLE[token], **bounds, **self._pattern()}
        if token[0] == "<":
            return {"enum": token[1:-1].split()}
        if token[0] == "=":
            return {"const": int(token[1:]) if token[1:].isdigit() else token[1:]}
        if made := {"[": self._list, "{": self._object, "(": self._any_of}.get(token):
            return made()
        if not token[0].isalpha():
            raise ValueError(f"a form does not begin with {token}")
        return {} if token == "any" else {"$ref": f"#/$defs/{token}"}

    def _any_of(self) -> dict[str, Any]:
        forms = [self._form()]
        while not self._has(")"):
            self._take("or")
            forms.append(self._form())
        return {"anyOf": forms}

    def _list(self) -> dict[str, Any]:
        items = {} if self._tokens[:1] == ["]"] else self._form()
        bounds = self._bounds("minItems", "maxItems") if self._has(",") else {}
        self._take("]")
        return {"type": "array", **bounds, **({"items": items} if items else {})}

    def _object(self) -> dict[str, Any]:
        made: dict[str, Any] = {"type": "object", "required": [], "properties": {}, "oneOf": []}
        while not self._has("}"):
            self._key(made)
            if self._tokens[:1] != ["}"]:
                self._take(",")
        return {key: value for key, value in made.items() if value}

    def _key(self, made: dict[str, Any]) -> None:
        """What stands under a key, under all other keys (``names*``), or in a part whose keys are these, too."""
        if self._has("..."):
            spread = part(self._take())
            made["properties"] |= spread["properties"]
            made["required"] += spread["required"]
            return
        name = self._take()
        mark = name if name == "*" else self._has("?", "^", "*")
        self._take(":")
        if mark == "*":
            made |= {} if name == "*" else {"propertyNames": _names(name)}
            made["additionalProperties"] = self._form() or True
            return
        made["properties"][name] = self._form()
        if mark != "?":
            made["oneOf" if mark else "required"].append({"required": [name]} if mark else name)

    def _bounds(self, least: str, most: str) -> dict[str, int]:
        if ".." not in "".join(self._tokens[:1]):
            return {}
        low, _, high = self._take().partition("..")
        return {name: int(bound) for name, bound in ((least, low), (most, high)) if bound}

    def _pattern(self) -> dict[str, str]:
        pattern = self._has("/")[1:-1]
        return {"pattern": pattern} if pattern else {}


def _names(name: str) -> dict[str, Any]:
    return {"pattern": name[1:-1]} if name[0] == "/" else {"$ref": f"#/$defs/{name}"}


def _either(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    types = [*([one["type"]] if isinstance(one["type"], str) else one["type"]), other["type"]]
    return {"type": types, **{key: value for key, value in {**one, **other}.items() if key != "type"}}


def _or_null(made: dict[str, Any]) -> dict[str, Any]:
    if "type" in made:
        return _either(made, {"type": "null"})
    return {"enum": [*made["enum"], None]} if "enum" in made else {"anyOf": [made, {"type": "null"}]}
