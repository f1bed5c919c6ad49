"""The derivation: the facts a verdict rests on and the clauses they satisfy, in sentences that are true as they stand.

Rows are worded for the case that they fail. A stage whose rows all hold is told by its facts instead: a sentence for
each field, what the whole costs and which powers changed that, and the powers that were asked and allow it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from oathtools.engine.rows import Refusal, holds
from oathtools.law.clauses import all_clauses
from oathtools.procedures.actions.action import full_cost, given
from oathtools.procedures.actions.record import Action
from oathtools.procedures.adjudicate.stages import Stage, has_price, within
from oathtools.procedures.adjudicate.walk import Walked, is_listed, ways_on, worth_trying
from oathtools.procedures.adjudicate.witness import Witness
from oathtools.procedures.machine.cost import SUPPLY, Cost
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Changed
from oathtools.procedures.machine.request import END, Request
from oathtools.procedures.machine.sentences import clause_of, cost_words, have, said
from oathtools.procedures.turn.loop import ACTIONS
from oathtools.table.state import FAVOR, SECRET
from oathtools.text import count, listed

Told = Iterator[Refusal]
# How many ways to fill what was left open are named.
NAMED = 12


def derivation(game: Witness, seat: str, request: Request, walked: Walked) -> tuple[Refusal, ...]:
    """What holds, stage by stage; a stage that fails is left to its refusals."""
    found: list[Refusal] = []
    sound = True
    for stage in walked.stages:
        fits = holds(stage.rows)
        if fits and (sound or stage.name != "open"):
            found += _stage(game, seat, request, stage)
        sound = sound and fits
    return tuple(dict.fromkeys(found))


def _stage(game: Witness, seat: str, request: Request, stage: Stage) -> Told:
    if stage.name == "turn":
        yield Refusal("4.2", f"it is the Act Phase of {seat}")
        if request.action == END:
            yield Refusal("4.2", "nothing need be done in it")
        return
    action = ACTIONS[request.action]
    if stage.name == "action":
        with within(game, stage.frame):
            yield from (Refusal(*each) for each in said(action.sentence, action.clause, game, stage.frame))
        yield from _asked(game, stage.frame, action.may)
    elif stage.name == "modifier":
        yield Refusal("7.1.1", f"{seat} may use the power of {stage.about}", stage.about)
    elif stage.name == "cost":
        if has_price(game, action, stage.frame):
            yield from _price(game, action, stage.frame)
    elif stage.name == "plan":
        card = stage.about.partition("=")[0]
        yield Refusal("7.5.1", f"{seat} rules the battle plan {card} and can pay for it", card)
    elif stage.name == "open":
        yield from _open(game, action, stage.frame, stage.about)
    elif stage.name in request.given:
        yield from _field(game, stage)


# -- fields --------------------------------------------------------------------------------------------------------


def _field(game: Witness, stage: Stage) -> Told:
    field, frame = stage.about, stage.frame
    value = frame.given[field.name]
    if field.sentence is not None:
        with within(game, frame):
            yield from (Refusal(*each) for each in said(field.sentence, field.clause, game, frame, value))
    else:
        yield Refusal(field.clause, f"{all_clauses()[field.clause].title}: {value}")
    if is_listed(game, frame, field, value):
        yield from _asked(game, frame, lambda game, frame: field.rows(game, frame, value))


def _asked(game: Witness, frame: Frame, rows: Callable[..., Iterable[Any]] | None) -> Told:
    """The powers that were asked for rows and had nothing against it."""
    if rows is None:
        return
    with game.listening() as heard:
        game.inside(frame, rows)
    for power in dict.fromkeys(heard.asked):
        yield Refusal(clause_of(power), f"{power.card} does not stand in the way", power.card)


def _open(game: Witness, action: Action, frame: Frame, field: Any) -> Told:
    """What was left open: the values that will do, as far as they are few enough to be named."""
    index = action.fields.index(field)
    there = ways_on(game, action, frame, index) or frame
    for card, param in there.modifiers[len(frame.modifiers) :]:
        how = f"{card} ({param})" if param else card
        yield Refusal("7.4", f"it takes the power of {how}", card)
    values = []
    if field.private:
        return
    for value in worth_trying(game, action, there, index):
        trial = given(game, action, there, field, value)
        if holds(game.inside(trial, field.rows, value)) and ways_on(game, action, trial, index + 1) is not None:
            values.append(str(value))
    says = field.open or ("" if field.decide else "it can be done with {values}")
    if not says or not 0 < len(values) <= NAMED:
        says = f"the {action.name} can be completed in {'one way' if len(values) == 1 else 'several ways'}"
    yield Refusal(field.clause, says.format(values=listed(values, "or")))


# -- what it costs -------------------------------------------------------------------------------------------------


def _price(game: Witness, action: Action, frame: Frame) -> Told:
    """The cost as the Law has it, each power that changes it, and what there is to pay with."""
    with game.listening() as heard, within(game, frame):
        cost = full_cost(game, frame, action)
    changes = [each for each in heard.changed if isinstance(each.before, Cost)]
    base = changes[0].before if changes else cost
    if not cost.items and not changes:
        yield Refusal("6" if action.clause.startswith("6") else action.clause, "it costs no Supply")
        return
    yield Refusal(_cost_clause(base, action), f"it costs {cost_words(base)}")
    yield from _changes(changes)
    if changes and frame.modifiers and cost != changes[-1].after:
        yield Refusal("7.4", f"with the powers used it costs {cost_words(cost)}")
    if frame.fact("free"):
        yield Refusal("7.6.2", "no Supply is spent")
    with within(game, frame):
        has = [_have(game, frame.actor, what) for what in dict.fromkeys(item.what for item in cost.items)]
    if has:
        yield Refusal(_cost_clause(cost, action), f"{frame.actor} has {listed(has)}")


def _changes(changes: list[Changed]) -> Told:
    for each in changes:
        yield Refusal(
            clause_of(each.power), f"with {each.power.card} it costs {cost_words(each.after)}", each.power.card
        )


def _cost_clause(cost: Cost, action: Action) -> str:
    return cost.items[0].clause if cost.items else action.clause


def _have(game: Witness, seat: str, what: str) -> str:
    name = {SUPPLY: "Supply", FAVOR: FAVOR, SECRET: SECRET}.get(what, "warband")
    return count(have(game, seat, what), name)
