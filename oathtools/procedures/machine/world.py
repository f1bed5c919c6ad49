"""The world a game is set up from: what the Chronicle saved, as far as the tool is told; and the players' seats."""

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any, Final, NamedTuple

from oathtools import catalog
from oathtools.catalog import packs
from oathtools.table import effects, knowledge
from oathtools.table import state as table
from oathtools.table.effects import Effects


class Seat(NamedTuple):
    """A player: name, color, the side of the board (``chancellor``, ``citizen`` or ``exile``), and a bot or not.

    A bot goes by its name (``oathtools.bots``); one that is merely true answers at random.
    """

    name: str
    color: str
    role: str
    bot: bool | str = False


# A card by its id; None for one that the tool is not told; several ids for one of which it is known what it may be.
Saved = str | None | tuple[str, ...]


class SavedSite(NamedTuple):
    """A site slot of the Chronicle."""

    site: Saved
    facedown: bool = False
    cards: tuple[str, ...] = ()
    relics: tuple[Saved, ...] = ()


class World(NamedTuple):
    """The saved world. A deck is given by its order (top first) where the tool knows it, else by what is in it.

    ``world_deck`` and ``relic_deck`` are orders, or None; then ``layers`` tells how many cards of each back lie in each
    part of the world deck, from the top, and ``pool`` which denizens may be in it; ``top`` and ``bottom`` are cards of
    it whose place is known. Layers without any Vision are a deck still to be built (1.box). ``archive`` are the cards
    of the Archive that are not known by elimination. ``pawns`` are the sites where the sheet of the first game places
    the pawns, by color: a suggestion at 1.23.1, no rule. ``variants`` are the house rules in force, each with what the
    saga keeps of it. ``joined`` are cards that were shuffled together: how many, their names, the parts they lie in.
    """

    oath: str
    map: tuple[SavedSite, ...]
    world_deck: tuple[str, ...] | None
    relic_deck: tuple[Saved, ...] | None
    layers: tuple[dict[str, int], ...] = ()
    pool: tuple[str, ...] = ()
    relics_left: int = 0
    dispossessed: tuple[Saved, ...] = ()
    citizens: tuple[str, ...] = ()
    pawns: dict[str, str] = {}
    archive: tuple[Saved, ...] = ()
    top: tuple[Saved, ...] = ()
    bottom: tuple[Saved, ...] = ()
    variants: dict[str, Any] = {}
    joined: tuple[tuple[int, tuple[str, ...], tuple[str, ...]], ...] = ()

    def hidden(self) -> "World":
        """The same world as the people at a table know it: what is facedown is not told.

        Deck orders become layers, facedown sites and relics at sites become unknown cards of their backs.
        """
        deck = self.world_deck
        world = self
        if deck is not None:
            layers = layers_of(deck)
            pool = tuple(sorted(card for card in deck if card.startswith("denizen.")))
            world = world._replace(world_deck=None, layers=layers, pool=pool)
        if self.relic_deck is not None:
            deck_of_relics = tuple(map(_unseen, self.relic_deck))
            known = any(deck_of_relics)
            world = world._replace(relic_deck=deck_of_relics if known else None, relics_left=len(deck_of_relics))
        rows = tuple(
            saved._replace(
                site=_unseen(saved.site) if saved.facedown else saved.site, relics=tuple(map(_unseen, saved.relics))
            )
            for saved in self.map
        )
        return world._replace(map=rows)

    def as_data(self) -> dict[str, Any]:
        """The world as plain JSON data."""
        data: dict[str, Any] = self._asdict()
        data["map"] = [saved._asdict() for saved in self.map]
        return data

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "World":
        """The world of such data."""
        deck, relics = data["world_deck"], data["relic_deck"]
        return cls(
            data["oath"],
            tuple(
                SavedSite(_saved(each["site"]), each["facedown"], tuple(each["cards"]), _all_saved(each["relics"]))
                for each in data["map"]
            ),
            None if deck is None else tuple(deck),
            None if relics is None else _all_saved(relics),
            tuple(data["layers"]),
            tuple(data["pool"]),
            data["relics_left"],
            _all_saved(data["dispossessed"]),
            tuple(data["citizens"]),
            dict(data["pawns"]),
            _all_saved(data.get("archive", ())),
            _all_saved(data.get("top", ())),
            _all_saved(data.get("bottom", ())),
            dict(data.get("variants", {})),
            tuple((n, tuple(names), tuple(parts)) for n, names, parts in data.get("joined", ())),
        )


def _saved(card: str | list[str] | None) -> Saved:
    return tuple(card) if isinstance(card, list | tuple) else card


def _all_saved(cards: Iterable[Any]) -> tuple[Saved, ...]:
    return tuple(map(_saved, cards))


def _unseen(card: Saved) -> Saved:
    """A card as the people know it who have not seen it; what it may be is theirs to know."""
    return None if isinstance(card, str) else card


