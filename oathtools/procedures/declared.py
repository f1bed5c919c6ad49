"""The grammar of declarations: what a player says that a power does, one move after the other.

MOVES are parts with semicolons between them::

    favor|secrets|facedown-secrets N from PLACE to PLACE
    warbands N [COLOR] from PLACE to PLACE
    supply N                                  pawn NAME to SITE
    turn secrets N of NAME up|down            turn CARD up|down
    move CARD to site SITE|advisers NAME      swap CARD with CARD      discard CARD
    take RELIC|BANNER                         give RELIC|BANNER to NAME
    peek CARD                                 peek world N             peek pile REGION N

PLACE: ``me``, a player, ``bank SUIT``, ``shared``, ``stock`` (the personal bank), ``site SITE``, a card, a banner.
CARD: a name, ``adviser N of NAME``, ``relic N at SITE``, ``reliquary N``. NAME: a player's name or color, ``me``.

An action, a role or the end of a phase is no move: a power that brings one is written as code.
"""

import re
from collections.abc import Callable

from oathtools import catalog
from oathtools.engine.decision import Row
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.glossary.drawing import is_spent, look, look_at_top, read_face
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.state import BANNERS, CARDS, FAVOR, HIDDEN, RELICS, RELIQUARY, SECRET, SHARED, SLOT, WORLD

CLAUSE = "7.1.3"
Move = tuple[list[Row], Ask]  # one thing that happens: the rows it must satisfy, and its steps, not begun


class Unclear(ValueError):
    """Words that name nothing at this table or are no move, and why."""


# -- names ---------------------------------------------------------------------------------------------------------


def _cut(words: str, *marks: str) -> list[str]:
    """Words cut at marks that must stand in them, in this order. Raises ``Unclear`` for one that is missing."""
    left = words.split()
    found = []
    for mark in marks:
        place = next((place for place, word in enumerate(left) if word.casefold() == mark), None)
        if place is None:
            raise Unclear(f"{mark!r} is missing")
        found.append(" ".join(left[:place]))
        left = left[place + 1 :]
    return [*found, " ".join(left)]


def _number(word: str) -> int:
    """How many pieces a word says, one at least. Raises ``Unclear``."""
    if not re.fullmatch("[1-9][0-9]{0,3}", word):
        raise Unclear(f"{word!r} is not a number of pieces")
    return int(word)


class Reader:
    """Names of a game, read as ids; each method raises ``Unclear``. ``me`` is the player who declares."""

    def __init__(self, game: Game, seat: str) -> None:
        self.game, self.seat = game, seat

    def player(self, word: str) -> str:
        """A seat by color or name."""
        wanted = word.casefold()
        if wanted == "me":
            return self.seat
        for player in self.game.state.players.values():
            if wanted in (player.seat, player.name.casefold()):
                return player.seat
        raise Unclear(f"there is no player {word!r}")

    def slot(self, word: str) -> int:
        """A faceup site by name."""
        site = self._named(word)
        try:
            slot = facts.slot_of_site(self.game, site)
        except ValueError:
            raise Unclear(f"{site} is not on the map") from None
        if not self.game.state.faceup_site(slot):
            raise Unclear(f"{word} is not faceup on the map")
        return slot

    def card(self, words: str) -> str:
        """A card in play: by name where it lies faceup, or by its place."""
        if not words:
            raise Unclear("the name of a card is missing")
        kind, _, rest = words.partition(" ")
        for word, mark, zone in (("adviser", "of", self._row), ("relic", "at", self._relics)):
            if kind.casefold() == word and mark in rest.casefold().split():
                number, where = _cut(rest, mark)
                return _nth(zone(where), number, words)
        if kind.casefold() == "reliquary":
            spaces = [card for zone in RELIQUARY for card in self.game.state.zone(zone)[:1] or [""]]
            card = _nth(spaces, rest, words)
            if card:
                return card
            raise Unclear(f"no relic is left in {words}")
        name, state = self._named(words), self.game.state
        lies = facts.slot_of(self.game, name) is not None or facts.owner(self.game, name) is not None
        if name in BANNERS or (lies and name not in state.facedown):
            return name
        raise Unclear(f"{name} does not lie faceup in play")

    def place(self, words: str) -> str:
        """A place of pieces; ``stock`` stands for the personal bank of whatever color moves."""
        kind, _, rest = words.partition(" ")
        word = kind.casefold()
        if word in ("shared", "stock") and not rest:
            return word
        if word == "bank" and rest.casefold() in catalog.SUITS:
            return f"bank.{rest.casefold()}"
        if word == "site":
            return SLOT[self.slot(rest)]
        try:
            return f"board.{self.player(words)}"
        except Unclear:
            return self.card(words)

    def _row(self, words: str) -> list[str]:
        return self.game.state.zone(f"advisers.{self.player(words)}")

    def _relics(self, words: str) -> list[str]:
        return self.game.state.zone(RELICS[self.slot(words)])

    @staticmethod
    def _named(words: str) -> str:
        try:
            return catalog.find(words)
        except LookupError as fault:
            raise Unclear(str(fault)) from None


