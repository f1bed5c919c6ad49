"""What is said of cards, banners, roles and turns, in the position it makes; what is not said stays as it was."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from oathtools.answerers.adjusting import adjusted, says
from oathtools.answerers.matching import Misread
from tests.support.tables import a_table


def a_position() -> dict[str, Any]:
    """Ann is the Chancellor; Bo has two advisers and a relic, Cy nothing but a Vision; two sites lie faceup."""
    return {
        "players": [
            {"name": "Ann", "role": "chancellor"},
            {
                "name": "Bo",
                "role": "exile",
                "advisers": ["Elders", {"card": "Wolves", "facedown": True, "seen_by": ["Bo"]}],
                "relics": [{"card": "Map", "favor": 1}],
            },
            {"name": "Cy", "role": "exile", "vision": "Vision of Faith"},
        ],
        "sites": [{"site": "Plains", "cards": ["Tents"]}, {"site": "Mine"}, {"facedown": True}],
        "world_deck": {"layers": [{"denizen": 10}, {"denizen": 13, "visions": 2}, {"denizen": 9, "visions": 3}]},
        "relic_deck": {"rest": 7},
        "turn": {"player": "Ann", "phase": "wake"},
        "oathkeeper": {"holder": "Ann", "side": "oathkeeper"},
    }


def after(words: str) -> dict[str, Any]:
    position = a_position()
    assert says(position, words.split())
    return position


@pytest.mark.parametrize(
    ("words", "turn"),
    [
        ("phase rest", {"player": "Ann", "phase": "rest"}),  # 4.3
        ("turn Bo", {"player": "Bo", "phase": "act"}),  # 4.2
    ],
)
def test_whose_turn_it_is_and_in_which_phase(words: str, turn: dict[str, str]) -> None:
    assert after(words)["turn"] == turn


@pytest.mark.parametrize(
    "words", ["phase Bo", "Bo rest", "turn", "turn Dora", "Bo role", "Ann role exile", "Bo role chancellor", "Bo Tents"]
)
def test_what_is_no_saying_of_these_changes_nothing(words: str) -> None:
    """6.7, 7.6.1: the Chancellor stays; nobody becomes one; a phase is not a player's."""
    position = a_position()
    assert not says(position, words.split())
    assert position == a_position()


@pytest.mark.parametrize(
    ("words", "of", "stands"),
    [
        ("round 3", lambda new: new["round"], 3),  # 2.1.4
        ("visions 2", lambda new: new["visions_drawn"], 2),  # 3.2
        ("oathkeeper Bo usurper", lambda new: new["oathkeeper"], {"holder": "Bo", "side": "usurper"}),  # 2.11
        ("bank Order 3", lambda new: new["favor_banks"], {"order": 3}),  # 2.3
        ("bank Order 3; bank beast 0", lambda new: new["favor_banks"], {"order": 3, "beast": 0}),
        ("Bo favor 4, Bo supply 2", lambda new: [new["players"][1][key] for key in ("favor", "supply")], [4, 2]),
        ("Bo secrets 2; Bo facedown-secrets 1", lambda new: new["players"][1]["secrets"], {"up": 2, "down": 1}),
        ("Cy pawn Plains", lambda new: new["players"][2]["pawn"], "Plains"),
        ("Plains favor 2; Mine secrets 1", lambda new: [new["sites"][0]["favor"], new["sites"][1]["secrets"]], [2, 1]),
        ("Plains warbands Red 2; Plains warbands blue 0", lambda new: new["sites"][0]["warbands"], {"red": 2}),
    ],
)
def test_numbers_of_the_table_of_players_and_of_sites(words: str, of: Callable[[Any], Any], stands: Any) -> None:
    assert of(adjusted(a_position(), words, a_table().built())) == stands


@pytest.mark.parametrize(
    "words", ["bank Order", "Plains warbands 2", "Plains Tents", "Bo favor", "Bo favor 2 3", "nobody favor 2"]
)
def test_what_is_no_number_of_theirs_is_refused(words: str) -> None:
    with pytest.raises(Misread, match="does not say how the table stands"):
        adjusted(a_position(), words, a_table().built())


