"""5.5.2 Forces and pools: which warbands fight, how many dice, what counts from the start (5.5.4, 10.9)."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from oathtools.engine.decision import holds
from oathtools.odds.battle import ATTACKER, DEFENDER, Battle
from oathtools.odds.plans import Chosen, plan, plans
from oathtools.odds.using import use
from oathtools.procedures.actions.action import power_cost
from oathtools.procedures.campaign import fight
from oathtools.procedures.campaign import fight as fights
from oathtools.procedures.campaign.plans import plan_facts
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import FREE, Cost
from oathtools.procedures.machine.game import Game
from oathtools.table.state import BANNERS, CITIZEN, SLOT


def count_pools(game: Game, on: fights.Fight) -> None:
    """Forces and pools as they are with the Allies of this fight; nothing changes but the fight itself."""
    on.ours = fights.attacking(game, on.frame)
    on.theirs = _defending(game, on)
    on.battle = bare_battle(game, on)
    on.standing = standing(game, on)
    on.uses = []
    for side, power in on.standing:
        on.uses.append(use(on.battle, side, Chosen(power), plan_facts(game, on, side, power, None)))
        on.battle = on.uses[-1].after


def bare_battle(game: Game, on: fights.Fight) -> Battle:
    """The battle by pools and forces alone, before anything that counts from the start, read as the table reads it."""
    return Battle(
        force=sum(on.ours.values()),
        attack=int(on.frame.given["dice"]),
        defense=fights.declared_dice(game, on.frame, on.targets),
        defenders=sum(on.theirs.values()),
        bandits=_bandits(game, on),
        band=fights.band(game, on.frame),
        joiners_roll=game.takes("A-104", "b") == "b",
        bandits_halve=game.takes("A-59", "b") == "b",
    )


def _near(game: Game, on: fights.Fight) -> set[int]:
    """The targeted sites and the attacker's: who is there takes part in the defense."""
    return {*fights.target_slots(game, on.targets), facts.site_of(game, on.attacker)}


def may_join(game: Game, on: fights.Fight) -> list[str]:
    """The Citizens who may join an Imperial defender: those at targeted sites or at the attacker's, in turn order.

    Not the Chancellor, who has joined, even if a table lets the Chancellor be a Citizen.
    """
    near, head = _near(game, on), facts.chancellor(game)
    return [
        seat
        for seat in facts.in_turn_order(game, game.state.turn)
        if game.state.players[seat].role == CITIZEN
        and seat not in (on.attacker, on.defender, head)
        and facts.site_of(game, seat) in near
    ]


def _defending(game: Game, on: fights.Fight) -> fights.Places:
    """5.5.4: warbands at targeted sites, and on the boards of defender and Allies whose pawns are near.

    Not those that join the attack: a Citizen's at the site of the campaign (FAQ Captains).
    """
    color = on.color(game, DEFENDER)
    if color is None:
        return {}
    return {place: count for place in defense_places(game, on) if (count := game.state.count(place, color))}


def defense_places(game: Game, on: fights.Fight) -> list[str]:
    """Where warbands defend: at targeted sites, on the boards of defender and Allies whose pawns are near (5.5.4)."""
    near = _near(game, on)
    places = [SLOT[slot] for slot in fights.target_slots(game, on.targets)]
    places += [f"board.{seat}" for seat in on.players(DEFENDER) if facts.site_of(game, seat) in near]
    return [place for place in places if place not in on.ours]


def muster_defense(game: Game, on: fights.Fight) -> None:
    """Count the forces anew, after a plan has moved warbands into the defense or out of it.

    Out of the attacking force too, where a Citizen leads warbands that the Empire rules (FAQ Captains 2).
    """
    fights.recount(game, on)
    on.theirs = _defending(game, on)
    on.battle = on.battle._replace(force=sum(on.ours.values()), defenders=sum(on.theirs.values()))


def _bandits(game: Game, on: fights.Fight) -> int:
    """The bandits at targeted sites who add to the defense: as the enemy, or as warbands of the defender (7.6.5)."""
    side = facts.side_of(game, on.defender)
    slots = [slot for slot in fights.target_slots(game, on.targets) if facts.bandits_as(game, slot) == side]
    return sum(facts.bandits_at(game, slot) for slot in slots)


def standing(game: Game, on: fights.Fight) -> list[tuple[str, str]]:
    """What counts from the start, by sides: the title's dice (2.11), and what powers say."""
    found: tuple[tuple[str, str], ...] = game.fold("campaign.standing", _title(game, on), on.frame)
    return list(found)


def from_the_start(game: Game, on: fights.Fight) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The same, each with the clauses that it rests on."""
    title = _title(game, on)
    shared = game.state.oathkeeper != on.defender and game.state.oath != "supremacy"
    yield from ((side, name, ("A-09", "2.11") if shared else ("2.11",)) for side, name in title)
    for change in game.changes("campaign.standing", title, on.frame):
        for side, card in change.after[len(change.before) :]:
            yield side, card, change.power.cites


def _title(game: Game, on: fights.Fight) -> tuple[tuple[str, str], ...]:
    state = game.state
    if state.oathkeeper is None or not (state.oathkeeper == on.defender or _title_is_shared(game, on)):
        return ()
    return ((DEFENDER, "title.usurper" if state.usurper else "title.oathkeeper"),)


def _title_is_shared(game: Game, on: fights.Fight) -> bool:
    """Under Supremacy the Chancellor adds the title's dice to the defense of any Imperial player (2.11, A-09)."""
    supremacy = game.state.oath == "supremacy" or game.takes("A-09", "a") == "b"
    return supremacy and game.state.oathkeeper == facts.chancellor(game) and fights.imperial_defense(game, on.frame)


