"""Everything may be left out of a position; this is what then holds."""

from pathlib import Path
from typing import Any

import pytest

from oathtools import catalog
from oathtools.kit import schemas
from oathtools.table.effects import TableError, deck_size, next_known
from oathtools.table.invariants import faults
from oathtools.table.position.form import check_position, from_position, normal, read_position, to_position
from oathtools.table.state import PEOPLES_FAVOR, State


def state(**data: Any) -> State:
    made = from_position(data)
    assert not faults(made)
    return made


def test_all_that_a_player_has_may_lie_on_the_table() -> None:
    """1.9: no warband is left in the bank then, and none is missing."""
    made = state(players=["Ann", {"name": "Bo", "warbands": catalog.WARBANDS["red"]}])
    assert made.count("board.red", "red") == catalog.WARBANDS["red"] and not made.count("stock.red", "red")


def test_the_bottom_card_of_a_deck_is_the_last_that_is_known_to_lie_there() -> None:
    made = state(world_deck={"top": ["Keep", "Tents"], "bottom": ["Jinx", "Wolves"]})
    assert next_known(made, "world", True) == "denizen.wolves" and next_known(made, "world", False) == "denizen.keep"


@pytest.mark.parametrize(
    ("top", "layer", "bottom", "first", "last"),
    [
        (["keep", "tents"], 3, ["jinx", "wolves"], "keep", "wolves"),
        ([], 3, ["jinx", "wolves"], None, "wolves"),
        (["keep", "tents"], 3, [], "keep", None),
        ([], 0, ["jinx", "wolves"], "jinx", "wolves"),
        (["keep", "tents"], 0, [], "keep", "tents"),
        ([], 3, [], None, None),
    ],
)
def test_the_next_card_of_a_deck_is_known_where_no_unknown_one_lies_before_it(
    top: list[str], layer: int, bottom: list[str], first: str | None, last: str | None
) -> None:
    made = state().copy()
    made.zones["world.top"], made.zones["world.bottom"] = top, bottom
    made.layers["world"] = [{"denizen": layer}] if layer else []
    assert (next_known(made, "world", False), next_known(made, "world", True)) == (first, last)
    assert deck_size(made, "world") == len(top) + layer + len(bottom)
    made.zones["world.top"], made.zones["world.bottom"], made.layers["world"] = [], [], []
    for at_bottom in (False, True):
        with pytest.raises(TableError, match="is empty"):
            next_known(made, "world", at_bottom)


def test_nothing_said() -> None:
    table = state()
    assert check_position({}).warnings == []
    assert (table.oath, table.round, table.visions_drawn) == ("supremacy", 1, 0)
    assert (table.phase, table.step, table.turn) == ("act", "", "purple")
    assert table.seats == ["purple", "red"]
    assert [(each.name, each.role) for each in table.players.values()] == [("Purple", "chancellor"), ("Red", "exile")]
    assert all(each.slot == 0 and each.supply == 7 for each in table.players.values())
    assert table.zone("held.purple") == ["relic.grand_scepter"]
    assert len(table.zone("map")) == 8 and all(site in table.handles for site in table.zone("map"))
    assert all(site in table.facedown for site in table.zone("map"))
    assert (table.oathkeeper, table.usurper, table.mob) == ("purple", False, False)
    assert table.holders == {"banner.peoples_favor": None, "banner.darkest_secret": None}
    assert table.pieces["banner.peoples_favor"] == {"favor": 1}
    assert table.pieces["banner.darkest_secret"] == {"secret": 1}
    assert all(table.count(f"bank.{suit}", "favor") == 3 for suit in catalog.SUITS)
    assert table.count("shared", "favor") == 36 - 18 - 1
    assert table.pieces["stock.purple"] == {"purple": 24} and table.pieces["stock.red"] == {"red": 14}
    assert all(len(table.zone(f"reliquary.{space}")) == 1 for space in range(4))
    assert table.layers["world"] == [{"denizen": 54, "vision": 5}]
    assert len(table.groups["denizens"]) == 198
    assert table.layers["relic_deck"] == [{"relic": 16}]
    assert len(table.groups["relics"]) == 20
    assert [table.zone(f"discard.{region}") for region in catalog.REGIONS] == [[], [], []]
    assert table.zone("archive") == [side.id for side in catalog.cards("edifice") if not side.ruined]
    assert not table.lasting and table.result is None


