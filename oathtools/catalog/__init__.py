"""The catalogue: printed facts of every card and piece, as frozen records.

``card("denizen.longbows")`` is a record, ``find("long bows")`` an id, ``SUITS`` and its like are constants. Everything
is read from the data books when it is first asked for, so importing this costs next to nothing.
"""

from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING, Any

from oathtools.kit.datafiles import load
from oathtools.kit.lazy import sha256


@cache
def digest() -> str:
    """A short hash of the facts of the catalogue, for journal headers.

    It changes when a fact changes, not when a witness or a note does.
    """
    import json

    from oathtools.catalog.records import PROVENANCE

    facts = {"cards": _facts(load("cards"), PROVENANCE), "components": load("components")}
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode()).hexdigest()[:12]


def _facts(value: Any, but: Collection[str]) -> Any:
    if isinstance(value, dict):
        return {key: _facts(each, but) for key, each in value.items() if key not in but}
    return value


if TYPE_CHECKING:
    from oathtools.catalog.lookup import *  # noqa: F403
    from oathtools.catalog.names import *  # noqa: F403
    from oathtools.catalog.pieces import *  # noqa: F403
    from oathtools.catalog.records import *  # noqa: F403


_HOMES = ("names", "lookup", "records", "pieces")


def __getattr__(name: str) -> Any:
    """What there is, from modules that are imported only when one of their names is asked for."""
    from importlib import import_module

    for home in _HOMES if name[0] != "_" and name not in (*_HOMES, "packs") else ():
        value = getattr(import_module(f"oathtools.catalog.{home}"), name, None)
        if value is not None:
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
