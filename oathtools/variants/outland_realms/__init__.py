"""Outland Realms: realms of Exiles beyond the Empire that outlast a game (``data/variants/outland-realms.yaml``)."""

from oathtools.variants.outland_realms import realm_play, realm_setup
from oathtools.variants.outland_realms.realms import VARIANT

__all__ = ["VARIANT", "realm_play", "realm_setup"]
