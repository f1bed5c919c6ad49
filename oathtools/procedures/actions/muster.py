"""5.2 Muster."""

from collections.abc import Callable, Iterator
from typing import Final

from oathtools import catalog
from oathtools.engine.decision import Row
from oathtools.kit.lazy import Memo
from oathtools.procedures.actions.action import pay_for
from oathtools.procedures.actions.record import Action, Field, worded
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import changes, facts
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import SUPPLY, Cost, Frame, Item
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import Changes, Request, Sentence, here
from oathtools.table.state import CARDS, FAVOR

WARBANDS: Final = 2


def cards_here(game: Game, frame: Frame) -> list[str]:
    """The cards at the actor's site."""
    return game.state.zone(CARDS[facts.site_of(game, frame.actor)])


def is_here(game: Game, frame: Frame, card: str, clause: str) -> Row:
    """A row: the card lies at the actor's site."""
    slot = facts.site_of(game, frame.actor)
    here = card in game.state.zone(CARDS[slot])
    return here, clause, here or f"{card} is not at {facts.site_id(game, slot)}"


def is_ruin(game: Game, card: str) -> bool:
    """Is a card an edifice that shows its ruined side (2.9)?"""
    return card.startswith("edifice.") and facts.suit_of(game, card) is None


def may_muster_on(game: Game, frame: Frame, card: str) -> Iterator[Row]:
    """5.2.1: a denizen or intact edifice, with no favor and no secret on it; powers may lift or add."""
    yield is_here(game, frame, card, "5.2.1")
    yield verbs.is_free(game, card, "5.2.1", otherwise=game.fold("muster.occupied", False, frame))
    yield not is_ruin(game, card), "2.9", f"{card} is a ruin"
    yield from game.rows("muster", frame)


def card_here(clause: str) -> Callable[[Game, Frame, str], Iterator[Sentence]]:
    """What holds of a card at one's site, with nothing on it."""

    def tell(game: Game, frame: Frame, card: str) -> Iterator[Sentence]:
        yield clause, f"{card} is at {here(game, frame)}, and so is {frame.actor}"
        if facts.is_empty(game, card):
            yield clause, f"there is no favor and no secret on {card}"

    return tell


def repairs(game: Game, frame: Frame, request: Request) -> Changes:
    """The card lies at the pawn's site, with nothing on it, intact."""
    card, slot = request.given.get("card"), facts.site_of(game, frame.actor)
    if card is None:
        yield from (changes.emptied(each) for each in cards_here(game, frame) if not facts.is_empty(game, each))
        return
    where = game.state.where.get(card)
    if card in game.state.handles or where is None:
        return
    record = catalog.card(card)
    if record.kind == "edifice" and catalog.edifice(card).ruined:
        yield changes.repaired(card)
    elif where not in CARDS and game.state.faceup_site(slot):
        yield changes.lies_at(game, card, slot)


def muster_cost(game: Game, frame: Frame) -> Cost:
    """5.2.1: 1 Supply, and a favor placed on the card."""
    return game.fold("muster.cost", _printed[frame.given["card"]], frame)


@Memo
def _printed(card: str) -> Cost:
    supply = Item("spend", SUPPLY, catalog.ACTION_SUPPLY["muster"], "", "5.2.1")
    return Cost((supply, Item("place", FAVOR, 1, card, "5.2.1")))


def resolve(game: Game, frame: Frame) -> Ask:
    """5.2.1 pay, 5.2.2 gain two warbands. Modifiers count as they stood at the start, before the payment (7.4)."""
    count = game.fold("muster.gain", WARBANDS, frame)
    yield from pay_for(game, frame, MUSTER, "5.2.1")
    yield from game.scope(verbs.gain_warbands(game, frame.actor, count, "5.2.2"))


MUSTER: Final = worded(
    Action(
        "muster",
        "5.2",
        (
            Field(
                "card",
                "5.2.1",
                cards_here,
                may_muster_on,
                kind="card",
                unlisted=may_muster_on,
                sentence=card_here("5.2.1"),
            ),
        ),
        muster_cost,
        resolve,
        repairs=repairs,
    )
)
