"""5.6 Travel: the price by regions, the sites that change it, and turning a site up."""

import pytest

from oathtools import catalog
from oathtools.table.effects import deck_size, scatter
from oathtools.table.state import FAVOR, PLACE_NAMES, SECRET, SHARED
from tests.support.tables import Script, Table, a_table, down, unknown

CRADLE, PROVINCES, HINTERLAND = 0, 2, 5
PRICES = {
    (CRADLE, CRADLE + 1): 1,
    (CRADLE, PROVINCES): 2,
    (CRADLE, HINTERLAND): 4,
    (PROVINCES, CRADLE): 2,
    (PROVINCES, PROVINCES + 1): 2,
    (PROVINCES, HINTERLAND): 2,
    (HINTERLAND, CRADLE): 4,
    (HINTERLAND, PROVINCES): 2,
    (HINTERLAND, HINTERLAND + 1): 3,
}


def at(slot: int, table: Table | None = None, **red: int) -> Table:
    return (table or a_table()).seat("red", at=slot, **red)


def go(table: Table, to: str) -> Script:
    return table.play().answer("travel", to)


def spent(play: Script) -> int:
    return 7 - play.state.players["red"].supply


# -- 5.6.1 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("way", "supply"), PRICES.items())
def test_5_6_1_a_68_the_nine_prices(way: tuple[int, int], supply: int) -> None:
    """A-68: inside the Hinterland it is 3."""
    start, end = way
    table = at(start)
    play = go(table, table.built().site(end))
    assert spent(play) == supply and play.state.players["red"].slot == end
    assert play.cites() == ["5.6", "5.6.1", "5.6.2"]


@pytest.mark.parametrize(("way", "supply"), PRICES.items())
def test_5_6_1_not_for_less(way: tuple[int, int], supply: int) -> None:
    table = at(way[0], supply=supply - 1)
    end = table.built().site(way[1])
    assert table.refusals("travel", to=end) == [("5.6.1", f"it costs {supply} Supply and {supply - 1} is left", "law")]


def test_5_6_1_a_70_only_to_another_site() -> None:
    """A-70."""
    play = at(1).play().answer("travel")
    assert play.asked == ("travel.to", "red") and len(play.offered) == 7
    assert play.refuses("mountain") == [("5.6.1", "site.mountain is where the pawn already is")]


def test_5_6_1_what_is_too_far_is_not_offered() -> None:
    play = at(0, supply=2).play().answer("travel")
    assert play.offered == ["site.mountain", "site.the_tribunal", "site.steppe", "site.ancient_city"]
    assert set(play.refused) == {"site.plains", "site.standing_stones", "site.fertile_valley", "site.deep_woods"}


# -- 5.6.2 turning a site up -------------------------------------------------------------------------------------


def hidden(site: str, slot: int = 1) -> Table:
    """A facedown site among faceup ones that do not bear on travel; Red stands at the Plains."""
    others = ["plains", "mountain", "the_tribunal", "river", "marshes", "mine", "wastes", "steppe"]
    others = [each for each in others if each != site][:7]
    return a_table().map(*others[:slot], down(f"site.{site}"), *others[slot:])


@pytest.mark.parametrize("site", [site.id for site in catalog.cards("site") if site.slug != "plains"])
def test_5_6_2_a_facedown_site_is_turned_up_and_filled(site: str) -> None:
    """A-67, 2.8.2."""
    play = go(hidden(site.partition(".")[2]), "cradle.2")
    prompt = catalog.site(site).reveal
    assert play.state.site(1) == site and play.state.faceup_site(1) and play.state.players["red"].slot == 1
    assert (play.at("slot.1", FAVOR), play.at("slot.1", SECRET)) == (prompt.favor, prompt.secret)
    relics = play.zone("relics.1")
    assert len(relics) == prompt.relics and all(play.state.facedown[relic] == () for relic in relics)
    assert ("2.8.2" in play.cites()) == (prompt.total > 0)


def test_5_6_2_a_facedown_site_goes_by_its_place() -> None:
    play = hidden("mine", 6).play().answer("travel")
    assert "hinterland.2" in play.offered and "site.mine" not in play.offered


def test_5_6_2_a_67_nobody_is_stopped_by_what_is_not_revealed() -> None:
    """A-67: an unrevealed Hidden Place asks for nothing, an unrevealed Narrow Pass binds nobody."""
    assert go(hidden("the_hidden_place"), "cradle.2").state.players["red"].slot == 1
    play = hidden("narrow_pass", 3).play().answer("travel")
    assert "site.the_tribunal" in play.offered


def test_5_6_2_it_is_filled_once() -> None:
    play = go(hidden("mine"), "cradle.2").answer("travel", "plains").answer("travel", "mine")
    assert play.at("slot.1", FAVOR) == 3 and len(play.zone("relics.1")) == 1


@pytest.mark.parametrize(("left", "placed"), [(0, 0), (2, 2), (3, 3), (9, 3)])
def test_9_3_short_favor(left: int, placed: int) -> None:
    play = go(hidden("mine").shared(left), "cradle.2")
    assert (play.at("slot.1", FAVOR), play.at(SHARED, FAVOR)) == (placed, left - placed)
    assert ("9.3" in play.cites()) == (0 < left < 3)


