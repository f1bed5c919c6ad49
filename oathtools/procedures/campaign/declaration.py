"""5.5 Campaign: the declaration (5.5.1, 5.5.2). The battle is in ``battle``, what comes of it in ``aftermath``."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from random import Random
from typing import Any, Final, NamedTuple

from oathtools import catalog
from oathtools.engine.decision import LAW, Decision, Form, Row, holds
from oathtools.kit.lazy import Memo
from oathtools.kit.text import count, listed
from oathtools.procedures.actions.action import full_cost, given, offers, pay_for, payable, power_cost
from oathtools.procedures.actions.record import Action, Field, worded
from oathtools.procedures.actions.wording import against
from oathtools.procedures.campaign.aftermath import collect_pools, fight
from oathtools.procedures.campaign.fight import (
    BANDITS,
    Fight,
    declared_dice,
    defenders,
    is_site,
    may_attack,
    may_pool,
    may_target,
    most_dice,
    pools,
    rules_here,
    shield,
    site_is_due,
    slot_of_target,
    status_in_campaign,
    target_dice,
    targets,
)
from oathtools.procedures.campaign.plans import may_use, options_of, plan_cost, use_plan
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import changes, facts
from oathtools.procedures.machine import frame as costs
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import Cost, Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import Changes, Request, Sentence, clause_of, here
from oathtools.table.state import BANNERS

# -- 5.5.3: battle plans named with a campaign: may the attacker use them, one after the other? ----------------------


def judged(game: Game, action: Action, frame: Frame, plans: Sequence[str]) -> list[tuple[list[Row], Cost]]:
    """The rows of each plan in turn, and its price with what powers add; one that may be used is used on the copy
    before the next is looked at."""
    found = []
    seat = frame.actor
    if "targets" in frame.given and "dice" not in frame.given:
        frame = frame.with_(dice=max(game.inside(frame, lambda game, frame: (most_dice(game, frame),))))
    on = None
    if _is_declared(game, action, frame):
        game = type(game)(game.state.copy(), game.registry, dict(game.readings)).like(game)
        on = _declared(game, action, frame)
    for named in plans:
        card = named.partition("=")[0]
        rows, cost = list(_plan_alone(game, seat, card)), power_cost(card, "battle_plan")
        if on is not None and holds(rows) and card in game.registry.plans:
            cost = plan_cost(game, on, seat, card)
            rows += _in_battle(game, on, seat, named)
        elif holds(rows):
            rows += verbs.can_pay(game, seat, cost)
        found.append((rows, cost))
    return found


def _plan_alone(game: Game, seat: str, card: str) -> Iterator[Row]:
    """7.5: what can be said of a plan without a battle: is it one, of the attacker, faceup, ruled by the player?"""
    sides = [power.side for power in catalog.card(card).powers if power.kind == "battle_plan"]
    if not sides:
        yield False, "7.5", f"{card} is no battle plan"
        return
    yield sides[0] != "defender", "7.5.2", f"{card} is a battle plan for the defender"
    live = card in list(facts.in_force(game))
    yield live, "7.1", f"{card} is not faceup in play"
    if live:
        do = "do" if seat == facts.BANDITS else "does"
        yield facts.rules_card(game, seat, card), "7.5.1", f"{seat} {do} not rule {card}"


def _in_battle(game: Game, on: Fight, seat: str, named: str) -> list[Row]:
    card = named.partition("=")[0]
    if on.battle.victor is not None:
        return [(False, "5.5.3", "a battle plan has decided the campaign already")]
    if on.use_of(card):
        return [(False, "5.5.3", f"{card} is used once in a campaign")]
    ways = options_of(game, on, seat)
    mine = [way for way in ways if way.partition("=")[0] == card]
    if named == card and len(mine) == 1:
        named = mine[0]
    if named not in ways:
        because = f"{card} is used with a number: {', '.join(mine)}" if mine else f"{card} cannot be used so"
        return [(False, "7.5.4", because, card)]
    rows = list(may_use(game, on, seat, ways[named]))
    if holds(rows):
        through(use_plan(game, on, seat, ways[named]))
    return rows


# -- the copy ------------------------------------------------------------------------------------------------------


def _is_declared(game: Game, action: Action, frame: Frame) -> bool:
    """Is the declaration itself whole and in order, so that a battle can be thought of?"""
    if any(field.name not in frame.given for field in action.fields):
        return False
    if frame.given["defender"] not in action.fields[0].candidates(game, frame):
        return False
    prices = list(game.inside(frame, payable, action))
    rows = [row for field in action.fields for row in game.inside(frame, field.rows, frame.given[field.name])]
    return all(row[0] or row in prices for row in rows)


def _declared(game: Game, action: Action, frame: Frame) -> Fight:
    """A campaign as it stands when the attacker uses battle plans; no Citizen has joined."""
    trial = frame.with_()
    on = Fight(trial)
    trial.facts = {**frame.facts, "fight": on}
    game.frames.append(trial)
    cost = full_cost(game, trial, action)
    if holds(verbs.can_pay(game, frame.actor, cost)):
        through(verbs.pay(game, frame.actor, cost, "5.5.1"))
    through(collect_pools(game, on))
    return on


def through(steps: Ask) -> Any:
    """Run steps on a copy; whatever is asked is answered by its default, or by any legal answer."""
    rng = Random(0)
    try:
        decision = next(steps)
        while True:
            answer = decision.default if decision.default is not None else decision.random(rng)
            decision = steps.send(answer)
    except StopIteration as end:
        return end.value


# How many targets beside those that are due are tried when a legal declaration is sought: one, unless a power speaks of
# the declaration as a whole. No power asks for more than these.
TRIED: Final = 3


# -- 5.5.1 ---------------------------------------------------------------------------------------------------------


class Family(NamedTuple):
    """Campaigns against one defender: the targets with their defense dice, those that must be among them.

    ``dice`` is the largest attack pool. ``modifiers`` are what it takes, ``cost`` is that of all
    of them, ``dearer`` what some targets cost besides; ``by``: the powers that changed costs and dice, with clauses.
    """

    action: str
    defender: str
    targets: tuple[tuple[str, int], ...]
    must: tuple[str, ...]
    dice: int
    modifiers: tuple[tuple[str, str], ...]
    cost: Cost
    dearer: Mapping[str, Cost]
    by: tuple[tuple[str, str], ...] = ()


# -- 5.5.2 targets -------------------------------------------------------------------------------------------------


def may_declare(game: Game, frame: Frame, chosen: Sequence[str]) -> Iterator[Row]:
    """The whole declaration: each target, then the rules about all of them."""
    for target in chosen:
        yield from may_target(game, frame, target)
    yield from _together(game, frame, chosen)


def _together(game: Game, frame: Frame, chosen: Sequence[str]) -> Iterator[Row]:
    """A local target, the site if the defender rules it, what powers demand (A-51), and what all of it costs."""
    here = facts.site_of(game, frame.actor)
    site = facts.site_id(game, here)
    local = site in chosen or any(slot_of_target(game, frame, target) == here for target in chosen)
    yield local, "5.5.2", local or f"at least one target must be at {site}", LAW, "A-51"
    if site not in chosen and site_is_due(game, frame):
        yield False, "5.5.2", f"{frame.given['defender']} rules {site}, so it must be a target", LAW, "A-51"
    yield from game.rows("campaign.declaration", frame)
    yield from verbs.can_pay(game, frame.actor, full_cost(game, frame, CAMPAIGN))


def declarations(game: Game, frame: Frame) -> Iterator[list[str]]:
    """Declarations worth trying, smallest first: what is due, with few others, and at last with all.

    With one other the last target comes first: pawn and favor are at the attacker's site, as one target must be.
    """
    found = targets(game, frame)
    here = facts.site_id(game, facts.site_of(game, frame.actor))
    due = [here] if here in found and site_is_due(game, frame) else []
    if due:
        yield due
    others = [target for target in found if target not in due]
    if not game.live("campaign.declaration"):
        yield from ([*due, target] for target in reversed(others))
        return
    others = [target for target in others if holds(may_target(game, frame, target))]
    for number in range(1, min(TRIED, len(others)) + 1):
        for chosen in combinations(others, number):
            yield [*due, *chosen]
    if len(others) > TRIED:
        yield [target for target in found if target in due or target in others]


def ask_targets(game: Game, frame: Frame, kind: str, who: str, rows: Callable[[Any], Iterable[Row]]) -> Ask:
    """Some of the possible targets; the rows of the whole declaration are read on the finished answer."""
    options = targets(game, frame)
    alone = Memo(partial(_alone, game, frame)).__getitem__
    return (
        yield Decision(
            kind,
            who,
            Form.SOME,
            cites=("5.5.2",),
            options=options,
            rows=alone,
            finish=None if len(options) == 1 else partial(_besides, rows, alone),
            low=1,
            high=len(options),
            about=frame,
        )
    )


def _alone(game: Game, frame: Frame, target: str) -> list[Row]:
    return list(may_target(game, frame, target))


def _besides(
    rows: Callable[[Any], Iterable[Row]], alone: Callable[[str], list[Row]], chosen: list[str]
) -> Iterator[Row]:
    """The rows of a declaration, without those that its targets have alone."""
    alone_rows = [row for target in chosen for row in alone(target)]
    return (row for row in rows(chosen) if row not in alone_rows)


# -- 5.5.2 dice ----------------------------------------------------------------------------------------------------


def ask_dice(game: Game, frame: Frame, kind: str, who: str, rows: Callable[[Any], Iterable[Row]]) -> Ask:
    """How many attack dice to take; all by default."""
    most = most_dice(game, frame)
    return (yield Decision(kind, who, Form.AMOUNT, cites=("5.5.2",), low=0, high=most, default=most, about=frame))


# -- the action ----------------------------------------------------------------------------------------------------


def campaign_cost(game: Game, frame: Frame) -> Cost:
    """5.5.1: 2 Supply, and what powers ask for the declaration."""
    base = costs.supply(catalog.ACTION_SUPPLY["campaign"], "5.5.1")
    return game.fold("campaign.cost", base, frame)


def resolve(game: Game, frame: Frame) -> Ask:
    """5.5.1 to 5.5.8, then what follows on a campaign (10.2)."""
    if frame.fact("not_imperial"):
        game.do.title_stamp += 1  # who is not Imperial in it rules nothing of the Empire's from now on (2.11, A-05)
    yield from pay_for(game, frame, CAMPAIGN, "5.5.1")
    yield from fight(game, frame)
    yield from game.scope(_status_returns(game, frame))
    yield from game.window("campaign.after", frame)
    game.do.emit("campaign_end", ("5.5",))


def _status_returns(game: Game, frame: Frame) -> Ask:
    """The campaign is over: whoever was not Imperial in it is again (A-62), and rules as before."""
    if frame.fact("not_imperial"):
        frame.facts = {**frame.facts, "not_imperial": ()}
        game.do.title_stamp += 1
    yield from ()


# -- what is said of it --------------------------------------------------------------------------------------------


def no_defender(game: Game, frame: Frame, defender: str) -> tuple[Row]:
    """Why somebody is no possible defender."""
    only = frame.fact("against")
    because = f"this campaign can only be against {only}" if only else f"{defender} cannot campaign against {defender}"
    return ((False, "5.5.1", because, LAW, "A-50"),)


def within_reach(game: Game, frame: Frame, defender: str) -> tuple[Sentence]:
    """What holds of a defender."""
    site = here(game, frame)
    if defender == BANDITS:
        return (("5.5.1", f"no player rules {site}"),)
    how = f"rules {site}, where {frame.actor} is" if rules_here(game, frame, defender) else None
    return (("5.5.1", f"{defender} {how or f'is at {site}, and so is {frame.actor}'}"),)


def can_be_targets(game: Game, frame: Frame, chosen: list[str]) -> Iterator[Sentence]:
    """What holds of the targets of a declaration."""
    site = here(game, frame)
    local = f"one of them at least at {site}" if len(chosen) > 1 else f"at {site}"
    if list(chosen) == [site]:
        local = f"where {frame.actor} is"
    yield "5.5.2", f"{listed(chosen)} can be targeted, {local}"
    if site_is_due(game, frame):
        yield "5.5.2", f"{frame.given['defender']} rules {site}, and it is among the targets"
    for target in chosen:
        for change in game.changes("target.dice", shield(game, target), frame.with_(target=target)):
            adds = count(change.after, "die", "dice")
            yield clause_of(change.power), f"with {change.power.card} {target} adds {adds}"
    yield "5.5.2", f"the targets add {count(declared_dice(game, frame, chosen), 'die', 'dice')} to the defense pool"


def dice_taken(game: Game, frame: Frame, dice: int) -> tuple[Sentence]:
    """What holds of the attack dice."""
    return (
        ("5.5.2", f"{frame.actor} takes {count(dice, 'die', 'dice')} of up to {most_dice(game, frame)} for the attack"),
    )


def repairs(game: Game, frame: Frame, request: Request) -> Changes:
    """The defender is here or rules here and has what is wanted; other targets, other dice, other sites for plans."""
    defender = request.given.get("defender")
    seat, slot = frame.actor, facts.site_of(game, frame.actor)
    if defender is None:
        return
    if defender == BANDITS:
        yield changes.unruled(game, slot)
    elif defender != seat:
        yield changes.pawn_at(game, defender, slot, 6)
        yield from changes.ruled(game, defender, slot, 6)
        for target in request.given.get("targets", ()):
            yield from _owned(game, defender, target)
    if "targets" in request.given:
        yield from _other_targets(game, frame, request)
    if "dice" in request.given:
        most = most_dice(game, frame)
        dice = int(request.given["dice"])
        if dice > most:
            yield from changes.more(game, seat, "warbands", dice - most)
            yield changes.giving("dice", f"no more than {most} attack dice are taken", dice=most)
    for plan in request.plans:
        at = facts.slot_of(game, plan.partition("=")[0])
        if at is not None:
            yield from changes.ruled(game, seat, at, 4)


def _owned(game: Game, defender: str, target: str) -> Changes:
    """The defender rules a site or has a relic or banner that was named as a target."""
    if is_site(target):
        slot = facts.slot_named(game, target)
        if facts.side_of(game, defender) not in facts.rulers(game, slot):
            yield from changes.ruled(game, defender, slot, 6)
    elif (target in BANNERS or target in game.state.where) and facts.owner(game, target) != defender:
        yield changes.holds(game, defender, target, 7)


def _other_targets(game: Game, frame: Frame, request: Request) -> Changes:
    """A target more, or one fewer."""
    chosen = list(request.given["targets"])
    for target in targets(game, frame):
        if target not in chosen and is_site(target):
            yield changes.targeting(target)
    if len(chosen) > 1:
        for target in chosen:
            yield changes.targeting(target, False)


def families(game: Game, frame: Frame) -> Iterator[Family]:
    """5.5.1, 5.5.2: the campaigns that may be declared, by defender."""
    field = CAMPAIGN.fields[0]
    for defender in game.inside(frame, field.candidates):
        if holds(offers(game, CAMPAIGN, frame, 0, defender)):
            yield from game.inside(given(game, CAMPAIGN, frame, field, defender), _family)


def _family(game: Game, frame: Frame) -> tuple[Family]:
    options = [each for each in targets(game, frame) if holds(may_target(game, frame, each))]
    must = (here(game, frame),) if site_is_due(game, frame) else ()
    cost = _cost_with(game, frame, must)
    extra_costs = {each: _cost_with(game, frame, (*must, each)).items for each in options if each not in must}
    more = {each: Cost(tuple(item for item in items if item not in cost.items)) for each, items in extra_costs.items()}
    dearer = {each: extra for each, extra in more.items() if extra.items}
    dice = tuple((target, target_dice(game, target, frame)) for target in options)
    used = tuple((card, param or "") for card, param in frame.modifiers)
    return (Family(frame.action, frame.given["defender"], dice, must, most_dice(game, frame), used, cost, dearer),)


def _cost_with(game: Game, frame: Frame, chosen: Sequence[str]) -> Cost:
    """What a declaration with some targets costs, with the modifiers used for it."""
    return game.inside(frame.giving("targets", list(chosen)), lambda game, frame: [full_cost(game, frame, CAMPAIGN)])[0]


CAMPAIGN: Final = worded(
    Action(
        "campaign",
        "5.5",
        (
            Field(
                "defender", "5.5.1", defenders, may_attack, kind="opponent", unlisted=no_defender, sentence=within_reach
            ),
            Field(
                "targets",
                "5.5.2",
                targets,
                may_declare,
                decide=ask_targets,
                tries=declarations,
                kind="targets",
                sentence=can_be_targets,
                note=lambda game, frame, target: count(target_dice(game, target, frame), "die", "dice"),
            ),
            Field("dice", "5.5.2", pools, may_pool, decide=ask_dice, tries=pools, kind="number", sentence=dice_taken),
        ),
        campaign_cost,
        resolve,
        lambda game, frame: game.rows("campaign", frame),
        status_in_campaign,
        repairs=repairs,
        plans=judged,
        families=families,
        prices={
            "plan": lambda game, frame, who, plan: plan_cost(game, frame.fact("fight"), who, plan.partition("=")[0])
        },
        shares=against,
        barred_at="campaign.declaration",
    )
)
