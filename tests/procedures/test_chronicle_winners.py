"""Whole Chronicles, each compared with an end state worked out by hand: every kind of winner."""

import pytest

from oathtools import catalog
from tests.support.chronicles import (
    LATE_VISION,
    STABLE,
    SUCCESSOR,
    USURPER,
    VISION,
    ids,
    names,
    noted,
    over,
    realm,
    roles,
    world,
    write,
)
from tests.support.tables import a_table

ADDED = ("errand_boy", "animal_playmates", "true_names", "rain_boots", "ancient_binding", "mercenaries")
SIX = ("gossip", "keep", "elders", "zealots", "riots", "jinx")
# What is still in play after 8.5 when the Chancellor wins and has built in place of the Longbows.
IN_PLAY = ("dazzle", "tutor", "longbows", *ADDED, "insomnia", "scouts", "rangers", "birdsong")
DECK = (
    *IN_PLAY[:5],
    "vision.faith",
    *IN_PLAY[5:10],
    "vision.conspiracy",
    *IN_PLAY[10:],
    *("vision.conquest", "vision.rebellion", "vision.sanctuary"),
)


def test_the_chancellor() -> None:
    play = over(realm(), "purple", STABLE)
    asked = write(
        play,
        {
            "chronicle.oath": "devotion",
            "chronicle.build": "longbows",
            "chronicle.sites": ["river", "mine", "marshes", "wastes"],
            "chronicle.add": list(ADDED),
            "chronicle.remove": list(SIX),
            "chronicle.relics": ["grand_mask", "brass_horse", "ivory_eye", "relic.map"],
            "chronicle.top-relics": ["sticky_fire", "cup_of_plenty", "horned_mask"],
            "chronicle.deck": list(DECK),
        },
    )
    state = play.state
    # 8.1, and 8.2 is no step for an Imperial winner.
    assert noted(state)["oath"] == "devotion"
    assert roles(state) == {"purple": "chancellor", "red": "exile", "blue": "citizen", "yellow": "exile"}
    assert not {"chronicle.offer", "chronicle.accept", "chronicle.suit"} & asked.keys()
    # 8.3: Mountain, the facedown site, the Valley and the Woods go; Plains and the Stones move up; the Tribunal falls.
    assert world(state) == [
        ("plains", True, ["sprawling_rampart", "wolves"], []),
        ("standing_stones", True, [], ["whistle"]),
        ("river", True, [], []),
        ("mine", False, [], []),
        ("marshes", False, [], []),
        ("wastes", False, [], []),
        ("the_tribunal", True, ["hall_of_mockery"], ["grand_mask"]),
        ("steppe", True, ["ruined_temple", "tents"], ["brass_horse"]),
    ]
    assert noted(state)["fell"] == ["edifice.hall_of_debate"]
    assert noted(state)["ruins_lost"] == ["edifice.broken_forge"]
    assert noted(state)["sites_lost"] == ["site.mountain", "site.fertile_valley", "site.deep_woods"]
    # 8.4, 8.5
    assert noted(state)["added"] == {"beast": 3, "nomad": 2, "discord": 1}
    assert sorted(names(state, "dispossessed")) == sorted(SIX)
    # 8.6
    assert names(state, "relic_deck.top") == ["sticky_fire", "cup_of_plenty", "horned_mask", "ivory_eye", "map"]
    assert names(state, "box") == ["grand_scepter"]
    # 8.8
    assert state.zone("world.top") == ids(*DECK)
    edifices = {card for card in state.zone("archive") if card.startswith("edifice.")}
    assert edifices == {"edifice.ancient_forge", "edifice.festival_district", "edifice.great_spire"}
    assert state.zone("advisers.purple") == state.zone("held.purple") == []


