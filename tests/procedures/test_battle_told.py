"""A campaign told at the table: where warbands die, who picks them, what is taken (5.5.6, 5.5.7, A-60, A-61, A-65)."""

from random import Random

import pytest

from oathtools.odds import Faces, resolve
from oathtools.odds.dice import die_faces
from oathtools.odds.plans import Chosen
from oathtools.procedures.campaign.account import told_at_table
from oathtools.procedures.campaign.best import best
from oathtools.procedures.campaign.outlook import Outlook, declared
from tests.battles import shields, swords, war
from tests.procedures.test_campaign_random import mustered
from tests.tables import Table, the


def told(
    table: Table, defender: str, targets: list[str], defense: str, attack: str, *plans: str
) -> dict[str, list[str]]:
    """What each clause says, with the moves behind it; ``plans`` are those that Red uses."""
    game = table.game()
    frame, refusals = declared(game, "red", defender, targets)
    assert refusals == []
    look = Outlook(game, frame).with_bandits()
    for card in plans:
        look = look.then("red", Chosen(card))
    shown = Faces(swords(attack), shields(defense))
    found: dict[str, list[str]] = {}
    for step in told_at_table(look, shown, resolve(look.battle, shown)):
        moves = [f"{move.side} {move.warbands} to {move.to}" for move in step.moves]
        found.setdefault(step.clause, []).extend([*step.says, *moves])
    return found


def test_a_victory_says_what_is_taken() -> None:
    """5.5.7.1 to 5.5.7.3 with the names of things; a banner is seized (2.5.3)."""
    table = war().seat("red", at="steppe", warbands=6)
    table.seat("blue", at="steppe", warbands=2, favor=5, relics=["map"]).site("steppe", warbands={"blue": 1})
    table.banner("peoples_favor", "blue", 3)
    targets = ["site.steppe", "relic.map", "banner.peoples_favor", "pawn"]
    dice = Outlook(table.game(), declared(table.game(), "red", "blue", targets)[0]).battle.defense
    found = told(table, "blue", targets, "0" * dice, "ssssss")
    assert found["5.5.7.1"] == ["red may put any of the 6 warbands left onto site.steppe, even none"]
    assert "red takes relic.map" in found["5.5.7.2"]
    assert any("banner.peoples_favor is seized" in each for each in found["5.5.7.2"])
    assert found["5.5.7.3"] == ["red may make blue travel", "red may burn 2 favor of blue"]
    assert "What is left of that force at site.steppe goes to the board of blue" in found["5.5.6"]
    assert "defender 1 to bank" in found["5.5.6"]


@pytest.mark.parametrize(("reading", "burns"), [("a", "may burn"), ("b", "burns")])
def test_a_138_slander_is_told_by_the_reading_in_force(reading: str, burns: str) -> None:
    table = war().seat("red", at="steppe", warbands=6, favor=1, advisers=["slander"]).reading("A-138", reading)
    table.seat("blue", at="steppe", favor=5)
    found = told(table, "blue", ["pawn"], "00", "ssssss", "denizen.slander")
    assert f"red {burns} 5 favor of blue" in found["5.5.7.3"]


def test_a_131_a_victor_with_the_ring_of_devotion_is_told_to_place_nobody() -> None:
    table = war().seat("red", at="steppe", warbands=6, relics=["ring_of_devotion"]).site("steppe", warbands={"blue": 1})
    found = told(table, "blue", ["site.steppe"], "0", "ssssss")
    assert found["5.5.7.1"] == ["red cannot put any warbands onto site.steppe"]


@pytest.mark.parametrize(("first", "to"), [(["hospital"], "aside"), ([], "bank")])
def test_a_106_whom_bear_traps_kill_the_hospital_has_set_aside(first: list[str], to: str) -> None:
    """5.5.3: the attacker's Hospital was in use before the defender's Bear Traps."""
    table = war().seat("red", at="steppe", warbands=3).seat("blue", at="steppe", advisers=["bear_traps"])
    game = table.site("deep_woods", warbands={"red": 1}, cards=["hospital"]).game()
    look = Outlook(game, declared(game, "red", "blue", ["pawn"])[0])
    for card in first:
        look = look.then("red", Chosen(the(card)))
    look = look.then("blue", Chosen(the("bear_traps")))
    shown = Faces(swords("ss"), shields("00"))
    steps = told_at_table(look, shown, resolve(look.battle, shown))
    assert [move.to for step in steps if step.clause == "5.5.3" for move in step.moves] == [to]


def test_a_defeat_takes_nothing() -> None:
    table = war().seat("red", at="steppe", warbands=3).seat("blue", at="steppe", warbands=9)
    found = told(table, "blue", ["pawn"], "22", "hhh")
    assert not any(clause.startswith("5.5.7") for clause in found)
    assert "attacker 1 to bank" in found["5.5.6"]


def test_bandits_lose_nobody() -> None:
    """2.8.3: at a site that nobody rules."""
    table = war().seat("red", at="steppe", warbands=4).seat("blue", at="plains").site("steppe")
    game = table.game()
    frame, _ = declared(game, "red", "bandits", ["site.steppe"])
    battle = Outlook(game, frame).with_bandits().battle
    found = told(table, "bandits", ["site.steppe"], "0" * battle.defense, "s" * battle.rolled)
    assert "Only bandits defended, and they are never killed" in found["5.5.6"]
    assert found["5.5.7.1"]


@pytest.mark.parametrize("seed", range(12))
def test_moves_are_what_the_numbers_say(seed: int) -> None:
    """Random tables and rolls: the warbands to be moved are those lost, no more than stood there (5.5.5 to 5.5.8)."""
    rng = Random(seed)
    game = mustered(rng)
    if game is None:
        pytest.skip("no such position")
    was = game.state.canonical()
    for each in best(game, game.state.turn).pairs[:4]:
        frame, _ = declared(game, game.state.turn, each.defender, each.targets, each.dice)
        look = Outlook(game, frame)
        for who, chosen in (*each.plans, *(use for use in each.answer if use[0] not in each.allies)):
            look = look.then(who, chosen)
        if look.battle.victor is not None:
            continue
        shown = Faces(
            rng.choices(list(die_faces("attack")), k=look.battle.rolled),
            rng.choices(list(die_faces("defense")), k=look.battle.defense),
        )
        result = resolve(look.battle, shown)
        moves = [move for step in told_at_table(look, shown, result) for move in step.moves]
        lost = {side: sum(move.warbands for move in moves if move.side == side) for side in ("attacker", "defender")}
        assert lost == {"attacker": result.ending.attacker_lost, "defender": result.ending.defender_lost}
        assert all(move.warbands <= sum(move.places.values()) for move in moves)
        assert all((move.choice is not None) == (len(move.places) > 1) for move in moves)
    assert game.state.canonical() == was
