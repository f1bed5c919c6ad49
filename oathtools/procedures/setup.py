"""Chapter 1: Setup, step by step. Each step is a boundary; the place is kept in the state."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from oathtools import catalog
from oathtools.engine.decision import Row
from oathtools.procedures.actions.search import pick
from oathtools.procedures.glossary import verbs
from oathtools.procedures.glossary.drawing import advance_visions, draw, is_spent, place_unseen
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, choose, distribute
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game, begin_turn, for_each, in_order
from oathtools.procedures.machine.world import PRINTED, built_layers
from oathtools.table import effects
from oathtools.table import state as table

BANNER_TOKENS: Final = {table.PEOPLES_FAVOR: table.FAVOR, table.DARKEST_SECRET: table.SECRET}


def next_step(game: Game) -> Ask:
    """The next step of chapter 1, as one scope; then the place moves on."""
    steps = in_order(game, "setup", STEPS)
    names = list(steps)
    name, _, seat = game.state.step.partition(":")
    step = steps[name]
    each = name in EACH_PLAYER or for_each(game, name)
    if each and not seat:
        seat = game.state.seats[0]
    game.do.emit("step", (name,), step=name, who=seat or None)
    yield from step(game, seat if each else table.PURPLE) or ()
    if each:
        after = game.state.seats.index(seat) + 1
        if after < len(game.state.seats):
            game.do.go_to("setup", f"{name}:{game.state.seats[after]}")
            return
    following = names.index(name) + 1
    if following < len(names):
        game.do.go_to("setup", names[following])
    else:
        game.do.go_to("wake", "")
        yield from game.settle()
        game.state.lasting.pop(PRINTED, None)
        begin_turn(game, game.state.seats[0])


# -- the steps -----------------------------------------------------------------------------------------------------


def deal_map(game: Game, _seat: str) -> None:
    """1.1: the map, the saved sites from top to bottom, with what was saved at them."""
    for site in list(game.state.zone("saved.map")):
        facedown = site in game.state.facedown
        game.do.put(site, "map", ("1.1",), why="lay")
        if facedown:
            game.do.face(site, False, ("1.1",))
    for slot in range(table.SLOTS):
        for card in list(game.state.zone(f"saved.cards.{slot}")):
            game.do.put(card, table.CARDS[slot], ("1.1",), why="lay")
        for relic in list(game.state.zone(f"saved.relics.{slot}")):
            game.do.put(relic, table.RELICS[slot], ("1.1",), why="lay")
            game.do.face(relic, False, ("1.1",))


def markers(game: Game, _seat: str) -> None:
    """1.2: the round marker on its first space, Visions Drawn on 0."""
    game.do.go_to("setup", game.state.step, round_=1)
    game.do.set_visions(0, ("1.2",))


def goal(game: Game, _seat: str) -> None:
    """1.3: the goal reference of the Chronicle."""
    game.do.emit("oath", ("1.3",), oath=game.state.oath)


def shared_bank(game: Game, _seat: str) -> None:
    """1.4: dice, favor, secrets and banners to the shared bank; the People's Favor without its Mob side up."""
    game.do.turn_mob(False, ("1.4",))


def seed_banners(game: Game, _seat: str) -> None:
    """1.5: one favor on the People's Favor, one secret on the Darkest Secret."""
    for banner, token in BANNER_TOKENS.items():
        game.do.move(token, catalog.banner(banner).start_tokens, table.SHARED, banner, ("1.5",), "place")


def fill_banks(game: Game, _seat: str) -> None:
    """1.6: favor in each of the six banks, by the number of players."""
    count = catalog.favor_bank_start(len(game.state.seats))
    for suit in catalog.SUITS:
        game.do.move(table.FAVOR, count, table.SHARED, f"bank.{suit}", ("1.6",), "place")


def seating(game: Game, _seat: str) -> None:
    """1.7: the Chancellor beside the Cradle, the others as they sit."""
    game.do.emit("seats", ("1.7",), seats=list(game.state.seats))