def test_everything_goes_back_to_its_bank() -> None:
    play = over(realm(), "purple", STABLE)
    write(play, {"chronicle.oath": "people", "face": "river"})
    pieces = {place: pile for place, pile in play.state.pieces.items() if any(pile.values())}
    wanted = {f"stock.{seat}": {seat: catalog.WARBANDS[seat]} for seat in play.state.seats}
    assert pieces == {"shared": {"favor": catalog.FAVOR}, **wanted}
    assert play.state.holders == {"banner.peoples_favor": None, "banner.darkest_secret": None}
    assert all(player.slot is None for player in play.state.players.values())


def test_a_citizen_who_succeeds_keeps_the_empires_sites_and_the_chancellor_loses() -> None:
    play = over(realm(), "blue", SUCCESSOR)
    write(
        play,
        {
            "chronicle.oath": "people",
            "chronicle.build": "ruined_temple",
            "chronicle.sites": ["river", "mine", "marshes", "wastes"],
            "chronicle.remove": ["rangers", "birdsong", "gossip", "riots", "zealots", "keep"],
            "chronicle.relics": ["ivory_eye", "relic.map", "cup_of_plenty", "brass_horse", "grand_mask"],
        },
    )
    state = play.state
    assert roles(state)["blue"] == "citizen"
    # The Steppe, its ruin repaired, stays as an Imperial site; the Temple saves no unruled site without a Beast card.
    assert [row[:3] for row in world(state)] == [
        ("plains", True, ["longbows", "wolves"]),
        ("steppe", True, ["forest_temple", "tents"]),
        ("standing_stones", True, []),
        ("river", False, []),
        ("mine", False, []),
        ("marshes", False, []),
        ("wastes", False, []),
        ("the_tribunal", True, ["hall_of_mockery"]),
    ]
    assert noted(state)["repaired"] == ["edifice.forest_temple"]
    # The advisers of the Chancellor, who has lost, are in the stack; jinx is the winner's, and Arcane the suit.
    assert sorted(names(state, "dispossessed")) == ["birdsong", "gossip", "keep", "rangers", "riots", "zealots"]
    assert noted(state)["added"] == {"arcane": 3, "order": 2, "hearth": 1}
    assert names(state, "relics.1") == ["ivory_eye"]
    # Blue holds no relic: the two of the Reliquary lie on top, unseen. The Tribunal has got the Map.
    assert names(state, "relic_deck.top") == ["?", "?", "cup_of_plenty", "brass_horse", "grand_mask"]
    assert names(state, "relics.7") == ["map"]


def test_a_usurper_turns_the_citizens_out_and_offers_to_the_others() -> None:
    table = realm().site("ancient_city", slot=4, warbands={"yellow": 3}).seat("yellow", relics=["bandit_crown"])
    play = over(table, "red", USURPER)
    assert play.offered == ["oath.people", "oath.devotion", "oath.protection"]
    play.answer("protection")
    # Blue was a Citizen and gets no offer; the Chancellor is no Exile.
    assert play.asked == ("chronicle.offer", "red")
    assert play.offered == ["yellow"] and play.pending is not None and (play.pending.low, play.pending.high) == (0, 1)
    play.answer(["yellow"])
    assert play.asked == ("chronicle.accept", "yellow")
    play.answer("yes")
    assert roles(play.state) == {"purple": "chancellor", "red": "exile", "blue": "exile", "yellow": "citizen"}
    asked = write(play, {"chronicle.sites": ["river", "mine", "marshes"]})
    state = play.state
    assert "chronicle.build" not in asked
    # Red rules Mountain and the Tribunal; by the convert the Ancient City and, with the Crown, Valley and Woods.
    assert [row[:3] for row in world(state)] == [
        ("mountain", True, ["keep"]),
        ("the_tribunal", True, ["hall_of_debate", "elders"]),
        ("ancient_city", True, []),
        ("fertile_valley", True, ["scouts"]),
        ("river", False, []),
        ("mine", False, []),
        ("marshes", False, []),
        ("deep_woods", True, ["broken_forge"]),
    ]
    assert noted(state)["converts"] == ["yellow"] and noted(state)["flipped"] == ["blue"]
    assert noted(state)["suit"] == "discord"


