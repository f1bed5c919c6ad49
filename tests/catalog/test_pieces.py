"""The pieces of the box and the tables of the board."""

import pytest

from oathtools import catalog
from oathtools.catalog import (
    ATTACK_FACES,
    COLORS,
    DECK_LAYERS,
    DEFENSE_FACES,
    DISCARDS_TO,
    END_FACES,
    END_ROLLS,
    EXILE_COLORS,
    REFRESH,
    REGION_SITES,
    REGIONS,
    SEARCH_SUPPLY,
    SUITS,
    SUPPLY_TRACK,
    TRAVEL_SUPPLY,
    WARBANDS,
    favor_bank_start,
    refresh_supply,
    search_supply,
    travel_supply,
)


def test_suits_run_clockwise():
    assert SUITS == ("discord", "arcane", "order", "hearth", "beast", "nomad")


def test_regions_hold_eight_sites_and_pass_discards_round():
    assert REGIONS == ("cradle", "provinces", "hinterland")
    assert [REGION_SITES[region] for region in REGIONS] == [2, 3, 3]
    assert [DISCARDS_TO[region] for region in REGIONS] == ["provinces", "hinterland", "cradle"]


def test_dice_have_six_sides():
    assert sum(face.sides for face in ATTACK_FACES) == sum(face.sides for face in DEFENSE_FACES) == len(END_FACES) == 6
    assert {(f.sides, f.swords, f.hollow_swords, f.skulls) for f in ATTACK_FACES} == {
        (3, 0, 1, 0),
        (2, 1, 0, 0),
        (1, 2, 0, 1),
    }
    assert {(f.sides, f.shields, f.doubles) for f in DEFENSE_FACES} == {(2, 0, 0), (2, 1, 0), (1, 2, 0), (1, 0, 1)}


def test_the_box_holds_what_the_law_says():
    assert catalog.DICE_IN_BOX == {"attack": 10, "defense": 6, "end": 1}
    assert (catalog.FAVOR, catalog.SECRETS) == (36, 20)
    assert sum(WARBANDS.values()) == 94 and WARBANDS["purple"] == 24
    assert all(WARBANDS[color] == 14 for color in EXILE_COLORS)
    assert ("purple", *EXILE_COLORS) == COLORS


@pytest.mark.parametrize(
    ("start", "end", "supply"),
    [
        ("cradle", "cradle", 1),
        ("cradle", "provinces", 2),
        ("cradle", "hinterland", 4),
        ("provinces", "provinces", 2),
        ("provinces", "hinterland", 2),
        ("hinterland", "hinterland", 3),
        ("hinterland", "provinces", 2),
    ],
)
def test_travel_costs_the_same_both_ways(start, end, supply):
    assert travel_supply(start, end) == travel_supply(end, start) == TRAVEL_SUPPLY[start][end] == supply


def test_searching_the_world_deck_grows_dearer():
    assert SEARCH_SUPPLY == (2, 3, 3, 4, 4, 4)
    assert [search_supply(drawn) for drawn in (0, 2, 5, 6)] == [2, 3, 4, 4]


@pytest.mark.parametrize(
    ("role", "bank", "supply"),
    [
        ("chancellor", 24, 6),
        ("chancellor", 18, 6),
        ("chancellor", 17, 5),
        ("chancellor", 3, 3),
        ("chancellor", 0, 3),
        ("exile", 14, 6),
        ("exile", 9, 6),
        ("exile", 8, 5),
        ("exile", 3, 4),
        ("exile", 40, 6),
    ],
)
def test_supply_refreshes_by_the_warbands_in_the_bank(role, bank, supply):
    assert refresh_supply(role, bank) == supply


def test_a_citizen_has_no_brackets_of_their_own():
    with pytest.raises(ValueError, match="citizen"):
        refresh_supply("citizen", 3)
    with pytest.raises(ValueError):
        refresh_supply("exile", -1)


def test_brackets_cover_every_number_once():
    for role, most in (("chancellor", WARBANDS["purple"]), ("exile", WARBANDS["red"])):
        covered = [bank for bracket in REFRESH[role] for bank in range(bracket.low, bracket.high + 1)]
        assert sorted(covered) == list(range(most + 1))


def test_the_supply_track():
    assert (SUPPLY_TRACK.spaces, SUPPLY_TRACK.most, SUPPLY_TRACK.start) == (8, 7, 7)


@pytest.mark.parametrize(("players", "favor"), [(1, 3), (4, 3), (5, 4), (6, 4)])
def test_favor_banks_at_setup(players, favor):
    assert favor_bank_start(players) == favor


def test_favor_banks_need_a_table():
    with pytest.raises(ValueError, match="7 players"):
        favor_bank_start(7)


def test_the_end_die_and_the_last_round():
    assert [(roll.round, roll.ends_on) for roll in END_ROLLS] == [(5, 6), (6, 5), (7, 3)]
    assert catalog.LAST_ROUND == 8 and catalog.VISIONS_TO_WIN == 3


def test_small_numbers():
    assert (catalog.ADVISER_LIMIT, catalog.BANDITS_PER_SITE, catalog.SEARCH_DRAW, catalog.HOLLOW_PER_SWORD) == (
        3,
        1,
        3,
        2,
    )
    assert {
        "site": 1,
        "pawn_and_favor": 2,
        "oathkeeper": 1,
        "usurper": 2,
        "grand_scepter": catalog.relic("relic.grand_scepter").defense_dice,
    } == catalog.DEFENSE_DICE
    assert dict(catalog.ACTION_SUPPLY) == {
        "search_discard_pile": 2,
        "muster": 1,
        "trade": 1,
        "recover": 1,
        "campaign": 2,
    }


def test_the_world_deck_is_built_in_layers():
    assert DECK_LAYERS == ((10, 2), (15, 3), (None, 0))
    assert catalog.ARCHIVE_ADD == (3, 2, 1) and sum(catalog.ARCHIVE_ADD) == catalog.CARDS_ADDED == 6
    assert catalog.CARDS_DISPOSSESSED == 6


def test_tables_are_frozen():
    with pytest.raises(TypeError):
        TRAVEL_SUPPLY["cradle"]["cradle"] = 0
    with pytest.raises(TypeError):
        catalog.STARTING["exile"]["favor"] = 9
