"""``Play``: a game as its header and entries: answered, undone, replayed, compared, corrected, overruled."""

import copy
import json
from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from oathtools.engine.decision import Form, NotOffered
from oathtools.journal import Entry, Play, ReplayError, game_at, new_game
from oathtools.journal.entries import NoWayOn, last_undone, live_entries
from oathtools.journal.entry import dump, options_of
from oathtools.journal.play import action_began, target_of
from oathtools.journal.running import say_again
from oathtools.powers import load
from oathtools.table.invariants import faults
from oathtools.table.position.form import to_position
from tests.support.daily import daily
from tests.support.random_games import answerer, header
from tests.support.tables import Table, a_table


def from_table(table: Table, **how: Any) -> Play:
    """A game that begins from a position."""
    return game_at(to_position(table.built()), **how)


def first_game(**how: Any) -> Play:
    return new_game(("Ann", "Bo", "Cy"), seed=1, **how)


def run(play: Play, answers: int, number: int = 4) -> Play:
    answer = answerer(number)
    for _ in range(answers):
        if play.pending is not None:
            play.answer(answer(play.pending))
    return play


def again(play: Play, entries: list[Entry] | None = None, **how: Any) -> Play:
    """The same journal, read back from its lines."""
    lines = [json.loads(dump([entry])) for entry in (play.entries if entries is None else entries)]
    return Play(json.loads(json.dumps(play.header)), [Entry.from_data(line) for line in lines], **how)


def trader() -> Table:
    table = a_table().seat("red", at="mountain", favor=3, secrets=2).title("red").seat("purple", supply=2)
    return table.site("mountain", cards=["longbows", "elders"], warbands={"red": 2})


# -- answering ---------------------------------------------------------------------------------------------------


def test_an_answer_stands_beside_its_question() -> None:
    play = from_table(trader())
    entry = play.answer("muster")
    assert (entry.n, entry.kind, entry.who, entry.form, entry.answer) == (1, "act", "red", "one of", "muster")
    assert isinstance(entry.options, list) and {"muster", "travel", "end"} <= set(entry.options)
    assert entry.state is None, "in the middle of an action"
    assert play.pending is not None and play.pending.kind == "muster.card"
    entry = play.answer("denizen.elders")
    assert (entry.n, entry.options, entry.state) == (2, ["denizen.longbows", "denizen.elders"], play.state.digest())


def test_skipped_questions_are_noted_on_the_answer_before_them() -> None:
    play = from_table(trader().on("longbows", favor=1))
    assert play.answer("muster").skipped == [("muster.card", "denizen.elders")]


def test_a_refused_answer_changes_nothing() -> None:
    play = from_table(trader())
    before = play.state.canonical()
    with pytest.raises(NotOffered) as no:
        play.answer("play")
    assert no.value.refusals[0].clause == "6.1"
    assert (play.entries, play.state.canonical()) == ([], before)


def test_the_log_is_told_by_entry() -> None:
    play = from_table(trader())
    play.answer("muster")
    play.answer("denizen.elders")
    assert [told.n for told in play.batches] == [0, 1, 2]
    assert [event.kind for event in play.batches[2].events] == ["action", "spent_supply", "place", "gain"]
    assert from_table(trader(), keep_log=False).batches == []


def test_without_digests_nothing_is_computed_for_the_file() -> None:
    play = from_table(trader(), digests=False)
    assert play.answer("end").options is None and play.entries[0].state is None


def test_nothing_is_asked_after_the_end() -> None:
    play = from_table(a_table().title("red", usurper=True).turn("red", "wake"))
    assert play.pending is None
    for act in (lambda: play.answer("end"), lambda: play.overrule("end", "why not")):
        with pytest.raises(RuntimeError, match="over"):
            act()


def test_long_lists_of_options_are_kept_as_a_digest() -> None:
    from oathtools.engine.decision import Decision

    many = Decision("many", "red", Form.ONE, options=[str(number) for number in range(40)])
    kept = options_of(many)
    assert isinstance(kept, str) and kept.startswith("sha256:")
    assert options_of(Decision("few", "red", Form.AMOUNT, low=2, high=9)) == ["2", "9"]
    assert options_of(Decision("die", "red", Form.OUTCOME)) is None


