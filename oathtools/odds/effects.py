"""What a plan can do to a battle: one pure function for each verb of ``data/plans.yaml``.

A function takes the battle, the side that uses the plan and the amount, and returns the battle as it then stands.
Nothing here names a card.
"""

from collections.abc import Callable
from typing import Any

from oathtools.odds.battle import ATTACKER, BOTH, DEFENDER, Battle, enemy

Verb = Callable[[Battle, str, Any], Battle]

VERBS: dict[str, Verb] = {}
# Verbs whose amount is a number of dice or warbands, which a player may have to choose.
NUMBERS = frozenset(
    {"swing", "attack", "defense", "force", "crown", "bandits", "kill", "halve", "double", "worth", "gain"}
)
# Verbs about which other plans may be used, and those that touch no number at all.
RULES = frozenset({"alone", "bars", "adds_cost", "nothing"})
# The clauses and rulings that each verb rests on, besides 5.5.3 and 7.5.
CLAUSES: dict[str, tuple[str, ...]] = {
    "swing": ("7.5.4", "A-53"),
    "attack": ("7.5.4", "A-53"),
    "defense": ("7.5.4",),
    "force": ("10.9", "A-104"),
    "crown": ("7.6.5", "A-59", "A-104"),
    "bandits": ("2.8.3", "A-122"),
    "kill": ("10.13",),
    "halve": ("5.5.5", "A-53"),
    "double": ("5.5.5", "A-57"),
    "ignore": ("9.2",),
    "no_skulls": ("9.2",),
    "worth": ("5.5.5", "A-56"),
    "no_sacrifice": ("9.2", "A-56"),
    "spared": ("5.5.6", "9.2"),
    "doomed": ("5.5.6", "9.2"),
    "slaying": ("5.5.8",),
    "capturing": ("5.5.8", "A-124"),
    "reaping": ("5.5.8", "10.13"),
    "gain": ("5.5.8", "10.10"),
    "saved": ("10.13", "A-106"),
    "reroll": ("7.1.4", "A-135"),
    "win": ("A-133",),
    "bloodless": ("A-133",),
    "alone": ("9.2",),
    "bars": ("9.2",),
    "adds_cost": ("7.1.2", "A-108"),
    "nothing": (),
}


def _verb(function: Verb) -> Verb:
    VERBS[function.__name__] = function
    return function


def _with(field: str) -> Verb:
    """A verb that adds the user's side to a set of sides."""

    def joined(battle: Battle, side: str, _: Any) -> Battle:
        return battle._replace(**{field: getattr(battle, field) | {side}})

    return joined


VERBS |= {verb: _with(verb) for verb in ("spared", "slaying", "capturing", "reaping")}
VERBS["reroll"] = _with("rerolls")


@_verb
def saved(battle: Battle, side: str, _: Any) -> Battle:
    """The user's warbands that fall from here on are set aside (A-106)."""
    return battle.saving(side)


@_verb
def swing(battle: Battle, side: str, dice: int) -> Battle:
    """Attack dice added, or removed if negative (7.5.4, 5.5.3)."""
    return battle.more_attack(dice)


VERBS["attack"] = swing


@_verb
def defense(battle: Battle, side: str, dice: int) -> Battle:
    """Defense dice added, or removed if negative."""
    return battle.more_defense(dice)


@_verb
def force(battle: Battle, side: str, warbands: int) -> Battle:
    """Warbands that join a force or leave it; those that join the attack may bring a die each (A-104)."""
    if side == ATTACKER:
        return _with_dice(battle._replace(force=max(0, battle.force + warbands)), warbands)
    return battle._replace(defenders=max(0, battle.defenders + warbands))


def _with_dice(battle: Battle, joining: int) -> Battle:
    return battle.more_attack(max(0, joining)) if battle.joiners_roll else battle


@_verb
def crown(battle: Battle, side: str, bandits: int) -> Battle:
    """Bandits who count as warbands of a side: in an attack they can help only as dice (7.6.5, A-104)."""
    if side == ATTACKER:
        return _with_dice(battle._replace(band=battle.band + bandits), bandits)
    return battle._replace(bandits=battle.bandits + bandits)


@_verb
def bandits(battle: Battle, side: str, number: int) -> Battle:
    """Bandits more who defend (2.8.3)."""
    return battle._replace(bandits=battle.bandits + number)


@_verb
def kill(battle: Battle, side: str, warbands: int) -> Battle:
    """Warbands of the enemy's force killed at once (10.13). The dice were collected before and stay."""
    return battle.fallen(enemy(side), warbands)


@_verb
def halve(battle: Battle, side: str, times: int) -> Battle:
    """Only half of the attack dice are rolled: half of the pool as it stands in the end."""
    return battle._replace(halvings=battle.halvings + times)


@_verb
def double(battle: Battle, side: str, times: int) -> Battle:
    """Every attack die counts twice, its skulls too."""
    return battle._replace(doublings=battle.doublings + times)


@_verb
def ignore(battle: Battle, side: str, faces: list[str]) -> Battle:
    """Faces of the enemy's dice that add nothing (9.2)."""
    return battle._replace(ignored=battle.ignored | _faces_of(enemy(side)).intersection(faces))


@_verb
def no_skulls(battle: Battle, side: str, _: Any) -> Battle:
    """The user's own skulls are ignored; only the attacker rolls any."""
    return battle._replace(skulls=False) if side == ATTACKER else battle


@_verb
def worth(battle: Battle, side: str, attack: int) -> Battle:
    """What each sacrificed warband adds to the attack."""
    return battle._replace(worth=attack)


@_verb
def no_sacrifice(battle: Battle, side: str, _: Any) -> Battle:
    """The enemy, if the attacker, cannot sacrifice."""
    return battle._replace(may_sacrifice=False) if side == DEFENDER else battle


@_verb
def doomed(battle: Battle, side: str, who: str) -> Battle:
    """The user, or whichever side is the loser, kills all of its force if it is defeated."""
    return battle._replace(doomed=battle.doomed | (BOTH if who == "loser" else {side}))


@_verb
def gain(battle: Battle, side: str, warbands: int) -> Battle:
    """Warbands the user gains by being victorious (5.5.8)."""
    if side == ATTACKER:
        return battle._replace(attacker_gains=battle.attacker_gains + warbands)
    return battle._replace(defender_gains=battle.defender_gains + warbands)


@_verb
def win(battle: Battle, side: str, _: Any) -> Battle:
    """The user is victorious at once; the first such plan decides (A-133)."""
    return battle if battle.victor else battle._replace(victor=side)


@_verb
def bloodless(battle: Battle, side: str, _: Any) -> Battle:
    """The defeat kills nobody."""
    return battle._replace(bloodless=True)


def _faces_of(side: str) -> frozenset[str]:
    from oathtools.catalog import pieces

    return frozenset(face.id for face in pieces.piece("ATTACK_FACES" if side == ATTACKER else "DEFENSE_FACES"))
