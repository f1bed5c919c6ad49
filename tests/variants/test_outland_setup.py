"""Outland Realms at setup: 1.12 (OR.5), cards and garrisons after 1.22 (OR.6, OR.7), and who leads (OR.8, 1.23)."""

from typing import Any

import pytest

from oathtools import catalog
from oathtools.procedures.machine.world import SavedSite
from oathtools.table.invariants import faults
from oathtools.table.state import CARDS, SLOT
from tests.support.outland import NAME, ask_on, facedown, garrisons, kept, laid, realms, saved, up
from tests.support.tables import Script, refused_with, the

ADVISER_ONLY = next(card.id for card in catalog.cards("denizen") if card.restriction == "adviser")
DIE = f"{NAME}.garrison-die"


def warbands(play: Script) -> dict[int, int]:
    """The purple warbands at sites, by slot."""
    return {slot: count for slot in range(8) if (count := play.at(SLOT[slot], "purple"))}


# -- OR.5 ----------------------------------------------------------------------------------------------------------


def test_the_chancellor_places_no_warbands_at_sites_of_realms() -> None:
    """OR.5 (1.12): the Steppe has a card and is a realm's; the River has one and is not."""
    world = saved([up("plains"), up("mountain"), up("steppe", "elders"), up("river", "keep")], {"white-1": ["steppe"]})
    assert warbands(laid(world)) == {0: 2, 3: 1}


CRADLE = [up("plains", "keep"), up("mountain", "elders")]


@pytest.mark.parametrize(
    ("second", "realm", "reading", "placed"),
    [
        (CRADLE[1], ["plains"], "a", {1: 2}),
        (up("mountain"), ["plains"], "a", {1: 2}),
        (CRADLE[1], ["plains"], "b", {1: 1}),
        (facedown("mountain"), ["plains"], "a", {}),
        (CRADLE[1], ["plains", "mountain"], "a", {}),
        (CRADLE[1], ["mountain"], "a", {0: 2}),
    ],
)
def test_or_a_the_two_on_top_of_the_cradle(
    second: SavedSite, realm: list[str], reading: str, placed: dict[int, int]
) -> None:
    """OR-A, OR.5 (1.12): a: to the next faceup Cradle site of no realm, or nowhere; b: nowhere."""
    play = laid(saved([CRADLE[0], second], {"white-1": realm}), {"OR-A": reading})
    assert warbands(play) == placed
    ask_on(play, "setup.pawn")
    assert play.state.players["purple"].slot == 0
    assert faults(play.state) == []


# -- OR.6 ----------------------------------------------------------------------------------------------------------


def test_a_site_of_a_realm_gets_a_card() -> None:
    """OR.6, OR-L (1.22, 5.1.4.1, 7.3.3): nobody plays it: no favor, no Homeland, no When Played."""
    world = saved([up("plains"), up("mountain"), up("steppe")], {"white-1": ["steppe"]}, bottom=["great_herd"])
    play = laid(world)
    assert play.asked == (DIE, "purple")
    assert play.zone(CARDS[2]) == [the("great_herd")]
    assert play.at("bank.nomad", "favor") == 3 and play.has("purple", "favor") == 2
    assert play.has("purple", "warbands") == 3


def test_the_cards_are_those_at_the_bottom_site_by_site() -> None:
    """OR.6 (1.22): from the top of the map."""
    world = saved([up("plains"), up("mountain")], {"white-1": ["mountain", "plains"]}, bottom=["elders", "keep"])
    play = laid(world)
    assert play.zone(CARDS[0]) == [the("elders")] and play.zone(CARDS[1]) == [the("keep")]


@pytest.mark.parametrize(
    ("site", "reading", "takes"),
    [
        (up("plains", "keep", "elders"), "a", True),  # three, one of them free
        (up("plains", "keep", "elders"), "b", False),
        (up("plains", "keep", "elders"), "c", True),
        (up("mine"), "a", False),  # one, free
        (up("mine"), "b", False),
        (up("mine"), "c", True),
        (up("steppe"), "a", True),  # two, both free
        (up("steppe"), "b", True),
        (up("steppe", "keep", "elders"), "a", False),  # two, none free
        (up("steppe", "keep", "elders"), "c", False),
    ],
)
def test_or_i_room_for_more_than_one_card(site: SavedSite, reading: str, takes: bool) -> None:
    """OR-I, OR.6 (2.8.1): by the capacity, or by the room that is left."""
    world = saved([up("river"), site], {"white-1": [site.site.partition(".")[2]]}, bottom=["wolves"])  # type: ignore
    play = laid(world, {"OR-I": reading})
    assert (the("wolves") in play.zone(CARDS[1])) is takes


def test_or_j_or_k_sites_that_are_not_faceup_get_nothing() -> None:
    """OR-J, OR-K (1.22): one is facedown, one is not on the map; no die is rolled for them."""
    world = saved([up("plains"), facedown("steppe")], {"white-1": ["steppe", "deep_woods"]}, bottom=["wolves"])
    play = laid(world)
    assert play.asked[0] != DIE and garrisons(play.state) == {} and play.zone(CARDS[1]) == []


@pytest.mark.parametrize(("reading", "marker"), [("a", 1), ("b", 0)])
def test_or_l_a_vision_is_discarded_and_moves_the_marker(reading: str, marker: int) -> None:
    """OR-L, OR.6 (2.7.1)."""
    world = saved([up("plains"), up("steppe")], {"white-1": ["steppe"]}, bottom=["vision.faith"])
    play = laid(world, {"OR-L": reading})
    assert play.state.visions_drawn == marker
    assert play.zone(CARDS[1]) == [] and play.zone("discard.provinces")[0] == "vision.faith"