def _nth(cards: list[str], number: str, words: str) -> str:
    for place, card in enumerate(cards, 1):
        if number == str(place):
            return card
    raise Unclear(f"there is no {words}")


# -- moves ------------------------------------------------------------------------------------------------------------


def parts(text: str) -> list[str]:
    """The moves of a declaration; ``nothing`` is none."""
    found = [" ".join(part.split()) for part in text.split(";")]
    return [part for part in found if part and part.casefold() not in ("nothing", "-")]


def read(game: Game, seat: str, words: str) -> Move:
    """The move that words mean as the table stands. Raises ``Unclear``."""
    verb, _, rest = words.partition(" ")
    known = _VERBS.get(verb.casefold())
    if known is None:
        raise Unclear(f"{verb!r} begins no move; moves begin with {', '.join(_VERBS)}")
    return known(Reader(game, seat), rest)


def _at_once(does: Callable[[], object]) -> Ask:
    does()
    yield from ()


# -- pieces --------------------------------------------------------------------------------------------------------


def _tokens(what: str) -> Callable[[Reader, str], Move]:
    def move(at: Reader, words: str) -> Move:
        number, source, target = _cut(words, "from", "to")
        return _pieces(at, what, _number(number), at.place(source), at.place(target))

    return move


def _warbands(at: Reader, words: str) -> Move:
    head, source_words, target_words = _cut(words, "from", "to")
    number, _, owner = head.partition(" ")
    source, target = at.place(source_words), at.place(target_words)
    color = facts.color_of(at.game, at.player(owner)) if owner else _color(at.game, source, target)
    source, target = (f"stock.{color}" if place == "stock" else place for place in (source, target))
    return _pieces(at, color, _number(number), source, target)


def _color(game: Game, source: str, target: str) -> str:
    """The color of warbands that is meant where none is named."""
    for place in (source, target):
        if place.startswith("board."):
            return facts.color_of(game, place.removeprefix("board."))
    there = [color for color in game.state.seats if game.state.count(source, color)]
    if len(there) != 1:
        raise Unclear("say the color of the warbands, as in: warbands 1 red from ...")
    return there[0]


def _pieces(at: Reader, what: str, count: int, source: str, target: str) -> Move:
    game, mine = at.game, f"board.{at.seat}"
    endless = source == SHARED and what in (SECRET, HIDDEN)
    have = game.state.count(source, what)
    rows: list[Row] = [
        (endless or have >= count, CLAUSE, f"{source} has {have} {what}, not {count}"),
        (source != target, CLAUSE, f"the {what} would stay at {source}"),
        *((_may_hold(game, place, what), CLAUSE, f"no {what} belongs at {place}") for place in (source, target)),
    ]
    if source == mine and target.startswith("board."):
        rows += taking.may_give(game, at.seat, what)
    if target.startswith("slot.") and source.startswith("board."):
        rows += game.rows("place.warbands", Frame("place", source.removeprefix("board."), game.frame))
    why = _why(source, target, mine)
    return rows, _at_once(lambda: verbs.receive(game, target, what, count, source, why, CLAUSE))


def _may_hold(game: Game, place: str, what: str) -> bool:
    """May such pieces lie at a place?"""
    kind, _, rest = place.partition(".")
    if what not in _HOLD:
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


def _supply(at: Reader, words: str) -> Move:
    return [], verbs.gain_supply(at.game, at.seat, _number(words), CLAUSE)


def _pawn(at: Reader, words: str) -> Move:
    who, where = _cut(words, "to")
    seat, slot = at.player(who), at.slot(where.removeprefix("site "))
    return [], _at_once(lambda: at.game.do.put_pawn(seat, slot, (CLAUSE, "10.15")))


# -- cards ---------------------------------------------------------------------------------------------------------


def _turn(at: Reader, words: str) -> Move:
    head, _, way = words.rpartition(" ")
    if way.casefold() not in ("up", "down"):
        raise Unclear("'up' or 'down' is missing")
    down = way.casefold() == "down"
    if not head.casefold().startswith("secrets "):
        return _turn_card(at.game, at.card(head), down)
    number, who = _cut(head[len("secrets ") :], "of")
    board, count = f"board.{at.player(who)}", _number(number)
    have = at.game.state.count(board, SECRET if down else HIDDEN)
    rows: list[Row] = [(have >= count, CLAUSE, f"{board} has {have} such secrets, not {count}")]
    return rows, _at_once(lambda: at.game.do.turn_secrets(board, count, down, (CLAUSE,)))


