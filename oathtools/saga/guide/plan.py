"""What a guide through setup is for: the saved world, gaps and all, and the seats as far as they are known."""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from oathtools import catalog
from oathtools.kit import files, intake
from oathtools.kit.lazy import sha256
from oathtools.kit.text import count as counted
from oathtools.kit.text import listed, number_word, printable
from oathtools.law.rulings import points
from oathtools.procedures.machine.hands import Pull
from oathtools.procedures.machine.world import Seat, World, built_layers, first_game_world, seats_for
from oathtools.procedures.turn import SetupStage
from oathtools.saga.chronicle.record import Chronicle, Deck, Unknown
from oathtools.saga.worlds import Incomplete, lost_relics, world_of
from oathtools.table.state import CARDS, CITIZEN, FAVOR, PLACE_NAMES, PURPLE, RELICS, SECRET, State


@dataclass(frozen=True, slots=True)
class SavedWorld:
    """A saved world as the guide knows it.

    ``empty`` are the map slots without a saved site, ``lost_relics`` counts the relics that lie nowhere,
    ``lost_visions`` the Visions missing from the world deck. ``deck_built``: that deck was rebuilt by 8.8.
    ``pool`` are the denizens of a world deck that is still to be built, where everybody may know them: in a new world.
    ``first``: the publisher's first game. ``winner``: the name of the last one, or an empty text. ``variants`` is what
    the saga keeps of house rules, as its file says it.
    """

    world: World
    boards: Mapping[str, str]
    empty: tuple[int, ...] = ()
    lost_relics: int = 0
    lost_visions: int = 0
    deck_built: bool = True
    pool: tuple[str, ...] = ()
    first: bool = False
    winner: str = ""
    variants: Mapping[str, Any] = field(default_factory=dict)
    typed: bool = True


@dataclass(frozen=True, slots=True)
class SetupPlan:
    """What a guide is for.

    ``seats`` in turn order, the Chancellor first. ``known`` are the colors that somebody is sure to play; the other
    seats take boards in step 1.9, and their colors here are stand-ins. ``named``: the seats have names and their order
    is the turn order. ``citizens`` are the boards that lie on their Citizen side, None: not known. ``saved`` None: no
    world is told. ``spoil``: facedown cards and decks too. ``readings`` are the table's own, by point. ``variants`` are
    the house rules in force, each with what a game begins with. ``typed``: whoever reads it types commands.
    """

    seats: tuple[Seat, ...]
    known: frozenset[str] = frozenset()
    named: bool = False
    citizens: tuple[str, ...] | None = None
    saved: SavedWorld | None = None
    deck_built: bool | None = None
    spoil: bool = False
    tts: bool = False
    readings: Mapping[str, str] = field(default_factory=dict)
    variants: Mapping[str, Any] = field(default_factory=dict)
    typed: bool = True


def saved_world(chronicle: Chronicle) -> SavedWorld:
    """The world of a Chronicle, gaps and all.

    An empty slot is an unknown facedown site; lost relics lie unseen on top of the others; a world deck without all the
    Visions is one that is still to be built. Raises ``Incomplete`` for a map that cannot be laid out.
    """
    faults = _twice_on_map(chronicle)
    if faults:
        raise Incomplete(faults)
    mended = deepcopy(chronicle)
    empty = tuple(slot for slot, row in enumerate(mended.map) if row.site is None)
    for slot in empty:
        mended.map[slot].site, mended.map[slot].facedown = Unknown("site"), True
    relics = lost_relics(mended)
    if mended.relic_deck is not None:
        mended.relic_deck[:0] = [Unknown("relic")] * relics
    visions = _lost_visions(mended)
    fresh = chronicle.game == 1 and not (mended.world_deck.order or mended.world_deck.layers)
    if visions:
        mended.world_deck = _deck_to_build(mended)
    world = world_of(mended)
    first = _is_first(chronicle, world)
    return SavedWorld(
        world,
        dict(chronicle.boards),
        empty,
        relics if mended.relic_deck is not None else 0,
        visions,
        not (visions or first),
        world.pool if fresh or first else (),
        first,
        last_winner(chronicle),
        deepcopy(chronicle.variants),
    )


def last_winner(chronicle: Chronicle) -> str:
    """The name of the last winner, if the Chronicle tells it; names may hold anything."""
    from oathtools.saga.save_string.parse import facts

    name = (chronicle.tts.winner_name or "") if chronicle.game > 1 else ""
    if name == facts()["placeholder"]["winner_name"]:
        return ""
    return printable(name)


def _twice_on_map(chronicle: Chronicle) -> list[str]:
    seen: dict[str, int] = {}
    faults = []
    for slot, row in enumerate(chronicle.map):
        for card in (row.site, *row.cards):
            if isinstance(card, str) and seen.setdefault(card, slot) != slot:
                what = "a facedown card" if row.facedown else catalog.name_of(card)
                faults.append(f"{what} lies at {place(seen[card])} and at {place(slot)}: there is only one (1.1)")
    return faults


