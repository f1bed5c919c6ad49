"""Reading the rows of a request, stage by stage, as if it were made now: all of them, never just the first that fails.

Nothing is changed. The stages are those of an action as it is asked for: whose turn it is, the action as such, its
modifiers, each of its fields, its cost, the battle plans that were named.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.engine.decision import Refusal, Row, failed, holds
from oathtools.engine.windows import Power
from oathtools.law.rulings import deciding, otherwise
from oathtools.procedures.actions import action as actions
from oathtools.procedures.actions.record import Action, Field
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import Cost, Frame, supply
from oathtools.procedures.machine.game import Changed, Game
from oathtools.procedures.machine.registry import OathRegistry, written
from oathtools.procedures.machine.request import END, Request, clause_of, explained
from oathtools.procedures.turn import ACTIONS
from oathtools.table.state import ENDED, PLAYING, State

# -- the stages of a request on its way to a verdict, and what one is looked at within ---------------------------------


class Stage(NamedTuple):
    """One stage of a request: its name (``turn``, ``action``, ``modifier``, a field's, ``cost``, ``open``, ``plan``),
    the frame in which it was read, its rows, and the field or the card it is about."""

    name: str
    frame: Frame
    rows: list[Row]
    about: Any = None


def has_price(game: Game, action: Action, frame: Frame) -> bool:
    """Can the cost of a record be told?"""
    return action.priced is None or action.priced(game, frame)


def cost_rows(game: Game, action: Action, frame: Frame) -> list[Row]:
    """The rows of what a whole record costs; where that cannot be told, of the Supply it takes at least."""
    with game.within(frame):
        if has_price(game, action, frame):
            return list(actions.payable(game, frame, action))
        return list(verbs.can_pay(game, frame.actor, least(action)))


def least(action: Action) -> Cost:
    """The least Supply that an action takes, by the clause of its first field."""
    return supply(actions.least_supply(action), action.fields[0].clause)


PHASES = {"wake": "the Wake Phase", "rest": "the Rest Phase", "setup": "setup", "round-end": "the end of the round"}
FieldRows = Callable[[Game, Frame, Field], list[Row]]
# How many ways to fill what was left open are looked at for their reasons.
WAYS = 60


def in_act_phase_of(game: Game, seat: str) -> Game:
    """The game as in a player's Act Phase (4.2): the same one where it is, and before and after all turns."""
    state = game.state
    if (state.turn, state.phase) == (seat, "act") or state.phase not in PLAYING:
        return game
    later = Game(state.copy(), game.registry, dict(game.readings))
    if state.turn != seat:
        later.do.new_turn()
    later.state.turn, later.state.phase = seat, "act"
    return later


class Walked(NamedTuple):
    """A request as read: its stages, the record as far as it was given, the fields that somebody else decides, and the
    rows of those whose leave a whole record needs."""

    stages: list[Stage]
    frame: Frame
    others: list[tuple[Field, str]]
    whole: bool
    leave: Sequence[Row] = ()

    @property
    def rows(self) -> Iterator[Row]:
        """All rows, in the order of the rules."""
        return (row for stage in self.stages for row in stage.rows)

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Every reason against it, each once."""
        return tuple(dict.fromkeys(failed(self.rows)))


def walk(game: Game, seat: str, request: Request) -> Walked:
    """Read a request in every stage. Raises ``KeyError`` for an action that does not exist."""
    stages: list[Stage] = []
    reading = _stages(game, seat, request)
    while True:
        try:
            stages.append(next(reading))
        except StopIteration as end:
            return Walked(stages, *end.value)


def stands(game: Game, seat: str, request: Request) -> bool:
    """Does nothing stand against a request? Reads no further than to the first stage in which something does."""
    return all(holds(stage.rows) for stage in _stages(game, seat, request, _till_one_fails))


def _stages(
    game: Game, seat: str, request: Request, read: FieldRows | None = None
) -> Generator[Stage, None, tuple[Any, ...]]:
    """The stages of a request, one after the other; at the end what ``Walked`` says besides them.

    ``read`` reads the rows of a field's value; all of them with what is behind each, if it is None.
    """
    frame = Frame(request.action, seat)
    yield Stage("turn", frame, list(turn_rows(game, seat)))
    if request.action == END or game.state.phase not in PLAYING:
        return frame, [], True, ()
    action = ACTIONS[request.action]
    if action.may is not None:
        yield Stage("action", frame, game.inside(frame, action.may))
    for card, param in request.modifiers:
        rows, frame = _modifier(game, action, frame, card, param)
        yield Stage("modifier", frame, rows, card)
    others: list[tuple[Field, str]] = []
    values = dict(request.given)
    for index, field in enumerate(action.fields):
        values |= _only_one(game, seat, frame, index, field, values)
        if field.name not in values:
            yield Stage("open", frame, _open_rows(game, action, frame, index), field)
            yield from _plan_stages(game, action, frame, request.plans)
            return frame, others, False, ()
        before, value = frame, values[field.name]
        frame = actions.given(game, action, before, field, value)
        who = actions.asker(game, field, before)
        if who != seat:
            others.append((field, who))
        rows, sound = field_rows(game, action, before, frame, field, read or _with_causes)
        yield Stage(field.name, frame, rows, field)
        if not sound:
            return frame, others, False, ()
    yield Stage("cost", frame, cost_rows(game, action, frame))
    yield from _plan_stages(game, action, frame, request.plans)
    if request.pile is not None:
        yield Stage("pile", frame, _pile_rows(game, frame, request.pile))
    return frame, others, True, list(action.leave(game, frame)) if action.leave else []


def _only_one(game: Game, seat: str, frame: Frame, index: int, field: Field, row: Mapping[str, Any]) -> dict[str, Any]:
    """What goes without saying: a field after the first with one thing to say, such as the price printed on a site."""
    if index == 0 or field.name in row or field.decide is not None or field.private:
        return {}
    values = list(islice(game.each_inside(frame, field.candidates), 2))
    return {field.name: values[0]} if len(values) == 1 and actions.asker(game, field, frame) == seat else {}


def _plan_stages(game: Game, action: Action, frame: Frame, plans: Sequence[str]) -> Iterator[Stage]:
    """5.5.3: the battle plans that were named."""
    if plans and action.plans is not None:
        for named, (rows, _cost) in zip(plans, action.plans(game, action, frame, plans), strict=True):
            yield Stage("plan", frame, rows, named)
        return
    for named in plans:
        because = f"battle plans are used in a Campaign, not in the {action.name} action"
        yield Stage("plan", frame, [(False, "7.5", because)], named)


def refusals(game: Game, seat: str, request: Request) -> tuple[Refusal, ...]:
    """Every reason against a request."""
    return walk(game, seat, request).refusals


def turn_rows(game: Game, seat: str) -> Iterator[Row]:
    """4.2: actions are taken in one's own Act Phase."""
    state = game.state
    if state.phase in ENDED:
        yield False, "4.2", "the game is over"
        return
    yield state.turn == seat, "4.2", f"it is the turn of {state.turn}, not of {seat}"
    yield state.phase == "act", "4.2", f"this is {PHASES.get(state.phase, state.phase)}, not the Act Phase"


# -- modifiers (7.4) -----------------------------------------------------------------------------------------------


def _modifier(game: Game, action: Action, frame: Frame, card: str, param: str) -> tuple[list[Row], Frame]:
    """The rows of a modifier that is to be used, and the frame in which it is, if there is such a one."""
    modifier = game.registry.modifier(action.name, card)
    if modifier is None:
        return [(False, "7.4", _why_no_modifier(game, action, card), card)], frame
    with game.within(frame):
        seat = frame.actor
        near = modifier.open or facts.has_access(game, seat, card)
        rows: list[Row] = [
            (facts.in_play(game, card), "7.1", f"{card} is not faceup in play", card),
            (near, "7.1.1", near or facts.no_access(game, seat, card), card),
            (not frame.uses(card), "7.4", f"{card} is used once for an action", card),
        ]
        rows.append(verbs.takes_cost(game, seat, card, actions.power_cost(card, "modifier")))
        if holds(rows):
            options = list(modifier.options(game, frame, seat))
            chosen = param or (options[0] if len(options) == 1 else "")
            because = f"{card} cannot be used with {param}" if param else _choices(card, options)
            rows.append((chosen in options, "7.4", because, card))
            param = chosen
    return rows, written(game, modifier, frame, param) if holds(rows) else frame


def _choices(card: str, options: list[str]) -> str:
    if not [option for option in options if option]:
        return f"{card} has no effect here"
    return f"{card} is used with one of {', '.join(f'{card}@{option}' for option in options)}"


def _why_no_modifier(game: Game, action: Action, card: str) -> str:
    modifies = {power.modifies for power in catalog.card(card).powers}
    if action.name in modifies and card not in game.registry.coded:
        return f"the power of {card} is not coded yet, so that it cannot be used here"
    if action.name in modifies:
        return f"{card} applies to the {action.name} action of itself, or is asked for then: it is not said before"
    return f"{card} has no power that modifies the {action.name} action"


# -- fields --------------------------------------------------------------------------------------------------------


def field_rows(
    game: Game, action: Action, before: Frame, frame: Frame, field: Field, read: FieldRows
) -> tuple[list[Row], bool]:
    """The rows of a value that was given for a field, and whether more can be read after it."""
    value = frame.given[field.name]
    if is_listed(game, before, field, value):
        return read(game, frame, field), True
    if isinstance(field.unlisted, str):
        rows: list[Row] = [(False, field.clause, field.unlisted.format(value=value))]
    else:
        rows = game.inside(frame, field.unlisted, value)
    return rows, not field.settles and has_price(game, action, frame)


def is_listed(game: Game, frame: Frame, field: Field, value: Any) -> bool:
    """Can the rows of a field be read of a value? Always, if it is not one of some candidates."""
    return field.decide is not None or value in game.inside(frame, field.candidates)


def _with_causes(game: Game, frame: Frame, field: Field) -> list[Row]:
    """The rows of a field, each that fails followed by what other cards have to do with it."""
    value = frame.given[field.name]
    return game.inside(frame, lambda game, frame: explained(game, lambda: field.rows(game, frame, value)))


def _till_one_fails(game: Game, frame: Frame, field: Field) -> list[Row]:
    """The rows of a field, or the first that fails."""
    value = frame.given[field.name]
    return game.inside(frame, lambda game, frame: _to_the_first_failed(field.rows(game, frame, value)))


def _to_the_first_failed(rows: Iterable[Row]) -> Iterator[Row]:
    for row in rows:
        if not row[0]:
            yield row
            return


# -- cost ----------------------------------------------------------------------------------------------------------


def _pile_rows(game: Game, frame: Frame, pile: str) -> list[Row]:
    """10.5: to which pile the card would go."""
    right = verbs.discard_pile(game, frame.actor, frame.given["card"]).partition(".")[2]
    return [(pile == right, "10.5", f"the card goes to the discard pile of the {right}, not of the {pile}")]


# -- what was left open --------------------------------------------------------------------------------------------


def _open_rows(game: Game, action: Action, frame: Frame, index: int) -> list[Row]:
    """May the record be completed in any way? If not, every reason against every way."""
    clause = action.fields[index].clause
    if not has_price(game, action, frame):
        return cost_rows(game, action, frame)
    if ways_on(game, action, frame, index):
        return [(True, clause, "")]
    found = list(islice(_against(game, action, frame, index), WAYS))
    return list(dict.fromkeys(found)) or [(False, clause, _nothing_there(game, action, frame, index))]


def _nothing_there(game: Game, action: Action, frame: Frame, index: int) -> str:
    """Why a field has nothing that could be refused: what is missing, if it says so."""
    field = action.fields[index]
    if field.lacks and not game.inside(frame, field.candidates):
        return field.lacks.format(actor=frame.actor)
    return f"there is no legal way to go on with the {action.name}"


def ways_on(game: Game, action: Action, frame: Frame, index: int) -> Frame | None:
    """The frame in which a record can be completed, with as few modifiers as it takes; None if it cannot."""
    if actions.completable(game, action, frame, index):
        return frame
    if index == 0 and not frame.modifiers:
        return actions.with_modifiers(game, action, frame)
    return None


def worth_trying(game: Game, action: Action, frame: Frame, index: int) -> Iterator[Any]:
    """The values by which a field is tried: those worth trying, or else each candidate by itself."""
    field = action.fields[index]
    tried = iter(game.each_inside(frame, field.tries or field.candidates))
    first = next(tried, None)
    if first is not None:
        yield first
        yield from tried
    elif field.tries is not None:
        yield from ([each] for each in game.inside(frame, field.candidates))


def _against(game: Game, action: Action, frame: Frame, index: int) -> Iterator[Row]:
    """The failed rows of every way to fill what is open."""
    if index == len(action.fields):
        yield from (row for row in cost_rows(game, action, frame) if not row[0])
        return
    field = action.fields[index]
    for value in worth_trying(game, action, frame, index):
        trial = actions.given(game, action, frame, field, value)
        rows = [row for row in game.inside(trial, field.rows, value) if not row[0]]
        yield from rows
        if not rows:
            yield from _against(game, action, trial, index + 1)


# -- A game that keeps account of what a verdict rests on: the powers that were asked, and the readings of open points


# A power that changed a number, by the clause it rests on first: the clause, the card.
By = tuple[str, str]


class Testimony(NamedTuple):
    """What powers said while somebody listened: values they changed, and those that were asked for rows."""

    changed: list[Changed]
    powers: list[Power]

    def by(self, *places: str) -> tuple[By, ...]:
        """Who changed a cost, or a value at one of these places."""
        changes = [each for each in self.changed if isinstance(each.before, Cost) or each.place in places]
        return tuple(dict.fromkeys((clause_of(each.power), each.power.card) for each in changes))


class Witness(Game):
    """A game in which nothing happens: it is only asked.

    ``readings_used`` are the open points whose reading was asked for. Within ``listening()`` every power that changes
    a value or is asked for rows is noted. The state is shared with the game it was made from and is never changed.
    """

    __slots__ = ("_ears", "readings_used")

    def __init__(self, state: State, registry: OathRegistry, readings: dict[str, str] | None = None) -> None:
        super().__init__(state, registry, readings)
        self._ears: Testimony | None = None
        self.readings_used: dict[str, str] = {}

    @contextmanager
    def listening(self) -> Iterator[Testimony]:
        """Note what powers say meanwhile."""
        before, self._ears = self._ears, Testimony([], [])
        try:
            yield self._ears
        finally:
            self._ears = before

    def like(self, other: Game) -> "Witness":
        """The same game; of a copy made to try things on, the readings that it asks for are noted here too.

        So is what powers say there, while somebody listens.
        """
        if isinstance(other, Witness) and self.readings == other.readings:
            self.readings_used, self._ears = other.readings_used, other._ears
        super().like(other)
        return self

    def takes(self, ruling: str, default: str) -> str:
        """The reading in force of an open point, noted."""
        reading = super().takes(ruling, default)
        self.readings_used[ruling] = reading
        return reading

    def fold(self, place: str, value: Any, frame: Frame) -> Any:
        """A value changed by every live power at a place, each change noted."""
        if self._ears is None:
            return super().fold(place, value, frame)
        for change in self.changes(place, value, frame):
            self._ears.changed.append(change)
            value = change.after
        return value

    def rows(self, place: str, frame: Frame, given: dict[str, Any] | None = None) -> Iterable[Row]:
        """The rows of every live power at a place; those that are asked are noted."""
        frame = frame.with_(**given) if given else frame
        if self._ears is not None:
            self._ears.powers.extend(power for power, _ in self._about(place, frame))
        return super().rows(place, frame)

    def deaf_to(self, card: str) -> "Witness":
        """The same table, asked as if the powers of one card in play were not there."""
        other = Witness(self.state, self.registry, dict(self.readings))
        other._find_live()
        other._live = {
            place: [power for power in powers if power.card != card] for place, powers in other._live.items()
        }
        return other


def witness_of(game: Game) -> Witness:
    """The same table, to be asked."""
    return Witness(game.state, game.registry, dict(game.readings))


def deciding_here(table: Game, tell: Callable[[Witness], Any]) -> dict[str, str]:
    """The points read otherwise than is usual by which it is said so, each with its reading.

    ``tell`` says it of the table, or of the same one with other readings: what can be compared. A table that reads all
    as is usual is not asked.
    """
    if not otherwise(table.readings):
        return {}

    def reading(others: Mapping[str, str]) -> Witness:
        return Witness(table.state, table.registry, {**table.readings, **others})

    witness = reading({})
    tell(witness)
    own = otherwise(witness.readings_used)
    return deciding(own, lambda others: tell(reading(others))) if own else {}
