"""What hands do, line by line: where from, what, how many, seen or unseen, where to, what is shuffled when.

Each line follows from an event, that is from what the engine did; nothing here knows a rule. Nothing hidden is named.
``pulls_setup`` has the same for setup.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from oathtools import catalog
from oathtools.journal.play import Play
from oathtools.kit.text import count as counted
from oathtools.kit.text import listed
from oathtools.procedures.chronicle.procedure import STEPS, NotOver
from oathtools.procedures.machine.game import in_order
from oathtools.procedures.machine.hands import (
    ASIDE,
    BOARDS,
    CARRY,
    DISPOSSESSED,
    EDIFICES,
    GAME_BOX,
    HOME,
    MAP,
    PIECES,
    RELIC_STACK,
    SHUFFLE,
    SITE,
    SITES,
    TURN,
    WORLD_BOX,
    WORLD_STACK,
    Hands,
    Pull,
    archive_of,
    with_variants,
)
from oathtools.saga.writing import begun_at
from oathtools.table.effects import Event
from oathtools.table.state import CARDS, CITIZEN, GRAND_SCEPTER, RELIC_DECK, RELICS, SLOTS, WRITTEN, State, slot_words
from oathtools.table.views import View

VISIONS_ASIDE = "Visions set aside"
_PLACES = {
    "world": WORLD_STACK,
    "relic_deck": RELIC_STACK,
    "site_deck": SITES,
    "dispossessed": DISPOSSESSED,
    "box": WORLD_BOX,
    "shared": "shared bank",
    "stock": HOME,
    "reliquary": "Imperial Reliquary",
    "aside.visions": VISIONS_ASIDE,
    "aside.stack": "stack of 8.5",
    "aside.relics": "relics put together",
}
_SEATED = {"advisers": "{} advisers", "held": "{} relics", "vision": "{} Vision space", "board": "{} board"}
_DECKS = (RELIC_STACK, SITES, WORLD_STACK, "stack of 8.5")
_NOT_TOLD = ("archive", "dispossessed")  # by which card leaves them: the sums of 8.4 are told


def pulls(play: Play) -> list[Pull]:
    """What hands do in a Chronicle that has been carried out, in their order; ``by_stack`` sorts it otherwise.

    With what the variants in force make hands do, after the steps that they name. Raises ``NotOver`` if it has not
    been carried out to its end.
    """
    if play.state.phase != WRITTEN:
        raise NotOver("the Chronicle of this game is not written to its end")
    if not play.keep_log:
        play = play.again()
    begun, before = begun_at(play) or 0, before_chronicle(play)
    events = [event for batch in play.batches_since(begun - 1) if batch.n >= begun for event in batch.events]
    lines = Lines(play.state, lambda seat: f"{play.state.players[seat].name}'s")
    order = list(in_order(play.game, "chronicle", STEPS))
    return with_variants(list(lines.of(events)), order, Hands(play.game, before, events))


def before_chronicle(play: Play) -> State:
    """The table of a game before its Chronicle was begun."""
    return play.again((begun_at(play) or 0) - 1, keep_log=False).state


class Lines:
    """The lines that follow from the events of the engine, in their order.

    ``state`` is the table at the end, ``whose`` says whose board is meant.
    """

    def __init__(self, state: State, whose: Callable[[str], str], end: str = "top") -> None:
        self.state, self.whose = state, whose
        self.map = MAP  # with what was set aside from it
        self.end = end  # of the world deck, from which cards are drawn

    def of(self, events: Iterable[Event]) -> Iterator[Pull]:
        """The lines of these events; those before the first step are not told."""
        step, done = "", list[Event]()
        for event in events:
            if event.kind not in ("chronicle_step", "step"):
                done.append(event)
            elif event.facts["step"] != step:
                yield from self.step(step, done)
                step, done = event.facts["step"], []
        yield from self.step(step, done)

    def step(self, step: str, events: list[Event]) -> Iterator[Pull]:
        """The lines of one step: what lies on cards and boards first, then cards."""
        if not step:
            return
        yield from self.pieces(step, events)
        ways: dict[tuple[str, ...], list[str]] = {}
        for event in events:
            own = getattr(self, f"_{event.kind}", None)
            if own is not None:
                yield from self.carry(step, ways)
                ways = {}
                yield from own(event.cites[0] if event.cites[0] == "1.box" else step, event.facts, event)
            elif way := self.carried(event):
                ways.setdefault(way, []).append(event.facts["card"])
        yield from self.carry(step, ways)

    # -- places --------------------------------------------------------------------------------------------------------

    def place(self, zone: str, state: State | None = None) -> str:
        """A zone, or a card on which pieces lie, as hands know it."""
        head, _, tail = zone.partition(".")
        if head in ("slot", "cards", "relics"):
            return slot_words(int(tail))
        if head in _SEATED:
            return _SEATED[head].format(self.whose(tail))
        if head == "hand":
            return f"{self.whose(tail)} hand"
        if head == "discard":
            return f"{tail.title()} pile"
        if head == "bank":
            return f"{tail.title()} bank"
        if head == "archive":
            return archive_of(tail)
        if state is not None and zone in state.where:
            return self.place(state.where[zone])
        return _PLACES.get(zone) or _PLACES.get(head) or catalog.name_of(zone)

    def at(self, event: Event, card: str) -> str:
        """Where a card lies after an event: of a site, its slot."""
        assert event.after is not None
        zone = event.after.where[card]
        return slot_words(event.after.zones["map"].index(card)) if zone == "map" else self.place(zone)

    def shows(self, card: str, state: State | None) -> bool:
        """May all know a card as it lay there?"""
        if card == GRAND_SCEPTER or card.startswith("edifice."):
            return True
        zone = state.where.get(card) if state is not None else None
        if state is None or zone is None or zone in _NOT_TOLD:
            return False
        return View(state).shows(card)

    # -- pieces --------------------------------------------------------------------------------------------------------

    def pieces(self, step: str, events: list[Event]) -> Iterator[Pull]:
        """What lies on cards, sites and boards, from place to place; the map and the boards are cleared at once."""
        if _has(events, "cleared") or _has(events, "boards_saved"):
            return  # all of them, which those events tell
        ways: dict[tuple[str, str], list[Event]] = {}
        for event in events:
            if "what" in event.facts and "from" in event.facts:
                ways.setdefault((event.facts["from"], event.facts["to"]), []).append(event)
        for (source, target), moved in ways.items():
            sums: dict[str, int] = {}
            for event in moved:
                kind = "secret" if event.facts["what"] == "hidden" else event.facts["what"]
                sums[kind] = sums.get(kind, 0) + event.facts["count"]
            on = f" on {catalog.name_of(source)}" if catalog.is_card(source) else ""
            what = listed([f"{self.piece(kind, number)}{on}" for kind, number in sums.items()])
            ends = (self.place(source, moved[0].before), self.place(target, moved[0].after))
            yield Pull(step, ends[0], what, ends[1], does=PIECES, number=sum(sums.values()))

    def pieces_home(self, step: str, source: str) -> Iterator[Pull]:
        """All that lies there goes home."""
        yield Pull(step, source, "all favor and secrets", _PLACES["shared"], does=PIECES)
        yield Pull(step, source, "all warbands", HOME, does=PIECES)

    def piece(self, what: str, number: int) -> str:
        if what == "favor":
            return f"{number} favor"
        return counted(number, what if what == "secret" else f"{what} warband")

    # -- cards ---------------------------------------------------------------------------------------------------------

    def carried(self, event: Event) -> tuple[str, ...] | None:
        """From where to where a card goes, its back, and whether it is named; None if none is seen to go anywhere."""
        facts = event.facts
        card, to, source = facts.get("card"), facts.get("to"), facts.get("from")
        if event.before is None or event.after is None or card is None or to is None or catalog.is_card(to):
            return None
        back = (event.before if card in event.before.handles else event.after).back(card)
        if event.kind == "gather" and ((source or "world").startswith("world") or to in ("world", "aside.stack")):
            return None  # whole decks, piles and rows: other events tell that
        if source is None:
            if event.kind != "card":
                return None
            source = RELIC_DECK if back == "relic" else "world"
        heads = {source.partition(".")[0], to.partition(".")[0]}
        if source in _NOT_TOLD and heads <= {*_NOT_TOLD, "world"}:
            return None
        ends = [EDIFICES if back == "edifice" and each == "archive" else self.place(each) for each in (source, to)]
        if ends[0] == ends[1]:
            return None
        how = "intact side up" if event.kind == "build" else "on top" if to == f"{RELIC_DECK}.top" else ""
        if heads & {"relics", "reliquary"} and source.startswith(RELIC_DECK):
            how = "facedown"
        shown = self.shows(card, event.before)
        back = "" if ends[0] == WORLD_STACK and not shown else back  # the backs inside a deck are nobody's to know
        return (*ends, how, back, "named" if shown else "", to if to.startswith("hand.") else "")

    def carry(self, step: str, ways: Mapping[tuple[str, ...], Sequence[str]]) -> Iterator[Pull]:
        """A line for the cards of each way."""
        for (source, target, how, back, named, _), cards in ways.items():
            known = tuple(cards) if named else ()
            end = f" off the {self.end if source == WORLD_STACK else 'top'}" if source in _DECKS else ""
            what = listed(map(catalog.name_of, known)) if named else f"{cards_words(len(cards), back)}{end}, unseen"
            yield Pull(step, source, what, target, how, known, CARRY, len(cards), back)

    # -- what other events make hands do: one method for each kind -----------------------------------------------------

    def _vow(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        vowed, played = f"oath.{facts['oath']}", f"oath.{self.state.oath}"
        beside = "beside the map"
        if vowed != played:
            yield Pull(step, beside, f"the goal reference of {catalog.name_of(played)}", GAME_BOX, cards=(played,))
        source = beside if vowed == played else GAME_BOX
        yield Pull(step, source, f"the goal reference of {catalog.name_of(vowed)}", WORLD_BOX, "on top", (vowed,))

    def _oath(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        oath = f"oath.{facts['oath']}"
        yield Pull(step, WORLD_BOX, f"the goal reference of {catalog.name_of(oath)}", "beside the map", cards=(oath,))

    def _role(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        yield Pull(step, BOARDS, f"{self.whose(facts['who'])} board: its {facts['role'].title()} side up")

    def _ran_out(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        for slot in facts["slots"]:
            yield Pull(step, HOME, f"no {facts['who']} warband, for none is left (9.3)", slot_words(slot))

    def _boxed_boards(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        for color in facts["colors"]:
            yield Pull(step, GAME_BOX, f"the {color} board: its Exile side up")

    def _pawns_off(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        for slot in facts["slots"]:
            yield Pull(step, slot_words(slot), "every pawn on it", "the players")

    def _site_discarded(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        site = facts["card"]
        known = (site,) if self.shows(site, event.before) else ()
        yield Pull(step, slot_words(facts["slot"]), _site_words(known), SITES, "", known, CARRY, 1, "site")

    def _set_aside(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        self.map = f"{MAP}, and what is set aside"
        yield self.site(step, slot_words(facts["slot"]), facts["site"], ASIDE, event)

    def _moved_site(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        source = ASIDE if facts["old"] is None else slot_words(facts["old"])
        if source != slot_words(facts["slot"]):
            yield self.site(step, source, facts["site"], slot_words(facts["slot"]), event)

    def site(self, step: str, source: str, site: str, target: str, event: Event) -> Pull:
        """A site goes elsewhere with all that lies at it."""
        known = (site,) if self.shows(site, event.before) else ()
        return Pull(step, source, f"{_site_words(known)} with its cards", target, "", known, SITE, 1, "site")

    def _filled(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        for slot in facts["slots"]:
            yield Pull(step, SITES, "1 site off the top, unseen", slot_words(slot), "facedown", (), CARRY, 1, "site")

    def _faceup(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        if facts["at"] == "map":
            yield Pull(step, self.at(event, facts["card"]), "the facedown site: turn it faceup", does=TURN, back="site")

    def _turned(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        before, after = facts["card"], facts["to"]
        what = f"{catalog.name_of(before)}: turn it over to {catalog.name_of(after)}"
        yield Pull(step, self.at(event, after), what, cards=(before, after), does=TURN)

    _repair = _fell = _gathered = _turned

    def _added(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        for suit, number in facts["suits"].items():
            what = f"{cards_words(number)} at random, unseen"
            yield Pull(step, archive_of(suit), what, WORLD_STACK, "", (), CARRY, number, "denizen")

    def _healed(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        if not facts["suit"]:
            return
        yield Pull(step, DISPOSSESSED, "all cards: sort them by suit", ASIDE, does=CARRY)
        what = f"{cards_words(facts['count'])} of {facts['suit'].title()} at random, unseen"
        yield Pull(step, ASIDE, what, WORLD_STACK, "", (), CARRY, facts["count"], facts["suit"])
        for suit in facts["left"]:
            what = f"{'the other' if suit == facts['suit'] else 'all'} {suit.title()} cards"
            yield Pull(step, ASIDE, what, archive_of(suit), "", (), CARRY, 0, suit)

    def _visions_aside(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        what = "every Vision in it, by the backs"
        untold = [] if facts["piles"] else [f"discard.{region}" for region in catalog.REGIONS]
        for source in ("world", *untold):
            yield Pull(step, self.place(source), what, VISIONS_ASIDE, "", (), CARRY, 0, "vision")

    def _put_together(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        stack = _PLACES["aside.stack"]
        for region in catalog.REGIONS:
            yield Pull(step, f"{region.title()} pile", "all of it, unseen", stack, does=CARRY)
        for seat in facts["losers"]:
            yield Pull(step, f"{self.whose(seat)} advisers", "all that are left", stack, does=CARRY)

    def _shuffled(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        if step == "8.8":
            yield Pull(step, _PLACES["aside.stack"], "all of it, unseen", WORLD_STACK, does=CARRY)
            winner = (self.state.result or {})["winner"]
            yield Pull(step, f"{self.whose(winner)} advisers", "all that are left", WORLD_STACK, does=CARRY)
        yield Pull(step, self.place(facts["place"]), "shuffle it", does=SHUFFLE)

    def _cleared(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        yield Pull(step, self.map, "all pawns that are left", "the players")
        yield from self.pieces_home(step, self.map)

    def _banner(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        banner, who = catalog.name_of(facts["banner"]), facts["who"]
        yield Pull(step, _PLACES["shared"] if who else BOARDS, banner, f"{self.whose(who)} board" if who else GAME_BOX)

    def _title(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        who, what = facts["who"], "the Oathkeeper title"
        yield Pull(step, GAME_BOX if who else BOARDS, what, f"{self.whose(who)} board" if who else GAME_BOX)

    def _visions_drawn(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        if not facts["count"]:
            yield Pull(step, MAP, "the round marker and the Visions Drawn marker", "their first spaces")

    def _supply(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        yield Pull(step, BOARDS, "every Supply marker", "its leftmost space")

    def _map_saved(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        for slot in reversed(range(SLOTS)):  # the top Cradle site is to lie uppermost
            what, known = with_cards(self.state, slot)
            yield Pull(step, slot_words(slot), what, WORLD_BOX, "on the pile of sites", known, SITE, 1, "site")

    def _boards_saved(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        yield from self.pieces_home(step, BOARDS)
        boxed = self.state.lasting.get("boards", {})
        sides = {color: self.state.players[color].role for color in self.state.players}
        citizens = [color for color in catalog.EXILE_COLORS if {**boxed, **sides}.get(color) == CITIZEN]
        rest = "the others on the Exile side" if citizens else "all on the Exile side"
        how = f"{listed(citizens)} on the Citizen side, {rest}" if citizens else rest
        yield Pull(step, BOARDS, "all boards", WORLD_BOX, how)
        yield Pull(step, RELIC_STACK, "all of it", WORLD_BOX, "as it lies", does=CARRY)

    def _rebuilt(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        """The piles from the bottom up: what is left of the denizens lies undermost."""
        aside = VISIONS_ASIDE
        piles = [layer for layer in facts["layers"] if layer.get("vision")]
        for number, layer in enumerate(piles, 1):
            pile = f"pile {number}"
            what = f"{cards_words(layer.get('denizen', 0))} off the top, unseen"
            yield Pull(step, WORLD_STACK, what, pile, "", (), CARRY, layer.get("denizen", 0), "denizen")
            what = f"{counted(layer['vision'], 'Vision')} at random, unseen"
            yield Pull(step, aside, what, pile, "", (), CARRY, layer["vision"], "vision")
            yield Pull(step, pile, "shuffle it", does=SHUFFLE)
        for number in range(len(piles), 0, -1):
            yield Pull(step, f"pile {number}", "all of it", WORLD_STACK, "on top", does=CARRY)
        yield from self.packed_deck(step)

    def _put_off(self, step: str, facts: dict[str, Any], event: Event) -> Iterator[Pull]:
        yield Pull(step, VISIONS_ASIDE, "all five", WORLD_BOX, "beside the denizens, for 1.box", does=CARRY)
        yield from self.packed_deck(step)

    def packed_deck(self, step: str) -> Iterator[Pull]:
        if step != "1.box":
            yield Pull(step, WORLD_STACK, "all of it", WORLD_BOX, "in its section", does=CARRY)


def cards_words(number: int, back: str = "") -> str:
    """``1 card``, ``3 relics``: so many cards with a back."""
    return counted(number, {"relic": "relic", "site": "site", "vision": "Vision"}.get(back, "card"))


def _has(events: Iterable[Event], kind: str) -> bool:
    return any(event.kind == kind for event in events)


def _site_words(known: Sequence[str]) -> str:
    return catalog.name_of(known[0]) if known else "the facedown site"


def with_cards(state: State, slot: int, spoil: bool = False) -> tuple[str, tuple[str, ...]]:
    """What lies at a slot, as far as all may know it: in words, and the ids."""
    view = View(state, spoil=spoil)
    site, relics = state.site(slot), state.zone(RELICS[slot])
    known = tuple(card for card in (site, *state.zone(CARDS[slot]), *relics) if view.shows(card))
    down = f"{_site_words(known)}, facedown" if known[:1] == (site,) and not state.faceup_site(slot) else ""
    inside = [catalog.name_of(card) for card in known if card != site]
    hidden = sum(card not in known for card in relics)
    inside += [cards_words(hidden, "relic")] if hidden else []
    words = down or _site_words(known if known[:1] == (site,) else ())
    return f"{words} with {listed(inside)}" if inside else words, known
