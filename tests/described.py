"""Are answers and files what their schemas say? Those of every test are asked that (``tests/conftest.py``)."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import click
import yaml
from jsonschema import Draft202012Validator

from oathtools.kit import schemas

ANSWERS, FILES = schemas.names()
SEEN: set[str] = set()  # the keys that answers of this run have had (``declared``)
# A campaign takes a modifier only where a pack brings one: none of the box is used with a whole campaign.
NEVER = {"legal.families.defenders.with"}
# Who is taught are people, who deal: no seed.
NEVER |= {"teach/start.chance.seed"}


def closed(schema: Any) -> Any:
    """The same schema, but that it allows no key that it does not name."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    shut = {key: closed(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), Mapping) and "additionalProperties" not in schema:
        shut["additionalProperties"] = False
    return shut


@cache
def validator(name: str) -> Draft202012Validator:
    """One for an answer's data, for a file, or (``error``) for what an answer says that was refused."""
    whole = schemas.schema("ask" if name == "error" else name)
    if name == "error":
        wanted = {"$ref": "#/$defs/error"}
    elif name in FILES:
        wanted = {key: value for key, value in whole.items() if key != "$defs"}
    else:
        wanted = whole["anyOf"][0]["properties"]["data"]
    return Draft202012Validator(
        {**closed(wanted), "$defs": {key: closed(each) for key, each in whole["$defs"].items()}}
    )


def faults(name: str, data: Any) -> Iterator[str]:
    """What a value has that its schema does not allow, with its place: the library says it where it does not fit."""
    keys: set[str] = set()
    fits = Fit(validator(name).schema["$defs"], keys)(validator(name).schema, data, name)
    SEEN.update(keys)
    if fits:
        return
    for fault in validator(name).iter_errors(data):
        deepest = fault
        while deepest.context:
            deepest = max(deepest.context, key=lambda each: len(each.absolute_path))
        yield f"{name}: {'/'.join(map(str, deepest.absolute_path))}: {deepest.message[:300]}"


def of_answer(answer: Any) -> list[str]:
    """The same of the one object on standard output, by the command that is running."""
    context = click.get_current_context(silent=True)
    if set(answer) != {"ok", "data" if answer["ok"] else "error", "citations", "edition", "warnings"}:
        return [f"the object has the keys {', '.join(answer)}"]
    if not answer["ok"]:
        return list(faults("error", answer["error"]))
    if context is None or answer["data"] is None:
        return []
    name = "-".join(context.command_path.split()[1:])
    return list(faults(name if name in ANSWERS else f"{name}-show", json.loads(json.dumps(answer["data"]))))


def checking(print_json: Callable[[Any], str], found: list[str]) -> Callable[[Any], str]:
    """The function that writes an answer as JSON, which notes besides what its schema does not allow."""

    def written(answer: Any) -> str:
        found.extend(of_answer(answer))
        return print_json(answer)

    return written


