"""The verbs of chapter 10, a function each, and costs (7.1.2): what powers do with pieces and cards."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from oathtools import catalog
from oathtools.engine.decision import Row
from oathtools.kit import text
from oathtools.kit.lazy import Memo
from oathtools.odds.battle import ATTACKER, DEFENDER
from oathtools.procedures.glossary.drawing import read_face
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, amount, choose, distribute, order, roll
from oathtools.procedures.machine.frame import SUPPLY, Cost, Frame, Item
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import have
from oathtools.table.state import BOARD, FAVOR, HIDDEN, PEOPLES_FAVOR, PURPLE, REGION_OF_SLOT, SECRET, SHARED

# -- gaining -------------------------------------------------------------------------------------------------------


def gain_favor(game: Game, seat: str, suit: str, count: int, *cites: str) -> Ask:
    """Gain favor from a bank, as much as it has (10.10, 9.3); returns how much."""
    bank = f"bank.{suit}"
    got = min(count, game.state.count(bank, FAVOR))
    if got < count:
        cites = (*cites, "9.3")
    receive(game, f"board.{seat}", FAVOR, got, bank, "gain", *cites)
    if count and not got:
        game.do.emit("nothing", cites, who=seat, what=FAVOR, at=bank)
    return got
    yield


def burn_from_bank(game: Game, suit: str, count: int, *cites: str) -> Ask:
    """Bandits burn favor of a bank, as much as it has (10.4, 9.3): no player does, so no power answers it."""
    bank = f"bank.{suit}"
    game.do.move(FAVOR, min(count, game.state.count(bank, FAVOR)), bank, SHARED, (*cites, "10.4"), "burn")
    yield from ()


def take_favor(game: Game, seat: str, victim: str, count: int, *cites: str) -> Ask:
    """Take favor from a player's board, as much as lies there (10.26, 9.3); returns how much."""
    got = min(count, game.state.count(f"board.{victim}", FAVOR))
    receive(game, f"board.{seat}", FAVOR, got, f"board.{victim}", "take", *cites, "10.26")
    return got
    yield


def give_favor(game: Game, seat: str, other: str, count: int, *cites: str) -> Ask:
    """Give favor to another player, as much as one may pay with (10.11, 9.3); returns how much."""
    given = min(count, facts.purse(game, seat, FAVOR))
    for place, part in (yield from from_funds(game, seat, FAVOR, given, *cites)).items() if given else ():
        receive(game, f"board.{other}", FAVOR, part, place, "give", *cites, "10.11")
    return given


def owed(game: Game, seat: str, count: int, *cites: str) -> Ask:
    """How much of the favor that a player must part with they do: as much as lies on the board (9.3).

    Favor elsewhere that they may use as if it were there is never due (FAQ Vow of Kinship): as much of it as they want.
    """
    low, high = min(count, facts.board(game, seat, FAVOR)), min(count, facts.purse(game, seat, FAVOR))
    return low if low >= high else (yield from amount("pay.owed", seat, low, high, *cites, default=low))


def put_from_funds(game: Game, seat: str, count: int, place: str, *cites: str, why: str = "place") -> Ask:
    """A player puts favor somewhere, as much of it as they may pay with (9.3); returns how much."""
    put = min(count, facts.purse(game, seat, FAVOR))
    for source, part in (yield from from_funds(game, seat, FAVOR, put, *cites)).items() if put else ():
        receive(game, place, FAVOR, part, source, why, *cites)
    return put


def burn_secrets(game: Game, seat: str, keeps: int, kind: str, *cites: str, user: str) -> Ask:
    """Burn the secrets on a player's board but for so many (10.4); they, or the user, pick what stays (A-139)."""
    board = f"board.{seat}"
    have = {what: game.state.count(board, what) for what in (SECRET, HIDDEN)}
    kept = min(keeps, sum(have.values()))
    stay = {SECRET: min(kept, have[SECRET]), HIDDEN: kept - min(kept, have[SECRET])}
    if kept and all(have.values()):
        picks = seat if game.takes("A-139", "a") == "a" else user
        stay = yield from distribute(kind, picks, kept, have, *cites, "10.4", about={"actor": seat})
    for what, count in have.items():
        game.do.move(what, count - stay.get(what, 0), board, SHARED, (*cites, "10.4"), "burn")


