"""Battle plans and standing powers by card, as ``data/plans.yaml`` gives them. ``oathtools.odds.using`` uses them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.catalog import packs
from oathtools.kit.datafiles import load
from oathtools.odds.battle import ATTACKER, BOTH, DEFENDER, SIDES, Battle, PlanFault, enemy

# -- what a plan can do to a battle: one pure function for each verb of ``data/plans.yaml`` ----------------------------
#
# A function takes the battle, the side that uses the plan and the amount, and returns the battle as it then stands.
# Nothing here names a card.


Verb = Callable[[Battle, str, Any], Battle]

VERBS: dict[str, Verb] = {}
# Verbs whose amount is a number of dice or warbands, which a player may have to choose.
NUMBERS = frozenset(
    {"swing", "attack", "defense", "force", "crown", "bandits", "kill", "halve", "double", "worth", "gain"}
)
# Verbs about which other plans may be used, and those that touch no number at all.
RULES = frozenset({"alone", "bars", "adds_cost", "nothing"})
# The clauses and rulings that each verb rests on, besides 5.5.3 and 7.5.
CLAUSES: dict[str, tuple[str, ...]] = {verb: tuple(cites) for verb, cites in load("plans")["clauses"].items()}


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


_OPTIONS = frozenset({"if", "unless", "sacrificing"})
_AMOUNTS = frozenset({"each", "up_to", "one_of", "any", "die"})
_COMPUTED = frozenset({"larger_force", "smaller_force"})


class Effect(NamedTuple):
    """One line of a plan: a verb, its amount as the data gives it, and what it depends on."""

    verb: str
    amount: Any
    condition: Any = None  # a fact; {"defense_pool": dice}; None
    wanted: bool = True  # whether the condition must hold (if), or must not (unless)
    sacrificing: int = 0


class Plan(NamedTuple):
    """What one card or title changes in a campaign."""

    id: str
    name: str
    sides: tuple[str, ...]  # who may use it
    standing: bool  # no battle plan: it counts from the start
    effects: tuple[Effect, ...]
    cost: tuple[catalog.CostItem, ...] = ()
    suit: str | None = None

    @property
    def number(self) -> Effect | None:
        """The effect whose amount the user has to choose or to tell, if there is one."""
        return next(
            (effect for effect in self.effects if isinstance(effect.amount, Mapping) and _is_fixed(effect)), None
        )

    def rules(self, verb: str) -> Iterable[Effect]:
        """The effects of this verb, for those that bear on other plans."""
        return (effect for effect in self.effects if effect.verb == verb)


class Chosen(NamedTuple):
    """A plan to use: its id, its number where it takes one, and whether that is added (1) or removed (-1)."""

    id: str
    number: int | None = None
    way: int | None = None  # None: the side's own way, which is to add for the attacker, to remove for the defender


class PlanRefused(PlanFault):
    """A plan that cannot be used so. ``clause`` says by which clause or ruling; ``hint`` the way out."""

    def __init__(self, message: str, clause: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message, self.clause, self.hint = message, clause, hint


class NeedsNumber(PlanRefused):
    """A plan whose number has to be told."""


class UnknownPlan(PlanFault, LookupError):
    """No plan or standing power of a campaign is called so. ``near`` are names that come near."""

    def __init__(self, words: str, near: Sequence[str] = ()) -> None:
        super().__init__(f"no battle plan is called {words!r}")
        self.words, self.near = words, tuple(near)


# --- the data ---------------------------------------------------------------------------------------------------------


@cache
def plan(plan_id: str) -> Plan:
    """The plan of a card or title by id.

    Raises ``UnknownPlan``; ``ValueError`` if the data of that plan is wrong, naming the mistake.
    """
    book = load("plans")
    numbers = _numbers(plan_id)
    if numbers is not None:
        record = catalog.card(plan_id)
        power = next(power for power in record.powers if power.kind == "battle_plan")
        effects = tuple(_effect(plan_id, entry) for entry in numbers)
        return Plan(plan_id, record.name, _sides(power.side), False, effects, power.cost, record.suit)
    entry = book["standing"].get(plan_id)
    if entry is None:
        raise UnknownPlan(plan_id)
    effects = tuple(_effect(plan_id, line) for line in entry["effects"])
    if plan_id.startswith("title."):
        return Plan(plan_id, entry["name"], _sides(entry["side"]), True, effects)
    record = catalog.card(plan_id)
    costs = [power.cost for power in record.powers if power.kind == "persistent"]
    return Plan(plan_id, record.name, _sides(entry["side"]), True, effects, costs[0] if costs else (), record.suit)


@cache
def asks(plan_id: str) -> frozenset[str]:
    """The facts and counts of ``data/plans.yaml`` on which the effects of a plan depend. Raises as ``plan``."""
    found = set()
    for effect in plan(plan_id).effects:
        if isinstance(effect.condition, str) and effect.condition not in _COMPUTED:
            found.add(effect.condition)
        if isinstance(effect.amount, Mapping):
            found |= {effect.amount[key] for key in ("each", "up_to", "any") if key in effect.amount}
    return frozenset(found)


def plans() -> tuple[Plan, ...]:
    """All of them: battle plans as the data lists them, then standing powers."""
    book = load("plans")
    return tuple(plan(plan_id) for part in ("plans", "standing") for plan_id in book[part])


def find(words: str) -> Plan:
    """The plan with this name or id, typos forgiven.

    Raises ``UnknownPlan``, which names cards that come near; also for a card that changes no campaign.
    """
    key = catalog.key_of(words)
    book = load("plans")
    for plan_id, entry in book["standing"].items():
        if key in (catalog.key_of(plan_id), catalog.key_of(entry.get("name", ""))):
            return plan(plan_id)
    try:
        card_id = catalog.find(words)
    except catalog.AmbiguousName as several:
        known = [card_id for card_id in several.ids if _is_known(card_id)]
        if len(known) != 1:
            raise UnknownPlan(words, [catalog.name_of(card_id) for card_id in known or several.ids]) from None
        card_id = known[0]
    except catalog.UnknownName as unknown:
        near = [catalog.name_of(card_id) for card_id in unknown.suggestions if _is_known(card_id)]
        raise UnknownPlan(words, near) from None
    if not _is_known(card_id):
        raise UnknownPlan(words)
    return plan(card_id)


def parse(words: str) -> Chosen:
    """A plan as people write it: its name, and after an equals sign its number, with a sign to say which way.

    ``Longbows``, ``Cracking Ground=2``, ``Mountain Giant=-1``. Raises ``UnknownPlan``; ``NeedsNumber`` for what is no
    number.
    """
    name, equals, amount = words.partition("=")
    found = find(name.strip())
    if not equals:
        return Chosen(found.id)
    number = amount.strip()
    way = {"+": 1, "-": -1, "−": -1}.get(number[:1])
    digits = number[1:] if way else number
    if not digits.isdecimal() or len(digits) > 2:
        raise NeedsNumber(f"{amount!r} is no number", "7.5.4", hint=f'For example: "{found.name}=2"')
    return Chosen(found.id, int(digits), way)


def _is_known(plan_id: str) -> bool:
    return _numbers(plan_id) is not None or plan_id in load("plans")["standing"]


def _numbers(plan_id: str) -> list[Mapping[str, Any]] | None:
    """What a battle plan does in numbers: of the box, or of a card that a variant brings (its ``battle_plan``)."""
    if plan_id in load("plans")["plans"]:
        found: list[Mapping[str, Any]] = load("plans")["plans"][plan_id]
        return found
    return packs.plan(plan_id)


def _sides(word: str | None) -> tuple[str, ...]:
    return SIDES if word == "either" else (str(word),)


def _effect(plan_id: str, entry: Mapping[str, Any]) -> Effect:
    verbs = [key for key in entry if key not in _OPTIONS]
    if len(verbs) != 1 or (verbs[0] not in VERBS and verbs[0] not in RULES):
        raise ValueError(f"{plan_id} in data/plans.yaml: {entry} has no verb, or one too many, or an unknown one")
    verb = verbs[0]
    amount = entry[verb]
    if verb in NUMBERS and isinstance(amount, Mapping):
        kinds = [key for key in amount if key in _AMOUNTS]
        counted = [amount[key] for key in ("each", "up_to", "any") if key in amount]
        if len(kinds) != 1 or any(count not in load("plans")["counts"] for count in counted):
            raise ValueError(f"{plan_id} in data/plans.yaml: {amount} is no amount")
    wanted = "unless" not in entry
    condition = entry.get("if" if wanted else "unless")
    if isinstance(condition, str) and condition not in _COMPUTED and condition not in load("plans")["facts"]:
        raise ValueError(f"{plan_id} in data/plans.yaml: {condition} is no fact")
    return Effect(verb, amount, condition, wanted, entry.get("sacrificing", 0))


def _is_fixed(effect: Effect) -> bool:
    return effect.verb in NUMBERS and "die" not in effect.amount


def count_words(count: str) -> str:
    """What a count of the data counts."""
    return str(load("plans")["counts"][count]["text"])


# --- for scripts ------------------------------------------------------------------------------------------------------


def as_json() -> list[dict[str, Any]]:
    """All plans and powers that can be named, with their effects as data."""
    return [
        {
            "id": one.id,
            "name": one.name,
            "by": list(one.sides),
            "battle_plan": not one.standing,
            "cost": [item._asdict() for item in one.cost],
            "effects": [_effect_as_json(effect) for effect in one.effects],
            "number": _number_words(one),
        }
        for one in plans()
    ]


def _effect_as_json(effect: Effect) -> dict[str, Any]:
    line: dict[str, Any] = {effect.verb: effect.amount}
    if effect.condition is not None:
        line["if" if effect.wanted else "unless"] = effect.condition
    if effect.sacrificing:
        line["sacrificing"] = effect.sacrificing
    return line


def _number_words(one: Plan) -> str | None:
    """What the number after a plan's name counts; None if it takes none."""
    effect = one.number
    if effect is None:
        return None
    count = next((effect.amount[key] for key in ("each", "up_to", "any") if key in effect.amount), None)
    return count_words(count) if count else "dice"


def completions(typed: str, side: str) -> list[tuple[str, str]]:
    """Names of plans for a side that go on from what is typed, as one word each, with what they are."""
    start = catalog.key_of(typed)
    return [
        (one.id.partition(".")[2].replace("_", "-"), "standing power" if one.standing else "battle plan")
        for one in plans()
        if side in one.sides and catalog.key_of(one.name).startswith(start)
    ]
