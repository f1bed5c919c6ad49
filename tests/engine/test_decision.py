"""The forms of a question: their answers, what is refused and why, what is skipped, what a bot may say."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from oathtools.engine.decision import DeadEnd, Decision, Form, NotOffered, Row
from oathtools.engine.driver import Ask, Driver


def not_b(option: str) -> Iterator[Row]:
    yield option != "b", "1.2", "b is taken"


def ask(form: Form, **given: Any) -> Decision:
    return Decision("test", "A", form, cites=("1",), **given)


def because(decision: Decision, answer: Any) -> list[str]:
    return [refusal.because for refusal in decision.refusals(answer)]


CASES = [
    (ask(Form.ONE, options=("a", "b", "c"), rows=not_b), ["a", "c"], ["b", "d", 1, None, ["a"], True]),
    (ask(Form.AMOUNT, low=2, high=4), [2, 3, 4], [1, 5, "3", 2.0, True, None, [3]]),
    (
        ask(Form.SOME, options=("a", "b", "c", "d"), rows=not_b, low=1, high=2),
        [["a"], ["c", "a"]],
        [[], ["a", "c", "d"], ["a", "a"], ["b"], ["a", "x"], "a", [1], [["a"]], None],
    ),
    (
        ask(Form.DISTRIBUTE, options=("a", "b", "c"), rows=not_b, caps={"a": 2, "b": 2, "c": 1}, low=2, high=3),
        [{"a": 2}, {"a": 1, "c": 1}, {"a": 2, "c": 1}, {"a": 2, "b": 0}],
        [{"a": 3}, {"a": 1}, {"a": 1, "b": 1}, {"a": 2, "x": 1}, {"a": "2"}, {"a": True, "c": 1}, {"a": -1}, [], None],
    ),
    (
        ask(Form.ORDER, options=("a", "b", "c")),
        [["a", "b", "c"], ["c", "a", "b"]],
        [["a", "b"], ["a", "a", "b"], ["a", "b", "c", "c"], "abc", [1, "a", "b"], [None, None, "a"], [["a"], "b", "c"]],
    ),
    (ask(Form.NOTE), ["", "I promise"], [1, None, ["x"]]),
]


@pytest.mark.parametrize(("decision", "legal", "illegal"), CASES, ids=lambda case: getattr(case, "form", None))
def test_answers_of_each_form(decision: Decision, legal: list[Any], illegal: list[Any]) -> None:
    for answer in legal:
        assert decision.allows(answer) and decision.refusals(answer) == [], answer
        decision.check(answer)
    for answer in illegal:
        assert not decision.allows(answer), answer
        assert decision.refusals(answer), answer
        with pytest.raises(NotOffered):
            decision.check(answer)


def test_every_reason_is_given() -> None:
    def rows(option: str) -> Iterator[Row]:
        yield option == "a", "1.1", f"{option} is not first"
        yield option != "b", "1.2", "b is taken", "card.b"

    decision = ask(Form.ONE, options=("a", "b"), rows=rows)
    assert decision.refused() == [("b", [("1.1", "b is not first", "law"), ("1.2", "b is taken", "card.b")])]


def test_rows_on_the_finished_answer() -> None:
    def pair(answer: list[str]) -> Iterator[Row]:
        yield answer != ["a", "c"], "3", "a and c do not mix"

    decision = ask(Form.SOME, options=("a", "b", "c"), rows=not_b, finish=pair, low=1, high=2)
    assert decision.allows(["c", "a"]) and not decision.allows(["a", "c"])
    assert because(decision, ["a", "c"]) == ["a and c do not mix"]


def test_the_shape_is_told_apart_from_the_rules() -> None:
    decision = ask(Form.ONE, options=("a", "b"), rows=not_b)
    assert decision.misshapen("b") is None and decision.misshapen("x") == "x is not among the options"
    assert because(ask(Form.AMOUNT, low=1, high=3), 9) == ["a number from 1 to 3"]


# -- skipping ------------------------------------------------------------------------------------------------------

SOLE = [
    (ask(Form.ONE, options=("a", "b"), rows=not_b), "a"),
    (ask(Form.ONE, options=("a", "b")), None),
    (ask(Form.ONE, options=("a",), private=True), None),
    (ask(Form.AMOUNT, low=2, high=2), 2),
    (ask(Form.AMOUNT, low=0, high=2), None),
    (ask(Form.SOME, options=("a", "b", "c"), rows=not_b, low=2, high=2), ["a", "c"]),
    (ask(Form.SOME, options=("a", "b", "c"), rows=not_b, low=2, high=3), ["a", "c"]),
    (ask(Form.SOME, options=("a", "c"), rows=not_b, low=0, high=2), None),
    (ask(Form.SOME, options=("b",), rows=not_b, low=0, high=1), []),
    (ask(Form.SOME, options=("a",), low=0, high=0), []),
    (ask(Form.DISTRIBUTE, options=("a", "b"), rows=not_b, low=2, high=2), {"a": 2}),
    (ask(Form.DISTRIBUTE, options=("a", "c"), caps={"a": 2, "c": 1}, low=3, high=3), {"a": 2, "c": 1}),
    (ask(Form.DISTRIBUTE, options=("a", "c"), caps={"a": 2, "c": 1}, low=0, high=0), {}),
    (ask(Form.DISTRIBUTE, options=("a", "c"), caps={"a": 2, "c": 1}, low=2, high=2), None),
    (ask(Form.ORDER, options=("a",)), ["a"]),
    (ask(Form.ORDER, options=()), []),
    (ask(Form.ORDER, options=("a", "b")), None),
    (ask(Form.NOTE), None),
]


@pytest.mark.parametrize(("decision", "sole"), SOLE)
def test_the_one_legal_answer(decision: Decision, sole: Any) -> None:
    assert decision.sole() == sole
    if sole is not None:
        assert decision.allows(sole)


@pytest.mark.parametrize("ahead", ["a", "b", "c", ["a"], {"a": 2}, 2, None])
@pytest.mark.parametrize(("decision", "sole"), SOLE)
def test_what_is_expected_decides_nothing(decision: Decision, sole: Any, ahead: Any) -> None:
    def program() -> Ask:
        decision.forget()
        return (yield decision)

    driver = Driver.once(program())
    driver.ahead = ahead
    driver.start()
    assert (driver.pending, driver.skipped) == ((decision, []) if sole is None else (None, [("test", sole)]))


DEAD = [
    ask(Form.ONE, options=("b",), rows=not_b),
    ask(Form.ONE),
    ask(Form.SOME, options=("a", "b"), rows=not_b, low=2, high=2),
    ask(Form.AMOUNT, low=3, high=2),
    ask(Form.DISTRIBUTE, options=("a", "b"), rows=not_b, caps={"a": 1, "b": 3}, low=2, high=2),
]


@pytest.mark.parametrize("decision", DEAD, ids=lambda decision: decision.form.value)
def test_no_legal_answer_is_a_dead_end(decision: Decision) -> None:
    with pytest.raises(DeadEnd):
        decision.sole()


# -- bots ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("decision", [case[0] for case in CASES], ids=lambda decision: decision.form.value)
def test_random_answers_are_legal(decision: Decision) -> None:
    rng = Random(1)
    for _ in range(200):
        assert decision.allows(decision.random(rng))


def test_random_answers_reach_every_option() -> None:
    rng = Random(2)
    decision = ask(Form.ONE, options=tuple("abcdefgh"), rows=not_b)
    assert {decision.random(rng) for _ in range(400)} == set("acdefgh")


def test_random_finds_the_needle() -> None:
    decision = ask(Form.ONE, options=tuple(map(str, range(300))), rows=lambda option: [(option == "77", "1", "no")])
    assert {decision.random(Random(seed)) for seed in range(20)} == {"77"}


def test_chance_samples_its_own_answers() -> None:
    decision = ask(
        Form.OUTCOME, sample=lambda rng: rng.choice("xy"), finish=lambda answer: [(answer in "xy", "1", "x")]
    )
    assert {decision.random(Random(seed)) for seed in range(20)} == {"x", "y"}
    assert not decision.allows("z")


def test_what_has_no_answer_is_not_invented() -> None:
    with pytest.raises(DeadEnd):
        ask(Form.ONE, options=("b",), rows=not_b).random(Random(1))
    with pytest.raises(DeadEnd):
        ask(Form.SOME, options=("a", "c"), low=1, high=1, finish=lambda _: [(False, "1", "no")]).random(Random(1))


def test_a_default_helps_where_chance_does_not() -> None:
    def only(answer: list[str]) -> Iterator[Row]:
        yield answer == ["c", "a"], "1", "c before a"

    order = ask(Form.SOME, options=tuple("abcdefghij"), low=2, high=10, finish=only, default=["c", "a"])
    assert order.random(Random(3)) == ["c", "a"]


def test_decisions_show_what_they_are() -> None:
    assert repr(ask(Form.ONE)) == "<test for A: one of>"
