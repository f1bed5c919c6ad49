"""What hands do with the realms' sites: the figures of the guide through setup, and the pull lists."""

from oathtools import catalog
from oathtools.procedures.machine.hands import BOARDS, MAP, SITES, WORLD_STACK, Pull
from oathtools.table.state import SLOTS, place_name
from oathtools.variants.outland_realms.realms import NAME, VARIANT, Data, data, on_map, realm_at
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


def _site(game, slot: int) -> dict[str, str]:
    return {"site": catalog.name_of(game.state.site(slot)), "place": place_name(slot).replace(".", " ").title()}


def _said(site: dict[str, str]) -> str:
    return "{site} ({place})".format(**site)


# -- pull lists ----------------------------------------------------------------------------------------------------

MARKERS = "markers"


@VARIANT.pulls("OR.6")
def cards(hands):
    """OR.6: a card for each site that takes one."""
    for site in figures(hands.game)["taking"]:
        there = f"{_said(site)}, faceup, if it can be played there; else the {site['pile']} pile"
        yield Pull("OR.6", WORLD_STACK, "the bottom card", there)


@VARIANT.pulls("OR.7")
def garrisons(hands):
    """OR.7: a die for each faceup site."""
    for site in figures(hands.game)["sites"]:
        yield Pull("OR.7", MARKERS, "as many as a die shows", _said(site))


@VARIANT.pulls("1.23")
def possession(hands):
    """OR.8: what moves where an Exile takes sites of a realm."""
    for realm in figures(hands.game)["led"]:
        who = f"the Exile who plays {realm['color']}"
        yield Pull("OR.8", MAP, f"the garrison of each site that {who} takes ({realm['sites']})", MARKERS)
        yield Pull("OR.8", BOARDS, "one or more of that Exile's warbands", "each site taken")


@VARIANT.pulls("OR.3")
def growth(hands):
    """OR.3: a site for each realm that grows; which one everybody hears, where it lies nobody knows (OR-H)."""
    from_map = hands.game.takes("OR-H", "a") == "b"
    for event in hands.events:
        if event.kind == "variant" and event.facts.get("says") == "grown" and "OR.3" in event.cites:
            what = "a site at random that is in no realm, for the one that grows"
            what += "; the facedown ones of the map are among them" if from_map else ""
            yield Pull("OR.3", SITES, what, "noted, and back where it was")


@VARIANT.pulls("8.3.4")
def markers(hands):
    """OR.4, OR-N: the garrisons of this game go when the map is cleared."""
    for site, count in hands.before.variants.get(NAME, {}).get("garrisons", {}).items():
        if count:
            what = f"the garrison at {catalog.name_of(site)}, {count} marker{'' if count == 1 else 's'}"
            yield Pull("OR.4", MAP, what, MARKERS, (site,))
