"""In play, beside campaigns: sites revealed, reinforcement in Rest, leaders who become Citizens."""

from typing import Any

from oathtools import catalog
from oathtools.engine.windows import Stage
from oathtools.odds.battle import DEFENDER, losses
from oathtools.procedures.campaign.fight import is_site, target_slots
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import confirm, order, roll, some
from oathtools.procedures.machine.frame import FREE
from oathtools.table import effects
from oathtools.table.state import EXILE
from oathtools.variants.outland_realms import realms as outland
from oathtools.variants.outland_realms.realm_setup import garrison_site, populate


@outland.VARIANT.power("site.revealed", "OR.9", "5.6.2")
def revealed(game, frame, me):
    """OR.9: populated and garrisoned at once."""
    slot = frame.given["slot"]
    if outland.realm_at(game, slot) is not None:
        yield from populate(game, frame.actor, slot)
        yield from garrison_site(game, frame.actor, slot)


@outland.VARIANT.step("rest", "OR.11", after="4.3.5")
def reinforce(game, who):
    """OR.11: each site of a realm that was attacked in this turn and held gets a warband (OR-R, OR-BB)."""
    noted = outland.data(game)["attacked"]
    sites = [site for site in noted if _stands_alone(game, site)]
    if game.takes("OR-R", "a") == "b":
        chosen: list[str] = []
        for rid in dict.fromkeys(outland.realm_of(game, site) for site in sites):
            mine = [site for site in sites if outland.realm_of(game, site) == rid]
            one = mine if len(mine) == 1 else (yield from roll(f"{outland.NAME}.reinforced", who, mine, 1, "OR.11"))
            chosen += one
        sites = chosen
    for site in sites:
        count = outland.data(game)["garrisons"].get(site, 0) + 1
        outland.change_garrisons(game, {site: count}, "reinforced", "OR.11", "4.3", site=site)
    if noted:
        game.do.keep(outland.NAME, ("OR.11",), "rested", {"attacked": []})


def _stands_alone(game, site):
    """Is it a site of a realm without a leader, on the map and held by no player?"""
    slot = facts.slot_of(game, site) if game.state.where.get(site) == "map" else None
    if slot is None or outland.realm_at(game, slot) is None or outland.is_held(game, slot):
        return False
    return outland.realm_at(game, slot) not in outland.data(game)["leaders"].values() or game.takes("OR-BB", "a") == "a"


@outland.VARIANT.power("citizenship", "OR.12", "6.6.2")
def leader_becomes_citizen(game, frame, proceed, me):
    """OR.12: what a leader rules leaves its realms for good, also in 8.2 (OR-DD); nobody leads any more."""
    seat = frame.actor
    leads = seat in outland.data(game)["leaders"]
    ruled = [game.state.site(slot) for slot in facts.sites_ruled(game, seat)]
    yield from proceed()
    if not leads:
        return
    leaders = {other: rid for other, rid in outland.data(game)["leaders"].items() if other != seat}
    game.do.keep(outland.NAME, ("OR.12",), "resigned", {"leaders": leaders})
    if game.state.phase != "chronicle" or game.takes("OR-DD", "a") == "a":
        outland.take_out(game, ruled, "OR.12", "6.6.2")


# -- campaigns against the garrisons of a realm: as against the bandits, with their differences ------------------------


BANDITS = facts.BANDITS


@outland.VARIANT.power("bandits", "OR.13", "7.6.5", stage=Stage.IGNORE)
def bandit_crown(game, frame, value, me):
    """OR.13: at sites of realms bandits are bandits, whoever has the Bandit Crown."""
    return BANDITS if outland.realm_at(game, frame.given["slot"]) else value


@outland.VARIANT.power("bandits.number", "OR.10", "2.8.3")
def garrisons_defend(game, frame, value, me):
    """OR.10: the garrison counts beside the bandit, or in its place (OR-O)."""
    slot = frame.given["slot"]
    count = outland.garrison(game, slot) if outland.realm_at(game, slot) else 0
    if count and game.takes("OR-O", "a") == "b":
        return count
    return value + count


