"""What a table is worth to a seat: a short list of named terms, each with its weight, and nothing beside them.

Every term is counted from what the seat may know; ``measured`` is all of them, weighted; their sum is the value.
``docs/bots.md`` tells the same list.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from oathtools import catalog
from oathtools.bots.prospects import Ground
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn.loop import refreshed_supply

Terms = Mapping[str, float]
# The name of the term that falls as Supply is spent.
SUPPLY = "to spend"


class Term(NamedTuple):
    """A term: its name, what one of it is worth, what it counts, and how that is counted."""

    name: str
    weight: float
    says: str
    counts: Callable[[Game, str, Ground], float]


def _over(game: Game, seat: str, on: Ground) -> float:
    result = game.state.result
    return 0.0 if not result else 1.0 if result["winner"] == seat else -1.0


def _danger(game: Game, seat: str, on: Ground) -> float:
    return max((on.prospect(other) for other in game.state.seats if other != seat), default=0.0)


def _rivals(game: Game, seat: str, on: Ground) -> float:
    others = [other for other in game.state.seats if other != seat]
    return sum(on.prospect(other) for other in others) / len(others)


def _sites(game: Game, seat: str, on: Ground) -> float:
    return len(on.ruled(seat)) * on.share(seat)


def _garrison(game: Game, seat: str, on: Ground) -> float:
    """Up to three warbands at each site that one rules."""
    return sum(min(3, on.warbands(seat, slot)) for slot in on.ruled(seat)) * on.share(seat)


def _warbands(game: Game, seat: str, on: Ground) -> float:
    count = on.board(seat)
    return min(count, 6) + 0.5 * max(0, min(count, 12) - 6)


def _favor(game: Game, seat: str, on: Ground) -> float:
    return _less_and_less(game.state.count(f"board.{seat}", "favor"), 4)


def _secrets(game: Game, seat: str, on: Ground) -> float:
    return _less_and_less(on.secrets(seat) + game.state.count(f"board.{seat}", "hidden"), 3)


def _less_and_less(count: int, enough: int) -> float:
    """The first one counts twice, as nothing can be traded by whoever has none; each beyond enough counts half."""
    return min(count, 1) + min(count, enough) + 0.5 * min(enough, max(0, count - enough))


def _banners(game: Game, seat: str, on: Ground) -> float:
    return float(sum(holder == seat for holder in game.state.holders.values()))


def _hoard(game: Game, seat: str, on: Ground) -> float:
    """What lies on the banners that one has: the price at which others recover them, and their defense."""
    state = game.state
    mine = [banner for banner, holder in state.holders.items() if holder == seat]
    return float(sum(min(6, state.count(banner, catalog.banner(banner).token)) for banner in mine))


def _advisers(game: Game, seat: str, on: Ground) -> float:
    state = game.state
    row = state.zone(f"advisers.{seat}")
    return sum(0.4 if card in state.facedown else 1.0 for card in row)


def _cards(game: Game, seat: str, on: Ground) -> float:
    """Denizens and edifices at sites that one rules: powers to use and suits to muster from."""
    return sum(len(game.state.zone(f"cards.{slot}")) for slot in on.ruled(seat)) * on.share(seat)


def _supply(game: Game, seat: str, on: Ground) -> float:
    """The Supply of the next turn: by the bank, and what was not spent, as far as the track goes (4.3.3, 4.3.4)."""
    left = game.state.players[seat].supply
    if game.state.turn != seat:
        return float(left)
    return float(min(catalog.SUPPLY_TRACK.most, left + refreshed_supply(game, seat)))


def _to_spend(game: Game, seat: str, on: Ground) -> float:
    return float(game.state.players[seat].supply) if game.state.turn == seat else 0.0


TERMS: Sequence[Term] = (
    Term("over", 1000.0, "the game is over: won, or lost", _over),
    Term("prospect", 60.0, "how near one's own victory is, from 0 to 1", lambda game, seat, on: on.prospect(seat)),
    Term("danger", -40.0, "how near the victory of the nearest rival is", _danger),
    Term("rivals", -15.0, "how near the victories of all rivals are, on average", _rivals),
    Term(
        "opening",
        2.5,
        "the exact chance of the best campaign against what is at one's site, by what it brings",
        lambda game, seat, on: on.opening(seat),
    ),
    Term(
        "hunted",
        -3.0,
        "the exact chance of whoever stands at one's site to beat one there",
        lambda game, seat, on: on.hunted(seat),
    ),
    Term("sites", 2.5, "sites that one rules, a third of the Empire's for a Citizen", _sites),
    Term("garrison", 1.2, "warbands at them, up to three each", _garrison),
    Term("warbands", 2.0, "warbands on the board, half as much beyond six", _warbands),
    Term("favor", 0.8, "favor on the board, the first one twice, half as much beyond four", _favor),
    Term(
        "secrets",
        1.2,
        "secrets on the board, and on cards until they return; the first one twice, half as much beyond three",
        _secrets,
    ),
    Term("relics", 3.0, "relics", lambda game, seat, on: float(len(game.state.zone(f"held.{seat}")))),
    Term("banners", 3.5, "banners", _banners),
    Term("hoard", 0.4, "favor and secrets on one's banners", _hoard),
    Term("advisers", 1.2, "advisers, faceup ones first", _advisers),
    Term("cards", 0.6, "cards at the sites that one rules", _cards),
    Term("supply", 0.5, "the Supply of the next turn", _supply),
    Term(SUPPLY, 0.05, "Supply left in this turn", _to_spend),
)


def measured(game: Game, seat: str, origin: Ground | None = None) -> Terms:
    """Every term of a table for a seat, times its weight; ``origin`` as in ``Ground``."""
    on = Ground(game, origin)
    return {term.name: term.weight * term.counts(game, seat, on) for term in TERMS}


def value(terms: Terms) -> float:
    """What the terms come to."""
    return sum(terms.values())


def mixed(ends: Sequence[tuple[float, Terms]]) -> Terms:
    """The terms to be expected of several ends, each with its chance."""
    return {term.name: sum(chance * terms[term.name] for chance, terms in ends) for term in TERMS}
