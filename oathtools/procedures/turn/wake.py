"""4.1 The Wake Phase."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from oathtools import catalog
from oathtools.engine.rows import Row
from oathtools.procedures.glossary import paying
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, choose
from oathtools.procedures.machine.cost import Cost, Item
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.victory import check as victory
from oathtools.table.state import EXILE, FAVOR, PEOPLES_FAVOR, SLOT

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

MOB_AT: Final = 6
PLACE, RETURN, NOTHING = "place", "return", "none"


def peoples_favor(game: "Game") -> Ask:
    """4.1.1, a Wake power (7.3.1): place or return a favor, again for a Mob (4.1.1.2); six favor make a Mob."""
    seat = game.state.turn
    if game.state.holders[PEOPLES_FAVOR] != seat:
        return
    again = game.state.mob
    yield from place_or_return(game, seat)
    if again:
        yield from place_or_return(game, seat)
    if game.state.count(PEOPLES_FAVOR, FAVOR) >= MOB_AT:
        game.do.turn_mob(True, ("4.1.1.3",))


def place_or_return(game: "Game", seat: str) -> Ask:
    """4.1.1.1: one favor onto the banner, or one from it to the emptiest bank. The last one stays (A-45)."""
    on_banner = game.state.count(PEOPLES_FAVOR, FAVOR)
    must = on_banner > 1 or game.state.count(f"board.{seat}", FAVOR) > 0
    have = facts.purse(game, seat, FAVOR)
    if not must and not have:
        return

    def rows(option: str) -> Iterator[Row]:
        if option == PLACE:
            yield have > 0, "4.1.1.1", "there is no favor on the board to place"
        elif option == RETURN:
            yield on_banner > 1, "4.1.1.1", "the banner has only one favor on it"

    options = (PLACE, RETURN) if must else (NOTHING, PLACE)
    answer = yield from choose("wake.favor", seat, options, "4.1.1.1", rows=rows, default=None if must else NOTHING)
    if answer == NOTHING:
        return
    if answer == PLACE:
        yield from paying.pay(game, seat, Cost((Item("place", FAVOR, 1, PEOPLES_FAVOR, "4.1.1.1"),)), "4.1.1.1")
        return
    least = min(game.state.count(f"bank.{suit}", FAVOR) for suit in catalog.SUITS)
    emptiest = [f"bank.{suit}" for suit in catalog.SUITS if game.state.count(f"bank.{suit}", FAVOR) == least]
    bank = yield from choose("wake.bank", seat, emptiest, "4.1.1.1")
    game.do.move(FAVOR, 1, PEOPLES_FAVOR, bank, ("4.1.1.1",))


def check_for_win(game: "Game") -> Ask:
    """4.1.2: an Exile may have won."""
    if victory.wins_at_wake(game, game.state.turn):
        verdict = victory.at_wake(game, game.state.turn)
        cites = ("4.1.2", *(way.clause for way in verdict.ways))
        game.do.end_game(verdict.result(), cites, verdict.visions)
    return
    yield


def flip_to_usurper(game: "Game") -> Ask:
    """4.1.3: an Exile who holds the title turns it to its Usurper side."""
    state = game.state
    if state.oathkeeper == state.turn and state.players[state.turn].role == EXILE and not state.usurper:
        game.do.set_title(state.turn, True, ("4.1.3",))
    return
    yield


def site_power(game: "Game") -> Ask:
    """4.1.4: at an opportunity site, one favor or secret may be taken from it, once (7.3.1, 11.1, A-31)."""
    seat = game.state.turn
    slot = game.state.players[seat].slot
    assert slot is not None
    allowed = game.fold("opportunity", (), Frame("wake", seat, None, {"slot": slot}))
    there = [what for what in allowed if game.state.count(SLOT[slot], what)]
    if not there:
        return
    answer = yield from choose("wake.site", seat, ("none", *there), "4.1.4", default="none")
    if answer != "none":
        paying.receive(game, f"board.{seat}", answer, 1, SLOT[slot], "take", "4.1.4", "11.1")
