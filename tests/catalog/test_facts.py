"""The facts of the cards: complete, unique, from allowed words, and doubt marked where there is doubt."""

from collections import Counter

import pytest

from oathtools import catalog
from oathtools.catalog import ACTION_SUPPLY, COLORS, SUITS
from oathtools.kit.datafiles import load

ACTIONS = {"search", "muster", "trade", "recover", "campaign", "travel"}
KINDS = {"action", "battle_plan", "modifier", "other", "persistent", "rest", "wake", "when_played"}
COUNTS = {
    "denizen": 198,
    "edifice": 12,
    "relic": 21,
    "vision": 5,
    "site": 23,
    "banner": 2,
    "reliquary": 4,
    "oath": 4,
}


@pytest.mark.parametrize(("kind", "count"), COUNTS.items())
def test_as_many_of_each_kind_as_the_box_holds(kind, count):
    assert len(catalog.cards(kind)) == len(catalog.ids(kind)) == count
    assert {record.kind for record in catalog.cards(kind)} == {kind}


def test_thirty_three_denizens_of_each_suit():
    assert Counter(denizen.suit for denizen in catalog.cards("denizen")) == dict.fromkeys(SUITS, 33)


def test_ids_names_and_library_numbers_are_unique():
    assert len(set(catalog.ids())) == len(catalog.ids()) == sum(COUNTS.values())
    assert len({record.name for record in catalog.cards()}) == len(catalog.cards())
    numbers = [record.library for record in catalog.cards() if record.library]
    assert len(numbers) == len(set(numbers))


def test_no_name_or_alias_spells_another_card():
    for record in catalog.cards():
        for name in (record.name, record.slug, record.id, *record.aliases):
            assert catalog.match(name) == (record.id, True), name


def test_save_string_numbers_are_complete():
    numbers = {kind: sorted(record.tts for record in catalog.cards(kind) if record.tts is not None) for kind in COUNTS}
    assert numbers == {
        "denizen": list(range(198)),
        "edifice": list(range(198, 210)),
        "vision": list(range(210, 215)),
        "banner": [215, 216],
        "relic": list(range(218, 238)),
        "site": list(range(23)),
        "oath": list(range(4)),
        "reliquary": [],
    }


def test_save_string_numbers_lead_back():
    assert catalog.by_tts(16).id == "denizen.sleight_of_hand"
    assert catalog.by_tts(98).id == "denizen.gossip"
    assert catalog.by_tts(111).id == "denizen.forced_labor"
    assert catalog.by_tts(212).id == "vision.conspiracy"
    assert catalog.site_by_tts(4) == (catalog.site("site.plains"), False)
    assert catalog.site_by_tts(28) == (catalog.site("site.plains"), True)
    assert catalog.oath_by_tts(1).id == "oath.people"


@pytest.mark.parametrize("number", [217, 238, 255, -1])
def test_save_string_numbers_of_no_card_are_refused(number):
    with pytest.raises(catalog.UnknownCard):
        catalog.by_tts(number)


@pytest.mark.parametrize("number", [23, 47, 255])
def test_save_string_numbers_of_no_site_are_refused(number):
    with pytest.raises(catalog.UnknownCard, match=f"site number {number}"):
        catalog.site_by_tts(number)


def test_powers_use_allowed_words():
    for record in catalog.cards():
        assert record.restriction in (None, "site", "adviser"), record
        for power in record.powers:
            assert power.kind in KINDS, record
            assert power.modifies is None or power.modifies in ACTIONS, record
            assert (power.side in ("attacker", "defender", "either")) == (power.kind == "battle_plan"), record
            for item in power.cost:
                assert item.how in ("place", "burn") and item.what in ("favor", "secret") and item.amount > 0, record
                assert item.bank is None, record


def test_every_card_that_can_be_used_has_a_power():
    for kind in ("denizen", "edifice", "relic", "site", "banner", "reliquary"):
        assert all(record.powers for record in catalog.cards(kind)), kind


