"""The grammar of declarations: what a player says that a power does, one move after the other, each as rows and a verb.

MOVES are parts with semicolons between them::

    favor|secrets|facedown-secrets N from PLACE to PLACE
    warbands N [COLOR] from PLACE to PLACE
    supply N                                  gain it
    turn secrets N of NAME up|down            turn CARD up|down
    move CARD to site SITE|advisers NAME      swap CARD with CARD      discard CARD
    take RELIC|BANNER                         give RELIC|BANNER to NAME
    peek CARD                                 peek world N             peek pile REGION N
    pawn NAME to SITE                         end-act                  citizen [reliquary N]
    travel                                    campaign                 the last one, without Supply

How PLACE, CARD and NAME are said: ``named``.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from oathtools import catalog
from oathtools.engine.rows import Row
from oathtools.procedures.actions import cards_moved as moving
from oathtools.procedures.actions.action import begun, possible, take
from oathtools.procedures.actions.record import Action
from oathtools.procedures.actions.travel import TRAVEL
from oathtools.procedures.campaign.declaration import CAMPAIGN
from oathtools.procedures.declared.places_named import Reader, Unclear, cut, number_said
from oathtools.procedures.glossary import paying, taking, verbs
from oathtools.procedures.glossary.drawing import is_spent, look, look_at_top, read_face
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.minor.citizenship import become_citizen, end_act, uncover
from oathtools.table.state import (
    BANNERS,
    CARDS,
    EXILE,
    FAVOR,
    HIDDEN,
    SECRET,
    SHARED,
    WORLD,
)

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

CLAUSE = "7.1.3"
LAST = ("travel", "campaign")


class Move(NamedTuple):
    """One thing that happens: the rows it must satisfy, and how it is done."""

    rows: Callable[[], Iterator[Row]]
    does: Callable[[], Ask]


def parts(text: str) -> list[str]:
    """The moves of a declaration; ``nothing`` is none."""
    found = [" ".join(part.split()) for part in text.split(";")]
    return [part for part in found if part and part.casefold() not in ("nothing", "-")]


def read(game: "Game", seat: str, said: str) -> Move:
    """The move that words mean as the table stands. Raises ``Unclear``."""
    verb, _, rest = said.partition(" ")
    known = _VERBS.get(verb.casefold())
    if known is None:
        raise Unclear(f"{verb!r} begins no move; moves begin with {', '.join(_VERBS)}")
    return known(Reader(game, seat), rest)


# -- pieces --------------------------------------------------------------------------------------------------------


def _tokens(what: str) -> Callable[[Reader, str], Move]:
    def move(reader: Reader, words: str) -> Move:
        number, source, target = cut(words, "from", "to")
        return _pieces(reader, what, number_said(number), reader.place(source), reader.place(target))

    return move


def _warbands(reader: Reader, words: str) -> Move:
    head, said_source, said_target = cut(words, "from", "to")
    number, _, said_color = head.partition(" ")
    source, target = reader.place(said_source), reader.place(said_target)
    color = facts.color_of(reader.game, reader.player(said_color)) if said_color else _color(reader, source, target)
    stock = f"stock.{color}"
    source, target = (stock if place == "stock" else place for place in (source, target))
    return _pieces(reader, color, number_said(number), source, target)


def _color(reader: Reader, source: str, target: str) -> str:
    """The color of warbands that is meant where none is named."""
    for place in (source, target):
        if place.startswith("board."):
            return facts.color_of(reader.game, place.removeprefix("board."))
    there = [color for color in reader.game.state.seats if reader.game.state.count(source, color)]
    if len(there) != 1:
        raise Unclear("say the color of the warbands, as in: warbands 1 red from ...")
    return there[0]


def _pieces(reader: Reader, what: str, count: int, source: str, target: str) -> Move:
    game, mine = reader.game, f"board.{reader.seat}"

    def rows() -> Iterator[Row]:
        endless = source == SHARED and what in (SECRET, HIDDEN)
        have = game.state.count(source, what)
        yield endless or have >= count, CLAUSE, f"{source} has {have} {what}, not {count}"
        yield source != target, CLAUSE, f"the {what} would stay at {source}"
        for place in (source, target):
            yield _may_hold(game, place, what), CLAUSE, f"no {what} belongs at {place}"
        if source == mine and target.startswith("board."):
            yield from taking.may_give(game, reader.seat, what)
        if target.startswith("slot.") and source.startswith("board."):
            seat = source.removeprefix("board.")
            yield from game.rows("place.warbands", Frame("place", seat, game.frame))

    def does() -> Ask:
        paying.receive(game, target, what, count, source, _why(source, target, mine), CLAUSE)
        return
        yield

    return Move(rows, does)


def _may_hold(game: "Game", place: str, what: str) -> bool:
    """May such pieces lie at a place?"""
    kind, _, rest = place.partition(".")
    if what not in (FAVOR, SECRET, HIDDEN):
        if kind == "board":
            return what == facts.color_of(game, rest)
        return kind in ("slot", "relic", "vision") or place == f"stock.{what}"
    if kind == "banner":
        return what == catalog.banner(place).token
    return kind in _HOLD[what]


_HOLD = {
    FAVOR: ("board", "shared", "bank", "slot", "denizen", "edifice"),
    SECRET: ("board", "shared", "slot", "denizen", "edifice", "relic"),
    HIDDEN: ("board",),
}


def _why(source: str, target: str, mine: str) -> str:
    """The word of the log for it."""
    if target == SHARED:
        return "burn"
    if target.startswith("stock."):
        return "kill"
    if target.startswith("board."):
        return "give" if source == mine else "take" if source.startswith(("board.", "slot.")) else "gain"
    return "move"


def _supply(reader: Reader, words: str) -> Move:
    count = number_said(words)
    return Move(lambda: iter(()), lambda: verbs.gain_supply(reader.game, reader.seat, count, CLAUSE))


def _pawn(reader: Reader, words: str) -> Move:
    who, where = cut(words, "to")
    game, seat, slot = reader.game, reader.player(who), reader.slot(where.removeprefix("site "))

    def does() -> Ask:
        game.do.put_pawn(seat, slot, (CLAUSE, "10.15"))
        return
        yield

    return Move(lambda: iter(()), does)


# -- cards ---------------------------------------------------------------------------------------------------------


def _turn(reader: Reader, words: str) -> Move:
    head, _, way = words.rpartition(" ")
    if way.casefold() not in ("up", "down"):
        raise Unclear("'up' or 'down' is missing")
    down = way.casefold() == "down"
    if head.casefold().startswith("secrets "):
        number, who = cut(head[len("secrets ") :], "of")
        return _turn_secrets(reader.game, reader.player(who), number_said(number), down)
    return _turn_card(reader.game, reader.card(head), down)


def _turn_secrets(game: "Game", seat: str, count: int, down: bool) -> Move:
    board, before = f"board.{seat}", SECRET if down else HIDDEN

    def rows() -> Iterator[Row]:
        have = game.state.count(board, before)
        yield have >= count, CLAUSE, f"{board} has {have} such secrets, not {count}"

    def does() -> Ask:
        game.do.turn_secrets(board, count, down, (CLAUSE,))
        return
        yield

    return Move(rows, does)


def _turn_card(game: "Game", card: str, down: bool) -> Move:
    owner = facts.owner(game, card)

    def rows() -> Iterator[Row]:
        adviser = owner is not None and game.state.where.get(card) == f"advisers.{owner}"
        yield adviser, CLAUSE, f"{card} is no adviser: only those lie either way"
        yield game.state.is_facedown(card) != down, CLAUSE, f"{card} lies so already"
        yield down or game.state.back(card) != "vision", "5.1.4.3", "a Vision among advisers lies facedown"

    def does() -> Ask:
        assert owner is not None
        name = card if down else (yield from read_face(game, card, owner, CLAUSE))
        game.do.face(name, not down, (CLAUSE,), (owner,))

    return Move(rows, does)


def _move(reader: Reader, words: str) -> Move:
    said, where = cut(words, "to")
    game, card = reader.game, reader.card(said)
    kind, _, rest = where.partition(" ")
    if kind.casefold() == "site":
        zone = CARDS[reader.slot(rest)]
    elif kind.casefold() in ("advisers", "adviser"):
        zone = f"advisers.{reader.player(rest)}"
    else:
        raise Unclear(f"a card moves to a site or to advisers, not to {where!r}")

    def rows() -> Iterator[Row]:
        belongs = game.state.back(card) in ("denizen", "vision")
        yield belongs, "10.15", f"{card} does not move there"
        yield from moving.may_move(game, reader.seat, card, zone)

    return Move(rows, lambda: moving.move_card(game, card, zone, CLAUSE))


def _swap(reader: Reader, words: str) -> Move:
    one, two = (reader.card(said) for said in cut(words, "with"))
    game = reader.game

    def rows() -> Iterator[Row]:
        yield one != two, "10.25", f"{one} cannot change places with itself"
        alike = all(game.state.back(card) in ("denizen", "vision") for card in (one, two))
        yield alike, "10.25", f"{one} and {two} cannot change places"
        if alike:
            yield from moving.may_swap(game, one, two)

    return Move(rows, lambda: moving.swap_cards(game, one, two, CLAUSE))


def _discard(reader: Reader, words: str) -> Move:
    game, card = reader.game, reader.card(words)

    def rows() -> Iterator[Row]:
        yield game.state.back(card) in ("denizen", "vision"), "10.5", f"{card} is not discarded"
        yield from facts.discard_rows(game, card)

    return Move(rows, lambda: verbs.discard(game, reader.seat, [card], CLAUSE))


def _take(reader: Reader, words: str) -> Move:
    game, seat, what = reader.game, reader.seat, reader.card(words)

    def rows() -> Iterator[Row]:
        yield what in BANNERS or game.state.back(what) == "relic", "10.26", f"{what} is neither relic nor banner"
        yield facts.owner(game, what) != seat, "10.26", f"{seat} has {what} already"
        yield from taking.may_take(game, seat, what, "steal")

    return Move(rows, lambda: taking.take(game, seat, what, CLAUSE))


def _give(reader: Reader, words: str) -> Move:
    said, who = cut(words, "to")
    game, what, other = reader.game, reader.card(said), reader.player(who)

    def rows() -> Iterator[Row]:
        yield what in BANNERS or game.state.back(what) == "relic", "10.11", f"{what} is neither relic nor banner"
        yield facts.owner(game, what) == reader.seat != other, "10.11", f"{reader.seat} cannot give {what} to {other}"
        yield from taking.may_give(game, reader.seat, what)

    return Move(rows, lambda: taking.give(game, other, what, CLAUSE))


def _peek(reader: Reader, words: str) -> Move:
    game, seat = reader.game, reader.seat
    kind, _, rest = words.partition(" ")
    if kind.casefold() in ("world", "pile"):
        return _peek_stack(reader, kind.casefold(), rest.split())
    card = reader.card(words)

    def rows() -> Iterator[Row]:
        yield game.state.is_facedown(card), "10.17", f"{card} lies faceup"

    def does() -> Ask:
        yield from look(game, seat, card, CLAUSE, "10.17")

    return Move(rows, does)


def _peek_stack(reader: Reader, kind: str, rest: list[str]) -> Move:
    """A look into a deck or a pile: what was seen may be told to the tool, for who looked alone (A-118)."""
    source = WORLD
    if kind == "pile":
        region = rest.pop(0).casefold() if rest else ""
        if region not in catalog.REGIONS:
            raise Unclear(f"there is no region {region!r}")
        source = f"discard.{region}"
    if not rest:
        raise Unclear("how many cards are looked at? For example: peek pile cradle 3")
    count = number_said(rest[0])
    game = reader.game

    def rows() -> Iterator[Row]:
        yield not is_spent(game, source), "10.17", "no card is left there"

    def does() -> Ask:
        yield from look_at_top(game, reader.seat, source, count, CLAUSE)

    return Move(rows, does)


# -- what else a power may do --------------------------------------------------------------------------------------


def _end_act(reader: Reader, words: str) -> Move:
    game, seat = reader.game, reader.seat

    def rows() -> Iterator[Row]:
        yield game.state.turn == seat and game.state.phase == "act", "4.2", f"this is not the Act Phase of {seat}"

    def does() -> Ask:
        end_act(game, seat)
        return
        yield

    return Move(rows, does)


def _citizen(reader: Reader, words: str) -> Move:
    game, seat = reader.game, reader.seat
    space = f"reliquary-{words.split()[-1]}" if words else None
    if words:
        reader.card(words)

    def rows() -> Iterator[Row]:
        yield game.state.players[seat].role == EXILE, "7.6.1", f"{seat} is no Exile"

    def does() -> Ask:
        yield from become_citizen(game, seat, "7.6.1")
        if space:
            yield from uncover(game, seat, space, "7.6.1")

    return Move(rows, does)


def _free(action: Action) -> Callable[[Reader, str], Move]:
    def move(reader: Reader, words: str) -> Move:
        game, seat = reader.game, reader.seat

        def rows() -> Iterator[Row]:
            yield from possible(game, action, seat, begun(action, seat, free=True))

        return Move(rows, lambda: take(game, action, seat, begun(action, seat, free=True)))

    return move


_VERBS: dict[str, Callable[[Reader, str], Move]] = {
    "favor": _tokens(FAVOR),
    "secrets": _tokens(SECRET),
    "facedown-secrets": _tokens(HIDDEN),
    "warbands": _warbands,
    "supply": _supply,
    "pawn": _pawn,
    "turn": _turn,
    "move": _move,
    "swap": _swap,
    "discard": _discard,
    "take": _take,
    "give": _give,
    "peek": _peek,
    "end-act": _end_act,
    "citizen": _citizen,
    "travel": _free(TRAVEL),
    "campaign": _free(CAMPAIGN),
}
