"""Battle plans in use: one by one in the order of the Law, as pure writes into a battle (5.5.3, 7.5).

``compose(battle, attacker=[Chosen("denizen.longbows")])`` is every plan of a campaign in turn, ``use`` one of them. The
engine asks its players and calls ``use``; the odds call ``compose``.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.kit.datafiles import load
from oathtools.odds.battle import ATTACKER, DEFENDER, SIDES, Battle, Ending, enemy, needed, settle
from oathtools.odds.dice import attack_faces, defense_faces, hollow_per_sword
from oathtools.odds.plans import (
    NUMBERS,
    RULES,
    VERBS,
    Chosen,
    Effect,
    NeedsNumber,
    Plan,
    PlanRefused,
    count_words,
    plan,
)


class Use(NamedTuple):
    """One plan in use: the battle before and after, and what was taken as true or came to nothing."""

    plan: Plan
    side: str
    before: Battle
    after: Battle
    assumed: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()

    @property
    def wasted(self) -> str:
        """Why the plan comes to nothing, if all that it does hangs on conditions that are not met (A-191)."""
        return "; ".join(self.idle) if self.after == self.before else ""


def use(battle: Battle, side: str, chosen: Chosen, facts: Mapping[str, Any] | None = None) -> Use:
    """One plan used by a side: the battle as it then stands (5.5.3).

    ``facts`` are what is known of the facts and counts of ``data/plans.yaml``. A fact that is not among them is taken
    so that the plan works, and told in ``assumed``; a count must be among them or be the chosen number. Raises
    ``PlanRefused`` for a plan of the other side, a number it does not take, or a missing one; ``UnknownPlan``.
    """
    known = {} if facts is None else facts
    used = plan(chosen.id)
    if side not in used.sides:
        kind = "power serves" if used.standing else "plan is"
        raise PlanRefused(f"{used.name} is not for the {side}: the {kind} the {enemy(side)}'s", "7.5")
    check_number(used, chosen)
    after, assumed, idle = battle, [], []
    for effect in used.effects:
        if effect.verb in RULES:
            continue
        holds, words, sure = _holds(effect, after, side, known)
        if not holds:
            idle.append(words)
            continue
        if not sure and words not in assumed:
            assumed.append(words)
        if effect.sacrificing:
            own = after.force if side == ATTACKER else after.defenders
            if own < effect.sacrificing:
                idle.append(f"its user has no {effect.sacrificing} warbands to sacrifice" if own else _NO_WARBAND)
                continue
            after = after.fallen(side, effect.sacrificing)
        after = VERBS[effect.verb](after, side, _amount(used, effect, side, chosen, known))
    return Use(used, side, battle, after, tuple(assumed), tuple(dict.fromkeys(idle)))


_NO_WARBAND = "its user has no warband to sacrifice"


def check_number(used: Plan, chosen: Chosen) -> None:
    """Raise ``PlanRefused`` for a number or a sign that a plan does not take (7.5.4)."""
    if chosen.number is None and chosen.way is None:
        return
    swings = any(effect.verb == "swing" for effect in used.effects)
    if chosen.way is not None and not swings:
        number = used.number
        if number is None or "any" not in number.amount:
            raise PlanRefused(f"{used.name} has no plus/minus sign", "7.5.4")
    if chosen.number is None or used.number is not None:
        return
    fixed = [effect.amount for effect in used.effects if effect.verb == "swing"]
    if not fixed:
        raise PlanRefused(f"{used.name} takes no number", "7.5.4")
    if chosen.number != fixed[0]:
        raise PlanRefused(f"{used.name} changes the attack pool by {fixed[0]}, not by {chosen.number}", "7.5.4")


def _holds(effect: Effect, battle: Battle, side: str, known: Mapping[str, Any]) -> tuple[bool, str, bool]:
    """Whether the effect takes place; what decides it in words; whether that is known and not merely assumed."""
    match effect.condition:
        case None:
            return True, "", True
        case {"defense_pool": least}:
            has = battle.defense >= least
            return has is effect.wanted, f"the defense pool has {battle.defense} dice, and {least} are asked for", True
        case "larger_force" | "smaller_force" as word:
            mine, theirs = battle.strength(side), battle.strength(enemy(side))
            more = "larger" if word == "larger_force" else "smaller"
            has = mine > theirs if more == "larger" else mine < theirs
            return has is effect.wanted, f"its user's force of {mine} is not {more} than the enemy's of {theirs}", True
        case str() as fact:
            positive, negative = load("plans")["facts"][fact]
            if fact in known:
                return bool(known[fact]) is effect.wanted, positive if known[fact] else negative, True
            return True, positive if effect.wanted else negative, False
    raise ValueError(f"no such condition: {effect.condition}")


def _amount(used: Plan, effect: Effect, side: str, chosen: Chosen, known: Mapping[str, Any]) -> Any:
    if effect.verb not in NUMBERS:
        return effect.amount
    number = _number(used, effect, chosen, known) if isinstance(effect.amount, Mapping) else effect.amount
    if effect.verb == "swing":
        return number * (chosen.way or (1 if side == ATTACKER else -1))
    return number


def _number(used: Plan, effect: Effect, chosen: Chosen, known: Mapping[str, Any]) -> int:
    amount: Mapping[str, Any] = effect.amount
    match amount:
        case {"die": what}:
            return int(catalog.DEFENSE_DICE[what])
        case {"one_of": several}:
            number = several[-1] if chosen.number is None else chosen.number
            if number not in several:
                raise PlanRefused(f"{used.name} takes {' or '.join(map(str, several))}, not {number}", "7.5.4")
            return int(number)
        case {"each": count}:
            number = _counted(used, count, chosen, known)
            if count in known and number != known[count]:
                raise PlanRefused(f"{used.name} counts {known[count]} {count_words(count)}, not {number}", "7.5.4")
            times = amount.get("times", 1)
            return number * int(catalog.card(used.id).facts[times] if isinstance(times, str) else times)
        case {"up_to": count}:
            number = _counted(used, count, chosen, known)
            if number > known.get(count, number):
                raise PlanRefused(
                    f"{used.name} takes up to {known[count]}, one for each of: {count_words(count)}", "7.5.4"
                )
            return number
        case {"any": count}:
            return _counted(used, count, chosen, known) * (chosen.way or 1)
    raise ValueError(f"{used.id}: {amount} is no amount")


def _counted(used: Plan, count: str, chosen: Chosen, known: Mapping[str, Any]) -> int:
    number = chosen.number if chosen.number is not None else known.get(count)
    if number is None:
        raise NeedsNumber(
            f"{used.name} needs a number: {count_words(count)}", "5.5.3", hint=f'Say it with the name: "{used.name}=2"'
        )
    most = load("plans")["counts"][count]["most"]
    if number > most:
        raise PlanRefused(
            f"{used.name}: there are never {number} {count_words(count)}", "7.5.4", hint=f"At most {most}."
        )
    return int(number)


def compose(
    battle: Battle,
    attacker: Sequence[Chosen] = (),
    defender: Sequence[Chosen] = (),
    facts: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    bandits: bool = False,
    alone_of_side: bool = False,
) -> list[Use]:
    """All plans in the order of use: standing powers, the attacker's plans, the defender's, each once (5.5.3).

    ``facts`` by side; ``bandits``: the defenders are bandits. A plan that bars its user's others alone may stand
    beside those of others who defend, which is told in ``assumed``; not with ``alone_of_side`` (A-151 b). Once a plan
    has decided the battle, later ones are not used (A-133). The last ``after`` is the battle to roll. Raises
    ``PlanRefused`` as ``use`` does, and for a plan used twice, barred by another, or beside one that must be alone;
    ``UnknownPlan``.
    """
    lines = [(side, chosen) for side, several in zip(SIDES, (attacker, defender), strict=True) for chosen in several]
    mixed = _check_together(lines, bandits=bandits, facts=facts or {}, alone_of_side=alone_of_side)
    lines.sort(key=lambda line: not plan(line[1].id).standing)
    uses: list[Use] = []
    for side, chosen in lines:
        if battle.victor is not None:
            decided = f"the {battle.victor} is victorious already"
            uses.append(Use(plan(chosen.id), side, battle, battle, idle=(decided,)))
            continue
        one = use(battle, side, chosen, (facts or {}).get(side))
        uses.append(one._replace(assumed=(*one.assumed, _OTHERS_USED)) if chosen.id in mixed else one)
        battle = uses[-1].after
    return uses


_OTHERS_USED = "the other plans of the side are used by others who defend"


def _check_together(
    lines: Sequence[tuple[str, Chosen]], *, bandits: bool, facts: Mapping[str, Mapping[str, Any]], alone_of_side: bool
) -> set[str]:
    """Raises ``PlanRefused`` for plans that cannot be used beside one another, or by bandits.

    Returns those that can be used beside the others only if these are used by other players.
    """
    seen: set[str] = set()
    mixed: set[str] = set()
    used = [(side, plan(chosen.id)) for side, chosen in lines]
    for _, one in used:
        if one.id in seen:
            raise PlanRefused(f"{one.name} is named twice: a plan is used once, by one player", "5.5.3")
        seen.add(one.id)
    titles = [one for _, one in used if one.id.startswith("title.")]
    if len(titles) > 1:
        raise PlanRefused("the title lies on one side: Oathkeeper or Usurper, not both", "2.11")
    for side, chosen in lines:
        if bandits and side == DEFENDER and chosen.way == 1:
            raise PlanRefused(f"bandits use {plan(chosen.id).name} against the attacker: they remove the dice", "A-54")
    for side, one in used:
        mine = [other for whose, other in used if whose == side and other is not one and not other.standing]
        theirs = [other for whose, other in used if whose != side and not other.standing]
        for alone in one.rules("alone") if mine else ():
            if alone.amount is True or side == ATTACKER or bandits or alone_of_side:
                raise PlanRefused(f"{one.name} bars the {side}'s other battle plans: {_names(mine)}", "5.5.3")
            mixed.add(one.id)
        for effect in one.rules("bars"):
            if (facts.get(side) or {}).get(effect.condition, True) is False:
                continue
            barred = [other for other in theirs if bars(effect.amount, other)]
            if barred:
                raise PlanRefused(f"{one.name} bars the {enemy(side)}'s {_names(barred)}", "9.2")
        if bandits and side == DEFENDER and not one.standing:
            dear = any(True for whose, other in used if whose == ATTACKER for _ in other.rules("adds_cost"))
            if one.cost or dear:
                raise PlanRefused(f"bandits cannot use {one.name}: they use plans that cost nothing", "5.5.3")
        if bandits and side == DEFENDER and one.standing and one.cost:
            raise PlanRefused(f"bandits cannot use {one.name}: they pay no cost", "A-135")
    return mixed


def bars(what: Any, other: Plan) -> bool:
    """Whether an effect that bars battle plans bars this one."""
    match what:
        case "all":
            return True
        case {"suits": suits}:
            return other.suit in suits
        case {"cost": token}:
            return any(item.what == token for item in other.cost)
        case {"matching": _}:
            return False  # whose advisers match is for a table to say: the plans named are taken as matching none
    raise ValueError(f"nothing to bar: {what}")


def _names(several: Iterable[Plan]) -> str:
    return ", ".join(one.name for one in several)


# -- dice that fell, turned into the result of a campaign (5.5.4 to 5.5.6) ---------------------------------------------


# The faces of some dice: their ids, one for each die, or how many dice show each.
Shown = Iterable[str] | Mapping[str, int]


class Faces(NamedTuple):
    """The dice that count, after any reroll."""

    attack: Shown = ()
    defense: Shown = ()


class Result(NamedTuple):
    """What a roll comes to."""

    defense: int  # shields, doubled, with the warbands and bandits that add to them
    attack: int  # swords, before sacrifices
    skulls: int  # rolled; those beyond the force kill nobody
    needed: int  # sacrifices that victory needs: 0 if the attack already exceeds the defense
    enough: bool  # whether so many may be sacrificed and are left to sacrifice
    ending: Ending

    @property
    def won(self) -> bool:
        """Whether the attacker is victorious."""
        return self.ending.won


def rolled_defense(battle: Battle, shown: Shown) -> int:
    """The defense of a roll: what ``shields_of`` says, and the warbands and bandits (5.5.4)."""
    return shields_of(battle, shown) + battle.defenders + battle.bandits


def shields_of(battle: Battle, shown: Shown) -> int:
    """What defense dice come to: shields times the doublers (5.5.4). Raises ``ValueError`` for an id of no face."""
    shields = doubles = 0
    for (_, each, marks), dice in _fell(defense_faces(battle.ignored), shown, "defense"):
        shields += each * dice
        doubles += marks * dice
    return shields << doubles


def rolled_attack(battle: Battle, shown: Shown) -> tuple[int, int]:
    """The attack of a roll before sacrifices, and the skulls that count (5.5.5). Raises as ``shields_of``."""
    hollow = skulls = 0
    for (_, each, marks), dice in _fell(attack_faces(battle.ignored, battle.doublings, battle.skulls), shown, "attack"):
        hollow += each * dice
        skulls += marks * dice
    return hollow // hollow_per_sword(), skulls


def resolve(battle: Battle, faces: Faces, *, sacrifice: bool = True) -> Result:
    """The result of a battle with the dice that fell.

    ``sacrifice``: whether the attacker sacrifices what is needed, if that many are left and no effect forbids it; it is
    all of it or none (A-56). Raises ``ValueError`` if the number of dice is not that of the battle, and for an id that
    is no face. A battle that a plan has decided takes no dice (A-133).
    """
    attacking, defending = _resolution_counted(faces.attack), _resolution_counted(faces.defense)
    if battle.victor is not None:
        if attacking or defending:
            raise ValueError("a plan has decided this battle: nothing is rolled")
        return Result(0, 0, 0, 0, False, settle(battle, battle.victor == ATTACKER))
    for shown, dice, pool in ((attacking, battle.rolled, "attack"), (defending, battle.defense, "defense")):
        fell = sum(shown.values())
        if fell != dice:
            raise ValueError(f"{fell} {pool} dice fell where {dice} are rolled")
    defense, attack, skulls, short, enough = compared(battle, attacking, defending)
    won = short == 0 or (enough and sacrifice)
    return Result(defense, attack, skulls, short, enough, settle(battle, won, min(skulls, battle.force), won * short))


def compared(battle: Battle, attacking: Shown, defending: Shown) -> tuple[int, int, int, int, bool]:
    """Of dice that fell: defense, attack, skulls, the sacrifices that victory needs, and whether they can be made."""
    defense = rolled_defense(battle, defending)
    attack, skulls = rolled_attack(battle, attacking)
    short = needed(attack, defense, battle.worth)
    enough = short <= (battle.force - min(skulls, battle.force) if battle.may_sacrifice else 0)
    return defense, attack, skulls, short, enough


def _fell(worth: Mapping[str, tuple[int, int, int]], shown: Shown, die: str) -> list[tuple[tuple[int, int, int], int]]:
    """What each face that fell is worth, and how many dice show it."""
    try:
        return [(worth[face], dice) for face, dice in _resolution_counted(shown).items()]
    except KeyError as strange:
        raise ValueError(f"no face of the {die} die is called {strange}: {', '.join(worth)}") from None


def _resolution_counted(shown: Shown) -> Mapping[str, int]:
    if isinstance(shown, dict):  # to ask for a Mapping takes as long as to count
        return shown
    counts: dict[str, int] = {}
    for face in shown:
        counts[face] = counts.get(face, 0) + 1
    return counts
