"""5.5.6 to 5.5.8: the defeat, the attacker's victory, the endings of battle plans."""

from collections.abc import Sequence
from typing import NamedTuple

from oathtools import catalog
from oathtools.engine.decision import Decision, Form, failed, holds
from oathtools.odds.battle import ATTACKER, DEFENDER, SIDES, enemy, losses
from oathtools.odds.plans import plan
from oathtools.odds.using import Faces, resolve
from oathtools.procedures.actions.travel import can_be_moved, make_travel
from oathtools.procedures.campaign import fight as fights
from oathtools.procedures.campaign.plans import battle_plans, plan_cost
from oathtools.procedures.campaign.pools import count_pools, from_the_start, may_join, parts, rerolls
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.glossary.verbs import roll_dice
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, confirm, consent
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.state import FAVOR, SHARED, SLOT


def aftermath(game: Game, on: fights.Fight) -> Ask:
    """5.5.6 to 5.5.8; the parts of a victory in their order (5.5.7), the title looked at again after each (A-05)."""
    yield from game.scope(_losses(game, on, enemy(on.victor)))
    yield from _if_defeated(game, on)
    if on.won:
        game.do.emit("victory", ("5.5.7",))
        yield from game.scope(take_rule(game, on))
        yield from game.scope(take_targets(game, on))
        yield from game.scope(banish_and_burn(game, on))
    yield from endings(game, on)


# -- 5.5.6 ---------------------------------------------------------------------------------------------------------


def _losses(game: Game, on: fights.Fight, side: str) -> Ask:
    yield from lose(game, on, side)
    who = on.attacker if side == ATTACKER else on.defender
    yield from game.window("campaign.losses", Frame("losses", who, on.frame, {"side": side}))


def lose(game: Game, on: fights.Fight, side: str) -> Ask:
    """5.5.6: half, rounded down, of what is left of the force is killed; the others go to the board (A-58 to A-60)."""
    color, places = on.color(game, side), on.places(side)
    bandits = on.battle.band if side == ATTACKER else on.battle.bandits
    force = sum(places.values())
    dead = losses(on.battle, side, force, bandits)
    powers = on.behind(lambda battle: losses(battle, side, force, bandits))
    whose = home_of(game, on, side)
    loss = {"side": side, "force": force, "bandits": bandits, "dead": dead, "battle": on.battle}
    sites = [facts.site_id(game, SLOT.index(place)) for place in places if place in SLOT]
    game.do.emit("losses", ("5.5.6",), home=whose, sites=sites, **loss)
    if color is None:
        return
    board = f"board.{whose}"

    def home(place: str) -> str:
        return board if place in SLOT else place

    # Where it dies makes a difference only between boards: what is left at sites goes to one of them.
    yield from game.by(powers, fights.kill_in_force(game, on, side, dead, "5.5.6", "losses", alike=home))
    for place, count in list(places.items()):
        if place in SLOT:
            game.do.move(color, count, place, board, ("5.5.6",) if side == ATTACKER else ("5.5.6", "5.5.7.1"))
            fights.take_out(places, place, count)
            places[board] = places.get(board, 0) + count


def home_of(game: Game, on: fights.Fight, side: str) -> str:
    """Whose board the survivors at sites go to: the beaten player's, the Chancellor's for Imperial ones (A-60)."""
    if side == ATTACKER:
        return on.attacker
    return facts.chancellor(game) if fights.imperial_defense(game, on.frame) else on.defender


def _if_defeated(game: Game, on: fights.Fight) -> Ask:
    """5.5.6: then the plans of the beaten side that say so."""
    beaten = enemy(on.victor)
    yield from _discards(game, on, "if_defeated", on.used_by(beaten), "5.5.6")


# -- 5.5.7 ---------------------------------------------------------------------------------------------------------


