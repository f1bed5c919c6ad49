"""Campaigns and travels that powers grant: without Supply, some of them as if the pawn stood elsewhere."""

from oathtools.engine.rows import holds
from oathtools.procedures.actions.action import begun, possible, take
from oathtools.procedures.campaign.declaration import CAMPAIGN
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import choose, confirm


def may_take(game, action, seat, kind, **as_if):
    """Offer a player an action without Supply, if it is possible."""
    frame = begun(action, seat, free=True, **as_if)
    if holds(possible(game, action, seat, frame)) and (yield from confirm(kind, seat, "10.2", about=frame)):
        yield from take(game, action, seat, frame)


def from_post(game, me, slot, **as_if):
    """A campaign as if from a site: without Supply, one's warbands there in the force.

    The site need not be a target where one rules it (A-105).
    """
    own = facts.rules_site(game, me, slot)
    return begun(CAMPAIGN, me, at=slot, joins=(slot,), own_site_free=own, free=True, **as_if)


def posts(game, me, slots, **as_if):
    """The sites among some from which a campaign is possible; ``owes``: a price that is to be paid first."""
    return [slot for slot in slots if holds(possible(game, CAMPAIGN, me, from_post(game, me, slot, **as_if)))]


def campaign_from(game, frame, me, slots, kind):
    """Campaign as if from one of some sites."""
    sites = [facts.site_id(game, slot) for slot in posts(game, me, slots)]
    if sites:
        site = yield from choose(kind, me, sites, "5.5.1", about=frame)
        yield from take(game, CAMPAIGN, me, from_post(game, me, facts.slot_named(game, site)))
