"""5.5.3 Battle plans (7.5): who uses which, their costs, what they do. Their numbers are in ``data/plans.yaml``."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from oathtools.engine.decision import Row, holds
from oathtools.kit.lazy import Memo
from oathtools.odds.battle import ATTACKER, DEFENDER, SIDES, Battle, enemy
from oathtools.odds.plans import Chosen, Effect, Plan, asks, plan
from oathtools.odds.using import Use, bars, use
from oathtools.procedures.actions.action import GO_ON, IDLE, power_cost
from oathtools.procedures.campaign.fight import Fight, Places, Used, kill_in_force, target_slots
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, choose
from oathtools.procedures.machine.frame import Cost, Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.state import CARDS, DARKEST_SECRET, PEOPLES_FAVOR, RELICS

BANDITS: Final = facts.BANDITS
Told = dict[str, Any]


def battle_plans(game: Game, on: Fight) -> Ask:
    """5.5.3: the attacker's plans, once each; then those of the defender and the Allies; the bandits' by themselves."""
    yield from _use_any(game, on, on.attacker)
    if on.defender == BANDITS:
        yield from _use_all(game, on)
    yield from _side_by_side(game, on, on.players(DEFENDER))


def _side_by_side(game: Game, on: Fight, seats: Sequence[str]) -> Ask:
    """The players of a side in any order: who has passed may go on after another has used a plan (A-142)."""
    again = game.takes("A-142", "a") == "a"
    passed: set[str] = set()
    while not passed.issuperset(seats):
        for seat in seats:
            if seat not in passed:
                used = yield from _use_any(game, on, seat)
                passed = {seat} if used and again else {*passed, seat}


def _use_any(game: Game, on: Fight, seat: str) -> Ask:
    """A player uses plans one at a time, until nothing is left or a plan has decided the battle (A-133).

    Returns whether any was used.
    """
    before = len(on.used)
    while on.battle.victor is None:
        options = options_of(game, on, seat)
        if not options:
            break

        def rows(option: str, options: dict[str, Chosen] = options) -> Iterator[Row]:
            if option != GO_ON:
                yield from may_use(game, on, seat, options[option])

        answer = yield from choose(
            "campaign.plan", seat, (GO_ON, *options), "5.5.3", rows=rows, default=GO_ON, about=on.frame
        )
        if answer == GO_ON:
            break
        yield from use_plan(game, on, seat, options[answer])
    return len(on.used) > before


def _use_all(game: Game, on: Fight) -> Ask:
    for chosen in plans_of_bandits(game, on):
        yield from use_plan(game, on, BANDITS, chosen)


def plans_of_bandits(game: Game, on: Fight) -> Iterator[Chosen]:
    """5.5.3: the bandits use every plan they rule that has no cost, from the top of the Cradle down (A-54, A-108).

    One that must be used alone comes first, so that it is the only one (FAQ Code of Honor). Each is to be used before
    the next is asked for.
    """
    cards = [card for card in facts.cards_ruled(game, BANDITS) if _is_plan(game, on, card, BANDITS)]
    cards.sort(key=lambda card: not any(plan(card).rules("alone")))
    for card in cards:
        if on.battle.victor is not None:
            return
        numbers = _numbers(plan(card).number, plan_facts(game, on, DEFENDER, card, BANDITS))
        chosen = _own_ways(plan(card), numbers)[-1]
        if holds(may_use(game, on, BANDITS, chosen)):
            yield chosen


# -- which plans, and how ------------------------------------------------------------------------------------------


def options_of(game: Game, on: Fight, seat: str) -> dict[str, Chosen]:
    """The plans a player rules and nobody of the side has used, each in every way (7.5.1, 7.5.4).

    The id is the card's; behind an equals sign stands the number, with a sign if it goes the other way than the side's
    own, which is to add attack dice for the attacker, to remove them for the defender.
    """
    side = on.side_of(seat)
    assert side is not None
    found: dict[str, Chosen] = {}
    gone = [used.card for used in on.used]
    for card in filter(game.registry.plans.__contains__, game.in_force):
        used, number, swing = _read[card]
        if side not in used.sides or card in gone or not facts.rules_card(game, seat, card):
            continue
        known = plan_facts(game, on, side, card, seat) if number else {}
        numbers = _numbers(number, known)
        for chosen in (*_own_ways(used, numbers), *(_other_ways(card, side, swing, known, numbers) if swing else ())):
            found[option_id(side, chosen)] = chosen
    return found


@Memo
def _read(card: str) -> tuple[Plan, Effect | None, Effect | None]:
    """A plan, the effect that takes a number, and the one that can go the other way (7.5.4)."""
    used = plan(card)
    return used, used.number, next(iter(used.rules("swing")), None)


def option_id(side: str, chosen: Chosen) -> str:
    """The id of a plan used in one way by a side, as the question offers it."""
    if chosen.number is None:
        return chosen.id
    other = chosen.way is not None and chosen.way != (1 if side == ATTACKER else -1)
    return f"{chosen.id}={('-' if side == ATTACKER else '+') if other else ''}{chosen.number}"


def _is_plan(game: Game, on: Fight, card: str, user: str) -> bool:
    """Is a card a battle plan that is coded, for the side of this user?"""
    return card in game.registry.plans and on.side_of(user) in plan(card).sides


def _own_ways(used: Plan, numbers: Sequence[int] | None) -> list[Chosen]:
    """The ways to use a plan in the direction of one's side: each number where it has a choice, else as it is."""
    return [Chosen(used.id)] if numbers is None else [Chosen(used.id, number) for number in numbers]


