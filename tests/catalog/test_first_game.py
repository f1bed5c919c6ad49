"""The first game agrees with itself and with the cards."""

from collections import Counter

from oathtools import catalog
from oathtools.catalog import REGION_SITES, SUITS, first_game


def test_map_fills_the_regions_in_order():
    game = first_game()
    assert Counter(slot.region for slot in game.map) == REGION_SITES
    assert [slot.region for slot in game.map] == sorted((s.region for s in game.map), key=catalog.REGIONS.index)
    assert len({slot.site for slot in game.map}) == 8
    for slot in game.map:
        assert len(slot.cards) <= catalog.site(slot.site).capacity
        if slot.facedown:
            assert not slot.cards and not slot.relics
        else:
            assert len(slot.relics) == catalog.site(slot.site).reveal.relics


def test_every_region_starts_with_a_faceup_site():
    assert {slot.region for slot in first_game().map if not slot.facedown} == set(catalog.REGIONS)


def test_pawns_stand_on_faceup_sites_the_chancellor_on_top():
    game = first_game()
    faceup = {slot.site for slot in game.map if not slot.facedown}
    assert set(game.pawns.values()) <= faceup
    assert tuple(game.pawns) == game.seats and game.players == len(game.seats) == 4
    assert game.seats[0] == catalog.CHANCELLOR_COLOR and game.pawns["purple"] == game.map[0].site


def test_starting_pool_has_nine_of_each_suit_and_the_archive_the_rest():
    game = first_game()
    assert Counter(catalog.denizen(card).suit for card in game.starting_pool) == dict.fromkeys(SUITS, 9)
    assert Counter(catalog.denizen(card).suit for card in game.archive) == dict.fromkeys(SUITS, 24)


def test_world_deck_holds_what_is_not_on_the_map():
    game = first_game()
    on_map = [card for slot in game.map for card in slot.cards]
    denizens = [card for card in game.tutorial_deck if card.startswith("denizen.")]
    visions = [card for card in game.tutorial_deck if card.startswith("vision.")]
    assert len(game.tutorial_deck) == len(set(game.tutorial_deck)) == 56
    assert sorted([*denizens, *on_map]) == sorted(game.starting_pool)
    assert sorted(visions) == sorted(catalog.ids("vision"))


def test_tutorial_deck_has_the_layers_of_the_law():
    game = first_game()
    assert [layer[:2] for layer in game.layers[:2]] == [layer[:2] for layer in catalog.DECK_LAYERS[:2]]
    deck = list(game.tutorial_deck)
    for layer in game.layers:
        pile, deck = deck[: layer.denizens + layer.visions], deck[layer.denizens + layer.visions :]
        assert sum(card.startswith("vision.") for card in pile) == layer.visions
    assert not deck


def test_tutorial_deals_from_the_bottom_in_turn_order():
    game = first_game()
    bottom = list(reversed(game.tutorial_deck))
    dealt = set(game.tutorial_discards.values())
    assert dealt == set(bottom[:3])
    for seat, color in enumerate(game.seats):
        deal = game.tutorial_deal[color]
        assert {deal.adviser, *deal.discarded} == set(bottom[3 + 3 * seat : 6 + 3 * seat])
        region = next(slot.region for slot in game.map if slot.site == game.pawns[color])
        assert deal.to == catalog.DISCARDS_TO[region]


def test_relics_are_all_there():
    game = first_game()
    deck_relics = {relic.id for relic in catalog.cards("relic") if relic.tts is not None}
    on_map = [relic for slot in game.map for relic in slot.relics]
    for version, deck in game.tutorial_relics.items():
        assert sorted([*deck, *on_map]) == sorted(deck_relics), version


def test_what_rests_on_thin_evidence_says_so():
    assert {"pawns", "tutorial_relic_deck_bottom_to_top"} <= set(first_game().unsure)
