"""Cards moved and swapped (10.15, 10.25, A-119): no plays, but each card must be allowed where it lands (7.2)."""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from oathtools import catalog
from oathtools.engine.rows import Row
from oathtools.procedures.actions import play
from oathtools.procedures.glossary import limits, verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, some
from oathtools.procedures.machine.frame import Frame
from oathtools.table.state import CARDS
from oathtools.text import count

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game


def may_move(game: "Game", seat: str, card: str, zone: str) -> Iterator[Row]:
    """Rows: may a card in play move to a site (``cards.N``) or to a player's advisers (``advisers.SEAT``)?"""
    yield from _may_lie(game, card, zone)
    if zone in CARDS:
        slot = CARDS.index(zone)
        room = limits.capacity(game, slot, seat, card if game.state.known(card) else None)
        others = [other for other in game.state.zone(zone) if other != card]
        site = facts.site_id(game, slot)
        freed = room > 0 and len(others) <= room and any(option.cards for option in _first(game, seat, slot))
        fits = len(others) < room or freed
        yield fits, "2.8.1", f"{site} holds {count(len(others), 'card')} and has room for {room}"


def _first(game: "Game", seat: str, slot: int) -> tuple[play.FirstDiscard, ...]:
    """The powers that let a player discard a card of a site before another moves there (11.9)."""
    options: tuple[play.FirstDiscard, ...] = game.fold("move.discards", (), Frame("move", seat, None, {"slot": slot}))
    return options


def may_swap(game: "Game", card: str, other: str) -> Iterator[Row]:
    """Rows: may two cards in play change places? One for one needs no room, but a limit may come with a card."""
    yield from _may_lie(game, card, game.state.where[other])
    yield from _may_lie(game, other, game.state.where[card])
    for newcomer, gone in ((card, other), (other, card)):
        owner = facts.owner(game, gone)
        if owner is not None and owner != facts.owner(game, newcomer):
            yield limits.row_fits(game, owner, [newcomer], [gone])


def _may_lie(game: "Game", card: str, zone: str) -> Iterator[Row]:
    yield from facts.lock_rows(game, card)
    if zone in CARDS:
        shown = game.state.known(card) and not game.state.is_facedown(card)
        yield shown, "2.8.1", f"{card} lies facedown, and cards at sites lie faceup"
        if shown:
            record = catalog.card(card)
            yield record.kind in ("denizen", "edifice"), "10.15", f"{card} does not belong at a site"
            yield record.restriction != "adviser", "7.2.1", f"{card} can only be among advisers"
    elif game.state.known(card) and not game.state.is_facedown(card):
        yield catalog.card(card).restriction != "site", "7.2.1", f"{card} can only be at a site"


def move_card(game: "Game", card: str, zone: str, *cites: str) -> Ask:
    """Move a card to a site or to advisers; a row that is too long by it is cut at once by its player (A-128).

    A power of the site may let its mover discard a card there first (11.9).
    """
    if zone in CARDS:
        frame = Frame("move", game.frame.actor, None, {"card": card})
        yield from play.discard_first(game, frame, CARDS.index(zone), "move.discards")
    before = facts.owner(game, card)
    yield from verbs.relocate(game, card, zone, *cites)
    owner = facts.owner(game, card)
    _seen_by_new_owner(game, card, before)
    if owner is not None and not limits.ignores_limit(game, owner, card):
        yield from cut_row(game, owner, [card])


def swap_cards(game: "Game", card: str, other: str, *cites: str) -> Ask:
    """Two cards change places; a row of advisers into which one came from elsewhere is cut if a limit says so.

    Each moves (10.25): a power of the site it comes to may let the swapper discard a card there first (11.9, A-155).
    """
    before = {each: facts.owner(game, each) for each in (card, other)}
    home, away = game.state.where[card], game.state.where[other]
    for newcomer, gone, zone in ((card, other, away), (other, card, home)) if home != away else ():
        if zone in CARDS and game.takes("A-155", "a") == "a":
            frame = Frame("move", game.frame.actor, None, {"card": newcomer})
            yield from play.discard_first(game, frame, CARDS.index(zone), "move.discards", leaving=gone)
    yield from verbs.swap(game, card, other, *cites)
    for newcomer in (card, other):
        _seen_by_new_owner(game, newcomer, before[newcomer])
    for newcomer in (card, other):
        owner = facts.owner(game, newcomer)
        if owner is not None and owner != before[newcomer]:
            yield from cut_row(game, owner, [newcomer], gone=1)


def _seen_by_new_owner(game: "Game", card: str, before: str | None) -> None:
    """Whose adviser a facedown card has become may look at it, whatever brought it there (2.2.2, 10.17)."""
    owner = facts.owner(game, card)
    if owner is not None and owner != before and game.state.is_facedown(card):
        game.do.saw(card, owner, ("10.25",))


def cut_row(game: "Game", owner: str, newcomers: Collection[str], *, gone: int = 0) -> Ask:
    """A player whose row is too long discards down to the limit, as far as cards can go (A-128); no play, so A-137 is
    not asked. Newcomers stay (FAQ Enchantress). ``gone``: how many have left the row by the same swap or deal.
    """
    limit = limits.adviser_limit(game, owner)
    row = game.state.zone(f"advisers.{owner}")
    row = [card for card in row if card not in newcomers or not limits.ignores_limit(game, owner, card)]
    counted = limits.counting(game, row, limit)
    over = max(0, len(counted) - limit.most - limits.lawful(game, owner, row, len(newcomers), gone))
    free = [card for card in counted if card not in newcomers and facts.may_discard(game, card)]
    for card in row if over == 1 else ():  # one whose own limit goes with it, as when an adviser is played
        without = limits.adviser_limit(game, owner, leaving=card)
        left = limits.counting(game, [each for each in row if each != card], without)
        if (
            card not in counted
            and card not in newcomers
            and facts.may_discard(game, card)
            and len(left) <= without.most
        ):
            free.append(card)
    number = min(over, len(free))
    if number:
        cut = yield from some("play.replace", owner, free, number, number, "7.6.4", private=True)
        yield from verbs.discard(game, owner, cut, "7.6.4")