@outland.VARIANT.power("campaign.target", "OR.10", "5.5.2")
def one_defender(game, frame, me):
    """OR-S: a realm and the bandits are different defenders; which one, the attacker's site says."""
    target = frame.given["target"]
    if frame.given["defender"] != BANDITS or not is_site(target) or game.takes("OR-S", "a") == "b":
        return
    here = outland.realm_at(game, facts.site_of(game, frame.actor))
    there = outland.realm_at(game, facts.slot_named(game, target))
    text = "the site of the campaign is of the same realm" if there else "the site of the campaign is of no realm"
    yield here == there, "OR.10", f"{target} is a target only if {text}"


@outland.VARIANT.power("campaign.plan", "OR.10", "5.5.3")
def its_own_plans(game, frame, me):
    """OR-S: against a realm only plans at its sites are used for the defense, against the bandits only others."""
    if frame.actor != BANDITS or game.takes("OR-S", "a") == "b":
        return
    slot = facts.slot_of(game, frame.given["card"])
    attacked = target_slots(game, frame.fact("fight").targets)
    same = slot is None or outland.realm_at(game, slot) in {outland.realm_at(game, each) for each in attacked}
    yield same, "OR.10", f"{frame.given['card']} does not lie at a site of this defender"


@outland.VARIANT.power("plan.cost", "OR.10", "5.5.3", stage=Stage.IGNORE)
def free_plans(game, frame, value, me):
    """OR.10: battle plans at sites of realms are used without their cost."""
    slot = facts.slot_of(game, frame.given["card"])
    return FREE if frame.actor == BANDITS and slot is not None and outland.realm_at(game, slot) else value


@outland.VARIANT.power("campaign.losses", "OR.10", "5.5.6")
def beaten(game, frame, me):
    """OR.10: a defeated garrison is lost; survivors go to unattacked sites of the realm (OR-P, OR-AA)."""
    on = frame.fact("fight")
    if on.defender != BANDITS or frame.given["side"] != DEFENDER:
        return
    realms = {slot: rid for slot in target_slots(game, on.targets) if (rid := outland.realm_at(game, slot))}
    for rid in dict.fromkeys(realms.values()):
        mine = [slot for slot in realms if realms[slot] == rid]
        refuge = [slot for slot in outland.on_map(game, rid) if slot not in mine and not outland.is_held(game, slot)]
        yield from _withdraw(game, on, mine, refuge)


def _withdraw(game, on, slots, refuge):
    total = sum(outland.garrison(game, slot) for slot in slots)
    if not total:
        return
    sites = [game.state.site(slot) for slot in slots]
    dead = losses(on.battle, DEFENDER, total, 0) if game.takes("OR-P", "a") == "a" else 0
    left = total - dead if refuge else 0
    changed = dict.fromkeys(sites, 0)
    outland.change_garrisons(game, changed, "beaten", "OR.10", "5.5.6", number=total - left, sites=sites)
    if not left:
        return
    options = [game.state.site(slot) for slot in refuge]
    went = [options[0]] * left
    if len(options) > 1:
        went = yield from roll(f"{outland.NAME}.survivors", on.attacker, options, left, "OR.10")
    to = [site for site in options if site in went]
    grown = {site: outland.data(game)["garrisons"].get(site, 0) + went.count(site) for site in to}
    outland.change_garrisons(game, grown, "moved", "OR.10", number=left, sites=to)


@outland.VARIANT.power("campaign.after", "OR.11", "5.5.8")
def attacked(game, frame, me):
    """OR.11: which sites of realms were attacked in this turn and held; one that is conquered may leave (OR-T)."""
    if frame.given["defender"] != BANDITS:
        return
    slots = [slot for slot in target_slots(game, frame.given["targets"]) if outland.realm_at(game, slot)]
    held = [game.state.site(slot) for slot in slots if not outland.is_held(game, slot)]
    conquered = [slot for slot in slots if outland.is_held(game, slot)]
    lost = [game.state.site(slot) for slot in conquered]
    before = [site for site in outland.data(game)["attacked"] if site not in lost]
    noted = list(dict.fromkeys([*before, *held]))
    if noted != outland.data(game)["attacked"]:
        game.do.keep(outland.NAME, ("OR.11",), "attacked", {"attacked": noted})
    if game.takes("OR-T", "a") == "b":
        led = outland.data(game)["leaders"].get(frame.actor)
        outland.take_out(
            game, [game.state.site(slot) for slot in conquered if outland.realm_at(game, slot) != led], "OR.10"
        )
    yield from ()


