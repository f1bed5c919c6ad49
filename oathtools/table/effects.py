"""The effects: the only code that changes a state. Verbs and procedures use them; powers never do.

Each effect emits an event ``(kind, cites, facts)`` that says in ids what changed and on which clauses it rests; the log
is told from the events. Effects check nothing but that pieces and cards are where they are said to be: legality is the
business of rows. Those on cards stand in ``effects_cards``.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from oathtools.table import state as table
from oathtools.table.effects_cards import CardEffects, Cites, Event, TableError, deck_size, next_known
from oathtools.table.knowledge import key_of, names_of, possible_names

__all__ = ["Cites", "Effects", "Event", "TableError", "deck_size", "key_of", "next_known"]


class Effects(CardEffects):
    """The mutators of one state, and the events they emitted."""

    __slots__ = ()

    # -- pieces --------------------------------------------------------------------------------------------------

    def move(self, what: str, count: int, source: str, target: str, cites: Cites, why: str = "move") -> None:
        """Move pieces of one kind. Secrets also come from and go to the shared bank, which holds no number of them."""
        if count <= 0:
            return
        endless = what in (table.SECRET, table.HIDDEN)
        pieces = self.state.pieces
        if not (endless and source == table.SHARED):
            pile = pieces.get(source)
            have = pile.get(what, 0) if pile else 0
            if pile is None or have < count:
                raise TableError(f"{source} has {have} {what}, not {count}")
            pile = pieces[source] = pile.copy()
            if have == count:
                del pile[what]
            else:
                pile[what] = have - count
        if not (endless and target == table.SHARED):
            pile = pieces.get(target)
            pieces[target] = {what: count} if pile is None else {**pile, what: pile.get(what, 0) + count}
        if what not in (table.FAVOR, table.SECRET, table.HIDDEN):
            self.title_stamp += 1
        if self.is_watched:
            self._tell(why, cites, {"what": what, "count": count, "from": source, "to": target})

    def turn_secrets(self, place: str, count: int, facedown: bool, cites: Cites) -> None:
        """Flip secrets at a place facedown or faceup."""
        if count <= 0:
            return
        before, after = (table.SECRET, table.HIDDEN) if facedown else (table.HIDDEN, table.SECRET)
        pile = self.state.pieces[place] = self.state.pieces.get(place, {}).copy()
        if pile.get(before, 0) < count:
            raise TableError(f"{place} has fewer than {count} such secrets")
        pile[before] -= count
        if not pile[before]:
            del pile[before]
        pile[after] = pile.get(after, 0) + count
        self._tell("secrets_turned", cites, {"count": count, "at": place, "facedown": facedown})

    # -- everything else -----------------------------------------------------------------------------------------

    def set_supply(self, seat: str, supply: int, cites: Cites, why: str = "supply") -> None:
        """Set a Supply marker."""
        player = self.own_player(seat)
        before, player.supply = player.supply, supply
        self._tell(why, cites, {"who": seat, "from": before, "to": supply})

    def own_player(self, seat: str) -> table.Player:
        """A player of this table alone, put in the place of one that others share with it."""
        player = self.state.players[seat]
        player = self.state.players[seat] = table.Player(seat, player.name, player.role, player.slot, player.supply)
        return player

    def put_pawn(self, seat: str, slot: int, cites: Cites, why: str = "pawn") -> None:
        """Put a pawn on a site."""
        player = self.own_player(seat)
        before, player.slot = player.slot, slot
        self._tell(why, cites, {"who": seat, "from": before, "to": slot})

    def hold_banner(self, banner: str, seat: str | None, cites: Cites, *, given: bool = False) -> None:
        """Give a banner a holder (None: the shared bank); ``given``: by the one who had it (10.11)."""
        assert banner in table.BANNERS
        before, self.state.holders[banner] = self.state.holders[banner], seat
        self.cards_stamp += 1
        self.title_stamp += 1
        self._tell("banner", cites, {"banner": banner, "who": seat, "giver": before if given else None})

    def turn_mob(self, mob: bool, cites: Cites) -> None:
        """Turn the People's Favor to its Mob side, or back."""
        if self.state.mob != mob:
            self.state.mob = mob
            self._tell("mob", cites, {"mob": mob})

    def set_title(self, seat: str | None, usurper: bool, cites: Cites) -> None:
        """Give the Oathkeeper title a holder and a side."""
        self.state.oathkeeper, self.state.usurper = seat, usurper
        self._tell("title", cites, {"who": seat, "usurper": usurper})

    def set_role(self, seat: str, role: str, cites: Cites) -> None:
        """Turn a board to its Exile or Citizen side."""
        self.own_player(seat).role = role
        self.cards_stamp += 1
        self.title_stamp += 1
        self._tell("role", cites, {"who": seat, "role": role})

    def set_visions(self, count: int, cites: Cites) -> None:
        """Put the Visions Drawn marker on a space."""
        self.state.visions_drawn = count
        self._tell("visions_drawn", cites, {"count": count})

    def go_to(self, phase: str, step: str, *, turn: str | None = None, round_: int | None = None) -> None:
        """Say where the game is: the place of the turn loop in the state."""
        state = self.state
        if (phase == "setup") != (state.phase == "setup"):
            self.cards_stamp += 1  # the powers of the Reliquary's spaces are on once the game is set up
        state.phase, state.step = phase, step
        if turn is not None:
            state.turn = turn
        if round_ is not None:
            state.round = round_

    def new_turn(self) -> None:
        """Forget what was noted for the turn that has ended."""
        self.state.discarded = {}
        self.state.taken = []

    def note_discard(self, slot: int, suit: str) -> None:
        """Remember for this turn that a card of a suit was discarded at a site (11.2)."""
        suits = self.state.discarded.get(str(slot), [])
        if suit not in suits:
            self.state.discarded[str(slot)] = [*suits, suit]

    def note_taken(self, card: str) -> None:
        """Remember for this turn that the player whose turn it is took a card (the Grand Scepter asks)."""
        if card == table.GRAND_SCEPTER and card not in self.state.taken:
            self.state.taken.append(card)

    def promise(self, between: tuple[str, str], text: str, cites: Cites, **more: Any) -> None:
        """Keep a promise (7.6.3, 9.6) in the words of those who made it; ``more`` is what can be judged of it.

        With ``one_way`` the first of the two promises something to the other; else each promises it to the other.
        """
        kept = {"between": list(between), "text": text, "clause": "7.6.3", **more}
        self.state.lasting["promises"] = [*self.state.lasting.get("promises", ()), kept]
        self.cards_stamp += 1  # what binds is looked up like the powers in force
        self._tell("promise", cites, kept)

    def end_promise(self, index: int, how: str, cites: Cites) -> None:
        """Keep a promise no longer: it was ``kept`` or ``broken``, or whoever was promised has ``released`` it."""
        promises = self.state.lasting["promises"] = self.state.lasting["promises"][:]
        gone = promises.pop(index)
        if not promises:
            del self.state.lasting["promises"]
        self.cards_stamp += 1
        self._tell("promise_ended", cites, {**gone, "how": how})

    def play_with(self, variants: dict[str, Any]) -> None:
        """The table plays with these variants, in a game of its own that begins from here (``go_on_with``); one that it
        plays with already keeps what it has."""
        self.state.variants = {name: self.state.variants.get(name, data) for name, data in variants.items()}

    def keep(self, variant: str, cites: Cites, says: str, changed: dict[str, Any], **facts: Any) -> None:
        """A variant in force changes what it keeps of the game; ``says`` names the sentence that tells it."""
        self.state.variants[variant] = {**self.state.variants[variant], **changed}
        self.title_stamp += 1
        self._tell("variant", cites, {"variant": variant, "says": says, **facts})

    def end_game(self, result: dict[str, Any], cites: Cites, visions: tuple[str, ...] = ()) -> None:
        """The game is over (chapter 3); ``visions``: those by which it is won."""
        self.state.result = result
        self.go_to("over", "")
        self._tell("over", cites, {**result, "visions": list(visions)})


