"""Who is an enemy, who rules what, what a force is (chapter 10), and clauses that no other test names."""

import pytest

from oathtools.procedures import setup as setup
from oathtools.procedures.machine import facts
from oathtools.table.effects import set_layers
from oathtools.table.state import CITIZEN, PEOPLES_FAVOR, PURPLE, WORLD
from tests.battles import GO_ON, battle, campaign, roll, war
from tests.support.tables import Table, a_table, down


def test_1_box_a_deck_that_was_not_rebuilt_is_built_before_the_piles() -> None:
    """Two Visions among the first twelve cards, three among the next eighteen, none below."""
    game = a_table().game()
    set_layers(game.do, WORLD, ({"denizen": 51},))
    setup.build_deck(game)
    assert game.state.layers[WORLD] == [
        {"denizen": 10, "vision": 2},
        {"denizen": 15, "vision": 3},
        {"denizen": 26},
    ]
    set_layers(game.do, WORLD, ({"denizen": 40, "vision": 5},))
    setup.build_deck(game)
    assert game.state.layers[WORLD] == [{"denizen": 40, "vision": 5}], "one that has Visions is left as it is"


def test_2_8_3_a_targeted_site_adds_a_die_and_against_bandits_a_bandit() -> None:
    """5.5.4: the bandits of targeted sites only."""
    for targets, dice in ((["steppe"], 1), (["steppe", "plains"], 2)):
        table = war().seat("red", warbands=4).seat("blue", at="mountain")
        fought = battle(campaign(table.play(), "bandits", targets, 1))
        assert (fought.defense, fought.bandits) == (dice, dice)
    against = battle(campaign(war().site("steppe", warbands={"blue": 2}).play(), "blue", ["steppe"], 0))
    assert (against.defense, against.bandits, against.defenders) == (1, 0, 2)


def test_5_1_3_all_but_one_are_discarded() -> None:
    play = a_table().deck("keep", "tents", "elders", "wolves").play().answer("search")
    assert play.offered[:3] == ["denizen.keep", "denizen.tents", "denizen.elders"]
    play.answer("tents", ["elders", "keep"])
    assert play.zone("discard.provinces") == ["denizen.keep", "denizen.elders"], "the last one on top"
    assert play.zone("hand.red") == ["denizen.tents"] and play.asked[0] == "play.to"


def test_5_5_7_the_parts_of_a_victory_come_in_their_order() -> None:
    """Sites first, then relics and banners, then pawn and favor; none of it after a defeat."""
    table = war().oath("protection").banner(PEOPLES_FAVOR, "blue", 2).seat("blue", favor=2).seat("red", warbands=9)
    table.site("steppe", warbands={"blue": 1})
    play = campaign(table.play(), "blue", ["steppe", PEOPLES_FAVOR, "pawn"], 9)
    roll(play, "00000", "s" * 9)
    assert play.asked[0] == "campaign.place" and play.state.holders[PEOPLES_FAVOR] == "blue"
    play.answer({"site.steppe": 1})
    assert play.asked[0] == "campaign.banish" and play.state.holders[PEOPLES_FAVOR] == "red"
    assert play.at("slot.3", "red") == 1 and play.has("blue", "favor") == 2
    beaten = campaign(war().seat("blue", warbands=3).seat("red", warbands=1).play(), "blue", ["pawn"], 1)
    assert roll(beaten, "11", "h").asked[0] == "act"


def test_7_5_2_battle_plans_are_used_in_their_step_not_at_the_start() -> None:
    """7.4: other modifiers come first; a plan is asked for once targets and dice are declared and Supply is spent."""
    table = war().seat("red", warbands=3, advisers=["longbows"]).site("steppe", warbands={"blue": 1})
    play = table.play().answer("campaign")
    kinds = [play.asked[0]]
    while play.asked[0] != "campaign.plan":
        assert play.state.players["red"].supply == 7, "nothing is paid before the declaration is whole"
        play.answer({"campaign.dice": 3, "campaign.targets": ["steppe"]}.get(play.asked[0], "blue"))
        kinds.append(play.asked[0])
    assert kinds[0].startswith(("campaign.defender", "campaign.targets")) and "campaign.modifier" not in kinds
    assert play.state.players["red"].supply == 5
    assert play.answer(GO_ON).asked[0] == "campaign.defense-roll"


@pytest.mark.parametrize(
    ("seat", "side", "enemy"),
    [
        (PURPLE, "yellow", True),
        (PURPLE, "red", False),
        ("red", PURPLE, False),
        ("red", "blue", False),
        ("red", "yellow", True),
        ("yellow", "white", True),
        ("yellow", "red", True),
        ("yellow", PURPLE, True),
        ("yellow", "bandits", True),
        (PURPLE, "bandits", True),
    ],
)
def test_10_7_who_is_whose_enemy(seat: str, side: str, enemy: bool) -> None:
    """Red and Blue are Citizens, Yellow and White Exiles."""
    game = a_table(5).seat("red", role=CITIZEN).seat("blue", role=CITIZEN).game()
    assert facts.enemies(game, side, seat) is enemy


def test_10_9_the_force_of_each_side() -> None:
    """The attacker's board; of the defender only what adds to the defense: not what stands at other sites."""
    table = war().seat("red", warbands=5).seat("blue", warbands=2)
    table.site("steppe", warbands={"blue": 3}).site("plains", warbands={"blue": 4}).site(
        "mountain", warbands={"red": 2}
    )
    fought = battle(campaign(table.play(), "blue", ["steppe"], 1))
    assert (fought.force, fought.defenders) == (5, 5)
    away = war().seat("red", warbands=5).seat("blue", at="plains", warbands=2).site("steppe", warbands={"blue": 3})
    assert battle(campaign(away.play(), "blue", ["steppe"], 1)).defenders == 3, "a board counts where its pawn is"


def ruled(table: Table, slot: int) -> tuple[str, ...]:
    return facts.rulers(table.game(), slot)


def test_10_21_warbands_rule_faceup_sites_bandits_those_without() -> None:
    table = a_table().map("plains", down("site.mountain")).site(0, warbands={"red": 1})
    assert ruled(table, 0) == ("red",) and ruled(table, 1) == () and ruled(table, 2) == ("bandits",)
    assert ruled(a_table().site(1, warbands={PURPLE: 2}), 1) == (PURPLE,)


def test_10_21_with_a_site_its_cards_and_ones_advisers_always() -> None:
    table = (
        a_table().site(0, warbands={"red": 1}, cards=["elders"]).seat("blue", at=0, advisers=["wolves", down("keep")])
    )
    game = table.game()
    assert facts.rules_card(game, "red", "denizen.elders") and not facts.rules_card(game, "blue", "denizen.elders")
    assert facts.rules_card(game, "blue", "denizen.wolves") and not facts.rules_card(game, "red", "denizen.wolves")
    assert list(facts.cards_ruled(game, "blue")) == ["denizen.wolves"], "a facedown card has no power"
