"""Another game on the engine: two players take matches from a heap; a die sets the most that may be taken."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from oathtools.engine.decision import DeadEnd, Decision, Form, NotOffered, Refusal, Row, failed, holds, stated
from oathtools.engine.driver import Driver, finish
from oathtools.engine.windows import Kind, Place, Registry, Stage

PLACES = {
    "most": Place("most", Kind.FOLD, "2", ("game", "value", "me")),
    "may take": Place("may take", Kind.ROWS, "3", ("game", "me", "count")),
    "taken": Place("taken", Kind.WINDOW, "4", ("game", "me")),
}


class Heap:
    """The whole game: a heap, whose turn it is, who has lost."""

    def __init__(self, matches: int, powers: Registry | None = None) -> None:
        self.matches, self.turn, self.winner = matches, 0, ""
        self.powers = powers or Registry(PLACES, rank=str)

    def live(self, place: str) -> list[Any]:
        every = [power for powers in self.powers.by_card.values() for power in powers]
        return self.powers.ordered([power for power in every if power.place.name == place])

    def may_take(self, me: str, count: str) -> Iterator[Row]:
        yield int(count) <= self.matches, "1", f"only {self.matches} lie there"
        for power in self.live("may take"):
            yield from power.does(self, me, count)

    def program(self) -> Any:
        return None if self.winner else self.take("AB"[self.turn % 2])

    def take(self, me: str) -> Iterator[Decision]:
        most = yield Decision("die", me, Form.OUTCOME, options=("1", "2", "3"), sample=lambda rng: rng.choice("123"))
        for power in self.live("most"):
            most = power.does(self, most, me)
        options = [str(count) for count in range(1, int(most) + 1)]
        count = yield Decision("take", me, Form.ONE, options=options, rows=lambda count: self.may_take(me, count))
        self.matches -= int(count)
        for power in self.live("taken"):
            yield from power.does(self, me)
        self.turn += 1
        if not self.matches:
            self.winner = "AB"[self.turn % 2]


def driver_of(heap: Heap, at_boundary: Callable[[], None] | None = None) -> Driver:
    driver = Driver(heap.program, at_boundary)
    driver.start()
    return driver


def played(matches: int, *answers: str) -> tuple[Heap, Driver]:
    heap = Heap(matches)
    driver = driver_of(heap)
    for answer in answers:
        driver.answer(answer)
    return heap, driver


def test_a_game_is_the_list_of_its_answers() -> None:
    heap, driver = played(6, "3", "3", "2", "1", "3", "2")
    assert (heap.winner, driver.pending) == ("B", None)
    again, _ = played(6, "3", "3", "2", "1", "3", "2")
    assert (again.matches, again.turn, again.winner) == (heap.matches, heap.turn, heap.winner)


def test_offered_are_those_without_a_failed_row() -> None:
    _, driver = played(2, "3")
    assert driver.pending is not None
    assert list(driver.pending.legal()) == ["1", "2"]
    assert driver.pending.refused() == [("3", [Refusal("1", "only 2 lie there")])]


def test_a_refused_answer_changes_nothing() -> None:
    heap, driver = played(2, "3")
    with pytest.raises(NotOffered) as no:
        driver.answer("3")
    assert no.value.refusals == [Refusal("1", "only 2 lie there")]
    assert str(no.value) == "'3' is not offered by take: only 2 lie there (1)"
    assert (heap.matches, driver.pending) == (2, no.value.decision)
    driver.answer("2")
    assert heap.winner == "B"


def test_a_question_with_one_answer_is_skipped_and_noted() -> None:
    heap, driver = played(6, "1")
    assert (heap.matches, driver.skipped) == (5, [("take", "1")])
    assert driver.pending is not None and (driver.pending.kind, driver.pending.who) == ("die", "B")


def test_chance_is_never_skipped() -> None:
    _, driver = played(6)
    assert driver.pending is not None and driver.pending.form is Form.OUTCOME


def test_boundaries_lie_between_generators() -> None:
    seen: list[int] = []
    heap = Heap(6)
    driver = driver_of(heap, lambda: seen.append(heap.matches))
    assert (seen, driver.questions_here) == ([6], 1)
    driver.answer("3")
    assert (seen, driver.questions_here) == ([6], 2)
    driver.answer("2")
    assert (seen, driver.questions_here, driver.boundaries) == ([6, 4], 1, 2)


def test_where_the_rules_are() -> None:
    _, driver = played(6)
    assert driver.trace() == ["Heap.take"]


def test_nothing_is_asked_after_the_end() -> None:
    _, driver = played(1, "2")
    assert driver.pending is None
    with pytest.raises(RuntimeError, match="over"):
        driver.answer("1")


def test_powers_fold_forbid_and_happen() -> None:
    powers = Registry(PLACES, rank=str)

    def doubled(game: Heap, value: str, me: str) -> int:
        return int(value) * 2

    def capped(game: Heap, value: int, me: str) -> int:
        return min(value, 5)

    def not_two(game: Heap, me: str, count: str) -> Iterator[Row]:
        yield count != "2", "3", "two is unlucky", "cat"

    def burn(game: Heap, me: str) -> Iterator[Decision]:
        answer = yield Decision("burn", me, Form.AMOUNT, low=0, high=1)
        game.matches -= answer

    powers.add("ape", "most", capped, subject="all", stage=Stage.LIMIT)
    powers.add("bee", "most", doubled, subject="all")
    powers.add("cat", "may take", not_two, subject="all")
    powers.add("dog", "taken", burn, subject="all")
    heap = Heap(9, powers)
    driver = driver_of(heap)
    driver.answer("3")
    assert driver.pending is not None
    assert list(driver.pending.legal()) == ["1", "3", "4", "5"], "doubled first, then limited, whatever the order"
    assert driver.pending.refusals("2") == [Refusal("3", "two is unlucky", "cat")]
    driver.answer("4")
    assert driver.pending.kind == "burn"
    driver.answer(1)
    assert heap.matches == 4


def test_a_bot_plays_to_the_end_and_its_game_replays() -> None:
    rng, answers = Random(7), []
    heap = Heap(30)
    driver = driver_of(heap)
    while driver.pending is not None:
        answers.append(driver.pending.random(rng))
        driver.send(answers[-1])
    again, _ = played(30, *answers)
    assert again.winner == heap.winner


# -- dead ends and force -------------------------------------------------------------------------------------------


def stuck(heap: Heap) -> Callable[[], Any]:
    def steps() -> Iterator[Decision]:
        yield Decision("take", "A", Form.ONE, options=("8", "9"), rows=lambda count: heap.may_take("A", count))
        heap.winner = "A"

    return lambda: None if heap.winner else steps()


def test_a_question_without_an_answer_is_a_fault_of_the_rules() -> None:
    with pytest.raises(DeadEnd, match="take for A has no legal answer"):
        Driver(stuck(Heap(2))).start()


def test_force_lets_a_refused_answer_pass() -> None:
    heap, driver = played(2, "3")
    driver.force("3")
    assert heap.matches == -1


def test_force_holds_up_to_the_next_boundary() -> None:
    heap = Heap(2)

    def steps() -> Iterator[Decision]:
        yield Decision("first", "A", Form.ONE, options=("a", "b"))
        for kind in ("take", "again"):
            yield Decision(kind, "A", Form.ONE, options=("8", "9"), rows=lambda count: heap.may_take("A", count))
            yield Decision("then", "A", Form.ONE, options=("a", "b"))
        heap.matches = 9

    def program() -> Any:
        return steps()

    driver = Driver(program)
    driver.start()
    driver.force("a")
    assert driver.pending is not None
    assert (driver.pending.kind, list(driver.pending.legal())) == ("take", [])
    driver.force("8")
    driver.answer("a")
    assert driver.pending.kind == "again", "still asked, though nothing is legal"
    driver.force("9")
    driver.answer("b")
    assert driver.pending.kind == "first"
    heap.matches = 1
    with pytest.raises(DeadEnd):
        driver.answer("a")


# -- rows and steps that do not ask --------------------------------------------------------------------------------


def test_rows_hold_fail_and_state() -> None:
    rows = [(True, "1", "yes"), (False, "2", "no"), (False, "3", "never", "card")]
    assert not holds(rows) and holds(rows[:1]) and holds([])
    assert failed(rows) == [Refusal("2", "no", "law"), Refusal("3", "never", "card")]
    assert [(fits, row.clause) for fits, row in stated(rows)] == [(True, "1"), (False, "2"), (False, "3")]


def test_rows_stop_at_the_first_that_fails() -> None:
    def rows() -> Iterator[Row]:
        yield False, "1", "no"
        raise AssertionError("nobody needs this row")

    assert not holds(rows())


def test_finish_runs_what_does_not_ask() -> None:
    def silent() -> Any:
        return 5
        yield

    def asking() -> Any:
        yield Decision("why", "A", Form.NOTE)

    assert finish(silent()) == 5
    with pytest.raises(RuntimeError, match="why"):
        finish(asking())
