"""Random crowded positions in which campaigns may be declared."""

from random import Random

from oathtools import catalog
from oathtools.engine.driver import Driver
from oathtools.kit.datafiles import load as book
from oathtools.powers import load
from oathtools.procedures.machine.game import Game
from oathtools.table.effects import TableError
from tests.support.tables import MAP, Table, a_table


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


def settle(game: Game, rng: Random) -> None:
    """2.11: whoever meets the goal of the oath has the title before anybody acts."""
    driver = Driver.once(game.settle())
    driver.start()
    while driver.pending is not None:
        driver.send(driver.pending.random(rng))
    game.do.events.clear()
