"""Before and after a game: setup, what to fetch with its ticks, the world between games, its story, chapter 8."""

import base64
import hashlib
from itertools import groupby
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from oathtools.journal.begin import check_names, header_of_world, players_of
from oathtools.journal.play import Play
from oathtools.kit import files, intake
from oathtools.kit.text import capital
from oathtools.law.rulings import in_force
from oathtools.procedures.chronicle.procedure import NotOver
from oathtools.procedures.machine.hands import Pull
from oathtools.procedures.machine.registry import VariantFault
from oathtools.procedures.machine.world import seats_for
from oathtools.render.printers import paragraphs
from oathtools.render.table.picture import maps
from oathtools.render.world import chronicle as now
from oathtools.render.world import history
from oathtools.render.world.story import story_of
from oathtools.render.world.story_page import as_html, style
from oathtools.saga import folder, writing
from oathtools.saga.chronicle.record import Chronicle, ChronicleError
from oathtools.saga.folder import OpenGame
from oathtools.saga.guide.plan import SavedWorld, SetupPlan, Ticks, saved_world, seats_of
from oathtools.saga.past.annals import history_of
from oathtools.saga.past.story import anonymous, leaks, merged, page_of
from oathtools.saga.worlds import Incomplete, first_chronicle, world_of
from oathtools.table.state import PURPLE
from oathtools.variants import opened
from oathtools.web.guard import FAULTS, Form, Refused, on_page, refused
from oathtools.web.seats import GUEST, Person
from oathtools.web.shelf import page

if TYPE_CHECKING:
    from oathtools.web.desk import Desk
    from oathtools.web.questions import Table

_PLAYERS = ("2", "3", "4", "5", "6")
SETUP, AFTER = "setup", "chronicle"


# -- the world -----------------------------------------------------------------------------------------------------


def _world(desk: "Desk") -> Chronicle:
    """The world of the saga. Raises ``Refused``."""
    if desk.how.saga is None:
        raise Refused(404, "No saga is shown here", hint="Start it in the folder of a saga.")
    try:
        return writing.read(desk.how.saga / folder.CHRONICLE)
    except (ChronicleError, UnicodeDecodeError, OSError):
        raise Refused(409, "The Chronicle cannot be read", hint="Whoever sits at the terminal must mend it.") from None


def _sits(person: Person, what: str) -> None:
    """Raises ``Refused`` for who has no seat."""
    if person == GUEST:
        raise Refused(403, f"Only those who sit at the table {what}", hint="Scan the code of your seat.")


def _saved(desk: "Desk", first: bool) -> SavedWorld | None:
    """The world to set up: the saga's, the publisher's first game, or none. Raises ``Refused``."""
    if desk.how.saga is None and not first:
        return None
    try:
        return saved_world(first_chronicle() if first else _world(desk))
    except Incomplete as fault:
        raise Refused(409, "This world cannot be laid out", tuple(fault.faults)) from None


def _played(desk: "Desk", saved: SavedWorld | Chronicle | None) -> dict[str, Any]:
    """The house rules of the table and the readings in force, as the guide wants them. Raises ``Refused``."""
    table = desk.readings
    try:
        variants = opened(table.variants, saved.variants if saved else {}) if table and table.variants else {}
    except VariantFault:
        raise Refused(409, "What the saga keeps of a house rule cannot be", hint="See it at the terminal.") from None
    return {"readings": in_force(table) if table else {}, "variants": variants}


def setup(desk: "Desk", request: Request, person: Person) -> Response:
    """Chapter 1 step by step, for so many players and this world."""
    from oathtools.render.world.setup_guide import guide, headline

    query = request.query_params
    first = query.get("first") == "yes"
    players = query.get("players", "")
    count = int(players) if players in _PLAYERS else _seated(desk)
    saved = _saved(desk, first)
    plan = _plan(desk, saved, count)
    found = guide(plan)
    head = list(map(str, paragraphs(headline(found, plan))))
    return page("setup", desk, person, head=head, steps=found.steps, count=count, counts=_PLAYERS, first=first)


def _plan(desk: "Desk", saved: SavedWorld | None, count: int) -> SetupPlan:
    """The plan for so many players whom nobody has named. Raises ``Refused``."""
    boards = [color for color, side in saved.boards.items() if side == "citizen"] if saved is not None else []
    seats, known = seats_of([("", None)] * count, boards)
    return SetupPlan(seats, known, False, tuple(boards) or None, saved, typed=False, **_played(desk, saved))


def _seated(desk: "Desk") -> int:
    """How many play here; four where nobody does."""
    if desk.kept is None:
        return 4
    try:
        return len(desk.kept.play().header["seats"])
    except (*FAULTS, OSError):
        return 4


