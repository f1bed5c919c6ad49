"""Binding exchanges (7.6.3, 6.6.1, A-126): what two players may put in, what each gives, the promise, the yes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from oathtools.engine.decision import Decision, Form, Row, holds
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.glossary.taking import cut_row, row_fits
from oathtools.procedures.machine import facts, promises
from oathtools.procedures.machine.asking import Ask, amount, consent, distribute, some
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.state import FAVOR, HIDDEN, SECRET, SLOT

TOKENS: Final = (FAVOR, SECRET, HIDDEN)
RELICS, ADVISERS, FACEDOWN, SITES = "relics", "advisers", "facedown", "sites"


def tokens(game: Game, seat: str) -> dict[str, int]:
    """The favor and the secrets of both faces that a player may give away."""
    found = {FAVOR: facts.purse(game, seat, FAVOR)}
    found |= {what: facts.board(game, seat, what) for what in (SECRET, HIDDEN)}
    return allowed(game, seat, found)


def allowed(game: Game, seat: str, goods: dict[str, int]) -> dict[str, int]:
    """Of some goods those that are there and that nothing keeps their owner from giving."""
    return {what: most for what, most in goods.items() if most and holds(taking.may_give(game, seat, what))}


def side(kind: str, asks: str, caps: dict[str, int], *cites: str) -> Ask:
    """What one side puts into an exchange; anything from nothing to all of it."""
    if not caps:
        return {}
    return (yield from distribute(kind, asks, sum(caps.values()), caps, *cites, at_most=True))


def hand_over(game: Game, giver: str, taker: str, goods: dict[str, int], *cites: str) -> Ask:
    """Carry out one side of an exchange (10.8, 10.11)."""
    for what, count in goods.items():
        if not count:
            continue
        if what == FAVOR:
            for place, part in (yield from verbs.from_funds(game, giver, FAVOR, count, *cites)).items():
                verbs.receive(game, f"board.{taker}", FAVOR, part, place, "give", *cites, "10.11")
        elif what in TOKENS:
            game.do.move(what, count, f"board.{giver}", f"board.{taker}", (*cites, "10.11"), "give")
        elif what.startswith("site."):
            continue  # those of both sides change rulers together (``_sign_over``)
        elif game.state.where.get(what, "").startswith("advisers."):
            if game.state.is_facedown(what):
                game.do.saw(what, taker, (*cites, "10.11"))
            yield from verbs.relocate(game, what, f"advisers.{taker}", *cites, "10.11")
        else:
            yield from taking.give(game, taker, what, *cites)
    promises.met(game, giver, promises.GIVE, _as_promised(taker, goods))


def may_go(game: Game, seat: str, other: str, given: dict[str, int], taken: dict[str, int]) -> Iterator[Row]:
    """Has nobody of two promised, so that it binds, not to give what they would (7.6.3)?"""
    yield from promises.rows(game, seat, promises.GIVE, _as_promised(other, given))
    yield from promises.rows(game, other, promises.GIVE, _as_promised(seat, taken))


def _as_promised(taker: str, goods: dict[str, int]) -> dict[str, Any]:
    """What is given, to whom, as promises speak of it: each thing, and how many of its kind."""
    kinds = Counter[str]()
    for what, count in goods.items():
        kinds[what.partition(".")[0] if "." in what else SECRET if what == HIDDEN else what] += count
    return {"other": taker, **goods, **kinds}


def _picked(game: Game, seat: str, goods: dict[str, int], *cites: str) -> Ask:
    """The goods of a side, with the facedown advisers that their owner picks instead of their number."""
    count = goods.get(FACEDOWN, 0)
    if not count:
        return goods
    cards = [card for card in game.state.zone(f"advisers.{seat}") if game.state.is_facedown(card)]
    if count < len(cards):
        cards = yield from some("exchange.facedown", seat, cards, count, count, *cites, private=True)
    return {**{what: number for what, number in goods.items() if what != FACEDOWN}, **dict.fromkeys(cards, 1)}


def goods(game: Game, seat: str, other: str, kinds: Sequence[str]) -> dict[str, int]:
    """What a player may put in for another: favor, secrets, and of some kinds relics, advisers and sites (A-126).

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
    if SITES in kinds:
        found |= {facts.site_id(game, slot): 1 for slot in deeds(game, seat, other)}
    return found


def deeds(game: Game, seat: str, other: str) -> list[int]:
    """The sites that a player may sign over: those they rule and the other does not, but could (FAQ Deed Writer).

    The other may also get the warbands for it by the same deal, from a site signed over in return (A-150).
    """
    slots = [slot for slot in facts.sites_ruled(game, seat) if not facts.rules_site(game, other, slot)]
    there = {slot for slot in facts.sites_ruled(game, other) if not facts.rules_site(game, seat, slot)}
    could = _to_place(game, other, there) > 0
    return [slot for slot in slots if could or _would_rule(game, seat, other, slot)]