# -- replay ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", daily(range(4), 4))
def test_a_journal_replays_to_the_same_game(number: int) -> None:
    play = run(Play(header(number)), 400, number)
    other = again(play)
    assert other.differences == [] and other.stopped is None
    assert other.state == play.state and other.batches == play.batches
    assert (other.pending is None) == (play.pending is None)


def test_digests_stand_at_boundaries_and_at_the_end() -> None:
    play = run(Play(header(1)), 5000, 1)
    assert play.pending is None and play.entries[-1].state == play.state.digest()
    assert sum(entry.state is not None for entry in play.entries) > len(play.entries) / 4


def test_a_game_may_be_read_up_to_an_entry() -> None:
    play = run(first_game(), 60)
    half = again(play, until=30)
    assert len(half.live) == 30 and half.pending is not None and half.pending.kind == play.entries[30].kind


def test_an_entry_reads_back_as_it_was_written() -> None:
    play = run(first_game(), 40)
    for entry in play.entries:
        assert Entry.from_data(json.loads(json.dumps(entry.as_data()))).as_data() == entry.as_data()
    for wrong in ({}, {"n": 1}, {"n": "x", "undo_to": 1}, {"n": 1, "asked": {}}, {"n": 1, "asked": {"kind": "act"}}):
        with pytest.raises((KeyError, TypeError, ValueError)):
            Entry.from_data(wrong)


# -- hard and soft differences -----------------------------------------------------------------------------------


def broken(change: dict[str, Any], at: int = 1) -> Play:
    """A journal of two musters in which one entry reads otherwise."""
    play = from_table(trader())
    for answer in ("muster", "denizen.elders", "muster", "end"):
        play.answer(answer)
    entries = copy.deepcopy(play.entries)
    for name, value in change.items():
        setattr(entries[at], name, value)
    return again(play, entries)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"kind": "trade.card"}, "another question is asked"),
        ({"who": "blue"}, "another question is asked"),
        ({"form": "amount"}, "another question is asked"),
        ({"answer": "denizen.wolves"}, "its answer is no longer legal"),
        ({"state": "0123456789ab"}, "the state after it is another one"),
    ],
)
def test_a_hard_difference_stops_and_shows_both_questions(change: dict[str, Any], why: str) -> None:
    other = broken(change)
    assert other.stopped is not None and other.stopped.hard and other.stopped.why == why
    assert other.stopped.n == 2 and other.differences == [other.stopped]
    assert other.stopped.recorded["kind"] == change.get("kind", "muster.card")
    assert other.stopped.asked is not None
    if "state" not in change:
        assert other.stopped.asked["kind"] == "muster.card"
        assert other.pending is not None and other.pending.kind == "muster.card", "it stands just before the entry"
        assert [entry.n for entry in other.live] == [1]


def test_a_journal_that_goes_on_after_the_end() -> None:
    play = run(Play(header(1)), 5000, 1)
    extra = Entry(play.head + 1, "act", "red", "one of", ["end"], "end")
    other = again(play, [*play.entries, extra])
    assert other.stopped is not None and other.stopped.why == "the game is over before it"
    assert other.stopped.asked is None


def test_other_options_are_a_soft_difference() -> None:
    other = broken({"options": ["denizen.elders", "denizen.tents"]})
    assert other.stopped is None and [(each.n, each.hard) for each in other.differences] == [(2, False)]
    assert other.differences[0].why == "other options are offered now"
    assert len(other.live) == 4


def without_digests(play: Play) -> list[Entry]:
    """The entries without the states and options that would be found to differ at once."""
    entries = copy.deepcopy(play.entries)
    for entry in entries:
        entry.state = entry.options = None
    return entries


