"""The powers of the cards: one short definition each, a module a suit, then sites, banners and the rest.

``load()`` fills the registry; nothing is registered by importing the package alone. Variants are found through it too,
by the names that a game's state gives.
"""

from functools import cache
from importlib import import_module

from oathtools.procedures.machine.registry import REGISTRY, OathRegistry

SUITS = ("arcane", "beast", "discord", "hearth", "nomad", "order")
# Edifices stand with the sites, banners and the reliquary with the relics, plans that only move dice in what is shared.
MODULES = ("sites", "relics", "shared", *SUITS)


@cache
def load() -> OathRegistry:
    """The registry with every coded power in it."""
    from oathtools.variants import find

    for name in MODULES:
        import_module(f"oathtools.powers.{name}")
    REGISTRY.find_variant = find
    return REGISTRY
