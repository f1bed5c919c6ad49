"""The odds from bare numbers: defaults, plans, shifts, the shape for scripts, the heat map."""

from fractions import Fraction
from typing import Any

import pytest

from oathtools.odds import Battle, chance, distribution
from oathtools.odds.numbers import Numbers, Query, as_json, curve, heat_map, ratio, weigh
from oathtools.odds.plans import PlanRefused, parse


def win(numbers: Numbers) -> Fraction:
    return Fraction(as_json(weigh(numbers))["win"])


def test_attack_dice_default_to_the_force() -> None:
    assert Numbers(6, 4, 3).battle == Battle(6, 6, 4, 3)
    assert Numbers(6, 4, 3, attack=2).battle == Battle(6, 2, 4, 3)


@pytest.mark.parametrize("told", [{"against": "Bo"}, {"targets": ("Mine",)}, {"words": ("bandits",)}])
def test_a_campaign_is_declared_by_a_defender_by_targets_or_in_words(told: dict[str, Any]) -> None:
    assert Query(**told).declares and not Query(force=3).declares


def test_bandits_are_no_warbands() -> None:
    assert Numbers(6, 4, 3, bandits=True).battle == Battle(6, 6, 4, 0, 3)
    shown = as_json(weigh(Numbers(6, 4, 3, bandits=True)))
    assert shown["win"] == as_json(weigh(Numbers(6, 4, 3)))["win"]
    assert shown["mean"]["defender_lost"] == "0/1"


def test_negative_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="defense is -1"):
        weigh(Numbers(6, -1, 3))


def test_the_shape_for_scripts() -> None:
    shown = as_json(weigh(Numbers(6, 4, 3)))
    odds = distribution(Battle(6, 6, 4, 3))
    assert Fraction(shown["win"]) == odds.win == Fraction(23131, 27648)
    assert shown["win_float"] == float(odds.win)
    assert Fraction(shown["win_no_sacrifice"]) == odds.win_no_sacrifice
    assert [Fraction(each) for each in shown["win_and_lost"]] == odds.win_and_lost
    assert [Fraction(each) for each in shown["defeat_and_lost"]] == odds.defeat_and_lost
    assert len(shown["win_and_lost"]) == len(shown["defeat_and_lost"]) == 7
    assert [Fraction(each) for each in shown["needed"]] == odds.needed
    assert sum(Fraction(ending["chance"]) for ending in shown["endings"]) == 1
    assert Fraction(shown["mean"]["attacker_lost"]) == odds.mean("attacker_lost")


def test_fractions_are_in_lowest_terms_with_a_slash() -> None:
    assert ratio(0, 36) == "0/1"
    assert ratio(36, 36) == "1/1"
    assert ratio(8, 36) == "2/9"
    shown = as_json(weigh(Numbers(0, 0, 0)))
    assert (shown["win"], shown["win_no_sacrifice"], shown["defeat_and_lost"]) == ("0/1", "0/1", ["1/1"])


def test_plans_change_the_battle_in_order() -> None:
    numbers = Numbers(6, 4, 3, attacker_plans=[parse("longbows")], defender_plans=[parse("bear traps")])
    answer = weigh(numbers)
    assert answer.odds.battle == Battle(5, 6, 4, 3, attacker_fallen=1)
    shown = as_json(answer)
    assert shown["plans"][0] == {
        "id": "denizen.longbows",
        "name": "Longbows",
        "by": "attacker",
        "changes": {"attack": {"from": 6, "to": 7}},
        "assumed": [],
        "idle": [],
    }
    assert len(shown["win_and_lost"]) == 7, "the warband in the trap counts among the six"
    assert {"5.5.3", "7.5", "A-53", "10.13"} <= set(answer.citations)


def test_what_is_taken_as_true_is_told() -> None:
    answer = weigh(Numbers(6, 4, 3, attacker_plans=[parse("fire talkers"), parse("zealots")]))
    assert answer.warnings == (
        "Fire Talkers: taken that its user holds the Darkest Secret",
        "Zealots comes to nothing: its user's force of 6 is not smaller than the enemy's of 3",
    )