def take_rule(game: Game, on: fights.Fight) -> Ask:
    """5.5.7.1: any number of warbands from the force, even none, onto targeted sites (A-61, A-105)."""
    color = facts.color_of(game, on.attacker)
    sites = {facts.site_id(game, slot): SLOT[slot] for slot in fights.target_slots(game, on.targets)}
    placing = Frame("place", on.attacker, on.frame)
    refusals = failed(game.rows("place.warbands", placing))
    if sites:
        left = sum(on.ours.values())
        rule = {"who": on.attacker, "sites": list(sites), "left": left, "barred": [each.source for each in refusals]}
        game.do.emit("rule", ("5.5.7.1",), **rule)
    if refusals:
        return
    for place, count in list(on.ours.items()):
        options = [site for site, there in sites.items() if there != place]
        if not options:
            continue
        shares = yield Decision(
            "campaign.place",
            on.attacker,
            Form.DISTRIBUTE,
            cites=("5.5.7.1",),
            options=options,
            caps=dict.fromkeys(options, count),
            high=count,
            about=Frame("place", on.attacker, on.frame, {"source": place}),
        )
        for site, number in shares.items():
            if number:
                game.do.move(color, number, place, sites[site], ("5.5.7.1",), "place")
                fights.take_out(on.ours, place, number)
                on.ours[sites[site]] = on.ours.get(sites[site], 0) + number


def take_targets(game: Game, on: fights.Fight) -> Ask:
    """5.5.7.2: every targeted relic and banner, banners seized (2.5.3); then what plans do with the relics."""
    wanted = [target for target in on.targets if target != fights.PAWN and not fights.is_site(target)]
    taken = yield from taking.take_all(game, on.attacker, [*wanted, *on.hunted], "5.5.7.2")
    relics = [each for each in taken if each.startswith("relic.")]
    for used in on.used_by(on.victor) if relics else ():
        frame = Frame("plan", used.who, on.frame, {"card": used.card, "side": on.victor, "relics": relics})
        yield from game.window("campaign.taken", frame)


class Burning(NamedTuple):
    """How much favor of a banished player burns, and whether it must."""

    favor: int
    must: bool


def banish_and_burn(game: Game, on: fights.Fight) -> Ask:
    """5.5.7.3: perhaps make the pawn travel, perhaps burn half of the favor, rounded down (A-65)."""
    if fights.PAWN not in on.targets:
        return
    movable = can_be_moved(game, on.defender, on.frame, "5.5.7.3")
    if movable and (yield from confirm("campaign.banish", on.attacker, "5.5.7.3", about=on.frame)):
        yield from make_travel(game, on.defender, on.attacker, on.frame, "5.5.7.3")
    burning = _burning(game, on)
    about = {"number": burning.favor, "defender": on.defender}
    if burning.favor and (burning.must or (yield from confirm("campaign.burn", on.attacker, "5.5.7.3", about=about))):
        # Asked again, so that the powers that made it so many are named where it is done.
        count = _burning(game, on).favor
        verbs.receive(game, SHARED, FAVOR, count, f"board.{on.defender}", "burn", "5.5.7.3")


