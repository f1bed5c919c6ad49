"""The publisher's first game (1.box and the first-game sheet), with every name resolved to its id."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from oathtools.catalog.names import find
from oathtools.catalog.pieces import Layer
from oathtools.kit.datafiles import load


class FirstSite(NamedTuple):
    """One slot of the first game's map."""

    region: str
    slot: int
    site: str
    facedown: bool
    cards: tuple[str, ...]
    relics: tuple[str, ...]


class Deal(NamedTuple):
    """What the tutorial deals one player: the adviser kept, and the cards discarded to a region's pile."""

    adviser: str
    discarded: tuple[str, ...]
    to: str


class FirstGame(NamedTuple):
    """The first game: map, decks, seats; and the fixed order of cards of its tutorial."""

    oath: str
    players: int
    seats: tuple[str, ...]  # colors, in turn order
    pawns: Mapping[str, str]  # color -> site
    map: tuple[FirstSite, ...]  # from the top
    starting_pool: tuple[str, ...]  # the denizens in use; the others are the Archive
    layers: tuple[Layer, ...]  # of the world deck, from the top
    tutorial_deck: tuple[str, ...]  # from the top
    tutorial_discards: Mapping[str, str]  # region -> the card its pile starts with
    tutorial_deal: Mapping[str, Deal]  # by color
    tutorial_relics: Mapping[str, tuple[str, ...]]  # script version -> relic deck, from the bottom
    unsure: tuple[str, ...]

    @property
    def archive(self) -> tuple[str, ...]:
        """The denizens that the first game leaves in the Archive."""
        from oathtools.catalog import cards

        used = set(self.starting_pool)
        return tuple(denizen.id for denizen in cards("denizen") if denizen.id not in used)


@cache
def first_game() -> FirstGame:
    """The facts of the first game."""
    from oathtools.catalog import by_tts

    data = load("first_game")
    deck = data["tutorial_deal"]
    pool = data["starting_denizen_pool"]["tts_ids"]
    world = data["world_deck"]["structure"]
    return FirstGame(
        oath=f"oath.{data['oath']}",
        players=data["prescribed_players"],
        seats=tuple(data["seats"]),
        pawns=MappingProxyType({color: find(site, "site") for color, site in data["pawns"].items()}),
        map=tuple(
            FirstSite(
                row["region"],
                row["slot"],
                find(row["site"], "site"),
                row["facedown"],
                tuple(find(name) for name in row["cards"]),
                tuple(find(name, "relic") for name in row["relics"]),
            )
            for row in data["map"]
        ),
        starting_pool=tuple(by_tts(number).id for number in range(pool["from"], pool["to"] + 1)),
        layers=tuple(Layer(row["denizens"], row["visions"]) for row in world),
        tutorial_deck=tuple(find(name) for name in data["tutorial_world_deck_top_to_bottom"]),
        tutorial_discards=MappingProxyType({region: find(name) for region, name in deck["discard_seed"].items()}),
        tutorial_deal=MappingProxyType(
            {
                color: Deal(find(row["adviser_facedown"]), tuple(map(find, row["discarded"])), row["to"])
                for color, row in deck.items()
                if color in data["seats"]
            }
        ),
        tutorial_relics=MappingProxyType(
            {
                version.removeprefix("v").replace("_", "."): tuple(find(name, "relic") for name in names)
                for version, names in data["tutorial_relic_deck_bottom_to_top"].items()
            }
        ),
        unsure=tuple(data["unsure"]),
    )