def layers_of(deck: Sequence[str]) -> tuple[dict[str, int], ...]:
    """How many cards of each back lie in each part of a deck (8.8), or in the whole of it if it was not built so."""
    parts: list[dict[str, int]] = []
    start = 0
    for layer in catalog.DECK_LAYERS:
        size = len(deck) - start if layer.denizens is None else layer.denizens + layer.visions
        part = _backs(deck[start : start + size])
        if layer.denizens is not None and part.get("vision", 0) != layer.visions:
            return (_backs(deck),)
        if layer.denizens is None and part.get("vision"):
            return (_backs(deck),)
        if part:
            parts.append(part)
        start += size
    return tuple(parts)


def built_layers(denizens: int, visions: int | None = None) -> tuple[dict[str, int], ...]:
    """The layers of a world deck rebuilt from so many denizens and the Visions (8.8, 1.box).

    There are five ``visions`` in the box; those that variants bring besides lie with the denizens that are left.
    """
    parts: list[dict[str, int]] = []
    left = denizens
    more = 0 if visions is None else max(0, visions - len(catalog.ids("vision")))
    for layer in catalog.DECK_LAYERS:
        take = left if layer.denizens is None else min(left, layer.denizens)
        left -= take
        revealing = layer.visions + (more if layer.denizens is None else 0)
        part = {back: count for back, count in (("denizen", take), ("vision", revealing)) if count}
        if part:
            parts.append(part)
    return tuple(parts)


def _backs(cards: Sequence[str]) -> dict[str, int]:
    return dict(Counter(card.partition(".")[0] for card in cards))


def first_game_world() -> World:
    """The publisher's first game: its map, 51 denizens and the 5 Visions to be layered, 19 relics."""
    first = catalog.first_game()
    rows = tuple(SavedSite(slot.site, slot.facedown, slot.cards, slot.relics) for slot in first.map)
    on_map = {card for slot in first.map for card in slot.cards}
    pool = tuple(card for card in first.starting_pool if card not in on_map)
    relics = len(catalog.cards("relic")) - 1 - sum(len(slot.relics) for slot in first.map)
    return World(
        first.oath.removeprefix("oath."),
        rows,
        None,
        None,
        built_layers(len(pool)),
        pool,
        relics,
        pawns=dict(first.pawns),
    )


def printed_pawns(rows: Sequence[SavedSite]) -> dict[str, str]:
    """Where the sheet of the first game places the pawns, if this is its map: its sites, its faceup cards."""
    first = catalog.first_game()
    rows_saved = [(saved.site, saved.facedown, saved.cards) for saved in rows]
    return dict(first.pawns) if rows_saved == [(slot.site, slot.facedown, slot.cards) for slot in first.map] else {}


def seats_for(names: Sequence[tuple[str, str | None, bool | str]], citizens: Sequence[str]) -> list[Seat]:
    """Seats in turn order, the Chancellor first (1.7 to 1.9); colors left open are dealt in the box's order.

    Each entry is (name, color or None, bot). Raises ``ValueError`` for too few or too many, or a color taken twice.
    """
    low, high = 2, catalog.PLAYERS[1]
    if not low <= len(names) <= high:
        raise ValueError(f"{low} to {high} seats, not {len(names)}")
    taken = [color for _, color, _ in names[1:] if color]
    if names[0][1] not in (None, table.PURPLE):
        raise ValueError(f"the first seat is the Chancellor's, whose color is purple, not {names[0][1]}")
    doubled = next((color for color in taken if taken.count(color) > 1 or color not in catalog.EXILE_COLORS), None)
    if doubled:
        raise ValueError(f"{doubled} cannot be the color of these seats: each Exile or Citizen has one of their own")
    free = [color for color in catalog.EXILE_COLORS if color not in taken]
    seats = [Seat(names[0][0], table.PURPLE, table.CHANCELLOR, names[0][2])]
    for name, color, bot in names[1:]:
        color = color or free.pop(0)
        seats.append(Seat(name, color, table.CITIZEN if color in citizens else table.EXILE, bot))
    return seats


PRINTED: Final = "pawns"  # where the sheet of the first game places them, until they stand


def opening(world: World, seats: list[Seat]) -> table.State:
    """The state before step 1.1: the saved world in its stacks, the boards not yet taken."""
    state = table.blank([table.Player(seat.color, seat.name, seat.role) for seat in seats], world.oath)
    state.oathkeeper = None
    state.step = "1.1"
    state.variants = deepcopy(world.variants)
    do = Effects(state)
    do.unheard()
    state.zones["saved.map"] = []
    unseated = [color for color in world.citizens if color not in state.players]
    if unseated:
        state.lasting["boards"] = dict.fromkeys(unseated, table.CITIZEN)
    if world.pawns:
        state.lasting[PRINTED] = dict(world.pawns)
    known_sites = {saved.site for saved in world.map if isinstance(saved.site, str)}
    state.groups["sites"] = [site for site in catalog.ids("site", world.variants) if site not in known_sites]
    on_map = [relic for saved in world.map for relic in saved.relics]
    placed = {relic for relic in (*on_map, *(world.relic_deck or ())) if isinstance(relic, str)}
    relics = [
        relic for relic in catalog.ids("relic", world.variants) if relic != table.GRAND_SCEPTER and relic not in placed
    ]
    unknown = world.relic_deck is None or None in (*on_map, *world.relic_deck)
    state.groups["relics"] = relics if unknown else []
    _lay_decks(state, do, world)
    for slot, saved in enumerate(world.map):
        site = lay(do, saved.site, "site", "saved.map", "1.1")
        if saved.facedown or site in state.handles:
            state.facedown[site] = ()
        for card in saved.cards:
            do.put(card, f"saved.cards.{slot}", ("1.1",))
        for relic in saved.relics:
            lay(do, relic, "relic", f"saved.relics.{slot}", "1.1")
    do.put(table.GRAND_SCEPTER, "box", ("1.8",))
    _fill_archive(state, do, world)
    _add_what_is_new(state, do)
    _keep(state, world)
    return state


