"""Ids as people say them."""

import pytest

from oathtools.kit.text import capital, counted, listed
from oathtools.render.names import Names
from oathtools.table.state import State
from oathtools.table.views import View
from tests.support.tables import a_table, down, unknown


@pytest.fixture
def state() -> State:
    state = (
        a_table(3)
        .map("plains", "mountain", down("lush_coast"))
        .seat("red", at="mountain", advisers=["longbows", down("scouts"), unknown("vision")])
        .hand("red", "keep", unknown("denizen"))
        .site("mountain", cards=["tents"], relics=["whistle", unknown("relic")])
        .pile("cradle", "wolves")
        .reliquary(down("grand_mask", ("red",)), unknown("relic"), None, unknown("relic"))
        .built()
    )
    state.players["purple"].name = "Ann"
    state.players["red"].name = "Bo"
    state.players["blue"].name = "Cy"
    return state


def handle(state: State, zone: str) -> str:
    return next(card for card in state.zone(zone) if card in state.handles)


@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("denizen.longbows", "Longbows"),
        ("relic.grand_scepter", "the Grand Scepter"),
        ("banner.peoples_favor", "the People's Favor"),
        ("banner.darkest_secret", "the Darkest Secret"),
        ("site.mountain", "Mountain"),
        ("reliquary.greedy", "Greedy"),
        ("vision.conquest", "Vision of Conquest"),
        ("purple", "Ann"),
        ("red", "Bo"),
        ("white", "white"),
        ("bandits", "the bandits"),
        ("bank.hearth", "the Hearth bank"),
        ("shared", "the shared bank"),
        ("board.red", "Bo's board"),
        ("stock.red", "Bo's personal bank"),
        ("hand.blue", "Cy's hand"),
        ("advisers.red", "Bo's advisers"),
        ("held.purple", "Ann's relics"),
        ("vision.red", "Bo's Revealed Vision space"),
        ("slot.1", "Mountain"),
        ("cards.1", "Mountain"),
        ("relics.1", "Mountain"),
        ("slot.2", "the facedown site Provinces 1"),
        ("provinces.1", "the facedown site Provinces 1"),
        ("cradle.2", "Mountain"),
        ("reliquary.0", "the Reliquary"),
        ("discard.cradle", "the Cradle discard pile"),
        ("world", "the world deck"),
        ("world.top", "the world deck"),
        ("relic_deck", "the relic deck"),
        ("archive", "the Archive"),
        ("hearth", "Hearth"),
        ("cradle", "the Cradle"),
        ("supremacy", "Supremacy"),
        ("people", "the People"),
        ("untold.denizen", "a denizen that stays unnamed"),
        ("untold.vision", "a Vision that stays unnamed"),
        ("denizen.small_friends@site.plains", "Small Friends (Plains)"),
        ("relic-2", "relic 2 here"),
        ("relic-2-1", "relic 1 at Mountain"),
        ("reliquary-1", "the relic on Brutal"),
        ("denizen.longbows=3", "Longbows (3)"),
        ("denizen.longbows=-1", "Longbows (-1 attack die)"),
        ("denizen.longbows=+2", "Longbows (+2 attack dice)"),
        ("go-on", "go on"),
        ("end", "end the Act Phase"),
        ("yes", "yes"),
    ],
)
def test_every_id_has_a_name(state: State, what: str, name: str) -> None:
    assert Names(View(state)).name(what) == name


def test_a_hidden_card_is_what_everybody_sees_of_it(state: State) -> None:
    names = Names(View(state))
    assert names.name("denizen.scouts") == "a facedown denizen adviser"
    assert names.name("relic.whistle") == "an unknown relic at Mountain"
    assert names.name("denizen.keep") == "a denizen in Bo's hand"
    assert names.name("denizen.wolves") == "an unknown denizen"
    assert names.name("relic.grand_mask") == "an unknown relic on Brutal"
    assert names.name("site.lush_coast") == "the facedown site Provinces 1"


def test_unknown_cards_by_their_backs(state: State) -> None:
    for viewer in (None, "red"):
        names = Names(View(state, viewer))
        assert names.name(handle(state, "hand.red")) == "an unknown denizen"
        assert names.name(handle(state, "advisers.red")) == "an unknown Vision"
        assert names.name(handle(state, "relics.1")) == "an unknown relic at Mountain"
        assert names.name("card#999") == "an unknown card"


def test_who_may_know_hears_the_name(state: State) -> None:
    names = Names(View(state, "red"))
    assert names.name("denizen.scouts") == "Scouts"
    assert names.name("denizen.keep") == "Keep"
    assert names.name("reliquary-1") == "the relic on Brutal (Grand Mask)"
    assert Names(View(state, None, True)).name("denizen.wolves") == "Wolves"


def test_sides(state: State) -> None:
    names = Names(View(state))
    assert [names.side(side) for side in ("purple", "red", "bandits")] == ["the Empire", "Bo", "the bandits"]


def test_pieces(state: State) -> None:
    names = Names(View(state))
    assert names.pieces("favor", 1) == "1 favor"
    assert names.pieces("secret", 1) == "1 secret"
    assert names.pieces("secret", 2) == "2 secrets"
    assert names.pieces("hidden", 2) == "2 facedown secrets"
    assert names.pieces("red", 1) == "1 red warband"
    assert names.pieces("red", 2, "red") == "2 warbands"
    assert names.pieces("supply", 3) == "3 Supply"


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("denizen.longbows already holds 1 favor", "Longbows already holds 1 favor"),
        ("denizen.scouts is a ruin", "a facedown denizen adviser is a ruin"),
        ("red is an Exile and has the title.", "Bo is an Exile and has the title."),
        ("the pawn is in the cradle, not in the provinces", "the pawn is in the Cradle, not in the Provinces"),
        ("provinces.1 lies facedown", "the facedown site Provinces 1 lies facedown"),
        ("red meets the Successor goal of people", "Bo meets the Successor goal of the People"),
        ("these people are few", "these people are few"),
        ("with denizen.small_friends@site.plains.", "with Small Friends (Plains)."),
        ("relic-2-1 is at slot.1, not at cards.0", "relic 1 at Mountain is at Mountain, not at Plains"),
        ("2 white warbands", "2 white warbands"),
        ("covered by red's board.red", "covered by Bo's Bo's board"),
        ("it costs 2 Supply and 1 is left", "it costs 2 Supply and 1 is left"),
    ],
)
def test_ids_inside_a_sentence(state: State, sentence: str, said: str) -> None:
    assert Names(View(state)).text(sentence) == said


def test_player_names_cannot_move_the_cursor(state: State) -> None:
    state.players["red"].name = "B\x1b[2Jo\n"
    assert Names(View(state)).seat("red") == "B [2Jo"
    state.players["red"].name = ""
    assert Names(View(state)).seat("red") == "Red"


def test_lists() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(["a", "b"], "or") == "a or b"
    assert counted(["a denizen", "a Vision", "a denizen"]) == ["2 denizens", "a Vision"]
    assert counted(["an unknown relic", "an unknown relic"]) == ["2 unknown relics"]
    assert counted(["Longbows"]) == ["Longbows"]
    assert capital("the map") == "The map"
