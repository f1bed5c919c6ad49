"""The verbs of chapter 10, one function each: what procedures and powers do with pieces and cards.

A verb is a generator, because powers may change it from around and because some of them ask. It takes the seat that
acts and the clauses on which it rests.
"""

from collections.abc import Sequence
from typing import Final

from oathtools import catalog
from oathtools.odds.battle import ATTACKER, DEFENDER
from oathtools.procedures.glossary.drawing import read_face
from oathtools.procedures.glossary.paying import from_funds, receive
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, amount, choose, distribute, order, roll
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.state import FAVOR, HIDDEN, PURPLE, REGION_OF_SLOT, SECRET, SHARED

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