@pytest.mark.parametrize(("deck", "placed"), [((), 0), (("map",), 1), (("map", "whistle", "ivory_eye"), 2)])
def test_9_3_short_relics(deck: tuple[str, ...], placed: int) -> None:
    table = hidden("drowned_city").reliquary(None, None, None, None)
    if deck:
        table.relic_deck(*deck)
    else:
        table.relic_deck()
    play = go(table, "cradle.2")
    assert play.zone("relics.1") == [f"relic.{relic}" for relic in deck[:placed]]
    assert deck_size(play.state, "relic_deck") == len(deck) - placed


def test_5_6_2_an_unknown_site_is_named_when_it_is_turned_up() -> None:
    table = a_table().map("plains", unknown("site"))
    play = go(table, "cradle.2")
    assert play.asked == ("face", "red") and play.pending.cites == ("5.6.2",)
    assert play.refuses("plains") == [("5.6.2", "site.plains is already elsewhere: map")]
    assert play.refuses("longbows")[0][0] == "5.6.2"
    play.answer("salt_flats")
    assert play.state.site(1) == "site.salt_flats" and play.at("slot.1", SECRET) == 1


def test_5_6_2_relics_of_an_unknown_deck_stay_unknown() -> None:
    play = go(hidden("mine"), "cradle.2")
    relic = play.zone("relics.1")[0]
    assert play.state.handles[relic].back == "relic" and play.asked[0] == "act"


def test_turning_a_site_up_settles_nothing_for_bandits() -> None:
    assert go(hidden("mine"), "cradle.2").state.oathkeeper == "purple"


# -- prices that sites change (A-68, A-116) ----------------------------------------------------------------------


def price(start: str, end: str, *, slots: tuple[int, int], **red: int) -> int:
    table = a_table().site(start, slot=slots[0]).site(end, slot=slots[1])
    return spent(go(table.seat("red", at=slots[0], **red), end))


@pytest.mark.parametrize("slots", [(0, 5), (5, 6), (2, 3), (7, 1)])
def test_11_3_coast_to_coast_costs_1(slots: tuple[int, int]) -> None:
    assert price("rocky_coast", "lush_coast", slots=slots) == 1


def test_11_3_not_to_other_sites_and_not_from_them() -> None:
    assert price("rocky_coast", "plains", slots=(5, 0)) == 4
    assert price("plains", "rocky_coast", slots=(0, 5)) == 4


def test_11_3_an_unrevealed_coast_is_no_coast() -> None:
    table = a_table().map("plains", "mountain", "rocky_coast", down("site.lush_coast"))
    assert spent(go(table.seat("red", at=2), "provinces.2")) == 2


def test_11_3_from_an_unrevealed_coast_neither() -> None:
    """A pawn may have been placed at a facedown site (A-16, a): what nobody sees has no power."""
    table = a_table().map("plains", "mountain", down("site.lush_coast"), "rocky_coast")
    assert spent(go(table.seat("red", at=2), "rocky_coast")) == 2


@pytest.mark.parametrize(
    ("slots", "supply"), [((0, 1), 2), ((0, 2), 3), ((0, 5), 5), ((2, 5), 3), ((5, 6), 4), ((5, 0), 5)]
)
def test_11_6_leaving_the_charming_valley_costs_1_more(slots: tuple[int, int], supply: int) -> None:
    assert price("charming_valley", "plains", slots=slots) == supply
    assert price("plains", "charming_valley", slots=slots) == supply - 1, "not for going there"


@pytest.mark.parametrize("slots", [(0, 1), (0, 5), (5, 6), (5, 0), (2, 3)])
def test_11_7_leaving_the_shrouded_wood_costs_2(slots: tuple[int, int]) -> None:
    assert price("shrouded_wood", "plains", slots=slots) == 2


def test_place_names() -> None:
    assert PLACE_NAMES == (
        "cradle.1",
        "cradle.2",
        "provinces.1",
        "provinces.2",
        "provinces.3",
        "hinterland.1",
        "hinterland.2",
        "hinterland.3",
    )


def test_5_6_1_tolls_of_one_s_own_trip_are_due_without_a_question() -> None:
    """Only where others pick the way are they paid by agreement (11.7, A-132)."""
    table = a_table().seat("red", at="plains", favor=2).site("mountain", cards=["toll_roads"], warbands={"blue": 1})
    play = table.play().answer("travel", "site.mountain")
    assert play.asked == ("act", "red") and play.has("red", FAVOR) == 1


def test_7_1_live_powers_are_those_that_lie_there_on_a_table_of_its_own_too() -> None:
    game = a_table().site("mountain", cards=["toll_roads"], warbands={"blue": 1}).game()
    (toll,) = game.live("travel.cost")
    assert list(game.apart().live("travel.cost")) == [toll] and toll.card in game.in_force
    scatter(game.do, [toll.card], ())
    assert not list(game.live("travel.cost")) and toll.card not in game.in_force


def test_a_game_is_at_rest_while_nothing_is_waived_and_nobody_listens() -> None:
    game = a_table().game()
    assert game.at_rest
    game.waived = frozenset({(False, "5.6.1", "x")})
    assert not game.at_rest
    game.waived, game.listeners = frozenset(), []
    assert not game.at_rest
