"""5.5.2 to 5.5.5: forces, pools and Allies, the rolls. The numbers are those of ``odds.battle``, defined once."""

from typing import TYPE_CHECKING

from oathtools.odds.battle import ATTACKER, DEFENDER, Battle
from oathtools.odds.plans import Chosen
from oathtools.odds.resolution import Faces, resolve
from oathtools.odds.using import use
from oathtools.procedures.campaign.fight import Fight, Places, kill_in_force, recount
from oathtools.procedures.campaign.ground import BANDITS, attacking, band, declared_dice, imperial_defense, target_slots
from oathtools.procedures.campaign.plans import battle_plans, plan_cost, told
from oathtools.procedures.glossary.dice import roll_dice
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, confirm
from oathtools.procedures.machine.frame import Frame
from oathtools.table.state import CITIZEN, SLOT

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

__all__ = ["Fight", "fight", "plan_cost"]


def fight(game: "Game", frame: Frame) -> Ask:
    """5.5.2 to 5.5.8, once the campaign is declared and paid for."""
    from oathtools.procedures.campaign.aftermath import aftermath

    on = Fight(frame)
    frame.facts = {**frame.facts, "fight": on}
    yield from game.scope(collect_pools(game, on))
    yield from game.scope(battle_plans(game, on))
    if on.battle.victor is None:
        yield from game.scope(rolls(game, on))
    else:
        on.won = on.battle.victor == ATTACKER
    game.do.emit("battle", ("5.5.5",), attacker=on.attacker, defender=on.defender, won=on.won)
    yield from aftermath(game, on)


# -- 5.5.2 ---------------------------------------------------------------------------------------------------------


def collect_pools(game: "Game", on: Fight) -> Ask:
    """5.5.2: Allies join, forces and pools are counted, and what counts from the start."""
    yield from _allies(game, on)
    count_pools(game, on)
    game.do.emit("pools", ("5.5.2",), attack=on.battle.attack, defense=on.battle.defense, targets=on.targets)


def count_pools(game: "Game", on: Fight) -> None:
    """Forces and pools as they are with the Allies of this fight; nothing changes but the fight itself."""
    on.ours = attacking(game, on.frame)
    on.theirs = _defending(game, on)
    on.battle = bare_battle(game, on)
    on.standing = standing(game, on)
    on.uses = []
    for side, power in on.standing:
        on.uses.append(use(on.battle, side, Chosen(power), told(game, on, side, power, None)))
        on.battle = on.uses[-1].after


def bare_battle(game: "Game", on: Fight) -> Battle:
    """The battle by pools and forces alone, before anything that counts from the start, read as the table reads it."""
    return Battle(
        force=sum(on.ours.values()),
        attack=int(on.frame.given["dice"]),
        defense=declared_dice(game, on.frame, on.targets),
        defenders=sum(on.theirs.values()),
        bandits=_bandits(game, on),
        band=band(game, on.frame),
        joiners_roll=game.takes("A-104", "b") == "b",
        bandits_halve=game.takes("A-59", "b") == "b",
    )


def _near(game: "Game", on: Fight) -> set[int]:
    """The targeted sites and the attacker's: who is there takes part in the defense."""
    return {*target_slots(game, on.targets), facts.site_of(game, on.attacker)}


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


def may_join(game: "Game", on: Fight) -> list[str]:
    """The Citizens who may join an Imperial defender: those at targeted sites or at the attacker's, in turn order."""
    near = _near(game, on)
    return [
        seat
        for seat in facts.in_turn_order(game, game.state.turn)
        if game.state.players[seat].role == CITIZEN
        and seat not in (on.attacker, on.defender)
        and facts.site_of(game, seat) in near
    ]


def _defending(game: "Game", on: Fight) -> Places:
    """5.5.4: warbands at targeted sites, and on the boards of defender and Allies whose pawns are near.

    Not those that join the attack: a Citizen's at the site of the campaign (FAQ Captains).
    """
    color = on.color(game, DEFENDER)
    if color is None:
        return {}
    found = {place: game.state.count(place, color) for place in defense_places(game, on)}
    more: Places = game.fold("campaign.defense", found, on.frame)
    return {place: count for place, count in more.items() if count}


def defense_places(game: "Game", on: Fight) -> list[str]:
    """Where warbands defend: at targeted sites, on the boards of defender and Allies whose pawns are near (5.5.4)."""
    near = _near(game, on)
    places = [SLOT[slot] for slot in target_slots(game, on.targets)]
    places += [f"board.{seat}" for seat in on.players(DEFENDER) if facts.site_of(game, seat) in near]
    return [place for place in places if place not in on.ours]


def muster_defense(game: "Game", on: Fight) -> None:
    """Count the forces anew, after a plan has moved warbands into the defense or out of it.

    Out of the attacking force too, where a Citizen leads warbands that the Empire rules (FAQ Captains 2).
    """
    recount(game, on)
    on.theirs = _defending(game, on)
    on.battle = on.battle._replace(force=sum(on.ours.values()), defenders=sum(on.theirs.values()))


def _bandits(game: "Game", on: Fight) -> int:
    """The bandits at targeted sites who add to the defense: as the enemy, or as warbands of the defender (7.6.5)."""
    side = facts.side_of(game, on.defender)
    slots = [slot for slot in target_slots(game, on.targets) if facts.bandits_as(game, slot) == side]
    return sum(facts.bandits_at(game, slot) for slot in slots)


def standing(game: "Game", on: Fight) -> list[tuple[str, str]]:
    """What counts from the start: the title's dice (2.11), and what powers say."""
    found: list[tuple[str, str]] = []
    state = game.state
    if state.oathkeeper is not None and (state.oathkeeper == on.defender or _title_is_shared(game, on)):
        found.append((DEFENDER, "title.usurper" if state.usurper else "title.oathkeeper"))
    more: tuple[tuple[str, str], ...] = game.fold("campaign.standing", (), on.frame)
    return [*found, *more]


def _title_is_shared(game: "Game", on: Fight) -> bool:
    """Under Supremacy the Chancellor adds the title's dice to the defense of any Imperial player (2.11, A-09)."""
    supremacy = game.state.oath == "supremacy" or game.takes("A-09", "a") == "b"
    return supremacy and game.state.oathkeeper == facts.chancellor(game) and imperial_defense(game, on.frame)


# -- 5.5.4, 5.5.5 --------------------------------------------------------------------------------------------------


def rolls(game: "Game", on: Fight) -> Ask:
    """5.5.4 the defense is rolled, 5.5.5 the attack; skulls kill at once; then the attacker may sacrifice."""
    battle, who = on.battle, on.attacker if on.defender == BANDITS else on.defender
    defense = yield from roll_dice(game, DEFENDER, who, battle.defense, "5.5.4", whose=on.defender)
    attack = yield from roll_dice(game, ATTACKER, on.attacker, battle.rolled, "5.5.5")
    on.faces = Faces(attack, defense)
    outcome = resolve(battle, on.faces, sacrifice=False)
    game.do.emit("rolled_battle", ("5.5.4", "5.5.5"), attack=outcome.attack, defense=outcome.defense)
    yield from kill_in_force(game, on, ATTACKER, outcome.ending.skulls, "5.5.5", "skulls")
    on.won = outcome.won
    if not outcome.won and outcome.enough:
        offers = yield from confirm("campaign.sacrifice", on.attacker, "5.5.5", "9.5", about=outcome.needed)
        if offers:
            yield from kill_in_force(game, on, ATTACKER, outcome.needed, "5.5.5", "sacrifice")
            on.won = True
