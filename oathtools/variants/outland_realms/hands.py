"""What hands do with the realms' sites: the figures of the guide through setup."""

from typing import Any

from oathtools import catalog
from oathtools.table.state import SLOTS, place_name
from oathtools.variants.outland_realms.realms import VARIANT, Data, data, on_map, realm_at
from oathtools.variants.outland_realms.setup import discards_by, takes_a_card


def figures(game) -> Data:
    """For the guide through setup: the realms and their faceup sites, and what the table reads of the open points."""
    slots = [slot for slot in range(SLOTS) if realm_at(game, slot) is not None]
    realms = data(game)["realms"]
    return {
        "realms": len(realms),
        "sites": [_site(game, slot) for slot in slots],
        "taking": [
            {**_site(game, slot), "pile": catalog.DISCARDS_TO[discards_by(game, slot)].title()}
            for slot in slots
            if takes_a_card(game, slot)
        ],
        "led": [
            {
                "color": realm["color"],
                "sites": ", ".join("{site} ({place})".format(**_site(game, slot)) for slot in on_map(game, rid)),
            }
            for rid, realm in realms.items()
            if on_map(game, rid)
        ],
        "unseen": sum(len(realm["sites"]) for realm in realms.values()) - len(slots),
        "move_top": game.takes("OR-A", "a") == "a",
        "room_a": game.takes("OR-I", "a") == "a",
        "room_b": game.takes("OR-I", "a") == "b",
        "room_c": game.takes("OR-I", "a") == "c",
        "vision_moves": game.takes("OR-L", "a") == "a",
        "by_region": game.takes("OR-M", "a") == "a",
    }


VARIANT.figures = figures


def _site(game, slot: int) -> dict[str, Any]:
    return {"site": catalog.name_of(game.state.site(slot)), "place": place_name(slot).replace(".", " ").title()}