def _lost_visions(chronicle: Chronicle) -> int:
    """How many Visions are missing from the world deck of a Chronicle: more than none, and it is still to be built."""
    deck = chronicle.world_deck
    order = [*deck.top, *deck.bottom] if deck.order is None else deck.order
    visions = {card for card in order if isinstance(card, str) and card.startswith("vision.")}
    unknown = sum(isinstance(card, Unknown) and card.what != "denizen" for card in order)
    layered = sum(layer.get("visions", 0) for layer in deck.layers)
    return max(0, len(catalog.ids("vision", chronicle.variants)) - len(visions) - unknown - layered)


def _deck_to_build(chronicle: Chronicle) -> Deck:
    """The deck that 1.box will make of the denizens saved for it."""
    deck = chronicle.world_deck
    order = deck.order or []
    pool = list(dict.fromkeys(card for card in order if isinstance(card, str) and card.startswith("denizen.")))
    size = len(pool)
    if not order:
        pool, size = list(deck.pool), sum(layer.get("denizens", 0) for layer in deck.layers)
    if not size:
        elsewhere = {card for _, card in chronicle.contents()}
        pool = [card for card in catalog.first_game().starting_pool if card not in elsewhere]
        size = len(pool)
    layers = [{"denizens": layer.get("denizen", 0), "visions": layer.get("vision", 0)} for layer in built_layers(size)]
    return Deck(layers=layers, pool=pool)


def _is_first(chronicle: Chronicle, world: World) -> bool:
    """Is this the world of the publisher's first game, not yet played?"""
    return chronicle.game == 1 and not chronicle.tts.version and world.hidden().map == first_game_world().hidden().map


def seats_of(
    players: Sequence[tuple[str, str | None]], citizens: Sequence[str] = ()
) -> tuple[tuple[Seat, ...], frozenset[str]]:
    """The seats of players, each (name or "", color or None), the Chancellor first; and the colors known to be played.

    A seat whose color is open stands for an Exile. Raises ``ValueError`` as ``seats_for`` does.
    """
    known = frozenset(color for _, color in players[1:] if color)
    free = [color for color in catalog.EXILE_COLORS if color not in known]
    free.sort(key=lambda color: color in citizens)
    seats = [(name, color or (free.pop(0) if at and free else None), False) for at, (name, color) in enumerate(players)]
    return tuple(seats_for(seats, [color for color in citizens if color in known])), known


def place(slot: int) -> str:
    """A map slot for people: ``Cradle 1`` to ``Hinterland 3``, counted from the top."""
    region, _, number = PLACE_NAMES[slot].partition(".")
    return f"{region.title()} {number}"


# -- what a dry run of chapter 1 shows at its stages, in the guide's words: players, sites, cards, as far as known -----


Figures = dict[str, Any]
_MOST = 5  # players; more are told in figures


class Count(int):
    """A number that can be written with its noun: ``f"{count:warband}"`` is ``1 warband`` or ``3 warbands``."""

    def __format__(self, noun: str) -> str:
        return str(int(self)) if not noun else counted(int(self), noun)


