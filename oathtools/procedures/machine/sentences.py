"""Words that the sentences of verdicts share: what a field says of a value that fits, what there is, what is due."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from oathtools.engine.windows import Power
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.cost import SUPPLY, Cost
from oathtools.procedures.machine.frame import Frame
from oathtools.table.state import FAVOR, SECRET
from oathtools.text import count, listed

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

# The clause and the sentence, true as it stands; ids in it become names where it is told.
Sentence = tuple[str, str]


def said(
    what: str | Callable[..., Iterable[Sentence]], clause: str, game: "Game", frame: Frame, *value: Any
) -> Iterable[Sentence]:
    """What holds, where it is a text with ``{actor}``, ``{here}`` and ``{value}`` in it, or asked; "" says nothing."""
    if not isinstance(what, str):
        return what(game, frame, *value)
    words = {"actor": frame.actor, "here": here(game, frame), "value": value[0] if value else ""}
    return ((clause, what.format_map(words)),) if what else ()


def clause_of(power: Power) -> str:
    """The clause a power rests on: the first it cites that is one."""
    return next((cite for cite in power.cites if cite[:1].isdigit()), str(power.place.clause))


def here(game: "Game", frame: Frame) -> str:
    """The site at which the actor is."""
    return facts.site_id(game, facts.site_of(game, frame.actor))


def warbands(game: "Game", seat: str) -> str:
    """How many warbands are on a board."""
    return count(facts.board(game, seat, "warbands"), "warband")


def have(game: "Game", seat: str, what: str) -> int:
    """How much a player has to pay with: Supply, favor, secrets, or else warbands on the board."""
    if what == SUPPLY:
        return game.state.players[seat].supply
    return facts.purse(game, seat, what) if what in (FAVOR, SECRET) else facts.board(game, seat, "warbands")


def cost_words(cost: Cost) -> str:
    """A cost in ids and words: ``1 Supply and 1 favor on denizen.longbows``."""
    return listed([_item(item.verb, item.what, item.amount, item.to) for item in cost.items]) or "nothing"


def _item(verb: str, what: str, amount: int, to: str) -> str:
    pieces = count(amount, "Supply" if what == SUPPLY else what)
    if verb == "give":
        return f"{pieces} for {to.removeprefix('board.')}"
    if verb == "place":
        return f"{pieces} on {to}" if "." in to and not to.startswith("bank.") else f"{pieces} for {to}"
    return f"{pieces}{_DONE[verb]}"


_DONE = {"spend": "", "burn": " to burn", "flip": " to flip facedown", "sacrifice": " to sacrifice"}
