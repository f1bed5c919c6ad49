"""Derived facts: asked, never read off the state by powers, because other powers and as-if facts may change them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from oathtools import catalog
from oathtools.engine.decision import Row, holds
from oathtools.procedures.machine.frame import Frame
from oathtools.table import state as table
from oathtools.table.state import BANDITS

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

_PLACES: Final = {name: slot for slot, name in enumerate(table.PLACE_NAMES)}
# The slot of the site whose cards or relics are in a zone.
_SLOTS: Final[dict[str | None, int]] = {
    zone: slot for zones in (table.CARDS, table.RELICS) for slot, zone in enumerate(zones)
}
# The seat whose advisers, relics or revealed Vision are in a zone.
_SEATS: Final[dict[str | None, str]] = {
    zone: seat for zones in (table.ADVISERS, table.HELD, table.VISION) for seat, zone in zones.items()
}
TOKENS: Final = {table.FAVOR, table.SECRET, table.HIDDEN}


# -- seats, sides, places ------------------------------------------------------------------------------------------


def chancellor(game: "Game") -> str:
    """The Chancellor's seat."""
    return game.state.seats[0]


def in_turn_order(game: "Game", first: str | None = None) -> list[str]:
    """The seats clockwise, from a given one (the Chancellor by default)."""
    seats = game.state.seats
    start = seats.index(first) if first else 0
    return seats[start:] + seats[:start]


def side_of(game: "Game", seat: str) -> str:
    """The side on which a player rules: the Empire's (purple) for Imperial players (10.12, 6.6.3), else their own."""
    if seat == BANDITS:
        return BANDITS
    player = game.state.players[seat]
    if player.role == table.CITIZEN and seat not in (game.frame.fact("not_imperial") or ()):
        return table.PURPLE
    return seat


def color_of(game: "Game", seat: str) -> str:
    """The color of a player's warbands: purple for Imperial players, also while they fight each other (A-61)."""
    return table.PURPLE if game.state.players[seat].role == table.CITIZEN else seat


def enemies(game: "Game", side: str, seat: str) -> bool:
    """Is a player an enemy of a side: another player, the Empire (purple), or the bandits? (10.7)

    So is a Citizen who is not Imperial now of the Empire, unless the table reads it otherwise (A-147).
    """
    theirs = side_of(game, side)
    if theirs == side_of(game, seat):
        return False
    if theirs != table.PURPLE or seat == BANDITS or game.state.players[seat].role != table.CITIZEN:
        return True
    return game.takes("A-147", "a") == "a"


def site_of(game: "Game", seat: str) -> int:
    """The slot of the site where a player is, or acts as if they were."""
    frame = game.frames[-1]
    if frame.facts or frame.outer is not None:
        at = frame.fact_of("at", seat)
        if at is not None:
            return int(at)
    slot = game.state.players[seat].slot
    assert slot is not None
    return slot


def stands_at(game: "Game", seat: str, slot: int) -> bool:
    """Is a player at a site? Not the bandits, and nobody before the pawns are placed (1.23.1)."""
    return seat != BANDITS and game.state.players[seat].slot is not None and site_of(game, seat) == slot


def region_of(game: "Game", seat: str) -> str:
    """The region of a player's site."""
    return table.REGION_OF_SLOT[site_of(game, seat)]


def site_id(game: "Game", slot: int) -> str:
    """The id of a site in questions: the card's where it lies faceup, else its place (``hinterland.2``)."""
    site = game.state.zones["map"][slot]
    return table.PLACE_NAMES[slot] if site in game.state.facedown else site


def site_ids(game: "Game") -> list[str]:
    """The ids of all sites in questions, from the top."""
    facedown = game.state.facedown
    return [
        place if site in facedown else site
        for site, place in zip(game.state.zones["map"], table.PLACE_NAMES, strict=True)
    ]


def slot_named(game: "Game", site: str) -> int:
    """The slot that such an id stands for."""
    slot = _PLACES.get(site)
    return game.state.zones["map"].index(site) if slot is None else slot


def slot_of_site(game: "Game", site: str) -> int:
    """The slot of a site card on the map. Raises ``ValueError`` if it is not there."""
    return game.state.zones["map"].index(site)


