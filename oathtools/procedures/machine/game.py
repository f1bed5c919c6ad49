"""A game in progress: the state, the powers that are live in it, the frames, and the readings in force.

Procedures and powers are handed a ``Game``. It folds values over the live powers, gathers their rows, opens their
windows, and settles at the end of each scope. Only ``table`` effects (``game.do``) change the state.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple, TypeVar, cast

from oathtools import catalog
from oathtools.engine.decision import Decision, Row
from oathtools.engine.windows import Power, RegistrationError
from oathtools.procedures.machine import asking, facts, promises, title
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.registry import DONE, Inserted, Modifier, OathRegistry
from oathtools.table.effects import Effects
from oathtools.table.state import ADVISERS, CARDS, HELD, RELIQUARY, SLOT, SLOTS, VISION, State

Ask = Generator[Decision, Any, Any]
Value = TypeVar("Value")
NO_POWERS: Final[tuple[Power, ...]] = ()
NO_ROWS: Final[tuple[Row, ...]] = ()
NO_STEPS: Final = cast(Ask, ())
NOTHING: Final = object()
MOST_FOUND: Final = 100  # so many cards in force, and their live powers, are remembered


class Changed(NamedTuple):
    """A power that changed a value: the place, the power, the value before and after."""

    place: str
    power: Power
    before: Any
    after: Any


class Within:
    """A frame that is the innermost as long as one is within it; as a generator it would cost three times as much."""

    __slots__ = ("_frame", "_frames")

    def __init__(self, frames: list[Frame], frame: Frame) -> None:
        self._frames, self._frame = frames, frame

    def __enter__(self) -> None:
        self._frames.append(self._frame)

    def __exit__(self, *fault: object) -> None:
        self._frames.pop()


class Game:
    """State, effects, live powers, frames, readings.

    ``readings`` maps a ruling's id to the reading in force where a table has decided otherwise than the default.
    ``variants`` are the house rules in force, those that the state names; their powers are always live, those of the
    cards that they bring are live like other cards'. Raises ``UnknownVariant`` for one that is not known.
    """

    __slots__ = (
        *("_after", "_found", "_held", "_in_force", "_live", "_live_stamp", "_modifiers", "_promised", "_silent"),
        *("_title_stamp", "_tried", "do", "frames", "listeners", "readings", "registry", "state", "variants", "waived"),
    )

    def __init__(self, state: State, registry: OathRegistry, readings: dict[str, str] | None = None) -> None:
        self.state = state
        self.do = Effects(state)
        self.variants = tuple(registry.find_variant(name) for name in sorted(state.variants))
        self.registry = registry.beside(each.cards for each in self.variants if each.cards is not None)
        self.readings = readings or {}
        self.frames: list[Frame] = [Frame("turn", state.turn)]
        self._after: list[tuple[str, Frame]] = []
        self._live: dict[str, list[Power]] = {}
        self._in_force: list[str] = []
        self._held: list[str] = []
        self.listeners: list[Row] | None = None
        self.waived: frozenset[Row] = frozenset()
        self._silent: list[str] | None = None
        self._modifiers: dict[str, list[Modifier]] = {}
        # The live powers and modifiers of the cards that were in force, and of those that were only in use.
        self._found: dict[tuple[str, ...], tuple[dict[str, list[Power]], dict[str, list[Modifier]]]] = {}
        self._promised: list[Any] | None = None
        self._live_stamp = self._title_stamp = -1
        self._tried = 0

    def like(self, other: "Game") -> "Game":
        """The same game, with the live powers found in a similar one: sought anew if other cards are in force."""
        if self.registry is other.registry and self.variants == other.variants:
            self._live, self._in_force, self._held = other._live, other._in_force, other._held
            self._silent, self._modifiers, self._promised = other._silent, other._modifiers, other._promised
            self._found = other._found
        return self

    def apart(self) -> "Game":
        """The same game at rest on a table of its own, for one who tries something out: nothing is sought anew."""
        if self._live_stamp != self.do.cards_stamp:
            self._find_live()
        other = Game(self.state.twin(), self.registry, self.readings).like(self)
        other.do.unheard()
        other._live_stamp = other.do.cards_stamp
        other.rest(self.is_settled)
        return other

    # -- at rest -------------------------------------------------------------------------------------------------

    @property
    def at_rest(self) -> bool:
        """Does the state say everything, but what ``is_settled`` does? Nothing waits to be answered or told."""
        return not self._after and self.listeners is None and not self.waived and self.do.at_rest

    @property
    def is_settled(self) -> bool:
        """Has the title been looked at since anything has changed that it depends on?"""
        return self._title_stamp == self.do.title_stamp

    def rest(self, settled: bool) -> None:
        """Stand as a game that was at rest."""
        self._title_stamp = self.do.title_stamp if settled else -1

    # -- frames --------------------------------------------------------------------------------------------------

    @property
    def frame(self) -> Frame:
        """The innermost frame."""
        return self.frames[-1]

    def within(self, frame: Frame) -> "Within":
        """Facts are asked, and steps taken, as they are within a frame."""
        return Within(self.frames, frame)

    def inside(self, frame: Frame, rows: Callable[..., Iterable[Any]], value: Any = NOTHING) -> list[Any]:
        """What a pure function yields (rows, candidates) within a frame that is being tried; ``value``: of one."""
        self.frames.append(frame)
        self._tried += 1
        try:
            return list(rows(self, frame) if value is NOTHING else rows(self, frame, value))
        finally:
            self.frames.pop()
            self._tried -= 1

    def each_inside(self, frame: Frame, values: Callable[..., Iterable[Any]]) -> Iterable[Any]:
        """The values of a pure function as they are within a frame that is being tried; a generator's one at a time."""
        self.frames.append(frame)
        self._tried += 1
        try:
            found = values(self, frame)
        finally:
            self.frames.pop()
            self._tried -= 1
        return found if isinstance(found, list | tuple) else self._stepwise(frame, iter(found))

    def _stepwise(self, frame: Frame, values: Iterator[Any]) -> Iterator[Any]:
        while True:
            self.frames.append(frame)
            self._tried += 1
            try:
                value = next(values)
            except StopIteration:
                return
            finally:
                self.frames.pop()
                self._tried -= 1
            yield value

    def takes(self, ruling: str, default: str) -> str:
        """The reading in force of an open point: the table's, or the default."""
        return self.readings.get(ruling, default)

    # -- live powers ---------------------------------------------------------------------------------------------

    def live(self, place: str) -> Iterable[Power]:
        """The powers at a place whose cards are faceup in play, or in use (7.4), in their order."""
        if self._live_stamp != self.do.cards_stamp:
            self._find_live()
        return self._live.get(place, NO_POWERS)

    @property
    def in_force(self) -> list[str]:
        """Every card whose power is on, in the order of the table: what ``facts.in_force`` says."""
        if self._live_stamp != self.do.cards_stamp:
            self._find_live()
        return self._in_force

    @property
    def rulers(self) -> list[tuple[str, ...]]:
        """The sides that rule each site, as ``facts.rulers`` says; all are gone through at once."""
        if self.live("bandits"):
            return [facts.rulers(self, slot) for slot in range(SLOTS)]
        pieces, facedown, found = self.state.pieces, self.state.facedown, []
        for place, site in zip(SLOT, self.state.zones["map"], strict=True):
            sides = tuple([kind for kind in pieces.get(place, ()) if kind not in facts.TOKENS])
            found.append(() if site in facedown else sides or (facts.BANDITS,))
        return found

    def modifiers(self, action: str) -> Sequence[Modifier]:
        """The modifiers of an action whose powers are on, in their order."""
        if self._live_stamp != self.do.cards_stamp:
            self._find_live()
        return self._modifiers.get(action, ())

    @property
    def silent(self) -> list[str]:
        """The cards whose powers are on and not coded."""
        in_force = self.in_force
        if self._silent is None:
            self._silent = [card for card in in_force if not self.registry.is_coded(card)]
        return self._silent

    def _find_live(self) -> None:
        self._live_stamp = self.do.cards_stamp
        cards = _with_power(self.state)
        held = self._gone_in_use(cards)
        promised = self.state.lasting.get("promises")
        if self._live and cards == self._in_force and held == self._held and promised == self._promised:
            return
        self._promised = promised and promised[:]
        self._in_force, self._held, self._silent = cards, held, None
        key = (*cards, "", *held, repr(promised))
        if key not in self._found:
            if len(self._found) > MOST_FOUND:
                self._found.clear()
            self._found[key] = self._sought(cards, held)
        self._live, self._modifiers = self._found[key]

    def _sought(self, cards: list[str], held: list[str]) -> tuple[dict[str, list[Power]], dict[str, list[Modifier]]]:
        live: dict[str, list[Power]] = {}
        by_card = self.registry.by_card
        for card in cards:
            for power in by_card.get(card, ()):
                live.setdefault(power.place.name, []).append(power)
        for card in held:
            for power in by_card.get(card, ()):
                if power.used:
                    live.setdefault(power.place.name, []).append(power)
        beside = promises.powers(self.state) if self._promised else ()
        for power in (*chain.from_iterable(variant.powers for variant in self.variants), *beside):
            live.setdefault(power.place.name, []).append(power)
        ordered = self.registry.ordered
        on, coded = frozenset(cards), self.registry.modifiers.items()
        modifiers = {action: [each for each in several if each.card in on] for action, several in coded}
        return {place: ordered(powers) if len(powers) > 1 else powers for place, powers in live.items()}, modifiers

    def _gone_in_use(self, in_force: list[str]) -> list[str]:
        """The cards used for what is going on that are no longer faceup in play: a use lasts for its action (7.4, 7.5).

        When the action is over they may stay in the list: no frame uses them any more.
        """
        gone: dict[str, None] = {}
        for frame in self.frames:
            outer: Frame | None = frame
            while outer is not None:
                gone.update((card, None) for card, _ in outer.modifiers if card not in in_force)
                outer = outer.outer
        return list(gone)

    def concerned(self, power: Power, frame: Frame) -> Iterable[str | None]:
        """The subjects for whom a live power speaks in a frame, if it concerns any; *you* is one alone (10.28)."""
        subject = power.subject
        if power.used:
            if not frame.uses(power.card):
                return ()
            if subject == "you":  # whoever used it, wherever its card is by now
                return (frame.actor,) if frame.user(power.card) == frame.actor else ()
        if subject == "all":
            return (None,)
        if subject == "you":
            return (frame.actor,) if facts.has_access(self, frame.actor, power.card) else ()
        if subject == "owner":
            return (frame.actor,) if facts.has(self, frame.actor, power.card) else ()
        if subject == "player":
            return (frame.actor,) if frame.given.get("card") == power.card else ()
        if subject == "here":
            return (None,) if self.state.site(frame.given["slot"]) == power.card else ()
        if subject == "at":
            return (None,) if facts.site_id(self, facts.site_of(self, frame.actor)) == power.card else ()
        if subject == "reaching":
            return (None,) if frame.given["to"] == power.card else ()
        return facts.rulers_of_card(self, power.card)

    def _about(self, place: str, frame: Frame) -> Iterator[tuple[Power, str | None]]:
        """The powers at a place, each with a subject; those of a card on its way in count as if it were there.

        So they do for a card that comes from somebody else, and not for that one.
        """
        powers = self.live(place)
        card = frame.facts.get("arriving")
        own: list[Power] = []
        if card is not None:
            mine = self.registry.by_card.get(card, ())
            own = [each for each in mine if each.place.name == place and not each.used]
            new = [each for each in own if each not in powers]
            powers = self.registry.ordered([*powers, *new]) if new else powers
        for power in powers:
            for me in (frame.actor,) if power in own else self.concerned(power, frame):
                yield power, me

    def fold(self, place: str, value: Value, frame: Frame) -> Value:
        """A value changed by every live power at a place."""
        if self._live_stamp != self.do.cards_stamp:
            self._find_live()
        powers = self._live.get(place, NO_POWERS)
        if powers and self.do.is_narrated and place in DONE and not self._tried:
            return self._fold_named(place, value, frame)
        if "arriving" in frame.facts:
            for power, me in self._about(place, frame):
                value = power.does(self, frame, value, me)
        elif powers:
            for power in powers:
                for me in self.concerned(power, frame):
                    value = power.does(self, frame, value, me)
        return value

    def _fold_named(self, place: str, value: Value, frame: Frame) -> Value:
        """The same where the value is about to be done: a power that changed it leaves its name."""
        for change in self.changes(place, value, frame):
            self.do.changed(change.power.card)
            value = change.after
        return value

    def changes(self, place: str, value: Any, frame: Frame) -> Iterator[Changed]:
        """How each live power at a place changes a value, in their order; those that leave it as it is left out."""
        for power, me in self._about(place, frame):
            before, value = value, power.does(self, frame, value, me)
            if value != before:
                yield Changed(place, power, before, value)

    def rows(self, place: str, frame: Frame, given: dict[str, Any] | None = None) -> Iterable[Row]:
        """The rows of every live power at a place, each marked with its card; ``given``: fields they see besides."""
        if self._live_stamp != self.do.cards_stamp:
            self._find_live()
        if place not in self._live and "arriving" not in frame.facts:
            return NO_ROWS
        return self._rows(place, frame.with_(**given) if given else frame)

    def _rows(self, place: str, frame: Frame) -> Iterator[Row]:
        for power, me in self._about(place, frame):
            for row in power.does(self, frame, me):
                yield self.hear((*row, power.card) if len(row) == 3 else row)

    def hear(self, row: Row) -> Row:
        """A row that a card says; what fails is noted for ``causes.explained``, which may take it as if it held."""
        if not row[0]:
            if self.listeners is not None:
                self.listeners.append(row)
            if row in self.waived:
                return True, *row[1:]
        return row

    def window(self, place: str, frame: Frame) -> Ask:
        """Open a window: the powers at it act, one after the other; the list is fixed when the window opens.

        What one of them causes is settled before the next acts, if nothing else is under way (A-136).
        """
        powers = self.live(place)
        return asking.opened(self, powers, frame) if powers else NO_STEPS

    def by(self, powers: str | tuple[str, ...] | None, steps: Ask) -> Ask:
        """Run steps that powers take, or (None) the rules within one: what they do is told with their names."""
        return self._by(powers, steps) if self.do.is_narrated else steps

    def _by(self, powers: str | tuple[str, ...] | None, steps: Ask) -> Ask:
        self.do.begin((powers,) if isinstance(powers, str) else powers or ())
        try:
            return (yield from steps)
        finally:
            self.do.end()

    def still_live(self, power: Power) -> bool:
        """Is the power's card still faceup in play?"""
        return power in self.live(power.place.name)

    def around(self, place: str, frame: Frame, proceed: Callable[[], Ask]) -> Ask:
        """Run a step inside every live power that wraps it, the first one outermost."""
        return (yield from asking.around(self, list(self.live(place)), frame, proceed))

    # -- scopes --------------------------------------------------------------------------------------------------

    def scope(self, steps: Ask) -> Ask:
        """Run steps as one scope: what they cause settles when the outermost scope of the frame ends (A-05)."""
        frame = self.frames[-1]
        frame.depth += 1
        try:
            result = yield from steps
        finally:
            frame.depth -= 1
        if frame.depth == 0 and (self._after or self._title_stamp != self.do.title_stamp):
            yield from self.settle()
        return result

    def afterwards(self, place: str, frame: Frame) -> None:
        """Something has happened that powers answer right afterwards (10.2): their window opens when it has settled."""
        if self.live(place):
            self._after.append((place, frame))

    def settle(self) -> Ask:
        """The title first (2.11), then what answers the events, in their order; what that causes settles first."""
        yield from self._settle_title()
        yield from self.answered()

    def answered(self) -> Ask:
        """What has happened is answered now, also between the parts of a power (10.2); the title waits for its end."""
        while self._after:
            after, self._after = self._after, []
            for place, frame in after:
                yield from self.window(place, frame)

    def _settle_title(self, between: bool = False) -> Ask:
        if not self.is_settled and self.title_is_due(between):
            stamp = self.do.title_stamp
            yield from self.by(None, title.check_title(self))
            self._title_stamp = stamp

    def title_is_due(self, between: bool = False) -> bool:
        """Is the title looked at at this moment? The end of a step is, unless the table reads A-05 otherwise.

        Then it is one ``between`` two actions and in the steps of a phase that has none (b), or in the Wake Phase (c).
        """
        reading = self.takes("A-05", "a")
        return (
            reading == "a" or self.state.phase == "wake" or (reading == "b" and (between or self.state.phase != "act"))
        )

    def first_settled(self) -> Ask | None:
        """Between two actions, before the next: the title goes where it is due, which is answered; None: it is there.

        So it is after an action where the table reads A-05 so, and at a table that was only stated.
        """
        if self.is_settled or not self.title_is_due(between=True):
            return None
        if self.state.oathkeeper in title.heirs_to(self):
            self.rest(settled=True)
            return None
        return self._first_settled()

    def _first_settled(self) -> Ask:
        yield from self._settle_title(between=True)
        yield from self.answered()


