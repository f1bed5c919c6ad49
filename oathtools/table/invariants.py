"""What must hold of every state at rest: pieces and cards conserved, indexes that agree, names for unknown cards.

``faults`` is what tests and random games check after every action; ``cautions`` are oddities that are not wrong.
"""

from collections.abc import Iterator

from oathtools import catalog
from oathtools.kit.text import listed
from oathtools.table import knowledge
from oathtools.table import state as table

PHASES = ("setup", "wake", "act", "rest", "round-end", "over", "chronicle", "written")
_NO_PAWNS = ("setup", "chronicle", "written")
_TOKENS = (table.FAVOR, table.SECRET, table.HIDDEN)
_WORLD = ("denizen", "vision", "edifice")
# The kinds of cards that a zone may hold, by the word before its first dot.
_HOLDS = {
    "map": ("site",),
    "cards": ("denizen", "edifice"),
    "relics": ("relic",),
    "advisers": ("denizen", "vision"),
    "held": ("relic",),
    "vision": ("vision",),
    "reliquary": ("relic",),
    "discard": ("denizen", "vision"),
    "world": ("denizen", "vision"),
    "relic_deck": ("relic",),
    "site_deck": ("site",),
    "dispossessed": ("denizen",),
    "archive": ("denizen", "edifice"),
    "site_box": ("site",),
    "hand": (*_WORLD, "relic"),
    "aside": (*_WORLD, "relic", "site"),
    "box": (*_WORLD, "relic"),
    "saved": (*_WORLD, "relic", "site"),
}
_MOST = {"vision": 1, "reliquary": 1}
_IN_PLAY = ("map", "cards", "relics", "advisers", "held", "vision", "reliquary")
_DOWN_ONLY = ("relics", "reliquary")
_UP_ONLY = ("cards", "held", "vision")


def faults(state: table.State) -> list[str]:
    """Everything that is wrong with a state, in words; an empty list if all is well."""
    found = [*_players(state), *_pieces(state), *_zones(state), *_decks(state)]
    found += [*_names(state), *_turn(state)]
    # Counting names means little while cards are misplaced.
    return found or list(_countable(state))


def _players(state: table.State) -> Iterator[str]:
    if sorted(state.seats) != sorted(state.players):
        yield f"seats {state.seats} are not the players {list(state.players)}"
        return
    heads = [seat for seat in state.seats if state.players[seat].role == table.CHANCELLOR]
    if heads != [table.PURPLE] or state.seats[0] != table.PURPLE:
        yield f"the Chancellor is {heads}; it should be {table.PURPLE}, the first seat"
    for seat, player in state.players.items():
        if seat != player.seat or seat not in catalog.COLORS:
            yield f"{seat} is no color of a seat"
        if player.role not in (table.CHANCELLOR, table.CITIZEN, table.EXILE):
            yield f"{seat} has the role {player.role}"
        if not 0 <= player.supply <= catalog.SUPPLY_TRACK.most and state.phase != "setup":
            yield f"{seat} has {player.supply} Supply"
        if player.slot is None:
            if state.phase not in _NO_PAWNS:
                yield f"{seat} has no pawn on the map"
        elif not 0 <= player.slot < table.SLOTS:
            yield f"the pawn of {seat} is at slot {player.slot}"


def _pieces(state: table.State) -> Iterator[str]:
    totals: dict[str, int] = {}
    for place, pile in state.pieces.items():
        for kind, count in pile.items():
            if kind not in _TOKENS and kind not in state.players:
                yield f"{count} {kind} at {place}: no such piece in this game"
            if count < 0:
                yield f"{count} {kind} at {place}"
            totals[kind] = totals.get(kind, 0) + count
        if any(pile.values()) and not _is_place(state, place):
            yield f"{place} is no place for pieces: {pile}"
    wanted = {table.FAVOR: catalog.FAVOR}
    wanted.update({seat: catalog.WARBANDS[seat] for seat in state.players if seat in catalog.WARBANDS})
    for kind, count in wanted.items():
        if totals.get(kind, 0) != count:
            yield f"{totals.get(kind, 0)} {kind} in all, not {count}"
    for place in (table.SHARED, *(f"stock.{seat}" for seat in state.seats)):
        own = table.FAVOR if place == table.SHARED else place.partition(".")[2]
        strange = [kind for kind, count in state.pieces.get(place, {}).items() if count and kind != own]
        if strange:
            yield f"{strange} in {place}"


