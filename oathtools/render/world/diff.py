"""What a game did to the world, for people and for programs."""

from collections.abc import Iterator
from typing import Any

from oathtools import catalog
from oathtools.render.document import Block, Line
from oathtools.render.world.blame import PLACES
from oathtools.render.world.history import name, oath_name, told
from oathtools.saga.past.annals import PastGame
from oathtools.saga.past.diff import Difference, Moved
from oathtools.table.state import PLACE_NAMES
from oathtools.text import listed


def as_json(games: list[PastGame], found: Difference) -> dict[str, Any]:
    """The difference for programs: before the first of these games and after the last."""
    return {
        "games": [game.game for game in games],
        "oath": list(found.oath) if found.oath else None,
        "boards": {color: list(sides) for color, sides in found.boards.items()},
        "sites": [
            {"site": each.site, "before": _slot_id(each.before), "after": _slot_id(each.after)} for each in found.sites
        ],
        "facedown": list(found.facedown),
        "cards": [each._asdict() for each in found.cards],
        "turned": [each._asdict() for each in found.turned],
        "relics": {site: list(counts) for site, counts in found.relics.items()},
        "added": {suit: count for suit in catalog.SUITS if (count := sum(game.added()[suit] for game in games))},
        "removed": sum(game.removed for game in games),
    }


def _slot_id(slot: int | None) -> str | None:
    return None if slot is None else PLACE_NAMES[slot]


def document(games: list[PastGame], found: Difference) -> list[Block]:
    """The difference to be read at a table."""
    first, last = games[0], games[-1]
    which = f"Game {first.game}" if first is last else f"Games {first.game} to {last.game}"
    lines: list[Block] = [Line(f"What {which[0].lower()}{which[1:]} did to the world", hang=2)]
    for game in games:
        winner = next((text for text in told(game) if game.winner), None)
        lines += [Line(winner, hang=2)] if winner else []
    parts = [
        ("Oath", list(_oath(found))),
        ("Boards", [f"{color}: {sides[0]} -> {sides[1]}" for color, sides in found.boards.items()]),
        ("Map", list(_map(found))),
        ("Cards at sites", list(_cards(found))),
        ("Out of sight", list(_hidden(games, found))),
    ]
    for title, rows in parts:
        if rows:
            lines += ["", title, *(Line(row, "  ", 4) for row in rows)]
    if not found:
        lines += ["", Line("Nothing that everybody can see is different.", hang=2)]
    return lines


def _oath(found: Difference) -> Iterator[str]:
    if found.oath:
        yield " -> ".join(oath_name(oath).removeprefix("the ") for oath in found.oath)


def _map(found: Difference) -> Iterator[str]:
    gone = [each for each in found.sites if each.after is None]
    came = [each for each in found.sites if each.before is None]
    if gone:
        yield f"gone: {listed([name(each.site) for each in gone])}"
    for each in came:
        yield f"new: {name(each.site)}, {_slot(each.after)}"
    for each in found.sites:
        if each.before is not None and each.after is not None:
            yield f"moved: {name(each.site)}, {_slot(each.before)} -> {_slot(each.after)}"
    if found.facedown[0] != found.facedown[1]:
        yield f"facedown sites: {found.facedown[0]} -> {found.facedown[1]}"
    for site, (was, now) in found.relics.items():
        yield f"relics at {name(site)}: {was} -> {now}"


def _slot(slot: int | None) -> str:
    return "facedown" if slot is None else PLACE_NAMES[slot].replace(".", " ").title()


def _cards(found: Difference) -> Iterator[str]:
    for turned in found.turned:
        verb = "fell" if catalog.edifice(turned.after).ruined else "was repaired"
        yield f"{name(turned.before)} at {name(turned.site)} {verb}: {name(turned.after)}"
    for each in found.cards:
        if _is_site(each.after) and not _is_site(each.before):
            yield f"+ {name(each.card)} at {name(str(each.after))}{_side_note(each.before, 'from')}"
        elif _is_site(each.before) and not _is_site(each.after):
            yield f"- {name(each.card)}, from {name(str(each.before))}{_side_note(each.after, 'now')}"
        elif _is_site(each.after):
            yield f"{name(each.card)}: {name(str(each.before))} -> {name(str(each.after))}"


def _is_site(place: str | None) -> bool:
    return place is not None and place.startswith("site.")


def _side_note(place: str | None, lead: str) -> str:
    """Where a card is that left the map, or was before it came: told only with ``--spoil``."""
    return f" ({lead} {PLACES[place]})".replace("from in", "out of").replace("from among", "out of") if place else ""


def _hidden(games: list[PastGame], found: Difference) -> Iterator[str]:
    sums = {suit: sum(game.added()[suit] for game in games) for suit in catalog.SUITS}
    added = [f"{count} {suit.title()}" for suit, count in sums.items() if count]
    if added:
        yield f"to the world deck: {listed(added)}"
    removed = sum(game.removed for game in games)
    if removed:
        yield f"to the Dispossessed: {removed} card{'' if removed == 1 else 's'}"
    ways: dict[tuple[str, str], list[str]] = {}
    for each in found.cards:
        if not (_is_site(each.before) or _is_site(each.after)):
            ways.setdefault((_where(each, True), _where(each, False)), []).append(name(each.card))
    for (was, now), cards in ways.items():
        yield f"{was} -> {now}: {', '.join(sorted(cards))}"


def _where(each: Moved, first: bool) -> str:
    place = each.before if first else each.after
    return PLACES[str(place)].removeprefix("in ").removeprefix("among ")
