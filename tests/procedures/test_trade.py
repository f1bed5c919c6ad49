"""5.3 Trade."""

import pytest

from oathtools.table.state import FAVOR, SECRET
from tests.support.tables import Lay, Table, a_table, down, unknown


def here(*cards: str, advisers: tuple[Lay, ...] = (), **red: int) -> Table:
    """Red at the Mountain with these cards, two favor and a secret."""
    told = {"favor": 2, "secrets": 1, **red}
    return a_table().seat("red", at="mountain", advisers=advisers, **told).site("mountain", cards=cards)


def reasons(table: Table, card: str, what: str) -> list[tuple[str, str]]:
    return [(clause, because) for clause, because, _ in table.refusals("trade", card=card, **{"for": what})]


MATCHING = [
    ((), 0),
    (("wolves",), 0),
    (("tents",), 1),
    (("tents", "horse_archers", "wolves"), 2),
    (("tents", down("horse_archers"), unknown("denizen")), 1),
]


@pytest.mark.parametrize(("advisers", "matching"), MATCHING)
def test_5_3_2_a_secret_for_one_favor_and_one_for_each_matching_adviser(
    advisers: tuple[Lay, ...], matching: int
) -> None:
    """A-40: faceup advisers only; all of it from the one bank; the card itself is no adviser."""
    play = here("elders", advisers=advisers).play().answer("trade", "favor")
    assert play.has("red", FAVOR) == 2 + 1 + matching
    assert play.at("bank.nomad", FAVOR) == 3 - 1 - matching
    assert (play.has("red", SECRET), play.at("elders", SECRET)) == (0, 1)
    assert play.state.players["red"].supply == 6 and "5.3.2" in play.cites()


@pytest.mark.parametrize(("advisers", "matching"), MATCHING)
def test_5_3_2_two_favor_for_one_secret_for_each_matching_adviser(advisers: tuple[Lay, ...], matching: int) -> None:
    """A-39, A-40: nothing without one, and legal all the same."""
    play = here("elders", advisers=advisers).play().answer("trade", "secrets")
    assert play.has("red", SECRET) == 1 + matching
    assert (play.has("red", FAVOR), play.at("elders", FAVOR)) == (0, 2)


@pytest.mark.parametrize(("left", "gained"), [(0, 0), (1, 1), (2, 2)])
def test_5_3_2_an_empty_bank(left: int, gained: int) -> None:
    """A-39: gain what is there; no other bank stands in."""
    play = here("elders", advisers=("tents",)).bank("nomad", left).play().answer("trade", "favor")
    assert play.has("red", FAVOR) == 2 + gained
    assert ("9.3" in play.cites()) == (left < 2)


def test_5_3_2_secrets_have_no_limit() -> None:
    table = here("elders", advisers=("tents", "horse_archers"), secrets=30)
    assert table.play().answer("trade", "secrets").has("red", SECRET) == 32


@pytest.mark.parametrize("what", ["favor", "secrets"])
def test_5_3_2_refusals_of_the_card(what: str) -> None:
    table = here("longbows", "hall_of_mockery").on("longbows", favor=1)
    assert reasons(table, "longbows", what) == [("5.3.2", "denizen.longbows already holds 1 favor")]
    assert reasons(table, "hall_of_mockery", what) == [("2.9", "edifice.hall_of_mockery is a ruin")]


@pytest.mark.parametrize(
    ("red", "what", "because"),
    [
        ({"secrets": 0}, "favor", [("5.3.2", "it costs 1 secret and 0 can be paid")]),
        ({"secrets": 0, "hidden": 3}, "favor", [("5.3.2", "it costs 1 secret and 0 can be paid")]),
        ({"favor": 1}, "secrets", [("5.3.2", "it costs 2 favor and 1 can be paid")]),
        ({"supply": 0}, "secrets", [("5.3.1", "it costs 1 Supply and 0 is left")]),
        ({"supply": 0, "favor": 0}, "secrets", [
            ("5.3.1", "it costs 1 Supply and 0 is left"),
            ("5.3.2", "it costs 2 favor and 0 can be paid"),
        ]),
    ],
)  # fmt: skip
def test_5_3_the_cost(red: dict[str, int], what: str, because: list[tuple[str, str]]) -> None:
    """7.1.2: facedown secrets cannot be placed."""
    assert reasons(here("elders", **red), "elders", what) == because


def test_5_3_what_cannot_be_paid_is_not_offered() -> None:
    play = here("elders", favor=1).play().answer("trade")
    assert ("trade.for", "favor") in play.skipped


def test_5_3_a_card_is_offered_if_one_of_the_two_ways_can_be_paid() -> None:
    play = here("elders", "wolves", secrets=0).on("wolves", secrets=1).play().answer("trade")
    assert play.skipped == [("trade.card", "denizen.elders"), ("trade.for", "secrets")]


def test_5_3_the_site_need_not_be_ruled() -> None:
    table = here("elders").site("mountain", warbands={"blue": 3})
    assert table.play().answer("trade", "favor").has("red", FAVOR) == 3


def test_5_3_an_intact_edifice() -> None:
    play = here("ancient_forge", advisers=("tents",)).play().answer("trade", "favor")
    assert play.has("red", FAVOR) == 4


def test_5_3_replays() -> None:
    play = here("elders", "wolves").play().answer("trade", "wolves", "favor")
    assert play.replayed() == play.state
