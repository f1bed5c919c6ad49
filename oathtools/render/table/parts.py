"""The parts of the table, each drawn by itself from the facts of ``status``: sites, boards, banks."""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.kit.text import capital, count, listed
from oathtools.render.document import Beside, Block, Box, Ends, Line
from oathtools.render.game import status
from oathtools.render.names import Names
from oathtools.table.state import PEOPLES_FAVOR, PLAYING
from oathtools.table.views import View

WIDE, EDGE, ROW = 288, 4, 21  # of a part of the table: its width, the margin around its frame, a row of its list
_LEFT, _RIGHT = 36, WIDE - 15  # where the words of a row begin, and what lies on a card ends
_ICON = 22
_USUAL = 0.8  # of the width of words in a broad serif: about that in a usual one
_NARROW, _BROAD = frozenset("iljtfr.,:;'’I()[] |"), frozenset("mwMWQ%—")


def letters(words: str, size: float) -> float:
    """About how wide words are, in a broad serif."""
    units = (
        0.36 if each in _NARROW else 0.95 if each in _BROAD else 0.74 if each.isupper() else 0.62 for each in words
    )
    return size * sum(units)


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "", size: float = 0, room: float = 0) -> str:
    """Words in a picture; what could be wider than its room is set closer, so that a name is always whole.

    How broad letters are hangs on the reader's fonts: nothing that has room in a usual one is drawn out.
    """
    more = f' class="{kind}"' if kind else ""
    more += f' text-anchor="{anchor}"' if anchor else ""
    if room and letters(words, size) > room:
        more += f' textLength="{min(room, _USUAL * letters(words, size)):.4g}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x:g}" y="{y:g}"{more}>{escape(words, quote=False)}</text>'


def use(mark: str, x: float, y: float, kind: str = "") -> str:
    """A mark at its place."""
    return f'<use href="#{mark}" x="{x:g}" y="{y:g}"' + (f' class="{kind}"/>' if kind else "/>")


def frame(height: float, kind: str) -> str:
    """The frame of a part."""
    size = f'width="{WIDE - 2 * EDGE}" height="{height - 2 * EDGE:g}" rx="10"'
    return f'<rect x="{EDGE}" y="{EDGE}" {size} class="{kind}"/>'


def figure(at: int, mark: str, kind: str, number: int, what: str, y: float) -> str:
    """One of four numbers beside one another: its mark, the number, what it counts."""
    x = 30 + 64 * at
    drawn = use(mark, x, y, kind) if mark else ""
    x += 14 if mark else -14
    return drawn + text(x, y + 4, str(number), "figure") + text(x, y + 17, what, "tag")


def seat_kind(side: str) -> str:
    """How the pieces of a side are colored."""
    return f"seat-{side}" if side in catalog.COLORS else "bandits"


class Pile(NamedTuple):
    """So many of a piece: its mark, how many, its color, and the same in words."""

    mark: str
    number: int
    words: str
    kind: str = ""


class Area(NamedTuple):
    """An area of the table drawn by itself: its name, its height, what is drawn; in words its head, its rows."""

    name: str
    height: float
    drawn: str
    head: str
    rows: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """What is drawn, for those who do not see it."""
        return ": ".join(filter(None, (self.head, ", ".join(self.rows))))


Columns = list[list[Area]]


def height_of(column: list[Area]) -> float:
    """How high a column is."""
    return sum(part.height for part in column)


def boxed(part: Area, less: str = "") -> Box:
    """A part in letters; ``less``: what its head need not say."""
    return Box(part.head.removeprefix(less), part.rows)


