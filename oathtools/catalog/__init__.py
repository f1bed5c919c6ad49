"""The catalogue: printed facts of every card and piece, as frozen records.

``card("denizen.longbows")`` is a record, ``find("long bows")`` an id, ``SUITS`` and its like are constants. Everything
is read from the data books when it is first asked for, so importing this costs next to nothing.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

from oathtools.catalog.lookup import (
    FACEDOWN_SITE,
    KINDS,
    UnknownCard,
    banner,
    by_tts,
    card,
    cards,
    denizen,
    edifice,
    ids,
    is_card,
    look_again,
    name_of,
    oath,
    oath_by_tts,
    printed,
    relic,
    reliquary_space,
    site,
    site_by_tts,
    vision,
)
from oathtools.catalog.names import (
    AmbiguousName,
    Beyond,
    Match,
    UnknownName,
    beyond,
    chosen,
    find,
    is_plain,
    key_of,
    match,
    mistyped,
    spoken_of,
    suggestions,
)
from oathtools.catalog.records import (
    PROVENANCE,
    Banner,
    Card,
    CostItem,
    Denizen,
    Edifice,
    Oath,
    Power,
    Relic,
    ReliquarySpace,
    Reveal,
    Site,
    Vision,
)
from oathtools.kit.datafiles import load

__all__ = [
    "ACTION_SUPPLY",
    "ADVISER_LIMIT",
    "ARCHIVE_ADD",
    "ATTACK_FACES",
    "BANDITS_PER_SITE",
    "CARDS_ADDED",
    "CARDS_DISPOSSESSED",
    "CHANCELLOR_COLOR",
    "COLORS",
    "DECK_LAYERS",
    "DEFENSE_DICE",
    "DEFENSE_FACES",
    "DICE_IN_BOX",
    "DISCARDS_TO",
    "END_FACES",
    "END_ROLLS",
    "EXILE_COLORS",
    "FACEDOWN_SITE",
    "FAVOR",
    "HOLLOW_PER_SWORD",
    "KINDS",
    "LAST_ROUND",
    "PLAYERS",
    "REFRESH",
    "REGIONS",
    "REGION_SITES",
    "SEARCH_DRAW",
    "SEARCH_SUPPLY",
    "SECRETS",
    "STARTING",
    "SUITS",
    "SUPPLY_TRACK",
    "TRAVEL_SUPPLY",
    "VISIONS_TO_WIN",
    "WARBANDS",
    "AmbiguousName",
    "AttackFace",
    "Banner",
    "Beyond",
    "Bracket",
    "Card",
    "CostItem",
    "Deal",
    "DefenseFace",
    "Denizen",
    "Edifice",
    "EndRoll",
    "FirstGame",
    "FirstSite",
    "Layer",
    "Match",
    "Oath",
    "Power",
    "Relic",
    "ReliquarySpace",
    "Reveal",
    "Site",
    "SupplyTrack",
    "UnknownCard",
    "UnknownName",
    "Vision",
    "banner",
    "beyond",
    "by_tts",
    "card",
    "cards",
    "chosen",
    "denizen",
    "digest",
    "edifice",
    "favor_bank_start",
    "find",
    "first_game",
    "ids",
    "is_card",
    "is_plain",
    "key_of",
    "look_again",
    "match",
    "mistyped",
    "name_of",
    "oath",
    "oath_by_tts",
    "printed",
    "refresh_supply",
    "relic",
    "reliquary_space",
    "search_supply",
    "site",
    "site_by_tts",
    "spoken_of",
    "suggestions",
    "travel_supply",
    "vision",
]


@cache
def digest() -> str:
    """A short hash of the facts of the catalogue, for journal headers.

    It changes when a fact changes, not when a witness or a note does.
    """
    import hashlib
    import json

    facts = {"cards": _facts(load("cards")), "components": load("components")}
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _facts(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _facts(each) for key, each in value.items() if key not in PROVENANCE}
    return value


if TYPE_CHECKING:
    from oathtools.catalog.opening import Deal, FirstGame, FirstSite, first_game
    from oathtools.catalog.pieces import (
        ACTION_SUPPLY,
        ADVISER_LIMIT,
        ARCHIVE_ADD,
        ATTACK_FACES,
        BANDITS_PER_SITE,
        CARDS_ADDED,
        CARDS_DISPOSSESSED,
        CHANCELLOR_COLOR,
        COLORS,
        DECK_LAYERS,
        DEFENSE_DICE,
        DEFENSE_FACES,
        DICE_IN_BOX,
        DISCARDS_TO,
        END_FACES,
        END_ROLLS,
        EXILE_COLORS,
        FAVOR,
        HOLLOW_PER_SWORD,
        LAST_ROUND,
        PLAYERS,
        REFRESH,
        REGION_SITES,
        REGIONS,
        SEARCH_DRAW,
        SEARCH_SUPPLY,
        SECRETS,
        STARTING,
        SUITS,
        SUPPLY_TRACK,
        TRAVEL_SUPPLY,
        VISIONS_TO_WIN,
        WARBANDS,
        AttackFace,
        Bracket,
        DefenseFace,
        EndRoll,
        Layer,
        SupplyTrack,
        favor_bank_start,
        refresh_supply,
        search_supply,
        travel_supply,
    )


_OPENING = ("first_game", "FirstGame", "FirstSite", "Deal")


def __getattr__(name: str) -> Any:
    """The constants, tables and first game, from modules that are imported only when one of them is asked for."""
    from importlib import import_module

    if name in __all__:
        value = getattr(import_module(f"oathtools.catalog.{'opening' if name in _OPENING else 'pieces'}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