def burn_from_cards(game: Game, but: str, *cites: str) -> Ask:
    """Burn the secrets on denizens, edifices and relics, those on one card left out (10.4)."""
    pieces = game.state.pieces
    for card in [place for place in pieces if place.partition(".")[0] in ("denizen", "edifice", "relic")]:
        if card != but:
            for what in (SECRET, HIDDEN):
                game.do.move(what, game.state.count(card, what), card, SHARED, (*cites, "10.4"), "burn")
    yield from ()


def give_secret(game: Game, seat: str, other: str, *cites: str, what: str = SECRET) -> Ask:
    """Give a secret to another player, of the face wanted (10.11)."""
    game.do.move(what, 1, f"board.{seat}", f"board.{other}", (*cites, "10.11"), "give")
    yield from ()


def give_from_card(game: Game, card: str, other: str, *cites: str) -> Ask:
    """A secret on a card is given to a player, faceup (10.11)."""
    game.do.move(SECRET, min(1, game.state.count(card, SECRET)), card, f"board.{other}", (*cites, "10.11"), "give")
    yield from ()


def take_secret(game: Game, seat: str, victim: str, *cites: str) -> Ask:
    """Take a secret from a player's board (10.26); where both faces lie there, the taker picks one (A-168)."""
    faces = [what for what in (SECRET, HIDDEN) if game.state.count(f"board.{victim}", what)]
    if len(faces) > 1 and (reading := game.takes("A-168", "a")) != "b":
        picks = seat if reading == "a" else victim
        faces = [(yield from choose("take.secret", picks, faces, "10.26", default=SECRET, about={"actor": victim}))]
    for what in faces[:1]:
        game.do.move(what, 1, f"board.{victim}", f"board.{seat}", (*cites, "10.26"), "take")


def burn_from_banner(game: Game, banner: str, count: int, *cites: str) -> Ask:
    """Burn tokens of a banner (10.4)."""
    game.do.move(catalog.banner(banner).token, count, banner, SHARED, (*cites, "10.4"), "burn")
    yield from ()


def gain_supply(game: Game, seat: str, count: int, *cites: str) -> Ask:
    """Gain Supply, no further than the leftmost space (A-117)."""
    supply = game.state.players[seat].supply
    game.do.set_supply(seat, min(catalog.SUPPLY_TRACK.most, supply + count), cites)
    yield from ()


def gain_secrets(game: Game, seat: str, count: int, *cites: str) -> Ask:
    """Gain secrets from the shared bank, which never runs out (10.10, 9.3)."""
    game.do.move(SECRET, count, SHARED, f"board.{seat}", cites, "gain")
    return count
    yield


def gain_warbands(game: Game, seat: str, count: int, *cites: str) -> Ask:
    """Gain warbands of the player's color from its stock, as many as it has (10.10, 9.3); returns how many."""
    color = facts.color_of(game, seat)
    stock = f"stock.{color}"
    got = min(count, game.state.count(stock, color))
    if got < count:
        cites = (*cites, "9.3")
    game.do.move(color, got, stock, f"board.{seat}", cites, "gain")
    return got
    yield


def place_warbands(game: Game, seat: str, count: int, place: str, *cites: str) -> Ask:
    """Place warbands from a player's board, as many as are there."""
    color = facts.color_of(game, seat)
    game.do.move(color, min(count, facts.board(game, seat, "warbands")), f"board.{seat}", place, cites, "place")
    yield from ()


def turn_purple(game: Game, color: str, count: int, place: str, board: str, *cites: str) -> Ask:
    """Warbands of a Citizen's old color go to their own bank, and purple ones to the board, as far as they go (9.3)."""
    game.do.move(color, count, place, f"stock.{color}", cites, "return")
    purple = min(count, game.state.count(f"stock.{PURPLE}", PURPLE))
    game.do.move(PURPLE, purple, f"stock.{PURPLE}", board, cites, "replace")
    yield from ()


def put_favor(game: Game, seat: str, count: int, place: str, *cites: str) -> Ask:
    """Favor moves from a player's board to another place."""
    game.do.move(FAVOR, count, f"board.{seat}", place, cites, "place")
    yield from ()


def add_secret(game: Game, place: str, *cites: str) -> Ask:
    """A secret of the shared bank is placed somewhere; the bank never runs out (9.3)."""
    game.do.move(SECRET, 1, SHARED, place, cites, "place")
    yield from ()