def _turn_card(game: Game, card: str, down: bool) -> Move:
    owner = facts.owner(game, card)
    adviser = owner is not None and game.state.where.get(card) == f"advisers.{owner}"

    def steps() -> Ask:
        assert owner is not None
        name = card if down else (yield from read_face(game, card, owner, CLAUSE))
        game.do.face(name, not down, (CLAUSE,), (owner,))

    rows: list[Row] = [
        (adviser, CLAUSE, f"{card} is no adviser: only those lie either way"),
        (game.state.is_facedown(card) != down, CLAUSE, f"{card} lies so already"),
        (down or game.state.back(card) != "vision", "5.1.4.3", "a Vision among advisers lies facedown"),
    ]
    return rows, steps()


def _is_played(game: Game, card: str) -> bool:
    """Is it a card of those that come from the world deck?"""
    return game.state.back(card) in ("denizen", "vision")


def _move(at: Reader, words: str) -> Move:
    named, where = _cut(words, "to")
    game, card = at.game, at.card(named)
    kind, _, rest = where.partition(" ")
    if kind.casefold() == "site":
        zone = CARDS[at.slot(rest)]
    elif kind.casefold() in ("advisers", "adviser"):
        zone = f"advisers.{at.player(rest)}"
    else:
        raise Unclear(f"a card moves to a site or to advisers, not to {where!r}")
    rows: list[Row] = [(_is_played(game, card), "10.15", f"{card} does not move there")]
    return [*rows, *taking.may_move(game, at.seat, card, zone)], taking.move_card(game, card, zone, CLAUSE)


def _swap(at: Reader, words: str) -> Move:
    game, (one, two) = at.game, map(at.card, _cut(words, "with"))
    alike = _is_played(game, one) and _is_played(game, two)
    rows: list[Row] = [
        (one != two, "10.25", f"{one} cannot change places with itself"),
        (alike, "10.25", f"{one} and {two} cannot change places"),
    ]
    return [*rows, *(taking.may_swap(game, one, two) if alike else ())], taking.swap_cards(game, one, two, CLAUSE)


def _discard(at: Reader, words: str) -> Move:
    game, card = at.game, at.card(words)
    rows: list[Row] = [(_is_played(game, card), "10.5", f"{card} is not discarded")]
    return [*rows, *facts.discard_rows(game, card)], verbs.discard(game, at.seat, [card], CLAUSE)


def _is_held(game: Game, what: str) -> bool:
    return what in BANNERS or game.state.back(what) == "relic"


def _take(at: Reader, words: str) -> Move:
    game, seat, what = at.game, at.seat, at.card(words)
    rows: list[Row] = [
        (_is_held(game, what), "10.26", f"{what} is neither relic nor banner"),
        (facts.owner(game, what) != seat, "10.26", f"{seat} has {what} already"),
    ]
    return [*rows, *taking.may_take(game, seat, what, "steal")], taking.take(game, seat, what, CLAUSE)


def _give(at: Reader, words: str) -> Move:
    named, who = _cut(words, "to")
    game, seat, what, other = at.game, at.seat, at.card(named), at.player(who)
    rows: list[Row] = [
        (_is_held(game, what), "10.11", f"{what} is neither relic nor banner"),
        (facts.owner(game, what) == seat != other, "10.11", f"{seat} cannot give {what} to {other}"),
    ]
    return [*rows, *taking.may_give(game, seat, what)], taking.give(game, other, what, CLAUSE)


def _peek(at: Reader, words: str) -> Move:
    """A look at a card, or into a deck or a pile: what is seen may be entered, for who looks alone (A-118)."""
    game, (kind, *rest) = at.game, words.casefold().split() or [""]
    if kind not in ("world", "pile"):
        card = at.card(words)
        rows: list[Row] = [(game.state.is_facedown(card), "10.17", f"{card} lies faceup")]
        return rows, look(game, at.seat, card, CLAUSE, "10.17")
    source = WORLD
    if kind == "pile":
        region = rest.pop(0) if rest else ""
        if region not in catalog.REGIONS:
            raise Unclear(f"there is no region {region!r}")
        source = f"discard.{region}"
    if not rest:
        raise Unclear("how many cards are looked at? For example: peek pile cradle 3")
    rows = [(not is_spent(game, source), "10.17", "no card is left there")]
    return rows, look_at_top(game, at.seat, source, _number(rest[0]), CLAUSE)


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
}
