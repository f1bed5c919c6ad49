"""The end of a game that nobody tracked, beside the Chronicle it was played from."""

from typing import Any

import pytest

from oathtools import catalog
from oathtools.saga.chronicle.record import Chronicle, Unknown
from oathtools.saga.untracked import ended, in_game, moved_sites
from oathtools.saga.worlds import first_chronicle
from oathtools.table.position.cards import PositionError
from oathtools.table.position.form import from_position
from tests.support.sagas import first_world

END: dict[str, Any] = {
    "players": [{"name": "Ann", "role": "chancellor"}, {"name": "Bo", "color": "red", "role": "exile"}],
    "sites": [{"site": "Plains", "warbands": {"purple": 1}, "cards": ["Longbows"]}, "Mountain"],
}


def faults_of(position: dict[str, Any], chronicle: Chronicle) -> list[dict[str, str | None]]:
    with pytest.raises(PositionError) as wrong:
        ended(position, chronicle)
    return wrong.value.faults


def test_the_chronicle_says_what_the_file_leaves_out() -> None:
    """The oath, the boards in the box, and which cards were in the game: the rest is the Archive, by elimination."""
    chronicle = first_world("untracked")
    chronicle.oath, chronicle.boards["blue"], chronicle.boards["red"] = "devotion", "citizen", "citizen"
    chronicle.dispossessed = ["denizen.gossip"]
    state = from_position(ended(END, chronicle))
    assert (state.phase, state.oath, state.result) == ("over", "devotion", None)
    assert state.lasting["boards"] == {"blue": "citizen"}  # red is played, and an Exile by the file
    names = in_game(chronicle)
    assert names is not None and len(names) == 54 and "denizen.longbows" in names
    assert set(state.zone("archive")) >= set(catalog.ids("denizen")) - set(names) - {"denizen.gossip"}
    assert state.zone("dispossessed") == ["denizen.gossip"]
    assert sum(layer.get("denizen", 0) for layer in state.layers["world"]) == 53
    assert state.lasting["chronicle"]["untold"] == ["piles", "round", "supply", "favor", "secrets"]
    told = from_position(ended({**END, "discard_piles": {}, "round": 6}, chronicle))
    assert told.lasting["chronicle"]["untold"] == ["supply", "favor", "secrets"]  # of the boards in END


def test_the_first_game_knows_its_cards_without_an_order() -> None:
    """A deck told by layers and pool names its cards just as well."""
    names = in_game(first_chronicle())
    assert names is not None and sorted(names) == sorted(catalog.first_game().starting_pool)


def test_where_the_chronicle_does_not_know_its_cards_nothing_is_eliminated() -> None:
    chronicle = first_world("untracked")
    assert chronicle.world_deck.order is not None
    chronicle.world_deck.order[0] = Unknown("denizen")
    assert in_game(chronicle) is None
    state = from_position(ended(END, chronicle))
    assert not [card for card in state.zone("archive") if card.startswith("denizen.")]


def test_what_chapter_8_needs_is_named_all_at_once() -> None:
    """Seats and map cannot be asked for one by one: they stand in the file."""
    found = faults_of({"oath": "people", "turn": {"phase": "act"}, "colour": 1}, first_world("untracked"))
    assert [fault["where"] for fault in found] == ["players", "sites", "turn.phase", "position"]
    assert all("needs the" in str(fault["message"]) for fault in found[:2]) and "over" in str(found[2]["message"])


def test_a_contradiction_is_reported_with_its_place() -> None:
    """A card that began the game in the Archive or among the Dispossessed cannot lie on the table (8.4, 8.5)."""
    chronicle = first_world("untracked")
    names = in_game(chronicle)
    assert names is not None
    strange = [card for card in catalog.ids("denizen") if card not in names]
    chronicle.dispossessed = [strange[1]]
    wrong = {
        **END,
        "sites": [{"site": "Plains", "cards": [catalog.name_of(strange[0])]}],
        "players": [END["players"][0], {**END["players"][1], "advisers": [catalog.name_of(strange[1])]}],
        "discard_piles": {"cradle": [catalog.name_of(strange[2])]},
    }
    found = {str(fault["where"]): str(fault["message"]) for fault in faults_of(wrong, chronicle)}
    assert "in the Archive" in found["sites.1 (Plains)"]
    assert "among the Dispossessed" in found["players.Bo (advisers)"] and "discard_piles.cradle" in found
    # The way out that the hint names: the file says itself which cards are in the game.
    assert ended({**wrong, "world_deck": {"layers": [{"denizens": 9}]}}, chronicle)["turn"]["phase"] == "over"


