"""A short run of the check ``ahead``: the search finds what every legal answer finds, with the same chances (3)."""

import pytest

from tests.support.brute_force import compared
from tests.support.daily import daily

# Some in which something can be done about who wins next, and brute force is soon through.
NUMBERS = (1, 8, 18, 30, 38, 41, 283)
# Others at tables that read points otherwise, half of them in the last turn before the title is looked at.
READ = (8, 19, 31, 41, 44, 59, 93, 125)


@pytest.mark.parametrize("number", daily(NUMBERS, 3))
def test_no_threat_is_missed_and_none_is_invented(number: int) -> None:
    found = compared(number)
    assert found is not None and found.ends > 0
    assert (found.missed, found.invented, found.other_odds) == ([], [], [])


@pytest.mark.parametrize("number", daily(READ, 3))
def test_nor_where_a_table_reads_the_points_otherwise(number: int) -> None:
    """2.11, 3.2: readings of the title, of Visions and of pools, each position with several at once."""
    found = compared(number, 1, True)
    assert found is not None and found.ends > 0
    assert (found.missed, found.invented, found.other_odds) == ([], [], [])
