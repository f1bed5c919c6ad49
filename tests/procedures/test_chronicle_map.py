"""8.2 to 8.3.5: who rules, what is built, what goes, what is pushed where."""

from itertools import combinations

import pytest

from oathtools.procedures.chronicle.procedure import arrangement
from oathtools.table.state import PURPLE, SLOTS
from tests.support.chronicle_by_hand import push
from tests.support.chronicles import STABLE, USURPER, Stand, names, noted, over, stand_at, world, write
from tests.support.tables import Script, Table, a_table, down, unknown

EDIFICES = ("sprawling_rampart", "hall_of_debate", "forest_temple", "festival_district", "great_spire", "ancient_forge")


def bare(*ruled: str, color: str = PURPLE) -> Table:
    """A map of faceup sites without cards, some of them ruled."""
    table = a_table(3)
    for site in ruled:
        table.site(site, warbands={color: 1})
    return table


def to_step(play: Script, step: str, **answers: object) -> Stand:
    """Go on to a step; the oath is Devotion."""
    told = {"chronicle.oath": "devotion", **{f"chronicle.{kind}": answer for kind, answer in answers.items()}}
    return stand_at(play, step, told)


# -- 8.2 -----------------------------------------------------------------------------------------------------------


def test_a_converts_warbands_become_one_of_the_winners_at_each_site() -> None:
    table = bare("plains", color="red").site("mountain", warbands={"blue": 4}).site("steppe", warbands={"blue": 1})
    play = to_step(over(table, "red", USURPER), "8.3.1", offer=["blue"], accept="yes")
    state = play.state
    assert [state.count(f"slot.{slot}", "red") for slot in (0, 1, 3)] == [1, 1, 1]
    assert all(state.count(f"slot.{slot}", "blue") == 0 for slot in range(SLOTS))


def test_one_who_declines_keeps_everything() -> None:
    play = to_step(
        over(bare().site("mountain", warbands={"blue": 4}), "red", USURPER), "8.3.2", offer=["blue"], accept="no"
    )
    assert play.state.count("slot.1", "blue") == 4 and play.state.players["blue"].role == "exile"


def test_too_few_warbands_for_the_sites_of_new_citizens() -> None:
    table = a_table(3).seat("red", bank=1)
    for site in ("mountain", "steppe"):
        table.site(site, warbands={"blue": 1})
    play = to_step(over(table, "red", USURPER), "8.2").play
    play.answer(["blue"], "yes")
    assert play.asked == ("chronicle.warbands", "red")
    assert play.pending.low == play.pending.high == 1 and "9.3" in play.pending.cites
    play.answer(["steppe"])
    # The Steppe is ruled and stays, the Mountain is not and goes.
    assert [row[0] for row in world(play.state) if row[1]][:1] == ["steppe"] and noted(play.state)["gone"][1] == 1


def test_faq_bandit_crown_7_a_convert_with_the_crown() -> None:
    table = bare("plains", color="red").site("mountain", warbands={"blue": 2}).seat("blue", relics=["bandit_crown"])
    play = to_step(over(table, "red", USURPER), "8.3.1", offer=["blue"], accept="yes")
    assert [play.state.count(f"slot.{slot}", "red") for slot in range(SLOTS)] == [1] * SLOTS


def test_a_131_the_ring_of_devotion_bars_no_replacing() -> None:
    """8.2: colors at a convert's sites are replaced, not placed, whoever has the Ring."""
    for holder in ("red", "blue"):
        table = bare("plains", color="red").site("mountain", warbands={"blue": 2})
        table.seat(holder, relics=["ring_of_devotion"])
        play = to_step(over(table, "red", USURPER), "8.3.3", offer=["blue"], accept="yes")
        assert play.state.count("slot.1", "red") == 1 and noted(play.state)["gone"] == [2, 3, 4, 5, 6, 7]


# -- 8.3.1 ---------------------------------------------------------------------------------------------------------


def test_building_is_refused_where_it_cannot_be() -> None:
    table = bare("plains", "mountain", "steppe")
    table.site("plains", cards=["longbows"]).site("mountain", cards=["great_spire", "dazzle"])
    table.site("steppe", cards=["broken_forge", "tents"]).site("deep_woods", cards=["wolves", "hall_of_mockery"])
    play = to_step(over(table, PURPLE, STABLE), "8.3.1").play
    assert play.asked == ("chronicle.build", PURPLE)
    assert play.offered == ["none", "denizen.longbows", "edifice.broken_forge"]
    why = {card: [row.because for row in rows] for card, rows in play.refused.items()}
    assert why["denizen.dazzle"] == [
        "edifice.great_spire is at site.mountain",
        "the arcane edifice is not in the Archive",
    ]
    assert "edifice.broken_forge is at site.steppe" in why["denizen.tents"]
    assert "purple does not rule site.deep_woods" in why["denizen.wolves"]
    assert why["edifice.hall_of_mockery"] == ["purple does not rule site.deep_woods"]


