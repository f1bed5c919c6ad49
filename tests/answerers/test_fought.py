"""The last campaign of a game, worked out again from its journal: what the engine made of the dice (5.5.4 to 5.5.6)."""

import pytest

from oathtools.answerers.bot import bot_answer, chance
from oathtools.answerers.judge import last_fought, unrolled
from oathtools.engine.decision import Form
from oathtools.journal import game_at
from oathtools.journal.play import Play
from oathtools.odds import resolve
from oathtools.procedures.campaign.account import account
from oathtools.table.position.form import normal, read_position

CROWD = """
oath: supremacy
round: 2
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains, favor: 4, warbands: 5, advisers: [Bear Traps]}
  - {name: Bo, color: red, role: exile, pawn: Plains, favor: 5, secrets: 3, warbands: 7, advisers: [Longbows, Jinx]}
  - {name: Cy, color: blue, role: exile, pawn: Plains, favor: 3, secrets: 2, warbands: 6, advisers: [Second Wind]}
sites:
  - {site: Plains, warbands: {purple: 2}}
  - {site: Mountain, warbands: {red: 1}}
  - {site: Steppe, warbands: {blue: 2}}
oathkeeper: {holder: Ann, side: oathkeeper}
"""


def game(seed: int) -> Play:
    return game_at(normal(read_position(CROWD)), seed=str(seed))


def answer(play: Play, seed: int) -> None:
    """Whatever a bot says, but campaigns wherever they can be begun."""
    decision = play.pending
    assert decision is not None
    if decision.form is Form.OUTCOME:
        play.answer(chance(play, seed))
    elif decision.kind == "act" and decision.allows("campaign"):
        play.answer("campaign")
    else:
        play.answer(bot_answer(play, seed))


@pytest.mark.parametrize("seed", range(4))
def test_the_same_as_the_engine_made_of_it(seed: int) -> None:
    """After each battle: attack, defense and victor are those of the engine's own events; sacrifices as answered."""
    play = game(seed)
    battles = 0
    assert last_fought(play) is None
    for _ in range(160):
        if play.pending is None or battles == 4:
            break
        answer(play, seed)
        events = play.batches[-1].events
        won = [event.facts["won"] for event in events if event.kind == "battle"]
        if not won or not any(entry.kind.endswith("-roll") for entry in play.live[-6:]):
            continue
        found = last_fought(play)
        assert found is not None
        told = account(found)
        assert told.battle is not None
        result = resolve(told.battle, told.faces, sacrifice=bool(told.won))
        assert (result, result.won) == (told.resolved, won[-1])
        rolled = [each for told in play.batches for each in told.events if each.kind == "rolled_battle"][-1].facts
        assert (result.attack, result.defense) == (rolled["attack"], rolled["defense"])
        battles += 1
    assert battles


def test_a_roll_that_was_taken_back_counts_no_more() -> None:
    """Undo: the journal keeps what was rolled, the game does not."""
    play = game(1)
    while play.pending is not None and play.pending.kind != "campaign.attack-roll":
        answer(play, 1)
    found = last_fought(play)
    assert found is not None and account(found).result is None and account(found).faces.defense and not unrolled(play)
    rolled = next(entry for entry in reversed(play.live) if entry.kind == "campaign.defense-roll")
    play.undo(rolled.n - 1)
    assert unrolled(play) and not unrolled(game(1)), "5.5.4 comes, and no campaign is under way at all"
    assert last_fought(play) is None
