"""A battle told by its numbers (5.5.4 to 5.5.8): played on a bare table, the same as ``resolve`` says of it."""

from collections.abc import Sequence

import pytest

from oathtools.odds import ATTACKER, DEFENDER, Battle, Faces, resolve
from oathtools.odds.battle import ATTACKERS, BOTH
from oathtools.odds.dice import faces
from oathtools.odds.plans import Chosen
from oathtools.odds.using import Use, use
from oathtools.powers import load
from oathtools.procedures.campaign.account import Account, Step, account
from oathtools.procedures.campaign.staged import Known, bare_scene, stage
from oathtools.render.battles.campaign import says
from oathtools.render.names import Names
from oathtools.table.views import View
from tests.odds import brute
from tests.support.tables import the


def told(battle: Battle, shown: Faces, uses: Sequence[Use] = (), *, sacrifice: bool = True) -> Account:
    rolls = {"attack": list(shown.attack), "defense": list(shown.defense)}
    staged = stage(bare_scene(battle, uses, load(), {}), Known(rolls=rolls, sacrifice=sacrifice))
    assert staged.pending is None
    return account(staged.beats)


def steps(battle: Battle, defense: str = "", attack: str = "", *, sacrifice: bool = True) -> list[Step]:
    """The steps of a battle, up to its losses."""
    shown = Faces(faces("attack", attack, battle.rolled), faces("defense", defense, battle.defense))
    found = told(battle, shown, sacrifice=sacrifice)
    assert found.ending == resolve(battle, shown, sacrifice=sacrifice).ending
    return [step for step in found.steps if step.clause != "5.5.7"]


def used(battle: Battle, side: str, *cards: str) -> list[Use]:
    """Plans of one side, one after the other."""
    found: list[Use] = []
    for card in cards:
        found.append(use(found[-1].after if found else battle, side, Chosen(the(card))))
    return found


def said(several: list[Step]) -> str:
    names = Names(View(bare_scene(Battle(1, 1, 1), (), load(), {})()[0].state, None, True))
    return " | ".join(words for step in several for words in says(step, names, "red"))


def test_the_clauses_come_in_their_order() -> None:
    """5.5.4, then twice 5.5.5, then 5.5.6."""
    found = steps(Battle(6, 4, 4, 3), "1 2 x2 -", "s h h k")
    assert [step.clause for step in found] == ["5.5.4", "5.5.5", "5.5.5", "5.5.6"]
    assert found[0].items == [
        "A shield, a double shield, a doubler and a blank: 3 shields, doubled: 6",
        "Defense 9: 6 from dice, 3 warbands",
    ]
    assert (
        "A sword, 2 hollow swords and a double sword with a skull: 3 swords, 2 hollow swords worth 1" in found[1].items
        and "Attack 4" in found[1].items
    )


def test_moves_are_the_warbands_that_die() -> None:
    """Skulls first, then sacrifices (5.5.5), then the defeat (5.5.6): together what ``resolve`` says."""
    battle = Battle(9, 4, 1, 3)
    found = steps(battle, "1", "s h h k")
    moves = [(move.side, move.warbands, move.why) for step in found for move in step.moves]
    assert moves == [(ATTACKER, 1, "skulls"), (ATTACKER, 1, "sacrifice"), (DEFENDER, 1, "defeat")]


@pytest.mark.parametrize("slayer", [ATTACKER, DEFENDER])
def test_moves_are_those_of_every_roll(slayer: str) -> None:
    """With Sticky Fire on either side, over all rolls of three dice against two (5.5.5 to 5.5.8)."""
    small = Battle(3, 3, 2, 2)
    uses = used(small, slayer, "sticky_fire")
    for attack in brute.rolls(brute.ATTACK_DIE, 3):
        for defense in brute.rolls(brute.DEFENSE_DIE, 2):
            shown = Faces(attack, defense)
            result = resolve(uses[-1].after, shown)
            found = told(small, shown, uses)
            moves = [move for step in found.steps for move in step.moves]
            lost = {side: sum(move.warbands for move in moves if move.side == side) for side in (ATTACKER, DEFENDER)}
            assert lost == {ATTACKER: result.ending.attacker_lost, DEFENDER: result.ending.defender_lost}
            assert found.ending == result.ending and found.resolved == result


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
    assert found[0].items[0] == "No dice: 0 shields" and found[1].items[0] == "No dice: 0 swords"
    assert found[2].name == "Victory" and found[2].moves[0].warbands == 1


