"""What is asked of an adjudicator, and what it says."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.engine.decision import Refusal, Row
from oathtools.engine.windows import Power
from oathtools.kit.text import count, listed
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import SUPPLY, Cost, Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.state import FAVOR, SECRET, State

END = "end"


class Misread(ValueError):
    """Words that answer nothing here. ``hint`` says what would; ``rest``: the line as it would be done."""

    rest = ""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


def name_of(text: str) -> str:
    """The id of a card named in words. Raises ``Misread`` with what it might have been."""
    try:
        return catalog.find(text)
    except LookupError as fault:
        raise Misread(str(fault)) from None


class Request(NamedTuple):
    """Something a player wants to do, in ids: the action (or ``end``), what was said of its fields, and besides.

    ``modifiers`` are the powers to be used for it, each with its parameter; ``plans`` the battle plans of a campaign,
    as the question offers them (``denizen.longbows``, ``relic.x=2``); ``pile`` the discard pile that was named;
    ``faces`` what unknown cards are said to be, ``doubted`` those of them that nobody here can know.
    """

    action: str
    given: Mapping[str, Any] = {}
    modifiers: tuple[tuple[str, str], ...] = ()
    plans: tuple[str, ...] = ()
    pile: str | None = None
    faces: Mapping[str, str] = {}
    doubted: tuple[str, ...] = ()


class Change(NamedTuple):
    """One change that a repair proposes.

    ``key`` tells changes apart, ``says`` is a sentence that is true afterwards, ``ease`` says how hard it is to bring
    about (0: ask otherwise; 9: hardly ever). ``apply`` changes a state, ``ask`` the request itself.
    """

    key: str
    says: str
    ease: int
    apply: Callable[[State], None]
    ask: Callable[[Request], Request] | None = None


Changes = Iterator[Change]
Repair = tuple[Change, ...]


class Opinion(NamedTuple):
    """A verdict.

    ``legal`` is None if it turns on something unknown, which ``depends`` names (its ``source`` is what it turns on).
    ``repairs`` are smallest sets of changes after which it would be legal, the easiest first; ``searched_all`` is
    False if the search for them was broken off. ``derivation`` are the facts that hold, in the order of the rules;
    ``rulings`` the open points and FAQ answers that bear on it, by their ids, with the reading in force or "".
    """

    legal: bool | None
    refusals: tuple[Refusal, ...]
    depends: tuple[Refusal, ...] = ()
    repairs: tuple[Repair, ...] = ()
    cautions: tuple[Refusal, ...] = ()
    derivation: tuple[Refusal, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    searched_all: bool = True


# -- what is behind a refusal that another card brought about: nothing there can be taken, because a card locks it -----


Rows = Callable[[], Iterable[Row]]


def explained(game: Game, rows: Rows) -> Iterator[Row]:
    """Rows, each that fails followed by what cards said against candidates, if it would hold but for that.

    ``rows`` makes them anew each time it is called. Who stops at the first that fails has nothing more worked out.
    """
    each, number, rows_seen = iter(rows()), 0, list[Row]()
    while True:
        outer, game.listeners = game.listeners, rows_seen
        try:
            row = next(each, None)
        finally:
            game.listeners = outer
        if row is None:
            return
        yield row
        if not row[0]:
            yield from _causes(game, rows, number, [other for other in dict.fromkeys(rows_seen) if other != row])
        number += 1


def _causes(game: Game, rows: Rows, number: int, rows_seen: list[Row]) -> list[Row]:
    """Those without any one of which the row would hold; or else all of them, if it would without all."""
    alone = [each for each in rows_seen if _would_hold(game, rows, number, {each})]
    return alone or (rows_seen if rows_seen and _would_hold(game, rows, number, rows_seen) else [])


def _would_hold(game: Game, rows: Rows, number: int, waived: Collection[Row]) -> bool:
    outer, game.waived = game.waived, game.waived.union(waived)
    try:
        row = next(islice(rows(), number, None), None)
    finally:
        game.waived = outer
    return row is not None and bool(row[0])


# -- words that the sentences of verdicts share: what a field says of a value that fits, what there is, what is due ----


# The clause and the sentence, true as it stands; ids in it become names where it is told.
Sentence = tuple[str, str] | tuple[str, str, str]  # clause, words, perhaps the power that makes it so


def sentence_of(
    what: str | Callable[..., Iterable[Sentence]], clause: str, game: Game, frame: Frame, *value: Any
) -> Iterable[Sentence]:
    """What holds, where it is a text with ``{actor}``, ``{here}`` and ``{value}`` in it, or asked; "" says nothing."""
    if not isinstance(what, str):
        return what(game, frame, *value)
    words = {"actor": frame.actor, "here": here(game, frame), "value": value[0] if value else ""}
    return ((clause, what.format_map(words)),) if what else ()


def clause_of(power: Power) -> str:
    """The clause a power rests on: the first it cites that is one."""
    return next((cite for cite in power.cites if cite[:1].isdigit()), str(power.place.clause))


def here(game: Game, frame: Frame) -> str:
    """The site at which the actor is."""
    return facts.site_id(game, facts.site_of(game, frame.actor))


def warbands(game: Game, seat: str) -> str:
    """How many warbands are on a board."""
    return count(facts.board(game, seat, "warbands"), "warband")


def have(game: Game, seat: str, what: str) -> int:
    """How much a player has to pay with: Supply, favor, secrets, or else warbands on the board."""
    if what == SUPPLY:
        return game.state.players[seat].supply
    return facts.purse(game, seat, what) if what in (FAVOR, SECRET) else facts.board(game, seat, "warbands")


def cost_words(cost: Cost) -> str:
    """A cost in ids and words: ``1 Supply and 1 favor on denizen.longbows``."""
    return listed([_item(item.verb, item.what, item.amount, item.to) for item in cost.summed]) or "nothing"


def _item(verb: str, what: str, amount: int, to: str) -> str:
    pieces = count(amount, "Supply" if what == SUPPLY else what)
    if verb == "give":
        return f"{pieces} for {to.removeprefix('board.')}"
    if verb == "place":
        return f"{pieces} on {to}" if "." in to and not to.startswith("bank.") else f"{pieces} for {to}"
    return f"{pieces}{_DONE[verb]}"


_DONE = {"spend": "", "burn": " to burn", "flip": " to flip facedown", "sacrifice": " to sacrifice"}
