"""8.2 Offer Citizenship; 8.7.2 the boards."""

from typing import TYPE_CHECKING

from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, confirm, some
from oathtools.procedures.machine.frame import Frame
from oathtools.table import stacking
from oathtools.table.state import (
    BANNERS,
    CITIZEN,
    EXILE,
    SHARED,
    SLOT,
)

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

BOXED = "boards"


def offer(game: "Game", winner: str) -> Ask:
    """8.2: only an Exile who won. All Citizens become Exiles; then offers to the others (A-88)."""
    state = game.state
    if state.players[winner].role != EXILE:
        return
    flipped = facts.players(game, (CITIZEN,))
    for seat in flipped:
        game.do.set_role(seat, EXILE, ("8.2",))
    boxed = [color for color, side in state.lasting.get(BOXED, {}).items() if side == CITIZEN]
    if boxed:
        state.lasting[BOXED] = {**state.lasting[BOXED], **dict.fromkeys(boxed, EXILE)}
        game.do.emit("boxed_boards", ("8.2",), colors=boxed)
    stacking.note(game.do, flipped=[*flipped, *boxed])
    others = [seat for seat in facts.players(game, (EXILE,)) if seat not in (winner, *flipped)]
    if not others:
        return
    asked = yield from some("chronicle.offer", winner, others, 0, len(others), "8.2", default=[])
    converts = []
    for seat in others:
        if seat not in asked:
            continue
        accepted = yield from confirm("chronicle.accept", seat, "8.2", about={"actor": winner})
        if accepted:
            converts.append(seat)
        else:
            game.do.emit("declined", ("8.2",), who=seat, what="citizenship")
    # Every convert's sites are those ruled before any of them turns.
    ruled = {seat: facts.sites_ruled(game, seat) for seat in converts}
    stacking.note(game.do, converts=converts)
    for seat in converts:

        def proceed(seat: str = seat) -> Ask:
            return _convert(game, winner, seat, ruled[seat])

        yield from game.around("citizenship", Frame("citizen", seat), proceed)


def _convert(game: "Game", winner: str, seat: str, ruled: list[int]) -> Ask:
    game.do.set_role(seat, CITIZEN, ("8.2",))
    yield from _replace(game, winner, seat, ruled)


def _replace(game: "Game", winner: str, convert: str, slots: list[int]) -> Ask:
    """8.2: one of the winner's warbands at each site the convert rules, even without warbands (FAQ Bandit Crown)."""
    for slot in slots:
        count = game.state.count(SLOT[slot], convert)
        game.do.move(convert, count, SLOT[slot], f"stock.{convert}", ("8.2",), "return")
    have = game.state.count(f"stock.{winner}", winner)
    cites: tuple[str, ...] = ("8.2",)
    if have < len(slots):
        cites = ("8.2", "9.3")
        ids = {facts.site_id(game, slot): slot for slot in slots}
        sites = yield from some("chronicle.warbands", winner, list(ids), have, have, *cites)
        slots = [ids[site] for site in sites]
    for slot in slots:
        game.do.move(winner, 1, f"stock.{winner}", SLOT[slot], cites, "replace")


def save_boards(game: "Game", winner: str) -> Ask:
    """8.7.2: the boards go to the box as they lie; what is on them and on the banners goes back (A-97)."""
    places = [place for place in game.state.pieces if place != SHARED and not place.startswith("stock.")]
    for place in places:
        send_home(game, place, "8.7.2")
    for banner in BANNERS:
        if game.state.holders[banner] is not None:
            game.do.hold_banner(banner, None, ("8.7.2",))
    game.do.turn_mob(False, ("8.7.2",))
    if game.state.oathkeeper is not None:
        game.do.set_title(None, False, ("8.7.2",))
    game.do.emit("boards_saved", ("8.7.2",))
    return
    yield


def send_home(game: "Game", place: str, clause: str) -> None:
    """Every piece at a place goes back to its bank: favor and secrets to the shared one, warbands to their own."""
    for what, count in list(game.state.pieces.get(place, {}).items()):
        home = f"stock.{what}" if what in game.state.players else SHARED
        game.do.move(what, count, place, home, (clause,), "clear")
