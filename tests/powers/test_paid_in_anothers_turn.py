"""7.1.2: every power that one may use in another's turn, paid for there and in one's own."""

import pytest

from oathtools import catalog
from oathtools.engine.driver import finish
from oathtools.powers import load
from oathtools.procedures.actions.action import power_cost
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts
from oathtools.table.state import FAVOR, HIDDEN, SECRET
from tests.support.tables import Table, a_table

# Plans of a defender, what answers others, and the modifiers of a Travel that Second Wind gives.
TRAVELS = [each.card for each in load().modifiers["travel"]]
USED = [
    *((card, "battle_plan") for card in sorted(load().plans)),
    *((card, "persistent") for card in ("denizen.jinx", "denizen.relic_thief")),
    *((card, "modifier") for card in TRAVELS),
]
COSTLY = [(card, kind) for card, kind in USED if power_cost(card, kind).items]


def payer(card: str) -> Table:
    """Blue, with five favor and five secrets and warbands, has the card; it is Red's turn."""
    table = a_table().shared(30).seat("blue", at=3, favor=5, secrets=5, warbands=5)
    return table.site(3, cards=[card]) if card.startswith("denizen.") else table.seat("blue", relics=[card])


def spent(card: str, kind: str, how: str, what: str) -> int:
    return sum(item.amount for item in power_cost(card, kind).items if (item.verb, item.what) == (how, what))


@pytest.mark.parametrize(("card", "kind"), COSTLY)
@pytest.mark.parametrize("turn", ["red", "blue"])
def test_7_1_2_where_the_pieces_go(card: str, kind: str, turn: str) -> None:
    """In another's turn favor goes to the card's bank and secrets turn facedown; in one's own they lie on the card."""
    table = payer(card).turn(turn)
    game, bank = table.game(), f"bank.{catalog.card(card).suit}"
    cost, had = power_cost(card, kind), game.state.count(bank, FAVOR)
    finish(verbs.pay(game, "blue", cost, "7.1.2"))
    favor, secrets = spent(card, kind, "place", FAVOR), spent(card, kind, "place", SECRET)
    burnt = spent(card, kind, "burn", FAVOR), spent(card, kind, "burn", SECRET)
    own = turn == "blue"
    assert facts.is_empty(game, card) is not (own and cost.places)
    assert (game.state.count(card, FAVOR), game.state.count(card, SECRET)) == ((favor, secrets) if own else (0, 0))
    assert game.state.count(bank, FAVOR) - had == (0 if own else favor)
    assert facts.board(game, "blue", FAVOR) == 5 - favor - burnt[0]
    assert facts.board(game, "blue", SECRET) == 5 - secrets - burnt[1]
    assert facts.board(game, "blue", HIDDEN) == (0 if own else secrets)


def test_7_1_2_there_are_such_powers() -> None:
    assert {kind for _, kind in COSTLY} == {"battle_plan", "persistent", "modifier"} and len(COSTLY) == 29