def move_between_banks(game: Game, source: str, target: str, *cites: str, most: int | None = None) -> Ask:
    """All favor of one favor bank goes to another, or up to so many."""
    have = game.state.count(f"bank.{source}", FAVOR)
    count = have if most is None else min(most, have)
    if source != target:
        game.do.move(FAVOR, count, f"bank.{source}", f"bank.{target}", cites)
    yield from ()


def kill(game: Game, color: str, count: int, place: str, *cites: str) -> Ask:
    """Kill warbands at a place, as many as are there (10.13): they go to the personal bank of their color."""
    dead = min(count, game.state.count(place, color))
    fight = game.frame.fact("fight")
    to = fight.grave_of(game, color, place, dead) if fight else f"stock.{color}"
    game.do.move(color, dead, place, to, (*cites, "10.13"), "kill")
    return dead
    yield


# -- cards ---------------------------------------------------------------------------------------------------------


def discard_pile(game: Game, seat: str, card: str) -> str:
    """The pile a discarded card goes to: by the region of the card if it lies at a site, else by the pawn (10.5)."""
    slot = facts.slot_of(game, card)
    holder = facts.owner(game, card)
    if slot is None and holder not in (None, seat) and game.takes("A-38", "a") == "b":
        seat = str(holder)
    region = REGION_OF_SLOT[slot] if slot is not None else facts.region_of(game, seat)
    return f"discard.{catalog.DISCARDS_TO[region]}"


def discard(
    game: Game,
    seat: str,
    cards: Sequence[str],
    *cites: str,
    kind: str = "discard.order",
    region: str = "",
    by: str | None = None,
) -> Ask:
    """Discard cards in the order the player wants (10.5, 2.1.2): favor to its bank, secrets flipped to the board.

    ``region``: the one whose pile they go to, where no pawn says it. ``by``: who discards them if the seat only lends a
    hand, as to the bandits.
    """
    cites = cites if "10.5" in cites else (*cites, "10.5")
    if cards:
        yield from game.window("discarding", Frame("discarding", seat, game.frame))
    if len(cards) > 1 and len({game.state.handles.get(card, card) for card in cards}) > 1:
        cards = yield from order(kind, seat, cards, *cites, private=True)
    for card in cards:
        yield from _discard_one(game, seat, card, cites, region, by or seat)


def _discard_one(game: Game, seat: str, card: str, cites: tuple[str, ...], region: str, by: str) -> Ask:
    pile = f"discard.{catalog.DISCARDS_TO[region]}" if region else discard_pile(game, seat, card)
    slot = facts.slot_of(game, card)
    suit = facts.suit_of(game, card)
    # Only who plays to a site is ever asked, and that is the player whose turn it is: others' discards bar nothing.
    if slot is not None and suit and by == game.state.turn:
        game.do.note_discard(slot, suit)
    dead: dict[str, int] = {}
    if game.state.pieces.get(card):
        clear_tokens(game, seat, card, cites)
        left = game.state.pieces[card]
        dead = {color: left[color] for color in game.state.seats if left.get(color)}
        for color, count in dead.items():
            yield from kill(game, color, count, card, *cites)
    at: int | None = 0
    if game.live("discard.to"):
        pile, at = game.fold("discard.to", (pile, at), game.frame)
    game.do.put(card, pile, cites, at=at, why="discard", who=by)
    game.afterwards("discarded", Frame("discarded", seat, game.frame, {"card": card, "killed": dead}))


def turn_edifice(game: Game, card: str, *cites: str) -> Ask:
    """An edifice turns to its other side, with what lies on it (2.9)."""
    game.do.replace(card, catalog.edifice(card).other_side, cites)
    yield from ()


def stack_pile(game: Game, pile: str, target: str, *cites: str) -> Ask:
    """A discard pile goes on top of another, its order kept."""
    for card in reversed(game.state.zone(pile)):
        game.do.put(card, target, cites, at=0)
    yield from ()


def show(game: Game, seat: str, card: str, *cites: str) -> Ask:
    """A card is revealed to all and stays where it is (10.20); returns its name."""
    name = yield from read_face(game, card, seat, *cites)
    game.do.emit("revealed", (*cites, "10.20"), card=name, who=seat)
    return name


def pick_up(game: Game, seat: str, card: str, *cites: str) -> Ask:
    """A card comes into a player's hand, to be played or discarded as if drawn."""
    game.do.put(card, f"hand.{seat}", cites, why="picked_up")
    yield from ()