class Fit:
    """Does a value fit a form of ours? Nearly all do, in a tenth of the library's time; which keys it has is noted."""

    def __init__(self, parts: Mapping[str, Any], keys: set[str]) -> None:
        self._parts = parts
        self._keys = keys

    def __call__(self, form: Any, value: Any, where: str) -> bool:
        """``where``: the part or answer that the form is of, and the path in it."""
        return all(_RULES[word](self, form, value, where) for word in form if word not in _WORDS)

    def type(self, form: Any, value: Any, _: str) -> bool:
        kinds = form["type"]
        return any(_is(value, each) for each in ([kinds] if isinstance(kinds, str) else kinds))

    def values(self, form: Any, value: Any, _: str) -> bool:
        """``enum`` and ``const``: true is not 1."""
        allowed = form["enum"] if "enum" in form else [form["const"]]
        return any(each == value and isinstance(each, bool) == isinstance(value, bool) for each in allowed)

    def ref(self, form: Any, value: Any, _: str) -> bool:
        part = form["$ref"].rpartition("/")[2]
        return self(self._parts[part], value, part)

    def any_of(self, form: Any, value: Any, where: str) -> bool:
        """The keys of each form that it fits are noted, of those that it does not fit none."""
        found = False
        for each in form["anyOf"]:
            inner = Fit(self._parts, set())
            if inner(each, value, _titled(each, where)):
                self._keys.update(inner._keys)
                found = True
        return found

    def one_of(self, form: Any, value: Any, where: str) -> bool:
        return sum(Fit(self._parts, set())(each, value, where) for each in form["oneOf"]) == 1

    def required(self, form: Any, value: Any, _: str) -> bool:
        return not isinstance(value, dict) or all(key in value for key in form["required"])

    def properties(self, form: Any, value: Any, where: str) -> bool:
        if not isinstance(value, dict):
            return True
        here = {key: each for key, each in form["properties"].items() if key in value}
        self._keys.update(f"{where}.{key}" for key in here)
        return all(self(each, value[key], f"{where}.{key}") for key, each in here.items())

    def others(self, form: Any, value: Any, where: str) -> bool:
        """``additionalProperties``: a form, or that there may be none."""
        if not isinstance(value, dict):
            return True
        others, known = form["additionalProperties"], form.get("properties", {})
        loose = [each for key, each in value.items() if key not in known]
        if isinstance(others, bool):
            return others or not loose
        return all(self(others, each, _titled(others, where)) for each in loose)

    def names(self, form: Any, value: Any, where: str) -> bool:
        return not isinstance(value, dict) or all(self(form["propertyNames"], key, where) for key in value)

    def items(self, form: Any, value: Any, where: str) -> bool:
        inner = form["items"]
        return not isinstance(value, list) or all(self(inner, each, _titled(inner, where)) for each in value)

    def bounds(self, form: Any, value: Any, _: str) -> bool:
        size, least, most = value, form.get("minimum"), form.get("maximum")
        if isinstance(value, list):
            size, least, most = len(value), form.get("minItems"), form.get("maxItems")
        elif not _is(value, "number"):
            return True
        return (least is None or size >= least) and (most is None or size <= most)

    def pattern(self, form: Any, value: Any, _: str) -> bool:
        return not isinstance(value, str) or re.search(form["pattern"], value) is not None


# A word that stands in neither is a fault of ``described``, so that none is passed over.
_RULES: dict[str, Callable[[Fit, Any, Any, str], bool]] = {
    "type": Fit.type,
    "enum": Fit.values,
    "const": Fit.values,
    "$ref": Fit.ref,
    "anyOf": Fit.any_of,
    "oneOf": Fit.one_of,
    "required": Fit.required,
    "properties": Fit.properties,
    "additionalProperties": Fit.others,
    "propertyNames": Fit.names,
    "items": Fit.items,
    "pattern": Fit.pattern,
    **dict.fromkeys(("minimum", "maximum", "minItems", "maxItems"), Fit.bounds),
}
_WORDS = {"description", "title", "$defs", "$schema"}


def _is(value: Any, kind: str) -> bool:
    if kind in ("integer", "number"):
        whole = isinstance(value, int) or (isinstance(value, float) and (kind == "number" or value.is_integer()))
        return whole and not isinstance(value, bool)
    return isinstance(value, _TYPES[kind])


_TYPES: dict[str, type] = {"string": str, "boolean": bool, "null": type(None), "array": list, "object": dict}


# -- files -------------------------------------------------------------------------------------------------------------

# What a file's first comment names; where there is none, its own name says what it is.
_NAMED = re.compile(r"# yaml-language-server: \$schema=\.oathtools/(.+)\.schema\.json\n")
_KINDS = {"chronicle.yaml": "chronicle", "rulings.yaml": "rulings", "results.json": "simulation", "*.yaml": "position"}
# Pages, drafts as people left them, halves of lines, and what the tool keeps for itself, in whatever form it likes.
_FREE = (
    "*.html",
    "*.md",
    "*.svg",
    "*.csv",
    "*.ics",
    "plays.json",
    "*.draft.yaml",
    "*.torn-*",
    "*.states",
    ".phones.json",
    "pulls.json",
)
_FREE += ("plan.json", "books/*.json", "*.txt")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_META = Draft202012Validator(Draft202012Validator.META_SCHEMA)