def test_a_site_where_the_chronicle_has_another_is_named_and_no_facedown_one() -> None:
    """1.1: the map lies as the World Box had it, and nothing moves a site; which of the two is wrong nobody knows."""
    rows = ["Plains", "Mountain", {"unknown": "site"}, "Steppe"]
    said = moved_sites(ended({**END, "sites": rows}, first_chronicle()), first_chronicle())
    assert said == [
        "sites.2: Mountain lay at Provinces 1 (sites.3) when the game began (1.1)",
        "sites.3: Mountain lay here faceup when the game began (1.1)",
        "sites.4: another site, facedown, lay here when the game began, not Steppe (1.1)",
    ]


def test_sites_that_the_file_stops_before_still_lie_there() -> None:
    """1.1: what lay faceup when the game began needs no row; one that the file has elsewhere is left to it."""
    rows = ["Plains", {"unknown": "site"}, "Mountain"]
    state = from_position(ended({**END, "sites": rows}, first_chronicle()))
    assert [state.site(slot) for slot in (0, 2, 5)] == ["site.plains", "site.mountain", "site.rocky_coast"]
    assert not state.faceup_site(3) and not state.faceup_site(7)
    assert moved_sites(ended({**END, "sites": rows}, first_chronicle()), first_chronicle()) == []
    moved = ended({**END, "sites": ["Plains", "rocky coast"]}, first_chronicle())
    assert from_position(moved).site(1) == "site.rocky_coast" and len(moved_sites(moved, first_chronicle())) == 2


def test_one_of_the_dispossessed_may_have_been_swapped_into_the_game() -> None:
    """With the Great Spire on the map, on either side, or Pilgrimage in the game: one unknown denizen went for it."""
    chronicle = first_world("untracked")
    names = in_game(chronicle)
    assert names is not None and "denizen.pilgrimage" not in names
    first, second, *_ = [card for card in catalog.ids("denizen") if card not in names]
    chronicle.dispossessed = [first, second]
    told = {**END, "players": [END["players"][0], {**END["players"][1], "advisers": [first]}]}
    assert "among the Dispossessed" in str(faults_of(told, chronicle)[0]["message"])
    for side in ("edifice.great_spire", "edifice.fallen_spire"):
        chronicle.map[0].cards = ["denizen.longbows", side]
        state = from_position(ended(told, chronicle))
        assert state.zone("advisers.red") == [first]
        assert len(state.zone("dispossessed")) == 2 and second in state.zone("dispossessed")
        # 54 in the game: Longbows and the unknown one are not in the deck any more.
        assert sum(layer.get("denizen", 0) for layer in state.layers["world"]) == 52


def test_8_5_whoever_was_dispossessed_stays_so_where_the_world_deck_is_unknown() -> None:
    """Six more come to those of earlier games, whether anybody knows the cards of the deck or not."""
    chronicle = first_world("untracked")
    assert chronicle.world_deck.order is not None
    chronicle.world_deck.order[0] = Unknown("denizen")
    first, second, *_ = catalog.ids("denizen")[-2:]
    chronicle.dispossessed = [first, second, Unknown("denizen")]
    told = {**END, "players": [END["players"][0], {**END["players"][1], "advisers": [first]}]}
    assert len(from_position(ended(END, chronicle)).zone("dispossessed")) == 3
    state = from_position(ended(told, chronicle))
    assert state.zone("advisers.red") == [first] and len(state.zone("dispossessed")) == 3
    chronicle.uncounted = True
    assert len(from_position(ended(END, chronicle)).zone("dispossessed")) == 3
