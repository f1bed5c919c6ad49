"""The world a game is set up from: what the Chronicle saved, as far as the tool is told; and the players' seats."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.table.state import CHANCELLOR, CITIZEN, EXILE, PURPLE


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
    if names[0][1] not in (None, PURPLE):
        raise ValueError(f"the first seat is the Chancellor's, whose color is purple, not {names[0][1]}")
    doubled = next((color for color in taken if taken.count(color) > 1 or color not in catalog.EXILE_COLORS), None)
    if doubled:
        raise ValueError(f"{doubled} cannot be the color of these seats: each Exile or Citizen has one of their own")
    free = [color for color in catalog.EXILE_COLORS if color not in taken]
    seats = [Seat(names[0][0], PURPLE, CHANCELLOR, names[0][2])]
    for name, color, bot in names[1:]:
        color = color or free.pop(0)
        seats.append(Seat(name, color, CITIZEN if color in citizens else EXILE, bot))
    return seats
