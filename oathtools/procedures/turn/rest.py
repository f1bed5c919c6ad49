"""4.3 The Rest Phase."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from oathtools import catalog
from oathtools.engine.rows import Row
from oathtools.procedures.actions.action import GO_ON
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, choose
from oathtools.procedures.machine.frame import Frame
from oathtools.table.state import ADVISERS, BOARD, CARDS, CHANCELLOR, CITIZEN, FAVOR, HIDDEN, SECRET

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game


def return_favor(game: "Game", but: str | None = None) -> Ask:
    """4.3.1: all favor on denizens and edifices, everywhere, to the matching banks (A-26); not that on one card."""
    pieces = game.state.pieces
    for card in [each for each in _suited_cards(game) if pieces.get(each) and each != but]:
        count = pieces[card].get(FAVOR, 0)
        suit = catalog.card(card).suit if count else None
        if suit:  # none lies on others by the rules; what a table let pass stays, as on a relic
            game.do.move(FAVOR, count, card, f"bank.{suit}", ("4.3.1",))
    return
    yield


def return_secrets(game: "Game") -> Ask:
    """4.3.2: all secrets on denizens, edifices and relics to the board (A-24), then facedown ones on it turn up."""
    seat = game.state.turn
    board = BOARD[seat]
    # Only the player whose turn it is places secrets on cards, so those one placed oneself (A-24, c) are all there are.
    others_too = game.takes("A-24", "a") != "b"
    for card in [place for place, pile in game.state.pieces.items() if pile and (SECRET in pile or HIDDEN in pile)]:
        mine = others_too or facts.owner(game, card) in (None, seat)
        if mine and card.partition(".")[0] in ("denizen", "edifice", "relic"):
            for what in (SECRET, HIDDEN):
                game.do.move(what, game.state.count(card, what), card, board, ("4.3.2",))
    game.do.turn_secrets(board, game.state.count(board, HIDDEN), False, ("4.3.2",))
    return
    yield


def refresh_supply(game: "Game") -> Ask:
    """4.3.3 and 4.3.4: by the warbands in the personal bank, then what was not spent, up to the leftmost space."""
    seat = game.state.turn
    player = game.state.players[seat]
    unspent = player.supply
    refreshed = refreshed_supply(game, seat)
    game.do.set_supply(seat, refreshed, ("4.3.3",), "refresh")
    most = catalog.SUPPLY_TRACK.most
    if unspent:
        game.do.set_supply(seat, min(most, refreshed + unspent), ("4.3.4",), "save")
    return
    yield


def refreshed_supply(game: "Game", seat: str) -> int:
    """4.3.3: Chancellor and Exiles by their own bank; a Citizen to the Chancellor's Supply (A-27).

    The Chancellor's is the Chancellor's own, even if a table lets the Chancellor be a Citizen.
    """
    role, head = game.state.players[seat].role, facts.chancellor(game)
    if role == CITIZEN and seat != head:
        if game.takes("A-27", "a") == "a":
            return game.state.players[head].supply
        return refreshed_supply(game, head)
    return catalog.refresh_supply(CHANCELLOR if role == CITIZEN else role, game.state.count(f"stock.{seat}", seat))


def rest_powers(game: "Game") -> Ask:
    """4.3.5, 7.3.4: every Rest power that the player wants, once each, in the order wanted."""
    seat = game.state.turn
    used: set[str] = set()
    rests = game.registry.rests
    while True:
        frame = Frame("rest", seat)
        cards = [card for card in facts.in_force(game) if card in rests and card not in used]
        cards = [card for card in cards if facts.has_access(game, seat, card)]
        if not cards:
            return

        def rows(card: str, frame: Frame = frame) -> Iterable[Row]:
            may = game.registry.rests[card].may if card != GO_ON else None
            return may(game, frame, seat) if may else ()

        card = yield from choose("rest.power", seat, (GO_ON, *cards), "4.3.5", "7.3.4", rows=rows, default=GO_ON)
        if card == GO_ON:
            return
        used.add(card)
        game.do.emit("power", ("4.3.5", "7.3.4"), card=card, who=seat)
        yield from game.scope(game.by(card, game.registry.rests[card].does(game, frame, seat)))


def _suited_cards(game: "Game") -> list[str]:
    """Denizens and edifices in play, those that favor can lie on."""
    state = game.state
    zones = [*CARDS, *(ADVISERS[seat] for seat in state.seats)]
    return [card for zone in zones for card in state.zones.get(zone, ())]