NOTES: Final = "chronicle"
UNTOLD: Final = "untold"  # what is noted of an end that nobody tracked: what its file leaves out


def group_of(back: str) -> str:
    """The group of names of a deck's cards of a back."""
    return next(groups[back] for groups in table.DECK_GROUPS.values() if back in groups)


def deck_of(back: str) -> str:
    """The deck to which cards of a back belong."""
    return next(deck for deck, groups in table.DECK_GROUPS.items() if back in groups)


def shuffled(do: Effects, place: str, *cites: str) -> None:
    """Hands shuffle what lies at a place: a deck, a stack of the Archive, cards that were put together."""
    do.emit("shuffled", cites, place=place)


def mix(do: Effects, cards: Sequence[str]) -> list[str]:
    """Make cards of one back alike: each may be any of them. Returns their ids, each where its card lay."""
    state = do.state
    backs = {state.back(card) for card in cards}
    if len(backs) != 1:
        raise TableError("cards with different backs are told apart by everybody")
    known = [card for card in cards if card not in state.handles]
    groups = dict.fromkeys(group for card in cards if card in state.handles for group in state.handles[card].groups)
    if known:
        groups[_new_group(state, known)] = None
    alike = table.Handle(backs.pop(), tuple(groups))
    join(state, cards, key_of(alike.groups))
    mixed = []
    for card in cards:
        if card in state.handles:
            state.handles[card] = alike
            mixed.append(card)
        else:
            mixed.append(do.unnamed(card, alike))
    return mixed


