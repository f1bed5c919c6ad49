"""What is printed is understood: menu lines, options, names, hints and the log of random games, typed as they stand.

The check ``typed-back`` does the same in three hundred games.
"""

import pytest

from tests.support.daily import daily
from tests.support.typed_back import log_lines, menus_and_names, options_and_hints


@pytest.mark.parametrize("number", daily(range(8), 4))
def test_every_line_of_legal_and_every_name_is_what_it_was_printed_for(number: int) -> None:
    """As ``legal`` prints it, with the names that its player sees, without its cost; names in a request for them."""
    typed = list(menus_and_names(number))
    assert [each for each in typed if each.wrong] == []
    assert {each.where for each in typed} >= {"legal", "name"}


@pytest.mark.parametrize("number", daily(range(6), 3))
def test_a_game_typed_as_it_is_printed_is_that_game(number: int) -> None:
    """Every option of the first 250 questions is typed by its label, and hints name: it is that, or it is asked."""
    typed = list(options_and_hints(number))
    assert [each for each in typed if each.wrong] == []
    assert len(typed) > 50


@pytest.mark.parametrize("number", daily(range(0, 12, 2), 3))
def test_a_line_of_the_log_does_what_it_tells_or_is_told_to_be_one(number: int) -> None:
    typed = list(log_lines(number))
    assert [each for each in typed if each.wrong] == []
    assert len(typed) > 5
