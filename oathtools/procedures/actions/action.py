"""Actions as records: fields with candidates and rows, a cost, and what happens once all is given and paid.

Nothing changes before the record is whole, legal and payable. Offering, refusing, completing and explaining all use the
same pure functions. A power that speaks of an action adds rows and folds to it; the action mentions no card.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import chain, combinations
from typing import Any, Final

from oathtools import catalog
from oathtools.engine.decision import Refusal, Row, holds
from oathtools.procedures.actions.record import Action, Field
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts, promises
from oathtools.procedures.machine.asking import Ask, choose, until_agreed
from oathtools.procedures.machine.frame import FREE, Cost, Frame, Item
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import ACTIONS_BROUGHT, Modifier, Variant, written

GO_ON: Final = "go-on"
IDLE: Final = "A-191"  # a modifier or battle plan whose condition is not met


# -- pure: what is legal -------------------------------------------------------------------------------------------


def asker(game: Game, field: Field, frame: Frame) -> str:
    """The seat that decides a field."""
    return field.asks(game, frame) if field.asks else frame.actor


def given(game: Game, action: Action, frame: Frame, field: Field, value: Any) -> Frame:
    """The frame with one more field given, and the as-if facts that follow."""
    trial = frame.giving(field.name, value)
    if action.as_if is not None:
        follows = action.as_if(game, trial)
        if follows:
            trial.facts = {**frame.facts, **follows}
    return trial


def offers(game: Game, action: Action, frame: Frame, index: int, value: Any) -> list[Row]:
    """The rows of one value for the next field: its own, and that the action can still be completed with it."""
    field = action.fields[index]
    trial = given(game, action, frame, field, value)
    rows = game.inside(trial, field.rows, value)
    if not holds(rows):
        return rows
    if index + 1 < len(action.fields):
        if not completable(game, action, trial, index + 1):
            rows.append((False, action.fields[index + 1].clause, f"with {value} the {action.name} cannot be completed"))
    elif field.asks is None or asker(game, field, frame) == frame.actor:
        rows.extend(game.inside(trial, payable, action))
    else:
        rows.extend(game.inside(trial, _payable_but_for_supply, action))
    return rows


def _payable_but_for_supply(game: Game, frame: Frame, action: Action) -> Iterable[Row]:
    """What another player decides may strand the actor for lack of Supply (A-116), not make them owe what they lack."""
    return verbs.can_pay(game, frame.actor, full_cost(game, frame, action).without_supply())


def completable(game: Game, action: Action, frame: Frame, index: int = 0) -> bool:
    """Is there a legal and payable way to fill the fields from ``index`` on, whoever decides them?"""
    frames = game.frames
    if index == len(action.fields):
        frames.append(frame)
        try:
            return holds(payable(game, frame, action))
        finally:
            frames.pop()
    field = action.fields[index]
    name, rows, as_if = field.name, field.rows, action.as_if
    last = index + 1 == len(action.fields)
    trial = None
    for value in game.each_inside(frame, field.tries or field.candidates):
        if trial is None:
            trial = frame.giving(name, value)
        else:
            # The frame that tried the last value is done with: nothing pure keeps one.
            trial.given[name] = value
        if as_if is not None:
            follows = as_if(game, trial)
            trial.facts = {**frame.facts, **follows} if follows else frame.facts
        fits = False
        frames.append(trial)
        try:
            for row in rows(game, trial, value):  # ``holds`` itself: nothing runs as often
                if not row[0]:
                    break
            else:
                fits = not last or holds(payable(game, trial, action))
        finally:
            frames.pop()
        if fits and (last or completable(game, action, trial, index + 1)):
            return True
    return False


def payable(game: Game, frame: Frame, action: Action) -> Iterable[Row]:
    """The rows of the cost: the modifiers used are still available, and all of it can be paid at once.

    With it what is *owed*: the price of the power that grants the action, where that is not paid yet.
    """
    cost = full_cost(game, frame, action)
    owed = frame.fact("owes")
    if owed is not None:
        cost += owed
    rows = verbs.can_pay(game, frame.actor, cost) if cost.items else ()
    return chain(_still_usable(game, frame, action), rows) if frame.modifiers else rows


def _still_usable(game: Game, frame: Frame, action: Action) -> Iterator[Row]:
    """Each modifier used is still available with what the others write into the frame (A-107)."""
    used = [(game.registry.modifier(action.name, card), param) for card, param in frame.modifiers]
    moved = any(modifier is not None and modifier.moves for modifier, _ in used)
    for modifier, param in used:
        if modifier is None:
            continue
        if moved:
            fits = param in game.inside(_without(game, frame, modifier, param), _usable_with, modifier)
        else:
            fits = modifier.open or facts.has_access(game, frame.actor, modifier.card)
        yield fits, "7.1.1", f"{modifier.card} can no longer be used here", modifier.card
        if modifier.serves is not None and not modifier.serves(game, frame):
            spared = game.takes("A-191", "a") == "a" or any(
                asker(game, each, frame) != frame.actor for each in action.fields
            )
            yield spared, "7.4", f"{modifier.card} comes to nothing here", modifier.card, IDLE


def wasted(rows: Iterable[Row]) -> list[Refusal]:
    """What would be used for nothing, of rows that allow it (A-191)."""
    return [Refusal(*row[1:4]) for row in rows if row[0] and row[4:] == (IDLE,)]


def _usable_with(game: Game, frame: Frame, modifier: Modifier) -> Iterable[str]:
    """The parameters with which a modifier may be used, if its card is within reach."""
    near = modifier.open or facts.has_access(game, frame.actor, modifier.card)
    return modifier.options(game, frame, frame.actor) if near else ()


def _without(game: Game, frame: Frame, modifier: Modifier, param: str | None) -> Frame:
    """The frame without the as-if facts that one of the modifiers used has written."""
    alone = written(game, modifier, Frame(frame.action, frame.actor), param or "")
    other = frame.with_()
    other.facts = {name: fact for name, fact in frame.facts.items() if name not in alone.facts}
    return other


def full_cost(game: Game, frame: Frame, action: Action) -> Cost:
    """The cost of an action with those of the modifiers used for it; no Supply where a power says so (7.6.2)."""
    cost = action.cost(game, frame)
    for card, _param in frame.modifiers:
        cost += power_cost(card, "modifier")
    return cost.without_supply() if cost.items and frame.fact("free") else cost


@cache
def power_cost(card: str, kind: str) -> Cost:
    """The printed cost of a card's power of some kind (7.1.2)."""
    for power in catalog.card(card).powers:
        if power.kind == kind:
            return Cost(
                tuple(
                    Item(
                        item.how,
                        item.what,
                        item.amount,
                        card if item.how == "place" else "shared",
                        "7.1.2",
                        card,
                        power=True,
                    )
                    for item in power.cost
                )
            )
    return FREE


