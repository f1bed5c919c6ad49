"""The log tells every move: hands that know no rule and hear nothing else have the table that is shown.

Each case was told wrongly once; the checks ``hands`` follow as many games as one has patience for.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from oathtools.journal import Play
from oathtools.render.game import log, status
from oathtools.render.names import Names
from oathtools.table.views import View
from oathtools.variants import forget
from tests.render.test_told_truly import GIVEN, THROWN, VOW, played
from tests.support.daily import daily
from tests.support.followed import run, saga
from tests.support.hands import Hands, Untold
from tests.support.pack import NAME as PACK
from tests.support.pack import known


@pytest.mark.parametrize("number", daily([0, 1, 2, 4, 5, 7], 3))
def test_the_hands_follow_a_game(number: int) -> None:
    """From setup and from rich positions; with undo, redo, adjustments, and options that the table let pass."""
    assert run(number, 50) > 30


@pytest.mark.parametrize("number", daily([3, 13, 3293], 3))
def test_the_hands_follow_a_chronicle(number: int) -> None:
    """8.1 to 8.8: what leaves the table and what comes to it is told, step by step."""
    assert run(number, 50) > 5


@pytest.mark.parametrize("number", daily([0, 2, 5], 3))
def test_the_hands_follow_a_game_under_any_readings(number: int) -> None:
    """Every open point read at random, all of them at once: what is done is told, and nothing is lost."""
    assert run(number, 40, readings=True) > 25


@pytest.fixture
def pack() -> Iterator[None]:
    """The pack of the page, known for as long as a test runs."""
    known()
    yield
    forget(PACK)


@pytest.mark.parametrize("number", daily(range(4), 4))
def test_the_hands_follow_a_game_with_house_rules(number: int, pack: None) -> None:
    """Invented cards and an action, realms from setup on and in mid-game, or both: their moves are told like any."""
    assert run(number, 40, variants=True) > 25


@pytest.mark.parametrize(("number", "variants"), [(2, False), (1, True)])
def test_the_hands_follow_a_saga(number: int, variants: bool, pack: None) -> None:
    """A game to its end and its Chronicle, every answer followed (1, 8); the check ``hands-sagas`` goes on."""
    assert saga(number, 1, variants) > 90


def tables(position: str, *answers: str) -> tuple[Hands, Mapping[str, Any], Play]:
    """The hands after some answers, and the table that is shown."""
    hands = Hands(status.as_json(played(position).state, View(played(position).state)))
    play = played(position, *answers)
    for line in log.lines(play, Names(View(play.state))):
        hands.hear(line.moves)
    return hands, status.as_json(play.state, View(play.state)), play


@pytest.mark.parametrize(
    ("position", "answers"),
    [
        (VOW % ("", "Vow of Renewal"), ("recover relic 1", "travel Steppe")),
        (GIVEN, ("power Whistle",)),
        (
            THROWN,
            (
                "trade 'Storm Caller' --for favor",
                "campaign Cy --target site:Mountain --dice 2",
                "'Storm Caller'",
                "2 2 -",
                "h",
            ),
        ),
    ],
)
def test_what_was_told_wrongly_once(position: str, answers: tuple[str, ...]) -> None:
    """A burn that reaches a player (10.4), a secret given (10.11), a card discarded by its user (10.5)."""
    hands, shown, _ = tables(position, *answers)
    hands.compare(shown)


def test_the_hands_know_when_they_are_told_otherwise() -> None:
    """A burn told as a burn while somebody gets the favor: the test itself bites."""
    hands, shown, play = tables(VOW % ("", "Vow of Renewal"), "recover relic 1")
    assert play.state.count("board.blue", "favor") == 6
    hands.hear([{"what": "favor", "count": 2, "from": "board.blue", "to": "shared"}])
    with pytest.raises(Untold, match=r"board\.blue"):
        hands.compare(shown)


def test_what_cannot_be_done_is_no_move() -> None:
    hands, _, _ = tables(GIVEN)
    for move in (
        {"what": "favor", "count": 9, "from": "board.red", "to": "shared"},
        {"card": None, "back": "denizen", "from": "hand.red", "to": "discard.cradle", "facedown": False},
        {"card": "relic.whistle", "back": "relic", "from": "held.blue", "to": "held.red", "facedown": False},
        {"marker": "pawn", "who": "red", "to": "site.mine"},
    ):
        with pytest.raises(Untold):
            hands.hear([move])


def test_the_moves_are_told_to_programs() -> None:
    """``log --json``: each line with the clauses, the powers, and what hands do by it."""
    play = played(GIVEN, "power Whistle")
    last = log.lines(play, Names(View(play.state)))[-1].as_data()
    assert last["moves"] == [
        {"marker": "pawn", "who": "blue", "to": "cradle.1"},
        {"what": "secret", "count": 1, "from": "relic.whistle", "to": "board.blue"},
    ]
    assert last["cites"] and last["text"].startswith("Cy comes to Plains")


def test_a_card_that_is_drawn_by_name_is_none_that_another_has_in_hand() -> None:
    """1.20: one player's cards are not told, the next one's are; of several in hand nobody knows which one went."""
    hands, _, _ = tables(GIVEN)

    def drawn(card: str | None, seat: str) -> dict[str, Any]:
        return {"card": card, "back": "denizen", "from": None, "to": f"hand.{seat}", "facedown": False}

    hands.hear([drawn(None, "red"), drawn("denizen.keep", "blue"), drawn(None, "blue")])
    assert [card.name for card in hands.table.zones["hand.red"]] == [None]
    assert [card.name for card in hands.table.zones["hand.blue"]] == ["denizen.keep", None]
    away = {"card": None, "back": "denizen", "from": "hand.blue", "to": "discard.cradle", "facedown": True}
    hands.hear([away, {**away, "card": "denizen.tents", "to": "advisers.blue", "facedown": False}])
    assert [card.name for card in hands.table.zones["advisers.blue"]][-1] == "denizen.tents"
