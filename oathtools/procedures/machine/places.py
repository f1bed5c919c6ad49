"""The places where powers plug in, declared once, each with its clause.

All places of a kind hand over the same things. ``me`` is the subject of the power: the side that rules the card, the
player it speaks to, or None (see ``powers.define``).

* a fold: ``(game, frame, value, me)`` returns the changed value; pure
* rows: ``(game, frame, me)`` yields legality rows; pure
* a window: ``(game, frame, me)`` is a generator that may ask
* around: ``(game, frame, proceed, me)`` is a generator that runs ``proceed`` as often as it wants, or not at all
"""

from oathtools.engine.windows import Kind, Place

_TAKES = {
    Kind.FOLD: ("game", "frame", "value", "me"),
    Kind.ROWS: ("game", "frame", "me"),
    Kind.WINDOW: ("game", "frame", "me"),
    Kind.AROUND: ("game", "frame", "proceed", "me"),
}


def _declare(kind: Kind, clauses: dict[str, str]) -> dict[str, Place]:
    return {name: Place(name, kind, clause, _TAKES[kind]) for name, clause in clauses.items()}


PLACES: dict[str, Place] = {
    **_declare(
        Kind.FOLD,
        {
            # costs: each value is a Cost
            "travel.cost": "5.6.1",
            "muster.cost": "5.2.1",
            "trade.cost": "5.3.1",
            "search.cost": "5.1.1",
            "play.cost": "6.1",
            # a banner recovered: does it end on its Mob side
            "recover.mob": "5.4.4",
            # tokens that a power adds to those paid for a banner
            "recover.help": "5.4.2",
            # who picks the site one travels to; the sites whose powers the trip ignores
            "travel.chooser": "5.6.1",
            "travel.ignores": "9.2",
            "campaign.cost": "5.5.1",
            "plan.cost": "5.5.3",
            # where favor goes that is burned
            "favor.burnt": "10.4",
            # the powers that let one discard a card of a site before another moves there
            "move.discards": "11.9",
            "power.cost": "7.1.2",
            # a campaign: the dice on a target's shield, the slots whose warbands join the attack, what counts from the
            # start, what is known to plans, the places among which a plan kills, where warbands saved from death go,
            # whether a plan is discarded as printed, the favor burned and whether that is no choice
            "target.dice": "5.5.2",
            "campaign.force": "10.9",
            "campaign.standing": "5.5.2",
            "campaign.told": "5.5.3",
            "plan.victims": "10.13",
            "campaign.saved": "5.5.8",
            "plan.leaves": "5.5.8",
            "campaign.burn": "5.5.7.3",
            # numbers and sets
            "muster.gain": "5.2.2",
            "muster.occupied": "5.2.1",
            "trade.gain": "5.3.2",
            # the sites with whose cards one may trade
            "trade.sites": "5.3.2",
            # the piles that are open, from their bottom or not, how many cards are drawn, how many may be played
            "search.piles": "5.1.2",
            "search.bottom": "5.1.2",
            "search.count": "5.1.2",
            "search.keep": "5.1.3",
            # where a card goes that is discarded, and at which place of it (None: the bottom)
            "discard.to": "10.5",
            "play.sites": "5.1.4.1",
            "play.discards": "5.1.4.1",
            "capacity": "2.8.1",
            "adviser.limit": "5.1.4.2",
            "opportunity": "4.1.4",
            # whose warbands the bandits of a site count as, how many there are (7.6.5), what may be paid with (7.1.2)
            "bandits": "10.21",
            "bandits.number": "2.8.3",
            "purse": "7.1.2",
            # who rules a card at a site, the suits of a player's advisers, where favor goes that comes to a player, the
            # Visions revealed for a player
            "card.rulers": "10.21",
            "adviser.suits": "10.14",
            "favor.home": "10.10",
            "visions": "3.2",
            # setup: the warbands that the Chancellor places, by slot
            "setup.warbands": "1.12",
            # the Chronicle: does a site stay that the winner does not rule
            "chronicle.keeps": "8.3.2",
        },
    ),
    **_declare(
        Kind.ROWS,
        {
            # is a card not to be discarded, moved or swapped by the one who acts
            "locked": "10.16",
            "travel": "5.6.1",
            "muster": "5.2.1",
            "trade": "5.3.2",
            "search": "5.1.2",
            "play": "5.1.4",
            "recover": "5.4.1",
            "take": "10.26",
            "give": "10.11",
            "exile": "6.7",
            "campaign": "5.5",
            "campaign.target": "5.5.2",
            "campaign.declaration": "5.5.2",
            "campaign.plan": "5.5.3",
            "place.warbands": "6.5",
            "secret.cost": "7.1.2",
            # has the one it is revealed by met the goal of a Vision that no oath shares
            "vision.goal": "3.2",
        },
    ),
    **_declare(
        Kind.WINDOW,
        {
            "plan.used": "5.5.3",
            "rolled": "5.5.4",
            "setup.settled": "1.23",
            "site.revealed": "5.6.2",
            "campaign.losses": "5.5.6",
            "campaign.taken": "5.5.7.2",
            "campaign.killing": "5.5.8",
            "campaign.victory": "5.5.8",
            "campaign.after": "5.5.8",
            "relics.taken": "10.26",
            "relic.leaves": "10.15",
            "discarding": "10.5",
            "discarded": "10.5",
            # what the Travel itself does (7.1.4), and what comes after it (10.2)
            "traveled": "5.6.2",
            "travel.after": "5.6.2",
            "title.taken": "2.11",
            "search.drawn": "5.1.2",
            "search.kept": "5.1.3",
            "recovered": "5.4.3",
            # what comes after an action, whichever it was (10.2)
            "action.after": "10.2",
            "homeland": "11.2",
            "play.after": "5.1.4",
            "when_played": "7.3.3",
        },
    ),
    **_declare(
        Kind.AROUND, {"play.gain": "5.1.4.1", "plan.discards": "5.5.8", "end.roll": "3.3", "citizenship": "6.6.2"}
    ),
}

# Folds whose value is done rather than only asked: costs, numbers, destinations. A power that changes one is named
# where that is told. The others say how things stand (who rules, which suits, what may be chosen), over and over.
DONE = frozenset(
    {
        *(name for name, place in PLACES.items() if place.kind is Kind.FOLD and name.endswith((".cost", ".gain"))),
        *("recover.mob", "recover.help", "travel.chooser", "favor.burnt", "favor.home", "discard.to", "search.count"),
        *("search.bottom", "search.keep", "target.dice", "campaign.force", "campaign.standing"),
        *("plan.victims", "campaign.saved", "plan.leaves", "campaign.burn", "chronicle.keeps"),
        *("setup.warbands",),
    }
)
