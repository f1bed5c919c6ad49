"""What the table page shows to all, and a player's own page to that player: the facts of ``status`` with names."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from oathtools import catalog
from oathtools.kit.text import capital, listed
from oathtools.render.game import status
from oathtools.render.game.ahead import next_line, shout
from oathtools.render.names import Names
from oathtools.render.printers import text_on_a_page
from oathtools.render.story.svg import diamond, text
from oathtools.table.state import PLACE_NAMES
from oathtools.table.views import View

if TYPE_CHECKING:
    from oathtools.journal.play import Play

# -- the map as pictures, one for each site: ruler, warbands, cards, relics and pawns, as far as the viewer may know ---


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
    drawing = Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" role="group" aria-label="{}">'
    ).format(_WIDE, height, words(row, names, place))
    return drawing + Markup("".join(parts)) + Markup("</svg>")


def words(row: Shown, names: Names, place: str) -> str:
    """The same in a sentence."""
    words = [_site_name(row, place)]
    if row["rulers"]:
        words.append(f"ruled by {listed([names.side(side) for side in row['rulers']])}")
    words += [names.pieces(what, count) for what, count in row["warbands"].items()]
    words += [face(card) for card in row["cards"]]
    words += [face(card) for card in row["relics"]]
    pawns = [names.seat(seat) for seat in row["pawns"]]
    words += [f"{listed(pawns)} here"] if pawns else []
    return f"{place}: {', '.join(words)}"


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
        label = _label(face(card) if card["id"] else "a relic, facedown", "", "quiet" if not card["id"] else "")
        yield linked(card["id"], shape + label)


def _mark(card: Shown) -> str:
    if card["suit"]:
        return diamond(23, 0, 7, card["suit"]).replace('points="', 'transform="translate(0 @Y)" points="')
    return '<rect x="17" y="@Y" width="12" height="14" rx="2" transform="translate(0 -7)" class="back"/>'


def _label(name: str, tokens: str, kind: str) -> str:
    label = text(40, 0, _short(name, _LETTERS - 2 * bool(tokens)), kind).replace('y="0"', 'y="@T"')
    more = text(304, 0, tokens, "quiet", "end").replace('y="0"', 'y="@T"') if tokens else ""
    return label + more


def _tokens(row: Shown, names: Names | None = None) -> str:
    """What lies on a card or at a site: favor and secrets, warbands on cards."""
    up, down = row.get("secrets", {}).get("up", 0), row.get("secrets", {}).get("down", 0)
    words = [f"{row['favor']} favor"] if row.get("favor") else []
    words += [f"{up + down} secret{'' if up + down == 1 else 's'}"] if up + down else []
    words += [names.pieces(what, count) for what, count in row.get("warbands", {}).items()] if names else []
    return ", ".join(words)


class Card(NamedTuple):
    """A card for a list: its name or back, where it is told, its suit, what lies on it."""

    name: str
    id: str | None
    suit: str | None
    facedown: bool
    tokens: str


class Player(NamedTuple):
    """A player's board."""

    seat: str
    name: str
    role: str
    turn: bool
    mine: bool
    figures: list[tuple[str, int]]
    warbands: list[tuple[str, int]]
    advisers: list[Card]
    relics: list[Card]
    hand: list[Card]
    vision: Card | None
    banners: list[str]
    where: str


class TablePage(NamedTuple):
    """All that everybody sees of the table."""

    head: str
    oath: str
    title: str
    regions: list[tuple[str, list[Markup]]]
    players: list[Player]
    banks: list[tuple[str, int]]
    shared: int
    banners: list[tuple[str, str, str]]
    reliquary: list[Card | None]
    piles: list[tuple[str, str]]
    ahead: str
    text: str


class Own(NamedTuple):
    """A player's own board, and what they have seen beside it."""

    head: str
    me: Player
    seen: list[tuple[str, list[str]]]


