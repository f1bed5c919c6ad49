"""Changes of a position that a repair may propose. Each is stated as it will be, whatever else changes with it.

They keep the pieces of the box together: what comes to one place comes from another, and what there is not enough of
is not proposed.
"""

from collections.abc import Callable
from functools import partial

from oathtools import catalog
from oathtools.kit import text
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import SUPPLY
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import Change, Changes, Request
from oathtools.table import state as table
from oathtools.table.effects import Effects

NO: tuple[str, ...] = ()


def unchanged(state: table.State) -> None:
    """The table stays as it is: a change of the request alone."""


def other_request(key: str, says: str, ask: Callable[[Request], Request]) -> Change:
    """Something else is asked for: nothing on the table changes."""
    return Change(key, says, 0, unchanged, ask)


# -- asking for something else, where the table stays as it is -----------------------------------------------------


def without_plan(named: str) -> Change:
    """A battle plan is not used."""
    return other_request(
        f"plan.{named}",
        f"{named.partition('=')[0]} is not used",
        lambda request: request._replace(plans=tuple(each for each in request.plans if each != named)),
    )


def leaving_out(card: str) -> Change:
    """A modifier is not used."""
    return other_request(
        f"using.{card}.",
        f"the power of {card} is not used for it",
        lambda request: request._replace(modifiers=tuple(each for each in request.modifiers if each[0] != card)),
    )


def using(card: str, param: str) -> Change:
    """A modifier is used as well."""
    how = f"{card} with {param}" if param else card
    return other_request(
        f"using.{card}.{param}",
        f"the power of {how} is used for it",
        lambda request: request._replace(modifiers=(*request.modifiers, (card, param))),
    )


def giving(key: str, says: str, **given: object) -> Change:
    """Something else is said of fields."""
    return other_request(key, says, lambda request: request._replace(given={**request.given, **given}))


def paying(count: int) -> Change:
    """So many tokens are paid."""
    return giving(f"pay.{count}", f"{count} are paid", pay=str(count))


def targeting(target: str, at_it: bool = True) -> Change:
    """A target more, or one fewer."""

    def ask(request: Request) -> Request:
        others = [each for each in request.given["targets"] if each != target]
        return request._replace(given={**request.given, "targets": [*others, target] if at_it else others})

    return other_request(f"target.{target}", f"{target} is {'' if at_it else 'not '}among the targets", ask)


# -- the turn and what is on the board -----------------------------------------------------------------------------


def turn_of(seat: str) -> Change:
    """It is the player's Act Phase."""

    def apply(state: table.State) -> None:
        state.turn, state.phase, state.step = seat, "act", ""
        state.discarded, state.taken = {}, []

    return Change("turn", f"it is the Act Phase of {seat}", 1, apply)


def more(game: Game, seat: str, what: str, count: int) -> Changes:
    """So much more Supply, favor, faceup secrets or warbands on the board, if there is so much."""
    state, board = game.state, f"board.{seat}"
    if what == SUPPLY:
        if state.players[seat].supply + count <= catalog.SUPPLY_TRACK.most:
            yield Change(
                f"supply.{count}", f"{seat} has {count} more Supply", 1, partial(_supply, seat=seat, count=count)
            )
    elif what == table.FAVOR:
        banks = [table.SHARED, *(f"bank.{suit}" for suit in catalog.SUITS)]
        if sum(state.count(bank, table.FAVOR) for bank in banks) >= count:
            apply = partial(_favor, board=board, banks=banks, count=count)
            yield Change(f"{board}.favor.{count}", f"{seat} has {count} more favor on the board", 2, apply)
    elif what == table.SECRET:
        says = f"{seat} has {count} more secret{'s' if count > 1 else ''} on the board"
        yield Change(f"{board}.secret.{count}", says, 2, partial(_secrets, board=board, count=count))
    else:
        yield from more_warbands(game, seat, board, count)


def more_warbands(game: Game, seat: str, place: str, count: int) -> Changes:
    """So many more warbands of a player's side on a board or at a site, if the bank has them."""
    color = table.PURPLE if game.state.players[seat].role == table.CITIZEN else seat
    if 0 < count <= game.state.count(f"stock.{color}", color):
        where = "on the board" if place.startswith("board.") else f"at {facts.site_id(game, table.SLOT.index(place))}"
        says = f"{seat} has {count} more warband{'s' if count > 1 else ''} {where}"
        apply = partial(_bring, what=color, source=f"stock.{color}", place=place, count=count)
        yield Change(f"{place}.{color}.{count}", says, 2, apply)


def _supply(state: table.State, seat: str, count: int) -> None:
    state.players[seat].supply += count


def _favor(state: table.State, board: str, banks: list[str], count: int) -> None:
    do = Effects(state)
    for bank in banks:
        part = min(count, state.count(bank, table.FAVOR))
        do.move(table.FAVOR, part, bank, board, NO)
        count -= part


def _secrets(state: table.State, board: str, count: int) -> None:
    Effects(state).move(table.SECRET, count, table.SHARED, board, NO)


def _bring(state: table.State, what: str, source: str, place: str, count: int) -> None:
    Effects(state).move(what, min(count, state.count(source, what)), source, place, NO)