def test_a_new_question_takes_its_noted_answer() -> None:
    """A question that was skipped when the journal was written is asked now: the answer noted then is taken."""
    play = from_table(trader().on("longbows", favor=1))
    play.answer("muster")
    play.answer("end")
    other = again(from_table(trader()), without_digests(play))
    assert other.stopped is None and other.state.count("board.red", "red") == 2
    assert "muster.card is asked before it: what was noted for it taken" in [each.why for each in other.differences]


def test_a_new_question_takes_its_default() -> None:
    play = from_table(a_table().site("mine", slot=3).seat("red", at=3).turn("red", "wake"))
    play.answer("end")
    richer = a_table().site("mine", slot=3, favor=1).seat("red", at=3).turn("red", "wake")
    other = again(from_table(richer), without_digests(play))
    assert [each.why for each in other.differences] == ["wake.site is asked before it: its default taken"]
    assert other.stopped is None


def test_a_question_that_is_no_longer_asked() -> None:
    """Only the answer that was given is left: it is taken as given."""
    play = from_table(trader())
    for answer in ("muster", "denizen.elders"):
        play.answer(answer)
    other = again(from_table(trader().on("longbows", favor=1)), without_digests(play))
    assert [(each.n, each.hard, each.why) for each in other.differences] == [
        (2, False, "it is no longer asked: one answer is left")
    ]
    assert other.state.count("denizen.elders", "favor") == 1


def test_a_game_keeps_the_cards_that_were_coded_when_it_began() -> None:
    table = trader().site("plains", cards=["toll_roads"], warbands={"blue": 1}).seat("red", at="mountain")
    table.do.move("favor", 3, "board.red", "shared", ())
    new = from_table(table)
    old = Play({**new.header, "cards": [card for card in load().coded if card != "denizen.toll_roads"]})
    for play, pays in ((new, True), (old, False)):
        play.answer("travel")
        assert play.pending is not None
        assert bool(play.pending.refusals("site.plains")) == pays


def test_4_2_a_turn_in_which_there_was_nothing_to_ask_is_told_by_its_events() -> None:
    """Red can pay for no action and has nothing: the end of the Act Phase is all there is, and is skipped."""
    play = from_table(a_table().seat("red", at="mountain", supply=0).seat("purple", at="plains").turn("purple"))
    entry = play.answer("end")
    assert play.pending is not None and ("act", "end") in entry.skipped
    told = [event for batch in play.batches if batch.n == entry.n for event in batch.events]
    assert [event.facts["who"] for event in told if event.kind == "turn"] == ["red", play.pending.who]
    assert not [event for event in told if event.kind == "action"]


def test_players_of_a_new_game_are_told_apart() -> None:
    """As `start` asks it of them; a word that is no setting of a game is none."""
    with pytest.raises(ValueError, match="two players have the same name"):
        new_game(("Ann", "ann"))
    with pytest.raises(ValueError, match="Red is a color"):
        new_game(("Ann", "Red"))
    with pytest.raises(TypeError, match="sead"):
        new_game(("Ann", "Bo"), sead=1)  # type: ignore[call-arg]


# -- undo and redo -----------------------------------------------------------------------------------------------


def test_undo_goes_back_exactly_and_erases_nothing() -> None:
    play = first_game()
    states = [play.state.canonical()]
    for _ in range(80):
        run(play, 1, len(play.entries))
        states.append(play.state.canonical())
    for to in (79, 40, 0):
        entry = play.undo(to)
        assert (entry.undo_to, entry.head) == (to, entry.n - 1)
        assert play.state.canonical() == states[to] and len(play.live) == to
    assert len(play.entries) == 83
    assert again(play).state.canonical() == states[0]


def test_redo_brings_back_what_was_undone() -> None:
    play = run(first_game(), 50)
    last = play.state.canonical()
    play.undo(20)
    play.redo(35)
    assert [entry.n for entry in play.live] == list(range(1, 36))
    play.redo(50)
    assert play.state.canonical() == last and again(play).state.canonical() == last