def slot_of(game: "Game", card: str) -> int | None:
    """The slot of the site at which a card lies (a site is at itself); None if it lies at no site."""
    zone = game.state.where.get(card)
    return game.state.zones["map"].index(card) if zone == "map" else _SLOTS.get(zone)


def owner(game: "Game", card: str) -> str | None:
    """The player among whose advisers, relics or revealed Visions a card is; None if it is nobody's."""
    return _SEATS.get(game.state.where.get(card)) or game.state.holders.get(card)


def has(game: "Game", seat: str, card: str) -> bool:
    """Is a card among a player's advisers, relics, banners or Visions, as they count for that player now?"""
    holder = owner(game, card)
    return holder is not None and _counts_for(game, seat, card, holder)


def _counts_for(game: "Game", seat: str, card: str, holder: str) -> bool:
    """Does what one player has count as another's now? It does as their own; advisers perhaps as somebody else's."""
    if game.state.where.get(card, "").startswith("advisers."):
        return holder == (game.frame.fact_of("advisers_of", seat) or seat)
    return holder == seat


# -- rule (10.21) --------------------------------------------------------------------------------------------------


def rulers(game: "Game", slot: int) -> tuple[str, ...]:
    """The sides that rule a site: colors, purple for the Empire; the bandits if no warband is there; none facedown."""
    state = game.state
    if state.zones["map"][slot] in state.facedown:
        return ()
    pile = state.pieces.get(table.SLOT[slot])
    if pile:
        sides = tuple([kind for kind in pile if kind not in TOKENS])
        if sides:
            return sides
    return (bandits_as(game, slot),)


def is_ruled_by(game: "Game", slot: int, side: str) -> bool:
    """Does a side rule a site? The same as to look it up in ``rulers``."""
    state = game.state
    if state.zones["map"][slot] in state.facedown:
        return False
    pile = state.pieces.get(table.SLOT[slot])
    if pile and not pile.keys() <= TOKENS:
        return side in pile
    return bandits_as(game, slot) == side


def bandits_as(game: "Game", slot: int, leaving: str | None = None) -> str:
    """Whose warbands the bandits at a site count as: their own, unless a power says otherwise (7.6.5).

    ``leaving``: as it will be when the warbands of that color have left the site.
    """
    if not game.live("bandits"):
        return BANDITS
    frame = Frame("bandits", game.frame.actor, game.frame, {"slot": slot, "leaving": leaving})
    return str(game.fold("bandits", BANDITS, frame))


def bandits_at(game: "Game", slot: int) -> int:
    """How many bandits stand at a site (2.8.3)."""
    frame = Frame("bandits", game.frame.actor, game.frame, {"slot": slot})
    return int(game.fold("bandits.number", catalog.BANDITS_PER_SITE, frame))


def warbands_at(game: "Game", slot: int) -> dict[str, int]:
    """The warbands at a site by color."""
    pile = game.state.pieces.get(table.SLOT[slot], {})
    return {kind: count for kind, count in pile.items() if kind not in TOKENS}


def rules_site(game: "Game", seat: str, slot: int) -> bool:
    """Does a player rule a site?"""
    return is_ruled_by(game, slot, side_of(game, seat))


def sites_ruled(game: "Game", seat: str) -> list[int]:
    """The slots a player rules, or the bandits."""
    side = side_of(game, seat)
    return [slot for slot in range(table.SLOTS) if is_ruled_by(game, slot, side)]


def rulers_of_card(game: "Game", card: str) -> tuple[str, ...]:
    """The sides that rule a card: those of its site unless a power says otherwise, or the player who has it."""
    slot = slot_of(game, card)
    if slot is None:
        holder = owner(game, card)
        return (holder,) if holder else ()
    return _rulers_at(game, card, slot)


def _rulers_at(game: "Game", card: str, slot: int) -> tuple[str, ...]:
    """The sides that rule a card at a site."""
    sides = rulers(game, slot)
    if game.live("card.rulers") and not card.startswith("site."):
        frame = Frame("rule", game.frame.actor, game.frame, {"card": card, "slot": slot})
        sides = game.fold("card.rulers", sides, frame)
    return sides