def _is_place(state: table.State, place: str) -> bool:
    first, _, rest = place.partition(".")
    if place in table.SLOT or place == table.SHARED or place in table.BANNERS or first == "aside":
        return True
    if first in ("board", "stock"):
        return rest in state.players
    if first == "bank":
        return rest in catalog.SUITS
    return state.where.get(place, "").partition(".")[0] in (*_IN_PLAY, "saved")


def _zones(state: table.State) -> Iterator[str]:
    listed: dict[str, str] = {}
    for zone, cards in state.zones.items():
        first, _, rest = zone.partition(".")
        kinds = _HOLDS.get(first)
        if kinds is None:
            yield f"{zone} is no zone of cards"
            continue
        if cards and first in ("advisers", "held", "vision", "hand") and rest not in state.players:
            yield f"{cards} in {zone}, and {rest} is no player"
        if len(cards) > _MOST.get(first, len(cards)):
            yield f"{len(cards)} cards in {zone}"
        for card in cards:
            if card in listed:
                yield f"{card} is in {listed[card]} and in {zone}"
            listed[card] = zone
            if card.startswith(table.UNKNOWN_PREFIX):
                if card not in state.handles:
                    yield f"{card} in {zone} is no unknown card of this game"
            elif not catalog.is_card(card):
                yield f"{card} in {zone} is no card"
            elif card.partition(".")[0] not in kinds:
                yield f"{card} lies in {zone}"
            if card in state.handles and state.handles[card].back not in kinds:
                yield f"{card}, a {state.handles[card].back}, lies in {zone}"
            yield from _side(state, card, first, zone)
    if listed != state.where:
        wrong = sorted(set(listed.items()) ^ set(state.where.items()))
        yield f"where cards lie is noted wrongly: {wrong[:4]}"
    if state.phase != "setup":
        if len(state.zone("map")) != table.SLOTS:
            yield f"the map has {len(state.zone('map'))} sites"
        if any(cards for zone, cards in state.zones.items() if zone.startswith("saved.")):
            yield "cards are still where they were saved"
    for card in state.facedown:
        zone = state.where.get(card, "")
        if zone.partition(".")[0] not in (*_IN_PLAY, "saved") and not zone.startswith(table.STACKS):
            yield f"{card} is noted as facedown and is not in play"
        strange = [seat for seat in state.facedown[card] if seat not in state.players]
        if strange:
            yield f"{card} was seen by {strange}"


def _side(state: table.State, card: str, first: str, zone: str) -> Iterator[str]:
    """Which side of a card may be up where it lies."""
    down = card in state.facedown
    if down and first in _UP_ONLY:
        yield f"{card} lies facedown in {zone}"
    if not down and (first in _DOWN_ONLY or (card in state.handles and first in _IN_PLAY)):
        yield f"{card} lies faceup in {zone}"
    if not down and first == "advisers" and card.startswith("vision."):
        yield f"{card} is a faceup adviser in {zone}"


def _decks(state: table.State) -> Iterator[str]:
    for deck, layers in state.layers.items():
        if deck not in table.DECK_GROUPS:
            yield f"{deck} is no deck"
            continue
        for layer in layers:
            for back, count in layer.items():
                if back not in table.DECK_GROUPS[deck] or count < 0:
                    yield f"{count} {back} in a layer of {deck}"
    for card in state.handles:
        if card not in state.where:
            yield f"the unknown card {card} lies nowhere"


