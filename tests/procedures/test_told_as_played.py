"""Random campaigns, played in the engine, and told by ``campaign`` from the position and the same dice: one account.

``compared(seed)`` is one of them; the check ``told-as-played`` compares thousands.
"""

import pytest

from tests.support.daily import daily
from tests.support.told_as_played import compared

CASES = 40


@pytest.mark.parametrize("block", daily(range(8), 4))
def test_campaigns_are_told_as_they_are_played(block: int) -> None:
    """5.5: plans of both sides, Allies, all that follows; the same steps and pieces, and none that was not moved."""
    seeds = range(block * CASES // 8, (block + 1) * CASES // 8)
    results = [compared(seed) for seed in seeds]
    assert any(result is not None and result.moved for result in results)


@pytest.mark.parametrize(
    "seed",
    [
        13,  # dice rolled again, at a price
        402,  # a Citizen against the Empire, which loses the title with the Citizen's sites before dice are counted
        431,
        962,  # a warband lost before the dice, by which a later plan's site may be ruled
        1417,  # a Hospital with nobody in it, and a choice behind it
        1729,  # a Citizen against the Empire, and the title turns
        2254,  # a Cauldron whose user has no warbands left to gain
        2500,  # dice that a power rolls when the battle is over
        2560,  # a pawn made to travel, where a toll is due
    ],
)
def test_campaigns_that_once_were_told_otherwise(seed: int) -> None:
    """5.5, 5.5.1, 5.5.3, 2.11, 7.1.4, 10.2, A-106: found by the check."""
    assert compared(seed) is not None