# -- rerolls -------------------------------------------------------------------------------------------------------


@cache
def rerolling() -> tuple[str, ...]:
    """The powers that let a side roll its dice again."""
    return tuple(one.id for one in plans() if one.standing and any(one.rules("reroll")))


def rerolls_of(game: Game, on: fights.Fight) -> Iterator[tuple[str, str, str]]:
    """Each side whose player rules a reroll, with the player and the card."""
    sides = {ATTACKER: on.attacker, DEFENDER: on.defender}
    cards = [card for card in rerolling() if card in game.state.where and facts.in_play(game, card)]
    for side, who in sides.items():
        yield from ((side, who, card) for card in cards if who != fights.BANDITS and facts.rules_card(game, who, card))


def rerolls(game: Game, on: fights.Fight, spent: Mapping[str, Cost]) -> list[str]:
    """The sides whose player can pay for a reroll after the roll, beside what they have bound (A-135)."""
    return [side for side, who, card in rerolls_of(game, on) if _can_pay_later(game, who, card, spent)]


def _can_pay_later(game: Game, who: str, card: str, spent: Mapping[str, Cost]) -> bool:
    """Is a power that is no battle plan still free, and affordable beside what its user has bound?"""
    cost = power_cost(card, "persistent")
    free = holds(verbs.can_pay_power(game, who, card, cost))
    return free and holds(verbs.can_pay(game, who, spent.get(who, FREE) + cost))


# -- 5.5.2 What forces and pools are made of before any plan: each addend with the clause and the power it comes from


_COUNTED = ("attack", "defense", "force", "defenders", "bandits", "band")


class Addend(NamedTuple):
    """One part of a number of the battle: which (a field of ``Battle``), how much, by which clause, in words."""

    to: str
    amount: int
    clause: str
    because: str
    power: str | None = None  # the power or title that brings it


def parts(game: Game, on: fights.Fight) -> list[Addend]:
    """Every addend of a campaign whose forces and pools are counted, no plan in use yet; within its frame."""
    return [*_declared(game, on), *_from_the_start(game, on)]


def _declared(game: Game, on: fights.Fight) -> Iterator[Addend]:
    frame = on.frame
    dice, most = int(frame.given["dice"]), fights.most_dice(game, frame)
    band = fight.band(game, frame)
    joins = band or any(place in SLOT for place in on.ours)
    yield Addend("attack", dice, "A-104" if joins else "5.5.2", f"taken, of up to {most}")
    for place, count in on.ours.items():
        yield Addend("force", count, "10.9", _where(game, place))
    if band:
        yield Addend("band", band, "7.6.5", "bandits who count as warbands of the attacker")
    for target in on.targets:
        yield from _of_target(game, on, target)
    for place, count in on.theirs.items():
        yield Addend("defenders", count, "5.5.4", _where(game, place))
    side = facts.side_of(game, on.defender)
    for slot in fight.target_slots(game, on.targets):
        if facts.bandits_as(game, slot) == side:
            yield Addend("bandits", facts.bandits_at(game, slot), "2.8.3", f"at {facts.site_id(game, slot)}")


def _of_target(game: Game, on: fights.Fight, target: str) -> Iterator[Addend]:
    """The dice of a target: its own, then what each power adds to them."""
    own = fight.shield(game, target)
    yield Addend("defense", own, "2.4.2" if target.startswith("relic.") else "5.5.2", _what(target, on.defender))
    for change in game.changes("target.dice", own, on.frame.with_(target=target)):
        card, cites = change.power.card, change.power.cites
        because = f"{card} on {_what(target, on.defender)}"
        yield Addend("defense", change.after - change.before, cites[0], because, card)


def _from_the_start(game: Game, on: fights.Fight) -> Iterator[Addend]:
    """What counts from the start (5.5.2): the title's dice (2.11), sites and other powers."""
    now = bare_battle(game, on)
    for side, power, cites in from_the_start(game, on):
        used = use(now, side, Chosen(power), plan_facts(game, on, side, power, None))
        now = used.after
        for field in _COUNTED:
            change = getattr(used.after, field) - getattr(used.before, field)
            if change:
                yield Addend(field, change, cites[0], plan(power).name, power)


def _where(game: Game, place: str) -> str:
    if place in SLOT:
        return f"at {facts.site_id(game, SLOT.index(place))}"
    return f"on the board of {place.partition('.')[2]}"


def _what(target: str, defender: str) -> str:
    if target == fights.PAWN:
        return f"pawn and favor of {defender}"
    if target in BANNERS:
        return f"the tokens on {target}"
    return f"the site {target}" if fights.is_site(target) else f"the relic {target}"
