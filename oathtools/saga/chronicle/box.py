"""A world as people take it out of their box: what they say of it, and the rest unknown."""

from typing import Any

from oathtools import catalog
from oathtools.catalog.names import AmbiguousName, UnknownName, match

PLACES = tuple(
    f"{region}, {number} of {size} from the top"
    for region, size in (("Cradle", 2), ("Provinces", 3), ("Hinterland", 3))
    for number in range(1, size + 1)
)
"""The slots of the map in words, from the top (2.1.1)."""

TEMPLATE = """\
# Our world, as it lies in the box. Save and close the editor: it is checked, and every fault is named.
# What is left out, and what nobody knows any more, is unknown: the cards are told as they come up.
# Names in any spelling. The oath: supremacy, people, devotion or protection.
name: Our saga
game: 2                  # the number of the game to be played next
oath: supremacy
# Who was what: the boards that are on their Citizen side. The others are Exiles.
boards: {}               # {red: citizen, blue: citizen}
# The eight sites from the top, with the cards at them; one that nobody knows: {unknown: site, facedown: true}.
#   - {site: Plains, cards: [Longbows, Tents], relics: [{unknown: relic}]}
#   - {site: Mountain, facedown: true}
# Relics that are left out are drawn as the site shows (8.6).
map:
"""
_AFTER = """\
# The Dispossessed, as far as anybody knows them.
dispossessed: []         # [Longbows, {unknown: denizen, n: 4}]
# The world deck, if you count it: world_deck: {layers: [{denizens: 10, visions: 2}, {denizens: 15, visions: 3}, ...]}
"""


def template() -> str:
    """A text to be filled in: a Chronicle file with a comment at everything that can be told."""
    rows = "".join(f"  - {{unknown: site, facedown: true}}   # {place}\n" for place in PLACES)
    return TEMPLATE + rows + _AFTER


def site_row(said: str) -> dict[str, Any]:
    """A site as people say it: ``Plains: Longbows, Tents``, ``Mountain facedown``; nothing or ``?`` is unknown.

    Relics stand among the cards; names are read later, with the file.
    """
    name, _, cards = said.strip().partition(":")
    name = name.strip()
    if name in ("", "?") or name.casefold() in ("unknown", "facedown"):
        return {"unknown": "site", "facedown": True}
    bare = name.removesuffix(")").casefold().removesuffix("facedown").rstrip(" (,")
    row: dict[str, Any] = {"site": name[: len(bare)], "facedown": len(bare) < len(name)}
    for card in card_names(cards):
        row.setdefault("relics" if _is_relic(card) else "cards", []).append(card)
    return row


def card_names(said: str) -> list[str]:
    """Names with commas between."""
    return [part.strip() for part in said.split(",") if part.strip()]


def _is_relic(name: str) -> bool:
    try:
        return match(name, ("denizen", "edifice", "relic")).id.startswith("relic.")
    except (AmbiguousName, UnknownName):
        return False


def completed(data: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """What a file says of a world, with unknown cards where it says nothing; and what was added, in sentences.

    A faceup site has as many relics as it shows (8.6); the world deck has the denizens of a first game that are not on
    the map, stacked as 8.8 has it, for as many come in as leave (8.4).
    """
    rows = data.get("map")
    notes = []
    if isinstance(rows, list):
        rows = [_with_relics(row) for row in rows]
        data = {**data, "map": rows}
    if not data.get("world_deck"):
        layers = deck_layers(sum(_denizens(row) for row in rows or ()))
        data = {**data, "world_deck": {"layers": layers}}
        size = sum(layer.get("denizens", 0) for layer in layers)
        notes.append(f"of the world deck nothing is told: {size} denizens and the Visions are taken to be in it (8.8)")
    return data, notes


def deck_layers(on_map: int = 0) -> list[dict[str, int]]:
    """The layers of a world deck of which nothing is known, with so many denizens on the map."""
    first = catalog.first_game()
    return stacked(len(first.starting_pool) + sum(len(row.cards) for row in first.map) - on_map)


def stacked(denizens: int) -> list[dict[str, int]]:
    """The layers of a world deck of so many denizens and the Visions (8.8)."""
    from oathtools.procedures.machine.world import built_layers

    return [
        {"denizens": layer.get("denizen", 0), "visions": layer.get("vision", 0)}
        for layer in built_layers(max(0, denizens))
    ]


def _denizens(row: Any) -> int:
    cards = row.get("cards") if isinstance(row, dict) else None
    return len(cards) if isinstance(cards, list) else 0


def _with_relics(row: Any) -> Any:
    row = {"site": row} if isinstance(row, str) else row
    if not isinstance(row, dict) or "relics" in row or row.get("facedown") or not isinstance(row.get("site"), str):
        return row
    try:
        shown = catalog.site(match(row["site"], "site").id).reveal.relics
    except (AmbiguousName, UnknownName):
        return row
    return {**row, "relics": [{"unknown": "relic"}] * shown}


def of_position(position: dict[str, Any]) -> dict[str, Any]:
    """What a position in its canonical form says of the world that its game was begun from: the file of a Chronicle.

    The cards at a site are taken to have lain there; who was what, too.
    """
    people = [player for player in position.get("players", ()) if player.get("role") == "citizen"]
    rows = []
    for site in position.get("sites", ()):
        row = {key: site[key] for key in ("site", "unknown", "facedown") if key in site}
        rows.append({**row, "cards": [card for card in map(_plain, site.get("cards", ())) if card]})
        if "unknown" in row:
            rows[-1]["facedown"] = True
    return {
        "oath": position["oath"],
        "boards": {player["color"]: "citizen" for player in people},
        "map": rows,
    }


def _plain(card: Any) -> str | None:
    return card.get("card") if isinstance(card, dict) else card
