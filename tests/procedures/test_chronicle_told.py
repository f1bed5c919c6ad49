"""Chapter 8 at a table that tracked nothing: what is told, and when."""

from collections.abc import Container
from itertools import product
from typing import Any

import pytest

from oathtools import catalog
from oathtools.engine.decision import NotOffered
from oathtools.powers import load
from oathtools.procedures.chronicle.procedure import NotOver, begin
from oathtools.procedures.chronicle.steps import tell_piles
from oathtools.procedures.machine.game import Game
from oathtools.render.game.verdict import objections
from oathtools.render.names import Names
from oathtools.table.invariants import faults
from oathtools.table.position.cards import PositionError
from oathtools.table.position.form import from_position
from oathtools.table.result import BY_ROLE, OPTIONS, WORDS
from oathtools.table.state import WORLD
from oathtools.table.views import View
from tests.support.chronicles import noted
from tests.support.tables import Script

TABLE: dict[str, Any] = {
    "turn": {"phase": "over"},
    "players": [
        {"name": "Ann", "role": "chancellor"},
        {"name": "Bo", "color": "red", "role": "exile", "advisers": ["Elders"]},
        {"name": "Cy", "color": "blue", "role": "citizen"},
    ],
    "sites": [{"site": "Plains", "warbands": {"purple": 1}}, "Mountain", {"site": "Steppe", "warbands": {"red": 1}}],
}


def told(**more: Any) -> Script:
    """Chapter 8 begins from a position."""
    state = from_position({**TABLE, **more})
    game = Game(state, load())
    begin(game)
    return Script(state, {})


def finish(play: Script) -> None:
    """Answer what is left in the plainest way."""
    while not play.over:
        decision = play.pending
        default = decision.default
        if decision.kind == "face":
            default = next(name for name in ("site.wastes", "site.river", "site.mine") if decision.allows(name))
        play.answer(default if default is not None else next(decision.legal()))
        assert faults(play.state) == []


def test_8_the_winner_and_the_way_are_asked_for_if_nothing_tells_them() -> None:
    """8, chapter 3: an Exile wins as the Usurper, by a Vision, or both; the oath then follows 8.1."""
    play = told()
    assert (play.pending.kind, list(play.pending.legal())) == ("chronicle.winner", ["purple", "red", "blue"])
    play.answer("red")
    assert list(play.pending.legal()) == ["usurper", "vision", "both", "3.4.2", "3.4.3"]
    with pytest.raises(NotOffered) as refused:
        play.answer("stable-regime")
    assert [(row.clause, "red is an Exile" in row.because) for row in refused.value.refusals] == [("3.3", True)]
    play.answer("both")
    assert play.state.result == {
        "winner": "red",
        "how": "usurper",
        "clause": "3.1",
        "ways": [["usurper", "3.1"], ["visionary", "3.2"]],
        "round": 1,
    }
    assert (play.pending.kind, play.pending.who, play.state.step) == ("chronicle.oath", "red", "8.1")
    finish(play)


@pytest.mark.parametrize(
    ("winner", "ways"),
    [("purple", ["stable-regime", "3.4.1", "3.4.4"]), ("blue", ["successor", "3.4.1", "3.4.4"])],
)
def test_8_the_ways_of_the_empire(winner: str, ways: list[str]) -> None:
    """3.3, 3.4: the Chancellor by a stable regime or war exhaustion, a Citizen as the Successor."""
    play = told()
    play.answer(winner)
    assert list(play.pending.legal()) == ways
    play.answer(ways[1])
    assert play.state.result is not None and play.state.result["clause"] == "3.4.1"
    assert play.state.result["how"] == ("successor" if winner == "blue" else "war_exhaustion")
    finish(play)


@pytest.mark.parametrize(
    ("number", "winner", "ways"),
    [
        (5, "purple", ["stable-regime"]), (8, "purple", ["3.4.1", "3.4.4"]),
        (3, "purple", ["stable-regime", "3.4.1", "3.4.4"]),  # the file is wrong: nothing fits, and the table may insist
        (5, "red", ["usurper", "vision", "both"]), (8, "blue", ["3.4.1", "3.4.4"]),
    ],
)  # fmt: skip
def test_3_a_round_that_is_told_leaves_the_ways_of_that_round(number: int, winner: str, ways: list[str]) -> None:
    """3.3: at the end of rounds five to seven; 3.4: of the eighth; an Exile's Wake is in any."""
    play = told(round=number)
    play.answer(winner)
    if len(ways) > 1:
        assert list(play.pending.legal()) == ways
        with pytest.raises(NotOffered) as refused:
            play.answer("stable-regime" if number == 8 and winner == "purple" else "3.4.2")
        assert refused.value.refusals
    else:
        assert play.pending.kind == "chronicle.oath"