def _with_power(state: State) -> list[str]:
    """Faceup in play, uncovered Reliquary spaces once the game is set up, banners (chapter 7)."""
    facedown, zones = state.facedown, state.zones
    found = [site for site in zones.get("map", ()) if site not in facedown]
    for zone in CARDS:
        found += zones.get(zone, ())
    for seat in state.seats:
        found += [card for card in zones.get(ADVISERS[seat], ()) if card not in facedown]
        found += zones.get(HELD[seat], ())
        found += zones.get(VISION[seat], ())
    if state.phase != "setup":
        found += [space.id for space in catalog.cards("reliquary") if not zones.get(RELIQUARY[space.slot - 1])]
    found += state.holders
    return found


Step = TypeVar("Step")


def in_order(
    game: Game, sequence: str, own: dict[str, Step], fitted: Callable[[Inserted], Step] | None = None
) -> dict[str, Step]:
    """The steps of a sequence (``setup``, ``wake``, ``rest``, ``chronicle``) by name, in their order.

    A step of a variant follows the one it names, and the variants' steps that follow that one already. ``fitted``
    makes of it what the sequence runs; without it that is its function. Raises ``RegistrationError`` for a step that
    follows none of the sequence.
    """
    if not game.variants:
        return own
    steps = dict(own)
    for variant in game.variants:
        for step in variant.steps:
            if step.sequence == sequence:
                names = _placed(list(steps), step, variant.step_names)
                steps[step.name] = fitted(step) if fitted else step.does  # type: ignore[assignment]
                steps = {name: steps[name] for name in names}
    return steps


def _placed(names: list[str], step: Inserted, own: frozenset[str]) -> list[str]:
    if step.after not in names:
        raise RegistrationError(f"{step.name} follows {step.after}, which is no step of {step.sequence}", step.does)
    at = names.index(step.after) + 1
    while at < len(names) and names[at] in own:
        at += 1
    return [*names[:at], step.name, *names[at:]]


def for_each(game: Game, name: str) -> bool:
    """Is a step of a variant carried out by each player in turn?"""
    return any(step.name == name and step.each for variant in game.variants for step in variant.steps)


def begin_turn(game: Game, seat: str) -> None:
    """A player's turn begins with the Wake Phase (chapter 4)."""
    game.do.new_turn()
    game.do.go_to("wake", "", turn=seat)
    game.do.emit("turn", ("4",), who=seat, round=game.state.round)