def test_building_and_repairing_are_free() -> None:
    play = to_step(over(bare("plains").site("plains", cards=["longbows"]), PURPLE, STABLE), "8.3.2", build="none")
    assert names(play.state, "cards.0") == ["longbows"] and "built" not in noted(play.state)


def test_the_denizen_goes_to_the_world_deck_and_its_edifice_takes_its_place() -> None:
    table = bare("plains").site("plains", cards=["wolves", "longbows", "elders"]).on("longbows", favor=2)
    play = to_step(over(table, PURPLE, STABLE), "8.3.2", build="longbows")
    assert names(play.state, "cards.0") == ["wolves", "sprawling_rampart", "elders"]
    assert names(play.state, "world.bottom") == ["longbows"]


def test_a_110_faq_salt_the_earth_2_no_edifice_where_the_room_goes_with_the_card() -> None:
    table = a_table(3).site("drowned_city", slot=3, cards=["salt_the_earth"], warbands={PURPLE: 1})
    table.site("plains", cards=["elders"], warbands={PURPLE: 1})
    play = to_step(over(table, PURPLE, STABLE), "8.3.1").play
    assert play.offered == ["none", "denizen.elders"]
    assert [row.clause for row in play.refused["denizen.salt_the_earth"]] == ["2.8.1"]
    other = a_table(3).site("plains", cards=["salt_the_earth"], warbands={PURPLE: 1})
    assert "denizen.salt_the_earth" in to_step(over(other, PURPLE, STABLE), "8.3.1").play.offered


def test_a_locked_denizen_can_be_replaced() -> None:
    table = bare("plains").site("plains", cards=["marriage"])
    assert "denizen.marriage" in to_step(over(table, PURPLE, STABLE), "8.3.1").play.offered


def test_an_exile_builds_nothing() -> None:
    play = to_step(
        over(bare("plains", color="red").site("plains", cards=["longbows"]), "red", USURPER), "8.3.2", offer=[]
    )
    assert names(play.state, "cards.0") == ["longbows"]


# -- 8.3.2 ---------------------------------------------------------------------------------------------------------


def test_what_goes_and_where_it_goes() -> None:
    table = bare("plains").map(down("site.river"), "plains", "mountain", unknown("site"))
    table.site("mountain", cards=["keep", "broken_forge"], relics=["map"], warbands={"red": 3}, favor=2)
    table.on("keep", favor=1, secrets=1)
    play = to_step(over(table, PURPLE, STABLE), "8.3.3")
    state = play.state
    assert noted(state)["gone"] == [0, 2, 3, 4, 5, 6, 7]
    assert names(state, "discard.hinterland") == ["keep"]
    assert names(state, "relic_deck.bottom") == ["map"]
    assert "edifice.ancient_forge" in state.zone("archive")
    assert state.count("stock.red", "red") == 14 and not state.pieces.get("slot.2")
    assert {"site.river", "site.mountain"} <= set(state.groups["sites"])
    # What lay facedown and was never shown is not remembered by name.
    assert "site.river" not in noted(state)["sites_lost"]


def test_an_empty_site_is_lost_to_all_but_the_holder_of_the_bandit_crown() -> None:
    play = to_step(over(bare("plains"), PURPLE, STABLE), "8.3.3")
    assert len(noted(play.state)["gone"]) == 7


@pytest.mark.parametrize("holder", [PURPLE, "blue"])
def test_faq_bandit_crown_5_faq_bandit_crown_6_empty_sites_of_an_imperial_winner(holder: str) -> None:
    table = bare("plains").site("mountain", warbands={"red": 1}).seat("blue", role="citizen")
    play = to_step(over(table.seat(holder, relics=["bandit_crown"]), PURPLE, STABLE), "8.3.3")
    assert noted(play.state)["gone"] == [1]


def test_the_crown_of_a_loser_saves_nothing() -> None:
    play = to_step(over(bare("plains").seat("red", relics=["bandit_crown"]), PURPLE, STABLE), "8.3.3")
    assert len(noted(play.state)["gone"]) == 7


def test_faq_forest_temple_1_sites_with_a_beast_card_stay() -> None:
    table = bare("plains").site("mountain", cards=["wolves"]).site("steppe", cards=["elders"])
    table.site("deep_woods", cards=["forest_temple"])
    play = to_step(over(table, PURPLE, STABLE), "8.3.4")
    assert noted(play.state)["gone"] == [2, 3, 4, 5, 6]
    assert names(play.state, "cards.7") == ["ruined_temple"]


def test_faq_forest_temple_2_it_protects_as_soon_as_it_is_built() -> None:
    """8.3: building comes before sites are discarded."""
    table = bare("plains").site("plains", cards=["rangers"]).site("mountain", cards=["wolves"])
    play = to_step(over(table, PURPLE, STABLE), "8.3.3", build="rangers")
    assert 1 not in noted(play.state)["gone"]


def test_faq_forest_temple_3_it_keeps_no_edifice_from_falling() -> None:
    table = bare("plains").site("mountain", cards=["wolves", "great_spire"])
    table.site("plains", cards=["forest_temple"])
    play = to_step(over(table, PURPLE, STABLE), "8.3.4")
    assert 1 not in noted(play.state)["gone"]
    assert names(play.state, "cards.1") == ["fallen_spire"]
    assert names(play.state, "discard.provinces") == ["wolves"]