def chancellor_board(game: Game, _seat: str) -> None:
    """1.8: the Chancellor's board, 24 warbands, the Reliquary, the Grand Scepter."""
    game.do.put(table.GRAND_SCEPTER, f"held.{table.PURPLE}", ("1.8",), why="take")


def other_boards(game: Game, _seat: str) -> None:
    """1.9: each other player's board on its saved side, with its warbands."""
    for seat in game.state.seats[1:]:
        game.do.set_role(seat, game.state.players[seat].role, ("1.9",))


def supply_markers(game: Game, _seat: str) -> None:
    """1.10: every Supply marker on its leftmost space."""
    for seat in game.state.seats:
        game.do.set_supply(seat, catalog.SUPPLY_TRACK.start, ("1.10",))


def chancellor_tokens(game: Game, _seat: str) -> None:
    """1.11: two favor and one secret."""
    start = catalog.STARTING["chancellor"]
    game.do.move(table.FAVOR, start["favor"], table.SHARED, f"board.{table.PURPLE}", ("1.11",), "take")
    game.do.move(table.SECRET, start["secret"], table.SHARED, f"board.{table.PURPLE}", ("1.11",), "take")


def chancellor_warbands(game: Game, _seat: str) -> None:
    """1.12: three on the board, two on the top faceup Cradle site, one on each other faceup site with a card (A-17)."""
    start = catalog.STARTING["chancellor"]
    _place_warbands(game, table.PURPLE, start["warbands_board"], f"board.{table.PURPLE}", "1.12")
    top = top_cradle(game)
    wants: dict[int, int] = {}
    for slot in range(table.SLOTS):
        if slot == top:
            wants[slot] = start["warbands_top_cradle_site"]
        elif game.state.faceup_site(slot) and any(
            catalog.card(card).suit for card in game.state.zone(table.CARDS[slot])
        ):
            wants[slot] = start["warbands_each_other_faceup_site_with_denizen_or_intact_edifice"]
    wants = game.fold("setup.warbands", wants, Frame("setup", table.PURPLE, None, {"top": top}))
    for slot in sorted(wants):
        _place_warbands(game, table.PURPLE, wants[slot], table.SLOT[slot], "1.12")


def _place_warbands(game: Game, color: str, count: int, place: str, clause: str) -> None:
    """Warbands from their stock, as many as it has (9.3): five Citizens and many held sites may ask for over 24."""
    stock = f"stock.{color}"
    got = min(count, game.state.count(stock, color))
    game.do.move(color, got, stock, place, (clause,) if got == count else (clause, "9.3"), "place")


def top_cradle(game: Game) -> int | None:
    """The slot of the topmost faceup Cradle site, where warbands go however A-16 is read: that is about the pawn."""
    return next((slot for slot in (0, 1) if game.state.faceup_site(slot)), None)


def oath_banner(game: Game, _seat: str) -> None:
    """1.13: under Devotion the Darkest Secret, under the People the People's Favor, goes to the Chancellor."""
    banner = catalog.oath(f"oath.{game.state.oath}").setup_banner
    if banner:
        game.do.hold_banner(banner, table.PURPLE, ("1.13",))


def title(game: Game, _seat: str) -> None:
    """1.14: the Chancellor takes the title on its Oathkeeper side."""
    game.do.set_title(table.PURPLE, False, ("1.14",))


def other_tokens(game: Game, _seat: str) -> None:
    """1.15: one favor, one secret and three warbands for each Exile and Citizen, a Citizen's purple."""
    for seat in game.state.seats[1:]:
        role = game.state.players[seat].role
        start = catalog.STARTING["citizen" if role == table.CITIZEN else table.EXILE]
        board = f"board.{seat}"
        color = table.PURPLE if role == table.CITIZEN else seat
        game.do.move(table.FAVOR, start["favor"], table.SHARED, board, ("1.15",), "place")
        game.do.move(table.SECRET, start["secret"], table.SHARED, board, ("1.15",), "place")
        _place_warbands(game, color, start["warbands_board"], board, "1.15")


