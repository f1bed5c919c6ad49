"""Binding exchanges (7.6.3, 6.6.1, A-126): what two players may put in, what each gives, the promise, the yes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from oathtools.engine.decision import Decision, Form
from oathtools.engine.rows import holds
from oathtools.procedures import facts, taking, verbs
from oathtools.procedures.asking import Ask, confirm, distribute, some
from oathtools.procedures.moving import move_card
from oathtools.table.state import FAVOR, HIDDEN, SECRET

if TYPE_CHECKING:
    from oathtools.procedures.game import Game

TOKENS = (FAVOR, SECRET, HIDDEN)
RELICS, ADVISERS, FACEDOWN = "relics", "advisers", "facedown"


def tokens(game: "Game", seat: str) -> dict[str, int]:
    """The favor and the secrets of both faces that a player may give away."""
    found = {FAVOR: facts.purse(game, seat, FAVOR)}
    found |= {what: facts.board(game, seat, what) for what in (SECRET, HIDDEN)}
    return allowed(game, seat, found)


def allowed(game: "Game", seat: str, goods: dict[str, int]) -> dict[str, int]:
    """Of some goods those that are there and that nothing keeps their owner from giving."""
    return {what: most for what, most in goods.items() if most and holds(taking.may_give(game, seat, what))}


def side(kind: str, asks: str, caps: dict[str, int], *cites: str) -> Ask:
    """What one side puts into an exchange; anything from nothing to all of it."""
    if not caps:
        return {}
    return (yield from distribute(kind, asks, sum(caps.values()), caps, *cites, at_most=True))


def hand_over(game: "Game", giver: str, taker: str, goods: dict[str, int], *cites: str) -> Ask:
    """Carry out one side of an exchange (10.8, 10.11)."""
    for what, count in goods.items():
        if not count:
            continue
        if what == FAVOR:
            for place, part in (yield from verbs.from_funds(game, giver, FAVOR, count, *cites)).items():
                verbs.receive(game, f"board.{taker}", FAVOR, part, place, "give", *cites, "10.11")
        elif what in TOKENS:
            game.do.move(what, count, f"board.{giver}", f"board.{taker}", (*cites, "10.11"), "give")
        elif what == FACEDOWN:
            row = game.state.zone(f"advisers.{giver}")
            cards = [card for card in row if game.state.is_facedown(card)]
            if count < len(cards):
                cards = yield from some("exchange.facedown", giver, cards, count, count, *cites, private=True)
            for card in cards:
                yield from _give_adviser(game, taker, card, *cites)
        elif game.state.where.get(what, "").startswith("advisers."):
            yield from _give_adviser(game, taker, what, *cites)
        else:
            yield from taking.give(game, taker, what, *cites)


def _give_adviser(game: "Game", taker: str, card: str, *cites: str) -> Ask:
    """An adviser goes to another player's row, as it lies; a row that is too long is cut at once (A-128)."""
    if game.state.is_facedown(card):
        game.do.saw(card, taker, (*cites, "10.11"))
    yield from move_card(game, card, f"advisers.{taker}", *cites, "10.11")


def goods(game: "Game", seat: str, kinds: Sequence[str]) -> dict[str, int]:
    """What a player may put in: favor, secrets, and of some kinds relics and advisers (A-126).

    Faceup advisers go by name unless they are locked, facedown ones by their number: their owner picks them later.
    """
    found = tokens(game, seat)
    if RELICS in kinds:
        found |= allowed(game, seat, dict.fromkeys(facts.relics_held(game, seat), 1))
    if ADVISERS in kinds:
        row = game.state.zone(f"advisers.{seat}")
        shown = [card for card in row if not game.state.is_facedown(card) and not facts.is_locked(game, card)]
        found |= dict.fromkeys(shown, 1)
        hidden = sum(game.state.is_facedown(card) for card in row)
        found |= {FACEDOWN: hidden} if hidden else {}
    return found


def settle(
    game: "Game", seat: str, other: str, clause: str, *, also: Sequence[str] = (), promises: bool = False
) -> Ask:
    """A whole exchange of favor and secrets between two players; it binds if accepted.

    ``also``: relics, advisers; ``promises``: perhaps with a promise.
    """
    given = yield from side("exchange.give", seat, goods(game, seat, also), clause)
    taken = yield from side("exchange.take", seat, goods(game, other, also), clause)
    terms: dict[str, Any] = {"from": seat, "other": other, "give": given, "take": taken, "promise": ""}
    if promises:
        text = yield Decision("exchange.promise", seat, Form.NOTE, cites=(clause, "7.6.3"), default="", about=terms)
        terms["promise"] = str(text).strip()
    if not (yield from confirm("exchange.accept", other, clause, about=terms)):
        game.do.emit("declined", (clause,), who=other, what="exchange")
        return
    yield from hand_over(game, seat, other, given, clause)
    yield from hand_over(game, other, seat, taken, clause)
    if terms["promise"]:
        game.do.promise((seat, other), terms["promise"], (clause, "7.6.3"))
