"""Which changes are worth trying for a request that is refused: by what it costs, where it happens, and its kind."""

from collections.abc import Iterable, Iterator
from itertools import accumulate

from oathtools.engine.rows import LAW, Refusal, holds
from oathtools.procedures.actions.action import available, full_cost, given
from oathtools.procedures.adjudicate.stages import has_price, least, within
from oathtools.procedures.adjudicate.walk import PLAYING, Walked
from oathtools.procedures.machine import changes, facts
from oathtools.procedures.machine.cost import SUPPLY, Cost
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import END, Changes, Request
from oathtools.procedures.machine.sentences import have
from oathtools.procedures.turn.loop import ACTIONS
from oathtools.table.state import BANNERS, FAVOR, SECRET


def levers(game: Game, request: Request, walked: Walked) -> Changes:
    """The changes worth trying where a request stands refused, each once.

    Whose turn it is comes first: as long as that is wrong, nothing else can mend it.
    """
    reasons, frame = walked.refusals, walked.frame
    seat = frame.actor
    if game.state.phase not in PLAYING:
        return
    if not holds(walked.stages[0].rows):
        yield changes.turn_of(seat)
        return
    if request.action == END:
        return
    action = ACTIONS[request.action]
    with within(game, frame):
        yield from _without(walked)
        yield from _prices(game, frame, request)
        yield from _powers(game, frame, request, reasons)
        if action.repairs is not None:
            yield from action.repairs(game, frame, request)
        yield from changes.elsewhere(game, seat, 2)


def _prices(game: Game, frame: Frame, request: Request) -> Changes:
    """What is short of the cost."""
    seat = frame.actor
    for cost in _costs(game, frame, request):
        needs: dict[str, int] = {}
        for item in cost.items:
            what = item.what if item.what in (SUPPLY, FAVOR, SECRET) else "warbands"
            needs[what] = needs.get(what, 0) + item.amount
        for what, count in needs.items():
            short = count - have(game, seat, what)
            if short > 0:
                yield from changes.more(game, seat, what, short)


def _costs(game: Game, frame: Frame, request: Request) -> Iterator[Cost]:
    action = ACTIONS[request.action]
    plans = [price for _rows, price in action.plans(game, action, frame, request.plans)] if action.plans else []
    if all(field.name in frame.given for field in action.fields):
        if has_price(game, action, frame):
            yield from accumulate(plans, initial=full_cost(game, frame, action))
        return
    # What was left open may be filled in several ways, each with its price.
    index = next(index for index, field in enumerate(action.fields) if field.name not in frame.given)
    if index == len(action.fields) - 1:
        field = action.fields[index]
        for value in game.each_inside(frame, field.tries or field.candidates):
            trial = given(game, action, frame, field, value)
            with within(game, trial):
                if holds(field.rows(game, trial, value)) and has_price(game, action, trial):
                    yield from accumulate(plans, initial=full_cost(game, trial, action))
    else:
        yield least(action)


def _powers(game: Game, frame: Frame, request: Request, reasons: Iterable[Refusal]) -> Changes:
    """Cards that hold tokens, cards whose powers refuse, powers that could be used."""
    state = game.state
    named = [request.given.get("card"), *(card for card, _ in request.modifiers)]
    for card in dict.fromkeys(named):
        if isinstance(card, str) and card in state.where and not facts.is_empty(game, card):
            yield changes.emptied(card)
    for source in dict.fromkeys(each.source for each in reasons if each.source != LAW):
        if source in state.where and state.where[source] != "map":
            yield changes.gone(source)
        elif source in BANNERS:
            yield changes.holds(game, frame.actor, source, 5)
    action = ACTIONS[request.action]
    bare = Frame(action.name, frame.actor)
    used = {card for card, _ in request.modifiers}
    for modifier, param in available(game, action, bare):
        if modifier.card not in used:
            yield changes.using(modifier.card, param)


def _without(walked: Walked) -> Changes:
    """A modifier or a battle plan that cannot be used is left out."""
    for stage in walked.stages:
        if stage.name == "modifier" and not holds(stage.rows):
            yield changes.leaving_out(stage.about)
        elif stage.name == "plan" and not holds(stage.rows):
            yield changes.without_plan(stage.about)
