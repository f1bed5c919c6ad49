"""Taking relics and banners (10.23, 10.26, 2.5.3): one check and one way for all; cards moved and swapped (10.15)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from oathtools import catalog
from oathtools.engine.decision import Row
from oathtools.kit.text import count
from oathtools.procedures.glossary import verbs
from oathtools.procedures.glossary.drawing import read_face
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, choose, some
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.state import BANNERS, CARDS, PEOPLES_FAVOR, RELIC_DECK, SECRET, SHARED

SEIZE_BURN: Final = 2
NONE: Final = "none"


def may_take(game: Game, seat: str, what: str, how: str) -> Iterable[Row]:
    """Rows: may this player take a relic or banner this way (``recover``, ``campaign``, ``steal``)? (A-123)

    What belongs to nobody but a rule may still be barred; one's own banner may be recovered whatever bars others.
    """
    if not game.live("take"):
        return ()
    return game.rows(
        "take", Frame("take", seat, game.frame, {"what": what, "how": how, "victim": facts.owner(game, what)})
    )


def take(game: Game, seat: str, what: str, *cites: str, recovered: bool = False) -> Ask:
    """Take a relic or a banner; returns its id."""
    (name,) = yield from take_all(game, seat, [what], *cites, recovered=recovered)
    return name


def take_all(game: Game, seat: str, wanted: Sequence[str], *cites: str, recovered: bool = False) -> Ask:
    """Take relics and banners at one go; any way but Recover seizes a banner (2.5.3). Returns their ids, now public.

    What answers the taking of relics does so right afterwards, once for all of them (10.2).
    """
    taken = []
    for what in wanted:
        if what in BANNERS:
            game.do.hold_banner(what, seat, (*cites, "10.26"))
            if not recovered:
                seize(game, what)
            taken.append(what)
            continue
        name = yield from read_face(game, what, seat, *cites)
        game.do.put(name, f"held.{seat}", (*cites, "10.26"), why="take")
        game.do.face(name, True, cites, who=seat)
        # Only who acts is ever asked, and that is the player whose turn it is: what others take bars nothing (2.4).
        if seat == game.state.turn:
            game.do.note_taken(name)
        taken.append(name)
    relics = tuple(each for each in taken if each not in BANNERS)
    if relics:
        game.afterwards("relics.taken", Frame("take", seat, game.frame, {"relics": relics}))
    return taken


def answered(game: Game, seat: str, relics: Sequence[str]) -> Ask:
    """What answers a taking does so before the power goes on that took (10.2, A-149); returns the relics still held."""
    if game.takes("A-149", "a") == "a":
        yield from game.answered()
    return [relic for relic in relics if facts.owner(game, relic) == seat]


def bury(game: Game, seat: str, relic: str, *cites: str) -> Ask:
    """A relic goes to the bottom of the relic deck; first its holder sends home what lies on it (FAQ Obsidian Cage).

    Secrets on it leave it as by a discard, or are burned where a table reads it so (A-144).
    """
    if not game.state.is_facedown(relic):
        yield from game.window("relic.leaves", Frame("bury", seat, game.frame, {"card": relic}))
    if game.takes("A-144", "a") == "a":
        verbs.clear_tokens(game, seat, relic, (*cites, "10.5"))
    else:
        game.do.move(SECRET, game.state.count(relic, SECRET), relic, SHARED, (*cites, "10.4"), "burn")
    game.do.put(relic, f"{RELIC_DECK}.bottom", (*cites, "10.15"), why="to_relic_deck")


def seize(game: Game, banner: str) -> None:
    """2.5.3, 10.23: burn two of its tokens, but leave one; the People's Favor turns to the Mob (A-47)."""
    token = catalog.banner(banner).token
    left = 1 if game.takes("A-47", "a") == "a" else 0
    burnt = min(SEIZE_BURN, max(0, game.state.count(banner, token) - left))
    verbs.receive(game, SHARED, token, burnt, banner, "burn", "2.5.3")
    if banner == PEOPLES_FAVOR:
        game.do.turn_mob(True, ("2.5.3",))


def may_give(game: Game, seat: str, what: str) -> Iterator[Row]:
    """Rows: may this player give such a piece or card to another (10.11)?"""
    yield from game.rows("give", Frame("give", seat, game.frame, {"what": what}))


