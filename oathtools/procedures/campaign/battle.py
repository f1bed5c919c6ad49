"""5.5.2 to 5.5.5: forces, pools and Allies, the rolls. The numbers are those of ``odds.battle``, defined once."""

from typing import TYPE_CHECKING

from oathtools.odds.battle import ATTACKER, DEFENDER, SIDES
from oathtools.odds.resolution import Faces, resolve
from oathtools.procedures.campaign.fight import Fight, kill_in_force
from oathtools.procedures.campaign.ground import BANDITS, imperial_defense
from oathtools.procedures.campaign.parts import parts
from oathtools.procedures.campaign.plans import battle_plans, plan_cost
from oathtools.procedures.campaign.pools import count_pools, from_the_start, may_join, rerolls
from oathtools.procedures.glossary.dice import roll_dice
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, confirm
from oathtools.procedures.machine.frame import Frame

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

__all__ = ["Fight", "fight", "plan_cost"]


def fight(game: "Game", frame: Frame) -> Ask:
    """5.5.2 to 5.5.8, once the campaign is declared and paid for."""
    on = Fight(frame)
    frame.facts = {**frame.facts, "fight": on}
    yield from game.scope(collect_pools(game, on))
    yield from game.scope(battle_plans(game, on))
    yield from fought(game, on)


def fought(game: "Game", on: Fight) -> Ask:
    """5.5.4 to 5.5.8, once forces and pools are settled."""
    from oathtools.procedures.campaign.aftermath import aftermath

    if on.battle.victor is None:
        yield from game.scope(rolls(game, on))
    else:
        on.won = on.battle.victor == ATTACKER
    left = {side: sum(on.places(side).values()) for side in SIDES}
    told = {"won": on.won, "left": left, "battle": on.battle, "brought": _brought(game, on)}
    game.do.emit("battle", ("5.5.5",), attacker=on.attacker, defender=on.defender, **told)
    yield from aftermath(game, on)
    on.over = True
    game.do.emit("campaign_over", ("5.5.8",))


def _brought(game: "Game", on: Fight) -> dict[str, tuple[str, ...]]:
    """Who brought about each field of the battle, where the game is to be told."""
    return on.brought() if game.do.is_told else {}


# -- 5.5.2 ---------------------------------------------------------------------------------------------------------


def collect_pools(game: "Game", on: Fight) -> Ask:
    """5.5.2: Allies join, forces and pools are counted, and what counts from the start."""
    yield from _allies(game, on)
    count_pools(game, on)
    told = {"attack": on.battle.attack, "defense": on.battle.defense, "targets": on.targets, "battle": on.battle}
    if game.do.is_told:
        told |= {"parts": parts(game, on), "standing": [*from_the_start(game, on)]}
    game.do.emit("pools", ("5.5.2",), **told)


def _allies(game: "Game", on: Fight) -> Ask:
    """5.5.2: the Chancellor joins an Imperial defender; Citizens there may, if the defender lets them (A-63)."""
    if not imperial_defense(game, on.frame):
        return
    head = facts.chancellor(game)
    if on.defender != head:
        on.allies.append(head)
    for seat in may_join(game, on):
        joins = yield from confirm("campaign.join", seat, "5.5.2", about=on.frame)
        if joins and (yield from confirm("campaign.ally", on.defender, "5.5.2", about=seat)):
            on.allies.append(seat)
    if on.allies:
        game.do.emit("allies", ("5.5.2",), who=list(on.allies))


# -- 5.5.4, 5.5.5 --------------------------------------------------------------------------------------------------


def rolls(game: "Game", on: Fight) -> Ask:
    """5.5.4 the defense is rolled, 5.5.5 the attack; skulls kill at once; then the attacker may sacrifice."""
    battle, who = on.battle, on.attacker if on.defender == BANDITS else on.defender
    again = battle.rerolls.union(rerolls(game, on, {})) if game.do.is_told else battle.rerolls
    game.do.emit("to_roll", ("5.5.4",), battle=battle._replace(rerolls=again), brought=_brought(game, on))
    defense = yield from roll_dice(game, DEFENDER, who, battle.defense, "5.5.4", why=on.frame.action, whose=on.defender)
    attack = yield from roll_dice(game, ATTACKER, on.attacker, battle.rolled, "5.5.5", why=on.frame.action)
    on.faces = Faces(attack, defense)
    outcome = resolve(battle, on.faces, sacrifice=False)
    game.do.emit("rolled_battle", ("5.5.4", "5.5.5"), attack=outcome.attack, defense=outcome.defense, result=outcome)
    yield from kill_in_force(game, on, ATTACKER, outcome.ending.skulls, "5.5.5", "skulls")
    on.won = outcome.won
    if not outcome.won and outcome.enough:
        offers = yield from confirm("campaign.sacrifice", on.attacker, "5.5.5", "9.5", about=outcome.needed)
        if offers:
            yield from kill_in_force(game, on, ATTACKER, outcome.needed, "5.5.5", "sacrifice")
            on.won = True
