"""Whole Chronicles with everything told: the world afterwards, worked out from the clauses by hand, card by card.

The tables are small; all their cards are known, so that the end state is one. Each test works its own out in its
comments; names stand without their kind.
"""

from typing import Any, NamedTuple

import pytest

from oathtools.table.state import PURPLE, State
from tests.support.chronicles import (
    LATE_VISION,
    STABLE,
    SUCCESSOR,
    USURPER,
    VISION,
    names,
    noted,
    over,
    realm,
    roles,
    stand_at,
    world,
    write,
)
from tests.support.tables import Script, Table, a_table, down

UP, DOWN = True, False
ALL_EDIFICES = {
    *("ancient_forge", "festival_district", "forest_temple", "great_spire", "hall_of_debate", "sprawling_rampart")
}
# Three of Discord, two of Arcane, one of Order, as the wheel goes from Discord (8.4).
FROM_DISCORD = ["mercenaries", "a_small_favor", "second_wind", "alchemist", "fire_talkers", "wrestlers"]


class End(NamedTuple):
    """A world after chapter 8. ``edifices`` are those in the Archive; decks lie from the top."""

    oath: str
    citizens: set[str]
    map: list[tuple[str, bool, list[str], list[str]]]
    deck: list[str]
    dispossessed: set[str]
    relics: list[str]
    edifices: set[str]


def end(state: State) -> End:
    """What lies where when the Chronicle is written."""
    boards = {**state.lasting.get("boards", {}), **roles(state)}
    return End(
        str(noted(state)["oath"]),
        {seat for seat, side in boards.items() if side == "citizen"},
        world(state),
        [*names(state, "world.top"), *names(state, "world.bottom")],
        set(names(state, "dispossessed")),
        [*names(state, "relic_deck.top"), *names(state, "relic_deck.bottom")],
        {card.partition(".")[2] for card in state.zone("archive") if card.startswith("edifice.")},
    )


def written(play: Script, **answers: Any) -> End:
    """The end of a Chronicle; a keyword answers the question of that name, with ``_`` for ``-``."""
    write(play, {f"chronicle.{kind.replace('_', '-')}": told for kind, told in answers.items()})
    assert all(not state for state in (play.state.zone("aside.stack"), play.state.zone("aside.visions")))
    assert names(play.state, "box") == ["grand_scepter"]
    return end(play.state)


def layered(*cards: str, above: tuple[str, str] = ("faith", "conquest")) -> list[str]:
    """8.8 as these tests tell it: ten denizens on two Visions, fifteen on three, the rest."""
    below = [name for name in ("sanctuary", "rebellion", "conspiracy", "faith", "conquest") if name not in above]
    return [*cards[:10], *above, *cards[10:25], *below, *cards[25:]]


def deck(cards: list[str]) -> list[str]:
    """A deck as an answer: Visions by their ids, since their names may be those of other cards."""
    visions = {"faith", "conquest", "sanctuary", "rebellion", "conspiracy"}
    return [f"vision.{name}" if name in visions else name for name in cards]


# -- an Exile wins -------------------------------------------------------------------------------------------------


