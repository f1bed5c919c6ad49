"""What a card in hand is worth to a player, before it is played: a rough guess for the choice among those drawn."""

from oathtools import catalog
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.game import Game
from oathtools.table.state import CONSPIRACY, EXILE

# A kind of power, and what it is worth to have.
POWERS = {"battle_plan": 3.0, "modifier": 2.0, "persistent": 2.0, "action": 2.0, "wake": 2.0, "rest": 2.0}


def worth(game: Game, seat: str, card: str) -> float:
    """What a card is worth to a player who may keep it."""
    if card in game.state.handles:
        return 0.0
    kind = card.partition(".")[0]
    if kind == "vision":
        return _vision(game, seat, card)
    if kind != "denizen":
        return 1.0
    record = catalog.card(card)
    value = 1.0 + max((POWERS.get(power.kind, 1.0) for power in record.powers), default=0.0)
    if not game.registry.is_coded(card):
        value -= 2.0
    if record.suit in facts.adviser_suits(game, seat):
        value += 1.0
    return value


def _vision(game: Game, seat: str, card: str) -> float:
    if card == CONSPIRACY:
        return 2.5
    return 6.0 if game.state.players[seat].role == EXILE and not facts.revealed_visions(game, seat) else 0.5