def join(state: table.State, cards: Sequence[str], into: str, layered: int = 0) -> None:
    """Note what cards are before nobody can tell them apart: of how many it is known that they have one of which names.

    ``into``: what they are then, groups (``key_of``) or a deck, with so many of its own that nobody could tell apart.
    """
    if state.phase != "chronicle":
        return
    known = [card for card in cards if card not in state.handles]
    kinds = Counter(state.handles[card].groups for card in cards if card in state.handles)
    kinds[table.DECK_GROUPS[table.WORLD]["denizen"],] += layered
    rows = [(number, names_of(state, groups), key_of(groups), into) for groups, number in (+kinds).items()]
    rows += [(len(known), known, "", into)] if known else []
    if len(rows) > 1 or rows[0][2] != into:
        state.joined += rows


def _new_group(state: table.State, names: list[str]) -> str:
    number = 1
    while f"stack.{number}" in state.groups:
        number += 1
    state.groups[f"stack.{number}"] = list(names)
    return f"stack.{number}"


def only(do: Effects, card: str, names: Iterable[str]) -> None:
    """Of an unknown card it became known that it has one of these names (its suit was seen)."""
    state = do.state
    handle = state.handles[card]
    fitting = set(names) & set(names_of(state, handle.groups))
    same = next((group for group, listed in state.groups.items() if set(listed) == fitting), None)
    group = same or _new_group(state, [name for name in names if name in fitting])
    state.handles[card] = table.Handle(handle.back, (group,))


def strangers(do: Effects, back: str, group: str, count: int, zone: str) -> None:
    """So many unknown cards are known to lie somewhere: nothing moves, so nothing is told."""
    before = len(do.events)
    for _ in range(count):
        do.new_handle(back, (group,), zone, ())
    del do.events[before:]


def scatter(do: Effects, cards: Iterable[str], cites: Cites, why: str = "gather", *, to: str | None = None) -> None:
    """Cards leave the table for the unordered part of a deck: their names join those that the deck's cards may have.

    ``to`` is where hands put them, if that is elsewhere.
    """
    state, going = do.state, list(cards)
    state.kept = []  # its names may lie anywhere in the deck now: ``joined`` goes on from here
    _keep_apart(state, going)
    for card in going:
        back = state.back(card)
        names = state.groups[group_of(back)] = state.groups.get(group_of(back), [])[:]
        zone = state.where.pop(card)
        state.zones[zone] = [each for each in state.zones[zone] if each != card]
        state.facedown.pop(card, None)
        handle = state.handles.pop(card, None)
        for name in [card] if handle is None else names_of(state, handle.groups):
            if name not in names:
                names.append(name)
        do.cards_stamp += 1
        do.emit(why, cites, card=card, to=to or deck_of(back), **{"from": zone})


