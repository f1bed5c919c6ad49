"""What Searches may still draw: the arithmetic beside counting every order of small decks (5.1.2, 9.4)."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from oathtools import catalog
from oathtools.ahead.chances import chance, kinds, of_search
from oathtools.powers import load
from oathtools.procedures.glossary.drawing import Source
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.state import WORLD, Handle, Player, State, blank
from oathtools.table.views import as_known_to
from tests.support.daily import daily
from tests.support.hidden_faces import shuffled
from tests.support.rich import position

DENIZENS, VISIONS = catalog.ids("denizen")[:30], catalog.ids("vision")
GROUP = {"denizen": "denizens", "vision": "visions"}


def some_deck(rng: Random) -> State:
    """Perhaps a card on top, known by name or back, layers, a known card at the bottom; more names than cards."""
    state = blank([Player("red", "Bo", "exile")], "people")
    names = {"denizen": rng.sample(DENIZENS, 5), "vision": rng.sample(VISIONS, 4)}
    layers = [{"denizen": rng.randint(0, most), "vision": rng.randint(0, 1)} for most in (2, 1)]
    state.layers[WORLD] = [layer for layer in layers if any(layer.values())]
    top, bottom = state.zones.setdefault("world.top", []), state.zones.setdefault("world.bottom", [])
    for number in range(rng.randint(0, 1)):
        back = rng.choice(list(names))
        if rng.random() < 0.5 or len(names[back]) < 3:
            top.append(names[back].pop())
        else:
            state.handles[f"card#{number}"] = Handle(back, (GROUP[back],))
            top.append(f"card#{number}")
    if rng.random() < 0.5:
        bottom.append(names["denizen"].pop())
    state.groups.update({GROUP[back]: left for back, left in names.items()})
    return state


def orders(state: State) -> Iterator[list[str]]:
    """Every order of names that the deck may have, each as likely as any other."""
    top, bottom = state.zone("world.top"), state.zone("world.bottom")
    layers = [[back for back, count in layer.items() for _ in range(count)] for layer in state.layers[WORLD]]

    def backs(at: int) -> Iterator[list[str]]:
        if at == len(layers):
            yield []
            return
        for order in permutations(layers[at]):
            for rest in backs(at + 1):
                yield [*order, *rest]

    for middle in backs(0):
        slots = [state.handles[card].back if card in state.handles else card for card in top] + middle + bottom
        need = Counter(slots)
        for denizens in permutations(state.groups["denizens"], need["denizen"]):
            for visions in permutations(state.groups["visions"], need["vision"]):
                left = {"denizen": iter(denizens), "vision": iter(visions)}
                yield [next(left[slot]) if slot in left else slot for slot in slots]


def drawn(deck: list[str], searches: int, each: int, stops: bool) -> list[str]:
    found, left = [], iter(deck)
    for _ in range(searches):
        for _ in range(each):
            card = next(left, None)
            if card is None:
                return found
            found.append(card)
            if stops and card.startswith("vision."):
                break
    return found


@pytest.mark.parametrize("part", daily(range(10), 3))
def test_5_1_2_as_all_orders_of_small_decks_say(part: int) -> None:
    rng = Random(f"draws {part}")
    for _ in range(100):
        state = some_deck(rng)
        searches, each, stops = rng.randint(1, 2), rng.randint(1, 3), rng.random() < 0.7
        named = rng.choice([*DENIZENS, *VISIONS, *state.groups["denizens"]])
        wanted = rng.choice([*kinds().values(), lambda card, named=named: card == named])
        hits = whole = 0
        for deck in orders(state):
            hits += any(map(wanted, drawn(deck, searches, each, stops)))
            whole += 1
        assert chance(Source(state, WORLD, False), wanted, searches, each, stops) == Fraction(hits, whole)


@pytest.mark.parametrize("seed", range(6))
def test_9_4_two_tables_that_differ_only_in_what_is_hidden_have_the_same_chances(seed: int) -> None:
    state = position(seed).built()
    viewer = state.seats[0]
    other = shuffled(state, viewer, Random(seed), mixed=True)
    assert other.zones != state.zones

    def chances(each: State) -> list[Fraction]:
        game = Game(as_known_to(each, viewer)[0], load())
        sources = (WORLD, *catalog.REGIONS)
        return [
            of_search(game, Frame("search", viewer), source, kind, 2).chance
            for source in sources
            for kind in kinds().values()
        ]

    assert chances(state) == chances(other)
