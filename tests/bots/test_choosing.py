"""What bots choose on tables made for it, and why."""

from random import Random

import pytest

from oathtools.bots import Bot, named
from oathtools.bots.planner import ACTIONS, LEFT_OUT, SLACK
from oathtools.bots.prospects import SUPPLY, TERMS, measured, mixed, value
from oathtools.bots.situation import Situation, Why
from oathtools.engine.decision import Form
from oathtools.engine.driver import Driver
from oathtools.odds.exact import chance
from oathtools.procedures.campaign.outlook import Outlook, declared
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn import program
from oathtools.render.game.verdict import why_text
from oathtools.render.names import Names
from oathtools.table.views import View
from tests.support.tables import Table, a_table


def asked(table: Table, acted: int = 0) -> Situation:
    """The first question of an Act Phase, as the one whose turn it is is asked it."""
    game = table.game()
    rest = game.state.copy()
    driver = Driver(lambda: program(game))
    driver.start()
    assert driver.pending is not None and driver.pending.kind == "act"
    return Situation(game, driver.pending, rest, (), acted, "a table")


def why(bot: Bot, question: Situation) -> Why:
    """What a bot answers, explained."""
    answer = bot.answer(question)
    assert bot.why is not None and bot.why.chosen.answers[0] == answer and question.decision.allows(answer)
    return bot.why


def at_the_bandits(warbands: int = 4) -> Table:
    """Red at a site that no player rules."""
    return a_table(3).seat("red", at="mountain", warbands=warbands)


def played(bot: Bot, table: Table) -> Game:
    """The table after the turn of a bot, its opponents not asked for anything; chance by one stream."""
    game, rng, acted = table.game(), Random("a turn"), 0
    seat, rest = game.state.turn, game.state.copy()
    driver = Driver(lambda: program(game))
    driver.start()
    while (decision := driver.pending) is not None and game.state.turn == seat and game.state.phase == "act":
        if decision.form is Form.OUTCOME:
            driver.answer(decision.random(rng))
            continue
        if decision.kind == "act":
            rest, acted = game.state.copy(), acted + 1
        answer = bot.answer(Situation(game, decision, rest if decision.kind == "act" else None, (), acted, "a table"))
        driver.answer(answer)
    return game


@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_a_title_within_reach_is_taken(bot: str) -> None:
    """2.11, 5.4: under the Oath of the People the banner is the title, and red can pay more than lies on it."""
    table = a_table(3).oath("people").title("purple").seat("red", at="mountain", favor=3)
    state = played(named(bot), table.banner("peoples_favor", None, 1)).state
    assert (state.holders["banner.peoples_favor"], state.oathkeeper) == ("red", "red")


@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_what_is_chosen_is_worth_most_of_what_is_told_beside_it(bot: str) -> None:
    """An action, if no other that was followed as far is better; what a planner did not follow is told last."""
    reason = why(named(bot), asked(at_the_bandits()))
    chosen, second, *_ = reason.considered
    assert chosen.answers[0] != "end" and chosen.value >= second.value


@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_a_battle_is_weighed_by_its_exact_chance(bot: str) -> None:
    """5.5: it is the one that ``odds`` gives for the same declaration, what counts by itself there included."""
    question = asked(at_the_bandits(2))
    reason = why(named(bot), question)
    at_home = ["site.mountain"]
    battles = [each for each in reason.considered if each.answers[0] == "campaign" and at_home in each.answers]
    frame, refused = declared(question.game, "red", "bandits", at_home)
    won, total = chance(Outlook(question.game, frame).battle)
    assert not refused and 0 < won < total
    assert battles and all(each.chance == won / total for each in battles)


def test_the_terms_are_the_value_and_ends_are_mixed_by_their_chances() -> None:
    question = asked(at_the_bandits())
    terms = measured(question.game, "red")
    assert list(terms) == [term.name for term in TERMS]
    more = {**terms, "sites": terms["sites"] + 4}
    both = mixed([(0.25, terms), (0.75, more)])
    assert value(both) == pytest.approx(value(terms) + 3)


def test_no_deals_are_offered_and_nothing_is_declared() -> None:
    reason = why(named("greedy"), asked(at_the_bandits()))
    assert not {each.answers[0] for each in reason.considered} & set(LEFT_OUT)


@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_a_turn_comes_to_an_end(bot: str) -> None:
    """4.2: anything may be done again; whoever has done so much lets it be."""
    assert named(bot).answer(asked(at_the_bandits(), ACTIONS)) == "end"


def test_an_action_that_is_no_better_than_the_end_of_the_turn_is_left_alone() -> None:
    """No Supply, nothing on the board, no adviser: there is nothing to gain."""
    for bot in (named("greedy"), named("planner")):
        bare = asked(a_table(3).seat("red", at="mountain", supply=0))
        assert bot.answer(bare) == "end"


def test_4_3_4_supply_that_would_be_lost_is_spent_where_that_costs_nothing_else() -> None:
    """Nothing on the board, in the banks or among the advisers to gain: red might as well end the turn, and goes on."""
    full = ["denizen.wolves", "denizen.elders", "denizen.tents"]
    table = a_table(3).banks(0).turn("red").seat("red", at="mountain", supply=3, advisers=full)
    question = asked(table)
    reason = why(named("greedy"), question)
    end = next(each for each in reason.considered if each.answers[0] == "end")
    assert reason.spends and reason.chosen.terms[SUPPLY] < reason.before[SUPPLY]
    assert end.value - SLACK <= reason.chosen.value < end.value and reason.chosen.answers[0] in ("search", "travel")
    assert "Supply that is left" in why_text(reason, Names(View(question.game.state)))


def test_nobody_asks_a_bot_twice_for_what_it_chose_with_the_action() -> None:
    """What an action must be told was chosen with it: the next question has its answer already."""
    bot, question = named("greedy"), asked(at_the_bandits())
    reason = why(bot, question)
    driver = Driver(lambda: program(question.game))
    driver.start()
    driver.answer(reason.chosen.answers[0])
    said = [reason.chosen.answers[0]]
    while driver.pending is not None and len(said) < len(reason.chosen.answers):
        inner = Situation(question.game, driver.pending, question.rest, (), 0, "a table")
        said.append(bot.answer(inner))
        assert bot.why is None
        driver.answer(said[-1])
    assert tuple(said) == reason.chosen.answers