def _names(state: table.State) -> Iterator[str]:
    """Each card exactly once: on the table, or among the names that nobody has located."""
    free = {name for names in state.groups.values() for name in names}
    for handle, (back, groups) in state.handles.items():
        for group in groups:
            if group not in state.groups:
                yield f"{handle} draws on {group}, which is no group"
            elif any(name.partition(".")[0] != back for name in state.groups[group]):
                yield f"{handle}, a {back}, draws on {group}: {state.groups[group][:3]}"
    for name in sorted(free):
        if name in state.where:
            yield f"{name} lies in {state.where[name]} and is noted as not located"
        if not catalog.is_card(name):
            yield f"{name} is no card"
    for kind in ("denizen", "vision", "relic", "site"):
        missing = [card for card in catalog.ids(kind, state.variants) if card not in state.where and card not in free]
        if missing:
            yield f"nowhere: {', '.join(missing)}"
    if table.GRAND_SCEPTER in free:
        yield f"{table.GRAND_SCEPTER} is noted as not located"
    for side in catalog.cards("edifice", state.variants):
        if not side.ruined and (side.id in state.where) + (side.other_side in state.where) != 1:
            yield f"{side.id} lies {'twice' if side.id in state.where else 'nowhere'}"


def _countable(state: table.State) -> Iterator[str]:
    short = knowledge.check(state)
    if short is not None:
        yield f"more cards are unknown than these names can be: {', '.join(short[:6]) or 'none is left'}"


def _turn(state: table.State) -> Iterator[str]:
    if state.phase not in PHASES:
        yield f"the phase is {state.phase}"
    if state.turn not in state.players:
        yield f"it is the turn of {state.turn}"
    if not 1 <= state.round <= catalog.LAST_ROUND:
        yield f"the round is {state.round}"
    if not 0 <= state.visions_drawn <= len(catalog.ids("vision", state.variants)):
        yield f"{state.visions_drawn} Visions drawn"
    if f"oath.{state.oath}" not in catalog.ids("oath"):
        yield f"the oath is {state.oath}"
    if sorted(state.holders) != sorted(table.BANNERS):
        yield f"banners are {sorted(state.holders)}"
    for what, seat in (*state.holders.items(), ("the title", state.oathkeeper)):
        if seat is not None and seat not in state.players:
            yield f"{what} is with {seat}"
    holder = state.players.get(state.oathkeeper or "")
    # In the Chronicle the title means nothing any more: a Usurper who has lost may become a Citizen (8.2).
    if state.phase != "chronicle" and state.usurper and (holder is None or holder.role != table.EXILE):
        yield f"{state.oathkeeper} is the Usurper and no Exile"
    for slot in state.discarded:
        if slot not in map(str, range(table.SLOTS)):
            yield f"a discard is noted at slot {slot}"


def cautions(state: table.State, drawn: bool = True) -> list[str]:
    """What is odd about a state and may still be right, by the printed figures: powers may change them.

    ``drawn``: somebody told how many Visions were drawn.
    """
    visions = _odd_visions(state) if drawn else ()
    return [*_odd_sites(state), *_odd_players(state), *visions, *_odd_banners(state)]


def _odd_sites(state: table.State) -> Iterator[str]:
    known = any(state.faceup_site(slot) for slot in range(table.SLOTS))  # else nothing is said of where pawns are
    for slot, zone in enumerate(table.CARDS):
        cards, site = state.zone(zone), state.site(slot)
        down = site in state.facedown
        name = table.PLACE_NAMES[slot] if site in state.handles else catalog.name_of(site)
        room = 0 if down else catalog.site(site).capacity
        if len(cards) > room:
            why = "it lies facedown" if down else f"its capacity is {room}"
            yield f"{name} holds {len(cards)} card{'' if len(cards) == 1 else 's'}, and {why} (2.8.1)"
        lie = {kind for kind, count in state.pieces.get(table.SLOT[slot], {}).items() if count}
        colors = [color for color in catalog.COLORS if color in lie]
        if down and colors:
            yield f"{name} lies facedown with warbands on it (10.21)"
        if down and (lie.intersection(_TOKENS) or state.zone(table.RELICS[slot])):
            yield f"{name} lies facedown; favor, secrets and relics come to a site when it is turned up (2.8.2)"
        if down and known and any(player.slot == slot for player in state.players.values()):
            yield f"{name} lies facedown with a pawn on it; where a pawn arrives a site is turned up (5.6.2)"
        if len(colors) > 1:
            yield f"{listed(colors)} warbands share {name}; by the actions of the Law they never do (10.21, A-79)"
        if sum(card.startswith("edifice.") for card in cards) > 1:
            yield f"{name} has two edifices; one is built only where there is none (8.3.1)"
        yield from (f"{_only(card, 'adviser')}, and lies at {name} (7.2.1)" for card in cards if _only(card, "adviser"))


