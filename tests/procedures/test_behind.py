"""why names the other card that is behind a refusal: what changed a value on which it rests, and what locks a card."""

from typing import Any

import pytest

from oathtools.procedures.adjudicate import Request, why
from tests.support.tables import Table, a_table, down, the

INSOMNIA, PEACE, SALT = "denizen.insomnia", "denizen.vow_of_peace", "denizen.salt_the_earth"
VALLEY, PASS, LONGBOWS = "site.charming_valley", "site.narrow_pass", "denizen.longbows"


def reasons(table: Table, action: str, **given: Any) -> list[tuple[str, str, str]]:
    """Every reason against Red's request: clause, sentence, source."""
    given = {field: the(value) if isinstance(value, str) else value for field, value in given.items()}
    return [tuple(reason) for reason in why(table.game(), "red", Request(action, given)).refusals]  # type: ignore[misc]


def test_7_6_4_a_limit_of_advisers_names_its_card_and_what_is_locked() -> None:
    """7.2.2: either of the two would make room if it could go."""
    table = a_table().seat("red", at=3, advisers=["insomnia", "vow_of_peace", down("longbows")])
    assert reasons(table, "play", card=LONGBOWS, to="adviser") == [
        ("9.2", "the row holds 2 advisers of 2 and too few of them can be discarded", "law"),
        ("7.6.4", f"{INSOMNIA} makes it so", INSOMNIA),
        ("7.2.2", f"{INSOMNIA} is locked", "law"),
        ("7.2.2", f"{PEACE} is locked", "law"),
    ]


def test_2_8_1_a_capacity_names_the_card_that_set_it() -> None:
    table = a_table().seat("red", at=3, advisers=[down("longbows")]).site(3, cards=["salt_the_earth"])
    full = ("5.1.4.1", "site.steppe holds 1 card and has room for 1", "law")
    assert reasons(table, "play", card=LONGBOWS, to="site.steppe") == [full, ("2.8.1", f"{SALT} makes it so", SALT)]


@pytest.mark.parametrize(("supply", "said"), [(2, True), (1, False)])
def test_11_6_a_price_names_the_site_that_raised_it_where_that_decides(supply: int, said: bool) -> None:
    """2 Supply would take Red from the Valley to the Steppe, but for the Valley; 1 would not anyhow."""
    table = a_table().site("charming_valley", slot=2).seat("red", at=2, supply=supply)
    found = reasons(table, "travel", to="steppe")
    assert found[0] == ("5.6.1", f"it costs 3 Supply and {supply} is left", "law")
    assert found[1:] == ([("11.6", f"{VALLEY} makes it so", VALLEY)] if said else [])


def test_a_reason_that_names_the_card_already_is_told_once() -> None:
    """11.8: the row is the Narrow Pass's own."""
    table = a_table().site("narrow_pass", slot=3).seat("red", at=0)
    assert [source for _, _, source in reasons(table, "travel", to="the_tribunal")] == [PASS]
