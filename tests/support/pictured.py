"""The picture of a table read back, part by part, and what ``status --json`` says must stand there: each thing once.

What is read is the drawing itself: marks with their colors, words, numbers, and which of them stand in one row. What is
expected comes from the data alone.
"""

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, NamedTuple
from xml.etree import ElementTree

from oathtools import catalog
from oathtools.bots.planner import choose
from oathtools.journal import Play
from oathtools.render.game import status
from oathtools.render.names import Names
from oathtools.render.table.picture import Picture
from oathtools.table.effects import TableError
from oathtools.table.state import PEOPLES_FAVOR, State
from oathtools.table.views import View
from oathtools.variants import status_lines
from tests.support.outland_sagas import game_of, readings, seeded
from tests.support.random_games import answerer, header
from tests.support.rich import position
from tests.support.sagas import first_world

SVG = "{http://www.w3.org/2000/svg}"
_WORDS_AT = 36  # where the words of a row begin
_MARKS = {"favor": "coin", "up": "secret", "down": "unseen"}
_PLAYING = {"wake": "Wake Phase", "act": "Act Phase", "rest": "Rest Phase"}
Data = Mapping[str, Any]
Token = tuple[str, str]  # its mark with its color, how many


class Row(NamedTuple):
    """A row of a list: its mark, its words, what lies there, what is said at its end."""

    mark: str
    words: str
    tokens: tuple[Token, ...] = ()
    note: str = ""


class Shown(NamedTuple):
    """A part: what stands in its head, each mark or text with how it is drawn, and its rows."""

    head: Counter[tuple[str, str]]
    rows: tuple[Row, ...] = ()


# -- what is drawn ---------------------------------------------------------------------------------------------------


def read(part: ElementTree.Element) -> Shown:
    """What a part of a picture shows."""
    pieces = [each for each in part.iter() if each.tag in (f"{SVG}text", f"{SVG}use")]
    lines = {_middle(each): each for each in pieces if each.tag == f"{SVG}text" and each.get("x") == str(_WORDS_AT)}
    rows: dict[float, list[ElementTree.Element]] = {middle: [] for middle in lines}
    head, mark = Counter[tuple[str, str]](), ""
    for each in pieces:
        if _middle(each) in rows:
            rows[_middle(each)].append(each)
            continue
        kind, said = _said(each)
        head[(f"{kind} {mark}" if kind == "figure" else kind, said)] += 1
        mark = kind if kind.startswith("#") else mark
    return Shown(head, tuple(map(_row, rows.values())))


def _middle(piece: ElementTree.Element) -> float:
    """The middle of the line in which a piece stands."""
    below = 0 if piece.tag == f"{SVG}use" else 4 if piece.get("class") == "note" else 5
    return round(float(piece.get("y", 0)) - below, 2)


def _said(piece: ElementTree.Element) -> tuple[str, str]:
    """A mark with its color, or a text with its kind."""
    how = piece.get("class", "")
    return (f"#{how or str(piece.get('href'))[1:]}", "") if piece.tag == f"{SVG}use" else (how, piece.text or "")


def _row(pieces: Iterable[ElementTree.Element]) -> Row:
    mark, words, note, tokens, number = "", "", "", [], ""
    for each in pieces:
        kind, said = _said(each)
        if each.get("x") == str(_WORDS_AT):
            assert not words, (words, said)
            words = said
        elif kind == "note":
            assert not note, (note, said)
            note = said
        elif kind == "n":
            assert not number, (number, said)
            number = said
        elif number:
            tokens.append((kind[1:], number))
            number = ""
        else:
            assert kind[0] == "#" and not mark, (kind, said, mark)
            mark = kind[1:]
    assert not number
    return Row(mark, words, tuple(reversed(tokens)), note)


def drawn(shown: Picture) -> Iterator[list[Shown]]:
    """The parts of each of its pictures (wide, narrow, in a page); what a file says besides, in none of them."""
    for svg, kind in ((shown.svg, "now"), (shown.narrow, "now small")):
        root = ElementTree.fromstring(svg)
        yield [read(each) for each in root.findall(f"{SVG}g")]
        for each in root.findall(f"{SVG}g") + root.findall(f"{SVG}defs"):
            root.remove(each)
        left, wanted = read(root).head, _head(shown, kind)
        assert left == wanted, (left - wanted, wanted - left)
    body = f'<div xmlns="http://www.w3.org/2000/svg">{shown.body}</div>'
    whole = ElementTree.fromstring(body)
    rounds, *parts = [read(each) for each in whole.iter(f"{SVG}svg") if each.get("class") == "pic"]
    assert rounds.head == _track(shown.parts.data), rounds
    yield parts


# -- what must be ----------------------------------------------------------------------------------------------------


