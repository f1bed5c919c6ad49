"""The exact distribution, against every roll there is."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import comb
from operator import mul
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oathtools import catalog
from oathtools.odds import (
    ATTACKER,
    DEFENDER,
    Battle,
    Distribution,
    Ending,
    Faces,
    chance,
    dice,
    distribution,
    resolve,
)
from oathtools.odds.battle import ATTACKERS, BOTH, DEFENDERS
from oathtools.odds.dice import (
    attack_faces,
    attack_sides,
    defense_counts,
    defense_faces,
    defense_sides,
    hollow_per_sword,
)
from oathtools.odds.exact import Number, expected_losses
from oathtools.odds.using import rolled_defense
from tests.odds import brute
from tests.support.daily import daily

NONE: frozenset[str] = frozenset()

# Every switch of a battle by itself, and some together.
SWITCHES: dict[str, dict[str, Any]] = {
    "plain": {},
    "bandits defend": {"defenders": 0, "bandits": 3},
    "Bandit Crown": {"defenders": 3, "bandits": 2},
    "bandits attack": {"band": 3},
    "fell before": {"attacker_fallen": 1, "defender_fallen": 2},
    "halved": {"halvings": 1},
    "doubled": {"doublings": 1},
    "doubled twice": {"doublings": 2},
    "no skulls": {"skulls": False},
    "no hollow swords": {"ignored": frozenset({"hollow_sword"})},
    "no single shields": {"ignored": frozenset({"shield"})},
    "no double shields": {"ignored": frozenset({"two_shields"})},
    "no double swords": {"ignored": frozenset({"two_swords_skull"})},
    "no swords": {"ignored": frozenset({"sword"})},
    "no doublers": {"ignored": frozenset({"doubler"})},
    "no sacrifice": {"may_sacrifice": False},
    "sacrifices worth three": {"worth": 3},
    "bloodless": {"bloodless": True},
    "attacker spared": {"spared": ATTACKERS},
    "defender spared": {"spared": DEFENDERS},
    "defender doomed": {"doomed": DEFENDERS},
    "loser doomed": {"doomed": BOTH},
    "spared though doomed": {"spared": BOTH, "doomed": BOTH, "slaying": BOTH},
    "attacker slays": {"slaying": ATTACKERS},
    "defender slays": {"slaying": DEFENDERS},
    "attacker won": {"victor": ATTACKER},
    "defender won": {"victor": DEFENDER},
    "attacker rerolls": {"rerolls": ATTACKERS},
    "defender rerolls": {"rerolls": DEFENDERS},
    "both reroll": {"rerolls": BOTH},
    "many": {
        "doublings": 1,
        "worth": 3,
        "ignored": frozenset({"two_swords_skull", "shield"}),
        "rerolls": BOTH,
        "band": 1,
        "slaying": ATTACKERS,
    },
}


def courses(odds: Distribution) -> dict[brute.Course, Fraction]:
    return {ending[:7]: Fraction(rolls, odds.total) for ending, rolls in odds.endings.items()}


@pytest.mark.parametrize("switch", daily(SWITCHES, 3))
def test_equals_brute_force_on_all_pools_up_to_four_against_four(switch: str) -> None:
    for attack, defense in brute.pools():
        battle = Battle(3, attack, defense, 2)._replace(**SWITCHES[switch])
        odds = distribution(battle)
        assert courses(odds) == brute.endings(battle), (switch, attack, defense)
        assert Fraction(*chance(battle)) == odds.win == brute.win(brute.endings(battle))
        spent = battle._replace(may_sacrifice=False)
        assert odds.win_no_sacrifice == brute.win(brute.endings(spent))
        assert expected_losses(battle) == pytest.approx(float(odds.mean("attacker_lost")))


@pytest.mark.parametrize(("force", "defenders"), daily(product([0, 1, 2, 5], [0, 1, 4]), 3))
def test_equals_brute_force_for_other_forces(force: int, defenders: int) -> None:
    for attack, defense in brute.pools(3):
        for switch in ({}, {"worth": 2}, {"rerolls": BOTH}, {"doublings": 1}):
            battle = Battle(force, attack, defense, defenders)._replace(**switch)
            assert courses(distribution(battle)) == brute.endings(battle), (attack, defense, switch)


def test_equals_every_side_of_every_die() -> None:
    """Three dice against three, side by side: no face stands for several sides."""
    battle = Battle(3, 3, 3, 2)
    attack_die = [face for face, sides in brute.ATTACK_DIE.items() for _ in range(sides)]
    defense_die = [face for face, sides in brute.DEFENSE_DIE.items() for _ in range(sides)]
    counted = Counter(
        brute.outcome(battle, attack, defense)
        for attack in product(attack_die, repeat=3)
        for defense in product(defense_die, repeat=3)
    )
    odds = distribution(battle)
    assert odds.total == 6**6 == counted.total()
    assert {ending[:7]: rolls for ending, rolls in odds.endings.items()} == counted


@pytest.mark.parametrize("switch", [name for name, change in SWITCHES.items() if "rerolls" not in change])
def test_resolve_agrees_with_brute_force_roll_by_roll(switch: str) -> None:
    """One definition: what `resolve` says of each roll adds up to the distribution."""
    battle = Battle(2, 3, 2, 2)._replace(**SWITCHES[switch])
    if battle.victor:
        assert resolve(battle, Faces()).ending[:7] == brute.finish(battle, battle.victor == ATTACKER, 0, 0)
        return
    total: Counter[Any] = Counter()
    for attack, ways in brute.rolls(brute.ATTACK_DIE, battle.rolled).items():
        for defense, more in brute.rolls(brute.DEFENSE_DIE, 2).items():
            result = resolve(battle, Faces(attack, defense))
            assert result.ending[:7] == brute.outcome(battle, attack, defense)
            assert result.defense == brute.defense_of(battle, defense)
            assert (result.attack, result.skulls) == brute.attack_of(battle, attack)
            total[result.ending] += ways * more
    assert total == distribution(battle).endings


def test_the_dice_are_those_of_the_catalogue() -> None:
    assert attack_faces(NONE) == {
        face.id: (face.sides, 2 * face.swords + face.hollow_swords, face.skulls) for face in catalog.ATTACK_FACES
    }
    assert defense_faces(NONE) == {face.id: (face.sides, face.shields, face.doubles) for face in catalog.DEFENSE_FACES}
    assert {face.id: face.sides for face in catalog.ATTACK_FACES} == brute.ATTACK_DIE
    assert {face.id: face.sides for face in catalog.DEFENSE_FACES} == brute.DEFENSE_DIE
    assert (attack_sides(), defense_sides(), hollow_per_sword()) == (6, 6, catalog.HOLLOW_PER_SWORD)


# --- facts of the Law -------------------------------------------------------------------------------------------------


def test_nothing_against_nothing_is_a_defeat() -> None:
    """A tie defends (5.5.5, A-52)."""
    odds = distribution(Battle(0, 0, 0, 0))
    assert odds.win == 0
    assert odds.defeat_and_lost == [1]


def test_one_warband_sacrificed_beats_nothing() -> None:
    odds = distribution(Battle(1, 0, 0, 0))
    assert odds.win == 1
    assert odds.win_no_sacrifice == 0
    assert odds.win_and_lost == [0, 1]
    assert odds.needed == [0, 1, 0]


def test_skulls_kill_before_sacrifices_and_never_below_zero() -> None:
    """5.5.5, A-55: two warbands, three skulls: both die, the swords still count."""
    skulls = ("two_swords_skull",) * 3
    result = resolve(Battle(2, 3, 0, 5), Faces(skulls))
    assert (result.attack, result.skulls, result.won) == (6, 3, True)
    assert (result.ending.skulls, result.ending.attacker_lost, result.ending.attacker_left) == (2, 2, 0)
    beaten = resolve(Battle(2, 3, 0, 6), Faces(skulls))
    assert (beaten.needed, beaten.enough, beaten.won) == (1, False, False)


def test_hollow_swords_pair() -> None:
    for shown, swords in ((0, 0), (1, 0), (2, 1), (3, 1), (4, 2)):
        assert resolve(Battle(9, shown, 0, 9), Faces(("hollow_sword",) * shown)).attack == swords


def test_doubled_rolls_double_before_hollow_swords_pair() -> None:
    """A-57: three hollow swords are six, three swords; a skull kills two."""
    battle = Battle(4, 4, 0, 9, doublings=1)
    result = resolve(battle, Faces(("hollow_sword",) * 3 + ("two_swords_skull",)))
    assert (result.attack, result.ending.skulls) == (3 + 4, 2)


def test_doublers_multiply_rolled_shields_only() -> None:
    """5.5.4: two shields twice doubled are eight; four warbands stay four."""
    faces = ("two_shields", "doubler", "doubler")
    assert rolled_defense(Battle(1, 1, 3, 4), faces) == 8 + 4
    assert rolled_defense(Battle(1, 1, 2, 4), ("doubler", "doubler")) == 4
    assert rolled_defense(Battle(1, 1, 2, 1, 3), ("shield", "doubler")) == 2 + 4


def test_doublers_count_the_same_in_any_order() -> None:
    faces = ("doubler", "shield", "two_shields", "doubler", "blank")
    assert {rolled_defense(Battle(1, 1, 5), shown) for shown in permutations(faces)} == {12}


def test_exactly_what_is_needed_is_sacrificed() -> None:
    """A-56: all or none."""
    faces = Faces(("sword",), ("two_shields",))
    assert resolve(Battle(4, 1, 1, 1), faces).ending[:5] == (True, 0, 3, 3, 1)
    assert resolve(Battle(2, 1, 1, 1), faces).ending[:5] == (False, 0, 0, 1, 1)
    kept = resolve(Battle(4, 1, 1, 1), faces, sacrifice=False)
    assert (kept.won, kept.needed, kept.enough) == (False, 3, True)
    assert kept.ending.attacker_lost == 2


def test_sacrifices_worth_three_may_overshoot_but_are_the_fewest_that_win() -> None:
    battle = Battle(4, 0, 0, 5, worth=3)
    result = resolve(battle, Faces())
    assert (result.needed, result.ending.sacrificed) == (2, 2)


@pytest.mark.parametrize(
    ("defenders", "bandits", "dead"), [(0, 0, 0), (1, 0, 0), (2, 0, 1), (5, 0, 2), (0, 4, 0), (3, 2, 2), (1, 4, 1)]
)
def test_half_rounded_down_of_the_defending_force(defenders: int, bandits: int, dead: int) -> None:
    """5.5.6; bandits are never killed, but count in a mixed force (A-59 b)."""
    result = resolve(Battle(20, 0, 0, defenders, bandits), Faces())
    assert (result.won, result.ending.defender_lost, result.ending.defender_left) == (True, dead, defenders - dead)


def test_half_of_the_attackers_force_is_counted_after_skulls() -> None:
    """A-58."""
    result = resolve(Battle(5, 1, 0, 20), Faces(("two_swords_skull",)))
    assert (result.won, result.ending.skulls, result.ending.attacker_lost) == (False, 1, 1 + 2)


def test_bandits_in_the_attack_are_neither_killed_nor_sacrificed() -> None:
    """7.6.5: two warbands and three bandits lose two warbands; nobody else can be sacrificed."""
    result = resolve(Battle(2, 0, 0, 3, band=3), Faces())
    assert (result.won, result.ending.attacker_lost) == (False, 2)


def test_spoils() -> None:
    battle = Battle(9, 0, 0, 4, reaping=ATTACKERS, capturing=ATTACKERS, attacker_gains=3)
    assert resolve(battle, Faces()).ending[-2:] == (3 + 2, 2)
    saved = battle._replace(saved=DEFENDERS)
    assert resolve(saved, Faces()).ending[-2:] == (3, 2), "what is set aside was not killed (A-106)"
    brutal = battle._replace(doomed=BOTH)
    assert resolve(brutal, Faces()).ending[-2:] == (3 + 4, 0), "nobody is left to take (A-124)"
    beaten = Battle(3, 1, 0, 9, attacker_fallen=1, reaping=DEFENDERS, capturing=DEFENDERS)
    assert resolve(beaten, Faces(("two_swords_skull",))).ending[-2:] == (1 + 1 + 1, 1)


def test_a_battle_decided_by_a_plan_takes_no_dice() -> None:
    """A-133: the attacker loses half as usual, nobody dies if the plan says so."""
    battle = Battle(5, 4, 3, 4, victor=DEFENDER)
    assert distribution(battle).endings == {resolve(battle, Faces()).ending: 1}
    assert resolve(battle, Faces()).ending.attacker_lost == 2 and resolve(battle, Faces())[:5] == (0, 0, 0, 0, False)
    assert resolve(battle._replace(bloodless=True), Faces()).ending.attacker_lost == 0
    with pytest.raises(ValueError, match="nothing is rolled"):
        resolve(battle, Faces(("sword",)))
    assert distribution(battle).needed == []


def test_faces_may_be_counted() -> None:
    battle = Battle(4, 3, 2, 1)
    told = resolve(battle, Faces({"sword": 2, "hollow_sword": 1}, {"shield": 1, "doubler": 1}))
    assert told == resolve(battle, Faces(("sword", "hollow_sword", "sword"), iter(("doubler", "shield"))))
    assert (told.attack, told.defense) == (2, 3)


def test_wrong_dice_are_refused() -> None:
    battle = Battle(2, 2, 1, 1)
    with pytest.raises(ValueError, match="1 attack dice fell where 2 are rolled"):
        resolve(battle, Faces(("sword",), ("blank",)))
    with pytest.raises(ValueError, match="2 defense dice fell where 1 are rolled"):
        resolve(battle, Faces(("sword", "sword"), ("blank", "blank")))
    with pytest.raises(ValueError, match="no face of the attack die is called 'shield': hollow_sword, sword, two_sw"):
        resolve(battle, Faces(("sword", "shield"), ("blank",)))
    with pytest.raises(ValueError, match="no face of the defense die is called 'two': blank, shield, two_shields, d"):
        resolve(battle, Faces(("sword", "sword"), {"two": 1}))
    halved = battle._replace(attack=5, halvings=1)
    assert resolve(halved, Faces(("sword", "sword"), ("blank",))).attack == 2


def test_wrong_battles_are_refused() -> None:
    with pytest.raises(ValueError, match="attack is -1"):
        distribution(Battle(1, -1, 0))
    with pytest.raises(ValueError, match="nobody"):
        distribution(Battle(1, 1, 0, spared=frozenset({"nobody"})))


def test_after_the_defense_roll() -> None:
    """The odds of the step at hand: the shields are known, the rest is not."""
    battle = Battle(3, 3, 2, 1)
    whole = distribution(battle)
    parts: dict[Any, Fraction] = {}
    for faces, part in brute.chances(brute.rolls(brute.DEFENSE_DIE, 2)).items():
        shields = rolled_defense(battle, faces) - battle.defenders
        odds = distribution(battle, shields)
        assert odds.win == Fraction(*chance(battle, shields))
        for ending, rolls in odds.endings.items():
            parts[ending] = parts.get(ending, Fraction(0)) + part * Fraction(rolls, odds.total)
    assert parts == {ending: Fraction(rolls, whole.total) for ending, rolls in whole.endings.items()}


def test_how_it_is_shown_and_what_is_lost_on_average() -> None:
    """5.5.5, 5.5.6: one warband and one die against one warband wins by two swords, or by a sword and itself. Beaten it
    kills half of itself, nobody; the skull kills it before it could be sacrificed."""
    odds = distribution(Battle(1, 1, 0, 1))
    lost = Fraction(2, 6) + Fraction(1, 6)  # sacrificed after a sword, killed by the skull
    assert odds.win == lost and (odds.mean("attacker_lost"), odds.mean("defender_lost")) == (lost, 0)
    assert repr(odds) == "<won 50.0%; warbands lost on average: 0.50 by the attacker, 0.00 by the defender>"
    assert odds.chances("attacker_lost") == {0: 1 - lost, 1: lost} and odds.chances("defender_lost") == {0: 1}
    with pytest.raises(ValueError, match=r"no number called 'losses': skulls, sacrificed, attacker_lost"):
        odds.mean("losses")  # type: ignore[arg-type]


def test_a_known_table() -> None:
    """A fight worked out by hand: one die and one warband against one die."""
    odds = distribution(Battle(1, 1, 1, 0))
    # Without a sacrifice: a sword beats 0 shields (blank, doubler: 3 of 6), two swords beat 0 or 1 (5 of 6).
    assert odds.win_no_sacrifice == Fraction(2, 6) * Fraction(3, 6) + Fraction(1, 6) * Fraction(5, 6)
    # With one: a hollow sword then ties against 1, wins against 0; a sword wins against 1 too; a skull leaves nobody.
    assert odds.win == Fraction(3, 6) * Fraction(3, 6) + Fraction(2, 6) * Fraction(5, 6) + Fraction(1, 6) * Fraction(
        5, 6
    )
    assert sum(odds.win_and_lost) == odds.win


# --- properties -------------------------------------------------------------------------------------------------------

SIDES = st.frozensets(st.sampled_from([ATTACKER, DEFENDER]))
BATTLES = st.fixed_dictionaries(
    {
        "force": st.integers(0, 12),
        "attack": st.integers(0, 12),
        "defense": st.integers(0, 8),
        "defenders": st.integers(0, 12),
        "bandits": st.integers(0, 3),
        "band": st.integers(0, 3),
        "attacker_fallen": st.integers(0, 2),
        "halvings": st.integers(0, 1),
        "doublings": st.integers(0, 1),
        "skulls": st.booleans(),
        "ignored": st.frozensets(st.sampled_from([*brute.ATTACK_DIE, *brute.DEFENSE_DIE])),
        "may_sacrifice": st.booleans(),
        "worth": st.sampled_from([1, 2, 3]),
        "spared": SIDES,
        "doomed": SIDES,
        "slaying": SIDES,
        "rerolls": SIDES,
    }
).map(lambda fields: Battle(**fields))


@settings(max_examples=70, deadline=None)
@given(BATTLES)
def test_sums_are_one(battle: Battle) -> None:
    odds = distribution(battle)
    assert sum(odds.endings.values()) == odds.total
    assert sum(odds.win_and_lost) + sum(odds.defeat_and_lost) == 1
    assert sum(odds.win_and_lost) == odds.win == Fraction(*chance(battle))
    assert len(odds.win_and_lost) == len(odds.defeat_and_lost) == battle.force + battle.attacker_fallen + 1
    assert sum(odds.needed) == 1
    for field in get_args(Number):  # the types name every number of an ending, no more
        likely = odds.chances(field)
        assert sum(likely.values()) == 1 and list(likely) == sorted(likely)
    assert {"won", *get_args(Number)} == set(Ending._fields)
    assert odds.win_no_sacrifice <= odds.win


@settings(max_examples=70, deadline=None)
@given(BATTLES)
def test_needed_sacrifices_are_those_of_each_roll(battle: Battle) -> None:
    battle = battle._replace(attack=min(battle.attack, 4), defense=min(battle.defense, 3), rerolls=NONE)
    expected = [Fraction(0)] * (battle.force + 2)
    for attack, part in brute.chances(brute.rolls(brute.ATTACK_DIE, battle.rolled)).items():
        for defense, more in brute.chances(brute.rolls(brute.DEFENSE_DIE, battle.defense)).items():
            swords, target = brute.attack_of(battle, attack)[0], brute.defense_of(battle, defense)
            number = next(n for n in range(99) if swords + n * battle.worth > target)
            expected[min(number, battle.force + 1)] += part * more
    assert distribution(battle).needed == expected


@settings(max_examples=70, deadline=None)
@given(BATTLES)
def test_warbands_are_conserved(battle: Battle) -> None:
    for ending in distribution(battle).endings:
        assert ending.attacker_lost + ending.attacker_left == battle.force + battle.attacker_fallen
        assert ending.defender_lost + ending.defender_left == battle.defenders
        assert min(ending) >= 0
        assert ending.won or not ending.sacrificed


@settings(max_examples=70, deadline=None)
@given(BATTLES)
def test_monotone_in_force_and_dice(battle: Battle) -> None:
    """More of its own never hurts a side, where a sacrifice is worth one and nobody rerolls.

    (A sacrifice worth three can make a skull cost more than its two swords bring.)
    """
    battle = battle._replace(worth=1, rerolls=NONE, ignored=battle.ignored - {"two_swords_skull"})
    here = Fraction(*chance(battle))
    assert Fraction(*chance(battle._replace(force=battle.force + 1))) >= here
    assert Fraction(*chance(battle._replace(attack=battle.attack + 1))) >= here
    assert Fraction(*chance(battle._replace(defense=battle.defense + 1))) <= here
    assert Fraction(*chance(battle._replace(defenders=battle.defenders + 1))) <= here


@settings(max_examples=60, deadline=None)
@given(BATTLES)
def test_a_reroll_never_hurts_its_side(battle: Battle) -> None:
    battle = battle._replace(rerolls=NONE)
    here = Fraction(*chance(battle))
    assert Fraction(*chance(battle._replace(rerolls=ATTACKERS))) >= here
    assert Fraction(*chance(battle._replace(rerolls=DEFENDERS))) <= here


@pytest.mark.parametrize("dice", [0, 3, 9, 93, pytest.param(2393, marks=pytest.mark.soak)])
def test_s6_a_defense_of_any_size_is_counted_exactly_as_far_as_the_attack_can_reach(dice: int) -> None:
    """S6: a banner with 2,393 secrets (5.5.2) once took two gigabytes. The faces by a second reckoning (5.5.4)."""
    battle, shields = Battle(force=6, attack=5, defense=dice, defenders=2), [Fraction(0)] * 17
    for doublers in range(min(dice, 4) + 1):
        plain = [Fraction(1), *[Fraction(0)] * 16]
        for _ in range(dice - doublers):
            plain = [
                (2 * plain[at] + 2 * (plain[at - 1] if at else 0) + (plain[at - 2] if at > 1 else 0)) / 6
                for at in range(17)
            ]
        for at in range(1, 17):
            if at << doublers < 17:
                shields[at << doublers] += comb(dice, doublers) * Fraction(1, 6) ** doublers * plain[at]
    shields[0] = Fraction(1, 2) ** dice  # nothing but blanks and doublers
    against = [Fraction(*chance(Battle(force=6, attack=5, defense=0, defenders=2 + at))) for at in range(17)]
    assert against[8] > 0 == against[9] == against[16]
    odds = distribution(battle)
    assert Fraction(*chance(battle)) == odds.win == sum(map(mul, shields, against))
    assert sum(odds.needed) == sum(odds.win_and_lost) + sum(odds.defeat_and_lost) == 1


@pytest.mark.parametrize("dice", range(7))
def test_5_5_4_shields_counted_up_to_a_number_are_those_of_the_whole_pool(dice: int) -> None:
    """What comes to the number or more stands under it."""
    battle = Battle(3, 3, dice)
    whole = dict(defense_counts(battle, 1 << 20))
    assert sum(whole.values()) == defense_sides() ** dice
    for most in range(1, 12):
        more = sum(rolls for shields, rolls in whole.items() if shields >= most)
        below = {shields: rolls for shields, rolls in whole.items() if shields < most}
        assert dict(defense_counts(battle, most)) == (below | {most: more} if more else below), most


@pytest.mark.parametrize("faces", [[(1, 1, 2), (2, 1, 2), (0, 0, 2)], [(1, 1, 2), (1, 2, 2), (0, 0, 2)]])
def test_dice_with_several_kinds_of_marked_faces_are_not_counted(faces: list[tuple[int, int, int]]) -> None:
    """Of other dice than those of 10.3 no number would be right: faces with two kinds of marks, or of two values."""
    with pytest.raises(ValueError, match="several kinds"):
        dice._groups(faces)
    assert dice._groups([(1, 2, 1), (0, 1, 2), (0, 0, 3)]) == ((1, ((2, 1),)), (0, ((0, 3), (1, 2))))