def test_a_card_keeps_no_restriction_without_a_place():
    for record in catalog.cards():
        if record.locked:
            assert record.restriction, record
        if record.kind not in ("denizen", "edifice"):
            assert record.restriction is None and not record.locked, record


def test_suits_are_shown_by_denizens_and_intact_edifices_only():
    for record in catalog.cards():
        shows = record.kind == "denizen" or (isinstance(record, catalog.Edifice) and not record.ruined)
        assert (record.suit in SUITS) == shows, record


def test_edifices_are_two_sided_one_for_each_suit():
    sides = catalog.cards("edifice")
    assert Counter((side.card_suit, side.side) for side in sides) == {
        (suit, side): 1 for suit in SUITS for side in ("intact", "ruined")
    }
    for side in sides:
        other = catalog.edifice(side.other_side)
        assert other.other_side == side.id and other.card_suit == side.card_suit and other.ruined != side.ruined
    assert all(catalog.edifice(side.other_side).tts == side.tts + 1 for side in sides if not side.ruined)


def test_relics_have_defense_dice_and_the_scepter_is_no_save_string_card():
    assert all(1 <= relic.defense_dice <= 5 for relic in catalog.cards("relic"))
    scepter = catalog.relic("relic.grand_scepter")
    assert (scepter.defense_dice, scepter.tts) == (5, None)


def test_every_vision_but_the_conspiracy_has_the_goal_of_one_oath():
    for oath in catalog.cards("oath"):
        vision = catalog.vision(oath.vision)
        assert vision.oath == oath.id and vision.goal == oath.oathkeeper
    without = [vision for vision in catalog.cards("vision") if vision.oath is None]
    assert [vision.id for vision in without] == ["vision.conspiracy"]
    assert without[0].may_play_faceup == ("chancellor", "citizen", "exile")


def test_sites_that_hold_relics_list_a_cost_and_others_none():
    for site in catalog.cards("site"):
        assert bool(site.reveal.relics) == bool(site.recover_cost), site
        assert 0 <= site.capacity <= 3 and site.defense_dice == 1
        if cost := site.recover_cost:
            assert (cost.how == "place") == (cost.bank in SUITS), site
            assert (cost.how, cost.what, cost.amount) in {
                ("place", "favor", 3),
                ("burn", "favor", 2),
                ("burn", "secret", 1),
                ("burn", "secret", 2),
            }


def test_six_homelands_one_for_each_suit():
    homes = [site for site in catalog.cards("site") if site.group == "homeland"]
    assert Counter(site.power["suit"] for site in homes) == dict.fromkeys(SUITS, 1)


def test_reliquary_spaces_stand_in_order():
    spaces = catalog.cards("reliquary")
    assert [space.slot for space in spaces] == [1, 2, 3, 4]
    assert [space.name for space in spaces] == ["Brutal", "Decadent", "Careless", "Greedy"]


def test_facts_with_thin_evidence_are_marked_unsure():
    for book in load("cards").values():
        for card_id, entry in book.items():
            unsure = set(entry.get("unsure", ()))
            assert unsure <= {"cost", "kind", "locked", "restriction", "tts_id"}, card_id
            if entry.get("witnesses", 3) < 2 or "tts_id_by_cards_lua_name" in entry:
                assert unsure, card_id
    for card_id, field in {
        "denizen.garrison": "restriction",
        "denizen.master_of_disguise": "cost",
        "denizen.forced_labor": "tts_id",
        "edifice.great_spire": "cost",
        "edifice.broken_forge": "locked",
        "relic.ring_of_devotion": "kind",
    }.items():
        assert field in catalog.card(card_id).unsure, card_id


def test_every_fact_has_a_witness_count_where_costs_are_recorded():
    for kind in ("denizen", "edifice", "relic"):
        assert all(record.witnesses in (2, 3) for record in catalog.cards(kind))


def test_actions_and_colors_are_those_of_the_rules():
    assert {"muster", "trade", "recover", "campaign"} < set(ACTION_SUPPLY)
    assert COLORS[0] == "purple" and len(COLORS) == 6
