"""Positions and states of the acid test: one flat mapping, the same for both, as ``docs/acid.md`` describes it.

A key is ``PLACE.WHAT``; what is empty, false or nothing is left out. Cards, sites and players go by the last part of
their ids, which no two share; a card that lies facedown has a tilde before its name.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from oathtools import catalog
from oathtools.engine.driver import finish
from oathtools.powers import load
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.world import SavedSite, Seat, World, opening
from oathtools.procedures.setup import next_step
from oathtools.table import effects
from oathtools.table import state as table
from oathtools.table.position import form
from oathtools.table.result import BY_ROLE

Flat = dict[str, Any]
DOWN = "~"
PIECES = {table.FAVOR: "favor", table.SECRET: "secrets", table.HIDDEN: "hidden"}
# Lists whose order says nothing.
UNORDERED = (".cards", ".relics", ".advisers", "box", "discards", "dispossessed")
# What is shuffled before the Chronicle is written to its end.
WRITING, SHUFFLED = "chronicle", ("world_deck", "relic_deck")


@cache
def _ids() -> dict[str, str]:
    return {card.partition(".")[2]: card for card in catalog.ids()}


def full(name: str) -> str:
    """The id for a short name; anything else as it stands."""
    return _ids().get(name, name)


def short(card: str) -> str:
    """The short name of a card or site."""
    return card.partition(".")[2] if card in catalog.ids() else card


# -- from the mapping to a state --------------------------------------------------------------------------------------


def state_of(flat: Flat) -> table.State:
    """The state that a position states. Raises ``PositionError``, and ``ValueError`` for a key that is none."""
    return form.from_position(_FlatReader(flat).position())


class _FlatReader:
    """The mapping as a position file, key by key; every key must have been read in the end."""

    def __init__(self, flat: Flat) -> None:
        self.left = dict(flat)

    def take(self, key: str, default: Any = None) -> Any:
        return self.left.pop(key, default)

    def position(self) -> dict[str, Any]:
        seats = self.take("seats", [])
        top: dict[str, Any] = {
            key: self.left.pop(key) for key in ("oath", "round", "visions_drawn") if key in self.left
        }
        turn = {
            "player": self.take("turn"),
            "phase": self.take("phase", "act"),
            "step": self.take("step"),
            "discarded": self.take("discarded"),
            "taken": [full(card) for card in self.take("taken", ())],
        }
        sites = [self.site(name) for name in self.take("map", [])]
        others = sorted(set(catalog.ids("site")) - {each["site"] for each in sites})
        data: dict[str, Any] = {
            **top,
            "turn": {key: value for key, value in turn.items() if value},
            "oathkeeper": {
                "holder": self.take("oathkeeper"),
                "side": "usurper" if self.take("usurper") else "oathkeeper",
            },
            "banners": {short(banner): self.banner(banner) for banner in table.BANNERS},
            "favor_banks": {suit: self.take(f"bank.{suit}", 0) for suit in catalog.SUITS},
            "sites": sites,
            "players": [self.player(seat) for seat in seats],
            "reliquary": [relic and full(relic) for relic in self.take("reliquary", [None] * len(table.RELIQUARY))],
            "world_deck": {"top": _full(self.take("world_deck", ())), "layers": [], "pool": [], "visions": []},
            "relic_deck": {"top": _full(self.take("relic_deck", ())), "rest": 0, "pool": []},
            "site_deck": {"top": [], "rest": len(others), "pool": others},
            "discard_piles": {region: _full(self.take(f"discard.{region}", ())) for region in catalog.REGIONS},
            "dispossessed": _full(self.take("dispossessed", ())),
            "box": {"cards": _full(self.take("box", ()))},
        }
        if winner := self.take("winner"):
            how = self.take("how")
            role = next(player["role"] for player in data["players"] if player["color"] == winner)
            clause = next(clause for clause, each in BY_ROLE[role].items() if each == how)
            result = {"winner": winner, "how": how, "clause": clause, "ways": [[how, clause]]}
            data["result"] = {**result, "round": top.get("round", 1)}
        if self.left:
            raise ValueError(f"no such key: {', '.join(self.left)}")
        return data

    def banner(self, banner: str) -> dict[str, Any]:
        name = short(banner)
        data = {"holder": self.take(f"{name}.holder"), **self.tokens(name, zero=True)}
        return {**data, "mob": bool(self.take("mob"))} if banner == table.PEOPLES_FAVOR else data

    def tokens(self, place: str, *, zero: bool = False) -> dict[str, Any]:
        """What lies at a place: favor, secrets, warbands by color."""
        found: dict[str, Any] = {}
        if f"{place}.favor" in self.left or (zero and place == short(table.PEOPLES_FAVOR)):
            found["favor"] = self.take(f"{place}.favor", 0)
        up, down = self.take(f"{place}.secrets", 0), self.take(f"{place}.hidden", 0)
        if up or down or (zero and place == short(table.DARKEST_SECRET)):
            found["secrets"] = {"up": up, "down": down} if down else up
        warbands = {color: self.take(f"{place}.{color}", 0) for color in catalog.COLORS}
        if any(warbands.values()):
            found["warbands"] = {color: count for color, count in warbands.items() if count}
        return found

    def card(self, name: str) -> dict[str, Any]:
        bare = name.removeprefix(DOWN)
        return {"card": full(bare), "facedown": bare != name, **self.tokens(bare)}

    def player(self, seat: str) -> dict[str, Any]:
        data = {
            "color": seat,
            "role": self.take(f"{seat}.role"),
            "pawn": full(self.take(f"{seat}.at", "")) or None,
            "supply": self.take(f"{seat}.supply", 0),
            "relics": [self.card(card) for card in self.take(f"{seat}.relics", ())],
            "advisers": [self.card(card) for card in self.take(f"{seat}.advisers", ())],
            **self.tokens(seat),
        }
        vision = self.take(f"{seat}.vision")
        return {**data, "vision": self.card(vision)} if vision else data

    def site(self, name: str) -> dict[str, Any]:
        bare = name.removeprefix(DOWN)
        return {
            "site": full(bare),
            "facedown": bare != name,
            "cards": [self.card(card) for card in self.take(f"{bare}.cards", ())],
            "relics": [self.card(card) for card in self.take(f"{bare}.relics", ())],
            **self.tokens(bare),
        }


def _full(names: Iterable[str]) -> list[str]:
    return [full(name) for name in names]


# -- from a state to the mapping --------------------------------------------------------------------------------------


def flat_of(state: table.State) -> Flat:
    """A state as the mapping; what is empty is left out."""
    flat: Flat = {
        "seats": list(state.seats),
        "map": [None if site in state.handles else _laid(state, site) for site in state.zone("map")],
        **{key: getattr(state, key) for key in ("oath", "round", "visions_drawn", "turn", "phase", "mob")},
        "step": None if state.phase == "setup" else state.step,
        "oathkeeper": state.oathkeeper,
        "usurper": state.usurper,
        "world_deck": _cards(state, f"{table.WORLD}.top"),
        "relic_deck": [short(card) for end in ("top", "bottom") for card in state.zone(f"{table.RELIC_DECK}.{end}")],
        "reliquary": [short(state.zone(space)[0]) if state.zone(space) else None for space in table.RELIQUARY],
        "dispossessed": _cards(state, "dispossessed"),
        "box": _cards(state, "box"),
        **{f"{short(banner)}.holder": state.holders[banner] for banner in table.BANNERS},
        **_piles(state),
        **{f"bank.{suit}": state.count(f"bank.{suit}", table.FAVOR) for suit in catalog.SUITS},
    }
    flat["world_deck"] += _cards(state, f"{table.WORLD}.bottom")
    for seat in state.seats:
        flat |= _of_player(state, seat)
    for slot in range(len(table.SLOT)):
        site = short(state.site(slot))
        flat[f"{site}.cards"] = [_laid(state, card) for card in state.zone(table.CARDS[slot])]
        flat[f"{site}.relics"] = [_laid(state, card) for card in state.zone(table.RELICS[slot])]
    for place, pile in state.pieces.items():
        if (name := _place(state, place)) is not None:
            flat |= {f"{name}.{PIECES.get(kind, kind)}": count for kind, count in pile.items()}
    if state.result is not None:
        flat |= {"winner": state.result["winner"], "how": state.result["how"], "vowed": effects.noted(state, "oath")}
    return {key: value for key, value in flat.items() if value}


def _piles(state: table.State) -> Flat:
    """The discard piles; while the Chronicle is written they are one: which of them a card goes to is all the same."""
    piles = {region: _cards(state, f"discard.{region}") for region in catalog.REGIONS}
    if state.phase == WRITING:
        return {"discards": [card for pile in piles.values() for card in pile]}
    return {f"discard.{region}": pile for region, pile in piles.items()}


def _of_player(state: table.State, seat: str) -> Flat:
    player = state.players[seat]
    vision = state.zone(f"vision.{seat}")
    return {
        f"{seat}.role": player.role,
        f"{seat}.at": None if player.slot is None else short(state.site(player.slot)),
        f"{seat}.supply": player.supply,
        f"{seat}.vision": short(vision[0]) if vision else None,
        f"{seat}.advisers": [_laid(state, card) for card in state.zone(f"advisers.{seat}")],
        f"{seat}.relics": [_laid(state, card) for card in state.zone(f"held.{seat}")],
    }


def _cards(state: table.State, zone: str) -> list[str]:
    return [short(card) for card in state.zone(zone)]


def _laid(state: table.State, card: str) -> str:
    return f"{DOWN if state.is_facedown(card) else ''}{short(card)}"


def _place(state: table.State, place: str) -> str | None:
    """What a place of pieces is called; None for banks, which follow from the rest."""
    first, _, rest = place.partition(".")
    if first == "board":
        return rest
    if first == "slot":
        return short(state.site(int(rest)))
    return short(place) if catalog.is_card(place) or place in table.BANNERS else None


# -- comparing --------------------------------------------------------------------------------------------------------


def differences(wanted: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The keys in which two states differ, each with what was wanted and what was found."""
    sets = (*UNORDERED, *SHUFFLED) if wanted.get("phase") == WRITING else UNORDERED
    keys = dict.fromkeys([*wanted, *found])
    pairs = ((key, wanted.get(key) or None, found.get(key) or None) for key in keys)
    return {key: (one, other) for key, one, other in pairs if _plain(key, one, sets) != _plain(key, other, sets)}


