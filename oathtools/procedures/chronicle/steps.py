"""8.2 Offer Citizenship; 8.7.2 the boards."""

from collections.abc import Iterator, Sequence

from oathtools import catalog
from oathtools.engine.decision import Decision, Form, Row
from oathtools.procedures.chronicle.chance import Lot, draw_unseen, learn, order_of, shuffle_into
from oathtools.procedures.glossary import verbs
from oathtools.procedures.glossary.drawing import is_spent, look_at_top, place_unseen
from oathtools.procedures.machine import facts, title
from oathtools.procedures.machine.asking import Ask, choose, consent, some
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.table import effects
from oathtools.table import state as table
from oathtools.table.result import OPTIONS

BOXED = "boards"


def offer(game: Game, winner: str) -> Ask:
    """8.2: only an Exile who won. All Citizens become Exiles; then offers to the others (A-88)."""
    state = game.state
    if state.players[winner].role != table.EXILE:
        game.do.emit("skipped", ("8.2",), because="no_exile")
        return
    flipped = facts.players(game, (table.CITIZEN,))
    for seat in flipped:
        game.do.set_role(seat, table.EXILE, ("8.2",))
    boxed = [color for color, side in state.lasting.get(BOXED, {}).items() if side == table.CITIZEN]
    if boxed:
        state.lasting[BOXED] = {**state.lasting[BOXED], **dict.fromkeys(boxed, table.EXILE)}
        game.do.emit("boxed_boards", ("8.2",), colors=boxed)
    effects.note(game.do, flipped=[*flipped, *boxed])
    others = [seat for seat in facts.players(game, (table.EXILE,)) if seat not in (winner, *flipped)]
    if not others:
        game.do.emit("skipped", ("8.2",), because="nobody")
        return
    invited = yield from some("chronicle.offer", winner, others, 0, len(others), "8.2", default=[])
    converts = []
    for seat in others:
        if seat not in invited:
            continue
        about = {"actor": winner}
        if (yield from consent(game, "chronicle.accept", seat, winner, "8.2", default="no", about=about)) == "yes":
            converts.append(seat)
        else:
            game.do.emit("declined", ("8.2",), who=seat, what="citizenship")
    # Every convert's sites are those ruled before any of them turns.
    ruled = {seat: facts.sites_ruled(game, seat) for seat in converts}
    effects.note(game.do, converts=converts)
    for seat in converts:

        def proceed(seat: str = seat) -> Ask:
            return _convert(game, winner, seat, ruled[seat])

        yield from game.around("citizenship", Frame("citizen", seat), proceed)


def _convert(game: Game, winner: str, seat: str, ruled: list[int]) -> Ask:
    game.do.set_role(seat, table.CITIZEN, ("8.2",))
    yield from _replace(game, winner, seat, ruled)


def _replace(game: Game, winner: str, convert: str, slots: list[int]) -> Ask:
    """8.2: one of the winner's warbands at each site the convert rules, even without warbands (FAQ Bandit Crown)."""
    for slot in slots:
        count = game.state.count(table.SLOT[slot], convert)
        game.do.move(convert, count, table.SLOT[slot], f"stock.{convert}", ("8.2",), "return")
    have = game.state.count(f"stock.{winner}", winner)
    cites: tuple[str, ...] = ("8.2",)
    if have < len(slots):
        cites = ("8.2", "9.3")
        ids = {facts.site_id(game, slot): slot for slot in slots}
        sites = yield from some("chronicle.warbands", winner, list(ids), have, have, *cites)
        game.do.emit("ran_out", cites, who=winner, slots=[slot for site, slot in ids.items() if site not in sites])
        slots = [ids[site] for site in sites]
    for slot in slots:
        game.do.move(winner, 1, f"stock.{winner}", table.SLOT[slot], cites, "replace")


def save_boards(game: Game, winner: str) -> None:
    """8.7.2: the boards go to the box as they lie; what is on them and on the banners goes back (A-97)."""
    places = [place for place in game.state.pieces if place != table.SHARED and not place.startswith("stock.")]
    for place in places:
        send_home(game, place, "8.7.2")
    for banner in table.BANNERS:
        if game.state.holders[banner] is not None:
            game.do.hold_banner(banner, None, ("8.7.2",))
    game.do.turn_mob(False, ("8.7.2",))
    if game.state.oathkeeper is not None:
        game.do.set_title(None, False, ("8.7.2",))
    game.do.emit("boards_saved", ("8.7.2",))


def send_home(game: Game, place: str, clause: str) -> None:
    """Every piece at a place goes back to its bank: favor and secrets to the shared one, warbands to their own."""
    for what, count in list(game.state.pieces.get(place, {}).items()):
        home = f"stock.{what}" if what in game.state.players else table.SHARED
        game.do.move(what, count, place, home, (clause,), "clear")


