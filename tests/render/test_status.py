"""How the game stands, as a picture and as data."""

import pytest

from oathtools.render.game import status
from oathtools.render.printers import terminal
from oathtools.table.state import State
from oathtools.table.views import View
from tests.support.games import finished, new_game
from tests.support.tables import a_table, down, unknown

BO_HIDES = down("scouts")


@pytest.fixture
def state() -> State:
    state = (
        a_table(3)
        .map("plains", "mountain", down("lush_coast"), "steppe", "wastes", "mine", "river", "deep_woods")
        .round(3)
        .visions(2)
        .turn("red")
        .title("blue", usurper=True)
        .seat("purple", at="plains", supply=5, favor=2, secrets=1, warbands=4)
        .seat("red", at="mountain", favor=1, hidden=1, warbands=3, vision="faith", advisers=["longbows", BO_HIDES])
        .seat("blue", role="citizen", at="mountain", supply=0, warbands=1, relics=["map"], advisers=[unknown("vision")])
        .site("mountain", cards=["taming_charm", "hall_of_mockery"], relics=["whistle"], warbands={"red": 2}, favor=1)
        .site("plains", cards=["elders"], warbands={"purple": 1})
        .on("taming_charm", favor=2, secrets=1)
        .banner("peoples_favor", "red", 4, mob=True)
        .pile("cradle", "wolves", "conquest", unknown("denizen"))
        .reliquary(down("grand_mask", ("purple",)), None, unknown("relic"), unknown("relic"))
        .built()
    )
    for seat, name in (("purple", "Ann"), ("red", "Bo"), ("blue", "Cy")):
        state.players[seat].name = name
    return state


PICTURE = """\
Round 3 of 8: Bo's Act Phase                Visions drawn: 2
The Oath of Supremacy                            Usurper: Cy

CRADLE
 1 Plains              Empire 1                          Ann
     Elders (N)
 2 Mountain            Bo 2                        Bo and Cy
     Taming Charm (A) [2 favor, 1 secret],
     Hall of Mockery (ruin), a relic, 1 favor
PROVINCES
 3 facedown
 4 Steppe              bandits
 5 Wastes              bandits
HINTERLAND
 6 Mine                bandits
 7 River               bandits
 8 Deep Woods          bandits

PLAYERS                     Supply  favor  secrets  warbands
 Ann, Chancellor                 5      2        1         4
     Holds: Grand Scepter
>Bo, red Exile                   7      1        0         3
     Advisers: Longbows (O), facedown denizen; Holds:
     People's Favor [4 favor, Mob]; Revealed: Vision of
     Faith; 1 of the secrets facedown
 Cy, blue Citizen                0      0        0         1
     Advisers: facedown Vision; Holds: Map

BANKS
 Discord 3  Arcane 3  Order 3  Hearth 3  Beast 3  Nomad 3
 Shared: 8 favor, Darkest Secret [1 secret]
 Reliquary: Brutal [relic], Decadent [open],
 Careless [relic], Greedy [relic]
 Discard piles: Cradle 3 (1 Vision), Provinces 0,
 Hinterland 0"""


def test_the_picture_of_a_table(state: State) -> None:
    assert terminal(status.document(state, View(state)), 60) == PICTURE


def test_what_a_player_knows_is_shown_to_that_player(state: State) -> None:
    assert "Longbows (O), Scouts (O) facedown" in terminal(status.document(state, View(state, "red")), 60)
    assert "Brutal [Grand Mask]" in terminal(status.document(state, View(state, "purple")), 60)
    everything = terminal(status.document(state, View(state, None, True)), 60)
    assert "3 facedown: Lush Coast" in everything and "Whistle facedown" in everything


def test_hands_by_their_backs() -> None:
    state = a_table(2).hand("red", "longbows", "faith", unknown("denizen")).built()
    assert "In hand: denizen, Vision, denizen" in terminal(status.document(state, View(state)), 60)
    assert "In hand: Longbows (O), Vision of Faith, denizen" in terminal(status.document(state, View(state, "red")), 60)


def test_every_picture_fits_a_narrow_screen() -> None:
    for seed in range(6):
        play = finished(seed)
        shown = terminal(status.document(play.state, View(play.state)), 60)
        assert max(map(len, shown.splitlines())) <= 60
        assert len(shown.splitlines()) <= 50
        assert shown.startswith("The game is over.")


@pytest.mark.parametrize("width", [30, 40, 100])
def test_other_widths(state: State, width: int) -> None:
    state.players["red"].name = "Boudicca of the very long and winding name"
    shown = terminal(status.document(state, View(state)), width)
    assert all(len(line) <= max(width, 35) for line in shown.splitlines())


def test_before_the_map_is_laid() -> None:
    play = new_game(2)
    assert terminal(status.document(play.state, View(play.state)), 60).startswith("Setup, step 1.20")
    from oathtools.journal.entry import first_state

    first = first_state(play.header)
    shown = terminal(status.document(first, View(first)), 60)
    assert shown.startswith("Setup, step 1.1\n") and "CRADLE" not in shown
    assert status.as_json(first, View(first))["sites"] == []


def test_the_same_facts_by_ids(state: State) -> None:
    data = status.as_json(state, View(state))
    assert (data["round"], data["phase"], data["turn"], data["visions_drawn"]) == (3, "act", "red", 2)
    assert data["oathkeeper"] == {"holder": "blue", "side": "usurper"}
    mountain = data["sites"][1]
    assert (mountain["id"], mountain["place"], mountain["region"]) == ("site.mountain", "cradle.2", "cradle")
    assert (mountain["rulers"], mountain["warbands"], mountain["pawns"]) == (["red"], {"red": 2}, ["red", "blue"])
    charm = mountain["cards"][0]
    assert (charm["id"], charm["suit"], charm["favor"], charm["secrets"]) == (
        "denizen.taming_charm",
        "arcane",
        2,
        {"up": 1, "down": 0},
    )
    assert mountain["relics"] == [{"id": None, "back": "relic", "suit": None, "facedown": True}]
    assert data["sites"][2] | {} == data["sites"][2] and data["sites"][2]["id"] is None
    bo = data["players"][1]
    assert (bo["name"], bo["role"], bo["pawn"], bo["supply"]) == ("Bo", "exile", "cradle.2", 7)
    assert [card["id"] for card in bo["advisers"]] == ["denizen.longbows", None]
    assert bo["vision"]["id"] == "vision.faith" and bo["banners"] == ["banner.peoples_favor"]
    assert data["banners"]["banner.peoples_favor"]["mob"] is True
    assert data["reliquary"][1] is None
    assert data["discard_piles"]["cradle"] == {"denizen": 2, "vision": 1}
    assert data["world_deck"] == {"next_back": None, "size": None}
    assert status.as_json(state, View(state, None, True))["world_deck"]["size"] > 0
    assert status.as_json(state, View(state, "red"))["players"][1]["advisers"][1]["id"] == "denizen.scouts"