def test_bandits_have_no_banners_or_advisers() -> None:
    answer = weigh(Numbers(6, 4, 3, attacker_plans=[parse("village constable"), parse("cracked sage")], bandits=True))
    assert answer.odds.battle.attack == 8
    assert answer.warnings == ("Cracked Sage comes to nothing: the enemy has no Arcane adviser",)
    assert {"2.8.3", "A-59"} <= set(answer.citations)


def test_plans_that_do_not_go_are_refused() -> None:
    with pytest.raises(PlanRefused):
        weigh(Numbers(6, 4, 3, attacker_plans=[parse("bear traps")]))


def test_shifts() -> None:
    """One more or less, the plans used anew on the changed numbers."""
    start = Numbers(4, 3, 4, attacker_plans=[parse("encirclement")])
    shifts = weigh(start).shifts
    assert Fraction(*shifts["warband"].more) == win(start._replace(force=5, attack=4))  # type: ignore[misc]
    assert Fraction(*shifts["warband_and_die"].more) == win(start._replace(force=5))  # type: ignore[misc]
    assert Fraction(*shifts["attack_die"].less) == win(start._replace(attack=3))  # type: ignore[misc]
    assert Fraction(*shifts["defense_die"].more) == win(start._replace(defense=4))  # type: ignore[misc]
    assert Fraction(*shifts["defender"].less) == win(start._replace(defenders=3))  # type: ignore[misc]
    assert shifts["warband"].more is not None
    assert Fraction(*shifts["warband"].more) == Fraction(*chance(Battle(5, 6, 3, 4))), "Encirclement works then"


def test_no_shift_below_nothing() -> None:
    shifts = weigh(Numbers(0, 0, 0)).shifts
    assert all(shift.less is None for shift in shifts.values())
    shown = as_json(weigh(Numbers(0, 0, 0)))["shifts"]
    assert shown["warband"] == {"less": None, "more": "1/1"}


def test_no_shift_where_a_plan_decides() -> None:
    answer = weigh(Numbers(4, 3, 4, defender_plans=[parse("hearts and minds")]))
    assert answer.shifts == {}
    shown = as_json(answer)
    assert (shown["win"], shown["defeat_and_lost"], shown["needed"]) == ("0/1", ["0/1", "0/1", "1/1", "0/1", "0/1"], [])


def test_an_attacker_who_will_not_sacrifice() -> None:
    shown = as_json(weigh(Numbers(6, 4, 3, sacrifice=False)))
    assert shown["win"] == shown["win_no_sacrifice"] == as_json(weigh(Numbers(6, 4, 3)))["win_no_sacrifice"]


def test_more_dice_than_warbands_is_told() -> None:
    assert "5.5.2" in weigh(Numbers(2, 1, 1, attack=5)).warnings[0]


@pytest.mark.parametrize(
    ("force", "defense", "forces", "defenses"),
    [(5, 3, (1, 12), (0, 8)), (12, 7, (4, 16), (1, 11))],
)
def test_the_map_goes_eight_forces_down_and_four_up(
    force: int, defense: int, forces: tuple[int, int], defenses: tuple[int, int]
) -> None:
    """And to twelve warbands and eight dice at least."""
    heat = heat_map(Numbers(force, defense, 2))
    assert (heat.forces[0], heat.forces[-1]) == forces and (heat.defenses[0], heat.defenses[-1]) == defenses
    assert (curve(heat.numbers).forces[0], curve(heat.numbers).forces[-1]) == forces


@pytest.mark.parametrize("change", [{}, {"attack": 4}, {"attacker_plans": [parse("encirclement")]}])
def test_heat_map(change: dict[str, Any]) -> None:
    numbers = Numbers(6, 4, 3, **change)
    heat = heat_map(numbers)
    assert 6 in heat.forces
    assert 4 in heat.defenses
    here = heat.chances[heat.defenses.index(4)][heat.forces.index(6)]
    assert Fraction(*here) == win(numbers)
    assert len(heat.chances) == len(heat.defenses)
    assert {len(row) for row in heat.chances} == {len(heat.forces)}
    for row in heat.chances:
        assert [Fraction(*each) for each in row] == sorted(Fraction(*each) for each in row)
