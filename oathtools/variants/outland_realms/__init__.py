"""Outland Realms: realms of Exiles beyond the Empire that outlast a game (``data/variants/outland-realms.yaml``)."""

from oathtools.variants.outland_realms import adjusting, campaigns, chronicle, hands, play, setup, story
from oathtools.variants.outland_realms.realms import VARIANT

__all__ = ["VARIANT", "adjusting", "campaigns", "chronicle", "hands", "play", "setup", "story"]
