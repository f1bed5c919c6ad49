"""What a seat may not know never leaves the server (9.4), and no request that is refused changes anything.

Random games; every page for every viewer is searched for the names that this viewer may not know. Then requests made up
at random, with the ids of hidden cards among them.
"""

from pathlib import Path

import pytest

from tests.support.daily import daily
from tests.support.games import hidden_cards, named_in, some_answer
from tests.support.phone_search import hostile, searched
from tests.support.phone_tables import Table

SEEDS = daily([0, 1, 2], 3)
STEPS, EVERY = 90, 4
REQUESTS = 250


@pytest.mark.parametrize("seed", SEEDS)
def test_no_page_names_what_its_viewer_may_not_know(seed: int, tmp_path: Path) -> None:
    assert searched(seed, tmp_path, STEPS, EVERY) > 500


def test_the_search_would_notice(tmp_path: Path) -> None:
    """The pages of a player do name what the others may not know."""
    table = Table(2, tmp_path)
    for _ in range(60):
        if table.play.pending is not None:
            table.play.answer(some_answer(table.play.pending, table.rng), checked=True)
    public = hidden_cards(table.play.state, None)
    assert any(list(named_in(phone.get("/me"), public)) for seat, phone in table.phones.items() if seat)


# -- requests made up at random -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_requests_made_up_at_random(seed: int, tmp_path: Path) -> None:
    assert hostile(seed, tmp_path, REQUESTS) > 5