def rules_card(game: "Game", seat: str, card: str) -> bool:
    """Does a player rule a card?"""
    holder = owner(game, card)
    if holder is not None:
        return _counts_for(game, seat, card, holder)
    slot = slot_of(game, card)
    if slot is None or not game.live("card.rulers"):
        return slot is not None and is_ruled_by(game, slot, side_of(game, seat))
    return side_of(game, seat) in _rulers_at(game, card, slot)


def cards_ruled(game: "Game", seat: str) -> Iterator[str]:
    """The faceup denizens and edifices that a player rules: advisers, and cards at sites (10.21)."""
    facedown = game.state.facedown
    yield from (card for card in advisers(game, seat) if card not in facedown)
    side, powers = side_of(game, seat), game.live("card.rulers")
    for slot, zone in enumerate(table.CARDS):
        if powers or is_ruled_by(game, slot, side):  # of a card at a site only a power says otherwise than of the site
            yield from (card for card in game.state.zone(zone) if not powers or rules_card(game, seat, card))


def has_access(game: "Game", seat: str, card: str) -> bool:
    """May a player use a card's power: by ruling it, or by the pawn at its site? (7.1.1)"""
    holder = owner(game, card)
    if holder is not None:
        return _counts_for(game, seat, card, holder)
    slot = slot_of(game, card)
    if slot is not None:
        return stands_at(game, seat, slot) or side_of(game, seat) in _rulers_at(game, card, slot)
    return card.startswith("reliquary.") and seat == table.PURPLE


def no_access(game: "Game", seat: str, card: str) -> str:
    """Why a player has no access to a card's power (7.1.1): what is as if for an action, where that is the reason."""
    if game.state.where.get(card) == table.ADVISERS[seat]:
        whose = game.frame.fact_of("advisers_of", seat)
        return (
            f"{game.frame.used_with(whose)} makes the advisers of {whose} those of {seat}, and {card} is none of them"
        )
    return f"{seat} neither rules {card} nor is at its site"


def in_play(game: "Game", card: str) -> bool:
    """Is a card faceup in play, so that its power is on?"""
    return card not in game.state.facedown and (slot_of(game, card) is not None or owner(game, card) is not None)


def in_force(game: "Game") -> Sequence[str]:
    """Every card whose power is on: faceup in play, uncovered Reliquary spaces, banners (chapter 7)."""
    return game.in_force


# -- cards ---------------------------------------------------------------------------------------------------------


def suit_of(game: "Game", card: str) -> str | None:
    """The suit a card shows; None for ruins, relics, Visions and unknown or facedown cards."""
    if card in game.state.handles or card in game.state.facedown:
        return None
    return catalog.card(card).suit


def advisers(game: "Game", seat: str) -> list[str]:
    """A player's advisers, faceup and facedown, as they count for that player now."""
    other = game.frame.fact_of("advisers_of", seat)
    if other is not None:
        return game.state.zone(table.ADVISERS[other])
    return game.state.zone(table.ADVISERS[seat])


def adviser_suits(game: "Game", seat: str) -> list[str]:
    """The suits of a player's faceup advisers, one entry for each adviser it counts as."""
    suits = [suit for suit in (suit_of(game, card) for card in advisers(game, seat)) if suit]
    if game.live("adviser.suits"):
        suits = list(game.fold("adviser.suits", suits, Frame("advisers", seat, game.frame)))
    return suits


def is_locked(game: "Game", card: str, who: str | None = None) -> bool:
    """May a card not be discarded, moved or swapped (7.2.2)? A banner binds only faceup cards (7.2).

    A power may let cards count as locked for some players: for ``who`` is to do it, by default whoever acts.
    """
    return not holds(lock_rows(game, card, who))


def lock_rows(game: "Game", card: str, who: str | None = None) -> Iterator[Row]:
    """The same as rows: what locks it."""
    state = game.state
    hidden = card in state.facedown or card in state.handles
    if not hidden and catalog.card(card).locked:
        yield game.hear((False, "7.2.2", f"{card} is locked"))
    if game.live("locked"):
        yield from game.rows("locked", Frame("locked", who or game.frame.actor, game.frame, {"card": card}))


def may_discard(game: "Game", card: str, who: str | None = None) -> bool:
    """May a player, by default who acts, discard a card: is it neither locked (7.2.2) nor a modifier in use (7.4.3)?"""
    return holds(discard_rows(game, card, who))