class Panel:
    """A list in a frame: rows below one another, each with its mark, its words and what lies on it."""

    def __init__(self, top: float, linked: Callable[[str | None, str], str]) -> None:
        self.y = top
        self.drawn: list[str] = []
        self.described: list[str] = []
        self._linked = linked

    def row(
        self, mark: str, label: str, tokens: list[Pile], *, kind: str = "", note: str = "", card: str | None = None
    ) -> None:
        """One more row. ``note``: what is said quietly at its end; ``card``: what its words lead to."""
        middle = self.y + ROW / 2
        drawn, left = self._tokens(tokens, middle)
        if note:
            drawn += text(left, middle + 4, note, "note", "end")
            left -= letters(note, 10.5) + 6
        words = text(_LEFT, middle + 5, label, kind, "", 12 if kind == "words" else 14.5, left - _LEFT - 4)
        head = (use(mark, _ICON, middle) if mark else "") + words
        self.drawn.append(self._linked(card, head) + drawn)
        lies = f" [{', '.join(each.words for each in tokens)}]" if tokens else ""
        suit = mark.partition("-")[0].title() if mark.partition("-")[0] in catalog.SUITS else ""
        kind_of_it = " ".join(filter(None, (suit, note)))
        self.described.append(f"{label}{lies}{f' ({kind_of_it})' if kind_of_it else ''}")
        self.y += ROW

    def _tokens(self, tokens: list[Pile], middle: float) -> tuple[str, float]:
        drawn, x = "", float(_RIGHT)
        for token in reversed(tokens):
            number = str(token.number)
            drawn += text(x, middle + 5, number, "n", "end")
            x -= 9 * len(number) + 10
            drawn += use(token.mark, x, middle, token.kind)
            x -= 14
        return drawn, x


def marks() -> str:
    """All marks, for the head of a picture or page."""
    drawn = (Path(__file__).parent / "marks.svg").read_text(encoding="utf-8")
    return drawn[drawn.index("<defs>") : drawn.index("</svg>")]


Shown = Mapping[str, Any]
_ROLES = {"chancellor": "Chancellor", "citizen": "Citizen", "exile": "Exile"}
_NAME, _SITE_TOP, _BOARD_TOP, _BANKS_TOP, _LIST_TOP = 20, 56, 80, 100, 36
_BESIDE, _BOX = 3, 33  # columns of the table in letters, and the letters that each needs
_LETTERS = 40  # of a line of words about a house rule


