"""Two games that differ only in what a viewer may not know are the same to that viewer, to the byte (9.4)."""

from pathlib import Path

import pytest

from tests.support import alike, planted
from tests.support.daily import daily

GAMES = range(6)


@pytest.mark.parametrize("seed", daily([1, 0, 2, 3], 4))
def test_what_a_viewer_may_not_know_changes_nothing_that_is_sent(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count, secret = alike.told(seed, tmp_path, monkeypatch)
    assert count > 100 and secret


@pytest.mark.parametrize(("seed", "answers"), daily([(1, 4), (1, 12), (0, 12), (2, 12)], 4))
def test_how_hidden_cards_lie_changes_nothing_that_is_shown(
    seed: int, answers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count, moved = alike.laid(seed, tmp_path, monkeypatch, answers)
    assert count > 20 and moved > 2


@pytest.mark.parametrize("notes", daily([1, 2], 2))
def test_what_one_has_written_down_for_oneself_changes_nothing_that_others_are_shown(
    notes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count, written = alike.noted(1, tmp_path, monkeypatch, 17 * notes)
    assert count > 30 * notes and written == notes


def test_the_order_of_what_is_discarded_unseen_changes_nothing_that_others_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count, orders = alike.ordered(2, tmp_path, monkeypatch, 1)
    assert count > 60 and orders


def test_twenty_leaks_are_planted() -> None:
    assert len(planted.PLANTED) > 19


@pytest.mark.parametrize("name", daily(planted.PLANTED, 12))
def test_a_leak_that_is_planted_is_found(name: str, tmp_path: Path) -> None:
    """In one of some games; without it none of them differs (above, and ``python -m tests.checks alike``)."""
    for seed in GAMES:
        with planted.leaking(name) as patch:
            try:
                alike.laid(seed, tmp_path / str(seed), patch, 4)
                alike.told(seed, tmp_path / f"told {seed}", patch)
                alike.noted(seed, tmp_path / f"noted {seed}", patch)
            except AssertionError:
                return
    pytest.fail("nobody noticed")
