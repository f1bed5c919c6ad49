"""A battle told step by step (5.5.4 to 5.5.8), and how lucky it was: the same numbers as ``resolve`` and ``exact``."""

from fractions import Fraction

import pytest

from oathtools.odds import ATTACKER, DEFENDER, Battle, Faces, distribution, resolve
from oathtools.odds.battle import ATTACKERS, BOTH, DEFENDERS
from oathtools.odds.course import Step, course
from oathtools.odds.luck import luck
from oathtools.odds.plans import plan
from oathtools.odds.spoken import faces
from tests.odds import brute


def steps(battle: Battle, defense: str = "", attack: str = "", *, sacrifice: bool = True) -> list[Step]:
    shown = Faces(faces("attack", attack, battle.rolled), faces("defense", defense, battle.defense))
    return course(battle, shown, resolve(battle, shown, sacrifice=sacrifice))


def said(several: list[Step]) -> str:
    return " | ".join(words for step in several for words in step.says)


def test_the_clauses_come_in_their_order() -> None:
    """5.5.4, then twice 5.5.5, then 5.5.6."""
    found = steps(Battle(6, 4, 4, 3), "1 2 x2 -", "s h h k")
    assert [step.clause for step in found] == ["5.5.4", "5.5.5", "5.5.5", "5.5.6"]
    assert found[0].says == ("1 2 x2 -: 3 shields, doubled: 6", "Defense 9: 6 from dice, 3 warbands")
    assert "s h h k: 3 swords, 2 hollow swords worth 1" in found[1].says and "Attack 4" in found[1].says


def test_moves_are_the_warbands_that_die() -> None:
    """Skulls first, then sacrifices (5.5.5), then the defeat (5.5.6): together what ``resolve`` says."""
    battle = Battle(9, 4, 1, 3)
    found = steps(battle, "1", "s h h k")
    told = [(move.side, move.warbands, move.why) for step in found for move in step.moves]
    assert told == [(ATTACKER, 1, "skulls"), (ATTACKER, 1, "sacrifice"), (DEFENDER, 1, "defeat")]
    for attack in brute.rolls(brute.ATTACK_DIE, 3):
        for defense in brute.rolls(brute.DEFENSE_DIE, 2):
            small = Battle(3, 3, 2, 2, slaying=BOTH)
            result = resolve(small, Faces(attack, defense))
            moves = [move for step in course(small, Faces(attack, defense), result) for move in step.moves]
            lost = {side: sum(move.warbands for move in moves if move.side == side) for side in (ATTACKER, DEFENDER)}
            assert lost == {ATTACKER: result.ending.attacker_lost, DEFENDER: result.ending.defender_lost}


def test_a_tie_is_told() -> None:
    """5.5.5: a tie defends; nobody is left to sacrifice."""
    assert "Attack 2 does not exceed defense 2, and a tie defends" in said(steps(Battle(0, 2, 1, 0), "2", "s s"))


def test_skulls_beyond_the_force() -> None:
    """A-55."""
    text = said(steps(Battle(2, 3, 0, 9), "", "k k k"))
    assert "3 skulls: 2 warbands of the attacker's force killed; no more are left for the other 1" in text


def test_doublers_with_no_shields() -> None:
    """A-57: nothing to double."""
    assert "0 shields, and nothing for 2 doublers to double" in said(steps(Battle(1, 0, 2, 0), "x2 x2"))


def test_no_dice_at_all() -> None:
    found = steps(Battle(1, 0, 0, 0))
    assert found[0].says[0] == "no dice: 0 shields" and found[1].says[0] == "no dice: 0 swords"
    assert found[2].name == "Victory" and found[2].moves[0].warbands == 1


@pytest.mark.parametrize(
    ("battle", "words"),
    [
        (Battle(4, 1, 0, 9, may_sacrifice=False), "none may be sacrificed"),
        (Battle(4, 1, 0, 9, skulls=False), "1 skull ignored"),
        (Battle(4, 2, 0, 9, halvings=1), "Half of the 2 attack dice are rolled, rounded down: 1"),
        (Battle(4, 1, 0, 9, doublings=1), "Every face counts double"),
        (Battle(4, 1, 0, 9, ignored=frozenset({"two_swords_skull"})), "add nothing: two swords skull"),
        (Battle(2, 1, 0, 8, worth=3), "3 sacrifices, each worth 3, would win; 1 warband left"),
        (Battle(9, 1, 0, 9, spared=ATTACKERS), "the attacker kills none"),
        (Battle(4, 1, 0, 9, doomed=BOTH), "All of the attacker's force is killed: 3 warbands"),
        (Battle(4, 1, 0, 9, slaying=DEFENDERS), "may kill all that is left of the enemy's force: 2 warbands"),
        (Battle(4, 1, 0, 0, 9, band=2), "kills half of 5, rounded down, warbands only: 2 of 3"),
        (Battle(4, 1, 0, 0, 9, band=2, bandits_halve=False), "kills half of 3, rounded down, warbands only: 1 of 3"),
        (Battle(9, 1, 0, 0, 1), "Only bandits defended, and they are never killed"),
    ],
)
def test_what_effects_are_told(battle: Battle, words: str) -> None:
    """Each effect of a plan is named where it acts."""
    assert words in said(steps(battle, "", "k", sacrifice=battle.defenders < 9))