def test_8_what_the_position_tells_is_not_asked_again() -> None:
    """A winner with the way leaves nothing to ask; one without leaves the way, if several fit."""
    assert told(result={"winner": "Bo", "how": "usurper"}).pending.kind == "chronicle.oath"
    half = told(result={"winner": "Bo", "how": "war_exhaustion"})
    assert (half.pending.kind, list(half.pending.legal())) == ("chronicle.way", ["3.4.2", "3.4.3"])
    assert told(result={"winner": "Bo", "clause": "3.4.3"}).pending.kind == "chronicle.vision"
    with pytest.raises(NotOver):
        told(result={"winner": None, "ways": []})


def test_8_1_which_vision_it_was_is_asked_where_nothing_says_so() -> None:
    """8.1: after a win by a Vision alone there is no choice: its oath is vowed."""
    whole = {"winner": "Bo", "how": "visionary", "clause": "3.2", "ways": [["visionary", "3.2"]]}
    play = told(result=whole)
    assert play.pending.kind == "chronicle.vision" and "vision.conspiracy" not in play.pending.options
    play.answer("vision.faith")
    assert noted(play.state)["oath"] == "devotion"


def test_every_way_names_clauses_of_chapter_3() -> None:
    from oathtools.law.clauses import get

    for way, option in OPTIONS.items():
        ways = [each for role in BY_ROLE for each in option.ways(role)]
        assert all(get(clause).id == clause and clause.startswith("3.") and how in WORDS for how, clause in ways), way
        assert {clause for _, clause in ways} == set(option.clauses)


@pytest.mark.parametrize(("said", "removed"), [(0, 1), (3, 4), (5, 6), (6, 6), (30, 6)])
def test_8_5_piles_that_nobody_described(said: int, removed: int) -> None:
    """8.5, 9.3: six cards go if there are six. Bo's Elders are the winner's; one card is known of the losers'."""
    players = [TABLE["players"][0], TABLE["players"][1], {**TABLE["players"][2], "advisers": ["Keep"]}]
    play = told(
        players=players,
        result={"winner": "Bo", "how": "usurper"},
        lasting={"chronicle": {"untold": ["piles"]}},
    )
    before = sum(layer.get("denizen", 0) for layer in play.state.layers[WORLD])
    while play.pending.kind != "chronicle.piles":
        decision = play.pending
        answer = "site.wastes" if decision.kind == "face" else decision.default
        if decision.kind == "face" and not decision.allows(answer):
            answer = "site.river"
        play.answer(answer if answer is not None else next(decision.legal()))
    # How many lie in the deck is private (9.4): no bound tells it.
    assert (play.pending.default, play.pending.high) == (6, len(catalog.ids("denizen"))) and before < 60
    play.answer(said)
    finish(play)
    assert noted(play.state)["removed"] == removed and len(play.state.zone("dispossessed")) == removed
    # Where exactly six lay there all of them went; where more did, nobody knows whether the Keep was one of them.
    assert ("denizen.keep" in play.state.zone("dispossessed")) == (said <= 5)


def test_8_5_only_the_losers_cards_count_among_the_six_and_the_deck_pays_for_the_rest() -> None:
    """8.5: Bo, who won, keeps two denizens; one loser has one. What the piles held comes out of denizens alone."""
    players = [TABLE["players"][0], {**TABLE["players"][1], "advisers": ["Elders", "Wolves"]}]
    players.append({**TABLE["players"][2], "advisers": ["Keep"]})
    lasting = {"chronicle": {"untold": ["piles"]}}
    position = {**TABLE, "players": players, "result": {"winner": "Bo", "how": "usurper"}, "lasting": lasting}
    game = Game(from_position(position), load())
    game.state.layers[WORLD] = [{"denizen": 9}, {"denizen": 2, "vision": 1}, {"vision": 3}]
    asked = tell_piles(game, "red")
    assert next(asked).default == catalog.CARDS_DISPOSSESSED + 1 - 1
    with pytest.raises(StopIteration):
        asked.send(4)
    assert game.state.layers[WORLD] == [{"denizen": 7}, {"vision": 1}, {"vision": 3}]
    assert sum(len(game.state.zone(f"discard.{region}")) for region in catalog.REGIONS) == 4


