"""Who may know what (9.4, A-100 to A-103)."""

import pytest

from oathtools.table.state import State
from oathtools.table.views import View, may_know
from tests.support.tables import a_table, down, unknown


@pytest.fixture
def state() -> State:
    return (
        a_table(3)
        .map(down("lush_coast"))
        .seat("red", at="mountain", advisers=["longbows", down("scouts")], vision="conquest")
        .seat("blue", at="mountain", advisers=[down("elders", ("red",)), unknown("vision")], relics=["map"])
        .hand("red", "keep", unknown("denizen"))
        .site("mountain", cards=["tents"], relics=["whistle", down("ivory_eye", ("blue",))])
        .pile("cradle", "wolves", "faith", unknown("denizen"))
        .deck("alchemist", "rangers")
        .reliquary(down("grand_mask", ("purple",)), unknown("relic"), None, unknown("relic"))
        .box("conspiracy")
        .built()
    )


PUBLIC = ["site.mountain", "denizen.tents", "denizen.longbows", "vision.conquest", "relic.map", "relic.grand_scepter"]
ALWAYS = ["banner.peoples_favor", "reliquary.greedy", "vision.conspiracy"]
HIDDEN = {
    "site.lush_coast": (),
    "denizen.scouts": ("red",),
    "denizen.elders": ("red", "blue"),
    "denizen.keep": ("red",),
    "relic.whistle": (),
    "relic.ivory_eye": ("blue",),
    "relic.grand_mask": ("purple",),
    "denizen.wolves": (),
    "vision.faith": (),
    "denizen.alchemist": (),
    "denizen.rangers": (),
}


@pytest.mark.parametrize("viewer", [None, "purple", "red", "blue"])
@pytest.mark.parametrize("card", [*PUBLIC, *ALWAYS])
def test_what_lies_faceup_is_public(state: State, card: str, viewer: str | None) -> None:
    assert View(state, viewer).shows(card)


@pytest.mark.parametrize("viewer", [None, "purple", "red", "blue"])
@pytest.mark.parametrize("card", HIDDEN)
def test_a_hidden_face_is_for_those_who_have_seen_it(state: State, card: str, viewer: str | None) -> None:
    assert View(state, viewer).shows(card) == (viewer in HIDDEN[card])


@pytest.mark.parametrize("card", HIDDEN)
def test_spoiling_shows_all_that_the_tool_knows(state: State, card: str) -> None:
    assert View(state, None, True).shows(card)


def test_nobody_knows_an_unknown_card(state: State) -> None:
    for viewer in (None, *state.seats):
        for spoil in (False, True):
            assert not any(View(state, viewer, spoil).shows(card) for card in state.handles)


def test_a_card_that_has_left_the_table_is_a_mere_name(state: State) -> None:
    assert may_know("denizen.longbows", None, None, None)


def test_the_size_of_a_deck_is_private_and_backs_are_not(state: State) -> None:
    view = View(state)
    assert view.deck_size("world") is None
    spoiled = View(state, None, True).deck_size("world")
    assert spoiled is not None and spoiled > 2
    assert view.next_back() == "denizen"
    assert view.backs("discard.cradle") == {"denizen": 2, "vision": 1}


def test_the_next_back_is_open_where_nobody_told_it() -> None:
    state = a_table(2).built()
    assert set(state.layers["world"][0]) == {"denizen", "vision"}
    assert View(state).next_back() is None
    empty = a_table(2).pool().deck(rest=False).built()
    assert View(empty).next_back() is None


def test_a_viewer_must_sit_at_the_table(state: State) -> None:
    with pytest.raises(ValueError, match="there is no player 'white': "):
        View(state, "white")


def test_cards_outside_the_game_are_mere_names(state: State) -> None:
    assert state.zone("archive")
    assert all(View(state).shows(card) for card in state.zone("archive"))


def test_saved_cards_before_the_map_is_laid() -> None:
    assert may_know("denizen.elders", "saved.cards.0", None, None)
    assert not may_know("relic.map", "saved.relics.0", None, None)
    assert not may_know("site.mine", "saved.map", (), "purple")
