"""The effects: the only code that changes a state. Verbs and procedures use them; powers never do.

Each effect emits an event ``(kind, cites, facts)`` that says in ids what changed and on which clauses it rests; the log
is told from the events. Effects check nothing but that pieces and cards are where they are said to be: legality is the
business of rows. Those on cards stand in ``effects_cards``.
"""

from typing import Any

from oathtools.table.effects_cards import CardEffects, Cites, Event, TableError, deck_size, next_known
from oathtools.table.state import BANNERS, FAVOR, GRAND_SCEPTER, HIDDEN, SECRET, SHARED

__all__ = ["Cites", "Effects", "Event", "TableError", "deck_size", "next_known"]


class Effects(CardEffects):
    """The mutators of one state, and the events they emitted."""

    __slots__ = ()

    # -- pieces --------------------------------------------------------------------------------------------------

    def move(self, what: str, count: int, source: str, target: str, cites: Cites, why: str = "move") -> None:
        """Move pieces of one kind. Secrets also come from and go to the shared bank, which holds no number of them."""
        if count <= 0:
            return
        endless = what in (SECRET, HIDDEN)
        pieces = self.state.pieces
        if not (endless and source == SHARED):
            pile = pieces.get(source)
            have = pile.get(what, 0) if pile else 0
            if pile is None or have < count:
                raise TableError(f"{source} has {have} {what}, not {count}")
            if have == count:
                del pile[what]
            else:
                pile[what] = have - count
        if not (endless and target == SHARED):
            pile = pieces.get(target)
            if pile is None:
                pieces[target] = {what: count}
            else:
                pile[what] = pile.get(what, 0) + count
        if what not in (FAVOR, SECRET, HIDDEN):
            self.title_stamp += 1
        if self.is_watched:
            self._tell(why, cites, {"what": what, "count": count, "from": source, "to": target})

    def turn_secrets(self, place: str, count: int, facedown: bool, cites: Cites) -> None:
        """Flip secrets at a place facedown or faceup."""
        if count <= 0:
            return
        before, after = (SECRET, HIDDEN) if facedown else (HIDDEN, SECRET)
        pile = self.state.pieces.setdefault(place, {})
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
        player = self.state.players[seat]
        before, player.supply = player.supply, supply
        self._tell(why, cites, {"who": seat, "from": before, "to": supply})

    def put_pawn(self, seat: str, slot: int, cites: Cites, why: str = "pawn") -> None:
        """Put a pawn on a site."""
        player = self.state.players[seat]
        before, player.slot = player.slot, slot
        self._tell(why, cites, {"who": seat, "from": before, "to": slot})

    def hold_banner(self, banner: str, seat: str | None, cites: Cites, *, given: bool = False) -> None:
        """Give a banner a holder (None: the shared bank); ``given``: by the one who had it (10.11)."""
        assert banner in BANNERS
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
        self.state.players[seat].role = role
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
        suits = self.state.discarded.setdefault(str(slot), [])
        if suit not in suits:
            suits.append(suit)

    def note_taken(self, card: str) -> None:
        """Remember for this turn that the player whose turn it is took a card (the Grand Scepter asks)."""
        if card == GRAND_SCEPTER and card not in self.state.taken:
            self.state.taken.append(card)

    def promise(self, between: tuple[str, str], text: str, cites: Cites, **more: Any) -> None:
        """Keep a promise (7.6.3, 9.6) in the words of those who made it; ``more`` is what can be judged of it.

        With ``one_way`` the first of the two promises something to the other; else each promises it to the other.
        """
        kept = {"between": list(between), "text": text, "clause": "7.6.3", **more}
        self.state.lasting.setdefault("promises", []).append(kept)
        self.cards_stamp += 1  # what binds is looked up like the powers in force
        self._tell("promise", cites, kept)

    def end_promise(self, index: int, how: str, cites: Cites) -> None:
        """Keep a promise no longer: it was ``kept`` or ``broken``, or whoever was promised has ``released`` it."""
        promises = self.state.lasting["promises"]
        gone = promises.pop(index)
        if not promises:
            del self.state.lasting["promises"]
        self.cards_stamp += 1
        self._tell("promise_ended", cites, {**gone, "how": how})

    def play_with(self, variants: dict[str, Any]) -> None:
        """The table plays with these variants from here on; one that it plays with already keeps what it has."""
        self.state.variants = {name: self.state.variants.get(name, data) for name, data in variants.items()}
        self.cards_stamp += 1
        self.title_stamp += 1

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