def expected(state: State, view: View, data: Data) -> Iterator[Shown]:
    """Each part that the data makes."""
    names = Names(view)
    players = {row["seat"]: row for row in data["players"]}
    for region in catalog.REGIONS:
        yield _texts(("region", region.upper()), ("note", _pile(data["discard_piles"][region])), marks=["pile"])
    for site in data["sites"]:
        yield _site(site, players)
    for row in data["players"]:
        yield _board(row, data, names)
    yield _banks(data)
    spaces = zip(catalog.cards("reliquary"), data["reliquary"], strict=True)
    rows = [_card(card, space.name) if card else Row("open", "open", (), space.name) for space, card in spaces]
    yield _list("Reliquary", rows)
    for source, cards in data["seen"].items():
        lines = [Row(catalog.card(card).suit or card.partition(".")[0], catalog.name_of(card)) for card in cards]
        yield _list(f"Seen in {names.name(source)}", lines)
    promised = [f"{number}: {words}" for number, words in status.promised(state, names).items()]
    for title, said in {"Promises": promised, **status_lines(data["variants"])}.items():
        lines = [names.text(line) for line in said]
        broken = [Row("", row) for line in lines for row in textwrap.wrap(line[:1].upper() + line[1:], 40)]
        if broken:
            yield _list(title, broken)


def _texts(*texts: tuple[str, str], marks: Iterable[str] = (), rows: Iterable[Row] = ()) -> Shown:
    return Shown(Counter([*texts, *((f"#{mark}", "") for mark in marks)]), tuple(rows))


def _list(title: str, rows: Iterable[Row]) -> Shown:
    return _texts(("place", title), rows=rows)


def _pile(backs: Mapping[str, int]) -> str:
    visions = backs.get("vision", 0)
    many = {0: "", 1: ", 1 of them a Vision"}.get(visions, f", {visions} of them Visions")
    return f"{sum(backs.values())} discarded{many}"


def _color(side: str) -> str:
    return f"flag seat-{side}" if side in catalog.COLORS else "flag bandits"


def _tokens(row: Data) -> tuple[Token, ...]:
    """Favor, secrets and warbands that lie somewhere."""
    lying = {"favor": row.get("favor", 0), **row.get("secrets", {})}
    found = [(_MARKS[what], str(number)) for what, number in lying.items() if number]
    return (*found, *((_color(side), str(number)) for side, number in row.get("warbands", {}).items()))


def _card(card: Data, note: str = "") -> Row:
    """A card by its face, or by its back."""
    back, suit = card["back"], card["suit"]
    if card["id"] is None:
        called = f"{'facedown' if card['facedown'] else 'a'} {'Vision' if back == 'vision' else back}"
        return Row("facedown-relic" if back == "relic" else back, called, _tokens(card), note)
    called = catalog.name_of(card["id"]) + (", facedown" if card["facedown"] else "")
    if back == "edifice":
        mark = f"{suit}-edifice" if suit else "ruin"
        return Row(mark, called, _tokens(card), note or (f"{suit} edifice" if suit else "ruin, of no suit"))
    return Row({"relic": "relic", "vision": "eye"}.get(back, suit or ""), called, _tokens(card), note)


def _banner(banner: str, row: Data, free: str = "") -> Row:
    people = banner == PEOPLES_FAVOR
    called = catalog.name_of(banner).removeprefix("Banner of the ")
    note = ", ".join(filter(None, (free, "Mob" if row["mob"] else "")))
    return Row("people" if people else "darkest", called, _tokens(row), note)


def _site(row: Data, players: Mapping[str, Data]) -> Shown:
    shown = row["id"] is not None and not row["facedown"]
    called = catalog.name_of(row["id"]) + ("" if shown else " (facedown)") if row["id"] else "Not yet revealed"
    place = f"{row['region'].title()} {row['place'].rpartition('.')[2]}"
    sides = {"purple": "Empire", "bandits": "bandits"}
    ruled = " and ".join(sides.get(side) or players[side]["name"] for side in row["rulers"])
    texts = [("place", f"{place} · {ruled}" if ruled else place), ("site" if shown else "hidden", called)]
    marks = [f"land-{row['region']}"] if shown else []
    for seat in row["pawns"]:
        marks.append(f"pawn seat-{seat}")
        texts.append((f"tiny on-{seat}", players[seat]["name"][0].upper()))
    for side in {**row["warbands"], **dict.fromkeys(row["rulers"])}:
        marks.append(f"{_color(side)}{' ruling' if side in row['rulers'] else ''}")
        texts.append((f"tiny on-{side}", str(row["warbands"].get(side, ""))))
    free = catalog.site(row["id"]).capacity - len(row["cards"]) if shown else 0
    lying = _tokens({key: value for key, value in row.items() if key != "warbands"})
    rows = [Row("", "On the site", lying)] if lying else []
    rows += map(_card, (*row["cards"], *row["relics"]))
    return _texts(*texts, marks=[*marks, *["open"] * free], rows=rows)