def give(game: Game, to: str, what: str, *cites: str) -> Ask:
    """Give a relic or banner (10.11): no penalty, and nothing that answers a taking (A-126)."""
    if what in BANNERS:
        game.do.hold_banner(what, to, (*cites, "10.11"), given=True)
    else:
        game.do.put(what, f"held.{to}", (*cites, "10.11"), why="give")
        game.do.face(what, True, cites, who=to)
    return what
    yield


# -- room at sites and in rows of advisers (2.8.1, 2.2.2, 5.1.4.2, 7.6.4): what is asked of it; nothing is done here ---


class AdviserLimit(NamedTuple):
    """How many advisers a player may have: at most ``most``, faceup ones of the free suits not counted (7.6.4).

    ``exempt``: the card on its way in asks for no discard.
    """

    most: int
    free_suits: tuple[str, ...] = ()
    exempt: bool = False

    def at_most(self, most: int) -> "AdviserLimit":
        """The lower of two limits; they do not add up (7.6.4)."""
        return self._replace(most=min(self.most, most))

    def ignoring(self, suit: str) -> "AdviserLimit":
        """The limit with one more suit that it does not count."""
        return self._replace(free_suits=(*self.free_suits, suit))


def capacity(game: Game, slot: int, seat: str, arriving: str | None = None) -> int:
    """How many denizen and edifice cards a site may hold (2.8.1); none while it is facedown.

    ``arriving`` is a card on its way in, whose own power over the capacity counts already.
    """
    site = game.state.zones["map"][slot]
    if site in game.state.facedown:
        return 0
    frame = Frame("capacity", seat, None, {"slot": slot})
    if arriving:
        frame.facts["arriving"] = arriving
    return int(game.fold("capacity", catalog.site(site).capacity, frame))


def adviser_limit(game: Game, seat: str, arriving: str | None = None, leaving: str | None = None) -> AdviserLimit:
    """A player's adviser limit (2.2.2, 5.1.4.2, 7.6.4), with the power of a card on its way in.

    ``leaving``: as it will be without that adviser.
    """
    frame = Frame("limit", seat)
    if arriving:
        frame.facts["arriving"] = arriving
    frame.given["leaving"] = leaving
    return game.fold("adviser.limit", AdviserLimit(catalog.ADVISER_LIMIT), frame)


def ignores_limit(game: Game, owner: str, card: str) -> bool:
    """May a card join any row (A-128)?"""
    return not game.state.is_facedown(card) and adviser_limit(game, owner, card).exempt


class Surplus(NamedTuple):
    """How many advisers must go before a card joins the row, those that count, and which may go."""

    number: int
    counted: tuple[str, ...]
    limit: AdviserLimit
    free: tuple[str, ...] = ()


def surplus(game: Game, seat: str, card: str, faceup: bool, turned: str | None = None) -> Surplus:
    """5.1.4.2 and 7.6.4: the limit is checked with the new card's own limit in force (A-37, A-128, A-137).

    ``turned``: the unknown card of the row that it may be.
    """
    others = [other for other in game.state.zone(f"advisers.{seat}") if other not in (card, turned)]
    shown = faceup and game.state.known(card)
    limit = adviser_limit(game, seat, card if shown else None)
    suit = catalog.card(card).suit if shown else None
    counted = tuple(counting(game, others, limit))
    over = _over(counted, suit, limit)
    if over > 1 and limit.most >= adviser_limit(game, seat).most and game.takes("A-137", "a") == "a":
        over = 1
    if not over:
        return Surplus(0, counted, limit)
    free = [other for other in counted if facts.may_discard(game, other)]
    # 5.1.4.2 asks for any adviser: also for one that does not count, where its own limit goes with it.
    for other in others if over == 1 else ():
        without = adviser_limit(game, seat, card if shown else None, leaving=other)
        left = counting(game, [each for each in others if each != other], without)
        if other not in counted and facts.may_discard(game, other) and not _over(left, suit, without):
            free.append(other)
    return Surplus(over, counted, limit, tuple(free))


def counting(game: Game, row: Iterable[str], limit: AdviserLimit) -> list[str]:
    """The advisers of a row that count toward a limit."""
    return [card for card in row if facts.suit_of(game, card) not in limit.free_suits]


