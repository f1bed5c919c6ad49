"""A whole Chronicle of six seats with everything told, worked out from the clauses by hand, card by card."""

from oathtools.table.state import PURPLE
from tests.procedures.test_chronicle_by_hand import DOWN, UP, End, deck, end, layered
from tests.support.chronicles import SUCCESSOR, names, over, stand_at, write
from tests.support.tables import Table, a_table, down

IN_ARCHIVE = ["errand_boy", "true_names", "bracken", "lancers", "convoys"]
WAS_DISPOSSESSED = ["captains", "toll_roads", "hospital", "herald", "oracle"]


def six() -> Table:
    """All six play: a Chancellor, two Citizens, three Exiles. The Archive has three Beasts and two Nomads left."""
    table = a_table(6).map(
        *("plains", "mountain", "the_tribunal", "steppe"),
        *(down("site.ancient_city"), "standing_stones", "fertile_valley", "deep_woods"),
    )
    table.site("plains", cards=["broken_forge", "keep"], warbands={PURPLE: 2})
    table.site("mountain", cards=["longbows", "garrison"], warbands={"yellow": 1})
    table.site("the_tribunal", cards=["hall_of_debate", "elders"], relics=["brass_horse"], warbands={"white": 1})
    table.site("steppe", cards=["tents", "scouts"], relics=["map"], warbands={PURPLE: 1})
    table.site("standing_stones", cards=["wolves"], relics=["whistle"])
    table.site("fertile_valley", cards=["squalid_district", "dazzle"], warbands={PURPLE: 1})
    table.site("deep_woods", warbands={PURPLE: 1})
    table.seat(PURPLE, advisers=["birdsong"], relics=["grand_scepter", "cup_of_plenty"])
    table.seat("red", role="citizen", advisers=["zealots", "jinx", "rangers", down("riots")], relics=["dowsing_sticks"])
    table.seat("blue", role="citizen", advisers=["slander"]).seat("yellow", advisers=[down("vision.conspiracy")])
    table.seat("white", advisers=["augury"]).seat("black", advisers=[down("tyrant")], relics=["bandit_crown"])
    table.pile("cradle", "gossip").deck("tutor", rest=False).pool()
    table.relic_deck("ivory_eye", "grand_mask").reliquary(down("horned_mask"), None, None, down("sticky_fire"))
    state = table.built()
    for card in [card for card in state.zone("archive") if card.startswith("denizen.")]:
        name = card.partition(".")[2]
        if name not in IN_ARCHIVE:
            table.do.put(card, "dispossessed" if name in WAS_DISPOSSESSED else "world.bottom", ())
    return table


def test_six_seats_ruins_that_come_back_a_full_site_built_at_and_an_archive_nearly_empty() -> None:
    """Red, a Citizen, succeeds; each step by hand."""
    play = over(six(), "red", SUCCESSOR)
    build = stand_at(play, "8.3.1", {"chronicle.oath": "devotion"}).play
    assert build.offered == ["none", "edifice.broken_forge", "denizen.scouts", "edifice.squalid_district"]
    assert [clause for clause, _ in build.refuses("denizen.tents")] == ["8.3.1"]
    others = names(play.state, "world.bottom")
    # 8.3.1: the Steppe is full, and a denizen there makes room for the edifice of its suit: for the Scouts the Rampart.
    # Not for the Tents, whose Forge is in ruins on the map; nor at Plains or Valley, which have an edifice.
    # 8.3.2: Mountain (yellow), the facedown site and the Stones go: black's Crown is no Empire's. Longbows, Garrison,
    # Wolves to the piles, the Whistle to the relic deck. 8.3.3: the Hall falls, with it the Elders; its relic stays.
    # 8.3.5: the Steppe to the Cradle, the Woods after it; then from the bottom up Valley, Tribunal, Plains, which keep
    # what lies there but for the Elders. Nothing is faceup in the Provinces: their top site is turned up.
    # 8.4: one of Discord, Arcane, Beast, and a facedown one that counts for nothing: Beast of a tie. Three
    # Beasts and two Nomads there are, a Discord not: none is added. Of two Order and two Hearth Hearth goes to
    # the deck, as few as they are; all the rest to the Archive.
    # 8.5: Gossip; Longbows, Garrison, Wolves, Elders; Birdsong of the Chancellor, who has lost too; Slander of the
    # other Citizen; Augury, Tyrant. The Dispossessed lay empty.
    # 8.6: the Crown, the Cup, the Whistle among the Eye and the Mask. The Woods and the Mine want one.
    left = ["garrison", "birdsong", "slander", "zealots", "jinx", "rangers", "riots", "scouts", "hospital", "herald"]
    new = layered(*left, "tutor", *others)
    asked = write(
        play,
        {
            "chronicle.oath": "devotion",
            "chronicle.build": "scouts",
            "chronicle.sites": ["mine", "river", "drowned_city"],
            "chronicle.suit": "beast",
            "chronicle.stack": "hearth",
            "chronicle.remove": ["gossip", "longbows", "wolves", "elders", "augury", "tyrant"],
            "chronicle.relics": ["bandit_crown", "ivory_eye", "whistle", "cup_of_plenty", "grand_mask"],
            "chronicle.top-relics": ["sticky_fire", "dowsing_sticks", "horned_mask"],
            "chronicle.deck": deck(new),
        },
    )
    assert {"chronicle.suit", "chronicle.stack"} <= asked.keys()
    assert end(play.state) == End(
        oath="devotion",
        citizens={"red", "blue"},
        map=[
            ("steppe", UP, ["tents", "sprawling_rampart"], ["map"]),
            ("deep_woods", UP, [], ["bandit_crown"]),
            ("mine", UP, [], ["ivory_eye"]),
            ("river", DOWN, [], []),
            ("drowned_city", DOWN, [], []),
            ("plains", UP, ["broken_forge", "keep"], []),
            ("the_tribunal", UP, ["hall_of_mockery"], ["brass_horse"]),
            ("fertile_valley", UP, ["squalid_district", "dazzle"], []),
        ],
        deck=new,
        dispossessed={"gossip", "longbows", "wolves", "elders", "augury", "tyrant"},
        relics=["sticky_fire", "dowsing_sticks", "horned_mask", "whistle", "cup_of_plenty", "grand_mask"],
        edifices={"great_spire", "forest_temple"},
    )
    archive = {card.partition(".")[2] for card in play.state.zone("archive") if card.startswith("denizen.")}
    assert archive == {*IN_ARCHIVE, "captains", "toll_roads", "oracle"}
