"""A record says what happened in its game; the same number is the same game, whatever else is played."""

import json

import pytest

from oathtools import catalog
from oathtools.answerers.bot import run_plugs
from oathtools.journal.play import Play
from oathtools.procedures.victory.check import at_round_end
from oathtools.render.game.log import TURN, lines
from oathtools.render.names import Names
from oathtools.saga.save_string.fill import fill
from oathtools.saga.worlds import first_chronicle
from oathtools.simulate.game import MEASURES, header
from oathtools.simulate.game import played as record_of
from oathtools.simulate.setting import Origin, Plan
from oathtools.table.position.form import to_position
from oathtools.table.result import WORDS
from oathtools.table.views import View
from tests import described
from tests.simulate.played import DECIDED, first_game, plan, played
from tests.support.daily import daily


def again(what: Plan, number: int, name: str = "A") -> Play:
    """The same game, played without a record."""
    play = Play(header(what, what.settings[name], number), digests=False)
    run_plugs(play)
    return play


@pytest.mark.parametrize("number", range(6))
def test_a_record_says_what_the_log_and_the_table_say(number: int) -> None:
    what = plan()
    record, play = record_of(what, "A", number), again(what, number)
    result = play.state.result
    assert result is not None and record["winner"] == result["winner"]
    assert record["ways"] == [f"{how} {clause}" for how, clause in result["ways"]]
    assert (record["rounds"], record["decisions"], record["oath"]) == (result["round"], len(play.live), play.state.oath)
    log = lines(play, Names(View(play.state, spoil=True)))
    assert record["turns"] == sum(line.kind == TURN for line in log)
    events = [event for told in play.batches for event in told.events]
    assert sum(record["battles"].values()) == sum(event.kind == "rolled_battle" for event in events)
    assert sum(record["actions"].values()) == sum(event.kind == "action" for event in events)
    for seat in record["seats"]:
        color = seat["color"]
        assert seat["role"] == play.state.players[color].role
        relics = [card for card in seat["held"] if card.startswith("relic.")]
        assert relics == sorted(card for card in play.state.zone(f"held.{color}") if catalog.is_card(card))
        chosen = [entry.answer for entry in play.live if entry.kind == "use.card" and entry.who == color]
        assert set(filter(catalog.is_card, map(str, chosen))) <= set(seat["used"])


@pytest.mark.parametrize("number", range(6))
def test_the_lead_is_who_would_win_if_the_round_were_the_last(number: int) -> None:
    """3.4, asked as the round ends; at the end of the eighth it is who wins."""
    what = plan(origin=first_game())
    record, ends = record_of(what, "A", number), []
    play = Play(header(what, what.settings["A"], number), digests=False)

    def look() -> None:
        if play.state.phase == "round-end":
            verdict = at_round_end(play.game, round_=catalog.LAST_ROUND)
            ends.append((play.state.round, verdict.winner, play.state.oathkeeper))

    play.driver.at_boundary = look
    run_plugs(play)
    assert [(at, end["leader"], end["title"]) for at, end in enumerate(record["ends"], 1)] == ends
    if len(ends) == catalog.LAST_ROUND:
        assert ends[-1][1] == record["winner"]


def test_a_game_depends_on_its_number_and_seed_alone() -> None:
    what = plan()
    assert record_of(what, "A", 5) == record_of(what, "A", 5)
    courses = {record_of(each, "A", number)["course"] for each in (what, plan(seed="other")) for number in (4, 5)}
    assert len(courses) == 4


def test_random_worlds_have_all_oaths_in_turn() -> None:
    assert [record_of(plan(), "A", number)["oath"] for number in range(4)] == [
        *("supremacy", "people", "devotion", "protection")
    ]


def test_bots_that_rotate_sit_everywhere() -> None:
    from oathtools.simulate.game import bots_of

    what = plan(rotate=True)
    setting = what.settings["A"]._replace(bots=("greedy", "random", "random", "planner"))
    sat = [bots_of(what, setting, number) for number in range(4)]
    assert {tuple(each).index("greedy") for each in sat} == {0, 1, 2, 3}
    assert bots_of(what._replace(rotate=False), setting, 3) == ["greedy", "random", "random", "planner"]