def _over(counted: Collection[str], suit: str | None, limit: AdviserLimit) -> int:
    """By how much a card of some suit, or that shows none, makes a row too long."""
    joins = 0 if suit in limit.free_suits and suit is not None else 1
    return 0 if limit.exempt else max(0, len(counted) + joins - limit.most)


def lawful(game: Game, owner: str, row: Iterable[str], come: int, gone: int) -> int:
    """By how much a row may stay too long after a swap or deal that made it no longer (A-163).

    By as much as it lawfully was before: one for each card in it that once ignored the limit, where a table reads so.
    """
    if come > gone or game.takes("A-163", "a") == "a":
        return 0
    return sum(ignores_limit(game, owner, card) for card in row)


def row_fits(
    game: Game, owner: str, newcomers: Collection[str], gone: Collection[str], *, hidden: tuple[int, int] = (0, 0)
) -> Row:
    """A row: with some cards come and others gone, can the advisers be cut down to the limit (10.15, 9.2, A-128)?

    Where too many of the others are locked the newcomers cannot come (A-83). ``hidden``: how many facedown ones come
    and go besides, whichever they are.
    """
    if not (newcomers or gone or any(hidden)):
        return True, "9.2", ""
    now = adviser_limit(game, owner)
    arriving = next((c for c in newcomers if adviser_limit(game, owner, c)._replace(exempt=False) != now), None)
    leaving = next((c for c in gone if adviser_limit(game, owner, leaving=c) != now), None)
    limit = adviser_limit(game, owner, arriving, leaving)
    left = [card for card in game.state.zone(f"advisers.{owner}") if card not in gone]
    counted = counting(game, left, limit)
    come = counting(game, [card for card in newcomers if not ignores_limit(game, owner, card)], limit)
    over = len(counted) + len(come) + hidden[0] - hidden[1] - limit.most
    over -= lawful(game, owner, left, len(newcomers) + hidden[0], len(gone) + hidden[1])
    free = sum(facts.may_discard(game, card) for card in counted) - hidden[1]
    # Beside the Wagon one that does not count may be the one that goes: the Wagon itself.
    lifts = over == 1 and any(adviser_limit(game, owner, leaving=c) != now for c in left if c not in counted)
    fits = over <= free or lifts
    return fits, "9.2", fits or f"the advisers of {owner} would be {over} too many, and too few others can be discarded"


# -- cards moved and swapped (10.15, 10.25, A-119): no plays, but each card must be allowed where it lands (7.2) -------


class FirstDiscard(NamedTuple):
    """A power that lets one discard a card before playing to a site: the cards it allows."""

    source: str
    cards: tuple[str, ...]


def first_discards(game: Game, frame: Frame, slot: int, place: str = "play.discards") -> tuple[FirstDiscard, ...]:
    """The powers that let the player discard a card before playing, or moving one, to a site."""
    return game.fold(place, (), frame.with_(slot=slot))


def discard_first(
    game: Game, frame: Frame, slot: int, place: str = "play.discards", *, leaving: str | None = None
) -> Ask:
    """The optional discards before playing or moving to a site: one for each power that grants one; room must come.

    ``leaving``: a card there that is swapped for the one that comes, which needs no room of its own then.
    """
    seat, card = frame.actor, frame.given["card"]
    granted = first_discards(game, frame, slot, place)
    for index, option in enumerate(granted):

        def rows(choice: str, index: int = index) -> Iterator[Row]:
            cards = game.state.zone(CARDS[slot])
            there = [each for each in cards if each != choice]
            later = any(each in there for other in granted[index + 1 :] for each in other.cards)
            fits = leaving is not None or len(there) < capacity(game, slot, seat, card) or later
            yield fits, "2.8.1", "the site would have no room for the card"

        cards = [each for each in option.cards if each != leaving and facts.slot_of(game, each) is not None]
        gone = yield from choose("play.first", seat, (NONE, *cards), "5.1.4.1", rows=rows, about=option.source)
        if gone != NONE:
            yield from game.by(option.source, verbs.discard(game, seat, [gone], "5.1.4.1"))