def _keep_apart(state: table.State, going: Sequence[str]) -> None:
    """What comes to a deck now lay elsewhere: unknown cards that stay apart are no other cards than they could be."""
    if not going:
        return
    group = group_of(state.back(going[0]))
    came = {name for card in going for name in _may_be(state, card)} - set(state.groups.get(group, ()))
    others = [card for card, each in state.handles.items() if each.back == state.back(going[0]) and card not in going]
    kinds = dict.fromkeys(state.handles[card].groups for card in others) if came else {}
    could = {groups: possible_names(state, groups) for groups in kinds}
    for card in others if came else ():
        before = state.apart.get(card)
        names = could[state.handles[card].groups]
        state.apart[card] = [name for name in names if before is None or name in before]


def _may_be(state: table.State, card: str) -> list[str]:
    handle = state.handles.get(card)
    return [card] if handle is None else names_of(state, handle.groups)


def set_layers(do: Effects, deck: str, layers: Iterable[dict[str, int]]) -> None:
    """Say how many cards of each back lie in each unordered part of a deck, from its top."""
    do.state.layers[deck] = [dict(layer) for layer in layers if layer]


def stack(do: Effects, deck: str, names: Sequence[str], cites: Cites) -> None:
    """Cards that lie nowhere come to a deck, in their order from the top."""
    for name in names:
        do.locate(name)
        do.put(name, f"{deck}.top", cites, why="gather")


def vacate(do: Effects, slot: int, cites: Cites) -> str:
    """A site is shuffled into the site deck. An unknown facedown site stands for whatever comes into its slot."""
    state = do.state
    site = state.zones["map"][slot]
    names = state.groups["sites"] = state.groups.get("sites", [])[:]
    empty = do.unnamed(site, table.Handle("site", ("sites",)))
    state.facedown[empty] = ()
    handle = state.handles.pop(site, None)
    names += [name for name in ([site] if handle is None else names_of(state, handle.groups)) if name not in names]
    do.cards_stamp += 1
    do.title_stamp += 1
    do.emit("site_discarded", cites, card=site, to=empty, slot=slot)
    return empty


def rearrange(do: Effects, order: Sequence[int], cites: Cites) -> None:
    """The sites change places with all that is at them: to slot N comes what was in slot ``order[N]``."""
    state = do.state
    if sorted(order) != list(range(len(table.SLOT))):
        raise TableError(f"{order} does not name each slot once")
    for prefix in (table.CARDS, table.RELICS):
        before = [state.zones.pop(zone, []) for zone in prefix]
        for zone, old in zip(prefix, order, strict=True):
            if before[old]:
                state.zones[zone] = before[old]
            state.where.update(dict.fromkeys(before[old], zone))
    piles = [state.pieces.pop(place, {}) for place in table.SLOT]
    state.pieces.update({place: piles[old] for place, old in zip(table.SLOT, order, strict=True) if piles[old]})
    sites = state.zones["map"]
    state.zones["map"] = [sites[old] for old in order]
    do.cards_stamp += 1
    do.title_stamp += 1
    do.emit("map", cites, sites=list(state.zones["map"]))


def note(do: Effects, **facts: Any) -> None:
    """Remember for the rest of the Chronicle, and for its history."""
    do.state.lasting[NOTES] = {**do.state.lasting.get(NOTES, {}), **facts}


def noted(state: table.State, key: str, default: Any = None) -> Any:
    """What ``note`` remembered under a key, or the default."""
    return state.lasting.get(NOTES, {}).get(key, default)