def test_games_go_on_from_a_position_with_its_readings() -> None:
    """A table in the midst of a turn; what it says of readings counts, and is no change of its own."""
    play = again(plan(origin=first_game()), 1)
    play.undo(play.live[len(play.live) // 2].n)
    while not play.at_boundary:
        play.undo(play.live[-2].n)
    origin = Origin(position={**to_position(play.state), "rulings": {"A-05": "c"}})
    decided = origin.decided(DECIDED)
    assert decided.readings == {"A-05": "c"}
    what = Plan({"A": origin.setting(decided)}, "a position", "s")
    records = [record_of(what, "A", number) for number in range(3)]
    assert all(record["rounds"] >= play.state.round for record in records)
    assert len({record["course"] for record in records}) == 3
    assert header(what, what.settings["A"], 0)["readings"]["A-05"] == "c"


def test_what_lies_facedown_in_a_world_is_drawn_anew_in_each_game() -> None:
    """9.4, 1.19: the order of the decks in a file is not told by results, nor is that one order weighed."""
    world = fill(first_chronicle(), "sealed")
    assert world.world_deck.order and any(row.site for row in world.map if row.facedown)
    what = plan(origin=Origin(world))
    told = what.settings["A"].world
    assert told is not None and told["world_deck"] is None and told["relic_deck"] is None
    assert not any(row["site"] for row in told["map"] if row["facedown"])
    drawn = [[entry.answer for entry in again(what, number).live if entry.kind == "search.draw"] for number in range(3)]
    assert drawn[0] and drawn[0][0] != drawn[1][0] != drawn[2][0]


def test_a_game_that_fails_is_told_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from oathtools.simulate import game

    monkeypatch.setattr(game, "MOST", 150)
    results = played(plan("A-05=c"), 8).results()
    first = results["settings"][0]
    assert first["failed"] and first["games"] + first["failed"] == 8
    assert results["pair"]["pairs"] == 8 - len({each["game"] for each in results["faults"]})
    assert all("not over after 150 answers" in each["fault"] for each in results["faults"])
    assert not list(described.faults("simulation", json.loads(json.dumps(results))))


@pytest.mark.parametrize("games", daily([4, 10], 2))
def test_shares_and_means_are_those_of_the_records(games: int) -> None:
    what = plan("A-05=c")
    results = played(what, games).results()
    for setting in results["settings"]:
        records = [record_of(what, setting["name"], number) for number in range(games)]
        for measure, said in zip(MEASURES, setting["measures"], strict=True):
            assert said["value"] == pytest.approx(sum(map(measure.of, records)) / games, abs=1e-6)
        assert sum(row["games"] for row in setting["ways"]) == games
        assert sum(seat["won"] for seat in setting["seats"]) == sum(record["winner"] is not None for record in records)
        for card in setting["cards"]:
            played_it = [[card["card"] in seat["played"] for seat in record["seats"]] for record in records]
            assert card["played"] == sum(map(any, played_it)) and card["players"] == sum(map(sum, played_it))
    one, other = ([record_of(what, name, number) for number in range(games)] for name in "AB")
    for measure, said in zip(MEASURES, results["pair"]["measures"], strict=True):
        by = [measure.of(after) - measure.of(before) for before, after in zip(one, other, strict=True)]
        assert said["value"] == pytest.approx(sum(by) / games, abs=1e-6)
        assert (said["more"], said["less"]) == (sum(each > 0 for each in by), sum(each < 0 for each in by))


def test_every_way_of_winning_has_words() -> None:
    """Those of chapter 3, as a verdict names them."""
    from oathtools.kit import schemas

    assert set(WORDS) == {how for how in schemas.schema("history")["$defs"]["how"]["enum"] if how}