def may_move(game: Game, seat: str, card: str, zone: str) -> Iterator[Row]:
    """Rows: may a card in play move to a site (``cards.N``) or to a player's advisers (``advisers.SEAT``)?"""
    yield from _may_lie(game, card, zone)
    if zone in CARDS:
        slot = CARDS.index(zone)
        room = capacity(game, slot, seat, card if game.state.known(card) else None)
        others = [other for other in game.state.zone(zone) if other != card]
        site = facts.site_id(game, slot)
        freed = room > 0 and len(others) <= room and any(option.cards for option in _first(game, seat, slot))
        fits = len(others) < room or freed
        yield fits, "2.8.1", f"{site} holds {count(len(others), 'card')} and has room for {room}"


def _first(game: Game, seat: str, slot: int) -> tuple[FirstDiscard, ...]:
    """The powers that let a player discard a card of a site before another moves there (11.9)."""
    return game.fold("move.discards", (), Frame("move", seat, None, {"slot": slot}))


def may_swap(game: Game, card: str, other: str) -> Iterator[Row]:
    """Rows: may two cards in play change places? One for one needs no room, but a limit may come with a card."""
    yield from _may_lie(game, card, game.state.where[other])
    yield from _may_lie(game, other, game.state.where[card])
    for newcomer, gone in ((card, other), (other, card)):
        owner = facts.owner(game, gone)
        if owner is not None and owner != facts.owner(game, newcomer):
            yield row_fits(game, owner, [newcomer], [gone])


def _may_lie(game: Game, card: str, zone: str) -> Iterator[Row]:
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


def move_card(game: Game, card: str, zone: str, *cites: str) -> Ask:
    """Move a card to a site or to advisers; a row that is too long by it is cut at once by its player (A-128).

    A power of the site may let its mover discard a card there first (11.9).
    """
    if zone in CARDS:
        frame = Frame("move", game.frame.actor, None, {"card": card})
        yield from discard_first(game, frame, CARDS.index(zone), "move.discards")
    before = facts.owner(game, card)
    yield from verbs.relocate(game, card, zone, *cites)
    owner = facts.owner(game, card)
    _seen_by_new_owner(game, card, before)
    if owner is not None and not ignores_limit(game, owner, card):
        yield from cut_row(game, owner, [card])


def swap_cards(game: Game, card: str, other: str, *cites: str) -> Ask:
    """Two cards change places; a row of advisers into which one came from elsewhere is cut if a limit says so.

    Each moves (10.25): a power of the site it comes to may let the swapper discard a card there first (11.9, A-155).
    """
    before = {each: facts.owner(game, each) for each in (card, other)}
    home, away = game.state.where[card], game.state.where[other]
    for newcomer, gone, zone in ((card, other, away), (other, card, home)) if home != away else ():
        if zone in CARDS and game.takes("A-155", "a") == "a":
            frame = Frame("move", game.frame.actor, None, {"card": newcomer})
            yield from discard_first(game, frame, CARDS.index(zone), "move.discards", leaving=gone)
    yield from verbs.swap(game, card, other, *cites)
    for newcomer in (card, other):
        _seen_by_new_owner(game, newcomer, before[newcomer])
    for newcomer in (card, other):
        owner = facts.owner(game, newcomer)
        if owner is not None and owner != before[newcomer]:
            yield from cut_row(game, owner, [newcomer], gone=1)


def _seen_by_new_owner(game: Game, card: str, before: str | None) -> None:
    """Whose adviser a facedown card has become may look at it, whatever brought it there (2.2.2, 10.17)."""
    owner = facts.owner(game, card)
    if owner is not None and owner != before and game.state.is_facedown(card):
        game.do.saw(card, owner, ("10.25",))


def cut_row(game: Game, owner: str, newcomers: Collection[str], *, gone: int = 0) -> Ask:
    """A player whose row is too long discards down to the limit, as far as cards can go (A-128); no play, so A-137 is
    not asked. Newcomers stay (FAQ Enchantress). ``gone``: how many have left the row by the same swap or deal.
    """
    limit = adviser_limit(game, owner)
    row = game.state.zone(f"advisers.{owner}")
    row = [card for card in row if card not in newcomers or not ignores_limit(game, owner, card)]
    counted = counting(game, row, limit)
    over = max(0, len(counted) - limit.most - lawful(game, owner, row, len(newcomers), gone))
    free = [card for card in counted if card not in newcomers and facts.may_discard(game, card)]
    for card in row if over == 1 else ():  # one whose own limit goes with it, as when an adviser is played
        without = adviser_limit(game, owner, leaving=card)
        left = counting(game, [each for each in row if each != card], without)
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
