"""Costs (7.1.2): whether they can be paid, and how they are: from which places, and where what is paid goes."""

from collections.abc import Iterator
from functools import partial

from oathtools.engine.decision import Row
from oathtools.kit import text
from oathtools.kit.lazy import Memo
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, distribute
from oathtools.procedures.machine.cost import SUPPLY, Cost, Item
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.state import BOARD, FAVOR, PEOPLES_FAVOR, SECRET, SHARED


def can_pay(game: Game, seat: str, cost: Cost) -> list[Row]:
    """Rows: is there enough of everything a cost asks for, and does nothing bar a power that costs it? (7.1.2)"""
    rows: list[Row] = []
    needs = _needs[cost]
    for what, (number, fits) in needs.items():
        have = _have(game, seat, what)
        if have >= number:
            rows.append(fits)
        else:
            _, clause, _, *source = fits
            rows.append((False, clause, _too_little(what, number, have), *source))
    if SECRET in needs and game.live("secret.cost") and any(i.power and i.what == SECRET for i in cost.items):
        rows.extend(game.rows("secret.cost", Frame("pay", seat, game.frame)))
    return rows


def _have(game: Game, seat: str, what: str) -> int:
    """How much of something a player may pay with."""
    if what == SUPPLY:
        return game.state.players[seat].supply
    return facts.purse(game, seat, what) if what in (FAVOR, SECRET) else facts.board(game, seat, "warbands")


def _too_little(what: str, number: int, have: int) -> str:
    if what == SUPPLY:
        return f"it costs {number} Supply and {have} is left"
    if what in (FAVOR, SECRET):
        return f"it costs {text.count(number, what)} and {have} can be paid"
    return f"it costs {text.count(number, 'warband')} and {have} are on the board"


@Memo
def _needs(cost: Cost) -> dict[str, tuple[int, Row]]:
    """How much of each thing a cost asks for in all, and the row that there is enough of it.

    The row has the clause, the source to name, and the ruling if there is one: a toll's, if one is in.
    """
    needs: dict[str, tuple[int, Row]] = {}
    for item in cost.items:
        own = (True, item.clause, True, item.source, *((item.ruling,) if item.ruling else ()))
        count, row = needs.get(item.what, (0, own))
        needs[item.what] = count + item.amount, own if item.toll else row
    return needs


def is_free(game: Game, card: str, clause: str, *, otherwise: bool = False) -> Row:
    """A row: no favor and no secret lies on the card; ``otherwise``: it may, by a power or since nothing is placed."""
    free = facts.is_empty(game, card) or otherwise
    return free, clause, free or f"{card} already holds {facts.tokens_on(game, card)}"


def takes_cost(game: Game, seat: str, card: str, cost: Cost) -> Row:
    """A row: the card of a power that is no battle plan is free if something is placed (7.1.2).

    Outside one's turn nothing is, unless a table reads that it is placed and taken off again (A-154).
    """
    nothing = not cost.places or (seat != game.state.turn and game.takes("A-154", "a") == "a")
    return is_free(game, card, "7.1.2", otherwise=nothing)


def can_pay_power(game: Game, seat: str, card: str, cost: Cost) -> Iterator[Row]:
    """Rows: may a player pay for a power that is no battle plan?"""
    yield takes_cost(game, seat, card, cost)
    yield from can_pay(game, seat, cost)


def pay(game: Game, seat: str, cost: Cost, *cites: str) -> Ask:
    """Pay a cost in the order of its items; what is burned goes to the shared bank (10.4).

    Outside one's turn favor that is placed goes to the card's bank, and secrets flip (7.1.2).
    """
    board = BOARD[seat]
    in_turn = seat == game.state.turn
    for item in cost.items if in_turn else map(partial(_out_of_turn, game), cost.items):
        where = (item.clause,) if item.clause not in cites else cites
        if item.what == SUPPLY:
            supply = game.state.players[seat].supply
            game.do.set_supply(seat, supply - item.amount, where, "spent_supply")
        elif item.verb == "flip":
            game.do.turn_secrets(board, item.amount, True, where)
        elif item.verb == "sacrifice":
            color = facts.color_of(game, seat)
            game.do.move(color, item.amount, board, f"stock.{color}", where, "sacrifice")
        elif item.verb == "place" and not in_turn and item.what == SECRET:
            game.do.turn_secrets(board, item.amount, True, (*where, "7.1.2"))
        else:
            to, verb = SHARED if item.verb == "burn" else item.to, item.verb
            if verb == "place" and not in_turn and "." in to and not to.startswith("bank."):
                to, where = f"bank.{facts.suit_of(game, to)}", (*where, "7.1.2")
            for place, count in (yield from from_funds(game, seat, item.what, item.amount, *where)).items():
                receive(game, to, item.what, count, place, verb, *where)


def _out_of_turn(game: Game, item: Item) -> Item:
    """An item of a cost paid outside one's turn: what a power burns is only placed, where a table reads so (A-153)."""
    spares = item.verb == "burn" and item.power and item.source and game.takes("A-153", "a") == "b"
    if not spares or (item.what == FAVOR and facts.suit_of(game, item.source) is None):
        return item
    return item._replace(verb="place", to=item.source)


def from_funds(game: Game, seat: str, what: str, count: int, *cites: str) -> Ask:
    """From which places a player pays so much favor or so many secrets: asked if there is a choice; place -> number."""
    have = {place: game.state.count(place, what) for place in facts.funds(game, seat, what)}
    caps = {place: most for place, most in have.items() if most}
    if len(caps) < 2:
        return dict.fromkeys(caps or have, count)
    return (yield from distribute("pay.from", seat, count, caps, *cites))


def receive(game: Game, to: str, what: str, count: int, source: str, why: str, *cites: str) -> None:
    """Pieces come to a place; favor that would be burned, or come to a board, goes where powers send it (A-178)."""
    if what == FAVOR and to == SHARED and why == "burn" and game.live("favor.burnt"):
        spared = source != PEOPLES_FAVOR or game.takes("A-178", "a") == "a"
        to = str(game.fold("favor.burnt", SHARED, game.frame)) if spared else SHARED
    seat = to.removeprefix("board.")
    if what == FAVOR and seat != to:
        to = facts.favor_home(game, seat)
    if source != to:
        game.do.move(what, count, source, to, cites, why)
    elif count and why == "burn":
        game.do.emit("kept", cites, who=seat, count=count)