def test_the_short_form_of_nothing() -> None:
    short = to_position(state())
    assert normal(short) == short
    assert short["world_deck"] == {"layers": [{"denizens": 54, "visions": 5}]}
    assert short["relic_deck"] == {"rest": 16}
    assert short["sites"] == [{"unknown": "site"}] * 8
    assert "archive" not in short and "rulings" not in short and "then" not in short


def test_8_3_1_an_edifice_is_none_of_the_denizens_that_go_round() -> None:
    """The denizen in whose place it was built is back in the world deck."""
    built = {"sites": [{"site": "Plains", "cards": ["Hall of Debate", "Longbows"]}]}
    assert sum(layer["denizen"] for layer in state(**built).layers["world"]) == 53


def test_players_by_name_alone() -> None:
    table = state(players=["Ann", "Bo", {"name": "Cy", "role": "citizen"}, {"color": "blue"}])
    assert table.seats == ["purple", "red", "yellow", "blue"]
    assert table.players["blue"].name == "Blue"
    assert [each.role for each in table.players.values()] == ["chancellor", "exile", "citizen", "exile"]


def test_the_chancellor_may_stand_anywhere_in_the_circle() -> None:
    table = state(players=[{"name": "Bo"}, {"name": "Cy"}, {"name": "Ann", "role": "chancellor"}, {"name": "Dee"}])
    assert [table.players[seat].name for seat in table.seats] == ["Ann", "Dee", "Bo", "Cy"]
    assert table.turn == "purple"
    assert list(table.players) == table.seats


def test_a_pawn_stands_at_the_topmost_faceup_site() -> None:
    table = state(
        players=["Ann", {"name": "Bo", "pawn": "hinterland.3"}], sites=[{"site": "Mine", "facedown": True}, "Plains"]
    )
    assert [each.slot for each in table.players.values()] == [1, 7]


@pytest.mark.parametrize(
    ("said", "slot"), [("Plains", 1), ("site.plains", 1), (2, 1), ("cradle.2", 1), ("Cradle 1", 0)]
)
def test_how_a_site_may_be_named(said: Any, slot: int) -> None:
    assert state(players=["Ann", {"name": "Bo", "pawn": said}], sites=["Mine", "Plains"]).players["red"].slot == slot


def test_favor_banks_hold_what_setup_puts_there_or_what_is_left() -> None:
    assert state(players=["A", "B", "C", "D", "E"]).count("bank.discord", "favor") == 4
    table = state(players=[{"name": "A", "favor": 20}, "B"], favor_banks={"beast": 5})
    assert table.count("bank.beast", "favor") == 5
    assert table.count("bank.discord", "favor") == (36 - 20 - 1 - 5) // 5
    assert table.count("shared", "favor") == 0
    assert state(favor_banks=dict.fromkeys(catalog.SUITS, 0)).count("shared", "favor") == 35


def test_a_bare_number_of_warbands_is_of_the_players_side() -> None:
    """10.9, 6.6.3: a Citizen's warbands are purple."""
    table = state(players=[{"warbands": 4}, {"warbands": 3}, {"role": "citizen", "warbands": 2}])
    assert table.pieces["board.purple"] == {"purple": 4}
    assert table.pieces["board.red"] == {"red": 3}
    assert table.pieces["board.blue"] == {"purple": 2}
    assert table.pieces["stock.purple"] == {"purple": 18}


def test_which_side_of_a_card_is_up() -> None:
    """Relics at sites and on the Reliquary, Visions and unknown cards among advisers lie facedown."""
    sites = [{"site": "Plains", "cards": ["Keep"], "relics": ["Map"]}]
    table = state(
        players=["Ann", {"advisers": ["Tents", "Faith", {"unknown": "denizen"}]}], sites=sites, reliquary=["Whistle"]
    )
    unknown = table.zone("advisers.red")[2]
    down = {card for card in table.facedown if not card.startswith("card#")}
    assert down == {"relic.map", "vision.faith", "relic.whistle"}
    assert table.facedown["vision.faith"] == table.facedown[unknown] == ("red",)
    assert table.facedown["relic.map"] == ()


