"""What the table page shows to all, and a player's own page to that player: the facts of ``status`` with names."""

from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from oathtools import catalog
from oathtools.render.game import status
from oathtools.render.game.ahead import next_line, shout
from oathtools.render.names import Names
from oathtools.render.printers import text_on_a_page
from oathtools.table.state import PLACE_NAMES
from oathtools.table.views import View
from oathtools.text import capital
from oathtools.web import board

if TYPE_CHECKING:
    from oathtools.journal.play import Play


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


class Table(NamedTuple):
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


def table(play: "Play") -> Table:
    """The table as all may see it."""
    state = play.state
    view = View(state, None)
    names = Names(view)
    data = status.as_json(state, view)
    ahead = next_line(play.game, names)
    regions: dict[str, list[Markup]] = {}
    for row in data["sites"]:
        place = f"{row['region'].title()} {row['place'].rpartition('.')[2]}"
        regions.setdefault(row["region"].title(), []).append(board.site(row, names, place))
    return Table(
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
    return Card(board.face(card), card["id"], card["suit"], card["facedown"], board._tokens(card, names))


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
    tokens = board._tokens(row)
    return ", ".join(part for part in (holder, tokens, "the Mob" if row["mob"] else "") if part)


def _pile(backs: dict[str, int]) -> str:
    visions = backs.get("vision", 0)
    total = str(sum(backs.values()))
    return f"{total}, {visions} Vision{'' if visions == 1 else 's'} among them" if visions else total


def suits() -> tuple[str, ...]:
    """The suits in the order of their banks."""
    return tuple(catalog.SUITS)
