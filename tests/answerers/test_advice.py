"""Hints: what greedy would do if it sat there, at every question, and what is legal where people went another way."""

from oathtools.answerers.bot import advice, run_plugs
from oathtools.bots.planner import Greedy
from oathtools.bots.situation import Situation
from oathtools.engine.decision import Answer, Form
from oathtools.journal import Play
from tests.support.random_games import header

NUMBER = 1  # a short game: 77 answers


def by_greedy() -> Play:
    """A game in which greedy sits in one seat among those who do anything legal."""
    head = header(NUMBER)
    seat = head["seats"][NUMBER % len(head["seats"])]["color"]
    head["seats"] = [{**each, "bot": "greedy" if each["color"] == seat else "random"} for each in head["seats"]]
    return Play(head, digests=False, takes_snapshots=True)


def test_whoever_takes_every_hint_plays_as_greedy() -> None:
    """The first hint is greedy's own answer at each question, in the midst of an action as at its beginning."""
    play, asked, inside = by_greedy(), list[str](), list[bool]()
    answer = Greedy.answer

    def watched(self: Greedy, situation: Situation) -> Answer:
        given = answer(self, situation)
        if not inside:
            inside.append(True)
            assert advice(play)[0] == given, situation.decision.kind
            asked.append(situation.decision.kind)
            play.stand()
            inside.clear()
        return given

    Greedy.answer = watched  # type: ignore[method-assign]
    try:
        run_plugs(play)
    finally:
        Greedy.answer = answer  # type: ignore[method-assign]
    assert play.pending is None and asked.count("act") > 5 and any("." in kind for kind in asked)


def test_a_hint_is_legal_where_something_else_was_answered_than_was_meant() -> None:
    """In the midst of an action: what was meant with another beginning is not followed."""
    play, tried = by_greedy(), 0
    while play.pending is not None and tried < 6:
        decision = play.pending
        hint, why = advice(play)
        assert decision.allows(hint)
        assert why is None or why.considered[0].answers[0] == hint
        one = decision.form is Form.ONE
        others = [each for each in decision.legal() if each not in (hint, "end")] if one else []
        tried += "." in decision.kind and bool(others)
        play.answer(others[0] if others and decision.who == play.state.turn else hint, checked=True)