def own(play: "Play", seat: str) -> Own:
    """A player's own board as they know it."""
    view = View(play.state, seat)
    names = Names(view)
    data = status.as_json(play.state, view)
    board = next(each for each in data["players"] if each["seat"] == seat)
    return Own(status.head(play.state, view), _player(board, data, names, seat), _seen(data, names))


def shouted(play: "Play") -> str:
    """Who wins at the very next check, which every page says; empty if nobody does."""
    return shout(play.game, Names(View(play.state, None)))


def table(play: "Play") -> TablePage:
    """The table as all may see it."""
    state = play.state
    view = View(state, None)
    names = Names(view)
    data = status.as_json(state, view)
    ahead = next_line(play.game, names)
    regions: dict[str, list[Markup]] = {}
    for row in data["sites"]:
        place = f"{row['region'].title()} {row['place'].rpartition('.')[2]}"
        regions.setdefault(row["region"].title(), []).append(site(row, names, place))
    return TablePage(
        status.head(state, view),
        capital(names.oath()),
        _title(data, names),
        list(regions.items()),
        [_player(each, data, names, None) for each in data["players"]],
        [(suit, count) for suit, count in data["favor_banks"].items()],
        data["shared_bank"]["favor"],
        [(key, capital(names.name(key)), _banner(each, names)) for key, each in data["banners"].items()],
        [None if each is None else _card(each, names) for each in data["reliquary"]],
        [(region.title(), _pile(backs)) for region, backs in data["discard_piles"].items()],
        ahead,
        text_on_a_page(status.document(state, view, ahead)),
    )


def _seen(data: dict[str, Any], names: Names) -> list[tuple[str, list[str]]]:
    return [(capital(names.name(zone)), [names.card(card) for card in cards]) for zone, cards in data["seen"].items()]


def _title(data: dict[str, Any], names: Names) -> str:
    holder = data["oathkeeper"]["holder"]
    what = capital(data["oathkeeper"]["side"])
    return f"{what}: {names.seat(holder)}" if holder else "Nobody is Oathkeeper"


def _card(card: dict[str, Any], names: Names) -> Card:
    return Card(face(card), card["id"], card["suit"], card["facedown"], _tokens(card, names))


def _player(row: dict[str, Any], data: dict[str, Any], names: Names, viewer: str | None) -> Player:
    secrets = row["secrets"]
    up = secrets["up"]
    figures = [("Supply", row["supply"]), ("favor", row["favor"]), ("secret" if up == 1 else "secrets", up)]
    figures += [("facedown secrets", secrets["down"])] if secrets["down"] else []
    vision = row["vision"]
    return Player(
        row["seat"],
        names.seat(row["seat"]),
        "Chancellor" if row["role"] == "chancellor" else row["role"].title(),
        row["seat"] == data["turn"] and data["phase"] in ("wake", "act", "rest"),
        row["seat"] == viewer,
        figures,
        list(row["warbands"].items()),
        [_card(each, names) for each in row["advisers"]],
        [_card(each, names) for each in row["relics"]],
        [_card(each, names) for each in row["hand"]],
        None if vision is None else _card(vision, names),
        [capital(names.name(each)) for each in row["banners"]],
        capital(names.site(PLACE_NAMES.index(row["pawn"]))) if row["pawn"] else "",
    )


def _banner(row: dict[str, Any], names: Names) -> str:
    holder = f"held by {names.seat(row['holder'])}" if row["holder"] else "held by nobody"
    tokens = _tokens(row)
    return ", ".join(part for part in (holder, tokens, "the Mob" if row["mob"] else "") if part)


def _pile(backs: dict[str, int]) -> str:
    visions = backs.get("vision", 0)
    total = str(sum(backs.values()))
    return f"{total}, {visions} Vision{'' if visions == 1 else 's'} among them" if visions else total


def suits() -> tuple[str, ...]:
    """The suits in the order of their banks."""
    return tuple(catalog.SUITS)