def test_a_vision_alone() -> None:
    """8.1: Red wins by Faith; Blue, the Citizen, is turned out (8.2), Yellow accepts and rules nothing."""
    # 8.3.2: Red rules Mountain and Tribunal. All others go, ruins too: Longbows, Wolves, Tents, Scouts to the piles.
    # 8.3.5: the two that stay lie in the Cradle; River and Wastes are the top sites of their regions.
    # 8.5: the stack is Gossip, Insomnia; those four; Rangers, Birdsong of the Chancellor, Jinx of Blue.
    # 8.6: to the Eye and the Mask come the Cup of the Chancellor and the Whistle of the Stones; two sites want one.
    # 8.8: Dazzle, Tutor; the six new ones; three left of the stack; Zealots and Riots of Red.
    new = layered("dazzle", *FROM_DISCORD, "rangers", "riots", "tutor", "birdsong", "jinx", "zealots")
    assert written(
        over(realm(), "red", VISION),
        offer=["yellow"],
        accept="yes",
        sites=["river", "mine", "marshes", "wastes", "salt_flats", "narrow_pass"],
        add=FROM_DISCORD,
        remove=["gossip", "insomnia", "longbows", "wolves", "tents", "scouts"],
        relics=["whistle", "cup_of_plenty", "ivory_eye", "grand_mask"],
        top_relics=["horned_mask", "sticky_fire", "brass_horse"],
        deck=deck(new),
    ) == End(
        oath="devotion",
        citizens={"yellow"},
        map=[
            ("mountain", UP, ["keep"], ["map"]),
            ("the_tribunal", UP, ["hall_of_debate", "elders"], ["whistle"]),
            ("river", UP, [], []),
            ("mine", DOWN, [], []),
            ("marshes", DOWN, [], []),
            ("wastes", UP, [], ["cup_of_plenty"]),
            ("salt_flats", DOWN, [], []),
            ("narrow_pass", DOWN, [], []),
        ],
        deck=new,
        dispossessed={"gossip", "insomnia", "longbows", "wolves", "tents", "scouts"},
        relics=["horned_mask", "sticky_fire", "brass_horse", "ivory_eye", "grand_mask"],
        edifices=ALL_EDIFICES - {"hall_of_debate"},
    )


def test_a_usurper_with_a_vision_besides_and_no_citizens() -> None:
    """8.1: won in two ways: any oath but Supremacy. Nobody is turned out; Blue accepts with a site, Yellow declines."""
    table = realm().seat("blue", role="exile").site("fertile_valley", warbands={"blue": 2})
    play = over(table, "red", USURPER, VISION)
    assert play.offered == ["oath.people", "oath.devotion", "oath.protection"]
    # 8.2: one red warband for the two blue ones in the Valley, so Red rules Mountain, Tribunal and Valley.
    # 8.3.5: Mountain up, the Tribunal from the Provinces to the Cradle, the Valley from the Hinterland to the
    # Provinces. The Hinterland has no faceup site: its top one, Wastes, is turned up.
    # 8.5: Gossip, Insomnia; Longbows, Wolves, Tents of the sites that went; Rangers, Birdsong, Jinx.
    new = layered(*FROM_DISCORD, "wolves", "tents", "zealots", "riots", "dazzle", "tutor")
    assert written(
        play,
        oath="people",
        offer=["blue", "yellow"],
        accept=("yes", "no"),
        sites=["mine", "marshes", "wastes", "salt_flats", "river"],
        add=FROM_DISCORD,
        remove=["rangers", "birdsong", "jinx", "gossip", "insomnia", "longbows"],
        relics=["cup_of_plenty", "grand_mask", "whistle", "ivory_eye"],
        top_relics=["brass_horse", "horned_mask", "sticky_fire"],
        deck=deck(new),
    ) == End(
        oath="people",
        citizens={"blue"},
        map=[
            ("mountain", UP, ["keep"], ["map"]),
            ("the_tribunal", UP, ["hall_of_debate", "elders"], ["cup_of_plenty"]),
            ("fertile_valley", UP, ["scouts"], []),
            ("mine", DOWN, [], []),
            ("marshes", DOWN, [], []),
            ("wastes", UP, [], ["grand_mask"]),
            ("salt_flats", DOWN, [], []),
            ("river", DOWN, [], []),
        ],
        deck=new,
        dispossessed={"rangers", "birdsong", "jinx", "gossip", "insomnia", "longbows"},
        relics=["brass_horse", "horned_mask", "sticky_fire", "whistle", "ivory_eye"],
        edifices=ALL_EDIFICES - {"hall_of_debate"},
    )


