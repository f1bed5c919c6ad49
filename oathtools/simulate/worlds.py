"""Random worlds, as chapter 8 may leave them: what games are played on that are to say something of many sagas."""

from random import Random

from oathtools import catalog
from oathtools.procedures.machine.world import SavedSite, World
from oathtools.table.state import GRAND_SCEPTER

OATHS = ("supremacy", "people", "devotion", "protection")
_REGIONS = ((0, 1), (2, 3, 4), (5, 6, 7))


def random_world(rng: Random, oath: str | None = None, built: bool = True) -> World:
    """A world as chapter 8 may leave it: some sites faceup with cards, edifices and relics, others facedown and bare.

    ``built``: the world deck was rebuilt (8.8); otherwise its Visions lie anywhere in it.
    """
    denizens = rng.sample(catalog.ids("denizen"), 198)
    edifices = [side for side in catalog.cards("edifice") if not side.ruined]
    rng.shuffle(edifices)
    relics = [relic for relic in catalog.ids("relic") if relic != GRAND_SCEPTER]
    rng.shuffle(relics)
    up = {rng.choice(region) if index else 0 for index, region in enumerate(_REGIONS)}
    up |= {slot for slot in range(8) if rng.random() < 0.5}
    rows = []
    for slot, site in enumerate(rng.sample(catalog.cards("site"), 8)):
        if slot not in up:
            rows.append(SavedSite(site.id, True))
            continue
        cards = [denizens.pop() for _ in range(rng.randint(0, site.capacity))]
        if cards and edifices and rng.random() < 0.4:
            side = edifices.pop()
            cards[0] = side.other_side if rng.random() < 0.4 else side.id
        rows.append(SavedSite(site.id, False, tuple(cards), tuple(relics.pop() for _ in range(site.reveal.relics))))
    deck = _deck(rng, denizens, built)
    dispossessed = tuple(denizens.pop() for _ in range(6 * rng.randrange(3)))
    citizens = tuple(color for color in catalog.EXILE_COLORS if rng.random() < 0.4)
    return World(
        oath or rng.choice(OATHS),
        tuple(rows),
        tuple(deck),
        tuple(relics),
        dispossessed=dispossessed,
        citizens=citizens,
    )


def _deck(rng: Random, denizens: list[str], built: bool) -> list[str]:
    """A world deck out of these denizens: small or whole, in layers (8.8) or with its Visions anywhere."""
    visions = rng.sample(catalog.ids("vision"), 5)
    deck = [denizens.pop() for _ in range(rng.choice((30, 54, 54)))]
    if not built:
        deck += visions
        rng.shuffle(deck)
        return deck
    top, middle = deck[:10] + visions[:2], deck[10:25] + visions[2:]
    rng.shuffle(top)
    rng.shuffle(middle)
    return top + middle + deck[25:]
