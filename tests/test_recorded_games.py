"""A recorded game for each way to win in chapter 3, made through the ordinary commands (``tests/games/make.py``)."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from oathtools.journal import file
from oathtools.journal.play import Play
from oathtools.procedures.victory import check as victory
from tests.support import told_whole
from tests.support.daily import of_some

GAMES = Path(__file__).parent / "games"
TOLD: dict[str, dict[str, str]] = yaml.safe_load(told_whole.KEPT.read_text(encoding="utf-8"))
# The first so many of these; the others at night.
DAILY = {
    "random": 3,
    "rich": 12,
    "phones": 1,
    "people": 1,
    "fights": 2,
    "table": 4,
    "numbers": 2,
    "altered": 2,
    "positions": 2,
    "states": 4,
}
RECIPES: dict[str, Any] = yaml.safe_load((GAMES / "games.yaml").read_text(encoding="utf-8"))


# Random games of version 0.1.0, with undo, redo, adjustments and overruled answers: told at a table or seeded, from the
# first setup and from rich positions, with other readings, a house rule, a Chronicle. They are never made anew.
# What the rules of today ask and those did not: a deal that can only be declined is refused with its reasons.
ASKED_SINCE = ("exchange.accept",)
OLDER = sorted(path.stem for path in (GAMES / "older").glob("*.jsonl"))


def daily(name: str) -> bool:
    family = name.split()[0]
    return [each for each in told_whole.games() if each.split()[0] == family].index(name) < DAILY.get(family, 99)


def recorded(name: str) -> Play:
    content = file.read(GAMES / f"{name}.jsonl")
    return Play(content.header, content.entries)


@pytest.mark.parametrize("name", RECIPES)
def test_a_recorded_game_replays_and_ends_as_it_did(name: str) -> None:
    """Chapter 3, by the clause in the name: every question is asked as it was recorded, every digest is the same."""
    play = recorded(name)
    assert play.stopped is None, play.stopped
    assert not play.differences
    end, result = RECIPES[name]["end"], play.state.result
    assert result is not None
    assert {key: result[key] for key in ("how", "clause", "ways")} == {
        key: end[key] for key in ("how", "clause", "ways")
    }
    if "winner" in end:
        assert play.state.players[result["winner"]].name == end["winner"]


@pytest.mark.parametrize("name", RECIPES)
def test_the_check_before_the_end_says_the_same(name: str) -> None:
    """3.1 to 3.4: the win check of the state just before the last answer leads to the recorded winner."""
    play = recorded(name)
    result = play.state.result
    assert result is not None
    if result["ways"][0][0] in ("usurper", "visionary"):
        verdict = victory.at_wake(play.game, result["winner"])
    else:
        die = 6 if result["clause"].startswith("3.3") else None
        verdict = victory.at_round_end(play.game, die)
    assert (verdict.winner, verdict.how, verdict.clause) == (result["winner"], result["how"], result["clause"])


def test_every_way_of_chapter_3_is_recorded() -> None:
    """3.1, 3.2, both at once, 3.3, 3.3.1, and each clause of 3.4."""
    clauses = {recipe["end"]["clause"] for recipe in RECIPES.values()}
    assert {"3.1", "3.2", "3.3", "3.3.1", "3.4.1", "3.4.2", "3.4.3", "3.4.4"} <= clauses


@pytest.mark.parametrize("name", OLDER)
def test_a_game_of_the_version_before_opens_and_replays_to_the_same_digests(name: str) -> None:
    play = recorded(f"older/{name}")
    assert play.stopped is None, play.stopped
    since = [each for each in play.differences if each.hard or (each.asked or {}).get("kind") not in ASKED_SINCE]
    assert since == []


def test_there_are_a_dozen_of_them() -> None:
    assert len(OLDER) >= 12
    entries = [entry for name in OLDER for entry in file.read(GAMES / "older" / f"{name}.jsonl").entries]
    for kind in ("undo_to", "redo_to", "adjust", "overruled", "chronicle"):
        assert any(getattr(entry, kind) is not None for entry in entries), kind


@pytest.mark.parametrize("name", of_some(told_whole.games(), daily))
def test_a_game_asks_refuses_tells_shows_and_judges_what_it_did(name: str) -> None:
    """Every option, clause, number, event, position, verdict and page: who means a change writes them anew.

    What differs is seen by ``python -m tests.support.told_whole NAME``, before and after.
    """
    assert told_whole.games()[name]().digests() == TOLD[name]


def test_no_game_is_kept_that_is_not_played() -> None:
    assert list(TOLD) == list(told_whole.games())