def lay(do: Effects, card: Saved, back: str, zone: str, clause: str) -> str:
    """A saved card comes to a zone; one that nobody told is an unknown card of its back, or of what it may be."""
    if isinstance(card, str):
        do.put(card, zone, (clause,))
        return card
    group = effects.group_of(back)
    if card is not None:
        group = next((name for name, names in do.state.groups.items() if tuple(names) == card), "")
        if not group:
            group = f"saved.{len(do.state.groups)}"
            do.state.groups[group] = list(card)
    return do.new_handle(back, (group,), zone, (clause,))


def _lay_decks(state: table.State, do: Effects, world: World) -> None:
    if world.world_deck is None:
        state.layers[table.WORLD] = [dict(layer) for layer in world.layers]
        state.groups["denizens"] = list(world.pool)
        state.groups["visions"] = list(catalog.ids("vision", world.variants))
    for card in world.world_deck or world.top:
        lay(do, card, "denizen", f"{table.WORLD}.top", "1.21")
    for card in world.bottom:
        lay(do, card, "denizen", f"{table.WORLD}.bottom", "1.21")
    if world.relic_deck is None:
        state.layers[table.RELIC_DECK] = [{"relic": world.relics_left}] if world.relics_left else []
        return
    for relic in world.relic_deck:
        lay(do, relic, "relic", f"{table.RELIC_DECK}.top", "1.18")


def _add_what_is_new(state: table.State, do: Effects) -> None:
    """What a variant brings that was not yet in the saved world: relics go below the others, Visions wait in the box.

    Its denizens are in the Archive by elimination, its sites among those that are not on the map.
    """
    known_names = {name for names in state.groups.values() for name in names}
    for kind, zone in (("relic", f"{table.RELIC_DECK}.bottom"), ("vision", "box")):
        for card in packs.ids(kind, tuple(sorted(state.variants))):
            if card not in state.where and card not in known_names:
                do.put(card, zone, ("1.1",))


def _keep(state: table.State, world: World) -> None:
    """What was shuffled together before the game, by the groups on which its cards draw now (8.4, 8.5, 8.8)."""
    keys = {_part(table.WORLD): {table.DECK_GROUPS[table.WORLD]["denizen"]}}
    for card, handle in state.handles.items() if world.joined else ():
        if handle.groups != (
            effects.group_of(handle.back),
        ):  # on which cards draw that were shuffled with none of these
            keys.setdefault(_part(state.where[card]), set()).add(knowledge.key_of(handle.groups))
    for n, names, parts in world.joined:
        there = [name for name in names if _part(state.where.get(name, parts[0])) in parts]
        state.kept.append([n, there, sorted(key for part in parts for key in keys.get(part, ())), []])
    if not knowledge.goes_round(state.kept):  # people may change the file
        state.kept = []


def _part(zone: str) -> str:
    """The part of a Chronicle in which a zone was saved."""
    head = zone.partition(".")[0]
    return {"saved": "map", table.WORLD: "world_deck"}.get(head, head)


def _fill_archive(state: table.State, do: Effects, world: World) -> None:
    """What is nowhere else lies in the Archive: denizens, and edifices by their intact sides."""
    if None in (*world.dispossessed, *world.archive):
        # Nobody knows what they may be, so the Archive is not known by elimination either.
        named = {card for card in world.dispossessed if isinstance(card, str)}
        free = [
            card for card in catalog.ids("denizen", state.variants) if card not in state.where and card not in named
        ]
        state.groups["others"] = free
    for zone, cards in (("dispossessed", world.dispossessed), ("archive", world.archive)):
        for card in cards:
            if card is None:
                do.new_handle("denizen", ("others",), zone, ("8.5",))
            else:
                lay(do, card, "denizen", zone, "8.5")
    where = state.where
    for group, names in state.groups.items():
        state.groups[group] = [name for name in names if name not in where]
    strange = {name for names in state.groups.values() for name in names}
    rest = [card for card in catalog.ids("denizen", state.variants) if card not in where and card not in strange]
    for side in catalog.cards("edifice", state.variants):
        if not side.ruined and side.id not in where and side.other_side not in where:
            rest.append(side.id)
    state.zones.setdefault("archive", []).extend(rest)
    where.update(dict.fromkeys(rest, "archive"))
