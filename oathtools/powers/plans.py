"""7.5 Battle plans that are numbers alone need no code: ``data/plans.yaml`` says all of them. And what plans share."""

from functools import cache

from oathtools import catalog
from oathtools.datafiles import load
from oathtools.odds.battle import DEFENDER, Battle, enemy
from oathtools.odds.plans import Chosen, Plan, plans
from oathtools.odds.using import use
from oathtools.powers.define import battle_plan
from oathtools.procedures.campaign.plans import COUNTS
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts

# What procedures carry out for every card, as data/plans.yaml puts it into words.
CARRIED = {
    *("swing", "attack", "defense", "kill", "halve", "double", "ignore", "no_skulls", "worth", "no_sacrifice"),
    *("spared", "doomed", "gain", "reaping", "win", "bloodless", "alone", "bars"),
}
LEAVING = frozenset((None, "at_end", "if_defeated"))


def is_numbers(plan: Plan) -> bool:
    """Is a battle plan carried out whole by its numbers, and by its printed discard?"""
    if plan.standing or catalog.card(plan.id).facts.get("self_discard") not in LEAVING:
        return False
    counted = plan.number.amount if plan.number else {}
    known = COUNTS.issuperset(counted[key] for key in ("each", "up_to", "any") if key in counted)
    return known and CARRIED.issuperset(effect.verb for effect in plan.effects)


@cache
def dice_for_one(card: str) -> int:
    """The defense dice that a standing power adds for one target."""
    one = dict.fromkeys(load("plans")["counts"], 1)
    return use(Battle(0, 0, 0), DEFENDER, Chosen(card), one).after.defense


def gain_for(game, who, suit, count):
    """The user of a plan gains favor from a bank; what bandits gain is burned (FAQ Military Parade)."""
    if who == facts.BANDITS:
        yield from verbs.burn_from_bank(game, suit, count, "5.5.8")
    else:
        yield from verbs.gain_favor(game, who, suit, count, "5.5.8")


def is_of_enemy(frame, me):
    """Is a plan used by the enemy of somebody who takes part in the campaign (10.29)?"""
    side = frame.fact("fight").side_of(me)
    return side is not None and frame.given["side"] == enemy(side)


def dearer(frame, cost, me, item):
    """The cost of a plan with an item more if the enemy of `me` uses it; it counts as the cost of a power."""
    return cost.plus(item._replace(power=True)) if is_of_enemy(frame, me) else cost


battle_plan(*(plan.id for plan in plans() if is_numbers(plan)))