class Stages:
    """The stages of a dry run of a plan, and what may be told of any of them."""

    def __init__(self, plan: SetupPlan, world: World, stages: dict[str, SetupStage]) -> None:
        self.plan, self.world, self.stages, self.saved = plan, world, stages, plan.saved
        self.others = plan.seats[1:]
        self.known_deck = plan.spoil and plan.saved is not None and world.world_deck is not None
        self.known_relics = plan.spoil and plan.saved is not None and world.relic_deck is not None

    def after(self, clause: str) -> State:
        return self.stages[clause].state

    def common(self) -> Figures:
        """What any step may tell."""
        plan, saved = self.plan, self.saved
        count = len(plan.seats)
        chancellor = plan.seats[0].name if plan.named else ""
        start = catalog.STARTING
        first = saved is not None and saved.first
        top_facedown = saved is not None and not self.after("1.1").faceup_site(0)
        return {
            "world": saved is not None,
            "spoil": plan.spoil and saved is not None,
            "tts": plan.tts,
            "typed": plan.typed,
            "first": first,
            "two": count == 2,
            "four": count == catalog.first_game().players,
            "first_players": number_word(catalog.first_game().players, _MOST),
            "players": number_word(count, _MOST),
            "others": Count(count - 1),
            "Chancellor": f"{chancellor} (Chancellor)" if chancellor else "The Chancellor",
            "Chancellor_mid": f"{chancellor} (Chancellor)" if chancellor else "the Chancellor",
            "oath": catalog.name_of(f"oath.{self.world.oath}").replace("The ", "the ") if saved is not None else "",
            "all_favor": Count(catalog.FAVOR),
            "top_facedown": top_facedown,
            "cradle_facedown": top_facedown and not self.after("1.1").faceup_site(1),
            "known": [self.seat(seat) for seat in self.others if seat.color in plan.known],
            "open": len(self.others) - len(plan.known),
            "hand": Count(start["cards_drawn_each_player"]),
            **self.readings(),
        }

    def readings(self) -> dict[str, bool]:
        """Each reading of each point that has several, by name (``A-16 b``): is it in force?"""
        several = [point for point in points().values() if len(point.readings) > 1]
        taken = {point.id: self.plan.readings.get(point.id, point.take) for point in several}
        return {f"{point.id} {letter}": taken[point.id] == letter for point in several for letter in point.readings}

    def seat(self, seat: Seat) -> Figures:
        """A player's own figures, as they stand after 1.15."""
        state = self.after("1.15")
        board, stock = f"board.{seat.color}", f"stock.{seat.color}"
        side = PURPLE if seat.role == CITIZEN else seat.color
        return {
            "Label": f"{seat.name} ({seat.color})" if seat.name else seat.color.title(),
            "color": seat.color,
            "Role": seat.role.title(),
            "warbands": Count(self.after("1.9").count(stock, seat.color)),
            "favor": Count(state.count(board, FAVOR)),
            "secrets": Count(state.count(board, SECRET)),
            "placed": Count(state.count(board, side)),
            "left": Count(state.count(stock, seat.color)),
        }

    def name(self, card: str, state: State) -> str:
        """A card by name; one that nobody knows by its back."""
        return catalog.name_of(card) if state.known(card) else f"an unknown {state.back(card)}"

    def site(self, slot: int) -> Figures:
        state = self.after("1.1")
        return {"place": place(slot), "site": self.name(state.site(slot), state)}

    def row(self, slot: int) -> str:
        """What lies at a slot, as far as people may know."""
        state = self.after("1.1")
        cards, relics = state.zone(CARDS[slot]), state.zone(RELICS[slot])
        if not state.faceup_site(slot):
            if self.saved is not None and slot in self.saved.empty:
                return "no site is saved; deal one facedown off the site deck"
            if not self.plan.spoil or not state.known(state.site(slot)):
                lying = len(cards) + len(relics)
                return "a facedown site" + (f", with {Count(lying):card}" if lying else "")
        face = "faceup" if state.faceup_site(slot) else "facedown"
        parts = [_named(card) for card in cards]
        named = [card for card in relics if self.plan.spoil and state.known(card)]
        parts += [f"{catalog.name_of(card)} (facedown relic)" for card in named]
        if len(relics) > len(named):
            parts.append(f"{Count(len(relics) - len(named)):facedown relic}")
        return f"{self.name(state.site(slot), state)}, {face}" + (f", with {listed(parts)}" if parts else "")

    def slot(self, option: str, state: State) -> int:
        """The slot of a site by its id, or by its place where it lies facedown."""
        return PLACE_NAMES.index(option) if option in PLACE_NAMES else state.zones["map"].index(option)

    def order(self, deck: str, state: State) -> str:
        return ", ".join(self.name(card, state) for card in state.zone(f"{deck}.top"))


def _named(card: str) -> str:
    """A card at a site by name; an edifice with its side."""
    record = catalog.card(card)
    if record.kind != "edifice":
        return record.name
    return f"{record.name} ({'edifice' if record.suit else 'ruin'})"


def named_seat(seat: Seat, named: bool) -> str:
    """A player by name, with the color if it may be told."""
    color = seat.color if named else ""
    side = "Chancellor" if seat.color == PURPLE else color
    return f"{seat.name} ({side})" if side else seat.name


# -- how far a pull list has been ticked off, so that fetching can be gone on with: ``pulls.json`` ---------------------


class Ticks:
    """The ticks of one list, by the places of its items. A list that has changed begins anew.

    ``key`` says which list it is (``chronicle:0003``, ``setup``). Without a saga nothing is kept.
    """

    def __init__(self, saga: Path | None, key: str, found: Sequence[Pull]) -> None:
        from oathtools.saga.folder import TICKS

        self.path = None if saga is None else saga / TICKS
        self.key = key
        self.digest = sha256(json.dumps(list(found)).encode()).hexdigest()[:16]
        kept = self._all().get(key, {})
        same = isinstance(kept, dict) and kept.get("list") == self.digest
        ticked = kept.get("done", []) if same else []
        self.done = {at for at in ticked if isinstance(at, int) and 0 <= at < len(found)}

    def tick(self, at: int, done: bool = True) -> None:
        """Tick an item, or take its tick back; kept at once. Raises ``OSError`` and ``whole.Busy``."""
        (self.done.add if done else self.done.discard)(at)
        if self.path is not None:
            with files.alone(self.path.parent):
                kept = {**self._all(), self.key: {"list": self.digest, "done": sorted(self.done)}}
                files.write(self.path, json.dumps(kept, indent=1) + "\n")

    def _all(self) -> dict[str, Any]:
        """What the file holds; one that cannot be read holds nothing, for ticks can be set again."""
        if self.path is None:
            return {}
        try:
            kept = intake.from_json(intake.read(self.path, intake.TABLE))
        except (ValueError, OSError):
            return {}
        return kept if isinstance(kept, dict) else {}
