"""5.5.6 to 5.5.8: the defeat, the attacker's victory, the endings of battle plans."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from oathtools import catalog
from oathtools.engine.decision import Decision, Form
from oathtools.engine.rows import failed, holds
from oathtools.odds.battle import ATTACKER, enemy, losses
from oathtools.odds.plans import plan
from oathtools.procedures.actions.travel import can_be_moved, make_travel
from oathtools.procedures.campaign.fight import Fight, Used, kill_in_force, recount, take_out
from oathtools.procedures.campaign.ground import BANDITS, PAWN, imperial_defense, is_site, target_slots
from oathtools.procedures.glossary import paying, taking, verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, confirm
from oathtools.procedures.machine.frame import Frame
from oathtools.table.state import FAVOR, SHARED, SLOT

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game


def aftermath(game: "Game", on: Fight) -> Ask:
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


def _losses(game: "Game", on: Fight, side: str) -> Ask:
    yield from lose(game, on, side)
    who = on.attacker if side == ATTACKER else on.defender
    yield from game.window("campaign.losses", Frame("losses", who, on.frame, {"side": side}))


def lose(game: "Game", on: Fight, side: str) -> Ask:
    """5.5.6: half, rounded down, of what is left of the force is killed; the others go to the board (A-58 to A-60)."""
    color, places = on.color(game, side), on.places(side)
    bandits = on.battle.band if side == ATTACKER else on.battle.bandits
    force = sum(places.values())
    dead = losses(on.battle, side, force, bandits)
    powers = on.behind(lambda battle: losses(battle, side, force, bandits))
    whose = home_of(game, on, side)
    told = {"side": side, "force": force, "bandits": bandits, "dead": dead, "battle": on.battle}
    sites = [facts.site_id(game, SLOT.index(place)) for place in places if place in SLOT]
    game.do.emit("losses", ("5.5.6",), home=whose, sites=sites, **told)
    if color is None:
        return
    board = f"board.{whose}"

    def home(place: str) -> str:
        return board if place in SLOT else place

    # Where it dies makes a difference only between boards: what is left at sites goes to one of them.
    yield from game.by(powers, kill_in_force(game, on, side, dead, "5.5.6", "losses", alike=home))
    for place, count in list(places.items()):
        if place in SLOT:
            game.do.move(color, count, place, board, ("5.5.6",) if side == ATTACKER else ("5.5.6", "5.5.7.1"))
            take_out(places, place, count)
            places[board] = places.get(board, 0) + count


def home_of(game: "Game", on: Fight, side: str) -> str:
    """Whose board the survivors at sites go to: the beaten player's, the Chancellor's for Imperial ones (A-60)."""
    if side == ATTACKER:
        return on.attacker
    return facts.chancellor(game) if imperial_defense(game, on.frame) else on.defender


def _if_defeated(game: "Game", on: Fight) -> Ask:
    """5.5.6: then the plans of the beaten side that say so."""
    beaten = enemy(on.victor)
    yield from _discards(game, on, "if_defeated", on.used_by(beaten), "5.5.6")


# -- 5.5.7 ---------------------------------------------------------------------------------------------------------


def take_rule(game: "Game", on: Fight) -> Ask:
    """5.5.7.1: any number of warbands from the force, even none, onto targeted sites (A-61, A-105)."""
    color = facts.color_of(game, on.attacker)
    sites = {facts.site_id(game, slot): SLOT[slot] for slot in target_slots(game, on.targets)}
    placing = Frame("place", on.attacker, on.frame)
    refusals = failed(game.rows("place.warbands", placing))
    if sites:
        left = sum(on.ours.values())
        told = {"who": on.attacker, "sites": list(sites), "left": left, "barred": [each.source for each in refusals]}
        game.do.emit("rule", ("5.5.7.1",), **told)
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
                take_out(on.ours, place, number)
                on.ours[sites[site]] = on.ours.get(sites[site], 0) + number


def take_targets(game: "Game", on: Fight) -> Ask:
    """5.5.7.2: every targeted relic and banner, banners seized (2.5.3); then what plans do with the relics."""
    wanted = [target for target in on.targets if target != PAWN and not is_site(target)]
    taken = yield from taking.take_all(game, on.attacker, [*wanted, *on.hunted], "5.5.7.2")
    relics = [each for each in taken if each.startswith("relic.")]
    for used in on.used_by(on.victor) if relics else ():
        frame = Frame("plan", used.who, on.frame, {"card": used.card, "side": on.victor, "relics": relics})
        yield from game.window("campaign.taken", frame)


class Burning(NamedTuple):
    """How much favor of a banished player burns, and whether it must."""

    favor: int
    must: bool


def banish_and_burn(game: "Game", on: Fight) -> Ask:
    """5.5.7.3: perhaps make the pawn travel, perhaps burn half of the favor, rounded down (A-65)."""
    if PAWN not in on.targets:
        return
    movable = can_be_moved(game, on.defender, on.frame, "5.5.7.3")
    if movable and (yield from confirm("campaign.banish", on.attacker, "5.5.7.3", about=on.frame)):
        yield from make_travel(game, on.defender, on.attacker, on.frame, "5.5.7.3")
    burning = _burning(game, on)
    about = {"number": burning.favor, "defender": on.defender}
    if burning.favor and (burning.must or (yield from confirm("campaign.burn", on.attacker, "5.5.7.3", about=about))):
        # Asked again, so that the powers that made it so many are named where it is done.
        count = _burning(game, on).favor
        paying.receive(game, SHARED, FAVOR, count, f"board.{on.defender}", "burn", "5.5.7.3")


def _burning(game: "Game", on: Fight) -> Burning:
    half = Burning(game.state.count(f"board.{on.defender}", FAVOR) // 2, False)
    burning: Burning = game.fold("campaign.burn", half, on.frame)
    return burning


# -- 5.5.8 ---------------------------------------------------------------------------------------------------------


def endings(game: "Game", on: Fight) -> Ask:
    """5.5.8: plans of the victor that kill, those saved from death go home, the victor's others, the discards.

    Who kills comes first, so that the Hospital saves those warbands too, and all before the Obsidian Cage (A-106).
    """
    recount(game, on)
    for used in on.used_by(on.victor):
        frame = Frame("plan", used.who, on.frame, {"card": used.card, "side": on.victor})
        yield from game.scope(game.window("campaign.killing", frame))
    for used in on.used:
        if any(plan(used.card).rules("saved")):
            yield from game.scope(_saved(game, on, used))
    for used in on.used_by(on.victor):
        yield from game.scope(_if_victorious(game, on, used))
    yield from _discards(game, on, "at_end", on.used, "5.5.8")


def _saved(game: "Game", on: Fight, used: Used) -> Ask:
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
    return
    yield


def _if_victorious(game: "Game", on: Fight, used: Used) -> Ask:
    """A plan of the victor: warbands gained by numbers alone, then what is its own."""
    for effect in plan(used.card).effects:
        gained = {"gain": effect.amount, "reaping": on.lost[enemy(on.victor)]}.get(effect.verb, 0)
        if gained and used.who != BANDITS:
            yield from game.by(used.card, verbs.gain_warbands(game, used.who, gained, "5.5.8"))
    frame = Frame("plan", used.who, on.frame, {"card": used.card, "side": on.victor})
    yield from game.window("campaign.victory", frame)


def _discards(game: "Game", on: Fight, when: str, used: Sequence[Used], clause: str) -> Ask:
    """The plans that say so are discarded, those of each user together, unless they have left or are locked."""
    for who in dict.fromkeys(each.who for each in used):
        # Bandits do nothing themselves: the attacker's hand turns their cards over.
        seat = on.attacker if who == BANDITS else who
        cards = [each.card for each in used if each.who == who and _leaves(game, on, each, when, seat)]
        game.do.begin_anew()  # a power by which a plan stays has no part in what leaves
        if cards:
            frame = Frame("discards", who, on.frame, {"cards": cards, "side": on.side_of(who), "seat": seat})

            def proceed(frame: Frame = frame) -> Ask:
                return verbs.discard(game, frame.given["seat"], frame.given["cards"], clause, by=frame.actor)

            yield from game.scope(game.around("plan.discards", frame, proceed))


def _leaves(game: "Game", on: Fight, used: Used, when: str, seat: str) -> bool:
    """Is a plan discarded now, as its card says? Powers decide where the card names a condition besides.

    ``seat``: who would discard it, for whom it may be locked though it is not for others (7.2.2).
    """
    if not facts.in_play(game, used.card) or facts.is_locked(game, used.card, seat):
        return False
    printed = str(catalog.card(used.card).facts.get("self_discard", "")).startswith(when)
    return printed and bool(game.fold("plan.leaves", True, Frame("plan", used.who, on.frame, {"card": used.card})))
