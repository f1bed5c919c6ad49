"""Bots: games that they play by themselves, what they are called, what they know."""

import gc
from collections.abc import Sequence
from pathlib import Path

import pytest

from oathtools.answerers.bot import run_plugs
from oathtools.bots import NAMES, UnknownBot, named
from oathtools.bots.prospects import TERMS
from oathtools.catalog import LAST_ROUND
from oathtools.journal.begin import new_game
from oathtools.journal.play import Play
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.world import first_game_world, seats_for
from oathtools.table.invariants import faults
from tests.support.daily import daily


def game_of(bots: Sequence[str], seed: int | str, **how: bool) -> Play:
    """A first game whose seats are these bots, played to its end."""
    world = first_game_world()
    seats = seats_for([(f"P{number}", None, bot) for number, bot in enumerate(bots)], world.citizens)
    play = new_game(seats, world, seed=seed, **how)
    run_plugs(play)
    return play


@pytest.mark.parametrize("bots", daily([["random", "planner"], ["greedy", "random", "greedy"]], 2), ids="-".join)
def test_a_game_of_bots_is_played_to_its_end_and_replays(bots: Sequence[str]) -> None:
    play = game_of(bots, "replay", digests=True)
    assert play.state.result and play.state.phase == "over" and not faults(play.state)
    again = Play(play.header, play.entries)
    assert not again.differences and again.state == play.state


@pytest.mark.parametrize("bots", daily([["greedy", "random"], ["greedy", "greedy", "random"]], 2), ids="-".join)
def test_the_same_seed_is_the_same_game(bots: Sequence[str]) -> None:
    first, second = (game_of(bots, "same", digests=False) for _ in range(2))
    assert [entry.answer for entry in first.live] == [entry.answer for entry in second.live]


def match(seeds: Sequence[int]) -> list[tuple[int, str, str, int]]:
    """First games of one greedy seat, at each seat in turn, against random ones: who won each of them, how and when."""
    found = []
    for seed in seeds:
        bots = ["greedy" if seat == seed % 4 else "random" for seat in range(4)]
        play = game_of(bots, f"match {seed}", digests=False, keep_log=False)
        result = play.state.result
        assert result and play.pending is None and play.state.phase == "over" and not faults(play.state)
        assert result["winner"] in play.state.seats and result["how"] and 1 <= result["round"] <= LAST_ROUND
        found.append((seed, result["winner"], result["how"], result["round"]))
    return found


@pytest.mark.parametrize("games", daily([1, 2, 6], 3))
def test_a_match_ends_soundly_and_the_same_seeds_have_the_same_winners(games: int) -> None:
    """3.4: each game has a winner by the end of the last round. No game leaves anything behind for the next one."""
    first = match(range(games))
    assert match(range(games)[::-1]) == first[::-1]


def test_the_tables_that_bots_try_things_out_on_go_at_once() -> None:
    """Thousands a game: none waits for the collector of circles, on a compiled core neither."""

    def tables() -> int:
        return sum(isinstance(each, Game) for each in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = tables()
        play = game_of(("greedy", "random"), "tables", digests=False, keep_log=False)
        assert play.state.result and tables() == before + 1
    finally:
        gc.enable()


def test_bots_go_by_name_and_old_journals_by_none() -> None:
    assert [named(name).name for name in NAMES] == list(NAMES)
    assert named(True).name == "random"
    with pytest.raises(UnknownBot, match="no bot is called clever: random, greedy, planner"):
        named("clever")


def test_every_term_is_told_in_the_documents() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "bots.md").read_text(encoding="utf-8")
    page = page.partition("## How good they are")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines() if line.startswith("| ")]
    told = [(name, float(weight.replace("−", "-")), says) for name, weight, says in rows[2:]]
    assert told == [(term.name, term.weight, term.says) for term in TERMS]