# -- what to fetch -------------------------------------------------------------------------------------------------


class Item(NamedTuple):
    """One thing to fetch: its place in the list, what hands do, whether it is done."""

    at: int
    words: str
    done: bool


class Listed(NamedTuple):
    """A pull list with its ticks, which all share."""

    ticks: Ticks
    groups: list[tuple[str, list[Item]]]
    packed: bool

    @property
    def many(self) -> int:
        """How many things it holds."""
        return sum(len(items) for _, items in self.groups)


def _listed(desk: "Desk", which: str, packed: str) -> Listed:
    """A pull list. Raises ``Refused``."""
    from oathtools.render.world.setup_guide import title

    found, key, is_packed = _after(desk) if which == AFTER else _before(desk, packed)
    ticks = Ticks(desk.how.saga, key, found)
    rows = groupby(enumerate(found), key=lambda row: row[1].step)
    groups = [(title(step), [_item(at, pull, ticks) for at, pull in group]) for step, group in rows]
    return Listed(ticks, groups, is_packed)


def _item(at: int, pull: Pull, ticks: Ticks) -> Item:
    return Item(at, f"{capital(pull.source)}: {pull.says('→', typed=False)}", at in ticks.done)


def _before(desk: "Desk", packed: str) -> tuple[list[Pull], str, bool]:
    from oathtools.saga.guide.pulls_setup import setup_pulls

    saved = _saved(desk, desk.how.saga is None)
    assert saved is not None
    lies_packed = packed == "yes" if packed in ("yes", "no") else bool(saved.winner)
    return setup_pulls(_plan(desk, saved, _seated(desk)), packed=lies_packed), SETUP, lies_packed


def _after(desk: "Desk") -> tuple[list[Pull], str, bool]:
    from oathtools.saga.guide.pulls import pulls

    def show(play: Play, table: "Table", seat: str | None) -> Any:
        try:
            play = play if desk.how.saga is None else writing.last_chronicle(play, desk.how.saga)
            return pulls(play), f"{AFTER}:{play.journal}", False
        except NotOver as fault:
            raise Refused(409, capital(str(fault)), hint="What to fetch is known once it is written.") from None

    found: tuple[list[Pull], str, bool] = desk.show(show, GUEST)
    return found


def pulls(desk: "Desk", request: Request, person: Person) -> Response:
    """What to fetch and where it goes, to be ticked off by all together."""
    query = request.query_params
    which = AFTER if query.get("of") == AFTER else SETUP
    version = desk.news.version()  # what is ticked while the page is made is news to it
    found = _listed(desk, which, query.get("packed", ""))
    return page("pulls", desk, person, which=which, found=found, version=version, drawn=_drawn(desk, which))


def _drawn(desk: "Desk", which: str) -> Markup:
    """The map before and after the Chronicle, below its list."""

    def show(play: "Play", table: "Table", seat: str | None) -> str:
        return maps(play if desk.how.saga is None else writing.last_chronicle(play, desk.how.saga))

    return Markup(desk.show(show, GUEST) if which == AFTER else "")


def tick(desk: "Desk", person: Person, form: Form) -> Response:
    """Tick one thing off, or take its tick back: for all who see the list."""
    _sits(person, "tick off")
    which, packed = form.get("of"), form.get("packed")
    found = _listed(desk, which, packed)
    row = form.get("tick") or form.get("untick")
    if form.get("list") != found.ticks.digest:
        raise Refused(409, "The list is another one now", hint="Open it again. Nothing was ticked.")
    if not row.isdecimal() or len(row) > 4 or int(row) >= found.many:
        raise Refused(400, "There is no such thing on the list")
    try:
        found.ticks.tick(int(row), bool(form.get("tick")))
    except (OSError, files.Busy) as fault:
        raise refused(fault, None, None) from None
    return RedirectResponse(f"/pulls?of={which}&packed={packed}#i{row}", 303)


# -- between games -------------------------------------------------------------------------------------------------


def chronicle(desk: "Desk", request: Request, person: Person) -> Response:
    """The world between games and the games that made it, as everybody may know them."""
    world = _world(desk)
    past = history.document(history_of(world)) if world.history else []
    return page("chronicle", desk, person, world=on_page(now.document(world)), past=on_page(past))


