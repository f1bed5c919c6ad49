"""Fresh worlds and worlds of chance: legal by an independent count, laid out by the pulls alone, played from there."""

import pytest

from oathtools.saga.chronicle.record import Unknown
from oathtools.saga.worlds import fresh_chronicle, world_of
from tests.support import begun_anew
from tests.support.begun_anew import counted, faults, fresh, laid_out, stacked, world
from tests.support.daily import daily


@pytest.mark.parametrize("number", daily(range(15), 3))
def test_hands_lay_a_legal_world_and_play_to_the_first_turn(number: int) -> None:
    """1.1 to 1.23, 8.3, 8.8: every card of the box once, no site overfull, the deck stacked, the map as in the log."""
    assert faults(number) == []


def test_a_fresh_world_is_nobodys_first_game() -> None:
    """Its facedown sites and relics come by chance, so no pawn is printed for it and no card of them is known."""
    found = fresh_chronicle()
    assert not world_of(found).pawns
    assert all(isinstance(row.site, Unknown) == row.facedown for row in found.map)
    assert sum(isinstance(relic, Unknown) for row in found.map for relic in row.relics) == 1


def test_the_count_finds_what_is_planted() -> None:
    box, wrong = laid_out(world(0)[1], 0)
    assert (wrong, counted(box), stacked(box, 2), fresh(box)) == ([], [], [], [])
    deck = box.at("world deck").cards
    deck[0], deck[-1] = next(card for card in deck[12:30] if card.startswith("vision.")), deck[0]
    assert counted(box) and stacked(box, 2)
    box.at("Cradle 1").cards.append(deck.pop(1))
    box.at("Cradle 2").cards.append(deck.pop(1))
    assert any("facedown with cards" in each for each in counted(box))
    assert fresh(box)


def test_other_hands_are_found_out() -> None:
    """1.1: a site that lies elsewhere than the log has it."""
    _, found = world(0)
    box, _ = laid_out(found, 0)
    box.places["Cradle 1"], box.places["Provinces 1"] = box.at("Provinces 1"), box.at("Cradle 1")
    assert len(begun_anew.first_turn(found, box, 0)) == 2