def relocate(game: Game, card: str, zone: str, *cites: str) -> Ask:
    """Move a faceup card to another place in play (10.15); what lies on it goes along (A-119)."""
    game.do.put(card, zone, (*cites, "10.15"))
    yield from ()


def swap(game: Game, card: str, other: str, *cites: str) -> Ask:
    """Two cards change places (10.25), with what lies on them."""
    game.do.swap(card, other, (*cites, "10.25"))
    yield from ()


def clear_tokens(game: Game, seat: str, card: str, cites: tuple[str, ...]) -> None:
    """Favor on a card goes to the matching bank, secrets facedown to the acting player's board (10.5).

    That is the player whose turn it is, or the one who discards, where a table reads so (A-160).
    """
    on = dict(game.state.pieces.get(card, {}))
    board = f"board.{game.state.turn if game.takes('A-160', 'a') == 'a' else seat}"
    if on.get(FAVOR):
        suit = catalog.card(card).suit
        game.do.move(FAVOR, on[FAVOR], card, f"bank.{suit}" if suit else SHARED, cites)
    for what in (SECRET, HIDDEN):
        if on.get(what):
            game.do.move(what, on[what], card, board, cites)
            if what == SECRET:
                game.do.turn_secrets(board, on[what], True, cites)


# -- attack and defense dice that are rolled, for whatever reason: one way, so that powers can answer every roll -------


# The dice of each side, as the kinds of questions and the log call them.
NAMES: Final = {ATTACKER: "attack", DEFENDER: "defense"}


def roll_dice(game: Game, side: str, who: str, count: int, clause: str, *, why: str, whose: str | None = None) -> Ask:
    """Roll so many attack dice (``side`` is the attacker) or defense dice; returns the faces that count in the end.

    ``who`` throws them; ``whose`` they are, if not the thrower's; ``why`` begins the kind of the question. Powers may
    answer in the window ``rolled``, whose frame holds ``side``, ``whose`` and ``faces``; ``throw`` with that frame
    rolls all of them again.
    """
    if not count:
        return []
    frame = Frame(
        "roll", who, game.frame, {"side": side, "whose": whose or who, "count": count, "clause": clause, "why": why}
    )
    yield from throw(game, frame)
    yield from game.window("rolled", frame)
    return frame.given["faces"]


def throw(game: Game, frame: Frame) -> Ask:
    """Throw all dice of a roll, for the first time or again; the faces go into its frame."""
    side, clause = frame.given["side"], frame.given["clause"]
    faces: tuple[catalog.AttackFace, ...] | tuple[catalog.DefenseFace, ...] = catalog.DEFENSE_FACES
    if side == ATTACKER:
        faces = catalog.ATTACK_FACES
    kind = f"{frame.given['why']}.{NAMES[side]}-roll"
    sides = [face.id for face in faces for _ in range(face.sides)]
    shown = yield from roll(kind, frame.actor, sides, frame.given["count"], clause)
    game.do.emit("rolled", (clause,), die=side, faces=list(shown), who=frame.actor, whose=frame.given["whose"])
    frame.given["faces"] = list(shown)


def can_pay(game: Game, seat: str, cost: Cost) -> list[Row]:
    """Rows: is there enough of everything a cost asks for, and does nothing bar a power that costs it? (7.1.2)"""
    rows: list[Row] = []
    needs = _needs[cost]
    for what, (number, fits) in needs.items():
        there = have(game, seat, what)
        if there >= number:
            rows.append(fits)
        else:
            _, clause, _, *source = fits
            rows.append((False, clause, _too_little(what, number, there), *source))
    if SECRET in needs and game.live("secret.cost") and any(i.power and i.what == SECRET for i in cost.items):
        rows.extend(game.rows("secret.cost", Frame("pay", seat, game.frame)))
    return rows


def _too_little(what: str, number: int, have: int) -> str:
    if what == SUPPLY:
        return f"it costs {number} Supply and {have} is left"
    if what in (FAVOR, SECRET):
        return f"it costs {text.count(number, what)} and {have} can be paid"
    return f"it costs {text.count(number, 'warband')} and {have} are on the board"


@Memo
def _needs(cost: Cost) -> dict[str, tuple[int, Row]]:
    """How much of each thing a cost asks for in all, and the row that there is enough of it.

    The row has the clause, the source to name, and the ruling if there is one: a toll's, if one is in.
    """
    needs: dict[str, tuple[int, Row]] = {}
    for item in cost.items:
        own = (True, item.clause, True, item.source, *((item.ruling,) if item.ruling else ()))
        count, row = needs.get(item.what, (0, own))
        needs[item.what] = count + item.amount, own if item.toll else row
    return needs


