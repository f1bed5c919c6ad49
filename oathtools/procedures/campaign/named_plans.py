"""5.5.3 Battle plans named with a campaign: may the attacker use them, one after the other?

They are tried on a copy of the table on which the campaign has been declared and paid for.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from oathtools import catalog
from oathtools.engine.decision import Row, holds
from oathtools.procedures.actions.action import full_cost, payable, power_cost
from oathtools.procedures.actions.record import Action
from oathtools.procedures.campaign.aftermath import collect_pools
from oathtools.procedures.campaign.fight import Fight, most_dice
from oathtools.procedures.campaign.plans import may_use, options_of, plan_cost, use_plan
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import Cost, Frame
from oathtools.procedures.machine.game import Game


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
        rows, cost = list(_alone(game, seat, card)), power_cost(card, "battle_plan")
        if on is not None and holds(rows) and card in game.registry.plans:
            cost = plan_cost(game, on, seat, card)
            rows += _in_battle(game, on, seat, named)
        elif holds(rows):
            rows += verbs.can_pay(game, seat, cost)
        found.append((rows, cost))
    return found


def _alone(game: Game, seat: str, card: str) -> Iterator[Row]:
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
        numbers = ", ".join(way.partition("=")[2] for way in mine)
        because = f"{card} is used with a number: {numbers}" if numbers else f"{card} cannot be used so"
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
