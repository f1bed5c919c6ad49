"""The plans and powers that change a campaign, as a list for people."""

from collections.abc import Mapping, Sequence
from typing import Any

from oathtools.datafiles import load
from oathtools.render.document import Block, Line, apart
from oathtools.text import count

_FACTS = {
    "larger_force": "its user's force is larger than the enemy's",
    "smaller_force": "the enemy's force is larger than its user's",
}
# What each verb of data/plans.yaml does, for verbs whose amount is no number.
_WORDS = {
    "halve": "half of the attack dice are rolled, rounded down",
    "double": "the attack roll counts double, skulls too",
    "ignore": "these faces of the enemy add nothing: {}",
    "no_skulls": "ignores its user's skulls",
    "worth": "each sacrificed warband adds {}",
    "no_sacrifice": "the attacker cannot sacrifice",
    "spared": "if defeated, none of its user's force is killed",
    "slaying": "if victorious, all of the enemy's force is killed",
    "capturing": "if victorious, takes the enemy's warbands that are left",
    "reaping": "if victorious, a warband for each enemy warband killed",
    "saved": "its user's lost warbands are set aside, not killed",
    "reroll": "all of its user's dice may be rerolled once",
    "win": "its user is victorious at once",
    "bloodless": "nobody is killed in the defeat",
    "alone": "no other plan beside it",
    "adds_cost": "the enemy's plans cost more",
    "nothing": "no dice, no losses: {}",
}


def listing(plans: Sequence[Mapping[str, Any]]) -> list[Block]:
    """What ``plans.as_json`` gives, for people: battle plans by name, then standing powers."""
    parts: list[list[Block]] = []
    for title, battle_plan in (("BATTLE PLANS (5.5.3, 7.5)", True), ("OTHER POWERS, FROM THE START (5.5.2)", False)):
        named = sorted(plans, key=lambda one: str(one["name"]))
        parts.append([title, *(_entry(one) for one in named if one["battle_plan"] is battle_plan)])
    use = (
        "Name a plan with --plan (attacker) or --defender-plan. A number goes with the name: "
        '--plan "Cracking Ground=2".'
    )
    return apart(*parts, [Line(use)])


def _entry(one: Mapping[str, Any]) -> Line:
    name = f"{one['name']}=N" if one["number"] else str(one["name"])
    side = " or ".join(one["by"])
    words = "; ".join(describe(effect) for effect in one["effects"])
    number = f" N: {one['number']}." if one["number"] else ""
    return Line(f"{name} ({side}): {words}.{number}", "  ", 4)


def describe(effect: Mapping[str, Any]) -> str:
    """An effect of ``plans.as_json`` in a few words."""
    verb, amount = next(iter(effect.items()))
    words = _verb(verb, amount)
    if "sacrificing" in effect:
        words += f" for {count(effect['sacrificing'], 'warband')} sacrificed"
    for key in ("if", "unless"):
        if key in effect:
            words += f" {key} {_condition(effect[key])}"
    return words


def _verb(verb: str, amount: Any) -> str:
    match verb:
        case "swing":
            return f"adds or removes {_dice(amount, 'attack')}"
        case "attack" | "defense":
            if isinstance(amount, int) and amount < 0:
                return f"removes {_dice(-amount, verb)}"
            return f"adds {_dice(amount, verb)}"
        case "force":
            return "moves N warbands into the force" if "any" in amount else "N warbands join the force"
        case "crown":
            return f"{_amount(amount)} bandits count in the force and cannot be killed"
        case "bandits":
            return "so many bandits more at each"
        case "kill":
            return f"kills {count(amount, 'warband')} of the enemy's force"
        case "gain":
            return f"if victorious, gains {count(amount, 'warband')}"
        case "doomed":
            who = "the defeated side kills all of its force" if amount == "loser" else "its user kills all of the force"
            return who if amount == "loser" else f"if defeated, {who}"
        case "bars":
            return f"the enemy cannot use {_barred(amount)}"
        case "ignore":
            return _WORDS[verb].format(", ".join(face.replace("_", " ") for face in amount))
    return _WORDS[verb].format(amount)


def _barred(what: Any) -> str:
    match what:
        case {"suits": suits}:
            return f"{' or '.join(suit.capitalize() for suit in suits)} plans"
        case {"cost": token}:
            return f"plans that cost a {token}"
        case {"matching": _}:
            return "plans that match an adviser of its user"
    return "battle plans"


def _condition(condition: Any) -> str:
    match condition:
        case {"defense_pool": least}:
            return f"the defense pool has {least} dice or more"
    return _FACTS.get(condition) or str(load("plans")["facts"][condition][0])


def _dice(amount: Any, pool: str) -> str:
    number = _amount(amount)
    return f"{number} {pool} {'die' if number == '1' else 'dice'}"


def _amount(amount: Any) -> str:
    match amount:
        case {"up_to": _}:
            return "up to N"
        case {"one_of": several}:
            return " or ".join(map(str, several))
        case {"die": title}:
            return str(load("components")["defense_dice"][title])
        case int():
            return str(amount)
    return "N"
