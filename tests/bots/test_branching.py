"""Ways that bots try: each is as the rules go when every answer is judged, and counts what a fresh look counts."""

from random import Random
from typing import Any

import pytest

from oathtools.bots import branching
from oathtools.bots.branching import SAMPLES, SURE, VOID, Branch, Branching, Stream
from oathtools.bots.prospects import measured, mixed, value
from oathtools.engine.driver import Driver
from oathtools.procedures.turn import ACTIONS, program
from tests.support.random_requests import positions


@pytest.mark.parametrize("number", range(4))
def test_4_2_what_is_followed_is_what_the_rules_do_when_each_answer_is_judged(number: int) -> None:
    """A program that is followed along its answers comes to the same question, of the same table (4.2)."""
    for game, rng in positions([number], 12):
        judged = game.apart()
        steps = program(judged)
        assert steps is not None
        driver = Driver.once(steps)
        driver.start()
        trace: list[Any] = []
        while driver.pending is not None:
            trace += [answer for _, answer in driver.skipped]
            followed = game.apart()
            other = _followed(followed, trace)
            assert other.pending is not None
            assert (other.pending.kind, other.pending.who) == (driver.pending.kind, driver.pending.who)
            assert list(other.pending.options) == list(driver.pending.options)
            assert followed.state.canonical() == judged.state.canonical()
            answer = driver.pending.random(rng)
            trace.append(answer)
            driver.answer(answer)
        trace += [answer for _, answer in driver.skipped]
        followed = game.apart()
        assert _followed(followed, trace).pending is None
        assert followed.state.canonical() == judged.state.canonical()


def _followed(game: Any, trace: list[Any]) -> Driver:
    steps = program(game)
    assert steps is not None
    driver = Driver.once(steps)
    driver.follow(trace)
    return driver


@pytest.mark.parametrize("number", range(4))
def test_what_has_not_changed_need_not_be_counted_anew(number: int) -> None:
    """2.11: the terms of a table are the same whether or not it is known from which table it came."""
    counted = 0
    for game, _ in positions([number], 12):
        seat = game.state.turn
        tried = Branching(game, seat, f"a stream {number}")
        assert tried.stand() == measured(game, seat)
        for name in ACTIONS:
            for way in tried.ways((name,), 8):
                for _, end in way.ends:
                    counted += 1
                    assert measured(end, seat, tried.ground) == measured(end, seat)
                assert way.terms == mixed([(weight, measured(end, seat)) for weight, end in way.ends])
    assert counted


def test_7_6_3_what_a_deal_is_about_that_is_declined_is_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """6.5, 7.6.3: ways that part over what is declined then are what they are when each of them is run."""
    alike = 0
    for game, _ in positions(range(8), 8):
        for name in ("power", "give-warbands", "take-warbands"):
            ways: list[Branch] = []
            each_run: list[Branch] = []
            for found, void in ((ways, VOID), (each_run, {})):
                monkeypatch.setattr(branching, "VOID", void)
                found.extend(Branching(game, game.state.turn, "a stream").ways((name,), 24))
            alike += len(ways) - len({id(way.ends) for way in ways})
            assert [way._replace(ends=()) for way in ways] == [way._replace(ends=()) for way in each_run]
            for way, other in zip(ways, each_run, strict=True):
                assert [end.state for _, end in way.ends] == [end.state for _, end in other.ends]
    assert alike


def test_5_5_a_campaign_that_is_as_good_as_lost_is_no_way() -> None:
    """5.5: whatever is tried of a campaign has a chance."""
    seen = 0
    for game, _ in positions(range(4), 6):
        for way in Branching(game, game.state.turn, "a stream").ways(("campaign",), 24):
            seen += 1
            assert way.chance is None or way.chance > SURE
    assert seen


def test_5_1_what_is_drawn_is_drawn_more_than_once() -> None:
    """5.1: a Search is worth what several draws of it come to, each as likely as the other."""
    seen = apart = 0
    for game, _ in positions(range(4), 6):
        seat = game.state.turn
        for way in Branching(game, seat, "a stream").ways(("search",), 4):
            if way.chance is None and way.drawn:
                seen += 1
                worths = [value(measured(end, seat)) for _, end in way.ends]
                assert [weight for weight, _ in way.ends] == [1 / SAMPLES] * SAMPLES
                assert value(way.terms) == pytest.approx(sum(worths) / SAMPLES)
                apart += len(set(worths)) > 1
    assert seen and apart


def test_a_stream_that_nothing_was_drawn_from_is_that_of_its_seed() -> None:
    """The same seed draws the same, from its beginning and from any moment on."""
    stream, other = Stream("a seed"), Random("a seed")
    assert stream.at is None
    assert stream.as_random.random() == other.random()
    assert Stream("a seed", 1).as_random.random() == Stream("a seed", stream.at).as_random.random()
    again = Stream("a seed", stream.at)
    assert [again.as_random.randint(1, 90), again.as_random.sample(range(9), 3)] == [
        other.randint(1, 90),
        other.sample(range(9), 3),
    ]