def _plain(key: str, value: Any, sets: tuple[str, ...]) -> Any:
    return sorted(value, key=str) if isinstance(value, list) and key.endswith(sets) else value


# -- A world as chapter 1 finds it: the position of a game that is to be set up, its sites laid out (1.1) --------------


SETUP = "setup"
_OF_SITES = ("cards", "relics")


def before_setup(flat: Flat) -> table.State:
    """The state between 1.1 and 1.2. Raises ``ValueError`` for a key that says nothing before setup."""
    left = dict(flat)
    seats = left.pop("seats")
    roles = {seat: left.pop(f"{seat}.role") for seat in seats}
    world = World(
        left.pop("oath"),
        tuple(_site(left, name) for name in left.pop("map")),
        tuple(map(full, left.pop("world_deck", ()))),
        tuple(map(full, left.pop("relic_deck", ()))),
        dispossessed=tuple(map(full, left.pop("dispossessed", ()))),
        citizens=tuple(seat for seat in seats if roles[seat] == table.CITIZEN),
    )
    for key in ("phase", "turn", "round", "box", "reliquary"):
        left.pop(key, None)
    if left:
        raise ValueError(f"no such key before setup: {', '.join(left)}")
    game = Game(opening(world, [Seat(seat, seat, roles[seat]) for seat in seats]), load())
    finish(next_step(game))
    return game.state


def _site(left: Flat, name: str) -> SavedSite:
    bare = name.removeprefix(DOWN)
    cards, relics = ([full(card.removeprefix(DOWN)) for card in left.pop(f"{bare}.{key}", ())] for key in _OF_SITES)
    return SavedSite(full(bare), bare != name, tuple(cards), tuple(relics))
