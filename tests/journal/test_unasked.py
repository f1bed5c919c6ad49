"""Journals from before a question was asked: its default taken, and the game is the same (A-118: who looks is asked
what they see; formerly nobody was)."""

import copy
from typing import Any

import pytest

from oathtools.answerers.bot import run_plugs
from oathtools.journal import Entry, Play
from oathtools.powers import load
from tests.journal.test_play import again, from_table
from tests.support.tables import Table, a_table, unknown

DECLARED = "peek world 2; favor 1 from bank Hearth to me; peek pile Hinterland 3"


def looker() -> Table:
    """Red can look into the world deck, and at a pile."""
    table = a_table().title(None).oath("devotion").pile("hinterland", "elders", unknown("denizen"))
    return table.seat("red", relics=["oracular_pig"], advisers=["scryer"], secrets=3, favor=2)


def before_it_was_asked(play: Play) -> list[Entry]:
    """The entries without the looks; the one before ended where the last of them did."""
    entries: list[Entry] = []
    for entry in copy.deepcopy(play.entries):
        if entry.kind == "look.top":
            entries[-1].state, entries[-1].skipped = entry.state, [*entries[-1].skipped, *entry.skipped]
        else:
            entries.append(entry)
            entry.n = len(entries)
    return entries


def looked(*answers: Any) -> Play:
    play = from_table(looker(), seed=5)
    for answer in answers:
        assert play.pending is not None
        play.answer(answer)
    return play


@pytest.mark.parametrize("further", [(), ("end",)])
def test_an_old_journal_replays_with_a_soft_difference(further: tuple[str, ...]) -> None:
    """Whether it goes on after the look or not: what was not asked then is not asked of its players now."""
    play = looked("power", "relic.oracular_pig", [], *further)
    old = before_it_was_asked(play)
    assert [entry.kind for entry in old] == ["act", "power.card", "act"][: len(old)]
    other = again(play, old)
    assert other.stopped is None and other.state.canonical() == play.state.canonical()
    assert [(each.n, each.hard, each.why) for each in other.differences] == [
        (2, False, "look.top is asked after it: its default taken")
    ]
    assert other.pending is not None and other.pending.kind == "act"
    other.answer(next(iter(other.pending.legal())))
    assert again(other).stopped is None


def test_what_the_rules_did_after_the_look_is_held_against_the_old_state() -> None:
    """Two looks within one action, and a change of the table between them: the digest is that of its end."""
    header = {**looked().header}
    header["cards"] = [card for card in load().coded if card != "relic.oracular_pig"]
    play = Play(header)
    for answer in ("declare", "relic.oracular_pig", DECLARED, [], []):
        if answer != "relic.oracular_pig" or play.pending.kind == "declare.card":
            play.answer(answer)
    assert play.at_boundary and sum(entry.kind == "look.top" for entry in play.entries) == 2
    other = again(play, before_it_was_asked(play))
    assert other.stopped is None and other.state.canonical() == play.state.canonical()
    assert [each.why for each in other.differences] == ["look.top is asked after it: its default taken"] * 2
    wrong = before_it_was_asked(play)
    wrong[-1].state = "0" * 12
    assert (stopped := again(play, wrong).stopped) is not None and stopped.why == "the state after it is another one"


def test_a_look_that_asks_nothing_leaves_the_old_digest() -> None:
    """A pile of known cards: who has seen them is remembered now, and was not; no rule reads it."""
    play = from_table(looker().pile("cradle", "wolves", "tents"), seed=5)
    for answer in ("power", "denizen.scryer", "discard.cradle"):
        play.answer(answer)
    assert play.at_boundary and play.state.facedown["denizen.wolves"] == ("red",)
    for card in ("denizen.wolves", "denizen.tents"):
        del play.state.facedown[card]
    assert play.entries[-1].state == play.state.digest()


def test_a_journal_with_the_answers_replays_to_the_same_game_and_back() -> None:
    play = looked("power", "relic.oracular_pig", ["denizen.tents", "vision.faith"])
    other = again(play)
    assert other.differences == [] and other.state == play.state and other.batches == play.batches
    assert play.entries[-1].is_chance, "taking it back is marked: cards have told something"
    other.undo(2)
    assert other.state.zone("world.top") == [] and other.pending is not None and other.pending.kind == "look.top"


def test_seeded_chance_tells_what_lies_there_whoever_looks() -> None:
    play = looked("power", "relic.oracular_pig")
    assert run_plugs(play, most=1) == 1 and play.entries[-1].kind == "look.top"
    assert play.state.zone("world.top") == play.entries[-1].answer and len(play.entries[-1].answer) == 3
    same = looked("power", "relic.oracular_pig")
    run_plugs(same, most=1)
    assert same.entries[-1].answer == play.entries[-1].answer, "the seed says it"


@pytest.mark.parametrize("bots", [("purple",), ("red",)])
def test_9_4_people_who_deal_are_not_asked_what_a_bot_looks_at(bots: tuple[str, ...]) -> None:
    """A-118: the cards lie before them, and nobody may see their faces; a person who looks is asked."""
    play = looked("power", "relic.oracular_pig")
    play.header["chance"] = {"table": True}
    play.header["seats"] = [{"color": seat, "bot": seat in bots} for seat in play.state.seats]
    assert run_plugs(play, most=1) == (1 if "red" in bots else 0)
    assert play.pending is not None and play.pending.kind == ("act" if "red" in bots else "look.top")
    assert not play.state.zone("world.top")


def test_adjusting_the_table_keeps_what_lies_on_top_for_the_one_who_looked() -> None:
    from oathtools.answerers.adjusting import adjusted
    from oathtools.table.position.form import normal, to_position
    from oathtools.table.views import View

    play = looked("power", "relic.oracular_pig", ["denizen.tents", "vision.faith"])
    play.adjust(normal(adjusted(to_position(play.state), "Red favor 1", play.state)), "Red favor 1")
    for state in (play.state, again(play).state):
        assert state.zone("world.top") == ["denizen.tents", "vision.faith"]
        assert View(state, "red").shows("denizen.tents") and not View(state, "blue").shows("denizen.tents")
