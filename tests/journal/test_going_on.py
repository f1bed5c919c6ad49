"""What a running game takes up between two actions: other readings of open points, cards coded since it began."""

import json

import pytest

from oathtools.engine.driver import Driver
from oathtools.journal import Entry, Play, ReplayError, UnderWay, header_of_position
from oathtools.journal.record import dump
from oathtools.journal.replay import say_again
from oathtools.powers import load
from oathtools.procedures.turn.loop import program
from oathtools.table.position.form import to_position
from tests.procedures.worlds import answerer, header
from tests.tables import Table, a_table

TOLL = "denizen.toll_roads"


def from_table(table: Table, readings: dict[str, str] | None = None, without: tuple[str, ...] = ()) -> Play:
    """A game from a position; ``without``: these cards were not coded yet when it began."""
    coded = [card for card in load().coded if card not in without]
    return Play(header_of_position(to_position(table.built()), readings=readings, cards=coded))


def again(play: Play) -> Play:
    """The same journal, read back from its lines."""
    lines = [json.loads(dump([entry])) for entry in play.entries]
    return Play(json.loads(json.dumps(play.header)), [Entry.from_data(line) for line in lines])


def traveler() -> Table:
    """Red at the Mountain without favor; blue rules the Plains, where Toll Roads lie."""
    table = a_table(3).seat("red", at="mountain").site("plains", cards=["toll_roads"], warbands={"blue": 1})
    return table.seat("purple", supply=2)


def pays_a_toll(play: Play) -> bool:
    """Is the way to the Plains closed to somebody without favor?"""
    play.answer("travel")
    assert play.pending is not None
    refusals = play.pending.refusals("site.plains")
    play.undo(play.head - 1)
    return any(refusal.source == TOLL for refusal in refusals)


@pytest.mark.parametrize("number", range(6))
def test_at_an_action_boundary_the_rules_may_begin_again_from_the_state(number: int) -> None:
    """The ground that both stand on: nothing has happened between a boundary and the question that follows it."""
    play = Play(header(number), keep_log=False, digests=False)
    answer = answerer(number)
    at_rest: list[str] = []
    play.driver.at_boundary = lambda: at_rest.append(play.state.canonical())
    for _ in range(250):
        if play.pending is None:
            break
        if play.at_boundary and at_rest:
            assert play.state.canonical() == at_rest[-1]
            driver = Driver(lambda: program(play.game))
            driver.start()
            assert driver.pending is not None
            assert (driver.pending.kind, driver.pending.who) == (play.pending.kind, play.pending.who)
            assert list(driver.pending.options) == list(play.pending.options)
            assert play.state.canonical() == at_rest[-1]
        play.answer(answer(play.pending), checked=True)


# -- readings ----------------------------------------------------------------------------------------------------------


def test_an_adopted_reading_holds_from_its_entry_on() -> None:
    """A-27: a Citizen's Supply follows the Chancellor's board by the default, their own by reading b."""
    table = a_table(2).seat("red", role="citizen", at="mountain", supply=0, bank=14).seat("purple", supply=1)
    table.site("mountain", warbands={"purple": 1})
    play = from_table(table)
    entry = play.adopt({"A-27": "b"})
    assert entry.as_data() == {"n": 1, "readings": {"A-27": "b"}, "state": play.state.digest()}
    assert play.game.takes("A-27", "a") == "b"
    play.answer("end")
    other = again(play)
    assert other.state == play.state and other.game.readings == play.game.readings


def test_undo_takes_back_what_was_adopted() -> None:
    play = from_table(traveler(), {"A-02": "b"})
    play.adopt({"A-02": "a"})
    play.undo(0)
    assert play.game.readings == {"A-02": "b"}
    play.redo(1)
    assert play.game.readings == {"A-02": "a"} == again(play).game.readings


def test_a_correction_of_the_table_keeps_what_was_adopted() -> None:
    play = from_table(traveler(), without=(TOLL,))
    play.adopt({"A-02": "a"})
    play.upgrade([TOLL])
    play.adjust(to_position(play.state), "as it is")
    assert play.game.readings == {"A-02": "a"} and pays_a_toll(play)
    assert pays_a_toll(again(play))


# -- cards -------------------------------------------------------------------------------------------------------------


def test_a_running_game_uses_new_cards_from_the_upgrade_on() -> None:
    play = from_table(traveler(), without=(TOLL,))
    assert play.coded_since() == [TOLL]
    assert not pays_a_toll(play)
    entry = play.upgrade(play.coded_since())
    assert entry.as_data() == {"n": entry.n, "cards": [TOLL], "state": play.state.digest()}
    assert play.coded_since() == [] and pays_a_toll(play)
    assert again(play).state == play.state and pays_a_toll(again(play))


def test_undo_takes_back_an_upgrade() -> None:
    play = from_table(traveler(), without=(TOLL,))
    play.upgrade([TOLL])
    play.undo(0)
    assert play.coded_since() == [TOLL] and not pays_a_toll(play)


def test_what_was_answered_before_an_upgrade_is_replayed_without_the_new_cards() -> None:
    """The journey over the Plains cost nothing then: it must not be refused now."""
    play = from_table(traveler(), without=(TOLL,))
    for answer in ("travel", "site.plains"):
        play.answer(answer)
    play.upgrade([TOLL])
    other = again(play)
    assert other.stopped is None and other.differences == [] and other.state == play.state


def test_a_power_that_is_not_coded_any_more_is_reported() -> None:
    play = from_table(traveler())
    other = Play({**play.header, "cards": [*play.header["cards"], "denizen.gone"]})
    assert [(each.n, each.hard) for each in other.differences] == [(0, False)]
    assert "denizen.gone" in other.differences[0].why


# -- between two actions -----------------------------------------------------------------------------------------------


def test_in_the_middle_of_an_action_nothing_is_taken_up() -> None:
    play = from_table(traveler(), without=(TOLL,))
    play.answer("travel")
    for change in (lambda: play.adopt({"A-02": "a"}), lambda: play.upgrade([TOLL])):
        with pytest.raises(UnderWay):
            change()
    assert play.head == 1 and play.coded_since() == [TOLL]


def test_a_journal_that_takes_up_something_in_mid_action_now_stops_there() -> None:
    play = from_table(traveler())
    play.answer("travel")
    entries = [*play.entries, Entry(2, readings={"A-02": "a"})]
    other = Play(play.header, entries)
    assert other.stopped is not None and other.stopped.n == 2 and "under way" in other.stopped.why
    with pytest.raises(ReplayError):
        say_again(other, entries[1], [])


def test_an_undo_past_the_stop_lets_the_game_go_on() -> None:
    play = from_table(traveler())
    play.answer("travel")
    other = Play(play.header, [*play.entries, Entry(2, readings={"A-02": "a"})])
    other.undo(1)
    assert other.stopped is None and other.differences == []
    assert other.pending is not None and other.pending.kind == "travel.to"
