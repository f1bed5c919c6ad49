"""2.3: the traits of the Imperial Reliquary, mandatory for the Chancellor while their space is uncovered."""

import pytest

from oathtools import catalog
from oathtools.table.state import FAVOR, SECRET
from tests.support.tables import Table, a_table, down, unknown

BRUTAL, DECADENT, CARELESS, GREEDY = range(4)


def uncovered(*spaces: int) -> Table:
    """The Chancellor's turn; these spaces are uncovered."""
    table = a_table().turn("purple")
    return table.reliquary(*(None if space in spaces else unknown("relic") for space in range(4)))


def trip(start: int, end: int, table: Table) -> int:
    play = table.seat("purple", at=start).play()
    play.answer("travel")
    if play.asked[0] == "travel.modifier":
        play.answer("go-on")
    play.answer(play.state.site(end))
    return 7 - play.state.players["purple"].supply


# -- Decadent ----------------------------------------------------------------------------------------------------

A_116 = {
    (0, 1): 1,
    (0, 2): 2,
    (0, 5): 5,
    (2, 0): 0,
    (2, 3): 2,
    (2, 5): 3,
    (5, 0): 0,
    (5, 2): 2,
    (5, 6): 4,
}


@pytest.mark.parametrize(("way", "supply"), A_116.items())
def test_a_116_decadent_prices(way: tuple[int, int], supply: int) -> None:
    """A-116: to the Hinterland one more, to the Cradle from another region nothing, within the Cradle as ever."""
    assert trip(*way, uncovered(DECADENT)) == supply


@pytest.mark.parametrize(("way", "supply"), A_116.items())
def test_decadent_covered_or_for_others_does_nothing(way: tuple[int, int], supply: int) -> None:
    regions = ["cradle"] * 2 + ["provinces"] * 3 + ["hinterland"] * 3
    usual = catalog.travel_supply(regions[way[0]], regions[way[1]])
    assert trip(*way, uncovered(BRUTAL, CARELESS)) == usual
    table = uncovered(DECADENT).turn("red").seat("red", at=way[0])
    play = table.play().answer("travel", table.built().site(way[1]))
    assert 7 - play.state.players["red"].supply == usual


@pytest.mark.parametrize(
    ("site", "way", "supply"),
    [
        ("shrouded_wood", (2, 5), 3),
        ("shrouded_wood", (0, 5), 3),
        ("shrouded_wood", (2, 0), 0),
        ("shrouded_wood", (0, 1), 2),
        ("charming_valley", (0, 5), 6),
        ("charming_valley", (5, 6), 5),
        ("charming_valley", (2, 0), 0),
        ("charming_valley", (0, 1), 2),
    ],
)
def test_a_116_decadent_replace_then_add_then_free(site: str, way: tuple[int, int], supply: int) -> None:
    """A-116: three from the Wood to the Hinterland (FAQ); to the Cradle nothing, increases included (7.6.2)."""
    assert trip(*way, uncovered(DECADENT).site(site, slot=way[0])) == supply


def test_faq_shrouded_wood_3_a_decadent_chancellor_pays_three_to_the_hinterland() -> None:
    """The Wood sets two, the trait adds one; without the trait it is two."""
    wood = [(uncovered(trait).site("shrouded_wood", slot=0), supply) for trait, supply in ((DECADENT, 3), (BRUTAL, 2))]
    for table, supply in wood:
        assert trip(0, 6, table) == supply


def test_a_116_decadent_between_coasts_of_the_hinterland() -> None:
    table = uncovered(DECADENT).site("rocky_coast", slot=5).site("lush_coast", slot=6)
    assert trip(5, 6, table) == 2


def test_decadent_names_itself_in_the_refusal() -> None:
    table = uncovered(DECADENT).seat("purple", at=2, supply=2)
    assert table.refusals("travel", to="deep_woods") == [("5.6.1", "it costs 3 Supply and 2 is left", "law")]


# -- Careless ----------------------------------------------------------------------------------------------------


def trading(what: str, *advisers: str, space: int = CARELESS, turn: str = "purple") -> tuple[int, int]:
    table = uncovered(space).turn(turn).site(0, cards=["elders"])
    play = table.seat(turn, favor=2, secrets=1, advisers=advisers).play().answer("trade", what)
    return play.has(turn, FAVOR), play.has(turn, SECRET)


