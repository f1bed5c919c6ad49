"""A copy of a state is equal, and shares nothing that could be changed."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from oathtools.table.state import Player, State
from tests.support.daily import daily
from tests.support.random_games import played
from tests.support.rich import position


def containers(value: Any) -> Iterator[Any]:
    """Everything within a value that can be changed."""
    if isinstance(value, State | Player):
        yield value
        for field in fields(value):
            yield from containers(getattr(value, field.name))
    elif isinstance(value, dict | list):
        yield value
        for each in value.values() if isinstance(value, dict) else value:
            yield from containers(each)


def independent(state: State) -> None:
    """Assert that a copy is equal and independent."""
    copy = state.copy()
    assert copy == state
    ours = {id(each) for each in containers(state)}
    assert not [each for each in containers(copy) if id(each) in ours]


@pytest.mark.parametrize("number", range(10))
def test_a_copy_of_a_rich_position(number: int) -> None:
    independent(position(number).state)


@pytest.mark.parametrize("number", daily(range(4), 4))
def test_a_copy_at_any_moment_of_a_game(number: int) -> None:
    """Lasting effects, variants, discards of a turn and the result are there only then."""
    play = played(number, lambda game: independent(game.state))
    independent(play.state)
