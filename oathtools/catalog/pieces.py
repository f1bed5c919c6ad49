"""The pieces of the box as constants, read from ``data/components.yaml`` the first time one is asked for.

``from oathtools.catalog import SUITS`` works as with any module; no figure is repeated in code.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from oathtools.kit.datafiles import load


class AttackFace(NamedTuple):
    """A face of the attack die (5.5.5): what it adds, and how often the die has it."""

    id: str
    sides: int  # how many of the die's six sides show it
    swords: int
    hollow_swords: int
    skulls: int


class DefenseFace(NamedTuple):
    """A face of the defense die (5.5.4): its shields, or that it doubles what the others show."""

    id: str
    sides: int
    shields: int
    doubles: int


class Bracket(NamedTuple):
    """Supply refreshed when so many warbands are in the personal bank (4.3.3)."""

    low: int
    high: int
    supply: int


class SupplyTrack(NamedTuple):
    """The Supply track of a board."""

    spaces: int
    most: int  # its leftmost space
    start: int


class EndRoll(NamedTuple):
    """The end die after this round ends the game on this face or higher (3.3)."""

    round: int
    ends_on: int


class Layer(NamedTuple):
    """A pile of the rebuilt world deck, from the top (8.8); ``denizens`` None: all the rest."""

    denizens: int | None
    visions: int


# Suits clockwise around the wheel: the order of the favor banks, wrapping around.
SUITS: tuple[str, ...]
# Regions from the world deck outward; how many sites each has; where discards of each go (10.5).
REGIONS: tuple[str, ...]
REGION_SITES: Mapping[str, int]
DISCARDS_TO: Mapping[str, str]
# Player colors, the Chancellor's first.
COLORS: tuple[str, ...]
CHANCELLOR_COLOR: str
EXILE_COLORS: tuple[str, ...]
WARBANDS: Mapping[str, int]  # by color

FAVOR: int  # tokens in the box
SECRETS: int  # tokens in the box; the rules set no limit (9.3)
DICE_IN_BOX: Mapping[str, int]  # attack, defense, end; the rules set no limit (9.3)
ATTACK_FACES: tuple[AttackFace, ...]
DEFENSE_FACES: tuple[DefenseFace, ...]
END_FACES: tuple[int, ...]
HOLLOW_PER_SWORD: int

TRAVEL_SUPPLY: Mapping[str, Mapping[str, int]]  # from region -> to region (5.6.1)
ACTION_SUPPLY: Mapping[str, int]  # search_discard_pile, muster, trade, recover, campaign
SEARCH_SUPPLY: tuple[int, ...]  # of the world deck, by Visions drawn (5.1.1)
SEARCH_DRAW: int
SUPPLY_TRACK: SupplyTrack
REFRESH: Mapping[str, tuple[Bracket, ...]]  # chancellor, exile

ADVISER_LIMIT: int
BANDITS_PER_SITE: int
DEFENSE_DICE: Mapping[str, int]  # site, pawn_and_favor, oathkeeper, usurper
LAST_ROUND: int
END_ROLLS: tuple[EndRoll, ...]
VISIONS_TO_WIN: int  # drawn from the world deck before a Vision can win (3.2)

PLAYERS: tuple[int, int]  # fewest, most
STARTING: Mapping[str, Any]  # starting pieces by role, and what setup deals (chapter 1)
DECK_LAYERS: tuple[Layer, ...]  # of the rebuilt world deck, from the top (8.8)
CARDS_ADDED: int  # to the world deck each Chronicle (8.4)
CARDS_DISPOSSESSED: int  # each Chronicle (8.5)
ARCHIVE_ADD: tuple[int, ...]  # of the commonest suit and the next ones around the wheel (8.4)


def _frozen(mapping: Mapping[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType(
        {key: _frozen(value) if isinstance(value, dict) else value for key, value in mapping.items()}
    )


def _search_supply(box: Any) -> tuple[int, ...]:
    track = box["world_deck_search_supply"]["track"]
    assert [space["visions_drawn"] for space in track] == list(range(len(track)))
    return tuple(space["supply"] for space in track)


def _faces(kind: Callable[..., Any], box: Any, die: str) -> tuple[Any, ...]:
    def made(id: str, count: int, **shown: int) -> Any:
        return kind(id=id, sides=count, **shown)

    return tuple(made(**face) for face in box["dice"][die]["faces"])


def _layers(box: Any) -> tuple[Layer, ...]:
    build = box["world_deck_build"]
    return (Layer(**build["top"]), Layer(**build["middle"]), Layer(None, 0))


def _refresh(box: Any) -> Mapping[str, tuple[Bracket, ...]]:
    table = box["supply_track"]["refresh"]
    return MappingProxyType(
        {
            role: tuple(Bracket(row["bank_min"], row["bank_max"], row["supply"]) for row in table[role])
            for role in ("chancellor", "exile")
        }
    )


_MAKE: dict[str, Callable[[Any], Any]] = {
    "SUITS": lambda box: tuple(box["suits"]["wheel_clockwise"]),
    "REGIONS": lambda box: tuple(region["id"] for region in box["regions"]),
    "REGION_SITES": lambda box: MappingProxyType({region["id"]: region["sites"] for region in box["regions"]}),
    "DISCARDS_TO": lambda box: MappingProxyType({r["id"]: r["discards_go_to"] for r in box["regions"]}),
    "COLORS": lambda box: (box["colours"]["chancellor"], *box["colours"]["exiles"]),
    "CHANCELLOR_COLOR": lambda box: box["colours"]["chancellor"],
    "EXILE_COLORS": lambda box: tuple(box["colours"]["exiles"]),
    "WARBANDS": lambda box: MappingProxyType(
        {box["colours"]["chancellor"]: box["warbands"]["chancellor"]}
        | dict.fromkeys(box["colours"]["exiles"], box["warbands"]["exile_each"])
    ),
    "FAVOR": lambda box: box["tokens"]["favor"],
    "SECRETS": lambda box: box["tokens"]["secret"],
    "DICE_IN_BOX": lambda box: MappingProxyType({die: box["dice"][die]["count_in_box"] for die in box["dice"]}),
    "ATTACK_FACES": lambda box: _faces(AttackFace, box, "attack"),
    "DEFENSE_FACES": lambda box: _faces(DefenseFace, box, "defense"),
    "END_FACES": lambda box: tuple(box["dice"]["end"]["faces"]),
    "HOLLOW_PER_SWORD": lambda box: box["dice"]["attack"]["rules"]["hollow_swords_per_sword"],
    "TRAVEL_SUPPLY": lambda box: _frozen(box["travel_supply"]),
    "ACTION_SUPPLY": lambda box: _frozen(box["action_supply"]),
    "SEARCH_SUPPLY": _search_supply,
    "SEARCH_DRAW": lambda box: box["world_deck_search_supply"]["draw"],
    "SUPPLY_TRACK": lambda box: SupplyTrack(
        box["supply_track"]["spaces"], box["supply_track"]["leftmost"], box["supply_track"]["start"]
    ),
    "REFRESH": _refresh,
    "ADVISER_LIMIT": lambda box: box["adviser_limit"],
    "BANDITS_PER_SITE": lambda box: box["bandits_per_site"],
    "DEFENSE_DICE": lambda box: MappingProxyType(
        {what: dice for what, dice in box["defense_dice"].items() if isinstance(dice, int)}
    ),
    "LAST_ROUND": lambda box: box["rounds"]["max"],
    "END_ROLLS": lambda box: tuple(
        EndRoll(row["end_of_round"], row["ends_on_min"]) for row in box["rounds"]["end_die"]
    ),
    "VISIONS_TO_WIN": lambda box: box["rounds"]["visionary_min_visions_drawn"],
    "PLAYERS": lambda box: (box["players"]["min"], box["players"]["max"]),
    "STARTING": lambda box: _frozen(box["starting_pieces"]),
    "DECK_LAYERS": _layers,
    "CARDS_ADDED": lambda box: box["world_deck_build"]["cards_added_per_game"],
    "CARDS_DISPOSSESSED": lambda box: box["world_deck_build"]["cards_dispossessed_per_game"],
    "ARCHIVE_ADD": lambda box: tuple(box["world_deck_build"]["archive_add"].values()),
}


def __getattr__(name: str) -> Any:
    make = _MAKE.get(name)
    if make is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = make(load("components"))
    return value


def piece(name: str) -> Any:
    """A constant of this module by name, made if it is asked for the first time."""
    return globals()[name] if name in globals() else __getattr__(name)


@cache
def travel_supply(start: str, end: str) -> int:
    """Supply to travel from one region to another, or within one (5.6.1)."""
    return int(piece("TRAVEL_SUPPLY")[start][end])


def refresh_supply(role: str, bank: int) -> int:
    """The Supply space for so many warbands in the personal bank of a chancellor or an exile (4.3.3).

    Counts above the last bracket (pieces beyond the box, in variants) read as its highest. Raises ``ValueError`` for
    a citizen, who has the Chancellor's Supply, and for a negative number.
    """
    brackets = piece("REFRESH").get(role)
    if brackets is None or bank < 0:
        raise ValueError(f"no Supply space for {role} with {bank} warbands in the bank")
    for bracket in brackets:
        if bank >= bracket.low:
            return int(bracket.supply)
    raise ValueError(f"no Supply space for {role} with {bank} warbands in the bank")


@cache
def search_supply(visions_drawn: int) -> int:
    """Supply to search the world deck when so many Visions have been drawn (5.1.1)."""
    track = piece("SEARCH_SUPPLY")
    return int(track[min(visions_drawn, len(track) - 1)])


def favor_bank_start(players: int) -> int:
    """Favor in each bank at setup for so many players (1.6).

    Raises ``ValueError`` for a number of players that the box does not serve.
    """
    for row in load("components")["favor_bank_start"]:
        if row["players_min"] <= players <= row["players_max"]:
            return int(row["favor"])
    raise ValueError(f"no setup for {players} players")
