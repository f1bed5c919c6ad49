"""Unknown cards by elimination, and worlds made fit for setup."""

from random import Random

import pytest

from oathtools import catalog
from oathtools.saga.chronicle.record import Chronicle, Deck, Row, Unknown
from oathtools.saga.save_string import string as tts
from oathtools.saga.save_string.fill import fill, mend, put_off
from oathtools.saga.save_string.parse import assemble
from tests.support.save_worlds import honest, named


def world() -> Chronicle:
    return tts.read(assemble(honest(Random(8))))


def test_every_unknown_card_is_one_that_lies_nowhere_else() -> None:
    chronicle = world()
    order = chronicle.world_deck.order
    assert order is not None
    chronicle.map[0] = Row(Unknown("site"), False, [Unknown("card")], [Unknown("relic")])
    order[:3] = [Unknown("denizen"), Unknown("denizen"), Unknown("card")]
    relics = chronicle.relic_deck
    assert relics is not None
    relics[:3] = [Unknown("relic"), Unknown("card")]
    chronicle.dispossessed = [Unknown("denizen")] * 6
    for seed in map(str, range(20)):
        whole = fill(chronicle, seed)
        placed = [card for _, card in whole.contents()]
        assert len(set(placed)) == len(placed)
        assert whole.unknown() == []
        assert "duplicate" not in {note.kind for note in tts.odd_in(whole)}
        assert fill(chronicle, seed) == whole
    assert fill(chronicle, "a") != fill(chronicle, "b")
    assert isinstance(chronicle.map[0].site, Unknown)  # a copy was filled


def test_only_what_it_may_be() -> None:
    chronicle = world()
    free = [card for card in catalog.ids("denizen") if card not in {card for _, card in chronicle.contents()}][:3]
    may_be = Unknown("denizen", may_be=tuple(free))
    chronicle.dispossessed = [may_be, Unknown("denizen", may_be=(free[0],)), may_be]
    for seed in map(str, range(10)):
        filled = fill(chronicle, seed).dispossessed
        assert filled[1] == free[0]
        assert set(filled) == set(free)
    chronicle.dispossessed.append(may_be)
    with pytest.raises(tts.Unwritable, match="no card is left that it may be"):
        fill(chronicle, "a")


def test_layers_are_dealt_from_the_pool_and_the_visions() -> None:
    chronicle = world()
    pool = [card for card in chronicle.world_deck.order or [] if str(card).startswith("denizen")]
    chronicle.world_deck = Deck(
        layers=[{"denizens": 10, "visions": 2}, {"denizens": 15, "visions": 3}, {"denizens": len(pool) - 25}],
        pool=[str(card) for card in pool],
    )
    deck = fill(chronicle, "x").world_deck.order
    assert deck is not None
    assert sum(str(card).startswith("vision.") for card in deck[:12]) == 2
    assert sum(str(card).startswith("vision.") for card in deck[12:30]) == 3
    assert {card for card in deck if str(card).startswith("denizen")} == set(pool)
    tts.write(fill(chronicle, "x"))


def test_a_relic_deck_that_was_not_made_is_shuffled_from_the_rest() -> None:
    chronicle = tts.read(assemble(honest(Random(8), "2.0.3")))
    on_map = [relic for row in chronicle.map for relic in row.relics]
    whole = fill(chronicle, "x")
    assert len(whole.relic_deck or []) == 20 - len(on_map)
    assert "relic.grand_scepter" not in (whole.relic_deck or [])
    assert tts.read(tts.write(whole, "3.3.1")).relic_deck == whole.relic_deck


def test_a_world_deck_of_which_nothing_is_known_is_refused() -> None:
    with pytest.raises(tts.Unwritable, match="state its layers"):
        fill(Chronicle(), "x")


def test_an_unknown_edifice_is_never_the_other_side_of_one_that_lies_there() -> None:
    chronicle = world()
    sides = catalog.ids("edifice")
    for n, row in enumerate(chronicle.map[:6]):
        row.cards, row.facedown = [Unknown("edifice")] if n < 5 else [sides[0]], False
    for seed in map(str, range(10)):
        shown = [catalog.edifice(str(row.cards[0])) for row in fill(chronicle, seed).map[:6]]
        assert len({frozenset((side.id, side.other_side)) for side in shown}) == 6


def test_mend_puts_relics_on_top_rebuilds_the_deck_and_fills_empty_slots() -> None:
    chronicle = tts.read(named("3.2.0", "Brass Horses Tilting at Shadows"))  # no Visions
    chronicle.map[3] = Row()
    relics = chronicle.relic_deck
    assert relics is not None
    gone = relics[:2]
    del relics[:2]
    whole, done = mend(chronicle, "s")
    assert set((whole.relic_deck or [])[:2]) == set(gone)
    assert (whole.relic_deck or [])[2:] == relics
    order = whole.world_deck.order or []
    assert sum(str(card).startswith("vision.") for card in order[:12]) == 2
    assert sum(str(card).startswith("vision.") for card in order[12:30]) == 3
    assert {*order} >= {*(chronicle.world_deck.order or [])}
    assert len(order) == 59
    assert whole.map[3].facedown
    assert whole.map[3].site not in {row.site for row in chronicle.map}
    assert tts.odd_in(whole) == []
    assert [note.public for note in done] == [
        "2 missing relics put on top of the relic deck",
        "5 missing Visions added and the world deck rebuilt (1.box)",
        "a facedown site put in map slot 4",
    ]
    assert mend(chronicle, "s") == (whole, done)


def test_mend_leaves_a_whole_world_alone() -> None:
    assert mend(world(), "s") == (world(), [])


def test_a_deck_that_was_put_off_is_built_for_the_string() -> None:
    """8.8, 1.box: a deck without its Visions is one that setup builds; a save string has no other."""
    chronicle = world()
    pool = [str(card) for card in chronicle.world_deck.order or [] if str(card).startswith("denizen")]
    chronicle.world_deck = Deck(layers=[{"denizens": len(pool)}], pool=pool)
    assert put_off(chronicle) and not put_off(world())
    order = fill(chronicle, "x").world_deck.order or []
    visions = [at for at, card in enumerate(order) if str(card).startswith("vision.")]
    assert len(visions) == 5 and sum(at < 12 for at in visions) == 2 and visions[-1] < 30
    assert {card for card in order if str(card).startswith("denizen.")} == set(pool)
