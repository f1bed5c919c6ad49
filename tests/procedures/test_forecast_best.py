"""``odds --best``: the pruned search finds what trying every line finds (5.5.1 to 5.5.3)."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from oathtools.ahead.chances import ranked, worth
from oathtools.odds.exact import chance
from oathtools.odds.plans import plan
from oathtools.procedures.campaign.best import Weigher, best, declarations
from oathtools.procedures.campaign.outlook import Outlook, declared
from tests.battles import war
from tests.support.crowded import mustered
from tests.support.daily import daily


def every_set(look: Outlook, seats: list[str]) -> Iterator[Outlook]:
    """Every set of plans as they are offered, those that look at the battle last, tried the slow way."""
    options = [
        (option.who, option.chosen)
        for seat in seats
        for option in look.options(seat)
        if option.chosen.way is None and not option.refusals
    ]
    options.sort(key=lambda option: any(effect.condition is not None for effect in plan(option[1].id).effects))
    for number in range(len(options) + 1):
        for several in combinations(options, number):
            now = look
            for who, chosen in several:
                if now.on.use_of(chosen.id) or now.rows(who, chosen):
                    break
                now = now.then(who, chosen)
            else:
                yield now


def every_answer(look: Outlook) -> Iterator[Outlook]:
    for number in range(len(look.may_join) + 1):
        for joining in combinations(look.may_join, number):
            other = look.joined(joining) if joining else look
            yield from every_set(other.with_bandits(), other.players("defender"))


def least(look: Outlook) -> float:
    wins = [chance(answer.battle) for answer in every_answer(look)]
    return min(won / total for won, total in wins)


@pytest.mark.parametrize("seed", daily([2, 5, 8, 13, 34, 55], 3))
def test_no_line_is_better(seed: int) -> None:
    """The best set of plans against the worst answer, by trying all of both; nothing changes by looking."""
    game = mustered(Random(seed))
    if game is None:
        pytest.skip("no such position")
    was = game.state.canonical()
    ranking = best(game, game.state.turn)
    assert game.state.canonical() == was and not game.do.events
    for each in ranking.pairs[:6]:
        frame, refusals = declared(game, game.state.turn, each.defender, each.targets, each.dice)
        assert refusals == []
        looks = list(every_set(Outlook(game, frame), [game.state.turn]))
        assert each.win[0] / each.win[1] == pytest.approx(max(least(look) for look in looks), abs=1e-12)


def test_among_equals_the_one_that_loses_fewest_with_the_fewest_plans() -> None:
    """5.5.1, 5.5.3: two dice never beat fourteen warbands, so no favor is spent on Longbows, which add one."""
    table = war().seat("red", at="steppe", warbands=2, favor=2, advisers=["longbows"])
    ranking = best(table.seat("blue", at="steppe", warbands=14).game(), "red")
    hopeless = [pair for pair in ranking.pairs if pair.defender == "blue"]
    assert hopeless and all(pair.win[0] == 0 and not pair.plans for pair in hopeless)


def test_5_5_2_where_all_warbands_must_be_left_fewer_dice_may_do_better() -> None:
    """A skull kills (5.5.5): of eight dice five are the best if all eight are to be put at sites (5.5.7.1)."""
    game = war().seat("red", at="steppe", warbands=8).seat("blue", at="steppe").game()
    (frame,) = (each for each in declarations(game, "red") if each.given["defender"] == "blue")
    weigher = Weigher(game, "red")
    found = weigher.pair(frame, 8)
    assert weigher.worked > len(weigher.known) > 0, "points of lines are work, and chances are"
    chances = [weigher.odds(Outlook(game, frame.with_(dice=dice)).battle, 8) for dice in range(9)]
    assert found is not None and chances[found.dice] == weigher.odds(found.battle, 8) == max(chances) > chances[8]
    assert weigher.pair(frame, at_least=1.5) is None


def test_every_set_of_plans_is_tried_up_to_a_number_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two plans every set where two are the most; where one is the most, it says that not all were tried."""
    for most, every in ((2, True), (1, False)):
        monkeypatch.setattr("oathtools.procedures.campaign.lines.ALL_SETS", most)
        table = war().seat("red", at="steppe", warbands=5, favor=2, advisers=["longbows", "encirclement"])
        ranking = best(table.seat("blue", at="steppe", warbands=2).game(), "red")
        assert ranking.complete is every


def test_the_line_is_told_with_its_answer() -> None:
    """Plans, Allies and answer of a line make the chance that is told, put in one after the other."""
    table = war().seat("red", at="steppe", warbands=5, favor=2, advisers=["longbows", "encirclement"])
    table.seat("blue", at="steppe", warbands=2, advisers=["shield_wall"])
    game = table.game()
    ranking = best(game, "red")
    each = next(pair for pair in ranking.pairs if pair.defender == "blue" and pair.targets == ("pawn",))
    look = Outlook(game, declared(game, "red", "blue", ["pawn"], each.dice)[0])
    assert chance(look.battle) == each.no_plans
    for who, chosen in (*each.plans, *each.answer):
        look = look.then(who, chosen)
    assert chance(look.battle) == each.win


def test_ways_to_rank() -> None:
    """By chance, by expected losses, by whose next win it makes or prevents; then the title, then sites (3.2)."""
    table = war().visions(3).seat("red", at="steppe", warbands=6, vision="conquest")
    table.seat("blue", at="steppe", warbands=2)
    table.site("steppe", warbands={"blue": 1}).site("mountain", warbands={"blue": 1})
    game = table.game()
    by_chance, by_losses, by_win = (list(ranked(game, "red", by).pairs) for by in ("chance", "losses", "win"))
    wins = [each.win[0] / each.win[1] for each, _ in by_chance]
    assert wins == sorted(wins, reverse=True) and len(wins) > 3
    losses = [each.losses for each, _ in by_losses]
    assert losses == sorted(losses)
    expected = [each.win[0] / each.win[1] * worth(change.wins, "red") for each, change in by_win]
    assert expected == sorted(expected, reverse=True) and len(set(expected)) > 1
    ranking = ranked(game, "red").ranking
    assert ranking.lines >= ranking.battles
    assert {(each.defender, each.targets) for each, _ in by_chance} == {
        (each.defender, each.targets) for each, _ in by_win
    }


def test_nothing_to_rank() -> None:
    """5.5.1: nobody can be attacked where the site is one's own and nobody else stands there."""
    table = war().seat("red", at="steppe", warbands=1).seat("blue", at="plains").site("steppe", warbands={"red": 1})
    assert best(table.game(), "red").pairs == []


def test_what_a_victory_changes_is_taken_back() -> None:
    """Each victory is tried on the same copy: the order of the pairs does not matter."""
    table = war().oath("supremacy").title("blue").seat("red", at="steppe", warbands=6)
    table.seat("blue", at="steppe", warbands=1, relics=["map"]).site("steppe", warbands={"blue": 1})
    game = table.game()
    pairs = ranked(game, "red").pairs
    told = {each.targets: (len(change.sites), *change.title) for each, change in pairs if each.defender == "blue"}
    alone = {targets: value for targets, value in told.items() if targets == ("site.steppe",)}
    both = {targets: value for targets, value in told.items() if set(targets) == {"site.steppe", "relic.map"}}
    assert list(alone.values()) == list(both.values()) == [(1, "red")]
    assert game.state.where["relic.map"] == "held.blue"
