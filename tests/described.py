"""Are answers and files what their schemas say? Those of every test are asked that (``tests/conftest.py``)."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
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
    """What a value has that its schema does not allow, with its place."""
    if not declared(name) <= SEEN:
        SEEN.update(seen(name, data))
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
_META = Draft202012Validator(Draft202012Validator.META_SCHEMA)


def of_file(path: Path, content: str | bytes) -> list[str]:
    """What a file that is written has that its schema does not allow; one that nobody has described is told, too."""
    if any(map(path.match, _FREE)):
        return []
    text = content if isinstance(content, str) else content.decode("utf-8-sig")
    if path.match("*.schema.json"):
        return [fault.message for fault in _META.iter_errors(json.loads(text))]
    if path.match("*.jsonl"):
        return [fault for line in text.splitlines() for fault in of_line(line)]
    named = _NAMED.match(text)
    kind = named[1] if named else next((kind for name, kind in _KINDS.items() if path.match(name)), None)
    return list(faults(kind, _plain(yaml.safe_load(text)))) if kind else [f"no schema says what {path} is"]


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


def seen(name: str, data: Any) -> set[str]:
    """Those of these keys that an answer's data has."""
    whole = validator(name).schema
    return set(_seen(whole, data, name, whole["$defs"]))


def _seen(made: Any, data: Any, where: str, parts: Any) -> Iterator[str]:
    if "$ref" in made:
        part = made["$ref"].rpartition("/")[2]
        yield from _seen(parts[part], data, part, parts)
    for each in made.get("anyOf", ()):
        if Draft202012Validator({**each, "$defs": parts}).is_valid(data):
            yield from _seen(each, data, _titled(each, where), parts)
    for each in data if isinstance(data, list) else ():
        yield from _seen(made.get("items", {}), each, _titled(made.get("items", {}), where), parts)
    for key, each in data.items() if isinstance(data, dict) else ():
        if key in made.get("properties", {}):
            yield f"{where}.{key}"
            yield from _seen(made["properties"][key], each, f"{where}.{key}", parts)
        elif isinstance(others := made.get("additionalProperties"), Mapping):
            yield from _seen(others, each, _titled(others, where), parts)
