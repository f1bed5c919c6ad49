"""5.1.1 to 5.1.3: what a Search costs, what it draws, what is kept."""

import pytest

from oathtools import catalog
from oathtools.procedures.actions.search import UNTOLD
from oathtools.procedures.glossary.drawing import Source, by_backs
from oathtools.table.state import BOTTOM, SHARED, TOP, WORLD
from tests.support.tables import Lay, Script, Table, a_table, unknown

FAITH, CONSPIRACY = "vision.faith", "vision.conspiracy"


def searching(table: Table, source: str = "world") -> Script:
    play = table.play().answer("search")
    if play.driver.pending is not None and play.pending.kind == "search.source":
        play.answer(source)
    return play


def drawn(play: Script) -> list[str]:
    return [event.facts["card"] for event in play.events if event.facts.get("to") == f"hand.{play.state.turn}"]


# -- 5.1.1 the cost ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("visions", "supply"), [(0, 2), (1, 3), (2, 3), (3, 4), (4, 4), (5, 4)])
def test_5_1_1_the_world_deck_costs_what_the_track_shows(visions: int, supply: int) -> None:
    play = searching(a_table().visions(visions).deck("longbows", "elders", "wolves"))
    assert play.state.players["red"].supply == 7 - supply and "5.1.1" in play.cites()


@pytest.mark.parametrize("visions", [0, 5])
def test_5_1_1_a_discard_pile_costs_2(visions: int) -> None:
    table = a_table().visions(visions).pile("cradle", "longbows", "elders", "wolves")
    assert searching(table, "cradle").state.players["red"].supply == 5


@pytest.mark.parametrize(
    ("source", "visions", "supply"), [("world", 0, 1), ("world", 1, 2), ("world", 3, 3), ("cradle", 5, 1)]
)
def test_5_1_1_too_little_supply(source: str, visions: int, supply: int) -> None:
    table = a_table().visions(visions).seat("red", supply=supply).pile("cradle", "elders")
    needed = 2 if source == "cradle" else catalog.search_supply(visions)
    assert table.refusals("search", source=source) == [
        ("5.1.1", f"it costs {needed} Supply and {supply} is left", "law")
    ]


# -- 5.1.2 where from --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "region"), [(0, "cradle"), (1, "cradle"), (2, "provinces"), (4, "provinces"), (7, "hinterland")]
)
def test_5_1_2_the_pile_of_the_own_region(at: int, region: str) -> None:
    table = a_table().seat("red", at=at)
    for each, card in zip(catalog.REGIONS, ("longbows", "elders", "wolves"), strict=True):
        table.pile(each, card)
    play = table.play().answer("search")
    assert play.offered == ["world", region]
    for other in set(catalog.REGIONS) - {region}:
        assert play.refuses(other) == [("5.1.2", f"the pawn is in the {region}, not in the {other}")]


def test_5_1_2_an_empty_source_is_not_searched() -> None:
    """A-35: nothing is reshuffled."""
    table = a_table().deck(rest=False)
    assert table.refusals("search", source="world") == [("5.1.2", "no card is left there", "law")]
    assert table.refusals("search", source="cradle") == [("5.1.2", "no card is left there", "law")]
    assert {clause for clause, _, _ in table.refusals("search", source="provinces")} == {"5.1.2"}
    assert len(table.refusals("search", source="provinces")) == 2, "both reasons are told"


# -- 5.1.2 the draw ----------------------------------------------------------------------------------------------


def test_5_1_2_three_cards_from_the_top() -> None:
    play = searching(a_table().deck("longbows", "elders", "wolves", "scouts"))
    assert play.zone("hand.red") == ["denizen.longbows", "denizen.elders", "denizen.wolves"]
    assert play.zone("world.top") == ["denizen.scouts"] and play.asked == ("search.keep", "red")


