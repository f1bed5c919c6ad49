"""6.2 Action powers (7.3.2): access, cost, the occupied card, how often; 7.3.4 Rest powers."""

import pytest

from oathtools import catalog
from oathtools.table.state import FAVOR, HIDDEN, PURPLE, SECRET
from tests.support.tables import Lay, Table, a_table, down, the

ELDERS, TUTOR, INN = "denizen.elders", "denizen.tutor", "denizen.wayside_inn"


def inn(ruler: str | None, at: str, **red: int) -> Table:
    table = a_table().site("mountain", cards=["wayside_inn"], warbands={ruler: 1} if ruler else None)
    return table.seat("red", at=at, supply=2, **{"favor": 1, **red})


# -- 7.1.1 access ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruler", "at", "role", "usable"),
    [
        (None, "mountain", "exile", True),
        ("blue", "mountain", "exile", True),
        ("red", "plains", "exile", True),
        (PURPLE, "plains", "citizen", True),
        (None, "plains", "exile", False),
        ("blue", "plains", "exile", False),
        (PURPLE, "plains", "exile", False),
    ],
)
def test_a_81_the_pawn_there_or_rule(ruler: str | None, at: str, role: str, usable: bool) -> None:
    refused = inn(ruler, at).seat("red", role=role).refusals("power", card=INN)
    assert [clause for clause, _, _ in refused] == ([] if usable else ["7.1.1"])


@pytest.mark.parametrize(("adviser", "usable"), [("tutor", True), (down("tutor"), False)])
def test_a_81_ones_own_advisers_faceup(adviser: Lay, usable: bool) -> None:
    """Facedown advisers give nothing."""
    table = a_table().seat("red", favor=1, secrets=1, advisers=[adviser])
    assert ("power" in table.play().offered) == usable


def test_7_1_1_not_those_of_another_player() -> None:
    table = a_table().seat("red", favor=1, secrets=1).seat("blue", advisers=["tutor"])
    assert table.refusals("power", card=TUTOR) == [("7.1.1", f"red neither rules {TUTOR} nor is at its site", "law")]


# -- 7.1.2 cost --------------------------------------------------------------------------------------------------


def test_7_1_2_the_cost_is_placed_on_the_card() -> None:
    play = inn("red", "mountain").play().answer("power")
    assert (play.at(INN, FAVOR), play.has("red", FAVOR), play.state.players["red"].supply) == (1, 0, 4)
    assert play.cites()[:2] == ["6.2", "7.1.2"]


@pytest.mark.parametrize(
    ("tokens", "because"),
    [
        ({"favor": 1}, "1 favor"),
        ({"secrets": 2}, "2 secrets"),
        ({"favor": 2, "secrets": 1}, "2 favor and 1 secret"),
        ({"hidden": 1}, "1 secret"),
    ],
)
def test_7_1_2_not_on_a_card_that_holds_either(tokens: dict[str, int], because: str) -> None:
    refused = inn("red", "mountain").on("wayside_inn", **tokens).refusals("power", card=INN)
    assert refused == [("7.1.2", f"{INN} already holds {because}", "law")]


def test_7_1_2_a_cost_that_is_burned_needs_no_empty_card() -> None:
    """Memory of Home burns a secret and places nothing."""
    table = a_table().seat("red", at="mountain", secrets=1).site("mountain", cards=["memory_of_home"])
    assert table.on("memory_of_home", favor=1).refusals("power", card="denizen.memory_of_home") == []


@pytest.mark.parametrize(
    ("red", "because"),
    [
        ({"favor": 1}, ["it costs 1 secret and 0 can be paid"]),
        ({"secrets": 1}, ["it costs 1 favor and 0 can be paid"]),
        ({"favor": 1, "hidden": 2}, ["it costs 1 secret and 0 can be paid"]),
        ({}, ["it costs 1 favor and 0 can be paid", "it costs 1 secret and 0 can be paid"]),
    ],
)
def test_7_1_2_all_of_it_and_no_facedown_secrets(red: dict[str, int], because: list[str]) -> None:
    refused = a_table().seat("red", advisers=["tutor"], **red).refusals("power", card=TUTOR)  # type: ignore[arg-type]
    assert [said for _, said, _ in refused] == because and {row.source for row in refused} == {TUTOR}


