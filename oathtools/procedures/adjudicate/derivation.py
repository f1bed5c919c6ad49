"""The derivation: the facts a verdict rests on and the clauses they satisfy, in sentences that are true as they stand.

Rows are worded for the case that they fail. A stage whose rows all hold is told by its facts instead: a sentence for
each field, what the whole costs and which powers changed that, and the powers that were asked and allow it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from oathtools.engine.decision import Refusal, holds
from oathtools.kit.text import count, listed
from oathtools.law.clauses import all_clauses
from oathtools.procedures.actions.action import (
    asker,
    available,
    completable,
    full_cost,
    given,
    offers,
    power_cost,
    with_modifiers,
    with_some,
)
from oathtools.procedures.actions.record import Action
from oathtools.procedures.adjudicate import walk
from oathtools.procedures.campaign.declaration import Family
from oathtools.procedures.machine.frame import SUPPLY, Cost, Frame
from oathtools.procedures.machine.game import Changed, Game
from oathtools.procedures.machine.registry import written
from oathtools.procedures.machine.request import END, Request, clause_of, cost_words, have, sentence_of
from oathtools.procedures.turn import ACTIONS
from oathtools.table.state import FAVOR, SECRET

Derivation = Iterator[Refusal]
# How many ways to fill what was left open are named.
NAMED = 12


def derivation(game: walk.Witness, seat: str, request: Request, walked: walk.Walked) -> tuple[Refusal, ...]:
    """What holds, stage by stage; a stage that fails is left to its refusals."""
    found: list[Refusal] = []
    sound = True
    for stage in walked.stages:
        fits = holds(stage.rows)
        if fits and (sound or stage.name != "open"):
            found += _stage(game, seat, request, stage)
        sound = sound and fits
    return tuple(dict.fromkeys(found))


def _stage(game: walk.Witness, seat: str, request: Request, stage: walk.Stage) -> Derivation:
    if stage.name == "turn":
        yield Refusal("4.2", f"it is the Act Phase of {seat}")
        if request.action == END:
            yield Refusal("4.2", "nothing need be done in it")
        return
    action = ACTIONS[request.action]
    if stage.name == "action":
        with game.within(stage.frame):
            yield from (Refusal(*each) for each in sentence_of(action.sentence, action.clause, game, stage.frame))
        yield from _silent_powers(game, stage.frame, action.may)
    elif stage.name == "modifier":
        yield Refusal("7.1.1", f"{seat} may use the power of {stage.about}", stage.about)
    elif stage.name == "cost":
        if walk.has_price(game, action, stage.frame):
            yield from _price(game, action, stage.frame)
    elif stage.name == "plan":
        card = stage.about.partition("=")[0]
        yield Refusal("7.5.1", f"{seat} rules the battle plan {card} and can pay for it", card)
    elif stage.name == "open":
        yield from _open(game, action, stage.frame, stage.about)
    elif stage.name in request.given:
        yield from _field(game, stage)


# -- fields --------------------------------------------------------------------------------------------------------


def _field(game: walk.Witness, stage: walk.Stage) -> Derivation:
    field, frame = stage.about, stage.frame
    value = frame.given[field.name]
    if field.sentence is not None:
        with game.within(frame):
            yield from (Refusal(*each) for each in sentence_of(field.sentence, field.clause, game, frame, value))
    else:
        yield Refusal(field.clause, f"{all_clauses()[field.clause].title}: {value}")
    if walk.is_listed(game, frame, field, value):
        yield from _silent_powers(game, frame, lambda game, frame: field.rows(game, frame, value))


def _silent_powers(game: walk.Witness, frame: Frame, rows: Callable[..., Iterable[Any]] | None) -> Derivation:
    """The powers that were asked for rows and had nothing against it."""
    if rows is None:
        return
    with game.listening() as witness:
        game.inside(frame, rows)
    for power in dict.fromkeys(witness.powers):
        yield Refusal(clause_of(power), f"{power.card} does not stand in the way", power.card)


def _open(game: walk.Witness, action: Action, frame: Frame, field: Any) -> Derivation:
    """What was left open: the values that will do, as far as they are few enough to be named."""
    index = action.fields.index(field)
    there = walk.ways_on(game, action, frame, index) or frame
    for card, param in there.modifiers[len(frame.modifiers) :]:
        how = f"{card} ({param})" if param else card
        yield Refusal("7.4", f"it takes the power of {how}", card)
    values = []
    if field.private:
        return
    for value in walk.worth_trying(game, action, there, index):
        trial = given(game, action, there, field, value)
        if holds(game.inside(trial, field.rows, value)) and walk.ways_on(game, action, trial, index + 1) is not None:
            values.append(str(value))
    says = field.open or ("" if field.decide else "it can be done with {values}")
    if not says or not 0 < len(values) <= NAMED:
        says = f"the {action.name} can be completed in {'one way' if len(values) == 1 else 'several ways'}"
    yield Refusal(field.clause, says.format(values=listed(values, "or")))


# -- what it costs -------------------------------------------------------------------------------------------------


def _price(game: walk.Witness, action: Action, frame: Frame) -> Derivation:
    """The cost as the Law has it, each power that changes it, and what there is to pay with."""
    with game.listening() as witness, game.within(frame):
        cost = full_cost(game, frame, action)
    changes = [each for each in witness.changed if isinstance(each.before, Cost)]
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
    with game.within(frame):
        has = [_have(game, frame.actor, what) for what in dict.fromkeys(item.what for item in cost.items)]
    if has:
        yield Refusal(_cost_clause(cost, action), f"{frame.actor} has {listed(has)}")


def _changes(changes: list[Changed]) -> Derivation:
    for each in changes:
        yield Refusal(
            clause_of(each.power), f"with {each.power.card} it costs {cost_words(each.after)}", each.power.card
        )


def _cost_clause(cost: Cost, action: Action) -> str:
    return cost.items[0].clause if cost.items else action.clause


def _have(game: walk.Witness, seat: str, what: str) -> str:
    name = {SUPPLY: "Supply", FAVOR: FAVOR, SECRET: SECRET}.get(what, "warband")
    return count(have(game, seat, what), name)


# -- everything that may be done now: each action with its cost, or its families; the modifiers that may be used -------


Chosen = tuple[str, str]
Families = Callable[[Game, Frame], Iterable[Family]]
# How many modifiers are used at once to find what is possible only with them.
MODIFIERS = 2


class Offer(NamedTuple):
    """One thing that may be done now: the action, its fields, its cost, the modifiers it needs.

    ``by``: the powers in play that changed its cost. ``left_to``: the player to whom the other fields are left: another
    one who decides them, or the player in question where they are a secret of theirs. Then neither they nor the cost
    are told.
    """

    action: str
    given: dict[str, Any]
    cost: Cost
    modifiers: tuple[Chosen, ...] = ()
    left_to: str | None = None
    by: tuple[walk.By, ...] = ()


class Usable(NamedTuple):
    """A modifier that may be used for an action, with its parameter and its cost."""

    action: str
    card: str
    param: str
    cost: Cost


class Legal(NamedTuple):
    """Everything that may be done now."""

    actions: tuple[Offer, ...]
    families: tuple[Family, ...]
    modifiers: tuple[Usable, ...]


def legal(game: Game, seat: str, *, knows: bool = True) -> Legal:
    """Everything a player may do in the Act Phase, ``end`` last.

    What is possible only with modifiers is listed with the fewest it takes. ``knows``: may whoever asks know the
    player's facedown cards? If not, an action with them is named as such, and no more of it.
    """
    game, seat = walk.witness_of(game), game.state.seat(seat)
    actions: list[Offer] = []
    families: list[Family] = []
    usable: list[Usable] = []
    for action in (ACTIONS[name] for name in ACTIONS.at(game.variants)):
        bare = Frame(action.name, seat)
        if action.may is not None and not holds(game.inside(bare, action.may)):
            continue
        options = available(game, action, bare)
        seen: set[str] = set()
        for frame in (bare, *with_some(game, bare, options, MODIFIERS)):
            if action.families is not None:
                new = [each for each in _families(game, action.families, frame) if each.defender not in seen]
                families += new
                seen.update(each.defender for each in new)
            else:
                found = [each for each in _fill(game, action, frame, 0, knows) if str(each.given) not in seen]
                actions += found
                seen.update(str(each.given) for each in found)
        if seen:
            usable += [
                Usable(action.name, modifier.card, param, power_cost(modifier.card, "modifier"))
                for modifier, param in options
                if with_modifiers(game, action, written(game, modifier, bare, param)) is not None
            ]
    actions.append(Offer(END, {}, Cost()))
    return Legal(tuple(actions), tuple(families), tuple(usable))


def _families(game: walk.Witness, found: Families, frame: Frame) -> Iterator[Family]:
    """Each family with the powers that changed its costs and dice."""
    with game.listening() as witness:
        for family in found(game, frame):
            yield family._replace(by=_unused(witness.by("target.dice"), frame))
            witness.changed.clear()


def _unused(by: tuple[walk.By, ...], frame: Frame) -> tuple[walk.By, ...]:
    """Without the modifiers used, which are named as such."""
    used = {card for card, _ in frame.modifiers}
    return tuple(each for each in by if each[1] not in used)


def _chosen(frame: Frame) -> tuple[Chosen, ...]:
    return tuple((card, param or "") for card, param in frame.modifiers)


def _fill(game: walk.Witness, action: Action, frame: Frame, index: int, knows: bool) -> Iterator[Offer]:
    """Every legal way to fill the fields from one on."""
    if index == len(action.fields):
        with game.listening() as witness, game.within(frame):
            cost = full_cost(game, frame, action)
        yield Offer(action.name, dict(frame.given), cost, _chosen(frame), by=_unused(witness.by(), frame))
        return
    field = action.fields[index]
    who = asker(game, field, frame)
    if who != frame.actor or (field.private and not knows):
        if completable(game, action, frame, index):
            yield Offer(action.name, dict(frame.given), Cost(), _chosen(frame), left_to=who)
        return
    for value in game.inside(frame, field.candidates):
        if holds(offers(game, action, frame, index, value)):
            yield from _fill(game, action, given(game, action, frame, field, value), index + 1, knows)
