"""Rich positions, so that every card comes into use: three advisers a player, filled sites, relics, banners, favor,
secrets and warbands at random. Games from the first setup use few cards and seldom have the means.
"""

from random import Random
from typing import Any

from oathtools import catalog
from oathtools.table.state import GRAND_SCEPTER, SLOTS
from tests.support.tables import SEATS, Table, a_table, down

ACTING = ("power", "search", "muster", "trade", "travel", "campaign", "recover", "play")


def position(number: int) -> Table:
    """A rich position; the same for the same number."""
    rng = Random(number)
    players = rng.randint(3, 6)
    table = a_table(players).oath(rng.choice(("supremacy", "people", "devotion", "protection")))
    table.banks(2)
    denizens = [card.id for card in catalog.cards("denizen")]
    rng.shuffle(denizens)
    advisers = [card for card in denizens if catalog.card(card).restriction != "site"]
    table.map(*(card.id for card in rng.sample(list(catalog.cards("site")), SLOTS)))
    relics = [card for card in catalog.ids("relic") if card != GRAND_SCEPTER]
    rng.shuffle(relics)
    laid: set[str] = set()

    def deal(stack: list[str]) -> str:
        card = next(each for each in stack if each not in laid)
        laid.add(card)
        return card

    edifices = [card.id for card in catalog.cards("edifice")]
    rng.shuffle(edifices)
    for index, seat in enumerate(SEATS[:players]):
        role = "citizen" if index and rng.random() < 0.25 else None
        row: list[Any] = [deal(advisers) for _ in range(3)]
        if rng.random() < 0.5:
            row[rng.randrange(3)] = down(deal(denizens))
        table.seat(
            seat,
            role=role,
            at=rng.randrange(SLOTS),
            favor=rng.randint(1, 3),
            secrets=rng.randint(1, 4),
            hidden=rng.randint(0, 1),
            warbands=rng.randint(0, 3) if role else rng.randint(0, 5),
            advisers=row,
            relics=[deal(relics) for _ in range(2 if players < 5 else 1)],
        )
    sides = [seat for seat in SEATS[:players] if table.state.players[seat].role != "citizen"]
    sites = [card for card in denizens if catalog.card(card).restriction != "adviser"]
    for slot in range(SLOTS):
        cards = [deal(sites) for _ in range(rng.randint(0, 2))]
        if edifices and rng.random() < 0.2:
            side = edifices.pop()
            other = catalog.edifice(side).other_side
            edifices = [each for each in edifices if each != other]
            cards.append(side)
        held = {rng.choice(sides): rng.randint(1, 2)} if rng.random() < 0.7 else {}
        left = sum(each not in laid for each in relics)
        hidden = [deal(relics)] if rng.random() < 0.4 and left > 5 else []  # four are for the Reliquary
        table.site(slot, cards=cards, warbands=held, relics=hidden)
    for banner in ("peoples_favor", "darkest_secret"):
        table.banner(banner, rng.choice((None, *SEATS[:players])), rng.randint(1, 4), mob=rng.random() < 0.3)
    for region in catalog.REGIONS:
        table.pile(region, *(deal(denizens) for _ in range(rng.randint(0, 4))))
    for _ in range(rng.randint(0, 5)):
        table.do.put(deal(denizens), "dispossessed", ())
    table.pool(*[card for card in denizens if card not in laid][:40])
    table.turn(rng.choice(SEATS[:players]))
    return table