# -- where pawns are, and who rules --------------------------------------------------------------------------------


def pawn_at(game: Game, seat: str, slot: int, ease: int = 2) -> Change:
    """A pawn is at a site."""

    def apply(state: table.State) -> None:
        state.players[seat].slot = slot

    return Change(f"pawn.{seat}.{slot}", f"{seat} is at {facts.site_id(game, slot)}", ease, apply)


def elsewhere(game: Game, seat: str, ease: int) -> Changes:
    """A pawn is at another site: a faceup one, for a site is turned up by the pawn that comes to it (5.6.2)."""
    for slot in range(table.SLOTS):
        if slot != game.state.players[seat].slot and game.state.faceup_site(slot):
            yield pawn_at(game, seat, slot, ease)


def ruled(game: Game, seat: str, slot: int, ease: int) -> Changes:
    """A player rules a site, and nobody else does; not one that lies facedown."""
    state = game.state
    if not state.faceup_site(slot):
        return
    color = table.PURPLE if state.players[seat].role == table.CITIZEN else seat
    if not any(state.count(place, color) for place in (f"stock.{color}", f"board.{seat}", table.SLOT[slot])):
        return

    def apply(state: table.State) -> None:
        _clear_site(state, slot, color)
        if not state.count(table.SLOT[slot], color):
            source = next(place for place in (f"stock.{color}", f"board.{seat}") if state.count(place, color))
            Effects(state).move(color, 1, source, table.SLOT[slot], NO)

    yield Change(f"rules.{slot}", f"{seat} rules {facts.site_id(game, slot)}", ease, apply)


def unruled(game: Game, slot: int) -> Change:
    """No warbands are at a site: the bandits rule it."""
    says = f"no player's warbands are at {facts.site_id(game, slot)}"
    return Change(f"rules.{slot}", says, 6, partial(_clear_site, slot=slot, but=None))


def _clear_site(state: table.State, slot: int, but: str | None) -> None:
    do = Effects(state)
    for color in state.seats:
        if color != but:
            do.move(color, state.count(table.SLOT[slot], color), table.SLOT[slot], f"stock.{color}", NO)


def role(seat: str, wanted: str) -> Change:
    """A player is a Citizen (6.6.2), or an Exile (6.7); the warbands keep in step."""

    def apply(state: table.State) -> None:
        before, after = (seat, table.PURPLE) if wanted == table.CITIZEN else (table.PURPLE, seat)
        do = Effects(state)
        for place in (f"board.{seat}", *(table.SLOT if wanted == table.CITIZEN else ())):
            count = state.count(place, before)
            do.move(before, count, place, f"stock.{before}", NO)
            do.move(after, min(count, state.count(f"stock.{after}", after)), f"stock.{after}", place, NO)
        visions = list(state.zone(f"vision.{seat}"))
        for card in visions if wanted == table.CITIZEN else ():
            _discard(state, card, state.players[seat].slot)
        do.set_role(seat, wanted, NO)
        if wanted == table.CITIZEN and state.oathkeeper == seat:
            state.usurper = False

    return Change(f"role.{seat}", f"{seat} is {'a Citizen' if wanted == table.CITIZEN else 'an Exile'}", 6, apply)


# -- cards, relics, banners ----------------------------------------------------------------------------------------


def emptied(card: str) -> Change:
    """Nothing lies on a card."""

    def apply(state: table.State) -> None:
        do = Effects(state)
        bank = f"bank.{catalog.card(card).suit}" if state.known(card) and catalog.card(card).suit else table.SHARED
        do.move(table.FAVOR, state.count(card, table.FAVOR), card, bank, NO)
        for what in (table.SECRET, table.HIDDEN):
            do.move(what, state.count(card, what), card, table.SHARED, NO)

    return Change(f"empty.{card}", f"no favor and no secret is on {card}", 2, apply)


def gone(card: str, ease: int = 4) -> Change:
    """A denizen, an edifice or a relic is no longer in play."""

    def apply(state: table.State) -> None:
        if card in state.where:
            _discard(state, card, None)

    return Change(f"gone.{card}", f"{card} is not in play", ease, apply)


def advisers_gone(game: Game, seat: str) -> Changes:
    """Any of a player's faceup advisers is no longer in play."""
    for card in game.state.zone(f"advisers.{seat}"):
        if card not in game.state.facedown and card not in game.state.handles:
            yield gone(card, 5)


def _discard(state: table.State, card: str, slot: int | None) -> None:
    """Take a card out of play, its pieces to where they belong."""
    do = Effects(state)
    pile = state.pieces.get(card, {})
    for what, count in list(pile.items()):
        home = table.SHARED if what in (table.FAVOR, table.SECRET, table.HIDDEN) else f"stock.{what}"
        do.move(what, count, card, home, NO)
    kind = card.partition(".")[0]
    zone = state.where[card]
    region = table.REGION_OF_SLOT[int(zone[-1])] if zone.startswith("cards.") else table.REGION_OF_SLOT[slot or 0]
    where = {"relic": "relic_deck.bottom", "edifice": "archive"}.get(kind, f"discard.{catalog.DISCARDS_TO[region]}")
    do.put(card, where, NO)