def is_free(game: Game, card: str, clause: str, *, otherwise: bool = False) -> Row:
    """A row: no favor and no secret lies on the card; ``otherwise``: it may, by a power or since nothing is placed."""
    free = facts.is_empty(game, card) or otherwise
    return free, clause, free or f"{card} already holds {facts.tokens_on(game, card)}"


def takes_cost(game: Game, seat: str, card: str, cost: Cost) -> Row:
    """A row: the card of a power that is no battle plan is free if something is placed (7.1.2).

    Outside one's turn nothing is, unless a table reads that it is placed and taken off again (A-154).
    """
    nothing = not cost.places or (seat != game.state.turn and game.takes("A-154", "a") == "a")
    return is_free(game, card, "7.1.2", otherwise=nothing)


def can_pay_power(game: Game, seat: str, card: str, cost: Cost) -> Iterator[Row]:
    """Rows: may a player pay for a power that is no battle plan?"""
    yield takes_cost(game, seat, card, cost)
    yield from can_pay(game, seat, cost)


def pay(game: Game, seat: str, cost: Cost, *cites: str) -> Ask:
    """Pay a cost in the order of its items; what is burned goes to the shared bank (10.4).

    Outside one's turn favor that is placed goes to the card's bank, and secrets flip (7.1.2).
    """
    board = BOARD[seat]
    in_turn = seat == game.state.turn
    for item in cost.items if in_turn else map(partial(_out_of_turn, game), cost.items):
        where = (item.clause,) if item.clause not in cites else cites
        if item.what == SUPPLY:
            supply = game.state.players[seat].supply
            game.do.set_supply(seat, supply - item.amount, where, "spent_supply")
        elif item.verb == "flip":
            game.do.turn_secrets(board, item.amount, True, where)
        elif item.verb == "sacrifice":
            color = facts.color_of(game, seat)
            game.do.move(color, item.amount, board, f"stock.{color}", where, "sacrifice")
        elif item.verb == "place" and not in_turn and item.what == SECRET:
            game.do.turn_secrets(board, item.amount, True, (*where, "7.1.2"))
        else:
            to, verb = SHARED if item.verb == "burn" else item.to, item.verb
            if verb == "place" and not in_turn and "." in to and not to.startswith("bank."):
                to, where = f"bank.{facts.suit_of(game, to)}", (*where, "7.1.2")
            for place, count in (yield from from_funds(game, seat, item.what, item.amount, *where)).items():
                receive(game, to, item.what, count, place, verb, *where)


def _out_of_turn(game: Game, item: Item) -> Item:
    """An item of a cost paid outside one's turn: what a power burns is only placed, where a table reads so (A-153)."""
    spares = item.verb == "burn" and item.power and item.source and game.takes("A-153", "a") == "b"
    if not spares or (item.what == FAVOR and facts.suit_of(game, item.source) is None):
        return item
    return item._replace(verb="place", to=item.source)


def from_funds(game: Game, seat: str, what: str, count: int, *cites: str) -> Ask:
    """From which places a player pays so much favor or so many secrets: asked if there is a choice; place -> number."""
    have = {place: game.state.count(place, what) for place in facts.funds(game, seat, what)}
    caps = {place: most for place, most in have.items() if most}
    if len(caps) < 2:
        return dict.fromkeys(caps or have, count)
    return (yield from distribute("pay.from", seat, count, caps, *cites))


def receive(game: Game, to: str, what: str, count: int, source: str, why: str, *cites: str) -> None:
    """Pieces come to a place; favor that would be burned, or come to a board, goes where powers send it (A-178)."""
    if what == FAVOR and to == SHARED and why == "burn" and game.live("favor.burnt"):
        spared = source != PEOPLES_FAVOR or game.takes("A-178", "a") == "a"
        to = str(game.fold("favor.burnt", SHARED, game.frame)) if spared else SHARED
    seat = to.removeprefix("board.")
    if what == FAVOR and seat != to:
        to = facts.favor_home(game, seat)
    if source != to:
        game.do.move(what, count, source, to, cites, why)
    elif count and why == "burn":
        game.do.emit("kept", cites, who=seat, count=count)