@outland.VARIANT.step("chronicle", "OR.1", after="8.2")
def found(game, who):
    """OR.1: first what has left the realms by the end, then the Exiles found (or the realms expand, OR-D)."""
    _leave_at_the_end(game)
    yield from (_found_all(game, who) if game.takes("OR-D", "a") == "a" else _expand_all(game))


@outland.VARIANT.step("chronicle", "OR.2", after="8.2")
def expand(game, who):
    """OR.2: the realms expand (or the Exiles found, OR-D)."""
    yield from (_expand_all(game) if game.takes("OR-D", "a") == "a" else _found_all(game, who))


def _leave_at_the_end(game):
    """OR-U: sites that others rule at the end than their realm's leader."""
    if game.takes("OR-U", "a") == "a":
        return
    gone = []
    for seat in game.state.seats:
        led = outland.data(game)["leaders"].get(seat)
        gone += [site for site in _ruled(game, seat) if outland.realm_of(game, site) not in (None, led)]
    outland.take_out(game, list(dict.fromkeys(gone)), "OR.1", "8.2")


def _ruled(game, seat):
    return [game.state.site(slot) for slot in facts.sites_ruled(game, seat)]


# -- OR.1 ----------------------------------------------------------------------------------------------------------


def _found_all(game, winner):
    if game.takes("OR-F", "a") == "b" and game.state.players[winner].role != EXILE:
        return
    for seat in facts.players(game, (EXILE,)):
        if _may_found(game, seat, winner):
            yield from _found(game, seat)


def _may_found(game, seat, winner):
    if seat == winner and game.takes("OR-E", "a") == "b":
        return False
    if seat in outland.data(game)["leaders"] and game.takes("OR-C", "a") == "a":
        return False
    return seat not in effects.noted(game.state, "flipped", ()) or game.takes("OR-CC", "a") == "b"


def _free(game, seat):
    """OR-B: the sites an Exile rules that may form a new realm."""
    led = outland.data(game)["leaders"].get(seat)
    any_realm = game.takes("OR-B", "a") == "b"
    return [site for site in _ruled(game, seat) if any_realm or outland.realm_of(game, site) in (None, led)]


def _found(game, seat):
    sites = _free(game, seat)
    if not sites:
        return
    size = min(outland.MOST, len(sites))
    # Sites that change realms add nothing to the number of those in realms.
    fresh = sum(outland.realm_of(game, site) is None for site in sites)
    added = max(0, size - (len(sites) - fresh))
    if outland.in_all(game) + added > outland.MOST_IN_ALL:
        game.do.keep(outland.NAME, ("OR.1",), "no_room", {}, who=seat)
        return
    if not (yield from confirm(f"{outland.NAME}.found", seat, "OR.1", "8.2", about={"sites": sites})):
        return
    if (yield from outland.throw(game, "founding-die", seat, "OR.1")) > 3:
        game.do.keep(outland.NAME, ("OR.1",), "not_founded", {}, who=seat)
        return

    def rows(chosen):
        new = sum(outland.realm_of(game, site) is None for site in chosen)
        yield (
            outland.in_all(game) + new <= outland.MOST_IN_ALL,
            "OR.1",
            f"all realms have {outland.MOST_IN_ALL} sites at most",
        )

    if len(sites) > outland.MOST:
        sites = yield from some(f"{outland.NAME}.keep", seat, sites, outland.MOST, outland.MOST, "OR.1", finish=rows)
    rid = f"{seat}-{outland.NEW}"
    outland.add_sites(game, rid, sites, "founded", "OR.1", "8.2", color=seat, who=seat, sites=sites)
    _note(game, founded=[{"color": seat, "sites": list(sites)}])


def _note(game, **what):
    """For the history of the saga."""
    noted = effects.noted(game.state, "variants", {})
    mine = dict(noted.get(outland.NAME, {}))
    for key, value in what.items():
        mine[key] = [*mine.get(key, ()), *value]
    effects.note(game.do, variants={**noted, outland.NAME: mine})


# -- OR.2 ----------------------------------------------------------------------------------------------------------


def _expand_all(game):
    for seat in facts.in_turn_order(game):
        rid = outland.data(game)["leaders"].get(seat)
        if rid is not None and game.state.players[seat].role == EXILE:
            yield from _expand(game, seat, rid)