def test_a_role_changes_alone() -> None:
    """7.6.1."""
    expected = a_position()
    expected["players"][1]["role"] = "citizen"
    assert after("Bo role citizen") == after("Bo is a citizen") == expected


@pytest.mark.parametrize("words", ["Cy usurper", "usurper Cy", "Cy is now the usurper", "title Cy usurper"])
def test_the_title_in_either_order(words: str) -> None:
    """2.11."""
    assert after(words)["oathkeeper"] == {"holder": "Cy", "side": "usurper"}


def test_a_revealed_vision_is_taken_from_where_it_was() -> None:
    """6.1, 8.8: one who had it revealed has it no more; one from the deck leaves the first layer with Visions."""
    position = after("Bo vision Faith")
    assert position["players"][1]["vision"] == "Vision of Faith" and "vision" not in position["players"][2]
    assert position["world_deck"] == a_position()["world_deck"]
    layers = after("Bo vision Conquest")["world_deck"]["layers"]
    assert [each.get("visions") for each in layers] == [None, 1, 3]
    assert after("Vision of Conquest to Bo")["players"][1]["vision"] == "Vision of Conquest"


def test_a_banner_has_its_holder_and_what_lies_on_it() -> None:
    """2.5."""
    assert after("People's Favor Bo 3")["banners"] == {"peoples_favor": {"holder": "Bo", "favor": 3}}
    assert after("People's Favor to Bo")["banners"] == {"peoples_favor": {"holder": "Bo"}}
    assert after("Darkest Secret nobody 2")["banners"] == {"darkest_secret": {"holder": None, "secrets": 2}}
    position = a_position()
    assert not says(position, ["Darkest", "Secret", "Bo", "Cy", "3"]) and not says(position, ["Darkest", "Secret"])


def test_a_card_moves_with_what_lies_on_it() -> None:
    """2.6, 2.4: favor goes along; who has seen a facedown card is no matter of its new place."""
    position = after("Map to Cy")
    assert position["players"][2]["relics"] == [{"card": "Map", "favor": 1}] and position["players"][1]["relics"] == []
    assert after("Wolves to Mine")["sites"][1]["cards"] == ["Wolves"]
    assert after("Tents to Bo")["players"][1]["advisers"][0] == "Tents"
    assert after("Map to the Mine")["sites"][1]["relics"] == [{"card": "Map", "favor": 1}]
    assert after("Wolves to Bo's advisers facedown")["players"][1]["advisers"][0] == {
        "card": "Wolves",
        "facedown": True,
    }
    assert after("Elders to the Cradle discard pile")["discard_piles"] == {"cradle": ["Elders"]}


def test_a_relic_that_lay_nowhere_comes_from_its_deck() -> None:
    """2.4: the deck has one fewer; a denizen from nowhere is no relic."""
    position = after("Cracked Horn to Bo")
    assert position["relic_deck"]["rest"] == 6 and position["players"][1]["relics"][0] == "Cracked Horn"
    assert after("Longbows to Bo")["relic_deck"]["rest"] == 7


def test_a_card_goes_to_no_place_that_is_not_there() -> None:
    """2.8: no facedown site has cards."""
    position = copy.deepcopy(a_position())
    with pytest.raises(Misread, match="is no place for a card"):
        says(position, ["Wolves", "to", "Nowhere"])
    assert position == a_position()


def test_what_lies_on_a_faceup_card() -> None:
    """7.3: on a facedown card nothing lies."""
    assert after("Tents favor 2")["sites"][0]["cards"] == [{"card": "Tents", "favor": 2}]
    assert after("Map secrets 1")["players"][1]["relics"] == [{"card": "Map", "favor": 1, "secrets": 1}]
    assert not says(a_position(), ["Wolves", "favor", "1"])


def test_a_vision_already_revealed_keeps_its_layer_when_it_goes_facedown() -> None:
    """6.1, 5.1.4.3: it leaves the space of the one who had it revealed, and no deck loses a card."""
    position = after("Vision of Faith to Bo facedown")
    assert position["players"][1]["advisers"][0] == {"card": "Vision of Faith", "facedown": True}
    assert "vision" not in position["players"][2] and position["world_deck"] == a_position()["world_deck"]
