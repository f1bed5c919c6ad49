"""5.2 Muster."""

import pytest

from oathtools.table.state import FAVOR, PURPLE
from tests.support.tables import Table, a_table, down


def here(*cards: str, **red: int) -> Table:
    """Red at the Mountain with these cards."""
    told = {"favor": 1, **red}
    return a_table().seat("red", at="mountain", **told).site("mountain", cards=cards)


def reasons(table: Table, card: str) -> list[tuple[str, str]]:
    return [(clause, because) for clause, because, _ in table.refusals("muster", card=card)]


def test_5_2_a_favor_on_a_card_and_a_supply_bring_two_warbands() -> None:
    play = here("longbows", "elders").play().answer("muster")
    assert play.asked == ("muster.card", "red") and play.offered == ["denizen.longbows", "denizen.elders"]
    play.answer("elders")
    assert (play.has("red", FAVOR), play.at("elders", FAVOR), play.has("red", "warbands")) == (0, 1, 2)
    assert play.state.players["red"].supply == 6
    assert [clause for clause in play.cites() if clause.startswith("5.2.")] == ["5.2.1", "5.2.2"]


def test_5_2_an_intact_edifice_will_do() -> None:
    assert here("forest_temple").play().answer("muster").at("forest_temple", FAVOR) == 1


@pytest.mark.parametrize(
    ("favor", "secrets", "holds"), [(1, 0, "1 favor"), (0, 1, "1 secret"), (2, 2, "2 favor and 2 secrets")]
)
def test_5_2_1_not_on_a_card_with_tokens(favor: int, secrets: int, holds: str) -> None:
    table = here("longbows").on("longbows", favor=favor, secrets=secrets)
    assert reasons(table, "longbows") == [("5.2.1", f"denizen.longbows already holds {holds}")]


def test_5_2_1_facedown_secrets_block_too() -> None:
    assert reasons(here("longbows").on("longbows", hidden=1), "longbows")[0][0] == "5.2.1"


def test_2_9_not_on_a_ruin() -> None:
    assert reasons(here("hall_of_mockery"), "hall_of_mockery") == [("2.9", "edifice.hall_of_mockery is a ruin")]


def test_5_2_1_every_reason_is_told() -> None:
    table = here("hall_of_mockery").on("hall_of_mockery", favor=1)
    assert [clause for clause, _ in reasons(table, "hall_of_mockery")] == ["5.2.1", "2.9"]


def test_5_2_1_only_at_ones_own_site_never_with_advisers_or_relics() -> None:
    table = here("longbows").site("plains", cards=["elders"]).seat("blue", at="mountain", relics=["map"])
    play = table.seat("red", favor=2, advisers=["wolves", down("scouts")], relics=["whistle"]).play().answer("muster")
    assert play.skipped == [("muster.card", "denizen.longbows")]


@pytest.mark.parametrize(
    ("red", "clause", "because"),
    [
        ({"favor": 0}, "5.2.1", "it costs 1 favor and 0 can be paid"),
        ({"supply": 0}, "5.2.1", "it costs 1 Supply and 0 is left"),
    ],
)
def test_5_2_1_the_cost(red: dict[str, int], clause: str, because: str) -> None:
    assert reasons(here("longbows", **red), "longbows") == [(clause, because)]


def test_5_2_1_both_shortages() -> None:
    assert [clause for clause, _ in reasons(here("longbows", favor=0, supply=0), "longbows")] == ["5.2.1", "5.2.1"]


@pytest.mark.parametrize(("left", "gained"), [(0, 0), (1, 1), (2, 2)])
def test_5_2_2_as_many_as_the_bank_has(left: int, gained: int) -> None:
    """A-39, 9.3: legal, even where it brings nothing."""
    play = here("longbows", bank=left).play().answer("muster")
    assert play.has("red", "warbands") == gained
    assert ("9.3" in play.cites()) == (left == 1)


def test_5_2_2_a_citizen_gains_purple_ones() -> None:
    play = here("longbows").seat("red", role="citizen").play().answer("muster")
    assert play.state.count("board.red", PURPLE) == 2 and play.state.count("stock.red", "red") == 14


def test_5_2_again_on_another_card() -> None:
    play = here("longbows", "elders", favor=2).play().answer("muster", "longbows").answer("muster")
    assert play.skipped == [("muster.card", "denizen.elders")] and play.has("red", "warbands") == 4
    assert play.replayed() == play.state


def test_a_facedown_card_is_no_ruin() -> None:
    """2.9: it is somewhere else, and that is all that is said."""
    table = a_table().seat("red", at="mountain", favor=1, advisers=[down("keep")])
    assert [clause for clause, _ in reasons(table, "keep")] == ["5.2.1"]