def _other_ways(card: str, side: str, swing: Effect, known: Told, numbers: Sequence[int] | None) -> Iterator[Chosen]:
    """7.5.4: a plan with a plus/minus sign can do either."""
    if numbers is None:
        numbers = (swing.amount if isinstance(swing.amount, int) else known[swing.amount["each"]],)
    for number in numbers:
        if number:
            yield Chosen(card, number, -1 if side == ATTACKER else 1)


def _numbers(number: Effect | None, known: dict[str, Any]) -> Sequence[int] | None:
    """The numbers a plan may be used with by its ``number``; None if there is no choice."""
    amount = number.amount if number else {}
    if "one_of" in amount:
        return [int(number) for number in amount["one_of"]]
    return range(known[amount["up_to"]] + 1) if "up_to" in amount else None


def may_use(game: Game, on: Fight, who: str, chosen: Chosen) -> Iterator[Row]:
    """7.5: the cost can be paid (an occupied card is no bar, 7.5.3), and no plan or power forbids it (9.2)."""
    card = chosen.id
    side = on.side_of(who)
    assert side is not None
    cost = plan_cost(game, on, who, card)
    if who == BANDITS:
        yield not cost.items, "5.5.3", f"{card} has a cost, and {BANDITS} use plans without one"
    else:
        yield from verbs.can_pay(game, who, cost)
    lonely = [used.card for used in on.used_by(side) if _alone(game, used.card, used.who == who)]
    yield not lonely, "5.5.3", f"{lonely[0] if lonely else ''} allows no other battle plan beside it"
    beside = [used.card for used in on.used_by(side) if _alone(game, card, used.who == who)]
    yield not beside, "5.5.3", f"{card} is used alone, and {beside[0] if beside else ''} is in use"
    if idle(game, on, who, chosen):
        yield game.takes("A-191", "a") == "a", "5.5.3", f"{card} comes to nothing here", card, IDLE
    for other, effect in _bans(game, on, side):
        yield not bars(effect.amount, plan(card)), "9.2", f"{other} bars it", other
    frame = _frame(on, who, card)
    yield from game.rows("campaign.plan", frame)


def idle(game: Game, on: Fight, who: str, chosen: Chosen) -> str:
    """Why a plan would come to nothing, if it would (A-191)."""
    side = on.side_of(who)
    assert side is not None
    if not any(effect.condition for effect in plan(chosen.id).effects):
        return ""
    return use(on.battle, side, chosen, plan_facts(game, on, side, chosen.id, who)).wasted


def _alone(game: Game, card: str, own: bool) -> bool:
    """Does a plan suffer no other plan beside it, one of its user's own or one of another of the side (A-151)?"""
    rule = next(iter(plan(card).rules("alone")), None)
    return rule is not None and (own or rule.amount is True or game.takes("A-151", "a") == "b")


