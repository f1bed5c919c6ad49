"""No card of the base game is left out, in the engine or in the odds."""

import pytest

from oathtools import catalog
from oathtools.odds.plans import plans
from oathtools.powers import load

KINDS = {"denizen": 198, "edifice": 12, "relic": 21, "site": 23, "banner": 2, "vision": 5, "reliquary": 4}


@pytest.mark.parametrize(("kind", "number"), KINDS.items())
def test_every_card_is_coded(kind: str, number: int) -> None:
    """Chapter 7: each has a power, and each power has its code, a line of plans.yaml, or a clause of the Law."""
    cards = [card.id for card in catalog.cards(kind)]
    assert len(cards) == number
    assert [card for card in cards if not load().is_coded(card)] == []


def test_every_kind_of_power_a_card_prints_is_there() -> None:
    """7.3 to 7.5: an Action power, a Rest power, what happens when played, a modifier, a battle plan."""
    registry = load()
    missing = []
    for card in catalog.cards():
        for power in card.powers:
            places = {each.place.name for each in registry.by_card.get(card.id, ())}
            there = {
                "action": card.id in registry.actions,
                "rest": card.id in registry.rests,
                "when_played": "when_played" in places,
                "battle_plan": card.id in registry.plans,
                "modifier": bool(places) or any(registry.modifier(name, card.id) for name in registry.modifiers),
            }
            if not there.get(power.kind, True) and not card.id.startswith(("vision.", "banner.", "relic.grand")):
                missing.append((card.id, power.kind))
    assert missing == []


def test_every_battle_plan_is_in_the_odds_with_the_same_definition() -> None:
    """5.5.3: the registry's plans are those of data/plans.yaml."""
    assert {one.id for one in plans() if not one.standing} == load().plans