def test_the_grand_scepter_is_where_it_is_said_to_be() -> None:
    for data, zone in (
        ({"players": ["Ann", {"relics": ["Grand Scepter"]}]}, "held.red"),
        ({"box": {"cards": ["Grand Scepter"]}}, "box"),
        ({"players": ["Ann", "Bo"]}, "held.purple"),
    ):
        assert state(**data).where["relic.grand_scepter"] == zone


def test_the_title() -> None:
    assert state(oathkeeper=None).oathkeeper is None
    assert state(oathkeeper={"holder": None}).oathkeeper is None
    assert state(players=["Ann", "Bo"], oathkeeper={"side": "oathkeeper"}).oathkeeper == "purple"
    assert state(players=["Ann", "Bo"], oathkeeper="Bo").oathkeeper == "red"
    assert state(players=["Ann", "Bo"], oathkeeper={"holder": "red", "side": "usurper"}).usurper


def test_banners_start_with_what_setup_puts_on_them() -> None:
    """1.5: one token each, unless something else is said."""
    table = state(players=["Ann", "Bo"], banners={"peoples_favor": {"holder": "Bo"}, "darkest_secret": {"secrets": 0}})
    assert table.holders[PEOPLES_FAVOR] == "red"
    assert table.count(PEOPLES_FAVOR, "favor") == 1
    assert not table.pieces.get("banner.darkest_secret")
    assert to_position(table)["banners"]["darkest_secret"] == {"holder": None, "secrets": 0}


def test_a_world_deck_told_in_full_or_in_part() -> None:
    table = state(world_deck=["Keep", "Faith", {"unknown": "denizen"}])
    assert table.zone("world.top")[:2] == ["denizen.keep", "vision.faith"]
    assert deck_size(table, "world") == 3
    table = state(world_deck={"pool": ["Keep", "Jinx", "Tents"]}, discard_piles={"cradle": [{"unknown": "denizen"}]})
    assert table.layers["world"] == [{"denizen": 2, "vision": 5}]
    assert "denizen.wolves" in table.zone("archive")
    table = state(world_deck={"top": ["Keep"], "bottom": ["Jinx"]}, discard_piles={"cradle": ["Faith"]})
    assert table.layers["world"] == [{"denizen": 52, "vision": 4}]
    assert state(world_deck={"layers": []}).layers["world"] == []


def test_decks_shrink_by_what_lies_elsewhere() -> None:
    table = state(reliquary=[None, None, "Map", {"unknown": "relic"}], relic_deck={"bottom": ["Whistle"]})
    assert table.layers["relic_deck"] == [{"relic": 17}]
    assert deck_size(table, "relic_deck") == 18
    assert "relic.map" not in table.groups["relics"]


def test_the_archive_may_be_told() -> None:
    edifices = [side.id for side in catalog.cards("edifice") if not side.ruined]
    table = state(archive=["Keep", *edifices])
    assert table.zone("archive") == ["denizen.keep", *edifices]
    assert "denizen.keep" not in table.groups["denizens"]
    assert normal({"archive": ["Keep", *edifices]})["world_deck"].get("pool") is not None


def test_an_edifice_in_play_is_not_in_the_archive() -> None:
    table = state(sites=[{"site": "Plains", "cards": ["Hall of Mockery"]}])
    assert "edifice.hall_of_debate" not in table.zone("archive")


@pytest.mark.parametrize("words", ["The People", "people", "oath.people", "Oath of the People"])
def test_the_oath_in_any_spelling(words: str) -> None:
    assert state(oath=words).oath == "people"


def test_phases() -> None:
    for phase in ("wake", "act", "rest", "round-end", "over"):
        assert state(turn={"phase": phase}).phase == phase
    assert state(turn={"phase": "Round End"}).phase == "round-end"
    assert state(turn={"phase": "rest", "step": "4.3.3"}).step == "4.3.3"


def test_the_example_of_the_documentation_is_a_position() -> None:
    text = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    section = text[text.index("## Position file") :]
    example = read_position(section[section.index("```yaml") + 7 : section.index("```\n\n**Names")])
    short = normal(example)
    assert normal(short) == short
    assert set(example) <= set(schemas.keys("position"))
    told = section[: section.index("## Chronicle file")]
    assert all(f"`{key}`" in told or f"{key}:" in told for key in schemas.keys("position"))