def test_7_1_2_what_the_power_gives_does_not_pay_for_it() -> None:
    assert "power" not in a_table().seat("red", advisers=["tutor"], favor=1).play().offered


# -- 7.3.2 how often ---------------------------------------------------------------------------------------------


def test_a_80_a_placed_cost_blocks_the_card_until_rest() -> None:
    play = inn("red", "mountain", favor=2).play().answer("power")
    assert play.refuses("power") == [("6.2", "there is no legal way to power now")]
    play.answer("end")
    assert play.at(INN, FAVOR) == 0


def test_a_80_one_that_burns_may_be_repeated() -> None:
    table = a_table().seat("red", secrets=3, advisers=["memory_of_home"])
    play = table.play().answer("power", "bank.order", "power", "bank.nomad", "power", "bank.arcane")
    assert play.at("bank.hearth", FAVOR) == 12 and play.has("red", SECRET) == 0


def test_a_80_one_that_is_free_may_be_repeated() -> None:
    table = a_table().seat("red", at="plains", advisers=["elders", "tents"]).site("plains", cards=["resettle"])
    play = table.play().answer("power", "elders", "steppe", "power", "mountain")
    assert (play.zone("cards.3"), play.zone("cards.1")) == ([ELDERS], ["denizen.tents"])


def test_6_2_between_other_actions_and_without_supply() -> None:
    """6: minor actions cost no Supply."""
    play = inn("red", "mountain").seat("red", supply=0).play()
    assert "muster" not in play.offered and "power" in play.offered
    assert "muster" not in play.answer("power").offered, "its only card is occupied now"


def test_6_2_only_in_ones_own_act_phase() -> None:
    assert "power" not in inn("red", "mountain").turn("blue").seat("red").play().offered


def test_6_2_every_coded_power_that_one_has_access_to_is_offered() -> None:
    table = inn("red", "mountain", secrets=1, favor=3).seat("red", advisers=["tutor"]).site("plains", cards=["elders"])
    play = table.play().answer("power")
    assert play.offered == [INN, TUTOR] and set(play.refused) == {ELDERS, "site.the_tribunal"}


def test_the_costs_are_those_of_the_data() -> None:
    assert [(item.how, item.what, item.amount) for item in catalog.card(TUTOR).powers[0].cost] == [
        ("place", "favor", 1),
        ("place", "secret", 1),
    ]


# -- 7.3.4 Rest powers -------------------------------------------------------------------------------------------


def test_7_3_4_each_once_in_the_order_wanted_or_not_at_all() -> None:
    table = a_table().seat("red", advisers=["insomnia", "vow_of_obedience"])
    play = table.play().answer("end")
    assert play.asked == ("rest.power", "red") and play.pending.default == "go-on"
    assert play.offered == ["go-on", "denizen.insomnia", "denizen.vow_of_obedience"]
    play.answer("vow_of_obedience", "bank.order")
    assert play.offered == ["go-on", "denizen.insomnia"]
    play.answer("go-on")
    assert (play.has("red", FAVOR), play.has("red", SECRET)) == (1, 0) and play.state.turn == "blue"


def test_7_3_4_at_the_end_of_rest_after_secrets_have_returned() -> None:
    """4.3.5 comes last."""
    table = a_table().seat("red", hidden=1, favor=1, advisers=["insomnia"]).site("plains", cards=["elders"])
    play = table.on("elders", secrets=1).play().answer("end")
    assert (play.has("red", SECRET), play.has("red", HIDDEN)) == (2, 0) and play.asked[0] == "rest.power"


def test_7_3_4_only_ones_own() -> None:
    play = a_table().seat("blue", advisers=["insomnia"]).play().answer("end")
    assert play.asked == ("act", "blue")


def test_7_1_a_modifier_is_there_as_long_as_its_card_is_faceup_in_play() -> None:
    game = a_table().site("steppe", cards=["tents"]).game()
    assert [modifier.card for modifier in game.modifiers("travel")] == [the("tents")]
    game.do.put(the("tents"), "discard.cradle", ("10.5",))
    assert not game.modifiers("travel")