def _bans(game: Game, on: Fight, side: str) -> Iterator[tuple[str, Effect]]:
    """What bars plans of a side: plans the other side has used, and powers that count from the start."""
    theirs = [used.card for used in on.used_by(enemy(side))]
    theirs += [power for whose, power in on.standing if whose != side]
    for other in theirs:
        for effect in plan(other).rules("bars"):
            condition = effect.condition
            if condition is None or plan_facts(game, on, enemy(side), other, None)[condition] is effect.wanted:
                yield other, effect


def plan_cost(game: Game, on: Fight, who: str, card: str) -> Cost:
    """The cost of a plan, with what powers add to it."""
    return game.fold("plan.cost", power_cost(card, "battle_plan"), _frame(on, who, card))


def _frame(on: Fight, who: str, card: str) -> Frame:
    return Frame("plan", who, on.frame, {"card": card, "side": on.side_of(who)})


# -- use -----------------------------------------------------------------------------------------------------------


def use_plan(game: Game, on: Fight, who: str, chosen: Chosen) -> Ask:
    """Pay for a plan and put it into the battle; what it does besides happens in its window."""
    card = chosen.id
    game.do.emit("plan_begins", ("5.5.3",))
    if who != BANDITS:
        yield from verbs.pay(game, who, plan_cost(game, on, who, card), "5.5.3", "7.5.3")
    yield from take_effect(game, on, who, chosen, put_in(game, on, who, chosen))
    yield from game.window("plan.used", _frame(on, who, card))


def take_effect(game: Game, on: Fight, who: str, chosen: Chosen, put: Use) -> Ask:
    """A plan that is in the battle is told, and kills whom its numbers kill."""
    way = {"number": chosen.number, "way": chosen.way}
    game.do.emit("plan", ("5.5.3", "7.5"), card=chosen.id, who=who, use=put, **way)
    for hurt in SIDES:
        count = _fallen(put.after, hurt) - _fallen(put.before, hurt)
        if count:
            yield from _kill(game, on, put.side, hurt, count, chosen.id, who)


def put_in(game: Game, on: Fight, who: str, chosen: Chosen) -> Use:
    """A plan's numbers put into a fight: nothing changes but the fight itself."""
    side = on.side_of(who)
    assert side is not None
    put = use(on.battle, side, chosen, plan_facts(game, on, side, chosen.id, who))
    if side in put.after.saved - put.before.saved and not _saved_for_good(game, on, side, chosen.id):
        put = put._replace(after=put.after._replace(mourned=put.after.mourned | {side}))
    on.used.append(Used(chosen.id, who, chosen))
    on.frame.modifiers = [*on.frame.modifiers, (chosen.id, None)]
    on.uses.append(put)
    on.battle = put.after
    return put


def _saved_for_good(game: Game, on: Fight, side: str, card: str) -> bool:
    """Are warbands that a plan sets aside not killed even if their side is defeated (A-148)?

    They come to its site if its user rules that then: the defender loses the sites that were targets.
    """
    slot = facts.slot_of(game, card)
    stays = slot is not None and not (side == DEFENDER and slot in target_slots(game, on.targets))
    return stays or game.takes("A-148", "a") != "b"


def _fallen(battle: Battle, side: str) -> int:
    return battle.attacker_fallen if side == ATTACKER else battle.defender_fallen


def _kill(game: Game, on: Fight, side: str, hurt: str, count: int, card: str, who: str) -> Ask:
    """A plan kills warbands of the enemy's force, or of its own by sacrifice, which its user picks (10.22)."""
    dead: int
    if hurt == side:
        dead = yield from kill_in_force(game, on, hurt, count, "5.5.3", "sacrifice", chooser=who)
    else:
        among = victims(game, on, who, card, hurt)
        dead = yield from kill_in_force(game, on, hurt, count, "5.5.3", card, among=among)
    on.battle = on.battle.fallen(hurt, dead - count)  # those that were not among the victims stay in their force


def victims(game: Game, on: Fight, who: str, card: str, hurt: str) -> Places:
    """From where the warbands may come that a plan kills in the enemy's force."""
    frame = Frame("plan", who, on.frame, {"card": card, "side": on.side_of(who)})
    return game.fold("plan.victims", dict(on.places(hurt)), frame)


# -- what a plan may ask about the table ---------------------------------------------------------------------------