def _to_place(game: Game, seat: str, leaving: Iterable[int] = ()) -> int:
    """How many warbands a player could put at a site: those on the board, none if a power forbids it (A-131).

    ``leaving``: sites that the player signs over in the same deal, whose warbands come home first (A-150).
    """
    if not holds(game.rows("place.warbands", Frame("place", seat, game.frame))):
        return 0
    home = leaving if game.takes("A-150", "a") == "a" else ()
    side = facts.side_of(game, seat)
    return facts.board(game, seat, "warbands") + sum(game.state.count(SLOT[slot], side) for slot in home)


def _would_rule(game: Game, giver: str, taker: str, slot: int) -> bool:
    """Will the bandits of a site count as the taker's once the giver's warbands have left (7.6.5)?"""
    return facts.bandits_as(game, slot, facts.side_of(game, giver)) == facts.side_of(game, taker)


def _signed(game: Game, goods: dict[str, int]) -> list[int]:
    """The slots of the sites among some goods."""
    return [facts.slot_named(game, what) for what, count in goods.items() if count and what.startswith("site.")]


def _can_rule(game: Game, taker: str, giver: str, come: dict[str, int], gone: dict[str, int]) -> Row:
    """Has a player a warband for each site that comes, except where bandits count as theirs (FAQ Deed Writer)?"""
    needed = sum(not _would_rule(game, giver, taker, slot) for slot in _signed(game, come))
    have = _to_place(game, taker, _signed(game, gone))
    sites = "one site" if needed == 1 else f"{needed} sites"
    return have >= needed, "10.21", f"{taker} has {have or 'no'} warband{'' if have == 1 else 's'} to rule {sites} with"


def _sign_over(game: Game, sides: Sequence[tuple[str, str, dict[str, int]]], *cites: str) -> Ask:
    """The old rulers' warbands go to their boards; then the new rulers put some there, one at least (A-150)."""
    bare: dict[tuple[str, int], bool] = {}
    for giver, taker, goods in sides:
        bare |= {(taker, slot): not _would_rule(game, giver, taker, slot) for slot in _signed(game, goods)}
    for giver, taker, goods in sides:
        color = facts.side_of(game, giver)
        for slot in _signed(game, goods):
            game.do.emit("signed_over", (*cites, "10.21"), who=giver, other=taker, at=SLOT[slot])
            game.do.move(color, game.state.count(SLOT[slot], color), SLOT[slot], f"board.{giver}", (*cites, "10.15"))
    while bare:
        taker, slot = next(iter(bare))
        low = int(bare.pop((taker, slot)))
        have = _to_place(game, taker)
        if have:
            most = have - sum(needs for (who, _), needs in bare.items() if who == taker)
            number = yield from amount("exchange.warbands", taker, low, most, *cites, default=low)
            yield from verbs.place_warbands(game, taker, number, SLOT[slot], *cites)


def _fits(game: Game, owner: str, come: dict[str, int], gone: dict[str, int]) -> Row:
    """Can a player's row of advisers take what a deal brings (A-128)?"""
    cards = [[card for card in side if game.state.where.get(card, "").startswith("advisers.")] for side in (come, gone)]
    return row_fits(game, owner, *cards, hidden=(come.get(FACEDOWN, 0), gone.get(FACEDOWN, 0)))


def settle(game: Game, seat: str, other: str, clause: str, *, also: Sequence[str] = (), promises: bool = False) -> Ask:
    """A whole exchange of favor and secrets between two players; it binds if accepted.

    ``also``: relics, advisers, sites; ``promises``: perhaps with a promise.
    """
    given = yield from side("exchange.give", seat, goods(game, seat, other, also), clause)
    taken = yield from side("exchange.take", seat, goods(game, other, seat, also), clause)
    terms: dict[str, Any] = {"from": seat, "other": other, "give": given, "take": taken, "promise": ""}
    if promises:
        text = yield Decision("exchange.promise", seat, Form.NOTE, cites=(clause, "7.6.3"), default="", about=terms)
        terms["promise"] = str(text).strip()

    def rows(answer: str) -> Iterator[Row]:
        if answer == "yes":
            yield _fits(game, seat, taken, given)
            yield _fits(game, other, given, taken)
            yield _can_rule(game, seat, other, taken, given)
            yield _can_rule(game, other, seat, given, taken)
            yield from may_go(game, seat, other, given, taken)

    # Who is offered a deal hears of it, also of one that cannot be kept and so cannot be accepted.
    says = consent(game, "exchange.accept", other, seat, clause, rows=rows, overheard=True, default="no", about=terms)
    if (yield from says) == "no":
        game.do.emit("declined", (clause,), who=other, what="exchange")
        return
    given = yield from _picked(game, seat, given, clause)
    taken = yield from _picked(game, other, taken, clause)
    yield from hand_over(game, seat, other, given, clause)
    yield from hand_over(game, other, seat, taken, clause)
    yield from _sign_over(game, ((seat, other, given), (other, seat, taken)), clause)
    # Both hands are empty: now a row that is too long, also by what its owner gave away, is cut at once.
    row = [card for card in (*given, *taken) if game.state.where.get(card, "").startswith("advisers.")]
    for player in (seat, other) if row else ():
        came = [card for card in row if facts.owner(game, card) == player]
        yield from cut_row(game, player, came, gone=len(row) - len(came))
    if terms["promise"]:
        game.do.promise((seat, other), terms["promise"], (clause, "7.6.3"))
