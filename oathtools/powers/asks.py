"""What several powers ask, and do with the answer."""

from oathtools import catalog
from oathtools.engine.rows import holds
from oathtools.procedures.actions.cards_moved import may_swap, swap_cards
from oathtools.procedures.campaign.ground import is_site
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.glossary.drawing import draw
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import choose, confirm, distribute
from oathtools.procedures.minor.citizenship import become_citizen, relic_in, spaces
from oathtools.table.state import EXILE, FAVOR, RELIC_DECK

TAKE, BURY, NONE = "take", "bury", "none"


def a_bank(game, seat, kind, clause="10.26", suits=catalog.SUITS):
    """One of the favor banks, or of those of some suits; returns its suit."""
    bank = yield from choose(kind, seat, [f"bank.{suit}" for suit in suits], clause)
    return bank.removeprefix("bank.")


def faceup_advisers(game, seat):
    """A player's faceup advisers that may be discarded, moved or swapped."""
    cards = [card for card in game.state.zone(f"advisers.{seat}") if not game.state.is_facedown(card)]
    return [card for card in cards if facts.may_discard(game, card)]


def another_player(game, me, kind, clause):
    """Any other player."""
    others = [seat for seat in game.state.seats if seat != me]
    return (yield from choose(kind, me, others, clause))


def out_of_banks(game, me, kind, most, *clauses, but=None):
    """Favor from any banks, spread as the player wants, as far as there is any; returns ``{suit: number}``."""
    caps = {f"bank.{suit}": game.state.count(f"bank.{suit}", FAVOR) for suit in catalog.SUITS if suit != but}
    caps = {bank: count for bank, count in caps.items() if count}
    total = min(most, sum(caps.values()))
    shares = (yield from distribute(kind, me, total, caps, *clauses)) if total else {}
    return {bank.removeprefix("bank."): count for bank, count in shares.items()}


def change_places(game, me, kind, card, others):
    """A card just played may change places with one of some others."""

    def rows(other):
        return () if other == NONE else may_swap(game, card, other)

    other = yield from choose(kind, me, (NONE, *others), "10.25", rows=rows, default=NONE)
    if other != NONE:
        yield from swap_cards(game, card, other, "7.3.3")


def draw_relic(game, me, kind, clause):
    """Draw a relic; take it, or put it on the bottom of the relic deck."""
    drawn = yield from draw(game, me, RELIC_DECK, 1, clause, "10.6")
    for relic in drawn:
        if (yield from choose(kind, me, (TAKE, BURY), clause, private=True, about=relic)) == TAKE:
            yield from taking.take(game, me, relic, clause)
        else:
            yield from taking.bury(game, me, relic, clause)


def works_again(game, frame, card):
    """Does a modifier work for this card of a Search too: is it the first, or is it so for each one (A-162)?"""
    worked = frame.outer.facts.setdefault("worked", []) if frame.outer and frame.outer.action == "search" else []
    first = card not in worked
    worked.append(card)
    return first or game.takes("A-162", "a") == "a"


def opens_again(game, frame):
    """Does a modifier that makes room at sites serve a card of a Search that is not the first to go to one (A-162)?"""
    played = frame.outer.given.get("played", ()) if frame.outer else ()
    return not any(is_site(to) for to in played) or game.takes("A-162", "a") == "a"


def may_join(game, frame, me, kind, clause, relic=None, price=None):
    """An Exile may become a Citizen (7.6.1); returns whether they did.

    ``relic``: the kind of question for a Reliquary relic, taken unseen: no gift, so Relic Thief may answer (10.26).
    ``price``: a banner that they give the Chancellor first, to become one.
    """
    exile = game.state.players[me].role == EXILE
    joins = exile and (yield from confirm(kind, me, clause, "7.6.1", about=frame))
    if joins:
        if price:
            yield from taking.give(game, facts.chancellor(game), price, clause)
        yield from become_citizen(game, me, "7.6.1")
        if relic and spaces(game, frame):
            space = yield from choose(relic, me, spaces(game, frame), "2.3", about=frame)
            yield from taking.take(game, me, relic_in(game, space), "7.6.1", "2.3")
    return joins


def places_of_warbands(game, places):
    """The warbands at some places, as ``{place: {color: number}}``, where there are any."""
    found = {place: {c: game.state.count(place, c) for c in game.state.seats if game.state.count(place, c)}
             for place in places}  # fmt: skip
    return {place: there for place, there in found.items() if there}


def can_be_taken(game, me, what, how="steal"):
    """May a relic or banner be taken (A-123)?"""
    return holds(taking.may_take(game, me, what, how))


def kill_one(game, me, kind, place, clause):
    """Kill a warband at a place, of a color the player picks where there are several."""
    colors = list(places_of_warbands(game, [place]).get(place, {}))
    if colors:
        color = yield from choose(kind, me, colors, clause, "10.13", about=place)
        yield from verbs.kill(game, color, 1, place, clause)