def story(desk: "Desk", request: Request, person: Person) -> Response:
    """The story page as the command writes it, with the players' own words; no card that lies hidden is named."""
    world, place = _world(desk), desk.how.saga
    assert place is not None
    if leaks(as_html(story_of(anonymous(world)), {}, {}), world):
        raise RuntimeError("the story would name cards that lie hidden")
    words = merged(_written(place / "story.md"), _written(place / "story.html"))
    digest = base64.b64encode(hashlib.sha256(style().encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; frame-ancestors 'none'"
    shown = as_html(story_of(world), words.markdown, words.html)
    return HTMLResponse(shown, headers={"content-security-policy": policy})


def _written(path: Path) -> Any:
    try:
        return page_of(intake.read(path, intake.BOOK).replace("\r\n", "\n"))
    except (OSError, UnicodeDecodeError):
        return page_of("")


# -- chapter 8 -----------------------------------------------------------------------------------------------------


def write(desk: "Desk", person: Person, form: Form) -> Response:
    """Begin chapter 8, or save the world that it made: what ``oathtools chronicle write`` does between questions."""
    _sits(person, "write the Chronicle")
    kept, _ = desk.at_table()
    try:
        with kept.writing() as running:
            since = running.play.head
            writing.begin(running.play)
            writing.leave_unseen(running.play)
            running.save(running.play.entries[since:])
            save_if_written(kept, running.play)
    except NotOver as fault:
        raise Refused(409, f"No Chronicle can be written: {fault}") from None
    except (*FAULTS, OSError) as fault:
        raise refused(fault, None, None) from None
    return RedirectResponse("/question", 303)


def save_if_written(kept: OpenGame, play: Play) -> None:
    """Save the new world once chapter 8 has been carried out. Raises ``Refused`` where people changed it by hand."""
    if not writing.is_written(play):
        return
    path = kept.saga / folder.CHRONICLE
    hint = "What was answered is kept. At the terminal: oathtools chronicle write."
    try:
        with folder.locked(kept.saga):
            there = writing.read(path)
            if writing.edited_since(play, there):
                raise Refused(409, "The Chronicle was changed by hand since", hint=hint)
            before = writing.before_game(there, play.journal)
            writing.save(path, writing.chronicle_after(play, before, play.journal))
    except (ChronicleError, UnicodeDecodeError, OSError, writing.Behind):
        raise Refused(409, "The Chronicle cannot be written", hint=hint) from None


# -- the next game ---------------------------------------------------------------------------------------------------


def start(desk: "Desk", request: Request, person: Person) -> Response:
    """Who plays the next game: those of the last one, whoever won it first (1.7)."""

    def show(play: Play, table: "Table", seat: str | None) -> Response:
        seats = play.header["seats"]
        first = next((at for at, row in enumerate(seats) if row["color"] == (play.state.result or {}).get("winner")), 0)
        seats = [*seats[first:], *seats[:first]]
        colors = [f":{row['color']}" if at and row["color"] != PURPLE else "" for at, row in enumerate(seats)]
        players = ", ".join(row["name"] + color for row, color in zip(seats, colors, strict=True))
        return page("start", desk, person, players=players)

    shown: Response = desk.show(show, person)
    return shown


def begin(desk: "Desk", person: Person, form: Form) -> Response:
    """Begin the next game in the world that the last one left, as ``start`` does: people deal and roll, and tell."""
    _sits(person, "begin a game")
    kept, _ = desk.at_table()
    try:
        with folder.locked(kept.saga):
            if not writing.keeps(_world(desk), folder.latest(kept.saga).stem):
                raise Refused(409, "The Chronicle of the last game is not written", hint="Its world is the next one's.")
            folder.next_game(kept.saga, _header(desk, kept.play().header["seats"], form.get("players")))
    except (*FAULTS, OSError) as fault:
        raise refused(fault, None, None) from None
    return RedirectResponse("/table", 303)


def _header(desk: "Desk", before: list[dict[str, Any]], players: str) -> dict[str, Any]:
    """The header of a game of these players in the saga's world; who was a bot ``before`` is. Raises ``Refused``."""
    chronicle, bots = _world(desk), {row["name"]: row.get("bot", False) for row in before}
    how = _played(desk, chronicle)
    try:
        named = players_of(players)
        check_names([name for name, _ in named])
        world = world_of(chronicle, how["variants"])
        seats = seats_for([(name, color, bots.get(name, False)) for name, color in named], world.citizens)
    except Incomplete as fault:
        raise Refused(409, "This world cannot be laid out", tuple(fault.faults)) from None
    except ValueError as fault:
        raise Refused(409, capital(str(fault)), hint=getattr(fault, "hint", "Ann, Bo:red, Cy")) from None
    header = header_of_world(world.hidden(), seats, readings=how["readings"])
    return header | ({"bot_seed": token_hex(4)} if any(seat.bot for seat in seats) else {})