def test_a_vision_of_round_eight_and_all_others_citizens() -> None:
    """8.1: 3.4.3 is a win by a Vision alone: Devotion, even again. 8.2: nobody is left for an offer."""
    table = realm().oath("devotion").seat("yellow", role="citizen").site("mountain", warbands={"red": 1})
    table.state.lasting["boards"] = {"white": "citizen"}
    # As in the first test, but that Mountain has two warbands; all Citizens, the one in the box too, are Exiles now.
    new = layered("dazzle", *FROM_DISCORD, "scouts", "riots", "tutor", "zealots", "longbows", "wolves")
    assert written(
        over(table, "red", LATE_VISION),
        sites=["plains", "mine", "marshes", "salt_flats", "steppe", "narrow_pass"],
        add=FROM_DISCORD,
        remove=["gossip", "insomnia", "tents", "rangers", "birdsong", "jinx"],
        relics=["ivory_eye", "whistle", "grand_mask", "cup_of_plenty"],
        top_relics=["horned_mask", "sticky_fire", "brass_horse"],
        deck=deck(new),
    ) == End(
        oath="devotion",
        citizens=set(),
        map=[
            ("mountain", UP, ["keep"], ["map"]),
            ("the_tribunal", UP, ["hall_of_debate", "elders"], ["ivory_eye"]),
            # Plains, just discarded and shuffled in, is drawn again: bare.
            ("plains", UP, [], []),
            ("mine", DOWN, [], []),
            ("marshes", DOWN, [], []),
            ("salt_flats", UP, [], []),
            ("steppe", DOWN, [], []),
            ("narrow_pass", DOWN, [], []),
        ],
        deck=new,
        dispossessed={"gossip", "insomnia", "tents", "rangers", "birdsong", "jinx"},
        relics=["horned_mask", "sticky_fire", "brass_horse", "whistle", "grand_mask", "cup_of_plenty"],
        edifices=ALL_EDIFICES - {"hall_of_debate"},
    )


def test_a_usurper_who_rules_nothing_begins_a_new_world() -> None:
    """8.3.2: with no ruled site and no intact edifice the whole map goes; three regions turn their top site up."""
    table = a_table(2).site("plains", cards=["fallen_spire", "keep"], warbands={PURPLE: 2})
    table.site("steppe", cards=["elders"], relics=["map"])
    table.seat("red", advisers=["wolves"]).deck("dazzle", rest=False).relic_deck().reliquary(None, None, None, None)
    new = layered("dazzle", "errand_boy", "the_old_oak", "animal_playmates", "rain_boots", "tents", "slander", "wolves")
    assert written(
        over(table, "red", USURPER),
        oath="protection",
        sites=["steppe", "river", "drowned_city", "mine", "wastes", "rocky_coast", "plains", "salt_flats"],
        add=["errand_boy", "the_old_oak", "animal_playmates", "rain_boots", "tents", "slander"],
        deck=deck(new),
    ) == End(
        oath="protection",
        citizens=set(),
        # One relic in all: the Steppe, turned up first, gets it; the Drowned City none of its two (9.3).
        map=[
            ("steppe", UP, [], ["map"]),
            ("river", DOWN, [], []),
            ("drowned_city", UP, [], []),
            ("mine", DOWN, [], []),
            ("wastes", DOWN, [], []),
            ("rocky_coast", UP, [], []),
            ("plains", DOWN, [], []),
            ("salt_flats", DOWN, [], []),
        ],
        deck=new,
        # Two cards in all, so both go (9.3).
        dispossessed={"keep", "elders"},
        relics=[],
        edifices=ALL_EDIFICES,
    )


def test_a_loser_who_is_the_usurper_may_become_a_citizen() -> None:
    """8.2: Blue, the Usurper, has lost to Red's Vision and accepts: the title means nothing any more (8.7.2)."""
    table = realm().seat("blue", role="exile").title("blue", usurper=True)
    stand = stand_at(over(table, "red", VISION), "8.3.1", {"chronicle.offer": ["blue"], "chronicle.accept": "yes"})
    assert stand.state.players["blue"].role == "citizen"
    write(play := over(table, "red", VISION), {"chronicle.offer": ["blue"], "chronicle.accept": "yes"})
    assert play.state.oathkeeper is None and not play.state.usurper


# -- an Imperial player wins ---------------------------------------------------------------------------------------