# -- the Dispossessed in play: denizens sent there, and random ones drawn from there unseen (Pilgrimage, the Spires) ---


ZONE = "dispossessed"


def send(game: Game, seat: str, cards: Sequence[str], *cites: str) -> Ask:
    """Denizens move from the map to the Dispossessed; what lies on them leaves as if they were discarded (A-120)."""
    for card in cards:
        verbs.clear_tokens(game, seat, card, cites)
        game.do.put(card, ZONE, (*cites, "10.15"))
    yield from ()


def lay_on_pile(game: Game, seat: str, count: int, pile: str, kind: str, *cites: str) -> Ask:
    """So many random denizens of the Dispossessed go on top of a discard pile; the player has looked at them."""
    cards = yield from draw_unseen(game, seat, game.state.zone(ZONE), count, kind, ZONE, *cites)
    for card in cards:
        game.do.put(card, pile, cites, at=0)
    yield from look_at_top(game, seat, pile, len(cards), *cites)


def swap_random(game: Game, seat: str, cards: Sequence[str], kind: str, *cites: str) -> Ask:
    """Each of some denizens changes places with a random one of the Dispossessed, as far as those go (9.3).

    Returns the cards that lie there now instead, in the order of the old ones.
    """
    drawn = yield from draw_unseen(game, seat, game.state.zone(ZONE), len(cards), kind, ZONE, *cites)
    for old, new in zip(cards, drawn, strict=False):
        zone = game.state.where[old]
        at = game.state.zones[zone].index(old)
        game.do.put(old, ZONE, (*cites, "10.25"))
        game.do.put(new, zone, (*cites, "10.25"), at=at)
    return [*drawn, *cards[len(drawn) :]]


# -- 8.3.1 Build or repair one edifice ---------------------------------------------------------------------------------


NONE = "none"


def build_or_repair(game: Game, winner: str) -> Ask:
    """8.3.1: an Imperial winner may put an edifice in a denizen's place, or turn a ruin up; one in all (A-89, A-90)."""
    if game.state.players[winner].role == table.EXILE:
        game.do.emit("skipped", ("8.3.1",), because="exile")
        return

    def rows(card: str) -> Iterator[Row]:
        if card != NONE:
            yield from may_build(game, winner, card)

    if not any(all(holds for holds, *_ in rows(card)) for card in candidates(game)):
        game.do.emit("skipped", ("8.3.1",), because="nothing")

    card = yield from choose("chronicle.build", winner, (NONE, *candidates(game)), "8.3.1", rows=rows, default=NONE)
    if card == NONE:
        return
    slot = facts.slot_of(game, card)
    assert slot is not None
    if is_ruin(card):
        intact = catalog.edifice(card).other_side
        game.do.replace(card, intact, ("8.3.1",), "repair")
        effects.note(game.do, repaired=[intact])
        return
    edifice = edifice_of(game, card)
    assert edifice is not None
    at = game.state.zone(table.CARDS[slot]).index(card)
    send_home(game, card, "8.3.1")
    game.do.put(card, f"{table.WORLD}.bottom", ("8.3.1",), why="to_deck")
    game.do.put(edifice, table.CARDS[slot], ("8.3.1",), at=at, why="build")
    effects.note(game.do, built=[edifice], replaced=[card])


def candidates(game: Game) -> list[str]:
    """Every denizen at a site, and every ruin."""
    cards = [card for slot in range(table.SLOTS) for card in game.state.zone(table.CARDS[slot])]
    return [card for card in cards if card.startswith("denizen.") or is_ruin(card)]


def may_build(game: Game, winner: str, card: str) -> Iterator[Row]:
    """8.3.1: a ruin at a site the winner rules; or a denizen there, no edifice at the site, its suit's one left."""
    slot = facts.slot_of(game, card)
    assert slot is not None
    site = game.state.site(slot)
    yield facts.rules_site(game, winner, slot), "8.3.1", f"{winner} does not rule {site}"
    if is_ruin(card):
        return
    there = next((each for each in game.state.zone(table.CARDS[slot]) if each.startswith("edifice.")), None)
    yield there is None, "8.3.1", f"{there} is at {site}"
    edifice = edifice_of(game, card)
    yield edifice is not None, "8.3.1", f"the {catalog.card(card).suit} edifice is not in the Archive"
    yield catalog.site(site).capacity > 0, "2.8.1", f"{site} has no room of its own"


def is_ruin(card: str) -> bool:
    """Is a card an edifice on its ruined side?"""
    return card.startswith("edifice.") and catalog.edifice(card).ruined


