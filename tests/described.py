"""Are answers what their schemas say? Every answer in JSON of every test is asked that (``tests/conftest.py``)."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import click
from jsonschema import Draft202012Validator

from oathtools import schemas

ANSWERS, FILES = schemas.names()


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