def reveal_prompts(game: Game, _seat: str) -> Ask:
    """1.16: favor and secrets on faceup sites; the Chancellor places it if short (A-23). Relics by A-22."""
    wants: dict[str, int] = {}
    for slot in range(table.SLOTS):
        if not game.state.faceup_site(slot):
            continue
        prompt = catalog.site(game.state.site(slot)).reveal
        game.do.move(table.SECRET, prompt.secret, table.SHARED, table.SLOT[slot], ("1.16", "2.8.2"), "reveal")
        if prompt.favor:
            wants[game.state.site(slot)] = prompt.favor
        for _ in range(relics_added(game, slot)):
            if not is_spent(game, table.RELIC_DECK):
                relic = yield from place_unseen(game, table.RELIC_DECK, table.RELICS[slot], "2.8.2")
                game.do.face(relic, False, ("2.8.2",))
    total = min(sum(wants.values()), game.state.count(table.SHARED, table.FAVOR))
    if total < sum(wants.values()):
        wants = yield from distribute("setup.favor", table.PURPLE, total, wants, "1.16")
    for site, count in wants.items():
        slot = facts.slot_of_site(game, site)
        game.do.move(table.FAVOR, count, table.SHARED, table.SLOT[slot], ("1.16", "2.8.2"), "reveal")


def relics_added(game: Game, slot: int) -> int:
    """How many relics 1.16 adds at a site by its prompt (2.8.2): those that are missing, none, or all again (A-22)."""
    reading = game.takes("A-22", "b")
    if reading == "a" or not game.state.faceup_site(slot):
        return 0
    there = len(game.state.zone(table.RELICS[slot])) if reading == "b" else 0
    return max(0, catalog.site(game.state.site(slot)).reveal.relics - there)


def reliquary(game: Game, _seat: str) -> Ask:
    """1.17: four relics facedown onto the Reliquary."""
    for space in table.RELIQUARY:
        if not is_spent(game, table.RELIC_DECK):
            relic = yield from place_unseen(game, table.RELIC_DECK, space, "1.17")
            game.do.face(relic, False, ("1.17",))


def relic_deck(game: Game, _seat: str) -> None:
    """1.18: the other relics are the relic deck."""


def seed_piles(game: Game, _seat: str) -> Ask:
    """1.19: one card from the bottom of the world deck to each discard pile, unseen (A-18); 1.box first if need be."""
    build_deck(game)
    for region in catalog.REGIONS:
        yield from place_unseen(game, table.WORLD, f"discard.{region}", "1.19", bottom=True)


def build_deck(game: Game) -> None:
    """1.box: a deck that was not rebuilt, a stack of denizens without Visions, is built now; its order is unknown."""
    layers = game.state.layers.get(table.WORLD, [])
    denizens = sum(layer.get("denizen", 0) for layer in layers)
    if not denizens or any(layer.get("vision") for layer in layers) or _visions_placed(game.state):
        return
    built = built_layers(denizens, len(catalog.ids("vision", game.state.variants)))
    effects.set_layers(game.do, table.WORLD, built)
    effects.shuffled(game.do, table.WORLD, "1.box")
    game.do.emit("rebuilt", ("1.box",), layers=list(built))


def _visions_placed(state: table.State) -> bool:
    return any(state.back(card) == "vision" for card in state.where)


def draw_hands(game: Game, seat: str) -> Ask:
    """1.20: three cards from the bottom of the world deck. A Vision does not stop the draw (A-19), even by A-18 (c)."""
    count = catalog.STARTING["cards_drawn_each_player"]
    cards = yield from draw(game, seat, table.WORLD, count, "1.20", kind="setup.draw", bottom=True)
    if game.takes("A-18", "a") == "c":
        advance_visions(game, "1.20", "2.7.1", count=_visions(game, cards))


