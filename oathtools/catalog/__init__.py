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
    from oathtools.catalog.lookup import FACEDOWN_SITE as FACEDOWN_SITE
    from oathtools.catalog.lookup import KINDS as KINDS
    from oathtools.catalog.lookup import UnknownCard as UnknownCard
    from oathtools.catalog.lookup import banner as banner
    from oathtools.catalog.lookup import by_tts as by_tts
    from oathtools.catalog.lookup import card as card
    from oathtools.catalog.lookup import cards as cards
    from oathtools.catalog.lookup import denizen as denizen
    from oathtools.catalog.lookup import edifice as edifice
    from oathtools.catalog.lookup import ids as ids
    from oathtools.catalog.lookup import is_card as is_card
    from oathtools.catalog.lookup import look_again as look_again
    from oathtools.catalog.lookup import name_of as name_of
    from oathtools.catalog.lookup import oath as oath
    from oathtools.catalog.lookup import oath_by_tts as oath_by_tts
    from oathtools.catalog.lookup import printed as printed
    from oathtools.catalog.lookup import relic as relic
    from oathtools.catalog.lookup import reliquary_space as reliquary_space
    from oathtools.catalog.lookup import site as site
    from oathtools.catalog.lookup import site_by_tts as site_by_tts
    from oathtools.catalog.lookup import vision as vision
    from oathtools.catalog.names import AmbiguousName as AmbiguousName
    from oathtools.catalog.names import Beyond as Beyond
    from oathtools.catalog.names import Match as Match
    from oathtools.catalog.names import UnknownName as UnknownName
    from oathtools.catalog.names import beyond as beyond
    from oathtools.catalog.names import chosen as chosen
    from oathtools.catalog.names import find as find
    from oathtools.catalog.names import is_plain as is_plain
    from oathtools.catalog.names import key_of as key_of
    from oathtools.catalog.names import match as match
    from oathtools.catalog.names import mistyped as mistyped
    from oathtools.catalog.names import spoken_of as spoken_of
    from oathtools.catalog.names import suggestions as suggestions
    from oathtools.catalog.opening import *  # noqa: F403
    from oathtools.catalog.pieces import *  # noqa: F403
    from oathtools.catalog.records import Banner as Banner
    from oathtools.catalog.records import Card as Card
    from oathtools.catalog.records import CostItem as CostItem
    from oathtools.catalog.records import Denizen as Denizen
    from oathtools.catalog.records import Edifice as Edifice
    from oathtools.catalog.records import Oath as Oath
    from oathtools.catalog.records import Power as Power
    from oathtools.catalog.records import Relic as Relic
    from oathtools.catalog.records import ReliquarySpace as ReliquarySpace
    from oathtools.catalog.records import Reveal as Reveal
    from oathtools.catalog.records import Site as Site
    from oathtools.catalog.records import Vision as Vision


_HOMES = ("names", "lookup", "records", "pieces", "opening")


def __getattr__(name: str) -> Any:
    """What there is, from modules that are imported only when one of their names is asked for."""
    from importlib import import_module

    for home in _HOMES if name[0] != "_" and name not in (*_HOMES, "packs") else ():
        value = getattr(import_module(f"oathtools.catalog.{home}"), name, None)
        if value is not None:
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
