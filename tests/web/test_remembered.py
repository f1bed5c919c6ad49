"""What is made once for several pages is what each would make for itself."""

import asyncio
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest
from starlette.responses import Response

from oathtools.answerers.battles import latest
from oathtools.journal.play import Play
from oathtools.procedures.campaign.account import Account
from oathtools.render.battles.campaign import move_words, says
from oathtools.render.game import log
from oathtools.render.names import Names
from oathtools.table.views import View
from oathtools.web import table
from oathtools.web.remembered import Ahead, News, Remembered
from oathtools.web.seats import GUEST
from tests.support.daily import daily
from tests.support.games import some_answer, table_game


def told_anew(play: Play, viewer: str | None, last: int | None) -> list[log.LogLine]:
    since = log.ALL if last is None else log.before_last(play, last)
    return whole(log.lines(play, Names(View(play.state, viewer)), since))


def whole(lines: list[log.LogLine]) -> list[log.LogLine]:
    """The lines as pages show them, without what a fold would say: that rests on where the telling began."""
    return [line._replace(gist=()) for line in lines]


@pytest.mark.parametrize("seed", daily(range(4), 4))
def test_the_log_told_on_is_the_log_told_anew(seed: int) -> None:
    """With answers, with what is taken back, brought back and put right between, for everybody and each player."""
    play, rng, remembered = table_game(seed), Random(seed), Remembered()
    for step in range(90):
        if play.pending is None:
            break
        play.answer(some_answer(play.pending, rng), checked=True)
        if step % 17 == 16:
            play.undo(play.live.last - rng.randrange(3))
        if step % 34 == 33:
            play.redo(play.undone[-1].n) if play.undone else None
        for viewer in (None, *play.state.seats):
            for last in (20, 6, None) if step % 10 == 9 else (rng.choice((6, 20)),):
                assert whole(remembered.lines(play, viewer, last)) == told_anew(play, viewer, last), (
                    step,
                    viewer,
                    last,
                )


def test_another_game_is_told_from_its_beginning() -> None:
    remembered = Remembered()
    for seed in (0, 1):
        play = table_game(seed)
        play.answer(some_answer(play.pending, Random(seed)), checked=True)
        assert whole(remembered.lines(play, None, None)) == told_anew(play, None, None)


def test_lines_that_nobody_asks_for_any_more_are_let_go() -> None:
    """All that happened was looked at once; from then on only the last answers: the log is not kept for ever."""
    play, rng, remembered = table_game(0), Random(0), Remembered()
    while len(play.live) < 100 and play.pending is not None:
        play.answer(some_answer(play.pending, rng), checked=True)
        if len(play.live) == 30:
            assert whole(remembered.lines(play, None, None)) == told_anew(play, None, None)
        assert whole(remembered.lines(play, None, 6)) == told_anew(play, None, 6)
    assert len(play.live) == 100
    kept = remembered._logs[None]
    assert len(play.live.since(kept.since)) < 50, "what came before is not kept"
    assert whole(remembered.lines(play, None, None)) == told_anew(play, None, None)


def test_what_was_made_is_made_anew_once_somebody_has_answered() -> None:
    play, remembered = table_game(0), Remembered()
    made = iter(range(9))
    assert [remembered.once(play, "it", lambda: next(made)) for _ in range(2)] == [0, 0]
    assert remembered.once(play, ("it", "red"), lambda: next(made)) == 1, "each viewer's own"
    play.answer(some_answer(play.pending, Random(0)), checked=True)
    assert remembered.once(play, "it", lambda: next(made)) == 2
    assert remembered.lasting(play, "long", 5, lambda: next(made)) == 3
    play.answer(some_answer(play.pending, Random(0)), checked=True)
    assert remembered.lasting(play, "long", 5, lambda: next(made)) == 3
    assert remembered.lasting(play, "long", 6, lambda: next(made)) == 4


def shown(play: Play, fought: Account, viewer: str | None) -> list[object]:
    names = Names(View(play.state, viewer))
    who = fought.declared["player"] if fought.steps else ""
    return [(says(step, names, who), [move_words(move, names) for move in step.moves]) for step in fought.steps]


@pytest.mark.parametrize(("seed", "steps"), daily([(1, 60), (1, 130), (4, 130), (9, 130)], 4))
def test_the_last_campaign_is_told_as_it_is(seed: int, steps: int) -> None:
    """5.5: the account that is kept while its mark lasts is the one that would be made now."""
    play, rng, remembered = table_game(seed), Random(seed), Remembered()
    fought = 0
    for step in range(steps):
        if play.pending is None:
            break
        act = play.pending.kind == "act" and "campaign" in play.pending.legal()
        play.answer("campaign" if act else some_answer(play.pending, rng), checked=True)
        if step % 19 == 18:
            play.undo(play.live.last - rng.randrange(4))
        kept = remembered.lasting(play, "fought", table.since(play), lambda: latest(play))
        anew = latest(play)
        for viewer in (None, *play.state.seats):
            assert shown(play, kept, viewer) == shown(play, anew, viewer), (step, viewer)
        fought += bool(kept.steps)
    assert fought > steps // 26


def test_a_page_that_was_made_before_it_is_asked_for_serves_while_the_game_stands_so() -> None:
    at, page = ["1"], Response("page")

    async def made() -> Response:
        return page

    ahead = Ahead(cast(News, SimpleNamespace(version=lambda: at[0])))
    asyncio.run(ahead.make(GUEST, "/table", made))
    assert ahead.made(GUEST, "/table") is page and ahead.made(GUEST, "/me") is None
    at[0] = "2"
    assert ahead.made(GUEST, "/table") is None