def available(game: Game, action: Action, frame: Frame) -> list[tuple[Modifier, str]]:
    """The modifiers that may be used now, each with a parameter: live, accessible, free for its cost (7.4, 7.1.2).

    One that is in use already is not among them: each modifies an action once (7.4.2).
    """
    found = []
    game.frames.append(frame)
    try:
        for modifier in game.modifiers(action.name):
            card = modifier.card
            if frame.uses(card):
                continue
            if not verbs.takes_cost(game, frame.actor, card, power_cost(card, "modifier"))[0]:
                continue
            found += [(modifier, param) for param in _usable_with(game, frame, modifier)]
    finally:
        game.frames.pop()
    return found


def least_supply(action: Action) -> int:
    """The least Supply that an action takes wherever no power speaks of its cost."""
    return action.least() if action.least else catalog.ACTION_SUPPLY.get(action.name, 0)


def too_dear(game: Game, action: Action, frame: Frame) -> bool:
    """Is there less Supply than the action can cost, with no power in force that could change it?

    Only a way to be quick: every way to take it would be refused for its cost, so none need be tried.
    """
    if game.state.players[frame.actor].supply >= least_supply(action):
        return False
    return not game.live(f"{action.name}.cost") and not frame.fact("free")


def with_modifiers(game: Game, action: Action, frame: Frame, most: int = 2) -> Frame | None:
    """The frame with the fewest further modifiers (up to ``most``) that make the action possible; None if none do.

    After one that writes as-if facts up to ``most`` more are tried.
    """
    if too_dear(game, action, frame):
        return None
    if completable(game, action, frame):
        return frame
    if not game.modifiers(action.name):
        return None
    options = available(game, action, frame)
    for trial in with_some(game, frame, options, most):
        if completable(game, action, trial):
            return trial
    for modifier, param in options:
        if modifier.moves:  # others come within reach only by what it writes
            found = with_modifiers(game, action, written(game, modifier, frame, param), most)
            if found is not None:
                return found
    return None