def is_intact(card: str) -> bool:
    """Is a card an edifice on its intact side?"""
    return card.startswith("edifice.") and not catalog.edifice(card).ruined


def edifice_of(game: Game, card: str) -> str | None:
    """The edifice of a denizen's suit, if it is in the Archive."""
    suit = catalog.card(card).suit
    edifices = (each for each in game.state.zone("archive") if is_intact(each))
    return next((each for each in edifices if catalog.edifice(each).suit == suit), None)


# -- 8.1 Vow an Oath ---------------------------------------------------------------------------------------------------


BY_VISION = (("visionary", "3.2"), ("war_exhaustion", "3.4.3"))


def vow(game: Game, winner: str) -> Ask:
    """8.1: the oath of the Vision after a win by a Vision alone, else any but the present one (A-87)."""
    alone = won_by_vision_alone(game)
    twins = vision_oaths(game, winner) if alone else []
    if alone and not twins:  # a position need not say which Vision it was
        vision = yield from choose("chronicle.vision", winner, visions_left(game), "8.1")
        twins = [str(catalog.vision(vision).oath)]
    if len(twins) > 1 and game.takes("A-87", "a") == "b":
        alone, twins = False, []
    present = game.state.oath

    def rows(oath: str) -> Iterator[Row]:
        if twins:
            yield oath in twins, "8.1", f"{winner} won with a Vision alone: the oath is that of the Vision"
        elif not alone:
            yield oath != f"oath.{present}", "8.1", f"this game was played with the goal of {present}"

    vowed = yield from choose("chronicle.oath", winner, catalog.ids("oath"), "8.1", rows=rows)
    oath = vowed.removeprefix("oath.")
    effects.note(game.do, oath=oath, played=game.state.oath)
    game.do.emit("vow", ("8.1",), who=winner, oath=oath)


def won_by_vision_alone(game: Game) -> bool:
    """Was a Vision the one way in which the game was won, in a Wake Phase or at the end of round eight?"""
    ways = [tuple(way) for way in (game.state.result or {}).get("ways", ())]
    return bool(ways) and all(way in BY_VISION for way in ways)


def visions_left(game: Game) -> list[str]:
    """The Visions with a goal that are not known to lie anywhere but in the deck."""
    lying = [zone for zone in game.state.zones if zone.startswith(("vision.", "advisers.", "discard.", "box"))]
    elsewhere = {card for zone in lying for card in game.state.zone(zone)}
    return [card for card in catalog.ids("vision") if catalog.vision(card).oath and card not in elsewhere]


def vision_oaths(game: Game, winner: str) -> list[str]:
    """The ids of the oaths of the Visions that the winner has revealed: of those fulfilled, if that can still be
    seen.
    """
    oaths = [oath for each in facts.revealed_visions(game, winner) if (oath := catalog.vision(each).oath)]
    met = [oath for oath in oaths if title.fulfils_vision(game, oath.removeprefix("oath."), winner)]
    return met or oaths


# -- 8.6 Clean up relics (A-97) ----------------------------------------------------------------------------------------


def return_relics(game: Game, winner: str) -> Ask:
    """8.6.1: the Grand Scepter to the box, the losers' relics into the relic deck, which is shuffled."""
    state = game.state
    game.do.put(table.GRAND_SCEPTER, "box", ("8.6.1",), why="boxed")
    lost = [card for seat in state.seats if seat != winner for card in state.zone(f"held.{seat}")]
    for card in lost:
        send_home(game, card, "8.6.1")
        game.do.put(card, f"{table.RELIC_DECK}.bottom", ("8.6.1",), why="to_relic_deck")
    effects.shuffled(game.do, table.RELIC_DECK, "8.6.1")
    yield from shuffle_into(game, winner, table.RELIC_DECK, (), "chronicle.relics", "8.6.1")


def top_up(game: Game, winner: str) -> Ask:
    """8.6.2: a faceup site with fewer relics than its prompt asks for gets facedown ones from the deck (9.3)."""
    state = game.state
    for slot in range(table.SLOTS):
        if not state.faceup_site(slot):
            continue
        wanted = catalog.site(state.site(slot)).reveal.relics
        while len(state.zone(table.RELICS[slot])) < wanted and not is_spent(game, table.RELIC_DECK):
            relic = yield from place_unseen(game, table.RELIC_DECK, table.RELICS[slot], "8.6.2", "2.8.2")
            game.do.face(relic, False, ("8.6.2",))


