"""What a running game takes up between two actions: other readings of open points, cards coded since it began."""

import json

import pytest

from oathtools.engine.driver import Driver
from oathtools.journal import Entry, Play, ReplayError, UnderWay, header_of_position
from oathtools.journal.entry import dump
from oathtools.journal.running import say_again
from oathtools.powers import load
from oathtools.procedures.turn import program
from oathtools.table.position.form import to_position
from tests.support.random_games import answerer, header
from tests.support.tables import Table, a_table

TOLL = "denizen.toll_roads"


def from_table(table: Table, readings: dict[str, str] | None = None, without: tuple[str, ...] = ()) -> Play:
    """A game from a position; ``without``: its header, one of those that name the cards with code, leaves these out."""
    coded = [card for card in load().coded if card not in without]
    return Play({**header_of_position(to_position(table.built()), readings=readings), "cards": coded})


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
    play = from_table(traveler())
    play.adopt({"A-02": "a"})
    play.adjust(to_position(play.state), "as it is")
    assert play.game.readings == {"A-02": "a"} and pays_a_toll(play)
    assert pays_a_toll(again(play))


# -- cards -------------------------------------------------------------------------------------------------------------


def test_a_header_that_names_the_cards_with_code_is_played_with_those() -> None:
    """A journal of version 0.1: what its cards did not do then they must not do now, or it would not replay."""
    play = from_table(traveler(), without=(TOLL,))
    assert not pays_a_toll(play) and not pays_a_toll(again(play)), again(play).differences
    assert pays_a_toll(from_table(traveler()))
    assert "cards" not in header_of_position(to_position(traveler().built())), "a header of today does not"


# -- between two actions -----------------------------------------------------------------------------------------------


def test_in_the_middle_of_an_action_nothing_is_taken_up() -> None:
    play = from_table(traveler())
    play.answer("travel")
    with pytest.raises(UnderWay):
        play.adopt({"A-02": "a"})
    assert play.head == 1


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
