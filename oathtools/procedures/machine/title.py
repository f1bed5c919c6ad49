"""2.11 The Oathkeeper title, and the goals that it, the Visions (3.2) and the Successors (3.3.1) share."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, choose
from oathtools.procedures.machine.frame import Frame
from oathtools.table.state import CHANCELLOR, CITIZEN, DARKEST_SECRET, EXILE, PEOPLES_FAVOR, PURPLE, SLOTS

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

BANNER_OF_OATH = {"people": PEOPLES_FAVOR, "devotion": DARKEST_SECRET}


def tally(game: "Game", oath: str, seat: str) -> int:
    """How far a player is toward the goal of an oath (2.11): sites, relics and banners, or the one banner."""
    if oath == "supremacy":
        return len(facts.sites_ruled(game, seat))
    if oath == "protection":
        return facts.relics_and_banners(game, seat)
    return int(game.state.holders[BANNER_OF_OATH[oath]] == seat)


def contenders(game: "Game", oath: str) -> list[str]:
    """Who can meet a goal: under Supremacy the Chancellor stands for the whole Empire (2.11, A-08)."""
    roles = (CHANCELLOR, EXILE) if oath == "supremacy" else (CHANCELLOR, "citizen", EXILE)
    return facts.players(game, roles)


def leaders(game: "Game", oath: str) -> list[str]:
    """Every player who meets the Oathkeeper goal, ties included; where a table reads A-01 so, a sole leader only.

    Bandits who compete can tie with one too (A-04).
    """
    found = foremost(game, oath)
    if game.takes("A-01", "a") == "a":
        return found
    return found if len(found) == 1 and tally(game, oath, found[0]) > _of_bandits(game, oath) else []


def foremost(game: "Game", oath: str) -> list[str]:
    """Every player who has the most toward a goal; nobody has with nothing (A-04, A-07)."""
    tallies = _tallies(game, oath)
    most = max(tallies.values())
    if not most or most < _of_bandits(game, oath):
        return []
    return [seat for seat, count in tallies.items() if count == most]


def _tallies(game: "Game", oath: str) -> dict[str, int]:
    """The ``tally`` of everybody who can meet a goal; the sites are gone through once for all."""
    seats = contenders(game, oath)
    if oath != "supremacy":
        return {seat: tally(game, oath, seat) for seat in seats}
    ruling = [side for slot in range(SLOTS) for side in facts.rulers(game, slot)]
    return {seat: ruling.count(facts.side_of(game, seat)) for seat in seats}


def _of_bandits(game: "Game", oath: str) -> int:
    """The sites that bandits rule, where a table lets them compete (A-04)."""
    if oath != "supremacy" or game.takes("A-04", "b") == "b":
        return 0
    return sum(facts.BANDITS in facts.rulers(game, slot) for slot in range(SLOTS))


def check_title(game: "Game") -> Ask:
    """2.11: the title goes to a player who meets the goal. A tied holder keeps it; a holder who is not picks whom."""
    state = game.state
    meeting = leaders(game, state.oath)
    holder = state.oathkeeper
    if holder is not None and game.takes("A-07", "a") != "a" and not foremost(game, state.oath):
        # Nobody can meet the goal: the title goes back to the Chancellor, or is set aside, where a table reads it so.
        # Not at a tie, whatever it counts for: a tied holder keeps the title (2.11).
        to = facts.chancellor(game) if game.takes("A-07", "a") == "b" else None
        if to != holder:
            game.do.set_title(to, False, ("2.11",))
        return
    empire = _empire_of(game, holder)
    if empire is not None and (not meeting or empire in meeting):
        taker = empire
    elif not meeting or holder in meeting:
        return
    else:
        taker = meeting[0]
        if len(meeting) > 1 and holder is not None:
            taker = yield from choose("title.give", holder, meeting, "2.11")
    game.do.set_title(taker, False, ("2.11",))
    game.afterwards("title.taken", Frame("title", taker))


def _empire_of(game: "Game", holder: str | None) -> str | None:
    """The Chancellor, where a new Citizen holds the title of Supremacy: it is the Chancellor's to keep (A-73)."""
    citizen = holder is not None and game.state.players[holder].role == CITIZEN
    return facts.chancellor(game) if citizen and game.state.oath == "supremacy" else None


class Rival(NamedTuple):
    """Whom an Exile with a Vision is compared with, how far they count, and the point whose reading makes it so."""

    who: str
    reach: int
    point: str = ""


def rivals(game: "Game", oath: str, seat: str) -> Iterator[Rival]:
    """Everybody with whom an Exile is compared for a Vision's goal (3.2).

    Under Conquest the Empire counts once, or once for each of its players (A-03); bandits, if a table has them compete
    (A-04).
    """
    empire = len(facts.players(game, (CHANCELLOR, CITIZEN)))
    for other in contenders(game, oath):
        count = tally(game, oath, other)
        if other == seat:
            continue
        added = oath == "supremacy" and facts.side_of(game, other) == PURPLE and game.takes("A-03", "a") == "b"
        yield Rival(other, count * empire, "A-03") if added and empire > 1 else Rival(other, count)
    if bandits := _of_bandits(game, oath):
        yield Rival(facts.BANDITS, bandits, "A-04")


def in_the_way(game: "Game", oath: str, seat: str) -> list[Rival]:
    """The rivals who keep an Exile from a Vision's goal: who have more, or as much if that is too little (A-02)."""
    tie = game.takes("A-02", "b") == "a"
    mine = tally(game, oath, seat)
    return [rival for rival in rivals(game, oath, seat) if rival.reach > mine or (rival.reach == mine and not tie)]


def fulfils_vision(game: "Game", oath: str, seat: str) -> bool:
    """Has an Exile completed the goal that a Vision shares with an oath (A-02, A-03, A-04)?"""
    return tally(game, oath, seat) > 0 and not in_the_way(game, oath, seat)


def successors(game: "Game") -> list[str]:
    """The Citizens who meet the Successor goal (3.3.1): at most one (A-15)."""
    from oathtools.table.state import GRAND_SCEPTER

    state = game.state
    citizens = facts.players(game, ("citizen",))
    if state.oath == "supremacy":
        rivals = [facts.chancellor(game), *citizens]
        held = {seat: facts.relics_and_banners(game, seat) for seat in rivals}
        return [seat for seat in citizens if all(held[seat] > held[other] for other in rivals if other != seat)]
    if state.oath == "devotion":
        return [seat for seat in citizens if GRAND_SCEPTER in facts.relics_held(game, seat)]
    banner = DARKEST_SECRET if state.oath == "people" else PEOPLES_FAVOR
    return [seat for seat in citizens if state.holders[banner] == seat]