def with_some(game: Game, frame: Frame, options: Iterable[tuple[Modifier, str]], most: int) -> Iterator[Frame]:
    """The frame with one of some modifiers, then with two, up to ``most``: each card once."""
    for number in range(1, most + 1):
        for chosen in combinations(options, number):
            if len({modifier.card for modifier, _ in chosen}) == number:
                trial = frame
                for modifier, param in chosen:
                    trial = written(game, modifier, trial, param)
                yield trial


def possible(game: Game, action: Action, actor: str, begun: Frame | None = None) -> Iterable[Row]:
    """Rows: may this player take the action now, in any way at all? ``begun``: as in ``take``."""
    frame = begun or Frame(action.name, actor)
    return (_some_way(game, action, frame),) if action.may is None else _barred_or_possible(game, action, frame)


def _barred_or_possible(game: Game, action: Action, frame: Frame) -> Iterator[Row]:
    assert action.may is not None
    yield from game.each_inside(frame, action.may)
    yield _some_way(game, action, frame)


def _some_way(game: Game, action: Action, frame: Frame) -> Row:
    fits = with_modifiers(game, action, frame) is not None
    return fits, action.clause, fits or f"there is no legal way to {action.name} now"


# -- carrying it out -----------------------------------------------------------------------------------------------


def begun(action: Action, actor: str, **as_if: Any) -> Frame:
    """A fresh frame in which a power lets a player take an action: ``free`` of Supply, or with other as-if facts."""
    frame = Frame(action.name, actor)
    frame.facts.update(as_if)
    return frame


def take(game: Game, action: Action, actor: str, begun: Frame | None = None) -> Ask:
    """Ask for what the action must be told, one thing at a time, then carry it out.

    ``begun``: the frame in which a power grants the action, with its as-if facts; a plain one by default.
    """
    frame = yield from _choose_modifiers(game, action, begun or Frame(action.name, actor))
    for index, field in enumerate(action.fields):
        who = asker(game, field, frame)
        if field.agrees is None or who == frame.actor:
            value = yield from _ask_field(game, action, frame, index, who)
        else:
            value = yield from _ask_another(game, action, frame, index, who)
            if value is None:
                game.do.emit("failed", (action.clause,), action=action.name, who=frame.actor)
                return
        frame = given(game, action, frame, field, value)
    yield from carry_out(game, action, frame)


def _ask_another(game: Game, action: Action, frame: Frame, index: int, who: str) -> Ask:
    """Another player decides a field, as far as the actor agrees; None if the actor agrees to nothing."""
    field = action.fields[index]
    agrees = field.agrees
    assert agrees is not None

    def ask(closed: set[str]) -> Ask:
        values = game.inside(frame, field.candidates)
        if not any(value not in closed and holds(offers(game, action, frame, index, value)) for value in values):
            return None
        return (yield from _ask_field(game, action, frame, index, who, closed))

    def leave(value: Any) -> Ask:
        trial = given(game, action, frame, field, value)
        with game.within(trial):
            return (yield from agrees(game, trial))

    return (yield from until_agreed(ask, leave))


def _ask_field(game: Game, action: Action, frame: Frame, index: int, who: str, closed: Collection[str] = ()) -> Ask:
    field = action.fields[index]

    def rows(value: Any) -> list[Row]:
        found = offers(game, action, frame, index, value)
        return [(False, field.clause, f"{frame.actor} turned {value} down"), *found] if value in closed else found

    kind = f"{action.name}.{field.name}"
    if field.decide is not None:
        with game.within(frame):
            return (yield from field.decide(game, frame, kind, who, rows))
    values = game.inside(frame, field.candidates)
    return (yield from choose(kind, who, values, field.clause, rows=rows, private=field.private, about=frame))