def test_a_new_answer_ends_what_could_be_redone() -> None:
    play = from_table(trader())
    play.answer("muster")
    play.answer("denizen.elders")
    play.undo(1)
    assert [entry.n for entry in play.undone] == [2]
    play.answer("denizen.longbows")
    assert play.undone == []
    play.redo(2)
    assert play.state.count("denizen.longbows", "favor") == 1
    assert [entry.n for entry in play.live] == [1, 4]


def test_undo_within_undo() -> None:
    play = from_table(trader())
    for answer in ("muster", "denizen.elders", "muster"):
        play.answer(answer)
    play.undo(2)
    play.undo(0)
    assert [entry.n for entry in play.undone] == [3, 2, 1]
    assert [entry.n for entry in last_undone(play.entries)] == [1, 2], "the last undo took two, the one before it one"
    play.redo(1)
    assert [entry.n for entry in last_undone(play.entries)] == [2]
    play.redo(2)
    assert [entry.n for entry in last_undone(play.entries)] == [3]
    play.redo(3)
    assert [entry.n for entry in play.live] == [1, 2, 3] and last_undone(play.entries) == []


def test_folding_is_the_same_for_any_mixture() -> None:
    rng = Random(5)
    play = from_table(trader())
    for _ in range(60):
        what = rng.random()
        if what < 0.6:
            run(play, 1, rng.randrange(99))
        elif what < 0.8:
            play.undo(rng.randrange(play.head + 1))
        else:
            play.redo(rng.randrange(play.head + 2))
        assert play.live.kinds() == Counter(entry.kind for entry in play.live)
    live, undone = live_entries(play.entries)
    assert ([entry.n for entry in live], [entry.n for entry in undone]) == (
        [entry.n for entry in play.live],
        [entry.n for entry in play.undone],
    )
    assert again(play).state == play.state


def test_seeded_chance_counts_what_is_in_force() -> None:
    """An undo is no way to reroll: the same draw has the same number again."""
    play = first_game()
    run(play, 2)
    assert play.counter("setup.draw") == 2
    play.undo(1)
    assert play.counter("setup.draw") == 1


def test_what_people_answered_is_counted_and_of_bots_alone_everything() -> None:
    play = from_table(trader())
    first, second = play.answer("end"), play.answer("end")
    assert first.who != second.who
    for bots, to in (((), 1), ((second.who,), 0), ((first.who, second.who), 1)):
        play.header["seats"] = [{**seat, "bot": seat["color"] in bots} for seat in play.header["seats"]]
        assert (target_of(play, 1), target_of(play, 2)) == (to, 0)


def test_an_action_began_with_the_answer_that_took_it_up() -> None:
    """What was told outside of any action began with itself: before the first one, and after a boundary."""
    play = from_table(trader())
    for answer in ("muster", "denizen.elders", "end"):
        play.answer(answer)
    assert [entry.kind for entry in play.live][:3] == ["act", "muster.card", "act"]
    assert [action_began(play, n) for n in (1, 2, 3)] == [0, 0, 2]
    told = SimpleNamespace(live=[SimpleNamespace(n=n, kind=kind, state=state) for n, kind, state in (
        (1, "setup.draw", None), (2, "act", None), (3, "x", "boundary"), (4, "wake.flip", None))])  # fmt: skip
    assert [action_began(cast(Any, told), n) for n in (1, 2, 3, 4)] == [0, 1, 1, 3]


def test_boundaries() -> None:
    play = from_table(trader())
    assert play.at_boundary
    play.answer("muster")
    assert not play.at_boundary
    play.answer("denizen.elders")
    assert play.at_boundary


# -- the word of the table ---------------------------------------------------------------------------------------


def test_overrule_lets_a_refused_answer_pass_and_marks_it() -> None:
    play = from_table(trader().on("longbows", favor=1).on("elders", secrets=1).site("plains", cards=["wolves"]))
    with pytest.raises(NotOffered):
        play.answer("muster")
    entry = play.overrule("muster", "we play that two may share a card")
    assert entry.overruled == [["5.2", "there is no legal way to muster now", "law"]]
    assert entry.reason == "we play that two may share a card"
    entry = play.overrule("denizen.longbows", "as said")
    assert entry.overruled == [["5.2.1", "denizen.longbows already holds 1 favor", "law"]]
    assert play.state.count("denizen.longbows", "favor") == 2 and play.state.count("board.red", "red") == 2
    assert again(play).state == play.state and again(play).differences == []