def _visions(game: Game, cards: Iterable[str]) -> int:
    """How many of some cards are Visions: their backs tell."""
    return sum(game.state.back(card) == "vision" for card in cards)


def world_deck(game: Game, _seat: str) -> None:
    """1.21: the rest is the world deck."""


def count_visions(game: Game, _seat: str) -> None:
    """1.22: the marker moves by the Visions the players drew in 1.20, or by those of 1.19 besides (A-18, b)."""
    counted = [f"hand.{seat}" for seat in game.state.seats]
    if game.takes("A-18", "a") == "b":
        counted += [f"discard.{region}" for region in catalog.REGIONS]
    advance_visions(game, "1.22", "2.7.1", count=sum(_visions(game, game.state.zone(zone)) for zone in counted))


def settle_in(game: Game, seat: str) -> Ask:
    """1.23: place the pawn, keep one card as a facedown adviser, discard the others; each player in turn."""
    game.frames.append(Frame("setup", seat))
    slot = yield from _pawn(game, seat)
    game.do.put_pawn(seat, slot, ("1.23.1",))
    hand = list(game.state.zone(f"hand.{seat}"))
    if hand:
        kept, _ = yield from pick(game, seat, hand, "setup.adviser", "1.23.2")
        game.do.put(kept, f"advisers.{seat}", ("1.23.2",), why="play")
        game.do.face(kept, False, ("1.23.2",), (seat,))
        others = list(game.state.zone(f"hand.{seat}"))
        yield from verbs.discard(game, seat, others, "1.23.3", kind="setup.order")
    yield from game.window("setup.settled", game.frame)
    game.frames.pop()


def _pawn(game: Game, seat: str) -> Ask:
    """1.23.1: the Chancellor at the top Cradle site (A-16), the others at any faceup site.

    Where the sheet of the first game places the pawn is the default.
    """
    top = _chancellor_slot(game) if seat == table.PURPLE else None

    def rows(site: str) -> Iterator[Row]:
        slot = facts.slot_named(game, site)
        yield game.state.faceup_site(slot) or slot == top, "1.23.1", f"{site} lies facedown"
        if top is not None:
            yield slot == top, "1.23.1", "the Chancellor's pawn goes to the top Cradle site"

    sites = facts.site_ids(game)
    printed = game.state.lasting.get(PRINTED, {}).get(seat)
    site = yield from choose(
        "setup.pawn", seat, sites, "1.23.1", rows=rows, default=printed if printed in sites else None
    )
    return facts.slot_named(game, site)


def _chancellor_slot(game: Game) -> int | None:
    """Where the Chancellor's pawn must go; None for any faceup site.

    A-16, if the top Cradle site lies facedown: (a) there all the same, and it stays facedown; (b) the topmost faceup
    one of the Cradle, any if it has none; (c) any.
    """
    reading = game.takes("A-16", "b")
    if reading == "a" or game.state.faceup_site(0):
        return 0
    return top_cradle(game) if reading == "b" else None


Step = Callable[[Game, str], Ask | None]  # None: nothing is asked, and all is done
STEPS: Final[dict[str, Step]] = {
    "1.1": deal_map,
    "1.2": markers,
    "1.3": goal,
    "1.4": shared_bank,
    "1.5": seed_banners,
    "1.6": fill_banks,
    "1.7": seating,
    "1.8": chancellor_board,
    "1.9": other_boards,
    "1.10": supply_markers,
    "1.11": chancellor_tokens,
    "1.12": chancellor_warbands,
    "1.13": oath_banner,
    "1.14": title,
    "1.15": other_tokens,
    "1.16": reveal_prompts,
    "1.17": reliquary,
    "1.18": relic_deck,
    "1.19": seed_piles,
    "1.20": draw_hands,
    "1.21": world_deck,
    "1.22": count_visions,
    "1.23": settle_in,
}
EACH_PLAYER: Final = ("1.20", "1.23")
