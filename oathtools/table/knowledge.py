"""What unknown cards may still be: groups of names, handles that draw on them, and a counting flow.

Every name that nobody has located belongs to one or more groups; every unknown card (a handle, or a card still in an
unordered layer of a deck) takes its face from the union of its groups. An assignment must exist in which no name is
used twice (the deck needs its names too). A name that would make that impossible is refused and never offered.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from oathtools.table.state import DECK_GROUPS, State

Groups = tuple[str, ...]
Demand = tuple[Groups, int]
NamedCard = tuple[Groups, str]
Atom = frozenset[str]


def names_of(state: State, groups: Iterable[str]) -> list[str]:
    """The names in the union of some groups, in their order. No group has a name twice."""
    named = [state.groups.get(group, ()) for group in groups]
    return list(named[0]) if len(named) == 1 else list(dict.fromkeys(chain.from_iterable(named)))


def key_of(groups: Iterable[str]) -> str:
    """The groups on which unknown cards draw, in a word."""
    return "|".join(sorted(groups))


def possible_names(state: State, groups: Groups, named: Sequence[NamedCard] = ()) -> list[str]:
    """The names an unknown card with these groups may turn out to have, as far as counting tells.

    ``named`` are the cards named in the same breath: the groups of each, and its name.
    """
    gone = {name for _, name in named}
    names = names_of(state, groups)
    if gone:
        names = [name for name in names if name not in gone]
    if not _disjoint(state):
        demands = _less(_demands(state), [*(each for each, _ in named), groups])
        atoms = _atoms(state, gone)
        flow = _served(demands, {atom: len(members) for atom, members in atoms.items()})
        free = {name for atom in flow.loose() for name in atoms[atom]} if flow.short is None else ()
        names = [name for name in names if name in free]
    return _as_shuffled(state, groups, names, named)


def contradiction(state: State, groups: Groups, name: str, named: Sequence[NamedCard] = ()) -> list[str] | None:
    """Why an unknown card with these groups cannot be ``name``: the cards that can no longer be told apart, or None.

    The list is a set of names that is too small for the unknown cards that need one of them; it is empty if the
    groups do not hold the name at all, or it is not among what was shuffled together there (``State.kept``).
    """
    gone = {each for _, each in named}
    if name in gone or name not in names_of(state, groups):
        return []
    short = None
    if not _disjoint(state):
        short = _shortage(state, _less(_demands(state), [*(each for each, _ in named), groups]), gone | {name})
    shuffled = short is not None or not state.kept or name in possible_names(state, groups, named)
    return short if shuffled else []


def shortage(state: State, named: Sequence[NamedCard]) -> list[str] | None:
    """Could these cards have these names, all at once? None if so, else names that other unknown cards need."""
    return _shortage(state, _less(_demands(state), [groups for groups, _ in named]), {name for _, name in named})


def assigned(state: State, cards: Sequence[Groups], names: Sequence[str]) -> dict[str, int] | None:
    """Which of some unknown cards have these names, by their numbers, if it is known that some of them do.

    A way is looked for that leaves every unknown card a name, those elsewhere and in decks too; None if there is none.
    """
    wanted = set(names)
    others = [(groups, count) for groups, count in _less(_demands(state), cards) if count > 0]
    lists = {groups: names_of(state, groups) for groups in (*cards, *(groups for groups, _ in others))}
    outside = {groups: [name for name in lists[groups] if name not in wanted] for groups, _ in others}
    may_be = [lists[groups] for groups in cards] + [outside[groups] for groups, count in others for _ in range(count)]
    offers, holder = dict(enumerate(may_be)), dict[str, int]()
    if not all(serve(card, offers, holder, set()) for card in offers):
        return None
    named = {card: name for name, card in holder.items()}

    def claim(name: str, tried: set[int]) -> bool:
        """Give a name to one of the cards, which gives up its own; that of another wanted name finds another card."""
        for card in range(len(cards)):
            if card not in tried and name in may_be[card]:
                tried.add(card)
                given_up = named[card]
                if given_up not in wanted or claim(given_up, tried):
                    named[card] = name
                    return True
        return False

    for name in names:
        if name not in named.values() and not claim(name, set()):
            return None
    return {name: card for card, name in named.items() if name in wanted}


def shuffled_before(kept: list[list[Any]], groups: Groups, name: str) -> list[list[Any]]:
    """``State.kept`` once a card with these groups has a name: it is one of those that draw on them, and no other."""
    key = key_of(groups)
    if not any(key in keys for _, _, keys, _ in kept):
        return kept  # of a card that came there later nothing was kept
    return [
        [n, names, keys, [*named, name] if name in names else named]
        if key in keys
        else [n, [each for each in names if each != name], keys, [each for each in named if each != name]]
        for n, names, keys, named in kept
    ]


def goes_round(kept: list[list[Any]]) -> bool:
    """Is there a name of its own for every card of ``State.kept``, and a card for every name that came up?

    If there is a way for the cards, and one for the names, there is one for both.
    """
    rows = dict[str, tuple[str, ...]]()
    for at, (_, names, _, _) in enumerate(kept):
        rows |= {name: (*rows.get(name, ()), str(at)) for name in names}
    cards: list[Demand] = [((str(at),), row[0]) for at, row in enumerate(kept)]
    room, came_up = dict(Counter(map(frozenset, rows.values()))), {name for row in kept for name in row[3]}
    names_up: list[Demand] = list(Counter(rows[name] for name in came_up).items())
    places = {frozenset(row): n for row, n in cards}
    return _served(cards, room).short is None and _served(names_up, places).short is None


def _as_shuffled(state: State, groups: Groups, names: list[str], named: Sequence[NamedCard]) -> list[str]:
    """Those of some names that a card may have so that what was shuffled together before can be what it was."""
    kept = state.kept
    if not kept:
        return names
    for each, name in named:
        kept = shuffled_before(kept, each, name)
    rows = {name: tuple(at for at, row in enumerate(kept) if name in row[1]) for name in names}
    fits: dict[tuple[int, ...], bool] = {(): True}  # names of the same rows are exchangeable
    for name, row_of in rows.items():
        if row_of not in fits:
            after = shuffled_before(kept, groups, name)
            fits[row_of] = after is kept or (any(name in row[3] for row in after) and goes_round(after))
    return [name for name in names if fits[rows[name]]] or names  # if none is left, the two do not go together


def check(state: State) -> list[str] | None:
    """Can every unknown card have a name of its own? None if so, else the names that are too few."""
    return _shortage(state, _demands(state), set())


def _shortage(state: State, demands: list[Demand], gone: set[str]) -> list[str] | None:
    """A set of names too small for the cards that need them; None if all can be served."""
    atoms = _atoms(state, gone)
    short = _served(demands, {atom: len(names) for atom, names in atoms.items()}).short
    return None if short is None else sorted(name for atom in short for name in atoms[atom])


class _Flow(NamedTuple):
    """Demands served from atoms: the room left in each, and how much each demand has of it, by its number.

    ``reach`` are the atoms that each demand may draw on. ``short`` is None if all are served; else the atoms that the
    unserved demand can reach, through others it might displace: they are too few.
    """

    left: dict[Atom, int]
    given: dict[Atom, dict[int, int]]
    reach: list[list[Atom]]
    short: set[Atom] | None

    def loose(self) -> set[Atom]:
        """The atoms that can give up a name: those with one to spare, and those whose cards such an atom can serve."""
        loose = {atom for atom, left in self.left.items() if left}
        fixed = [atom for atom in self.left if atom not in loose]
        while True:
            movable = [not loose.isdisjoint(atoms) for atoms in self.reach]
            found = {atom for atom in fixed if any(share and movable[by] for by, share in self.given[atom].items())}
            if not found:
                return loose
            loose |= found
            fixed = [atom for atom in fixed if atom not in found]


def _served(demands: list[Demand], room: dict[Atom, int]) -> _Flow:
    """Serve every demand from the atoms it may draw on (a maximum flow)."""
    left = dict(room)
    given: dict[Atom, dict[int, int]] = {atom: {} for atom in room}
    wanted = [frozenset(groups) for groups, _ in demands]
    reach = [[atom for atom in room if not atom.isdisjoint(groups)] for groups in wanted]

    def serve(index: int, want: int, seen: set[Atom]) -> int:
        """Serve up to ``want`` more of a demand, moving others aside if need be (augmenting paths)."""
        for atom in reach[index]:
            if atom in seen:
                continue
            seen.add(atom)
            got = min(want, left[atom])
            if got:
                left[atom] -= got
            else:
                for other, share in given[atom].items():
                    if share:
                        got = serve(other, min(want, share), seen)
                        if got:
                            given[atom][other] -= got
                            break
            if got:
                given[atom][index] = given[atom].get(index, 0) + got
                return got
        return 0

    for index, (_groups, count) in enumerate(demands):
        while count:
            seen: set[Atom] = set()
            got = serve(index, count, seen)
            if not got:
                return _Flow(left, given, reach, seen)
            count -= got
    return _Flow(left, given, reach, None)


def _disjoint(state: State) -> bool:
    """Does every handle draw on one group only, and no group overlap another? Then counting is plain."""
    if max(map(len, map(attrgetter("groups"), state.handles.values())), default=0) > 1:
        return False
    groups = state.groups.values()
    return sum(map(len, groups)) == len(set().union(*groups))


def _demands(state: State) -> list[Demand]:
    """The unknown cards by what they may be: groups and number."""
    needs: dict[tuple[str, ...], int] = {}
    for handle in state.handles.values():
        needs[handle.groups] = needs.get(handle.groups, 0) + 1
    for deck, layers in state.layers.items():
        for layer in layers:
            for back, count in layer.items():
                groups = (DECK_GROUPS[deck][back],)
                needs[groups] = needs.get(groups, 0) + count
    return list(needs.items())


def _less(demands: list[Demand], served: Sequence[Groups]) -> list[Demand]:
    """The demands with some unknown cards taken out."""
    return [(groups, count - sum(each == groups for each in served)) for groups, count in demands]


def _atoms(state: State, gone: set[str]) -> dict[Atom, set[str]]:
    """Names by the set of groups they are in; names of one atom are exchangeable."""
    atoms: dict[Atom, set[str]] = {}
    for group, names in state.groups.items():
        fresh = set(names) - gone
        for groups, members in list(atoms.items()) if fresh else ():
            if not members.isdisjoint(fresh):
                shared = members & fresh
                fresh -= shared
                members -= shared
                if not members:
                    del atoms[groups]
                atoms[groups | {group}] = shared
        if fresh:
            atoms[frozenset((group,))] = fresh
    return atoms


Taker = TypeVar("Taker")
Thing = TypeVar("Thing")


def serve(taker: Taker, offers: Mapping[Taker, Iterable[Thing]], holder: dict[Thing, Taker], tried: set[Thing]) -> bool:
    """Give a taker a thing, others theirs anew if need be; whoever has one, and what is held, stays served and held.

    ``holder`` says who has what; ``tried`` is every thing that was thought of: all that it and those whom it could
    displace may have, if there is none.
    """
    for thing in offers[taker]:
        if thing in tried:
            continue
        tried.add(thing)
        if thing not in holder or serve(holder[thing], offers, holder, tried):
            holder[thing] = taker
            return True
    return False