class Parts:
    """The table as one viewer may know it, in parts. ``link``: the address before the id of a card, if any."""

    def __init__(self, view: View, link: str = "") -> None:
        self.view, self.names, self.link = view, Names(view), link
        self.leads: dict[str, str] = {}  # the cards and sites that were drawn with a link, by their names
        self.data = status.as_json(view.state, view)

    # -- in columns ------------------------------------------------------------------------------------------------

    @cached_property
    def columns(self) -> Columns:
        """The regions, the banks below the first, then the boards."""
        columns, boards = self.map, [self.board(row) for row in self.data["players"]]
        columns[0].append(self.banks())
        columns[2].append(self.reliquary())
        half = (len(boards) + 1) // 2
        columns += [boards[:half], boards[half:]]
        for each in (*self.seen(), *self.agreed()):
            min(columns, key=height_of).append(each)
        return columns

    @property
    def map(self) -> Columns:
        """The sites, a column for each region."""
        sites = self.data["sites"]
        return [
            [self.region(region), *(self.site(row) for row in sites if row["region"] == region)]
            for region in catalog.REGIONS
        ]

    @property
    def titles(self) -> tuple[str, str]:
        """Whose phase of which round it is, or how the game ended; the Oath and the holder of its title."""
        holder, side = (self.data["oathkeeper"][key] for key in ("holder", "side"))
        held = f"{capital(side)}: {self.names.seat(holder)}" if holder else "Nobody is Oathkeeper"
        return status.head(self.view.state, self.view), f"{capital(self.names.oath())} · {held}"

    def letters(self, ahead: str = "") -> Beside:
        """In letters: the boards below the map; as ``status`` lists all where a line has no room for three columns."""
        now, oath = self.titles
        head = Ends(now, count(self.view.state.visions_drawn, "Vision") + " drawn"), oath, Line(ahead)
        boards = [boxed(part) for column in self.columns[3:] for part in column]
        rows: tuple[tuple[tuple[Block, ...], ...], ...] = (
            (head,),
            tuple(
                (region.head.upper(), *region.rows, *(boxed(part, f"{region.head} ") for part in column))
                for region, *column in self.columns[:3]
            ),
            tuple(tuple(boards[at::_BESIDE]) for at in range(_BESIDE)),
        )
        return Beside(rows, _BESIDE * _BOX, tuple(status.document(self.view.state, self.view, ahead)))

    # -- the map ---------------------------------------------------------------------------------------------------

    def region(self, name: str) -> Area:
        """The name of a region, with its discard pile."""
        backs = self.data["discard_piles"][name]
        drawn = text(EDGE + 4, 22, name.upper(), "region") + use("pile", WIDE - 20, 16)
        return Area(
            f"region.{name}",
            32,
            drawn + text(WIDE - 34, 21, _pile(backs), "note", "end"),
            name.title(),
            (_pile(backs),),
        )

    def site(self, row: Shown) -> Area:
        """A site: who rules it, the warbands and pawns there, its cards and relics, what lies there."""
        panel = self._panel(_SITE_TOP)
        if any(token.number for token in _tokens(row)):
            panel.row("", "On the site", _tokens(row), kind="quiet")
        for card in row["cards"]:
            self._card(panel, card)
        for card in row["relics"]:
            self._card(panel, card)
        height = panel.y + 8 + EDGE if panel.drawn else _SITE_TOP + EDGE
        shown = bool(row["id"]) and not row["facedown"]
        name = f"{catalog.name_of(row['id'])}{'' if shown else ' (facedown)'}" if row["id"] else "Not yet revealed"
        head, room = self._pieces_at(row)
        region = row["region"]
        place = f"{region.title()} {row['place'].rpartition('.')[2]}"
        ruled = listed([self.names.side(side).removeprefix("the ") for side in row["rulers"]])
        above = f"{place} · {ruled}" if ruled else place
        land = use(region, 110, _SITE_TOP - 4, f"land-{region}") if shown else ""
        title = text(16, 45, name, "site", "", _NAME, room) if shown else text(16, 45, name, "hidden", "", 16, room)
        free = catalog.site(row["id"]).capacity - len(row["cards"]) if shown else 0
        left = WIDE - 50 - 21 * len(row["pawns"]) - 12 * free
        body = [frame(height, "land" if shown else "mist"), land, text(16, 23, above, "place", "", 12, left), head]
        body += [use("open", 26 + min(left, letters(above, 12)) + 12 * n, 19) for n in range(free)]
        body += [self.linked(row["id"], title), *panel.drawn]
        described = self._site_words(row, free, panel)
        return Area(f"site.{row['place']}", height, "".join(body), f"{place}, {name}", described)

    def _pieces_at(self, row: Shown) -> tuple[str, float]:
        """Pawns and the flags of warbands, from the right; how much room is left for the name."""
        drawn, x = "", WIDE - 24.0
        for seat in row["pawns"]:
            drawn += use("pawn", x, 20, f"pawn seat-{seat}")
            drawn += text(x, 28, self._initial(seat), f"tiny on-{seat}", "middle")
            x -= 21
        piles = dict(row["warbands"])
        for side in row["rulers"]:
            piles.setdefault(side, 0)
        x = WIDE - 24.0
        for side, number in sorted(piles.items(), key=lambda each: each[0] not in row["rulers"]):
            kind = f"flag {seat_kind(side)}{' ruling' if side in row['rulers'] else ''}"
            drawn += use("flag", x, 41, kind) + text(x, 44, str(number or ""), f"tiny on-{side}", "middle")
            x -= 21
        return drawn, x - 12

    def _initial(self, seat: str) -> str:
        return self.names.seat(seat)[:1].upper()

    def _site_words(self, row: Shown, free: int, panel: Panel) -> tuple[str, ...]:
        piles, described = dict(row["warbands"]), []
        for side in row["rulers"]:
            own = f", {count(piles.pop(side), 'warband')}" if side in piles else ""
            described.append(f"ruled by {self.names.side(side).removeprefix('the ')}{own}")
        described += [self.names.pieces(what, number) for what, number in piles.items()]
        pawns = listed([self.names.seat(seat) for seat in row["pawns"]])
        described += [*panel.described, *([f"room for {count(free, 'card')} more"] if free else [])]
        return (*described, *([f"{pawns} here"] if pawns else []))

    # -- players ---------------------------------------------------------------------------------------------------

    def board(self, row: Shown) -> Area:
        """A player's board: its figures, advisers, what the player holds, a Vision that is revealed."""
        names, seat = self.names, row["seat"]
        panel = self._panel(_BOARD_TOP)
        own = "purple" if row["role"] != "exile" else seat
        for card in row["advisers"]:
            self._card(panel, card)
        for card in row["relics"]:
            self._card(panel, card)
        for banner in row["banners"]:
            self._banner(panel, banner)
        if row["vision"]:
            self._card(panel, row["vision"], "revealed")
        for card in row["hand"]:
            self._card(panel, card, "in hand")
        if row["secrets"]["down"]:
            panel.row("unseen", f"{row['secrets']['down']} of the secrets facedown", [], kind="quiet")
        for side, number in row["warbands"].items():
            if side != own:
                panel.row("flag", names.pieces(side, number), [], kind=f"quiet {seat_kind(side)}")
        height = panel.y + 6 + EDGE
        head, state = self._board_head(row, height)
        warbands = row["warbands"].get(own, 0)
        figures = [
            ("supply", "", row["supply"], "Supply"),
            ("coin", "", row["favor"], "favor"),
            ("secret", "", row["secrets"]["up"], "secret" if row["secrets"]["up"] == 1 else "secrets"),
            ("flag", f"flag {seat_kind(own)}", warbands, "warband" if warbands == 1 else "warbands"),
        ]
        figures = [each for each in figures if each[2] is not None]
        drawn = "".join(figure(at, *each, 54) for at, each in enumerate(figures))
        described = (*state, ", ".join(f"{number} {what}" for _, _, number, what in figures), *panel.described)
        called = f"{names.seat(seat)}, {_ROLES[row['role']]}"
        return Area(f"board.{seat}", height, head + drawn + "".join(panel.drawn), called, described)

    def _board_head(self, row: Shown, height: float) -> tuple[str, tuple[str, ...]]:
        """The frame of a board with the name, the role and the title of its player; title and turn in words."""
        seat, data = row["seat"], self.data
        turn = seat == data["turn"] and data["phase"] in PLAYING and data["phase"] != "round-end"
        holds = data["oathkeeper"]["holder"] == seat
        title = capital(data["oathkeeper"]["side"]) if holds else ""
        name, role = self.names.seat(seat), _ROLES[row["role"]]
        drawn = frame(height, "board turn" if turn else "board")
        drawn += f'<rect x="{EDGE}" y="16" width="5" height="{height - 32:g}" rx="2" class="band seat-{seat}"/>'
        drawn += f'<circle cx="24" cy="21" r="9" class="disc seat-{seat}"/>'
        drawn += text(24, 25, self._initial(seat), f"tiny on-{seat}", "middle")
        room = WIDE - 60 - letters(title or role, 12.5)
        drawn += text(40, 26, name, "name", "", 18, room)
        drawn += text(WIDE - 15, 20 if title else 25, role, "note", "end")
        if title:
            width = letters(title, 11)
            drawn += use("crown", WIDE - 24 - width, 29) + text(WIDE - 15, 34, title, "title", "end")
        described = ", ".join(filter(None, (title, "whose turn it is" if turn else "")))
        return drawn, (described,) if described else ()

    # -- banks and the rest ----------------------------------------------------------------------------------------

    def banks(self) -> Area:
        """The favor banks, the shared bank with the banners there, the top of the world deck."""
        data = self.data
        panel = self._panel(_BANKS_TOP)
        panel.row("", "Shared bank", _tokens(data["shared_bank"]))
        for banner, row in data["banners"].items():
            if row["holder"] is None:
                self._banner(panel, banner, "nobody's")
        top = data["world_deck"]["next_back"]
        if top:
            panel.row(top, f"a {_back(top)}", [], kind="quiet", note="on top of the world deck")
        drawn, described = "", []
        for at, (suit, number) in enumerate(data["favor_banks"].items()):
            x, y = 28 + 88 * (at % 3), 50 + 32 * (at // 3)
            drawn += use(suit, x, y) + text(x + 15, y + 1, str(number), "figure")
            drawn += text(x + 15, y + 13, suit.title(), "tag")
            described.append(f"{suit.title()} {number}")
        return _listed("Favor banks", panel, drawn, [", ".join(described)])

    def reliquary(self) -> Area:
        """The spaces of the Reliquary: covered by a relic, or open."""
        panel = self._panel(_LIST_TOP)
        for space, card in zip(catalog.cards("reliquary"), self.data["reliquary"], strict=True):
            if card is None:
                panel.row("open", "open", [], kind="quiet", note=space.name)
            else:
                self._card(panel, card, space.name)
        return _listed("Reliquary", panel)

    def seen(self) -> Iterator[Area]:
        """What the viewer has seen in decks and piles."""
        for source, cards in self.data["seen"].items():
            panel = self._panel(_LIST_TOP)
            for card in cards:
                panel.row(catalog.card(card).suit or card.partition(".")[0], catalog.name_of(card), [], card=card)
            yield _listed(f"Seen in {self.names.name(source)}", panel)

    def agreed(self) -> Iterator[Area]:
        """What players have promised, and what house rules keep."""
        from oathtools.variants import status_lines

        state = self.view.state
        promised = [f"{number}: {words}" for number, words in status.promised(state, self.names).items()]
        for title, lines in {"Promises": promised, **status_lines(state.variants)}.items():
            panel, described = self._panel(_LIST_TOP), tuple(capital(self.names.text(line)) for line in lines)
            for words in (row for line in described for row in textwrap.wrap(line, _LETTERS)):
                panel.row("", words, [], kind="words")
            if described:
                yield _listed(title, panel)._replace(rows=described)

    # -- cards -----------------------------------------------------------------------------------------------------

    def linked(self, card: str | None, drawn: str) -> str:
        """What is drawn of a card, with a link to its page where it is known which one it is."""
        if not card or not self.link:
            return drawn
        self.leads[catalog.name_of(card)] = f"{self.link}{card}"
        return f'<a href="{self.link}{card}">{drawn}</a>'

    def _panel(self, top: float) -> Panel:
        return Panel(top, self.linked)

    def _card(self, panel: Panel, card: Shown, note: str = "") -> None:
        tokens = [*_tokens(card), *_warbands(card, self.names)]
        quiet = "" if card["id"] else "quiet"
        edifice = f"{card['suit']} edifice" if card["suit"] else "ruin, of no suit"
        note = note or (edifice if card["id"] and card["back"] == "edifice" else "")
        panel.row(_mark(card), face(card), tokens, kind=quiet, note=note, card=card["id"])

    def _banner(self, panel: Panel, banner: str, note: str = "") -> None:
        row = self.data["banners"][banner]
        mark = "people" if banner == PEOPLES_FAVOR else "darkest"
        label = self.names.name(banner).removeprefix("the ")
        panel.row(
            mark, label, _tokens(row), note=", ".join(filter(None, (note, "Mob" if row["mob"] else ""))), card=banner
        )


def _listed(title: str, panel: Panel, drawn: str = "", described: Iterable[str] = ()) -> Area:
    """A list under its title."""
    height = panel.y + 6 + EDGE
    drawn = frame(height, "board") + text(16, 27, title, "place") + drawn + "".join(panel.drawn)
    return Area(title, height, drawn, title, (*described, *panel.described))


def face(card: Shown) -> str:
    """A card by its name, or by its back."""
    if card["id"] is None:
        return f"{'facedown' if card['facedown'] else 'a'} {_back(card['back'])}"
    return f"{catalog.name_of(card['id'])}{', facedown' if card['facedown'] else ''}"


def _back(back: str) -> str:
    return "Vision" if back == "vision" else back


def _mark(card: Shown) -> str:
    """The mark of a card: its suit, its kind, or its back."""
    if card["id"] is None:
        return "facedown-relic" if card["back"] == "relic" else str(card["back"])
    if card["back"] == "edifice":
        suit = card["suit"]
        return f"{suit}-edifice" if suit else "ruin"
    return {"relic": "relic", "vision": "eye"}.get(card["back"], str(card["suit"]))


def _tokens(row: Shown) -> list[Pile]:
    """Favor and secrets that lie there."""
    secrets = row.get("secrets", {"up": 0, "down": 0})
    found = [Pile("coin", row.get("favor", 0), f"{row.get('favor', 0)} favor")]
    found.append(Pile("secret", secrets["up"], count(secrets["up"], "secret")))
    found.append(Pile("unseen", secrets["down"], count(secrets["down"], "facedown secret")))
    return [token for token in found if token.number]


def _warbands(row: Shown, names: Names) -> list[Pile]:
    found = row.get("warbands", {}).items()
    return [Pile("flag", number, names.pieces(side, number), f"flag {seat_kind(side)}") for side, number in found]


def _pile(backs: Mapping[str, int]) -> str:
    """A discard pile in words: backs are public (9.4)."""
    visions = backs.get("vision", 0)
    found = f"{sum(backs.values())} discarded"
    return f"{found}, {visions} of them {'a Vision' if visions == 1 else 'Visions'}" if visions else found