def _choose_modifiers(game: Game, action: Action, frame: Frame) -> Ask:
    """Modifiers one at a time until the player goes on (7.4, 7.4.1); only those that leave the action possible."""
    if not game.modifiers(action.name):
        return frame
    while True:
        options = {
            f"{modifier.card}@{param}" if param else modifier.card: (modifier, param)
            for modifier, param in available(game, action, frame)
        }
        if not options:
            return frame

        def rows(
            option: str, options: dict[str, tuple[Modifier, str]] = options, frame: Frame = frame
        ) -> Iterator[Row]:
            if option == GO_ON:
                yield completable(game, action, frame), action.clause, f"the {action.name} needs a modifier"
                return
            modifier, param = options[option]
            then = written(game, modifier, frame, param)
            fits = with_modifiers(game, action, then) is not None
            yield fits, "7.4", f"with {modifier.card} the {action.name} cannot be completed"

        go_on = GO_ON if holds(rows(GO_ON)) else None
        answer = yield from choose(
            f"{action.name}.modifier", frame.actor, (GO_ON, *options), "7.4", rows=rows, default=go_on, about=frame
        )
        if answer == GO_ON:
            return frame
        modifier, param = options[answer]
        frame = written(game, modifier, frame, param)


def carry_out(game: Game, action: Action, frame: Frame) -> Ask:
    """Run a whole record: it fails without effect if another player's choice made it unpayable (A-116)."""
    with game.within(frame):
        if game.do.is_narrated:
            game.do.begin_anew()
        if holds(payable(game, frame, action)):
            used = [list(chosen) for chosen in frame.modifiers]
            given = dict(frame.given)
            game.do.emit("action", (action.clause,), action=action.name, who=frame.actor, given=given, used=used)
            promises.met(game, frame.actor, action.name, given)
            yield from game.by(None, _resolved(game, action, frame))
        else:
            game.do.emit("failed", (action.clause,), action=action.name, who=frame.actor)


def _resolved(game: Game, action: Action, frame: Frame) -> Ask:
    """What happens, and what powers do after it (10.2)."""
    yield from action.resolve(game, frame)
    yield from game.window("action.after", frame)


def no_cost(game: Game, frame: Frame) -> Cost:
    """Minor actions cost no Supply (chapter 6)."""
    return FREE


def pay_for(game: Game, frame: Frame, action: Action, clause: str) -> Ask:
    """Pay the whole cost of an action: the step in which it is paid. Cards that took a toll are noted (7.4.3)."""
    cost = full_cost(game, frame, action)
    note_tolls(frame, cost)
    yield from game.scope(verbs.pay(game, frame.actor, cost, clause))


def note_tolls(frame: Frame, cost: Cost) -> None:
    """Cards that take a toll are in use for the action that they tax (7.4.3)."""
    if cost.tolls:
        frame.facts = {**frame.facts, "tolls": tuple(item.source for item in cost.tolls)}


# -- the kinds of actions by name: those of the Law, and those that variants bring -------------------------------------


class Actions(dict[str, Action]):
    """The actions of the Law, in their order. One that a variant brings is found by its name once that is loaded.

    What may be done at a table is ``at(variants)``: the Law's actions, then those of the variants in force.
    """

    def __init__(self, *actions: Action) -> None:
        super().__init__((action.name, action) for action in actions)
        self._names = tuple(self)

    def __missing__(self, name: str) -> Action:
        return ACTIONS_BROUGHT[name]

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in ACTIONS_BROUGHT

    def get(self, name: str, default: Any = None) -> Any:
        """The action of that name, or the default."""
        return super().get(name, ACTIONS_BROUGHT.get(name, default))

    def at(self, variants: Iterable[Variant]) -> tuple[str, ...]:
        """The names of the actions at a table that plays with some variants."""
        more = tuple(action.name for variant in variants for action in variant.actions)
        return (*self._names, *more) if more else self._names

    def known(self) -> tuple[str, ...]:
        """The names of all actions that are found by name now."""
        return (*self._names, *ACTIONS_BROUGHT)