def discard_rows(game: "Game", card: str, who: str | None = None) -> Iterator[Row]:
    """The same as rows. A card that took a toll is in use too."""
    yield from lock_rows(game, card, who)
    free = not game.frame.uses(card) and card not in (game.frame.fact("tolls") or ())
    yield free, "7.4.3", free or f"{card} is in use"


def is_empty(game: "Game", card: str) -> bool:
    """Has a card no favor and no secret on it?"""
    pile = game.state.pieces.get(card)
    return not pile or not (pile.get(table.FAVOR) or pile.get(table.SECRET) or pile.get(table.HIDDEN))


def tokens_on(game: "Game", card: str) -> str:
    """What lies on a card, in words."""
    pile = game.state.pieces.get(card, {})
    secrets = pile.get(table.SECRET, 0) + pile.get(table.HIDDEN, 0)
    parts = []
    if pile.get(table.FAVOR):
        parts.append(f"{pile[table.FAVOR]} favor")
    if secrets:
        parts.append(f"{secrets} secret{'s' if secrets > 1 else ''}")
    return " and ".join(parts) or "nothing"


# -- holdings ------------------------------------------------------------------------------------------------------


def board(game: "Game", seat: str, what: str) -> int:
    """How much of something lies on a player's board; warbands are those of the player's color (10.9)."""
    if what == "warbands":
        return game.state.count(table.BOARD[seat], color_of(game, seat))
    return game.state.count(table.BOARD[seat], what)


def purse(game: "Game", seat: str, what: str) -> int:
    """How much favor, or how many faceup secrets, a player may pay with."""
    count = game.state.count
    if not game.live("purse"):
        return count(table.BOARD[seat], what)
    return sum([count(place, what) for place in funds(game, seat, what)])


def funds(game: "Game", seat: str, what: str) -> tuple[str, ...]:
    """The places from which a player may pay favor or secrets: the board, and what powers open."""
    places: tuple[str, ...] = (table.BOARD[seat],)
    if game.live("purse"):
        places = game.fold("purse", places, Frame(what, seat, game.frame))
    return places


def favor_home(game: "Game", seat: str) -> str:
    """Where favor goes that comes to a player: to the board, unless a power sends it elsewhere."""
    home = table.BOARD[seat]
    return str(game.fold("favor.home", home, Frame(table.FAVOR, seat, game.frame))) if game.live("favor.home") else home


def favor_astray(game: "Game") -> Iterator[str]:
    """Favor on boards from which a power sends all of it elsewhere."""
    for seat in game.state.seats:
        count = game.state.count(table.BOARD[seat], table.FAVOR)
        for change in game.changes("favor.home", table.BOARD[seat], Frame(table.FAVOR, seat)) if count else ():
            yield f"{seat} has {count} favor on the board, and {change.power.card} sends all of it to {change.after}"


def vision_shown(game: "Game", seat: str) -> list[str]:
    """The Vision on a player's space, if any. What else lies there, because a table let it pass, is none."""
    return [card for card in game.state.zone(table.VISION[seat]) if card.startswith("vision.")]


def revealed_visions(game: "Game", seat: str) -> tuple[str, ...]:
    """The Visions that are revealed for a player: the one on their space, and what powers add."""
    visions = tuple(vision_shown(game, seat))
    return tuple(game.fold("visions", visions, Frame("visions", seat, game.frame))) if game.live("visions") else visions


def relics_held(game: "Game", seat: str) -> list[str]:
    """The relics a player holds in the personal bank (2.2.3)."""
    return game.state.zone(table.HELD[seat])


def banners_held(game: "Game", seat: str) -> list[str]:
    """The banners a player holds."""
    return [banner for banner, holder in game.state.holders.items() if holder == seat]


def relics_and_banners(game: "Game", seat: str) -> int:
    """How many relics and banners a player holds in all (2.11)."""
    return len(relics_held(game, seat)) + len(banners_held(game, seat))


def holds_scepter(game: "Game", seat: str) -> bool:
    """Does a player hold the Grand Scepter?"""
    return table.GRAND_SCEPTER in relics_held(game, seat)


def players(game: "Game", roles: Iterable[str]) -> list[str]:
    """The seats with one of some roles, in turn order."""
    wanted = set(roles)
    return [seat for seat in game.state.seats if game.state.players[seat].role in wanted]
