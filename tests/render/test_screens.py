"""Every screen after every answer tells something, to everybody; the check ``screens`` does 50,000."""

from random import Random

import pytest

from oathtools.render.game import status
from tests.support.daily import daily
from tests.support.followed import looked_at
from tests.support.games import new_game
from tests.support.screens import Failed, Screens


@pytest.mark.parametrize("number", daily([0, 2, 3, 5], 4))
def test_every_screen_tells_something_after_every_answer(number: int) -> None:
    """From setup, in a Chronicle, from a rich position, from the middle of a game: to all who look on."""
    screens = Screens()
    looked = looked_at(number, screens)
    looked.opened = 5
    looked.play_on(11)
    assert looked.compared >= 8 and screens.calls > 30 * looked.compared


def test_a_screen_that_fails_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours in one screen of one viewer: the test itself bites."""
    screens, play = Screens(), new_game(3)
    told = status.as_json

    def broken(state: object, view: object) -> object:
        if getattr(view, "viewer", None) == "blue":
            raise KeyError("card")
        return told(state, view)  # type: ignore[arg-type]

    monkeypatch.setattr(status, "as_json", broken)
    with screens.over(play):
        screens.call("status", viewer="red", as_json=True)
        with pytest.raises(Failed, match="status --as blue --json"):
            screens.call("status", viewer="blue", as_json=True)
        with pytest.raises(Failed, match="refused"):
            screens.call("status", "--at", "9000")


def test_a_screen_that_changes_the_game_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = looked_at(0, Screens())

    def spends(number: int, rng: Random) -> list[str]:
        looked.play.state.round += 1
        return []

    monkeypatch.setattr(looked.screens, "look", spends)
    with pytest.raises(Failed, match="changed the game"):
        looked.look()
