"""In play, beside campaigns: sites revealed, reinforcement in Rest, leaders who become Citizens."""

from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import roll
from oathtools.variants.outland_realms.realms import (
    NAME,
    VARIANT,
    change_garrisons,
    data,
    is_held,
    realm_at,
    realm_of,
    take_out,
)
from oathtools.variants.outland_realms.setup import garrison_site, populate


@VARIANT.power("site.revealed", "OR.9", "5.6.2")
def revealed(game, frame, me):
    """OR.9: populated and garrisoned at once."""
    slot = frame.given["slot"]
    if realm_at(game, slot) is not None:
        yield from populate(game, frame.actor, slot)
        yield from garrison_site(game, frame.actor, slot)


@VARIANT.step("rest", "OR.11", after="4.3.5")
def reinforce(game, who):
    """OR.11: each site of a realm that was attacked in this turn and held gets a warband (OR-R, OR-BB)."""
    noted = data(game)["attacked"]
    sites = [site for site in noted if _stands_alone(game, site)]
    if game.takes("OR-R", "a") == "b":
        chosen: list[str] = []
        for rid in dict.fromkeys(realm_of(game, site) for site in sites):
            mine = [site for site in sites if realm_of(game, site) == rid]
            one = mine if len(mine) == 1 else (yield from roll(f"{NAME}.reinforced", who, mine, 1, "OR.11"))
            chosen += one
        sites = chosen
    for site in sites:
        count = data(game)["garrisons"].get(site, 0) + 1
        change_garrisons(game, {site: count}, "reinforced", "OR.11", "4.3", site=site)
    if noted:
        game.do.keep(NAME, ("OR.11",), "rested", {"attacked": []})


def _stands_alone(game, site):
    """Is it a site of a realm without a leader, on the map and held by no player?"""
    slot = facts.slot_of(game, site) if game.state.where.get(site) == "map" else None
    if slot is None or realm_at(game, slot) is None or is_held(game, slot):
        return False
    return realm_at(game, slot) not in data(game)["leaders"].values() or game.takes("OR-BB", "a") == "a"


@VARIANT.power("citizenship", "OR.12", "6.6.2")
def leader_becomes_citizen(game, frame, proceed, me):
    """OR.12: what a leader rules leaves its realms for good, also in 8.2 (OR-DD); nobody leads any more."""
    seat = frame.actor
    leads = seat in data(game)["leaders"]
    ruled = [game.state.site(slot) for slot in facts.sites_ruled(game, seat)]
    yield from proceed()
    if not leads:
        return
    leaders = {other: rid for other, rid in data(game)["leaders"].items() if other != seat}
    game.do.keep(NAME, ("OR.12",), "resigned", {"leaders": leaders})
    if game.state.phase != "chronicle" or game.takes("OR-DD", "a") == "a":
        take_out(game, ruled, "OR.12", "6.6.2")
