"""2.3 The traits of the Imperial Reliquary: mandatory for the Chancellor while their space is uncovered."""

from oathtools import catalog
from oathtools.engine.windows import Stage
from oathtools.odds.battle import ATTACKER
from oathtools.powers.define import power
from oathtools.powers.sites import going_to
from oathtools.procedures.actions.trade import FOR_SECRETS, Gain
from oathtools.procedures.machine import facts
from oathtools.table.state import region_of_slot

DECADENT, CARELESS, GREEDY = "reliquary.decadent", "reliquary.careless", "reliquary.greedy"
BRUTAL = "reliquary.brutal"


def regions(game, frame):
    """The regions a traveler leaves and enters."""
    return facts.region_of(game, frame.actor), region_of_slot(going_to(game, frame))


@power("travel.cost", DECADENT, cites=("2.3", "5.6.1"))
def decadent_hinterland(game, frame, value, me):
    """Travel to the Hinterland costs 1 Supply more (A-116)."""
    return value.more_supply(1, "2.3", DECADENT) if regions(game, frame)[1] == "hinterland" else value


@power("travel.cost", DECADENT, stage=Stage.LIMIT, cites=("2.3", "7.6.2"))
def decadent_cradle(game, frame, value, me):
    """Travel to the Cradle from another region costs no Supply (A-116)."""
    start, end = regions(game, frame)
    return value.without_supply() if end == "cradle" != start else value


@power("trade.gain", CARELESS, cites=("2.3", "5.3.2"))
def careless(game, frame, value, me):
    """One favor more in every Trade, one secret less in a Trade for secrets, never below zero (A-115)."""
    gain = Gain(value)
    gain["favor"] = gain.get("favor", 0) + 1
    if frame.given["for"] == FOR_SECRETS:
        gain["secrets"] = max(0, gain.get("secrets", 0) - 1)
    return gain


@power("search.count", GREEDY, cites=("2.3", "5.1.2"))
def greedy_draws(game, frame, value, me):
    """Two cards more in every Search (A-113)."""
    return value + catalog.card(GREEDY).facts["draw_change"]


@power("search", GREEDY, cites=("2.3", "5.1.1"))
def greedy_ceiling(game, frame, me):
    """No Search that costs more than 2 Supply (A-114)."""
    from oathtools.procedures.actions.search import search_cost

    most = catalog.card(GREEDY).facts["max_supply_to_search"]
    cost = search_cost(game, frame).supply
    yield cost <= most, "2.3", f"with {GREEDY} no Search may cost more than {most} Supply; this one costs {cost}"


@power("campaign.standing", BRUTAL, cites=("2.3", "5.5.6"))
def brutal(game, frame, value, me):
    """In the Chancellor's campaigns all of the beaten force is killed."""
    return (*value, (ATTACKER, BRUTAL))
