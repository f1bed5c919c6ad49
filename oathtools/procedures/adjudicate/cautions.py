"""Cautions: faceup cards whose power touches a request and is not coded yet. A verdict never passes over one."""

from collections.abc import Iterator
from functools import cache

from oathtools import catalog
from oathtools.engine.rows import Refusal
from oathtools.law.clauses import entries
from oathtools.procedures.actions.action import full_cost
from oathtools.procedures.adjudicate.stages import has_price, within
from oathtools.procedures.adjudicate.walk import Walked
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import Request
from oathtools.procedures.turn.loop import ACTIONS
from oathtools.table.state import SECRET

_PERSISTENT = ("persistent", "other")


def cautions(game: Game, request: Request, walked: Walked) -> Iterator[Refusal]:
    """Every faceup card in play, and every card named, whose power touches the request and is not coded yet."""
    coded = set(game.registry.coded)
    named = set(_named(request))
    if len(walked.stages) < 2:
        return
    with within(game, walked.frame):
        live = [card for card in facts.in_force(game) if card not in game.state.handles]
        for card in dict.fromkeys((*live, *(each for each in named if catalog.is_card(each)))):
            if card in coded:
                continue
            clause = _named_touch(card, request) if card in named else None
            if clause is None and card in live:
                clause = _touch(game, card, request, walked)
            if clause is not None:
                yield Refusal(clause, _says(card, clause), card)


def _says(card: str, clause: str) -> str:
    if clause in ("7.3.2", "7.3.3"):
        return f"the power of {card} is not coded yet: its player declares what it does"
    return f"the power of {card} may bear on this and is not coded yet"


def _named(request: Request) -> Iterator[str]:
    yield from (card for card, _ in request.modifiers)
    yield from (plan.partition("=")[0] for plan in request.plans)
    if "card" in request.given:
        yield request.faces.get(request.given["card"], request.given["card"])


def _named_touch(card: str, request: Request) -> str | None:
    """The clause by which a card that the request names bears on it: its power is to be used, or it is to be played."""
    kinds = {power.kind: power for power in catalog.card(card).powers}
    if any(card == modifier for modifier, _ in request.modifiers):
        return "7.4"
    if any(card == plan.partition("=")[0] for plan in request.plans) and "battle_plan" in kinds:
        return "7.5"
    action = ACTIONS.get(request.action)
    woken = action.sets_off(request.given) if action and action.sets_off else ()
    return next((clause for kind, clause in woken if kind in kinds), None)


def _touch(game: Game, card: str, request: Request, walked: Walked) -> str | None:
    """The clause by which the power of a card in play touches a request; None if it does not."""
    seat = walked.frame.actor
    for power in catalog.card(card).powers:
        modifier = power.kind == "modifier" and power.modifies == request.action
        if modifier and facts.has_access(game, seat, card):
            return "7.4"
        if power.kind in _PERSISTENT and _concerns(game, seat, card, power.kind):
            found = _rests_on(card, _carrying(request)) or _by_price(game, card, walked)
            if found is not None:
                return found
    return None


def _concerns(game: Game, seat: str, card: str, kind: str) -> bool:
    """Can a power that is always on concern this player? Powers about enemies (10.7) not those who rule the card."""
    if kind == "other":
        return facts.has(game, seat, card) or facts.slot_of(game, card) is not None
    if "10.7" in _clauses(card):
        return not facts.rules_card(game, seat, card)
    return True


def _carrying(request: Request) -> tuple[str, ...]:
    """The clauses that carry an action, from its declaration to what follows on it: those of what it says, if any."""
    action = ACTIONS.get(request.action)
    if action is None:
        return ()
    said = [(field, request.given[field.name]) for field in action.fields if field.name in request.given]
    own = next((field.carried(value) for field, value in said if field.carried), None)
    return own or action.carried or (action.clause,)


def _rests_on(card: str, carrying: tuple[str, ...]) -> str | None:
    """The first clause of a card's text that is one of those that carry an action, or below one of them."""
    for clause in _clauses(card):
        # 5.1.4 itself stands for every placement, 5.1.4.1 for one of them: a parent is met by itself only.
        deep = [each for each in carrying if each != "5.1.4"]
        if clause in carrying or any(clause.startswith(f"{each}.") for each in deep):
            return clause
    return None


def _by_price(game: Game, card: str, walked: Walked) -> str | None:
    """A power about costs (7.1.2) and no action by name touches what is paid for with secrets by a power's cost."""
    action = ACTIONS.get(walked.frame.action)
    if action is None or not walked.whole or "7.1.2" not in _clauses(card) or not has_price(game, action, walked.frame):
        return None
    if any(clause.startswith("5.") for clause in _clauses(card)):
        return None
    items = full_cost(game, walked.frame, action).items
    return "7.1.2" if any(item.what == SECRET and item.source != "law" for item in items) else None


@cache
def _clauses(card: str) -> tuple[str, ...]:
    """The clauses that a card's power rests on (data/texts)."""
    return tuple(entries("texts").get(card, {}).get("clauses") or ())