def stack_winners(game: Game, winner: str) -> Ask:
    """8.6.3: the winner's relics and those of the Reliquary, shuffled, on top of the relic deck."""
    state = game.state
    cards = [*state.zone(f"held.{winner}"), *(card for space in table.RELIQUARY for card in state.zone(space))]
    if not cards:
        return
    for card in cards:
        send_home(game, card, "8.6.3")
        game.do.put(card, "aside.relics", ("8.6.3",), why="gather")
    game.do.emit("relics_together", ("8.6.3",), who=winner)
    effects.shuffled(game.do, "aside.relics", "8.6.3")
    lot = Lot(state, cards)
    answer = yield from order_of(game, winner, lot, "chronicle.top-relics", "aside.relics", "8.6.3")
    learn(game, lot, answer, "8.6.3")
    for at, card in enumerate(answer or effects.mix(game.do, cards)):
        game.do.put(card, f"{table.RELIC_DECK}.top", ("8.6.3",), at=at, why="gather")
    game.do.emit("relics_stacked", ("8.6.3",), who=winner)


# -- what a table that tracked nothing tells for chapter 8: who has won and how, and whether the piles hold enough -----
#
# A position of a game that is over need not say these; each is asked for at the step that needs it, and nothing else
# is.


PILES, ROUND = "piles", "round"


def has_result(game: Game) -> bool:
    """Does the state say who has won, and in which ways?"""
    result = game.state.result
    return result is not None and (bool(result.get("ways")) or ("ways" in result and result["winner"] is None))


def tell_result(game: Game) -> Ask:
    """Chapter 8 begins with the winner: who that is and how the game was won, as far as nothing tells it."""
    state = game.state
    result = dict(state.result or {})
    winner = result.get("winner")
    if winner is None:
        winner = yield from choose("chronicle.winner", state.turn, list(state.seats), "8")
    role, how, clause = state.players[winner].role, result.get("how"), result.get("clause")
    untold = None if ROUND in effects.noted(state, effects.UNTOLD, []) else state.round
    ended = result.get("round", untold)
    # The ways of the round that a file says; all of them where none is, or where it says nothing (1).
    fit = {name for name, each in OPTIONS.items() if each.ways(role) and (ended in (None, 1) or each.ends(ended))}

    def rows(way: str) -> Iterator[Row]:
        option = OPTIONS[way]
        ways = option.ways(role)
        yield bool(ways), option.clauses[0], f"{winner} is {table.ROLE_WORDS[role]}"
        if how is not None and ways:
            yield all(each == how for each, _ in ways), "8", f"the game was won in another way: {how}"
        if clause is not None:
            yield clause in option.clauses, "8", f"the game was won by {clause}"
        if ways and fit and (how, clause) == (None, None):
            yield way in fit, option.clauses[0], f"the game is stated to have ended in round {ended}"

    way = yield from choose("chronicle.way", winner, list(OPTIONS), "8", rows=rows)
    ways = OPTIONS[way].ways(role)
    if "round" in result:
        number = result["round"]
    elif all(clause.startswith("3.4") for _, clause in ways):
        number = catalog.LAST_ROUND
    else:
        number = untold
    facts = {"winner": winner, "how": ways[0][0], "clause": ways[0][1], "ways": [list(each) for each in ways]}
    game.do.end_game({**result, **facts, "round": number}, tuple(each for _, each in ways))


def tell_piles(game: Game, winner: str) -> Ask:
    """8.5 takes six cards at random, fewer only if there are fewer: are there enough that nobody has named?

    They come out of the denizens of the world deck, where a position puts all those that it does not place.
    """
    state = game.state
    if PILES not in effects.noted(state, effects.UNTOLD, []):
        return
    zones = [f"discard.{region}" for region in catalog.REGIONS]
    zones += [f"advisers.{seat}" for seat in state.seats if seat != winner]
    there = sum(state.back(card) == "denizen" for zone in zones for card in state.zone(zone))
    left = sum(layer.get("denizen", 0) for layer in state.layers.get(table.WORLD, ()))
    # One more than six, and nobody can say which six are taken; how many more makes no difference.
    enough = min(left, catalog.CARDS_DISPOSSESSED + 1 - there)
    if enough <= 0:
        return
    answer = yield Decision(
        "chronicle.piles",
        winner,
        Form.AMOUNT,
        cites=("8.5", "9.3"),
        low=0,
        high=len(catalog.ids("denizen")),  # how many lie in the deck is private (9.4)
        default=enough,
        about={"count": enough},
    )
    count = min(answer, enough)
    if not count:
        return
    effects.strangers(game.do, "denizen", effects.group_of("denizen"), count, zones[0])
    layers = [dict(layer) for layer in state.layers[table.WORLD]]
    for layer in reversed(layers):
        taken = min(count, layer.get("denizen", 0))
        layer["denizen"] = layer.get("denizen", 0) - taken
        count -= taken
    effects.set_layers(
        game.do, table.WORLD, [{back: number for back, number in layer.items() if number} for layer in layers]
    )