def test_5_1_2_from_the_top_of_a_pile() -> None:
    play = searching(a_table().pile("cradle", "longbows", "elders", "wolves", "scouts"), "cradle")
    assert play.zone("hand.red") == ["denizen.longbows", "denizen.elders", "denizen.wolves"]
    assert play.zone("discard.cradle") == ["denizen.scouts"]


@pytest.mark.parametrize("number", [1, 2])
def test_5_1_2_fewer_where_there_are_fewer(number: int) -> None:
    """A-35."""
    cards = ["longbows", "elders"][:number]
    play = searching(a_table().deck(*cards, rest=False))
    assert len(play.zone("hand.red")) == number
    play = searching(a_table().pile("cradle", *cards), "cradle")
    assert len(play.zone("hand.red")) == number


@pytest.mark.parametrize("vision", [FAITH, CONSPIRACY])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_5_1_2_a_vision_stops_the_draw_and_moves_the_marker(vision: str, place: int) -> None:
    """A-33: the Conspiracy too; the Supply is not given back."""
    cards = ["longbows", "elders", "wolves", "scouts"]
    cards.insert(place, vision)
    play = searching(a_table().visions(1).deck(*cards))
    assert play.zone("hand.red")[-1] == vision and len(play.zone("hand.red")) == place + 1
    assert play.state.visions_drawn == 2 and play.state.players["red"].supply == 4
    assert [event.cites for event in play.events if event.kind == "visions_drawn"] == [("5.1.2", "2.7.1")]


def test_a_141_a_sixth_vision_leaves_the_marker_on_its_last_space() -> None:
    """2.7.1, 9.3: a Vision that went back into the world deck stops the draw again; the track has no more spaces."""
    play = searching(a_table().visions(5).deck("longbows", FAITH, "elders"))
    assert play.zone("hand.red")[-1] == FAITH and len(play.zone("hand.red")) == 2
    assert play.state.visions_drawn == 5 and play.state.players["red"].supply == 3
    assert not [event for event in play.events if event.kind == "visions_drawn"]


@pytest.mark.parametrize(("drawn", "cards"), [(5, 3), (4, 2)])
def test_a_141_b_on_the_last_space_the_draw_goes_on(drawn: int, cards: int) -> None:
    """A card that is no newly drawn Vision stops nothing; while the marker can still move, all is as ever."""
    table = a_table().visions(drawn).deck("longbows", FAITH, "elders").reading("A-141", "b")
    play = searching(table)
    assert len(play.zone("hand.red")) == cards and play.state.visions_drawn == 5


def test_a_141_b_what_is_told_of_such_a_draw() -> None:
    play = searching(a_table().visions(5).reading("A-141", "b"))
    assert play.refuses(["longbows", FAITH]) == [("5.1.2", "3 cards are drawn, not 2")]
    play.answer([FAITH, "longbows", "elders"])
    assert len(play.zone("hand.red")) == 3


def test_5_1_2_a_vision_as_the_fourth_card_is_not_reached() -> None:
    play = searching(a_table().deck("longbows", "elders", "wolves", FAITH))
    assert play.state.visions_drawn == 0


def test_5_1_2_visions_of_a_pile_neither_stop_nor_count() -> None:
    """A-34."""
    play = searching(a_table().pile("cradle", FAITH, "vision.conquest", "elders"), "cradle")
    assert len(play.zone("hand.red")) == 3 and play.state.visions_drawn == 0


# -- what the tool is told of a draw -----------------------------------------------------------------------------


def test_a_draw_from_an_unknown_deck_is_asked_for() -> None:
    play = searching(a_table())
    assert play.asked == ("search.draw", "red") and play.pending.cites == ("5.1.2",)
    play.answer(["longbows", "elders", "wolves"])
    assert play.zone("hand.red") == ["denizen.longbows", "denizen.elders", "denizen.wolves"]