@pytest.mark.parametrize(("reading", "pile"), [("a", "cradle"), ("b", "provinces")])
def test_or_m_where_a_card_goes_that_cannot_be_played(reading: str, pile: str) -> None:
    """OR-M, OR-L, OR.6 (10.5): one for advisers only, drawn for a site of the Hinterland."""
    rows = [up("plains"), *map(facedown, ("mountain", "river", "marshes", "wastes")), up("steppe")]
    world = saved(rows, {"white-1": ["steppe"]}, bottom=[ADVISER_ONLY])
    play = laid(world, {"OR-M": reading})
    assert play.zone(f"discard.{pile}")[0] == ADVISER_ONLY and play.zone(CARDS[5]) == []


# -- OR.7 ----------------------------------------------------------------------------------------------------------


def test_a_die_for_the_garrison_of_each_faceup_site() -> None:
    """OR.7, OR-N (1.22): out of nobody's bank."""
    world = saved([up("plains"), up("steppe"), facedown("river")], {"white-1": ["plains", "steppe", "river"]})
    play = laid(world).answer(["6"], ["2"])
    assert garrisons(play.state) == {"plains": 6, "steppe": 2}
    assert play.state.pieces["stock.red"] == {"red": catalog.WARBANDS["red"] - 3}
    assert faults(play.state) == []


# -- OR.8 ----------------------------------------------------------------------------------------------------------

POSSESS = f"{NAME}.possess"


def reds(others: dict[str, list[str]] | None = None, **how: Any) -> Script:
    """Red has a realm of three faceup sites and a facedown one."""
    rows = [up("plains"), up("mountain"), up("steppe"), facedown("river"), up("deep_woods"), up("marshes")]
    mine = {"red-1": ["mountain", "steppe", "deep_woods", "river"], **(others or {})}
    play = laid(saved(rows, mine, **how))
    dice = ([f"{number}"] for number in (5, 4, 3, 2, 1))
    while play.asked[0] == DIE:
        play.answer(next(dice))
    return ask_on(play, POSSESS)


def test_an_exile_takes_possession_of_sites_of_the_own_color() -> None:
    """OR.8 (1.23): the garrison leaves, one warband at least goes there, and the player leads the realm."""
    play = reds()
    assert play.asked == (POSSESS, "red")
    assert play.offered == [the("mountain"), the("steppe"), the("deep_woods")]
    play.answer(["mountain", "deep_woods"], {"deep_woods": 1})
    assert (play.at(SLOT[1], "red"), play.at(SLOT[4], "red"), play.has("red", "warbands")) == (1, 2, 0)
    assert kept(play.state)["leaders"] == {"red": "red-1"} and garrisons(play.state) == {"steppe": 4}
    assert faults(play.state) == []


def test_warbands_may_stay_on_the_board() -> None:
    """OR.8 (1.23): at least one at each site; the rest as the player likes."""
    play = reds().answer(["steppe"])
    assert play.asked == (f"{NAME}.warbands", "red")
    (row,) = refused_with(play.pending, {the("steppe"): 3})
    assert (row.clause, row.because) == ("OR.8", "site.steppe: a number from 0 to 2")
    play.answer({})
    assert play.has("red", "warbands") == 2 and play.at(SLOT[2], "red") == 1


def test_nobody_has_to_lead() -> None:
    """OR.8 (1.23): the garrisons stay."""
    play = reds()
    assert play.pending.default == []
    play.answer([])
    assert kept(play.state)["leaders"] == {} and garrisons(play.state) == {"mountain": 5, "steppe": 4, "deep_woods": 3}


def test_a_facedown_site_cannot_be_taken() -> None:
    """OR.8 (1.23)."""
    (row,) = refused_with(reds().pending, [the("river")])
    assert (row.clause, row.because) == ("OR.8", "site.river is not among the options")


def test_or_v_a_player_leads_one_realm() -> None:
    """OR-V, OR.8 (1.23): of two realms of the color, one."""
    play = reds({"red-4": ["marshes", "wastes"]})
    (row,) = refused_with(play.pending, [the("steppe"), the("marshes")])
    assert (row.clause, row.because) == ("OR.8", "these sites are of two realms, and a player leads one")
    play.answer(["marshes"]).answer({})
    assert kept(play.state)["leaders"] == {"red": "red-4"} and "steppe" in garrisons(play.state)


def test_or_z_a_color_that_nobody_plays_or_a_citizen_has() -> None:
    """OR-Z (1.23): nobody is asked; the garrisons stay."""
    rows = [up("plains"), up("steppe")]
    for world in (saved(rows, {"white-1": ["steppe"]}), saved(rows, {"red-1": ["steppe"]}, citizens=["red"])):
        play = ask_on(laid(world).answer(["3"]), POSSESS)
        assert play.over or play.state.phase != "setup"
        assert garrisons(play.state) == {"steppe": 3}


def test_realms_without_a_faceup_site_ask_nobody() -> None:
    """OR.8 (1.23)."""
    play = ask_on(laid(saved([up("plains"), facedown("steppe")], {"red-1": ["steppe", "wastes"]})), "act")
    assert kept(play.state)["leaders"] == {} and realms(play.state) == {"red-1": ["steppe", "wastes"]}
