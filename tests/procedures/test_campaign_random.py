"""Random campaigns in crowded positions: nothing lost, nothing stuck, the same again from the same answers."""

from random import Random

import pytest

from oathtools import catalog
from oathtools.datafiles import load as book
from oathtools.engine.decision import Decision
from oathtools.powers import load
from oathtools.procedures.machine.game import Game
from oathtools.table.effects import TableError
from oathtools.table.invariants import faults
from tests.tables import MAP, Script, Table, a_table

POSITIONS = 40
ANSWERS = 80


def plans_and_powers() -> tuple[list[str], list[str]]:
    """The coded denizens and relics that bear on campaigns."""
    known = [card for part in ("plans", "standing") for card in book("plans")[part] if card in load().coded]
    known += ["denizen.sneak_attack", "denizen.second_wind", "denizen.captains", "denizen.toll_roads", "denizen.jinx"]
    known += ["denizen.giant_python", "denizen.relic_thief", "denizen.wolves", "denizen.wild_mounts"]
    cards = [card for card in dict.fromkeys(known) if card.startswith("denizen.")]
    return cards, [card for card in known if card.startswith("relic.")] + ["relic.map", "relic.cracked_horn"]


def crowded(rng: Random) -> Table:
    """Three to five players close together, with warbands everywhere and as many campaign cards as fit."""
    table = a_table(rng.randint(3, 5)).oath(rng.choice(("supremacy", "people", "devotion", "protection")))
    table.map(*rng.sample([site.id for site in catalog.cards("site")], 8) if rng.random() < 0.5 else MAP)
    cards, relics = plans_and_powers()
    rng.shuffle(cards)
    rng.shuffle(relics)
    seats = list(table.state.seats)
    slots = rng.sample(range(8), 3)
    roles = {seat: rng.choice(("exile", "exile", "citizen")) for seat in seats[1:]}
    for seat in seats:
        mine = [card for card in cards if catalog.card(card).restriction != "site"][: rng.randint(0, 3)]
        cards = [card for card in cards if card not in mine]
        table.seat(
            seat,
            role=roles.get(seat),
            at=rng.choice(slots),
            favor=rng.randint(0, 2),
            secrets=rng.randint(0, 3),
            warbands=rng.randint(0, 3),
            advisers=mine,
            relics=[relics.pop() for _ in range(rng.randint(0, 1)) if relics],
        )
    for slot in range(8):
        here = [card for card in cards if catalog.card(card).restriction != "adviser"][: rng.randint(0, 2)]
        cards = [card for card in cards if card not in here]
        color = rng.choice([None, "purple", *(seat for seat in seats[1:] if roles[seat] == "exile")])
        table.site(slot, cards=here, warbands={color: rng.randint(1, 2)} if color else None)
    if rng.random() < 0.7:
        table.banner("peoples_favor", rng.choice(seats), rng.randint(1, 3))
    table.reliquary(*(relics.pop() if relics and rng.random() < 0.5 else None for _ in range(4)))
    return table.turn(rng.choice(seats))


def mustered(rng: Random) -> Game | None:
    """Such a position with other forces on the boards; None if that takes more tokens than the box holds."""
    try:
        table = crowded(rng)
        for seat in table.state.seats:
            table.seat(seat, warbands=rng.randint(0, 5))
        return table.game()
    except TableError:
        return None


def answer(decision: Decision, rng: Random) -> object:
    """Campaigns and powers before anything else."""
    if decision.kind == "act":
        wanted = [option for option in decision.legal() if option in ("campaign", "power")]
        if wanted and rng.random() < 0.8:
            return rng.choice(wanted)
    return decision.random(rng)


@pytest.mark.parametrize("number", range(POSITIONS))
def test_a_crowded_position(number: int) -> None:
    rng = Random(number)
    play: Script = crowded(rng).play()
    for _ in range(ANSWERS):
        if play.over:
            break
        if play.pending.kind == "act":
            assert faults(play.state) == []
            assert not [place for place, pile in play.state.pieces.items() if place.startswith("aside.") and pile]
        said = answer(play.pending, rng)
        assert play.pending.allows(said), (play.asked, said)
        play.driver.send(said)
        play.answers.append(said)
        play.game.do.events.clear()
    assert play.replayed().canonical() == play.state.canonical()