# -- 8.3.3 ---------------------------------------------------------------------------------------------------------


def test_an_unruled_edifice_falls_with_all_denizens_beside_it() -> None:
    table = bare("plains").site("mountain", cards=["keep", "hall_of_debate", "elders"], relics=["map"])
    play = to_step(over(table, PURPLE, STABLE), "8.3.4")
    assert names(play.state, "cards.1") == ["hall_of_mockery"]
    assert names(play.state, "relics.1") == ["map"]
    assert noted(play.state)["aside"] == [1] and noted(play.state)["fell"] == ["edifice.hall_of_debate"]


def test_a_ruled_edifice_stands() -> None:
    play = to_step(over(bare("plains").site("plains", cards=["hall_of_debate", "keep"]), PURPLE, STABLE), "8.3.4")
    assert names(play.state, "cards.0") == ["hall_of_debate", "keep"]
    assert noted(play.state)["aside"] == noted(play.state)["fell"] == []


@pytest.mark.parametrize("number", range(7))
@pytest.mark.parametrize("ruled", [True, False])
def test_any_number_of_edifices(number: int, ruled: bool) -> None:
    """Ruled ones stay in the order of the map, fallen ones come back from the bottom, nothing else does."""
    sites = ("plains", "mountain", "the_tribunal", "steppe", "ancient_city", "standing_stones")
    table = a_table(3).site("deep_woods", warbands={"red": 1})
    for site, edifice in zip(sites[:number], EDIFICES, strict=False):
        table.site(site, cards=[edifice], warbands={PURPLE: 1} if ruled else {})
    play = over(table, PURPLE, STABLE)
    write(play, {"chronicle.oath": "people"})
    rows = [row[0] for row in world(play.state) if row[2]]
    assert rows == list(sites[:number])
    slots = [slot for slot, row in enumerate(world(play.state)) if row[2]]
    # From the bottom: Hinterland 7, 6, 5, then Provinces 4, 3, 2; the order of the map is kept.
    assert slots == (list(range(number)) if ruled else list(range(SLOTS - number, SLOTS)))
    assert len(noted(play.state)["fell"]) == (0 if ruled else number)


# -- 8.3.5 ---------------------------------------------------------------------------------------------------------


def test_every_push_comes_out_as_printed() -> None:
    """Every choice of sites that stay and of sites with ruins, up to six of them."""
    tried = 0
    for count in range(SLOTS + 1):
        for kept in combinations(range(SLOTS), count):
            others = [slot for slot in range(SLOTS) if slot not in kept]
            for ruins in range(min(len(others), 6) + 1):
                for aside in combinations(others, ruins):
                    assert arrangement(kept, aside) == push(list(kept), list(aside)), (kept, aside)
                    tried += 1
    assert tried > 6000


def test_a_93_more_ruins_than_slots_go_on_into_the_cradle() -> None:
    assert arrangement([], range(SLOTS)) == {slot: slot for slot in range(SLOTS)}


def test_a_region_without_a_faceup_site_turns_its_top_one_up_and_reveals_nothing() -> None:
    play = to_step(
        over(bare("plains", "mountain"), PURPLE, STABLE),
        "8.4",
        sites=["mine", "river", "wastes", "marshes", "salt_flats", "the_hidden_place"],
    )
    rows = world(play.state)
    assert [row[0] for row in rows] == [
        "plains",
        "mountain",
        "mine",
        "river",
        "wastes",
        "marshes",
        "salt_flats",
        "the_hidden_place",
    ]
    assert [row[1] for row in rows] == [True, True, True, False, False, True, False, False]
    assert not any(play.state.pieces.get(f"slot.{slot}") for slot in range(SLOTS))
    assert rows[2][3] == []


def test_the_face_of_the_site_turned_up_is_asked_for_if_nobody_told_it() -> None:
    play = over(bare("plains"), PURPLE, STABLE)
    play.answer("devotion", [])
    assert play.asked == ("face", PURPLE)
    assert play.refuses("site.plains") and not play.refuses("site.mine")
    play.answer("mine")
    assert world(play.state)[2][:2] == ("mine", True)


def test_cards_and_relics_move_with_their_site() -> None:
    table = bare("deep_woods").site("deep_woods", cards=["keep", "great_spire"], relics=["map"])
    play = over(table, PURPLE, STABLE)
    write(play, {"chronicle.oath": "people", "face": ("river", "mine")})
    assert world(play.state)[0] == ("deep_woods", True, ["keep", "great_spire"], ["map"])


def test_obsidian_cage_its_warbands_go_home_without_effect() -> None:
    table = bare("plains").seat("red", relics=["obsidian_cage"])
    table.do.move("blue", 3, "stock.blue", "relic.obsidian_cage", ())
    play = over(table, PURPLE, STABLE)
    write(play, {"chronicle.oath": "people", "face": ("river", "mine")})
    assert play.state.count("stock.blue", "blue") == 14
