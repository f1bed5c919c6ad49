"""The campaign under way in a game, or the last one: its beats, replayed."""

from oathtools.engine.driver import Driver
from oathtools.journal.play import Play
from oathtools.journal.replay import say_again
from oathtools.journal.told import Told
from oathtools.odds.battle import SIDES
from oathtools.procedures.campaign.kinds import ACTION, DECLARING, ROLLS
from oathtools.procedures.campaign.staged import Beat, How, Scene, ends
from oathtools.procedures.machine.game import Game
from oathtools.table.effects import Event


def unrolled(play: Play) -> bool:
    """Is a campaign under way of which no die has been rolled yet?"""
    if play.game.frame.fact("fight") is None:
        return False
    marks = (*ROLLS, "act", *DECLARING)
    return next((entry.kind for entry in reversed(play.live) if entry.kind in marks), "") not in ROLLS


def last_fought(play: Play, *, rolled: bool = True) -> list[Beat] | None:
    """All that was answered and done in the last campaign of a game that has come to its dice; None if there is none.

    Not ``rolled``: that has come to its plans. The questions are not kept: the game is replayed up to the campaign, and
    then answer by answer.
    """
    begun = _declared(play, rolled)
    return None if begun is None else _retold(play, begun)


def scene_of(play: Play, beats: list[Beat]) -> Scene:
    """The campaign of a game going on from where it stands, on a table of its own."""

    def begin() -> tuple[Game, Driver, list[Beat]]:
        again = play.again(digests=False)
        again.game.do.events.clear()
        return again.game, again.driver, list(beats)

    return begin


def _declared(play: Play, rolled: bool) -> int | None:
    """The number of the answer with which the last campaign that has come to its dice was declared."""
    marks = [f"rolled {side}" for side in SIDES] + ["battle"] + ([] if rolled else ["pools"])
    for mark in sorted({play.last_told(each) for each in marks} - {0}, reverse=True):
        found = _declared_in(play.told_since(mark), rolled)
        if found is not None:
            return found
    return None


def _declared_in(story: list[Told], rolled: bool) -> int | None:
    found: int | None = None
    begun: list[int] = []
    for told in story:
        for event in told.events:
            if event.kind in ("turn", "adjusted"):
                begun.clear()
            elif event.kind == "action" and event.facts["action"] == ACTION:
                begun.append(told.n)
            elif event.kind == "campaign_end" and begun:
                begun.pop()
            elif begun and _counts(event, rolled):
                found = begun[-1]
    return found


def _counts(event: Event, rolled: bool) -> bool:
    """Has the campaign come so far with this event?"""
    if not rolled and event.kind == "pools":
        return True
    return event.kind == "battle" or (event.kind == "rolled" and event.facts["die"] in SIDES)


def _retold(play: Play, begun: int) -> list[Beat]:
    again = play.again(begun - 1, digests=False)
    beats: list[Beat] = []
    noted: list[tuple[str, object]] = []
    for entry in play.live.since(begun - 1):
        if ends(beats):
            break
        asked, count = again.pending, len(again.told_since(begun - 1))
        noted = say_again(again, entry, noted, compares=False)
        done = again.told_since(begun - 1)[count:]
        beats.append(Beat(asked, entry.answer, How.GIVEN, [event for told in done for event in told.events]))
    return beats
