"""Random sagas of a few games; the check ``sagas`` plays a thousand of ten."""

import pytest

from tests.support.daily import daily
from tests.support.sagas import Written, saga, sound


@pytest.mark.parametrize("number", daily(range(8), 3))
def test_a_random_saga(number: int) -> None:
    """1, 8: game after game, no card is lost or doubled, and every world is sound and can be handed on."""
    written: list[Written] = []
    last = saga(number, 3, lambda game: (written.append(game), sound(game))[0])
    assert len(written) == 3 and last.game == 4
    assert [entry["game"] for entry in last.history] == [1, 2, 3]