@pytest.mark.parametrize(
    ("battle", "words"),
    [
        (Battle(4, 1, 0, 9, may_sacrifice=False), "none may be sacrificed"),
        (Battle(4, 1, 0, 9, skulls=False), "1 skull ignored"),
        (Battle(4, 2, 0, 9, halvings=1), "Half of the 2 attack dice are rolled, rounded down: 1"),
        (Battle(4, 1, 0, 9, doublings=1), "Every face counts double"),
        (Battle(4, 1, 0, 9, ignored=frozenset({"two_swords_skull"})), "add nothing: a double sword with a skull"),
        (Battle(2, 1, 0, 8, worth=3), "3 sacrifices, each worth 3, would win; 1 warband left"),
        (Battle(9, 1, 0, 9, spared=ATTACKERS), "the attacker kills none"),
        (Battle(4, 1, 0, 9, doomed=BOTH), "All of the attacker's force is killed: 3 warbands"),
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
    found = told(battle, Faces())
    assert [step.clause for step in found.steps] == ["5.5.3", "5.5.6"]
    assert (found.won, found.result) == (False, None)


def test_who_may_kill_what_is_left() -> None:
    """5.5.8: Sticky Fire of the defender; the choice, the warbands, and the favor that it gives (9.2)."""
    battle = Battle(4, 1, 0, 9)
    found = told(battle, Faces(["two_swords_skull"], []), used(battle, DEFENDER, "sticky_fire")).steps[-1]
    assert (found.clause, [move.warbands for move in found.moves]) == ("5.5.8", [2])
    text = said([found])
    assert "the defender may kill all that is left of the force with Sticky Fire" in text.replace("The", "the")
    assert "The defender gives 1 favor to the attacker" in text


def test_the_end_of_plans() -> None:
    """5.5.8: gains, captures, what is set aside (A-106), what is gained besides."""
    battle = Battle(9, 1, 0, 4)
    uses = used(battle, ATTACKER, "cursed_cauldron", "obsidian_cage", "hospital", "battle_honors")
    found = told(battle, Faces(["two_swords_skull"], []), uses)
    last = found.steps[-1]
    assert last.clause == "5.5.8"
    text = said([last])
    assert "The attacker gains 2 warbands" in text
    assert "Obsidian Cage gets 2 blue warbands from the defender" in text
    assert "Steppe gets 4 red warbands from those set aside" in text and "2 favor from the Order bank" in text
    assert next(step for step in found.steps if step.name == "Attack roll").moves[0].to == "aside"
    assert found.ending is not None and (found.ending.gained, found.ending.captured) == (2, 2)


@pytest.mark.parametrize(
    ("card", "side", "clause", "name"),
    [
        ("brutal", ATTACKER, "5.5.6", "Brutal"),
        ("vow_of_peace", DEFENDER, "5.5.5", "Vow of Peace"),
        ("traveling_doctor", DEFENDER, "5.5.6", "Traveling Doctor"),
        ("lancers", ATTACKER, "5.5.5", "Lancers"),
        ("mounted_patrol", DEFENDER, "5.5.5", "Mounted Patrol"),
    ],
)
def test_who_brings_an_effect_is_named_where_it_acts(card: str, side: str, clause: str, name: str) -> None:
    """9.2: a sentence that is not as the Law alone would have it names the power or plan."""
    battle = Battle(2, 4, 1, 1 if card != "vow_of_peace" else 9)
    uses = used(battle, side, card)
    rolls = Faces(["sword"] * uses[-1].after.rolled, ["blank"])
    found = told(battle, rolls, uses)
    assert f"by {name}" in said([step for step in found.steps if step.clause == clause])