def _board(row: Data, data: Data, names: Names) -> Shown:
    seat, own = row["seat"], row["seat"] if row["role"] == "exile" else "purple"
    texts = [("name", row["name"]), ("note", row["role"].title()), (f"tiny on-{seat}", row["name"][0].upper())]
    marks: list[str] = []
    if data["oathkeeper"]["holder"] == seat:
        texts, marks = [*texts, ("title", data["oathkeeper"]["side"].title())], ["crown"]
    figures = {"supply": row["supply"], "coin": row["favor"], "secret": row["secrets"]["up"]}
    figures[_color(own)] = row["warbands"].get(own, 0)
    called = zip(figures.items(), ("Supply", "favor", "secret", "warband"), strict=True)
    for (mark, number), what in called:
        if number is not None:
            marks.append(mark)
            many = "s" if what in ("secret", "warband") and number != 1 else ""
            texts += [(f"figure #{mark}", str(number)), ("tag", what + many)]
    rows = [*map(_card, row["advisers"]), *map(_card, row["relics"])]
    rows += [_banner(each, data["banners"][each]) for each in row["banners"]]
    rows += [_card(row["vision"], "revealed")] if row["vision"] else []
    rows += [_card(card, "in hand") for card in row["hand"]]
    hidden = row["secrets"]["down"]
    rows += [Row("unseen", f"{hidden} of the secrets facedown")] if hidden else []
    others = {side: number for side, number in row["warbands"].items() if side != own}
    rows += [Row("flag", names.pieces(side, number)) for side, number in others.items()]
    return _texts(*texts, marks=marks, rows=rows)


def _banks(data: Data) -> Shown:
    texts = [("place", "Favor banks")]
    for suit, number in data["favor_banks"].items():
        texts += [(f"figure #{suit}", str(number)), ("tag", suit.title())]
    rows = [Row("", "Shared bank", _tokens(data["shared_bank"]))]
    free = {each: row for each, row in data["banners"].items() if row["holder"] is None}
    rows += [_banner(banner, row, "nobody's") for banner, row in free.items()]
    back = data["world_deck"]["next_back"]
    if back:
        called = "Vision" if back == "vision" else back
        rows.append(Row(back, f"a {called}", (), "on top of the world deck"))
    return _texts(*texts, marks=data["favor_banks"], rows=rows)


def _track(data: Data) -> Counter[tuple[str, str]]:
    """The rounds, and how many Visions were drawn."""
    rounds = range(1, catalog.LAST_ROUND + 1)
    kinds = {each: "now" if each == data["round"] else "past" if each < data["round"] else "" for each in rounds}
    drawn = data["visions_drawn"]
    texts = [(f"tiny round {kind}".strip(), str(each)) for each, kind in kinds.items()]
    return _texts(*texts, ("note", f"{drawn} Vision{'' if drawn == 1 else 's'} drawn"), marks=["eye"]).head


def _head(shown: Picture, kind: str) -> Counter[tuple[str, str]]:
    """The head of a picture: whose turn it is, the Oath with the holder of its title, the rounds."""
    data = shown.parts.data
    players = {row["seat"]: row["name"] for row in data["players"]}
    holder, side = data["oathkeeper"]["holder"], data["oathkeeper"]["side"]
    held = f"{side.title()}: {players[holder]}" if holder else "Nobody is Oathkeeper"
    now = status.head(shown.view.state, shown.view)
    if data["phase"] in _PLAYING:
        now = f"Round {data['round']} of 8: {players[data['turn']]}'s {_PLAYING[data['phase']]}"
    oath = Names(shown.view).oath()
    return _track(data) + Counter([(kind, now), ("oath", f"{oath[:1].upper()}{oath[1:]} · {held}")])


# -- tables to be drawn ----------------------------------------------------------------------------------------------


def tables(number: int, chance: float = 0.05) -> Iterator[State]:
    """A crowded position; or a random game, or one with realms of the Outland, at questions with this chance; its end.

    Some of those who play tell little. What is given is the table itself, which goes on.
    """
    rng = Random(f"pictures {number}")
    if number % 3 == 0:
        with suppress(TableError):  # it takes more than the box holds
            yield position(number).built()
        return
    if number % 3 == 1:
        play, answer = Play(header(number), keep_log=False, digests=False), answerer(number)
    else:
        play = game_of(seeded(first_world(str(number)), rng), rng, bool(number % 2), readings(rng, plain=True))
        answer = partial(choose, rng=rng)
    while play.pending is not None:
        if rng.random() < chance:
            yield play.state
        play.answer(answer(play.pending), checked=True)
    yield play.state


def faults(state: State, viewer: str | None) -> Iterator[str]:
    """What the picture of a table shows a viewer otherwise than ``status --json`` says it."""
    view = View(state, viewer)
    data, shown = status.as_json(state, view), Picture(view)
    wanted = Counter(map(_frozen, expected(state, view, data)))
    for parts in drawn(shown):
        found = Counter(map(_frozen, parts))
        for each in (found - wanted) + (wanted - found):
            yield f"{viewer}: {'nobody said' if each in found else 'not drawn'}: {each}"


def _frozen(part: Shown) -> tuple[Any, ...]:
    return tuple(sorted(part.head.items())), part.rows