@pytest.mark.parametrize("way", [VISION, LATE_VISION])
@pytest.mark.parametrize("oath", ["devotion", "supremacy"])
def test_a_vision_alone_vows_its_twin_even_if_it_is_the_present_oath(way: tuple[str, str], oath: str) -> None:
    play = over(realm().oath(oath), "red", way)
    # Faith is the twin of Devotion: there is nothing to choose, so the question is skipped.
    assert ("chronicle.oath", "oath.devotion") in play.skipped
    assert play.asked[0] == "chronicle.offer"
    write(play, {"face": ("river", "mine")})
    assert noted(play.state)["oath"] == "devotion"
    assert noted(play.state)["played"] == oath


def test_usurper_and_vision_at_once_vow_any_oath_but_the_present_one() -> None:
    play = over(realm().oath("devotion"), "red", USURPER, VISION)
    assert play.offered == ["oath.supremacy", "oath.people", "oath.protection"]
    (refusal,) = play.refused["oath.devotion"]
    assert refusal.clause == "8.1"


def test_an_imperial_win_of_round_eight_is_no_vision() -> None:
    play = over(realm(), "purple", ("war_exhaustion", "3.4.1"))
    assert "oath.supremacy" not in play.offered and len(play.offered) == 3


def test_all_citizens() -> None:
    table = realm()
    for seat in ("red", "yellow"):
        table.seat(seat, role="citizen")
    table.state.lasting["boards"] = {"white": "citizen"}
    play = over(table, "red", SUCCESSOR)
    write(play, {"chronicle.oath": "people", "face": ("river",)})
    assert set(roles(play.state).values()) == {"chancellor", "citizen"}
    assert play.state.lasting["boards"] == {"white": "citizen"}


def test_no_citizens_and_nobody_to_offer_to() -> None:
    play = over(realm().seat("blue", role="exile"), "red", USURPER)
    play.answer("people")
    assert play.offered == ["blue", "yellow"]
    play.answer([])
    assert roles(play.state) == {"purple": "chancellor", "red": "exile", "blue": "exile", "yellow": "exile"}


def test_with_an_exile_winner_all_citizens_leave_and_get_no_offer() -> None:
    table = realm().seat("yellow", role="citizen")
    table.state.lasting["boards"] = {"white": "citizen", "black": "exile"}
    play = over(table, "red", USURPER)
    play.answer("people")
    assert "chronicle.offer" not in (play.asked[0], *(kind for kind, _ in play.skipped))
    assert roles(play.state) == {"purple": "chancellor", "red": "exile", "blue": "exile", "yellow": "exile"}
    assert play.state.lasting["boards"] == {"white": "exile", "black": "exile"}
    assert noted(play.state)["flipped"] == ["blue", "yellow", "white"]


@pytest.mark.parametrize(("reading", "oaths"), [("a", ["people", "devotion"]), ("b", ["people", "protection"])])
def test_a_87_two_visions_at_once(reading: str, oaths: list[str]) -> None:
    """8.1, False Prophet: two Visions met are one way to win; read as two ways, any oath but the present one may be."""
    table = a_table(3).oath("devotion").seat("red", advisers=["false_prophet"], vision="vision.faith")
    table.seat("blue", vision="vision.rebellion").banner("peoples_favor", "red").banner("darkest_secret", "red")
    table.state.visions_drawn = 3
    table.do.move("red", 1, "stock.red", "vision.rebellion", ())
    play = over(table.reading("A-87", reading), "red", VISION)
    offered = [oath.removeprefix("oath.") for oath in play.offered]
    assert set(oaths) <= set(offered)
    assert ("supremacy" in offered, "devotion" in offered) == (reading == "b", reading == "a")
