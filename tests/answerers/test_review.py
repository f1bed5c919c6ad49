"""An evening reviewed: its chances are those of ``odds``, its luck adds up, it uses nothing that could not be known."""

from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from oathtools.answerers import review as reviewing
from oathtools.answerers.bot import run_plugs
from oathtools.answerers.review import LEAST, Review, review
from oathtools.journal import Play, file, new_game
from oathtools.procedures.machine.world import first_game_world
from oathtools.render.game.review import as_json, document, remarks
from oathtools.render.names import Names
from oathtools.render.printers import terminal
from oathtools.table.views import View
from tests.support import reviews
from tests.support.daily import daily
from tests.support.games import hidden_cards, named_in
from tests.support.random_games import played

GAMES = Path(__file__).parent.parent / "games"


@cache
def recorded(name: str, deep: int = 1) -> tuple[Play, Review]:
    content = file.read(GAMES / f"{name}.jsonl")
    play = Play(content.header, content.entries)
    return play, review(play, deep=deep)


@pytest.mark.parametrize("name", daily(["3.1-usurper", "3.4.1-empire"], 2))
def test_chances_luck_and_wins_are_those_of_the_moment(name: str) -> None:
    """5.5, 3.1 to 3.4: as ``odds`` and ``win --ahead`` answer where the game stood."""
    play, found = recorded(name)
    assert found.battles and found.missed
    assert not list(reviews.faults(play, found))


@pytest.mark.parametrize("number", [2, *(pytest.param(number, marks=pytest.mark.soak) for number in (5, 8))])
def test_of_random_games_too(number: int) -> None:
    play = played(number)
    assert not list(reviews.faults(play, review(play, deep=0)))


@pytest.mark.parametrize("players", [4, pytest.param(6, marks=pytest.mark.soak)])
def test_of_games_of_bots_that_mean_it(players: int) -> None:
    play = new_game([f"P{seat}" for seat in range(players)], first_game_world(), seed=players, bots=True)
    run_plugs(play)
    found = review(play, deep=0)
    assert found.battles and not list(reviews.faults(play, found))


def test_the_curve_ends_with_the_winner_and_the_game_turns_once() -> None:
    """3.1: from the turn after which Blue was always next to win, Blue leads; before, somebody else."""
    _, found = recorded("3.1-usurper")
    assert found.turned is not None
    at = found.stands.index(found.turned)
    assert (found.turned.round, found.turned.turn, found.turned.leads) == (5, "red", "purple")
    assert {stand.leads for stand in found.stands[at + 1 :]} == {"blue"}
    nearest = found.stands[-1].nearest["blue"]
    assert nearest is not None and nearest.stands and nearest.claim.clause == "3.1"


def test_a_victory_that_was_not_paid_for_is_luck_all_the_same() -> None:
    """5.5.5: the dice allow it, the attacker does not sacrifice, the bandits hold."""
    _, found = recorded("3.4.1-empire", deep=0)
    given_up = [each for each in found.battles if each.fell and not each.won]
    assert [(each.n, each.sides) for each in given_up] == [(112, ("red", "bandits"))]


def test_the_win_that_came_and_could_have_been_prevented() -> None:
    """3.4.3: in the last turn Fay may still take Eve's site, with 15/16."""
    _, found = recorded("3.4.3-conquest-first")
    (missed,) = found.missed
    assert (missed.n, missed.seat, missed.way.effect, missed.way.won.who) == (2, "black", "prevents", "white")
    assert str(missed.way.sure) == "15/16"


def test_what_was_tried_is_not_missed() -> None:
    """Another defender or other targets are another campaign; the winner has missed nothing."""
    play, found = recorded("3.1-usurper")
    declared = {(each.then.turn, each.then.round, tuple(each.course.declared["targets"])) for each in found.battles}
    for each in found.missed:
        targets = tuple(each.way.actions[0].given.get("targets", ()))
        assert (each.seat, each.round, targets) not in declared
    assert play.state.result is not None
    winner = play.state.result["winner"]
    assert all(each.seat != winner for each in found.missed)


def test_a_game_that_goes_on_is_reviewed_as_far_as_it_came() -> None:
    play, whole = recorded("3.1-usurper")
    found = review(play.again(70), deep=0)
    assert found.turned is None and found.stands == whole.stands[: len(found.stands)]
    text = terminal(document(found, Names(View(play.again(70).state))), 200)
    assert text.startswith("The game goes on.") and "--deep 1" in text


@pytest.mark.parametrize("player", [pytest.param(None, marks=pytest.mark.soak), -1])
@pytest.mark.parametrize("number", [2, pytest.param(7, marks=pytest.mark.soak)])
@pytest.mark.soak
def test_it_names_nothing_that_the_viewer_could_not_know(number: int, player: int | None) -> None:
    """9.4: in the midst of a game. What an unknown card may turn out to be is named for programs."""
    play = played(number)
    now = play.again(play.live[len(play.live) // 3].n, digests=False)
    viewer = None if player is None else now.state.seats[player]
    found, names = review(now, viewer), Names(View(now.state, viewer))
    text = f"{terminal(document(found, names), 100)} {as_json(found._replace(missed=()), names)}"
    assert found.looked.moments and list(named_in(text, hidden_cards(now.state, viewer))) == []


@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        ("3.1-usurper", False),
        *(pytest.param("3.4.1-empire", spoil, marks=pytest.mark.soak) for spoil in (False, True)),
    ],
)
def test_wins_are_looked_for_on_a_table_without_what_could_not_be_known(name: str, spoil: bool) -> None:
    """9.4: what is public; with ``--spoil`` what the player in question knew."""
    play, found = recorded(name)
    for each in review(play, spoil=True).missed if spoil else found.missed:
        then = play.again(each.n, digests=False).state
        hidden = hidden_cards(then, each.seat if spoil else None)
        assert hidden and not [card for card in hidden if each.game.state.where.get(card)]


def test_a_win_that_was_not_taken_comes_as_often_as_it_says_and_another_chance_is_noticed() -> None:
    """5.5.5: the line is followed in tables dealt anew, with dice that fall."""
    play, found = recorded("3.1-usurper")
    followed = 0
    for each in found.missed:
        with suppress(reviews.NotFollowed):
            assert reviews.played_out(play, each, 40) is None, each.n
            other = each._replace(
                way=each.way._replace(sure=1 - each.way.sure if abs(each.way.sure - 0.5) > 0.3 else 1)
            )
            assert reviews.played_out(play, other, 40)
            followed += 1
    assert followed


def test_a_long_evening_is_looked_at_no_longer_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before each action the same part of what a whole evening may take: in words, for programs, beside a replay."""
    monkeypatch.setattr(reviewing, "EVENING", 48 * 30)
    play, _ = recorded("3.1-usurper")
    found, names = review(play), Names(View(play.state))
    assert found.looked.moments == 47 and found.looked.answers == 30
    assert {"search", "campaign"} < set(found.looked.untried)
    told = "at most 30 answers tried each time; not in every way: "
    assert told in " ".join(terminal(document(found, names), 500).split())
    assert told in [*remarks(found, names)][-1][1]
    assert as_json(found, names)["looked"] == found.looked._asdict()


def test_a_win_that_would_hardly_have_come_is_none_that_was_not_taken() -> None:
    _, found = recorded("3.1-usurper")
    assert min(each.way.sure for each in found.missed) >= LEAST