def fewer_cards(game: Game, slot: int, count: int) -> Changes:
    """A site holds so many cards fewer: those that may be discarded, the last ones first."""
    loose = [card for card in game.state.zone(table.CARDS[slot]) if not facts.is_locked(game, card)]
    if 0 < count <= len(loose):
        leaving = loose[-count:]

        def apply(state: table.State) -> None:
            for card in leaving:
                if state.where.get(card) == table.CARDS[slot]:
                    _discard(state, card, slot)

        says = f"{facts.site_id(game, slot)} holds {text.count(count, 'card')} fewer"
        yield Change(f"fewer.{slot}.{count}", says, 4, apply)


def lies_at(game: Game, card: str, slot: int) -> Change:
    """A denizen or edifice lies faceup at a site."""

    def apply(state: table.State) -> None:
        Effects(state).put(card, table.CARDS[slot], NO)
        state.facedown.pop(card, None)

    return Change(f"lies.{card}", f"{card} is at {facts.site_id(game, slot)}", 5, apply)


def repaired(card: str) -> Change:
    """A ruin shows its intact side, and that is what is asked for."""
    intact = catalog.edifice(card).other_side

    def apply(state: table.State) -> None:
        if card in state.where:
            Effects(state).replace(card, intact, NO)

    def ask(request: Request) -> Request:
        return request._replace(given={**request.given, "card": intact})

    return Change(f"intact.{card}", f"{card} is turned to its intact side", 8, apply, ask)


def facedown_adviser(seat: str, card: str) -> Change:
    """A card lies facedown among a player's advisers."""

    def apply(state: table.State) -> None:
        do = Effects(state)
        do.put(card, f"advisers.{seat}", NO)
        do.face(card, False, NO, (seat,))

    return Change(f"adviser.{card}", f"{card} is a facedown adviser of {seat}", 5, apply)


def holds(game: Game, seat: str | None, what: str, ease: int) -> Change:
    """A player has a relic or a banner; nobody has a banner, if ``seat`` is None."""

    def apply(state: table.State) -> None:
        if what in table.BANNERS:
            state.holders[what] = seat
        else:
            do = Effects(state)
            do.put(what, f"held.{seat}", NO)
            state.facedown.pop(what, None)

    return Change(f"holder.{what}", f"{seat or 'nobody'} holds {what}", ease, apply)


def scepter(game: Game, seat: str) -> Changes:
    """A player has the Grand Scepter, and had it before this turn (2.4)."""
    if not facts.holds_scepter(game, seat):
        yield holds(game, seat, table.GRAND_SCEPTER, 6)
    if table.GRAND_SCEPTER in game.state.taken:
        yield not_fresh()


def not_fresh() -> Change:
    """The Grand Scepter was not taken this turn."""

    def apply(state: table.State) -> None:
        state.taken = [card for card in state.taken if card != table.GRAND_SCEPTER]

    return Change("fresh", f"{table.GRAND_SCEPTER} was not taken this turn", 1, apply)


def fewer_tokens(game: Game, banner: str, count: int) -> Change:
    """A banner holds no more than so many tokens."""
    token = catalog.banner(banner).token

    def apply(state: table.State) -> None:
        Effects(state).move(token, max(0, state.count(banner, token) - count), banner, table.SHARED, NO)

    return Change(f"tokens.{banner}", f"{banner} holds {text.count(count, token)}", 5, apply)


def relic_here(game: Game, slot: int) -> Changes:
    """An unknown relic lies facedown at a site, if the relic deck has one."""
    state = game.state
    known = any(state.zone(f"{table.RELIC_DECK}.{end}") for end in ("top", "bottom"))
    if known or any(layer.get("relic") for layer in state.layers.get(table.RELIC_DECK, ())):

        def apply(state: table.State) -> None:
            do = Effects(state)
            card = do.take_from_deck(table.RELIC_DECK, "relic", None, table.RELICS[slot], NO, False)
            do.face(card, False, NO, ())

        yield Change(f"relic.{slot}", f"a relic more lies at {facts.site_id(game, slot)}", 7, apply)


def card_in_pile(game: Game, region: str) -> Changes:
    """A card lies in a discard pile: one from another pile, or from the world deck."""
    state = game.state
    piles = [f"discard.{other}" for other in catalog.REGIONS if other != region and state.zone(f"discard.{other}")]
    decks = [zone for zone in (f"{table.WORLD}.top", f"{table.WORLD}.bottom") if state.zone(zone)]
    sources = [*piles, *decks]
    layered = any(layer.get("denizen") for layer in state.layers.get(table.WORLD, ())[:1])
    if not sources and not layered:
        return

    def apply(state: table.State) -> None:
        do = Effects(state)
        source = next((zone for zone in sources if state.zone(zone)), None)
        if source is not None:
            do.put(state.zone(source)[-1], f"discard.{region}", NO)
        else:
            do.take_from_deck(table.WORLD, "denizen", None, f"discard.{region}", NO, False)

    yield Change(f"pile.{region}", f"a card lies in the discard pile of the {region}", 4, apply)
