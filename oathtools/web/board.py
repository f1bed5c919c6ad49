"""The map as pictures, one for each site: ruler, warbands, cards, relics and pawns, as far as the viewer may know."""

from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import Markup

from oathtools import catalog
from oathtools.render.names import Names
from oathtools.render.story.svg import diamond, text
from oathtools.text import listed

_WIDE, _ROW = 320, 25
_LETTERS = 27  # of a name that has a line to itself
Shown = Mapping[str, Any]


def site(row: Shown, names: Names, place: str) -> Markup:
    """A site of ``status.as_json`` as a picture with its words."""
    name = _site_name(row, place)
    marks = [*_cards(row, names)]
    height = 64 + _ROW * len(marks)
    frame = "land" if row["id"] and not row["facedown"] else "mist"
    parts = [f'<rect x="2" y="2" width="316" height="{height - 4}" rx="11" class="{frame}"/>']
    parts += [
        text(16, 23, place, "small"),
        linked(row["id"], text(16, 47, _short(name, 21 if row["rulers"] else 26), "site")),
    ]
    parts += _ruler(row)
    parts += _pawns(row, names)
    at = 74
    for mark in marks:
        parts.append(mark.replace("@Y", str(at - 5)).replace("@T", str(at)))
        at += _ROW
    told = Markup('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" role="group" aria-label="{}">').format(
        _WIDE, height, words(row, names, place)
    )
    return told + Markup("".join(parts)) + Markup("</svg>")


def words(row: Shown, names: Names, place: str) -> str:
    """The same in a sentence."""
    told = [_site_name(row, place)]
    if row["rulers"]:
        told.append(f"ruled by {listed([names.side(side) for side in row['rulers']])}")
    told += [names.pieces(what, count) for what, count in row["warbands"].items()]
    told += [face(card) for card in row["cards"]]
    told += [face(card) for card in row["relics"]]
    pawns = [names.seat(seat) for seat in row["pawns"]]
    told += [f"{listed(pawns)} here"] if pawns else []
    return f"{place}: {', '.join(told)}"


def face(card: Shown) -> str:
    """A card by its name, or by its back."""
    back = "Vision" if card["back"] == "vision" else card["back"]
    name = catalog.name_of(card["id"]) if card["id"] else f"a {back}"
    return f"{name}, facedown" if card["facedown"] and card["id"] else f"facedown {back}" if card["facedown"] else name


def linked(card: str | None, drawn: str) -> str:
    """What is drawn of a card, with a link to its page where it is known which one it is."""
    return f'<a href="/card/{card}">{drawn}</a>' if card else drawn


def _site_name(row: Shown, place: str) -> str:
    if row["id"] is None:
        return "Not yet revealed"
    return f"{catalog.name_of(row['id'])}{' (facedown)' if row['facedown'] else ''}"


def _short(name: str, room: int = _LETTERS) -> str:
    return name if len(name) <= room else f"{name[: room - 1].rstrip()}…"


def _ruler(row: Shown) -> Iterator[str]:
    """A banner of each color with warbands here, and how many; one without a number for a ruler who has none."""
    piles = dict(row["warbands"])
    for side in row["rulers"]:
        piles.setdefault(side, 0)
    for at, (side, count) in enumerate(piles.items()):
        x = 290 - 31 * at
        kind = f"seat-{side}" if side in catalog.COLORS else "bandits"
        ruling = " ruling" if side in row["rulers"] else ""
        yield f'<path d="M{x} 33h24v23l-12 -7l-12 7z" class="{kind} pennant{ruling}"/>'
        if count:
            yield text(x + 12, 48, str(count), f"on-{side} number", "middle")


def _pawns(row: Shown, names: Names) -> Iterator[str]:
    for at, seat in enumerate(row["pawns"]):
        x = 302 - 26 * at
        yield f'<g class="pawn"><path d="M{x - 9} 28q1 -9 5 -11a6 6 0 1 1 8 0q4 2 5 11z" class="seat-{seat}"/>'
        yield text(x, 26, names.seat(seat)[:1].upper(), f"on-{seat} tiny", "middle") + "</g>"


def _cards(row: Shown, names: Names) -> Iterator[str]:
    """A line for each card and relic, and for what lies at the site; heights are filled in as they are stacked."""
    tokens = _tokens(row)
    if tokens:
        yield f'<circle cx="23" cy="@Y" r="6" class="coin"/><text x="40" y="@T">{tokens}</text>'
    for card in row["cards"]:
        yield linked(
            card["id"], _mark(card) + _label(face(card), _tokens(card, names), "facedown" if card["facedown"] else "")
        )
    for card in row["relics"]:
        shape = '<path d="M16 @Yl7 -7l7 7l-7 7z" class="relic"/><circle cx="23" cy="@Y" r="2.4" class="relic"/>'
        said = _label(face(card) if card["id"] else "a relic, facedown", "", "quiet" if not card["id"] else "")
        yield linked(card["id"], shape + said)


def _mark(card: Shown) -> str:
    if card["suit"]:
        return diamond(23, 0, 7, card["suit"]).replace('points="', 'transform="translate(0 @Y)" points="')
    return '<rect x="17" y="@Y" width="12" height="14" rx="2" transform="translate(0 -7)" class="back"/>'


def _label(name: str, tokens: str, kind: str) -> str:
    said = text(40, 0, _short(name, _LETTERS - 2 * bool(tokens)), kind).replace('y="0"', 'y="@T"')
    more = text(304, 0, tokens, "quiet", "end").replace('y="0"', 'y="@T"') if tokens else ""
    return said + more


def _tokens(row: Shown, names: Names | None = None) -> str:
    """What lies on a card or at a site: favor and secrets, warbands on cards."""
    up, down = row.get("secrets", {}).get("up", 0), row.get("secrets", {}).get("down", 0)
    told = [f"{row['favor']} favor"] if row.get("favor") else []
    told += [f"{up + down} secret{'' if up + down == 1 else 's'}"] if up + down else []
    told += [names.pieces(what, count) for what, count in row.get("warbands", {}).items()] if names else []
    return ", ".join(told)