def test_a_battle_decided_by_a_plan() -> None:
    """A-133: nothing is rolled."""
    battle = Battle(4, 3, 2, 3, victor=DEFENDER)
    found = course(battle, Faces(), resolve(battle, Faces()))
    assert [step.clause for step in found] == ["5.5.3", "5.5.6"]


def test_the_end_of_plans() -> None:
    """5.5.8: gains, captures, what is set aside (A-106), what is discarded."""
    battle = Battle(9, 1, 0, 4, reaping=ATTACKERS, capturing=ATTACKERS, saved=ATTACKERS)
    shown = Faces(["two_swords_skull"], [])
    found = course(battle, shown, resolve(battle, shown), [(plan("denizen.battle_honors"), ATTACKER)])
    assert found[-1].clause == "5.5.8"
    text = said(found)
    assert "gains 2 warbands" in text and "takes the 2 warbands left" in text and "set aside come back" in text
    assert "Battle Honors: favor after a victory" in text
    assert found[1].moves[0].to == "aside"


# --- luck -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "battle", [Battle(3, 3, 2, 2), Battle(1, 2, 1, 0), Battle(3, 2, 2, 1, rerolls=BOTH), Battle(2, 2, 1, 3, worth=3)]
)
def test_luck_is_the_share_of_rolls_at_least_as_good(battle: Battle) -> None:
    """Victory first, then fewer warbands lost; for the defender the other way round. By brute force."""
    ends = brute.endings(battle)
    seen = set()
    for attack in brute.rolls(brute.ATTACK_DIE, battle.rolled):
        for defense in brute.rolls(brute.DEFENSE_DIE, battle.defense):
            result = resolve(battle, Faces(attack, defense))
            here = (result.won, -result.ending.attacker_lost)
            seen.add(here)
            found = luck(battle, result)
            better = sum((chance for end, chance in ends.items() if (end[0], -end[3]) >= here), Fraction(0))
            worse = sum((chance for end, chance in ends.items() if (end[0], -end[3]) <= here), Fraction(0))
            assert (Fraction(*found.attacker), Fraction(*found.defender)) == (better, worse)
            assert Fraction(*found.attacker) + Fraction(*found.defender) == 1 + Fraction(*found.exactly)
    assert len(seen) > 2


def test_luck_of_the_dice_by_themselves() -> None:
    """How likely each side's dice were to show as much or more, or as little or less."""
    battle = Battle(3, 3, 2, 2)
    attacks = brute.chances(brute.rolls(brute.ATTACK_DIE, 3))
    defenses = brute.chances(brute.rolls(brute.DEFENSE_DIE, 2))
    result = resolve(battle, Faces(["sword", "hollow_sword", "sword"], ["shield", "doubler"]))
    found = luck(battle, result)
    assert found.attack is not None and found.defense is not None
    assert (found.attack.value, found.defense.value) == (2, 2)
    more = sum(chance for shown, chance in attacks.items() if brute.attack_of(battle, shown)[0] >= 2)
    fewer = sum(chance for shown, chance in defenses.items() if brute.defense_of(battle, shown) - 2 <= 2)
    assert (Fraction(*found.attack.at_least), Fraction(*found.defense.at_most)) == (more, fewer)


def test_the_best_and_the_worst_result() -> None:
    battle = Battle(3, 3, 2, 2)
    best = luck(battle, resolve(battle, Faces(["two_swords_skull"] * 3, ["blank"] * 2)))
    worst = luck(battle, resolve(battle, Faces(["hollow_sword"] * 3, ["two_shields", "doubler"])))
    assert Fraction(*best.attacker) <= distribution(battle).win < 1
    assert Fraction(*worst.attacker) > distribution(battle).win


def test_nothing_is_lucky_where_a_plan_decides() -> None:
    battle = Battle(4, 3, 2, 3, victor=ATTACKER)
    found = luck(battle, resolve(battle, Faces()))
    assert (found.attacker, found.defender, found.attack, found.defense) == ((1, 1), (1, 1), None, None)