def empire() -> Table:
    """All Citizens, one of whom has the Bandit Crown; few cards and relics."""
    table = a_table(4).site("plains", cards=["scouts"], warbands={PURPLE: 1})
    table.site("mountain", cards=["dazzle"]).site("steppe", cards=["tents"], warbands={PURPLE: 2})
    table.site("fertile_valley", cards=["keep", "fallen_spire"], warbands={PURPLE: 1})
    table.site("deep_woods", cards=["wolves"])
    for seat in ("red", "blue", "yellow"):
        table.seat(seat, role="citizen")
    table.seat(PURPLE, advisers=["zealots", "slander"]).seat("red", advisers=["elders", "marriage"])
    table.seat("red", relics=["brass_horse"]).seat("blue", relics=["bandit_crown"], advisers=["jinx"])
    table.seat("yellow", advisers=[down("riots")]).deck("augury", "portal", rest=False)
    table.state.lasting["boards"] = {"white": "citizen"}
    return table.relic_deck("map").reliquary(down("cup_of_plenty"), None, None, None)


def test_the_chancellor_with_all_citizens_one_of_them_with_the_bandit_crown() -> None:
    """FAQ Bandit Crown: the Empire rules every empty site, so nothing goes; the ruin in the Valley is repaired."""
    # 8.5: Elders, Marriage, Jinx, Riots are all there are. 8.6: three relics for six sites that want one.
    new = layered("augury", "portal", *FROM_DISCORD, "zealots", "slander")
    assert written(
        over(empire(), PURPLE, STABLE),
        oath="devotion",
        build="fallen_spire",
        add=FROM_DISCORD,
        relics=["bandit_crown", "relic.map", "brass_horse"],
        deck=deck(new),
    ) == End(
        oath="devotion",
        citizens={"red", "blue", "yellow", "white"},
        map=[
            ("plains", UP, ["scouts"], []),
            ("mountain", UP, ["dazzle"], ["bandit_crown"]),
            ("the_tribunal", UP, [], ["map"]),
            ("steppe", UP, ["tents"], ["brass_horse"]),
            ("ancient_city", UP, [], []),
            ("standing_stones", UP, [], []),
            ("fertile_valley", UP, ["keep", "great_spire"], []),
            ("deep_woods", UP, ["wolves"], []),
        ],
        deck=new,
        dispossessed={"elders", "marriage", "jinx", "riots"},
        relics=["cup_of_plenty"],
        edifices=ALL_EDIFICES - {"great_spire"},
    )


def test_a_citizen_of_many_who_succeeds() -> None:
    """3.3.1: Red wins, the Chancellor is a loser: their advisers join the stack (8.5). Elders and Marriage: Hearth."""
    # 8.3.1: the Forge takes the place of the Tents; the Spire stays a ruin, so the Valley is set aside and comes back
    # at the bottom; the Woods are pushed up. 8.4: Marriage is two of Hearth: 3 Hearth, 2 Beast, 1 Nomad.
    # 8.6: the Crown is a loser's and goes into the deck, the Horse is Red's and goes on top.
    added = ["tinkers_fair", "wayside_inn", "land_warden", "birdsong", "rangers", "lancers"]
    new = layered("tents", "augury", "portal", *added, "elders", "marriage")
    assert written(
        over(empire(), "red", SUCCESSOR),
        oath="people",
        build="tents",
        add=added,
        relics=["relic.map", "bandit_crown"],
        top_relics=["cup_of_plenty", "brass_horse"],
        deck=deck(new),
    ) == End(
        oath="people",
        citizens={"red", "blue", "yellow", "white"},
        map=[
            ("plains", UP, ["scouts"], []),
            ("mountain", UP, ["dazzle"], ["map"]),
            ("the_tribunal", UP, [], ["bandit_crown"]),
            ("steppe", UP, ["ancient_forge"], []),
            ("ancient_city", UP, [], []),
            ("standing_stones", UP, [], []),
            ("deep_woods", UP, ["wolves"], []),
            ("fertile_valley", UP, ["keep", "fallen_spire"], []),
        ],
        deck=new,
        dispossessed={"zealots", "slander", "jinx", "riots"},
        relics=["cup_of_plenty", "brass_horse"],
        edifices=ALL_EDIFICES - {"great_spire", "ancient_forge"},
    )