def _burning(game: Game, on: fights.Fight) -> Burning:
    half = Burning(game.state.count(f"board.{on.defender}", FAVOR) // 2, False)
    return game.fold("campaign.burn", half, on.frame)


# -- 5.5.8 ---------------------------------------------------------------------------------------------------------


def endings(game: Game, on: fights.Fight) -> Ask:
    """5.5.8: plans of the victor that kill, those saved from death go home, the victor's others, the discards.

    Who kills comes first, so that the Hospital saves those warbands too, and all before the Obsidian Cage (A-106).
    """
    fights.recount(game, on)
    for used in on.used_by(on.victor):
        frame = Frame("plan", used.who, on.frame, {"card": used.card, "side": on.victor})
        yield from game.scope(game.window("campaign.killing", frame))
    for used in on.used:
        if any(plan(used.card).rules("saved")):
            yield from game.scope(_saved(game, on, used))
    for used in on.used_by(on.victor):
        yield from game.scope(_if_victorious(game, on, used))
    yield from _discards(game, on, "at_end", on.used, "5.5.8")


def _saved(game: Game, on: fights.Fight, used: fights.Used) -> Ask:
    """Warbands that would have been killed wait aside until now (A-106): where a power sends them, else to the bank.

    A table may read that those who go to the bank were killed after all (A-148).
    """
    side = str(on.side_of(used.who))
    color = on.color(game, side)
    waiting = game.state.count(f"aside.{side}", color) if color else 0
    on.battle = on.battle._replace(saved=on.battle.saved - {side})
    if color is None or not waiting:
        return
    bank = f"stock.{color}"
    to = str(game.fold("campaign.saved", bank, Frame("plan", used.who, on.frame, {"card": used.card, "side": side})))
    if to in SLOT and not holds(game.rows("place.warbands", Frame("place", used.who, on.frame))):
        to = bank
    game.do.move(color, waiting, f"aside.{side}", to, ("5.5.8", "10.13"), "place")
    if to == bank and game.takes("A-148", "a") == "b":
        on.lost[side] += waiting
    yield from ()


def _if_victorious(game: Game, on: fights.Fight, used: fights.Used) -> Ask:
    """A plan of the victor: warbands gained by numbers alone, then what is its own."""
    for effect in plan(used.card).effects:
        gained = {"gain": effect.amount, "reaping": on.lost[enemy(on.victor)]}.get(effect.verb, 0)
        if gained and used.who != fights.BANDITS:
            yield from game.by(used.card, verbs.gain_warbands(game, used.who, gained, "5.5.8"))
    frame = Frame("plan", used.who, on.frame, {"card": used.card, "side": on.victor})
    yield from game.window("campaign.victory", frame)


def _discards(game: Game, on: fights.Fight, when: str, used: Sequence[fights.Used], clause: str) -> Ask:
    """The plans that say so are discarded, those of each user together, unless they have left or are locked."""
    for who in dict.fromkeys(each.who for each in used):
        # Bandits do nothing themselves: the attacker's hand turns their cards over.
        seat = on.attacker if who == fights.BANDITS else who
        cards = [each.card for each in used if each.who == who and _leaves(game, on, each, when, seat)]
        game.do.begin_anew()  # a power by which a plan stays has no part in what leaves
        if cards:
            frame = Frame("discards", who, on.frame, {"cards": cards, "side": on.side_of(who), "seat": seat})

            def proceed(frame: Frame = frame) -> Ask:
                return verbs.discard(game, frame.given["seat"], frame.given["cards"], clause, by=frame.actor)

            yield from game.scope(game.around("plan.discards", frame, proceed))


def _leaves(game: Game, on: fights.Fight, used: fights.Used, when: str, seat: str) -> bool:
    """Is a plan discarded now, as its card says? Powers decide where the card names a condition besides.

    ``seat``: who would discard it, for whom it may be locked though it is not for others (7.2.2).
    """
    if not facts.in_play(game, used.card) or facts.is_locked(game, used.card, seat):
        return False
    printed = str(catalog.card(used.card).facts.get("self_discard", "")).startswith(when)
    return printed and bool(game.fold("plan.leaves", True, Frame("plan", used.who, on.frame, {"card": used.card})))


# -- 5.5.2 to 5.5.5: forces, pools and Allies, the rolls. The numbers are those of ``odds.battle``, defined once -------


__all__ = ["fight", "plan_cost"]


def fight(game: Game, frame: Frame) -> Ask:
    """5.5.2 to 5.5.8, once the campaign is declared and paid for."""
    on = fights.Fight(frame)
    frame.facts = {**frame.facts, "fight": on}
    yield from game.scope(collect_pools(game, on))
    yield from game.scope(battle_plans(game, on))
    yield from fought(game, on)


def fought(game: Game, on: fights.Fight) -> Ask:
    """5.5.4 to 5.5.8, once forces and pools are settled."""
    if on.battle.victor is None:
        yield from game.scope(rolls(game, on))
    else:
        on.won = on.battle.victor == ATTACKER
    left = {side: sum(on.places(side).values()) for side in SIDES}
    facts = {"won": on.won, "left": left, "battle": on.battle, "brought": _brought(game, on)}
    game.do.emit("battle", ("5.5.5",), attacker=on.attacker, defender=on.defender, **facts)
    yield from aftermath(game, on)
    on.over = True
    game.do.emit("campaign_over", ("5.5.8",))


def _brought(game: Game, on: fights.Fight) -> dict[str, tuple[str, ...]]:
    """Who brought about each field of the battle, where the game is to be told."""
    return on.brought() if game.do.is_narrated else {}


# -- 5.5.2 ---------------------------------------------------------------------------------------------------------


def collect_pools(game: Game, on: fights.Fight) -> Ask:
    """5.5.2: Allies join, forces and pools are counted, and what counts from the start."""
    yield from _allies(game, on)
    count_pools(game, on)
    facts = {"attack": on.battle.attack, "defense": on.battle.defense, "targets": on.targets, "battle": on.battle}
    if game.do.is_narrated:
        facts |= {"parts": parts(game, on), "standing": [*from_the_start(game, on)]}
    game.do.emit("pools", ("5.5.2",), **facts)


def _allies(game: Game, on: fights.Fight) -> Ask:
    """5.5.2: the Chancellor joins an Imperial defender; Citizens there may, if the defender lets them (A-63)."""
    if not fights.imperial_defense(game, on.frame):
        return
    head = facts.chancellor(game)
    if on.defender != head:
        on.allies.append(head)
    for seat in may_join(game, on):
        joins = yield from consent(game, "campaign.join", seat, on.defender, "5.5.2", default="no", about=on.frame)
        if joins == "no":
            continue
        if (yield from consent(game, "campaign.ally", on.defender, seat, "5.5.2", default="no", about=seat)) == "yes":
            on.allies.append(seat)
    if on.allies:
        game.do.emit("allies", ("5.5.2",), who=list(on.allies))


# -- 5.5.4, 5.5.5 --------------------------------------------------------------------------------------------------


def rolls(game: Game, on: fights.Fight) -> Ask:
    """5.5.4 the defense is rolled, 5.5.5 the attack; skulls kill at once; then the attacker may sacrifice."""
    battle, who = on.battle, on.attacker if on.defender == fights.BANDITS else on.defender
    if game.do.is_watched:
        again = battle.rerolls.union(rerolls(game, on, {})) if game.do.is_narrated else battle.rerolls
        game.do.emit("to_roll", ("5.5.4",), battle=battle._replace(rerolls=again), brought=_brought(game, on))
    defense = yield from roll_dice(game, DEFENDER, who, battle.defense, "5.5.4", why=on.frame.action, whose=on.defender)
    attack = yield from roll_dice(game, ATTACKER, on.attacker, battle.rolled, "5.5.5", why=on.frame.action)
    on.faces = Faces(attack, defense)
    outcome = resolve(battle, on.faces, sacrifice=False)
    game.do.emit("rolled_battle", ("5.5.4", "5.5.5"), attack=outcome.attack, defense=outcome.defense, result=outcome)
    yield from fights.kill_in_force(game, on, ATTACKER, outcome.ending.skulls, "5.5.5", "skulls")
    on.won = outcome.won
    if not outcome.won and outcome.enough:
        offers = yield from confirm("campaign.sacrifice", on.attacker, "5.5.5", "9.5", about=outcome.needed)
        if offers:
            yield from fights.kill_in_force(game, on, ATTACKER, outcome.needed, "5.5.5", "sacrifice")
            on.won = True
