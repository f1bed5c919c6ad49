"""5.3 Trade."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from oathtools import catalog
from oathtools.engine.decision import Row
from oathtools.kit.text import count
from oathtools.procedures.actions.action import pay_for
from oathtools.procedures.actions.muster import card_here, is_here, is_ruin, repairs
from oathtools.procedures.actions.record import Action, Field, unbound, worded
from oathtools.procedures.actions.wording import exchanged
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import SUPPLY, Cost, Frame, Item
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import Sentence, clause_of
from oathtools.table.state import CARDS, FAVOR, SECRET

FOR_FAVOR, FOR_SECRETS = "favor", "secrets"
_PIECES: Final = {FOR_FAVOR: FAVOR, FOR_SECRETS: SECRET}


class Gain(dict[str, int]):
    """What a Trade brings: favor and secrets, before the bank has its say."""


def trade_slots(game: Game, frame: Frame) -> tuple[int, ...]:
    """The sites with whose cards one may trade: one's own, and those that a power opens."""
    return game.fold("trade.sites", (facts.site_of(game, frame.actor),), frame)


def cards_to_trade(game: Game, frame: Frame) -> list[str]:
    """The cards at those sites."""
    return [card for slot in trade_slots(game, frame) for card in game.state.zone(CARDS[slot])]


def may_trade_with(game: Game, frame: Frame, card: str) -> Iterator[Row]:
    """5.3.2: a denizen or intact edifice, with no favor and no secret on it."""
    if card not in cards_to_trade(game, frame):
        yield is_here(game, frame, card, "5.3.2")
    yield verbs.is_free(game, card, "5.3.2")
    yield not is_ruin(game, card), "2.9", f"{card} is a ruin"
    yield from game.rows("trade", frame)


def directions(game: Game, frame: Frame) -> tuple[str, str]:
    """The two options of 5.3.2; either may be chosen, even where it brings nothing (A-39)."""
    return (FOR_FAVOR, FOR_SECRETS)


def brings(game: Game, frame: Frame, what: str) -> Iterator[Sentence]:
    """What a Trade brings, either way, and the powers that make it so."""
    gain = trade_gain(game, frame)
    parts = [count(gain.get(key, 0), one) for key, one in _PIECES.items() if gain.get(key) or key == what]
    bank = f"bank.{facts.suit_of(game, frame.given['card'])}"
    limit = f", the favor from {bank}, which has {game.state.count(bank, FAVOR)}" if gain.get("favor") else ""
    yield "5.3.2", f"the Trade brings {' and '.join(parts)}{limit}"
    for change in game.changes("trade.gain", _printed_gain(game, frame), frame):
        yield clause_of(change.power), f"{change.power.card} makes it so", change.power.card


def trade_cost(game: Game, frame: Frame) -> Cost:
    """5.3.1: 1 Supply. 5.3.2: one secret on the card for favor, or two favor for secrets."""
    return game.fold("trade.cost", _printed(frame.given["card"], frame.given["for"]), frame)


@cache
def _printed(card: str, what: str) -> Cost:
    supply = Item("spend", SUPPLY, catalog.ACTION_SUPPLY["trade"], "", "5.3.1")
    placed, count = (SECRET, 1) if what == FOR_FAVOR else (FAVOR, 2)
    return Cost((supply, Item("place", placed, count, card, "5.3.2")))


def matching_advisers(game: Game, seat: str, card: str) -> int:
    """How many faceup advisers match a card (10.14)."""
    return facts.adviser_suits(game, seat).count(facts.suit_of(game, card) or "")


def trade_gain(game: Game, frame: Frame) -> Gain:
    """5.3.2: favor: one, and one for each matching adviser; secrets: one for each matching adviser."""
    return game.fold("trade.gain", _printed_gain(game, frame), frame)


def _printed_gain(game: Game, frame: Frame) -> Gain:
    matching = matching_advisers(game, frame.actor, frame.given["card"])
    return Gain(favor=1 + matching) if frame.given["for"] == FOR_FAVOR else Gain(secrets=matching)


def resolve(game: Game, frame: Frame) -> Ask:
    """5.3.1 and 5.3.2: pay, then gain, all favor from the one bank that matches the card."""
    yield from pay_for(game, frame, TRADE, "5.3.1")
    yield from game.scope(_gain(game, frame))


def _gain(game: Game, frame: Frame) -> Ask:
    gain = trade_gain(game, frame)
    suit = facts.suit_of(game, frame.given["card"])
    if gain.get("favor") and suit:
        yield from verbs.gain_favor(game, frame.actor, suit, gain["favor"], "5.3.2")
    if gain.get("secrets"):
        yield from verbs.gain_secrets(game, frame.actor, gain["secrets"], "5.3.2")
    if not any(gain.values()):
        game.do.emit("nothing", ("5.3.2",), who=frame.actor, what=_PIECES[frame.given["for"]])


TRADE: Final = worded(
    Action(
        "trade",
        "5.3",
        (
            Field(
                "card",
                "5.3.2",
                cards_to_trade,
                may_trade_with,
                kind="card",
                unlisted=may_trade_with,
                sentence=card_here("5.3.2"),
            ),
            Field("for", "5.3.2", directions, unbound, sentence=brings),
        ),
        trade_cost,
        resolve,
        repairs=repairs,
        shares=exchanged,
    )
)
