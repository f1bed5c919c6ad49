"""Worlds of New Foundations for people: what lies where, what moved, a saga game by game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from oathtools.kit.text import capital, count, listed
from oathtools.render.document import Block, Line, apart
from oathtools.saga.atlas import Annals, changes

NOT_JUDGED = "Read from save strings alone. No rule of New Foundations is judged here; who won is in the table's words."


def world_document(shown: Mapping[str, Any]) -> list[Block]:
    """A world by its places."""
    sides = [f"{capital(color)} {side}" for color, side in shown["sides"].items()]
    heads = ["Altered foundations: " + (listed(shown["foundations"]) or "none"), f"Boards: {listed(sides) or 'none'}"]
    return [
        Line(text, hang=2)
        for text in (*heads, *(f"{capital(_place(place))}: {_cards(held)}" for place, held in shown["places"].items()))
    ]


def _cards(held: Mapping[str, Any]) -> str:
    hidden = [f"{held['hidden']} that not all may know"] if held["hidden"] else []
    return listed([*held["cards"], *hidden])


def _place(place: str | None) -> str:
    return "in no pile" if place is None else place.replace("_", " ")


def changes_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """What differs between two worlds, in sentences."""
    for color, (before, after) in found["sides"].items():
        yield f"{capital(color)}: {before or 'no board'} before, {after or 'no board'} now"
    if found["turned"]:
        yield f"Foundations turned: {listed(found['turned'])}"
    for each in found["cards"]:
        before, after = (_place(each[end]) for end in ("before", "after"))
        yield f"{each['card']} ({each['kind']}): {before} before, {after} now"
    for pile, (were, are) in found["piles"].items():
        yield f"{capital(_place(pile))}: {count(were, 'card')} before, {are} now"


def diff_document(found: Mapping[str, Any]) -> list[Block]:
    """What games did to the world."""
    lines = list(changes_lines(found)) or ["Nothing that people see."]
    return [
        f"Between world {found['games'][0]} and world {found['games'][1]}:",
        *(Line(line, "  ", 4) for line in lines),
    ]


def history_document(annals: Annals) -> list[Block]:
    """A saga game by game, as everybody may know it."""
    head = f"{annals.name}, of New Foundations: {count(len(annals.kept) - 1, 'game')} kept."
    games: list[list[Block]] = [[f"Game {n}", *(Line(line, "  ", 4) for line in lines)] for n, lines in _games(annals)]
    return apart([Line(head, hang=2)], *games, [Line(NOT_JUDGED, hang=2)])


def as_markdown(annals: Annals) -> str:
    """The saga as a story: what the table wrote down of each game, and what people saw change."""
    parts = [f"# {annals.name}", *annals.kept[0].words]
    for number, lines in _games(annals):
        told = len(annals.kept[number].words)
        parts += [f"## Game {number}", *lines[:told], "\n".join(f"- {line}" for line in lines[told:])]
    return "\n\n".join(filter(None, [*parts, NOT_JUDGED])) + "\n"


def _games(annals: Annals) -> Iterator[tuple[int, list[str]]]:
    for number, (before, after) in enumerate(zip(annals.kept, annals.kept[1:], strict=False), 1):
        yield number, [*after.words, *changes_lines(changes(before.world, after.world))]


def pulls_document(found: Sequence[Mapping[str, Any]]) -> list[Block]:
    """What to move from where to where, a stack after the other."""
    rows = [Line(f"{capital(_place(each['from']))} to {_place(each['to'])}: {_cards(each)}", hang=2) for each in found]
    return [*rows] or ["Nothing moves."]


def trail_document(card: str, places: Sequence[str | None]) -> list[Block]:
    """Where a card lay in each world."""
    rows = (f"World {n}: {_place(place) if place else 'not to be seen'}" for n, place in enumerate(places))
    return [card, *(Line(row, "  ", 4) for row in rows)]