def of_file(path: Path, content: str | bytes) -> list[str]:
    """What a file that is written has that its schema does not allow; one that nobody has described is told, too."""
    if any(map(path.match, _FREE)):
        return []
    text = content if isinstance(content, str) else content.decode("utf-8-sig")
    if path.match("*.schema.json"):
        return list(_of_schema(text))
    if path.match("*.jsonl"):
        return [fault for line in text.splitlines() for fault in of_line(line)]
    named = _NAMED.match(text)
    kind = named[1] if named else next((kind for name, kind in _KINDS.items() if path.match(name)), None)
    return list(faults(kind, _plain(yaml.load(text, _LOADER)))) if kind else [f"no schema says what {path} is"]


@lru_cache(maxsize=64)
def _of_schema(text: str) -> tuple[str, ...]:
    """The same schemas lie in every saga."""
    return tuple(fault.message for fault in _META.iter_errors(json.loads(text)))


def of_line(line: str) -> list[str]:
    """The same of a line of a journal."""
    return list(faults("journal", json.loads(line)))


def _plain(value: Any) -> Any:
    """Dates as YAML reads them are texts in JSON."""
    return json.loads(json.dumps(value, default=str))


def checking_file(write: Callable[..., None], found: list[str]) -> Callable[..., None]:
    """The function that writes a whole file, which notes besides what its schema does not allow."""

    def written(path: Path, content: str | bytes, *, new: bool = False) -> None:
        write(path, content, new=new)
        found.extend(of_file(path, content))

    return written


def checking_line(dump: Callable[[Any], str], found: list[str]) -> Callable[[Any], str]:
    """The same for the function that makes a line of a journal of entries."""

    def dumped(entries: Any) -> str:
        line = dump(entries)
        found.extend(of_line(line))
        return line

    return dumped


# -- keys --------------------------------------------------------------------------------------------------------------


DAYS = ("not soak", "soak or not soak")  # what -m says in a run of a day (pyproject.toml), and in one of everything


def is_of_everything(session: Any) -> bool:
    """Were all tests of a day run, or all there are, and did all of them pass?"""
    option = session.config.option
    chosen = option.keyword or option.collectonly or getattr(option, "lf", False) or option.deselect
    everywhere = {Path(each).resolve() for each in session.config.args} == {Path(__file__).parent.resolve()}
    return everywhere and not chosen and option.markexpr in DAYS and not session.testsfailed


def unseen() -> set[str]:
    """The keys that a schema of an answer names and no answer of this run has had."""
    return set().union(*map(declared, [*ANSWERS, "error"])) - SEEN - NEVER


@cache
def declared(name: str) -> set[str]:
    """Every key that the schema of an answer (or ``error``) names: the part or answer that it is of, and its path."""
    whole = validator(name).schema
    forms = {name: whole, **{part: form for part, form in whole["$defs"].items() if part not in _STATED}}
    return {key for form, made in forms.items() if form not in FILES for key in _declared(made, form)}


# Parts of what people may write: of their keys an answer has only those that are written.
_STATED = {"card_stated", "deck_stated", "deck_counted", "card_kept", "unknown_kept", "deck_kept", "sealed"}
_STATED |= {"card_away", "card_piled", "secrets_stated", "player", "site"}


def _declared(made: Any, where: str) -> Iterator[str]:
    for key, each in made.get("properties", {}).items():
        yield f"{where}.{key}"
        yield from _declared(each, f"{where}.{key}")
    for inner in (*made.get("anyOf", ()), made.get("items", {}), made.get("additionalProperties", {})):
        if inner and isinstance(inner, Mapping):
            yield from _declared(inner, _titled(inner, where))


def _titled(made: Any, where: str) -> str:
    return f"{where}/{made['title']}" if "title" in made else where
