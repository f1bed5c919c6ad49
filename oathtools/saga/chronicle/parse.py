"""From the text of a Chronicle file to plain data: YAML, JSON, or the whole answer of a command with ``--json``."""

import json
import re
from typing import Any

from oathtools import handed
from oathtools.saga.chronicle.fault import ChronicleError

_MISSING = object()
_SAVE_STRING = re.compile(r"\s*0[1-3][0-9A-Fa-f]{10}")


def parse_text(text: str) -> dict[str, Any]:
    """The mapping that a YAML or JSON text holds, out of its envelope. Raises ``ChronicleError``."""
    text = text.removeprefix("\ufeff")
    if _SAVE_STRING.match(text):
        raise _wrong("this is a save string, not a Chronicle file", "oathtools tts read reads it.")
    data = _json(text)
    if data is _MISSING:
        data = _yaml(text)
    if isinstance(data, dict) and "ok" in data:
        if not data["ok"]:
            raise _wrong("this is the answer to a call that failed, not a Chronicle")
        data = data.get("data")
    if not isinstance(data, dict):
        raise _wrong("this is not a Chronicle file: a mapping with oath, map and decks is expected")
    if "map" not in data and {"players", "sites"} & data.keys():
        raise _wrong("this is a position file, not a Chronicle", "See: oathtools position --help")
    if not {"map", "oath"} & data.keys():
        raise _wrong("this is not a Chronicle file: it has neither a map nor an oath")
    return data


def _wrong(message: str, hint: str | None = None) -> ChronicleError:
    return ChronicleError([{"where": "file", "message": message, "hint": hint}])


def _json(text: str) -> Any:
    if not text.lstrip().startswith("{"):
        return _MISSING
    try:
        return handed.from_json(text, _once)
    except handed.TooMuch as fault:
        raise _wrong(f"this is no Chronicle: {fault}") from None
    except json.JSONDecodeError as fault:
        if fault.msg == "Extra data":
            raise _wrong("this holds more than one JSON object (a journal?), not a Chronicle") from None
        return _MISSING  # YAML may begin with a brace too


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _wrong(f"the key {twice!r} stands twice")
    return data


def _yaml(text: str) -> Any:
    import datetime

    import yaml

    from oathtools.handwritten import load, problem

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {str(key): plain(each) for key, each in value.items()}
        if isinstance(value, list):
            return [plain(each) for each in value]
        return value.isoformat() if isinstance(value, datetime.date) else value

    try:
        return plain(load(text))
    except yaml.YAMLError as fault:
        found = problem(fault, text)
        where = f"line {found.line}: " if found.line else ""
        raise _wrong(f"{where}{found.message}", found.hint) from None
