"""YAML files that are written name their schema in a comment; it lies beside them, so that editors complete them."""

import json
from contextlib import suppress
from pathlib import Path

from oathtools import schemas, whole

FOLDER = ".oathtools"


def heading(name: str) -> str:
    """The first line of a new file: which schema it has."""
    return f"# yaml-language-server: $schema={_address(name)}\n"


def lay(path: Path, name: str, text: str) -> None:
    """The schema that a file's text names, as this version has it, in ``.oathtools`` beside the file.

    A text that names none has none. A folder where nothing can be written goes without.
    """
    if _address(name) not in text:
        return
    target = path.parent / _address(name)
    said = json.dumps(schemas.schema(name), indent=1, ensure_ascii=False) + "\n"
    with suppress(OSError):
        if not target.is_file() or target.read_bytes() != said.encode():
            target.parent.mkdir(exist_ok=True)
            whole.write(target, said)


def take_away(path: Path, name: str) -> None:
    """No schema beside a file that was not written after all."""
    target = path.parent / _address(name)
    target.unlink(missing_ok=True)
    with suppress(OSError):  # others lie there
        target.parent.rmdir()


def _address(name: str) -> str:
    return f"{FOLDER}/{name}.schema.json"
