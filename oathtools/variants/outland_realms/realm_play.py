"""In play, beside campaigns: sites revealed, reinforcement in Rest, leaders who become Citizens."""

from oathtools.engine.windows import Stage
from oathtools.odds.battle import DEFENDER, losses
from oathtools.procedures.campaign.ground import is_site, target_slots
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import roll
from oathtools.procedures.machine.cost import FREE
from oathtools.variants.outland_realms.realms import (
    NAME,
    VARIANT,
    change_garrisons,
    data,
    garrison,
    is_held,
    on_map,
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


# -- campaigns against the garrisons of a realm: as against the bandits, with their differences ------------------------


BANDITS = facts.BANDITS


@VARIANT.power("bandits", "OR.13", "7.6.5", stage=Stage.IGNORE)
def bandit_crown(game, frame, value, me):
    """OR.13: at sites of realms bandits are bandits, whoever has the Bandit Crown."""
    return BANDITS if realm_at(game, frame.given["slot"]) else value


@VARIANT.power("bandits.number", "OR.10", "2.8.3")
def garrisons_defend(game, frame, value, me):
    """OR.10: the garrison counts beside the bandit, or in its place (OR-O)."""
    slot = frame.given["slot"]
    count = garrison(game, slot) if realm_at(game, slot) else 0
    if count and game.takes("OR-O", "a") == "b":
        return count
    return value + count


@VARIANT.power("campaign.target", "OR.10", "5.5.2")
def one_defender(game, frame, me):
    """OR-S: a realm and the bandits are different defenders; which one, the attacker's site says."""
    target = frame.given["target"]
    if frame.given["defender"] != BANDITS or not is_site(target) or game.takes("OR-S", "a") == "b":
        return
    here = realm_at(game, facts.site_of(game, frame.actor))
    there = realm_at(game, facts.slot_named(game, target))
    text = "the site of the campaign is of the same realm" if there else "the site of the campaign is of no realm"
    yield here == there, "OR.10", f"{target} is a target only if {text}"


@VARIANT.power("campaign.plan", "OR.10", "5.5.3")
def its_own_plans(game, frame, me):
    """OR-S: against a realm only plans at its sites are used for the defense, against the bandits only others."""
    if frame.actor != BANDITS or game.takes("OR-S", "a") == "b":
        return
    slot = facts.slot_of(game, frame.given["card"])
    attacked = target_slots(game, frame.fact("fight").targets)
    same = slot is None or realm_at(game, slot) in {realm_at(game, each) for each in attacked}
    yield same, "OR.10", f"{frame.given['card']} does not lie at a site of this defender"


@VARIANT.power("plan.cost", "OR.10", "5.5.3", stage=Stage.IGNORE)
def free_plans(game, frame, value, me):
    """OR.10: battle plans at sites of realms are used without their cost."""
    slot = facts.slot_of(game, frame.given["card"])
    return FREE if frame.actor == BANDITS and slot is not None and realm_at(game, slot) else value


@VARIANT.power("campaign.losses", "OR.10", "5.5.6")
def beaten(game, frame, me):
    """OR.10: a defeated garrison is lost; survivors go to unattacked sites of the realm (OR-P, OR-AA)."""
    on = frame.fact("fight")
    if on.defender != BANDITS or frame.given["side"] != DEFENDER:
        return
    realms = {slot: rid for slot in target_slots(game, on.targets) if (rid := realm_at(game, slot))}
    for rid in dict.fromkeys(realms.values()):
        mine = [slot for slot in realms if realms[slot] == rid]
        refuge = [slot for slot in on_map(game, rid) if slot not in mine and not is_held(game, slot)]
        yield from _withdraw(game, on, mine, refuge)


def _withdraw(game, on, slots, refuge):
    total = sum(garrison(game, slot) for slot in slots)
    if not total:
        return
    sites = [game.state.site(slot) for slot in slots]
    dead = losses(on.battle, DEFENDER, total, 0) if game.takes("OR-P", "a") == "a" else 0
    left = total - dead if refuge else 0
    changed = dict.fromkeys(sites, 0)
    change_garrisons(game, changed, "beaten", "OR.10", "5.5.6", number=total - left, sites=sites)
    if not left:
        return
    options = [game.state.site(slot) for slot in refuge]
    went = [options[0]] * left
    if len(options) > 1:
        went = yield from roll(f"{NAME}.survivors", on.attacker, options, left, "OR.10")
    to = [site for site in options if site in went]
    grown = {site: data(game)["garrisons"].get(site, 0) + went.count(site) for site in to}
    change_garrisons(game, grown, "moved", "OR.10", number=left, sites=to)


@VARIANT.power("campaign.after", "OR.11", "5.5.8")
def attacked(game, frame, me):
    """OR.11: which sites of realms were attacked in this turn and held; one that is conquered may leave (OR-T)."""
    if frame.given["defender"] != BANDITS:
        return
    slots = [slot for slot in target_slots(game, frame.given["targets"]) if realm_at(game, slot)]
    held = [game.state.site(slot) for slot in slots if not is_held(game, slot)]
    conquered = [slot for slot in slots if is_held(game, slot)]
    lost = [game.state.site(slot) for slot in conquered]
    before = [site for site in data(game)["attacked"] if site not in lost]
    noted = list(dict.fromkeys([*before, *held]))
    if noted != data(game)["attacked"]:
        game.do.keep(NAME, ("OR.11",), "attacked", {"attacked": noted})
    if game.takes("OR-T", "a") == "b":
        led = data(game)["leaders"].get(frame.actor)
        take_out(game, [game.state.site(slot) for slot in conquered if realm_at(game, slot) != led], "OR.10")
    yield from ()