@pytest.mark.parametrize(
    ("told", "because"),
    [
        (["longbows", "elders"], "3 cards are drawn, unless a Vision stops the draw"),
        (["longbows", "elders", "wolves", "scouts"], "3 cards are drawn, not 4"),
        (["longbows", FAITH, "wolves"], "the draw stops at a Vision"),
        (
            ["longbows", "longbows", "wolves"],
            "denizen.longbows cannot be here: it is not among the cards this one may be",
        ),
        (["taming_charm", "elders", "wolves"], "denizen.taming_charm is already elsewhere: cards.0"),
        (["toll_roads", "elders", "wolves"], "denizen.toll_roads is already elsewhere"),
        (
            ["relic.map", "elders", "wolves"],
            "no relic is left in this part of the deck: the next card is a denizen or a Vision",
        ),
        (
            ["nothing", "elders", "wolves"],
            "no nothing is left in this part of the deck: the next card is a denizen or a Vision",
        ),
        ("longbows", "a list of cards, each by name or by its back"),
        ([1, 2, 3], "a list of cards, each by name or by its back"),
    ],
)
def test_refusals_of_a_draw(told: object, because: str) -> None:
    play = searching(a_table().site(0, cards=["taming_charm"]))
    assert ("5.1.2", because) in play.refuses(told)


def test_a_draw_may_be_told_by_its_backs() -> None:
    play = searching(a_table()).answer(["denizen", "vision"])
    assert [play.state.back(card) for card in play.zone("hand.red")] == ["denizen", "vision"]
    assert play.state.visions_drawn == 1, "a Vision must be announced, whichever it is"


@pytest.mark.parametrize(
    ("cards", "default"),
    [
        ((unknown("vision"), unknown("denizen"), unknown("denizen")), ["vision"]),
        ((unknown("denizen"), unknown("vision"), unknown("denizen")), ["denizen", "vision"]),
        ((unknown("denizen"), unknown("denizen"), unknown("denizen")), ["denizen"] * 3),
        ((unknown("denizen"),), None),
    ],
)
def test_the_backs_are_the_default_where_they_are_certain(cards: tuple[Lay, ...], default: list[str] | None) -> None:
    play = searching(a_table().deck(*cards))
    assert play.pending.default == default


@pytest.mark.parametrize(
    ("layers", "count", "stop", "backs"),
    [
        ([{"denizen": 0, "vision": 1}, {"denizen": 3, "vision": 0}], 3, False, ["vision", "denizen", "denizen"]),
        ([{"denizen": 0, "vision": 1}, {"denizen": 3, "vision": 0}], 3, True, ["vision"]),
        ([{"denizen": 2, "vision": 0}, {"denizen": 1, "vision": 1}], 2, True, ["denizen", "denizen"]),
        ([{"denizen": 2, "vision": 0}, {"denizen": 1, "vision": 1}], 3, True, None),
        ([{"denizen": 1, "vision": 1}], 1, True, None),
    ],
)
def test_5_1_2_backs_are_certain_where_a_layer_has_one_kind(
    layers: list[dict[str, int]], count: int, stop: bool, backs: list[str] | None
) -> None:
    """Each layer is used up before the next; a Vision ends the draw, if it does."""
    state = a_table().built().copy()
    state.zones[TOP[WORLD]], state.zones[BOTTOM[WORLD]] = [], []
    state.layers[WORLD] = layers
    assert by_backs(Source(state, WORLD, False), count, stop) == backs


def test_the_next_known_card_is_held_against_what_is_told() -> None:
    play = searching(a_table().deck("longbows", unknown("denizen"), "elders"))
    assert play.asked[0] == "search.draw"
    assert play.refuses(["wolves", "scouts", "elders"]) == [
        ("5.1.2", "the next card was told before: denizen.longbows")
    ]
    assert play.refuses(["longbows", FAITH])[0] == (
        "5.1.2",
        "the back of the next card is that of a denizen, not of a Vision",
    )
    play.answer(["longbows", "scouts", "elders"])
    assert play.zone("hand.red") == ["denizen.longbows", "denizen.scouts", "denizen.elders"]