def _only(card: str, where: str) -> str:
    """That a card may lie in such a place alone, by the banner that its face shows; nothing where it does not."""
    shows = card.startswith(("denizen.", "edifice.")) and catalog.card(card).restriction == where
    return f"{catalog.name_of(card)} is for {'sites' if where == 'site' else 'advisers'} only" if shows else ""


def _odd_players(state: table.State) -> Iterator[str]:
    for seat, player in state.players.items():
        advisers = state.zone(f"advisers.{seat}")
        if len(advisers) > catalog.ADVISER_LIMIT:
            yield f"{player.name} has {len(advisers)} advisers, and the limit is {catalog.ADVISER_LIMIT} (5.1.4.2)"
        strange = [card for card in advisers if card not in state.facedown and _only(card, "site")]
        yield from (f"{_only(card, 'site')}, and is {player.name}'s faceup adviser (7.2.1)" for card in strange)
        if player.role != table.EXILE and state.zone(f"vision.{seat}"):
            yield f"{player.name} is no Exile and has a revealed Vision (5.1.4.3)"
        boards = [f"board.{each}" for each in state.players]
        if player.role == table.CITIZEN and any(state.count(place, seat) for place in (*table.SLOT, *boards)):
            yield f"{player.name} is a Citizen with {seat} warbands in play; a Citizen's are purple (6.6.2)"


def _odd_visions(state: table.State) -> Iterator[str]:
    revealed = {seat: state.zone(f"vision.{seat}") for seat in state.players}
    number = sum(map(len, revealed.values()))
    if number > state.visions_drawn:
        drawn = f"{state.visions_drawn} {'is' if state.visions_drawn == 1 else 'are'} drawn"
        yield f"{number} Vision{'' if number == 1 else 's'} revealed, and {drawn}; each one drawn is counted (2.7.1)"
    holders = [state.players[seat].name for seat, visions in revealed.items() if table.CONSPIRACY in visions]
    yield from (f"the Conspiracy is {name}'s revealed Vision; played, it goes to the box (5.1.4.4)" for name in holders)
    if state.phase == "over":
        yield from _drawn_nowhere(state)


def _drawn_nowhere(state: table.State) -> Iterator[str]:
    """Visions that are drawn by the marker, and lie nowhere but in the world deck."""
    inside = sum(layer.get("vision", 0) for layer in state.layers.get(table.WORLD, ()))
    inside += sum(
        state.back(card) == "vision" for end in ("top", "bottom") for card in state.zone(f"{table.WORLD}.{end}")
    )
    lost = state.visions_drawn - (len(catalog.ids("vision", state.variants)) - inside)
    if lost > 0:
        are = "is" if lost == 1 else "are"
        where = "look in the discard piles, for 8.5 sets all aside from wherever they are"
        yield f"{state.visions_drawn} Visions are drawn, and {lost} of them {are} nowhere here: {where}"


def _odd_banners(state: table.State) -> Iterator[str]:
    for banner, seat in state.holders.items():
        if seat is not None and not any(state.count(banner, kind) for kind in _TOKENS):
            name, token = catalog.name_of(banner), catalog.banner(banner).token
            yield f"{state.players[seat].name} holds the {name} with no {token} on it; one is always left (2.5.3)"
    if any(table.GRAND_SCEPTER in state.zone(space) for space in table.RELIQUARY):
        yield "the Grand Scepter lies in the Reliquary, whose relics come from the relic deck (1.8, 1.17)"