def test_where_the_rules_have_no_way_on_from_what_was_let_pass_nothing_is_kept() -> None:
    """The game is as it was before that answer, and can be gone on with; a fault elsewhere stays a fault."""

    def fails() -> None:
        raise KeyError("no way on")

    play = from_table(trader().on("longbows", favor=1).on("elders", secrets=1))
    play.driver.at_boundary = fails
    with pytest.raises(KeyError):
        play.answer("end")
    play = from_table(trader().on("longbows", favor=1).on("elders", secrets=1))
    play.overrule("muster", "as said")
    head, before = play.head, play.state.digest()
    play.driver.at_boundary = fails
    with pytest.raises(NoWayOn):
        play.overrule("denizen.longbows", "as said")
    assert (play.head, play.state.digest()) == (head, before)
    play.overrule("denizen.longbows", "as said")
    assert again(play).state == play.state


def test_overrule_of_a_legal_answer_is_an_answer() -> None:
    entry = from_table(trader()).overrule("muster", "why not")
    assert entry.overruled is None and entry.reason is None


@pytest.mark.parametrize("answer", ["fly", 3, None])
def test_overrule_does_not_make_sense_of_nonsense(answer: Any) -> None:
    play = from_table(trader())
    with pytest.raises(NotOffered):
        play.overrule(answer, "because")
    assert play.entries == []


def test_adjust_says_how_the_table_really_stands() -> None:
    play = from_table(trader())
    play.answer("muster")
    play.answer("denizen.elders")
    position = to_position(play.state)
    position["players"][1]["favor"] = 1
    position["players"][2]["favor"] = 1
    entry = play.adjust(position, "Blue had a favor from Red")
    assert (entry.adjust, entry.said) == (position, "Blue had a favor from Red")
    assert (play.state.count("board.red", "favor"), play.state.count("board.blue", "favor")) == (1, 1)
    assert play.pending is not None and play.pending.kind == "act" and faults(play.state) == []
    play.answer("end")
    assert again(play).state == play.state
    play.undo(2)
    assert play.state.count("board.red", "favor") == 2


def test_2_11_after_an_adjust_the_title_is_where_it_is_due() -> None:
    """Red is given the most sites by hand: the title is Red's before Red does anything, and so it is replayed."""
    play = from_table(trader().oath("supremacy").title("blue", usurper=True).site("mountain", warbands={"blue": 1}))
    position = to_position(play.state)
    for site in position["sites"][:2]:
        site["warbands"] = {"red": 1}
    play.adjust(position, "Red rules them")
    assert (play.state.oathkeeper, play.state.usurper) == ("red", False)
    assert [event.kind for event in play.batches[-1].events] == ["adjusted", "title"]
    assert play.pending is not None and play.pending.kind == "act" and play.at_boundary
    play.answer("end")
    assert again(play).state == play.state and again(play).differences == []


def test_readings_may_be_adopted_during_a_game() -> None:
    """A-27: from here on a Citizen refreshes as the Chancellor would."""
    table = trader().seat("red", role="citizen", supply=0, bank=14).seat("purple", supply=1)
    play = from_table(table.site("mountain", warbands={"purple": 1}))
    play.adopt({"A-27": "b"})
    play.answer("end") if play.pending is not None and play.pending.kind == "act" else None
    other = again(play)
    assert other.state == play.state and other.game.readings == play.game.readings == {"A-27": "b"}


def test_replay_errors_carry_the_difference() -> None:
    play = from_table(trader())
    play.answer("muster")
    with pytest.raises(ReplayError, match="entry 1: another question is asked"):
        say_again(from_table(trader()), Entry(1, "trade.card", "red", "one of", None, "x"), [])