HOWS, CLAUSES = (None, *WORDS, "vision"), (None, *dict.fromkeys(c for ways in BY_ROLE.values() for c in ways))


TITLES: dict[str, Any] = {
    "Ann": "Ann", "Cy": "Cy", "Bo": "Bo", "nobody": {"holder": None},
    "Bo as Usurper": {"holder": "Bo", "side": "usurper"},
}  # fmt: skip

EVERY = range(1, catalog.LAST_ROUND + 1)
# Plains is the Empire's, Steppe is Bo's: under Supremacy they tie, and either may have the title (2.11).
FITS: dict[tuple[str, str], dict[str, Container[int]]] = {
    ("Ann", "Ann"): {"3.3": (5, 6, 7), "3.4.1": (8,)}, ("Ann", "Bo"): {"3.4.4": (8,)},
    ("Bo", "Bo as Usurper"): {"3.1": EVERY, "3.4.2": (8,)},
}  # fmt: skip


def results(who: str, number: int | None) -> list[dict[str, Any]]:
    """Each way with each clause, as the only way and as one among others."""
    found = []
    for how, clause, several in product(HOWS, CLAUSES, (False, True)):
        stated: dict[str, Any] = {"winner": who, "how": how, "clause": clause, "round": number}
        stated = {key: value for key, value in stated.items() if value is not None}
        found.append(stated | ({"ways": [[how, clause]]} if several and how and clause else {}))
    return found


def stated(who: str, number: int | None, title: str) -> tuple[int, int, int]:
    """How many results are taken, questioned and refused."""
    taken, questioned, refused = 0, 0, 0
    for result in results(who, number):
        table = {**TABLE, "oathkeeper": TITLES[title], "result": result}
        try:
            state = from_position(table)
        except PositionError as fault:
            refused += 1
            assert all(each["where"].startswith("result") and each["hint"] for each in fault.faults), result
            continue
        taken += 1
        game = Game(state, load())
        questioned += bool(doubts := objections(game, Names(View(state, None))))
        if "clause" in result:  # by which clause that player wins with such a title, and at the end of which rounds
            rounds = FITS.get((who, title), {}).get(result["clause"], ())
            assert bool(doubts) == ((number or 1) not in rounds), (result, title, doubts)
        begin(game)
        play = Script(state, {})
        if play.pending.kind == "chronicle.way":
            assert len(list(play.pending.legal())) > 1, result
            play.answer(next(play.pending.legal()))
        assert play.pending.kind in ("chronicle.oath", "chronicle.vision"), result
    return taken, questioned, refused


@pytest.mark.parametrize("who", ["Ann", "Bo", "Cy"])
@pytest.mark.parametrize("number", [None, 6, 8])
def test_every_result_that_a_file_may_state_is_taken_asked_about_or_refused(who: str, number: int | None) -> None:
    """8, chapter 3: all ways, clauses and rounds for every role; what is taken leads to an oath, the rest says why."""
    taken, _, refused = stated(who, number, "Ann")
    assert taken >= 4 and refused >= 20


@pytest.mark.soak
@pytest.mark.parametrize("who", ["Ann", "Bo", "Cy"])
@pytest.mark.parametrize("title", TITLES)
def test_every_result_in_every_round_with_every_title(who: str, title: str) -> None:
    for number in (None, *range(catalog.LAST_ROUND + 2)):
        taken, questioned, refused = stated(who, number, title)
        assert taken + refused == len(HOWS) * len(CLAUSES) * 2
        assert (taken > 0) == (number is None or number in EVERY)
        unquestioned = taken - questioned  # whoever is named alone, with and without ``ways``, is asked for the way
        assert unquestioned in (0, 2) or (who, title) in FITS


def test_8_5_is_not_asked_where_the_piles_are_described() -> None:
    """A position that names its piles means what it says: nothing more lies there."""
    play = told(result={"winner": "Bo", "how": "usurper"}, discard_piles={"cradle": ["Wolves", "Jinx"]})
    finish(play)
    assert noted(play.state)["removed"] == 2