def test_the_chancellor_without_citizens() -> None:
    """8.2 is no step for the Chancellor; nothing is built. The Tribunal falls, the Temple's ruin is the Empire's."""
    # 8.3.2: Mountain, the facedown site, Valley and Woods go: Keep, Scouts. 8.3.3: the Hall falls: Elders.
    # 8.5: Gossip, Insomnia, Keep, Scouts, Elders, Zealots, Riots, Jinx. 8.4: two Beasts: 3 Beast, 2 Nomad, 1 Discord.
    added = ["errand_boy", "true_names", "bracken", "lancers", "convoys", "slander"]
    new = layered("dazzle", "tutor", *added, "gossip", "jinx", "rangers", "birdsong")
    assert written(
        over(realm().seat("blue", role="exile"), PURPLE, STABLE),
        oath="protection",
        sites=["narrow_pass", "mine", "marshes", "river"],
        add=added,
        remove=["insomnia", "keep", "scouts", "elders", "zealots", "riots"],
        relics=["brass_horse", "ivory_eye", "relic.map", "grand_mask"],
        top_relics=["cup_of_plenty", "sticky_fire", "horned_mask"],
        deck=deck(new),
    ) == End(
        oath="protection",
        citizens=set(),
        map=[
            ("plains", UP, ["longbows", "wolves"], []),
            ("standing_stones", UP, [], ["whistle"]),
            ("narrow_pass", UP, [], ["brass_horse"]),
            ("mine", DOWN, [], []),
            ("marshes", DOWN, [], []),
            ("river", DOWN, [], []),
            ("the_tribunal", UP, ["hall_of_mockery"], ["ivory_eye"]),
            ("steppe", UP, ["ruined_temple", "tents"], ["map"]),
        ],
        deck=new,
        dispossessed={"insomnia", "keep", "scouts", "elders", "zealots", "riots"},
        relics=["cup_of_plenty", "sticky_fire", "horned_mask", "grand_mask"],
        edifices=ALL_EDIFICES - {"hall_of_debate", "forest_temple"},
    )


# -- edifices ------------------------------------------------------------------------------------------------------

EDIFICES = ("sprawling_rampart", "hall_of_debate", "great_spire", "festival_district", "forest_temple", "ancient_forge")
SITES = ("plains", "mountain", "the_tribunal", "steppe", "ancient_city", "standing_stones")
NEW = "-"
# So many edifices, from the top Cradle site down. The Empire rules the first, third and fifth site of the map, which
# stay and are pushed up; the second, fourth and sixth stay only with an edifice, which falls, and come back from the
# bottom in reverse order.
AFTER = {
    0: ["plains", "the_tribunal", "ancient_city", NEW, NEW, NEW, NEW, NEW],
    1: ["plains", "the_tribunal", "ancient_city", NEW, NEW, NEW, NEW, NEW],
    2: ["plains", "the_tribunal", "ancient_city", NEW, NEW, NEW, NEW, "mountain"],
    3: ["plains", "the_tribunal", "ancient_city", NEW, NEW, NEW, NEW, "mountain"],
    4: ["plains", "the_tribunal", "ancient_city", NEW, NEW, NEW, "mountain", "steppe"],
    5: ["plains", "the_tribunal", "ancient_city", NEW, NEW, NEW, "mountain", "steppe"],
    6: ["plains", "the_tribunal", "ancient_city", NEW, NEW, "mountain", "steppe", "standing_stones"],
}
SIDES = {
    "plains": "sprawling_rampart",
    "mountain": "hall_of_mockery",
    "the_tribunal": "great_spire",
    "steppe": "squalid_district",
    "ancient_city": "forest_temple",
    "standing_stones": "broken_forge",
}


@pytest.mark.parametrize("number", AFTER)
def test_none_to_six_edifices(number: int) -> None:
    """8.3.2, 8.3.3, 8.3.5: each site in its slot, each edifice on its side, the others in the Archive."""
    table = a_table(3).relic_deck().reliquary(None, None, None, None)
    for site in SITES[::2]:
        table.site(site, warbands={PURPLE: 1})
    for site, edifice in zip(SITES[:number], EDIFICES, strict=False):
        table.site(site, cards=[edifice, "elders"] if site == "mountain" else [edifice])
    fresh = ["river", "mine", "marshes", "wastes", "salt_flats"][: AFTER[number].count(NEW)]
    came = written(over(table, PURPLE, STABLE), oath="people", sites=fresh)
    assert [NEW if row[0] in fresh else row[0] for row in came.map] == AFTER[number]
    assert {row[0]: row[2] for row in came.map if row[2]} == {site: [SIDES[site]] for site in SITES[:number]}
    # A region without any other site turns its top one up: the Hinterland, as long as nothing fell.
    assert [row[1] for row in came.map if row[0] in fresh] == [False, False, number < 2, False, False][: len(fresh)]
    assert came.edifices == ALL_EDIFICES - set(EDIFICES[:number])
    # With the Hall its site's Elders are discarded, and are all that can be removed (8.5).
    assert came.dispossessed == ({"elders"} if number >= 2 else set())