def _expand(game, seat, rid):
    own = outland.data(game)["realms"][rid]["sites"]
    ruled = _ruled(game, seat)
    if game.takes("OR-W", "a") == "b" and not any(site in own for site in ruled):
        return
    joining = [site for site in _free(game, seat) if site not in own]
    joining = [site for site in joining if not _just_founded(game, site)]
    room = outland.MOST - len(own)
    if game.takes("OR-G", "a") == "a":
        room = min(room, outland.MOST_IN_ALL - outland.in_all(game))
    if room <= 0 or not joining:
        return
    if len(joining) > room:
        joining = yield from some(f"{outland.NAME}.expand", seat, joining, room, room, "OR.2")
    outland.add_sites(game, rid, joining, "expanded", "OR.2", who=seat, sites=joining)
    _note(game, expanded=[{"realm": rid, "sites": list(joining)}])


def _just_founded(game, site):
    rid = outland.realm_of(game, site)
    return rid is not None and outland.data(game)["realms"][rid]["founded"] is None


# -- OR.3 ----------------------------------------------------------------------------------------------------------


@outland.VARIANT.step("chronicle", "OR.3", after="8.2")
def evolve(game, who):
    """OR.3: a die for each realm that is older than this game, the oldest first (OR-EE)."""
    old = [rid for rid, realm in outland.data(game)["realms"].items() if realm["founded"] is not None]
    old.sort(key=lambda rid: outland.data(game)["realms"][rid]["founded"])
    if game.takes("OR-EE", "a") == "b" and len(old) > 1:
        old = yield from order(f"{outland.NAME}.order", who, old, "OR.3")
    for rid in old:
        yield from _evolve(game, who, rid)


def _evolve(game, who, rid):
    sites = list(outland.data(game)["realms"][rid]["sites"])
    number = yield from outland.throw(game, "evolution-die", who, "OR.3", about={"sites": sites})
    if number >= 5:
        yield from _grow(game, who, rid, sites)
    elif number >= 3:
        game.do.keep(outland.NAME, ("OR.3",), "nothing", {}, sites=sites)
    elif (yield from outland.throw(game, "decline-die", who, "OR.3", about={"sites": sites})) <= 2:
        outland.lose_sites(game, sites, "ended", "OR.3", sites=sites)
        _note(game, ended=[{"realm": rid}])
    else:
        lost = sites[0]
        if len(sites) > 1:
            about = {"sites": sites}
            lost = yield from outland.drawn_by_name(
                "lost", who, lambda: sites, lambda site: _may_lose(sites, site), about
            )
        outland.lose_sites(game, [lost], "shrunk", "OR.3", sites=sites, site=lost)
        what: dict[str, Any] = (
            {"shrunk": [{"realm": rid, "site": lost}]} if len(sites) > 1 else {"ended": [{"realm": rid}]}
        )
        _note(game, **what)


def _may_lose(sites, site):
    yield site in sites, "OR.3", f"{site} is no site of the realm"


def _grow(game, who, rid, sites):
    if len(sites) >= outland.MOST or outland.in_all(game) >= outland.MOST_IN_ALL or not list(_gains(game)):
        game.do.keep(outland.NAME, ("OR.3",), "full", {}, sites=sites)
        return

    def rows(site):
        return _may_gain(game, site)

    gained = yield from outland.drawn_by_name("gained", who, lambda: _gains(game), rows, {"sites": sites})
    outland.add_sites(game, rid, [gained], "grown", "OR.3", sites=sites, site=gained)
    _note(game, grown=[{"realm": rid, "site": gained}])


def _gains(game):
    """The sites that a realm may gain, as far as the tool knows."""
    return (
        site for site in catalog.ids("site", game.state.variants) if all(holds for holds, *_ in _may_gain(game, site))
    )


def _may_gain(game, site):
    """OR-H: not on the map, and in no realm."""
    yield site in catalog.ids("site", game.state.variants), "OR.3", f"{site} is no site"
    lies = game.state.where.get(site) == "map"
    if lies and game.takes("OR-H", "a") == "b":
        lies = not game.state.is_facedown(site)
    yield not lies, "OR.3", f"{site} is on the map"
    yield outland.realm_of(game, site) is None, "OR.3", f"{site} is in a realm"
