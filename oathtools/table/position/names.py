"""Names in position files: cards by their printed names where these are plain, players by their display names."""

from functools import cache

from oathtools import catalog
from oathtools.table.state import PLACE_NAMES, State

# What a card of each back is called in a fault, and where cards of each kind may lie.
WORLD_KINDS = ("denizen", "vision")
KIND_WORDS = {
    "denizen": "a denizen",
    "edifice": "an edifice",
    "vision": "a Vision",
    "relic": "a relic",
    "site": "a site",
    "banner": "a banner",
    "reliquary": "a Reliquary space",
    "oath": "an oath",
}


@cache
def word_for(card: str, kinds: tuple[str, ...] | None = None) -> str:
    """The printed name of a card if it says, among some kinds, which card is meant; else its id."""
    name = catalog.name_of(card)
    try:
        return name if catalog.match(name, kinds) == (card, True) else card
    except LookupError:
        return card


def player_for(state: State, seat: str) -> str:
    """How a position names a player: by the display name, or by the color where the name would mislead."""
    name = state.players[seat].name
    others = [
        word.casefold() for each in state.players.values() if each.seat != seat for word in (each.name, each.seat)
    ]
    return seat if not name.strip() or name.strip().casefold() in others else name


def site_for(state: State, slot: int) -> str:
    """How a position names a site: by its name, or by its place if the tool does not know it."""
    site = state.site(slot)
    return PLACE_NAMES[slot] if site in state.handles else word_for(site, ("site",))