def plan_facts(game: Game, on: Fight, side: str, card: str, user: str | None) -> dict[str, Any]:
    """The facts and counts of ``data/plans.yaml`` that a plan asks for, as they stand for its user.

    ``user``: a seat, the bandits, or None for a power that counts from the start.
    """
    known: dict[str, Any] = {}
    for name in asks(card):
        if name in _PLAN_FACTS:
            known[name] = _PLAN_FACTS[name](game, on, side, card)
        elif name in _OF_USER and user is not None:
            known[name] = _OF_USER[name](game, on, user)
    return game.fold("campaign.told", known, Frame("told", user or BANDITS, on.frame, {"card": card}))


def prey(game: Game, on: Fight) -> list[str]:
    """The facedown relics at targeted sites that nothing keeps the attacker from taking (A-66, A-123)."""
    found = [relic for slot in target_slots(game, on.targets) for relic in game.state.zone(RELICS[slot])]
    return [relic for relic in found if holds(taking.may_take(game, on.attacker, relic, "campaign"))]


def _foes(on: Fight, side: str) -> list[str]:
    return on.players(enemy(side))


def _cards_at(game: Game, slots: Iterable[int]) -> Iterator[str]:
    return (card for slot in slots for card in game.state.zone(CARDS[slot]))


def _ruled_targets(game: Game, on: Fight) -> int:
    rules = facts.side_of(game, on.defender)
    return sum(rules in facts.rulers(game, slot) for slot in target_slots(game, on.targets))


def _suits_ruled(game: Game, user: str) -> list[str | None]:
    return [facts.suit_of(game, card) for card in facts.cards_ruled(game, user)]


# What each fact and count is at the table: by side and card, and by user. A power may tell the others, or more.
_PLAN_FACTS: Final[dict[str, Callable[[Game, Fight, str, str], Any]]] = {
    "its_site_targeted": lambda game, on, side, card: facts.slot_of(game, card) in target_slots(game, on.targets),
    "enemy_peoples_favor": lambda game, on, side, card: game.state.holders[PEOPLES_FAVOR] in _foes(on, side),
    "order_card_at_targeted_site": lambda game, on, side, card: any(
        facts.suit_of(game, each) == "order" for each in _cards_at(game, target_slots(game, on.targets))
    ),
    "enemy_arcane_adviser": lambda game, on, side, card: any(
        "arcane" in facts.adviser_suits(game, seat) for seat in _foes(on, side)
    ),
    "enemy_nomad_adviser": lambda game, on, side, card: any(
        "nomad" in facts.adviser_suits(game, seat) for seat in _foes(on, side)
    ),
    "targeted_sites": lambda game, on, side, card: len(target_slots(game, on.targets)),
    "targeted_sites_ruled": lambda game, on, side, card: _ruled_targets(game, on),
    "targeted_relics": lambda game, on, side, card: sum(target.startswith("relic.") for target in on.targets),
    "hunted_relics": lambda game, on, side, card: len(prey(game, on)),
    "beast_cards_at_sites": lambda game, on, side, card: sum(
        facts.suit_of(game, each) == "beast" for each in _cards_at(game, range(len(CARDS)))
    ),
}
_OF_USER: Final[dict[str, Callable[[Game, Fight, str], Any]]] = {
    "darkest_secret": lambda game, on, user: game.state.holders[DARKEST_SECRET] == user,
    "nomad_cards_ruled": lambda game, on, user: _suits_ruled(game, user).count("nomad"),
    "beast_advisers": lambda game, on, user: facts.adviser_suits(game, user).count("beast") if user != BANDITS else 0,
    "other_suits_ruled": lambda game, on, user: len(
        {suit for suit in _suits_ruled(game, user) if suit and suit != "arcane"}
    ),
    "enemy_pawn_at_users_site": lambda game, on, user: user != BANDITS and meet(game, on, user),
}

# The facts and counts that ``told`` works out for every plan.
COUNTS: Final = frozenset((*_PLAN_FACTS, *_OF_USER))


def meet(game: Game, on: Fight, user: str) -> bool:
    """Is the pawn of the one named as the enemy at a user's site? Never that of bandits (A-133).

    Any pawn of the other side's will do where a table reads it so (A-174).
    """
    foes = [on.opponent(user)]
    if game.takes("A-174", "a") == "b":
        foes += on.players(enemy(str(on.side_of(user))))
    return any(foe != BANDITS and facts.site_of(game, user) == facts.site_of(game, foe) for foe in foes)