def test_a_name_that_other_unknown_cards_need_is_refused() -> None:
    table = a_table().pool("longbows", "elders").seat("blue", advisers=[unknown("denizen")]).deck(unknown("denizen"))
    play = searching(table)
    play.answer(["longbows", FAITH] if play.pending.low == 3 else ["longbows"])
    last = a_table().pool("longbows").deck(unknown("denizen"), rest=False)
    play = searching(last)
    assert play.refuses(["elders"]) == [("5.1.2", "denizen.elders is already elsewhere")]


# -- 5.1.3 what is kept ------------------------------------------------------------------------------------------


def test_5_1_3_all_but_one_are_discarded_in_an_order_of_ones_choice() -> None:
    play = searching(a_table().seat("red", at=3).deck("longbows", "elders", "wolves").pile("hinterland", "scouts"))
    assert play.pending.private and play.offered[:3] == play.zone("hand.red")
    play.answer("elders")
    assert play.asked == ("search.order", "red") and play.pending.private
    assert play.pending.default == ["denizen.longbows", "denizen.wolves"]
    play.answer(["wolves", "longbows"])
    assert play.zone("discard.hinterland") == ["denizen.longbows", "denizen.wolves", "denizen.scouts"]
    assert play.cites()[:2] == ["5.1.3", "10.5"]


@pytest.mark.parametrize(("at", "pile"), [(0, "provinces"), (2, "hinterland"), (5, "cradle")])
def test_10_5_discards_go_one_region_on_from_the_pawn(at: int, pile: str) -> None:
    play = searching(a_table().seat("red", at=at).deck("longbows", "elders", rest=False)).answer("elders")
    assert play.zone(f"discard.{pile}") == ["denizen.longbows"]


def test_5_1_3_a_single_card_is_kept_without_a_question() -> None:
    """A-33: a Vision drawn first is the card to be played or discarded."""
    play = searching(a_table().deck(FAITH, "elders"))
    assert play.asked == ("play.to", "red")


def test_5_1_3_with_a_vision_second_one_chooses_between_the_two() -> None:
    play = searching(a_table().deck("elders", FAITH))
    assert play.offered == ["denizen.elders", FAITH]


def test_5_1_3_what_is_kept_may_stay_untold() -> None:
    play = searching(a_table().seat("red", at=2).deck("longbows", "elders", "wolves"))
    play.answer(f"{UNTOLD}.denizen")
    kept, *others = [*play.zone("hand.red"), *play.zone("discard.hinterland")]
    assert {play.state.handles[card] for card in others} == {play.state.handles[kept]}
    assert play.asked[0] == "play.to", "three alike have no order"


def test_5_1_3_untold_is_no_choice_between_different_backs() -> None:
    play = searching(a_table().deck("elders", FAITH))
    assert not [option for option in play.offered if option.startswith(UNTOLD)]


def test_5_1_3_a_kept_vision_leaves_the_two_denizens_told() -> None:
    play = searching(a_table().pile("cradle", FAITH, "longbows", "elders"), "cradle")
    assert f"{UNTOLD}.denizen" in play.offered and f"{UNTOLD}.vision" not in play.offered


def test_5_1_4_the_last_card_may_always_be_discarded() -> None:
    """A-36: it then gives nothing."""
    play = searching(a_table().seat("red", at=2).deck("elders", rest=False))
    play.answer("discard")
    assert play.zone("discard.hinterland") == ["denizen.elders"] and play.has("red", "favor") == 0
    assert play.at(SHARED, "favor") == 36 - 18 - 1


def test_a_search_replays() -> None:
    play = searching(a_table()).answer(["longbows", "elders", "wolves"], "elders").default().answer("adviser")
    assert play.replayed() == play.state
