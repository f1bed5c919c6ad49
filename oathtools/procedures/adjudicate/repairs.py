"""The smallest repairs of a refused request: sets of changes after which it would be legal.

Breadth first, the smallest sets only, each verified by asking again on a copy; a set counts only if no proper part of
it suffices. The changes worth trying are looked for anew in every position that is reached (``levers``), those that
leave the fewest reasons are gone into first, and the search is bounded.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate, combinations

from oathtools.engine.decision import LAW, Refusal, holds
from oathtools.procedures.actions.action import available, full_cost, given
from oathtools.procedures.adjudicate.walk import PLAYING, Walked, has_price, least, stands, walk
from oathtools.procedures.machine import changes, facts
from oathtools.procedures.machine.changes import unchanged
from oathtools.procedures.machine.frame import SUPPLY, Cost, Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import END, Change, Changes, Repair, Request, have
from oathtools.procedures.turn import ACTIONS
from oathtools.table.state import BANNERS, FAVOR, SECRET

# -- which changes are worth trying for a request that is refused: by what it costs, where it happens, and its kind ----


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
    with game.within(frame):
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
            with game.within(trial):
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


MOST_CHANGES = 3
# How many positions are looked at, and how many repairs are told.
TRIES = 1200
MOST_REPAIRS = 12

Keys = frozenset[str]


def search(game: Game, seat: str, request: Request) -> tuple[tuple[Repair, ...], bool]:
    """The smallest repairs, the easiest first; and whether the search for them came to its end."""
    return _Search(Game(game.state, game.registry, game.readings).like(game), seat, request).run()


def after(game: Game, request: Request, changes: Iterable[Change]) -> tuple[Game, Request]:
    """The game and the request as they would be with some changes: on a copy, if the table changes."""
    ordered = sorted(changes, key=lambda change: change.key)
    for change in ordered:
        if change.ask is not None:
            request = change.ask(request)
    if all(change.apply is unchanged for change in ordered):
        return game, request
    state = game.state.copy()
    for change in ordered:
        change.apply(state)
    return Game(state, game.registry, game.readings).like(game), request


class _Search:
    def __init__(self, game: Game, seat: str, request: Request) -> None:
        self.game, self.seat, self.request = game, seat, request
        self.known: dict[Keys, tuple[Refusal, ...]] = {}
        self.ways: dict[Keys, tuple[Change, ...]] = {}
        self.left = TRIES

    def run(self) -> tuple[tuple[Repair, ...], bool]:
        self._refused(())
        level: dict[Keys, Repair] = {frozenset(): ()}
        for number in range(1, MOST_CHANGES + 1):
            reached: dict[Keys, Repair] = {}
            found: dict[Keys, Repair] = {}
            mends = self._mends if number < MOST_CHANGES else self._mends_at_last
            for held in sorted(level.values(), key=self._promise):
                for child in self._children(held):
                    keys = _keys(child)
                    if keys in reached or keys in found:
                        continue
                    if mends(child):
                        found |= self._minimal(child)
                    elif self.left < 0:
                        return self._ranked(found), False
                    else:
                        reached[keys] = child
            if found:
                return self._ranked(found), self.left > 0
            level = reached
        return (), True

    def _promise(self, held: Repair) -> tuple[int, int, list[str]]:
        """The positions with the fewest reasons left come first."""
        return len(self.known[_keys(held)]), sum(change.ease for change in held), sorted(_keys(held))

    def _children(self, held: Repair) -> Iterator[Repair]:
        """A set with one change more, of those worth trying in the position that it leads to."""
        kept = _keys(held)
        slots = {_what(key) for key in kept}
        seen = set(kept)
        for change in self.ways.pop(kept):
            if change.key not in seen and _what(change.key) not in slots:
                seen.add(change.key)
                yield (*held, change)

    def _mends(self, changes: Repair) -> bool:
        """Is no reason left after some changes? Not if the bound is spent."""
        return self._refused(changes) == ()

    def _refused(self, changes: Repair) -> tuple[Refusal, ...] | None:
        """The reasons that are left after some changes; None if the bound is spent."""
        keys = _keys(changes)
        if keys not in self.known:
            self.left -= 1
            if self.left < 0:
                return None
            game, request = after(self.game, self.request, changes)
            walked = walk(game, self.seat, request)
            self.known[keys] = walked.refusals
            self.ways[keys] = tuple(levers(game, request, walked)) if walked.refusals else ()
        return self.known[keys]

    def _mends_at_last(self, changes: Repair) -> bool:
        """``_mends`` for a set that nothing will be added to: which reasons are left is all one."""
        self.left -= 1
        if self.left < 0:
            return False
        game, request = after(self.game, self.request, changes)
        return stands(game, self.seat, request)

    def _minimal(self, changes: Repair) -> dict[Keys, Repair]:
        """The smallest part of a set that suffices: mostly the set itself, for smaller ones were looked at before."""
        for number in range(1, len(changes)):
            parts = [part for part in combinations(changes, number) if self._mends(part)]
            if parts:
                return {_keys(part): part for part in parts}
        return {_keys(changes): changes}

    def _ranked(self, found: dict[Keys, Repair]) -> tuple[Repair, ...]:
        """The repairs by their size and by how easily a player brings them about."""

        def rank(repair: Repair) -> tuple[int, int, list[str]]:
            return len(repair), sum(change.ease for change in repair), [change.says for change in repair]

        repairs = [tuple(sorted(repair, key=lambda change: (change.ease, change.key))) for repair in found.values()]
        return tuple(sorted(repairs, key=rank)[:MOST_REPAIRS])


def _keys(changes: Iterable[Change]) -> Keys:
    return frozenset(change.key for change in changes)


def _what(key: str) -> str:
    """What a change is about: two changes about the same thing exclude each other."""
    kind, _, rest = key.partition(".")
    if kind in ("pawn", "board", "slot"):
        return key.rpartition(".")[0]
    return kind if kind in ("supply", "dice", "pay", "fewer", "turn") else f"{kind}.{rest}"
