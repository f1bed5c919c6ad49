"""The smallest repairs of a refused request: sets of changes after which it would be legal.

Breadth first, the smallest sets only, each verified by asking again on a copy; a set counts only if no proper part of
it suffices. The changes worth trying are looked for anew in every position that is reached (``levers``), those that
leave the fewest reasons are gone into first, and the search is bounded.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

from oathtools.engine.rows import Refusal
from oathtools.procedures.adjudicate.levers import levers
from oathtools.procedures.adjudicate.walk import stands, walk
from oathtools.procedures.machine.changes import unchanged
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import Change, Repair, Request

MOST_CHANGES = 3
# How many positions are looked at, and how many repairs are told.
TRIES = 1200
TOLD = 12

Keys = frozenset[str]


def search(game: Game, seat: str, request: Request) -> tuple[tuple[Repair, ...], bool]:
    """The smallest repairs, the easiest first; and whether the search for them came to its end."""
    return _Search(Game(game.state, game.registry, game.readings).like(game), seat, request).run()


def after(game: Game, request: Request, changes: Iterable[Change]) -> tuple[Game, Request]:
    """The game and the request as they would be with some changes: on a copy, if the table changes."""
    ordered = sorted(changes, key=_order)
    for change in ordered:
        if change.ask is not None:
            request = change.ask(request)
    if all(change.apply is unchanged for change in ordered):
        return game, request
    state = game.state.copy()
    for change in ordered:
        change.apply(state)
    return Game(state, game.registry, game.readings).like(game), request


def _order(change: Change) -> str:
    return change.key


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
                        return self._told(found), False
                    else:
                        reached[keys] = child
            if found:
                return self._told(found), self.left > 0
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

    def _told(self, found: dict[Keys, Repair]) -> tuple[Repair, ...]:
        """The repairs by their size and by how easily a player brings them about."""

        def rank(repair: Repair) -> tuple[int, int, list[str]]:
            return len(repair), sum(change.ease for change in repair), [change.says for change in repair]

        told = [tuple(sorted(repair, key=lambda change: (change.ease, change.key))) for repair in found.values()]
        return tuple(sorted(told, key=rank)[:TOLD])


def _keys(changes: Iterable[Change]) -> Keys:
    return frozenset(change.key for change in changes)


def _what(key: str) -> str:
    """What a change is about: two changes about the same thing exclude each other."""
    kind, _, rest = key.partition(".")
    if kind in ("pawn", "board", "slot"):
        return key.rpartition(".")[0]
    return kind if kind in ("supply", "dice", "pay", "fewer", "turn") else f"{kind}.{rest}"