@pytest.mark.parametrize(("advisers", "favor"), [((), 2 + 2), (("tents",), 2 + 3)])
def test_a_115_careless_one_favor_more(advisers: tuple[str, ...], favor: int) -> None:
    assert trading("favor", *advisers) == (favor, 0)


@pytest.mark.parametrize(("advisers", "secrets"), [((), 0), (("tents",), 0), (("tents", "horse_archers"), 1)])
def test_a_115_careless_one_secret_less_never_below_zero(advisers: tuple[str, ...], secrets: int) -> None:
    """A-115: in a Trade for secrets a favor comes too, from the traded card's bank."""
    assert trading("secrets", *advisers) == (1, 1 + secrets)


def test_careless_covered_or_for_others() -> None:
    assert trading("favor", space=BRUTAL) == (3, 0)
    assert trading("favor", turn="red") == (3, 0)


def test_careless_an_empty_bank() -> None:
    table = uncovered(CARELESS).site(0, cards=["elders"]).bank("nomad", 1)
    play = table.seat("purple", favor=2, secrets=1).play().answer("trade", "favor")
    assert play.has("purple", FAVOR) == 3


# -- Greedy ------------------------------------------------------------------------------------------------------

CARDS = ("longbows", "elders", "wolves", "rangers", "tents", "scouts", "alchemist")


def test_greedy_two_cards_more() -> None:
    """A-113."""
    play = uncovered(GREEDY).deck(*CARDS).play().answer("search")
    assert len(play.zone("hand.purple")) == 5
    play = uncovered(GREEDY).pile("cradle", *CARDS).play().answer("search", "cradle")
    assert len(play.zone("hand.purple")) == 5


def test_greedy_a_vision_still_stops_the_draw() -> None:
    play = uncovered(GREEDY).deck("longbows", "elders", "wolves", "vision.faith", "tents").play().answer("search")
    assert len(play.zone("hand.purple")) == 4


def test_greedy_and_the_marshes_add_up() -> None:
    play = uncovered(GREEDY).deck(*CARDS).site("marshes", slot=2).seat("purple", at=2).play().answer("search")
    assert len(play.zone("hand.purple")) == 4


@pytest.mark.parametrize("visions", range(1, 6))
def test_a_114_greedy_no_search_above_two_supply(visions: int) -> None:
    """A-114."""
    cost = catalog.search_supply(visions)
    table = uncovered(GREEDY).visions(visions).deck(*CARDS).pile("cradle", *CARDS[:0], "mercenaries")
    because = f"with reliquary.greedy no Search may cost more than 2 Supply; this one costs {cost}"
    assert table.refusals("search", source="world") == [("2.3", because, "reliquary.greedy")]
    assert table.refusals("search", source="cradle") == []


@pytest.mark.parametrize("visions", range(6))
def test_a_114_greedy_with_the_darkest_secret(visions: int) -> None:
    """A-114: what counts is the Supply that is really spent."""
    table = uncovered(GREEDY).visions(visions).deck(*CARDS).banner("darkest_secret", "purple")
    assert table.refusals("search", source="world") == []


def test_greedy_covered_or_for_others() -> None:
    play = uncovered(BRUTAL).visions(3).deck(*CARDS).play().answer("search")
    assert len(play.zone("hand.purple")) == 3
    play = uncovered(GREEDY).turn("red").visions(3).deck(*CARDS).play().answer("search")
    assert len(play.zone("hand.red")) == 3


def test_traits_are_off_in_setup_and_under_relics() -> None:
    game = uncovered(DECADENT, GREEDY).reliquary(down("map"), None, down("whistle"), None).game()
    assert {power.card for power in game.live("travel.cost")} >= {"reliquary.decadent"}
    assert not {power.card for power in game.live("trade.gain")} & {"reliquary.careless"}
    game.state.phase = "setup"
    game.do.cards_stamp += 1
    assert not {power.card for power in game.live("travel.cost")} & {"reliquary.decadent"}


def test_a_trait_is_on_once_the_game_is_set_up() -> None:
    """2.3, chapter 1: an empty space of the Reliquary means nothing while the game is set up, and all at once then."""
    game = uncovered(GREEDY).game()
    game.do.go_to("setup", "1.2")
    assert not game.live("search")
    game.do.go_to("act", "")
    assert [power.card for power in game.live("search")] == ["reliquary.greedy"]
    game.do.go_to("setup", "1.2")
    assert not game.live("search")