# -- the Archive ---------------------------------------------------------------------------------------------------

# What the Archive holds of the three suits asked for: Order three, Hearth two, Beast one.
FULL = ["keep", "garrison", "scouts", "herald", "hospital", "wolves"]
LOST = [
    *("lancers", "convoys", "oracle", "tents", "elders", "resettle", "storm_caller"),
    *("tyrant", "captains", "slander"),
]


def archived(archive: list[str]) -> Table:
    """A Chancellor with Longbows, these cards in the Archive and ten Dispossessed, seven of them Nomads."""
    table = a_table(2).seat(PURPLE, advisers=["longbows"]).pile("cradle", "dazzle").deck("jinx", rest=False)
    table.pool().relic_deck().reliquary(None, None, None, None)
    state = table.built()
    for card in [card for card in state.zone("archive") if card.startswith("denizen.")]:
        name = card.partition(".")[2]
        if name in LOST:
            table.do.put(card, "dispossessed", ())
        elif name not in archive:
            table.do.put(card, "world.bottom", ())
    return table


def test_an_archive_with_all_six() -> None:
    """8.4: exactly three, two and one are enough."""
    state = stand_at(over(archived(FULL), PURPLE, STABLE), "8.5", {"chronicle.oath": "people"}).state
    assert {card.partition(".")[2] for card in state.zone("archive")} == ALL_EDIFICES
    assert set(FULL) <= set(names(state, "world.bottom")) and set(names(state, "dispossessed")) == set(LOST)


@pytest.mark.parametrize(("missing", "of"), [("scouts", 3), ("hospital", 2), ("wolves", 1)])
def test_an_archive_too_short_for_three_two_or_one(missing: str, of: int) -> None:
    """8.4: none is added if one is missing; six of the seven Nomads come back, all others go to the Archive."""
    left = [card for card in FULL if card != missing]
    told = ["lancers", "convoys", "oracle", "tents", "elders", "resettle"]
    play = over(archived(left), PURPLE, STABLE)
    state = stand_at(play, "8.5", {"chronicle.oath": "people", "chronicle.heal": told}).state
    archive = {*left, "storm_caller", "tyrant", "captains", "slander"}
    assert {card.partition(".")[2] for card in state.zone("archive")} == ALL_EDIFICES | archive
    assert state.zone("dispossessed") == []
    deck_now = set(names(state, "world.bottom"))
    assert set(told) <= deck_now and not deck_now & archive and missing in deck_now
    # 8.5 begins the Dispossessed anew: Dazzle, the one card of the piles.
    write(play, {"chronicle.oath": "people", "chronicle.heal": told})
    assert names(play.state, "dispossessed") == ["dazzle"]


# -- fewer than six ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(7))
def test_up_to_six_cards_to_remove(count: int) -> None:
    """8.5, 9.3: as many as there are, up to six; with six exactly there is no choice either."""
    stack = ["gossip", "insomnia", "jinx", "keep", "wolves", "elders"][:count]
    table = a_table(2).seat(PURPLE, advisers=["longbows"]).relic_deck().reliquary(None, None, None, None)
    table.pile("cradle", *stack[:2]).pile("hinterland", *stack[2:4]).seat("red", advisers=stack[4:])
    play = over(table, PURPLE, STABLE)
    asked = write(play, {"chronicle.oath": "people"})
    assert "chronicle.remove" not in asked
    assert sorted(names(play.state, "dispossessed")) == sorted(stack)
    assert noted(play.state)["removed"] == count
