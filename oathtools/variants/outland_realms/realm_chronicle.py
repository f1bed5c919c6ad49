"""Between 8.2 and 8.3: realms are founded, expand and evolve."""

from typing import Any

from oathtools import catalog
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import confirm, order, some
from oathtools.table import stacking
from oathtools.table.state import EXILE
from oathtools.variants.outland_realms.realms import (
    MOST,
    MOST_IN_ALL,
    NAME,
    NEW,
    VARIANT,
    add_sites,
    data,
    drawn_by_name,
    in_all,
    lose_sites,
    realm_of,
    take_out,
    throw,
)


@VARIANT.step("chronicle", "OR.1", after="8.2")
def found(game, who):
    """OR.1: first what has left the realms by the end, then the Exiles found (or the realms expand, OR-D)."""
    _leave_at_the_end(game)
    yield from (_found_all(game, who) if game.takes("OR-D", "a") == "a" else _expand_all(game))


@VARIANT.step("chronicle", "OR.2", after="8.2")
def expand(game, who):
    """OR.2: the realms expand (or the Exiles found, OR-D)."""
    yield from (_expand_all(game) if game.takes("OR-D", "a") == "a" else _found_all(game, who))


def _leave_at_the_end(game):
    """OR-U: sites that others rule at the end than their realm's leader."""
    if game.takes("OR-U", "a") == "a":
        return
    gone = []
    for seat in game.state.seats:
        led = data(game)["leaders"].get(seat)
        gone += [site for site in _ruled(game, seat) if realm_of(game, site) not in (None, led)]
    take_out(game, list(dict.fromkeys(gone)), "OR.1", "8.2")


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
    if seat in data(game)["leaders"] and game.takes("OR-C", "a") == "a":
        return False
    return seat not in stacking.noted(game.state, "flipped", ()) or game.takes("OR-CC", "a") == "b"


def _free(game, seat):
    """OR-B: the sites an Exile rules that may form a new realm."""
    led = data(game)["leaders"].get(seat)
    any_realm = game.takes("OR-B", "a") == "b"
    return [site for site in _ruled(game, seat) if any_realm or realm_of(game, site) in (None, led)]


def _found(game, seat):
    sites = _free(game, seat)
    if not sites:
        return
    size = min(MOST, len(sites))
    # Sites that change realms add nothing to the number of those in realms.
    fresh = sum(realm_of(game, site) is None for site in sites)
    added = max(0, size - (len(sites) - fresh))
    if in_all(game) + added > MOST_IN_ALL:
        game.do.keep(NAME, ("OR.1",), "no_room", {}, who=seat)
        return
    if not (yield from confirm(f"{NAME}.found", seat, "OR.1", "8.2", about={"sites": sites})):
        return
    if (yield from throw(game, "founding-die", seat, "OR.1")) > 3:
        game.do.keep(NAME, ("OR.1",), "not_founded", {}, who=seat)
        return

    def rows(chosen):
        new = sum(realm_of(game, site) is None for site in chosen)
        yield in_all(game) + new <= MOST_IN_ALL, "OR.1", f"all realms have {MOST_IN_ALL} sites at most"

    if len(sites) > MOST:
        sites = yield from some(f"{NAME}.keep", seat, sites, MOST, MOST, "OR.1", finish=rows)
    rid = f"{seat}-{NEW}"
    add_sites(game, rid, sites, "founded", "OR.1", "8.2", color=seat, who=seat, sites=sites)
    _note(game, founded=[{"color": seat, "sites": list(sites)}])


def _note(game, **what):
    """For the history of the saga."""
    noted = stacking.noted(game.state, "variants", {})
    mine = dict(noted.get(NAME, {}))
    for key, value in what.items():
        mine[key] = [*mine.get(key, ()), *value]
    stacking.note(game.do, variants={**noted, NAME: mine})


# -- OR.2 ----------------------------------------------------------------------------------------------------------


def _expand_all(game):
    for seat in facts.in_turn_order(game):
        rid = data(game)["leaders"].get(seat)
        if rid is not None and game.state.players[seat].role == EXILE:
            yield from _expand(game, seat, rid)


def _expand(game, seat, rid):
    own = data(game)["realms"][rid]["sites"]
    ruled = _ruled(game, seat)
    if game.takes("OR-W", "a") == "b" and not any(site in own for site in ruled):
        return
    joining = [site for site in _free(game, seat) if site not in own]
    joining = [site for site in joining if not _just_founded(game, site)]
    room = MOST - len(own)
    if game.takes("OR-G", "a") == "a":
        room = min(room, MOST_IN_ALL - in_all(game))
    if room <= 0 or not joining:
        return
    if len(joining) > room:
        joining = yield from some(f"{NAME}.expand", seat, joining, room, room, "OR.2")
    add_sites(game, rid, joining, "expanded", "OR.2", who=seat, sites=joining)
    _note(game, expanded=[{"realm": rid, "sites": list(joining)}])


def _just_founded(game, site):
    rid = realm_of(game, site)
    return rid is not None and data(game)["realms"][rid]["founded"] is None


# -- OR.3 ----------------------------------------------------------------------------------------------------------


@VARIANT.step("chronicle", "OR.3", after="8.2")
def evolve(game, who):
    """OR.3: a die for each realm that is older than this game, the oldest first (OR-EE)."""
    old = [rid for rid, realm in data(game)["realms"].items() if realm["founded"] is not None]
    old.sort(key=lambda rid: data(game)["realms"][rid]["founded"])
    if game.takes("OR-EE", "a") == "b" and len(old) > 1:
        old = yield from order(f"{NAME}.order", who, old, "OR.3")
    for rid in old:
        yield from _evolve(game, who, rid)


def _evolve(game, who, rid):
    sites = list(data(game)["realms"][rid]["sites"])
    number = yield from throw(game, "evolution-die", who, "OR.3", about={"sites": sites})
    if number >= 5:
        yield from _grow(game, who, rid, sites)
    elif number >= 3:
        game.do.keep(NAME, ("OR.3",), "nothing", {}, sites=sites)
    elif (yield from throw(game, "decline-die", who, "OR.3", about={"sites": sites})) <= 2:
        lose_sites(game, sites, "ended", "OR.3", sites=sites)
        _note(game, ended=[{"realm": rid}])
    else:
        lost = sites[0]
        if len(sites) > 1:
            about = {"sites": sites}
            lost = yield from drawn_by_name("lost", who, lambda: sites, lambda site: _may_lose(sites, site), about)
        lose_sites(game, [lost], "shrunk", "OR.3", sites=sites, site=lost)
        what: dict[str, Any] = (
            {"shrunk": [{"realm": rid, "site": lost}]} if len(sites) > 1 else {"ended": [{"realm": rid}]}
        )
        _note(game, **what)


def _may_lose(sites, site):
    yield site in sites, "OR.3", f"{site} is no site of the realm"


def _grow(game, who, rid, sites):
    if len(sites) >= MOST or in_all(game) >= MOST_IN_ALL or not list(_gains(game)):
        game.do.keep(NAME, ("OR.3",), "full", {}, sites=sites)
        return

    def rows(site):
        return _may_gain(game, site)

    gained = yield from drawn_by_name("gained", who, lambda: _gains(game), rows, {"sites": sites})
    add_sites(game, rid, [gained], "grown", "OR.3", sites=sites, site=gained)
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
    yield realm_of(game, site) is None, "OR.3", f"{site} is in a realm"
